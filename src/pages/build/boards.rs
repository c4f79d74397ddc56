//! What a page gives to its boards, so that they answer: figures and definitions as JSON.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use crate::book::Settings;
use crate::format::{DefinitionSource, WithShipped};
use crate::source::SourceFile;
use crate::variant::with_ancestors;

use super::render::RenderedPage;

/// The name of the script on pages with boards.
pub(super) const SCRIPT: &str = "play.js";
/// The files of a site that only boards need, with the licences of what is in their engine. The
/// playground has boards.
pub(super) const ASSETS: [&str; 5] =
    [SCRIPT, "engine.js", "play-board.js", "play-module.js", "licences.txt"];

/// Returns the figures by their ids, all definitions that they need, and the moves of pieces in words; empty
/// without figures.
///
/// The text may stand in a `script` element: it has no `<`.
pub(super) fn data(
    page: &RenderedPage,
    definitions: &BTreeMap<String, SourceFile>,
    settings: &Settings,
) -> String {
    let figures = &page.boards;
    if figures.is_empty() {
        return String::new();
    }
    let source = WithShipped(definitions);
    // Most figures of a page are of one game.
    let variants: BTreeSet<&String> = figures.values().map(|figure| &figure.variant).collect();
    let ids = variants.into_iter().flat_map(|id| with_ancestors(id, &source));
    let needed: BTreeMap<String, String> = ids
        .filter_map(|id| {
            let text = DefinitionSource::get(&source, &id)?.text().to_owned();
            Some((id, text))
        })
        .collect();
    let data = json!({
        "dress": settings.pieces.word(),
        "definitions": needed,
        "figures": figures,
        "words": page.moves_in_words,
        "figurines": page.has_figurines,
    });
    data.to_string().replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::{FigureContent, FigureRequest};

    #[test]
    fn a_page_has_the_definitions_of_its_figures_with_all_that_they_are_based_on() {
        let file = |id: &str, text: &str| (id.to_owned(), SourceFile::new(id, text));
        let definitions = BTreeMap::from([
            file("a", "based-on = \"b\"\nname = \"<\""),
            file("b", "based-on = \"c\""),
            file("c", ""),
            file("d", ""),
        ]);
        let figure = FigureRequest {
            variant: "a".to_owned(),
            setup: None,
            dress: None,
            view: None,
            only: None,
            shows: FigureContent::Setup { side: None, flows: false },
        };
        let boards = BTreeMap::from([("setup".to_owned(), figure)]);
        let page = RenderedPage { boards, ..RenderedPage::default() };
        let text = data(&page, &definitions, &Settings::default());
        assert!(!text.contains('<'), "{text}");
        let data: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
        let ids: Vec<&String> = data["definitions"].as_object().expect("a table").keys().collect();
        assert_eq!(ids, ["a", "b", "c"]);
        assert_eq!(data["definitions"]["a"], definitions["a"].text());
        assert_eq!(data["figures"]["setup"]["shows"]["setup"], json!({}));
    }
}
