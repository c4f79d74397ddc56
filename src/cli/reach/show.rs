use std::fmt::Write;

use serde_json::{Value, json};

use crate::geometry::{Cell, Cells, Layout};
use crate::rules::Reach;

use super::super::json;

/// The answer as a document.
pub fn as_json(layout: &Layout, from: Cell, reach: &Reach) -> String {
    let name = |cell: &Cell| Value::from(layout.name(*cell));
    let names = |cells: &Cells| Value::from_iter(cells.iter().map(|cell| name(&cell)));
    let takes = |cells: &[Cell]| Value::from_iter(cells.iter().map(name));
    let shots =
        reach.shots.iter().map(|(to, victims)| json!({"to": name(to), "takes": takes(victims)}));
    let swaps = reach.swaps.iter().map(|(to, with)| json!({"to": name(to), "with": name(with)}));
    json::document([
        ("from", name(&from)),
        ("quiet", names(&reach.quiet)),
        ("captures", names(&reach.captures)),
        ("friendly_captures", names(&reach.friendly_captures)),
        ("shots", shots.collect()),
        ("swaps", swaps.collect()),
    ])
}

/// The answer for a person: the board with its marks, what they mean, and the cells in words.
///
/// `letter` says who stands on a cell.
pub fn as_text(
    layout: &Layout,
    title: &str,
    reach: &Reach,
    letter: impl Fn(Cell) -> Option<String>,
) -> String {
    let marked = Sign::ALL.map(|sign| (sign, sign.cells(reach)));
    let sign_on = |cell: Cell| marked.iter().find(|(_, on)| on.has(cell)).map(|&(sign, _)| sign);
    let signs = |cell: Cell| match (sign_on(cell), letter(cell)) {
        (Some(sign), who) => sign.around(who.as_deref().unwrap_or("")),
        (None, who) => who.unwrap_or_else(|| ".".to_owned()),
    };
    let mut text = format!("{title}\n\n{}\n\n", layout.text_board(signs));
    for sign in Sign::ALL {
        if layout.cells().any(|cell| sign_on(cell) == Some(sign)) {
            let _ = writeln!(text, "{:3}  {}", sign.around("p"), sign.meaning());
        }
    }
    let lists = lists(layout, reach);
    if lists.is_empty() {
        text.push_str("it cannot move\n");
    }
    for (what, cells) in lists {
        let _ = write!(text, "\n{what}: {cells}");
    }
    text.trim_end().to_owned() + "\n"
}

/// The answer in sentences: one for each thing that can be done, or that there is none.
pub fn sentences(layout: &Layout, from: Cell, reach: &Reach) -> Vec<String> {
    let mut sentences = Vec::new();
    let mut say = |what: &str, cells: &Cells| {
        if !cells.is_empty() {
            sentences.push(format!("It may {what} {}.", layout.names_of(cells)));
        }
    };
    let mut quiet = reach.quiet.clone();
    let comes_back = quiet.remove(from);
    say("move to", &quiet);
    say("capture on", &reach.captures);
    say("take a piece of its own side on", &reach.friendly_captures);
    say("change places with", &reach.swaps.iter().map(|&(_, with)| with).collect());
    for (to, takes) in &reach.shots {
        let takes = layout.names_of(&takes.iter().copied().collect());
        sentences.push(match *to == from {
            true => format!("It may stay and take what stands on {takes}."),
            false => format!("It may go to {} and take what stands on {takes}.", layout.name(*to)),
        });
    }
    if comes_back {
        sentences.push("It may end its move where it began.".to_owned());
    }
    if sentences.is_empty() {
        sentences.push("It cannot move.".to_owned());
    }
    sentences
}

/// The lists that are not empty, each in a line.
fn lists(layout: &Layout, reach: &Reach) -> Vec<(&'static str, String)> {
    let name = |cell: &Cell| layout.name(*cell);
    let joined = |parts: Vec<String>| parts.join(", ");
    let shots = reach.shots.iter().map(|(to, victims)| {
        let victims: Vec<&str> = victims.iter().map(name).collect();
        format!("{} takes {}", name(to), victims.join(" "))
    });
    let swaps = reach.swaps.iter().map(|(to, with)| format!("{} with {}", name(to), name(with)));
    let mut lists = vec![
        ("moves to", layout.names_of(&reach.quiet)),
        ("takes on", layout.names_of(&reach.captures)),
        ("takes its own on", layout.names_of(&reach.friendly_captures)),
        ("takes elsewhere", joined(shots.collect())),
        ("changes places", joined(swaps.collect())),
    ];
    lists.retain(|(_, cells)| !cells.is_empty());
    lists
}

/// What a cell of the drawn board is marked with; the first that fits is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sign {
    Capture,
    Own,
    Victim,
    Swap,
    Move,
}

impl Sign {
    const ALL: [Sign; 5] = [Sign::Capture, Sign::Own, Sign::Victim, Sign::Swap, Sign::Move];

    /// The cells that could bear the sign.
    fn cells(self, reach: &Reach) -> Cells {
        match self {
            Sign::Capture => reach.captures.clone(),
            Sign::Own => reach.friendly_captures.clone(),
            Sign::Victim => {
                reach.shots.iter().flat_map(|(_, takes)| takes.iter().copied()).collect()
            }
            Sign::Swap => reach.swaps.iter().map(|&(_, with)| with).collect(),
            Sign::Move => reach.ends(),
        }
    }

    fn around(self, who: &str) -> String {
        match self {
            Sign::Capture => format!("({who})"),
            Sign::Own => format!("[{who}]"),
            Sign::Victim => format!("{{{who}}}"),
            Sign::Swap => format!("~{who}~"),
            Sign::Move => "x".to_owned(),
        }
    }

    fn meaning(self) -> &'static str {
        match self {
            Sign::Capture => "taken where it stands",
            Sign::Own => "taken, though of the same side",
            Sign::Victim => "taken by a move that ends elsewhere",
            Sign::Swap => "changes places",
            Sign::Move => "a move may end here",
        }
    }
}
