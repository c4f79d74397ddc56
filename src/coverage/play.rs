//! Whether two variants play alike.

use crate::query::LoadedVariant;
use crate::rules::PlayedGame;

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
            let moves = line.moves();
            let texts = |variant: &LoadedVariant, line: &PlayedGame<'_>| -> Vec<String> {
                let print =
                    |found| variant.variant().print_move(variant.rules(), line.position(), found);
                let mut texts: Vec<String> = line.moves().iter().map(print).collect();
                texts.sort();
                texts
            };
            let (own, others) = (texts(one, &line), texts(other, &beside));
            if own != others || line.game_end() != beside.game_end() {
                return false;
            }
            if moves.is_empty() || line.game_end().is_some() {
                break;
            }
            let chosen = &moves[dice.below(moves.len())];
            let position = line.position();
            let text = one.variant().print_move(one.rules(), position, chosen);
            let found = other.variant().find_move(other.rules(), beside.position(), &text);
            let Some(found) = found else { return false };
            line.play(chosen);
            beside.play(&found);
        }
    }
    true
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
