//! The HTML of Markdown tables. That of the library has style attributes, which pages may not have.

use pulldown_cmark::{Alignment, Event, Tag, TagEnd};

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
    /// Returns the HTML for the start or end of a table, head, row or cell; `None` for the rest.
    ///
    /// `is_empty` says whether the element has no content: an empty cell of the head is no header.
    pub fn html(&mut self, event: &Event, is_empty: bool) -> Option<String> {
        let html = match event {
            Event::Start(Tag::Table(columns)) => {
                self.columns.clone_from(columns);
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
            Event::End(TagEnd::Table) => "</tbody></table></div>\n",
            _ => return None,
        };
        Some(html.to_owned())
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
