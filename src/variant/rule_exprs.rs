//! The parsed texts of rules, for the sentences that are made of them.

use crate::rules::{Condition, MoveForm, ShotTarget};

use super::cell_resolver::BorderName;
use super::cells::CellExpr;
use super::piece_sets::PieceExpr;

/// One move rule as the definition has it, every text parsed.
#[derive(Debug, Clone)]
pub struct MoveRuleText {
    /// How the piece moves.
    pub form: MoveForm,
    /// The notation of `form`, as its author writes it; empty if it has none.
    pub notation: String,
    /// What it does where it arrives.
    pub effect: EffectText,
    /// Where a move must start.
    pub from: Option<CellExpr>,
    /// Where it must end.
    pub to: Option<CellExpr>,
    /// Where it must start, pass and end.
    pub within: Option<CellExpr>,
    /// The pieces that it may capture.
    pub captures: Option<PieceExpr>,
    /// The pieces that it may jump over.
    pub hurdles: Option<PieceExpr>,
    /// The borders that it may not cross.
    pub not_crossing: Vec<BorderName>,
    /// What must hold, all of it.
    pub conditions: Vec<Condition>,
}

impl MoveRuleText {
    /// A rule that moves in this form, without conditions.
    pub(super) fn by(form: MoveForm) -> MoveRuleText {
        MoveRuleText {
            form,
            notation: String::new(),
            effect: EffectText::None,
            from: None,
            to: None,
            within: None,
            captures: None,
            hurdles: None,
            not_crossing: Vec::new(),
            conditions: Vec::new(),
        }
    }

    /// The notation, if it says all of the rule except where the piece may go.
    pub fn plain_notation(&self) -> Option<&str> {
        let MoveRuleText { from, to, captures, hurdles, .. } = self;
        let is_plain = from.is_none()
            && to.is_none()
            && captures.is_none()
            && hurdles.is_none()
            && self.not_crossing.is_empty()
            && self.conditions.is_empty();
        match (&self.form, &self.effect) {
            (MoveForm::Betza(_), EffectText::None) if is_plain => Some(&self.notation),
            _ => None,
        }
    }
}

/// What a piece does where it arrives, as written.
#[derive(Debug, Clone)]
pub enum EffectText {
    /// Nothing more.
    None,
    /// It captures from there without moving.
    Shoot(ShotTarget),
    /// It swaps places with a piece of its side, of these if they are named.
    Swap(Option<PieceExpr>),
}

/// The texts of the rules that are not moves of one piece type.
#[derive(Debug, Clone, Default)]
pub struct RuleTexts {
    /// For each side, the pieces that it may capture, if the definition says so.
    pub captures: Vec<Option<PieceExpr>>,
    /// For each piece type, the cells from which it has a double step.
    pub double_steps: Vec<Option<CellExpr>>,
    /// For each piece type, the cells from which it has a triple step.
    pub triple_steps: Vec<Option<CellExpr>>,
    /// In the order of [`Game::promotions`](crate::rules::Game::promotions).
    pub promotions: Vec<PromotionText>,
    /// For each piece type, the cells on which it may be dropped.
    pub drops: Vec<Option<CellExpr>>,
    /// In the order of [`Game::states`](crate::rules::Game::states).
    pub states: Vec<StateText>,
    /// In the order of [`Game::transfers`](crate::rules::Game::transfers).
    pub transfers: Vec<TransferText>,
    /// The pieces without which a side has lost its last.
    pub extinction: Option<PieceExpr>,
    /// The pieces that reach a goal, and where.
    pub goal: Option<(PieceExpr, CellExpr)>,
    /// The pieces whose moves are progress.
    pub progress: Option<PieceExpr>,
}

/// The texts of a promotion.
#[derive(Debug, Clone)]
pub struct PromotionText {
    /// Where promotion is compulsory.
    pub compulsory: Option<CellExpr>,
    /// Where it is possible.
    pub optional: Option<CellExpr>,
}

/// The texts of a state.
#[derive(Debug, Clone)]
pub struct StateText {
    /// The events that set it.
    pub set: Vec<EventExpr>,
    /// The events that clear it.
    pub clear: Vec<EventExpr>,
}

/// An event in the life of a piece.
#[derive(Debug, Clone)]
pub enum EventExpr {
    /// It moves.
    Moves,
    /// It captures, on these cells if they are named.
    Captures(Option<CellExpr>),
    /// It arrives on one of these cells.
    Arrives(CellExpr),
    /// It leaves these cells.
    Leaves(CellExpr),
    /// It crosses one of these borders.
    Crosses(Vec<BorderName>),
}

/// The texts of a transfer.
#[derive(Debug, Clone)]
pub struct TransferText {
    /// The pieces that it moves; `None`: all.
    pub pieces: Option<PieceExpr>,
    /// From where.
    pub from: Option<CellExpr>,
    /// To where; `None`: out of the game.
    pub to: Option<CellExpr>,
}
