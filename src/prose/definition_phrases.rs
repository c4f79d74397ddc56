//! Sets of cells and borders in words, from the trees that definitions are parsed to.

use crate::geometry::{AxisKind, Cell, Facing};
use crate::rules::{PieceTypeId, SideId};
use crate::source::{article, join_words};
use crate::variant::{BorderName, CellExpr, CellNode, NamedCells, RelativeSide};

use super::vocabulary::number;
use crate::query::LoadedVariant;

/// Words at the beginning of a zone's id that say already whose it is.
const OWNERS: [&str; 6] = ["own", "enemy", "far", "next", "opposite", "previous"];

/// A set of cells in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CellPhrase {
    text: String,
    form: PhraseForm,
}

/// How a phrase joins the rest of its sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PhraseForm {
    /// Names of cells or lines, that a piece stands on: `rank 4`.
    Cells,
    /// An area that a piece stands in: `its palace`.
    Area,
    /// `outside its palace`
    Outside,
    /// `right of the long diagonal`
    Direction,
    /// Several phrases with `or` between.
    Choice,
}

impl CellPhrase {
    /// The cells as a noun: `its palace`, `cells outside its palace`.
    pub fn noun(&self, cell: &str) -> String {
        match self.form {
            PhraseForm::Cells | PhraseForm::Area | PhraseForm::Choice => self.text.clone(),
            PhraseForm::Outside | PhraseForm::Direction => format!("{cell}s {}", self.text),
        }
    }

    /// What follows `cells`: `of its palace`, `outside its palace`.
    pub fn of_place(&self) -> String {
        match self.form {
            PhraseForm::Cells | PhraseForm::Area | PhraseForm::Choice => {
                format!("of {}", self.text)
            }
            PhraseForm::Outside | PhraseForm::Direction => self.text.clone(),
        }
    }

    /// Where a move starts: `from its palace`, `right of the long diagonal`.
    pub fn from(&self) -> String {
        match self.form {
            PhraseForm::Cells | PhraseForm::Area | PhraseForm::Choice | PhraseForm::Outside => {
                format!("from {}", self.text)
            }
            PhraseForm::Direction => self.text.clone(),
        }
    }

    /// Where a piece stands: `on rank 4`, `in its palace`.
    pub fn place(&self) -> String {
        match self.form {
            PhraseForm::Cells | PhraseForm::Choice => format!("on {}", self.text),
            PhraseForm::Area => format!("in {}", self.text),
            PhraseForm::Outside | PhraseForm::Direction => self.text.clone(),
        }
    }

    /// Words that narrow a noun: `on its long diagonal`, `outside its palace`.
    fn modifier(&self) -> String {
        match self.form {
            PhraseForm::Cells | PhraseForm::Area => format!("on {}", self.text),
            PhraseForm::Choice => format!("on either {}", self.text),
            PhraseForm::Outside | PhraseForm::Direction => self.text.clone(),
        }
    }

    /// Whether it is a noun by itself.
    fn is_noun(&self) -> bool {
        matches!(self.form, PhraseForm::Cells | PhraseForm::Area | PhraseForm::Choice)
    }
}

impl LoadedVariant {
    /// What a piece stands on: `cell` or `point`.
    pub(super) fn cell_word(&self) -> &'static str {
        self.idiom(PieceTypeId(0)).cell()
    }

    /// A set of cells in words, as the side that reads sees them.
    pub(super) fn cell_phrase(&self, expr: &CellExpr) -> CellPhrase {
        self.phrase(expr, None)
    }

    /// The same as `side` sees them, in words such as `the enemy`; `None` is the side that reads.
    fn phrase(&self, expr: &CellExpr, side: Option<&str>) -> CellPhrase {
        let phrase = |form, text: String| CellPhrase { text, form };
        let noun = |inner: &CellExpr| self.phrase(inner, side).noun(self.cell_word());
        match &expr.node {
            CellNode::All(None) => phrase(PhraseForm::Area, "the whole board".to_owned()),
            CellNode::All(Some(board)) | CellNode::Board(board) => {
                phrase(PhraseForm::Area, self.board_name(*board))
            }
            CellNode::Named(name, _) => {
                phrase(PhraseForm::Cells, self.named_cells(name) + &as_seen_by(side))
            }
            CellNode::Zone(zone) => phrase(PhraseForm::Area, self.zone_words(*zone, side)),
            CellNode::FarEdge(board) => {
                let edge = possessive(side, "far edge", "the");
                phrase(PhraseForm::Cells, self.on_board(edge, *board))
            }
            CellNode::StartCells(piece) => {
                let words =
                    format!("the starting {}s of {}", self.cell_word(), self.piece_of(piece, side));
                phrase(PhraseForm::Cells, words)
            }
            CellNode::Not(scope, inner) => match &inner.node {
                CellNode::Not(other, inner) if other == scope => self.phrase(inner, side),
                _ => phrase(PhraseForm::Outside, format!("outside {}", noun(inner))),
            },
            CellNode::Union(parts) => self.union_phrase(parts, side),
            CellNode::Intersection(one, other) => {
                self.narrowed(&self.phrase(one, side), &self.phrase(other, side))
            }
            CellNode::Difference(one, other) if matches!(one.node, CellNode::All(None)) => {
                phrase(PhraseForm::Outside, format!("outside {}", noun(other)))
            }
            CellNode::Difference(one, other) => {
                let (one, other) = (self.phrase(one, side), noun(other));
                phrase(one.form, format!("{} except {other}", one.text))
            }
            CellNode::InDirection(facing, inner) => {
                let direction = match facing {
                    Facing::Right => "right of",
                    Facing::Left => "left of",
                    Facing::Forward => "in front of",
                    Facing::Backward => "behind",
                };
                let reader = if is_absolute(inner) { None } else { side };
                let inner = self.phrase(inner, reader).noun(self.cell_word());
                let words = format!("{direction} {inner}{}", as_seen_by(side));
                phrase(PhraseForm::Direction, words)
            }
            CellNode::OfSide(inner, RelativeSide::Own) => self.phrase(inner, side),
            CellNode::OfSide(inner, owner) => {
                let owner = self.side_words(*owner, side);
                if !is_absolute(inner) {
                    return self.phrase(inner, Some(&owner));
                }
                let inner = self.phrase(inner, None);
                CellPhrase { text: inner.text + &as_seen_by(Some(&owner)), ..inner }
            }
        }
    }

    /// `its quarter on its long diagonal`, `rank 4 outside its palace`.
    fn narrowed(&self, one: &CellPhrase, other: &CellPhrase) -> CellPhrase {
        match (one.is_noun(), other.is_noun()) {
            (true, _) => {
                let either = if one.form == PhraseForm::Choice { "either " } else { "" };
                let form = if one.form == PhraseForm::Area { one.form } else { PhraseForm::Cells };
                CellPhrase { text: format!("{either}{} {}", one.text, other.modifier()), form }
            }
            (false, true) => self.narrowed(other, one),
            (false, false) => {
                CellPhrase { text: format!("{} and {}", one.text, other.text), form: one.form }
            }
        }
    }

    /// `a1, b2 and rank 4`; areas and what has words of its own have `or` between.
    fn union_phrase(&self, parts: &[CellExpr], side: Option<&str>) -> CellPhrase {
        let phrases: Vec<CellPhrase> = parts.iter().map(|part| self.phrase(part, side)).collect();
        let is_list = parts.iter().all(|part| matches!(part.node, CellNode::Named(..)));
        let is_outside = phrases.iter().all(|phrase| phrase.form == PhraseForm::Outside);
        let words: Vec<String> =
            phrases.iter().map(|phrase| phrase.noun(self.cell_word())).collect();
        let (form, text) = match (is_list, is_outside) {
            (true, _) => (PhraseForm::Cells, join_words(&words, "and")),
            (false, true) => {
                let words: Vec<String> = phrases.into_iter().map(|phrase| phrase.text).collect();
                (PhraseForm::Outside, join_words(&words, "or"))
            }
            (false, false) => (PhraseForm::Choice, join_words(&words, "or")),
        };
        CellPhrase { text, form }
    }

    /// `e4`, `a1–c3`, `ranks 1–4 and 13`, `the cells within two steps of e5`.
    fn named_cells(&self, name: &NamedCells) -> String {
        let plain = |cell: &Cell| self.layout().name_on_board(*cell);
        let on_board_of = |cell: &Cell, text| self.on_board(text, self.layout().point(*cell).board);
        let lines = |word: &str, names: &[String], is_one: bool| {
            format!("{word}{} {}", if is_one { "" } else { "s" }, join_words(names, "and"))
        };
        match name {
            NamedCells::Cell(cell) => on_board_of(cell, plain(cell).to_owned()),
            NamedCells::Between(one, other) => {
                on_board_of(one, format!("{}–{}", plain(one), plain(other)))
            }
            NamedCells::Diagonal(one, other) => {
                on_board_of(one, format!("the diagonal {}–{}", plain(one), plain(other)))
            }
            NamedCells::Lines(board, kind, runs) => {
                let names = &self.layout().board(*board).axis(*kind).names;
                let run = |&(first, last): &(usize, usize)| match first == last {
                    true => names[first].clone(),
                    false => format!("{}–{}", names[first], names[last]),
                };
                let is_one = matches!(runs[..], [(first, last)] if first == last);
                let runs: Vec<String> = runs.iter().map(run).collect();
                let word = match kind {
                    AxisKind::File => "file",
                    AxisKind::Rank => "rank",
                    AxisKind::Level => "level",
                };
                self.on_board(lines(word, &runs, is_one), *board)
            }
            NamedCells::Columns(board, names) => {
                self.on_board(lines("column", names, names.len() == 1), *board)
            }
            NamedCells::Within(0, cell) => on_board_of(cell, plain(cell).to_owned()),
            NamedCells::Within(steps, cell) => {
                let plural = if *steps == 1 { "" } else { "s" };
                let (word, steps) = (self.cell_word(), number(*steps));
                let text = format!("the {word}s within {steps} step{plural} of {}", plain(cell));
                on_board_of(cell, text)
            }
        }
    }

    /// With the name of the board, if there are several.
    pub(super) fn on_board(&self, text: String, board: u8) -> String {
        match self.layout().boards().len() {
            1 => text,
            _ => format!("{text} of {}", self.board_name(board)),
        }
    }

    /// `its palace`, `the river`, `the enemy's palace`.
    fn zone_words(&self, zone: usize, side: Option<&str>) -> String {
        let zone = &self.variant().zones[zone];
        let is_owned = zone.id.split('-').next().is_some_and(|word| OWNERS.contains(&word));
        let SideId(first) = self.first_side();
        let differs = zone.cells.iter().any(|cells| *cells != zone.cells[usize::from(first)]);
        let article = if differs && !is_owned { "its" } else { "the" };
        possessive(side, &zone.id.replace('-', " "), article)
    }

    /// Another side, as seen by `reader`: `the enemy`, `the next side`, `White`.
    pub(super) fn side_words(&self, side: RelativeSide, reader: Option<&str>) -> String {
        let of_reader = |words: &str| possessive(reader, words, "the");
        match side {
            RelativeSide::Own => reader.unwrap_or("its side").to_owned(),
            RelativeSide::Next => of_reader("next side"),
            RelativeSide::Previous => of_reader("previous side"),
            RelativeSide::Opposite => of_reader("opposite side"),
            RelativeSide::Enemy => of_reader("enemy"),
            RelativeSide::Named(SideId(side)) => {
                self.variant().sides[usize::from(side)].name.clone()
            }
        }
    }

    /// `a Pawn of its side`, `a Pawn of the enemy`.
    fn piece_of(&self, id: &str, side: Option<&str>) -> String {
        let name = self.variant().kind(id).map_or(id, |kind| self.kind_name(kind));
        format!("{} {name} of {}", article(name), side.unwrap_or("its side"))
    }

    /// `the river`, `the next side's river or the brook`.
    pub(super) fn border_words(&self, borders: &[BorderName]) -> String {
        let border = |name: &BorderName| {
            let owner = name.side.filter(|side| *side != RelativeSide::Own);
            let owner = owner.map(|side| self.side_words(side, None));
            let id = &self.variant().borders[name.border].id;
            possessive(owner.as_deref(), &id.replace('-', " "), "the")
        };
        join_words(&borders.iter().map(border).collect::<Vec<_>>(), "or")
    }
}

/// `the enemy's palace`; with no owner the article stands before the noun.
fn possessive(owner: Option<&str>, noun: &str, article: &str) -> String {
    match owner {
        Some(owner) => format!("{owner}'s {noun}"),
        None => format!("{article} {noun}"),
    }
}

/// ` as the enemy sees it`; nothing for the side that reads.
fn as_seen_by(side: Option<&str>) -> String {
    side.map_or(String::new(), |side| format!(" as {side} sees it"))
}

/// Whether a set is named by cells alone, so that `as the enemy sees it` says whose it is.
fn is_absolute(expr: &CellExpr) -> bool {
    match &expr.node {
        CellNode::Named(..) => true,
        CellNode::All(_)
        | CellNode::Board(_)
        | CellNode::Zone(_)
        | CellNode::FarEdge(_)
        | CellNode::StartCells(_)
        | CellNode::OfSide(..) => false,
        CellNode::Not(_, inner) | CellNode::InDirection(_, inner) => is_absolute(inner),
        CellNode::Union(parts) => parts.iter().all(is_absolute),
        CellNode::Intersection(one, other) | CellNode::Difference(one, other) => {
            is_absolute(one) && is_absolute(other)
        }
    }
}
