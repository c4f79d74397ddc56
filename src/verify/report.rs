//! All comparisons of a page or a book, as JSON and as numbers.

use serde_json::{Value, json};

use super::{Item, Outcome};

/// Everything that was looked at.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// In the order of files and places.
    pub items: Vec<Item>,
}

impl Report {
    /// How many came out so.
    pub fn count(&self, outcome: Outcome) -> usize {
        self.items.iter().filter(|item| item.outcome == outcome).count()
    }

    /// How many were decided.
    pub fn checked(&self) -> usize {
        self.count(Outcome::Agree) + self.count(Outcome::Disagree)
    }

    /// Whether nothing disagrees.
    pub fn is_clean(&self) -> bool {
        self.count(Outcome::Disagree) == 0
    }

    /// `9 checked: 8 agree, 1 disagrees; 2 unchecked`
    pub fn summary(&self) -> String {
        let (agree, disagree) = (self.count(Outcome::Agree), self.count(Outcome::Disagree));
        let verb = |count: usize, verb: &str| match count {
            1 => format!("1 {verb}s"),
            _ => format!("{count} {verb}"),
        };
        let unchecked = match self.count(Outcome::Unchecked) {
            0 => String::new(),
            count => format!("; {count} unchecked"),
        };
        let checked = self.checked();
        format!(
            "{checked} checked: {}, {}{unchecked}",
            verb(agree, "agree"),
            verb(disagree, "disagree")
        )
    }

    /// The document that `verify --format json` prints.
    pub fn to_json(&self) -> Value {
        json!({
            "format": 1,
            "checked": self.checked(),
            "agree": self.count(Outcome::Agree),
            "disagree": self.count(Outcome::Disagree),
            "unchecked": self.count(Outcome::Unchecked),
            "items": self.items.iter().map(item).collect::<Vec<Value>>(),
        })
    }
}

fn item(item: &Item) -> Value {
    json!({
        "file": item.place.file.path(),
        "line": item.line(),
        "kind": item.kind,
        "verdict": item.outcome,
        "piece": item.piece,
        "side": item.side,
        "at": item.at,
        "missing": item.missing,
        "extra": item.extra,
        "refuted": item.refuted,
        "hint": item.hint,
        "message": item.message,
    })
}
