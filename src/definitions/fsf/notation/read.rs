//! The engine's tables, from a text.

use std::collections::BTreeMap;

use crate::source::{Code, Diagnostic, Diagnostics, Scanner, Span, sort_by_key};

use super::FsfOffset;
use super::moves::FsfMove;

/// The engine's tables of one piece.
#[derive(Default)]
pub(super) struct FsfPieceInfo {
    /// The terms in order.
    pub terms: Vec<FsfTerm>,
    /// Moves to empty cells.
    pub quiet: StepTables,
    /// Captures.
    pub capture: StepTables,
    /// Moves to empty cells by a piece that has not moved. The engine has no such captures.
    pub initial: StepTables,
    pub warnings: Diagnostics,
}

/// The steps of one modality.
#[derive(Default)]
pub(super) struct StepTables {
    pub steps: BTreeMap<FsfOffset, StepEntry>,
    pub slides: BTreeMap<FsfOffset, StepEntry>,
    pub hops: BTreeMap<FsfOffset, StepEntry>,
}

/// The limit of one step.
#[derive(Clone, Copy)]
pub(super) struct StepEntry {
    pub limit: StepLimit,
    /// The index of the last term with this step.
    pub term: usize,
}

/// How often a step can be repeated.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum StepLimit {
    /// A plain step, or no limit.
    None,
    /// A step with `n`.
    Lame,
    /// At most this often.
    Times(u16),
}

/// A term that the engine has read.
pub(super) struct FsfTerm {
    /// From its first letter to its range.
    pub span: Span,
    /// The letters before the atom.
    pub letters: Span,
    pub kind: FsfTermKind,
    /// Whether a warning already says that the term or a part of it has no moves.
    pub warned: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum FsfTermKind {
    Step { lame: bool },
    Slide,
    Hop,
}

/// The part of the current term that has been read.
#[derive(Default)]
struct PartialTerm {
    start: Option<usize>,
    quiet: bool,
    capture: bool,
    hops: bool,
    lame: Option<Span>,
    initial: Option<Span>,
    times: u16,
    directions: Vec<[char; 2]>,
}

pub(super) fn read(text: &str) -> FsfPieceInfo {
    let mut info = FsfPieceInfo::default();
    let mut pending = PartialTerm::default();
    let mut ignored: Vec<Span> = Vec::new();
    let mut scan = Scanner::new(text);
    loop {
        let at = scan.at();
        let Some(letter) = scan.bump() else { break };
        if pending.letter(letter, scan.since(at)) {
            pending.start.get_or_insert(at);
        } else if is_direction(letter) {
            let second = scan.peek().filter(|&second| pairs(letter, second));
            let second = second.and_then(|_| scan.bump());
            pending.directions.push([letter, second.unwrap_or(letter)]);
            pending.start.get_or_insert(at);
        } else if let Some(atom) = steps_of(letter) {
            let range = scan.peek().filter(|&range| range.is_ascii_digit() || range == letter);
            let range = range.and_then(|_| scan.bump());
            let done = std::mem::take(&mut pending);
            let start = done.start.unwrap_or(at);
            info.add(done, atom, letter, range, [Span::new(start, at), scan.since(start)]);
        } else if !letter.is_ascii_whitespace() {
            match ignored.last_mut() {
                Some(last) if last.end == at => last.end = scan.at(),
                _ => ignored.push(scan.since(at)),
            }
        }
    }
    if let Some(start) = pending.start {
        let message = "no atom follows, and Fairy-Stockfish drops these letters";
        info.warn(Code::BetzaAtom, message, scan.since(start));
    }
    info.warn_about_ignored_letters(text, &ignored);
    info
}

impl PartialTerm {
    /// Adds a modifier that is not a direction. Returns whether the engine knows it.
    fn letter(&mut self, letter: char, span: Span) -> bool {
        match letter {
            'm' => self.quiet = true,
            'c' => self.capture = true,
            'p' => self.hops = true,
            'g' => {
                self.hops = true;
                self.times = 1;
            }
            'n' => self.lame = Some(span),
            'i' => self.initial = Some(span),
            _ => return false,
        }
        true
    }
}

impl FsfPieceInfo {
    fn warn(&mut self, code: Code, message: impl Into<String>, span: Span) {
        self.warnings.push(Diagnostic::warning(code, message).at_span(span));
    }

    fn warn_about_ignored_letters(&mut self, text: &str, ignored: &[Span]) {
        for &span in ignored {
            let typed = &text[span.range()];
            let unknown = format!("Fairy-Stockfish does not know `{typed}`, and ignores it");
            match typed.as_bytes()[0] {
                b'0'..=b'9' => {
                    let message = format!("Fairy-Stockfish reads one digit, and ignores `{typed}`");
                    self.warn(Code::BetzaRange, message, span);
                }
                b'A'..=b'Z' => self.warn(Code::BetzaAtom, unknown, span),
                _ => self.warn(Code::BetzaModifier, unknown, span),
            }
        }
    }

    /// Adds a term to the tables.
    fn add(
        &mut self,
        pending: PartialTerm,
        atom: FsfAtom,
        letter: char,
        range: Option<char>,
        [letters, span]: [Span; 2],
    ) {
        let slides = atom.slides || range.is_some();
        let times = match range.and_then(|range| range.to_digit(10)) {
            Some(digit) => digit as u16,
            None => pending.times,
        };
        let lame = pending.lame.is_some() && !slides;
        if let Some(at) = pending.lame.filter(|_| slides) {
            let message = "Fairy-Stockfish knows no lame riders, and drops the `n`";
            self.warn(Code::BetzaModifier, message, at);
        }
        let limit = match times {
            _ if lame => StepLimit::Lame,
            0 => StepLimit::None,
            times => StepLimit::Times(times),
        };
        let kind = match (pending.hops, slides) {
            (true, _) => FsfTermKind::Hop,
            (false, true) => FsfTermKind::Slide,
            (false, false) => FsfTermKind::Step { lame },
        };
        let both = !pending.quiet && !pending.capture;
        if let Some(at) = pending.initial.filter(|_| both || pending.capture) {
            let message = "Fairy-Stockfish has no captures under `i`, and drops them";
            self.warn(Code::BetzaModifier, message, at);
        }
        let term = self.terms.len();
        let steps = atom.selected_steps(letter, &pending);
        if steps.is_empty() {
            let message = "Fairy-Stockfish keeps no direction of these: this term has no moves";
            self.warn(Code::BetzaDirection, message, letters);
        }
        let warned = steps.is_empty() || pending.initial.is_some() && !pending.quiet && !both;
        self.terms.push(FsfTerm { span, letters, kind, warned });
        let initial = pending.initial.is_some();
        if pending.quiet || both {
            let table = if initial { &mut self.initial } else { &mut self.quiet };
            table.set(kind, &steps, StepEntry { limit, term });
        }
        if (pending.capture || both) && !initial {
            self.capture.set(kind, &steps, StepEntry { limit, term });
        }
    }

    /// Adds warnings about terms without moves, and about moves that no term contains.
    pub fn warn_about_moves(&mut self, moves: &[FsfMove]) {
        for term in 0..self.terms.len() {
            let FsfTerm { span, kind, warned, .. } = self.terms[term];
            if !warned && !moves.iter().any(|known| known.term == term) {
                let message = match kind {
                    _ if !self.contains_term(term) => {
                        "Fairy-Stockfish drops this term: later terms overwrite its steps"
                    }
                    FsfTermKind::Step { lame: true } => {
                        "Fairy-Stockfish knows `n` on N, A, D and Z only: this term has no moves"
                    }
                    FsfTermKind::Hop => {
                        "Fairy-Stockfish hops along lines only: this term has no moves"
                    }
                    _ => {
                        "Fairy-Stockfish slides by steps of W, F and N only: this term has no moves"
                    }
                };
                self.warn(Code::BetzaLeg, message, span);
            }
            if moves.iter().any(|known| known.term == term && known.mixed) {
                let message = "Fairy-Stockfish mixes this term with others and gives it more moves";
                self.warn(Code::BetzaLeg, message, span);
            }
        }
        sort_by_key(&mut self.warnings, |warning| warning.span);
    }

    /// Whether a step of the term is still in a table.
    fn contains_term(&self, term: usize) -> bool {
        let tables = [&self.quiet, &self.capture, &self.initial].into_iter();
        let mut maps = tables.flat_map(|table| [&table.steps, &table.slides, &table.hops]);
        maps.any(|map| map.values().any(|entry| entry.term == term))
    }
}

impl StepTables {
    fn set(&mut self, kind: FsfTermKind, steps: &[FsfOffset], entry: StepEntry) {
        let map = match kind {
            FsfTermKind::Step { .. } => &mut self.steps,
            FsfTermKind::Slide => &mut self.slides,
            FsfTermKind::Hop => &mut self.hops,
        };
        map.extend(steps.iter().map(|&step| (step, entry)));
    }
}

/// The leaps of an atom, one or two, with the long coordinate first.
struct FsfAtom {
    leaps: &'static [[i16; 2]],
    slides: bool,
}

fn steps_of(letter: char) -> Option<FsfAtom> {
    const KING: &[[i16; 2]] = &[[1, 0], [1, 1]];
    let (leaps, slides): (&[[i16; 2]], bool) = match letter {
        'W' => (&[[1, 0]], false),
        'F' => (&[[1, 1]], false),
        'D' => (&[[2, 0]], false),
        'N' => (&[[2, 1]], false),
        'A' => (&[[2, 2]], false),
        'H' => (&[[3, 0]], false),
        'L' | 'C' => (&[[3, 1]], false),
        'J' | 'Z' => (&[[3, 2]], false),
        'G' => (&[[3, 3]], false),
        'K' => (KING, false),
        'R' => (&[[1, 0]], true),
        'B' => (&[[1, 1]], true),
        'Q' => (KING, true),
        _ => return None,
    };
    Some(FsfAtom { leaps, slides })
}

impl FsfAtom {
    /// Returns the steps of the atom that the directions of a term include.
    fn selected_steps(&self, letter: char, pending: &PartialTerm) -> Vec<FsfOffset> {
        // Two letters are two directions for W, R, D and H, but not for the orthogonal half of K, Q.
        let parts = matches!(letter, 'W' | 'R' | 'D' | 'H');
        let directions: Vec<[char; 2]> = if parts {
            pending.directions.iter().flat_map(|&[a, b]| [[a, a], [b, b]]).collect()
        } else {
            pending.directions.clone()
        };
        let all = self.leaps.iter().flat_map(|&[long, short]| {
            [
                [short, long],
                [-short, -long],
                [long, -short],
                [-long, short],
                [long, short],
                [-long, -short],
                [short, -long],
                [-short, long],
            ]
            .into_iter()
            .enumerate()
        });
        let is_included = |image: usize| {
            let mut directions = directions.iter();
            directions.any(|direction| IMAGE_LETTERS[image].contains(direction))
        };
        let kept = all.filter(|&(image, _)| directions.is_empty() || is_included(image));
        kept.map(|(_, step)| step).collect()
    }
}

/// The pairs of letters that include each of the eight images of a leap, in the order of
/// [`FsfAtom::selected_steps`].
const IMAGE_LETTERS: [[[char; 2]; 7]; 8] = [
    [['f', 'f'], ['v', 'v'], ['r', 'f'], ['r', 'v'], ['f', 'h'], ['r', 'h'], ['h', 'r']],
    [['b', 'b'], ['v', 'v'], ['l', 'b'], ['l', 'v'], ['b', 'h'], ['l', 'h'], ['h', 'r']],
    [['r', 'r'], ['s', 's'], ['b', 'r'], ['b', 's'], ['b', 'h'], ['r', 'h'], ['h', 'r']],
    [['l', 'l'], ['s', 's'], ['f', 'l'], ['f', 's'], ['f', 'h'], ['l', 'h'], ['h', 'r']],
    [['r', 'r'], ['s', 's'], ['f', 'r'], ['f', 's'], ['f', 'h'], ['r', 'h'], ['h', 'l']],
    [['l', 'l'], ['s', 's'], ['b', 'l'], ['b', 's'], ['b', 'h'], ['l', 'h'], ['h', 'l']],
    [['b', 'b'], ['v', 'v'], ['r', 'b'], ['r', 'v'], ['b', 'h'], ['r', 'h'], ['h', 'l']],
    [['f', 'f'], ['v', 'v'], ['l', 'f'], ['l', 'v'], ['f', 'h'], ['l', 'h'], ['h', 'l']],
];

const UPRIGHT: [char; 4] = ['f', 'b', 'v', 'h'];
const LEVEL: [char; 4] = ['r', 'l', 's', 'h'];

fn is_direction(letter: char) -> bool {
    UPRIGHT.contains(&letter) || LEVEL.contains(&letter)
}

/// Whether the engine reads two letters as one direction.
fn pairs(first: char, second: char) -> bool {
    first == second
        || UPRIGHT.contains(&first) && LEVEL.contains(&second)
        || LEVEL.contains(&first) && UPRIGHT.contains(&second)
}
