//! Reads which royals count: `check.royals`, and how many of a piece promotion may give.

use crate::game::{CountedRoyals, Game, PieceTypeId, SideId};
use crate::source::{Code, Diagnostic, suggestion};
use crate::toml_text::TomlTable;

use super::lowering::LoweringContext;

/// Whether a side can have two royals: at the start, or by promotion.
fn gives_two_royals(game: &Game, side: SideId) -> bool {
    let is_royal = |piece_type: PieceTypeId| game.piece_types[piece_type].royal;
    let initial = game.initial_pieces.iter().map(|(_, piece)| *piece);
    let royals = initial.filter(|piece| piece.side == side && is_royal(piece.piece_type)).count();
    let mut promotions = game.promotions.iter().filter(|promotion| promotion.side == side);
    royals > 1
        || promotions.any(|promotion| promotion.choices.iter().any(|&choice| is_royal(choice)))
}

impl LoweringContext<'_> {
    /// Reads `check.royals` for a game that has its pieces and promotions.
    pub fn counted_royals(&self, game: &Game) -> CountedRoyals {
        let Some(text) = self.root.table("check").text("royals") else {
            return CountedRoyals::default();
        };
        let words = text.words();
        let plain: Vec<&str> = words.iter().map(|word| word.as_str()).collect();
        let number = |word: &str| word.parse::<u16>().ok().filter(|&number| number > 0);
        match plain.as_slice() {
            ["each"] => return CountedRoyals::Each,
            ["all"] if self.side_ids().any(|side| gives_two_royals(game, side)) => {
                return CountedRoyals::All;
            }
            ["all"] => {
                let message = "no side can have two royal pieces; remove `royals = \"all\"`";
                self.report(text.error(Code::Side, message));
            }
            ["last"] => return CountedRoyals::Last(1),
            ["last", count] => match number(count) {
                Some(number) => return CountedRoyals::Last(number),
                None => {
                    let message = "the number after `last` must be at least 1";
                    let error = words[1].error(Code::TomlValue, message);
                    self.report(error.help("for instance `last 2`"));
                }
            },
            _ => {
                let message = format!("`royals` cannot be `{}`", text.value);
                let help = suggestion(&text.value, ["each", "all", "last", "last 2"]);
                self.report(text.error(Code::TomlValue, message).help(help));
            }
        }
        CountedRoyals::default()
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
