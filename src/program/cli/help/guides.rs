//! The guides of the manual, as they stand in its pages: the tutorial and the how-tos.

use crate::diagram::Glyph;
use crate::source::quoted_list;

/// The word of each guide, and its page.
const GUIDES: [(&str, &str); 10] = [
    ("tutorial", include_str!("../../../../content/manual/tutorial.md")),
    ("foreign-rules", include_str!("../../../../content/manual/foreign-rules.md")),
    ("four-players", include_str!("../../../../content/manual/four-players.md")),
    ("hexagons", include_str!("../../../../content/manual/hexagons.md")),
    ("three-dimensions", include_str!("../../../../content/manual/three-dimensions.md")),
    ("own-pieces", include_str!("../../../../content/manual/own-pieces.md")),
    ("theme", include_str!("../../../../content/manual/theme.md")),
    ("old-pages", include_str!("../../../../content/manual/old-pages.md")),
    ("publishing", include_str!("../../../../content/manual/publishing.md")),
    ("json", include_str!("../../../../content/manual/json.md")),
];

/// A guide: a page of the manual that is read from beginning to end.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Guide {
    /// The word of `fairybook help WORD`.
    pub word: &'static str,
    /// The title of its page.
    pub title: &'static str,
    /// Its text as Markdown, without the head of the page.
    pub text: String,
}

/// The block that draws all words of glyphs. A terminal lists them.
const ALL_PARTS: &str = "```gallery\nof = \"parts\"\n```";

/// All guides, in the order of the manual.
pub fn guides() -> impl Iterator<Item = Guide> {
    GUIDES.into_iter().map(|(word, page)| {
        let mut parts = page.splitn(3, "+++");
        let head = parts.nth(1).unwrap_or_default();
        let title =
            head.lines().find_map(|line| line.strip_prefix("title = \"")?.strip_suffix('"'));
        let text = parts.next().unwrap_or(page).trim();
        let text = text.replace(ALL_PARTS, &quoted_list(Glyph::words()));
        Guide { word, title: title.unwrap_or(word), text }
    })
}

impl Guide {
    /// The title and the text.
    pub fn markdown(&self) -> String {
        format!("# {}\n\n{}\n", self.title, self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::guides;

    #[test]
    fn every_guide_has_a_title_and_no_head() {
        for guide in guides() {
            assert_ne!(guide.title, guide.word);
            assert!(!guide.text.starts_with("+++"), "{}", guide.word);
            assert!(guide.text.len() > 1_000, "{}", guide.word);
            assert!(!guide.text.contains("\n```gallery"), "{}", guide.word);
            assert!(guide.word != "own-pieces" || guide.text.contains("`duck`"));
        }
    }
}
