//! Prints and reads moves as text.
//!
//! On one flat board, moves are written as by engines: `a2a3`, `a7a8q`, `P@e4`. A promotion to a
//! type with `+` ends in `+`. Castling is written with the cells of the royal piece, a pass with
//! its cell twice.
//!
//! Other moves, and all moves on levels and several boards, are `FROM-TO`, followed by `*CELL` for
//! each piece captured on another cell, `~CELL` for a piece swapped with, `=p` for a promotion, and
//! `>CELL` for each transfer whose target the owner chooses.
//!
//! Where two moves would have one text, a castling has its partner (`c1-b1~a1`), a transfer `>` in place
//! of `-`, and a double step `/CELL` for each cell on which it can be captured.

use std::fmt::Write;

use crate::game::PieceTypeId;
use crate::rules::{Move, MoveKind, Position, Rules};
use crate::variant::Variant;

/// The text of a move; all moves of one position have different texts.
pub fn print_move(variant: &Variant, rules: &Rules, position: &Position, found: &Move) -> String {
    let layout = &variant.game.layout;
    let (from, to) = (layout.name(found.from), layout.name(found.to));
    if let MoveKind::Drop(piece) = found.kind {
        return format!("{}@{to}", variant.face(piece.piece_type).letter);
    }
    let board = &layout.boards()[0];
    let flat = layout.boards().len() == 1 && !board.has_levels;
    let skipped = || found.skipped.iter().flatten();
    let castles = matches!(found.kind, MoveKind::Castle(_));
    let lifts = matches!(found.kind, MoveKind::Transfer(_));
    let has_twin =
        (castles || lifts || skipped().next().is_some()) && rules.has_twin(position, found);
    if flat && !has_twin && is_plain(rules, position, found) {
        let becomes = found.promotion.map(|piece_type| promotion_letter(variant, piece_type));
        return format!("{from}{to}{}", becomes.unwrap_or_default());
    }
    let mut text = format!("{from}{}{to}", if lifts && has_twin { '>' } else { '-' });
    for victim in found.captures.iter().filter(|&victim| victim != found.to) {
        let _ = write!(text, "*{}", layout.name(victim));
    }
    if let Some((with, _)) = found.displaced.filter(|_| !castles || has_twin) {
        let _ = write!(text, "~{}", layout.name(with));
    }
    if let Some(piece_type) = found.promotion {
        let _ = write!(text, "={}", promotion_letter(variant, piece_type));
    }
    for to in found.transfers.iter() {
        let _ = write!(text, ">{}", layout.name(to));
    }
    for &cell in skipped().filter(|_| has_twin) {
        let _ = write!(text, "/{}", layout.name(cell));
    }
    text
}

/// The legal move with that text.
///
/// Upper and lower case may differ if only one move then has the text.
pub fn find_move(
    variant: &Variant,
    rules: &Rules,
    position: &Position,
    text: &str,
) -> Option<Move> {
    find_among(variant, &rules.moves(position), rules, position, text)
}

/// The same among these moves, if they are known already.
pub fn find_among(
    variant: &Variant,
    moves: &[Move],
    rules: &Rules,
    position: &Position,
    text: &str,
) -> Option<Move> {
    let named = |exact: bool| {
        let mut found = moves.iter().filter(|found| {
            let printed = print_move(variant, rules, position, found);
            if exact { printed == text } else { printed.eq_ignore_ascii_case(text) }
        });
        found.next().copied().filter(|_| found.next().is_none())
    };
    named(true).or_else(|| named(false))
}

fn promotion_letter(variant: &Variant, piece_type: PieceTypeId) -> String {
    let letter = &variant.face(piece_type).letter;
    if letter.starts_with('+') { "+".to_owned() } else { letter.to_ascii_lowercase() }
}

/// Whether the two cells and the promotion are enough to describe the move.
///
/// A capture en passant is plain as in chess, unless the piece can also move there without it.
fn is_plain(rules: &Rules, position: &Position, found: &Move) -> bool {
    let castles = matches!(found.kind, MoveKind::Castle(_));
    if !(found.displaced.is_none() || castles) || !found.transfers.is_empty() {
        return false;
    }
    let mut elsewhere = found.captures.iter().filter(|&victim| victim != found.to).peekable();
    if elsewhere.peek().is_none() {
        return true;
    }
    let targets = &position.en_passant_targets;
    let is_target =
        |victim| targets.iter().any(|target| (target.cell, target.victim) == (found.to, victim));
    let key = |it: &Move| (it.from, it.to, it.promotion);
    elsewhere.all(is_target)
        && rules.moves(position).iter().filter(|other| key(other) == key(found)).count() == 1
}
