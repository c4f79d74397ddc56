/// What is to stand on one sheet of paper, as far as room goes.
#[derive(Debug, Clone, Default)]
pub(super) struct Load {
    /// Width of the set-up by its height.
    pub board: f64,
    /// Letters of the title's sentence, and of each fact.
    pub facts: Vec<usize>,
    /// For each piece, its picture and the letters of its text.
    pub pieces: Vec<(Option<Plate>, usize)>,
    /// Letters of each sign's words.
    pub legend: Vec<usize>,
    /// Letters of each rule.
    pub rulings: Vec<usize>,
}

impl Load {
    /// In a legend, the letters of words that have a line for themselves.
    pub const LINE: usize = 100;
}

/// The shape of a picture.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plate {
    /// Its width by its height.
    pub aspect: f64,
    /// So many cells would stand side by side in it.
    pub across: f64,
}

/// How large things are on that sheet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Fit {
    /// Pieces side by side.
    pub columns: usize,
    /// The letters.
    pub type_pt: f64,
    /// At most so high is the set-up.
    pub board_mm: f64,
    /// At most so high is the picture of a piece.
    pub plate_mm: f64,
}

// What A4 and Letter both have, 12 mm of margin on every side left out, and some millimetres for
// fonts that run wider than the one that the numbers below were taken from.
const WIDTH_MM: f64 = 186.0;
const HEIGHT_MM: f64 = 249.0;

// The steps in which things shrink; the style sheet has a class for each.
const TYPES_PT: [f64; 5] = [8.6, 8.0, 7.4, 6.8, 6.2];
const BOARDS_MM: [f64; 6] = [78.0, 70.0, 62.0, 54.0, 46.0, 40.0];
const PLATES_MM: [f64; 9] = [60.0, 52.0, 45.0, 39.0, 34.0, 29.0, 25.0, 21.0, 17.0];
const COLUMNS: usize = 7;

const GAP_MM: f64 = 4.0;
const HEADING_MM: f64 = 8.0;
/// The line with a piece's name, and what lies between a piece and the next below it.
const NAME_MM: f64 = 5.6;
const NEXT_MM: f64 = 2.8;
/// In a narrow column so many letters of a line are lost to words that go to the next.
const LOST: f64 = 2.6;
/// A line by the size of its letters, and a letter by that size, both in millimetres a point.
const LINE_MM: f64 = 0.3528 * 1.25;
const LETTER_MM: f64 = 0.3528 * 0.51;

impl Fit {
    /// The largest pictures with which everything still stands on one sheet.
    pub fn of(load: &Load) -> Fit {
        let mut best: Option<(f64, Fit)> = None;
        for type_pt in TYPES_PT {
            for board_mm in BOARDS_MM {
                for columns in 1..=COLUMNS {
                    for plate_mm in PLATES_MM {
                        let fit = Fit { columns, type_pt, board_mm, plate_mm };
                        if fit.height(load) > HEIGHT_MM {
                            continue;
                        }
                        let worth = fit.worth(load);
                        if best.is_none_or(|(known, _)| worth > known) {
                            best = Some((worth, fit));
                        }
                    }
                }
            }
        }
        let least = Fit { columns: COLUMNS, type_pt: 6.2, board_mm: 40.0, plate_mm: 17.0 };
        best.map_or(least, |(_, fit)| fit)
    }

    /// What it does for the reader: letters that can be read, cells in which one sees what stands
    /// there, a large set-up. What is small already must not be made smaller.
    fn worth(&self, load: &Load) -> f64 {
        let plates: Vec<&Plate> =
            load.pieces.iter().filter_map(|(plate, _)| plate.as_ref()).collect();
        let cells = plates.iter().map(|plate| (self.plate(plate).0 / plate.across).ln());
        let mean = cells.sum::<f64>() / plates.len().max(1) as f64;
        150.0 * self.type_pt.ln() + 75.0 * mean + self.board_mm / 4.0
    }

    /// Width and height of a piece's picture.
    fn plate(&self, plate: &Plate) -> (f64, f64) {
        let height = (self.column() / plate.aspect).min(self.plate_mm);
        (height * plate.aspect, height)
    }

    fn column(&self) -> f64 {
        (WIDTH_MM - GAP_MM * (self.columns - 1) as f64) / self.columns as f64
    }

    fn line(&self) -> f64 {
        self.type_pt * LINE_MM
    }

    fn lines(&self, letters: usize, width: f64) -> f64 {
        (letters as f64 * self.type_pt * LETTER_MM / width).ceil()
    }

    fn height(&self, load: &Load) -> f64 {
        self.head(load) + HEADING_MM + self.pieces(load) + self.legend(load) + self.rulings(load)
    }

    fn head(&self, load: &Load) -> f64 {
        let aspect = load.board.max(0.1);
        let board = self.board_mm.min(WIDTH_MM * 0.56 / aspect);
        let beside = WIDTH_MM - board * aspect - 6.0;
        let facts: f64 = load.facts.iter().map(|&letters| self.lines(letters + 16, beside)).sum();
        board.max(12.0 + facts * self.line()) + 2.0
    }

    /// The classes that tell the style sheet: `columns-4 type-86 board-62 plate-52`.
    pub fn classes(&self) -> String {
        format!(
            "columns-{} type-{:.0} board-{:.0} plate-{:.0}",
            self.columns,
            10.0 * self.type_pt,
            self.board_mm,
            self.plate_mm
        )
    }

    /// How high the columns are in which pieces stand, each with its text below its picture: as low
    /// as they can be with the pieces in their order.
    fn pieces(&self, load: &Load) -> f64 {
        let width = self.column() - LOST * self.type_pt * LETTER_MM;
        let heights = load.pieces.iter().map(|&(ref plate, letters)| {
            let plate = plate.as_ref().map_or(0.0, |plate| self.plate(plate).1);
            plate + NAME_MM + self.lines(letters, width) * self.line() + NEXT_MM
        });
        let heights: Vec<f64> = heights.collect();
        let mut low = heights.iter().copied().fold(0.0, f64::max);
        let mut high = heights.iter().sum::<f64>().max(low);
        while high - low > 0.5 {
            let height = (low + high) / 2.0;
            match columns(&heights, height) <= self.columns {
                true => high = height,
                false => low = height,
            }
        }
        high
    }

    fn legend(&self, load: &Load) -> f64 {
        let width = |letters: &usize| 12.0 + *letters as f64 * self.type_pt * LETTER_MM;
        let rows = (load.legend.iter().map(width).sum::<f64>() / (WIDTH_MM - 20.0)).ceil();
        rows * 4.7 + 1.0
    }

    /// In two columns.
    fn rulings(&self, load: &Load) -> f64 {
        let lines =
            |&letters: &usize| self.lines(letters, WIDTH_MM / 2.0 - 4.0) * self.line() + 0.8;
        HEADING_MM + load.rulings.iter().map(lines).sum::<f64>() / 2.0 + 1.2 * self.line()
    }
}

/// How many columns of that height such things fill, one after the other.
fn columns(heights: &[f64], height: f64) -> usize {
    let (mut columns, mut filled) = (1, 0.0);
    for one in heights {
        if filled + one > height {
            (columns, filled) = (columns + 1, 0.0);
        }
        filled += one;
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_low_as_the_order_of_the_pieces_allows() {
        assert_eq!(columns(&[3.0, 1.0, 1.0, 2.0], 3.0), 3);
        assert_eq!(columns(&[3.0, 1.0, 1.0, 2.0], 4.0), 2);
        assert_eq!(columns(&[3.0, 1.0, 1.0, 2.0], 7.0), 1);
    }

    #[test]
    fn the_style_sheet_knows_every_step() {
        let sheet = include_str!("../../templates/fairybook.css");
        for type_pt in TYPES_PT {
            for (board_mm, plate_mm) in BOARDS_MM.into_iter().cycle().zip(PLATES_MM) {
                for columns in 1..=COLUMNS {
                    for class in (Fit { columns, type_pt, board_mm, plate_mm }).classes().split(' ')
                    {
                        assert!(sheet.contains(&format!(".leaf.{class} {{")), "{class}");
                    }
                }
            }
        }
    }

    fn load(pieces: usize, letters: usize, rulings: usize) -> Load {
        Load {
            board: 1.0,
            facts: vec![60, 20, 20, 20],
            pieces: vec![(Some(Plate { aspect: 1.0, across: 8.0 }), letters); pieces],
            legend: vec![20; 5],
            rulings: vec![120; rulings],
        }
    }

    #[test]
    fn whatever_can_stand_on_one_sheet_does() {
        for (pieces, letters, rulings) in [(1, 20, 0), (6, 60, 12), (14, 90, 10), (20, 90, 14)] {
            let load = load(pieces, letters, rulings);
            assert!(Fit::of(&load).height(&load) <= HEIGHT_MM, "{pieces} pieces");
        }
    }

    #[test]
    fn few_pieces_are_drawn_larger_than_many() {
        let few = Fit::of(&load(6, 60, 10));
        let many = Fit::of(&load(18, 60, 10));
        let plate = Plate { aspect: 1.0, across: 8.0 };
        assert!(few.plate(&plate).1 > many.plate(&plate).1, "{few:?} {many:?}");
        assert!(few.columns < many.columns);
    }
}
