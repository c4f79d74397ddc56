//! Writes placements.

use std::fmt;

use super::{PieceToken, Placement, Row, RowEntry};

/// Returns the text that [`Placement::parse`] reads as this placement, without the fields.
pub fn print_placement(placement: &Placement) -> String {
    let rows = |section: &Vec<Row>| joined(section.iter().map(Row::to_string), "/");
    let mut text = joined(placement.sections.iter().map(rows), "|");
    if let Some(hands) = &placement.hands {
        text += &format!("[{}]", joined(hands.iter().map(PieceToken::to_string), ""));
    }
    text
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = &self.entries[..];
        while let Some(entry) = rest.first() {
            let empty = rest.iter().take_while(|entry| **entry == RowEntry::Empty).count();
            match entry {
                RowEntry::Empty => write!(f, "{empty}")?,
                RowEntry::Hole => f.write_str("*")?,
                RowEntry::Piece(token) => write!(f, "{token}")?,
            }
            rest = &rest[empty.max(1)..];
        }
        Ok(())
    }
}

impl fmt::Display for PieceToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plus = if self.plus { "+" } else { "" };
        let tilde = if self.tilde { "~" } else { "" };
        match &self.side {
            Some(side) => write!(f, "{{{side}:{plus}{}{tilde}}}", self.letter),
            None => write!(f, "{plus}{}{tilde}", self.letter),
        }
    }
}

fn joined(parts: impl Iterator<Item = String>, between: &str) -> String {
    parts.collect::<Vec<_>>().join(between)
}
