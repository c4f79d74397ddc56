//! The languages of definitions: texts that name cells, pieces, conditions and effects.
//!
//! Each is read as data of a `game`: what each side means by it, and the words, parsed, from which
//! sentences are made. `NameResolver` knows the boards, sides, piece types, zones and states of a definition.
//!
//! Not here: the tables of a definition (`variant`), and sentences (`prose`).

mod cells;
mod relative_sides;
mod piece_sets;
mod cell_resolver;
mod notation_text;
mod name_resolver;
mod conditions;
mod effect_words;
mod everyday_phrases;

pub(crate) use cell_resolver::{CellResolver, Viewer};
pub(crate) use cells::CellVocabulary;
pub use cells::RESERVED_WORDS;
pub(crate) use conditions::{Asked, ConditionReader};
pub(crate) use everyday_phrases::in_words_of_the_format;
pub(crate) use name_resolver::NameResolver;
pub(crate) use notation_text::parse_notation;
pub(crate) use piece_sets::PieceResolver;
pub(crate) use relative_sides::SideResolver;
