//! The language of cells: `palace of next`, `ranks 1-4 but d4`.

mod expr;
mod neighbours;
mod parse;
mod token;
mod vocabulary;

pub use expr::{CellExpr, CellNode, NamedCells, RelativeSide};
pub(super) use neighbours::{corner_neighbours, edge_neighbours};
pub(super) use vocabulary::{CellVocabulary, RESERVED};
