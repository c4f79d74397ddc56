//! Which piece a sentence puts on which cell, gives to which side, or lets win, against its claim.
//!
//! A sentence and its claim can name the same things and still swap them: *the white Rook on e4* for
//! a black one, or *White wins* for `wins(black)`. Only what stands side by side in the words is
//! compared, and only with what the claim says of the same piece, cell or result.

use crate::game::SideId;
use crate::geometry::Cell;
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

/// Returns a message for each piece or side that the words name in another place than the claim.
pub(super) fn swapped(words: &str, mentions: &Mentions, variant: &LoadedVariant) -> Vec<String> {
    let mut messages = swapped_pieces(words, mentions, variant);
    messages.extend(swapped_results(words, mentions, variant));
    messages
}

fn swapped_pieces(words: &str, mentions: &Mentions, variant: &LoadedVariant) -> Vec<String> {
    let mut messages = Vec::new();
    let tokens = tokens(words);
    for (at, token) in tokens.iter().enumerate() {
        let faces = variant.variant().faces.iter().enumerate();
        let is_named = |name: &str| {
            let rest = token.strip_prefix(&*name.to_lowercase());
            rest.is_some_and(|rest| matches!(rest, "" | "s" | "es"))
        };
        let types: Vec<usize> =
            faces.filter(|(_, face)| is_named(&face.name)).map(|(index, _)| index).collect();
        let known = || {
            let pieces = mentions.placed.iter();
            pieces.filter(|(_, piece)| types.contains(&piece.piece_type.index()))
        };
        if types.is_empty() || known().next().is_none() {
            continue;
        }
        let side = at.checked_sub(1).and_then(|before| side_named(&tokens[before], variant));
        let fits = |owner: SideId| side.is_none_or(|side| side == owner);
        let said = match side {
            Some(side) => format!("{} {token}", variant.variant().sides[side.index()].name),
            None => token.clone(),
        };
        if !known().any(|(_, piece)| fits(piece.side)) {
            messages
                .push(format!("the words name a *{said}*, which the claim gives to another side"));
            continue;
        }
        for (cell, name) in cells_after(&tokens[at + 1..], variant) {
            let here = || mentions.placed.iter().filter(|(place, _)| *place == Some(cell));
            let agrees = known().any(|(place, piece)| *place == Some(cell) && fits(piece.side));
            if let (Some((_, other)), false) = (here().next(), agrees) {
                let other = variant.piece_name(*other);
                messages
                    .push(format!("the words put a *{said}* on {name}, and the claim a {other}"));
            }
        }
    }
    messages
}

/// Returns the cells of `on a1, b1 and c1`.
fn cells_after(tokens: &[String], variant: &LoadedVariant) -> Vec<(Cell, String)> {
    let Some((preposition, rest)) = tokens.split_first() else { return Vec::new() };
    if !matches!(preposition.as_str(), "on" | "at") {
        return Vec::new();
    }
    let layout = variant.layout();
    let cell = |token: &String| {
        let found = layout.cells().find(|&cell| layout.name(cell).eq_ignore_ascii_case(token));
        found.map(|cell| (cell, layout.name(cell).to_owned()))
    };
    let listed = rest.iter().take_while(|token| cell(token).is_some() || *token == "and");
    listed.filter_map(cell).collect()
}

fn swapped_results(words: &str, mentions: &Mentions, variant: &LoadedVariant) -> Vec<String> {
    let mut messages = Vec::new();
    let tokens = tokens(words);
    for (at, token) in tokens.iter().enumerate() {
        let Some(side) = side_named(token, variant) else { continue };
        for (said, functions) in RESULTS {
            let follows = said.split(' ').eq(tokens[at + 1..].iter().take(said.split(' ').count()));
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
    let name = token.strip_suffix("'s").unwrap_or(token);
    let index = variant.variant().sides.iter().position(|side| side.name.to_lowercase() == name)?;
    Some(SideId(index as u8))
}

/// Returns the words in lower case, without the signs around them. A sentence ends with `.`.
fn tokens(words: &str) -> Vec<String> {
    let is_sign = |sign: char| ",:!?()“”\"".contains(sign);
    let mut tokens = Vec::new();
    for word in words.to_lowercase().replace(is_sign, " ").split_whitespace() {
        let bare = word.trim_end_matches(['.', ';']);
        tokens.extend((!bare.is_empty()).then(|| bare.to_owned()));
        tokens.extend((bare.len() < word.len()).then(|| ".".to_owned()));
    }
    tokens
}
