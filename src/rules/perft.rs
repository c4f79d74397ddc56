use super::play::Journal;
use super::{Move, Position, Rules};

impl Rules {
    /// How many different lines of so many moves there are: rules proved by counting.
    ///
    /// The last move of each line is counted from the list of legal moves without being made.
    pub fn perft(&self, position: &Position, depth: u32) -> u64 {
        let mut position = position.clone();
        let mut lists = vec![Vec::new(); depth as usize];
        self.count(&mut position, &mut Journal::default(), &mut lists)
    }

    /// The same, for each first move apart; in the order of the moves.
    pub fn divide(&self, position: &Position, depth: u32) -> Vec<(Move, u64)> {
        let moves = if depth == 0 { Vec::new() } else { self.moves(position) };
        let below = |found: &Move| self.perft(&self.after(position, found), depth - 1);
        moves.into_iter().map(|found| (found, below(&found))).collect()
    }

    fn count(
        &self,
        position: &mut Position,
        journal: &mut Journal,
        lists: &mut [Vec<Move>],
    ) -> u64 {
        let Some((list, deeper)) = lists.split_first_mut() else { return 1 };
        self.legal_moves(position, journal, list);
        if deeper.is_empty() {
            return list.len() as u64;
        }
        let mut sum = 0;
        for found in list.iter() {
            let undo = self.apply(position, found, journal);
            sum += self.count(position, journal, deeper);
            self.undo(position, undo, journal);
        }
        sum
    }
}
