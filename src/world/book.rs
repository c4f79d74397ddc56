//! Reads the files of a book.

use std::collections::BTreeMap;
use std::path::Path;

use walkdir::{DirEntry, WalkDir};

use crate::source::{Code, Diagnostic, Diagnostics, limits};

use super::file::{cannot_read, read_bytes, text};

/// The book's own settings.
const SETTINGS: &str = "fairybook.toml";
/// What a book consists of.
pub(super) const PARTS: [&str; 3] = [SETTINGS, "content", "templates"];
/// Endings of files that hold text; whatever else there is comes as it is.
const TEXTS: [&str; 8] = ["css", "html", "js", "json", "md", "svg", "toml", "txt"];

/// All sources of a book, by their paths inside it (with `/`), and whatever was wrong with some.
///
/// A book is `fairybook.toml`, `content/` and `templates/`. Hidden files and those that an editor
/// keeps for itself (`page.md~`) are no part of it. A symbolic link is followed inside the book
/// and refused where it leads out.
pub fn read_book(root: &Path) -> (BTreeMap<String, Vec<u8>>, Diagnostics) {
    let mut reader = Reader { root, files: BTreeMap::new(), complaints: Diagnostics::default() };
    let Ok(home) = root.canonicalize() else {
        return (reader.files, nothing_here(root).into());
    };
    for part in PARTS {
        if root.join(part).symlink_metadata().is_ok() {
            reader.read_below(part, &home);
        }
    }
    if reader.files.is_empty() && reader.complaints.is_empty() {
        reader.complaints.push(nothing_here(root));
    }
    (reader.files, reader.complaints)
}

struct Reader<'a> {
    root: &'a Path,
    files: BTreeMap<String, Vec<u8>>,
    complaints: Diagnostics,
}

impl Reader<'_> {
    fn read_below(&mut self, part: &str, home: &Path) {
        let mut entries =
            WalkDir::new(self.root.join(part)).follow_links(true).sort_by_file_name().into_iter();
        while let Some(entry) = entries.next() {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    let complaint = self.unreadable(&error);
                    self.complaints.push(complaint);
                    continue;
                }
            };
            let is_folder = entry.file_type().is_dir();
            let wanted = is_wanted(&entry) && self.stays_inside(&entry, home);
            if is_folder && !wanted {
                entries.skip_current_dir();
            } else if !is_folder && wanted {
                self.read_entry(&entry);
            }
            if self.files.len() > limits::FILES {
                let what = format!("the book has more than {} files", limits::FILES);
                self.complaints.push(Diagnostic::error(Code::FileSize, what));
                return;
            }
        }
    }

    /// Says so where a symbolic link leads out of the book.
    fn stays_inside(&mut self, entry: &DirEntry, home: &Path) -> bool {
        let leads_out = entry.path_is_symlink()
            && entry.path().canonicalize().is_ok_and(|target| !target.starts_with(home));
        if leads_out {
            let what = format!("`{}` leads out of the book", self.name(entry.path()));
            self.complaints.push(
                Diagnostic::error(Code::FilePath, what)
                    .help("copy the file into the book instead of linking to it"),
            );
        }
        !leads_out
    }

    fn read_entry(&mut self, entry: &DirEntry) {
        let name = self.name(entry.path());
        if entry.path().to_str().is_none() {
            let what = format!("the name of `{name}` is not UTF-8 text");
            self.complaints.push(Diagnostic::error(Code::FilePath, what).help("rename the file"));
            return;
        }
        if !entry.file_type().is_file() {
            // Opening a pipe would wait for somebody to write into it.
            let what = format!("`{name}` is not a regular file");
            self.complaints.push(Diagnostic::error(Code::FileRead, what).help("remove it"));
            return;
        }
        let extension = entry.path().extension().unwrap_or_default();
        let is_text = TEXTS.iter().any(|ending| extension == *ending);
        let read = read_bytes(entry.path(), &name).and_then(|bytes| match is_text {
            true => Ok(text(&name, bytes)?.text().as_bytes().to_vec()),
            false => Ok(bytes),
        });
        match read {
            Ok(bytes) => {
                self.files.insert(name, bytes);
            }
            Err(complaint) => self.complaints.push(complaint),
        }
    }

    fn unreadable(&self, error: &walkdir::Error) -> Diagnostic {
        let name = error.path().map_or_else(String::new, |path| self.name(path));
        match (error.loop_ancestor(), error.io_error()) {
            (Some(above), _) => {
                let what = format!("`{name}` leads back to `{}`", self.name(above));
                Diagnostic::error(Code::FilePath, what).help("remove the link")
            }
            (None, Some(error)) => cannot_read(&name, error),
            (None, None) => Diagnostic::error(Code::FileRead, format!("cannot read `{name}`")),
        }
    }

    /// The path inside the book, with `/`.
    fn name(&self, path: &Path) -> String {
        let inside = path.strip_prefix(self.root).unwrap_or(path);
        let parts: Vec<_> =
            inside.components().map(|part| part.as_os_str().to_string_lossy()).collect();
        parts.join("/")
    }
}

fn is_wanted(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    !name.starts_with('.') && !name.ends_with('~') && !name.starts_with('#')
}

fn nothing_here(root: &Path) -> Diagnostic {
    let what = format!("there is no book in `{}`", root.display());
    Diagnostic::error(Code::NothingHere, what)
        .note(format!("a book is a folder with `{SETTINGS}` or `content/`"))
        .help("go to the book's folder, or name it with `--root`")
}
