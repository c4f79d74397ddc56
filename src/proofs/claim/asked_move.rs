//! What a claim about a legal move asks: which piece moves, what it captures, and what kind of move it is.

use crate::game::{Piece, PieceTypeId};
use crate::geometry::{Cell, CellSet};
use crate::rules::{Move, MoveKind, Position};

use super::context::EvalContext;

/// The move of `legal(MOVE)`.
#[derive(Debug)]
pub(super) struct AskedMove {
    /// The piece that moves, and from where; `None` for a pass or a drop.
    pub mover: Option<(Piece, Cell)>,
    pub to: Option<Cell>,
    /// The piece to which it promotes, or that is dropped.
    pub becomes: Option<PieceTypeId>,
    /// The cells where it captures; `None` if it captures nothing or far from where it lands.
    pub captured: Option<CellSet>,
    /// The kinds of the move, as the families of forms call them.
    pub kinds: Vec<&'static str>,
    /// Whether other moves of this piece and kind are legal, and this one is not.
    pub is_one_of_several: bool,
}

impl AskedMove {
    /// Reads a move: as it is written, and the legal one that it names, if there is one.
    pub fn of(
        text: &str,
        found: Option<&Move>,
        position: &Position,
        context: &EvalContext<'_>,
    ) -> AskedMove {
        let variant = context.variant;
        let named =
            text.split(['-', 'x', '=', '@', '*']).filter_map(|it| variant.layout().find(it));
        let cells: Vec<Cell> = named.collect();
        let from = found.map(|it| it.from).or(cells.first().copied());
        let to = found.map(|it| it.to).or(cells.get(1).copied());
        let piece = from.filter(|_| from != to).and_then(|from| position.piece_at(from));
        let captured: Vec<Cell> = match found {
            Some(found) => found.captures.iter().collect(),
            None => to.into_iter().filter(|to| position.piece_at(*to).is_some()).collect(),
        };
        let promoted = text.rsplit_once('=').and_then(|(_, piece)| variant.variant().kind(piece));
        let dropped = text.split_once('@').and_then(|(piece, _)| variant.variant().kind(piece));
        let becomes = found.and_then(|it| it.promotion).or(promoted).or(dropped);
        let in_passing = found.map_or_else(
            || piece.is_some_and(|piece| could_pass(piece, from, to, position, context)),
            |_| {
                let mut targets = position.en_passant_targets.iter().map(|it| it.victim);
                targets.any(|victim| Some(victim) != to && captured.contains(&victim))
            },
        );
        // What a piece shoots is not where it lands.
        let lands = in_passing || captured.iter().all(|cell| Some(*cell) == to);
        let captures = !captured.is_empty() && lands;
        let castles = match found {
            Some(found) => matches!(found.kind, MoveKind::Castle(_)),
            None => {
                text.starts_with("O-O") || piece.is_some_and(|it| leaps_away(it, from, to, context))
            }
        };
        let is_of_kind = |it: &Move| match it.kind {
            MoveKind::Castle(_) => castles,
            MoveKind::Drop(piece) => Some(piece.piece_type) == dropped,
            _ if castles || dropped.is_some() || Some(it.from) != from => false,
            _ if in_passing => it.captures.iter().any(|cell| cell != it.to),
            _ => captured.is_empty() || !it.captures.is_empty(),
        };
        let is_legal =
            |is_meant: &dyn Fn(&Move) -> bool| context.rules().moves(position).iter().any(is_meant);
        let is_one_of_several = found.is_none() && is_legal(&is_of_kind);
        // Where no promotion is possible, none is forbidden.
        let is_promotion =
            |it: &Move| it.promotion.is_some() && (Some(it.from), Some(it.to)) == (from, to);
        let promotes = becomes.is_some() && is_legal(&is_promotion);
        let kinds = [
            (in_passing, "en-passant"),
            (captures, "capture"),
            (castles, "castling"),
            (found.is_some_and(|it| it.skipped[0].is_some()), "double-step"),
            (from == to && dropped.is_none() && from.is_some(), "pass"),
            (dropped.is_some(), "drop"),
            (promotes, "promotion"),
        ];
        AskedMove {
            mover: piece.zip(from),
            to,
            becomes,
            captured: captures.then(|| captured.iter().copied().collect()),
            kinds: kinds.iter().filter(|(is_so, _)| *is_so).map(|(_, kind)| *kind).collect(),
            is_one_of_several,
        }
    }
}

/// Whether a piece that captures en passant could capture on an empty cell.
fn could_pass(
    piece: Piece,
    from: Option<Cell>,
    to: Option<Cell>,
    position: &Position,
    context: &EvalContext<'_>,
) -> bool {
    let Some((from, to)) = from.zip(to) else { return false };
    let mut rules = context.variant.variant().face(piece.piece_type).moves.iter();
    position.piece_at(to).is_none()
        && context.rules().attack_mask(piece, from).contains(to)
        && rules.any(|rule| rule.notation.contains('e'))
}

/// Whether a royal piece goes where it has no move of its own, as when it castles.
fn leaps_away(
    piece: Piece,
    from: Option<Cell>,
    to: Option<Cell>,
    context: &EvalContext<'_>,
) -> bool {
    let Some((from, to)) = from.zip(to).filter(|(from, to)| from != to) else { return false };
    context.variant.game().piece_types[piece.piece_type].royal
        && !context.rules().attack_mask(piece, from).contains(to)
}
