//! Compares the written moves and the result of a sample game with the rules.

use std::cmp::Ordering;

use crate::games::{
    GameEnding, GameResult, IllegalMove, MoveFault, SampleGame, algebraic, illegal_move,
    meant_steps, other_player_can, play_movetext, read_move, result_name, result_of,
};
use crate::notation::{Movetext, WrittenResult};
use crate::prose::end_words;
use crate::query::{Disagreement, LoadedVariant, Verdict};
use crate::rules::{EndReason, GameEnd, Move, MoveKind, Position};
use crate::source::{Code, Diagnostic, Location, SourceText, Span, capitalised, join_words};

use super::{Comparison, ComparisonKind};

/// The greatest number of legal moves that a hint lists.
const MAX_LISTED: usize = 8;

/// A sample game as a page states it.
#[derive(Debug)]
pub struct StatedGame<'a> {
    /// The position before the first move.
    pub first: Position,
    /// The moves as they are written.
    pub text: &'a SourceText,
    /// The same, parsed.
    pub movetext: &'a Movetext,
    /// The result, and where it is written.
    pub result: Option<(GameResult, Location)>,
    /// How the players ended it.
    pub ended: GameEnding,
}

/// A sample game that was played, and what the rules say of it.
#[derive(Debug)]
pub struct ComparedGame {
    /// The legal moves up to the first fault.
    pub game: SampleGame,
    /// The comparison.
    pub comparison: Comparison,
}

impl StatedGame<'_> {
    /// Plays the game and compares it. It is an error if a move cannot be read.
    pub fn compare(&self, variant: &LoadedVariant) -> Result<ComparedGame, Diagnostic> {
        let (game, fault) = play_movetext(variant, self.first.clone(), self.movetext);
        let (verdict, location) = match fault {
            Some((MoveFault::Unreadable(error), span)) => {
                let error = Diagnostic { span: None, labels: Vec::new(), ..error };
                return Err(self.text.locate(error.at_span(span)));
            }
            Some((fault, span)) => {
                let written = &self.text.part(span);
                let difference = move_difference(variant, &game, &fault, &written.value);
                (Verdict::Disagree(difference), written.location.clone())
            }
            None => self.compare_result(variant, &game),
        };
        let comparison = Comparison::new(location, ComparisonKind::Game, verdict);
        Ok(ComparedGame { game, comparison })
    }

    /// Compares the result with the end that the rules give, if they give one.
    fn compare_result(&self, variant: &LoadedVariant, game: &SampleGame) -> (Verdict, Location) {
        let last = game.moves.last().map_or(&game.first, |last| &last.after);
        let whole = || self.text.location.clone();
        let disagree = |message: String, hint: &str, location: Location| {
            let hint = Some(hint.to_owned());
            (Verdict::Disagree(Disagreement { message, hint, ..Disagreement::default() }), location)
        };
        let by_players = self.ended != GameEnding::Rules;
        let is_claimed =
            |end: &GameEnd| matches!(end.reason, EndReason::Repetition | EndReason::NoProgress);
        let end = game.end.filter(|end| !(by_players && is_claimed(end)));
        match (end, &self.result) {
            (Some(end), _) if by_players => {
                let words = end_words(variant, last, &end);
                let message = format!("the rules end this game, not the players: {words}");
                disagree(message, "leave `ended` out", whole())
            }
            (Some(end), Some((stated, location))) if *stated != result_of(variant, last, &end) => {
                let (stated, words) =
                    (result_name(variant, *stated), end_words(variant, last, &end));
                let message = format!("the page says “{stated}”; the rules say: {words}");
                let right = result_word(variant, result_of(variant, last, &end));
                let hint = format!(
                    "write the result as `{right}`; if the page is right, mend `[ends]` of the definition"
                );
                disagree(message, &hint, location.clone())
            }
            (None, Some((stated, location))) => match stated_fault(*stated, self.ended) {
                None => (Verdict::Agree, whole()),
                Some(StatedFault::NoEnd) => {
                    let count = variant.rules().moves(last).len();
                    let side = variant.side_title(last.turn.to_move);
                    let message = format!(
                        "the rules do not end the game here: {side} has {count} legal moves"
                    );
                    let hint = "if the players ended it, say how: `ended = \"resignation\"`, \
                                `\"agreement\"` or `\"time\"`; if more moves were played, write \
                                the result as `*`; if the rules end it, `[ends]` of the definition \
                                lacks how";
                    disagree(message, hint, location.clone())
                }
                Some(StatedFault::OtherEnd(hint)) => {
                    let stated = result_name(variant, *stated);
                    let message = format!("`ended` does not fit the result, “{stated}”");
                    disagree(message, hint, location.clone())
                }
            },
            (None, None) if by_players => {
                let hint = "write the result behind the last move, `1-0`, or as a key, \
                            `result = \"1-0\"`";
                disagree("the game has ended, but has no result".to_owned(), hint, whole())
            }
            (_, _) => (Verdict::Agree, whole()),
        }
    }
}

/// What is wrong with a result that no rule gives.
enum StatedFault {
    NoEnd,
    OtherEnd(&'static str),
}

fn stated_fault(stated: GameResult, ended: GameEnding) -> Option<StatedFault> {
    match (stated, ended) {
        (GameResult::Unfinished, GameEnding::Rules) => None,
        (_, GameEnding::Rules) => Some(StatedFault::NoEnd),
        (GameResult::Unfinished, _) => {
            Some(StatedFault::OtherEnd("leave `ended` out of a game that is not complete"))
        }
        (GameResult::Draw, GameEnding::Resignation) => Some(StatedFault::OtherEnd(
            "a player that resigns loses: write the result, or `ended = \"agreement\"` for a draw",
        )),
        (GameResult::Wins(_) | GameResult::Loses(_), GameEnding::Agreement) => {
            Some(StatedFault::OtherEnd(
                "an agreement is a draw: write `1/2-1/2`, or `ended = \"resignation\"` for a win",
            ))
        }
        _ => None,
    }
}

/// The result as authors write it: `1-0`, `white wins`.
fn result_word(variant: &LoadedVariant, result: GameResult) -> String {
    let players: Vec<_> = variant.variant().players().collect();
    match (result, &players[..]) {
        (GameResult::Wins(side), [first, _]) if side == *first => {
            WrittenResult::FirstWins.word().to_owned()
        }
        (GameResult::Wins(_), [_, _]) => WrittenResult::SecondWins.word().to_owned(),
        (GameResult::Draw, [_, _]) => WrittenResult::Draw.word().to_owned(),
        (GameResult::Draw, _) => "draw".to_owned(),
        (GameResult::Unfinished, _) => WrittenResult::Unfinished.word().to_owned(),
        (other, _) => result_name(variant, other).to_lowercase(),
    }
}

/// What is wrong with a move, and what could be written instead.
fn move_difference(
    variant: &LoadedVariant,
    game: &SampleGame,
    fault: &MoveFault,
    written: &str,
) -> Disagreement {
    let position = game.moves.last().map_or(&game.first, |last| &last.after);
    let side = variant.side_title(position.turn.to_move);
    let (message, hint) = match fault {
        MoveFault::Unreadable(error) => (error.message.clone(), error.help.clone()),
        MoveFault::Illegal => {
            let IllegalMove { words: why, table } = illegal_move(variant, position, written);
            let message = format!("{side} cannot play `{written}` here: {why}");
            let missing = missing_turn(variant, position, written).unwrap_or_default();
            // A small letter is a file: `hc4` for `Hc4`.
            let capital = capitalised(written);
            let is_move = read_move(variant, position, &capital).is_ok_and(|found| found.is_some());
            let mend =
                table.map(|table| format!("; if it is right, mend `[{table}]` of the definition"));
            let hint = match is_move {
                true => format!("letters of pieces are capitals: write `{capital}`"),
                false => {
                    legal_moves(variant, position, written) + &missing + &mend.unwrap_or_default()
                }
            };
            (message, Some(hint))
        }
        MoveFault::GameOver(end) => {
            let words = end_words(variant, position, end);
            let before = game.moves.last().map_or("", |last| last.text.as_str());
            let message = format!("the game is over before `{written}`: {words}");
            let help = match before {
                "" => "no move is possible: look at `[setup.each]` and `[ends]` of the definition"
                    .into(),
                _ => format!("end the game with `{before}`"),
            };
            (message, Some(help))
        }
        MoveFault::Number(right) if written.starts_with(&format!("{}.", right + 1)) => {
            let message =
                format!("the move of {side} in round {right} is missing before `{written}`");
            (message, Some(format!("write it in front of `{written}`")))
        }
        MoveFault::Number(right) => {
            let message = format!("this is round {right} of the game, not `{written}`");
            (message, Some(format!("write `{right}.` if no move is missing")))
        }
        MoveFault::NoCheck => {
            let plain = written.trim_end_matches('+');
            (format!("`{written}` gives no check"), Some(format!("write `{plain}`")))
        }
        MoveFault::NoCheckmate => {
            let plain = written.trim_end_matches(['+', '#']);
            (format!("`{written}` is no checkmate"), Some(format!("write `{plain}`")))
        }
    };
    Disagreement { message, hint, ..Disagreement::default() }
}

/// The end of an advice for a move that the other player could play in this position.
fn missing_turn(variant: &LoadedVariant, position: &Position, written: &str) -> Option<String> {
    let other = variant.side_title(other_player_can(variant, position, written)?);
    let side = variant.side_title(position.turn.to_move);
    Some(format!("; {other} can play it, if a move of {side} is missing before it"))
}

/// The legal moves that are most like a written one: to the same cell, and of the same piece.
fn legal_moves(variant: &LoadedVariant, position: &Position, written: &str) -> String {
    let steps = meant_steps(variant, position, written);
    let moves = variant.rules().moves(position);
    let is_to_same = |found: &Move| steps.iter().any(|step| step.2 == found.to);
    let is_of_same = |found: &Move| steps.iter().any(|step| step.1 == Some(found.from));
    let of_same = moves.iter().filter(|found| is_of_same(found));
    let to_same = moves.iter().filter(|found| is_to_same(found) && !is_of_same(found));
    let mut likely: Vec<_> = of_same.chain(to_same).collect();
    // `Pe4` for `P@e4`
    let plain = written.trim_end_matches(['+', '#']);
    let mut drops = moves.iter().filter(|found| matches!(found.kind, MoveKind::Drop(_)));
    let meant = drops.find_map(|found| {
        let text = algebraic(variant, position, found);
        (text.replacen('@', "", 1) == plain).then_some(text)
    });
    if let Some(meant) = meant {
        return format!("a drop has `@`: write `{meant}`");
    }
    if let Some((piece, _)) = written.split_once('@') {
        let begun = format!("{piece}@");
        let drops = |found: &&Move| algebraic(variant, position, found).starts_with(&begun);
        let drops: Vec<&Move> = moves.iter().filter(drops).collect();
        likely = if drops.is_empty() { likely } else { drops };
    }
    if likely.is_empty() {
        likely = moves.iter().step_by(moves.len().div_ceil(MAX_LISTED).max(1)).collect();
    }
    let count = likely.len().min(MAX_LISTED);
    let texts = likely.into_iter().take(MAX_LISTED);
    let texts = texts.map(|found| format!("`{}`", algebraic(variant, position, found)));
    let texts = join_words(texts.collect::<Vec<String>>(), "and");
    match count.cmp(&moves.len()) {
        Ordering::Less => format!("legal moves are, among others, {texts}"),
        _ => format!("legal moves are {texts}"),
    }
}

/// Returns the result that a text means: `1-0`, `white wins`, `draw`, `*`.
pub fn read_result(variant: &LoadedVariant, text: &SourceText) -> Result<GameResult, Diagnostic> {
    let players: Vec<_> = variant.variant().players().collect();
    let word = text.value.trim();
    let span = Span::new(0, text.value.len());
    let unknown = |message: String| {
        // `1:0` as in other languages
        let usual = word.replace([':', '–'], "-").replace("0.5", "1/2");
        let forms = match players[..] {
            _ if usual != word && WrittenResult::named(&usual).is_some() => {
                format!("write `{usual}`")
            }
            [_, _] => "write `1-0`, `0-1`, `1/2-1/2` or `*`".to_owned(),
            _ => {
                let first = players.first().map_or("white", |&side| variant.side_title(side));
                format!("write `{} wins`, `draw` or `*`", first.to_lowercase())
            }
        };
        text.locate(Diagnostic::error(Code::Directive, message).at_span(span).help(forms))
    };
    match (WrittenResult::named(word), &players[..]) {
        (Some(WrittenResult::FirstWins), [first, _]) => return Ok(GameResult::Wins(*first)),
        (Some(WrittenResult::SecondWins), [_, second]) => return Ok(GameResult::Wins(*second)),
        (Some(WrittenResult::Draw), _) => return Ok(GameResult::Draw),
        (Some(WrittenResult::Unfinished), _) => return Ok(GameResult::Unfinished),
        (Some(_), _) => return Err(unknown(format!("`{word}` is a result of two players"))),
        (None, _) => {}
    }
    let side = |name: &str| variant.variant().side(name.trim());
    let wins = word.strip_suffix("wins").and_then(side).map(GameResult::Wins);
    let loses = word.strip_suffix("loses").and_then(side).map(GameResult::Loses);
    match word {
        "draw" | "a draw" => Ok(GameResult::Draw),
        "unfinished" => Ok(GameResult::Unfinished),
        _ => wins.or(loses).ok_or_else(|| unknown(format!("no result `{word}`"))),
    }
}

#[cfg(test)]
mod tests {
    use crate::notation::parse_movetext;
    use crate::query::testing::loaded_variant;
    use crate::source::SourceFile;
    use crate::verify::ComparisonOutcome;

    use super::*;

    /// Returns whether the game agrees, or what is wrong with it.
    fn compare(variant: &LoadedVariant, moves: &str, result: &str, ended: GameEnding) -> String {
        let file = SourceFile::new("a.md", format!("{moves}\n{result}"));
        let text = |from, to| {
            let span = Span::new(from, to);
            SourceText::new(&file.text()[span.range()], Location::new(&file, span))
        };
        let written = text(0, moves.len());
        let result = text(moves.len() + 1, file.text().len());
        let read = || read_result(variant, &result).expect("the result can be read");
        let game = StatedGame {
            first: variant.rules().initial_position(),
            text: &written,
            movetext: &parse_movetext(moves).expect("the moves can be parsed"),
            result: (!result.value.is_empty()).then(|| (read(), result.location.clone())),
            ended,
        };
        let compared = match game.compare(variant) {
            Ok(compared) => compared,
            Err(error) => return error.message,
        };
        match compared.comparison.outcome {
            ComparisonOutcome::Agree => {
                let moves = compared.game.moves.iter().map(|played| played.text.as_str());
                moves.collect::<Vec<&str>>().join(" ")
            }
            _ => compared.comparison.difference.message,
        }
    }

    fn drops() -> LoadedVariant {
        loaded_variant(
            "drops",
            "format = 1\nname = \"Drops\"\nbased-on = \"chess\"\n[hands]\ngain = \"captures\"\n",
        )
    }

    #[test]
    fn a_game_in_any_printed_form_is_the_same_game() {
        let variant = drops();
        let printed = "f3 e5 g4 Qh4#";
        for moves in [
            "1. f3 e5 2. g4 Qh4#",
            "1.f2-f3 e7-e5 2.g2-g4 Qd8-h4++",
            "f2f3 e7e5 g2g4 d8h4",
            "1. f3 1... e5 2. g4?? {a comment} 2... d8-h4!",
        ] {
            assert_eq!(compare(&variant, moves, "0-1", GameEnding::Rules), printed, "{moves}");
        }
        assert_eq!(
            compare(&variant, "1. e4 d5 2. exd5 Qxd5 3. P@d4 Qxd4", "*", GameEnding::Rules),
            "e4 d5 exd5 Qxd5 P@d4 Qxd4"
        );
    }

    #[test]
    fn results_must_be_those_of_the_rules_or_of_the_players() {
        let variant = drops();
        let mate = "1. f3 e5 2. g4 Qh4#";
        let wrong = |moves: &str, result: &str, ended: GameEnding, part: &str| {
            let message = compare(&variant, moves, result, ended);
            assert!(message.contains(part), "{moves} {result}: {message}");
        };
        let agrees = |moves: &str, result: &str, ended: GameEnding| {
            let message = compare(&variant, moves, result, ended);
            assert!(message.starts_with("f3") || message.starts_with("Nf3"), "{message}");
        };
        agrees(mate, "", GameEnding::Rules);
        agrees(mate, "black wins", GameEnding::Rules);
        agrees("1. f3 e5", "1-0", GameEnding::Time);
        agrees("1. f3 e5", "draw", GameEnding::Agreement);
        wrong(mate, "1/2-1/2", GameEnding::Rules, "the rules say: Checkmate. Black wins.");
        wrong(mate, "0-1", GameEnding::Resignation, "the rules end this game");
        wrong("1. f3 e5", "0-1", GameEnding::Rules, "White has 19 legal moves");
        wrong("1. f3 e5", "", GameEnding::Resignation, "has no result");
        wrong("1. f3 e5", "1/2-1/2", GameEnding::Resignation, "does not fit");
        wrong("1. f3 e5", "1-0", GameEnding::Agreement, "does not fit");
        // Threefold repetition ends a game only if a player says so.
        let again = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8";
        agrees(again, "1/2-1/2", GameEnding::Rules);
        agrees(again, "1/2-1/2", GameEnding::Agreement);
        agrees(&format!("{again} 5. e4"), "*", GameEnding::Rules);
        wrong(again, "1-0", GameEnding::Rules, "The position is repeated.");
    }
}
