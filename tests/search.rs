//! The index of the search: it has all pages, its addresses lead somewhere, and it is small.

use std::fs;
use std::io::Write;

use flate2::{Compression, write::GzEncoder};
use serde_json::Value;

use crate::shipped::root;

/// The call of the script and its pages.
fn index() -> (String, Vec<Value>) {
    let script = fs::read_to_string(root().join("site/assets/search-index.js")).unwrap();
    let json = script.strip_prefix("fairybookIndex(").and_then(|it| it.strip_suffix(");\n"));
    let Value::Array(pages) = serde_json::from_str(json.unwrap()).unwrap() else {
        panic!("the index is a list")
    };
    (script, pages)
}

#[test]
fn every_place_of_the_search_index_is_on_its_page() {
    let (_, pages) = index();
    assert!(pages.len() > 40, "{}", pages.len());
    for page in &pages {
        let file = page[1].as_str().unwrap();
        let html = fs::read_to_string(root().join("site").join(file)).unwrap();
        for section in page[2].as_array().unwrap() {
            let anchor = section[0].as_str().unwrap();
            let id = format!("id=\"{anchor}\"");
            assert!(anchor.is_empty() || html.contains(&id), "{file}#{anchor}");
        }
    }
}

#[test]
fn the_search_index_has_the_text_of_pages_and_nothing_of_pictures() {
    let (script, pages) = index();
    let chess = pages.iter().find(|page| page[1] == "chess/index.html").unwrap();
    let sections = chess[2].as_array().unwrap();
    let promotion = sections.iter().find(|section| section[0] == "promotion").unwrap();
    assert_eq!(promotion[1], "Promotion");
    assert!(promotion[2].as_str().unwrap().contains("promote to a Queen, Rook, Bishop or Knight"));
    // What a diagram shows in words is in its proof, which is not searched.
    let boards =
        sections.iter().filter(|it| it[2].as_str().unwrap().contains("drawn from the rules"));
    assert_eq!(boards.count(), 0);
    assert!(!script.contains("<path d="));
}

#[test]
fn the_search_index_is_at_most_two_fifths_of_its_text() {
    let (script, pages) = index();
    let mut text = 0;
    for page in &pages {
        let sections = page[2].as_array().unwrap();
        text += sections.iter().map(|it| it[2].as_str().unwrap().len()).sum::<usize>();
    }
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(script.as_bytes()).unwrap();
    let packed = packed.finish().unwrap().len();
    assert!(packed * 5 <= text * 2, "{packed} bytes for a text of {text}");
}
