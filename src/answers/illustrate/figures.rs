//! Diagrams of answers, positions and setups.

use std::sync::Arc;

use crate::diagram::{
    BoardArrow, BoardView, Figure, Mark, MarkKind, MarkStatus, PlacedPiece, ZoneStyle,
};
use crate::game::{Piece, SideId};
use crate::geometry::{Cell, CellSet, Facing, Orientation, Vector};
use crate::prose::{answer_title, answer_words, cell_list, position_words, setup_words};
use crate::query::{MoveFilter, MoveTrace, MovesAnswer, PotentialCaptures};
use crate::rules::{Position, Reach};
use crate::source::distinct;

use super::Illustrator;

/// The text alternative lists the cells of a zone with at most this number of cells.
const MAX_LISTED_ZONE: usize = 24;

impl Illustrator {
    /// Returns the diagram of an answer: pieces, marks and move lines.
    pub fn illustrate(&self, answer: &MovesAnswer) -> Figure {
        let mut figure = self.figure(&answer.position, &self.unlabelled_boards);
        figure.focus = CellSet::from_iter([answer.at]);
        let captures = self.variant.potential_captures(answer);
        for index in 0..answer.pieces.len() {
            let moves =
                TracedPiece { answer, index, traces: self.variant.move_traces(answer, index) };
            add_marks(&mut figure, &moves, &captures);
            self.add_move_lines(&mut figure, &moves);
        }
        let attack = |cell| Mark::new(cell, MarkKind::Attack);
        figure.marks.extend(captures.attacked.iter().map(attack));
        self.add_hops_to(&mut figure, answer, &captures.attacked);
        let mut on_moves = captures.on_moves.iter().enumerate();
        figure.moves_also_capture = answer.show == MoveFilter::Moves
            && on_moves.all(|(index, cells)| *cells == answer.quiet_targets(index));
        figure.attacks_are_shots = captures.only_by_shot;
        let passed: Vec<Cell> =
            answer.position.en_passant_targets.iter().map(|target| target.victim).collect();
        let mut shots = figure.marks.iter().filter(|mark| mark.kind == MarkKind::Shot);
        figure.shots_are_en_passant = shots.all(|mark| passed.contains(&mark.cell));
        figure.title = answer_title(&self.variant, answer);
        figure.text_alternative = answer_words(&self.variant, answer, &captures);
        figure
    }

    /// Returns the diagram of marks on a page, compared with the answer.
    ///
    /// Wrong marks are crossed out, and missing ones are shown as missing.
    pub fn illustrate_difference(&self, answer: &MovesAnswer, marks: &CellSet) -> Figure {
        let mut figure = self.figure(&answer.position, &self.boards);
        figure.focus = CellSet::from_iter([answer.at]);
        for cell in marks.union(&answer.cells).iter() {
            let status = match (marks.contains(cell), answer.cells.contains(cell)) {
                _ if cell == answer.at => continue,
                (true, true) => MarkStatus::None,
                (true, false) => MarkStatus::Wrong,
                (false, _) => MarkStatus::Missing,
            };
            figure.marks.push(Mark { status, ..Mark::new(cell, MarkKind::Move) });
        }
        figure.title = format!("{}, as printed", answer_title(&self.variant, answer));
        let list = |cells: &CellSet| match cells.is_empty() {
            true => "none".to_owned(),
            false => cell_list(&self.variant, cells, "and"),
        };
        figure.text_alternative = format!(
            "{}. Marked: {}. Wrong among them: {}. Missing: {}.",
            figure.title,
            list(marks),
            list(&marks.difference(&answer.cells)),
            list(&answer.cells.difference(marks))
        );
        figure
    }

    /// Returns the diagram of a position with some cells marked.
    pub fn position_figure(&self, position: &Position, marks: &CellSet) -> Figure {
        let mut figure = self.figure(position, &self.unlabelled_boards);
        figure.marks = marks.iter().map(|cell| Mark::new(cell, MarkKind::Move)).collect();
        figure.title = format!("A position of {}", self.variant.variant().name);
        figure.text_alternative = position_words(&self.variant, position);
        if !marks.is_empty() {
            let marked = cell_list(&self.variant, marks, "and");
            figure.text_alternative += &format!(" Marked: {marked}.");
        }
        figure
    }

    /// Shades sets of cells, each with the text that an author wrote for it. If there are any, they
    /// replace the zones of the definition.
    pub fn shade_zones<'t>(
        &self,
        figure: &mut Figure,
        zones: impl IntoIterator<Item = (&'t str, CellSet)>,
    ) {
        let mut zones = zones.into_iter().peekable();
        if zones.peek().is_some() {
            figure.view_mut().zones.clear();
        }
        for (text, cells) in zones {
            let label = self.zone_label(text, &cells);
            figure.text_alternative += &format!(" Shaded: {label}.");
            figure.view_mut().zones.push(ZoneStyle { cells, label });
        }
    }

    /// The name of a zone as the author writes it, with its cells if they are few.
    fn zone_label(&self, named: &str, cells: &CellSet) -> String {
        let list = self.variant.layout().names_of(cells);
        let is_id = self.variant.variant().zones.iter().any(|zone| zone.id == named);
        let named = if is_id { named.replace('-', " ") } else { named.to_owned() };
        match cells.len() {
            _ if named.split_whitespace().eq(list.split_whitespace()) => list,
            0..=MAX_LISTED_ZONE => format!("{named} ({list})"),
            _ => named,
        }
    }

    /// Returns the diagram of the initial position, of all sides or of one.
    pub fn setup_figure(&self, side: Option<SideId>) -> Figure {
        let variant = &self.variant;
        let position = variant.initial_pieces(side);
        let mut figure = self.figure(&position, &self.boards);
        let of_side = side.map_or(String::new(), |side| format!(" of {}", variant.side_name(side)));
        figure.title = format!("{}: setup{of_side}", variant.variant().name);
        figure.text_alternative = setup_words(variant, &position, side);
        figure
    }

    /// Returns the diagram of the initial position with an arrow for each transfer between boards.
    pub fn flow_figure(&self) -> Figure {
        let names = self.variant.variant();
        let board = |cells: &[CellSet]| {
            let cell = cells.iter().find_map(|cells| cells.iter().next())?;
            Some(self.variant.layout().point(cell).board)
        };
        let board_name = |board: u8| {
            let face = &names.boards[board as usize];
            face.name.as_ref().unwrap_or(&face.id)
        };
        let mut figure = self.setup_figure(None);
        figure.title = format!("{}: transfers between boards", names.name);
        let mut arrows = Vec::new();
        for transfer in &self.variant.game().transfers {
            if let (Some(from), Some(to)) =
                (board(&transfer.from), transfer.to.as_ref().and_then(|to| board(to)))
            {
                let (label, start, end) = (transfer.name.clone(), board_name(from), board_name(to));
                figure.text_alternative += &format!(" {label}: from {start} to {end}.");
                arrows.push(BoardArrow { from, to, label });
            }
        }
        figure.view_mut().arrows = arrows;
        figure
    }

    /// Returns the boards with the pieces of a position.
    fn figure(&self, position: &Position, boards: &Arc<BoardView>) -> Figure {
        let placed = |(cell, piece): (Cell, Piece)| {
            let frame = self.variant.game().sides[piece.side].frame;
            let piece = Arc::clone(self.piece_drawing(piece));
            PlacedPiece { cell, piece, facing: facing(frame) }
        };
        let mut figure = Figure::new(Arc::clone(boards));
        figure.pieces = position.pieces().map(placed).collect();
        figure
    }
}

/// One piece of an answer with the shapes of its moves.
pub(super) struct TracedPiece<'a> {
    pub answer: &'a MovesAnswer,
    pub index: usize,
    pub traces: Vec<MoveTrace>,
}

fn add_marks(figure: &mut Figure, moves: &TracedPiece, captures: &PotentialCaptures) {
    let TracedPiece { answer, index, traces } = moves;
    // If the piece could capture on every cell to which it moves, no mark says so.
    let on_moves = &captures.on_moves[*index];
    let differs = *on_moves != answer.quiet_targets(*index);
    for (cell, kind) in mark_kinds(answer, *index) {
        let trace = traces.iter().find(|trace| trace.to == cell);
        let kind = match kind {
            MarkKind::Move if differs && on_moves.contains(cell) => MarkKind::MoveOrCapture,
            kind => kind,
        };
        let mark = Mark {
            first_move_only: trace.is_some_and(|trace| trace.first_move_only),
            ..Mark::new(cell, kind)
        };
        if !figure.marks.contains(&mark) {
            figure.marks.push(mark);
        }
    }
}

/// Returns the marks of one piece of an answer, without those that were not asked for.
///
/// The target of a shot has a mark beside that of the cell on which the move ends.
fn mark_kinds(answer: &MovesAnswer, index: usize) -> Vec<(Cell, MarkKind)> {
    let reach: &Reach = &answer.reaches[index];
    let mut kinds: Vec<(Cell, MarkKind)> = Vec::new();
    let mut add = |cells: &CellSet, kind: MarkKind| {
        kinds.extend(cells.iter().map(|cell| (cell, kind)));
    };
    if matches!(answer.show, MoveFilter::Moves | MoveFilter::Quiet) {
        add(&reach.quiet, MarkKind::Move);
    }
    if answer.show != MoveFilter::Quiet {
        add(&reach.captures, MarkKind::Capture);
        add(&reach.friendly_captures, MarkKind::FriendlyCapture);
    }
    if answer.show == MoveFilter::Moves {
        kinds.extend(reach.swaps.iter().map(|&(to, _)| (to, MarkKind::Swap)));
    }
    if matches!(answer.show, MoveFilter::Moves | MoveFilter::Victims) {
        for (to, victims) in &reach.shots {
            for &victim in victims {
                let kind = if victim == *to { MarkKind::Capture } else { MarkKind::Shot };
                kinds.push((victim, kind));
            }
            let is_marked = reach.quiet.contains(*to) || victims.contains(to);
            if answer.show == MoveFilter::Moves && !is_marked {
                kinds.push((*to, MarkKind::Move));
            }
        }
    }
    kinds.retain(|&(cell, _)| cell != answer.at);
    distinct(kinds)
}

/// Returns the forward direction of a side, as the first side sees the board.
fn facing(frame: Orientation) -> Facing {
    let forward = frame.to_board_step(Vector::new(0, 1, 0));
    match (forward.x, forward.y) {
        (_, y) if y > 0 => Facing::Forward,
        (_, y) if y < 0 => Facing::Backward,
        (x, _) if x > 0 => Facing::Right,
        _ => Facing::Left,
    }
}
