//! `fairybook survey`: figures about games from random games and boards.

use std::fmt::Write;

use serde_json::{Value, json};

use crate::build::BookStatements;
use crate::query::LoadedVariant;
use crate::source::Diagnostics;
use crate::survey::{
    SURVEY_RECORD, Survey, SurveyEffort, SurveyRecord, design_warnings, survey, survey_warnings,
};
use crate::variant::Definition;
use crate::world::{read_book, write_file};

use super::arguments::{Arguments, Format, SurveyArgs};
use super::book_record;
use super::json as documents;
use super::output::{CommandOutput, CommandResult};
use super::requested_variant::{self, RequestedVariant};

/// A game with its figures.
struct SurveyedGame {
    id: String,
    survey: Survey,
    /// The names of its piece types, in the order of the mobilities.
    pieces: Vec<String>,
}

/// Surveys the named games, or all of the book; writes the record if asked to.
pub fn run(arguments: &Arguments, command: &SurveyArgs) -> CommandResult {
    let effort = SurveyEffort { games: command.games as usize, seed: command.seed };
    let mut warnings = Diagnostics::default();
    let found = match command.write || command.variant.is_empty() {
        true => surveyed_book(arguments, command, effort, &mut warnings)?,
        false => {
            let mut found = Vec::new();
            for word in &command.variant {
                let requested = requested_variant::find(arguments, word, &None)?;
                let progress = arguments.progress("playing random games");
                let RequestedVariant { definition, loaded, .. } = &requested;
                found.push(surveyed(definition, loaded, effort, &mut warnings));
                drop(progress);
                warnings.extend(requested.warnings);
            }
            found
        }
    };
    let text = match arguments.format {
        Format::Json => documents::document([("survey", found.iter().map(as_json).collect())]),
        _ => found.iter().map(as_text).collect::<Vec<String>>().join("\n"),
    };
    Ok(CommandOutput { warnings, ..CommandOutput::text(text) })
}

fn surveyed_book(
    arguments: &Arguments,
    command: &SurveyArgs,
    effort: SurveyEffort,
    warnings: &mut Diagnostics,
) -> Result<Vec<SurveyedGame>, Diagnostics> {
    let (files, diagnostics) = read_book(&arguments.root);
    if !diagnostics.is_empty() {
        return Err(diagnostics);
    }
    let book = BookStatements::read(&files);
    requested_variant::check_in_book(&command.variant, &book)?;
    let mut record = book_record::read(&files, SURVEY_RECORD, SurveyRecord::read)?;
    record.entries.retain(|id, _| book.ids().any(|known| known == id));
    let is_asked =
        |id: &&str| command.variant.is_empty() || command.variant.iter().any(|it| it == id);
    let ids: Vec<&str> = book.ids().filter(is_asked).collect();
    let progress = arguments.progress("playing random games");
    let mut found = Vec::new();
    for (index, id) in ids.iter().enumerate() {
        progress.set(format!("playing random games of {id} ({} of {})", index + 1, ids.len()));
        let Some((definition, loaded)) = book.variant(id) else { continue };
        let game = surveyed(definition, &loaded, effort, warnings);
        record
            .entries
            .insert((*id).to_owned(), (book.definition_fingerprint(id), game.survey.clone()));
        found.push(game);
    }
    if command.write {
        write_file(&arguments.in_book(SURVEY_RECORD), record.to_text().as_bytes())?;
    }
    Ok(found)
}

fn surveyed(
    definition: &Definition,
    loaded: &LoadedVariant,
    effort: SurveyEffort,
    warnings: &mut Diagnostics,
) -> SurveyedGame {
    let survey = survey(loaded, effort);
    warnings.extend(design_warnings(definition, loaded));
    warnings.extend(survey_warnings(definition, loaded, &survey));
    let pieces = loaded.variant().faces.iter().map(|face| face.name.clone()).collect();
    SurveyedGame { id: definition.id().to_owned(), survey, pieces }
}

fn as_text(game: &SurveyedGame) -> String {
    let mut text = format!("{}\n", game.id);
    for (term, words) in game.survey.facts() {
        let _ = writeln!(text, "  {term:<16}{words}");
    }
    let width = game.pieces.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let _ = writeln!(text, "  Mobility");
    for (name, mobility) in game.pieces.iter().zip(&game.survey.mobility) {
        let (empty, crowded) = (mobility.empty, mobility.crowded);
        let _ = writeln!(text, "  {name:<width$}  {empty:>6.2} ({crowded:.2})");
    }
    let _ = writeln!(text, "  {}", game.survey.note());
    text
}

fn as_json(game: &SurveyedGame) -> Value {
    let SurveyedGame { id, survey, .. } = game;
    let games = &survey.games;
    let rounded = |number: f64| (number * 100.0).round() / 100.0;
    let mobility: Vec<Value> = survey
        .mobility
        .iter()
        .map(|it| {
            json!({
                "piece": it.piece,
                "empty": rounded(it.empty),
                "crowded": rounded(it.crowded),
            })
        })
        .collect();
    let wins = games.wins.iter().map(|(side, count)| json!({ "side": side, "wins": count }));
    json!({
        "variant": id,
        "first_moves": survey.first_moves,
        "games": games.played,
        "seed": games.seed,
        "limit": games.limit,
        "moves_per_turn": rounded(games.branching),
        "length": rounded(games.length),
        "wins": wins.collect::<Vec<Value>>(),
        "drawn": games.drawn,
        "not_ended": games.unfinished,
        "mobility": mobility,
    })
}
