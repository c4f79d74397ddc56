//! `fairybook verify --engine`: an outside engine as second opinion.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};

use crate::build::BookStatements;
use crate::format::DefinitionSource;
use crate::fsf::{ExportedVariant, export};
use crate::game::{Piece, SideId};
use crate::query::LoadedVariant;
use crate::rules::Position;
use crate::source::{Code, Diagnostic, Diagnostics};
use crate::verify::{EngineFault, OpinionDifference, SecondOpinion, second_opinion};
use crate::world::{EngineProcess, VariantFolders, read_book};

use super::arguments::{Arguments, Format, VerifyArgs};
use super::json;
use super::output::{CommandOutput, CommandResult};
use super::requested_variant;

/// What was asked about one game, and the answer.
enum GameOpinion {
    /// The engine cannot express the rules.
    NotAsked(String),
    Asked(SecondOpinion),
}

/// Asks the engine about all games, or about one.
pub fn run(arguments: &Arguments, command: &VerifyArgs, engine: &Path) -> CommandResult {
    let ids = match &command.variant[..] {
        [] => VariantFolders::of_book(&arguments.root).ids(),
        named => named.to_vec(),
    };
    let mut warnings = Diagnostics::default();
    let mut games: Vec<(String, LoadedVariant, Result<ExportedVariant, String>)> = Vec::new();
    for id in ids {
        let requested = requested_variant::find(arguments, &id, &command.setup)?;
        warnings.extend(requested.warnings);
        let exported = export(requested.loaded.variant()).map_err(|reasons| reasons.join("; "));
        let exported = exported.and_then(|exported| match unsaid_rule(&exported) {
            Some(rule) => Err(format!("the engine cannot express {rule}")),
            None => Ok(exported),
        });
        games.push((id, requested.loaded, exported));
    }
    let sections: String = games
        .iter()
        .filter_map(|(_, _, exported)| exported.as_ref().ok())
        .map(section_text)
        .collect();
    let mut process = EngineProcess::start(engine, &sections, command.seconds).map_err(fault)?;
    let (files, _) = read_book(&arguments.root);
    let book = BookStatements::read(&files);
    let mut opinions = Vec::new();
    for (id, loaded, exported) in &games {
        let opinion = match exported {
            Err(reason) => GameOpinion::NotAsked(reason.clone()),
            Ok(exported) => {
                let (text, section) = (&exported.engine_text, section_name(&exported.id));
                let given = given_positions(loaded, &book.positions(id));
                let found =
                    second_opinion(loaded, text, &section, &mut process, &given, command.positions);
                GameOpinion::Asked(found.map_err(|found| fault_about(found, id))?)
            }
        };
        opinions.push((id.as_str(), opinion));
    }
    let disagrees = opinions.iter().any(|(_, opinion)| match opinion {
        GameOpinion::Asked(found) => found.different > 0,
        GameOpinion::NotAsked(_) => false,
    });
    let output = match arguments.format {
        Format::Json => json::document([
            ("engine", process.name.as_str().into()),
            ("games", opinions.iter().map(|(id, opinion)| as_json(id, opinion)).collect()),
        ]),
        _ => as_text(&process.name, &opinions),
    };
    Ok(CommandOutput { warnings, disagrees, ..CommandOutput::text(output) })
}

/// The initial position, and those of diagrams that a game could have: each side has its royal
/// pieces, and no side is in check that has just moved.
fn given_positions(loaded: &LoadedVariant, texts: &BTreeSet<String>) -> Vec<Position> {
    let (variant, rules) = (loaded.variant(), loaded.rules());
    let initial = rules.initial_position();
    let royals = |position: &Position, side: SideId| {
        let is_royal =
            |piece: &Piece| piece.side == side && variant.game.piece_types[piece.piece_type].royal;
        position.pieces().filter(|(_, piece)| is_royal(piece)).count()
    };
    let is_possible = |position: &Position| {
        variant.game.side_ids().all(|side| {
            royals(position, side) == royals(&initial, side)
                && (side == position.turn.to_move || !rules.in_check(position, side))
        })
    };
    let shown = texts.iter().filter_map(|text| variant.parse_position(rules, text).ok());
    let shown: Vec<Position> = shown.filter(is_possible).collect();
    [initial].into_iter().chain(shown).collect()
}

/// The first rule that decides about moves and that the engine cannot express.
fn unsaid_rule(exported: &ExportedVariant) -> Option<&String> {
    exported.unsaid.iter().find(|line| !line.starts_with("`unmodelled`"))
}

/// A name that no variant of the engine has.
fn section_name(id: &str) -> String {
    format!("fairybook-{id}")
}

fn section_text(exported: &ExportedVariant) -> String {
    let header = format!("\n[{}]\n", exported.id);
    exported.text.replacen(&header, &format!("\n[{}]\n", section_name(&exported.id)), 1)
}

fn fault(found: EngineFault) -> Diagnostics {
    let (message, help) = found.message();
    Diagnostic::error(Code::Engine, message).help(help).into()
}

fn fault_about(found: EngineFault, id: &str) -> Diagnostics {
    let (message, help) = found.message();
    let error = Diagnostic::error(Code::Engine, format!("{message}, asked about `{id}`"));
    error.help(help).into()
}

fn as_text(engine: &str, opinions: &[(&str, GameOpinion)]) -> String {
    let mut text = String::new();
    let (mut agreeing, mut different, mut not_asked, mut positions) = (0, 0, 0, 0);
    for (id, opinion) in opinions {
        match opinion {
            GameOpinion::NotAsked(reason) => {
                not_asked += 1;
                text += &format!("not asked  {id}  {reason}\n");
            }
            GameOpinion::Asked(found) => {
                positions += found.positions - found.different;
                if found.different == 0 {
                    agreeing += 1;
                    text += &format!("agrees     {id}  {} positions\n", found.positions);
                    continue;
                }
                different += 1;
                let (count, all) = (found.different, found.positions);
                text += &format!("DISAGREES  {id}  {count} of {all} positions\n");
                text += &found.differences.iter().map(difference).collect::<String>();
            }
        }
    }
    text + &format!(
        "{engine}: {agreeing} games agree, {different} do not, {not_asked} were not asked; \
         {positions} positions agree\n"
    )
}

fn difference(found: &OpinionDifference) -> String {
    let mut text = format!("  {}\n{}", found.fen, found.board);
    for (owner, moves) in [("fairybook", &found.only_ours), ("the engine", &found.only_theirs)] {
        if !moves.is_empty() {
            text += &format!("  only {owner}: {}\n", moves.join(" "));
        }
    }
    text
}

fn as_json(id: &str, opinion: &GameOpinion) -> Value {
    match opinion {
        GameOpinion::NotAsked(reason) => json!({ "id": id, "not_asked": reason }),
        GameOpinion::Asked(found) => {
            let differences: Vec<Value> = found
                .differences
                .iter()
                .map(|it| {
                    json!({
                        "fen": it.fen,
                        "only_fairybook": it.only_ours,
                        "only_engine": it.only_theirs,
                    })
                })
                .collect();
            json!({
                "id": id,
                "positions": found.positions,
                "different": found.different,
                "differences": differences,
            })
        }
    }
}
