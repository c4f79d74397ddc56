//! Notices changes of the files of a book.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime};

use walkdir::WalkDir;

use super::book::PARTS;

/// Notices when the sources of a book change.
///
/// It looks at lengths and times a few times a second, which works on every disk, also on those
/// of other machines, and never misses how an editor replaces a file.
pub struct Watch {
    root: PathBuf,
    seen: BTreeMap<PathBuf, (u64, Option<SystemTime>)>,
}

/// How often to look.
const PAUSE: Duration = Duration::from_millis(200);

impl Watch {
    /// The book as it is now.
    pub fn new(root: &Path) -> Watch {
        Watch { root: root.to_owned(), seen: look(root) }
    }

    /// Whether something has changed since the last time.
    pub fn has_changed(&mut self) -> bool {
        let now = look(&self.root);
        let changed = now != self.seen;
        self.seen = now;
        changed
    }

    /// Waits until something has changed and has then been quiet for a moment: who saves several
    /// files at once means one change.
    pub fn wait(&mut self) {
        while !self.has_changed() {
            thread::sleep(PAUSE);
        }
        loop {
            thread::sleep(PAUSE / 4);
            if !self.has_changed() {
                return;
            }
        }
    }
}

fn look(root: &Path) -> BTreeMap<PathBuf, (u64, Option<SystemTime>)> {
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
