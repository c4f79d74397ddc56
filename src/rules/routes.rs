//! Paths: every route to every cell, worked out once.

use std::collections::BTreeMap;

use crate::geometry::{Cell, Frame, Layout, Vector};
use crate::notation::{Atom, Directions, Leap};
use crate::source::limits;

use super::bearings::{Space, steps};
use super::{Path, PathLine, PathStep, Step};

/// For each cell that the path leads to, the cells between, route by route.
pub(super) fn routes(
    path: &Path,
    space: Space,
    frame: Frame,
    layout: &Layout,
    from: u16,
    passable: &dyn Fn(u16, u16) -> bool,
) -> BTreeMap<u16, Vec<Vec<u16>>> {
    let mut search = Search { path, space, frame, layout, passable, found: BTreeMap::new() };
    for order in orders(path) {
        let start = Walk { at: from, moved: Vector::default(), between: Vec::new() };
        search.go(&order, 0, &mut Vec::new(), &start);
    }
    search.found
}

/// Every order of the steps that the path allows, optional steps in or out; each once.
fn orders(path: &Path) -> Vec<Vec<PathStep>> {
    let optional: Vec<usize> =
        (0..path.steps.len()).filter(|&index| path.steps[index].optional).collect();
    let mut orders: Vec<Vec<PathStep>> = Vec::new();
    for chosen in 0..1usize << optional.len().min(limits::LEGS) {
        let left_out = |index: usize| {
            optional
                .iter()
                .position(|&other| other == index)
                .is_some_and(|bit| chosen >> bit & 1 == 1)
        };
        let kept: Vec<PathStep> = (0..path.steps.len())
            .filter(|&index| !left_out(index))
            .map(|index| path.steps[index])
            .collect();
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

struct Search<'a> {
    path: &'a Path,
    space: Space,
    frame: Frame,
    layout: &'a Layout,
    passable: &'a dyn Fn(u16, u16) -> bool,
    found: BTreeMap<u16, Vec<Vec<u16>>>,
}

/// How far a walk has come.
#[derive(Clone)]
struct Walk {
    at: u16,
    moved: Vector,
    between: Vec<u16>,
}

/// A step whose direction is settled.
type Settled = (PathStep, Vector);

impl Search<'_> {
    fn go(&mut self, order: &[PathStep], index: usize, settled: &mut Vec<Settled>, walk: &Walk) {
        let step = order[index];
        for direction in self.directions(step, settled) {
            if !self.turns_well(step, direction, settled.last()) {
                continue;
            }
            settled.push((step, direction));
            self.walk(order, index, settled, walk, direction);
            settled.pop();
        }
    }

    fn walk(
        &mut self,
        order: &[PathStep],
        index: usize,
        settled: &mut Vec<Settled>,
        walk: &Walk,
        direction: Vector,
    ) {
        let mut walk = walk.clone();
        // A slide on joined edges could go round for ever.
        for _ in 0..self.layout.len() {
            let board_step = self.frame.turn(direction);
            let Some(next) = self.layout.step(Cell(walk.at), board_step) else { return };
            if !(self.passable)(walk.at, next.0) {
                return;
            }
            walk.at = next.0;
            walk.moved = walk.moved + direction;
            if index + 1 == order.len() {
                self.arrive(&walk);
            }
            walk.between.push(next.0);
            if index + 1 < order.len() {
                self.go(order, index + 1, settled, &walk);
            }
            if !order[index].slides {
                return;
            }
        }
    }

    fn arrive(&mut self, walk: &Walk) {
        if self.path.in_line.is_some_and(|line| !lies_on(line, walk.moved)) {
            return;
        }
        let routes = self.found.entry(walk.at).or_default();
        if routes.len() < limits::ROUTES && !routes.contains(&walk.between) {
            routes.push(walk.between.clone());
        }
    }

    /// Steps of one kind and mark share a direction; other marks of the kind take another.
    fn directions(&self, step: PathStep, settled: &[Settled]) -> Vec<Vector> {
        let same_kind = || settled.iter().filter(|(other, _)| other.step == step.step);
        if let Some((_, direction)) = same_kind().find(|(other, _)| other.mark == step.mark) {
            return vec![*direction];
        }
        let taken: Vec<Vector> = same_kind().map(|(_, direction)| *direction).collect();
        let atom = Atom::Leap(Leap { coordinates: coordinates(step.step), written: 0 });
        let all = steps(atom, &Directions::All, self.space).unwrap_or_default();
        all.into_iter().filter(|direction| !taken.contains(direction)).collect()
    }

    fn turns_well(&self, step: PathStep, direction: Vector, before: Option<&Settled>) -> bool {
        let (Some(turn), Some((other, travelled))) = (self.path.turn, before) else { return true };
        other.step == step.step || (angle(*travelled, direction) - turn).abs() <= 0.5
    }
}

fn coordinates(step: Step) -> [u16; 3] {
    match step {
        Step::Wazir => [0, 0, 1],
        Step::Ferz => [0, 1, 1],
        Step::Triagonal => [1, 1, 1],
        Step::Dabbaba => [0, 0, 2],
        Step::Alfil => [0, 2, 2],
    }
}

/// The angle between two steps, in degrees.
fn angle(a: Vector, b: Vector) -> f64 {
    let dot = |a: Vector, b: Vector| {
        f64::from(a.x) * f64::from(b.x)
            + f64::from(a.y) * f64::from(b.y)
            + f64::from(a.z) * f64::from(b.z)
    };
    (dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()).clamp(-1.0, 1.0).acos().to_degrees()
}

fn lies_on(line: PathLine, moved: Vector) -> bool {
    let mut sizes = [moved.x.abs(), moved.y.abs(), moved.z.abs()];
    sizes.sort_unstable();
    let [low, middle, high] = sizes;
    match line {
        PathLine::Orthogonal => middle == 0 && high > 0,
        PathLine::Diagonal => low == 0 && middle == high && high > 0,
        PathLine::Triagonal => low == high && high > 0,
        PathLine::Any => high > 0 && (low == high || low == 0 && (middle == 0 || middle == high)),
    }
}
