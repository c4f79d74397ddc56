//! The PNG files that were drawn, for pictures that are drawn again.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard};

use super::fingerprint::Fingerprint;
#[cfg(feature = "site")]
use crate::diagram::{DrawnBackgrounds, PngSource};

/// PNG files by the fingerprint of all that decides their pixels.
///
/// A picture that is drawn twice, or was drawn by an earlier build, is compressed once.
#[derive(Debug, Default)]
pub struct DrawnPictures {
    known: Mutex<PicturesByContent>,
    #[cfg(feature = "site")]
    backgrounds: DrawnBackgrounds,
}

#[derive(Debug, Default)]
#[cfg_attr(not(feature = "site"), expect(dead_code, reason = "without PNG files it stays empty"))]
struct PicturesByContent {
    files: BTreeMap<Fingerprint, Arc<[u8]>>,
    /// The pictures that were asked for.
    used: BTreeSet<Fingerprint>,
    /// Whether a picture was drawn since the beginning.
    has_new: bool,
    /// The lengths of all files together.
    bytes: usize,
}

/// Beyond this number of bytes, pictures that were not asked for are forgotten.
#[cfg(feature = "site")]
const MAX_BYTES: usize = 256 << 20;

impl DrawnPictures {
    /// Starts with files of an earlier build.
    pub fn new(files: impl IntoIterator<Item = (Fingerprint, Vec<u8>)>) -> DrawnPictures {
        let files: BTreeMap<Fingerprint, Arc<[u8]>> =
            files.into_iter().map(|(key, bytes)| (key, bytes.into())).collect();
        let bytes = files.values().map(|file| file.len()).sum();
        let known = Mutex::new(PicturesByContent { files, bytes, ..Default::default() });
        DrawnPictures { known, ..DrawnPictures::default() }
    }

    /// Returns the files that were asked for.
    pub fn used(&self) -> Vec<(Fingerprint, Arc<[u8]>)> {
        let known = self.known();
        let file = |key: &Fingerprint| Some((*key, known.files.get(key)?.clone()));
        known.used.iter().filter_map(file).collect()
    }

    /// Whether every file that was asked for came from an earlier build, and no other is known.
    pub fn are_unchanged(&self) -> bool {
        let known = self.known();
        known.files.len() == known.used.len() && !known.has_new
    }

    /// Draws a picture, or finds it.
    #[cfg(feature = "site")]
    pub(super) fn png(&self, source: &PngSource) -> Vec<u8> {
        let ([below, above], looks) = source.parts();
        let key = Fingerprint::of([b"png", below.as_bytes(), above.as_bytes(), &looks]);
        let mut known = self.known();
        known.used.insert(key);
        if let Some(file) = known.files.get(&key) {
            return file.to_vec();
        }
        drop(known);
        let file = source.draw(&self.backgrounds);
        let mut known = self.known();
        known.has_new = true;
        if known.files.insert(key, file.as_slice().into()).is_none() {
            known.bytes += file.len();
        }
        if known.bytes > MAX_BYTES {
            *known = PicturesByContent { has_new: true, ..Default::default() };
        }
        file
    }

    fn known(&self) -> MutexGuard<'_, PicturesByContent> {
        self.known.lock().expect("no thread panics while it holds the lock")
    }
}
