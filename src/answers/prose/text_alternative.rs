//! Text alternatives of diagrams: the pieces, and the cells of a move diagram by what can be done there.

use crate::game::{Piece, PieceTypeId, SideId};
use crate::geometry::{Cell, CellCoordinates, CellSet, Vector};
use crate::query::{LoadedVariant, MoveFilter, MovesAnswer, PotentialCaptures};
use crate::rules::Position;
use crate::source::{article, capitalised, distinct, grouped, join_words, without_repeats};

use super::vocabulary::{cell_word, plural};

/// From this number on, neighbours on a line are named by the first and the last.
const RUN: usize = 3;

/// The title of a diagram of the answer: `Moves of a white Bede on d5`.
pub fn answer_title(variant: &LoadedVariant, answer: &MovesAnswer) -> String {
    let what = match answer.show {
        MoveFilter::Moves => "Moves of",
        MoveFilter::Quiet => "Moves without capturing of",
        MoveFilter::Captures => "Captures of",
        MoveFilter::Victims => "Pieces that can be captured by",
    };
    let pieces = pieces_words(variant, answer);
    let article = article(&pieces);
    format!("{what} {article} {pieces} on {}", variant.cell_name(answer.at))
}

/// The text alternative of a move diagram: the other pieces, and the cells by what can be done
/// there.
pub fn answer_words(
    variant: &LoadedVariant,
    answer: &MovesAnswer,
    potential_captures: &PotentialCaptures,
) -> String {
    let pieces = capitalised(&pieces_words(variant, answer));
    let mut sentences = vec![format!("{pieces} on {}.", variant.cell_name(answer.at))];
    let mut others = answer.position.pieces().filter(|&(cell, _)| cell != answer.at);
    let of_side = |(side, kinds): (SideId, Vec<String>)| {
        let side = variant.side_name(side);
        kinds.into_iter().map(move |kind| format!("{side} {kind}"))
    };
    let others: Vec<String> =
        pieces_by_side(variant, " on ", &mut others).into_iter().flat_map(of_side).collect();
    if !others.is_empty() {
        sentences.push(format!("Also on the board: {}.", others.join("; ")));
    }
    let before = sentences.len();
    for (index, piece) in answer.pieces.iter().enumerate() {
        let subject = format!("The {}", variant.piece_type_name(piece.piece_type));
        let captures = &potential_captures.on_moves[index];
        sentences.extend(action_sentences(variant, answer, index, &subject, captures));
    }
    let attacked = &potential_captures.attacked;
    if !attacked.is_empty() {
        let (word, list) = (cell_word(variant), cell_list(variant, attacked, "and"));
        let cells = plural(word, attacked.len());
        sentences.push(format!("It also attacks the empty {cells} {list}."));
    }
    if sentences.len() == before {
        sentences.push(
            match answer.show {
                MoveFilter::Moves => "The piece has no legal move.",
                _ => "The piece has no such move.",
            }
            .to_owned(),
        );
    }
    sentences.join(" ")
}

/// The initial position in words, with the piece types whose cells are unknown.
pub fn setup_words(variant: &LoadedVariant, initial: &Position, side: Option<SideId>) -> String {
    let words = position_words(variant, initial);
    let pieces = variant.variant().pieces_without_cell.iter();
    let of_side = pieces.filter(|piece| side.is_none_or(|side| side == piece.side));
    let kinds = without_repeats(of_side.map(|piece| variant.piece_type_name(piece.piece_type)));
    let word = cell_word(variant);
    match (kinds.is_empty(), initial.pieces().next().is_none()) {
        (true, _) => words,
        (false, is_empty) => {
            let kinds = join_words(kinds, "and");
            let words = if is_empty { String::new() } else { words + " " };
            format!(
                "{words}The source does not give the starting {word}s of these pieces: {kinds}."
            )
        }
    }
}

/// The pieces on the boards, in words: `White: King e1, Rooks a1 and h1. Black: King e8.`
pub fn position_words(variant: &LoadedVariant, position: &Position) -> String {
    let side = |(side, kinds): (SideId, Vec<String>)| {
        format!("{}: {}.", variant.side_title(side), kinds.join(", "))
    };
    let pieces = pieces_by_side(variant, " ", &mut position.pieces());
    let sides: Vec<String> = pieces.into_iter().map(side).collect();
    match sides.is_empty() {
        true => "The board is empty.".to_owned(),
        false => sides.join(" "),
    }
}

/// The names of cells in a sentence: `a2, b1 and c3`.
pub fn cell_list(variant: &LoadedVariant, cells: &CellSet, conjunction: &str) -> String {
    join_words(cells.iter().map(|cell| variant.cell_name(cell)), conjunction)
}

/// The names of cells, with neighbours on a line by their ends: `a7 to h7`, `a1 and h1`.
fn cell_runs(variant: &LoadedVariant, mut left: Vec<Cell>) -> String {
    let mut names = Vec::new();
    while let Some(&first) = left.first() {
        let along = |step: Vector| -> Vec<Cell> {
            let next = |cell: &Cell| {
                let CellCoordinates { board, at } = variant.layout().point(*cell);
                let next = variant.layout().at(CellCoordinates { board, at: at + step })?;
                left.contains(&next).then_some(next)
            };
            std::iter::successors(Some(first), next).collect()
        };
        let axes = [Vector::new(1, 0, 0), Vector::new(0, 1, 0), Vector::new(0, 0, 1)];
        let run = axes.map(along);
        let run = run.into_iter().max_by_key(Vec::len).filter(|run| run.len() >= RUN);
        let run = run.unwrap_or_else(|| vec![first]);
        left.retain(|cell| !run.contains(cell));
        names.push(match run[..] {
            [first, .., last] => {
                format!("{} to {}", variant.cell_name(first), variant.cell_name(last))
            }
            _ => variant.cell_name(first).to_owned(),
        });
    }
    join_words(names, "and")
}

/// `white Bede`, `white Archbishop and Chancellor`
fn pieces_words(variant: &LoadedVariant, answer: &MovesAnswer) -> String {
    let side = answer.pieces.first().map_or(String::new(), |piece| variant.side_name(piece.side));
    let kinds = answer.pieces.iter().map(|piece| variant.piece_type_name(piece.piece_type));
    format!("{side} {}", join_words(kinds, "and"))
}

/// The pieces of each side, in words by piece type: `Rooks a1 and h1` if `on` is a space.
///
/// `dyn`, so that the engine of boards has it once.
fn pieces_by_side(
    variant: &LoadedVariant,
    on: &str,
    pieces: &mut dyn Iterator<Item = (Cell, Piece)>,
) -> Vec<(SideId, Vec<String>)> {
    let pieces = distinct(pieces.map(|(cell, piece)| (piece.side, piece.piece_type, cell)));
    let of_sides =
        grouped(pieces.into_iter().map(|(side, piece_type, cell)| (side, (piece_type, cell))));
    let words = |(piece_type, cells): (PieceTypeId, Vec<Cell>)| {
        let name = plural(variant.piece_type_name(piece_type), cells.len());
        format!("{name}{on}{}", cell_runs(variant, cells))
    };
    let of_kinds = |pieces| grouped(pieces).into_iter().map(words).collect();
    of_sides.into_iter().map(|(side, pieces)| (side, of_kinds(pieces))).collect()
}

/// Whether a move without capture could capture there, as a sentence of its own.
fn capture_note(
    variant: &LoadedVariant,
    answer: &MovesAnswer,
    index: usize,
    captures: &CellSet,
) -> Option<String> {
    if answer.show != MoveFilter::Moves || variant.enemy_of(answer.pieces[index].side).is_none() {
        return None;
    }
    let quiet = answer.quiet_targets(index);
    let word = plural(cell_word(variant), quiet.len());
    let (these, them) = if quiet.len() == 1 { ("this", "that") } else { ("these", "those") };
    Some(match captures.is_empty() {
        true => format!("It cannot capture on {these} {word}."),
        false if *captures == quiet => format!("It can also capture on {these} {word}."),
        false => {
            let list = cell_list(variant, captures, "and");
            format!("Of {them} {word} it can also capture on {list}.")
        }
    })
}

/// The sentences about the actions of a piece.
fn action_sentences(
    variant: &LoadedVariant,
    answer: &MovesAnswer,
    index: usize,
    subject: &str,
    captures: &CellSet,
) -> Vec<String> {
    let reach = &answer.reaches[index];
    let mut sentences = Vec::new();
    if matches!(answer.show, MoveFilter::Moves | MoveFilter::Quiet) && !reach.quiet.is_empty() {
        let list = cell_list(variant, &reach.quiet, "or");
        sentences.push(format!("{subject} can move to {list}."));
        sentences.extend(capture_note(variant, answer, index, captures));
    }
    let mut say = |cells: &CellSet, what: &str| {
        if !cells.is_empty() {
            sentences.push(format!("{subject} can {what} {}.", cell_list(variant, cells, "or")));
        }
    };
    if answer.show != MoveFilter::Quiet {
        say(&reach.captures, "capture on");
        say(&reach.friendly_captures, "capture the friendly piece on");
    }
    if answer.show == MoveFilter::Moves {
        let with = reach.swaps.iter().map(|&(_, with)| with).collect();
        say(&with, "swap with the piece on");
    }
    if matches!(answer.show, MoveFilter::Moves | MoveFilter::Victims) {
        for (to, targets) in &reach.shots {
            let targets = cell_list(variant, &targets.iter().copied().collect(), "and");
            let act = match *to == answer.at {
                true => "stay and shoot".to_owned(),
                false => format!("move to {} and capture", variant.cell_name(*to)),
            };
            sentences.push(format!("{subject} can {act} on {targets}."));
        }
    }
    sentences
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::{MovesRequest, testing::armies};

    #[test]
    fn pieces_on_unknown_cells_are_named() {
        let game = "format = 1\nname = \"Lost\"\nbased-on = \"chess\"\nwithout = \"castling\"\n\
                    [setup.each]\nking = \"unknown\"\nqueen = \"d1\"\nrook = \"unknown\"\n\
                    bishop = \"unknown\"\nknight = \"unknown\"\npawn = \"unknown\"\n";
        let variant = crate::query::testing::loaded_variant("lost", game);
        assert_eq!(
            setup_words(&variant, &variant.initial_pieces(None), None),
            "White: Queen d1. Black: Queen d8. The source does not give the starting squares of \
             these pieces: King, Rook, Bishop, Knight and Pawn."
        );
        assert_eq!(variant.variant().pieces_without_cell.len(), 10);
    }

    #[test]
    fn neighbours_on_a_line_are_named_by_their_ends() {
        let variant = armies();
        let position = variant.position("p1ppp3/8/k7/8/8/2R5/2R5/2RR4").unwrap();
        assert_eq!(
            position_words(&variant, &position),
            "White: Rooks c1 to c3 and d1. Black: King a6, Pawns a8 and c8 to e8."
        );
    }

    #[test]
    fn an_answer_has_a_text_alternative() {
        let variant = armies();
        let piece =
            Piece { side: variant.first_side(), piece_type: variant.kind("waffle").unwrap() };
        let position = Some(variant.position("8/8/8/8/8/2p5/8/R7").unwrap());
        let request =
            MovesRequest { position, ..MovesRequest::new(piece, variant.cell("a1").unwrap()) };
        let answer = variant.answer(&request).unwrap();
        assert_eq!(
            answer_words(&variant, &answer, &variant.potential_captures(&answer)),
            "White Waffle on a1. Also on the board: black Pawn on c3. The Waffle can move to a2 or \
             b1. It can also capture on these squares. The Waffle can capture on c3."
        );
    }
}
