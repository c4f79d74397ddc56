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

/// The word of a topic, and how it is made.
pub type TopicMaker = (&'static str, fn() -> Topic);

/// All topics, in the order of the manual.
pub const TOPICS: [TopicMaker; 9] = [
    ("definitions", definitions::topic),
    ("zones", zones::topic),
    ("rules", rules::topic),
    ("notation", || Topic::written("notation")),
    ("pieces", pieces::topic),
    ("blocks", keys::topic),
    ("claims", claims::topic),
    ("settings", keys::settings),
    ("templates", templates::topic),
];

/// Returns the topic with that word.
pub fn topic(word: &str) -> Option<Topic> {
    TOPICS.iter().find(|(known, _)| *known == word).map(|(_, topic)| topic())
}
