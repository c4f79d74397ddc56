//! Writes a site to disk, completely or not at all.

mod disk;
#[cfg(test)]
mod tests;
mod plan;
mod swap;

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, TryLockError};
use std::ops::Deref;
use std::path::{Component, Path};
use std::thread;
use std::time::Duration;

use rayon::prelude::*;

use crate::source::{Code, Diagnostic};

use super::file::cannot_write;

use disk::{Disk, EntryKind, RealDisk};
use plan::{folders_above, plan};
use swap::{swap_files, undo};

/// The file that lists what was written into a site. Nothing else is ever deleted.
pub const SITE_LIST: &str = ".fairybook";
/// The folder with new files, and with old ones until all files are replaced.
const WORK_FOLDER: &str = ".fairybook-work";
/// How often and after what time the lock of the folder is tried: for a minute.
const LOCK_TRIES: usize = 600;
const BETWEEN_TRIES: Duration = Duration::from_millis(100);
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

/// The files of a site with its list, by path.
type SiteFiles<'a> = BTreeMap<&'a str, &'a [u8]>;

/// Writes the site into the folder `out`: all of it or, after an error, none of it.
///
/// New contents are first written into another folder, and synced. Then files are swapped one by
/// one. The old ones are kept until the last swap is synced, and an error puts them back. If the
/// program was killed or the power was lost, its next run does so. Files that are not listed or not
/// changed are not touched.
///
/// While files are swapped, each of them is the old or the new one, and a page is swapped after the
/// pictures that it shows. All of them at one moment cannot be had: the folder has files of others,
/// so it cannot be swapped as a whole.
pub fn write_site(
    out: &Path,
    site: &BTreeMap<String, impl Deref<Target = [u8]> + Sync>,
) -> Result<WriteSummary, Diagnostic> {
    if let Some(path) = site.keys().find(|path| !is_plain(path)) {
        return Err(Diagnostic::error(Code::FilePath, format!("`{path}` leaves the site")));
    }
    fs::create_dir_all(out).map_err(|error| cannot_write(out, &error))?;
    let _alone = lock(out)?;
    // Some files are only made when their bytes are asked for.
    let site = site.par_iter().map(|(path, bytes)| (path.as_str(), &**bytes)).collect();
    write_with(&RealDisk, out, site)
}

/// Whether the folder `out` has this site already, so that writing it would change nothing.
///
/// `is_same` says whether the bytes of a file are those of the site.
pub fn is_written<'a>(
    out: &Path,
    paths: impl Iterator<Item = &'a String> + Clone,
    is_same: impl Fn(&str, &[u8]) -> bool + Sync,
) -> bool {
    let Ok(EntryKind::Folder) = RealDisk.kind(out) else { return false };
    let Ok(_alone) = lock(out) else { return false };
    let list = write_list(paths.clone().map(String::as_str));
    let is_at_rest = RealDisk.kind(&out.join(WORK_FOLDER)).is_ok_and(|it| it == EntryKind::Missing)
        && RealDisk.kind(&out.join(SITE_LIST)).is_ok_and(|it| it == EntryKind::File)
        && RealDisk.have_bytes(&[(out.join(SITE_LIST), list.as_bytes())]) == [true];
    let paths: Vec<&String> = paths.collect();
    let folders: BTreeSet<&str> = paths.iter().flat_map(|path| folders_above(path)).collect();
    let is_folder =
        |path: &&str| RealDisk.kind(&out.join(path)).is_ok_and(|it| it == EntryKind::Folder);
    let is_file = |path: &Path| RealDisk.kind(path).is_ok_and(|it| it == EntryKind::File);
    is_at_rest
        && paths.iter().all(|path| is_plain(path))
        && folders.iter().all(is_folder)
        && paths.par_iter().all(|path| {
            let file = out.join(path);
            is_file(&file) && RealDisk.read(&file).is_ok_and(|bytes| is_same(path, &bytes))
        })
}

/// Waits until no other build writes to this folder, and locks it until the handle is dropped.
///
/// Another build would take unfinished changes for those of a killed program and undo them. The
/// lock is on the folder itself, so no file is left behind. Returns `None` if the system cannot
/// lock folders. A lock that stays is an error, because it may be that of another program.
fn lock(out: &Path) -> Result<Option<File>, Diagnostic> {
    let Ok(folder) = File::open(out) else { return Ok(None) };
    for _ in 0..LOCK_TRIES {
        match folder.try_lock() {
            Ok(()) => return Ok(Some(folder)),
            Err(TryLockError::WouldBlock) => thread::sleep(BETWEEN_TRIES),
            Err(TryLockError::Error(_)) => return Ok(None),
        }
    }
    let message = format!("another program keeps `{}` locked", out.display());
    Err(Diagnostic::error(Code::FileWrite, message)
        .help("end it, or name another folder with `--out`"))
}

/// Writes the site into an existing folder, which no other program writes to.
fn write_with(disk: &dyn Disk, out: &Path, site: SiteFiles) -> Result<WriteSummary, Diagnostic> {
    undo(disk, out).map_err(|(path, error)| cannot_write(&path, &error))?;
    let listed = read_list(disk, out)?;
    let list = write_list(site.keys().copied());
    let mut files = site;
    files.insert(SITE_LIST, list.as_bytes());
    let (changes, written) = plan(disk, out, &files, &listed)?;
    if !changes.is_empty() {
        swap_files(disk, out, &files, &changes)?;
    }
    Ok(written)
}

/// Whether a path is inside the site and neither the list nor in the work folder.
fn is_plain(path: &str) -> bool {
    is_entry(path) && path != SITE_LIST
}

/// Whether a path can be one of ours: inside the site, and with no hidden part but in the list.
///
/// A list or a journal can come with a foreign book. Hidden files are where programs look
/// for commands to run, for instance `.git/hooks`.
fn is_entry(path: &str) -> bool {
    path == SITE_LIST
        || (!path.contains(['\n', '\\'])
            && path.split('/').all(|part| !part.is_empty() && !part.starts_with('.'))
            && Path::new(path).components().all(|part| matches!(part, Component::Normal(_))))
}

fn write_list<'a>(paths: impl Iterator<Item = &'a str>) -> String {
    let lines = paths.map(|path| format!("{path}\n"));
    [format!("{LIST_HEAD}\n")].into_iter().chain(lines).collect()
}

/// The listed files of an earlier site; none for a new or empty folder.
fn read_list(disk: &dyn Disk, out: &Path) -> Result<BTreeSet<String>, Diagnostic> {
    let path = out.join(SITE_LIST);
    let failed = |error| cannot_write(&path, &error);
    match disk.kind(&path).map_err(failed)? {
        EntryKind::File => {
            let bytes = disk.read(&path).map_err(failed)?;
            let list = String::from_utf8_lossy(&bytes);
            let paths = list.strip_prefix(LIST_HEAD).unwrap_or_default().lines();
            return Ok(paths.filter(|path| is_plain(path)).map(str::to_owned).collect());
        }
        EntryKind::SymbolicLink => return Err(symbolic_link(&path)),
        EntryKind::Missing | EntryKind::Folder | EntryKind::Special => {}
    }
    if disk.is_empty_folder(out).map_err(|error| cannot_write(out, &error))? {
        return Ok(BTreeSet::new());
    }
    let what = format!("`{}` holds files that fairybook did not write", out.display());
    Err(Diagnostic::error(Code::FileWrite, what)
        .note(format!("a site has a file `{SITE_LIST}`, which lists what may be replaced"))
        .help("name an empty folder with `--out`, or move these files away"))
}

/// A symbolic link inside the site is an error: it may lead anywhere.
fn symbolic_link(path: &Path) -> Diagnostic {
    let what = format!("`{}` is a symbolic link", path.display());
    Diagnostic::error(Code::FilePath, what)
        .help("remove the link: a site is written only inside its folder")
}
