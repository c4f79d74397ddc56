use crate::geometry::Cells;
use crate::notation::Betza;
use crate::rules::{ArrivalEffect, Condition, MoveForm, MoveRule, PieceSet, ShotTarget};
use crate::source::{Code, Diagnostic, Diagnostics, Location, SourceText, TomlTable};

use super::kinds::{KindSheet, moveless};
use super::notation;
use super::old_words::{new_word, suggestion};
use super::path;
use super::stage::Stage;

/// What `shoot` says for a shot as far as the move before it went.
const SAME_DISTANCE: &str = "same distance";

/// How one kind moves, for each side.
pub(super) struct Moves {
    pub ways: Vec<Vec<MoveRule>>,
    /// For each way, the text that says where it goes.
    pub texts: Vec<SourceText>,
    pub unknown: bool,
}

/// Reads `move`, `within` and `moves` of a kind.
pub(super) fn read(stage: &Stage<'_>, kind: &KindSheet<'_>, complaints: &mut Diagnostics) -> Moves {
    let sides = stage.sides.len();
    let mut moves = Moves { ways: vec![Vec::new(); sides], texts: Vec::new(), unknown: false };
    let own = kind.table.text("move");
    let written = kind.table.get("moves").is_some();
    match (own.map(SourceText::as_str), kind.stock) {
        (Some("unknown"), _) => moves.unknown = true,
        (Some("none"), _) => {}
        (Some(_), _) => {
            let text = own.expect("the text was there just now");
            let betza = complaints.keep(notation::parse(text));
            if let Some(betza) = &betza {
                notation::warn(text, betza, complaints);
            }
            add_plain(stage, kind, text, betza, &mut moves, complaints);
        }
        (None, Some(stock)) if !written => {
            let betza = complaints.keep(notation::parse_stock(stock, &kind.id));
            // The stock is no file of the author's: complaints point at the piece as a whole.
            let text = SourceText::new("", kind.id.location.clone());
            add_plain(stage, kind, &text, betza, &mut moves, complaints);
        }
        (None, _) if written => {}
        (None, _) => complaints.push(moveless(kind)),
    }
    for (table, location) in kind.table.tables("moves") {
        if let Some(ways) = complaints.keep(way(stage, table, location)) {
            moves.texts.push(way_text(table, location));
            for (side, way) in ways.into_iter().enumerate() {
                moves.ways[side].push(way);
            }
        }
    }
    bound_to_boards(stage, &mut moves, complaints);
    moves
}

/// The way that `move` and `within` say.
fn add_plain(
    stage: &Stage<'_>,
    kind: &KindSheet<'_>,
    text: &SourceText,
    betza: Option<Betza>,
    moves: &mut Moves,
    complaints: &mut Diagnostics,
) {
    let Some(betza) = betza else { return };
    let within = kind.table.text("within").map(|text| stage.places.cells_of_all(text));
    let within = match within.transpose() {
        Ok(within) => within,
        Err(complaint) => return complaints.push(complaint),
    };
    if let (Some(within), Some(text)) = (&within, kind.table.text("within"))
        && within.iter().all(Cells::is_empty)
    {
        complaints.push(
            text.error(Code::CellsEmpty, "no cell is left to stand on")
                .help("name cells that the piece may enter, or leave `within` out"),
        );
    }
    moves.texts.push(text.clone());
    for (side, ways) in moves.ways.iter_mut().enumerate() {
        let within = within.as_ref().map(|within| within[side].clone());
        ways.push(MoveRule { within, ..MoveRule::from_betza(betza.clone()) });
    }
}

/// One item of `moves`, for each side.
fn way(
    stage: &Stage<'_>,
    table: &TomlTable,
    location: &Location,
) -> Result<Vec<MoveRule>, Diagnostics> {
    let travel = travel(stage, table, location)?;
    let conditions = match table.text("if") {
        Some(text) => condition(stage, text)?,
        None => Vec::new(),
    };
    let cells = |key: &str| table.text(key).map(|text| stage.places.cells_of_all(text)).transpose();
    let (from, to, within) = (cells("from")?, cells("to")?, cells("within")?);
    for (key, cells) in [("from", &from), ("to", &to), ("within", &within)] {
        if cells.as_ref().is_some_and(|cells| cells.iter().all(Cells::is_empty)) {
            let text = table.text(key).expect("cells come from a text");
            let help = format!(
                "name some cells, or leave `{key}` out; `,` takes what either side of it names"
            );
            return Err(text
                .error(Code::CellsEmpty, "a way without cells: never possible")
                .help(help)
                .into());
        }
    }
    let of = |cells: &Option<Vec<Cells>>, side: usize| cells.as_ref().map(|all| all[side].clone());
    (0..stage.sides.len())
        .map(|side| {
            Ok(MoveRule {
                form: travel.clone(),
                effect: then(stage, table, side)?,
                from: of(&from, side),
                to: of(&to, side),
                within: of(&within, side),
                may_capture: pieces(stage, table, "captures", side)?,
                hurdles: pieces(stage, table, "over", side)?,
                barred_steps: match table.text("not-crossing") {
                    Some(text) => stage.places.crossings(text, side)?,
                    None => Vec::new(),
                },
                conditions: conditions.clone(),
            })
        })
        .collect()
}

/// The text of a way that a complaint about it points at.
fn way_text(table: &TomlTable, location: &Location) -> SourceText {
    let keys = ["move", "path", "links", "swap", "shoot"];
    let text = keys.iter().find_map(|key| table.text(key));
    text.cloned().unwrap_or_else(|| SourceText::new("", location.clone()))
}

fn pieces(
    stage: &Stage<'_>,
    table: &TomlTable,
    key: &str,
    side: usize,
) -> Result<Option<PieceSet>, Diagnostic> {
    let text = table.text(key);
    text.map(|text| stage.cast.pieces(text, &stage.places, Some(side))).transpose()
}

/// `move`, `path`, `links`, `swap`, or, with `shoot` alone, staying.
fn travel(
    stage: &Stage<'_>,
    table: &TomlTable,
    location: &Location,
) -> Result<MoveForm, Diagnostics> {
    let mut given = ["move", "path", "links", "swap"].iter().filter_map(|key| table.get(key));
    let first = given.next();
    if let (Some(first), Some(second)) = (first, given.next()) {
        let message = format!("both `{}` and `{}`", first.key.value, second.key.value);
        return Err(second
            .key
            .error(Code::PieceMove, message)
            .help("each is a way of its own: `moves = [{ .. }, { .. }]`")
            .into());
    }
    let board = stage.places.layout.board(0);
    let path = path::read(table, board)?;
    if let Some(path) = path {
        return Ok(MoveForm::Path(path));
    }
    if let Some(text) = table.text("links") {
        return links(stage, text);
    }
    if let Some(text) = table.text("move").or_else(|| table.text("swap")) {
        return notation::parse(text).map(MoveForm::Betza);
    }
    if table.get("shoot").is_some() {
        return Ok(MoveForm::Stay);
    }
    Err(location
        .error(Code::PieceMove, "a way that goes nowhere")
        .help("it needs `move`, `path`, `links`, `swap` or `shoot`")
        .into())
}

/// `a1-b3 b3-a1`: pairs of cells, which every side reads alike.
fn links(stage: &Stage<'_>, text: &SourceText) -> Result<MoveForm, Diagnostics> {
    let mut links = Vec::new();
    for word in text.words() {
        links.push(stage.places.words().link(&word)?);
    }
    Ok(MoveForm::Links(links))
}

fn then(stage: &Stage<'_>, table: &TomlTable, side: usize) -> Result<ArrivalEffect, Diagnostics> {
    if let Some(with) = table.text("with")
        && table.get("swap").is_none()
    {
        let message = "`with` without `swap`";
        let help = "swap = \"K\", for instance";
        return Err(with.error(Code::PieceMove, message).help(help).into());
    }
    if table.get("swap").is_some() {
        // Places are changed with one's own alone, whoever else `with` names.
        let (own, with) = (own(stage, side), pieces(stage, table, "with", side)?);
        return Ok(ArrivalEffect::Swap(match with {
            Some(with) => own.iter().filter(|&piece| with.contains(piece)).collect(),
            None => own,
        }));
    }
    let Some(text) = table.text("shoot") else { return Ok(ArrivalEffect::None) };
    if new_word(&text.value, [SAME_DISTANCE]).is_some() {
        let message = format!("no shot `{}`", text.value);
        let help = suggestion(&text.value, [SAME_DISTANCE]);
        return Err(text.error(Code::PieceMove, message).help(help).into());
    }
    if text.value == SAME_DISTANCE {
        if table.get("move").is_none() {
            let message = "`same distance` as what? the way does not move";
            return Err(text
                .error(Code::PieceMove, message)
                .help("add a `move` to the way")
                .into());
        }
        return Ok(ArrivalEffect::Shoot(ShotTarget::SameDistanceAgain));
    }
    notation::parse(text).map(|betza| ArrivalEffect::Shoot(ShotTarget::Betza(betza)))
}

/// All men of a side.
fn own(stage: &Stage<'_>, side: usize) -> PieceSet {
    let side = crate::rules::SideId(side as u8);
    let kinds = 0..stage.cast.kinds.len() as u8;
    kinds
        .map(|piece_type| crate::rules::Piece {
            side,
            piece_type: crate::rules::PieceTypeId(piece_type),
        })
        .collect()
}

/// `not in check`, `unmoved`, `not unmoved`, a state, `not` and a state; several with commas.
fn condition(stage: &Stage<'_>, text: &SourceText) -> Result<Vec<Condition>, Diagnostic> {
    text.split(&[',']).iter().map(|part| one_condition(stage, part)).collect()
}

fn one_condition(stage: &Stage<'_>, text: &SourceText) -> Result<Condition, Diagnostic> {
    let words = text.words();
    let (negative, rest) = match words.split_first() {
        Some((not, rest)) if not.value == "not" => (true, rest),
        _ => (false, words.as_slice()),
    };
    let plain: Vec<&str> = rest.iter().map(SourceText::as_str).collect();
    match (plain.as_slice(), negative) {
        (["in", "check"], true) => Ok(Condition::NotInCheck),
        (["in", "check"], false) => Err(text
            .error(Code::State, "a way that needs a check is not known here")
            .help("`not in check` is")),
        (["unmoved"], false) => Ok(Condition::Unmoved),
        (["unmoved"], true) => Ok(Condition::Moved),
        ([state], _) => {
            let Some(state) = stage.states.iter().position(|known| known == state) else {
                return Err(no_state(stage, &rest[0]));
            };
            Ok(if negative {
                Condition::LacksState(state as u8)
            } else {
                Condition::HasState(state as u8)
            })
        }
        _ => Err(text
            .error(Code::State, format!("`{}` is not a condition", text.value))
            .help("`not in check`, `unmoved`, a state, or `not` and one of them")),
    }
}

pub(super) fn no_state(stage: &Stage<'_>, word: &SourceText) -> Diagnostic {
    let known = stage.states.iter().map(String::as_str).chain(["unmoved"]);
    word.error(Code::State, format!("no state `{}`", word.value))
        .help(suggestion(&word.value, known))
}

/// On boards with a move of their own, a piece moves as anybody does there; the piece's own ways
/// begin elsewhere.
fn bound_to_boards(stage: &Stage<'_>, moves: &mut Moves, complaints: &mut Diagnostics) {
    let layout = &stage.places.layout;
    let mut elsewhere = Cells::all(layout.len());
    let (mut ways, mut texts) = (Vec::new(), Vec::new());
    for (index, board) in stage.boards.iter().enumerate() {
        let Some(text) = &board.anybody else { continue };
        let here: Cells = layout.cells_of(index as u8).collect();
        elsewhere = elsewhere.without(&here);
        if text.value == "none" {
            continue;
        }
        if let Some(betza) = complaints.keep(notation::parse(text)) {
            ways.push(MoveRule { from: Some(here), ..MoveRule::from_betza(betza) });
            texts.push(text.clone());
        }
    }
    if elsewhere.count() == layout.len() {
        return;
    }
    for of_side in &mut moves.ways {
        for way in of_side.iter_mut() {
            let from = way.from.take();
            way.from = Some(from.map_or(elsewhere.clone(), |from| from.intersection(&elsewhere)));
        }
        of_side.extend(ways.iter().cloned());
    }
    moves.texts.extend(texts);
}
