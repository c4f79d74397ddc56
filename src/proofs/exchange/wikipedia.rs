//! Reads the chess diagrams of Wikipedia: `{{Chess diagram|tright||rd|nd| ... }}`.

use std::collections::BTreeMap;

use super::foreign_page::ReadDiagram;
use super::page_html::without;
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

/// Beginnings and ends of wikitext that is shown as it is.
const LITERAL: [(&str, &str); 3] =
    [("<syntaxhighlight", "</syntaxhighlight"), ("<source", "</source"), ("<pre", "</pre")];

/// Returns the diagrams with their offsets.
pub(super) fn read(text: &str) -> Vec<(usize, ReadDiagram)> {
    let text = &without(text, &LITERAL);
    let diagram = |(at, _)| {
        let name = template_name(&text[at + 2..]);
        let is_other = name.ends_with(" diagram") || name.ends_with("-position");
        let unclosed = ("its end `}}` is missing".to_owned(), HELP);
        let other = (format!("`{name}` is no template that is known"), HELP);
        let read = match is_diagram(&text[at..]) {
            true => parts(&text[at + 2..]).ok_or(unclosed).and_then(|parts| read_template(&parts)),
            false if is_other => Err(other),
            false => return None,
        };
        Some((at, read))
    };
    text.match_indices("{{").filter_map(diagram).collect()
}

/// Whether a text begins with a diagram.
fn is_diagram(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("{{") else { return false };
    let name = template_name(rest);
    ["chess diagram", "#invoke:chessboard"].iter().any(|known| name.starts_with(known))
}

/// The beginning of the name of a template, with small letters.
fn template_name(text: &str) -> String {
    let name: String = text.trim_start().chars().take(40).collect();
    let name = name.to_ascii_lowercase().replace('_', " ");
    let name = name.strip_prefix("template:").unwrap_or(&name).trim_start();
    name.split(['|', '}', '\n']).next().unwrap_or_default().trim_end().to_owned()
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

/// The columns and rows in `chess diagram 4x5`. The templates `8x10` and `8x12` name their rows first.
fn size(name: &str) -> Option<(usize, usize)> {
    let mut sizes = name.split([' ', '_', '-']).filter_map(|word| word.split_once('x'));
    let size = sizes.find_map(|(one, other)| Some((one.parse().ok()?, other.parse().ok()?)));
    size.map(|(one, other)| if one == 8 { (other, one) } else { (one, other) })
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
        return Err(format!("`{code}` is no piece and no mark; arrows and numbers cannot be read"));
    }
    let known =
        PICTURES.split("; ").find_map(|entry| entry.strip_prefix(picture)?.strip_prefix(' '));
    let letter = LETTERS.contains(picture).then_some(picture);
    let words = known.into_iter().flat_map(|names| names.split(' ')).chain(letter);
    let words = words.map(str::to_owned).collect();
    let piece = GridPiece { code: picture.to_owned(), words, is_first: colour != "d" };
    Ok(GridCell { piece: Some(piece), sign: String::new() })
}
