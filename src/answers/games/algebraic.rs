//! Prints moves in algebraic notation: `Nf3`, `exd5`, `O-O`, `a8=Q`.

use crate::game::PieceTypeId;
use crate::game_text::print_move;
use crate::geometry::{AxisKind, Cell};
use crate::query::LoadedVariant;
use crate::rules::{Move, MoveKind, Position};

use super::read_move::read_move;

/// Returns the shortest algebraic text of a legal move, as [`read_move`](super::read_move) reads it.
///
/// A move that algebraic notation cannot tell from another is printed as engines print it.
///
/// ```text
/// Nf3   Nbd2   R1e2   exd5   O-O   a8=Q   P@e4   Rb2*c3
/// ```
pub fn algebraic(variant: &LoadedVariant, position: &Position, found: &Move) -> String {
    let is_read = |text: &String| matches!(read_move(variant, position, text), Ok(Some(read)) if read == *found);
    let printed = || print_move(variant.variant(), variant.rules(), position, found);
    match found.kind {
        MoveKind::Castle(_) => {
            ["O-O", "O-O-O"].map(str::to_owned).into_iter().find(is_read).unwrap_or_else(printed)
        }
        MoveKind::Drop(_) | MoveKind::Pass | MoveKind::Transfer(_) => printed(),
        MoveKind::Step => {
            let piece = position.piece_at(found.from).map(|piece| piece.piece_type);
            let texts = piece.map(|piece| algebraic_forms(variant, piece, found));
            texts.into_iter().flatten().find(is_read).unwrap_or_else(printed)
        }
    }
}

/// The texts of a move with more and more of its start.
fn algebraic_forms(variant: &LoadedVariant, piece: PieceTypeId, found: &Move) -> Vec<String> {
    let pawn = variant.variant().kind("P");
    let letter = match Some(piece) == pawn {
        true => "",
        false => variant.variant().face(piece).letter.as_str(),
    };
    let captures = !found.captures.is_empty();
    // A shot leaves its target where it is; so does en passant, but that is written as a capture.
    let shoots = captures && !letter.is_empty() && !found.captures.contains(found.to);
    let sign = if captures && !shoots { "x" } else { "" };
    let to = variant.cell_name(found.to);
    let end = match found.promotion.map(|piece| variant.variant().face(piece).letter.as_str()) {
        Some(letter) if letter.starts_with('+') => "+".to_owned(),
        Some(letter) => format!("={letter}"),
        None => String::new(),
    };
    let elsewhere = found.captures.iter().filter(|&cell| cell != found.to);
    let elsewhere: String = elsewhere.map(|cell| format!("*{}", variant.cell_name(cell))).collect();
    let from = variant.cell_name(found.from).to_owned();
    let [file, rank] =
        [AxisKind::File, AxisKind::Rank].map(|axis| name_on_axis(variant, found.from, axis));
    // `1xd2` would be read, but a Pawn is not written so.
    let rank = if letter.is_empty() { from.clone() } else { rank };
    let starts = [String::new(), file, rank, from];
    let mut forms = Vec::new();
    // A Pawn that captures is named by its file.
    let skipped = usize::from(letter.is_empty() && captures);
    for start in starts.iter().skip(skipped).filter(|_| !shoots) {
        forms.push(format!("{letter}{start}{sign}{to}{end}"));
    }
    // `=` alone: the piece does not promote.
    let plain = starts.iter().filter(|_| !shoots);
    forms.extend(plain.map(|start| format!("{letter}{start}{sign}{to}=")));
    forms.extend(starts.iter().map(|start| format!("{letter}{start}{sign}{to}{elsewhere}{end}")));
    forms
}

fn name_on_axis(variant: &LoadedVariant, cell: Cell, axis: AxisKind) -> String {
    let board = variant.layout().board(variant.layout().point(cell).board);
    board.axis(axis).names[variant.layout().index_on_axis(cell, axis)].clone()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::testing::loaded_variant;

    #[test]
    fn every_move_is_printed_so_that_it_is_read_again() {
        let variant = loaded_variant(
            "drops",
            "format = 1\nname = \"Drops\"\nbased-on = \"chess\"\n[hands]\ngain = \"captures\"\n",
        );
        for (position, wanted) in [
            ("setup", "Na3 Nc3 Nf3 Nh3 a3 a4 b3 b4"),
            ("white king e1, rook a1 h1, knight b1 f3; black king e8", "Nbd2 Nfd2 O-O Ra2"),
            ("white king h3, rook e1 e3, pawn e5; black king h8, pawn d6", "R1e2 exd6 e6"),
            ("white king h3, pawn a7 b7; black king h6, rook b8", "axb8=Q axb8=N a8=Q"),
        ] {
            let position = variant.position(position).unwrap();
            let moves = variant.rules().moves(&position);
            let texts: Vec<String> =
                moves.iter().map(|found| algebraic(&variant, &position, found)).collect();
            for (found, text) in moves.iter().zip(&texts) {
                assert_eq!(read_move(&variant, &position, text), Ok(Some(*found)), "{text}");
            }
            for wanted in wanted.split(' ') {
                assert!(texts.iter().any(|text| text == wanted), "{wanted}: {texts:?}");
            }
        }
    }

    #[test]
    fn a_shot_names_its_target() {
        let text = "format = 1\nname = \"Shots\"\nbased-on = \"chess\"\n[pieces.rook]\n\
                    moves = [{ shoot = \"W\" }]\n";
        let variant = loaded_variant("shots", text);
        let position = variant.position("4k3/8/8/8/8/8/p7/R3K3 w - - 0 1").expect("it is one");
        let moves = variant.rules().moves(&position);
        let texts: Vec<String> =
            moves.iter().map(|it| algebraic(&variant, &position, it)).collect();
        assert!(texts.contains(&"Ra1*a2".to_owned()), "{texts:?}");
    }

    #[test]
    fn a_start_is_named_where_several_pieces_can_move() {
        let chess = loaded_variant("own", "format = 1\nname = \"Own\"\nbased-on = \"chess\"\n");
        let position = chess.position("4k3/8/8/3n4/8/R7/4N3/R3K1N1 w - - 0 1").expect("it is one");
        for (from, to, text) in [
            ("a3", "a2", "R3a2"),
            ("g1", "f3", "Nf3"),
            ("e2", "c3", "Nc3"),
            ("a3", "b3", "Rb3"),
            ("a1", "b1", "Rb1"),
        ] {
            let (from, to) = (chess.cell(from).expect("a cell"), chess.cell(to).expect("a cell"));
            let moves = chess.rules().moves(&position);
            let found = moves.iter().find(|it| it.from == from && it.to == to).expect("a move");
            assert_eq!(algebraic(&chess, &position, found), text);
        }
    }
}
