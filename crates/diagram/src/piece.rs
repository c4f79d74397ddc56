//! The drawing of a piece type in the colours of an army.

use std::sync::{Arc, OnceLock};

use fairybook_core::geometry::{Cell, Facing};
use fairybook_core::source::with_words;

use super::Glyph;
use super::scene::Symbol;

/// A piece on a cell.
#[derive(Debug, Clone)]
pub struct PlacedPiece {
    /// The cell.
    pub cell: Cell,
    /// How the piece looks.
    pub piece: Arc<PieceDrawing>,
    /// The direction its side faces; only tiles show it.
    pub facing: Facing,
}

/// How a piece type of one army looks. It is drawn for the first diagram that needs it, and cached.
#[derive(Debug)]
pub struct PieceDrawing {
    /// The army whose colours it has.
    pub army: ArmyColour,
    /// Its drawing.
    pub glyph: Glyph,
    /// Its letter (or two), drawn if the glyph needs letters and has none.
    pub letter: String,
    /// Its name, for legends and text alternatives.
    pub name: String,
    symbol: OnceLock<Arc<Symbol>>,
}

impl PieceDrawing {
    /// The glyph in the colours of an army.
    pub fn new(army: ArmyColour, glyph: Glyph, letter: &str, name: &str) -> PieceDrawing {
        let (letter, name) = (letter.to_owned(), name.to_owned());
        PieceDrawing { army, glyph, letter, name, symbol: OnceLock::new() }
    }

    pub(super) fn symbol(&self) -> &Arc<Symbol> {
        self.symbol.get_or_init(|| {
            // White and black differ by the inks of their groups only.
            let key = self.glyph.key(&self.letter);
            let name = match self.army {
                ArmyColour::White | ArmyColour::Black => format!("p-{key}"),
                army => format!("p-{key}-{}", army.word()),
            };
            let nodes = self.glyph.draw(self.army, &self.letter);
            Arc::new(Symbol { name, nodes, ..Symbol::default() })
        })
    }
}

with_words! {
    /// The colours of an army: a hue and, from the third army on, a foot of its own for readers who
    /// cannot tell the hue.
    pub enum ArmyColour {
        /// Light body, dark lines.
        White = "white",
        /// Dark body, light lines.
        Black = "black",
        /// Red; a slab, on a disc a ring.
        Red = "red",
        /// Orange; two blocks, on a disc a bar.
        Orange = "orange",
        /// Green; a keel, on a disc a notch.
        Green = "green",
        /// Blue; a plinth, on a disc two dots.
        Blue = "blue",
        /// Yellow, without a foot of its own; on a disc four dots.
        Yellow = "yellow",
        /// Of no side: grey; three dots.
        Neutral = "neutral",
    }
}

impl ArmyColour {
    /// The look for the side of that place in the order of play, where nothing better is known.
    pub fn of(index: usize) -> ArmyColour {
        use ArmyColour::{Black, Blue, Green, Orange, Red, White};
        [White, Black, Red, Blue, Green, Orange][index % 6]
    }

    /// The look that a colour word names: `white`, `black`, `red`, `orange`, `green`, `blue`,
    /// `yellow`, `gray`, `grey`, `neutral`.
    pub fn named(word: &str) -> Option<ArmyColour> {
        match word {
            "gray" | "grey" => Some(ArmyColour::Neutral),
            _ => ArmyColour::of_word(word),
        }
    }
}
