//! The README shows what really happens: its `console` blocks are run.
//!
//! A line `$ fairybook …` is run in the project's folder, and what stands below it must be what
//! the program prints (standard error after standard output). A build goes to a folder of its own.

use std::fs;
use std::path::Path;

use crate::cli::{fairybook, words};
use crate::scratch::scratch;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The README with what its commands print now.
fn played(readme: &str) -> String {
    let mut text = String::new();
    let mut lines = readme.lines().peekable();
    while let Some(line) = lines.next() {
        text.push_str(line);
        text.push('\n');
        if line != "```console" {
            continue;
        }
        while let Some(line) = lines.next_if(|line| *line != "```") {
            if line.starts_with("$ ") {
                text.push_str(line);
                text.push('\n');
                text.push_str(&printed(line));
            }
        }
    }
    text
}

fn printed(line: &str) -> String {
    let mut words = words(line.trim_start_matches("$ "));
    assert_eq!(words.remove(0), "fairybook", "only our own program is run: {line}");
    if words[0] == "build" {
        words.push("--out".to_owned());
        words.push(scratch("readme-site").display().to_string());
    }
    let output = fairybook(root(), &words);
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8(text).expect("the README shows only texts");
    text.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

#[test]
fn commands_print_what_the_readme_shows() {
    let path = root().join("README.md");
    let readme = fs::read_to_string(&path).unwrap();
    let now = played(&readme);
    if std::env::var_os("UPDATE").is_some() && now != readme {
        fs::write(path, now).unwrap();
    } else {
        assert_eq!(now, readme, "UPDATE=1 writes the README anew");
    }
}

/// `.ci/run` runs these lines; it looks for the first by name, to compare the site.
#[test]
fn the_readme_has_its_two_commands() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let ci = fs::read_to_string(root().join(".ci/run")).unwrap();
    let blocks: Vec<&str> =
        readme.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    let commands: Vec<&str> = blocks.iter().flat_map(|block| block.lines()).collect();
    assert!(commands.contains(&"cargo test"), "{commands:?}");
    let build = "cargo run -- build";
    assert!(commands.contains(&build) && ci.contains(&format!("'{build}'")), "{commands:?}");
}

/// The manual shows the workflow of a book as `.ci/book` tries it.
#[test]
fn the_manual_shows_the_workflow_of_a_book() {
    let workflow = fs::read_to_string(root().join("examples/book.yml")).unwrap();
    let page = fs::read_to_string(root().join("content/manual/publishing.md")).unwrap();
    assert!(page.contains(&format!("```yaml\n{workflow}```\n")));
}

/// SECURITY.md names the file of a test, then functions in it.
#[test]
fn the_tests_that_hold_promises_exist() {
    let note = fs::read_to_string(root().join("SECURITY.md")).unwrap();
    let mut count = 0;
    for line in note.lines().filter(|line| line.starts_with("| ")) {
        let (_, tests) = line.trim_end_matches('|').rsplit_once('|').unwrap();
        let mut file = String::new();
        for name in tests.split('`').skip(1).step_by(2) {
            if name.contains('/') {
                file = fs::read_to_string(root().join(name)).expect(name);
            } else {
                assert!(file.contains(&format!("fn {name}()")), "{name}");
                count += 1;
            }
        }
    }
    assert!(count >= 20, "{count}");
}

/// Every file that the README or another of our texts links to is there.
#[test]
fn links_to_files_lead_somewhere() {
    let mut broken = Vec::new();
    for text in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"] {
        let content = fs::read_to_string(root().join(text)).unwrap();
        // What stands in fences is an example, not a link.
        let content: String = content.split("```").step_by(2).collect();
        for (_, rest) in content.match_indices("](").map(|(at, _)| content.split_at(at + 2)) {
            let target = rest.split([')', '#']).next().unwrap_or_default();
            // A checkout may leave the site out: what it holds is another test's business.
            let is_there = match target.split('/').next() {
                Some("site") if !root().join("site").exists() => true,
                _ => root().join(target).exists(),
            };
            if !target.contains("://") && !target.is_empty() && !is_there {
                broken.push(format!("{text}: {target}"));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:?}");
}
