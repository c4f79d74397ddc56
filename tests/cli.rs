//! The real program, run on small books and on bad input of every kind.
//!
//! A case is a file `tests/data/cli/NAME.case`, a line a thing:
//!
//! ```text
//! # why there is this case
//! @ griffin                        in a copy of tests/data/cli/books/griffin
//! $ fairybook reach …              what is run; `$ files DIR` and `$ show FILE` look at the disk
//! = 2                              the exit code, where it is not 0
//! | …                              a line of standard output
//! ! …                              a line of standard error
//! ```
//!
//! `UPDATE=1 cargo test` writes the lines below each `$` anew. `tests/data/cli/README.md` says the
//! same to authors of cases.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::scratch::scratch;

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/cli")
}

/// Runs the program in a folder, without a terminal and without the caller's wishes for colours.
pub fn fairybook(folder: &Path, words: &[String]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fairybook"));
    for wish in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "FORCE_COLOR"] {
        command.env_remove(wish);
    }
    command.args(words).current_dir(folder).output().expect("the program can be started")
}

/// Words as a shell would split them: quotes of both kinds, nothing else.
pub fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in line.chars() {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (Some(_), _) => word.get_or_insert_default().push(letter),
            (None, '"' | '\'') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, ' ') => words.extend(word.take()),
            (None, _) => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}

/// The case, with the outcomes that its steps have now.
fn played(name: &str, case: &str) -> String {
    let folder = scratch(&format!("cli-{name}"));
    let mut text = String::new();
    for line in case.lines() {
        match line.split_at_checked(2) {
            Some(("= " | "| " | "! ", _)) => continue,
            _ if matches!(line, "|" | "!") => continue,
            Some(("@ ", book)) => copy(&data().join("books").join(book), &folder),
            _ => {}
        }
        writeln!(text, "{line}").unwrap();
        match line.strip_prefix("$ ").map(words).as_deref() {
            Some([program, rest @ ..]) if program == "fairybook" => {
                text.push_str(&outcome(&fairybook(&folder, rest)));
            }
            Some([command, place]) if command == "files" => {
                text.push_str(&prefixed('|', &listing(&folder.join(place))));
            }
            Some([command, place]) if command == "show" => {
                let shown = fs::read_to_string(folder.join(place));
                text.push_str(&prefixed('|', &shown.unwrap_or_else(|error| error.to_string())));
            }
            Some(other) => panic!("{name}: {other:?} is no program of a case"),
            None => {}
        }
    }
    text
}

fn outcome(output: &Output) -> String {
    let mut text = String::new();
    match output.status.code() {
        Some(0) => {}
        Some(code) => writeln!(text, "= {code}").unwrap(),
        None => text.push_str("= killed\n"),
    }
    let out = match std::str::from_utf8(&output.stdout) {
        Ok(out) => without_chances(out),
        Err(_) if output.stdout.starts_with(b"\x89PNG\r\n") => "(a PNG)".to_owned(),
        Err(_) => format!("({} bytes)", output.stdout.len()),
    };
    text.push_str(&prefixed('|', &out));
    text.push_str(&prefixed('!', &String::from_utf8_lossy(&output.stderr)));
    text
}

/// Leaves out what changes with the time of day (`"ms":12`) or with every stroke of a template
/// (`44 links`, `13 new`).
fn without_chances(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let chance = |next: Option<&&str>| {
        next.is_some_and(|next| ["links", "new", "files"].iter().any(|word| next.starts_with(word)))
    };
    let masked: Vec<&str> = (0..words.len())
        .map(|at| match words[at].parse::<u64>() {
            Ok(_) if chance(words.get(at + 1)) => "N",
            _ => words[at],
        })
        .collect();
    let text = masked.join(" ");
    let Some((before, after)) = text.split_once("\"ms\":") else { return text };
    let rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
    format!("{before}\"ms\":0{rest}")
}

fn prefixed(sign: char, text: &str) -> String {
    text.lines().map(|line| format!("{sign} {line}").trim_end().to_owned() + "\n").collect()
}

fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap_or_else(|error| panic!("{}: {error}", from.display())) {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            fs::create_dir_all(&target).unwrap();
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// The files below a folder, a line each, sorted.
fn listing(folder: &Path) -> String {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).into_iter().flatten() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false => found.push(path.strip_prefix(folder).unwrap().display().to_string()),
            }
        }
    }
    found.sort();
    found.join("\n")
}

#[test]
fn cases_come_out_as_written() {
    let mut failed = Vec::new();
    let mut paths: Vec<PathBuf> =
        fs::read_dir(data()).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "case"));
    paths.sort();
    assert!(!paths.is_empty(), "there are no cases");
    for path in paths {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let case = fs::read_to_string(&path).unwrap();
        let now = played(&name, &case);
        if now == case {
            continue;
        }
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&path, now).unwrap();
        } else {
            failed.push(format!("{name}.case\n{}", difference(&case, &now)));
        }
    }
    assert!(failed.is_empty(), "{}\nUPDATE=1 writes the cases anew", failed.join("\n"));
}

/// The first lines in which two texts differ.
fn difference(expected: &str, found: &str) -> String {
    let same = expected.lines().zip(found.lines()).take_while(|(a, b)| a == b).count();
    let part = |text: &str| text.lines().skip(same).take(8).collect::<Vec<_>>().join("\n  ");
    format!(" expected, from line {}:\n  {}\n found:\n  {}", same + 1, part(expected), part(found))
}

#[test]
fn the_schema_speaks_of_every_key() {
    let output = fairybook(&data(), &words("schema"));
    let schema: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let pieces = &schema["properties"]["pieces"]["additionalProperties"];
    assert_eq!(pieces["properties"]["move"]["title"], "move notation");
    assert_eq!(pieces["properties"]["royal"]["type"], "boolean");
    assert_eq!(pieces["additionalProperties"], false);
    assert_eq!(schema["required"], serde_json::json!(["format"]));
}

#[test]
#[cfg(target_os = "linux")]
fn output_that_cannot_be_written_is_an_error() {
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_fairybook"));
    let output = command.arg("schema").stdout(full).output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.starts_with("error[file-write]: cannot write to standard output"), "{message}");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn sizes_beyond_the_limits_are_refused() {
    let folder = scratch("beyond-limits");
    let long = "N".repeat(100_000);
    let chess = concat!(env!("CARGO_MANIFEST_DIR"), "/content/variants/chess.toml");
    for line in [
        format!("perft {chess} 4294967295"),
        format!("reach --betza {long} --at a1 --fen 8/8 --dialect fsf"),
    ] {
        let output = fairybook(&folder, &words(&line));
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    }
}

/// Names of definitions, paths and lines of authors reach the terminal without what it obeys.
#[test]
fn a_terminal_obeys_no_name() {
    let folder = scratch("a_terminal_obeys_no_name");
    let codes = "\u{1b}]52;c;eA==\u{7}\u{9b}31m\u{202e}";
    let name = "format = 1\nname = \"A\"\nbased-on = \"chess\"\n[pieces.queen]\nname = \"Q\u{9b}31m\u{202e}\"\n";
    fs::write(folder.join("a.toml"), name).unwrap();
    fs::create_dir_all(folder.join("content")).unwrap();
    let page = format!("+++\ntitle = \"A\"\n+++\n[{codes}](nowhere-{codes}.md)\n");
    fs::write(folder.join("content/a.md"), page).unwrap();
    fs::write(folder.join("fairybook.toml"), "title = \"B\"\n").unwrap();
    for line in [
        "fairybook reach a.toml queen --at d4",
        "fairybook reach a.toml queen --at d4 --format json",
        "fairybook build",
        "fairybook build --format github",
        "fairybook verify --format json",
    ] {
        let output = fairybook(&folder, &words(line)[1..]);
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8(text).unwrap();
        assert!(!text.is_empty(), "{line}");
        let found = text.find(['\u{1b}', '\u{7}', '\u{9b}', '\u{202e}']);
        assert_eq!(found, None, "{line}: {text:?}");
    }
}
