//! Reads conditions: `at most 1 own, not in check`.

use crate::expression::NameResolver;
use crate::game::{Castling, SideCondition, SideFact, SideFactKind};
use crate::source::{Code, Diagnostic, Diagnostics, SourceText, Span, WordCursor, suggestion};

use super::expr::{ConditionExpr, FactExpr, FactNode};

/// Reads conditions with all names resolved.
#[derive(Clone, Copy)]
pub struct ConditionReader<'n> {
    pub names: &'n NameResolver,
    pub castlings: &'n [Castling],
}

/// A condition as written, and as the rules read it.
pub struct ParsedCondition {
    pub expr: ConditionExpr,
    pub condition: SideCondition,
    /// The text of each fact.
    pub texts: Vec<SourceText>,
}

/// What a fact says, as written and as the rules read it.
pub type ParsedFact = (FactNode, SideFactKind);

impl ConditionReader<'_> {
    /// Parses facts with commas between.
    pub fn read(&self, text: &SourceText) -> Result<ParsedCondition, Diagnostics> {
        let mut read = ParsedCondition {
            expr: ConditionExpr::default(),
            condition: SideCondition::default(),
            texts: text.split(&[',']),
        };
        if read.texts.is_empty() {
            let error = text.error(Code::Condition, "a condition without facts");
            return Err(error.help("for instance `not in check`; or remove the key").into());
        }
        for part in &read.texts {
            let start = part.location.span.start - text.location.span.start;
            let (negated, (node, kind)) = self.negatable(part)?;
            let span = Span::new(start, start + part.value.len());
            read.expr.facts.push(FactExpr { span, negated, node });
            read.condition.facts.push(SideFact { negated, kind });
        }
        Ok(read)
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

    fn negatable(&self, text: &SourceText) -> Result<(bool, ParsedFact), Diagnostics> {
        let mut words = WordCursor::new(text, Code::Condition);
        let negated = words.take(&["not"]);
        let fact = self.fact(&mut words)?;
        words.finish()?;
        Ok((negated, fact))
    }

    fn fact(&self, words: &mut WordCursor<'_>) -> Result<ParsedFact, Diagnostics> {
        if words.take(&["in", "check"]) {
            return Ok((FactNode::InCheck, SideFactKind::InCheck));
        }
        if words.take(&["unmoved"]) {
            return Ok((FactNode::Unmoved, SideFactKind::Unmoved));
        }
        let states = &self.names.states;
        let state = words.peek().and_then(|word| states.iter().position(|state| state == word));
        if let Some(state) = state {
            let _ = words.take_word();
            return Ok((FactNode::HasState(state as u8), SideFactKind::HasState(state as u8)));
        }
        if words.take(&["given"]) {
            return Ok(checks_given(words)?);
        }
        if words.take(&["captured"]) {
            return Ok(self.captured(words)?);
        }
        if words.take(&["moved", "from"]) {
            let cells = self.names.cells_of_each_side(&words.until(&[], "moved from e5")?)?;
            return Ok((FactNode::MovedFrom(cells.expr), SideFactKind::MovedFrom(cells.cells)));
        }
        let by_enemy = words.take(&["enemy", "castled"]);
        if by_enemy || words.take(&["castled"]) {
            let (name, castlings) = self.castling_named(words)?;
            let kind = SideFactKind::Castled { by_enemy, castlings };
            return Ok((FactNode::Castled { by_enemy, name }, kind));
        }
        if words.take(&["castling", "right"]) {
            let (name, castlings) = self.castling_named(words)?;
            return Ok((FactNode::CastlingRight(name), SideFactKind::CastlingRight(castlings)));
        }
        if words.take(&["a", "type", "of"]) {
            let text = words.until(&[&["extinct"]], "a type of any extinct")?;
            let (expr, pieces) = self.names.own_pieces_of_each_side(&text)?;
            if !words.take(&["extinct"]) {
                return Err(words
                    .error("expected `extinct` at the end", "`a type of any extinct`")
                    .into());
            }
            return Ok((FactNode::TypeExtinct(expr), SideFactKind::TypeExtinct(pieces)));
        }
        self.pattern_or_count(words)
    }

    fn captured(&self, words: &mut WordCursor<'_>) -> Result<ParsedFact, Diagnostic> {
        const EXAMPLE: &str = "captured 2 pawn";
        let times = words.required_number(EXAMPLE)?;
        let text = words.until(&[], EXAMPLE)?;
        let (expr, pieces) = self.names.pieces_of_each_side(&text)?;
        let kind = SideFactKind::Captured { times, pieces };
        Ok((FactNode::Captured { times, pieces: expr }, kind))
    }

    /// Parses the name of a castling, if there is one; returns the castlings that are meant.
    pub fn castling_named(
        &self,
        words: &mut WordCursor<'_>,
    ) -> Result<(Option<String>, u64), Diagnostic> {
        let all = self.castlings.iter().take(64).enumerate();
        let bits = |name: Option<&str>| {
            let named = all.clone().filter(|(_, line)| name.is_none_or(|name| line.name == name));
            named.fold(0, |bits, (index, _)| bits | 1 << index)
        };
        let Some(word) = words.take_word() else { return Ok((None, bits(None))) };
        let found = bits(Some(&word.value));
        if found == 0 {
            let known = self.castlings.iter().map(|line| line.name.as_str());
            return Err(word
                .error(Code::Castling, format!("no castling `{}`", word.value))
                .help(suggestion(&word.value, known)));
        }
        Ok((Some(word.value.clone()), found))
    }
}

/// Parses `3 checks [in succession]`.
fn checks_given(words: &mut WordCursor<'_>) -> Result<ParsedFact, Diagnostic> {
    const EXAMPLE: &str = "given 3 checks";
    let times = words.required_number(EXAMPLE)?;
    if !words.take(&["checks"]) && !words.take(&["check"]) {
        return Err(words.error("expected `checks` here", &format!("for instance `{EXAMPLE}`")));
    }
    let in_succession = words.take(&["in", "succession"]);
    let node = FactNode::ChecksGiven { times, in_succession };
    Ok((node, SideFactKind::ChecksGiven { times, in_succession }))
}
