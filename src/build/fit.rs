/// What is to stand on one sheet of paper, as far as room goes.
#[derive(Debug, Clone, Default)]
pub(super) struct Load {
    /// Width of the set-up by its height.
    pub board: f64,
    /// Letters of the title's sentence, and of each fact.
    pub facts: Vec<usize>,
    /// For each piece, width of its picture by its height (none: 0) and letters of its text.
    pub pieces: Vec<(f64, usize)>,
    /// Letters of each sign's words.
    pub legend: Vec<usize>,
    /// Letters of each rule.
    pub rulings: Vec<usize>,
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
const BOARDS_MM: [f64; 5] = [78.0, 70.0, 62.0, 54.0, 46.0];
const PLATES_MM: [f64; 9] = [60.0, 52.0, 45.0, 39.0, 34.0, 29.0, 25.0, 21.0, 17.0];
const COLUMNS: usize = 7;

const GAP_MM: f64 = 4.0;
const HEADING_MM: f64 = 8.0;
/// The line with a piece's name, and what lies between two rows of pieces.
const NAME_MM: f64 = 5.6;
const ROW_MM: f64 = 2.8;
/// More lines of text stand beside a picture, not below it, where pieces stand three or more side
/// by side.
const LONG: f64 = 6.0;
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
        let least = Fit { columns: COLUMNS, type_pt: 6.2, board_mm: 46.0, plate_mm: 17.0 };
        best.map_or(least, |(_, fit)| fit)
    }

    /// What it does for the reader: large pictures, a large set-up, letters that can be read.
    fn worth(&self, load: &Load) -> f64 {
        let sizes = load.pieces.iter().filter(|(aspect, _)| *aspect > 0.0);
        let sizes: Vec<f64> =
            sizes.map(|&(aspect, _)| self.plate(aspect).1 * aspect.sqrt()).collect();
        let mean = sizes.iter().sum::<f64>() / sizes.len().max(1) as f64;
        1.8 * mean + self.board_mm / 4.0 + 20.0 * self.type_pt
    }

    /// Width and height of a piece's picture of that shape.
    fn plate(&self, aspect: f64) -> (f64, f64) {
        let height = (self.column() / aspect).min(self.plate_mm);
        (height * aspect, height)
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

    /// Whether a piece with so many letters of text takes two places, the text beside the picture.
    pub fn is_long(&self, letters: usize) -> bool {
        self.columns > 2 && self.lines(letters, self.column()) > LONG
    }

    fn pieces(&self, load: &Load) -> f64 {
        let (mut rows, mut row, mut taken) = (0.0, 0.0_f64, 0);
        for &(aspect, letters) in &load.pieces {
            let is_long = self.is_long(letters);
            let places = if is_long { 2 } else { 1 };
            if taken + places > self.columns {
                (rows, row, taken) = (rows + row, 0.0, 0);
            }
            let plate = if aspect > 0.0 { self.plate(aspect).1 } else { 0.0 };
            let text = NAME_MM + self.lines(letters, self.column()) * self.line();
            row = row.max(ROW_MM + if is_long { plate.max(text) } else { plate + text });
            taken += places;
        }
        rows + row
    }

    fn legend(&self, load: &Load) -> f64 {
        let width = |letters: &usize| 14.0 + *letters as f64 * self.type_pt * LETTER_MM;
        let rows = (load.legend.iter().map(width).sum::<f64>() / (WIDTH_MM - 20.0)).ceil();
        rows * 5.2 + 1.0
    }

    /// In two columns.
    fn rulings(&self, load: &Load) -> f64 {
        let lines =
            |&letters: &usize| self.lines(letters, WIDTH_MM / 2.0 - 4.0) * self.line() + 0.8;
        HEADING_MM + load.rulings.iter().map(lines).sum::<f64>() / 2.0 + 2.0 * self.line()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            pieces: vec![(1.0, letters); pieces],
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
        assert!(few.plate(1.0).1 > many.plate(1.0).1, "{few:?} {many:?}");
        assert!(few.columns < many.columns);
    }
}
