//! The languages of definitions: texts that name cells, pieces, conditions, events and effects.
//!
//! Each is parsed to a tree, which sentences are made from, and resolved to what each side means
//! by it. `NameResolver` knows the boards, sides, piece types, zones and states of a definition.
//!
//! Not here: the tables of a definition (`variant`), and sentences (`prose`).

mod cells;
mod relative_sides;
mod piece_sets;
mod cell_resolver;
mod notation_text;
mod name_resolver;
mod conditions;
mod events;
mod effect_words;

pub use cell_resolver::BorderName;
pub(crate) use cell_resolver::{CellResolver, Viewer};
pub(crate) use cells::CellVocabulary;
pub use cells::{CellExpr, CellNode, NamedCells, RESERVED_WORDS};
pub(crate) use conditions::ConditionReader;
pub use conditions::{ConditionExpr, CountExpr, CountPlaceExpr, FactExpr, FactNode};
pub(crate) use effect_words::EffectWordReader;
pub use effect_words::{EffectChangeExpr, EffectPlaceExpr};
pub(crate) use events::EventReader;
pub use events::{ActExpr, ActNode, EventsExpr};
pub(crate) use name_resolver::NameResolver;
pub(crate) use notation_text::parse_notation;
pub(crate) use piece_sets::PieceResolver;
pub use piece_sets::{GroupMember, GroupOwner, PieceExpr, PieceGroup};
pub use relative_sides::RelativeSide;
pub(crate) use relative_sides::SideResolver;
