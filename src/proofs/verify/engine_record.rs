//! The opinions of outside engines on the games of a book, as a file that pages show.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::Value;

use crate::query::count_with_noun;
use crate::source::{Diagnostics, SourceFile, SourceMap, SourceText, join_words};
use crate::toml_text::{TomlTable, parse_toml};

use super::game_opinion::GameOpinion;

/// The path of the file in a book.
pub const ENGINE_RECORD: &str = "content/engines.toml";

/// The opinions on the definitions of a book, by their ids and by the names of the engines.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EngineRecord {
    /// Names of programs with one engine in them. An editor writes them.
    pub one_engine: Vec<String>,
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
    /// Why they differ, as the end of a sentence. An editor writes it.
    pub why: String,
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
        let one_engine = root.strings("one-engine");
        EngineRecord { one_engine, entries: root.named().map(entry).collect() }
    }

    /// Returns the text of the file.
    pub fn to_text(&self) -> String {
        let quoted = |text: &str| Value::from(text).to_string();
        let mut text = "# Written by `fairybook verify --engine PROGRAM --write`. Pages show it. An editor adds \
                        why an engine differs.\n"
            .to_owned();
        if !self.one_engine.is_empty() {
            let names: Vec<String> = self.one_engine.iter().map(|name| quoted(name)).collect();
            let _ = writeln!(text, "one-engine = [{}]", names.join(", "));
        }
        for (id, opinions) in &self.entries {
            for (engine, opinion) in opinions {
                let RecordedOpinion { of, version, positions, different, why } = opinion;
                let _ = write!(text, "\n[{id}.{}]\nof = {}\n", quoted(engine), quoted(of));
                let _ = write!(text, "version = {}\npositions = {positions}\n", quoted(version));
                let _ = writeln!(text, "different = {different}");
                if !why.is_empty() {
                    let _ = writeln!(text, "why = {}", quoted(why));
                }
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

    /// Replaces the opinion of an engine on a definition; `None` removes it. The reason of an editor
    /// stays while the version is the same.
    pub fn replace(&mut self, id: &str, engine: &str, opinion: Option<RecordedOpinion>) {
        let opinions = self.entries.entry(id.to_owned()).or_default();
        match opinion {
            Some(opinion) => {
                let known = opinions.remove(engine).filter(|it| it.version == opinion.version);
                let why = known.map(|it| it.why).filter(|_| opinion.different > 0);
                let why = why.unwrap_or(opinion.why);
                opinions.insert(engine.to_owned(), RecordedOpinion { why, ..opinion })
            }
            None => opinions.remove(engine),
        };
        if opinions.is_empty() {
            self.entries.remove(id);
        }
    }

    /// Adds what an engine says of games, and returns whether it is trusted: an engine that agrees on no
    /// game may be another kind of program, and has no entry. `fingerprint` is that of a game of the book.
    pub fn add(
        &mut self,
        engine: &str,
        opinions: &[(&str, GameOpinion)],
        fingerprint: impl Fn(&str) -> Option<String>,
    ) -> bool {
        let (name, version) = name_and_version(engine);
        let is_trusted = opinions.iter().any(|(_, opinion)| opinion.agrees());
        for (id, opinion) in opinions {
            let Some(of) = fingerprint(id) else { continue };
            let recorded = match opinion {
                GameOpinion::Asked(found) if is_trusted => Some(RecordedOpinion {
                    of,
                    version: version.clone(),
                    positions: found.positions,
                    different: found.different,
                    why: String::new(),
                }),
                _ => None,
            };
            self.replace(id, &name, recorded);
        }
        is_trusted
    }

    /// Returns what each engine said about a definition with this fingerprint, a sentence each:
    /// `Fairy-Stockfish 14 agrees at all 101 positions.`
    pub fn sentences(&self, id: &str, fingerprint: &str) -> Vec<String> {
        let opinions = self.entries.get(id).into_iter().flatten();
        let current = |(_, opinion): &(&String, &RecordedOpinion)| {
            opinion.of == fingerprint && opinion.positions > 0
        };
        let current: Vec<(&String, &RecordedOpinion)> = opinions.filter(current).collect();
        let sentence = |(engine, opinion): &(&String, &RecordedOpinion)| {
            let RecordedOpinion { version, positions, different, why, .. } = opinion;
            let name = format!("{engine} {version}");
            let name = name.trim_end();
            let why = if why.is_empty() { "we do not know why" } else { why };
            match different {
                0 => format!("{name} agrees at all {}.", count_with_noun(*positions, "position")),
                _ => format!("{name} has other moves at {different} of {positions}: {why}."),
            }
        };
        let mut sentences: Vec<String> = current.iter().map(sentence).collect();
        let among = |(engine, _): &&(&String, &RecordedOpinion)| self.one_engine.contains(engine);
        let names: Vec<&String> = current.iter().filter(among).map(|(engine, _)| *engine).collect();
        if names.len() > 1 {
            sentences.push(format!("{} are one engine.", join_words(names, "and")));
        }
        sentences
    }
}

fn read_opinion(table: &TomlTable) -> RecordedOpinion {
    RecordedOpinion {
        of: table.string("of").unwrap_or_default(),
        version: table.string("version").unwrap_or_default(),
        positions: table.count("positions"),
        different: table.count("different"),
        why: table.string("why").unwrap_or_default(),
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
        let (of, version) = (of.to_owned(), "14 XQ".to_owned());
        RecordedOpinion { of, version, positions, different, why: String::new() }
    }

    #[test]
    fn a_record_is_read_as_it_is_written() {
        let mut record =
            EngineRecord { one_engine: vec!["Two.".into()], ..EngineRecord::default() };
        record.replace("a", "One \"fast\" engine", Some(opinion("0123", 101, 0)));
        record.replace("a", "Two.", Some(opinion("0123", 7, 3)));
        record.replace("b-2", "Two.", Some(opinion("4567", 1, 1)));
        let file = SourceFile::new(ENGINE_RECORD, record.to_text());
        let mut diagnostics = Diagnostics::default();
        assert_eq!(EngineRecord::read(&file, &mut diagnostics), record, "{}", file.text());
        assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    }

    #[test]
    fn current_opinions_become_sentences() {
        let mut record = EngineRecord {
            one_engine: vec!["One".into(), "Two".into()],
            ..EngineRecord::default()
        };
        let because = RecordedOpinion { why: "it castles".to_owned(), ..opinion("now", 101, 1) };
        record.replace("a", "One", Some(opinion("now", 101, 0)));
        record.replace("a", "Two", Some(because));
        record.replace("a", "Three", Some(opinion("then", 101, 0)));
        record.replace("a", "Four", Some(opinion("now", 0, 0)));
        record.replace("a", "Two", Some(opinion("now", 102, 3)));
        let sentences = [
            "One 14 XQ agrees at all 101 positions.",
            "Two 14 XQ has other moves at 3 of 102: it castles.",
            "One and Two are one engine.",
        ];
        assert_eq!(record.sentences("a", "now"), sentences);
        assert!(record.sentences("b", "now").is_empty());
        record.replace("a", "Two", Some(opinion("now", 102, 0)));
        assert_eq!(record.entries["a"]["Two"].why, "");
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
