//! A record of a build: what it was made from and what it gave, without the bytes.

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::fingerprint::Fingerprint;
use super::{BuildOutput, Counts, Options};

/// What a build without any diagnostic gave: numbers, and a fingerprint of each file.
///
/// If a book and its site are as the record says, another build would change nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SiteRecord {
    /// The sizes of the site.
    pub counts: Counts,
    /// The fingerprints of the files of the site, by path.
    pub files: BTreeMap<String, Fingerprint>,
}

/// Returns the fingerprint of all that a build depends on: the files of the book and the options.
pub fn book_fingerprint(files: &BTreeMap<String, Vec<u8>>, options: Options) -> Fingerprint {
    let Options { drafts, proof_only, served, with_errors } = options;
    let flags = [drafts, proof_only, served, with_errors].map(u8::from);
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
        Some(SiteRecord { counts: output.counts, files })
    }

    /// The record as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("a record has only text keys")
    }

    /// Reads the bytes of a record; `None` if they are none.
    pub fn from_bytes(bytes: &[u8]) -> Option<SiteRecord> {
        serde_json::from_slice(bytes).ok()
    }
}
