//! Restrictions in words.

use crate::game::{MoveAct, MoveEvents, Restriction, RestrictionKind, SaidCells, SaidPieces};
use crate::query::LoadedVariant;
use crate::source::{capitalised, join_words};

use super::super::cell_phrases::cell_phrase;
use super::super::piece_filter::piece_noun;
use super::super::vocabulary::cell_word;
use super::conditions::{condition_clauses, way};
use super::end_conditions::player_words;
use super::{RuleText, with_parts};

/// The form of a verb.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum VerbForm {
    /// `capture`
    Base,
    /// `captures`
    ThirdPerson,
}

impl VerbForm {
    pub(super) fn of(self, base: &str) -> String {
        match self {
            VerbForm::Base => base.to_owned(),
            VerbForm::ThirdPerson if base.ends_with("ss") => format!("{base}es"),
            VerbForm::ThirdPerson => format!("{base}s"),
        }
    }
}

/// One rule for each restriction.
pub(super) fn restrictions(variant: &LoadedVariant) -> Vec<RuleText> {
    let restrictions = variant.game().restrictions.iter().enumerate();
    let rules = restrictions.map(|(index, restriction)| {
        let words = restriction_sentence(variant, index);
        let heading = match restriction.kind {
            RestrictionKind::Must => "Compulsory moves",
            RestrictionKind::Never => "Forbidden moves",
        };
        with_parts(variant, heading, &format!("restrictions.{}", restriction.name), words)
    });
    rules.collect()
}

/// The restriction of the game with that number: `No move may give check.`
pub(in crate::prose) fn restriction_sentence(variant: &LoadedVariant, index: usize) -> String {
    let restriction = &variant.game().restrictions[index];
    let player = player_words(variant, &restriction.sides);
    let condition = match restriction.condition.is_empty() {
        true => String::new(),
        false => {
            format!("while {}, ", condition_clauses(variant, &restriction.condition, &player))
        }
    };
    let rule = match restriction.kind {
        RestrictionKind::Must => compulsory(variant, restriction, &player),
        RestrictionKind::Never => forbidden(variant, restriction, &player),
    };
    let words = condition + &rule;
    format!("{}{}.", capitalised(&words), exceptions(variant, restriction))
}

/// `if a player can capture with a Pawn, the player must do so`
fn compulsory(variant: &LoadedVariant, restriction: &Restriction, player: &str) -> String {
    let by = by_words(variant, restriction);
    let is_most = |acts: &Vec<MoveAct>| acts[..] == [MoveAct::CapturesMost];
    if restriction.events.0.iter().all(is_most) {
        return format!(
            "if {player} can capture{by}, the player must choose a move that captures the most \
             pieces"
        );
    }
    let events = events_words(variant, &restriction.events, VerbForm::Base);
    format!("if {player} can {events}{by}, the player must do so")
}

/// `no move of White may give check`
fn forbidden(variant: &LoadedVariant, restriction: &Restriction, player: &str) -> String {
    let events = events_words(variant, &restriction.events, VerbForm::Base);
    let of = if player == "a player" { String::new() } else { format!(" of {player}") };
    let by = match &restriction.pieces {
        Some(pieces) => format!(" of {}", piece_noun(variant, &pieces.expr)),
        None => of,
    };
    format!("no move{by} may {events}")
}

fn exceptions(variant: &LoadedVariant, restriction: &Restriction) -> String {
    if restriction.exceptions.0.is_empty() {
        return String::new();
    }
    let events = events_words(variant, &restriction.exceptions, VerbForm::ThirdPerson);
    match restriction.kind {
        RestrictionKind::Must => format!(", or make a move that {events}"),
        RestrictionKind::Never => format!(", unless it {events}"),
    }
}

fn by_words(variant: &LoadedVariant, restriction: &Restriction) -> String {
    let with = |pieces: &SaidPieces| format!(" with {}", piece_noun(variant, &pieces.expr));
    restriction.pieces.as_ref().map_or(String::new(), with)
}

pub(super) fn events_words(variant: &LoadedVariant, events: &MoveEvents, form: VerbForm) -> String {
    let event = |acts: &Vec<MoveAct>| {
        let acts: Vec<String> = acts.iter().map(|act| act_words(variant, act, form)).collect();
        join_words(acts, "and")
    };
    join_words(events.0.iter().map(event).collect::<Vec<_>>(), "or")
}

pub(super) fn act_words(variant: &LoadedVariant, act: &MoveAct, form: VerbForm) -> String {
    let noun = |pieces: &Option<SaidPieces>, any: &str| {
        pieces.as_ref().map_or(any.to_owned(), |pieces| piece_noun(variant, &pieces.expr))
    };
    let place = |cells: &SaidCells| cell_phrase(variant, &cells.expr).noun(cell_word(variant));
    let by = |pieces: &Option<SaidPieces>| match pieces {
        Some(pieces) => format!(" with {}", piece_noun(variant, &pieces.expr)),
        None => String::new(),
    };
    match act {
        MoveAct::Moves(None) => format!("{} a piece", form.of("move")),
        MoveAct::Moves(Some(notation)) => {
            format!("{} a piece {}", form.of("move"), way(&notation.expr, cell_word(variant)))
        }
        MoveAct::Captures { pieces: None, on: None } => form.of("capture"),
        MoveAct::Captures { pieces, on } => {
            let on = on.as_ref().map(|on| format!(" {}", cell_phrase(variant, &on.expr).place()));
            let pieces = noun(pieces, "a piece");
            format!("{} {pieces}{}", form.of("capture"), on.unwrap_or_default())
        }
        MoveAct::CapturesMost => format!("{} the most pieces", form.of("capture")),
        MoveAct::Arrives(cells) => format!("{} a piece to {}", form.of("bring"), place(cells)),
        MoveAct::Leaves(cells) => {
            format!("{} a piece away from {}", form.of("move"), place(cells))
        }
        MoveAct::Crosses(borders) => {
            let all = &variant.variant().borders;
            let names = borders.expr.iter().map(|name| all[name.border].id.replace('-', " "));
            let names: Vec<String> = names.map(|name| format!("the {name}")).collect();
            format!("{} {}", form.of("cross"), join_words(names, "or"))
        }
        MoveAct::Drops(pieces) => format!("{} {}", form.of("drop"), noun(pieces, "a piece")),
        MoveAct::Castles(castlings) => {
            let name = castlings.name.as_ref().map(|name| format!(" ({})", name.replace('-', " ")));
            format!("{}{}", form.of("castle"), name.unwrap_or_default())
        }
        MoveAct::Passes => form.of("pass"),
        MoveAct::SetsOff(effect) => {
            let effect = &variant.game().effects[*effect].name;
            format!("{} the effect “{}”", form.of("cause"), effect.replace('-', " "))
        }
        MoveAct::Promotes(None) => form.of("promote"),
        MoveAct::Promotes(Some(pieces)) => {
            format!("{} to {}", form.of("promote"), piece_noun(variant, &pieces.expr))
        }
        MoveAct::GivesCheck(pieces) => format!("{} check{}", form.of("give"), by(pieces)),
        MoveAct::GivesCheckmate(pieces) => {
            format!("{} checkmate{}", form.of("give"), by(pieces))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{based, words};

    #[test]
    fn a_restriction_says_what_must_or_may_not_be_done() {
        let check = |on: &str, restriction: &str, expected: &str| {
            let game = based(&format!("[restrictions.new]\n{restriction}\n"));
            assert_eq!(words(&game, on), expected, "{restriction}");
        };
        check(
            "Compulsory moves",
            "must = \"captures\"",
            "If a player can capture, the player must do so.",
        );
        check(
            "Compulsory moves",
            "must = \"captures most\"\nby = \"rook\"",
            "If a player can capture with a Rook, the player must choose a move that captures the \
             most pieces.",
        );
        check(
            "Forbidden moves",
            "never = \"gives check\"\nunless = \"gives checkmate\"",
            "No move may give check, unless it gives checkmate.",
        );
        check(
            "Forbidden moves",
            "never = \"captures queen, passes\"\nby = \"king\"\nif = \"at most 2 own\"",
            "While a player has at most two pieces, no move of a King may capture a Queen or pass.",
        );
    }
}
