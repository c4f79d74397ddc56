//! The variant that a command is about.

use std::path::Path;

use crate::format::DefinitionSource;
use crate::query::LoadedVariant;
use crate::rules::{GameError, Position};
use crate::source::{Code, Diagnostic, Diagnostics, SourceFile, suggestion};
use crate::variant::load;
use crate::world::{VariantFolders, read_text};

use super::arguments::Arguments;

/// A variant that the user names, with the warnings about its definition.
pub struct RequestedVariant {
    pub loaded: LoadedVariant,
    pub warnings: Diagnostics,
}

/// Loads the variant that a word of the command line names: a file that ends in `.toml`, or the id
/// of a variant of the book.
pub fn find(
    arguments: &Arguments,
    word: &str,
    setup: &Option<String>,
) -> Result<RequestedVariant, Diagnostics> {
    let folders = VariantFolders::of_book(&arguments.root);
    let path = Path::new(word);
    let (file, id, folders) = if path.extension().is_some_and(|extension| extension == "toml") {
        let id = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        (read_text(path)?, id, folders.beside(path))
    } else {
        let file = folders.get(word).ok_or_else(|| unknown(arguments, word, &folders))?;
        (file, word.to_owned(), folders)
    };
    let (definition, diagnostics) = load(&file, &id, &folders);
    let (errors, warnings): (Diagnostics, Diagnostics) =
        diagnostics.into_iter().partition(Diagnostic::is_error);
    let Some(definition) = definition.filter(|_| errors.is_empty()) else {
        return Err(errors.into_iter().chain(warnings).collect());
    };
    let loaded = LoadedVariant::new(definition.variant(setup.as_deref())?)?;
    Ok(RequestedVariant { loaded, warnings })
}

fn unknown(arguments: &Arguments, word: &str, folders: &VariantFolders) -> Diagnostic {
    let message = format!("there is no variant `{word}`");
    let error = Diagnostic::error(Code::VariantUnknown, message);
    let ids = folders.ids();
    if ids.is_empty() {
        let what = format!("there are no definitions in `{}`", arguments.root.display());
        let help = "name the folder of the book with `--root`, or a file that ends in `.toml`";
        return error.note(what).help(help);
    }
    error.help(suggestion(word, ids.iter().map(String::as_str)))
}

/// The position of `--fen`.
pub fn position(loaded: &LoadedVariant, fen: &str) -> Result<Position, Diagnostics> {
    let file = SourceFile::new("--fen", fen);
    let position = loaded.variant().parse_position(loaded.rules(), fen);
    position.map_err(|errors| errors.into_iter().map(|error| error.within(&file, 0)).collect())
}

pub fn rules_error(error: GameError) -> Diagnostic {
    let GameError { code, message, span, help, .. } = error;
    Diagnostic { span, help, ..Diagnostic::error(code, message) }
}
