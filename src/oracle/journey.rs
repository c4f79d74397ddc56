use std::collections::BTreeSet;

use crate::geometry::{Cell, Vector};
use crate::notation::{Atom, Form, Hop, Leg, Term};
use crate::source::{Code, Diagnostic, limits};

use super::onward::{first_steps, later_steps};
use super::situation::{Occupant, Situation};
use super::terrain::Terrain;

/// A piece on its way, at the end of a leg.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Journey {
    /// Where it is.
    pub(super) at: Cell,
    /// What it has taken, in order.
    pub(super) takes: Vec<Cell>,
    /// What it has taken and put back: where it stood, and where it reappears.
    pub(super) moved: Vec<(Cell, Cell)>,
    /// Where the next piece taken reappears, after a leg with `u` that had taken nothing.
    unload: Option<Cell>,
    /// The step by which it came.
    heading: Option<Vector>,
    /// Whether it now slides where the notation says leap, and leaps where it says slide.
    toggled: bool,
    /// How many steps its latest slide had.
    slid: u16,
}

impl Journey {
    fn from(cell: Cell) -> Journey {
        Journey {
            at: cell,
            takes: Vec::new(),
            moved: Vec::new(),
            unload: None,
            heading: None,
            toggled: false,
            slid: 1,
        }
    }

    /// Who stands there, as things are by now: nobody where the piece came from, nobody where it
    /// has taken somebody.
    fn finds(&self, cell: Cell, situation: &Situation) -> Option<Occupant> {
        let lifted =
            self.takes.contains(&cell) || self.moved.iter().any(|&(stood, _)| stood == cell);
        if lifted { None } else { situation.standing(cell) }
    }

    fn taking(&self, cell: Cell) -> Journey {
        let mut journey = self.clone();
        journey.takes.push(cell);
        journey
    }

    /// Puts the latest piece taken back, if a place for it is waiting. It stands there once the
    /// move is over.
    fn unloading(mut self) -> Journey {
        if let Some(place) = self.unload
            && let Some(stood) = self.takes.pop()
        {
            self.moved.push((stood, place));
            self.unload = None;
        }
        self
    }

    /// Without what the legs to come do not ask for.
    fn forgetting(mut self, later: &[Leg]) -> Journey {
        if !later.iter().any(|leg| leg.modifiers.same_length) {
            self.slid = 1;
        }
        if !later.iter().any(|leg| leg.modifiers.unload) {
            self.takes.sort_unstable();
        }
        self
    }

    fn toggling(&self) -> Journey {
        Journey { toggled: !self.toggled, ..self.clone() }
    }
}

/// Whether a leg is looked at as one that ends the move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Last,
    GoesOn,
}

/// Every way in which the moves of a term can end.
pub(super) fn journeys(
    term: &Term,
    situation: &Situation,
    terrain: Terrain,
) -> Result<BTreeSet<Journey>, Diagnostic> {
    let mut ended = BTreeSet::new();
    let mut on_the_way = BTreeSet::from([Journey::from(situation.from)]);
    for (place, leg) in term.legs.iter().enumerate() {
        let is_last = place + 1 == term.legs.len();
        let mut further = BTreeSet::new();
        for journey in &on_the_way {
            let walk = Walk { form: term.form, leg, journey, situation, terrain };
            if is_last || leg.may_stop {
                ended.extend(walk.all(Role::Last));
            }
            if !is_last {
                let later = &term.legs[place + 1..];
                let journeys = walk.all(Role::GoesOn).into_iter();
                further.extend(journeys.map(|journey| journey.forgetting(later)));
            }
            if further.len() + ended.len() > limits::JOURNEYS {
                return Err(too_many(term));
            }
        }
        on_the_way = further;
    }
    Ok(ended)
}

fn too_many(term: &Term) -> Diagnostic {
    Diagnostic::error(Code::BetzaLength, "this move can go more ways than can be followed")
        .at_span(term.span)
        .help("write fewer legs, or shorter ones")
}

/// One leg of a journey that has come so far.
#[derive(Clone, Copy)]
struct Walk<'a> {
    form: Form,
    leg: &'a Leg,
    journey: &'a Journey,
    situation: &'a Situation<'a>,
    terrain: Terrain,
}

impl Walk<'_> {
    /// Where the leg can end, in every direction.
    fn all(&self, role: Role) -> Vec<Journey> {
        if self.leg.atom == Atom::Universal {
            return self.anywhere(role);
        }
        let steps = match self.journey.heading {
            None => first_steps(self.leg, self.terrain),
            Some(heading) => later_steps(self.form, self.leg, heading, self.terrain),
        };
        steps.into_iter().flat_map(|step| self.along(step, role)).collect()
    }

    fn anywhere(&self, role: Role) -> Vec<Journey> {
        let others = self.situation.layout.cells().filter(|&cell| cell != self.journey.at);
        others.flat_map(|cell| self.arrivals(cell, role)).collect()
    }

    /// Where the leg can end in one direction.
    fn along(&self, step: Vector, role: Role) -> Vec<Journey> {
        let range = self.range();
        let landings = self.landings(step, role).into_iter();
        let arrivals =
            landings.filter(|&(_, count)| self.long_enough(count)).flat_map(|(cell, count)| {
                self.arrivals(cell, role).map(move |journey| Journey {
                    heading: Some(step),
                    slid: if range == 1 { journey.slid } else { count },
                    ..journey
                })
            });
        arrivals.collect()
    }

    /// The cells of a line on which the leg may come down, each with the count of its steps.
    fn landings(&self, step: Vector, role: Role) -> Vec<(Cell, u16)> {
        let occupied = |&(cell, _): &(Cell, u16)| self.finds(cell).is_some();
        let line = self.line(step);
        // A ski slider flies over the first cell, whatever is there.
        let mut cells = &line[usize::from(self.skis(step)).min(line.len())..];
        if let (Role::Last, Some(hop)) = (role, self.leg.modifiers.hop) {
            let Some(hurdle) = cells.iter().position(occupied) else { return Vec::new() };
            cells = &cells[hurdle + 1..];
            if hop == Hop::Grasshopper {
                cells = &cells[..cells.len().min(1)];
            }
        }
        let barred = cells.iter().position(occupied).map_or(cells.len(), |place| place + 1);
        cells[..barred].to_vec()
    }

    /// The cells that one step after another leads to, whoever stands there, as far as the leg's
    /// range, the board's edge, or, around a joined board, the cell where the leg began: a lap is
    /// no move.
    fn line(&self, step: Vector) -> Vec<(Cell, u16)> {
        let mut line = Vec::new();
        let mut here = self.journey.at;
        for count in 1..=self.range() {
            match self.next(here, step) {
                Some(next) if next != self.journey.at => here = next,
                Some(_) | None => break,
            }
            line.push((here, count));
        }
        line
    }

    /// One step on, if nothing that must not be there stands between, and what must stand there
    /// does.
    fn next(&self, here: Cell, step: Vector) -> Option<Cell> {
        let modifiers = &self.leg.modifiers;
        let half = self.terrain.half(step);
        if half != Vector::default() && (modifiers.lame || modifiers.jump > 0) {
            let between = self.situation.step(here, half, modifiers.cylinder)?;
            let occupied = self.finds(between).is_some();
            if occupied && modifiers.lame || !occupied && modifiers.jump > 0 {
                return None;
            }
        }
        self.situation.step(here, step, modifiers.cylinder)
    }

    fn finds(&self, cell: Cell) -> Option<Occupant> {
        self.journey.finds(cell, self.situation)
    }

    fn skis(&self, step: Vector) -> bool {
        self.leg.modifiers.jump > 0 && self.terrain.half(step) == Vector::default()
    }

    /// How many steps it may have; with `i`, as many as the latest slide, whatever its range.
    fn range(&self) -> u16 {
        if self.leg.modifiers.same_length {
            return self.journey.slid;
        }
        match (self.leg.range, self.journey.toggled) {
            (0, false) | (1, true) => u16::MAX,
            (range, false) => range,
            (_, true) => 1,
        }
    }

    fn long_enough(&self, count: u16) -> bool {
        !self.leg.modifiers.same_length || count == self.journey.slid
    }

    /// What may happen on a cell that the leg comes to: nothing, or something for each of the
    /// letters that allow it.
    fn arrivals(&self, cell: Cell, role: Role) -> impl Iterator<Item = Journey> + use<> {
        let mut journeys = Vec::new();
        let modifiers = &self.leg.modifiers;
        let journey = self.journey;
        match (self.finds(cell), role) {
            (None, _) => {
                if self.is_quiet(role) {
                    journeys.push(journey.clone());
                }
                if modifiers.toggle {
                    journeys.push(journey.toggling());
                }
                if modifiers.en_passant {
                    journeys.extend(self.victims(cell).map(|victim| journey.taking(victim)));
                }
            }
            // A piece in the way of a leg that goes on is hopped over and not taken.
            (Some(_), Role::GoesOn) if modifiers.hop.is_some() => {
                let toggles = modifiers.hop == Some(Hop::Grasshopper) && self.form == Form::Chain;
                journeys.push(if toggles { journey.toggling() } else { journey.clone() });
            }
            (Some(Occupant::Enemy), _) => {
                if self.captures(role) {
                    journeys.push(journey.taking(cell));
                }
            }
            (Some(Occupant::Friend), _) => {
                if modifiers.destroy {
                    journeys.push(journey.taking(cell));
                }
            }
        }
        let unload = if modifiers.unload { Some(journey.at) } else { journey.unload };
        let arriving = move |journey| Journey { at: cell, unload, ..journey };
        journeys.into_iter().map(arriving).map(Journey::unloading)
    }

    /// `m`; without any letter of purpose every leg may end on an empty cell, except that one
    /// that goes on and hops must hop.
    fn is_quiet(&self, role: Role) -> bool {
        let modifiers = &self.leg.modifiers;
        let hops_on = role == Role::GoesOn && modifiers.hop.is_some();
        modifiers.quiet || modifiers.purpose_is_usual() && !modifiers.toggle && !hops_on
    }

    /// `c`; without any letter of purpose, the last leg may.
    fn captures(&self, role: Role) -> bool {
        let modifiers = &self.leg.modifiers;
        modifiers.capture || modifiers.purpose_is_usual() && role == Role::Last
    }

    /// Enemies that have just passed the cell.
    fn victims(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        let stands = |victim| self.finds(victim) == Some(Occupant::Enemy);
        let passed = self.situation.passed.iter().filter(move |&&(passed, _)| passed == cell);
        passed.map(|&(_, victim)| victim).filter(move |&victim| stands(victim))
    }
}
