//! Reads conditions: `at most 1 own, not in check`.

use crate::expression::NameResolver;
use crate::game::{Castling, SaidCastlings, SideCondition, SideFact, SideFactKind};
use crate::source::{Code, Diagnostic, Diagnostics, SourceText, WordCursor, suggestion};

/// Reads conditions with all names resolved.
#[derive(Clone, Copy)]
pub struct ConditionReader<'n> {
    pub names: &'n NameResolver,
    pub castlings: &'n [Castling],
}

/// A condition, with the text of each fact.
pub struct ParsedCondition {
    pub condition: SideCondition,
    pub texts: Vec<SourceText>,
}

impl ConditionReader<'_> {
    /// Parses facts with commas between.
    pub fn read(&self, text: &SourceText) -> Result<ParsedCondition, Diagnostics> {
        let texts = text.split(&[',']);
        if texts.is_empty() {
            let error = text.error(Code::Condition, "a condition without facts");
            return Err(error.help("for instance `not in check`; or remove the key").into());
        }
        let facts = texts.iter().map(|part| self.negatable(part));
        let condition = SideCondition { facts: facts.collect::<Result<_, _>>()? };
        Ok(ParsedCondition { condition, texts })
    }

    /// Parses a condition that must be about a side, not about one piece.
    pub fn read_about_side(&self, text: &SourceText) -> Result<ParsedCondition, Diagnostics> {
        let read = self.read(text)?;
        let about_piece = |fact: &SideFact| fact.kind.is_about_piece();
        match read.condition.facts.iter().position(about_piece) {
            None => Ok(read),
            Some(index) => {
                let fact = &read.texts[index];
                let message = format!(
                    "an end condition is about a side; `{}` is about one piece",
                    fact.value
                );
                let help = "count pieces instead, for instance `king on rank 8`";
                Err(fact.error(Code::Condition, message).help(help).into())
            }
        }
    }

    fn negatable(&self, text: &SourceText) -> Result<SideFact, Diagnostics> {
        let mut words = WordCursor::new(text, Code::Condition);
        let negated = words.take(&["not"]);
        let kind = self.fact(&mut words)?;
        words.finish()?;
        Ok(SideFact { negated, kind })
    }

    fn fact(&self, words: &mut WordCursor<'_>) -> Result<SideFactKind, Diagnostics> {
        if words.take(&["in", "check"]) {
            return Ok(SideFactKind::InCheck);
        }
        if words.take(&["unmoved"]) {
            return Ok(SideFactKind::Unmoved);
        }
        let states = &self.names.states;
        let state = words.peek().and_then(|word| states.iter().position(|state| state == word));
        if let Some(state) = state {
            let _ = words.take_word();
            return Ok(SideFactKind::HasState(state as u8));
        }
        if words.take(&["given"]) {
            return Ok(checks_given(words)?);
        }
        if words.take(&["captured"]) {
            return Ok(self.captured(words)?);
        }
        if words.take(&["moved", "from"]) {
            let cells = words.until(&[], "moved from e5")?;
            return Ok(SideFactKind::MovedFrom(self.names.cells_of_each_side(&cells)?));
        }
        let by_enemy = words.take(&["enemy", "castled"]);
        if by_enemy || words.take(&["castled"]) {
            let castlings = self.castling_named(words)?;
            return Ok(SideFactKind::Castled { by_enemy, castlings });
        }
        if words.take(&["castling", "right"]) {
            return Ok(SideFactKind::CastlingRight(self.castling_named(words)?));
        }
        if words.take(&["a", "type", "of"]) {
            let text = words.until(&[&["extinct"]], "a type of any extinct")?;
            let pieces = self.names.own_pieces_of_each_side(&text)?;
            if !words.take(&["extinct"]) {
                return Err(words
                    .error("expected `extinct` at the end", "`a type of any extinct`")
                    .into());
            }
            return Ok(SideFactKind::TypeExtinct(pieces));
        }
        self.pattern_or_count(words)
    }

    fn captured(&self, words: &mut WordCursor<'_>) -> Result<SideFactKind, Diagnostic> {
        const EXAMPLE: &str = "captured 2 pawn";
        let times = words.required_number(EXAMPLE)?;
        let text = words.until(&[], EXAMPLE)?;
        let pieces = self.names.pieces_of_each_side(&text)?;
        Ok(SideFactKind::Captured { times, pieces })
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
fn checks_given(words: &mut WordCursor<'_>) -> Result<SideFactKind, Diagnostic> {
    const EXAMPLE: &str = "given 3 checks";
    let times = words.required_number(EXAMPLE)?;
    if !words.take(&["checks"]) && !words.take(&["check"]) {
        return Err(words.error("expected `checks` here", &format!("for instance `{EXAMPLE}`")));
    }
    let in_succession = words.take(&["in", "succession"]);
    Ok(SideFactKind::ChecksGiven { times, in_succession })
}
