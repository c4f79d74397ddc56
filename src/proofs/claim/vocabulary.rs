//! The words that a claim's sentence may have, beside the names and numbers that are compared.
//!
//! No list has all words that turn a sentence round: *hardly*, *elsewhere*, *persists*. So a sentence is
//! compared only if each of its words is known: as one that adds nothing, or as one for what the claim
//! asks. What has another word is not compared, and gets no tick.

use super::english_numbers::{is_about, is_among, says_number, word_lists};
use super::shape::Aspect;
use super::tree::Relation::{self, AtLeast, AtMost, LessThan, MoreThan};
use super::words::WordComparison;

impl WordComparison<'_> {
    /// Returns the words that are not known.
    pub fn unknown_words(&self) -> Vec<String> {
        let is_part = |part: &str, at: usize| match part.chars().count() {
            1 => self.is_name(part) || self.mentions.words.contains(part),
            _ => self.is_known(part, at),
        };
        let is_known = |at: &usize| {
            let word = self.words[*at];
            self.is_of_bound(*at)
                || self.is_known(word, *at)
                || word.contains('-') && word.split('-').all(|part| is_part(part, *at))
        };
        let unknown = (0..self.words.len()).filter(|at| !is_known(at) || self.ends_phrase(*at));
        unknown.map(|at| self.words[at].to_owned()).collect()
    }

    /// Whether the word there ends what only looks plain: `has to`, `all but`, `not empty`.
    fn ends_phrase(&self, at: usize) -> bool {
        let before = at.checked_sub(1).map_or("", |before| self.words[before]);
        let next = self.words.get(at + 1).copied().unwrap_or_default();
        match self.words[at] {
            "to" => matches!(before, "has" | "have" | "had"),
            "but" => is_among("all", before),
            "of" => before == "out",
            // What is done to a piece is not compared.
            "by" => is_among("passive", before),
            "does" | "do" | "did" => next != "not",
            // `no Queen` where the position has one, `no piece protects it`
            "no" => {
                let mentions = self.mentions;
                let is_listed = mentions.is_list && !mentions.denies_some;
                let has_it = mentions.is_of_position && !mentions.words.contains("stands");
                is_listed && matches!(next, "piece" | "#") || next == "#" && has_it
            }
            "without" => self.is_denied(at, 2),
            // `not empty` says the same in the words and in the claim, or in neither.
            "empty" => self.mentions.words.contains("not") != self.denies(),
            // `eight moves` of what is reached in many
            "move" | "moves" if is_number(before) => {
                !self.mentions.words.iter().any(|word| is_among("counted moves", word))
            }
            word if is_about("keeps", word) || is_about("changes", word) => self.is_denied(at, 3),
            word => before == "not" && is_among("negative", word),
        }
    }

    fn is_known(&self, word: &str, at: usize) -> bool {
        let mentions = self.mentions;
        let compares = |relations: &[Relation]| {
            mentions.comparisons.iter().any(|(relation, _)| relations.contains(relation))
        };
        let is_asked = |what: &str| match what {
            "denial" => mentions.denies,
            "denied" => mentions.denies_some,
            "bound" => compares(&[AtLeast, AtMost, LessThan, MoreThan]),
            "exact" => {
                compares(&[Relation::Is]) && self.words.get(at + 1).is_some_and(|it| is_number(it))
            }
            "general" => !mentions.is_of_position,
            "whole" if mentions.says_inside => false,
            "whole" => {
                mentions.says_all
                    || mentions.is_list
                    || mentions.denies_some
                    || mentions.speaks_of_cells
            }
            "list" => mentions.is_list || mentions.denies_some && !mentions.only_denies,
            "alike" => mentions.equates,
            "in-check" => mentions.has_check,
            "shooting" => mentions.shoots,
            "victim" => !mentions.patients.is_empty(),
            "position" => mentions.is_of_position,
            "no-position" => !mentions.is_of_position && self.words.get(at + 1) == Some(&"board"),
            function => mentions.words.contains(function),
        };
        let mut asked = word_lists("asked ").filter(|(_, words)| words.contains(&word));
        let is_aspect = Aspect::ALL.iter().any(|(name, _)| *name == word)
            && ["keeps", "changes"].iter().any(|name| mentions.words.contains(*name));
        let is_cell = |word: &str| self.variant.layout().find(word).is_some();
        mentions.words.contains(word) && !is_about("denial", word)
            || !is_aspect && is_among("plain", word)
            || is_among("denial", word)
                && !is_among("general denial", word)
                && (mentions.only_denies || !is_among("deny all", word))
            || word.ends_with("n't")
            || word.chars().all(|sign| !sign.is_alphabetic())
            || self.is_name(word)
            || is_number(word)
            || asked.any(|(list, _)| list.split(' ').any(is_asked))
            || self.is_known_direction(word)
            || self.is_known_manner(word)
            || word.char_indices().any(|(at, _)| is_cell(&word[at..]))
    }

    /// Whether a word is the name of a piece, of a side, or a letter of which a cell of the claim has the
    /// name.
    fn is_name(&self, word: &str) -> bool {
        let mut sides = self.variant.variant().sides.iter().flat_map(|side| side.name.split(' '));
        let mut cells = self.mentions.cells.iter();
        let layout = self.variant.layout();
        word == "#"
            || sides.any(|name| name.eq_ignore_ascii_case(word))
            || word.chars().count() == 1
                && cells.any(|cell| layout.name_on_board(cell).to_lowercase().contains(word))
    }
}

fn is_number(word: &str) -> bool {
    word == "one" || says_number(word)
}
