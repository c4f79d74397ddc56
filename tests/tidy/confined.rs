//! What only some modules may use: disk and clock, printing, rasterisers, ids of variants.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::tokens::{TokenKind, tokens};
use super::{SourceUnit, files, path_below_root, refuse, root, units};

/// The modules that may do I/O, the one that may print, and the file that may rasterise.
const WITH_IO: [&str; 2] = ["world", "cli"];
const PRINTER: &str = "cli";
const RASTERISER: &str = "crates/diagram/src/raster.rs";
/// Reads drawings of authors.
const SVG_READER: &str = "crates/diagram/src/svg_drawing.rs";

/// Faults of disk, clock, threads, environment and network.
fn io(unit: &SourceUnit) -> Vec<String> {
    const PARTS: [&str; 7] = ["env", "fs", "net", "os", "process", "thread", "time"];
    const NAMES: [&str; 4] = ["Instant", "SystemTime", "WalkDir", "walkdir"];
    if WITH_IO.contains(&unit.module.as_str()) {
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
            [word, ..] if word.is_word() && NAMES.contains(&word.text.as_str()) => {
                Some(word.text.as_str())
            }
            _ => None,
        };
        let what = |name| format!("`{name}` belongs to {}", WITH_IO.join(" and "));
        faults.extend(name.map(|name| unit.fault(&rest[0], what(name))));
    }
    faults
}

/// Faults of macros that print.
fn printing(unit: &SourceUnit) -> Vec<String> {
    const MACROS: [&str; 5] = ["print", "println", "eprint", "eprintln", "dbg"];
    if unit.module == PRINTER {
        return Vec::new();
    }
    unit.outside_tests()
        .filter(|rest| rest.len() > 1 && rest[1].is("!"))
        .filter(|rest| rest[0].is_word() && MACROS.contains(&rest[0].text.as_str()))
        .map(|rest| unit.fault(&rest[0], format!("only `{PRINTER}` prints")))
        .collect()
}

/// Faults of crates that rasterise.
fn rasterisers(unit: &SourceUnit) -> Vec<String> {
    const CRATES: [&str; 4] = ["png", "resvg", "tiny_skia", "usvg"];
    if [RASTERISER, SVG_READER].contains(&&*unit.path) {
        return Vec::new();
    }
    unit.outside_tests()
        .filter(|rest| rest.len() > 1 && rest[1].is("::"))
        .filter(|rest| rest[0].is_word() && CRATES.contains(&rest[0].text.as_str()))
        .map(|rest| unit.fault(&rest[0], format!("only `{RASTERISER}` names `{}`", rest[0].text)))
        .collect()
}

/// Faults of variants known by name: an identifier or a text that is an id; an id of several words
/// inside a longer text.
fn variant_ids(unit: &SourceUnit, ids: &[String]) -> Vec<String> {
    let fold = |text: &str| text.replace(['-', '_'], "").to_lowercase();
    let folded: BTreeMap<String, &String> = ids.iter().map(|id| (fold(id), id)).collect();
    let mut faults = Vec::new();
    let mut before: [&str; 2] = [""; 2];
    for rest in unit.outside_tests() {
        let token = &rest[0];
        let path = before;
        before = [path[1], &token.text];
        let named = match token.kind {
            // A module of the standard library, such as `std::sync::atomic`.
            TokenKind::Word if path == ["sync", "::"] => None,
            TokenKind::Sign => None,
            TokenKind::Word => folded.get(&fold(&token.text)).copied(),
            TokenKind::Text => ids
                .iter()
                .find(|id| token.text == **id || (id.contains('-') && token.text.contains(&**id))),
        };
        faults.extend(named.map(|id| unit.fault(token, format!("knows the variant `{id}`"))));
    }
    faults
}

/// The modules that the reference mover may import: it shares nothing else with `rules`.
const SHARED_WITH_THE_REFERENCE_MOVER: [&str; 3] = ["geometry", "notation", "source"];

/// Paths into the core that the reference mover may not use. It has no other crate of ours.
fn foreign_to_the_reference_mover(path: &str, source: &str) -> Vec<String> {
    let tokens = tokens(source);
    let paths = tokens.windows(3).filter(|window| window[1].is("::"));
    paths
        .filter(|window| {
            let is_shared = SHARED_WITH_THE_REFERENCE_MOVER.contains(&window[2].text.as_str());
            window[0].is("fairybook_core") && !is_shared
        })
        .map(|window| {
            let (line, to) = (window[0].line, &window[2].text);
            format!("{path}:{line}: the reference mover may not use `fairybook_core::{to}`")
        })
        .collect()
}

#[test]
fn only_world_and_cli_do_io() {
    refuse(units().flat_map(io).collect());
}

#[test]
fn only_cli_prints() {
    refuse(units().flat_map(printing).collect());
}

#[test]
fn only_one_file_rasterises() {
    refuse(units().flat_map(rasterisers).collect());
}

#[test]
fn no_variant_is_known_by_name() {
    let name =
        |path: &PathBuf| path.file_stem().expect("it has a name").to_string_lossy().into_owned();
    // A game may be called as a key of the format is.
    let format =
        fs::read_to_string(root().join("src/definitions/format/format.toml")).expect("the format");
    let keys: BTreeSet<&str> =
        format.lines().filter_map(|line| line.split_once(" = [")).map(|it| it.0).collect();
    let ids: Vec<String> = files("content/variants", "toml").iter().map(name).collect();
    let ids: Vec<String> = ids.into_iter().filter(|id| !keys.contains(id.as_str())).collect();
    assert!(ids.len() > 20, "the games of the book are not where they were");
    refuse(units().flat_map(|unit| variant_ids(unit, &ids)).collect());
}

#[test]
fn the_reference_mover_shares_only_parser_and_cells() {
    let files = files("tests/reference-mover/src", "rs");
    assert!(files.len() > 8, "the reference mover is not where it was");
    let foreign = |path: &Path| {
        let source = fs::read_to_string(path).expect("our files are text");
        foreign_to_the_reference_mover(&path_below_root(path), &source)
    };
    refuse(files.iter().flat_map(|path| foreign(path)).collect());
}

#[test]
fn the_checker_finds_what_the_reference_mover_may_not_use() {
    let check = |source: &str, expected: &[&str]| {
        assert_eq!(foreign_to_the_reference_mover("a.rs", source), expected, "{source}");
    };
    check("use fairybook_core::geometry::Cell;\nuse super::steps::half;", &[]);
    check(
        "use fairybook_core::rules::Reach;",
        &["a.rs:1: the reference mover may not use `fairybook_core::rules`"],
    );
}

#[test]
fn the_checker_finds_io_and_printing() {
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
fn the_checker_finds_rasterisers() {
    check(RASTERISER, "fn f() { png::Encoder::new() }", &[]);
    check(
        "src/book/page.rs",
        "use usvg::Tree;\nuse crate::book::png;\nfn f() { resvg::render() }",
        &[
            &format!("src/book/page.rs:1: only `{RASTERISER}` names `usvg`"),
            &format!("src/book/page.rs:3: only `{RASTERISER}` names `resvg`"),
        ],
    );
}

#[test]
fn the_checker_finds_ids_of_variants() {
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
    check("src/book/page.rs", "use std::sync::chess::Ordering;", &[]);
    check("src/book/page.rs", "#[cfg(test)]\nmod tests { const A: &str = \"chess\"; }", &[]);
}

#[track_caller]
fn check(path: &str, source: &str, expected: &[&str]) {
    let unit = SourceUnit::new(path, source);
    let mut faults = io(&unit);
    faults.extend(printing(&unit));
    faults.extend(rasterisers(&unit));
    faults.extend(variant_ids(&unit, &["chess".to_owned(), "big-chess".to_owned()]));
    assert_eq!(faults, expected, "{source}");
}
