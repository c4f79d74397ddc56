//! The engine's moves as a tree.

use crate::source::Span;

use super::FsfOffset;
use super::moves::{FsfMove, Modality, RiderType, merge_modalities};
use super::read::FsfPieceInfo;
use crate::notation::{
    Atom, Betza, DirectionLetter, Directions, Hop, Leap, Leg, Modifiers, Term, TermSyntax,
};

const WAZIR: Atom = Atom::Leap(Leap::plane(0, 1));
const FERZ: Atom = Atom::Leap(Leap::plane(1, 1));

/// Returns the engine's moves as a tree.
pub(super) fn write(info: &FsfPieceInfo, moves: Vec<FsfMove>) -> Betza {
    let mut betza = Betza::default();
    for ((term, modality, shape, [short, long]), steps) in merge_modalities(moves) {
        let spans = (info.terms[term].letters, info.terms[term].span);
        let atom = Atom::Leap(Leap::plane(short, long));
        let writer = BetzaWriter { modality, spans };
        match shape {
            RiderType::Elephant => writer.elephants(&steps, &mut betza.terms),
            RiderType::Far { steps: count, over } => {
                betza.terms.push(writer.far_move(atom, steps, count, over));
            }
            _ => betza.terms.push(writer.single(atom, steps, shape)),
        }
    }
    join_halves(&mut betza.terms);
    betza
}

struct BetzaWriter {
    modality: Modality,
    /// The spans of the small letters and of the whole term.
    spans: (Span, Span),
}

impl BetzaWriter {
    fn single(&self, atom: Atom, steps: Vec<FsfOffset>, shape: RiderType) -> Term {
        let (range, hop, lame) = match shape {
            RiderType::Leap | RiderType::Elephant | RiderType::Far { .. } => (1, None, false),
            RiderType::Ride(range) => (range, None, false),
            RiderType::Cannon(range) => (range, Some(Hop::Cannon), false),
            RiderType::Grasshopper(range) => (range, Some(Hop::Grasshopper), false),
            RiderType::Lame(range) => (range, None, true),
        };
        let modifiers = Modifiers { hop, lame, ..self.last(exact(atom, steps)) };
        let atom = match (modifiers.directions == Directions::All && range == 0, atom) {
            (true, WAZIR) => Atom::Rook,
            (true, FERZ) => Atom::Bishop,
            _ => atom,
        };
        self.term(vec![self.leg(atom, range, modifiers)])
    }

    /// Adds leaps of three steps: one orthogonal, two diagonal to one side of it.
    fn elephants(&self, leaps: &[FsfOffset], terms: &mut Vec<Term>) {
        let mut turns: Vec<(FsfOffset, Vec<DirectionLetter>)> = Vec::new();
        for &[right, forward] in leaps {
            let is_wide = right.abs() > forward.abs();
            let first = if is_wide { [right.signum(), 0] } else { [0, forward.signum()] };
            let clockwise = first[1] * right - first[0] * forward > 0;
            let side = if clockwise { DirectionLetter::Right } else { DirectionLetter::Left };
            match turns.iter_mut().find(|(step, _)| *step == first) {
                Some((_, sides)) => sides.push(side),
                None => turns.push((first, vec![side])),
            }
        }
        // To one side, or to both.
        for only in [Some(DirectionLetter::Left), Some(DirectionLetter::Right), None] {
            let fits =
                |sides: &[DirectionLetter]| only.map_or(sides.len() == 2, |side| sides == [side]);
            let steps: Vec<FsfOffset> =
                turns.iter().filter(|(_, sides)| fits(sides)).map(|&(step, _)| step).collect();
            if steps.is_empty() {
                continue;
            }
            let side = only.unwrap_or(DirectionLetter::Sideways);
            let legs = [
                Modifiers { quiet: true, ..self.first(exact(WAZIR, steps)) },
                Modifiers { quiet: true, ..self.later(vec![DirectionLetter::Forward, side]) },
                not_initial(self.last(Directions::Letters(vec![DirectionLetter::Forward]))),
            ];
            terms.push(self.term(legs.map(|modifiers| self.leg(WAZIR, 1, modifiers)).into()));
        }
    }

    /// Returns a move of `count` single steps along empty cells, with a hurdle after `over` steps.
    fn far_move(&self, atom: Atom, steps: Vec<FsfOffset>, count: u16, over: u16) -> Term {
        let legs = (1..=count).map(|place| {
            let straight = || Directions::Letters(vec![DirectionLetter::Forward]);
            let modifiers = match place {
                1 => self.first(exact(atom, steps.clone())),
                _ if place == count => not_initial(self.last(straight())),
                _ => self.later(vec![DirectionLetter::Forward]),
            };
            let modifiers = match place {
                _ if place == count => modifiers,
                _ if place == over => Modifiers { hop: Some(Hop::Cannon), ..modifiers },
                _ => Modifiers { quiet: true, ..modifiers },
            };
            self.leg(atom, 1, modifiers)
        });
        self.term(legs.collect())
    }

    fn first(&self, directions: Directions) -> Modifiers {
        let initial = self.modality == Modality::Initial;
        Modifiers { initial, directions, span: self.spans.0, ..Modifiers::default() }
    }

    fn later(&self, letters: Vec<DirectionLetter>) -> Modifiers {
        not_initial(self.first(Directions::Letters(letters)))
    }

    fn last(&self, directions: Directions) -> Modifiers {
        let (quiet, capture) = match self.modality {
            Modality::Usual => (false, false),
            Modality::Quiet | Modality::Initial => (true, false),
            Modality::Capture => (false, true),
        };
        Modifiers { quiet, capture, ..self.first(directions) }
    }

    fn leg(&self, atom: Atom, range: u16, modifiers: Modifiers) -> Leg {
        Leg { modifiers, atom, range, may_end_here: false, span: self.spans.1 }
    }

    fn term(&self, legs: Vec<Leg>) -> Term {
        Term { form: TermSyntax::Chain, legs, span: self.spans.1 }
    }
}

/// The same for any move, not the first alone.
fn not_initial(modifiers: Modifiers) -> Modifiers {
    Modifiers { initial: false, ..modifiers }
}

/// Returns the directions for these steps of the atom, which may be all of its steps.
fn exact(atom: Atom, steps: Vec<FsfOffset>) -> Directions {
    let all = match atom {
        Atom::Leap(Leap { coordinates: [_, 0, _], .. }) => 4,
        Atom::Leap(Leap { coordinates: [_, short, long], .. }) if short == long => 4,
        _ => 8,
    };
    if steps.len() == all {
        return Directions::All;
    }
    Directions::Exact(steps.into_iter().map(|[right, forward]| [right, forward, 0]).collect())
}

/// Joins the orthogonal and diagonal halves into which the engine divides a king or queen.
fn join_halves(terms: &mut Vec<Term>) {
    let mut place = 1;
    while place < terms.len() {
        if let Some(atom) = joined_atom(&terms[place - 1], &terms[place]) {
            terms.remove(place);
            terms[place - 1].legs[0].atom = atom;
        }
        place += 1;
    }
}

fn joined_atom(before: &Term, after: &Term) -> Option<Atom> {
    let ([one], [other]) = (&before.legs[..], &after.legs[..]) else { return None };
    let same = before.span == after.span
        && one.modifiers == other.modifiers
        && one.modifiers.directions == Directions::All
        && one.range == other.range;
    match (one.atom, other.atom) {
        (WAZIR, FERZ) if same => Some(Atom::King),
        (Atom::Rook, Atom::Bishop) if same => Some(Atom::Queen),
        _ => None,
    }
}
