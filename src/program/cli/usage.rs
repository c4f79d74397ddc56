//! What could be typed in place of arguments that make no sense.

use std::path::Path;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use clap::{Arg, Command, CommandFactory};

use crate::format::{DefinitionSource, id_of_name, shipped_ids};
use crate::source::{closest, quoted_list, suggestion};
use crate::world::VariantFolders;

use super::arguments::Arguments;

/// Adds advice to an error of the command line. `typed` are the arguments.
pub fn explained(mut error: Error, typed: &[String]) -> Error {
    let (command, path) = command_of(typed);
    let text = |kind| error.get(kind).map(ToString::to_string).unwrap_or_default();
    let advice = match error.kind() {
        ErrorKind::UnknownArgument => {
            unknown_argument(&command, &path, &text(ContextKind::InvalidArg), typed)
        }
        ErrorKind::InvalidSubcommand => {
            let shown = command.get_subcommands().filter(|it| !it.is_hide_set());
            let names: Vec<&str> = shown.map(Command::get_name).collect();
            let typed = text(ContextKind::InvalidSubcommand);
            let known = match &*typed {
                "game" | "definition" if names.contains(&"variant") => {
                    "a game is a variant here: write `variant`".to_owned()
                }
                "publish" | "generate" | "make" | "render" if names.contains(&"build") => {
                    "a site is built: write `build`".to_owned()
                }
                name if names.contains(&"variant")
                    && closest(name, names.iter().copied()).is_none() =>
                {
                    format!(
                        "{}; a game is made by `{path} variant {name}`",
                        suggestion(name, names)
                    )
                }
                _ => suggestion(&typed, names),
            };
            Some(format!("after `{path}`: {known}"))
        }
        ErrorKind::ValueValidation => match typed {
            [perft, depth, game, ..] if perft == "perft" && depth.parse::<u32>().is_ok() => {
                Some(format!("the game stands first: `{path} {game} {depth}`"))
            }
            _ => None,
        },
        ErrorKind::MissingRequiredArgument if is_one_short(&command, typed) => {
            // What is typed already stands where it belongs.
            let game = typed.get(1).filter(|word| !word.starts_with('-')).cloned();
            let names = command.get_positionals().map(|it| it.get_id().as_str().to_uppercase());
            // A number of moves needs no name.
            let names = names.map(|it| if it == "DEPTH" { "3".to_owned() } else { it });
            let names: Vec<String> = match game {
                Some(piece) if command.get_name() == "reach" && !is_game(&piece) => {
                    vec![only_game().unwrap_or_else(|| "VARIANT".to_owned()), piece]
                }
                game => game.into_iter().chain(names.skip(1)).collect(),
            };
            let options = typed.iter().skip_while(|it| !it.starts_with('-')).cloned();
            let words: Vec<String> = names.into_iter().chain(options).collect();
            Some(format!("both are needed: `{path} {}`", words.join(" ")))
        }
        ErrorKind::MissingRequiredArgument => example(&command, typed).or_else(|| {
            let name = command.get_positionals().find(|it| it.is_required_set())?;
            Some(format!("{}: {}", name, name.get_help()?))
        }),
        _ => None,
    };
    if let Some(advice) = advice {
        // The usual advice takes `--size` for a name, or any option with such letters for the one that is
        // meant.
        error.remove(ContextKind::SuggestedArg);
        error.remove(ContextKind::SuggestedSubcommand);
        let tip = ContextValue::StyledStrs(vec![StyledStr::from(advice)]);
        error.insert(ContextKind::Suggested, tip);
        let usage = command.bin_name(path).render_usage();
        error.insert(ContextKind::Usage, ContextValue::StyledStr(usage));
    }
    error
}

/// Whether one of the two names that a command needs is typed.
/// Whether a word names a game of the book or a shipped one.
fn is_game(word: &str) -> bool {
    word.ends_with(".toml")
        || own_games().iter().any(|id| id == word)
        || shipped_ids().any(|id| id == word)
}

/// The game of the book, if it has one.
fn only_game() -> Option<String> {
    let mut ids = own_games();
    ids.pop().filter(|_| ids.is_empty())
}

fn own_games() -> Vec<String> {
    VariantFolders::of_book(Path::new(".")).ids()
}

fn is_one_short(command: &Command, typed: &[String]) -> bool {
    let names = typed.iter().skip(1).take_while(|word| !word.starts_with('-')).count();
    command.get_positionals().count() == 2 && names == 1
}

/// The command that is named, and its words.
fn command_of(typed: &[String]) -> (Command, String) {
    let mut command = Arguments::command();
    let mut path = String::from("fairybook");
    for word in typed.iter().filter(|word| !word.starts_with('-')) {
        let Some(inner) = command.find_subcommand(word) else { continue };
        path = format!("{path} {}", inner.get_name());
        command = inner.clone();
    }
    (command, path)
}

fn unknown_argument(
    command: &Command,
    path: &str,
    argument: &str,
    typed: &[String],
) -> Option<String> {
    let known = options(command);
    let Some(name) = argument.strip_prefix("--").or(argument.strip_prefix('-')) else {
        return unknown_name(command, path, argument, typed);
    };
    if command.get_positionals().any(|it| it.get_id().as_str() == name) {
        let rest: Vec<&str> =
            typed.iter().map(String::as_str).filter(|it| *it != argument).collect();
        return Some(format!("leave `{argument}` out: `fairybook {}`", rest.join(" ")));
    }
    if ["svg", "png", "json"].contains(&name) {
        return Some(format!("write `--format {name}`"));
    }
    let all = Arguments::command();
    let shared = options(&all);
    let near = closest(name, known.iter().chain(&shared).map(String::as_str));
    let has_it = |it: &&Command| options(it).iter().any(|option| option == name);
    let list: Vec<String> = known.iter().map(|name| format!("--{name}")).collect();
    let list = format!("there are {}", quoted_list(list.iter().map(String::as_str)));
    let other = all.get_subcommands().find(has_it).map(Command::get_name);
    Some(match (near, other) {
        (Some(near), _) => format!("did you mean `--{near}`?"),
        (None, Some(other)) if known.is_empty() => format!("`fairybook {other}` has `{argument}`"),
        (None, Some(other)) => format!("{list}; `fairybook {other}` has `{argument}`"),
        (None, None) if known.is_empty() => return None,
        (None, None) => list,
    })
}

/// What a name means for which a command has no place.
fn unknown_name(command: &Command, path: &str, name: &str, typed: &[String]) -> Option<String> {
    if name.parse::<u16>().is_ok() && options(command).iter().any(|option| option == "port") {
        return Some(format!("write `--port {name}`"));
    }
    if path.starts_with("fairybook new ") {
        let words: Vec<String> = typed.iter().skip(2).map(|it| it.to_lowercase()).collect();
        let folders = VariantFolders::of_book(Path::new("."));
        let game = typed.get(2..).and_then(|it| id_of_name(&folders, &it.join(" ")));
        return Some(match game {
            Some(id) => format!("a game is called by its id: `{path} {id}`"),
            None => format!("a name is one word: `{path} {}`", words.join("-")),
        });
    }
    if let Some(quoted) = without_marks(command, name, typed) {
        return Some(quoted);
    }
    if name.contains('/') && options(command).iter().any(|option| option == "fen") {
        return Some(format!("write `--fen \"{name}\"`"));
    }
    let is_typed = |option: &str| typed.iter().any(|it| it.split('=').next() == Some(option));
    let required = command.get_opts().filter(|it| it.is_required_set());
    let mut required = required.filter_map(|it| Some(format!("--{}", it.get_long()?)));
    let is_of_book = matches!(command.get_name(), "build" | "serve");
    match required.find(|option| !is_typed(option)) {
        Some(option) => {
            let behind = typed.iter().skip_while(|word| *word != command.get_name()).skip(1);
            let typed = behind.take_while(|word| !word.starts_with('-'));
            let (cells, others): (Vec<&str>, Vec<&str>) =
                typed.map(String::as_str).partition(|word| looks_like_cell(word));
            match cells[..] {
                [cell] => Some(format!("write `{path} {} {option} {cell}`", others.join(" "))),
                _ => Some(format!("write `{option} {name}`")),
            }
        }
        None if is_of_book => Some(format!(
            "`{path}` is about the whole book: leave `{name}` out (`build --out {name}` writes there, \
             `verify {name}` checks one game)"
        )),
        None => example(command, &[]),
    }
}

/// Whether a word is letters and a number behind them, as cells are.
fn looks_like_cell(word: &str) -> bool {
    let number = word.trim_start_matches(|letter: char| letter.is_ascii_lowercase());
    number.len() < word.len() && number.parse::<u8>().is_ok()
}

/// The option before the words that should be its text: `--fen white king e1`.
fn without_marks(command: &Command, name: &str, typed: &[String]) -> Option<String> {
    let at = typed.iter().position(|word| word == name)?;
    let option = typed[..at].iter().rposition(|word| word.starts_with("--"))?;
    // One of fixed words is no text with blanks.
    let is_text = |it: &Arg| {
        it.get_long() == typed[option].strip_prefix("--") && it.get_possible_values().is_empty()
    };
    command.get_opts().find(|it| is_text(it))?;
    let rest = typed[option + 1..].iter().take_while(|word| !word.starts_with('-'));
    let rest: Vec<&str> = rest.map(String::as_str).collect();
    let has_text = option + 1 < at && !typed[option].contains('=');
    let quoted = format!("{} \"{}\"", typed[option], rest.join(" "));
    has_text.then(|| format!("a text with blanks stands in quotation marks: `{quoted}`"))
}

/// An option of several letters behind a single hyphen, which would be read as an option of one letter
/// and its text: `-out`.
pub fn short_dash(typed: &[String]) -> Option<Error> {
    let (command, path) = command_of(typed);
    let known = options(&command);
    let is_long = |word: &&String| {
        let name = word.strip_prefix('-').filter(|name| !name.starts_with('-'));
        name.is_some_and(|name| name.len() > 1 && known.iter().any(|it| it == name))
    };
    let word = typed.iter().find(is_long)?;
    let message = format!("`{word}` has one hyphen; write `-{word}`");
    Some(command.bin_name(path).error(ErrorKind::UnknownArgument, message))
}

/// The options of a command.
fn options(command: &Command) -> Vec<String> {
    let options = command.get_arguments().filter(|it| !it.is_positional() && !it.is_hide_set());
    options.filter_map(|it| Some(it.get_long()?.to_owned())).collect()
}

/// The first example in the help of a command.
fn example(command: &Command, typed: &[String]) -> Option<String> {
    let help = command.get_long_about().or(command.get_about())?.to_string();
    let line = help.lines().map(str::trim).find(|line| line.starts_with("fairybook "))?;
    // The names that are typed already take the place of those of the example.
    let is_name = |word: &&str| !word.starts_with('-');
    let mut own: Vec<&str> = typed.iter().map(String::as_str).take_while(is_name).collect();
    let names = line.split(' ').skip(1).take_while(is_name).count();
    if own.len() == names {
        own.extend(line.split(' ').skip(1 + names));
        return Some(format!("for instance `fairybook {}`", own.join(" ")));
    }
    Some(format!("for instance `{line}`"))
}
