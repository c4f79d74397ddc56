//! Files, module folders and functions: their first lines and how long they are.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::tokens::{Token, tokens};
use super::{SourceUnit, all_files, refuse, root, units};

/// The most lines of a file and of a module folder, both without tests, and of a function.
const FILE_LINES: usize = 600;
const MODULE_LINES: usize = 7500;
const FUNCTION_LINES: usize = 74;

/// Says of a file that its first line is no `//!` comment.
fn missing_first_line(unit: &SourceUnit) -> Option<String> {
    let says = unit.source.starts_with("//! ");
    (!says).then(|| format!("{}:1: no `//!` line says what the file holds", unit.path))
}

/// The number of lines before the inline tests; 0 for a file of tests.
fn lines_without_tests(unit: &SourceUnit) -> usize {
    if unit.path.ends_with("/tests.rs") {
        return 0;
    }
    let lines: Vec<&str> = unit.source.lines().collect();
    let starts_tests = |pair: &[&str]| {
        pair[0].trim() == "#[cfg(test)]" && pair[1].starts_with("mod ") && pair[1].ends_with('{')
    };
    lines.windows(2).position(starts_tests).unwrap_or(lines.len())
}

/// Functions with the line and the number of lines of each, from `fn` to the closing brace.
fn functions(tokens: &[Token]) -> Vec<(&str, usize, usize)> {
    let mut found = Vec::new();
    for (at, pair) in tokens.windows(2).enumerate() {
        if !pair[0].is("fn") || !pair[1].is_word() {
            continue;
        }
        let outer = pair[0].braces;
        let level = |token: &&Token| token.braces == outer;
        let mut rest = tokens[at..].iter().filter(level);
        let ends =
            |token: &&Token| token.is("}") || (token.is(";") && !is_in_brackets(at, token, tokens));
        if let Some(end) = rest.find(ends).filter(|end| end.is("}")) {
            found.push((pair[1].text.as_str(), pair[0].line, end.line - pair[0].line + 1));
        }
    }
    found
}

/// Whether a `;` after the token `from` is one of a type such as `[u8; 4]`.
fn is_in_brackets(from: usize, semicolon: &Token, tokens: &[Token]) -> bool {
    let before = tokens[from..].iter().take_while(|token| !std::ptr::eq(*token, semicolon));
    before.fold(0, |open, token| open + i32::from(token.is("[")) - i32::from(token.is("]"))) > 0
}

fn long_functions(unit: &SourceUnit) -> Vec<String> {
    let long = functions(&unit.tokens).into_iter().filter(|&(_, _, lines)| lines > FUNCTION_LINES);
    long.map(|(name, line, lines)| {
        format!("{}:{line}: `{name}` has {lines} lines, more than {FUNCTION_LINES}", unit.path)
    })
    .collect()
}

fn long_files_and_modules<'a>(units: impl IntoIterator<Item = &'a SourceUnit>) -> Vec<String> {
    let mut faults = Vec::new();
    let mut modules: BTreeMap<&str, usize> = BTreeMap::new();
    for unit in units {
        let lines = lines_without_tests(unit);
        *modules.entry(&unit.module).or_default() += lines;
        if lines > FILE_LINES {
            faults.push(format!(
                "{}: {lines} lines without tests, more than {FILE_LINES}",
                unit.path
            ));
        }
    }
    let long = modules.into_iter().filter(|&(_, lines)| lines > MODULE_LINES);
    faults.extend(long.map(|(module, lines)| {
        format!("{module}: {lines} lines without tests, more than {MODULE_LINES}")
    }));
    faults
}

#[test]
fn every_file_says_in_its_first_line_what_it_holds() {
    refuse(all_files().iter().filter_map(missing_first_line).collect());
}

#[test]
fn files_modules_and_functions_are_not_too_long() {
    let mut faults = long_files_and_modules(units());
    faults.extend(all_files().iter().flat_map(long_functions));
    refuse(faults);
}

/// The module root that declares a file: no `mod` line means that the compiler does not read it.
#[test]
fn every_file_is_declared_as_a_module() {
    let mut faults = Vec::new();
    for unit in units() {
        let path = Path::new(&unit.path);
        if path.ends_with("lib.rs") {
            continue;
        }
        let is_root = path.ends_with("mod.rs");
        let module = if is_root { path.parent().expect("a folder") } else { path };
        let name = module.file_stem().expect("a name").to_string_lossy().into_owned();
        let folder = module.parent().expect("a folder");
        let parents = [folder.join("mod.rs"), folder.join("lib.rs"), folder.join("../lib.rs")];
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

/// The kinds of files that the repository holds. Archives and programs of others are none of them.
const FILE_KINDS: [&str; 22] = [
    "case", "cff", "cjs", "css", "facts", "figure", "html", "ini", "js", "json", "lock", "md",
    "png", "py", "rs", "svg", "toml", "tsv", "txt", "woff2", "xml", "yml",
];

/// Whether a file at this path, from the top folder, belongs in the repository.
fn is_of_a_known_kind(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let without_kind = [".git", ".editorconfig", ".fairybook", "LICENSE"]
        .iter()
        .any(|start| name.starts_with(start));
    let script = path.starts_with(".ci/") && !name.contains('.');
    without_kind
        || script
        || name.rsplit_once('.').is_some_and(|(_, kind)| FILE_KINDS.contains(&kind))
}

#[test]
fn the_repository_holds_no_file_of_an_unknown_kind() {
    // A package has no record of files, so there is nothing to look at.
    let Ok(listed) = std::process::Command::new("git").arg("ls-files").current_dir(root()).output()
    else {
        return;
    };
    let listed = String::from_utf8_lossy(&listed.stdout);
    let unknown: Vec<&str> = listed.lines().filter(|path| !is_of_a_known_kind(path)).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

#[test]
fn the_checker_finds_archives() {
    assert!(!is_of_a_known_kind("peer-1.0.tar.gz"));
    assert!(!is_of_a_known_kind("tests/data/peer.whl"));
    assert!(is_of_a_known_kind("tests/data/faults/one.case"));
}

#[test]
fn the_checker_finds_files_without_a_first_line() {
    let missing = |source| missing_first_line(&SourceUnit::new("src/book/a.rs", source));
    assert_eq!(missing("//! A page.\nuse x;"), None);
    for source in ["use x;", "\n//! A page.", "// A page.", "//!\n//! A page.", ""] {
        let fault = "src/book/a.rs:1: no `//!` line says what the file holds";
        assert_eq!(missing(source).as_deref(), Some(fault), "{source}");
    }
}

#[test]
fn the_checker_finds_long_files_and_modules() {
    let lines = |count| "x;\n".repeat(count);
    let file = |path: &str, source: String| SourceUnit::new(path, &source);
    let with_tests = lines(600) + "#[cfg(test)]\nmod tests {\n" + &lines(50) + "}\n";
    let mut units = vec![
        file("src/book/a.rs", with_tests),
        file("src/book/b.rs", lines(601)),
        file("src/book/c/tests.rs", lines(900)),
    ];
    let long_file = "src/book/b.rs: 601 lines without tests, more than 600";
    assert_eq!(long_files_and_modules(&units), [long_file]);
    units.extend((0..11).map(|index| file(&format!("src/book/{index}.rs"), lines(600))));
    let long_module = "book: 7801 lines without tests, more than 7500";
    assert_eq!(long_files_and_modules(&units), [long_file, long_module]);
}

#[test]
fn the_checker_finds_long_functions() {
    let source = |lines: usize| {
        let body = "    if a { b };\n".repeat(lines - 2);
        format!("trait A {{ fn none(&self); }}\npub fn f(x: [u8; 4]) {{\n{body}}}\nfn g() {{}}\n")
    };
    let unit = |lines| SourceUnit::new("src/book/a.rs", &source(lines));
    assert_eq!(long_functions(&unit(74)), [""; 0]);
    let fault = "src/book/a.rs:2: `f` has 75 lines, more than 74";
    assert_eq!(long_functions(&unit(75)), [fault]);
    let all = unit(10);
    assert_eq!(functions(&all.tokens), [("f", 2, 10), ("g", 12, 1)]);
}
