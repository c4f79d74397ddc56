//! Variant definitions: TOML in, a checked game with all names resolved out.
//!
//! A definition is read with the location of every key, value and word, merged with the variants
//! that it is based on, and lowered into a [`Game`](crate::game::Game) together with what pages
//! and diagrams show of it. One run reports all errors, each at its location.
//! The module knows the format and the built-in pieces, but no variant. It does not read files:
//! other definitions come from a [`DefinitionSource`](crate::format::DefinitionSource).

mod definition;

mod rule_exprs;
mod step_path;

mod lowering;
mod boards;
mod border_sides;
mod sides;
mod armies;
mod piece_types;
mod side_colours;
mod drawable_text;
mod initial_position;
mod move_rules;
mod castling;
mod promotion;
mod drops;
mod states;
mod transfers;
mod end_rules;
mod end_conditions;
mod effects;
mod restrictions;
mod royal_rules;
mod turn_parts;
mod auras;
mod side_pieces;
mod side_rules;
mod unmodelled;
mod variant_model;

pub use definition::{Definition, load, load_play, load_setup, with_ancestors};
pub use rule_exprs::{EffectText, MoveRuleText};
pub use unmodelled::{AffectedFact, UnmodelledRule};
pub use variant_model::{
    About, ArmyInfo, BoardInfo, Border, CommonMove, PieceTypeInfo, Score, SideInfo, Variant, Zone,
};
