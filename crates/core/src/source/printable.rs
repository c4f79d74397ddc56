//! Texts of strangers, for a terminal.

/// Returns a text without characters that a terminal obeys or that turn the order of others: escapes,
/// other controls but tabs and line ends, and marks of direction. Each becomes one of the same length.
///
/// ```
/// assert_eq!(fairybook_core::source::printable("a\u{1b}[2Jb\n"), "a?[2Jb\n");
/// ```
pub fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        shown.push(match sign {
            '\n' | '\t' => sign,
            '\r' if signs.peek() == Some(&'\n') => sign,
            '\u{0}'..'\u{20}' | '\u{7f}' => '?',
            '\u{80}'..='\u{9f}' | '\u{61c}' => '¿',
            '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                char::REPLACEMENT_CHARACTER
            }
            _ => sign,
        });
    }
    shown
}
