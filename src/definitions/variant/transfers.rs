//! Reads `[[transfers]]`: pieces that go from some cells to others after a move.

use crate::game::{OccupantRule, Transfer, TransferWhen};
use crate::geometry::CellSet;
use crate::source::{Code, Diagnostic, SourceText, limits};
use crate::toml_text::TomlTable;

use super::lowering::LoweringContext;

const EVENTS: [(&str, TransferWhen); 4] = [
    ("captured", TransferWhen::Captured),
    ("owner moved", TransferWhen::OwnerMoved),
    ("alone on board", TransferWhen::AloneOnBoard),
    ("turn", TransferWhen::Turn),
];

impl LoweringContext<'_> {
    /// Returns the transfers.
    pub fn transfers(&self) -> Vec<Transfer> {
        let tables = self.root.tables("transfers");
        if let Some((_, location)) = tables.get(limits::ZONES) {
            let message = format!("more than {} transfers", limits::ZONES);
            self.report(location.error(Code::Transfer, message));
            return Vec::new();
        }
        let tables = tables.iter().enumerate();
        let read = tables.filter_map(|(index, (table, _))| self.keep(self.transfer(table, index)));
        read.flatten().collect()
    }

    /// Returns a transfer; `None` if a required key is missing, which was reported before.
    fn transfer(&self, table: &TomlTable, index: usize) -> Result<Option<Transfer>, Diagnostic> {
        let Some(from) = self.cells(table, "from")? else { return Ok(None) };
        if let Some(text) = table.text("pieces") {
            // A transfer has no side that reads `own`.
            self.names.pieces.pieces(text, None)?;
        }
        let occupant = table.choice("occupant", &[("removed", OccupantRule::Removed)]);
        Ok(Some(Transfer {
            name: table.string("name").unwrap_or_else(|| format!("transfer {}", index + 1)),
            when: table.choice("when", &EVENTS).unwrap_or(TransferWhen::Captured),
            from,
            pieces: self.pieces(table, "pieces")?,
            states: self.transfer_states(&table.words("if"))?,
            to: self.cells(table, "to")?,
            occupant: occupant.unwrap_or(OccupantRule::Blocks),
            removed_when_full: table.text("full").is_some_and(|full| full.value == "removed"),
            reset: table.text("then").map_or(Ok(CellSet::new()), |text| self.reset(text))?,
        }))
    }

    /// Parses `STATE not STATE`: each state, and whether the piece must have it.
    fn transfer_states(&self, words: &[SourceText]) -> Result<Vec<(u8, bool)>, Diagnostic> {
        let mut states = Vec::new();
        let mut wanted = true;
        for word in words {
            if word.value == "not" {
                wanted = false;
            } else {
                states.push((self.names.state(word)?, std::mem::replace(&mut wanted, true)));
            }
        }
        Ok(states)
    }

    /// Parses `reset BOARD`, and returns the cells of that board.
    fn reset(&self, text: &SourceText) -> Result<CellSet, Diagnostic> {
        let words = text.words();
        let [reset, board] = words.as_slice() else {
            return Err(text.error(Code::Transfer, "expected `reset` and a board"));
        };
        if reset.value != "reset" {
            let message = format!("`{}` cannot follow a transfer", reset.value);
            return Err(reset.error(Code::Transfer, message).help("`reset BOARD`"));
        }
        let ids = self.layout().boards().iter().map(|board| board.id.as_str());
        match ids.clone().position(|id| id == board.value) {
            Some(index) => Ok(self.layout().cells_of(index as u8).collect()),
            None => Err(board.unknown_name(Code::Transfer, "board", ids)),
        }
    }
}
