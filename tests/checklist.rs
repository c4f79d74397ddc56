//! Every fact that is known of a game has its place: the lists of `data/checklist`.
//!
//! ```text
//! [board] stated: nine by nine by three cells, 243, no holes
//!   page armies-of-faith-1: 243 in all             words of content/variants/armies-of-faith-1.md
//!   key armies-of-faith-1: board.levels = 1-3      a value of the definition
//!   case armies-of-faith-1: 243 cells              the name of a case in data/facts begins so
//! ```
//!
//! A fact is `stated` by the source or `derived` from it; all of its places must hold it. A file
//! speaks of as many games as it likes.

use std::collections::BTreeSet;
use std::fs;

use pulldown_cmark::{Event, TagEnd};

use crate::shipped::root;

/// A fact, and where it must be found.
struct Fact {
    line: String,
    id: String,
    places: Vec<(String, String)>,
}

fn facts(file: &str, text: &str) -> Vec<Fact> {
    let mut facts: Vec<Fact> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let at = format!("{file}:{}", index + 1);
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(place) = line.strip_prefix("  ") {
            let (what, wanted) = place.split_once(": ").unwrap_or_else(|| panic!("{at}: no colon"));
            let fact = facts.last_mut().unwrap_or_else(|| panic!("{at}: no fact yet"));
            fact.places.push((what.to_owned(), wanted.trim().to_owned()));
            continue;
        }
        let head = line.strip_prefix('[').and_then(|rest| rest.split_once("] "));
        let (id, words) = head.unwrap_or_else(|| panic!("{at}: `[id] stated: words`"));
        let known = words.starts_with("stated: ") || words.starts_with("derived: ");
        assert!(known, "{at}: a fact is `stated: ` or `derived: `");
        facts.push(Fact { line: at, id: id.to_owned(), places: Vec::new() });
    }
    facts
}

/// Why a place does not hold what it should.
fn missing(what: &str, wanted: &str) -> Option<String> {
    let (kind, name) = what.split_once(' ').unwrap_or((what, ""));
    let found = match kind {
        "page" => page(name).is_some_and(|texts| texts.iter().any(|text| text.contains(wanted))),
        "key" => {
            let (path, value) = wanted.split_once(" = ").unwrap_or((wanted, ""));
            key(name, path).is_some_and(|found| value.is_empty() || found == value)
        }
        "case" => cases(name).iter().any(|case| case.starts_with(wanted)),
        _ => return Some(format!("`{kind}` is no place: there are page, key and case")),
    };
    (!found).then(|| format!("not in {what}: {wanted}"))
}

/// The words of a page as a reader sees them, and as they were typed, blanks made one.
fn page(name: &str) -> Option<[String; 2]> {
    let paths = [format!("content/variants/{name}.md"), format!("content/{name}.md")];
    let text = paths.iter().find_map(|path| fs::read_to_string(root().join(path)).ok())?;
    let mut words = String::new();
    for event in pulldown_cmark::Parser::new(&text) {
        match event {
            Event::Text(part) | Event::Code(part) => {
                words.push_str(&part);
            }
            Event::SoftBreak | Event::HardBreak => words.push(' '),
            Event::End(
                TagEnd::Paragraph | TagEnd::Item | TagEnd::Heading(_) | TagEnd::TableCell,
            ) => words.push(' '),
            _ => {}
        }
    }
    let one_blank = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    Some([one_blank(&words), one_blank(&text)])
}

/// The value at a path of a definition, as text.
fn key(id: &str, path: &str) -> Option<String> {
    let text = fs::read_to_string(root().join(format!("content/variants/{id}.toml"))).ok()?;
    let table: toml::Table = text.parse().unwrap_or_else(|error| panic!("{id}: {error}"));
    let mut value = toml::Value::Table(table);
    for step in path.split('.') {
        value = match step.parse::<usize>() {
            Ok(index) => value.as_array()?.get(index.checked_sub(1)?)?.clone(),
            Err(_) => value.get(step)?.clone(),
        };
    }
    Some(value.as_str().map_or_else(|| value.to_string(), str::to_owned))
}

fn cases(name: &str) -> Vec<String> {
    let path = root().join(format!("tests/data/facts/{name}.facts"));
    let text = fs::read_to_string(&path).unwrap_or_default();
    let names = text.lines().filter_map(|line| line.strip_prefix("case: "));
    names.map(|name| name.trim().to_owned()).collect()
}

#[test]
fn every_fact_has_its_place() {
    let mut paths: Vec<_> = fs::read_dir(root().join("tests/data/checklist"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    let mut wrong = Vec::new();
    for path in paths {
        let file = path.file_name().unwrap().to_string_lossy().into_owned();
        let mut ids = BTreeSet::new();
        for fact in facts(&file, &fs::read_to_string(&path).unwrap()) {
            assert!(ids.insert(fact.id.clone()), "{}: `{}` is there twice", fact.line, fact.id);
            if fact.places.is_empty() {
                wrong.push(format!("{}: {}: nowhere", fact.line, fact.id));
            }
            let missing = fact.places.iter().filter_map(|(what, wanted)| missing(what, wanted));
            wrong.extend(missing.map(|why| format!("{}: {}: {why}", fact.line, fact.id)));
        }
        assert!(!ids.is_empty(), "{file} lists nothing");
    }
    assert!(wrong.is_empty(), "{} missing:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_missing_fact_is_named() {
    let found = facts("list.txt", "[a] stated: x\n  page no-such-page: y\n[b] derived: z\n");
    assert_eq!(found.len(), 2);
    let (what, wanted) = &found[0].places[0];
    assert_eq!(missing(what, wanted).unwrap(), "not in page no-such-page: y");
    assert!(missing("key chess", "board.files = a-h").is_none());
    assert!(missing("key chess", "board.files = a-i").is_some());
    assert!(missing("key chess", "board.no-such-key").is_some());
    assert!(missing("page no-such-chess", "").is_some());
    assert!(missing("case infantry-chess", "PWN").is_none());
    assert!(missing("case infantry-chess", "no such case").is_some());
}
