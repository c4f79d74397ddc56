//! Reads `[states]`: the states of pieces, and the conditions that test them.

use crate::expression::{Asked, ConditionReader};
use crate::game::{Condition, ConditionAtom, GameFact, PieceEvent, Prerequisite, StateRule};
use crate::source::{Code, Diagnostic, Diagnostics, SourceText, Span, closest, quoted_list};

use super::lowering::LoweringContext;

const EVENTS: [&str; 5] = ["moves", "captures", "arrives on", "leaves", "crosses"];

impl LoweringContext<'_> {
    /// Returns the states.
    pub fn state_rules(&self) -> Vec<StateRule> {
        let mut states = Vec::new();
        for (id, table) in self.root.table("states").named() {
            let events = |key: &str| {
                let text = table.text(key);
                text.and_then(|text| self.keep(self.event(text))).into_iter().collect()
            };
            states.push(StateRule {
                id: id.value.clone(),
                set: events("set"),
                clear: events("clear"),
            });
            if states.len() == 17 {
                self.report(id.error(Code::State, "more than 16 states"));
            }
        }
        states
    }

    /// Parses `moves`, `captures [on CELLS]`, `arrives on CELLS`, `leaves CELLS`, `crosses BORDERS`.
    fn event(&self, text: &SourceText) -> Result<PieceEvent, Diagnostic> {
        let words = text.words();
        let plain: Vec<&str> = words.iter().map(SourceText::as_str).collect();
        let rest = |count: usize| match words.get(count) {
            Some(first) => {
                let start = first.location.span.start - text.location.span.start;
                Ok(text.part(Span::new(start, text.value.len())))
            }
            None => {
                let message = format!("`{}` of which cells?", text.value);
                Err(text.error(Code::State, message).help("for instance `arrives on rank 8`"))
            }
        };
        let cells = |count: usize| self.names.cells_of_each_side(&rest(count)?);
        Ok(match plain.as_slice() {
            ["moves"] => PieceEvent::Moves,
            ["captures"] => PieceEvent::Captures(None),
            ["captures", "on", ..] => PieceEvent::Captures(Some(cells(2)?)),
            ["arrives", "on", ..] => PieceEvent::Arrives(cells(2)?),
            ["leaves", ..] => PieceEvent::Leaves(cells(1)?),
            ["crosses", ..] => PieceEvent::Crosses(self.names.borders_of_each_side(&rest(1)?)?),
            _ => {
                let help = match closest(plain.first().unwrap_or(&""), EVENTS) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("there are {}", quoted_list(EVENTS)),
                };
                let error = text.error(Code::State, format!("no event `{}`", text.value));
                return Err(error.help(help));
            }
        })
    }

    /// Parses the condition of a way to move: `not in check`, `[not] unmoved`, `[not] STATE`.
    pub fn prerequisites(&self, text: &SourceText) -> Result<Vec<Prerequisite>, Diagnostics> {
        let reader = ConditionReader { names: &self.names, castlings: &[], effects: &[] };
        let condition = reader.read(text, Asked::Way)?;
        let parts = condition.conjuncts().iter().map(|part| match part {
            Condition::Not(ConditionAtom::Fact(GameFact::InCheck)) => Ok(Prerequisite::NotInCheck),
            Condition::Is(ConditionAtom::Fact(GameFact::Unmoved)) => Ok(Prerequisite::Unmoved),
            Condition::Not(ConditionAtom::Fact(GameFact::Unmoved)) => Ok(Prerequisite::Moved),
            Condition::Is(ConditionAtom::Fact(GameFact::HasState(state))) => {
                Ok(Prerequisite::HasState(*state))
            }
            Condition::Not(ConditionAtom::Fact(GameFact::HasState(state))) => {
                Ok(Prerequisite::LacksState(*state))
            }
            Condition::Is(_) => {
                Err(("no rule can require a check", "`not in check` is a condition"))
            }
            _ => Err((
                "a way to move has one condition, of parts that must all hold",
                "write a second way to move in `moves`",
            )),
        });
        let parts = parts.collect::<Result<_, _>>();
        parts.map_err(|(message, help)| text.error(Code::State, message).help(help).into())
    }
}
