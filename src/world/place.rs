//! Where a path leads, symbolic links and `..` included.

use std::path::{Component, Path, PathBuf};

use walkdir::WalkDir;

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
