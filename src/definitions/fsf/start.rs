//! The initial position of a variant file.

use std::collections::{BTreeMap, BTreeSet};

use crate::notation::{PieceToken, Placement, RowEntry};
use crate::source::{Code, Diagnostic, Diagnostics};

use super::cell_pattern::RankFile;
use super::record::{FsfColour, FsfRecord};

/// A piece type by its name, and whether it is there in its promoted form.
pub type StartPiece = (FsfColour, String, bool);

/// An initial position in the words of the engine.
#[derive(Debug, Clone, Default)]
pub struct FsfStart {
    /// The pieces.
    pub pieces: BTreeMap<RankFile, StartPiece>,
    /// The cells that do not exist.
    pub holes: BTreeSet<RankFile>,
    /// The pieces in hand.
    pub hands: BTreeMap<(FsfColour, String), i64>,
    /// Whether Black moves first.
    pub black_begins: bool,
    /// The field of castling rights.
    pub castling: String,
    /// The checks that White and Black still need.
    pub checks: Option<(i64, i64)>,
}

impl FsfStart {
    /// Reads the initial position of a record. The spans of errors refer to the text of the key.
    pub fn read(record: &FsfRecord) -> Result<FsfStart, Diagnostics> {
        let text = record.text("startFen");
        let (files, ranks) = (usize::from(record.files()), usize::from(record.ranks()));
        let placement = Placement::parse(text, Some(&vec![vec![files; ranks]]))?;
        let mut start = FsfStart::default();
        let mut errors = Diagnostics::default();
        for (row, rank) in placement.sections.iter().flatten().zip((0..record.ranks()).rev()) {
            for (entry, file) in row.entries.iter().zip(0u8..) {
                match entry {
                    RowEntry::Empty => {}
                    RowEntry::Hole => {
                        start.holes.insert((rank, file));
                    }
                    RowEntry::Piece(token) => {
                        if let Some((colour, name)) = errors.keep(piece_of(record, token)) {
                            start.pieces.insert((rank, file), (colour, name, token.plus));
                        }
                    }
                }
            }
        }
        for token in placement.hands.iter().flatten() {
            if let Some(owner) = errors.keep(piece_of(record, token)) {
                *start.hands.entry(owner).or_default() += 1;
            }
        }
        for (index, (field, _)) in placement.fields.iter().enumerate() {
            match (index, field.split_once('+')) {
                (0, _) => start.black_begins = field == "b",
                (_, Some((white, black))) if start.checks.is_none() => {
                    let counts = white.parse().ok().zip(black.parse().ok());
                    start.checks = counts;
                }
                (1, _) if field.chars().all(|it| it.is_ascii_alphabetic() || it == '-') => {
                    start.castling.clone_from(field);
                }
                _ => {}
            }
        }
        if errors.is_empty() { Ok(start) } else { Err(errors) }
    }

    /// Whether a side has pieces on the board or in hand.
    pub fn has(&self, colour: FsfColour, name: &str) -> bool {
        self.pieces
            .values()
            .any(|(owner, known, promoted)| *owner == colour && known == name && !promoted)
            || self.hands.contains_key(&(colour, name.to_owned()))
    }

    /// The cells of a piece type of a side.
    pub fn cells_of(&self, colour: FsfColour, name: &str, promoted: bool) -> BTreeSet<RankFile> {
        let wanted = (colour, name.to_owned(), promoted);
        let here = self.pieces.iter().filter(|(_, piece)| **piece == wanted);
        here.map(|(&cell, _)| cell).collect()
    }
}

fn piece_of(record: &FsfRecord, token: &PieceToken) -> Result<(FsfColour, String), Diagnostic> {
    let letter = token.letter.to_ascii_lowercase();
    let upper = token.letter.is_ascii_uppercase();
    let colour = if upper { FsfColour::White } else { FsfColour::Black };
    match record.pieces.iter().find(|piece| piece.letter == letter) {
        Some(piece) => Ok((colour, piece.name.clone())),
        None => {
            let message = format!("no piece has the letter `{}`", token.letter);
            let error = Diagnostic::error(Code::VariantFile, message).at_span(token.span);
            Err(error.help(format!("give it one: `knight = {letter}`")))
        }
    }
}
