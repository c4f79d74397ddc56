//! Variant files of Fairy-Stockfish: read as definitions, and written from them.
//!
//! A file becomes sections ([`parse_ini`]), a section with all that it inherits a [`FsfRecord`], and a
//! record a definition ([`translate`]). The keys of the engine, their types and usual values are a
//! table (`keys.txt`), as are its piece types and the keys that no definition can say.

mod keys;
mod ini;
mod cell_pattern;
mod record;
mod start;
mod names;
mod draft;
mod translate;
mod translate_pieces;
mod translate_rules;
mod translate_ends;
mod parts;
mod unsaid;
mod write_record;
mod write_pieces;
mod write_ends;
mod import;
mod export;
mod compare;
mod engine_text;
mod notation;

pub use engine_text::EngineText;
pub use export::{ExportedVariant, export};
pub use import::{ImportedVariant, import};
pub use ini::{IniSection, parse_ini};
pub use keys::{FsfKey, FsfKeyType, FsfPieceType};
pub use notation::parse_fsf;
pub use record::FsfRecord;
pub use translate::{Translation, translate};
