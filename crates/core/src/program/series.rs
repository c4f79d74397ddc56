//! Compiles series of captures, and slides over pieces.

use crate::game::{CaptureSeries, GameError, MoveRule};
use crate::notation::{Atom, Term};

use super::compile::{Compiler, rule_error};
use super::operations::{EndConditions, Op, Series, SeriesWay};

impl Compiler<'_> {
    /// Adds a rule to those by which the piece goes on after a capture.
    pub fn way_of_series(
        &mut self,
        rule: &MoveRule,
        again: CaptureSeries,
    ) -> Result<(), GameError> {
        let program = self.program_of(rule)?;
        if program.attack_mask.iter().all(|&word| word == 0) {
            let help = "the piece goes on after a capture: add `c`, or remove `again`";
            return Err(rule_error("`again` needs a rule that captures", help));
        }
        self.ways.push(SeriesWay { program, must: again == CaptureSeries::Must });
        Ok(())
    }

    /// Compiles all these rules to one series.
    pub fn series(&mut self) {
        if self.ways.is_empty() {
            return;
        }
        let ways = std::mem::take(&mut self.ways);
        let series = self.tables.series.len() as u16;
        for (from, ops) in (0..).zip(&mut self.ops) {
            if ways.iter().any(|way| !way.program.at(from).is_empty()) {
                ops.push(Op::Series { series });
            }
        }
        let conditions = EndConditions { quiet: true, capture: true, ..EndConditions::default() };
        let conditions = self.tables.add_conditions(conditions);
        let cells = self.layout.len() as u16;
        self.tables.series.push(Series { ways, conditions, cells });
    }
}

/// Refuses `jumps-over` in a rule without a slide.
pub fn check_jumps(rule: &MoveRule) -> Result<(), GameError> {
    if rule.jumps_over.is_none() || rule.form.terms().iter().any(is_plain_slide) {
        return Ok(());
    }
    let help = "for instance `move = \"mQ\"`; leaps jump over everything";
    Err(rule_error("`jumps-over` needs a slide", help))
}

fn is_plain_slide(term: &Term) -> bool {
    let [leg] = &term.legs[..] else { return false };
    let letters = &leg.modifiers;
    let is_line = !matches!(leg.atom, Atom::Universal | Atom::Castle);
    is_line && leg.range != 1 && !letters.needs_hurdle() && !letters.lame
}
