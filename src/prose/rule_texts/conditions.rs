//! Conditions in words: clauses about a player.

use crate::expression::{
    ConditionExpr, CountExpr, CountPlaceExpr, FactExpr, FactNode, GroupMember, GroupOwner,
    PieceExpr, PieceGroup, RelativeSide,
};
use crate::game::{CountPlace, CountRange, PieceCount, SideCondition, SideFactKind};
use crate::query::LoadedVariant;
use crate::source::{article, join_words};

use super::super::piece_filter::PieceFilter;
use super::super::vocabulary::number;

impl LoadedVariant {
    /// A condition as clauses: `a player has a King on rank 8 and is not in check`.
    pub(super) fn condition_clauses(
        &self,
        expr: &ConditionExpr,
        condition: &SideCondition,
        player: &str,
    ) -> String {
        let facts = expr.facts.iter().zip(&condition.facts).enumerate();
        let clauses = facts.map(|(index, (fact, meant))| {
            self.fact_clause(fact, &meant.kind, if index == 0 { player } else { "the player" })
        });
        join_words(clauses.collect::<Vec<_>>(), "and")
    }

    fn fact_clause(&self, fact: &FactExpr, meant: &SideFactKind, player: &str) -> String {
        let not = if fact.negated { "not " } else { "" };
        let not_after = if fact.negated { " not" } else { "" };
        match &fact.node {
            FactNode::InCheck => format!("{player} is {not}in check"),
            FactNode::Unmoved if fact.negated => "the piece has moved before".to_owned(),
            FactNode::Unmoved => "the piece has not moved before".to_owned(),
            FactNode::HasState(state) => {
                let id = &self.game().states[usize::from(*state)].id;
                let verb = if fact.negated { "does not have" } else { "has" };
                format!("the piece {verb} the state {}", id.replace('-', " "))
            }
            FactNode::Count(count) => {
                let place = self.count_place(count, meant);
                self.count_clause(count, fact.negated, &place, player)
            }
            FactNode::ChecksGiven { times: 1, in_succession: true } => {
                format!("{player} has{not_after} given check in the last turn")
            }
            FactNode::ChecksGiven { times, in_succession } => {
                let last = if *in_succession { "each of the last " } else { "" };
                let turns = counted(*times, "turn");
                format!("{player} has{not_after} given check in {last}{turns}")
            }
            FactNode::Captured { times: 1, pieces } => {
                format!("{player} has{not_after} captured {}", self.piece_noun(pieces))
            }
            FactNode::Captured { times, pieces } => {
                let noun = self.plural_noun(pieces);
                format!("{player} has{not_after} captured {} {noun}", number(*times))
            }
            FactNode::MovedFrom(cells) => {
                let from = match meant {
                    SideFactKind::MovedFrom(meant) => {
                        let place = self.place_of_each(|side| meant[side].clone(), Some(cells));
                        format!("from a {} {place}", self.cell_word())
                    }
                    _ => self.cell_phrase(cells).from(),
                };
                match fact.negated {
                    true => format!("{player} moves no piece away {from}"),
                    false => format!("{player} moves a piece away {from}"),
                }
            }
            FactNode::Castled { by_enemy, name } => {
                let player = if *by_enemy { "an enemy" } else { player };
                format!("{player} has{not_after} castled{}", castling_name(name.as_deref()))
            }
            FactNode::CastlingRight(name) => {
                let verb = if fact.negated { "no longer has" } else { "still has" };
                format!("{player} {verb} the right to castle{}", castling_name(name.as_deref()))
            }
            FactNode::TypeExtinct(_)
            | FactNode::InRow(..)
            | FactNode::OnLine(..)
            | FactNode::Block(..)
            | FactNode::Connected { .. } => self.pattern_clause(fact, player),
        }
    }

    fn pattern_clause(&self, fact: &FactExpr, player: &str) -> String {
        let has = if fact.negated { "does not have" } else { "has" };
        let along = |by: &Option<String>| match by {
            Some(notation) => format!(" {}", directions(notation)),
            None => String::new(),
        };
        match &fact.node {
            FactNode::TypeExtinct(pieces) => {
                let of_enemies = is_of_enemies(pieces);
                let owner = if of_enemies { "an enemy" } else { player };
                let is_any =
                    of_enemies || self.own_noun(pieces).is_some_and(|noun| noun == "piece");
                let lost = if fact.negated {
                    "still has a piece of each"
                } else {
                    "has lost all pieces of one"
                };
                match is_any {
                    true => format!("{owner} {lost} kind with which it began"),
                    false => format!("{owner} {lost} of these kinds: {}", self.piece_noun(pieces)),
                }
            }
            FactNode::InRow(count, pieces, by) => {
                let pieces = self.several(*count, pieces);
                format!("{player} {has} {pieces} in a row{}", along(by))
            }
            FactNode::OnLine(count, pieces, by) => {
                let pieces = self.several(*count, pieces);
                format!("{player} {has} {pieces} on one line{}", along(by))
            }
            FactNode::Block(edge, pieces) => {
                let pieces = self.several(edge * edge, pieces);
                format!("{player} {has} {pieces} in a block of {edge} × {edge}")
            }
            FactNode::Connected { pieces, from, to, by } => {
                let [from, to] =
                    [from, to].map(|cells| self.cell_phrase(cells).noun(self.cell_word()));
                let noun = self.plural_noun(pieces);
                format!("{player} {has} a chain of {noun}{} between {from} and {to}", along(by))
            }
            _ => String::new(),
        }
    }

    /// Where pieces are counted, with a space before: ` on rank 8 (Black: rank 1)`.
    fn count_place(&self, count: &CountExpr, meant: &SideFactKind) -> String {
        match (&count.place, meant) {
            (CountPlaceExpr::Boards, _) => String::new(),
            (CountPlaceExpr::Hand, _) => " in hand".to_owned(),
            (
                CountPlaceExpr::Cells(cells),
                SideFactKind::Count(PieceCount { place: CountPlace::Cells(meant), .. }),
            ) => format!(" {}", self.place_of_each(|side| meant[side].clone(), Some(cells))),
            (CountPlaceExpr::Cells(cells), _) => format!(" {}", self.cell_phrase(cells).place()),
            (CountPlaceExpr::Around(notation), _) => {
                format!(" {}", reached_by(notation, "it"))
            }
        }
    }

    fn count_clause(&self, count: &CountExpr, negated: bool, place: &str, player: &str) -> String {
        let adjectives = match (count.other, count.unattacked) {
            (true, true) => "other unattacked ",
            (true, false) => "other ",
            (false, true) => "unattacked ",
            (false, false) => "",
        };
        let own = match &count.pieces {
            None => None,
            Some(pieces) => self.own_noun(pieces),
        };
        let (noun, plural) = match (&count.pieces, &own) {
            (None, _) => ("empty cell".to_owned(), "empty cells".to_owned()),
            (Some(_), Some(noun)) => (noun.clone(), plural(noun)),
            (Some(pieces), None) => {
                let noun = self.piece_noun(pieces);
                let bare = without_article(&noun).to_owned();
                (bare, self.plural_noun(pieces))
            }
        };
        let (noun, plural) = (format!("{adjectives}{noun}"), format!("{adjectives}{plural}"));
        let is_one = matches!(
            count.range,
            CountRange::Exactly(0 | 1) | CountRange::AtLeast(1) | CountRange::AtMost(1)
        );
        let amount = match count.range {
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
    pub(super) fn own_noun(&self, pieces: &PieceExpr) -> Option<String> {
        let is_own = pieces.included.iter().all(|group| {
            let only_own = group.members.iter().all(|(member, _)| *member == GroupMember::Own);
            only_own || group.owner == Some(GroupOwner::Side(RelativeSide::Own))
        });
        let noun = match self.piece_filter(pieces) {
            PieceFilter::All => "piece".to_owned(),
            PieceFilter::AllBut(others) => format!("piece other than {others}"),
            PieceFilter::Only(noun) => without_article(&noun).replace("friendly ", ""),
        };
        is_own.then_some(noun)
    }

    fn plural_noun(&self, pieces: &PieceExpr) -> String {
        match self.own_noun(pieces) {
            Some(noun) => plural(&noun),
            None => plural(without_article(&self.piece_noun(pieces))),
        }
    }

    fn several(&self, count: u16, pieces: &PieceExpr) -> String {
        format!("{} {}", number(count), self.plural_noun(pieces))
    }
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

fn castling_name(name: Option<&str>) -> String {
    name.map_or(String::new(), |name| format!(" ({})", name.replace('-', " ")))
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
