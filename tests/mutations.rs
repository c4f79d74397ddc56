//! What is wrong in a definition is noticed: one cell, one letter of a move or one name of a
//! piece is changed at a time, and a claim, a diagram or a case of `data/facts` has to fail.
//!
//! `cargo test --test suite -- --ignored mutations --nocapture` lists what survives; `MUTATE=id`
//! looks at one game alone. `data/mutations/same.txt` lists what says the same in other words.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::Range;

use fairybook::build::{self, build};
use fairybook::format::DefinitionSource;
use fairybook::source::{Code, SourceFile};
use fairybook::variant::{Variant, load};
use toml::de::{DeTable, DeValue};

use crate::facts;
use crate::shipped::{Shipped, definition, root};

/// The games of the source documents.
const GAMES: &[&str] = &[
    "armies-of-faith-1",
    "infantry-chess",
    "different-armies",
    "afterlife-chess",
    "xiang-aikou",
    "anglis-aikou",
    "gnu-aikou",
    "caliph-aikou",
    "tor-aikou",
    "yang-aikou",
];
/// Pages that speak of several games.
const SHARED: &[&str] = &["content/armies.md", "content/errata.md", "content/pass-variants.md"];

/// A definition with one change.
struct Mutant {
    name: String,
    text: String,
}

/// A text value of a definition, and where it stands.
struct Value {
    path: Vec<String>,
    span: Range<usize>,
    text: String,
}

fn values(table: &DeTable<'_>, path: &[String], found: &mut Vec<Value>) {
    for (key, value) in table {
        let path = [path, &[key.get_ref().to_string()]].concat();
        of_value(value.get_ref(), value.span(), &path, found);
    }
}

fn of_value(value: &DeValue<'_>, span: Range<usize>, path: &[String], found: &mut Vec<Value>) {
    match value {
        DeValue::String(text) => {
            found.push(Value { path: path.to_vec(), span, text: text.to_string() });
        }
        DeValue::Table(table) => values(table, path, found),
        DeValue::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                let path = [path, &[(index + 1).to_string()]].concat();
                of_value(item.get_ref(), item.span(), &path, found);
            }
        }
        _ => {}
    }
}

/// All changes of a game's own definition.
fn mutants(text: &str, variant: &Variant) -> Vec<Mutant> {
    let mut found = Vec::new();
    let table = DeTable::parse(text).expect("a shipped definition");
    values(table.get_ref(), &[], &mut found);
    found.sort_by_key(|value| value.span.start);
    let mut mutants = Vec::new();
    for value in &found {
        let path: Vec<&str> = value.path.iter().map(String::as_str).collect();
        let changes = match path[..] {
            ["setup", ..] => cells(&value.text, variant),
            ["zones", ..] | ["board", "cells"] | ["boards", _, "cells"] => {
                cells(&value.text, variant)
            }
            ["board", "files" | "ranks" | "levels"]
            | ["boards", _, "files" | "ranks" | "levels"] => shorter(&value.text),
            ["pieces", _, "letter"] => vec![("Z".to_owned(), "another letter".to_owned())],
            ["pieces", .., "move" | "shoot" | "path"] | ["boards", _, "all-pieces"] => {
                notation(&value.text)
            }
            _ => Vec::new(),
        };
        for (changed, what) in changes {
            let quoted = format!("\"{changed}\"");
            let text = [&text[..value.span.start], &quoted, &text[value.span.end..]].concat();
            mutants.push(Mutant { name: format!("{}: {what}", path.join(".")), text });
        }
    }
    // Pieces that the definition takes from the stock or from a relative as they are.
    let in_array: BTreeSet<usize> =
        variant.game.initial_pieces.iter().map(|(_, piece)| piece.piece_type.index()).collect();
    for face in in_array.into_iter().map(|kind| &variant.faces[kind]) {
        let own = |value: &Value| {
            value.path.first().is_some_and(|key| key == "pieces")
                && value.path.get(1) == Some(&face.id)
        };
        if found.iter().any(own) || text.contains(&format!("[pieces.{}]", face.id)) {
            continue;
        }
        let more = format!("\n[pieces.{}]\nmove = \"WN\"\n", face.id);
        // Tables of a name must follow each other nowhere: one more may stand at the end.
        let text = format!("{text}{more}");
        mutants.push(Mutant { name: format!("pieces.{}: another move", face.id), text });
    }
    mutants
}

/// A set of cells with one of them elsewhere, and with one of them less.
fn cells(text: &str, variant: &Variant) -> Vec<(String, String)> {
    let layout = &variant.game.layout;
    let taken = |cell| variant.game.initial_pieces.iter().any(|(other, _)| *other == cell);
    let mut changes = Vec::new();
    let words: Vec<&str> = text.split_whitespace().collect();
    for (index, word) in words.iter().enumerate() {
        let Some(cell) = layout.find(word) else { continue };
        let free = layout.cells().filter(|&other| !taken(other) && other != cell);
        let near = free.min_by_key(|other| other.index().abs_diff(cell.index()));
        let Some(near) = near else { continue };
        let mut moved: Vec<&str> = words.clone();
        moved[index] = layout.name(near);
        changes.push((moved.join(" "), format!("{} for {word}", layout.name(near))));
    }
    let side = variant.players().next().expect("a side has turns");
    if let Ok(all) = variant.cells(text, side) {
        for cell in all.iter() {
            let name = layout.name(cell);
            changes.push((format!("({text}) but {name}"), format!("without {name}")));
        }
    }
    changes
}

/// An axis with one name less.
fn shorter(text: &str) -> Vec<(String, String)> {
    let Some((first, last)) = text.split_once('-') else { return Vec::new() };
    let Some(letter) = last.chars().next().filter(|_| last.chars().count() == 1) else {
        return Vec::new();
    };
    let Some(before) = char::from_u32(letter as u32 - 1) else { return Vec::new() };
    vec![(format!("{first}-{before}"), "one name less".to_owned())]
}

/// A notation with one letter or one number changed.
fn notation(text: &str) -> Vec<(String, String)> {
    const ATOMS: &[(char, char)] = &[
        ('W', 'F'),
        ('F', 'W'),
        ('D', 'A'),
        ('A', 'D'),
        ('N', 'C'),
        ('C', 'N'),
        ('R', 'B'),
        ('B', 'R'),
        ('K', 'W'),
        ('H', 'G'),
        ('T', 'W'),
    ];
    if text == "unknown" {
        return Vec::new();
    }
    let mut changes = Vec::new();
    for (at, c) in text.char_indices() {
        let end = at + c.len_utf8();
        let instead = match c {
            'A'..='Z' => {
                let other = ATOMS.iter().find(|(atom, _)| *atom == c).map(|(_, other)| *other);
                other.unwrap_or('W').to_string()
            }
            '0'..='9' => (c.to_digit(10).unwrap_or(0) + 1).to_string(),
            'a'..='z' | '^' | '_' | '=' | '\'' | '?' => String::new(),
            _ => continue,
        };
        let changed = format!("{}{instead}{}", &text[..at], &text[end..]);
        changes.push((changed, format!("`{instead}` for `{c}` at {}", at + 1)));
    }
    changes
}

/// The shelf with one book exchanged.
struct Exchanged<'a> {
    id: &'a str,
    text: &'a str,
}

impl DefinitionSource for Exchanged<'_> {
    fn get(&self, id: &str) -> Option<SourceFile> {
        if id == self.id {
            return Some(SourceFile::new(format!("content/variants/{id}.toml"), self.text));
        }
        Shipped.get(id)
    }

    fn ids(&self) -> Vec<String> {
        Shipped.ids()
    }
}

/// Returns what notices the changed definition, or `None`.
fn noticed(id: &str, text: &str, book: &BTreeMap<String, Vec<u8>>) -> Option<String> {
    let shelf = Exchanged { id, text };
    let file = shelf.get(id).expect("it is there");
    let (definition, diagnostics) = load(&file, id, &shelf);
    let Some(definition) = definition else {
        return Some(format!("refused: {}", diagnostics[0].message));
    };
    if let Some(case) = facts::first_failure(id, &definition) {
        return Some(case);
    }
    let mut book = book.clone();
    book.insert(format!("content/variants/{id}.toml"), text.as_bytes().to_vec());
    let built = build(&book, build::Options::default());
    // Pages that are left out are no loss here.
    let error = built
        .diagnostics
        .iter()
        .find(|found| found.is_error() && !matches!(found.code, Code::LinkBroken));
    error.map(|error| format!("{}: {}", error.path(), error.message))
}

/// A page without the pictures that compare nothing: drawing them takes the most time.
fn compared(page: &str) -> String {
    let mut kept = String::new();
    let mut block: Option<String> = None;
    for line in page.split_inclusive('\n') {
        let fence = line.starts_with("```");
        match block.take() {
            None if fence => block = Some(line.to_owned()),
            None => kept.push_str(line),
            Some(body) if fence => {
                let compares = body.contains("\nmarks")
                    || body.starts_with("```setup") && body.contains("\nposition");
                // What it stood beside may be gone.
                let body = body.lines().filter(|line| !line.starts_with("place"));
                if compares {
                    kept.extend(body.map(|line| format!("{line}\n")));
                    kept.push_str(line);
                }
            }
            Some(body) => block = Some(body + line),
        }
    }
    kept
}

/// The settings, all definitions, the game's own page and those about several games.
fn book(id: &str) -> BTreeMap<String, Vec<u8>> {
    let (mut files, _) = fairybook::world::read_book(root());
    let own = format!("content/variants/{id}.md");
    files.retain(|path, _| path.ends_with(".toml") || *path == own || SHARED.contains(&&**path));
    for (path, bytes) in &mut files {
        if path.ends_with(".md") {
            let text = std::str::from_utf8(bytes).expect("a page is text");
            *bytes = compared(text).into_bytes();
        }
    }
    let settings = b"title = \"mutants\"\nsheets = false\n".to_vec();
    files.insert("fairybook.toml".to_owned(), settings);
    files
}

#[test]
#[ignore = "takes some minutes"]
fn mutations() {
    let only = std::env::var("MUTATE").ok();
    let same = fs::read_to_string(root().join("tests/data/mutations/same.txt")).unwrap();
    // The name of a change, or what several names begin with, and the reason.
    let same: Vec<&str> = same
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| Some(line.split_once(" | ")?.0))
        .collect();
    let mut survivors = Vec::new();
    for &id in GAMES.iter().filter(|id| only.as_ref().is_none_or(|only| only == *id)) {
        let variant = definition(id).variant(None).expect("a shipped game");
        let text = Shipped.get(id).expect("a shipped game").text().to_owned();
        let book = book(id);
        assert_eq!(noticed(id, &text, &book), None, "{id} as it is");
        let mutants = mutants(&text, &variant);
        let (mut refused, count) = (0, mutants.len());
        assert!(count > 0, "{id} has nothing to change");
        for mutant in mutants {
            match noticed(id, &mutant.text, &book) {
                Some(why) => refused += usize::from(why.starts_with("refused")),
                None => survivors.push(format!("{id}: {}", mutant.name)),
            }
        }
        eprintln!("{id}: {count} changes, {refused} of them no sound definition");
    }
    survivors.retain(|name| !same.iter().any(|same| name.starts_with(same)));
    assert!(survivors.is_empty(), "{} survive:\n{}", survivors.len(), survivors.join("\n"));
}
