//! The size class and the number of columns of a rule sheet, by the amount of its content.

use crate::book::data::{RuleSheetData, SheetPieceData};

/// Sheets with at most this many letters have the largest type, and the limit of the next size.
const ROOMY: usize = 1500;
const MEDIUM: usize = 2300;

/// A sentence of more letters than this stands beside its picture, in a column of its own.
const LONG_SENTENCE: usize = 150;

/// Two rows of pictures hold this many pieces at most.
const IN_TWO_ROWS: usize = 10;
/// The largest number of columns.
const COLUMNS: usize = 7;

/// Whether the text of a piece needs a column beside its picture.
pub(super) fn is_long(words: &str, note: &str) -> bool {
    words.chars().count() + note.chars().count() > LONG_SENTENCE
}

/// Sets the size class and the number of columns of a sheet.
pub(super) fn set_size(sheet: &mut RuleSheetData) {
    sheet.size = size_class(letters(sheet)).to_owned();
    let places = |piece: &SheetPieceData| if piece.long { 2 } else { 1 };
    sheet.columns = columns(sheet.pieces.iter().map(places).sum(), sheet.wide);
}

/// The number of letters of all texts of the sheet.
fn letters(sheet: &RuleSheetData) -> usize {
    let pieces = sheet.pieces.iter().flat_map(|it| [&it.piece.name, &it.piece.words, &it.note]);
    let rules = sheet.rules.iter().flat_map(|rule| [&rule.heading, &rule.words, &rule.badge]);
    let facts = sheet.facts.iter().flat_map(|fact| [&fact.term, &fact.words]);
    let legend = sheet.legend.iter().map(|entry| &entry.words);
    pieces.chain(rules).chain(facts).chain(legend).map(|text| text.chars().count()).sum()
}

fn size_class(letters: usize) -> &'static str {
    match letters {
        0..=ROOMY => "roomy",
        0..=MEDIUM => "medium",
        _ => "dense",
    }
}

/// Columns of the grid of pieces: two rows, three where there are many pieces or wide pictures,
/// and more only if there are too many columns otherwise.
fn columns(places: usize, wide: bool) -> usize {
    let rows = if wide || places > IN_TWO_ROWS { 3 } else { 2 };
    places.div_ceil(rows.max(places.div_ceil(COLUMNS))).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_pieces_are_full_before_another_is_begun() {
        for (places, wide, expected) in [
            (0, false, 1),
            (1, false, 1),
            (6, false, 3),
            (7, false, 4),
            (11, false, 4),
            (21, false, 7),
            (22, false, 6),
            (6, true, 2),
        ] {
            assert_eq!(columns(places, wide), expected, "{places} {wide}");
        }
    }

    #[test]
    fn the_style_sheet_has_every_size() {
        let style = include_str!("../../templates/fairybook.css");
        for letters in [ROOMY, MEDIUM, MEDIUM + 1] {
            let rule = format!(".rule-sheet.{} {{", size_class(letters));
            assert!(style.contains(&rule), "{rule}");
        }
    }
}
