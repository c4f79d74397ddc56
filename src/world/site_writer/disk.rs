//! The few operations on files that writing a site needs, so that a test can let each of them fail.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use rayon::prelude::*;

/// What is at a path. Symbolic links are not followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EntryKind {
    Missing,
    File,
    Folder,
    SymbolicLink,
    /// A pipe, a socket or a device: reading it could wait for ever.
    Special,
}

/// An error with the path that it is about.
pub(super) type FailedAt = (PathBuf, io::Error);

/// Operations on files. None of them follows a symbolic link in the last part of a path.
pub(super) trait Disk {
    fn kind(&self, path: &Path) -> io::Result<EntryKind>;
    fn is_empty_folder(&self, path: &Path) -> io::Result<bool>;
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;
    /// Whether a file has these bytes.
    fn has_bytes(&self, path: &Path, bytes: &[u8]) -> bool;
    /// Writes new files. When it returns, their bytes survive a loss of power.
    fn write_new(&self, files: &[(PathBuf, &[u8])]) -> Result<(), FailedAt>;
    fn create_folder(&self, path: &Path) -> io::Result<()>;
    /// Replaces a file at `to`.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Gives a file a second name, or makes a copy where the disk has no second names.
    fn link(&self, from: &Path, to: &Path) -> io::Result<()>;
    fn remove_file(&self, path: &Path) -> io::Result<()>;
    /// Removes an empty folder.
    fn remove_folder(&self, path: &Path) -> io::Result<()>;
    /// Removes a folder with all that is in it.
    fn remove_tree(&self, path: &Path) -> io::Result<()>;
    /// When it returns, the names in a folder survive a loss of power.
    fn sync_folder(&self, path: &Path) -> io::Result<()>;
}

/// The disk of this machine.
pub(super) struct RealDisk;

impl Disk for RealDisk {
    fn kind(&self, path: &Path) -> io::Result<EntryKind> {
        match path.symlink_metadata() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(EntryKind::Missing),
            Err(error) => Err(error),
            Ok(found) if found.is_symlink() => Ok(EntryKind::SymbolicLink),
            Ok(found) if found.is_dir() => Ok(EntryKind::Folder),
            Ok(found) if found.is_file() => Ok(EntryKind::File),
            Ok(_) => Ok(EntryKind::Special),
        }
    }

    fn is_empty_folder(&self, path: &Path) -> io::Result<bool> {
        Ok(fs::read_dir(path)?.next().is_none())
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        fs::read(path)
    }

    fn has_bytes(&self, path: &Path, bytes: &[u8]) -> bool {
        let as_long = path.symlink_metadata().is_ok_and(|found| found.len() == bytes.len() as u64);
        as_long && fs::read(path).is_ok_and(|found| found == bytes)
    }

    fn write_new(&self, files: &[(PathBuf, &[u8])]) -> Result<(), FailedAt> {
        files.par_iter().try_for_each(|(path, bytes)| {
            let write = || {
                let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
                file.write_all(bytes)?;
                file.sync_all()
            };
            write().map_err(|error| (path.clone(), error))
        })
    }

    fn create_folder(&self, path: &Path) -> io::Result<()> {
        fs::create_dir(path)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::hard_link(from, to).or_else(|_| {
            fs::copy(from, to)?;
            File::open(to)?.sync_all()
        })
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn remove_folder(&self, path: &Path) -> io::Result<()> {
        fs::remove_dir(path)
    }

    fn remove_tree(&self, path: &Path) -> io::Result<()> {
        fs::remove_dir_all(path)
    }

    fn sync_folder(&self, path: &Path) -> io::Result<()> {
        // Windows opens no folders, and writes names without being asked.
        if cfg!(windows) { Ok(()) } else { File::open(path)?.sync_all() }
    }
}
