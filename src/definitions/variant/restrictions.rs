//! Reads `[restrictions]`: rules that make legal moves illegal.

use crate::expression::{ConditionReader, EventReader};
use crate::game::{BySide, Castling, MoveAct, Restriction, RestrictionKind, SideCondition};
use crate::source::{Code, Diagnostic, Diagnostics, SourceText};
use crate::toml_text::TomlTable;

use super::lowering::LoweringContext;

impl LoweringContext<'_> {
    /// Returns the restrictions.
    pub fn restrictions(&self, castlings: &[Castling]) -> Vec<Restriction> {
        let conditions = ConditionReader { names: &self.names, castlings };
        let effects = self.tables_by_side("effects").into_iter();
        let effects: Vec<String> = effects.map(|(name, ..)| name.value.clone()).collect();
        let events = EventReader { conditions, effects: &effects };
        let tables = self.tables_by_side("restrictions").into_iter();
        tables
            .filter_map(|(name, sides, table)| {
                self.keep(restriction(self, events, name, sides, table))
            })
            .collect()
    }
}

fn restriction(
    context: &LoweringContext<'_>,
    events: EventReader<'_>,
    name: &SourceText,
    sides: BySide<bool>,
    table: &TomlTable,
) -> Result<Restriction, Diagnostics> {
    let (kind, text) = match (table.text("must"), table.text("never")) {
        (Some(must), None) => (RestrictionKind::Must, must),
        (None, Some(never)) => (RestrictionKind::Never, never),
        (Some(_), Some(second)) => return Err(one_of_two(second).into()),
        (None, None) => return Err(one_of_two(name).into()),
    };
    let event = events.read(text)?;
    let exceptions = match table.text("unless") {
        Some(text) => events.read(text)?,
        None => Default::default(),
    };
    for (key, events) in [("never", &event), ("unless", &exceptions)] {
        let compares = events.0.iter().flatten().any(|act| *act == MoveAct::CapturesMost);
        if let (Some(text), true) = (table.text(key), compares) {
            let error = text.error(Code::Restriction, "`captures most` works only with `must`");
            return Err(error.help("write `must = \"captures most\"`").into());
        }
    }
    let condition = match table.text("if") {
        Some(text) => events.conditions.read(text)?.condition,
        None => SideCondition::default(),
    };
    Ok(Restriction {
        name: name.value.clone(),
        sides,
        kind,
        events: event,
        exceptions,
        pieces: context.pieces(table, "by")?,
        condition,
    })
}

fn one_of_two(place: &SourceText) -> Diagnostic {
    place
        .error(Code::Restriction, "write either `must` or `never`")
        .help("`must = \"captures\"` makes captures compulsory, `never` forbids them")
}
