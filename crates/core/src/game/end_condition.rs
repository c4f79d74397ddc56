//! Conditions that end the game, as data.

use super::{BySide, Condition, Outcome};

/// A condition that ends the game for the sides of which it is true.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndCondition {
    /// The name in the definition.
    pub name: String,
    /// For each side, whether it is tested for it.
    pub sides: BySide<bool>,
    /// The condition.
    pub condition: Condition,
    /// What it means for a side of which it is true.
    pub outcome: Outcome,
    /// When it is tested.
    pub when: EndTiming,
    /// The result if it is true of several sides at once.
    pub tie: Option<Outcome>,
}

/// When an end condition is tested.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum EndTiming {
    /// At the end of each turn.
    #[default]
    Immediately,
    /// When the side is to move, if it was true after the last turn of the side too.
    NextOwnTurn,
    /// After the last side in order of play has moved, so that all had the same number of turns.
    EndOfRound,
}
