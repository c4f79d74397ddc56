use std::collections::BTreeSet;

use crate::geometry::Cell;
use crate::notation::{Atom, Betza, Term};
use crate::source::Diagnostic;

use super::castle::castlings;
use super::journey::{Journey, journeys};
use super::refuse::refuse;
use super::situation::{Occupant, Situation};
use super::terrain::Terrain;

/// Everything that a piece may do from where it stands.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reach {
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
pub fn reach(betza: &Betza, situation: &Situation) -> Result<Reach, Diagnostic> {
    let layout = situation.layout;
    let terrain = Terrain::of(layout.board(layout.point(situation.from).board));
    let mut reach = Reach::default();
    for term in &betza.terms {
        refuse(term, terrain)?;
        if is_open(term, situation) {
            reach.add_term(term, situation, terrain)?;
        }
    }
    Ok(reach)
}

/// Whether the condition of the first leg holds.
fn is_open(term: &Term, situation: &Situation) -> bool {
    let waits = term.legs.first().is_some_and(|leg| leg.modifiers.initial);
    situation.unmoved || !waits
}

impl Reach {
    fn add_term(
        &mut self,
        term: &Term,
        situation: &Situation,
        terrain: Terrain,
    ) -> Result<(), Diagnostic> {
        if let [leg] = &term.legs[..]
            && leg.atom == Atom::Castle
        {
            self.quiet.extend(castlings(leg, situation));
            return Ok(());
        }
        for journey in journeys(term, situation, terrain)? {
            self.add(journey, situation);
        }
        Ok(())
    }

    /// Enters a finished move in the lists where it belongs.
    fn add(&mut self, journey: Journey, situation: &Situation) {
        let Journey { at, mut takes, moved, .. } = journey;
        // Two pieces cannot end on one cell: not on the mover's, nor on that of somebody who was
        // hopped over and stands there still.
        let lifted = |cell| takes.contains(&cell) || moved.iter().any(|&(stood, _)| stood == cell);
        let stands = |cell| !lifted(cell) && situation.standing(cell).is_some();
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
        } else if situation.standing(at) == Some(Occupant::Friend) {
            self.friendly_captures.insert(at);
        } else {
            self.captures.insert(at);
        }
    }
}
