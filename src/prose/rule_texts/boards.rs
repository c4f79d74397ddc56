//! Boards with one move for every piece, transfers between boards, and states, in words.

use crate::geometry::CellSet;
use crate::query::LoadedVariant;
use crate::rules::{OccupantRule, PieceEvent, PieceTypeId, Transfer, TransferWhen};
use crate::source::{capitalised, join_words, uncapitalised};
use crate::variant::{CellExpr, CommonMove, EventExpr, TransferText};

use super::super::notation::describe;
use super::super::vocabulary::{BoardVocabulary, of_side};
use super::RuleText;

impl LoadedVariant {
    /// Rules of boards on which all pieces have the same move, or none.
    pub(super) fn boards_with_one_move(&self) -> Vec<RuleText> {
        let idiom = BoardVocabulary { name: String::new(), ..self.idiom(PieceTypeId(0)) };
        let boards = (0..).zip(&self.variant().boards);
        let rulings = boards.filter_map(|(index, board)| {
            let words = match board.common_move.as_ref()? {
                CommonMove::None => "No piece moves here.".to_owned(),
                CommonMove::Betza(betza) => {
                    format!("Every piece that stands here {}.", describe(betza, &idiom))
                }
            };
            Some(self.ruling(&self.board_name(index), "boards", words))
        });
        rulings.collect()
    }

    pub(super) fn transfers(&self) -> Vec<RuleText> {
        let texts = &self.variant().texts.transfers;
        let rulings =
            self.game().transfers.iter().zip(texts).zip(1..).map(|((transfer, text), number)| {
                let words = self.transfer(transfer, text);
                self.with_parts(&transfer.name, &format!("transfers.{number}"), words)
            });
        rulings.collect()
    }

    fn transfer(&self, transfer: &Transfer, text: &TransferText) -> String {
        let side = self.first_side();
        let pieces = text.pieces.as_ref();
        let pieces = pieces.map_or("a piece".to_owned(), |pieces| self.piece_noun(pieces));
        let mut piece = capitalised(&pieces);
        for &(state, has) in &transfer.states {
            let not = if has { "that has" } else { "that has not" };
            piece += &format!(" {not} {}", self.state_words(state));
        }
        let from = self.place(&of_side(&transfer.from, side), side, text.from.as_ref());
        let (to, free) = (of_side(&transfer.to, side), transfer.occupant == OccupantRule::Blocks);
        let phrase = |cells: &CellSet| self.phrase_of(cells, side, text.to.as_ref());
        let name = |cells: &CellSet| phrase(cells).noun(self.cell_word());
        let goes = match (to.len(), free) {
            (0, _) => "leaves the game".to_owned(),
            (1, _) => format!("goes to {}", name(&to)),
            (_, true) => format!("goes to an empty cell {}", phrase(&to).of_place()),
            (_, false) => format!("goes to a cell {}", phrase(&to).of_place()),
        };
        let mut words = match transfer.when {
            TransferWhen::Captured => format!("{piece} taken {from} {goes}"),
            TransferWhen::OwnerMoved => {
                format!("{piece} {from} {goes} after the next move of its side")
            }
            TransferWhen::AloneOnBoard => format!("{piece} alone {from} {goes}"),
            TransferWhen::Turn => {
                format!("As a move of its side, {} {from} {goes}", uncapitalised(&piece))
            }
        };
        if transfer.occupant == OccupantRule::Removed && !to.is_empty() {
            words += "; a piece that stands there leaves the game";
        }
        if transfer.removed_when_full {
            words += "; where none is empty, it leaves the game";
        }
        if !transfer.reset.is_empty() {
            words += &format!("; then {} is set up anew", name(&transfer.reset));
        }
        words + "."
    }

    /// A state as the end of `that has`.
    pub(in crate::prose) fn state_words(&self, state: u8) -> String {
        let text = &self.variant().texts.states[state as usize];
        let state = &self.game().states[state as usize];
        let words = |events: &[PieceEvent], exprs: &[EventExpr]| {
            let words = events.iter().zip(exprs).map(|(event, expr)| self.event_words(event, expr));
            join_words(words, "or")
        };
        let set = words(&state.set, &text.set);
        match text.clear.is_empty() {
            true => set,
            false => format!("{set} since it has {}", words(&state.clear, &text.clear)),
        }
    }

    fn event_words(&self, event: &PieceEvent, expr: &EventExpr) -> String {
        let place = |expr: &CellExpr| {
            let side = self.first_side();
            let cells: &[CellSet] = match event {
                PieceEvent::Captures(cells)
                | PieceEvent::Arrives(cells)
                | PieceEvent::Leaves(cells) => cells,
                PieceEvent::Moves | PieceEvent::Crosses(_) => &[],
            };
            self.place(&of_side(cells, side), side, Some(expr))
        };
        match expr {
            EventExpr::Moves => "moved".to_owned(),
            EventExpr::Captures(None) => "taken something".to_owned(),
            EventExpr::Captures(Some(cells)) => format!("taken something {}", place(cells)),
            EventExpr::Arrives(cells) => format!("come to stand {}", place(cells)),
            EventExpr::Leaves(cells) => format!("left its place {}", place(cells)),
            EventExpr::Crosses(borders) => format!("crossed {}", self.border_words(borders)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::words;
    use crate::query::testing::study;

    #[test]
    fn transfers_name_their_pieces_times_and_cells() {
        let game = include_str!("../../../content/variants/afterlife-chess.toml");
        let game = study("boards", game);
        assert_eq!(
            words(&game, "Death"),
            "A piece of White or Black taken in The World goes to Limbo; a piece that stands \
             there leaves the game."
        );
        assert_eq!(words(&game, "Limbo"), "No piece moves here.");
    }
}
