//! Writes placements.

use super::{PieceToken, Placement, Row, RowEntry};

/// Returns the text that [`Placement::parse`] reads as this placement, without the fields.
pub fn print_placement(placement: &Placement) -> String {
    let section = |rows: &Vec<Row>| rows.iter().map(row).collect::<Vec<_>>().join("/");
    let text = placement.sections.iter().map(section).collect::<Vec<_>>().join("|");
    match &placement.hands {
        Some(hands) => format!("{text}[{}]", hands.iter().map(piece).collect::<String>()),
        None => text,
    }
}

fn row(row: &Row) -> String {
    let is_run = |one: &RowEntry, next: &RowEntry| [one, next] == [&RowEntry::Empty; 2];
    let runs = row.entries.chunk_by(is_run).map(|run| match &run[0] {
        RowEntry::Empty => run.len().to_string(),
        RowEntry::Hole => "*".to_owned(),
        RowEntry::Piece(token) => piece(token),
    });
    runs.collect()
}

fn piece(token: &PieceToken) -> String {
    let plus = if token.plus { "+" } else { "" };
    let tilde = if token.tilde { "~" } else { "" };
    match &token.side {
        Some(side) => format!("{{{side}:{plus}{}{tilde}}}", token.letter),
        None => format!("{plus}{}{tilde}", token.letter),
    }
}
