//! Reads events: `captures, drops pawn and gives check`.

use crate::expression::ConditionReader;
use crate::game::{MoveAct, MoveEvents, SaidPieces};
use crate::source::{
    Code, Diagnostic, Diagnostics, SourceText, Span, WordCursor, closest, quoted_list,
};

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
    pub fn read(&self, text: &SourceText) -> Result<MoveEvents, Diagnostics> {
        let mut events = MoveEvents::default();
        for part in text.split(&[',']) {
            let mut acts = Vec::new();
            for act in acts_of(&part, self.effects) {
                let mut words = WordCursor::new(&act, Code::Event);
                let meant = self.act(&act, &mut words)?;
                words.finish()?;
                if let Some(other) = acts.iter().position(|other| excludes(other, &meant)) {
                    return Err(never_together(&act, &part, other).into());
                }
                acts.push(meant);
            }
            events.0.push(acts);
        }
        if events.0.is_empty() {
            let error = text.error(Code::Event, "no event is named");
            return Err(error.help("for instance `captures`").into());
        }
        Ok(events)
    }

    fn act(&self, act: &SourceText, words: &mut WordCursor<'_>) -> Result<MoveAct, Diagnostics> {
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
                true => MoveAct::Arrives(cells),
                false => MoveAct::Leaves(cells),
            });
        }
        if words.take(&["crosses"]) {
            let text = words.until(&[], "crosses river")?;
            return Ok(MoveAct::Crosses(self.conditions.names.borders_of_each_side(&text)?));
        }
        if words.take(&["drops"]) {
            let is_any = words.peek().is_none();
            let pieces = if is_any { None } else { Some(self.pieces(words, "drops pawn")?) };
            return Ok(MoveAct::Drops(pieces));
        }
        if words.take(&["castles"]) {
            return Ok(MoveAct::Castles(self.conditions.castling_named(words)?));
        }
        if words.take(&["passes"]) {
            return Ok(MoveAct::Passes);
        }
        if words.take(&["promotes"]) {
            let is_named = words.take(&["to"]);
            let pieces = is_named.then(|| self.pieces(words, "promotes to queen")).transpose()?;
            return Ok(MoveAct::Promotes(pieces));
        }
        for (word, is_mate) in [("check", false), ("checkmate", true)] {
            if words.take(&["gives", word]) {
                let is_named = words.take(&["by"]);
                let by = is_named.then(|| self.pieces(words, "gives check by knight"));
                let by = by.transpose()?;
                return Ok(if is_mate {
                    MoveAct::GivesCheckmate(by)
                } else {
                    MoveAct::GivesCheck(by)
                });
            }
        }
        if let Some(effect) = self.effects.iter().position(|name| words.take(&[name])) {
            return Ok(MoveAct::SetsOff(effect));
        }
        // `washes` for the effect `wash`.
        let near = self.effects.iter().find(|name| act.value.starts_with(name.as_str()));
        let near = near.map(|name| format!("did you mean `{name}`?"));
        Err(near.into_iter().fold(unknown_event(act), Diagnostic::help).into())
    }

    fn moves(&self, words: &mut WordCursor<'_>) -> Result<MoveAct, Diagnostics> {
        if !words.take(&["by"]) {
            return Ok(MoveAct::Moves(None));
        }
        let text = words.until(&[], "moves by R")?;
        Ok(MoveAct::Moves(Some(self.conditions.names.landings_of_each_side(&text)?)))
    }

    fn captures(&self, words: &mut WordCursor<'_>) -> Result<MoveAct, Diagnostic> {
        if words.take(&["most"]) {
            return Ok(MoveAct::CapturesMost);
        }
        let names = self.conditions.names;
        let pieces = match words.peek() {
            None | Some("on") => None,
            Some(_) => {
                let text = words.until(&[&["on"]], "captures pawn on rank 4")?;
                Some(names.pieces_of_each_side(&text)?)
            }
        };
        let on = if words.take(&["on"]) {
            let text = words.until(&[], "captures on rank 4")?;
            Some(names.cells_of_each_side(&text)?)
        } else {
            None
        };
        Ok(MoveAct::Captures { pieces, on })
    }

    /// Parses the rest as pieces.
    fn pieces(&self, words: &mut WordCursor<'_>, example: &str) -> Result<SaidPieces, Diagnostic> {
        self.conditions.names.pieces_of_each_side(&words.until(&[], example)?)
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
