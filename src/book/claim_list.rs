//! Claims that stand in no sentence: they test the definition and would tell a reader nothing.

use crate::source::{SourceMap, SourceText, Span};

use super::page::Claim;

/// The word after the fence.
pub(super) const CLAIM_LIST: &str = "claims";

/// Reads a block with a claim in each line.
pub(super) fn read(map: &SourceMap) -> Vec<Claim> {
    let text = map.text();
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let claim = |line: &str| {
        let start = line.as_ptr() as usize - text.as_ptr() as usize;
        let place = map.location(Span::new(start, start + line.len()));
        Claim::without_words(SourceText::new(line, place), false, None, None)
    };
    lines.map(claim).collect()
}
