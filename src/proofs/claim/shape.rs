//! Functions of claims about leaps, numbers, tours, what moves keep, and symmetry.

use std::collections::{BTreeMap, BTreeSet};

use crate::game::SideId;
use crate::geometry::{Cell, Lattice, Layout, Seat, SeatPart, Tiling, Vector};
use crate::query::MoveFilter;
use crate::source::{Diagnostic, Span, Spanned};

use super::context::{EvalContext, EvalError, EvalResult, WorkBudget, wrong};
use super::piece::QueriedPiece;
use super::value::{Number, Truth};

/// Returns a leap as numbers; a text has them, as in `4:3:0`, or two cells, as in `a1-b3`.
pub(super) fn leap(
    text: &Spanned<String>,
    context: &EvalContext<'_>,
) -> Result<[i64; 3], Diagnostic> {
    let numbers: Option<Vec<i64>> = text.value.split(':').map(|part| part.parse().ok()).collect();
    if let Some(numbers) = numbers.filter(|numbers| (2..=3).contains(&numbers.len())) {
        if numbers.iter().any(|number| number.unsigned_abs() > 1_000_000) {
            return Err(wrong(text.span, "a leap longer than all boards"));
        }
        return Ok([numbers[0], numbers[1], numbers.get(2).copied().unwrap_or(0)]);
    }
    let [from, to] = cells_between_hyphens(text, context)?[..] else {
        let error = wrong(text.span, format!("`{}` is no leap", text.value));
        return Err(error.help("write its coordinates, `2:1`, or two cells, `a1-b3`"));
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

/// Returns the cells of a tour.
pub(super) fn tour_cells(
    text: &Spanned<String>,
    context: &EvalContext<'_>,
) -> Result<Vec<Cell>, Diagnostic> {
    let cells = cells_between_hyphens(text, context)?;
    let error = || wrong(text.span, "a tour goes from cell to cell: `a1-b3-c5`");
    (cells.len() > 1).then_some(cells).ok_or_else(error)
}

fn cells_between_hyphens(
    text: &Spanned<String>,
    context: &EvalContext<'_>,
) -> Result<Vec<Cell>, Diagnostic> {
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
pub(super) fn tour(piece: &QueriedPiece<'_>, cells: &[Cell]) -> EvalResult<Truth> {
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
    let hint = single_cell_repairs(piece, cells, &wrong_steps)?;
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

/// A property of a cell that a move may keep or change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aspect {
    Colour,
    Level,
    File,
    Rank,
}

impl Aspect {
    /// With their words, in the order of the enum.
    pub(super) const ALL: [(&'static str, Aspect); 4] = [
        ("colour", Aspect::Colour),
        ("level", Aspect::Level),
        ("file", Aspect::File),
        ("rank", Aspect::Rank),
    ];

    pub(super) fn word(self) -> &'static str {
        Aspect::ALL[self as usize].0
    }

    fn of(self, cell: Cell, layout: &Layout) -> i16 {
        let point = layout.point(cell);
        match self {
            Aspect::Colour => i16::from(layout.shade(cell)),
            Aspect::Level => point.at.z,
            Aspect::File => point.at.x,
            Aspect::Rank => point.at.y - layout.board(point.board).file_start(point.at.x),
        }
    }
}

/// Returns the property that a word means. Not all cells have it in common.
pub(super) fn aspect(text: &Spanned<String>, layout: &Layout) -> Result<Aspect, Diagnostic> {
    let word = match text.value.as_str() {
        "color" | "shade" => "colour",
        word => word,
    };
    let Some((_, aspect)) = Aspect::ALL.into_iter().find(|(known, _)| *known == word) else {
        let error = wrong(text.span, format!("a move cannot keep or change a `{word}`"));
        return Err(error.help("there are `colour`, `level`, `file` and `rank`"));
    };
    if layout.cells().all(|cell| aspect.of(cell, layout) == aspect.of(Cell(0), layout)) {
        let message = format!("all cells have the same {word}, so no move can change it");
        return Err(wrong(text.span, message).help("name what moves can change"));
    }
    Ok(aspect)
}

/// Returns whether no move of the piece changes an aspect of its cell.
pub(super) fn keeps(piece: &QueriedPiece<'_>, aspect: Aspect) -> EvalResult<Truth> {
    all_moves(piece, aspect, |a, b| a == b, "changes", "keeps")
}

/// Returns whether every move of the piece changes an aspect of its cell.
pub(super) fn changes(piece: &QueriedPiece<'_>, aspect: Aspect) -> EvalResult<Truth> {
    all_moves(piece, aspect, |a, b| a != b, "keeps", "changes")
}

fn all_moves(
    piece: &QueriedPiece<'_>,
    aspect: Aspect,
    holds: impl Fn(i16, i16) -> bool,
    opposite_verb: &str,
    verb: &str,
) -> EvalResult<Truth> {
    let of = |cell| aspect.of(cell, piece.context.variant.layout());
    let (name, what) = (&piece.name, aspect.word());
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

/// Whether a word means the setup, and not the board.
pub(super) fn is_setup(text: &Spanned<String>) -> Result<bool, Diagnostic> {
    match text.value.as_str() {
        "board" | "boards" => Ok(false),
        "setup" | "array" => Ok(true),
        other => {
            let error = wrong(text.span, format!("`{other}` cannot be turned"));
            Err(error.help("`board` or `setup` can"))
        }
    }
}

/// Returns the way to turn a board that words mean. It does not leave every cell in its place.
pub(super) fn seat(text: &Spanned<String>, layout: &Layout) -> Result<Seat, Diagnostic> {
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
        return Err(wrong(text.span, message).help("every setup is symmetric in this way"));
    }
    Ok(seat)
}

/// Returns whether the cells look the same after a turn.
pub(super) fn symmetric_board(context: &EvalContext<'_>, seat: &Seat, turn: &str) -> Truth {
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
pub(super) fn symmetric_pieces(context: &EvalContext<'_>, seat: &Seat, turn: &str) -> Truth {
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
