//! Rules proved by counting: every position of `data/perft`, to a bounded number of nodes.
//!
//! `cargo test --release -- --ignored perft` counts them all.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use fairybook::rules::Rules;
use fairybook::variant::Variant;
use rayon::prelude::*;

use crate::shipped::{root, variant};

/// Counts every line of a file whose known count is at most so large.
fn check(path: &Path, most: u64) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    let mut failures = Vec::new();
    let mut game: Option<(Variant, Rules)> = None;
    let mut position = None;
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (key, rest) = line.split_once(' ').unwrap();
        match key {
            "variant" => {
                let variant = variant(rest);
                let rules = Rules::compile(variant.game.clone()).unwrap();
                game = Some((variant, rules));
            }
            "position" => {
                let (variant, rules) = game.as_ref().unwrap();
                position = Some(match rest {
                    "start" => rules.initial_position(),
                    text => match variant.parse_position(rules, text) {
                        Ok(position) => position,
                        Err(errors) => {
                            failures.push(format!("{text}: {}", errors[0].message));
                            return failures;
                        }
                    },
                });
                let (again, text) = {
                    let text = variant.print_position(rules, position.as_ref().unwrap());
                    (variant.parse_position(rules, &text), text)
                };
                if again.as_ref().ok() != position.as_ref() {
                    failures.push(format!("{rest} is not the same as {text}"));
                }
            }
            "perft" => {
                let (depth, count) = rest.split_once(' ').unwrap();
                let count: u64 = count.parse().unwrap();
                let (_, rules) = game.as_ref().unwrap();
                let position = position.as_ref().unwrap();
                if count <= most {
                    let found = rules.perft(position, depth.parse().unwrap());
                    if found != count {
                        let (variant, _) = game.as_ref().unwrap();
                        let text = variant.print_position(rules, position);
                        failures.push(format!("{text}: depth {depth}: {found}, known {count}"));
                    }
                }
            }
            other => panic!("{}: no line may begin with {other}", path.display()),
        }
    }
    failures
}

fn files() -> Vec<PathBuf> {
    let folder = root().join("tests/data/perft");
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn check_all(most: u64) {
    let only = std::env::var("PERFT").ok();
    let named = files().into_iter().map(|path| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        (name, path)
    });
    let mut named: Vec<(String, PathBuf)> = named.collect();
    named.retain(|(name, _)| only.as_ref().is_none_or(|only| only == name));
    let count = |(name, path): (String, PathBuf)| {
        let start = Instant::now();
        let list = check(&path, most);
        eprintln!("{name}: {:.1} s", start.elapsed().as_secs_f64());
        (name, list)
    };
    let mut failures: BTreeMap<String, Vec<String>> = named.into_par_iter().map(count).collect();
    failures.retain(|_, list| !list.is_empty());
    let shown: Vec<String> =
        failures.iter().map(|(name, list)| format!("{name}:\n  {}", list.join("\n  "))).collect();
    assert!(failures.is_empty(), "{}", shown.join("\n"));
}

#[test]
fn known_positions_count_as_known() {
    check_all(50_000);
}

#[test]
#[ignore = "counts millions of positions; run with --release"]
fn known_positions_count_as_known_to_the_full_depth() {
    check_all(u64::MAX);
}
