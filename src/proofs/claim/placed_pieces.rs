//! Which piece a sentence puts on which cell, or gives to which side, against pieces that are known.
//!
//! A sentence and its claim can name the same things and still swap them: *the white Rook on e4* for
//! a black one. Only what stands side by side in the words is compared, and only with what is known of
//! the same piece or cell.

use std::ops::Range;

use crate::game::Piece;
use crate::geometry::{Cell, CellSet};
use crate::query::LoadedVariant;
use crate::source::{join_words, without_repeats};

use super::said_words::SaidWords;

/// A piece that words put on another cell than a diagram, or give to another side.
#[derive(Debug, PartialEq, Eq)]
pub struct MisplacedPiece {
    /// What words and diagram say.
    pub message: String,
    /// The words that are wrong.
    pub place: Range<usize>,
    /// Where the diagram has the piece.
    pub help: Option<String>,
}

/// Returns the pieces that the words put on another cell, or give to another side.
///
/// `placed` has the pieces, with their cells where they are known.
pub(super) fn misplaced(
    said: &SaidWords<'_>,
    placed: &[(Option<Cell>, Piece)],
    variant: &LoadedVariant,
) -> Vec<MisplacedPiece> {
    let mut found = Vec::new();
    for said_piece in &said.pieces {
        let name = &said_piece.name;
        let is_known = |(_, piece): &&(_, Piece)| said_piece.types.contains(&piece.piece_type);
        let mut known = placed.iter().filter(is_known).peekable();
        if known.peek().is_none() {
            continue;
        }
        if !known.any(|(_, piece)| said_piece.fits(*piece)) {
            let message =
                format!("the words name a *{name}*, which the diagram gives to another side");
            let place = said.place_of(said_piece.at.clone());
            found.push(MisplacedPiece { message, place, help: None });
            continue;
        }
        for (place, cell) in &said_piece.cells {
            let mut here = placed.iter().filter(|(it, _)| *it == Some(*cell)).map(|(_, it)| *it);
            if here.clone().any(|piece| said_piece.fits(piece)) {
                continue;
            }
            let has_cell =
                |(it, piece): &&(Option<Cell>, Piece)| it.is_some() && said_piece.fits(*piece);
            let other = match here.next() {
                Some(other) => format!("a {}", variant.piece_name(other)),
                None if placed.iter().any(|it| has_cell(&it)) => "no piece".to_owned(),
                None => continue,
            };
            let cell = &said.text[place.clone()];
            let message = format!("the words put a *{name}* on {cell}, and the diagram {other}");
            let there = placed.iter().filter(has_cell).filter_map(|(cell, _)| *cell);
            let is_said = |cell: &Cell| said_piece.cells.iter().any(|(_, said)| said == cell);
            let there = there.filter(|cell| !is_said(cell));
            let name = |at: Cell| match cell.contains(':') {
                true => variant.cell_name(at),
                false => variant.layout().name_on_board(at),
            };
            let there = without_repeats(there.map(name));
            let cells =
                join_words(there.iter().map(|cell| format!("`{cell}`")).collect::<Vec<_>>(), "or");
            let help = (1..5)
                .contains(&there.len())
                .then(|| format!("if the diagram is right, write {cells}"));
            found.push(MisplacedPiece { message, place: place.clone(), help });
        }
    }
    found
}

/// Returns the cells on which the words put all pieces of a name, and no other: another cell in the
/// place of one would be wrong.
pub(super) fn proved_cells(
    said: &SaidWords<'_>,
    placed: &[(Option<Cell>, Piece)],
) -> Vec<Range<usize>> {
    let mut proved = Vec::new();
    for piece in &said.pieces {
        let there = placed.iter().filter(|(_, it)| piece.fits(*it));
        let there: CellSet = there.filter_map(|(cell, _)| *cell).collect();
        let named: CellSet = piece.cells.iter().map(|(_, cell)| *cell).collect();
        if there == named && named.len() == piece.cells.len() {
            proved.extend(piece.cells.iter().map(|(place, _)| place.clone()));
        }
    }
    proved
}
