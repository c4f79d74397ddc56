//! The tutorial, followed word for word: its files are saved, its commands typed, its changes made.

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
            CodeBlock::File(path) => fs::write(folder.join(path), &code).unwrap(),
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

#[test]
fn the_tutorial_leads_to_a_site() {
    let path = root().join("content/manual/tutorial.md");
    let text = fs::read_to_string(&path).unwrap();
    let folder = scratch("tutorial");
    let now = followed(&text, folder.clone());
    let site = |file: &str| Path::new(&folder).join("my-book/site").join(file);
    assert!(site("wyvern-chess/index.html").exists() && site("index.html").exists());
    assert!(now.matches("\n$ ").count() + now.matches("Save as").count() <= 25);
    if std::env::var_os("UPDATE").is_some() {
        fs::write(path, now).unwrap();
    } else {
        assert_eq!(now, text, "UPDATE=1 writes the tutorial anew");
    }
}
