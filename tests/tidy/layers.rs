//! The layering rule: which module may import which, and how an import is written.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use super::tokens::Token;
use super::{SourceUnit, refuse, root, units};

pub const MAP: &str = "ARCHITECTURE.md";

/// Modules by layer, with the folder of each; the bottom layer is 0.
pub struct Layers(BTreeMap<String, (usize, String)>);

impl Layers {
    /// Reads the fenced list called `layers`, top layer first.
    pub fn parse(map: &str) -> Layers {
        let lines: Vec<&str> = map
            .lines()
            .skip_while(|line| *line != "```layers")
            .skip(1)
            .take_while(|line| *line != "```")
            .collect();
        assert!(!lines.is_empty(), "{MAP} has no fenced list called `layers`");
        let mut layers = BTreeMap::new();
        for (layer, line) in lines.iter().rev().enumerate() {
            let (modules, folder) = line.split_once("  ").unwrap_or((line, ""));
            for module in modules.split('|').map(str::trim) {
                let place = (layer, folder.trim().to_owned());
                assert!(
                    layers.insert(module.to_owned(), place).is_none(),
                    "{MAP}: `{module}` twice"
                );
            }
        }
        Layers(layers)
    }

    fn of_the_crate() -> Layers {
        Layers::parse(&fs::read_to_string(root().join(MAP)).expect("the map is there"))
    }

    /// Says why `from` may not import `to`.
    fn objection(&self, from: &str, to: &str) -> Option<String> {
        let here = self.0[from].0;
        match self.0.get(to).map(|(layer, _)| *layer) {
            None => Some(format!("`{to}` is not a module of {MAP}")),
            Some(_) if from == to => None,
            Some(there) if there < here => None,
            Some(there) if there == here => {
                Some(format!("`{from}` and `{to}` are on one layer and do not import each other"))
            }
            Some(_) => Some(format!("`{to}` lies above `{from}`: hand data up instead")),
        }
    }
}

/// Faults of paths by `crate::` or into a library: a module above, several modules in one `use`, two
/// `use` for one. Inside of a library that is one module, `crate::` leaves no module.
pub fn broken_layers(unit: &SourceUnit, layers: &Layers) -> Vec<String> {
    let mut faults = Vec::new();
    let mut used = BTreeSet::new();
    for (at, window) in unit.tokens.windows(3).enumerate() {
        let [root, colons, to] = window else { unreachable!() };
        let is_path = root.is("crate") && !unit.is_library || root.is("fairybook_core");
        if !is_path || !colons.is("::") {
            continue;
        }
        if to.is("{") {
            faults.push(unit.fault(root, "write one `use crate::module::…` for each module"));
            continue;
        }
        faults.extend(layers.objection(&unit.module, &to.text).map(|what| unit.fault(root, what)));
        let is_use = at > 0 && unit.tokens[at - 1].is("use");
        let scope = (to.text.clone(), root.inline_modules, root.in_test);
        if is_use && to.text != unit.module && !used.insert(scope) {
            faults.push(unit.fault(root, format!("a second `use crate::{}`", to.text)));
        }
        let is_of_library = unit.path.ends_with("lib.rs");
        if is_use && to.text != unit.module && !is_of_library && is_public(&unit.tokens[..at - 1]) {
            faults.push(unit.fault(root, format!("re-exports what belongs to `{}`", to.text)));
        }
    }
    faults
}

/// Whether the last token is `pub` or ends a `pub(…)`.
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

/// Faults of paths by `super::`: those that leave the module.
pub fn paths_out_of_the_module(unit: &SourceUnit) -> Vec<String> {
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
        } else if supers >= unit.depth + start.inline_modules {
            let what = "leaves the module by `super::`: write `use crate::module::…`";
            faults.push(unit.fault(start, what));
        }
    }
    faults
}

#[test]
fn modules_of_the_map_are_the_folders_of_sources() {
    let on_the_map = Layers::of_the_crate().0.into_iter();
    let on_the_map: BTreeSet<(String, String)> =
        on_the_map.map(|(module, (_, folder))| (module, folder)).collect();
    let folders: BTreeSet<(String, String)> =
        units().map(|unit| (unit.module.clone(), unit.folder.clone())).collect();
    assert_eq!(on_the_map, folders);
}

/// If no layer of a folder lies among those of another one, imports make no circle of folders.
#[test]
fn the_layers_of_a_folder_lie_together() {
    let layers = Layers::of_the_crate().0;
    let mut folders: Vec<(usize, &str)> =
        layers.values().map(|(layer, folder)| (*layer, folder.as_str())).collect();
    folders.sort_unstable();
    folders.dedup_by_key(|(_, folder)| *folder);
    let mut names: Vec<&str> = folders.iter().map(|(_, folder)| *folder).collect();
    assert!(names.len() > 5, "{names:?}");
    names.sort_unstable();
    names.windows(2).for_each(|pair| assert_ne!(pair[0], pair[1], "`{}` is torn apart", pair[0]));
}

#[test]
fn modules_import_only_from_the_layers_below() {
    let layers = Layers::of_the_crate();
    refuse(units().flat_map(|unit| broken_layers(unit, &layers)).collect());
}

#[test]
fn no_path_leaves_a_module_by_super() {
    refuse(units().flat_map(paths_out_of_the_module).collect());
}

#[test]
fn the_checker_finds_imports_against_the_layers() {
    check("src/book/page.rs", "use crate::source::Span;", &[]);
    check(
        "src/book/page.rs",
        "// crate::cli in a comment\n\nuse crate::verify::Verdict;",
        &["src/book/page.rs:3: `book` and `verify` are on one layer and do not import each other"],
    );
    check(
        "src/source/span.rs",
        "fn f() { crate::cli::run() }",
        &["src/source/span.rs:1: `cli` lies above `source`: hand data up instead"],
    );
    check(
        "src/book/page.rs",
        "use crate::attic::Box;",
        &["src/book/page.rs:1: `attic` is not a module of ARCHITECTURE.md"],
    );
    check(
        "src/book/page.rs",
        "use crate::{source::Span};",
        &["src/book/page.rs:1: write one `use crate::module::…` for each module"],
    );
    check(
        "src/book/page.rs",
        "use crate::source::Span;\nuse crate::source::Code;",
        &["src/book/page.rs:2: a second `use crate::source`"],
    );
    check(
        "src/book/mod.rs",
        "pub(crate) use crate::source::Span;",
        &["src/book/mod.rs:1: re-exports what belongs to `source`"],
    );
}

#[test]
fn the_checker_finds_paths_out_of_a_module() {
    let leaves = "leaves the module by `super::`: write `use crate::module::…`";
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

#[track_caller]
fn check(path: &str, source: &str, expected: &[&str]) {
    let unit = SourceUnit::new(path, source);
    let sample = Layers::parse("# Map\n```layers\ncli\nbook | verify\nsource\n```\n");
    let mut faults = broken_layers(&unit, &sample);
    faults.extend(paths_out_of_the_module(&unit));
    assert_eq!(faults, expected, "{source}");
}
