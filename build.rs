//! Hashes the sources of the program, so that it knows which computed files another version wrote.

#![allow(clippy::disallowed_methods, reason = "a build script reads files and speaks to cargo")]
#![allow(clippy::print_stdout, reason = "this is how it speaks")]

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::{env, fs, io};

/// All that decides what the program computes.
const SOURCES: [&str; 5] = ["Cargo.lock", "Cargo.toml", "build.rs", "src", "templates"];

fn main() -> io::Result<()> {
    let mut hasher = DefaultHasher::new();
    for source in SOURCES {
        println!("cargo::rerun-if-changed={source}");
        hash(Path::new(source), &mut hasher)?;
    }
    env::var("TARGET").ok().hash(&mut hasher);
    println!("cargo::rustc-env=FAIRYBOOK_SOURCES={:016x}", hasher.finish());
    Ok(())
}

fn hash(path: &Path, hasher: &mut DefaultHasher) -> io::Result<()> {
    path.hash(hasher);
    if path.is_dir() {
        let mut entries: Vec<_> = fs::read_dir(path)?.collect::<io::Result<_>>()?;
        entries.sort_by_key(fs::DirEntry::path);
        return entries.iter().try_for_each(|entry| hash(&entry.path(), hasher));
    }
    // A package that is a dependency can be without its lock file.
    fs::read(path).unwrap_or_default().hash(hasher);
    Ok(())
}
