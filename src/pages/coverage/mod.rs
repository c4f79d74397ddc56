//! Which facts of a definition the statements of a book test.
//!
//! Each word and number of a definition is changed in every way that its kind allows, also those
//! that it inherits and the moves of built-in pieces. The fact is tested if a statement about this
//! definition has another verdict on each changed definition that plays differently. Changes that
//! a definition cannot have, and changes after which it plays alike, count nothing.

mod facts;
mod neighbours;
mod play;

use std::sync::Mutex;

use rayon::prelude::*;

use crate::build::Statements;
use crate::source::Location;

use facts::{Fact, FactChange, facts};
use play::play_alike;

/// The facts of a definition that are tested, and those that are not.
#[derive(Debug, Clone, Default)]
pub struct Coverage {
    /// The number of facts that a statement tests.
    pub tested: usize,
    /// The facts that no statement tests, in the order of the file.
    pub untested: Vec<UntestedFact>,
    /// Words whose changes change nothing in play, with a key and a place each.
    pub without_effect: Vec<UntestedFact>,
}

/// A fact, and a change of it that no statement notices.
#[derive(Debug, Clone)]
pub struct UntestedFact {
    /// The key: `pieces.pawn.move`.
    pub path: String,
    /// The word or number.
    pub word: String,
    /// What could stand there instead; empty if the word could be missing.
    pub instead: String,
    /// Where the word is written.
    pub location: Location,
}

impl Coverage {
    /// Returns the tested facts in whole percent, rounded down: 100 only if all are tested.
    pub fn percent(&self) -> usize {
        let counted = self.tested + self.untested.len();
        (100 * self.tested).checked_div(counted).unwrap_or(100)
    }
}

/// Finds out which facts of a definition the statements about it test.
///
/// `None` if the book has no such definition, or one with errors.
pub fn coverage(statements: &Statements<'_>) -> Option<Coverage> {
    let (file, definition) = statements.definition()?;
    let variant = definition.variant(None).ok()?;
    let facts = facts(file, definition, &variant);
    // A statement that has noticed a change often notices the next ones, too.
    let order = Mutex::new((0..statements.len()).collect::<Vec<usize>>());
    let judged: Vec<Option<Result<(), &FactChange>>> =
        facts.par_iter().map(|fact| judge(fact, statements, &order)).collect();
    let mut coverage = Coverage::default();
    for (fact, verdict) in facts.iter().zip(judged) {
        let untested = |change: Option<&FactChange>| UntestedFact {
            path: fact.path.clone(),
            word: fact.word.clone(),
            instead: change.map_or(String::new(), |change| change.instead.clone()),
            location: fact.location.clone(),
        };
        match verdict {
            Some(Ok(())) => coverage.tested += 1,
            Some(Err(change)) => coverage.untested.push(untested(Some(change))),
            None => coverage.without_effect.push(untested(None)),
        }
    }
    Some(coverage)
}

/// Returns whether a fact is tested, or a change that no statement notices; `None` if no change of
/// it changes play.
///
/// `order` has the statements in the order in which they are tried.
fn judge<'a>(
    fact: &'a Fact,
    statements: &Statements<'_>,
    order: &Mutex<Vec<usize>>,
) -> Option<Result<(), &'a FactChange>> {
    let known = || order.lock().expect("no thread panics while it holds the lock");
    let mut counted = None;
    for change in &fact.changes {
        let Some(book) = statements.changed(&change.apply()) else { continue };
        let tried = known().clone();
        match tried.into_iter().find(|&index| statements.notices(&book, index)) {
            Some(index) => {
                let mut order = known();
                order.retain(|&other| other != index);
                order.insert(0, index);
                counted = Some(Ok(()));
            }
            None => {
                let mut pairs = statements.pairs(&book).into_iter();
                if pairs.any(|(one, other)| other.is_none_or(|other| !play_alike(&one, &other))) {
                    return Some(Err(change));
                }
            }
        }
    }
    counted
}
