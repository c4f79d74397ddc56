//! The HTML of Markdown tables. That of the library has style attributes, which pages may not have.

use std::ops::Range;

use pulldown_cmark::{Alignment, Event, Tag, TagEnd};

use crate::source::{Code, Diagnostic, SourceFile, SourceText, Span};

/// The table that is being read.
#[derive(Debug, Default)]
pub(super) struct TableState {
    columns: Vec<Alignment>,
    column: usize,
    in_head: bool,
    /// The element of the current cell: `th` or `td`.
    cell: &'static str,
    /// The claims about columns, each with its column.
    claims: Vec<(usize, usize)>,
}

impl TableState {
    /// Returns the HTML for the start or end of a table, head, row or cell; `None` for the rest.
    ///
    /// `is_empty` says whether the element has no content: an empty cell of the head is no header.
    pub fn html(&mut self, event: &Event, is_empty: bool) -> Option<String> {
        let html = match event {
            Event::Start(Tag::Table(columns)) => {
                self.columns.clone_from(columns);
                self.claims.clear();
                "<div class=\"table\" tabindex=\"0\"><table>\n"
            }
            Event::Start(tag @ (Tag::TableHead | Tag::TableRow)) => {
                (self.column, self.in_head) = (0, *tag == Tag::TableHead);
                if self.in_head { "<thead><tr>" } else { "<tr>" }
            }
            Event::Start(Tag::TableCell) => return Some(self.cell(is_empty)),
            Event::End(TagEnd::TableCell) => return Some(format!("</{}>", self.cell)),
            Event::End(TagEnd::TableRow) => "</tr>\n",
            Event::End(TagEnd::TableHead) => "</tr></thead>\n<tbody>\n",
            Event::End(TagEnd::Table) => {
                self.column = 0;
                "</tbody></table></div>\n"
            }
            _ => return None,
        };
        Some(html.to_owned())
    }

    /// The warning about a row that has more cells than the head: Markdown leaves the last ones out.
    pub fn row_error(
        &self,
        event: &Event,
        file: &SourceFile,
        span: impl Fn() -> Span,
    ) -> Option<Diagnostic> {
        let span = if *event == Event::Start(Tag::TableRow) { span() } else { return None };
        let (cells, columns) = (row_cells(&file.text()[span.range()]), self.columns.len());
        (cells > columns).then(|| {
            let what = format!("this row has {cells} cells, and the head of the table {columns}");
            let help = "give the head and the line below it a cell more; in a cell, write `\\|` for a stroke";
            Diagnostic::warning(Code::Text, what).in_file(file, span).help(help)
        })
    }

    /// The claim about the column of a cell that begins with the event.
    pub fn claim(&self, event: &Event) -> Option<usize> {
        let is_cell = *event == Event::Start(Tag::TableCell) && !self.in_head;
        let column = self.column.checked_sub(1).filter(|_| is_cell)?;
        self.claims.iter().find(|(of, _)| *of == column).map(|(_, claim)| *claim)
    }

    /// Returns the rows below a claim about the current column: the words of the first cell and of that in
    /// the column. None for other claims.
    pub fn claim_rows(
        &mut self,
        claim: &SourceText,
        index: usize,
        rest: &[(Event, Range<usize>)],
    ) -> Result<Vec<[String; 2]>, Diagnostic> {
        if !claim.value.ends_with(" is column") {
            return Ok(Vec::new());
        }
        let column = self.column.checked_sub(1).filter(|_| self.in_head).ok_or_else(|| {
            let error = claim.error(Code::Claim, "`column` outside of the first row of a table");
            let file = &claim.location.file;
            let line = &file.text()[file.line_at(claim.span().start).range()];
            let dashes = "|---".repeat(row_cells(line).max(1)) + "|";
            error.help(match self.column {
                0 => format!(
                    "write a line `{dashes}` below the first row of the table, where the claim is"
                ),
                _ => format!("put the claim into the first row of the table, above `{dashes}`"),
            })
        })?;
        self.claims.push((column, index));
        let mut rows: Vec<[String; 2]> = Vec::new();
        let mut at = 0;
        let below = rest.iter().map(|(event, _)| event);
        let below = below.skip_while(|event| **event != Event::End(TagEnd::TableHead));
        for event in below.take_while(|event| **event != Event::End(TagEnd::Table)) {
            match event {
                Event::Start(Tag::TableRow) => {
                    rows.push(Default::default());
                    at = 0;
                }
                Event::End(TagEnd::TableCell) => at += 1,
                Event::Text(words) if at == 0 || at == column => {
                    if let Some(row) = rows.last_mut() {
                        row[usize::from(at == column)].push_str(words);
                    }
                }
                _ => {}
            }
        }
        Ok(rows)
    }

    fn cell(&mut self, is_empty: bool) -> String {
        let class = match self.columns.get(self.column) {
            Some(Alignment::Left) => " class=\"left\"",
            Some(Alignment::Center) => " class=\"centre\"",
            Some(Alignment::Right) => " class=\"right\"",
            Some(Alignment::None) | None => "",
        };
        self.column += 1;
        let is_header = self.in_head && !is_empty;
        self.cell = if is_header { "th" } else { "td" };
        format!("<{}{}{class}>", self.cell, if is_header { " scope=\"col\"" } else { "" })
    }
}

/// The number of cells in the text of a row, with a stroke between them or around each.
fn row_cells(row: &str) -> usize {
    let row = row.trim();
    let row = row.strip_prefix('|').unwrap_or(row);
    let row = row.strip_suffix('|').filter(|row| !row.ends_with('\\')).unwrap_or(row);
    let strokes = row.match_indices('|').filter(|(at, _)| !row[..*at].ends_with('\\'));
    strokes.count() + 1
}
