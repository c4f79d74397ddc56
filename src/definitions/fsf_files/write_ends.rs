//! The ends of a variant in the words of the engine.

use crate::fsf::{COLOURS, FsfValue, PieceNames};
use crate::game::{
    CountPlace, CountRange, EndTiming, GameFact, Outcome, PieceSet, PieceTypeId, SideId,
};

use super::write_record::{RecordWriter, value_of};

/// Sets the keys about the ends of the game.
pub(super) fn write_ends(writer: &mut RecordWriter<'_>) {
    let game = &writer.variant.game;
    let ends = &game.ends;
    let mut values: Vec<(&str, Option<Outcome>)> =
        vec![("checkmateValue", ends.checkmate), ("stalemateValue", ends.stalemate)];
    match ends.repetition {
        Some(repetition) => {
            values.push(("nFoldValue", Some(repetition.outcome)));
            if repetition.times != 3 {
                writer.set_number("nFoldRule", repetition.times);
            }
            if repetition.perpetual_check.is_some() {
                writer.set_flag("perpetualCheckIllegal", true);
            }
        }
        None => writer.set("nFoldRule", FsfValue::Number(0)),
    }
    for (key, outcome) in values {
        if let Some(value) = outcome.and_then(value_of)
            && writer.record.text(key) != value
        {
            writer.set_text(key, value);
        }
    }
    if ends.stalemate == Some(Outcome::Passes) {
        for colour in COLOURS {
            writer.set_flag(&colour.key("passOnStalemate"), true);
        }
    }
    if ends.stalemate == Some(Outcome::FewerPoints) {
        writer.set_flag("stalematePieceCount", true);
    }
    if ends.facing_royals.is_some() {
        writer.set_flag("bikjangRule", true);
    }
    writer.progress();
    writer.extinction();
    writer.goals();
    writer.conditions();
}

/// The checks that White and Black still need: `3+3`.
pub(super) fn checks(writer: &RecordWriter<'_>) -> String {
    let mut counts = [3, 3];
    for end in &writer.variant.game.end_conditions {
        if let Some(&GameFact::ChecksGiven { times, .. }) = end.condition.only_fact() {
            for (count, side) in counts.iter_mut().zip([SideId(0), SideId(1)]) {
                if end.sides[side] {
                    *count = times;
                }
            }
        }
    }
    format!("{}+{}", counts[0], counts[1])
}

impl RecordWriter<'_> {
    /// The piece types of a set that a side has in it, and whether it has all pieces of the side.
    fn types_of(&self, set: &PieceSet, side: SideId) -> (Vec<PieceTypeId>, bool) {
        let types: Vec<PieceTypeId> =
            set.iter().filter(|piece| piece.side == side).map(|piece| piece.piece_type).collect();
        let is_all = types.len() == self.variant.game.piece_types.len();
        (types, is_all)
    }

    fn set_types_or_all(&mut self, key: &str, (types, is_all): (Vec<PieceTypeId>, bool)) {
        if is_all {
            self.set(key, FsfValue::Pieces(PieceNames::All));
        } else {
            self.set_types(key, &types);
        }
    }

    fn progress(&mut self) {
        let Some(progress) = &self.variant.game.ends.no_progress else {
            self.set("nMoveRule", FsfValue::Number(0));
            return;
        };
        if progress.moves != 50 {
            self.set_number("nMoveRule", progress.moves);
        }
        let pieces = progress.pieces.as_deref().cloned().unwrap_or_default();
        for (colour, side) in COLOURS.into_iter().zip([SideId(0), SideId(1)]) {
            let (types, _) = self.types_of(&pieces, side);
            self.set_unusual_types(&colour.key("nMoveRuleTypes"), &types);
        }
    }

    fn extinction(&mut self) {
        let game = &self.variant.game;
        // The engine has one rule for both sides; a King is never extinct.
        let ends = [SideId(0), SideId(1)].map(|side| game.ends_of(side).extinction.first());
        let Some((pieces, outcome)) = ends[0].or(ends[1]) else { return };
        let Some(value) = value_of(*outcome) else { return };
        let (types, is_all) = self.types_of(pieces, SideId(0));
        if types.len() == 1 || is_all {
            self.set_types_or_all("extinctionPieceTypes", (types, is_all));
            self.set_text("extinctionValue", value);
        } else {
            self.bare_royal(value);
        }
    }

    /// `any but king`: the engine counts one piece, the King itself.
    fn bare_royal(&mut self, value: &str) {
        self.set("extinctionPieceTypes", FsfValue::Pieces(PieceNames::All));
        self.set("extinctionPieceCount", FsfValue::Number(1));
        self.set_text("extinctionValue", value);
    }

    fn goals(&mut self) {
        for (colour, side) in COLOURS.into_iter().zip([SideId(0), SideId(1)]) {
            let Some(goal) = self.variant.game.ends_of(side).goal.first().cloned() else {
                continue;
            };
            let cells = self.cell_set(&goal.at[side]);
            self.set_cells(&colour.key("flagRegion"), &cells);
            let types = self.types_of(&goal.pieces, side);
            self.set_types_or_all(&colour.key("flagPiece"), types);
        }
    }

    fn conditions(&mut self) {
        let ends = self.variant.game.end_conditions.clone();
        for end in &ends {
            let unsaid = format!("`end-conditions.{}`", end.name);
            let Some(fact) = end.condition.only_fact() else {
                self.unsaid.push(unsaid);
                continue;
            };
            match fact {
                GameFact::ChecksGiven { .. } => self.set_flag("checkCounting", true),
                GameFact::TypeExtinct(pieces) => {
                    let types = |side| self.types_of(&pieces[SideId(0)], side).0;
                    let (own, enemy) = (types(SideId(0)), types(SideId(1)));
                    let of_enemy = if end.outcome == Outcome::Wins { "loss" } else { "win" };
                    let value = value_of(end.outcome).filter(|_| !own.is_empty());
                    let value = value.unwrap_or(of_enemy);
                    let types = if own.is_empty() { enemy } else { own };
                    self.set_types("extinctionPieceTypes", &types);
                    self.set_text("extinctionValue", value);
                }
                GameFact::Count(count) => {
                    let Some(pieces) = count.pieces.as_ref() else { continue };
                    for (colour, side) in COLOURS.into_iter().zip([SideId(0), SideId(1)]) {
                        let types = self.types_of(&pieces[side], side);
                        match &count.place {
                            CountPlace::Cells(cells) if end.outcome == Outcome::Wins => {
                                let cells = self.cell_set(&cells[side]);
                                self.set_cells(&colour.key("flagRegion"), &cells);
                                self.set_types_or_all(&colour.key("flagPiece"), types);
                                if end.when == EndTiming::EndOfRound {
                                    self.set_flag("flagMove", true);
                                }
                                if count.unattacked {
                                    self.set_flag("flagPieceSafe", true);
                                }
                            }
                            CountPlace::Boards => {
                                let most = match count.range {
                                    CountRange::AtMost(most) | CountRange::Exactly(most) => most,
                                    _ => continue,
                                };
                                if let Some(value) = value_of(end.outcome) {
                                    self.set_text("extinctionValue", value);
                                    self.set_number("extinctionPieceCount", most);
                                    self.set_types_or_all("extinctionPieceTypes", types);
                                }
                            }
                            _ => self.unsaid.push(unsaid.clone()),
                        }
                    }
                }
                GameFact::InRow(line) => {
                    self.set_number("connectN", line.count);
                }
                _ => self.unsaid.push(unsaid),
            }
        }
    }
}
