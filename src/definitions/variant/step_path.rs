//! Reads paths: moves of several steps in a given order.

use crate::game::{LineKind, PathStep, StepKind, StepPath};
use crate::geometry::{Board, Lattice, Vector};
use crate::source::{
    Code, Diagnostic, Location, SourceText, Span, limits, quoted_list, sort, sort_by,
};
use crate::toml_text::{TomlEntry, TomlTable};

/// Reads `path`, `order`, `turn` and `in-line` of a move rule; `None` if it has no path.
pub(super) fn read(table: &TomlTable, board: &Board) -> Result<Option<StepPath>, Diagnostic> {
    let Some(text) = table.text("path") else {
        return match ["order", "turn", "in-line"].iter().find_map(|key| table.get(key)) {
            Some(TomlEntry { key, .. }) => {
                let error = key.error(Code::PieceMove, format!("`{}` without a `path`", key.value));
                Err(error.help("it says how the steps of a path follow each other"))
            }
            None => Ok(None),
        };
    };
    let steps = steps(text, board)?;
    let turn = table.number("turn");
    if let Some((degrees, location)) = turn {
        check_turn(&steps, degrees, location, board)?;
    }
    Ok(Some(StepPath {
        steps,
        any_order: table.text("order").is_some_and(|order| order.value == "any"),
        turn: turn.map(|(degrees, _)| degrees),
        in_line: table.choice("in-line", &LINES),
    }))
}

const LINES: [(&str, LineKind); 4] = [
    ("R", LineKind::Orthogonal),
    ("B", LineKind::Diagonal),
    ("T", LineKind::Triagonal),
    ("Q", LineKind::Any),
];

/// The letters of steps, then those of slides by such steps.
const STEPS: [(&str, StepKind, bool); 7] = [
    ("W", StepKind::Wazir, false),
    ("F", StepKind::Ferz, false),
    ("T", StepKind::Triagonal, false),
    ("D", StepKind::Dabbaba, false),
    ("A", StepKind::Alfil, false),
    ("R", StepKind::Wazir, true),
    ("B", StepKind::Ferz, true),
];

fn steps(text: &SourceText, board: &Board) -> Result<Vec<PathStep>, Diagnostic> {
    let words = text.words();
    let steps = words.iter().map(|word| step(word, board));
    let steps = steps.collect::<Result<Vec<PathStep>, _>>()?;
    if steps.iter().all(|step| step.optional) {
        let message = "a path needs a step that is not optional";
        return Err(text.error(Code::PieceMove, message).help("for instance `W F`"));
    }
    if steps.len() > limits::LEGS {
        let message = format!("a path of {} steps; at most {}", steps.len(), limits::LEGS);
        let help = "several shorter rules in `moves` may say the same";
        return Err(text.error(Code::PieceMove, message).help(help));
    }
    Ok(steps)
}

fn step(word: &SourceText, board: &Board) -> Result<PathStep, Diagnostic> {
    let letters = word.value.trim_end_matches(['?', '\'']);
    let marks = &word.value[letters.len()..];
    let Some(&(_, step, slides)) = STEPS.iter().find(|(letter, ..)| *letter == letters) else {
        let wrong = word.part(Span::new(0, letters.len().max(1).min(word.value.len())));
        let error = wrong.error(Code::PieceMove, format!("unknown step `{letters}`"));
        let steps: Vec<String> = letters.chars().map(String::from).collect();
        if steps.len() > 1 && steps.iter().all(|it| STEPS.iter().any(|(letter, ..)| letter == it)) {
            return Err(
                error.help(format!("blanks stand between steps: write `{}`", steps.join(" ")))
            );
        }
        return Err(error.help(
            "a path steps by `W` `F` `T` `D` `A` or slides by `R` `B`; `?` after it: optional; \
             `'`: in another direction of its kind",
        ));
    };
    if step == StepKind::Triagonal && !board.has_levels {
        let error = word.error(Code::PieceMove, "a board without levels has no step `T`");
        let help = "on a flat board a path steps by `W` and `F`, or leaps by `D` and `A`";
        return Err(error.help(help));
    }
    let optional = marks.contains('?');
    let mark = marks.matches('\'').count().min(u8::MAX as usize) as u8;
    Ok(PathStep { step, slides, optional, mark })
}

/// Returns an error if no two steps of the path's kinds meet at that angle.
fn check_turn(
    steps: &[PathStep],
    degrees: f64,
    location: &Location,
    board: &Board,
) -> Result<(), Diagnostic> {
    let mut kinds: Vec<StepKind> = steps.iter().map(|step| step.step).collect();
    sort(&mut kinds);
    kinds.dedup();
    if kinds.len() < 2 {
        let message = "`turn` needs two kinds of step; the path has one";
        return Err(location.error(Code::PieceMove, message).help("leave it out"));
    }
    let mut possible: Vec<f64> = Vec::new();
    for (index, &one) in kinds.iter().enumerate() {
        for &other in &kinds[..index] {
            possible.extend(angles(one, other, board));
        }
    }
    if possible.iter().any(|angle| (angle - degrees).abs() <= 0.5) {
        return Ok(());
    }
    sort_by(&mut possible, f64::total_cmp);
    possible.dedup_by(|a, b| (*a - *b).abs() < 0.05);
    let possible: Vec<String> = possible.iter().map(|angle| rounded(*angle)).collect();
    let letter =
        |kind: &StepKind| STEPS.iter().find(|(_, step, _)| step == kind).map(|step| step.0);
    let names: Vec<&str> = kinds.iter().filter_map(letter).collect();
    let message = format!("no {} meet at {} degrees", names.join(" and "), rounded(degrees));
    let possible = quoted_list(possible.iter().map(String::as_str));
    Err(location.error(Code::PieceMove, message).help(format!("possible here: {possible}")))
}

fn rounded(degrees: f64) -> String {
    let text = format!("{degrees:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// Returns the angles at which steps of two kinds can follow each other.
fn angles(one: StepKind, other: StepKind, board: &Board) -> Vec<f64> {
    let (one, other) = (directions(one, board.lattice()), directions(other, board.lattice()));
    let pairs = one.iter().flat_map(|&a| other.iter().map(move |&b| (a, b)));
    pairs.filter_map(|(a, b)| board.tiling.angle(a.into(), b.into())).collect()
}

fn directions(step: StepKind, lattice: Lattice) -> &'static [Vector] {
    match step {
        StepKind::Wazir | StepKind::Dabbaba => lattice.orthogonal_steps(),
        StepKind::Ferz | StepKind::Alfil => lattice.diagonal_steps(),
        StepKind::Triagonal => lattice.triagonal_steps(),
    }
}
