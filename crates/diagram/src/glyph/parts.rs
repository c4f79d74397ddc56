//! Reads the table of glyph parts.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use fairybook_core::source::with_words;

use crate::Point;

/// A drawing, and how it goes together with others.
#[derive(Debug)]
pub(super) struct GlyphPart {
    pub name: &'static str,
    pub role: PartRole,
    /// The strokes as text: most figures need few of the parts.
    pub lines: Vec<&'static str>,
    pub strokes: OnceLock<Vec<Stroke>>,
}

impl GlyphPart {
    /// The paths, in the order of drawing.
    pub fn strokes(&self) -> &[Stroke] {
        self.strokes.get_or_init(|| self.lines.iter().map(|line| read_stroke(line)).collect())
    }
}

/// Where in a figure a part belongs. Places and sizes are those of the table. A head without a
/// foot has a base of its own.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum PartRole {
    Foot,
    Head { hat: Point, size: f64, foot: Option<&'static str>, beside: Option<&'static str> },
    Body,
    Hat,
    Back,
    Behind,
    Whole,
    Base { middle: Point, size: f64 },
}

/// One path of a drawing.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Stroke {
    pub style: StrokeStyle,
    pub steps: Vec<PathSegment>,
}

with_words! {
    /// How a path is painted.
    pub(super) enum StrokeStyle {
        Body = "body",
        Edge = "edge",
        Line = "line",
        Solid = "solid",
    }
}

/// One step of a path, to absolute places.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum PathSegment {
    Move(Point),
    Line(Point),
    Curve(Point, Point, Point),
    Close,
}

impl PathSegment {
    /// The same step of a path every place of which is moved.
    pub fn map(self, mut to: impl FnMut(Point) -> Point) -> PathSegment {
        match self {
            PathSegment::Move(a) => PathSegment::Move(to(a)),
            PathSegment::Line(a) => PathSegment::Line(to(a)),
            PathSegment::Curve(a, b, c) => PathSegment::Curve(to(a), to(b), to(c)),
            PathSegment::Close => PathSegment::Close,
        }
    }
}

/// The table of parts, and the names that stand for several.
#[derive(Debug)]
pub(super) struct PartTable {
    pub parts: BTreeMap<&'static str, GlyphPart>,
    pub names: BTreeMap<&'static str, &'static str>,
}

/// The table, read once.
pub(super) fn part_table() -> &'static PartTable {
    static ART: OnceLock<PartTable> = OnceLock::new();
    ART.get_or_init(|| {
        let mut part_table = PartTable { parts: BTreeMap::new(), names: BTreeMap::new() };
        read(&mut part_table, include_str!("parts.txt"));
        read(&mut part_table, include_str!("native_parts.txt"));
        part_table
    })
}

// The table is ours: what is wrong in it is our mistake, and a test reads it.
fn read(part_table: &mut PartTable, text: &'static str) {
    let mut current = "";
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(header) = line.strip_prefix('[') {
            let (name, role) = header.split_once("] ").expect("a part has a role");
            let part = GlyphPart {
                name,
                role: read_role(role),
                lines: Vec::new(),
                strokes: OnceLock::new(),
            };
            part_table.parts.insert(name, part);
            current = name;
        } else if let Some((name, parts)) = line.split_once('=') {
            part_table.names.insert(name.trim_end(), parts.trim_start());
        } else {
            let part = part_table.parts.get_mut(current).expect("a stroke belongs to a part");
            part.lines.push(line);
        }
    }
}

fn read_role(text: &'static str) -> PartRole {
    let words: Vec<&'static str> = text.split(' ').collect();
    let number = |place: usize| words[place].parse::<f64>().expect("a number stands there");
    let point = || Point::new(number(1), number(2));
    let after = |key: &str| {
        let place = words.iter().position(|&word| word == key)?;
        words.get(place + 1).copied()
    };
    match words[0] {
        "foot" => PartRole::Foot,
        "body" => PartRole::Body,
        "hat" => PartRole::Hat,
        "back" => PartRole::Back,
        "behind" => PartRole::Behind,
        "whole" => PartRole::Whole,
        "base" => PartRole::Base { middle: point(), size: number(3) },
        "head" => PartRole::Head {
            hat: point(),
            size: number(3) / 100.0,
            foot: Some(after("on").unwrap_or("foot")).filter(|&foot| foot != "itself"),
            beside: after("or"),
        },
        other => unreachable!("no role is called {other}"),
    }
}

fn read_stroke(line: &'static str) -> Stroke {
    let (style, path) = line.split_once(' ').expect("a stroke has a style and a path");
    let style = StrokeStyle::of_word(style).expect("a style has that name");
    let steps = read_path(path).unwrap_or_else(|| panic!("this is no path: {path}"));
    Stroke { style, steps }
}

/// Reads the steps `M`, `L`, `C` and `Z` of a path; `None` if it has anything else.
pub(super) fn read_path(path: &str) -> Option<Vec<PathSegment>> {
    let (mut steps, mut command, mut numbers) = (Vec::new(), ' ', Vec::new());
    for word in path.split_ascii_whitespace() {
        let number = word.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
        if number.len() < word.len() && !numbers.is_empty() {
            return None;
        }
        command = word.chars().next().filter(char::is_ascii_alphabetic).unwrap_or(command);
        if command == 'Z' {
            steps.push(PathSegment::Close);
        }
        if number.is_empty() {
            continue;
        }
        numbers.push(number.parse::<f64>().ok().filter(|number| number.is_finite())?);
        let point = |at: usize| Point::new(numbers[at], numbers[at + 1]);
        let step = match (command, numbers.len()) {
            ('M', 2) => PathSegment::Move(point(0)),
            ('L', 2) => PathSegment::Line(point(0)),
            ('C', 6) => PathSegment::Curve(point(0), point(2), point(4)),
            ('M' | 'L', 1) | ('C', ..6) => continue,
            _ => return None,
        };
        steps.push(step);
        numbers.clear();
    }
    numbers.is_empty().then_some(steps)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_can_be_drawn_and_stays_near_its_box() {
        for part in part_table().parts.values() {
            assert!(!part.strokes().is_empty(), "{} is empty", part.name);
            for step in part.strokes().iter().flat_map(|stroke| &stroke.steps) {
                step.map(|point| {
                    let near = |value: f64| (-3.0..=103.0).contains(&value);
                    assert!(near(point.x) && near(point.y), "{} at {point:?}", part.name);
                    point
                });
            }
        }
    }

    #[test]
    fn every_name_stands_for_parts_and_no_part_is_hidden_by_one() {
        for (name, parts) in &part_table().names {
            assert!(!part_table().parts.contains_key(name), "{name} is both");
            assert!(crate::Glyph::parse(parts).is_ok(), "{name} = {parts}");
        }
    }

    #[test]
    fn what_parts_ask_for_exists() {
        for part in part_table().parts.values() {
            if let PartRole::Head { foot, beside, .. } = part.role {
                let known = |name: &str| part_table().parts.contains_key(name);
                assert!(foot.is_none_or(known), "{}", part.name);
                assert!(beside.is_none_or(known), "{}", part.name);
            }
        }
    }
}
