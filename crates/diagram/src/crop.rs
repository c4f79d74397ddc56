//! Crops a figure to some of its cells.

use std::sync::Arc;

use fairybook_core::geometry::{
    Axis, Board, Cell, CellCoordinates, CellSet, JoinedEdges, Layout, LayoutError, Tiling, Vector,
};

use super::{BoardView, BorderStyle, Figure, Mark, MoveLine, MoveLineKind, PlacedPiece, ZoneStyle};

impl Figure {
    /// The part of the picture that has these cells: of each board they are on, the smallest box
    /// around them. A slide that leads out of it goes on to its rim; whatever else leads out is
    /// left out. A board of hexagons, or one with joined edges, stays whole.
    pub fn cropped_to(&self, cells: &CellSet) -> Result<Figure, LayoutError> {
        let view = self.view();
        let parts = parts(&view.layout, cells);
        if parts.is_empty() {
            return Err(LayoutError::Empty);
        }
        let whole = Layout::new(parts.iter().map(|part| part.board.clone()).collect())?;
        let map = |layout: &Layout, cell: Cell| {
            let CellCoordinates { board, at } = view.layout.point(cell);
            let index = parts.iter().position(|part| part.index == board)?;
            layout.at(CellCoordinates { board: index as u8, at: at - parts[index].start })
        };
        let kept: CellSet = view.layout.cells().filter_map(|cell| map(&whole, cell)).collect();
        let layout = whole.restricted_to(&kept)?;
        let one = |cell: Cell| map(&layout, cell);
        let set = |cells: &CellSet| cells.iter().filter_map(one).collect::<CellSet>();
        let pairs = |pairs: &[(Cell, Cell)]| -> Vec<(Cell, Cell)> {
            pairs.iter().filter_map(|&(a, b)| Some((one(a)?, one(b)?))).collect()
        };
        let line = |cells: &[Cell]| cells.iter().copied().map(one).collect::<Option<Vec<Cell>>>();
        let mut figure = self.clone();
        let part = figure.view_mut();
        part.layout = Arc::new(layout.clone());
        let boards = parts.iter().filter_map(|part| view.boards.get(part.index as usize));
        part.boards = boards.cloned().collect();
        part.zones.clear();
        for ZoneStyle { cells, label } in &view.zones {
            let (cells, label) = (set(cells), label.clone());
            part.zones.extend((!cells.is_empty()).then_some(ZoneStyle { cells, label }));
        }
        part.borders.clear();
        for border in &view.borders {
            let border = BorderStyle { pairs: pairs(&border.pairs), ..border.clone() };
            part.borders.extend((!border.pairs.is_empty()).then_some(border));
        }
        part.diagonals = pairs(&view.diagonals);
        part.ticks = set(&view.ticks);
        part.arrows.clear();
        part.overview = false;

        let placed = |it: &PlacedPiece| Some(PlacedPiece { cell: one(it.cell)?, ..it.clone() });
        figure.pieces = self.pieces.iter().filter_map(placed).collect();
        figure.focus = set(&self.focus);
        let mark = |mark: &Mark| Some(Mark { cell: one(mark.cell)?, ..*mark });
        figure.marks = self.marks.iter().filter_map(mark).collect();
        let move_line = |move_line: &MoveLine| {
            if move_line.kind == MoveLineKind::Slide {
                return inner(move_line, one);
            }
            let (cells, obstacles) = (line(&move_line.cells)?, line(&move_line.obstacles)?);
            Some(MoveLine { cells, obstacles, ..move_line.clone() })
        };
        figure.move_lines = self.move_lines.iter().filter_map(move_line).collect();
        if let Some(shown) = shown(view, &parts, one) {
            figure.text_alternative += &format!(" The diagram shows only {shown}.");
        }
        Ok(figure)
    }
}

/// A slide as far as it can be seen from where it begins.
fn inner(slide: &MoveLine, one: impl Fn(Cell) -> Option<Cell>) -> Option<MoveLine> {
    let cells: Vec<Cell> = slide.cells.iter().copied().map_while(&one).collect();
    let obstacles = slide.obstacles.iter().copied().filter_map(&one).collect();
    let open = slide.open || cells.len() < slide.cells.len();
    (cells.len() > 1).then(|| MoveLine { cells, obstacles, open, ..slide.clone() })
}

/// Which cells are shown: `b2 to f6`, `heaven`; nothing is said where all are.
fn shown(
    view: &BoardView,
    parts: &[BoardPart],
    one: impl Fn(Cell) -> Option<Cell>,
) -> Option<String> {
    let layout = &view.layout;
    let texts = parts.iter().map(|part| {
        let all = || layout.cells_of(part.index);
        let mut cells = all().filter(|&cell| one(cell).is_some());
        let first = cells.next()?;
        let last = cells.last().unwrap_or(first);
        let is_whole = all().all(|cell| one(cell).is_some());
        Some(match (is_whole, first == last) {
            (true, _) => match view.boards.get(part.index as usize) {
                Some(style) if !style.title.is_empty() => style.title.clone(),
                _ => format!("all of {}", part.board.id),
            },
            (false, true) => layout.name(first).to_owned(),
            (false, false) => format!("{} to {}", layout.name(first), layout.name(last)),
        })
    });
    let texts: Vec<String> = texts.flatten().collect();
    let all = layout.cells().all(|cell| one(cell).is_some());
    (!all).then(|| texts.join(" and "))
}

/// A piece of a board.
struct BoardPart {
    /// Of which board.
    index: u8,
    /// Where it begins there.
    start: Vector,
    board: Board,
}

fn parts(layout: &Layout, cells: &CellSet) -> Vec<BoardPart> {
    let mut parts = Vec::new();
    for (index, board) in (0..).zip(layout.boards()) {
        let points = cells.iter().map(|cell| layout.point(cell));
        let on_board: Vec<Vector> =
            points.filter(|point| point.board == index).map(|point| point.at).collect();
        if on_board.is_empty() {
            continue;
        }
        let is_plain = board.tiling == Tiling::Squares && board.joined == JoinedEdges::NOTHING;
        parts.push(match is_plain {
            true => part(index, board, &on_board),
            false => BoardPart { index, start: Vector::default(), board: board.clone() },
        });
    }
    parts
}

fn part(index: u8, board: &Board, points: &[Vector]) -> BoardPart {
    let span = |of: fn(&Vector) -> i16| {
        let least = points.iter().map(of).min().expect("the board has some of the cells");
        (least, points.iter().map(of).max().unwrap_or(least))
    };
    let (files, ranks, levels) = (span(|at| at.x), span(|at| at.y), span(|at| at.z));
    let slice = |axis: &Axis, (first, last): (i16, i16)| {
        Axis::new(axis.names[first as usize..=last as usize].iter().cloned())
    };
    BoardPart {
        index,
        start: Vector::new(files.0, ranks.0, levels.0),
        board: Board {
            files: slice(&board.files, files),
            ranks: slice(&board.ranks, ranks),
            levels: slice(&board.levels, levels),
            first_is_light: (files.0 + ranks.0 + levels.0) % 2 != 0,
            ..board.clone()
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MarkKind;
    use fairybook_core::geometry::AxisKind;

    #[test]
    fn a_part_keeps_names_colours_and_what_lies_in_it() {
        let cube = Board {
            levels: Axis::numbers(3),
            has_levels: true,
            names: vec![AxisKind::File, AxisKind::Rank, AxisKind::Level],
            ..Board::rectangle(8, 8)
        };
        let layout = Arc::new(Layout::new(vec![cube]).expect("a board"));
        let at = |name: &str| layout.find(name).expect(name);
        let mut figure = Figure::new(BoardView::new(layout.clone()).into());
        figure.marks =
            ["b31", "c32", "d42", "h83"].map(|name| Mark::new(at(name), MarkKind::Move)).to_vec();
        let part = figure.cropped_to(&["c32", "d42"].into_iter().map(at).collect()).expect("cells");
        assert_eq!(
            part.view().layout.names_of(&CellSet::all(part.view().layout.len())),
            "c32 c42 d32 d42"
        );
        let with_mark = part.marks.iter().map(|mark| part.view().layout.name(mark.cell));
        assert_eq!(with_mark.collect::<Vec<_>>(), ["c32", "d42"]);
        for mark in &part.marks {
            let whole = at(part.view().layout.name(mark.cell));
            assert_eq!(part.view().layout.shade(mark.cell), layout.shade(whole));
        }
        assert!(figure.cropped_to(&CellSet::new()).is_err());
    }

    #[test]
    fn a_slide_goes_on_to_the_rim_of_a_part_and_the_words_say_what_is_shown() {
        let layout = Arc::new(Layout::new(vec![Board::rectangle(8, 8)]).expect("a board"));
        let at = |name: &str| layout.find(name).expect(name);
        let mut figure = Figure::new(BoardView::new(layout.clone()).into());
        figure.text_alternative = "A Rook on b2.".to_owned();
        let move_line =
            |kind, names: &[&str]| MoveLine::new(kind, names.iter().map(|name| at(name)));
        figure.move_lines = vec![
            move_line(MoveLineKind::Slide, &["b2", "c2", "d2", "e2"]),
            move_line(MoveLineKind::Slide, &["b2", "b3", "b4"]),
            move_line(MoveLineKind::Slide, &["b2", "a2"]),
            move_line(MoveLineKind::Shot, &["b2", "e2"]),
        ];
        let part = figure.cropped_to(&["b2", "d4"].into_iter().map(at).collect()).expect("cells");
        let drawn: Vec<(String, bool)> = part
            .move_lines
            .iter()
            .map(|move_line| {
                let names = move_line.cells.iter().map(|&cell| part.view().layout.name(cell));
                (names.collect::<Vec<_>>().join(" "), move_line.open)
            })
            .collect();
        assert_eq!(drawn, [("b2 c2 d2".to_owned(), true), ("b2 b3 b4".to_owned(), false)]);
        assert_eq!(part.text_alternative, "A Rook on b2. The diagram shows only b2 to d4.");
        let whole = figure.cropped_to(&["a1", "h8"].into_iter().map(at).collect()).expect("cells");
        assert_eq!(whole.text_alternative, "A Rook on b2.");
    }
}
