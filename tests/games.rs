//! Random games of every shipped variant, with everything checked that must hold in any game.
//!
//! The default run plays a little of each; `cargo test --release -- --ignored random_games` plays
//! a thousand games of each to their end or to 400 plies.

use std::time::Instant;

use fairybook::format::DefinitionSource;
use fairybook::game::{CheckSource, CountedRoyals, Elimination, Piece, SideId};
use fairybook::geometry::Cell;
use fairybook::rules::{Move, PlayedGame, Position, Rules};
use fairybook::variant::Variant;
use rayon::prelude::*;

use crate::dice::Dice;
use crate::shipped::{Shipped, variant};
use fairybook::game_text::{find_move, parse_position, print_move, print_position};

struct Match<'a> {
    variant: &'a Variant,
    rules: &'a Rules,
    /// How many royals each side has in the array.
    royals: Vec<usize>,
}

impl Match<'_> {
    fn play(&self, dice: &mut Dice, plies: usize) {
        let mut line = PlayedGame::from(self.rules, self.rules.initial_position());
        for ply in 0..plies {
            let moves = line.moves();
            if moves.is_empty() || line.game_end().is_some() {
                break;
            }
            let chosen = moves[dice.below(moves.len())];
            if ply % 16 == 0 {
                self.check_texts(&line, &moves, dice);
            }
            self.check_undo(&mut line, &chosen);
            let before = line.position().clone();
            line.play(&chosen);
            self.check_pieces(line.position());
            self.check_count(&before, &chosen, line.position());
        }
    }

    /// Every move has a text of its own, and is found by it; the position survives its text.
    fn check_texts(&self, line: &PlayedGame, moves: &[Move], dice: &mut Dice) {
        let position = line.position();
        let mut texts: Vec<String> = moves
            .iter()
            .map(|found| print_move(self.variant, self.rules, position, found))
            .collect();
        let sample = dice.below(moves.len());
        let text = &texts[sample];
        let found = find_move(self.variant, self.rules, position, text);
        assert_eq!(found, Some(moves[sample]), "{text} in {}", self.text(position));
        let text = self.text(position);
        let again = parse_position(self.variant, self.rules, &text);
        assert!(again.as_ref() == Ok(position), "the position is not that of its text: {text}");
        texts.sort();
        let count = texts.len();
        texts.dedup();
        assert_eq!(texts.len(), count, "two moves share a text in {}", self.text(position));
    }

    fn check_undo(&self, line: &mut PlayedGame, chosen: &Move) {
        let (before, hash) = (line.position().clone(), line.position().hash());
        line.play(chosen);
        let after = line.position().clone();
        let alone = self.rules.after(&before, chosen);
        assert!(after == alone, "made in a line and alone: {}", self.text(&before));
        line.take_back();
        assert!(*line.position() == before, "taken back: {}", self.text(&before));
        assert_eq!(line.position().hash(), hash);
    }

    /// Royals and quotas.
    fn check_pieces(&self, position: &Position) {
        let game = self.rules.game();
        for (side, &royals) in self.royals.iter().enumerate() {
            let side = SideId(side as u8);
            let standing = position
                .pieces()
                .filter(|(_, piece)| piece.side == side && game.piece_types[piece.piece_type].royal)
                .count();
            let counts = game.check_by != CheckSource::None && !position.is_eliminated(side);
            // The last move of a game may take a royal.
            let is_over = || self.rules.game_end(position, &[]).is_some();
            if counts
                && game.check_royals == CountedRoyals::Each
                && (standing == royals || !is_over())
            {
                assert_eq!(standing, royals, "royals of {side:?} in {}", self.text(position));
            }
        }
        for line in game.promotions.iter().filter(|line| line.initial_limit) {
            for &piece_type in &line.choices {
                let piece = Piece { side: line.side, piece_type };
                let count = |pieces: &mut dyn Iterator<Item = Piece>| {
                    pieces.filter(|it| *it == piece).count()
                };
                let given = count(&mut game.initial_pieces.iter().map(|(_, piece)| *piece));
                let alive = count(&mut position.pieces().map(|(_, piece)| piece));
                assert!(alive <= given, "{alive} of {given} in {}", self.text(position));
            }
        }
    }

    /// Checks that no piece appears, and that only captured pieces and those of eliminated sides
    /// disappear.
    fn check_count(&self, before: &Position, found: &Move, after: &Position) {
        let game = self.rules.game();
        let kinds = || game.piece_type_ids();
        let sides = || game.side_ids();
        let in_hand = |position: &Position| -> usize {
            let pieces =
                sides().flat_map(|side| kinds().map(move |piece_type| Piece { side, piece_type }));
            pieces.map(|piece| usize::from(position.in_hand(piece))).sum()
        };
        let all = |position: &Position| position.pieces().count() + in_hand(position);
        let kept = |&(cell, _): &(Cell, Piece)| !found.captures.contains(cell);
        let falls = |&(_, piece): &(Cell, Piece)| {
            after.is_eliminated(piece.side) && !before.is_eliminated(piece.side)
        };
        let fallen = match game.elimination {
            Elimination::RemovedThenCaptor | Elimination::RemovedInOrder => {
                before.pieces().filter(kept).filter(falls).count()
            }
            Elimination::Stays(_) | Elimination::JoinsCaptor(_) => 0,
        };
        let gain = game.hands.as_ref().is_some_and(|hands| hands.captures_to_hand);
        let taken = if gain { 0 } else { found.captures.iter().count() };
        let (had, has) = (all(before), all(after));
        if !game.effects.is_empty() {
            // An effect may remove pieces or place some.
        } else if game.transfers.is_empty() {
            assert_eq!(has + taken + fallen, had, "{found:?} in {}", self.text(before));
        } else {
            // A transfer may remove pieces, and a transfer that resets a cell adds some.
            let anew: usize = game.transfers.iter().map(|line| line.reset.len()).sum();
            assert!(has <= had + anew, "{found:?} in {}", self.text(before));
        }
    }

    fn text(&self, position: &Position) -> String {
        print_position(self.variant, self.rules, position)
    }
}

fn play_all(games: usize, plies: usize) {
    let only = std::env::var("GAME").ok();
    let mut ids = Shipped.ids();
    ids.retain(|id| only.as_ref().is_none_or(|only| only == id));
    ids.par_iter().for_each(|id| play(id, games, plies));
}

fn play(id: &str, games: usize, plies: usize) {
    let variant = variant(id);
    let rules = Rules::compile(variant.game.clone())
        .unwrap_or_else(|errors| panic!("{id}: {}", errors[0].message));
    let royals = |side: usize| {
        let own = |piece: &Piece| piece.side.index() == side;
        let royal = |piece: &Piece| variant.game.piece_types[piece.piece_type].royal;
        variant.game.initial_pieces.iter().filter(|(_, piece)| own(piece) && royal(piece)).count()
    };
    let royals = (0..variant.game.sides.len()).map(royals).collect();
    let game = Match { variant: &variant, rules: &rules, royals };
    let mut dice = Dice::seeded(id);
    let start = Instant::now();
    for _ in 0..games {
        game.play(&mut dice, plies);
    }
    eprintln!("{id}: {games} games, {:.1} s", start.elapsed().as_secs_f64());
}

#[test]
fn random_openings_keep_every_invariant() {
    play_all(2, 40);
}

#[test]
#[ignore = "plays a thousand games of each variant; run with --release"]
fn random_games_keep_every_invariant() {
    play_all(1000, 400);
}
