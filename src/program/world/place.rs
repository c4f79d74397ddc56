//! Where a path leads, symbolic links and `..` included.

use std::path::{Component, Path, PathBuf};

use walkdir::WalkDir;

use crate::book::SETTINGS;

use super::book_reader::PARTS;

/// Whether a folder is one of those that the book is read from, or is inside one of them.
pub fn is_among_sources(root: &Path, folder: &Path) -> bool {
    let Some(folder) = destination(folder) else { return false };
    PARTS.iter().any(|part| {
        let part = root.join(part);
        let own = destination(&part).is_some_and(|part| folder.starts_with(part));
        own || linked_folders(&part).any(|linked| folder.starts_with(linked))
    })
}

/// Returns the folder of the book that the working folder belongs to: the nearest one upward with
/// settings. Without any, and if the working folder has pages itself, it is the working folder.
pub fn nearest_book() -> PathBuf {
    let here = PathBuf::from(".");
    let Ok(working_folder) = std::env::current_dir() else { return here };
    nearest_book_above(&working_folder).unwrap_or(here)
}

/// The same for another folder, as a path relative to it.
fn nearest_book_above(folder: &Path) -> Option<PathBuf> {
    if folder.join("content").is_dir() {
        return None;
    }
    let up = folder.ancestors().position(|above| above.join(SETTINGS).is_file())?;
    (up > 0).then(|| std::iter::repeat_n("..", up).collect())
}

/// Whether a path leads out of the book by a symbolic link.
pub fn leads_out(root: &Path, path: &Path) -> bool {
    match (destination(root), destination(path)) {
        (Some(root), Some(path)) => !path.starts_with(root),
        _ => false,
    }
}

/// The folders to which symbolic links below a folder lead.
fn linked_folders(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = WalkDir::new(folder).into_iter().flatten();
    let links = entries.filter(|entry| entry.path_is_symlink());
    links.filter_map(|entry| entry.path().canonicalize().ok()).filter(|target| target.is_dir())
}

/// Returns the path to which a path leads, also if its last parts do not exist yet.
fn destination(path: &Path) -> Option<PathBuf> {
    let mut found = PathBuf::new();
    for part in std::path::absolute(path).ok()?.components() {
        match part {
            Component::ParentDir => {
                found.pop();
            }
            other => {
                found.push(other);
                // What does not exist leads nowhere else.
                found = found.canonicalize().unwrap_or(found);
            }
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_nearest_settings_upward_are_those_of_the_book() {
        let top = std::env::temp_dir().join(format!("fairybook-nearest-{}", std::process::id()));
        let deep = top.join("book/content/variants");
        fs::create_dir_all(&deep).unwrap();
        fs::create_dir_all(top.join("other/content")).unwrap();
        fs::create_dir_all(top.join("book/notes/content")).unwrap();
        fs::write(top.join("book").join(SETTINGS), "").unwrap();
        let nearest = |folder: &Path| nearest_book_above(folder);
        assert_eq!(nearest(&deep), Some(PathBuf::from("../..")));
        assert_eq!(nearest(&top.join("book/notes")), None, "it has pages itself");
        assert_eq!(nearest(&top.join("book")), None);
        assert_eq!(nearest(&top.join("other")), None);
        fs::remove_dir_all(top).unwrap();
    }
}
