//! Small inputs that would take minutes, or all memory: they are refused, and the same on every machine.

use std::collections::BTreeMap;
use std::sync::Arc;

use fairybook::build::{BuildOutput, Options, build};
use fairybook::format::WithShipped;
use fairybook::query::LoadedVariant;
use fairybook::source::{Code, SourceFile, limits, work};
use fairybook::variant::load;

/// A game on a board of 40 by 40 whose pieces all move by a notation.
fn large_game(pieces: usize, notation: &str) -> String {
    let mut text = String::from(
        "format = 1\nname = \"S\"\nboard = { files = \"a-z A-N\", ranks = \"1-40\" }\n\
         sides = { white = {}, black = { seat = \"turn 180\" } }\n\
         [setup.white]\nking = \"e1\"\n[setup.black]\nking = \"e40\"\n",
    );
    for piece in 0..pieces {
        let letter = char::from(b"ABCDEFGHIJLMNOPQRSTUVWXYZ"[piece % 25]);
        let sign = if piece < 25 { "" } else { "+" };
        text += &format!("[pieces.p{piece}]\nletter = \"{sign}{letter}\"\nmove = \"{notation}\"\n");
    }
    text
}

/// A game of turns that can be finished in more ways than any machine tries.
const LONG_TURNS: &str = "format = 1\nname = \"S\"\nbased-on = \"chess\"\n\
    [turn-parts]\nmove = { moves = \"own\", times = 100 }\n\
    [restrictions.r]\nnever = \"gives checkmate\"\n[check]\ntested = \"end of turn\"\n";

const CHESS: &str = "format = 1\nname = \"S\"\nbased-on = \"chess\"\n";

fn built(game: &str, body: &str) -> BuildOutput {
    let page = format!("+++\ntitle = \"T\"\nvariant = \"g\"\n+++\n{body}");
    let files = BTreeMap::from([
        ("fairybook.toml".to_owned(), b"title = \"X\"\nsheets = false\n".to_vec()),
        ("content/variants/g.toml".to_owned(), game.into()),
        ("content/g.md".to_owned(), page.into()),
    ]);
    build(&files, Options::default())
}

/// Checks that a book is refused for its work, once and at that file.
fn assert_refused(output: &BuildOutput, path: &str) {
    let found: Vec<_> = output.diagnostics.iter().filter(|it| it.code == Code::Work).collect();
    let [error] = found[..] else { panic!("{:#?}", output.diagnostics) };
    assert_eq!(error.path(), path);
    assert!(error.message.contains("more than 100 million units of work"), "{}", error.message);
    assert!(error.help.is_some() && output.site.is_empty());
}

#[test]
fn many_dear_claims_are_refused() {
    let claims = "[It](<claim: perft(5) is 4865609>)\n\n".repeat(2500);
    assert_refused(&built(CHESS, &claims), "content/g.md");
    assert!(built(CHESS, "[It](<claim: perft(3) is 8902>)\n").has_no_errors());
}

/// Each number of a long sentence would keep a copy of it.
#[test]
fn the_numbers_of_a_sentence_share_it() {
    let output = built(CHESS, &"The numbers 7 and 8. ".repeat(2));
    let numbers =
        &output.report.numbers.iter().find(|it| !it.items.is_empty()).expect("a page").items;
    let is_shared = |a: usize, b: usize| Arc::ptr_eq(&numbers[a].sentence, &numbers[b].sentence);
    assert!(is_shared(0, 1) && is_shared(2, 3) && !is_shared(1, 2));
}

#[test]
fn turns_without_end_are_refused() {
    let file = SourceFile::new("g.toml", LONG_TURNS);
    let (definition, _) = load(&file, "g", &WithShipped(&BTreeMap::new()));
    let variant = definition.and_then(|it| it.variant(None).ok()).expect("it has no errors");
    let loaded = LoadedVariant::new(variant).expect("its rules can be compiled");
    let rules = loaded.rules();
    let units = limits::WORK / 100;
    let (moves, spent) = work::limited(units, || rules.moves(&rules.initial_position()));
    assert!(spent == units && moves.len() < 100);
}

#[test]
#[ignore = "it takes half a minute; `.ci/long budget` runs it"]
fn large_boards_with_long_moves_are_refused() {
    let place = |at: usize| char::from(b'a' + (at % 26) as u8);
    let block =
        |at| format!("```moves\npiece = \"p0\"\nat = \"{}{}\"\n```\n\n", place(at), at % 39 + 1);
    let blocks: String = (0..100).map(block).collect();
    assert_refused(&built(&large_game(1, "mQaQ"), &blocks), "content/g.md");
    assert_refused(&built(&large_game(50, "mQaQ"), ""), "content/variants/g.toml");
    let notation = "fWbFmNcDhrNsRnAgQpBcC".repeat(45);
    let described = "```piece\npiece = \"p0\"\n```\n".repeat(1500);
    assert_refused(&built(&large_game(1, &notation), &described), "content/g.md");
    let played = "```position\nposition = \"setup\"\n```\n".repeat(2000);
    assert_refused(&built(&large_game(50, "Q"), &played), "content/g.md");
}

/// Several pages, each within the limit: the one with which the sum is too much is named.
#[test]
fn the_same_page_is_named_whatever_comes_first() {
    let claims = "[It](<claim: perft(5) is 4865609>)\n\n".repeat(4);
    let page = format!("+++\ntitle = \"T\"\nvariant = \"g\"\n+++\n{claims}");
    let mut files = BTreeMap::from([("content/variants/g.toml".to_owned(), CHESS.into())]);
    for number in 10..50 {
        files.insert(format!("content/page-{number}.md"), page.clone().into_bytes());
    }
    let named = || {
        let output = build(&files, Options::default());
        let error = output.diagnostics.iter().find(|it| it.code == Code::Work).cloned();
        error.expect("the sum is too much").path().to_owned()
    };
    let first = named();
    assert!((0..3).all(|_| named() == first), "{first}");
}
