//! What a move does, in words.

use crate::game::{Act, ActKind, Condition, ConditionAtom, SaidCells, SaidPieces};
use crate::query::LoadedVariant;
use crate::source::join_words;

use super::super::cell_phrases::cell_phrase;
use super::super::definition_phrases::border_words;
use super::super::piece_filter::piece_noun;
use super::super::vocabulary::cell_word;
use super::conditions::{castling_name, condition_clauses, way};

/// The form of a verb.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum VerbForm {
    /// `capture`
    Base,
    /// `captures`
    ThirdPerson,
    /// `capturing`
    Gerund,
}

impl VerbForm {
    pub(super) fn of(self, base: &str) -> String {
        match self {
            VerbForm::Base => base.to_owned(),
            VerbForm::ThirdPerson if base.ends_with("ss") => format!("{base}es"),
            VerbForm::ThirdPerson => format!("{base}s"),
            VerbForm::Gerund if base == "drop" => "dropping".to_owned(),
            VerbForm::Gerund => format!("{}ing", base.strip_suffix('e').unwrap_or(base)),
        }
    }
}

/// How the acts of a condition are said.
#[derive(Clone, Copy)]
pub(super) struct ActPhrases<'v> {
    pub(super) variant: &'v LoadedVariant,
    pub(super) form: VerbForm,
    /// Whether the subject is the piece that moves, not a player or a move.
    pub(super) of_piece: bool,
    /// Whether the pieces that do it are named before, so that no act names them again.
    pub(super) actor_is_said: bool,
    /// The verb of a move of which only something denied is asked: `move` without capturing.
    pub(super) bare: &'static str,
    /// The player that facts are about.
    pub(super) player: &'v str,
}

impl ActPhrases<'_> {
    /// `captures without giving check while the player has a Queen`
    pub(super) fn words(self, condition: &Condition) -> String {
        let parts = match condition.conjuncts() {
            [Condition::Any(parts)] => {
                return join_words(parts.iter().map(|it| self.words(it)).collect::<Vec<_>>(), "or");
            }
            parts => parts,
        };
        let (mut done, mut denied, mut facts) = (Vec::new(), Vec::new(), Vec::new());
        for part in parts {
            match part {
                Condition::Is(ConditionAtom::Act(act)) => done.push(self.act(act)),
                Condition::Not(ConditionAtom::Act(act)) => {
                    denied.push(ActPhrases { form: VerbForm::Gerund, ..self }.act(act));
                }
                part if part.acts().next().is_some() => {
                    done.push(format!("either {}", self.words(part)));
                }
                part => facts.push(part.clone()),
            }
        }
        let mut words = match done.is_empty() {
            true => self.form.of(self.bare),
            false => join_words(done, "and"),
        };
        if !denied.is_empty() {
            words += &format!(" without {}", join_words(denied, "or"));
        }
        if !facts.is_empty() {
            let clauses = condition_clauses(self.variant, &Condition::All(facts), self.player);
            words += &format!(" while {clauses}");
        }
        words
    }

    fn act(self, act: &Act) -> String {
        let words = self.kind(&act.kind);
        match &act.by {
            Some(by) if !self.actor_is_said => {
                format!("{words} with {}", piece_noun(self.variant, &by.expr))
            }
            _ => words,
        }
    }

    fn kind(self, act: &ActKind) -> String {
        let ActPhrases { variant, form, of_piece, .. } = self;
        let noun = |pieces: &Option<SaidPieces>, any: &str| {
            pieces.as_ref().map_or(any.to_owned(), |pieces| piece_noun(variant, &pieces.expr))
        };
        let place = |cells: &SaidCells| cell_phrase(variant, &cells.expr).noun(cell_word(variant));
        let with = |pieces: &Option<SaidPieces>| match pieces {
            Some(pieces) => format!(" with {}", piece_noun(variant, &pieces.expr)),
            None => String::new(),
        };
        let a_piece = if of_piece { "" } else { " a piece" };
        match act {
            ActKind::Moves(None) => format!("{}{a_piece}", form.of("move")),
            ActKind::Moves(Some(notation)) => {
                let way = way(&notation.expr, cell_word(variant));
                format!("{}{a_piece} {way}", form.of("move"))
            }
            ActKind::Captures { pieces: None, on: None } => form.of("capture"),
            ActKind::Captures { pieces, on } => {
                let place = |on: &SaidCells| format!(" {}", cell_phrase(variant, &on.expr).place());
                let on = on.as_ref().map_or(String::new(), place);
                format!("{} {}{on}", form.of("capture"), noun(pieces, "a piece"))
            }
            ActKind::CapturesMost => format!("{} the most pieces", form.of("capture")),
            ActKind::Arrives(cells) if of_piece => {
                format!("{} {}", form.of("arrive"), cell_phrase(variant, &cells.expr).place())
            }
            ActKind::Arrives(cells) => format!("{} a piece to {}", form.of("bring"), place(cells)),
            ActKind::Leaves(cells) if of_piece => format!("{} {}", form.of("leave"), place(cells)),
            ActKind::Leaves(cells) => {
                format!("{} a piece away from {}", form.of("move"), place(cells))
            }
            ActKind::StartsOn(cells) if of_piece => {
                format!("{} from {}", form.of("move"), place(cells))
            }
            ActKind::StartsOn(cells) => {
                format!("{} a piece from {}", form.of("move"), place(cells))
            }
            ActKind::Crosses(borders) => {
                format!("{} {}", form.of("cross"), border_words(variant, &borders.expr))
            }
            ActKind::Drops(pieces) => format!("{} {}", form.of("drop"), noun(pieces, "a piece")),
            ActKind::Castles(castlings) => {
                format!("{}{}", form.of("castle"), castling_name(castlings))
            }
            ActKind::Passes => form.of("pass"),
            ActKind::SetsOff(effect) => {
                let effect = &variant.game().effects[*effect].name;
                format!("{} the effect “{}”", form.of("cause"), effect.replace('-', " "))
            }
            ActKind::Promotes(None) => form.of("promote"),
            ActKind::Promotes(Some(pieces)) => {
                format!("{} to {}", form.of("promote"), piece_noun(variant, &pieces.expr))
            }
            ActKind::GivesCheck(pieces) => format!("{} check{}", form.of("give"), with(pieces)),
            ActKind::GivesCheckmate(pieces) => {
                format!("{} checkmate{}", form.of("give"), with(pieces))
            }
        }
    }
}
