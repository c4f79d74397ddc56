//! All comparisons of a page or a book, as JSON and as numbers.

use serde_json::{Value, json};

use super::{Comparison, ComparisonOutcome};

/// All comparisons of a page or a book.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// The comparisons, in the order of files and places.
    pub comparisons: Vec<Comparison>,
}

impl Report {
    /// The number of comparisons with this outcome.
    pub fn count(&self, outcome: ComparisonOutcome) -> usize {
        self.comparisons.iter().filter(|comparison| comparison.outcome == outcome).count()
    }

    /// The number of comparisons that the rules decide.
    pub fn checked(&self) -> usize {
        self.comparisons.len() - self.count(ComparisonOutcome::Unchecked)
    }

    /// Whether no comparison disagrees.
    pub fn has_no_disagreement(&self) -> bool {
        self.count(ComparisonOutcome::Disagree) == 0
    }

    /// `9 checked: 8 agree, 1 disagrees; 2 unchecked`
    pub fn summary(&self) -> String {
        let count = |outcome, verb: &str| match self.count(outcome) {
            1 => format!("1 {verb}s"),
            number => format!("{number} {verb}"),
        };
        let agree = count(ComparisonOutcome::Agree, "agree");
        let disagree = count(ComparisonOutcome::Disagree, "disagree");
        let unchecked = match self.count(ComparisonOutcome::Unchecked) {
            0 => String::new(),
            number => format!("; {number} unchecked"),
        };
        format!("{} checked: {agree}, {disagree}{unchecked}", self.checked())
    }

    /// The document that `verify --format json` prints.
    pub fn to_json(&self) -> Value {
        json!({
            "format": 1,
            "checked": self.checked(),
            "agree": self.count(ComparisonOutcome::Agree),
            "disagree": self.count(ComparisonOutcome::Disagree),
            "unchecked": self.count(ComparisonOutcome::Unchecked),
            "items": self.comparisons.iter().map(comparison_json).collect::<Vec<Value>>(),
        })
    }
}

fn comparison_json(comparison: &Comparison) -> Value {
    let difference = &comparison.difference;
    json!({
        "file": comparison.location.file.path(),
        "line": comparison.line(),
        "kind": comparison.kind,
        "verdict": comparison.outcome,
        "piece": comparison.piece,
        "side": comparison.side,
        "at": comparison.at,
        "missing": difference.missing,
        "extra": difference.extra,
        "refuted": comparison.refuted,
        "hint": difference.hint.as_deref().unwrap_or_default(),
        "message": difference.message,
    })
}
