//! Sentences about a game that is being played: moves, turns and the end.

use super::rule_texts::{reached_end_words, with_article};
use crate::game::{GoalRule, Outcome, Piece, PieceSet, SideId};
use crate::geometry::Cell;
use crate::query::LoadedVariant;
use crate::rules::{EndReason, GameEnd, Move, MoveKind, Position};
use crate::source::{article, capitalised, join_words};

/// Returns a sentence about a move in the position before it.
///
/// ```text
/// The white Pawn moves from e7 to e8 and promotes to a Queen.
/// ```
pub fn move_words(variant: &LoadedVariant, position: &Position, found: &Move) -> String {
    let words = own_move_words(variant, position, found);
    match variant.game().effects.is_empty() {
        true => words,
        false => words + &effect_changes(variant, position, found),
    }
}

/// Returns what the effects of a move change, with a space before each sentence.
fn effect_changes(variant: &LoadedVariant, position: &Position, found: &Move) -> String {
    let (before, after) = variant.rules().effects_of(position, found);
    let change = |cell| (cell, before.piece_at(cell), after.piece_at(cell));
    let changes = variant.layout().cells().map(change);
    let changes: Vec<(Cell, Option<Piece>, Option<Piece>)> =
        changes.filter(|(_, before, after)| before != after).collect();
    let on =
        |piece, cell| format!("the {} on {}", variant.piece_name(piece), variant.cell_name(cell));
    let (mut gone, mut sentences) = (Vec::new(), Vec::new());
    let mut arrived: Vec<(Cell, Piece)> = changes
        .iter()
        .filter_map(|&(cell, before, after)| Some((cell, after.filter(|_| before.is_none())?)))
        .collect();
    for &(cell, before, after) in &changes {
        let Some(piece) = before else { continue };
        let other = arrived.iter().position(|(_, other)| *other == piece);
        match (after, other) {
            (Some(becomes), _) => {
                let name = variant.piece_name(becomes);
                let words = format!("{} changes into {} {name}", on(piece, cell), article(&name));
                sentences.push(words);
            }
            (None, Some(index)) => {
                let (to, _) = arrived.remove(index);
                let to = variant.cell_name(to);
                sentences.push(format!("{} is moved to {to}", on(piece, cell)));
            }
            (None, None) => gone.push(on(piece, cell)),
        }
    }
    for (cell, piece) in arrived {
        let name = variant.piece_name(piece);
        let cell = variant.cell_name(cell);
        sentences.push(format!("{} {name} is placed on {cell}", article(&name)));
    }
    let are = if gone.len() == 1 { "is" } else { "are" };
    if !gone.is_empty() {
        sentences.insert(0, format!("{} {are} removed from the board", join_words(gone, "and")));
    }
    sentences.iter().map(|words| format!(" {}.", capitalised(words))).collect()
}

/// The sentence about a move without its effects.
fn own_move_words(variant: &LoadedVariant, position: &Position, found: &Move) -> String {
    let side = variant.side_title(position.turn.to_move);
    let (from, to) = (variant.cell_name(found.from), variant.cell_name(found.to));
    match found.kind {
        MoveKind::Pass => return format!("{side} passes."),
        MoveKind::Drop(piece) => {
            return format!(
                "{side} drops a {} on {to}.",
                variant.piece_type_name(piece.piece_type)
            );
        }
        MoveKind::Castle(_) => {
            return format!("{side} castles: {}.", castled_words(variant, found));
        }
        MoveKind::Step | MoveKind::Transfer(_) => {}
    }
    let Some(piece) = position.piece_at(found.from) else { return String::new() };
    let mut acts = Vec::new();
    if found.from != found.to {
        acts.push(format!("moves from {from} to {to}"));
    }
    let captured = found.captures.iter().filter_map(|cell| {
        let victim = variant.piece_name(position.piece_at(cell)?);
        let on = match cell == found.to {
            true => String::new(),
            false => format!(" on {}", variant.cell_name(cell)),
        };
        Some(format!("the {victim}{on}"))
    });
    let captured = join_words(captured, "and");
    if !captured.is_empty() {
        acts.push(format!("captures {captured}"));
    }
    if let Some((with, _)) = found.displaced
        && let Some(other) = position.piece_at(with)
    {
        acts.push(format!("swaps places with the {}", variant.piece_name(other)));
    }
    if let Some(piece_type) = found.promotion {
        acts.push(format!("promotes to {}", with_article(variant, piece_type)));
    }
    let sent: Vec<&str> = found.transfers.iter().map(|cell| variant.cell_name(cell)).collect();
    let sent = match sent[..] {
        [] => String::new(),
        _ => format!(" A piece is transferred to {}.", join_words(sent, "and")),
    };
    let place = if found.from == found.to { format!(" on {from}") } else { String::new() };
    format!("The {}{place} {}.{sent}", variant.piece_name(piece), join_words(acts, "and"))
}

/// `the King moves from e1 to g1, the Rook from h1 to f1`
fn castled_words(variant: &LoadedVariant, found: &Move) -> String {
    let MoveKind::Castle(index) = found.kind else { return String::new() };
    let castling = &variant.game().castlings[usize::from(index)];
    let way = |piece_type, from, to| {
        let (from, to) = (variant.cell_name(from), variant.cell_name(to));
        format!("the {} from {from} to {to}", variant.piece_type_name(piece_type))
    };
    let royal = way(castling.royal, castling.royal_from, castling.royal_to);
    format!("{royal}, {}", way(castling.partner, castling.partner_from, castling.partner_to))
}

/// Returns what follows from a move besides its own sentence: eliminated sides, and check.
pub fn consequence_words(variant: &LoadedVariant, before: &Position, after: &Position) -> String {
    let mut sentences = Vec::new();
    let sides = || variant.game().side_ids();
    for side in sides().filter(|&side| after.is_eliminated(side) && !before.is_eliminated(side)) {
        sentences.push(format!("{} is eliminated.", variant.side_title(side)));
    }
    let to_move = after.turn.to_move;
    if variant.rules().in_check(after, to_move) {
        sentences.push(format!("{} is in check.", variant.side_title(to_move)));
    }
    sentences.join(" ")
}

/// Returns why a game is over, and its result.
///
/// ```text
/// Checkmate. White wins.
/// ```
pub fn end_words(variant: &LoadedVariant, position: &Position, end: &GameEnd) -> String {
    let reason = match end.reason {
        EndReason::Checkmate => "Checkmate.".to_owned(),
        EndReason::Stalemate => {
            format!("{} has no legal move.", variant.side_title(position.turn.to_move))
        }
        EndReason::Repetition => "The position is repeated.".to_owned(),
        EndReason::NoProgress => {
            "There was no capture and no other progress for too long.".to_owned()
        }
        EndReason::Board => board_end_words(variant, position, end),
    };
    format!("{reason} {}", result_words(variant, position, end)).trim().to_owned()
}

/// Returns which rule about pieces, passes or eliminations ended the game.
fn board_end_words(variant: &LoadedVariant, position: &Position, end: &GameEnd) -> String {
    let ends = variant.game().ends_of(end.side);
    let side = variant.side_title(end.side);
    let players: Vec<SideId> = players_left(variant, position).collect();
    if ends.last_survivor.is_some() && players.len() == 1 {
        return "All other sides are eliminated.".to_owned();
    }
    if position.turn.consecutive_passes > 0 {
        return match ends.all_passed {
            Some(_) => "All sides have passed.".to_owned(),
            None => "The royal pieces face each other.".to_owned(),
        };
    }
    if let Some((index, sides)) = variant.rules().reached_end(position) {
        return reached_end_words(variant, index, &sides);
    }
    let has_none = |pieces: &PieceSet| {
        let of_side = || pieces.iter().filter(|piece| piece.side == end.side);
        let is_there = |kind| position.pieces().any(|(_, piece)| piece == kind);
        of_side().next().is_some() && !of_side().any(is_there)
    };
    if let Some((pieces, _)) = ends.extinction.iter().find(|(pieces, _)| has_none(pieces)) {
        let kinds = pieces.iter().filter(|piece| piece.side == end.side);
        let names: Vec<&str> =
            kinds.map(|piece| variant.piece_type_name(piece.piece_type)).collect();
        return match names[..] {
            [name] => format!("{side} has no {name} left."),
            _ => format!("{side} has none left of the pieces on which the game depends."),
        };
    }
    let reaches = |rule: &GoalRule| {
        let mut pieces = rule.at[end.side].iter().filter_map(|at| position.piece_at(at));
        pieces.any(|piece| piece.side == end.side && rule.pieces.contains(piece))
    };
    if ends.goal.iter().any(reaches) {
        return format!("A piece of {side} has reached its goal.");
    }
    "The pieces on the board decide the game.".to_owned()
}

/// The sides with turns that are not eliminated.
fn players_left<'a>(
    variant: &'a LoadedVariant,
    position: &'a Position,
) -> impl Iterator<Item = SideId> + 'a {
    variant.variant().players().filter(|&side| !position.is_eliminated(side))
}

/// `White wins.`, `The game is drawn.`
fn result_words(variant: &LoadedVariant, position: &Position, end: &GameEnd) -> String {
    let side = variant.side_title(end.side);
    let mut others = players_left(variant, position).filter(|&other| other != end.side);
    let opponent = others.next().filter(|_| others.next().is_none());
    match (end.outcome, opponent) {
        (Outcome::Loses, Some(other)) => format!("{} wins.", variant.side_title(other)),
        (Outcome::Loses, None) => format!("{side} loses."),
        (Outcome::Wins, _) => format!("{side} wins."),
        (Outcome::Draw, _) => "The game is drawn.".to_owned(),
        (Outcome::Passes, _) => format!("{side} passes."),
        (Outcome::Eliminated, _) => format!("{side} is eliminated."),
        (Outcome::Points, _) => "Points decide the game.".to_owned(),
        (Outcome::FewerPoints, _) => "The player with fewer points wins.".to_owned(),
    }
}
