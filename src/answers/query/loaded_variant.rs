//! A variant with its compiled rules, and the look-up of the names that texts use.

use std::sync::Arc;

use crate::game::{Game, Piece, PieceTypeId, SideId};
use crate::geometry::{Cell, CellSet, Layout};
use crate::rules::{Position, Rules};
use crate::source::{Code, Diagnostic, Diagnostics, suggestion};
use crate::variant::Variant;

/// A variant and its compiled rules, ready for questions.
#[derive(Debug)]
pub struct LoadedVariant {
    variant: Variant,
    rules: Arc<Rules>,
}

impl LoadedVariant {
    /// Compiles the rules of a variant.
    pub fn new(variant: Variant) -> Result<LoadedVariant, Diagnostics> {
        let rules = variant.rules()?;
        Ok(LoadedVariant { variant, rules })
    }

    /// The definition with its names and words.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The compiled rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The data of the rules.
    pub fn game(&self) -> &Game {
        self.rules.game()
    }

    /// The boards and their cells.
    pub fn layout(&self) -> &Layout {
        self.rules.layout()
    }

    /// Returns the first side that has such a piece in the initial position, on a board or in hand.
    ///
    /// A piece type that no side has there belongs to the first side.
    pub fn owning_side(&self, piece_type: PieceTypeId) -> SideId {
        let pieces = self.variant.game.initial_pieces.iter().map(|&(_, piece)| piece);
        let hands = self.variant.game.hands.iter().flat_map(|hands| &hands.initial);
        let of_type = |piece: &Piece| piece.piece_type == piece_type;
        let on_boards = pieces.filter(of_type).map(|piece| piece.side).min();
        let in_hand = hands.map(|&(piece, _)| piece).filter(of_type).map(|piece| piece.side).min();
        on_boards.or(in_hand).unwrap_or(self.first_side())
    }

    /// Returns the pieces of the initial position, of all sides or of one.
    pub fn initial_pieces(&self, side: Option<SideId>) -> Position {
        let mut position = Position::empty(&self.rules);
        for &(cell, piece) in &self.variant.game.initial_pieces {
            if side.is_none_or(|side| piece.side == side) {
                position.set_piece(cell, Some(piece));
            }
        }
        position
    }

    /// Returns the cell with this name.
    pub fn cell(&self, name: &str) -> Result<Cell, Diagnostic> {
        self.layout().find(name).ok_or_else(|| {
            let error = Diagnostic::error(Code::CellUnknown, format!("there is no cell `{name}`"));
            error.help(cells_like(self, name))
        })
    }

    /// Returns the piece type with this id, name or letter.
    pub fn kind(&self, word: &str) -> Result<PieceTypeId, Diagnostic> {
        self.variant.kind(word).ok_or_else(|| {
            let message = format!("`{}` has no piece `{word}`", self.variant.id);
            let known = self.variant.faces.iter().map(|face| face.id.as_str());
            let error = Diagnostic::error(Code::PieceUnknown, message);
            match word.split_once(' ').filter(|(side, _)| self.variant.side(side).is_some()) {
                Some((side, piece)) => error.help(format!(
                    "name the piece and its side in two keys: `piece = \"{piece}\"`, `side = \"{side}\"`"
                )),
                None => error.help(suggestion(word, known)),
            }
        })
    }

    /// Returns the side with this id or name.
    pub fn side(&self, word: &str) -> Result<SideId, Diagnostic> {
        self.variant.side(word).ok_or_else(|| {
            let message = format!("`{}` has no side `{word}`", self.variant.id);
            let known = self.variant.sides.iter().map(|side| side.id.as_str());
            Diagnostic::error(Code::Side, message).help(suggestion(word, known))
        })
    }

    /// Returns the first side that has turns: the one that is meant where a text names none.
    pub fn first_side(&self) -> SideId {
        self.variant.players().next().unwrap_or(SideId(0))
    }

    /// Returns the side and the name of a piece: `white Colonel`.
    pub fn piece_name(&self, piece: Piece) -> String {
        format!("{} {}", self.side_name(piece.side), self.piece_type_name(piece.piece_type))
    }

    /// Returns the name of a piece type: `Colonel`.
    pub fn piece_type_name(&self, piece_type: PieceTypeId) -> &str {
        &self.variant.face(piece_type).name
    }

    /// Returns the name of a side, with its capital: `White`.
    pub fn side_title(&self, side: SideId) -> &str {
        &self.variant.sides[side.index()].name
    }

    /// Returns the name of a side as it is written within a sentence: `white`.
    pub fn side_name(&self, side: SideId) -> String {
        self.side_title(side).to_lowercase()
    }

    /// Returns the name of a cell.
    pub fn cell_name(&self, cell: Cell) -> &str {
        self.layout().name(cell)
    }

    /// Returns the names of cells, in the order of the board.
    pub fn cell_names(&self, cells: &CellSet) -> Vec<String> {
        cells.iter().map(|cell| self.cell_name(cell).to_owned()).collect()
    }
}

/// Returns which cells have a name that begins with the letters of this one, or else which cells
/// there are.
fn cells_like(variant: &LoadedVariant, name: &str) -> String {
    let is_cell = |word: &&str| variant.layout().find(word).is_some();
    if name.split('-').count() == 2 && name.split('-').all(|end| is_cell(&end)) {
        let cells = variant.variant().cells(name, variant.first_side()).unwrap_or_default();
        let cells: Vec<&str> = cells.iter().take(12).map(|cell| variant.cell_name(cell)).collect();
        return format!("write each cell: `{}`", cells.join(" "));
    }
    let of_board = name.split_once([' ', '-', '.', '/', '_']);
    if let Some(meant) = of_board.map(|(board, cell)| format!("{board}:{cell}"))
        && is_cell(&meant.as_str())
    {
        return format!("write `{meant}`");
    }
    if let Some(first) = name.split([' ', ',']).find(is_cell).filter(|first| *first != name) {
        return format!("write one cell, such as `{first}`");
    }
    let letters = name.trim_end_matches(|sign: char| sign.is_ascii_digit());
    let board = variant.layout().board(0);
    if board.files.find(letters).and(board.ranks.find(&name[letters.len()..])).is_some() {
        return format!(
            "`{name}` is no cell of this board: it is a hole, or lies beside the board"
        );
    }
    let names: Vec<&str> = variant.layout().cells().map(|cell| variant.cell_name(cell)).collect();
    let is_like = |other: &&str| {
        let number = other.strip_prefix(letters).filter(|_| !letters.is_empty());
        number.is_some_and(|rest| rest.bytes().all(|digit| digit.is_ascii_digit()))
    };
    let alike: Vec<&str> = names.iter().copied().filter(is_like).collect();
    match (&alike[..], &names[..]) {
        ([first, .., last], _) => {
            let number = |name: &str| name[letters.len()..].parse::<u32>().unwrap_or_default();
            let is_below = number(name) < number(first);
            let near = if is_below { first } else { last };
            format!("write `{near}`: the cells with `{letters}` go from `{first}` to `{last}`")
        }
        (_, [first, .., last]) => format!("cells go from `{first}` to `{last}`"),
        _ => "the board has only one cell".to_owned(),
    }
}
