//! Reads the files of a book.

use std::collections::BTreeMap;
use std::path::Path;

use walkdir::{DirEntry, WalkDir};

use crate::book::SETTINGS;
use crate::source::{Code, Diagnostic, Diagnostics, SourceFile, limits};

use super::file::{cannot_read, read_bytes};

/// The files and folders of a book.
pub(super) const PARTS: [&str; 3] = [SETTINGS, "content", "templates"];
/// Endings of text files, which must be UTF-8. Other files are read as bytes.
const TEXT_ENDINGS: [&str; 8] = ["css", "html", "js", "json", "md", "svg", "toml", "txt"];

/// Reads all files of a book, by their paths in the book (with `/`), and returns the errors too.
///
/// A book is `fairybook.toml`, `content/` and `templates/`. Hidden files and backups of editors
/// (`page.md~`) are left out. A symbolic link is followed if its target is in the book; otherwise
/// it is an error.
pub fn read_book(root: &Path) -> (BTreeMap<String, Vec<u8>>, Diagnostics) {
    let mut reader =
        BookReader { root, files: BTreeMap::new(), diagnostics: Diagnostics::default() };
    let Ok(home) = root.canonicalize() else {
        return (reader.files, no_book(root).into());
    };
    for part in PARTS {
        if root.join(part).symlink_metadata().is_ok() {
            reader.read_below(part, &home);
        }
    }
    if !reader.files.is_empty() {
        reader.read_misplaced();
    }
    if reader.files.is_empty() && reader.diagnostics.is_empty() {
        reader.diagnostics.push(no_book(root));
    }
    (reader.files, reader.diagnostics)
}

struct BookReader<'a> {
    root: &'a Path,
    files: BTreeMap<String, Vec<u8>>,
    diagnostics: Diagnostics,
}

impl BookReader<'_> {
    fn read_below(&mut self, part: &str, home: &Path) {
        let mut entries =
            WalkDir::new(self.root.join(part)).follow_links(true).sort_by_file_name().into_iter();
        while let Some(entry) = entries.next() {
            let entry = entry.map_err(|error| self.unreadable(&error));
            let Some(entry) = self.diagnostics.keep(entry) else { continue };
            let is_folder = entry.file_type().is_dir();
            let wanted = is_wanted(&entry) && self.stays_inside(&entry, home);
            if is_folder && !wanted {
                entries.skip_current_dir();
            } else if !is_folder && wanted {
                self.read_entry(&entry);
            }
            if self.files.len() > limits::FILES {
                let what = format!("the book has more than {} files", limits::FILES);
                self.diagnostics.push(Diagnostic::error(Code::FileSize, what));
                return;
            }
        }
    }

    /// Reads what could be a page or definition beside the folders of the book, so that a warning
    /// can name the right place.
    fn read_misplaced(&mut self) {
        for entry in WalkDir::new(self.root).max_depth(1).sort_by_file_name().into_iter().flatten()
        {
            let name = self.name(entry.path());
            let ending = name.rsplit('.').next().unwrap_or_default();
            let is_candidate = matches!(ending, "md" | "markdown" | "toml") && is_wanted(&entry);
            if !is_candidate || !entry.file_type().is_file() || self.files.contains_key(&name) {
                continue;
            }
            let bytes = read_bytes(entry.path(), &name).unwrap_or_default();
            if bytes.starts_with(b"+++") || bytes.starts_with(b"format") {
                self.files.insert(name, bytes);
            }
        }
    }

    /// Whether the target of the entry is in the book. Reports a symbolic link to another place.
    fn stays_inside(&mut self, entry: &DirEntry, home: &Path) -> bool {
        let leads_out = entry.path_is_symlink()
            && entry.path().canonicalize().is_ok_and(|target| !target.starts_with(home));
        if leads_out {
            let what = format!("`{}` leads out of the book", self.name(entry.path()));
            let help = "copy the file into the book instead of linking to it";
            self.diagnostics.push(Diagnostic::error(Code::FilePath, what).help(help));
        }
        !leads_out
    }

    fn read_entry(&mut self, entry: &DirEntry) {
        let name = self.name(entry.path());
        if entry.path().to_str().is_none() {
            let what = format!("the name of `{name}` is not UTF-8 text");
            self.diagnostics.push(Diagnostic::error(Code::FilePath, what).help("rename the file"));
            return;
        }
        if !entry.file_type().is_file() {
            // Reading a pipe would wait for another program to write into it.
            let what = format!("`{name}` is not a regular file");
            self.diagnostics.push(Diagnostic::error(Code::FileRead, what).help("remove it"));
            return;
        }
        let extension = entry.path().extension().unwrap_or_default();
        let is_text = TEXT_ENDINGS.iter().any(|ending| extension == *ending);
        let mut bytes = read_bytes(entry.path(), &name);
        if is_text {
            bytes =
                bytes.and_then(|it| Ok(SourceFile::decode(&name, it)?.text().as_bytes().to_vec()));
        }
        if let Some(bytes) = self.diagnostics.keep(bytes) {
            self.files.insert(name, bytes);
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

    /// The path in the book, with `/`.
    fn name(&self, path: &Path) -> String {
        let inside = path.strip_prefix(self.root).unwrap_or(path);
        let parts: Vec<_> =
            inside.components().map(|part| part.as_os_str().to_string_lossy()).collect();
        parts.join("/")
    }
}

/// Whether an entry is neither hidden nor a backup of an editor.
pub(super) fn is_wanted(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    !name.starts_with('.') && !name.ends_with('~') && !name.starts_with('#')
}

fn no_book(root: &Path) -> Diagnostic {
    let what = format!("there is no book in `{}`", root.display());
    let above = root.parent().filter(|above| above.join(SETTINGS).is_file());
    if let Some(above) = above {
        let above = if above.as_os_str().is_empty() { Path::new(".") } else { above };
        return Diagnostic::error(Code::NothingHere, what)
            .help(format!("the book is in the folder above: `--root {}`", above.display()));
    }
    Diagnostic::error(Code::NothingHere, what)
        .note(format!("a book is a folder with `{SETTINGS}` or `content/`"))
        .help("go to the folder of the book, or name it with `--root`")
}
