//! Phrases of moves of several steps.

use crate::rules::{LineKind, PathStep, StepKind, StepPath};

use super::super::vocabulary::{BoardVocabulary, number};

/// A move of several steps in words, in parts that can be merged with another such move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PathPhrase {
    /// The steps: `a step orthogonally, then two steps diagonally`; any of these.
    steps: Vec<String>,
    /// The directions of the last step, if an earlier step may have the same; any of these.
    last_steps: Vec<String>,
    /// The order of the steps, the turns and the cells passed over.
    manner: String,
}

impl PathPhrase {
    /// `W W F` in any order: two steps orthogonally and a step diagonally, over empty cells.
    pub fn of(path: &StepPath, idiom: &BoardVocabulary) -> PathPhrase {
        let mut runs: Vec<(PathStep, u16)> = Vec::new();
        for &step in &path.steps {
            match runs.last_mut() {
                Some((last, count)) if *last == step => *count += 1,
                _ => runs.push((step, 1)),
            }
        }
        let line = path.in_line.map(|line| match line {
            LineKind::Orthogonal => "orthogonally in line",
            LineKind::Diagonal => "diagonally in line",
            LineKind::Triagonal => "triagonally in line",
            LineKind::Any => "in line",
        });
        let last_step = if path.any_order { None } else { last_step_is_first(&runs) };
        let last_steps: Vec<String> =
            last_step.iter().map(|&is_first| last_step_words(is_first, line)).collect();
        if let ([.., (last, _)], [_, ..]) = (&mut runs[..], &last_steps[..]) {
            last.mark = 0;
        }
        let steps: Vec<String> = runs.iter().map(|&(step, n)| step_words(step, n, idiom)).collect();
        let (steps, order) = match path.any_order {
            true => (steps.join(" and "), ", in any order"),
            false => (steps.join(", then "), ""),
        };
        let turn = path.turn.map_or(String::new(), |turn| format!(", each turn of {turn} degrees"));
        let cell = idiom.cell();
        let line = match line {
            Some(line) if last_steps.is_empty() => format!(", to a {cell} {line}"),
            _ => String::new(),
        };
        let manner = format!("{order}{turn}{line}, over empty {cell}s");
        PathPhrase { steps: vec![steps], last_steps, manner }
    }

    pub fn text(&self) -> String {
        let (steps, last) = (self.steps.join(", or "), self.last_steps.join(" or"));
        format!("makes {steps}{last}{}", self.manner)
    }

    /// Merges a path that differs only in its steps or in the direction of the last one.
    pub fn try_merge(&mut self, other: &PathPhrase) -> bool {
        if self.manner != other.manner {
            return false;
        }
        match (&self.last_steps[..], &other.last_steps[..]) {
            ([], []) => self.steps.extend(other.steps.clone()),
            ([_, ..], [_, ..]) if self.steps == other.steps => {
                self.last_steps.extend(other.last_steps.clone());
            }
            _ => return false,
        }
        true
    }
}

/// The direction of the last step; `line` is where the whole move has to end.
fn last_step_words(is_first: bool, line: Option<&str>) -> String {
    let direction = if is_first { "in the direction of the first" } else { "in another direction" };
    line.map_or(format!(" {direction}"), |line| format!(", if it ends {line}, {direction}"))
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

/// `a step orthogonally`, `perhaps two slides diagonally in another direction`.
fn step_words(step: PathStep, count: u16, idiom: &BoardVocabulary) -> String {
    let two_cells = format!(" of two {}s", idiom.cell());
    let step_or_slide = if step.slides { "slide" } else { "step" };
    let (noun, length, direction) = match step.step {
        StepKind::Wazir => (step_or_slide, "", "orthogonally"),
        StepKind::Ferz => (step_or_slide, "", "diagonally"),
        StepKind::Triagonal => (step_or_slide, "", "triagonally"),
        StepKind::Dabbaba => ("leap", &two_cells[..], "orthogonally"),
        StepKind::Alfil => ("leap", &two_cells[..], "diagonally"),
    };
    let other = if step.mark > 0 { " in another direction" } else { "" };
    let amount = match (count, step.optional) {
        (1, false) => format!("a {noun}"),
        (1, true) => format!("perhaps a {noun}"),
        (count, false) => format!("{} {noun}s", number(count)),
        (count, true) => format!("up to {} {noun}s", number(count)),
    };
    format!("{amount}{length} {direction}{other}")
}
