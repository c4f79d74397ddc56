//! The HTML of Markdown tables. That of the library has style attributes, which pages may not have.

use pulldown_cmark::{Alignment, Tag, TagEnd};

/// The table that is being read.
#[derive(Debug, Default)]
pub(super) struct TableState {
    columns: Vec<Alignment>,
    column: usize,
    in_head: bool,
    /// The element of the current cell: `th` or `td`.
    cell: &'static str,
}

impl TableState {
    /// Returns the HTML for the start of a table, head, row or cell.
    ///
    /// `is_empty` says whether the element has no content: an empty cell of the head is no header.
    pub fn start(&mut self, tag: &Tag, is_empty: bool) -> String {
        if let Tag::Table(columns) = tag {
            self.columns.clone_from(columns);
            return "<div class=\"table\" tabindex=\"0\"><table>\n".to_owned();
        }
        if let Tag::TableHead | Tag::TableRow = tag {
            (self.column, self.in_head) = (0, *tag == Tag::TableHead);
            return if self.in_head { "<thead><tr>" } else { "<tr>" }.to_owned();
        }
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

    /// Returns the HTML for the end of a table, head, row or cell.
    pub fn end(&self, tag: TagEnd) -> String {
        match tag {
            TagEnd::Table => "</tbody></table></div>\n".to_owned(),
            TagEnd::TableHead => "</tr></thead>\n<tbody>\n".to_owned(),
            TagEnd::TableRow => "</tr>\n".to_owned(),
            _ => format!("</{}>", self.cell),
        }
    }
}
