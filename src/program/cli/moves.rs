//! `fairybook moves` and `fairybook perft`.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::game_text::print_move;
use crate::prose::end_words;
use crate::query::count_with_noun;
use crate::rules::Position;
use crate::source::Diagnostics;

use super::arguments::{Arguments, Format, PerftArgs, PositionArgs};
use super::json;
use super::output::{CommandOutput, CommandResult};
use super::requested_variant::{self, RequestedVariant};

pub fn run(arguments: &Arguments, on: &PositionArgs) -> CommandResult {
    let requested = requested_variant::find(arguments, &on.variant, &on.setup)?;
    let position = position(&requested, on)?;
    let (variant, rules) = (requested.loaded.variant(), requested.loaded.rules());
    let side = &variant.sides[position.turn.to_move.index()];
    let legal = rules.moves(&position);
    let mut moves: Vec<String> =
        legal.iter().map(|found| print_move(variant, rules, &position, found)).collect();
    moves.sort();
    let end = rules.game_end(&position, &[]);
    let end = end.map(|end| end_words(&requested.loaded, &position, &end));
    let output = match arguments.format {
        Format::Json => json::document([
            ("variant", variant.id.as_str().into()),
            ("side", side.id.as_str().into()),
            ("moves", moves.into()),
            ("end", end.into()),
        ]),
        _ => {
            let number = count_with_noun(moves.len(), "move");
            let lines = [Some(format!("{}: {number}", side.name)), Some(moves.join(" ")), end];
            let lines = lines.into_iter().flatten().filter(|line| !line.is_empty());
            lines.map(|line| line + "\n").collect()
        }
    };
    let RequestedVariant { warnings, notes, .. } = requested;
    Ok(CommandOutput { warnings, notes, ..CommandOutput::text(output) })
}

pub fn perft(arguments: &Arguments, command: &PerftArgs) -> CommandResult {
    let on = &command.position;
    let requested = requested_variant::find(arguments, &on.variant, &on.setup)?;
    let position = position(&requested, on)?;
    let (variant, rules) = (requested.loaded.variant(), requested.loaded.rules());
    let counts = match command.depth {
        0 => Vec::new(),
        depth => {
            let _progress = arguments.progress("counting");
            rules.divide(&position, depth)
        }
    };
    let text = |found| print_move(variant, rules, &position, found);
    let divide: BTreeMap<String, u64> =
        counts.iter().map(|(found, nodes)| (text(found), *nodes)).collect();
    let nodes = if command.depth == 0 { 1 } else { divide.values().sum::<u64>() };
    let output = match arguments.format {
        Format::Json => json::document([
            ("variant", variant.id.as_str().into()),
            ("depth", command.depth.into()),
            ("nodes", nodes.into()),
            ("divide", Value::from_iter(divide)),
        ]),
        _ if command.divide => {
            let lines = divide.iter().map(|(text, nodes)| format!("{text} {nodes}\n"));
            lines.chain([format!("{nodes}\n")]).collect()
        }
        _ => format!("{nodes}\n"),
    };
    let RequestedVariant { warnings, notes, .. } = requested;
    Ok(CommandOutput { warnings, notes, ..CommandOutput::text(output) })
}

/// The position that the user gives, or the initial position.
fn position(requested: &RequestedVariant, on: &PositionArgs) -> Result<Position, Diagnostics> {
    match &on.fen {
        Some(fen) => requested_variant::position(&requested.loaded, fen),
        None => Ok(requested.loaded.rules().initial_position()),
    }
}
