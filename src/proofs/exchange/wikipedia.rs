//! Reads the chess diagrams of Wikipedia: `{{Chess diagram|tright||rd|nd| ... }}`.

use crate::source::limits;

use super::foreign_page::{ReadDiagram, mark};
use super::{GridCell, PageCell, PagePlacement};

/// The names of the pictures. A variant may use the letter of those without a capital.
const PICTURES: &[(&str, &str)] = &[
    ("k", "king"),
    ("q", "queen"),
    ("r", "rook"),
    ("b", "bishop"),
    ("n", "knight"),
    ("p", "pawn"),
    ("a", "archbishop cardinal princess"),
    ("c", "chancellor marshal empress"),
    ("z", "champion"),
    ("w", "wizard"),
    ("t", "fool"),
    ("e", "elephant"),
    ("s", "boat"),
    ("v", "dabbaba"),
    ("x", "commoner mann"),
    ("M", "mann commoner"),
    ("G", "giraffe"),
    ("U", "unicorn"),
    ("Z", "zebra"),
    ("F", "ferz"),
    ("W", "wazir"),
    ("K", "nightrider"),
    ("C", "centaur"),
    ("A", "amazon"),
    ("D", "dragon"),
];
/// Pictures whose letter may be that of the piece.
const LETTERS: &str = "kqrbnpac";
const MARKS: [&str; 4] = ["xx", "ox", "xo", "oo"];
const ARROWS: &str = "ul ua ur la ra dl da dr lr ud db dw";
const HELP: &str =
    "write it as in `{{Chess diagram|tright||  |nl|xo| ... }}`, a part for each cell";

/// Returns the diagrams with their offsets.
pub(super) fn read(text: &str) -> Vec<(usize, ReadDiagram)> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(length) = text[from..].find(['{', '<']) {
        let at = from + length;
        let rest = &text[at..];
        from = at + 1;
        if let Some(length) = hidden_length(rest) {
            from = at + length;
        } else if is_diagram(rest) {
            let (parts, length) = split(rest);
            from = at + length;
            let unclosed = || Err(("its end `}}` is missing".to_owned(), HELP));
            found.push((at, parts.map_or_else(unclosed, |parts| read_template(&parts))));
        }
    }
    found
}

/// Whether a text begins with a diagram.
fn is_diagram(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("{{") else { return false };
    let name: String = rest.trim_start().chars().take(18).collect();
    let name = name.to_ascii_lowercase().replace('_', " ");
    name.starts_with("chess diagram") || name == "#invoke:chessboard"
}

/// The length of a comment, or of a text without templates, with which a text begins.
fn hidden_length(text: &str) -> Option<usize> {
    for (open, close) in [("<!--", "-->"), ("<nowiki>", "</nowiki>")] {
        if text.get(..open.len()).is_some_and(|start| start.eq_ignore_ascii_case(open)) {
            let end = text.find(close).map(|end| end + close.len());
            return Some(end.unwrap_or(text.len()));
        }
    }
    None
}

/// Returns the parts of a template, unless its end is missing, and the length of what was read.
fn split(text: &str) -> (Option<Vec<String>>, usize) {
    let mut parts = vec![String::new()];
    let (mut at, mut depth) = (2, 0usize);
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        if let Some(length) = hidden_length(rest) {
            at += length;
            continue;
        }
        if is_diagram(rest) || parts.len() > limits::CELLS + limits::AXIS {
            return (None, at);
        }
        let two = rest.get(..2).unwrap_or_default();
        match two {
            "}}" if depth == 0 => return (Some(parts), at + 2),
            "{{" | "[[" => depth += 1,
            "}}" | "]]" => depth = depth.saturating_sub(1),
            _ if c == '|' && depth == 0 => parts.push(String::new()),
            _ => parts.last_mut().expect("it has a part").push(c),
        }
        at += if matches!(two, "{{" | "[[" | "}}" | "]]") { 2 } else { c.len_utf8() };
    }
    (None, at)
}

fn read_template(parts: &[String]) -> ReadDiagram {
    let name = parts[0].trim().to_ascii_lowercase();
    let is_invoked = name.starts_with('#');
    let mut positional: Vec<&str> = Vec::new();
    let mut named: Vec<(&str, &str)> = Vec::new();
    // The number of parts before each label of a row.
    let mut labels: Vec<usize> = Vec::new();
    for part in &parts[1..] {
        match part.split_once('=').map(|(key, value)| (key.trim(), value.trim())) {
            None => positional.push(part),
            Some(("", _)) => labels.push(positional.len()),
            Some((key, value)) => match key.parse::<usize>() {
                Ok(number @ 1..=limits::CELLS) => {
                    let length = positional.len().max(number);
                    positional.resize(length, "");
                    positional[number - 1] = value;
                }
                _ => named.push((key, value)),
            },
        }
    }
    if is_invoked && !positional.is_empty() {
        positional.remove(0);
        labels.iter_mut().for_each(|label| *label = label.saturating_sub(1));
    }
    let value = |name: &str| {
        let pair = named.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
        pair.map(|(_, value)| *value).filter(|value| !value.is_empty())
    };
    if let Some(fen) = value("fen") {
        let placement = fen.split_whitespace().next().unwrap_or_default();
        return Ok((PagePlacement::Fen(placement.to_owned()), Vec::new()));
    }
    if value("pgn").is_some() {
        return Err(("moves of `pgn` are not read".to_owned(), "give its position as `fen`"));
    }
    let number = |name| value(name).and_then(|number| number.parse().ok());
    let (mut columns, rows) = match (number("cols"), number("rows")) {
        (Some(columns), Some(rows)) => (columns, rows),
        _ => size(&name).unwrap_or((8, 8)),
    };
    let count = usize::saturating_mul(columns, rows);
    // Rows with labels say how long they are, whichever number of the name comes first.
    if let [first, second, ..] = labels[..]
        && second - first == rows
    {
        columns = rows;
    }
    let heads = ["align", "header"].iter().filter(|name| value(name).is_none()).count();
    let heads = if positional.len() >= count.saturating_add(2) { 2 } else { heads };
    let cells = positional.get(heads..).unwrap_or_default();
    if count == 0 || cells.len() < count {
        let message = format!("it has {} cells, and its board has {count}", cells.len());
        return Err((message, HELP));
    }
    read_cells(columns, &cells[..count])
}

/// The numbers in `chess diagram 10x8`.
fn size(name: &str) -> Option<(usize, usize)> {
    let mut sizes = name.split([' ', '_', '-']).filter_map(|word| word.split_once('x'));
    sizes.find_map(|(one, other)| Some((one.parse().ok()?, other.parse().ok()?)))
}

fn read_cells(columns: usize, parts: &[&str]) -> ReadDiagram {
    let mut marks = Vec::new();
    let mut cells = Vec::new();
    for part in parts {
        let is_code = |pair: &&[u8]| pair.iter().all(u8::is_ascii_alphanumeric);
        let code = part.as_bytes().windows(2).find(is_code);
        let code = code.and_then(|code| std::str::from_utf8(code).ok()).unwrap_or_default();
        cells.push(match code {
            "" => GridCell::Empty,
            _ if MARKS.contains(&code) => {
                mark(&mut marks, code, PageCell::Index(cells.len()));
                GridCell::Empty
            }
            _ if ARROWS.split(' ').any(|arrow| arrow == code)
                || code.starts_with('x') && code.ends_with(|c: char| c.is_ascii_digit()) =>
            {
                let message = format!("`{code}` is an arrow or a number, which nothing compares");
                return Err((message, "mark the squares with `xo`"));
            }
            _ => {
                let (picture, colour) = code.split_at(1);
                if !matches!(colour, "l" | "d" | "u") {
                    return Err((format!("`{code}` is no piece and no mark"), HELP));
                }
                let names = PICTURES.iter().find(|(known, _)| *known == picture);
                let names = names.into_iter().flat_map(|(_, names)| names.split(' '));
                let letter = LETTERS.contains(picture).then_some(picture);
                let words = names.chain(letter).map(str::to_owned).collect();
                let is_first = colour != "d";
                GridCell::Piece { code: picture.to_owned(), words, is_first }
            }
        });
    }
    Ok((PagePlacement::Grid { columns, cells }, marks))
}
