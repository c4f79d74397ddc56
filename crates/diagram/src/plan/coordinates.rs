//! Names of files and ranks around a board of squares or hexagons.

use std::collections::BTreeSet;

use crate::{BoardView, Point, label};
use fairybook_core::geometry::{AxisKind, Cell, Vector};
use fairybook_core::source::{sort_by, sort_by_key};

use super::{CELL, DrawingPlan, LINE, Panel, Rect};

/// Names that could only be this part of their size, or less, stand in two lines instead.
const SHRUNK: f64 = 0.85;

/// A name at the rim of a board.
#[derive(Debug)]
pub(crate) struct CoordinateLabel {
    pub text: String,
    /// Where its middle is.
    pub at: Point,
    /// How large it is written.
    pub em: f64,
    /// Whether it is written on a cell, not beside the board.
    pub is_inside: bool,
}

impl CoordinateLabel {
    pub fn beside_board(text: &str, at: Point, em: f64) -> CoordinateLabel {
        CoordinateLabel { text: text.to_owned(), at, em, is_inside: false }
    }

    /// The box around it.
    pub fn area(&self) -> Rect {
        let (half, tall) = (label::width(&self.text, self.em) / 2.0, 0.46 * self.em);
        Rect::around([self.at.plus(-half, -tall), self.at.plus(half, tall)])
    }
}

impl DrawingPlan {
    /// Names under the lowest row and beside the leftmost column, one for each that has cells.
    pub(super) fn coordinates_of_squares(
        &self,
        view: &BoardView,
        panel: &Panel,
    ) -> Vec<CoordinateLabel> {
        let board = view.layout.board(panel.board);
        let (along, up) = match view.orientation.to_board_step(Vector::new(1, 0, 0)).x {
            0 => (AxisKind::Rank, AxisKind::File),
            _ => (AxisKind::File, AxisKind::Rank),
        };
        let mut names: Vec<(&str, f64)> = Vec::new();
        for &cell in &panel.cells {
            let (at, x) = (view.layout.point(cell).at, self.centre(cell).x);
            if !names.iter().any(|known| known.1 == x) {
                names.push((board.name_on(at, along), x));
            }
        }
        sort_by(&mut names, |a, b| a.1.total_cmp(&b.1));
        let (em, lines) = self.side_by_side(&names);
        let mut all: Vec<CoordinateLabel> = Vec::new();
        for (index, (text, x)) in names.into_iter().enumerate() {
            let y = self.line_below(panel) + (index % lines) as f64 * LINE * self.coordinate_em();
            all.push(CoordinateLabel::beside_board(text, Point::new(x, y), em));
        }
        let em = self.coordinate_em();
        let mut rows = BTreeSet::new();
        for &cell in &panel.cells {
            let (at, centre) = (view.layout.point(cell).at, self.centre(cell));
            if rows.insert(centre.key().1) {
                let text = board.name_on(at, up);
                let x = panel.rim.left - 14.0 - label::width(text, em) / 2.0;
                all.push(CoordinateLabel::beside_board(text, Point::new(x, centre.y), em));
            }
        }
        all
    }

    /// How large names can be if their middles are there, and none touches the next: long ones
    /// stand by turns in two lines.
    fn side_by_side(&self, names: &[(&str, f64)]) -> (f64, usize) {
        let usual = self.coordinate_em();
        let fit = |lines: usize| {
            let pairs = names.iter().zip(names.iter().skip(lines));
            let fits = pairs.map(|(one, next)| {
                let wide = label::width(one.0, 1.0) + label::width(next.0, 1.0);
                (next.1 - one.1) / (wide / 2.0 + 0.3)
            });
            fits.fold(usual, f64::min)
        };
        if fit(1) >= SHRUNK * usual { (fit(1), 1) } else { (fit(2), 2) }
    }

    /// The vertical middle of the first line of text below a panel.
    pub(super) fn line_below(&self, panel: &Panel) -> f64 {
        panel.rim.bottom + 24.0 * self.text_scale
    }

    /// Files at the foot of each file, ranks where a rank begins.
    pub(super) fn coordinates_beside_first_cells(
        &self,
        view: &BoardView,
        panel: &Panel,
    ) -> Vec<CoordinateLabel> {
        let board = view.layout.board(panel.board);
        let (mut names, mut files, mut ranks) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
        let mut cells: Vec<(Vector, Cell)> =
            panel.cells.iter().map(|&cell| (view.layout.point(cell).at, cell)).collect();
        sort_by_key(&mut cells, |(at, _)| (at.x, at.y));
        for (at, cell) in cells {
            let is_first = [files.insert(at.x), ranks.insert(at.y - board.file_start(at.x))];
            let kinds =
                [(AxisKind::File, Vector::new(0, -1, 0)), (AxisKind::Rank, Vector::new(-1, 1, 0))];
            for ((kind, step), _) in kinds.into_iter().zip(is_first).filter(|(_, first)| *first) {
                let out = self.beyond(view, panel.board, at, step);
                names.push((board.name_on(at, kind), self.centre(cell), out));
            }
        }
        self.beside_cells(names)
    }

    /// Names beside cells, in that direction: however long they are, off the cells. Those above or
    /// below their cells have next to them the neighbours'.
    fn beside_cells(&self, names: Vec<(&str, Point, Point)>) -> Vec<CoordinateLabel> {
        let is_aside = |out: &Point| out.x.abs() > 1.0;
        let tight = names.iter().filter(|(_, _, out)| !is_aside(out));
        let widest = tight.map(|(text, ..)| label::width(text, 1.0)).fold(0.0, f64::max);
        let narrow = self.coordinate_em().min(0.75 * CELL / widest.max(f64::MIN_POSITIVE));
        let place = |(text, centre, out): (&str, Point, Point)| {
            let em = if is_aside(&out) { self.coordinate_em() } else { narrow };
            // The middle of a single character.
            let near = centre.along(out, 0.72);
            let more = (label::width(text, em) / 2.0 - 0.35 * em).max(0.0);
            let aside = if is_aside(&out) { more.copysign(out.x) } else { 0.0 };
            CoordinateLabel::beside_board(text, near.plus(aside, 0.0), em)
        };
        names.into_iter().map(place).collect()
    }
}
