//! The topic of all commands, made from the grammar of the command line.

use clap::{Arg, Command, CommandFactory};

use crate::manual::{Topic, TopicEntry, TopicPart};

use super::super::arguments::Arguments;

/// Commands with every option, a line each. A test runs them in this order.
const EXAMPLES: &str = include_str!("examples.txt");

pub(super) fn topic() -> Topic {
    let mut program = Arguments::command();
    program.build();
    let shared = TopicPart {
        heading: "All commands".to_owned(),
        intro: "These options may stand before or after the name of the command.".to_owned(),
        entries: program
            .get_arguments()
            .filter(|arg| is_listed(arg))
            .map(|arg| entry("", arg))
            .collect(),
        ..TopicPart::default()
    };
    let mut parts = vec![shared];
    add(&program, "fairybook", &mut parts);
    Topic { parts, ..Topic::written("commands") }
}

fn is_listed(arg: &Arg) -> bool {
    !matches!(arg.get_id().as_str(), "help" | "version")
}

/// Adds a part for each command below `above`.
fn add(above: &Command, name: &str, parts: &mut Vec<TopicPart>) {
    for command in above.get_subcommands().filter(|command| command.get_name() != "help") {
        let name = format!("{name} {}", command.get_name());
        if command.has_subcommands() {
            add(command, &name, parts);
            continue;
        }
        let own = command.get_arguments().filter(|arg| is_listed(arg) && !arg.is_global_set());
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        let lines = EXAMPLES.lines().filter(|line| is_of(line, &name));
        let command_entry =
            TopicEntry::new(&name, &about, lines.clone().next().unwrap_or_default());
        parts.push(TopicPart {
            heading: format!("`{name}`"),
            intro: String::new(),
            entries: std::iter::once(command_entry)
                .chain(own.map(|arg| entry(&name, arg)))
                .collect(),
            ..TopicPart::default()
        });
    }
}

/// Whether a line of the examples is of a command, or of one below it.
fn is_of(line: &str, command: &str) -> bool {
    line.strip_prefix(command).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

fn entry(command: &str, arg: &Arg) -> TopicEntry {
    let name = arg.get_id().as_str().to_uppercase();
    let value = arg.get_value_names().and_then(|names| names.first()).map(ToString::to_string);
    let takes_value = arg.get_action().takes_values();
    let form = match (arg.get_long(), value) {
        (None, value) => value.unwrap_or(name),
        (Some(long), Some(value)) if takes_value => format!("--{long} {value}"),
        (Some(long), _) => match arg.get_short() {
            Some(short) => format!("-{short}, --{long}"),
            None => format!("--{long}"),
        },
    };
    let words: Vec<String> = match takes_value {
        true => {
            let values = arg.get_possible_values();
            values.iter().map(|value| format!("`{}`", value.get_name())).collect()
        }
        false => Vec::new(),
    };
    TopicEntry {
        kind: crate::source::join_words(words, "or"),
        example: example(command, arg).unwrap_or_default(),
        ..TopicEntry::new(&form, &arg.get_help().map(ToString::to_string).unwrap_or_default(), "")
    }
}

/// Returns the first example of a command that has the option; an argument without a name is in each.
fn example(command: &str, arg: &Arg) -> Option<String> {
    let long = arg.get_long().map(|long| format!("--{long}"));
    let mut lines = EXAMPLES.lines().filter(|line| command.is_empty() || is_of(line, command));
    let has = |line: &&str| match &long {
        Some(long) => line.split(' ').any(|word| word == long),
        None => true,
    };
    lines.find(has).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[test]
    fn every_command_and_option_has_an_example_that_can_be_read() {
        for part in topic().parts {
            for entry in part.entries {
                assert!(
                    !entry.example.is_empty(),
                    "{}: {} has no example",
                    part.heading,
                    entry.form
                );
                assert!(!entry.meaning.is_empty(), "{}: {}", part.heading, entry.form);
            }
        }
        for line in EXAMPLES.lines() {
            let words = line.replace('"', "").replace("rank 5, d1-d8", "d1-d8");
            let words = words.replace("e7-e5, g8-f6", "e7-e5");
            let words = words.replace(" w - - 0 1", "");
            assert!(Arguments::try_parse_from(words.split(' ')).is_ok(), "{line}");
        }
    }
}
