//! Swaps the files of a site, and undoes swaps that were not completed.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use crate::source::Diagnostic;

use super::super::file::cannot_write;
use super::disk::{Disk, EntryKind, FailedAt};
use super::plan::{FileChange, FileChangeKind, PathStatus, is_replaced_by_file, path_status};
use super::{SiteFiles, WORK_FOLDER, is_entry};

/// The file that lists the changes, so that they can be undone.
const JOURNAL: &str = "journal";

/// Writes the new files into the work folder, then swaps. After an error the folder is as before.
pub(super) fn swap_files(
    disk: &dyn Disk,
    out: &Path,
    site: &SiteFiles,
    changes: &[FileChange],
) -> Result<(), Diagnostic> {
    let work = out.join(WORK_FOLDER);
    let result = prepare(disk, out, site, changes)
        .and_then(|()| {
            changes
                .iter()
                .enumerate()
                .try_for_each(|(n, change)| perform(disk, out, site, n, change))
        })
        .and_then(|()| sync(disk, folders_of(out, changes)))
        // Without its journal the work folder is not used: from here on the new site is complete.
        .and_then(|()| at(&work.join(JOURNAL), |path| disk.remove_file(path)));
    if let Err((path, error)) = result {
        let error = cannot_write(&path, &error);
        return Err(match undo(disk, out) {
            Ok(()) => error.note("the old site is unchanged"),
            Err(_) => error
                .note(format!("the old files are in `{}`", work.display()))
                .help("build again: that first puts the old files back"),
        });
    }
    let synced = disk.sync_folders(std::slice::from_ref(&work));
    let _ = disk.remove_tree(&work);
    synced.map_err(|(_, error)| cannot_write(&work, &error).note("the new site is in its place"))
}

/// Writes the new files, second names of the old files, and then the journal, and syncs them.
fn prepare(
    disk: &dyn Disk,
    out: &Path,
    site: &SiteFiles,
    changes: &[FileChange],
) -> Result<(), FailedAt> {
    let work = out.join(WORK_FOLDER);
    at(&work, |path| disk.create_folder(path))?;
    let mut journal = String::new();
    let mut new = Vec::new();
    for (n, change) in changes.iter().enumerate() {
        if change.kind.has_new_bytes() {
            new.push((new_file(&work, n), site[change.path.as_str()]));
        }
        if change.kind.has_old_file() {
            at(&out.join(&change.path), |path| disk.link(path, &old_file(&work, n)))?;
        }
        journal.push_str(&format!("{} {}\n", change.kind.word(), change.path));
    }
    let unfinished = work.join("journal-unfinished");
    new.push((unfinished.clone(), journal.as_bytes()));
    disk.write_new(&new)?;
    sync(disk, [work.clone()])?;
    at(&work.join(JOURNAL), |path| disk.rename(&unfinished, path))?;
    sync(disk, [work, out.to_owned()])
}

fn perform(
    disk: &dyn Disk,
    out: &Path,
    site: &SiteFiles,
    n: usize,
    change: &FileChange,
) -> Result<(), FailedAt> {
    let new = new_file(&out.join(WORK_FOLDER), n);
    at(&out.join(&change.path), |target| match change.kind {
        FileChangeKind::Remove => disk.remove_file(target),
        // A folder can have files of others. Then it stays, unless a file must take its place.
        FileChangeKind::RemoveFolder => match disk.remove_folder(target) {
            Err(error)
                if error.kind() == io::ErrorKind::DirectoryNotEmpty
                    && !is_replaced_by_file(site, &change.path) =>
            {
                Ok(())
            }
            result => result,
        },
        FileChangeKind::AddFolder => disk.create_folder(target),
        FileChangeKind::Add | FileChangeKind::Replace => disk.rename(&new, target),
    })
}

/// Puts back what unfinished changes have replaced. A second call does nothing.
///
/// The work folder can come with a foreign book. What is not a regular file in it, and
/// entries that lead through a symbolic link, are not used.
pub(super) fn undo(disk: &dyn Disk, out: &Path) -> Result<(), FailedAt> {
    let work = out.join(WORK_FOLDER);
    match at(&work, |path| disk.kind(path))? {
        EntryKind::Missing => return Ok(()),
        EntryKind::Folder => {}
        EntryKind::File | EntryKind::SymbolicLink | EntryKind::Special => {
            return at(&work, |path| disk.remove_file(path));
        }
    }
    let journal = work.join(JOURNAL);
    if at(&journal, |path| disk.kind(path))? == EntryKind::File {
        let text = at(&journal, |path| disk.read(path))?;
        let changes = read_journal(&String::from_utf8_lossy(&text));
        for (n, change) in changes.iter().rev() {
            put_back(disk, out, *n, change)?;
        }
        sync(disk, folders_of(out, changes.iter().map(|(_, change)| change)))?;
        at(&journal, |path| disk.remove_file(path))?;
        sync(disk, [work.clone()])?;
    }
    at(&work, |path| disk.remove_tree(path))
}

fn put_back(disk: &dyn Disk, out: &Path, n: usize, change: &FileChange) -> Result<(), FailedAt> {
    let work = out.join(WORK_FOLDER);
    let Ok(status) = path_status(disk, out, &change.path) else { return Ok(()) };
    let is_file = |path: PathBuf| at(&path, |path| Ok(disk.kind(path)? == EntryKind::File));
    let target = out.join(&change.path);
    match change.kind {
        FileChangeKind::Add => {
            if status == PathStatus::File && !is_file(new_file(&work, n))? {
                at(&target, |path| disk.remove_file(path))?;
            }
        }
        FileChangeKind::AddFolder => {
            if status == PathStatus::Folder {
                // A file in it that is not ours keeps it.
                let _ = disk.remove_folder(&target);
            }
        }
        FileChangeKind::RemoveFolder => {
            if status == PathStatus::Missing {
                create_folders(disk, out, &target)?;
            }
        }
        FileChangeKind::Remove | FileChangeKind::Replace => {
            let is_free = matches!(status, PathStatus::Missing | PathStatus::File);
            if is_free && is_file(old_file(&work, n))? {
                create_folders(disk, out, target.parent().expect("it is below the site"))?;
                at(&target, |path| disk.rename(&old_file(&work, n), path))?;
            }
        }
    }
    Ok(())
}

fn create_folders(disk: &dyn Disk, out: &Path, folder: &Path) -> Result<(), FailedAt> {
    let missing = |path: &&Path| path.starts_with(out) && *path != out;
    let mut folders: Vec<&Path> = folder.ancestors().take_while(missing).collect();
    folders.reverse();
    for folder in folders {
        if at(folder, |path| disk.kind(path))? == EntryKind::Missing {
            at(folder, |path| disk.create_folder(path))?;
        }
    }
    Ok(())
}

/// The changes of a journal with their numbers.
fn read_journal(text: &str) -> Vec<(usize, FileChange)> {
    let change = |line: &str| {
        let (first, path) = line.split_once(' ').filter(|(_, path)| is_entry(path))?;
        let kind = FileChangeKind::of_word(first)?;
        Some(FileChange { kind, path: path.to_owned() })
    };
    text.lines().enumerate().filter_map(|(n, line)| Some((n, change(line)?))).collect()
}

fn new_file(work: &Path, n: usize) -> PathBuf {
    work.join(format!("new-{n}"))
}

fn old_file(work: &Path, n: usize) -> PathBuf {
    work.join(format!("old-{n}"))
}

/// The folders whose names the changes change.
fn folders_of<'a>(
    out: &Path,
    changes: impl IntoIterator<Item = &'a FileChange>,
) -> BTreeSet<PathBuf> {
    let parent = |change: &FileChange| out.join(&change.path).parent().map(Path::to_owned);
    changes.into_iter().filter_map(parent).collect()
}

/// Syncs folders. Those that a change has removed are left out: the folders above say so.
fn sync(disk: &dyn Disk, folders: impl IntoIterator<Item = PathBuf>) -> Result<(), FailedAt> {
    let mut present = Vec::new();
    for folder in folders {
        if at(&folder, |path| disk.kind(path))? == EntryKind::Folder {
            present.push(folder);
        }
    }
    disk.sync_folders(&present)
}

fn at<T>(path: &Path, f: impl FnOnce(&Path) -> io::Result<T>) -> Result<T, FailedAt> {
    f(path).map_err(|error| (path.to_owned(), error))
}
