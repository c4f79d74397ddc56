//! Folders that tests may write into.

use std::fs;
use std::path::PathBuf;

/// An empty folder of that name, for the one test that uses the name.
///
/// It is outside of the project: a folder inside belongs to the book of the project.
pub fn scratch(name: &str) -> PathBuf {
    let project = env!("CARGO_MANIFEST_DIR").replace(['/', '\\', ':'], "-");
    let folder = std::env::temp_dir().join(format!("fairybook{project}")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the target folder can be written");
    folder
}
