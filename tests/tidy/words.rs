//! The vocabulary: words that may not return, type names that are declared twice, and types with
//! methods of another module.

use std::collections::BTreeMap;

use super::tokens::Token;
use super::{SourceUnit, all_files, refuse};

/// The fifteen words, with their plurals and forms. `leaves` is missing: a piece leaves a cell.
const FORBIDDEN: &str = "anybody complain complained complaining complains complaint complaints \
    everybody ground grounds leaf man men nobody plate plates prey preys somebody stander \
    standers told whoever whom whomever";

/// The words after which `who` means a person.
const PERSONS: [&str; 8] =
    ["author", "authors", "player", "players", "reader", "readers", "user", "users"];

/// Words of a file with their lines: comments and texts too, identifiers split at `_`, at digits
/// and at capitals, all in lower case.
fn words(source: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (index, line) in source.lines().enumerate() {
        let mut word = String::new();
        let chars: Vec<char> = line.chars().collect();
        for (at, &c) in chars.iter().enumerate() {
            let before = at.checked_sub(1).map_or(' ', |at| chars[at]);
            let after = chars.get(at + 1).copied().unwrap_or(' ');
            // `PieceSet` and `FENText` have two words each.
            let is_start = c.is_uppercase() && (!before.is_uppercase() || after.is_lowercase());
            if !word.is_empty() && (is_start || !c.is_alphabetic()) {
                found.push((index + 1, std::mem::take(&mut word)));
            }
            if c.is_alphabetic() {
                word.extend(c.to_lowercase());
            }
        }
        if !word.is_empty() {
            found.push((index + 1, word));
        }
    }
    found
}

/// Faults of words that may not return, and of `who` for anything but a person.
fn forbidden_words(unit: &SourceUnit) -> Vec<String> {
    let words = words(&unit.source);
    let mut faults = Vec::new();
    for (index, (line, word)) in words.iter().enumerate() {
        let before = index.checked_sub(1).map_or("", |index| words[index].1.as_str());
        if FORBIDDEN.split_whitespace().any(|other| other == word) {
            faults.push(format!("{}:{line}: the word `{word}`", unit.path));
        } else if word == "who" && !PERSONS.contains(&before) {
            faults.push(format!("{}:{line}: `who` for something other than a person", unit.path));
        }
    }
    faults
}

/// Types, traits and aliases of a file with their lines. An alias inside of braces is an associated
/// type or local.
fn declared_types(unit: &SourceUnit) -> Vec<(String, usize)> {
    let pairs = unit.tokens.windows(2).filter(|pair| pair[1].is_word());
    let declares = |pair: &&[Token]| match pair[0].text.as_str() {
        _ if !pair[0].is_word() => false,
        "struct" | "enum" | "trait" => true,
        "type" => pair[0].braces == pair[0].inline_modules,
        _ => false,
    };
    pairs.filter(declares).map(|pair| (pair[1].text.clone(), pair[1].line)).collect()
}

/// Faults of types with one name.
fn repeated_types<'a>(units: impl IntoIterator<Item = &'a SourceUnit>) -> Vec<String> {
    let mut declared: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for unit in units {
        for (name, line) in declared_types(unit) {
            declared.entry(name).or_default().push(format!("{}:{line}", unit.path));
        }
    }
    declared.retain(|_, places| places.len() > 1);
    let fault = |(name, places): (String, Vec<String>)| {
        format!("the type `{name}` is declared {} times: {}", places.len(), places.join(", "))
    };
    declared.into_iter().map(fault).collect()
}

/// Faults of `impl` blocks, other than those of traits, for a type that another module declares.
fn foreign_impls<'a>(units: impl IntoIterator<Item = &'a SourceUnit> + Clone) -> Vec<String> {
    let types = units.clone().into_iter().flat_map(|unit| {
        declared_types(unit).into_iter().map(|(name, _)| (name, unit.module.as_str()))
    });
    let homes: BTreeMap<String, &str> = types.collect();
    let mut faults = Vec::new();
    for unit in units {
        for rest in unit.outside_tests().filter(|rest| rest[0].is("impl")) {
            let head: Vec<&Token> = rest[1..].iter().take_while(|token| !token.is("{")).collect();
            // `impl Type {`, `impl<'a> Type<'a> {`
            let mut depth = 0;
            let outside = head.iter().filter(|token| {
                depth += i32::from(token.is("<")) - i32::from(token.is(">"));
                depth == 0 && !token.is(">")
            });
            if let [name] = outside.collect::<Vec<_>>()[..]
                && let Some(home) = homes.get(&name.text).filter(|home| **home != unit.module)
            {
                let what = format!("an `impl` of `{}`, which belongs to `{home}`", name.text);
                faults.push(unit.fault(name, what));
            }
        }
    }
    faults
}

#[test]
fn no_module_implements_a_type_of_another_one() {
    refuse(foreign_impls(all_files()));
}

#[test]
fn the_checker_finds_implementations_of_types_of_other_modules() {
    let a = SourceUnit::new("src/book/a.rs", "struct Mark;\nimpl Mark {}");
    let b = SourceUnit::new(
        "src/rules/b.rs",
        "impl Clone for Mark {}\nimpl Mark {}\nimpl<'a> Mark<'a> {}\n\
         fn f() -> impl Copy { 1 }\n#[cfg(test)] mod tests { impl Mark {} }",
    );
    let expected = [2, 3]
        .map(|line| format!("src/rules/b.rs:{line}: an `impl` of `Mark`, which belongs to `book`"));
    assert_eq!(foreign_impls([&a, &b]), expected);
}

#[test]
fn forbidden_words_do_not_return() {
    refuse(all_files().iter().flat_map(forbidden_words).collect());
}

#[test]
fn no_type_name_is_declared_twice() {
    refuse(repeated_types(all_files()));
}

#[test]
fn the_checker_finds_forbidden_words() {
    check_words(
        "/// A player who moves; the author,\n/// who wrote it. Salesman, background, mankind.\n\
         struct Human;",
        &[],
    );
    check_words(
        "//! Who moves?\nstruct DeadMan;\nfn tell_whom(no_men2: u8) { \"it complained of `PREY`\" }\n\
         // a piece who moves, 'somebody' else's\nconst MEN: u8 = 0;",
        &[
            "src/book/a.rs:1: `who` for something other than a person",
            "src/book/a.rs:2: the word `man`",
            "src/book/a.rs:3: the word `whom`",
            "src/book/a.rs:3: the word `men`",
            "src/book/a.rs:3: the word `complained`",
            "src/book/a.rs:3: the word `prey`",
            "src/book/a.rs:4: `who` for something other than a person",
            "src/book/a.rs:4: the word `somebody`",
            "src/book/a.rs:5: the word `men`",
        ],
    );
}

#[track_caller]
fn check_words(source: &str, expected: &[&str]) {
    assert_eq!(forbidden_words(&SourceUnit::new("src/book/a.rs", source)), expected, "{source}");
}

#[test]
fn the_checker_finds_types_that_are_declared_twice() {
    let a = SourceUnit::new(
        "src/book/a.rs",
        "struct Mark;\n// struct Page;\nimpl Iterator for Mark { type Item = u8; }\ntype Item = u8;",
    );
    let b = SourceUnit::new(
        "src/rules/b.rs",
        "\"struct Page\"; pub struct Page<T>(T);\nimpl X for Y { type Item = u8; }\nfn f() { type Item = u8; }\n\
         mod tests { type Page = u8; enum Mark {} }",
    );
    let expected = [
        "the type `Mark` is declared 2 times: src/book/a.rs:1, src/rules/b.rs:4",
        "the type `Page` is declared 2 times: src/rules/b.rs:1, src/rules/b.rs:4",
    ];
    assert_eq!(repeated_types([&a, &b]), expected);
}
