//! Which facts of a definition the statements of a book test.

use std::collections::BTreeMap;

use fairybook::build::BookStatements;
use fairybook::coverage::{Coverage, coverage};

const GAME: &str = "\
format = 1
name = \"Corner\"

[board]
files = \"a-d\"
ranks = \"1-4\"

[sides]
white = {}
black = { seat = \"turn 180\" }

[setup.each]
king = \"a1\"
rook = \"b1\"

[ends]
checkmate = \"loses\"
";

const SETUP: &str = "```setup\nposition = \"2rk/4/4/KR2\"\n```\n";
const ROOK: &str = "```moves\npiece = \"rook\"\nat = \"b2\"\nmarks = \"b1 b3 b4 a2 c2 d2\"\n```\n";
const KING: &str = "The King has [3 moves](<claim: count(moves(king, a1)) is 3>).\n";

fn of(statements: &[&str]) -> Coverage {
    let page =
        format!("+++\ntitle = \"Corner\"\nvariant = \"corner\"\n+++\n\n{}", statements.join("\n"));
    let files = [("content/variants/corner.toml", GAME), ("content/variants/corner.md", &page)];
    let files: BTreeMap<String, Vec<u8>> =
        files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect();
    coverage(&BookStatements::read(&files).about("corner")).expect("the definition has no errors")
}

fn untested(coverage: &Coverage) -> Vec<String> {
    coverage.untested.iter().map(|fact| format!("{} {}", fact.path, fact.word)).collect()
}

#[test]
fn without_statements_nothing_is_tested() {
    let found = of(&[]);
    assert_eq!((found.tested, found.percent()), (0, 0));
    for fact in ["board.ranks 4", "setup.each.rook b1", "pieces.rook rook"] {
        assert!(untested(&found).iter().any(|known| known == fact), "{fact}: {found:#?}");
    }
}

#[test]
fn each_statement_tests_the_facts_that_it_speaks_of() {
    let all = of(&[SETUP, ROOK, KING]);
    for (left_out, fact) in [
        ([ROOK, KING], "setup.each.rook b1"),
        ([SETUP, KING], "pieces.rook rook"),
        ([SETUP, ROOK], "pieces.king king"),
    ] {
        let fewer = of(&left_out);
        assert!(fewer.percent() < all.percent(), "{fact}");
        assert!(untested(&fewer).iter().any(|known| known == fact), "{fact}: {fewer:#?}");
        assert!(!untested(&all).iter().any(|known| known == fact), "{fact}: {all:#?}");
    }
}

#[test]
fn what_no_statement_speaks_of_is_listed_with_a_change() {
    let found = of(&[SETUP, ROOK, KING]);
    let mate = found.untested.iter().find(|fact| fact.path == "ends.checkmate").unwrap();
    assert_eq!(mate.location.file.path(), "content/variants/corner.toml");
    assert!(found.percent() < 100);
}
