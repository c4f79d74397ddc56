//! Reads pieces in hand and their drops.

use std::collections::BTreeMap;

use crate::expression::CellExpr;
use crate::game::{DropRule, Hands, PieceTypeId, SideId};
use crate::geometry::{AxisKind, CellSet};
use crate::source::Code;

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
                     captures",
                ));
            }
            return None;
        }
        let table = self.root.table("hands");
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

    /// Returns the drops of all sides, and for each piece type the cells that `[drops]` names for
    /// it. A piece type that `[drops]` does not name may be dropped anywhere.
    pub fn drops(
        &self,
        comes_in_hand: impl Fn(PieceTypeId) -> bool,
    ) -> (Vec<DropRule>, Vec<Option<CellExpr>>) {
        let (mut drops, mut exprs) = (Vec::new(), vec![None; self.piece_types.len()]);
        let all = CellSet::all(self.layout().len());
        for (index, raw) in self.piece_types.iter().enumerate() {
            let piece_type = PieceTypeId(index as u8);
            if !comes_in_hand(piece_type) {
                continue;
            }
            let table = self.root.table("drops").table(&raw.id.value);
            let (to, expr) = self.keep(self.cells(table, "to")).flatten().unzip();
            let axes = [("file", AxisKind::File), ("rank", AxisKind::Rank)];
            let one_per = table.choice("one-per", &axes);
            for side in self.players() {
                drops.push(DropRule {
                    side: SideId(side as u8),
                    piece_type,
                    to: to.as_ref().map_or(&all, |to| &to[side]).clone(),
                    one_per: one_per.map(|axis| self.lines(axis)).unwrap_or_default(),
                    may_give_checkmate: table.flag("mates").unwrap_or(true),
                });
            }
            exprs[index] = expr;
        }
        (drops, exprs)
    }

    /// Returns all files, or all ranks, of all boards.
    fn lines(&self, axis: AxisKind) -> Vec<CellSet> {
        let layout = self.layout();
        let mut lines = BTreeMap::<(u8, usize, i16), CellSet>::new();
        for cell in layout.cells() {
            let point = layout.point(cell);
            let line = (point.board, layout.index_on_axis(cell, axis), point.at.z);
            lines.entry(line).or_default().insert(cell);
        }
        lines.into_values().collect()
    }
}
