use crate::rules::SideId;
use crate::source::{article, join_words};

use crate::query::Study;

/// What a zone's name may begin with that says already whose it is.
const SEATS: [&str; 6] = ["own", "enemy", "far", "next", "opposite", "previous"];

/// Sets of cells and of pieces within sentences, as definitions write them.
impl Study {
    /// From where a way starts: `from its quarter on its long diagonal`.
    pub(super) fn start_words(&self, text: &str) -> String {
        let mut parts = text.split(" and ").map(str::trim);
        let first = parts.next().map_or(String::new(), |part| match outside(part) {
            Some(rest) => format!("from outside {}", self.place_words(rest)),
            None if beside(part) => self.place_words(part),
            None => format!("from {}", self.place_words(part)),
        });
        let further = parts.map(|part| match (outside(part), beside(part)) {
            (Some(rest), _) => format!(" outside {}", self.place_words(rest)),
            (None, true) => format!(" {}", self.place_words(part)),
            (None, false) => format!(" on {}", self.place_words(part)),
        });
        std::iter::once(first).chain(further).collect()
    }

    /// Cells that one may go to: `the net`, `cells outside its quarter`.
    pub(super) fn end_words(&self, text: &str) -> String {
        let parts = text.split(" and ").map(|part| match outside(part.trim()) {
            Some(rest) => format!("cells outside {}", self.place_words(rest)),
            None => self.place_words(part.trim()),
        });
        join_words(&parts.collect::<Vec<_>>(), "and")
    }

    /// The same cells one by one: `cells of the net`, `cells outside its quarter`.
    pub(super) fn cells_words(&self, text: &str) -> String {
        let words = self.end_words(text);
        if words.starts_with("cells ") { words } else { format!("cells of {words}") }
    }

    /// `its palace`, `the next side's quarter`, `right of the long diagonal`, `ranks 1–4 and 13–16`.
    pub(super) fn place_words(&self, text: &str) -> String {
        for way in ["right of", "left of", "in front of", "behind"] {
            if let Some(rest) = text.strip_prefix(way) {
                return format!("{way} {}", self.place_words(rest.trim()));
            }
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            [zone] if self.is_zone(zone) => {
                format!("{} {}", self.zone_article(zone), zone.replace('-', " "))
            }
            [zone, "of", "enemy"] if self.is_zone(zone) => {
                format!("the enemy's {}", zone.replace('-', " "))
            }
            [zone, "of", whose @ ("next" | "previous" | "opposite")] if self.is_zone(zone) => {
                format!("the {whose} side's {}", zone.replace('-', " "))
            }
            _ => listed(&words),
        }
    }

    fn is_zone(&self, word: &str) -> bool {
        self.variant().zones.iter().any(|zone| zone.id == word)
    }

    /// `its` where each side has cells of its own and the name does not say whose.
    fn zone_article(&self, id: &str) -> &'static str {
        let seated = id.split('-').next().is_some_and(|word| SEATS.contains(&word));
        let zone = self.variant().zones.iter().find(|zone| zone.id == id);
        let SideId(first) = self.first_side();
        let differs = zone.is_some_and(|zone| {
            zone.cells.iter().any(|cells| *cells != zone.cells[usize::from(first)])
        });
        if differs && !seated { "its" } else { "the" }
    }

    /// Pieces, as definitions name them.
    pub(super) fn whom(&self, text: &str) -> Whom {
        match text.strip_prefix("any but ") {
            Some(rest) => Whom::AllBut(self.names_of(rest)),
            None if text == "any" => Whom::All,
            None => Whom::Only(self.names_of(text)),
        }
    }

    /// `a General or a Cannon`
    fn names_of(&self, text: &str) -> String {
        let name = |word: &str| match self.variant().faces.iter().find(|face| face.id == word) {
            Some(face) => format!("{} {}", article(&face.name), face.name),
            None if word == "enemy" => "an enemy".to_owned(),
            None if word == "own" => "a piece of its own".to_owned(),
            None => word.to_owned(),
        };
        join_words(&text.split_whitespace().map(name).collect::<Vec<_>>(), "or")
    }
}

/// Some pieces.
pub(super) enum Whom {
    All,
    AllBut(String),
    Only(String),
}

fn outside(part: &str) -> Option<&str> {
    part.strip_prefix("not ").map(str::trim)
}

fn beside(part: &str) -> bool {
    ["right of ", "left of ", "in front of ", "behind "].iter().any(|way| part.starts_with(way))
}

/// `ranks 1–4 and 13–16`: what has no name is told as it is written.
fn listed(words: &[&str]) -> String {
    let is_noun = |word: &str| word.len() > 2 && word.chars().all(|c| c.is_ascii_lowercase());
    let nouns = words.iter().filter(|word| is_noun(word)).count();
    match words {
        [noun, names @ ..] if nouns == 1 && is_noun(noun) && !names.is_empty() => {
            let names: Vec<String> = names.iter().map(|name| name.replace('-', "–")).collect();
            format!("{noun} {}", join_words(&names, "and"))
        }
        _ if nouns == 0 => {
            join_words(&words.iter().map(|name| name.replace('-', "–")).collect::<Vec<_>>(), "and")
        }
        _ => words.join(" "),
    }
}
