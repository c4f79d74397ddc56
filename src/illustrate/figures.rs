use std::collections::BTreeSet;
use std::sync::Arc;

use crate::diagram::{
    self, BoardArrow, BoardShape, BoardView, Figure, Mark, MarkKind, MoveLine, MoveLineKind,
    PlacedPiece,
};
use crate::geometry::{Cell, Cells, Facing, Frame, Joined, Vector};
use crate::rules::{Piece, Position, Reach, SideId};

use crate::query::{Answer, Approach, Manner, Prospects, Show, Study};

/// Routes are drawn where there are at most so many of them altogether.
const ROUTES_DRAWN: usize = 12;

impl Study {
    /// The picture of an answer: the men, what each cell is to them, and how they get there.
    pub fn illustrate(&self, answer: &Answer) -> Figure {
        let mut figure = self.figure(&answer.position, self.unnamed_ground());
        figure.focus = Cells::from_iter([answer.at]);
        let prospects = self.prospects(answer);
        for index in 0..answer.pieces.len() {
            let approaches = self.approaches(answer, index);
            self.add_marks(&mut figure, answer, index, &approaches, &prospects);
            self.add_trails(&mut figure, answer, index, &approaches);
        }
        let threat = |cell| {
            let is_leap = prospects.leaps.has(cell);
            let manner = if is_leap { diagram::Arrival::Leap } else { diagram::Arrival::Plain };
            Mark { arrival: manner, ..Mark::new(cell, MarkKind::Attack) }
        };
        figure.marks.extend(prospects.threats.iter().map(threat));
        let takes = &prospects.takes;
        let moves_take =
            takes.iter().enumerate().all(|(index, takes)| *takes == answer.goes(index));
        figure.moves_also_capture = answer.show == Show::Moves && moves_take;
        figure.title = self.title(answer);
        figure.text_alternative = self.words(answer, &prospects);
        figure
    }

    /// The picture of what a page marks, held against the answer: wrong marks are crossed out,
    /// missing ones are shown as missing.
    pub fn illustrate_difference(&self, answer: &Answer, marks: &Cells) -> Figure {
        let mut figure = self.figure(&answer.position, self.ground());
        figure.focus = Cells::from_iter([answer.at]);
        for cell in marks.union(&answer.cells).iter() {
            let verdict = match (marks.has(cell), answer.cells.has(cell)) {
                _ if cell == answer.at => continue,
                (true, true) => diagram::MarkStatus::None,
                (true, false) => diagram::MarkStatus::Wrong,
                (false, _) => diagram::MarkStatus::Missing,
            };
            figure.marks.push(Mark { status: verdict, ..Mark::new(cell, MarkKind::Move) });
        }
        figure.title = format!("{}, as printed", self.title(answer));
        let list = |cells: &Cells| match cells.is_empty() {
            true => "none".to_owned(),
            false => self.layout().names_of(cells),
        };
        figure.text_alternative = format!(
            "{}. Marked: {}. Wrong among them: {}. Missing: {}.",
            figure.title,
            list(marks),
            list(&marks.without(&answer.cells)),
            list(&answer.cells.without(marks))
        );
        figure
    }

    /// The picture of a position, with marks that are only marks.
    pub fn position_figure(&self, position: &Position, marks: &Cells) -> Figure {
        let mut figure = self.figure(position, self.unnamed_ground());
        figure.marks = marks.iter().map(|cell| Mark::new(cell, MarkKind::Move)).collect();
        figure.title = format!("A position of {}", self.variant().name);
        figure.text_alternative = self.position_words(position);
        if !marks.is_empty() {
            figure.text_alternative += &format!(" Marked: {}.", self.layout().names_of(marks));
        }
        figure
    }

    /// The picture of the array, of all sides or of one.
    pub fn setup_figure(&self, side: Option<SideId>) -> Figure {
        let position = self.array(side);
        let mut figure = self.figure(&position, self.ground());
        let whose = side.map_or(String::new(), |side| format!(" of {}", self.side_name(side)));
        figure.title = format!("{}: the array{whose}", self.variant().name);
        figure.text_alternative = self.array_words(&position, side);
        figure
    }

    /// The boards with the array, and an arrow for each way from one to another.
    pub fn flow_figure(&self) -> Figure {
        let mut flows = Vec::new();
        let board = |cells: &[Cells]| {
            let cell = cells.iter().find_map(|cells| cells.iter().next())?;
            Some(self.layout().point(cell).board)
        };
        for transfer in &self.rules().game().transfers {
            if let (Some(from), Some(to)) = (board(&transfer.from), board(&transfer.to)) {
                flows.push(BoardArrow { from, to, label: transfer.name.clone() });
            }
        }
        let name = |board: u8| {
            let face = &self.variant().boards[board as usize];
            face.name.clone().unwrap_or_else(|| face.id.clone())
        };
        let ways = flows
            .iter()
            .map(|flow| format!("{}: from {} to {}.", flow.label, name(flow.from), name(flow.to)));
        let ways: Vec<String> = ways.collect();
        let mut figure = self.setup_figure(None);
        figure.title = format!("{}: the ways from board to board", self.variant().name);
        figure.text_alternative = format!("{} {}", figure.text_alternative, ways.join(" "));
        figure.view_mut().arrows = flows;
        figure
    }

    /// Who stands where before the first move.
    pub fn array(&self, side: Option<SideId>) -> Position {
        let mut position = Position::empty(self.rules());
        for &(cell, piece) in &self.variant().game.initial_pieces {
            if side.is_none_or(|side| piece.side == side) {
                position.set_piece(cell, Some(piece));
            }
        }
        position
    }

    /// The boards, and the men of a position.
    fn figure(&self, position: &Position, ground: &Arc<BoardView>) -> Figure {
        let mut figure = Figure::new(Arc::clone(ground));
        figure.pieces = position.pieces().map(|(cell, piece)| self.stander(cell, piece)).collect();
        figure
    }

    /// A man as he stands on a board.
    fn stander(&self, cell: Cell, piece: Piece) -> PlacedPiece {
        let frame = self.rules().game().sides[piece.side].frame;
        PlacedPiece { cell, piece: Arc::clone(self.piece(piece)), facing: facing(frame) }
    }

    fn add_marks(
        &self,
        figure: &mut Figure,
        answer: &Answer,
        index: usize,
        approaches: &[Approach],
        prospects: &Prospects,
    ) {
        // Where a man goes and where he takes are the same, no mark says so.
        let takes = &prospects.takes[index];
        let divergent = *takes != answer.goes(index);
        for (cell, kind) in kinds(answer, index) {
            let approach = approaches.iter().find(|approach| approach.to == cell);
            let kind = match kind {
                MarkKind::Move if divergent && takes.has(cell) => MarkKind::MoveOrCapture,
                kind => kind,
            };
            let mark = Mark {
                arrival: approach.map_or(diagram::Arrival::Plain, |found| drawn(&found.manner)),
                first_move_only: approach.is_some_and(|approach| approach.first),
                ..Mark::new(cell, kind)
            };
            if !figure.marks.contains(&mark) {
                figure.marks.push(mark);
            }
        }
    }

    fn add_trails(
        &self,
        figure: &mut Figure,
        answer: &Answer,
        index: usize,
        approaches: &[Approach],
    ) {
        let inner: BTreeSet<Cell> = approaches.iter().flat_map(passed).copied().collect();
        let routes = |approach: &Approach| match &approach.manner {
            Manner::Routes(routes) => routes.len(),
            _ => 0,
        };
        let lines = self.rules().lines(answer.pieces[index], answer.at);
        let rounds = self.rounds(answer, &lines, approaches);
        figure
            .move_lines
            .extend(rounds.iter().map(|round| MoveLine::new(MoveLineKind::Slide, round.clone())));
        let whole = self.whole_lines(answer, &lines, approaches);
        let is_on_round = |to: &Cell| rounds.iter().any(|round| round.contains(to));
        let is_joined = !whole.is_empty();
        figure.move_lines.extend(whole.into_iter().map(|cells| {
            let open = self.goes_on(&lines, &cells);
            MoveLine { open, ..MoveLine::new(MoveLineKind::Slide, cells) }
        }));
        let few_routes = approaches.iter().map(routes).sum::<usize>() <= ROUTES_DRAWN;
        for approach in approaches {
            let along = |between: &[Cell]| [&[answer.at], between, &[approach.to]].concat();
            match &approach.manner {
                Manner::Slide(_) if is_on_round(&approach.to) || is_joined => {}
                Manner::Slide(line) if !inner.contains(&approach.to) => {
                    let cells = along(line);
                    let open = self.goes_on(&lines, &cells);
                    figure
                        .move_lines
                        .push(MoveLine { open, ..MoveLine::new(MoveLineKind::Slide, cells) });
                }
                Manner::Lame(over) => {
                    let over = over.clone();
                    let trail = MoveLine::new(MoveLineKind::Lame, along(&over));
                    figure.move_lines.push(MoveLine { obstacles: over, ..trail });
                }
                Manner::Hop(over) => {
                    let over = over.clone();
                    let trail = MoveLine::new(MoveLineKind::Hop, along(&over));
                    figure.move_lines.push(MoveLine { obstacles: over, ..trail });
                }
                Manner::Routes(routes) if few_routes => figure.move_lines.extend(
                    routes.iter().map(|route| MoveLine::new(MoveLineKind::Route, along(route))),
                ),
                Manner::Slide(_)
                | Manner::Routes(_)
                | Manner::Around
                | Manner::Step
                | Manner::Leap => {}
            }
        }
        for (to, takes) in &answer.reaches[index].shots {
            let victims = takes.iter().filter(|victim| *victim != to);
            let trails = victims.map(|&victim| MoveLine::new(MoveLineKind::Shot, [*to, victim]));
            figure.move_lines.extend(trails);
        }
    }

    /// The lines that lead all around a board which is drawn as a ring, back to where they begin,
    /// and on which nobody stands: of those along the same cells, one. On a flat board they would
    /// cross it from edge to edge.
    fn rounds(
        &self,
        answer: &Answer,
        lines: &[Vec<Cell>],
        approaches: &[Approach],
    ) -> Vec<Vec<Cell>> {
        let at = answer.at;
        let point = self.layout().point(at);
        if self.variant().boards[point.board as usize].shape != BoardShape::Ring {
            return Vec::new();
        }
        let slides = |cell: &Cell| {
            let mut here = approaches.iter().filter(|approach| approach.to == *cell);
            here.any(|it| matches!(it.manner, Manner::Step | Manner::Slide(_) | Manner::Around))
        };
        let is_free = |cell: &Cell| answer.position.piece_at(*cell).is_none() && slides(cell);
        let mut rounds: Vec<Vec<Cell>> = Vec::new();
        for line in lines {
            let (Some(&next), Some(&last)) = (line.first(), line.last()) else { continue };
            let step = self.layout().point(next).at - point.at;
            let is_round = self.layout().step(last, step) == Some(at) && line.iter().all(is_free);
            if is_round && !rounds.iter().any(|round| round.contains(&next)) {
                rounds.push([&[at], &line[..], &[at]].concat());
            }
        }
        rounds
    }

    /// On a board with joined edges two lines may lead to one cell: each as far as it is free. None
    /// for other boards, and none for one that is drawn as a ring.
    fn whole_lines(
        &self,
        answer: &Answer,
        lines: &[Vec<Cell>],
        approaches: &[Approach],
    ) -> Vec<Vec<Cell>> {
        let board = self.layout().point(answer.at).board;
        let is_flat = self.variant().boards[board as usize].shape != BoardShape::Ring;
        if !is_flat || self.layout().board(board).joined == Joined::Nothing {
            return Vec::new();
        }
        let slides = |cell: &Cell| {
            let mut here = approaches.iter().filter(|approach| approach.to == *cell);
            here.any(|it| matches!(it.manner, Manner::Slide(_) | Manner::Around))
        };
        let free = |line: &Vec<Cell>| {
            let taken = line.iter().position(|&cell| answer.position.piece_at(cell).is_some());
            let seen = taken.map_or(line.len(), |place| place + 1);
            let cells: Vec<Cell> =
                line[..seen].iter().copied().take_while(|cell| slides(cell)).collect();
            (!cells.is_empty()).then(|| [&[answer.at], &cells[..]].concat())
        };
        lines.iter().filter_map(free).collect()
    }

    /// Whether a line ends because the board does. One that ends at the edge may also be at the
    /// end of its range: as long as another line of such steps ends before it, nobody knows.
    fn goes_on(&self, lines: &[Vec<Cell>], cells: &[Cell]) -> bool {
        let (&[first, ..], &[.., before, last]) = (cells, cells) else { return false };
        let point = |cell: Cell| self.layout().point(cell).at;
        let step = point(last) - point(before);
        let end = |line: &Vec<Cell>| {
            let &[.., last] = &line[..] else { return None };
            let before = line.iter().rev().nth(1).map_or(first, |&before| before);
            let other = point(last) - point(before);
            (lengths(other) == lengths(step)).then_some((last, other))
        };
        let longest = lines.iter().filter(|line| end(line).is_some()).map(Vec::len).max();
        let ends_inside = |line: &Vec<Cell>| {
            let Some((last, other)) = end(line) else { return false };
            // Around a ring, a line ends where it began; one that is shorter than others does not
            // end for its range.
            let next = self.layout().step(last, other);
            next.is_some_and(|next| next != first) && Some(line.len()) == longest
        };
        let at_edge = self.layout().step(last, step).is_none();
        at_edge && !lines.iter().any(ends_inside)
    }
}

/// How far a step goes along each axis, whatever the axis and the direction.
fn lengths(step: Vector) -> [i16; 3] {
    let mut lengths = [step.x.abs(), step.y.abs(), step.z.abs()];
    lengths.sort_unstable();
    lengths
}

/// The cells that somebody slides over.
fn passed(approach: &Approach) -> &[Cell] {
    match &approach.manner {
        Manner::Slide(line) => line,
        _ => &[],
    }
}

/// What the mark itself says of the manner; for all else there are trails.
fn drawn(manner: &Manner) -> diagram::Arrival {
    match manner {
        Manner::Leap => diagram::Arrival::Leap,
        Manner::Step
        | Manner::Slide(_)
        | Manner::Lame(_)
        | Manner::Hop(_)
        | Manner::Routes(_)
        | Manner::Around => diagram::Arrival::Plain,
    }
}

/// What each cell is to one of the men, as the question wants it shown. Whom it shoots at is
/// shown beside where it goes.
fn kinds(answer: &Answer, index: usize) -> Vec<(Cell, MarkKind)> {
    let reach: &Reach = &answer.reaches[index];
    let mut kinds: BTreeSet<(Cell, MarkKind)> = BTreeSet::new();
    let mut add = |cells: &Cells, kind: MarkKind| {
        kinds.extend(cells.iter().map(|cell| (cell, kind)));
    };
    let (moves, captures) = match answer.show {
        Show::Moves => (true, true),
        Show::Quiet => (true, false),
        Show::Captures | Show::Victims => (false, true),
    };
    if moves {
        add(&reach.quiet, MarkKind::Move);
    }
    if captures {
        add(&reach.captures, MarkKind::Capture);
        add(&reach.friendly_captures, MarkKind::FriendlyCapture);
    }
    if answer.show == Show::Moves {
        kinds.extend(reach.swaps.iter().map(|&(to, _)| (to, MarkKind::Swap)));
    }
    if matches!(answer.show, Show::Moves | Show::Victims) {
        for (to, takes) in &reach.shots {
            for &victim in takes {
                let kind = if victim == *to { MarkKind::Capture } else { MarkKind::Shot };
                kinds.insert((victim, kind));
            }
            let is_marked = reach.quiet.has(*to) || takes.contains(to);
            if answer.show == Show::Moves && !is_marked {
                kinds.insert((*to, MarkKind::Move));
            }
        }
    }
    kinds.into_iter().filter(|&(cell, _)| cell != answer.at).collect()
}

/// Which way a side looks, on the first side's picture.
fn facing(frame: Frame) -> Facing {
    let ahead = frame.to_board_step(Vector::new(0, 1, 0));
    match (ahead.x, ahead.y) {
        (_, y) if y > 0 => Facing::Forward,
        (_, y) if y < 0 => Facing::Backward,
        (x, _) if x > 0 => Facing::Right,
        _ => Facing::Left,
    }
}
