//! Conditions in words: clauses about a player.

use crate::game::{
    Condition, ConditionAtom, CountPlace, CountRange, GameFact, GroupMember, GroupOwner,
    PieceCount, PieceExpr, PieceGroup, PieceLine, RelativeSide, SaidCastlings, SaidPieces,
};
use crate::query::LoadedVariant;
use crate::source::{article, join_words};

use super::super::cell_phrases::{cell_phrase, place_of_each};
use super::super::piece_filter::{PieceFilter, piece_filter, piece_noun};
use super::super::vocabulary::{cell_word, number};
use super::boards::state_words;

/// A condition as clauses: `a player has a King on rank 8 and is not in check`. What a move does is
/// no clause.
pub(super) fn condition_clauses(
    variant: &LoadedVariant,
    condition: &Condition,
    player: &str,
) -> String {
    clauses(variant, condition, player, &mut true)
}

fn clauses(
    variant: &LoadedVariant,
    condition: &Condition,
    player: &str,
    is_first: &mut bool,
) -> String {
    let mut join = |parts: &[Condition], word: &str| {
        let parts = parts.iter().map(|part| {
            let words = clauses(variant, part, player, is_first);
            match part {
                Condition::Any(_) => format!("either {words}"),
                _ => words,
            }
        });
        join_words(parts.collect::<Vec<_>>(), word)
    };
    let (statement, negated) = match condition {
        Condition::All(parts) => return join(parts, "and"),
        Condition::Any(parts) => return join(parts, "or"),
        Condition::Is(statement) => (statement, false),
        Condition::Not(statement) => (statement, true),
    };
    let player = if std::mem::take(is_first) { player } else { "the player" };
    match statement {
        ConditionAtom::Fact(fact) => fact_clause(variant, fact, negated, player),
        ConditionAtom::Act(_) => String::new(),
    }
}

fn fact_clause(variant: &LoadedVariant, fact: &GameFact, negated: bool, player: &str) -> String {
    let not = if negated { "not " } else { "" };
    let not_after = if negated { " not" } else { "" };
    match fact {
        GameFact::InCheck => format!("{player} is {not}in check"),
        GameFact::Unmoved if negated => "the piece has moved before".to_owned(),
        GameFact::Unmoved => "the piece has not moved before".to_owned(),
        GameFact::HasState(state) => {
            format!("the piece is {not}{}", state_words(variant, *state))
        }
        GameFact::Count(count) => {
            let place = count_place(variant, &count.place);
            count_clause(variant, count, negated, &place, player)
        }
        GameFact::ChecksGiven { times: 1, in_succession: true } => {
            format!("{player} has{not_after} given check in the last turn")
        }
        GameFact::ChecksGiven { times, in_succession } => {
            let last = if *in_succession { "each of the last " } else { "" };
            let turns = counted(*times, "turn");
            format!("{player} has{not_after} given check in {last}{turns}")
        }
        GameFact::Captured { times: 1, pieces } => {
            format!("{player} has{not_after} captured {}", piece_noun(variant, &pieces.expr))
        }
        GameFact::Captured { times, pieces } => {
            let noun = plural_noun(variant, &pieces.expr);
            format!("{player} has{not_after} captured {} {noun}", number(*times))
        }
        GameFact::MovedFrom(cells) => {
            let place = place_of_each(variant, |side| cells[side].clone(), Some(&cells.expr));
            let from = format!("from a {} {place}", cell_word(variant));
            match negated {
                true => format!("{player} moves no piece away {from}"),
                false => format!("{player} moves a piece away {from}"),
            }
        }
        GameFact::Castled { by_enemy, castlings } => {
            let player = if *by_enemy { "an enemy" } else { player };
            format!("{player} has{not_after} castled{}", castling_name(castlings))
        }
        GameFact::CastlingRight(castlings) => {
            let verb = if negated { "no longer has" } else { "still has" };
            format!("{player} {verb} the right to castle{}", castling_name(castlings))
        }
        GameFact::TypeExtinct(_)
        | GameFact::InRow(..)
        | GameFact::OnLine(..)
        | GameFact::Block { .. }
        | GameFact::Connected { .. } => pattern_clause(variant, fact, negated, player),
    }
}

fn pattern_clause(variant: &LoadedVariant, fact: &GameFact, negated: bool, player: &str) -> String {
    let has = if negated { "does not have" } else { "has" };
    let along = |by: Option<&String>| match by {
        Some(notation) => format!(" {}", directions(notation)),
        None => String::new(),
    };
    match fact {
        GameFact::TypeExtinct(SaidPieces { expr: pieces, .. }) => {
            let of_enemies = is_of_enemies(pieces);
            let owner = if of_enemies { "an enemy" } else { player };
            let is_any =
                of_enemies || own_noun(variant, pieces).is_some_and(|noun| noun == "piece");
            let lost =
                if negated { "still has a piece of each" } else { "has lost all pieces of one" };
            match is_any {
                true => format!("{owner} {lost} kind with which it began"),
                false => format!("{owner} {lost} of these kinds: {}", piece_noun(variant, pieces)),
            }
        }
        GameFact::InRow(PieceLine { count, pieces, lines }) => {
            let pieces = several(variant, *count, &pieces.expr);
            format!("{player} {has} {pieces} in a row{}", along(lines.expr.as_ref()))
        }
        GameFact::OnLine(PieceLine { count, pieces, lines }) => {
            let pieces = several(variant, *count, &pieces.expr);
            format!("{player} {has} {pieces} on one line{}", along(lines.expr.as_ref()))
        }
        GameFact::Block { edge, pieces } => {
            let pieces = several(variant, edge * edge, &pieces.expr);
            format!("{player} {has} {pieces} in a block of {edge} × {edge}")
        }
        GameFact::Connected { pieces, from, to, steps } => {
            let [from, to] =
                [from, to].map(|cells| cell_phrase(variant, &cells.expr).noun(cell_word(variant)));
            let noun = plural_noun(variant, &pieces.expr);
            let by = along(steps.as_ref().and_then(|steps| steps.expr.as_ref()));
            format!("{player} {has} a chain of {noun}{by} between {from} and {to}")
        }
        _ => String::new(),
    }
}

/// Where pieces are counted, with a space before: ` on rank 8 (Black: rank 1)`.
fn count_place(variant: &LoadedVariant, place: &CountPlace) -> String {
    match place {
        CountPlace::Boards => String::new(),
        CountPlace::Hand => " in hand".to_owned(),
        CountPlace::Cells(cells) => {
            format!(" {}", place_of_each(variant, |side| cells[side].clone(), Some(&cells.expr)))
        }
        CountPlace::Around(cells) => format!(" {}", reached_by(&cells.expr, "it")),
    }
}

fn count_clause(
    variant: &LoadedVariant,
    count: &PieceCount,
    negated: bool,
    place: &str,
    player: &str,
) -> String {
    let adjectives = match (count.other, count.unattacked) {
        (true, true) => "other unattacked ",
        (true, false) => "other ",
        (false, true) => "unattacked ",
        (false, false) => "",
    };
    let own = match &count.pieces {
        None => None,
        Some(pieces) => own_noun(variant, &pieces.expr),
    };
    let (noun, plural) = match (&count.pieces, &own) {
        (None, _) => ("empty cell".to_owned(), "empty cells".to_owned()),
        (Some(_), Some(noun)) => (noun.clone(), plural(noun)),
        (Some(pieces), None) => {
            let noun = piece_noun(variant, &pieces.expr);
            let bare = without_article(&noun).to_owned();
            (bare, plural_noun(variant, &pieces.expr))
        }
    };
    let (noun, plural) = (format!("{adjectives}{noun}"), format!("{adjectives}{plural}"));
    let (range, negated) = match (negated, count.range) {
        (true, CountRange::Exactly(0)) => (CountRange::AtLeast(1), false),
        (true, CountRange::AtLeast(1)) => (CountRange::Exactly(0), false),
        (true, CountRange::AtLeast(least)) => (CountRange::AtMost(least - 1), false),
        (true, CountRange::AtMost(most)) => (CountRange::AtLeast(most + 1), false),
        (negated, range) => (range, negated),
    };
    let is_one = matches!(
        range,
        CountRange::Exactly(0 | 1) | CountRange::AtLeast(1) | CountRange::AtMost(1)
    );
    let amount = match range {
        CountRange::Exactly(0) => format!("no {noun}"),
        CountRange::AtLeast(1) => format!("{} {noun}", article(&noun)),
        CountRange::Exactly(wanted) => {
            format!("exactly {} {}", number(wanted), if is_one { &noun } else { &plural })
        }
        CountRange::AtLeast(least) => format!("at least {} {plural}", number(least)),
        CountRange::AtMost(most) => {
            format!("at most {} {}", number(most), if is_one { &noun } else { &plural })
        }
        CountRange::All => format!("all {plural}"),
    };
    match (own.is_some(), negated) {
        (true, false) => format!("{player} has {amount}{place}"),
        (true, true) => format!("{player} does not have {amount}{place}"),
        (false, false) => {
            format!("there {} {amount}{place}", if is_one { "is" } else { "are" })
        }
        (false, true) => {
            format!("there {} not {amount}{place}", if is_one { "is" } else { "are" })
        }
    }
}

/// The noun of pieces that all belong to the player spoken of, without article: `King`, `piece`.
pub(super) fn own_noun(variant: &LoadedVariant, pieces: &PieceExpr) -> Option<String> {
    let is_own = pieces.included.iter().all(|group| {
        let only_own = group.members.iter().all(|(member, _)| *member == GroupMember::Own);
        only_own || group.owner == Some(GroupOwner::Side(RelativeSide::Own))
    });
    let noun = match piece_filter(variant, pieces) {
        PieceFilter::All => "piece".to_owned(),
        PieceFilter::AllBut(others) => format!("piece other than {others}"),
        PieceFilter::Only(noun) => without_article(&noun).replace("friendly ", ""),
    };
    is_own.then_some(noun)
}

fn plural_noun(variant: &LoadedVariant, pieces: &PieceExpr) -> String {
    match own_noun(variant, pieces) {
        Some(noun) => plural(&noun),
        None => plural(without_article(&piece_noun(variant, pieces))),
    }
}

fn several(variant: &LoadedVariant, count: u16, pieces: &PieceExpr) -> String {
    format!("{} {}", number(count), plural_noun(variant, pieces))
}

/// Whether all pieces of enemies are meant, and no others.
fn is_of_enemies(pieces: &PieceExpr) -> bool {
    let is_enemies = |group: &PieceGroup| {
        group.members.iter().all(|(member, _)| *member == GroupMember::Enemies)
    };
    pieces.excluded.is_empty() && pieces.included.iter().all(is_enemies)
}

fn counted(count: u16, noun: &str) -> String {
    let noun = if count == 1 { noun.to_owned() } else { plural(noun) };
    format!("{} {noun}", number(count))
}

pub(super) fn castling_name(castlings: &SaidCastlings) -> String {
    castlings.name.as_ref().map_or(String::new(), |name| format!(" ({})", name.replace('-', " ")))
}

/// The plural of a noun, whose first word changes if more words follow: `pieces other than a King`.
fn plural(noun: &str) -> String {
    match noun.split_once(" other than ") {
        Some((first, rest)) => format!("{first}s other than {rest}"),
        None if noun.contains(" or ") => format!("pieces ({noun})"),
        None if noun.ends_with("my") => format!("{}ies", &noun[..noun.len() - 1]),
        None => format!("{noun}s"),
    }
}

/// The directions of a notation, as an adverb: `diagonally`.
pub(super) fn directions(notation: &str) -> String {
    match notation {
        "W" | "R" => "orthogonally".to_owned(),
        "F" | "B" => "diagonally".to_owned(),
        "K" | "Q" => "orthogonally or diagonally".to_owned(),
        _ => format!("in the directions of the move {notation}"),
    }
}

/// How a move by a notation goes: `one square diagonally`.
pub(super) fn way(notation: &str, cell: &str) -> String {
    match is_step(notation) {
        true => format!("one {cell} {}", directions(notation)),
        false => directions(notation),
    }
}

/// Whether a notation is one step in directions that have a name.
pub(super) fn is_step(notation: &str) -> bool {
    matches!(notation, "W" | "F" | "K")
}

/// The cells to which a notation leads from a piece: `adjacent to it`.
pub(super) fn reached_by(notation: &str, piece: &str) -> String {
    match notation {
        "W" => format!("orthogonally adjacent to {piece}"),
        "F" => format!("diagonally adjacent to {piece}"),
        "K" => format!("adjacent to {piece}"),
        "N" => format!("a Knight's leap away from {piece}"),
        _ => format!("to which the move {notation} leads from {piece}"),
    }
}

pub(super) fn without_article(noun: &str) -> &str {
    noun.strip_prefix("a ").or_else(|| noun.strip_prefix("an ")).unwrap_or(noun)
}
