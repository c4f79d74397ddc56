//! The clause of one move rule, in parts that can be merged with those of other rules.

use crate::source::join_words;
use crate::variant::{CellExpr, CellNode};

use super::super::notation::{CaptureScope, PurposeClause};
use super::super::piece_filter::PieceFilter;
use super::path_phrase::PathPhrase;

/// One move rule in words, in parts that can be merged with those of other rules.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct MoveClause {
    /// Phrases of the cells where the move may start; any of these.
    pub starts: Vec<String>,
    /// Whether an earlier clause already gives other moves from these starts.
    pub is_more: bool,
    /// The conditions of time or state, each with a comma and a blank at its end.
    pub when: String,
    /// The moves, with one clause for each purpose.
    pub purposes: Vec<PurposeClause>,
    /// The moves along a path; then there are no other ones.
    pub path: Option<PathPhrase>,
    /// What the piece captures from the cell where its move ended.
    pub shoots: Option<ShotClause>,
    /// What the move may do only between the cells of `ends`; never if `ends` is empty.
    pub forbidden: Option<String>,
    /// The cells where the move starts and ends; any of these.
    pub ends: Vec<EndCells>,
    /// The cells within which the piece stays; any of these.
    pub within: Vec<String>,
    /// Further conditions, each with its comma before it.
    pub tail: String,
    /// The pieces that the move jumps over and captures.
    pub pieces: PieceConditions,
}

/// The pieces that a rule jumps over and captures; `None` is every piece.
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
                join_words(over.into_iter().chain(words(captures, "takes", "takes only")), "and")
            }
        }
    }

    /// The pieces that it captures, if that is the only condition.
    fn only_captures(&self) -> Option<&str> {
        match self {
            PieceConditions { hurdles: None, captures: Some(PieceFilter::Only(pieces)) } => {
                Some(pieces)
            }
            _ => None,
        }
    }
}

/// The capture that follows a move, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ShotClause {
    /// The capture is compulsory.
    Always(String),
    /// Another rule gives the same move without the capture.
    Perhaps(String),
}

/// The cells where a move starts and the cells where it ends, in words.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct EndCells {
    /// The set of cells, if start and end lie in the same set.
    pub place: Option<CellExpr>,
    /// The cells where it ends: `its net`.
    pub end: String,
    /// `cells of its net`, or `from its net to the river` if start and end differ.
    pub cells: String,
}

impl EndCells {
    /// The cells whose border no move of the two crosses, if one is the complement of the other.
    fn border_not_crossed<'a>(&'a self, other: &'a EndCells) -> Option<&'a str> {
        let (one, two) = (self.place.as_ref()?, other.place.as_ref()?);
        match (&one.node, &two.node) {
            (_, CellNode::Not(_, outside)) if **outside == *one => Some(&self.end),
            (CellNode::Not(_, outside), _) if **outside == *two => Some(&other.end),
            _ => None,
        }
    }
}

impl MoveClause {
    /// A clause of plain text.
    pub fn plain(text: String) -> MoveClause {
        MoveClause { purposes: vec![PurposeClause::plain(text)], ..MoveClause::default() }
    }

    /// The text of the clause.
    ///
    /// `alone`: the piece type has no other clause. `splits`: it has moves that only capture or only
    /// do not.
    pub fn text(&self, alone: bool, splits: bool) -> String {
        // A rule that only captures some pieces adds to the other rules.
        if let Some(victim) = self.pieces.only_captures() {
            let clause = MoveClause { pieces: PieceConditions::default(), ..self.clone() };
            let clause = clause.text(alone, splits);
            if let Some(rest) = clause.strip_prefix("to capture, ") {
                return format!("to capture {victim}, also {rest}");
            }
        }
        let rest = self.conditions(alone);
        let lead = self.lead();
        let is_bound = !lead.is_empty() || !rest.is_empty();
        let link = |clause: &str| match is_bound {
            false => "; ",
            true if clause.starts_with("to ") => ", and, ",
            true => ", and ",
        };
        let purposes = self.purposes.iter().map(|clause| clause.text(splits));
        let mut text = String::new();
        for body in purposes.chain(self.path.iter().map(PathPhrase::text)) {
            text += if text.is_empty() { "" } else { link(&body) };
            text += &body;
        }
        format!("{lead}{text}{rest}")
    }

    /// The starts and conditions that stand before the body.
    pub fn lead(&self) -> String {
        let starts = match self.starts.is_empty() {
            true => String::new(),
            false => format!("{}, ", join_words(&self.starts, "or")),
        };
        let more = if self.is_more { "also " } else { "" };
        format!("{starts}{}{more}", self.when)
    }

    /// The conditions that stand after the body.
    pub fn conditions(&self, alone: bool) -> String {
        let mut rest = match &self.shoots {
            None => String::new(),
            Some(ShotClause::Always(victim)) => format!(", and then, from there, takes {victim}"),
            Some(ShotClause::Perhaps(victim)) => {
                format!(", and may then, from there, take {victim}")
            }
        };
        let ends = |link: &str| {
            let words = self.ends.iter().map(|EndCells { place, cells, .. }| match place {
                Some(_) => format!("{link} {cells}"),
                None => cells.clone(),
            });
            join_words(words, "or")
        };
        match (&self.forbidden, self.ends.is_empty()) {
            (None, true) => {}
            (None, false) => rest += &format!(", {}", ends("from and to")),
            (Some(forbidden), true) => rest += &format!(", but never {forbidden}"),
            (Some(forbidden), false) => {
                rest += &format!(", but {forbidden} only {}", ends("between"))
            }
        }
        match &self.within[..] {
            [] => {}
            [place] if alone => rest += &format!(", but never leaves {place}"),
            places => rest += &format!(", but only within {}", join_words(places, "or")),
        }
        rest += &self.tail;
        if !self.pieces.is_empty() {
            let but = if self.pieces.only_captures().is_some() { "and" } else { "but" };
            rest += &format!(", {but} {}", self.pieces.text());
        }
        rest
    }

    /// Whether its moves with capture differ from those without.
    pub fn splits(&self) -> bool {
        self.purposes.iter().any(|clause| clause.scope == CaptureScope::Split)
    }

    /// Merges another clause if the two differ in one part only; returns whether it did.
    pub fn try_merge(&mut self, other: &MoveClause) -> bool {
        let shot = MoveClause { shoots: other.shoots.clone(), ..self.clone() };
        let ends = MoveClause {
            forbidden: other.forbidden.clone(),
            ends: other.ends.clone(),
            ..self.clone()
        };
        let within = MoveClause { within: other.within.clone(), ..self.clone() };
        let path = MoveClause { path: other.path.clone(), ..self.clone() };
        match (&other.shoots, &mut self.path, &other.path) {
            (Some(ShotClause::Always(victim)), _, _) if self.shoots.is_none() && shot == *other => {
                self.shoots = Some(ShotClause::Perhaps(victim.clone()));
                true
            }
            (_, Some(known), Some(more)) if path == *other => known.try_merge(more),
            _ if ends == *other => self.try_merge_ends(other),
            _ if within == *other && !self.within.is_empty() && !other.within.is_empty() => {
                self.within.extend(other.within.clone());
                true
            }
            _ => false,
        }
    }

    /// Merges a clause that differs only in its start and end cells.
    fn try_merge_ends(&mut self, other: &MoveClause) -> bool {
        let has_limit = |clause: &MoveClause| clause.forbidden.is_some() || !clause.ends.is_empty();
        if !has_limit(self)
            || !has_limit(other)
            || (self.forbidden.is_some() && other.forbidden.is_some())
        {
            return false;
        }
        self.forbidden = self.forbidden.take().or_else(|| other.forbidden.clone());
        for end in &other.ends {
            let other_side = self.ends.iter().enumerate().find_map(|(index, known)| {
                Some((index, end.border_not_crossed(known)?.to_owned()))
            });
            match other_side {
                Some((index, place)) if self.forbidden.is_none() && self.leaps() => {
                    self.ends.remove(index);
                    self.forbidden = Some(format!("enters or leaves {place}"));
                }
                _ => self.ends.push(end.clone()),
            }
        }
        true
    }

    fn leaps(&self) -> bool {
        !self.purposes.is_empty() && self.purposes.iter().all(|clause| clause.leaps)
    }
}
