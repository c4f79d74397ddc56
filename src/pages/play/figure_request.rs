//! What a figure of a page shows, as data, and the figure made of it again.

use serde::{Deserialize, Serialize};

use crate::diagram::{Figure, PieceDress};
use crate::game::{PieceTypeId, SideId};
use crate::games::{play_moves, read_move};
use crate::geometry::{Cell, CellSet};
use crate::illustrate::Illustrator;
use crate::query::{LoadedVariant, MoveFilter, MovesRequest};
use crate::rules::Position;
use crate::source::{Code, Diagnostic};

use super::game_line::GameLine;

/// What a figure of a page shows: enough to draw it again, and to go on from it.
///
/// Texts are as authors write them in blocks of pages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FigureRequest {
    /// The id of the variant.
    pub variant: String,
    /// The setup; `None` for the default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<String>,
    /// The word for how pieces are drawn; `None` as the definition or else the book says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dress: Option<String>,
    /// The side at the bottom; `None` for the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<String>,
    /// Cells that a detail of the boards must include; `None` for the whole boards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only: Option<String>,
    /// The content.
    pub shows: FigureContent,
}

/// The content of a figure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FigureContent {
    /// The initial position.
    Setup {
        /// The side whose pieces are drawn; `None` for all sides.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        side: Option<String>,
        /// Whether the transfers between boards are drawn.
        #[serde(default, skip_serializing_if = "is_false")]
        flows: bool,
    },
    /// A position.
    Position {
        /// A placement, or a list of pieces.
        position: String,
        /// Moves that are played first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<String>,
        /// The moves of a sample game that follow, so that readers can step through the game;
        /// `None` if the position is not of a sample game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        then: Option<String>,
        /// Sets of cells that are shaded.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        zones: Vec<String>,
        /// Marked cells.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        marks: Option<String>,
    },
    /// The moves of a piece.
    Moves(MovesContent),
}

/// Whose moves a figure shows, and which of them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MovesContent {
    /// The piece types; their moves are united.
    pub pieces: Vec<String>,
    /// The side; `None` for the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<String>,
    /// The cell.
    pub at: String,
    /// The other pieces; `None` for an empty board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Moves that are played first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// The word for the kind of targets; `None` for all moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub show: Option<String>,
    /// The cells where moves may end; `None` for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
}

fn is_false(value: &bool) -> bool {
    !value
}

/// Pieces whose moves a figure shows: they are on the cell in turn.
#[derive(Debug, Clone)]
pub(super) struct ShownPieces {
    pub piece_types: Vec<PieceTypeId>,
    pub side: SideId,
    pub at: Cell,
    pub show: MoveFilter,
}

/// A figure with what a session goes on from.
#[derive(Debug)]
pub(super) struct OpenedFigure {
    /// The whole figure, before a detail is cut out of it.
    pub figure: Figure,
    /// The cells of the detail.
    pub only: Option<CellSet>,
    /// The game: that of the page, or a new one that begins with the position.
    pub line: GameLine,
    /// Whether the figure shows moves of pieces, and of which.
    pub shown_pieces: Option<ShownPieces>,
    /// Whether the position is one of a whole game, so that legal moves can be played.
    pub is_game: bool,
}

impl FigureRequest {
    /// The dress of the pieces, if the request says one.
    pub(super) fn piece_dress(&self) -> Result<Option<PieceDress>, Diagnostic> {
        let Some(word) = &self.dress else { return Ok(None) };
        let dress = PieceDress::of_word(word);
        let unknown = || {
            let message = format!("there is no form of pieces `{word}`");
            Diagnostic::error(Code::Directive, message)
        };
        dress.map(Some).ok_or_else(unknown)
    }

    /// Draws the figure. The errors are those of the same words on a page.
    pub(super) fn open(&self, drawn: &Illustrator) -> Result<OpenedFigure, Diagnostic> {
        let mut opened = match &self.shows {
            FigureContent::Setup { side, flows } => open_setup(drawn, side.as_deref(), *flows),
            FigureContent::Position { position: first, after, then, zones, marks } => {
                let (position, mover) = read_position(&drawn.variant, first, after.as_deref())?;
                let marked = marks.as_deref().unwrap_or_default().split_whitespace();
                let marked = marked.map(|name| drawn.variant.cell(name));
                let marked: CellSet =
                    marked.collect::<Result<Vec<Cell>, _>>()?.into_iter().collect();
                let mut figure = drawn.position_figure(&position, &marked);
                figure.focus.extend(mover);
                let zones = zones.iter().map(|text| Ok((text.as_str(), cells(drawn, text)?)));
                let zones: Vec<(&str, CellSet)> = zones.collect::<Result<_, Diagnostic>>()?;
                drawn.shade_zones(&mut figure, zones);
                let line = match then {
                    Some(then) => {
                        let after = after.as_deref().unwrap_or_default();
                        sample_game(&drawn.variant, first, [after, then])?
                    }
                    None => GameLine::from(position),
                };
                let (only, shown_pieces) = (None, None);
                Ok(OpenedFigure { figure, only, line, shown_pieces, is_game: true })
            }
            FigureContent::Moves(content) => open_moves(drawn, content),
        }?;
        if let Some(side) = &self.view {
            let side = drawn.variant.side(side)?;
            let frame = drawn.variant.game().sides[side].frame;
            opened.figure.view_mut().orientation = frame;
        }
        if let Some(text) = &self.only {
            opened.only = Some(cells(drawn, text)?);
        }
        Ok(opened)
    }
}

fn open_moves(drawn: &Illustrator, content: &MovesContent) -> Result<OpenedFigure, Diagnostic> {
    let MovesContent { pieces, side, at, position, after, show, to } = content;
    let variant = &drawn.variant;
    let piece_types = pieces.iter().map(|word| variant.kind(word));
    let piece_types: Vec<PieceTypeId> = piece_types.collect::<Result<_, _>>()?;
    let side = match side {
        Some(side) => variant.side(side)?,
        None => variant.first_side(),
    };
    let at = variant.cell(at)?;
    let position = match position {
        Some(text) => Some(read_position(variant, text, after.as_deref())?.0),
        None => None,
    };
    let to = to.as_deref().map(|text| cells(drawn, text)).transpose()?;
    let show = match show {
        None => MoveFilter::Moves,
        Some(word) => {
            let known = MoveFilter::ALL.into_iter().find(|filter| filter.word() == word);
            let error = || Diagnostic::error(Code::Directive, format!("`show = {word}`"));
            known.ok_or_else(error)?
        }
    };
    let shown_pieces = Some(ShownPieces { piece_types: piece_types.clone(), side, at, show });
    let request = MovesRequest { piece_types, side, at, position, show, to, unmoved: false };
    let answer =
        variant.answer(&request).map_err(|why| Diagnostic::error(Code::Directive, why.0))?;
    let figure = drawn.illustrate(&answer);
    let mut position = answer.position;
    position.turn.to_move = side;
    let line = GameLine::from(position);
    Ok(OpenedFigure { figure, only: None, line, shown_pieces, is_game: false })
}

fn open_setup(
    drawn: &Illustrator,
    side: Option<&str>,
    flows: bool,
) -> Result<OpenedFigure, Diagnostic> {
    let side = side.map(|side| drawn.variant.side(side)).transpose()?;
    let figure = if flows { drawn.flow_figure() } else { drawn.setup_figure(side) };
    let position = match side {
        None => drawn.variant.rules().initial_position(),
        Some(_) => drawn.variant.initial_pieces(side),
    };
    let (line, is_game) = (GameLine::from(position), side.is_none());
    Ok(OpenedFigure { figure, only: None, line, shown_pieces: None, is_game })
}

/// A sample game with the moves before and after the position that a page shows.
fn sample_game(
    variant: &LoadedVariant,
    first: &str,
    [after, then]: [&str; 2],
) -> Result<GameLine, Diagnostic> {
    let mut line = GameLine::from(variant.position(first)?);
    for text in after.split_whitespace().chain(then.split_whitespace()) {
        let found = read_move(variant, line.position(), text)?;
        let illegal = || Diagnostic::error(Code::Directive, format!("`{text}` is no legal move"));
        line.play(variant, found.ok_or_else(illegal)?);
    }
    line.go_to(after.split_whitespace().count());
    Ok(line)
}

/// A position after moves, and the cell of the piece that moved last.
fn read_position(
    variant: &LoadedVariant,
    text: &str,
    moves: Option<&str>,
) -> Result<(Position, Option<Cell>), Diagnostic> {
    let position = variant.position(text)?;
    match moves {
        None => Ok((position, None)),
        Some(moves) => play_moves(variant, position, moves),
    }
}

/// The cells of an expression, from the point of view of the first side.
fn cells(drawn: &Illustrator, text: &str) -> Result<CellSet, Diagnostic> {
    drawn.variant.variant().cells(text, drawn.variant.first_side())
}
