//! The small languages of cells and pieces, with what each example means.

use crate::query::LoadedVariant;
use crate::source::Diagnostic;

use super::Topic;
use super::samples::sample;

/// What a set means in a game, in words.
type Gives = fn(&LoadedVariant, &str) -> Result<String, Diagnostic>;

/// More cells or pieces than this are counted.
const MAX_LISTED: usize = 9;

pub(super) fn topic() -> Topic {
    let games = [sample(0), sample(1)];
    let mut topic = Topic::written("zones");
    for (part, gives) in topic.parts.iter_mut().zip([cells as Gives, pieces]) {
        for entry in &mut part.entries {
            // Some sets need levels, or a second board.
            let game = &games[usize::from(entry.gives == "boards")];
            let found = gives(game, &entry.example);
            entry.gives = found.unwrap_or_else(|error| format!("error: {}", error.message));
        }
    }
    topic
}

fn cells(game: &LoadedVariant, text: &str) -> Result<String, Diagnostic> {
    let cells = game.variant().cells(text, game.first_side())?;
    Ok(match cells.len() {
        0 => "no cells".to_owned(),
        count if count <= MAX_LISTED => game.cell_names(&cells).join(" "),
        count => format!("{count} cells"),
    })
}

fn pieces(game: &LoadedVariant, text: &str) -> Result<String, Diagnostic> {
    let pieces = game.variant().pieces(text, Some(game.first_side()))?;
    let names: Vec<String> = pieces.iter().map(|piece| game.piece_name(piece)).collect();
    Ok(match names.len() {
        count if count <= MAX_LISTED => names.join(", "),
        count => format!("{count} kinds of piece"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expression::RESERVED_WORDS;

    #[test]
    fn every_example_means_something() {
        for part in topic().parts {
            for entry in part.entries {
                assert!(
                    !entry.gives.starts_with("error") && entry.gives != "no cells",
                    "{entry:?}"
                );
            }
        }
    }

    #[test]
    fn every_word_of_the_languages_is_in_an_example_or_a_form() {
        let parts = [Topic::written("zones").parts, Topic::written("rules").parts].concat();
        let words: Vec<&str> = parts
            .iter()
            .flat_map(|part| &part.entries)
            .flat_map(|form| [&form.form, &form.meaning, &form.example])
            .flat_map(|text| text.split(|c: char| !c.is_ascii_alphabetic()))
            .collect();
        // The words of other keys: `none` and `unknown` of `move`, `each` of `setup`.
        let others = ["none", "unknown", "each"];
        let missing: Vec<&&str> = RESERVED_WORDS
            .iter()
            .filter(|word| !words.contains(word) && !others.contains(word))
            .collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
