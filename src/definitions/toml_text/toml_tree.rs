//! TOML as a tree in which every key, value and word has a location.

use toml::de::{DeTable, DeValue};

use crate::source::{
    Code, Diagnostic, Diagnostics, Location, SourceFile, SourceMap, SourceText, Span, limits,
    sort_by_key,
};

use super::toml_syntax::{broken_text, line_at, syntax_error, unclosed_error};

/// A table.
#[derive(Debug, Clone, Default)]
pub struct TomlTable {
    /// Its entries, in the order written.
    pub entries: Vec<TomlEntry>,
}

/// A key and its value.
#[derive(Debug, Clone)]
pub struct TomlEntry {
    /// The key.
    pub key: SourceText,
    /// The value.
    pub node: TomlNode,
}

/// A value with its location.
#[derive(Debug, Clone)]
pub struct TomlNode {
    /// The value.
    pub value: TomlValue,
    /// Where it is written, quotes and brackets included.
    pub location: Location,
    /// Which of several merged files it comes from: 0 is the lowest.
    pub layer: u8,
}

/// A value.
#[derive(Debug, Clone)]
pub enum TomlValue {
    /// A string.
    Text(SourceText),
    /// A whole number. Numbers that do not fit are the largest or smallest that do.
    Integer(i64),
    /// A number with a fraction.
    Float(f64),
    /// `true` or `false`.
    Flag(bool),
    /// A date or a time.
    Date(String),
    /// An array.
    List(Vec<TomlNode>),
    /// A table.
    Table(TomlTable),
}

impl TomlValue {
    /// Names the type of the value in messages.
    pub fn type_name(&self) -> &'static str {
        match self {
            TomlValue::Text(_) => "a text",
            TomlValue::Integer(_) | TomlValue::Float(_) => "a number",
            TomlValue::Flag(_) => "`true` or `false`",
            TomlValue::Date(_) => "a date",
            TomlValue::List(_) => "a list",
            TomlValue::Table(_) => "a table",
        }
    }

    /// The text, if it is one.
    pub fn text(&self) -> Option<&SourceText> {
        if let TomlValue::Text(text) = self { Some(text) } else { None }
    }

    /// The whole number, if it is one.
    pub fn integer(&self) -> Option<i64> {
        if let TomlValue::Integer(number) = self { Some(*number) } else { None }
    }

    /// The number, if it is one.
    pub fn number(&self) -> Option<f64> {
        if let TomlValue::Float(number) = self {
            Some(*number)
        } else {
            Some(self.integer()? as f64)
        }
    }

    /// The flag, if it is one.
    pub fn flag(&self) -> Option<bool> {
        if let TomlValue::Flag(flag) = self { Some(*flag) } else { None }
    }

    /// The items, if it is a list; otherwise none.
    pub fn items(&self) -> &[TomlNode] {
        if let TomlValue::List(items) = self { items } else { &[] }
    }

    /// The table, if it is one.
    pub fn table(&self) -> Option<&TomlTable> {
        if let TomlValue::Table(table) = self { Some(table) } else { None }
    }
}

impl TomlTable {
    /// The entry of that key.
    pub fn get(&self, key: &str) -> Option<&TomlEntry> {
        self.entries.iter().find(|entry| entry.key.value == key)
    }

    /// The entry of that key, to change it.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut TomlEntry> {
        self.entries.iter_mut().find(|entry| entry.key.value == key)
    }

    /// The text of that key.
    pub fn text(&self, key: &str) -> Option<&SourceText> {
        self.get(key)?.node.value.text()
    }

    /// The text of that key, without its location.
    pub fn string(&self, key: &str) -> Option<String> {
        self.text(key).map(|text| text.value.clone())
    }

    /// The texts of that list, without their locations; none where there is no list.
    pub fn strings(&self, key: &str) -> Vec<String> {
        let texts = self.items(key).iter().filter_map(|item| item.value.text());
        texts.map(|text| text.value.clone()).collect()
    }

    /// The words of the text of that key; none where there is no text.
    pub fn words(&self, key: &str) -> Vec<SourceText> {
        self.text(key).map(SourceText::words).unwrap_or_default()
    }

    /// The choice for the text of that key; `None` where it has none of these texts.
    pub fn choice<T: Copy>(&self, key: &str, choices: &[(&str, T)]) -> Option<T> {
        let text = self.text(key)?.as_str();
        choices.iter().find(|(word, _)| *word == text).map(|&(_, choice)| choice)
    }

    /// The whole number of that key.
    pub fn integer(&self, key: &str) -> Option<(i64, &Location)> {
        let node = &self.get(key)?.node;
        Some((node.value.integer()?, &node.location))
    }

    /// The count at that key; 0 where there is none.
    pub fn count(&self, key: &str) -> usize {
        let number = self.integer(key).map(|(number, _)| number);
        number.and_then(|number| usize::try_from(number).ok()).unwrap_or_default()
    }

    /// The number of that key.
    pub fn number(&self, key: &str) -> Option<(f64, &Location)> {
        let node = &self.get(key)?.node;
        Some((node.value.number()?, &node.location))
    }

    /// The flag of that key.
    pub fn flag(&self, key: &str) -> Option<bool> {
        self.get(key)?.node.value.flag()
    }

    /// The table of that key; an empty one where there is none.
    pub fn table(&self, key: &str) -> &TomlTable {
        static EMPTY: TomlTable = TomlTable { entries: Vec::new() };
        self.get(key).and_then(|entry| entry.node.table()).unwrap_or(&EMPTY)
    }

    /// The items of that list; none where there is no list.
    pub fn items(&self, key: &str) -> &[TomlNode] {
        self.get(key).map_or(&[], |entry| entry.node.value.items())
    }

    /// The tables of that list, in order, with their locations.
    pub fn tables(&self, key: &str) -> Vec<(&TomlTable, &Location)> {
        self.items(key).iter().filter_map(|item| Some((item.table()?, &item.location))).collect()
    }

    /// The keys that hold tables, in order.
    pub fn named(&self) -> impl Iterator<Item = (&SourceText, &TomlTable)> {
        self.entries.iter().filter_map(|entry| Some((&entry.key, entry.node.table()?)))
    }

    /// The keys that hold texts, in order.
    pub fn texts(&self) -> impl Iterator<Item = (&SourceText, &SourceText)> {
        self.entries.iter().filter_map(|entry| Some((&entry.key, entry.node.value.text()?)))
    }

    /// Puts an error about a missing key into the file of the table, if there are any keys.
    pub fn place(&self, error: Diagnostic) -> Diagnostic {
        match self.entries.first() {
            Some(entry) => error.in_whole_file(&entry.key.location.file),
            None => error,
        }
    }

    /// The keys, in order.
    pub fn keys(&self) -> impl Iterator<Item = &str> + Clone {
        self.entries.iter().map(|entry| entry.key.as_str())
    }
}

impl TomlNode {
    /// The table, if it is one.
    pub fn table(&self) -> Option<&TomlTable> {
        self.value.table()
    }

    /// The text of that key, if this is a table with a text there.
    pub fn text(&self, key: &str) -> Option<&SourceText> {
        self.table()?.text(key)
    }

    /// The text at a place of a list, counted from 0; empty where there is none.
    pub fn item_text(&self, at: usize) -> &str {
        let item = self.value.items().get(at);
        item.and_then(|item| item.value.text()).map_or("", SourceText::as_str)
    }

    /// What the path leads to: keys, and numbers from 1 for the items of a list.
    pub fn find(&self, path: &[&str]) -> Option<&TomlNode> {
        let Some((first, rest)) = path.split_first() else { return Some(self) };
        let next = match &self.value {
            TomlValue::Table(table) => &table.get(first)?.node,
            list => list.items().get(first.parse::<usize>().ok()?.checked_sub(1)?)?,
        };
        next.find(rest)
    }

    /// The lowest layer of its parts.
    pub fn base_layer(&self) -> u8 {
        let parts: Vec<&TomlNode> = match &self.value {
            TomlValue::Table(table) => table.entries.iter().map(|entry| &entry.node).collect(),
            other => other.items().iter().collect(),
        };
        parts.into_iter().map(TomlNode::base_layer).min().unwrap_or(self.layer)
    }
}

/// Reads a TOML document. Returns also whether it has no syntax error: what the rest of a broken
/// document means is not certain.
pub fn parse_toml(map: &SourceMap, diagnostics: &mut Diagnostics) -> (TomlTable, bool) {
    if map.text().len() > limits::FILE {
        let length = map.text().len();
        let message = format!("the file has {length} bytes; at most {} are read", limits::FILE);
        diagnostics.push(map.location(Span::new(0, 0)).error(Code::FileSize, message));
        return (TomlTable::default(), false);
    }
    let (table, errors) = DeTable::parse_recoverable(map.text());
    let table = table_of(map, table.get_ref());
    let first = errors.first();
    let broken = || errors.iter().find_map(|error| broken_text(map, error));
    match first.and_then(|first| unclosed_error(map, first)).or_else(broken) {
        // All that follows is a part of it.
        Some(error) => diagnostics.push(error),
        None => {
            // The parser finds several errors in a line that is no TOML at all.
            let line = |error: &toml::de::Error| {
                error.span().map(|span| line_at(map.text(), span.start).0)
            };
            let mut each: Vec<&toml::de::Error> = errors.iter().collect();
            each.dedup_by_key(|error| line(error));
            diagnostics.extend(each.into_iter().map(|error| syntax_error(map, error, &table)));
        }
    }
    (table, errors.is_empty())
}

/// Returns the text as a TOML string, in quotation marks.
pub fn toml_string(text: &str) -> String {
    toml::Value::from(text).to_string()
}

/// Reads a TOML document that is part of the program.
pub fn bundled_toml(name: &str, text: &str) -> TomlTable {
    let map = SourceMap::whole(&SourceFile::new(name, text));
    let (table, is_sound) = parse_toml(&map, &mut Diagnostics::default());
    assert!(is_sound, "the files of the program are TOML");
    table
}

fn table_of(map: &SourceMap, table: &DeTable<'_>) -> TomlTable {
    let mut entries: Vec<TomlEntry> = table
        .iter()
        .map(|(key, value)| TomlEntry {
            key: SourceText::new(&**key.get_ref(), map.location(key.span().into())),
            node: node_of(map, value),
        })
        .collect();
    // The parser sorts by name; the order of sides is the order of play.
    sort_by_key(&mut entries, |entry| entry.key.span());
    TomlTable { entries }
}

fn node_of(map: &SourceMap, value: &toml::Spanned<DeValue<'_>>) -> TomlNode {
    let span = Span::from(value.span());
    let value = match value.get_ref() {
        DeValue::String(text) => TomlValue::Text(text_of(map, span, text)),
        DeValue::Integer(number) => {
            // Every use of a number has a limit far below the largest.
            let digits = number.as_str();
            let value = i64::from_str_radix(digits, number.radix());
            let largest = if digits.starts_with('-') { i64::MIN } else { i64::MAX };
            TomlValue::Integer(value.unwrap_or(largest))
        }
        DeValue::Float(number) => TomlValue::Float(number.as_str().parse().unwrap_or(f64::NAN)),
        DeValue::Boolean(flag) => TomlValue::Flag(*flag),
        DeValue::Datetime(date) => TomlValue::Date(date.to_string()),
        DeValue::Array(items) => {
            TomlValue::List(items.iter().map(|item| node_of(map, item)).collect())
        }
        DeValue::Table(table) => TomlValue::Table(table_of(map, table)),
    };
    TomlNode { value, location: map.location(span), layer: 0 }
}

/// The text with the location of its characters, or of the whole string if it has escapes.
fn text_of(map: &SourceMap, whole: Span, text: &str) -> SourceText {
    let raw = &map.text()[whole.range()];
    let quotes = if raw.starts_with("\"\"\"") || raw.starts_with("'''") { 3 } else { 1 };
    let mut start = whole.start + quotes.min(raw.len());
    if quotes == 3 {
        let inner = &map.text()[start..];
        start += if inner.starts_with("\r\n") { 2 } else { usize::from(inner.starts_with('\n')) };
    }
    // After a syntax error, the second byte may be within a character.
    let inner = map.text().get(start..).unwrap_or_default();
    if !inner.starts_with(text) {
        return SourceText::new(text, map.location(whole));
    }
    map.part(Span::new(start, start + text.len()))
}

/// The error about a value of another type than `wanted`, with a line that would work: the author's
/// own value if that can be of this type, else `example`, which may be empty.
pub fn wrong_type(
    code: Code,
    path: &str,
    node: &TomlNode,
    wanted: &str,
    example: &str,
) -> Diagnostic {
    let found = node.value.type_name();
    let message = format!("`{path}` is {found}; it must be {wanted}");
    let error = node.location.error(code, message);
    let is_any_text = example.is_empty() || example.contains("...");
    let is_number = matches!(node.value, TomlValue::Integer(_));
    let own = own_value(node, wanted, example)
        .filter(|_| is_any_text || !is_number || wanted != "a text");
    let key = path.rsplit('.').next().unwrap_or(path);
    match own.map(|value| format!("{key} = {value}")).unwrap_or_else(|| example.to_owned()) {
        line if line.is_empty() => error,
        line => error.help(format!("write `{line}`")),
    }
}

/// Returns the author's own value as a value of the wanted type, if it can be one.
fn own_value(node: &TomlNode, wanted: &str, example: &str) -> Option<String> {
    match (&node.value, wanted) {
        (TomlValue::List(items), "a text") => {
            let texts = items.iter().map(|item| Some(item.value.text()?.value.clone()));
            let texts = texts.collect::<Option<Vec<_>>>()?;
            // Names of several words have commas between.
            let has_commas = example.contains(", ") || texts.iter().any(|it| it.contains(' '));
            let between = if has_commas { ", " } else { " " };
            Some(format!("\"{}\"", texts.join(between)))
        }
        (TomlValue::Integer(number), "a text") => Some(format!("\"{number}\"")),
        (TomlValue::Date(day), "a text") => Some(format!("\"{day}\"")),
        (TomlValue::Text(text), "a date") => iso_day(&text.value),
        (TomlValue::Text(text), "a number") => {
            let number = leading_number(&text.value);
            number.parse::<f64>().ok().map(|_| number.to_owned())
        }
        (TomlValue::Text(text), "a whole number") => {
            leading_number(&text.value).parse::<i64>().ok().map(|number| number.to_string())
        }
        (TomlValue::Text(text), "`true` or `false`") => match text.value.trim() {
            "true" | "yes" | "on" => Some("true".to_owned()),
            "false" | "no" | "off" => Some("false".to_owned()),
            _ => None,
        },
        _ => None,
    }
}

/// The day of a text such as `28.11.2026`, as TOML writes it: `2026-11-28`.
pub fn iso_day(text: &str) -> Option<String> {
    const MONTHS: [&str; 12] =
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let numbered = |part: &str| {
        let begin = part.to_ascii_lowercase();
        let month = MONTHS.iter().position(|month| begin.starts_with(month))?;
        Some((month + 1).to_string())
    };
    let parts = text.split(['.', '/', '-', ' ', ',']).filter(|part| !part.is_empty());
    let mut parts: Vec<String> =
        parts.map(|part| numbered(part).unwrap_or(part.to_owned())).collect();
    // `November 20, 2026`
    if parts.len() == 3 && text.trim().starts_with(char::is_alphabetic) {
        parts.swap(0, 1);
    }
    let [first, middle, last] = &parts[..] else { return None };
    let (first, middle, last) = (&**first, middle, &**last);
    let (year, day) = if first.len() == 4 { (first, last) } else { (last, first) };
    let (month, day) = (middle.parse::<u8>().ok()?, day.parse::<u8>().ok()?);
    // The 29th of February is not in each year.
    let days = match month {
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    let is_day = year.len() == 4 && (1..=12).contains(&month) && (1..=days).contains(&day);
    is_day.then_some(format!("{:04}-{month:02}-{day:02}", year.parse::<u16>().ok()?))
}

/// The number with which a text begins: `45` of `45 degrees`.
fn leading_number(text: &str) -> &str {
    let text = text.trim();
    let is_part = |sign: char| sign.is_ascii_digit() || sign == '.' || sign == '-';
    text[..text.find(|sign| !is_part(sign)).unwrap_or(text.len())].trim_end_matches('.')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str, diagnostics: &mut Diagnostics) -> (TomlTable, bool) {
        parse_toml(&SourceMap::whole(&SourceFile::new("game.toml", text)), diagnostics)
    }

    fn read(text: &str) -> TomlNode {
        let mut diagnostics = Diagnostics::default();
        let map = SourceMap::whole(&SourceFile::new("game.toml", text));
        let (table, is_sound) = parse_toml(&map, &mut diagnostics);
        assert!(is_sound, "{diagnostics:?}");
        let location = map.location(Span::new(0, 0));
        TomlNode { value: TomlValue::Table(table), location, layer: 0 }
    }

    #[test]
    fn a_value_that_is_not_toml_is_an_error() {
        let mut diagnostics = Diagnostics::default();
        for text in ["format = é1\nname = ü", "at =\nb = \"a\"\n", "a = \"\"\"\n\"\"", "a = \""] {
            let (_, is_sound) = parse(text, &mut diagnostics);
            assert!(!is_sound && diagnostics.has_error(), "{text}");
            diagnostics.clear();
        }
    }

    #[test]
    fn keys_are_in_the_order_written_and_words_have_locations() {
        let root = read("[sides]\nwhite = {}\nblack = { seat = \"turn 180\" }\n");
        let sides = root.find(&["sides"]).unwrap().table().unwrap();
        assert_eq!(sides.keys().collect::<Vec<_>>(), ["white", "black"]);
        let seat = root.find(&["sides", "black"]).unwrap().text("seat").unwrap();
        assert_eq!(&seat.location.file.text()[seat.words()[1].span().range()], "180");
    }

    #[test]
    fn texts_know_whether_they_were_escaped() {
        let root = read("a = \"\\u0041b\"\nb = '''\nxyz'''\n");
        assert!(!root.text("a").unwrap().is_verbatim());
        let text = root.text("b").unwrap();
        assert!(text.is_verbatim());
        assert_eq!(text.span(), Span::new(22, 25));
    }

    #[test]
    fn what_is_not_toml_is_located() {
        let mut diagnostics = Diagnostics::default();
        let text = "name = \n[board]\nfiles = \"a-h\nranks = 8\n";
        assert!(!parse(text, &mut diagnostics).1);
        let lines: Vec<usize> = diagnostics.iter().map(|d| d.line_column().unwrap().line).collect();
        assert_eq!(lines, [1, 3]);
    }

    #[test]
    fn paths_count_list_items_from_one() {
        let root = read("moves = [{ move = \"W\" }, { move = \"F\" }]\n");
        assert!(root.find(&["moves", "2", "move"]).is_some());
        assert!(root.find(&["moves", "0"]).is_none());
        assert!(root.find(&["moves", "3"]).is_none());
    }
}
