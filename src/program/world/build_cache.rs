//! The cache of a book: what `build` computed, for its next run.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::build::Fingerprint;

/// The folder of the cache in the folder of a book. It can be deleted at any time.
const CACHE: &str = ".fairybook-cache";
/// The first line of each file of the cache.
const HEAD: &[u8] = b"fairybook cache 1\n";
/// A larger file of the cache is neither read nor written.
const MAX_FILE: u64 = 128 << 20;
/// The bytes before the contents of an entry: its key, its length and its seal.
const ENTRY_HEAD: usize = Fingerprint::LENGTH + size_of::<u64>() + SEAL;
const SEAL: usize = 32;

/// The cache of a book, a folder beside its sources that is never published.
///
/// Each entry has a key, which is a fingerprint of all that decides its contents, of this
/// program as well. Each is sealed with a secret of the user, so that neither a damaged entry nor
/// one that came with a foreign book is read. An error is no error of a build: without the cache it
/// only takes longer.
#[derive(Debug)]
pub struct BuildCache {
    folder: PathBuf,
    secret: [u8; 32],
}

/// An entry of the cache: its key and its contents.
pub type CacheEntry = (Fingerprint, Vec<u8>);

impl BuildCache {
    /// The cache of a book; `None` if the user has no folder for the secret.
    pub fn of_book(root: &Path) -> Option<BuildCache> {
        let secret = user_secret(&std::env::home_dir()?.join(".cache/fairybook"))?;
        Some(BuildCache::with_secret(root, secret))
    }

    /// The cache of a book with another secret.
    pub fn with_secret(root: &Path, secret: [u8; 32]) -> BuildCache {
        BuildCache { folder: root.join(CACHE), secret }
    }

    /// Returns the intact entries of a file of the cache; none if there is no such file.
    pub fn read(&self, name: &str) -> Vec<CacheEntry> {
        let path = self.folder.join(name);
        // A link that came with a foreign book can lead anywhere, and a pipe would block.
        let is_own = is_folder(&self.folder) && is_small_file(&path);
        let bytes = if is_own { fs::read(&path).unwrap_or_default() } else { Vec::new() };
        self.entries(&bytes)
    }

    /// Replaces a file of the cache. If that fails, the cache is without it or as it was.
    pub fn write(&self, name: &str, entries: &[(Fingerprint, &[u8])]) {
        let mut bytes = HEAD.to_vec();
        for (key, contents) in entries {
            bytes.extend(key.bytes());
            bytes.extend((contents.len() as u64).to_le_bytes());
            bytes.extend(self.seal(key, contents));
            bytes.extend(*contents);
        }
        if bytes.len() as u64 <= MAX_FILE {
            let _ = self.replace(name, &bytes);
        }
    }

    fn replace(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        if !self.folder.is_symlink() && !self.folder.exists() {
            fs::create_dir(&self.folder)?;
        }
        if !is_folder(&self.folder) {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        let ignore = self.folder.join(".gitignore");
        if ignore.symlink_metadata().is_err() {
            new_file(&ignore)?.write_all(b"*\n")?;
        }
        // Two builds at once must not write one file.
        let unfinished = self.folder.join(format!("{name}.{}", std::process::id()));
        let _ = fs::remove_file(&unfinished);
        let written = new_file(&unfinished)
            .and_then(|mut file| file.write_all(bytes))
            .and_then(|()| fs::rename(&unfinished, self.folder.join(name)));
        if written.is_err() {
            let _ = fs::remove_file(&unfinished);
        }
        written
    }

    fn entries(&self, bytes: &[u8]) -> Vec<CacheEntry> {
        let mut entries = Vec::new();
        let mut rest = bytes.strip_prefix(HEAD).unwrap_or_default();
        while let Some((head, after)) = rest.split_first_chunk::<ENTRY_HEAD>() {
            let (key, head) = head.split_first_chunk().expect("a key is shorter");
            let (length, seal) = head.split_first_chunk().expect("a length is shorter");
            let key = Fingerprint::from_bytes(*key);
            let length = usize::try_from(u64::from_le_bytes(*length)).ok();
            let Some((contents, others)) = length.and_then(|length| after.split_at_checked(length))
            else {
                break;
            };
            if seal == self.seal(&key, contents) {
                entries.push((key, contents.to_vec()));
            }
            rest = others;
        }
        entries
    }

    /// What only this user can compute for an entry.
    fn seal(&self, key: &Fingerprint, contents: &[u8]) -> [u8; SEAL] {
        let mut hasher = blake3::Hasher::new_keyed(&self.secret);
        hasher.update(key.bytes());
        hasher.update(contents);
        *hasher.finalize().as_bytes()
    }
}

/// Reads the secret of the user, or makes one.
fn user_secret(folder: &Path) -> Option<[u8; 32]> {
    let path = folder.join("secret");
    let read = || {
        let mut secret = [0; 32];
        File::open(&path)?.read_exact(&mut secret).map(|()| secret)
    };
    let make = || {
        fs::create_dir_all(folder)?;
        let mut secret = [0; 32];
        getrandom::fill(&mut secret).map_err(|error| io::Error::other(error.to_string()))?;
        let unfinished = folder.join(format!("secret.{}", std::process::id()));
        private_file(&unfinished)?.write_all(&secret)?;
        // If another build was faster, its secret holds.
        let _ = fs::hard_link(&unfinished, &path);
        let _ = fs::remove_file(&unfinished);
        read()
    };
    read().or_else(|_| make()).ok()
}

fn new_file(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).open(path)
}

/// A new file that only its owner can read.
fn private_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.write(true).create_new(true).open(path)
}

fn is_folder(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|found| found.is_dir())
}

fn is_small_file(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|found| found.is_file() && found.len() <= MAX_FILE)
}
