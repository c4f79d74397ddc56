//! Where cells are, in words: by a short name of the set, or as the definition says it.

use std::collections::BTreeSet;

use crate::game::{CellExpr, PieceTypeId, SideId};
use crate::geometry::{Axis, AxisKind, Cell, CellSet};
use crate::query::LoadedVariant;
use crate::source::{distinct, grouped, join_words};

use super::definition_phrases::{CellPhrase, on_board, own_phrase};
use super::vocabulary::{axis_word, cell_word, plural};

/// The greatest number of cells that are named one by one.
const NAMED: usize = 12;

/// The players for which words about cells are written.
#[derive(Debug, Clone, Copy)]
pub(super) enum Reader {
    /// All of them, which may see the cells from different seats.
    Each,
    /// One side.
    Only(SideId),
}

/// Where cells are, for the first side and, where that is another place, for the other one of
/// two players: `on rank 8 (Black: rank 1)`.
///
/// `expr` says it in words if the cells have no short name.
pub(super) fn place_of_each(
    variant: &LoadedVariant,
    cells: impl Fn(SideId) -> CellSet,
    expr: Option<&CellExpr>,
) -> String {
    let place = |cells: &CellSet, side| place(variant, cells, side, expr);
    words_of_each(variant, cells, place)
}

/// The same as a noun: `rank 8 (Black: rank 1)`.
pub(super) fn noun_of_each(
    variant: &LoadedVariant,
    cells: impl Fn(SideId) -> CellSet,
    expr: Option<&CellExpr>,
) -> String {
    let word = cell_word(variant);
    let noun = |cells: &CellSet, side| match cells.len() == variant.layout().len() {
        true => format!("any {word}"),
        false => phrase_of(variant, cells, side, expr).noun(word),
    };
    words_of_each(variant, cells, noun)
}

/// Words about the cells of the first side, with a remark about those of the others.
fn words_of_each(
    variant: &LoadedVariant,
    cells: impl Fn(SideId) -> CellSet,
    words: impl Fn(&CellSet, SideId) -> String,
) -> String {
    let first = variant.first_side();
    let words = words(&cells(first), first);
    let remark = remark_of_others(variant, cells, &words);
    words + &remark
}

/// What is said of the other players after `words` about the cells of the first side, with a
/// space before: ` (Black: rank 1)`.
fn remark_of_others(
    variant: &LoadedVariant,
    cells: impl Fn(SideId) -> CellSet,
    words: &str,
) -> String {
    let players: Vec<SideId> = variant.variant().players().collect();
    let first = variant.first_side();
    match players[..] {
        [_, other] if cells(other) != cells(first) => {
            let there = short_phrase(variant, &cells(other), other);
            let there = there.map_or("rotated".to_owned(), |phrase| phrase.text);
            match words.ends_with(&there) {
                true => String::new(),
                false => format!(" ({}: {there})", variant.side_title(other)),
            }
        }
        [_, _, _, ..] if players.iter().any(|&side| cells(side) != cells(first)) => {
            format!(" ({}; rotated for the others)", variant.side_title(first))
        }
        _ => String::new(),
    }
}

/// A set of cells in words for every player. Cells that it names are those of the first side;
/// a remark says which they are for the others.
pub(super) fn cell_phrase(variant: &LoadedVariant, expr: &CellExpr) -> CellPhrase {
    cell_phrase_for(variant, expr, Reader::Each)
}

/// The same for these players.
pub(super) fn cell_phrase_for(
    variant: &LoadedVariant,
    expr: &CellExpr,
    reader: Reader,
) -> CellPhrase {
    let cells = |side: SideId| variant.variant().cells_of(expr, side);
    let own = own_phrase(variant, expr, None);
    match reader {
        _ if !expr.names_cells() => own,
        Reader::Each => {
            let remark = remark_of_others(variant, cells, &own.text);
            own.followed_by(&remark)
        }
        Reader::Only(side) if cells(side) == cells(variant.first_side()) => own,
        Reader::Only(side) => short_phrase(variant, &cells(side), side)
            .unwrap_or_else(|| own_phrase(variant, expr, Some(side))),
    }
}

/// The players for which the rules of a piece type are written.
pub(super) fn readers_of(variant: &LoadedVariant, piece_type: PieceTypeId) -> Reader {
    let game = variant.game();
    let on_boards = game.initial_pieces.iter().map(|&(_, piece)| piece);
    let in_hand = game.hands.iter().flat_map(|hands| &hands.initial).map(|&(piece, _)| piece);
    let owners = on_boards.chain(in_hand).filter(|piece| piece.piece_type == piece_type);
    let owners: BTreeSet<SideId> = owners.map(|piece| piece.side).collect();
    let is_promotion = game.promotions.iter().any(|it| it.choices.contains(&piece_type));
    match owners.first() {
        Some(&side) if owners.len() == 1 && !is_promotion => Reader::Only(side),
        _ => Reader::Each,
    }
}

/// Where cells are: `on rank 8`, `in the camp`, `on a1`, or as `expr` says it.
pub(super) fn place(
    variant: &LoadedVariant,
    cells: &CellSet,
    side: SideId,
    expr: Option<&CellExpr>,
) -> String {
    match cells.len() == variant.layout().len() {
        true => "anywhere".to_owned(),
        false => phrase_of(variant, cells, side, expr).place(),
    }
}

/// Cells by a short name, or as `expr` says it.
pub(super) fn phrase_of(
    variant: &LoadedVariant,
    cells: &CellSet,
    side: SideId,
    expr: Option<&CellExpr>,
) -> CellPhrase {
    short_phrase(variant, cells, side).unwrap_or_else(|| match expr {
        Some(expr) => own_phrase(variant, expr, None),
        None => CellPhrase::cells(names_with_board(variant, cells, "or")),
    })
}

/// Names of cells; of several boards, each with its board: `a1 or b2 of Limbo`.
pub(super) fn names_with_board(
    variant: &LoadedVariant,
    cells: &CellSet,
    conjunction: &str,
) -> String {
    let layout = variant.layout();
    let named = cells.iter().map(|cell| (layout.point(cell).board, layout.name_on_board(cell)));
    let words = grouped(named)
        .into_iter()
        .map(|(board, names)| on_board(variant, join_words(names, conjunction), board));
    join_words(words, conjunction)
}

/// A board, ranks or files, a zone, or the names of a few cells.
fn short_phrase(variant: &LoadedVariant, cells: &CellSet, side: SideId) -> Option<CellPhrase> {
    if cells.is_empty() {
        return None;
    }
    if let Some(board) = whole_board(variant, cells) {
        return Some(CellPhrase::area(board_name(variant, board)));
    }
    // A line of one cell is that cell.
    if let Some(lines) = lines(variant, cells).filter(|_| cells.len() > 1) {
        return Some(CellPhrase::cells(lines));
    }
    let mut zones = variant.variant().zones.iter();
    match zones.find(|zone| zone.cells.get(side.index()) == Some(cells)) {
        Some(zone) if cells.len() > 2 => {
            Some(CellPhrase::area(format!("the {}", zone.id.replace('-', " "))))
        }
        _ if cells.len() <= NAMED => {
            Some(CellPhrase::cells(names_with_board(variant, cells, "or")))
        }
        _ => None,
    }
}

/// How a board is called within a sentence.
pub fn board_name(variant: &LoadedVariant, board: u8) -> String {
    let face = &variant.variant().boards[board as usize];
    let name = face.name.clone().unwrap_or_else(|| face.id.replace('-', " "));
    match name.strip_prefix("The ") {
        Some(rest) => format!("the {rest}"),
        None => name,
    }
}

/// The board, of several, whose cells these are, all of them.
fn whole_board(variant: &LoadedVariant, cells: &CellSet) -> Option<u8> {
    let board = variant.layout().point(cells.iter().next()?).board;
    let whole: CellSet = variant.layout().cells_of(board).collect();
    (variant.layout().boards().len() > 1 && whole == *cells).then_some(board)
}

/// `rank 8`, `rank 3 or 6`, `ranks 1 to 4 or 13 to 16`, `file a`; of several boards `rank 8 of Limbo`,
/// `rank 8 of any board`.
pub(super) fn lines(variant: &LoadedVariant, cells: &CellSet) -> Option<String> {
    let layout = variant.layout();
    if cells.len() == layout.len() {
        return None;
    }
    let on_boards = grouped(cells.iter().map(|cell| (layout.point(cell).board, cell)));
    let lines = |(board, cells): &(u8, Vec<Cell>)| lines_of_board(variant, *board, cells);
    let words = on_boards.iter().map(lines).collect::<Option<Vec<String>>>()?;
    let [first, others @ ..] = &words[..] else { return None };
    match others {
        [] => Some(on_board(variant, first.clone(), on_boards[0].0)),
        _ if words.len() == layout.boards().len() && others.iter().all(|it| it == first) => {
            let any = if words.len() == 2 { "either" } else { "any" };
            Some(format!("{first} of {any} board"))
        }
        _ => None,
    }
}

fn lines_of_board(variant: &LoadedVariant, board: u8, cells: &[Cell]) -> Option<String> {
    let layout = variant.layout();
    [AxisKind::Rank, AxisKind::File, AxisKind::Level].into_iter().find_map(|kind| {
        let places = places_on_axis(variant, cells.iter().copied(), kind);
        let on_them = |cell: &Cell| places.contains(&layout.index_on_axis(*cell, kind));
        let words = || {
            let runs = runs(layout.board(board).axis(kind), &places);
            let lines = plural(axis_word(kind), if runs.contains(" to ") { 2 } else { 1 });
            format!("{lines} {runs}")
        };
        layout.cells_of(board).filter(on_them).eq(cells.iter().copied()).then(words)
    })
}

fn places_on_axis(
    variant: &LoadedVariant,
    cells: impl Iterator<Item = Cell>,
    kind: AxisKind,
) -> Vec<usize> {
    distinct(cells.map(|cell| variant.layout().index_on_axis(cell, kind)))
}

/// What a line is: `file`, `rank` or `line`.
pub(super) fn line_word(variant: &LoadedVariant, line: &CellSet) -> &'static str {
    let is_along = |kind| places_on_axis(variant, line.iter(), kind).len() == 1;
    match (is_along(AxisKind::File), is_along(AxisKind::Rank)) {
        (true, false) => "file",
        (false, true) => "rank",
        _ => "line",
    }
}

/// Neighbours on an axis by their ends: `1 to 4 or 13 to 16`.
fn runs(axis: &Axis, places: &[usize]) -> String {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for &place in places {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == place => *last = place,
            _ => runs.push((place, place)),
        }
    }
    let name = |place: usize| axis.names[place].as_str();
    // An axis may count down.
    let falls = |a: &str, b: &str| (a.len(), a) > (b.len(), b);
    if falls(name(0), name(axis.names.len() - 1)) {
        runs = runs.into_iter().rev().map(|(first, last)| (last, first)).collect();
    }
    let run = |&(first, last): &(usize, usize)| match first.abs_diff(last) {
        0 => name(first).to_owned(),
        1 => format!("{} or {}", name(first), name(last)),
        _ => format!("{} to {}", name(first), name(last)),
    };
    join_words(runs.iter().map(run), "or")
}
