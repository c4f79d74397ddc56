//! Writes a site to disk, completely or not at all.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io;
use std::path::{Component, Path, PathBuf};

use crate::source::{Code, Diagnostic};

use super::file::cannot_write;

/// The list of what we wrote into a site; nothing else is ever deleted there.
pub const SITE_LIST: &str = ".fairybook";
/// Where new files wait and old ones are kept while they are exchanged.
const WORK: &str = ".fairybook-work";
/// What is being exchanged, so that it can be undone.
const JOURNAL: &str = "journal";
const LIST_HEAD: &str =
    "Written by fairybook, which deletes and replaces only what is listed here.";

/// How a site changed when it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Written {
    /// Files that were not there before.
    pub added: usize,
    /// Files with other bytes than before.
    pub changed: usize,
    /// Files that are no longer part of the site.
    pub removed: usize,
    /// Files that were left alone.
    pub same: usize,
}

/// Makes the folder `out` hold this site; all of it, or, when anything fails, none of it.
///
/// New bytes are first written aside. Then files are exchanged one by one, what was there before
/// being kept until the last of them is in place; a failure puts everything back, and so does the
/// next run after a program that was killed. Files that are not ours stay, files whose bytes are
/// equal are not touched.
pub fn write_site(out: &Path, site: &BTreeMap<String, Vec<u8>>) -> Result<Written, Diagnostic> {
    for path in site.keys() {
        if !is_plain(path) {
            return Err(Diagnostic::error(Code::FilePath, format!("`{path}` leaves the site")));
        }
    }
    fs::create_dir_all(out).map_err(|error| cannot_write(out, &error))?;
    let _alone = lock(out);
    undo(out).map_err(|error| cannot_write(&out.join(WORK), &error))?;
    let listed = read_list(out)?;
    let mut site: BTreeMap<&str, &[u8]> =
        site.iter().map(|(path, bytes)| (path.as_str(), bytes.as_slice())).collect();
    let list = write_list(site.keys().copied());
    site.insert(SITE_LIST, list.as_bytes());

    let (steps, written) = plan(out, &site, &listed)?;
    if !steps.is_empty() {
        exchange(out, &site, &steps)?;
    }
    Ok(written)
}

/// Waits until no other build writes to this folder, which would take our unfinished work for that
/// of a program that was killed. The lock is on the folder itself, so that no file is left behind,
/// and ends with the handle; where a system cannot lock folders, there is none.
fn lock(out: &Path) -> Option<File> {
    let folder = File::open(out).ok()?;
    folder.lock().ok().map(|()| folder)
}

/// One change to the folder; the number names its file in the work folder.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Step {
    what: What,
    path: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum What {
    Add,
    Replace,
    Remove,
}

/// What must be done, removals first and the list last.
fn plan(
    out: &Path,
    site: &BTreeMap<&str, &[u8]>,
    listed: &BTreeSet<String>,
) -> Result<(Vec<Step>, Written), Diagnostic> {
    let mut steps = Vec::new();
    let mut written = Written::default();
    for path in listed.iter().filter(|path| !site.contains_key(path.as_str())) {
        if stands(out, path)? == Standing::File {
            steps.push(Step { what: What::Remove, path: path.clone() });
            written.removed += 1;
        }
    }
    let going: BTreeSet<&str> = steps.iter().map(|step| step.path.as_str()).collect();
    let mut puts = Vec::new();
    for (&path, &bytes) in site.iter().filter(|(path, _)| **path != SITE_LIST) {
        let what = match stands(out, path)? {
            Standing::Nothing => What::Add,
            Standing::Behind(file) if going.contains(file.as_str()) => What::Add,
            Standing::Behind(file) => return Err(not_ours(out, &file)),
            Standing::Folder if going.iter().any(|old| is_below(old, path)) => What::Add,
            Standing::Folder => return Err(not_ours(out, path)),
            Standing::File if has_bytes(out, path, bytes) => {
                written.same += 1;
                continue;
            }
            Standing::File if listed.contains(path) => What::Replace,
            Standing::File => return Err(not_ours(out, path)),
        };
        match what {
            What::Add => written.added += 1,
            What::Replace | What::Remove => written.changed += 1,
        }
        puts.push(Step { what, path: path.to_owned() });
    }
    steps.append(&mut puts);
    if !has_bytes(out, SITE_LIST, site[SITE_LIST]) {
        let what = if out.join(SITE_LIST).exists() { What::Replace } else { What::Add };
        steps.push(Step { what, path: SITE_LIST.to_owned() });
    }
    Ok((steps, written))
}

/// Writes everything aside, then exchanges; on any failure the folder is as it was.
fn exchange(out: &Path, site: &BTreeMap<&str, &[u8]>, steps: &[Step]) -> Result<(), Diagnostic> {
    let work = out.join(WORK);
    let result = prepare(&work, site, steps)
        .map_err(|error| (work.clone(), error))
        .and_then(|()| {
            steps.iter().enumerate().try_for_each(|(n, step)| {
                perform(out, &work, n, step).map_err(|error| (out.join(&step.path), error))
            })
        })
        // Without its journal the work folder is only rubbish: from here on the new site stands.
        .and_then(|()| {
            fs::remove_file(work.join(JOURNAL)).map_err(|error| (work.join(JOURNAL), error))
        });
    if let Err((path, error)) = result {
        let complaint = cannot_write(&path, &error);
        return Err(match undo(out) {
            Ok(()) => complaint.note("the site that was there stays as it was"),
            Err(_) => complaint.note(format!("what was there before is in `{}`", work.display())),
        });
    }
    let _ = fs::remove_dir_all(&work);
    Ok(())
}

/// The new bytes and the journal.
fn prepare(work: &Path, site: &BTreeMap<&str, &[u8]>, steps: &[Step]) -> io::Result<()> {
    fs::create_dir(work)?;
    let mut journal = String::new();
    for (n, step) in steps.iter().enumerate() {
        let word = match step.what {
            What::Add => "add",
            What::Replace => "replace",
            What::Remove => "remove",
        };
        if step.what != What::Remove {
            fs::write(work.join(new_name(n)), site[step.path.as_str()])?;
        }
        journal.push_str(&format!("{word} {}\n", step.path));
    }
    let unfinished = work.join("journal-unfinished");
    fs::write(&unfinished, journal)?;
    fs::rename(unfinished, work.join(JOURNAL))
}

fn perform(out: &Path, work: &Path, n: usize, step: &Step) -> io::Result<()> {
    let (target, new, old) = (out.join(&step.path), work.join(new_name(n)), work.join(old_name(n)));
    match step.what {
        What::Remove => {
            fs::rename(&target, old)?;
            remove_empty_folders(out, &target);
            Ok(())
        }
        What::Replace => {
            // A link keeps the old file where it is until the new one takes its place at once.
            fs::hard_link(&target, &old).or_else(|_| copy(&target, &old))?;
            fs::rename(new, target)
        }
        What::Add => {
            fs::create_dir_all(target.parent().expect("it lies below the site"))?;
            fs::rename(new, target)
        }
    }
}

/// For disks without links: a copy that is there whole or not at all.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let unfinished = to.with_extension("unfinished");
    fs::copy(from, &unfinished)?;
    fs::rename(unfinished, to)
}

/// Puts back whatever an unfinished exchange has changed. Doing it twice does no harm.
fn undo(out: &Path) -> io::Result<()> {
    let work = out.join(WORK);
    if !work.exists() {
        return Ok(());
    }
    let journal = fs::read_to_string(work.join(JOURNAL)).unwrap_or_default();
    let lines: Vec<&str> = journal.lines().collect();
    for (n, line) in lines.iter().enumerate().rev() {
        let Some((word, path)) = line.split_once(' ').filter(|(_, path)| is_entry(path)) else {
            continue;
        };
        let (target, old) = (out.join(path), work.join(old_name(n)));
        if word == "add" && !work.join(new_name(n)).exists() && target.is_file() {
            fs::remove_file(&target)?;
            remove_empty_folders(out, &target);
        } else if old.exists() {
            fs::create_dir_all(target.parent().expect("it lies below the site"))?;
            fs::rename(old, target)?;
        }
    }
    fs::remove_dir_all(work)
}

fn new_name(n: usize) -> String {
    format!("new-{n}")
}

fn old_name(n: usize) -> String {
    format!("old-{n}")
}

/// Removes the folders above a file that is gone, as far as they are empty.
fn remove_empty_folders(out: &Path, file: &Path) {
    let mut folder = file.parent();
    while let Some(path) = folder.filter(|path| *path != out && fs::remove_dir(path).is_ok()) {
        folder = path.parent();
    }
}

/// What stands at a place of the site.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Standing {
    Nothing,
    File,
    Folder,
    /// A file of that path stands where a folder would have to be.
    Behind(String),
}

/// Looks without following links: one inside the site is refused, since it may lead anywhere.
fn stands(out: &Path, path: &str) -> Result<Standing, Diagnostic> {
    let mut place = PathBuf::new();
    for part in Path::new(path) {
        let inside = place.to_string_lossy().replace('\\', "/");
        if place.components().next().is_some() && out.join(&place).is_file() {
            return Ok(Standing::Behind(inside));
        }
        place.push(part);
        match out.join(&place).symlink_metadata() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Standing::Nothing),
            Err(error) => return Err(cannot_write(&out.join(&place), &error)),
            Ok(kind) if kind.is_symlink() => {
                let what = format!("`{}` is a symbolic link", out.join(&place).display());
                return Err(Diagnostic::error(Code::FilePath, what)
                    .help("remove the link: a site is written only inside its folder"));
            }
            Ok(_) => {}
        }
    }
    Ok(if out.join(&place).is_dir() { Standing::Folder } else { Standing::File })
}

fn has_bytes(out: &Path, path: &str, bytes: &[u8]) -> bool {
    let place = out.join(path);
    let as_long = place.metadata().is_ok_and(|kind| kind.len() == bytes.len() as u64);
    as_long && fs::read(place).is_ok_and(|found| found == bytes)
}

fn is_below(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

/// A path that stays inside, and is not one of our own two names.
fn is_plain(path: &str) -> bool {
    is_entry(path) && path != SITE_LIST && path.split('/').next() != Some(WORK)
}

fn is_entry(path: &str) -> bool {
    !path.is_empty()
        && !path.contains(['\n', '\\'])
        && path.split('/').all(|part| !part.is_empty() && part != ".")
        && Path::new(path).components().all(|part| matches!(part, Component::Normal(_)))
}

fn write_list<'a>(paths: impl Iterator<Item = &'a str>) -> String {
    let mut list = format!("{LIST_HEAD}\n");
    for path in paths {
        list.push_str(path);
        list.push('\n');
    }
    list
}

/// What we wrote here before; nothing in a new or empty folder.
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
        .note(format!("a site of ours has a file `{SITE_LIST}`, which lists what may be replaced"))
        .help("name an empty folder with `--out`, or move these files away"))
}

fn not_ours(out: &Path, path: &str) -> Diagnostic {
    let what = format!("`{}` is in the way: fairybook did not write it", out.join(path).display());
    Diagnostic::error(Code::FileWrite, what)
        .help("move it away, or name another folder with `--out`")
}
