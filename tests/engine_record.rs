//! Opinions of engines: the record of the book is current, pages show agreement only then, and
//! no fault of an engine is recorded.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use fairybook::build::{BookStatements, Options, build};
use fairybook::source::{Diagnostics, SourceFile};
use fairybook::verify::{ENGINE_RECORD, EngineRecord, RecordedOpinion};

use crate::outside::Engine;
use crate::scratch::scratch;
use crate::shipped::root;

type Files = BTreeMap<String, Vec<u8>>;

/// The definitions of the book.
fn shipped_definitions() -> Files {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(root().join("content/variants")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            files.insert(format!("content/variants/{name}"), fs::read(&path).unwrap());
        }
    }
    files
}

/// The record of a book; an empty one if there is none.
fn record(book: &Path) -> EngineRecord {
    let text = fs::read_to_string(book.join(ENGINE_RECORD)).unwrap_or_default();
    let mut diagnostics = Diagnostics::default();
    let record = EngineRecord::read(&SourceFile::new(ENGINE_RECORD, text), &mut diagnostics);
    assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    record
}

#[test]
fn the_opinions_of_engines_are_about_the_games_as_they_are() {
    let record = record(root());
    let book = BookStatements::read(&shipped_definitions());
    assert!(record.entries.len() > 10, "{}", record.to_text());
    for (id, opinions) in &record.entries {
        let help = "run `fairybook verify --engine PROGRAM --write`";
        assert!(book.ids().any(|known| known == id), "the book has no {id}; {help}");
        let of = book.definition_fingerprint(id);
        for (engine, opinion) in opinions {
            assert_eq!(opinion.of, of, "{id}: the opinion of {engine} is old; {help}");
            assert!(opinion.positions > 0 && opinion.different <= opinion.positions, "{id}");
        }
    }
}

#[test]
fn the_opinion_on_one_game_is_what_the_engine_says_now() {
    if Engine::start().is_none() {
        return;
    }
    let id = "three-check";
    let known = record(root());
    let positions = known.entries[id]["pyffish"].positions;
    let arguments = ["--variant", id, "--positions", "300"];
    let (code, output, errors) = verify(root(), SMALL_ENGINE, "", &arguments);
    assert_eq!(code, Some(0), "{output}{errors}");
    let help = "run `fairybook verify --engine tests/data/outside/uci.py --positions 300 --write`";
    let words = format!("agrees     {id}  {positions} positions\n");
    assert!(output.starts_with(&words), "the record is old: {output}; {help}");
}

const GAME: &str = "format = 1\nname = \"Small\"\nbased-on = \"chess\"\n";
const OTHER: &str = "format = 1\nname = \"Other\"\nbased-on = \"shatranj\"\n";

#[test]
fn a_page_shows_opinions_about_its_definition_as_it_is() {
    let page = "+++\ntitle = \"Small\"\nvariant = \"small\"\n+++\n\
                A Rook has [14 moves](<claim: count(moves(rook, a1)) is 14>).\n";
    let mut files: Files = BTreeMap::new();
    files.insert("content/small.md".to_owned(), page.into());
    files.insert("content/variants/small.toml".to_owned(), GAME.into());
    let now = BookStatements::read(&files).definition_fingerprint("small");
    let shown = |of: &str, different: usize| {
        let (of, version, why) = (of.to_owned(), "7".to_owned(), "it castles".to_owned());
        let opinion = RecordedOpinion { of, version, positions: 12, different, why };
        let mut record = EngineRecord::default();
        record.replace("small", "Some <Engine>", Some(opinion));
        let mut files = files.clone();
        files.insert(ENGINE_RECORD.to_owned(), record.to_text().into_bytes());
        let output = build(&files, Options::default());
        assert!(output.diagnostics.is_empty(), "{:#?}", output.diagnostics);
        assert!(!output.site.contains_key("engines.toml"));
        let html = String::from_utf8_lossy(&output.site["small/index.html"]).into_owned();
        let words = match different {
            0 => "Some &lt;Engine&gt; 7 agrees at all 12 positions.",
            _ => "Some &lt;Engine&gt; 7 has other moves at 1 of 12: it castles.",
        };
        let places = [html.find("compared with those of other")];
        assert_eq!(html.matches(words).count(), places.iter().flatten().count(), "{html}");
        places.iter().flatten().count()
    };
    assert_eq!(shown(&now, 0), 1, "where it says what was checked");
    assert_eq!(shown(&now, 1), 1, "a disagreement is shown, too");
    assert_eq!(shown("0123456789abcdef", 0), 0);
}

const SMALL_ENGINE: &str = "tests/data/outside/uci.py";

/// Asks an engine about a book: the exit code, the output and the errors.
fn verify(
    book: &Path,
    engine: &str,
    fault: &str,
    arguments: &[&str],
) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_fairybook"))
        .current_dir(book)
        .args(["verify", "--seconds"])
        .args([if fault.starts_with("silent") { "3" } else { "60" }, "--engine"])
        .arg(root().join(engine))
        .args(arguments)
        .args(if arguments.contains(&"--positions") { &[][..] } else { &["--positions", "5"] })
        .env("FAULT", fault)
        .output()
        .expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the output is text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// Writes a book of two games.
fn book(name: &str) -> PathBuf {
    let folder = scratch(name);
    fs::create_dir_all(folder.join("content/variants")).unwrap();
    fs::write(folder.join("fairybook.toml"), "title = \"Two\"\n").unwrap();
    fs::write(folder.join("content/variants/small.toml"), GAME).unwrap();
    fs::write(folder.join("content/variants/other.toml"), OTHER).unwrap();
    folder
}

#[test]
fn no_fault_of_an_engine_is_recorded() {
    let folder = book("engine-faults");
    let cases = [
        ("tests/data/outside/no-such-engine", "", "cannot be started"),
        (SMALL_ENGINE, "silent", "did not answer in 3 s"),
        (SMALL_ENGINE, "crashing", "ended before it answered"),
        (SMALL_ENGINE, "contradictory", "2 moves are listed, and 3 counted"),
        (SMALL_ENGINE, "plain", "no option `VariantPath`"),
        (SMALL_ENGINE, "choosy", "no variant `fairybook-other`: it refused the section"),
    ];
    for (engine, fault, message) in cases {
        let (code, output, errors) = verify(&folder, engine, fault, &["--write"]);
        assert_eq!((code, output.as_str()), (Some(2), ""), "{fault}: {errors}");
        assert!(errors.contains(message) && errors.contains("hint: "), "{fault}: {errors}");
        assert!(!folder.join(ENGINE_RECORD).exists(), "{fault} was recorded");
    }
    let (code, _, errors) = verify(&folder, SMALL_ENGINE, "", &["--write", "--variant", "smal"]);
    assert_eq!(code, Some(2));
    assert!(errors.contains("the book has no variant `smal`"), "{errors}");
}

#[test]
fn agreement_is_recorded_and_taken_back() {
    if Engine::start().is_none() {
        return;
    }
    let folder = book("engine-agreement");
    let (code, output, errors) = verify(&folder, SMALL_ENGINE, "", &["--write"]);
    assert_eq!(code, Some(0), "{output}{errors}");
    let agreed = record(&folder);
    assert_eq!(agreed.entries.keys().collect::<Vec<_>>(), ["other", "small"]);
    let (name, opinion) = agreed.entries["small"].first_key_value().unwrap();
    assert_eq!((name.as_str(), opinion.different, opinion.positions), ("pyffish", 0, 6));
    assert!(opinion.version.starts_with(|it: char| it.is_ascii_digit()), "{opinion:?}");

    // One game without an answer: the other is recorded, and of this one nothing is.
    for (fault, message) in [
        ("crashing fairybook-small", "no answer  small  the engine ended before it answered\n"),
        ("silent fairybook-small", "no answer  small  the engine did not answer in 3 s\n"),
    ] {
        let (code, output, errors) = verify(&folder, SMALL_ENGINE, fault, &["--write"]);
        assert_eq!(code, Some(1), "{output}{errors}");
        assert!(output.contains(message), "{fault}: {output}");
        assert!(output.contains("1 games agree, 0 do not, 1 had no answer"), "{output}");
        assert_eq!(record(&folder).entries.keys().collect::<Vec<_>>(), ["other"], "{fault}");
    }

    // An engine that is wrong about one game: the number of differences is recorded.
    let fault = "lying fairybook-small";
    let (code, output, _) = verify(&folder, SMALL_ENGINE, fault, &["--write"]);
    assert_eq!(code, Some(1), "{output}");
    let found = record(&folder);
    assert_eq!(found.entries["small"]["pyffish"].different, 6, "{output}");
    assert_eq!(found.entries["other"], agreed.entries["other"]);

    // One that is wrong about every game: nothing is left of what was known.
    let (code, output, errors) = verify(&folder, SMALL_ENGINE, "lying", &["--write"]);
    assert_eq!(code, Some(1), "{output}");
    assert!(errors.contains("agrees on no game, and is not recorded"), "{errors}");
    assert!(record(&folder).entries.is_empty());

    // What was said of an earlier definition goes with the next record.
    verify(&folder, SMALL_ENGINE, "", &["--write"]);
    let faster = format!("{GAME}without = [\"castling\"]\n");
    fs::write(folder.join("content/variants/small.toml"), faster).unwrap();
    verify(&folder, SMALL_ENGINE, "", &["--write", "--variant", "other"]);
    assert_eq!(record(&folder).entries.keys().collect::<Vec<_>>(), ["other"]);
}
