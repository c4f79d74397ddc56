//! Tables that the compiled programs of a game share: cells, routes, steps and end conditions.

use std::collections::BTreeMap;

use crate::geometry::{Cell, CellCoordinates, Layout, Vector};

use super::operations::{CellRange, Chain, EndConditions, NO_CELL, Op, Series, ShootingMove};

/// Tables that all programs of a game share.
#[derive(Debug, Clone, Default)]
pub struct SharedTables {
    pub end_conditions: Vec<EndConditions>,
    /// The cells of all ranges, end to end.
    pub cells: Vec<u16>,
    /// The routes of all operations, end to end.
    pub routes: Vec<CellRange>,
    pub chains: Vec<Chain>,
    pub shooters: Vec<ShootingMove>,
    pub series: Vec<Series>,
    /// For each step of a chain, the cell to which it leads from each cell.
    pub steps: Vec<Vec<u16>>,
    /// For each step table, the number of cells straight on from each cell. Filled on demand.
    ray_lengths: BTreeMap<u16, Vec<u16>>,
    step_ids: BTreeMap<(Vector, bool), u16>,
    rays: Vec<StepRays>,
    ray_ids: BTreeMap<(Vector, bool), StepTableId>,
}

/// The index of a step among those with rays.
#[derive(Debug, Clone, Copy)]
pub struct StepTableId(u32);

/// Where a step leads from each cell; empty if it leads nowhere.
#[derive(Debug, Clone)]
struct StepRays {
    next: Vec<u16>,
    /// The cells straight on. Filled on demand.
    rays: Vec<Option<CellRange>>,
}

impl SharedTables {
    pub fn add_conditions(&mut self, conditions: EndConditions) -> u16 {
        index_in(&mut self.end_conditions, conditions)
    }

    /// Returns the end conditions of an operation.
    pub fn conditions_of(&self, op: &Op) -> &EndConditions {
        let conditions = match *op {
            Op::Leaps { conditions, .. }
            | Op::Slide { conditions, .. }
            | Op::LeapingSlide { conditions, .. }
            | Op::Cannon { conditions, .. }
            | Op::Grasshopper { conditions, .. }
            | Op::Via { conditions, .. }
            | Op::Routes { conditions, .. }
            | Op::Double { conditions, .. }
            | Op::Shot { conditions, .. }
            | Op::Chain { conditions, .. }
            | Op::Castle { conditions, .. } => conditions,
            Op::Shoot { shooter } => self.shooters[shooter as usize].conditions,
            Op::Series { series } => self.series[series as usize].conditions,
        };
        &self.end_conditions[conditions as usize]
    }

    pub fn cell_range(&mut self, cells: impl IntoIterator<Item = u16>) -> CellRange {
        let start = self.cells.len();
        self.cells.extend(cells);
        CellRange { start: start as u32, len: (self.cells.len() - start) as u32 }
    }

    pub fn cells(&self, range: CellRange) -> &[u16] {
        &self.cells[range.start as usize..(range.start + range.len) as usize]
    }

    /// Returns the routes of an operation, each as the range of its cells.
    pub fn routes(&self, routes: CellRange) -> &[CellRange] {
        &self.routes[routes.start as usize..(routes.start + routes.len) as usize]
    }

    /// Returns the index of the table of a step, which it makes if necessary.
    pub fn step(&mut self, layout: &Layout, step: Vector, cylinder: bool) -> u16 {
        if let Some(&id) = self.step_ids.get(&(step, cylinder)) {
            return id;
        }
        let table = layout.cells().map(|cell| step_target(layout, cell, step, cylinder)).collect();
        self.steps.push(table);
        let id = (self.steps.len() - 1) as u16;
        self.step_ids.insert((step, cylinder), id);
        id
    }

    /// Returns how many cells lie straight on from each cell.
    pub fn ray_lengths(&mut self, step: u16) -> &[u16] {
        let table = &self.steps[step as usize];
        let length = |from| straight_on(from, |cell| table[cell as usize]).count() as u16;
        self.ray_lengths
            .entry(step)
            .or_insert_with(|| (0..table.len() as u16).map(length).collect())
    }

    /// Returns the index of a step with its rays, which it makes if necessary.
    pub fn step_table(&mut self, layout: &Layout, step: Vector, cylinder: bool) -> StepTableId {
        let rays = &mut self.rays;
        *self.ray_ids.entry((step, cylinder)).or_insert_with(|| {
            let target = |cell| step_target(layout, cell, step, cylinder);
            let mut next: Vec<u16> = layout.cells().map(target).collect();
            if next.iter().all(|&cell| cell == NO_CELL) {
                next = Vec::new();
            }
            rays.push(StepRays { rays: vec![None; next.len()], next });
            StepTableId(rays.len() as u32 - 1)
        })
    }

    /// Returns the cell to which a step leads.
    pub fn next(&self, step: StepTableId, from: u16) -> u16 {
        self.rays[step.0 as usize].next.get(from as usize).copied().unwrap_or(NO_CELL)
    }

    /// Returns the cells straight on from a cell.
    pub fn ray(&mut self, from: u16, step: StepTableId) -> CellRange {
        let StepRays { next, rays } = &mut self.rays[step.0 as usize];
        let Some(ray) = rays.get_mut(from as usize) else { return CellRange::default() };
        *ray.get_or_insert_with(|| {
            let start = self.cells.len();
            self.cells.extend(straight_on(from, |cell| next[cell as usize]));
            CellRange { start: start as u32, len: (self.cells.len() - start) as u32 }
        })
    }
}

/// Returns the index of a value in a list, to which it is added if necessary.
pub fn index_in<T: PartialEq>(list: &mut Vec<T>, value: T) -> u16 {
    let known = list.iter().position(|known| *known == value);
    known.unwrap_or_else(|| {
        list.push(value);
        list.len() - 1
    }) as u16
}

/// Returns the cells straight on from a cell, up to the edge or, on joined edges, up to the cell
/// itself.
pub fn straight_on(from: u16, step: impl Fn(u16) -> u16) -> impl Iterator<Item = u16> {
    let next = move |&at: &u16| Some(step(at)).filter(|&to| to != NO_CELL && to != from);
    std::iter::successors(next(&from), next)
}

/// Returns the cell to which a step leads. With `cylinder`, the left and right edges are joined.
pub fn step_target(layout: &Layout, cell: Cell, step: Vector, cylinder: bool) -> u16 {
    let to = if cylinder {
        let CellCoordinates { board, at } = layout.point(cell);
        let board_is = layout.board(board);
        let mut at = board_is.across_joined_edges(at + step);
        at.x = at.x.rem_euclid(board_is.size().x);
        layout.at(CellCoordinates { board, at })
    } else {
        layout.step(cell, step)
    };
    to.map_or(NO_CELL, |cell| cell.0)
}
