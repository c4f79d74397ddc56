//! A reader who believes nothing changes one number or cell of a page: the book must notice it wherever
//! it counts as proved.

use std::collections::BTreeMap;

use fairybook::build::{BuildMemory, Options, build_again};
use fairybook::source::{CARDINALS, ORDINALS};
use fairybook::verify::{ComparisonOutcome, Proof, StatedNumber};
use fairybook::world::read_book;

use crate::dice::Dice;
use crate::shipped::root;

const OPTIONS: Options =
    Options { drafts: true, proof_only: true, served: false, with_errors: false };

/// Whether it is the name of a cell, and not a number.
fn is_cell(words: &str) -> bool {
    words.contains(|sign: char| sign.is_ascii_digit()) && words.contains(char::is_alphabetic)
}

/// Another number, or another cell of the page, in the place of this one. `None` if there is none.
fn changed(words: &str, cells: &[&str], dice: &mut Dice) -> Option<String> {
    let lower = words.to_lowercase();
    if is_cell(words) {
        let others: Vec<&&str> =
            cells.iter().filter(|cell| !cell.eq_ignore_ascii_case(words)).collect();
        return (!others.is_empty()).then(|| others[dice.below(others.len())].to_string());
    }
    let next = |names: &[&str]| {
        let at = names.iter().position(|name| *name == lower)?;
        Some(names[if at + 1 < names.len() { at + 1 } else { at - 1 }].to_owned())
    };
    let figure = || {
        let digits: String = words.chars().filter(char::is_ascii_digit).collect();
        let number: u64 = digits.parse().ok()?;
        Some(words.replacen(&digits, &(number + 1).to_string(), 1)).filter(|it| it != words)
    };
    let other = match lower.as_str() {
        "twice" => Some("thrice".to_owned()),
        "half" => Some("two thirds".to_owned()),
        _ => next(&CARDINALS).or_else(|| next(&ORDINALS)).or_else(figure),
    };
    other.filter(|it| !it.eq_ignore_ascii_case(words))
}

/// Changes so many numbers, and returns those that count as proved and whose change nobody notices.
fn unnoticed(draws: usize, seed: &str) -> Vec<String> {
    let (mut files, _) = read_book(root());
    let mut memory = BuildMemory::default();
    let built = build_again(&files, OPTIONS, &mut memory, None);
    assert!(built.has_no_errors());
    let all: Vec<&StatedNumber> =
        built.report.numbers.iter().flat_map(|page| &page.items).collect();
    let mut dice = Dice::seeded(seed);
    let mut counts: BTreeMap<String, [usize; 2]> = BTreeMap::new();
    let mut unnoticed = Vec::new();
    let mut drawn = 0;
    while drawn < draws {
        let item = all[dice.below(all.len())];
        let (path, span) = (item.words.location.file.path(), item.words.span());
        let on_page = all.iter().filter(|other| other.words.location.file.path() == path);
        let cells: Vec<&str> =
            on_page.map(|other| other.words.as_str()).filter(|it| is_cell(it)).collect();
        // The words of a value are not in its source.
        let is_there =
            item.words.location.file.text().get(span.range()) == Some(item.words.as_str());
        let Some(other) = changed(&item.words.value, &cells, &mut dice).filter(|_| is_there) else {
            continue;
        };
        drawn += 1;
        let text = item.words.location.file.text();
        let changed = [&text[..span.start], &other, &text[span.end..]].concat();
        let whole = files.insert(path.to_owned(), changed.into_bytes()).expect("the page is there");
        let built = build_again(&files, OPTIONS, &mut memory, None);
        // Words that have no form any more have no tick either.
        let has_lost_tick = built.report.count(ComparisonOutcome::Unchecked) > 0;
        let is_noticed = !built.has_no_errors() || has_lost_tick;
        files.insert(path.to_owned(), whole);
        let count = counts.entry(format!("{:?}", item.proof)).or_default();
        count[0] += 1;
        count[1] += usize::from(is_noticed);
        if item.proof == Proof::Proved && !is_noticed {
            let at = item.words.location.file.line_column(span.start).line;
            unnoticed.push(format!(
                "{path}:{at}: {} -> {other} in: {}",
                item.words.value, item.sentence
            ));
        }
    }
    eprintln!("changed and noticed: {counts:?}");
    unnoticed
}

#[test]
fn changes_of_proved_numbers_are_noticed() {
    let unnoticed = unnoticed(20, "sceptic");
    assert!(unnoticed.is_empty(), "{}", unnoticed.join("\n"));
}

/// For `.ci/long numbers`.
#[test]
#[ignore = "takes minutes"]
fn changes_of_many_proved_numbers_are_noticed() {
    let seed = std::env::var("SEED").unwrap_or("sceptic".to_owned());
    let unnoticed = unnoticed(500, &seed);
    assert!(unnoticed.is_empty(), "{}", unnoticed.join("\n"));
}
