//! Reads which royals count: `check.royals`, and how many of a piece promotion may give.

use crate::geometry::Cell;
use crate::rules::{CountedRoyals, Piece, PieceType, PieceTypeId, Promotion, SideId};
use crate::source::{Code, Diagnostic, Diagnostics, TomlTable, suggestion};

use super::lowering::LoweringContext;

/// What shows how many royals a side can have.
pub(super) struct RoyalSources<'g> {
    pub piece_types: &'g [PieceType],
    pub initial_pieces: &'g [(Cell, Piece)],
    pub promotions: &'g [Promotion],
}

impl RoyalSources<'_> {
    fn is_royal(&self, piece_type: PieceTypeId) -> bool {
        self.piece_types[piece_type.index()].royal
    }

    /// Whether a side can have two royals: at the start, or by promotion.
    fn gives_two(&self, side: SideId) -> bool {
        let initial = self.initial_pieces.iter().map(|(_, piece)| *piece);
        let royals =
            initial.filter(|piece| piece.side == side && self.is_royal(piece.piece_type)).count();
        let mut promotions = self.promotions.iter().filter(|promotion| promotion.side == side);
        royals > 1
            || promotions.any(|promotion| {
                promotion.choices.iter().any(|&piece_type| self.is_royal(piece_type))
            })
    }
}

/// Reads `check.royals`.
pub(super) fn counted_royals(
    context: &LoweringContext<'_>,
    sources: &RoyalSources<'_>,
    diagnostics: &mut Diagnostics,
) -> CountedRoyals {
    let Some(text) = context.root.table("check").text("royals") else {
        return CountedRoyals::default();
    };
    let words = text.words();
    let plain: Vec<&str> = words.iter().map(|word| word.as_str()).collect();
    let number = |word: &str| word.parse::<u16>().ok();
    match plain.as_slice() {
        ["each"] => CountedRoyals::Each,
        ["all"] => {
            if !context.side_ids().any(|side| sources.gives_two(side)) {
                let message = "no side can have two royal pieces; remove `royals = \"all\"`";
                diagnostics.push(text.error(Code::Side, message));
            }
            CountedRoyals::All
        }
        ["last"] => CountedRoyals::Last(1),
        ["last", count] if number(count).is_some_and(|count| count > 0) => {
            CountedRoyals::Last(number(count).unwrap_or(1))
        }
        ["last", _] => {
            let message = "the number after `last` must be at least 1";
            diagnostics
                .push(words[1].error(Code::TomlValue, message).help("for instance `last 2`"));
            CountedRoyals::default()
        }
        _ => {
            let message = format!("`royals` cannot be `{}`", text.value);
            let help = suggestion(&text.value, ["each", "all", "last", "last 2"]);
            diagnostics.push(text.error(Code::TomlValue, message).help(help));
            CountedRoyals::default()
        }
    }
}

/// Reads `max-count` of a piece type.
pub(super) fn max_count(table: &TomlTable) -> Result<Option<u16>, Diagnostic> {
    let Some((count, location)) = table.integer("max-count") else { return Ok(None) };
    match u16::try_from(count) {
        Ok(count) if count > 0 => Ok(Some(count)),
        _ => {
            let message = format!("`max-count` cannot be {count}");
            Err(location.error(Code::TomlValue, message).help("at least 1"))
        }
    }
}
