//! TOML with locations: each key, value and word knows where it stands.

mod key_reader;
mod toml_syntax;
mod toml_tree;

pub use key_reader::{KeyInfo, KeyInfoValue, KeyReader};
pub use toml_syntax::LINE_HELP;
pub use toml_tree::{
    TomlEntry, TomlNode, TomlTable, TomlValue, bundled_toml, iso_day, parse_toml, toml_string,
    wrong_type,
};
