//! Pages, rule sheets and `verify` name the rules that a definition gives in words only.

use std::collections::BTreeMap;
use std::fs;

use fairybook::build::{Options, build};
use fairybook::source::render;

use crate::shipped::root;

const GAME: &str = "format = 1\nname = \"Chess by lot\"\nbased-on = \"chess\"\n\n\
    [[unmodelled]]\nrule = \"The players may agree on a draw.\"\naffects = \"ends\"\n\n\
    [[unmodelled]]\nrule = \"A Knight of a beginner may also step.\"\naffects = \"knight\"\n";

const PAGE: &str = "+++\ntitle = \"Chess by lot\"\nvariant = \"lot\"\n+++\n\n\
    A [Knight has eight moves](<claim: count(moves(knight, d4)) is 8>), a \
    [Rook has 14](<claim: count(moves(rook, d4)) is 14>). The game is \
    [not drawn](<claim: not drawn in setup>).\n\n\
    ```moves\npiece = \"knight\"\nat = \"a1\"\nmarks = \"b3 c2\"\n```\n\n\
    ```moves\npiece = \"king\"\nat = \"a1\"\nmarks = \"a2 b1 b2\"\n```\n";

#[test]
fn a_rule_in_words_only_is_named_beside_the_ticks_that_it_affects() {
    let chess = fs::read(root().join("content/variants/chess.toml")).unwrap();
    let files = BTreeMap::from([
        ("content/variants/chess.toml".to_owned(), chess),
        ("content/variants/lot.toml".to_owned(), GAME.as_bytes().to_vec()),
        ("content/variants/lot.md".to_owned(), PAGE.as_bytes().to_vec()),
    ]);
    let output = build(&files, Options::default());
    let errors: Vec<String> = output.diagnostics.iter().map(|it| render(it, false)).collect();
    assert!(output.has_no_errors(), "{}", errors.join("\n"));
    let rules: Vec<usize> =
        output.report.comparisons.iter().map(|item| item.unmodelled.len()).collect();
    assert_eq!(rules, [1, 0, 1, 1, 0], "Knight, Rook, draw, Knight, King");
    let summary = output.report.summary();
    assert!(summary.contains("; 3 beside a rule that is not modelled\n"), "{summary}");
    let text = |path: &str| String::from_utf8(output.site[path].to_vec()).unwrap();
    let page = text("lot/index.html");
    let count = |words: &str| page.matches(words).count();
    assert_eq!(count("The definition leaves out this rule: A Knight of a beginner"), 2);
    assert_eq!(count("The definition leaves out this rule: The players may agree"), 1);
    assert_eq!(count("3 of them concern a rule"), 1);
    let sheet = text("lot/rule-sheet.html");
    assert!(sheet.contains("Further rules") && sheet.contains("The players may agree on a draw."));
}
