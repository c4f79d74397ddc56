//! What the value of an expression depends on: the variant, the position and the cells in question.

use std::cell::Cell as Counter;

use crate::game::{Piece, PieceSet, PieceTypeId, SideId};
use crate::games::play_moves_from;
use crate::geometry::{Cell, CellSet};
use crate::query::LoadedVariant;
use crate::rules::{PastPosition, Position, Rules};
use crate::source::{Code, Diagnostic, Span, Spanned, limits, work};

use super::tree::ClaimScope;

/// Why an expression has no value.
#[derive(Debug)]
pub(super) enum EvalError {
    /// The claim has an error.
    Wrong(Diagnostic),
    /// The rules do not decide the claim; the reason as the end of a sentence.
    Undecided(String),
}

impl EvalError {
    /// The error of a value for each of no cells.
    pub(super) fn no_cell() -> Self {
        EvalError::Undecided("there is no cell to check".to_owned())
    }
}

impl From<Diagnostic> for EvalError {
    fn from(error: Diagnostic) -> Self {
        EvalError::Wrong(error)
    }
}

/// A value, or why there is none.
pub(super) type EvalResult<T> = Result<T, EvalError>;

/// What the value of an expression depends on.
#[derive(Debug, Clone)]
pub(super) struct EvalContext<'a> {
    pub variant: &'a LoadedVariant,
    /// The position of `in` and `after`; `None` without them.
    pub position: Option<Position>,
    /// The positions before the moves of `after`.
    pub earlier: Vec<PastPosition>,
    /// The position of `in` before these moves, if the claim gives it piece by piece.
    pub given: Option<Position>,
    /// The cells of `on`; `None` for all cells.
    pub on: Option<CellSet>,
    pub budget: &'a WorkBudget,
}

/// Counts the work for a claim and limits it.
#[derive(Debug, Default)]
pub(super) struct WorkBudget {
    spent: Counter<usize>,
}

impl WorkBudget {
    /// Counts board lookups, and fails if there are too many in all.
    pub(super) fn spend(&self, lookups: usize) -> EvalResult<()> {
        self.spent.set(self.spent.get().saturating_add(lookups));
        if work::spend(lookups) && self.spent.get() <= limits::BOARD_LOOKUPS {
            return Ok(());
        }
        Err(EvalError::Undecided(format!(
            "it would take more than {} board lookups",
            limits::BOARD_LOOKUPS
        )))
    }
}

impl<'a> EvalContext<'a> {
    /// The context of a claim about empty boards.
    pub(super) fn new(variant: &'a LoadedVariant, budget: &'a WorkBudget) -> EvalContext<'a> {
        EvalContext { variant, position: None, earlier: Vec::new(), given: None, on: None, budget }
    }

    /// Returns the context with the changes of a scope.
    pub(super) fn scoped(&self, scope: &ClaimScope) -> Result<EvalContext<'a>, Diagnostic> {
        let mut context = self.clone();
        if let Some(text) = &scope.position {
            let position = in_claim(self.variant.position(&text.value), text)?;
            let is_given = !matches!(text.value.trim(), "setup" | "start");
            context.given = is_given.then(|| position.clone());
            context.position = Some(position);
            context.earlier.clear();
        }
        if let Some(moves) = &scope.after {
            let position = context.position_or_initial();
            let played =
                play_moves_from(self.variant, position, &moves.value, &mut context.earlier);
            context.position = Some(in_claim(played, moves)?.0);
        }
        if let Some(cells) = &scope.on {
            let on = context.cells(cells)?;
            if on.is_empty() {
                let error = wrong(cells.span, format!("`{}` has no cells", cells.value));
                return Err(error.help("what holds on no cell holds always"));
            }
            context.on = Some(on);
        }
        Ok(context)
    }

    pub(super) fn rules(&self) -> &'a Rules {
        self.variant.rules()
    }

    /// Returns the named position, or the initial position.
    pub(super) fn position_or_initial(&self) -> Position {
        self.position.clone().unwrap_or_else(|| self.rules().initial_position())
    }

    /// The positions up to this one, as far as they count as repeated.
    pub(super) fn line(&self) -> Vec<u64> {
        let now = PastPosition::of(self.rules(), &self.position_or_initial());
        self.earlier.iter().chain([&now]).map(|it| it.hash).collect()
    }

    /// Returns the position of which the claim asks what is in it.
    ///
    /// It is an error if the claim gives the position itself: the answer would be no news.
    pub(super) fn position_to_describe(&self, span: Span) -> EvalResult<Position> {
        if self.given.is_some() && self.earlier.is_empty() {
            let error = wrong(span, "the claim gives this position itself, so it cannot fail");
            return Err(error.help("play a move in it with `after`, or ask for `setup`").into());
        }
        Ok(self.position_or_initial())
    }

    /// Returns the cells of `on`, or all cells.
    pub(super) fn domain(&self) -> CellSet {
        self.on.clone().unwrap_or_else(|| CellSet::all(self.variant.layout().len()))
    }

    /// Returns the cells that a text means, as the first side sees the board.
    pub(super) fn cells(&self, text: &Spanned<String>) -> Result<CellSet, Diagnostic> {
        let layout = self.variant.layout();
        let shade =
            |shade: u8| layout.cells().filter(|&cell| layout.shade(cell) == shade).collect();
        let known = self.variant.variant().cells(&text.value, self.variant.first_side());
        match (known, text.value.trim()) {
            (Err(_), "none") => Ok(CellSet::new()),
            (Err(_), "dark") => Ok(shade(0)),
            (Err(_), "light") => Ok(shade(1)),
            (Err(_), "empty") => {
                let error = wrong(text.span, "`empty` stands only behind `is`");
                Err(error.help("write the cells first: `e5 is empty after e2-e4`"))
            }
            (known, _) => in_claim(known, text),
        }
    }

    pub(super) fn cell(&self, text: &Spanned<String>) -> Result<Cell, Diagnostic> {
        in_claim(self.variant.cell(&text.value), text).map_err(|error| {
            match self.variant.kind(&text.value) {
                Ok(_) => error
                    .help(format!("the piece stands first, then its cell: `{}, e4`", text.value)),
                Err(_) => error,
            }
        })
    }

    /// Returns the named position and the piece on a cell of it.
    pub(super) fn piece_on(&self, cell: Cell, span: Span) -> Result<(Position, Piece), Diagnostic> {
        let position = self.position_or_initial();
        let piece = position.piece_at(cell).ok_or_else(|| {
            let name = self.variant.cell_name(cell);
            wrong(span, format!("there is no piece on `{name}`")).help(
                "name the position: `in setup`, `in \"FEN\"`; or name the piece, and then its cell: \
                 `moves(knight, d4)`",
            )
        })?;
        Ok((position, piece))
    }

    /// Returns the piece that a text names: `bede`, `bede of black` or `black bede`.
    ///
    /// Without a side it belongs to the first side, unless only another side has such a piece in
    /// the initial position.
    pub(super) fn piece(&self, text: &Spanned<String>) -> Result<Piece, Diagnostic> {
        let words: Vec<&str> = text.value.split_whitespace().collect();
        let (piece_type, side) = match words[..] {
            [piece_type, "of", side] => (piece_type, Some(side)),
            [side, piece_type] if self.variant.variant().side(side).is_some() => {
                (piece_type, Some(side))
            }
            _ => (text.value.as_str(), None),
        };
        let piece_type = in_claim(self.variant.kind(piece_type), text)?;
        let side = match side {
            Some(side) => in_claim(self.variant.side(side), text)?,
            None => self.usual_side(piece_type),
        };
        Ok(Piece { side, piece_type })
    }

    fn usual_side(&self, piece_type: PieceTypeId) -> SideId {
        let game = self.rules().game();
        let has = |side: SideId| {
            game.initial_pieces.iter().any(|(_, piece)| *piece == Piece { side, piece_type })
        };
        let first = self.variant.first_side();
        std::iter::once(first).chain(game.side_ids()).find(|&side| has(side)).unwrap_or(first)
    }

    /// Returns the pieces that a text means, as in `pawn of white` or `white`.
    pub(super) fn pieces(&self, text: &Spanned<String>) -> Result<PieceSet, Diagnostic> {
        in_claim(self.variant.variant().pieces(&text.value, None), text)
    }
}

/// Places an error about a text at the span of the text in its claim.
pub(super) fn in_claim<T>(
    found: Result<T, Diagnostic>,
    text: &Spanned<String>,
) -> Result<T, Diagnostic> {
    found.map_err(|error| {
        // The span of a text in quotes has the quotes, too.
        let quotes = (text.span.end - text.span.start).saturating_sub(text.value.len());
        let inner = error.span.map(|span| span.shifted(text.span.start + quotes / 2));
        let inside =
            inner.filter(|span| span.start >= text.span.start && span.end <= text.span.end);
        let span = Some(inside.unwrap_or(text.span));
        Diagnostic { code: Code::Claim, file: None, span, labels: Vec::new(), ..error }
    })
}

/// Returns an error in a claim.
pub(super) fn wrong(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::Claim, message).at_span(span)
}

#[cfg(test)]
mod tests {
    use super::super::check_claim;
    use crate::query::testing::armies;

    #[test]
    fn an_error_in_a_text_of_a_claim_points_at_its_part() {
        for (claim, part) in [
            ("moves(waffle, a1) is \"b1 z9 a2\"", "z9"),
            ("stands(\"bede of whte\") is a1 h1", "whte"),
        ] {
            let error = check_claim(claim, &armies()).expect_err(claim);
            let span = error.span.expect("it has a place");
            assert_eq!(&claim[span.start..span.end], part, "{}", error.message);
        }
    }
}
