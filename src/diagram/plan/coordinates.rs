//! Names of files and ranks around a board of squares or hexagons.

use crate::diagram::{BoardView, Point, label};
use crate::geometry::{AxisKind, Cell, Vector};

use super::{CELL, DrawingPlan, LINE, Panel, Rect, lies_across, local_at};

/// Names that could only be this part of their size, or less, stand in two lines instead.
const SHRUNK: f64 = 0.85;

/// A name at the rim of a board.
#[derive(Debug)]
pub(in crate::diagram) struct CoordinateLabel {
    pub text: String,
    /// Where its middle is.
    pub at: Point,
    /// How large it is written.
    pub em: f64,
    /// Whether it is written on a cell, not beside the board.
    pub is_inside: bool,
}

impl CoordinateLabel {
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
        let across = lies_across(&view.orientation);
        let (along, up) = match across {
            false => (AxisKind::File, AxisKind::Rank),
            true => (AxisKind::Rank, AxisKind::File),
        };
        let mut names: Vec<(&str, f64)> = Vec::new();
        for &cell in &panel.cells {
            let (at, x) = (view.layout.point(cell).at, self.centre(cell).x);
            if !names.iter().any(|known| known.1 == x) {
                names.push((board.name_on(at, along), x));
            }
        }
        names.sort_by(|a, b| a.1.total_cmp(&b.1));
        let (em, lines) = self.side_by_side(&names);
        let mut all: Vec<CoordinateLabel> = Vec::new();
        for (index, (text, x)) in names.into_iter().enumerate() {
            let y = self.line_below(panel) + (index % lines) as f64 * LINE * self.coordinate_em();
            let at = Point::new(x, y);
            all.push(CoordinateLabel { text: text.to_owned(), at, em, is_inside: false });
        }
        let em = self.coordinate_em();
        let mut rows: Vec<f64> = Vec::new();
        for &cell in &panel.cells {
            let (at, y) = (view.layout.point(cell).at, self.centre(cell).y);
            if rows.contains(&y) {
                continue;
            }
            rows.push(y);
            let text = board.name_on(at, up).to_owned();
            let x = panel.rim.left - 14.0 - label::width(&text, em) / 2.0;
            all.push(CoordinateLabel { text, at: Point::new(x, y), em, is_inside: false });
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
        let mut names: Vec<(String, Cell, Point)> = Vec::new();
        let mut add = |kind: AxisKind, cell: Cell, interpolate: Vector| {
            let at = view.layout.point(cell).at;
            let (from, to) = (local_at(view, board, at), local_at(view, board, at + interpolate));
            let out = Point::new(to.x - from.x, to.y - from.y);
            names.push((board.name_on(at, kind).to_owned(), cell, out));
        };
        let (mut files, mut ranks) = (Vec::new(), Vec::new());
        let mut cells = panel.cells.clone();
        cells.sort_by_key(|&cell| {
            let at = view.layout.point(cell).at;
            (at.x, at.y)
        });
        for cell in cells {
            let at = view.layout.point(cell).at;
            let rank = at.y - board.file_start(at.x);
            if !files.contains(&at.x) {
                files.push(at.x);
                add(AxisKind::File, cell, Vector::new(0, -1, 0));
            }
            if !ranks.contains(&rank) {
                ranks.push(rank);
                add(AxisKind::Rank, cell, Vector::new(-1, 1, 0));
            }
        }
        self.beside_cells(names)
    }

    /// Names beside cells, in that direction: however long they are, off the cells. Those above or
    /// below their cells have next to them the neighbours'.
    fn beside_cells(&self, names: Vec<(String, Cell, Point)>) -> Vec<CoordinateLabel> {
        let is_aside = |out: &Point| out.x.abs() > 1.0;
        let tight = names.iter().filter(|(_, _, out)| !is_aside(out));
        let widest = tight.map(|(text, ..)| label::width(text, 1.0)).fold(0.0, f64::max);
        let narrow = self.coordinate_em().min(0.75 * CELL / widest.max(f64::MIN_POSITIVE));
        let place = |(text, cell, out): (String, Cell, Point)| {
            let em = if is_aside(&out) { self.coordinate_em() } else { narrow };
            // The middle of a single character.
            let near = self.centre(cell).plus(0.72 * out.x, 0.72 * out.y);
            let more = (label::width(&text, em) / 2.0 - 0.35 * em).max(0.0);
            let aside = if is_aside(&out) { more.copysign(out.x) } else { 0.0 };
            CoordinateLabel { text, at: near.plus(aside, 0.0), em, is_inside: false }
        };
        names.into_iter().map(place).collect()
    }
}
