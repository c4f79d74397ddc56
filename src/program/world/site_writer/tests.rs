//! A disk in memory on which any operation can fail; the next build must then repair the site.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::source::Diagnostic;

use super::disk::{Disk, EntryKind, FailedAt};
use super::{LIST_HEAD, SITE_LIST, WORK_FOLDER, WriteSummary};

/// A file by its number, or a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Entry {
    File(usize),
    Folder,
}

type Tree = BTreeMap<PathBuf, Entry>;

/// A change of names, which a sync of one of its folders makes durable.
#[derive(Debug, Clone)]
enum NameChange {
    Put(PathBuf, Entry),
    Remove(PathBuf),
    Rename(PathBuf, PathBuf, Entry),
}

impl NameChange {
    fn folders(&self) -> Vec<&Path> {
        let paths = match self {
            NameChange::Put(path, _) | NameChange::Remove(path) => vec![path],
            NameChange::Rename(from, to, _) => vec![from, to],
        };
        paths.into_iter().filter_map(|path| path.parent()).collect()
    }

    fn apply(&self, tree: &mut Tree) {
        let has_folder =
            |tree: &Tree, path: &Path| tree.get(path.parent().unwrap()) == Some(&Entry::Folder);
        match self {
            NameChange::Put(path, entry) => {
                if has_folder(tree, path) && !tree.contains_key(path) {
                    tree.insert(path.clone(), *entry);
                }
            }
            // Whatever a removed folder had was removed before.
            NameChange::Remove(path) => tree.retain(|other, _| !other.starts_with(path)),
            NameChange::Rename(from, to, entry) => {
                if has_folder(tree, to) && tree.get(to) != Some(&Entry::Folder) {
                    tree.insert(to.clone(), *entry);
                    tree.remove(from);
                }
            }
        }
    }
}

/// What happens at an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    /// It fails, and later ones do not.
    Error,
    /// The program is killed: it and all later ones do nothing.
    Kill,
    /// The same, and of what was not synced, none is left.
    PowerLoss,
    /// The same, and of what was not synced, some is left. The number chooses.
    PartialPowerLoss(u64),
}

#[derive(Debug, Default)]
struct State {
    /// The names at the last start, and the changes since then: whether they are durable.
    start: Tree,
    changes: Vec<(NameChange, bool)>,
    now: Tree,
    /// The bytes of the files by number, and whether they are durable.
    bytes: Vec<(Vec<u8>, bool)>,
    operations: usize,
    fault: Option<(usize, Fault)>,
}

struct FailingDisk(RefCell<State>);

const OUT: &str = "/book/site";

impl FailingDisk {
    fn new() -> FailingDisk {
        let folders = ["/", "/book", OUT];
        let now: Tree = folders.iter().map(|path| (PathBuf::from(path), Entry::Folder)).collect();
        FailingDisk(RefCell::new(State { start: now.clone(), now, ..State::default() }))
    }

    /// Counts an operation that changes the disk, and refuses it if it is time.
    fn operation(&self) -> io::Result<()> {
        let mut state = self.0.borrow_mut();
        state.operations += 1;
        let fails = state.fault.is_some_and(|(at, fault)| match fault {
            Fault::Error => state.operations == at,
            Fault::Kill | Fault::PowerLoss | Fault::PartialPowerLoss(_) => state.operations >= at,
        });
        if fails { Err(io::Error::other("injected")) } else { Ok(()) }
    }

    fn change(&self, change: NameChange) {
        let mut state = self.0.borrow_mut();
        change.apply(&mut state.now);
        state.changes.push((change, false));
    }

    /// What has this name, or the error of a real disk.
    fn find(&self, path: &Path) -> io::Result<Entry> {
        let now = &self.0.borrow().now;
        let above = path.ancestors().skip(1);
        if let Some(entry) = now.get(path) {
            Ok(*entry)
        } else if above.into_iter().any(|it| matches!(now.get(it), Some(Entry::File(_)))) {
            Err(io::ErrorKind::NotADirectory.into())
        } else {
            Err(io::ErrorKind::NotFound.into())
        }
    }

    /// Whether a new entry can have this name.
    fn check_free(&self, path: &Path) -> io::Result<()> {
        match (self.find(path.parent().unwrap())?, self.find(path)) {
            (Entry::File(_), _) => Err(io::ErrorKind::NotADirectory.into()),
            (Entry::Folder, Ok(_)) => Err(io::ErrorKind::AlreadyExists.into()),
            (Entry::Folder, Err(_)) => Ok(()),
        }
    }

    fn new_file(&self, path: &Path, bytes: &[u8], durable: bool) -> io::Result<()> {
        self.check_free(path)?;
        let number = self.0.borrow().bytes.len();
        self.0.borrow_mut().bytes.push((bytes.to_vec(), durable));
        self.change(NameChange::Put(path.to_owned(), Entry::File(number)));
        Ok(())
    }

    /// Puts a file there that is not ours.
    fn put(&self, path: &str, bytes: &str) {
        self.new_file(&Path::new(OUT).join(path), bytes.as_bytes(), true).unwrap();
    }

    /// Starts the machine again after a fault: what is left is durable.
    fn restart(&self) {
        let mut state = self.0.borrow_mut();
        let lost =
            |seed: u64, n: usize| (seed ^ n as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 63;
        let (left, bytes_left): (Tree, bool) = match state.fault.map(|(_, fault)| fault) {
            None | Some(Fault::Error | Fault::Kill) => (state.now.clone(), true),
            Some(fault) => {
                let mut tree = state.start.clone();
                for (n, (change, durable)) in state.changes.iter().enumerate() {
                    let by_chance =
                        matches!(fault, Fault::PartialPowerLoss(seed) if lost(seed, n) == 0);
                    if *durable || by_chance {
                        change.apply(&mut tree);
                    }
                }
                (tree, false)
            }
        };
        if !bytes_left {
            for (bytes, _) in state.bytes.iter_mut().filter(|(_, durable)| !durable) {
                bytes.truncate(bytes.len() / 2);
            }
        }
        state.now = left.clone();
        state.start = left;
        state.changes.clear();
        state.fault = None;
        state.operations = 0;
    }

    /// All files outside of the work folder.
    fn files(&self) -> BTreeMap<String, String> {
        let state = self.0.borrow();
        let text = |(path, entry): (&PathBuf, &Entry)| {
            let path = path.strip_prefix(OUT).ok()?;
            let Entry::File(number) = *entry else { return None };
            if path.starts_with(WORK_FOLDER) {
                return None;
            }
            let text = String::from_utf8(state.bytes[number].0.clone()).unwrap();
            Some((path.to_str().unwrap().to_owned(), text))
        };
        state.now.iter().filter_map(text).collect()
    }

    fn folders(&self) -> BTreeSet<PathBuf> {
        let state = self.0.borrow();
        let is_folder =
            |(path, entry): (&PathBuf, &Entry)| (*entry == Entry::Folder).then(|| path.clone());
        state.now.iter().filter_map(is_folder).collect()
    }
}

impl Disk for FailingDisk {
    fn entry(&self, path: &Path) -> io::Result<EntryKind> {
        Ok(match self.find(path)? {
            Entry::File(_) => EntryKind::File,
            Entry::Folder => EntryKind::Folder,
        })
    }

    fn is_empty_folder(&self, path: &Path) -> io::Result<bool> {
        match self.find(path)? {
            Entry::File(_) => Err(io::ErrorKind::NotADirectory.into()),
            Entry::Folder => {
                let state = self.0.borrow();
                Ok(!state.now.keys().any(|other| other != path && other.starts_with(path)))
            }
        }
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        match self.find(path)? {
            Entry::File(number) => Ok(self.0.borrow().bytes[number].0.clone()),
            Entry::Folder => Err(io::ErrorKind::IsADirectory.into()),
        }
    }

    fn have_bytes(&self, files: &[(PathBuf, &[u8])]) -> Vec<bool> {
        files.iter().map(|(path, bytes)| self.read(path).is_ok_and(|it| it == *bytes)).collect()
    }

    fn write_new(&self, files: &[(PathBuf, &[u8])]) -> Result<(), FailedAt> {
        let first = self.0.borrow().bytes.len();
        for (path, bytes) in files {
            let write = || {
                self.operation()?;
                self.new_file(path, bytes, false)
            };
            write().map_err(|error| (path.clone(), error))?;
        }
        // All are synced at last, one by one or together.
        for (number, (path, _)) in (first..).zip(files) {
            self.operation().map_err(|error| (path.clone(), error))?;
            self.0.borrow_mut().bytes[number].1 = true;
        }
        Ok(())
    }

    fn create_folder(&self, path: &Path) -> io::Result<()> {
        self.operation()?;
        self.check_free(path)?;
        self.change(NameChange::Put(path.to_owned(), Entry::Folder));
        Ok(())
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.operation()?;
        let entry = self.find(from)?;
        match self.find(to) {
            Ok(Entry::Folder) => return Err(io::ErrorKind::IsADirectory.into()),
            // Two names of one file: POSIX leaves both.
            Ok(other) if other == entry => return Ok(()),
            Ok(Entry::File(_)) => {}
            Err(_) => self.check_free(to)?,
        }
        self.change(NameChange::Rename(from.to_owned(), to.to_owned(), entry));
        Ok(())
    }

    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.operation()?;
        let entry = self.find(from)?;
        self.check_free(to)?;
        self.change(NameChange::Put(to.to_owned(), entry));
        Ok(())
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        self.operation()?;
        match self.find(path)? {
            Entry::File(_) => self.change(NameChange::Remove(path.to_owned())),
            Entry::Folder => return Err(io::ErrorKind::IsADirectory.into()),
        }
        Ok(())
    }

    fn remove_folder(&self, path: &Path) -> io::Result<()> {
        self.operation()?;
        if !self.is_empty_folder(path)? {
            return Err(io::ErrorKind::DirectoryNotEmpty.into());
        }
        self.change(NameChange::Remove(path.to_owned()));
        Ok(())
    }

    fn remove_tree(&self, path: &Path) -> io::Result<()> {
        let below: Vec<PathBuf> =
            self.0.borrow().now.keys().filter(|other| other.starts_with(path)).cloned().collect();
        for path in below.iter().rev() {
            self.operation()?;
            self.change(NameChange::Remove(path.clone()));
        }
        Ok(())
    }

    fn sync_folders(&self, paths: &[PathBuf]) -> Result<(), FailedAt> {
        for path in paths {
            self.operation().map_err(|error| (path.clone(), error))?;
            for (change, durable) in &mut self.0.borrow_mut().changes {
                *durable |= change.folders().contains(&path.as_path());
            }
        }
        Ok(())
    }
}

type Site = BTreeMap<String, Vec<u8>>;

fn site(list: &[(&str, &str)]) -> Site {
    list.iter().map(|(path, text)| (path.to_string(), text.as_bytes().to_vec())).collect()
}

/// The files of a folder with this site and the file that is not ours.
fn write_with(disk: &FailingDisk, out: &Path, site: &Site) -> Result<WriteSummary, Diagnostic> {
    let site = site.iter().map(|(path, bytes)| (path.as_str(), bytes.as_slice()));
    super::write_with(disk, out, site.collect())
}

fn expected(site: &Site) -> BTreeMap<String, String> {
    let text = |bytes: &Vec<u8>| String::from_utf8(bytes.clone()).unwrap();
    let mut files: BTreeMap<String, String> =
        site.iter().map(|(path, bytes)| (path.clone(), text(bytes))).collect();
    let paths: String = site.keys().map(|path| format!("{path}\n")).collect();
    files.insert(SITE_LIST.to_owned(), format!("{LIST_HEAD}\n{paths}"));
    files.insert(MINE.to_owned(), "mine".to_owned());
    files
}

/// A file that is not ours.
const MINE: &str = "a/mine.txt";

fn with_site(old: &Site) -> FailingDisk {
    let disk = FailingDisk::new();
    write_with(&disk, Path::new(OUT), old).unwrap();
    disk.put(MINE, "mine");
    disk.restart();
    disk
}

fn sites() -> [Site; 4] {
    [
        site(&[("index.html", "1"), ("a/index.html", "a"), ("a/x.svg", "x"), ("b/c/d.html", "d")]),
        site(&[("index.html", "2"), ("a/index.html", "a2"), ("a/y.svg", "y"), ("e/f.html", "f")]),
        // Files and folders change places.
        site(&[("index.html/a", "3"), ("a/index.html", "a"), ("a/x.svg/z", "z"), ("b", "b")]),
        site(&[("a/index.html", "only")]),
    ]
}

/// Writes `new` over `old` with a fault at an operation, and then once more. Returns whether the
/// operation was reached.
fn survives(old: &Site, new: &Site, at: usize, fault: Fault, next: &Site) -> bool {
    let disk = with_site(old);
    let folders = disk.folders();
    disk.0.borrow_mut().fault = Some((at, fault));
    let written = write_with(&disk, Path::new(OUT), new);
    let reached = disk.0.borrow().operations >= at;
    let case = format!("{fault:?} at {at}: {written:?}");
    match &written {
        Ok(_) if fault == Fault::Error => {
            assert_eq!(disk.files(), expected(new), "{case}");
            let undisturbed = with_site(old);
            write_with(&undisturbed, Path::new(OUT), new).expect("nothing fails");
            // The work folder is cleared away after the site is new: the next build does it again.
            let mut folders = disk.folders();
            folders.remove(&Path::new(OUT).join(WORK_FOLDER));
            assert_eq!(folders, undisturbed.folders(), "{case}");
        }
        Err(error) if fault == Fault::Error => {
            let is_new = error.notes.iter().any(|note| note == "the new site is in its place");
            assert_eq!(disk.files(), expected(if is_new { new } else { old }), "{case}");
            if !is_new {
                assert_eq!(disk.folders(), folders, "{case}");
            }
        }
        _ => {}
    }
    disk.restart();
    if written.is_ok() {
        assert_eq!(disk.files(), expected(new), "{case}: written, but not durable");
    }
    assert_eq!(disk.files()[MINE], "mine", "{case}");
    write_with(&disk, Path::new(OUT), next).unwrap_or_else(|error| panic!("{case}: {error:?}"));
    assert_eq!(disk.files(), expected(next), "{case}");
    reached
}

/// Tries faults of each kind at every operation, and returns the number of faults.
fn faults(seeds: u64) -> usize {
    let sites = sites();
    let kinds = [Fault::Error, Fault::Kill, Fault::PowerLoss].into_iter();
    let kinds: Vec<Fault> = kinds.chain((0..seeds).map(Fault::PartialPowerLoss)).collect();
    let mut count = 0;
    for (old, new) in sites.iter().flat_map(|old| sites.iter().map(move |new| (old, new))) {
        for next in [old, new] {
            for &fault in &kinds {
                count += (1..).take_while(|&at| survives(old, new, at, fault, next)).count();
            }
        }
    }
    count
}

#[test]
fn the_next_build_repairs_the_site_after_any_fault() {
    let count = faults(1);
    assert!(count >= 500, "{count}");
}

/// The model and a real disk give the same files.
#[test]
fn a_real_disk_takes_the_same_sites() {
    let sites = sites();
    for (n, (old, new)) in
        sites.iter().flat_map(|old| sites.iter().map(move |new| (old, new))).enumerate()
    {
        let out = std::env::temp_dir().join(format!("fairybook-disk-{}-{n}", std::process::id()));
        let write = |site: &Site| super::write_site(&out, site).unwrap();
        write(old);
        std::fs::create_dir_all(out.join("a")).unwrap();
        std::fs::write(out.join(MINE), "mine").unwrap();
        write(new);
        let disk = with_site(old);
        write_with(&disk, Path::new(OUT), new).unwrap();
        let on_disk = walkdir::WalkDir::new(&out).into_iter().map(Result::unwrap);
        let on_disk = on_disk.filter(|it| it.file_type().is_file()).map(|it| {
            let path = it.path().strip_prefix(&out).unwrap().to_str().unwrap().to_owned();
            (path, std::fs::read_to_string(it.path()).unwrap())
        });
        assert_eq!(on_disk.collect::<BTreeMap<_, _>>(), disk.files(), "{old:?} to {new:?}");
        assert_eq!(write(new).changed, 0);
        std::fs::remove_dir_all(&out).unwrap();
    }
}

#[test]
#[ignore = "takes minutes; `.ci/long faults`"]
fn writing_survives_faults_for_long() {
    let count = faults(300);
    let _ = writeln!(io::stderr(), "{count} faults survived");
}

/// A fault while the next build repairs the site is one more fault.
#[test]
fn a_fault_while_repairing_is_repaired() {
    let [old, new, other, _] = &sites();
    let mut count = 0;
    for first in 1..60 {
        for second in 1..30 {
            let disk = with_site(old);
            for (at, site) in [(first, new), (second, other)] {
                disk.0.borrow_mut().fault = Some((at, Fault::PartialPowerLoss(first as u64)));
                let _ = write_with(&disk, Path::new(OUT), site);
                disk.restart();
            }
            write_with(&disk, Path::new(OUT), other).unwrap();
            assert_eq!(disk.files(), expected(other), "{first}, {second}");
            count += 1;
        }
    }
    assert!(count > 500);
}
