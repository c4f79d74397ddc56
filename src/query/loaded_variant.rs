use std::sync::Arc;

use crate::diagram::{BoardView, PieceDrawing};
use crate::geometry::{Cell, Cells, Layout};
use crate::rules::{Piece, PieceTypeId, Position, Rules, SideId};
use crate::source::{Code, Diagnostic, Diagnostics, suggestion};
use crate::variant::Variant;

use super::read_position;
use super::style::Scenery;

/// A variant that can be asked: its names, and its rules ready to run.
#[derive(Debug)]
pub struct Study {
    variant: Variant,
    rules: Arc<Rules>,
    scenery: Scenery,
}

impl Study {
    /// Makes a variant ready.
    pub fn new(variant: Variant) -> Result<Study, Diagnostics> {
        let rules = variant.rules()?;
        let scenery = Scenery::new(&variant);
        Ok(Study { variant, rules, scenery })
    }

    /// The variant.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// Its rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What a man looks like.
    pub fn piece(&self, piece: Piece) -> &Arc<PieceDrawing> {
        self.scenery.piece(piece)
    }

    /// Whose piece it is: the first side's that begins with one; nobody's is shown as the first
    /// side's.
    pub fn owner(&self, piece_type: PieceTypeId) -> SideId {
        let pieces = self
            .variant
            .game
            .initial_pieces
            .iter()
            .filter(|(_, piece)| piece.piece_type == piece_type);
        pieces.map(|(_, piece)| piece.side).min().unwrap_or(self.first_side())
    }

    /// The boards as set-ups show them.
    pub fn ground(&self) -> &Arc<BoardView> {
        &self.scenery.ground
    }

    /// The boards without the names of zones and borders.
    pub fn unnamed_ground(&self) -> &Arc<BoardView> {
        &self.scenery.unnamed
    }

    /// Its boards.
    pub fn layout(&self) -> &Layout {
        self.rules.layout()
    }

    /// The cell of that name, or what to say of it.
    pub fn cell(&self, name: &str) -> Result<Cell, Diagnostic> {
        self.layout().find(name).ok_or_else(|| {
            Diagnostic::error(Code::CellUnknown, format!("there is no cell `{name}`"))
                .help(format!("cells go from `{}` to `{}`", self.end(false), self.end(true)))
        })
    }

    /// The kind that a word means, or what to say of it.
    pub fn kind(&self, word: &str) -> Result<PieceTypeId, Diagnostic> {
        self.variant.kind(word).ok_or_else(|| {
            let message = format!("`{}` has no piece `{word}`", self.variant.id);
            let known = self.variant.faces.iter().map(|face| face.id.as_str());
            let complaint = Diagnostic::error(Code::PieceUnknown, message);
            complaint.help(suggestion(word, known))
        })
    }

    /// The side that a word means, or what to say of it.
    pub fn side(&self, word: &str) -> Result<SideId, Diagnostic> {
        self.variant.side(word).ok_or_else(|| {
            let message = format!("`{}` has no side `{word}`", self.variant.id);
            let known = self.variant.sides.iter().map(|side| side.id.as_str());
            Diagnostic::error(Code::Side, message).help(suggestion(word, known))
        })
    }

    /// The side that is meant where none is named: the first that has turns.
    pub fn first_side(&self) -> SideId {
        self.variant.players().next().unwrap_or(SideId(0))
    }

    /// A position as a text gives it: `setup`, or a placement.
    pub fn position(&self, text: &str) -> Result<Position, Diagnostic> {
        if matches!(text.trim(), "setup" | "start") {
            return Ok(self.rules.initial_position());
        }
        read_position::read(self, text)
    }

    /// How a man is called: `white Colonel`.
    pub fn piece_name(&self, piece: Piece) -> String {
        format!("{} {}", self.side_name(piece.side), self.kind_name(piece.piece_type))
    }

    /// How a kind is called: `Colonel`.
    pub fn kind_name(&self, piece_type: PieceTypeId) -> &str {
        &self.variant.face(piece_type).name
    }

    /// How a side is called within a sentence: `white`.
    pub fn side_name(&self, side: SideId) -> String {
        self.variant.sides[side.index()].name.to_lowercase()
    }

    /// The name of a cell.
    pub fn cell_name(&self, cell: Cell) -> &str {
        self.layout().name(cell)
    }

    /// The names of cells, in the board's own order.
    pub fn cell_names(&self, cells: &Cells) -> Vec<String> {
        cells.iter().map(|cell| self.cell_name(cell).to_owned()).collect()
    }

    fn end(&self, last: bool) -> &str {
        let mut cells = self.layout().cells();
        let cell = if last { cells.last() } else { cells.next() };
        self.cell_name(cell.expect("a layout has cells"))
    }
}
