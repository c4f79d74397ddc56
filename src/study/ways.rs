use crate::notation::{self, Betza};
use crate::rules::KindId;
use crate::variant::WayText;

use super::Study;
use super::describe::{describe, described_place};

impl Study {
    /// How a kind moves, in words, as the end of a sentence that begins with its name.
    ///
    /// `slides like a bishop, or leaps two cells orthogonally`. It is made from what the
    /// definition says, and from nothing else.
    pub fn describe_kind(&self, kind: KindId) -> String {
        let game = &self.rules().game().kinds[kind.0 as usize];
        let ways: Vec<String> = self.variant().face(kind).moves.iter().filter_map(of_way).collect();
        let mut text = match (game.move_unknown, ways.is_empty()) {
            (true, _) => "moves in a way that the source does not give".to_owned(),
            (false, true) => "does not move".to_owned(),
            (false, false) => ways.join("; "),
        };
        if game.double_step.iter().any(|cells| !cells.is_empty()) {
            text += "; from certain cells it may make its step without capture twice";
        }
        if game.royal {
            text += "; it is royal";
        }
        text
    }
}

/// One way of moving; `None` where the definition writes none.
fn of_way(way: &WayText) -> Option<String> {
    let mut text = String::new();
    if let Some(from) = way.get("from") {
        text += &format!("from {}, ", cells(from));
    }
    if let Some(condition) = way.get("if") {
        text += &format!("{}, ", condition_words(condition));
    }
    text += &travel(way)?;
    if let Some(to) = way.get("to") {
        text += &format!(", but only to {}", cells(to));
    }
    if let Some(within) = way.get("within") {
        text += &match within.strip_prefix("not ").and_then(place) {
            Some(place) => format!(", but never enters {place}"),
            None => format!(", but never leaves {}", cells(within)),
        };
    }
    if let Some(border) = way.get("not-crossing") {
        text += &format!(", but never across the {}", border.replace('-', " "));
    }
    if let Some(over) = way.get("over") {
        text += &format!(", and hops only over {over}");
    }
    if let Some(takes) = way.get("takes") {
        text += &format!(", and takes only {}", cells(takes));
    }
    Some(text)
}

fn travel(way: &WayText) -> Option<String> {
    let moves = way.get("move").filter(|notation| !matches!(*notation, "none" | "unknown"));
    let goes = match (moves, way.get("path"), way.get("links")) {
        (Some(notation), _, _) => Some(said(notation, describe)),
        (None, Some(path), _) => Some(path_words(path, way)),
        (None, None, Some(_)) => Some("goes along links between cells".to_owned()),
        (None, None, None) => None,
    };
    let shoots = way.get("shoot").map(|shot| match shot {
        "as far again" => "takes an enemy as far again in the same direction".to_owned(),
        notation => format!("takes an enemy {}", said(notation, described_place)),
    });
    if let Some(swap) = way.get("swap") {
        let with = way.get("with").unwrap_or("any");
        let place = said(swap, described_place);
        return Some(format!("changes places with a piece of its own ({with}) {place}"));
    }
    match (goes, shoots) {
        (Some(goes), Some(shoots)) => Some(format!("{goes}, and then, from there, {shoots}")),
        (Some(goes), None) => Some(goes),
        (None, Some(shoots)) => Some(format!("{shoots} without moving")),
        (None, None) => None,
    }
}

/// A notation in words, or, if it is none, as it stands.
fn said(notation: &str, words: impl Fn(&Betza) -> String) -> String {
    match notation::parse(notation) {
        Ok(betza) => words(&betza),
        Err(_) => format!("by the notation `{notation}`"),
    }
}

/// `W W F` in any order: two steps orthogonally and a step diagonally, over empty cells.
fn path_words(path: &str, way: &WayText) -> String {
    let words: Vec<&str> = path.split_whitespace().collect();
    let free = way.get("order") == Some("any");
    let (steps, order) = if free {
        let mut kinds: Vec<&str> = words.clone();
        kinds.dedup();
        let count = |kind: &&str| words.iter().filter(|word| *word == kind).count();
        let steps: Vec<String> = kinds.iter().map(|kind| path_step(kind, count(kind))).collect();
        (steps.join(" and "), ", in any order")
    } else {
        let steps: Vec<String> = words.iter().map(|word| path_step(word, 1)).collect();
        (steps.join(", then "), "")
    };
    let turn =
        way.get("turn").map_or(String::new(), |turn| format!(", each turn of {turn} degrees"));
    let line = match way.get("in-line") {
        None => "",
        Some("R") => ", to a cell orthogonally in line",
        Some("B") => ", to a cell diagonally in line",
        Some("T") => ", to a cell triagonally in line",
        Some(_) => ", to a cell in line",
    };
    format!("makes {steps}{order}{turn}{line}, over empty cells")
}

fn path_step(word: &str, count: usize) -> String {
    let (noun, way) = match word.trim_end_matches(['?', '\'']) {
        "W" => ("step", "orthogonally"),
        "F" => ("step", "diagonally"),
        "T" => ("step", "triagonally"),
        "R" => ("slide", "orthogonally"),
        "B" => ("slide", "diagonally"),
        "D" => ("leap of two cells", "orthogonally"),
        "A" => ("leap of two cells", "diagonally"),
        other => return format!("`{other}`"),
    };
    let perhaps = if word.contains('?') { "perhaps " } else { "" };
    let other = if word.contains('\'') { " in another direction" } else { "" };
    match count {
        1 => format!("{perhaps}a {noun} {way}{other}"),
        2 => format!("two {noun}s {way}{other}"),
        _ => format!("{count} {noun}s {way}{other}"),
    }
}

/// A set of cells within a sentence: a single name is a zone, and `of next` is of the next side.
fn cells(text: &str) -> String {
    let parts: Vec<String> = text.split(" and ").map(part).collect();
    parts.join(", ")
}

fn part(text: &str) -> String {
    let text = text.trim();
    if let Some(rest) = text.strip_prefix("not ") {
        return match place(rest) {
            Some(place) => format!("cells outside {place}"),
            None => text.to_owned(),
        };
    }
    for way in ["right of", "left of", "ahead of", "behind"] {
        if let Some(place) = text.strip_prefix(way).and_then(|rest| place(rest.trim())) {
            return format!("{way} {place}");
        }
    }
    place(text).unwrap_or_else(|| text.to_owned())
}

/// `palace`, `quarter of next`.
fn place(text: &str) -> Option<String> {
    let is_name = |text: &str| {
        text.chars().all(|c| c.is_alphabetic() || c == '-') && text.chars().count() > 2
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        [zone] if is_name(zone) && zone != "any" => Some(format!("the {}", zone.replace('-', " "))),
        [zone, "of", whose @ ("next" | "previous" | "opposite" | "enemy")] if is_name(zone) => {
            Some(format!("the {whose} side's {}", zone.replace('-', " ")))
        }
        _ => None,
    }
}

fn condition_words(condition: &str) -> String {
    match condition {
        "not in check" => "unless its side is in check".to_owned(),
        "unmoved" => "on its first move".to_owned(),
        "not unmoved" => "after its first move".to_owned(),
        other => match other.strip_prefix("not ") {
            Some(state) => format!("while it is not `{state}`"),
            None => format!("while it is `{other}`"),
        },
    }
}
