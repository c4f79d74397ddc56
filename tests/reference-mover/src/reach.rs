//! All moves of one piece by a notation.

use std::collections::BTreeSet;

use fairybook_core::geometry::{Cell, Lattice};
use fairybook_core::notation::{Atom, Betza, Term};
use fairybook_core::source::Diagnostic;

use super::castling::castlings;
use super::context::{MoveContext, Occupant};
use super::partial_move::{PartialMove, partial_moves};
use super::unsupported::reject;

/// The moves of a piece from one cell, by what they capture.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReferenceReach {
    /// It may end there, and nothing is taken; the start cell too, where a move may return to it.
    pub quiet: BTreeSet<Cell>,
    /// It takes exactly the enemy that stands there.
    pub captures: BTreeSet<Cell>,
    /// It takes exactly the friend that stands there.
    pub friendly_captures: BTreeSet<Cell>,
    /// It ends there and takes all of these, at least one of which stands elsewhere; sorted.
    pub shots: BTreeSet<(Cell, Vec<Cell>)>,
    /// It ends there, and the piece on the second cell goes to another place.
    pub swaps: BTreeSet<(Cell, Cell)>,
}

/// What a piece with that notation may do. Fails where the board cannot do what the notation
/// says; spans are those of the notation.
///
/// ```text
/// mWcF    e . .        X x .       x quiet, X captures
///         . o .   ->   x o x
///         e . f        X x f       e an enemy, f a friend
/// ```
pub fn reach(betza: &Betza, context: &MoveContext) -> Result<ReferenceReach, Diagnostic> {
    let layout = context.layout;
    let lattice = layout.board(layout.point(context.from).board).lattice();
    let mut reach = ReferenceReach::default();
    for term in &betza.terms {
        reject(term, lattice)?;
        if is_open(term, context) {
            reach.add_term(term, context, lattice)?;
        }
    }
    Ok(reach)
}

/// Whether the condition of the first leg holds.
fn is_open(term: &Term, context: &MoveContext) -> bool {
    let waits = term.legs.first().is_some_and(|leg| leg.modifiers.initial);
    context.unmoved || !waits
}

impl ReferenceReach {
    fn add_term(
        &mut self,
        term: &Term,
        context: &MoveContext,
        lattice: Lattice,
    ) -> Result<(), Diagnostic> {
        if let [leg] = &term.legs[..]
            && leg.atom == Atom::Castle
        {
            self.quiet.extend(castlings(leg, context));
            return Ok(());
        }
        for partial_move in partial_moves(term, context, lattice)? {
            self.add(partial_move, context);
        }
        Ok(())
    }

    /// Enters a finished move in the lists where it belongs.
    fn add(&mut self, partial_move: PartialMove, context: &MoveContext) {
        let PartialMove { at, mut takes, moved, .. } = partial_move;
        // Two pieces cannot end on one cell: not the moving piece's, nor that of a
        // hurdle that is still there.
        let lifted = |cell| takes.contains(&cell) || moved.iter().any(|&(stood, _)| stood == cell);
        let stands = |cell| !lifted(cell) && context.piece_at(cell).is_some();
        if moved.iter().any(|&(_, place)| place == at || stands(place)) {
            return;
        }
        let elsewhere = moved.iter().filter(|(stood, place)| stood != place);
        let swaps: Vec<(Cell, Cell)> = elsewhere.map(|&(stood, _)| (at, stood)).collect();
        if takes.is_empty() && !swaps.is_empty() {
            self.swaps.extend(swaps);
            return;
        }
        self.swaps.extend(swaps);
        takes.sort_unstable();
        if takes.is_empty() {
            self.quiet.insert(at);
        } else if takes != [at] {
            self.shots.insert((at, takes));
        } else if context.piece_at(at) == Some(Occupant::Friend) {
            self.friendly_captures.insert(at);
        } else {
            self.captures.insert(at);
        }
    }
}
