//! Parses the Betza notation of definitions.

use crate::notation::{Betza, lint, parse as read};
use crate::source::{Diagnostic, Diagnostics, SourceText};

/// Parses a notation of a definition; errors are at their locations in the file.
pub(super) fn parse(text: &SourceText) -> Result<Betza, Diagnostics> {
    read(&text.value).map_err(|errors| errors.into_iter().map(|one| text.locate(one)).collect())
}

/// Warnings of notation that other programs read differently.
pub(super) fn warnings(text: &SourceText, betza: &Betza) -> impl Iterator<Item = Diagnostic> {
    lint(betza).into_iter().map(|one| text.locate(one))
}
