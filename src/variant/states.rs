//! Reads `[states]`: the states of pieces, and the conditions that test them.

use crate::geometry::CellSet;
use crate::rules::{Condition, PieceEvent, StateRule};
use crate::source::{
    Code, Diagnostic, Diagnostics, SourceText, Span, closest, quoted_list, suggestion,
};

use super::cell_resolver::ResolvedCells;
use super::lowering::LoweringContext;
use super::rule_exprs::{EventExpr, StateText};

/// Returns the states, each with its texts.
pub(super) fn read(
    context: &LoweringContext<'_>,
    diagnostics: &mut Diagnostics,
) -> Vec<(StateRule, StateText)> {
    let mut states = Vec::new();
    for (id, table) in context.root.table("states").named() {
        let mut events = |key: &str| {
            let text = table.text(key);
            let read = text.and_then(|text| diagnostics.keep(event(context, text)));
            read.into_iter().unzip()
        };
        let ((set, set_text), (clear, clear_text)) = (events("set"), events("clear"));
        let state = StateRule { id: id.value.clone(), set, clear };
        states.push((state, StateText { set: set_text, clear: clear_text }));
    }
    if let Some((id, _)) = context.root.table("states").named().nth(16) {
        diagnostics.push(id.error(Code::State, "more than 16 states"));
    }
    states
}

const EVENTS: [&str; 5] = ["moves", "captures", "arrives on", "leaves", "crosses"];

/// Parses `moves`, `captures [on CELLS]`, `arrives on CELLS`, `leaves CELLS`, `crosses BORDERS`.
fn event(
    context: &LoweringContext<'_>,
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
    let cells = |count: usize| context.cell_resolver.resolved(&rest(count)?);
    Ok(match plain.as_slice() {
        ["moves"] => (PieceEvent::Moves, EventExpr::Moves),
        ["captures"] => {
            let all = CellSet::all(context.cell_resolver.layout.len());
            (PieceEvent::Captures(vec![all; context.sides.len()].into()), EventExpr::Captures(None))
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
            let borders = context.cell_resolver.border_names(&rest(1)?)?;
            let sides = 0..context.sides.len();
            let pairs = sides.map(|side| context.cell_resolver.crossings(&borders, side));
            (PieceEvent::Crosses(pairs.collect::<Result<_, _>>()?), EventExpr::Crosses(borders))
        }
        _ => {
            let error = text.error(Code::State, format!("no event `{}`", text.value));
            let near = closest(plain.first().unwrap_or(&""), EVENTS);
            return Err(error
                .help(match near {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("there are {}", quoted_list(EVENTS)),
                })
                .into());
        }
    })
}

/// Parses conditions with commas between: `not in check`, `unmoved`, `not unmoved`, `[not] STATE`.
pub(super) fn conditions(
    context: &LoweringContext<'_>,
    text: &SourceText,
) -> Result<Vec<Condition>, Diagnostic> {
    text.split(&[',']).iter().map(|part| condition(context, part)).collect()
}

fn condition(context: &LoweringContext<'_>, text: &SourceText) -> Result<Condition, Diagnostic> {
    let words = text.words();
    let (negative, rest) = match words.split_first() {
        Some((not, rest)) if not.value == "not" => (true, rest),
        _ => (false, words.as_slice()),
    };
    let plain: Vec<&str> = rest.iter().map(SourceText::as_str).collect();
    match (plain.as_slice(), negative) {
        (["in", "check"], true) => Ok(Condition::NotInCheck),
        (["in", "check"], false) => Err(text
            .error(Code::State, "no rule can require a check")
            .help("`not in check` is a condition")),
        (["unmoved"], false) => Ok(Condition::Unmoved),
        (["unmoved"], true) => Ok(Condition::Moved),
        ([state], _) => {
            let Some(state) = context.states.iter().position(|known| known == state) else {
                return Err(no_state(context, &rest[0]));
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
pub(super) fn no_state(context: &LoweringContext<'_>, word: &SourceText) -> Diagnostic {
    let known = context.states.iter().map(String::as_str).chain(["unmoved"]);
    word.error(Code::State, format!("no state `{}`", word.value))
        .help(suggestion(&word.value, known))
}
