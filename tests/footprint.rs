//! Whoever stands outside a man's footprint makes no difference to what it can do.

use std::collections::BTreeSet;

use fairybook::geometry::{Cell, Cells};
use fairybook::rules::{Piece, PieceTypeId, Position, Rules, SideId};
use fairybook::variant::DefinitionSource;

use crate::shipped::{Shipped, variant};

/// From so many cells of each board, spread over it.
const CELLS: usize = 5;

#[test]
fn nobody_outside_a_footprint_matters() {
    let (mut told, mut untold) = (0, BTreeSet::new());
    for id in Shipped.ids() {
        let variant = variant(&id);
        let rules = Rules::compile(variant.game.clone()).expect("it is sound");
        let start = rules.initial_position();
        for kind in 0..rules.game().piece_types.len() {
            let piece = Piece { side: SideId(0), piece_type: PieceTypeId(kind as u8) };
            let all = variant.game.layout.len();
            for from in (0..CELLS).map(|nth| Cell((nth * (all - 1) / (CELLS - 1)) as u16)) {
                match rules.relevant_cells(piece, from) {
                    Some(footprint) => {
                        told += 1;
                        let outside: Vec<Cell> = variant
                            .game
                            .layout
                            .cells()
                            .filter(|&cell| cell != from && !footprint.has(cell))
                            .collect();
                        check(&id, &rules, (piece, from), &outside, &start);
                        check(&id, &rules, (piece, from), &outside, &Position::empty(&rules));
                        check_parts(&id, &rules, (piece, from), &start);
                        check_parts(&id, &rules, (piece, from), &Position::empty(&rules));
                    }
                    None => {
                        untold.insert((id.clone(), rules.game().piece_types[kind].id.clone()));
                    }
                }
            }
        }
    }
    assert!(told > 500, "only {told} footprints; none for {untold:?}");
}

/// The parts of what a man can do are all of it, and nobody outside a part matters to it.
fn check_parts(id: &str, rules: &Rules, (piece, from): (Piece, Cell), position: &Position) {
    let mut position = position.clone();
    position.set_piece(from, Some(piece));
    let (mut whole, mut together) = (Cells::new(), Cells::new());
    rules.add_affected_cells(&position, from, &mut whole);
    for part in rules.components(piece, from).expect("it has a footprint") {
        let touched = |position: &Position| {
            let mut touched = Cells::new();
            rules.add_affected_cells_of(&part, position, from, &mut touched);
            touched
        };
        let before = touched(&position);
        together.unite(&before);
        for cell in rules.layout().cells().filter(|&c| c != from && !part.cells().has(c)) {
            let mut other = position.clone();
            other.set_piece(cell, position.piece_at(cell).is_none().then_some(piece));
            assert!(touched(&other) == before, "{id}: {piece:?} on {from:?}, {cell:?}");
        }
    }
    assert!(together == whole, "{id}: {piece:?} on {from:?}");
    let reach = rules.reach(&position, from);
    assert!(whole == reach.ends().union(&reach.victims()), "{id}: {piece:?} on {from:?}");
}

/// Puts somebody on each of the cells, or takes away who stands there.
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
        let (was, tag) = (position.piece_at(cell), position.status(cell));
        for other in [None, Some(piece), Some(enemy)] {
            position.set_piece(cell, other);
            assert_eq!(rules.reach(&position, from), before, "{id}: {piece:?} {from:?} {cell:?}");
        }
        position.set_piece(cell, was);
        position.set_status(cell, tag);
    }
}
