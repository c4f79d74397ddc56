//! Functions of claims about leaps, numbers, tours, what moves keep, and symmetry.

use std::collections::{BTreeMap, BTreeSet};

use crate::game::SideId;
use crate::geometry::{Cell, Lattice, Layout, Seat, SeatPart, Tiling, Vector};
use crate::query::MoveFilter;
use crate::source::{Span, Spanned};

use super::context::{EvalContext, EvalError, EvalResult, WorkBudget};
use super::piece::QueriedPiece;
use super::types::wrong;
use super::value::{Number, Truth};

/// Returns a leap as numbers; a text has them, as in `4:3:0`, or two cells, as in `a1-b3`.
pub(super) fn leap(text: &Spanned<String>, context: &EvalContext<'_>) -> EvalResult<[i64; 3]> {
    let numbers: Option<Vec<i64>> = text.value.split(':').map(|part| part.parse().ok()).collect();
    if let Some(numbers) = numbers.filter(|numbers| (2..=3).contains(&numbers.len())) {
        if numbers.iter().any(|number| number.unsigned_abs() > 1_000_000) {
            return Err(wrong(text.span, "a leap longer than all boards").into());
        }
        return Ok([numbers[0], numbers[1], numbers.get(2).copied().unwrap_or(0)]);
    }
    let [from, to] = cells_of_tour(text, context)?[..] else {
        let error = wrong(text.span, format!("`{}` is no leap", text.value));
        return Err(error.help("write its coordinates, `2:1`, or two cells, `a1-b3`").into());
    };
    let point = |cell: Cell| context.variant.layout().point(cell);
    let offset: Vector = point(to).at - point(from).at;
    Ok(offset.into())
}

/// Returns the length of a leap in steps to an adjacent cell.
///
/// On hexagons `1:1` is as long as the distance to the cell behind a corner.
pub(super) fn length(leap: [i64; 3], tiling: Tiling) -> Number {
    Number::root_of(tiling.twice_dot(leap, leap) / 2)
}

/// Returns the number of leaps with these lengths along the axes.
///
/// On hexagons these are the images of the leap under rotations by 60° and reflections.
pub(super) fn directions(leap: [i64; 3], lattice: Lattice) -> usize {
    lattice.images(leap).len()
}

/// Returns the angle between two leaps, in degrees.
pub(super) fn angle(a: [i64; 3], b: [i64; 3], tiling: Tiling) -> Number {
    tiling.angle(a, b).map_or(Number::None, Number::Real)
}

/// Returns whether a number is prime.
pub(super) fn prime(number: i64, budget: &WorkBudget) -> EvalResult<Truth> {
    budget.spend(usize::try_from(number.max(0).isqrt()).unwrap_or(usize::MAX))?;
    Ok(match (2..=number.max(0).isqrt()).find(|divisor| number % divisor == 0) {
        _ if number < 2 => Truth::new(false, format!("{number} is not prime")),
        Some(divisor) => {
            Truth::new(false, format!("{number} is {divisor} times {}", number / divisor))
        }
        None => Truth::new(true, format!("{number} is prime")),
    })
}

/// Returns the cells of a tour, which are separated by hyphens.
fn cells_of_tour(text: &Spanned<String>, context: &EvalContext<'_>) -> EvalResult<Vec<Cell>> {
    let mut start = text.span.start;
    let mut cells = Vec::new();
    for name in text.value.split('-') {
        let span = Span::new(start, start + name.len());
        cells.push(context.cell(&Spanned::new(name.trim().to_owned(), span))?);
        start += name.len() + 1;
    }
    Ok(cells)
}

/// Returns whether each step of a tour is a move of the piece.
///
/// If not, the words name the wrong steps, and the hint names single cells that would repair them.
pub(super) fn tour(piece: &QueriedPiece<'_>, text: &Spanned<String>) -> EvalResult<Truth> {
    let cells = cells_of_tour(text, &piece.context)?;
    if cells.len() < 2 {
        return Err(wrong(text.span, "a tour goes from cell to cell: `a1-b3-c5`").into());
    }
    let mut wrong_steps = Vec::new();
    for (index, step) in cells.windows(2).enumerate() {
        if !piece.cells(step[0], MoveFilter::Moves)?.contains(step[1]) {
            wrong_steps.push(index);
        }
    }
    if wrong_steps.is_empty() {
        return Ok(Truth::new(true, format!("each step is a move of the {}", piece.name)));
    }
    let step = |&index: &usize| step_name(piece, cells[index], cells[index + 1]);
    let steps: Vec<String> = wrong_steps.iter().map(step).collect();
    let verb = if steps.len() == 1 { "is no move" } else { "are no moves" };
    let explanation = format!("{} {verb} of the {}", steps.join(" and "), piece.name);
    let hint = single_cell_repairs(piece, &cells, &wrong_steps)?;
    Ok(Truth { hint, ..Truth::new(false, explanation) })
}

fn step_name(piece: &QueriedPiece<'_>, from: Cell, to: Cell) -> String {
    let variant = piece.context.variant;
    format!("{}-{}", variant.cell_name(from), variant.cell_name(to))
}

/// Returns which changes of one cell make all steps of a tour moves of the piece.
fn single_cell_repairs(
    piece: &QueriedPiece<'_>,
    cells: &[Cell],
    wrong_steps: &[usize],
) -> EvalResult<Option<String>> {
    let name = |cell: Cell| piece.context.variant.cell_name(cell);
    let last = cells.len() - 1;
    let is_closed = last > 1 && cells[0] == cells[last];
    let mut repairs = Vec::new();
    for index in 0..=last - usize::from(is_closed) {
        // A cell belongs to the step that ends on it and to the step that begins there.
        let before = if is_closed && index == 0 { Some(last - 1) } else { index.checked_sub(1) };
        let after = (index < last).then_some(index);
        if !wrong_steps.iter().all(|&step| Some(step) == before || Some(step) == after) {
            continue;
        }
        let candidates = match before {
            Some(before) => piece.cells(cells[before], MoveFilter::Moves)?,
            None => piece.context.domain(),
        };
        for cell in candidates.iter().filter(|&cell| cell != cells[index]) {
            let reaches_next = match after {
                Some(after) => piece.cells(cell, MoveFilter::Moves)?.contains(cells[after + 1]),
                None => true,
            };
            if reaches_next {
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

/// Returns the property of a cell that a move may keep or change.
fn aspect<'a>(
    text: &Spanned<String>,
    layout: &'a Layout,
) -> EvalResult<Box<dyn Fn(Cell) -> i16 + 'a>> {
    Ok(match text.value.as_str() {
        "colour" | "color" | "shade" => Box::new(|cell| i16::from(layout.shade(cell))),
        "level" => Box::new(|cell| layout.point(cell).at.z),
        "file" => Box::new(|cell| layout.point(cell).at.x),
        "rank" => Box::new(|cell| {
            let at = layout.point(cell).at;
            at.y - layout.board(layout.point(cell).board).file_start(at.x)
        }),
        other => {
            let error = wrong(text.span, format!("a move cannot keep or change a `{other}`"));
            return Err(error.help("there are `colour`, `level`, `file` and `rank`").into());
        }
    })
}

/// Returns whether no move of the piece changes an aspect of its cell.
pub(super) fn keeps(piece: &QueriedPiece<'_>, what: &Spanned<String>) -> EvalResult<Truth> {
    all_moves(piece, what, |a, b| a == b, "changes", "keeps")
}

/// Returns whether every move of the piece changes an aspect of its cell.
pub(super) fn changes(piece: &QueriedPiece<'_>, what: &Spanned<String>) -> EvalResult<Truth> {
    all_moves(piece, what, |a, b| a != b, "keeps", "changes")
}

fn all_moves(
    piece: &QueriedPiece<'_>,
    what: &Spanned<String>,
    holds: impl Fn(i16, i16) -> bool,
    opposite_verb: &str,
    verb: &str,
) -> EvalResult<Truth> {
    let layout = piece.context.variant.layout();
    let of = aspect(what, layout)?;
    if layout.cells().all(|cell| of(cell) == of(Cell(0))) {
        let message = format!("all cells have the same {}, so no move can change it", what.value);
        return Err(wrong(what.span, message).help("name what moves can change").into());
    }
    let (name, what) = (&piece.name, &what.value);
    let mut moves = 0;
    for from in piece.context.domain().iter() {
        let steps = piece.steps(from)?;
        moves += steps.len();
        if let Some(to) = steps.iter().find(|&to| !holds(of(from), of(to))) {
            let step = step_name(piece, from, to);
            return Ok(Truth::new(false, format!("{step} {opposite_verb} the {what}")));
        }
    }
    if moves == 0 {
        return Err(EvalError::Undecided(format!("the {name} has no move")));
    }
    Ok(Truth::new(true, format!("every move of the {name} {verb} the {what}")))
}

/// Returns whether the cells, or the pieces on them, look the same after a turn.
pub(super) fn symmetric(
    context: &EvalContext<'_>,
    thing: &Spanned<String>,
    turn: &Spanned<String>,
) -> EvalResult<Truth> {
    let seat = seat(turn, context.variant.layout())?;
    match thing.value.as_str() {
        "board" | "boards" => Ok(symmetric_board(context, &seat, &turn.value)),
        "setup" | "array" => Ok(symmetric_pieces(context, &seat, &turn.value)),
        other => {
            let error = wrong(thing.span, format!("`{other}` cannot be turned"));
            Err(error.help("`board` or `setup` can").into())
        }
    }
}

fn seat(text: &Spanned<String>, layout: &Layout) -> EvalResult<Seat> {
    let unit = layout.board(0).tiling.smallest_turn();
    let degrees = |word: &str| {
        word.parse()
            .ok()
            .filter(|degrees: &u16| *degrees > 0 && *degrees < 360 && degrees.is_multiple_of(unit))
    };
    let part = |part: &str| match part.split_whitespace().collect::<Vec<_>>()[..] {
        ["turn", word] => degrees(word).map(SeatPart::Turn),
        ["flip", "ranks"] => Some(SeatPart::FlipRanks),
        ["flip", "files"] => Some(SeatPart::FlipFiles),
        ["flip", "levels"] => Some(SeatPart::FlipLevels),
        _ => None,
    };
    let parts: Option<Vec<SeatPart>> = text.value.split(',').map(part).collect();
    let parts = parts.ok_or_else(|| {
        let error = wrong(text.span, format!("`{}` is no way to turn a board", text.value));
        error.help(format!(
            "write `turn {unit}`, `turn 180`, `flip ranks`, `flip files` or `flip levels`"
        ))
    })?;
    let seat = Seat { parts };
    if layout.cells().all(|cell| seat.cell(layout, cell) == Some(cell)) {
        let message = format!("`{}` leaves every cell in its place", text.value);
        return Err(wrong(text.span, message).help("every setup is symmetric in this way").into());
    }
    Ok(seat)
}

fn symmetric_board(context: &EvalContext<'_>, seat: &Seat, turn: &str) -> Truth {
    let layout = context.variant.layout();
    match layout.cells().find(|&cell| seat.cell(layout, cell).is_none()) {
        None => Truth::new(true, format!("the cells are the same after `{turn}`")),
        Some(cell) => {
            let name = layout.name(cell);
            Truth::new(false, format!("after `{turn}` there is no cell in the place of {name}"))
        }
    }
}

/// Returns whether the pieces look the same after a turn; each side may become another side.
fn symmetric_pieces(context: &EvalContext<'_>, seat: &Seat, turn: &str) -> Truth {
    let variant = context.variant;
    let position = context.position_or_initial();
    let mut images: BTreeMap<SideId, SideId> = BTreeMap::new();
    for (cell, piece) in position.pieces() {
        let name = variant.cell_name(cell);
        let Some(to) = seat.cell(variant.layout(), cell) else {
            return Truth::new(false, format!("after `{turn}` there is no cell for {name}"));
        };
        let found = position.piece_at(to);
        let is_image = found.is_some_and(|other| {
            other.piece_type == piece.piece_type
                && *images.entry(piece.side).or_insert(other.side) == other.side
        });
        if !is_image {
            let (piece, to) = (variant.piece_name(piece), variant.cell_name(to));
            let found = found
                .map_or("no piece".to_owned(), |other| format!("a {}", variant.piece_name(other)));
            let explanation =
                format!("after `{turn}` the {piece} of {name} is on {to}, which has {found}");
            return Truth::new(false, explanation);
        }
    }
    let distinct: BTreeSet<&SideId> = images.values().collect();
    if distinct.len() < images.len() {
        return Truth::new(false, format!("after `{turn}` two sides become one"));
    }
    Truth::new(true, format!("the setup is the same after `{turn}`"))
}
