//! Reads castling: `[castling]`, and the castlings that armies replace.

use crate::format::{builtin_piece, headers_of, missing_header};
use crate::game::{Castling, Piece, PieceTypeId, SideId};
use crate::geometry::{Cell, Layout};
use crate::source::{Code, Diagnostic, SourceText, join_words};

use super::lowering::LoweringContext;

impl LoweringContext<'_> {
    /// Returns the castlings of all sides, with those that their armies replace.
    ///
    /// They are checked against the initial position if that is known.
    pub fn castlings(&self, initial: Option<&[(Cell, Piece)]>) -> Vec<Castling> {
        if let Some(error) = self.lines_of_another_table() {
            self.report(error);
            return Vec::new();
        }
        let mut castlings = Vec::new();
        for side in self.players() {
            let common = self.rules_of(side).table("castling");
            let own = self.army(side).table("castling");
            for (name, _) in own.texts().filter(|(name, _)| common.get(&name.value).is_none()) {
                let message = format!("no castling `{}` to replace", name.value);
                self.report(name.unknown(Code::Castling, message, common.keys()));
            }
            for (name, text) in common.texts() {
                let text = own.text(&name.value).unwrap_or(text);
                castlings.extend(self.keep(self.castling(initial, side, &name.value, text)));
            }
        }
        if castlings.len() > 64 {
            let message = format!("{} castlings; at most 64", castlings.len());
            let first = self.root.table("castling").entries.first();
            let key = first.map_or(self.sides[0].id, |entry| &entry.key);
            self.report(key.error(Code::Castling, message));
        }
        castlings
    }

    /// The error about keys that have lost the header of their own table: `becomes` of `[promotion.pawn]`.
    fn lines_of_another_table(&self) -> Option<Diagnostic> {
        let is_foreign = |name: &&SourceText| !headers_of(&[&name.value]).is_empty();
        let common = self.root.table("castling").texts().map(|(name, _)| name);
        let foreign: Vec<&SourceText> = common.filter(is_foreign).collect();
        let names: Vec<&str> = foreign.iter().map(|name| name.as_str()).collect();
        let first = foreign.first()?;
        let error = first.error(Code::Castling, format!("`{}` is no castling", first.value));
        Some(error.help(missing_header(&headers_of(&names))))
    }

    /// Parses `king e1-g1, rook h1-f1`.
    fn castling(
        &self,
        initial: Option<&[(Cell, Piece)]>,
        side: usize,
        name: &str,
        text: &SourceText,
    ) -> Result<Castling, Diagnostic> {
        let parts = text.split(&[',']);
        let [royal, partner] = parts.as_slice() else {
            let error = |message: String| text.error(Code::Castling, message);
            return Err(match text.value.split_whitespace().collect::<Vec<_>>()[..] {
                [royal, from, partner, to] if parts.len() == 1 => {
                    error(format!("a comma is missing before `{partner}`"))
                        .help(format!("write `{royal} {from}, {partner} {to}`"))
                }
                _ => error("a castling moves two pieces".to_owned())
                    .help("`king e1-g1, rook h1-f1`: the first one is the royal piece"),
            });
        };
        let (royal, royal_from, royal_to) = self.castling_part(initial, side, royal)?;
        let (partner, partner_from, partner_to) = self.castling_part(initial, side, partner)?;
        if royal_to == partner_to {
            let id = self.piece_type_id(partner);
            let way = self.layout().straight_between(royal_from, royal_to);
            let beside = way.into_iter().rfind(|&cell| cell != royal_to).unwrap_or(royal_from);
            let [from, to, beside] =
                [partner_from, royal_to, beside].map(|cell| self.layout().name(cell));
            let error = text.error(Code::Castling, format!("both pieces end on `{to}`"));
            return Err(error.help(format!("for instance `{id} {from}-{beside}`")));
        }
        let at = |cell: Cell| self.layout().point(cell).at;
        let is_ahead = |cell: Cell| {
            let [to, other] = [royal_to, cell].map(|cell| at(cell).x - at(royal_from).x);
            to * other > 0 && at(cell).y == at(royal_from).y
        };
        let is_partner = |(cell, piece): &&(Cell, Piece)| {
            piece.side == SideId(side as u8) && piece.piece_type == partner && is_ahead(*cell)
        };
        // A piece on the other side is taken only where none stands ahead.
        if !is_ahead(partner_from)
            && let Some((ahead, _)) = initial.into_iter().flatten().find(is_partner)
        {
            let [from, ahead, to] =
                [partner_from, *ahead, partner_to].map(|cell| self.layout().name(cell));
            let message = format!("the royal piece goes away from the piece on `{from}`");
            let help = format!("write `{} {ahead}-{to}`", self.piece_type_id(partner));
            self.report(text.warning(Code::Castling, message).help(help));
        }
        let (name, side) = (name.to_owned(), SideId(side as u8));
        Ok(Castling { name, side, royal, royal_from, royal_to, partner, partner_from, partner_to })
    }

    fn no_piece_to_castle(&self, name: &SourceText, cells: &SourceText) -> Diagnostic {
        let known = self.piece_types.iter().map(|known| known.id.as_str());
        let error = name.unknown_name(Code::Castling, "piece", known);
        let (id, from) = (&name.value, cells.value.split('-').next().unwrap_or_default());
        match builtin_piece(id) {
            Some(_) => error.help(format!(
                "the setup has none: write `{id} = \"{from}\"` below `[setup.each]`"
            )),
            None => error,
        }
    }

    /// Parses `king e1-g1`, and turns the cells by the seat of `side`.
    fn castling_part(
        &self,
        initial: Option<&[(Cell, Piece)]>,
        side: usize,
        text: &SourceText,
    ) -> Result<(PieceTypeId, Cell, Cell), Diagnostic> {
        let words = text.words();
        let [name, cells] = words.as_slice() else {
            let error = text.error(Code::Castling, "expected `PIECE FROM-TO`");
            let help = match words.as_slice() {
                [name, from, between, to] if between.value == "to" => {
                    format!("write `{} {}-{}`", name.value, from.value, to.value)
                }
                _ => "for instance `king e1-g1`".to_owned(),
            };
            return Err(error.help(help));
        };
        let Some(named) = self.names.pieces.find(&name.value) else {
            return Err(self.no_piece_to_castle(name, cells));
        };
        let piece = self.army_piece(side, named);
        let (from, to) = self.names.cells.vocabulary.link(cells)?;
        let turned = |cell| self.sides[side].viewer.seat.cell(self.layout(), cell);
        let (Some(from), Some(to)) = (turned(from), turned(to)) else {
            let side = self.side_name(side);
            let message = format!("turned to the seat of {side}, this is off the board");
            return Err(cells.error(Code::Castling, message));
        };
        match initial.filter(|initial| !initial.contains(&(from, piece))) {
            Some(initial) => Err(self.absent_from(text, initial, (side, piece), [from, to])),
            None => Ok((piece.piece_type, from, to)),
        }
    }

    /// The error about a castling piece that does not stand where it starts.
    fn absent_from(
        &self,
        text: &SourceText,
        initial: &[(Cell, Piece)],
        (side, piece): (usize, Piece),
        [start, to]: [Cell; 2],
    ) -> Diagnostic {
        let words = text.words();
        let (name, cells) = (&words[0], &words[1]);
        let has_army = !self.army(side).table("pieces").entries.is_empty();
        let side = self.side_name(side);
        let own: Vec<_> = initial.iter().filter(|(_, it)| it.side == piece.side).collect();
        let alike = own.iter().filter(|(_, it)| *it == piece);
        let stands: Vec<String> =
            alike.map(|(at, _)| format!("`{}`", self.layout().name(*at))).collect();
        let id = self.piece_type_id(piece.piece_type);
        let from = self.layout().name(start);
        let message = format!("the initial position has no {id} of {side} on `{from}`");
        let help = match &stands[..] {
            [] if has_army => {
                "castling names the pieces of `[setup.each]`, also where an army replaces \
                               them: `rook h1-f1`"
                    .to_owned()
            }
            // The two cells are exchanged, or the first one is wrong.
            [_, ..] if cells.value.starts_with(from) => {
                let (is_there, near) = nearest(self.layout(), initial, piece, [start, to]);
                let near = self.layout().name(near);
                let to = if is_there { from } else { self.layout().name(to) };
                let cells = join_words(&stands, "and");
                // The castling is that of another game, so the setup is what was written last.
                let name_of_game = self.root.text("name");
                let is_inherited = name_of_game
                    .is_some_and(|it| it.location.file.path() != text.location.file.path());
                let there = own.iter().find(|(at, it)| *at == start && *it != piece);
                let there = there.filter(|_| is_inherited);
                match there {
                    Some((_, other)) => format!(
                        "there is one on {cells}, and a {} on `{from}`: exchange them in the \
                         setup, or write `{} {near}-{to}`",
                        self.piece_type_id(other.piece_type),
                        name.value
                    ),
                    None => {
                        format!("there is one on {cells}: write `{} {near}-{to}`", name.value)
                    }
                }
            }
            [_, ..] => {
                let cells = join_words(&stands, "and");
                format!("there is one on {cells}: castling starts there")
            }
            [] if own.is_empty() => {
                format!("{side} has no pieces: `[setup.each]` gives them to both sides")
            }
            [] => format!("`sides.{side}.without = \"castling\"` leaves it out for one side"),
        };
        text.error(Code::Castling, message).help(help)
    }
}

/// The cell of such a piece that is the second of two, or else the nearest to the first; and whether it is the
/// second.
fn nearest(
    layout: &Layout,
    initial: &[(Cell, Piece)],
    piece: Piece,
    [from, to]: [Cell; 2],
) -> (bool, Cell) {
    let distance = |at: &Cell| (*at != to, layout.distance(from, *at).map_or(u16::MAX, |it| it.1));
    let own = initial.iter().filter(|(_, it)| *it == piece).map(|(at, _)| *at);
    let near = { own }.min_by_key(distance).unwrap_or(from);
    (near == to, near)
}
