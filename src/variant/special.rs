use std::collections::BTreeMap;

use crate::geometry::{AxisKind, Cell, Cells};
use crate::rules::{
    BySide, Castling, DropRule, Hands, OccupantRule, Piece, PieceEvent, PieceSet, PieceTypeId,
    Promotion, SideId, StateRule, Transfer, TransferWhen,
};
use crate::source::{
    Code, Diagnostic, Diagnostics, SourceText, TomlTable, limits, quoted_list, suggestion,
};

use super::array;
use super::kinds;
use super::stage::Stage;
use super::ways::no_state;

/// Reads `[castling]` for every side, with what its army changes; held against the array, where
/// that is sound.
pub(super) fn castlings(
    stage: &Stage<'_>,
    array: Option<&[(Cell, Piece)]>,
    complaints: &mut Diagnostics,
) -> Vec<Castling> {
    let mut castlings = Vec::new();
    let common = stage.root.table("castling");
    for side in stage.players() {
        let own = stage.army(side).table("castling");
        for (name, _) in own.texts().filter(|(name, _)| common.get(&name.value).is_none()) {
            complaints.push(
                name.error(Code::Castling, format!("no castling `{}` to replace", name.value))
                    .help(suggestion(&name.value, common.keys())),
            );
        }
        for (name, text) in common.texts() {
            let text = own.text(&name.value).unwrap_or(text);
            let castling = castling(stage, array, side, &name.value, text);
            castlings.extend(complaints.keep(castling));
        }
    }
    if castlings.len() > 64 {
        let message = format!("{} castlings; at most 64", castlings.len());
        let key = &common.entries[0].key;
        complaints.push(key.error(Code::Castling, message));
    }
    castlings
}

/// `king e1-g1, rook h1-f1`
fn castling(
    stage: &Stage<'_>,
    array: Option<&[(Cell, Piece)]>,
    side: usize,
    name: &str,
    text: &SourceText,
) -> Result<Castling, Diagnostic> {
    let parts = text.split(&[',']);
    let [royal, partner] = parts.as_slice() else {
        return Err(text
            .error(Code::Castling, "a castling moves two pieces")
            .help("`king e1-g1, rook h1-f1`: the first one is the royal"));
    };
    let (royal, royal_from, royal_to) = castling_part(stage, array, side, royal)?;
    let (partner, partner_from, partner_to) = castling_part(stage, array, side, partner)?;
    Ok(Castling {
        name: name.to_owned(),
        side: SideId(side as u8),
        royal,
        royal_from,
        royal_to,
        partner,
        partner_from,
        partner_to,
    })
}

fn castling_part(
    stage: &Stage<'_>,
    array: Option<&[(Cell, Piece)]>,
    side: usize,
    text: &SourceText,
) -> Result<(PieceTypeId, Cell, Cell), Diagnostic> {
    let words = text.words();
    let [piece, cells] = words.as_slice() else {
        return Err(text
            .error(Code::Castling, "expected `PIECE FROM-TO`")
            .help("for instance `king e1-g1`"));
    };
    let Some(named) = kinds::find(&stage.kinds, &piece.value) else {
        return Err(kinds::unknown(&stage.kinds, piece, Code::Castling));
    };
    let piece_type = stage.cast.of_army(side, named);
    let (from, to) = stage.places.words().link(cells)?;
    let seat = &stage.sides[side].viewer.seat;
    let turned = |cell| seat.cell(&stage.places.layout, cell);
    let (Some(from), Some(to)) = (turned(from), turned(to)) else {
        let message = format!("turned for {}, this is off the board", stage.sides[side].id.value);
        return Err(cells.error(Code::Castling, message));
    };
    let board_piece = Piece { side: SideId(side as u8), piece_type };
    if array.is_some_and(|array| !array.contains(&(from, board_piece))) {
        let (side, from) = (&stage.sides[side].id.value, stage.places.layout.name(from));
        let piece_type = stage.kind_id(piece_type);
        return Err(text
            .error(Code::Castling, format!("the array has no {piece_type} of {side} on `{from}`"))
            .help("castling begins where the array puts both pieces"));
    }
    Ok((piece_type, from, to))
}

/// Reads `[promotion]` for every side.
pub(super) fn promotions(stage: &Stage<'_>, complaints: &mut Diagnostics) -> Vec<Promotion> {
    let mut promotions = Vec::new();
    for (piece, table) in stage.root.table("promotion").named() {
        let Some(kind) = kinds::find(&stage.kinds, &piece.value) else { continue };
        if table.get("may").is_none() && table.get("must").is_none() {
            let message = "a promotion needs `may` or `must`";
            complaints.push(
                piece.error(Code::Promotion, message).help("must = \"rank 8\", for instance"),
            );
            continue;
        }
        for side in stage.players() {
            let kind = stage.cast.of_army(side, kind);
            promotions.extend(complaints.keep(promotion(stage, table, side, kind)));
        }
    }
    promotions
}

fn promotion(
    stage: &Stage<'_>,
    table: &TomlTable,
    side: usize,
    piece_type: PieceTypeId,
) -> Result<Promotion, Diagnostic> {
    let cells = |key: &str| match table.text(key) {
        Some(text) => {
            let cells = stage.places.cells(text, side)?;
            if cells.is_empty() {
                let side = &stage.sides[side].id.value;
                return Err(text.error(Code::CellsEmpty, format!("no cell of {side} is meant")));
            }
            Ok(cells)
        }
        None => Ok(Cells::new()),
    };
    let (must, may) = (cells("must")?, cells("may")?);
    let becomes = match table.text("becomes") {
        Some(text) => {
            let becomes = stage.cast.kinds_for(text, &stage.places, side)?;
            if becomes.contains(&piece_type) {
                let message = format!("a {} becomes itself", stage.kind_id(piece_type));
                return Err(text.error(Code::Promotion, message).help("leave it out with `but`"));
            }
            if becomes.is_empty() {
                return Err(text.error(Code::Promotion, "there is nothing to become"));
            }
            becomes
        }
        None => Vec::new(),
    };
    Ok(Promotion {
        side: SideId(side as u8),
        piece_type,
        compulsory_zone: must,
        optional_zone: may,
        on_leaving: table.flag("leaving").unwrap_or(false),
        choices: becomes,
        initial_limit: table.get("limit").is_some(),
    })
}

/// Reads `[hands]`: what is kept in hand.
pub(super) fn hands(stage: &Stage<'_>, complaints: &mut Diagnostics) -> Option<Hands> {
    let start = array::hands(stage, complaints);
    let entry = stage.root.get("hands");
    if entry.is_none() && stage.root.get("setup-hand").is_none() {
        if let Some(drops) = stage.root.get("drops") {
            complaints.push(
                drops
                    .key
                    .error(Code::Drop, "drops, but no `[hands]`")
                    .help("`[hands]` with `gain = \"captures\"` lets a side keep what it takes"),
            );
        }
        return None;
    }
    let table = stage.root.table("hands");
    Some(Hands {
        captures_to_hand: table.get("gain").is_some(),
        unpromoted: table.text("as").is_none_or(|word| word.value == "unpromoted"),
        initial: start,
    })
}

/// Reads `[drops]`; what it does not name may be dropped anywhere.
pub(super) fn drops(
    stage: &Stage<'_>,
    comes_in_hand: impl Fn(PieceTypeId) -> bool,
    complaints: &mut Diagnostics,
) -> Vec<DropRule> {
    let mut drops = Vec::new();
    let all = Cells::all(stage.places.layout.len());
    for (index, kind) in stage.kinds.iter().enumerate() {
        let kind_id = PieceTypeId(index as u8);
        let table = stage.root.table("drops").table(&kind.id.value);
        if !comes_in_hand(kind_id) {
            continue;
        }
        for side in stage.players() {
            let to = table.text("to").map(|text| stage.places.cells(text, side));
            let to = to.map_or(Some(all.clone()), |to| complaints.keep(to));
            drops.push(DropRule {
                side: SideId(side as u8),
                piece_type: kind_id,
                to: to.unwrap_or_default(),
                one_per: lines(stage, table.text("one-per").map(SourceText::as_str)),
                may_give_checkmate: table.flag("mates").unwrap_or(true),
            });
        }
    }
    drops
}

/// All files, or all ranks, of all boards.
fn lines(stage: &Stage<'_>, axis: Option<&str>) -> Vec<Cells> {
    let axis = match axis {
        Some("file") => AxisKind::File,
        Some("rank") => AxisKind::Rank,
        _ => return Vec::new(),
    };
    let layout = &stage.places.layout;
    let mut lines = BTreeMap::<(u8, usize, i16), Cells>::new();
    for cell in layout.cells() {
        let point = layout.point(cell);
        let line = (point.board, layout.place_on(cell, axis), point.at.z);
        lines.entry(line).or_default().add(cell);
    }
    lines.into_values().collect()
}

/// Reads `[states]`.
pub(super) fn states(stage: &Stage<'_>, complaints: &mut Diagnostics) -> Vec<StateRule> {
    let mut states = Vec::new();
    for (id, table) in stage.root.table("states").named() {
        let events = |key: &str, complaints: &mut Diagnostics| {
            let text = table.text(key);
            let event = text.and_then(|text| complaints.keep(event(stage, text)));
            event.into_iter().collect()
        };
        states.push(StateRule {
            id: id.value.clone(),
            set: events("set", complaints),
            clear: events("clear", complaints),
        });
    }
    if let Some((id, _)) = stage.root.table("states").named().nth(16) {
        complaints.push(id.error(Code::State, "a piece remembers at most 16 things"));
    }
    states
}

const EVENTS: [&str; 5] = ["moves", "captures", "arrives on", "leaves", "crosses"];

/// `moves`, `captures [on CELLS]`, `arrives on CELLS`, `leaves CELLS`, `crosses BORDERS`
fn event(stage: &Stage<'_>, text: &SourceText) -> Result<PieceEvent, Diagnostics> {
    let words = text.words();
    let plain: Vec<&str> = words.iter().map(SourceText::as_str).collect();
    let rest = |count: usize| match words.get(count) {
        Some(first) => {
            let start = first.location.span.start - text.location.span.start;
            Ok(text.part(crate::source::Span::new(start, text.value.len())))
        }
        None => {
            let message = format!("`{}` of which cells?", text.value);
            Err(text.error(Code::State, message).help("for instance `arrives on rank 8`"))
        }
    };
    let cells = |from| Ok::<_, Diagnostics>(stage.places.cells_of_all(&rest(from)?)?.into());
    Ok(match plain.as_slice() {
        ["moves"] => PieceEvent::Moves,
        ["captures"] => {
            let all = Cells::all(stage.places.layout.len());
            PieceEvent::Captures(vec![all; stage.sides.len()].into())
        }
        ["captures", "on", ..] => PieceEvent::Captures(cells(2)?),
        ["arrives", "on", ..] => PieceEvent::Arrives(cells(2)?),
        ["leaves", ..] => PieceEvent::Leaves(cells(1)?),
        ["crosses", ..] => {
            let borders = rest(1)?;
            let sides = 0..stage.sides.len();
            let pairs = sides.map(|side| stage.places.crossings(&borders, side));
            PieceEvent::Crosses(pairs.collect::<Result<_, _>>()?)
        }
        _ => {
            let complaint = text.error(Code::State, format!("no event `{}`", text.value));
            let near = crate::source::closest(plain.first().unwrap_or(&""), EVENTS);
            return Err(complaint
                .help(match near {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("there are {}", quoted_list(EVENTS)),
                })
                .into());
        }
    })
}

/// Reads `[[transfers]]`.
pub(super) fn transfers(stage: &Stage<'_>, complaints: &mut Diagnostics) -> Vec<Transfer> {
    let tables = stage.root.tables("transfers");
    if let Some((_, location)) = tables.get(limits::ZONES) {
        let message = format!("more than {} transfers", limits::ZONES);
        complaints.push(location.error(Code::Transfer, message));
        return Vec::new();
    }
    tables
        .iter()
        .enumerate()
        .filter_map(|(index, (table, _))| complaints.keep(transfer(stage, table, index)))
        .collect()
}

fn transfer(stage: &Stage<'_>, table: &TomlTable, index: usize) -> Result<Transfer, Diagnostics> {
    let cells = |key: &str| match table.text(key) {
        Some(text) => stage.places.cells_of_all(text).map(BySide::from),
        None => Ok(vec![Cells::new(); stage.sides.len()].into()),
    };
    let who = match table.text("pieces") {
        Some(text) => stage.cast.pieces(text, &stage.places, None)?,
        None => everybody(stage),
    };
    let text_is = |key: &str, word: &str| table.text(key).is_some_and(|text| text.value == word);
    Ok(Transfer {
        name: table
            .text("name")
            .map_or(format!("transfer {}", index + 1), |name| name.value.clone()),
        when: match table.text("when").map(SourceText::as_str) {
            Some("owner moved") => TransferWhen::OwnerMoved,
            Some("alone on board") => TransferWhen::AloneOnBoard,
            Some("turn") => TransferWhen::Turn,
            _ => TransferWhen::Captured,
        },
        from: cells("from")?,
        pieces: who,
        states: match table.text("if") {
            Some(text) => transfer_states(stage, text)?,
            None => Vec::new(),
        },
        to: cells("to")?,
        occupant: match text_is("occupant", "removed") {
            true => OccupantRule::Removed,
            false => OccupantRule::Blocks,
        },
        removed_when_full: text_is("full", "removed"),
        reset: match table.text("then") {
            Some(text) => reset(stage, text)?,
            None => Cells::new(),
        },
    })
}

/// All men of all sides.
pub(super) fn everybody(stage: &Stage<'_>) -> PieceSet {
    let kinds = 0..stage.cast.kinds.len() as u8;
    let of_side =
        |side| kinds.clone().map(move |kind| Piece { side, piece_type: PieceTypeId(kind) });
    stage.side_ids().flat_map(of_side).collect()
}

fn transfer_states(stage: &Stage<'_>, text: &SourceText) -> Result<Vec<(u8, bool)>, Diagnostic> {
    let mut states = Vec::new();
    let mut wanted = true;
    for word in text.words() {
        if word.value == "not" {
            wanted = false;
            continue;
        }
        let state = stage.states.iter().position(|known| *known == word.value);
        states.push((state.ok_or_else(|| no_state(stage, &word))? as u8, wanted));
        wanted = true;
    }
    Ok(states)
}

/// `reset BOARD`
fn reset(stage: &Stage<'_>, text: &SourceText) -> Result<Cells, Diagnostic> {
    let words = text.words();
    let [reset, board] = words.as_slice() else {
        return Err(text.error(Code::Transfer, "expected `reset` and a board"));
    };
    if reset.value != "reset" {
        let message = format!("nothing called `{}` can follow a transfer", reset.value);
        return Err(reset.error(Code::Transfer, message).help("`reset BOARD`"));
    }
    let boards = stage.places.layout.boards();
    match boards.iter().position(|known| known.id == board.value) {
        Some(index) => Ok(stage.places.layout.cells_of(index as u8).collect()),
        None => Err(board
            .error(Code::Transfer, format!("no board `{}`", board.value))
            .help(suggestion(&board.value, boards.iter().map(|board| board.id.as_str())))),
    }
}
