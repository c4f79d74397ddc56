//! What is no TOML: the place, what is wrong in the words of an author, and a line that would work.

use crate::source::{Code, Diagnostic, Location, SourceMap, Span, uncapitalised};

use super::toml_tree::iso_day;
use super::{TomlEntry, TomlNode, TomlTable};

/// The error of a list or braces without an end, if the parser first stumbles over a line behind them.
pub(super) fn unclosed_error(map: &SourceMap, first: &toml::de::Error) -> Option<Diagnostic> {
    let text = map.text();
    let at = first.span().map_or(text.len(), |span| span.start);
    let has_long_texts = ["\"\"\"", "'''"].iter().any(|quotes| text.contains(quotes));
    let open = open_bracket(&text[..at]).filter(|_| !has_long_texts)?;
    let (what, end) = if text[open..].starts_with('[') { ("list", "]") } else { ("table", " }") };
    let (line_start, line) = line_at(text, open);
    let goes_on = text[at.min(text.len())..].starts_with(['{', '"', '\'']);
    if at <= line_start + line.len() || goes_on {
        return None;
    }
    let (line, _) = line.split_once('#').unwrap_or((line, ""));
    let line = line.trim().trim_end_matches(',');
    let help = match line.ends_with(['[', '{']) {
        true => format!("write `{}` behind the last value", end.trim()),
        false => format!("write `{line}{end}`"),
    };
    let message = format!("this {what} has no end: `{}` is missing", end.trim());
    let place = map.location(Span::new(open, open + 1));
    Some(place.error(Code::TomlSyntax, message).help(help))
}

/// The error of a text that goes on on the next line.
pub(super) fn broken_text(map: &SourceMap, first: &toml::de::Error) -> Option<Diagnostic> {
    let start = first.span().filter(|_| first.message().contains("basic string"))?.start;
    let (line_start, line) = line_at(map.text(), start);
    let next = map.text().get(line_start + line.len() + 1..)?.lines().next()?;
    let (key, value) = line.split_once('=')?;
    let goes_on = next.trim_end().ends_with('"') && !next.contains('=') && !next.starts_with('[');
    let text = value.trim().trim_start_matches('"');
    let error = map.location(Span::new(line_start, line_start + line.len()));
    let error = error.error(Code::TomlSyntax, "a text of several lines stands between three marks");
    let line = format!("{} = \"\"\"{text}", key.trim());
    goes_on.then(|| error.help(format!("write `{line}`, and `\"\"\"` at the end of its last line")))
}

/// The line around a place of a text, and where it starts.
pub(super) fn line_at(text: &str, at: usize) -> (usize, &str) {
    let start = text[..at].rfind('\n').map_or(0, |at| at + 1);
    (start, text[start..].lines().next().unwrap_or_default())
}

/// The last bracket of a value that is open at the end of a text; what is in quotation marks or behind
/// `#` is none.
fn open_bracket(text: &str) -> Option<usize> {
    let (mut open, mut quote, mut is_escaped) = (Vec::new(), None, false);
    for (at, sign) in text.char_indices() {
        match (sign, quote) {
            _ if is_escaped => is_escaped = false,
            // A text and a comment end with their line.
            ('\n', _) => quote = None,
            ('\\', Some('"')) => is_escaped = true,
            (_, Some(begun)) if sign == begun && sign != '#' => quote = None,
            (_, Some(_)) => {}
            ('"' | '\'' | '#', None) => quote = Some(sign),
            ('[' | '{', None) => open.push(at),
            (']' | '}', None) => {
                open.pop();
            }
            _ => {}
        }
    }
    open.pop()
}

/// An error message in one line with a small first letter, at a place within one line.
pub(super) fn syntax_error(
    map: &SourceMap,
    error: &toml::de::Error,
    table: &TomlTable,
) -> Diagnostic {
    let end = map.text().len();
    let mut span = error.span().map_or(Span::new(end, end), Span::from);
    if let Some(line_break) = map.text()[span.range()].find('\n') {
        span.end = (span.start + line_break).max(span.start + 1).min(end);
    }
    let message = uncapitalised(&error.message().replace('\n', "; "));
    let location = map.location(span);
    if message == "duplicate key" {
        let key = &map.text()[span.range()];
        let error = location.error(Code::TomlSyntax, format!("`{key}` is written twice"));
        let (line_start, line) = line_at(map.text(), span.start);
        let before = &map.text()[..line_start];
        let same_table = before.find(&format!("{}\n", line.trim_end()));
        let same_table = same_table.filter(|_| line.starts_with('['));
        let mut first =
            same_table.map(|at| map.location(Span::new(at, at + line.trim_end().len())));
        if first.is_none() {
            earlier_key(table, key, location.span, &mut first);
        }
        let error = match first {
            Some(first) => first.add_label(error, "here first"),
            None => error,
        };
        // A line that is lost gives its table the keys of the table above.
        let header = before.lines().rfind(|line| line.starts_with('['));
        let parent = header.filter(|_| !line.starts_with('[')).and_then(|it| it.split_once('.'));
        return error.help(match parent {
            Some((parent, _)) => format!(
                "leave one `{key}`; or is a line such as `{parent}.NAME]` missing above the second?"
            ),
            None => format!("leave one `{key}`, with all that both say, or call one otherwise"),
        });
    }
    let (line_start, line) = line_at(map.text(), span.start);
    let (key, _) = line.split_once('=').unwrap_or_default();
    let is_comma = message.starts_with("missing comma") || message.starts_with("extra assignment");
    let plain = match key.trim().contains(' ') && !line.starts_with('[') && !is_comma {
        true => Some("a key is one word".to_owned()),
        false => plain_words(&message).map(str::to_owned),
    };
    let help = match is_comma {
        true => {
            let (before, _) = line.split_at((span.start - line_start).min(line.len()));
            // The comma is missing before the key of a second `=`.
            let before = match message.starts_with("extra assignment") {
                true => before.trim_end().rsplit_once(' ').map_or(before, |(before, _)| before),
                false => before,
            };
            let after = &line[before.len()..];
            match before.trim() {
                "" => {
                    let (_, last) = line_at(map.text(), line_start.saturating_sub(1));
                    format!("write a comma before it: `{},`", last.trim())
                }
                before => format!("write `{before}, {}`", after.trim()),
            }
        }
        false => syntax_help(line.trim()),
    };
    location.error(Code::TomlSyntax, plain.unwrap_or(message)).help(help)
}

/// What a message of the TOML parser says in terms of the author.
fn plain_words(message: &str) -> Option<&'static str> {
    let words = [
        (
            "invalid basic string, expected `\"`",
            "this text has no end: it stands between two quotation marks",
        ),
        (
            "invalid literal string, expected `'`",
            "this text has no end: it stands between two quotation marks",
        ),
        ("missing comma", "a comma is missing before this"),
        ("extra assignment", "a comma is missing before this"),
        ("string values must be quoted", "text must stand between straight quotation marks"),
        ("key with no value", "this line has no `=`"),
        (
            "invalid boolean",
            "this is no number, date, `true` or `false`, and no text in quotation marks",
        ),
        (
            "invalid float",
            "this is no number, date, `true` or `false`, and no text in quotation marks",
        ),
    ];
    words.into_iter().find(|(begin, _)| message.starts_with(begin)).map(|(_, plain)| plain)
}

/// Finds the last key of that name before `at`.
fn earlier_key(table: &TomlTable, name: &str, at: Span, found: &mut Option<Location>) {
    for TomlEntry { key, node } in &table.entries {
        let is_later = |known: &Location| known.span.start < key.span().start;
        if key.value == name && key.span().start < at.start && found.as_ref().is_none_or(is_later) {
            *found = Some(key.location.clone());
        }
        let items = node.value.items().iter().filter_map(TomlNode::table);
        items.chain(node.table()).for_each(|inner| earlier_key(inner, name, at, found));
    }
}

/// The help about a line of which nothing is known.
pub const LINE_HELP: &str = "each line reads `key = \"value\"`, or `[table]`";

/// What an everyday word says of a flag.
fn flag_of(word: &str) -> Option<bool> {
    match word.to_lowercase().as_str() {
        "yes" | "on" | "true" => Some(true),
        "no" | "off" | "false" => Some(false),
        _ => None,
    }
}

/// The line with quotation marks around words in braces: `repetition = { times = 3, result = draw }`.
fn with_marks_in_braces(line: &str) -> Option<String> {
    let (before, inner) = line.split_once('{')?;
    let (inner, after) = inner.split_once('}').filter(|(inner, _)| inner.contains('='))?;
    let is_word = |text: &str| {
        text.starts_with(|sign: char| sign.is_ascii_alphabetic())
            && !text.contains(['"', '\'', '{', '['])
            && flag_of(text).is_none()
    };
    let quoted = inner.split(',').map(|part| match part.split_once('=') {
        Some((key, value)) if is_word(value.trim()) => {
            format!("{}= \"{}\"", key.trim_start(), value.trim())
        }
        _ => part.trim().to_owned(),
    });
    let quoted = quoted.collect::<Vec<String>>().join(", ");
    (quoted != inner.trim()).then(|| format!("{before}{{ {quoted} }}{after}"))
}

/// A line that would work in place of one that is no TOML.
fn syntax_help(line: &str) -> String {
    let is_name = |text: &str| {
        !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c))
    };
    let bare = |text: &str| {
        let text = text.split('#').next().unwrap_or_default();
        text.trim()
            .trim_matches(['"', '\'', '\u{201c}', '\u{201d}', '\u{2018}', '\u{2019}', ';'])
            .trim()
            .to_owned()
    };
    if let Some(quoted) = with_marks_in_braces(line) {
        return format!("write `{quoted}`");
    }
    let table = line.trim_matches(['[', ']', ' ']);
    if line.starts_with('[') && is_name(table) {
        return match line.starts_with("[[") {
            true => format!("write `[[{table}]]`"),
            false => format!("write `[{table}]`"),
        };
    }
    let hyphenated = table.split_whitespace().collect::<Vec<_>>().join("-");
    if line.starts_with('[') && line.ends_with(']') && is_name(&hyphenated) {
        return format!("write `[{hyphenated}]`");
    }
    let pair = line.split_once('=').or_else(|| line.split_once(':'));
    let hyphenated = |key: &str| key.split_whitespace().collect::<Vec<_>>().join("-");
    let pair = pair.map(|(key, value)| (hyphenated(key), bare(value)));
    match pair.as_ref().map(|(key, value)| (&**key, value)) {
        Some((key, value)) if is_name(key) && flag_of(value).is_some() => {
            format!("write `{key} = {}`", flag_of(value).unwrap_or_default())
        }
        Some((key, value)) if is_name(key) && iso_day(value).is_some() => {
            format!("write `{key} = {}`", iso_day(value).unwrap_or_default())
        }
        Some((key, value)) if is_name(key) && value.parse::<i64>().is_ok() => {
            format!("write `{key} = {value}`")
        }
        // Words without quotation marks as a key of a table in one line.
        Some((key, value)) if is_name(key) && value.starts_with('{') => {
            let (inner, rest) = value[1..].split_once('=').unwrap_or_default();
            match inner.trim() {
                words if words.contains(' ') && !words.contains(['"', ',']) => {
                    format!("write `{key} = {{ \"{words}\" ={rest}`")
                }
                _ => LINE_HELP.to_owned(),
            }
        }
        // Two keys in a line.
        Some((key, value)) if is_name(key) && value.contains("\" ") && value.contains(" = \"") => {
            let (first, second) = line.split_once("\" ").unwrap_or((line, ""));
            format!("write `{first}\"` and `{}` on lines of their own", second.trim())
        }
        // Quotation marks within a text.
        Some((key, value)) if is_name(key) && value.contains('"') => {
            let quotes = if value.contains('\'') { "\"\"\"" } else { "'" };
            format!("write `{key} = {quotes}{value}{quotes}`")
        }
        Some((key, value))
            if is_name(key) && !value.starts_with(['[', '{']) && !value.is_empty() =>
        {
            format!("write `{key} = \"{value}\"`")
        }
        Some((key, value)) if is_name(key) && value.is_empty() => {
            format!("write `{key} = \"...\"`")
        }
        _ => LINE_HELP.to_owned(),
    }
}
