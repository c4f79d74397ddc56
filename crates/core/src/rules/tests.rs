//! Small games for unit tests.

use std::sync::Arc;

use crate::game::{
    BLOCKER, Castling, Game, MOVER, MoveRule, Piece, PieceTypeId, Promotion, SideId,
    single_piece_game,
};
use crate::geometry::{Board, CellSet, Layout};
use crate::notation::parse;

use super::*;

/// Returns a game without piece types, with two sides on one board.
pub(super) fn duel(board: Board) -> Game {
    Game::of_two_sides(Arc::new(Layout::new(vec![board]).expect("a test's board is sound")))
}

/// Adds a piece type for both sides that moves by a notation. The enemy may capture it.
pub(super) fn add_piece_type(
    game: &mut Game,
    id: &str,
    notation: &str,
    royal: bool,
) -> PieceTypeId {
    let betza = parse(notation).unwrap_or_else(|errors| panic!("{notation}: {errors:?}"));
    let piece_type = game.add_piece_type(id, betza);
    game.piece_types[piece_type].royal = royal;
    piece_type
}

/// Returns orthodox chess.
pub(super) fn chess() -> Game {
    let mut game = duel(Board::rectangle(8, 8));
    let king = add_piece_type(&mut game, "king", "K", true);
    let queen = add_piece_type(&mut game, "queen", "Q", false);
    let rook = add_piece_type(&mut game, "rook", "R", false);
    let bishop = add_piece_type(&mut game, "bishop", "B", false);
    let knight = add_piece_type(&mut game, "knight", "N", false);
    let pawn = add_piece_type(&mut game, "pawn", "fmWfceF", false);
    let layout = game.layout.clone();
    let cell = |name: String| layout.find(&name).expect("a cell of the chess board");
    let back = [rook, knight, bishop, queen, king, bishop, knight, rook];
    for side in [SideId(0), SideId(1)] {
        let (first, second, last) = [(1, 2, 8), (8, 7, 1)][side.index()];
        let rank = |rank: u8| "abcdefgh".chars().map(move |file| format!("{file}{rank}"));
        for (piece_type, name) in back.into_iter().zip(rank(first)) {
            game.initial_pieces.push((cell(name), Piece { side, piece_type }));
        }
        for name in rank(second) {
            game.initial_pieces.push((cell(name), Piece { side, piece_type: pawn }));
        }
        game.piece_types[pawn].double_step[side] = rank(second).map(cell).collect();
        game.promotions.push(Promotion {
            side,
            piece_type: pawn,
            compulsory_zone: rank(last).map(cell).collect(),
            compulsory_words: None,
            optional_zone: CellSet::new(),
            optional_words: None,
            on_leaving: false,
            choices: vec![queen, rook, bishop, knight],
            initial_limit: false,
        });
        for (name, to, corner, beside) in [("short", 'g', 'h', 'f'), ("long", 'c', 'a', 'd')] {
            let at = |file: char| cell(format!("{file}{first}"));
            game.castlings.push(Castling {
                name: name.to_owned(),
                side,
                royal: king,
                royal_from: at('e'),
                royal_to: at(to),
                partner: rook,
                partner_from: at(corner),
                partner_to: at(beside),
            });
        }
    }
    game
}

/// Returns a position of orthodox chess from a FEN.
pub(super) fn chess_position(rules: &Rules, fen: &str) -> Position {
    let mut position = Position::empty(rules);
    let fields: Vec<&str> = fen.split_whitespace().collect();
    let layout = rules.layout();
    let cell = |file: usize, rank: usize| {
        layout
            .find(&format!("{}{}", char::from(b'a' + file as u8), rank + 1))
            .expect("on the board")
    };
    for (row, text) in fields[0].split('/').enumerate() {
        let mut file = 0;
        for letter in text.chars() {
            if let Some(skip) = letter.to_digit(10) {
                file += skip as usize;
                continue;
            }
            let piece_type =
                PieceTypeId("kqrbnp".find(letter.to_ascii_lowercase()).expect("a letter") as u8);
            let side = SideId(u8::from(letter.is_ascii_lowercase()));
            position.set_piece(cell(file, 7 - row), Some(Piece { side, piece_type }));
            file += 1;
        }
    }
    position.turn.to_move = SideId(u8::from(fields[1] == "b"));
    for (index, letter) in "KQkq".chars().enumerate() {
        position.set_can_castle(index, fields[2].contains(letter));
    }
    if let Some(skipped) = layout.find(fields[3]) {
        let (side, forward) = if fields[1] == "b" { (0, 1) } else { (1, -1) };
        let step = crate::geometry::Vector::new(0, forward, 0);
        let victim = layout.step(skipped, step).expect("on the board");
        position.en_passant_targets.push(EnPassantTarget {
            cell: skipped,
            victim,
            side: SideId(side),
        });
    }
    position
}

/// Checks what a piece can do, on drawn boards with the far rank first.
///
/// Before: `X` the piece, `O` friends, `o` enemies, `.` empty. After: `m` it may move there, `x` it
/// captures the enemy there, `d` it captures the friend there, `s` it swaps with the piece there.
/// Other captures are listed as in `c5*c4`, by the cell on which the move ends.
#[track_caller]
pub(super) fn check_reach(notation: &str, before: &str, after: &str, shots: &str) {
    let betza = parse(notation).unwrap_or_else(|errors| panic!("{notation}: {errors:?}"));
    check_rule(MoveRule::from_betza(betza), before, after, shots);
}

/// Checks what a piece can do by a rule. The drawings are those of `check_reach`.
#[track_caller]
pub(super) fn check_rule(rule: MoveRule, before: &str, after: &str, shots: &str) {
    let rows: Vec<Vec<&str>> =
        before.trim().lines().map(|row| row.split_whitespace().collect()).collect();
    let (ranks, files) = (rows.len(), rows[0].len());
    let layout = Arc::new(Layout::new(vec![Board::rectangle(files, ranks)]).expect("a board"));
    let cell = |file: usize, row: usize| {
        let at = crate::geometry::Vector::new(file as i16, (ranks - 1 - row) as i16, 0);
        layout.at(crate::geometry::CellCoordinates { board: 0, at }).expect("on the board")
    };
    let mut game = single_piece_game(layout.clone(), Default::default());
    game.piece_types[MOVER].move_rules = vec![vec![rule]; 2].into();
    let rules = Rules::compile(game).expect("the rule compiles");
    let mut position = Position::empty(&rules);
    let mut from = None;
    for (row, marks) in rows.iter().enumerate() {
        for (file, mark) in marks.iter().enumerate() {
            let (side, piece_type) = match *mark {
                "X" => (0, MOVER),
                "O" => (0, BLOCKER),
                "o" => (1, BLOCKER),
                _ => continue,
            };
            position.set_piece(cell(file, row), Some(Piece { side: SideId(side), piece_type }));
            if *mark == "X" {
                from = Some(cell(file, row));
            }
        }
    }
    let reach = rules.reach(&position, from.expect("the piece is drawn"));
    let mut drawn = String::new();
    for (row, marks) in rows.iter().enumerate() {
        for (file, mark) in marks.iter().enumerate() {
            let cell = cell(file, row);
            let drawn_mark = match () {
                _ if reach.captures.contains(cell) => "x",
                _ if reach.friendly_captures.contains(cell) => "d",
                _ if reach.swaps.iter().any(|(to, _)| *to == cell) => "s",
                _ if reach.quiet.contains(cell) => "m",
                _ => mark,
            };
            drawn += if file == 0 { "\n" } else { " " };
            drawn += drawn_mark;
        }
    }
    let expected: Vec<&str> = after.trim().lines().map(str::trim).collect();
    assert_eq!(drawn.trim(), expected.join("\n"));
    let found: Vec<String> = reach
        .shots
        .iter()
        .map(|(to, captures)| {
            let captures: Vec<&str> = captures.iter().map(|&cell| layout.name(cell)).collect();
            format!("{}*{}", layout.name(*to), captures.join("*"))
        })
        .collect();
    assert_eq!(found.join(" "), shots, "captures on other cells");
}
