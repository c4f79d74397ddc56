//! Reads a TOML document key by key.

use super::{
    Code, Diagnostic, Diagnostics, Location, SourceMap, SourceText, Span, TomlNode, TomlTable,
    TomlValue, parse_toml, wrong_type,
};

/// A TOML document that is read by asking for keys.
///
/// A key that was never asked for is unknown: [`KeyReader::finish`] reports it.
pub struct KeyReader<'a> {
    map: &'a SourceMap,
    owner: &'a str,
    code: Code,
    table: TomlTable,
    /// Whether there is no syntax error. Otherwise missing and unknown keys are not reported.
    is_sound: bool,
    known: Vec<&'static str>,
    diagnostics: Diagnostics,
}

impl<'a> KeyReader<'a> {
    /// Reads a document. Messages call it `owner` (``a `moves` block``) and have this code.
    pub fn parse(map: &'a SourceMap, owner: &'a str, code: Code) -> Self {
        let mut errors = Diagnostics::default();
        let (table, is_sound) = parse_toml(map, &mut errors);
        let with_help = |error: Diagnostic| error.help("each line reads `key = \"value\"`");
        let diagnostics = errors.into_iter().map(with_help).collect();
        KeyReader { map, owner, code, table, is_sound, known: Vec::new(), diagnostics }
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

    /// Returns the text of a key, and reports a missing or empty one.
    pub fn required_text(&mut self, key: &'static str, example: &str) -> Option<SourceText> {
        let text = self.text(key);
        match &text {
            Some(text) if text.value.trim().is_empty() => {
                let help = format!("write `{key} = {example}`");
                self.push(text.error(self.code, format!("`{key}` is empty")).help(help));
            }
            None if self.table.get(key).is_none() && self.is_sound => {
                let message = format!("{} needs `{key}`", self.owner);
                let first_line = self.map.text().lines().next().map_or(0, str::len);
                let location = self.map.location(Span::new(0, first_line));
                let help = format!("add a line `{key} = {example}`");
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

    /// Makes a key known without reading it.
    pub fn allow(&mut self, key: &'static str) {
        if !self.known.contains(&key) {
            self.known.push(key);
        }
    }

    /// Reports a key that is written although it has no effect without another.
    pub fn requires_key(&mut self, key: &'static str, other: &str, why: &str) {
        if let Some(entry) = self.table.get(key) {
            let message = format!("`{key}` without `{other}`: {why}");
            let error = entry.key.error(self.code, message);
            self.push(error);
        }
    }

    /// Adds a diagnostic.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Returns all diagnostics, those about unknown keys included.
    pub fn finish(mut self) -> Diagnostics {
        let unknown = |key: &&SourceText| self.is_sound && !self.known.contains(&key.as_str());
        let keys = self.table.entries.iter().map(|entry| &entry.key).filter(unknown);
        let errors = keys.map(|key| {
            let message = format!("{} has no key `{}`", self.owner, key.value);
            key.unknown(self.code, message, self.known.iter().copied())
        });
        self.diagnostics.extend(errors);
        self.diagnostics
    }

    fn value<T>(
        &mut self,
        key: &'static str,
        wanted: &str,
        read: impl Fn(&TomlValue) -> Option<T>,
    ) -> Option<T> {
        self.allow(key);
        let node: &TomlNode = &self.table.get(key)?.node;
        let value = read(&node.value);
        if value.is_none() {
            self.diagnostics.push(wrong_type(self.code, key, node, wanted));
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{SourceFile, render};

    fn map(text: &str) -> SourceMap {
        SourceMap::whole(&SourceFile::new("page.md", text))
    }

    #[test]
    fn words_have_their_places() {
        let map = map("marks = \"a1  b2,c3\"\nlong = \"\"\"\n  d4\n  e5\"\"\"\n");
        let mut reader = KeyReader::parse(&map, "this", Code::Directive);
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
        let words = KeyReader::parse(&map, "this", Code::Directive).words("a");
        let places: Vec<&str> =
            words.iter().map(|word| &file.text()[word.span().range()]).collect();
        assert_eq!(places, ["d4", "e5"]);
    }

    #[test]
    fn unknown_keys_and_wrong_values_are_reported() {
        let map = map("peice = \"bede\"\nat = 5\nshow = \"quite\"\n");
        let mut reader = KeyReader::parse(&map, "a `moves` block", Code::Directive);
        reader.required_text("piece", "\"knight\"");
        reader.text("at");
        reader.choice("show", &[("moves", 0), ("quiet", 1)]);
        let messages: Vec<String> = reader.finish().iter().map(|d| render(d, false)).collect();
        assert_eq!(messages.len(), 4, "{messages:#?}");
        assert!(messages[0].contains("a `moves` block needs `piece`"));
        assert!(messages[1].contains("`at` must be a text, not a number"), "{}", messages[1]);
        assert!(messages[1].contains("page.md:2:6"));
        assert!(messages[2].contains("did you mean `quiet`?"));
        assert!(messages[3].contains("did you mean `piece`?"), "{}", messages[3]);
    }
}
