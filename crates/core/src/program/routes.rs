//! Finds all routes of a step path, when a game is compiled.

use crate::directions::steps;
use crate::game::{LineKind, PathStep, StepKind, StepPath};
use crate::geometry::{Lattice, Layout, Orientation, Vector};
use crate::notation::{Atom, Directions, Leap};
use crate::source::{limits, sort, work};

use super::operations::{CellRange, NO_CELL};
use super::shared_tables::{SharedTables, StepTableId};

/// A path of a side on a lattice, with all that does not depend on the cell where it starts.
pub struct RoutePlan<'a> {
    path: &'a StepPath,
    lattice: Lattice,
    /// All orders of its steps.
    orders: Vec<Vec<PathStep>>,
    /// The directions of all kinds of its steps, those of one kind together: at most 64.
    directions: Vec<RouteDirection>,
    /// For each kind of step, a bit for each of its directions.
    kinds: Vec<(StepKind, u64)>,
}

/// A step in one direction.
struct RouteDirection {
    kind: StepKind,
    /// The step as the owner of the piece sees it.
    step: Vector,
    table: StepTableId,
    /// A bit for each direction that may follow, as far as the turn of the path says.
    followers: u64,
}

impl<'a> RoutePlan<'a> {
    pub fn new(
        path: &'a StepPath,
        (lattice, frame): (Lattice, Orientation),
        layout: &Layout,
        tables: &mut SharedTables,
    ) -> RoutePlan<'a> {
        let (mut directions, mut kinds) = (Vec::<RouteDirection>::new(), Vec::new());
        for &PathStep { step: kind, .. } in &path.steps {
            if kinds.iter().all(|&(known, _)| known != kind) {
                let first = directions.len();
                let atom = Atom::Leap(Leap { coordinates: coordinates(kind), written: 0 });
                for step in steps(atom, &Directions::All, lattice).unwrap_or_default() {
                    let table = tables.step_table(layout, frame.to_board_step(step), false);
                    directions.push(RouteDirection { kind, step, table, followers: 0 });
                }
                kinds.push((kind, (first..directions.len()).map(|bit| 1 << bit).sum()));
            }
        }
        debug_assert!(directions.len() <= 64);
        for index in 0..directions.len() {
            let before = &directions[index];
            let follows = |next: &RouteDirection| has_required_turn(path, lattice, before, next);
            let bits =
                directions.iter().enumerate().map(|(bit, next)| u64::from(follows(next)) << bit);
            directions[index].followers = bits.sum();
        }
        RoutePlan { path, lattice, orders: orders(path), directions, kinds }
    }
}

/// Whether the angle between two steps, one after the other, is the angle of the path.
fn has_required_turn(
    path: &StepPath,
    lattice: Lattice,
    before: &RouteDirection,
    next: &RouteDirection,
) -> bool {
    let Some(turn) = path.turn.filter(|_| before.kind != next.kind) else { return true };
    let angle = lattice.tiling().angle(before.step.into(), next.step.into());
    angle.is_some_and(|angle| (angle - turn).abs() <= 0.5)
}

/// Returns all orders of steps that a path allows, with and without the optional ones.
fn orders(path: &StepPath) -> Vec<Vec<PathStep>> {
    let optional = path.steps.iter().filter(|step| step.optional).count();
    let mut orders: Vec<Vec<PathStep>> = Vec::new();
    for left_out in 0..1usize << optional.min(limits::LEGS) {
        let mut bits = (0..).map(|bit| left_out >> bit & 1 == 1);
        let is_kept = |step: &&PathStep| !step.optional || bits.next() == Some(false);
        let kept: Vec<PathStep> = path.steps.iter().filter(is_kept).copied().collect();
        let all = if path.any_order { permutations(&kept) } else { vec![kept] };
        for order in all {
            if !order.is_empty() && !orders.contains(&order) {
                orders.push(order);
            }
        }
    }
    orders
}

fn permutations(steps: &[PathStep]) -> Vec<Vec<PathStep>> {
    if steps.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for index in 0..steps.len() {
        let mut rest = steps.to_vec();
        let first = rest.remove(index);
        for mut tail in permutations(&rest) {
            tail.insert(0, first);
            if !all.contains(&tail) {
                all.push(tail);
            }
        }
    }
    all
}

/// The search for all routes of a path.
pub struct RouteSearch<'a> {
    plan: &'a RoutePlan<'a>,
    tables: &'a mut SharedTables,
    may_step: &'a dyn Fn(u16, u16) -> bool,
    may_end: &'a dyn Fn(u16) -> bool,
    /// The steps of the routes in the order that is now followed.
    order: &'a [PathStep],
    /// The first of them, as many as the route has now, with the index of their direction.
    made: Vec<(PathStep, usize)>,
    /// The cells of the route up to now, without the first and the last.
    between: Vec<u16>,
    /// For each cell, the routes that end on it.
    found: Vec<Vec<CellRange>>,
    /// The cells with routes.
    ends: Vec<u16>,
}

impl<'a> RouteSearch<'a> {
    /// Returns a search among the routes with allowed steps and ends.
    pub fn new(
        plan: &'a RoutePlan<'a>,
        tables: &'a mut SharedTables,
        cells: usize,
        may_step: &'a dyn Fn(u16, u16) -> bool,
        may_end: &'a dyn Fn(u16) -> bool,
    ) -> RouteSearch<'a> {
        let found = vec![Vec::new(); cells];
        let (made, between, ends) = (Vec::new(), Vec::new(), Vec::new());
        RouteSearch { plan, tables, may_step, may_end, order: &[], made, between, found, ends }
    }

    /// Returns the cells to which the path leads from a cell, in order, each with the cells between
    /// of all its routes.
    pub fn routes_from(&mut self, from: u16) -> Vec<(u16, CellRange)> {
        let plan = self.plan;
        for order in &plan.orders {
            self.order = order;
            self.extend(from, Vector::default());
        }
        sort(&mut self.ends);
        let mut all = Vec::with_capacity(self.ends.len());
        for to in self.ends.drain(..) {
            let routes = &mut self.found[to as usize];
            let start = self.tables.routes.len() as u32;
            all.push((to, CellRange { start, len: routes.len() as u32 }));
            self.tables.routes.append(routes);
        }
        all
    }

    /// Continues a route with the next step of the order, in each direction. `moved` is the sum of
    /// its steps, as the owner of the piece sees them.
    fn extend(&mut self, at: u16, moved: Vector) {
        let step = self.order[self.made.len()];
        let plan = self.plan;
        let mut directions = self.directions(step);
        while directions != 0 {
            let direction = directions.trailing_zeros() as usize;
            directions &= directions - 1;
            if !work::spend(1) {
                return;
            }
            self.made.push((step, direction));
            self.make_step(step, &plan.directions[direction], at, moved);
            self.made.pop();
        }
    }

    /// Makes one step, once or more often, and continues the route from each cell.
    fn make_step(
        &mut self,
        step: PathStep,
        direction: &RouteDirection,
        mut at: u16,
        mut moved: Vector,
    ) {
        let is_last = self.made.len() == self.order.len();
        let cells_before = self.between.len();
        // A slide over joined edges could go round without end.
        for _ in 0..self.found.len() {
            let next = self.tables.next(direction.table, at);
            if next == NO_CELL || !(self.may_step)(at, next) {
                break;
            }
            (at, moved) = (next, moved + direction.step);
            if is_last {
                self.arrive(at, moved);
            }
            self.between.push(at);
            if !is_last {
                self.extend(at, moved);
            }
            if !step.slides {
                break;
            }
        }
        self.between.truncate(cells_before);
    }

    /// Adds a complete route, if its last cell is allowed and lies on the required line.
    fn arrive(&mut self, at: u16, moved: Vector) {
        let RoutePlan { path, lattice, .. } = *self.plan;
        if !(self.may_end)(at) || path.in_line.is_some_and(|line| !lies_on(line, moved, lattice)) {
            return;
        }
        let routes = &mut self.found[at as usize];
        let is_known = |&route: &CellRange| self.tables.cells(route) == self.between;
        if routes.len() < limits::ROUTES && !routes.iter().any(is_known) {
            if routes.is_empty() {
                self.ends.push(at);
            }
            routes.push(self.tables.cell_range(self.between.iter().copied()));
        }
    }

    /// Returns a bit for each possible direction of a step after those made.
    ///
    /// Steps of one kind have the same direction if their marks are equal, and different ones otherwise.
    fn directions(&self, step: PathStep) -> u64 {
        let kind = self.plan.kinds.iter().find(|(known, _)| *known == step.step);
        let mut possible = kind.map_or(0, |&(_, bits)| bits);
        for &(other, direction) in self.made.iter().filter(|(other, _)| other.step == step.step) {
            if other.mark == step.mark {
                possible &= 1 << direction;
                break;
            }
            possible &= !(1 << direction);
        }
        let last = self.made.last().map(|&(_, last)| &self.plan.directions[last]);
        possible & last.map_or(u64::MAX, |last| last.followers)
    }
}

fn coordinates(step: StepKind) -> [u16; 3] {
    match step {
        StepKind::Wazir => [0, 0, 1],
        StepKind::Ferz => [0, 1, 1],
        StepKind::Triagonal => [1, 1, 1],
        StepKind::Dabbaba => [0, 0, 2],
        StepKind::Alfil => [0, 2, 2],
    }
}

/// Whether the sum of the steps of a route lies on a line of some kind.
fn lies_on(line: LineKind, moved: Vector, lattice: Lattice) -> bool {
    let along = |steps: &[Vector]| steps.iter().any(|&step| moved.is_along(step));
    match line {
        LineKind::Orthogonal => along(lattice.orthogonal_steps()),
        LineKind::Diagonal => along(lattice.diagonal_steps()),
        LineKind::Triagonal => along(lattice.triagonal_steps()),
        LineKind::Any => lattice.unit_steps().any(|step| moved.is_along(step)),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::geometry::{Board, Cell};

    use super::*;

    fn step(step: StepKind) -> PathStep {
        PathStep { step, slides: false, optional: false, mark: 0 }
    }

    fn path(steps: &[StepKind], turn: f64) -> StepPath {
        let steps = steps.iter().copied().map(step).collect();
        StepPath { steps, any_order: false, turn: Some(turn), in_line: None }
    }

    /// Returns the cells to which a path leads on an empty board of hexagons.
    fn ends(path: &StepPath, layout: &Layout, from: Cell) -> Vec<Cell> {
        let mut tables = SharedTables::default();
        let turned = (Lattice::Hexagons, Orientation::FIRST);
        let plan = RoutePlan::new(path, turned, layout, &mut tables);
        let free = (|_, _| true, |_| true);
        let mut search = RouteSearch::new(&plan, &mut tables, layout.len(), &free.0, &free.1);
        search.routes_from(from.0).into_iter().map(|(to, _)| Cell(to)).collect()
    }

    /// Checks where a path leads from the middle of an empty board of hexagons.
    #[track_caller]
    fn check(path: &StepPath, drawn: &str) {
        let layout = Layout::new(vec![Board::hexagon(4, "abcdefg".chars())]).unwrap();
        let middle = layout.find("d4").unwrap();
        let found = ends(path, &layout, middle);
        let sign = |cell: Cell| match found.contains(&cell) {
            true => "x",
            false if cell == middle => "o",
            false => ".",
        };
        let sketch = layout.text_board(|cell| sign(cell).to_owned());
        let board = sketch.split("\n\n").next().unwrap();
        assert_eq!(pushed_left(board), pushed_left(drawn), "\n{board}");
    }

    /// Returns the rows without their common indentation.
    fn pushed_left(drawn: &str) -> Vec<&str> {
        let rows = || drawn.lines().map(str::trim_end).filter(|row| !row.is_empty());
        let margin = rows().map(|row| row.len() - row.trim_start().len()).min().unwrap_or(0);
        rows().map(|row| &row[margin..]).collect()
    }

    #[test]
    fn on_hexagons_a_turn_is_as_wide_as_it_looks() {
        check(
            &path(&[StepKind::Wazir, StepKind::Ferz], 30.0),
            "
                    .
                  x   x
                x   .   x
              .   .   .   .
                .   .   .
              x   .   .   x
                .   o   .
              x   .   .   x
                .   .   .
              .   .   .   .
                x   .   x
                  x   x
                    .",
        );
        check(
            &path(&[StepKind::Wazir, StepKind::Ferz], 90.0),
            "
                    .
                  .   .
                .   x   .
              .   .   .   .
                x   .   x
              .   .   .   .
                .   o   .
              .   .   .   .
                x   .   x
              .   .   .   .
                .   x   .
                  .   .
                    .",
        );
        check(
            &path(&[StepKind::Wazir, StepKind::Ferz], 150.0),
            "
                    .
                  .   .
                .   .   .
              .   .   .   .
                .   x   .
              .   x   x   .
                .   o   .
              .   x   x   .
                .   x   .
              .   .   .   .
                .   .   .
                  .   .
                    .",
        );
    }

    #[test]
    fn on_hexagons_lines_go_to_edges_and_to_corners() {
        let path = |line| StepPath {
            steps: vec![step(StepKind::Wazir), PathStep { mark: 1, ..step(StepKind::Wazir) }],
            any_order: false,
            turn: None,
            in_line: Some(line),
        };
        check(
            &path(LineKind::Orthogonal),
            "
                    .
                  .   .
                .   .   .
              .   .   .   .
                .   x   .
              .   x   x   .
                .   o   .
              .   x   x   .
                .   x   .
              .   .   .   .
                .   .   .
                  .   .
                    .",
        );
        check(
            &path(LineKind::Diagonal),
            "
                    .
                  .   .
                .   .   .
              .   x   x   .
                .   .   .
              .   .   .   .
                x   o   x
              .   .   .   .
                .   .   .
              .   x   x   .
                .   .   .
                  .   .
                    .",
        );
    }

    #[test]
    fn on_hexagons_a_path_looks_the_same_from_every_edge() {
        let layout =
            Layout::new(vec![Board::hexagon(6, Board::rectangle(11, 1).files.names)]).unwrap();
        let middle = layout.find("f6").unwrap();
        for line in
            [None, Some(LineKind::Orthogonal), Some(LineKind::Diagonal), Some(LineKind::Any)]
        {
            for piece_types in [
                [StepKind::Wazir, StepKind::Ferz],
                [StepKind::Wazir, StepKind::Alfil],
                [StepKind::Ferz, StepKind::Dabbaba],
            ] {
                for turn in [None, Some(30.0), Some(90.0), Some(150.0)] {
                    let path = StepPath { turn, in_line: line, ..path(&piece_types, 0.0) };
                    let found: BTreeSet<Vector> = ends(&path, &layout, middle)
                        .into_iter()
                        .map(|cell| layout.point(cell).at - layout.point(middle).at)
                        .collect();
                    let turned =
                        found.iter().map(|at| Vector::new(-at.y, at.x + at.y, 0)).collect();
                    assert_eq!(found, turned, "{path:?}");
                    assert!(line.is_some() || !found.is_empty(), "{path:?}");
                }
            }
        }
    }
}
