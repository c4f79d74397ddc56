//! Positions and moves as the engine writes them.

use std::collections::BTreeMap;

use crate::fsf::file_letter;
use crate::game::{GameFact, Piece, PieceTypeId, Promotion, SideId};
use crate::game_text::print_position;
use crate::geometry::{Cell, Layout};
use crate::rules::{Move, MoveKind, Position, Rules};
use crate::variant::Variant;

use super::parts::{neutral_piece, placement_text, rights_text};
use super::write_record::has_hands;

/// The letters with which the engine writes the pieces of a variant.
#[derive(Debug, Clone)]
pub struct EngineText {
    /// Small letters, after `+` for promoted forms.
    letters: BTreeMap<PieceTypeId, String>,
}

impl EngineText {
    /// The letters of the definition.
    pub fn of_definition(variant: &Variant) -> EngineText {
        let types = variant.game.piece_type_ids();
        let blocking = neutral_piece(variant);
        let letter = |it: PieceTypeId| match blocking == Some(it) {
            true => (it, "*".to_owned()),
            false => (it, variant.face(it).letter.to_ascii_lowercase()),
        };
        EngineText { letters: types.map(letter).collect() }
    }

    /// These letters.
    pub(super) fn new(letters: BTreeMap<PieceTypeId, String>) -> EngineText {
        EngineText { letters }
    }

    fn letter(&self, piece_type: PieceTypeId) -> &str {
        self.letters.get(&piece_type).map_or("?", String::as_str)
    }

    fn piece(&self, piece: Piece) -> String {
        match piece.side {
            SideId(0) => self.letter(piece.piece_type).to_ascii_uppercase(),
            _ => self.letter(piece.piece_type).to_owned(),
        }
    }

    /// A move, which is one of `legal`: `e2e4`, `e7e8q`, `b7b8+`, `b8b7-`, `P@e5`.
    pub fn print_move(&self, rules: &Rules, found: &Move, legal: &[Move]) -> String {
        let layout = rules.layout();
        if let MoveKind::Drop(piece) = found.kind {
            let letter = self.letter(piece.piece_type).to_ascii_uppercase();
            return format!("{letter}@{}", cell_name(layout, found.to));
        }
        let is_castling = |found: &Move| matches!(found.kind, MoveKind::Castle(_));
        let mut to = found.to;
        if let MoveKind::Castle(index) = found.kind {
            // A castling that looks like a step of the King is written with the cell of the Rook.
            let is_step = |other: &Move| {
                !is_castling(other) && (other.from, other.to) == (found.from, found.to)
            };
            if legal.iter().any(is_step) {
                to = rules.game().castlings[usize::from(index)].partner_from;
            }
        }
        let promotion = match found.promotion {
            None => "",
            Some(form) if self.letter(form).starts_with('+') => "+",
            Some(form) if is_turned_back(rules, form) => "-",
            Some(form) => self.letter(form),
        };
        format!("{}{}{promotion}", cell_name(layout, found.from), cell_name(layout, to))
    }

    /// A turn, which begins with one of the moves `legal`: `e2e4`, `e2e4,e4d5` with a neutral piece
    /// on d5, `b1c3h` with a drop on b1, `h1e1h` with a castling and a drop on h1.
    pub fn print_turn(&self, rules: &Rules, turn: &[Move], legal: &[Move]) -> String {
        let Some((first, rest)) = turn.split_first() else { return String::new() };
        let layout = rules.layout();
        let mut text = self.print_move(rules, first, legal);
        for part in rest {
            match part.kind {
                MoveKind::Pass => {}
                MoveKind::Drop(piece) if rules.game().sides[piece.side].has_turns => {
                    // After a castling, a drop where the partner started is written as its move.
                    if let Some((from, _)) = first.displaced.filter(|(from, _)| *from == part.to) {
                        let (from, to) = (cell_name(layout, from), cell_name(layout, first.from));
                        text = format!("{from}{to}");
                    }
                    text += self.letter(piece.piece_type);
                }
                _ => {
                    let (landing, to) = (cell_name(layout, first.to), cell_name(layout, part.to));
                    text += &format!(",{landing}{to}");
                }
            }
        }
        text
    }

    /// A position as FEN.
    pub fn print_position(&self, variant: &Variant, rules: &Rules, position: &Position) -> String {
        let layout = rules.layout();
        let reverts = variant.game.hands.as_ref().is_some_and(|it| it.captures_to_hand);
        let mut text = placement_text(layout, |cell| {
            let letter = self.piece(position.piece_at(cell)?);
            let was_pawn = position.status(cell).promoted_from.is_some();
            let tilde = reverts && was_pawn && !letter.starts_with('+');
            Some(if tilde { format!("{letter}~") } else { letter })
        });
        if has_hands(&variant.game) {
            text.push('[');
            for side in [SideId(0), SideId(1)] {
                for piece_type in variant.game.piece_type_ids() {
                    let piece = Piece { side, piece_type };
                    text += &self.piece(piece).repeat(usize::from(position.in_hand(piece)));
                }
            }
            text.push(']');
        }
        let in_hand = |side| {
            let mut types = variant.game.piece_type_ids();
            types.any(|piece_type| position.in_hand(Piece { side, piece_type }) > 0)
        };
        let may_gate = |side, cell| {
            position.piece_at(cell).is_some_and(|piece| piece.side == side)
                && !position.status(cell).moved
        };
        let rights = rights_text(variant, |index| position.can_castle(index), in_hand, may_gate);
        let own = print_position(variant, rules, position);
        let fields: Vec<&str> = own.split(' ').collect();
        let side = if position.turn.to_move == SideId(0) { "w" } else { "b" };
        format!(
            "{text} {side} {rights} {}{} {}",
            targets(layout, position),
            checks(variant, position).map_or_else(String::new, |counts| format!(" {counts}")),
            fields[4..6].join(" ")
        )
    }
}

/// The name of a cell for the engine: files by letters from the left, ranks by numbers from near.
fn cell_name(layout: &Layout, cell: Cell) -> String {
    let at = layout.point(cell).at;
    format!("{}{}", file_letter(at.x as u8), at.y + 1)
}

/// The checks that White and Black still need, where they are counted: `3+2`.
fn checks(variant: &Variant, position: &Position) -> Option<String> {
    let needed = |side: SideId| {
        let ends = variant.game.end_conditions.iter().filter(|end| end.sides[side]);
        ends.flat_map(|end| end.condition.facts()).find_map(|fact| match *fact {
            GameFact::ChecksGiven { times, in_succession: false } => Some(times),
            _ => None,
        })
    };
    let left = |side: SideId| {
        let given = position.record.as_deref().map_or(0, |record| record.checks[side.index()]);
        Some(needed(side)?.saturating_sub(given))
    };
    Some(format!("{}+{}", left(SideId(0))?, left(SideId(1))?))
}

fn targets(layout: &Layout, position: &Position) -> String {
    let names = position.en_passant_targets.iter().map(|target| cell_name(layout, target.cell));
    match names.collect::<String>() {
        none if none.is_empty() => "-".to_owned(),
        names => names,
    }
}

/// Whether a promoted form promotes to this type, which it was before.
fn is_turned_back(rules: &Rules, first: PieceTypeId) -> bool {
    let game = rules.game();
    let is_back = |it: &Promotion| {
        it.choices == [first] && game.piece_types[it.piece_type].unpromoted == Some(first)
    };
    game.promotions.iter().any(is_back)
}
