//! Compares what a sentence says around a claim with what the claim is about: in *A Rook on d4 has [27
//! moves]* the words alone could be those of a claim about a Queen.

use std::collections::BTreeSet;

use crate::game::{PieceTypeId, SideId};
use crate::geometry::{Cell, CellSet};
use crate::query::LoadedVariant;

use super::asked::AskedStatement;
use super::english_numbers::is_among;
use super::said_words::{SaidPiece, SaidWords, count_words};

/// Verbs for which there are lists of their forms, and of the functions that ask another thing.
const VERBS: [&str; 7] = ["protects", "attacks", "moves", "loses", "wins", "keeps", "changes"];

/// The text without what stands in round brackets: `rank 10 (Black: rank 1)`.
pub(super) fn without_brackets(text: &str) -> String {
    let mut depth = 0_usize;
    let is_outside = |sign: &char| {
        depth += usize::from(*sign == '(');
        let is_outside = depth == 0;
        depth = depth.saturating_sub(usize::from(*sign == ')'));
        is_outside
    };
    text.chars().filter(is_outside).collect()
}

/// What a sentence says around the words of a claim.
pub(super) struct Surroundings<'c> {
    /// The sentences before, the last one first.
    earlier: Vec<&'c str>,
    /// All that stands before the words, and where its last clause begins.
    whole: SaidWords<'c>,
    clause: usize,
    /// The clause behind the words.
    after: SaidWords<'c>,
    said: &'c SaidWords<'c>,
    /// Whether a limit directly before the words is compared with them.
    has_lead: bool,
    claim: &'c [AskedStatement],
    variant: &'c LoadedVariant,
}

impl<'c> Surroundings<'c> {
    /// Reads them. Round brackets are read over: `rank 10 (Black: rank 1)`.
    pub fn read(
        [before, after]: [&'c str; 2],
        said: &'c SaidWords<'c>,
        has_lead: bool,
        claim: &'c [AskedStatement],
        variant: &'c LoadedVariant,
    ) -> Surroundings<'c> {
        let mut sentences = sentences(before).into_iter().rev();
        let whole = sentences.next().unwrap_or_default();
        let after = after.split(['.', '!', '?', ';', ':', ',']).next().unwrap_or_default();
        let clause = whole.rsplit([',', ';', ':']).next().unwrap_or_default();
        // `With a Rook on a1 and a Pawn on a4, it has`
        let whole = if whole.trim_start().starts_with("With ") { clause } else { whole };
        let whole = SaidWords::read(whole, variant);
        Surroundings {
            earlier: sentences.collect(),
            clause: whole.len().saturating_sub(count_words(clause)),
            whole,
            after: SaidWords::read(after, variant),
            said,
            has_lead,
            claim,
            variant,
        }
    }

    /// What names another piece, side or cell than the claim, asks another thing, or denies, limits or widens
    /// what it says.
    pub fn other_subject(&self) -> Option<String> {
        let found = self.other_piece().or_else(|| self.other_side());
        let found = found.or_else(|| self.other_cell()).or_else(|| self.other_verb());
        found.or_else(|| self.other_scope())
    }

    /// A word that denies the clause or leaves all else out, not directly before the words.
    pub fn limit(&self) -> Option<&str> {
        self.main_words().find(|word| is_among("limit", word)).or_else(|| self.limit_behind())
    }

    /// The word behind the claim that changes what it says: `[eight moves] at most`.
    fn limit_behind(&self) -> Option<&str> {
        let mut words = words_of(&self.after).filter(|word| !is_among("article", word));
        let first = words.next()?;
        let is_second = words.next().is_some_and(|word| is_among("behind second", word));
        let is_limit = is_among("behind", first) || is_among("behind first", first) && is_second;
        is_limit.then_some(first)
    }

    /// The words of the clause before another one with which a name is narrowed: `a piece that has no move`.
    fn main_words(&self) -> impl Iterator<Item = &str> {
        words_of(&self.whole).skip(self.clause).take_while(|word| !is_among("relative", word))
    }

    fn any(&self, is_so: impl Fn(&AskedStatement) -> bool) -> bool {
        self.claim.iter().any(is_so)
    }

    fn asks(&self, list: &str) -> bool {
        self.any(|it| it.has_family_word(|word| is_among(list, word)))
    }

    fn asked_pieces(&self) -> BTreeSet<PieceTypeId> {
        let of = |it: &AskedStatement| {
            it.pieces.iter().chain(&it.others).chain(&it.victims).copied().collect::<Vec<_>>()
        };
        self.claim.iter().flat_map(of).collect()
    }

    /// The piece that the sentence named last, if the claim is about another one. A pronoun can mean each
    /// piece of the sentence before.
    fn other_piece(&self) -> Option<String> {
        let asked = self.asked_pieces();
        // Another piece castles with the one that moves.
        let castles = self.any(|it| it.families.iter().any(|it| it == "legal castling"));
        if asked.is_empty() || !self.said.pieces.is_empty() || castles {
            return None;
        }
        let fits = |piece: &SaidPiece| is_one_of(piece, &asked);
        let mut behind = self.after.pieces.iter();
        let other = behind.find(|it| follows(&self.after, it.at.start, "of") && !fits(it));
        if let Some(piece) = other {
            return Some(piece.name.clone());
        }
        let whole = &self.whole;
        let after = whole.pieces.last().map_or(0, |piece| piece.at.end);
        if has(whole, "pronoun", after) {
            let name = whole.pieces.last().map(|piece| piece.name.clone());
            let fits_here = has(whole, "nameless", after) || whole.pieces.iter().any(fits);
            return self.named_before(name, fits).filter(|_| !fits_here);
        }
        let last = whole.pieces.iter().rposition(|it| !follows(whole, it.at.start, "aside"))?;
        let after = whole.pieces[last].at.end;
        let is_other = !whole.pieces[last..].iter().any(fits) && !has(whole, "nameless", after);
        is_other.then(|| whole.pieces[last].name.clone())
    }

    /// The side that the sentence named last, if the claim is about another one.
    fn other_side(&self) -> Option<String> {
        let (before, after) = (&self.whole, &self.after);
        let side = |words: &SaidWords<'_>, at: usize| {
            let (end, side) = words.side_at(at)?;
            Some((words.text_of(at..end).to_owned(), end, side))
        };
        let last_piece = before.pieces.last().map_or(0, |piece| piece.at.start);
        // `with a black Pawn on a4, the Rook`
        let is_of_other =
            |at| at < last_piece && before.pieces.iter().any(|piece| piece.at.start == at);
        let last = |at: usize| side(before, at).filter(|_| !follows(before, at, "aside"));
        let mut places = (0..before.len()).rev();
        let last = places.find_map(|at| Some((last(at)?, is_of_other(at))));
        let last = last.filter(|(_, is_of_other)| !is_of_other).map(|(side, _)| side);
        let behind = (0..after.len()).filter(|at| follows(after, *at, "of"));
        let behind = { behind }.find_map(|at| side(after, at));
        let gives = behind.is_some();
        let (name, end, side) = behind.or(last)?;
        let gives = gives || has(before, "gives", end);
        let is_passive = before.word(end).is_some_and(|word| is_among("passive", word));
        let of = |it: &AskedStatement| match it.piece_side {
            Some(_) => [it.piece_side, it.victim_side],
            None if !is_among("of a side", it.function) => [None, None],
            // Only of a check it can be the side that moved last.
            None if !it.function.starts_with("check") => [it.side, None],
            None if gives => [it.mover, None],
            None if is_passive => [it.side, None],
            None => [it.mover.and(it.side), it.mover],
        };
        let asked: BTreeSet<SideId> = self.claim.iter().flat_map(of).flatten().collect();
        let is_said = (0..self.said.len()).any(|at| self.said.side_at(at).is_some());
        (!is_said && !asked.is_empty() && !asked.contains(&side)).then_some(name)
    }

    /// The cell from which a piece moves by the sentence, if it is none of the claim.
    fn other_cell(&self) -> Option<String> {
        let from: CellSet = self.claim.iter().flat_map(|it| it.from.iter()).collect();
        let is_said = |at| self.said.cell_at(at).is_some_and(|cell| from.contains(cell));
        if from.is_empty() || (0..self.said.len()).any(is_said) {
            return None;
        }
        let all = self.claim.iter().flat_map(|it| it.cells.iter().chain(&it.standing.start));
        let all: CellSet = all.chain([&from]).flat_map(CellSet::iter).collect();
        let pieces = self.asked_pieces();
        let is_of_other = |piece: &SaidPiece| !is_one_of(piece, &pieces);
        let other = |words: &SaidWords<'_>| {
            let mut origins = origins(words);
            origins.retain(|(at, _)| !words.piece_on(*at).is_some_and(is_of_other));
            let (at, cell) = origins.pop()?;
            (!all.contains(cell)).then(|| words.text_of(at..at + 1).to_owned())
        };
        other(&self.whole).or_else(|| other(&self.after))
    }

    /// The last verb, if the claim asks another thing: *protected from e1* is not attacked from there.
    fn other_verb(&self) -> Option<String> {
        let verb = |at: usize| {
            let word = self.whole.word(at)?;
            let verb = VERBS.into_iter().find(|it| is_among(&format!("verb {it}"), word))?;
            Some((word, verb))
        };
        let (word, verb) = (self.clause..self.whole.len()).rev().find_map(verb)?;
        let is_other =
            self.asks(&format!("but {verb}")) && !has(&self.whole, "relative", self.clause);
        is_other.then(|| word.to_owned())
    }

    /// What denies, limits or widens the clause of a claim that does not.
    fn other_scope(&self) -> Option<String> {
        let is_of_many = self.asks("many moves");
        let is_of_one = self.claim.len() == 1 && self.any(|it| !it.from.is_empty());
        let is_of_a_side = self.any(|it| it.standing.has_twins);
        let widens = |word: &&str| {
            is_of_one && is_among("each", word) && !(is_of_many && ["all", "each"].contains(word))
                || is_of_a_side && ["all", "both"].contains(word)
        };
        let is_denied = self.has_lead || self.any(|it| it.denies);
        let limit = if is_denied { self.limit_behind() } else { self.limit() };
        let each = words_of(&self.after)
            .take_while(|word| !is_among("relative", word))
            .find(|word| is_of_one && is_among("each", word));
        let is_unread =
            |word: &&str| is_among("unread", word) || !is_denied && is_among("compulsory", word);
        let first = words_of(&self.whole).next().filter(|word| is_among("unread first", word));
        let unread = first.or_else(|| words_of(&self.whole).find(is_unread));
        let unread = unread.or_else(|| words_of(&self.after).find(|word| is_among("closed", word)));
        let found = limit.or_else(|| self.main_words().find(widens)).or(each).or(unread);
        let on_empty_board = self.any(|it| it.line.is_empty() && !it.pieces.is_empty());
        let of_all_sides = self.asks("pieces") && self.any(|it| it.piece_side.is_none());
        let is_other = |it: &&[&str]| match it {
            ["initial", "position"] => on_empty_board,
            ["each" | "every", "side" | "player"] => of_all_sides,
            ["first" | "second", "player"] => true,
            [count, noun] => {
                is_of_many && is_among("count of moves", count) && is_among("move", noun)
            }
            _ => false,
        };
        let words: Vec<&str> = words_of(&self.whole).collect();
        let two = || words.windows(2).find(is_other).map(|words| words.join(" "));
        found.map(str::to_owned).or_else(two)
    }

    /// The last name of a sentence that a pronoun can mean, if it can mean none that fits.
    fn named_before(
        &self,
        mut name: Option<String>,
        fits: impl Fn(&SaidPiece) -> bool,
    ) -> Option<String> {
        for sentence in &self.earlier {
            let sentence = &SaidWords::read(sentence, self.variant);
            if sentence.pieces.iter().any(&fits) || has(sentence, "nameless", 0) {
                return None;
            }
            name = name.or(sentence.pieces.last().map(|piece| piece.name.clone()));
            if !has(sentence, "pronoun", 0) {
                break;
            }
        }
        name
    }
}

/// Whether the name can mean one of these types.
fn is_one_of(piece: &SaidPiece, types: &BTreeSet<PieceTypeId>) -> bool {
    piece.types.iter().any(|it| types.contains(it))
}

/// The sentences of a text. The number of a move ends none: `after 1. e4`.
fn sentences(text: &str) -> Vec<&str> {
    let ends = text.match_indices(['.', '!', '?']).map(|(at, _)| at);
    let has_digit = |word: &str| word.contains(|sign: char| sign.is_ascii_digit());
    let is_number = |at: &usize| {
        let before = text[..*at].rsplit(' ').next().unwrap_or_default();
        let after = text[at + 1..].split_whitespace().next().unwrap_or_default();
        !before.is_empty() && before.bytes().all(|sign| sign.is_ascii_digit()) && has_digit(after)
    };
    let ends = ends.filter(|at| !is_number(at));
    let mut found = Vec::new();
    let mut start = 0;
    for end in ends.chain([text.len()]) {
        found.push(&text[start..end]);
        start = (end + 1).min(text.len());
    }
    found
}

/// The words, in small letters.
fn words_of<'w>(words: &'w SaidWords<'_>) -> impl Iterator<Item = &'w str> {
    (0..words.len()).filter_map(|at| words.word(at))
}

/// The cells of `from a1 and b1`, with their places. What other pieces stand on is no origin: `with a piece
/// on f6`.
fn origins(words: &SaidWords<'_>) -> Vec<(usize, Cell)> {
    let mut found = Vec::new();
    let mut is_origin = false;
    for at in 0..words.len() {
        match words.cell_at(at) {
            Some(cell) if is_origin => found.push((at, cell)),
            Some(_) => {}
            None => {
                let before = at.checked_sub(1).and_then(|at| words.word(at));
                let is_nameless = before.is_some_and(|word| is_among("nameless", word));
                is_origin = words.word(at).is_some_and(|word| {
                    is_among("origin", word) && !is_nameless || is_origin && word == "and"
                });
            }
        }
    }
    found
}

/// Whether a word of a list is there, or behind it.
fn has(words: &SaidWords<'_>, list: &str, from: usize) -> bool {
    (from..words.len()).any(|at| words.word(at).is_some_and(|word| is_among(list, word)))
}

/// Whether a word of a list stands before the name that begins there.
fn follows(words: &SaidWords<'_>, start: usize, list: &str) -> bool {
    let before = (0..start).rev().filter_map(|at| words.word(at));
    let mut before = before.skip_while(|word| is_among("article", word));
    before.next().is_some_and(|word| is_among(list, word))
}
