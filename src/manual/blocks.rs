//! The blocks of pages, and the heads of pages.

use crate::book::{BLOCKS, PAGE_KEYS};
use crate::source::KeyInfo;

use super::{Topic, TopicEntry, TopicPart};

const INTRO: &str = "\
A page is a text in Markdown. It begins with a head between two lines `+++`. A fenced block with one \
of the words below is drawn by the engine. Its lines are `key = value`, as in TOML. Text is in \
quotation marks.";

pub(super) fn topic() -> Topic {
    let head = TopicPart {
        heading: "The head of a page".to_owned(),
        intro: "`title` is required.".to_owned(),
        entries: PAGE_KEYS.iter().map(entry).collect(),
    };
    let blocks = BLOCKS.iter().map(|block| TopicPart {
        heading: format!("Block `{}`", block.word),
        intro: block.meaning.clone(),
        entries: block.keys.iter().map(entry).collect(),
    });
    Topic {
        word: "blocks",
        title: "Pages and blocks",
        intro: INTRO,
        parts: std::iter::once(head).chain(blocks).collect(),
    }
}

pub(super) fn entry(key: &KeyInfo) -> TopicEntry {
    let required = if key.required { ", required" } else { "" };
    TopicEntry {
        kind: format!("{}{required}", key.kind()),
        ..TopicEntry::new(&key.name, &key.meaning, &key.example)
    }
}
