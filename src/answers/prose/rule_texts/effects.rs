//! Effects in words: what a move sets off.

use crate::game::{
    Act, ActKind, Condition, Destination, EffectChange, EffectPlace, MoveEffect, Piece, PieceExpr,
    RebirthCells, RelativeSide, WhenFull,
};
use crate::query::LoadedVariant;
use crate::source::{article, capitalised, join_words};

use super::super::cell_phrases::cell_phrase;
use super::super::piece_filter::{PieceFilter, piece_filter, piece_noun};
use super::super::vocabulary::cell_word;
use super::acts::{ActPhrases, VerbForm};
use super::boards::state_words;
use super::conditions::{condition_clauses, directions, is_step, reached_by, without_article};
use super::end_conditions::player_words;
use super::{RuleText, with_article, with_parts};

/// One rule for each effect.
pub(super) fn effects(variant: &LoadedVariant) -> Vec<RuleText> {
    let rules = variant.game().effects.iter().enumerate().map(|(index, effect)| {
        let words = effect_sentence(variant, index);
        with_parts(variant, "What a move sets off", &format!("effects.{}", effect.name), words)
    });
    rules.collect()
}

/// What holds of royals where moves have effects, with a space before.
pub(super) fn royals_and_effects(variant: &LoadedVariant) -> &'static str {
    match variant.game().effects.iter().any(|effect| may_concern_royals(variant, effect)) {
        false => "",
        true => {
            " A move is illegal if its effects would remove the player’s own royal piece. A \
             piece gives no check if its capture would remove its own royal piece."
        }
    }
}

/// Whether an effect can concern a royal piece of the player who moves, other than by its state or its cell.
fn may_concern_royals(variant: &LoadedVariant, effect: &MoveEffect) -> bool {
    let spares = |change: &EffectChange| match change {
        EffectChange::Reborn(_) | EffectChange::SetState(_) | EffectChange::ClearState(_) => true,
        EffectChange::Moved(_) => effect.when_full != WhenFull::Removed,
        _ => false,
    };
    if effect.changes.iter().all(spares) {
        return false;
    }
    let is_of_mover = effect.places.iter().all(|place| *place == EffectPlace::Landing);
    let is_royal = |piece: Piece| variant.game().piece_types[piece.piece_type].royal;
    let royals_move = effect
        .occasion
        .actor()
        .is_none_or(|by| variant.variant().players().any(|side| by[side].iter().any(is_royal)));
    !is_of_mover || royals_move
}

/// `When a piece captures, every piece other than a Pawn around it is captured.`
pub(in crate::prose) fn effect_sentence(variant: &LoadedVariant, index: usize) -> String {
    let effect = &variant.game().effects[index];
    let player = player_words(variant, &effect.sides);
    let is_of_player =
        |act: &Act| matches!(act.kind, ActKind::Drops(_) | ActKind::Castles(_) | ActKind::Passes);
    let actor = effect.occasion.actor();
    let is_of_player = effect.occasion.acts().all(is_of_player);
    let subject = match actor {
        Some(pieces) => piece_noun(variant, &pieces.expr),
        None if is_of_player => player.clone(),
        None if player == "a player" => "a piece".to_owned(),
        None => format!("a piece of {player}"),
    };
    let condition = match effect.condition.is_empty() {
        true => String::new(),
        false => {
            let either = if matches!(effect.condition, Condition::Any(_)) { "either " } else { "" };
            format!(" and {either}{}", condition_clauses(variant, &effect.condition, &player))
        }
    };
    let phrases = ActPhrases {
        variant,
        form: VerbForm::ThirdPerson,
        of_piece: true,
        actor_is_said: actor.is_some(),
        bare: "move",
        player: if is_of_player { "the player" } else { &player },
    };
    let events = phrases.words(&effect.occasion);
    let places = places_words(variant, effect);
    let changes = effect.changes.iter().map(|change| match change {
        EffectChange::Placed(..) => format!("is placed {places}"),
        other => change_words(variant, other),
    });
    let changes = join_words(changes.collect::<Vec<_>>(), "and");
    let when_full = |then| format!(" If that {} is occupied, {then}.", cell_word(variant));
    let full = match effect.when_full {
        WhenFull::Stays => String::new(),
        WhenFull::Removed => when_full("the piece is removed"),
        WhenFull::Illegal => when_full("the move is illegal"),
    };
    let attacks = match effect.attacks {
        true => " A piece that could be captured in this way is attacked.",
        false => "",
    };
    let partner = match (&effect.places[..], &effect.pieces) {
        ([EffectPlace::Landing, EffectPlace::Partner], None) => {
            " The same happens to its partner in castling."
        }
        _ => "",
    };
    let full = partner.to_owned() + &full + &rebirth_note(variant, effect) + attacks;
    let concerned = concerned(variant, effect);
    let changes = match (&*events, &*concerned, &effect.changes[..]) {
        ("captures", "it", [EffectChange::Captured]) => "is captured, too".to_owned(),
        _ => changes,
    };
    let when = capitalised(&format!("when {subject} {events}{condition}"));
    format!("{when}, {concerned} {changes}.{full}")
}

/// Which initial cells a captured piece returns to, and when it does not, with a space before.
fn rebirth_note(variant: &LoadedVariant, effect: &MoveEffect) -> String {
    let [EffectChange::Reborn(which)] = effect.changes[..] else { return String::new() };
    let cell = cell_word(variant);
    let several = |limit: &str| {
        format!(
            " If its kind has several initial {cell}s, it returns to one {limit} on which it \
             was captured."
        )
    };
    let limit = match which {
        RebirthCells::Any => String::new(),
        RebirthCells::SameFile => several("on the file"),
        RebirthCells::SameColour => several("of the colour"),
    };
    format!(
        "{limit} If no such {cell} is empty, the piece is removed. A piece that has returned \
         counts as unmoved."
    )
}

/// `it`, or the pieces concerned and where they are.
fn concerned(variant: &LoadedVariant, effect: &MoveEffect) -> String {
    let places = places_words(variant, effect);
    if let Some(EffectChange::Placed(piece_type, side)) = effect.changes.first() {
        let name = variant.piece_type_name(*piece_type);
        let of =
            side_of_mover(variant, side.expr).map_or(String::new(), |side| format!(" of {side}"));
        return format!("{} {name}{of}", article(name));
    }
    if let [EffectChange::Reborn(_)] = effect.changes[..] {
        let every = effect.pieces.as_ref().map(|pieces| every(variant, &pieces.expr));
        let every = every.unwrap_or_else(|| "every piece".to_owned());
        return every.replacen("every", "every captured", 1);
    }
    match (&effect.places[..], &effect.pieces) {
        ([EffectPlace::Landing] | [EffectPlace::Landing, EffectPlace::Partner], None) => {
            "it".to_owned()
        }
        (_, None) => format!("every piece {places}"),
        (_, Some(pieces)) => format!("{} {places}", every(variant, &pieces.expr)),
    }
}

fn places_words(variant: &LoadedVariant, effect: &MoveEffect) -> String {
    let places = effect.places.iter().map(|place| place_words(variant, place));
    join_words(places.collect::<Vec<_>>(), "or")
}

/// `every piece other than a Pawn`
pub(super) fn every(variant: &LoadedVariant, pieces: &PieceExpr) -> String {
    match piece_filter(variant, pieces) {
        PieceFilter::All => "every piece".to_owned(),
        PieceFilter::AllBut(others) => format!("every piece other than {others}"),
        PieceFilter::Only(noun) => format!("every {}", without_article(&noun)),
    }
}

pub(super) fn place_words(variant: &LoadedVariant, place: &EffectPlace) -> String {
    match place {
        EffectPlace::Landing => "where it lands".to_owned(),
        EffectPlace::Start => "where it started".to_owned(),
        EffectPlace::Partner => "where its partner in castling lands".to_owned(),
        EffectPlace::PartnerStart => "where its partner in castling started".to_owned(),
        EffectPlace::Passed => "that it passed".to_owned(),
        EffectPlace::Captured => "where a piece was captured".to_owned(),
        EffectPlace::Beyond => "directly beyond it".to_owned(),
        EffectPlace::Behind => "directly behind its start".to_owned(),
        EffectPlace::Around(cells) => reached_by(&cells.expr, "it"),
        EffectPlace::Between { lines, closing, .. } => {
            let notation = lines.expr.as_deref().unwrap_or_default();
            let closing = piece_noun(variant, &closing.expr);
            if is_step(notation) {
                let near = reached_by(notation, "it");
                return format!("{near}, with {closing} directly beyond,");
            }
            format!("between it and {closing}, in a straight line {},", directions(notation))
        }
        EffectPlace::CornersWith(pieces) => {
            let noun = piece_noun(variant, &pieces.expr);
            format!("on another corner of the rectangle between it and {noun}")
        }
    }
}

fn change_words(variant: &LoadedVariant, change: &EffectChange) -> String {
    match change {
        EffectChange::Captured => "is captured".to_owned(),
        EffectChange::Removed => "is removed from the game".to_owned(),
        EffectChange::Becomes(piece_type) => {
            format!("changes into {}", with_article(variant, *piece_type))
        }
        EffectChange::BecomesCapturedType => "takes the kind of the captured piece".to_owned(),
        EffectChange::BecomesUnpromoted => {
            "changes back into what it was before promotion".to_owned()
        }
        EffectChange::Joins(side) => match side_of_mover(variant, side.expr) {
            Some(side) => format!("joins {side}"),
            None => "joins the player who moved".to_owned(),
        },
        EffectChange::SetState(state) => format!("becomes {}", state_words(variant, *state)),
        EffectChange::ClearState(state) => {
            format!("is no longer {}", state_words(variant, *state))
        }
        EffectChange::Placed(..) => "is placed".to_owned(),
        EffectChange::Moved(destination) => {
            format!("is moved {}", destination_words(variant, destination))
        }
        EffectChange::Reborn(_) => {
            format!("returns to an initial {} of its kind", cell_word(variant))
        }
    }
}

fn destination_words(variant: &LoadedVariant, destination: &Destination) -> String {
    let cell = cell_word(variant);
    match destination {
        Destination::Cells(cells) => {
            format!("to {}", cell_phrase(variant, &cells.expr).noun(cell))
        }
        Destination::Start => "to where the move started".to_owned(),
        Destination::Forward => format!("one {cell} forward"),
        Destination::Onward => format!("one {cell} in the direction of the move"),
        Destination::NextBoard => {
            let which = if variant.layout().boards().len() == 2 { "other" } else { "next" };
            format!("to the same {cell} of the {which} board")
        }
    }
}

/// A side as the player who moves sees it; `None` for this player.
pub(super) fn side_of_mover(variant: &LoadedVariant, side: RelativeSide) -> Option<String> {
    match side {
        RelativeSide::Own => None,
        RelativeSide::Named(side) => Some(variant.side_title(side).to_owned()),
        RelativeSide::Enemy => Some("the enemy".to_owned()),
        RelativeSide::Next => Some("the next player".to_owned()),
        RelativeSide::Previous => Some("the previous player".to_owned()),
        RelativeSide::Opposite => Some("the opposite player".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{based, words};

    #[test]
    fn an_effect_says_what_sets_it_off_and_what_happens() {
        let check = |effect: &str, expected: &str| {
            let game = based(&format!("[effects.new]\n{effect}\n"));
            assert_eq!(words(&game, "What a move sets off"), expected, "{effect}");
        };
        check(
            "on = \"captures\"\nat = \"around K\"\npieces = \"any but pawn\"\ndoes = \"captured\"",
            "When a piece captures, every piece other than a Pawn adjacent to it is captured.",
        );
        check(
            "on = \"moves\"\nat = \"behind\"\npieces = \"enemy\"\ndoes = \"captured\"\nattacks = true",
            "When a piece moves, every enemy piece directly behind its start is captured. A piece \
             that could be captured in this way is attacked.",
        );
        check(
            "on = \"captures\"\nat = \"landing\"\ndoes = \"captured\"",
            "When a piece captures, it is captured, too.",
        );
        check(
            "on = \"captures by any but king\"\nat = \"landing\"\ndoes = \"joins enemy\"",
            "When a piece other than a King captures, it joins the enemy.",
        );
        check(
            "on = \"moves\"\nat = \"start\"\ndoes = \"placed pawn of mover\"",
            "When a piece moves, a Pawn is placed where it started.",
        );
        check(
            "on = \"moves by rook\"\nat = \"between W own\"\npieces = \"enemy\"\ndoes = \"removed\"",
            "When a Rook moves, every enemy piece orthogonally adjacent to it, with a friendly piece \
             directly beyond, is removed from the game.",
        );
        check(
            "on = \"captures\"\nat = \"captured\"\npieces = \"pawn\"\ndoes = \"reborn on same file\"",
            "When a piece captures, every captured Pawn returns to an initial square of its kind. If \
             its kind has several initial squares, it returns to one on the file on which it was \
             captured. If no such square is empty, the piece is removed. A piece that has returned \
             counts as unmoved.",
        );
        check(
            "on = \"moves\"\nat = \"passed\"\npieces = \"enemy\"\ndoes = \"becomes pawn, moved one cell onward\"\n\
             full = \"removed\"",
            "When a piece moves, every enemy piece that it passed changes into a Pawn and is moved \
             one square in the direction of the move. If that square is occupied, the piece is removed.",
        );
    }
}
