//! What positions remember of earlier moves, as fields of their text.
//!
//! - `+1+0`: the checks that each player has given.
//! - `successive=1,0`: how many of their last turns gave check.
//! - `captured=white:black:pawn:2`: White has captured two black Pawns.
//! - `castled=white.short`: the castlings that were made.
//! - `left=e1,h1`: the cells from which the last move moved pieces.
//! - `pending=NAME.white`: end conditions that were true for a side after its last turn, and end the
//!   game if they still are when the side is to move.
//! - `part=NAME:TIMES:MOVE:CELLS`: a turn is not finished. The named part is to be made and was made
//!   so often; the last part was `e2-e4` or `@e4`, with `*CELL` for each captured piece and
//!   `~FROM-TO` for a partner. `CELLS` are those of the pieces that were moved, with `*` for a piece
//!   that had not moved before the turn; a cell of another board is `yard.a1`. `!` at the end: the
//!   turn had a capture or other progress.
//!
//! A field is written only if a rule of the game asks for it and it is not empty.

use crate::game::{EndTiming, Piece, SideId};
use crate::geometry::Cell;
use crate::rules::{CapturedCells, GameRecord, Move, MoveKind, Position, Rules, TurnProgress};
use crate::variant::Variant;

/// Why a field cannot be read: a message and help.
pub(super) type FieldError = (String, String);

/// Returns the fields of what a position remembers.
pub(super) fn print_record(variant: &Variant, rules: &Rules, position: &Position) -> Vec<String> {
    let mut fields = Vec::new();
    let Some(record) = position.record.as_deref() else { return fields };
    let of_players = |counts: &[u16]| -> Vec<String> {
        variant.players().map(|side| counts[side.index()].to_string()).collect()
    };
    if record.checks.iter().any(|&count| count > 0) {
        fields.push(format!("+{}", of_players(&record.checks).join("+")));
    }
    if record.successive_checks.iter().any(|&count| count > 0) {
        fields.push(format!("successive={}", of_players(&record.successive_checks).join(",")));
    }
    let mut list = |key: &str, words: Vec<String>| {
        if !words.is_empty() {
            fields.push(format!("{key}={}", words.join(",")));
        }
    };
    list("captured", captured_words(variant, record, position));
    let lines = variant.game.castlings.iter().take(64).enumerate();
    let made = lines.filter(|(index, _)| record.castled >> index & 1 == 1);
    let id = |side: SideId| &variant.sides[side.index()].id;
    list("castled", made.map(|(_, line)| format!("{}.{}", id(line.side), line.name)).collect());
    if record.mover == Some(rules.side_before(position)) {
        let left = record.left.iter().flatten();
        list("left", left.map(|&cell| variant.game.layout.name(cell).to_owned()).collect());
    }
    let mut pending = Vec::new();
    for (index, end) in variant.game.end_conditions.iter().enumerate() {
        let is_pending =
            |side: &SideId| record.pending & GameRecord::pending_bit(index, *side) != 0;
        let sides = variant.players().filter(is_pending);
        pending.extend(sides.map(|side| format!("{}.{}", end.name, id(side))));
    }
    list("pending", pending);
    let progress = record.turn.iter().map(|progress| progress_text(variant, progress));
    list("part", progress.collect());
    fields
}

fn captured_words(variant: &Variant, record: &GameRecord, position: &Position) -> Vec<String> {
    let mut words = Vec::new();
    let id = |side: SideId| &variant.sides[side.index()].id;
    for captor in variant.players() {
        for side in variant.game.side_ids() {
            for piece_type in variant.game.piece_type_ids() {
                let piece = Piece { side, piece_type };
                let count = record.captured_by(position, captor, piece);
                if count > 0 {
                    let kind = &variant.face(piece_type).id;
                    words.push(format!("{}:{}:{kind}:{count}", id(captor), id(side)));
                }
            }
        }
    }
    words
}

/// Reads a field of what a position remembers; `None` if the field is another one.
pub(super) fn read_record_field(
    variant: &Variant,
    rules: &Rules,
    position: &mut Position,
    field: &str,
) -> Option<Result<(), FieldError>> {
    const KEYS: [&str; 6] = ["successive", "captured", "castled", "left", "pending", "part"];
    let (key, list) = match field.strip_prefix('+') {
        Some(counts) => ("checks", counts),
        None => field.split_once('=').filter(|(key, _)| KEYS.contains(key))?,
    };
    let Some(mut record) = position.record.clone() else {
        let message = format!("no rule of {} asks for `{field}`", variant.name);
        return Some(Err((message, "remove it".to_owned())));
    };
    let read = match key {
        "checks" => counts(variant, list, '+').map(|counts| record.checks = counts),
        "successive" => counts(variant, list, ',').map(|counts| record.successive_checks = counts),
        "captured" => {
            list.split(',').try_for_each(|word| read_captured(variant, &mut record, position, word))
        }
        "castled" => list.split(',').try_for_each(|word| {
            let bit = castling_bit(variant, word)?;
            record.castled |= bit;
            Some(())
        }),
        "part" => read_progress(variant, position, list).map(|read| record.turn = Some(read)),
        "left" => cells_left(variant, list).map(|left| {
            record.left = left;
            record.mover = Some(rules.side_before(position));
        }),
        _ => list.split(',').try_for_each(|word| {
            let bit = pending_bit(variant, word)?;
            record.pending |= bit;
            Some(())
        }),
    };
    position.record = Some(record);
    Some(read.ok_or_else(|| {
        let example = match key {
            "checks" => "+1+0",
            "successive" => "successive=1,0",
            "captured" => "captured=white:black:pawn:2",
            "castled" => "castled=white.short",
            "left" => "left=e5",
            "part" => "part=NAME:0:e2-e4:e4",
            _ => "pending=NAME.white",
        };
        (format!("`{field}` cannot be read"), format!("for instance `{example}`"))
    }))
}

/// Reads one number for each player.
fn counts<const N: usize>(variant: &Variant, list: &str, separator: char) -> Option<[u16; N]> {
    let numbers: Option<Vec<u16>> = list.split(separator).map(|it| it.parse().ok()).collect();
    let numbers = numbers.filter(|numbers| numbers.len() == variant.players().count())?;
    let mut counts = [0; N];
    for (side, number) in variant.players().zip(numbers) {
        counts[side.index()] = number;
    }
    Some(counts)
}

/// Reads `white:black:pawn:2`.
fn read_captured(
    variant: &Variant,
    record: &mut GameRecord,
    position: &Position,
    word: &str,
) -> Option<()> {
    let parts: Vec<&str> = word.split(':').collect();
    let [captor, side, kind, count] = parts.as_slice() else { return None };
    let piece = Piece { side: variant.side(side)?, piece_type: variant.kind(kind)? };
    record.set_captured_by(position, variant.side(captor)?, piece, count.parse().ok()?);
    Some(())
}

fn castling_bit(variant: &Variant, word: &str) -> Option<u64> {
    let (side, name) = word.split_once('.')?;
    let side = variant.side(side)?;
    let mut lines = variant.game.castlings.iter().take(64);
    let index = lines.position(|line| line.side == side && line.name == name)?;
    Some(1 << index)
}

fn cells_left(variant: &Variant, list: &str) -> Option<[Option<Cell>; 2]> {
    let mut names = list.split(',').map(|name| variant.game.layout.find(name));
    let (first, second) = (names.next()??, names.next());
    match (second, names.next()) {
        (None, _) => Some([Some(first), None]),
        (Some(second), None) => Some([Some(first), Some(second?)]),
        (Some(_), Some(_)) => None,
    }
}

fn pending_bit(variant: &Variant, word: &str) -> Option<u64> {
    let (name, side) = word.split_once('.')?;
    let side = variant.side(side)?;
    let index = variant.game.end_conditions.iter().position(|end| {
        end.name == name && end.sides[side] && end.when == EndTiming::NextOwnTurn
    })?;
    Some(GameRecord::pending_bit(index, side))
}

/// The text of a turn that is not finished: `duck:0:e2-e4:e4*`.
fn progress_text(variant: &Variant, progress: &TurnProgress) -> String {
    // A colon separates the parts of the field, so that of `yard:a1` is a point here.
    let name = |cell: Cell| variant.game.layout.name(cell).replace(':', ".");
    let last = &progress.last;
    let mut made = match last.kind {
        MoveKind::Drop(_) => format!("@{}", name(last.to)),
        _ => format!("{}-{}", name(last.from), name(last.to)),
    };
    for cell in last.captures.iter() {
        made += &format!("*{}", name(cell));
    }
    if let Some((from, to)) = last.displaced {
        made += &format!("~{}-{}", name(from), name(to));
    }
    let cells = progress
        .moved
        .iter()
        .map(|&(cell, had_moved)| format!("{}{}", name(cell), if had_moved { "" } else { "*" }));
    let cells: Vec<String> = cells.collect();
    let part = &variant.game.turn_parts[usize::from(progress.part)].name;
    let end = if progress.has_progress { "!" } else { "" };
    format!("{part}:{}:{made}:{}{end}", progress.times, cells.join(","))
}

/// Reads `duck:0:e2-e4:e4*`.
fn read_progress(variant: &Variant, position: &Position, text: &str) -> Option<TurnProgress> {
    let (text, has_progress) = match text.strip_suffix('!') {
        Some(text) => (text, true),
        None => (text, false),
    };
    let parts: Vec<&str> = text.split(':').collect();
    let [name, times, made, cells] = parts.as_slice() else { return None };
    let side = position.turn.to_move;
    let part =
        (variant.game.turn_parts.iter()).position(|part| part.name == *name && part.sides[side])?;
    let find = |name: &str| variant.game.layout.find(&name.replace('.', ":"));
    let pair = |text: &str| {
        let (from, to) = text.split_once('-')?;
        Some((find(from)?, find(to)?))
    };
    let (made, displaced) = match made.split_once('~') {
        Some((made, partner)) => (made, Some(pair(partner)?)),
        None => (*made, None),
    };
    let mut words = made.split('*');
    let cells_made = words.next()?;
    let mut captures = CapturedCells::default();
    for word in words {
        captures = captures.with(find(word)?)?;
    }
    let step = match cells_made.strip_prefix('@') {
        Some(cell) => {
            let to = find(cell)?;
            Move { kind: MoveKind::Drop(position.piece_at(to)?), ..Move::step(to, to) }
        }
        None => {
            let (from, to) = pair(cells_made)?;
            Move::step(from, to)
        }
    };
    let cells = cells.split(',').filter(|word| !word.is_empty());
    let moved: Option<Vec<(Cell, bool)>> = cells
        .map(|word| match word.strip_suffix('*') {
            Some(cell) => Some((find(cell)?, false)),
            None => Some((find(word)?, true)),
        })
        .collect();
    Some(TurnProgress {
        part: part as u8,
        times: times.parse().ok()?,
        last: Move { captures, displaced, ..step },
        moved: moved?,
        has_progress,
    })
}
