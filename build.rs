//! Writes what the program has to know of its own sources: the tables of the shipped definitions, and a
//! hash that tells which computed files another version wrote.

#![allow(clippy::disallowed_methods, reason = "a build script reads files and speaks to cargo")]
#![allow(clippy::print_stdout, reason = "this is how it speaks")]

use std::collections::BTreeMap;
use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The folder of the shipped definitions.
const DEFINITIONS: &str = "content/variants";
/// The folder of the definitions that other definitions are based on, and that have no page.
const RELATIVES: &str = "src/definitions/fsf/relatives";
/// All that decides what the program computes.
const SOURCES: [&str; 7] =
    ["Cargo.lock", "Cargo.toml", "build.rs", DEFINITIONS, "crates", "src", "templates"];

fn main() -> io::Result<()> {
    let mut hasher = DefaultHasher::new();
    // The package is without its libraries: their versions stand in the lock file.
    for source in SOURCES.into_iter().filter(|source| Path::new(source).exists()) {
        println!("cargo::rerun-if-changed={source}");
        hash(Path::new(source), &mut hasher)?;
    }
    env::var("TARGET").ok().hash(&mut hasher);
    println!("cargo::rustc-env=FAIRYBOOK_SOURCES={:016x}", hasher.finish());
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").ok_or(io::ErrorKind::NotFound)?);
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?);
    fs::write(out.join("relatives.rs"), table(&root.join(RELATIVES))?)?;
    fs::write(out.join("shipped_definitions.rs"), table(&root.join(DEFINITIONS))?)
}

fn hash(path: &Path, hasher: &mut DefaultHasher) -> io::Result<()> {
    if path.is_dir() {
        let mut entries: Vec<_> = fs::read_dir(path)?.collect::<io::Result<_>>()?;
        entries.sort_by_key(fs::DirEntry::path);
        return entries.iter().try_for_each(|entry| hash(&entry.path(), hasher));
    }
    if path.starts_with(DEFINITIONS) && !is_definition(path) {
        return Ok(());
    }
    path.hash(hasher);
    // A package that is a dependency can be without its lock file.
    fs::read(path).unwrap_or_default().hash(hasher);
    Ok(())
}

fn is_definition(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "toml")
}

/// Returns the shipped definitions as a Rust expression: `(id, text)`, sorted by id.
fn table(folder: &Path) -> io::Result<String> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if is_definition(&path) {
            files.insert(path.file_stem().unwrap_or_default().to_string_lossy().into_owned(), path);
        }
    }
    let mut table = String::from("&[\n");
    for (id, path) in files {
        let _ = writeln!(table, "    ({id:?}, include_str!({path:?})),");
    }
    Ok(table + "]\n")
}
