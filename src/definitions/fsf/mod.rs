//! The language of Fairy-Stockfish's variant files, and what it says as definitions.
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
mod gates;
mod unsaid;
mod notation;

pub use cell_pattern::{AxisNames, CellPattern, RankFile, letter as file_letter};
pub use draft::{Draft, difference};
pub use ini::{IniSection, parse_ini};
pub use keys::{FsfKey, FsfKeyType, FsfPieceType, KEYS, PIECE_TYPES, blocking_rule};
pub use names::{BlockingPiece, DefinitionNames, OpposingSeat};
pub use notation::parse_fsf;
pub use record::{COLOURS, FsfColour, FsfPiece, FsfRecord, FsfValue, PieceNames};
pub use start::FsfStart;
pub use translate::{Translation, title_of, translate};
pub use translate_pieces::{pattern_position, reach_alike};
