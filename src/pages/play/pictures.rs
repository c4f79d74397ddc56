//! The figure of a board as a reader has it.

use crate::diagram::{Figure, Mark, MarkKind};
use crate::geometry::{Cell, CellSet};
use crate::query::{MoveFilter, MovesRequest};
use crate::rules::Move;

use super::open_board::{ChosenPiece, Manner, OpenBoard};

impl OpenBoard {
    /// The figure with all marks, cut to the detail that the page shows.
    pub fn figure(&self) -> Figure {
        let figure = self.whole_figure();
        match &self.only {
            Some(cells) => figure.cropped_to(cells).unwrap_or(figure),
            None => figure,
        }
    }

    fn whole_figure(&self) -> Figure {
        match (&self.manner, self.chosen) {
            (_, None) if self.is_fresh => self.page_figure.clone(),
            (Manner::Look(Some(shown)), _) => match self.variant().answer(&self.looked_at(shown)) {
                Ok(answer) => self.drawn.illustrate(&answer),
                Err(_) => self.plain_figure(CellSet::from_iter([shown.at])),
            },
            (Manner::Look(None), _) => self.plain_figure(CellSet::new()),
            (Manner::Play, None) => {
                let last = self.line.last_move();
                let halo = last.map(|found| CellSet::from_iter([found.from, found.to]));
                self.plain_figure(halo.unwrap_or_default())
            }
            (Manner::Play, Some(chosen)) => self.chosen_figure(chosen),
        }
    }

    /// The position with halos.
    fn plain_figure(&self, focus: CellSet) -> Figure {
        let mut figure = self.drawn.position_figure(self.position(), &CellSet::new());
        figure.focus = focus;
        figure
    }

    /// The chosen piece with its legal moves, or all its moves if it may not move now.
    fn chosen_figure(&self, chosen: ChosenPiece) -> Figure {
        let moves: Vec<Move> = match self.choices.is_empty() {
            true => self.moves_of(chosen).collect(),
            false => self.choices.iter().map(|choice| choice.found).collect(),
        };
        let ChosenPiece::OnBoard(at) = chosen else {
            let mut figure = self.plain_figure(CellSet::new());
            let mark = |found: &Move| Mark::new(found.to, MarkKind::Drop);
            figure.marks = moves.iter().map(mark).collect();
            return figure;
        };
        let mut figure = self.moves_figure(at, &moves);
        if !self.choices.is_empty() {
            self.mark_choices(&mut figure);
        } else if !moves.is_empty() {
            keep_legal(&mut figure, at, &moves);
        }
        figure
    }

    fn moves_figure(&self, at: Cell, moves: &[Move]) -> Figure {
        let halo = CellSet::from_iter([at]);
        let Some(piece) = self.position().piece_at(at) else { return self.plain_figure(halo) };
        let ends: CellSet = moves.iter().map(|found| found.to).collect();
        let request = MovesRequest {
            position: Some(self.position().clone()),
            show: MoveFilter::Moves,
            to: (!moves.is_empty()).then_some(ends),
            ..MovesRequest::new(piece, at)
        };
        match self.variant().answer(&request) {
            Ok(answer) => self.drawn.illustrate(&answer),
            Err(_) => self.plain_figure(halo),
        }
    }

    /// The cells to which the chosen piece could move if no rule about the whole position, such as
    /// check, forbade it.
    pub fn barred_cells(&self) -> CellSet {
        let Some(chosen @ ChosenPiece::OnBoard(at)) = self.chosen.filter(|_| self.is_play()) else {
            return CellSet::new();
        };
        let Some(piece) = self.position().piece_at(at).filter(|_| self.choices.is_empty()) else {
            return CellSet::new();
        };
        let position = Some(self.position().clone());
        let request = MovesRequest { position, ..MovesRequest::new(piece, at) };
        let Ok(answer) = self.variant().answer(&request) else { return CellSet::new() };
        let mut legal: CellSet = self.moves_of(chosen).map(|found| found.to).collect();
        legal.extend(self.moves_of(chosen).flat_map(|found| found.captures.iter()));
        answer.cells.difference(&legal)
    }

    /// Marks the cells that tell the offered moves apart.
    fn mark_choices(&self, figure: &mut Figure) {
        figure.marks.clear();
        figure.move_lines.clear();
        for choice in &self.choices {
            for cell in choice.cells.iter() {
                let is_victim = choice.found.captures.contains(cell) && cell != choice.found.to;
                let mark = Mark::new(cell, if is_victim { MarkKind::Shot } else { MarkKind::Move });
                if !figure.marks.contains(&mark) {
                    figure.marks.push(mark);
                }
            }
        }
    }
}

/// Removes marks that no legal move justifies, and adds those that only some moves of the piece have.
fn keep_legal(figure: &mut Figure, at: Cell, moves: &[Move]) {
    let mut cells: CellSet = moves.iter().map(|found| found.to).collect();
    cells.extend(moves.iter().flat_map(|found| found.captures.iter()));
    figure.marks.retain(|mark| mark.kind != MarkKind::Attack && cells.contains(mark.cell));
    for found in moves {
        let is_marked = figure.marks.iter().any(|mark| mark.cell == found.to);
        if !is_marked && found.to != at {
            let captures = found.captures.contains(found.to);
            let kind = if captures { MarkKind::Capture } else { MarkKind::Move };
            figure.marks.push(Mark::new(found.to, kind));
        }
    }
}
