//! Effects in words: what a move sets off.

use crate::expression::{
    ActExpr, ActNode, EffectChangeExpr, EffectPlaceExpr, EventsExpr, PieceExpr, RelativeSide,
};
use crate::game::{EffectChange, EffectPlace, MoveEffect, Piece, RebirthCells};
use crate::query::LoadedVariant;
use crate::source::{article, capitalised, join_words};
use crate::variant::MoveEffectText;

use super::super::piece_filter::PieceFilter;
use super::RuleText;
use super::conditions::{directions, is_step, reached_by, way, without_article};
use super::restrictions::VerbForm;

impl LoadedVariant {
    /// One rule for each effect.
    pub(super) fn effects(&self) -> Vec<RuleText> {
        let texts = &self.variant().texts.effects;
        let effects = self.game().effects.iter().zip(texts);
        let rules = effects.map(|(effect, text)| {
            let words = self.effect_words(effect, text);
            self.with_parts("What a move sets off", &format!("effects.{}", effect.name), words)
        });
        rules.collect()
    }

    /// What holds of royals where moves have effects, with a space before.
    pub(super) fn royals_and_effects(&self) -> &'static str {
        match self.game().effects.iter().any(|effect| self.may_concern_royals(effect)) {
            false => "",
            true => {
                " A move is illegal if its effects would remove the player’s own royal piece. A \
                 piece gives no check if its capture would remove its own royal piece."
            }
        }
    }

    /// Whether an effect can concern a royal piece of the player who moves. No rebirth does.
    fn may_concern_royals(&self, effect: &MoveEffect) -> bool {
        if matches!(effect.changes[..], [EffectChange::Reborn(_)]) {
            return false;
        }
        let is_of_mover = effect.places.iter().all(|place| *place == EffectPlace::Landing);
        let is_royal = |piece: Piece| self.game().piece_types[piece.piece_type].royal;
        let royals_move = effect
            .by
            .as_ref()
            .is_none_or(|by| self.variant().players().any(|side| by[side].iter().any(is_royal)));
        !is_of_mover || royals_move
    }

    /// `When a piece captures, every piece other than a Pawn around it is captured.`
    fn effect_words(&self, effect: &MoveEffect, text: &MoveEffectText) -> String {
        let player = self.player_words(&effect.sides);
        let is_of_player = |act: &ActExpr| {
            matches!(act.node, ActNode::Drops(_) | ActNode::Castles(_) | ActNode::Passes)
        };
        let subject = match &text.by {
            Some(pieces) => self.piece_noun(pieces),
            None if text.events.events.iter().flatten().all(is_of_player) => player.clone(),
            None if player == "a player" => "a piece".to_owned(),
            None => format!("a piece of {player}"),
        };
        let condition = match text.condition.facts.is_empty() {
            true => String::new(),
            false => {
                let clauses = self.condition_clauses(&text.condition, &effect.condition, &player);
                format!(" and {clauses}")
            }
        };
        let events = self.effect_events(&text.events);
        let places = self.places_words(text);
        let changes = text.changes.iter().map(|change| match change {
            EffectChangeExpr::Placed(..) => format!("is placed {places}"),
            other => self.change_words(other),
        });
        let changes = join_words(changes.collect::<Vec<_>>(), "and");
        let full = match effect.removed_when_full {
            true => format!(" If that {} is occupied, the piece is removed.", self.cell_word()),
            false => String::new(),
        };
        let attacks = match effect.attacks {
            true => " A piece that could be captured in this way is attacked.",
            false => "",
        };
        let full = full + &self.rebirth_note(text) + attacks;
        let concerned = self.concerned(text);
        let changes = match (&*events, &*concerned, &text.changes[..]) {
            ("captures", "it", [EffectChangeExpr::Captured]) => "is captured, too".to_owned(),
            _ => changes,
        };
        let when = capitalised(&format!("when {subject} {events}{condition}"));
        format!("{when}, {concerned} {changes}.{full}")
    }

    /// Which initial cells a captured piece returns to, and when it does not, with a space before.
    fn rebirth_note(&self, text: &MoveEffectText) -> String {
        let [EffectChangeExpr::Reborn(which)] = text.changes[..] else { return String::new() };
        let cell = self.cell_word();
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

    fn effect_events(&self, events: &EventsExpr) -> String {
        let act = |act: &ActExpr| {
            let place = |cells| self.cell_phrase(cells).noun(self.cell_word());
            match &act.node {
                ActNode::Moves(None) => "moves".to_owned(),
                ActNode::Moves(Some(notation)) => {
                    format!("moves {}", way(notation, self.cell_word()))
                }
                ActNode::Arrives(cells) => format!("arrives on {}", place(cells)),
                ActNode::Leaves(cells) => format!("leaves {}", place(cells)),
                other => self.act_words(other, VerbForm::ThirdPerson),
            }
        };
        let event =
            |acts: &Vec<ActExpr>| join_words(acts.iter().map(act).collect::<Vec<_>>(), "and");
        join_words(events.events.iter().map(event).collect::<Vec<_>>(), "or")
    }

    /// `it`, or the pieces concerned and where they are.
    fn concerned(&self, text: &MoveEffectText) -> String {
        let places = self.places_words(text);
        if let Some(EffectChangeExpr::Placed(piece_type, side)) = text.changes.first() {
            let name = self.piece_type_name(*piece_type);
            let of = self.side_of_mover(*side).map_or(String::new(), |side| format!(" of {side}"));
            return format!("{} {name}{of}", article(name));
        }
        if let [EffectChangeExpr::Reborn(_)] = text.changes[..] {
            let every = text.pieces.as_ref().map(|pieces| self.every(pieces));
            let every = every.unwrap_or_else(|| "every piece".to_owned());
            return every.replacen("every", "every captured", 1);
        }
        match (&text.places[..], &text.pieces) {
            ([EffectPlaceExpr::Landing], None) => "it".to_owned(),
            (_, None) => format!("every piece {places}"),
            (_, Some(pieces)) => format!("{} {places}", self.every(pieces)),
        }
    }

    fn places_words(&self, text: &MoveEffectText) -> String {
        let places = text.places.iter().map(|place| self.place_words(place));
        join_words(places.collect::<Vec<_>>(), "or")
    }

    /// `every piece other than a Pawn`
    pub(super) fn every(&self, pieces: &PieceExpr) -> String {
        match self.piece_filter(pieces) {
            PieceFilter::All => "every piece".to_owned(),
            PieceFilter::AllBut(others) => format!("every piece other than {others}"),
            PieceFilter::Only(noun) => format!("every {}", without_article(&noun)),
        }
    }

    pub(super) fn place_words(&self, place: &EffectPlaceExpr) -> String {
        match place {
            EffectPlaceExpr::Landing => "where it lands".to_owned(),
            EffectPlaceExpr::Start => "where it started".to_owned(),
            EffectPlaceExpr::Partner => "where its partner in castling lands".to_owned(),
            EffectPlaceExpr::PartnerStart => "where its partner in castling started".to_owned(),
            EffectPlaceExpr::Passed => "that it passed".to_owned(),
            EffectPlaceExpr::Captured => "where a piece was captured".to_owned(),
            EffectPlaceExpr::Beyond => "directly beyond it".to_owned(),
            EffectPlaceExpr::Behind => "directly behind its start".to_owned(),
            EffectPlaceExpr::Around(notation) => reached_by(notation, "it"),
            EffectPlaceExpr::Between(notation, pieces) => {
                let closing = self.piece_noun(pieces);
                if is_step(notation) {
                    let near = reached_by(notation, "it");
                    return format!("{near}, with {closing} directly beyond,");
                }
                format!("between it and {closing}, in a straight line {},", directions(notation))
            }
            EffectPlaceExpr::CornersWith(pieces) => {
                let noun = self.piece_noun(pieces);
                format!("on another corner of the rectangle between it and {noun}")
            }
        }
    }

    fn change_words(&self, change: &EffectChangeExpr) -> String {
        let state = |state: &u8| self.game().states[usize::from(*state)].id.replace('-', " ");
        match change {
            EffectChangeExpr::Captured => "is captured".to_owned(),
            EffectChangeExpr::Removed => "is removed from the game".to_owned(),
            EffectChangeExpr::Becomes(piece_type) => {
                format!("changes into {}", self.with_article(*piece_type))
            }
            EffectChangeExpr::BecomesCapturedType => {
                "takes the kind of the captured piece".to_owned()
            }
            EffectChangeExpr::BecomesUnpromoted => {
                "changes back into what it was before promotion".to_owned()
            }
            EffectChangeExpr::Joins(side) => match self.side_of_mover(*side) {
                Some(side) => format!("joins {side}"),
                None => "joins the player who moved".to_owned(),
            },
            EffectChangeExpr::SetState(index) => format!("gets the state {}", state(index)),
            EffectChangeExpr::ClearState(index) => format!("loses the state {}", state(index)),
            EffectChangeExpr::Placed(..) => "is placed".to_owned(),
            EffectChangeExpr::MovedTo(cells) => {
                format!("is moved to {}", self.cell_phrase(cells).noun(self.cell_word()))
            }
            EffectChangeExpr::MovedToStart => "is moved to where the move started".to_owned(),
            EffectChangeExpr::MovedForward => {
                format!("is moved one {} forward", self.cell_word())
            }
            EffectChangeExpr::Reborn(_) => {
                format!("returns to an initial {} of its kind", self.cell_word())
            }
            EffectChangeExpr::MovedOnward => {
                format!("is moved one {} in the direction of the move", self.cell_word())
            }
        }
    }

    /// A side as the player who moves sees it; `None` for this player.
    pub(super) fn side_of_mover(&self, side: RelativeSide) -> Option<String> {
        match side {
            RelativeSide::Own => None,
            RelativeSide::Named(side) => Some(self.side_title(side).to_owned()),
            RelativeSide::Enemy => Some("the enemy".to_owned()),
            RelativeSide::Next => Some("the next player".to_owned()),
            RelativeSide::Previous => Some("the previous player".to_owned()),
            RelativeSide::Opposite => Some("the opposite player".to_owned()),
        }
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
            "at = \"behind\"\npieces = \"enemy\"\ndoes = \"captured\"\nattacks = true",
            "When a piece moves, every enemy piece directly behind its start is captured. A piece \
             that could be captured in this way is attacked.",
        );
        check(
            "on = \"captures\"\nat = \"landing\"\ndoes = \"captured\"",
            "When a piece captures, it is captured, too.",
        );
        check(
            "on = \"captures\"\nby = \"any but king\"\nat = \"landing\"\ndoes = \"joins enemy\"",
            "When a piece other than a King captures, it joins the enemy.",
        );
        check(
            "at = \"start\"\ndoes = \"placed pawn of mover\"",
            "When a piece moves, a Pawn is placed where it started.",
        );
        check(
            "by = \"rook\"\nat = \"between W own\"\npieces = \"enemy\"\ndoes = \"removed\"",
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
            "at = \"passed\"\npieces = \"enemy\"\ndoes = \"becomes pawn, moved one cell onward\"\n\
             full = \"removed\"",
            "When a piece moves, every enemy piece that it passed changes into a Pawn and is moved \
             one square in the direction of the move. If that square is occupied, the piece is removed.",
        );
    }
}
