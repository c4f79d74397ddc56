//! Figures of games: the record of the book is current, and pages show it only then.

use std::collections::BTreeMap;
use std::fs;

use fairybook::build::{BookStatements, Options, build};
use fairybook::query::LoadedVariant;
use fairybook::source::{Diagnostics, SourceFile};
use fairybook::survey::{SURVEY_RECORD, SurveyEffort, SurveyRecord, survey};

use crate::shipped::{definition, root};

/// The definitions of the book, and its record.
fn shipped_book() -> BTreeMap<String, Vec<u8>> {
    let folder = root().join("content/variants");
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            files.insert(format!("content/variants/{name}"), fs::read(&path).unwrap());
        }
    }
    files.insert(SURVEY_RECORD.to_owned(), fs::read(root().join(SURVEY_RECORD)).unwrap());
    files
}

fn record(files: &BTreeMap<String, Vec<u8>>) -> SurveyRecord {
    let text = String::from_utf8(files[SURVEY_RECORD].clone()).unwrap();
    let mut diagnostics = Diagnostics::default();
    let record = SurveyRecord::read(&SourceFile::new(SURVEY_RECORD, text), &mut diagnostics);
    assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    record
}

fn loaded(id: &str) -> LoadedVariant {
    LoadedVariant::new(definition(id).variant(None).unwrap()).unwrap()
}

#[test]
fn the_survey_of_the_book_is_current() {
    let files = shipped_book();
    let record = record(&files);
    let book = BookStatements::read(&files);
    for id in book.ids() {
        let help = "run `fairybook survey --write`";
        let (of, survey) = record.entries.get(id).unwrap_or_else(|| panic!("no survey of {id}"));
        assert_eq!(*of, book.definition_fingerprint(id), "{id}: the survey is old; {help}");
        let rules = loaded(id);
        let rules = rules.rules();
        let moves = rules.moves(&rules.initial_position()).len();
        assert_eq!(survey.first_moves, moves, "{id}: the engine has changed; {help}");
    }
}

#[test]
fn the_survey_of_one_game_is_what_the_engine_finds_now() {
    let id = "minishogi";
    let mut known = record(&shipped_book());
    known.entries.retain(|other, _| other == id);
    let (of, recorded) = known.entries[id].clone();
    let effort = SurveyEffort { games: recorded.games.played, seed: recorded.games.seed };
    let mut now = SurveyRecord::default();
    now.entries.insert(id.to_owned(), (of, survey(&loaded(id), effort)));
    let help = "run `fairybook survey --write`";
    assert_eq!(known.to_text(), now.to_text(), "the engine has changed; {help}");
}

/// Published figures: 20 first moves. In games of masters there are about 35 moves to choose from
/// (de Groot, 1965), in random games about 30.
#[test]
fn figures_of_chess_are_those_that_are_published() {
    let chess = &record(&shipped_book()).entries["chess"].1;
    assert_eq!(chess.first_moves, 20);
    assert!((27.0..33.0).contains(&chess.games.branching), "{:?}", chess.games);
    let mobility = |id: &str| {
        let found = chess.mobility.iter().find(|it| it.piece == id).unwrap();
        (format!("{:.1}", found.empty), format!("{:.1}", found.crowded))
    };
    let of = |empty: &str, crowded: &str| (empty.to_owned(), crowded.to_owned());
    // Betza's sum over all moves, with 0.7 for a cell that is empty.
    assert_eq!(mobility("knight"), of("5.2", "5.2"));
    assert_eq!(mobility("rook"), of("14.0", "8.1"));
    assert_eq!(mobility("bishop"), of("8.8", "5.9"));
    assert_eq!(mobility("queen"), of("22.8", "14.0"));
}

const GAME: &str = "format = 1\nname = \"Small\"\nbased-on = \"chess\"\n";

#[test]
fn a_page_shows_the_figures_of_its_definition_as_it_is() {
    let page = "+++\ntitle = \"Small\"\nvariant = \"small\"\n+++\nText.\n";
    let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    files.insert("content/small.md".to_owned(), page.into());
    files.insert("content/variants/small.toml".to_owned(), GAME.into());
    let of = BookStatements::read(&files).definition_fingerprint("small");
    let shown = |of: &str| {
        let chess = record(&shipped_book()).entries["chess"].1.clone();
        let record =
            SurveyRecord { entries: [("small".to_owned(), (of.to_owned(), chess))].into() };
        let mut files = files.clone();
        files.insert(SURVEY_RECORD.to_owned(), record.to_text().into_bytes());
        let output = build(&files, Options::default());
        assert!(output.diagnostics.is_empty(), "{:#?}", output.diagnostics);
        assert!(!output.site.contains_key("survey.toml"));
        String::from_utf8_lossy(&output.site["small/index.html"]).contains("class=\"survey\"")
    };
    assert!(shown(&of));
    assert!(!shown("0123456789abcdef"));
}
