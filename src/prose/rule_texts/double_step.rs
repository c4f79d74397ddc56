//! Double steps and en passant in words.

use crate::geometry::CellSet;
use crate::query::LoadedVariant;
use crate::rules::{Piece, PieceTypeId, SideId};
use crate::source::{capitalised, join_words};
use crate::variant::CellExpr;

use super::super::vocabulary::of_side;

impl LoadedVariant {
    pub(super) fn double_steps(&self) -> String {
        let texts = &self.variant().texts;
        let mut words = Vec::new();
        for id in self.game().piece_type_ids() {
            let (kind, index) = (&self.game().piece_types[id], id.index());
            let steps = [
                (&kind.double_step, &texts.double_steps[index], "twice"),
                (&kind.triple_step, &texts.triple_steps[index], "three times"),
            ];
            for (cells, expr, count) in steps {
                if !of_side(cells, self.first_side()).is_empty() {
                    let place = self.start_or_place(id, |side| of_side(cells, side), expr.as_ref());
                    words.push(format!(
                        "{} {place} may make its step without capture {count} at once, over empty \
                         cells.",
                        capitalised(&self.with_article(id)),
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
        let starts = |side| self.game().initial_cells(Piece { side, piece_type: kind });
        let is_start = self.variant().players().all(|side| starts(side) == of(side));
        match is_start && self.lines(&of(self.first_side())).is_none() {
            true => "on any cell where one of its side starts".to_owned(),
            false => self.place_of_each(of, expr),
        }
    }

    /// The rule of en passant; empty if no piece can be captured so.
    pub(super) fn en_passant(&self) -> String {
        let side = self.first_side();
        let takes = |piece_type: &PieceTypeId| {
            let rules = self.game().piece_types[*piece_type].move_rules.get(side.index());
            let terms = rules.into_iter().flatten().flat_map(|rule| rule.form.terms());
            let mut legs = terms.flat_map(|term| &term.legs);
            legs.any(|leg| leg.modifiers.en_passant)
        };
        let takers: Vec<String> = self
            .game()
            .piece_type_ids()
            .filter(takes)
            .map(|piece_type| self.with_article(piece_type))
            .collect();
        let mut steps = self
            .game()
            .piece_types
            .iter()
            .flat_map(|kind| kind.double_step.iter().chain(kind.triple_step.iter()));
        if takers.is_empty() || steps.all(CellSet::is_empty) {
            return String::new();
        }
        format!(
            "{} may take a piece that has just made such a long step on a cell that it passed \
             over.",
            capitalised(&join_words(takers, "or"))
        )
    }
}
