//! All comparisons of a page or a book, as JSON and as numbers.

use serde_json::{Value, json};

use super::{Comparison, ComparisonOutcome, StatedNumbers};

/// All comparisons of a page or a book.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// The comparisons, in the order of files and places.
    pub comparisons: Vec<Comparison>,
    /// What each page has that is not compared.
    pub uncompared: Vec<UncomparedClaims>,
    /// The numbers and cells in the sentences of each page.
    pub numbers: Vec<StatedNumbers>,
}

/// What a page has that is not compared.
#[derive(Debug, Clone, Default)]
pub struct UncomparedClaims {
    /// The path of the page.
    pub page: String,
    /// The number of claims and blocks that it only shows, as a manual does.
    pub shown: usize,
    /// The number of claims whose words are not compared with them: examples, and those that are not English.
    pub words: usize,
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

    /// The number of claims whose words are other than the claim, with a reason.
    pub fn exceptions(&self) -> usize {
        let is_exception = |it: &&Comparison| !it.exception.is_empty() && !it.is_example();
        self.comparisons.iter().filter(is_exception).count()
    }

    /// The number of comparisons that a rule in words only affects.
    pub fn unmodelled(&self) -> usize {
        self.comparisons.iter().filter(|comparison| !comparison.unmodelled.is_empty()).count()
    }

    fn shown(&self) -> usize {
        self.uncompared.iter().map(|page| page.shown).sum()
    }

    fn uncompared_words(&self) -> usize {
        self.uncompared.iter().map(|page| page.words).sum()
    }

    /// `9 checked: 8 agree, 1 disagrees; 2 unchecked; 1 in other words; 3 examples`, and a line about
    /// numbers and cells in sentences.
    pub fn summary(&self) -> String {
        let count = |outcome, verb: &str| match self.count(outcome) {
            1 => format!("1 {verb}s"),
            number => format!("{number} {verb}"),
        };
        let agree = count(ComparisonOutcome::Agree, "agree");
        let disagree = count(ComparisonOutcome::Disagree, "disagree");
        let mut summary = format!("{} checked: {agree}, {disagree}", self.checked());
        for (number, what) in [
            (self.count(ComparisonOutcome::Unchecked), "unchecked"),
            (self.exceptions(), "in other words"),
            (self.uncompared_words(), "with words that are not compared"),
            (self.unmodelled(), "beside a rule that is not modelled"),
            (self.shown(), if self.shown() == 1 { "example" } else { "examples" }),
        ] {
            if number > 0 {
                summary += &format!("; {number} {what}");
            }
        }
        if self.numbers_of_pages().next().is_some() {
            let numbers = StatedNumbers::summary(self.numbers_of_pages());
            summary += &format!("\nnumbers and cells in sentences: {numbers}");
        }
        summary
    }

    /// The numbers and cells of the pages that have any.
    fn numbers_of_pages(&self) -> impl Iterator<Item = &StatedNumbers> {
        self.numbers.iter().filter(|page| !page.items.is_empty())
    }

    /// The document that `verify --format json` prints.
    pub fn to_json(&self) -> Value {
        json!({
            "format": 1,
            "checked": self.checked(),
            "agree": self.count(ComparisonOutcome::Agree),
            "disagree": self.count(ComparisonOutcome::Disagree),
            "unchecked": self.count(ComparisonOutcome::Unchecked),
            "exceptions": self.exceptions(),
            "unmodelled": self.unmodelled(),
            "examples": self.shown(),
            "uncompared": self.uncompared_words(),
            "numbers": self.numbers_of_pages().map(StatedNumbers::to_json).collect::<Vec<Value>>(),
            "items": self.comparisons.iter().map(comparison_json).collect::<Vec<Value>>(),
        })
    }
}

fn comparison_json(comparison: &Comparison) -> Value {
    let difference = &comparison.difference;
    json!({
        "file": comparison.location.file.path(),
        "line": comparison.line(),
        "column": comparison.location.file.line_column(comparison.location.span.start).column,
        "kind": comparison.kind,
        "verdict": comparison.outcome,
        "piece": comparison.piece,
        "side": comparison.side,
        "at": comparison.at,
        "missing": difference.missing,
        "extra": difference.extra,
        "refuted": comparison.refuted,
        "exception": comparison.exception,
        "unmodelled": comparison.unmodelled,
        "hint": difference.hint.as_deref().unwrap_or_default(),
        "message": difference.message,
    })
}
