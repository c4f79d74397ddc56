//! The comparison of one diagram, claim or setup with the rules, as data: it agrees or disagrees.

use serde::Serialize;

use crate::claim::FOR_EXAMPLE;
use crate::query::{Disagreement, LoadedVariant, MovesRequest, Verdict};
use crate::source::{Code, Diagnostic, Location};

/// The kind of thing that is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ComparisonKind {
    /// Marks on a board.
    Diagram,
    /// A sentence with a claim.
    Claim,
    /// A drawn initial position.
    Setup,
    /// The moves and the result of a sample game.
    Game,
    /// A link.
    Link,
    /// The board of a game that a foreign page says itself.
    Board,
    /// The moves of a piece of such a game.
    Piece,
}

/// The result of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ComparisonOutcome {
    /// The rules confirm the page, or contradict what it quotes as wrong.
    Agree,
    /// The rules contradict the page, or confirm what it quotes as wrong.
    Disagree,
    /// The rules cannot decide.
    Unchecked,
}

/// One thing on a page, compared with the rules.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// Its place in the page.
    pub location: Location,
    /// Its kind.
    pub kind: ComparisonKind,
    /// The result.
    pub outcome: ComparisonOutcome,
    /// The ids of the pieces of a diagram, with spaces between; otherwise empty.
    pub piece: String,
    /// The id of their side; empty if there is no piece.
    pub side: String,
    /// The cell from which they move; empty if there is no piece.
    pub at: String,
    /// Whether the page quotes it as wrong.
    pub refuted: bool,
    /// Why the words of a claim are other than the claim, or [`FOR_EXAMPLE`]; usually empty.
    pub exception: String,
    /// The rules that affect it and that the definition gives in words only.
    pub unmodelled: Vec<String>,
    /// How page and rules differ; the hint is why the rules cannot decide if they cannot.
    pub difference: Disagreement,
}

impl Comparison {
    /// Whether it is a claim that is only an example of what its words say.
    pub fn is_example(&self) -> bool {
        self.exception == FOR_EXAMPLE
    }

    /// A comparison with this verdict, about no piece.
    pub fn new(location: Location, kind: ComparisonKind, verdict: Verdict) -> Comparison {
        let (outcome, difference) = match verdict {
            Verdict::Agree => (ComparisonOutcome::Agree, Disagreement::default()),
            Verdict::Disagree(difference) => (ComparisonOutcome::Disagree, difference),
            Verdict::Unchecked(why) => {
                let reason = Disagreement { hint: Some(why), ..Disagreement::default() };
                (ComparisonOutcome::Unchecked, reason)
            }
        };
        Comparison {
            location,
            kind,
            outcome,
            piece: String::new(),
            side: String::new(),
            at: String::new(),
            refuted: false,
            exception: String::new(),
            unmodelled: Vec::new(),
            difference,
        }
    }

    /// A comparison of drawn marks with this verdict, about the pieces of a request.
    pub fn diagram(
        location: Location,
        variant: &LoadedVariant,
        request: &MovesRequest,
        verdict: Verdict,
    ) -> Comparison {
        let definition = variant.variant();
        let ids = request.piece_types.iter().map(|&kind| definition.face(kind).id.as_str());
        Comparison {
            piece: ids.collect::<Vec<&str>>().join(" "),
            side: definition.sides[request.side.index()].id.clone(),
            at: variant.cell_name(request.at).to_owned(),
            ..Comparison::new(location, ComparisonKind::Diagram, verdict)
        }
    }

    /// The same comparison of something quoted as wrong: agreement and disagreement are exchanged.
    pub fn refuted(self) -> Comparison {
        let outcome = match self.outcome {
            ComparisonOutcome::Agree => ComparisonOutcome::Disagree,
            ComparisonOutcome::Disagree => ComparisonOutcome::Agree,
            ComparisonOutcome::Unchecked => ComparisonOutcome::Unchecked,
        };
        Comparison { refuted: true, outcome, ..self }
    }

    /// The line in the page, counted from 1.
    pub fn line(&self) -> usize {
        self.location.file.line_column(self.location.span.start).line
    }

    /// Returns the error or warning for the author, or `None` if it agrees.
    pub fn diagnostic(&self) -> Option<Diagnostic> {
        let diagnostic = match self.outcome {
            ComparisonOutcome::Agree => return None,
            ComparisonOutcome::Disagree if self.refuted => {
                let message = format!(
                    "this {} is quoted as wrong, and the rules confirm it",
                    self.kind_name()
                );
                Diagnostic::error(Code::RefutedHolds, message).help(match self.kind {
                    ComparisonKind::Claim => "write `claim:` for `refuted:`",
                    _ => "leave `refuted` out",
                })
            }
            ComparisonOutcome::Disagree => self.disagreement(),
            ComparisonOutcome::Unchecked => {
                let why = self.difference.hint.as_deref().unwrap_or_default();
                let message = format!("this {} is not checked: {why}", self.kind_name());
                let warning = Diagnostic::warning(Code::ClaimUnchecked, message);
                self.difference.notes.iter().fold(warning, |warning, note| warning.help(note))
            }
        };
        Some(diagnostic.in_file(&self.location.file, self.location.span))
    }

    fn disagreement(&self) -> Diagnostic {
        let Disagreement { message, missing, extra, notes, hint } = &self.difference;
        let mut diagnostic = Diagnostic::error(self.kind_and_code().1, message.clone());
        for (title, cells) in [("missing from the page", missing), ("wrongly on the page", extra)] {
            if !cells.is_empty() {
                diagnostic = diagnostic.note(format!("{title}: {}", cells.join(" ")));
            }
        }
        diagnostic = notes.iter().fold(diagnostic, |diagnostic, note| diagnostic.note(note));
        match hint {
            Some(hint) => diagnostic.help(hint.clone()),
            None => diagnostic,
        }
    }

    /// The word for its kind.
    pub fn kind_name(&self) -> &'static str {
        self.kind_and_code().0
    }

    /// The word for its kind, and the code of a disagreement.
    fn kind_and_code(&self) -> (&'static str, Code) {
        match self.kind {
            ComparisonKind::Diagram => ("diagram", Code::DiagramWrong),
            ComparisonKind::Claim => ("claim", Code::ClaimWrong),
            ComparisonKind::Setup => ("setup", Code::SetupWrong),
            ComparisonKind::Game => ("game", Code::GameWrong),
            ComparisonKind::Link => ("link", Code::LinkBroken),
            ComparisonKind::Board => ("board", Code::SetupWrong),
            ComparisonKind::Piece => ("piece", Code::DiagramWrong),
        }
    }
}
