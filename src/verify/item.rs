//! One comparison of a page with the rules.

use serde::Serialize;

use crate::claim::check_claim;
use crate::query::{Disagreement, Marks, MovesRequest, Study, Verdict};
use crate::rules::SideId;
use crate::source::{Code, Diagnostic, Location};

/// What kind of thing was looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ItemKind {
    /// Marks on a board.
    Diagram,
    /// A sentence with a claim.
    Claim,
    /// A drawn array.
    Setup,
    /// A link.
    Link,
}

/// How it came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// It is as the page says; or, where the page quotes it as wrong, it is wrong.
    Agree,
    /// It is not.
    Disagree,
    /// Nothing here can decide it.
    Unchecked,
}

/// One thing that was looked at.
#[derive(Debug, Clone)]
pub struct Item {
    /// Where it was written.
    pub place: Location,
    /// What it is.
    pub kind: ItemKind,
    /// How it came out.
    pub outcome: Outcome,
    /// The id of the piece that it is about; empty where it is about none.
    pub piece: String,
    /// The id of its side; empty where it is about none.
    pub side: String,
    /// The cell on which it stands; empty where it stands nowhere.
    pub at: String,
    /// Whether the page quotes it as wrong.
    pub refuted: bool,
    /// What the rules have and the page has not.
    pub missing: Vec<String>,
    /// What the page has and the rules have not.
    pub extra: Vec<String>,
    /// What would agree, or why nothing was decided.
    pub hint: String,
    /// What holds instead, in one line.
    pub message: String,
    /// Facts to go with the message.
    pub notes: Vec<String>,
}

impl Item {
    /// An item of that kind with that verdict.
    pub fn new(place: Location, kind: ItemKind, verdict: Verdict) -> Item {
        let mut item = Item {
            place,
            kind,
            outcome: Outcome::Agree,
            piece: String::new(),
            side: String::new(),
            at: String::new(),
            refuted: false,
            missing: Vec::new(),
            extra: Vec::new(),
            hint: String::new(),
            message: String::new(),
            notes: Vec::new(),
        };
        match verdict {
            Verdict::Agree => {}
            Verdict::Disagree(Disagreement { message, missing, extra, notes, hint }) => {
                let hint = hint.unwrap_or_default();
                item = Item {
                    outcome: Outcome::Disagree,
                    message,
                    missing,
                    extra,
                    notes,
                    hint,
                    ..item
                };
            }
            Verdict::Unchecked(why) => {
                item = Item { outcome: Outcome::Unchecked, hint: why, ..item };
            }
        }
        item
    }

    /// A diagram with marks.
    pub fn diagram(place: Location, study: &Study, request: &MovesRequest, marks: &Marks) -> Item {
        let verdict = match study.answer(request) {
            Ok(answer) => study.compare(marks, &answer),
            Err(why) => Verdict::Unchecked(why.0),
        };
        let pieces: Vec<&str> = request
            .piece_types
            .iter()
            .map(|&kind| study.variant().face(kind).id.as_str())
            .collect();
        Item {
            piece: pieces.join(" "),
            side: study.variant().sides[request.side.index()].id.clone(),
            at: study.cell_name(request.at).to_owned(),
            ..Item::new(place, ItemKind::Diagram, verdict)
        }
    }

    /// A sentence with a claim. A claim that cannot be read is a complaint at its place: the place
    /// of the item is that of the claim's text.
    pub fn claim(place: Location, study: &Study, text: &str) -> Result<Item, Diagnostic> {
        match check_claim(text, study) {
            Ok(verdict) => Ok(Item::new(place, ItemKind::Claim, verdict)),
            Err(complaint) => Err(complaint.within(&place.file, place.span.start)),
        }
    }

    /// A drawn array, of all sides or of one.
    pub fn setup(
        place: Location,
        study: &Study,
        text: &str,
        side: Option<SideId>,
    ) -> Result<Item, Diagnostic> {
        match study.position(text) {
            Ok(drawn) => {
                let verdict = study.compare_setup(&drawn, side);
                Ok(Item::new(place, ItemKind::Setup, verdict))
            }
            Err(complaint) => Err(complaint.within(&place.file, place.span.start)),
        }
    }

    /// The same, quoted as wrong: it agrees when the rules contradict it.
    pub fn refuted(self) -> Item {
        let outcome = match self.outcome {
            Outcome::Agree => Outcome::Disagree,
            Outcome::Disagree => Outcome::Agree,
            Outcome::Unchecked => Outcome::Unchecked,
        };
        Item { refuted: true, outcome, ..self }
    }

    /// The line, counted from 1.
    pub fn line(&self) -> usize {
        self.place.file.place(self.place.span.start).line
    }

    /// What to tell the author; nothing where it agrees.
    pub fn diagnostic(&self) -> Option<Diagnostic> {
        let complaint = match self.outcome {
            Outcome::Agree => return None,
            Outcome::Disagree if self.refuted => {
                Diagnostic::error(Code::RefutedHolds, self.holds()).help(self.leave_out())
            }
            Outcome::Disagree => self.disagreement(),
            Outcome::Unchecked => {
                let message = format!("this {} is not checked: {}", self.noun(), self.hint);
                Diagnostic::warning(Code::ClaimUnchecked, message)
            }
        };
        Some(complaint.in_file(&self.place.file, self.place.span))
    }

    fn disagreement(&self) -> Diagnostic {
        let mut complaint = Diagnostic::error(self.code(), self.message.clone());
        for (what, cells) in
            [("missing from the page", &self.missing), ("wrongly on the page", &self.extra)]
        {
            if !cells.is_empty() {
                complaint = complaint.note(format!("{what}: {}", cells.join(" ")));
            }
        }
        complaint = self.notes.iter().fold(complaint, |complaint, note| complaint.note(note));
        if self.hint.is_empty() { complaint } else { complaint.help(self.hint.clone()) }
    }

    fn code(&self) -> Code {
        match self.kind {
            ItemKind::Diagram => Code::DiagramWrong,
            ItemKind::Claim => Code::ClaimWrong,
            ItemKind::Setup => Code::SetupWrong,
            ItemKind::Link => Code::LinkBroken,
        }
    }

    /// What kind of thing it is, in a word.
    pub fn noun(&self) -> &'static str {
        match self.kind {
            ItemKind::Diagram => "diagram",
            ItemKind::Claim => "claim",
            ItemKind::Setup => "array",
            ItemKind::Link => "link",
        }
    }

    fn holds(&self) -> String {
        format!("this {} is quoted as wrong, and the rules confirm it", self.noun())
    }

    fn leave_out(&self) -> &'static str {
        match self.kind {
            ItemKind::Claim => "write `claim:` for `refuted:`",
            ItemKind::Diagram | ItemKind::Setup | ItemKind::Link => "leave `refuted` out",
        }
    }
}
