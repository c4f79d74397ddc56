//! Sets of cells as variant files name them, and as definitions do.

use std::collections::BTreeSet;

/// A cell: the index of its rank, from near for White, and of its file, from the left.
pub type RankFile = (u8, u8);

/// Cells on a board of any size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CellPattern {
    /// All cells.
    All,
    /// These; `None` stands for every file or rank.
    Listed(Vec<(Option<u8>, Option<u8>)>),
}

impl CellPattern {
    /// Reads `*1 d4 d10`, or `-` for no cell. `None` if a word is no cell.
    pub fn parse(text: &str) -> Option<CellPattern> {
        match text.trim() {
            "all" => return Some(CellPattern::All),
            "-" | "" => return Some(CellPattern::Listed(Vec::new())),
            _ => {}
        }
        let word = |word: &str| {
            let (file, rank) = (word.chars().next()?, word.get(1..)?);
            let file = match file {
                '*' => None,
                'a'..='p' => Some(file as u8 - b'a'),
                _ => return None,
            };
            let rank = match rank {
                "*" => None,
                digits => Some(digits.parse::<u8>().ok()?.checked_sub(1)?),
            };
            Some((file, rank))
        };
        text.split_whitespace().map(word).collect::<Option<_>>().map(CellPattern::Listed)
    }

    /// The cells of a board with so many files and ranks.
    pub fn cells(&self, files: u8, ranks: u8) -> BTreeSet<RankFile> {
        let all = (0..ranks).flat_map(|rank| (0..files).map(move |file| (rank, file)));
        all.filter(|&(rank, file)| match self {
            CellPattern::All => true,
            CellPattern::Listed(words) => words.iter().any(|(some_file, some_rank)| {
                some_file.is_none_or(|it| it == file) && some_rank.is_none_or(|it| it == rank)
            }),
        })
        .collect()
    }

    /// The text of these cells in a variant file.
    pub fn print(cells: &BTreeSet<RankFile>, files: u8, ranks: u8) -> String {
        let mut words = Vec::new();
        for rank in 0..ranks {
            let row: Vec<u8> = (0..files).filter(|&file| cells.contains(&(rank, file))).collect();
            if row.len() == usize::from(files) {
                words.push(format!("*{}", rank + 1));
            } else {
                words.extend(row.iter().map(|file| format!("{}{}", letter(*file), rank + 1)));
            }
        }
        if words.is_empty() { "-".to_owned() } else { words.join(" ") }
    }
}

/// The name of a file.
pub fn letter(file: u8) -> char {
    char::from(b'a' + file)
}

/// The names of the axes of a board in a definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AxisNames {
    /// The files, from the left.
    pub files: Vec<String>,
    /// The ranks, from near for the first side.
    pub ranks: Vec<String>,
}

impl AxisNames {
    /// Files `a`, `b` ..; ranks `1`, `2` ...
    pub fn usual(files: u8, ranks: u8) -> AxisNames {
        AxisNames {
            files: (0..files).map(|file| letter(file).to_string()).collect(),
            ranks: (1..=ranks).map(|rank| rank.to_string()).collect(),
        }
    }

    /// The name of a cell.
    pub fn cell(&self, (rank, file): RankFile) -> String {
        format!("{}{}", self.files[usize::from(file)], self.ranks[usize::from(rank)])
    }

    /// The cells as a definition names them: `rank 2`, `ranks 1-4, b5 c5`, `d1-f3`.
    pub fn print(&self, cells: &BTreeSet<RankFile>) -> String {
        if let Some(rectangle) = self.rectangle(cells) {
            return rectangle;
        }
        let files = self.files.len();
        let is_whole = |rank: u8| cells.iter().filter(|cell| cell.0 == rank).count() == files;
        let whole: Vec<u8> = (0..self.ranks.len() as u8).filter(|&rank| is_whole(rank)).collect();
        let rest: Vec<String> = cells
            .iter()
            .filter(|cell| !whole.contains(&cell.0))
            .map(|&cell| self.cell(cell))
            .collect();
        let runs: Vec<&[u8]> = whole.chunk_by(|a, b| a + 1 == *b).collect();
        let run = |run: &&[u8]| match run {
            [one] => self.ranks[usize::from(*one)].clone(),
            run => format!(
                "{}-{}",
                self.ranks[usize::from(run[0])],
                self.ranks[usize::from(run[run.len() - 1])]
            ),
        };
        let ranks = match whole.len() {
            0 => String::new(),
            1 => format!("rank {}", run(&runs[0])),
            _ => format!("ranks {}", runs.iter().map(run).collect::<Vec<_>>().join(" ")),
        };
        match (ranks.is_empty(), rest.is_empty()) {
            (false, false) => format!("{ranks}, {}", rest.join(" ")),
            (true, false) => rest.join(" "),
            _ => ranks,
        }
    }

    /// The same as all cells but some, if that is shorter.
    pub fn print_limit(&self, cells: &BTreeSet<RankFile>) -> String {
        let (files, ranks) = (self.files.len() as u8, self.ranks.len() as u8);
        let all = CellPattern::All.cells(files, ranks);
        let others: BTreeSet<RankFile> = all.difference(cells).copied().collect();
        let (text, other) = (self.print(cells), format!("not ({})", self.print(&others)));
        if !others.is_empty() && other.len() + 8 < text.len() { other } else { text }
    }

    /// Names a rectangle that is narrower than the board and has more than one rank and file.
    fn rectangle(&self, cells: &BTreeSet<RankFile>) -> Option<String> {
        let (low, high) = (cells.first()?, cells.last()?);
        let wide = usize::from(high.1.checked_sub(low.1)?) + 1;
        let tall = usize::from(high.0 - low.0) + 1;
        let fits = cells.iter().all(|cell| (low.1..=high.1).contains(&cell.1));
        let is_rectangle = fits && cells.len() == wide * tall && wide < self.files.len();
        (is_rectangle && wide > 1 && tall > 1)
            .then(|| format!("{}-{}", self.cell(*low), self.cell(*high)))
    }
}
