use crate::geometry::Cells;
use crate::rules::{
    MoveForm, OccupantRule, PieceEvent, PieceType, PieceTypeId, Transfer, TransferWhen,
};
use crate::source::join_words;

use super::super::notation::describe;
use super::super::vocabulary::Idiom;
use super::Ruling;
use super::case::{capital, small};
use crate::query::Study;

impl Study {
    /// Boards on which all pieces move alike, or not at all.
    pub(super) fn boards_of_all(&self) -> Vec<Ruling> {
        let side = self.first_side().index();
        let idiom = Idiom { name: String::new(), ..self.idiom(PieceTypeId(0)) };
        let mut rulings = Vec::new();
        if self.layout().boards().len() < 2 {
            return rulings;
        }
        for board in 0..self.layout().boards().len() as u8 {
            let here: Cells = self.layout().cells_of(board).collect();
            let ways = |piece_type: &PieceType| -> Vec<String> {
                let ways = piece_type.move_rules.get(side).map_or(&[][..], Vec::as_slice);
                let begins = |from: &Option<Cells>| {
                    from.as_ref().is_none_or(|from| !from.is_disjoint(&here))
                };
                let ways = ways.iter().filter(|way| begins(&way.from));
                ways.map(|way| match &way.form {
                    MoveForm::Betza(betza) => describe(betza, &idiom),
                    other => format!("{other:?}"),
                })
                .collect()
            };
            let mut kinds = self.game().piece_types.iter().map(ways);
            let first = kinds.next().unwrap_or_default();
            if !kinds.all(|ways| ways == first) {
                continue;
            }
            let words = match &first[..] {
                [] => "Nobody moves here.".to_owned(),
                ways => format!("Every piece that stands here {}.", ways.join("; ")),
            };
            rulings.extend(self.ruling(&self.board_name(board), "boards", words));
        }
        rulings
    }

    pub(super) fn transfers(&self) -> Vec<Ruling> {
        let transfers = self.game().transfers.iter().enumerate();
        let told = transfers.map(|(index, transfer)| Ruling {
            on: transfer.name.clone(),
            words: self.transfer(transfer),
            sureness: self.worst(&format!("transfers.{}", index + 1)),
        });
        told.collect()
    }

    fn transfer(&self, transfer: &Transfer) -> String {
        let side = self.first_side().index();
        let cells = |of: &[Cells]| of.get(side).cloned().unwrap_or_default();
        let mut who = capital(&self.somebody(&transfer.pieces));
        for &(state, has) in &transfer.states {
            let not = if has { "that has" } else { "that has not" };
            who += &format!(" {not} {}", self.state(state));
        }
        let from = self.place(&cells(&transfer.from), side);
        let (to, free) = (cells(&transfer.to), transfer.occupant == OccupantRule::Blocks);
        let goes = match (to.count(), free) {
            (0, _) => "leaves the game".to_owned(),
            (1, _) => format!("goes to {}", self.place_name(&to, side)),
            (_, true) => format!("goes to an empty cell of {}", self.place_name(&to, side)),
            (_, false) => format!("goes to a cell of {}", self.place_name(&to, side)),
        };
        let mut words = match transfer.when {
            TransferWhen::Captured => format!("{who} taken {from} {goes}"),
            TransferWhen::OwnerMoved => {
                format!("{who} {from} {goes} after the next move of its side")
            }
            TransferWhen::AloneOnBoard => format!("{who} alone {from} {goes}"),
            TransferWhen::Turn => {
                format!("As a move of its side, {} {from} {goes}", small(&who))
            }
        };
        if transfer.occupant == OccupantRule::Removed && !to.is_empty() {
            words += "; who stands there leaves the game";
        }
        if transfer.removed_when_full {
            words += "; where none is empty, it leaves the game";
        }
        if !transfer.reset.is_empty() {
            let place = self.place_name(&transfer.reset, side);
            words += &format!("; then {place} is set up anew");
        }
        words + "."
    }

    /// A state as the end of `that has`.
    fn state(&self, state: u8) -> String {
        let side = self.first_side().index();
        let state = &self.game().states[state as usize];
        let events = |events: &[PieceEvent]| {
            let place =
                |cells: &[Cells]| self.place(&cells.get(side).cloned().unwrap_or_default(), side);
            let told = events.iter().map(|event| match event {
                PieceEvent::Moves => "moved".to_owned(),
                PieceEvent::Captures(cells) => format!("taken something {}", place(cells)),
                PieceEvent::Arrives(cells) => format!("come to stand {}", place(cells)),
                PieceEvent::Leaves(cells) => format!("left its place {}", place(cells)),
                PieceEvent::Crosses(_) => "crossed the border".to_owned(),
            });
            join_words(&told.collect::<Vec<_>>(), "or")
        };
        match state.clear.is_empty() {
            true => events(&state.set),
            false => format!("{} since it has {}", events(&state.set), events(&state.clear)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::words;
    use crate::query::testing::study;

    #[test]
    fn ways_between_boards_say_who_goes_when_and_where() {
        let game = include_str!("../../../content/variants/afterlife-chess.toml");
        let game = study("boards", game);
        assert_eq!(
            words(&game, "Death"),
            "A piece of White or Black taken in The World goes to Limbo; who stands there leaves \
             the game."
        );
        assert_eq!(words(&game, "Limbo"), "Nobody moves here.");
    }
}
