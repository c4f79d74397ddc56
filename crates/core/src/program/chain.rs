//! Compiles terms of several legs: the directions of each leg and how the move continues.

use std::collections::BTreeSet;

use crate::directions::{later_steps, steps};
use crate::game::GameError;
use crate::geometry::{Lattice, Vector};
use crate::notation::{Hop, Leg, Modifiers, Term, TermSyntax};
use crate::source::work;

use super::compile::{Compiler, rule_error};
use super::operations::{BetweenCell, Chain, ChainLeg, HurdleUse, LegContinuation, LegEnding};
use super::shared_tables::{SharedTables, index_in, straight_on};

impl Compiler<'_> {
    /// Compiles a term. `within`, `barred` and `border_sides` are left empty.
    pub fn legs(&mut self, term: &Term, lattice: Lattice) -> Result<Chain, GameError> {
        let mut legs = Vec::new();
        let mut before: Vec<Vector> = vec![Vector::default()];
        let mut ranges = LegRanges { as_written: true, toggled: false };
        for (index, leg) in term.legs.iter().enumerate() {
            let later = &term.legs[index + 1..];
            let mut local: Vec<Vector> = Vec::new();
            let mut follow = Vec::new();
            for &last_step in &before {
                let next = match index {
                    0 => steps(leg.atom, &leg.modifiers.directions, lattice),
                    _ => later_steps(term.form, leg, last_step, lattice),
                };
                let next = next.map_err(|error| GameError::from(error).at(leg.span))?;
                follow.push(next.into_iter().map(|step| index_in(&mut local, step)).collect());
            }
            if local.is_empty() {
                let message = "this leg cannot continue in any direction";
                return Err(rule_error(message, "look at its directions").at(leg.span));
            }
            let is_last = later.is_empty();
            let continuation = (!is_last).then(|| leg_continuation(&leg.modifiers, term.form));
            let (steps, between) = self.step_tables(&leg.modifiers, &local, lattice);
            legs.push(ChainLeg {
                steps,
                follow,
                range: leg.range,
                longest: ranges.longest(leg),
                between,
                ends: (is_last || leg.may_end_here).then(|| leg_ending(&leg.modifiers)),
                continuation,
                same_length: leg.modifiers.same_length,
                measured: later.iter().any(|leg| leg.modifiers.same_length),
                unload: leg.modifiers.unload,
                unloads_later: later.iter().any(|leg| leg.modifiers.unload),
            });
            if let Some(on) = continuation {
                ranges = ranges.after(on);
            }
            before = local;
        }
        let width = legs.iter().map(|leg| leg.steps.len()).max().unwrap_or(0);
        Ok(Chain {
            legs,
            width,
            is_far: false,
            within: None,
            barred: Vec::new(),
            border_sides: None,
        })
    }

    /// Returns the step tables of a leg and what its steps need of the cell between.
    fn step_tables(
        &mut self,
        letters: &Modifiers,
        local: &[Vector],
        lattice: Lattice,
    ) -> (Vec<u16>, BetweenCell) {
        let turned: Vec<Vector> = local.iter().map(|&step| self.to_board_step(step)).collect();
        let halves: Vec<Vector> = turned.iter().map(|&step| lattice.tiling().half(step)).collect();
        let mut tables = |steps: &[Vector]| {
            let table = |&step: &Vector| self.tables.step(self.layout, step, letters.cylinder);
            steps.iter().map(table).collect::<Vec<u16>>()
        };
        let steps = tables(&turned);
        let nothing_between = halves.iter().all(|&half| half == Vector::default());
        let between = match (letters.lame, letters.jump) {
            (true, _) => BetweenCell::Empty(tables(&halves)),
            (false, 0) => BetweenCell::Any,
            (false, _) if nothing_between => BetweenCell::SkipFirst,
            (false, _) => BetweenCell::Occupied(tables(&halves)),
        };
        (steps, between)
    }
}

/// Which ranges a leg can have after the toggles of earlier legs.
#[derive(Debug, Clone, Copy)]
struct LegRanges {
    as_written: bool,
    toggled: bool,
}

impl LegRanges {
    /// Returns the greatest number of steps of the leg; 0 is no limit.
    fn longest(self, leg: &Leg) -> u16 {
        let slides_toggled = self.toggled && leg.range == 1;
        match (leg.modifiers.same_length || slides_toggled, self.as_written) {
            (true, _) => 0,
            (false, true) => leg.range,
            (false, false) => 1,
        }
    }

    /// Returns the ranges of the next leg if the move continues by `continuation`.
    fn after(self, continuation: LegContinuation) -> LegRanges {
        let (keeps, toggles) = (continuation.keeps(), continuation.toggles());
        LegRanges {
            as_written: self.as_written && keeps || self.toggled && toggles,
            toggled: self.toggled && keeps || self.as_written && toggles,
        }
    }
}

fn leg_ending(letters: &Modifiers) -> LegEnding {
    let usual = letters.purpose_is_usual();
    LegEnding {
        quiet: usual || letters.quiet,
        capture: usual || letters.capture,
        friendly_capture: letters.friendly_capture,
        en_passant: letters.en_passant,
        spares_royals: letters.spares_royals,
        hop: letters.hop,
    }
}

/// Each letter allows one event, and only its own event toggles: `my` continues from an empty cell
/// with both ranges. A leg that hops captures nothing before it continues.
fn leg_continuation(letters: &Modifiers, form: TermSyntax) -> LegContinuation {
    let hops = letters.hop.is_some();
    let usual = letters.purpose_is_usual() && !letters.toggle && !hops;
    LegContinuation {
        through_empty: letters.quiet || usual,
        through_empty_toggling: letters.toggle,
        en_passant: letters.en_passant,
        captures_enemy: letters.capture && !hops,
        captures_friend: letters.friendly_capture && !hops,
        hurdle: match letters.hop {
            None => HurdleUse::None,
            Some(Hop::Grasshopper) if form == TermSyntax::Chain => HurdleUse::Toggling,
            Some(Hop::Cannon | Hop::Grasshopper) => HurdleUse::Passed,
        },
    }
}

/// Adds the cells on which a chain could capture, with suitable other pieces.
pub fn attack_mask(chain: &Chain, tables: &SharedTables, from: u16, add: &mut dyn FnMut(u16)) {
    explore(chain, tables, from, &mut |leg, cell| {
        let captures_here = leg.ends.is_some_and(|ends| ends.capture || ends.friendly_capture)
            || leg.continuation.is_some_and(|on| on.captures_enemy || on.captures_friend);
        if captures_here {
            add(cell);
        }
    });
}

/// Adds the cells on which a chain could end, with suitable other pieces.
pub fn reachable(chain: &Chain, tables: &SharedTables, from: u16, add: &mut dyn FnMut(u16)) {
    explore(chain, tables, from, &mut |leg, cell| {
        if leg.ends.is_some() {
            add(cell);
        }
    });
}

/// Calls `visit` with each cell to which each leg could come, with suitable other pieces.
fn explore(chain: &Chain, tables: &SharedTables, from: u16, visit: &mut dyn FnMut(&ChainLeg, u16)) {
    if chain.is_far {
        let cells = tables.steps.first().map_or(0, Vec::len) as u16;
        let mut everywhere = |leg| (0..cells).for_each(|cell| visit(leg, cell));
        return chain.legs.iter().for_each(&mut everywhere);
    }
    let mut begins = BTreeSet::from([(from, 0)]);
    for leg in &chain.legs {
        let mut next = BTreeSet::new();
        for &(at, last_step) in &begins {
            for &direction in &leg.follow[last_step as usize] {
                let table = &tables.steps[leg.steps[direction as usize] as usize];
                let most = if leg.longest == 0 { usize::MAX } else { leg.longest.into() };
                for cell in straight_on(at, |cell| table[cell as usize]).take(most) {
                    if !work::spend(1) {
                        return;
                    }
                    visit(leg, cell);
                    if leg.continuation.is_some() {
                        next.insert((cell, direction));
                    }
                }
            }
        }
        begins = next;
    }
}
