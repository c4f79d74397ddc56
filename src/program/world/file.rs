//! Reads and writes single files.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::source::{Code, Diagnostic, SourceFile, limits};

/// Reads a text file. Diagnostics show the path as the user typed it.
pub fn read_text(path: &Path) -> Result<SourceFile, Diagnostic> {
    let shown = path.display().to_string();
    SourceFile::decode(&shown, read_bytes(path, &shown)?)
}

/// Writes a file by renaming a complete one, so that no program reads a part of it.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Diagnostic> {
    let unfinished = unfinished(path);
    fs::write(&unfinished, bytes).and_then(|()| fs::rename(&unfinished, path)).map_err(|error| {
        let _ = fs::remove_file(&unfinished);
        cannot_write(path, &error)
    })
}

/// Writes a file that must not exist yet, and creates the folders above it.
pub fn write_new_file(path: &Path, bytes: &[u8]) -> Result<(), Diagnostic> {
    let write = || {
        fs::create_dir_all(path.parent().unwrap_or(Path::new("")))?;
        OpenOptions::new().write(true).create_new(true).open(path)?.write_all(bytes)
    };
    write().map_err(|error| cannot_write(path, &error))
}

/// Reads a file or a pipe. More bytes than the limit are an error.
pub(super) fn read_bytes(path: &Path, shown: &str) -> Result<Vec<u8>, Diagnostic> {
    let read = || {
        let mut bytes = Vec::new();
        File::open(path)?.take(limits::FILE as u64 + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let bytes = read().map_err(|error| cannot_read(shown, &error))?;
    if bytes.len() > limits::FILE {
        let what = format!("`{shown}` is larger than {} MiB", limits::FILE >> 20);
        return Err(Diagnostic::error(Code::FileSize, what).help("split it, or make it smaller"));
    }
    Ok(bytes)
}

pub(super) fn cannot_read(shown: &str, error: &io::Error) -> Diagnostic {
    Diagnostic::error(Code::FileRead, format!("cannot read `{shown}`: {}", reason(error)))
}

pub(super) fn cannot_write(path: &Path, error: &io::Error) -> Diagnostic {
    let what = format!("cannot write `{}`: {}", path.display(), reason(error));
    let found = Diagnostic::error(Code::FileWrite, what);
    match error.kind() {
        io::ErrorKind::DirectoryNotEmpty => {
            found.help("files that are not of the site lie there: move them to another place")
        }
        _ => found,
    }
}

/// The message of the system without its number.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        io::ErrorKind::PermissionDenied => "permission is denied".to_owned(),
        io::ErrorKind::AlreadyExists => "it exists already".to_owned(),
        io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
        io::ErrorKind::NotADirectory => "a part of the path is not a folder".to_owned(),
        _ => {
            let text = error.to_string();
            let mut letters = text.split(" (os error").next().unwrap_or_default().chars();
            let first = letters.next().map(|letter| letter.to_ascii_lowercase());
            first.into_iter().chain(letters).collect()
        }
    }
}

/// The temporary name of a file that is being written.
fn unfinished(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}.fairybook", std::process::id()))
}
