//! Castling in words.

use std::collections::BTreeSet;

use crate::rules::{Castling, CheckSource, SideId};
use crate::source::join_words;

use crate::query::LoadedVariant;

/// The words for the royal piece and for its partner in castling.
type CastlingPair = (String, String);

impl LoadedVariant {
    /// Castling of the first side, also with the armies of `others`.
    ///
    /// Partners that castle between the same cells share one phrase.
    pub(super) fn castling(&self, others: &[&LoadedVariant]) -> String {
        let mut partners: Vec<(CastlingPair, Vec<CastlingPair>)> = Vec::new();
        for study in std::iter::once(&self).chain(others) {
            for line in study.castlings() {
                let (piece, route) = study.castling_words(line);
                match partners.iter_mut().find(|(known, _)| *known == piece) {
                    Some((_, routes)) if routes.contains(&route) => {}
                    Some((_, routes)) => routes.push(route),
                    None => partners.push((piece, vec![route])),
                }
            }
        }
        let mut groups: Vec<(String, Vec<String>, Vec<CastlingPair>)> = Vec::new();
        for ((royal, partner), routes) in partners {
            let alike = |group: &&mut (String, Vec<String>, Vec<CastlingPair>)| {
                group.0 == royal
                    && group.2.len() == routes.len()
                    && group.2.iter().all(|route| routes.contains(route))
            };
            match groups.iter_mut().find(alike) {
                Some((_, partners, _)) => partners.push(partner),
                None => groups.push((royal, vec![partner], routes)),
            }
        }
        if groups.is_empty() {
            return String::new();
        }
        let royals: BTreeSet<String> = groups.iter().map(|(royal, ..)| royal.clone()).collect();
        let royals: Vec<String> = royals.into_iter().collect();
        let each: Vec<String> = groups
            .iter()
            .map(|(royal, partners, routes)| {
                let route = |(index, (own, other)): (usize, &CastlingPair)| match index {
                    0 => format!("{royal} {own} with {} {other}", join_words(partners, "or")),
                    _ => format!("{own} with {other}"),
                };
                let routes: Vec<String> = routes.iter().enumerate().map(route).collect();
                match routes.split_last() {
                    Some((last, others)) if !others.is_empty() => {
                        format!("{}, or {last}", others.join(", "))
                    }
                    _ => routes.join(""),
                }
            })
            .collect();
        let attacked = match self.game().check_by {
            CheckSource::None => String::new(),
            CheckSource::AnyEnemy | CheckSource::NextSide => format!(
                ", and the {} is attacked on no cell from its first to its last",
                join_words(&royals, "or")
            ),
        };
        let castles = |side: &SideId| self.game().castlings.iter().any(|it| it.side == *side);
        let others = self.variant().players().filter(|side| !castles(side));
        let others = others
            .map(|side| format!(" {} does not castle.", self.variant().sides[side.index()].name));
        format!(
            "Once, both in one move ({}): {}. Neither has moved, the cells between are \
             empty{attacked}.{}",
            self.variant().sides[self.castling_side().index()].name,
            each.join("; "),
            others.collect::<String>(),
        )
    }

    fn castlings(&self) -> impl Iterator<Item = &Castling> {
        let side = self.castling_side();
        self.game().castlings.iter().filter(move |it| it.side == side)
    }

    /// The first side that castles.
    fn castling_side(&self) -> SideId {
        let castles = |side: &SideId| self.game().castlings.iter().any(|it| it.side == *side);
        self.variant().players().find(castles).unwrap_or(self.first_side())
    }

    /// The two pieces and their cells: `King` and `Rook`, `e1–g1` and `h1–f1`.
    fn castling_words(&self, line: &Castling) -> (CastlingPair, CastlingPair) {
        let cell = |cell| self.names_with_board(&[cell].into_iter().collect(), "or");
        let route = |from, to| format!("{}–{}", cell(from), cell(to));
        let name = |kind| self.kind_name(kind).to_owned();
        (
            (name(line.royal), name(line.partner)),
            (route(line.royal_from, line.royal_to), route(line.partner_from, line.partner_to)),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{based, words};

    const CONDITIONS: &str = "Neither has moved, the cells between are empty, and the King is \
                              attacked on no cell from its first to its last.";

    #[test]
    fn partners_that_castle_alike_share_a_phrase() {
        let rook = based("[castling]\nlong = \"king e1-b1, rook a1-c1\"");
        let queen = based(
            "without = \"castling\"\n[setup.each]\nrook = \"a1\"\nqueen = \"d1 h1\"\n[castling]\n\
             short = \"king e1-g1, queen h1-f1\"",
        );
        let rook_words = "King e1–g1 with Rook h1–f1, or e1–b1 with a1–c1";
        assert_eq!(
            words(&rook, "Castling"),
            format!("Once, both in one move (White): {rook_words}. {CONDITIONS}")
        );
        assert_eq!(
            rook.castling(&[&queen]),
            format!(
                "Once, both in one move (White): {rook_words}; King e1–g1 with Queen h1–f1. {CONDITIONS}"
            )
        );
        let short = "without = \"castling.long\"\n";
        assert_eq!(
            based(short).castling(&[&queen]),
            format!(
                "Once, both in one move (White): King e1–g1 with Rook or Queen h1–f1. {CONDITIONS}"
            )
        );
    }
}
