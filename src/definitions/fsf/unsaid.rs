//! The keys that no definition can say today.

use super::keys::FsfKey;
use super::record::FsfValue;
use super::translate::Translator;

/// Returns for each key that cannot be said: the key, what it affects, and the rule as a sentence.
pub fn unsaid_keys() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let rows = include_str!("unsaid.txt").lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(|row| {
        let mut fields = row.splitn(3, ' ');
        Some((fields.next()?, fields.next()?, fields.next()?))
    })
}

impl Translator<'_> {
    /// Adds the keys of the record that cannot be said.
    pub fn report_unsaid(&mut self) {
        for (name, affects, rule) in unsaid_keys() {
            let Some(key) = FsfKey::find(name) else { continue };
            let value = match self.record.keys.get(name) {
                Some(value) if !self.record.is_usual(key) => value,
                _ => continue,
            };
            if let Some(text) = self.line_of(value).filter(|_| self.is_asked(name)) {
                self.unsaid(format!("{name} = {text}"), rule, affects);
            }
        }
    }

    /// Whether a key has an effect beside the other keys.
    fn is_asked(&self, name: &str) -> bool {
        let drops = self.record.flag("pieceDrops");
        match name {
            "enclosingDropStart" => drops && self.record.text("enclosingDrop") != "none",
            "enclosingDrop" | "castlingDroppedPiece" => drops,
            // A side that has two of them already may drop more anywhere.
            "dropOppositeColoredBishop" => drops && self.record.flag("capturesToHand"),
            "wallingRule" => !self.has_blocking_piece(),
            "gating" | "seirawanGating" => self.gating_types().is_none(),
            "adjudicateFullBoard" => self.record.text("materialCounting") != "none",
            "petrifyBlastPieces" => self.record.flag("blastOnCapture"),
            "piecePromotionOnCapture" => !self.record.pairs("promotedPieceType").is_empty(),
            // Without that key, a promotion of the promoted form says it.
            "pieceDemotion" => {
                self.record.flag("piecePromotionOnCapture")
                    && !self.record.pairs("promotedPieceType").is_empty()
            }
            _ => true,
        }
    }

    /// The text of a value in a variant file; `None` for an empty one.
    fn line_of(&self, value: &FsfValue) -> Option<String> {
        self.record.print_value(value, self.record.files(), self.record.ranks())
    }
}
