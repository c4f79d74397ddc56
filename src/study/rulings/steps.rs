//! Double steps and en passant in words.

use crate::geometry::Cells;
use crate::notation::{Betza, Term};
use crate::rules::{Kind, KindId, Man, SideId, Travel};
use crate::source::series;
use crate::variant::CellExpr;

use super::super::Study;
use super::super::compare::article;
use super::case::capital;

impl Study {
    pub(super) fn first_steps(&self) -> String {
        let mut words = Vec::new();
        for (index, kind) in self.game().kinds.iter().enumerate() {
            let name = self.kind_name(KindId(index as u8));
            let texts = &self.variant().texts;
            let steps = [
                (&kind.double_step, &texts.double_steps[index], "twice"),
                (&kind.triple_step, &texts.triple_steps[index], "three times"),
            ];
            for (cells, expr, count) in steps {
                let of = |side: SideId| cells.get(side.0 as usize).cloned().unwrap_or_default();
                if !of(self.first_side()).is_empty() {
                    let place = self.start_or_place(KindId(index as u8), of, expr.as_ref());
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

    /// `on rank 2`; cells in no line are told by who starts on them.
    fn start_or_place(
        &self,
        kind: KindId,
        of: impl Fn(SideId) -> Cells,
        expr: Option<&CellExpr>,
    ) -> String {
        let starts = |side: SideId| -> Cells {
            let men = self.game().array.iter().filter(|(_, man)| *man == Man { side, kind });
            men.map(|&(cell, _)| cell).collect()
        };
        let is_start = self.variant().players().all(|side| starts(side) == of(side));
        match is_start && self.lines(&of(self.first_side())).is_none() {
            true => "on any cell where one of its side starts".to_owned(),
            false => self.place_of_each(of, expr),
        }
    }

    /// Only where somebody can be taken in passing.
    pub(super) fn in_passing(&self) -> String {
        let takers: Vec<String> = self
            .kinds_where(|terms| {
                let last = |term: &Term| term.legs.iter().any(|leg| leg.modifiers.en_passant);
                terms.iter().any(last)
            })
            .map(|kind| self.with_article(kind))
            .collect();
        let long = |kind: &Kind| {
            kind.double_step.iter().chain(&kind.triple_step).any(|cells| !cells.is_empty())
        };
        if takers.is_empty() || !self.game().kinds.iter().any(long) {
            return String::new();
        }
        format!(
            "{} may take a piece that has just made such a long step on a cell that it passed \
             over.",
            capital(&series(&takers, "or"))
        )
    }

    fn kinds_where(&self, is: impl Fn(&[Term]) -> bool) -> impl Iterator<Item = KindId> {
        let side = self.first_side().0 as usize;
        let of_way = |travel: &Travel| match travel {
            Travel::Betza(Betza { terms }) => is(terms),
            Travel::Path(_) | Travel::Links(_) | Travel::Stay => false,
        };
        let kinds = self.game().kinds.iter().enumerate().filter(|(_, kind)| {
            kind.ways.get(side).is_some_and(|ways| ways.iter().any(|way| of_way(&way.travel)))
        });
        let found: Vec<KindId> = kinds.map(|(index, _)| KindId(index as u8)).collect();
        found.into_iter()
    }
}
