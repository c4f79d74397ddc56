//! The list of diagnostics that functions fill or return.

use std::ops::{Deref, DerefMut};

use super::Diagnostic;

/// Diagnostics in the order in which they were found.
///
/// A function that finds several faults and still returns a value takes `&mut Diagnostics`; one
/// that returns no value without a reason has the type `Result<T, Diagnostics>`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Diagnostics(pub Vec<Diagnostic>);

impl Diagnostics {
    /// Returns the value, or adds the diagnostics and returns `None`.
    pub fn keep<T>(&mut self, result: Result<T, impl Into<Diagnostics>>) -> Option<T> {
        result.map_err(|errors| self.extend(errors.into())).ok()
    }

    /// Whether there is an error.
    pub fn has_error(&self) -> bool {
        self.iter().any(Diagnostic::is_error)
    }

    /// Sorts by file and span, and keeps the first diagnostic of each code at each span.
    ///
    /// Sides and setups of a game repeat the diagnostics about parts that they share.
    pub fn into_distinct(mut self) -> Diagnostics {
        self.0.sort_by(|a, b| (a.path(), a.span).cmp(&(b.path(), b.span)));
        let mut distinct: Vec<Diagnostic> = Vec::new();
        for diagnostic in self.0 {
            let is_here = |known: &&Diagnostic| {
                known.span == diagnostic.span && known.path() == diagnostic.path()
            };
            let is_same = |known: &Diagnostic| {
                known.code == diagnostic.code
                    && (known.span.is_some() || known.message == diagnostic.message)
            };
            if !distinct.iter().rev().take_while(is_here).any(is_same) {
                distinct.push(diagnostic);
            }
        }
        Diagnostics(distinct)
    }
}

impl Deref for Diagnostics {
    type Target = Vec<Diagnostic>;

    fn deref(&self) -> &Vec<Diagnostic> {
        &self.0
    }
}

impl DerefMut for Diagnostics {
    fn deref_mut(&mut self) -> &mut Vec<Diagnostic> {
        &mut self.0
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Diagnostics {
        Diagnostics(vec![diagnostic])
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, others: I) {
        self.0.extend(others);
    }
}

impl FromIterator<Diagnostic> for Diagnostics {
    fn from_iter<I: IntoIterator<Item = Diagnostic>>(iter: I) -> Diagnostics {
        Diagnostics(iter.into_iter().collect())
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}
