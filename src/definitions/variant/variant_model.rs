//! The variant model: the rules data of one setup, and what pages and diagrams show of it.

use std::sync::Arc;

use crate::diagram::{ArmyColour, BoardShape, Glyph, PieceDress, Surface};
use crate::expression::{NameResolver, parse_notation};
use crate::format::CertaintyNotes;
use crate::game::{CellExpr, Game, GameError, Piece, PieceSet, PieceTypeId, SideId};
use crate::geometry::{Cell, CellSet};
use crate::notation::Betza;
use crate::rules::Rules;
use crate::source::{
    Diagnostic, Diagnostics, Location, SourceFile, SourceText, Span, distinct, title_case,
};
use crate::toml_text::{TomlTable, TomlValue};

use super::lowering::LoweringContext;
use super::move_rules::PieceMoves;
use super::piece_types::RawPieceType;
use super::rule_exprs::MoveRuleText;
use super::side_colours;
use super::sides::RawSide;
use super::unmodelled::UnmodelledRule;

/// One setup of a variant with all names resolved: the data of its rules, and what pages and
/// diagrams show of it.
#[derive(Debug, Clone)]
pub struct Variant {
    /// The id, which is the name of the file.
    pub id: String,
    /// The name of the variant.
    pub name: String,
    /// The id of the setup, as `--setup` names it.
    pub setup: String,
    /// The name of the setup, if it has one.
    pub setup_name: Option<String>,
    /// The origin of the variant.
    pub about: About,
    /// The data of the rules.
    pub game: Game,
    /// The pieces that take part without a known initial cell: the sources do not give it.
    pub pieces_without_cell: Vec<Piece>,
    /// The names and looks of the boards, in the order of the layout.
    pub boards: Vec<BoardInfo>,
    /// The names and colours of the sides, in order of play.
    pub sides: Vec<SideInfo>,
    /// How diagrams draw the pieces, if the definition says so.
    pub dress: Option<PieceDress>,
    /// Points of boards of lines with tick marks.
    pub ticks: CellSet,
    /// The names and glyphs of the piece types, in the order of [`Game::piece_types`].
    pub faces: Vec<PieceTypeInfo>,
    /// Named sets of cells.
    pub zones: Vec<Zone>,
    /// Named lines between cells.
    pub borders: Vec<Border>,
    /// The points for ends of the game.
    pub score: Score,
    /// For each side, the points for ends if it has its own.
    pub own_scores: Vec<Option<Score>>,
    /// The notes on how certain facts are.
    pub certainty_notes: CertaintyNotes,
    /// The rules that it gives in words only.
    pub unmodelled: Vec<UnmodelledRule>,
    pub(super) names: NameResolver,
    /// For each piece type, the text of each of its rules that errors point at.
    pub(super) rule_sources: Vec<Vec<SourceText>>,
    /// The rules, or those of a similar game.
    pub(super) compiled: Option<Arc<Rules>>,
}

/// The origin of a variant.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct About {
    /// The inventor.
    pub inventor: Option<String>,
    /// The year of the invention.
    pub year: Option<i64>,
    /// The day on which it was published, as `2007-06-05`.
    pub published: Option<String>,
    /// The place of publication: a site, a book, a contest.
    pub published_in: Option<String>,
    /// The address of the source.
    pub source: Option<String>,
    /// The day on which the definition was last changed, as `2007-06-05`.
    pub revised: Option<String>,
}

/// The name and look of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardInfo {
    /// Its id.
    pub id: String,
    /// Its name, if the definition gives one.
    pub name: Option<String>,
    /// Checkered, plain or lines.
    pub surface: Surface,
    /// Flat, or a ring.
    pub shape: BoardShape,
    /// The common move of all pieces on the board, if it has one.
    pub common_move: Option<CommonMove>,
}

/// One move for every piece on a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CommonMove {
    /// No piece moves there.
    None,
    /// Every piece moves by this notation.
    Betza(Betza),
}

/// The name, army and colour of a side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SideInfo {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its army, if it has one.
    pub army: Option<ArmyInfo>,
    /// The colour of its pieces.
    pub colour: ArmyColour,
}

/// The name of an army.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArmyInfo {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
}

/// The name, letter and glyph of a piece type.
#[derive(Debug, Clone)]
pub struct PieceTypeInfo {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its letter in placements, a capital, after `+` for promoted types.
    pub letter: String,
    /// The text that is printed for the letter.
    pub shown: String,
    /// Other letters for it in placements, which apply if no other piece type has them.
    pub also: Vec<String>,
    /// The text of its glyph, such as `knight+horn`.
    pub glyph: String,
    /// The text of its native glyph, if it has one: [`Glyph::native`].
    pub native: Option<String>,
    /// Its move rules, as the definition writes them.
    pub moves: Vec<MoveRuleText>,
    /// The move rules of sides whose pieces of this type move in another way.
    pub side_moves: Vec<(SideId, Vec<MoveRuleText>)>,
    /// Whether a built-in piece has its id.
    pub is_builtin: bool,
}

/// A named set of cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Zone {
    /// Its id.
    pub id: String,
    /// For each side, its cells.
    pub cells: Vec<CellSet>,
    /// Whether diagrams show it.
    pub shown: bool,
}

/// A named line between cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Border {
    /// Its id.
    pub id: String,
    /// What is printed along it.
    pub label: String,
    /// The pairs of cells that share an edge across the border, as the first side sees it.
    pub pairs: Vec<(Cell, Cell)>,
    /// Whether all sides see it between the same cells.
    pub is_shared: bool,
    /// Whether diagrams show it.
    pub shown: bool,
}

/// The points for ends of the game.
#[derive(Debug, Clone, PartialEq)]
pub struct Score {
    /// Points for a win.
    pub win: f64,
    /// Points for a draw.
    pub draw: f64,
    /// Points for giving stalemate, if they differ from a draw.
    pub stalemating: Option<f64>,
    /// Points from the first place to the last, if places count.
    pub places: Vec<f64>,
}

impl Variant {
    /// Returns the points of a place, counted from 1 for the winner.
    ///
    /// If the definition does not say, the winner gets a win and the others nothing. `None` if
    /// there are fewer players.
    pub fn points_of_place(&self, place: usize) -> Option<f64> {
        if !(1..=self.players().count()).contains(&place) {
            return None;
        }
        let otherwise = if place == 1 { self.score.win } else { 0.0 };
        Some(self.score.places.get(place - 1).copied().unwrap_or(otherwise))
    }

    /// Returns the piece type with that id, name or letter, in upper or lower case.
    pub fn kind(&self, word: &str) -> Option<PieceTypeId> {
        let id = word.replace(' ', "-");
        self.piece_type_where(|face| face.id == word)
            .or_else(|| self.piece_type_where(|face| face.name.eq_ignore_ascii_case(word)))
            .or_else(|| self.piece_type_where(|face| face.id.eq_ignore_ascii_case(&id)))
            .or_else(|| self.piece_type_where(|face| face.letter.eq_ignore_ascii_case(word)))
            .or_else(|| self.piece_type_by_other_letter(word))
    }

    fn piece_type_where(&self, test: impl Fn(&PieceTypeInfo) -> bool) -> Option<PieceTypeId> {
        self.faces.iter().position(test).map(|index| PieceTypeId(index as u8))
    }

    /// Returns the name, letter and glyph of a piece type.
    pub fn face(&self, piece_type: PieceTypeId) -> &PieceTypeInfo {
        &self.faces[piece_type.index()]
    }

    /// Returns the side with that id or name, in upper or lower case.
    pub fn side(&self, word: &str) -> Option<SideId> {
        let named = |side: &SideInfo| {
            side.id.eq_ignore_ascii_case(word) || side.name.eq_ignore_ascii_case(word)
        };
        self.sides.iter().position(named).map(|index| SideId(index as u8))
    }

    /// Returns the letter of a piece: a capital for the first side, a small letter for all others.
    pub fn letter_of(&self, piece: Piece) -> String {
        let letter = &self.face(piece.piece_type).letter;
        if piece.side.0 == 0 { letter.clone() } else { letter.to_ascii_lowercase() }
    }

    /// Returns the letter of a piece on a board that is drawn as text. With more than two sides the
    /// mark of the side comes first: `rK` for the King of Red.
    pub fn sketch_letter(&self, piece: Piece) -> String {
        match self.side_marks().get(piece.side.index()) {
            Some((mark, _)) => format!("{mark}{}", self.face(piece.piece_type).letter),
            None => self.letter_of(piece),
        }
    }

    /// The mark of each side in a board that is drawn as text, and its name: the first letter of its
    /// id, or its number if two begin alike. Empty with two sides, which capitals and small letters
    /// tell apart.
    pub fn side_marks(&self) -> Vec<(String, &str)> {
        let first =
            |side: &SideInfo| side.id.chars().next().map(|letter| letter.to_ascii_lowercase());
        let before = |at: usize| self.sides[..at].iter().map(first);
        let mut all = self.sides.iter().map(first).enumerate();
        let is_distinct = all.all(|(at, own)| before(at).all(|other| other != own));
        let mark = |(number, side): (usize, &SideInfo)| match first(side) {
            Some(letter) if is_distinct => letter.to_string(),
            _ => number.to_string(),
        };
        let names = self.sides.iter().map(|side| side.name.as_str());
        let marked = (1..).zip(&self.sides).map(mark).zip(names.clone());
        if names.len() > 2 { marked.collect() } else { Vec::new() }
    }

    /// Returns the piece with that letter, after `+` for promoted types.
    ///
    /// A capital means the first side that has turns, a small letter the second. A piece type
    /// that only a neutral side has belongs to that side in both cases.
    pub fn piece_by_letter(&self, letter: &str) -> Option<Piece> {
        let capital = letter.to_ascii_uppercase();
        let piece_type = self
            .piece_type_where(|face| face.letter == capital)
            .or_else(|| self.piece_type_by_other_letter(&capital))?;
        let upper = letter.chars().any(|c| c.is_ascii_uppercase());
        let side = self.neutral_owner(piece_type).or_else(|| {
            let mut players = self.players();
            if upper { players.next() } else { players.nth(1) }
        })?;
        Some(Piece { side, piece_type })
    }

    /// Returns the sides that have turns, in order of play.
    pub fn players(&self) -> impl Iterator<Item = SideId> + '_ {
        let sides = self.game.sides.iter().enumerate().filter(|(_, side)| side.has_turns);
        sides.map(|(index, _)| SideId(index as u8))
    }

    /// Returns the cells that a text in the language of cells means for a side.
    ///
    /// ```text
    /// "rank 2"        "palace of next"        "d1-f3 but e2"
    /// ```
    pub fn cells(&self, text: &str, side: SideId) -> Result<CellSet, Diagnostic> {
        let found = self.names.cells.cells(&text_without_file(text), side.index());
        found.map_err(without_file)
    }

    /// Returns the cells that an expression of the definition means for a side.
    pub fn cells_of(&self, expr: &CellExpr, side: SideId) -> CellSet {
        self.names.cells.cells_of(expr, side.index())
    }

    /// Returns the pieces that a text means for a side.
    ///
    /// Without a side, `own` and `enemy` are errors.
    pub fn pieces(&self, text: &str, side: Option<SideId>) -> Result<PieceSet, Diagnostic> {
        let side = side.map(|side| side.index());
        let found = self.names.pieces.pieces(&text_without_file(text), side);
        found.map(|(pieces, _)| pieces).map_err(without_file)
    }

    /// Returns the compiled rules, or the errors at their locations in the definition.
    ///
    /// The rules of the default setup are compiled when the definition is read. Those of another
    /// setup, or of a game that was changed later, take from them what is the same.
    pub fn rules(&self) -> Result<Arc<Rules>, Diagnostics> {
        let rules = match &self.compiled {
            Some(known) if known.game() == &self.game => return Ok(known.clone()),
            Some(similar) => Rules::compile_like(self.game.clone(), similar),
            None => Rules::compile(self.game.clone()),
        };
        rules
            .map(Arc::new)
            .map_err(|errors| errors.iter().map(|error| self.explain(error)).collect())
    }

    /// Returns an error of the rules at the location in the definition that causes it.
    pub fn explain(&self, error: &GameError) -> Diagnostic {
        let rule = error.piece_type.zip(error.rule);
        let text = rule
            .and_then(|(piece_type, rule)| self.rule_sources.get(piece_type.index())?.get(rule));
        let mut diagnostic = Diagnostic::error(error.code, error.message.clone());
        diagnostic.help.clone_from(&error.help);
        let Some(text) = text else { return diagnostic };
        // The text of a built-in piece is empty: the error is about its id.
        diagnostic.span = error.span.filter(|span| span.end <= text.value.len());
        text.locate(diagnostic)
    }

    fn piece_type_by_other_letter(&self, letter: &str) -> Option<PieceTypeId> {
        let capital = letter.to_ascii_uppercase();
        if self.faces.iter().any(|face| face.letter == capital) {
            return None;
        }
        let mut found =
            self.faces.iter().enumerate().filter(|(_, face)| face.also.contains(&capital));
        let index = found.next()?.0;
        found.next().is_none().then_some(PieceTypeId(index as u8))
    }

    /// Returns the neutral side if only it has pieces of that type in the initial position.
    fn neutral_owner(&self, piece_type: PieceTypeId) -> Option<SideId> {
        let mut owners =
            self.game.initial_pieces.iter().filter(|(_, piece)| piece.piece_type == piece_type);
        let side = owners.next()?.1.side;
        let alone = owners.all(|(_, piece)| piece.side == side);
        (alone && !self.game.sides[side].has_turns).then_some(side)
    }
}

/// Returns a text with a location in an unnamed file.
fn text_without_file(text: &str) -> SourceText {
    let file = SourceFile::new("", text);
    SourceText::new(text, Location::new(&file, Span::new(0, text.len())))
}

fn without_file(diagnostic: Diagnostic) -> Diagnostic {
    Diagnostic { file: None, ..diagnostic }
}

impl About {
    /// Returns the year of the invention, or that of the publication.
    pub fn first_year(&self) -> Option<i64> {
        let published = self.published.as_deref().and_then(|day| day.get(..4)?.parse().ok());
        self.year.or(published)
    }

    pub(super) fn read(table: &TomlTable) -> About {
        let date = |key: &str| match table.get(key).map(|entry| &entry.node.value) {
            Some(TomlValue::Date(date)) => Some(date.clone()),
            _ => None,
        };
        About {
            inventor: table.string("inventor"),
            year: table.integer("year").map(|(year, _)| year),
            published: date("published"),
            published_in: table.string("published-in"),
            source: table.string("source"),
            revised: date("revised"),
        }
    }
}

impl RawPieceType<'_> {
    pub(super) fn info(&self, moves: &PieceMoves) -> PieceTypeInfo {
        let (id, letter) = (self.id.value.clone(), self.letter.clone());
        let also = self.builtin.map(|builtin| builtin.words("also")).unwrap_or_default();
        PieceTypeInfo {
            name: self.string("name").unwrap_or_else(|| title_case(&id)),
            shown: self.table.string("shown").unwrap_or_else(|| letter.clone()),
            letter,
            also: also.into_iter().map(|word| word.value).collect(),
            glyph: self.glyph(),
            native: self.string("native"),
            moves: moves.texts.clone(),
            side_moves: moves.side_texts.clone(),
            is_builtin: self.builtin.is_some(),
            id,
        }
    }

    /// Returns the text of the glyph: that of the definition, of the built-in piece or of the same
    /// id, or `token`, a disc with the letter.
    pub(super) fn glyph(&self) -> String {
        let builtin = self.builtin.and_then(|builtin| builtin.string("glyph"));
        let candidates = [self.table.string("glyph"), builtin, Some(self.id.value.clone())];
        let known = candidates.into_iter().flatten().find(|text| Glyph::parse(text).is_ok());
        known.unwrap_or_else(|| "token".to_owned())
    }
}

impl LoweringContext<'_> {
    pub(super) fn zones(&self) -> Vec<Zone> {
        let zone = |(id, cells): (&str, &[CellSet])| Zone {
            id: id.to_owned(),
            cells: cells.to_vec(),
            shown: self.is_shown(id),
        };
        self.names.cells.zones().map(zone).collect()
    }

    pub(super) fn borders(&self) -> Vec<Border> {
        let of_side = |index, side| self.names.cells.border(index, side, true).unwrap_or_default();
        let as_lines = |pairs: Vec<(Cell, Cell)>| {
            distinct(pairs.into_iter().map(|(one, other)| (one.min(other), one.max(other))))
        };
        let is_shared = |index| {
            let first = as_lines(of_side(index, 0));
            (1..self.sides.len()).all(|side| as_lines(of_side(index, side)) == first)
        };
        let border = |(index, id): (usize, &str)| Border {
            id: id.to_owned(),
            label: self.printed(id).unwrap_or_else(|| id.replace('-', " ")),
            pairs: of_side(index, 0),
            is_shared: is_shared(index),
            shown: self.is_shown(id),
        };
        self.names.cells.border_ids().enumerate().map(border).collect()
    }

    /// Returns what boards print in place of an id.
    fn printed(&self, id: &str) -> Option<String> {
        self.boards.iter().find_map(|(_, table)| table.table("printed").string(id))
    }

    fn is_shown(&self, id: &str) -> bool {
        self.boards.iter().flat_map(|(_, table)| table.words("show")).any(|word| word.value == id)
    }

    /// Returns the points with tick marks, those of all sides together.
    pub(super) fn ticks(&self) -> CellSet {
        let mut ticks = CellSet::new();
        for text in self.boards.iter().filter_map(|(_, table)| table.text("ticks")) {
            match self.names.cells.resolved(text) {
                Ok((of_sides, _)) => ticks.extend(of_sides.iter().flat_map(CellSet::iter)),
                Err(error) => self.report(error),
            }
        }
        ticks
    }

    pub(super) fn piece_infos(&self, moves: &[PieceMoves]) -> Vec<PieceTypeInfo> {
        let faces = self.piece_types.iter().zip(moves);
        faces.map(|(raw, moves)| raw.info(moves)).collect()
    }

    pub(super) fn board_infos(&self) -> Vec<BoardInfo> {
        let surfaces = [("plain", Surface::Plain), ("lines", Surface::Lines)];
        let info = |(key, table): &(&SourceText, &TomlTable)| BoardInfo {
            id: key.value.clone(),
            name: table.string("name"),
            surface: table.choice("style", &surfaces).unwrap_or(Surface::Checkered),
            shape: table.choice("drawn", &[("ring", BoardShape::Ring)]).unwrap_or_default(),
            common_move: table.text("all-pieces").and_then(|text| match text.as_str() {
                "none" => Some(CommonMove::None),
                _ => parse_notation(text).ok().map(CommonMove::Betza),
            }),
        };
        self.boards.iter().map(info).collect()
    }

    pub(super) fn side_infos(&self) -> Vec<SideInfo> {
        let name =
            |table: &TomlTable, id: &str| table.string("name").unwrap_or_else(|| title_case(id));
        let sides = self.sides.iter().zip(side_colours::side_colours(&self.sides)).enumerate();
        let info = |(index, (raw, colour)): (usize, (&RawSide<'_>, ArmyColour))| {
            let army = self.choice.armies.get(index).cloned().flatten();
            SideInfo {
                id: raw.id.value.clone(),
                name: name(raw.table, &raw.id.value),
                army: army.map(|id| ArmyInfo { name: name(self.army(index), &id), id }),
                colour,
            }
        };
        sides.map(info).collect()
    }
}
