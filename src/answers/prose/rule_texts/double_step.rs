//! Double steps and en passant in words.

use crate::game::{CellExpr, MoveRule, Piece, PieceTypeId, SideId};
use crate::geometry::{CellSet, Lattice};
use crate::notation::{Atom, DirectionLetter, Directions, Leap, Leg};
use crate::query::LoadedVariant;
use crate::source::{capitalised, join_words};

use super::super::cell_phrases::{lines, place_of_each};
use super::super::vocabulary::{cell_word, of_side, vocabulary};
use super::turn_parts::move_or_turn;
use super::with_article;

pub(super) fn double_steps(variant: &LoadedVariant) -> String {
    let mut words = Vec::new();
    for id in variant.game().piece_type_ids() {
        let piece_type = &variant.game().piece_types[id];
        let steps = [
            (&piece_type.double_step, &piece_type.double_step_words, ("double", 2, "both")),
            (&piece_type.triple_step, &piece_type.triple_step_words, ("triple", 3, "all")),
        ];
        for (cells, expr, (name, count, all)) in steps {
            if !of_side(cells, variant.first_side()).is_empty() {
                let place = start_or_place(variant, id, |side| of_side(cells, side), expr.as_ref());
                words.push(format!(
                    "{} {place} may make a {name} step: {} {} without capturing, if {all} are \
                     empty.",
                    capitalised(&with_article(variant, id)),
                    vocabulary(variant, None).cells(count),
                    double_step_direction(variant, id),
                ));
            }
        }
    }
    words.join(" ")
}

/// `forward`, or `diagonally forward`: where a piece has steps forward on squares, only those are
/// repeated.
fn double_step_direction(variant: &LoadedVariant, piece_type: PieceTypeId) -> &'static str {
    let on_squares = variant.layout().lattice() == Lattice::Squares;
    let leads_forward = |leg: &&Leg| match &leg.modifiers.directions {
        Directions::Letters(letters) => {
            letters.contains(&DirectionLetter::Forward) && (on_squares || letters.len() == 1)
        }
        _ => false,
    };
    let is_diagonal = |leg: &Leg| leg.atom == Atom::Leap(Leap::plane(1, 1));
    let mut forward = Vec::new();
    for rule in &variant.variant().face(piece_type).moves {
        let legs =
            rule.form.terms().iter().filter_map(|term| <&[Leg; 1]>::try_from(&term.legs[..]).ok());
        let steps = legs.flatten().filter(|leg| leg.range == 1 && leg.modifiers.quiet);
        let (ahead, others): (Vec<&Leg>, Vec<&Leg>) = steps.partition(leads_forward);
        if (ahead.is_empty() || !on_squares) && !others.is_empty() {
            return "in one direction of its move";
        }
        forward.extend(ahead.into_iter().map(is_diagonal));
    }
    forward.dedup();
    match forward[..] {
        [false] => "forward",
        [true] => "diagonally forward",
        _ => "in one direction of its move",
    }
}

/// `on rank 2`; cells that form no line are described by the pieces that start on them.
fn start_or_place(
    variant: &LoadedVariant,
    piece_type: PieceTypeId,
    of: impl Fn(SideId) -> CellSet,
    expr: Option<&CellExpr>,
) -> String {
    let starts = |side| variant.game().initial_cells(Piece { side, piece_type });
    let is_start = variant.variant().players().all(|side| starts(side) == of(side));
    match is_start && lines(variant, &of(variant.first_side())).is_none() {
        true => {
            let name = variant.piece_type_name(piece_type);
            format!("on any starting {} of a friendly {name}", cell_word(variant))
        }
        false => place_of_each(variant, of, expr),
    }
}

/// Whether a piece type makes a step that can be captured en passant.
pub(in crate::prose) fn makes_double_step(
    variant: &LoadedVariant,
    piece_type: PieceTypeId,
) -> bool {
    let piece_type = &variant.game().piece_types[piece_type];
    let has = |cells: &[CellSet]| cells.iter().any(|cells| !cells.is_empty());
    let is_stepping =
        |leg: &Leg| leg.modifiers.lame && (leg.modifiers.initial || leg.modifiers.passing);
    let legs = |rules: &[MoveRule]| rules.iter().flat_map(|rule| rule.form.legs()).any(is_stepping);
    has(&piece_type.double_step)
        || has(&piece_type.triple_step)
        || piece_type.move_rules.iter().any(|rules| legs(rules))
}

/// The rules of chess that a player of chess would look for in vain; empty if there are all.
pub(super) fn not_in_this_game(variant: &LoadedVariant) -> String {
    let ids = || variant.game().piece_type_ids();
    let legs = |id: PieceTypeId| {
        let rules = &variant.game().piece_types[id].move_rules;
        rules[variant.first_side()].iter().flat_map(|rule| rule.form.legs())
    };
    // A piece with a step that leads forward and not back is a kind of Pawn, as far as readers know.
    let is_forward = |leg: &Leg| match &leg.modifiers.directions {
        Directions::Letters(letters) => {
            let is_back = |it| matches!(it, &DirectionLetter::Back | &DirectionLetter::Vertical);
            leg.range == 1
                && letters.contains(&DirectionLetter::Forward)
                && !letters.iter().any(is_back)
        }
        _ => false,
    };
    let has_royal = ids().any(|id| variant.game().piece_types[id].royal);
    let castles = !variant.game().castlings.is_empty()
        || ids().any(|id| legs(id).any(|leg| leg.atom == Atom::Castle));
    let mut missing = Vec::new();
    if has_royal && !castles {
        missing.push("no castling");
    }
    if ids().any(|id| legs(id).any(is_forward)) && !ids().any(|id| makes_double_step(variant, id)) {
        missing.extend(["no double step", "no capture en passant"]);
    }
    if missing.is_empty() {
        return String::new();
    }
    format!("There is {}.", join_words(missing, "and"))
}

/// The rule of en passant; empty if no piece makes a double step.
pub(super) fn en_passant(variant: &LoadedVariant) -> String {
    let side = variant.first_side();
    let takes = |piece_type: &PieceTypeId| {
        let rules = variant.game().piece_types[*piece_type].move_rules.get(side.index());
        let mut legs = rules.into_iter().flatten().flat_map(|rule| rule.form.legs());
        legs.any(|leg| leg.modifiers.en_passant)
    };
    let ids = || variant.game().piece_type_ids();
    let takers: Vec<String> = ids().filter(takes).map(|it| with_article(variant, it)).collect();
    let has = |cells: &[CellSet]| cells.iter().any(|cells| !cells.is_empty());
    let piece_type = |it: PieceTypeId| &variant.game().piece_types[it];
    let is_triple = ids().any(|it| has(&piece_type(it).triple_step));
    let steppers: Vec<&str> = ids()
        .filter(|&it| has(&piece_type(it).double_step) || has(&piece_type(it).triple_step))
        .map(|it| variant.piece_type_name(it))
        .collect();
    if steppers.is_empty() {
        return String::new();
    }
    if takers.is_empty() {
        return "There is no capture en passant.".to_owned();
    }
    let word = cell_word(variant);
    let steppers = join_words(steppers, "or");
    let (step, stop) = match is_triple {
        true => {
            ("double or triple step", format!("ended its move on a {word} that it passed over"))
        }
        false => ("double step", format!("moved one {word}")),
    };
    let when = match variant.variant().players().count() {
        ..=2 => format!("This is possible only on the next {}.", move_or_turn(variant)),
        _ => format!(
            "Each opponent may do this on their next turn, while the {steppers} is still there."
        ),
    };
    format!(
        "{} may capture an enemy {steppers} that has just made a {step}, as if that {steppers} \
         had {stop}. {when}",
        capitalised(&join_words(takers, "or"))
    )
}

#[cfg(test)]
mod tests {
    use super::super::tests::{based, words};

    #[test]
    fn a_double_step_that_no_piece_captures_en_passant_is_named() {
        let game = based("[pieces.pawn]\nmove = \"fmWfcF\"\n");
        assert_eq!(words(&game, "En passant"), "There is no capture en passant.");
    }

    #[test]
    fn what_a_player_of_chess_would_look_for_in_vain_is_denied() {
        let denied = |tables: &str| words(&based(tables), "Not in this game");
        assert_eq!(denied(""), "");
        assert_eq!(denied("without = \"castling\"\n"), "There is no castling.");
        let step = "pieces.pawn.double-step";
        let steps = format!("without = \"{step}\"\n");
        assert_eq!(denied(&steps), "There is no double step and no capture en passant.");
        let both = format!("without = \"castling {step}\"\n");
        assert_eq!(
            denied(&both),
            "There is no castling, no double step and no capture en passant."
        );
    }

    #[test]
    fn a_double_step_has_the_direction_in_which_the_engine_repeats_a_step() {
        let direction = |notation: &str| {
            let game = based(&format!("[pieces.pawn]\nmove = \"{notation}\"\n"));
            let words = words(&game, "Double step");
            let (_, rest) = words.split_once("two squares ").expect("the step has a length");
            rest.split(" without").next().unwrap_or_default().to_owned()
        };
        assert_eq!(direction("fmWfcF"), "forward");
        assert_eq!(direction("fsmWfcF"), "forward");
        assert_eq!(direction("fmFfcW"), "diagonally forward");
        assert_eq!(direction("mWfcF"), "in one direction of its move");
    }
}
