//! Reads what a sentence says: its words, and the pieces, sides, cells and numbers that they name.

use std::ops::Range;

use crate::game::{Piece, PieceTypeId, SideId};
use crate::geometry::Cell;
use crate::query::LoadedVariant;
use crate::source::number_word;

use super::bounds::{BoundWords, read_bound};
use super::english_numbers::{SaidNumber, is_among, said_numbers};
use super::value::{ClaimValue, Number};

/// The words of a sentence.
pub(super) struct SaidWords<'w> {
    pub text: &'w str,
    variant: &'w LoadedVariant,
    /// The words and the ends of sentences.
    tokens: Vec<Token>,
    pub pieces: Vec<SaidPiece>,
    /// The names of sides, in the order of their ends.
    sides: Vec<(Range<usize>, SideId)>,
    numbers: Vec<(SaidNumber, Range<usize>)>,
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
    /// The words of the name, with its side.
    pub at: Range<usize>,
}

impl SaidPiece {
    /// Whether it may be meant.
    pub fn fits(&self, piece: Piece) -> bool {
        self.types.contains(&piece.piece_type) && self.side.is_none_or(|side| side == piece.side)
    }
}

impl<'w> SaidWords<'w> {
    /// Reads a sentence about a variant.
    pub fn read(text: &'w str, variant: &'w LoadedVariant) -> SaidWords<'w> {
        let tokens = tokens(text);
        let words: Vec<&str> = tokens.iter().map(|(_, word)| word.as_str()).collect();
        let numbers = said_numbers(&words);
        let names = variant.variant().sides.iter().map(|side| side.name.as_str()).enumerate();
        let side = |end: usize| {
            let (length, found) = name_ending_at(&tokens[..end], names.clone())?;
            Some((end - length..end, SideId(found[0] as u8)))
        };
        let sides = (1..=tokens.len()).filter_map(side).collect();
        let mut said = SaidWords { text, variant, tokens, pieces: Vec::new(), sides, numbers };
        said.read_pieces();
        said
    }

    fn read_pieces(&mut self) {
        let (text, variant) = (self.text, self.variant);
        let faces = variant.variant().faces.iter();
        let names = faces.clone().map(|face| face.name.as_str()).enumerate();
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
            let side = self.sides.binary_search_by_key(&start, |(place, _)| place.end).ok();
            let side = side.map(|found| self.sides[found].clone());
            if let Some((_, side)) = side {
                name = format!("{} {name}", variant.variant().sides[side.index()].name);
            }
            let begin = side.as_ref().map_or(start, |(place, _)| place.start);
            let side = side.map(|(_, side)| side);
            // `starts on d1`
            let stands = self.tokens.get(at + 1).is_some_and(|it| is_among("stand", &it.1));
            let own = self.cells_after(&["on", "at"], at + 1 + usize::from(stands));
            let before = std::mem::take(&mut first);
            let cells = if own.is_empty() { before } else { own };
            // A longer name takes the words of a shorter one.
            self.pieces.retain(|shorter| shorter.at.end <= start);
            let types = types.into_iter().map(|index| PieceTypeId(index as u8)).collect();
            self.pieces.push(SaidPiece { name, types, side, cells, at: begin..at + 1 });
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

    /// How many words there are.
    pub fn len(&self) -> usize {
        self.tokens.len()
    }

    /// The word there, in small letters.
    pub fn word(&self, at: usize) -> Option<&str> {
        self.tokens.get(at).map(|(_, word)| word.as_str())
    }

    /// Words as they are written.
    pub fn text_of(&self, at: Range<usize>) -> &'w str {
        &self.text[self.place_of(at)]
    }

    /// The place of words in the text.
    pub fn place_of(&self, at: Range<usize>) -> Range<usize> {
        self.tokens[at.start].0.start..self.tokens[at.end - 1].0.end
    }

    /// The cell that the word there names.
    pub fn cell_at(&self, at: usize) -> Option<Cell> {
        let (place, _) = self.tokens.get(at)?;
        self.variant.layout().find(&self.text[place.clone()])
    }

    /// The piece that the sentence puts on the cell there.
    pub fn piece_on(&self, at: usize) -> Option<&SaidPiece> {
        let place = &self.tokens.get(at)?.0;
        self.pieces.iter().find(|piece| piece.cells.iter().any(|(on, _)| on == place))
    }

    /// The piece whose name begins there, perhaps with its side.
    pub fn piece_at(&self, at: usize) -> Option<&SaidPiece> {
        self.pieces.iter().find(|piece| piece.at.start == at)
    }

    /// The side whose name begins there, and the end of the name.
    pub fn side_at(&self, at: usize) -> Option<(usize, SideId)> {
        let (place, side) = self.sides.iter().find(|(place, _)| place.start == at)?;
        Some((place.end, *side))
    }

    /// The count that begins there, and its end.
    pub fn number_at(&self, at: usize) -> Option<(usize, Number)> {
        let (number, place) = self.numbers.iter().find(|(_, place)| place.start == at)?;
        let number = match *number {
            SaidNumber::Count(value, 0) => Number::Whole(value),
            SaidNumber::Count(value, decimals) => Number::Decimal(value, decimals),
            _ => return None,
        };
        Some((place.end, number))
    }

    /// The words with the numbers that hold in place of those that a claim compares with them; `None` if
    /// the words name none of these.
    pub fn with_values(&self, values: &[Option<[ClaimValue; 2]>]) -> Option<String> {
        let pair = |pair: &Option<[ClaimValue; 2]>| match pair {
            Some([ClaimValue::Number(Number::Whole(holds)), ClaimValue::Number(claimed)]) => {
                Some((*holds, *claimed))
            }
            _ => None,
        };
        let pairs: Vec<(i64, Number)> = values.iter().filter_map(pair).collect();
        let wrong = pairs.iter().position(|(holds, claimed)| Number::Whole(*holds) != *claimed)?;
        let (holds, claimed) = pairs[wrong];
        // The noun behind it would have another form.
        if holds == 1 || claimed == Number::Whole(1) {
            return None;
        }
        // `six files and six ranks`: the second six is the one of the second statement.
        let earlier = pairs[..wrong].iter().filter(|(_, other)| *other == claimed).count();
        let place = |at: usize| {
            let (end, number) = self.number_at(at)?;
            (number == claimed).then(|| self.text_of(at..end))
        };
        let old = (0..self.len()).filter_map(place).nth(earlier)?;
        let word = usize::try_from(holds).map(number_word).ok()?;
        let is_figure = old.starts_with(|sign: char| sign.is_ascii_digit());
        let new = if is_figure { holds.to_string() } else { word };
        let start = old.as_ptr() as usize - self.text.as_ptr() as usize;
        let (before, rest) = self.text.split_at(start);
        Some(format!("{before}{new}{}", &rest[old.len()..]))
    }

    /// The bound that begins there.
    pub fn bound_at(&self, at: usize) -> BoundWords {
        let words: Vec<&str> =
            self.tokens.iter().skip(at).take(4).map(|(_, word)| word.as_str()).collect();
        let BoundWords { end, said } = read_bound(&words);
        BoundWords { end: at + end, said }
    }
}

/// Returns the words of a name or a set of cells, as they are written.
pub(super) fn parts_of(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|sign: char| !sign.is_alphanumeric() && sign != ':');
    words.filter(|word| !word.is_empty())
}

/// Returns the words of a name or a set of cells, in small letters.
pub(super) fn words_of(text: &str) -> Vec<String> {
    parts_of(text).map(str::to_lowercase).collect()
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
        if name.is_empty() || !is_form_of(&last, &name) {
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

/// Whether words are a name, or its plural; both in small letters.
pub(super) fn is_form_of(words: &str, name: &str) -> bool {
    let is_ending = |ending: &str| matches!(ending, "" | "s" | "es");
    let is_plural = |stem: &str| words.strip_prefix(stem) == Some("ies");
    words.strip_prefix(name).is_some_and(is_ending) || name.strip_suffix('y').is_some_and(is_plural)
}

/// Verbs that are denied in one word: `cannot`, `isn't`.
const VERBS: [&str; 5] = ["can", "is", "are", "does", "has"];

/// How many words a text has, with the ends of its sentences.
pub(super) fn count_words(text: &str) -> usize {
    tokens(text).len()
}

/// Returns the words without the signs around them.
fn tokens(text: &str) -> Vec<Token> {
    let is_space = |sign: char| sign.is_whitespace() || "!?()[]“”\"/–—×".contains(sign);
    let mut tokens = Vec::new();
    for word in text.split(is_space) {
        let before = &text[..word.as_ptr() as usize - text.as_ptr() as usize];
        // `a1–h1` are the cells from one to the other.
        if before.ends_with('–') && !word.is_empty() && !tokens.is_empty() {
            tokens.push((before.len()..before.len(), "to".to_owned()));
        }
        let whole = word.trim_end_matches(['.', ';', ':']);
        let bare = whole.trim_matches(['\'', '‘', '’', ',']);
        let bare = ["'s", "’s"].iter().find_map(|of| bare.strip_suffix(of)).unwrap_or(bare);
        let start = bare.as_ptr() as usize - text.as_ptr() as usize;
        let plain = bare.replace('’', "'").replace(['\u{ad}', '\u{200b}', '\u{2060}'], "");
        let end = start + bare.len();
        let lower = plain.to_lowercase();
        let denied = lower.strip_suffix("n't").or(lower.strip_suffix("not"));
        match denied.filter(|verb| VERBS.contains(verb)) {
            Some(verb) => tokens.extend([verb, "not"].map(|word| (start..end, word.to_owned()))),
            None => tokens.extend((!bare.is_empty()).then_some((start..end, lower))),
        }
        tokens.extend((whole.len() < word.len()).then(|| (end..end, ".".to_owned())));
    }
    tokens.pop_if(|(_, word)| word == ".");
    tokens
}
