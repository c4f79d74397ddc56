//! Whole variant files of Fairy-Stockfish: definitions from their sections, and sections from definitions.
//!
//! A definition becomes a record in the names of the engine, which is printed as a
//! section, read again and compared with the definition. A section that inherits from a built-in
//! variant starts with the record of that variant's definition.

mod parts;
mod write_record;
mod write_pieces;
mod write_ends;
mod engine_text;
mod compare;
mod export;
mod import;

pub use engine_text::EngineText;
pub use export::{ExportedVariant, export};
pub use import::{ImportedVariant, import, imported_page};
