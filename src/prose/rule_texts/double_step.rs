//! Double steps and en passant in words.

use crate::geometry::CellSet;
use crate::notation::{Betza, Term};
use crate::rules::{MoveForm, Piece, PieceType, PieceTypeId, SideId};
use crate::source::{article, join_words};
use crate::variant::CellExpr;

use super::capitalise::capital;
use crate::query::LoadedVariant;

impl LoadedVariant {
    pub(super) fn double_steps(&self) -> String {
        let mut words = Vec::new();
        for (index, kind) in self.game().piece_types.iter().enumerate() {
            let name = self.kind_name(PieceTypeId(index as u8));
            let texts = &self.variant().texts;
            let steps = [
                (&kind.double_step, &texts.double_steps[index], "twice"),
                (&kind.triple_step, &texts.triple_steps[index], "three times"),
            ];
            for (cells, expr, count) in steps {
                let of = |side: SideId| cells.get(side.index()).cloned().unwrap_or_default();
                if !of(self.first_side()).is_empty() {
                    let place = self.start_or_place(PieceTypeId(index as u8), of, expr.as_ref());
                    words.push(format!(
                        "{} {name} {place} may make its step without capture {count} at once, \
                         over empty cells.",
                        capital(article(name)),
                    ));
                }
            }
        }
        words.join(" ")
    }

    /// `on rank 2`; cells that form no line are described by the pieces that start on them.
    fn start_or_place(
        &self,
        kind: PieceTypeId,
        of: impl Fn(SideId) -> CellSet,
        expr: Option<&CellExpr>,
    ) -> String {
        let starts = |side: SideId| -> CellSet {
            let pieces = self
                .game()
                .initial_pieces
                .iter()
                .filter(|(_, piece)| *piece == Piece { side, piece_type: kind });
            pieces.map(|&(cell, _)| cell).collect()
        };
        let is_start = self.variant().players().all(|side| starts(side) == of(side));
        match is_start && self.lines(&of(self.first_side())).is_none() {
            true => "on any cell where one of its side starts".to_owned(),
            false => self.place_of_each(of, expr),
        }
    }

    /// The rule of en passant; empty if no piece can be captured so.
    pub(super) fn en_passant(&self) -> String {
        let takers: Vec<String> = self
            .kinds_where(|terms| {
                let last = |term: &Term| term.legs.iter().any(|leg| leg.modifiers.en_passant);
                terms.iter().any(last)
            })
            .map(|piece_type| self.with_article(piece_type))
            .collect();
        let long = |piece_type: &PieceType| {
            piece_type
                .double_step
                .iter()
                .chain(piece_type.triple_step.iter())
                .any(|cells| !cells.is_empty())
        };
        if takers.is_empty() || !self.game().piece_types.iter().any(long) {
            return String::new();
        }
        format!(
            "{} may take a piece that has just made such a long step on a cell that it passed \
             over.",
            capital(&join_words(&takers, "or"))
        )
    }

    fn kinds_where(&self, is: impl Fn(&[Term]) -> bool) -> impl Iterator<Item = PieceTypeId> {
        let side = self.first_side().index();
        let of_rule = |travel: &MoveForm| match travel {
            MoveForm::Betza(Betza { terms }) => is(terms),
            MoveForm::Path(_) | MoveForm::Links(_) | MoveForm::Stay => false,
        };
        let kinds = self.game().piece_types.iter().enumerate().filter(|(_, kind)| {
            kind.move_rules
                .get(side)
                .is_some_and(|rules| rules.iter().any(|rule| of_rule(&rule.form)))
        });
        let found: Vec<PieceTypeId> = kinds.map(|(index, _)| PieceTypeId(index as u8)).collect();
        found.into_iter()
    }
}
