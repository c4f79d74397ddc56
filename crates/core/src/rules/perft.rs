//! Counts sequences of legal moves.

use super::apply::UndoablePosition;
use super::{Move, Position, Rules};

impl Rules {
    /// Returns the number of sequences of `depth` legal moves.
    ///
    /// The last move of each sequence is only counted, not made. Where a turn has several parts, a
    /// move is a whole turn.
    pub fn perft(&self, position: &Position, depth: u32) -> u64 {
        if self.has_turn_parts {
            return self.count_turns(&mut UndoablePosition::new(position.clone()), depth);
        }
        let mut lists = vec![Vec::new(); depth as usize];
        self.count(&mut UndoablePosition::new(position.clone()), &mut lists)
    }

    /// Returns the same number for each first move, or first part of a turn, in the order of the
    /// moves.
    pub fn divide(&self, position: &Position, depth: u32) -> Vec<(Move, u64)> {
        let moves = if depth == 0 { Vec::new() } else { self.moves(position) };
        let below = |found: &Move| {
            let after = self.after(position, found);
            self.perft(&after, depth - u32::from(!after.is_within_turn()))
        };
        moves.into_iter().map(|found| (found, below(&found))).collect()
    }

    fn count(&self, position: &mut UndoablePosition, lists: &mut [Vec<Move>]) -> u64 {
        let Some((list, deeper)) = lists.split_first_mut() else { return 1 };
        self.legal_moves(position, list);
        if deeper.is_empty() {
            return list.len() as u64;
        }
        let mut sum = 0;
        for found in list.iter() {
            let undo = self.play(position, found);
            sum += self.count(position, deeper);
            self.undo(position, undo);
        }
        sum
    }

    /// The same for turns of several parts: a sequence of moves is a sequence of turns.
    fn count_turns(&self, position: &mut UndoablePosition, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut moves = Vec::with_capacity(64);
        self.legal_moves(position, &mut moves);
        // A last move that surely ends the turn is only counted.
        let part = self.turn_part(position);
        let is_counted = |position: &Position, found: &Move| {
            depth == 1 && part.is_none_or(|part| self.ends_turn(position, part, found))
        };
        let mut sum = 0;
        for found in &moves {
            if is_counted(position, found) {
                sum += 1;
                continue;
            }
            let undo = self.play(position, found);
            sum += self.count_turns(position, depth - u32::from(!position.is_within_turn()));
            self.undo(position, undo);
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::super::Rules;
    use super::super::tests::{chess, chess_position};

    #[track_caller]
    fn check(fen: &str, counts: &[u64]) {
        let rules = Rules::compile(chess()).unwrap();
        let position = chess_position(&rules, fen);
        for (depth, &count) in counts.iter().enumerate() {
            assert_eq!(rules.perft(&position, depth as u32 + 1), count, "{fen} at {}", depth + 1);
        }
    }

    #[test]
    fn the_initial_position_of_chess_counts_as_published() {
        check("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &[20, 400, 8902]);
    }

    #[test]
    fn castling_pins_and_promotions_count_as_published() {
        check(
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            &[48, 2039, 97862],
        );
        check("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", &[6, 264, 9467]);
        check("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1486, 62379]);
    }

    #[test]
    fn en_passant_counts_as_published() {
        check("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2812, 43238]);
        check("8/8/8/8/1k1PpN1R/8/8/4K3 b - d3 0 1", &[9, 193]);
    }
}
