//! The rules by which one piece type of one side moves.

use crate::geometry::{Cell, CellSet};
use crate::notation::{Betza, Leg, Term};

use super::PieceSet;

/// A rule by which one piece type of one side moves.
#[derive(Debug, Clone, PartialEq)]
pub struct MoveRule {
    /// Where the piece goes.
    pub form: MoveForm,
    /// What the piece does after the move.
    pub effect: ArrivalEffect,
    /// The cells on which the move may start; `None` is no limit.
    pub from: Option<CellSet>,
    /// The cells on which it may end.
    pub to: Option<CellSet>,
    /// The cells on which it may start and end and through which it may slide or step.
    pub within: Option<CellSet>,
    /// The only pieces that it may capture, among those that its side may capture.
    pub may_capture: Option<PieceSet>,
    /// The only pieces over which it may hop.
    pub hurdles: Option<PieceSet>,
    /// The pieces over which its slides go on, one at a time.
    pub jumps_over: Option<PieceSet>,
    /// Whether the piece goes on after a capture, with another capture by a rule that says so too.
    pub again: Option<CaptureSeries>,
    /// Steps between the two cells of a pair are forbidden in both directions.
    pub barred_steps: Vec<(Cell, Cell)>,
    /// By cell, its side of a border: no step or leap leads from one side to another.
    pub border_sides: Option<Vec<u16>>,
    /// All of them must hold.
    pub conditions: Vec<Prerequisite>,
}

impl MoveRule {
    /// Returns the rule that is given by a notation alone.
    pub fn from_betza(betza: Betza) -> MoveRule {
        MoveRule {
            form: MoveForm::Betza(betza),
            effect: ArrivalEffect::None,
            from: None,
            to: None,
            within: None,
            may_capture: None,
            hurdles: None,
            jumps_over: None,
            again: None,
            barred_steps: Vec::new(),
            border_sides: None,
            conditions: Vec::new(),
        }
    }
}

/// How a piece goes on after a capture: all captures of a series are one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CaptureSeries {
    /// It may go on.
    May,
    /// It must go on if it can.
    Must,
}

/// Where a rule leads.
#[derive(Debug, Clone, PartialEq)]
pub enum MoveForm {
    /// As the notation says.
    Betza(Betza),
    /// Along a path of steps.
    Path(StepPath),
    /// From the first cell of a pair to the second, with or without capture.
    Links(Vec<(Cell, Cell)>),
    /// Nowhere. Only a rule with [`ArrivalEffect::Shoot`] can stay.
    Stay,
}

impl MoveForm {
    /// Returns the terms of a notation; none for other forms.
    pub fn terms(&self) -> &[Term] {
        match self {
            MoveForm::Betza(betza) => &betza.terms,
            MoveForm::Path(_) | MoveForm::Links(_) | MoveForm::Stay => &[],
        }
    }

    /// Returns the legs of all terms of a notation; none for other forms.
    pub fn legs(&self) -> impl Iterator<Item = &Leg> {
        self.terms().iter().flat_map(|term| &term.legs)
    }
}

/// Steps in sequence. At least one route must have all cells before the last empty.
#[derive(Debug, Clone, PartialEq)]
pub struct StepPath {
    /// The steps, in order.
    pub steps: Vec<PathStep>,
    /// Whether the steps may be made in any order.
    pub any_order: bool,
    /// The angle in degrees between steps of different kinds. Steps of one kind do not turn.
    pub turn: Option<f64>,
    /// The last cell must lie on such a line from the first.
    pub in_line: Option<LineKind>,
}

/// One step of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PathStep {
    /// The kind of step.
    pub step: StepKind,
    /// Whether it is made once or more often.
    pub slides: bool,
    /// Whether it may be left out.
    pub optional: bool,
    /// Steps of one kind and one mark have the same direction; those of another mark (`T'`) differ.
    pub mark: u8,
}

/// A kind of step in a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum StepKind {
    /// `W`
    Wazir,
    /// `F`
    Ferz,
    /// `T`
    Triagonal,
    /// `D`
    Dabbaba,
    /// `A`
    Alfil,
}

/// A kind of straight line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineKind {
    /// Along one axis.
    Orthogonal,
    /// Along two axes equally.
    Diagonal,
    /// Along three axes equally.
    Triagonal,
    /// Any of these.
    Any,
}

/// What a piece does after its move.
#[derive(Debug, Clone, PartialEq)]
pub enum ArrivalEffect {
    /// Nothing.
    None,
    /// It must shoot: capture a piece without moving to its cell.
    Shoot(ShotTarget),
    /// It swaps with a friendly piece of this set that stands where the move ends.
    Swap(PieceSet),
}

/// Which pieces can be shot.
#[derive(Debug, Clone, PartialEq)]
pub enum ShotTarget {
    /// Those that this notation attacks from the cell where the shooter now stands.
    Betza(Betza),
    /// The one at the same distance beyond, in the same direction. All cells between must be empty.
    SameDistanceAgain,
}

/// A condition of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Prerequisite {
    /// The royal of the side is not attacked.
    NotInCheck,
    /// The piece has not moved.
    Unmoved,
    /// The piece has moved.
    Moved,
    /// The piece has the state, an index of [`Game::states`](super::Game::states).
    HasState(u8),
    /// The piece does not have the state.
    LacksState(u8),
}
