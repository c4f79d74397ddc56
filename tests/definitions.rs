//! Definitions: the shipped ones have no errors, broken ones are refused with the messages kept
//! beside them, and every key of the format is used somewhere.

use fairybook::game_text::{print_move, print_position};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use fairybook::format::{DefinitionSource, GAME, Section, ValueKind};
use fairybook::geometry::CellSet;
use fairybook::rules::PlayedGame;
use fairybook::source::{Diagnostics, SourceFile, SourceMap, render};
use fairybook::toml_text::{TomlEntry, TomlNode, TomlTable, TomlValue, parse_toml};
use fairybook::variant::{Definition, Variant, load};

/// The definitions of a folder.
struct Shelf(PathBuf);

impl DefinitionSource for Shelf {
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
    let (definition, diagnostics) = load(&file, id, &shelf);
    let drawn: Vec<String> =
        diagnostics.iter().map(|diagnostic| render(diagnostic, false)).collect();
    assert!(drawn.is_empty(), "{id}:\n{}", drawn.join("\n\n"));
    definition.expect("no diagnostic, so a definition")
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
fn armies_are_chosen_in_pairs() {
    let setups = definition("different-armies").setups();
    assert_eq!(setups.len(), 15);
    assert_eq!(setups[..2], ["clobberers-clobberers", "clobberers-nutty"]);
    assert!(!setups.contains(&"fide-fide".to_owned()));
    assert_eq!(definition("afterlife-chess").setups(), ["usual", "as-published"]);
}

#[test]
fn cells_in_front_of_a_rank_lie_farther_on_for_each_side() {
    let text = "format = 1\nname = \"Front\"\nbased-on = \"chess\"\n\
                [zones]\nbeyond = \"in front of rank 4\"\n";
    let (definition, diagnostics) = load(&SourceFile::new("front.toml", text), "front", &shipped());
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let variant = definition.and_then(|it| it.variant(None).ok()).expect("it is sound");
    let layout = &variant.game.layout;
    let zone = variant.zones.iter().find(|zone| zone.id == "beyond").expect("it is declared");
    let ranks = |names: [&str; 4]| -> CellSet {
        layout
            .cells()
            .filter(|&cell| names.iter().any(|it| layout.name(cell).ends_with(it)))
            .collect()
    };
    assert_eq!(zone.cells[..], [ranks(["5", "6", "7", "8"]), ranks(["1", "2", "3", "4"])]);
}

#[test]
fn what_a_relative_says_of_a_fact_replaces_what_its_parents_said() {
    let tor = variant("tor-aikou", None);
    let notes = tor.certainty_notes.all().filter(|note| note.of == "setup.each");
    let whys: Vec<&str> =
        notes.map(|note| note.why.as_ref().map_or("", |why| why.as_str())).collect();
    assert_eq!(whys.len(), 1, "{whys:?}");
    assert!(whys[0].contains("without the Queen"), "{whys:?}");
}

/// Shipped definitions, and the broken ones among themselves.
struct Both(Shelf, Shelf);

impl DefinitionSource for Both {
    fn get(&self, id: &str) -> Option<SourceFile> {
        self.0.get(id).or_else(|| self.1.get(id))
    }

    fn ids(&self) -> Vec<String> {
        self.0.ids()
    }
}

/// Compares what `show` makes of each definition of a folder with the text beside it.
fn compare_folder(folder: &str, show: impl Fn(&str, Option<Definition>, Diagnostics) -> String) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/definitions").join(folder);
    let library = Both(shipped(), Shelf(folder.clone()));
    let bless = std::env::var_os("UPDATE").is_some();
    let mut faults = Vec::new();
    for id in library.1.ids() {
        let file = library.1.get(&id).expect("the folder was listed");
        let file = SourceFile::new(format!("{id}.toml"), file.text());
        let (definition, diagnostics) = load(&file, &id, &library);
        let found = show(&id, definition, diagnostics);
        let golden = folder.join(format!("{id}.txt"));
        if bless {
            std::fs::write(&golden, &found).expect("the folder can be written");
        }
        let wanted = std::fs::read_to_string(&golden).unwrap_or_default();
        if found != wanted {
            faults.push(format!("{id}, wanted:\n{wanted}\nfound:\n{found}"));
        }
    }
    assert!(faults.is_empty(), "{}\nUPDATE=1 writes them anew", faults.join("\n"));
}

fn messages(diagnostics: &Diagnostics) -> String {
    let drawn: Vec<String> = diagnostics.iter().map(|one| render(one, false) + "\n").collect();
    drawn.join("\n")
}

#[test]
fn broken_definitions_are_refused_with_reasons() {
    compare_folder("broken", |id, definition, diagnostics| {
        assert!(definition.is_none(), "{id} is accepted");
        messages(&diagnostics)
    });
}

/// Definitions of `keys` have the keys that no shipped game needs. The text beside each has its
/// score, its initial position, and the first moves of each side; `#` marks one that ends the game.
#[test]
fn keys_that_no_shipped_game_needs_work() {
    compare_folder("keys", |_, definition, diagnostics| {
        let definition = definition.unwrap_or_else(|| panic!("{}", messages(&diagnostics)));
        let variant = definition.variant(None).expect("the setup is sound");
        let rules = variant.rules().expect("the game compiles");
        let (win, draw) = (variant.score.win, variant.score.draw);
        let mut text = format!("{}score: win {win}, draw {draw}\n", messages(&diagnostics));
        text += &format!("{}\n", print_position(&variant, &rules, &rules.initial_position()));
        for side in variant.players() {
            let mut position = rules.initial_position();
            position.turn.to_move = side;
            let mut line = PlayedGame::from(&rules, position);
            let name = &variant.sides[side.index()].name;
            text += &format!("{name}:");
            for found in line.moves() {
                let printed = print_move(&variant, &rules, line.position(), &found);
                line.play(&found);
                let end = if line.game_end().is_some() { "#" } else { "" };
                line.take_back();
                text += &format!(" {printed}{end}");
            }
            text += "\n";
        }
        text
    });
}

/// Every key of the format is used by a shipped definition or by one of `keys`.
#[test]
fn every_key_of_the_format_is_shown_by_a_definition() {
    fn remove_used(table: &TomlTable, section: &Section, unused: &mut BTreeSet<String>) {
        for TomlEntry { key, node } in &table.entries {
            let key = section.key(&key.value).expect("the definition is sound");
            unused.remove(&format!("{}: {}", section.about, key.name));
            match (&key.value, &node.value) {
                (ValueKind::Table(inner), TomlValue::Table(table)) => {
                    remove_used(table, inner, unused);
                }
                // A setup can have every key of a game.
                (ValueKind::Named(inner), TomlValue::Table(tables)) if key.name != "setups" => {
                    tables.named().for_each(|(_, table)| remove_used(table, inner, unused));
                }
                (ValueKind::List(inner), TomlValue::List(items)) => {
                    let tables = items.iter().filter_map(TomlNode::table);
                    tables.for_each(|table| remove_used(table, inner, unused));
                }
                _ => {}
            }
        }
    }
    fn add_all(section: &Section, unused: &mut BTreeSet<String>) {
        for key in &section.keys {
            unused.insert(format!("{}: {}", section.about, key.name));
            match &key.value {
                ValueKind::Table(inner) | ValueKind::List(inner) => add_all(inner, unused),
                ValueKind::Named(inner) if key.name != "setups" => add_all(inner, unused),
                _ => {}
            }
        }
    }
    let mut unused = BTreeSet::new();
    add_all(&GAME, &mut unused);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for library in [shipped(), Shelf(root.join("tests/data/definitions/keys"))] {
        for file in library.ids().iter().filter_map(|id| library.get(id)) {
            let (table, _) = parse_toml(&SourceMap::whole(&file), &mut Diagnostics::default());
            remove_used(&table, &GAME, &mut unused);
        }
    }
    assert!(unused.is_empty(), "keys without a definition: {unused:#?}");
}
