//! The variant that a command is about.

use std::path::Path;

use crate::build::BookStatements;
use crate::format::{DefinitionSource, WithShipped, replaces_shipped, shipped_ids};
use crate::game::GameError;
use crate::game_text::parse_position;
use crate::query::LoadedVariant;
use crate::rules::Position;
use crate::source::{
    Code, Diagnostic, Diagnostics, SourceFile, did_you_mean, quoted_list, suggestion,
};
use crate::variant::{Definition, load};
use crate::world::{VariantFolders, read_definition};

use super::arguments::Arguments;

/// A variant that the user names, with the warnings and notes about its definition.
pub struct RequestedVariant {
    pub definition: Definition,
    pub loaded: LoadedVariant,
    pub warnings: Diagnostics,
    pub notes: Vec<String>,
}

/// Loads the variant that a word of the command line names: a file that ends in `.toml`, or the id
/// of a variant of the book or of a shipped one.
pub fn find(
    arguments: &Arguments,
    word: &str,
    setup: &Option<String>,
) -> Result<RequestedVariant, Diagnostics> {
    let folders = VariantFolders::of_book(&arguments.root);
    let word = named_by_file(word, &folders);
    let path = Path::new(word);
    let (file, id, folders) = if is_file(path) {
        let id = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        (read_definition(path)?, id, folders.beside(path))
    } else {
        (named(arguments, word, &folders)?, word.to_owned(), folders)
    };
    let mut notes = Vec::new();
    if !is_file(path) {
        notes.extend(own_file_note(&id, &file));
    }
    let (definition, diagnostics) = load(&file, &id, &WithShipped(&folders));
    let (errors, warnings): (Diagnostics, Diagnostics) =
        diagnostics.into_iter().partition(Diagnostic::is_error);
    let Some(definition) = definition.filter(|_| errors.is_empty()) else {
        return Err(errors.into_iter().chain(warnings).collect());
    };
    let loaded = LoadedVariant::new(definition.variant(setup.as_deref())?)?;
    Ok(RequestedVariant { definition, loaded, warnings, notes })
}

/// Returns the definition that a word of the command line names.
pub fn file(arguments: &Arguments, word: &str) -> Result<SourceFile, Diagnostic> {
    let folders = VariantFolders::of_book(&arguments.root);
    let word = named_by_file(word, &folders);
    let path = Path::new(word);
    if is_file(path) {
        return read_definition(path);
    }
    named(arguments, word, &folders)
}

/// The id of a game of the book if a word is the name of its file without the folder.
fn named_by_file<'w>(word: &'w str, folders: &VariantFolders) -> &'w str {
    let stem = word.strip_suffix(".toml").filter(|_| !Path::new(word).is_file());
    stem.filter(|stem| folders.ids().iter().any(|id| id == stem)).unwrap_or(word)
}

fn is_file(word: &Path) -> bool {
    word.extension().is_some_and(|extension| extension == "toml")
}

fn named(
    arguments: &Arguments,
    id: &str,
    folders: &VariantFolders,
) -> Result<SourceFile, Diagnostic> {
    WithShipped(folders).get(id).ok_or_else(|| unknown(arguments, id, folders))
}

/// Returns a note if a definition of the book is used in place of a shipped one.
pub fn own_file_note(id: &str, file: &SourceFile) -> Option<String> {
    replaces_shipped(id, file).then(|| {
        format!("`{id}` is `{}`, not the definition that ships with fairybook", file.path())
    })
}

fn unknown(arguments: &Arguments, word: &str, folders: &VariantFolders) -> Diagnostic {
    let message = format!("there is no variant `{word}`");
    let mut error = Diagnostic::error(Code::VariantUnknown, message);
    let own = folders.ids();
    if own.is_empty() {
        let folder = arguments.in_book("content/variants");
        error = error.note(format!("there are no definitions in `{}`", folder.display()));
    }
    let ids = WithShipped(folders).ids();
    if let Some(swapped) = exchanged(word, &ids) {
        return error.help(swapped);
    }
    if let Some(near) = did_you_mean(word, ids.iter().map(String::as_str)) {
        return error.help(near);
    }
    if !own.is_empty() {
        error = error.note(format!("the book has {}", quoted_list(own.iter().map(String::as_str))));
    }
    let shipped: Vec<&str> = shipped_ids().collect();
    let shipped = format!("fairybook has {}", quoted_list(shipped.iter().copied()));
    error.note(shipped).help("name one of them, or a file that ends in `.toml`")
}

/// The command as it would work if a game stands behind the word that stands in its place.
fn exchanged(word: &str, ids: &[String]) -> Option<String> {
    let typed: Vec<String> = std::env::args().skip(1).collect();
    let at = typed.iter().position(|it| it == word)?;
    let next = typed.get(at + 1).filter(|next| ids.contains(next))?;
    let (before, after) = (typed[..at].iter(), typed[at + 2..].iter());
    let words: Vec<&str> = before
        .map(String::as_str)
        .chain([&**next, word])
        .chain(after.map(String::as_str))
        .collect();
    Some(format!("the game stands first: `fairybook {}`", words.join(" ")))
}

/// Refuses ids of games that the book does not have.
pub fn check_in_book(ids: &[String], book: &BookStatements) -> Result<(), Diagnostic> {
    let Some(id) = ids.iter().find(|id| !book.ids().any(|known| known == id.as_str())) else {
        return Ok(());
    };
    let error = Diagnostic::error(Code::PageVariant, format!("the book has no variant `{id}`"));
    Err(error.help(suggestion(id, book.ids())))
}

/// The position of `--fen`.
pub fn position(loaded: &LoadedVariant, fen: &str) -> Result<Position, Diagnostics> {
    let file = SourceFile::new("--fen", fen);
    let begins_with_word = fen.split_whitespace().next().is_some_and(|word| word.len() > 2);
    if begins_with_word && !fen.contains('/') {
        return loaded.position(fen).map_err(|error| error.within(&file, 0).into());
    }
    let position = parse_position(loaded.variant(), loaded.rules(), fen);
    position.map_err(|errors| errors.into_iter().map(|error| error.within(&file, 0)).collect())
}

pub fn rules_error(error: GameError) -> Diagnostic {
    let GameError { code, message, span, help, .. } = error;
    Diagnostic { span, help, ..Diagnostic::error(code, message) }
}
