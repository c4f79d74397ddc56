use crate::geometry::{Cell, Point, Tiling, Vector};
use crate::rules::{Man, Position, SideId, Tag};
use crate::source::{Code, Diagnostic, Span, limits};

use super::Study;

/// Reads a position: a placement (the first field of a FEN, or a whole one), or a list of men.
///
/// ```text
/// 4k3/8/8/8/8/8/8/4K3 w                   white king e1; black king e8, rook a8 h8
/// ```
pub(super) fn read(study: &Study, text: &str) -> Result<Position, Diagnostic> {
    if text.len() > limits::PLACEMENT {
        let message = format!("a position of more than {} bytes", limits::PLACEMENT);
        return Err(Diagnostic::error(Code::Placement, message));
    }
    let mut position = Position::empty(study.rules());
    if is_list(study, text) {
        list(study, text, &mut position)?;
    } else {
        placement(study, text, &mut position)?;
    }
    mark_moved(study, &mut position);
    Ok(position)
}

/// Whoever does not stand where the array has such a man has moved.
fn mark_moved(study: &Study, position: &mut Position) {
    let men: Vec<(Cell, Man)> = position.men().collect();
    for (cell, man) in men {
        let at_home = study.rules().game().array.contains(&(cell, man));
        position.set_tag(cell, Tag { moved: !at_home, ..Tag::default() });
    }
}

fn is_list(study: &Study, text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    let variant = study.variant();
    !text.contains('/')
        && (variant.side(first).is_some() || variant.faces.iter().any(|face| face.id == first))
}

/// `white king e1, rook a1 h1; black king e8`: a side holds until another is named.
fn list(study: &Study, text: &str, position: &mut Position) -> Result<(), Diagnostic> {
    let mut side = study.first_side();
    let mut start = 0;
    for item in text.split([';', ',']) {
        let span = Span::new(start, start + item.len());
        start = span.end + 1;
        if !item.trim().is_empty() {
            side = list_item(study, item.trim(), side, position).map_err(|c| c.at_span(span))?;
        }
    }
    Ok(())
}

fn list_item(
    study: &Study,
    item: &str,
    side: SideId,
    position: &mut Position,
) -> Result<SideId, Diagnostic> {
    let (first, rest) = item.split_once(char::is_whitespace).unwrap_or((item, ""));
    let (side, first, rest) = match study.variant().side(first) {
        Some(side) => {
            let rest = rest.trim_start();
            let (kind, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            (side, kind, rest)
        }
        None => (side, first, rest),
    };
    let man = Man { side, kind: study.kind(first)? };
    let cells = study.variant().cells(rest.trim(), study.first_side())?;
    cells.iter().for_each(|cell| position.put(cell, Some(man)));
    Ok(side)
}

fn placement(study: &Study, text: &str, position: &mut Position) -> Result<(), Diagnostic> {
    let mut fields = text.split_whitespace();
    let field = fields.next().unwrap_or_default();
    let board = field.split('[').next().unwrap_or_default();
    let shape = study.layout().board(0);
    if shape.tiling == Tiling::Hexagons || shape.has_levels {
        let message = "a placement in rows needs a flat board of squares";
        return Err(Diagnostic::error(Code::Placement, message)
            .help("name the men and their cells: `white king e1; black king e8`"));
    }
    let rows: Vec<&str> = board.split('/').collect();
    let size = shape.size();
    if rows.len() != size.y as usize {
        let message = format!("a placement of {} rows for a board of {} ranks", rows.len(), size.y);
        return Err(Diagnostic::error(Code::Placement, message));
    }
    for (index, row) in rows.iter().enumerate() {
        let y = size.y - 1 - index as i16;
        let things = things(row, size.x as usize).ok_or_else(|| {
            let message = format!("the row `{row}` does not fill the {} files", size.x);
            Diagnostic::error(Code::Placement, message)
        })?;
        for (x, thing) in things.iter().enumerate() {
            let at = Vector::new(x as i16, y, 0);
            put(study, position, study.layout().at(Point { board: 0, at }), thing)?;
        }
    }
    if let Some(side) = fields.next().and_then(|turn| turn_of(study, turn)) {
        position.set_to_move(side);
    }
    Ok(())
}

fn turn_of(study: &Study, turn: &str) -> Option<SideId> {
    let mut players = study.variant().players();
    match turn {
        "w" => players.next(),
        "b" => players.nth(1),
        _ => study.variant().side(turn),
    }
}

/// What stands on the cells of a row: a letter each, nothing or a hole.
fn things(row: &str, width: usize) -> Option<Vec<String>> {
    [true, false]
        .into_iter()
        .filter_map(|runs| spread(row, runs, width))
        .find(|things| things.len() == width)
}

/// `runs`: several digits are one number.
fn spread(row: &str, runs: bool, width: usize) -> Option<Vec<String>> {
    let mut things = Vec::new();
    let mut rest = row;
    while let Some(first) = rest.chars().next() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits > 0 {
            let digits = if runs { digits } else { 1 };
            let count: usize = rest[..digits].parse().ok().filter(|&count| count <= width)?;
            things.extend(std::iter::repeat_n(String::new(), count));
            rest = &rest[digits..];
            continue;
        }
        let plus = usize::from(first == '+');
        let letter = rest[plus..].chars().next()?;
        let length = plus + letter.len_utf8();
        things.push(rest[..length].to_owned());
        rest = rest[length..].trim_start_matches('~');
    }
    Some(things)
}

fn put(
    study: &Study,
    position: &mut Position,
    cell: Option<Cell>,
    thing: &str,
) -> Result<(), Diagnostic> {
    if thing.is_empty() || thing == "*" {
        return Ok(());
    }
    let Some(man) = study.variant().man_by_letter(thing) else {
        let message = format!("`{thing}` is no piece of `{}`", study.variant().id);
        let letters: Vec<&str> =
            study.variant().faces.iter().map(|face| face.letter.as_str()).collect();
        return Err(Diagnostic::error(Code::PlacementPiece, message)
            .help(format!("pieces are {}", letters.join(" "))));
    };
    let Some(cell) = cell else {
        let message = format!("`{thing}` stands where the board has no cell");
        return Err(Diagnostic::error(Code::Placement, message));
    };
    position.put(cell, Some(man));
    Ok(())
}
