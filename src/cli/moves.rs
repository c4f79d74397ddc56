use std::collections::BTreeMap;

use serde_json::Value;

use crate::rules::Position;
use crate::source::Diagnostics;

use super::answer::{Answer, Outcome};
use super::arguments::{Arguments, Format, Moves, Perft};
use super::game::{self, Asked};
use super::json;

/// All legal moves of a position.
pub fn run(arguments: &Arguments, command: &Moves) -> Outcome {
    let asked = game::find(arguments, &command.variant, command.setup.as_deref())?;
    let position = position(&asked, command.fen.as_deref())?;
    let (variant, rules) = (asked.study.variant(), asked.study.rules());
    let side = &variant.sides[position.to_move().index()];
    let legal = rules.moves(&position);
    let mut moves: Vec<String> =
        legal.iter().map(|found| variant.print_move(&position, found)).collect();
    moves.sort();
    let output = match arguments.format {
        Format::Json => json::document([
            ("variant", variant.id.as_str().into()),
            ("side", side.id.as_str().into()),
            ("moves", moves.into()),
        ]),
        _ => format!("{}: {} moves\n{}\n", side.name, moves.len(), moves.join(" ")),
    };
    Ok(Answer { remarks: asked.warnings, ..Answer::text(output) })
}

/// Counts the positions after so many moves.
pub fn perft(arguments: &Arguments, command: &Perft) -> Outcome {
    let asked = game::find(arguments, &command.variant, command.setup.as_deref())?;
    let position = position(&asked, command.fen.as_deref())?;
    let (variant, rules) = (asked.study.variant(), asked.study.rules());
    let divide: BTreeMap<String, u64> = match command.depth {
        0 => BTreeMap::new(),
        depth => {
            let counts = rules.divide(&position, depth);
            let counted = counts.iter();
            counted.map(|(found, nodes)| (variant.print_move(&position, found), *nodes)).collect()
        }
    };
    let nodes = if command.depth == 0 { 1 } else { divide.values().sum::<u64>() };
    let output = match arguments.format {
        Format::Json => json::document([
            ("variant", variant.id.as_str().into()),
            ("depth", command.depth.into()),
            ("nodes", nodes.into()),
            (
                "divide",
                divide.into_iter().map(|(text, nodes)| (text, Value::from(nodes))).collect(),
            ),
        ]),
        _ if command.divide => {
            let lines = divide.iter().map(|(text, nodes)| format!("{text} {nodes}\n"));
            lines.chain([format!("{nodes}\n")]).collect()
        }
        _ => format!("{nodes}\n"),
    };
    Ok(Answer { remarks: asked.warnings, ..Answer::text(output) })
}

/// The position that is meant; the start of the game where none is given.
fn position(asked: &Asked, fen: Option<&str>) -> Result<Position, Diagnostics> {
    match fen {
        Some(fen) => game::position(&asked.study, fen),
        None => Ok(asked.study.rules().initial_position()),
    }
}
