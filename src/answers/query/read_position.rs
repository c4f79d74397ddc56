//! Reads a position from a placement, a FEN or a list of pieces.

use crate::game::{Piece, SideId};
use crate::game_text::{add_castling_rights, parse_position, print_position};
use crate::rules::Position;
use crate::source::{Code, Diagnostic, Span, closest};

use super::LoadedVariant;

impl LoadedVariant {
    /// Reads a position: `setup`, a placement (the first field of a FEN), a FEN, or a list of pieces.
    ///
    /// Pieces of a list that are on their cells of the initial position have not moved, and may castle.
    ///
    /// ```text
    /// 4k3/8/8/8/8/8/8/4K3 b               white king e1; black king e8, rook a8 h8; black to move
    /// ```
    pub fn position(&self, text: &str) -> Result<Position, Diagnostic> {
        if matches!(text.trim(), "setup" | "start") {
            return Ok(self.rules().initial_position());
        }
        if let Some(named) = text.strip_prefix("position ") {
            let error = Diagnostic::error(Code::Placement, "`position` is no part of a position");
            return Err(error.help(format!("write `{named}`")));
        }
        if is_word(text) && self.layout().board(0).ranks.len() > 1 {
            let error = Diagnostic::error(Code::Placement, format!("`{text}` is no position"));
            return Err(error.help(
                "write pieces and their cells, `king e1`, or rows of letters with `/` between them",
            ));
        }
        if !is_list(self, text) {
            let found = parse_position(self.variant(), self.rules(), text);
            return found
                .map_err(|errors| errors.into_iter().next().expect("a failure has an error"));
        }
        let mut position = Position::empty(self.rules());
        list(self, text, &mut position)?;
        if let Some(error) = forgotten_side(self, text, &position) {
            return Err(error);
        }
        for cell in self.layout().cells() {
            if let Some(piece) = position.piece_at(cell) {
                position.set_status(cell, self.usual_status(cell, piece));
            }
        }
        add_castling_rights(self.variant(), &mut position);
        Ok(position)
    }
}

/// The error about a second king of a side where the other side has none, whose name is forgotten.
fn forgotten_side(variant: &LoadedVariant, text: &str, position: &Position) -> Option<Diagnostic> {
    let game = variant.game();
    let is_royal =
        |piece: Piece, side| piece.side == side && game.piece_types[piece.piece_type].royal;
    let royals = |side: SideId| {
        position.pieces().map(|(_, piece)| piece).filter(move |piece| is_royal(*piece, side))
    };
    let begins_with = |side: SideId| {
        game.initial_pieces.iter().filter(|(_, piece)| is_royal(*piece, side)).count()
    };
    let players: Vec<SideId> = variant.variant().players().collect();
    let [one, other] = players[..] else { return None };
    let (side, other) = match (royals(one).count(), royals(other).count()) {
        (2, 0) => (one, other),
        (0, 2) => (other, one),
        _ => return None,
    };
    if begins_with(side) != 1 || begins_with(other) != 1 {
        return None;
    }
    let (piece, names) = (royals(side).next()?, variant.variant());
    let [side, other] =
        [side, other].map(|it| (variant.side_title(it), &names.sides[it.index()].id));
    let name = variant.piece_type_name(piece.piece_type);
    let message = format!("{} has a second {name} here, and {} none", side.0, other.0);
    let id = &names.face(piece.piece_type).id;
    let at = text.rfind(id.as_str())?;
    let error = Diagnostic::error(Code::Position, message).at_span(Span::new(at, at + id.len()));
    let cell = text[at..].split([' ', ',', ';']).rfind(|word| variant.cell(word).is_ok())?;
    Some(error.help(format!("write `{} {id} {cell}` for the second", other.1)))
}

/// The rows of empty boards, as a FEN has them.
fn empty_rows(variant: &LoadedVariant) -> String {
    let empty = Position::empty(variant.rules());
    let fen = print_position(variant.variant(), variant.rules(), &empty);
    fen.split([' ', '[']).next().unwrap_or_default().to_owned()
}

/// Whether the text has letters only, as no placement of several rows has.
fn is_word(text: &str) -> bool {
    let text = text.trim();
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphabetic() || c == '-')
}

fn is_list(variant: &LoadedVariant, text: &str) -> bool {
    let names = variant.variant();
    // A FEN has fields of one letter behind its rows.
    let mut words = text.split([' ', ',', ';']).filter(|word| word.len() > 1);
    let is_name =
        |word| names.side(word).is_some() || names.faces.iter().any(|face| face.id == word);
    !text.contains('/') && words.any(is_name)
}

/// Reads `white king e1, rook a1 h1; black king e8`: a side holds until another is named.
fn list(variant: &LoadedVariant, text: &str, position: &mut Position) -> Result<(), Diagnostic> {
    let mut side = variant.first_side();
    let mut start = 0;
    for item in text.split([';', ',']) {
        let span = Span::new(start, start + item.len());
        start = span.end + 1;
        if let Some(word) = item.trim().strip_suffix(" to move") {
            if text[..span.start].contains(" to move") {
                let message = "the position says twice which side is to move";
                let error = Diagnostic::error(Code::Position, message).at_span(span);
                return Err(error.help(format!("leave one out: `; {}`", item.trim())));
            }
            position.turn.to_move =
                variant.side(word.trim()).map_err(|error| error.at_span(span))?;
        } else if !item.trim().is_empty() {
            let after_group = text[..span.start].ends_with(';');
            let (first, _) = split_word(item.trim());
            let mut others = variant.variant().players().filter(|other| *other != side);
            if after_group
                && variant.variant().side(first).is_none()
                && let Some(other) = others.next()
            {
                let other = &variant.variant().sides[other.index()].id;
                let item = item.trim();
                if variant.kind(first).is_err() {
                    let sides = variant.variant().sides.iter().map(|side| side.id.as_str());
                    let near = closest(first, sides).map(|side| format!("write `{side}`"));
                    let message = format!("`{first}` is no side");
                    let error = Diagnostic::error(Code::Position, message).at_span(span);
                    return Err(near.into_iter().fold(error, Diagnostic::help));
                }
                let message = format!("no side is named before `{item}`, behind the `;`");
                let error = Diagnostic::error(Code::Position, message).at_span(span);
                return Err(error.help(format!("write `; {other} {item}`")));
            }
            let found = list_item(variant, item.trim(), side, position);
            side = found.map_err(|error| error.at_span(span))?;
        }
    }
    Ok(())
}

fn list_item(
    variant: &LoadedVariant,
    item: &str,
    side: SideId,
    position: &mut Position,
) -> Result<SideId, Diagnostic> {
    if let Some(error) = wrong_order(variant, item) {
        return Err(error);
    }
    let (first, rest) = split_word(item);
    if let Some(side) = first.strip_suffix(':').filter(|it| variant.variant().side(it).is_some()) {
        let error = Diagnostic::error(Code::Position, format!("no colon stands behind `{side}`"));
        return Err(error.help(format!("write `{side} {rest}`")));
    }
    let (side, (word, rest)) = match variant.variant().side(first) {
        Some(side) => (side, split_word(rest)),
        None => (side, (first, rest)),
    };
    let piece = Piece { side, piece_type: variant.kind(word)? };
    if matches!(rest.trim(), "in hand" | "hand") {
        let letter = variant.variant().letter_of(piece);
        let message = format!("`{item}`: a list of pieces has no hands");
        let rows = empty_rows(variant);
        let help = format!(
            "write a FEN with the hand in brackets, as on an empty board: `{rows}[{letter}]`"
        );
        return Err(Diagnostic::error(Code::Position, message).help(help));
    }
    if let Some(error) = missing_comma(variant, item, rest) {
        return Err(error);
    }
    let cells = variant.variant().cells(rest.trim(), variant.first_side())?;
    for cell in cells.iter() {
        if let Some(other) = position.piece_at(cell).filter(|other| *other != piece) {
            let layout = variant.layout();
            let empty = layout.cells().filter(|it| position.piece_at(*it).is_none());
            let near = { empty }.filter_map(|it| Some((layout.distance(cell, it)?, it))).min();
            let near = near.map(|(_, it)| format!(": `{}` is empty", variant.cell_name(it)));
            let (other, cell) = (variant.piece_name(other), variant.cell_name(cell));
            let message = format!("two pieces stand on `{cell}`: the {other} before is there, too");
            let help = format!("write another cell for one of them{}", near.unwrap_or_default());
            return Err(Diagnostic::error(Code::Position, message).help(help));
        }
        position.set_piece(cell, Some(piece));
    }
    Ok(side)
}

/// The error about a piece whose side or cell stands in the wrong place: `d4 rook`, `pawn f6 black`.
fn wrong_order(variant: &LoadedVariant, item: &str) -> Option<Diagnostic> {
    let place = |word: &&str| match () {
        () if variant.variant().side(word).is_some() => Some(0),
        () if variant.kind(word).is_ok() => Some(1),
        () if variant.cell(word).is_ok() => Some(2),
        () => None,
    };
    let mut words: Vec<(i32, &str)> =
        item.split_whitespace().map(|word| Some((place(&word)?, word))).collect::<Option<_>>()?;
    let count = |place| words.iter().filter(|(own, _)| *own == place).count();
    let is_one = count(0) < 2 && count(1) == 1 && count(2) > 0;
    if !is_one || words.is_sorted_by_key(|(place, _)| *place) {
        return None;
    }
    words.sort_by_key(|(place, _)| *place);
    let meant: Vec<&str> = words.into_iter().map(|(_, word)| word).collect();
    let message = format!("`{item}`: the side stands first, then the piece, then its cells");
    let error = Diagnostic::error(Code::Position, message);
    Some(error.help(format!("write `{}`", meant.join(" "))))
}

/// The error about a second piece in one item of a list: `white pawn a3 black pawn c1`. `rest` stands behind the
/// name of the first.
fn missing_comma(variant: &LoadedVariant, item: &str, rest: &str) -> Option<Diagnostic> {
    let words: Vec<&str> = item.split_whitespace().collect();
    let first = words.len() - rest.split_whitespace().count();
    let is_piece = |at: &usize| variant.kind(words[*at]).is_ok();
    let mut second = (first + 1..words.len()).find(is_piece)?;
    if variant.variant().side(words[second - 1]).is_some() {
        second -= 1;
    }
    let before = words[..second].join(" ");
    let (before, after) = (before.trim_end_matches(" and"), words[second..].join(" "));
    let error = format!("a comma is missing before `{}`", words[second]);
    let error = Diagnostic::error(Code::Position, error);
    Some(error.help(format!("write `{before}, {after}`")))
}

/// Returns the first word of a text and the rest.
fn split_word(text: &str) -> (&str, &str) {
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (first, rest.trim_start())
}

#[cfg(test)]
mod tests {
    use super::super::{MoveShape, MovesAnswer, MovesRequest, testing::armies};
    use super::*;

    fn king(variant: &LoadedVariant, position: &str) -> MovesAnswer {
        let piece = Piece { side: variant.first_side(), piece_type: variant.kind("king").unwrap() };
        let position = Some(variant.position(position).unwrap());
        let at = variant.cell("e1").unwrap();
        variant.answer(&MovesRequest { position, ..MovesRequest::new(piece, at) }).unwrap()
    }

    #[test]
    fn pieces_of_a_list_on_their_initial_cells_may_castle() {
        let variant = armies();
        let ends = |position: &str| variant.cell_names(&king(&variant, position).cells).join(" ");
        assert_eq!(ends("white king e1, bede a1 h1"), "b1 d1 d2 e2 f1 f2 g1");
        assert_eq!(ends("white king e1, bede b1 h1"), "d1 d2 e2 f1 f2 g1");
    }

    #[test]
    fn castling_is_no_hop_over_the_partner() {
        let variant = armies();
        let answer = king(&variant, "white king e1, bede a1 h1");
        let traces = variant.move_traces(&answer, 0).into_iter();
        let firsts: Vec<(&str, MoveShape)> = traces
            .filter(|trace| trace.first_move_only)
            .map(|trace| (variant.cell_name(trace.to), trace.shape))
            .collect();
        assert_eq!(firsts, [("b1", MoveShape::Step), ("g1", MoveShape::Step)]);
    }
}
