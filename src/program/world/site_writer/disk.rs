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
    /// What the disk says of a path: an error where nothing is.
    fn entry(&self, path: &Path) -> io::Result<EntryKind>;

    /// What is at a path. Below a file there is nothing: disks tell this apart from a missing name.
    fn kind(&self, path: &Path) -> io::Result<EntryKind> {
        use io::ErrorKind::{NotADirectory, NotFound};
        match self.entry(path) {
            Err(error) if matches!(error.kind(), NotFound | NotADirectory) => {
                Ok(EntryKind::Missing)
            }
            result => result,
        }
    }

    fn is_empty_folder(&self, path: &Path) -> io::Result<bool>;
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;
    /// Whether files have these bytes, for each of them.
    fn have_bytes(&self, files: &[(PathBuf, &[u8])]) -> Vec<bool>;
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
    /// When it returns, the names in these folders survive a loss of power.
    fn sync_folders(&self, paths: &[PathBuf]) -> Result<(), FailedAt>;
}

/// For so many files it is faster to sync the whole disk, though others write to it too.
const MANY: usize = 16;

/// Makes all that was written to the disk of a folder durable, where the system can do that.
#[cfg(target_os = "linux")]
fn sync_disk(folder: &Path) -> io::Result<()> {
    Ok(rustix::fs::syncfs(File::open(folder)?)?)
}

#[cfg(not(target_os = "linux"))]
fn sync_disk(_: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// The disk of this machine.
pub(super) struct RealDisk;

impl Disk for RealDisk {
    fn entry(&self, path: &Path) -> io::Result<EntryKind> {
        let found = path.symlink_metadata()?.file_type();
        Ok(match found {
            _ if found.is_symlink() => EntryKind::SymbolicLink,
            _ if found.is_dir() => EntryKind::Folder,
            _ if found.is_file() => EntryKind::File,
            _ => EntryKind::Special,
        })
    }

    fn is_empty_folder(&self, path: &Path) -> io::Result<bool> {
        Ok(fs::read_dir(path)?.next().is_none())
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        fs::read(path)
    }

    fn have_bytes(&self, files: &[(PathBuf, &[u8])]) -> Vec<bool> {
        let has_bytes = |(path, bytes): &(PathBuf, &[u8])| {
            let length = path.symlink_metadata().map(|found| found.len());
            length.is_ok_and(|length| length == bytes.len() as u64)
                && fs::read(path).is_ok_and(|found| found == *bytes)
        };
        files.par_iter().map(has_bytes).collect()
    }

    fn write_new(&self, files: &[(PathBuf, &[u8])]) -> Result<(), FailedAt> {
        let write = |(path, bytes): &(PathBuf, &[u8]), sync: bool| {
            let write = || {
                let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
                file.write_all(bytes)?;
                if sync { file.sync_all() } else { Ok(()) }
            };
            write().map_err(|error| (path.clone(), error))
        };
        let Some(folder) = files.first().and_then(|(path, _)| path.parent()) else {
            return Ok(());
        };
        if files.len() < MANY {
            return files.par_iter().try_for_each(|file| write(file, true));
        }
        files.par_iter().try_for_each(|file| write(file, false))?;
        if sync_disk(folder).is_ok() {
            return Ok(());
        }
        files.par_iter().try_for_each(|(path, _)| {
            let sync = || OpenOptions::new().write(true).open(path)?.sync_all();
            sync().map_err(|error| (path.clone(), error))
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

    fn sync_folders(&self, paths: &[PathBuf]) -> Result<(), FailedAt> {
        // Windows opens no folders, and writes names without being asked.
        if cfg!(windows) || paths.len() >= MANY && sync_disk(&paths[0]).is_ok() {
            return Ok(());
        }
        paths.iter().try_for_each(|path| {
            let sync = || File::open(path)?.sync_all();
            sync().map_err(|error| (path.clone(), error))
        })
    }
}
