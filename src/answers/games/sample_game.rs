//! Plays the written moves of a whole game, until one of them does not fit the rules.

use crate::game::{Outcome, Piece, SideId};
use crate::game_text::print_move;
use crate::geometry::Cell;
use crate::notation::{Movetext, WrittenMove};
use crate::query::LoadedVariant;
use crate::rules::{EndReason, GameEnd, Move, PastPosition, Position};
use crate::source::{Diagnostic, Span};

use super::algebraic::algebraic;
use super::read_move::{MoveReading, ReadKind, castling_reading, read_move, readings};

/// A game that was played from written moves.
#[derive(Debug, Clone)]
pub struct SampleGame {
    /// The position before the first move.
    pub first: Position,
    /// The legal moves, in order.
    pub moves: Vec<PlayedMove>,
    /// How the rules end the game after the last move, if they do.
    pub end: Option<GameEnd>,
}

/// A legal move of a game.
#[derive(Debug, Clone)]
pub struct PlayedMove {
    /// The side that made it.
    pub side: SideId,
    /// The number of its round, from 1. A round begins when the order of turns does.
    pub round: usize,
    /// The move in algebraic notation, with `+` or `#` behind it.
    pub text: String,
    /// The move as engines print it, which is read in the same position only.
    pub printed: String,
    /// Sides that this move eliminates.
    pub eliminated: Vec<SideId>,
    /// The position after it.
    pub after: Position,
    /// The piece that moved is still on this cell.
    pub last_mover: Option<Cell>,
}

/// What is wrong with a written move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MoveFault {
    /// It names no move, or several.
    Unreadable(Diagnostic),
    /// The move that it names is not legal.
    Illegal,
    /// The rules have ended the game before it.
    GameOver(GameEnd),
    /// The number before it is not that of its round.
    Number(usize),
    /// `+` stands behind it, and no side is in check.
    NoCheck,
    /// `#` stands behind it, and no side is checkmated.
    NoCheckmate,
}

/// The result of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameResult {
    /// This side wins.
    Wins(SideId),
    /// This side loses, and several others play on or share the win.
    Loses(SideId),
    /// The game is drawn.
    Draw,
    /// Nothing is decided.
    Unfinished,
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum GameEnding {
    /// The rules ended it, or it is not complete.
    #[default]
    Rules,
    /// A player resigned.
    Resignation,
    /// The players agreed.
    Agreement,
    /// A player ran out of time.
    Time,
}

impl GameEnding {
    /// All endings with their words on pages.
    pub const CHOICES: [(&'static str, GameEnding); 4] = [
        ("rules", GameEnding::Rules),
        ("resignation", GameEnding::Resignation),
        ("agreement", GameEnding::Agreement),
        ("time", GameEnding::Time),
    ];
}

/// A piece, its start cell (`None` for a drop) and its end, as a text can mean them.
pub type MeantStep = (Piece, Option<Cell>, Cell);

/// Plays the moves of a game from a position. Stops at the first that does not fit, and returns
/// what is wrong with it and where.
pub fn play_movetext(
    variant: &LoadedVariant,
    first: Position,
    text: &Movetext,
) -> (SampleGame, Option<(MoveFault, Span)>) {
    let mut game = SampleGame { first, moves: Vec::new(), end: None };
    let mut earlier = Vec::new();
    let first_number = text.moves.first().and_then(|first| first.number);
    let mut round = first_number.map_or(1, |(number, _)| number);
    for written in &text.moves {
        let position = game.moves.last().map_or(&game.first, |last| &last.after);
        let side = position.turn.to_move;
        if game.moves.last().is_some_and(|last| side <= last.side) {
            round += 1;
        }
        if let Some((_, span)) = written.number.filter(|&(number, _)| number != round) {
            return (game, Some((MoveFault::Number(round), span)));
        }
        match play_written(variant, position, written, round) {
            Ok(played) => {
                earlier.push(PastPosition::of(variant.rules(), position));
                game.moves.push(played);
            }
            Err(fault) => {
                let fault = fault_after_end(variant, position, &earlier).unwrap_or(fault);
                return (game, Some((fault, written.span)));
            }
        }
    }
    let last = game.moves.last().map_or(&game.first, |last| &last.after);
    game.end = variant.rules().game_end(last, &earlier);
    (game, None)
}

/// Returns the pieces and cells that a text can mean: of the side to move if it has any.
///
/// The text is a move that can be read and need not be legal.
pub fn meant_steps(variant: &LoadedVariant, position: &Position, text: &str) -> Vec<MeantStep> {
    let text = match has_plus_letters(variant) {
        true => text,
        false => text.trim_end_matches(['+', '#']),
    };
    let to_move = position.turn.to_move;
    let readings = match castling_reading(variant, position, text) {
        Some(reading) => reading.into_iter().collect(),
        None => readings(variant, text),
    };
    let steps = readings.iter().flat_map(|reading| steps_of(variant, position, reading));
    let all: Vec<MeantStep> = steps.collect();
    let is_own = |step: &MeantStep| variant.game().sides[step.0.side].moved_by.contains(&to_move);
    let own: Vec<MeantStep> = all.iter().copied().filter(is_own).collect();
    if own.is_empty() { all } else { own }
}

/// Returns the result of a game that the rules have ended in a position.
pub fn result_of(variant: &LoadedVariant, position: &Position, end: &GameEnd) -> GameResult {
    let mut others = variant
        .variant()
        .players()
        .filter(|&side| side != end.side && !position.is_eliminated(side));
    match end.outcome {
        Outcome::Wins => GameResult::Wins(end.side),
        Outcome::Loses | Outcome::Eliminated => match (others.next(), others.next()) {
            (Some(other), None) => GameResult::Wins(other),
            _ => GameResult::Loses(end.side),
        },
        Outcome::Draw | Outcome::Points | Outcome::FewerPoints => GameResult::Draw,
        Outcome::Passes => GameResult::Unfinished,
    }
}

/// `White wins`, `a draw`, `unfinished`.
pub fn result_name(variant: &LoadedVariant, result: GameResult) -> String {
    match result {
        GameResult::Wins(side) => format!("{} wins", variant.side_title(side)),
        GameResult::Loses(side) => format!("{} loses", variant.side_title(side)),
        GameResult::Draw => "a draw".to_owned(),
        GameResult::Unfinished => "unfinished".to_owned(),
    }
}

/// The fault of each move after an end. Repeated positions and moves without progress end a
/// game only if a player says so, and printed games go on.
fn fault_after_end(
    variant: &LoadedVariant,
    position: &Position,
    earlier: &[PastPosition],
) -> Option<MoveFault> {
    let end = variant.rules().game_end(position, earlier)?;
    let is_claimed = matches!(end.reason, EndReason::Repetition | EndReason::NoProgress);
    (!is_claimed).then_some(MoveFault::GameOver(end))
}

fn play_written(
    variant: &LoadedVariant,
    position: &Position,
    written: &WrittenMove,
    round: usize,
) -> Result<PlayedMove, MoveFault> {
    let (found, sign) = read_with_sign(variant, position, &written.text)?;
    let side = position.turn.to_move;
    let after = variant.rules().after(position, &found);
    let sides = || variant.game().side_ids();
    let eliminated: Vec<SideId> = sides()
        .filter(|&side| after.is_eliminated(side) && !position.is_eliminated(side))
        .collect();
    let end = variant.rules().game_end(&after, &[]);
    let is_mate = end.is_some_and(|end| end.reason == EndReason::Checkmate);
    match sign {
        "" => {}
        "#" | "++" if !is_mate && eliminated.is_empty() => return Err(MoveFault::NoCheckmate),
        "+" if !any_in_check(variant, &after) => return Err(MoveFault::NoCheck),
        _ => {}
    }
    let mark = check_sign(variant, &after, end.as_ref());
    let owner = position.piece_at(found.from).map_or(side, |piece| piece.side);
    let is_there = after.piece_at(found.to).is_some_and(|piece| piece.side == owner);
    Ok(PlayedMove {
        side,
        round,
        text: algebraic(variant, position, &found) + mark,
        printed: print_move(variant.variant(), variant.rules(), position, &found),
        eliminated,
        last_mover: is_there.then_some(found.to),
        after,
    })
}

/// The sign behind a move that led to a position: `#` for checkmate, `+` for check.
///
/// There is no `+` where it would name a promoted piece.
pub(super) fn check_sign(
    variant: &LoadedVariant,
    after: &Position,
    end: Option<&GameEnd>,
) -> &'static str {
    match () {
        () if end.is_some_and(|end| end.reason == EndReason::Checkmate) => "#",
        () if !has_plus_letters(variant) && any_in_check(variant, after) => "+",
        () => "",
    }
}

fn any_in_check(variant: &LoadedVariant, position: &Position) -> bool {
    let mut sides = variant.game().side_ids();
    sides.any(|side| !position.is_eliminated(side) && variant.rules().in_check(position, side))
}

/// Reads a move that may have `+`, `++` or `#` behind it, and returns this sign.
fn read_with_sign<'t>(
    variant: &LoadedVariant,
    position: &Position,
    text: &'t str,
) -> Result<(Move, &'t str), MoveFault> {
    let plain = text.trim_end_matches(['+', '#']);
    let mut fault = None;
    // A `+` can be the letter of a promoted piece: the whole text is read first.
    for length in [text.len(), plain.len()] {
        let (read, sign) = text.split_at(length);
        match read_move(variant, position, read) {
            Ok(Some(found)) => return Ok((found, sign)),
            Ok(None) => fault = Some(MoveFault::Illegal),
            Err(error) => fault = fault.or(Some(MoveFault::Unreadable(error))),
        }
    }
    Err(fault.unwrap_or(MoveFault::Illegal))
}

/// Whether `+` behind a move says that the piece promotes.
fn has_plus_letters(variant: &LoadedVariant) -> bool {
    variant.variant().faces.iter().any(|face| face.letter.starts_with('+'))
}

fn steps_of(variant: &LoadedVariant, position: &Position, reading: &MoveReading) -> Vec<MeantStep> {
    let side = position.turn.to_move;
    match &reading.kind {
        ReadKind::Castle(index) => {
            let castling = &variant.game().castlings[usize::from(*index)];
            let piece = Piece { side, piece_type: castling.royal };
            vec![(piece, Some(castling.royal_from), castling.royal_to)]
        }
        ReadKind::Drop => {
            let piece = reading.piece.map(|piece_type| Piece { side, piece_type });
            piece.map(|piece| (piece, None, reading.to)).into_iter().collect()
        }
        ReadKind::Step(cells) => {
            let step = |cell| {
                let piece = position.piece_at(cell)?;
                let is_asked = reading.piece.is_none_or(|asked| asked == piece.piece_type);
                is_asked.then_some((piece, Some(cell), reading.to))
            };
            cells.iter().filter_map(step).collect()
        }
    }
}
