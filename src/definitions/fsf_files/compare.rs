//! What two variants of the same pieces and cells do not have in common.

use std::collections::{BTreeMap, BTreeSet};

use crate::fsf::pattern_position;
use crate::game::{
    ActKind, Condition, CountedRoyals, EndRules, Game, Piece, PieceSet, PieceTypeId,
    RestrictionKind, SaidPieces, SideId,
};
use crate::geometry::Cell;
use crate::rules::{PieceStatus, Rules};
use crate::variant::Variant;

use super::write_record::may_have;

const SIDES: [SideId; 2] = [SideId(0), SideId(1)];

/// Returns the paths of the first variant that the second does not say, each with a reason.
pub fn differences(own: &Variant, other: &Variant) -> Vec<String> {
    let compare = VariantPair { own, other, types: same_types(own, other) };
    let mut found = Vec::new();
    compare.pieces(&mut found);
    let (one, two) = (&own.game, &other.game);
    let mut check = |is_same: bool, path: &str| {
        if !is_same {
            found.push(format!("`{path}`"));
        }
    };
    check(compare.castlings(own) == compare.castlings(other), "castling");
    check(compare.promotions(own) == compare.promotions(other), "promotion");
    check(compare.hands(own) == compare.hands(other), "hands");
    check(compare.drops(own) == compare.drops(other), "drops");
    check(compare.turn_parts(own) == compare.turn_parts(other), "turn-parts");
    check(one.sides.len() == two.sides.len(), "sides");
    check(one.check_test == two.check_test, "check.tested");
    check(one.passing == two.passing, "turn.pass");
    check(one.check_by == two.check_by, "check.by");
    check(one.check_royals == two.check_royals, "check.royals");
    check(compare.setup(own) == compare.setup(other), "setup");
    check(one.transfers.is_empty(), "transfers");
    for (path, is_same) in compare.ends() {
        check(is_same, path);
    }
    found.dedup();
    found
}

struct VariantPair<'a> {
    own: &'a Variant,
    other: &'a Variant,
    /// The piece types of both that have the same id.
    types: BTreeMap<PieceTypeId, PieceTypeId>,
}

fn same_types(own: &Variant, other: &Variant) -> BTreeMap<PieceTypeId, PieceTypeId> {
    let id = |game: &Game, it: PieceTypeId| game.piece_types[it].id.clone();
    own.game
        .piece_type_ids()
        .filter_map(|it| {
            let wanted = id(&own.game, it);
            let found = other.game.piece_type_ids().find(|&it| id(&other.game, it) == wanted);
            Some((it, found?))
        })
        .collect()
}

impl VariantPair<'_> {
    /// Tries each piece type on boards with few and many other pieces.
    fn pieces(&self, found: &mut Vec<String>) {
        let (Ok(ours), Ok(theirs)) = (self.own.rules(), self.other.rules()) else { return };
        let all: Vec<(PieceTypeId, PieceTypeId)> =
            self.types.iter().map(|(&one, &two)| (one, two)).collect();
        for (index, id) in self.own.game.piece_types.iter().map(|it| it.id.as_str()).enumerate() {
            let piece_type = PieceTypeId(index as u8);
            let is_royal = |variant: &Variant, it: PieceTypeId| variant.game.piece_types[it].royal;
            let Some(&same) = self.types.get(&piece_type) else {
                if self.own.game.initial_pieces.iter().any(|(_, it)| it.piece_type == piece_type) {
                    found.push(format!("`pieces.{id}`"));
                }
                continue;
            };
            if is_royal(self.own, piece_type) != is_royal(self.other, same) {
                found.push(format!("`pieces.{id}.royal`"));
            }
            let starts: BTreeSet<(SideId, Cell)> = self.starts(piece_type);
            let cells = ours.layout().cells();
            let is_alike = cells.step_by(2).all(|cell| {
                SIDES.into_iter().all(|side| {
                    [0, 2, 3, 5].into_iter().all(|step| {
                        let scene =
                            |rules: &Rules, pick: fn((PieceTypeId, PieceTypeId)) -> PieceTypeId| {
                                let piece = Piece { side, piece_type: pick((piece_type, same)) };
                                let other =
                                    |at: Cell| pick(all[(at.index() * 3 + step) % all.len()]);
                                let mut position =
                                    pattern_position(rules, (cell, piece), step, other);
                                // The engine takes a piece on a cell of its own for one that has not moved.
                                let moved = !starts.contains(&(side, cell));
                                position.set_status(
                                    cell,
                                    PieceStatus { moved, ..PieceStatus::default() },
                                );
                                rules.reach(&position, cell)
                            };
                        scene(&ours, |pair| pair.0) == scene(&theirs, |pair| pair.1)
                    })
                })
            });
            let steps_differ = SIDES.into_iter().any(|side| {
                let steps = |variant: &Variant, it: PieceTypeId| {
                    let piece = &variant.game.piece_types[it];
                    (piece.double_step[side].clone(), piece.triple_step[side].clone())
                };
                steps(self.own, piece_type) != steps(self.other, same)
                    && starts.iter().any(|(owner, _)| *owner == side)
            });
            if !is_alike || steps_differ {
                found.push(format!("`pieces.{id}`"));
            }
        }
    }

    /// The cells on which the game begins with pieces of a type.
    fn starts(&self, piece_type: PieceTypeId) -> BTreeSet<(SideId, Cell)> {
        let pieces = self.own.game.initial_pieces.iter();
        let pieces = pieces.filter(|(_, piece)| piece.piece_type == piece_type);
        pieces.map(|(cell, piece)| (piece.side, *cell)).collect()
    }

    /// Whether a side keeps a piece of the set as long as the game lasts: a royal one, which is
    /// never captured.
    fn is_never_extinct(&self, side: SideId, pieces: &PieceSet) -> bool {
        let game = &self.own.game;
        let is_kept = |piece: &Piece| {
            piece.side == side
                && game.piece_types[piece.piece_type].royal
                && game.initial_pieces.iter().any(|(_, known)| known == piece)
        };
        game.effects.is_empty()
            && game.check_royals == CountedRoyals::Each
            && pieces.iter().any(|piece| is_kept(&piece))
    }

    /// Whether no rule of extinction of the other variant can ever come true for a side.
    fn keeps_all(&self, side: SideId, ends: &EndRules) -> bool {
        let own_types: BTreeMap<PieceTypeId, PieceTypeId> =
            self.types.iter().map(|(&own, &other)| (other, own)).collect();
        ends.extinction.iter().all(|(pieces, _)| {
            let own = pieces.iter().filter_map(|piece| {
                let piece_type = *own_types.get(&piece.piece_type)?;
                Some(Piece { piece_type, ..piece })
            });
            self.is_never_extinct(side, &own.collect())
        })
    }

    /// Whether no move may give check, so that there is no checkmate.
    fn has_no_checks(&self) -> bool {
        self.own.game.restrictions.iter().any(|restriction| {
            restriction.kind == RestrictionKind::Never
                && restriction.condition == Condition::act(ActKind::GivesCheck(None))
        })
    }

    fn id<'v>(&self, variant: &'v Variant, it: PieceTypeId) -> &'v str {
        &variant.game.piece_types[it].id
    }

    fn castlings<'v>(
        &self,
        variant: &'v Variant,
    ) -> BTreeSet<(SideId, &'v str, [Cell; 4], &'v str)> {
        let castlings = variant.game.castlings.iter().map(|it| {
            let cells = [it.royal_from, it.royal_to, it.partner_from, it.partner_to];
            (it.side, self.id(variant, it.royal), cells, self.id(variant, it.partner))
        });
        castlings.collect()
    }

    /// Per side and piece type: the zones, and the choices with their limits.
    fn promotions<'v>(&self, variant: &'v Variant) -> BTreeSet<(SideId, &'v str, String)> {
        let game = &variant.game;
        let promotions = game.promotions.iter().filter(|it| may_have(game, it.side, it.piece_type));
        let promotions = promotions.map(|it| {
            let mut choices: Vec<(&str, Option<usize>)> = it
                .choices
                .iter()
                .map(|&choice| {
                    let piece = Piece { side: it.side, piece_type: choice };
                    let given = it.initial_limit.then(|| game.initial_cells(piece).len());
                    let most = game.piece_types[choice].max_count.map(usize::from);
                    (self.id(variant, choice), given.or(most))
                })
                .collect();
            choices.sort_unstable();
            let zones = (&it.compulsory_zone, &it.optional_zone.union(&it.compulsory_zone));
            let leaving = it.on_leaving && zones.1.len() < game.layout.len();
            let text = format!("{zones:?} {leaving} {choices:?}");
            (it.side, self.id(variant, it.piece_type), text)
        });
        promotions.collect()
    }

    fn hands(&self, variant: &Variant) -> Option<String> {
        let hands = variant.game.hands.as_ref()?;
        let initial = hands.initial.iter().filter(|(_, count)| *count > 0);
        let initial: BTreeSet<(SideId, &str, u16)> = initial
            .map(|(piece, count)| (piece.side, self.id(variant, piece.piece_type), *count))
            .collect();
        let unpromoted = hands.unpromoted || !hands.captures_to_hand;
        Some(format!("{} {unpromoted} {initial:?}", hands.captures_to_hand))
    }

    fn drops<'v>(&self, variant: &'v Variant) -> BTreeSet<(SideId, &'v str, String)> {
        let drops = variant.game.drops.iter().map(|it| {
            let forms = it.dropped_as.iter();
            let dropped_as: Vec<_> =
                forms.map(|(form, cells)| (self.id(variant, *form), cells)).collect();
            let text = format!(
                "{:?} {:?} {} {} {dropped_as:?}",
                it.to, it.one_per, it.max_count, it.may_give_checkmate
            );
            (it.side, self.id(variant, it.piece_type), text)
        });
        drops.collect()
    }

    /// The parts of turns, with ids of piece types.
    fn turn_parts(&self, variant: &Variant) -> Vec<String> {
        let set = |pieces: &PieceSet| -> BTreeSet<(SideId, &str)> {
            let pieces = pieces.iter().filter(|piece| self.is_shared(variant, piece.piece_type));
            pieces.map(|piece| (piece.side, self.id(variant, piece.piece_type))).collect()
        };
        let sets = |sets: &Option<SaidPieces>| {
            sets.as_ref().map(|sets| SIDES.map(|side| set(&sets[side])))
        };
        let parts = variant.game.turn_parts.iter().map(|part| {
            let [moves, drops, by] = [&part.moves, &part.drops, &part.by].map(sets);
            let places = part.places.as_ref().map(|(piece_type, sides)| {
                (self.id(variant, *piece_type), SIDES.map(|side| sides[side]))
            });
            let notations = (part.from_landing.as_ref(), part.notation.as_ref());
            let rest = (&part.to, part.times, part.first_turn, part.same_piece, &part.until);
            let others = (&part.condition, part.optional, SIDES.map(|side| part.sides[side]));
            format!("{moves:?} {drops:?} {by:?} {places:?} {notations:?} {rest:?} {others:?}")
        });
        parts.collect()
    }

    fn setup<'v>(&self, variant: &'v Variant) -> BTreeSet<(Cell, SideId, &'v str)> {
        let pieces = variant.game.initial_pieces.iter();
        pieces.map(|(cell, it)| (*cell, it.side, self.id(variant, it.piece_type))).collect()
    }

    /// Whether each end of the game is the same for both sides.
    fn ends(&self) -> Vec<(&'static str, bool)> {
        let mut found = Vec::new();
        for side in SIDES {
            let (one, two) = (self.own.game.ends_of(side), self.other.game.ends_of(side));
            let set = |variant: &Variant, pieces: &PieceSet| -> BTreeSet<(SideId, String)> {
                let pieces = pieces.iter().filter(|it| self.is_shared(variant, it.piece_type));
                pieces.map(|it| (it.side, self.id(variant, it.piece_type).to_owned())).collect()
            };
            let extinction = |variant: &Variant, ends: &EndRules| {
                let rules = ends.extinction.iter();
                let rules = rules.filter(|(pieces, _)| {
                    std::ptr::eq(variant, self.other) || !self.is_never_extinct(side, pieces)
                });
                rules.map(|(pieces, outcome)| (set(variant, pieces), *outcome)).collect::<Vec<_>>()
            };
            let goal = |variant: &Variant, ends: &EndRules| {
                let own = |pieces: &PieceSet| -> BTreeSet<(SideId, String)> {
                    set(variant, pieces).into_iter().filter(|(owner, _)| *owner == side).collect()
                };
                let rules = ends.goal.iter();
                rules
                    .map(|it| (own(&it.pieces), it.at[side].clone(), it.outcome))
                    .collect::<Vec<_>>()
            };
            let progress = |variant: &Variant, ends: &EndRules| {
                ends.no_progress.as_ref().map(|it| {
                    let pieces = it.pieces.as_deref().map(|pieces| set(variant, pieces));
                    (it.moves, pieces.unwrap_or_default(), it.outcome)
                })
            };
            found.extend([
                ("ends.checkmate", one.checkmate == two.checkmate || self.has_no_checks()),
                ("ends.stalemate", one.stalemate == two.stalemate),
                ("ends.royal-capturable", one.royal_capturable == two.royal_capturable),
                ("ends.repetition", one.repetition == two.repetition),
                ("ends.facing-royals", one.facing_royals == two.facing_royals),
                ("ends.all-passed", one.all_passed == two.all_passed),
                (
                    "ends.extinction",
                    extinction(self.own, one) == extinction(self.other, two)
                        || extinction(self.own, one).is_empty() && self.keeps_all(side, two),
                ),
                ("ends.goal", goal(self.own, one) == goal(self.other, two)),
                ("ends.no-progress", progress(self.own, one) == progress(self.other, two)),
            ]);
        }
        found
    }

    /// Whether both variants have a piece type.
    fn is_shared(&self, variant: &Variant, it: PieceTypeId) -> bool {
        let id = self.id(variant, it);
        self.types.keys().any(|&own| self.id(self.own, own) == id)
    }
}
