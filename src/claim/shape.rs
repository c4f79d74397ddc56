use std::collections::BTreeMap;

use crate::geometry::{Cell, Cells, Lattice, Layout, Seat, SeatPart, Tiling, Vector};
use crate::query::Show;
use crate::rules::SideId;
use crate::source::Spanned;

use super::ground::{Found, Ground};
use super::mover::Mover;
use super::types::wrong;
use super::value::{Number, Truth};

/// A leap as numbers: `4:3:0`, or from one cell to another, `a1-b3`.
pub(super) fn leap(text: &Spanned<String>, ground: &Ground<'_>) -> Found<[i64; 3]> {
    let numbers: Option<Vec<i64>> = text.value.split(':').map(|part| part.parse().ok()).collect();
    if let Some(numbers) = numbers.filter(|numbers| (2..=3).contains(&numbers.len())) {
        if numbers.iter().any(|number| number.abs() > 1_000_000) {
            return Err(wrong(text.span, "a leap beyond all boards").into());
        }
        return Ok([numbers[0], numbers[1], numbers.get(2).copied().unwrap_or(0)]);
    }
    let cells = cells_of_tour(text, ground)?;
    let [from, to] = cells[..] else {
        let complaint = wrong(text.span, format!("`{}` is no leap", text.value));
        return Err(complaint.help("write its coordinates, `2:1`, or two cells, `a1-b3`").into());
    };
    let point = |cell: Cell| ground.study.layout().point(cell);
    let between: Vector = point(to).at - point(from).at;
    Ok(between.into())
}

/// In steps to a neighbour: on hexagons `1:1` is as long as the way to the cell behind a corner.
pub(super) fn length(leap: [i64; 3], tiling: Tiling) -> Number {
    Number::root_of(tiling.twice_dot(leap, leap) / 2)
}

/// How many leaps there are with these lengths along the axes, in any order and either way; on
/// hexagons, how many look like it from one edge or another, or in a mirror.
pub(super) fn directions(leap: [i64; 3], lattice: Lattice) -> usize {
    lattice.images(leap).len()
}

pub(super) fn angle(a: [i64; 3], b: [i64; 3], tiling: Tiling) -> Number {
    tiling.angle(a, b).map_or(Number::Nothing, Number::Real)
}

pub(super) fn prime(number: i64) -> Found<Truth> {
    let divisor =
        (2..).take_while(|d: &i64| d.saturating_mul(*d) <= number).find(|d| number % d == 0);
    Ok(match divisor {
        _ if number < 2 => Truth::new(false, format!("{number} is no prime")),
        Some(divisor) => {
            Truth::new(false, format!("{number} is {divisor} times {}", number / divisor))
        }
        None => Truth::new(true, format!("{number} is prime")),
    })
}

/// The cells of a tour. Names may hold hyphens of their own only where no cell is so called.
fn cells_of_tour(text: &Spanned<String>, ground: &Ground<'_>) -> Found<Vec<Cell>> {
    let mut start = text.span.start;
    let mut cells = Vec::new();
    for name in text.value.split('-') {
        let span = crate::source::Span::new(start, start + name.len());
        cells.push(ground.cell(&Spanned::new(name.trim().to_owned(), span))?);
        start += name.len() + 1;
    }
    Ok(cells)
}

/// Whether each step of a tour is a move on an empty board; if not, which are none, and which one
/// cell would mend it.
pub(super) fn tour(mover: &Mover<'_>, text: &Spanned<String>, ground: &Ground<'_>) -> Found<Truth> {
    let cells = cells_of_tour(text, ground)?;
    if cells.len() < 2 {
        return Err(wrong(text.span, "a tour goes from cell to cell: `a1-b3-c5`").into());
    }
    let mut faults = Vec::new();
    for (index, step) in cells.windows(2).enumerate() {
        if !mover.cells(step[0], Show::Moves)?.has(step[1]) {
            faults.push(index);
        }
    }
    if faults.is_empty() {
        return Ok(Truth::new(true, format!("each step is a move of the {}", mover.name)));
    }
    let name = |cell: Cell| ground.study.cell_name(cell);
    let step = |&index: &usize| format!("{}-{}", name(cells[index]), name(cells[index + 1]));
    let steps: Vec<String> = faults.iter().map(step).collect();
    let verb = if steps.len() == 1 { "is no move" } else { "are no moves" };
    let told = format!("{} {verb} of the {}", steps.join(" and "), mover.name);
    let hint = mended(mover, &cells, &faults, ground)?;
    Ok(Truth { hint, ..Truth::new(false, told) })
}

/// The single cells that mend a tour whose steps at those places are no moves.
fn mended(
    mover: &Mover<'_>,
    cells: &[Cell],
    faults: &[usize],
    ground: &Ground<'_>,
) -> Found<Option<String>> {
    let name = |cell: Cell| ground.study.cell_name(cell);
    let last = cells.len() - 1;
    let closed = last > 1 && cells[0] == cells[last];
    let mut repairs = Vec::new();
    for index in 0..=last - usize::from(closed) {
        // A cell belongs to the step that leads to it and to the one that leads on.
        let before = if closed && index == 0 { Some(last - 1) } else { index.checked_sub(1) };
        let after = (index < last).then_some(index);
        if !faults.iter().all(|&fault| Some(fault) == before || Some(fault) == after) {
            continue;
        }
        let candidates = match before {
            Some(before) => mover.cells(cells[before], Show::Moves)?,
            None => mover.field(),
        };
        for cell in candidates.iter().filter(|&cell| cell != cells[index]) {
            let goes_on = match after {
                Some(after) => mover.cells(cell, Show::Moves)?.has(cells[after + 1]),
                None => true,
            };
            if goes_on {
                repairs.push(format!("{} for {}", name(cell), name(cells[index])));
            }
        }
    }
    Ok(match repairs.len() {
        0 => None,
        1..=4 => Some(format!("it would be right with {}", repairs.join(", or "))),
        many => Some(format!("{many} changes of one cell would mend it")),
    })
}

/// What a move may keep or change.
fn aspect<'a>(text: &Spanned<String>, layout: &'a Layout) -> Found<Box<dyn Fn(Cell) -> i16 + 'a>> {
    Ok(match text.value.as_str() {
        "colour" | "color" | "shade" => Box::new(|cell| i16::from(layout.shade(cell))),
        "level" => Box::new(|cell| layout.point(cell).at.z),
        "file" => Box::new(|cell| layout.point(cell).at.x),
        "rank" => Box::new(|cell| {
            let at = layout.point(cell).at;
            at.y - layout.board(layout.point(cell).board).file_start(at.x)
        }),
        other => {
            let complaint =
                wrong(text.span, format!("nobody knows whether a move keeps its `{other}`"));
            return Err(complaint.help("there are `colour`, `level`, `file` and `rank`").into());
        }
    })
}

pub(super) fn keeps(
    mover: &Mover<'_>,
    what: &Spanned<String>,
    ground: &Ground<'_>,
) -> Found<Truth> {
    all_moves(mover, what, ground, |a, b| a == b, "changes", "keeps")
}

pub(super) fn changes(
    mover: &Mover<'_>,
    what: &Spanned<String>,
    ground: &Ground<'_>,
) -> Found<Truth> {
    all_moves(mover, what, ground, |a, b| a != b, "keeps", "changes")
}

fn all_moves(
    mover: &Mover<'_>,
    what: &Spanned<String>,
    ground: &Ground<'_>,
    holds: impl Fn(i16, i16) -> bool,
    against: &str,
    with: &str,
) -> Found<Truth> {
    let of = aspect(what, ground.study.layout())?;
    let mut moves = 0;
    for from in mover.field().iter() {
        let steps = mover.steps(from)?;
        moves += steps.count();
        if let Some(to) = steps.iter().find(|&to| !holds(of(from), of(to))) {
            let name = |cell: Cell| ground.study.cell_name(cell);
            let told = format!("{}-{} {against} the {}", name(from), name(to), what.value);
            return Ok(Truth::new(false, told));
        }
    }
    if moves == 0 {
        return Err(super::ground::Stop::Undecided(format!("the {} has no move", mover.name)));
    }
    Ok(Truth::new(true, format!("every move of the {} {with} the {}", mover.name, what.value)))
}

/// Whether the cells, or the men on them, look the same when turned.
pub(super) fn symmetric(
    ground: &Ground<'_>,
    thing: &Spanned<String>,
    turn: &Spanned<String>,
) -> Found<Truth> {
    let seat = seat(turn, ground.study.layout())?;
    match thing.value.as_str() {
        "board" | "boards" => Ok(symmetric_board(ground, &seat, &turn.value)),
        "setup" | "array" => Ok(symmetric_pieces(ground, &seat, &turn.value)),
        other => {
            let complaint = wrong(thing.span, format!("`{other}` cannot be turned"));
            Err(complaint.help("`board` or `setup` can").into())
        }
    }
}

fn seat(text: &Spanned<String>, layout: &Layout) -> Found<Seat> {
    let unit = layout.board(0).tiling.smallest_turn();
    let mut parts = Vec::new();
    for part in text.value.split(',') {
        let words: Vec<&str> = part.split_whitespace().collect();
        let degrees = |word: &str| {
            word.parse().ok().filter(|degrees: &u16| {
                *degrees > 0 && *degrees < 360 && degrees.is_multiple_of(unit)
            })
        };
        let part = match words[..] {
            ["turn", word] => degrees(word).map(SeatPart::Turn),
            ["flip", "ranks"] => Some(SeatPart::FlipRanks),
            ["flip", "files"] => Some(SeatPart::FlipFiles),
            ["flip", "levels"] => Some(SeatPart::FlipLevels),
            _ => None,
        };
        parts.push(part.ok_or_else(|| {
            let complaint = wrong(text.span, format!("`{}` is no way to turn a board", text.value));
            complaint.help(format!(
                "write `turn {unit}`, `turn 180`, `flip ranks`, `flip files` or `flip levels`"
            ))
        })?);
    }
    Ok(Seat { parts })
}

fn symmetric_board(ground: &Ground<'_>, seat: &Seat, turn: &str) -> Truth {
    let layout = ground.study.layout();
    let lost: Cells = layout.cells().filter(|&cell| seat.cell(layout, cell).is_none()).collect();
    match lost.iter().next() {
        None => Truth::new(true, format!("the cells are the same after `{turn}`")),
        Some(cell) => {
            let told =
                format!("after `{turn}` there is no cell where {} comes to lie", layout.name(cell));
            Truth::new(false, told)
        }
    }
}

/// Sides may change places, each with one other.
fn symmetric_pieces(ground: &Ground<'_>, seat: &Seat, turn: &str) -> Truth {
    let study = ground.study;
    let position = ground.position_or_array();
    let mut becomes: BTreeMap<SideId, SideId> = BTreeMap::new();
    for (cell, piece) in position.pieces() {
        let name = study.cell_name(cell);
        let Some(to) = seat.cell(study.layout(), cell) else {
            return Truth::new(false, format!("after `{turn}` there is no cell for {name}"));
        };
        let other = position.piece_at(to).filter(|other| other.piece_type == piece.piece_type);
        let fits = other
            .is_some_and(|other| *becomes.entry(piece.side).or_insert(other.side) == other.side);
        if !fits {
            let who = study.piece_name(piece);
            let there =
                position.piece_at(to).map_or("nobody".to_owned(), |other| study.piece_name(other));
            let to = study.cell_name(to);
            return Truth::new(
                false,
                format!("after `{turn}` the {who} of {name} comes to {to}, where there is {there}"),
            );
        }
    }
    let mut images: Vec<SideId> = becomes.values().copied().collect();
    images.sort();
    images.dedup();
    if images.len() < becomes.len() {
        return Truth::new(false, format!("after `{turn}` two sides become one"));
    }
    Truth::new(true, format!("the array is the same after `{turn}`"))
}
