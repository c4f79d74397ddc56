//! What a condition may ask, by the place where it stands.

use crate::game::{Act, ActKind, ConditionAtom, GameFact};

/// Where a condition stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// `must` of a restriction.
    Must,
    /// `never` of a restriction.
    Never,
    /// `on` of an effect.
    Occasion,
    /// `if` of an effect.
    AfterMove,
    /// `until` of a part of a turn.
    Until,
    /// `if` of a part of a turn.
    BeforePart,
    /// `if` of an end condition.
    End,
    /// `if` of a way to move.
    Way,
}

impl Asked {
    /// Whether acts of a move may be asked for.
    pub fn knows_acts(self) -> bool {
        matches!(self, Asked::Must | Asked::Never | Asked::Occasion | Asked::Until)
    }

    /// Why a statement cannot be asked here, with a remedy; `None` if it can.
    pub fn refusal(self, statement: &ConditionAtom) -> Option<(&'static str, &'static str)> {
        match statement {
            ConditionAtom::Act(_) if !self.knows_acts() => Some((
                "this is an act of a move, and only facts can be asked here",
                "for instance `king on rank 8`, `not in check` or `no own on rank 8`",
            )),
            ConditionAtom::Act(act) => self.refusal_of_act(act),
            ConditionAtom::Fact(fact) => self.refusal_of_fact(fact),
        }
    }

    fn refusal_of_act(self, act: &Act) -> Option<(&'static str, &'static str)> {
        match (self, &act.kind) {
            (Asked::Never, ActKind::CapturesMost) => {
                Some(("`captures most` works only with `must`", "write `must = \"captures most\"`"))
            }
            (Asked::Until, ActKind::CapturesMost) => {
                Some(("`captures most` compares moves", "for instance `until = \"captures\"`"))
            }
            (
                Asked::Occasion,
                ActKind::GivesCheck(_) | ActKind::GivesCheckmate(_) | ActKind::CapturesMost,
            ) => Some((
                "an effect depends on its own move, not on checks or on other moves",
                "for instance `captures`; restrictions know `gives check`",
            )),
            _ => None,
        }
    }

    fn refusal_of_fact(self, fact: &GameFact) -> Option<(&'static str, &'static str)> {
        let asks_for_attacks = match fact {
            GameFact::InCheck => true,
            GameFact::Count(count) => count.unattacked,
            _ => false,
        };
        match self {
            Asked::Occasion | Asked::AfterMove if asks_for_attacks => Some((
                "an effect cannot ask for attacks: they depend on the effects",
                "ask for pieces and cells, for instance `no own on rank 8`",
            )),
            Asked::Until => Some((
                "a turn ends after an act of a move, and this is a fact",
                "for instance `until = \"captures\"`",
            )),
            Asked::End if fact.is_about_piece() => Some((
                "an end condition is about a side, and this is about one piece",
                "count pieces instead, for instance `king on rank 8`",
            )),
            Asked::Way
                if !matches!(
                    fact,
                    GameFact::InCheck | GameFact::Unmoved | GameFact::HasState(_)
                ) =>
            {
                Some((
                    "a way to move cannot ask for this",
                    "`not in check`, `unmoved`, a state, or `not` and one of them",
                ))
            }
            _ => None,
        }
    }
}
