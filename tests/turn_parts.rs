//! Games whose turns have several parts: their turns in random games beside those of another engine
//! and of a naive reading, and what positions between the parts remember.

use std::collections::BTreeSet;

use fairybook::fsf_files::EngineText;
use fairybook::rules::{EndReason, Move, PlayedGame, Position, Rules};
use fairybook::source::SourceFile;
use fairybook::variant::load;

use crate::dice::Dice;
use crate::outside::Engine;
use crate::shipped::{Shipped, variant};
use fairybook::game_text::{find_move, parse_position, print_move, print_position};

/// Plays random games and compares all turns of so many positions with those of another engine.
fn compare_with_engine(id: &str, theirs: &str, wanted: usize) {
    let Some(mut engine) = Engine::start() else { return };
    let variant = variant(id);
    let rules = Rules::compile(variant.game.clone()).expect("the game compiles");
    let text = EngineText::of_definition(&variant);
    let start = engine.start_of(theirs);
    let mut compared = 0;
    for seed in 1.. {
        let mut dice = Dice(seed);
        let mut line = PlayedGame::from(&rules, rules.initial_position());
        let mut played: Vec<String> = Vec::new();
        while played.len() < 80 {
            if compared == wanted {
                eprintln!("{id}: {compared} positions, no difference");
                return;
            }
            let counts = |reason| matches!(reason, EndReason::Repetition | EndReason::NoProgress);
            if line.game_end().is_some_and(|end| counts(end.reason)) {
                break;
            }
            let legal = line.moves();
            let turns = rules.turns(line.position());
            let print = |turn| text.print_turn(&rules, turn, &legal);
            let ours: BTreeSet<String> = turns.iter().map(|turn| print(turn)).collect();
            assert_eq!(ours.len(), turns.len(), "two turns of {id} with one text");
            let other = engine.moves(theirs, &start, &played);
            let only = |a: &BTreeSet<String>, b: &BTreeSet<String>| {
                a.difference(b).take(12).cloned().collect::<Vec<_>>().join(" ")
            };
            assert!(
                ours == other,
                "{id}, seed {seed}, after {}:\n  only ours   {}\n  only theirs {}\n  {}",
                played.join(" "),
                only(&ours, &other),
                only(&other, &ours),
                print_position(&variant, &rules, line.position()),
            );
            compared += 1;
            if turns.is_empty() {
                break;
            }
            let chosen = &turns[dice.below(turns.len())];
            played.push(print(chosen));
            chosen.iter().for_each(|part| line.play(part));
        }
    }
}

#[test]
fn another_engine_makes_the_same_turns() {
    compare_with_engine("duck", "duck", 60);
    compare_with_engine("seirawan", "seirawan", 200);
}

#[test]
#[ignore = "takes a minute"]
fn another_engine_makes_the_same_turns_in_many_games() {
    compare_with_engine("duck", "duck", 300);
    compare_with_engine("seirawan", "seirawan", 1_000);
}

/// Every position of random games, also between the parts of turns, is read back as printed.
#[test]
fn positions_between_parts_are_read_back() {
    let two_boards = "format = 1\nname = \"Yard\"\n[boards]\nmain = { files = \"a-d\", ranks = \"1-5\" }\n\
        yard = { files = \"a-c\", ranks = \"1-3\" }\n[sides.white]\n[sides.black]\nseat = \"flip ranks\"\n\
        [setup.each]\nking = \"a1\"\nrook = \"c1 yard:a1\"\nknight = \"d1 yard:b1\"\n\
        [turn-parts.twice]\nmoves = \"own\"\ntimes = 2\n";
    let (definition, _) = load(&SourceFile::new("yard.toml", two_boards), "yard", &Shipped);
    let two_boards = definition.and_then(|it| it.variant(None).ok()).expect("it has no errors");
    let shipped = ["duck", "marseillais", "seirawan"].map(variant);
    for variant in shipped.into_iter().chain([two_boards]) {
        let id = variant.id.clone();
        let rules = Rules::compile(variant.game.clone()).expect("the game compiles");
        let mut within = 0;
        for seed in 1..=4 {
            let mut dice = Dice(seed);
            let mut line = PlayedGame::from(&rules, rules.initial_position());
            let mut before: Vec<Position> = Vec::new();
            for _ in 0..60 {
                let position = line.position().clone();
                within += usize::from(position.is_within_turn());
                let text = print_position(&variant, &rules, &position);
                let read = parse_position(&variant, &rules, &text);
                let read = read.unwrap_or_else(|errors| panic!("{id}: {text}: {errors:?}"));
                assert_eq!(print_position(&variant, &rules, &read), text, "{id}");
                assert_eq!(rules.moves(&read), rules.moves(&position), "{id}: {text}");
                let moves = line.moves();
                if moves.is_empty() {
                    break;
                }
                let chosen = moves[dice.below(moves.len())];
                let printed = print_move(&variant, &rules, &position, &chosen);
                assert_eq!(find_move(&variant, &rules, &position, &printed), Some(chosen), "{id}");
                before.push(position);
                line.play(&chosen);
            }
            while let Some(position) = before.pop() {
                assert!(line.take_back());
                assert_eq!(*line.position(), position, "{id}: undone");
            }
        }
        assert!(within > 20, "{id}: {within} positions between parts");
    }
}

// ---- a naive reading ----

/// Turns of two moves until a check, made of the moves of the game with turns of one move.
fn naive_turns(base: &Rules, position: &Position) -> BTreeSet<Vec<Move>> {
    let side = position.turn.to_move;
    let mut turns = BTreeSet::new();
    for first in base.moves(position) {
        let mut after = base.after(position, &first);
        if base.in_check(&after, after.turn.to_move) {
            turns.insert(vec![first]);
            continue;
        }
        after.turn.to_move = side;
        for target in &position.en_passant_targets {
            let is_there = after.piece_at(target.victim) == position.piece_at(target.victim);
            if is_there && !after.en_passant_targets.contains(target) {
                after.en_passant_targets.push(*target);
            }
        }
        turns.extend(base.moves(&after).into_iter().map(|second| vec![first, second]));
    }
    turns
}

/// A game whose turns have two moves, on any boards, with promotion, castling and hands.
#[test]
fn turns_of_two_moves_are_those_of_a_naive_reading() {
    for id in ["chess", "crazyhouse", "glinski", "raumschach", "spartan"] {
        let base = Rules::compile(variant(id).game).expect("the game compiles");
        let parts = "[turn-parts.move]\nmoves = \"own\"\ndrops = \"own\"\ntimes = 2\n\
                     until = \"gives check\"\n";
        let file = format!("format = 1\nname = \"Twice\"\nbased-on = \"{id}\"\n{parts}");
        let (definition, errors) = load(&SourceFile::new("twice.toml", &file), "twice", &Shipped);
        let definition = definition.unwrap_or_else(|| panic!("{id}: {errors:?}"));
        let twice = definition.variant(None).expect("the setup is known");
        let rules = Rules::compile(twice.game.clone()).expect("the game compiles");
        for seed in 1..=3 {
            let mut dice = Dice(seed);
            let mut line = PlayedGame::from(&base, base.initial_position());
            for ply in 0..40 {
                let moves = line.moves();
                if moves.is_empty() {
                    break;
                }
                if ply % 10 == 7 {
                    let text = print_position(&twice, &base, line.position());
                    let read = parse_position(&twice, &rules, &text);
                    let read = read.unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
                    let turns: BTreeSet<Vec<Move>> = rules.turns(&read).into_iter().collect();
                    let naive = naive_turns(&base, line.position());
                    let only: Vec<_> = turns.symmetric_difference(&naive).take(3).collect();
                    assert!(only.is_empty(), "{id}, seed {seed}: {text}: {only:?}");
                }
                line.play(&moves[dice.below(moves.len())]);
            }
        }
    }
}

/// The number of turns, in games that show the keys that no shipped game has.
#[test]
fn turns_are_counted_as_by_hand() {
    let check = |tables: &str, position: &str, expected: usize| {
        let start = "format = 1\nname = \"Parts\"\nbased-on = \"chess\"\n";
        let file = SourceFile::new("parts.toml", format!("{start}{tables}"));
        let (definition, errors) = load(&file, "parts", &Shipped);
        let definition = definition.unwrap_or_else(|| panic!("{tables}: {errors:?}"));
        let parts = definition.variant(None).expect("the setup is known");
        let rules = Rules::compile(parts.game.clone()).expect("the game compiles");
        let read = parse_position(&parts, &rules, position);
        let read = read.unwrap_or_else(|errors| panic!("{position}: {errors:?}"));
        assert_eq!(rules.turns(&read).len(), expected, "{tables}");
        assert_eq!(rules.perft(&read, 1), expected as u64, "{tables}");
    };
    let corner = "7k/8/8/8/8/8/8/K7 w - - 0 5";
    // Three squares for the King, then three, five or three; not back, if another piece must move.
    check("[turn-parts]\na = { moves = \"own\", times = 2 }", corner, 18);
    check("[turn-parts]\na = { moves = \"own\", times = 2, first-turn = 1 }", corner, 18);
    check(
        "[turn-parts]\na = { moves = \"own\", times = 2, first-turn = 1 }",
        "7k/8/8/8/8/8/8/K7 w - - 0 1",
        3,
    );
    check("[turn-parts]\na = { moves = \"own\", times = 2, same-piece = false }", corner, 0);
    check(
        "[turn-parts]\na = { moves = \"own\" }\nb = { moves = \"pawn\", optional = true }",
        corner,
        3,
    );
    check("[turn-parts]\na = { moves = \"own\" }\nb = { moves = \"pawn\" }", corner, 0);
    // The second move must end where the first began, or stay beside it.
    check(
        "[turn-parts]\na = { moves = \"own\" }\nb = { moves = \"own\", to = \"start\" }",
        corner,
        3,
    );
    check(
        "[turn-parts]\na = { moves = \"own\" }\nb = { moves = \"own\", to = \"rank 1\" }",
        corner,
        7,
    );
    // Arrows: the Amazons' shot is blocked by pieces, and may go back over the start.
    let arrows = "[sides]\nwalls = { moved-by = \"white black\" }\n[pieces]\n\
                  wall = { letter = \"L\", move = \"none\" }\n[turn-parts]\n\
                  a = { moves = \"own\" }\n\
                  b = { places = \"wall of walls\", from-landing = \"R\" }\n";
    check(arrows, "7k/8/8/8/8/8/8/K7 w - - 0 5", 3 * 14);
    check(arrows, "7k/8/8/8/8/8/p7/K7 w - - 0 5", 14 + 13);
    // A Pawn may be pushed before the move.
    let push = "[turn-parts]\npush = { moves = \"pawn\", notation = \"fmW\", optional = true }\n\
                move = { moves = \"king\" }\n";
    check(push, "7k/8/8/8/8/8/3P4/K7 w - - 0 5", 3 + 3);
    // A King may pass over an attacked square if only the end of the turn is tested.
    let late =
        "[check]\ntested = \"end of turn\"\n[turn-parts]\na = { moves = \"own\", times = 2 }\n";
    check(late, "1r5k/8/8/8/8/8/8/K7 w - - 0 5", 12);
    check("[turn-parts]\na = { moves = \"own\", times = 2 }", "1r5k/8/8/8/8/8/8/K7 w - - 0 5", 2);
}

/// What an author would write by mistake, and the message.
#[test]
fn mistakes_in_parts_of_turns_are_named() {
    for (tables, message) in [
        ("[turn-parts.a]\ntimes = 2", "nothing is done in this part of a turn"),
        ("[turn-parts.a]\nmoves = \"own\"\ntimes = 0", "`times` must be at least 1"),
        (
            "[turn-parts.a]\nmoves = \"own\"\nuntil = \"captures\"",
            "nothing follows this part; remove `until`",
        ),
        (
            "[turn-parts.a]\nmoves = \"own\"\nfrom-landing = \"K\"",
            "the first part of a turn has no part before it",
        ),
        (
            "[turn-parts.a]\ndrops = \"own\"\nnotation = \"K\"",
            "`notation` says how a piece moves, and this part moves none",
        ),
        ("[turn-parts.a]\nplaces = \"pawn white\"", "expected `of` and a side"),
        (
            "[turn-parts.a]\nmoves = \"own\"\ntimes = 2\nuntil = \"captures most\"",
            "`captures most` compares moves",
        ),
        (
            "[[transfers]]\nwhen = \"captured\"\nto = \"a1\"\n[turn-parts.a]\nmoves = \"own\"",
            "a game with transfers has turns of one move",
        ),
        (
            "[end-conditions.x]\nif = \"moved from e1\"\nresult = \"loses\"\n\
             [turn-parts.a]\nmoves = \"own\"\ntimes = 2",
            "`moved from` is about turns of one move",
        ),
    ] {
        let file = format!("format = 1\nname = \"Parts\"\nbased-on = \"chess\"\n{tables}\n");
        let file = SourceFile::new("parts.toml", &file);
        let (definition, errors) = load(&file, "parts", &Shipped);
        let mut said: Vec<String> = errors.iter().map(|error| error.message.clone()).collect();
        if let Some(Err(errors)) = definition.map(|definition| definition.variant(None)) {
            said.extend(errors.iter().map(|error| error.message.clone()));
        }
        assert!(said.iter().any(|said| said == message), "{tables}: {said:?}");
    }
}
