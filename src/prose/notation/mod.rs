//! A notation in words: verb and pace, ways to go, conditions, and what several parts share.

mod bend;
mod clock;
mod compass;
mod condition;
mod direction;
mod family;
mod occasion;
mod pace;
mod part;
mod phrase;

use crate::notation::{Betza, Leg, Modifiers, Term};

use super::vocabulary::{Idiom, either, number};
use bend::bent;
use condition::conditions;
use direction::way;
use family::Family;
use occasion::Occasion;
use pace::pace;
pub(super) use part::{Part, Scope};
use phrase::{Phrase, Verb, merged};

/// A notation in words, as the end of a sentence that begins with the piece's name.
///
/// `BD` becomes `slides diagonally, or leaps two cells orthogonally`. What has no plain words, as
/// most chains of legs, is shown as it was written and called what it is.
pub fn describe(betza: &Betza, idiom: &Idiom) -> String {
    match described_parts(betza, idiom) {
        parts if parts.is_empty() => "does not move".to_owned(),
        parts => {
            let splits = parts.iter().any(|part| part.scope == Scope::Split);
            let texts: Vec<String> = parts.iter().map(|part| part.text(splits)).collect();
            texts.join("; ")
        }
    }
}

/// The same, part by part: a part is what is done on one occasion.
pub(super) fn described_parts(betza: &Betza, idiom: &Idiom) -> Vec<Part> {
    let mut groups: Vec<(Occasion, Vec<Phrase>)> = Vec::new();
    for term in &betza.terms {
        let (occasion, phrase) = of_term(term, idiom);
        match groups.iter_mut().find(|group| group.0 == occasion) {
            Some((_, phrases)) => phrases.push(phrase),
            None => groups.push((occasion, vec![phrase])),
        }
    }
    let mut left: Vec<(Occasion, Vec<Phrase>)> =
        groups.into_iter().map(|(occasion, phrases)| (occasion, merged(phrases, idiom))).collect();
    let mut parts = Vec::new();
    while !left.is_empty() {
        let (occasion, phrases) = left.remove(0);
        let other = left.iter().position(|(other, _)| occasion.is_other_half_of(*other));
        parts.push(match other.map(|index| left.remove(index)) {
            None => Part::whole(occasion, &phrases),
            Some((other, others)) if occasion.quiet => Part::split(&phrases, other, &others),
            Some((_, others)) => Part::split(&others, occasion, &phrases),
        });
    }
    parts
}

/// Where the end of a notation's moves lies, as seen from the piece: `one cell away orthogonally`.
pub(super) fn described_place(betza: &Betza, idiom: &Idiom) -> String {
    let phrases = betza.terms.iter().map(|term| of_term(term, idiom).1).collect();
    let place = |phrase: &Phrase| match phrase.verb {
        Verb::Steps | Verb::Leaps if phrase.says_way() => {
            let way = either(phrase.ways.clone());
            format!("{} away {way}{}", phrase.measure.trim(), phrase.more)
        }
        _ => format!("where it {}", phrase.text()),
    };
    either(merged(phrases, idiom).iter().map(place).collect())
}

fn of_term(term: &Term, idiom: &Idiom) -> (Occasion, Phrase) {
    let last = term.legs.last().expect("a term has a leg");
    let first = &term.legs[0];
    let occasion = Occasion { initial: first.modifiers.initial, ..Occasion::of(&last.modifiers) };
    if let [leg] = &term.legs[..] {
        return (occasion, of_leg(leg, idiom));
    }
    match bent(term, idiom) {
        Some(phrase) => (occasion, phrase),
        None => (Occasion::of(&Modifiers::default()), as_written(term)),
    }
}

/// What plain words would only blur.
fn as_written(term: &Term) -> Phrase {
    let notation = Betza { terms: vec![term.clone()] };
    let measure =
        format!(" in {} legs, by the notation `{notation}`", number(term.legs.len() as u16));
    Phrase { verb: Verb::Moves, measure, ways: Vec::new(), more: String::new() }
}

fn of_leg(leg: &Leg, idiom: &Idiom) -> Phrase {
    let modifiers = &leg.modifiers;
    let (family, length) = Family::of(leg.atom);
    let (verb, measure) = pace(&family, length, leg, idiom);
    let way = way(&family, leg, idiom);
    let ways = if way.is_empty() { Vec::new() } else { vec![way] };
    Phrase { verb, measure, ways, more: conditions(modifiers, &family, length, idiom) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Lattice;
    use crate::notation::parse;

    #[track_caller]
    pub(super) fn check(notation: &str, words: &str) {
        let betza = parse(notation).expect("the notation is right");
        assert_eq!(describe(&betza, &Idiom::default()), words, "{notation}");
    }

    #[track_caller]
    pub(super) fn check_on(lattice: Lattice, notation: &str, words: &str) {
        let betza = parse(notation).expect("the notation is right");
        let idiom = Idiom { lattice, ..Idiom::default() };
        assert_eq!(describe(&betza, &idiom), words, "{notation}");
    }

    #[test]
    fn simple_pieces() {
        check("R", "slides orthogonally");
        check("BR", "slides in any direction");
        check("K", "steps one cell in any direction");
        check("WF", "steps one cell in any direction");
        check("N", "leaps like a knight");
        check("R4", "slides up to four cells orthogonally");
        check("T0", "slides triagonally");
        check("N0", "rides like a knight, leap after leap");
        check("D0", "rides two cells, leap after leap, orthogonally");
        check("{1,4}", "leaps four cells one way and one aside");
        check(
            "{1,2,2}",
            "leaps two cells along one axis, two along another and one along the third",
        );
        check("U", "leaps to any other cell");
    }

    #[test]
    fn places() {
        let place =
            |notation: &str| described_place(&parse(notation).expect("right"), &Idiom::default());
        assert_eq!(place("W"), "one cell away orthogonally");
        assert_eq!(place("K"), "one cell away in any direction");
        assert_eq!(place("DA"), "two cells away in any direction");
        assert_eq!(place("N"), "where it leaps like a knight");
    }
}
