//! Tablets with characters: pieces as the players of many games of Asia know them.
//!
//! ```text
//! tablet = shape [percent] ["promoted"] [":" characters]
//! shape = pentagon | octagon | counter
//! ```

use std::sync::OnceLock;

use crate::label;
use crate::scene::{NodeStyle, PaintColour, SceneNode};
use crate::{ArmyColour, ColourRole, PathWriter, Point};
use fairybook_core::source::{Code, Diagnostic, Span, with_words};

/// A piece that is a tablet with characters, or with the piece's letter.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Tablet {
    shape: TabletShape,
    /// How large it is, in hundredths of the largest.
    percent: u8,
    promoted: bool,
    /// Empty for the piece's letter.
    characters: String,
}

with_words! {
    /// The outline of a tablet.
    pub(super) enum TabletShape {
        /// Points in the direction that its side faces.
        Pentagon = "pentagon",
        Octagon = "octagon",
        Counter = "counter",
    }
}

/// How wide the outline of a tablet is, and the rim of a counter.
const OUTLINE: f64 = 2.6;
/// How much bolder than the font characters are, in units of their outlines.
const BOLDER: f64 = 2.6;
/// So many units of the outlines are one em.
const EM: f64 = 140.0;

impl Tablet {
    /// Parses a tablet; `None` if the text is about a figure. The span of an error is relative to
    /// `text`.
    pub fn parse(text: &str) -> Option<Result<Tablet, Diagnostic>> {
        let (head, characters) = text.split_once(':').unwrap_or((text, ""));
        let mut words = head.split(['+', ' ', '\t']).filter(|word| !word.is_empty());
        let first = words.next()?;
        let shape = TabletShape::of_word(first)?;
        let characters = characters.trim().to_owned();
        let mut tablet = Tablet { shape, percent: 100, promoted: false, characters };
        for word in words {
            match (word, word.parse()) {
                ("promoted", _) => tablet.promoted = true,
                (_, Ok(percent @ 40..=100)) => tablet.percent = percent,
                _ => return Some(Err(unknown(word, text))),
            }
        }
        Some(tablet.checked(text))
    }

    /// Checks that there are at most two characters, or four letters, all of which can be drawn.
    fn checked(self, text: &str) -> Result<Tablet, Diagnostic> {
        let before = text.find(':').map_or(text.len(), |at| at + 1);
        let start = text.len() - text[before..].trim_start().len();
        let span = Span::new(start, start + self.characters.len());
        let fault =
            |message: String| Err(Diagnostic::error(Code::PieceGlyph, message).at_span(span));
        let missing = |&c: &char| outline(c).is_none() && !label::can_write(c);
        if let Some(character) = self.characters.chars().find(missing) {
            let error = fault(format!("no piece can show `{character}`"));
            let known: String = outlines().iter().map(|&(known, _)| known).collect();
            return error
                .map_err(|error| error.help(format!("letters, digits and {known} can be drawn")));
        }
        let most = if self.outlines().is_some() { 2 } else { 4 };
        match self.characters.chars().count() > most {
            true => fault(format!("`{}` is too long for a piece", self.characters)),
            false => Ok(self),
        }
    }

    /// The same with the piece's letter in place of characters.
    pub fn lettered(&self) -> Tablet {
        Tablet { characters: String::new(), ..self.clone() }
    }

    pub fn is_lettered(&self) -> bool {
        self.characters.is_empty()
    }

    /// Whether it points in the direction that its side faces.
    pub fn is_directional(&self) -> bool {
        self.shape == TabletShape::Pentagon
    }

    /// The letters or characters on it.
    pub fn text<'a>(&'a self, letter: &'a str) -> &'a str {
        if self.is_lettered() { letter } else { &self.characters }
    }

    /// A name for use in an id, but for its text.
    pub fn key(&self) -> String {
        let promoted = if self.promoted { "-promoted" } else { "" };
        format!("{}-{}{promoted}", self.shape.word(), self.percent)
    }

    /// The drawing around nought, a cell being a hundred wide, in the colours of the group of its
    /// army's tablets.
    pub fn draw(&self, letter: &str) -> Vec<SceneNode> {
        let mut nodes = Vec::new();
        nodes.extend(SceneNode::path(NodeStyle::default(), &self.outline()));
        if self.shape == TabletShape::Counter {
            let rim = NodeStyle { fill: Some(PaintColour::None), ..NodeStyle::default() };
            nodes.push(SceneNode::Circle(rim, Point::default(), self.sized(36.5)));
        }
        let red = ColourRole::TabletInk(ArmyColour::Red);
        let ink = match self.promoted {
            true => NodeStyle::filled(red).stroke(red, BOLDER),
            false => NodeStyle {
                fill: Some(PaintColour::Current),
                width: Some(BOLDER),
                ..NodeStyle::default()
            },
        };
        match self.outlines() {
            Some(outlines) => nodes.extend(self.characters(&outlines, &ink)),
            None => {
                let ink = NodeStyle { stroke: Some(PaintColour::None), width: None, ..ink };
                let (size, room) = (self.sized(52.0), self.sized(54.0));
                let middle = Point::new(0.0, self.middle());
                nodes.extend(label::centred(ink, self.text(letter), size, middle, room));
            }
        }
        nodes
    }

    /// One character in the middle, or two, one below the other.
    fn characters(&self, outlines: &[&'static str], ink: &NodeStyle) -> Vec<SceneNode> {
        let em = match (self.shape, outlines.len()) {
            (TabletShape::Pentagon, 1) => 64.0,
            (TabletShape::Pentagon, _) => 37.0,
            (TabletShape::Octagon, 1) => 66.0,
            (TabletShape::Counter, 1) => 58.0,
            _ => 33.0,
        };
        let size = self.sized(em);
        let middle = if outlines.len() > 1 { self.middle() * 0.5 } else { self.middle() };
        let first = middle - (outlines.len() as f64 - 1.0) * size / 2.0;
        let character = |(index, path): (usize, &&'static str)| {
            let at = Point::new(0.0, first + index as f64 * size);
            let scale = (size / EM * 1000.0).round() / 1000.0;
            SceneNode::Path(ink.clone().scaled(at, scale), (*path).to_owned())
        };
        outlines.iter().enumerate().map(character).collect()
    }

    /// The outlines of its characters, if all are characters.
    fn outlines(&self) -> Option<Vec<&'static str>> {
        let outlines: Option<Vec<_>> = self.characters.chars().map(outline).collect();
        outlines.filter(|outlines| !outlines.is_empty())
    }

    fn sized(&self, length: f64) -> f64 {
        (length * f64::from(self.percent) / 10.0).round() / 10.0
    }

    /// How far below the middle of the cell the middle of the text is.
    fn middle(&self) -> f64 {
        if self.is_directional() { self.sized(8.0) } else { 0.0 }
    }

    fn outline(&self) -> PathWriter {
        let mut path = PathWriter::default();
        let corners = match self.shape {
            TabletShape::Pentagon => {
                vec![(0.0, -46.0), (30.0, -34.0), (40.0, 44.0), (-40.0, 44.0), (-30.0, -34.0)]
            }
            TabletShape::Octagon => {
                let (far, near) = (43.0, 17.8);
                let eighth = [(near, -far), (far, -near), (far, near), (near, far)];
                eighth.into_iter().chain(eighth.map(|(x, y)| (-x, -y))).collect()
            }
            TabletShape::Counter => {
                let radius = self.sized(43.0);
                path.move_to(Point::new(-radius, 0.0));
                path.arc_to(radius, true, Point::new(radius, 0.0));
                path.arc_to(radius, true, Point::new(-radius, 0.0));
                path.close();
                return path;
            }
        };
        let corner = |(x, y)| Point::new(self.sized(x), self.sized(y));
        path.polygon(&corners.into_iter().map(corner).collect::<Vec<_>>());
        path
    }
}

/// What the tablets of an army have in common. Pentagons of all armies look alike: their direction
/// tells them apart.
pub(crate) fn tablet_style(army: ArmyColour, is_directional: bool) -> NodeStyle {
    let army_of_ink = if is_directional { ArmyColour::White } else { army };
    let (body, ink) = (ColourRole::Tablet(army_of_ink), ColourRole::TabletInk(army_of_ink));
    let style = NodeStyle { current: Some(ink), ..NodeStyle::class(army.word()) };
    style.fill(body).stroke(ink, OUTLINE)
}

fn unknown(word: &str, text: &str) -> Diagnostic {
    let start = text.find(word).unwrap_or_default();
    Diagnostic::error(Code::PieceGlyph, format!("`{word}` says nothing about a tablet"))
        .at_span(Span::new(start, start + word.len()))
        .help("a shape, a size from 40 to 100, `promoted`, and characters after `:`")
}

/// The characters of `characters.txt` with their paths, sorted; the licence is `LICENSE-OFL.txt`.
fn outlines() -> &'static [(char, &'static str)] {
    static OUTLINES: OnceLock<Vec<(char, &'static str)>> = OnceLock::new();
    OUTLINES.get_or_init(|| {
        let lines = include_str!("characters.txt").lines().filter(|line| !line.starts_with('#'));
        let read = |line: &'static str| {
            let (character, path) = line.split_once(' ').expect("a character and its path");
            (character.chars().next().expect("a character stands first"), path)
        };
        lines.map(read).collect()
    })
}

fn outline(character: char) -> Option<&'static str> {
    let found = outlines().binary_search_by_key(&character, |&(known, _)| known).ok()?;
    Some(outlines()[found].1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Glyph;

    #[test]
    fn the_table_is_sorted_and_no_two_characters_look_alike() {
        assert!(outlines().windows(2).all(|pair| pair[0].0 < pair[1].0));
        for (index, (character, path)) in outlines().iter().enumerate() {
            assert!(path.starts_with('M') && path.ends_with('z'), "{character}");
            assert!(outlines()[..index].iter().all(|(_, other)| other != path), "{character}");
        }
    }

    #[test]
    fn faults_of_tablets_are_named() {
        let fault = |text: &str| Glyph::parse(text).unwrap_err().message;
        assert_eq!(fault("pentagon 30: 玉"), "`30` says nothing about a tablet");
        assert_eq!(fault("octagon: 楚楚楚"), "`楚楚楚` is too long for a piece");
        assert_eq!(fault("counter: 鬱"), "no piece can show `鬱`");
        assert!(Glyph::parse("counter: 10").is_ok() && Glyph::parse("pentagon").is_ok());
        assert!(Glyph::check_native("counter: 帥 | 鬱").is_err());
        assert!(Glyph::check_native("pentagon: 飛/鬱車").is_err());
        assert!(Glyph::check_native("knight").is_ok());
    }

    #[test]
    fn sides_and_forms_are_chosen() {
        let chosen = |side, two| Glyph::native("pentagon: 玉/玉将 | 王", side, two);
        assert_eq!(chosen(0, false), Glyph::parse("pentagon: 玉"));
        assert_eq!(chosen(0, true), Glyph::parse("pentagon: 玉将"));
        assert_eq!(chosen(1, true), Glyph::parse("pentagon: 王"));
        assert_eq!(chosen(2, false), chosen(0, false));
        assert_eq!(chosen(0, true).unwrap().lettered(), Glyph::parse("pentagon").unwrap());
        assert!(chosen(0, true).unwrap().lettered().is_lettered());
    }
}
