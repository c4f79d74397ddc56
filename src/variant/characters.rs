//! Warns about characters that drawings cannot show.

use crate::diagram::{Glyph, missing_glyph_warning};
use crate::source::{Diagnostics, SourceText, Span};

use super::kinds::KindSheet;
use super::resolved;
use super::stage::Stage;

/// Warns of characters that stand in pictures and cannot be drawn there.
pub(super) fn check(stage: &Stage<'_>, complaints: &mut Diagnostics) {
    for kind in &stage.kinds {
        check_kind(kind, complaints);
    }
    let several = stage.boards.len() > 1;
    for board in &stage.boards {
        for axis in &board.axes {
            check_text(axis, "name the lines of the board by these", complaints);
        }
        // A board alone has no title.
        if let Some(name) = board.name.as_ref().filter(|_| several) {
            check_text(name, "name the board in these", complaints);
        }
        for zone in &board.show {
            check_text(
                zone,
                "give what is shown another id, or leave it out of `show`",
                complaints,
            );
        }
    }
    for (transfer, _) in stage.root.tables("transfers") {
        if let Some(name) = transfer.text("name") {
            check_text(name, "name the transfer in these", complaints);
        }
    }
}

fn check_kind(kind: &KindSheet<'_>, complaints: &mut Diagnostics) {
    if let Some(glyph) = kind.table.text("glyph")
        && let Some((_, letters)) = glyph.value.split_once(':')
    {
        let letters = glyph.part(Span::new(glyph.value.len() - letters.len(), glyph.value.len()));
        check_text(&letters, "letter the glyph in these, or give it a figure", complaints);
    }
    let is_lettered = Glyph::parse(&resolved::glyph(kind)).is_ok_and(|glyph| glyph.is_lettered());
    if let Some(shown) = kind.table.text("shown").filter(|_| is_lettered) {
        check_text(shown, "print these for the letter, or give the piece a `glyph`", complaints);
    }
}

fn check_text(text: &SourceText, advice: &str, complaints: &mut Diagnostics) {
    complaints.extend(
        missing_glyph_warning(&text.value, advice).map(|diagnostic| text.locate(diagnostic)),
    );
}
