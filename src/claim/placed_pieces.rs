//! Which piece a sentence puts on which cell, gives to which side, or lets win, against its claim.
//!
//! A sentence and its claim can name the same things and still swap them: *the white Rook on e4* for
//! a black one, or *White wins* for `wins(black)`. Only what stands side by side in the words is
//! compared, and only with what the claim says of the same piece, cell or result.

use std::ops::Range;

use crate::game::{Piece, SideId};
use crate::geometry::{Cell, CellSet};
use crate::query::LoadedVariant;

use super::functions::FunctionName;
use super::mentions::Mentions;

/// What is said of a side after its name, and the functions that ask for it.
const RESULTS: [(&str, &[FunctionName]); 9] = [
    ("wins", &[FunctionName::Wins]),
    ("loses", &[FunctionName::Loses]),
    ("is eliminated", &[FunctionName::Eliminated]),
    ("is out", &[FunctionName::Eliminated]),
    ("is checkmated", &[FunctionName::Checkmate, FunctionName::Eliminated]),
    ("is stalemated", &[FunctionName::Stalemate]),
    ("is in check", &[FunctionName::Check]),
    ("is to move", &[FunctionName::Turn]),
    ("moves first", &[FunctionName::Turn]),
];

/// Words that put pieces of one name on cells: `the white Rooks on a1 and h1`, `From d4 a Knight ...`.
pub(super) struct PlacedWords {
    /// The name as it is said, with the side if it is said.
    name: String,
    /// The types of this name.
    types: Vec<usize>,
    /// The side if it is said.
    pub side: Option<SideId>,
    /// The cells, with their places in the words; a name alone has none.
    cells: Vec<(Range<usize>, Cell)>,
}

impl PlacedWords {
    fn fits(&self, piece: Piece) -> bool {
        self.is_of_type(piece) && self.side.is_none_or(|side| side == piece.side)
    }

    fn is_of_type(&self, piece: Piece) -> bool {
        self.types.contains(&piece.piece_type.index())
    }
}

/// Returns a message for each piece or side that the words name in another place than the claim.
///
/// `placed_words` has the names that the words say.
pub(super) fn swapped(
    words: &str,
    placed_words: &[PlacedWords],
    mentions: &Mentions,
    variant: &LoadedVariant,
) -> Vec<String> {
    let mut messages = misplaced(words, placed_words, &mentions.placed, variant, "claim");
    messages.extend(swapped_results(words, mentions, variant));
    messages
}

/// Returns a message for each piece that the words put on another cell, or give to another side.
///
/// `placed_words` has the names that the words say. `placed` has the pieces, with their cells where they
/// are known; `what` puts them there.
pub(super) fn misplaced(
    words: &str,
    placed_words: &[PlacedWords],
    placed: &[(Option<Cell>, Piece)],
    variant: &LoadedVariant,
    what: &str,
) -> Vec<String> {
    let mut messages = Vec::new();
    for said in placed_words {
        let name = &said.name;
        let mut known = placed.iter().filter(|(_, piece)| said.is_of_type(*piece)).peekable();
        if known.peek().is_none() {
            continue;
        }
        if !known.any(|(_, piece)| said.fits(*piece)) {
            messages
                .push(format!("the words name a *{name}*, which the {what} gives to another side"));
            continue;
        }
        for (place, cell) in &said.cells {
            let mut here = placed.iter().filter(|(it, _)| *it == Some(*cell)).map(|(_, it)| *it);
            if here.clone().any(|piece| said.fits(piece)) {
                continue;
            }
            let cell = &words[place.clone()];
            let known_cells = placed.iter().any(|(it, piece)| it.is_some() && said.fits(*piece));
            let other = match here.next() {
                Some(other) => format!("a {}", variant.piece_name(other)),
                None if known_cells => "no piece".to_owned(),
                None => continue,
            };
            messages.push(format!("the words put a *{name}* on {cell}, and the {what} {other}"));
        }
    }
    messages
}

/// Returns the cells on which the words put all pieces of a name, and no other: another cell in the
/// place of one would be wrong.
pub(super) fn proved_cells(
    placed_words: &[PlacedWords],
    placed: &[(Option<Cell>, Piece)],
) -> Vec<Range<usize>> {
    let mut proved = Vec::new();
    for said in placed_words {
        let there = placed.iter().filter(|(_, piece)| said.fits(*piece));
        let there: CellSet = there.filter_map(|(cell, _)| *cell).collect();
        let named: CellSet = said.cells.iter().map(|(_, cell)| *cell).collect();
        if there == named && named.len() == said.cells.len() {
            proved.extend(said.cells.iter().map(|(place, _)| place.clone()));
        }
    }
    proved
}

/// Returns the names of pieces in the words, each with the cells on which they stand by the words.
pub(super) fn placed_words(words: &str, variant: &LoadedVariant) -> Vec<PlacedWords> {
    let tokens = tokens(words);
    let mut found = Vec::new();
    // The cells with which the sentence begins.
    let mut first: Vec<(Range<usize>, Cell)> = Vec::new();
    for at in 0..tokens.len() {
        let begins = at == 0 || tokens[at - 1].1 == ".";
        if begins {
            first = cells_after(&["on", "from", "at"], &tokens[at..], words, variant);
        }
        if tokens[at].1 == "it" {
            first.clear();
        }
        let Some((length, types)) = name_ending_at(&tokens[..=at], variant) else { continue };
        let start = at + 1 - length;
        let side = start.checked_sub(1).and_then(|before| side_named(&tokens[before].1, variant));
        let mut name = words[tokens[start].0.start..tokens[at].0.end].to_owned();
        if let Some(side) = side {
            name = format!("{} {name}", variant.variant().sides[side.index()].name);
        }
        let own = cells_after(&["on", "at"], &tokens[at + 1..], words, variant);
        let before = std::mem::take(&mut first);
        let cells = if own.is_empty() { before } else { own };
        found.push(PlacedWords { name, types, side, cells });
    }
    found
}

/// Returns how many words at the end are the name of a piece, and the types of this name.
fn name_ending_at(tokens: &[Token], variant: &LoadedVariant) -> Option<(usize, Vec<usize>)> {
    let faces = variant.variant().faces.iter().enumerate();
    let mut longest: Option<(usize, Vec<usize>)> = None;
    for (index, face) in faces {
        let name = face.name.to_ascii_lowercase();
        let length = name.split(' ').count();
        let Some(last) = tokens.len().checked_sub(length).map(|start| &tokens[start..]) else {
            continue;
        };
        let last: Vec<&str> = last.iter().map(|(_, token)| token.as_str()).collect();
        let last = last.join(" ");
        let rest = last.strip_prefix(&*name);
        if name.is_empty() || !rest.is_some_and(|rest| matches!(rest, "" | "s" | "es")) {
            continue;
        }
        match &mut longest {
            Some((known, _)) if *known > length => {}
            Some((known, types)) if *known == length => types.push(index),
            _ => longest = Some((length, vec![index])),
        }
    }
    longest
}

/// Returns the cells of `on a1, b1 and c1`.
fn cells_after(
    prepositions: &[&str],
    tokens: &[Token],
    words: &str,
    variant: &LoadedVariant,
) -> Vec<(Range<usize>, Cell)> {
    let Some(((_, preposition), rest)) = tokens.split_first() else { return Vec::new() };
    if !prepositions.contains(&preposition.as_str()) {
        return Vec::new();
    }
    let cell = |(place, _): &Token| variant.layout().find(&words[place.clone()]);
    let listed = rest.iter().take_while(|token| cell(token).is_some() || token.1 == "and");
    listed.filter_map(|token| Some((token.0.clone(), cell(token)?))).collect()
}

fn swapped_results(words: &str, mentions: &Mentions, variant: &LoadedVariant) -> Vec<String> {
    let mut messages = Vec::new();
    let tokens = tokens(words);
    for (at, token) in tokens.iter().enumerate() {
        let Some(side) = side_named(&token.1, variant) else { continue };
        for (said, functions) in RESULTS {
            let after = tokens[at + 1..].iter().map(|(_, token)| token.as_str());
            let follows = said.split(' ').eq(after.take(said.split(' ').count()));
            let asked = || mentions.results.iter().filter(|(name, _)| functions.contains(name));
            let is_claimed = asked().any(|(_, known)| *known == side);
            if follows && !is_claimed && asked().next().is_some() {
                let name = &variant.variant().sides[side.index()].name;
                messages.push(format!("the words say *{name} {said}*, and the claim another side"));
            }
        }
    }
    messages
}

/// Returns the side with this name, also in the genitive.
fn side_named(token: &str, variant: &LoadedVariant) -> Option<SideId> {
    let name = token.strip_suffix("'s").or(token.strip_suffix("’s")).unwrap_or(token);
    let index = variant.variant().sides.iter().position(|side| side.name.to_lowercase() == name)?;
    Some(SideId(index as u8))
}

/// A word in small letters, with its place.
type Token = (Range<usize>, String);

/// Returns the words without the signs around them. A sentence ends with `.`.
fn tokens(words: &str) -> Vec<Token> {
    let is_space = |sign: char| sign.is_whitespace() || ",!?()“”\"".contains(sign);
    let mut tokens = Vec::new();
    for word in words.split(is_space) {
        let start = word.as_ptr() as usize - words.as_ptr() as usize;
        let bare = word.trim_end_matches(['.', ';', ':']);
        let end = start + bare.len();
        tokens.extend((!bare.is_empty()).then(|| (start..end, bare.to_ascii_lowercase())));
        tokens.extend((bare.len() < word.len()).then(|| (end..end + 1, ".".to_owned())));
    }
    tokens
}
