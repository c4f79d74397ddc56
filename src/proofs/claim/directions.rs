//! The directions that words name, against the moves and notations of a claim.

use crate::geometry::{Cell, JoinedEdges, Tiling, Vector};

use super::words::WordComparison;

/// Words for directions.
const DIRECTIONS: [&str; 11] = [
    "forward",
    "forwards",
    "ahead",
    "backward",
    "backwards",
    "back",
    "sideways",
    "straight",
    "orthogonally",
    "diagonal",
    "diagonally",
];

impl WordComparison<'_> {
    /// Whether a word is a direction, and the directions of the words are those of the claim: each of them
    /// and no other.
    pub fn is_known_direction(&self, word: &str) -> bool {
        if !DIRECTIONS.contains(&word) {
            return false;
        }
        let (ways, said) = (self.ways(), self.said_directions());
        let is_named = |way: &[i16; 2]| said.iter().any(|said| leads(*way, said));
        let lies = |said: &Vec<&str>| ways.iter().any(|way| leads(*way, said));
        !ways.is_empty() && ways.iter().all(is_named) && said.iter().all(lies)
    }

    /// Whether each move of the claim leaps over cells that are on no line, or slides along one.
    pub fn is_known_manner(&self, word: &str) -> bool {
        let layout = self.variant.layout();
        let is_leap = |(_, from, to): &(_, Cell, Cell)| {
            let step = layout.point(*to).at - layout.point(*from).at;
            let mut lengths = [step.x, step.y, step.z].map(i16::abs);
            lengths.sort_unstable();
            let [least, middle, most] = lengths;
            middle != most && middle > 0 || least != most && least > 0
        };
        let ways = &self.mentions.ways;
        let wanted = match word {
            "leap" | "leaps" | "jump" | "jumps" => true,
            "slide" | "slides" => false,
            _ => return false,
        };
        if !self.mentions.notations.is_empty() {
            return wanted && self.mentions.notations.iter().all(|text| is_leaper(text));
        }
        let is_flat = |way: &(_, Cell, Cell)| self.is_flat(way.1);
        !ways.is_empty() && ways.iter().all(|way| is_flat(way) && is_leap(way) == wanted)
    }

    fn is_flat(&self, cell: Cell) -> bool {
        let board = self.variant.layout().board(self.variant.layout().point(cell).board);
        board.tiling == Tiling::Squares && board.joined == JoinedEdges::NOTHING
    }

    /// Returns the directions that are not denied, as in `diagonally forward`.
    fn said_directions(&self) -> Vec<Vec<&str>> {
        let is_other =
            |at: &usize| !DIRECTIONS.contains(&self.words[*at]) || self.is_denied(*at, 4);
        let places: Vec<usize> = (0..self.words.len()).collect();
        let groups = places.split(is_other).filter(|group| !group.is_empty());
        groups.map(|group| group.iter().map(|at| self.words[*at]).collect()).collect()
    }

    /// Returns the ways of the moves that the claim says to be so, sideways and forward, and those of the
    /// atoms of its notations; none if some have no direction.
    fn ways(&self) -> Vec<[i16; 2]> {
        let layout = self.variant.layout();
        let ways = self.mentions.ways.iter().map(|(side, from, to)| {
            let step = layout.point(*to).at - layout.point(*from).at;
            let frame = &self.variant.game().sides[*side].frame;
            let [side, ahead] = [Vector::new(1, 0, 0), Vector::new(0, 1, 0)]
                .map(|axis| frame.to_board_step(axis))
                .map(|axis| step.x * axis.x + step.y * axis.y);
            self.is_flat(*from).then_some([side, ahead])
        });
        let mut atoms: Vec<Option<[i16; 2]>> = Vec::new();
        for text in &self.mentions.notations {
            let mut modifiers = String::new();
            for sign in text.chars() {
                if "fbsvlr".contains(sign) {
                    modifiers.push(sign);
                } else if sign.is_ascii_uppercase() {
                    atoms.extend(ways_of_atom(sign, &modifiers));
                    modifiers.clear();
                }
            }
        }
        ways.chain(atoms).collect::<Option<_>>().unwrap_or_default()
    }
}

/// Whether a notation has only atoms that leap over cells, each once.
fn is_leaper(notation: &str) -> bool {
    let atoms: Vec<char> = notation.chars().filter(|sign| *sign != '"').collect();
    atoms.iter().all(|atom| "NADCZHGLJ".contains(*atom))
        && atoms.windows(2).all(|it| it[0] != it[1])
}

/// The ways of an atom with modifiers, of those that are mirror images one; `None` if they are not known.
fn ways_of_atom(atom: char, modifiers: &str) -> Vec<Option<[i16; 2]>> {
    let ways = match atom {
        'F' | 'B' | 'A' | 'G' => [[1, 1], [1, -1], [1, 1]],
        'W' | 'R' | 'D' | 'H' => [[0, 1], [0, -1], [1, 0]],
        _ => return vec![None],
    };
    let is_kept = |[_, ahead]: &[i16; 2]| match modifiers {
        "f" => *ahead > 0,
        "b" => *ahead < 0,
        "s" => *ahead == 0,
        _ => true,
    };
    let is_known = matches!(modifiers, "" | "f" | "b" | "s");
    ways.into_iter().filter(is_kept).map(|way| Some(way).filter(|_| is_known)).collect()
}

/// Whether a way leads where all these words say.
fn leads([side, ahead]: [i16; 2], said: &[&str]) -> bool {
    said.iter().all(|word| match *word {
        "forward" | "forwards" | "ahead" => ahead > 0,
        "backward" | "backwards" | "back" => ahead < 0,
        "sideways" => side != 0,
        "straight" | "orthogonally" => side == 0 || ahead == 0,
        _ => side.abs() == ahead.abs(),
    })
}
