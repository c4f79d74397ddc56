//! Restrictions in words.

use crate::expression::{ActExpr, ActNode, CellExpr, EventsExpr, PieceExpr};
use crate::game::RestrictionKind;
use crate::query::LoadedVariant;
use crate::source::{capitalised, join_words};
use crate::variant::RestrictionText;

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
        let text = &self.variant().texts.restrictions[index];
        let player = self.player_words(&restriction.sides);
        let condition = match text.condition.facts.is_empty() {
            true => String::new(),
            false => {
                let meant = &restriction.condition;
                format!("while {}, ", self.condition_clauses(&text.condition, meant, &player))
            }
        };
        let rule = match restriction.kind {
            RestrictionKind::Must => self.compulsory(text, &player),
            RestrictionKind::Never => self.forbidden(text, &player),
        };
        let words = condition + &rule;
        format!("{}{}.", capitalised(&words), self.exceptions(text, restriction.kind))
    }

    /// `if a player can capture with a Pawn, the player must do so`
    fn compulsory(&self, text: &RestrictionText, player: &str) -> String {
        let by = self.by_words(text);
        let is_most =
            |acts: &Vec<ActExpr>| matches!(acts[..], [ActExpr { node: ActNode::CapturesMost, .. }]);
        if text.events.events.iter().all(is_most) {
            return format!(
                "if {player} can capture{by}, the player must choose a move that captures the most \
                 pieces"
            );
        }
        let events = self.events_words(&text.events, VerbForm::Base);
        format!("if {player} can {events}{by}, the player must do so")
    }

    /// `no move of White may give check`
    fn forbidden(&self, text: &RestrictionText, player: &str) -> String {
        let events = self.events_words(&text.events, VerbForm::Base);
        let of = if player == "a player" { String::new() } else { format!(" of {player}") };
        let by = match &text.pieces {
            Some(pieces) => format!(" of {}", self.piece_noun(pieces)),
            None => of,
        };
        format!("no move{by} may {events}")
    }

    fn exceptions(&self, text: &RestrictionText, kind: RestrictionKind) -> String {
        if text.exceptions.events.is_empty() {
            return String::new();
        }
        let events = self.events_words(&text.exceptions, VerbForm::ThirdPerson);
        match kind {
            RestrictionKind::Must => format!(", or make a move that {events}"),
            RestrictionKind::Never => format!(", unless it {events}"),
        }
    }

    fn by_words(&self, text: &RestrictionText) -> String {
        let with = |pieces| format!(" with {}", self.piece_noun(pieces));
        text.pieces.as_ref().map_or(String::new(), with)
    }

    pub(super) fn events_words(&self, events: &EventsExpr, form: VerbForm) -> String {
        let event = |acts: &Vec<ActExpr>| {
            let acts: Vec<String> =
                acts.iter().map(|act| self.act_words(&act.node, form)).collect();
            join_words(acts, "and")
        };
        join_words(events.events.iter().map(event).collect::<Vec<_>>(), "or")
    }

    pub(super) fn act_words(&self, act: &ActNode, form: VerbForm) -> String {
        let noun = |pieces: &Option<PieceExpr>, any: &str| {
            pieces.as_ref().map_or(any.to_owned(), |pieces| self.piece_noun(pieces))
        };
        let place = |cells: &CellExpr| self.cell_phrase(cells).noun(self.cell_word());
        let by = |pieces: &Option<PieceExpr>| match pieces {
            Some(pieces) => format!(" with {}", self.piece_noun(pieces)),
            None => String::new(),
        };
        match act {
            ActNode::Moves(None) => format!("{} a piece", form.of("move")),
            ActNode::Moves(Some(notation)) => {
                format!("{} a piece {}", form.of("move"), way(notation, self.cell_word()))
            }
            ActNode::Captures { pieces: None, on: None } => form.of("capture"),
            ActNode::Captures { pieces, on } => {
                let on = on.as_ref().map(|on| format!(" {}", self.cell_phrase(on).place()));
                let pieces = noun(pieces, "a piece");
                format!("{} {pieces}{}", form.of("capture"), on.unwrap_or_default())
            }
            ActNode::CapturesMost => format!("{} the most pieces", form.of("capture")),
            ActNode::Arrives(cells) => format!("{} a piece to {}", form.of("bring"), place(cells)),
            ActNode::Leaves(cells) => {
                format!("{} a piece away from {}", form.of("move"), place(cells))
            }
            ActNode::Crosses(borders) => {
                let all = &self.variant().borders;
                let names = borders.iter().map(|name| all[name.border].id.replace('-', " "));
                let names: Vec<String> = names.map(|name| format!("the {name}")).collect();
                format!("{} {}", form.of("cross"), join_words(names, "or"))
            }
            ActNode::Drops(pieces) => format!("{} {}", form.of("drop"), noun(pieces, "a piece")),
            ActNode::Castles(name) => {
                let name = name.as_ref().map(|name| format!(" ({})", name.replace('-', " ")));
                format!("{}{}", form.of("castle"), name.unwrap_or_default())
            }
            ActNode::Passes => form.of("pass"),
            ActNode::SetsOff(effect) => {
                format!("{} the effect “{}”", form.of("cause"), effect.replace('-', " "))
            }
            ActNode::Promotes(None) => form.of("promote"),
            ActNode::Promotes(Some(pieces)) => {
                format!("{} to {}", form.of("promote"), self.piece_noun(pieces))
            }
            ActNode::GivesCheck(pieces) => format!("{} check{}", form.of("give"), by(pieces)),
            ActNode::GivesCheckmate(pieces) => {
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
