//! The figures of the games of a book, as a file that pages show.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::source::{Diagnostics, SourceFile, SourceMap, SourceText};
use crate::toml_text::{TomlTable, parse_toml};

use super::{Mobility, RandomGames, Survey};

/// The path of the file in a book.
pub const SURVEY_RECORD: &str = "content/survey.toml";

/// The surveys of the definitions of a book, by their ids, each with the fingerprint of its
/// definition.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SurveyRecord {
    /// The fingerprint and the figures.
    pub entries: BTreeMap<String, (String, Survey)>,
}

impl SurveyRecord {
    /// Reads the record of a book. A file that is not TOML is reported.
    pub fn read(file: &SourceFile, diagnostics: &mut Diagnostics) -> SurveyRecord {
        let (root, _) = parse_toml(&SourceMap::whole(file), diagnostics);
        let entry = |(id, table): (&SourceText, &TomlTable)| {
            (id.value.clone(), (table.string("of").unwrap_or_default(), read_survey(table)))
        };
        SurveyRecord { entries: root.named().map(entry).collect() }
    }

    /// Returns the text of the file.
    pub fn to_text(&self) -> String {
        let mut text = "# Written by `fairybook survey --write`. Pages show it.\n".to_owned();
        for (id, (of, survey)) in &self.entries {
            let Survey { first_moves, games, mobility } = survey;
            let _ = write!(text, "\n[{id}]\nof = \"{of}\"\nfirst-moves = {first_moves}\n");
            let _ = writeln!(text, "games = {}", games.played);
            let _ = writeln!(text, "seed = {}", games.seed);
            let _ = writeln!(text, "limit = {}", games.limit);
            let _ = writeln!(text, "moves-per-turn = {:.2}", games.branching);
            let _ = writeln!(text, "length = {:.2}", games.length);
            let wins = games.wins.iter().map(|(side, count)| format!("\"{side}\" = {count}"));
            let _ = writeln!(text, "wins = {{ {} }}", wins.collect::<Vec<_>>().join(", "));
            let _ = writeln!(text, "drawn = {}", games.drawn);
            let _ = writeln!(text, "not-ended = {}", games.unfinished);
            let _ = writeln!(text, "\n[{id}.mobility]   # on the empty board, on a crowded one");
            for Mobility { piece, empty, crowded } in mobility {
                let _ = writeln!(text, "{piece} = [{empty:.2}, {crowded:.2}]");
            }
        }
        text
    }
}

fn read_survey(table: &TomlTable) -> Survey {
    let decimal = |key: &str| table.number(key).map_or(0.0, |(number, _)| number);
    let wins = table.table("wins");
    let wins = wins.keys().map(|side| (side.to_owned(), wins.count(side))).collect();
    let mobility = table.table("mobility").entries.iter().map(|entry| {
        let items = entry.node.value.items();
        let number = |at: usize| items.get(at).and_then(|item| item.value.number());
        let [empty, crowded] = [0, 1].map(|at| number(at).unwrap_or_default());
        Mobility { piece: entry.key.value.clone(), empty, crowded }
    });
    let (played, unfinished) = (table.count("games"), table.count("not-ended"));
    Survey {
        first_moves: table.count("first-moves"),
        games: RandomGames {
            played,
            seed: table.count("seed") as u64,
            limit: table.count("limit"),
            branching: decimal("moves-per-turn"),
            length: decimal("length"),
            decided: played.saturating_sub(unfinished),
            drawn: table.count("drawn"),
            wins,
            unfinished,
            reasons: Vec::new(),
        },
        mobility: mobility.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_read_as_it_is_written() {
        let games = RandomGames {
            played: 10,
            seed: 3,
            limit: 1000,
            branching: 29.75,
            length: 101.5,
            decided: 9,
            wins: vec![("White".to_owned(), 4), ("Old Black".to_owned(), 3)],
            drawn: 2,
            unfinished: 1,
            reasons: Vec::new(),
        };
        let mobility = Mobility { piece: "king".to_owned(), empty: 6.56, crowded: 6.5 };
        let survey = Survey { first_moves: 20, games, mobility: vec![mobility] };
        let entries = [("a".to_owned(), ("0123".to_owned(), survey))].into();
        let record = SurveyRecord { entries };
        let file = SourceFile::new(SURVEY_RECORD, record.to_text());
        let mut diagnostics = Diagnostics::default();
        assert_eq!(SurveyRecord::read(&file, &mut diagnostics), record, "{}", file.text());
        assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    }
}
