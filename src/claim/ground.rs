use std::cell::Cell as Counter;

use crate::geometry::{Cell, Cells};
use crate::query::Study;
use crate::rules::{Piece, PieceTypeId, Position, Rules, SideId};
use crate::source::{Diagnostic, Spanned, limits};

use super::tree::Scope;

/// Why something has no value.
#[derive(Debug)]
pub(super) enum Stop {
    /// The claim cannot be read.
    Wrong(Diagnostic),
    /// It can, and nothing here can decide it; why, as the end of a sentence.
    Undecided(String),
}

impl From<Diagnostic> for Stop {
    fn from(complaint: Diagnostic) -> Self {
        Stop::Wrong(complaint)
    }
}

/// A result, or why there is none.
pub(super) type Found<T> = Result<T, Stop>;

/// What an expression stands on: a variant, a position, the cells that are asked about.
#[derive(Debug, Clone)]
pub(super) struct Ground<'a> {
    pub study: &'a Study,
    /// `in`, and `after`; `None` where nothing is said.
    pub position: Option<Position>,
    /// `on`; `None`: all cells.
    pub on: Option<Cells>,
    pub effort: &'a Effort,
}

/// How much work has been done.
#[derive(Debug, Default)]
pub(super) struct Effort {
    spent: Counter<usize>,
}

impl Effort {
    /// Counts a look at the board; too many are refused.
    pub(super) fn spend(&self, looks: usize) -> Found<()> {
        self.spent.set(self.spent.get().saturating_add(looks));
        if self.spent.get() <= limits::BOARD_LOOKUPS {
            return Ok(());
        }
        Err(Stop::Undecided(format!(
            "it would take more than {} looks at the board",
            limits::BOARD_LOOKUPS
        )))
    }
}

impl<'a> Ground<'a> {
    /// The ground with what a scope changes.
    pub(super) fn scoped(&self, scope: &Scope) -> Found<Ground<'a>> {
        let mut ground = self.clone();
        if let Some(text) = &scope.position {
            ground.position = Some(self.read_position(text)?);
        }
        if let Some(moves) = &scope.after {
            ground.position = Some(ground.play(moves)?);
        }
        if let Some(cells) = &scope.on {
            ground.on = Some(self.cells(cells)?);
        }
        Ok(ground)
    }

    fn read_position(&self, text: &Spanned<String>) -> Found<Position> {
        let found = self.study.position(&text.value);
        Ok(found.map_err(|complaint| placed(complaint, text))?)
    }

    /// The position after moves, each legal in its turn.
    fn play(&self, moves: &Spanned<String>) -> Found<Position> {
        let played = self.study.play(self.position_or_array(), &moves.value);
        Ok(played.map_err(|complaint| placed(complaint, moves))?.0)
    }

    pub(super) fn rules(&self) -> &'a Rules {
        self.study.rules()
    }

    /// The position named, or the array.
    pub(super) fn position_or_array(&self) -> Position {
        self.position.clone().unwrap_or_else(|| self.rules().initial_position())
    }

    /// The cells that are asked about.
    pub(super) fn domain(&self) -> Cells {
        self.on.clone().unwrap_or_else(|| Cells::all(self.study.layout().len()))
    }

    /// The cells that a text means to the first side; `dark`, `light` and `none` besides.
    pub(super) fn cells(&self, text: &Spanned<String>) -> Found<Cells> {
        let layout = self.study.layout();
        let shade =
            |shade: u8| layout.cells().filter(|&cell| layout.shade(cell) == shade).collect();
        let side = self.study.first_side();
        let known = self.study.variant().cells(&text.value, side);
        match (known, text.value.trim()) {
            (Ok(cells), _) => Ok(cells),
            (Err(_), "none") => Ok(Cells::new()),
            (Err(_), "dark") => Ok(shade(0)),
            (Err(_), "light") => Ok(shade(1)),
            (Err(complaint), _) => Err(placed(complaint, text).into()),
        }
    }

    /// One cell.
    pub(super) fn cell(&self, text: &Spanned<String>) -> Found<Cell> {
        Ok(self.study.cell(&text.value).map_err(|complaint| placed(complaint, text))?)
    }

    /// A man: `bede`, `bede of black`, or `black bede`. Where no side is named it is the first
    /// side's, unless only another has such a piece in the array.
    pub(super) fn piece(&self, text: &Spanned<String>) -> Found<Piece> {
        let placed = |complaint| placed(complaint, text);
        let words: Vec<&str> = text.value.split_whitespace().collect();
        let piece = match words[..] {
            [piece_type, "of", side] => Piece {
                piece_type: self.study.kind(piece_type).map_err(placed)?,
                side: self.study.side(side).map_err(placed)?,
            },
            [side, piece_type] if self.study.variant().side(side).is_some() => Piece {
                side: self.study.side(side).map_err(placed)?,
                piece_type: self.study.kind(piece_type).map_err(placed)?,
            },
            _ => {
                let piece_type = self.study.kind(&text.value).map_err(placed)?;
                Piece { side: self.usual_side(piece_type), piece_type }
            }
        };
        Ok(piece)
    }

    fn usual_side(&self, piece_type: PieceTypeId) -> SideId {
        let array = &self.rules().game().initial_pieces;
        let first = self.study.first_side();
        let has =
            |side: SideId| array.iter().any(|(_, piece)| *piece == Piece { side, piece_type });
        let sides = (0..self.rules().game().sides.len() as u8).map(SideId);
        std::iter::once(first).chain(sides).find(|&side| has(side)).unwrap_or(first)
    }

    /// A set of men, as `pawn of white` or `white`.
    pub(super) fn pieces(&self, text: &Spanned<String>) -> Found<crate::rules::PieceSet> {
        let found = self.study.variant().pieces(&text.value, None);
        Ok(found.map_err(|complaint| placed(complaint, text))?)
    }
}

/// A complaint about a text, at its place in the claim.
pub(super) fn placed(complaint: Diagnostic, text: &Spanned<String>) -> Diagnostic {
    let inner = complaint.span.map(|span| span.shifted(text.span.start));
    let inside = inner.filter(|span| span.start >= text.span.start && span.end <= text.span.end);
    Diagnostic {
        code: crate::source::Code::Claim,
        file: None,
        span: Some(inside.unwrap_or(text.span)),
        labels: Vec::new(),
        ..complaint
    }
}
