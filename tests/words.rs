//! Sentences about definitions: what each form of an expression becomes, and that no definition
//! brings its own syntax onto a page.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use fairybook::prose::{MoveDescription, ZoneMoves, describe_piece_type, rule_texts};
use fairybook::query::LoadedVariant;
use fairybook::source::{Code, Diagnostics, SourceFile};

use fairybook::format::DefinitionSource;
use fairybook::variant::load;

use crate::dice::Dice;

/// Chess, on which definitions may be based.
struct Chess;

impl DefinitionSource for Chess {
    fn get(&self, id: &str) -> Option<SourceFile> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("content/variants/chess.toml");
        let text = || fs::read_to_string(path).expect("chess can be read");
        (id == "chess").then(|| SourceFile::new("chess.toml", text()))
    }

    fn ids(&self) -> Vec<String> {
        vec!["chess".to_owned()]
    }
}

/// The variant of a definition, or the codes of its errors and a text about them.
fn read(text: &str) -> Result<LoadedVariant, (Vec<Code>, String)> {
    let file = SourceFile::new("words.toml", text);
    let (definition, found) = load(&file, "words", &Chess);
    let failed = |found: Diagnostics| {
        let errors = found.iter().filter(|one: &&fairybook::source::Diagnostic| one.is_error());
        let codes = errors.map(|error| error.code).collect();
        (codes, format!("{found:?}\n{text}"))
    };
    let Some(definition) = definition else { return Err(failed(found)) };
    definition.variant(None).and_then(LoadedVariant::new).map_err(failed)
}

const DUKE: &str = "[pieces.duke]\nletter = \"U\"\n";

/// The words of a case: of the piece `duke`, or of the rules under a heading.
fn words(base: &str, subject: &str, toml: &str) -> String {
    let text = match subject {
        "piece" => format!("{base}\n{DUKE}{toml}"),
        _ => format!("{base}\n{DUKE}move = \"W\"\n{toml}"),
    };
    let variant = read(&text).unwrap_or_else(|(_, message)| panic!("{subject}: {message}"));
    if subject == "piece" {
        return all_words(&describe_piece_type(
            &variant,
            variant.kind("duke").expect("it is declared"),
        ));
    }
    let rules = rule_texts(&variant).into_iter().filter(|rule| rule.heading == subject);
    rules.map(|rule| rule.words).collect::<Vec<_>>().join(" ")
}

/// The table and the sentences of a description on one line.
fn all_words(moves: &MoveDescription) -> String {
    let row = |zone: &ZoneMoves| format!("{} | {} | {}.", zone.place, zone.moves, zone.captures);
    let rows = moves.zones.iter().map(row);
    rows.chain(moves.sentences.clone()).collect::<Vec<_>>().join(" ")
}

#[test]
fn each_form_of_an_expression_has_its_words() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/words");
    let mut faults = String::new();
    for name in ["two-players.txt", "four-players.txt", "two-boards.txt"] {
        let text = fs::read_to_string(folder.join(name)).expect("the cases can be read");
        let (base, cases) = text.split_once("---\n").expect("cases follow the definition");
        let mut written = format!("{base}---\n");
        for (index, case) in cases.trim_end().split("\n\n").enumerate() {
            let (case, expected) = case.split_once("\n= ").unwrap_or((case, ""));
            let (subject, toml) = case.split_once('\n').unwrap_or((case, ""));
            let found = words(base, subject, toml);
            if found != expected {
                let _ = write!(faults, "{name}\n{case}\nwanted {expected}\nfound  {found}\n\n");
            }
            let gap = if index == 0 { "" } else { "\n" };
            let _ = writeln!(written, "{gap}{case}\n= {found}");
        }
        if std::env::var_os("UPDATE").is_some() {
            fs::write(folder.join(name), written).expect("the cases can be written");
        }
    }
    assert!(faults.is_empty(), "{faults}UPDATE=1 writes them anew");
}

/// A definition for random expressions: what its expressions may name.
struct Base {
    toml: &'static str,
    cells: &'static [&'static str],
    sides: &'static str,
    boards: &'static [&'static str],
}

/// Ids are unlike all words, so that an id in a sentence shows.
const TWO_PLAYERS: Base = Base {
    toml: "[board]\nfiles = \"a-h\"\nranks = \"1-8\"\n\
           [zones]\nqx-zn = \"a1-d4\"\nqx-rr = \"qx-zn of qx2\"\nqx-all = \"ranks 3-6\"\n\
           [borders]\nqx-bd = \"rank 4 | rank 5\"\n\
           [sides]\nqx1 = { name = \"White\" }\nqx2 = { name = \"Black\", seat = \"turn 180\" }\n",
    cells: &[
        "e4",
        "a1-c3",
        "rank 4",
        "ranks 1-3 7",
        "files b d-f",
        "diagonal a1-h8",
        "qx-zn",
        "qx-rr",
        "qx-all",
        "within 2 steps of d4",
        "far edge",
        "start of qxk",
        "any",
    ],
    sides: "own next previous opposite enemy qx1 qx2",
    boards: &[],
};

const FOUR_PLAYERS: Base = Base {
    toml: "[board]\nfiles = \"a-j\"\nranks = \"1-10\"\n\
           [zones]\nqx-zn = \"a1-e5\"\nqx-rr = \"qx-zn of opposite\"\n\
           [borders]\nqx-bd = \"file e | file f, rank 5 | rank 6\"\n\
           [sides]\nqx1 = { name = \"Red\" }\nqx2 = { name = \"Blue\", seat = \"turn 90\" }\n\
           qx3 = { name = \"Green\", seat = \"turn 180\" }\n\
           qx4 = { name = \"Gold\", seat = \"turn 270\" }\n",
    cells: &[
        "e4",
        "a1-c3",
        "rank 4",
        "ranks 1-3 10",
        "files b d-f",
        "qx-zn",
        "qx-rr",
        "within 3 steps of d4",
        "far edge",
        "start of qxk",
        "any",
    ],
    sides: "own next previous opposite qx1 qx3",
    boards: &[],
};

const TWO_BOARDS: Base = Base {
    toml: "[boards.qxe]\nname = \"Earth\"\nfiles = \"a-h\"\nranks = \"1-8\"\n\
           [boards.qxh]\nname = \"Heaven\"\nfiles = \"a-c\"\nranks = \"1-3\"\nlevels = \"A-C\"\n\
           [zones]\nqx-zn = \"a1-d4\"\nqx-rr = \"qxh:(level B)\"\n\
           [borders]\nqx-bd = \"rank 4 | rank 5\"\n\
           [sides]\nqx1 = { name = \"White\" }\nqx2 = { name = \"Black\", seat = \"turn 180\" }\n",
    cells: &[
        "e4",
        "qxh:b2B",
        "rank 4",
        "qxe",
        "qxh",
        "qxh:(columns a1 b2)",
        "qxh:(level A)",
        "qx-zn",
        "qx-rr",
        "far edge",
        "start of qxk",
        "qxh:(any)",
        "qxh:(not file a)",
    ],
    sides: "own next enemy qx1 qx2",
    boards: &["qxh"],
};

const HEXAGONS: Base = Base {
    toml: "[board]\nfiles = \"a-i\"\ntiling = \"hexagons\"\nedge = 5\n\
           [zones]\nqx-zn = \"a1-e1\"\nqx-rr = \"qx-zn of enemy\"\n\
           [borders]\nqx-bd = \"file d | file e\"\n\
           [sides]\nqx1 = { name = \"White\" }\nqx2 = { name = \"Black\", seat = \"turn 180\" }\n",
    cells: &[
        "e4",
        "a1-a4",
        "file d",
        "files b d-f",
        "rank 2",
        "qx-zn",
        "qx-rr",
        "far edge",
        "any",
        "within 2 steps of e5",
        "start of qxk",
    ],
    sides: "own next previous opposite enemy qx1 qx2",
    boards: &[],
};

impl Base {
    fn cells(&self, dice: &mut Dice, depth: usize) -> String {
        if depth == 0 || dice.once_in(3) {
            return dice.one_of(self.cells).to_owned();
        }
        let inner = |dice: &mut Dice| match self.cells(dice, depth - 1) {
            cells if cells.contains(' ') => format!("({cells})"),
            cells => cells,
        };
        let one = inner(dice);
        match dice.below(7) {
            0 => format!("not {one}"),
            1 => format!("{one}, {}", inner(dice)),
            2 => format!("{one} and {}", inner(dice)),
            3 => format!("{one} but {}", inner(dice)),
            4 => format!("{} of {one}", dice.one_of(&["right", "left", "in front", "behind"])),
            _ => format!("{one} of {}", dice.word(self.sides)),
        }
    }

    /// A set of pieces; `is_absolute` if no side reads it.
    fn pieces(&self, dice: &mut Dice, is_absolute: bool) -> String {
        let group = |dice: &mut Dice| {
            let plain = "any qxk qxr qx-lion qx1";
            let members = if is_absolute { plain } else { "any qxk qxr qx-lion qx1 own enemy" };
            let mut words = dice.word(members).to_owned();
            if dice.once_in(2) {
                // A side or `any` directly before a type is an error.
                let is_type = ["qxk", "qxr", "qx-lion"].contains(&&*words);
                let between = if is_type { " " } else { ", " };
                words += &format!("{between}{}", dice.word(members));
            }
            match dice.below(4) {
                0 => words + " of every army",
                1 if is_absolute => words + " of qx2",
                1 => format!("{words} of {}", dice.word(self.sides)),
                _ => words,
            }
        };
        let mut text = group(dice);
        if dice.once_in(3) {
            text += &format!(", {}", group(dice));
        }
        if dice.once_in(3) {
            text += &format!(" but {}", group(dice));
        }
        text
    }

    fn conditions(&self, dice: &mut Dice) -> String {
        let all = ["not in check", "unmoved", "not unmoved", "qx-st", "not qx-st", "not qx-su"];
        let one = dice.one_of(&all).to_owned();
        if dice.once_in(3) { format!("{one} and {}", dice.one_of(&all)) } else { one }
    }

    fn border(&self, dice: &mut Dice) -> String {
        let side = dice.word(self.sides);
        if dice.once_in(2) { format!("qx-bd of {side}") } else { "qx-bd".to_owned() }
    }

    fn event(&self, dice: &mut Dice) -> String {
        let cells = self.cells(dice, 2);
        match dice.below(6) {
            0 => "moves".to_owned(),
            1 => "captures".to_owned(),
            2 => format!("captures and starts on ({cells})"),
            3 => format!("arrives on ({cells})"),
            4 => format!("leaves ({cells})"),
            _ => format!("crosses {}", self.border(dice)),
        }
    }

    /// One item of `moves`.
    fn rule(&self, dice: &mut Dice) -> String {
        let mut item = match dice.below(6) {
            0 => format!("path = \"{}\"", dice.one_of(&["W F", "D? A F'", "W W? F?", "B R"])),
            1 => "swap = \"K\"".to_owned(),
            2 => "shoot = \"W\"".to_owned(),
            3 => "move = \"mR\", shoot = \"same distance\"".to_owned(),
            _ => format!("move = \"{}\"", dice.word("W RF cpR mNcA fmWfcF D4 H")),
        };
        for key in ["from", "to", "within"] {
            if dice.once_in(3) {
                let _ = write!(item, ", {key} = \"{}\"", self.cells(dice, 3));
            }
        }
        for key in ["captures", "over"] {
            if dice.once_in(4) {
                let _ = write!(item, ", {key} = \"{}\"", self.pieces(dice, false));
            }
        }
        if item.starts_with("move = \"RF\"") && dice.once_in(2) {
            let pieces = self.pieces(dice, false);
            let _ =
                write!(item, ", jumps-over = \"{pieces}\", again = \"{}\"", dice.word("may must"));
        }
        if item.starts_with("swap") && dice.once_in(2) {
            let _ = write!(item, ", with = \"{}\"", self.pieces(dice, false));
        }
        if dice.once_in(4) {
            let _ = write!(item, ", not-crossing = \"{}\"", self.border(dice));
        }
        if dice.once_in(3) {
            let _ = write!(item, ", if = \"{}\"", self.conditions(dice));
        }
        format!("{{ {item} }}")
    }

    /// A whole definition with an expression wherever the format has one.
    fn definition(&self, dice: &mut Dice) -> String {
        let mut toml = format!("format = 1\nname = \"Random\"\n{}", self.toml);
        let _ = write!(
            toml,
            "[setup.each]\nqxk = \"a1\"\nqxr = \"b1\"\n\
             [pieces.qxk]\nname = \"Emperor\"\nletter = \"E\"\nmove = \"K\"\nroyal = true\n\
             [pieces.qxr]\nname = \"Ox\"\nletter = \"O\"\nmove = \"R\"\n\
             [pieces.qx-lion]\nname = \"Lion\"\nletter = \"L\"\nmove = \"fmWfcF\"\n"
        );
        if dice.once_in(2) {
            let _ = writeln!(toml, "double-step = \"{}\"", self.cells(dice, 3));
        }
        let rules: Vec<String> = (0..=dice.below(3)).map(|_| self.rule(dice)).collect();
        let _ = writeln!(toml, "moves = [{}]", rules.join(", "));
        for state in ["qx-st", "qx-su"] {
            for verb in if dice.once_in(2) { &["set", "clear"][..] } else { &["set"] } {
                let _ = writeln!(
                    toml,
                    "[effects.{verb}-{state}]\non = \"{}\"\nat = \"landing\"\n\
                     does = \"{verb} {state}\"",
                    self.event(dice)
                );
            }
        }
        let _ = writeln!(toml, "[promotion.qx-lion]\nbecomes = \"qxr\"");
        let _ = writeln!(toml, "{} = \"{}\"", dice.word("may must"), self.cells(dice, 3));
        let _ = writeln!(toml, "[hands]\ngain = \"captures\"");
        let _ = writeln!(toml, "[drops.qxr]\nto = \"{}\"", self.cells(dice, 3));
        let _ = writeln!(toml, "[ends]\ncheckmate = \"draw\"\nstalemate = \"draw\"");
        let _ = writeln!(
            toml,
            "[ends.extinction]\npieces = \"{}\"\nresult = \"draw\"\n\
             [ends.goal]\npieces = \"{}\"\nat = \"{}\"\nresult = \"draw\"\n\
             [ends.no-progress]\nmoves = 20\nby = \"{}\"\nresult = \"draw\"",
            self.pieces(dice, true),
            self.pieces(dice, true),
            self.cells(dice, 3),
            self.pieces(dice, true),
        );
        for board in self.boards {
            let when = dice.one_of(&["captured", "owner moved", "alone on board", "turn"]);
            let _ = writeln!(
                toml,
                "[[transfers]]\nwhen = \"{when}\"\nfrom = \"{}\"\nto = \"{}\"\npieces = \"{}\"\n\
                 if = \"not qx-st\"\nthen = \"reset {board}\"",
                self.cells(dice, 2),
                self.cells(dice, 2),
                self.pieces(dice, true),
            );
        }
        toml
    }
}

/// Signs and words that only definitions have.
const SYNTAX: &[&str] = &[
    "qx",
    "`",
    "\"",
    "=",
    "{",
    "[",
    "_",
    "-",
    "::",
    "  ",
    " ,",
    " .",
    " ;",
    "any but",
    "of own",
    "of enemy",
    "of next",
    "of previous",
    "of opposite",
    "every army",
    "start of",
    "steps one of",
    "Some",
    "None",
    "Named",
];

/// Returns all sentences about a variant.
fn sentences(variant: &LoadedVariant) -> Vec<String> {
    let kinds = ["qxk", "qxr", "qx-lion"].map(|id| variant.kind(id).expect("it is declared"));
    let pieces = kinds.into_iter().map(|kind| all_words(&describe_piece_type(variant, kind)));
    // A transfer without a name is headed by its number; states and zones have ids alone.
    pieces
        .chain(
            rule_texts(variant).into_iter().map(|rule| format!("{}: {}", rule.heading, rule.words)),
        )
        .collect()
}

#[test]
fn no_syntax_of_a_definition_reaches_a_sentence() {
    let mut faults = String::new();
    let (mut read_well, mut refused) = (0, 0);
    for (name, base) in [
        ("two players", &TWO_PLAYERS),
        ("four players", &FOUR_PLAYERS),
        ("two boards", &TWO_BOARDS),
        ("hexagons", &HEXAGONS),
    ] {
        for seed in 0..40 {
            let text = base.definition(&mut Dice::seeded(&format!("{name} {seed}")));
            let variant = match read(&text) {
                Ok(variant) => variant,
                Err((codes, message)) => {
                    // Sets may be empty, and say so.
                    let is_empty = codes.iter().all(|code| *code == Code::CellsEmpty);
                    assert!(is_empty, "{name} {seed}: {message}");
                    refused += 1;
                    continue;
                }
            };
            read_well += 1;
            for sentence in sentences(&variant) {
                // Zones, borders and states have no name but their id, with blanks for hyphens.
                let plain = ["qx zn", "qx rr", "qx all", "qx bd", "qx st", "qx su"]
                    .iter()
                    .fold(sentence.clone(), |text, id| text.replace(id, "place"));
                if let Some(sign) = SYNTAX.iter().find(|sign| plain.contains(**sign)) {
                    let _ = writeln!(faults, "{name} {seed}, {sign:?}: {sentence}");
                }
            }
        }
    }
    assert!(faults.is_empty(), "{faults}");
    assert!(read_well > refused, "{read_well} definitions are valid, {refused} are not");
}
