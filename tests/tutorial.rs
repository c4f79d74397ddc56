//! The tutorial and the how-tos, followed word for word: their files are saved, their commands typed,
//! their changes made.

use std::fs;
use std::path::{Path, PathBuf};

use crate::cli::{fairybook, words};
use crate::scratch::scratch;
use crate::shipped::root;

/// What the next block of code is: the lines before it say so.
enum CodeBlock {
    /// A file to save.
    File(String),
    /// Two lines for a file: the first is replaced by the second.
    Change(String),
    /// Anything else.
    Other,
}

fn kind(line: &str) -> Option<CodeBlock> {
    let path = |prefix: &str| Some(line.strip_prefix(prefix)?.strip_suffix("`:")?.to_owned());
    path("Save as `").map(CodeBlock::File).or_else(|| path("Change in `").map(CodeBlock::Change))
}

/// The tutorial with what its commands print now.
fn followed(text: &str, mut folder: PathBuf) -> String {
    let mut now = String::new();
    let mut next = CodeBlock::Other;
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        now += &format!("{line}\n");
        next = kind(line).unwrap_or(next);
        let Some(word) = line.strip_prefix("```") else { continue };
        let fence: String = line.chars().take_while(|sign| *sign == '`').collect();
        let mut code = String::new();
        while let Some(line) = lines.next_if(|line| *line != fence) {
            code += &format!("{line}\n");
        }
        let is_console = word == "console";
        match std::mem::replace(&mut next, CodeBlock::Other) {
            CodeBlock::Other if is_console => code = typed(&code, &mut folder),
            CodeBlock::Other => {}
            CodeBlock::File(path) => save(&folder, &path, &code),
            CodeBlock::Change(path) => {
                let (before, after) = code.split_once('\n').unwrap();
                let file = fs::read_to_string(folder.join(&path)).unwrap();
                assert!(file.contains(before), "{path} has no line `{before}`");
                fs::write(folder.join(path), file.replace(before, after.trim_end())).unwrap();
            }
        }
        now += &code;
        now += &format!("{}\n", lines.next().unwrap());
    }
    now
}

/// The commands of a block, each with what it prints.
fn typed(code: &str, folder: &mut PathBuf) -> String {
    let mut now = String::new();
    for line in code.lines().filter(|line| line.starts_with("$ ")) {
        now += &format!("{line}\n");
        let words = words(line.trim_start_matches("$ "));
        match words[0].as_str() {
            "cd" => folder.push(&words[1]),
            "fairybook" => {
                let output = fairybook(folder, &words[1..]);
                let printed = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
                now.extend(printed.lines().map(|line| line.trim_end().to_owned() + "\n"));
            }
            other => panic!("the tutorial runs `{other}`"),
        }
    }
    now
}

/// Saves a file, and runs the commands of a script in it.
fn save(folder: &Path, path: &str, code: &str) {
    let file = folder.join(path);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, code).unwrap();
    for line in code.lines() {
        let Some(command) = line.strip_prefix("fairybook ") else { continue };
        let output = fairybook(folder, &words(command));
        assert_eq!(output.status.code(), Some(0), "{path}: {line}");
    }
}

/// Follows a page of the manual and compares it with what its commands print now. Returns the folder
/// in which it was followed: each test has one of its own.
fn follow(name: &str, test: &str) -> PathBuf {
    let path = root().join(format!("content/manual/{name}.md"));
    let text = fs::read_to_string(&path).unwrap();
    let folder = scratch(&format!("{test}-{name}"));
    let now = followed(&text, folder.clone());
    if std::env::var_os("UPDATE").is_some() {
        fs::write(path, now).unwrap();
    } else {
        assert_eq!(now, text, "UPDATE=1 writes {name}.md anew");
    }
    folder
}

/// The pages of the manual that make a book, without the tutorial.
fn how_tos() -> Vec<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(root().join("content/manual")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        if fs::read_to_string(&path).unwrap().contains("\n$ fairybook new book") {
            names.push(name);
        }
    }
    names.retain(|name| name != "tutorial");
    names.sort();
    names
}

#[test]
fn the_tutorial_leads_to_a_site() {
    let folder = follow("tutorial", "site");
    let site = folder.join("my-book/site");
    assert!(site.join("wyvern-chess/index.html").exists() && site.join("index.html").exists());
    let text = fs::read_to_string(root().join("content/manual/tutorial.md")).unwrap();
    assert!(text.matches("\n$ ").count() + text.matches("Save as").count() <= 25);
}

#[test]
fn every_how_to_works() {
    let names = how_tos();
    assert!(names.len() >= 8, "{names:?}");
    for name in names {
        follow(&name, "works");
    }
}

/// Tables of how-tos give lines for the game of their page. Each row is a variant of it.
#[test]
fn every_row_of_a_how_to_is_a_definition_that_loads() {
    let mut count = 0;
    for name in how_tos() {
        let text = fs::read_to_string(root().join(format!("content/manual/{name}.md"))).unwrap();
        let begin = "Save as `content/variants/";
        let Some((_, after)) = text.split_once(begin) else { continue };
        let game = after.split(".toml").next().unwrap();
        let book = follow(&name, "rows").join(after_word(&text, "$ fairybook new book "));
        for row in text.lines().filter(|line| line.starts_with("| ")) {
            let code: Vec<&str> = row.split('`').skip(1).step_by(2).collect();
            if !code.iter().any(|line| line.contains(" = ")) {
                continue;
            }
            let lines = code.join("\n");
            let text = format!("format = 1\nname = \"A\"\nbased-on = \"{game}\"\n{lines}\n");
            fs::write(book.join("content/variants/row.toml"), text).unwrap();
            let output = fairybook(&book, &words("perft row 1"));
            let error = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success() && error.is_empty(), "{name}: {row}\n{error}");
            count += 1;
        }
    }
    assert!(count > 30, "{count}");
}

/// The word after this text.
fn after_word<'a>(text: &'a str, before: &str) -> &'a str {
    text.split_once(before).unwrap().1.split_whitespace().next().unwrap()
}
