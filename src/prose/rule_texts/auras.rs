//! Auras in words: what pieces change for other pieces.

use crate::game::{Aura, AuraPower, AuraRange, AuraTargets, PieceExpr};
use crate::query::LoadedVariant;
use crate::source::capitalised;

use super::super::piece_filter::PieceFilter;
use super::RuleText;
use super::conditions::{reached_by, without_article};

impl LoadedVariant {
    /// One rule for each aura.
    pub(super) fn auras(&self) -> Vec<RuleText> {
        let auras = self.game().auras.iter().enumerate();
        let rules = auras.map(|(index, aura)| {
            let heading = match aura.power {
                AuraPower::Frozen => "Frozen pieces",
                AuraPower::MayNotCapture | AuraPower::MayNotBeCaptured => "Forbidden captures",
                AuraPower::AlsoMovesLike(_) => "Additional moves",
                AuraPower::MovesOnlyLike(_) => "Replaced moves",
                AuraPower::StopsSlides => "Stopped slides",
            };
            let path = format!("auras.{}", aura.name);
            self.with_parts(heading, &path, self.aura_sentence(index))
        });
        rules.collect()
    }

    /// The aura of the game with that number, in sentences.
    pub(in crate::prose) fn aura_sentence(&self, index: usize) -> String {
        let aura = &self.game().auras[index];
        let words = match aura.power {
            AuraPower::Frozen => {
                let every = self.affected_words(aura, "every");
                format!(
                    "{every} is frozen. A frozen piece may not move or castle, and it attacks \
                     nothing."
                )
            }
            AuraPower::MayNotCapture => {
                format!("{} may capture.", self.affected_words(aura, "no"))
            }
            AuraPower::MayNotBeCaptured => {
                format!("{} may be captured.", self.affected_words(aura, "no"))
            }
            AuraPower::AlsoMovesLike(piece_type) => {
                let every = self.affected_words(aura, "every");
                format!(
                    "{every} also moves like {}{}.",
                    self.with_article(piece_type),
                    self.ends_words(aura)
                )
            }
            AuraPower::MovesOnlyLike(piece_type) => {
                let every = self.affected_words(aura, "every");
                format!(
                    "{every} moves only like {}{}.",
                    self.with_article(piece_type),
                    self.ends_words(aura)
                )
            }
            AuraPower::StopsSlides => {
                let pieces = self.targets_noun(aura);
                let range = self.range_words(aura);
                let cell = self.cell_word();
                format!("a slide of {pieces} ends on the first {cell}{range}.")
            }
        };
        capitalised(&words)
    }

    /// `every enemy piece adjacent to an Immobilizer`
    fn affected_words(&self, aura: &Aura, all: &str) -> String {
        let range = self.range_words(aura);
        let noun = match &aura.targets {
            AuraTargets::SameTypeOfEnemy => {
                let owners = match &aura.of {
                    Some(of) => self.owners_words(aura, &of.expr),
                    None => "a piece".to_owned(),
                };
                return match (&aura.range, &aura.of) {
                    (AuraRange::Attacked, Some(of)) => {
                        let piece = self.every(&of.expr).replacen("every", all, 1);
                        format!("{piece} that an enemy piece of the same kind attacks")
                    }
                    (AuraRange::Everywhere, _) => {
                        format!("{all} piece that has an enemy of the same kind, {owners},")
                    }
                    _ => format!("{all} piece{range}, if that is an enemy of the same kind,"),
                };
            }
            AuraTargets::Pieces(pieces) => self.every(&pieces.expr).replacen("every", all, 1),
        };
        let that = match &aura.range {
            AuraRange::Cells(cells) if !reached_by(&cells.expr, "it").starts_with("to ") => {
                " that is"
            }
            _ => "",
        };
        format!("{noun}{that}{range}")
    }

    /// Where a move that an aura gives may end, with a space before.
    fn ends_words(&self, aura: &Aura) -> String {
        let to = aura.to.as_ref();
        to.map_or(String::new(), |to| {
            format!(", to {} only", self.cell_phrase(&to.expr).noun(self.cell_word()))
        })
    }

    fn targets_noun(&self, aura: &Aura) -> String {
        match &aura.targets {
            AuraTargets::Pieces(pieces) => self.piece_noun(&pieces.expr),
            AuraTargets::SameTypeOfEnemy => "an enemy piece of the same kind".to_owned(),
        }
    }

    /// Where an aura works, with a space before; nothing if it always does.
    fn range_words(&self, aura: &Aura) -> String {
        let Some(of) = &aura.of else { return String::new() };
        let owner = self.owners_words(aura, &of.expr);
        let owner = match &aura.targets {
            AuraTargets::Pieces(pieces) if self.own_noun(&pieces.expr).is_some() => {
                format!("a friendly {}", without_article(&owner))
            }
            _ => owner,
        };
        match &aura.range {
            AuraRange::Cells(cells) => format!(" {}", reached_by(&cells.expr, &owner)),
            AuraRange::Attacked => format!(" that {owner} attacks"),
            AuraRange::Everywhere => format!(", as long as {owner} is on the board,"),
        }
    }

    /// `an Immobilizer`, `an Immobilizer of White`
    fn owners_words(&self, aura: &Aura, of: &PieceExpr) -> String {
        let noun = match self.piece_filter(of) {
            PieceFilter::All => "a piece".to_owned(),
            PieceFilter::AllBut(others) => format!("a piece other than {others}"),
            PieceFilter::Only(noun) => noun,
        };
        match self.player_words(&aura.sides).as_str() {
            "a player" => noun,
            player => format!("{noun} of {player}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{based, words};

    #[test]
    fn an_aura_says_which_pieces_it_affects_where_and_how() {
        let check = |heading: &str, aura: &str, expected: &str| {
            let game = based(&format!("[auras.new]\n{aura}\n"));
            assert_eq!(words(&game, heading), expected, "{aura}");
        };
        check(
            "Frozen pieces",
            "of = \"any but king\"\nrange = \"its attacks\"\npieces = \"same type of enemy\"\n\
             does = \"frozen\"",
            "Every piece other than a King that an enemy piece of the same kind attacks is frozen. \
             A frozen piece may not move or castle, and it attacks nothing.",
        );
        check(
            "Frozen pieces",
            "of = \"queen\"\nrange = \"K\"\npieces = \"enemy\"\ndoes = \"frozen\"",
            "Every enemy piece that is adjacent to a Queen is frozen. A frozen piece may not move or \
             castle, and it attacks nothing.",
        );
        check(
            "Additional moves",
            "of = \"knight\"\nrange = \"N\"\npieces = \"own but king knight\"\n\
             does = \"also moves like knight\"",
            "Every friendly piece other than a King or Knight that is a Knight's leap away from a \
             friendly Knight also moves like a Knight.",
        );
        check(
            "Forbidden captures",
            "pieces = \"knight\"\ndoes = \"may not be captured\"",
            "No Knight may be captured.",
        );
        check(
            "Replaced moves",
            "of = \"queen\"\nrange = \"its attacks\"\npieces = \"rook of enemy\"\n\
             does = \"moves only like king\"",
            "Every enemy Rook that a Queen attacks moves only like a King.",
        );
        check(
            "Stopped slides",
            "of = \"knight\"\nrange = \"K\"\npieces = \"enemy\"\ndoes = \"stops slides\"",
            "A slide of an enemy piece ends on the first square adjacent to a Knight.",
        );
    }
}
