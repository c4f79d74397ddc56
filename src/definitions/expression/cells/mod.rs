//! The language of cells: `palace of next`, `ranks 1-4 but d4`.

mod parse;
mod spelling;
mod token;
mod vocabulary;

pub use vocabulary::CellVocabulary;
pub use vocabulary::RESERVED_WORDS;
