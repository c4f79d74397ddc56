//! Plans the stack of levels of a board.

use crate::{BoardView, Point, label};
use fairybook_core::geometry::{Cell, Tiling};

use super::{CELL, Rect, seen};

/// How wide a cell is, how far a rank leans to the right, and how far it rises.
const STACK: (f64, f64, f64) = (72.0, 32.0, 32.0);
/// How far a level is above the one below it, at least and at most.
const APART: (f64, f64) = (34.0, 72.0);

/// The levels of a board above each other, drawn as seen from the side.
#[derive(Debug)]
pub(crate) struct Overview {
    /// The cells of each level, the lowest first.
    pub levels: Vec<Vec<Cell>>,
    /// From each level but the highest to the next: where the corners of what both cover lie.
    pub guides: Vec<Vec<(Point, Point)>>,
    /// The names of the levels, and where they stand.
    pub names: Vec<(String, Point)>,
    /// The box around all of it.
    pub area: Rect,
    /// Of the cells from the first of the board on.
    centres: Vec<Point>,
    first: Cell,
}

impl Overview {
    /// The levels of the first board that has several, their names in that size; as high as asked
    /// for, as far as levels may be apart.
    pub fn new(view: &BoardView, name_em: f64, height: f64) -> Option<Overview> {
        let boards = view.layout.boards();
        let index = boards.iter().position(|b| b.has_levels && b.tiling == Tiling::Squares)?;
        let (least, most) = APART;
        let overview = stack(view, index as u8, name_em, least);
        let gaps = overview.levels.len() as f64 - 1.0;
        let more = ((height - overview.area.height()) / gaps.max(1.0)).min(most - least);
        match more > 1.0 {
            true => Some(stack(view, index as u8, name_em, (least + more).floor())),
            false => Some(overview),
        }
    }

    /// The middle of a cell.
    pub fn centre(&self, cell: Cell) -> Point {
        self.centres[cell.index() - self.first.index()]
    }

    /// Whether it shows the cell.
    pub fn has(&self, cell: Cell) -> bool {
        let index = cell.index().checked_sub(self.first.index());
        index.is_some_and(|index| index < self.centres.len())
    }

    /// The corners of a cell, clockwise.
    pub fn corners(&self, cell: Cell) -> Vec<Point> {
        let corners = [(-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5)];
        let centre = self.centre(cell);
        corners.iter().map(|&(right, ahead)| leaning(centre, right, ahead)).collect()
    }

    pub(super) fn move_to(&mut self, corner: Point) {
        let (x, y) = ((corner.x - self.area.left).round(), (corner.y - self.area.top).round());
        let shift = |point: &mut Point| *point = point.plus(x, y);
        self.centres.iter_mut().for_each(shift);
        for (low, high) in self.guides.iter_mut().flatten() {
            shift(low);
            shift(high);
        }
        self.names.iter_mut().map(|(_, point)| point).for_each(shift);
        self.area = self.area.translated(x, y);
    }
}

fn stack(view: &BoardView, index: u8, name_em: f64, apart: f64) -> Overview {
    let layout = &view.layout;
    let board = layout.board(index);
    let cells: Vec<Cell> = layout.cells_of(index).collect();
    let level_of = |cell: &Cell| layout.point(*cell).at.z;
    // To the right and ahead, not down.
    let place = |cell: &Cell| seen(&view.orientation, layout.point(*cell).at);
    let whole = Rect::around(cells.iter().map(place));
    let storey = (whole.height() + 1.0) * STACK.2 + apart;
    let on_paper = |level: i16, at: Point| {
        let below = f64::from(board.levels.len() as i16 - 1 - level) * storey;
        leaning(Point::new(0.0, below), at.x - whole.left, at.y - whole.top)
    };
    let levels = 0..board.levels.len() as i16;
    let on = |level: i16| -> Vec<Cell> {
        cells.iter().copied().filter(|cell| level_of(cell) == level).collect()
    };
    // A level may have no cells; then it has no corners.
    let around = |level| Rect::around(on(level).iter().map(place)).expanded(0.5);
    let boxes: Vec<Rect> = levels.clone().map(around).collect();
    let guides = levels.clone().zip(boxes.windows(2)).map(|(level, pair)| {
        let corners = pair[0].intersection(&pair[1]).map(|area| area.corners());
        let guide = |at| (on_paper(level, at), on_paper(level + 1, at));
        corners.into_iter().flatten().map(guide).collect()
    });
    let outer = whole.expanded(0.5).corners();
    let name = |level: i16| {
        let own = boxes[level as usize];
        let nearest = if own.width() > 0.0 { own.corners()[0] } else { outer[0] };
        let name = board.levels.names[level as usize].clone();
        let aside = -12.0 - label::width(&name, name_em) / 2.0;
        (name, on_paper(level, nearest).plus(aside, -10.0))
    };
    let rims = levels.clone().flat_map(|level| outer.map(|at| on_paper(level, at)));
    let widest = board.levels.names.iter().map(|name| label::width(name, name_em));
    let mut area = Rect::around(rims);
    area.left -= 14.0 + widest.fold(0.0, f64::max);
    // Pieces on the farthest cells of the highest level rise above it.
    area.top -= CELL / 4.0;
    area.bottom += name_em / 2.0;
    Overview {
        guides: guides.collect(),
        levels: levels.clone().map(on).collect(),
        names: levels.map(name).collect(),
        centres: cells.iter().map(|cell| on_paper(level_of(cell), place(cell))).collect(),
        first: cells[0],
        area,
    }
}

/// So many cells to the right and ahead of a place on a level.
fn leaning(from: Point, right: f64, ahead: f64) -> Point {
    let (wide, lean, rise) = STACK;
    from.plus(right * wide + ahead * lean, -ahead * rise)
}
