//! How a game ends: check, results and elimination of sides.

use super::{SaidCells, SaidSet};

/// Which attacks on its royal a side may not allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckSource {
    /// Those of any enemy.
    AnyEnemy,
    /// Those of the side that moves next, unless every move allows one.
    NextSide,
    /// None: a royal can be captured.
    None,
}

/// The result for one side, usually the one to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It loses.
    Loses,
    /// It wins.
    Wins,
    /// The game is drawn.
    Draw,
    /// It passes.
    Passes,
    /// It is eliminated, and the other sides continue.
    Eliminated,
    /// The side with more points wins.
    Points,
    /// The side with fewer points wins.
    FewerPoints,
}

/// How the game ends; `None` where the definition has no rule.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EndRules {
    /// No legal move while a royal is attacked.
    pub checkmate: Option<Outcome>,
    /// No legal move while no royal is attacked.
    pub stalemate: Option<Outcome>,
    /// The side to move attacks the royal of this side and could capture it.
    pub royal_capturable: Option<Outcome>,
    /// A side has none of these pieces left.
    pub extinction: Vec<(SaidSet, Outcome)>,
    /// A piece of the side stands on a goal cell.
    pub goal: Vec<GoalRule>,
    /// The position is repeated.
    pub repetition: Option<Repetition>,
    /// No capture and no move of certain pieces for a long time.
    pub no_progress: Option<NoProgress>,
    /// A piece of the side must promote and has no piece type to promote to.
    pub no_promotion_choice: Option<Outcome>,
    /// All other sides are eliminated.
    pub last_survivor: Option<Outcome>,
    /// Royals of two sides face each other along an open line, and the last side to move passed. A
    /// side may pass then even in check; each other move must end the facing.
    pub facing_royals: Option<Outcome>,
    /// All sides have passed in sequence.
    pub all_passed: Option<Outcome>,
}

/// A goal: certain pieces on certain cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoalRule {
    /// The pieces that count.
    pub pieces: SaidSet,
    /// For each side, the cells.
    pub at: SaidCells,
    /// The result for the side of the piece.
    pub outcome: Outcome,
}

/// The same position with the same side to move, several times.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repetition {
    /// How many occurrences end the game, at least 2.
    pub times: u16,
    /// The result.
    pub outcome: Outcome,
    /// The result for a side that gave check with every move in between.
    pub perpetual_check: Option<Outcome>,
}

/// No capture, and no move of certain pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoProgress {
    /// The number of moves of each side.
    pub moves: u16,
    /// The pieces whose moves are progress; `None`: none.
    pub pieces: Option<SaidSet>,
    /// The result.
    pub outcome: Outcome,
}

/// What happens when a side is eliminated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Elimination {
    /// Its pieces are removed, and the captor moves next.
    #[default]
    RemovedThenCaptor,
    /// Its pieces are removed, and the next side in order moves.
    RemovedInOrder,
    /// Its pieces stay on the board.
    Stays(NextTurn),
    /// Its pieces become those of the captor.
    JoinsCaptor(NextTurn),
}

/// Which side moves after an elimination.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum NextTurn {
    /// The captor.
    #[default]
    Captor,
    /// The next side in order.
    InOrder,
}
