//! Compiles rules by which a piece captures without moving to the cell of the captured piece.

use crate::game::{ArrivalEffect, GameError, MoveForm, MoveRule};
use crate::notation::{Betza, Leg, Modifiers};

use super::compile::{Compiler, may_end, rule_error};
use super::operations::{CellRange, EndConditions, Op, Program, ShootingMove};
use super::shared_tables::StepTableId;

impl Compiler<'_> {
    /// A move of some cells, then the capture of the piece the same distance beyond.
    pub fn same_distance_shots(&mut self, rule: &MoveRule, betza: &Betza) -> Result<(), GameError> {
        for term in &betza.terms {
            let [leg] = &term.legs[..] else {
                let help = "use a notation without legs, such as `W2`";
                let error = rule_error("`same distance` needs a straight move", help);
                return Err(error.at(term.span));
            };
            let conditions = EndConditions {
                quiet: true,
                capture: true,
                ..EndConditions::of(rule, &leg.modifiers)
            };
            let conditions = self.tables.add_conditions(conditions);
            for (lattice, starts) in self.starts(rule) {
                for step in self.local_steps(leg, lattice)? {
                    let step = self.step_table(leg, step);
                    for &from in &starts {
                        self.same_distance_shots_along(rule, leg, conditions, from, step);
                    }
                }
            }
        }
        Ok(())
    }

    fn same_distance_shots_along(
        &mut self,
        rule: &MoveRule,
        leg: &Leg,
        conditions: u16,
        from: u16,
        step: StepTableId,
    ) {
        let whole = self.tables.ray(from, step);
        let cells = self.tables.cells(whole).to_vec();
        let farthest = self.limited(rule, leg.range, from, whole).len as usize;
        for distance in 1..=farthest {
            let Some(&victim) = cells.get(2 * distance - 1) else { break };
            let to = cells[distance - 1];
            if may_end(rule, to) {
                let between = CellRange { start: whole.start, len: 2 * distance as u32 - 1 };
                self.ops[from as usize].push(Op::Shot { conditions, to, between, victim });
            }
        }
    }

    /// A move by the form of the rule, then a capture by another notation.
    pub fn shooter(&mut self, rule: &MoveRule, shot: &Betza) -> Result<(), GameError> {
        let conditions = EndConditions {
            quiet: true,
            capture: true,
            ..EndConditions::of(rule, &Modifiers::default())
        };
        let conditions = self.tables.add_conditions(conditions);
        let moves = MoveRule {
            effect: ArrivalEffect::None,
            may_capture: None,
            // They are conditions of the shot. If the move asked again for `not in check`, a search
            // for attacks by two such pieces would never end.
            conditions: Vec::new(),
            ..rule.clone()
        };
        let travel = match &rule.form {
            MoveForm::Stay => None,
            _ => Some(self.program_of(&moves)?),
        };
        let shot = self.program_of(&MoveRule {
            may_capture: rule.may_capture.clone(),
            hurdles: rule.hurdles.clone(),
            ..MoveRule::from_betza(shot.clone())
        })?;
        let shooter = self.tables.shooters.len() as u16;
        self.tables.shooters.push(ShootingMove { travel, shot, conditions });
        for from in self.start_cells(rule) {
            self.ops[from as usize].push(Op::Shoot { shooter });
        }
        Ok(())
    }

    /// Compiles one rule to a program of its own.
    pub fn program_of(&mut self, rule: &MoveRule) -> Result<Program, GameError> {
        let mut compiler = Compiler::new(self.game, self.tables, self.side);
        compiler.rule(rule)?;
        Ok(compiler.finish())
    }
}
