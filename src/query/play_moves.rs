//! Plays moves that are written as text.

use crate::geometry::Cell;
use crate::rules::Position;
use crate::source::{Code, Diagnostic, Span};

use super::LoadedVariant;

impl LoadedVariant {
    /// Plays moves with blanks between them, as in `e2-e4 e7-e5`; each must be legal in its turn.
    ///
    /// Returns the position and the cell of the piece that moved last, if it is still there. The
    /// span of an error is a range of `moves`.
    pub fn play(
        &self,
        mut position: Position,
        moves: &str,
    ) -> Result<(Position, Option<Cell>), Diagnostic> {
        let (mut last_mover, mut at) = (None, 0);
        for word in moves.split_whitespace() {
            at += moves[at..].find(word).expect("a word is part of its text");
            let span = Span::new(at, at + word.len());
            let found = self.read_move(&position, word).map_err(|error| error.at_span(span))?;
            let found = found.ok_or_else(|| {
                Diagnostic::error(Code::Move, format!("`{word}` is no legal move here"))
                    .at_span(span)
                    .help("moves are written as `e2-e4`, or as `fairybook moves` prints them")
            })?;
            // A dropped piece has no start cell; it belongs to the side to move.
            let side = position.piece_at(found.from).map_or(position.to_move(), |piece| piece.side);
            position = self.rules().after(&position, &found);
            let is_there = position.piece_at(found.to).is_some_and(|piece| piece.side == side);
            last_mover = is_there.then_some(found.to);
            at = span.end;
        }
        Ok((position, last_mover))
    }
}
