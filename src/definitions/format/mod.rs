//! The definition format: its tables and keys, the check of files against them, and inheritance.
//!
//! The texts of a definition and of those that it is based on become one table of TOML for each
//! setup, in which every value knows its location. What the values mean is the business of
//! [`variant`](crate::variant).

mod axis_names;
mod keys;
mod key_check;
mod key_help;
mod everyday_words;
mod inherit;
mod certainty;
mod builtin_pieces;
mod shipped;
mod own_drawings;

pub use axis_names::usual_axis_names;
pub use builtin_pieces::{
    BuiltinPiece, builtin_ids, builtin_piece, builtin_pieces, is_builtin_piece,
};
pub use certainty::{Certainty, CertaintyNote, CertaintyNotes, read_certainty};
pub use inherit::{
    DefinitionSource, MergedDefinition, id_of_name, merge_tables, read_definition, read_play,
    remove_without, without_line,
};
pub use key_check::check_required;
pub use key_help::{headers_of, missing_header};
pub use keys::{FORMAT, FormatKey, GAME, Language, OUTCOMES, Section, ValueKind};
pub use own_drawings::with_own_drawings;
pub use shipped::{WithShipped, replaces_shipped, shipped_definition, shipped_ids};
