//! `fairybook new`: creates a book, a definition, a page or a template.

mod like;

use std::path::{Path, PathBuf};

use crate::book::{SETTINGS as SETTINGS_FILE, TEMPLATES, built_in_files, has_words};
use crate::build::{STARTER_ID, game_page, starter_definition};
use crate::query::LoadedVariant;
use crate::source::{
    Code, Diagnostic, Diagnostics, SourceFile, nearest_id, suggestion, title_case,
};
use crate::variant::load;
use crate::world::{VariantFolders, write_new_file};

use super::arguments::{Arguments, Format, NewKind};
use super::json;
use super::output::{CommandOutput, CommandResult};
use super::requested_variant;

const SETTINGS: &str = include_str!("fairybook.toml");
/// What `build` keeps for its next run is of no use elsewhere.
const IGNORED: &str = "/.fairybook-cache\n";
const PAGE: &str = include_str!("page.md");

/// Creates the files of a book, a definition, a page or a template. Never replaces a file.
pub fn run(arguments: &Arguments, kind: &NewKind) -> CommandResult {
    let mut notes = Vec::new();
    let files = match kind {
        NewKind::Book { dir } => {
            let whole = std::path::absolute(dir).unwrap_or_default();
            let mut above = whole.ancestors().skip(1);
            if let Some(around) = above.find(|folder| folder.join(SETTINGS_FILE).is_file()) {
                notes.push(format!(
                    "it lies in the book `{}`, which does not have its pages",
                    around.display()
                ));
            }
            book(dir)?
        }
        NewKind::Variant { id, like } => {
            let file = variant(arguments, &valid_id(id)?, like.as_deref())?;
            let text = SourceFile::new(file.0.display().to_string(), &*file.1);
            notes.extend(requested_variant::own_file_note(id, &text));
            vec![file]
        }
        NewKind::Page { name } => {
            let is_book =
                [SETTINGS_FILE, "content"].iter().any(|it| arguments.root.join(it).exists());
            if !is_book {
                notes
                    .push("there was no book here: `fairybook new book DIR` begins one".to_owned());
            }
            vec![page(arguments, &valid_id(name)?)?]
        }
        NewKind::Template { name } => vec![template(arguments, name)?],
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
    let output = CommandOutput::text(match arguments.format {
        Format::Json => json::document([("created", created.into())]),
        _ => created.iter().map(|path| format!("wrote {path}\n")).collect(),
    });
    Ok(CommandOutput { notes, ..output })
}

type NewFile = (PathBuf, String);

/// A book with one small game and the page about it.
fn book(root: &Path) -> Result<Vec<NewFile>, Diagnostics> {
    let definition = starter_definition(STARTER_ID);
    let file = SourceFile::new(format!("{STARTER_ID}.toml"), &*definition);
    let (found, diagnostics) = load(&file, STARTER_ID, &VariantFolders::default());
    let game = LoadedVariant::new(found.ok_or(diagnostics)?.variant(None)?)?;
    Ok(vec![
        (root.join("fairybook.toml"), SETTINGS.to_owned()),
        (root.join(".gitignore"), IGNORED.to_owned()),
        (root.join(address(STARTER_ID, "toml")), definition),
        (root.join(address(STARTER_ID, "md")), game_page(game)),
    ])
}

/// A definition: a small game, or a copy of the definition `like`.
fn variant(arguments: &Arguments, id: &str, like: Option<&str>) -> Result<NewFile, Diagnostics> {
    let text = match like {
        None => starter_definition(id),
        Some(like) => like::copy_of(&requested_variant::file(arguments, like)?, like, id),
    };
    Ok((arguments.in_book(&address(id, "toml")), text))
}

/// A page: about the game with that id if there is one, else about nothing in particular.
fn page(arguments: &Arguments, name: &str) -> Result<NewFile, Diagnostics> {
    if requested_variant::file(arguments, name).is_err() {
        let path = arguments.in_book(&format!("content/{name}.md"));
        return Ok((path, PAGE.replace("THE-TITLE", &title_case(name))));
    }
    let game = requested_variant::find(arguments, name, &None)?.loaded;
    Ok((arguments.in_book(&address(name, "md")), game_page(game)))
}

/// A copy of a built-in template, which replaces it in the book.
fn template(arguments: &Arguments, name: &str) -> Result<NewFile, Diagnostics> {
    // Words of another language begin as the English ones.
    let like = if has_words(name) { "words.en.toml" } else { name };
    let find = |name: &str| built_in_files().find(|(known, _)| *known == name);
    let found = find(name).or_else(|| find(like));
    let (_, text) = found.ok_or_else(|| {
        let error = Diagnostic::error(Code::Usage, format!("there is no template `{name}`"));
        error.help(suggestion(name, built_in_files().map(|(name, _)| name)))
    })?;
    Ok((arguments.in_book(&format!("{TEMPLATES}{name}")), text.to_owned()))
}

fn address(id: &str, ending: &str) -> String {
    format!("content/variants/{id}.{ending}")
}

/// Returns the id if addresses and file names can contain it.
fn valid_id(id: &str) -> Result<String, Diagnostics> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if !id.is_empty() && id.chars().all(plain) && !id.starts_with('-') && !id.ends_with('-') {
        return Ok(id.to_owned());
    }
    let error = Diagnostic::error(Code::Usage, format!("`{id}` cannot be an id"));
    let stem = id.rsplit(['/', '\\']).next().unwrap_or(id).split('.').next().unwrap_or(id);
    let near = nearest_id(stem).unwrap_or_else(|| "my-game".to_owned()).replace('_', "-");
    Err(error
        .help(format!("it is the name alone, in small letters, digits and hyphens: write `{near}`"))
        .into())
}
