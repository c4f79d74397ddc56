//! Reads conditions: `captures by pawn and not in check`.

use crate::expression::NameResolver;
use crate::game::{Act, Castling, Condition, ConditionAtom, GameFact, SaidCastlings};
use crate::source::{
    Code, Diagnostic, Diagnostics, SourceText, Span, WordCursor, limits, suggestion,
};

use super::Asked;
use super::act::excludes;

/// Where a part of a condition stands.
#[derive(Clone, Copy)]
struct Place {
    asked: Asked,
    /// Whether a `not` is before it.
    denied: bool,
    /// How many brackets and `not` are around it.
    depth: usize,
}

/// Reads conditions with all names resolved.
#[derive(Clone, Copy)]
pub struct ConditionReader<'n> {
    pub names: &'n NameResolver,
    pub castlings: &'n [Castling],
    /// The names of the effects, if the conditions may ask for them.
    pub effects: &'n [String],
}

impl ConditionReader<'_> {
    /// Parses acts and facts joined by `and`, `or`, `not` and brackets. `and` binds tighter.
    pub fn read(&self, text: &SourceText, asked: Asked) -> Result<Condition, Diagnostics> {
        if text.words().is_empty() {
            let error = text.error(Code::Condition, "a condition that asks for nothing");
            let example = if asked.knows_acts() { "captures" } else { "not in check" };
            return Err(error.help(format!("for instance `{example}`; or remove the key")).into());
        }
        self.alternatives(text, Place { asked, denied: false, depth: 0 })
    }

    fn alternatives(&self, text: &SourceText, place: Place) -> Result<Condition, Diagnostics> {
        let parts = split(text, "or")?;
        let read = parts.iter().map(|part| self.conjunction(part, place));
        Ok(joined(read.collect::<Result<_, _>>()?, place.denied))
    }

    fn conjunction(&self, text: &SourceText, place: Place) -> Result<Condition, Diagnostics> {
        let parts = split(text, "and")?;
        let read = parts.iter().map(|part| self.negatable(part, place));
        let read: Vec<Condition> = read.collect::<Result<_, _>>()?;
        let acts = read.iter().map(|part| match part {
            Condition::Is(ConditionAtom::Act(act)) => Some(act),
            _ => None,
        });
        let acts: Vec<Option<&Act>> = acts.collect();
        for (index, act) in acts.iter().enumerate() {
            let is_excluded = |other: &Option<&Act>| {
                other.zip(*act).is_some_and(|(other, act)| excludes(&other.kind, &act.kind))
            };
            if !place.denied
                && let Some(other) = acts[..index].iter().position(is_excluded)
            {
                let (other, act) = (&parts[other], &parts[index]);
                let message = format!("no move does both: `{}` and `{}`", other.value, act.value);
                let error = act.error(Code::Condition, message);
                return Err(error.help("`or` between them means one or the other").into());
            }
        }
        Ok(joined(read, !place.denied))
    }

    /// Parses one statement, or a condition in brackets, perhaps with `not` before it.
    fn negatable(&self, text: &SourceText, place: Place) -> Result<Condition, Diagnostics> {
        let Place { asked, denied, depth } = place;
        if depth > limits::NESTING {
            let error = text.error(Code::Condition, "conditions are nested too deeply");
            return Err(error.help("leave out brackets and `not` that say nothing").into());
        }
        let inner = Place { depth: depth + 1, ..place };
        let rest = text.value.strip_prefix("not").filter(|rest| rest.starts_with([' ', '(']));
        if let Some(rest) = rest {
            let start = text.value.len() - rest.trim_start().len();
            let rest = text.part(Span::new(start, text.value.len()));
            return self.negatable(&rest, Place { denied: !denied, ..inner });
        }
        if is_bracketed(&text.value) {
            let whole = text.part(Span::new(1, text.value.len() - 1));
            return self.alternatives(&whole, inner);
        }
        let statement = self.statement(text, asked)?;
        if let Some((message, help)) = asked.refusal(&statement) {
            return Err(text.error(Code::Condition, message).help(help).into());
        }
        Ok(match denied {
            true => Condition::Not(statement),
            false => Condition::Is(statement),
        })
    }

    fn statement(&self, text: &SourceText, asked: Asked) -> Result<ConditionAtom, Diagnostics> {
        without_comma(text)?;
        let mut words = WordCursor::new(text, Code::Condition);
        let statement = match self.act(&mut words)? {
            Some(act) => ConditionAtom::Act(act),
            None => match self.fact(&mut words) {
                Ok(fact) => ConditionAtom::Fact(fact),
                Err(errors) if errors.iter().all(|it| it.code == Code::PieceUnknown) => {
                    return Err(self.unknown(text, asked).map_or(errors, Diagnostics::from));
                }
                Err(errors) => return Err(errors),
            },
        };
        words.finish()?;
        Ok(statement)
    }

    fn fact(&self, words: &mut WordCursor<'_>) -> Result<GameFact, Diagnostics> {
        if words.take(&["in", "check"]) {
            return Ok(GameFact::InCheck);
        }
        if words.take(&["unmoved"]) {
            return Ok(GameFact::Unmoved);
        }
        let states = &self.names.states;
        let state = words.peek().and_then(|word| states.iter().position(|state| state == word));
        if let Some(state) = state {
            let _ = words.take_word();
            return Ok(GameFact::HasState(state as u8));
        }
        if words.take(&["given"]) {
            return Ok(checks_given(words)?);
        }
        if words.take(&["captured"]) {
            return Ok(self.captured(words)?);
        }
        if words.take(&["moved", "from"]) {
            let cells = words.until(&[], "moved from e5")?;
            return Ok(GameFact::MovedFrom(self.names.cells_of_each_side(&cells)?));
        }
        let by_enemy = words.take(&["enemy", "castled"]);
        if by_enemy || words.take(&["castled"]) {
            let castlings = self.castling_named(words)?;
            return Ok(GameFact::Castled { by_enemy, castlings });
        }
        if words.take(&["castling", "right"]) {
            return Ok(GameFact::CastlingRight(self.castling_named(words)?));
        }
        if words.take(&["a", "type", "of"]) {
            let text = words.until(&[&["extinct"]], "a type of any extinct")?;
            let pieces = self.names.own_pieces_of_each_side(&text)?;
            words.required(
                &["extinct"],
                "expected `extinct` at the end",
                "`a type of any extinct`",
            )?;
            return Ok(GameFact::TypeExtinct(pieces));
        }
        self.pattern_or_count(words)
    }

    fn captured(&self, words: &mut WordCursor<'_>) -> Result<GameFact, Diagnostic> {
        const EXAMPLE: &str = "captured 2 pawn";
        if words.peek() == Some("by") {
            let message = "`captured` counts the pieces that were captured so far";
            return Err(words
                .error(message, "the act is `captures by PIECES`; the fact is `captured 2 pawn`"));
        }
        let times = words.required_number(EXAMPLE)?;
        let text = words.until(&[], EXAMPLE)?;
        let pieces = self.names.pieces_of_each_side(&text)?;
        Ok(GameFact::Captured { times, pieces })
    }

    /// Parses the name of a castling, if there is one; returns the castlings that are meant.
    pub fn castling_named(&self, words: &mut WordCursor<'_>) -> Result<SaidCastlings, Diagnostic> {
        let all = self.castlings.iter().take(64).enumerate();
        let bits = |name: Option<&str>| {
            let named = all.clone().filter(|(_, line)| name.is_none_or(|name| line.name == name));
            named.fold(0, |bits, (index, _)| bits | 1 << index)
        };
        let Some(word) = words.take_word() else {
            return Ok(SaidCastlings { bits: bits(None), name: None });
        };
        let found = bits(Some(&word.value));
        if found == 0 {
            let known = self.castlings.iter().map(|line| line.name.as_str());
            return Err(word
                .error(Code::Castling, format!("no castling `{}`", word.value))
                .help(suggestion(&word.value, known)));
        }
        Ok(SaidCastlings { bits: found, name: Some(word.value.clone()) })
    }
}

/// Parses `3 checks [in succession]`.
fn checks_given(words: &mut WordCursor<'_>) -> Result<GameFact, Diagnostic> {
    const EXAMPLE: &str = "given 3 checks";
    let times = words.required_number(EXAMPLE)?;
    if !words.take(&["checks"]) && !words.take(&["check"]) {
        return Err(words.error("expected `checks` here", &format!("for instance `{EXAMPLE}`")));
    }
    let in_succession = words.take(&["in", "succession"]);
    Ok(GameFact::ChecksGiven { times, in_succession })
}

/// Joins the parts of a text between `or`, or of a denied one between `and`.
fn joined(mut parts: Vec<Condition>, denied: bool) -> Condition {
    if parts.len() == 1 {
        return parts.remove(0);
    }
    let inner = |part| match part {
        Condition::All(inner) if denied => inner,
        Condition::Any(inner) if !denied => inner,
        other => vec![other],
    };
    let parts = parts.into_iter().flat_map(inner).collect();
    if denied { Condition::All(parts) } else { Condition::Any(parts) }
}

/// Splits a text at a word that stands outside of brackets.
fn split(text: &SourceText, separator: &str) -> Result<Vec<SourceText>, Diagnostic> {
    let mut parts = Vec::new();
    let (mut start, mut at, mut depth) = (0, 0, 0i32);
    for piece in text.value.split_inclusive(char::is_whitespace) {
        if depth == 0 && piece.trim_end() == separator {
            parts.push(&text.value[start..at]);
            start = at + piece.len();
        }
        at += piece.len();
        depth += piece.matches('(').count() as i32 - piece.matches(')').count() as i32;
    }
    if depth != 0 {
        let error = text.error(Code::Condition, "a bracket stands here without its partner");
        return Err(error.help("for instance `captures and not (in check or unmoved)`"));
    }
    parts.push(&text.value[start..]);
    if parts.iter().any(|part| part.trim().is_empty()) {
        let message = format!("something is missing beside `{separator}`");
        return Err(text.error(Code::Condition, message).help("for instance `captures and moves`"));
    }
    Ok(parts.into_iter().map(|part| text.sliced(part.trim())).collect())
}

/// Whether the first bracket of a text closes at its end.
fn is_bracketed(text: &str) -> bool {
    let mut depth = 0;
    let end = text.find(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth == 0
    });
    text.starts_with('(') && end == Some(text.len() - 1)
}

/// Refuses a comma outside of brackets.
fn without_comma(text: &SourceText) -> Result<(), Diagnostic> {
    let mut depth = 0;
    let is_comma = |c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == ',' && depth == 0
    };
    match text.value.find(is_comma) {
        None => Ok(()),
        Some(at) => {
            let error = text
                .part(Span::new(at, at + 1))
                .error(Code::Condition, "a comma could mean `and` or `or`");
            let (before, after) = (&text.value[..at], text.value[at + 1..].trim_start());
            Err(error.help(format!(
                "write `{before} and {after}`, if both must hold, or `{before} or {after}`; a list stands in \
                 brackets: `(pawn, rook of black)`"
            )))
        }
    }
}
