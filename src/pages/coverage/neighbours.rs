//! What can stand in place of a word of a definition.

use std::collections::BTreeSet;

use crate::format::Language;
use crate::toml_text::TomlTable;
use crate::variant::Variant;

/// Words of the languages of the format that can stand in place of each other.
const ALIKE: [&[&str]; 12] = [
    &["file", "rank", "level"],
    &["files", "ranks", "levels"],
    &["and", "but"],
    &["left", "right"],
    &["front", "behind"],
    &["turn", "flip"],
    &["own", "enemy", "any"],
    &["arrives", "leaves"],
    &["moves", "captures"],
    &["light", "dark"],
    &["next", "previous", "opposite"],
    &["forward", "right", "back", "left"],
];

/// The letters of a notation that can stand in place of each other.
const ALIKE_LETTERS: [&str; 11] =
    ["WF", "DA", "NCZ", "RBQ", "KWF", "GH", "fb", "lr", "mc", "vs", "pg"];

/// The steps of a path that can stand in place of each other: single steps, slides, and both.
const ALIKE_STEPS: [&str; 5] = ["WFT", "DA", "RB", "WR", "FB"];

/// The names that a definition gives, one list for each kind.
pub(super) struct Names(Vec<Vec<String>>);

impl Names {
    pub(super) fn new(root: &TomlTable, variant: &Variant) -> Names {
        let keys = |key: &str| root.table(key).keys().map(str::to_owned).collect::<Vec<_>>();
        let pieces = variant.faces.iter().map(|face| face.id.clone()).collect();
        let sides = variant.sides.iter().map(|side| side.id.clone()).collect();
        let lists = ["zones", "borders", "boards", "armies"].map(keys);
        Names(
            [pieces, sides].into_iter().chain(lists).chain([variant.game.states.clone()]).collect(),
        )
    }

    /// Returns the other names of the kind of a name.
    pub(super) fn others(&self, name: &str) -> Option<Vec<String>> {
        let list = self.0.iter().find(|list| list.iter().any(|known| known == name))?;
        Some(list.iter().filter(|other| *other != name).cloned().collect())
    }
}

/// Returns what could stand in place of a word.
pub(super) fn neighbours(
    word: &str,
    language: Language,
    names: &Names,
    variant: &Variant,
) -> Vec<String> {
    if language == Language::Path {
        return steps(word);
    }
    let layout = &variant.game.layout;
    if let Some(cell) = layout.find(word) {
        let near = layout.touching(cell, false);
        return near.map(|other| layout.name(other).to_owned()).collect();
    }
    if let Some(others) = names.others(word) {
        return others;
    }
    if let Ok(number) = word.parse::<i64>() {
        return vec![(number - 1).to_string(), (number + 1).to_string()];
    }
    let alike = ALIKE.iter().filter(|list| list.contains(&word)).flat_map(|list| list.iter());
    let alike: BTreeSet<&str> = alike.copied().filter(|other| *other != word).collect();
    if !alike.is_empty() {
        return alike.into_iter().map(str::to_owned).collect();
    }
    match word.chars().next() {
        // The name of a file.
        Some(letter @ 'a'..='z') if word.len() == 1 => [letter as u8 - 1, letter as u8 + 1]
            .iter()
            .filter(|byte| byte.is_ascii_lowercase())
            .map(|&byte| char::from(byte).to_string())
            .collect(),
        _ => Vec::new(),
    }
}

/// Returns the steps that could stand in place of a step with its marks: `R?`, `T'`.
fn steps(word: &str) -> Vec<String> {
    let letter = word.trim_end_matches(['?', '\'']);
    let marks = &word[letter.len()..];
    let others = alike_letters(&ALIKE_STEPS, letter).into_iter();
    let unmarked = (!marks.is_empty()).then(|| letter.to_owned());
    others.map(|other| other + marks).chain(unmarked).collect()
}

/// Returns the letters of a notation that could stand in place of a letter.
pub(super) fn letters(letter: &str) -> BTreeSet<String> {
    alike_letters(&ALIKE_LETTERS, letter)
}

fn alike_letters(lists: &[&str], letter: &str) -> BTreeSet<String> {
    let lists = lists.iter().filter(|list| list.contains(letter));
    let others = lists.flat_map(|list| list.chars()).map(|other| other.to_string());
    others.filter(|other| other != letter).collect()
}
