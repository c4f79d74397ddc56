//! `fairybook new`: creates a book, a definition or a page from a template.

use std::path::{Path, PathBuf};

use crate::source::{Code, Diagnostic, Diagnostics, title_case};
use crate::world::write_new_file;

use super::arguments::{Arguments, Format, NewArgs, NewKind};
use super::json;
use super::output::{CommandOutput, CommandResult};

const SETTINGS: &str = include_str!("fairybook.toml");
const VARIANT: &str = include_str!("variant.toml");
const PAGE: &str = include_str!("page.md");
const FIRST_GAME: &str = "my-game";

/// Creates the files of a book, a definition or a page. Never replaces a file.
pub fn run(arguments: &Arguments, command: &NewArgs) -> CommandResult {
    let files = match &command.kind {
        NewKind::Book { dir } => book(dir),
        NewKind::Variant { id } => vec![variant(&arguments.in_book(""), &valid_id(id)?)],
        NewKind::Page { name } => vec![page(&arguments.in_book(""), &valid_id(name)?)],
    };
    // After an error there should be no part of a book.
    if let Some((path, _)) = files.iter().find(|(path, _)| path.exists()) {
        let what = format!("`{}` exists already", path.display());
        return Err(Diagnostic::error(Code::FileWrite, what)
            .help("choose another name, or remove it first")
            .into());
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
    (root.join(format!("content/variants/{id}.toml")), filled(VARIANT, id))
}

fn page(root: &Path, id: &str) -> NewFile {
    (root.join(format!("content/variants/{id}.md")), filled(PAGE, id))
}

fn filled(template: &str, id: &str) -> String {
    template.replace("THE-ID", id).replace("THE-TITLE", &title_case(id))
}

/// Returns the id if addresses and file names can contain it.
fn valid_id(id: &str) -> Result<String, Diagnostics> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if !id.is_empty() && id.chars().all(plain) && !id.starts_with('-') && !id.ends_with('-') {
        return Ok(id.to_owned());
    }
    Err(Diagnostic::error(Code::Usage, format!("`{id}` cannot be an id"))
        .help("write it in small letters, digits and hyphens: `my-game`")
        .into())
}
