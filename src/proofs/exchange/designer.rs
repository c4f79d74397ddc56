//! Reads addresses of the Diagram Designer: `drawdiagram.php?code=8/3N4#/8&cols=8`.

use crate::source::{Scanner, limits, percent_decoded};

use super::foreign_page::ReadDiagram;
use super::page_html::{HtmlPart, html_parts, places};
use super::{GridCell, GridPiece, PageBoard};

const SCRIPT: &str = "drawdiagram.php?";

/// Returns the diagrams with their offsets. A picture inside a link to itself is one diagram.
pub(super) fn read(text: &str) -> Vec<(usize, ReadDiagram)> {
    let queries = places(text, SCRIPT).into_iter().map(|(at, end)| {
        let rest = text[at + SCRIPT.len()..end].split(['"', '\'', '<', '>', ')', ']', ' ']);
        (at, { rest }.next().unwrap_or_default())
    });
    let mut queries: Vec<(usize, &str)> = queries.collect();
    queries.dedup_by_key(|(_, query)| *query);
    queries.into_iter().map(|(at, query)| (at, read_query(query))).collect()
}

fn read_query(query: &str) -> ReadDiagram {
    // The attribute is read as HTML, so that `&amp;` and `&#38;` are decoded.
    let query: String = query.chars().filter(|c| !c.is_whitespace()).collect();
    let query = match html_parts(&format!("<a href=\"{query}\">")).pop() {
        Some((_, HtmlPart::Tag { mut attributes, .. })) => attributes.remove("href"),
        _ => None,
    };
    let query = query.unwrap_or_default();
    let value = |name: &str| {
        let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        let value = pairs.find(|(key, _)| key.eq_ignore_ascii_case(name))?.1;
        Some(percent_decoded(value).unwrap_or_else(|| value.to_owned()))
    };
    let no_code = ("it has no `code`".to_owned(), "write it as in `drawdiagram.php?code=8/3N4/8`");
    let code = value("code").filter(|code| !code.is_empty()).ok_or(no_code)?;
    let columns = value("cols").and_then(|number| number.parse().ok());
    read_code(&code, columns.filter(|number| *number > 0))
}

/// Reads a code. A run of empty cells goes on in the next row if the number of columns is known.
fn read_code(code: &str, mut columns: Option<usize>) -> ReadDiagram {
    let wrong = |message: String| (message, "compare it with the page's source: rows end with `/`");
    let mut cells: Vec<Option<GridCell>> = Vec::new();
    let mut scanner = Scanner::new(code);
    while let Some(c) = scanner.peek() {
        if c.is_ascii_digit() {
            let run = scanner.digits().parse::<usize>().unwrap_or(usize::MAX);
            let run = run.min(limits::CELLS + 1);
            cells.extend(std::iter::repeat_n(Some(GridCell::default()), run));
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
                '-' => cells.push(None),
                '{' => {
                    let label = scanner.while_next(|c| c != '}');
                    if !scanner.eat('}') || label.is_empty() {
                        return Err(wrong("a `{` has no label and `}`".to_owned()));
                    }
                    // The `+` of `+R` is no beginning of a sign.
                    let is_sign = |(_, sign): &(&str, &str)| !sign.contains(char::is_alphanumeric);
                    let parts = label.rsplit_once('+').filter(is_sign);
                    let (piece, sign) = parts.unwrap_or((label, ""));
                    cells.push(Some(GridCell { piece: Some(piece_of(piece)), sign: sign.into() }));
                }
                c if c.is_alphabetic() => {
                    let piece = Some(piece_of(&c.to_string()));
                    cells.push(Some(GridCell { piece, ..GridCell::default() }));
                }
                sign => cells.push(Some(GridCell { piece: None, sign: sign.into() })),
            }
        }
        if cells.len() > limits::CELLS {
            return Err(wrong(format!("it has more than {} cells", limits::CELLS)));
        }
    }
    match columns {
        Some(columns) if cells.len().is_multiple_of(columns) => {
            Ok(PageBoard::Grid { columns, cells })
        }
        Some(columns) => Err(wrong(format!("its last row does not have {columns} cells"))),
        None => {
            let message = "it does not say how many columns it has".to_owned();
            Err((message, "add the number to its address, as in `&cols=8`"))
        }
    }
}

/// Capitals are pieces of the first side.
fn piece_of(label: &str) -> GridPiece {
    let first = label.chars().find(|c| c.is_alphabetic());
    GridPiece {
        code: label.to_uppercase(),
        words: vec![label.to_owned()],
        is_first: first.is_some_and(char::is_uppercase),
    }
}
