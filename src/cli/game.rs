use std::path::Path;

use crate::query::Study;
use crate::rules::{GameError, Position};
use crate::source::{Code, Diagnostic, Diagnostics, SourceFile, suggestion};
use crate::variant::{DefinitionSource, load};
use crate::world::{Shelf, read_text};

use super::arguments::Arguments;

/// A game that was asked for, with whatever its definition is warned of.
pub struct Asked {
    pub study: Study,
    pub warnings: Diagnostics,
}

/// The game that a word on the command line means: a file that ends in `.toml`, or the id of a
/// game of the book.
pub fn find(arguments: &Arguments, word: &str, setup: Option<&str>) -> Result<Asked, Diagnostics> {
    let shelf = Shelf::of_book(&arguments.root);
    let path = Path::new(word);
    if path.extension().is_some_and(|extension| extension == "toml") {
        let file = read_text(path)?;
        let id = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        return define(&file, &id, setup, &shelf.beside(path));
    }
    match shelf.get(word) {
        Some(file) => define(&file, word, setup, &shelf),
        None => Err(unknown(arguments, word, &shelf).into()),
    }
}

fn define(
    file: &SourceFile,
    id: &str,
    setup: Option<&str>,
    shelf: &Shelf,
) -> Result<Asked, Diagnostics> {
    let (definition, complaints) = load(file, id, shelf);
    let (errors, warnings): (Diagnostics, Diagnostics) =
        complaints.into_iter().partition(Diagnostic::is_error);
    match definition.filter(|_| errors.is_empty()) {
        Some(definition) => Ok(Asked { study: Study::new(definition.variant(setup)?)?, warnings }),
        None => Err(errors.into_iter().chain(warnings).collect()),
    }
}

fn unknown(arguments: &Arguments, word: &str, shelf: &Shelf) -> Diagnostic {
    let complaint = Diagnostic::error(Code::VariantUnknown, format!("there is no game `{word}`"));
    let ids = shelf.ids();
    if ids.is_empty() {
        let what = format!("there are no definitions in `{}`", arguments.root.display());
        return complaint
            .note(what)
            .help("name the book's folder with `--root`, or a file that ends in `.toml`");
    }
    complaint.help(suggestion(word, ids.iter().map(String::as_str)))
}

/// Who stands where, as `--fen` says it.
pub fn position(study: &Study, fen: &str) -> Result<Position, Diagnostics> {
    let file = SourceFile::new("--fen", fen);
    study.variant().parse_position(study.rules(), fen).map_err(|complaints| {
        complaints.into_iter().map(|complaint| complaint.within(&file, 0)).collect()
    })
}

/// What the rules say against a game.
pub fn fault(error: GameError) -> Diagnostic {
    let mut complaint = Diagnostic::error(error.code, error.message);
    complaint.span = error.span;
    complaint.help = error.help;
    complaint
}
