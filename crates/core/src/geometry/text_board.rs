//! Boards as text.

use std::collections::BTreeMap;

use super::{Cell, Layout, Tiling};

/// The text between two boards side by side.
const GAP: &str = "    ";
/// The largest width of boards side by side.
const COLUMNS: usize = 96;

impl Layout {
    /// Returns all boards as text: `letters` of each cell, with the names of files and ranks.
    ///
    /// ```text
    /// 3  x . x
    /// 2  . o .
    /// 1  x . x
    ///
    ///    a b c
    /// ```
    ///
    /// Holes are blank. Each file of hexagons is shifted by half a cell. Boards and levels are side
    /// by side, with the lowest level first.
    pub fn text_board(&self, letters: impl Fn(Cell) -> String) -> String {
        let mut rows: Vec<Vec<TextBlock>> = Vec::new();
        for (index, board) in self.boards().iter().enumerate() {
            for level in 0..board.levels.len() as i16 {
                let block = self.block(index as u8, level, &letters);
                let beside = |row: &Vec<TextBlock>| {
                    let before: usize =
                        row.iter().map(|block| block_width(block) + GAP.len()).sum();
                    before + block_width(&block) <= COLUMNS
                };
                match rows.last_mut() {
                    Some(row) if beside(row) => row.push(block),
                    _ => rows.push(vec![block]),
                }
            }
        }
        let texts: Vec<String> = rows.iter().map(|row| side_by_side(row)).collect();
        texts.join("\n\n")
    }

    fn block(&self, index: u8, level: i16, letters: &impl Fn(Cell) -> String) -> TextBlock {
        let board = self.board(index);
        let mut grid: BTreeMap<(i16, i16), String> = BTreeMap::new();
        let mut lines: BTreeMap<i16, &str> = BTreeMap::new();
        for cell in self.cells_of(index).filter(|&cell| self.point(cell).at.z == level) {
            let at = self.point(cell).at;
            let line = board.tiling.middle(f64::from(at.x), f64::from(at.y)).1 as i16;
            let is_row = board.tiling == Tiling::Squares;
            let name = if is_row { board.ranks.names[at.y as usize].as_str() } else { "" };
            grid.insert((line, at.x), letters(cell));
            lines.insert(line, name);
        }
        let files = &board.files.names;
        let margin = lines.values().map(|name| width(name)).max().unwrap_or(0);
        let cell = grid.values().chain(files).map(|text| width(text)).max().unwrap_or(1);
        let row = |name: &str, texts: &mut dyn Iterator<Item = &str>| {
            let cells: Vec<String> = texts.map(|text| centred(text, cell)).collect();
            format!("{name:>margin$}  {}", cells.join(" ")).trim_end().to_owned()
        };
        let board_name = if self.boards().len() > 1 { board.id.as_str() } else { "" };
        let title = board.level_title(board_name, level);
        let mut block = TextBlock::new();
        if !title.is_empty() {
            block.push(format!("{:>margin$}  {title}", ""));
        }
        for (&line, name) in lines.iter().rev() {
            let texts = (0..files.len() as i16).map(|x| grid.get(&(line, x)));
            block.push(row(name, &mut texts.map(|text| text.map_or("", String::as_str))));
        }
        block.push(String::new());
        block.push(row("", &mut files.iter().map(String::as_str)));
        block
    }
}

/// The lines of one board or one level.
type TextBlock = Vec<String>;

fn block_width(block: &TextBlock) -> usize {
    block.iter().map(|line| width(line)).max().unwrap_or(0)
}

fn side_by_side(blocks: &[TextBlock]) -> String {
    let height = blocks.iter().map(Vec::len).max().unwrap_or(0);
    let line = |index: usize| {
        let parts = blocks.iter().map(|block| {
            let at = index.checked_sub(height - block.len());
            let part = at.map_or("", |at| block[at].as_str());
            format!("{part:<0$}", block_width(block))
        });
        parts.collect::<Vec<_>>().join(GAP).trim_end().to_owned()
    };
    (0..height).map(line).collect::<Vec<_>>().join("\n")
}

fn width(text: &str) -> usize {
    text.chars().count()
}

/// Centres a text in this number of columns, or half a column left of the centre.
fn centred(text: &str, columns: usize) -> String {
    format!("{text:^columns$}")
}

#[cfg(test)]
mod tests {
    use super::super::{Axis, AxisKind, Board};
    use super::*;

    #[track_caller]
    fn check(layout: &Layout, letters: impl Fn(Cell) -> String, expected: &str) {
        let board = layout.text_board(letters);
        assert_eq!(board, expected.trim_matches('\n'), "\n{board}");
    }

    #[test]
    fn squares_have_ranks_at_the_left_and_files_below() {
        let full = Layout::new(vec![Board::rectangle(3, 3)]).unwrap();
        let layout = full.restricted_to(&full.cells().filter(|&c| full.name(c) != "a3").collect());
        let layout = layout.unwrap();
        check(
            &layout,
            |cell| if layout.name(cell) == "b2" { "(n)".to_owned() } else { ".".to_owned() },
            "
3       .   .
2   .  (n)  .
1   .   .   .

    a   b   c",
        );
    }

    #[test]
    fn hexagons_stand_in_columns() {
        let layout = Layout::new(vec![Board::hexagon(2, "abc".chars())]).unwrap();
        check(
            &layout,
            |cell| layout.name(cell)[1..].to_owned(),
            "
    3
  2   2
    2
  1   1
    1

  a b c",
        );
    }

    #[test]
    fn levels_and_boards_stand_side_by_side() {
        let levels = Board {
            levels: Axis::numbers(2),
            has_levels: true,
            names: vec![AxisKind::Level, AxisKind::File, AxisKind::Rank],
            ..Board::rectangle(3, 2)
        };
        let small = Board { id: "limbo".to_owned(), ..Board::rectangle(1, 1) };
        let layout = Layout::new(vec![levels, small]).unwrap();
        check(
            &layout,
            |_| ".".to_owned(),
            "
   board, level 1       board, level 2
2  . . .             2  . . .                limbo
1  . . .             1  . . .             1  .

   a b c                a b c                a",
        );
    }
}
