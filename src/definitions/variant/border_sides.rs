//! Reads which side of a border a cell belongs to, so that leaps can cross it.

use crate::game::MoveForm;
use crate::geometry::{Cell, sides_of_line};
use crate::notation::Atom;
use crate::source::{Code, Diagnostic, SourceText};
use crate::toml_text::TomlTable;

use super::lowering::LoweringContext;

impl LoweringContext<'_> {
    /// Returns the sides of the borders that a move rule may not cross.
    ///
    /// A rule with leaps is refused if they have no two sides.
    pub fn sides_of_borders(
        &self,
        rule: &TomlTable,
        form: &MoveForm,
        crossings: &[(Cell, Cell)],
    ) -> Result<Option<Vec<u16>>, Diagnostic> {
        let Some(text) = rule.text("not-crossing") else { return Ok(None) };
        let sides = sides_of_line(self.layout(), crossings);
        if sides.is_none() {
            check_leaps(text, form)?;
        }
        Ok(sides)
    }
}

/// Returns an error if a move has leaps.
fn check_leaps(text: &SourceText, form: &MoveForm) -> Result<(), Diagnostic> {
    let leaps = form.legs().any(|leg| match leg.atom {
        Atom::Leap(leap) => leap.coordinates.iter().any(|&part| part > 1),
        Atom::Universal => true,
        Atom::King | Atom::Queen | Atom::Rook | Atom::Bishop | Atom::Castle => false,
    });
    if !leaps {
        return Ok(());
    }
    let message = "this border ends inside the board, so leaps do not cross it or stay on a side";
    Err(text
        .error(Code::Border, message)
        .help("write the move as a `path` of steps, or draw the border from edge to edge"))
}
