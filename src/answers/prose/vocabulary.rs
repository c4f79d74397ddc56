//! Words that all sentences share: the names of cells, of numbers and of piece types.

use super::rule_texts::makes_double_step;
use crate::diagram::Surface;
use crate::game::{MoveForm, PieceTypeId, SideId};
use crate::geometry::{AxisKind, CellSet, Lattice};
use crate::notation::{Atom, Betza, Leap, Leg, Modifiers, Term};
use crate::query::LoadedVariant;
use crate::source::{Span, capitalised, number_word, ordinal_word};
use crate::variant::{EffectText, MoveRuleText};

/// The words for moves of one piece type on one board.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BoardVocabulary {
    /// The lattice, which decides the names of directions.
    pub lattice: Lattice,
    /// Whether pieces stand on the crossings of lines.
    pub points: bool,
    /// The leaps that are the whole move of another piece type of the game, with its name.
    pub known_leaps: Vec<(Leap, String)>,
    /// Whether no piece of the game makes a double step, so that none is captured en passant.
    pub lacks_en_passant: bool,
}

impl BoardVocabulary {
    /// The word for what a piece stands on: `square`, `cell` or `point`.
    pub(super) fn cell(&self) -> &'static str {
        self.lattice.cell_noun(self.points)
    }

    /// `one square`, `two points`
    pub(super) fn cells(&self, count: u16) -> String {
        format!("{} {}", number(count), plural(self.cell(), count.into()))
    }
}

/// What a piece stands on: `square`, `cell` or `point`.
pub fn cell_word(variant: &LoadedVariant) -> &'static str {
    let on_lines = variant.variant().boards.iter().all(|board| board.surface == Surface::Lines);
    variant.layout().lattice().cell_noun(on_lines)
}

/// The words for the moves of a piece type, or of no piece type.
pub(super) fn vocabulary(
    variant: &LoadedVariant,
    piece_type: Option<PieceTypeId>,
) -> BoardVocabulary {
    let initial = variant.game().initial_pieces.iter().map(|(_, piece)| piece.piece_type);
    let promoted = variant.game().promotions.iter().flat_map(|it| &it.choices).copied();
    let mut known_leaps: Vec<(Leap, String)> = Vec::new();
    // Two pieces that leap alike are not explained by each other: the first has words of its own.
    let is_first = |other: &PieceTypeId| piece_type.is_none_or(|own| *other < own);
    for other in initial.chain(promoted).filter(is_first) {
        if let Some(leap) = only_leap(&variant.variant().face(other).moves)
            && known_leaps.iter().all(|(known, _)| known.coordinates != leap.coordinates)
        {
            known_leaps.push((leap, variant.piece_type_name(other).to_owned()));
        }
    }
    let points = variant.variant().boards.iter().all(|board| board.surface == Surface::Lines);
    let lacks_en_passant =
        !variant.game().piece_type_ids().any(|it| makes_double_step(variant, it));
    BoardVocabulary { lattice: variant.layout().lattice(), points, known_leaps, lacks_en_passant }
}

/// The leap that is a piece's whole move, in all directions and without conditions.
fn only_leap(rules: &[MoveRuleText]) -> Option<Leap> {
    let [rule] = rules else { return None };
    rule.plain_notation().filter(|_| rule.within.is_none())?;
    let (MoveForm::Betza(Betza { terms }), EffectText::None) = (&rule.form, &rule.effect) else {
        return None;
    };
    let [Term { legs, .. }] = &terms[..] else { return None };
    let [Leg { modifiers, atom: Atom::Leap(leap), range: 1, .. }] = &legs[..] else { return None };
    let bare = Modifiers { span: Span::default(), ..modifiers.clone() };
    (bare == Modifiers::default()).then_some(*leap)
}

/// Small numbers as words, `no` for zero.
pub(super) fn number(value: u16) -> String {
    if value == 0 { "no".to_owned() } else { number_word(value.into()) }
}

/// A place in a row as a word: `third`.
pub(super) fn ordinal(value: u16) -> String {
    ordinal_word(value.into())
}

/// The noun in the plural, unless the count is one: `Foxes`, `Mercenaries`.
pub(super) fn plural(noun: &str, count: usize) -> String {
    if count == 1 {
        return noun.to_owned();
    }
    let before_y = noun.strip_suffix('y').filter(|stem| {
        stem.ends_with(|letter: char| letter.is_alphabetic() && !"aeiouAEIOU".contains(letter))
    });
    let hisses = ["s", "x", "z", "ch", "sh"].iter().any(|ending| noun.ends_with(ending));
    match before_y {
        Some(stem) => format!("{stem}ies"),
        None if hisses => format!("{noun}es"),
        None => format!("{noun}s"),
    }
}

/// The sentence with a capital letter and a full stop.
pub(super) fn sentence(text: &str) -> String {
    capitalised(text) + "."
}

/// What the cells at one place of an axis are called.
pub(super) fn axis_word(axis: AxisKind) -> &'static str {
    match axis {
        AxisKind::File => "file",
        AxisKind::Rank => "rank",
        AxisKind::Level => "level",
    }
}

/// The cells of a side in a table that may lack the side.
pub(super) fn of_side(cells: &[CellSet], side: SideId) -> CellSet {
    cells.get(side.index()).cloned().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_have_regular_plurals() {
        for (one, several) in [
            ("Pawn", "Pawns"),
            ("Mercenary", "Mercenaries"),
            ("Fox", "Foxes"),
            ("Duchess", "Duchesses"),
            ("Archer-Boy", "Archer-Boys"),
        ] {
            assert_eq!((plural(one, 1), plural(one, 2)), (one.to_owned(), several.to_owned()));
        }
    }

    #[test]
    fn ordinals_are_words_up_to_twelve() {
        assert_eq!(
            [1, 3, 12, 13, 21, 22].map(ordinal).join(" "),
            "first third twelfth 13th 21st 22nd"
        );
    }
}
