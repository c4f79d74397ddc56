//! Writes games as PGN, with moves in algebraic notation.

use crate::game_text::{print_move, print_position};
use crate::notation::WrittenResult;
use crate::query::LoadedVariant;
use crate::rules::{GameEnd, Move, PastPosition, Position};

use super::algebraic::algebraic;
use super::sample_game::{GameResult, check_sign, result_of};

/// Returns a game from a position as PGN.
pub fn pgn(variant: &LoadedVariant, first: &Position, moves: &[Move]) -> String {
    let rules = variant.rules();
    let is_usual = *first == rules.initial_position();
    let (mut position, mut before) = (first.clone(), Vec::new());
    let mut words: Vec<String> = Vec::new();
    let mut end = None;
    let leads = variant.first_side();
    let mut number = 1;
    for (index, found) in moves.iter().enumerate() {
        let is_first_side = position.turn.to_move == leads;
        match is_first_side {
            true => words.push(format!("{number}.")),
            false if index == 0 => words.push(format!("{number}...")),
            false => {}
        }
        number += usize::from(!is_first_side);
        let text = algebraic(variant, &position, found);
        before.push(PastPosition::of(rules, &position));
        position = rules.after(&position, found);
        end = rules.game_end(&position, &before);
        let sign = check_sign(variant, &position, end.as_ref());
        words.push(format!("{text}{sign}"));
    }
    let result =
        end.map_or(WrittenResult::Unfinished, |end| written_result(variant, &position, &end));
    let result = result.word();
    words.push(result.to_owned());
    let mut tags = vec![("Variant", variant.variant().name.clone())];
    if !is_usual {
        tags.push(("SetUp", "1".to_owned()));
        tags.push(("FEN", print_position(variant.variant(), rules, first)));
    }
    tags.push(("Result", result.to_owned()));
    let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
    let tags: String =
        tags.iter().map(|(name, text)| format!("[{name} \"{}\"]\n", quoted(text))).collect();
    format!("{tags}\n{}\n", words.join(" "))
}

/// Whether games of the variant can be written as PGN: two players on one flat board.
pub fn has_pgn(variant: &LoadedVariant) -> bool {
    let boards = variant.layout().boards();
    boards.len() == 1 && !boards[0].has_levels && variant.variant().players().count() == 2
}

/// Returns a move as lists of moves have it: `Nf3+` where games can be written as PGN, and
/// otherwise from cell to cell, `b4-b6` or `b4xb6`. `end` is the end of the game by the move.
pub fn listed_move(
    variant: &LoadedVariant,
    (before, after): (&Position, &Position),
    found: &Move,
    end: Option<&GameEnd>,
) -> String {
    if has_pgn(variant) {
        return algebraic(variant, before, found) + check_sign(variant, after, end);
    }
    let text = print_move(variant.variant(), variant.rules(), before, found);
    let [from, to] = [found.from, found.to].map(|cell| variant.cell_name(cell));
    let rest = text.strip_prefix(from).map(|rest| rest.strip_prefix('-').unwrap_or(rest));
    let sign = if found.captures.contains(found.to) { 'x' } else { '-' };
    match rest.and_then(|rest| rest.strip_prefix(to)) {
        Some(rest) => format!("{from}{sign}{to}{rest}"),
        None => text,
    }
}

fn written_result(variant: &LoadedVariant, position: &Position, end: &GameEnd) -> WrittenResult {
    match result_of(variant, position, end) {
        GameResult::Wins(side) if side == variant.first_side() => WrittenResult::FirstWins,
        GameResult::Wins(_) => WrittenResult::SecondWins,
        GameResult::Draw => WrittenResult::Draw,
        GameResult::Loses(_) | GameResult::Unfinished => WrittenResult::Unfinished,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::read_move;
    use crate::query::testing::loaded_variant;

    fn chess() -> LoadedVariant {
        loaded_variant("own", "format = 1\nname = \"Own\"\nbased-on = \"chess\"\n")
    }

    #[track_caller]
    fn check(position: &str, moves: &str, expected: &str) {
        let chess = chess();
        let first = match position {
            "" => chess.rules().initial_position(),
            text => chess.position(text).expect("the position can be read"),
        };
        let mut at = first.clone();
        let read = moves.split_whitespace().map(|text| {
            let found = read_move(&chess, &at, text).expect("it can be read").expect("it is legal");
            at = chess.rules().after(&at, &found);
            found
        });
        let read: Vec<Move> = read.collect();
        assert_eq!(pgn(&chess, &first, &read), expected);
    }

    #[test]
    fn games_are_written_as_pgn() {
        check(
            "",
            "f2-f3 e7-e5 g2-g4 d8-h4",
            "[Variant \"Own\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n",
        );
        check(
            "r3k3/1P5R/8/3p4/8/8/8/R3K2R b KQ - 0 1",
            "d5-d4 b7-a8=Q",
            "[Variant \"Own\"]\n[SetUp \"1\"]\n\
             [FEN \"r3k3/1P5R/8/3p4/8/8/8/R3K2R b KQ - 0 1\"]\n[Result \"1-0\"]\n\n\
             1... d4 2. bxa8=Q# 1-0\n",
        );
    }
}
