//! Compares what a sentence says around a claim with what the claim is about: in *A Rook on d4 has [27
//! moves]* the words alone could be those of a claim about a Queen.

use std::collections::BTreeSet;

use crate::game::{PieceTypeId, SideId};
use crate::geometry::{Cell, CellSet};
use crate::query::LoadedVariant;

use super::ClaimSentence;
use super::asked::AskedStatement;
use super::english_numbers::is_among;
use super::said_words::{SaidPiece, SaidWords};

/// Verbs for which there are lists of their forms, and of the functions that ask another thing.
const VERBS: [&str; 7] = ["protects", "attacks", "moves", "loses", "wins", "keeps", "changes"];

/// Returns why words with a form of the claim are not compared all the same: what stands before or behind
/// them names another piece, side or cell than the claim, or denies, limits or widens what it says.
pub(super) fn other_subject(
    sentence: &ClaimSentence,
    said: &SaidWords<'_>,
    claim: &[AskedStatement],
    variant: &LoadedVariant,
) -> Option<String> {
    let (before, after) = (without_brackets(&sentence.before), without_brackets(&sentence.after));
    let mut sentences = before.rsplit(['.', '!', '?']);
    let whole = sentences.next()?;
    let after = after.split(['.', '!', '?', ';', ':', ',']).next()?;
    let clause = whole.rsplit([',', ';', ':']).next()?;
    // `With a Rook on a1 and a Pawn on a4, it has`
    let is_aside = whole.trim_start().starts_with("With ");
    let whole = if is_aside { clause } else { whole };
    let [whole, clause, after] = [whole, clause, after].map(|text| SaidWords::read(text, variant));
    let around = Surroundings { whole, clause, after, said, claim };
    let name = around
        .other_piece(sentences.map(|text| SaidWords::read(text, variant)))
        .or_else(|| around.other_side())
        .or_else(|| around.other_cell())
        .or_else(|| around.other_verb())
        .or_else(|| around.other_scope(said.text.len() > sentence.words.len()))?;
    Some(format!("its sentence says *{name}*, and the claim does not"))
}

/// The text without what stands in round brackets: `rank 10 (Black: rank 1)`.
fn without_brackets(text: &str) -> String {
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
struct Surroundings<'c> {
    /// All that stands before the words, and the last clause of it.
    whole: SaidWords<'c>,
    clause: SaidWords<'c>,
    /// The clause behind the words.
    after: SaidWords<'c>,
    said: &'c SaidWords<'c>,
    claim: &'c [AskedStatement],
}

impl Surroundings<'_> {
    fn any(&self, is_so: impl Fn(&AskedStatement) -> bool) -> bool {
        self.claim.iter().any(is_so)
    }

    fn asks(&self, list: &str) -> bool {
        let is_in = |family: &String| family.split(' ').any(|word| is_among(list, word));
        self.any(|it| it.families.iter().any(is_in))
    }

    /// The piece that the sentence named last, if the claim is about another one. A pronoun can mean each
    /// piece of the sentence before.
    fn other_piece<'w>(&self, earlier: impl Iterator<Item = SaidWords<'w>>) -> Option<String> {
        let of = |it: &AskedStatement| {
            it.pieces.iter().chain(&it.others).chain(&it.victims).copied().collect::<Vec<_>>()
        };
        let asked: BTreeSet<PieceTypeId> = self.claim.iter().flat_map(of).collect();
        // Another piece castles with the one that moves.
        let castles = self.any(|it| it.families.iter().any(|it| it == "legal castling"));
        if asked.is_empty() || !self.said.pieces.is_empty() || castles {
            return None;
        }
        let fits = |piece: &SaidPiece| piece.types.iter().any(|it| asked.contains(it));
        let mut behind = self.after.pieces.iter();
        let other = behind.find(|it| follows(&self.after, it.at.start, "of") && !fits(it));
        if let Some(piece) = other {
            return Some(piece.name.clone());
        }
        let whole = &self.whole;
        if whole.pieces.is_empty() {
            let is_meant = has(whole, "pronoun", 0) && !has(whole, "nameless", 0);
            return named_before(earlier, fits).filter(|_| is_meant);
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
            None if it.function.is_empty() => [None, None],
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
        let other = |words: &SaidWords<'_>| {
            let (at, cell) = origins(words).pop()?;
            (!all.contains(cell)).then(|| words.text_of(at..at + 1).to_owned())
        };
        other(&self.whole).or_else(|| other(&self.after))
    }

    /// The last verb, if the claim asks another thing: *protected from e1* is not attacked from there.
    fn other_verb(&self) -> Option<String> {
        let verb = |at: usize| {
            let word = self.clause.word(at)?;
            let verb = VERBS.into_iter().find(|it| is_among(&format!("verb {it}"), word))?;
            Some((word, verb))
        };
        let (word, verb) = (0..self.clause.len()).rev().find_map(verb)?;
        let is_other = self.asks(&format!("but {verb}")) && !has(&self.clause, "relative", 0);
        is_other.then(|| word.to_owned())
    }

    /// What denies, limits or widens the clause of a claim that does not. `has_lead` says that a limit
    /// directly before the words is compared with them.
    fn other_scope(&self, has_lead: bool) -> Option<String> {
        let is_of_many = self.asks("many moves");
        let is_of_one = self.claim.len() == 1 && self.any(|it| !it.from.is_empty());
        let is_of_a_side = self.any(|it| it.standing.has_twins);
        let denies = has_lead || self.any(|it| it.denies);
        let is_limit = |word: &&str| {
            !denies && is_among("limit", word)
                || is_of_one
                    && is_among("each", word)
                    && !(is_of_many && ["all", "each"].contains(word))
                || is_of_a_side && ["all", "both"].contains(word)
                || is_among("unread", word)
        };
        let words: Vec<&str> =
            (0..self.clause.len()).filter_map(|at| self.clause.word(at)).collect();
        let mut main = words.split(|word| is_among("relative", word)).next()?.iter().copied();
        let limit = main.find(is_limit);
        let each = (0..self.after.len())
            .filter_map(|at| self.after.word(at))
            .take_while(|word| !is_among("relative", word))
            .find(|word| is_of_one && is_among("each", word));
        let behind = |at| self.after.word(at).unwrap_or_default();
        let is_behind = is_among("behind", behind(0))
            || is_among("behind first", behind(0)) && is_among("behind second", behind(1));
        let is_count = |it: &&[&str]| is_among("count of moves", it[0]) && is_among("move", it[1]);
        let on_empty_board = self.any(|it| it.line.is_empty() && !it.pieces.is_empty());
        let is_setup = |it: &&[&str]| on_empty_board && **it == ["initial", "position"];
        let is_other = |it: &&[&str]| is_of_many && is_count(it) || is_setup(it);
        let two = words.windows(2).find(is_other);
        limit
            .or(each)
            .map(str::to_owned)
            .or(is_behind.then(|| behind(0).to_owned()))
            .or(two.map(|words| words.join(" ")))
    }
}

/// The last name of a sentence that a pronoun can mean, if it can mean none that fits.
fn named_before<'w>(
    sentences: impl Iterator<Item = SaidWords<'w>>,
    fits: impl Fn(&SaidPiece) -> bool,
) -> Option<String> {
    let mut name = None;
    for sentence in sentences {
        if sentence.pieces.iter().any(&fits) || has(&sentence, "nameless", 0) {
            return None;
        }
        name = name.or(sentence.pieces.last().map(|piece| piece.name.clone()));
        if !has(&sentence, "pronoun", 0) {
            break;
        }
    }
    name
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
