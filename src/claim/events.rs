//! Compares the events that words name, such as a check or a capture, with those of the claim.

use crate::query::{LoadedVariant, Refusal};
use crate::rules::{Move, Position};
use crate::source::join_words;

use super::english_numbers::is_among;
use super::functions::FunctionName;

/// An event that a word can name. Its list of words has its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SaidEvent {
    Check,
    Checkmate,
    Stalemate,
    Capture,
}

/// What a claim has to do with events: what it asks, its positions, and the moves that it judges.
#[derive(Debug, Default)]
pub(super) struct ClaimEvents {
    /// The functions that it asks.
    asked: Vec<FunctionName>,
    /// The positions before and after its moves.
    positions: Vec<Position>,
    /// Whether one of its moves captures, or one of its positions has pieces that can be captured.
    captures: bool,
    /// Why moves are illegal that it calls illegal.
    refusals: Vec<Refusal>,
}

impl ClaimEvents {
    pub fn add_function(&mut self, name: FunctionName) {
        self.asked.push(name);
    }

    pub fn add_position(&mut self, position: &Position) {
        self.positions.push(position.clone());
    }

    /// Adds the moves between the position of a claim and that before its `after`.
    pub fn add_played(&mut self, before: &Position, after: &Position) {
        self.captures |= after.pieces().count() < before.pieces().count();
    }

    /// Adds enemy pieces on cells that a claim asks about.
    pub fn add_targets(&mut self) {
        self.captures |= self.asked.contains(&FunctionName::Moves);
    }

    /// Adds a legal move that a claim asks about.
    pub fn add_move(&mut self, found: &Move, position: &Position, variant: &LoadedVariant) {
        self.captures |= !found.captures.is_empty();
        self.positions.push(variant.rules().after(position, found));
    }

    /// Adds a move that a claim asks about and that is illegal.
    pub fn add_illegal(&mut self, text: &str, position: &Position, variant: &LoadedVariant) {
        for (piece, from, to) in variant.meant_steps(position, text) {
            self.captures |= from.is_some() && position.piece_at(to).is_some();
            self.refusals.extend(match from {
                Some(from) => variant.refusal(position, from, to),
                None => variant.drop_refusal(position, piece, to),
            });
        }
    }

    /// Returns a message about the events that the words name and the claim does not have.
    ///
    /// `is_denied` says whether the words deny the one at a place.
    pub fn unsaid(
        &self,
        said: &[&str],
        is_denied: impl Fn(usize) -> bool,
        variant: &LoadedVariant,
    ) -> Option<String> {
        use SaidEvent::{Capture, Check, Checkmate, Stalemate};
        let lists = [
            ("check", Check),
            ("checkmate", Checkmate),
            ("stalemate", Stalemate),
            ("capture", Capture),
        ];
        let named = said.iter().enumerate().filter_map(|(at, word)| {
            let (_, event) = lists.iter().find(|(list, _)| is_among(list, word))?;
            // An event that is denied need not happen, unless a move is illegal because of it.
            let is_missed = self.refusals.is_empty() && is_denied(at);
            (!is_missed && !self.has(*event, variant)).then(|| format!("*{word}*"))
        });
        let mut named: Vec<String> = named.collect();
        named.dedup();
        let names = (!named.is_empty()).then(|| join_words(&named, "and"))?;
        Some(format!("the words say {names}, and the claim does not"))
    }

    fn has(&self, event: SaidEvent, variant: &LoadedVariant) -> bool {
        self.asks(event)
            || self.refuses(event)
            || match event {
                SaidEvent::Capture => self.captures,
                _ => self.positions.iter().any(|position| is_in(event, position, variant)),
            }
    }

    fn asks(&self, event: SaidEvent) -> bool {
        use FunctionName as Name;
        let names: &[Name] = match event {
            SaidEvent::Check => &[Name::Check, Name::Checkmate],
            // Where sides are eliminated, they mostly are by checkmate.
            SaidEvent::Checkmate => &[Name::Checkmate, Name::Eliminated],
            SaidEvent::Stalemate => &[Name::Stalemate],
            SaidEvent::Capture => &[
                Name::Captures,
                Name::Victims,
                Name::Attacks,
                Name::Attackers,
                Name::Protectors,
                Name::Quiet,
            ],
        };
        names.iter().any(|name| self.asked.contains(name))
    }

    /// Whether a move is illegal for a reason that has to do with the event.
    fn refuses(&self, event: SaidEvent) -> bool {
        let is_for = |refusal: &Refusal| match refusal {
            // These rules may be about anything.
            Refusal::Restricted(_) | Refusal::OtherPart(_) | Refusal::UnderAura(_) => true,
            Refusal::LosesOwnRoyal | Refusal::Forbidden | Refusal::OutsideOfItsCells(_) => true,
            Refusal::Exposes { .. } | Refusal::FacingRoyals => event == SaidEvent::Check,
            Refusal::CastlesInCheck | Refusal::CastlesOverAttack(_) => event == SaidEvent::Check,
            Refusal::DropMates => event != SaidEvent::Stalemate,
            Refusal::MayNotCapture | Refusal::OnlyWithoutCapture | Refusal::OnlyCapturing => {
                event == SaidEvent::Capture
            }
            Refusal::FriendlyPiece => event == SaidEvent::Capture,
            _ => false,
        };
        self.refusals.iter().any(is_for)
    }
}

/// Whether a position is a check, a checkmate or a stalemate.
fn is_in(event: SaidEvent, position: &Position, variant: &LoadedVariant) -> bool {
    let rules = variant.rules();
    let mut sides = variant.game().side_ids();
    let is_check = sides.any(|side| rules.in_check(position, side));
    match event {
        SaidEvent::Check => is_check,
        SaidEvent::Checkmate => is_check && rules.moves(position).is_empty(),
        _ => !is_check && rules.moves(position).is_empty(),
    }
}
