//! Writes the table of the definitions that ship with the program: `(id, text)`, sorted by id.

#![allow(clippy::disallowed_methods, clippy::print_stdout, reason = "it is no part of the program")]

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The folder of the definitions.
const FOLDER: &str = "content/variants";

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed={FOLDER}");
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").ok_or(io::ErrorKind::NotFound)?);
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?);
    fs::write(out.join("shipped_definitions.rs"), table(&root.join(FOLDER))?)
}

/// Returns the table as a Rust expression.
fn table(folder: &Path) -> io::Result<String> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            files.insert(path.file_stem().unwrap_or_default().to_string_lossy().into_owned(), path);
        }
    }
    let mut table = String::from("&[\n");
    for (id, path) in files {
        let _ = writeln!(table, "    ({id:?}, include_str!({path:?})),");
    }
    Ok(table + "]\n")
}
