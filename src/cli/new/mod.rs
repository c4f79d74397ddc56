//! `fairybook new`: the beginning of a book, a definition, a page.

use std::path::{Path, PathBuf};

use crate::source::{Code, Diagnostic, Diagnostics};
use crate::world::write_new_file;

use super::answer::{Answer, Outcome};
use super::arguments::{Arguments, Format, New, NewKind};
use super::json;

const SETTINGS: &str = include_str!("fairybook.toml");
const VARIANT: &str = include_str!("variant.toml");
const PAGE: &str = include_str!("page.md");
const FIRST_GAME: &str = "my-game";

/// Writes the beginning of a book, a definition or a page, and never over something.
pub fn run(arguments: &Arguments, command: &New) -> Outcome {
    let files = match &command.kind {
        NewKind::Book { dir } => book(dir),
        NewKind::Variant { id } => vec![variant(&arguments.in_book(""), &checked(id)?)],
        NewKind::Page { name } => vec![page(&arguments.in_book(""), &checked(name)?)],
    };
    // All or nothing: nobody wants half a book beside an error.
    if let Some((path, _)) = files.iter().find(|(path, _)| path.exists()) {
        let what = format!("`{}` is there already", path.display());
        return Err(Diagnostic::error(Code::FileWrite, what)
            .help("choose another name, or remove it first")
            .into());
    }
    for (path, text) in &files {
        write_new_file(path, text.as_bytes())?;
    }
    let created: Vec<String> = files.iter().map(|(path, _)| path.display().to_string()).collect();
    Ok(Answer::text(match arguments.format {
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

fn filled(pattern: &str, id: &str) -> String {
    pattern.replace("THE-ID", id).replace("THE-TITLE", &title(id))
}

/// `my-game` is called My Game.
fn title(id: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        let first = letters.next().map(|letter| letter.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    };
    id.split('-').map(word).collect::<Vec<_>>().join(" ")
}

/// An id: what stands in addresses and file names.
fn checked(id: &str) -> Result<String, Diagnostics> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if !id.is_empty() && id.chars().all(plain) && !id.starts_with('-') && !id.ends_with('-') {
        return Ok(id.to_owned());
    }
    let complaint = Diagnostic::error(Code::Usage, format!("`{id}` cannot be an id"))
        .help("write it in small letters, digits and hyphens: `my-game`");
    Err(complaint.into())
}
