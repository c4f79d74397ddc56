use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::diagram::Spot;

/// A drawing, and how it goes together with others.
#[derive(Debug)]
pub(super) struct Part {
    pub name: &'static str,
    pub role: Role,
    pub strokes: Vec<Stroke>,
}

/// Where in a figure a part belongs. Places and sizes are those of the table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Role {
    Foot,
    Head { hat: Spot, size: f64, foot: &'static str, beside: Option<&'static str> },
    Body,
    Hat,
    Back,
    Behind,
    Whole { mark: Spot },
    Base { middle: Spot, size: f64 },
}

/// One path of a drawing.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Stroke {
    pub style: Style,
    pub steps: Vec<Step>,
}

/// How a path is painted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Body,
    Edge,
    Line,
    Solid,
}

/// One step of a path, to absolute places.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Step {
    Move(Spot),
    Line(Spot),
    Curve(Spot, Spot, Spot),
    Close,
}

impl Step {
    /// The same step of a path every place of which is moved.
    pub fn map(self, to: impl Fn(Spot) -> Spot) -> Step {
        match self {
            Step::Move(a) => Step::Move(to(a)),
            Step::Line(a) => Step::Line(to(a)),
            Step::Curve(a, b, c) => Step::Curve(to(a), to(b), to(c)),
            Step::Close => Step::Close,
        }
    }
}

/// The table of parts, and the names that stand for several.
#[derive(Debug)]
pub(super) struct Art {
    pub parts: BTreeMap<&'static str, Part>,
    pub names: BTreeMap<&'static str, &'static str>,
}

/// The table, read once.
pub(super) fn art() -> &'static Art {
    static ART: OnceLock<Art> = OnceLock::new();
    ART.get_or_init(|| read(include_str!("parts.art")))
}

// The table is ours: what is wrong in it is our mistake, and a test reads it.
fn read(text: &'static str) -> Art {
    let mut art = Art { parts: BTreeMap::new(), names: BTreeMap::new() };
    let mut current = "";
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(header) = line.strip_prefix('[') {
            let (name, role) = header.split_once("] ").expect("a part has a role");
            let part = Part { name, role: read_role(role), strokes: Vec::new() };
            art.parts.insert(name, part);
            current = name;
        } else if let Some((name, parts)) = line.split_once(" = ") {
            art.names.insert(name, parts);
        } else {
            let part = art.parts.get_mut(current).expect("a stroke belongs to a part");
            part.strokes.push(read_stroke(line));
        }
    }
    art
}

fn read_role(text: &'static str) -> Role {
    let words: Vec<&'static str> = text.split(' ').collect();
    let number = |place: usize| words[place].parse::<f64>().expect("a number stands there");
    let spot = || Spot::new(number(1), number(2));
    let after = |key: &str| {
        let place = words.iter().position(|&word| word == key)?;
        words.get(place + 1).copied()
    };
    match words[0] {
        "foot" => Role::Foot,
        "body" => Role::Body,
        "hat" => Role::Hat,
        "back" => Role::Back,
        "behind" => Role::Behind,
        "whole" => Role::Whole { mark: spot() },
        "base" => Role::Base { middle: spot(), size: number(3) },
        "head" => Role::Head {
            hat: spot(),
            size: number(3) / 100.0,
            foot: after("on").unwrap_or("foot"),
            beside: after("or"),
        },
        other => unreachable!("no role is called {other}"),
    }
}

fn read_stroke(line: &'static str) -> Stroke {
    let (style, path) = line.split_once(' ').expect("a stroke has a style and a path");
    let style = match style {
        "body" => Style::Body,
        "edge" => Style::Edge,
        "line" => Style::Line,
        "solid" => Style::Solid,
        other => unreachable!("no style is called {other}"),
    };
    Stroke { style, steps: read_path(path) }
}

fn read_path(path: &str) -> Vec<Step> {
    let (mut steps, mut command, mut numbers) = (Vec::new(), ' ', Vec::new());
    for word in path.split_ascii_whitespace() {
        let (letter, rest) = match word.chars().next() {
            Some(letter) if letter.is_ascii_alphabetic() => (Some(letter), &word[1..]),
            _ => (None, word),
        };
        command = letter.unwrap_or(command);
        if command == 'Z' {
            steps.push(Step::Close);
            continue;
        }
        numbers.push(rest.parse::<f64>().expect("a path is made of numbers"));
        let spot = |at: usize| Spot::new(numbers[at], numbers[at + 1]);
        let step = match (command, numbers.len()) {
            ('M', 2) => Step::Move(spot(0)),
            ('L', 2) => Step::Line(spot(0)),
            ('C', 6) => Step::Curve(spot(0), spot(2), spot(4)),
            _ => continue,
        };
        steps.push(step);
        numbers.clear();
    }
    assert!(numbers.is_empty(), "a path ends within a step: {path}");
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_can_be_drawn_and_stays_near_its_box() {
        for part in art().parts.values() {
            assert!(!part.strokes.is_empty(), "{} is empty", part.name);
            for step in part.strokes.iter().flat_map(|stroke| &stroke.steps) {
                step.map(|spot| {
                    let near = |value: f64| (-3.0..=103.0).contains(&value);
                    assert!(near(spot.x) && near(spot.y), "{} at {spot:?}", part.name);
                    spot
                });
            }
        }
    }

    #[test]
    fn every_name_stands_for_parts_and_no_part_is_hidden_by_one() {
        for (name, parts) in &art().names {
            assert!(!art().parts.contains_key(name), "{name} is both");
            assert!(crate::diagram::Glyph::parse(parts).is_ok(), "{name} = {parts}");
        }
    }

    #[test]
    fn what_parts_ask_for_exists() {
        for part in art().parts.values() {
            if let Role::Head { foot, beside, .. } = part.role {
                assert!(art().parts.contains_key(foot), "{}", part.name);
                assert!(
                    beside.is_none_or(|other| art().parts.contains_key(other)),
                    "{}",
                    part.name
                );
            }
        }
    }
}
