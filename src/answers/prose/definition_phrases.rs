//! Sets of cells and borders in words, from the trees that definitions are parsed to.

use crate::game::{BorderName, CellExpr, CellNode, NamedCells, RelativeSide, SideId};
use crate::geometry::{Cell, Facing};
use crate::query::LoadedVariant;
use crate::source::{article, join_words};

use super::cell_phrases::board_name;
use super::vocabulary::{axis_word, cell_word, number, plural};

/// Words at the beginning of a zone's id that say already whose it is.
const OWNERS: [&str; 6] = ["own", "enemy", "far", "next", "opposite", "previous"];

/// A set of cells in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CellPhrase {
    pub text: String,
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

impl PhraseForm {
    /// The words before the text: after `cells`, for the start of a move, for the place of a
    /// piece, and where the text narrows a noun.
    fn prepositions(self) -> [&'static str; 4] {
        match self {
            PhraseForm::Cells => ["of ", "from ", "on ", "on "],
            PhraseForm::Area => ["of ", "from ", "in ", "on "],
            PhraseForm::Outside => ["", "from ", "", ""],
            PhraseForm::Direction => ["", "", "", ""],
            PhraseForm::Choice => ["of ", "from ", "on ", "on either "],
        }
    }
}

impl CellPhrase {
    /// Cells or lines that a piece stands on.
    pub fn cells(text: String) -> CellPhrase {
        CellPhrase { text, form: PhraseForm::Cells }
    }

    /// An area that a piece stands in.
    pub fn area(text: String) -> CellPhrase {
        CellPhrase { text, form: PhraseForm::Area }
    }

    /// The same with these words at the end.
    pub fn followed_by(self, words: &str) -> CellPhrase {
        CellPhrase { text: self.text + words, ..self }
    }

    fn outside(noun: &str) -> CellPhrase {
        CellPhrase { text: format!("outside {noun}"), form: PhraseForm::Outside }
    }

    /// The cells as a noun: `its palace`, `cells outside its palace`.
    pub fn noun(&self, cell: &str) -> String {
        if self.is_noun() { self.text.clone() } else { format!("{cell}s {}", self.text) }
    }

    /// What follows `cells`: `of its palace`, `outside its palace`.
    pub fn of_place(&self) -> String {
        self.form.prepositions()[0].to_owned() + &self.text
    }

    /// Where a move starts: `from its palace`, `right of the long diagonal`.
    pub fn from(&self) -> String {
        self.form.prepositions()[1].to_owned() + &self.text
    }

    /// Where a piece stands: `on rank 4`, `in its palace`.
    pub fn place(&self) -> String {
        self.form.prepositions()[2].to_owned() + &self.text
    }

    /// Words that narrow a noun: `on its long diagonal`, `outside its palace`.
    fn modifier(&self) -> String {
        self.form.prepositions()[3].to_owned() + &self.text
    }

    /// Whether it is a noun by itself.
    fn is_noun(&self) -> bool {
        matches!(self.form, PhraseForm::Cells | PhraseForm::Area | PhraseForm::Choice)
    }
}

/// A set of cells in words as the first side names them, or as `seen_by` another side.
pub(super) fn own_phrase(
    variant: &LoadedVariant,
    expr: &CellExpr,
    seen_by: Option<SideId>,
) -> CellPhrase {
    phrase(variant, expr, seen_by.map(|side| variant.side_title(side)))
}

/// A set of cells as the head of a row: with more than two players, with the names of sides.
pub(super) fn cell_label(variant: &LoadedVariant, expr: &CellExpr) -> String {
    let reader = (variant.variant().players().count() > 2).then(|| variant.first_side());
    phrase(variant, expr, reader.map(|side| variant.side_title(side))).noun(cell_word(variant))
}

/// The same as `side` sees them, in words such as `the enemy`; `None` is the side that reads.
fn phrase(variant: &LoadedVariant, expr: &CellExpr, side: Option<&str>) -> CellPhrase {
    let noun = |inner: &CellExpr| phrase(variant, inner, side).noun(cell_word(variant));
    match &expr.node {
        CellNode::All(None) => CellPhrase::area("the whole board".to_owned()),
        CellNode::All(Some(board)) | CellNode::Board(board) => {
            CellPhrase::area(board_name(variant, *board))
        }
        CellNode::Named(name, _) => {
            CellPhrase::cells(named_cells(variant, name) + &as_seen_by(variant, side))
        }
        CellNode::Zone(zone) => CellPhrase::area(zone_words(variant, *zone, side)),
        CellNode::FarEdge(board) => {
            CellPhrase::cells(on_board(variant, possessive(side, "far edge", "the"), *board))
        }
        CellNode::StartCells(piece) => {
            let piece = piece_of(variant, piece, side);
            CellPhrase::cells(format!("the starting {}s of {piece}", cell_word(variant)))
        }
        CellNode::Not(scope, inner) => match &inner.node {
            CellNode::Not(other, inner) if other == scope => phrase(variant, inner, side),
            _ => CellPhrase::outside(&noun(inner)),
        },
        CellNode::Union(parts) => union_phrase(variant, parts, side),
        CellNode::Intersection(one, other) => {
            narrowed(&phrase(variant, one, side), &phrase(variant, other, side))
        }
        CellNode::Difference(one, other) if matches!(one.node, CellNode::All(None)) => {
            CellPhrase::outside(&noun(other))
        }
        CellNode::Difference(one, other) => {
            let one = phrase(variant, one, side);
            CellPhrase { text: format!("{} except {}", one.text, noun(other)), ..one }
        }
        CellNode::InDirection(facing, inner) => {
            let direction = match facing {
                Facing::Right => "right of",
                Facing::Left => "left of",
                Facing::Forward => "in front of",
                Facing::Backward => "behind",
            };
            let reader = if is_absolute(inner) { None } else { side };
            let inner = phrase(variant, inner, reader).noun(cell_word(variant));
            let text = format!("{direction} {inner}{}", as_seen_by(variant, side));
            CellPhrase { text, form: PhraseForm::Direction }
        }
        CellNode::OfSide(inner, RelativeSide::Own) => phrase(variant, inner, side),
        CellNode::OfSide(inner, owner) => {
            let owner = side_words(variant, *owner, side);
            if !is_absolute(inner) {
                return phrase(variant, inner, Some(&owner));
            }
            let inner = phrase(variant, inner, None);
            CellPhrase { text: inner.text + &as_seen_by(variant, Some(&owner)), ..inner }
        }
    }
}

/// `its quarter on its long diagonal`, `rank 4 outside its palace`.
fn narrowed(one: &CellPhrase, other: &CellPhrase) -> CellPhrase {
    match (one.is_noun(), other.is_noun()) {
        (true, _) => {
            let either = if one.form == PhraseForm::Choice { "either " } else { "" };
            let form = if one.form == PhraseForm::Area { one.form } else { PhraseForm::Cells };
            CellPhrase { text: format!("{either}{} {}", one.text, other.modifier()), form }
        }
        (false, true) => narrowed(other, one),
        (false, false) => {
            CellPhrase { text: format!("{} and {}", one.text, other.text), form: one.form }
        }
    }
}

/// `a1, b2 and rank 4`; areas and what has words of its own have `or` between.
fn union_phrase(variant: &LoadedVariant, parts: &[CellExpr], side: Option<&str>) -> CellPhrase {
    let phrases: Vec<CellPhrase> = parts.iter().map(|part| phrase(variant, part, side)).collect();
    let is_list = parts.iter().all(|part| matches!(part.node, CellNode::Named(..)));
    let is_outside = phrases.iter().all(|phrase| phrase.form == PhraseForm::Outside);
    let nouns = phrases.iter().map(|phrase| phrase.noun(cell_word(variant)));
    let (form, text) = match (is_list, is_outside) {
        (true, _) => (PhraseForm::Cells, join_words(nouns, "and")),
        (false, true) => {
            let texts = phrases.iter().map(|phrase| &phrase.text);
            (PhraseForm::Outside, join_words(texts, "or"))
        }
        (false, false) => (PhraseForm::Choice, join_words(nouns, "or")),
    };
    CellPhrase { text, form }
}

/// `e4`, `a1–c3`, `ranks 1–4 and 13`, `the cells within two steps of e5`.
fn named_cells(variant: &LoadedVariant, name: &NamedCells) -> String {
    let plain = |cell: &Cell| variant.layout().name_on_board(*cell);
    let of_cell = |cell: &Cell, text| (variant.layout().point(*cell).board, text);
    let (board, text) = match name {
        NamedCells::Cell(cell) | NamedCells::Within(0, cell) => {
            of_cell(cell, plain(cell).to_owned())
        }
        NamedCells::Between(one, other) => of_cell(one, format!("{}–{}", plain(one), plain(other))),
        NamedCells::Diagonal(one, other) => {
            of_cell(one, format!("the diagonal {}–{}", plain(one), plain(other)))
        }
        NamedCells::Lines(board, kind, runs) => {
            let names = &variant.layout().board(*board).axis(*kind).names;
            let run = |&(first, last): &(usize, usize)| match first == last {
                true => names[first].clone(),
                false => format!("{}–{}", names[first], names[last]),
            };
            let count: usize = runs.iter().map(|(first, last)| first.abs_diff(*last) + 1).sum();
            let runs = join_words(runs.iter().map(run), "and");
            (*board, format!("{} {runs}", plural(axis_word(*kind), count)))
        }
        NamedCells::Columns(board, names) => {
            let columns = plural("column", names.len());
            (*board, format!("{columns} {}", join_words(names, "and")))
        }
        NamedCells::Within(steps, cell) => {
            let (word, cell_name) = (cell_word(variant), plain(cell));
            let steps = format!("{} {}", number(*steps), plural("step", usize::from(*steps)));
            of_cell(cell, format!("the {word}s within {steps} of {cell_name}"))
        }
    };
    on_board(variant, text, board)
}

/// With the name of the board, if there are several.
pub(super) fn on_board(variant: &LoadedVariant, text: String, board: u8) -> String {
    match variant.layout().boards().len() {
        1 => text,
        _ => format!("{text} of {}", board_name(variant, board)),
    }
}

/// `its palace`, `the river`, `the enemy's palace`.
fn zone_words(variant: &LoadedVariant, zone: usize, side: Option<&str>) -> String {
    let zone = &variant.variant().zones[zone];
    let is_owned = zone.id.split('-').next().is_some_and(|word| OWNERS.contains(&word));
    let own = &zone.cells[variant.first_side().index()];
    let differs = zone.cells.iter().any(|cells| cells != own);
    let article = if differs && !is_owned { "its" } else { "the" };
    let name = zone.id.replace('-', " ");
    // A zone that is the same for all sides has no owner, and neither has `Red's far bank`.
    let is_first = side.is_some_and(|side| side == variant.side_title(variant.first_side()));
    let owner = side.filter(|_| differs && !(is_first && is_owned));
    possessive(owner, &name, article)
}

/// Another side, as seen by `reader`: `the enemy`, `the next side`, `White`.
pub(super) fn side_words(
    variant: &LoadedVariant,
    side: RelativeSide,
    reader: Option<&str>,
) -> String {
    if let Some(named) = named_side(variant, side, reader) {
        return variant.side_title(named).to_owned();
    }
    let of_reader = |words: &str| possessive(reader, words, "the");
    match side {
        RelativeSide::Own => reader.unwrap_or("its side").to_owned(),
        RelativeSide::Next => of_reader("next side"),
        RelativeSide::Previous => of_reader("previous side"),
        RelativeSide::Opposite => of_reader("opposite side"),
        RelativeSide::Enemy => of_reader("enemy"),
        RelativeSide::Named(side) => variant.side_title(side).to_owned(),
    }
}

/// The player that a reader with a name means by `side`.
fn named_side(variant: &LoadedVariant, side: RelativeSide, reader: Option<&str>) -> Option<SideId> {
    let players: Vec<SideId> = variant.variant().players().collect();
    let place = players.iter().position(|&it| Some(variant.side_title(it)) == reader)?;
    let count = players.len();
    let turns = match side {
        RelativeSide::Next => 1,
        RelativeSide::Previous => count - 1,
        RelativeSide::Opposite if count.is_multiple_of(2) => count / 2,
        RelativeSide::Enemy if count == 2 => 1,
        _ => return None,
    };
    Some(players[(place + turns) % count])
}

/// `a friendly Pawn`, `an enemy Pawn`, `a Pawn of the next side`.
fn piece_of(variant: &LoadedVariant, id: &str, side: Option<&str>) -> String {
    let name =
        variant.variant().kind(id).map_or(id, |piece_type| variant.piece_type_name(piece_type));
    match side {
        None => format!("a friendly {name}"),
        Some("the enemy") => format!("an enemy {name}"),
        Some(side) => format!("{} {name} of {side}", article(name)),
    }
}

/// ` seen from the enemy's side`; nothing for the side that reads and for the first side.
fn as_seen_by(variant: &LoadedVariant, side: Option<&str>) -> String {
    match side {
        None => String::new(),
        Some(side) if side == variant.side_title(variant.first_side()) => String::new(),
        Some(side) if side.ends_with(" side") => format!(" seen from {side}"),
        Some(side) => format!(" seen from {side}'s side"),
    }
}

/// `the river`, `the next side's river or the brook`.
pub(super) fn border_words(variant: &LoadedVariant, borders: &[BorderName]) -> String {
    let border = |name: &BorderName| {
        let owner = name.side.filter(|side| *side != RelativeSide::Own);
        let owner = owner.map(|side| side_words(variant, side, None));
        let id = &variant.variant().borders[name.border].id;
        possessive(owner.as_deref(), &id.replace('-', " "), "the")
    };
    join_words(borders.iter().map(border), "or")
}

/// `the enemy's palace`; with no owner the article stands before the noun.
fn possessive(owner: Option<&str>, noun: &str, article: &str) -> String {
    match owner {
        Some(owner) => format!("{owner}'s {noun}"),
        None => format!("{article} {noun}"),
    }
}

/// Whether a set is named by cells alone, so that `seen from the enemy's side` says whose it is.
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
