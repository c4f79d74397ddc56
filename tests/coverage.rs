//! Which facts of a definition the statements of a book test.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use fairybook::build::{
    BookStatements, COVERAGE_RECORD, CoverageRecord, Options, RecordedCoverage, build,
};
use fairybook::coverage::{Coverage, coverage};
use fairybook::source::{Diagnostics, SourceFile};

use crate::shipped::root;

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

const EDGE: &str =
    "format = 1\nname = \"Edge\"\nbased-on = \"corner\"\n\n[pieces.rook]\nwithin = \"ranks 1-4\"\n";

const SETUP: &str = "```setup\nposition = \"2rk/4/4/KR2\"\n```\n";
const ROOK: &str = "```moves\npiece = \"rook\"\nat = \"b2\"\nmarks = \"b1 b3 b4 a2 c2 d2\"\n```\n";
const KING: &str = "The King has [3 moves](<claim: count(moves(king, a1)) is 3>).\n";

/// A book of one game, one that is based on it, and a page about one of them.
fn book(id: &str, statements: &[&str]) -> BTreeMap<String, Vec<u8>> {
    let page =
        format!("+++\ntitle = \"Corner\"\nvariant = \"{id}\"\n+++\n\n{}", statements.join("\n"));
    let files = [
        ("content/variants/corner.toml", GAME),
        ("content/variants/edge.toml", EDGE),
        ("content/variants/corner.md", &page),
    ];
    files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect()
}

fn of(statements: &[&str]) -> Coverage {
    coverage_of("corner", statements)
}

fn coverage_of(id: &str, statements: &[&str]) -> Coverage {
    let files = book(id, statements);
    coverage(&BookStatements::read(&files).about(id)).expect("the definition has no errors")
}

fn untested(coverage: &Coverage) -> Vec<String> {
    coverage.untested.iter().map(|fact| format!("{} {}", fact.path, fact.word)).collect()
}

#[test]
fn without_statements_nothing_is_tested() {
    let found = of(&[]);
    assert_eq!((found.tested, found.percent()), (0, 0));
    for fact in ["board.ranks 4", "setup.each.rook b1", "pieces.rook.move R"] {
        assert!(untested(&found).iter().any(|known| known == fact), "{fact}: {found:#?}");
    }
}

#[test]
fn each_statement_tests_the_facts_that_it_speaks_of() {
    let all = of(&[SETUP, ROOK, KING]);
    for (left_out, fact) in [
        ([ROOK, KING], "setup.each.rook b1"),
        ([SETUP, KING], "pieces.rook.move R"),
        ([SETUP, ROOK], "pieces.king.move K"),
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

#[test]
fn facts_that_are_inherited_are_facts_of_the_game_too() {
    let found = coverage_of("edge", &[]);
    let mate = found.untested.iter().find(|fact| fact.path == "ends.checkmate").unwrap();
    assert_eq!(mate.location.file.path(), "content/variants/corner.toml");
    let all = coverage_of("edge", &[SETUP, ROOK, KING]);
    assert!(all.tested > 10 && all.untested.len() < found.untested.len(), "{all:#?}");
    // The statements about one game say nothing of the other.
    let book = BookStatements::read(&book("edge", &[SETUP, ROOK, KING]));
    assert_eq!(coverage(&book.about("corner")).unwrap().tested, 0);
}

#[test]
fn without_the_only_statement_of_a_fact_the_figure_is_lower() {
    let statements = [SETUP, ROOK, KING];
    let all = of(&statements);
    let mut needed = 0;
    for index in 0..statements.len() {
        let mut others = statements.to_vec();
        others.remove(index);
        let fewer = of(&others);
        assert_eq!(fewer.tested + fewer.untested.len(), all.tested + all.untested.len());
        let alone = fewer.untested.len() - all.untested.len();
        needed += usize::from(alone > 0);
        assert_eq!(fewer.tested + alone, all.tested);
    }
    assert_eq!(needed, 3);
}

#[test]
fn pages_show_the_coverage_of_the_record_while_it_is_current() {
    let mut files = book("corner", &[SETUP, ROOK, KING]);
    let of = BookStatements::read(&files).fingerprint("corner");
    let untested = vec!["ends.checkmate: `loses` could be `wins`".to_owned()];
    let entry = RecordedCoverage { of, tested: 20, untested };
    let record = CoverageRecord { entries: [("corner".to_owned(), entry)].into() };
    files.insert(COVERAGE_RECORD.to_owned(), record.to_text().into_bytes());
    let page = |files: &BTreeMap<String, Vec<u8>>| {
        let built = build(files, Options::default());
        assert!(built.has_no_errors(), "{:#?}", built.diagnostics);
        assert!(built.site.contains_key("coverage.toml"));
        let texts = built.site.values().filter_map(|bytes| str::from_utf8(bytes).ok());
        { texts }.find(|text| text.contains("id=\"what-was-checked\"")).unwrap().to_owned()
    };
    let words = "The file that defines the game states 21 facts, in words and numbers. 20 of them";
    let html = page(&files);
    assert!(html.contains(words) && !html.contains("ends.checkmate"), "{html}");
    let text = String::from_utf8(files["content/variants/corner.md"].clone()).unwrap();
    let text = text.replace("is 3>", "is at least 2>").replace("3 moves", "moves");
    files.insert("content/variants/corner.md".to_owned(), text.into_bytes());
    assert!(!page(&files).contains(words));
}

/// How many per cent of the facts of each game some statement tests.
const LEAST_TESTED: usize = 75;

/// Chess, and the games of the documents from which the book began.
const FULLY_TESTED: [&str; 11] = [
    "afterlife-chess",
    "anglis-aikou",
    "armies-of-faith-1",
    "caliph-aikou",
    "chess",
    "different-armies",
    "gnu-aikou",
    "infantry-chess",
    "tor-aikou",
    "xiang-aikou",
    "yang-aikou",
];

/// The files of the book that ships with the project.
fn shipped_book() -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for folder in ["content", "content/variants"] {
        for entry in fs::read_dir(root().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                let name = Path::new(folder).join(path.file_name().unwrap());
                files.insert(name.to_string_lossy().into_owned(), fs::read(&path).unwrap());
            }
        }
    }
    files
}

#[test]
fn the_record_of_the_book_is_current_and_each_game_is_tested() {
    let files = shipped_book();
    let text = String::from_utf8(files[COVERAGE_RECORD].clone()).unwrap();
    let file = SourceFile::new(COVERAGE_RECORD, text);
    let record = CoverageRecord::read(&file, &mut Diagnostics::default());
    let book = BookStatements::read(&files);
    for id in book.ids() {
        let entry = record.entries.get(id).unwrap_or_else(|| panic!("no record of {id}"));
        let help = "run `fairybook verify --coverage --write`";
        assert_eq!(entry.of, book.fingerprint(id), "{id}: the record is old; {help}");
    }
    for (id, entry) in &record.entries {
        let all = entry.tested + entry.untested.len();
        assert!(100 * entry.tested >= LEAST_TESTED * all, "{id}: {entry:#?}");
    }
    for id in FULLY_TESTED {
        let entry = &record.entries[id];
        assert!(entry.tested > 50 && entry.untested.is_empty(), "{id}: {entry:#?}");
    }
}
