//! Reads `[states]`: what a piece remembers, and conditions that ask for it.

use crate::geometry::Cells;
use crate::rules::{Condition, PieceEvent, StateRule};
use crate::source::{
    Code, Diagnostic, Diagnostics, SourceText, Span, closest, quoted_list, suggestion,
};

use super::cell_resolver::ResolvedCells;
use super::lowering::LoweringContext;
use super::rule_exprs::{EventExpr, StateText};

/// Returns the states, each with its texts.
pub(super) fn read(
    stage: &LoweringContext<'_>,
    complaints: &mut Diagnostics,
) -> Vec<(StateRule, StateText)> {
    let mut states = Vec::new();
    for (id, table) in stage.root.table("states").named() {
        let mut events = |key: &str| {
            let text = table.text(key);
            let read = text.and_then(|text| complaints.keep(event(stage, text)));
            read.into_iter().unzip()
        };
        let ((set, set_text), (clear, clear_text)) = (events("set"), events("clear"));
        let state = StateRule { id: id.value.clone(), set, clear };
        states.push((state, StateText { set: set_text, clear: clear_text }));
    }
    if let Some((id, _)) = stage.root.table("states").named().nth(16) {
        complaints.push(id.error(Code::State, "a piece remembers at most 16 things"));
    }
    states
}

const EVENTS: [&str; 5] = ["moves", "captures", "arrives on", "leaves", "crosses"];

/// Parses `moves`, `captures [on CELLS]`, `arrives on CELLS`, `leaves CELLS`, `crosses BORDERS`.
fn event(
    stage: &LoweringContext<'_>,
    text: &SourceText,
) -> Result<(PieceEvent, EventExpr), Diagnostics> {
    let words = text.words();
    let plain: Vec<&str> = words.iter().map(SourceText::as_str).collect();
    let rest = |count: usize| match words.get(count) {
        Some(first) => {
            let start = first.location.span.start - text.location.span.start;
            Ok(text.part(Span::new(start, text.value.len())))
        }
        None => {
            let message = format!("`{}` of which cells?", text.value);
            Err(text.error(Code::State, message).help("for instance `arrives on rank 8`"))
        }
    };
    let cells = |count: usize| stage.cell_resolver.resolved(&rest(count)?);
    Ok(match plain.as_slice() {
        ["moves"] => (PieceEvent::Moves, EventExpr::Moves),
        ["captures"] => {
            let all = Cells::all(stage.cell_resolver.layout.len());
            (PieceEvent::Captures(vec![all; stage.sides.len()].into()), EventExpr::Captures(None))
        }
        ["captures", "on", ..] => {
            let ResolvedCells { expr, cells } = cells(2)?;
            (PieceEvent::Captures(cells.into()), EventExpr::Captures(Some(expr)))
        }
        ["arrives", "on", ..] => {
            let ResolvedCells { expr, cells } = cells(2)?;
            (PieceEvent::Arrives(cells.into()), EventExpr::Arrives(expr))
        }
        ["leaves", ..] => {
            let ResolvedCells { expr, cells } = cells(1)?;
            (PieceEvent::Leaves(cells.into()), EventExpr::Leaves(expr))
        }
        ["crosses", ..] => {
            let borders = stage.cell_resolver.border_names(&rest(1)?)?;
            let sides = 0..stage.sides.len();
            let pairs = sides.map(|side| stage.cell_resolver.crossings(&borders, side));
            (PieceEvent::Crosses(pairs.collect::<Result<_, _>>()?), EventExpr::Crosses(borders))
        }
        _ => {
            let complaint = text.error(Code::State, format!("no event `{}`", text.value));
            let near = closest(plain.first().unwrap_or(&""), EVENTS);
            return Err(complaint
                .help(match near {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("there are {}", quoted_list(EVENTS)),
                })
                .into());
        }
    })
}

/// Parses `not in check`, `unmoved`, `not unmoved`, a state, `not` and a state; several with commas.
pub(super) fn conditions(
    stage: &LoweringContext<'_>,
    text: &SourceText,
) -> Result<Vec<Condition>, Diagnostic> {
    text.split(&[',']).iter().map(|part| condition(stage, part)).collect()
}

fn condition(stage: &LoweringContext<'_>, text: &SourceText) -> Result<Condition, Diagnostic> {
    let words = text.words();
    let (negative, rest) = match words.split_first() {
        Some((not, rest)) if not.value == "not" => (true, rest),
        _ => (false, words.as_slice()),
    };
    let plain: Vec<&str> = rest.iter().map(SourceText::as_str).collect();
    match (plain.as_slice(), negative) {
        (["in", "check"], true) => Ok(Condition::NotInCheck),
        (["in", "check"], false) => Err(text
            .error(Code::State, "a way that needs a check is not known here")
            .help("`not in check` is")),
        (["unmoved"], false) => Ok(Condition::Unmoved),
        (["unmoved"], true) => Ok(Condition::Moved),
        ([state], _) => {
            let Some(state) = stage.states.iter().position(|known| known == state) else {
                return Err(no_state(stage, &rest[0]));
            };
            Ok(if negative {
                Condition::LacksState(state as u8)
            } else {
                Condition::HasState(state as u8)
            })
        }
        _ => Err(text
            .error(Code::State, format!("`{}` is not a condition", text.value))
            .help("`not in check`, `unmoved`, a state, or `not` and one of them")),
    }
}

/// An error about a word that names no state.
pub(super) fn no_state(stage: &LoweringContext<'_>, word: &SourceText) -> Diagnostic {
    let known = stage.states.iter().map(String::as_str).chain(["unmoved"]);
    word.error(Code::State, format!("no state `{}`", word.value))
        .help(suggestion(&word.value, known))
}
