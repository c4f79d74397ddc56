//! Auras in words: what pieces change for other pieces.

use crate::game::{Aura, AuraPower, AuraRange, AuraTargets, PieceExpr};
use crate::query::LoadedVariant;
use crate::source::capitalised;

use super::super::cell_phrases::cell_phrase;
use super::super::piece_filter::piece_noun;
use super::super::vocabulary::cell_word;
use super::conditions::{own_noun, reached_by, without_article};
use super::effects::every;
use super::end_conditions::player_words;
use super::{RuleText, with_article, with_parts};

/// One rule for each aura.
pub(super) fn auras(variant: &LoadedVariant) -> Vec<RuleText> {
    let auras = variant.game().auras.iter().enumerate();
    let rules = auras.map(|(index, aura)| {
        let heading = match aura.power {
            AuraPower::Frozen => "Frozen pieces",
            AuraPower::MayNotCapture | AuraPower::MayNotBeCaptured => "Forbidden captures",
            AuraPower::AlsoMovesLike(_) => "Additional moves",
            AuraPower::MovesOnlyLike(_) => "Replaced moves",
            AuraPower::StopsSlides => "Stopped slides",
        };
        let path = format!("auras.{}", aura.name);
        with_parts(variant, heading, &path, aura_sentence(variant, index))
    });
    rules.collect()
}

/// The aura of the game with that number, in sentences.
pub(in crate::prose) fn aura_sentence(variant: &LoadedVariant, index: usize) -> String {
    let aura = &variant.game().auras[index];
    let words = match aura.power {
        AuraPower::Frozen => {
            let every = affected_words(variant, aura, "every");
            format!(
                "{every} is frozen. A frozen piece may not move or castle, and it attacks \
                 nothing."
            )
        }
        AuraPower::MayNotCapture => {
            format!("{} may capture.", affected_words(variant, aura, "no"))
        }
        AuraPower::MayNotBeCaptured => {
            format!("{} may be captured.", affected_words(variant, aura, "no"))
        }
        AuraPower::AlsoMovesLike(piece_type) => {
            let every = affected_words(variant, aura, "every");
            format!(
                "{every} also moves like {}{}.",
                with_article(variant, piece_type),
                ends_words(variant, aura)
            )
        }
        AuraPower::MovesOnlyLike(piece_type) => {
            let every = affected_words(variant, aura, "every");
            format!(
                "{every} moves only like {}{}.",
                with_article(variant, piece_type),
                ends_words(variant, aura)
            )
        }
        AuraPower::StopsSlides => {
            let pieces = targets_noun(variant, aura);
            let range = range_words(variant, aura);
            let cell = cell_word(variant);
            format!("a slide of {pieces} ends on the first {cell}{range}.")
        }
    };
    capitalised(&words)
}

/// `every enemy piece adjacent to an Immobilizer`
fn affected_words(variant: &LoadedVariant, aura: &Aura, all: &str) -> String {
    let range = range_words(variant, aura);
    let noun = match &aura.targets {
        AuraTargets::SameTypeOfEnemy => {
            let owners = match &aura.of {
                Some(of) => owners_words(variant, aura, &of.expr),
                None => "a piece".to_owned(),
            };
            return match (&aura.range, &aura.of) {
                (AuraRange::Attacked, Some(of)) => {
                    let piece = every(variant, &of.expr).replacen("every", all, 1);
                    format!("{piece} that an enemy piece of the same kind attacks")
                }
                (AuraRange::Everywhere, _) => {
                    format!("{all} piece that has an enemy of the same kind, {owners},")
                }
                _ => format!("{all} piece{range}, if that is an enemy of the same kind,"),
            };
        }
        AuraTargets::Pieces(pieces) => every(variant, &pieces.expr).replacen("every", all, 1),
    };
    let that = match &aura.range {
        AuraRange::Cells(cells) if !reached_by(&cells.expr, "it").starts_with("to ") => " that is",
        _ => "",
    };
    format!("{noun}{that}{range}")
}

/// Where a move that an aura gives may end, with a space before.
fn ends_words(variant: &LoadedVariant, aura: &Aura) -> String {
    let to = aura.to.as_ref();
    to.map_or(String::new(), |to| {
        format!(", to {} only", cell_phrase(variant, &to.expr).noun(cell_word(variant)))
    })
}

fn targets_noun(variant: &LoadedVariant, aura: &Aura) -> String {
    match &aura.targets {
        AuraTargets::Pieces(pieces) => piece_noun(variant, &pieces.expr),
        AuraTargets::SameTypeOfEnemy => "an enemy piece of the same kind".to_owned(),
    }
}

/// Where an aura works, with a space before; nothing if it always does.
fn range_words(variant: &LoadedVariant, aura: &Aura) -> String {
    let Some(of) = &aura.of else { return String::new() };
    let owner = owners_words(variant, aura, &of.expr);
    let owner = match &aura.targets {
        AuraTargets::Pieces(pieces) if own_noun(variant, &pieces.expr).is_some() => {
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
fn owners_words(variant: &LoadedVariant, aura: &Aura, of: &PieceExpr) -> String {
    let noun = piece_noun(variant, of);
    match player_words(variant, &aura.sides).as_str() {
        "a player" => noun,
        player => format!("{noun} of {player}"),
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
