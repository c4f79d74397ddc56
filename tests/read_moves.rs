//! Moves as authors type them: every legal move of random positions is read in each of its forms.

use fairybook::format::DefinitionSource;
use fairybook::games::read_move;
use fairybook::query::LoadedVariant;
use fairybook::rules::{Move, MoveKind, PlayedGame, Position};

use crate::dice::Dice;
use crate::shipped::{Shipped, variant};
use fairybook::game_text::print_move;

/// The move in long algebraic notation: letter, both cells, `x`, promotion or `=` for none.
fn long_form(loaded: &LoadedVariant, position: &Position, found: &Move) -> String {
    let name = |cell| loaded.cell_name(cell);
    let piece = position.piece_at(found.from).expect("a move begins on a piece");
    let letter = &loaded.variant().face(piece.piece_type).letter;
    let separator = if found.captures.contains(found.to) { "x" } else { "-" };
    let promotion = found
        .promotion
        .map_or(String::new(), |piece_type| loaded.variant().face(piece_type).letter.clone());
    format!("{letter}{}{separator}{}={promotion}", name(found.from), name(found.to))
}

/// Checks that a legal move is read in each of its forms. `moves` are all legal moves.
fn check(loaded: &LoadedVariant, position: &Position, moves: &[Move], found: &Move) {
    let printed = print_move(loaded.variant(), loaded.rules(), position, found);
    let read = read_move(loaded, position, &printed);
    assert_eq!(read, Ok(Some(*found)), "{printed} in {}", loaded.variant().id);
    if found.kind != MoveKind::Step {
        return;
    }
    // Moves with the same cells differ in what they capture elsewhere, swap or transfer.
    let cells = |other: &Move| (other.kind, other.from, other.to, other.promotion);
    let alike = moves.iter().filter(|other| cells(other) == cells(found)).count();
    let text = long_form(loaded, position, found);
    let read = read_move(loaded, position, &text);
    match alike {
        1 => assert_eq!(read, Ok(Some(*found)), "{text} in {}", loaded.variant().id),
        _ => assert!(read.is_err(), "{text} in {} is ambiguous", loaded.variant().id),
    }
}

#[test]
fn every_form_of_every_legal_move_is_read() {
    for id in Shipped.ids() {
        let loaded = LoadedVariant::new(variant(&id)).expect("the rules are sound");
        let mut dice = Dice::seeded(&id);
        let rules = loaded.rules();
        let mut game = PlayedGame::from(rules, rules.initial_position());
        for ply in 0..9 {
            let moves = game.moves();
            if moves.is_empty() || game.game_end().is_some() {
                break;
            }
            if ply % 4 == 0 {
                for _ in 0..3 {
                    let sample = &moves[dice.below(moves.len())];
                    check(&loaded, game.position(), &moves, sample);
                }
            }
            game.play(&moves[dice.below(moves.len())]);
        }
    }
}
