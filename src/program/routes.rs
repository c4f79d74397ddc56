//! Finds all routes of a step path, when a game is compiled.

use std::collections::BTreeMap;

use crate::directions::steps;
use crate::game::{LineKind, PathStep, StepKind, StepPath};
use crate::geometry::{Cell, Lattice, Layout, Orientation, Vector};
use crate::notation::{Atom, Directions, Leap};
use crate::source::limits;

/// A path on a lattice, with all that does not depend on the cell where it starts.
pub struct RoutePlan<'a> {
    path: &'a StepPath,
    lattice: Lattice,
    /// All orders of its steps.
    orders: Vec<Vec<PathStep>>,
    /// The directions of each kind of step.
    directions: Vec<(StepKind, Vec<Vector>)>,
}

impl<'a> RoutePlan<'a> {
    pub fn new(path: &'a StepPath, lattice: Lattice) -> RoutePlan<'a> {
        let mut directions: Vec<(StepKind, Vec<Vector>)> = Vec::new();
        for PathStep { step, .. } in &path.steps {
            if directions.iter().all(|(known, _)| known != step) {
                let atom = Atom::Leap(Leap { coordinates: coordinates(*step), written: 0 });
                let all = steps(atom, &Directions::All, lattice).unwrap_or_default();
                directions.push((*step, all));
            }
        }
        RoutePlan { path, lattice, orders: orders(path), directions }
    }
}

/// Returns the cells to which a path leads, each with the cells between of all its routes.
pub fn routes(
    plan: &RoutePlan<'_>,
    frame: Orientation,
    layout: &Layout,
    from: u16,
    passable: &dyn Fn(u16, u16) -> bool,
) -> BTreeMap<u16, Vec<Vec<u16>>> {
    let (fixed_steps, found) = (Vec::new(), BTreeMap::new());
    let mut search = RouteSearch { plan, frame, layout, passable, order: &[], fixed_steps, found };
    for order in &plan.orders {
        search.order = order;
        search.extend(&PartialRoute { at: from, moved: Vector::default(), between: Vec::new() });
    }
    search.found
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

/// The search for all routes of a path from one cell.
struct RouteSearch<'a> {
    plan: &'a RoutePlan<'a>,
    frame: Orientation,
    layout: &'a Layout,
    passable: &'a dyn Fn(u16, u16) -> bool,
    /// The steps of the routes in the order that is now followed.
    order: &'a [PathStep],
    /// The first of them, as many as the route has now.
    fixed_steps: Vec<FixedStep>,
    /// By last cell, the cells between of each route.
    found: BTreeMap<u16, Vec<Vec<u16>>>,
}

/// The part of a route that is already made.
#[derive(Clone)]
struct PartialRoute {
    at: u16,
    /// The sum of its steps, as the owner of the piece sees them.
    moved: Vector,
    between: Vec<u16>,
}

/// A step with its direction.
type FixedStep = (PathStep, Vector);

impl RouteSearch<'_> {
    /// Continues a route with the next step of the order, in each direction.
    fn extend(&mut self, route: &PartialRoute) {
        let step = self.order[self.fixed_steps.len()];
        for direction in self.directions(step) {
            if self.has_required_turn(step, direction) {
                self.fixed_steps.push((step, direction));
                self.make_step(step, direction, route.clone());
                self.fixed_steps.pop();
            }
        }
    }

    /// Makes one step, once or more often, and continues the route from each cell.
    fn make_step(&mut self, step: PathStep, direction: Vector, mut route: PartialRoute) {
        let is_last = self.fixed_steps.len() == self.order.len();
        let board_step = self.frame.to_board_step(direction);
        // A slide over joined edges could go round without end.
        for _ in 0..self.layout.len() {
            let Some(next) = self.layout.step(Cell(route.at), board_step) else { return };
            if !(self.passable)(route.at, next.0) {
                return;
            }
            route.at = next.0;
            route.moved = route.moved + direction;
            if is_last {
                self.arrive(&route);
            }
            route.between.push(next.0);
            if !is_last {
                self.extend(&route);
            }
            if !step.slides {
                return;
            }
        }
    }

    /// Adds a complete route, if its last cell lies on the required line.
    fn arrive(&mut self, route: &PartialRoute) {
        if self.plan.path.in_line.is_some_and(|line| !lies_on(line, route.moved, self.plan.lattice))
        {
            return;
        }
        let routes = self.found.entry(route.at).or_default();
        if routes.len() < limits::ROUTES && !routes.contains(&route.between) {
            routes.push(route.between.clone());
        }
    }

    /// Returns the possible directions of a step after the fixed steps.
    ///
    /// Steps of one kind have the same direction if their marks are equal, and different ones otherwise.
    fn directions(&self, step: PathStep) -> Vec<Vector> {
        let same_kind = || self.fixed_steps.iter().filter(|(other, _)| other.step == step.step);
        if let Some((_, direction)) = same_kind().find(|(other, _)| other.mark == step.mark) {
            return vec![*direction];
        }
        let used: Vec<Vector> = same_kind().map(|(_, direction)| *direction).collect();
        let all = self.plan.directions.iter().filter(|(kind, _)| *kind == step.step);
        let all = all.flat_map(|(_, all)| all.iter().copied());
        all.filter(|direction| !used.contains(direction)).collect()
    }

    /// Whether the angle between a step and the one before is the angle of the path.
    fn has_required_turn(&self, step: PathStep, direction: Vector) -> bool {
        let (Some(turn), Some((other, travelled))) = (self.plan.path.turn, self.fixed_steps.last())
        else {
            return true;
        };
        let angle = self.plan.lattice.tiling().angle((*travelled).into(), direction.into());
        other.step == step.step || angle.is_some_and(|angle| (angle - turn).abs() <= 0.5)
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

    use crate::geometry::Board;

    use super::*;

    fn step(step: StepKind) -> PathStep {
        PathStep { step, slides: false, optional: false, mark: 0 }
    }

    fn path(steps: &[StepKind], turn: f64) -> StepPath {
        let steps = steps.iter().copied().map(step).collect();
        StepPath { steps, any_order: false, turn: Some(turn), in_line: None }
    }

    /// Checks where a path leads from the middle of an empty board of hexagons.
    #[track_caller]
    fn check(path: &StepPath, drawn: &str) {
        let layout = Layout::new(vec![Board::hexagon(4, "abcdefg".chars())]).unwrap();
        let middle = layout.find("d4").unwrap();
        let plan = RoutePlan::new(path, Lattice::Hexagons);
        let found = routes(&plan, Orientation::FIRST, &layout, middle.0, &|_, _| true);
        let sign = |cell: Cell| match found.contains_key(&cell.0) {
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
        let free = |_, _| true;
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
                    let plan = RoutePlan::new(&path, Lattice::Hexagons);
                    let found = routes(&plan, Orientation::FIRST, &layout, middle.0, &free);
                    let found: BTreeSet<Vector> = found
                        .keys()
                        .map(|&cell| layout.point(Cell(cell)).at - layout.point(middle).at)
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
