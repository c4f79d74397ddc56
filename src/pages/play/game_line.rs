//! The moves of a session: what was played, and how much of it is shown.

use crate::game_text::print_move;
use crate::games::{has_pgn, listed_move};
use crate::prose::{consequence_words, move_words};
use crate::query::LoadedVariant;
use crate::rules::{GameEnd, Move, PastPosition, Position};

/// The most moves of one game.
pub(super) const MAX_MOVES: usize = 2000;

/// A game from a first position. Moves that were taken back stay until another is played.
#[derive(Debug)]
pub(super) struct GameLine {
    first: Position,
    turns: Vec<PlayedTurn>,
    /// How many of the moves are on the board.
    shown: usize,
}

/// A move of the game with its words, and the position after it.
#[derive(Debug)]
struct PlayedTurn {
    found: Move,
    text: String,
    /// The move as the list of moves has it.
    listed: String,
    /// The round of the game: in each, every side has a turn.
    round: usize,
    words: String,
    after: Position,
    before: PastPosition,
}

impl GameLine {
    pub fn from(first: Position) -> GameLine {
        GameLine { first, turns: Vec::new(), shown: 0 }
    }

    /// The position before the first move.
    pub fn first(&self) -> &Position {
        &self.first
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        match self.shown {
            0 => &self.first,
            shown => &self.turns[shown - 1].after,
        }
    }

    /// The number of moves on the board.
    pub fn shown(&self) -> usize {
        self.shown
    }

    /// The number of all moves, also of those that were taken back.
    pub fn length(&self) -> usize {
        self.turns.len()
    }

    /// The texts of all moves, also of those that were taken back.
    pub fn texts(&self) -> Vec<&str> {
        self.turns.iter().map(|turn| turn.text.as_str()).collect()
    }

    /// All moves as the list of moves has them, each with the number of a round that it begins.
    pub fn listed(&self) -> Vec<(Option<usize>, &str)> {
        let rounds = self.turns.iter().map(|turn| turn.round);
        let before = std::iter::once(0).chain(rounds);
        let number = |turn: &PlayedTurn, before| (turn.round != before).then_some(turn.round);
        let turns = self.turns.iter().zip(before);
        turns.map(|(turn, before)| (number(turn, before), turn.listed.as_str())).collect()
    }

    /// The round of a move that is played now.
    fn round(&self, variant: &LoadedVariant) -> usize {
        let Some(last) = self.shown.checked_sub(1) else { return 1 };
        let place = |position: &Position| {
            let count = variant.game().sides.len();
            let (side, first) = (position.turn.to_move.index(), variant.first_side().index());
            (side + count - first) % count
        };
        let before = if last == 0 { &self.first } else { &self.turns[last - 1].after };
        self.turns[last].round + usize::from(place(self.position()) < place(before))
    }

    /// The moves on the board.
    pub fn moves(&self) -> Vec<Move> {
        self.turns[..self.shown].iter().map(|turn| turn.found).collect()
    }

    /// The last move on the board.
    pub fn last_move(&self) -> Option<&Move> {
        Some(&self.turns[self.shown.checked_sub(1)?].found)
    }

    /// The words of the last move on the board.
    pub fn last_words(&self) -> Option<&str> {
        Some(&self.turns[self.shown.checked_sub(1)?].words)
    }

    /// Plays a legal move in place of those that were taken back. Returns whether there was room.
    pub fn play(&mut self, variant: &LoadedVariant, found: Move) -> bool {
        if self.shown >= MAX_MOVES {
            return false;
        }
        let rules = variant.rules();
        let position = self.position();
        let text = print_move(variant.variant(), rules, position, &found);
        let after = rules.after(position, &found);
        let consequences = consequence_words(variant, position, &after);
        let words = format!("{} {consequences}", move_words(variant, position, &found));
        let before = PastPosition::of(rules, position);
        // Only PGN has a sign for the end, and to look for it is most of the work of a large game.
        let end = has_pgn(variant).then(|| {
            let past = self.turns[..self.shown].iter().map(|turn| turn.before).chain([before]);
            rules.game_end(&after, &past.collect::<Vec<_>>())
        });
        let listed = listed_move(variant, (position, &after), &found, end.flatten().as_ref());
        let (words, round) = (words.trim().to_owned(), self.round(variant));
        self.turns.truncate(self.shown);
        self.turns.push(PlayedTurn { found, text, listed, round, words, after, before });
        self.shown += 1;
        true
    }

    /// Shows the position after that number of moves, or the last one there is.
    pub fn go_to(&mut self, shown: usize) {
        self.shown = shown.min(self.turns.len());
    }

    /// The end of the game, if the position on the board ends it.
    pub fn end(&self, variant: &LoadedVariant) -> Option<GameEnd> {
        let before: Vec<PastPosition> =
            self.turns[..self.shown].iter().map(|turn| turn.before).collect();
        variant.rules().game_end(self.position(), &before)
    }
}
