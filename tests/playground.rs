//! The playground: its games stand alone, errors have their places, and the book that it gives away is
//! the one that it shows.

use std::collections::BTreeMap;
use std::fs;

use fairybook::book::without_page_links;
use fairybook::build::{Options, STARTER_ID, build, starter_definition};
use fairybook::format::DefinitionSource;
use fairybook::playground::PlaygroundSession;
use fairybook::source::SourceFile;
use serde_json::{Value, json};

use crate::shipped::{Shipped, root};

fn ask(session: &mut PlaygroundSession, request: Value) -> Value {
    serde_json::from_str(&session.ask(&request.to_string())).unwrap()
}

fn game(act: &str, id: &str, definition: &str, page: &str) -> Value {
    json!({ "do": act, "id": id, "definition": definition, "page": page })
}

/// The page of a shipped game as the playground gives it.
fn page(id: &str) -> String {
    let path = format!("content/variants/{id}.md");
    without_page_links(&SourceFile::new(&path, fs::read_to_string(root().join(&path)).unwrap()))
}

/// The files of an archive without compression.
fn unpacked(answer: &Value) -> BTreeMap<String, Vec<u8>> {
    let bytes: Vec<u8> = serde_json::from_value(answer["bytes"].clone()).unwrap();
    let number = |at: usize, length: usize| {
        bytes[at..at + length].iter().rev().fold(0, |all, &byte| all << 8 | usize::from(byte))
    };
    let (mut files, mut at) = (BTreeMap::new(), 0);
    while bytes[at..].starts_with(b"PK\x03\x04") {
        let (size, name) = (number(at + 22, 4), number(at + 26, 2));
        let content = at + 30 + name + number(at + 28, 2);
        let name = String::from_utf8(bytes[at + 30..at + 30 + name].to_vec()).unwrap();
        files.insert(name, bytes[content..content + size].to_vec());
        at = content + size;
    }
    files
}

#[test]
fn every_shipped_game_stands_alone_in_the_playground() {
    let mut session = PlaygroundSession::default();
    let mut checked = 0;
    for id in Shipped.ids() {
        let definition = ask(&mut session, json!({ "do": "definition", "id": id }));
        let definition = definition["definition"].as_str().unwrap().to_owned();
        let built = ask(&mut session, game("build", &id, &definition, &page(&id)));
        assert_eq!(built["diagnostics"], json!([]), "{id}");
        assert_eq!(built["disagree"], 0, "{id}");
        assert!(built["html"].as_str().unwrap().contains("class=\"boards\""), "{id}");
        checked += built["agree"].as_u64().unwrap();
    }
    assert!(checked > 500, "{checked}");
}

#[test]
fn the_book_of_a_game_is_the_one_that_was_shown() {
    let own = "format = 1\nname = \"Own\"\nbased-on = \"helper\"\n";
    let helper = "format = 1\nname = \"Helper\"\nbased-on = \"minishogi\"\n";
    let own_page = "+++\ntitle = \"Own\"\nvariant = \"own\"\n+++\n```setup\n```\n";
    let chess = Shipped.get("chess").unwrap();
    let chess_page = page("chess");
    let games = [("own", own, own_page), ("chess", chess.text(), chess_page.as_str())];
    let definitions = json!({ "helper": helper, "other": "format = 1\n" });
    let mut session = PlaygroundSession::default();
    ask(&mut session, json!({ "do": "start", "dress": "letter", "definitions": definitions }));
    for (id, definition, page) in games {
        let shown = ask(&mut session, game("build", id, definition, page));
        assert_eq!(shown["diagnostics"], json!([]), "{id}");
        let answer = ask(&mut session, game("folder", id, definition, page));
        assert_eq!(answer["name"], format!("{id}.zip"));
        let files: BTreeMap<String, Vec<u8>> = unpacked(&answer)
            .into_iter()
            .map(|(path, bytes)| {
                let inside =
                    path.strip_prefix(&format!("{id}/")).expect("one folder has all files");
                (inside.to_owned(), bytes)
            })
            .collect();
        assert_eq!(files.contains_key("content/variants/helper.toml"), id == "own");
        assert!(!files.contains_key("content/variants/other.toml"));
        let output = build(&files, Options::default());
        assert!(output.diagnostics.is_empty(), "{id}: {:#?}", output.diagnostics);
        let html = &output.site[&format!("{id}/index.html")];
        assert!(shown["html"].as_str().unwrap().as_bytes() == &**html, "{id}");
    }
}

#[test]
fn errors_have_their_places_in_the_texts() {
    let definition =
        starter_definition(STARTER_ID).replace("move = \"WF\"", "move = \"WE\" # é𝄞\nx = 1");
    let page = "+++\ntitle = \"A\"\nvariant = \"my-game\"\n+++\n𝄞 [b](<claim: count(moves(king, a1)) is 4>)\n";
    let mut session = PlaygroundSession::default();
    let built = ask(&mut session, game("build", STARTER_ID, &definition, page));
    let found = built["diagnostics"].as_array().unwrap();
    let marked = |it: &Value, text: &str| {
        let units: Vec<u16> = text.encode_utf16().collect();
        let number = |key: &str| it[key].as_u64().unwrap() as usize;
        String::from_utf16(&units[number("from")..number("to")]).unwrap()
    };
    let of = |part: &'static str| found.iter().filter(move |it| it["part"] == part);
    let texts: Vec<String> = of("definition").map(|it| marked(it, &definition)).collect();
    assert!(texts.contains(&"E".to_owned()) && texts.contains(&"x".to_owned()), "{found:#?}");
    // With a definition that holds, the page is made in spite of its error.
    let built = ask(&mut session, game("build", STARTER_ID, &starter_definition(STARTER_ID), page));
    let found = built["diagnostics"].as_array().unwrap();
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(marked(&found[0], page), "count(moves(king, a1)) is 4");
    assert_eq!((&found[0]["line"], &built["disagree"]), (&json!(5), &json!(1)));
    assert!(built["html"].is_string());
}

#[test]
fn what_has_no_meaning_is_said() {
    let mut session = PlaygroundSession::default();
    for (request, error) in [
        (game("build", "My Game", "", ""), "cannot name files"),
        (game("folder", "../x", "", ""), "cannot name files"),
        (json!({ "do": "picture", "name": "../assets/icon.svg" }), "has no picture"),
        (json!({ "do": "sing" }), "cannot be read"),
    ] {
        let answer = ask(&mut session, request.clone());
        assert!(answer["error"].as_str().unwrap().contains(error), "{request}: {answer}");
    }
}
