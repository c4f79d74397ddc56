//! The answer as text, sentences and JSON.

use std::fmt::Write;

use serde_json::{Value, json};

use crate::diagram::MarkKind;
use crate::geometry::{Cell, CellSet, Layout};
use crate::rules::Reach;

use super::super::json;

/// The moves of a piece, and what it could capture.
pub struct ReachAnswer {
    pub reach: Reach,
    /// The empty cells on which it could capture an enemy piece.
    pub could_capture: CellSet,
}

pub fn as_json(layout: &Layout, from: Cell, answer: &ReachAnswer) -> String {
    let reach = &answer.reach;
    let name = |cell: &Cell| Value::from(layout.name(*cell));
    let names = |cells: &CellSet| Value::from_iter(cells.iter().map(|cell| name(&cell)));
    let takes = |cells: &[Cell]| Value::from_iter(cells.iter().map(name));
    let shots =
        reach.shots.iter().map(|(to, victims)| json!({"to": name(to), "takes": takes(victims)}));
    let swaps = reach.swaps.iter().map(|(to, with)| json!({"to": name(to), "with": name(with)}));
    json::document([
        ("from", name(&from)),
        ("quiet", names(&reach.quiet)),
        ("captures", names(&reach.captures)),
        ("friendly_captures", names(&reach.friendly_captures)),
        ("could_capture", names(&answer.could_capture)),
        ("shots", shots.collect()),
        ("swaps", swaps.collect()),
    ])
}

/// The answer as text: the board with its marks, their meanings, and lists of cells.
///
/// `letter` returns the letter of the piece on a cell.
pub fn as_text(
    layout: &Layout,
    title: &str,
    answer: &ReachAnswer,
    letter: impl Fn(Cell) -> Option<String>,
) -> String {
    let marks = text_marks(answer);
    let mark_on = |cell| marks.iter().position(|mark| mark.cells.contains(cell));
    let cell_text = |cell| match (mark_on(cell), letter(cell)) {
        (Some(mark), letter) => marks[mark].sample.replace('*', &letter.unwrap_or_default()),
        (None, letter) => letter.unwrap_or_else(|| ".".to_owned()),
    };
    let mut text = format!("{title}\n\n{}\n\n", layout.text_board(cell_text));
    for (index, mark) in marks.iter().enumerate() {
        if layout.cells().any(|cell| mark_on(cell) == Some(index)) {
            let _ = writeln!(text, "{:3}  {}", mark.sample.replace('*', "p"), mark.meaning);
        }
    }
    let lists = lists(layout, answer);
    if lists.is_empty() {
        text.push_str("it cannot move\n");
    }
    for (what, cells) in lists {
        let _ = write!(text, "\n{what}: {cells}");
    }
    text.trim_end().to_owned() + "\n"
}

/// The answer in sentences, one for each kind of move.
pub fn sentences(layout: &Layout, from: Cell, answer: &ReachAnswer) -> Vec<String> {
    let ReachAnswer { reach, could_capture } = answer;
    let mut sentences = Vec::new();
    let mut say = |what: &str, cells: &CellSet| {
        if !cells.is_empty() {
            sentences.push(format!("It may {what} {}.", layout.names_of(cells)));
        }
    };
    let mut quiet = reach.quiet.clone();
    let may_return = quiet.remove(from);
    say("move to", &quiet);
    say("capture on", &reach.captures);
    let captures_only = could_capture.difference(&reach.ends());
    say("capture an enemy piece that comes to", &captures_only);
    say("capture a friendly piece on", &reach.friendly_captures);
    say("swap with the piece on", &reach.swaps.iter().map(|&(_, with)| with).collect());
    for (to, takes) in &reach.shots {
        let takes = layout.names_of(&takes.iter().copied().collect());
        sentences.push(match *to == from {
            true => format!("It may capture on {takes} without moving."),
            false => format!("It may move to {} and capture on {takes}.", layout.name(*to)),
        });
    }
    if may_return {
        sentences.push("It may end its move on its own cell.".to_owned());
    }
    if sentences.is_empty() {
        sentences.push("It cannot move.".to_owned());
    }
    sentences
}

/// The lists of cells that are not empty.
fn lists(layout: &Layout, answer: &ReachAnswer) -> Vec<(&'static str, String)> {
    let ReachAnswer { reach, could_capture } = answer;
    let name = |cell: &Cell| layout.name(*cell);
    let shots = reach.shots.iter().map(|(to, victims)| {
        let victims: Vec<&str> = victims.iter().map(name).collect();
        format!("{} captures {}", name(to), victims.join(" "))
    });
    let swaps = reach.swaps.iter().map(|(to, with)| format!("{} with {}", name(to), name(with)));
    let mut lists = vec![
        ("moves to", layout.names_of(&reach.quiet)),
        ("captures on", layout.names_of(&reach.captures)),
        ("could capture on", layout.names_of(could_capture)),
        ("captures friendly pieces on", layout.names_of(&reach.friendly_captures)),
        ("captures on other cells", shots.collect::<Vec<_>>().join(", ")),
        ("swaps", swaps.collect::<Vec<_>>().join(", ")),
    ];
    // Most pieces capture as they move.
    if *could_capture == reach.quiet {
        lists.retain(|(what, _)| *what != "could capture on");
    }
    lists.retain(|(_, cells)| !cells.is_empty());
    lists
}

/// A mark on cells that a piece can reach.
pub struct TextMark {
    pub kind: MarkKind,
    /// The text of a marked cell, where `*` is the letter of the piece on it.
    sample: &'static str,
    meaning: &'static str,
    pub cells: CellSet,
}

/// The marks of an answer. A cell has the first mark that applies.
pub fn text_marks(answer: &ReachAnswer) -> [TextMark; 6] {
    let ReachAnswer { reach, could_capture } = answer;
    let swaps = reach.swaps.iter().map(|&(_, with)| with).collect();
    let captured = reach.captures.clone();
    let friendly = reach.friendly_captures.clone();
    [
        (MarkKind::Capture, "(*)", "captured by a move to its cell", captured),
        (MarkKind::FriendlyCapture, "[*]", "captured, although friendly", friendly),
        (MarkKind::Shot, "{*}", "captured by a move that ends on another cell", reach.victims()),
        (MarkKind::Swap, "~*~", "swaps", swaps),
        (MarkKind::Move, "x", "a move may end here", reach.ends()),
        (MarkKind::Attack, "+", "an enemy piece here could be captured", could_capture.clone()),
    ]
    .map(|(kind, sample, meaning, cells)| TextMark { kind, sample, meaning, cells })
}
