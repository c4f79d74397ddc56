//! The phrases of one purpose as statements: with or without capture, on the first move.

use crate::notation::{Leg, Term};

use super::phrase::{MoveNote, Phrase, Verb};

/// The moves of one purpose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PurposeClause {
    /// What the moves may capture, and when they apply.
    pub purpose: MovePurpose,
    /// The moves; any of these.
    pub phrases: Vec<Phrase>,
}

/// One sentence about a move, as the end of a sentence about the piece, and what follows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveStatement {
    /// The words from the verb on: `moves one square forward without capturing`.
    pub text: String,
    /// The sentences that follow.
    pub notes: Vec<MoveNote>,
    /// Whether it holds for the first move of a piece only.
    pub initial: bool,
}

/// The context of statements.
#[derive(Debug, Clone, Copy, Default)]
pub struct StatementContext<'a> {
    /// What is captured, where a rule captures only some pieces: `a General`.
    pub target: Option<&'a str>,
    /// Whether the rule only attacks these pieces, because they are royal.
    pub attacks: bool,
    /// Whether other moves of the piece type only capture, or only do not.
    pub splits: bool,
}

impl MoveStatement {
    /// A statement without notes.
    pub fn plain(text: impl Into<String>) -> MoveStatement {
        MoveStatement { text: text.into(), notes: Vec::new(), initial: false }
    }
}

/// From this number on, moves of one purpose have a sentence each.
const SEVERAL: usize = 3;

impl PurposeClause {
    /// Whether the moves depend on no cell but the last.
    pub fn leaps(&self) -> bool {
        self.phrases.iter().all(|phrase| {
            let is_direct = phrase.verb == Verb::Leaps || phrase.is_single_step();
            is_direct && phrase.more.is_empty() && phrase.notes.is_empty()
        })
    }

    /// The statements about the moves; `others` are all clauses of the same rule.
    fn statements(
        &self,
        others: &[PurposeClause],
        context: StatementContext,
    ) -> Vec<MoveStatement> {
        let mut chunks: Vec<Vec<Phrase>> = Vec::new();
        for phrase in &self.phrases {
            match chunks.last_mut() {
                Some(chunk) if self.phrases.len() < SEVERAL && chunk[0].notes == phrase.notes => {
                    chunk.push(phrase.clone());
                }
                _ => chunks.push(vec![phrase.clone()]),
            }
        }
        let is_counterpart =
            |other: &&PurposeClause| self.purpose.is_capture_counterpart(other.purpose);
        let quiet = others.iter().find(is_counterpart).map_or(&[][..], |other| &other.phrases);
        let statement = |chunk: Vec<Phrase>| {
            let mut notes = chunk[0].notes.clone();
            notes.extend(self.purpose.notes());
            let text = self.purpose.text(&chunk, quiet, context);
            MoveStatement { text, notes, initial: self.purpose.initial }
        };
        chunks.into_iter().map(statement).collect()
    }
}

/// The statements about the clauses of one rule.
pub fn statements(clauses: &[PurposeClause], context: StatementContext) -> Vec<MoveStatement> {
    let all = clauses.iter().flat_map(|clause| clause.statements(clauses, context));
    // What is said of all moves is said after the last of them.
    let mut all: Vec<MoveStatement> = all.collect();
    for index in 0..all.len() {
        let later: Vec<MoveNote> =
            all[index + 1..].iter().flat_map(|it| it.notes.clone()).collect();
        all[index]
            .notes
            .retain(|note| !matches!(note, MoveNote::Whole(_)) || !later.contains(note));
    }
    all
}

/// `captures one square diagonally forward`: the act, then the ways.
fn captured(act: &str, quiet: &[Phrase], captures: &[Phrase]) -> String {
    let way = |capture: &Phrase| {
        let is_along = |known: &Phrase| {
            (known.verb, &known.measure, &known.directions)
                == (capture.verb, &capture.measure, &capture.directions)
        };
        match capture.more.strip_prefix(", jumping") {
            Some(rest) if quiet.iter().any(is_along) => {
                format!("along the same lines by jumping{rest}")
            }
            _ if capture.is_single_step() => capture.cell_text(),
            _ => format!("by {}", capture.cell_text()),
        }
    };
    let ways: Vec<String> = captures.iter().map(way).collect();
    format!("{act} {}", ways.join(", or "))
}

/// The verbs of a statement in their base form: `move one square` of `moves one square`.
pub fn base_form(text: &str) -> String {
    let base = |text: &str| match text.split_once(' ') {
        Some(("may", rest)) => rest.to_owned(),
        Some((verb, rest)) => format!("{} {rest}", verb.strip_suffix('s').unwrap_or(verb)),
        None => text.strip_suffix('s').unwrap_or(text).to_owned(),
    };
    let begins_with_verb =
        |way: &str| Verb::ALL.iter().any(|verb| way.starts_with(verb.third_person()));
    let way = |(index, way): (usize, &str)| match index == 0 || begins_with_verb(way) {
        true => base(way),
        false => way.to_owned(),
    };
    text.split(", or ").enumerate().map(way).collect::<Vec<_>>().join(", or ")
}

/// The purpose of a term: what it may capture, and when it applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MovePurpose {
    /// Whether it applies only to a piece that has not moved.
    pub initial: bool,
    /// Whether it may end on an empty cell.
    pub quiet: bool,
    /// Whether it may capture an enemy piece.
    pub capture: bool,
    friendly_capture: bool,
    /// Whether it may capture en passant.
    pub en_passant: bool,
    spares_royals: bool,
}

impl MovePurpose {
    pub(super) fn of(term: &Term) -> MovePurpose {
        let modifiers = &term.legs.last().expect("a term has a leg").modifiers;
        let usual = modifiers.purpose_is_usual();
        MovePurpose {
            initial: term.legs[0].modifiers.initial,
            quiet: usual || modifiers.quiet,
            capture: usual || modifiers.capture,
            friendly_capture: modifiers.friendly_capture,
            en_passant: modifiers.en_passant,
            spares_royals: modifiers.spares_royals,
        }
    }

    /// The same for a term of several legs, whose words say themselves what they capture.
    pub(super) fn of_legs(self, term: &Term) -> MovePurpose {
        let must_capture = |leg: &Leg| leg.modifiers.capture && !leg.modifiers.quiet;
        let captures = term.legs.iter().any(must_capture);
        match captures {
            true => MovePurpose { quiet: false, capture: true, ..self },
            false => self,
        }
    }

    /// Whether it only moves without capture, or only captures.
    pub fn splits(self) -> bool {
        self.quiet != (self.capture || self.friendly_capture || self.en_passant)
    }

    /// Whether `self` only captures, and the other only moves without capture.
    fn is_capture_counterpart(self, other: MovePurpose) -> bool {
        self.initial == other.initial && !self.quiet && other.quiet && other.splits()
    }

    /// The words of moves with this purpose.
    fn text(self, phrases: &[Phrase], quiet: &[Phrase], context: StatementContext) -> String {
        let moves = || phrases.iter().map(Phrase::text).collect::<Vec<_>>().join(", or ");
        let without = |text: String, words: &str| {
            let comma = if text.contains(',') { "," } else { "" };
            format!("{text}{comma} {words}")
        };
        let act = if context.attacks { "attacks" } else { "captures" };
        let target = context.target.map_or(act.to_owned(), |target| format!("{act} {target}"));
        let captured = |act: &str| captured(act, quiet, phrases);
        match (self.quiet, self.capture, self.friendly_capture) {
            (true, true, _) if context.splits => without(moves(), "with or without capturing"),
            (true, true, _) | (true, false, true) => moves(),
            (true, false, false) => without(moves(), "without capturing"),
            (false, true, _) => captured(&target),
            (false, false, true) => captured("captures a friendly piece"),
            (false, false, false) => captured("captures en passant"),
        }
    }

    /// What follows moves with this purpose.
    fn notes(self) -> Vec<MoveNote> {
        let mut notes = Vec::new();
        match (self.quiet, self.capture, self.friendly_capture) {
            (_, true, true) => {
                notes.push(MoveNote::OfPiece("may also capture friendly pieces".to_owned()));
            }
            (true, false, true) => {
                notes.push(MoveNote::OfPiece("captures friendly pieces only".to_owned()));
            }
            _ => {}
        }
        if self.en_passant && self.capture {
            notes.push(MoveNote::Whole("It may capture en passant".to_owned()));
        }
        if self.spares_royals {
            notes.push(MoveNote::OfPiece("may not capture a royal piece".to_owned()));
        }
        notes
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;

    #[test]
    fn purposes() {
        check(
            "fmWfceF",
            "Moves one square forward without capturing. Captures one square diagonally forward. \
             It may capture en passant.",
        );
        check(
            "mRcpR",
            "Slides any number of squares orthogonally without capturing. Captures along the same \
             lines by jumping over exactly one piece.",
        );
        check(
            "mWcF",
            "Moves one square orthogonally without capturing. Captures one square diagonally.",
        );
        check(
            "rmWrcFvW",
            "Moves one square to the right without capturing. Captures one square diagonally to \
             the right (forward or backward). Moves one square forward or backward with or without capturing.",
        );
        check(
            "mRcN",
            "Slides any number of squares orthogonally without capturing. Captures by leaping two \
             squares orthogonally and one square at a right angle.",
        );
        check(
            "fmWifmnD",
            "Moves one square forward without capturing. On its first move it may move exactly \
             two squares forward without capturing. This move is blocked if the square between is \
             occupied.",
        );
        check(
            "WimNimR",
            "Moves one square orthogonally with or without capturing. On its first move it may leap \
             two squares orthogonally and one square at a right angle, or slide any number of squares \
             orthogonally, without capturing.",
        );
        check("dR", "Captures a friendly piece by sliding any number of squares orthogonally.");
        check(
            "ctR",
            "Captures by sliding any number of squares orthogonally. It may not capture a royal \
             piece.",
        );
    }
}
