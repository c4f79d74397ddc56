//! Notices changes of the files of a book.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use notify::{RecommendedWatcher, RecursiveMode, Watcher};
use walkdir::WalkDir;

use super::book_reader::{PARTS, is_wanted};

/// Length and time of change of each file.
///
/// Paths are compared as texts, which is much faster than part by part.
type FileStates = HashMap<OsString, (u64, Option<SystemTime>)>;

/// Notices when the files of a book change.
///
/// The system tells at once that something happened. What happened is found by comparing the
/// lengths and times of all files. They are compared again and again even if the system tells
/// nothing, because it knows nothing of changes on network disks.
pub struct Watch {
    root: PathBuf,
    seen: FileStates,
    events: Option<FileEvents>,
}

/// Events of the system about the files of a book.
struct FileEvents {
    /// Events end when it is dropped.
    _watcher: RecommendedWatcher,
    received: Receiver<()>,
}

/// The time between two comparisons if there are events.
const INTERVAL_WITH_EVENTS: Duration = Duration::from_secs(1);
/// The time between two comparisons if there are none.
const INTERVAL: Duration = Duration::from_millis(200);
/// Files that are saved together change within this time of each other.
const PAUSE: Duration = Duration::from_millis(5);
/// The greatest time to wait for such a pause.
const MOST_PAUSES: Duration = Duration::from_secs(1);

impl Watch {
    /// Begins with the present state of the book.
    pub fn new(root: &Path) -> Watch {
        let events = FileEvents::of(root);
        Watch { root: root.to_owned(), seen: file_states(root), events }
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
        loop {
            let had_event = self.wait_for_event();
            if self.has_changed() {
                if !had_event {
                    // A folder that was replaced is no longer watched.
                    self.events = FileEvents::of(&self.root);
                }
                break;
            }
        }
        // A file that never comes to rest must not keep all others from being shown.
        let until = Instant::now() + MOST_PAUSES;
        while Instant::now() < until {
            match &self.events {
                Some(events) => {
                    let more = || events.received.recv_timeout(PAUSE).is_ok();
                    while Instant::now() < until && more() {}
                }
                None => thread::sleep(INTERVAL / 4),
            }
            if !self.has_changed() {
                return;
            }
        }
    }

    /// Waits for an event, or until it is time to compare without. Returns whether there was one.
    fn wait_for_event(&self) -> bool {
        let events = self.events.as_ref();
        match events.map(|events| events.received.recv_timeout(INTERVAL_WITH_EVENTS)) {
            Some(Ok(())) => return true,
            Some(Err(RecvTimeoutError::Timeout)) => {}
            Some(Err(RecvTimeoutError::Disconnected)) | None => thread::sleep(INTERVAL),
        }
        false
    }
}

impl FileEvents {
    /// Begins to receive events about the parts of a book; `None` if the system has none.
    fn of(root: &Path) -> Option<FileEvents> {
        let (send, received) = mpsc::channel();
        let mut watcher = notify::recommended_watcher(move |event: notify::Result<_>| {
            // Reading files must not look like a change, or each build would cause another.
            let is_read = event.is_ok_and(|event: notify::Event| {
                matches!(event.kind, notify::EventKind::Access(kind) if !is_end_of_writing(kind))
            });
            if !is_read {
                // When the watch has ended, the other end is closed.
                let _ = send.send(());
            }
        })
        .ok()?;
        // The settings are replaced in the folder of the book; parts can be added there later.
        watcher.watch(root, RecursiveMode::NonRecursive).ok()?;
        for part in PARTS.map(|part| root.join(part)).iter().filter(|part| part.is_dir()) {
            watcher.watch(part, RecursiveMode::Recursive).ok()?;
        }
        Some(FileEvents { _watcher: watcher, received })
    }
}

fn is_end_of_writing(kind: notify::event::AccessKind) -> bool {
    kind == notify::event::AccessKind::Close(notify::event::AccessMode::Write)
}

fn file_states(root: &Path) -> FileStates {
    PARTS
        .iter()
        .flat_map(|part| {
            let entries = WalkDir::new(root.join(part)).follow_links(true).into_iter();
            entries.filter_entry(is_wanted)
        })
        .flatten()
        .filter_map(|entry| {
            let kind = entry.metadata().ok().filter(|kind| kind.is_file())?;
            Some((entry.into_path().into_os_string(), (kind.len(), kind.modified().ok())))
        })
        .collect()
}
