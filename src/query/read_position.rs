use crate::geometry::Cell;
use crate::rules::{Piece, PieceStatus, Position, SideId};
use crate::source::{Diagnostic, Span};

use super::Study;

/// Reads a position: a placement (the first field of a FEN, or a whole one), or a list of men, of
/// whom those who stand at home have not moved and may castle.
///
/// ```text
/// 4k3/8/8/8/8/8/8/4K3 b                   white king e1; black king e8, rook a8 h8; black to move
/// ```
pub(super) fn read(study: &Study, text: &str) -> Result<Position, Diagnostic> {
    if is_list(study, text) {
        let mut position = Position::empty(study.rules());
        list(study, text, &mut position)?;
        mark_moved(study, &mut position);
        study.variant().add_castling_rights(&mut position);
        return Ok(position);
    }
    let found = study.variant().parse_position(study.rules(), text);
    found.map_err(|complaints| complaints.into_iter().next().expect("a refusal has a reason"))
}

/// Whoever does not stand where the array has such a man has moved.
fn mark_moved(study: &Study, position: &mut Position) {
    let pieces: Vec<(Cell, Piece)> = position.pieces().collect();
    for (cell, piece) in pieces {
        let at_home = study.rules().game().initial_pieces.contains(&(cell, piece));
        position.set_status(cell, PieceStatus { moved: !at_home, ..PieceStatus::default() });
    }
}

fn is_list(study: &Study, text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    let variant = study.variant();
    !text.contains('/')
        && (variant.side(first).is_some() || variant.faces.iter().any(|face| face.id == first))
}

/// `white king e1, rook a1 h1; black king e8`: a side holds until another is named.
fn list(study: &Study, text: &str, position: &mut Position) -> Result<(), Diagnostic> {
    let mut side = study.first_side();
    let mut start = 0;
    for item in text.split([';', ',']) {
        let span = Span::new(start, start + item.len());
        start = span.end + 1;
        if let Some(word) = item.trim().strip_suffix(" to move") {
            position.set_to_move(study.side(word.trim()).map_err(|c| c.at_span(span))?);
        } else if !item.trim().is_empty() {
            side = list_item(study, item.trim(), side, position).map_err(|c| c.at_span(span))?;
        }
    }
    Ok(())
}

fn list_item(
    study: &Study,
    item: &str,
    side: SideId,
    position: &mut Position,
) -> Result<SideId, Diagnostic> {
    let (first, rest) = item.split_once(char::is_whitespace).unwrap_or((item, ""));
    let (side, first, rest) = match study.variant().side(first) {
        Some(side) => {
            let rest = rest.trim_start();
            let (kind, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            (side, kind, rest)
        }
        None => (side, first, rest),
    };
    let piece = Piece { side, piece_type: study.kind(first)? };
    let cells = study.variant().cells(rest.trim(), study.first_side())?;
    cells.iter().for_each(|cell| position.set_piece(cell, Some(piece)));
    Ok(side)
}

#[cfg(test)]
mod tests {
    use super::super::{Answer, Manner, MovesRequest, testing::armies};
    use super::*;
    use crate::rules::Piece;

    fn king(study: &Study, position: &str) -> Answer {
        let piece = Piece { side: study.first_side(), piece_type: study.kind("king").unwrap() };
        let position = Some(study.position(position).unwrap());
        let at = study.cell("e1").unwrap();
        study.answer(&MovesRequest { position, ..MovesRequest::new(piece, at) }).unwrap()
    }

    #[test]
    fn in_words_whoever_stands_at_home_may_castle() {
        let study = armies();
        let ends = |position: &str| study.cell_names(&king(&study, position).cells).join(" ");
        assert_eq!(ends("white king e1, bede a1 h1"), "b1 d1 d2 e2 f1 f2 g1");
        assert_eq!(ends("white king e1, bede b1 h1"), "d1 d2 e2 f1 f2 g1");
    }

    #[test]
    fn castling_is_no_hop_over_the_partner() {
        let study = armies();
        let answer = king(&study, "white king e1, bede a1 h1");
        let firsts = study.approaches(&answer, 0).into_iter().filter(|approach| approach.first);
        let firsts: Vec<(&str, Manner)> =
            firsts.map(|approach| (study.cell_name(approach.to), approach.manner)).collect();
        assert_eq!(firsts, [("b1", Manner::Step), ("g1", Manner::Step)]);
    }
}
