use crate::source::{Code, SourceFile, Span, limits};

use super::spot::{Complaints, Spot, Text};

/// A file of TOML with the place of every key and value.
#[derive(Debug, Clone, Default)]
pub(super) struct Table {
    /// In the order written.
    pub entries: Vec<Entry>,
}

/// A key and its value.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub key: Text,
    pub node: Node,
}

/// A value.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub value: Value,
    pub spot: Spot,
    /// Which generation wrote it: 0 is the oldest parent, set-ups are the youngest.
    pub layer: u8,
}

#[derive(Debug, Clone)]
pub(super) enum Value {
    /// The text, and whether it stands in the file exactly so: words in it then have places.
    Text(Text, bool),
    Integer(i64),
    Float(f64),
    Flag(bool),
    Date(String),
    List(Vec<Node>),
    Table(Table),
}

impl Value {
    /// What it is, for a complaint.
    pub fn what(&self) -> &'static str {
        match self {
            Value::Text(..) => "a text",
            Value::Integer(_) | Value::Float(_) => "a number",
            Value::Flag(_) => "`true` or `false`",
            Value::Date(_) => "a date",
            Value::List(_) => "a list",
            Value::Table(_) => "a table",
        }
    }
}

impl Table {
    /// The entry of that key.
    pub fn get(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.key.value == key)
    }

    pub fn get_mut(&mut self, key: &str) -> Option<&mut Entry> {
        self.entries.iter_mut().find(|entry| entry.key.value == key)
    }

    /// The text of that key.
    pub fn text(&self, key: &str) -> Option<&Text> {
        match &self.get(key)?.node.value {
            Value::Text(text, _) => Some(text),
            _ => None,
        }
    }

    /// The whole number of that key.
    pub fn integer(&self, key: &str) -> Option<(i64, &Spot)> {
        let node = &self.get(key)?.node;
        match node.value {
            Value::Integer(number) => Some((number, &node.spot)),
            _ => None,
        }
    }

    /// The number of that key.
    pub fn number(&self, key: &str) -> Option<(f64, &Spot)> {
        let node = &self.get(key)?.node;
        match node.value {
            Value::Integer(number) => Some((number as f64, &node.spot)),
            Value::Float(number) => Some((number, &node.spot)),
            _ => None,
        }
    }

    /// The flag of that key.
    pub fn flag(&self, key: &str) -> Option<bool> {
        match self.get(key)?.node.value {
            Value::Flag(flag) => Some(flag),
            _ => None,
        }
    }

    /// The table of that key; an empty one where there is none.
    pub fn table(&self, key: &str) -> &Table {
        static EMPTY: Table = Table { entries: Vec::new() };
        self.get(key).and_then(|entry| entry.node.table()).unwrap_or(&EMPTY)
    }

    /// The tables of that list, in order, with their places.
    pub fn tables(&self, key: &str) -> Vec<(&Table, &Spot)> {
        match self.get(key).map(|entry| &entry.node.value) {
            Some(Value::List(items)) => {
                items.iter().filter_map(|item| Some((item.table()?, &item.spot))).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The keys that hold tables, in order.
    pub fn named(&self) -> impl Iterator<Item = (&Text, &Table)> {
        self.entries.iter().filter_map(|entry| Some((&entry.key, entry.node.table()?)))
    }

    /// The keys that hold texts, in order.
    pub fn texts(&self) -> impl Iterator<Item = (&Text, &Text)> {
        self.entries.iter().filter_map(|entry| match &entry.node.value {
            Value::Text(text, _) => Some((&entry.key, text)),
            _ => None,
        })
    }

    /// The keys, in order.
    pub fn keys(&self) -> impl Iterator<Item = &str> + Clone {
        self.entries.iter().map(|entry| entry.key.as_str())
    }
}

impl Node {
    /// The table, if it is one.
    pub fn table(&self) -> Option<&Table> {
        match &self.value {
            Value::Table(table) => Some(table),
            _ => None,
        }
    }

    pub fn table_mut(&mut self) -> Option<&mut Table> {
        match &mut self.value {
            Value::Table(table) => Some(table),
            _ => None,
        }
    }

    /// The text of that key, if this is a table with a text there.
    pub fn text(&self, key: &str) -> Option<&Text> {
        self.table()?.text(key)
    }

    /// What the path leads to: keys, and numbers from 1 for the items of a list.
    pub fn find(&self, path: &[&str]) -> Option<&Node> {
        let Some((first, rest)) = path.split_first() else { return Some(self) };
        let next = match &self.value {
            Value::Table(table) => &table.get(first)?.node,
            Value::List(items) => items.get(first.parse::<usize>().ok()?.checked_sub(1)?)?,
            _ => return None,
        };
        next.find(rest)
    }

    /// The oldest generation that wrote a part of it.
    pub fn oldest_layer(&self) -> u8 {
        let parts: Vec<&Node> = match &self.value {
            Value::Table(table) => table.entries.iter().map(|entry| &entry.node).collect(),
            Value::List(items) => items.iter().collect(),
            _ => Vec::new(),
        };
        parts.into_iter().map(Node::oldest_layer).min().unwrap_or(self.layer)
    }
}

/// Reads TOML, or complains of everything that is not TOML: what the rest of a broken file means is
/// anybody's guess.
pub(super) fn parse(file: &SourceFile, complaints: &mut Complaints) -> Option<Node> {
    let whole = Spot::new(file, Span::new(0, 0));
    if file.text().len() > limits::FILE {
        let length = file.text().len();
        complaints.add(whole.error(
            Code::FileSize,
            format!("the file has {length} bytes; at most {} are read", limits::FILE),
        ));
        return None;
    }
    let (table, errors) = toml::de::DeTable::parse_recoverable(file.text());
    let sound = errors.is_empty();
    for error in errors {
        let span = error.span().map_or(Span::new(0, 0), Span::from);
        complaints.add(Spot::new(file, span).error(Code::TomlSyntax, lower_case(error.message())));
    }
    let value = Value::Table(table_of(file, table.get_ref()));
    sound.then_some(Node { value, spot: whole, layer: 0 })
}

/// Our messages begin with a small letter.
fn lower_case(message: &str) -> String {
    let mut letters = message.chars();
    letters.next().map_or(String::new(), |first| first.to_lowercase().chain(letters).collect())
}

fn table_of(file: &SourceFile, table: &toml::de::DeTable<'_>) -> Table {
    let mut entries: Vec<Entry> = table
        .iter()
        .map(|(key, value)| Entry {
            key: Text::new(&**key.get_ref(), Spot::new(file, key.span().into())),
            node: node_of(file, value),
        })
        .collect();
    // The parser sorts by name; authors list sides in the order of play.
    entries.sort_by_key(|entry| entry.key.spot.span);
    Table { entries }
}

fn node_of(file: &SourceFile, value: &toml::Spanned<toml::de::DeValue<'_>>) -> Node {
    use toml::de::DeValue;
    let spot = Spot::new(file, value.span().into());
    let value = match value.get_ref() {
        DeValue::String(text) => {
            let (text, exact) = text_of(&spot, text);
            Value::Text(text, exact)
        }
        DeValue::Integer(number) => {
            // Beyond what fits, the largest: every use has a limit far below.
            let digits = number.as_str();
            let value = i64::from_str_radix(digits, number.radix());
            let largest = if digits.starts_with('-') { i64::MIN } else { i64::MAX };
            Value::Integer(value.unwrap_or(largest))
        }
        DeValue::Float(number) => Value::Float(number.as_str().parse().unwrap_or(f64::NAN)),
        DeValue::Boolean(flag) => Value::Flag(*flag),
        DeValue::Datetime(date) => Value::Date(date.to_string()),
        DeValue::Array(items) => {
            Value::List(items.iter().map(|item| node_of(file, item)).collect())
        }
        DeValue::Table(table) => Value::Table(table_of(file, table)),
    };
    Node { value, spot, layer: 0 }
}

/// The text with the place of its characters, and whether they stand in the file as they are.
fn text_of(spot: &Spot, text: &str) -> (Text, bool) {
    let raw = &spot.file.text()[spot.span.range()];
    let quotes = if raw.starts_with("\"\"\"") || raw.starts_with("'''") { 3 } else { 1 };
    let mut start = spot.span.start + quotes.min(raw.len());
    if quotes == 3 {
        let inner = &spot.file.text()[start..];
        start += if inner.starts_with("\r\n") { 2 } else { usize::from(inner.starts_with('\n')) };
    }
    // What stands there need not be a text at all: its second byte may be within a letter.
    let inner = spot.file.text().get(start..).unwrap_or_default();
    let exact = inner.starts_with(text);
    let span = if exact { Span::new(start, start + text.len()) } else { spot.span };
    (Text::new(text, Spot::new(&spot.file, span)), exact)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Node {
        let mut complaints = Complaints::default();
        let node = parse(&SourceFile::new("game.toml", text), &mut complaints);
        node.unwrap_or_else(|| panic!("{complaints:?}"))
    }

    #[test]
    fn a_value_that_is_none_is_a_complaint() {
        let mut complaints = Complaints::default();
        parse(&SourceFile::new("game.toml", "format = é1\nname = ü"), &mut complaints);
        assert!(complaints.any_error());
    }

    #[test]
    fn keys_stand_in_the_order_written_and_words_have_places() {
        let root = read("[sides]\nwhite = {}\nblack = { seat = \"turn 180\" }\n");
        let sides = root.find(&["sides"]).unwrap().table().unwrap();
        assert_eq!(sides.keys().collect::<Vec<_>>(), ["white", "black"]);
        let Value::Text(seat, true) = &root.find(&["sides", "black", "seat"]).unwrap().value else {
            panic!("a text")
        };
        assert_eq!(&seat.spot.file.text()[seat.words()[1].spot.span.range()], "180");
    }

    #[test]
    fn texts_know_whether_they_were_escaped() {
        let root = read("a = \"\\u0041b\"\nb = '''\nxyz'''\n");
        assert!(matches!(&root.find(&["a"]).unwrap().value, Value::Text(_, false)));
        let Value::Text(text, true) = &root.find(&["b"]).unwrap().value else { panic!("a text") };
        assert_eq!(text.spot.span, Span::new(22, 25));
    }

    #[test]
    fn what_is_not_toml_is_located() {
        let mut complaints = Complaints::default();
        let file = SourceFile::new("game.toml", "name = \n[board]\nfiles = \"a-h\nranks = 8\n");
        assert!(parse(&file, &mut complaints).is_none());
        let lines: Vec<usize> =
            complaints.into_list().iter().map(|one| one.place().unwrap().line).collect();
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
