//! `fairybook new`: creates a book, a definition or a page from a template.

use std::path::{Path, PathBuf};

use crate::source::{Code, Diagnostic, Diagnostics, title_case};
use crate::world::write_new_file;

use super::arguments::{Arguments, Format, NewKind};
use super::json;
use super::output::{CommandOutput, CommandResult};

const SETTINGS: &str = include_str!("fairybook.toml");
const VARIANT: &str = include_str!("variant.toml");
const PAGE: &str = include_str!("page.md");
const FIRST_GAME: &str = "my-game";

/// Creates the files of a book, a definition or a page. Never replaces a file.
pub fn run(arguments: &Arguments, kind: &NewKind) -> CommandResult {
    let files = match kind {
        NewKind::Book { dir } => book(dir),
        NewKind::Variant { id } => vec![variant(&arguments.in_book(""), &valid_id(id)?)],
        NewKind::Page { name } => vec![page(&arguments.in_book(""), &valid_id(name)?)],
    };
    // After an error there should be no part of a book.
    if let Some((path, _)) = files.iter().find(|(path, _)| path.exists()) {
        let what = format!("`{}` exists already", path.display());
        let error = Diagnostic::error(Code::FileWrite, what);
        return Err(error.help("choose another name, or remove it first").into());
    }
    for (path, text) in &files {
        write_new_file(path, text.as_bytes())?;
    }
    let created: Vec<String> = files.iter().map(|(path, _)| path.display().to_string()).collect();
    Ok(CommandOutput::text(match arguments.format {
        Format::Json => json::document([("created", created.into())]),
        _ => created.iter().map(|path| format!("wrote {path}\n")).collect(),
    }))
}

type NewFile = (PathBuf, String);

fn book(root: &Path) -> Vec<NewFile> {
    vec![
        (root.join("fairybook.toml"), SETTINGS.to_owned()),
        variant(root, FIRST_GAME),
        page(root, FIRST_GAME),
    ]
}

fn variant(root: &Path, id: &str) -> NewFile {
    from_template(root, id, "toml", VARIANT)
}

fn page(root: &Path, id: &str) -> NewFile {
    from_template(root, id, "md", PAGE)
}

fn from_template(root: &Path, id: &str, ending: &str, template: &str) -> NewFile {
    let text = template.replace("THE-ID", id).replace("THE-TITLE", &title_case(id));
    (root.join(format!("content/variants/{id}.{ending}")), text)
}

/// Returns the id if addresses and file names can contain it.
fn valid_id(id: &str) -> Result<String, Diagnostics> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if !id.is_empty() && id.chars().all(plain) && !id.starts_with('-') && !id.ends_with('-') {
        return Ok(id.to_owned());
    }
    let error = Diagnostic::error(Code::Usage, format!("`{id}` cannot be an id"));
    Err(error.help("write it in small letters, digits and hyphens: `my-game`").into())
}
