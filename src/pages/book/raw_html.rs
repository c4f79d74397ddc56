//! Text as HTML, and the raw HTML that a page may contain.

use pulldown_cmark::BlockQuoteKind;

use crate::source::{Code, Diagnostic};

/// The tags that a page may contain. They only mark up words.
const ALLOWED_TAGS: &[&str] = &[
    "abbr", "b", "bdi", "br", "cite", "dfn", "i", "ins", "kbd", "mark", "q", "s", "samp", "small",
    "sub", "sup", "u", "var", "wbr",
];

/// Whether raw HTML is a single tag of [`ALLOWED_TAGS`] without attributes.
pub(super) fn is_allowed(html: &str) -> bool {
    let inner = html.strip_prefix('<').and_then(|html| html.strip_suffix('>'));
    let Some(inner) = inner else { return false };
    let name = inner.strip_prefix('/').unwrap_or(inner).trim_end_matches('/').trim_end();
    ALLOWED_TAGS.contains(&name.to_ascii_lowercase().as_str())
}

/// Whether raw HTML consists of comments, which are left out of the site.
pub(super) fn is_only_comments(html: &str) -> bool {
    let mut rest = html.trim();
    while let Some(comment) = rest.strip_prefix("<!--") {
        let Some((_, after)) = comment.split_once("-->") else { return false };
        rest = after.trim_start();
    }
    rest.is_empty()
}

/// Returns the error for raw HTML that is not allowed.
pub(super) fn raw_html_error(html: &str) -> Diagnostic {
    let tag: String = html.trim().chars().take_while(|&c| c != '\n').take(40).collect();
    let name = tag.trim_start_matches(['<', '/']).to_ascii_lowercase();
    let help = if name.starts_with("table") {
        "write the table in Markdown: `| a | b |`, then `|---|---|`, then a line for each row"
    } else if name.starts_with("img") {
        "write the picture in Markdown: `![words](picture.png \"width 300\")`"
    } else {
        "write Markdown; what the site looks like is said in its templates and style sheet"
    };
    Diagnostic::error(Code::Text, format!("raw HTML `{tag}` cannot stand in a page")).help(help)
}

/// Returns the beginning of a box that warns or helps.
pub(super) fn alert_html(kind: BlockQuoteKind) -> String {
    let (class, title) = match kind {
        BlockQuoteKind::Note => ("note", "Note"),
        BlockQuoteKind::Tip => ("tip", "Tip"),
        BlockQuoteKind::Important => ("important", "Important"),
        BlockQuoteKind::Warning => ("warning", "Warning"),
        BlockQuoteKind::Caution => ("caution", "Caution"),
    };
    format!("<blockquote class=\"alert {class}\">\n<p class=\"alert-title\">{title}</p>\n")
}

/// Returns the box of a task list as a sign: a reader cannot change it.
pub(super) fn task_html(is_done: bool) -> String {
    let (sign, words) = if is_done { ('☑', "done") } else { ('☐', "to do") };
    format!("<span class=\"task\" role=\"img\" aria-label=\"{words}\">{sign}</span> ")
}

/// Returns the text as HTML, for use between tags or between double quotes.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    pulldown_cmark_escape::escape_html(&mut escaped, text).expect("a string can be written to");
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_tags_for_words_without_attributes_are_allowed() {
        for tag in ["<br>", "<br/>", "<br />", "<sub>", "</sub>", "<KBD>"] {
            assert!(is_allowed(tag), "{tag}");
        }
        for tag in ["<script>", "<b onclick=x>", "<img src=x onerror=y>", "<b", "<svg>", "<>"] {
            assert!(!is_allowed(tag), "{tag}");
        }
        assert!(is_only_comments("<!-- a -->\n<!-- b -->\n"));
        assert!(!is_only_comments("<!-- a --><script>"));
        assert!(!is_only_comments("<!-- a"));
    }
}
