//! Every parser and whole builds, on texts that are mutated by chance from a corpus.
//!
//! A stable compiler has no coverage to follow, so the corpus is all texts of the book and of the
//! test data, and mutations also take pieces from other texts of it. What is asked is that nothing
//! panics and that nothing takes long. A failure names the seed, which gives the text again.

use std::collections::BTreeMap;
use std::io::{Write, stderr};
use std::panic::catch_unwind;
use std::path::Path;
use std::time::{Duration, Instant};

use fairybook::book::{Page, Settings, Templates, index_links};
use fairybook::build::{BuildMemory, Options, SiteRecord, build, build_again};
use fairybook::claim::check_claim;
use fairybook::fsf::parse_fsf;
use fairybook::notation::{Placement, lint, parse};
use fairybook::query::LoadedVariant;
use fairybook::source::{Diagnostics, SourceFile, SourceMap};
use fairybook::toml_text::parse_toml;
use fairybook::verify::{PageQuestion, page};
use walkdir::WalkDir;

use crate::dice::Dice;
use crate::shipped::{root, variant};
use fairybook::games::play_moves;

/// A parser: its name, the endings of its corpus, and what is asked of it.
type Target = (&'static str, &'static [&'static str], fn(&LoadedVariant, &str));

const TARGETS: &[Target] = &[
    ("notation", &["notation"], |_, text| {
        if let Ok(betza) = parse(text) {
            lint(&betza);
            assert_eq!(parse(&betza.to_string()).map(|it| it.to_string()), Ok(betza.to_string()));
        }
    }),
    ("fsf", &["notation"], |_, text| drop(parse_fsf(text))),
    ("placement", &["placement"], |_, text| drop(Placement::parse(text, None))),
    ("position", &["placement"], |chess, text| drop(chess.position(text))),
    ("moves", &["moves"], |chess, text| {
        drop(play_moves(chess, chess.rules().initial_position(), text))
    }),
    ("cells", &["cells"], |chess, text| {
        drop(chess.variant().cells(text, chess.first_side()));
    }),
    ("claim", &["claim"], |chess, text| drop(check_claim(text, chess))),
    ("toml", &["toml"], |_, text| {
        let file = SourceFile::new("a.toml", text);
        parse_toml(&SourceMap::whole(&file), &mut Diagnostics::default());
    }),
    ("settings", &["toml"], |_, text| {
        Settings::read(&SourceFile::new("fairybook.toml", text), &mut Diagnostics::default());
    }),
    ("definition", &["toml"], |_, text| {
        let files = [("content/variants/a.toml".to_owned(), text.as_bytes().to_vec())];
        build(&files.into(), Options { proof_only: true, ..Options::default() });
    }),
    ("page", &["md"], |_, text| {
        Page::read(&SourceFile::new("content/a.md", text), &mut Diagnostics::default());
    }),
    ("foreign page", &["html", "txt"], |chess, text| {
        let file = SourceFile::new("a.html", text);
        for variant in [None, Some(chess)] {
            let _ = page(&file, &PageQuestion { variant, ..PageQuestion::default() });
        }
    }),
    ("links", &["html", "svg"], |_, text| drop(index_links("index.html", text))),
    ("template", &["html"], |_, text| {
        let own = vec![("404.html".to_owned(), SourceFile::new("templates/404.html", text))];
        let templates = Templates::new(own, &mut Diagnostics::default());
        let _ = templates.render("404.html", &serde_json::json!({ "title": "x", "site": {} }));
    }),
    ("record", &["json"], |_, text| drop(SiteRecord::from_bytes(text.as_bytes()))),
];

/// Texts by ending. Values of definitions and pages are texts of the smaller languages.
fn corpus() -> BTreeMap<&'static str, Vec<String>> {
    let mut corpus: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for folder in ["content", "templates", "tests/data"] {
        for entry in WalkDir::new(root().join(folder)).sort_by_file_name().into_iter().flatten() {
            let Some(text) = std::fs::read_to_string(entry.path()).ok() else { continue };
            let ending = entry.path().extension().and_then(|ending| ending.to_str());
            let known = ["toml", "md", "html", "txt", "svg", "json"];
            let Some(ending) = known.into_iter().find(|known| ending == Some(known)) else {
                continue;
            };
            for line in text.lines() {
                let strings = || line.split('"').skip(1).step_by(2).map(str::to_owned);
                let kind = match line.split(['=', ' ']).next().unwrap_or_default() {
                    "move" | "captures" => "notation",
                    "position" | "placement" => "placement",
                    "after" | "moves" => "moves",
                    "cells" | "zones" | "to" | "files" => "cells",
                    _ if line.contains("move =") => "notation",
                    _ => "",
                };
                corpus.entry(kind).or_default().extend(strings());
                let claims =
                    line.split("<claim: ").skip(1).filter_map(|rest| rest.split('>').next());
                corpus.entry("claim").or_default().extend(claims.map(str::to_owned));
            }
            // A long text takes long to read and is mutated in few of its parts.
            let start = text.char_indices().nth(4000).map_or(text.len(), |(at, _)| at);
            corpus.entry(ending).or_default().push(text[..start].to_owned());
        }
    }
    corpus.entry("placement").or_default().push("rnbqkbnr/pppppppp/8/8 w KQkq - 0 1".to_owned());
    corpus.entry("moves").or_default().push("e2e4 e7e5 g1f3".to_owned());
    corpus
        .entry("json")
        .or_default()
        .push(r#"{"counts":[1,2,3,4],"outcomes":[1,0,0],"files":{"a":[1,2]}}"#.to_owned());
    corpus
}

/// Letters that mean something in one of the languages, and some that mean nothing.
const SIGNS: &str =
    "\u{0} \n\t\"'`{}[]()<>#%&*+-=/\\|.,;:!?~^_$@09afKQmnz\u{e9}\u{301}\u{202e}\u{1f600}";

/// A text of the corpus with some mutations.
fn mutated(corpus: &[String], dice: &mut Dice) -> String {
    let mut text: Vec<char> = corpus[dice.below(corpus.len())].chars().collect();
    let signs: Vec<char> = SIGNS.chars().collect();
    for _ in 0..=dice.below(6) {
        let (at, to) = (dice.below(text.len() + 1), dice.below(text.len() + 1));
        let (at, to) = (at.min(to), at.max(to).min(at.min(to) + 40));
        let part: Vec<char> = text[at..to].to_vec();
        match dice.below(7) {
            0 => drop(text.drain(at..to)),
            1 => text.insert(at, signs[dice.below(signs.len())]),
            2 => drop(text.splice(at..at, part)),
            3 => drop(text.splice(at..at, part.repeat(1 + dice.below(30)))),
            4 => {
                text.iter_mut().skip(at).take(1).for_each(|it| *it = signs[dice.below(signs.len())])
            }
            5 => {
                let other: Vec<char> = corpus[dice.below(corpus.len())].chars().collect();
                let from = dice.below(other.len() + 1);
                text.splice(at..to, other.into_iter().skip(from).take(30));
            }
            _ => {
                let digits = ["0", "-1", "255", "65536", "4294967296", "99999999999999999999"];
                text.splice(at..to, dice.one_of(&digits).chars());
            }
        }
    }
    text.truncate(20_000);
    text.into_iter().collect()
}

/// No text of the corpus takes a hundredth of this; a busy machine needs some room.
const LONGEST: Duration = Duration::from_secs(60);

/// Runs all parsers in turn until the time is over or the runs are made; returns the runs.
fn fuzz(first_seed: u64, most: u64, time: Duration) -> u64 {
    let chess = LoadedVariant::new(variant("chess")).unwrap();
    let corpus = corpus();
    let begin = Instant::now();
    let mut seed = first_seed;
    while seed < first_seed + most && begin.elapsed() < time {
        let (name, endings, run) = TARGETS[seed as usize % TARGETS.len()];
        let mut dice = Dice(seed);
        let text = mutated(&corpus[endings[dice.below(endings.len())]], &mut dice);
        let clock = Instant::now();
        let chess = std::panic::AssertUnwindSafe(&chess);
        let result = catch_unwind(|| run(*chess, &text));
        assert!(result.is_ok(), "{name}, seed {seed}, panics on {text:?}");
        assert!(
            clock.elapsed() < LONGEST,
            "{name}, seed {seed}: {:?} for {text:?}",
            clock.elapsed()
        );
        seed += 1;
    }
    seed - first_seed
}

/// Builds a small book again and again, with some of its texts mutated; returns the builds.
fn fuzz_builds(first_seed: u64, most: u64, time: Duration) -> u64 {
    let (book, _) = fairybook::world::read_book(&Path::new(root()).join("tests/data/books/small"));
    let corpus = corpus();
    let mut memory = BuildMemory::default();
    let begin = Instant::now();
    let mut seed = first_seed;
    while seed < first_seed + most && begin.elapsed() < time {
        let mut dice = Dice(seed);
        let mut files = book.clone();
        for _ in 0..=dice.below(2) {
            let paths: Vec<&String> = book.keys().collect();
            let path = paths[dice.below(paths.len())].clone();
            let own = [String::from_utf8_lossy(&files[&path]).into_owned()];
            let ending = if path.ends_with(".toml") { "toml" } else { "md" };
            let texts = if dice.once_in(3) { &corpus[ending][..] } else { &own };
            files.insert(path, mutated(texts, &mut dice).into_bytes());
        }
        let clock = Instant::now();
        let memory = std::panic::AssertUnwindSafe(&mut memory);
        let result = catch_unwind(|| {
            let memory = memory;
            let output =
                build_again(&files, Options { drafts: true, ..Options::default() }, memory.0, None);
            // The pictures are drawn when they are wanted: one of each site is enough.
            output.site.values().nth(seed as usize % 7).map(|file| file.len())
        });
        assert!(result.is_ok(), "a build panics, seed {seed}: {files:?}");
        assert!(clock.elapsed() < LONGEST, "seed {seed}: {:?} for {files:?}", clock.elapsed());
        seed += 1;
    }
    seed - first_seed
}

#[test]
fn no_parser_panics_on_mutated_texts() {
    assert_eq!(fuzz(0, 1500, Duration::MAX), 1500);
}

#[test]
fn no_build_panics_on_mutated_books() {
    assert_eq!(fuzz_builds(0, 60, Duration::MAX), 60);
}

#[test]
#[ignore = "takes an hour; `.ci/long fuzz`"]
fn a_million_mutated_texts_are_read() {
    let seed = |name: &str| {
        let seed = std::env::var(name).ok().and_then(|seed| seed.parse().ok());
        seed.unwrap_or(1_000_000)
    };
    let runs = fuzz(seed("SEED"), 1_000_000, Duration::from_secs(35 * 60));
    let builds = fuzz_builds(seed("SEED"), 20_000, Duration::from_secs(20 * 60));
    let _ = writeln!(stderr(), "{runs} texts were read, {builds} books were built: no panic");
}
