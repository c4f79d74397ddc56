//! Words about how much a sentence says: of all cells or some, more than of another piece, of what must be.

use super::english_numbers::{SaidNumber, is_among, said_numbers};
use super::functions::FunctionName::{self, Files, Legal, Levels, Perft, Ranks};
use super::said_words::SaidPiece;
use super::value::Number;
use super::words::WordComparison;

impl WordComparison<'_> {
    /// Returns what the words say of more, of fewer or of other things than the claim.
    pub fn quantities(&self) -> Vec<String> {
        let found = [
            self.part_of_all(),
            self.all_of_one(),
            self.duty_of_choice(),
            self.compared_pieces(),
            self.other_axis(),
        ];
        found.into_iter().flatten().collect()
    }

    /// A part of the cells where the claim says all.
    fn part_of_all(&self) -> Option<String> {
        let is_part = |at: &usize| is_among("part", self.words[*at]) && !self.is_denied(*at, 2);
        let at = (0..self.words.len()).find(is_part).filter(|_| self.mentions.says_all)?;
        Some(format!("the words say *{}*, and the claim all cells", self.words[at]))
    }

    /// All cells where the claim counts from one: `from every square` for `count(moves(knight, e4)) is 8`.
    fn all_of_one(&self) -> Option<String> {
        let mentions = self.mentions;
        let whole = Number::Whole(self.variant.layout().len() as i64);
        let counts_from_one = !mentions.counted.is_empty()
            && mentions.counted.len() == mentions.statements
            && mentions.counted.iter().all(|it| it.is_of_one_cell && it.number != whole);
        let is_number = |word: &str| !said_numbers(&[word], |_| false).is_empty();
        let is_all = |at: &usize| match self.words[*at..] {
            [all, cell, ..] if is_among("every", all) && is_among("cell", cell) => true,
            [all, which, cell, ..] if is_among("every", all) && is_among("cell", cell) => {
                !is_number(which)
            }
            _ => false,
        };
        let at = (0..self.words.len()).find(is_all).filter(|_| counts_from_one)?;
        Some(format!("the words say *{}* cells, and the claim one", self.words[at]))
    }

    /// What must be, where the claim says that it may; or what may be left, where it is the only move.
    fn duty_of_choice(&self) -> Option<String> {
        let mut said = (0..self.words.len()).filter(|at| !self.is_denied(*at, 3));
        if self.asks(&[Perft]) {
            let is_only_move = self.mentions.has_number(Number::Whole(1));
            let is_choice = |at: &usize| is_only_move && is_among("choice", self.words[*at]);
            let word = self.words[said.find(is_choice)?];
            return Some(format!("the words say *{word}*, and the claim that it is the only move"));
        }
        let is_free = self.asks(&[Legal]) && !self.mentions.denies;
        let is_lifted = |at: usize| at > 0 && self.lifts_duty(at - 1);
        let at = said.find(|at| is_free && self.says_duty(*at) && !is_lifted(*at))?;
        Some(format!("the words say *{}*, and the claim only that it is legal", self.words[at]))
    }

    /// Whether the words say there that something must be.
    fn says_duty(&self, at: usize) -> bool {
        let has_to = matches!(self.words[at..], ["has" | "have" | "had", "to", ..]);
        has_to || is_among("duty", self.words[at])
    }

    /// Whether the word there only says that something need not be: `does not have to`, `need not`.
    pub fn lifts_duty(&self, at: usize) -> bool {
        let is_not = |word: &str| word == "not" || word.ends_with("n't");
        let before = at.checked_sub(1).map_or("", |before| self.words[before]);
        let follows = self.words.len() > at + 1 && self.says_duty(at + 1);
        is_not(self.words[at]) && (follows || matches!(before, "need" | "needs"))
    }

    /// Two pieces with numbers the other way round: `a Silver has more moves than a Gold`.
    fn compared_pieces(&self) -> Option<String> {
        let number = |piece: &SaidPiece| {
            let of_it = |it: &Option<_>| it.is_some_and(|it| piece.types.contains(&it));
            let mut numbers = self.mentions.counted.iter().filter(|it| of_it(&it.piece));
            numbers.next().map(|it| it.number)
        };
        self.said.pieces.windows(2).find_map(|pair| {
            let between = self.said.between(&pair[0], &pair[1]);
            let than = between.iter().position(|word| *word == "than")?;
            let how = between[..than].iter().find(|word| matches!(**word, "more" | "fewer"))?;
            let order = number(&pair[0])?.compare(number(&pair[1])?)?;
            let is_so = if *how == "more" { order.is_gt() } else { order.is_lt() };
            let (one, other) = (&pair[0].name, &pair[1].name);
            (!is_so).then(|| {
                format!(
                    "the words say *{how}* of *{one}* than of *{other}*, and the claim does not"
                )
            })
        })
    }

    /// A number of files, ranks or levels that the claim gives otherwise.
    fn other_axis(&self) -> Option<String> {
        said_numbers(self.words, |_| false).into_iter().find_map(|(number, place)| {
            let SaidNumber::Count(value, 0) = number else { return None };
            let noun = *self.words.get(place.end)?;
            let axis: FunctionName = match noun {
                "files" => Files,
                "ranks" => Ranks,
                "levels" => Levels,
                _ => return None,
            };
            let mut known =
                self.mentions.counted.iter().filter(|it| it.function == axis).peekable();
            known.peek()?;
            let is_so = known.any(|it| it.number == Number::Whole(value));
            let said = self.words[place].join(" ");
            (!is_so).then(|| format!("the words say *{said} {noun}*, and the claim another number"))
        })
    }
}
