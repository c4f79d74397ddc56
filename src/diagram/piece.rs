use std::sync::{Arc, OnceLock};

use crate::geometry::{Cell, Facing};

use super::Glyph;
use super::scene::Stamp;

/// A piece on a cell.
#[derive(Debug, Clone)]
pub struct Stander {
    /// Where.
    pub cell: Cell,
    /// Who.
    pub piece: Arc<Piece>,
    /// Which way its side looks; only tiles show it.
    pub facing: Facing,
}

/// What a kind of piece of one army looks like. It is drawn when a first picture needs it, and
/// that is kept.
#[derive(Debug)]
pub struct Piece {
    army: Army,
    glyph: Glyph,
    letter: String,
    name: String,
    stamp: OnceLock<Arc<Stamp>>,
}

impl Piece {
    /// That drawing, in the look of that army. The letter, or two, is used where a glyph wants one
    /// and has none of its own; the name is for legends and text alternatives.
    pub fn new(army: Army, glyph: Glyph, letter: &str, name: &str) -> Piece {
        let (letter, name) = (letter.to_owned(), name.to_owned());
        Piece { army, glyph, letter, name, stamp: OnceLock::new() }
    }

    /// Whose look it has.
    pub fn army(&self) -> Army {
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

    pub(super) fn stamp(&self) -> &Arc<Stamp> {
        self.stamp.get_or_init(|| {
            // White and black differ by the inks of their groups only.
            let key = self.glyph.key(&self.letter);
            let name = match self.army {
                Army::White | Army::Black => format!("p-{key}"),
                army => format!("p-{key}-{}", army.word()),
            };
            let nodes = self.glyph.draw(self.army, &self.letter);
            Arc::new(Stamp { name, words: String::new(), nodes })
        })
    }
}

/// The look of an army: a hue, and, from the third on, a mark on the base that tells it without
/// the hue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Army {
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

impl Army {
    /// All looks.
    pub const ALL: &'static [Army] = &[
        Army::White,
        Army::Black,
        Army::Red,
        Army::Orange,
        Army::Green,
        Army::Blue,
        Army::Neutral,
    ];

    /// The look for the side of that place in the order of play, where nothing better is known.
    pub fn of(index: usize) -> Army {
        const ORDER: [Army; 6] =
            [Army::White, Army::Black, Army::Red, Army::Blue, Army::Green, Army::Orange];
        ORDER[index % ORDER.len()]
    }

    /// The look that a colour word names: `white`, `black`, `red`, `orange`, `green`, `blue`,
    /// `gray`, `grey`, `neutral`.
    pub fn named(word: &str) -> Option<Army> {
        match word {
            "gray" | "grey" => Some(Army::Neutral),
            _ => Army::ALL.iter().copied().find(|army| army.word() == word),
        }
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Army::White => "white",
            Army::Black => "black",
            Army::Red => "red",
            Army::Orange => "orange",
            Army::Green => "green",
            Army::Blue => "blue",
            Army::Neutral => "neutral",
        }
    }

    pub(super) fn index(self) -> usize {
        self as usize
    }
}
