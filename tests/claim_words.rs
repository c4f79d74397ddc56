//! The words of sentences against their claims: a table, and the real sentences with one word changed.

use std::collections::BTreeMap;
use std::fs;

use fairybook::book::{Claim, Page};
use fairybook::claim::{ClaimSentence, FOR_EXAMPLE, examine_claim};
use fairybook::query::LoadedVariant;
use fairybook::source::{Diagnostics, SourceFile};

use crate::shipped::{definition, root};

/// The variants that were loaded so far.
#[derive(Default)]
struct Variants(BTreeMap<(String, Option<String>), LoadedVariant>);

impl Variants {
    fn get(&mut self, id: &str, setup: Option<&str>) -> &LoadedVariant {
        let key = (id.to_owned(), setup.map(str::to_owned));
        self.0.entry(key).or_insert_with(|| {
            let variant = definition(id).variant(setup).expect("the variant is sound");
            LoadedVariant::new(variant).expect("the rules are sound")
        })
    }
}

/// What the words say and the claim does not, or why they are not compared; nothing if the claim cannot
/// be judged.
fn messages(sentence: &ClaimSentence, claim: &str, variant: &LoadedVariant) -> String {
    let Ok(examined) = examine_claim(sentence, claim, variant) else { return String::new() };
    let difference = examined.difference.map(|error| error.message);
    difference.or(examined.uncompared).unwrap_or_default()
}

#[test]
fn words_that_say_another_thing_than_their_claim_are_found() {
    let mut variants = Variants::default();
    let table = fs::read_to_string(root().join("tests/data/words/claims.tsv")).unwrap();
    let mut wrong = Vec::new();
    for line in table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let (words, claim, variant) = (fields[0], fields[1], fields[2]);
        let expected = fields.get(3).copied().unwrap_or_default();
        let found = messages(&words.into(), claim, variants.get(variant, None));
        let fits = if expected.is_empty() { found.is_empty() } else { found.contains(expected) };
        if !fits {
            wrong.push(format!("{line}\n    found {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The lines of a table in `tests/data/words`: the sentence as a page reads it, the claim and the variant.
fn sentences(table: &str) -> Vec<(ClaimSentence, String, String)> {
    let text = fs::read_to_string(root().join("tests/data/words").join(table)).unwrap();
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let read = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let linked = match fields[0].contains('{') {
            true => fields[0].replace('{', "[").replace('}', "](<claim: files is 8>)"),
            false => format!("[{}](<claim: files is 8>)", fields[0]),
        };
        let text = format!("+++\ntitle = \"T\"\n+++\n{linked}\n");
        let file = SourceFile::new("content/a.md", text);
        let page = Page::read(&file, &mut Diagnostics::default()).expect("it has a title");
        let sentence = page.body.claims[0].sentence.clone();
        (sentence, fields[1].to_owned(), fields[2].to_owned())
    };
    lines.map(read).collect()
}

#[test]
fn no_hostile_sentence_gets_a_tick() {
    let mut variants = Variants::default();
    for (sentence, claim, variant) in sentences("hostile.tsv") {
        let found = messages(&sentence, &claim, variants.get(&variant, None));
        assert!(!found.is_empty(), "{sentence:?}: {claim} ({variant})");
    }
}

/// A sentence with unusual words is not compared, but a true one must not be called wrong.
#[test]
fn true_sentences_are_not_refused() {
    let mut variants = Variants::default();
    let (mut refused, mut compared) = (Vec::new(), 0);
    let sentences = sentences("true.tsv");
    for (sentence, claim, variant) in &sentences {
        let examined = examine_claim(sentence, claim, variants.get(variant, None));
        let examined = examined.unwrap_or_else(|error| panic!("{claim}: {}", error.message));
        compared += usize::from(examined.uncompared.is_none());
        let errors = examined.difference.map(|error| error.message);
        refused.extend(errors.map(|message| format!("{sentence:?}: {message}")));
    }
    assert!(refused.is_empty(), "{}", refused.join("\n"));
    assert!(compared * 5 > sentences.len(), "{compared} of {}", sentences.len());
}

/// The claims of all pages, with the variant and setup that they are about.
fn claims_of_the_book() -> Vec<(Claim, String, Option<String>)> {
    let mut found = Vec::new();
    for folder in ["content", "content/variants"] {
        for entry in fs::read_dir(root().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|ending| ending != "md") {
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            let file = SourceFile::new("content/a.md", text);
            let page = Page::read(&file, &mut Diagnostics::default()).expect("the page is sound");
            for claim in &page.body.claims {
                let own = page.front_matter.variant.as_ref().filter(|_| claim.variant.is_none());
                let setup = page.front_matter.setup.as_ref().filter(|_| own.is_some());
                let variant = claim.variant.as_ref().or(own).expect("a claim has a variant");
                let setup = claim.setup.as_ref().or(setup).map(|setup| setup.value.clone());
                found.push((claim.clone(), variant.value.clone(), setup));
            }
        }
    }
    found
}

/// The words with one of them changed to say another number, cell or side, and the new word.
fn changed_words(words: &str, variant: &LoadedVariant) -> Vec<(String, String)> {
    const NUMBERS: &[&str] = &[
        "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
        "thirteen", "fifteen", "sixteen", "eighteen", "twenty",
    ];
    let mut changed = Vec::new();
    let parts: Vec<&str> = words.split(' ').collect();
    let mut change = |at: usize, other: String| {
        let mut parts: Vec<String> = parts.iter().map(|part| (*part).to_owned()).collect();
        parts[at].clone_from(&other);
        changed.push((parts.join(" "), other));
    };
    for (at, part) in parts.iter().enumerate() {
        let plain = part.trim_matches([',', '.', ';']);
        if let Ok(number) = plain.parse::<u32>() {
            change(at, (number + 97).to_string());
        } else if NUMBERS.contains(&plain) {
            change(at, "nineteen".to_owned());
        } else if let Some(cell) = variant.layout().find(plain)
            && plain.len() > 1
        {
            let other = (cell.index() + 7) % variant.layout().len();
            let other = variant.layout().cells().nth(other).expect("there is this cell");
            change(at, variant.cell_name(other).to_owned());
        } else if let Some(side) = variant.variant().side(plain.trim_end_matches("'s")) {
            let sides = &variant.variant().sides;
            change(at, sides[(side.index() + 1) % sides.len()].name.clone());
        }
    }
    changed
}

/// A change is an error, unless the claim also writes what the words say now. The few others name a
/// side whose piece is on a cell of the claim, or a cell of a zone of the claim.
#[test]
fn real_sentences_with_one_word_changed_are_found() {
    let mut variants = Variants::default();
    let (mut all, mut unseen) = (0, Vec::new());
    for (claim, variant, setup) in claims_of_the_book().into_iter().step_by(2) {
        let variant = variants.get(&variant, setup.as_deref());
        if claim.exception.is_some() || !claim.column.is_empty() {
            continue;
        }
        for (words, other) in changed_words(&claim.sentence.words, variant) {
            let other = other.rsplit(':').next().unwrap_or_default().to_lowercase();
            if claim.text.value.to_lowercase().contains(&other) {
                continue;
            }
            all += 1;
            let sentence = ClaimSentence { words, ..claim.sentence.clone() };
            if messages(&sentence, &claim.text.value, variant).is_empty() {
                unseen.push(format!("{}: {}", sentence.words, claim.text.value));
            }
        }
    }
    assert!(all > 100, "only {all} changes");
    assert!(unseen.len() * 20 <= all, "{} of {all}:\n{}", unseen.len(), unseen.join("\n"));
}

#[test]
fn no_words_make_it_panic() {
    const PARTS: &[&str] = &[
        "nine",
        "a",
        "hundred",
        "thousand",
        "and",
        "twenty-",
        "third",
        "half",
        "of",
        "times",
        "1,000",
        "0.5",
        "99999999999999999999",
        "2:1",
        "8x8",
        "e4",
        "Knight",
        "knights",
        "White's",
        "file",
        "c",
        "é",
        "½",
        "-",
        "'",
        " ",
        " ",
        "no",
        "light",
        "O-O",
        "×",
        "°",
    ];
    let mut variants = Variants::default();
    let chess = variants.get("chess", None);
    arbtest::arbtest(|u| {
        let mut words = String::new();
        for _ in 0..u.int_in_range(1..=12)? {
            words += u.choose(PARTS)?;
            words += u.choose(&["", " "])?;
        }
        let _ = messages(
            &words.as_str().into(),
            "count(moves(knight, d4)) is 8 and e4 inside light",
            chess,
        );
        Ok(())
    })
    .budget_ms(400);
}

#[test]
fn the_book_has_at_most_ten_exceptions() {
    let exceptions = claims_of_the_book().into_iter().filter_map(|(claim, ..)| claim.exception);
    let exceptions = exceptions.filter(|why| why != FOR_EXAMPLE);
    assert!(exceptions.count() <= 10);
}
/// A claim of a list has no words: there is nothing that a form could miss.
#[test]
fn a_claim_without_words_is_not_said_to_be_uncompared() {
    let mut variants = Variants::default();
    let chess = variants.get("chess", None);
    assert_eq!(messages(&"".into(), "count(moves(knight, d4)) is 8", chess), "");
}

/// The words that a message offers have a form, and nothing in them differs.
#[test]
fn words_that_a_message_offers_are_compared() {
    let mut variants = Variants::default();
    let mut offered = 0;
    for (claim, variant, setup) in claims_of_the_book() {
        let variant = variants.get(&variant, setup.as_deref());
        let message = messages(&"no such words".into(), &claim.text.value, variant);
        for words in message.split('`').skip(1).step_by(2) {
            let found = messages(&words.into(), &claim.text.value, variant);
            assert!(found.is_empty(), "`{words}`, {}: {found}", claim.text.value);
            offered += 1;
        }
    }
    assert!(offered > 1000, "only {offered}");
}
