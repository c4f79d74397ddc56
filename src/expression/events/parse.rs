//! Reads events: `captures, drops pawn and gives check`.

use crate::expression::{ConditionReader, PieceExpr};
use crate::game::{BySide, MoveAct, MoveEvents, PieceSet};
use crate::source::{
    Code, Diagnostic, Diagnostics, SourceText, Span, WordCursor, closest, quoted_list,
};

use super::expr::{ActExpr, ActNode, EventsExpr};

/// The first words of all acts.
const VERBS: [&str; 9] =
    ["moves", "captures", "arrives", "leaves", "crosses", "drops", "castles", "passes", "promotes"];

/// Reads events with all names resolved.
#[derive(Clone, Copy)]
pub struct EventReader<'n> {
    pub conditions: ConditionReader<'n>,
    /// The names of the effects, if the events may ask for them.
    pub effects: &'n [String],
}

/// A set of pieces as written and for each side, if one is named.
type NamedPieces = (Option<PieceExpr>, Option<BySide<PieceSet>>);

/// The kinds of move that can do an act: by the rules of a piece, by castling, a drop, a pass.
fn kinds_of_moves(act: &MoveAct) -> u8 {
    const STEP: u8 = 1;
    const CASTLING: u8 = 2;
    const DROP: u8 = 4;
    const PASS: u8 = 8;
    match act {
        MoveAct::Captures { .. } | MoveAct::CapturesMost | MoveAct::Promotes(_) => STEP,
        MoveAct::Moves(_) | MoveAct::Arrives(_) | MoveAct::Leaves(_) | MoveAct::Crosses(_) => {
            STEP | CASTLING
        }
        MoveAct::Castles(_) => CASTLING,
        MoveAct::Drops(_) => DROP,
        MoveAct::Passes => PASS,
        MoveAct::SetsOff(_) | MoveAct::GivesCheck(_) | MoveAct::GivesCheckmate(_) => {
            STEP | CASTLING | DROP | PASS
        }
    }
}

/// Whether no move does both acts.
fn excludes(one: &MoveAct, other: &MoveAct) -> bool {
    let same_cells = match (one, other) {
        // Both come from elsewhere, or go elsewhere.
        (MoveAct::Arrives(one), MoveAct::Leaves(other))
        | (MoveAct::Leaves(one), MoveAct::Arrives(other)) => one == other,
        _ => false,
    };
    same_cells || kinds_of_moves(one) & kinds_of_moves(other) == 0
}

/// The error about an act that no move does together with an earlier one of the same event.
fn never_together(act: &SourceText, event: &SourceText, earlier: usize) -> Diagnostic {
    let others = acts_of(event, &[]);
    let other = others.get(earlier).map_or("", |other| other.value.as_str());
    let message = format!("no move does both: `{other}` and `{}`", act.value);
    act.error(Code::Event, message).help("a comma between them means one or the other")
}

impl EventReader<'_> {
    /// Parses events with commas between, each of acts with `and` between.
    pub fn read(&self, text: &SourceText) -> Result<(EventsExpr, MoveEvents), Diagnostics> {
        let (mut expr, mut events) = (EventsExpr::default(), MoveEvents::default());
        for part in text.split(&[',']) {
            let (mut acts, mut meant) = (Vec::new(), Vec::new());
            for act in acts_of(&part, self.effects) {
                let start = act.location.span.start - text.location.span.start;
                let mut words = WordCursor::new(&act, Code::Event);
                let (node, kind) = self.act(&act, &mut words)?;
                words.finish()?;
                if let Some(other) = meant.iter().position(|other| excludes(other, &kind)) {
                    return Err(never_together(&act, &part, other).into());
                }
                acts.push(ActExpr { span: Span::new(start, start + act.value.len()), node });
                meant.push(kind);
            }
            expr.events.push(acts);
            events.0.push(meant);
        }
        if events.0.is_empty() {
            let error = text.error(Code::Event, "no event is named");
            return Err(error.help("for instance `captures`").into());
        }
        Ok((expr, events))
    }

    fn act(
        &self,
        act: &SourceText,
        words: &mut WordCursor<'_>,
    ) -> Result<(ActNode, MoveAct), Diagnostics> {
        if words.take(&["moves"]) {
            return self.moves(words);
        }
        if words.take(&["captures"]) {
            return Ok(self.captures(words)?);
        }
        let arrives = words.take(&["arrives", "on"]);
        if arrives || words.take(&["leaves"]) {
            let text = words.until(&[], "arrives on rank 8")?;
            let cells = self.conditions.names.cells_of_each_side(&text)?;
            return Ok(match arrives {
                true => (ActNode::Arrives(cells.expr), MoveAct::Arrives(cells.cells)),
                false => (ActNode::Leaves(cells.expr), MoveAct::Leaves(cells.cells)),
            });
        }
        if words.take(&["crosses"]) {
            let text = words.until(&[], "crosses river")?;
            let (borders, lines) = self.conditions.names.border_lines_of_each_side(&text)?;
            return Ok((ActNode::Crosses(borders), MoveAct::Crosses(lines)));
        }
        if words.take(&["drops"]) {
            let (expr, pieces) = self.rest_as_pieces(words)?;
            return Ok((ActNode::Drops(expr), MoveAct::Drops(pieces)));
        }
        if words.take(&["castles"]) {
            let (name, castlings) = self.conditions.castling_named(words)?;
            return Ok((ActNode::Castles(name), MoveAct::Castles(castlings)));
        }
        if words.take(&["passes"]) {
            return Ok((ActNode::Passes, MoveAct::Passes));
        }
        if words.take(&["promotes"]) {
            let (expr, pieces) = if words.take(&["to"]) {
                self.required_pieces(words, "promotes to queen")?
            } else {
                (None, None)
            };
            return Ok((ActNode::Promotes(expr), MoveAct::Promotes(pieces)));
        }
        for (word, is_mate) in [("check", false), ("checkmate", true)] {
            if words.take(&["gives", word]) {
                let (expr, by) = if words.take(&["by"]) {
                    self.required_pieces(words, "gives check by knight")?
                } else {
                    (None, None)
                };
                return Ok(if is_mate {
                    (ActNode::GivesCheckmate(expr), MoveAct::GivesCheckmate(by))
                } else {
                    (ActNode::GivesCheck(expr), MoveAct::GivesCheck(by))
                });
            }
        }
        if let Some(effect) = self.effects.iter().position(|name| words.take(&[name])) {
            return Ok((ActNode::SetsOff(self.effects[effect].clone()), MoveAct::SetsOff(effect)));
        }
        Err(unknown_event(act).into())
    }

    fn moves(&self, words: &mut WordCursor<'_>) -> Result<(ActNode, MoveAct), Diagnostics> {
        if !words.take(&["by"]) {
            return Ok((ActNode::Moves(None), MoveAct::Moves(None)));
        }
        let text = words.until(&[], "moves by R")?;
        let ways = self.conditions.names.landings_of_each_side(&text)?;
        Ok((ActNode::Moves(Some(ways.text)), MoveAct::Moves(Some(ways.by_side))))
    }

    fn captures(&self, words: &mut WordCursor<'_>) -> Result<(ActNode, MoveAct), Diagnostic> {
        if words.take(&["most"]) {
            return Ok((ActNode::CapturesMost, MoveAct::CapturesMost));
        }
        let names = self.conditions.names;
        let (expr, pieces) = match words.peek() {
            None | Some("on") => (None, None),
            Some(_) => {
                let text = words.until(&[&["on"]], "captures pawn on rank 4")?;
                let (expr, pieces) = names.pieces_of_each_side(&text)?;
                (Some(expr), Some(pieces))
            }
        };
        let (on_expr, on) = if words.take(&["on"]) {
            let text = words.until(&[], "captures on rank 4")?;
            let cells = names.cells_of_each_side(&text)?;
            (Some(cells.expr), Some(cells.cells))
        } else {
            (None, None)
        };
        let node = ActNode::Captures { pieces: expr, on: on_expr };
        Ok((node, MoveAct::Captures { pieces, on }))
    }

    fn rest_as_pieces(&self, words: &mut WordCursor<'_>) -> Result<NamedPieces, Diagnostic> {
        match words.peek() {
            None => Ok((None, None)),
            Some(_) => self.required_pieces(words, "drops pawn"),
        }
    }

    fn required_pieces(
        &self,
        words: &mut WordCursor<'_>,
        example: &str,
    ) -> Result<NamedPieces, Diagnostic> {
        let text = words.until(&[], example)?;
        let (expr, pieces) = self.conditions.names.pieces_of_each_side(&text)?;
        Ok((Some(expr), Some(pieces)))
    }
}

/// Splits an event at each `and` that a verb follows: cells may have an `and` of their own.
fn acts_of(event: &SourceText, effects: &[String]) -> Vec<SourceText> {
    let words = event.words();
    let is_cut = |index: &usize| {
        let next = words.get(index + 1).map(SourceText::as_str);
        words[*index].value == "and"
            && next.is_some_and(|word| {
                VERBS.contains(&word) || word == "gives" || effects.iter().any(|name| name == word)
            })
    };
    let offset = |word: &SourceText| word.location.span.start - event.location.span.start;
    let mut acts = Vec::new();
    let mut start = 0;
    for cut in (0..words.len()).filter(is_cut) {
        acts.push(event.part(Span::new(start, offset(&words[cut]))));
        start = offset(&words[cut + 1]);
    }
    acts.push(event.part(Span::new(start, event.value.len())));
    acts.into_iter().flat_map(|act| act.split(&[','])).collect()
}

fn unknown_event(act: &SourceText) -> Diagnostic {
    let error = act.error(Code::Event, format!("no event `{}`", act.value));
    let words = act.words();
    let first = words.first().map_or("", SourceText::as_str);
    error.help(match closest(first, VERBS) {
        Some("arrives") => "it is `arrives on CELLS`".to_owned(),
        Some(near) if near != first => format!("did you mean `{near}`?"),
        _ => {
            let all = VERBS.into_iter().chain(["gives check", "gives checkmate"]);
            format!("there are {}", quoted_list(all))
        }
    })
}
