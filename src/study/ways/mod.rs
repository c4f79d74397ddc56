use crate::geometry::Cells;
use crate::notation;
use crate::rules::{KindId, Man};
use crate::variant::WayText;

use super::Study;
use super::describe::{described_parts, described_place};
use super::idiom::{Idiom, either, series};
use super::places::Whom;

/// At most so many cells are named one by one.
const NAMED: usize = 4;

impl Study {
    /// How a kind moves, in words, as the end of a sentence that begins with its name.
    ///
    /// `slides diagonally, or leaps two cells orthogonally`. It is made from what the definition
    /// says, and from nothing else.
    pub fn describe_kind(&self, kind: KindId) -> String {
        let game = &self.rules().game().kinds[kind.0 as usize];
        let idiom = self.idiom(kind);
        let ways = &self.variant().face(kind).moves;
        let told: Vec<Told> = ways.iter().filter_map(|way| self.told(way, &idiom)).collect();
        let mut text = match (game.move_unknown, told.is_empty()) {
            (true, _) => "moves in a way that the source does not give".to_owned(),
            (false, true) => "does not move".to_owned(),
            (false, false) => together(told),
        };
        text += &self.long_steps(kind);
        if game.royal {
            text += "; it is royal";
        }
        text
    }

    /// One way of moving; `None` where the definition writes none.
    fn told(&self, way: &WayText, idiom: &Idiom) -> Option<Told> {
        let mut told = self.travel(way, idiom)?;
        let (from, to) = (way.get("from"), way.get("to"));
        match (from, to) {
            (Some(from), Some(to)) => {
                told.ends.push(match from == to {
                    true => format!("from and to {}", self.cells_words(to)),
                    false => format!("from {} to {}", self.end_words(from), self.end_words(to)),
                });
            }
            (Some(from), None) => told.lead += &format!("{}, ", self.start_words(from)),
            (None, Some(to)) => told.tail += &format!(", but only to {}", self.end_words(to)),
            (None, None) => {}
        }
        if let Some(condition) = way.get("if") {
            told.lead += &format!("{}, ", condition_words(condition));
        }
        match way.get("within").map(|within| (within, within.strip_prefix("not "))) {
            Some((_, Some(outside))) => {
                told.tail += &format!(", but never enters {}", self.place_words(outside));
            }
            Some((inside, None)) => told.within.push(self.place_words(inside)),
            None => {}
        }
        if let Some(border) = way.get("not-crossing") {
            told.tail += &format!(", but never across the {}", border.replace('-', " "));
        }
        told.whom = self.hurdles(way);
        Some(told)
    }

    fn travel(&self, way: &WayText, idiom: &Idiom) -> Option<Told> {
        let moves = way.get("move").filter(|notation| !matches!(*notation, "none" | "unknown"));
        let mut goes = match (moves, way.get("path"), way.get("links")) {
            (Some(notation), _, _) => match notation::parse(notation) {
                Ok(betza) => described_parts(&betza, idiom),
                Err(_) => vec![format!("moves by the notation `{notation}`")],
            },
            (None, Some(path), _) => vec![path_words(path, way, idiom)],
            (None, None, Some(_)) => vec![format!("goes along links between {}s", idiom.cell())],
            (None, None, None) => Vec::new(),
        };
        let place = |notation: &str| match notation::parse(notation) {
            Ok(betza) => described_place(&betza, idiom),
            Err(_) => format!("by the notation `{notation}`"),
        };
        if let Some(swap) = way.get("swap") {
            let with = |place: &str| match self.whom(way.get("with").unwrap_or("any")) {
                Whom::All => format!("any piece of its own {place}"),
                Whom::AllBut(whom) => format!("any piece of its own {place}, but not with {whom}"),
                Whom::Only(whom) => format!("{whom} of its own {place}"),
            };
            goes = vec![format!("changes places with {}", with(&place(swap)))];
        }
        let shoots = way.get("shoot").map(|shot| match shot {
            "as far again" => "an enemy as far again in the same direction".to_owned(),
            notation => format!("an enemy {}", place(notation)),
        });
        match (goes.is_empty(), shoots) {
            (true, None) => None,
            (true, Some(victim)) => Some(Told {
                goes: vec![format!("takes {victim} without moving")],
                ..Told::default()
            }),
            (false, victim) => {
                Some(Told { goes, shoots: victim.map(Shot::Always), ..Told::default() })
            }
        }
    }

    /// Over whom it hops and whom it takes.
    fn hurdles(&self, way: &WayText) -> String {
        let over = way.get("over").map(|over| self.whom(over));
        let takes = way.get("takes").map(|takes| self.whom(takes));
        match (over, takes) {
            (Some(Whom::AllBut(over)), Some(Whom::AllBut(takes))) if over == takes => {
                format!("never over or onto {over}")
            }
            (over, takes) => {
                let over = over.and_then(|whom| match whom {
                    Whom::All => None,
                    Whom::AllBut(whom) => Some(format!("never over {whom}")),
                    Whom::Only(whom) => Some(format!("only over {whom}")),
                });
                let takes = takes.and_then(|whom| match whom {
                    Whom::All => None,
                    Whom::AllBut(whom) => Some(format!("never takes {whom}")),
                    Whom::Only(whom) => Some(format!("takes only {whom}")),
                });
                series(&over.into_iter().chain(takes).collect::<Vec<_>>(), "and")
            }
        }
    }

    /// Where a quiet step may be made twice or three times.
    fn long_steps(&self, kind: KindId) -> String {
        let side = self.first_side();
        let game = self.rules().game();
        let cells = |steps: &[Cells]| steps.get(side.0 as usize).cloned().unwrap_or_default();
        let line = &game.kinds[kind.0 as usize];
        let (twice, thrice) = (cells(&line.double_step), cells(&line.triple_step));
        let men = game.array.iter().filter(|(_, man)| *man == Man { side, kind });
        let start: Cells = men.map(|&(cell, _)| cell).collect();
        let from = |cells: &Cells| self.cells_of(cells, &start);
        match (twice.is_empty(), thrice.is_empty()) {
            (true, true) => String::new(),
            (false, true) => {
                format!("; from {}, it may step twice without capturing", from(&twice))
            }
            (true, false) => {
                format!("; from {}, it may step three times without capturing", from(&thrice))
            }
            (false, false) => format!(
                "; from {}, it may step twice without capturing, and from {} three times",
                from(&twice),
                from(&thrice)
            ),
        }
    }

    /// Cells from which something special is done, as seen from the array.
    fn cells_of(&self, cells: &Cells, start: &Cells) -> String {
        let others = start.without(cells);
        let name = &self.variant().sides[self.first_side().0 as usize].name;
        let list = |cells: &Cells| series(&self.cell_names(cells), "and");
        let is_part = cells.without(start).is_empty();
        match (cells == start, cells.count(), others.count()) {
            (true, _, _) => "where one starts".to_owned(),
            (false, _, left) if is_part && left <= NAMED && left < cells.count() => {
                format!("where one starts, except {name}'s {}", list(&others))
            }
            (false, count, _) if count <= NAMED => format!("{name}'s {}", list(cells)),
            (false, _, _) if is_part => "most cells where one starts".to_owned(),
            (false, _, _) => "certain cells".to_owned(),
        }
    }
}

/// One way of moving in parts, so that what several ways share is said once.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Told {
    /// From where and when, with a comma and a blank at the end.
    lead: String,
    /// What it does, occasion by occasion.
    goes: Vec<String>,
    /// Whom it takes from where it went.
    shoots: Option<Shot>,
    /// From and to which cells; any of these will do.
    ends: Vec<String>,
    /// What it does not leave; any of these.
    within: Vec<String>,
    /// Further conditions, each with its comma.
    tail: String,
    /// Over whom, and whom.
    whom: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Shot {
    /// It has to.
    Always(String),
    /// Another way is the same without it.
    Perhaps(String),
}

impl Told {
    /// The text; `alone` where the kind has no other way.
    fn text(&self, alone: bool) -> String {
        let Told { lead, goes, shoots, ends, within, tail, whom } = self;
        let mut rest = match shoots {
            None => String::new(),
            Some(Shot::Always(victim)) => format!(", and then, from there, takes {victim}"),
            Some(Shot::Perhaps(victim)) => format!(", and may then, from there, take {victim}"),
        };
        if !ends.is_empty() {
            rest += &format!(", {}", either(ends.clone()));
        }
        match &within[..] {
            [] => {}
            [place] if alone => rest += &format!(", but never leaves {place}"),
            places => rest += &format!(", but only within {}", either(places.to_vec())),
        }
        rest += tail;
        if !whom.is_empty() {
            let but = if whom.starts_with("takes") { "and" } else { "but" };
            rest += &format!(", {but} {whom}");
        }
        let is_bound = !lead.is_empty() || !rest.is_empty();
        let link = |part: &str| match is_bound {
            false => "; ",
            true if part.starts_with("to ") => ", and, ",
            true => ", and ",
        };
        let mut text = String::new();
        for part in goes {
            text += if text.is_empty() { "" } else { link(part) };
            text += part;
        }
        format!("{lead}{text}{rest}")
    }

    /// Takes in another way, if what the two have in common needs to be said once only.
    fn take_in(&mut self, other: &Told) -> bool {
        let shot = Told { shoots: other.shoots.clone(), ..self.clone() };
        let ends = Told { ends: other.ends.clone(), ..self.clone() };
        let within = Told { within: other.within.clone(), ..self.clone() };
        match &other.shoots {
            Some(Shot::Always(victim)) if self.shoots.is_none() && shot == *other => {
                self.shoots = Some(Shot::Perhaps(victim.clone()));
            }
            _ if ends == *other && !self.ends.is_empty() && !other.ends.is_empty() => {
                self.ends.extend(other.ends.clone());
            }
            _ if within == *other && !self.within.is_empty() && !other.within.is_empty() => {
                self.within.extend(other.within.clone());
            }
            _ => return false,
        }
        true
    }
}

/// All ways of a kind.
fn together(ways: Vec<Told>) -> String {
    let mut told: Vec<Told> = Vec::new();
    for way in ways {
        if !told.iter_mut().any(|earlier| earlier.take_in(&way)) {
            told.push(way);
        }
    }
    let mut common = String::new();
    if let [first, others @ ..] = &mut told[..]
        && !others.is_empty()
        && !first.whom.is_empty()
        && others.iter().all(|way| way.whom == first.whom)
    {
        common = format!("; {}", std::mem::take(&mut first.whom));
        others.iter_mut().for_each(|way| way.whom.clear());
    }
    let alone = told.len() == 1;
    let texts: Vec<String> = told.iter().map(|way| way.text(alone)).collect();
    texts.join("; ") + &common
}

/// `W W F` in any order: two steps orthogonally and a step diagonally, over empty cells.
fn path_words(path: &str, way: &WayText, idiom: &Idiom) -> String {
    let words: Vec<&str> = path.split_whitespace().collect();
    let free = way.get("order") == Some("any");
    let step = |word: &str, count: usize| path_step(word, count, idiom);
    let (steps, order) = if free {
        let mut kinds: Vec<&str> = words.clone();
        kinds.dedup();
        let count = |kind: &&str| words.iter().filter(|word| *word == kind).count();
        let steps: Vec<String> = kinds.iter().map(|kind| step(kind, count(kind))).collect();
        (steps.join(" and "), ", in any order")
    } else {
        let steps: Vec<String> = words.iter().map(|word| step(word, 1)).collect();
        (steps.join(", then "), "")
    };
    let turn =
        way.get("turn").map_or(String::new(), |turn| format!(", each turn of {turn} degrees"));
    let cell = idiom.cell();
    let line = match way.get("in-line") {
        None => String::new(),
        Some("R") => format!(", to a {cell} orthogonally in line"),
        Some("B") => format!(", to a {cell} diagonally in line"),
        Some("T") => format!(", to a {cell} triagonally in line"),
        Some(_) => format!(", to a {cell} in line"),
    };
    format!("makes {steps}{order}{turn}{line}, over empty {cell}s")
}

fn path_step(word: &str, count: usize, idiom: &Idiom) -> String {
    let leap = format!("leap of two {}s", idiom.cell());
    let (noun, way) = match word.trim_end_matches(['?', '\'']) {
        "W" => ("step", "orthogonally"),
        "F" => ("step", "diagonally"),
        "T" => ("step", "triagonally"),
        "R" => ("slide", "orthogonally"),
        "B" => ("slide", "diagonally"),
        "D" => (&leap[..], "orthogonally"),
        "A" => (&leap[..], "diagonally"),
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

fn condition_words(condition: &str) -> String {
    match condition {
        "not in check" => "unless its side is in check".to_owned(),
        "unmoved" => "on its first move".to_owned(),
        "not unmoved" => "after its first move".to_owned(),
        other => match other.strip_prefix("not ") {
            Some(state) => format!("while it is not {}", state.replace('-', " ")),
            None => format!("while it is {}", other.replace('-', " ")),
        },
    }
}
