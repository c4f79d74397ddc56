//! Folders that tests may write into.

use std::fs;
use std::path::{Path, PathBuf};

/// An empty folder of that name, for the one test that uses the name.
pub fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the target folder can be written");
    folder
}
