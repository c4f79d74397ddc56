//! Outlines of characters, for text that needs no font where a diagram is shown.
//!
//! The table is `font_outlines.txt`; its licence is `LICENSE-OFL.txt` beside it.

use std::sync::OnceLock;

/// How many units one em has.
pub(super) const EM: f64 = 200.0;

/// The lines before the table.
const COMMENTS: usize = 2;

/// One character: the character, its advance, its path.
type Outline = (char, u16, &'static str);

/// The outlines, sorted by character; the table is read once.
pub(super) fn outlines() -> &'static [Outline] {
    static OUTLINES: OnceLock<Vec<Outline>> = OnceLock::new();
    OUTLINES.get_or_init(|| {
        include_str!("font_outlines.txt").lines().skip(COMMENTS).map(read).collect()
    })
}

fn read(line: &'static str) -> Outline {
    let character = line.chars().next().expect("a line begins with its character");
    let rest = line[character.len_utf8()..].trim_start_matches(' ');
    let (advance, path) = rest.split_once(' ').unwrap_or((rest, ""));
    (character, advance.parse().expect("the advance is a number"), path)
}
