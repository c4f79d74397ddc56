//! The book of one game: its settings, its definition with those that it needs, and its page.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::book::{SETTINGS, address};
use crate::format::WithShipped;
use crate::source::{SourceFile, title_case};
use crate::toml_text::toml_string;
use crate::variant::with_ancestors;

/// A game as its author has typed it.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct TypedGame {
    /// The id of the variant, which names the files.
    pub id: String,
    /// The text of the definition.
    pub definition: String,
    /// The text of the page.
    pub page: String,
}

impl TypedGame {
    /// Whether files and addresses can have the id.
    pub fn has_plain_id(&self) -> bool {
        address::is_plain(&self.id) && !self.id.contains('/')
    }

    /// Whether the page names another variant, as blocks and claims do.
    fn page_names(&self, id: &str) -> bool {
        let is_in = |text: String| self.page.contains(&text);
        is_in(format!("\"{id}\""))
            || is_in(format!(" of {id}:"))
            || is_in(format!(" of {id} with "))
    }

    pub fn definition_path(&self) -> String {
        definition_path(&self.id)
    }

    pub fn page_path(&self) -> String {
        format!("{}{}{}.md", address::CONTENT, address::VARIANTS, self.id)
    }

    /// The files of a book with this game alone, by path. `others` are the definitions of the book
    /// from which the playground comes, by id: those that the game needs are in the book too.
    pub fn files(
        &self,
        others: &BTreeMap<String, SourceFile>,
        dress: &str,
    ) -> BTreeMap<String, Vec<u8>> {
        let title = toml_string(&title_case(&self.id));
        // Definitions that only help need no pages of their own.
        let settings = format!(
            "# The book's own settings.\ntitle = {title}\nlanguage = \"en\"\npieces = \"{dress}\"\nsheets = false\n"
        );
        let mut files = BTreeMap::from([
            (SETTINGS.to_owned(), settings.into_bytes()),
            (self.page_path(), self.page.clone().into_bytes()),
        ]);
        let mut all = others.clone();
        let own = SourceFile::new(self.definition_path(), self.definition.as_str());
        all.insert(self.id.clone(), own);
        let named = others.keys().filter(|id| self.page_names(id));
        let wanted = named.chain([&self.id]);
        let needed = wanted.flat_map(|id| with_ancestors(id, &WithShipped(&all)));
        for id in needed {
            if let Some(file) = all.get(&id) {
                files.insert(definition_path(&id), file.text().as_bytes().to_vec());
            }
        }
        files
    }
}

fn definition_path(id: &str) -> String {
    format!("{}{}{id}.toml", address::CONTENT, address::VARIANTS)
}
