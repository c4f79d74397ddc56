//! Counts the positions of a small game, and draws where one of its pieces may go.
//!
//! `cargo run -p fairybook-core --example own_game -- 4`

#![allow(clippy::disallowed_methods, clippy::print_stdout)]

use std::sync::Arc;

use fairybook_core::game::{Game, Outcome, SideId};
use fairybook_core::geometry::{Board, Layout};
use fairybook_core::notation::parse;
use fairybook_core::rules::Rules;

fn main() {
    let depth = std::env::args().nth(1).map_or(4, |depth| depth.parse().expect("a depth"));
    let layout = Arc::new(Layout::new(vec![Board::rectangle(6, 6)]).expect("a sound board"));
    let mut game = Game::of_two_sides(layout);
    // A King, two Kirins (one step diagonally or a leap of two orthogonally) and a Rook a side.
    let [king, kirin, rook] = [("king", "K"), ("kirin", "FD"), ("rook", "R")]
        .map(|(id, notation)| game.add_piece_type(id, parse(notation).expect("a notation")));
    game.piece_types[king].royal = true;
    game.ends.checkmate = Some(Outcome::Loses);
    game.ends.stalemate = Some(Outcome::Draw);
    for (side, rank) in [(SideId(0), 1), (SideId(1), 6)] {
        game.set_up(side, king, &format!("d{rank}"));
        game.set_up(side, kirin, &format!("b{rank} e{rank}"));
        game.set_up(side, rook, &format!("a{rank}"));
    }
    let rules = Rules::compile(game).expect("the rules compile");
    let position = rules.initial_position();

    let from = rules.layout().find("b1").expect("a cell of the board");
    let ends = rules.reach(&position, from).ends();
    let drawn = rules.layout().text_board(|cell| match position.piece_at(cell) {
        Some(piece) => rules.game().piece_types[piece.piece_type].id[..1].to_uppercase(),
        None if ends.contains(cell) => "x".to_owned(),
        None => ".".to_owned(),
    });
    println!("The Kirin on b1:\n\n{drawn}\n");
    for depth in 1..=depth {
        println!("{depth:>2} {:>12}", rules.perft(&position, depth));
    }
}
