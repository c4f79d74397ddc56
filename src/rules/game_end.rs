use super::{Outcome, Piece, Position, Rules, SideId};

/// Why a game is over, for whom, and what it means for that side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameEnd {
    /// What happened.
    pub reason: EndReason,
    /// To which side: the one to move, or the one whose men decided it.
    pub side: SideId,
    /// What it means for that side.
    pub outcome: Outcome,
}

/// What ended a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum EndReason {
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
pub struct PastPosition {
    /// Its [`Position::hash`].
    pub hash: u64,
    /// Whether the side to move was in check.
    pub in_check: bool,
}

impl PastPosition {
    /// What is to be remembered of a position.
    pub fn of(rules: &Rules, position: &Position) -> PastPosition {
        let in_check = rules.in_check(position, position.to_move());
        PastPosition { hash: position.hash(), in_check }
    }
}

impl Rules {
    /// Whether the game is over, given the positions that were on the board before this one, the
    /// first first.
    pub fn game_end(&self, position: &Position, before: &[PastPosition]) -> Option<GameEnd> {
        let finish = self.ended(position, before)?;
        Some(match finish.outcome {
            Outcome::Points => self.winner_on_points(position, finish),
            _ => finish,
        })
    }

    /// Who wins by points: the side that has most of them, if it is only one.
    fn winner_on_points(&self, position: &Position, finish: GameEnd) -> GameEnd {
        let game = self.game();
        let plays =
            |side: &SideId| game.sides[side.index()].has_turns && !position.is_eliminated(*side);
        let mut totals: Vec<(u32, SideId)> =
            game.side_ids().filter(plays).map(|side| (self.points(position, side), side)).collect();
        totals.sort_by_key(|&(points, _)| std::cmp::Reverse(points));
        match totals[..] {
            [(most, side), (next, _), ..] if most > next => {
                GameEnd { side, outcome: Outcome::Wins, ..finish }
            }
            _ => GameEnd { outcome: Outcome::Draw, ..finish },
        }
    }

    /// What a side and its men, on the boards and in hand, are worth, in hundredths of a point.
    pub fn points(&self, position: &Position, side: SideId) -> u32 {
        let game = self.game();
        let standing = position.pieces().filter(|(_, piece)| piece.side == side);
        let standing: u32 =
            standing.map(|(_, piece)| game.piece_types[piece.piece_type.index()].points).sum();
        let in_hand = game.piece_type_ids().map(|piece_type| {
            let count = position.in_hand(Piece { side, piece_type });
            u32::from(count) * game.piece_types[piece_type.index()].points
        });
        game.sides[side.index()].points + standing + in_hand.sum::<u32>()
    }

    fn ended(&self, position: &Position, before: &[PastPosition]) -> Option<GameEnd> {
        let to_move = position.to_move();
        let finish = |reason, outcome| GameEnd { reason, side: to_move, outcome };
        if let Some((side, outcome)) = self.standing_result(position) {
            return Some(GameEnd { reason: EndReason::Board, side, outcome });
        }
        if self.moves(position).is_empty() {
            let ends = &self.game().ends;
            return if self.in_check(position, to_move) {
                ends.checkmate.map(|outcome| finish(EndReason::Checkmate, outcome))
            } else {
                ends.stalemate.map(|outcome| finish(EndReason::Stalemate, outcome))
            };
        }
        self.repetition(position, before).or_else(|| self.without_progress(position))
    }

    fn repetition(&self, position: &Position, before: &[PastPosition]) -> Option<GameEnd> {
        let rule = self.game().ends.repetition?;
        let now = PastPosition::of(self, position);
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
            Some(GameEnd { reason: EndReason::Repetition, side: checker, outcome })
        });
        let plain = GameEnd { reason: EndReason::Repetition, side: to_move, outcome: rule.outcome };
        Some(perpetual.unwrap_or(plain))
    }

    fn without_progress(&self, position: &Position) -> Option<GameEnd> {
        let rule = self.game().ends.no_progress.as_ref()?;
        let playing = self.game().sides.iter().filter(|side| side.has_turns).count();
        let limit = usize::from(rule.moves) * playing;
        let side = position.to_move();
        (usize::from(position.plies_without_progress()) >= limit).then_some(GameEnd {
            reason: EndReason::NoProgress,
            side,
            outcome: rule.outcome,
        })
    }
}
