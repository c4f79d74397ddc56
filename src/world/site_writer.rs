//! Writes a site to disk, completely or not at all.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io;
use std::path::{Component, Path, PathBuf};

use crate::source::{Code, Diagnostic};

use super::file::cannot_write;

/// The file that lists what was written into a site. Nothing else is ever deleted.
pub const SITE_LIST: &str = ".fairybook";
/// The folder with new files, and with old ones until all files are replaced.
const WORK_FOLDER: &str = ".fairybook-work";
/// The file that lists the changes, so that they can be undone.
const JOURNAL: &str = "journal";
const LIST_HEAD: &str =
    "Written by fairybook, which deletes and replaces only what is listed here.";

/// Numbers of files that a write has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WriteSummary {
    /// New files.
    pub added: usize,
    /// Files with new contents.
    pub changed: usize,
    /// Files that are no longer part of the site.
    pub removed: usize,
    /// Files that did not change.
    pub same: usize,
}

/// Writes the site into the folder `out`: all of it or, after an error, none of it.
///
/// New contents are first written into another folder. Then files are swapped one by one. The old
/// ones are kept until the last swap, and an error puts them back. If the program was killed, its
/// next run does so. Files that are not listed or not changed are not touched.
pub fn write_site(
    out: &Path,
    site: &BTreeMap<String, Vec<u8>>,
) -> Result<WriteSummary, Diagnostic> {
    if let Some(path) = site.keys().find(|path| !is_plain(path)) {
        return Err(Diagnostic::error(Code::FilePath, format!("`{path}` leaves the site")));
    }
    fs::create_dir_all(out).map_err(|error| cannot_write(out, &error))?;
    let _alone = lock(out);
    undo(out).map_err(|error| cannot_write(&out.join(WORK_FOLDER), &error))?;
    let listed = read_list(out)?;
    let mut site: BTreeMap<&str, &[u8]> =
        site.iter().map(|(path, bytes)| (path.as_str(), bytes.as_slice())).collect();
    let list = write_list(site.keys().copied());
    site.insert(SITE_LIST, list.as_bytes());

    let (changes, written) = plan(out, &site, &listed)?;
    if !changes.is_empty() {
        swap_files(out, &site, &changes)?;
    }
    Ok(written)
}

/// Waits until no other build writes to this folder, and locks it until the handle is dropped.
///
/// Another build would take unfinished changes for those of a killed program and undo them. The
/// lock is on the folder itself, so no file is left behind. Returns `None` if the system cannot
/// lock folders.
fn lock(out: &Path) -> Option<File> {
    let folder = File::open(out).ok()?;
    folder.lock().ok().map(|()| folder)
}

/// One change of the folder. Its number is part of the name of its file in the work folder.
#[derive(Debug, Clone, PartialEq, Eq)]
struct FileChange {
    kind: FileChangeKind,
    path: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FileChangeKind {
    Add,
    Replace,
    Remove,
}

/// The changes to make: removals first, the list of files last.
fn plan(
    out: &Path,
    site: &BTreeMap<&str, &[u8]>,
    listed: &BTreeSet<String>,
) -> Result<(Vec<FileChange>, WriteSummary), Diagnostic> {
    let mut changes = Vec::new();
    let mut same = 0;
    for path in listed.iter().filter(|path| !site.contains_key(path.as_str())) {
        if path_status(out, path)? == PathStatus::File {
            changes.push(FileChange { kind: FileChangeKind::Remove, path: path.clone() });
        }
    }
    let removed: BTreeSet<&str> = changes.iter().map(|change| change.path.as_str()).collect();
    let mut puts = Vec::new();
    for (&path, &bytes) in site.iter().filter(|(path, _)| **path != SITE_LIST) {
        let kind = match path_status(out, path)? {
            PathStatus::Missing => FileChangeKind::Add,
            PathStatus::BlockedByFile(file) if !removed.contains(file.as_str()) => {
                return Err(not_ours(out, &file));
            }
            PathStatus::Folder if !removed.iter().any(|old| is_below(old, path)) => {
                return Err(not_ours(out, path));
            }
            PathStatus::BlockedByFile(_) | PathStatus::Folder => FileChangeKind::Add,
            PathStatus::File if has_bytes(out, path, bytes) => {
                same += 1;
                continue;
            }
            PathStatus::File if listed.contains(path) => FileChangeKind::Replace,
            PathStatus::File => return Err(not_ours(out, path)),
        };
        puts.push(FileChange { kind, path: path.to_owned() });
    }
    changes.append(&mut puts);
    let count = |kind| changes.iter().filter(|change| change.kind == kind).count();
    let [added, changed, removed] =
        [FileChangeKind::Add, FileChangeKind::Replace, FileChangeKind::Remove].map(count);
    let written = WriteSummary { added, changed, removed, same };
    if !has_bytes(out, SITE_LIST, site[SITE_LIST]) {
        let is_new = !out.join(SITE_LIST).exists();
        let kind = if is_new { FileChangeKind::Add } else { FileChangeKind::Replace };
        changes.push(FileChange { kind, path: SITE_LIST.to_owned() });
    }
    Ok((changes, written))
}

/// Writes the new files into the work folder, then swaps. After an error the folder is as before.
fn swap_files(
    out: &Path,
    site: &BTreeMap<&str, &[u8]>,
    changes: &[FileChange],
) -> Result<(), Diagnostic> {
    let work = out.join(WORK_FOLDER);
    let result = prepare(&work, site, changes)
        .map_err(|error| (work.clone(), error))
        .and_then(|()| {
            changes.iter().enumerate().try_for_each(|(n, change)| {
                perform(out, &work, n, change).map_err(|error| (out.join(&change.path), error))
            })
        })
        // Without its journal the work folder is not used: from here on the new site is complete.
        .and_then(|()| {
            fs::remove_file(work.join(JOURNAL)).map_err(|error| (work.join(JOURNAL), error))
        });
    if let Err((path, error)) = result {
        let error = cannot_write(&path, &error);
        return Err(match undo(out) {
            Ok(()) => error.note("the old site is unchanged"),
            Err(_) => error.note(format!("the old files are in `{}`", work.display())),
        });
    }
    let _ = fs::remove_dir_all(&work);
    Ok(())
}

/// Writes the new files and the journal.
fn prepare(work: &Path, site: &BTreeMap<&str, &[u8]>, changes: &[FileChange]) -> io::Result<()> {
    fs::create_dir(work)?;
    let mut journal = String::new();
    for (n, change) in changes.iter().enumerate() {
        let word = match change.kind {
            FileChangeKind::Add => "add",
            FileChangeKind::Replace => "replace",
            FileChangeKind::Remove => "remove",
        };
        if change.kind != FileChangeKind::Remove {
            fs::write(work.join(format!("new-{n}")), site[change.path.as_str()])?;
        }
        journal.push_str(&format!("{word} {}\n", change.path));
    }
    let unfinished = work.join("journal-unfinished");
    fs::write(&unfinished, journal)?;
    fs::rename(unfinished, work.join(JOURNAL))
}

fn perform(out: &Path, work: &Path, n: usize, change: &FileChange) -> io::Result<()> {
    let (target, new, old) =
        (out.join(&change.path), work.join(format!("new-{n}")), work.join(format!("old-{n}")));
    match change.kind {
        FileChangeKind::Remove => {
            fs::rename(&target, old)?;
            remove_empty_folders(out, &target);
            Ok(())
        }
        FileChangeKind::Replace => {
            // With a link the old file stays in place until the new one replaces it.
            fs::hard_link(&target, &old).or_else(|_| copy(&target, &old))?;
            fs::rename(new, target)
        }
        FileChangeKind::Add => {
            fs::create_dir_all(target.parent().expect("it lies below the site"))?;
            fs::rename(new, target)
        }
    }
}

/// Copies a file completely or not at all, for disks without links.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let unfinished = to.with_extension("unfinished");
    fs::copy(from, &unfinished)?;
    fs::rename(unfinished, to)
}

/// Puts back what unfinished changes have replaced. A second call does nothing.
fn undo(out: &Path) -> io::Result<()> {
    let work = out.join(WORK_FOLDER);
    if !work.exists() {
        return Ok(());
    }
    let journal = fs::read_to_string(work.join(JOURNAL)).unwrap_or_default();
    let lines: Vec<&str> = journal.lines().collect();
    for (n, line) in lines.iter().enumerate().rev() {
        let Some((word, path)) = line.split_once(' ').filter(|(_, path)| is_entry(path)) else {
            continue;
        };
        let (target, old) = (out.join(path), work.join(format!("old-{n}")));
        if word == "add" && !work.join(format!("new-{n}")).exists() && target.is_file() {
            fs::remove_file(&target)?;
            remove_empty_folders(out, &target);
        } else if old.exists() {
            fs::create_dir_all(target.parent().expect("it lies below the site"))?;
            fs::rename(old, target)?;
        }
    }
    fs::remove_dir_all(work)
}

/// Removes the empty folders above a removed file.
fn remove_empty_folders(out: &Path, file: &Path) {
    let mut folder = file.parent();
    while let Some(path) = folder.filter(|path| *path != out && fs::remove_dir(path).is_ok()) {
        folder = path.parent();
    }
}

/// What is at a path of the site.
#[derive(Debug, Clone, PartialEq, Eq)]
enum PathStatus {
    Missing,
    File,
    Folder,
    /// A part of the path, which should be a folder, is this file.
    BlockedByFile(String),
}

/// Returns the status of a path. A symbolic link inside the site is an error: it may lead anywhere.
fn path_status(out: &Path, path: &str) -> Result<PathStatus, Diagnostic> {
    let mut place = PathBuf::new();
    for part in Path::new(path) {
        let inside = place.to_string_lossy().replace('\\', "/");
        if place.components().next().is_some() && out.join(&place).is_file() {
            return Ok(PathStatus::BlockedByFile(inside));
        }
        place.push(part);
        match out.join(&place).symlink_metadata() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(PathStatus::Missing);
            }
            Err(error) => return Err(cannot_write(&out.join(&place), &error)),
            Ok(kind) if kind.is_symlink() => {
                let what = format!("`{}` is a symbolic link", out.join(&place).display());
                return Err(Diagnostic::error(Code::FilePath, what)
                    .help("remove the link: a site is written only inside its folder"));
            }
            Ok(_) => {}
        }
    }
    Ok(if out.join(&place).is_dir() { PathStatus::Folder } else { PathStatus::File })
}

fn has_bytes(out: &Path, path: &str, bytes: &[u8]) -> bool {
    let place = out.join(path);
    let as_long = place.metadata().is_ok_and(|kind| kind.len() == bytes.len() as u64);
    as_long && fs::read(place).is_ok_and(|found| found == bytes)
}

fn is_below(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

/// Whether a path is inside the site and neither the list nor in the work folder.
fn is_plain(path: &str) -> bool {
    is_entry(path) && path != SITE_LIST && path.split('/').next() != Some(WORK_FOLDER)
}

fn is_entry(path: &str) -> bool {
    !path.is_empty()
        && !path.contains(['\n', '\\'])
        && path.split('/').all(|part| !part.is_empty() && part != ".")
        && Path::new(path).components().all(|part| matches!(part, Component::Normal(_)))
}

fn write_list<'a>(paths: impl Iterator<Item = &'a str>) -> String {
    [LIST_HEAD].into_iter().chain(paths).map(|line| format!("{line}\n")).collect()
}

/// The listed files of an earlier site; none for a new or empty folder.
fn read_list(out: &Path) -> Result<BTreeSet<String>, Diagnostic> {
    if let Ok(list) = fs::read_to_string(out.join(SITE_LIST)) {
        let paths = list.strip_prefix(LIST_HEAD).unwrap_or_default().lines();
        return Ok(paths.filter(|path| is_plain(path)).map(str::to_owned).collect());
    }
    let mut entries = fs::read_dir(out).map_err(|error| cannot_write(out, &error))?;
    if entries.next().is_none() {
        return Ok(BTreeSet::new());
    }
    let what = format!("`{}` holds files that fairybook did not write", out.display());
    Err(Diagnostic::error(Code::FileWrite, what)
        .note(format!("a site has a file `{SITE_LIST}`, which lists what may be replaced"))
        .help("name an empty folder with `--out`, or move these files away"))
}

fn not_ours(out: &Path, path: &str) -> Diagnostic {
    let what = format!("`{}` is in the way: fairybook did not write it", out.join(path).display());
    Diagnostic::error(Code::FileWrite, what)
        .help("move it away, or name another folder with `--out`")
}
