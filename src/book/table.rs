use std::cell::RefCell;

use toml::de::{DeTable, DeValue};

use crate::source::{Code, Diagnostic, Span, Spanned, closest, series};

use super::ground::Ground;

/// A TOML table as its author wrote it, every value with its place.
///
/// It is read by asking for keys. What was never asked for is unknown: [`Table::finish`]
/// complains about it, with the nearest of the keys that were.
pub struct Table<'a> {
    ground: &'a Ground,
    what: String,
    code: Code,
    entries: Vec<Entry>,
    // Whether the text is no TOML: then nothing is known of what is missing or unknown.
    broken: bool,
    asked: RefCell<Vec<&'static str>>,
    complaints: RefCell<Vec<Diagnostic>>,
}

struct Entry {
    key: Spanned<String>,
    value: Spanned<Value>,
}

enum Value {
    Text(String),
    Number(Option<i64>),
    Switch(bool),
    // What nothing here can use, by what it is.
    Other(&'static str),
}

/// A text between quotes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// What it says.
    pub value: String,
    /// Where, in the file and without the quotes.
    pub span: Span,
    // Whether the file holds the value letter by letter, so that words in it have places.
    exact: bool,
    // For texts over several lines of an indented block: where each line begins.
    lines: Vec<(usize, usize)>,
}

impl Text {
    /// A word that stands in the file as it is.
    pub(super) fn at(span: Span, value: String) -> Text {
        Text { value, span, exact: false, lines: Vec::new() }
    }

    /// The place of a stretch of the value; the whole text where escapes hide it.
    pub fn part(&self, start: usize, end: usize) -> Span {
        if !self.exact {
            return self.span;
        }
        let place = |at: usize| {
            let next = self.lines.partition_point(|&(line, _)| line <= at);
            let (line, in_file) = self.lines[next - 1];
            in_file + (at - line)
        };
        Span::new(place(start), if end > start { place(end - 1) + 1 } else { place(start) })
    }

    /// The parts between separators, each with its place and without blanks around it.
    pub fn parts(&self, separator: char) -> Vec<Spanned<String>> {
        let mut at = 0;
        let mut parts = Vec::new();
        for part in self.value.split(separator) {
            let word = part.trim();
            let start = at + (part.len() - part.trim_start().len());
            if !word.is_empty() {
                let span = self.part(start, start + word.len());
                parts.push(Spanned::new(word.to_owned(), span));
            }
            at += part.len() + separator.len_utf8();
        }
        parts
    }

    /// The words, which blanks or commas separate, each with its place.
    pub fn words(&self) -> Vec<Spanned<String>> {
        let mut words = Vec::new();
        let mut start = None;
        let ends = self.value.char_indices().map(|(at, c)| (at, c.is_whitespace() || c == ','));
        for (at, between) in ends.chain([(self.value.len(), true)]) {
            match (start, between) {
                (None, false) => start = Some(at),
                (Some(from), true) => {
                    words.push(Spanned::new(self.value[from..at].to_owned(), self.part(from, at)));
                    start = None;
                }
                (None, true) | (Some(_), false) => {}
            }
        }
        words
    }

    /// As a value with its place.
    pub fn spanned(&self) -> Spanned<String> {
        Spanned::new(self.value.clone(), self.span)
    }
}

impl<'a> Table<'a> {
    /// Reads the text as a TOML document. `what` names it in complaints (``a `moves` block``).
    pub fn parse(ground: &'a Ground, what: &str, code: Code) -> Self {
        let (table, errors) = DeTable::parse_recoverable(ground.text());
        let complaints: Vec<_> = errors.iter().map(|error| not_toml(ground, error)).collect();
        let mut entries: Vec<Entry> = table
            .into_inner()
            .into_iter()
            .map(|(key, value)| Entry {
                key: Spanned::new(key.get_ref().to_string(), key.span().into()),
                value: Spanned::new(value_of(value.get_ref()), value.span().into()),
            })
            .collect();
        entries.sort_by_key(|entry| entry.key.span);
        let (asked, complaints) = (RefCell::default(), RefCell::new(complaints));
        let broken = !errors.is_empty();
        Table { ground, what: what.to_owned(), code, entries, broken, asked, complaints }
    }

    /// The text under that key.
    pub fn text(&self, key: &'static str) -> Option<Text> {
        let entry = self.entry(key)?;
        match &entry.value.value {
            Value::Text(value) => Some(self.to_text(value, entry.value.span)),
            _ => self.wrong(entry, "a text between quotes"),
        }
    }

    /// The text under that key, which may not be left out nor empty.
    pub fn required_text(&self, key: &'static str, example: &str) -> Option<Text> {
        let text = self.text(key);
        match &text {
            Some(text) if text.value.trim().is_empty() => self.complain(
                Diagnostic::error(self.code, format!("`{key}` is empty")),
                text.span,
                Some(format!("write `{key} = {example}`")),
            ),
            None if self.entry(key).is_none() && !self.broken => self.complain_of_whole(
                Diagnostic::error(self.code, format!("{} needs `{key}`", self.what))
                    .help(format!("add a line `{key} = {example}`")),
            ),
            Some(_) | None => {}
        }
        text
    }

    /// The switch under that key; off where it is left out.
    pub fn switch(&self, key: &'static str) -> bool {
        self.switch_or(key, false)
    }

    /// The switch under that key, or what it usually is.
    pub fn switch_or(&self, key: &'static str, usual: bool) -> bool {
        let Some(entry) = self.entry(key) else { return usual };
        match entry.value.value {
            Value::Switch(value) => value,
            _ => self.wrong(entry, "`true` or `false`").unwrap_or(usual),
        }
    }

    /// The whole number under that key.
    pub fn number(&self, key: &'static str) -> Option<Spanned<i64>> {
        let entry = self.entry(key)?;
        match entry.value.value {
            Value::Number(Some(number)) => {
                Some(Spanned::new(number, self.ground.span(entry.value.span)))
            }
            _ => self.wrong(entry, "a whole number"),
        }
    }

    /// One of these words under that key, as its place in the list.
    pub fn choice(&self, key: &'static str, words: &[&str]) -> Option<usize> {
        let text = self.text(key)?;
        let found = words.iter().position(|&word| word == text.value);
        if found.is_none() {
            let unknown = format!("`{key}` cannot be `{}`", text.value);
            let help = did_you_mean(&text.value, words)
                .unwrap_or_else(|| format!("it may be {}", list_words(words)));
            self.complain(Diagnostic::error(self.code, unknown), text.span, Some(help));
        }
        found
    }

    /// Says that the key is known, without reading it.
    pub fn ask(&self, key: &'static str) {
        self.entry(key);
    }

    /// Complains that a key that is there makes no sense without another.
    pub fn lacks(&self, key: &'static str, other: &str, why: &str) {
        let Some(entry) = self.entry(key) else { return };
        let message = format!("`{key}` without `{other}`: {why}");
        let complaint = Diagnostic::error(self.code, message);
        self.push(self.ground.complain(complaint, entry.key.span));
    }

    /// Adds a complaint of the caller's.
    pub fn push(&self, complaint: Diagnostic) {
        self.complaints.borrow_mut().push(complaint);
    }

    /// All complaints, those about unknown keys included.
    pub fn finish(self) -> Vec<Diagnostic> {
        let asked = self.asked.into_inner();
        let mut complaints = self.complaints.into_inner();
        for entry in &self.entries {
            let key = entry.key.value.as_str();
            if self.broken || asked.contains(&key) {
                continue;
            }
            let message = format!("{} has no key `{key}`", self.what);
            let help = did_you_mean(key, &asked)
                .unwrap_or_else(|| format!("its keys are {}", list_words(&asked)));
            let complaint = Diagnostic::error(self.code, message).help(help);
            complaints.push(self.ground.complain(complaint, entry.key.span));
        }
        complaints
    }

    fn entry(&self, key: &'static str) -> Option<&Entry> {
        let mut asked = self.asked.borrow_mut();
        if !asked.contains(&key) {
            asked.push(key);
        }
        self.entries.iter().find(|entry| entry.key.value == key)
    }

    fn to_text(&self, value: &str, span: Span) -> Text {
        let raw = &self.ground.text()[span.range()];
        let (open, close) = quotes(raw);
        let inner = Span::new(span.start + open, span.end - close);
        let exact = &self.ground.text()[inner.range()] == value;
        let lines = std::iter::once(0).chain(value.match_indices('\n').map(|(at, _)| at + 1));
        let lines = lines.map(|line| (line, self.ground.place(inner.start + line)));
        Text {
            value: value.to_owned(),
            span: self.ground.span(inner),
            exact,
            lines: if exact { lines.collect() } else { Vec::new() },
        }
    }

    fn wrong<T>(&self, entry: &Entry, expected: &str) -> Option<T> {
        let message = format!("`{}` must be {expected}", entry.key.value);
        let found = format!("this is {}", kind_of(&entry.value.value));
        let complaint = Diagnostic::error(self.code, message).at(found);
        self.push(self.ground.complain(complaint, entry.value.span));
        None
    }

    /// A complaint about a stretch of the file.
    pub fn complain(&self, complaint: Diagnostic, span: Span, help: Option<String>) {
        let complaint = complaint.in_file(self.ground.file(), span);
        self.push(match help {
            Some(help) => complaint.help(help),
            None => complaint,
        });
    }

    fn complain_of_whole(&self, complaint: Diagnostic) {
        let first_line = self.ground.text().lines().next().map_or(0, str::len);
        self.push(self.ground.complain(complaint, Span::new(0, first_line)));
    }
}

/// A list of words as a sentence has it: ``a`, `b` or `c``.
pub fn list_words(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.is_empty() {
        true => "none".to_owned(),
        false => series(&quoted, "or"),
    }
}

/// The question for the nearest word, if one is near.
pub fn did_you_mean(typed: &str, known: &[&str]) -> Option<String> {
    closest(typed, known.iter().copied()).map(|word| format!("did you mean `{word}`?"))
}

fn not_toml(ground: &Ground, error: &toml::de::Error) -> Diagnostic {
    let end = ground.text().len();
    let mut span = error.span().map_or(Span::new(end, end), Span::from);
    if let Some(line_break) = ground.text()[span.range()].find('\n') {
        span.end = (span.start + line_break).max(span.start + 1).min(end);
    }
    let complaint = Diagnostic::error(Code::TomlSyntax, error.message().replace('\n', "; "))
        .help("each line reads `key = \"value\"`");
    ground.complain(complaint, span)
}

/// How long the quotes at both ends are; 0 where there are none, as after a syntax error.
fn quotes(raw: &str) -> (usize, usize) {
    for quote in ["\"\"\"", "'''"] {
        let Some(inner) = raw.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote)) else {
            continue;
        };
        let line_break = ["\r\n", "\n"].into_iter().find(|line| inner.starts_with(line));
        return (3 + line_break.map_or(0, str::len), 3);
    }
    let is_quoted = |quote| raw.len() > 1 && raw.starts_with(quote) && raw.ends_with(quote);
    if is_quoted('"') || is_quoted('\'') { (1, 1) } else { (0, 0) }
}

fn value_of(value: &DeValue) -> Value {
    match value {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(number) => {
            Value::Number(i64::from_str_radix(number.as_str(), number.radix()).ok())
        }
        DeValue::Boolean(switch) => Value::Switch(*switch),
        DeValue::Float(_) => Value::Number(None),
        DeValue::Datetime(_) => Value::Other("a date"),
        DeValue::Array(_) => Value::Other("a list"),
        DeValue::Table(_) => Value::Other("a table"),
    }
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Text(_) => "a text",
        Value::Number(_) => "a number",
        Value::Switch(_) => "a switch",
        Value::Other(what) => what,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{SourceFile, draw};

    fn ground(text: &str) -> Ground {
        let file = SourceFile::new("page.md", text);
        Ground::stretch(&file, Span::new(0, text.len()))
    }

    #[test]
    fn words_keep_their_places() {
        let ground = ground("marks = \"a1  b2,c3\"\nlong = \"\"\"\n  d4\n  e5\"\"\"\n");
        let table = Table::parse(&ground, "this", Code::Directive);
        for (key, expected) in [("marks", vec!["a1", "b2", "c3"]), ("long", vec!["d4", "e5"])] {
            let words = table.text(key).expect("the key is there").words();
            let values: Vec<&str> = words.iter().map(|word| word.value.as_str()).collect();
            assert_eq!(values, expected);
            for word in &words {
                assert_eq!(ground.file().text()[word.span.range()], word.value);
            }
        }
        assert!(table.finish().is_empty());
    }

    #[test]
    fn a_value_that_is_none_is_a_complaint() {
        for text in
            ["at =\nmarks = \"a1\"\n", "at =* \"a1\"\n", "at = \"\"\"\n\"\"", "at = \"", "at = é"]
        {
            let ground = ground(text);
            let table = Table::parse(&ground, "this", Code::Directive);
            let _ = (table.text("at"), table.text("marks"));
            assert!(!table.finish().is_empty(), "{text}");
        }
    }

    #[test]
    fn unknown_keys_and_wrong_values_are_told() {
        let ground = ground("peice = \"bede\"\nat = 5\nshow = \"quite\"\n");
        let table = Table::parse(&ground, "a `moves` block", Code::Directive);
        table.required_text("piece", "\"knight\"");
        table.text("at");
        table.choice("show", &["moves", "quiet"]);
        let told: Vec<String> = table.finish().iter().map(|d| draw(d, false)).collect();
        assert_eq!(told.len(), 4, "{told:#?}");
        assert!(told[0].contains("a `moves` block needs `piece`"));
        assert!(told[1].contains("page.md:2:6") && told[1].contains("this is a number"));
        assert!(told[2].contains("did you mean `quiet`?"));
        assert!(told[3].contains("did you mean `piece`?"), "{}", told[3]);
    }
}
