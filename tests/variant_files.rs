//! Variant files of Fairy-Stockfish: imported definitions beside the engine itself.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use fairybook::format::DefinitionSource;
use fairybook::fsf_files::{EngineText, ExportedVariant, ImportedVariant, export, import};
use fairybook::rules::{EndReason, Move, PlayedGame, Rules};
use fairybook::source::{SourceFile, render};
use fairybook::variant::load;
use serde_json::json;

use crate::dice::Dice;
use crate::outside::{Engine, Known};
use crate::outside_rules::is_decided;
use crate::shipped::{Shipped, root, variant};
use fairybook::game_text::print_position;

/// The shelf with definitions that have no page, and with those that were imported.
struct Shelf<'a>(&'a [ImportedVariant]);

impl DefinitionSource for Shelf<'_> {
    fn get(&self, id: &str) -> Option<SourceFile> {
        let own = self.0.iter().find(|variant| variant.id == id);
        let own = own.map(|it| SourceFile::new(format!("{id}.toml"), &it.definition));
        own.or_else(|| Shipped.get(id)).or_else(|| {
            let path = format!("src/definitions/fsf/relatives/{id}.toml");
            let text = fs::read_to_string(root().join(&path)).ok()?;
            Some(SourceFile::new(path, text))
        })
    }

    fn ids(&self) -> Vec<String> {
        Shipped.ids()
    }
}

fn known(id: &str, all: &[ImportedVariant]) -> Known {
    let file = Shelf(all).get(id).expect("it was imported");
    let (definition, errors) = load(&file, id, &Shelf(all));
    let drawn: Vec<String> = errors.iter().map(|error| render(error, false)).collect();
    let definition = definition.unwrap_or_else(|| panic!("{id}: {}", drawn.join("\n")));
    let variant = definition.variant(None).expect("it was loaded");
    let rules = Rules::compile(variant.game.clone()).expect("the game compiles");
    Known { variant, rules }
}

/// A perft that takes longer by the engine's module, which counts position by position, is not asked.
const MAX_PARENTS: u64 = 60_000;

/// Compares perft 1 to `depth`, and all legal moves at so many positions of random games.
fn difference(
    known: &Known,
    engine: &mut Engine,
    id: &str,
    depth: u32,
    positions: usize,
) -> Option<String> {
    let mut parents = 1;
    for depth in 1..=depth {
        if parents > MAX_PARENTS {
            eprintln!("{id}: perft {depth} has {parents} parents and is not asked");
            break;
        }
        let ours = known.rules.perft(&known.rules.initial_position(), depth);
        let theirs = engine.ask(&json!({ "variant": id, "perft": depth })).as_u64();
        if Some(ours) != theirs {
            return Some(format!("perft {depth} is {ours}, theirs {theirs:?}"));
        }
        parents = ours;
    }
    let text = EngineText::of_definition(&known.variant);
    let start = engine.start_of(id);
    let (mut seen, mut seed) = (0, 0);
    while seen < positions && seed < 1000 {
        seed += 1;
        let mut dice = Dice(seed);
        let mut line = PlayedGame::from(&known.rules, known.rules.initial_position());
        let mut played: Vec<String> = Vec::new();
        while played.len() < 100 && seen < positions {
            let counts = |reason| matches!(reason, EndReason::Repetition | EndReason::NoProgress);
            if line.game_end().is_some_and(|end| counts(end.reason)) {
                break;
            }
            let turns = known.rules.turns(line.position());
            let moves: Vec<Move> = turns.iter().filter_map(|turn| turn.first().copied()).collect();
            let print = |turn: &Vec<Move>| text.print_turn(&known.rules, turn, &moves);
            let ours: BTreeSet<String> = turns.iter().map(print).collect();
            let theirs = engine.moves(id, &start, &played);
            seen += 1;
            if theirs.is_empty() && !turns.is_empty() && is_decided(&mut line, &moves) {
                break;
            }
            if ours != theirs {
                let only = |a: &BTreeSet<String>, b: &BTreeSet<String>| {
                    a.difference(b).cloned().collect::<Vec<_>>().join(" ")
                };
                return Some(format!(
                    "after {} | {}\n    only ours   {}\n    only theirs {}",
                    played.join(" "),
                    print_position(&known.variant, &known.rules, line.position()),
                    only(&ours, &theirs),
                    only(&theirs, &ours),
                ));
            }
            if turns.is_empty() {
                break;
            }
            let chosen = &turns[dice.below(turns.len())];
            played.push(print(chosen));
            chosen.iter().for_each(|part| line.play(part));
        }
    }
    None
}

/// The numbers of positions of our own variants, and of relatives of shipped games.
#[test]
fn imported_variants_have_the_engines_numbers_of_positions() {
    let folder = root().join("tests/data/variant-files");
    let text = fs::read_to_string(folder.join("own.ini")).unwrap();
    let (all, errors) = import(&SourceFile::new("own.ini", text), &Shelf(&[]), None);
    assert!(errors.is_empty(), "{errors:#?}");
    let table = fs::read_to_string(folder.join("perft.tsv")).unwrap();
    for row in table.lines().filter(|line| !line.starts_with('#')) {
        let mut fields = row.split('\t');
        let id = fields.next().unwrap();
        let known = known(id, &all);
        for (depth, count) in (1..).zip(fields.map(|field| field.parse::<u64>().unwrap())) {
            let ours = known.rules.perft(&known.rules.initial_position(), depth);
            assert_eq!(ours, count, "{id} at depth {depth}");
        }
    }
}

#[test]
fn imported_variants_have_the_engines_moves_in_random_games() {
    let Some(mut engine) = Engine::start() else { return };
    let path = root().join("tests/data/variant-files/own.ini");
    let text = fs::read_to_string(path).unwrap();
    engine.ask(&json!({ "config": text }));
    let (all, _) = import(&SourceFile::new("own.ini", text), &Shelf(&[]), None);
    for variant in &all {
        let found = difference(&known(&variant.id, &all), &mut engine, &variant.id, 1, 40);
        assert!(found.is_none(), "{}: {}", variant.id, found.unwrap_or_default());
    }
}

fn imported(text: &str) -> (Vec<ImportedVariant>, Vec<String>) {
    let (all, errors) = import(&SourceFile::new("a.ini", text), &Shelf(&[]), None);
    let messages = errors.iter().map(|error| render(error, false)).collect();
    (all, messages)
}

#[test]
fn a_relative_says_only_what_differs() {
    let (all, errors) = imported("[coffeehouse:crazyhouse]\nmustCapture = true\n");
    assert!(errors.is_empty(), "{errors:#?}");
    let text = "format   = 1\nname     = \"Coffeehouse\"\nbased-on = \"crazyhouse\"\n\n\
                [restrictions]\ncompulsory-capture = { must = \"captures\" }\n";
    assert_eq!(all[0].definition, text);
}

#[test]
fn a_key_that_cannot_be_said_is_named_in_the_definition() {
    let (all, _) = imported("[walls:chess]\nwallingRule = duck\npocketSize = 3\n");
    assert_eq!(all[0].unsaid, ["wallingRule = duck"]);
    assert!(all[0].definition.contains("(Fairy-Stockfish: `wallingRule = duck`)"));
    assert!(!all[0].definition.contains("pocketSize"));
}

#[test]
fn mistakes_in_variant_files_are_located_and_have_a_remedy() {
    let cases = [
        ("maxRank = 8\n", "a key before the first section", "[name:chess]"),
        ("[a:chess]\nmaxRnak = 8\n", "no key `maxRnak`", "maxRank"),
        ("[a:chess]\nmaxRank = ten\n", "the number of a rank", "maxRank = 8"),
        ("[a:chess]\ncastling = yes\n", "`true` or `false`", "castling = true"),
        ("[a:chess]\npromotionPieceTypes = x\n", "no piece has the letter `x`", "`q`"),
        ("[a:ches]\n", "no variant `ches`", "chess"),
        ("[a:chess]\nstartFen = 8/8 w\n", "there are 2 rows here", "8 on the board"),
        ("[a:chess]\nrook = x\nknight = x\n", "a second piece with the letter `x`", "another"),
        ("[a:chess]\n[a:chess]\n", "a second section `a`", "another name"),
        ("[a:chess]\ncustomPiece1 = x\n", "needs a notation", "customPiece1 = x:NW"),
        ("[a:chess]\nflagRegion = e\n", "no list of cells", "*1 d4"),
        ("[a:chess\n", "ends with `]`", "[name:parent]"),
        ("[a:chess]\nduck\n", "a key and its value", "maxRank = 8"),
    ];
    for (text, message, help) in cases {
        let (_, errors) = imported(text);
        let all = errors.join("\n");
        assert!(all.contains("a.ini:"), "{text}: {all}");
        assert!(all.contains(message) && all.contains(help), "{text}: {all}");
    }
}

/// Anybody can have written the file: a name never leads out of the folder.
#[test]
fn names_of_sections_become_ids() {
    let text = "[../escaped:chess]\n[/abs/Path:chess]\n[x/../../.cargo/config:chess]\n[.hidden:chess]\n\
                [con:chess]\n[My Game:chess]\n[my-game:My Game]\n[\u{1b}[31m:chess]\n[..:chess]\n\
                [of-mine:My Game]\nmustCapture = true\n";
    let (all, errors) = imported(text);
    let ids: Vec<&str> = all.iter().map(|variant| variant.id.as_str()).collect();
    let expected = ["escaped", "abs-path", "x-cargo-config", "hidden", "my-game", "31m", "of-mine"];
    assert_eq!(ids, expected);
    let all_errors = errors.join("\n");
    for part in [
        "warning[variant-file]: the section `../escaped` becomes the variant `escaped`",
        "error[variant-file]: `con` cannot be the id of a variant",
        "error[variant-file]: `..` cannot be the id of a variant",
        "error[variant-file]: `my-game` and `My Game` would both be the variant `my-game`",
    ] {
        assert!(all_errors.contains(part), "{part}: {all_errors}");
    }
    assert!(all[6].definition.contains("based-on = \"my-game\""), "{}", all[6].definition);
}

#[test]
fn a_section_that_cannot_be_read_is_named_and_the_others_come_in() {
    let text = "[good:chess]\n[bad:chess]\nduck\n[child:bad]\n[early:late]\n[late:chess]\n\
                [lost:quadwrangle]\n[wrong:chess]\nmaxRank = ten\n";
    let (all, errors) = imported(text);
    let ids: Vec<&str> = all.iter().map(|variant| variant.id.as_str()).collect();
    assert_eq!(ids, ["good", "late"]);
    let all_errors = errors.join("\n");
    for part in [
        "a.ini:3:1",
        "its parent `bad` cannot be imported",
        "`late` comes after this section",
        "no variant `quadwrangle` to inherit from",
        "a.ini:9:",
    ] {
        assert!(all_errors.contains(part), "{part}: {all_errors}");
    }
}

#[test]
fn definitions_without_a_page_can_be_loaded() {
    let mut count = 0;
    for entry in fs::read_dir(root().join("src/definitions/fsf/relatives")).unwrap() {
        let path = entry.unwrap().path();
        assert!(
            path.extension().is_some_and(|ending| ending == "toml"),
            "{path:?} is no definition"
        );
        let id = path.file_stem().unwrap().to_string_lossy().into_owned();
        assert!(
            !root().join(format!("content/variants/{id}.toml")).exists(),
            "{id} is there twice"
        );
        known(&id, &[]);
        count += 1;
    }
    assert!(count > 5);
}

/// The shipped games that the engine can express, and what it cannot express of the others.
#[test]
fn shipped_games_are_exported_and_imported_again() {
    let mut engine = Engine::start();
    let mut table = String::new();
    for id in Shipped.ids() {
        let variant = variant(&id);
        let exported = match export(&variant) {
            Ok(exported) => exported,
            Err(reasons) => {
                table += &format!("{id}: no: {}\n", reasons.join("; "));
                continue;
            }
        };
        table += &match &exported.unsaid[..] {
            [] => format!("{id}: all\n"),
            unsaid => format!("{id}: all but {}\n", unsaid.join("; ")),
        };
        if !exported.unsaid.is_empty() {
            continue;
        }
        // The section has a name of its own: the engine knows some of the games.
        let text = exported.text.replace(&format!("\n[{id}]\n"), &format!("\n[own-{id}]\n"));
        let (all, errors) = import(&SourceFile::new("a.ini", &text), &Shelf(&[]), None);
        assert!(errors.is_empty(), "{id}: {errors:#?}");
        assert!(all[0].unsaid.is_empty(), "{id}: {:?}", all[0].unsaid);
        let rules = Rules::compile(variant.game.clone()).unwrap();
        compare_variants(&Known { variant, rules }, &known(&format!("own-{id}"), &all), &exported);
        if let Some(engine) = &mut engine {
            engine.ask(&json!({ "config": text }));
            let own = known(&format!("own-{id}"), &all);
            let found = difference(&own, engine, &format!("own-{id}"), 1, 30);
            assert!(found.is_none(), "{id}: {}", found.unwrap_or_default());
        }
    }
    check_golden("tests/data/variant-files/exported.txt", &table);
}

fn exported(text: &str) -> ExportedVariant {
    let (definition, errors) = load(&SourceFile::new("own.toml", text), "own", &Shelf(&[]));
    let drawn: Vec<String> = errors.iter().map(|error| render(error, false)).collect();
    let definition = definition.unwrap_or_else(|| panic!("{}", drawn.join("\n")));
    export(&definition.variant(None).expect("it was loaded")).expect("the board and sides fit")
}

/// What the engine says of parts of turns: a piece that blocks, and drops on the first rank.
#[test]
fn parts_of_turns_are_exported_or_named() {
    let head = "format = 1\nname = \"Own\"\nbased-on = ";
    let cases = [
        // A right to castle is a right to a drop, too: Bishops alone have it only without castling.
        (
            "\"seirawan\"\nwithout = \"castling\"\n[turn-parts.gate]\nby = \"bishop\"",
            "w CFcf - 0 1",
            "",
        ),
        ("\"seirawan\"\n[turn-parts.gate]\nby = \"bishop\"", "w KQCFkqcf - 0 1", "`turn-parts`"),
        ("\"seirawan\"\n[turn-parts.gate]\nby = \"pawn\"", "seirawanGating = true", "`turn-parts`"),
        ("\"seirawan\"\n[turn-parts.gate]\noptional = false", "gating = true", "`turn-parts`"),
        ("\"duck\"\n[pieces]\nduck = { letter = \"Z\" }", "wallingRule = duck", ""),
        // For the engine, the old place of the Duck shields a King.
        ("\"duck\"\n[pieces]\nking = { royal = true }", "wallingRule = duck", "`turn-parts`"),
        ("\"duck\"\n[turn-parts.duck]\nto = \"ranks 3-6\"", "wallingRule = duck", "`turn-parts`"),
    ];
    for (rules, said, unsaid) in cases {
        let found = exported(&format!("{head}{rules}\n"));
        assert!(found.text.contains(said), "{rules}: {}", found.text);
        assert_eq!(found.unsaid.iter().any(|it| it == unsaid), !unsaid.is_empty(), "{rules}");
        assert_eq!(found.unsaid.is_empty(), unsaid.is_empty(), "{rules}: {:?}", found.unsaid);
    }
}

/// Plays the same random game by both definitions.
fn compare_variants(one: &Known, two: &Known, exported: &ExportedVariant) {
    let own = &exported.engine_text;
    let other = EngineText::of_definition(&two.variant);
    for seed in 0..3 {
        let mut dice = Dice(seed);
        let mut line = PlayedGame::from(&one.rules, one.rules.initial_position());
        let mut again = PlayedGame::from(&two.rules, two.rules.initial_position());
        for _ in 0..40 {
            let (moves, others) = (line.moves(), again.moves());
            let mut texts: Vec<(String, &Move)> =
                others.iter().map(|it| (other.print_move(&two.rules, it, &others), it)).collect();
            texts.sort_by(|a, b| a.0.cmp(&b.0));
            let ours: BTreeSet<String> =
                moves.iter().map(|it| own.print_move(&one.rules, it, &moves)).collect();
            let theirs: BTreeSet<String> = texts.iter().map(|(text, _)| text.clone()).collect();
            let position = print_position(&one.variant, &one.rules, line.position());
            assert_eq!(ours, theirs, "{} at {position}", one.variant.id);
            if moves.is_empty() {
                break;
            }
            let chosen = moves[dice.below(moves.len())];
            let text = own.print_move(&one.rules, &chosen, &moves);
            let same = texts.iter().find(|(known, _)| *known == text).expect("the sets are equal");
            again.play(same.1);
            line.play(&chosen);
        }
    }
}

fn check_golden(path: &str, text: &str) {
    let path = root().join(path);
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, text).unwrap();
    }
    assert_eq!(fs::read_to_string(&path).unwrap_or_default(), text, "UPDATE=1 writes {path:?}");
}

/// Asks the small engine of the tests, with a fault, about chess.
fn verify_with(engine: &str, fault: &str) -> (Option<i32>, String, String) {
    verify_game_with(engine, fault, "chess")
}

fn verify_game_with(engine: &str, fault: &str, id: &str) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_fairybook"))
        .current_dir(root())
        .args(["verify", "--engine", engine, "--variant", id])
        .args(["--positions", "5", "--seconds", if fault == "silent" { "3" } else { "60" }])
        .env("FAULT", fault)
        .output()
        .expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the output is text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

const SMALL_ENGINE: &str = "tests/data/outside/uci.py";

#[test]
fn faults_of_an_engine_are_told_apart_and_are_no_agreement() {
    let cases = [
        ("tests/data/outside/no-such-engine", "", "cannot be started"),
        (SMALL_ENGINE, "silent", "did not answer in 3 s"),
        (SMALL_ENGINE, "crashing", "ended before it answered, asked about `chess`"),
        (SMALL_ENGINE, "contradictory", "2 moves are listed, and 3 counted"),
        (SMALL_ENGINE, "plain", "no option `VariantPath`"),
    ];
    for (engine, fault, message) in cases {
        let (code, output, errors) = verify_with(engine, fault);
        assert_eq!((code, output.as_str()), (Some(2), ""), "{fault}: {errors}");
        assert!(errors.contains(message) && errors.contains("hint: "), "{fault}: {errors}");
    }
}

#[test]
fn an_engine_agrees_or_its_differences_are_drawn() {
    if Engine::start().is_none() {
        return;
    }
    let (code, output, errors) = verify_with(SMALL_ENGINE, "");
    assert_eq!(code, Some(0), "{output}{errors}");
    assert!(output.contains("agrees     chess  6 positions\n"), "{output}");
    assert!(output.ends_with("1 games agree, 0 do not, 0 were not asked; 6 positions agree\n"));
    // The page has one diagram of a position in which each side has its King.
    let (code, output, errors) = verify_game_with(SMALL_ENGINE, "", "king-of-the-hill");
    assert_eq!(code, Some(0), "{output}{errors}");
    assert!(output.starts_with("agrees     king-of-the-hill  7 positions\n"), "{output}");
    let (code, output, _) = verify_with(SMALL_ENGINE, "lying");
    assert_eq!(code, Some(1), "{output}");
    assert!(output.starts_with("DISAGREES  chess  6 of 6 positions\n"), "{output}");
    assert!(output.contains("  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"));
    assert!(output.contains("  R N B Q K B N R\n  only fairybook: a2a3\n"), "{output}");
}

/// Reads the file that the environment names, which the project may not contain; `POSITIONS=1000` asks
/// for more than a hundred positions a game.
#[test]
#[ignore = "takes some minutes, and a file that the variable VARIANTS_INI names"]
fn a_whole_variant_file_agrees_with_the_engine() {
    let Some(path) = std::env::var_os("VARIANTS_INI") else {
        eprintln!("SKIPPED: VARIANTS_INI names no variant file");
        return;
    };
    let Some(mut engine) = Engine::start() else { return };
    let text = fs::read_to_string(path).expect("the file can be read");
    engine.ask(&json!({ "config": text }));
    let only = std::env::var("ONLY").ok();
    let positions = std::env::var("POSITIONS").map_or(100, |count| count.parse().unwrap());
    let file = SourceFile::new("variants.ini", &text);
    let (all, errors) = import(&file, &Shelf(&[]), only.as_deref());
    for error in errors.iter() {
        eprintln!("{}", render(error, false));
    }
    let (mut equal, mut complete) = (0, 0);
    for variant in &all {
        let known = known(&variant.id, &all);
        let found = difference(&known, &mut engine, &variant.id, 3, positions);
        let is_complete = variant.unsaid.is_empty();
        complete += usize::from(is_complete);
        equal += usize::from(is_complete && found.is_none());
        let found = found.unwrap_or_else(|| "equal".to_owned());
        eprintln!("{} {} {found}", variant.id, if is_complete { "" } else { "(incomplete)" });
    }
    eprintln!("{} variants, {complete} complete, {equal} of them equal", all.len());
    assert_eq!(complete, equal, "a complete definition has other moves than the engine");
}

/// Games of mechanisms that the engine knows: our id, its id, and what it has to be told.
const GAMES_OF_MECHANISMS: [(&str, &str, &str); 21] = [
    ("antichess", "antichess", ""),
    ("armageddon", "armageddon", ""),
    ("atomic", "atomic", ""),
    ("atomic-duck", "own-atomic-duck", "[own-atomic-duck:duck]\nblastOnCapture = true\n"),
    (
        "atomic-giveaway",
        "own-atomic-giveaway",
        "[own-atomic-giveaway:antichess]\nblastOnCapture = true\n",
    ),
    ("checkmateless", "checkmateless", "[checkmateless:chess]\nchecking = false\n"),
    ("duck", "duck", ""),
    ("extinction", "extinction", ""),
    ("horde", "horde", ""),
    ("jeson-mor", "jesonmor", ""),
    ("king-of-the-hill", "kingofthehill", ""),
    ("kyoto-shogi", "kyotoshogi", ""),
    ("petrified", "petrified", ""),
    ("placement", "placement", ""),
    ("racing-kings", "racingkings", ""),
    ("seirawan", "seirawan", ""),
    ("sho-shogi", "shoshogi", ""),
    ("spartan", "spartan", ""),
    ("three-check", "3check", ""),
    ("tori-shogi", "torishogi", ""),
    ("losers", "losers", ""),
];

/// `EXAMPLES` may name a folder of definitions that are taken in place of our own.
#[test]
#[ignore = "takes some minutes"]
fn games_of_mechanisms_agree_with_the_outside_engine() {
    let Some(mut engine) = Engine::start() else { return };
    let positions = std::env::var("POSITIONS").map_or(1000, |count| count.parse().unwrap());
    let folder = std::env::var_os("EXAMPLES").map(std::path::PathBuf::from);
    let only = std::env::var("ONLY").ok();
    let mut different = Vec::new();
    for (id, theirs, config) in GAMES_OF_MECHANISMS {
        if only.as_ref().is_some_and(|only| only != id) {
            continue;
        }
        if !config.is_empty() {
            engine.ask(&json!({ "config": config }));
        }
        let example = folder.as_ref().and_then(|folder| {
            let text = fs::read_to_string(folder.join(format!("{id}.toml"))).ok()?;
            let (definition, errors) = load(&SourceFile::new(id, text), id, &Shelf(&[]));
            for error in errors.iter() {
                eprintln!("{}", render(error, false));
            }
            let variant = definition?.variant(None).expect("it was loaded");
            let rules = Rules::compile(variant.game.clone()).expect("the game compiles");
            Some(Known { variant, rules })
        });
        let source = if example.is_some() { "example" } else { "own" };
        let known = example.unwrap_or_else(|| known(id, &[]));
        let found = difference(&known, &mut engine, theirs, 2, positions);
        eprintln!("{id} ({source}): {}", found.as_deref().unwrap_or("equal"));
        if found.is_some() {
            different.push(id);
        }
    }
    assert!(different.is_empty(), "{different:?}");
}
