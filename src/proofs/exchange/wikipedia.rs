//! Reads the chess diagrams of Wikipedia: `{{Chess diagram|tright||rd|nd| ... }}`.

use std::collections::BTreeMap;

use super::foreign_page::ReadDiagram;
use super::{GridCell, GridPiece, PageBoard};

/// The names of the pictures. A variant may use the letter of those without a capital.
const PICTURES: &str = "k king; q queen; r rook; b bishop; n knight; p pawn; \
     a archbishop cardinal princess; c chancellor marshal empress; z champion; w wizard; t fool; \
     e elephant; s boat; v dabbaba; x commoner mann; M mann commoner; G giraffe; U unicorn; \
     Z zebra; F ferz; W wazir; K nightrider; C centaur; A amazon; D dragon";
/// Pictures whose letter may be that of the piece.
const LETTERS: &str = "kqrbnpac";
const MARKS: [&str; 4] = ["xx", "ox", "xo", "oo"];
const HELP: &str =
    "write it as in `{{Chess diagram|tright||  |nl|xo| ... }}`, a part for each cell";

/// Returns the diagrams with their offsets.
pub(super) fn read(text: &str) -> Vec<(usize, ReadDiagram)> {
    let starts = text.match_indices("{{").filter(|(at, _)| is_diagram(&text[*at..]));
    let diagram = |(at, _): (usize, &str)| {
        let unclosed = ("its end `}}` is missing".to_owned(), HELP);
        (at, parts(&text[at + 2..]).ok_or(unclosed).and_then(|parts| read_template(&parts)))
    };
    starts.map(diagram).collect()
}

/// Whether a text begins with a diagram.
fn is_diagram(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("{{") else { return false };
    let name: String = rest.trim_start().chars().take(18).collect();
    let name = name.to_ascii_lowercase().replace('_', " ");
    name.starts_with("chess diagram") || name == "#invoke:chessboard"
}

/// The parts of a template; `None` if its end is missing. A `|` in a link or a template divides nothing.
fn parts(text: &str) -> Option<Vec<&str>> {
    let mut parts = Vec::new();
    let (mut start, mut at, mut depth) = (0, 0, 0usize);
    while let Some(length) = text[at..].find(['|', '{', '[', '}', ']']) {
        at += length;
        let rest = &text[at..];
        let is_pair = ["{{", "[[", "}}", "]]"].iter().any(|pair| rest.starts_with(pair));
        match rest.as_bytes()[0] {
            b'{' if is_diagram(rest) => return None,
            b'}' if is_pair && depth == 0 => {
                parts.push(&text[start..at]);
                return Some(parts);
            }
            b'{' | b'[' if is_pair => depth += 1,
            b'}' | b']' if is_pair => depth = depth.saturating_sub(1),
            b'|' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
        at += 1 + usize::from(is_pair);
    }
    None
}

fn read_template(parts: &[&str]) -> ReadDiagram {
    let name = parts[0].trim().to_ascii_lowercase();
    let mut positional: Vec<&str> = Vec::new();
    let mut named: BTreeMap<String, &str> = BTreeMap::new();
    // A module has its function as the first part.
    for part in parts.iter().skip(1 + usize::from(name.starts_with('#'))) {
        match part.split_once('=').map(|(key, value)| (key.trim(), value.trim())) {
            None => positional.push(part),
            Some((key, value)) if key.parse::<usize>().is_ok() => positional.push(value),
            // Without a key it is the label of a row.
            Some((key, value)) => _ = named.insert(key.to_ascii_lowercase(), value),
        }
    }
    let value = |name: &str| named.get(name).filter(|value| !value.is_empty());
    if let Some(fen) = value("fen") {
        let placement = fen.split_whitespace().next().unwrap_or_default().to_owned();
        return Ok(PageBoard::Fen { placement, marks: Vec::new() });
    }
    let number = |name| value(name).and_then(|number| number.parse().ok());
    let (columns, rows) = number("cols").zip(number("rows")).or(size(&name)).unwrap_or((8, 8));
    let count = usize::saturating_mul(columns, rows);
    let heads = ["align", "header"].iter().filter(|name| value(name).is_none()).count();
    let heads = if positional.len() >= count.saturating_add(2) { 2 } else { heads };
    let cells = positional.get(heads..).unwrap_or_default();
    if count == 0 || cells.len() < count {
        let message = format!("it has {} cells, and its board has {count}", cells.len());
        return Err((message, HELP));
    }
    let cells = cells[..count].iter().map(|part| read_cell(part).map(Some));
    Ok(PageBoard::Grid {
        columns,
        cells: cells.collect::<Result<_, _>>().map_err(|why| (why, HELP))?,
    })
}

/// The numbers in `chess diagram 10x8`.
fn size(name: &str) -> Option<(usize, usize)> {
    let mut sizes = name.split([' ', '_', '-']).filter_map(|word| word.split_once('x'));
    sizes.find_map(|(one, other)| Some((one.parse().ok()?, other.parse().ok()?)))
}

/// Reads a part of two letters: a mark, or a picture and the colour of the piece.
fn read_cell(part: &str) -> Result<GridCell, String> {
    let is_code = |pair: &&[u8]| pair.iter().all(u8::is_ascii_alphanumeric);
    let Some(code) = part.as_bytes().windows(2).find(is_code) else {
        return Ok(GridCell::default());
    };
    let code: String = code.iter().copied().map(char::from).collect();
    if MARKS.contains(&&*code) {
        return Ok(GridCell { piece: None, sign: code });
    }
    let (picture, colour) = code.split_at(1);
    if !matches!(colour, "l" | "d" | "u") {
        return Err(format!("`{code}` is no piece and no mark"));
    }
    let known =
        PICTURES.split("; ").find_map(|entry| entry.strip_prefix(picture)?.strip_prefix(' '));
    let letter = LETTERS.contains(picture).then_some(picture);
    let words = known.into_iter().flat_map(|names| names.split(' ')).chain(letter);
    let words = words.map(str::to_owned).collect();
    let piece = GridPiece { code: picture.to_owned(), words, is_first: colour != "d" };
    Ok(GridCell { piece: Some(piece), sign: String::new() })
}
