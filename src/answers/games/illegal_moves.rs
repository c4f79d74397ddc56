//! Sentences that say why a move that can be read is not legal.

use crate::game::{Piece, SideId};
use crate::prose::{drop_refusal_words, refusal_words};
use crate::query::{LoadedVariant, Refusal};
use crate::rules::Position;

use super::read_move::read_move;
use super::sample_game::{MeantStep, meant_steps};

/// Why the move that a text names is not legal.
#[derive(Debug)]
pub struct IllegalMove {
    /// The reason in sentences: `The white Knight never moves from g1 to g3.`
    pub words: String,
    /// The table of the definition that forbids it; `None` if the position does, or if no piece is meant.
    pub table: Option<String>,
}

/// Returns why the move that a text names is not legal.
pub fn illegal_move(variant: &LoadedVariant, position: &Position, text: &str) -> IllegalMove {
    let steps = meant_steps(variant, position, text);
    let refused: Vec<RefusedStep> =
        steps.iter().filter_map(|step| why_refused(variant, position, step)).collect();
    // Of several pieces that are meant, most never move so.
    let tables: Vec<String> =
        refused.iter().filter_map(|it| forbidding_table(variant, it)).collect();
    let of_rule = tables.iter().find(|table| !table.starts_with("pieces."));
    let table = of_rule.or(tables.first()).cloned();
    IllegalMove { words: refused_words(variant, text, &steps, &refused), table }
}

fn refused_words(
    variant: &LoadedVariant,
    text: &str,
    steps: &[MeantStep],
    refused: &[RefusedStep],
) -> String {
    let is_possible =
        |it: &&RefusedStep| !matches!(it.refusal, Refusal::Never | Refusal::OutsideOfItsCells(_));
    let mut possible = refused.iter().filter(is_possible);
    match (steps, possible.next(), possible.next(), refused) {
        // A legal move leads there, but the text says more than its cells.
        _ if refused.len() < steps.len() && text.contains('x') => {
            "The move captures nothing.".to_owned()
        }
        _ if refused.len() < steps.len() => {
            "A move with these cells is legal, but not with these signs.".to_owned()
        }
        (_, Some(only), None, _) | (_, None, _, [only]) => only.words.clone(),
        ([(piece, _, to), ..], _, _, _) => {
            let (piece, to) = (variant.piece_name(*piece), variant.cell_name(*to));
            format!("No {piece} can move to {to}.")
        }
        ([], ..) => "No piece can make this move.".to_owned(),
    }
}

/// A piece that the move may mean, with the reason against it.
struct RefusedStep {
    piece: Piece,
    refusal: Refusal,
    words: String,
}

/// The table of the definition that forbids a step; `None` if the position does.
fn forbidding_table(variant: &LoadedVariant, step: &RefusedStep) -> Option<String> {
    let game = variant.game();
    let of_piece =
        |table: &str| Some(format!("{table}.{}", variant.variant().face(step.piece.piece_type).id));
    match step.refusal {
        Refusal::UnderAura(index) => Some(format!("auras.{}", game.auras[index].name)),
        Refusal::Restricted(index) => {
            Some(format!("restrictions.{}", game.restrictions[index].name))
        }
        Refusal::Barred(index) => Some(format!("effects.{}", game.effects[index].name)),
        Refusal::OtherPart(_) => Some("turn-parts".to_owned()),
        Refusal::NoDropThere | Refusal::OnePerLine | Refusal::DropMates => of_piece("drops"),
        Refusal::Never
        | Refusal::MayNotCapture
        | Refusal::OnlyCapturing
        | Refusal::OnlyWithoutCapture
        | Refusal::NeedsHurdle
        | Refusal::NoDoubleStep
        | Refusal::WrongState(_)
        | Refusal::OutsideOfItsCells(_) => of_piece("pieces"),
        _ => None,
    }
}

/// Why one step is refused; `None` if a legal move has its cells.
fn why_refused(
    variant: &LoadedVariant,
    position: &Position,
    step: &MeantStep,
) -> Option<RefusedStep> {
    let &(piece, from, to) = step;
    let (refusal, words) = match from {
        Some(from) => {
            let refusal = variant.refusal(position, from, to)?;
            let words = refusal_words(variant, position, from, to, &refusal);
            (refusal, words)
        }
        None => {
            let refusal = variant.drop_refusal(position, piece, to)?;
            let words = drop_refusal_words(variant, position, piece, to, &refusal);
            (refusal, words)
        }
    };
    Some(RefusedStep { piece, refusal, words })
}

/// Returns the other one of two players, if the move that a text names is legal for it in this position.
pub fn other_player_can(
    variant: &LoadedVariant,
    position: &Position,
    text: &str,
) -> Option<SideId> {
    let side = position.turn.to_move;
    let mut others = variant.variant().players().filter(|other| *other != side);
    let (other, is_of_two) = (others.next()?, others.next().is_none());
    let mut turned = position.clone();
    turned.turn.to_move = other;
    let can = is_of_two && !position.is_within_turn();
    let found = can.then(|| read_move(variant, &turned, text).ok().flatten())?;
    found.map(|_| other)
}
