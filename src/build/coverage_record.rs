//! What `verify --coverage` has found, as a file of the book that pages show.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::book::{Directive, Page};
use crate::source::{
    Diagnostics, SourceFile, SourceMap, SourceText, TomlTable, TomlValue, parse_toml, short_hash,
};
use crate::variant::with_ancestors;

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
        let texts = |value: &TomlValue| {
            value
                .items()
                .iter()
                .filter_map(|item| item.value.text().map(|text| text.value.clone()))
                .collect()
        };
        let entry = |(id, table): (&SourceText, &TomlTable)| {
            let tested = table.integer("tested").map_or(0, |(number, _)| number);
            let recorded = RecordedCoverage {
                of: table.string("of").unwrap_or_default(),
                tested: usize::try_from(tested).unwrap_or_default(),
                untested: table.get("untested").map_or(Vec::new(), |it| texts(&it.node.value)),
            };
            (id.value.clone(), recorded)
        };
        CoverageRecord { entries: root.named().map(entry).collect() }
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

    /// Keeps the entries that are about these definitions and statements as they are now.
    pub(super) fn keep_current(
        &mut self,
        definitions: &BTreeMap<String, SourceFile>,
        pages: &[Arc<Page>],
    ) {
        self.entries.retain(|id, recorded| fingerprint(id, definitions, pages) == recorded.of);
    }
}

impl RecordedCoverage {
    /// Returns the words and the list that the page of the variant shows.
    pub(super) fn as_data(&self) -> Value {
        let all = self.tested + self.untested.len();
        let facts =
            format!("The file that defines the game states {all} facts, in words and numbers.");
        let words = match self.untested.len() {
            0 => format!(
                "{facts} Each of them is tested: with another word or number in its place, a checked \
                 statement of this book fails."
            ),
            open => format!(
                "{facts} {} of them are tested: with another word or number in their place, a checked \
                 statement of this book fails. No statement tests the other {open}.",
                self.tested
            ),
        };
        json!({ "words": words, "untested": self.untested })
    }
}

/// Returns a hash of the definition and of those on which it is based.
pub(super) fn definition_fingerprint(
    id: &str,
    definitions: &BTreeMap<String, SourceFile>,
) -> String {
    let family = with_ancestors(id, definitions);
    short_hash(family.iter().filter_map(|id| definitions.get(id)).map(SourceFile::text))
}

/// Returns a hash of the definition, of those on which it is based, and of each statement about it.
pub(super) fn fingerprint(
    id: &str,
    definitions: &BTreeMap<String, SourceFile>,
    pages: &[Arc<Page>],
) -> String {
    let definition = definition_fingerprint(id, definitions);
    let statements: Vec<String> =
        pages.iter().flat_map(|page| statements_about(page, id)).collect();
    short_hash([definition.as_str()].into_iter().chain(statements.iter().map(String::as_str)))
}

/// Returns the texts of the statements of a page about a definition.
fn statements_about(page: &Page, id: &str) -> Vec<String> {
    let concerns = |own: Option<&SourceText>| concerns(page, own, id);
    let setup = |setup: Option<&SourceText>| setup.map_or("", SourceText::as_str).to_owned();
    let blocks = page.blocks.iter().filter(|block| states(&block.directive));
    let blocks = blocks.filter(|block| concerns(block.variant.as_ref()));
    let blocks = blocks.map(|block| page.file.text()[block.span.range()].to_owned());
    let claims = page.claims.iter().filter(|claim| concerns(claim.variant.as_ref()));
    let claims = claims.map(|claim| {
        format!("{} {} {}", claim.refuted, setup(claim.setup.as_ref()), claim.text.value)
    });
    blocks.chain(claims).collect()
}

/// Whether a block or claim of a page is about a definition: the variant of its own, or of the page.
pub(super) fn concerns(page: &Page, own: Option<&SourceText>, id: &str) -> bool {
    own.or(page.front_matter.variant.as_ref()).is_some_and(|variant| variant.value == id)
}

/// Whether a block of a page states something that can be compared with the rules.
pub(super) fn states(directive: &Directive) -> bool {
    match directive {
        Directive::Moves(moves) => moves.marks.is_some(),
        Directive::Setup(setup) => setup.position.is_some(),
        Directive::Game(_) => true,
        _ => false,
    }
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
