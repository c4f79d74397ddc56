//! Reads rules of one side only: `[sides.SIDE.TABLE]` and `sides.SIDE.without`.

use crate::format;
use crate::game::{BySide, EndRules};
use crate::source::{Code, Diagnostics, SourceText, quoted_list, sort};
use crate::toml_text::{TomlEntry, TomlNode, TomlTable, TomlValue};

use super::Score;
use super::lowering::LoweringContext;

/// The tables of a game that a side may have in its own way: those that the format lists for both. The
/// engine of boards reads rules without the text of the format, so they are written here, too.
const SIDE_TABLES: &str =
    "auras castling effects end-conditions ends pieces promotion restrictions score turn-parts";

/// The rules of a game as one side has them.
#[derive(Debug, Clone, Default)]
pub(super) struct SideRules {
    /// The game with the tables of the side laid over it; `None` if the side has none.
    root: Option<TomlTable>,
    /// The tables that the side changes.
    changed: Vec<&'static str>,
}

/// Returns the rules of each side, in the order of `[sides]`.
pub(super) fn read(root: &TomlNode, diagnostics: &mut Diagnostics) -> Vec<SideRules> {
    let sides = root.table().map(|table| table.table("sides").named()).into_iter().flatten();
    sides.map(|(id, table)| side_rules(root, id, table, diagnostics)).collect()
}

fn side_rules(
    root: &TomlNode,
    id: &SourceText,
    table: &TomlTable,
    diagnostics: &mut Diagnostics,
) -> SideRules {
    let own: Vec<&TomlEntry> =
        table.entries.iter().filter(|entry| own_table(&entry.key).is_some()).collect();
    let without: Vec<SourceText> = table.text("without").map(SourceText::words).unwrap_or_default();
    if own.is_empty() && without.is_empty() {
        return SideRules::default();
    }
    let moves_itself = |text: &SourceText| text.words().iter().any(|word| word.value == id.value);
    if !table.text("moved-by").is_none_or(moves_itself) {
        let key = own.first().map_or_else(|| without[0].clone(), |entry| entry.key.clone());
        let message = format!("{} has no turns, so it can have no `{}`", id.value, key.value);
        diagnostics.push(key.error(Code::Side, message).help("remove it"));
        return SideRules::default();
    }
    let changed = own.iter().filter_map(|entry| own_table(&entry.key));
    let left_out = without.iter().filter_map(own_table);
    let changed = changed.chain(left_out).collect();
    check_paths(&without, diagnostics);
    let mut merged = root.clone();
    format::remove_without(&mut merged, table.text("without"), "this game", diagnostics);
    let upper = TomlTable { entries: own.into_iter().cloned().collect() };
    let root = match merged.value {
        TomlValue::Table(lower) => Some(format::merge_tables(lower, upper, &[])),
        _ => None,
    };
    SideRules { root, changed }
}

/// Returns the table that a key, or the beginning of a path, names.
fn own_table(path: &SourceText) -> Option<&'static str> {
    let first = path.value.split('.').next()?;
    SIDE_TABLES.split(' ').find(|table| *table == first)
}

/// Reports paths that no side can leave out for itself.
fn check_paths(without: &[SourceText], diagnostics: &mut Diagnostics) {
    for path in without.iter().filter(|path| own_table(path).is_none()) {
        let message = format!("one side alone cannot be without `{}`", path.value);
        let help = format!("a side may leave out parts of {}", quoted_list(SIDE_TABLES.split(' ')));
        diagnostics.push(path.error(Code::Without, message).help(help));
    }
}

impl<'a> LoweringContext<'a> {
    /// Returns the rules of the game as a side has them.
    pub fn rules_of(&self, side: usize) -> &'a TomlTable {
        self.side_rules[side].root.as_ref().unwrap_or(self.root)
    }

    /// Whether a side changes a table of the game.
    pub fn has_own(&self, side: usize, table: &str) -> bool {
        self.side_rules[side].changed.contains(&table)
    }

    /// Returns the named tables in a table of the game, each with the sides for which it holds.
    ///
    /// A side that changes the table has all its named tables for itself.
    pub fn tables_by_side(
        &self,
        table: &str,
    ) -> Vec<(&'a SourceText, BySide<bool>, &'a TomlTable)> {
        let players = self.players();
        let (own, common): (Vec<usize>, Vec<usize>) =
            players.into_iter().partition(|&side| self.has_own(side, table));
        let mut groups: Vec<Vec<usize>> = own.into_iter().map(|side| vec![side]).collect();
        groups.extend((!common.is_empty()).then_some(common));
        sort(&mut groups);
        let mut tables = Vec::new();
        for sides in groups {
            let holds = (0..self.sides.len()).map(|side| sides.contains(&side));
            let holds: BySide<bool> = holds.collect();
            let named = self.rules_of(sides[0]).table(table).named();
            tables.extend(named.map(|(name, table)| (name, holds.clone(), table)));
        }
        tables
    }

    /// The ends of sides that have their own; nothing if none has.
    pub fn own_ends(&self) -> Vec<Option<EndRules>> {
        let sides = 0..self.sides.len();
        if !sides.clone().any(|side| self.has_own(side, "ends")) {
            return Vec::new();
        }
        let ends = |side| self.end_rules(self.rules_of(side).table("ends"));
        sides.map(|side| self.has_own(side, "ends").then(|| ends(side))).collect()
    }

    /// For each side, the points for ends if it has its own.
    pub fn own_scores(&self) -> Vec<Option<Score>> {
        let score = |side| self.score(self.rules_of(side).table("score"));
        let sides = 0..self.sides.len();
        sides.map(|side| self.has_own(side, "score").then(|| score(side))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{GAME, ValueKind};

    #[test]
    fn the_tables_of_a_side_are_those_that_the_format_lists_for_both() {
        let Some(ValueKind::Named(side)) = GAME.key("sides").map(|key| &key.value) else {
            panic!("sides are tables with names")
        };
        let keys = side.keys.iter();
        let tables = keys.filter(|key| !matches!(key.value, ValueKind::Text | ValueKind::Words(_)));
        let names = tables.map(|key| key.name.as_str());
        let mut both: Vec<&str> = names.filter(|name| GAME.key(name).is_some()).collect();
        both.sort_unstable();
        assert_eq!(both.join(" "), SIDE_TABLES);
    }
}
