//! The opinions of outside engines on the games of a book, as a file that pages show.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::Value;

use crate::source::{Diagnostics, SourceFile, SourceMap, SourceText, TomlTable, parse_toml};

/// The path of the file in a book.
pub const ENGINE_RECORD: &str = "content/engines.toml";

/// The opinions on the definitions of a book, by their ids and by the names of the engines.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EngineRecord {
    /// The opinions of each engine on each definition.
    pub entries: BTreeMap<String, BTreeMap<String, RecordedOpinion>>,
}

/// What an engine said about a definition.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RecordedOpinion {
    /// The fingerprint of the definition.
    pub of: String,
    /// The version that the engine gives itself; empty if it gives none.
    pub version: String,
    /// The number of positions that were compared.
    pub positions: usize,
    /// The number of positions with different legal moves.
    pub different: usize,
}

impl EngineRecord {
    /// Reads the record of a book. A file that is not TOML is reported.
    pub fn read(file: &SourceFile, diagnostics: &mut Diagnostics) -> EngineRecord {
        let (root, _) = parse_toml(&SourceMap::whole(file), diagnostics);
        let opinion = |(engine, table): (&SourceText, &TomlTable)| {
            (engine.value.clone(), read_opinion(table))
        };
        let entry = |(id, table): (&SourceText, &TomlTable)| {
            (id.value.clone(), table.named().map(opinion).collect())
        };
        EngineRecord { entries: root.named().map(entry).collect() }
    }

    /// Returns the text of the file.
    pub fn to_text(&self) -> String {
        let quoted = |text: &str| Value::from(text).to_string();
        let mut text = "# Written by `fairybook verify --engine PROGRAM --write`. Pages show the \
                        games on which an engine agrees.\n"
            .to_owned();
        for (id, opinions) in &self.entries {
            for (engine, opinion) in opinions {
                let RecordedOpinion { of, version, positions, different } = opinion;
                let _ = write!(text, "\n[{id}.{}]\nof = {}\n", quoted(engine), quoted(of));
                let _ = write!(text, "version = {}\npositions = {positions}\n", quoted(version));
                let _ = writeln!(text, "different = {different}");
            }
        }
        text
    }

    /// Keeps the opinions on definitions as they are now.
    ///
    /// `fingerprint` returns that of a definition, or `None` if the book has no such definition.
    pub fn keep_current(&mut self, fingerprint: impl Fn(&str) -> Option<String>) {
        self.entries.retain(|id, opinions| {
            let now = fingerprint(id);
            opinions.retain(|_, opinion| now.as_ref() == Some(&opinion.of));
            !opinions.is_empty()
        });
    }

    /// Replaces the opinion of an engine on a definition; `None` removes it.
    pub fn replace(&mut self, id: &str, engine: &str, opinion: Option<RecordedOpinion>) {
        let opinions = self.entries.entry(id.to_owned()).or_default();
        match opinion {
            Some(opinion) => opinions.insert(engine.to_owned(), opinion),
            None => opinions.remove(engine),
        };
        if opinions.is_empty() {
            self.entries.remove(id);
        }
    }

    /// Returns a sentence for each engine that agrees on a definition with this fingerprint:
    /// `Fairy-Stockfish 14 agreed on all legal moves at 101 positions.`
    pub fn agreements(&self, id: &str, fingerprint: &str) -> Vec<String> {
        let opinions = self.entries.get(id).into_iter().flatten();
        let agreeing = opinions.filter(|(_, opinion)| {
            opinion.of == fingerprint && opinion.different == 0 && opinion.positions > 0
        });
        let sentence = |(engine, opinion): (&String, &RecordedOpinion)| {
            let RecordedOpinion { version, positions, .. } = opinion;
            let name = format!("{engine} {version}");
            let noun = if *positions == 1 { "position" } else { "positions" };
            format!("{} agreed on all legal moves at {positions} {noun}.", name.trim_end())
        };
        agreeing.map(sentence).collect()
    }
}

fn read_opinion(table: &TomlTable) -> RecordedOpinion {
    let count = |key: &str| {
        let number = table.integer(key).map_or(0, |(number, _)| number);
        usize::try_from(number).unwrap_or_default()
    };
    RecordedOpinion {
        of: table.string("of").unwrap_or_default(),
        version: table.string("version").unwrap_or_default(),
        positions: count("positions"),
        different: count("different"),
    }
}

/// Divides the name that an engine gives itself: `("Fairy-Stockfish", "14.0.1 XQ")`.
///
/// The version begins with the first word that has a digit first, and is empty if there is none.
pub fn name_and_version(name: &str) -> (String, String) {
    let words: Vec<&str> = name.split_whitespace().collect();
    let begins =
        |word: &&str| word.trim_start_matches('v').starts_with(|it: char| it.is_ascii_digit());
    let at = words.iter().skip(1).position(begins).map_or(words.len(), |at| at + 1);
    (words[..at].join(" "), words[at..].join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opinion(of: &str, positions: usize, different: usize) -> RecordedOpinion {
        RecordedOpinion { of: of.to_owned(), version: "14 XQ".to_owned(), positions, different }
    }

    #[test]
    fn a_record_is_read_as_it_is_written() {
        let mut record = EngineRecord::default();
        record.replace("a", "One \"fast\" engine", Some(opinion("0123", 101, 0)));
        record.replace("a", "Two.", Some(opinion("0123", 7, 3)));
        record.replace("b-2", "Two.", Some(opinion("4567", 1, 1)));
        let file = SourceFile::new(ENGINE_RECORD, record.to_text());
        let mut diagnostics = Diagnostics::default();
        assert_eq!(EngineRecord::read(&file, &mut diagnostics), record, "{}", file.text());
        assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    }

    #[test]
    fn only_current_agreements_become_sentences() {
        let mut record = EngineRecord::default();
        record.replace("a", "One", Some(opinion("now", 101, 0)));
        record.replace("a", "Two", Some(opinion("now", 101, 1)));
        record.replace("a", "Three", Some(opinion("then", 101, 0)));
        record.replace("a", "Four", Some(opinion("now", 0, 0)));
        let sentences = ["One 14 XQ agreed on all legal moves at 101 positions."];
        assert_eq!(record.agreements("a", "now"), sentences);
        assert!(record.agreements("b", "now").is_empty());
        record.keep_current(|id| (id == "a").then(|| "now".to_owned()));
        assert_eq!(record.entries["a"].keys().collect::<Vec<_>>(), ["Four", "One", "Two"]);
        record.keep_current(|_| None);
        assert!(record.entries.is_empty());
    }

    #[test]
    fn the_version_begins_with_the_first_word_of_digits() {
        let cases = [
            ("Fairy-Stockfish 11.1 LB 64", "Fairy-Stockfish", "11.1 LB 64"),
            ("Big Engine v2", "Big Engine", "v2"),
            ("3check", "3check", ""),
            ("plain", "plain", ""),
            ("", "", ""),
        ];
        for (whole, name, version) in cases {
            assert_eq!(name_and_version(whole), (name.to_owned(), version.to_owned()));
        }
    }
}
