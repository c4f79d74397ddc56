//! Cells by name.

use crate::geometry::{Cell, Layout};
use crate::source::{Code, Diagnostic, Diagnostics};

/// Returns the cell with that name.
pub fn find_cell(layout: &Layout, word: &str) -> Result<Cell, Diagnostics> {
    layout.find(word.trim()).ok_or_else(|| {
        let mut names = layout.cells().map(|cell| layout.name(cell));
        let first = names.next().expect("a layout has cells");
        let help = format!("its cells go from `{first}` to `{}`", names.last().unwrap_or(first));
        let what = format!("the board has no cell `{word}`");
        Diagnostic::error(Code::CellUnknown, what).help(help).into()
    })
}
