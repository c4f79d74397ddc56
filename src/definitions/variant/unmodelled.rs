//! Rules that a definition gives in words only, because the format cannot say them.

use crate::game::PieceTypeId;
use crate::source::{Code, quoted_list};

use super::lowering::LoweringContext;
use super::variant_model::Variant;

/// A rule that a definition gives in words only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnmodelledRule {
    /// The rule, as a sentence.
    pub rule: String,
    /// What can differ because of it.
    pub affects: Vec<AffectedFact>,
}

/// What a rule that is not modelled can change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum AffectedFact {
    /// The cells to which pieces move.
    Moves,
    /// Which moves are legal in a game, and what comes after them.
    Play,
    /// How the game ends, and its points.
    Ends,
    /// The initial position.
    Setup,
    /// All that is said of a piece type.
    Piece(PieceTypeId),
}

impl AffectedFact {
    const WORDS: [(&str, AffectedFact); 4] = [
        ("moves", AffectedFact::Moves),
        ("play", AffectedFact::Play),
        ("ends", AffectedFact::Ends),
        ("setup", AffectedFact::Setup),
    ];
}

impl Variant {
    /// Returns the rules that are not modelled and affect one of these facts.
    pub fn unmodelled_rules(&self, facts: &[AffectedFact]) -> Vec<String> {
        let affects = |rule: &&UnmodelledRule| rule.affects.iter().any(|fact| facts.contains(fact));
        self.unmodelled.iter().filter(affects).map(|rule| rule.rule.clone()).collect()
    }
}

impl LoweringContext<'_> {
    /// Reads `[[unmodelled]]`.
    pub fn unmodelled_rules(&self) -> Vec<UnmodelledRule> {
        let mut rules = Vec::new();
        for (table, _) in self.root.tables("unmodelled") {
            let (Some(rule), Some(words)) = (table.text("rule"), table.text("affects")) else {
                continue;
            };
            let mut affects = Vec::new();
            for word in words.words() {
                let topic = AffectedFact::WORDS.iter().find(|(known, _)| *known == word.value);
                let piece = self.names.pieces.piece_types.iter().position(|id| *id == word.value);
                let piece = piece.map(|index| AffectedFact::Piece(PieceTypeId(index as u8)));
                let known = topic.map(|(_, fact)| *fact).or(piece);
                if known.is_none() {
                    let topics = quoted_list(AffectedFact::WORDS.iter().map(|(word, _)| *word));
                    let message = format!("`{}` is nothing that a rule affects", word.value);
                    let help = format!("name pieces of this game, or {topics}");
                    self.report(word.error(Code::Unmodelled, message).help(help));
                }
                affects.extend(known);
            }
            if rule.value.trim().is_empty() || affects.is_empty() {
                let error = rule.error(
                    Code::Unmodelled,
                    "a rule that is not modelled needs its words and what it affects",
                );
                self.report(error.help(
                    "write `rule = \"A game is drawn by agreement.\"` and `affects = \"ends\"`",
                ));
                continue;
            }
            rules.push(UnmodelledRule { rule: rule.value.clone(), affects });
        }
        rules
    }
}
