//! A topic of the reference, and its forms: text, Markdown and JSON.

use std::fmt::Write;
use std::sync::LazyLock;

use serde::Serialize;

use crate::toml_text::{TomlNode, TomlTable, bundled_toml};

/// A topic, such as all functions of claims.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Topic {
    /// The word that asks for it.
    pub word: String,
    /// The title of its page.
    pub title: String,
    /// What it is about, in Markdown.
    pub intro: String,
    /// Its parts.
    pub parts: Vec<TopicPart>,
}

/// A part of a topic: entries under one heading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Default)]
pub struct TopicPart {
    /// The heading.
    pub heading: String,
    /// What its entries have in common, in Markdown; may be empty.
    pub intro: String,
    /// Blocks that only a page shows, before the entries; may be empty.
    #[serde(skip)]
    pub blocks: String,
    /// Its entries.
    pub entries: Vec<TopicEntry>,
}

/// One word or form, what it means, and an example that runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Default)]
pub struct TopicEntry {
    /// How it is written.
    pub form: String,
    /// The type of its value; may be empty.
    pub kind: String,
    /// What it means.
    pub meaning: String,
    /// An example, perhaps of several lines.
    pub example: String,
    /// What the example gives, or where it is from; may be empty.
    pub gives: String,
}

impl TopicEntry {
    /// An entry without a type.
    pub fn new(form: &str, meaning: &str, example: &str) -> TopicEntry {
        TopicEntry {
            form: form.to_owned(),
            meaning: meaning.to_owned(),
            example: example.to_owned(),
            ..TopicEntry::default()
        }
    }
}

/// The words of the reference that no other table has.
static TOPICS_FILE: LazyLock<TomlTable> =
    LazyLock::new(|| bundled_toml("topics.toml", include_str!("topics.toml")));

impl Topic {
    /// The topic with that word, and its parts, as `topics.toml` has them. Entries that come from tables of
    /// the program are not among them.
    pub fn written(word: &str) -> Topic {
        let table = TOPICS_FILE.table(word);
        let text = |table: &TomlTable, key| table.string(key).unwrap_or_default();
        let entry = |form: &TomlNode| {
            let [name, meaning, example, gives] = [0, 1, 2, 3].map(|at| form.item_text(at));
            TopicEntry { gives: gives.to_owned(), ..TopicEntry::new(name, meaning, example) }
        };
        let part = |part: &TomlTable| TopicPart {
            heading: text(part, "heading"),
            intro: text(part, "intro"),
            blocks: text(part, "blocks"),
            entries: part.items("forms").iter().map(entry).collect(),
        };
        let parts = table.entries.iter().filter_map(|entry| entry.node.value.table());
        Topic {
            word: word.to_owned(),
            title: text(table, "title"),
            intro: text(table, "intro"),
            parts: parts.map(part).collect(),
        }
    }

    /// Returns the topic as text for a terminal.
    pub fn text(&self) -> String {
        let mut text = format!("{}\n\n{}\n", self.title, self.intro);
        for part in &self.parts {
            let _ = write!(text, "\n{}\n", part.heading);
            if !part.intro.is_empty() {
                let _ = writeln!(text, "{}", part.intro);
            }
            for entry in &part.entries {
                let colon = if entry.kind.is_empty() { "" } else { ": " };
                let _ = write!(text, "\n  {}{colon}{}\n", entry.form, entry.kind);
                if !entry.meaning.is_empty() {
                    let _ = writeln!(text, "      {}", entry.meaning);
                }
                for line in entry.example.lines() {
                    let _ = writeln!(text, "      > {line}");
                }
                if !entry.gives.is_empty() {
                    let _ = writeln!(text, "      {}", entry.gives);
                }
            }
        }
        text
    }

    /// Returns the topic as a page of a book: a heading and a table for each part.
    pub fn markdown(&self) -> String {
        let mut text =
            format!("+++\ntitle = \"{}\"\nmanual = true\n+++\n\n{}\n", self.title, self.intro);
        for part in &self.parts {
            let _ = write!(text, "\n## {}\n", part.heading);
            if !part.intro.is_empty() {
                let _ = write!(text, "\n{}\n", part.intro);
            }
            if !part.blocks.is_empty() {
                let _ = write!(text, "\n{}", part.blocks);
            }
            let has =
                |of: fn(&TopicEntry) -> &str| part.entries.iter().any(|it| !of(it).is_empty());
            let columns: Vec<(&str, CellText)> = [
                (true, "Form", (|it| code(&it.form)) as CellText),
                (has(|it| &it.kind), "Value", |it| it.kind.clone()),
                (has(|it| &it.meaning), "Meaning", |it| it.meaning.clone()),
                (has(|it| &it.example), "Example", |it| code(&it.example)),
                (has(|it| &it.gives), "Gives", |it| it.gives.clone()),
            ]
            .into_iter()
            .filter_map(|(is_shown, name, cell)| is_shown.then_some((name, cell)))
            .collect();
            let row = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
            text.push('\n');
            text += &row(columns.iter().map(|(name, _)| (*name).to_owned()).collect());
            text += &row(columns.iter().map(|_| "---".to_owned()).collect());
            for entry in &part.entries {
                let cell = |text: String| text.replace('|', "\\|");
                text += &row(columns.iter().map(|(_, of)| cell(of(entry))).collect());
            }
        }
        text
    }
}

/// Returns the text of an entry in one column of a table.
type CellText = fn(&TopicEntry) -> String;

/// Code in a cell of a table: each line in backticks of its own.
fn code(text: &str) -> String {
    let line = |line: &str| match line.contains('`') {
        true => format!("`` {line} ``"),
        false => format!("`{line}`"),
    };
    text.lines().map(line).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse;

    #[test]
    fn a_topic_is_text_and_a_table() {
        let part = TopicPart {
            heading: "Parts".to_owned(),
            entries: vec![TopicEntry {
                gives: "b".to_owned(),
                ..TopicEntry::new("a | b", "either", "a\n`b`")
            }],
            ..TopicPart::default()
        };
        let [word, title, intro] = ["x", "X", "About."].map(str::to_owned);
        let topic = Topic { word, title, intro, parts: vec![part] };
        let text =
            "X\n\nAbout.\n\nParts\n\n  a | b\n      either\n      > a\n      > `b`\n      b\n";
        assert_eq!(topic.text(), text);
        let page = "+++\ntitle = \"X\"\nmanual = true\n+++\n\nAbout.\n\n## Parts\n\n\
                    | Form | Meaning | Example | Gives |\n| --- | --- | --- | --- |\n\
                    | `a \\| b` | either | `a` `` `b` `` | b |\n";
        assert_eq!(topic.markdown(), page);
    }

    #[test]
    fn every_example_is_a_notation() {
        for form in Topic::written("notation").parts.iter().flat_map(|part| &part.entries) {
            assert!(parse(&form.example).is_ok(), "{form:?}: {:?}", parse(&form.example));
        }
    }

    #[test]
    fn every_letter_that_the_parser_reads_has_a_form() {
        let topic = Topic::written("notation");
        let has = |part: usize, letter: char| {
            let mut forms = topic.parts[part].entries.iter().flat_map(|it| it.form.split(", "));
            forms.any(|form| form == letter.to_string())
        };
        for letter in 'A'..='Z' {
            let is_atom = ["", "2"].iter().any(|range| parse(&format!("{letter}{range}")).is_ok());
            assert_eq!(is_atom, has(0, letter), "{letter}");
        }
        for letter in ('a'..='z').chain("^_=|".chars()) {
            let is_read = ["W", "N", "R", "fW"].iter().any(|atom| {
                let with_direction = format!("f{letter}{atom}");
                let with_leg = format!("m{letter}af{atom}");
                [format!("{letter}{atom}"), with_direction, with_leg]
                    .iter()
                    .any(|text| parse(text).is_ok())
            });
            assert_eq!(is_read, has(1, letter), "{letter}");
        }
    }
}
