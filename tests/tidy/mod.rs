//! The rules of the source tree, checked for every file of `src/` and `crates/`.
//!
//! Each fault is named by file and line. The checker is a lexer and a few patterns, not a compiler:
//! what the layering rule forbids (`use crate::{…}`) it need not understand.

mod confined;
mod files;
mod layers;
mod tokens;
mod words;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::shipped::root;

use tokens::{Token, tokens};

/// The folders of `src/` that hold modules.
const WINGS: [&str; 5] = ["definitions", "answers", "proofs", "pages", "program"];

/// The library that is one module; the other one has several.
const ONE_MODULE: &str = "crates/diagram";

/// A file of `src/` or of a library in `crates/`.
struct SourceUnit {
    path: String,
    /// The folder of `src/` in which its module lies, or the library that has the module.
    folder: String,
    module: String,
    /// Whether its module is a whole library.
    is_library: bool,
    /// How deep its Rust module lies: `book/mod.rs` is 1, `book/page.rs` is 2.
    depth: usize,
    source: String,
    tokens: Vec<Token>,
}

impl SourceUnit {
    fn new(path: &str, source: &str) -> SourceUnit {
        let (library, inside) = path.split_once("src/").expect("a file of sources");
        let mut parts: Vec<&str> = inside.trim_end_matches(".rs").split('/').collect();
        let mut folder = library.trim_end_matches('/');
        if library.is_empty() && WINGS.contains(&parts[0]) {
            folder = parts.remove(0);
        }
        let is_library = folder == ONE_MODULE;
        if is_library {
            parts.insert(0, folder.trim_start_matches("crates/"));
        }
        let depth = parts.len() - usize::from(["mod", "lib"].contains(parts.last().unwrap()));
        let mut tokens = tokens(source);
        // Modules of these names are declared under `#[cfg(test)]`.
        if parts[1..].iter().any(|part| ["tests", "testing"].contains(part)) {
            tokens.iter_mut().for_each(|token| token.in_test = true);
        }
        SourceUnit {
            path: path.to_owned(),
            folder: folder.to_owned(),
            module: parts[0].to_owned(),
            is_library,
            depth,
            source: source.to_owned(),
            tokens,
        }
    }

    fn fault(&self, token: &Token, what: impl std::fmt::Display) -> String {
        format!("{}:{}: {what}", self.path, token.line)
    }

    /// Each token outside of tests with those after it.
    fn outside_tests(&self) -> impl Iterator<Item = &[Token]> {
        (0..self.tokens.len()).map(|at| &self.tokens[at..]).filter(|rest| !rest[0].in_test)
    }
}

/// The files below a folder with that ending, sorted; none if there is no such folder.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let path = entry.expect("the folder can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// A path as the faults name it, with `/` on every system.
fn path_below_root(path: &Path) -> String {
    let inside = path.strip_prefix(root()).expect("below the root");
    inside.to_str().expect("our names are plain").replace('\\', "/")
}

/// Every file of sources, read once for all tests.
fn all_files() -> &'static [SourceUnit] {
    static UNITS: OnceLock<Vec<SourceUnit>> = OnceLock::new();
    UNITS.get_or_init(|| {
        let read = |path: &PathBuf| {
            let source = fs::read_to_string(path).expect("our files are text");
            SourceUnit::new(&path_below_root(path), &source)
        };
        let libraries: Vec<PathBuf> = ["core", "diagram"]
            .iter()
            .flat_map(|it| files(&format!("crates/{it}/src"), "rs"))
            .collect();
        files("src", "rs").iter().chain(&libraries).map(read).collect()
    })
}

/// Every file of every module: not `lib.rs` and `main.rs`, which hold several.
fn units() -> impl Iterator<Item = &'static SourceUnit> {
    all_files().iter().filter(|unit| !["lib", "main"].contains(&unit.module.as_str()))
}

fn refuse(faults: Vec<String>) {
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}
