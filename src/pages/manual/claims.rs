//! The language of claims.

use crate::claim::claim_functions;

use super::{Topic, TopicEntry};

pub(super) fn topic() -> Topic {
    let functions = claim_functions().into_iter().map(|function| TopicEntry {
        kind: function.result.to_owned(),
        ..TopicEntry::new(&function.form, function.meaning, function.example)
    });
    let mut topic = Topic::written("claims");
    topic.parts[0].entries = functions.collect();
    topic
}
