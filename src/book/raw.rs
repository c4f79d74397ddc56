//! Which raw HTML a page may contain.

use crate::source::{Code, Diagnostic};

/// Tags that a page may hold. They say something about a word and can do nothing.
const HARMLESS: &[&str] = &[
    "abbr", "b", "bdi", "br", "cite", "dfn", "i", "ins", "kbd", "mark", "q", "s", "samp", "small",
    "sub", "sup", "u", "var", "wbr",
];

/// Whether a piece of raw HTML is one harmless tag without attributes.
pub(super) fn is_harmless(html: &str) -> bool {
    let inner = html.strip_prefix('<').and_then(|html| html.strip_suffix('>'));
    let Some(inner) = inner else { return false };
    let name = inner.strip_prefix('/').unwrap_or(inner).trim_end_matches('/').trim_end();
    HARMLESS.contains(&name.to_ascii_lowercase().as_str())
}

/// Whether it is comments and nothing else; these do not reach the site.
pub(super) fn is_only_comments(html: &str) -> bool {
    let mut rest = html.trim();
    while let Some(comment) = rest.strip_prefix("<!--") {
        let Some((_, after)) = comment.split_once("-->") else { return false };
        rest = after.trim_start();
    }
    rest.is_empty()
}

/// What to say of other raw HTML.
pub(super) fn refused(html: &str) -> Diagnostic {
    let tag: String = html.trim().chars().take_while(|&c| c != '\n').take(40).collect();
    Diagnostic::error(Code::Text, format!("raw HTML `{tag}` cannot stand in a page"))
        .help("write Markdown; what the site looks like is said in its templates and style sheet")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_tags_that_can_do_nothing_pass() {
        for tag in ["<br>", "<br/>", "<br />", "<sub>", "</sub>", "<KBD>"] {
            assert!(is_harmless(tag), "{tag}");
        }
        for tag in ["<script>", "<b onclick=x>", "<img src=x onerror=y>", "<b", "<svg>", "<>"] {
            assert!(!is_harmless(tag), "{tag}");
        }
        assert!(is_only_comments("<!-- a -->\n<!-- b -->\n"));
        assert!(!is_only_comments("<!-- a --><script>"));
        assert!(!is_only_comments("<!-- a"));
    }
}
