//! Claims that stand in no sentence: they test the definition and would tell a reader nothing.

use crate::source::{Diagnostics, SourceMap, SourceText, Span};

use super::link_target::{LinkTarget, read_target};
use super::page::Claim;

/// The word after the fence.
pub(super) const CLAIM_LIST: &str = "claims";

/// Reads a block with a claim in each line, with its head where it is about another game: `claim of
/// chess: perft(1) is 20`.
pub(super) fn read(map: &SourceMap, diagnostics: &mut Diagnostics) -> Vec<Claim> {
    let text = map.text();
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut claim = |line: &str| {
        let start = line.as_ptr() as usize - text.as_ptr() as usize;
        let place = map.location(Span::new(start, start + line.len()));
        let text = SourceText::new(line, place);
        match read_target(&text) {
            Ok(LinkTarget::Claim(claim)) => Some(*claim),
            Err(error) if line.starts_with("claim ") || line.starts_with("refuted ") => {
                diagnostics.push(text.locate(error));
                None
            }
            _ => Some(Claim::without_words(text, false, None, None)),
        }
    };
    lines.filter_map(&mut claim).collect()
}
