//! What operations could capture or reach, whatever stands on the other cells.

use crate::game::{BySide, Game, Piece, PieceSet};
use crate::geometry::{Cell, CellSet};

use super::chain;
use super::operations::{Op, ShootingMove};
use super::shared_tables::SharedTables;

/// Adds the cells on which an operation could capture, with suitable other pieces.
pub fn attack_mask(op: &Op, from: u16, tables: &SharedTables, add: &mut dyn FnMut(u16)) {
    let captures = |conditions: &u16| tables.end_conditions[*conditions as usize].can_capture();
    match op {
        Op::Leaps { conditions, cells }
        | Op::Slide { conditions, cells }
        | Op::LeapingSlide { conditions, cells }
        | Op::Cannon { conditions, cells }
        | Op::Grasshopper { conditions, cells }
        | Op::Via { conditions, cells, .. } => {
            if captures(conditions) {
                tables.cells(*cells).iter().for_each(|&cell| add(cell));
            }
        }
        Op::Routes { conditions, to, .. } => {
            if captures(conditions) {
                add(*to);
            }
        }
        Op::Shot { victim, .. } => add(*victim),
        Op::Double { .. } | Op::Castle { .. } => {}
        Op::Chain { chain, .. } => {
            chain::attack_mask(&tables.chains[*chain as usize], tables, from, add)
        }
        Op::Series { series } => (0..tables.series[*series as usize].cells).for_each(add),
        Op::Shoot { shooter } => {
            let ShootingMove { travel, shot, .. } = &tables.shooters[*shooter as usize];
            let mut ends = vec![from];
            if let Some(travel) = travel {
                ends.clear();
                travel.at(from).iter().for_each(|op| reachable(op, from, tables, &mut ends));
            }
            for end in ends {
                shot.at(end).iter().for_each(|op| attack_mask(op, end, tables, add));
            }
        }
    }
}

/// Adds the cells on which an operation could end, with suitable other pieces.
fn reachable(op: &Op, from: u16, tables: &SharedTables, ends: &mut Vec<u16>) {
    match op {
        Op::Leaps { cells, .. }
        | Op::Slide { cells, .. }
        | Op::LeapingSlide { cells, .. }
        | Op::Cannon { cells, .. }
        | Op::Grasshopper { cells, .. }
        | Op::Via { cells, .. } => ends.extend(tables.cells(*cells)),
        Op::Routes { to, .. } | Op::Shot { to, .. } => ends.push(*to),
        Op::Double { cells, .. } => ends.extend(tables.cells(*cells).last()),
        Op::Chain { chain, .. } => {
            chain::reachable(&tables.chains[*chain as usize], tables, from, &mut |end| {
                ends.push(end)
            });
        }
        Op::Castle { cells, steps, .. } => {
            ends.extend(tables.cells(*cells).get(*steps as usize - 1));
        }
        Op::Shoot { .. } | Op::Series { .. } => {}
    }
}

/// Whether two operations, or two rays of one, can make the same move.
pub fn overlap(ops: &[Op], from: u16, tables: &SharedTables) -> bool {
    let (mut quiet, mut capturing) = (CellSet::new(), CellSet::new());
    let mut ends = Vec::new();
    for op in ops {
        // Legs and shots are not examined: they may make the same move twice.
        if matches!(op, Op::Chain { .. } | Op::Shoot { .. } | Op::Shot { .. } | Op::Series { .. }) {
            return true;
        }
        let conditions = tables.conditions_of(op);
        let captures = conditions.can_capture() || conditions.swap.is_some();
        reachable(op, from, tables, &mut ends);
        for end in ends.drain(..) {
            if conditions.quiet && !quiet.insert(Cell(end))
                || captures && !capturing.insert(Cell(end))
            {
                return true;
            }
        }
    }
    false
}

/// Returns for each side, by piece index, whether the side may capture the piece.
pub fn capture_masks(game: &Game) -> BySide<Vec<bool>> {
    let pieces: Vec<Piece> = game
        .side_ids()
        .flat_map(|side| game.piece_type_ids().map(move |piece_type| Piece { side, piece_type }))
        .collect();
    let mask = |set: &PieceSet| pieces.iter().map(|&piece| set.contains(piece)).collect();
    game.sides.iter().map(|side| mask(&side.may_capture)).collect()
}
