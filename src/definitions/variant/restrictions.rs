//! Reads `[restrictions]`: rules that make legal moves illegal.

use crate::expression::{Asked, ConditionReader};
use crate::game::{BySide, Castling, Restriction, RestrictionKind};
use crate::source::{Code, Diagnostic, Diagnostics, SourceText};
use crate::toml_text::TomlTable;

use super::lowering::LoweringContext;

impl LoweringContext<'_> {
    /// Returns the restrictions.
    pub fn restrictions(&self, castlings: &[Castling]) -> Vec<Restriction> {
        let effects = self.tables_by_side("effects").into_iter();
        let effects: Vec<String> = effects.map(|(name, ..)| name.value.clone()).collect();
        let reader = ConditionReader { names: &self.names, castlings, effects: &effects };
        let tables = self.tables_by_side("restrictions").into_iter();
        tables
            .filter_map(|(name, sides, table)| self.keep(restriction(reader, name, sides, table)))
            .collect()
    }
}

fn restriction(
    reader: ConditionReader<'_>,
    name: &SourceText,
    sides: BySide<bool>,
    table: &TomlTable,
) -> Result<Restriction, Diagnostics> {
    let (kind, asked, text) = match (table.text("must"), table.text("never")) {
        (Some(must), None) => (RestrictionKind::Must, Asked::Must, must),
        (None, Some(never)) => (RestrictionKind::Never, Asked::Never, never),
        (Some(_), Some(second)) => return Err(one_of_two(second).into()),
        (None, None) => return Err(one_of_two(name).into()),
    };
    let condition = reader.read(text, asked)?;
    Ok(Restriction { name: name.value.clone(), sides, kind, condition })
}

fn one_of_two(place: &SourceText) -> Diagnostic {
    place
        .error(Code::Restriction, "write either `must` or `never`")
        .help("`must = \"captures\"` makes captures compulsory, `never` forbids them")
}
