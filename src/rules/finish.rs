use super::{KindId, Man, Outcome, Position, Rules, SideId};

/// Why a game is over, for whom, and what it means for that side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Finish {
    /// What happened.
    pub reason: Reason,
    /// To which side: the one to move, or the one whose men decided it.
    pub side: SideId,
    /// What it means for that side.
    pub outcome: Outcome,
}

/// What ended a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// What stands on the board: men gone or arrived, nothing to become, all others out.
    Board,
    /// No legal move, royal attacked.
    Checkmate,
    /// No legal move, royal not attacked.
    Stalemate,
    /// The same position again.
    Repetition,
    /// Nothing irreversible for long.
    NoProgress,
}

/// A position that was on the board before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Past {
    /// Its [`Position::hash`].
    pub hash: u64,
    /// Whether the side to move was in check.
    pub in_check: bool,
}

impl Past {
    /// What is to be remembered of a position.
    pub fn of(rules: &Rules, position: &Position) -> Past {
        let in_check = rules.in_check(position, position.to_move());
        Past { hash: position.hash(), in_check }
    }
}

impl Rules {
    /// Whether the game is over, given the positions that were on the board before this one, the
    /// first first.
    pub fn finish(&self, position: &Position, before: &[Past]) -> Option<Finish> {
        let finish = self.ended(position, before)?;
        Some(match finish.outcome {
            Outcome::Points => self.counted(position, finish),
            _ => finish,
        })
    }

    /// Who wins by points: the side that has most of them, if it is only one.
    fn counted(&self, position: &Position, finish: Finish) -> Finish {
        let game = self.game();
        let plays =
            |side: &SideId| game.sides[side.0 as usize].has_turns && !position.is_out(*side);
        let mut totals: Vec<(u32, SideId)> = (0..game.sides.len() as u8)
            .map(SideId)
            .filter(plays)
            .map(|side| (self.points(position, side), side))
            .collect();
        totals.sort_by_key(|&(points, _)| std::cmp::Reverse(points));
        match totals[..] {
            [(most, side), (next, _), ..] if most > next => {
                Finish { side, outcome: Outcome::Wins, ..finish }
            }
            _ => Finish { outcome: Outcome::Draw, ..finish },
        }
    }

    /// What a side and its men, on the boards and in hand, are worth, in hundredths of a point.
    pub fn points(&self, position: &Position, side: SideId) -> u32 {
        let game = self.game();
        let standing = position.men().filter(|(_, man)| man.side == side);
        let standing: u32 = standing.map(|(_, man)| game.kinds[man.kind.0 as usize].points).sum();
        let in_hand = (0..game.kinds.len() as u8).map(KindId).map(|kind| {
            let count = position.in_hand(Man { side, kind });
            u32::from(count) * game.kinds[kind.0 as usize].points
        });
        game.sides[side.0 as usize].points + standing + in_hand.sum::<u32>()
    }

    fn ended(&self, position: &Position, before: &[Past]) -> Option<Finish> {
        let to_move = position.to_move();
        let finish = |reason, outcome| Finish { reason, side: to_move, outcome };
        if let Some((side, outcome)) = self.standing_result(position) {
            return Some(Finish { reason: Reason::Board, side, outcome });
        }
        if self.moves(position).is_empty() {
            let ends = &self.game().ends;
            return if self.in_check(position, to_move) {
                ends.checkmate.map(|outcome| finish(Reason::Checkmate, outcome))
            } else {
                ends.stalemate.map(|outcome| finish(Reason::Stalemate, outcome))
            };
        }
        self.repeated(position, before).or_else(|| self.without_progress(position))
    }

    fn repeated(&self, position: &Position, before: &[Past]) -> Option<Finish> {
        let rule = self.game().ends.repetition?;
        let now = Past::of(self, position);
        let last = before.iter().rposition(|past| past.hash == now.hash)?;
        let times = 1 + before.iter().filter(|past| past.hash == now.hash).count();
        if times < usize::from(rule.times) {
            return None;
        }
        let to_move = position.to_move();
        let perpetual = rule.perpetual_check.and_then(|outcome| {
            // Every second position since then shows the checks of one side.
            let cycle = &before[last..];
            let always = |from: usize| {
                let mut checks = cycle.iter().skip(from).step_by(2).peekable();
                checks.peek().is_some() && checks.all(|past| past.in_check)
            };
            let checker = if always(0) {
                self.side_after(position, to_move)
            } else if always(1) {
                to_move
            } else {
                return None;
            };
            Some(Finish { reason: Reason::Repetition, side: checker, outcome })
        });
        let plain = Finish { reason: Reason::Repetition, side: to_move, outcome: rule.outcome };
        Some(perpetual.unwrap_or(plain))
    }

    fn without_progress(&self, position: &Position) -> Option<Finish> {
        let rule = self.game().ends.no_progress.as_ref()?;
        let playing = self.game().sides.iter().filter(|side| side.has_turns).count();
        let limit = usize::from(rule.moves) * playing;
        let side = position.to_move();
        (usize::from(position.quiet_plies()) >= limit).then_some(Finish {
            reason: Reason::NoProgress,
            side,
            outcome: rule.outcome,
        })
    }
}
