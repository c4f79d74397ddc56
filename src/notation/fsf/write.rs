use crate::source::Span;

use super::Step;
use super::moves::{Move, Purpose, Shape, gathered};
use super::read::Sheet;
use crate::notation::{Atom, Bearing, Betza, Directions, Form, Hop, Leap, Leg, Modifiers, Term};

const WAZIR: Atom = Atom::Leap(Leap::plane(0, 1));
const FERZ: Atom = Atom::Leap(Leap::plane(1, 1));

/// The engine's moves as a tree.
pub(super) fn write(sheet: &Sheet, moves: Vec<Move>) -> Betza {
    let mut betza = Betza::default();
    for ((term, purpose, shape, [short, long]), steps) in gathered(moves) {
        let spans = (sheet.terms[term].letters, sheet.terms[term].span);
        let atom = Atom::Leap(Leap::plane(short, long));
        let writer = Writer { purpose, spans };
        match shape {
            Shape::Elephant => writer.elephants(&steps, &mut betza.terms),
            Shape::Far { steps: count, over } => {
                betza.terms.push(writer.far(atom, steps, count, over));
            }
            _ => betza.terms.push(writer.single(atom, steps, shape)),
        }
    }
    join_kings(&mut betza.terms);
    betza
}

struct Writer {
    purpose: Purpose,
    /// Of the small letters, and of the whole term.
    spans: (Span, Span),
}

impl Writer {
    fn single(&self, atom: Atom, steps: Vec<Step>, shape: Shape) -> Term {
        let (range, hop, lame) = match shape {
            Shape::Leap | Shape::Elephant | Shape::Far { .. } => (1, None, false),
            Shape::Ride(range) => (range, None, false),
            Shape::Cannon(range) => (range, Some(Hop::Cannon), false),
            Shape::Grasshopper(range) => (range, Some(Hop::Grasshopper), false),
            Shape::Lame(range) => (range, None, true),
        };
        let modifiers = Modifiers { hop, lame, ..self.last(exact(atom, steps)) };
        let atom = match (modifiers.directions == Directions::All && range == 0, atom) {
            (true, WAZIR) => Atom::Rook,
            (true, FERZ) => Atom::Bishop,
            _ => atom,
        };
        self.term(vec![self.leg(atom, range, modifiers)])
    }

    /// Three steps each: straight, and twice to one side of that.
    fn elephants(&self, leaps: &[Step], terms: &mut Vec<Term>) {
        let mut turns: Vec<(Step, Vec<Bearing>)> = Vec::new();
        for &[right, ahead] in leaps {
            let first =
                if right.abs() > ahead.abs() { [right.signum(), 0] } else { [0, ahead.signum()] };
            let clockwise = first[1] * right - first[0] * ahead > 0;
            let side = if clockwise { Bearing::Right } else { Bearing::Left };
            match turns.iter_mut().find(|(step, _)| *step == first) {
                Some((_, sides)) => sides.push(side),
                None => turns.push((first, vec![side])),
            }
        }
        let kinds: [&[Bearing]; 3] = [&[Bearing::Left], &[Bearing::Right], &[]];
        for kind in kinds {
            let fits =
                |sides: &[Bearing]| if kind.is_empty() { sides.len() == 2 } else { sides == kind };
            let steps: Vec<Step> =
                turns.iter().filter(|(_, sides)| fits(sides)).map(|&(step, _)| step).collect();
            if steps.is_empty() {
                continue;
            }
            let side = kind.first().copied().unwrap_or(Bearing::Sideways);
            let legs = [
                Modifiers { quiet: true, ..self.first(exact(WAZIR, steps)) },
                Modifiers { quiet: true, ..self.later(vec![Bearing::Forward, side]) },
                self.last(Directions::Letters(vec![Bearing::Forward])).not_initial(),
            ];
            terms.push(self.term(legs.map(|modifiers| self.leg(WAZIR, 1, modifiers)).into()));
        }
    }

    /// So many single steps, each over an empty cell but for the one to hop over.
    fn far(&self, atom: Atom, steps: Vec<Step>, count: u16, over: u16) -> Term {
        let legs = (1..=count).map(|place| {
            let straight = || Directions::Letters(vec![Bearing::Forward]);
            let modifiers = match place {
                1 => self.first(exact(atom, steps.clone())),
                _ if place == count => self.last(straight()).not_initial(),
                _ => self.later(vec![Bearing::Forward]),
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
        let initial = self.purpose == Purpose::Initial;
        Modifiers { initial, directions, span: self.spans.0, ..Modifiers::default() }
    }

    fn later(&self, letters: Vec<Bearing>) -> Modifiers {
        self.first(Directions::Letters(letters)).not_initial()
    }

    fn last(&self, directions: Directions) -> Modifiers {
        let (quiet, capture) = match self.purpose {
            Purpose::Usual => (false, false),
            Purpose::Quiet | Purpose::Initial => (true, false),
            Purpose::Capture => (false, true),
        };
        Modifiers { quiet, capture, ..self.first(directions) }
    }

    fn leg(&self, atom: Atom, range: u16, modifiers: Modifiers) -> Leg {
        Leg { modifiers, atom, range, may_stop: false, span: self.spans.1 }
    }

    fn term(&self, legs: Vec<Leg>) -> Term {
        Term { form: Form::Chain, legs, span: self.spans.1 }
    }
}

impl Modifiers {
    fn not_initial(self) -> Modifiers {
        Modifiers { initial: false, ..self }
    }
}

/// These steps of the atom, which may be all that it has.
fn exact(atom: Atom, steps: Vec<Step>) -> Directions {
    let all = match atom {
        Atom::Leap(leap)
            if leap.coordinates[1] == 0 || leap.coordinates[1] == leap.coordinates[2] =>
        {
            4
        }
        _ => 8,
    };
    if steps.len() == all {
        return Directions::All;
    }
    Directions::Exact(steps.into_iter().map(|[right, ahead]| [right, ahead, 0]).collect())
}

/// Makes a king or queen of the two halves that the engine took it apart into.
fn join_kings(terms: &mut Vec<Term>) {
    let mut place = 1;
    while place < terms.len() {
        if let Some(atom) = joined(&terms[place - 1], &terms[place]) {
            terms.remove(place);
            terms[place - 1].legs[0].atom = atom;
        }
        place += 1;
    }
}

fn joined(before: &Term, after: &Term) -> Option<Atom> {
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
