//! The words of a fact or an act, and the sets that they name.

use crate::geometry::{Cell, CellSet};
use crate::rules::{BySide, GameError, LineTable, PieceSet, landing_cells};
use crate::source::{Code, Diagnostic, Diagnostics, SourceText, Span};

use super::super::cells::CellExpr;
use super::super::lowering::LoweringContext;
use super::super::move_rules::parse_notation;
use super::super::piece_sets::{GroupMember, GroupOwner, PieceExpr};
use super::super::relative_sides::RelativeSide;

/// A place between the words of a text.
pub(in crate::variant) struct WordCursor<'a> {
    text: &'a SourceText,
    words: Vec<SourceText>,
    at: usize,
    code: Code,
}

/// A notation as written, and what it means for each side.
pub(in crate::variant) struct ResolvedNotation<T> {
    pub text: String,
    pub by_side: BySide<T>,
}

/// Cells as written, and the cells that each side means by it.
pub(in crate::variant) struct NamedCellSets {
    pub cells: BySide<CellSet>,
    pub expr: CellExpr,
}

impl<'a> WordCursor<'a> {
    pub fn new(text: &'a SourceText, code: Code) -> Self {
        WordCursor { text, words: text.words(), at: 0, code }
    }

    /// Returns the next word, if there is one.
    pub fn peek(&self) -> Option<&str> {
        self.words.get(self.at).map(SourceText::as_str)
    }

    pub fn next(&mut self) -> Option<&SourceText> {
        self.at += 1;
        self.words.get(self.at - 1)
    }

    /// Takes these words if they are the next ones.
    pub fn take(&mut self, words: &[&str]) -> bool {
        let found = self.starts_with(words);
        self.at += if found { words.len() } else { 0 };
        found
    }

    fn starts_with(&self, words: &[&str]) -> bool {
        let next = self.words.iter().skip(self.at).map(SourceText::as_str);
        next.take(words.len()).eq(words.iter().copied())
    }

    /// Whether these words stand next to each other somewhere after this place.
    pub fn has_later(&self, words: &[&str]) -> bool {
        let rest = self.words.get(self.at..).unwrap_or_default();
        rest.windows(words.len())
            .any(|window| window.iter().map(SourceText::as_str).eq(words.iter().copied()))
    }

    /// Takes a number.
    pub fn number(&mut self) -> Option<u16> {
        let number = self.peek()?.parse().ok()?;
        self.at += 1;
        Some(number)
    }

    /// Takes a number, or returns an error about the next word.
    pub fn required_number(&mut self, example: &str) -> Result<u16, Diagnostic> {
        match self.number() {
            Some(0) => Err(self.words[self.at - 1]
                .error(self.code, "the number must be at least 1")
                .help(format!("for instance `{example}`"))),
            Some(number) => Ok(number),
            None => Err(self.error("expected a number here", &format!("for instance `{example}`"))),
        }
    }

    /// Takes the words up to one of `ends`, or to the end of the text.
    pub fn until(&mut self, ends: &[&[&str]], example: &str) -> Result<SourceText, Diagnostic> {
        let start = self.at;
        while self.at < self.words.len() && !ends.iter().any(|end| self.starts_with(end)) {
            self.at += 1;
        }
        if start == self.at {
            return Err(
                self.error("something is missing here", &format!("for instance `{example}`"))
            );
        }
        let offset = |span: Span| span.start - self.text.location.span.start;
        let first = offset(self.words[start].location.span);
        let last = &self.words[self.at - 1];
        let end = offset(last.location.span) + last.value.len();
        Ok(self.text.part(Span::new(first, end)))
    }

    /// Reports words after the end of what was read.
    pub fn finish(&self) -> Result<(), Diagnostic> {
        match self.words.get(self.at) {
            Some(word) => {
                let message = format!("`{}` does not belong here", word.value);
                Err(word
                    .error(self.code, message)
                    .help(format!("remove it from `{}`", self.text.value)))
            }
            None => Ok(()),
        }
    }

    /// Returns an error at the next word, or about the whole text.
    pub fn error(&self, message: &str, help: &str) -> Diagnostic {
        let place = self.words.get(self.at).unwrap_or(self.text);
        place.error(self.code, message).help(help)
    }
}

impl LoweringContext<'_> {
    /// Returns the pieces that a text means for each side.
    pub fn pieces_of_each_side(
        &self,
        text: &SourceText,
    ) -> Result<(PieceExpr, BySide<PieceSet>), Diagnostic> {
        let (sets, expr) = self.piece_resolver.resolved(text)?;
        Ok((expr, sets.into()))
    }

    /// The same, but a piece type without a side means pieces of the reading side.
    pub fn own_pieces_of_each_side(
        &self,
        text: &SourceText,
    ) -> Result<(PieceExpr, BySide<PieceSet>), Diagnostic> {
        let mut expr = self.piece_resolver.parse(text)?;
        for group in &mut expr.included {
            let names_types = |(member, _): &(GroupMember, Span)| match member {
                GroupMember::Any | GroupMember::Royal | GroupMember::Type(_) => true,
                GroupMember::Own | GroupMember::Enemies | GroupMember::Side(_) => false,
            };
            if group.owner.is_none() && group.members.iter().any(names_types) {
                group.owner = Some(GroupOwner::Side(RelativeSide::Own));
            }
        }
        let sets = self.piece_sets(&expr, text)?;
        Ok((expr, sets))
    }

    fn piece_sets(
        &self,
        expr: &PieceExpr,
        text: &SourceText,
    ) -> Result<BySide<PieceSet>, Diagnostic> {
        let sides = 0..self.sides.len();
        sides.map(|side| self.piece_resolver.piece_set(expr, text, Some(side))).collect()
    }

    /// Returns the cells that a text means for each side; it must name some.
    pub fn cells_of_each_side(&self, text: &SourceText) -> Result<NamedCellSets, Diagnostic> {
        let (cells, expr) = self.cell_resolver.resolved(text)?;
        if cells.iter().all(CellSet::is_empty) {
            return Err(text.error(Code::CellsEmpty, "this names no cell"));
        }
        Ok(NamedCellSets { cells: cells.into(), expr })
    }

    /// Returns the lines of a notation, or of all directions, for each side.
    pub fn lines_of_each_side(
        &self,
        text: Option<&SourceText>,
    ) -> Result<ResolvedNotation<LineTable>, Diagnostics> {
        let layout = self.cell_resolver.layout();
        let betza = match text {
            Some(text) => parse_notation(text)?,
            None => crate::notation::parse("Q").expect("a queen's lines can be read"),
        };
        let tables = self.sides.iter().map(|side| {
            LineTable::of_notation(layout, side.viewer.frame, &betza)
                .map_err(|error| at_notation(text, error))
        });
        Ok(ResolvedNotation {
            by_side: tables.collect::<Result<_, _>>()?,
            text: text.map_or(String::new(), |text| text.value.clone()),
        })
    }

    /// Returns where a notation leads on empty boards, from each cell for each side.
    pub fn landings_of_each_side(
        &self,
        text: &SourceText,
    ) -> Result<ResolvedNotation<Vec<CellSet>>, Diagnostics> {
        let betza = parse_notation(text)?;
        let layout = self.cell_resolver.layout();
        let tables = self.sides.iter().map(|side| {
            landing_cells(layout, side.viewer.frame, &betza)
                .map_err(|error| at_notation(Some(text), error))
        });
        Ok(ResolvedNotation {
            by_side: tables.collect::<Result<_, _>>()?,
            text: text.value.clone(),
        })
    }

    /// Returns the pairs of cells across the borders that a text names, for each side.
    pub fn crossings_of_each_side(
        &self,
        text: &SourceText,
    ) -> Result<BySide<Vec<(Cell, Cell)>>, Diagnostic> {
        let borders = self.cell_resolver.border_names(text)?;
        let sides = 0..self.sides.len();
        sides.map(|side| self.cell_resolver.crossings(&borders, side)).collect()
    }
}

/// Returns an error of the rules at the notation that causes it.
fn at_notation(text: Option<&SourceText>, error: GameError) -> Diagnostic {
    let diagnostic = Diagnostic::error(error.code, error.message);
    let diagnostic = match error.span {
        Some(span) => diagnostic.at_span(span),
        None => diagnostic,
    };
    let diagnostic = match error.help {
        Some(help) => diagnostic.help(help),
        None => diagnostic,
    };
    match text {
        Some(text) => text.locate(diagnostic),
        None => diagnostic,
    }
}
