//! Phrases of moves of several steps.

use crate::game::{LineKind, PathStep, StepKind, StepPath};
use crate::source::join_words;

use super::super::notation::{MoveNote, MoveStatement};
use super::super::vocabulary::{BoardVocabulary, number};

/// A move of several steps in words, in parts that can be merged with another such move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PathPhrase {
    /// The steps: `one orthogonal step, then two diagonal steps`; any of these.
    steps: Vec<String>,
    /// The directions of the last step, if an earlier step may have the same; any of these.
    last_steps: Vec<String>,
    /// The order of the steps and the turns.
    manner: String,
    /// Whether steps of one kind, in any order, have one direction.
    keeps_direction: bool,
    /// Where the move must end; empty if anywhere.
    end: String,
    /// Whether each end has one route only.
    has_one_route: bool,
    /// The word for a cell.
    cell: &'static str,
}

impl PathPhrase {
    /// `W W F` in any order: two orthogonal steps and one diagonal step, in any order.
    pub fn of(path: &StepPath, vocabulary: &BoardVocabulary) -> PathPhrase {
        let mut runs: Vec<(PathStep, u16)> = Vec::new();
        for &step in &path.steps {
            match runs.last_mut() {
                Some((last, count)) if *last == step => *count += 1,
                _ => runs.push((step, 1)),
            }
        }
        let line = path.in_line.map(|line| match line {
            LineKind::Orthogonal => "orthogonally in line with its start",
            LineKind::Diagonal => "diagonally in line with its start",
            LineKind::Triagonal => "triagonally in line with its start",
            LineKind::Any => "in line with its start",
        });
        let last_step = if path.any_order { None } else { last_step_is_first(&runs) };
        let last_steps: Vec<String> =
            last_step.iter().map(|&is_first| last_step_words(is_first, line)).collect();
        if let ([.., (last, _)], [_, ..]) = (&mut runs[..], &last_steps[..]) {
            last.mark = 0;
        }
        let has_one_route = !path.any_order
            && path.turn.is_some()
            && runs.iter().all(|(step, _)| !step.optional && !step.slides);
        let steps: Vec<String> =
            runs.iter().map(|&(step, n)| step_words(step, n, vocabulary)).collect();
        let (steps, order) = match path.any_order {
            true => (join_words(steps, "and"), ", in any order"),
            false => (steps.join(", then "), ""),
        };
        let turn = match (path.turn, &runs[..]) {
            (None, _) => String::new(),
            // Without the step between, the piece makes no turn.
            (Some(turn), [(first, _), (between, _), (last, _)])
                if between.optional
                    && !path.any_order
                    && ![first.step, last.step].contains(&between.step) =>
            {
                let noun = if between.slides { "slide" } else { "step" };
                format!(", with a turn of {turn}° before and after the {noun}")
            }
            (Some(turn), [_, _]) if !path.any_order => format!(", with a turn of {turn}°"),
            (Some(turn), _) => format!(", with turns of {turn}°"),
        };
        let keeps_direction = path.any_order && path.turn.is_some();
        let end = match line {
            Some(line) if last_steps.is_empty() => format!("must end {line}"),
            _ => String::new(),
        };
        let manner = format!("{order}{turn}");
        let cell = vocabulary.cell();
        PathPhrase {
            steps: vec![steps],
            last_steps,
            manner,
            keeps_direction: keeps_direction && runs.iter().any(|&(_, count)| count > 1),
            end,
            has_one_route,
            cell,
        }
    }

    pub fn statement(&self) -> MoveStatement {
        let mut notes = Vec::new();
        if self.keeps_direction {
            let words = "Steps of one kind have the same direction";
            notes.push(MoveNote::Whole(words.to_owned()));
        }
        if !self.last_steps.is_empty() {
            let last = self.last_steps.join(", or ");
            notes.push(MoveNote::Whole(format!("The last step has {last}")));
        }
        if !self.end.is_empty() {
            notes.push(MoveNote::OfMove(self.end.clone()));
        }
        let cell = self.cell;
        notes.push(MoveNote::Whole(match self.has_one_route && self.steps.len() == 1 {
            true => format!("Every {cell} before the last must be empty"),
            false => format!("On at least one route all {cell}s before the last must be empty"),
        }));
        let text = format!("makes {}{}", self.steps.join(", or "), self.manner);
        MoveStatement { notes, ..MoveStatement::plain(text) }
    }

    /// Merges a path that differs only in its steps or in the direction of the last one.
    pub fn try_merge(&mut self, other: &PathPhrase) -> bool {
        if (&self.manner, &self.end) != (&other.manner, &other.end) {
            return false;
        }
        match (&self.last_steps[..], &other.last_steps[..]) {
            ([], []) => self.steps.extend(other.steps.clone()),
            ([_, ..], [_, ..]) if self.steps == other.steps => {
                self.last_steps.extend(other.last_steps.clone());
            }
            _ => return false,
        }
        self.has_one_route &= other.has_one_route;
        self.keeps_direction |= other.keeps_direction;
        true
    }
}

/// The direction of the last step; `line` is where the whole move has to end.
fn last_step_words(is_first: bool, line: Option<&str>) -> String {
    let direction = match is_first {
        true => "the direction of the first",
        false => "another direction",
    };
    line.map_or(direction.to_owned(), |line| format!("{direction} if the move ends {line}"))
}

/// Whether the last step has the direction of the only earlier step of its kind; `None` if there
/// is no such step, or if there are several.
fn last_step_is_first(runs: &[(PathStep, u16)]) -> Option<bool> {
    let (&(last, count), earlier) = runs.split_last()?;
    let is_of_kind = |(step, _): &&(PathStep, u16)| PathStep { mark: last.mark, ..*step } == last;
    match earlier.iter().filter(is_of_kind).collect::<Vec<_>>()[..] {
        [&(first, 1)] if count == 1 && first.mark == 0 => Some(last == first),
        _ => None,
    }
}

/// `one orthogonal step`, `optionally two diagonal slides in another direction`.
fn step_words(step: PathStep, count: u16, vocabulary: &BoardVocabulary) -> String {
    let two_cells = format!(" of {}", vocabulary.cells(2));
    let step_or_slide = if step.slides { "slide" } else { "step" };
    let (noun, length, direction) = match step.step {
        StepKind::Wazir => (step_or_slide, "", "orthogonal"),
        StepKind::Ferz => (step_or_slide, "", "diagonal"),
        StepKind::Triagonal => (step_or_slide, "", "triagonal"),
        StepKind::Dabbaba => ("leap", &two_cells[..], "orthogonal"),
        StepKind::Alfil => ("leap", &two_cells[..], "diagonal"),
    };
    let other = if step.mark > 0 { " in another direction" } else { "" };
    let amount = match (count, step.optional) {
        (1, true) => "optionally one".to_owned(),
        (count, false) => number(count),
        (count, true) => format!("up to {}", number(count)),
    };
    let plural = if count == 1 { "" } else { "s" };
    format!("{amount} {direction} {noun}{plural}{length}{other}")
}
