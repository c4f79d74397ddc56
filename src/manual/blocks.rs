//! The blocks of pages, and the heads of pages.

use crate::book::{BLOCKS, PAGE_KEYS};
use crate::source::KeyInfo;

use super::{Topic, TopicEntry, TopicPart};

const INTRO: &str = "\
A page is a text in [Markdown](https://commonmark.org/help/): `##` and a blank begin a heading, an empty \
line a paragraph, `-` and a blank an entry of a list. A page begins with a head between two lines \
`+++`. A *block* begins with a line of three backticks and one of the words below, and ends with a line \
of three backticks. The engine draws it. Its lines are `key = value`, as in a definition. Text is in \
quotation marks.";

/// Forms of Markdown, with their meanings and examples.
const TEXT_FORMS: [(&str, &str, &str); 10] = [
    ("[words](file.md)", "a link to another page, by its file", "[this page](a.md)"),
    (
        "[words](<claim: ...>)",
        "a statement that is compared with the rules",
        "[64](<claim of chess: count(any) is 64>)",
    ),
    ("![words](file)", "a picture of the book; the words say what it shows", "![A set](set.png)"),
    (
        "![words](file \"width N\")",
        "the same, so many pixels wide",
        "![A set](set.png \"width 300\")",
    ),
    (
        "- [x] words",
        "an entry of a task list that is done; `- [ ]` is to do",
        "- [x] the setup\n- [ ] the pieces",
    ),
    ("| a | b |", "a table", "| Piece | Cells |\n|---|---|\n| King | e1 |"),
    ("[^name]", "a footnote", "A rule.[^1]\n\n[^1]: It is a guess."),
    ("term, then : words", "a definition list", "Lame\n: It can be blocked."),
    (
        "> [!NOTE]",
        "a box; also `TIP`, `IMPORTANT`, `WARNING` and `CAUTION`",
        "> [!NOTE]\n> Black moves first.",
    ),
    (
        "```toml, ```betza",
        "code of a definition or of notation, with colours",
        "```toml\nmove = \"N\"\n```",
    ),
];

pub(super) fn topic() -> Topic {
    let head = TopicPart {
        heading: "The head of a page".to_owned(),
        intro: "`title` is required.".to_owned(),
        entries: PAGE_KEYS.iter().map(entry).collect(),
        ..TopicPart::default()
    };
    let blocks = BLOCKS.iter().map(|block| TopicPart {
        heading: format!("Block `{}`", block.word),
        intro: block.meaning.clone(),
        entries: block.keys.iter().map(entry).collect(),
        ..TopicPart::default()
    });
    let text = TopicPart {
        heading: "Text".to_owned(),
        intro: "Paragraphs, headings, lists and links are written as everywhere in Markdown."
            .to_owned(),
        entries: TEXT_FORMS.iter().map(|it| TopicEntry::new(it.0, it.1, it.2)).collect(),
        ..TopicPart::default()
    };
    Topic {
        word: "blocks",
        title: "Pages and blocks",
        intro: INTRO,
        parts: [head, text].into_iter().chain(blocks).collect(),
    }
}

pub(super) fn entry(key: &KeyInfo) -> TopicEntry {
    let required = if key.required { ", required" } else { "" };
    TopicEntry {
        kind: format!("{}{required}", key.kind()),
        ..TopicEntry::new(&key.name, &key.meaning, &key.example)
    }
}
