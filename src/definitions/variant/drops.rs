//! Reads pieces in hand and their drops.

use std::collections::BTreeMap;

use crate::game::{DropRule, Hands, PieceTypeId, SideId};
use crate::geometry::{AxisKind, CellSet};
use crate::source::{Code, Diagnostic};
use crate::toml_text::TomlTable;

use super::lowering::LoweringContext;

impl LoweringContext<'_> {
    /// Returns the hands of `[hands]` and `[setup-hand]`, or `None` if the game has neither.
    pub fn hands(&self) -> Option<Hands> {
        let initial = self.initial_hands();
        if self.root.get("hands").is_none() && self.root.get("setup-hand").is_none() {
            if let Some(drops) = self.root.get("drops") {
                let error = drops.key.error(Code::Drop, "`[drops]` without `[hands]`");
                self.report(error.help(
                    "`[hands]` with `gain = \"captures\"` lets a side keep the pieces that it \
                     captures; a game without drops has `drops` in its `without`",
                ));
            }
            return None;
        }
        let table = self.root.table("hands");
        if let Some(text) = table.text("as")
            && table.get("gain").is_none()
            && self.root.get("setup-hand").is_none()
        {
            let error = text.error(Code::Drop, "no piece ever comes into a hand");
            self.report(error.help("write `gain = \"captures\"` below `[hands]`"));
        }
        Some(Hands {
            captures_to_hand: table.get("gain").is_some(),
            unpromoted: self.keeps_unpromoted(),
            initial,
        })
    }

    /// Whether pieces remember what they were before their promotion.
    pub fn keeps_unpromoted(&self) -> bool {
        let has_hands = ["hands", "setup-hand"].iter().any(|key| self.root.get(key).is_some());
        let word = self.root.table("hands").text("as");
        has_hands && word.is_none_or(|word| word.value == "unpromoted")
    }

    /// Returns the drops of all sides. A piece type that `[drops]` does not name may be dropped
    /// anywhere.
    pub fn drops(&self, comes_in_hand: impl Fn(PieceTypeId) -> bool) -> Vec<DropRule> {
        let mut drops = Vec::new();
        let all = CellSet::all(self.layout().len());
        for (index, raw) in self.piece_types.iter().enumerate() {
            let piece_type = PieceTypeId(index as u8);
            if !comes_in_hand(piece_type) {
                continue;
            }
            let table = self.drop_table(&raw.id.value);
            let to = self.keep(self.cells(table, "to")).flatten();
            let one_per = self.one_per(table);
            let max_count = self.keep(max_count(table)).unwrap_or(1);
            for side in self.players() {
                let own = to.as_ref().map_or(&all, |to| &to[SideId(side as u8)]);
                let dropped_as = self.keep(self.dropped_as(table, (piece_type, own), side));
                drops.push(DropRule {
                    side: SideId(side as u8),
                    piece_type,
                    dropped_as: dropped_as.unwrap_or_else(|| vec![(piece_type, own.clone())]),
                    to: own.clone(),
                    to_words: to.as_ref().map(|to| to.expr.clone()),
                    one_per: one_per.clone(),
                    max_count,
                    may_give_checkmate: table.flag("mates").unwrap_or(true),
                });
            }
        }
        self.check_dropped_types(&drops, &comes_in_hand);
        drops
    }

    /// The types as which a piece in hand may be dropped, those of `as` or its own, and the cells for
    /// each. The cells for another type stand in its own table of `[drops]`.
    fn dropped_as(
        &self,
        table: &TomlTable,
        (own, own_cells): (PieceTypeId, &CellSet),
        side: usize,
    ) -> Result<Vec<(PieceTypeId, CellSet)>, Diagnostic> {
        let Some(text) = table.text("as") else { return Ok(vec![(own, own_cells.clone())]) };
        let types = self.names.pieces.types(text, side)?;
        if types.is_empty() {
            let error = text.error(Code::Drop, "no piece type is named");
            return Err(error.help("`as = \"lance tokin\"`, for instance"));
        }
        let cells = |piece_type: PieceTypeId| {
            if piece_type == own {
                return own_cells.clone();
            }
            let table = self.drop_table(self.piece_type_id(piece_type));
            let to = self.keep(self.cells(table, "to")).flatten();
            to.map_or_else(
                || CellSet::all(self.layout().len()),
                |to| to[SideId(side as u8)].clone(),
            )
        };
        Ok(types.into_iter().map(|piece_type| (piece_type, cells(piece_type))).collect())
    }

    /// Reports a type that can be dropped from two types in hand: a drop does not say from which.
    fn check_dropped_types(
        &self,
        drops: &[DropRule],
        comes_in_hand: &impl Fn(PieceTypeId) -> bool,
    ) {
        let first = self.players().first().map(|&side| SideId(side as u8));
        for rule in drops.iter().filter(|rule| Some(rule.side) == first) {
            let id = self.piece_type_id(rule.piece_type);
            let Some(text) = self.drop_table(id).text("as") else { continue };
            for &(other, _) in rule.dropped_as.iter().filter(|(it, _)| *it != rule.piece_type) {
                let names_it = |known: &&DropRule| {
                    known.side == rule.side
                        && known.piece_type != rule.piece_type
                        && known.dropped_as.iter().any(|(it, _)| *it == other)
                };
                if comes_in_hand(other) || drops.iter().find(names_it).is_some() {
                    let other = self.piece_type_id(other);
                    let message = format!("a {other} comes from two types in hand");
                    let help = format!(
                        "a drop names only the type that is put on the board: let `{other}` be \
                         dropped from one type, or come in hand as `{id}` by its letter, as in `+P`"
                    );
                    self.report(text.error(Code::Drop, message).help(help));
                }
            }
        }
    }

    /// Returns the drops of a piece type: its own table, or that of `any`.
    fn drop_table(&self, id: &str) -> &TomlTable {
        let drops = self.root.table("drops");
        drops.table(if drops.get(id).is_some() { id } else { ANY })
    }

    /// Returns the cells of each line, colour or board that `one-per` names.
    fn one_per(&self, table: &TomlTable) -> Vec<CellSet> {
        let layout = self.layout();
        let along = |axis: AxisKind, cell| {
            (layout.index_on_axis(cell, axis), usize::from(layout.point(cell).at.z as u16))
        };
        let Some(word) = table.text("one-per") else { return Vec::new() };
        let mut lines = BTreeMap::<(u8, (usize, usize)), CellSet>::new();
        for cell in layout.cells() {
            let line = match &*word.value {
                "file" => along(AxisKind::File, cell),
                "rank" => along(AxisKind::Rank, cell),
                "colour" => (usize::from(layout.shade(cell)), 0),
                _ => (0, 0),
            };
            lines.entry((layout.point(cell).board, line)).or_default().insert(cell);
        }
        lines.into_values().collect()
    }
}

/// The table of drops of all types without a table of their own.
pub(super) const ANY: &str = "any";

/// Reads `max-count`: how many of its type each line of `one-per` may hold.
fn max_count(table: &TomlTable) -> Result<u16, Diagnostic> {
    let Some((count, location)) = table.integer("max-count") else { return Ok(1) };
    if table.get("one-per").is_none() {
        let error = location.error(Code::Drop, "`max-count` without `one-per`");
        return Err(error.help("`one-per = \"file\"`, for instance: so many on each file"));
    }
    match u16::try_from(count) {
        Ok(count) if count > 0 => Ok(count),
        _ => {
            let error = location.error(Code::Drop, "`max-count` must be at least 1");
            Err(error.help("`to` names the cells for drops"))
        }
    }
}
