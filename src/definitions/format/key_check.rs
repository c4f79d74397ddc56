//! Checks the keys and types of a definition against the format.

use crate::source::{Code, Diagnostic, Diagnostics, SourceText, did_you_mean, suggestion};
use crate::toml_text::{TomlEntry, TomlNode, TomlTable, TomlValue, wrong_type};

use super::axis_names::usual_axis_names;
use super::everyday_words::everyday_help;
use super::key_help::{
    headers_of, in_condition, in_list, in_section, known_keys, lost_header, nested_too_deeply,
    singular, usual_name,
};
use super::keys::{FormatKey, GAME, Language, OUTCOMES, Section, ValueKind};

/// Reports keys that the format does not have, and values of a wrong type.
///
/// Returns the paths of tables that make no sense at all, so that nothing else is said about them. Returns
/// `None` if a table stands in a wrong place: then every further error would be about a game that the author
/// did not write.
///
/// The engine of boards reads definitions that were checked when their page was built.
pub(super) fn check(root: &TomlTable, diagnostics: &mut Diagnostics) -> Option<Vec<String>> {
    if !cfg!(feature = "book") {
        return Some(Vec::new());
    }
    let mut checker = FormatChecker { diagnostics, meaningless: Vec::new(), is_readable: true };
    checker.table(root, &GAME, "");
    checker.is_readable.then_some(checker.meaningless)
}

/// Reports required keys that are missing, after everything inherited was merged.
pub fn check_required(root: &TomlTable, diagnostics: &mut Diagnostics) {
    if cfg!(feature = "book") {
        require(root, &GAME, None, "", diagnostics);
    }
}

struct FormatChecker<'d> {
    diagnostics: &'d mut Diagnostics,
    meaningless: Vec<String>,
    /// Whether all tables stand in their places.
    is_readable: bool,
}

impl FormatChecker<'_> {
    fn table(&mut self, table: &TomlTable, section: &Section, path: &str) {
        let owner = if path.is_empty() { "a game".to_owned() } else { format!("`{path}`") };
        for TomlEntry { key, node } in &table.entries {
            match section.key(&key.value) {
                Some(known) => self.value(node, known, &join_path(path, &key.value), section),
                None => {
                    let message = format!("{owner} has no key `{}`", key.value);
                    let error = key.error(Code::TomlKey, message);
                    let help = self.help_for_unknown(section, path, table, &key.value, node);
                    self.diagnostics.push(error.help(help));
                }
            }
        }
    }

    fn help_for_unknown(
        &mut self,
        section: &Section,
        path: &str,
        table: &TomlTable,
        key: &str,
        node: &TomlNode,
    ) -> String {
        if let Some(help) = nested_too_deeply(section, path, key, node) {
            self.meaningless.push(path.to_owned());
            return help;
        }
        if let Some(help) = lost_header(section, path, table) {
            return help;
        }
        let known = section.keys.iter().map(|key| key.name.as_str());
        let letter = node.value.text().filter(|text| text.value.len() == 1);
        let letter = letter.filter(|_| section.key("letter").is_some());
        let letter = letter.filter(|_| table.get("letter").is_none());
        let near = in_condition(section, table, key, node)
            .or_else(|| letter.map(|text| format!("write `letter = \"{}\"`", text.value)))
            .or_else(|| everyday_help(path, key, node.value.text().map(SourceText::as_str)))
            .or_else(|| in_list(section, path, table, key))
            .or_else(|| in_section(key, node))
            .or_else(|| did_you_mean(key, known));
        // A table of its own, such as `[sides.black.setup]`, stands where its author meant it.
        let is_line = node.table().is_none();
        let help = near.or_else(|| if is_line { self.misplaced(path, key) } else { None });
        help.unwrap_or_else(|| known_keys(section, path, key, node))
    }

    /// Help for a key of the whole game that stands below the `[...]` of another table.
    fn misplaced(&mut self, path: &str, key: &str) -> Option<String> {
        let own = GAME.key(key).filter(|_| !path.is_empty())?;
        self.is_readable = false;
        let is_side = |id: &&str| {
            matches!(*id, "each" | "white" | "black" | "red" | "orange" | "green" | "blue")
        };
        if let Some(id) = path.strip_prefix("setup.").filter(|id| !is_side(id)) {
            return Some(format!(
                "`[setup.{id}]` sets up a side; another setup is `[setups.{id}]`"
            ));
        }
        let lines = format!("every line below `[{path}]` belongs to it, up to the next `[...]`");
        Some(match wanted_type(&own.value) {
            kind if kind.contains("table") => {
                let right = everyday_help("", key, None);
                let usual = || format!("write `{}`", example(&own.value, key));
                format!("{lines}; {}", right.unwrap_or_else(usual))
            }
            _ => format!("{lines}; write `{key}` above the first `[...]` of the file"),
        })
    }

    fn value(&mut self, node: &TomlNode, key: &FormatKey, path: &str, section: &Section) {
        match (&key.value, &node.value) {
            (ValueKind::Text, TomlValue::Text(_))
            | (ValueKind::Integer, TomlValue::Integer(_))
            | (ValueKind::Number, TomlValue::Integer(_) | TomlValue::Float(_))
            | (ValueKind::Flag, TomlValue::Flag(_))
            | (ValueKind::Date, TomlValue::Date(_)) => {}
            (ValueKind::Words(_), TomlValue::Text(text)) => self.verbatim(text),
            (ValueKind::OneOf(words), TomlValue::Text(text)) => self.word(text, words, key),
            (ValueKind::Numbers, TomlValue::List(items)) => {
                for item in items.iter().filter(|item| item.value.number().is_none()) {
                    self.wrong_type(path, item, &key.value, "numbers");
                }
            }
            (ValueKind::Table(section), TomlValue::Table(table)) => {
                self.table(table, section, path);
            }
            (ValueKind::Named(inner), TomlValue::Table(table)) => {
                self.each_table(table, path, &key.value, |checker, table, path| {
                    checker.table(table, inner, path);
                });
            }
            (ValueKind::List(section), TomlValue::List(items)) => {
                for (index, item) in items.iter().enumerate() {
                    let path = format!("{path}.{}", index + 1);
                    match item.table() {
                        Some(table) => self.table(table, section, &path),
                        None => self.wrong_type(&path, item, &key.value, "a table"),
                    }
                }
            }
            (ValueKind::Entries(language), TomlValue::Table(table)) => {
                self.entries(table, path, *language);
            }
            (ValueKind::NamedEntries(language), TomlValue::Table(table)) => {
                self.each_table(table, path, &key.value, |checker, table, path| {
                    checker.entries(table, path, *language);
                });
            }
            (ValueKind::NamedCounts, TomlValue::Table(table)) => {
                self.each_table(table, path, &key.value, Self::counts);
            }
            (ValueKind::List(_), TomlValue::Text(text)) if singular(section, key).is_some() => {
                let message = format!("`{path}` is a text; it must be a list of tables");
                let one = singular(section, key).map_or("", |key| &key.name);
                let help = format!("write `{one} = \"{}\"`", text.value);
                self.diagnostics.push(node.location.error(Code::TomlValue, message).help(help));
            }
            (kind, _) => self.wrong_type(path, node, kind, wanted_type(kind)),
        }
    }

    fn each_table(
        &mut self,
        table: &TomlTable,
        path: &str,
        kind: &ValueKind,
        check: impl Fn(&mut Self, &TomlTable, &str),
    ) {
        let mut has_stray = false;
        for TomlEntry { key, node } in &table.entries {
            match node.table() {
                Some(table) => {
                    self.name(key);
                    check(self, table, &join_path(path, &key.value));
                }
                None if !has_stray => {
                    has_stray = true;
                    self.stray(path, table, (key, node), kind);
                }
                None => {}
            }
        }
    }

    /// Reports a line that stands between the tables at `path`, and not in one of them.
    fn stray(
        &mut self,
        path: &str,
        table: &TomlTable,
        (key, node): (&SourceText, &TomlNode),
        kind: &ValueKind,
    ) {
        self.is_readable = false;
        let (name, own) = (&key.value, join_path(path, &key.value));
        let message = format!("`{own}` is {}; it must be a table", node.value.type_name());
        let above = |table: &str| format!("write `[{table}]` above this line");
        let notation = |inner: &Section| {
            let notation = |key: &&FormatKey| key.value.is_words(Language::Notation);
            let key = inner.keys.iter().find(notation)?.name.clone();
            Some(format!("write `[{own}]` and below it `{key} = \"{}\"`", node.value.text()?.value))
        };
        let help = match kind {
            ValueKind::Named(inner) if inner.key(name).is_some() => {
                // The table that stands before the line is meant.
                let last = table.entries.iter().take_while(|it| it.key.value != *name).last();
                let id = last.map_or(usual_name(path), |entry| &entry.key.value);
                let is_bare =
                    last.is_some_and(|it| it.node.table().is_some_and(|it| it.entries.is_empty()));
                match node.value.text().filter(|_| is_bare) {
                    Some(text) => format!("write `{id} = {{ {name} = \"{}\" }}`", text.value),
                    None => above(&format!("{path}.{id}")),
                }
            }
            ValueKind::Named(inner) => {
                let cells = |of: &&FormatKey| of.value.is_words(Language::Cells);
                let text = node.value.text().map_or("", SourceText::as_str);
                let key = inner.keys.iter().find(cells).filter(|_| !text.is_empty());
                if let Some(key) = key.filter(|_| notation(inner).is_none()) {
                    let (key, id) = match &**name {
                        // `piece = "pawn"` names the table.
                        "piece" | "pieces" | "name" | "id" => (None, text),
                        id => (Some(&key.name), id),
                    };
                    let line = key
                        .map_or(String::new(), |key| format!(" and below it `{key} = \"{text}\"`"));
                    let help = format!("write `[{path}.{id}]`{line} in place of `[{path}]`");
                    let error = node.location.error(Code::TomlValue, message).help(help);
                    return self.diagnostics.push(error);
                }
                notation(inner).unwrap_or_else(|| format!("write `{name} = {{}}` or `[{own}]`"))
            }
            _ => match everyday_help("", name, None).filter(|_| GAME.key(name).is_none()) {
                Some(help) => help,
                None => above(&format!("{path}.each")),
            },
        };
        self.diagnostics.push(node.location.error(Code::TomlValue, message).help(help));
    }

    fn entries(&mut self, table: &TomlTable, path: &str, language: Language) {
        for TomlEntry { key, node } in &table.entries {
            let own = || join_path(path, &key.value);
            match node.value.text() {
                Some(text) => {
                    self.name(key);
                    self.verbatim(text);
                }
                None if GAME.key(&key.value).is_some() => {
                    let message = format!("`{path}` has no key `{}`", key.value);
                    let help = self.misplaced(path, &key.value).unwrap_or_default();
                    self.diagnostics.push(key.error(Code::TomlKey, message).help(help));
                }
                None => {
                    self.wrong_type(&own(), node, &ValueKind::Words(language), "a text");
                    let neighbour = table.texts().next().map_or("pawn", |(name, _)| name.as_str());
                    let home =
                        headers_of(&[&key.value]).first().map(|it| it.replace("NAME", neighbour));
                    if let Some((home, error)) = home.zip(self.diagnostics.iter_mut().last()) {
                        let help = format!("`{}` is not about all of `{path}`", key.value);
                        error.help = Some(format!("{help}: write it below `{home}`, for instance"));
                    }
                }
            }
        }
    }

    fn counts(&mut self, table: &TomlTable, path: &str) {
        for TomlEntry { key, node } in &table.entries {
            if !matches!(node.value, TomlValue::Integer(0..=999)) {
                let path = join_path(path, &key.value);
                self.wrong_type(&path, node, &ValueKind::Integer, "a whole number up to 999");
            }
        }
    }

    /// Reports a name that is not made of small letters, digits and hyphens.
    ///
    /// Such names can occur in every expression, path and web address.
    fn name(&mut self, key: &SourceText) {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let name = key.as_str();
        if !name.chars().all(plain) || !name.starts_with(|c: char| c.is_ascii_lowercase()) {
            self.is_readable = false;
            let error = key.error(Code::TomlKey, format!("`{name}` cannot be a name"));
            let hyphen = |c: char| if plain(c) { c } else { '-' };
            let right: String = name.to_ascii_lowercase().chars().map(hyphen).collect();
            let right = right.trim_matches(|c: char| c == '-' || c.is_ascii_digit());
            let right = if right.is_empty() { String::new() } else { format!("write `{right}`: ") };
            self.diagnostics.push(error.help(format!(
                "{right}names are small letters, digits and hyphens, and begin with a letter; \
                 `name = \"..\"` may have any other characters",
            )));
        }
    }

    fn verbatim(&mut self, text: &SourceText) {
        if !text.is_verbatim() {
            let error = text.error(Code::TomlValue, "escapes cannot be used here");
            let help = "write the characters themselves, so that messages can point at a word";
            self.diagnostics.push(error.help(help));
        }
    }

    fn word(&mut self, text: &SourceText, words: &[String], key: &FormatKey) {
        let words = words.iter().map(String::as_str);
        if words.clone().any(|word| word == text.value) {
            return;
        }
        let (code, message) = if words.clone().eq(OUTCOMES.map(|(word, _)| word)) {
            (Code::Ends, format!("no result `{}`", text.value))
        } else {
            (Code::TomlValue, format!("`{}` cannot be `{}`", key.name, text.value))
        };
        let other = match text.as_str() {
            "column" => Some("file"),
            "row" => Some("rank"),
            "color" => Some("colour"),
            _ => None,
        };
        let other = other.filter(|other| words.clone().any(|word| word == *other));
        let help = other.map(|other| format!("write `{other}`"));
        let help = help.unwrap_or_else(|| suggestion(&text.value, words));
        self.diagnostics.push(text.error(code, message).help(help));
    }

    fn wrong_type(&mut self, path: &str, node: &TomlNode, kind: &ValueKind, wanted: &str) {
        let is_none = match &node.value {
            TomlValue::Flag(flag) => !flag,
            TomlValue::Text(text) => matches!(text.as_str(), "none" | "no" | "false" | ""),
            _ => false,
        };
        if is_none && wanted_type(kind).contains("table") {
            let message = format!("`{path}` is {}; it must be {wanted}", node.value.type_name());
            let help = format!(
                "a game without it leaves it out; if it is inherited, write `without = \"{path}\"`"
            );
            self.diagnostics.push(node.location.error(Code::TomlValue, message).help(help));
            return;
        }
        let mut example = example(kind, path);
        if let TomlValue::Integer(number) = node.value {
            example = example.replacen("= 3,", &format!("= {number},"), 1);
        }
        let error = wrong_type(Code::TomlValue, path, node, wanted, &example);
        let right = right_value(kind, path, node);
        self.diagnostics.push(right.into_iter().fold(error, Diagnostic::help));
    }
}

/// Help for a value of a wrong type, where more than its type is known.
fn right_value(kind: &ValueKind, path: &str, node: &TomlNode) -> Option<String> {
    let (table, key) = path.rsplit_once('.').unwrap_or(("", path));
    let number = match &node.value {
        TomlValue::Integer(number) => Some(*number),
        _ => None,
    };
    let written = node.value.text().and_then(|text| text.value.trim().parse::<u16>().ok());
    if let (ValueKind::Integer | ValueKind::NamedCounts, Some(number)) = (kind, written) {
        return Some(format!("write `{key} = {number}`"));
    }
    let is_axis = table == "board" || table.starts_with("boards.");
    Some(match (kind, key, number) {
        (_, "files" | "ranks" | "levels", Some(count)) if is_axis => {
            let names = usual_axis_names(key, usize::try_from(count).ok()?)?;
            format!("write `{key} = \"{names}\"`")
        }
        (ValueKind::Words(Language::Cells), _, Some(rank)) => {
            format!("write `{key} = \"rank {rank}\"`")
        }
        (ValueKind::Words(Language::Names), "seat", Some(angle @ (60 | 90 | 120 | 180 | 270))) => {
            format!("write `seat = \"turn {angle}\"`")
        }
        _ if matches!(node.value, TomlValue::List(_)) => return None,
        (ValueKind::OneOf(_), "limit", Some(most)) => {
            format!("so many on the boards are `max-count = {most}` in the table of the piece")
        }
        (ValueKind::Words(_), _, _) => everyday_help(table, key, None)?,
        _ => return None,
    })
}

/// A line that gives the key at the path a value of that type.
fn example(kind: &ValueKind, path: &str) -> String {
    let key = path.rsplit('.').next().unwrap_or(path);
    let value = match kind {
        ValueKind::Text | ValueKind::Words(Language::Names) => "\"...\"",
        ValueKind::Words(Language::Cells) if key.ends_with("-step") => {
            let piece = path.split('.').nth(1).unwrap_or("pawn");
            return format!("{key} = \"start of {piece}\"");
        }
        ValueKind::Words(Language::Cells) => "\"rank 2\"",
        ValueKind::Words(Language::Pieces) => "\"any but pawn\"",
        ValueKind::Words(Language::Notation) => "\"WF\"",
        ValueKind::Words(Language::Path) => "\"orthogonal diagonal\"",
        ValueKind::OneOf(words) => {
            let usual = words.iter().find(|word| key == "result" && *word == "draw");
            return format!("{key} = \"{}\"", usual.unwrap_or(&words[0]));
        }
        ValueKind::Table(section) if section.keys.iter().any(|key| key.required) => {
            let required = section.keys.iter().filter(|key| key.required);
            let lines: Vec<String> = required.map(|key| example(&key.value, &key.name)).collect();
            return format!("{key} = {{ {} }}", lines.join(", "));
        }
        ValueKind::Integer | ValueKind::Number => "3",
        ValueKind::Numbers => "[3, 2, 1]",
        ValueKind::Flag => "true",
        ValueKind::Date => "1999-12-31",
        ValueKind::Table(_) | ValueKind::Entries(_) => return format!("[{path}]"),
        ValueKind::Named(_) => return format!("[{path}.NAME]"),
        ValueKind::NamedEntries(_) | ValueKind::NamedCounts => return format!("[{path}.each]"),
        ValueKind::List(_) => return format!("[[{path}]]"),
    };
    format!("{key} = {value}")
}

fn wanted_type(kind: &ValueKind) -> &'static str {
    match kind {
        ValueKind::Text | ValueKind::Words(_) | ValueKind::OneOf(_) => "a text",
        ValueKind::Integer => "a whole number",
        ValueKind::Number => "a number",
        ValueKind::Numbers => "a list of numbers",
        ValueKind::Flag => "`true` or `false`",
        ValueKind::Date => "a date",
        ValueKind::Table(_)
        | ValueKind::Named(_)
        | ValueKind::Entries(_)
        | ValueKind::NamedEntries(_)
        | ValueKind::NamedCounts => "a table",
        ValueKind::List(_) => "a list of tables",
    }
}

fn require(
    table: &TomlTable,
    section: &Section,
    name: Option<&SourceText>,
    path: &str,
    diagnostics: &mut Diagnostics,
) {
    // Below `[board.pond]` a board is meant that has a table of its own: that is said where it stands.
    let is_of_boards = path == "board" && table.named().next().is_some();
    for key in section.keys.iter().filter(|key| key.required && !is_of_boards) {
        let line = format!("write `{} = ", key.name);
        let is_meant = |written: &str| {
            let is_near = || did_you_mean(written, [key.name.as_str()]).is_some();
            section.key(written).is_none()
                && everyday_help(path, written, None)
                    .map_or_else(is_near, |help| help.starts_with(&line))
        };
        // Without `name`, this is the game itself: `format` and `name` were checked in each file.
        if let (None, Some(name)) = (table.get(&key.name), name)
            && !table.keys().any(is_meant)
        {
            let message = format!("`{}` needs `{}`", name.value, key.name);
            // `the cells: `landing`, ...` names a usual value first.
            let usual = key.about.split_once(": `").and_then(|(_, rest)| rest.split('`').next());
            let line = match (&key.value, usual) {
                (ValueKind::Words(Language::Names), Some(usual)) => {
                    format!("{} = \"{usual}\"", key.name)
                }
                _ => example(&key.value, &key.name),
            };
            let help = format!("write `{line}`: {}", key.about);
            diagnostics.push(name.error(Code::TomlKey, message).help(help));
        }
    }
    for TomlEntry { key: name, node } in &table.entries {
        match (section.key(&name.value).map(|key| &key.value), &node.value) {
            (Some(ValueKind::Table(inner)), TomlValue::Table(table)) => {
                let path = join_path(path, &name.value);
                require(table, inner, Some(name), &path, diagnostics);
            }
            (Some(ValueKind::Named(inner)), TomlValue::Table(tables)) => {
                let path = join_path(path, &name.value);
                for (name, table) in tables.named() {
                    let path = join_path(&path, &name.value);
                    require(table, inner, Some(name), &path, diagnostics);
                }
            }
            (Some(ValueKind::List(inner)), TomlValue::List(_)) => {
                for (item, location) in table.tables(&name.value) {
                    let here = SourceText::new(&*name.value, location.clone());
                    require(item, inner, Some(&here), path, diagnostics);
                }
            }
            _ => {}
        }
    }
}

fn join_path(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}
