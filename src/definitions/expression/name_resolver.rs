//! The sets and notations that facts and acts name, for each side.

use crate::directions::lines_of_notation;
use crate::expression::{CellResolver, PieceResolver, parse_notation};
use crate::game::{
    GameError, GroupMember, GroupOwner, RelativeSide, Said, SaidBorders, SaidCells, SaidLandings,
    SaidLines, SaidPieces,
};
use crate::geometry::{BorderLine, CellSet};
use crate::rules::landing_cells;
use crate::source::{Code, Diagnostic, Diagnostics, SourceText, Span, did_you_mean};

/// Resolves the names of cells, pieces, sides and states in texts.
#[derive(Debug, Clone)]
pub struct NameResolver {
    pub cells: CellResolver,
    pub pieces: PieceResolver,
    /// The ids of the states.
    pub states: Vec<String>,
}

impl NameResolver {
    /// The index of the state that a word names.
    pub fn state(&self, word: &SourceText) -> Result<u8, Diagnostic> {
        let known = self.states.iter().map(String::as_str);
        match known.clone().position(|known| known == word.value) {
            Some(state) => Ok(state as u8),
            None => {
                let near = did_you_mean(&word.value, known.chain(["unmoved"]));
                let set = || format!("an effect sets it: `does = \"set {}\"`", word.value);
                let error = word.error(Code::State, format!("no state `{}`", word.value));
                Err(error.help(near.unwrap_or_else(set)))
            }
        }
    }

    /// Returns the pieces that a text means for each side.
    pub fn pieces_of_each_side(&self, text: &SourceText) -> Result<SaidPieces, Diagnostic> {
        let (sets, expr) = self.pieces.resolved(&unbracketed(text))?;
        Ok(Said { by_side: sets.into(), expr })
    }

    /// The same, but a piece type without a side means pieces of the reading side.
    pub fn own_pieces_of_each_side(&self, text: &SourceText) -> Result<SaidPieces, Diagnostic> {
        let text = &unbracketed(text);
        let mut expr = self.pieces.parse(text)?;
        for group in &mut expr.included {
            let names_types = |(member, _): &(GroupMember, Span)| match member {
                GroupMember::Any | GroupMember::Royal | GroupMember::Type(_) => true,
                GroupMember::Own | GroupMember::Enemies | GroupMember::Side(_) => false,
            };
            if group.owner.is_none() && group.members.iter().any(names_types) {
                group.owner = Some(GroupOwner::Side(RelativeSide::Own));
            }
        }
        let sides = 0..self.pieces.sides.ids.len();
        let sets = sides.map(|side| self.pieces.piece_set(&expr, text, Some(side)));
        Ok(Said { by_side: sets.collect::<Result<_, _>>()?, expr })
    }

    /// Returns the cells that a text means for each side; it must name some.
    pub fn cells_of_each_side(&self, text: &SourceText) -> Result<SaidCells, Diagnostic> {
        let (cells, expr) = self.cells.resolved(text)?;
        // An empty zone has an error of its own.
        if cells.iter().all(CellSet::is_empty) && !self.cells.names_empty_zone(&expr) {
            return Err(text.error(Code::CellsEmpty, "this names no cell"));
        }
        Ok(Said { by_side: cells.into(), expr })
    }

    /// Returns the lines of a notation, or of all directions, for each side.
    pub fn lines_of_each_side(&self, text: Option<&SourceText>) -> Result<SaidLines, Diagnostics> {
        let layout = self.cells.layout();
        let betza = match text {
            Some(text) => parse_notation(text)?,
            None => crate::notation::parse("Q").expect("a queen's lines can be read"),
        };
        let tables = self.cells.viewers().map(|viewer| {
            lines_of_notation(layout, viewer.frame, &betza)
                .map_err(|error| at_notation(text, GameError::from(error)))
        });
        let by_side = tables.collect::<Result<_, _>>()?;
        Ok(Said { by_side, expr: text.map(|text| text.value.clone()) })
    }

    /// Returns where a notation leads on empty boards, from each cell for each side.
    pub fn landings_of_each_side(&self, text: &SourceText) -> Result<SaidLandings, Diagnostics> {
        let betza = parse_notation(text)?;
        let layout = self.cells.layout();
        let tables = self.cells.viewers().map(|viewer| {
            landing_cells(layout, viewer.frame, &betza)
                .map_err(|error| at_notation(Some(text), error))
        });
        Ok(Said { by_side: tables.collect::<Result<_, _>>()?, expr: text.value.clone() })
    }

    /// Returns the borders that a text names, and their lines for each side.
    pub fn borders_of_each_side(&self, text: &SourceText) -> Result<SaidBorders, Diagnostic> {
        let expr = self.cells.border_names(text)?;
        let layout = self.cells.layout();
        let line = |side| Ok(BorderLine::new(layout, self.cells.crossings(&expr, side)?));
        let lines = (0..self.pieces.sides.ids.len()).map(line);
        Ok(Said { by_side: lines.collect::<Result<_, Diagnostic>>()?, expr })
    }
}

/// A list of pieces without the brackets around it.
fn unbracketed(text: &SourceText) -> SourceText {
    let inner = text.value.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    inner.map_or_else(|| text.clone(), |inner| text.sliced(inner))
}

/// Returns an error of the rules at the notation that causes it.
fn at_notation(text: Option<&SourceText>, error: GameError) -> Diagnostic {
    let GameError { span, help, .. } = error;
    let diagnostic = Diagnostic { span, help, ..Diagnostic::error(error.code, error.message) };
    match text {
        Some(text) => text.locate(diagnostic),
        None => diagnostic,
    }
}
