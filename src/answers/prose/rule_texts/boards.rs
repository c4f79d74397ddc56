//! Boards with one move for every piece, transfers between boards, and states, in words.

use crate::game::{OccupantRule, Transfer, TransferWhen};
use crate::geometry::CellSet;
use crate::query::LoadedVariant;
use crate::source::uncapitalised;
use crate::variant::CommonMove;

use super::super::cell_phrases::{board_name, phrase_of, place};
use super::super::notation::describe;
use super::super::piece_filter::piece_noun;
use super::super::vocabulary::{cell_word, vocabulary};
use super::{RuleText, rule_text, with_parts};

/// The description of a move with a subject for each sentence that begins with a verb: `It moves one
/// square orthogonally.`
fn with_subject(moves: &str) -> String {
    let sentence = |sentence: &str| match sentence.split(' ').next() {
        Some("Moves" | "Slides" | "Leaps" | "Jumps" | "Captures" | "Attacks") => {
            format!("It {}", uncapitalised(sentence))
        }
        _ => sentence.to_owned(),
    };
    moves.split(". ").map(sentence).collect::<Vec<_>>().join(". ")
}

/// Rules of boards on which all pieces have the same move, or none.
pub(super) fn boards_with_one_move(variant: &LoadedVariant) -> Vec<RuleText> {
    let vocabulary = vocabulary(variant, None);
    let boards = (0..).zip(&variant.variant().boards);
    let rule_texts = boards.filter_map(|(index, board)| {
        let words = match board.common_move.as_ref()? {
            CommonMove::None => "No piece moves on this board.".to_owned(),
            CommonMove::Betza(betza) => {
                let moves = describe(betza, &vocabulary);
                format!(
                    "On this board the moves of the pieces do not hold: every piece has the \
                     same move. {}",
                    with_subject(&moves)
                )
            }
        };
        let heading = board.name.clone().unwrap_or_else(|| board_name(variant, index));
        Some(rule_text(variant, &heading, "boards", words))
    });
    rule_texts.collect()
}

pub(super) fn transfers(variant: &LoadedVariant) -> Vec<RuleText> {
    let rule_texts = variant.game().transfers.iter().zip(1..).map(|(rule, number)| {
        let words = transfer(variant, rule);
        with_parts(variant, &rule.name, &format!("transfers.{number}"), words)
    });
    rule_texts.collect()
}

/// What happens to other captured pieces, and the order of transfers in one turn.
pub(super) fn transfer_order(variant: &LoadedVariant) -> String {
    let transfers = &variant.game().transfers;
    let has = |when| transfers.iter().any(|transfer| transfer.when == when);
    let mut words = String::new();
    if !transfers.is_empty() && variant.layout().boards().len() > 1 {
        words += "No piece moves from one board to another, except by these rules. ";
    }
    if has(TransferWhen::Captured) && variant.game().hands.is_none() {
        words += "A captured piece of which these rules say nothing is removed from the game.";
    }
    let steps = [
        (TransferWhen::Captured, "first a captured piece"),
        (TransferWhen::OwnerMoved, "then a piece whose owner has moved"),
        (TransferWhen::AloneOnBoard, "then a piece that is the only one on its board"),
    ];
    let steps: Vec<&str> =
        steps.into_iter().filter(|(when, _)| has(*when)).map(|(_, step)| step).collect();
    if steps.len() > 1 {
        let steps = steps.join(", ");
        words += &format!(" In one turn, pieces are moved in this order: {steps}.");
    }
    words.trim_start().to_owned()
}

fn transfer(variant: &LoadedVariant, transfer: &Transfer) -> String {
    let side = variant.first_side();
    // As a move, a player transfers only pieces of their own.
    let any = if transfer.when == TransferWhen::Turn { "a friendly piece" } else { "a piece" };
    let pieces = transfer.pieces.as_ref();
    let pieces = pieces.map_or(any.to_owned(), |pieces| piece_noun(variant, &pieces.expr));
    let from = place(variant, &transfer.from[side], side, Some(&transfer.from.expr));
    let to = transfer.to.as_ref().map_or(CellSet::new(), |to| to[side].clone());
    let free = transfer.occupant == OccupantRule::Blocks;
    let to_expr = transfer.to.as_ref().map(|to| &to.expr);
    let phrase = |cells: &CellSet| phrase_of(variant, cells, side, to_expr);
    let word = cell_word(variant);
    let goal = match (to.len(), free) {
        (1, _) => phrase(&to).noun(word),
        (_, true) => format!("an empty {word} {}", phrase(&to).of_place()),
        (_, false) => format!("a {word} {}", phrase(&to).of_place()),
    };
    let is_moved = match to.is_empty() {
        true => "is removed from the game".to_owned(),
        false => format!("is moved to {goal}"),
    };
    let states = transfer.states.iter().map(|&(state, has)| {
        let not = if has { "that is" } else { "that is not" };
        format!(" {not} {}", state_words(variant, state))
    });
    let states = states.collect::<Vec<_>>().join(" and");
    let mut words = match transfer.when {
        TransferWhen::Captured => {
            format!("If {pieces}{states} is captured {from}, it {is_moved}.")
        }
        TransferWhen::OwnerMoved => {
            let choice = if free && to.len() > 1 { ", chosen by its owner" } else { "" };
            format!("After its owner's next move, {pieces} {from}{states} {is_moved}{choice}.")
        }
        TransferWhen::AloneOnBoard => {
            format!("If {pieces}{states} is the only piece {from}, it {is_moved}.")
        }
        TransferWhen::Turn if to.is_empty() => {
            format!("As a move, a player may remove {pieces} {from}{states} from the game.")
        }
        TransferWhen::Turn => {
            format!("As a move, a player may move {pieces} {from}{states} to {goal}.")
        }
    };
    if transfer.occupant == OccupantRule::Removed && !to.is_empty() {
        words += " A piece that is already there is removed from the game.";
    }
    if transfer.removed_when_full {
        words += &format!(" If no {word} there is empty, it is removed from the game.");
    }
    if !transfer.reset.is_empty() {
        let board = phrase(&transfer.reset).noun(word);
        words += &format!(" Then {board} is set up again as at the start, with new pieces.");
    }
    words
}

/// A state as an adjective: `blooded`.
pub(in crate::prose) fn state_words(variant: &LoadedVariant, state: u8) -> String {
    variant.game().states[usize::from(state)].replace('-', " ")
}

#[cfg(test)]
mod tests {
    use super::super::tests::words;
    use crate::query::testing::loaded_variant;

    #[test]
    fn transfers_name_their_pieces_times_and_cells() {
        let game = include_str!("../../../../content/variants/afterlife-chess.toml");
        let game = loaded_variant("boards", game);
        assert_eq!(
            words(&game, "Death"),
            "If a piece of White or Black is captured in the World, it is moved to Limbo. A piece \
             that is already there is removed from the game."
        );
        assert_eq!(words(&game, "Limbo"), "No piece moves on this board.");
    }
}
