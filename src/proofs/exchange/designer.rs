//! Reads addresses of the Diagram Designer: `drawdiagram.php?code=8/3N4#/8&cols=8`.

use std::ops::Range;

use crate::source::{Scanner, limits, percent_decoded};

use super::foreign_page::{ReadDiagram, mark};
use super::page_html::is_hidden;
use super::{GridCell, MarkGroup, PageCell, PagePlacement};

const SCRIPT: &str = "drawdiagram.php?";

/// Returns the diagrams with their offsets. A picture inside a link to itself is one diagram.
pub(super) fn read(text: &str, hidden: &[Range<usize>]) -> Vec<(usize, ReadDiagram)> {
    let folded = text.to_ascii_lowercase();
    let mut last = "";
    let mut found = Vec::new();
    for (at, _) in folded.match_indices(SCRIPT).filter(|(at, _)| !is_hidden(hidden, *at)) {
        let query = query(text, at);
        if query != last {
            found.push((at, read_query(query)));
        }
        last = query;
    }
    found
}

/// The rest of an address: up to the quote that began it, or else to a blank.
fn query(text: &str, at: usize) -> &str {
    let is_delimiter = |c: char| matches!(c, '"' | '\'' | '>' | '<' | '(' | ')' | '[' | ']');
    let mut before = text[..at].chars().rev().take(limits::NOTATION);
    let quote = before.find(|&c| is_delimiter(c) || c.is_whitespace());
    let rest = &text[at + SCRIPT.len()..];
    let end = match quote {
        Some(quote @ ('"' | '\'')) => rest.find([quote, '<', '>']),
        _ => rest.find(|c: char| is_delimiter(c) || c.is_whitespace()),
    };
    &rest[..end.unwrap_or(rest.len())]
}

fn read_query(query: &str) -> ReadDiagram {
    let query: String = query.chars().filter(|c| !c.is_whitespace()).collect();
    let query = query.replace("&amp;", "&");
    let value = |name: &str| {
        let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        let value = pairs.find(|(key, _)| key.eq_ignore_ascii_case(name))?.1;
        Some(percent_decoded(value).unwrap_or_else(|| value.to_owned()))
    };
    let no_code = ("it has no `code`".to_owned(), "write it as in `drawdiagram.php?code=8/3N4/8`");
    let code = value("code").filter(|code| !code.is_empty()).ok_or(no_code)?;
    let columns = match value("cols") {
        Some(number) => match number.parse() {
            Ok(number) if number > 0 => Some(number),
            _ => {
                let message = format!("`cols={number}` is no number of columns");
                return Err((message, "write it as in `&cols=8`"));
            }
        },
        None => None,
    };
    read_code(&code, columns)
}

/// Reads a code. A run of empty cells goes on in the next row if the number of columns is known.
fn read_code(code: &str, mut columns: Option<usize>) -> ReadDiagram {
    let wrong = |message: String| (message, "compare it with the page's source: rows end with `/`");
    let mut cells: Vec<GridCell> = Vec::new();
    let mut marks: Vec<MarkGroup> = Vec::new();
    let mut scanner = Scanner::new(code);
    while let Some(c) = scanner.peek() {
        if c.is_ascii_digit() {
            let run = scanner.digits().parse::<usize>().unwrap_or(usize::MAX);
            let room = limits::CELLS.saturating_sub(cells.len());
            cells.extend(std::iter::repeat_n(GridCell::Empty, run.min(room + 1)));
        } else {
            scanner.bump();
            match c {
                '/' => {
                    let width = *columns.get_or_insert(cells.len().max(1));
                    if !cells.len().is_multiple_of(width) {
                        let row = cells.len() / width + 1;
                        return Err(wrong(format!("row {row} does not have {width} cells")));
                    }
                }
                '-' => cells.push(GridCell::Hole),
                '{' => {
                    let label = scanner.while_next(|c| c != '}').to_owned();
                    if !scanner.eat('}') || label.is_empty() {
                        return Err(wrong("a `{` has no label and `}`".to_owned()));
                    }
                    let (piece, sign) = match label.rsplit_once('+') {
                        Some((piece, sign)) if is_sign(sign) => (piece, sign),
                        _ => (&*label, ""),
                    };
                    if !sign.is_empty() {
                        mark(&mut marks, sign, PageCell::Index(cells.len()));
                    }
                    cells.push(piece_cell(piece));
                }
                c if c.is_alphabetic() => cells.push(piece_cell(c.encode_utf8(&mut [0; 4]))),
                sign => {
                    mark(&mut marks, sign.encode_utf8(&mut [0; 4]), PageCell::Index(cells.len()));
                    cells.push(GridCell::Empty);
                }
            }
        }
        if cells.len() > limits::CELLS {
            return Err(wrong(format!("it has more than {} cells", limits::CELLS)));
        }
    }
    let Some(columns) = columns else {
        let message = "it does not say how many columns it has".to_owned();
        return Err((message, "add the number to its address, as in `&cols=8`"));
    };
    if !cells.len().is_multiple_of(columns) {
        return Err(wrong(format!("its last row does not have {columns} cells")));
    }
    Ok((PagePlacement::Grid { columns, cells }, marks))
}

fn is_sign(text: &str) -> bool {
    let mut signs = text.chars();
    signs.next().is_some_and(|sign| !sign.is_alphanumeric()) && signs.next().is_none()
}

/// Capitals are pieces of the first side.
fn piece_cell(label: &str) -> GridCell {
    let first = label.chars().find(|c| c.is_alphabetic());
    GridCell::Piece {
        code: label.to_uppercase(),
        words: vec![label.to_owned()],
        is_first: first.is_some_and(char::is_uppercase),
    }
}
