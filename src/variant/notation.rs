use crate::notation::{Betza, lint, parse as read};
use crate::source::Code;

use super::spot::{Complaints, Text, Wrong};
use super::stock::StockPiece;

/// The tree of a notation that a definition holds.
pub(super) fn parse(text: &Text) -> Result<Betza, Wrong> {
    let spot = &text.spot;
    read(&text.value).map_err(|complaints| {
        let placed = complaints.into_iter().map(|one| one.within(&spot.file, spot.span.start));
        Wrong(placed.collect())
    })
}

/// What holds here, but is read otherwise elsewhere.
pub(super) fn warn(text: &Text, betza: &Betza, complaints: &mut Complaints) {
    let spot = &text.spot;
    complaints.extend(lint(betza).into_iter().map(|one| one.within(&spot.file, spot.span.start)));
}

/// The tree of a notation of the stock, used for the piece of that name.
pub(super) fn parse_stock(piece: &StockPiece, id: &Text) -> Result<Betza, Wrong> {
    read(&piece.notation).map_err(|_| {
        let message = format!("the stock's `{}` has no usable move", piece.id);
        id.error(Code::PieceMove, message).help("give it a `move`").into()
    })
}
