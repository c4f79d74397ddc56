//! The settings of a book.

use crate::book::SETTINGS_KEYS;

use super::blocks::entry;
use super::{Topic, TopicPart};

const INTRO: &str = "\
`fairybook.toml` in the folder of a book has its settings. All of them may be left out.";

pub(super) fn topic() -> Topic {
    let part = TopicPart {
        heading: "Settings".to_owned(),
        intro: String::new(),
        entries: SETTINGS_KEYS.iter().map(entry).collect(),
        ..TopicPart::default()
    };
    Topic { word: "settings", title: "Settings", intro: INTRO, parts: vec![part] }
}
