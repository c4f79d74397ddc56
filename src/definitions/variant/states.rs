//! The states of pieces, and the conditions that test them.

use crate::expression::{Asked, ConditionReader};
use crate::game::{Condition, ConditionAtom, GameFact, Prerequisite};
use crate::source::{Code, Diagnostics, SourceText};
use crate::toml_text::TomlTable;

use super::lowering::LoweringContext;

/// The most states: a piece has a bit for each.
const MOST: usize = 16;

/// The ids of the states of a definition: what its effects set, in the order of the file.
pub(super) fn state_ids(root: &TomlTable, diagnostics: &mut Diagnostics) -> Vec<String> {
    let own = root.table("sides").named().map(|(_, side)| side.table("effects"));
    let effects = std::iter::once(root.table("effects")).chain(own);
    let mut ids: Vec<String> = Vec::new();
    for change in effects.flat_map(TomlTable::named).filter_map(|(_, it)| it.text("does")) {
        for words in change.split(&[',']).iter().map(SourceText::words) {
            if let [verb, id] = &words[..]
                && verb.value == "set"
                && !ids.contains(&id.value)
            {
                if ids.len() == MOST {
                    diagnostics.push(id.error(Code::State, format!("more than {MOST} states")));
                    return ids;
                }
                ids.push(id.value.clone());
            }
        }
    }
    ids
}

impl LoweringContext<'_> {
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
