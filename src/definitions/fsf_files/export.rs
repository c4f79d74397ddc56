//! Variants as sections of a variant file, with what the engine cannot express.

use std::collections::BTreeMap;

use crate::fsf::{
    COLOURS, DefinitionNames, FsfKeyType, FsfRecord, FsfValue, KEYS, PieceNames, parse_ini,
    translate,
};
use crate::source::{Diagnostics, SourceFile};
use crate::variant::{Variant, load};

use super::compare::differences;
use super::engine_text::EngineText;
use super::write_record::{WrittenRecord, write_record};

/// A variant in the words of the engine.
#[derive(Debug, Clone)]
pub struct ExportedVariant {
    /// The name of its section.
    pub id: String,
    /// The section.
    pub text: String,
    /// What the section does not say, each as a path of the definition and a reason.
    pub unsaid: Vec<String>,
    /// How the engine writes positions and moves.
    pub engine_text: EngineText,
}

/// Returns a variant as a section; or the reasons why the engine cannot play it at all.
///
/// The section is read again and compared with the variant, so that no difference stays unnamed.
pub fn export(variant: &Variant) -> Result<ExportedVariant, Vec<String>> {
    let WrittenRecord { record, names, mut unsaid, letters } =
        write_record(variant).map_err(|reason| vec![reason])?;
    match read_again(variant, &record, &names) {
        Ok(again) => {
            for difference in differences(variant, &again) {
                if !unsaid.contains(&difference) {
                    unsaid.push(difference);
                }
            }
        }
        Err(errors) => {
            let messages = errors.iter().map(|error| error.message.clone());
            return Err(messages.collect());
        }
    }
    let text = print(&variant.id, &variant.name, &record, &unsaid);
    let engine_text = EngineText::new(letters);
    Ok(ExportedVariant { id: variant.id.clone(), text, unsaid, engine_text })
}

/// The variant that the record says.
fn read_again(
    variant: &Variant,
    record: &FsfRecord,
    names: &DefinitionNames,
) -> Result<Variant, Diagnostics> {
    let translation = translate(record, names, &variant.name)?;
    let file = SourceFile::new("exported.toml", translation.draft.print());
    let (definition, diagnostics) = load(&file, &variant.id, &BTreeMap::new());
    definition.ok_or(diagnostics)?.variant(None)
}

/// Adds to a record the keys that the rules in words name: ``(Fairy-Stockfish: `key = value`)``.
pub(super) fn with_named_keys(record: FsfRecord, rules: &[String]) -> FsfRecord {
    let lines: Vec<&str> = rules.iter().filter_map(|rule| named_key(rule)).collect();
    if lines.is_empty() {
        return record;
    }
    let file = SourceFile::new("", format!("[named]\n{}\n", lines.join("\n")));
    let mut diagnostics = Diagnostics::default();
    let sections = parse_ini(&file, &mut diagnostics);
    let section = sections.first().map(|it| record.with_section(it, &mut diagnostics));
    section.filter(|_| !diagnostics.has_error()).unwrap_or(record)
}

/// The key that a rule in words names.
pub(super) fn named_key(rule: &str) -> Option<&str> {
    let (_, rest) = rule.split_once("(Fairy-Stockfish: `")?;
    rest.split_once("`)").map(|(line, _)| line)
}

fn print(id: &str, name: &str, record: &FsfRecord, unsaid: &[String]) -> String {
    let mut text = format!("# {name}\n");
    for line in unsaid {
        text += &format!("# not said: {line}\n");
    }
    text += &format!("[{id}]\n");
    let (files, ranks) = (record.files(), record.ranks());
    for piece in &record.pieces {
        text += &match &piece.notation {
            Some(notation) => {
                format!("{} = {}:{}\n", piece.name, piece.letter, notation.trim_matches('-'))
            }
            None => format!("{} = {}\n", piece.name, piece.letter),
        };
    }
    let values: BTreeMap<&str, String> = KEYS
        .iter()
        .filter_map(|key| {
            let value = record.keys.get(key.name)?;
            let is_choice = key.name.starts_with("promotionPieceTypes");
            let is_usual = match value {
                FsfValue::Pieces(PieceNames::Listed(names)) => {
                    !is_choice && names.join(" ") == key.usual
                }
                FsfValue::Pieces(PieceNames::All) => key.usual == "*",
                _ => record.is_usual(key),
            };
            let text = record.print_value(value, files, ranks).unwrap_or_else(|| "-".to_owned());
            (!is_usual).then_some((key.name, text))
        })
        .collect();
    let common = |stem: &str| {
        let [one, other] = COLOURS.map(|colour| values.get(&*colour.key(stem)));
        one.filter(|_| one == other)
    };
    let stems = || KEYS.iter().filter(|key| key.value_type == FsfKeyType::Each).map(|key| key.name);
    for key in KEYS.iter() {
        if let (FsfKeyType::Each, Some(one)) = (&key.value_type, common(key.name)) {
            text += &format!("{} = {one}\n", key.name);
            continue;
        }
        let is_own = |stem: &str| COLOURS.iter().any(|colour| colour.key(stem) == key.name);
        let is_said = stems().any(|stem| is_own(stem) && common(stem).is_some());
        if let Some(value) = values.get(key.name).filter(|_| !is_said) {
            text += &format!("{} = {value}\n", key.name);
        }
    }
    for ((colour, piece), cells) in &record.mobility {
        let mut letters = piece.chars();
        let first = letters.next().map(|letter| letter.to_ascii_uppercase());
        let name: String = first.into_iter().chain(letters).collect();
        if let Some(cells) = record.print_value(&FsfValue::Cells(cells.clone()), files, ranks) {
            text += &format!("mobilityRegion{}{name} = {cells}\n", colour.word());
        }
    }
    text
}
