//! The drawing of a piece type in the colours of an army.

use std::sync::{Arc, OnceLock};

use crate::geometry::{Cell, Facing};

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
    army: ArmyColour,
    glyph: Glyph,
    letter: String,
    name: String,
    symbol: OnceLock<Arc<Symbol>>,
}

impl PieceDrawing {
    /// The glyph in the colours of an army. The letter (or two) is drawn if the glyph needs letters
    /// and has none; the name is for legends and text alternatives.
    pub fn new(army: ArmyColour, glyph: Glyph, letter: &str, name: &str) -> PieceDrawing {
        let (letter, name) = (letter.to_owned(), name.to_owned());
        PieceDrawing { army, glyph, letter, name, symbol: OnceLock::new() }
    }

    /// The army whose colours it has.
    pub fn army(&self) -> ArmyColour {
        self.army
    }

    /// Its drawing.
    pub fn glyph(&self) -> &Glyph {
        &self.glyph
    }

    /// Its letter.
    pub fn letter(&self) -> &str {
        &self.letter
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
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
            Arc::new(Symbol { name, mark_words: String::new(), nodes })
        })
    }
}

/// The colours of an army: a hue and, from the third army on, a sign on the base for readers who
/// cannot tell the hue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ArmyColour {
    /// Light body, dark lines.
    White,
    /// Dark body, light lines.
    Black,
    /// Red; a ring.
    Red,
    /// Orange; a bar.
    Orange,
    /// Green; a notch.
    Green,
    /// Blue; two dots.
    Blue,
    /// Of no side: grey.
    Neutral,
}

impl ArmyColour {
    /// All looks.
    pub const ALL: &'static [ArmyColour] = &[
        ArmyColour::White,
        ArmyColour::Black,
        ArmyColour::Red,
        ArmyColour::Orange,
        ArmyColour::Green,
        ArmyColour::Blue,
        ArmyColour::Neutral,
    ];

    /// The look for the side of that place in the order of play, where nothing better is known.
    pub fn of(index: usize) -> ArmyColour {
        const ORDER: [ArmyColour; 6] = [
            ArmyColour::White,
            ArmyColour::Black,
            ArmyColour::Red,
            ArmyColour::Blue,
            ArmyColour::Green,
            ArmyColour::Orange,
        ];
        ORDER[index % ORDER.len()]
    }

    /// The look that a colour word names: `white`, `black`, `red`, `orange`, `green`, `blue`,
    /// `gray`, `grey`, `neutral`.
    pub fn named(word: &str) -> Option<ArmyColour> {
        match word {
            "gray" | "grey" => Some(ArmyColour::Neutral),
            _ => ArmyColour::ALL.iter().copied().find(|army| army.word() == word),
        }
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            ArmyColour::White => "white",
            ArmyColour::Black => "black",
            ArmyColour::Red => "red",
            ArmyColour::Orange => "orange",
            ArmyColour::Green => "green",
            ArmyColour::Blue => "blue",
            ArmyColour::Neutral => "neutral",
        }
    }

    pub(super) fn index(self) -> usize {
        self as usize
    }
}
