//! The two sides of a border: which of them a cell belongs to, so that leaps can cross it.

use crate::geometry::{Cell, Layout};
use crate::notation::Atom;
use crate::rules::MoveForm;
use crate::source::{Code, Diagnostic, SourceText, TomlTable};

use super::lowering::LoweringContext;

/// Returns for each cell a number that it shares with all cells on its side of the crossings.
///
/// `None` if the line between the pairs ends inside a board, so that it has no two sides.
fn border_sides(layout: &Layout, crossings: &[(Cell, Cell)]) -> Option<Vec<u16>> {
    let is_crossing = |a: Cell, b: Cell| crossings.contains(&(a, b)) || crossings.contains(&(b, a));
    let mut sides: Vec<Option<u16>> = vec![None; layout.len()];
    let mut count = 0;
    for start in layout.cells() {
        if sides[start.index()].is_some() {
            continue;
        }
        sides[start.index()] = Some(count);
        let mut open = vec![start];
        while let Some(cell) = open.pop() {
            for next in layout.touching(cell, true) {
                if sides[next.index()].is_none() && !is_crossing(cell, next) {
                    sides[next.index()] = Some(count);
                    open.push(next);
                }
            }
        }
        count += 1;
    }
    let divides = |(a, b): &(Cell, Cell)| sides[a.index()] != sides[b.index()];
    crossings.iter().all(divides).then(|| sides.into_iter().flatten().collect())
}

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
        let sides = border_sides(self.layout(), crossings);
        if sides.is_none() {
            check_leaps(text, form)?;
        }
        Ok(sides)
    }
}

/// Returns an error if a move has leaps.
fn check_leaps(text: &SourceText, form: &MoveForm) -> Result<(), Diagnostic> {
    let leaps = form.terms().iter().flat_map(|term| &term.legs).any(|leg| match leg.atom {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Board;

    #[test]
    fn a_line_from_edge_to_edge_has_two_sides() {
        let layout = Layout::new(vec![Board::rectangle(2, 3)]).expect("a sound board");
        let cell = |name: &str| layout.find(name).expect("a cell of the board");
        let pair = |a: &str, b: &str| (cell(a), cell(b));
        let whole = [pair("a1", "a2"), pair("a1", "b2"), pair("b1", "b2"), pair("b1", "a2")];
        let sides = border_sides(&layout, &whole).expect("it has two sides");
        assert_eq!(sides[cell("a1").index()], sides[cell("b1").index()]);
        assert_eq!(sides[cell("a2").index()], sides[cell("b3").index()]);
        assert_ne!(sides[cell("a1").index()], sides[cell("a2").index()]);
        assert_eq!(border_sides(&layout, &whole[..2]), None);
    }
}
