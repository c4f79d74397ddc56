//! Text as outlines, which needs no font where a diagram is shown: its width, its lines, its path.

use std::sync::OnceLock;

use fairybook_core::source::{Code, Diagnostic, Span, sort};

use super::Point;
use super::scene::{NodeStyle, SceneNode};

/// How many units one em of the outlines has.
const EM: f64 = 200.0;

/// Which end of a label is at its point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Align {
    Start,
    Middle,
}

/// How high capitals are, as a part of an em.
pub(super) const CAPITALS: f64 = 0.727;

/// Warns of the characters of a text that no picture can show, at the first of them; `advice` says
/// what to do with those that it can.
pub fn missing_glyph_warning(text: &str, advice: &str) -> Option<Diagnostic> {
    let missing = missing_characters(text);
    let (start, letter) = text.char_indices().find(|(_, letter)| missing.contains(letter))?;
    let named: Vec<String> = missing.iter().map(|letter| format!("`{letter}`")).collect();
    let message = format!("pictures show an empty box for {}", named.join(", "));
    let help = format!("Latin and Greek letters, digits and common signs can be drawn: {advice}");
    let span = Span::new(start, start + letter.len_utf8());
    Some(Diagnostic::warning(Code::Text, message).at_span(span).help(help))
}

/// The characters of a text for which there is no outline, each once.
fn missing_characters(text: &str) -> Vec<char> {
    let mut missing: Vec<char> = text.chars().filter(|&c| outline(c).is_none()).collect();
    sort(&mut missing);
    missing.dedup();
    missing
}

/// Whether there is an outline for a character.
pub(super) fn can_write(character: char) -> bool {
    outline(character).is_some()
}

/// How wide a text is if an em is `size`.
pub(super) fn width(text: &str, size: f64) -> f64 {
    let units = text.chars().map(|c| f64::from(outline(c).unwrap_or(BOX).0));
    units.sum::<f64>() * size / EM
}

/// Texts of one size, written as one path.
pub(super) struct TextPath {
    data: String,
    scale: f64,
}

impl TextPath {
    /// An em being `size`, or a little less: the scale has two decimals.
    pub fn new(size: f64) -> TextPath {
        TextPath { data: String::new(), scale: (size / EM * 100.0).floor().max(1.0) / 100.0 }
    }

    /// The text beside `at`, capitals as far above it as below.
    pub fn write(&mut self, text: &str, align: Align, at: Point) {
        let left = match align {
            Align::Start => 0.0,
            Align::Middle => width(text, EM) / 2.0,
        };
        let units = |length: f64| (length / self.scale).round() as i32;
        let mut x = units(at.x) - left.round() as i32;
        let y = units(at.y) + (EM * CAPITALS / 2.0).round() as i32;
        for character in text.chars() {
            let (advance, path) = outline(character).unwrap_or(BOX);
            self.data.push_str(&shifted(path, x, y));
            x += i32::from(advance);
        }
    }

    /// The path, or nothing if nothing was written.
    pub fn node(self, style: NodeStyle) -> Option<SceneNode> {
        let style = style.scaled(Point::default(), self.scale);
        (!self.data.is_empty()).then_some(SceneNode::Path(style, self.data))
    }
}

/// Words in lines that are no wider than that, where a word alone is not.
pub(super) fn wrapped(text: &str, em: f64, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(&format!("{line} {word}"), em) <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The text with its middle at `middle`, no wider than `room`.
pub(super) fn centred(
    style: NodeStyle,
    text: &str,
    size: f64,
    middle: Point,
    room: f64,
) -> Option<SceneNode> {
    let size = size.min(size * room / width(text, size).max(f64::MIN_POSITIVE));
    let mut lettering = TextPath::new(size);
    lettering.write(text, Align::Middle, middle);
    lettering.node(style)
}

/// The advance and outline of the box for a missing character.
const BOX: (u16, &str) = (120, "M15 0v-145h90v145zm12-12h66v-121h-66z");

/// The lines before the table.
const COMMENTS: usize = 2;

/// One character: the character, its advance, its path.
type Outline = (char, u16, &'static str);

/// The outlines of `font_outlines.txt`, sorted by character; its licence is `LICENSE-OFL.txt`.
fn outlines() -> &'static [Outline] {
    static OUTLINES: OnceLock<Vec<Outline>> = OnceLock::new();
    OUTLINES.get_or_init(|| {
        include_str!("font_outlines.txt").lines().skip(COMMENTS).map(read_outline).collect()
    })
}

fn read_outline(line: &'static str) -> Outline {
    let character = line.chars().next().expect("a line begins with its character");
    let rest = line[character.len_utf8()..].trim_start_matches(' ');
    let (advance, path) = rest.split_once(' ').unwrap_or((rest, ""));
    (character, advance.parse().expect("the advance is a number"), path)
}

fn outline(character: char) -> Option<(u16, &'static str)> {
    let found = outlines().binary_search_by_key(&character, |&(known, ..)| known).ok()?;
    let (_, advance, path) = outlines()[found];
    Some((advance, path))
}

/// The same path elsewhere: only its first step is absolute.
fn shifted(path: &str, x: i32, y: i32) -> String {
    let Some(rest) = path.strip_prefix('M') else { return String::new() };
    let (first_x, rest) = leading_number(rest);
    let (first_y, rest) = leading_number(rest.trim_start());
    let gap = if first_y + y < 0 { "" } else { " " };
    format!("M{}{gap}{}{rest}", first_x + x, first_y + y)
}

/// The whole number with which a text begins, and what follows.
fn leading_number(text: &str) -> (i32, &str) {
    let sign = usize::from(text.starts_with('-'));
    let digits = text[sign..].find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len() - sign);
    let (number, rest) = text.split_at(sign + digits);
    (number.parse().expect("a path begins with two whole numbers"), rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_its_paths_can_be_shifted() {
        assert!(outlines().windows(2).all(|pair| pair[0].0 < pair[1].0));
        for &(character, _, path) in outlines() {
            assert!(path.is_empty() || path.starts_with('M'), "{character}");
            assert_eq!(path.matches('M').count(), usize::from(!path.is_empty()), "{character}");
            shifted(path, 1, 1);
        }
        assert_eq!(shifted("M-4 7h3z", 10, 0), "M6 7h3z");
        assert_eq!(shifted("M12-7h3z", 10, 9), "M22 2h3z");
        assert_eq!(shifted("", 10, 9), "");
    }

    #[test]
    fn what_has_no_outline_is_named_once() {
        assert_eq!(missing_characters("Ädelweiß α → 10"), []);
        assert_eq!(missing_characters("車 a 車"), ['車']);
        assert!(width("wide", 20.0) > width("i", 20.0));
    }
}
