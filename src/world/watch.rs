//! Notices changes of the files of a book.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime};

use walkdir::WalkDir;

use super::book_reader::PARTS;

/// Length and time of change of each file.
type FileStates = BTreeMap<PathBuf, (u64, Option<SystemTime>)>;

/// Notices when the files of a book change.
///
/// It compares lengths and times of files several times a second. This works on every disk, also on
/// network disks, and however an editor replaces a file.
pub struct Watch {
    root: PathBuf,
    seen: FileStates,
}

/// The time between two comparisons.
const INTERVAL: Duration = Duration::from_millis(200);

impl Watch {
    /// Begins with the present state of the book.
    pub fn new(root: &Path) -> Watch {
        Watch { root: root.to_owned(), seen: file_states(root) }
    }

    /// Whether a file has changed since the last call.
    pub fn has_changed(&mut self) -> bool {
        let now = file_states(&self.root);
        let changed = now != self.seen;
        self.seen = now;
        changed
    }

    /// Waits for a change, and then until nothing changes for a moment, so that several files saved
    /// together are one change.
    pub fn wait(&mut self) {
        while !self.has_changed() {
            thread::sleep(INTERVAL);
        }
        loop {
            thread::sleep(INTERVAL / 4);
            if !self.has_changed() {
                return;
            }
        }
    }
}

fn file_states(root: &Path) -> FileStates {
    PARTS
        .iter()
        .flat_map(|part| WalkDir::new(root.join(part)).follow_links(true))
        .flatten()
        .filter_map(|entry| {
            let kind = entry.metadata().ok().filter(|kind| kind.is_file())?;
            Some((entry.into_path(), (kind.len(), kind.modified().ok())))
        })
        .collect()
}
