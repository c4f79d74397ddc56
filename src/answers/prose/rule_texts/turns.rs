//! Turns, passing and what a side may capture, in words.

use crate::game::{CheckSource, Outcome, Piece, SideId};
use crate::query::LoadedVariant;
use crate::source::join_words;

use super::super::piece_filter::{PieceFilter, piece_filter};
use super::ends::all_outcomes;

/// The order of turns, and the pieces that players may move and capture besides the usual.
pub(super) fn turns(variant: &LoadedVariant) -> String {
    let name = |side: SideId| variant.side_title(side);
    let players: Vec<SideId> = variant.variant().players().collect();
    let mut words = match players[..] {
        [first, _] => format!("{} moves first. The players move in turn.", name(first)),
        [first, ..] => {
            let others = join_words(players[1..].iter().map(|&side| name(side)), "and");
            let left_out = match all_outcomes(variant).any(|it| it == Outcome::Eliminated) {
                true => " Eliminated players are left out.",
                false => "",
            };
            format!("{} moves first, then {others}, in this order.{left_out}", name(first))
        }
        [] => String::new(),
    };
    for side in variant.game().side_ids().filter(|&side| !variant.game().sides[side].has_turns) {
        let movers = &variant.game().sides[side].moved_by;
        let movers = match (movers.len() == players.len(), movers.len()) {
            (true, 2) => "Both players".to_owned(),
            (true, 3..) => "All players".to_owned(),
            _ => join_words(movers.iter().map(|&side| name(side)), "and"),
        };
        let none = movers.is_empty();
        let movers = if none { "No player".to_owned() } else { movers };
        words += &format!(" {movers} may move {} pieces.", name(side));
    }
    if players.iter().all(|&side| captures(variant, side) == Some(PieceFilter::All)) {
        words += " A player may capture friendly pieces, too.";
        let neutral = variant.game().side_ids().filter(|side| !players.contains(side));
        for side in neutral.filter(|&side| captures(variant, side).is_none()) {
            words += &format!(" {0} pieces may not capture {0} pieces.", name(side));
        }
        return words;
    }
    for side in players {
        let capture = match captures(variant, side) {
            None => continue,
            Some(PieceFilter::All) => "may capture its own pieces, too".to_owned(),
            Some(PieceFilter::Only(pieces)) => format!("may capture only {pieces}"),
            Some(PieceFilter::AllBut(pieces)) => format!("may not capture {pieces}"),
        };
        words += &format!(" {} {capture}.", name(side));
    }
    words
}

/// The pieces that a side may capture; `None` if these are all pieces of other sides.
fn captures(variant: &LoadedVariant, side: SideId) -> Option<PieceFilter> {
    let game = variant.game();
    let is_usual =
        |piece: Piece| game.sides[side].may_capture.contains(piece) == (piece.side != side);
    let mut pieces = game
        .side_ids()
        .flat_map(|side| game.piece_type_ids().map(move |piece_type| Piece { side, piece_type }));
    if pieces.all(is_usual) {
        return None;
    }
    let expr = variant.game().sides[side].capture_words.as_ref();
    Some(expr.map_or(PieceFilter::All, |expr| piece_filter(variant, expr)))
}

pub(super) fn passing(variant: &LoadedVariant) -> &'static str {
    match (variant.game().passing, variant.game().check_by) {
        (false, _) => "",
        (true, CheckSource::None) => "Instead of moving, a player may pass.",
        (true, _) => "Instead of moving, a player who is not in check may pass.",
    }
}
