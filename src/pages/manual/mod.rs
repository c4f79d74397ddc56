//! The reference: tables of all words that authors write, made from the tables that the program reads.
//!
//! Each topic has parts, and each part has entries with a form, a meaning and an example. The same
//! topic is text in a terminal, Markdown for a page, and JSON.

mod claims;
mod definitions;
mod keys;
mod pieces;
mod rules;
mod samples;
mod templates;
mod topic;
mod zones;

pub use topic::{Topic, TopicEntry, TopicPart};

/// The words of all topics, in the order of the manual.
pub const TOPICS: [&str; 9] = [
    "definitions",
    "zones",
    "rules",
    "notation",
    "pieces",
    "blocks",
    "claims",
    "settings",
    "templates",
];

/// Returns the topic with that word.
pub fn topic(word: &str) -> Option<Topic> {
    let topic = match word {
        "definitions" => definitions::topic(),
        "zones" => zones::topic(),
        "rules" => rules::topic(),
        "notation" => Topic::written("notation"),
        "pieces" => pieces::topic(),
        "blocks" => keys::topic(),
        "claims" => claims::topic(),
        "settings" => keys::settings(),
        "templates" => templates::topic(),
        _ => return None,
    };
    Some(topic)
}
