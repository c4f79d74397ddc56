//! Reads `[effects]`: what moves set off.

use crate::expression::{Asked, ConditionReader};
use crate::game::{BySide, Castling, Destination, EffectChange, EffectPlace, MoveEffect, WhenFull};
use crate::source::{Code, Diagnostic, Diagnostics, SourceText};
use crate::toml_text::TomlTable;

use super::lowering::LoweringContext;

const WHEN_FULL: [(&str, WhenFull); 2] =
    [("removed", WhenFull::Removed), ("illegal", WhenFull::Illegal)];

/// What gives a game more boards.
const ONE_BOARD: &str = "give each board a table `[boards.ID]` in place of `[board]`; if the game is `based-on` \
                         another, write `without = \"board\"` too";

impl LoweringContext<'_> {
    /// Returns the effects.
    pub fn effects(&self, castlings: &[Castling]) -> Vec<MoveEffect> {
        let conditions = ConditionReader { names: &self.names, castlings, effects: &[] };
        let reader = EffectReader { context: self, conditions };
        let tables = self.tables_by_side("effects").into_iter();
        tables
            .filter_map(|(name, sides, table)| {
                self.keep(reader.effect(name, sides, table)).flatten()
            })
            .collect()
    }
}

struct EffectReader<'c, 'a> {
    context: &'c LoweringContext<'a>,
    conditions: ConditionReader<'c>,
}

impl EffectReader<'_, '_> {
    /// Returns an effect; `None` if a required key is missing, which was reported before.
    fn effect(
        &self,
        name: &SourceText,
        sides: BySide<bool>,
        table: &TomlTable,
    ) -> Result<Option<MoveEffect>, Diagnostics> {
        let [Some(on), Some(at), Some(does)] = ["on", "at", "does"].map(|key| table.text(key))
        else {
            return Ok(None);
        };
        let occasion = self.conditions.read(on, Asked::Occasion)?;
        let condition = table.text("if").map(|text| self.conditions.read(text, Asked::AfterMove));
        let condition = condition.transpose()?.unwrap_or_default();
        let places = self.context.names.effect_places(at)?;
        let pieces = self.context.pieces(table, "pieces")?;
        let changes = self.context.names.effect_changes(does)?;
        let is_placed = |change: &EffectChange| matches!(change, EffectChange::Placed(..));
        if changes.iter().skip(1).any(is_placed) {
            let error = does.error(Code::Effect, "`placed` needs an empty cell");
            return Err(error.help("write it first, or in a table of its own").into());
        }
        if changes.contains(&EffectChange::BecomesUnpromoted) && !self.context.keeps_unpromoted() {
            let message = "this game does not remember what a piece was before its promotion";
            let help =
                "`as = \"unpromoted\"` in `[hands]` does so; or name a piece: `becomes pawn`";
            return Err(does.error(Code::Effect, message).help(help).into());
        }
        let attacks = table.flag("attacks").unwrap_or(false);
        if attacks && !changes.contains(&EffectChange::Captured) {
            let error = does.error(Code::Effect, "`attacks` is about pieces that are `captured`");
            return Err(error.help("remove `attacks`, or write `does = \"captured\"`").into());
        }
        let boards = self.context.layout().boards().len();
        if boards == 1 && changes.contains(&EffectChange::Moved(Destination::NextBoard)) {
            let error = does.error(Code::Effect, "this game has one board");
            return Err(error.help(ONE_BOARD).into());
        }
        self.check_rebirth(table, (at, &places), (does, &changes))?;
        Ok(Some(MoveEffect {
            name: name.value.clone(),
            sides,
            occasion,
            condition,
            places,
            pieces,
            changes,
            when_full: table.choice("full", &WHEN_FULL).unwrap_or(WhenFull::Stays),
            attacks,
        }))
    }

    /// Reports a rebirth that is not about captured pieces alone, or of pieces that go elsewhere.
    fn check_rebirth(
        &self,
        table: &TomlTable,
        (at, places): (&SourceText, &[EffectPlace]),
        (does, changes): (&SourceText, &[EffectChange]),
    ) -> Result<(), Diagnostic> {
        if !changes.iter().any(|change| matches!(change, EffectChange::Reborn(_))) {
            return Ok(());
        }
        if places != [EffectPlace::Captured] {
            let error = at.error(Code::Effect, "only captured pieces can be `reborn`");
            return Err(error.help("write `at = \"captured\"`"));
        }
        if changes.len() > 1 {
            let error = does.error(Code::Effect, "`reborn` stands alone");
            return Err(error.help("write other changes in a table of their own"));
        }
        if let Some(full) = table.text("full") {
            let message = "a piece is never `reborn` on an occupied cell";
            return Err(full.error(Code::Effect, message).help("remove `full`"));
        }
        let hands = self.context.root.table("hands").text("gain");
        let transfers = self.context.root.tables("transfers");
        let mut times = transfers.iter().filter_map(|(table, _)| table.text("when"));
        let goes = match hands.is_some_and(|gain| gain.value == "captures") {
            true => Some("to a hand"),
            false => times.find(|when| when.value == "captured").map(|_| "to other cells"),
        };
        match goes {
            Some(goes) => {
                let message = format!("captured pieces go {goes} in this game");
                Err(does.error(Code::Effect, message).help("they cannot be `reborn` too"))
            }
            None => Ok(()),
        }
    }
}
