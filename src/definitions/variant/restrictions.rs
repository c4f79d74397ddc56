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
        let tables = self.tables_by_side("restrictions");
        for (name, sides, table) in &tables {
            let Some(must) = table.text("must") else { continue };
            let forbids =
                |of: &TomlTable| of.text("never").is_some_and(|it| it.plain() == must.plain());
            let meets =
                |other: &BySide<bool>| sides.iter().zip(other.iter()).any(|(a, b)| *a && *b);
            if let Some((other, ..)) = tables.iter().find(|it| forbids(it.2) && meets(&it.1)) {
                let message = format!("`{}` forbids what `{}` asks for", other.value, name.value);
                let error = other.error(Code::Restriction, message);
                let help = format!("leave out `must = \"{}\"`, or this", must.value);
                let error = error.help(help);
                self.report(name.location.add_label(error, "the other"));
            }
        }
        tables
            .into_iter()
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
