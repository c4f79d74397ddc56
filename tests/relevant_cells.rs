//! Pieces outside of the relevant cells do not change what a piece can do.

use std::collections::BTreeSet;

use fairybook::format::DefinitionSource;
use fairybook::game::{Piece, SideId};
use fairybook::geometry::{Cell, CellSet};
use fairybook::rules::{Position, Rules};

use crate::shipped::{Shipped, variant};

/// The number of start cells on each board, spread over it.
const CELLS: usize = 5;

#[test]
fn pieces_outside_of_the_relevant_cells_change_nothing() {
    let (mut known, mut unknown) = (0, BTreeSet::new());
    for id in Shipped.ids() {
        let variant = variant(&id);
        let rules = Rules::compile(variant.game.clone()).expect("it is sound");
        let start = rules.initial_position();
        for piece_type in rules.game().piece_type_ids() {
            let piece = Piece { side: SideId(0), piece_type };
            let all = variant.game.layout.len();
            for from in (0..CELLS).map(|nth| Cell((nth * (all - 1) / (CELLS - 1)) as u16)) {
                for position in [&start, &Position::empty(&rules)] {
                    let mut placed = position.clone();
                    placed.set_piece(from, Some(piece));
                    let relevant = rules.relevant_cells(&placed, from);
                    let cells = variant.game.layout.cells();
                    let outside: Vec<Cell> =
                        cells.filter(|&cell| cell != from && !relevant.contains(cell)).collect();
                    if outside.is_empty() {
                        let piece_type = &rules.game().piece_types[piece_type];
                        unknown.insert((id.clone(), piece_type.id.clone()));
                        continue;
                    }
                    known += 1;
                    check(&id, &rules, (piece, from), &outside, position);
                    check_components(&id, &rules, (piece, from), position);
                }
            }
        }
    }
    assert!(known > 1000, "only {known} sets of cells; none for {unknown:?}");
}

/// Checks that the components of a piece are all that it can do, and that pieces outside of a
/// component do not change it.
fn check_components(id: &str, rules: &Rules, (piece, from): (Piece, Cell), position: &Position) {
    let mut position = position.clone();
    position.set_piece(from, Some(piece));
    let (whole, mut together) = (rules.affected_cells(&position, from), CellSet::new());
    for part in rules.components(piece, from) {
        let touched = |position: &Position| rules.affected_cells_of(&part, position, from);
        let before = touched(&position);
        together.extend_with(&before);
        for cell in rules.layout().cells().filter(|&c| c != from && !part.cells.contains(c)) {
            let mut other = position.clone();
            other.set_piece(cell, position.piece_at(cell).is_none().then_some(piece));
            assert!(touched(&other) == before, "{id}: {piece:?} on {from:?}, {cell:?}");
        }
    }
    assert!(together == whole, "{id}: {piece:?} on {from:?}");
    let reach = rules.reach(&position, from);
    assert!(whole == reach.ends().union(&reach.victims()), "{id}: {piece:?} on {from:?}");
}

/// Puts a piece on each of the cells, or removes the one that is there, and compares the reach.
fn check(
    id: &str,
    rules: &Rules,
    (piece, from): (Piece, Cell),
    outside: &[Cell],
    position: &Position,
) {
    let mut position = position.clone();
    position.set_piece(from, Some(piece));
    let before = rules.reach(&position, from);
    let enemy = Piece { side: SideId(1), ..piece };
    for &cell in outside {
        let (was, status) = (position.piece_at(cell), position.status(cell));
        for other in [None, Some(piece), Some(enemy)] {
            position.set_piece(cell, other);
            assert_eq!(rules.reach(&position, from), before, "{id}: {piece:?} {from:?} {cell:?}");
        }
        position.set_piece(cell, was);
        position.set_status(cell, status);
    }
}
