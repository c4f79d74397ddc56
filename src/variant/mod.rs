//! Variant definitions: TOML in, a checked game with all names resolved out.
//!
//! A definition is read with the place of every key, value and word, laid over the games that it
//! is based on, and lowered into a [`Game`](crate::rules::Game) together with what pages and
//! pictures show of it. Everything that is wrong is said in one run, each mistake at its place.
//! The room knows the format and the stock of pieces; it does not know a single game, and does
//! not read the disk: other definitions come from a [`DefinitionSource`].

pub mod format;
mod format_check;
mod inherit;
mod definition;

mod cells;
mod cell_resolver;
mod piece_sets;
mod rule_exprs;
mod path;
mod notation;
mod builtin_pieces;

mod lowering;
mod boards;
mod sides;
mod armies;
mod piece_types;
mod side_colours;
mod drawable_text;
mod initial_position;
mod ways;
mod castling;
mod promotion;
mod drops;
mod states;
mod transfers;
mod end_rules;
mod old_words;
mod standing;
mod lower;
mod resolved;
mod position_text;
mod move_text;

pub use cell_resolver::BorderName;
pub use cells::{CellExpr, CellNode, NamedCells, RelativeSide};
pub use definition::{Definition, DefinitionSource, load};
pub use piece_sets::{GroupMember, GroupOwner, PieceExpr, PieceGroup};
pub use resolved::{
    About, ArmyFace, BoardFace, Border, CommonMove, Face, Score, SideFace, Variant, Zone,
};
pub use rule_exprs::{
    EffectText, EventExpr, MoveRuleText, PromotionText, RuleTexts, StateText, TransferText,
};
pub use standing::{Standing, Standings, Sureness};
