//! Fingerprints of contents.

use serde::{Deserialize, Serialize};

/// A hash of contents. Different contents have different fingerprints.
///
/// It depends on the build of this program, so that what another version computed is not found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Fingerprint([u8; Fingerprint::LENGTH]);

/// A hash of the sources of this program, which `build.rs` computes.
const PROGRAM: &str = env!("FAIRYBOOK_SOURCES");

impl Fingerprint {
    /// The number of its bytes.
    pub const LENGTH: usize = 32;

    /// The fingerprint of a list of parts. Their lengths and their order count.
    ///
    /// ```
    /// use fairybook::build::Fingerprint;
    ///
    /// let of = |parts: [&str; 2]| Fingerprint::of(parts.map(str::as_bytes));
    /// assert_eq!(of(["ab", "c"]), of(["ab", "c"]));
    /// assert_ne!(of(["ab", "c"]), of(["a", "bc"]));
    /// ```
    pub fn of<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> Fingerprint {
        Fingerprint(hash([PROGRAM.as_bytes()].into_iter().chain(parts)))
    }

    /// The fingerprint with these bytes.
    pub fn from_bytes(bytes: [u8; Fingerprint::LENGTH]) -> Fingerprint {
        Fingerprint(bytes)
    }

    /// Its bytes.
    pub fn bytes(&self) -> &[u8; Fingerprint::LENGTH] {
        &self.0
    }
}

/// Returns a short hash of a list of parts: sixteen hexadecimal digits. A file of a book can keep
/// it, since it is the same for every version of this program.
///
pub fn short_hash<'a>(parts: impl IntoIterator<Item = &'a str>) -> String {
    let whole = hash(parts.into_iter().map(str::as_bytes));
    whole[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The lengths and the order of the parts count.
fn hash<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> [u8; Fingerprint::LENGTH] {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    *hasher.finalize().as_bytes()
}
