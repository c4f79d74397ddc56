//! Sets of pieces in words, from the trees that definitions are parsed to.

use super::definition_phrases::side_words;
use crate::game::{CheckSource, GroupMember, GroupOwner, PieceExpr, PieceGroup, RelativeSide};
use crate::query::LoadedVariant;
use crate::source::{article, join_words, without_repeats};

/// The pieces that a rule means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PieceFilter {
    /// Every piece.
    All,
    /// Every piece except these.
    AllBut(String),
    /// These alone.
    Only(String),
}

/// A set of pieces in words.
pub(super) fn piece_filter(variant: &LoadedVariant, expr: &PieceExpr) -> PieceFilter {
    let is_all = |group: &PieceGroup| {
        let has_any = group.members.iter().any(|(member, _)| *member == GroupMember::Any);
        has_any && matches!(group.owner, None | Some(GroupOwner::EveryArmy))
    };
    let (included, excluded) =
        (group_words(variant, &expr.included), group_words(variant, &expr.excluded));
    match (expr.included.iter().any(is_all), expr.excluded.is_empty()) {
        (true, true) => PieceFilter::All,
        (true, false) => PieceFilter::AllBut(excluded),
        (false, true) => PieceFilter::Only(included),
        (false, false) => PieceFilter::Only(format!("{included} other than {excluded}")),
    }
}

/// Whether a rule that captures these pieces captures none, and only gives check: all are royal,
/// and no royal piece is ever captured.
pub(super) fn only_gives_check(variant: &LoadedVariant, expr: &PieceExpr) -> bool {
    let is_royal = |(member, _): &(GroupMember, _)| matches!(member, GroupMember::Type(piece_type) if variant.game().piece_types[*piece_type].royal);
    let mut members = expr.included.iter().flat_map(|group| &group.members).peekable();
    variant.game().check_by != CheckSource::None
        && members.peek().is_some()
        && members.all(is_royal)
}

/// A set of pieces as a noun: `a piece`, `a piece other than a Pawn`, `an enemy piece`.
pub(super) fn piece_noun(variant: &LoadedVariant, expr: &PieceExpr) -> String {
    match piece_filter(variant, expr) {
        PieceFilter::All => "a piece".to_owned(),
        PieceFilter::AllBut(pieces) => format!("a piece other than {pieces}"),
        PieceFilter::Only(pieces) => pieces,
    }
}

fn group_words(variant: &LoadedVariant, groups: &[PieceGroup]) -> String {
    join_words(groups.iter().flat_map(|group| group_phrases(variant, group)), "or")
}

/// The phrases of a group: its piece types are one phrase, its sides are another.
fn group_phrases(variant: &LoadedVariant, group: &PieceGroup) -> Vec<String> {
    let (mut types, mut sides, mut phrases) = (Vec::new(), Vec::new(), Vec::new());
    for (member, _) in &group.members {
        match member {
            GroupMember::Any => phrases.push(owned(variant, "piece", group.owner)),
            GroupMember::Royal => phrases.push(owned(variant, "royal piece", group.owner)),
            GroupMember::Type(piece_type) => types.push(variant.piece_type_name(*piece_type)),
            GroupMember::Own => phrases.push("a friendly piece".to_owned()),
            GroupMember::Enemies => phrases.push("an enemy piece".to_owned()),
            GroupMember::Side(side) => sides.push(variant.side_title(*side)),
        }
    }
    if !types.is_empty() {
        phrases.push(owned(variant, &join_words(without_repeats(types), "or"), group.owner));
    }
    if !sides.is_empty() {
        phrases.push(format!("a piece of {}", join_words(without_repeats(sides), "or")));
    }
    phrases
}

/// `a Pawn`, `an enemy Pawn`, `a Pawn of the next side`.
fn owned(variant: &LoadedVariant, noun: &str, owner: Option<GroupOwner>) -> String {
    let of_owner = match owner {
        None => String::new(),
        Some(GroupOwner::EveryArmy) => " of any side".to_owned(),
        Some(GroupOwner::Side(RelativeSide::Own)) => return format!("a friendly {noun}"),
        Some(GroupOwner::Side(RelativeSide::Enemy)) => return format!("an enemy {noun}"),
        Some(GroupOwner::Side(side)) => format!(" of {}", side_words(variant, side, None)),
    };
    format!("{} {noun}{of_owner}", article(noun))
}
