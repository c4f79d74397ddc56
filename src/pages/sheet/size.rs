//! The size class of a rule sheet and its grid of pieces, by the amount of content.

use crate::book::data::RuleSheetData;

/// Sheets with at most this many letters have the largest type, and the limits of the next sizes.
const ROOMY: usize = 1500;
const MEDIUM: usize = 2600;
const DENSE: usize = 3950;

/// A text of more letters than this is put beside the picture, in a column of its own.
const LONG_TEXT: usize = 250;

/// Two rows of pictures hold this many pieces at most, and three rows that many.
const IN_TWO_ROWS: usize = 8;
const IN_THREE_ROWS: usize = 15;

/// Each piece beyond this number takes as much paper as so many letters.
const FEW_PIECES: usize = 8;
const LETTERS_OF_PIECE: usize = 60;
/// A picture in the line of a name is as wide as so many letters.
const LETTERS_OF_GLYPH: usize = 4;

/// Sets the size class and the grid of a sheet, and marks the pieces with a long text.
pub(super) fn set_size(sheet: &mut RuleSheetData) {
    let many = !sheet.wide && sheet.pieces.len() > IN_THREE_ROWS;
    let more = sheet.pieces.len().saturating_sub(FEW_PIECES) * LETTERS_OF_PIECE;
    let size = size_class(letters(sheet) + more);
    sheet.size = if many { format!("{size} many") } else { size.to_owned() };
    for it in &mut sheet.pieces {
        // Many pieces have all texts beside the pictures; a wide picture has a wide line below it.
        let names = it.also.iter().map(|it| it.name.len() + it.letter.len() + LETTERS_OF_GLYPH);
        let text = it.piece.words.chars().count() + names.sum::<usize>();
        it.long = !many && !sheet.wide && text > LONG_TEXT;
    }
    let widths: Vec<usize> = sheet.pieces.iter().map(|it| if it.long { 2 } else { 1 }).collect();
    (sheet.columns, sheet.rows) = grid(&widths, sheet.wide);
}

/// The number of letters of all texts of the sheet.
fn letters(sheet: &RuleSheetData) -> usize {
    let pieces = sheet.pieces.iter().flat_map(|it| [&it.piece.name, &it.piece.words, &it.note]);
    let pieces = pieces.chain(sheet.pieces.iter().flat_map(|it| &it.also).map(|it| &it.name));
    let zones = sheet.pieces.iter().flat_map(|it| &it.piece.zones);
    let zones = zones.flat_map(|zone| [&zone.place, &zone.moves, &zone.captures]);
    let terms = sheet.terms.iter().flat_map(|it| [&it.term, &it.words]);
    let rules = sheet.rules.iter().flat_map(|rule| [&rule.heading, &rule.words, &rule.badge]);
    let facts = sheet.facts.iter().flat_map(|fact| [&fact.term, &fact.words]);
    let legend = sheet.legend.iter().map(|entry| &entry.words);
    let texts = pieces.chain(rules).chain(facts).chain(legend).chain(zones).chain(terms);
    texts.map(|text| text.chars().count()).sum()
}

fn size_class(letters: usize) -> &'static str {
    match letters {
        _ if letters <= ROOMY => "roomy",
        _ if letters <= MEDIUM => "medium",
        _ if letters <= DENSE => "dense",
        _ => "tight",
    }
}

/// The columns and rows that hold items of these widths in their order. Two or three rows of
/// pictures are as long as needed; beyond that, and for wide pictures, there are three columns.
fn grid(widths: &[usize], wide: bool) -> (usize, usize) {
    let places: usize = widths.iter().sum();
    let columns = match places {
        _ if wide => places.div_ceil(4).min(3),
        _ if places <= IN_TWO_ROWS => places.div_ceil(2),
        _ if places <= IN_THREE_ROWS => places.div_ceil(3),
        _ => 3,
    };
    let columns = columns.max(widths.iter().copied().max().unwrap_or(1));
    let (mut rows, mut used) = (1, 0);
    for width in widths {
        if used + width > columns {
            (rows, used) = (rows + 1, 0);
        }
        used += width;
    }
    (columns, rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grid_has_two_or_three_rows_or_three_columns() {
        for (pieces, wide, expected) in [
            (0, false, (1, 1)),
            (1, false, (1, 1)),
            (6, false, (3, 2)),
            (7, false, (4, 2)),
            (9, false, (3, 3)),
            (15, false, (5, 3)),
            (16, false, (3, 6)),
            (7, true, (2, 4)),
            (20, true, (3, 7)),
        ] {
            assert_eq!(grid(&vec![1; pieces], wide), expected, "{pieces} {wide}");
        }
    }

    #[test]
    fn a_piece_of_two_columns_is_not_divided_between_rows() {
        assert_eq!(grid(&[2], false), (2, 1));
        assert_eq!(grid(&[1, 1, 1, 1, 1, 1, 2], false), (4, 2));
        assert_eq!(grid(&[1, 1, 1, 2, 1, 1, 1], false), (4, 3));
    }

    #[test]
    fn the_style_sheet_has_every_size() {
        let style = include_str!("../../../templates/fairybook.css");
        for letters in [ROOMY, MEDIUM, DENSE, DENSE + 1] {
            let rule = format!(".rule-sheet.{} {{", size_class(letters));
            assert!(style.contains(&rule), "{rule}");
        }
    }
}
