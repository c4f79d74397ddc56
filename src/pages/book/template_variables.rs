//! The variables of templates as the manual lists them, read from `template_variables.toml`.

use crate::toml_text::bundled_toml;

/// The variable that all templates get.
const PHRASE: &str = "the words of the frame in the language of the book, such as `games`; `fairybook new \
    template words.fr.toml` begins those of another language";

/// Templates that get the same variables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplateInfo {
    /// The names of the templates.
    pub templates: Vec<String>,
    /// What they show.
    pub about: String,
    /// The variables with their meanings.
    pub variables: Vec<(String, String)>,
    /// The variables that are one thing with fields, which may be missing; others with fields are
    /// lists.
    pub single: Vec<String>,
}

/// Returns all templates with their variables.
pub fn template_infos() -> Vec<TemplateInfo> {
    let file = bundled_toml("template_variables.toml", include_str!("template_variables.toml"));
    let info = |(_, table): (_, &crate::toml_text::TomlTable)| TemplateInfo {
        templates: table.words("templates").into_iter().map(|word| word.value).collect(),
        about: table.string("about").unwrap_or_default(),
        variables: table
            .keys()
            .filter(|key| !matches!(*key, "templates" | "about" | "single"))
            .filter_map(|key| Some((key.to_owned(), table.string(key)?)))
            .chain([("phrase".to_owned(), PHRASE.to_owned())])
            .collect(),
        single: { table.words("single").into_iter().map(|word| word.value) }
            .chain(["phrase".to_owned()])
            .collect(),
    };
    file.named().map(info).collect()
}
