use crate::notation::{Atom, Bearing, Directions, Form, Leap, Leg, Term};
use crate::source::{Code, Diagnostic, Span};

use super::compass::{Word, is_of_levels, words};
use super::terrain::Terrain;

/// Refuses what cannot be done on such a board, or has no settled meaning there.
pub(super) fn refuse(term: &Term, terrain: Terrain) -> Result<(), Diagnostic> {
    for (place, leg) in term.legs.iter().enumerate() {
        refuse_atom(term, leg, terrain)?;
        refuse_cylinder(leg, terrain)?;
        match &leg.modifiers.directions {
            Directions::All | Directions::Exact(_) => {}
            Directions::Clock(_) => refuse_clock(leg, terrain)?,
            Directions::Letters(letters) => {
                refuse_levels(leg, letters, terrain)?;
                refuse_words(leg, letters, place, terrain)?;
                if place > 0 {
                    refuse_turns(leg, letters, terrain)?;
                }
            }
        }
    }
    Ok(())
}

fn refuse_atom(term: &Term, leg: &Leg, terrain: Terrain) -> Result<(), Diagnostic> {
    let several = term.legs.len() > 1;
    match leg.atom {
        Atom::Castle | Atom::Universal if several => {
            Err(error(Code::BetzaLeg, leg.span, "`O` and `U` cannot be one leg among others")
                .help("write a term of its own"))
        }
        Atom::Leap(leap) => {
            refuse_leap(leg, leap, terrain)?;
            let [_, short, long] = leap.coordinates;
            if several && term.form == Form::Chain && short != 0 && short != long {
                return Err(error(Code::BetzaLeg, leg.span, "an oblique leap cannot go on by `a`")
                    .help("write the legs in brackets, as in `[N?B]`"));
            }
            Ok(())
        }
        Atom::Castle | Atom::Universal | Atom::King | Atom::Queen | Atom::Rook | Atom::Bishop => {
            Ok(())
        }
    }
}

fn refuse_leap(leg: &Leg, leap: Leap, terrain: Terrain) -> Result<(), Diagnostic> {
    let has_levels = terrain == Terrain::Levels;
    if leap.coordinates == [0, 0, 0] {
        return Err(error(Code::BetzaAtom, leg.span, "a leap of no length leads nowhere"));
    }
    if (leap.written == 3 || leap.coordinates[0] != 0) && !has_levels {
        return Err(error(
            Code::BetzaAtom,
            leg.span,
            "a leap in three dimensions, on a flat board",
        )
        .help("give the board `levels`, or the leap two coordinates"));
    }
    if leap.written == 2 && has_levels {
        return Err(error(Code::BetzaAtom, leg.span, "two coordinates, on a board with levels")
            .help("write all three, as in `{0,1,4}`"));
    }
    Ok(())
}

fn refuse_cylinder(leg: &Leg, terrain: Terrain) -> Result<(), Diagnostic> {
    if leg.modifiers.cylinder && terrain == Terrain::Hexagons {
        let span = leg.modifiers.span;
        return Err(error(Code::BetzaModifier, span, "`o` joins edges that hexagons do not have"));
    }
    Ok(())
}

fn refuse_clock(leg: &Leg, terrain: Terrain) -> Result<(), Diagnostic> {
    if terrain != Terrain::Hexagons {
        return Err(error(Code::BetzaDirection, leg.modifiers.span, "hours are for hexagons")
            .help("on squares use f b l r v s h"));
    }
    Ok(())
}

fn refuse_levels(leg: &Leg, letters: &[Bearing], terrain: Terrain) -> Result<(), Diagnostic> {
    let sign = letters.iter().find(|&&letter| is_of_levels(letter));
    match sign {
        Some(sign) if terrain != Terrain::Levels => {
            let message = format!("`{}` speaks of levels, and this board has none", sign.letter());
            Err(error(Code::BetzaDirection, leg.modifiers.span, message))
        }
        Some(_) | None => Ok(()),
    }
}

/// Letters that combine to nothing that is agreed upon.
fn refuse_words(
    leg: &Leg,
    letters: &[Bearing],
    place: usize,
    terrain: Terrain,
) -> Result<(), Diagnostic> {
    let span = leg.modifiers.span;
    let plane: Vec<Bearing> = letters.iter().copied().filter(|&l| !is_of_levels(l)).collect();
    let words = words(&plane);
    let oblique = matches!(leg.atom, Atom::Leap(leap) if is_oblique(leap));
    let royal = matches!(leg.atom, Atom::King | Atom::Queen);
    for word in &words {
        let settled = match word {
            Word::One(letter) | Word::Twice(letter) => *letter != Bearing::Half,
            Word::Pair(_, second) => *second != Bearing::Half,
            Word::Half(letter) => is_one_way(*letter) && (oblique || royal || place > 0),
            Word::Chiral(hand) => {
                matches!(hand, Bearing::Left | Bearing::Right)
                    && oblique
                    && place == 0
                    && terrain == Terrain::Squares
            }
        };
        if !settled {
            return Err(error(Code::BetzaDirection, span, "`h` means nothing here").help(
                "half of the directions: `fh` `bh` `lh` `rh`, of a leap like N also `hr` `hl`",
            ));
        }
    }
    let vertical = Word::One(Bearing::Vertical);
    let sideways = Word::One(Bearing::Sideways);
    let crossed = [[vertical, sideways], [sideways, vertical]];
    let crossed = words.windows(2).any(|pair| crossed.iter().any(|cross| pair == cross));
    if crossed && (oblique || royal || place > 0) {
        return Err(error(Code::BetzaDirection, span, "`vs` has no settled meaning")
            .help("write no letter for all directions, or pairs such as `fs` and `bs`"));
    }
    Ok(())
}

/// Turns of later legs that only squares have.
fn refuse_turns(leg: &Leg, letters: &[Bearing], terrain: Terrain) -> Result<(), Diagnostic> {
    let span = leg.modifiers.span;
    let (settled, help) = match (terrain, letters) {
        (Terrain::Squares, _) => (true, ""),
        (Terrain::Levels, [Bearing::Forward]) => (true, ""),
        (Terrain::Levels, _) => (false, "on levels a later leg goes straight on, `f`, or outward"),
        (Terrain::Hexagons, [Bearing::Forward | Bearing::Back]) => (true, ""),
        (Terrain::Hexagons, [Bearing::Forward, Bearing::Sideways]) => (true, ""),
        (Terrain::Hexagons, _) => (false, "on hexagons a later leg knows `f`, `b`, `fs` and hours"),
    };
    if settled {
        return Ok(());
    }
    Err(error(Code::BetzaDirection, span, "this turn is not settled on such a board").help(help))
}

fn is_oblique(leap: Leap) -> bool {
    let [low, short, long] = leap.coordinates;
    [(low, short), (short, long), (low, long)].iter().any(|&(a, b)| a != 0 && a != b)
}

fn is_one_way(letter: Bearing) -> bool {
    matches!(letter, Bearing::Forward | Bearing::Back | Bearing::Left | Bearing::Right)
}

fn error(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(code, message).at_span(span)
}
