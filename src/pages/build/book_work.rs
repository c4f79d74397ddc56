//! The work for all parts of a book, limited by its size.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::source::{Code, Diagnostic, SourceFile, limits, work};

use super::sources::Sources;

/// The work for the definitions and pages of a book, in their order.
///
/// The first part with which the sum is too much does not depend on which part is made first:
/// a part is left out only if those before it have used up everything.
pub(super) struct BookWork {
    /// The size of the texts of the book.
    bytes: usize,
    definitions: usize,
    pub limit: u64,
    spent: Vec<AtomicU64>,
}

impl BookWork {
    pub fn new(sources: &Sources) -> BookWork {
        let texts = sources.variants.values().chain(&sources.pages);
        let bytes = texts.map(|file| file.text().len()).sum();
        // Each definition can have a page of its own that is not in the book.
        let definitions = sources.variants.len();
        let parts = 2 * definitions + sources.pages.len();
        let spent = (0..parts).map(|_| AtomicU64::new(0)).collect();
        BookWork { bytes, definitions, limit: limits::book_work(bytes), spent }
    }

    /// Work that has no limit.
    pub fn unlimited(sources: &Sources) -> BookWork {
        BookWork { limit: u64::MAX, ..BookWork::new(sources) }
    }

    /// Makes a part, or more of it; `None` if it or those before it take too much work.
    pub fn part<T>(&self, at: usize, make: impl FnOnce() -> T) -> Option<T> {
        let left = self.limit.saturating_sub(self.sum(..at));
        let (made, spent) = work::limited(self.limit, || (left > 0).then(make));
        self.spent[at].fetch_add(spent, Relaxed);
        made.filter(|_| spent < self.limit)
    }

    /// Makes a part of a page, by the index of the page.
    pub fn page<T>(&self, at: usize, make: impl FnOnce() -> T) -> Option<T> {
        self.part(self.definitions + at, make)
    }

    fn sum(&self, parts: std::ops::RangeTo<usize>) -> u64 {
        self.spent[parts].iter().map(|spent| spent.load(Relaxed)).sum()
    }

    /// Returns the first part with which the work is too much.
    pub fn exceeded(&self) -> Option<usize> {
        let mut sum = 0;
        self.spent.iter().position(|spent| {
            sum += spent.load(Relaxed);
            sum >= self.limit
        })
    }

    /// The error at the file of that part.
    pub fn error(&self, file: &SourceFile) -> Diagnostic {
        let message = format!(
            "up to this file the book takes more than {} million units of work, the limit for {} kB \
             of texts",
            self.limit / 1_000_000,
            self.bytes.div_ceil(1000)
        );
        let help = "leave out some diagrams and claims, or legs of moves and parts of turns: most of \
                    the work is in long moves on large boards";
        Diagnostic::error(Code::Work, message).in_whole_file(file).help(help)
    }
}
