//! A definition that is being written: tables in order, their text, and the difference of two.

use std::fmt::Write;

/// The longest line with a table in it.
const LINE: usize = 96;

/// A value of a definition that is being written.
#[derive(Debug, Clone, PartialEq)]
pub enum DraftValue {
    /// A text.
    Text(String),
    /// A number.
    Number(i64),
    /// A flag.
    Flag(bool),
    /// A list of tables.
    List(Vec<Draft>),
    /// A table.
    Table(Draft),
}

/// A table of a definition that is being written.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Draft {
    /// The keys in order.
    pub entries: Vec<(String, DraftValue)>,
}

impl From<&str> for DraftValue {
    fn from(text: &str) -> DraftValue {
        DraftValue::Text(text.to_owned())
    }
}

impl From<String> for DraftValue {
    fn from(text: String) -> DraftValue {
        DraftValue::Text(text)
    }
}

impl From<i64> for DraftValue {
    fn from(number: i64) -> DraftValue {
        DraftValue::Number(number)
    }
}

impl From<bool> for DraftValue {
    fn from(flag: bool) -> DraftValue {
        DraftValue::Flag(flag)
    }
}

impl From<Draft> for DraftValue {
    fn from(table: Draft) -> DraftValue {
        DraftValue::Table(table)
    }
}

impl Draft {
    /// A table of these keys and values.
    pub fn of<const N: usize>(entries: [(&str, DraftValue); N]) -> Draft {
        let entries = entries.into_iter().map(|(key, value)| (key.to_owned(), value));
        Draft { entries: entries.collect() }
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&DraftValue> {
        self.entries.iter().find(|(known, _)| known == key).map(|(_, value)| value)
    }

    /// The table of a key.
    pub fn table(&self, key: &str) -> Option<&Draft> {
        match self.get(key) {
            Some(DraftValue::Table(table)) => Some(table),
            _ => None,
        }
    }

    /// The text of a key.
    pub fn text(&self, key: &str) -> Option<&str> {
        match self.get(key) {
            Some(DraftValue::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// Sets a value; makes the tables on the path to it.
    pub fn set(&mut self, path: &[&str], value: impl Into<DraftValue>) {
        let Some((first, rest)) = path.split_first() else { return };
        let known = self.entries.iter().position(|(key, _)| key == first);
        let index = known.unwrap_or_else(|| {
            self.entries.push(((*first).to_owned(), DraftValue::Table(Draft::default())));
            self.entries.len() - 1
        });
        let below = &mut self.entries[index].1;
        if rest.is_empty() {
            *below = value.into();
            return;
        }
        if !matches!(below, DraftValue::Table(_)) {
            *below = DraftValue::Table(Draft::default());
        }
        if let DraftValue::Table(table) = below {
            table.set(rest, value);
        }
    }

    /// Removes a value, and the tables that are then empty.
    pub fn remove(&mut self, path: &[&str]) {
        let Some((first, rest)) = path.split_first() else { return };
        let Some(index) = self.entries.iter().position(|(key, _)| key == first) else { return };
        if let DraftValue::Table(table) = &mut self.entries[index].1
            && !rest.is_empty()
        {
            table.remove(rest);
            if !table.entries.is_empty() {
                return;
            }
        }
        self.entries.remove(index);
    }

    /// Adds a table to a list.
    pub fn push(&mut self, key: &str, table: Draft) {
        if let Some((_, DraftValue::List(list))) =
            self.entries.iter_mut().find(|(known, _)| known == key)
        {
            list.push(table);
            return;
        }
        self.entries.push((key.to_owned(), DraftValue::List(vec![table])));
    }

    /// The definition as text.
    pub fn print(&self) -> String {
        let mut text = String::new();
        let scalars = self.entries.iter().filter(|(_, value)| !value.is_table_or_list());
        print_lines(&mut text, &scalars.collect::<Vec<_>>());
        for (key, value) in &self.entries {
            match value {
                DraftValue::Table(table) => print_section(&mut text, key, table),
                DraftValue::List(list) => {
                    for table in list {
                        let _ = write!(text, "\n[[{key}]]\n");
                        print_lines(&mut text, &table.entries.iter().collect::<Vec<_>>());
                    }
                }
                _ => {}
            }
        }
        text
    }

    fn inline(&self) -> String {
        let entries = self.entries.iter().map(|(key, value)| format!("{key} = {}", value.inline()));
        match entries.collect::<Vec<_>>().join(", ") {
            text if text.is_empty() => "{}".to_owned(),
            text => format!("{{ {text} }}"),
        }
    }

    /// Whether it fits in one line of the table above.
    fn is_short(&self, key: &str) -> bool {
        let has_tables = self.entries.iter().any(|(_, value)| value.is_table_or_list());
        !has_tables && self.entries.len() < 4 && key.len() + self.inline().len() < LINE - 3
    }
}

impl DraftValue {
    fn is_table_or_list(&self) -> bool {
        matches!(self, DraftValue::Table(_) | DraftValue::List(_))
    }

    fn inline(&self) -> String {
        match self {
            DraftValue::Text(text) => {
                format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
            }
            DraftValue::Number(number) => number.to_string(),
            DraftValue::Flag(flag) => flag.to_string(),
            DraftValue::Table(table) => table.inline(),
            DraftValue::List(list) => {
                let items: Vec<String> = list.iter().map(Draft::inline).collect();
                format!("[{}]", items.join(", "))
            }
        }
    }

    /// The value after `key = `, on several lines if it is a long list.
    fn lines(&self) -> String {
        match self {
            DraftValue::List(list) if self.inline().len() > LINE - 10 => {
                let items = list.iter().map(|item| format!("  {},\n", item.inline()));
                format!("[\n{}]", items.collect::<String>())
            }
            other => other.inline(),
        }
    }
}

/// Prints keys with aligned values.
fn print_lines(text: &mut String, entries: &[&(String, DraftValue)]) {
    let width = entries.iter().map(|(key, _)| key.len()).max().unwrap_or(0);
    for (key, value) in entries {
        let _ = writeln!(text, "{key:width$} = {}", value.lines());
    }
}

/// Prints `[path]`, with short tables in one line each and the others as sections.
fn print_section(text: &mut String, path: &str, table: &Draft) {
    // Tables keep their order: after the first section there is no line.
    let is_section = |(key, value): &(String, DraftValue)| match value {
        DraftValue::Table(inner) => path == "setup" || !inner.is_short(key),
        _ => false,
    };
    let first = table.entries.iter().position(is_section).unwrap_or(table.entries.len());
    let is_line = |(index, (_, value)): (usize, &(String, DraftValue))| {
        index < first || !matches!(value, DraftValue::Table(_))
    };
    let (lines, sections): (Vec<_>, Vec<_>) =
        table.entries.iter().enumerate().partition(|(index, entry)| is_line((*index, entry)));
    if !lines.is_empty() || sections.is_empty() {
        let _ = write!(text, "\n[{path}]\n");
        print_lines(text, &lines.into_iter().map(|(_, entry)| entry).collect::<Vec<_>>());
    }
    for (_, (key, value)) in sections {
        if let DraftValue::Table(inner) = value {
            print_section(text, &format!("{path}.{key}"), inner);
        }
    }
}

/// What a definition must say so that `before` becomes `after`: its keys, and the paths that it
/// does not inherit. `exists` tells which paths the parent has.
pub fn difference(
    before: &Draft,
    after: &Draft,
    exists: &dyn Fn(&[&str]) -> bool,
) -> (Draft, Vec<String>) {
    let mut found = (Draft::default(), Vec::new());
    compare(before, after, &[], exists, &mut found);
    found
}

fn compare(
    before: &Draft,
    after: &Draft,
    path: &[&str],
    exists: &dyn Fn(&[&str]) -> bool,
    found: &mut (Draft, Vec<String>),
) {
    for (key, _) in before.entries.iter().filter(|(key, _)| after.get(key).is_none()) {
        leave_out(&[path, &[key]].concat(), exists, found);
    }
    for (key, value) in &after.entries {
        let path = &[path, &[key]].concat()[..];
        match (before.get(key), value) {
            (Some(DraftValue::Table(before)), DraftValue::Table(after)) => {
                compare_tables(before, after, path, exists, found);
            }
            (Some(DraftValue::List(known)), DraftValue::List(list)) if path.len() == 1 => {
                // Lists at the top are appended to those of the parent.
                for table in list.iter().filter(|table| !known.contains(table)) {
                    found.0.push(key, table.clone());
                }
            }
            (Some(before), after) if before == after => {}
            (_, after) => found.0.set(path, after.clone()),
        }
    }
}

/// Compares two tables; replaces one whole that keeps nothing of the parent.
fn compare_tables(
    before: &Draft,
    after: &Draft,
    path: &[&str],
    exists: &dyn Fn(&[&str]) -> bool,
    found: &mut (Draft, Vec<String>),
) {
    let kept = after.entries.iter().filter(|(key, value)| before.get(key) == Some(value)).count();
    let gone = before.entries.iter().filter(|(key, _)| after.get(key).is_none()).count();
    let is_order = matches!(path, ["effects" | "restrictions" | "end-conditions"]);
    let is_new = kept == 0 && gone > 1 && !matches!(path, ["pieces" | "sides" | "board"]);
    if exists(path) && (is_new || is_order && gone > 0) {
        found.1.push(path.join("."));
        found.0.set(path, after.clone());
        return;
    }
    // `move` and `moves` of a piece replace those of the parent together.
    let is_piece = matches!(path, ["pieces", _]);
    let moves = |table: &Draft| (table.get("move").cloned(), table.get("moves").cloned());
    if is_piece && moves(before) != moves(after) {
        let mut below = before.clone();
        below.entries.retain(|(key, _)| key != "move" && key != "moves");
        if moves(after) == (None, None) {
            for key in ["move", "moves"] {
                leave_out(&[path, &[key]].concat(), exists, found);
            }
        }
        compare(&below, after, path, exists, found);
        return;
    }
    compare(before, after, path, exists, found);
}

/// Adds a path to those that are not inherited, if the parent has it.
fn leave_out(path: &[&str], exists: &dyn Fn(&[&str]) -> bool, found: &mut (Draft, Vec<String>)) {
    if exists(path) {
        found.1.push(path.join("."));
    }
}
