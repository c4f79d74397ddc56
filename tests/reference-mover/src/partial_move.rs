//! Moves followed leg by leg.

use std::collections::BTreeSet;

use fairybook_core::geometry::{Cell, Lattice, Vector};
use fairybook_core::notation::{Atom, Hop, Leg, Term, TermSyntax};
use fairybook_core::source::{Code, Diagnostic, limits};

use super::context::{MoveContext, Occupant};
use super::continuations::{first_steps, later_steps};
use super::steps::half;

/// A piece on its way, at the end of a leg.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PartialMove {
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

impl PartialMove {
    fn from(cell: Cell) -> PartialMove {
        PartialMove {
            at: cell,
            takes: Vec::new(),
            moved: Vec::new(),
            unload: None,
            heading: None,
            toggled: false,
            slid: 1,
        }
    }

    /// Returns the piece on a cell at this point of the move: the start cell is empty, and so is
    /// each cell on which the move has captured a piece.
    fn occupant_of(&self, cell: Cell, context: &MoveContext) -> Option<Occupant> {
        let lifted =
            self.takes.contains(&cell) || self.moved.iter().any(|&(stood, _)| stood == cell);
        if lifted { None } else { context.piece_at(cell) }
    }

    fn taking(&self, cell: Cell) -> PartialMove {
        let mut partial_move = self.clone();
        partial_move.takes.push(cell);
        partial_move
    }

    /// Puts the latest piece taken back, if a place for it is waiting. It stands there once the
    /// move is over.
    fn unloading(mut self) -> PartialMove {
        if let Some(place) = self.unload
            && let Some(stood) = self.takes.pop()
        {
            self.moved.push((stood, place));
            self.unload = None;
        }
        self
    }

    /// Without what the legs to come do not ask for.
    fn without_history(mut self, later: &[Leg]) -> PartialMove {
        if !later.iter().any(|leg| leg.modifiers.same_length) {
            self.slid = 1;
        }
        if !later.iter().any(|leg| leg.modifiers.unload) {
            self.takes.sort_unstable();
        }
        self
    }

    fn toggling(&self) -> PartialMove {
        PartialMove { toggled: !self.toggled, ..self.clone() }
    }
}

/// Whether the move is taken to end with a leg.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LegRole {
    Last,
    GoesOn,
}

/// Every way in which the moves of a term can end.
pub(super) fn partial_moves(
    term: &Term,
    context: &MoveContext,
    lattice: Lattice,
) -> Result<BTreeSet<PartialMove>, Diagnostic> {
    let mut ended = BTreeSet::new();
    let mut on_the_way = BTreeSet::from([PartialMove::from(context.from)]);
    for (place, leg) in term.legs.iter().enumerate() {
        let is_last = place + 1 == term.legs.len();
        let mut further = BTreeSet::new();
        for partial_move in &on_the_way {
            let walk = LegWalk { form: term.form, leg, partial_move, context, lattice };
            if is_last || leg.may_end_here {
                ended.extend(walk.all(LegRole::Last));
            }
            if !is_last {
                let later = &term.legs[place + 1..];
                let partial_moves = walk.all(LegRole::GoesOn).into_iter();
                further
                    .extend(partial_moves.map(|partial_move| partial_move.without_history(later)));
            }
            if further.len() + ended.len() > limits::PARTIAL_MOVES {
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

/// One leg of a partial_move that has come so far.
#[derive(Clone, Copy)]
struct LegWalk<'a> {
    form: TermSyntax,
    leg: &'a Leg,
    partial_move: &'a PartialMove,
    context: &'a MoveContext<'a>,
    lattice: Lattice,
}

impl LegWalk<'_> {
    /// Where the leg can end, in every direction.
    fn all(&self, role: LegRole) -> Vec<PartialMove> {
        if self.leg.atom == Atom::Universal {
            return self.anywhere(role);
        }
        let steps = match self.partial_move.heading {
            None => first_steps(self.leg, self.lattice),
            Some(heading) => later_steps(self.form, self.leg, heading, self.lattice),
        };
        steps.into_iter().flat_map(|step| self.along(step, role)).collect()
    }

    fn anywhere(&self, role: LegRole) -> Vec<PartialMove> {
        let others = self.context.layout.cells().filter(|&cell| cell != self.partial_move.at);
        others.flat_map(|cell| self.arrivals(cell, role)).collect()
    }

    /// Where the leg can end in one direction.
    fn along(&self, step: Vector, role: LegRole) -> Vec<PartialMove> {
        let range = self.range();
        let landings = self.landings(step, role).into_iter();
        let arrivals =
            landings.filter(|&(_, count)| self.long_enough(count)).flat_map(|(cell, count)| {
                self.arrivals(cell, role).map(move |partial_move| PartialMove {
                    heading: Some(step),
                    slid: if range == 1 { partial_move.slid } else { count },
                    ..partial_move
                })
            });
        arrivals.collect()
    }

    /// The cells of a line on which the leg may come down, each with the count of its steps.
    fn landings(&self, step: Vector, role: LegRole) -> Vec<(Cell, u16)> {
        let occupied = |&(cell, _): &(Cell, u16)| self.occupant_of(cell).is_some();
        let line = self.line(step);
        // A ski slider flies over the first cell, whatever is there.
        let mut cells = &line[usize::from(self.skips_first_cell(step)).min(line.len())..];
        if let (LegRole::Last, Some(hop)) = (role, self.leg.modifiers.hop) {
            let Some(hurdle) = cells.iter().position(occupied) else { return Vec::new() };
            cells = &cells[hurdle + 1..];
            if hop == Hop::Grasshopper {
                cells = &cells[..cells.len().min(1)];
            }
        }
        let barred = cells.iter().position(occupied).map_or(cells.len(), |place| place + 1);
        cells[..barred].to_vec()
    }

    /// The cells that one step after another leads to, whatever occupies them, as far as the leg's
    /// range, the board's edge, or, around a joined board, the cell where the leg began: a lap is
    /// no move.
    fn line(&self, step: Vector) -> Vec<(Cell, u16)> {
        let mut line = Vec::new();
        let mut here = self.partial_move.at;
        for count in 1..=self.range() {
            match self.next(here, step) {
                Some(next) if next != self.partial_move.at => here = next,
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
        let half = half(step, self.lattice);
        if half != Vector::default() && (modifiers.lame || modifiers.jump > 0) {
            let between = self.context.step(here, half, modifiers.cylinder)?;
            let occupied = self.occupant_of(between).is_some();
            if occupied && modifiers.lame || !occupied && modifiers.jump > 0 {
                return None;
            }
        }
        self.context.step(here, step, modifiers.cylinder)
    }

    fn occupant_of(&self, cell: Cell) -> Option<Occupant> {
        self.partial_move.occupant_of(cell, self.context)
    }

    fn skips_first_cell(&self, step: Vector) -> bool {
        self.leg.modifiers.jump > 0 && half(step, self.lattice) == Vector::default()
    }

    /// How many steps it may have; with `i`, as many as the latest slide, whatever its range.
    fn range(&self) -> u16 {
        if self.leg.modifiers.same_length {
            return self.partial_move.slid;
        }
        match (self.leg.range, self.partial_move.toggled) {
            (0, false) | (1, true) => u16::MAX,
            (range, false) => range,
            (_, true) => 1,
        }
    }

    fn long_enough(&self, count: u16) -> bool {
        !self.leg.modifiers.same_length || count == self.partial_move.slid
    }

    /// What may happen on a cell that the leg comes to: nothing, or something for each of the
    /// letters that allow it.
    fn arrivals(&self, cell: Cell, role: LegRole) -> impl Iterator<Item = PartialMove> + use<> {
        let mut partial_moves = Vec::new();
        let modifiers = &self.leg.modifiers;
        let partial_move = self.partial_move;
        match (self.occupant_of(cell), role) {
            (None, _) => {
                if self.is_quiet(role) {
                    partial_moves.push(partial_move.clone());
                }
                if modifiers.toggle {
                    partial_moves.push(partial_move.toggling());
                }
                if modifiers.en_passant {
                    partial_moves
                        .extend(self.victims(cell).map(|victim| partial_move.taking(victim)));
                }
            }
            // A piece in the way of a leg that goes on is hopped over and not taken.
            (Some(_), LegRole::GoesOn) if modifiers.hop.is_some() => {
                let toggles =
                    modifiers.hop == Some(Hop::Grasshopper) && self.form == TermSyntax::Chain;
                partial_moves.push(if toggles {
                    partial_move.toggling()
                } else {
                    partial_move.clone()
                });
            }
            (Some(Occupant::Enemy), _) => {
                if self.captures(role) {
                    partial_moves.push(partial_move.taking(cell));
                }
            }
            (Some(Occupant::Friend), _) => {
                if modifiers.friendly_capture {
                    partial_moves.push(partial_move.taking(cell));
                }
            }
        }
        let unload = if modifiers.unload { Some(partial_move.at) } else { partial_move.unload };
        let arriving = move |partial_move| PartialMove { at: cell, unload, ..partial_move };
        partial_moves.into_iter().map(arriving).map(PartialMove::unloading)
    }

    /// `m`; without any letter of purpose every leg may end on an empty cell, except that one
    /// that goes on and hops must hop.
    fn is_quiet(&self, role: LegRole) -> bool {
        let modifiers = &self.leg.modifiers;
        let hops_on = role == LegRole::GoesOn && modifiers.hop.is_some();
        modifiers.quiet || modifiers.purpose_is_usual() && !modifiers.toggle && !hops_on
    }

    /// `c`; without any letter of purpose, the last leg may.
    fn captures(&self, role: LegRole) -> bool {
        let modifiers = &self.leg.modifiers;
        modifiers.capture || modifiers.purpose_is_usual() && role == LegRole::Last
    }

    /// Enemies that have just passed the cell.
    fn victims(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        let stands = |victim| self.occupant_of(victim) == Some(Occupant::Enemy);
        let passed = self.context.passed.iter().filter(move |&&(passed, _)| passed == cell);
        passed.map(|&(_, victim)| victim).filter(move |&victim| stands(victim))
    }
}
