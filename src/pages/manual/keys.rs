//! Keys: of the blocks of pages, of the heads of pages, of the settings.

use crate::book::{BLOCKS, PAGE_KEYS, SETTINGS_KEYS};
use crate::toml_text::KeyInfo;

use super::{Topic, TopicEntry, TopicPart};

pub(super) fn topic() -> Topic {
    let mut topic = Topic::written("blocks");
    topic.parts[0].entries = PAGE_KEYS.iter().map(entry).collect();
    topic.parts.extend(BLOCKS.iter().map(|block| TopicPart {
        heading: format!("Block `{}`", block.word),
        intro: block.meaning.clone(),
        entries: block.keys.iter().map(entry).collect(),
        ..TopicPart::default()
    }));
    topic
}

pub(super) fn settings() -> Topic {
    let mut topic = Topic::written("settings");
    topic.parts[0].entries = SETTINGS_KEYS.iter().map(entry).collect();
    topic
}

fn entry(key: &KeyInfo) -> TopicEntry {
    let required = if key.required { ", required" } else { "" };
    TopicEntry {
        kind: format!("{}{required}", key.kind()),
        ..TopicEntry::new(&key.name, &key.meaning, &key.example)
    }
}
