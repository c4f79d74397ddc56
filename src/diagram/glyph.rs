use crate::source::Diagnostic;

use super::label::{self, Align};
use super::scene::{Node, Tag, Tint};
use super::{Army, Spot};

/// The drawing of a piece.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Glyph {
    text: String,
}

impl Glyph {
    /// A disc with the piece's letter: what every piece can have.
    pub fn token() -> Glyph {
        Glyph { text: String::new() }
    }

    /// Reads a glyph; the complaint's span is a stretch of `text`.
    pub fn parse(text: &str) -> Result<Glyph, Diagnostic> {
        Ok(Glyph { text: text.trim().to_owned() })
    }

    /// A name that tells it from all other glyphs, for use in an id.
    pub(super) fn key(&self, letter: &str) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        format!("{}-{}", self.text, letter).chars().map(plain).collect()
    }

    pub(super) fn draw(&self, army: Army, letter: &str) -> Vec<Node> {
        let _ = army;
        let mut tag = Tag::default();
        tag.paint.fill = Some(Tint::Current);
        let disc = Node::Circle(Tag::default(), Spot::new(0.0, 0.0), 34.0);
        let at = Spot::new(0.0, 15.0);
        let letter = label::label(tag.unstroked(), letter, 40.0, Align::Middle, at, Some(50.0));
        [Some(disc), letter].into_iter().flatten().collect()
    }
}
