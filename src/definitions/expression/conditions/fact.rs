//! Reads facts about numbers of pieces: counts, rows, blocks and connections.

use crate::game::{CountPlace, CountRange, GameFact, PieceCount, PieceLine};
use crate::source::{Code, Diagnostic, Diagnostics, SourceText, WordCursor};

use super::parse::ConditionReader;

const ROW: &[&str] = &["in", "a", "row"];
const LINE: &[&str] = &["on", "one", "line"];
const BLOCK: &[&str] = &["in", "a", "block"];
const CONNECTED: &[&str] = &["connected", "from"];

impl ConditionReader<'_> {
    pub(super) fn pattern_or_count(
        &self,
        words: &mut WordCursor<'_>,
    ) -> Result<GameFact, Diagnostics> {
        if words.has_later(CONNECTED) {
            return self.connected(words);
        }
        if words.has_later(BLOCK) {
            return Ok(self.block(words)?);
        }
        if words.has_later(ROW) {
            return Ok(GameFact::InRow(self.line(words, ROW, "4 any in a row")?));
        }
        if words.has_later(LINE) {
            return Ok(GameFact::OnLine(self.line(words, LINE, "3 rook on one line by R")?));
        }
        self.count(words)
    }

    /// Parses `N PIECES`, one of these ends, and `[by NOTATION]`.
    fn line(
        &self,
        words: &mut WordCursor<'_>,
        end: &[&str],
        example: &str,
    ) -> Result<PieceLine, Diagnostics> {
        let count = words.required_number(example)?;
        let text = words.until(&[end], example)?;
        let pieces = self.names.own_pieces_of_each_side(&text)?;
        words.take(end);
        let by = words.take(&["by"]).then(|| words.until(&[], example)).transpose()?;
        let lines = self.names.lines_of_each_side(by.as_ref())?;
        Ok(PieceLine { count, pieces, lines })
    }

    fn block(&self, words: &mut WordCursor<'_>) -> Result<GameFact, Diagnostic> {
        const EXAMPLE: &str = "4 rook in a block";
        let count = words.required_number(EXAMPLE)?;
        let edge = (1..=16u16).find(|edge| edge * edge == count);
        let Some(edge) = edge else {
            let message = format!("{count} pieces do not fill a square");
            return Err(words.error(&message, "a block of 4 is 2 × 2, a block of 9 is 3 × 3"));
        };
        let text = words.until(&[BLOCK], EXAMPLE)?;
        let pieces = self.names.own_pieces_of_each_side(&text)?;
        words.take(BLOCK);
        Ok(GameFact::Block { edge, pieces })
    }

    /// Parses `PIECES connected from CELLS to CELLS [by NOTATION]`.
    fn connected(&self, words: &mut WordCursor<'_>) -> Result<GameFact, Diagnostics> {
        const EXAMPLE: &str = "pawn connected from rank 1 to rank 8";
        let text = words.until(&[CONNECTED], EXAMPLE)?;
        let pieces = self.names.own_pieces_of_each_side(&text)?;
        words.take(CONNECTED);
        let from = self.names.cells_of_each_side(&words.until(&[&["to"]], EXAMPLE)?)?;
        words.required(&["to"], "expected `to` and cells", EXAMPLE)?;
        let to = self.names.cells_of_each_side(&words.until(&[&["by"]], EXAMPLE)?)?;
        let by = words.take(&["by"]).then(|| words.until(&[], EXAMPLE)).transpose()?;
        let steps = by.map(|text| self.names.lines_of_each_side(Some(&text))).transpose()?;
        Ok(GameFact::Connected { pieces, from, to, steps })
    }

    /// Parses `[COUNT] [unattacked] [other] PIECES [PLACE]`.
    fn count(&self, words: &mut WordCursor<'_>) -> Result<GameFact, Diagnostics> {
        const EXAMPLE: &str = "at most 1 own on rank 8";
        let range = count_range(words)?;
        let (mut unattacked, mut other) = (false, false);
        while let Some(word @ ("unattacked" | "other")) = words.peek() {
            unattacked |= word == "unattacked";
            other |= word == "other";
            let _ = words.take_word();
        }
        if (unattacked || other) && words.peek().is_none() {
            let help = "for instance `unattacked king on rank 8`, `no other bishop`";
            return Err(words.error("this needs pieces after it", help).into());
        }
        let pieces = if words.take(&["empty"]) {
            None
        } else {
            let text = words.until(&[&["on"], &["in", "hand"], &["around"]], EXAMPLE)?;
            if let Some(error) = misplaced_word(&text, range) {
                return Err(error.into());
            }
            Some(self.names.own_pieces_of_each_side(&text)?)
        };
        let place = self.count_place(words)?;
        let is_off_board = place == CountPlace::Hand;
        if is_off_board && (unattacked || other || pieces.is_none()) {
            let message = "`in hand` counts pieces: no cell is attacked or empty there";
            return Err(words.error(message, "for instance `no pawn in hand`").into());
        }
        Ok(GameFact::Count(PieceCount { range, pieces, unattacked, other, place }))
    }

    fn count_place(&self, words: &mut WordCursor<'_>) -> Result<CountPlace, Diagnostics> {
        if words.take(&["in", "hand"]) {
            return Ok(CountPlace::Hand);
        }
        if words.take(&["around"]) {
            let text = words.until(&[], "around K")?;
            return Ok(CountPlace::Around(self.names.landings_of_each_side(&text)?));
        }
        if words.take(&["on"]) {
            let text = words.until(&[], "on rank 8")?;
            return Ok(CountPlace::Cells(self.names.cells_of_each_side(&text)?));
        }
        Ok(CountPlace::Boards)
    }
}

/// The error about a word behind pieces that stands before them, or nowhere.
fn misplaced_word(text: &SourceText, range: CountRange) -> Option<Diagnostic> {
    let (before, word) = text.value.rsplit_once(' ')?;
    let (message, help) = match word {
        "is" => ("a fact has no verb", format!("leave `is` out: `{before} on rank 8`")),
        "unattacked" => {
            ("`unattacked` stands before the pieces", format!("write `unattacked {before}`"))
        }
        "captured" => {
            let number = match range {
                CountRange::Exactly(number) | CountRange::AtLeast(number) => number,
                CountRange::AtMost(_) | CountRange::All => 1,
            };
            ("`captured` stands first", format!("write `captured {number} {before}`"))
        }
        _ => return None,
    };
    Some(text.error(Code::Condition, message).help(help))
}

/// Parses `N`, `at least N`, `at most N`, `no`, `all` or nothing, which means at least one.
fn count_range(words: &mut WordCursor<'_>) -> Result<CountRange, Diagnostic> {
    if words.take(&["no"]) {
        return Ok(CountRange::Exactly(0));
    }
    if words.take(&["all"]) {
        return Ok(CountRange::All);
    }
    if words.take(&["at", "least"]) {
        return words.required_number("at least 2 queen").map(CountRange::AtLeast);
    }
    if words.take(&["at", "most"]) {
        return words.required_number("at most 1 own").map(CountRange::AtMost);
    }
    Ok(words.number().map_or(CountRange::AtLeast(1), CountRange::Exactly))
}
