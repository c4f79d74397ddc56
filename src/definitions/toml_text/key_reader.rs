//! Reads a TOML document key by key.

use crate::source::{
    Code, Diagnostic, Diagnostics, Location, SourceMap, SourceText, Span, closest, join_words,
};

use super::{
    LINE_HELP, TomlEntry, TomlNode, TomlTable, TomlValue, parse_toml, toml_string, wrong_type,
};

/// What a document may say under a key, for its reader and for manuals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyInfo {
    /// The key.
    pub name: String,
    /// Whether a document must have it.
    pub required: bool,
    /// The type of its value.
    pub value: KeyInfoValue,
    /// What it means, in one line.
    pub meaning: String,
    /// One or more lines with the key, and with others that it needs.
    pub example: String,
    /// Words that authors write in its place by mistake.
    pub mistaken: Vec<String>,
}

/// The type of the value of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyInfoValue {
    /// A text or number, in words: `cells`.
    Text(String),
    /// `true` or `false`.
    Flag,
    /// One of these words; without the key, the first.
    OneOf(Vec<&'static str>),
}

impl KeyInfo {
    /// Returns the type of its value in words.
    pub fn kind(&self) -> String {
        let words =
            |words: &[&str]| words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>();
        match &self.value {
            KeyInfoValue::Text(text) => text.clone(),
            KeyInfoValue::Flag => "`true` or `false`".to_owned(),
            KeyInfoValue::OneOf(known) => join_words(words(known), "or"),
        }
    }
}

/// A TOML document that is read by asking for keys.
///
/// A key that is not in its list is unknown: [`KeyReader::finish`] reports it.
pub struct KeyReader<'a> {
    map: &'a SourceMap,
    owner: &'a str,
    code: Code,
    table: TomlTable,
    /// Whether there is no syntax error. Otherwise missing and unknown keys are not reported.
    is_sound: bool,
    keys: &'a [KeyInfo],
    diagnostics: Diagnostics,
}

impl<'a> KeyReader<'a> {
    /// Reads a document that may have these keys. Messages call it `owner` (``a `moves` block``)
    /// and have this code.
    pub fn parse(map: &'a SourceMap, owner: &'a str, code: Code, keys: &'a [KeyInfo]) -> Self {
        let mut errors = Diagnostics::default();
        let (table, is_sound) = parse_toml(map, &mut errors);
        let mut diagnostics = errors;
        let usual = keys.iter().find_map(|key| key.example.lines().next());
        for error in diagnostics.iter_mut().filter(|it| it.help.as_deref() == Some(LINE_HELP)) {
            error.help = usual.map(|line| {
                let line = line.replace("\"\"\"", "\"...\"");
                format!("each line reads like `{line}`")
            });
        }
        KeyReader { map, owner, code, table, is_sound, keys, diagnostics }
    }

    /// Returns the text of a key.
    pub fn text(&mut self, key: &'static str) -> Option<SourceText> {
        self.value(key, "a text", |value| value.text().cloned())
    }

    /// Returns the text of a key, or `usual` if the key is missing.
    pub fn text_or(&mut self, key: &'static str, usual: String) -> String {
        self.text(key).map_or(usual, |text| text.value)
    }

    /// Returns the words of a key; none if it is missing.
    pub fn words(&mut self, key: &'static str) -> Vec<SourceText> {
        self.text(key).map(|text| text.words()).unwrap_or_default()
    }

    /// Returns the names of a key, which have commas between; none if it is missing.
    pub fn names(&mut self, key: &'static str) -> Vec<SourceText> {
        self.text(key).map(|text| text.names()).unwrap_or_default()
    }

    /// Returns the keys of a table, each with its text; none if it is missing.
    pub fn texts(&mut self, key: &'static str) -> Vec<(SourceText, SourceText)> {
        // Lines below the header `[KEY]` belong to it.
        let is_stray =
            |it: &&TomlEntry| self.allows(it.key.as_str()) && it.node.value.text().is_none();
        let stray = self.table.table(key).entries.iter().find(is_stray);
        if let Some(stray) = stray.map(|entry| entry.key.clone()) {
            let message = format!("`{}` stands below the line `[{key}]`", stray.value);
            let help = format!("write it above that line: all lines below belong to `{key}`");
            self.push(stray.error(self.code, message).help(help));
            return Vec::new();
        }
        let read = |value: &TomlValue| {
            let texts = value.table()?.texts().map(|(key, text)| (key.clone(), text.clone()));
            let texts: Vec<(SourceText, SourceText)> = texts.collect();
            (texts.len() == value.table()?.entries.len()).then_some(texts)
        };
        self.value(key, "texts with names", read).unwrap_or_default()
    }

    /// Returns the text of a key, and reports a missing or empty one.
    pub fn required_text(&mut self, key: &'static str) -> Option<SourceText> {
        let text = self.text(key);
        let example = self.example(key);
        match &text {
            Some(text) if text.value.trim().is_empty() => {
                let help = format!("write `{example}`");
                self.push(text.error(self.code, format!("`{key}` is empty")).help(help));
            }
            None if self.table.get(key).is_none() && self.is_sound && !self.is_misspelt(key) => {
                let message = format!("{} needs `{key}`", self.owner);
                let first_line = self.map.text().lines().next().map_or(0, str::len);
                let location = self.map.location(Span::new(0, first_line));
                let help = format!("add a line `{example}`");
                self.push(location.error(self.code, message).help(help));
            }
            Some(_) | None => {}
        }
        text
    }

    /// Returns the flag of a key, or `usual` if the key is missing.
    pub fn flag_or(&mut self, key: &'static str, usual: bool) -> bool {
        self.value(key, "`true` or `false`", TomlValue::flag).unwrap_or(usual)
    }

    /// Returns the whole number of a key with its location.
    pub fn integer(&mut self, key: &'static str) -> Option<(i64, Location)> {
        let number = self.value(key, "a whole number", TomlValue::integer)?;
        Some((number, self.table.get(key)?.node.location.clone()))
    }

    /// Returns the choice for the word of a key; the first choice if the key is missing.
    pub fn choice<T: Copy>(&mut self, key: &'static str, choices: &[(&str, T)]) -> T {
        let usual = choices[0].1;
        let Some(text) = self.text(key) else { return usual };
        let found = choices.iter().find(|(word, _)| *word == text.value);
        found.map(|&(_, choice)| choice).unwrap_or_else(|| {
            let message = format!("`{key}` cannot be `{}`", text.value);
            self.push(text.unknown(self.code, message, choices.iter().map(|&(word, _)| word)));
            usual
        })
    }

    /// Whether the document may have a key.
    pub fn allows(&self, key: &str) -> bool {
        self.keys.iter().any(|known| known.name == key)
    }

    /// Reports a key that is written although it has no effect without another.
    pub fn requires_key(&mut self, key: &'static str, other: &str, why: &str) {
        if let Some(entry) = self.table.get(key) {
            let message = format!("`{key}` without `{other}`: {why}");
            let error = entry.key.error(self.code, message);
            self.push(error);
        }
    }

    /// Gives help for a key that the document has not, since something else does its work.
    pub fn replaces(&mut self, key: &str, help: &str) {
        if let Some(at) = self.table.entries.iter().position(|entry| entry.key.value == key) {
            let entry = self.table.entries.remove(at);
            let message = format!("{} has no key `{key}`", self.owner);
            self.push(entry.key.error(self.code, message).help(help));
        }
    }

    /// Adds a diagnostic.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Returns all diagnostics, those about unknown keys included.
    pub fn finish(mut self) -> Diagnostics {
        let unknown = |key: &&SourceText| self.is_sound && !self.allows(key.as_str());
        let entries = self.table.entries.iter().filter(|entry| unknown(&&entry.key));
        let errors = entries.map(|TomlEntry { key, node }| {
            let message = format!("{} has no key `{}`", self.owner, key.value);
            let meant = self.keys.iter().find(|known| known.mistaken.contains(&key.value));
            match meant {
                Some(meant) => {
                    let mut example = self.example(&meant.name);
                    if let Some(text) = node.value.text().filter(|_| example.ends_with('"')) {
                        example = format!("{} = {}", meant.name, toml_string(&text.value));
                    }
                    key.error(self.code, message).help(format!("write `{example}`"))
                }
                None if node.table().is_some_and(|table| {
                    table.keys().all(|inner| self.allows(inner)) && !table.entries.is_empty()
                }) =>
                {
                    let help = format!("leave the line `[{}]` out", key.value);
                    key.error(self.code, message).help(help)
                }
                None => {
                    let known = self.keys.iter().map(|known| known.name.as_str());
                    key.unknown(self.code, message, known)
                }
            }
        });
        let errors: Diagnostics = errors.collect();
        self.diagnostics.extend(errors);
        self.diagnostics
    }

    fn value<T>(
        &mut self,
        key: &'static str,
        wanted: &str,
        read: impl Fn(&TomlValue) -> Option<T>,
    ) -> Option<T> {
        debug_assert!(self.allows(key), "`{key}` is not in the list of keys");
        let node: &TomlNode = &self.table.get(key)?.node;
        let value = read(&node.value);
        if value.is_none() {
            let (example, at) = (self.example(key), node.location.span);
            let is_of_value = |it: &&mut Diagnostic| {
                !self.is_sound
                    && it.span.is_some_and(|span| at.start <= span.start && span.start <= at.end)
            };
            match self.diagnostics.iter_mut().find(is_of_value) {
                // A value that is no TOML at all has its error.
                Some(error) if wanted != "a text" => {
                    error.help = Some(format!("write `{example}`"))
                }
                Some(_) => {}
                None => self.diagnostics.push(wrong_type(self.code, key, node, wanted, &example)),
            }
        }
        value
    }

    /// Whether the document has an unknown key that is probably this one.
    fn is_misspelt(&self, key: &str) -> bool {
        let unknown = self.table.keys().filter(|written| !self.allows(written));
        let known = || self.keys.iter().map(|known| known.name.as_str());
        let mistaken = self.keys.iter().filter(|known| known.name == key);
        let mistaken: Vec<&String> = mistaken.flat_map(|known| &known.mistaken).collect();
        { unknown }.any(|written| {
            closest(written, known()) == Some(key) || mistaken.iter().any(|word| *word == written)
        })
    }

    /// Returns the line of the example of a key that has the key.
    fn example(&self, key: &str) -> String {
        let info = self.keys.iter().find(|info| info.name == key);
        let mut lines = info.map_or("", |info| &info.example).lines();
        let begins = |line: &&str| line.split(' ').next() == Some(key);
        lines.find(begins).unwrap_or_default().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{SourceFile, render};

    fn keys() -> Vec<KeyInfo> {
        let key = |name: &str| KeyInfo {
            name: name.to_owned(),
            required: false,
            value: KeyInfoValue::Text("text".to_owned()),
            meaning: String::new(),
            example: format!("{name} = \"d4\""),
            mistaken: Vec::new(),
        };
        ["marks", "long", "a", "piece", "at", "show"].map(key).to_vec()
    }

    fn map(text: &str) -> SourceMap {
        SourceMap::whole(&SourceFile::new("page.md", text))
    }

    #[test]
    fn words_have_their_places() {
        let map = map("marks = \"a1  b2,c3\"\nlong = \"\"\"\n  d4\n  e5\"\"\"\n");
        let keys = keys();
        let mut reader = KeyReader::parse(&map, "this", Code::Directive, &keys);
        for (key, expected) in [("marks", vec!["a1", "b2", "c3"]), ("long", vec!["d4", "e5"])] {
            let words = reader.words(key);
            let values: Vec<&str> = words.iter().map(|word| word.value.as_str()).collect();
            assert_eq!(values, expected);
            for word in &words {
                assert_eq!(map.file().text()[word.span().range()], word.value);
            }
        }
        assert!(reader.finish().is_empty());
    }

    #[test]
    fn words_of_an_indented_block_have_their_places() {
        let file = SourceFile::new("page.md", "- x\n\n  a = '''\n  d4\n  e5'''\n");
        let mut map = SourceMap::empty(&file, 7);
        for (line, at) in [("a = '''\n", 7), ("d4\n", 17), ("e5'''\n", 22)] {
            map.push(line, at);
        }
        let keys = keys();
        let words = KeyReader::parse(&map, "this", Code::Directive, &keys).words("a");
        let places: Vec<&str> =
            words.iter().map(|word| &file.text()[word.span().range()]).collect();
        assert_eq!(places, ["d4", "e5"]);
    }

    #[test]
    fn unknown_keys_and_wrong_values_are_reported() {
        let map = map("peice = \"bede\"\nat = 5\nshow = \"quite\"\n");
        let keys = keys();
        let mut reader = KeyReader::parse(&map, "a `moves` block", Code::Directive, &keys);
        reader.required_text("piece");
        reader.text("at");
        reader.choice("show", &[("moves", 0), ("quiet", 1)]);
        let messages: Vec<String> = reader.finish().iter().map(|d| render(d, false)).collect();
        // The misspelt key is not missing too.
        assert_eq!(messages.len(), 3, "{messages:#?}");
        assert!(messages[0].contains("`at` is a number; it must be a text"), "{}", messages[0]);
        assert!(messages[0].contains("page.md:2:6"));
        assert!(messages[1].contains("did you mean `quiet`?"));
        assert!(messages[2].contains("did you mean `piece`?"), "{}", messages[2]);
    }
}
