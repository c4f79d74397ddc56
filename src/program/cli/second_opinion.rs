//! `fairybook verify --engine`: an outside engine as second opinion.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};

use crate::build::BookStatements;
use crate::format::DefinitionSource;
use crate::fsf_files::{ExportedVariant, export};
use crate::query::LoadedVariant;
use crate::source::{Code, Diagnostic, Diagnostics};
use crate::verify::{
    ENGINE_RECORD, EngineFault, EngineRecord, GameOpinion, OpinionDifference, SecondOpinion,
    given_positions, second_opinion,
};
use crate::world::{EngineProcess, VariantFolders, read_book, write_file};

use super::arguments::{Arguments, Format, VerifyArgs};
use super::book_record;
use super::json;
use super::output::{CommandOutput, CommandResult};
use super::requested_variant;

/// A game to ask about, with its section or the reason why it has none.
struct AskedGame {
    id: String,
    loaded: LoadedVariant,
    exported: Result<ExportedVariant, String>,
}

/// Asks the engine about all games, or about those that are named; writes the record if asked to.
pub fn run(arguments: &Arguments, command: &VerifyArgs, engine: &Path) -> CommandResult {
    let (files, _) = read_book(&arguments.root);
    let book = BookStatements::read(&files);
    if command.write {
        // The record is about games of the book.
        requested_variant::check_in_book(&command.named(), &book)?;
    }
    let mut warnings = Diagnostics::default();
    let games = asked_games(arguments, command, &mut warnings)?;
    let sections: String =
        games.iter().filter_map(|game| game.exported.as_ref().ok()).map(section_text).collect();
    let start = || EngineProcess::start(engine, &sections, command.seconds).map_err(fault);
    let mut process = start()?;
    let mut opinions = Vec::new();
    let progress = arguments.progress("asking the engine");
    for AskedGame { id, loaded, exported } in &games {
        progress.set(format!("asking the engine about {id}"));
        let opinion = match exported {
            Err(reason) => GameOpinion::NotAsked(reason.clone()),
            Ok(exported) => {
                let (text, section) = (&exported.engine_text, section_name(&exported.id));
                let given = given_positions(loaded, &book.positions(id));
                let found =
                    second_opinion(loaded, text, &section, &mut process, &given, command.positions);
                found.map_or_else(GameOpinion::NoAnswer, GameOpinion::Asked)
            }
        };
        if let GameOpinion::NoAnswer(_) = opinion {
            // What it says after a fault cannot be trusted.
            drop(process);
            process = start()?;
        }
        opinions.push((id.as_str(), opinion));
    }
    drop(progress);
    if !opinions.iter().any(|(_, opinion)| matches!(opinion, GameOpinion::Asked(_)))
        && let Some(error) = opinions.iter().find_map(|(id, opinion)| no_answer(opinion, id))
    {
        return Err(error.into());
    }
    if command.write {
        let text = record(&files, &book, &process.name, &opinions, &mut warnings)?.to_text();
        write_file(&arguments.in_book(ENGINE_RECORD), text.as_bytes())?;
    }
    let disagrees = |opinion: &GameOpinion| !opinion.agrees() && !opinion.is_unasked();
    let disagrees = opinions.iter().any(|(_, opinion)| disagrees(opinion));
    let output = match arguments.format {
        Format::Json => json::document([
            ("engine", process.name.as_str().into()),
            ("games", opinions.iter().map(|(id, opinion)| as_json(id, opinion)).collect()),
        ]),
        _ => as_text(&process.name, &opinions),
    };
    Ok(CommandOutput { warnings, disagrees, ..CommandOutput::text(output) })
}

/// The games of `--variant`, or all, each as a section for the engine.
fn asked_games(
    arguments: &Arguments,
    command: &VerifyArgs,
    warnings: &mut Diagnostics,
) -> Result<Vec<AskedGame>, Diagnostics> {
    let mut ids = command.named();
    if ids.is_empty() {
        ids = VariantFolders::of_book(&arguments.root).ids();
    }
    let mut games = Vec::new();
    for id in ids {
        let requested = requested_variant::find(arguments, &id, &command.setup)?;
        warnings.extend(requested.warnings);
        let exported = export(requested.loaded.variant()).map_err(|reasons| reasons.join("; "));
        let exported = exported.and_then(|exported| match unsaid_rule(&exported) {
            Some(rule) => Err(format!("the engine cannot express {rule}")),
            None => Ok(exported),
        });
        games.push(AskedGame { id, loaded: requested.loaded, exported });
    }
    Ok(games)
}

/// Returns the record of the book with these opinions.
///
/// An engine that agrees on no game may be another kind of program: it is not recorded.
fn record(
    files: &BTreeMap<String, Vec<u8>>,
    book: &BookStatements,
    engine: &str,
    opinions: &[(&str, GameOpinion)],
    warnings: &mut Diagnostics,
) -> Result<EngineRecord, Diagnostics> {
    let mut record = book_record::read(files, ENGINE_RECORD, EngineRecord::read)?;
    let is_known = |id: &str| book.ids().any(|known| known == id);
    let fingerprint = |id: &str| is_known(id).then(|| book.definition_fingerprint(id));
    record.keep_current(fingerprint);
    let is_trusted = record.add(engine, opinions, fingerprint);
    if !is_trusted {
        let message = format!("`{engine}` agrees on no game, and is not recorded");
        let help = "ask it about more games, without `--variant`";
        warnings.push(Diagnostic::warning(Code::Engine, message).help(help));
    }
    Ok(record)
}

/// The error of an engine that did not answer.
fn no_answer(opinion: &GameOpinion, id: &str) -> Option<Diagnostic> {
    let GameOpinion::NoAnswer(found) = opinion else { return None };
    let (message, help) = found.message();
    let error = Diagnostic::error(Code::Engine, format!("{message}, asked about `{id}`"));
    Some(error.help(help))
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

fn as_text(engine: &str, opinions: &[(&str, GameOpinion)]) -> String {
    let mut text = String::new();
    let mut positions = 0;
    for (id, opinion) in opinions {
        text += &match opinion {
            GameOpinion::NotAsked(reason) => format!("not asked  {id}  {reason}\n"),
            GameOpinion::NoAnswer(found) => format!("no answer  {id}  {}\n", found.message().0),
            GameOpinion::Asked(SecondOpinion { positions: all, different, differences }) => {
                positions += all - different;
                match different {
                    0 => format!("agrees     {id}  {all} positions\n"),
                    _ => {
                        let differences: String = differences.iter().map(difference).collect();
                        format!("DISAGREES  {id}  {different} of {all} positions\n{differences}")
                    }
                }
            }
        };
    }
    let count = |is: fn(&GameOpinion) -> bool| opinions.iter().filter(|(_, it)| is(it)).count();
    let (agreeing, not_asked) = (count(GameOpinion::agrees), count(GameOpinion::is_unasked));
    let without_answer = count(|it| matches!(it, GameOpinion::NoAnswer(_)));
    let different = opinions.len() - agreeing - not_asked - without_answer;
    let silent = match without_answer {
        0 => String::new(),
        count => format!("{count} had no answer, "),
    };
    text + &format!(
        "{engine}: {agreeing} games agree, {different} do not, {silent}{not_asked} were not asked; \
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
        GameOpinion::NoAnswer(found) => json!({ "id": id, "no_answer": found.message().0 }),
        GameOpinion::Asked(SecondOpinion { positions, different, differences }) => json!({
            "id": id,
            "positions": positions,
            "different": different,
            "differences": differences,
        }),
    }
}
