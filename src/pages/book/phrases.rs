//! The words of the frame of a site, in the language of its pages.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::LazyLock;

use crate::source::{Code, Diagnostic, Diagnostics, SourceFile, SourceMap, suggestion};
use crate::toml_text::{TomlTable, bundled_toml, parse_toml};

/// The language of the words that all others lack.
const ENGLISH: &str = include_str!("../../../templates/words.en.toml");
/// Other languages that are built in.
#[cfg(feature = "site")]
const OTHERS: [(&str, &str); 1] = [("de", include_str!("../../../templates/words.de.toml"))];
#[cfg(not(feature = "site"))]
const OTHERS: [(&str, &str); 0] = [];

/// Where a script has its words.
const PLACE: &str = "{/* words */}";

/// The words of templates and scripts: by the part of the site that says them, and by their names.
#[derive(Debug, Clone, PartialEq)]
pub struct Phrases(BTreeMap<String, BTreeMap<String, String>>);

impl Default for Phrases {
    fn default() -> Self {
        let english = bundled_toml("words.en.toml", ENGLISH);
        let texts = |table: &TomlTable| {
            table.texts().map(|(key, text)| (key.value.clone(), text.value.clone())).collect()
        };
        let parts = english.named().map(|(part, table)| (part.value.clone(), texts(table)));
        Phrases(parts.collect())
    }
}

impl Phrases {
    /// The words of a language, such as `de` or `pt-BR`: those of the book's own files, then built-in ones,
    /// and English ones where there are no others. `own` are the files by their names.
    pub fn read(
        language: &str,
        own: &[(String, SourceFile)],
        diagnostics: &mut Diagnostics,
    ) -> Phrases {
        let mut phrases = Phrases::default();
        let base = language.split('-').next().unwrap_or(language);
        let built_in = OTHERS.iter().find(|(known, _)| *known == base);
        let built_in = built_in.map(|(_, text)| bundled_toml("words.toml", text));
        built_in.iter().for_each(|table| phrases.add(table, &mut Diagnostics::default()));
        let mut own: Vec<&(String, SourceFile)> = own.iter().collect();
        // The words of a region come after those of its language.
        own.sort_by_key(|(name, _)| name.len());
        for (name, file) in own {
            if [language, base].iter().any(|it| *name == words_file(it)) {
                let (table, _) = parse_toml(&SourceMap::whole(file), diagnostics);
                phrases.add(&table, diagnostics);
            } else if !OTHERS.iter().any(|(_, known)| *known == file.text())
                && file.text() != ENGLISH
            {
                let what =
                    format!("the language of the book is `{language}`: no page has these words");
                let help = format!(
                    "call the file `{}`, or change `language` in the settings",
                    words_file(base)
                );
                diagnostics
                    .push(Diagnostic::warning(Code::Template, what).in_whole_file(file).help(help));
            }
        }
        phrases
    }

    /// Whether some file has words of the frame in a language.
    pub fn has_language(language: &str, own: &[(String, SourceFile)]) -> bool {
        let base = language.split('-').next().unwrap_or(language);
        let is_own = |(name, _): &(String, SourceFile)| {
            [language, base].iter().any(|it| *name == words_file(it))
        };
        base == "en" || OTHERS.iter().any(|(known, _)| *known == base) || own.iter().any(is_own)
    }

    /// Puts the words of a file in the place of the others, and reports those that nothing says.
    fn add(&mut self, table: &TomlTable, diagnostics: &mut Diagnostics) {
        for (part, words) in table.named() {
            let Some(known) = self.0.get_mut(&part.value) else {
                let error = part
                    .error(Code::Template, format!("no part of a site is called `{}`", part.value));
                diagnostics
                    .push(error.help(suggestion(&part.value, self.0.keys().map(String::as_str))));
                continue;
            };
            for (key, text) in words.texts() {
                let Some(english) = known.get(&key.value) else {
                    let error = key.error(Code::Template, format!("`{}` says nothing", key.value));
                    diagnostics
                        .push(error.help(suggestion(&key.value, known.keys().map(String::as_str))));
                    continue;
                };
                if holes(english) != holes(&text.value) {
                    let error = text
                        .error(Code::Template, "what stands in braces is filled in, and must stay");
                    diagnostics.push(error.help(format!("the English words are `{english}`")));
                    continue;
                }
                known.insert(key.value.clone(), text.value.clone());
            }
        }
    }

    /// The words of the templates.
    pub fn of_templates(&self) -> &BTreeMap<String, String> {
        &self.0["templates"]
    }

    /// English words of the program in the language of the book; words that no file has stay.
    pub fn of<'a>(&'a self, english: &'a str) -> &'a str {
        static KEYS: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
            let known = Phrases::default().0.remove("program").unwrap_or_default();
            known.into_iter().map(|(key, text)| (text, key)).collect()
        });
        KEYS.get(english).map_or(english, |key| &self.0["program"][key])
    }

    /// The same for words with parts in braces, which are filled in: `{n} players`.
    pub fn fill(&self, english: &str, parts: &[(&str, &dyn Display)]) -> String {
        let whole = self.of(english).to_owned();
        let put = |text: String, (name, part): &(&str, &dyn Display)| {
            text.replace(&format!("{{{name}}}"), &part.to_string())
        };
        parts.iter().fold(whole, put)
    }

    /// A script with its words in it.
    pub fn in_script(&self, name: &str, script: &str) -> String {
        let words = self.0.get(name).and_then(|words| serde_json::to_string(words).ok());
        script.replace(PLACE, words.as_deref().unwrap_or("{}"))
    }
}

/// The file with the words of a language.
fn words_file(language: &str) -> String {
    format!("words.{language}.toml")
}

/// Whether a file in the folder of templates has words of a language.
pub fn has_words(name: &str) -> bool {
    name.starts_with("words.") && name.ends_with(".toml")
}

/// The parts of words that are filled in, sorted: `{n}`.
fn holes(text: &str) -> Vec<&str> {
    let mut found: Vec<&str> =
        text.split('{').skip(1).filter_map(|part| part.split_once('}')).map(|it| it.0).collect();
    found.sort_unstable();
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::render;

    #[test]
    fn each_language_that_is_built_in_has_all_words() {
        let english = Phrases::default();
        for (language, text) in OTHERS {
            let mut diagnostics = Diagnostics::default();
            let mut phrases = Phrases::default();
            let table = bundled_toml(language, text);
            phrases.add(&table, &mut diagnostics);
            let messages: Vec<String> = diagnostics.iter().map(|it| render(it, false)).collect();
            assert!(messages.is_empty(), "{}", messages.join("\n"));
            for (part, words) in &english.0 {
                let known = table.table(part);
                for key in words.keys() {
                    assert!(known.text(key).is_some(), "{language}: [{part}] {key}");
                }
            }
        }
    }

    #[test]
    fn a_book_may_have_words_of_its_own() {
        let file = |name: &str, text: &str| (name.to_owned(), SourceFile::new(name, text));
        let own = [
            file("words.de-CH.toml", "[templates]\nmenu = \"Karte\"\n"),
            file(
                "words.de.toml",
                "[templates]\nmenu = \"Speisen\"\nlast_change = \"Neu\"\nmenue = \"x\"\n",
            ),
            file("words.fr.toml", "[templates]\nmenu = \"Carte\"\n"),
        ];
        let mut diagnostics = Diagnostics::default();
        let phrases = Phrases::read("de-CH", &own, &mut diagnostics);
        assert_eq!(phrases.of_templates()["menu"], "Karte");
        assert!(phrases.of_templates()["last_change"].contains("{day}"));
        assert_ne!(phrases.of_templates()["games"], "Games");
        let messages: Vec<String> = diagnostics.iter().map(|it| render(it, false)).collect();
        assert_eq!(messages.len(), 3, "{messages:#?}");
        assert!(messages[0].contains("what stands in braces"), "{}", messages[0]);
        assert!(messages[1].contains("did you mean `menu`"), "{}", messages[1]);
        assert!(messages[2].contains("no page has these words"), "{}", messages[2]);
    }
}
