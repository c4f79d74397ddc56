//! Folders of definitions.

use std::fs;
use std::path::{Path, PathBuf};

use crate::source::SourceFile;
use crate::variant::DefinitionSource;

use super::file::read_text;

/// Where a book keeps its definitions.
const DEFINITIONS: &str = "content/variants";

/// Folders with definitions, each read only when somebody asks for it.
///
/// An id that is in several folders is that of the first.
#[derive(Debug, Clone, Default)]
pub struct Shelf {
    folders: Vec<PathBuf>,
}

impl Shelf {
    /// The definitions of a book.
    pub fn of_book(root: &Path) -> Shelf {
        let folder = root.join(DEFINITIONS);
        Shelf { folders: vec![folder.strip_prefix(".").unwrap_or(&folder).to_owned()] }
    }

    /// With those that stand beside a file before all others.
    pub fn beside(mut self, file: &Path) -> Shelf {
        let folder = file.parent().unwrap_or(Path::new(""));
        self.folders.insert(0, folder.to_owned());
        self
    }
}

impl DefinitionSource for Shelf {
    fn get(&self, id: &str) -> Option<SourceFile> {
        // An id that is no plain name could lead anywhere.
        let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
        let is_plain = !id.is_empty() && id.chars().all(plain);
        let files = self.folders.iter().map(|folder| folder.join(format!("{id}.toml")));
        files.filter(|file| is_plain && file.is_file()).find_map(|file| read_text(&file).ok())
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
