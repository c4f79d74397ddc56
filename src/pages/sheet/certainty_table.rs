//! Which facts of a definition its source does not state, reason by reason.

use crate::format::CertaintyNote;
use crate::game::EndRules;
use crate::prose::{no_progress_heading, repetition_heading};
use crate::source::{SourceText, capitalised, grouped, join_words, without_repeats};
use crate::variant::Variant;

/// The certainty of a variant's facts, in the order of the definition: one note for facts with the
/// same certainty for the same reason, with their names instead of paths, as in
/// `King and Rook: moves`.
pub fn certainty_rows(variant: &Variant) -> Vec<CertaintyNote> {
    let notes = variant.certainty_notes.all();
    // Notes with the same words are one row, wherever they are written.
    let words = |why: &Option<SourceText>| why.as_ref().map(|why| why.value.clone());
    let reasons = notes.map(|note| ((note.is, words(&note.why)), note));
    let row = |((is, _), notes): (_, Vec<&CertaintyNote>)| CertaintyNote {
        of: joined(notes.iter().map(|note| label(variant, &note.of)).collect()),
        is,
        why: notes[0].why.clone(),
    };
    grouped(reasons).into_iter().map(row).collect()
}

/// The name of the fact at that path of a definition, as in `pieces.king.move`: the part of its
/// subject, empty for the whole subject, and the subject itself, such as `King` or `Stalemate`.
fn label(variant: &Variant, path: &str) -> (String, String) {
    let keys: Vec<&str> = path.split('.').collect();
    let named = |id: &str, name: Option<&String>| name.cloned().unwrap_or_else(|| key_words(id));
    let piece = |id: &str| {
        named(id, variant.faces.iter().find(|face| face.id == id).map(|face| &face.name))
    };
    let (subject, aspect) = match keys[..] {
        ["pieces", id] => (piece(id), ""),
        ["pieces", id, key, ..] => (piece(id), key),
        ["setup"] | ["setup", "each"] => ("Setup".to_owned(), ""),
        ["setup", _, id] => (piece(id), "setup"),
        ["setups", id, ..] => (format!("Setup {}", key_words(id)), ""),
        ["sides", id, key] => {
            let side = variant.sides.iter().find(|side| side.id == id);
            let name = named(id, side.map(|side| &side.name));
            let of_side = if key == "seat" { "side of the board" } else { key };
            (format!("{name}'s {of_side}"), "")
        }
        ["transfers", number, key] => {
            let index = number.parse::<usize>().unwrap_or(0).wrapping_sub(1);
            let transfer = variant.game.transfers.get(index);
            (named(number, transfer.map(|line| &line.name)), key)
        }
        ["zones", id, ..] => (key_words(id), "extent"),
        ["borders", id, ..] => (key_words(id), "place"),
        ["ends", key] => (end_words(key, &variant.game.ends), ""),
        ["turn", "pass"] => ("Whether a player may pass".to_owned(), ""),
        ["without"] => ("What is left out".to_owned(), ""),
        [key] => (top_level(key), ""),
        [key, rest, ..] => (top_level(key), rest),
        [] => (String::new(), ""),
    };
    (aspect_words(aspect), subject)
}

/// The usual name of an end of the game, as the rules are headed.
fn end_words(key: &str, ends: &EndRules) -> String {
    match key {
        "no-progress" => no_progress_heading(ends).to_owned(),
        "repetition" => repetition_heading(ends).to_owned(),
        "royal-capturable" => "Checkmate at the opponent's turn".to_owned(),
        "last-survivor" => "Last player".to_owned(),
        "all-passed" => "Passing by all players".to_owned(),
        "nothing-to-promote" => "No promotion possible".to_owned(),
        other => key_words(other),
    }
}

fn top_level(key: &str) -> String {
    match key {
        "sides" => "Sides and their order".to_owned(),
        "ends" => "Ends of the game".to_owned(),
        other => key_words(other),
    }
}

fn aspect_words(key: &str) -> String {
    match key {
        "move" | "moves" => "moves".to_owned(),
        "within" => "where it may move".to_owned(),
        "setup" => "starting squares".to_owned(),
        "to" => "destination".to_owned(),
        "next" => "the player who moves next".to_owned(),
        other => other.replace('-', " "),
    }
}

/// A key as words: `Facing royals` for `facing-royals`.
fn key_words(key: &str) -> String {
    capitalised(&key.replace('-', " "))
}

/// Labels joined by aspect: `King and Rook: moves; Stalemate`.
fn joined(labels: Vec<(String, String)>) -> String {
    let text = |(aspect, subjects): (String, Vec<String>)| {
        let end = if aspect.is_empty() { String::new() } else { format!(": {aspect}") };
        join_words(without_repeats(subjects), "and") + &end
    };
    grouped(labels).into_iter().map(text).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{NoProgress, Outcome};

    #[test]
    fn labels_with_one_aspect_are_joined() {
        let label = |subject: &str, aspect: &str| (aspect.to_owned(), subject.to_owned());
        let labels = vec![label("King", "moves"), label("Stalemate", ""), label("Rook", "moves")];
        assert_eq!(joined(labels), "King and Rook: moves; Stalemate");
    }

    #[test]
    fn keys_become_words() {
        assert_eq!(key_words("facing-royals"), "Facing royals");
        assert_eq!(end_words("no-progress", &EndRules::default()), "Fifty-move rule");
        let no_progress = Some(NoProgress { moves: 64, pieces: None, outcome: Outcome::Draw });
        let ends = EndRules { no_progress, ..EndRules::default() };
        assert_eq!(end_words("no-progress", &ends), "Turn limit");
        assert_eq!(aspect_words("double-step"), "double step");
    }
}
