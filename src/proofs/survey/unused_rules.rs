//! Looks for rules that never come into force: promotions, drops and counts.

use std::collections::BTreeSet;

use crate::game::{ArrivalEffect, DropRule, EffectChange, GameFact, Piece, PieceTypeId, Promotion};
use crate::geometry::{Cell, Vector};
use crate::query::LoadedVariant;
use crate::source::SourceText;
use crate::toml_text::TomlTable;
use crate::variant::{Definition, PieceTypeInfo};

use super::lints::{DesignFault, has_own};
use super::mobility::first_stuck;

/// Promotions that never happen, or that give a second royal piece.
pub(super) fn unused_promotions(
    definition: &Definition,
    variant: &LoadedVariant,
    used: &BTreeSet<String>,
) -> Vec<DesignFault> {
    let game = variant.game();
    let mut faults = Vec::new();
    let mut known = BTreeSet::new();
    let is_usual = |it: &&Promotion| it.side == variant.owning_side(it.piece_type);
    let usual = game.promotions.iter().filter(is_usual);
    for promotion in usual.filter(|it| known.insert(it.piece_type)) {
        let face = variant.variant().face(promotion.piece_type);
        let (name, path) = (&face.name, ["promotion", &*face.id]);
        if !has_own(definition, "promotion", &face.id) {
            continue;
        }
        if !used.contains(&face.id) {
            let message = format!("no {name} comes into play: this promotion never happens");
            faults.push(DesignFault::new("unused-promotion", &path, message));
        } else if is_behind(variant, promotion) {
            let message = format!("the {name} promotes only on cells behind its initial cells");
            faults.push(DesignFault::new("unused-promotion", &path, message));
        }
        let piece = Piece { side: promotion.side, piece_type: promotion.piece_type };
        let optional = promotion.optional_zone.difference(&promotion.compulsory_zone);
        let initial = game.initial_cells(piece);
        let reached = optional.iter().filter(|cell| !initial.contains(*cell));
        if let Some(cell) = first_stuck(variant, piece, reached) {
            let cell = variant.cell_name(cell);
            let message = format!(
                "the {name} never moves from `{cell}`, and need not promote there: `must` names such cells"
            );
            faults.push(DesignFault::new("no-move", &path, message));
        }
        if let Some(cell) = optional.intersection(&initial).iter().next() {
            let cell = variant.cell_name(cell);
            let message = format!(
                "the {name} may promote on `{cell}`, where it begins: is `of enemy` missing?"
            );
            faults.push(DesignFault::new("early-promotion", &path, message));
        }
        let is_given = |piece: &PieceTypeId| {
            let piece = Piece { side: promotion.side, piece_type: *piece };
            game.initial_pieces.iter().any(|(_, initial)| *initial == piece)
        };
        if let Some(choice) =
            promotion.choices.iter().find(|it| !is_given(it) && promotion.initial_limit)
        {
            let choice = variant.piece_type_name(*choice);
            let message = format!(
                "with `limit = \"initial\"` the {name} never becomes a {choice}: none is there at the start"
            );
            faults.push(DesignFault::new("unused-promotion", &path, message));
        }
        // A game with several royal pieces, or none at first, is meant to get one.
        let is_only = |piece: &&PieceTypeId| {
            let initial = Piece { side: promotion.side, piece_type: **piece };
            game.piece_types[**piece].royal && game.initial_cells(initial).len() == 1
        };
        if let Some(royal) = promotion.choices.iter().find(is_only) {
            let royal = variant.piece_type_name(*royal);
            let message = format!(
                "the {name} may promote to the {royal}, which is royal: a side could have two of them"
            );
            faults.push(DesignFault::new("royal-promotion", &path, message));
        }
    }
    faults
}

/// Whether all cells of a promotion are behind all initial cells of its pieces, as their side sees them.
fn is_behind(variant: &LoadedVariant, promotion: &Promotion) -> bool {
    let game = variant.game();
    let piece = Piece { side: promotion.side, piece_type: promotion.piece_type };
    let forward = game.sides[piece.side].frame.to_board_step(Vector::new(0, 1, 0));
    let advance = |cell: Cell| {
        let at = variant.layout().point(cell).at;
        at.x * forward.x + at.y * forward.y + at.z * forward.z
    };
    let zones = promotion.compulsory_zone.iter().chain(promotion.optional_zone.iter());
    let farthest = zones.map(advance).max();
    let nearest = game.initial_cells(piece).iter().map(advance).min();
    farthest.zip(nearest).is_some_and(|(farthest, nearest)| farthest < nearest)
}

/// Auras of pieces that have no range.
pub(super) fn wide_auras(definition: &Definition) -> Vec<DesignFault> {
    let Some(root) = definition.root() else { return Vec::new() };
    let auras = root.table("auras").named();
    let is_wide = |aura: &TomlTable| aura.get("of").is_some() && aura.get("range").is_none();
    let wide =
        { auras }.filter(|(id, aura)| is_wide(aura) && has_own(definition, "auras", &id.value));
    wide.map(|(id, _)| {
        let message = "it works on the whole board: `range` limits it, as in `range = \"K\"`";
        DesignFault::new("wide-aura", &["auras", &id.value], message.to_owned())
    })
    .collect()
}

/// Rules about drops of pieces that are never in hand.
pub(super) fn unused_drops(
    definition: &Definition,
    variant: &LoadedVariant,
    used: &BTreeSet<String>,
) -> Vec<DesignFault> {
    let game = variant.game();
    let gains = game.hands.as_ref().is_some_and(|hands| hands.captures_to_hand);
    let initial = || game.hands.iter().flat_map(|hands| &hands.initial);
    let comes_to_hand = |id: &str| {
        let is_it = |piece: Piece| variant.variant().face(piece.piece_type).id == id;
        gains || initial().any(|(piece, count)| *count > 0 && is_it(*piece))
    };
    let fault = |face: &PieceTypeInfo| {
        let has_rule = |rule: &DropRule| variant.variant().face(rule.piece_type).id == face.id;
        let message = if !used.contains(&face.id) {
            format!("the game has no {}, so this says nothing", face.name)
        } else if !game.drops.iter().any(has_rule) {
            format!("a {} is never in hand: it comes there as what it was before", face.name)
        } else if !comes_to_hand(&face.id) {
            let how =
                "`gain = \"captures\"` in `[hands]`, or `[setup-hand.each]`, would bring it there";
            format!("no {} is ever in hand: {how}", face.name)
        } else {
            return None;
        };
        let is_own = has_own(definition, "drops", &face.id);
        is_own.then(|| DesignFault::new("unused-drop", &["drops", &face.id], message))
    };
    let mut faults: Vec<DesignFault> = variant.variant().faces.iter().filter_map(fault).collect();
    for rule in &game.drops {
        let (piece_type, face) = (rule.piece_type, variant.variant().face(rule.piece_type));
        let piece = Piece { side: rule.side, piece_type };
        // Where a move must promote, a piece is not meant to stay as it is.
        let must = |cell: &Cell| {
            let mut own = game.promotions.iter().filter(|it| it.piece_type == piece_type);
            own.any(|it| {
                let everywhere = it.compulsory_zone.len() == game.layout.len();
                it.side == rule.side && it.compulsory_zone.contains(*cell) && !everywhere
            })
        };
        let is_first = rule.side == variant.first_side();
        if is_first
            && has_own(definition, "drops", &face.id)
            && let Some(cell) = first_stuck(variant, piece, rule.to.iter().filter(must))
        {
            let (name, cell) = (&face.name, variant.cell_name(cell));
            let message = format!(
                "the {name} never moves from `{cell}`, where it may be dropped: `to` names other cells"
            );
            faults.push(DesignFault::new("no-move", &["drops", &face.id], message));
        }
    }
    faults
}

/// Double steps from cells on which no such piece begins.
pub(super) fn unused_double_steps(
    definition: &Definition,
    variant: &LoadedVariant,
) -> Vec<DesignFault> {
    let Some(root) = definition.root() else { return Vec::new() };
    let (game, side) = (variant.game(), variant.first_side());
    let mut faults = Vec::new();
    for (id, table) in root.table("pieces").named() {
        let Ok(piece_type) = variant.kind(&id.value) else { continue };
        let begins = game.initial_cells(Piece { side, piece_type });
        let from = &game.piece_types[piece_type].double_step[side];
        let is_unused = !begins.is_empty() && begins.intersection(from).is_empty();
        if table.get("double-step").is_some()
            && is_unused
            && has_own(definition, "pieces", &id.value)
        {
            let name = variant.piece_type_name(piece_type);
            let message = format!(
                "no {name} begins where it may make a double step: write `double-step = \"start of {}\"`",
                id.value
            );
            faults.push(DesignFault::new("unused-double-step", &["pieces", &id.value], message));
        }
    }
    faults
}

/// Effects that change nothing: of an empty cell, after a rule that forbids them, or behind an effect that takes
/// the same pieces.
pub(super) fn idle_effects(definition: &Definition, variant: &LoadedVariant) -> Vec<DesignFault> {
    let Some(root) = definition.root() else { return Vec::new() };
    let words = |table: &TomlTable, key: &str| table.text(key).map(SourceText::plain);
    let types = variant.game().piece_types.iter();
    let mut rules = types.flat_map(|it| it.move_rules.iter().flatten());
    // A swap, a shot and a move of several legs can leave a piece on the start.
    let leaves_start = rules.all(|rule| {
        rule.effect == ArrivalEffect::None && rule.form.terms().iter().all(|it| it.legs.len() == 1)
    });
    let effects: Vec<_> = root.table("effects").named().collect();
    let mut faults = Vec::new();
    for (index, (id, effect)) in effects.iter().enumerate() {
        let is_new = words(effect, "does").is_some_and(|does| does.starts_with("placed"));
        let about = |it: &TomlTable| ["on", "if", "at", "pieces"].map(|key| words(it, key));
        let takes =
            |it: &TomlTable| matches!(words(it, "does").as_deref(), Some("captured" | "removed"));
        let is_first =
            |it: &&(&SourceText, &TomlTable)| takes(it.1) && about(it.1) == about(effect);
        let on = words(effect, "on");
        let forbids = |it: &(&SourceText, &TomlTable)| words(it.1, "never") == on;
        let message = if let Some((first, _)) = effects[..index].iter().find(is_first)
            && !is_new
        {
            let first = &first.value;
            format!("`{first}` stands first and takes the same pieces: leave one of them out")
        } else if leaves_start && !is_new && words(effect, "at").as_deref() == Some("start") {
            "a move leaves its start empty, so this changes nothing: write `at = \"landing\"`"
                .to_owned()
        } else if let Some((other, _)) = root.table("restrictions").named().find(forbids) {
            let other = &other.value;
            format!("`[restrictions.{other}]` forbids what sets it off: it never happens")
        } else {
            continue;
        };
        if has_own(definition, "effects", &id.value) {
            faults.push(DesignFault::new("contradiction", &["effects", &id.value], message));
        }
    }
    faults
}

/// Restrictions that forbid what a table allows, and end conditions that ask for the same.
pub(super) fn contradictions(definition: &Definition) -> Vec<DesignFault> {
    let Some(root) = definition.root() else { return Vec::new() };
    let words = |table: &TomlTable, key: &str| table.text(key).map(SourceText::plain);
    let mut faults = Vec::new();
    let mut add = |section: &str, id: &str, message: String| {
        if has_own(definition, section, id) {
            faults.push(DesignFault::new("contradiction", &[section, id], message));
        }
    };
    for (id, forbids) in root.table("restrictions").named() {
        let Some(never) = words(forbids, "never") else { continue };
        let is_forbidden = |piece: &&str| never == "drops" || never == format!("drops {piece}");
        if let Some(own) = root.table("drops").keys().find(is_forbidden) {
            let message =
                format!("this forbids what `[drops.{own}]` allows: leave one of them out");
            add("restrictions", &id.value, message);
        }
    }
    let ends: Vec<_> = root.table("end-conditions").named().collect();
    for (index, (id, end)) in ends.iter().enumerate() {
        let asked = |table: &TomlTable| (words(table, "if"), words(table, "when"));
        if let Some((first, _)) = ends[..index].iter().find(|it| asked(it.1) == asked(end)) {
            let first = &first.value;
            let message =
                format!("`{first}` asks for the same and stands first: this never decides");
            add("end-conditions", &id.value, message);
        }
    }
    // `[ends.goal]` says in two keys what a condition says in one.
    let goal = root.table("ends").table("goal");
    let asked = words(goal, "pieces").zip(words(goal, "at"));
    let asked = asked.map(|(pieces, at)| format!("{pieces} on {at}"));
    if let Some((first, _)) = ends.iter().find(|it| asked.is_some() && words(it.1, "if") == asked) {
        let first = &first.value;
        let message = format!(
            "`{first}` of `[end-conditions]` asks for the same: one of the two never decides"
        );
        add("ends", "goal", message);
    }
    faults
}

/// Ends that need more captures than a side can make.
pub(super) fn unreached_counts(variant: &LoadedVariant) -> Vec<DesignFault> {
    let game = variant.game();
    // Pieces that come back, or become others, can be captured again.
    let mut changes = game.effects.iter().flat_map(|effect| &effect.changes);
    let takes_away = |change: &EffectChange| {
        use EffectChange::{Captured, ClearState, Moved, Removed, SetState};
        matches!(change, Captured | Removed | SetState(_) | ClearState(_) | Moved(_))
    };
    if game.hands.is_some() || !game.transfers.is_empty() || !changes.all(takes_away) {
        return Vec::new();
    }
    let mut faults = Vec::new();
    for end in &game.end_conditions {
        for fact in end.condition.facts() {
            let GameFact::Captured { times, pieces } = fact else { continue };
            let side = variant.first_side();
            let is_meant =
                |piece: &Piece| pieces.by_side[side].contains(*piece) && piece.side != side;
            let count = game.initial_pieces.iter().filter(|(_, piece)| is_meant(piece)).count();
            let is_promoted = game.promotions.iter().any(|promotion| {
                let choice = |it: &PieceTypeId| Piece { side: promotion.side, piece_type: *it };
                promotion.choices.iter().map(choice).any(|piece| is_meant(&piece))
            });
            if count < usize::from(*times) && !is_promoted {
                let message =
                    format!("no side can capture {times} of these pieces: there are {count}");
                let path = ["end-conditions", &*end.name];
                faults.push(DesignFault::new("unreached-end", &path, message));
            }
        }
    }
    faults
}
