//! One move rule in words, in parts that several rules may share.

use crate::source::join_words;
use crate::variant::{CellExpr, CellNode};

use super::super::notation::{Part, Scope};
use super::super::piece_filter::PieceFilter;
use super::super::vocabulary::either;
use super::path::PathPhrase;

/// One way of moving in parts, so that what several ways share is said once.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Told {
    /// From where; any of these will do.
    pub starts: Vec<String>,
    /// Whether more is done from there than an earlier way says.
    pub is_more: bool,
    /// When, with a comma and a blank at the end.
    pub when: String,
    /// What it does.
    pub goes: Goes,
    /// Whom it takes from where it went.
    pub shoots: Option<Shot>,
    /// What it does not do, but from and to these ends; with no ends never.
    pub bar: Option<String>,
    /// From and to which cells; any of these will do.
    pub ends: Vec<End>,
    /// What it does not leave; any of these.
    pub within: Vec<String>,
    /// Further conditions, each with its comma.
    pub tail: String,
    /// Which pieces it jumps over and captures.
    pub pieces: PieceConditions,
}

/// Which pieces a rule jumps over and captures, where that is not every piece.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct PieceConditions {
    pub hurdles: Option<PieceFilter>,
    pub captures: Option<PieceFilter>,
}

impl PieceConditions {
    pub fn is_empty(&self) -> bool {
        *self == PieceConditions::default()
    }

    /// `never over a Cannon and takes only a General`
    pub fn text(&self) -> String {
        match (&self.hurdles, &self.captures) {
            (Some(PieceFilter::AllBut(over)), Some(PieceFilter::AllBut(takes)))
                if over == takes =>
            {
                format!("never over or onto {over}")
            }
            (hurdles, captures) => {
                let words = |filter: &Option<PieceFilter>, never: &str, only: &str| match filter {
                    None | Some(PieceFilter::All) => None,
                    Some(PieceFilter::AllBut(pieces)) => Some(format!("never {never} {pieces}")),
                    Some(PieceFilter::Only(pieces)) => Some(format!("{only} {pieces}")),
                };
                let over = words(hurdles, "over", "only over");
                let takes = words(captures, "takes", "takes only");
                join_words(&over.into_iter().chain(takes).collect::<Vec<_>>(), "and")
            }
        }
    }

    /// The pieces that it captures, if the rule says no more than that it captures only these.
    fn only_captures(&self) -> Option<&str> {
        match self {
            PieceConditions { hurdles: None, captures: Some(PieceFilter::Only(pieces)) } => {
                Some(pieces)
            }
            _ => None,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Goes {
    /// Occasion by occasion.
    Parts(Vec<Part>),
    Path(PathPhrase),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Shot {
    /// It has to.
    Always(String),
    /// Another way is the same without it.
    Perhaps(String),
}

/// From which cells to which.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct End {
    /// The cells, if both ends lie on the same.
    pub place: Option<CellExpr>,
    /// The cells where it ends: `its net`.
    pub cells: String,
    /// `from and to cells of its net`
    pub words: String,
    /// `between cells of its net`
    pub between: String,
}

impl End {
    /// The place such that both ends of a way together lead from everywhere, but never into or out
    /// of it.
    fn divides<'a>(&'a self, other: &'a End) -> Option<&'a str> {
        let (one, two) = (self.place.as_ref()?, other.place.as_ref()?);
        match (&one.node, &two.node) {
            (_, CellNode::Not(_, outside)) if **outside == *one => Some(&self.cells),
            (CellNode::Not(_, outside), _) if **outside == *two => Some(&other.cells),
            _ => None,
        }
    }
}

impl Told {
    /// What it does, on no conditions.
    pub fn of(goes: Goes, shoots: Option<Shot>) -> Told {
        Told {
            starts: Vec::new(),
            is_more: false,
            when: String::new(),
            goes,
            shoots,
            bar: None,
            ends: Vec::new(),
            within: Vec::new(),
            tail: String::new(),
            pieces: PieceConditions::default(),
        }
    }

    /// The parts, if it has any.
    pub fn parts(&self) -> &[Part] {
        match &self.goes {
            Goes::Parts(parts) => parts,
            Goes::Path(_) => &[],
        }
    }

    /// The text; `alone` where the kind has no other way, `splits` where it has ways only to move
    /// or only to capture.
    pub fn text(&self, alone: bool, splits: bool) -> String {
        // A way that is only there to take somebody is one more way.
        if let Some(victim) = self.pieces.only_captures() {
            let told = Told { pieces: PieceConditions::default(), ..self.clone() };
            let told = told.text(alone, splits);
            if let Some(way) = told.strip_prefix("to capture, ") {
                return format!("to capture {victim}, also {way}");
            }
        }
        let rest = self.conditions(alone);
        let lead = self.lead();
        let is_bound = !lead.is_empty() || !rest.is_empty();
        let link = |part: &str| match is_bound {
            false => "; ",
            true if part.starts_with("to ") => ", and, ",
            true => ", and ",
        };
        let goes: Vec<String> = match &self.goes {
            Goes::Parts(parts) => parts.iter().map(|part| part.text(splits)).collect(),
            Goes::Path(path) => vec![path.text()],
        };
        let mut text = String::new();
        for part in goes {
            text += if text.is_empty() { "" } else { link(&part) };
            text += &part;
        }
        format!("{lead}{text}{rest}")
    }

    /// Where and when.
    pub fn lead(&self) -> String {
        let starts = match &self.starts[..] {
            [] => String::new(),
            starts => format!("{}, ", either(starts.to_vec())),
        };
        let more = if self.is_more { "also " } else { "" };
        format!("{starts}{}{more}", self.when)
    }

    /// What stands behind what it does.
    pub fn conditions(&self, alone: bool) -> String {
        let mut rest = match &self.shoots {
            None => String::new(),
            Some(Shot::Always(victim)) => format!(", and then, from there, takes {victim}"),
            Some(Shot::Perhaps(victim)) => format!(", and may then, from there, take {victim}"),
        };
        let ends = |of: fn(&End) -> &String| either(self.ends.iter().map(of).cloned().collect());
        match (&self.bar, self.ends.is_empty()) {
            (None, true) => {}
            (None, false) => rest += &format!(", {}", ends(|end| &end.words)),
            (Some(bar), true) => rest += &format!(", but never {bar}"),
            (Some(bar), false) => rest += &format!(", but {bar} only {}", ends(|end| &end.between)),
        }
        match &self.within[..] {
            [] => {}
            [place] if alone => rest += &format!(", but never leaves {place}"),
            places => rest += &format!(", but only within {}", either(places.to_vec())),
        }
        rest += &self.tail;
        if !self.pieces.is_empty() {
            let but = if self.pieces.only_captures().is_some() { "and" } else { "but" };
            rest += &format!(", {but} {}", self.pieces.text());
        }
        rest
    }

    /// Whether it does other things to move than to capture.
    pub fn splits(&self) -> bool {
        self.parts().iter().any(|part| part.scope == Scope::Split)
    }

    /// Takes in another way, if what the two have in common needs to be said once only.
    pub fn take_in(&mut self, other: &Told) -> bool {
        let shot = Told { shoots: other.shoots.clone(), ..self.clone() };
        let ends = Told { bar: other.bar.clone(), ends: other.ends.clone(), ..self.clone() };
        let within = Told { within: other.within.clone(), ..self.clone() };
        let goes = Told { goes: other.goes.clone(), ..self.clone() };
        match (&other.shoots, &mut self.goes, &other.goes) {
            (Some(Shot::Always(victim)), _, _) if self.shoots.is_none() && shot == *other => {
                self.shoots = Some(Shot::Perhaps(victim.clone()));
                true
            }
            (_, Goes::Path(path), Goes::Path(more)) if goes == *other => path.try_merge(more),
            _ if ends == *other => self.take_in_ends(other),
            _ if within == *other && !self.within.is_empty() && !other.within.is_empty() => {
                self.within.extend(other.within.clone());
                true
            }
            _ => false,
        }
    }

    /// The same way from and to other cells.
    fn take_in_ends(&mut self, other: &Told) -> bool {
        let has_limit = |told: &Told| told.bar.is_some() || !told.ends.is_empty();
        if !has_limit(self) || !has_limit(other) || (self.bar.is_some() && other.bar.is_some()) {
            return false;
        }
        self.bar = self.bar.take().or_else(|| other.bar.clone());
        for end in &other.ends {
            let other_side = self
                .ends
                .iter()
                .enumerate()
                .find_map(|(index, known)| Some((index, end.divides(known)?.to_owned())));
            match other_side {
                Some((index, place)) if self.bar.is_none() && self.leaps() => {
                    self.ends.remove(index);
                    self.bar = Some(format!("enters or leaves {place}"));
                }
                _ => self.ends.push(end.clone()),
            }
        }
        true
    }

    fn leaps(&self) -> bool {
        !self.parts().is_empty() && self.parts().iter().all(|part| part.leaps)
    }
}
