//! A variant: a game with all names resolved, and what pages and diagrams show of it.

use std::sync::Arc;

use crate::diagram::{ArmyColour, BoardShape, Glyph, Surface};
use crate::geometry::{Cell, Cells};
use crate::notation::Betza;
use crate::rules::{Game, GameError, Piece, PieceSet, PieceTypeId, Rules, SideId};
use crate::source::{Diagnostic, Location, SourceFile, SourceText, Span, TomlTable, TomlValue};

use super::cell_resolver::CellResolver;
use super::lowering::LoweringContext;
use super::piece_sets::PieceResolver;
use super::piece_types::RawPieceType;
use super::rule_exprs::{MoveRuleText, RuleTexts};
use super::standing::Standings;
use super::{builtin_pieces, notation, side_colours};

/// One set-up of a game, all names resolved: the game as the rules want it, and what pages and
/// pictures show of it.
#[derive(Debug, Clone)]
pub struct Variant {
    /// The id, as the file is called.
    pub id: String,
    /// The name of the game.
    pub name: String,
    /// The set-up, as `--setup` names it.
    pub setup: String,
    /// The set-up's own name, where it has one.
    pub setup_name: Option<String>,
    /// Where the game comes from.
    pub about: About,
    /// The game.
    pub game: Game,
    /// Who takes part, and nobody knows from which cells: what a source lost, or never said.
    pub unplaced: Vec<Piece>,
    /// How boards look, in the layout's order.
    pub boards: Vec<BoardFace>,
    /// How sides are called, in order of play.
    pub sides: Vec<SideFace>,
    /// How kinds are called and drawn, in the order of [`Game::kinds`].
    pub faces: Vec<Face>,
    /// Named sets of cells.
    pub zones: Vec<Zone>,
    /// Named lines between cells.
    pub borders: Vec<Border>,
    /// What ends are worth.
    pub score: Score,
    /// How sure we are of what.
    pub standings: Standings,
    /// The parsed texts of all other rules.
    pub texts: RuleTexts,
    pub(super) places: CellResolver,
    pub(super) cast: PieceResolver,
    /// For each kind, the text of each of its ways.
    pub(super) way_texts: Vec<Vec<SourceText>>,
    pub(super) compiled: Option<Arc<Rules>>,
}

/// Where a game comes from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct About {
    /// Who invented it.
    pub inventor: Option<String>,
    /// When.
    pub year: Option<i64>,
    /// The day on which it was published, as `2007-06-05`.
    pub published: Option<String>,
    /// Where it was published: a site, a book, a contest.
    pub published_in: Option<String>,
    /// The address of the source.
    pub source: Option<String>,
}

/// How a board looks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardFace {
    /// Its id.
    pub id: String,
    /// Its name, where the definition gives one.
    pub name: Option<String>,
    /// Checkered, plain or lines.
    pub surface: Surface,
    /// Flat, or a ring.
    pub shape: BoardShape,
    /// How every piece moves on it, if that is one move for all.
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

/// How a side is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SideFace {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its army, where it has one.
    pub army: Option<ArmyFace>,
    /// What its pieces look like.
    pub colour: ArmyColour,
}

/// How an army is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArmyFace {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
}

/// How a kind of piece is called and drawn.
#[derive(Debug, Clone)]
pub struct Face {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its letter in placements, a capital; with `+` in front for promoted forms.
    pub letter: String,
    /// What is printed for the letter.
    pub shown: String,
    /// Letters by which placements may name it besides, where no other piece has them.
    pub also: Vec<String>,
    /// How it is drawn: the text of a glyph, such as `knight+horn`.
    pub glyph: String,
    /// How it moves, as the definition says it.
    pub moves: Vec<MoveRuleText>,
    /// Whether the stock has a piece of that id.
    pub is_builtin: bool,
}

/// A named set of cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Zone {
    /// Its id.
    pub id: String,
    /// For each side, its cells.
    pub cells: Vec<Cells>,
    /// Whether pictures show it.
    pub shown: bool,
}

/// A named line between cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Border {
    /// Its id.
    pub id: String,
    /// The cells that share a side across it, as the first side sees it.
    pub pairs: Vec<(Cell, Cell)>,
    /// Whether pictures show it.
    pub shown: bool,
}

/// What ends are worth.
#[derive(Debug, Clone, PartialEq)]
pub struct Score {
    /// Points for a win.
    pub win: f64,
    /// Points for a draw.
    pub draw: f64,
    /// Points for giving stalemate, where that is special.
    pub stalemating: Option<f64>,
    /// Points from the first place to the last, where places count.
    pub places: Vec<f64>,
}

impl Variant {
    /// What a place brings to whoever comes in on it, the first being the winner's: what the
    /// definition says, else a win and nothing. `None` where there is no such place.
    pub fn points_of_place(&self, place: usize) -> Option<f64> {
        if !(1..=self.players().count()).contains(&place) {
            return None;
        }
        let otherwise = if place == 1 { self.score.win } else { 0.0 };
        Some(self.score.places.get(place - 1).copied().unwrap_or(otherwise))
    }

    /// The kind that the word names: by its id, its name or its letter, case aside.
    pub fn kind(&self, word: &str) -> Option<PieceTypeId> {
        let by = |test: &dyn Fn(&Face) -> bool| {
            self.faces.iter().position(test).map(|index| PieceTypeId(index as u8))
        };
        by(&|face| face.id == word)
            .or_else(|| by(&|face| face.name.eq_ignore_ascii_case(word)))
            .or_else(|| by(&|face| face.id.eq_ignore_ascii_case(&word.replace(' ', "-"))))
            .or_else(|| by(&|face| face.letter.eq_ignore_ascii_case(word)))
            .or_else(|| self.kind_by_other_letter(word))
    }

    /// The face of a kind.
    pub fn face(&self, kind: PieceTypeId) -> &Face {
        &self.faces[kind.index()]
    }

    /// The side of that id or name, case aside.
    pub fn side(&self, word: &str) -> Option<SideId> {
        let named = |side: &SideFace| {
            side.id.eq_ignore_ascii_case(word) || side.name.eq_ignore_ascii_case(word)
        };
        self.sides.iter().position(named).map(|index| SideId(index as u8))
    }

    /// The letter of a man: a capital for the first side, a small one for all others.
    pub fn letter_of(&self, man: Piece) -> String {
        let letter = &self.face(man.piece_type).letter;
        if man.side.0 == 0 { letter.clone() } else { letter.to_ascii_lowercase() }
    }

    /// The man of that letter (with `+` in front for promoted forms): a capital means the first
    /// side that has turns, a small letter the second. A kind that only a neutral side has is the
    /// neutral side's either way.
    pub fn piece_by_letter(&self, letter: &str) -> Option<Piece> {
        let capital = letter.to_ascii_uppercase();
        let known = self.faces.iter().position(|face| face.letter == capital);
        let known = known.map(|index| PieceTypeId(index as u8));
        let kind = known.or_else(|| self.kind_by_other_letter(&capital))?;
        let upper = letter.chars().any(|c| c.is_ascii_uppercase());
        let side = self.neutral_owner(kind).or_else(|| {
            let mut players = self.players();
            if upper { players.next() } else { players.nth(1) }
        })?;
        Some(Piece { side, piece_type: kind })
    }

    /// The sides that have turns, in order of play.
    pub fn players(&self) -> impl Iterator<Item = SideId> + '_ {
        let sides = self.game.sides.iter().enumerate().filter(|(_, side)| side.has_turns);
        sides.map(|(index, _)| SideId(index as u8))
    }

    /// The set of cells that a text in the language of cells means for a side.
    ///
    /// ```text
    /// "rank 2"        "palace of next"        "d1-f3 but e2"
    /// ```
    pub fn cells(&self, text: &str, side: SideId) -> Result<Cells, Diagnostic> {
        let found = self.places.cells(&loose(text), side.index());
        found.map_err(without_file)
    }

    /// The men that a text means, for a side or for nobody in particular.
    pub fn pieces(&self, text: &str, side: Option<SideId>) -> Result<PieceSet, Diagnostic> {
        let side = side.map(|side| side.index());
        let text = loose(text);
        let expr = self.cast.parse(&text, &self.places);
        expr.and_then(|expr| self.cast.piece_set(&expr, &text, &self.places, side))
            .map_err(without_file)
    }

    /// The rules of the game, or what they cannot work with, at its place in the definition.
    ///
    /// They are compiled once, when the definition is read; a variant whose `game` was changed
    /// since has to be compiled by hand.
    pub fn rules(&self) -> Result<Arc<Rules>, Vec<Diagnostic>> {
        match &self.compiled {
            Some(rules) => Ok(rules.clone()),
            None => match Rules::compile(self.game.clone()) {
                Ok(rules) => Ok(Arc::new(rules)),
                Err(errors) => Err(errors.iter().map(|error| self.explain(error)).collect()),
            },
        }
    }

    /// A complaint of the rules about this game, at the place in the definition that it is about.
    pub fn explain(&self, error: &GameError) -> Diagnostic {
        let text = error.piece_type.zip(error.rule).and_then(|(kind, way)| {
            self.way_texts.get(kind.index()).and_then(|ways| ways.get(way))
        });
        let complaint = Diagnostic::error(error.code, error.message.clone());
        let complaint = match (text, error.span) {
            (Some(text), Some(span)) if span.end <= text.value.len() => {
                complaint.at_span(span).within(&text.location.file, text.location.span.start)
            }
            (Some(text), _) => complaint.in_file(&text.location.file, text.location.span),
            (None, _) => complaint,
        };
        match &error.help {
            Some(help) => complaint.help(help.clone()),
            None => complaint,
        }
    }

    fn kind_by_other_letter(&self, letter: &str) -> Option<PieceTypeId> {
        let capital = letter.to_ascii_uppercase();
        if self.faces.iter().any(|face| face.letter == capital) {
            return None;
        }
        let mut found =
            self.faces.iter().enumerate().filter(|(_, face)| face.also.contains(&capital));
        let kind = found.next()?.0;
        found.next().is_none().then_some(PieceTypeId(kind as u8))
    }

    /// The neutral side, where only it has men of that kind in the array.
    fn neutral_owner(&self, kind: PieceTypeId) -> Option<SideId> {
        let mut owners = self.game.initial_pieces.iter().filter(|(_, man)| man.piece_type == kind);
        let side = owners.next()?.1.side;
        let alone = owners.all(|(_, man)| man.side == side);
        (alone && !self.game.sides[side].has_turns).then_some(side)
    }
}

/// A text that stands in no file.
fn loose(text: &str) -> SourceText {
    let file = SourceFile::new("", text);
    SourceText::new(text, Location::new(&file, Span::new(0, text.len())))
}

fn without_file(complaint: Diagnostic) -> Diagnostic {
    Diagnostic { file: None, ..complaint }
}

impl About {
    pub(super) fn read(table: &TomlTable) -> About {
        let text = |key: &str| table.text(key).map(|text| text.value.clone());
        About {
            inventor: text("inventor"),
            year: table.integer("year").map(|(year, _)| year),
            published: table.get("published").and_then(|entry| match &entry.node.value {
                TomlValue::Date(date) => Some(date.clone()),
                _ => None,
            }),
            published_in: text("published-in"),
            source: text("source"),
        }
    }
}

pub(super) fn face(sheet: &RawPieceType<'_>, moves: Vec<MoveRuleText>) -> Face {
    let text = |key: &str| sheet.table.text(key).map(|text| text.value.clone());
    let stock_name = || sheet.builtin.map(|stock| stock.name.clone());
    let id = sheet.id.value.clone();
    Face {
        name: text("name").or_else(stock_name).unwrap_or_else(|| builtin_pieces::title_case(&id)),
        shown: text("shown").unwrap_or_else(|| sheet.letter.clone()),
        letter: sheet.letter.clone(),
        also: sheet.builtin.map(|stock| stock.also.clone()).unwrap_or_default(),
        glyph: glyph(sheet),
        moves,
        is_builtin: sheet.builtin.is_some(),
        id,
    }
}

/// The text of the glyph: the definition's, the stock's, that of the piece's own name, or a token
/// with its letter.
pub(super) fn glyph(sheet: &RawPieceType<'_>) -> String {
    let own = sheet.table.text("glyph").map(|text| &*text.value);
    let stock = sheet.builtin.and_then(|stock| stock.glyph.as_deref());
    let candidates = [own, stock, Some(sheet.id.as_str())];
    let known = candidates.into_iter().flatten().find(|text| Glyph::parse(text).is_ok());
    known.unwrap_or("token").to_owned()
}

pub(super) fn zones(stage: &LoweringContext<'_>) -> Vec<Zone> {
    let ids = stage.cell_resolver.zone_ids().iter().enumerate();
    ids.map(|(index, id)| Zone {
        id: id.clone(),
        cells: stage.cell_resolver.zone(index).to_vec(),
        shown: is_shown(stage, id),
    })
    .collect()
}

pub(super) fn borders(stage: &LoweringContext<'_>) -> Vec<Border> {
    let ids = stage.cell_resolver.border_ids().enumerate();
    ids.map(|(index, id)| Border {
        id: id.to_owned(),
        pairs: stage.cell_resolver.border(index, 0, true).unwrap_or_default(),
        shown: is_shown(stage, id),
    })
    .collect()
}

fn is_shown(stage: &LoweringContext<'_>, id: &str) -> bool {
    stage.boards.iter().flat_map(|board| &board.show).any(|word| word.value == id)
}

pub(super) fn board_faces(stage: &LoweringContext<'_>) -> Vec<BoardFace> {
    let face = |sheet: &super::boards::RawBoard| BoardFace {
        id: sheet.id.clone(),
        name: sheet.name.as_ref().map(|name| name.value.clone()),
        surface: sheet.surface,
        shape: sheet.shape,
        common_move: sheet.all_pieces_move.as_ref().and_then(|text| match text.as_str() {
            "none" => Some(CommonMove::None),
            _ => notation::parse(text).ok().map(CommonMove::Betza),
        }),
    };
    stage.boards.iter().map(face).collect()
}

pub(super) fn side_faces(stage: &LoweringContext<'_>) -> Vec<SideFace> {
    let colours = side_colours::side_colours(&stage.sides);
    let face = |index: usize| {
        let sheet = &stage.sides[index];
        let own = sheet.table.text("name").map(|name| name.value.clone());
        let army = stage.choice.armies.get(index).cloned().flatten();
        SideFace {
            id: sheet.id.value.clone(),
            name: own.unwrap_or_else(|| builtin_pieces::title_case(&sheet.id.value)),
            army: army.map(|id| ArmyFace {
                name: stage
                    .army(index)
                    .text("name")
                    .map_or_else(|| builtin_pieces::title_case(&id), |name| name.value.clone()),
                id,
            }),
            colour: colours[index],
        }
    };
    (0..stage.sides.len()).map(face).collect()
}
