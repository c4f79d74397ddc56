//! Mistakes of authors, each with the message that it gets: a place, what was found, what is wanted,
//! and a line that would work.
//!
//! `tests/data/messages/definitions.txt` has parts of definitions that are based on chess, `pages.txt`
//! has texts of pages about chess, `books.txt` files of whole books, and `design.txt` games with
//! warnings about their design. `UPDATE=1 cargo test` writes the messages anew.

use std::collections::BTreeMap;
use std::fs;

use fairybook::build::{Options, build};
use fairybook::query::LoadedVariant;
use fairybook::source::{Code, Diagnostic, Diagnostics, SourceFile, render};
use fairybook::survey::design_warnings;
use fairybook::variant::load;

use crate::shipped::{Shipped, root};

/// A case: `== TITLE`, the text, `--`, and the messages.
struct MistakeCase {
    title: String,
    text: String,
    messages: String,
}

fn cases(text: &str) -> Vec<MistakeCase> {
    let parts = text.split("\n== ").skip(1);
    let case = |part: &str| {
        let (title, rest) = part.split_once('\n').expect("a case has a title");
        let (text, messages) = rest.split_once("\n--").unwrap_or((rest.trim_end(), ""));
        MistakeCase {
            title: title.to_owned(),
            text: text.to_owned(),
            messages: messages.trim().to_owned(),
        }
    };
    parts.map(case).collect()
}

/// Compares each case with the messages that it gets now.
fn check(name: &str, least: usize, find: impl Fn(&str) -> Diagnostics) {
    let path = root().join("tests/data/messages").join(name);
    let file = fs::read_to_string(&path).unwrap();
    let head = file.split("\n== ").next().unwrap();
    let cases = cases(&file);
    assert!(cases.len() >= least, "{} cases", cases.len());
    let mut now = head.trim_end().to_owned() + "\n";
    let mut wrong = Vec::new();
    for case in &cases {
        let found = find(&case.text);
        let messages: Vec<String> = found.iter().map(|it| render(it, false)).collect();
        let messages = messages.join("\n\n");
        if messages != case.messages {
            wrong.push(format!("{}:\n{messages}\n", case.title));
        }
        wrong.extend(found.iter().filter_map(|it| unhelpful(&case.title, it)));
        if found.is_empty() {
            wrong.push(format!("{}: no message", case.title));
        }
        now += &format!("\n== {}\n{}\n--\n{messages}\n", case.title, case.text);
    }
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &now).unwrap();
        wrong.retain(|wrong| wrong.starts_with('!') || wrong.ends_with("no message"));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Says what a message lacks: a place, a hint, or words of a line that would work.
fn unhelpful(title: &str, diagnostic: &Diagnostic) -> Option<String> {
    let help = diagnostic.help.as_deref().unwrap_or_default();
    // The comparison itself says what would agree.
    if matches!(diagnostic.code, Code::DiagramWrong | Code::ClaimWrong) {
        return None;
    }
    let lacks = if diagnostic.line_column().is_none() {
        "a place"
    } else if !help.contains('`') {
        "a line that would work"
    } else {
        return None;
    };
    Some(format!("! {title}: the message lacks {lacks}\n{}", render(diagnostic, false)))
}

#[test]
fn mistakes_in_definitions_get_messages_that_lead_on() {
    check("definitions.txt", 30, |text| {
        let text = format!("format = 1\nname = \"My game\"\nbased-on = \"chess\"\n\n{text}\n");
        load(&SourceFile::new("my-game.toml", text), "my-game", &Shipped).1
    });
}

#[test]
fn mistakes_in_pages_get_messages_that_lead_on() {
    check("pages.txt", 15, |text| {
        let page = format!("+++\ntitle = \"My game\"\nvariant = \"chess\"\n+++\n\n{text}\n");
        let files = [("content/my-game.md".to_owned(), page.into_bytes())];
        build(&files.into(), Options { proof_only: true, ..Options::default() }).diagnostics
    });
}

/// The files of a case: `@ PATH` stands before the text of each.
fn book_of(text: &str) -> BTreeMap<String, Vec<u8>> {
    let parts = text.split("@ ").skip(1).filter_map(|part| part.split_once('\n'));
    let files = parts.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()));
    let landing = ("content/index.md".to_owned(), b"+++\ntitle = \"My book\"\n+++\n".to_vec());
    [landing].into_iter().chain(files).collect()
}

#[test]
fn mistakes_in_books_get_messages_that_lead_on() {
    check("books.txt", 20, |text| build(&book_of(text), Options::default()).diagnostics);
}

#[test]
fn warnings_about_the_design_of_games_show_where_and_how() {
    check("design.txt", 8, |text| {
        let text = format!("format = 1\nname = \"My game\"\nbased-on = \"chess\"\n{text}\n");
        let file = SourceFile::new("my-game.toml", text);
        let (definition, diagnostics) = load(&file, "my-game", &Shipped);
        let definition = definition.unwrap_or_else(|| panic!("{diagnostics:#?}"));
        let loaded = LoadedVariant::new(definition.variant(None).unwrap()).unwrap();
        design_warnings(&definition, &loaded).into_iter().collect()
    });
}

#[test]
fn games_that_are_meant_so_get_no_warning() {
    let intended = "intended = \"narrow-reach\"\n[pieces.knight]\nmove = \"A\"\n";
    // Without check a King is captured like any other piece.
    let captured =
        "check.by = \"none\"\n[ends.extinction]\npieces = \"king\"\nresult = \"loses\"\n";
    for words in [intended, captured] {
        let text = format!("format = 1\nname = \"My game\"\nbased-on = \"chess\"\n{words}");
        let (definition, _) = load(&SourceFile::new("my-game.toml", text), "my-game", &Shipped);
        let definition = definition.unwrap();
        let loaded = LoadedVariant::new(definition.variant(None).unwrap()).unwrap();
        let found = design_warnings(&definition, &loaded);
        assert!(found.is_empty(), "{found:#?}");
    }
}
