//! What a thing is called decides nothing: the shipped games under other names play as they do.
//!
//! Every id of `content/variants` (games, pieces, sides, armies, boards, zones, borders, states,
//! castlings, set-ups) becomes another word, wherever it stands in the text. A piece of the stock is
//! then no longer one, and its table gets the keys that it had from the stock.

use std::collections::{BTreeMap, BTreeSet};

use fairybook::format::DefinitionSource;
use fairybook::game::{Piece, PieceTypeId};
use fairybook::geometry::Cell;
use fairybook::rules::{PieceStatus, Position, Rules};
use fairybook::source::{SourceFile, render};
use fairybook::variant::{Definition, Variant, load};
use toml::Table;

use crate::shipped::{Shipped, root};

/// Values that are shown, or drawn, and never read as names.
const PROSE: [&str; 9] =
    ["name", "why", "inventor", "source", "published", "glyph", "native", "letter", "shown"];

fn new_name(id: &str) -> String {
    format!("qx-{id}-xq")
}

/// All definitions under other names.
struct Renamed {
    files: BTreeMap<String, String>,
}

impl DefinitionSource for Renamed {
    fn get(&self, id: &str) -> Option<SourceFile> {
        Some(SourceFile::new(format!("{id}.toml"), self.files.get(id)?.clone()))
    }

    fn ids(&self) -> Vec<String> {
        self.files.keys().cloned().collect()
    }
}

/// The shipped texts, the stock, and what is known of both.
struct Shelf {
    texts: BTreeMap<String, String>,
    tables: BTreeMap<String, Table>,
    stock: Table,
    ids: BTreeSet<String>,
}

impl Shelf {
    fn read() -> Shelf {
        let texts: BTreeMap<String, String> = Shipped
            .ids()
            .into_iter()
            .map(|id| (id.clone(), Shipped.get(&id).unwrap().text().to_owned()))
            .collect();
        let tables: BTreeMap<String, Table> =
            texts.iter().map(|(id, text)| (id.clone(), text.parse().unwrap())).collect();
        let stock: Table =
            std::fs::read_to_string(root().join("src/definitions/format/builtin_pieces.toml"))
                .unwrap()
                .parse()
                .unwrap();
        let mut ids: BTreeSet<String> = texts.keys().chain(stock.keys()).cloned().collect();
        tables.values().for_each(|table| add_ids(table, &mut ids));
        // A key of the format keeps its name, even if a game is called so too.
        let format =
            std::fs::read_to_string(root().join("src/definitions/format/format.toml")).unwrap();
        for (key, _) in format.lines().filter_map(|line| line.split_once(" = [")) {
            ids.remove(key);
        }
        // One letter can be the name of a file, too.
        ids.retain(|id| id.len() > 1);
        Shelf { texts, tables, stock, ids }
    }

    fn renamed(&self) -> Renamed {
        let mut files = BTreeMap::new();
        for (id, text) in &self.texts {
            let mut text = rename(text, &self.ids);
            for (piece, lines) in self.added_lines(id) {
                add_lines(&mut text, &new_name(&piece), &lines);
            }
            for piece in self.left_pieces(id) {
                let path = format!("without  = \"pieces.{} ", new_name(&piece));
                text = text.replacen("without  = \"", &path, 1);
            }
            files.insert(new_name(id), text);
        }
        Renamed { files }
    }

    /// The stock pieces of the games under a game that it leaves, and whose letters it gives to others.
    /// Under its new name such a piece is one of the game's own, which would keep it.
    fn left_pieces(&self, id: &str) -> Vec<String> {
        let faces: Vec<_> =
            variants(&definition(id, &Shipped)).into_iter().flat_map(|it| it.faces).collect();
        let is_left = |piece: &String| {
            let letter = self.stock.get(piece).and_then(|it| it.get("letter")?.as_str());
            letter.is_some_and(|letter| faces.iter().any(|face| face.letter == letter))
                && !faces.iter().any(|face| face.id == *piece)
        };
        let parent = self.tables[id].get("based-on").and_then(|it| it.as_str());
        let known = parent.map_or(BTreeMap::new(), |parent| self.inherited(parent, false));
        known.into_keys().filter(is_left).collect()
    }

    /// The lines that pieces of a game need in its own file, because their names no longer give them.
    fn added_lines(&self, id: &str) -> Vec<(String, Vec<String>)> {
        let known = self.inherited(id, true);
        let stock = |piece: &str| self.stock.get(piece).and_then(|it| it.as_table());
        let mut list = Vec::new();
        for variant in variants(&definition(id, &Shipped)) {
            for (face, kind) in variant.faces.iter().zip(variant.game.piece_types.iter()) {
                let keys = known.get(&face.id).cloned().unwrap_or_default();
                let mut lines = Vec::new();
                if !keys.contains("letter") {
                    lines.push(format!("letter = {:?}", face.letter));
                }
                if let Some(stock) = stock(&face.id) {
                    if !keys.contains("move") && !keys.contains("moves") {
                        lines.push(format!("move = {}", stock["move"]));
                    }
                    if kind.royal && !keys.contains("royal") {
                        lines.push("royal = true".to_owned());
                    }
                }
                if !lines.is_empty() && !list.iter().any(|(piece, _)| *piece == face.id) {
                    list.push((face.id.clone(), lines));
                }
            }
        }
        list
    }

    /// What is written about each piece in a definition and those under it; `bare`: without what
    /// the added lines of the definition's own file.
    fn inherited(&self, id: &str, bare: bool) -> BTreeMap<String, BTreeSet<String>> {
        let table = &self.tables[id];
        let text = |key: &str| table.get(key).and_then(|value| value.as_str());
        let mut known =
            text("based-on").map_or(BTreeMap::new(), |parent| self.inherited(parent, false));
        for path in text("without").unwrap_or_default().split_whitespace() {
            match path.split('.').collect::<Vec<_>>()[..] {
                ["pieces"] => known.clear(),
                ["pieces", piece] => drop(known.remove(piece)),
                ["pieces", piece, key] => {
                    known.entry(piece.to_owned()).or_default().remove(key);
                }
                _ => {}
            }
        }
        for (piece, own) in table.get("pieces").and_then(|it| it.as_table()).into_iter().flatten() {
            let keys = own.as_table().into_iter().flat_map(|own| own.keys().cloned());
            known.entry(piece.clone()).or_default().extend(keys);
        }
        if !bare {
            for (piece, lines) in self.added_lines(id) {
                let keys = lines.iter().map(|line| line.split(' ').next().unwrap().to_owned());
                known.entry(piece).or_default().extend(keys);
            }
        }
        known
    }
}

/// Every name that a definition gives.
fn add_ids(table: &Table, ids: &mut BTreeSet<String>) {
    let named = ["pieces", "sides", "armies", "boards", "zones", "borders", "castling"];
    for key in named {
        let entries = table.get(key).and_then(|entries| entries.as_table());
        ids.extend(entries.into_iter().flat_map(|entries| entries.keys().cloned()));
    }
    for (setup, table) in table.get("setups").and_then(|it| it.as_table()).into_iter().flatten() {
        ids.insert(setup.clone());
        add_ids(table.as_table().unwrap(), ids);
    }
}

/// The text with every id renamed, but for prose.
fn rename(text: &str, ids: &BTreeSet<String>) -> String {
    let mut key = String::new();
    let mut new = String::new();
    for (index, part) in text.split('"').enumerate() {
        let quoted = index % 2 == 1;
        if index > 0 {
            new.push('"');
        }
        if quoted && PROSE.contains(&key.as_str()) {
            new.push_str(part);
        } else {
            new.push_str(&rename_words(part, ids));
        }
        if let (false, Some(before)) = (quoted, part.trim_end().strip_suffix('=')) {
            let word = |letter: char| !(letter.is_alphanumeric() || letter == '-');
            key = before.trim_end().rsplit(word).next().unwrap_or_default().to_owned();
        }
    }
    new
}

fn rename_words(text: &str, ids: &BTreeSet<String>) -> String {
    let mut new = String::new();
    let mut word = String::new();
    for letter in text.chars().chain(['\n']) {
        if letter.is_ascii_alphanumeric() || letter == '-' {
            word.push(letter);
            continue;
        }
        match ids.contains(&word) {
            true => new.push_str(&new_name(&word)),
            false => new.push_str(&word),
        }
        word.clear();
        new.push(letter);
    }
    new.pop();
    new
}

/// Writes lines into the table of a piece, which may be there, in one line or with a head.
fn add_lines(text: &mut String, piece: &str, lines: &[String]) {
    let head = format!("[pieces.{piece}]");
    let section = text.find("\n[pieces]\n").or_else(|| text.find("\n[pieces] "));
    if let Some(at) = text.find(&head) {
        let end = text[at..].find('\n').map_or(text.len(), |end| at + end);
        text.insert_str(end, &format!("\n{}", lines.join("\n")));
        return;
    }
    if let Some(start) = section.map(|at| at + 1) {
        let end = text[start..].find("\n[").map_or(text.len(), |end| start + end);
        let own = text[start..end].find(&format!("\n{piece} "));
        if let Some(at) = own.map(|at| start + at) {
            let brace = at + text[at..].find('{').expect("a table in one line");
            let empty = text[brace + 1..].trim_start().starts_with('}');
            let comma = if empty { "" } else { "," };
            text.insert_str(brace + 1, &format!(" {}{comma}", lines.join(", ")));
            return;
        }
    }
    text.push_str(&format!("\n{head}\n{}\n", lines.join("\n")));
}

fn definition(id: &str, library: &dyn DefinitionSource) -> Definition {
    let file = library.get(id).unwrap_or_else(|| panic!("no definition of {id}"));
    let (definition, diagnostics) = load(&file, id, library);
    let drawn: Vec<String> =
        diagnostics.iter().map(|diagnostic| render(diagnostic, false)).collect();
    definition.unwrap_or_else(|| panic!("{}\n{}", drawn.join("\n"), file.text()))
}

/// A definition in all of its set-ups.
fn variants(definition: &Definition) -> Vec<Variant> {
    let setup = |setup: &String| {
        definition.variant(Some(setup)).unwrap_or_else(|diagnostics| {
            let drawn: Vec<String> = diagnostics.iter().map(|it| render(it, false)).collect();
            panic!("{setup}: {}", drawn.join("\n"))
        })
    };
    definition.setups().iter().map(setup).collect()
}

/// What a piece of a side reaches from each cell of an empty board.
fn reaches(rules: &Rules, piece: Piece) -> Vec<(Cell, Vec<Cell>, Vec<Cell>)> {
    let from_each = |from: Cell| {
        let mut position = Position::empty(rules);
        position.set_piece(from, Some(piece));
        position.set_status(from, PieceStatus { moved: true, ..PieceStatus::default() });
        let ends = rules.reach(&position, from).ends().iter().collect();
        (from, ends, rules.attack_mask(piece, from).iter().collect())
    };
    rules.layout().cells().map(from_each).collect()
}

/// The same kind in the game under other names.
fn counterpart(kind: &str, other: &Variant) -> PieceTypeId {
    let name = new_name(kind);
    let place = other.game.piece_types.iter().position(|kind| kind.id == name);
    PieceTypeId(place.unwrap_or_else(|| panic!("no {name}")) as u8)
}

#[test]
fn names_decide_nothing() {
    let shelf = Shelf::read();
    let renamed = shelf.renamed();
    for id in shelf.texts.keys() {
        let ours = variants(&definition(id, &Shipped));
        let others = variants(&definition(&new_name(id), &renamed));
        assert_eq!(ours.len(), others.len(), "set-ups of {id}");
        for (index, (ours, other)) in ours.iter().zip(&others).enumerate() {
            let what = format!("{id}, set-up {}", ours.setup);
            let rules = Rules::compile(ours.game.clone()).expect("a shipped game compiles");
            let again = Rules::compile(other.game.clone())
                .unwrap_or_else(|errors| panic!("{what}: {}", errors[0].message));
            for depth in 1..=2 {
                let counts =
                    [&rules, &again].map(|rules| rules.perft(&rules.initial_position(), depth));
                assert_eq!(counts[0], counts[1], "perft {depth} of {what}");
            }
            if index > 0 {
                continue;
            }
            for (place, piece_type) in ours.game.piece_types.iter().enumerate() {
                let (piece_type, same) =
                    (PieceTypeId(place as u8), counterpart(&piece_type.id, other));
                for side in ours.game.side_ids() {
                    assert_eq!(
                        reaches(&rules, Piece { side, piece_type }),
                        reaches(&again, Piece { side, piece_type: same }),
                        "{} of {side:?} in {what}",
                        ours.face(piece_type).id
                    );
                }
            }
        }
    }
}
