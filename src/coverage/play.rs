//! Whether two variants play alike.

use std::collections::BTreeMap;

use crate::query::LoadedVariant;
use crate::rules::{Move, PlayedGame};

/// How many positions of random games are compared.
const POSITIONS: usize = 1000;
/// The longest random game.
const PLIES: usize = 120;

/// Whether two variants have the same rules, or the same legal moves and ends in many positions of
/// random games.
pub fn play_alike(one: &LoadedVariant, other: &LoadedVariant) -> bool {
    if one.variant().score != other.variant().score {
        return false;
    }
    if one.rules().game() == other.rules().game() {
        return true;
    }
    let mut dice = Dice(1);
    let mut positions = 0;
    while positions < POSITIONS {
        let mut line = PlayedGame::from(one.rules(), one.rules().initial_position());
        let mut beside = PlayedGame::from(other.rules(), other.rules().initial_position());
        for _ in 0..PLIES {
            positions += 1;
            let (moves, others) = (printed_moves(one, &line), printed_moves(other, &beside));
            let others: BTreeMap<String, Move> = others.into_iter().collect();
            let end = line.game_end();
            if moves.len() != others.len()
                || !moves.iter().all(|(text, _)| others.contains_key(text))
                || end != beside.game_end()
            {
                return false;
            }
            if moves.is_empty() || end.is_some() {
                break;
            }
            let (text, chosen) = &moves[dice.below(moves.len())];
            line.play(chosen);
            beside.play(&others[text]);
        }
    }
    true
}

/// The legal moves with their texts, which are all different.
fn printed_moves(variant: &LoadedVariant, line: &PlayedGame<'_>) -> Vec<(String, Move)> {
    let print =
        |found: &Move| variant.variant().print_move(variant.rules(), line.position(), found);
    line.moves().into_iter().map(|found| (print(&found), found)).collect()
}

/// Numbers that look random and are the same on every machine (SplitMix64).
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % limit as u64) as usize
    }
}
