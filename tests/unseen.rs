//! Nothing that looks like a claim or a block passes unread: signs of real pages are broken in turn.

use std::fs;
use std::ops::Range;

use fairybook::book::Page;
use fairybook::source::{Diagnostics, SourceFile};

use crate::shipped::root;

/// A sign of each class that Markdown and blocks know, and some that they do not.
const SIGNS: &[&str] = &[
    "", "x", "7", " ", "\n", "\n\n", "`", "~", "'", "\"", "|", "\\", "*", "_", "<", ">", "(", ")",
    "[", "]", "{", "}", ":", ";", ".", "-", "=", "#", "!", "^", "&", "é", "“", "\t", "    ",
    "<!--", "```\n",
];

/// What a reader can be told of a page: its claims and blocks, and links that a build follows.
struct ReadParts {
    claims: Vec<String>,
    blocks: usize,
    links: usize,
    examples: usize,
    has_error: bool,
}

fn read(text: &str) -> ReadParts {
    let mut diagnostics = Diagnostics::default();
    let page = Page::read(&SourceFile::new("content/a.md", text), &mut diagnostics);
    let page = page.expect("the head is not changed");
    ReadParts {
        claims: page.body.claims.iter().map(|claim| claim.text.value.clone()).collect(),
        blocks: page.body.blocks.len(),
        links: page.body.links.len() + page.addresses().len(),
        examples: page.body.examples,
        has_error: diagnostics.has_error(),
    }
}

/// Whether a changed page lost a claim or a block without an error. A claim whose text is changed is
/// compared with the rules, and a link that was none is followed by the build.
fn is_unseen(before: &ReadParts, after: &ReadParts) -> bool {
    let lost = after.claims.len() < before.claims.len() || after.blocks < before.blocks;
    lost && !after.has_error && after.links <= before.links || after.examples > before.examples
}

/// The parts of a page between empty lines, each with the part behind it.
fn chunks(text: &str) -> Vec<String> {
    let body = text.splitn(3, "+++\n").nth(2).expect("a page has a head");
    let mut parts: Vec<String> = vec![String::new()];
    let mut in_block = false;
    for line in body.split_inclusive('\n') {
        if line.starts_with("```") {
            in_block = !in_block;
        }
        match line.trim().is_empty() && !in_block {
            true => parts.push(String::new()),
            false => parts.last_mut().expect("there is one").push_str(line),
        }
    }
    parts.retain(|part| !part.is_empty());
    let follower = |index: usize| parts.get(index + 1).map_or("", |part| part.as_str());
    (0..parts.len()).map(|index| format!("{}\n{}", parts[index], follower(index))).collect()
}

/// The ranges of the signs and words that make a text a claim or a block.
fn signs_of(chunk: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for (at, _) in chunk.match_indices("](<claim").chain(chunk.match_indices("](<refuted")) {
        let colon = at + chunk[at..].find(':').expect("a claim has a colon");
        found.extend((at..=colon).map(|at| at..at + 1));
        found.push(at..colon + 1);
        let open = chunk[..at].rfind('[').expect("words begin with a bracket");
        found.push(open..open + 1);
        let ends = [">)", "> \""].into_iter().filter_map(|end| chunk[colon..].find(end));
        let close = colon + ends.min().expect("a claim ends");
        found.extend([close..close + 1, close + 1..close + 2, close..close + 2]);
    }
    let mut at = 0;
    for line in chunk.split_inclusive('\n') {
        if line.starts_with("```") {
            found.extend((at..at + line.trim_end().len()).map(|at| at..at + 1));
            found.push(at..at + 3);
            found.push(at..at + line.trim_end().len());
        }
        at += line.len();
    }
    found
}

#[test]
fn no_broken_sign_of_a_real_page_hides_a_claim_or_a_block() {
    let mut unseen = Vec::new();
    let mut changed = 0;
    let mut folders = vec![root().join("content")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            if path.extension().is_none_or(|ending| ending != "md") {
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            // A manual shows claims and blocks that nothing checks.
            if text.contains("\nmanual = true\n") {
                continue;
            }
            let is_kept = |chunk: &String| chunk.contains("```") || chunk.contains("claim");
            for chunk in chunks(&text).into_iter().filter(is_kept).step_by(STEP) {
                let page = |chunk: &str| format!("+++\ntitle = \"T\"\n+++\n{chunk}");
                let before = read(&page(&chunk));
                for range in signs_of(&chunk) {
                    if !chunk.is_char_boundary(range.start) || !chunk.is_char_boundary(range.end) {
                        continue;
                    }
                    for (index, sign) in SIGNS.iter().enumerate() {
                        for range in [range.clone(), range.start..range.start] {
                            let broken =
                                format!("{}{sign}{}", &chunk[..range.start], &chunk[range.end..]);
                            changed += 1;
                            if is_unseen(&before, &read(&page(&broken))) {
                                unseen.push(format!("{index}: {path:?}\n{broken}"));
                            }
                        }
                    }
                }
            }
        }
    }
    assert!(changed > 3_000, "only {changed} changes");
    unseen.sort_by_key(String::len);
    unseen.truncate(5);
    assert!(unseen.is_empty(), "{}", unseen.join("\n----\n"));
}

/// Of how many parts of pages one is changed; all would take minutes.
const STEP: usize = 199;
