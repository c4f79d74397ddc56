//! The lines of a diagram that show how a move depends on the cells between its start and its end.

use crate::diagram::{BoardShape, Figure, MoveLine, MoveLineKind};
use crate::geometry::{Cell, CellSet, JoinedEdges, Vector};
use crate::query::{MoveFilter, MoveShape, MoveTrace, MovesAnswer, MovesRequest};
use crate::source::{sort, sort_by_key};

use super::Illustrator;
use super::figures::TracedPiece;
use super::sample::hops;

/// Routes are drawn if there are at most this many of them in all.
const MAX_ROUTES: usize = 12;

impl Illustrator {
    /// Adds the move lines of one piece of an answer to its diagram.
    pub(super) fn add_move_lines(&self, figure: &mut Figure, moves: &TracedPiece) {
        let TracedPiece { answer, index, traces } = moves;
        let inner: CellSet = traces.iter().flat_map(slid_over).copied().collect();
        let lines = self.variant.rules().lines(answer.pieces[*index], answer.at);
        let circles = self.full_circle_lines(moves, &lines);
        let joined = self.lines_across_joined_edges(moves, &lines);
        let is_joined = !joined.is_empty();
        let slide = |cells: Vec<Cell>| {
            let open = self.continues(&lines, &cells);
            MoveLine { open, ..MoveLine::new(MoveLineKind::Slide, cells) }
        };
        let circle = |cells: &Vec<Cell>| MoveLine::new(MoveLineKind::Slide, cells.clone());
        figure.move_lines.extend(circles.iter().map(circle));
        figure.move_lines.extend(joined.into_iter().map(slide));
        let is_on_circle = |to: &Cell| circles.iter().any(|circle| circle.contains(to));
        let routes = traces.iter().filter_map(|trace| match &trace.shape {
            MoveShape::Routes(routes) => Some(routes.len()),
            _ => None,
        });
        let has_few_routes = routes.sum::<usize>() <= MAX_ROUTES;
        for trace in traces {
            let along = |between: &[Cell]| [&[answer.at], between, &[trace.to]].concat();
            let with_obstacles = |kind: MoveLineKind, cells: &[Cell]| MoveLine {
                obstacles: cells.to_vec(),
                ..MoveLine::new(kind, along(cells))
            };
            figure.move_lines.extend(match &trace.shape {
                MoveShape::Slide(line)
                    if !is_on_circle(&trace.to) && !is_joined && !inner.contains(trace.to) =>
                {
                    vec![slide(along(line))]
                }
                MoveShape::Lame(cells) => vec![with_obstacles(MoveLineKind::Lame, cells)],
                MoveShape::Hop(cells) => vec![with_obstacles(MoveLineKind::Hop, cells)],
                MoveShape::Routes(routes) if has_few_routes => {
                    let line = |route: &Vec<Cell>| MoveLine::new(MoveLineKind::Route, along(route));
                    routes.iter().map(line).collect()
                }
                MoveShape::Slide(_)
                | MoveShape::Routes(_)
                | MoveShape::SeveralWays
                | MoveShape::Step
                | MoveShape::Leap => Vec::new(),
            });
        }
        for (to, victims) in &answer.reaches[*index].shots {
            let distant = victims.iter().filter(|victim| *victim != to);
            let shots = distant.map(|&victim| MoveLine::new(MoveLineKind::Shot, [*to, victim]));
            figure.move_lines.extend(shots);
        }
    }

    /// Adds the lines of captures that become possible with an enemy on one of `attacked`, over pieces that
    /// are there now: for the same hurdles the longest.
    pub(super) fn add_hops_to(
        &self,
        figure: &mut Figure,
        answer: &MovesAnswer,
        attacked: &CellSet,
    ) {
        let layout = self.variant.layout();
        let mut lines: Vec<MoveLine> = Vec::new();
        for &piece in &answer.pieces {
            let hops = self.piece_type(piece).move_rules[piece.side].iter().any(hops);
            let Some(enemy) = self.variant.enemy_of(piece.side).filter(|_| hops) else { continue };
            for to in attacked.iter() {
                let mut position = answer.position.clone();
                position.set_piece(to, Some(enemy));
                let request = MovesRequest {
                    position: Some(position),
                    show: MoveFilter::Captures,
                    to: Some(CellSet::from_iter([to])),
                    ..MovesRequest::new(piece, answer.at)
                };
                let Ok(possible) = self.variant.answer(&request) else { continue };
                for trace in self.variant.move_traces(&possible, 0) {
                    let MoveShape::Hop(hurdles) = trace.shape else { continue };
                    let cells = [&[answer.at], &hurdles[..], &[to]].concat();
                    let line = MoveLine::new(MoveLineKind::Hop, cells);
                    lines.push(MoveLine { obstacles: hurdles, ..line });
                }
            }
        }
        let end = |line: &MoveLine| layout.point(*line.cells.last().expect("it has cells")).at;
        sort_by_key(&mut lines, |line| -axis_lengths(end(line) - layout.point(answer.at).at)[2]);
        for line in lines {
            if !figure.move_lines.iter().any(|known| known.obstacles == line.obstacles) {
                figure.move_lines.push(line);
            }
        }
    }

    fn board_shape(&self, at: Cell) -> BoardShape {
        let board = self.variant.layout().point(at).board;
        self.variant.variant().boards[board as usize].shape
    }

    /// Returns the empty lines around a ring board, back to their start; of equal cells only one.
    ///
    /// Other boards have none, because such a line would cross them from edge to edge.
    fn full_circle_lines(&self, moves: &TracedPiece, lines: &[Vec<Cell>]) -> Vec<Vec<Cell>> {
        let (at, layout) = (moves.answer.at, self.variant.layout());
        if self.board_shape(at) != BoardShape::Ring {
            return Vec::new();
        }
        let is_free = |cell: &Cell| {
            let is_step = |shape: &MoveShape| *shape == MoveShape::Step;
            moves.answer.position.piece_at(*cell).is_none()
                && (moves.has_slide(*cell) || moves.has_shape(*cell, is_step))
        };
        let mut circles: Vec<Vec<Cell>> = Vec::new();
        for line in lines {
            let (Some(&next), Some(&last)) = (line.first(), line.last()) else { continue };
            let step = layout.point(next).at - layout.point(at).at;
            let is_circle = layout.step(last, step) == Some(at) && line.iter().all(is_free);
            if is_circle && !circles.iter().any(|circle| circle.contains(&next)) {
                circles.push([&[at], &line[..], &[at]].concat());
            }
        }
        circles
    }

    /// Returns all slides on a flat board with joined edges, each as far as it is not blocked.
    ///
    /// Two of them may end on the same cell. Other boards and ring boards have none.
    fn lines_across_joined_edges(
        &self,
        moves: &TracedPiece,
        lines: &[Vec<Cell>],
    ) -> Vec<Vec<Cell>> {
        let (answer, layout) = (moves.answer, self.variant.layout());
        let board = layout.board(layout.point(answer.at).board);
        if self.board_shape(answer.at) == BoardShape::Ring || board.joined == JoinedEdges::NOTHING {
            return Vec::new();
        }
        let unblocked = |line: &Vec<Cell>| {
            let is_occupied = |cell: &Cell| answer.position.piece_at(*cell).is_some();
            let length = line.iter().position(is_occupied).map_or(line.len(), |index| index + 1);
            let cells = line[..length].iter().copied();
            let cells: Vec<Cell> = cells.take_while(|&cell| moves.has_slide(cell)).collect();
            (!cells.is_empty()).then(|| [&[answer.at], &cells[..]].concat())
        };
        lines.iter().filter_map(unblocked).collect()
    }

    /// Whether a line ends only because the board does.
    ///
    /// A line that ends at the edge may also end there because of its range. So the result is false
    /// if another line of such steps ends inside the board.
    fn continues(&self, lines: &[Vec<Cell>], cells: &[Cell]) -> bool {
        let (&[first, ..], &[.., before, last]) = (cells, cells) else { return false };
        let layout = self.variant.layout();
        let offset = |from: Cell, to: Cell| layout.point(to).at - layout.point(from).at;
        let step = offset(before, last);
        let end = |line: &Vec<Cell>| {
            let &[.., last] = &line[..] else { return None };
            let before = line.iter().rev().nth(1).map_or(first, |&before| before);
            let other = offset(before, last);
            (axis_lengths(other) == axis_lengths(step)).then_some((last, other))
        };
        let longest = lines.iter().filter(|line| end(line).is_some()).map(Vec::len).max();
        let ends_inside = |line: &Vec<Cell>| {
            let Some((last, other)) = end(line) else { return false };
            // A line around a ring ends at its start. A line that is shorter than another one does
            // not end because of its range.
            let next = layout.step(last, other);
            next.is_some_and(|next| next != first) && Some(line.len()) == longest
        };
        layout.step(last, step).is_none() && !lines.iter().any(ends_inside)
    }
}

/// Returns the lengths of a step along the axes, in ascending order.
fn axis_lengths(step: Vector) -> [i16; 3] {
    let mut lengths = [step.x.abs(), step.y.abs(), step.z.abs()];
    sort(&mut lengths);
    lengths
}

/// Returns the cells that a slide passes; none for other shapes.
fn slid_over(trace: &MoveTrace) -> &[Cell] {
    match &trace.shape {
        MoveShape::Slide(line) => line,
        _ => &[],
    }
}

impl TracedPiece<'_> {
    fn has_slide(&self, to: Cell) -> bool {
        self.has_shape(to, |it| matches!(it, MoveShape::Slide(_) | MoveShape::SeveralWays))
    }

    fn has_shape(&self, to: Cell, is_wanted: impl Fn(&MoveShape) -> bool) -> bool {
        self.traces.iter().any(|trace| trace.to == to && is_wanted(&trace.shape))
    }
}
