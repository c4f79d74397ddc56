//! The language of cells: `palace of next`, `ranks 1-4 but d4`.

mod expr;
mod parse;
mod spelling;
mod token;
mod vocabulary;

pub use expr::{CellExpr, CellNode, NamedCells};
pub use vocabulary::CellVocabulary;
pub use vocabulary::RESERVED_WORDS;
