//! The clause of one move rule, in parts that can be merged with those of other rules.

use crate::game::{CellExpr, CellNode};
use crate::source::{capitalised, join_words};

use super::super::notation::{
    FIRST_MOVE, MoveNote, MoveStatement, NoteSubject, Phrase, PurposeClause, StatementContext,
    base_form, statements,
};
use super::super::piece_filter::PieceFilter;
use super::super::vocabulary::sentence;
use super::path_phrase::PathPhrase;

/// One move rule in words, in parts that can be merged with those of other rules.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct MoveClause {
    /// The cells where the move may start; any of these.
    pub starts: Vec<Start>,
    /// Whether an earlier clause already gives other moves from these starts.
    pub is_more: bool,
    /// The conditions of time or state, all of which must hold: `on its first move`.
    pub when: Vec<String>,
    /// The moves, with one clause for each purpose.
    pub purposes: Vec<PurposeClause>,
    /// The moves along a path; then there are no other ones.
    pub path: Option<PathPhrase>,
    /// What the piece does instead, if it is no move by notation or path: `swaps with a Rook`.
    pub plain: Option<String>,
    /// What the piece captures from the cell where its move ended.
    pub shoots: Option<ShotClause>,
    /// What the move may do only between the cells of `ends`; never if `ends` is empty.
    pub forbidden: Option<String>,
    /// The cells where the move starts and ends; any of these.
    pub ends: Vec<EndCells>,
    /// The cells within which the piece stays; any of these.
    pub within: Vec<String>,
    /// Further conditions.
    pub tail: Vec<MoveNote>,
    /// The pieces that the move jumps over and captures.
    pub pieces: PieceConditions,
}

/// The cells where a move starts, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Start {
    /// Within a sentence: `from its den`.
    pub lead: String,
    /// In a table, with the names of sides: `Red's den`.
    pub label: String,
}

/// The pieces that a rule jumps over and captures; `None` is every piece.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct PieceConditions {
    pub hurdles: Option<PieceFilter>,
    pub captures: Option<PieceFilter>,
    /// Whether it captures none, and only gives check, because these pieces are royal.
    pub only_gives_check: bool,
}

impl PieceConditions {
    pub fn is_empty(&self) -> bool {
        *self == PieceConditions::default()
    }

    /// What is said of the piece: `may not jump over or capture a Cannon`.
    pub fn texts(&self) -> Vec<String> {
        match (&self.hurdles, &self.captures) {
            (Some(PieceFilter::AllBut(over)), Some(PieceFilter::AllBut(captured)))
                if over == captured =>
            {
                vec![format!("may not jump over or capture {over}")]
            }
            (hurdles, captures) => {
                let words = |filter: &Option<PieceFilter>, act: &str| match filter {
                    None | Some(PieceFilter::All) => None,
                    Some(PieceFilter::AllBut(pieces)) => Some(format!("may not {act} {pieces}")),
                    Some(PieceFilter::Only(pieces)) => Some(format!("may {act} only {pieces}")),
                };
                let over = words(hurdles, "jump over");
                over.into_iter().chain(words(captures, "capture")).collect()
            }
        }
    }

    /// The pieces that it captures, if that is the only condition.
    fn only_captures(&self) -> Option<&str> {
        match self {
            PieceConditions {
                hurdles: None, captures: Some(PieceFilter::Only(pieces)), ..
            } => Some(pieces),
            _ => None,
        }
    }
}

/// The capture that follows a move, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ShotClause {
    /// What is captured: `an enemy piece one square away orthogonally`.
    pub target: String,
    /// What must be empty, as a sentence without its full stop.
    pub between: Option<String>,
    /// Whether another rule gives the same move without the capture.
    pub is_optional: bool,
}

/// The cells where a move starts and the cells where it ends, in words.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct EndCells {
    /// The set of cells, if start and end lie in the same set.
    pub place: Option<CellExpr>,
    /// The cells where it ends: `its net`.
    pub end: String,
    /// Where both ends lie, as after a verb: `in its net`; empty if they lie in different sets.
    pub inside: String,
    /// `squares of its net`, or `from its net to the river` if start and end differ.
    pub cells: String,
}

impl EndCells {
    /// What the move must do: `starts and ends in its net`, `leads from its net to the river`.
    fn condition(&self) -> String {
        match self.place {
            Some(_) => format!("starts and ends {}", self.inside),
            None => format!("leads {}", self.cells),
        }
    }

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
    /// A clause of plain text, from the verb on.
    pub fn plain(text: String) -> MoveClause {
        MoveClause { plain: Some(text), ..MoveClause::default() }
    }

    /// The statements about the moves. `is_only`: the piece type has no other clause. `splits`: it
    /// has moves that only capture or only do not.
    pub fn statements(&self, is_only: bool, splits: bool) -> Vec<MoveStatement> {
        let target = self.target();
        let mut all = statements(
            &self.purposes,
            StatementContext { target, attacks: self.pieces.only_gives_check, splits },
        );
        all.extend(self.path.iter().map(PathPhrase::statement));
        all.extend(self.plain.iter().map(MoveStatement::plain));
        if self.jumps() {
            let last = all.last_mut().expect("moves by notation have a statement");
            last.notes.extend(self.limit_notes(is_only));
            return all;
        }
        let limits = self.limits(is_only);
        for it in &mut all {
            let endings = [" with or without capturing", " without capturing"];
            let cut = endings.into_iter().find_map(|words| it.text.find(words));
            let place = cut.unwrap_or(it.text.len());
            it.text.insert_str(place, &limits);
        }
        all
    }

    /// The only pieces that it captures, if it only captures.
    fn target(&self) -> Option<&str> {
        let only_captures =
            self.purposes.iter().all(|it| it.purpose.capture && it.purpose.splits());
        self.pieces.only_captures().filter(|_| only_captures && self.is_by_notation())
    }

    /// The sentences of the clause. `is_alone`: its statement is the only one of the piece type.
    pub fn sentences(&self, is_only: bool, is_alone: bool, splits: bool) -> Vec<String> {
        let statements = self.statements(is_only, splits);
        let several = statements.len() > 1;
        let (subject, of_clause) = match (is_alone, is_only, several) {
            (true, _, _) => (NoteSubject::Piece, NoteSubject::Piece),
            (false, true, _) => (NoteSubject::Move, NoteSubject::Piece),
            (false, false, true) => (NoteSubject::Move, NoteSubject::Moves),
            (false, false, false) => (NoteSubject::Move, NoteSubject::Move),
        };
        let mut sentences = Vec::new();
        let mut rest = &statements[..];
        while let [first, others @ ..] = rest {
            rest = others;
            let lead = self.lead(first.initial);
            let mut text = first.text.clone();
            // Two short statements under one condition are one sentence.
            if let [second] = others
                && !lead.is_empty()
                && first.notes.is_empty()
                && first.initial == second.initial
            {
                let second_text = match self.is_more || lead.contains(FIRST_MOVE) {
                    true => base_form(&second.text),
                    false => second.text.clone(),
                };
                text += &format!(" and {second_text}");
                sentences.push(self.with_lead(&lead, &text));
                sentences.extend(second.notes.iter().map(|note| sentence(&note.text(subject))));
                break;
            }
            sentences.push(self.with_lead(&lead, &text));
            sentences.extend(first.notes.iter().map(|note| sentence(&note.text(subject))));
        }
        sentences.extend(self.notes(is_only).iter().map(|note| sentence(&note.text(of_clause))));
        sentences
    }

    /// The statement with the condition before it: `From its den it moves one square forward.`
    fn with_lead(&self, lead: &str, text: &str) -> String {
        let verb = match self.is_more {
            true => format!("may also {}", base_form(text)),
            false if lead.contains(FIRST_MOVE) => format!("may {}", base_form(text)),
            false => text.to_owned(),
        };
        match lead {
            "" => sentence(text),
            // A condition of time before one of place, or a clause of its own, ends with a comma.
            _ if lead.contains("if ") || (lead.contains(", ") && !lead.starts_with("from ")) => {
                format!("{}, it {verb}.", capitalised(lead))
            }
            _ => format!("{} it {verb}.", capitalised(lead)),
        }
    }

    /// The conditions and starts that stand before a statement: `on its first move`.
    fn lead(&self, initial: bool) -> String {
        let mut when = self.when.clone();
        if initial && !when.iter().any(|known| known == FIRST_MOVE) {
            when.push(FIRST_MOVE.to_owned());
        }
        let leads = || self.starts.iter().map(|start| &start.lead[..]);
        let after_from: Option<Vec<&str>> = leads().map(|it| it.strip_prefix("from ")).collect();
        let starts = match after_from {
            Some(places) if !places.is_empty() => format!("from {}", join_words(places, "or")),
            _ => join_words(leads(), "or"),
        };
        let mut parts = vec![join_words(when, "and"), starts];
        parts.retain(|part| !part.is_empty());
        parts.join(", ")
    }

    /// Where the moves may be made, after the words about them: ` within its palace`.
    fn limits(&self, is_only: bool) -> String {
        let mut limits = String::new();
        if self.forbidden.is_none() && !self.ends.is_empty() {
            let words = self.ends.iter().map(|EndCells { place, cells, .. }| match place {
                Some(_) => format!("between {cells}"),
                None => cells.clone(),
            });
            limits += &format!(" {}", join_words(words, "or"));
        }
        if let Some(places) = self.within_words(is_only) {
            limits += &format!(" within {places}");
        }
        limits
    }

    /// Where the piece stays, unless it is said of the piece itself.
    fn within_words(&self, is_only: bool) -> Option<String> {
        let is_of_piece = is_only && self.within.len() == 1;
        (!self.within.is_empty() && !is_of_piece).then(|| join_words(&self.within, "or"))
    }

    /// Whether its words go on after the directions: `jumping over exactly one piece`.
    fn jumps(&self) -> bool {
        let mut phrases = self.purposes.iter().flat_map(|clause| &clause.phrases);
        phrases.any(Phrase::goes_on)
    }

    /// The same as `limits`, as sentences after long words.
    fn limit_notes(&self, is_only: bool) -> Vec<MoveNote> {
        let mut notes = Vec::new();
        if self.forbidden.is_none() && !self.ends.is_empty() {
            let ends = join_words(self.ends.iter().map(EndCells::condition), "or");
            notes.push(MoveNote::Whole(format!("The move {ends}")));
        }
        let within = self.within_words(is_only);
        notes.extend(within.map(|places| MoveNote::OfMove(format!("stays within {places}"))));
        notes
    }

    /// What follows the statements.
    fn notes(&self, is_only: bool) -> Vec<MoveNote> {
        let mut notes = Vec::new();
        match &self.shoots {
            None => {}
            Some(ShotClause { target, between, is_optional }) => {
                let may = if *is_optional { "may" } else { "must" };
                notes.push(MoveNote::Whole(format!("Then it {may} shoot {target}")));
                notes.extend(between.iter().cloned().map(MoveNote::Whole));
                if !is_optional {
                    let words = "If it cannot shoot, it may not make this move";
                    notes.push(MoveNote::Whole(words.to_owned()));
                }
            }
        }
        match (&self.forbidden, self.ends.is_empty()) {
            (None, _) => {}
            (Some(forbidden), true) => {
                notes.push(MoveNote::OfPiece(format!("may not {forbidden}")))
            }
            (Some(forbidden), false) => {
                let ends = self.ends.iter().map(EndCells::condition);
                let ends = join_words(ends, "or");
                notes.push(MoveNote::OfPiece(format!("may {forbidden} only if the move {ends}")));
            }
        }
        if let [place] = &self.within[..]
            && is_only
        {
            notes.push(MoveNote::OfPiece(format!("may not leave {place}")));
        }
        notes.extend(self.tail.clone());
        if self.target().is_none() {
            notes.extend(self.pieces.texts().into_iter().map(MoveNote::OfPiece));
        }
        notes
    }

    /// Whether its moves are given by notation.
    pub fn is_by_notation(&self) -> bool {
        self.path.is_none() && self.plain.is_none()
    }

    /// Whether the moves depend on nothing but the cell where they start.
    pub fn depends_on_start_alone(&self) -> bool {
        let is_plain = |clause: &PurposeClause| {
            let purpose = clause.purpose;
            !purpose.initial
                && (purpose.quiet || purpose.capture)
                && clause.phrases.iter().all(Phrase::has_no_notes)
        };
        let rest =
            MoveClause { starts: Vec::new(), purposes: Vec::new(), is_more: false, ..self.clone() };
        !self.starts.is_empty()
            && rest == MoveClause::default()
            && self.purposes.iter().all(is_plain)
    }

    pub fn captures_en_passant(&self) -> bool {
        self.purposes.iter().any(|clause| clause.purpose.en_passant)
    }

    /// Whether its moves with capture differ from those without.
    pub fn splits(&self) -> bool {
        self.target().is_none()
            && self.purposes.iter().any(|it| !it.purpose.initial && it.purpose.splits())
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
            (Some(clause), _, _) if self.shoots.is_none() && shot == *other => {
                self.shoots = Some(ShotClause { is_optional: true, ..clause.clone() });
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
                    self.forbidden = Some(format!("enter or leave {place}"));
                }
                _ => self.ends.push(end.clone()),
            }
        }
        true
    }

    fn leaps(&self) -> bool {
        !self.purposes.is_empty() && self.purposes.iter().all(PurposeClause::leaps)
    }
}
