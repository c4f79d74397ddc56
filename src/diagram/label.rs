use super::Spot;
use super::outlines::{EM, OUTLINES};
use super::scene::{Node, Tag};

/// Which side of a label stands at its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Align {
    Start,
    Middle,
}

/// How high capitals are, as a part of an em.
pub(super) const CAPITALS: f64 = 0.727;

/// The characters of a text for which there is no outline, each once: they are drawn as empty
/// boxes.
pub fn missing_characters(text: &str) -> Vec<char> {
    let mut missing: Vec<char> = text.chars().filter(|&c| outline(c).is_none()).collect();
    missing.sort_unstable();
    missing.dedup();
    missing
}

/// How wide a text is if an em is `size`.
pub(super) fn width(text: &str, size: f64) -> f64 {
    text.chars().map(|c| f64::from(advance(c))).sum::<f64>() * size / EM
}

/// The text as one path, an em being `size`, its baseline at `at`. Where `room` is given and too
/// small, the text is drawn smaller.
pub(super) fn label(
    tag: Tag,
    text: &str,
    size: f64,
    align: Align,
    at: Spot,
    room: Option<f64>,
) -> Option<Node> {
    let wide = width(text, size);
    let size = match room {
        Some(room) if wide > room => size * room / wide,
        _ => size,
    };
    // The scale is written with two decimals: what is drawn is as wide as what is reckoned.
    let scale = (size / EM * 100.0).floor().max(1.0) / 100.0;
    let wide = width(text, scale * EM);
    let left = match align {
        Align::Start => 0.0,
        Align::Middle => wide / 2.0,
    };
    let data = data(text);
    let place = at.plus(-left, 0.0);
    (!data.is_empty()).then(|| Node::Path(tag.scaled(place, scale), data))
}

/// The text with its middle at `middle`, no wider than `room`.
pub(super) fn centred(tag: Tag, text: &str, size: f64, middle: Spot, room: f64) -> Option<Node> {
    let size = size.min(size * room / width(text, size).max(f64::MIN_POSITIVE));
    let at = middle.plus(0.0, size * CAPITALS / 2.0);
    label(tag, text, size, Align::Middle, at, None)
}

/// The outlines of all characters, one after the other, in units of the table.
pub(super) fn data(text: &str) -> String {
    let mut data = String::new();
    let mut x = 0;
    for character in text.chars() {
        let path = outline(character).map_or(BOX, |(_, path)| path);
        data.push_str(&shifted(path, x));
        x += i32::from(advance(character));
    }
    data
}

/// What stands for a character that has no outline.
const BOX: &str = "M15 0v-145h90v145zm12-12h66v-121h-66z";
const BOX_ADVANCE: u16 = 120;

fn advance(character: char) -> u16 {
    outline(character).map_or(BOX_ADVANCE, |(advance, _)| advance)
}

fn outline(character: char) -> Option<(u16, &'static str)> {
    let found = OUTLINES.binary_search_by_key(&character, |&(known, ..)| known).ok()?;
    let (_, advance, path) = OUTLINES[found];
    Some((advance, path))
}

/// The same path `x` further to the right: only its first step is absolute.
fn shifted(path: &str, x: i32) -> String {
    if path.is_empty() || x == 0 {
        return path.to_owned();
    }
    let start = &path[1..];
    let end = start[1..].find(|c: char| !c.is_ascii_digit()).map_or(start.len(), |at| at + 1);
    let first: i32 = start[..end].parse().expect("an outline begins with a number");
    format!("M{}{}", first + x, &start[end..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_its_paths_can_be_shifted() {
        assert!(OUTLINES.windows(2).all(|pair| pair[0].0 < pair[1].0));
        for &(character, _, path) in OUTLINES {
            assert!(path.is_empty() || path.starts_with('M'), "{character}");
            assert_eq!(path.matches('M').count(), usize::from(!path.is_empty()), "{character}");
            shifted(path, 1);
        }
        assert_eq!(shifted("M-4 7h3z", 10), "M6 7h3z");
        assert_eq!(shifted("M12-7h3z", 10), "M22-7h3z");
    }

    #[test]
    fn what_has_no_outline_is_named_once() {
        assert_eq!(missing_characters("Ädelweiß α → 10"), []);
        assert_eq!(missing_characters("車 a 車"), ['車']);
        assert!(width("wide", 20.0) > width("i", 20.0));
    }
}
