//! Folders with definitions of variants.

use std::fs;
use std::path::{Path, PathBuf};

use crate::format::{DefinitionSource, with_own_drawings};
use crate::source::{Diagnostic, SourceFile};

use super::file::read_text;

/// Folders with definitions, which are read on demand.
///
/// If several folders have the same id, the first folder is used.
#[derive(Debug, Clone, Default)]
pub struct VariantFolders {
    folders: Vec<PathBuf>,
}

impl VariantFolders {
    /// The folder of a book that has its definitions.
    pub fn of_book(root: &Path) -> VariantFolders {
        let folder = root.join("content/variants");
        VariantFolders { folders: vec![folder.strip_prefix(".").unwrap_or(&folder).to_owned()] }
    }

    /// Puts the folder of `file` before all others.
    pub fn beside(mut self, file: &Path) -> VariantFolders {
        let folder = file.parent().unwrap_or(Path::new(""));
        self.folders.insert(0, folder.to_owned());
        self
    }
}

/// Reads a definition, with the drawings of its own that lie beside it.
///
/// # Errors
///
/// A file that cannot be read, or the first drawing that is none.
pub fn read_definition(path: &Path) -> Result<SourceFile, Diagnostic> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let beside = |name: &str| Some(read_text(&folder.join(name)).ok()?.text().as_bytes().to_vec());
    let (file, faults) = with_own_drawings(&read_text(path)?, beside);
    faults.into_iter().next().map_or(Ok(file), Err)
}

impl DefinitionSource for VariantFolders {
    fn get(&self, id: &str) -> Option<SourceFile> {
        // An id with other characters could be a path out of the folder.
        let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
        let is_plain = !id.is_empty() && id.chars().all(plain);
        let files = self.folders.iter().map(|folder| folder.join(format!("{id}.toml")));
        let mut files = files.filter(|file| is_plain && file.is_file());
        // What is wrong with a drawing is said where it is drawn.
        files.find_map(|file| read_definition(&file).or_else(|_| read_text(&file)).ok())
    }

    fn ids(&self) -> Vec<String> {
        let entries = self.folders.iter().flat_map(|folder| {
            let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
            fs::read_dir(folder).into_iter().flatten().flatten()
        });
        let mut ids: Vec<String> = entries
            .filter_map(|entry| {
                let name = entry.file_name().into_string().ok()?;
                name.strip_suffix(".toml").filter(|id| !id.starts_with('.')).map(str::to_owned)
            })
            .collect();
        ids.sort();
        ids.dedup();
        ids
    }
}
