//! Plays moves that are written as text.

use crate::geometry::Cell;
use crate::prose::end_words;
use crate::query::LoadedVariant;
use crate::rules::{EndReason, PastPosition, Position};
use crate::source::{Code, Diagnostic, Span, join_words};

use super::illegal_moves::{illegal_move, other_player_can};
use super::read_move::{MAX_LISTED, read_move};

/// Plays moves with blanks between them, as in `e2-e4 e7-e5`; each must be legal in its turn.
///
/// Returns the position and the cell of the piece that moved last, if it is still there. The
/// span of an error is a range of `moves`.
pub fn play_moves(
    variant: &LoadedVariant,
    position: Position,
    moves: &str,
) -> Result<(Position, Option<Cell>), Diagnostic> {
    play_moves_from(variant, position, moves, &mut Vec::new())
}

/// Like [`play_moves`], and adds the position before each move to `earlier`.
pub fn play_moves_from(
    variant: &LoadedVariant,
    mut position: Position,
    moves: &str,
    earlier: &mut Vec<PastPosition>,
) -> Result<(Position, Option<Cell>), Diagnostic> {
    let (mut last_mover, mut at) = (None, 0);
    for word in moves.split_whitespace() {
        at += moves[at..].find(word).expect("a word is part of its text");
        let span = Span::new(at, at + word.len());
        let found = read_move(variant, &position, word).map_err(|error| error.at_span(span))?;
        let found = found.ok_or_else(|| {
            let why = illegal_move(variant, &position, word).words;
            let message = format!("`{word}` is no legal move here: {why}");
            let help = match other_player_can(variant, &position, word) {
                Some(other) => {
                    let [side, other] = [position.turn.to_move, other]
                        .map(|side| &*variant.variant().sides[side.index()].id);
                    format!(
                        "write `{other} to move` in the position, or a move of {side} before it"
                    )
                }
                None => match variant.rules().game_end(&position, &[]) {
                    Some(end) if end.reason != EndReason::Board => format!(
                        "{} `[restrictions]` and `[auras]` of the definition can forbid moves, too",
                        end_words(variant, &position, &end)
                    ),
                    Some(end) => format!(
                        "{} Leave it out, or mend `[ends]` or `[end-conditions]` of the definition",
                        end_words(variant, &position, &end)
                    ),
                    None => legal_from(variant, &position, word),
                },
            };
            Diagnostic::error(Code::Move, message).at_span(span).help(help)
        })?;
        // A dropped piece has no start cell; it belongs to the side to move.
        let side = position.piece_at(found.from).map_or(position.turn.to_move, |piece| piece.side);
        earlier.push(PastPosition::of(variant.rules(), &position));
        position = variant.rules().after(&position, &found);
        let is_there = position.piece_at(found.to).is_some_and(|piece| piece.side == side);
        last_mover = is_there.then_some(found.to);
        at = span.end;
    }
    Ok((position, last_mover))
}

/// The legal moves of the piece that a refused move names, or how moves are written.
fn legal_from(variant: &LoadedVariant, position: &Position, word: &str) -> String {
    let start = word.split(['-', 'x']).next().and_then(|cell| variant.layout().find(cell));
    let moves = variant.rules().moves(position);
    let of_piece = moves.iter().filter(|found| Some(found.from) == start);
    let texts = of_piece.map(|found| {
        let [from, to] = [found.from, found.to].map(|cell| variant.cell_name(cell));
        format!("`{from}-{to}`")
    });
    let texts: Vec<String> = texts.take(MAX_LISTED).collect();
    match texts.is_empty() {
        true => "moves are written as `e2-e4`, or as `fairybook moves` prints them".to_owned(),
        false => format!("legal moves from there are, among others, {}", join_words(&texts, "and")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::testing::loaded_variant;

    fn variant() -> LoadedVariant {
        loaded_variant(
            "drops",
            "format = 1\nname = \"Drops\"\nbased-on = \"chess\"\n[hands]\ngain = \"captures\"\n",
        )
    }

    #[test]
    fn the_cell_of_the_last_move_is_known_after_drops_too() {
        let variant = variant();
        let last = |moves: &str| {
            let start = variant.rules().initial_position();
            let (_, last) = play_moves(&variant, start, moves).expect("the moves are legal");
            variant.cell_name(last.expect("the piece is still there")).to_owned()
        };
        assert_eq!(last("e2-e4 d7-d5"), "d5");
        assert_eq!(last("e2-e4 d7-d5 e4-d5"), "d5");
        assert_eq!(last("e2-e4 d7-d5 e4-d5 d8-d5 P@d6"), "d6");
    }

    #[test]
    fn a_side_that_its_own_move_eliminates_leaves_no_last_cell() {
        let variant = loaded_variant(
            "doomed",
            "format = 1\nname = \"Doomed\"\nbased-on = \"chess\"\nwithout = \"castling ends\"\n\
             [check]\nby = \"next side\"\n[ends]\nroyal-capturable = \"eliminated\"\n\
             [elimination]\narmy = \"removed\"\nnext = \"captor\"\n",
        );
        let position = variant.position("white king a1; black king h8, rook a8 b8").unwrap();
        let (after, last) =
            play_moves(&variant, position, "a1-b2").expect("every move leaves it in check");
        assert_eq!(
            after.pieces().filter(|(_, piece)| piece.side == variant.first_side()).count(),
            0
        );
        assert_eq!(last, None);
    }

    #[test]
    fn an_illegal_move_is_pointed_at() {
        let variant = variant();
        let error =
            play_moves(&variant, variant.rules().initial_position(), "e2-e4  e2-e4").unwrap_err();
        assert_eq!(error.message, "`e2-e4`: no piece stands on e2");
    }

    #[test]
    fn a_start_and_an_end_name_a_move_only_if_no_other_move_has_both() {
        let variant = variant();
        let position = variant.position("white king a1, pawn e7; black king a8").unwrap();
        assert!(read_move(&variant, &position, "e7-e8").is_err());
        let found = read_move(&variant, &position, "a1-a2").unwrap().map(|found| found.to);
        assert_eq!(found, variant.cell("a2").ok());
    }
}
