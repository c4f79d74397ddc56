use crate::geometry::Cell;
use crate::rules::{Move, Position};
use crate::source::{Code, Diagnostic, Span};

use super::Study;

impl Study {
    /// The position after moves, with blanks between them, each legal in its turn, and where the man
    /// stands who made the last, if he still does; the complaint's span is a stretch of the text.
    pub fn play(
        &self,
        mut position: Position,
        moves: &str,
    ) -> Result<(Position, Option<Cell>), Diagnostic> {
        let (mut mover, mut at) = (None, 0);
        for word in moves.split_whitespace() {
            at += moves[at..].find(word).expect("a word stands in its text");
            let span = Span::new(at, at + word.len());
            let found = self.find_move(&position, word).ok_or_else(|| {
                Diagnostic::error(Code::Move, format!("`{word}` is no legal move here"))
                    .at_span(span)
                    .help("moves are written as `e2-e4`, or as `fairybook moves` prints them")
            })?;
            // Who is put down was nowhere before.
            let side = position.piece_at(found.from).map_or(position.to_move(), |piece| piece.side);
            position = self.rules().after(&position, &found);
            let is_there = position.piece_at(found.to).is_some_and(|piece| piece.side == side);
            mover = is_there.then_some(found.to);
            at = span.end;
        }
        Ok((position, mover))
    }

    /// The legal move that a text means: as moves are printed, or `FROM-TO` where that is enough.
    pub fn find_move(&self, position: &Position, text: &str) -> Option<Move> {
        let exact = self.variant().find_move(self.rules(), position, text);
        exact.or_else(|| {
            let (from, to) = text.split_once('-')?;
            let (from, to) = (self.layout().find(from)?, self.layout().find(to)?);
            let moves = self.rules().moves(position);
            let mut fitting = moves.into_iter().filter(|m| m.from == from && m.to == to);
            let only = fitting.next()?;
            fitting.next().is_none().then_some(only)
        })
    }
}
