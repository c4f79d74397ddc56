use crate::variant::WayText;

use super::super::vocabulary::Idiom;

/// A way of several steps, in words that several such ways may share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Path {
    /// The steps: `a step orthogonally, then two steps diagonally`; any of these.
    bodies: Vec<String>,
    /// Which way the last step goes, where it may be that of an earlier one; any of these.
    headings: Vec<Heading>,
    /// In which order, with what turns, over what.
    manner: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Heading {
    /// In that of the first step of its kind, or in another direction.
    is_first: bool,
    /// Where the whole way has to end: `orthogonally in line`.
    line: Option<&'static str>,
}

impl Path {
    /// `W W F` in any order: two steps orthogonally and a step diagonally, over empty cells.
    pub fn of(path: &str, way: &WayText, idiom: &Idiom) -> Path {
        let mut words: Vec<(&str, usize)> = Vec::new();
        for word in path.split_whitespace() {
            match words.last_mut() {
                Some((last, count)) if *last == word => *count += 1,
                _ => words.push((word, 1)),
            }
        }
        let line = way.get("in-line").map(|line| match line {
            "R" => "orthogonally in line",
            "B" => "diagonally in line",
            "T" => "triagonally in line",
            _ => "in line",
        });
        let is_free = way.get("order") == Some("any");
        let heading = if is_free { None } else { heading(&words) };
        let headings: Vec<Heading> =
            heading.into_iter().map(|is_first| Heading { is_first, line }).collect();
        let steps: Vec<String> = words
            .iter()
            .enumerate()
            .map(|(index, &(word, count))| {
                let is_last = index + 1 == words.len();
                match is_last && !headings.is_empty() {
                    true => path_step(word.trim_end_matches('\''), count, idiom),
                    false => path_step(word, count, idiom),
                }
            })
            .collect();
        let (body, order) = match is_free {
            true => (steps.join(" and "), ", in any order"),
            false => (steps.join(", then "), ""),
        };
        let turn =
            way.get("turn").map_or(String::new(), |turn| format!(", each turn of {turn} degrees"));
        let cell = idiom.cell();
        let line = match line {
            Some(line) if headings.is_empty() => format!(", to a {cell} {line}"),
            _ => String::new(),
        };
        let manner = format!("{order}{turn}{line}, over empty {cell}s");
        Path { bodies: vec![body], headings, manner }
    }

    pub fn text(&self) -> String {
        let headings: Vec<String> = self.headings.iter().map(Heading::text).collect();
        format!("makes {}{}{}", self.bodies.join(", or "), headings.join(" or"), self.manner)
    }

    /// Takes in another path that differs in its steps, or in the way of the last one, only.
    pub fn take_in(&mut self, other: &Path) -> bool {
        if self.manner != other.manner {
            return false;
        }
        match (&self.headings[..], &other.headings[..]) {
            ([], []) => self.bodies.extend(other.bodies.clone()),
            ([_, ..], [_, ..]) if self.bodies == other.bodies => {
                self.headings.extend(other.headings.clone());
            }
            _ => return false,
        }
        true
    }
}

impl Heading {
    fn text(&self) -> String {
        let way =
            if self.is_first { "in the direction of the first" } else { "in another direction" };
        match self.line {
            None => format!(" {way}"),
            Some(line) => format!(", if it ends {line}, {way}"),
        }
    }
}

/// Whether the last step goes in the direction of the one step of its kind before; `None` where
/// there is none or are more.
fn heading(words: &[(&str, usize)]) -> Option<bool> {
    let (&(last, count), earlier) = words.split_last()?;
    let kind = last.trim_end_matches('\'');
    let is_of_kind = |(word, _): &&(&str, usize)| word.trim_end_matches('\'') == kind;
    match earlier.iter().filter(is_of_kind).collect::<Vec<_>>()[..] {
        [&(first, 1)] if count == 1 && !first.ends_with('\'') => Some(last == first),
        _ => None,
    }
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
