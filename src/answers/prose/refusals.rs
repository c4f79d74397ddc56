//! Sentences that say why a piece may not move to a cell, or may not be dropped there.

use crate::game::{CellExpr, Piece, Prerequisite};
use crate::geometry::{Cell, CellSet};
use crate::query::{LoadedVariant, Refusal};
use crate::rules::Position;
use crate::source::{capitalised, join_words};
use crate::variant::MoveRuleText;

use super::cell_phrases::{lines, phrase_of};
use super::definition_phrases::{CellPhrase, border_words};
use super::rule_texts::state_words;
use super::rule_texts::{
    aura_sentence, effect_sentence, full_line_words, part_of_turn_sentence, restriction_sentence,
};

/// The greatest number of cells that are named one by one.
const NAMED: usize = 4;

/// Returns why a piece on one cell may not move to another, in sentences.
pub fn refusal_words(
    variant: &LoadedVariant,
    position: &Position,
    from: Cell,
    to: Cell,
    refusal: &Refusal,
) -> String {
    let Some(piece) = position.piece_at(from) else {
        return format!("There is no piece on {}.", variant.cell_name(from));
    };
    refused(variant, position, (piece, Some(from), to), refusal)
}

/// Returns why a piece in hand may not be dropped on a cell, in sentences.
pub fn drop_refusal_words(
    variant: &LoadedVariant,
    position: &Position,
    piece: Piece,
    to: Cell,
    refusal: &Refusal,
) -> String {
    refused(variant, position, (piece, None, to), refusal)
}

/// The sentences for a piece, its start cell (`None` for a drop) and the other cell.
fn refused(
    variant: &LoadedVariant,
    position: &Position,
    (piece, from, to): (Piece, Option<Cell>, Cell),
    refusal: &Refusal,
) -> String {
    let name = variant.piece_name(piece);
    let kind = variant.piece_type_name(piece.piece_type);
    let to_name = variant.cell_name(to);
    let way = match from {
        Some(from) => format!("from {} to {to_name}", variant.cell_name(from)),
        None => format!("on {to_name}"),
    };
    let there = || match position.piece_at(to) {
        Some(other) => format!("the {}", variant.piece_name(other)),
        None => "a piece".to_owned(),
    };
    match refusal {
        Refusal::GameOver => "The game is over.".to_owned(),
        Refusal::NoPiece => "There is no such piece in hand.".to_owned(),
        Refusal::OtherTurn => {
            format!("It is the turn of {}.", variant.side_title(position.turn.to_move))
        }
        Refusal::Blocked(by) => blocked_words(variant, position, kind, &way, by),
        Refusal::FriendlyPiece => {
            format!("{} is on {to_name}. It belongs to the same side.", capitalised(&there()))
        }
        Refusal::MayNotCapture => format!("The {name} may not capture {}.", there()),
        Refusal::OnlyWithoutCapture => {
            format!("The {kind} moves {way} only without capturing.")
        }
        Refusal::OnlyCapturing => format!("The {kind} moves {way} only to capture."),
        Refusal::NeedsHurdle => {
            format!("The {kind} moves {way} only over another piece. None is there.")
        }
        Refusal::Exposes { royals, by, in_check } => {
            exposed_words(variant, position, (piece, from, to), royals, by, *in_check)
        }
        Refusal::CastlesInCheck => format!("The {kind} may not castle out of check."),
        Refusal::CastlesOverAttack(cells) => {
            let cells = join_words(variant.cell_names(cells), "and");
            format!("The {kind} may not castle: an enemy piece attacks {cells}.")
        }
        Refusal::NoCastlingRight => {
            format!("The {kind} may not castle {way}: it or its partner has moved.")
        }
        Refusal::FacingRoyals => {
            "After this move royal pieces would face each other on an open line.".to_owned()
        }
        Refusal::Restricted(index)
        | Refusal::Barred(index)
        | Refusal::UnderAura(index)
        | Refusal::OtherPart(index) => rule_words(variant, kind, &way, (refusal, *index)),
        Refusal::LosesOwnRoyal => {
            let side = variant.side_title(position.turn.to_move);
            format!("By this move {side} would lose its own royal piece.")
        }
        Refusal::Forbidden => "Another rule of the game forbids this move.".to_owned(),
        Refusal::HasMoved
        | Refusal::HasNotMoved
        | Refusal::NoDoubleStep
        | Refusal::WrongState(_) => limit_words(variant, kind, &way, refusal),
        Refusal::OutsideOfItsCells(rules) => {
            let why = limit_sentence(variant, position, (piece, from.unwrap_or(to), to), rules);
            format!("The {kind} may not move {way}. {why}")
        }
        Refusal::OnePerLine => full_line_words(variant, piece, kind, to),
        Refusal::Occupied | Refusal::NoDropThere | Refusal::DropMates => {
            drop_words(kind, &way, (to_name, &there()), refusal)
        }
        Refusal::Never => format!("The {kind} does not move {way}."),
    }
}

/// The sentence of the rule of the game, by its index, that forbids a move.
fn rule_words(
    variant: &LoadedVariant,
    kind: &str,
    way: &str,
    (refusal, index): (&Refusal, usize),
) -> String {
    match refusal {
        Refusal::Restricted(_) => restriction_sentence(variant, index),
        Refusal::Barred(_) => effect_sentence(variant, index),
        Refusal::OtherPart(_) => part_of_turn_sentence(variant, index),
        _ => format!("The {kind} may not move {way}. {}", aura_sentence(variant, index)),
    }
}

/// The sentences for a move that only a piece of another status may make.
fn limit_words(variant: &LoadedVariant, kind: &str, way: &str, refusal: &Refusal) -> String {
    match refusal {
        Refusal::HasMoved => {
            format!("Only a {kind} that has not moved may move {way}. This one has moved.")
        }
        Refusal::HasNotMoved => {
            format!("Only a {kind} that has moved may move {way}. This one has not.")
        }
        Refusal::NoDoubleStep => {
            format!("The {kind} may not make a double step {way}. Only some start cells allow it.")
        }
        Refusal::WrongState(state) => {
            let state = state_words(variant, *state);
            format!(
                "Whether the {kind} may move {way} depends on its state “{state}”, and it forbids the move now."
            )
        }
        _ => String::new(),
    }
}

/// The sentence about the limits of rules by which a piece would move from a cell to another:
/// `It makes this move only from outside its half.`
fn limit_sentence(
    variant: &LoadedVariant,
    position: &Position,
    (piece, from, to): (Piece, Cell, Cell),
    rules: &[usize],
) -> String {
    let own = &variant.game().piece_types[piece.piece_type].move_rules[piece.side];
    let face = variant.variant().face(piece.piece_type);
    let of_side = face.side_moves.iter().find(|(side, _)| *side == piece.side);
    let texts = of_side.map_or(&face.moves, |(_, texts)| texts);
    let phrase = |cells: &CellSet, expr: Option<&CellExpr>| match lines(variant, cells) {
        Some(lines) => CellPhrase::cells(lines),
        None if expr.is_none() || cells.len() <= NAMED => {
            phrase_of(variant, cells, piece.side, None)
        }
        None => phrase_of(variant, cells, piece.side, expr),
    };
    let (mut starts, mut others) = (Vec::new(), Vec::new());
    for (rule, text) in rules.iter().filter_map(|&at| Some((own.get(at)?, texts.get(at)))) {
        let leaves_out = |cells: &CellSet| !cells.contains(from) || !cells.contains(to);
        let expr = |of: fn(&MoveRuleText) -> &Option<CellExpr>| text.and_then(|it| of(it).as_ref());
        match (&rule.from, &rule.to, &rule.within) {
            (Some(cells), ..) if !cells.contains(from) => {
                starts.push(phrase(cells, expr(|text| &text.from)).from());
            }
            (_, Some(cells), _) if !cells.contains(to) => {
                let end = phrase(cells, expr(|text| &text.to)).place();
                others.push(format!("This move must end {end}."));
            }
            (.., Some(cells)) if leaves_out(cells) => {
                let inside = phrase(cells, expr(|text| &text.within)).place();
                others.push(format!("It must stay {inside}."));
            }
            _ if rule.conditions.contains(&Prerequisite::NotInCheck)
                && variant.rules().in_check(position, piece.side) =>
            {
                others.push("Its side is in check.".to_owned());
            }
            _ if text.is_some_and(|text| !text.not_crossing.is_empty()) => {
                let borders =
                    text.map_or(String::new(), |it| border_words(variant, &it.not_crossing));
                others.push(format!("It may not cross {borders}."));
            }
            _ => {}
        }
    }
    match (&starts[..], others.pop()) {
        ([], None) => "A rule limits the places where it may start and end.".to_owned(),
        ([], Some(sentence)) => sentence,
        (starts, _) => format!("It makes this move only {}.", join_words(starts, "or")),
    }
}

fn blocked_words(
    variant: &LoadedVariant,
    position: &Position,
    kind: &str,
    way: &str,
    by: &CellSet,
) -> String {
    let pieces = pieces_on(variant, position, by);
    let verb = if by.len() == 1 { "blocks" } else { "block" };
    match pieces.is_empty() {
        true => format!("The {kind} is blocked {way}."),
        false => format!("{} {verb} the move {way}.", capitalised(&pieces)),
    }
}

/// `the black Rook on e8 and the black Knight on f6`
fn pieces_on(variant: &LoadedVariant, position: &Position, cells: &CellSet) -> String {
    let named = cells.iter().filter_map(|cell| {
        let piece = position.piece_at(cell)?;
        Some(format!("the {} on {}", variant.piece_name(piece), variant.cell_name(cell)))
    });
    join_words(named, "and")
}

fn exposed_words(
    variant: &LoadedVariant,
    position: &Position,
    (piece, from, to): (Piece, Option<Cell>, Cell),
    royals: &CellSet,
    by: &CellSet,
    in_check: bool,
) -> String {
    let attackers = pieces_on(variant, position, by);
    if attackers.is_empty() {
        return "A royal piece would be attacked after this move.".to_owned();
    }
    let moves_itself = from.is_some() && royals.contains(to);
    let still = if in_check && !moves_itself { "still " } else { "" };
    let named = royals.iter().map(|cell| {
        let found = position.piece_at(cell).filter(|_| cell != to).unwrap_or(piece);
        format!("the {} on {}", variant.piece_type_name(found.piece_type), variant.cell_name(cell))
    });
    let royals = join_words(named, "and");
    format!("{} would {still}attack {royals}.", capitalised(&attackers))
}

/// The sentences for a drop that the rules of drops forbid; `there` is the piece on the cell.
fn drop_words(kind: &str, way: &str, (to_name, there): (&str, &str), refusal: &Refusal) -> String {
    match refusal {
        Refusal::Occupied => {
            format!("{} is on {to_name}. A drop needs an empty place.", capitalised(there))
        }
        Refusal::NoDropThere => format!("A {kind} may not be dropped {way}."),
        Refusal::DropMates => format!("A {kind} may not be dropped to give checkmate."),
        _ => String::new(),
    }
}
