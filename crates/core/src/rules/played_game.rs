//! A game in progress.

use super::apply::{Undo, UndoablePosition};
use super::{GameEnd, Move, PastPosition, Position, Rules};

/// A game in progress: moves are made and taken back, and earlier positions are kept.
#[derive(Debug)]
pub struct PlayedGame<'r> {
    rules: &'r Rules,
    position: UndoablePosition,
    made: Vec<Undo>,
    earlier_positions: Vec<PastPosition>,
}

impl<'r> PlayedGame<'r> {
    /// Returns a game that begins with a position.
    pub fn from(rules: &'r Rules, position: Position) -> Self {
        let position = UndoablePosition::new(position);
        PlayedGame { rules, position, made: Vec::new(), earlier_positions: Vec::new() }
    }

    /// Returns the current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the legal moves, sorted. None are left when the game is over.
    pub fn moves(&self) -> Vec<Move> {
        self.rules.moves(&self.position)
    }

    /// Makes a move, which must be one of [`moves`](Self::moves).
    pub fn play(&mut self, found: &Move) {
        self.earlier_positions.push(PastPosition::of(self.rules, &self.position));
        self.made.push(self.rules.play(&mut self.position, found));
    }

    /// Takes the last move back. Returns whether there was one.
    pub fn take_back(&mut self) -> bool {
        let Some(undo) = self.made.pop() else { return false };
        self.earlier_positions.pop();
        self.rules.undo(&mut self.position, undo);
        true
    }

    /// Returns the end of the game if it is over.
    pub fn game_end(&self) -> Option<GameEnd> {
        self.rules.game_end(&self.position, &self.earlier_positions)
    }
}
