//! Warns about characters that drawings cannot show.

use crate::diagram::{Glyph, missing_glyph_warning};
use crate::source::{SourceText, Span};

use super::lowering::LoweringContext;

/// Warns about each text that diagrams print and that has characters they cannot draw.
pub(super) fn check(context: &LoweringContext<'_>) {
    let check_text = |text: &SourceText, advice: &str| {
        if let Some(warning) = missing_glyph_warning(&text.value, advice) {
            context.report(text.locate(warning));
        }
    };
    for piece_type in &context.piece_types {
        let (table, glyph) = (piece_type.table, piece_type.glyph());
        if let Some(glyph) = table.text("glyph")
            && let Some((before, _)) = glyph.value.split_once(':')
        {
            let letters = glyph.part(Span::new(before.len() + 1, glyph.value.len()));
            check_text(&letters, "letter the glyph in these, or give it a figure");
        }
        let is_lettered = Glyph::parse(&glyph).is_ok_and(|glyph| glyph.is_lettered());
        if let Some(shown) = table.text("shown").filter(|_| is_lettered) {
            check_text(shown, "print these for the letter, or give the piece a `glyph`");
        }
    }
    let has_titles = context.boards.len() > 1;
    for (_, board) in &context.boards {
        for axis in ["files", "ranks", "levels"].iter().filter_map(|axis| board.text(axis)) {
            check_text(axis, "name the lines of the board by these");
        }
        if let Some(name) = board.text("name").filter(|_| has_titles) {
            check_text(name, "name the board in these");
        }
        for (_, text) in board.table("printed").texts() {
            check_text(text, "print these on the border");
        }
        for zone in board.words("show") {
            check_text(&zone, "give what is shown another id, or leave it out of `show`");
        }
    }
    for (transfer, _) in context.root.tables("transfers") {
        if let Some(name) = transfer.text("name") {
            check_text(name, "name the transfer in these");
        }
    }
}
