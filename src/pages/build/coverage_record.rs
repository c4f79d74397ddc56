//! What `verify --coverage` has found, as a file of the book that pages show.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

use serde_json::Value;

use crate::book::Page;
use crate::format::DefinitionSource;
use crate::source::{Diagnostics, SourceFile, SourceMap, SourceText};
use crate::toml_text::{TomlTable, parse_toml};
use crate::variant::with_ancestors;

use super::fingerprint::short_hash;
use super::statements::{statements_about, statements_of};
use super::variants::BookVariants;

/// The path of the file in a book.
pub const COVERAGE_RECORD: &str = "content/coverage.toml";

/// The coverage of the definitions of a book, by their ids, as it was when it was computed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CoverageRecord {
    /// The coverage of each definition.
    pub entries: BTreeMap<String, RecordedCoverage>,
}

/// The coverage of one definition.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RecordedCoverage {
    /// The fingerprint of the definition and of the statements about it.
    pub of: String,
    /// The number of facts that a statement tests.
    pub tested: usize,
    /// The facts that no statement tests: ``castling.short: `f1` could be `f2` ``.
    pub untested: Vec<String>,
}

impl CoverageRecord {
    /// Reads the record of a book. A file that is not TOML is reported.
    pub fn read(file: &SourceFile, diagnostics: &mut Diagnostics) -> CoverageRecord {
        let (root, _) = parse_toml(&SourceMap::whole(file), diagnostics);
        let entry = |(id, table): (&SourceText, &TomlTable)| {
            let recorded = RecordedCoverage {
                of: table.string("of").unwrap_or_default(),
                tested: table.count("tested"),
                untested: table.strings("untested"),
            };
            (id.value.clone(), recorded)
        };
        CoverageRecord { entries: root.named().map(entry).collect() }
    }

    /// How many per cent of all facts a statement tests; 0 without facts.
    pub fn tested_per_cent(&self) -> usize {
        let tested: usize = self.entries.values().map(|entry| entry.tested).sum();
        let untested: usize = self.entries.values().map(|entry| entry.untested.len()).sum();
        (100 * tested).checked_div(tested + untested).unwrap_or_default()
    }

    /// Returns the text of the file.
    pub fn to_text(&self) -> String {
        let quoted = |text: &String| Value::from(text.as_str()).to_string();
        let mut text =
            "# Written by `fairybook verify --coverage --write`. Pages show it.\n".to_owned();
        for (id, RecordedCoverage { of, tested, untested }) in &self.entries {
            let _ = write!(text, "\n[{id}]\nof = {}\ntested = {tested}\n", quoted(of));
            if !untested.is_empty() {
                let lines = untested.iter().map(|fact| format!("  {},\n", quoted(fact)));
                let _ = writeln!(text, "untested = [\n{}]", lines.collect::<String>());
            }
        }
        text
    }

    /// Keeps the entries that are about these definitions, by their fingerprints, and these
    /// statements.
    pub(super) fn keep_current(&mut self, variants: &BookVariants, pages: &[Arc<Page>]) {
        let mut statements: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for page in pages {
            for (id, statement) in statements_of(page) {
                statements.entry(id).or_default().push(statement.text(page));
            }
        }
        self.entries.retain(|id, recorded| {
            let about = statements.get(id.as_str()).map_or(&[][..], Vec::as_slice);
            hash_with_statements(&variants.fingerprint(id), about) == recorded.of
        });
    }
}

impl RecordedCoverage {
    /// Returns what the page of the variant says.
    pub(super) fn sentence(&self) -> String {
        let all = self.tested + self.untested.len();
        let facts =
            format!("The file that defines the game states {all} facts, in words and numbers.");
        match self.untested.len() {
            0 => format!(
                "{facts} Each of them is tested: with another word or number in its place, a checked \
                 statement of this book fails."
            ),
            open => format!(
                "{facts} {} of them are tested: with another word or number in their place, a checked \
                 statement of this book fails. No statement tests the other {open}.",
                self.tested
            ),
        }
    }
}

/// Returns a hash of the definition and of those on which it is based.
pub(super) fn definition_fingerprint(id: &str, definitions: &dyn DefinitionSource) -> String {
    let family = with_ancestors(id, definitions);
    let files: Vec<SourceFile> = family.iter().filter_map(|id| definitions.get(id)).collect();
    short_hash(files.iter().map(SourceFile::text))
}

/// Returns a hash of the definition, of those on which it is based, and of each statement about it.
pub(super) fn fingerprint(
    id: &str,
    definitions: &BTreeMap<String, SourceFile>,
    pages: &[Arc<Page>],
) -> String {
    let about = statements_about(id, pages).map(|(page, statement)| statement.text(page));
    let about: Vec<String> = about.collect();
    hash_with_statements(&definition_fingerprint(id, definitions), &about)
}

fn hash_with_statements(definition: &str, statements: &[String]) -> String {
    short_hash([definition].into_iter().chain(statements.iter().map(String::as_str)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_read_as_it_is_written() {
        let recorded = |untested: &[&str]| RecordedCoverage {
            of: "0123456789abcdef".to_owned(),
            tested: 7,
            untested: untested.iter().map(|&text| text.to_owned()).collect(),
        };
        let entries =
            [("chess", recorded(&["a.b: `\"x\"` could be `y`"])), ("shogi", recorded(&[]))];
        let entries = entries.map(|(id, it)| (id.to_owned(), it)).into_iter().collect();
        let record = CoverageRecord { entries };
        let file = SourceFile::new(COVERAGE_RECORD, record.to_text());
        let mut diagnostics = Diagnostics::default();
        assert_eq!(CoverageRecord::read(&file, &mut diagnostics), record, "{}", file.text());
        assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    }
}
