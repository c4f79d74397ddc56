//! Games with restrictions, end conditions, counted royals and rules of one side: the legal moves
//! of random games beside those of another engine, and beside a second, naive reading of the rules.

use std::collections::BTreeSet;

use fairybook::game::{CountedRoyals, Outcome, Piece, SideId};
use fairybook::rules::{EndReason, GameEnd, Move, PlayedGame, Position, Rules};
use serde_json::json;

use crate::dice::Dice;
use crate::outside::{Engine, Known};
use crate::shipped::variant;
use fairybook::game_text::{parse_position, print_position};

/// Games that both know: our id, theirs, and what theirs has to be told of the game.
const GAMES: [(&str, &str, &str); 14] = [
    ("petrified", "petrified", ""),
    ("antichess", "antichess", ""),
    ("atomic", "atomic", ""),
    ("extinction", "extinction", ""),
    ("horde", "horde", ""),
    ("jeson-mor", "jesonmor", ""),
    ("kinglet", "kinglet", ""),
    ("losers", "losers", ""),
    ("racing-kings", "racingkings", ""),
    ("sho-shogi", "shoshogi", ""),
    ("sideways-pawns", "pawnsideways", ""),
    ("spartan", "spartan", ""),
    ("three-check", "3check", ""),
    (
        "checkmateless",
        "checkmateless",
        "[checkmateless:chess]\nchecking = false\nstalemateValue = loss\n",
    ),
];

fn known(id: &str) -> Known {
    let variant = variant(id);
    let rules = Rules::compile(variant.game.clone()).expect("the game compiles");
    Known { variant, rules }
}

/// Whether each move ends the game, or one of them wins it: the other engine may see the end one
/// move earlier. It stops a race that the second side has lost, and where a piece that stays in the
/// centre for a turn wins, a piece that leaves it wins here.
pub fn is_decided(line: &mut PlayedGame<'_>, moves: &[Move]) -> bool {
    let mover = line.position().turn.to_move;
    let ends = moves.iter().map(|found| {
        line.play(found);
        let end = line.game_end();
        line.take_back();
        end
    });
    let all: Vec<_> = ends.collect();
    let is_win = |end: &GameEnd| (end.side, end.outcome) == (mover, Outcome::Wins);
    all.iter().all(Option::is_some) || all.iter().flatten().any(is_win)
}

/// Plays a random game and compares the legal moves of every position. Returns how many there were.
fn compare(known: &Known, engine: &mut Engine, theirs: &str, seed: u64, plies: usize) -> usize {
    let mut dice = Dice(seed);
    let start = engine.start_of(theirs);
    let mut line = PlayedGame::from(&known.rules, known.rules.initial_position());
    let mut played: Vec<String> = Vec::new();
    loop {
        let counts = |reason| matches!(reason, EndReason::Repetition | EndReason::NoProgress);
        if played.len() == plies || line.game_end().is_some_and(|end| counts(end.reason)) {
            return played.len();
        }
        let moves = line.moves();
        let ours: BTreeSet<String> =
            moves.iter().map(|found| known.text(line.position(), found)).collect();
        let other = engine.moves(theirs, &start, &played);
        let earlier = other.is_empty() && !ours.is_empty() && is_decided(&mut line, &moves);
        let only = |a: &BTreeSet<String>, b: &BTreeSet<String>| {
            a.difference(b).cloned().collect::<Vec<_>>().join(" ")
        };
        assert!(
            earlier || ours == other,
            "{theirs}, seed {seed}, after {}:\n  only ours   {}\n  only theirs {}\n  {}",
            played.join(" "),
            only(&ours, &other),
            only(&other, &ours),
            print_position(&known.variant, &known.rules, line.position()),
        );
        if earlier || moves.is_empty() {
            return played.len() + 1;
        }
        let chosen = moves[dice.below(moves.len())];
        played.push(known.text(line.position(), &chosen));
        line.play(&chosen);
    }
}

fn compare_games(wanted: usize, plies: usize) {
    let Some(mut engine) = Engine::start() else { return };
    for (id, theirs, config) in GAMES {
        if !config.is_empty() {
            engine.ask(&json!({ "config": config }));
        }
        let known = known(id);
        let mut compared = 0;
        for seed in 1.. {
            compared += compare(&known, &mut engine, theirs, seed, plies);
            if compared >= wanted {
                break;
            }
        }
        eprintln!("{id}: {compared} positions, no difference");
    }
}

#[test]
fn another_engine_restricts_moves_in_the_same_way() {
    compare_games(120, 60);
}

#[test]
#[ignore = "takes some minutes"]
fn another_engine_restricts_moves_in_the_same_way_in_many_games() {
    compare_games(1_500, 200);
}

// ---- a second reading ----

/// Whether any piece of an enemy attacks the cell of one of a side's royals: asked move by move.
fn attacked_royals(rules: &Rules, position: &Position, side: SideId) -> (usize, usize) {
    let royal = |piece: Piece| rules.game().piece_types[piece.piece_type].royal;
    let own = position.pieces().filter(|(_, piece)| piece.side == side && royal(*piece));
    let cells: Vec<_> = own.map(|(cell, _)| cell).collect();
    let is_attacked = |cell| {
        let mut enemies = position.pieces().filter(|(_, piece)| piece.side != side);
        enemies.any(|(from, _)| rules.attacks(position, from, cell))
    };
    (cells.len(), cells.into_iter().filter(|&cell| is_attacked(cell)).count())
}

/// Check, as the rules of `check.royals` say it in words.
fn is_check(rules: &Rules, position: &Position, side: SideId) -> bool {
    let (royals, attacked) = attacked_royals(rules, position, side);
    match rules.game().check_royals {
        CountedRoyals::Each => attacked > 0,
        CountedRoyals::All => royals > 0 && attacked == royals,
        CountedRoyals::Last(last) => attacked > 0 && royals <= usize::from(last),
    }
}

/// Plays random games and shows each position to a test, with its legal moves.
fn play(
    id: &str,
    games: u64,
    plies: usize,
    mut look: impl FnMut(&Known, &PlayedGame<'_>, &[Move]),
) {
    let known = known(id);
    for seed in 0..games {
        let mut dice = Dice(seed + 7);
        let mut line = PlayedGame::from(&known.rules, known.rules.initial_position());
        for _ in 0..plies {
            let moves = line.moves();
            look(&known, &line, &moves);
            if moves.is_empty() {
                break;
            }
            let chosen = moves[dice.below(moves.len())];
            let before = line.position().clone();
            line.play(&chosen);
            assert!(line.take_back(), "a move was made");
            assert_eq!(*line.position(), before, "{id}: a move is undone");
            line.play(&chosen);
            let written = print_position(&known.variant, &known.rules, line.position());
            let read = parse_position(&known.variant, &known.rules, &written);
            assert_eq!(read.as_ref(), Ok(line.position()), "{id}: {written}");
        }
    }
}

/// The game without its restrictions.
fn unrestricted(known: &Known) -> Rules {
    let mut game = known.variant.game.clone();
    game.restrictions.clear();
    Rules::compile(game).expect("fewer rules compile")
}

/// Compares the legal moves with those of the game without restrictions that a test lets pass. The
/// test sees all of them, one of them, and the position after it.
fn filtered(id: &str, keep: impl Fn(&Rules, &[Move], &Move, &Position) -> bool) {
    let free = unrestricted(&known(id));
    play(id, 4, 60, |_, line, moves| {
        let position = free_position(&free, line.position());
        let all = free.moves(&position);
        let kept =
            all.iter().filter(|found| keep(&free, &all, found, &free.after(&position, found)));
        assert_eq!(kept.copied().collect::<Vec<_>>(), moves, "{id}");
    });
}

/// The same position for rules that remember nothing.
fn free_position(rules: &Rules, position: &Position) -> Position {
    let mut free = Position::empty(rules);
    for (cell, piece) in position.pieces() {
        free.set_piece(cell, Some(piece));
        free.set_status(cell, position.status(cell));
    }
    for index in 0..rules.game().castlings.len() {
        free.set_can_castle(index, position.can_castle(index));
    }
    free.en_passant_targets.clone_from(&position.en_passant_targets);
    free.turn.to_move = position.turn.to_move;
    free
}

#[test]
fn captures_are_compulsory_as_a_naive_filter_says() {
    filtered("antichess", |_, all, found, _| {
        let captures = |found: &Move| !found.captures.is_empty();
        captures(found) || !all.iter().any(captures)
    });
}

#[test]
fn checks_are_forbidden_as_a_naive_filter_says() {
    let gives_check = |rules: &Rules, after: &Position| is_check(rules, after, after.turn.to_move);
    filtered("checkmateless", |rules, _, _, after| !gives_check(rules, after));
    filtered("checkless", |rules, _, _, after| {
        !gives_check(rules, after) || rules.moves(after).is_empty()
    });
}

#[test]
fn royals_count_as_a_naive_reading_says() {
    for id in ["spartan", "sho-shogi", "three-check"] {
        play(id, 4, 80, |known, line, moves| {
            let (rules, side) = (&known.rules, line.position().turn.to_move);
            for side in [SideId(0), SideId(1)] {
                let naive = is_check(rules, line.position(), side);
                assert_eq!(rules.in_check(line.position(), side), naive, "{id}");
            }
            for found in moves {
                assert!(!is_check(rules, &rules.after(line.position(), found), side), "{id}");
            }
        });
    }
}

#[test]
fn checks_are_counted_as_a_naive_count_says() {
    let mut given = [0; 2];
    play("three-check", 6, 120, |known, line, _| {
        let position = line.position();
        let mover = usize::from(position.turn.to_move == SideId(0));
        match line.position().turn.plies == 0 {
            true => given = [0; 2],
            false => {
                given[mover] += u16::from(is_check(&known.rules, position, position.turn.to_move))
            }
        }
        let counted = position.record.as_ref().expect("checks are counted").checks;
        assert_eq!(counted[..2], given);
        let is_won = given.iter().any(|&checks| checks >= 3);
        let is_over = line.game_end().is_some_and(|end| end.reason == EndReason::Board);
        assert_eq!(is_over, is_won);
    });
}

#[test]
fn a_type_is_extinct_as_a_naive_count_says() {
    play("extinction", 6, 120, |known, line, _| {
        let game = known.rules.game();
        let is_lost = [SideId(0), SideId(1)].into_iter().any(|side| {
            game.piece_type_ids().any(|piece_type| {
                let piece = Piece { side, piece_type };
                !line.position().pieces().any(|(_, other)| other == piece)
            })
        });
        let is_over = line.game_end().is_some_and(|end| end.reason == EndReason::Board);
        assert_eq!(is_over, is_lost);
    });
}
