//! Conditions: acts of a move and facts about a side, joined by `and`, `or` and `not`.

use super::{Act, ActKind, GameFact, SaidPieces};

/// What must be so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    /// All of these; of none: always.
    All(Vec<Condition>),
    /// At least one of these.
    Any(Vec<Condition>),
    /// This is so.
    Is(ConditionAtom),
    /// This is not so.
    Not(ConditionAtom),
}

/// One act or fact of a condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConditionAtom {
    /// The move does this.
    Act(Act),
    /// This is so of the side, or of the piece concerned.
    Fact(GameFact),
}

impl Default for Condition {
    fn default() -> Condition {
        Condition::All(Vec::new())
    }
}

impl Condition {
    /// The condition that a move of any piece does something.
    pub fn act(kind: ActKind) -> Condition {
        Condition::Is(ConditionAtom::Act(Act { kind, by: None }))
    }

    /// Whether nothing is asked.
    pub fn is_empty(&self) -> bool {
        matches!(self, Condition::All(parts) if parts.is_empty())
    }

    /// Whether it holds if `holds` says which acts and facts are so. Each is asked only if the answer
    /// depends on it.
    pub fn holds(&self, holds: &mut dyn FnMut(&ConditionAtom) -> bool) -> bool {
        match self {
            Condition::All(parts) => parts.iter().all(|part| part.holds(holds)),
            Condition::Any(parts) => parts.iter().any(|part| part.holds(holds)),
            Condition::Is(statement) => holds(statement),
            Condition::Not(statement) => !holds(statement),
        }
    }

    /// The conditions that must all hold.
    pub fn conjuncts(&self) -> &[Condition] {
        match self {
            Condition::All(parts) => parts,
            other => std::slice::from_ref(other),
        }
    }

    /// All acts and facts, in order.
    pub fn statements(&self) -> Vec<&ConditionAtom> {
        match self {
            Condition::All(parts) | Condition::Any(parts) => {
                parts.iter().flat_map(Condition::statements).collect()
            }
            Condition::Is(statement) | Condition::Not(statement) => vec![statement],
        }
    }

    /// All facts, in order.
    pub fn facts(&self) -> impl Iterator<Item = &GameFact> {
        self.statements().into_iter().filter_map(|statement| match statement {
            ConditionAtom::Fact(fact) => Some(fact),
            ConditionAtom::Act(_) => None,
        })
    }

    /// All acts, in order.
    pub fn acts(&self) -> impl Iterator<Item = &Act> {
        self.statements().into_iter().filter_map(|statement| match statement {
            ConditionAtom::Act(act) => Some(act),
            ConditionAtom::Fact(_) => None,
        })
    }

    /// The only fact, if nothing else is asked.
    pub fn only_fact(&self) -> Option<&GameFact> {
        match self.conjuncts() {
            [Condition::Is(ConditionAtom::Fact(fact))] => Some(fact),
            _ => None,
        }
    }

    /// The pieces of which one moves in every move that does this, if it says so.
    pub fn actor(&self) -> Option<&SaidPieces> {
        match self {
            Condition::All(parts) => parts.iter().find_map(Condition::actor),
            Condition::Any(parts) => {
                let first = parts.first()?.actor()?;
                parts.iter().all(|part| part.actor() == Some(first)).then_some(first)
            }
            Condition::Is(ConditionAtom::Act(act)) => act.by.as_ref(),
            Condition::Is(ConditionAtom::Fact(_)) | Condition::Not(_) => None,
        }
    }
}
