//! A record of a build: what it was made from and what it gave, without the bytes.

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde_json::{Value, json};

use super::fingerprint::Fingerprint;
use crate::verify::ComparisonOutcome;

use super::{BuildOutput, Counts, Options};

/// What a build without any diagnostic gave: numbers, and a fingerprint of each file.
///
/// If a book and its site are as the record says, another build would change nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteRecord {
    /// The sizes of the site.
    pub counts: Counts,
    /// How many comparisons agree, disagree and are unchecked.
    pub outcomes: [usize; 3],
    /// The fingerprints of the files of the site, by path.
    pub files: BTreeMap<String, Fingerprint>,
}

/// The outcomes in the order in which a record counts them.
pub const OUTCOMES: [ComparisonOutcome; 3] =
    [ComparisonOutcome::Agree, ComparisonOutcome::Disagree, ComparisonOutcome::Unchecked];

/// Returns the fingerprint of all that a build depends on: the files of the book and the options.
pub fn book_fingerprint(files: &BTreeMap<String, Vec<u8>>, options: Options) -> Fingerprint {
    let Options { drafts, proof_only, playground, with_errors } = options;
    let flags = [drafts, proof_only, playground, with_errors].map(u8::from);
    let parts = files.iter().flat_map(|(path, bytes)| [path.as_bytes(), bytes.as_slice()]);
    Fingerprint::of([b"book", flags.as_slice()].into_iter().chain(parts))
}

/// Returns the fingerprint of a file of the site.
pub fn file_fingerprint(bytes: &[u8]) -> Fingerprint {
    Fingerprint::of([b"file", bytes])
}

impl SiteRecord {
    /// The record of a build; `None` if it has a diagnostic or no site.
    pub fn new(output: &BuildOutput) -> Option<SiteRecord> {
        if !output.diagnostics.is_empty() || output.site.is_empty() {
            return None;
        }
        let files = output.site.par_iter();
        let files = files.map(|(path, bytes)| (path.clone(), file_fingerprint(bytes))).collect();
        let outcomes = OUTCOMES.map(|outcome| output.report.count(outcome));
        Some(SiteRecord { counts: output.counts, outcomes, files })
    }

    /// The record as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Counts { pages, diagrams, links, links_outside } = self.counts;
        let counts = [pages, diagrams, links, links_outside];
        let file = |(path, fingerprint): (&String, &Fingerprint)| {
            (path.clone(), Value::from(fingerprint.bytes().to_vec()))
        };
        let files: serde_json::Map<String, Value> = self.files.iter().map(file).collect();
        let record = json!({ "counts": counts, "outcomes": self.outcomes, "files": files });
        record.to_string().into_bytes()
    }

    /// Reads the bytes of a record; `None` if they are none.
    pub fn from_bytes(bytes: &[u8]) -> Option<SiteRecord> {
        let record: Value = serde_json::from_slice(bytes).ok()?;
        let numbers = |key: &str| -> Option<Vec<usize>> {
            let numbers = record[key].as_array()?.iter();
            numbers.map(|number| usize::try_from(number.as_u64()?).ok()).collect()
        };
        let [pages, diagrams, links, links_outside] = numbers("counts")?.try_into().ok()?;
        let file = |(path, bytes): (&String, &Value)| {
            let bytes = bytes.as_array()?.iter();
            let bytes: Option<Vec<u8>> =
                bytes.map(|byte| u8::try_from(byte.as_u64()?).ok()).collect();
            Some((path.clone(), Fingerprint::from_bytes(bytes?.try_into().ok()?)))
        };
        Some(SiteRecord {
            counts: Counts { pages, diagrams, links, links_outside },
            outcomes: numbers("outcomes")?.try_into().ok()?,
            files: record["files"].as_object()?.iter().map(file).collect::<Option<_>>()?,
        })
    }
}
