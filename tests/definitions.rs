//! Definitions: the shipped ones are sound and say what is known of the games; broken ones are
//! refused with the messages kept beside them.

use std::path::{Path, PathBuf};

use fairybook::source::SourceFile;
use fairybook::variant::{Definition, Library, Variant, load};

/// The definitions of a folder.
struct Shelf(PathBuf);

impl Library for Shelf {
    fn get(&self, id: &str) -> Option<SourceFile> {
        let text = std::fs::read_to_string(self.0.join(format!("{id}.toml"))).ok()?;
        Some(SourceFile::new(format!("variants/{id}.toml"), text))
    }

    fn ids(&self) -> Vec<String> {
        let files = std::fs::read_dir(&self.0).expect("the folder is there");
        let mut ids: Vec<String> = files
            .map(|file| file.expect("the folder can be read").path())
            .filter(|path| path.extension().is_some_and(|end| end == "toml"))
            .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
            .collect();
        ids.sort();
        ids
    }
}

fn shipped() -> Shelf {
    Shelf(Path::new(env!("CARGO_MANIFEST_DIR")).join("content/variants"))
}

fn definition(id: &str) -> Definition {
    let shelf = shipped();
    let file = shelf.get(id).expect("the definition is shipped");
    let (definition, complaints) = load(&file, id, &shelf);
    let drawn: Vec<String> =
        complaints.iter().map(|complaint| fairybook::source::draw(complaint, false)).collect();
    assert!(drawn.is_empty(), "{id}:\n{}", drawn.join("\n\n"));
    definition.expect("no complaint, so a definition")
}

fn variant(id: &str, setup: Option<&str>) -> Variant {
    definition(id).variant(setup).expect("the set-up is sound")
}

#[test]
fn all_shipped_definitions_are_sound() {
    for id in shipped().ids() {
        definition(&id);
    }
}

#[test]
fn chess_has_its_array() {
    let chess = variant("chess", None);
    assert_eq!(chess.game.array.len(), 32);
    assert_eq!(chess.game.castlings.len(), 4);
}

#[test]
fn armies_are_chosen_in_pairs() {
    let setups = definition("different-armies").setups();
    assert_eq!(setups.len(), 15);
    assert_eq!(setups[..2], ["clobberers-clobberers", "clobberers-nutty"]);
}
