//! Moves as text.
//!
//! On one flat board as engines write them: `a2a3`, `a7a8q` (`+` for the one promoted form),
//! `P@e4`, castling by the royal's cells, a pass by the royal's cell twice. What that cannot say,
//! and everything on levels and several boards, is `FROM-TO`, then `*CELL` for each man taken
//! elsewhere, `~CELL` for one that changes places, `=p` for a promotion, `>CELL` for each
//! other man that is sent where its owner likes.

use std::fmt::Write;

use crate::rules::{Move, MoveKind, PieceTypeId, Position, Rules};

use super::Variant;

impl Variant {
    /// A move as text; moves of one position have different texts.
    pub fn print_move(&self, position: &Position, found: &Move) -> String {
        let layout = &self.game.layout;
        let (from, to) = (layout.name(found.from), layout.name(found.to));
        if let MoveKind::Drop(piece) = found.kind {
            return format!("{}@{to}", self.face(piece.piece_type).letter);
        }
        let board = &layout.boards()[0];
        let flat = layout.boards().len() == 1 && !board.has_levels;
        if flat && is_plain(position, found) {
            let becomes = found.promotion.map(|piece_type| self.promotion_letter(piece_type));
            return format!("{from}{to}{}", becomes.unwrap_or_default());
        }
        let mut text = format!("{from}-{to}");
        for victim in found.captures.iter().filter(|&victim| victim != found.to) {
            let _ = write!(text, "*{}", layout.name(victim));
        }
        if let Some((with, _)) =
            found.displaced.filter(|_| !matches!(found.kind, MoveKind::Castle(_)))
        {
            let _ = write!(text, "~{}", layout.name(with));
        }
        if let Some(piece_type) = found.promotion {
            let _ = write!(text, "={}", self.promotion_letter(piece_type));
        }
        for to in found.transfers.iter() {
            let _ = write!(text, ">{}", layout.name(to));
        }
        text
    }

    /// The legal move that a text means; case aside where no two moves then agree.
    pub fn find_move(&self, rules: &Rules, position: &Position, text: &str) -> Option<Move> {
        let moves = rules.moves(position);
        let named = |exact: bool| {
            let mut found = moves.iter().filter(|found| {
                let printed = self.print_move(position, found);
                if exact { printed == text } else { printed.eq_ignore_ascii_case(text) }
            });
            found.next().copied().filter(|_| found.next().is_none())
        };
        named(true).or_else(|| named(false))
    }

    fn promotion_letter(&self, piece_type: PieceTypeId) -> String {
        let letter = &self.face(piece_type).letter;
        if letter.starts_with('+') { "+".to_owned() } else { letter.to_ascii_lowercase() }
    }
}

/// Whether from, to and promotion say it all.
fn is_plain(position: &Position, found: &Move) -> bool {
    let in_passing = |victim| {
        let passed = position.en_passant_targets().iter();
        passed.into_iter().any(|passed| (passed.cell, passed.victim) == (found.to, victim))
    };
    let takes_here = found.captures.iter().all(|victim| victim == found.to || in_passing(victim));
    let castles = matches!(found.kind, MoveKind::Castle(_));
    takes_here && (found.displaced.is_none() || castles) && found.transfers.is_empty()
}
