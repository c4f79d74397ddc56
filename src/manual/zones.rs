//! The small languages of cells and pieces, with what each example means.

use crate::query::LoadedVariant;
use crate::source::Diagnostic;

use super::forms::{CELL_FORMS, FormInfo, PIECE_FORMS};
use super::samples::sample;
use super::{Topic, TopicEntry, TopicPart};

const INTRO: &str = "\
Many keys of definitions and blocks have a set of cells: `from = \"ranks 1-2 but a1\"`. Some have a \
set of pieces: `captures = \"any but pawn\"`. The examples are for the first side. `camp` is a zone, \
`camp = \"ranks 1-2\"` in `[zones]`; `pool` is the second board of a game with two.";

/// More cells or pieces than this are counted.
const MAX_LISTED: usize = 9;

pub(super) fn topic() -> Topic {
    let games = [sample(0), sample(1)];
    let entries =
        |forms: &[FormInfo], gives: fn(&LoadedVariant, &str) -> Result<String, Diagnostic>| {
            let entry = |form: &FormInfo| TopicEntry {
                gives: gives(&games[form.sample], form.example)
                    .unwrap_or_else(|error| format!("error: {}", error.message)),
                ..TopicEntry::new(form.form, form.meaning, form.example)
            };
            forms.iter().map(entry).collect()
        };
    Topic {
        word: "zones",
        title: "Cells, zones and pieces",
        intro: INTRO,
        parts: vec![
            TopicPart {
                heading: "Sets of cells".to_owned(),
                intro:
                    "`not` binds more strongly than `and`, and `and` more strongly than a blank, \
                        a comma or `but`. Parentheses say it otherwise."
                        .to_owned(),
                blocks: include_str!("zone_blocks.md"),
                entries: entries(CELL_FORMS, cells),
            },
            TopicPart {
                heading: "Sets of pieces".to_owned(),
                intro: "`but` takes away all that follows it.".to_owned(),
                entries: entries(PIECE_FORMS, pieces),
                ..TopicPart::default()
            },
        ],
    }
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
}
