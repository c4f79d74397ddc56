//! Restrictions in words.

use crate::game::{MoveAct, MoveEvents, Restriction, RestrictionKind, SaidCells, SaidPieces};
use crate::query::LoadedVariant;
use crate::source::{capitalised, join_words};

use super::RuleText;
use super::conditions::way;

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

impl LoadedVariant {
    /// One rule for each restriction.
    pub(super) fn restrictions(&self) -> Vec<RuleText> {
        let restrictions = self.game().restrictions.iter().enumerate();
        let rules = restrictions.map(|(index, restriction)| {
            let words = self.restriction_sentence(index);
            let heading = match restriction.kind {
                RestrictionKind::Must => "Compulsory moves",
                RestrictionKind::Never => "Forbidden moves",
            };
            self.with_parts(heading, &format!("restrictions.{}", restriction.name), words)
        });
        rules.collect()
    }

    /// The restriction of the game with that number: `No move may give check.`
    pub(in crate::prose) fn restriction_sentence(&self, index: usize) -> String {
        let restriction = &self.game().restrictions[index];
        let player = self.player_words(&restriction.sides);
        let condition = match restriction.condition.is_empty() {
            true => String::new(),
            false => {
                format!("while {}, ", self.condition_clauses(&restriction.condition, &player))
            }
        };
        let rule = match restriction.kind {
            RestrictionKind::Must => self.compulsory(restriction, &player),
            RestrictionKind::Never => self.forbidden(restriction, &player),
        };
        let words = condition + &rule;
        format!("{}{}.", capitalised(&words), self.exceptions(restriction))
    }

    /// `if a player can capture with a Pawn, the player must do so`
    fn compulsory(&self, restriction: &Restriction, player: &str) -> String {
        let by = self.by_words(restriction);
        let is_most = |acts: &Vec<MoveAct>| acts[..] == [MoveAct::CapturesMost];
        if restriction.events.0.iter().all(is_most) {
            return format!(
                "if {player} can capture{by}, the player must choose a move that captures the most \
                 pieces"
            );
        }
        let events = self.events_words(&restriction.events, VerbForm::Base);
        format!("if {player} can {events}{by}, the player must do so")
    }

    /// `no move of White may give check`
    fn forbidden(&self, restriction: &Restriction, player: &str) -> String {
        let events = self.events_words(&restriction.events, VerbForm::Base);
        let of = if player == "a player" { String::new() } else { format!(" of {player}") };
        let by = match &restriction.pieces {
            Some(pieces) => format!(" of {}", self.piece_noun(&pieces.expr)),
            None => of,
        };
        format!("no move{by} may {events}")
    }

    fn exceptions(&self, restriction: &Restriction) -> String {
        if restriction.exceptions.0.is_empty() {
            return String::new();
        }
        let events = self.events_words(&restriction.exceptions, VerbForm::ThirdPerson);
        match restriction.kind {
            RestrictionKind::Must => format!(", or make a move that {events}"),
            RestrictionKind::Never => format!(", unless it {events}"),
        }
    }

    fn by_words(&self, restriction: &Restriction) -> String {
        let with = |pieces: &SaidPieces| format!(" with {}", self.piece_noun(&pieces.expr));
        restriction.pieces.as_ref().map_or(String::new(), with)
    }

    pub(super) fn events_words(&self, events: &MoveEvents, form: VerbForm) -> String {
        let event = |acts: &Vec<MoveAct>| {
            let acts: Vec<String> = acts.iter().map(|act| self.act_words(act, form)).collect();
            join_words(acts, "and")
        };
        join_words(events.0.iter().map(event).collect::<Vec<_>>(), "or")
    }

    pub(super) fn act_words(&self, act: &MoveAct, form: VerbForm) -> String {
        let noun = |pieces: &Option<SaidPieces>, any: &str| {
            pieces.as_ref().map_or(any.to_owned(), |pieces| self.piece_noun(&pieces.expr))
        };
        let place = |cells: &SaidCells| self.cell_phrase(&cells.expr).noun(self.cell_word());
        let by = |pieces: &Option<SaidPieces>| match pieces {
            Some(pieces) => format!(" with {}", self.piece_noun(&pieces.expr)),
            None => String::new(),
        };
        match act {
            MoveAct::Moves(None) => format!("{} a piece", form.of("move")),
            MoveAct::Moves(Some(notation)) => {
                format!("{} a piece {}", form.of("move"), way(&notation.expr, self.cell_word()))
            }
            MoveAct::Captures { pieces: None, on: None } => form.of("capture"),
            MoveAct::Captures { pieces, on } => {
                let on = on.as_ref().map(|on| format!(" {}", self.cell_phrase(&on.expr).place()));
                let pieces = noun(pieces, "a piece");
                format!("{} {pieces}{}", form.of("capture"), on.unwrap_or_default())
            }
            MoveAct::CapturesMost => format!("{} the most pieces", form.of("capture")),
            MoveAct::Arrives(cells) => format!("{} a piece to {}", form.of("bring"), place(cells)),
            MoveAct::Leaves(cells) => {
                format!("{} a piece away from {}", form.of("move"), place(cells))
            }
            MoveAct::Crosses(borders) => {
                let all = &self.variant().borders;
                let names = borders.expr.iter().map(|name| all[name.border].id.replace('-', " "));
                let names: Vec<String> = names.map(|name| format!("the {name}")).collect();
                format!("{} {}", form.of("cross"), join_words(names, "or"))
            }
            MoveAct::Drops(pieces) => format!("{} {}", form.of("drop"), noun(pieces, "a piece")),
            MoveAct::Castles(castlings) => {
                let name =
                    castlings.name.as_ref().map(|name| format!(" ({})", name.replace('-', " ")));
                format!("{}{}", form.of("castle"), name.unwrap_or_default())
            }
            MoveAct::Passes => form.of("pass"),
            MoveAct::SetsOff(effect) => {
                let effect = &self.game().effects[*effect].name;
                format!("{} the effect “{}”", form.of("cause"), effect.replace('-', " "))
            }
            MoveAct::Promotes(None) => form.of("promote"),
            MoveAct::Promotes(Some(pieces)) => {
                format!("{} to {}", form.of("promote"), self.piece_noun(&pieces.expr))
            }
            MoveAct::GivesCheck(pieces) => format!("{} check{}", form.of("give"), by(pieces)),
            MoveAct::GivesCheckmate(pieces) => {
                format!("{} checkmate{}", form.of("give"), by(pieces))
            }
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
