//! The list of diagnostics that functions fill or return.

use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};

use super::sort::sort_by;
use super::{Diagnostic, Severity, limits};

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
        sort_by(&mut self.0, |a, b| (a.path(), a.span).cmp(&(b.path(), b.span)));
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

/// Returns the first diagnostics of each code, and a line for each code that has more of them.
///
/// One mistake can be the reason of thousands of errors, too many to read.
pub fn first_of_each_code(all: &[Diagnostic]) -> (Vec<&Diagnostic>, Vec<String>) {
    let mut counts: BTreeMap<(Severity, &str), usize> = BTreeMap::new();
    let mut first = Vec::new();
    for diagnostic in all {
        let count = counts.entry((diagnostic.severity, diagnostic.code.word())).or_default();
        *count += 1;
        if *count <= limits::DIAGNOSTICS_OF_A_KIND {
            first.push(diagnostic);
        }
    }
    let more = counts.into_iter().filter_map(|((severity, code), count)| {
        let more = count.checked_sub(limits::DIAGNOSTICS_OF_A_KIND).filter(|&more| more > 0)?;
        let what = if severity == Severity::Error { "error" } else { "warning" };
        Some(format!("{what}[{code}]: {more} more like these are not shown"))
    });
    (first, more.collect())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Code;

    #[test]
    fn fifty_of_a_kind_are_shown_and_the_others_counted() {
        let error = |n: usize| Diagnostic::error(Code::TomlKey, format!("{n}"));
        let mut all: Vec<Diagnostic> = (0..60).map(error).collect();
        all.push(Diagnostic::warning(Code::Text, "x"));
        let (first, more) = first_of_each_code(&all);
        assert_eq!((first.len(), first[49].message.as_str()), (51, "49"));
        assert_eq!(more, ["error[toml-key]: 10 more like these are not shown"]);
    }
}
