//! The parsed texts of rules, from which sentences are made.

use crate::game::{
    BorderName, CaptureSeries, CellExpr, MoveForm, PieceExpr, Prerequisite, ShotTarget,
};

/// One move rule as the definition writes it, with every text parsed.
#[derive(Debug, Clone)]
pub struct MoveRuleText {
    /// The form of the move.
    pub form: MoveForm,
    /// The notation of `form`, as the author writes it; empty if the form has none.
    pub notation: String,
    /// The effect after the move.
    pub effect: EffectText,
    /// The cells on which a move must start.
    pub from: Option<CellExpr>,
    /// The cells on which a move must end.
    pub to: Option<CellExpr>,
    /// The cells on which a move must start, pass and end.
    pub within: Option<CellExpr>,
    /// The pieces that the move may capture.
    pub captures: Option<PieceExpr>,
    /// The pieces that the move may jump over.
    pub hurdles: Option<PieceExpr>,
    /// The pieces over which its slides go on.
    pub jumps_over: Option<PieceExpr>,
    /// Whether the piece goes on after a capture.
    pub again: Option<CaptureSeries>,
    /// The borders that the move may not cross.
    pub not_crossing: Vec<BorderName>,
    /// The conditions, all of which must hold.
    pub conditions: Vec<Prerequisite>,
}

impl MoveRuleText {
    /// Returns the notation if it and `within` are the whole rule.
    pub fn plain_notation(&self) -> Option<&str> {
        let MoveRuleText { from, to, captures, hurdles, jumps_over, again, .. } = self;
        let is_plain = from.is_none()
            && to.is_none()
            && captures.is_none()
            && hurdles.is_none()
            && jumps_over.is_none()
            && again.is_none()
            && self.not_crossing.is_empty()
            && self.conditions.is_empty();
        match (&self.form, &self.effect) {
            (MoveForm::Betza(_), EffectText::None) if is_plain => Some(&self.notation),
            _ => None,
        }
    }
}

/// The effect of a move rule after the move, as written.
#[derive(Debug, Clone)]
pub enum EffectText {
    /// No effect.
    None,
    /// The piece captures from the target cell without moving.
    Shoot(ShotTarget),
    /// The piece swaps cells with another of its side, one of these if they are named.
    Swap(Option<PieceExpr>),
}
