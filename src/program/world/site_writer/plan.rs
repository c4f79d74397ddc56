//! Which files a write changes, and in which order.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::source::{Code, Diagnostic, with_words};

use super::super::file::cannot_write;
use super::disk::{Disk, EntryKind};
use super::{SITE_LIST, SiteFiles, WriteSummary, symbolic_link};

/// One change of the folder. Its number is part of the names of its files in the work folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FileChange {
    pub kind: FileChangeKind,
    pub path: String,
}

with_words! {
    /// What a change does. Its word is that of the journal.
    pub(super) enum FileChangeKind {
        Remove = "remove",
        /// Removes a folder without files. It must be gone if a file takes its place.
        RemoveFolder = "remove-folder",
        AddFolder = "folder",
        Add = "add",
        Replace = "replace",
    }
}

impl FileChangeKind {
    /// Whether the change writes new bytes.
    pub fn has_new_bytes(self) -> bool {
        matches!(self, FileChangeKind::Add | FileChangeKind::Replace)
    }

    /// Whether an old file is kept until the end.
    pub fn has_old_file(self) -> bool {
        matches!(self, FileChangeKind::Remove | FileChangeKind::Replace)
    }
}

/// The changes to make.
///
/// First what is in the way of new files, then folders, pictures and other files, pages, the list,
/// and last what no page needs any longer.
pub(super) fn plan(
    disk: &dyn Disk,
    out: &Path,
    site: &SiteFiles,
    listed: &BTreeSet<String>,
) -> Result<(Vec<FileChange>, WriteSummary), Diagnostic> {
    let mut removed = BTreeSet::new();
    for path in listed.iter().filter(|path| !site.contains_key(path.as_str())) {
        if path_status(disk, out, path)? == PathStatus::File {
            removed.insert(path.as_str());
        }
    }
    let mut puts = Vec::new();
    let mut new_folders = BTreeSet::new();
    let mut same = 0;
    let mut known = KnownEntries::default();
    let mut statuses = Vec::new();
    for &path in site.keys() {
        statuses.push(known.path_status(disk, out, path)?);
    }
    let files = site.iter().zip(&statuses);
    let files = files.filter(|(_, status)| **status == PathStatus::File);
    let files: Vec<(PathBuf, &[u8])> =
        files.map(|((path, bytes), _)| (out.join(path), *bytes)).collect();
    let mut has_bytes = disk.have_bytes(&files).into_iter();
    for (&path, status) in site.keys().zip(statuses) {
        let is_same = status == PathStatus::File && has_bytes.next().unwrap_or_default();
        let kind = match status {
            PathStatus::BlockedByFile(file) if !removed.contains(file.as_str()) => {
                return Err(not_ours(out, &file));
            }
            PathStatus::Folder if !removed.iter().any(|old| is_below(old, path)) => {
                return Err(not_ours(out, path));
            }
            PathStatus::Missing | PathStatus::BlockedByFile(_) => {
                for folder in folders_above(path) {
                    let is_known = new_folders.contains(folder);
                    if !is_known && known.path_status(disk, out, folder)? != PathStatus::Folder {
                        new_folders.insert(folder);
                    }
                }
                FileChangeKind::Add
            }
            PathStatus::Folder => FileChangeKind::Add,
            PathStatus::File if is_same => {
                same += usize::from(path != SITE_LIST);
                continue;
            }
            PathStatus::File if path == SITE_LIST || listed.contains(path) => {
                FileChangeKind::Replace
            }
            PathStatus::File => return Err(not_ours(out, path)),
        };
        puts.push(FileChange { kind, path: path.to_owned() });
    }
    let count =
        |kind| puts.iter().filter(|change| change.kind == kind && change.path != SITE_LIST).count();
    let (added, changed) = (count(FileChangeKind::Add), count(FileChangeKind::Replace));
    let written = WriteSummary { added, changed, removed: removed.len(), same };
    Ok((in_order(site, puts, &removed, &new_folders), written))
}

fn in_order(
    site: &SiteFiles,
    mut puts: Vec<FileChange>,
    removed: &BTreeSet<&str>,
    new_folders: &BTreeSet<&str>,
) -> Vec<FileChange> {
    let needed: BTreeSet<&str> = site.keys().flat_map(|path| folders_above(path)).collect();
    let mut emptied: Vec<&str> = removed.iter().flat_map(|path| folders_above(path)).collect();
    emptied.retain(|folder| !needed.contains(folder));
    emptied.sort_by_key(|folder| (Reverse(folder.len()), *folder));
    emptied.dedup();
    let file = removed.iter().map(|&path| (FileChangeKind::Remove, path));
    let folder = emptied.into_iter().map(|path| (FileChangeKind::RemoveFolder, path));
    let is_in_the_way = |path: &str| new_folders.contains(path) || is_replaced_by_file(site, path);
    let removals =
        file.chain(folder).map(|(kind, path)| FileChange { kind, path: path.to_owned() });
    let (mut changes, late): (Vec<_>, Vec<_>) =
        removals.partition(|change| is_in_the_way(&change.path));
    let add_folder =
        |&path: &&str| FileChange { kind: FileChangeKind::AddFolder, path: path.to_owned() };
    // A set of paths has folders before what is in them.
    changes.extend(new_folders.iter().map(add_folder));
    puts.sort_by_key(|change| (change.path == SITE_LIST, change.path.ends_with(".html")));
    changes.append(&mut puts);
    changes.extend(late);
    changes
}

/// Whether a file of the site takes the place of this folder or of one above it.
pub(super) fn is_replaced_by_file<T>(site: &BTreeMap<&str, T>, path: &str) -> bool {
    site.contains_key(path) || folders_above(path).any(|folder| site.contains_key(folder))
}

/// `a` and `a/b` of `a/b/c`.
pub(super) fn folders_above(path: &str) -> impl Iterator<Item = &str> {
    path.match_indices('/').map(|(at, _)| &path[..at])
}

/// What is at a path of the site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PathStatus {
    Missing,
    File,
    Folder,
    /// A part of the path, which should be a folder, is this file.
    BlockedByFile(String),
}

/// Returns the status of a path. A symbolic link inside the site is an error: it may lead anywhere.
pub(super) fn path_status(
    disk: &dyn Disk,
    out: &Path,
    path: &str,
) -> Result<PathStatus, Diagnostic> {
    KnownEntries::default().path_status(disk, out, path)
}

/// Entries of the folder, each asked for once while nothing changes.
#[derive(Default)]
struct KnownEntries(BTreeMap<String, EntryKind>);

impl KnownEntries {
    fn kind(&mut self, disk: &dyn Disk, out: &Path, part: &str) -> Result<EntryKind, Diagnostic> {
        if let Some(&kind) = self.0.get(part) {
            return Ok(kind);
        }
        let place = out.join(part);
        let kind = disk.kind(&place).map_err(|error| cannot_write(&place, &error))?;
        self.0.insert(part.to_owned(), kind);
        Ok(kind)
    }

    fn path_status(
        &mut self,
        disk: &dyn Disk,
        out: &Path,
        path: &str,
    ) -> Result<PathStatus, Diagnostic> {
        for part in folders_above(path).chain([path]) {
            match self.kind(disk, out, part)? {
                EntryKind::Missing => return Ok(PathStatus::Missing),
                EntryKind::SymbolicLink => return Err(symbolic_link(&out.join(part))),
                EntryKind::Special => return Err(not_ours(out, part)),
                EntryKind::File if part != path => {
                    return Ok(PathStatus::BlockedByFile(part.to_owned()));
                }
                EntryKind::File => return Ok(PathStatus::File),
                EntryKind::Folder => {}
            }
        }
        Ok(PathStatus::Folder)
    }
}

fn is_below(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

fn not_ours(out: &Path, path: &str) -> Diagnostic {
    let what = format!("`{}` is in the way: fairybook did not write it", out.join(path).display());
    Diagnostic::error(Code::FileWrite, what)
        .help("move it away, or name another folder with `--out`")
}
