//! Contents of rule sheets, of the facts about a game and of certainty tables: what is said about a whole variant.
//!
//! A rule sheet is one printed page with the board, the pieces and the rules of a variant. This
//! module chooses what it shows; the style sheet lays it out, in one of four type sizes.
//!
//! Not here: the templates (`book`), the sentences (`prose`), and the files of the site (`build`).

mod armies;
mod certainty_table;
mod facts;
mod legend;
mod pieces;
mod rule_sheet;
mod size;
mod terms;

pub use armies::{ArmyGame, army_games, army_squares, initial_piece_types};
pub use certainty_table::certainty_rows;
pub use facts::{facts, facts_in_line, summary};
pub use legend::{legend_entry, side_legend};
pub use pieces::{SheetPiece, piece_data, sheet_pieces};
pub use rule_sheet::{rule_data, rule_sheet, rule_sheet_file};
