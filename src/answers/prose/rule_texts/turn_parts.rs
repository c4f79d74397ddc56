//! Turns of several parts, in words.

use crate::game::{
    CheckTest, EffectPlace, GroupMember, PartTarget, PartTimes, Piece, PieceExpr, PieceGroup,
    SaidPieces, TurnPart,
};
use crate::query::LoadedVariant;
use crate::source::{article, capitalised, join_words};

use super::super::cell_phrases::cell_phrase;
use super::super::notation::{NoteSubject, StatementContext, described_clauses, statements};
use super::super::piece_filter::piece_noun;
use super::super::vocabulary::sentence;
use super::super::vocabulary::{cell_word, number, vocabulary};
use super::acts::{ActPhrases, VerbForm};
use super::conditions::{condition_clauses, directions, reached_by};
use super::effects::{place_words, side_of_mover};
use super::end_conditions::player_words;
use super::ends::royal_words;
use super::{RuleText, with_parts};
use crate::notation::Betza;

/// The rule of turns that have several parts, if the game has them.
pub(super) fn turn_parts(variant: &LoadedVariant) -> Option<RuleText> {
    let parts = &variant.game().turn_parts;
    if parts.is_empty() {
        return None;
    }
    let mut sentences: Vec<String> = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        sentences.extend(part_sentences(variant, index, part));
    }
    if parts.len() > 1 || parts.iter().any(|part| part.times != PartTimes::Number(1)) {
        sentences.push("A turn may not begin in a way in which it cannot be finished.".into());
    }
    let has_royals = variant.game().piece_types.iter().any(|piece_type| piece_type.royal);
    if has_royals {
        sentences.push(match variant.game().check_test {
            CheckTest::EachPart => {
                "A player may not be in check after any part of the turn.".to_owned()
            }
            CheckTest::EachStage => {
                "A player may not be in check after any part of the turn, before or \
                                     after what that part sets off."
                    .to_owned()
            }
            CheckTest::EndOfTurn => {
                "A player may be in check during the turn, but not at its end.".to_owned()
            }
        });
    }
    let mut extinctions =
        variant.variant().players().flat_map(|side| &variant.game().ends_of(side).extinction);
    let is_royal = |piece: Piece| variant.game().piece_types[piece.piece_type].royal;
    if variant.game().check_test == CheckTest::EndOfTurn
        && let Some(royal) = royal_words(variant)
        && extinctions.any(|(pieces, _)| pieces.iter().any(is_royal))
    {
        sentences.push(format!(
            "A move may capture an enemy {royal} that an earlier move of the turn attacked."
        ));
    }
    Some(with_parts(variant, "The turn", "turn-parts", sentences.join(" ")))
}

/// What the players make one after the other: a `turn` if it has parts, else a `move`.
pub(super) fn move_or_turn(variant: &LoadedVariant) -> &'static str {
    if variant.game().turn_parts.is_empty() { "move" } else { "turn" }
}

/// What the player does in a part of a turn: `In this part of the turn the player moves a Duck.`
pub(in crate::prose) fn part_of_turn_sentence(variant: &LoadedVariant, part: usize) -> String {
    let act = part_act(variant, &variant.game().turn_parts[part]);
    format!("In this part of the turn the player {act}.")
}

/// `moves a piece`, `may drop a pawn on a7`.
fn part_act(variant: &LoadedVariant, part: &TurnPart) -> String {
    let (form, may) = match part.optional {
        true => (VerbForm::Base, "may "),
        false => (VerbForm::ThirdPerson, ""),
    };
    format!("{may}{}{}", part_verbs(variant, part, form), part_target(variant, part))
}

fn part_sentences(variant: &LoadedVariant, index: usize, part: &TurnPart) -> Vec<String> {
    let player = player_words(variant, &part.sides);
    let player = if player == "a player" { "the player".to_owned() } else { player };
    let is_alone = variant.game().turn_parts.len() == 1;
    let order = match index {
        _ if is_alone => "in a turn, ",
        0 => "first, ",
        _ => "then ",
    };
    let act = part_act(variant, part);
    let times = match part.times {
        PartTimes::Number(1) | PartTimes::Growing(_) => String::new(),
        PartTimes::Number(2) => " twice".to_owned(),
        PartTimes::Number(times) => format!(" {} times", number(times)),
    };
    let mut sentences = vec![capitalised(&format!("{order}{player} {act}{times}."))];
    if let PartTimes::Growing(first) = part.times {
        let first = match first {
            1 => "once".to_owned(),
            2 => "twice".to_owned(),
            more => format!("{} times", number(more)),
        };
        sentences.push(format!(
            "This is done {first} in the first turn of the game, and once more in each later \
             turn than in the turn before it."
        ));
    }
    sentences.extend(match part.first_turn {
        None => None,
        Some(0) => Some("The first turn of the game does not have this part.".to_owned()),
        Some(1) => Some("In the first turn of the game this is done only once.".to_owned()),
        Some(times) => {
            Some(format!("In the first turn of the game this is done {} times.", number(times)))
        }
    });
    if !part.same_piece {
        sentences.push("A piece may be moved only once in a turn.".to_owned());
    }
    sentences.extend(part.notation.iter().flat_map(|it| notation_sentences(variant, it)));
    sentences.extend(part_conditions(variant, part));
    if !part.until.is_empty() {
        let phrases = ActPhrases {
            variant,
            form: VerbForm::ThirdPerson,
            of_piece: false,
            actor_is_said: false,
            bare: "end",
            player: "the player",
        };
        let events = phrases.words(&part.until);
        sentences.push(format!("A move that {events} ends the turn."));
    }
    sentences
}

/// `moves or drops a Duck`
fn part_verbs(variant: &LoadedVariant, part: &TurnPart, form: VerbForm) -> String {
    if let Some((piece_type, side)) = &part.places {
        let name = variant.piece_type_name(*piece_type);
        let of =
            side_of_mover(variant, side.expr).map_or(String::new(), |side| format!(" of {side}"));
        let empty = format!("an empty {}", cell_word(variant));
        return format!("{} {} new {name}{of} on {empty}", form.of("put"), article("new"));
    }
    let noun = |pieces: &SaidPieces| match names_all(&pieces.expr) {
        true => "a piece".to_owned(),
        false => piece_noun(variant, &pieces.expr),
    };
    match (&part.moves, &part.drops) {
        (Some(moved), Some(dropped)) if noun(moved) == noun(dropped) => {
            format!("{} or {} {}", form.of("move"), form.of("drop"), noun(moved))
        }
        (moved, dropped) => {
            let moved = moved.as_ref().map(|it| format!("{} {}", form.of("move"), noun(it)));
            let dropped = dropped.as_ref().map(|it| format!("{} {}", form.of("drop"), noun(it)));
            join_words(moved.into_iter().chain(dropped).collect::<Vec<_>>(), "or")
        }
    }
}

/// Whether a set is all pieces of the player.
fn names_all(pieces: &PieceExpr) -> bool {
    let is_own = |group: &PieceGroup| {
        group.owner.is_none() && group.members.iter().all(|(it, _)| *it == GroupMember::Own)
    };
    pieces.excluded.is_empty() && pieces.included.iter().all(is_own)
}

fn part_target(variant: &LoadedVariant, part: &TurnPart) -> String {
    let to = match &part.to {
        None => String::new(),
        Some(PartTarget::Cells(cells)) => format!(" {}", cell_phrase(variant, &cells.expr).place()),
        Some(PartTarget::Places(places)) => {
            let places = places.iter().map(|place| earlier_place(variant, place));
            format!(" {}", join_words(places.collect::<Vec<_>>(), "or"))
        }
    };
    let reached = part.from_landing.as_ref().map_or(String::new(), |notation| {
        let notation = notation.to_string();
        let where_to = match notation.as_str() {
            "R" | "B" | "Q" => {
                format!("which a slide {} from that piece reaches", directions(&notation))
            }
            _ => reached_by(&notation, "that piece"),
        };
        match to.is_empty() {
            true => format!(" on a {} {where_to}", cell_word(variant)),
            false => format!(", {where_to}"),
        }
    });
    to + &reached
}

/// A place of the part before: `on the square where that piece started`.
fn earlier_place(variant: &LoadedVariant, place: &EffectPlace) -> String {
    let cell = cell_word(variant);
    match place {
        EffectPlace::Landing => format!("on the {cell} where that piece landed"),
        EffectPlace::Start => format!("on the {cell} where that piece started"),
        EffectPlace::Partner => {
            format!("on the {cell} where its partner in castling landed")
        }
        EffectPlace::PartnerStart => {
            format!("on the {cell} where its partner in castling started")
        }
        EffectPlace::Captured => format!("on the {cell} of a captured piece"),
        EffectPlace::Passed => format!("on a {cell} that it passed"),
        EffectPlace::Beyond => format!("on the {cell} directly beyond that piece"),
        EffectPlace::Behind => format!("on the {cell} directly behind its start"),
        EffectPlace::Around(cells) => {
            format!("on a {cell} {}", reached_by(&cells.expr, "that piece"))
        }
        EffectPlace::Between { .. } | EffectPlace::CornersWith(_) => place_words(variant, place),
    }
}

/// How a piece moves by the notation of a part: `It moves one square forward without capturing.`
fn notation_sentences(variant: &LoadedVariant, betza: &Betza) -> Vec<String> {
    let clauses = described_clauses(&betza.terms, &vocabulary(variant, None));
    let splits = clauses.iter().any(|clause| clause.purpose.splits());
    let context = StatementContext { target: None, attacks: false, splits };
    let sentences = statements(&clauses, context).into_iter().flat_map(|statement| {
        let notes = statement.notes.into_iter();
        let notes = notes.map(|note| sentence(&note.text(NoteSubject::Move)));
        [format!("It {}.", statement.text)].into_iter().chain(notes).collect::<Vec<_>>()
    });
    sentences.collect()
}

fn part_conditions(variant: &LoadedVariant, part: &TurnPart) -> Vec<String> {
    let mut conditions = Vec::new();
    if let Some(pieces) = &part.by {
        conditions.push(format!("{} was moved", piece_noun(variant, &pieces.expr)));
    }
    if !part.condition.is_empty() {
        let clauses = condition_clauses(variant, &part.condition, "the player");
        conditions.push(clauses.replace("the piece has", "that piece had"));
    }
    if conditions.is_empty() {
        return Vec::new();
    }
    let verb = if part.optional { "This is possible" } else { "This is done" };
    vec![format!("{verb} only if {}.", join_words(conditions, "and"))]
}

#[cfg(test)]
mod tests {
    use super::super::tests::{based, words};

    #[test]
    fn each_part_of_a_turn_says_what_the_player_does() {
        let check = |parts: &str, expected: &str| {
            let game = based(parts);
            let rest = " A turn may not begin in a way in which it cannot be finished. A player \
                        may not be in check after any part of the turn.";
            assert_eq!(words(&game, "The turn"), format!("{expected}{rest}"), "{parts}");
        };
        check(
            "[turn-parts.move]\nmoves = \"own\"\ntimes = 2\nfirst-turn = 1\nuntil = \"gives check\"",
            "In a turn, the player moves a piece twice. In the first turn of the game this is \
             done only once. A move that gives check ends the turn.",
        );
        check(
            "[turn-parts]\na = { moves = \"own\" }\nb = { moves = \"pawn\", notation = \"W\", \
             optional = true, if = \"unmoved\" }",
            "First, the player moves a piece. Then the player may move a Pawn. It moves one \
             square orthogonally. This is possible only if that piece had not moved before.",
        );
        check(
            "[turn-parts]\na = { moves = \"own\" }\nb = { moves = \"own\", to = \"start\", \
             same-piece = false }",
            "First, the player moves a piece. Then the player moves a piece on the square where \
             that piece started. A piece may be moved only once in a turn.",
        );
        check(
            "[turn-parts]\na = { moves = \"own\" }\nb = { moves = \"own\", to = \"partner start\" }",
            "First, the player moves a piece. Then the player moves a piece on the square where its \
             partner in castling started.",
        );
        check(
            "[turn-parts]\na = { moves = \"own\", growing = true }",
            "In a turn, the player moves a piece. This is done once in the first turn of the game, \
             and once more in each later turn than in the turn before it.",
        );
    }

    #[test]
    fn rules_that_count_turns_say_so() {
        let game = based(
            "[turn-parts.move]\nmoves = \"own\"\ntimes = 2\n[check]\ntested = \"end of turn\"\n\
             [ends]\nextinction = { pieces = \"king\", result = \"loses\" }",
        );
        let check = |on: &str, end: &str| {
            let words = words(&game, on);
            assert!(words.ends_with(end), "{words}");
        };
        check("En passant", "This is possible only on the next turn.");
        check(
            "The turn",
            "A player may be in check during the turn, but not at its end. A move may capture an \
             enemy King that an earlier move of the turn attacked.",
        );
        check("Check", "The King is royal: a player may not end a turn with it in check.");
        check(
            "Fifty-move rule",
            "After 50 turns by each player without a capture and without a move of a Pawn, the game \
             is drawn.",
        );
    }
}
