//! `fairybook help`: the help of commands, the topics of the reference, and the guides.

mod commands;
mod guides;

use guides::guides;

use std::fmt::Write;

use clap::{Command, CommandFactory};
use serde_json::Value;

use crate::manual::{TOPICS, Topic, topic};
use crate::source::{Code, Diagnostic, did_you_mean, suggestion};

use super::arguments::{Arguments, Format};
use super::json;
use super::output::{CommandOutput, CommandResult};

/// The word of the topic that this module makes itself.
const COMMANDS: &str = "commands";

/// Topics and guides, a line each, with other words for what they are about.
const NEAR_WORDS: &str = include_str!("near_words.txt");

/// Prints the help of a command, a topic, or the list of both.
pub fn run(arguments: &Arguments, words: &[String]) -> CommandResult {
    let [first, ..] = words else { return Ok(CommandOutput::text(overview())) };
    let first = near_topic(first).unwrap_or(first);
    let as_json = |value: Value| json::document([("topic", value)]);
    if words.len() == 1
        && let Some(topic) = known_topic(first)
    {
        return Ok(CommandOutput::text(match arguments.format {
            Format::Json => as_json(serde_json::to_value(&topic).expect("a topic has only texts")),
            Format::Markdown => topic.markdown(),
            _ => topic.text(),
        }));
    }
    if words.len() == 1
        && let Some(guide) = guides().find(|guide| guide.word == first)
    {
        return Ok(CommandOutput::text(match arguments.format {
            Format::Json => as_json(serde_json::to_value(guide).expect("a guide has only texts")),
            _ => guide.markdown(),
        }));
    }
    let mut command = Arguments::command();
    command.build();
    for word in words {
        let Some(found) = command.find_subcommand(word) else {
            let mut known: Vec<&str> = all_topics().collect();
            known.extend(guides().map(|guide| guide.word));
            known.extend(command.get_subcommands().map(Command::get_name));
            let error = Diagnostic::error(Code::Usage, format!("there is no help about `{word}`"));
            let near = NEAR_WORDS.lines().filter_map(|line| line.split_once(": "));
            let near = near.flat_map(|(_, words)| words.split(' '));
            let meant = did_you_mean(word, known.iter().copied().chain(near));
            let meant = meant.unwrap_or_else(|| suggestion(word, known));
            return Err(error.help(meant).into());
        };
        command = found.clone();
    }
    Ok(CommandOutput::text(command.render_long_help().to_string() + "\n"))
}

fn known_topic(word: &str) -> Option<Topic> {
    if word == COMMANDS { Some(commands::topic()) } else { topic(word) }
}

fn all_topics() -> impl Iterator<Item = &'static str> {
    TOPICS.into_iter().map(|(word, _)| word).chain([COMMANDS])
}

/// Returns the topic or the guide that is about a word which is not its own.
fn near_topic(word: &str) -> Option<&'static str> {
    let mut lines = NEAR_WORDS.lines().filter_map(|line| line.split_once(": "));
    lines.find(|(_, near)| near.split(' ').any(|it| it == word)).map(|(topic, _)| topic)
}

/// The help of the program, and the words of all topics.
fn overview() -> String {
    let mut text = Arguments::command().render_long_help().to_string();
    text.push_str("\nReference, with examples:\n");
    for word in all_topics() {
        let title = known_topic(word).map_or(String::new(), |topic| topic.title);
        let _ = writeln!(text, "  fairybook help {word:<12}  {title}");
    }
    text.push_str("\nGuides of the manual:\n");
    for guide in guides() {
        let _ = writeln!(text, "  fairybook help {:<17} {}", guide.word, guide.title);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_lead_to_a_topic_and_hide_no_other_help() {
        let mut program = Arguments::command();
        program.build();
        let is_topic = |word: &str| {
            let guides = guides().map(|guide| guide.word);
            all_topics().chain(guides).any(|known| known == word)
        };
        let mut found = Vec::new();
        for (topic, near) in NEAR_WORDS.lines().filter_map(|line| line.split_once(": ")) {
            assert!(is_topic(topic), "{topic}");
            for word in near.split(' ') {
                assert!(!is_topic(word) && program.find_subcommand(word).is_none(), "{word}");
                assert!(!found.contains(&word), "{word} is there twice");
                found.push(word);
            }
        }
        assert_eq!(near_topic("glyphs"), Some("own-pieces"));
        assert_eq!(near_topic("own-pieces"), None);
    }
}
