//! `fairybook import`: definitions and pages from the variant files of an engine.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::format::WithShipped;
use crate::fsf_files::{ImportedVariant, import};
use crate::source::{Code, Diagnostic, Diagnostics};
use crate::world::{VariantFolders, read_text, write_new_file};

use super::arguments::{Arguments, Format, ImportFairyStockfishArgs, ImportKind};
use super::json;
use super::output::{CommandOutput, CommandResult};

/// Imports the file. Never replaces a file that is not the same.
pub fn run(arguments: &Arguments, kind: &ImportKind) -> CommandResult {
    let ImportKind::FairyStockfish(command) = kind;
    let file = read_text(&command.file)?;
    let folders = VariantFolders::of_book(&arguments.root);
    let (variants, diagnostics) = import(&file, &WithShipped(&folders), command.only.as_deref());
    if variants.is_empty() {
        return Err(diagnostics);
    }
    write(command, &variants)?;
    let is_incomplete = diagnostics.has_error();
    let output = match arguments.format {
        Format::Json => {
            let list: Vec<Value> = variants
                .iter()
                .map(|it| json!({ "id": it.id, "name": it.title, "unmodelled": it.unsaid }))
                .collect();
            json::document([("variants", list.into())])
        }
        _ => report(&variants),
    };
    Ok(CommandOutput {
        warnings: diagnostics,
        disagrees: is_incomplete,
        ..CommandOutput::text(output)
    })
}

fn write(
    command: &ImportFairyStockfishArgs,
    variants: &[ImportedVariant],
) -> Result<(), Diagnostics> {
    let path = |id: &str, ending: &str| -> PathBuf { command.out.join(format!("{id}.{ending}")) };
    let files: Vec<(PathBuf, &str)> = variants
        .iter()
        .flat_map(|it| {
            [(path(&it.id, "toml"), it.definition.as_str()), (path(&it.id, "md"), it.page.as_str())]
        })
        .collect();
    let mut new = Vec::new();
    for (path, text) in &files {
        if !path.exists() {
            new.push((path, text));
        } else if read_text(path).ok().is_none_or(|known| known.text() != *text) {
            let message = format!("`{}` exists already", path.display());
            let error = Diagnostic::error(Code::FileWrite, message);
            return Err(error
                .help("choose another folder with `--out`, or remove it first")
                .into());
        }
    }
    for (path, text) in new {
        write_new_file(path, text.as_bytes())?;
    }
    Ok(())
}

/// Lists the variants with rules that are not modelled, and counts the others.
fn report(variants: &[ImportedVariant]) -> String {
    let mut text = String::new();
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    let (complete, others): (Vec<_>, Vec<_>) =
        variants.iter().partition(|variant| variant.unsaid.is_empty());
    for variant in &others {
        text += &format!("{}: {}\n", variant.id, variant.unsaid.join("; "));
        for line in &variant.unsaid {
            let key = line.split(" = ").next().unwrap_or(line);
            *reasons.entry(key).or_default() += 1;
        }
    }
    text += &format!("{} complete, {} with unmodelled rules\n", complete.len(), others.len());
    let mut reasons: Vec<(&str, usize)> = reasons.into_iter().collect();
    reasons.sort_by_key(|(key, count)| (std::cmp::Reverse(*count), *key));
    for (key, count) in reasons {
        text += &format!("  {count} {key}\n");
    }
    text
}
