//! Reads what a sentence says: its words, and the pieces, sides, cells and numbers that they name.

use std::ops::Range;

use crate::game::{Piece, PieceTypeId, SideId};
use crate::geometry::Cell;
use crate::query::LoadedVariant;

use super::english_numbers::is_among;

/// The words of a sentence.
pub(super) struct SaidWords<'w> {
    pub text: &'w str,
    variant: &'w LoadedVariant,
    /// The words and the ends of sentences.
    tokens: Vec<Token>,
    pub pieces: Vec<SaidPiece>,
    pub sides: Vec<SaidSide>,
}

/// A word in small letters, with its place; `.` where a sentence or a part of one ends.
type Token = (Range<usize>, String);

/// Words that name pieces and perhaps their cells: `the white Rooks on a1 and h1`, `From d4 a Knight ...`.
pub(super) struct SaidPiece {
    /// The name as it is said, with the side if it is said.
    pub name: String,
    /// The types of this name.
    pub types: Vec<PieceTypeId>,
    /// The side if it is said.
    pub side: Option<SideId>,
    /// The cells, with their places in the words; a name alone has none.
    pub cells: Vec<(Range<usize>, Cell)>,
    /// The tokens of the name.
    at: Range<usize>,
}

impl SaidPiece {
    /// Whether it may be meant.
    pub fn fits(&self, piece: Piece) -> bool {
        self.types.contains(&piece.piece_type) && self.side.is_none_or(|side| side == piece.side)
    }
}

/// The name of a side.
pub(super) struct SaidSide {
    pub side: SideId,
    /// Whether it says whose piece is meant.
    pub is_of_piece: bool,
    /// The token.
    at: usize,
}

impl<'w> SaidWords<'w> {
    /// Reads a sentence about a variant.
    pub fn read(text: &'w str, variant: &'w LoadedVariant) -> SaidWords<'w> {
        let (pieces, sides) = (Vec::new(), Vec::new());
        let mut said = SaidWords { text, variant, tokens: tokens(text), pieces, sides };
        said.leave_out_move_numbers();
        said.read_pieces();
        let names = variant.variant().sides.iter().map(|side| side.name.as_str()).enumerate();
        for at in 0..said.tokens.len() {
            if let Some((_, found)) = name_ending_at(&said.tokens[..=at], names.clone()) {
                let is_of_piece = said.pieces.iter().any(|piece| piece.at.start == at + 1);
                let side = SideId(found[0] as u8);
                said.sides.push(SaidSide { side, is_of_piece, at });
            }
        }
        said
    }

    /// Leaves out the numbers of `1. f3 e5`.
    fn leave_out_move_numbers(&mut self) {
        let is_number = |at: usize| match self.tokens.get(at..at + 3) {
            Some([(_, number), (_, dot), (place, _)]) => {
                let next = self.text[place.clone()].trim_start_matches(char::is_uppercase);
                let is_figures = number.bytes().all(|digit| digit.is_ascii_digit());
                is_figures && dot == "." && self.variant.layout().find(next).is_some()
            }
            _ => false,
        };
        let numbers: Vec<usize> = (0..self.tokens.len()).filter(|at| is_number(*at)).collect();
        for at in numbers.into_iter().rev() {
            self.tokens.drain(at..at + 2);
        }
    }

    fn read_pieces(&mut self) {
        let (text, variant) = (self.text, self.variant);
        let faces = variant.variant().faces.iter();
        let names = faces.clone().map(|face| face.name.as_str()).enumerate();
        let sides = variant.variant().sides.iter().map(|side| side.name.as_str()).enumerate();
        // The cells with which the sentence begins.
        let mut first: Vec<(Range<usize>, Cell)> = Vec::new();
        for at in 0..self.tokens.len() {
            if at == 0 || self.tokens[at - 1].1 == "." {
                first = self.cells_after(&["on", "from", "at"], at);
            }
            if self.tokens[at].1 == "it" {
                first.clear();
            }
            let found = name_ending_at(&self.tokens[..=at], names.clone());
            let Some((length, mut types)) = found else { continue };
            let start = at + 1 - length;
            // `points` can be places or pieces: pieces have a capital, and the usual ones need none.
            let is_capital = text[self.tokens[start].0.start..].starts_with(char::is_uppercase);
            types.retain(|&index| {
                let face = &variant.variant().faces[index];
                is_capital || face.is_builtin && face.id.eq_ignore_ascii_case(&face.name)
            });
            if types.is_empty() {
                continue;
            }
            let mut name = text[self.tokens[start].0.start..self.tokens[at].0.end].to_owned();
            let side = name_ending_at(&self.tokens[..start], sides.clone());
            let side = side.map(|(_, found)| SideId(found[0] as u8));
            if let Some(side) = side {
                name = format!("{} {name}", variant.variant().sides[side.index()].name);
            }
            // `starts on d1`
            let stands = self.tokens.get(at + 1).is_some_and(|it| is_among("stand", &it.1));
            let own = self.cells_after(&["on", "at"], at + 1 + usize::from(stands));
            let before = std::mem::take(&mut first);
            let cells = if own.is_empty() { before } else { own };
            // A longer name takes the words of a shorter one.
            self.pieces.retain(|shorter| shorter.at.start < start);
            let types = types.into_iter().map(|index| PieceTypeId(index as u8)).collect();
            self.pieces.push(SaidPiece { name, types, side, cells, at: start..at + 1 });
        }
    }

    /// Returns the cells of `on a1, b1 and c1`.
    fn cells_after(&self, prepositions: &[&str], at: usize) -> Vec<(Range<usize>, Cell)> {
        let Some(((_, preposition), rest)) = self.tokens.get(at..).and_then(<[_]>::split_first)
        else {
            return Vec::new();
        };
        if !prepositions.contains(&preposition.as_str()) {
            return Vec::new();
        }
        let cell = |(place, _): &Token| self.variant.layout().find(&self.text[place.clone()]);
        let listed = rest.iter().take_while(|token| cell(token).is_some() || token.1 == "and");
        listed.filter_map(|token| Some((token.0.clone(), cell(token)?))).collect()
    }

    /// Whether a word is the name of a cell.
    pub fn is_cell(&self, word: &str) -> bool {
        self.variant.layout().find(word).is_some()
    }

    /// The words in small letters, with `#` for the name of a piece.
    pub fn words(&self) -> Vec<&str> {
        let is_name = |at: usize| self.pieces.iter().any(|piece| piece.at.contains(&at));
        let words = self.tokens.iter().enumerate().filter(|(_, (_, word))| word != ".");
        words.map(|(at, (_, word))| if is_name(at) { "#" } else { word }).collect()
    }

    /// The parts of the words beside the names of pieces that have letters and figures alone, as they
    /// are written.
    pub fn parts(&self) -> Vec<&'w str> {
        let is_name = |at: usize| self.pieces.iter().any(|piece| piece.at.contains(&at));
        let words = self.tokens.iter().enumerate().filter(|(at, _)| !is_name(*at));
        let words = words.map(|(_, (place, _))| &self.text[place.clone()]);
        let parts = words.flat_map(|word| word.split(|sign: char| !sign.is_alphanumeric()));
        parts.filter(|part| !part.is_empty()).collect()
    }

    /// The words between two pieces, without the cells of the first.
    pub fn between(&self, one: &SaidPiece, other: &SaidPiece) -> Vec<&str> {
        let end = one.cells.last().map(|(place, _)| place.end);
        let tokens = self.tokens[one.at.end..other.at.start].iter();
        let tokens = tokens.filter(|(place, _)| end.is_none_or(|end| place.start >= end));
        tokens.map(|(_, word)| word.as_str()).collect()
    }

    /// The words that follow a piece and its cells, with single blanks.
    pub fn after_piece(&self, piece: &SaidPiece) -> String {
        let end = piece.cells.last().map_or(0, |(place, _)| place.end);
        let tokens = self.tokens[piece.at.end..].iter().skip_while(|(place, _)| place.start < end);
        tokens.map(|(_, word)| word.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// The words that follow the name of a side, with single blanks.
    pub fn after(&self, side: &SaidSide) -> String {
        let words = self.tokens[side.at + 1..].iter().map(|(_, word)| word.as_str());
        words.collect::<Vec<_>>().join(" ")
    }
}

/// Returns how many words at the end are a name, in the singular or plural, and the indices of the
/// longest such names.
fn name_ending_at<'n>(
    tokens: &[Token],
    names: impl Iterator<Item = (usize, &'n str)>,
) -> Option<(usize, Vec<usize>)> {
    let mut longest: Option<(usize, Vec<usize>)> = None;
    for (index, name) in names {
        let name = name.to_ascii_lowercase();
        let length = name.split(' ').count();
        let Some(start) = tokens.len().checked_sub(length) else { continue };
        let last: Vec<&str> = tokens[start..].iter().map(|(_, token)| token.as_str()).collect();
        let last = last.join(" ");
        let is_name = |ending: &str| matches!(ending, "" | "s" | "es");
        let is_plural = |stem: &str| last.strip_prefix(stem) == Some("ies");
        if name.is_empty()
            || !last.strip_prefix(&*name).is_some_and(is_name)
                && !name.strip_suffix('y').is_some_and(is_plural)
        {
            continue;
        }
        match &mut longest {
            Some((known, _)) if *known > length => {}
            Some((known, found)) if *known == length => found.push(index),
            _ => longest = Some((length, vec![index])),
        }
    }
    longest
}

/// Returns the words without the signs around them.
fn tokens(text: &str) -> Vec<Token> {
    let is_space = |sign: char| sign.is_whitespace() || "!?()[]“”\"/–—×".contains(sign);
    let mut tokens = Vec::new();
    for word in text.split(is_space) {
        let whole = word.trim_end_matches(['.', ';', ':']);
        let bare = whole.trim_matches(['\'', '‘', '’', ',']);
        let bare = ["'s", "’s"].iter().find_map(|of| bare.strip_suffix(of)).unwrap_or(bare);
        let start = bare.as_ptr() as usize - text.as_ptr() as usize;
        let plain = bare.replace('’', "'").replace(['\u{ad}', '\u{200b}', '\u{2060}'], "");
        let end = start + bare.len();
        tokens.extend((!bare.is_empty()).then(|| (start..end, plain.to_lowercase())));
        tokens.extend((whole.len() < word.len()).then(|| (end..end, ".".to_owned())));
    }
    tokens
}
