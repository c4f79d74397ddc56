//! What forbids a move, what its effects change, and which condition ended the game: for explanations.

use crate::game::SideId;

use super::apply::UndoablePosition;
use super::{Move, Position, Rules};

/// What forbids moves that pieces could make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MoveObstacle {
    /// The restriction of the game with that number.
    Restriction(usize),
    /// The effect of the game with that number cannot move a piece as it must.
    Effect(usize),
    /// The side would lose a royal of its own that counts.
    OwnRoyalLost,
    /// The position after the move, perhaps before its effects: a royal is attacked in it.
    Attacked(Box<Position>),
}

impl Rules {
    /// Returns what forbids all moves of the side to move that are meant.
    ///
    /// `None` if one of them is legal, if no piece could make one, or if another rule forbids it.
    pub fn obstacle(
        &self,
        position: &Position,
        is_meant: impl Fn(&Move) -> bool,
    ) -> Option<MoveObstacle> {
        let mut position = UndoablePosition::new(position.clone());
        let mut moves = Vec::new();
        self.unrestricted_moves(&mut position, &mut moves);
        if !moves.iter().any(&is_meant) {
            return self.loss_or_attack(&mut position, is_meant);
        }
        for index in 0..self.game.restrictions.len() {
            self.apply_restriction(index, &mut position, &mut moves);
            if !moves.iter().any(&is_meant) {
                return Some(MoveObstacle::Restriction(index));
            }
        }
        None
    }

    fn loss_or_attack(
        &self,
        position: &mut UndoablePosition,
        is_meant: impl Fn(&Move) -> bool,
    ) -> Option<MoveObstacle> {
        let side = position.turn.to_move;
        let royals = self.royals(position, side).count();
        let mut moves = Vec::new();
        self.pseudo_moves(position, &mut moves);
        let obstacles = moves.iter().filter(|found| is_meant(found)).filter_map(|found| {
            if self.exposes_before_effects(position, found) {
                let (before_effects, _) = self.effects_of(position, found);
                return Some(MoveObstacle::Attacked(Box::new(before_effects)));
            }
            let undo = self.move_pieces(position, found);
            let obstacle = if let Some(effect) = position.barred_by {
                Some(MoveObstacle::Effect(effect))
            } else if self.lost_royal(position, side, royals) {
                Some(MoveObstacle::OwnRoyalLost)
            } else if self.in_check(position, side) {
                Some(MoveObstacle::Attacked(Box::new(Position::clone(position))))
            } else {
                None
            };
            self.undo(position, undo);
            obstacle
        });
        obstacles.last()
    }

    /// Returns the position after a move of pieces, before its effects and after them, both before
    /// the turn of the next side.
    pub fn effects_of(&self, position: &Position, found: &Move) -> (Position, Position) {
        let mut before = UndoablePosition::new(position.clone());
        self.move_before_effects(&mut before, found);
        let mut after = UndoablePosition::new(position.clone());
        self.move_pieces(&mut after, found);
        (Position::clone(&before), Position::clone(&after))
    }

    /// Returns the number of the end condition that ended the game, and the sides of which it is true.
    pub fn reached_end(&self, position: &Position) -> Option<(usize, Vec<SideId>)> {
        (0..self.game.end_conditions.len()).find_map(|index| {
            let sides = self.mover_first(position);
            let sides: Vec<SideId> =
                sides.filter(|&side| self.is_reached(position, index, side)).collect();
            (!sides.is_empty()).then_some((index, sides))
        })
    }
}
