//! Warns about characters that drawings cannot show.

use crate::diagram::{Glyph, missing_glyph_warning};
use crate::source::{Diagnostics, SourceText, Span};

use super::lowering::LoweringContext;
use super::piece_types::RawPieceType;
use super::resolved;

/// Warns about each text that diagrams print and that has characters they cannot draw.
pub(super) fn check(context: &LoweringContext<'_>, diagnostics: &mut Diagnostics) {
    for piece_type in &context.piece_types {
        check_kind(piece_type, diagnostics);
    }
    let several = context.boards.len() > 1;
    for board in &context.boards {
        for axis in &board.axes {
            check_text(axis, "name the lines of the board by these", diagnostics);
        }
        // A single board has no title.
        if let Some(name) = board.name.as_ref().filter(|_| several) {
            check_text(name, "name the board in these", diagnostics);
        }
        for zone in &board.show {
            check_text(
                zone,
                "give what is shown another id, or leave it out of `show`",
                diagnostics,
            );
        }
    }
    for (transfer, _) in context.root.tables("transfers") {
        if let Some(name) = transfer.text("name") {
            check_text(name, "name the transfer in these", diagnostics);
        }
    }
}

fn check_kind(piece_type: &RawPieceType<'_>, diagnostics: &mut Diagnostics) {
    if let Some(glyph) = piece_type.table.text("glyph")
        && let Some((_, letters)) = glyph.value.split_once(':')
    {
        let letters = glyph.part(Span::new(glyph.value.len() - letters.len(), glyph.value.len()));
        check_text(&letters, "letter the glyph in these, or give it a figure", diagnostics);
    }
    let is_lettered =
        Glyph::parse(&resolved::glyph(piece_type)).is_ok_and(|glyph| glyph.is_lettered());
    if let Some(shown) = piece_type.table.text("shown").filter(|_| is_lettered) {
        check_text(shown, "print these for the letter, or give the piece a `glyph`", diagnostics);
    }
}

fn check_text(text: &SourceText, advice: &str, diagnostics: &mut Diagnostics) {
    diagnostics.extend(
        missing_glyph_warning(&text.value, advice).map(|diagnostic| text.locate(diagnostic)),
    );
}
