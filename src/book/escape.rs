//! Escapes text for HTML.

/// Returns the text as HTML, for use between tags or between double quotes.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    pulldown_cmark_escape::escape_html(&mut escaped, text).expect("a string can be written to");
    escaped
}
