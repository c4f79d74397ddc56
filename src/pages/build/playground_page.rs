//! The playground of a site: its page, and the games with which a reader can begin there.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

#[cfg(feature = "site")]
use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::json;

use crate::book::{
    Page, SavedFile, address,
    data::{ExampleData, ExampleGroupData, MenuItem, PageData, ShownExampleData},
    saved_files, slug, without_page_links,
};
use crate::diagram::{PieceDress, SvgTarget, draw, write_svg};
use crate::format::{DefinitionSource, WithShipped, shipped_definition, with_own_drawings};
use crate::illustrate::Illustrator;
use crate::query::LoadedVariant;
use crate::source::{SourceFile, capitalised, title_case};
use crate::variant::load;

use super::game_groups::menu_item;
use super::game_page::{STARTER_ID, game_page, starter_definition};
use super::site_builder::SiteBuilder;

/// The name of the template of the page.
pub(super) const TEMPLATE: &str = "playground.html";
/// The files of a site that only the playground needs.
pub(super) const ASSETS: [&str; 5] = [
    "playground.css",
    "playground.js",
    "playground-frame.js",
    "playground-worker.js",
    "playground-module.js",
];

/// The fonts of the site as a style sheet that holds them: the frame of the result has an origin of its own,
/// to which browsers give no files of the site.
#[cfg(feature = "site")]
pub(super) fn fonts<'a>(assets: impl Iterator<Item = (&'a str, &'a [u8])>) -> String {
    let assets: BTreeMap<&str, &[u8]> = assets.collect();
    let faces = [
        ("Literata", "literata", ""),
        ("Literata", "literata-italic", "font-style: italic; "),
        ("Inter", "inter", ""),
        ("Inter", "inter-semibold", "font-weight: 600; "),
    ];
    let face = |(family, file, more): (&str, &str, &str)| {
        let name = format!("fonts/{file}.woff2");
        let bytes = assets.get(&*name).copied().unwrap_or_default();
        let data = BASE64_STANDARD.encode(bytes);
        format!(
            "@font-face {{ font-family: \"Framed {family}\"; {more}src: url(\"data:font/woff2;base64,{data}\") format(\"woff2\"); }}\n"
        )
    };
    faces.map(face).concat()
}

/// The engine of the playground builds none.
#[cfg(not(feature = "site"))]
pub(super) fn fonts<'a>(_: impl Iterator<Item = (&'a str, &'a [u8])>) -> String {
    String::new()
}

/// The address of the page, and the folder of its games in the assets.
const ADDRESS: &str = "playground";

/// The pages of a manual to which the playground leads, by the last part of their addresses. The first
/// says how to get the program.
const GUIDES: [&str; 3] = ["tutorial", "pieces", "definitions"];

/// The files that the frame of the playground loads. They have no text of a book.
pub const FRAME_FILES: [&str; 7] = [
    "assets/fairybook.css",
    "assets/playground.css",
    "assets/playground-frame.js",
    "assets/engine.js",
    "assets/play.js",
    "assets/play-board.js",
    "assets/play-module.js",
];

/// What the playground of an earlier build was made from, and its parts that take time.
#[derive(Debug, Default)]
pub(super) struct PlaygroundMemory {
    /// What the fields below were made from, beside themselves.
    definitions: BTreeMap<String, SourceFile>,
    starter: Option<ExampleData>,
    /// The games of pages, by the addresses of the pages and whether they are the steps of a manual.
    games: BTreeMap<(String, bool), (Arc<Page>, Vec<ExampleData>)>,
    shown: Option<(ExampleData, PieceDress, Option<ShownExampleData>)>,
}

impl PlaygroundMemory {
    /// Forgets what was made from other definitions, and pages that are no longer there.
    fn keep_current(&mut self, definitions: &BTreeMap<String, SourceFile>, pages: &[Arc<Page>]) {
        if self.definitions != *definitions {
            let definitions = definitions.clone();
            *self = PlaygroundMemory { definitions, ..PlaygroundMemory::default() };
        }
        let addresses: BTreeSet<&str> = pages.iter().map(|page| page.address.as_str()).collect();
        self.games.retain(|(address, _), _| addresses.contains(address.as_str()));
    }

    fn starter(&mut self, source: &WithShipped) -> Option<ExampleData> {
        if self.starter.is_none() {
            let saved = |ending: &str| (ending == "toml").then(|| starter_definition(STARTER_ID));
            self.starter = new_example("starter", "A small game", STARTER_ID, source, &saved);
        }
        self.starter.clone()
    }

    /// The steps of a page of a manual, or the game that a page is about.
    fn games(
        &mut self,
        page: &Arc<Page>,
        is_manual: bool,
        source: &WithShipped,
    ) -> Vec<ExampleData> {
        let key = (page.address.clone(), is_manual);
        let known = self.games.get(&key).filter(|(known, _)| Arc::ptr_eq(known, page));
        if let Some((_, games)) = known {
            return games.clone();
        }
        let step = |(at, step): (usize, &SavedFile)| step_example(page, at + 1, step, source);
        let games: Vec<ExampleData> = match is_manual {
            true => saved_files(&page.file).iter().enumerate().filter_map(step).collect(),
            false => page_example(page, source).into_iter().collect(),
        };
        self.games.insert(key, (Arc::clone(page), games.clone()));
        games
    }

    /// The texts of a game and its initial position. `None` if the definition has errors.
    fn shown(&mut self, example: &ExampleData, dress: PieceDress) -> Option<ShownExampleData> {
        let known = self.shown.take().filter(|(of, by, _)| of == example && *by == dress);
        let shown = match known {
            Some((.., shown)) => shown,
            None => shown_example(example, &self.definitions, dress),
        };
        self.shown = Some((example.clone(), dress, shown.clone()));
        shown
    }
}

impl SiteBuilder<'_> {
    /// Adds the playground and its games if the site has one.
    pub(super) fn put_playground(
        &mut self,
        definitions: &BTreeMap<String, SourceFile>,
        memory: &mut PlaygroundMemory,
    ) {
        if !self.data.playground {
            return;
        }
        memory.keep_current(definitions, self.pages);
        let examples = self.example_groups(definitions, memory);
        for example in examples.iter().flat_map(|group| &group.games) {
            let is_shipped =
                shipped_definition(&example.id).is_some_and(|it| it.text() == example.definition);
            let definition = (!is_shipped).then_some(&example.definition);
            let game = json!({ "id": example.id, "definition": definition, "page": example.page });
            let script = format!("fairybook.example({}, {game});\n", json!(example.file));
            self.put(format!("assets/{ADDRESS}/{}.js", example.file), script.into_bytes());
        }
        let own = definitions.iter().filter(|&(id, file)| {
            shipped_definition(id).is_none_or(|shipped| shipped.text() != file.text())
        });
        let own: BTreeMap<&String, &str> = own.map(|(id, file)| (id, file.text())).collect();
        let guides = self.guides();
        let dress = self.settings.pieces.word();
        let book = json!({ "dress": dress, "definitions": own, "guides": guides });
        // The longest way from step to step; of equal ones the last.
        let ways = examples.iter().filter(|group| group.is_manual);
        let shown = ways.max_by_key(|group| group.games.len()).or(examples.first());
        let shown = shown.and_then(|group| group.games.last());
        let shown = shown.and_then(|game| memory.shown(game, self.settings.pieces));
        let data = PageData {
            shown,
            examples,
            book: book.to_string().replace('<', "\\u003c"),
            ..self.empty_page(ADDRESS, "Playground")
        };
        self.render(address::file_of(ADDRESS), TEMPLATE, &data);
    }

    /// The pages of the book's manual that help beginners, in the order of [`GUIDES`].
    fn guides(&self) -> Vec<MenuItem> {
        let guide = |name: &&str| {
            let is_it = |page: &&Page| page.front_matter.manual && last_part(page) == *name;
            let page = self.pages.iter().map(|page| &**page).find(is_it)?;
            Some(menu_item(page))
        };
        GUIDES.iter().filter_map(guide).collect()
    }

    fn example_groups(
        &self,
        definitions: &BTreeMap<String, SourceFile>,
        memory: &mut PlaygroundMemory,
    ) -> Vec<ExampleGroupData> {
        let source = WithShipped(definitions);
        let starter = memory.starter(&source);
        let mut groups = vec![ExampleGroupData {
            name: "A new game".to_owned(),
            is_manual: false,
            games: starter.into_iter().collect(),
        }];
        for page in self.pages.iter().filter(|page| page.front_matter.manual) {
            let name = page.front_matter.title.value.clone();
            let games = memory.games(page, true, &source);
            groups.push(ExampleGroupData { name, is_manual: true, games });
        }
        for group in &self.groups {
            let pages = group.pages.iter().map(|&at| &self.pages[at]);
            let name = if group.name.is_empty() { "Games of the book" } else { &group.name };
            let games = pages.flat_map(|page| memory.games(page, false, &source)).collect();
            groups.push(ExampleGroupData { name: name.to_owned(), is_manual: false, games });
        }
        groups.retain(|group| !group.games.is_empty());
        groups
    }
}

/// The texts of a game and its initial position. `None` if the definition has errors.
fn shown_example(
    example: &ExampleData,
    definitions: &BTreeMap<String, SourceFile>,
    dress: PieceDress,
) -> Option<ShownExampleData> {
    let ExampleData { id, definition, .. } = example;
    let source = WithShipped(definitions);
    let file = SourceFile::new(format!("{id}.toml"), definition.as_str());
    let variant = load(&file, id, &source).0?.variant(None).ok()?;
    let name = variant.name.clone();
    let loaded = LoadedVariant::new(variant).ok()?;
    let drawn = Illustrator::with_usual_dress(loaded, dress);
    let scene = draw(&drawn.setup_figure(None));
    let drawing = write_svg(&scene, SvgTarget::Inline { id_prefix: "shown-" });
    let ExampleData { file, id, definition, page, .. } = example.clone();
    Some(ShownExampleData { file, id, name, definition, page, drawing })
}

/// The game that a page is about.
fn page_example(page: &Page, source: &WithShipped) -> Option<ExampleData> {
    let id = page.front_matter.variant.as_ref()?.value.clone();
    let definition = DefinitionSource::get(source, &id)?.text().to_owned();
    let title = page.front_matter.title.value.clone();
    let (file, page) = (slug::slug(&page.address), without_page_links(&page.file));
    Some(ExampleData { file, title, id, definition, page })
}

/// `tutorial` of `manual/tutorial`.
fn last_part(page: &Page) -> &str {
    page.address.rsplit('/').next().unwrap_or_default()
}

/// The game that readers of a page have after a step. `None` as long as they have no definition.
fn step_example(
    page: &Page,
    number: usize,
    step: &SavedFile,
    source: &WithShipped,
) -> Option<ExampleData> {
    let folder = format!("{}{}", address::CONTENT, address::VARIANTS);
    let name = step.path.strip_prefix(&folder)?;
    let (id, ending) = name.rsplit_once('.')?;
    let part = if ending == "toml" { "the definition" } else { "the page" };
    let changed = if step.is_change { ", changed" } else { "" };
    let manual = capitalised(&last_part(page).replace('-', " "));
    let title = format!("{manual}, step {number}: {}, {part}{changed}", title_case(id));
    let file = format!("{}-{number}", slug::slug(&page.address));
    let beside = |name: &str| step.files.get(&format!("{folder}{name}"));
    let saved = |ending: &str| {
        let file = SourceFile::new(id, beside(&format!("{id}.{ending}"))?.as_str());
        let bytes = |name: &str| Some(beside(name)?.as_bytes().to_vec());
        Some(with_own_drawings(&file, bytes).0.text().to_owned())
    };
    new_example(&file, &title, id, source, &saved)
}

/// A game whose files are known by their endings. Its page is made from its definition if it has none.
fn new_example(
    file: &str,
    title: &str,
    id: &str,
    source: &WithShipped,
    saved: &dyn Fn(&str) -> Option<String>,
) -> Option<ExampleData> {
    let definition = saved("toml")?;
    let made = || {
        let file = SourceFile::new(format!("{id}.toml"), definition.as_str());
        let variant = load(&file, id, source).0?.variant(None).ok()?;
        Some(game_page(LoadedVariant::new(variant).ok()?))
    };
    let page = saved("md").or_else(made)?;
    let [file, title, id] = [file, title, id].map(str::to_owned);
    Some(ExampleData { file, title, id, definition, page })
}
