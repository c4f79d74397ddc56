//! The definitions that ship with the book, for tests.

use std::fs;
use std::path::Path;

use fairybook::format::DefinitionSource;
use fairybook::source::{SourceFile, render};
use fairybook::variant::{Definition, Variant, load};

/// The shelf of `content/variants`, and behind it the games that only `data/facts` plays.
pub struct Shipped;

impl DefinitionSource for Shipped {
    fn get(&self, id: &str) -> Option<SourceFile> {
        ["content/variants", "tests/data/facts/games"].into_iter().find_map(|folder| {
            let path = format!("{folder}/{id}.toml");
            let text = fs::read_to_string(root().join(&path)).ok()?;
            Some(SourceFile::new(path, text))
        })
    }

    fn ids(&self) -> Vec<String> {
        let files = fs::read_dir(root().join("content/variants")).unwrap();
        let mut ids: Vec<String> = files
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
            .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
            .collect();
        ids.sort();
        ids
    }
}

/// The folder of the project.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The text of a shipped definition.
pub fn definition_text(id: &str) -> String {
    Shipped.get(id).unwrap_or_else(|| panic!("no definition of {id}")).text().to_owned()
}

/// A shipped definition; panics with its diagnostics.
pub fn definition(id: &str) -> Definition {
    let file = Shipped.get(id).unwrap_or_else(|| panic!("no definition of {id}"));
    let (definition, diagnostics) = load(&file, id, &Shipped);
    let drawn: Vec<String> =
        diagnostics.iter().map(|diagnostic| render(diagnostic, false)).collect();
    definition.unwrap_or_else(|| panic!("{}", drawn.join("\n")))
}

/// A shipped game in its first set-up.
pub fn variant(id: &str) -> Variant {
    definition(id).variant(None).unwrap_or_else(|diagnostics| {
        let drawn: Vec<String> = diagnostics.iter().map(|it| render(it, false)).collect();
        panic!("{}", drawn.join("\n"))
    })
}
