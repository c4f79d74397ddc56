//! House rules, read from `ARCHITECTURE.md` and held against every file of `src/`.
//!
//! Each fault is named by file and line. The checker is a lexer and a few patterns, not a
//! compiler: what the house style forbids (glob doors, `use crate::{…}`) it need not understand.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

const MAP: &str = "ARCHITECTURE.md";

/// Rooms that may see the machine, and the one that may print.
const WINDOWS: [&str; 2] = ["world", "cli"];
const PRINTER: &str = "cli";
const RASTERISER: &str = "raster";

// ---------------------------------------------------------------------------------------------
// The plan
// ---------------------------------------------------------------------------------------------

/// Rooms by floor; the ground floor is 0.
struct Plan {
    floors: BTreeMap<String, usize>,
}

impl Plan {
    /// The fenced list called `rooms`, top floor first.
    fn parse(map: &str) -> Plan {
        let lines: Vec<&str> = map
            .lines()
            .skip_while(|line| *line != "```rooms")
            .skip(1)
            .take_while(|line| *line != "```")
            .collect();
        assert!(!lines.is_empty(), "{MAP} has no fenced list called `rooms`");
        let mut floors = BTreeMap::new();
        for (floor, line) in lines.iter().rev().enumerate() {
            for room in line.split('|').map(str::trim) {
                assert!(floors.insert(room.to_owned(), floor).is_none(), "{MAP}: `{room}` twice");
            }
        }
        Plan { floors }
    }

    /// What is wrong with `from` importing `to`, if anything is.
    fn objection(&self, from: &str, to: &str) -> Option<String> {
        let here = self.floors[from];
        match self.floors.get(to) {
            None => Some(format!("`{to}` is not a room of {MAP}")),
            Some(_) if from == to => None,
            Some(&there) if there < here => None,
            Some(&there) if there == here => {
                Some(format!("`{from}` and `{to}` share a floor and never meet"))
            }
            Some(_) => Some(format!("`{to}` lies above `{from}`: hand data up instead")),
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Reading Rust, roughly
// ---------------------------------------------------------------------------------------------

#[derive(Debug, Clone, PartialEq, Eq)]
enum Kind {
    Word,
    Sign,
    Text,
}

#[derive(Debug, Clone)]
struct Token {
    kind: Kind,
    text: String,
    line: usize,
    /// Whether it stands in a module for tests.
    in_test: bool,
    /// How many modules of this file it stands in.
    modules: usize,
}

impl Token {
    fn is(&self, text: &str) -> bool {
        self.kind != Kind::Text && self.text == text
    }
}

/// Words, signs (`::` is one) and literal texts; comments, numbers' dots and lifetimes do not
/// matter here.
fn tokens(source: &str) -> Vec<Token> {
    let chars: Vec<char> = source.chars().collect();
    let mut found = Vec::new();
    let (mut at, mut line) = (0, 1);
    while at < chars.len() {
        let start = at;
        let here = line;
        let next = |ahead: usize| chars.get(start + ahead).copied().unwrap_or('\0');
        let mut add = |kind, text| {
            found.push(Token { kind, text, line: here, in_test: false, modules: 0 });
        };
        match chars[at] {
            '/' if next(1) == '/' => at = end_of_line(&chars, at),
            '/' if next(1) == '*' => at = end_of_comment(&chars, at),
            '"' => {
                at = end_of_text(&chars, at + 1);
                add(Kind::Text, chars[start + 1..at.saturating_sub(1)].iter().collect());
            }
            'r' if next(1) == '"' || (next(1) == '#' && matches!(next(2), '"' | '#')) => {
                let marks = chars[start + 1..].iter().take_while(|&&c| c == '#').count();
                let open = start + 2 + marks;
                let close: Vec<char> = std::iter::once('"').chain(vec!['#'; marks]).collect();
                let length = chars[open..].windows(close.len()).position(|part| part == close);
                let end = open + length.expect("a raw text ends");
                add(Kind::Text, chars[open..end].iter().collect());
                at = end + close.len();
            }
            '\'' if next(1) == '\\' => {
                at += 3;
                while chars[at] != '\'' {
                    at += 1;
                }
                at += 1;
            }
            '\'' if next(2) == '\'' => at += 3,
            c if c.is_alphanumeric() || c == '_' => {
                while at < chars.len() && (chars[at].is_alphanumeric() || chars[at] == '_') {
                    at += 1;
                }
                add(Kind::Word, chars[start..at].iter().collect());
            }
            ':' if next(1) == ':' => {
                at += 2;
                add(Kind::Sign, "::".to_owned());
            }
            c => {
                at += 1;
                if !c.is_whitespace() {
                    add(Kind::Sign, c.to_string());
                }
            }
        }
        line += chars[start..at].iter().filter(|&&c| c == '\n').count();
    }
    mark_modules(&mut found);
    found
}

fn end_of_line(chars: &[char], from: usize) -> usize {
    chars[from..].iter().position(|&c| c == '\n').map_or(chars.len(), |length| from + length)
}

/// Comments nest.
fn end_of_comment(chars: &[char], from: usize) -> usize {
    let (mut at, mut depth) = (from, 0);
    while at < chars.len() {
        match (chars[at], chars.get(at + 1)) {
            ('/', Some('*')) => (at, depth) = (at + 2, depth + 1),
            ('*', Some('/')) => (at, depth) = (at + 2, depth - 1),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    at
}

/// One past the closing quote.
fn end_of_text(chars: &[char], from: usize) -> usize {
    let mut at = from;
    while at < chars.len() && chars[at] != '"' {
        at += if chars[at] == '\\' { 2 } else { 1 };
    }
    (at + 1).min(chars.len())
}

/// Says of each token in how many modules it stands, and whether one of them is for tests.
fn mark_modules(tokens: &mut [Token]) {
    let mut braces: Vec<Option<bool>> = Vec::new();
    for at in 0..tokens.len() {
        let opens_module = at >= 2
            && tokens[at].is("{")
            && tokens[at - 1].kind == Kind::Word
            && tokens[at - 2].is("mod");
        match tokens[at].text.as_str() {
            "{" if tokens[at].kind == Kind::Sign => {
                braces.push(opens_module.then(|| follows_cfg_test(&tokens[..at - 2])));
            }
            "}" if tokens[at].kind == Kind::Sign => {
                braces.pop();
            }
            _ => {}
        }
        tokens[at].modules = braces.iter().flatten().count();
        tokens[at].in_test = braces.iter().flatten().any(|&test| test);
    }
}

fn follows_cfg_test(before: &[Token]) -> bool {
    let attribute = ["#", "[", "cfg", "(", "test", ")", "]"];
    let before = match before {
        [rest @ .., last] if last.is("pub") => rest,
        all => all,
    };
    before.len() >= attribute.len()
        && before[before.len() - attribute.len()..]
            .iter()
            .zip(attribute)
            .all(|(token, text)| token.is(text))
}

/// A file of `src/`.
struct Unit {
    path: String,
    room: String,
    /// How deep its module lies: `room/mod.rs` is 1, `room/part.rs` is 2.
    depth: usize,
    tokens: Vec<Token>,
}

impl Unit {
    fn new(path: &str, source: &str) -> Unit {
        let inside = path.strip_prefix("src/").expect("a file of src/");
        let parts: Vec<&str> = inside.trim_end_matches(".rs").split('/').collect();
        let depth = parts.len() - usize::from(parts.last() == Some(&"mod"));
        let mut tokens = tokens(source);
        // Modules of these names are declared under `#[cfg(test)]`.
        if parts[1..].iter().any(|part| ["tests", "testing"].contains(part)) {
            tokens.iter_mut().for_each(|token| token.in_test = true);
        }
        Unit { path: path.to_owned(), room: parts[0].to_owned(), depth, tokens }
    }

    fn fault(&self, token: &Token, what: impl std::fmt::Display) -> String {
        format!("{}:{}: {what}", self.path, token.line)
    }

    /// Each token outside of tests with those after it.
    fn outside_tests(&self) -> impl Iterator<Item = &[Token]> {
        (0..self.tokens.len()).map(|at| &self.tokens[at..]).filter(|rest| !rest[0].in_test)
    }
}

// ---------------------------------------------------------------------------------------------
// The rules
// ---------------------------------------------------------------------------------------------

/// Paths by `crate::`: a wall broken, several rooms in one `use`, one room in several.
fn walls(unit: &Unit, plan: &Plan) -> Vec<String> {
    let mut faults = Vec::new();
    let mut used = BTreeSet::new();
    for (at, window) in unit.tokens.windows(3).enumerate() {
        let [root, colons, to] = window else { unreachable!() };
        if !root.is("crate") || !colons.is("::") {
            continue;
        }
        if to.is("{") {
            faults.push(unit.fault(root, "write one `use crate::room::…` for each room"));
            continue;
        }
        faults.extend(plan.objection(&unit.room, &to.text).map(|what| unit.fault(root, what)));
        let is_use = at > 0 && unit.tokens[at - 1].is("use");
        let scope = (to.text.clone(), root.modules, root.in_test);
        if is_use && to.text != unit.room && !used.insert(scope) {
            faults.push(unit.fault(root, format!("a second `use crate::{}`", to.text)));
        }
        if is_use && to.text != unit.room && is_public(&unit.tokens[..at - 1]) {
            faults.push(unit.fault(root, format!("hands on what belongs to `{}`", to.text)));
        }
    }
    faults
}

/// Whether `pub` or `pub(…)` stands at the end.
fn is_public(before: &[Token]) -> bool {
    match before {
        [.., word] if word.is("pub") => true,
        [.., last] if last.is(")") => {
            let open = before.iter().rposition(|token| token.is("("));
            open.is_some_and(|open| open > 0 && before[open - 1].is("pub"))
        }
        _ => false,
    }
}

/// Paths by `super::` that end above the room.
fn ladders(unit: &Unit) -> Vec<String> {
    let mut faults = Vec::new();
    let mut at = 0;
    while at < unit.tokens.len() {
        let start = &unit.tokens[at];
        let mut supers = 0;
        while unit.tokens.get(at).is_some_and(|token| token.is("super")) {
            supers += 1;
            at += 1;
            at += usize::from(unit.tokens.get(at).is_some_and(|token| token.is("::")));
        }
        if supers == 0 {
            at += 1;
        } else if supers >= unit.depth + start.modules {
            let what = "leaves the room by `super::`: write `use crate::room::…`";
            faults.push(unit.fault(start, what));
        }
    }
    faults
}

/// Disk, clock, threads, environment and network.
fn windows(unit: &Unit) -> Vec<String> {
    const PARTS: [&str; 7] = ["env", "fs", "net", "os", "process", "thread", "time"];
    const NAMES: [&str; 4] = ["Instant", "SystemTime", "WalkDir", "walkdir"];
    if WINDOWS.contains(&unit.room.as_str()) {
        return Vec::new();
    }
    let mut faults = Vec::new();
    for rest in unit.outside_tests() {
        let name = match rest {
            [root, colons, open, ..] if root.is("std") && colons.is("::") && open.is("{") => {
                let group = rest[3..].iter().take_while(|token| !token.is(";"));
                group.map(|token| token.text.as_str()).find(|name| PARTS.contains(name))
            }
            [root, colons, part, ..] if root.is("std") && colons.is("::") => {
                PARTS.contains(&part.text.as_str()).then_some(part.text.as_str())
            }
            [word, ..] if word.kind == Kind::Word && NAMES.contains(&word.text.as_str()) => {
                Some(word.text.as_str())
            }
            _ => None,
        };
        let what = |name| format!("`{name}` belongs to {}", WINDOWS.join(" and "));
        faults.extend(name.map(|name| unit.fault(&rest[0], what(name))));
    }
    faults
}

/// Macros that print.
fn printing(unit: &Unit) -> Vec<String> {
    const MACROS: [&str; 5] = ["print", "println", "eprint", "eprintln", "dbg"];
    if unit.room == PRINTER {
        return Vec::new();
    }
    unit.outside_tests()
        .filter(|rest| rest.len() > 1 && rest[1].is("!"))
        .filter(|rest| rest[0].kind == Kind::Word && MACROS.contains(&rest[0].text.as_str()))
        .map(|rest| unit.fault(&rest[0], format!("only `{PRINTER}` prints")))
        .collect()
}

/// Crates that rasterise.
fn rasterisers(unit: &Unit) -> Vec<String> {
    const CRATES: [&str; 4] = ["png", "resvg", "tiny_skia", "usvg"];
    if unit.room == RASTERISER {
        return Vec::new();
    }
    unit.outside_tests()
        .filter(|rest| rest.len() > 1 && rest[1].is("::"))
        .filter(|rest| rest[0].kind == Kind::Word && CRATES.contains(&rest[0].text.as_str()))
        .map(|rest| unit.fault(&rest[0], format!("only `{RASTERISER}` names `{}`", rest[0].text)))
        .collect()
}

/// Variants known by name: an identifier or a text that is an id; an id of several words inside a
/// longer text.
fn favourites(unit: &Unit, ids: &[String]) -> Vec<String> {
    let fold = |text: &str| text.replace(['-', '_'], "").to_lowercase();
    let folded: BTreeMap<String, &String> = ids.iter().map(|id| (fold(id), id)).collect();
    let mut faults = Vec::new();
    for rest in unit.outside_tests() {
        let token = &rest[0];
        let named = match token.kind {
            Kind::Sign => None,
            Kind::Word => folded.get(&fold(&token.text)).copied(),
            Kind::Text => ids
                .iter()
                .find(|id| token.text == **id || (id.contains('-') && token.text.contains(&**id))),
        };
        faults.extend(named.map(|id| unit.fault(token, format!("knows the variant `{id}`"))));
    }
    faults
}

// ---------------------------------------------------------------------------------------------
// The house
// ---------------------------------------------------------------------------------------------

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn plan() -> Plan {
    Plan::parse(&fs::read_to_string(root().join(MAP)).expect("the map is there"))
}

/// The files below a folder with that ending, sorted; none where there is no folder.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let path = entry.expect("the folder can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Every file of every room; read once for all tests.
fn units() -> &'static [Unit] {
    static UNITS: OnceLock<Vec<Unit>> = OnceLock::new();
    UNITS.get_or_init(|| {
        let mut units = Vec::new();
        for path in files("src", "rs") {
            let inside = path.strip_prefix(root()).expect("below the root");
            let inside = inside.to_str().expect("our names are plain").replace('\\', "/");
            if inside.matches('/').count() > 1 {
                let source = fs::read_to_string(&path).expect("our files are text");
                units.push(Unit::new(&inside, &source));
            }
        }
        units
    })
}

fn refuse(faults: Vec<String>) {
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn rooms_of_the_map_are_the_folders_of_src() {
    let on_the_map: BTreeSet<String> = plan().floors.into_keys().collect();
    let folders: BTreeSet<String> = units().iter().map(|unit| unit.room.clone()).collect();
    assert_eq!(on_the_map, folders);
}

#[test]
fn walls_hold() {
    let plan = plan();
    refuse(units().iter().flat_map(|unit| walls(unit, &plan)).collect());
}

/// The layers that the reference mover may import: it shares nothing else with `rules`.
const SHARED_WITH_THE_REFERENCE_MOVER: [&str; 3] = ["geometry", "notation", "source"];

/// Paths into the crate or into other test modules that the reference mover may not use.
fn foreign_to_the_reference_mover(path: &str, source: &str) -> Vec<String> {
    let tokens = tokens(source);
    let paths = tokens.windows(3).filter(|window| window[1].is("::"));
    paths
        .filter(|window| match window[0].text.as_str() {
            "crate" => true,
            "fairybook" => !SHARED_WITH_THE_REFERENCE_MOVER.contains(&window[2].text.as_str()),
            "super" => window[2].is("super"),
            _ => false,
        })
        .map(|window| {
            let (line, root, to) = (window[0].line, &window[0].text, &window[2].text);
            format!("{path}:{line}: the reference mover may not use `{root}::{to}`")
        })
        .collect()
}

#[test]
fn the_reference_mover_shares_only_parser_and_cells() {
    let files = files("tests/reference_mover", "rs");
    assert!(files.len() > 8, "the reference mover is not where it was");
    let read = |path: &PathBuf| fs::read_to_string(path).expect("our files are text");
    refuse(
        files
            .iter()
            .flat_map(|path| {
                foreign_to_the_reference_mover(&path.display().to_string(), &read(path))
            })
            .collect(),
    );
    let check = |source: &str, expected: &[&str]| {
        assert_eq!(foreign_to_the_reference_mover("a.rs", source), expected, "{source}");
    };
    check("use fairybook::geometry::Cell;\nuse super::steps::half;", &[]);
    check(
        "use fairybook::rules::Reach;\nuse super::super::dice::Dice;\nuse crate::dice::Dice;",
        &[
            "a.rs:1: the reference mover may not use `fairybook::rules`",
            "a.rs:2: the reference mover may not use `super::super`",
            "a.rs:3: the reference mover may not use `crate::dice`",
        ],
    );
}

#[test]
fn nobody_leaves_by_the_ladder() {
    refuse(units().iter().flat_map(ladders).collect());
}

#[test]
fn only_world_and_cli_see_the_machine() {
    refuse(units().iter().flat_map(windows).collect());
}

#[test]
fn only_cli_prints() {
    refuse(units().iter().flat_map(printing).collect());
}

#[test]
fn only_raster_rasterises() {
    refuse(units().iter().flat_map(rasterisers).collect());
}

#[test]
fn no_variant_is_known_by_name() {
    let ids: Vec<String> = files("content/variants", "toml")
        .iter()
        .map(|path| path.file_stem().expect("it has a name").to_string_lossy().into_owned())
        .collect();
    refuse(units().iter().flat_map(|unit| favourites(unit, &ids)).collect());
}

#[test]
fn every_room_says_what_it_is() {
    let doors = files("src", "rs").into_iter().filter(|path| path.ends_with("mod.rs"));
    let silent = doors.filter(|path| {
        let text = fs::read_to_string(path).expect("our files are text");
        !text.trim_start().starts_with("//!")
    });
    let named = silent.map(|path| path.strip_prefix(root()).expect("below the root").to_owned());
    refuse(named.map(|path| format!("{}:1: no `//!` at the door", path.display())).collect());
}

/// A file that no `mod` line names is read by nobody.
#[test]
fn no_file_is_forgotten() {
    let mut faults = Vec::new();
    for unit in units() {
        let path = Path::new(&unit.path);
        let is_door = path.ends_with("mod.rs");
        let module = if is_door { path.parent().expect("a folder") } else { path };
        let name = module.file_stem().expect("a name").to_string_lossy().into_owned();
        let folder = module.parent().expect("a folder");
        let parents = [folder.join("mod.rs"), folder.join("lib.rs"), folder.with_extension("rs")];
        let named = parents.iter().any(|parent| {
            let text = fs::read_to_string(root().join(parent)).unwrap_or_default();
            tokens(&text).windows(2).any(|pair| pair[0].is("mod") && pair[1].is(&name))
        });
        if !named {
            faults.push(format!("{}:1: no `mod {name};` names this file", unit.path));
        }
    }
    refuse(faults);
}

// ---------------------------------------------------------------------------------------------
// The checker itself
// ---------------------------------------------------------------------------------------------

const SAMPLE: &str = "# Map\n```rooms\ncli\nbook | verify\nsource\n```\n";

fn found(path: &str, source: &str) -> Vec<String> {
    let unit = Unit::new(path, source);
    let ids = ["chess".to_owned(), "big-chess".to_owned()];
    let mut faults = walls(&unit, &Plan::parse(SAMPLE));
    faults.extend(ladders(&unit));
    faults.extend(windows(&unit));
    faults.extend(printing(&unit));
    faults.extend(rasterisers(&unit));
    faults.extend(favourites(&unit, &ids));
    faults
}

#[track_caller]
fn check(path: &str, source: &str, expected: &[&str]) {
    assert_eq!(found(path, source), expected, "{source}");
}

#[test]
fn the_checker_names_broken_walls() {
    check("src/book/page.rs", "use crate::source::Span;", &[]);
    check(
        "src/book/page.rs",
        "// crate::cli in a comment\n\nuse crate::verify::Verdict;",
        &["src/book/page.rs:3: `book` and `verify` share a floor and never meet"],
    );
    check(
        "src/source/span.rs",
        "fn f() { crate::cli::run() }",
        &["src/source/span.rs:1: `cli` lies above `source`: hand data up instead"],
    );
    check(
        "src/book/page.rs",
        "use crate::attic::Box;",
        &["src/book/page.rs:1: `attic` is not a room of ARCHITECTURE.md"],
    );
    check(
        "src/book/page.rs",
        "use crate::{source::Span};",
        &["src/book/page.rs:1: write one `use crate::room::…` for each room"],
    );
    check(
        "src/book/page.rs",
        "use crate::source::Span;\nuse crate::source::Code;",
        &["src/book/page.rs:2: a second `use crate::source`"],
    );
    check(
        "src/book/mod.rs",
        "pub(crate) use crate::source::Span;",
        &["src/book/mod.rs:1: hands on what belongs to `source`"],
    );
}

#[test]
fn the_checker_names_ladders() {
    let leaves = "leaves the room by `super::`: write `use crate::room::…`";
    check("src/book/page.rs", "use super::Part;\nmod tests { use super::super::Part; }", &[]);
    check(
        "src/book/page.rs",
        "use super::super::source::Span;",
        &[&format!("src/book/page.rs:1: {leaves}")],
    );
    check(
        "src/book/mod.rs",
        "\nuse super::source::Span;",
        &[&format!("src/book/mod.rs:2: {leaves}")],
    );
    check(
        "src/book/a/b.rs",
        "use super::super::super::source::Span;",
        &[&format!("src/book/a/b.rs:1: {leaves}")],
    );
}

#[test]
fn the_checker_names_windows_and_printing() {
    check("src/cli/run.rs", "use std::fs;\nfn f() { println!(\"fine\") }", &[]);
    check(
        "src/book/page.rs",
        "use std::{fmt, fs};\nfn f() { std::thread::sleep(x); println!() }",
        &[
            "src/book/page.rs:1: `fs` belongs to world and cli",
            "src/book/page.rs:2: `thread` belongs to world and cli",
            "src/book/page.rs:2: only `cli` prints",
        ],
    );
    check("src/book/page.rs", "#[cfg(test)]\nmod tests {\n use std::fs;\n}", &[]);
}

#[test]
fn the_checker_names_rasterisers() {
    check("src/raster/png.rs", "fn f() { png::Encoder::new() }", &[]);
    check(
        "src/book/page.rs",
        "use usvg::Tree;\nuse crate::book::png;\nfn f() { resvg::render() }",
        &[
            "src/book/page.rs:1: only `raster` names `usvg`",
            "src/book/page.rs:3: only `raster` names `resvg`",
        ],
    );
}

#[test]
fn the_checker_names_favourites() {
    let source = "/// For chess.\nfn f() -> &str { \"big-chess is large\" }\nfn chess() {}\n'c'; '\\'';\
                  \"chess variants\"; r#\"chess\"#";
    check(
        "src/book/page.rs",
        source,
        &[
            "src/book/page.rs:2: knows the variant `big-chess`",
            "src/book/page.rs:3: knows the variant `chess`",
            "src/book/page.rs:4: knows the variant `chess`",
        ],
    );
    check("src/book/page.rs", "#[cfg(test)]\nmod tests { const A: &str = \"chess\"; }", &[]);
}
