//! The records of a book: files that commands write, and that pages show.

use std::collections::BTreeMap;

use crate::source::{Diagnostics, SourceFile};

/// Returns a record of the book, an empty one if there is none. What cannot be read in it is left out:
/// it will be written anew.
pub fn read<T: Default>(
    files: &BTreeMap<String, Vec<u8>>,
    path: &str,
    of_file: impl Fn(&SourceFile, &mut Diagnostics) -> T,
) -> Result<T, Diagnostics> {
    let Some(bytes) = files.get(path) else { return Ok(T::default()) };
    let file = SourceFile::decode(path, bytes.clone())?;
    Ok(of_file(&file, &mut Diagnostics::default()))
}
