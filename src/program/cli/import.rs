//! `fairybook import`: definitions and pages from the variant files of an engine, or from another site.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::exchange::read_page;
use crate::format::WithShipped;
use crate::fsf_files::{ImportedVariant, import, imported_page};
use crate::source::{Code, Diagnostic, Diagnostics, SourceFile, nearest_id, title_case, work};
use crate::verify::defined_game;
use crate::world::{VariantFolders, read_text, write_new_file};

use super::arguments::{Arguments, Format, ImportKind};
use super::json;
use super::output::{CommandOutput, CommandResult};

/// Imports the file. Never replaces a file that is not the same.
pub fn run(arguments: &Arguments, kind: &ImportKind) -> CommandResult {
    let (out, (variants, mut diagnostics)) = match kind {
        ImportKind::FairyStockfish(command) => {
            let file = read_text(&command.file)?;
            if command.file.extension().is_some_and(|ending| ending == "toml") {
                let what = format!("`{}` is a definition of this program", command.file.display());
                let error = Diagnostic::error(Code::Usage, what);
                return Err(error
                    .help("`fairybook export GAME --to fairy-stockfish` makes a variant file")
                    .into());
            }
            let folders = VariantFolders::of_book(&arguments.root);
            let library = WithShipped(&folders);
            (&command.out, import(&file, &library, command.only.as_deref()))
        }
        ImportKind::InteractiveDiagram(command) => {
            let file = read_text(&command.file)?;
            (&command.out, interactive_diagrams(&file, &command.file)?)
        }
    };
    // What is beyond the limit is not known, and half of a file is not written.
    if variants.is_empty() || !work::is_left() {
        return Err(diagnostics);
    }
    if out.is_file() {
        let message = format!("`{}` is a file, and `--out` names a folder", out.display());
        let error = Diagnostic::error(Code::Usage, message);
        return Err(error.help("write `--out new-games`, for instance").into());
    }
    write(out, &variants)?;
    if out.ends_with("content") {
        let message = "a book does not read definitions here";
        let place = out.join("variants");
        let help = format!("they lie in `content/variants`: `--out {}`", place.display());
        diagnostics.push(Diagnostic::warning(Code::FilePath, message).help(help));
    }
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

/// The games of a page, named after its file.
fn interactive_diagrams(
    file: &SourceFile,
    path: &Path,
) -> Result<(Vec<ImportedVariant>, Diagnostics), Diagnostics> {
    let (page, mut diagnostics) = read_page(file);
    if page.games.is_empty() && diagnostics.is_empty() {
        let error = Diagnostic::error(Code::VariantFile, "this page has no Interactive Diagram");
        let help = "save the page's source: a diagram is an element with `class=\"idiagram\"`";
        return Err(error.in_whole_file(file).help(help).into());
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let stem = nearest_id(&stem).unwrap_or_else(|| "game".to_owned());
    let mut variants = Vec::new();
    for (index, game) in page.games.iter().enumerate() {
        let id = if index == 0 { stem.clone() } else { format!("{stem}-{}", index + 1) };
        let title = title_case(&id);
        let (defined, unread) = defined_game(file, game, &title);
        let unsaid = unread.iter().filter(|it| !it.is_error()).map(|it| it.message.clone());
        variants.extend(defined.map(|defined| ImportedVariant {
            page: imported_page(&id, &title),
            unsaid: unsaid.collect(),
            definition: defined.definition,
            id,
            title,
        }));
        diagnostics.extend(unread);
    }
    Ok((variants, diagnostics))
}

fn write(out: &Path, variants: &[ImportedVariant]) -> Result<(), Diagnostics> {
    let path = |id: &str, ending: &str| -> PathBuf { out.join(format!("{id}.{ending}")) };
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
