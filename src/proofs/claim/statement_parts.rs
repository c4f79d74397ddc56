//! What each statement of a claim asks about, for the order in which words name it.

use std::collections::BTreeSet;

use crate::game::{PieceTypeId, SideId};
use crate::geometry::CellSet;

use super::mentions::Mentions;
use super::resolved::{Expr, Node, ResolvedStatement};
use super::value::{ClaimValue, Number};

/// The words for the colours of cells.
pub(super) const SHADES: [&str; 2] = ["dark", "light"];

/// What one statement of a claim asks about.
#[derive(Debug, Default)]
pub(super) struct StatementParts {
    pub cells: CellSet,
    pub sides: BTreeSet<SideId>,
    pub numbers: Vec<Number>,
    pub pieces: BTreeSet<PieceTypeId>,
    pub shades: BTreeSet<&'static str>,
}

impl StatementParts {
    /// The parts of a statement: of both sides if it compares what two functions give.
    pub fn of(statement: &ResolvedStatement<'_>, values: Option<&[ClaimValue; 2]>) -> Vec<Self> {
        let part = |alone: Mentions, pieces| StatementParts {
            cells: alone.asked_cells.union(&alone.granted),
            sides: alone.named_sides,
            numbers: alone.comparisons.iter().map(|(_, number)| *number).collect(),
            pieces,
            shades: SHADES.into_iter().filter(|it| alone.words.contains(*it)).collect(),
        };
        let of_side = |side: &Expr<'_>| {
            let mut alone = Mentions::default();
            alone.add_expr(side, &statement.context);
            let pieces = alone.pieces.clone();
            part(alone, pieces)
        };
        match &statement.relation {
            Some((_, right)) if matches!(right.node, Node::Call(..)) => {
                vec![of_side(&statement.left), of_side(right)]
            }
            _ => {
                let mut alone = Mentions::default();
                alone.add_statement(statement, values);
                let pieces = alone.agents.iter().map(|piece| piece.piece_type).collect();
                vec![part(alone, pieces)]
            }
        }
    }
}
