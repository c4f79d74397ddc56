//! The piece types of a variant in the words of the engine.

use std::collections::BTreeSet;

use crate::fsf::{
    COLOURS, CellPattern, FsfColour, FsfPiece, PIECE_TYPES, RankFile, parse_fsf, reach_alike,
};
use crate::game::{
    ArrivalEffect, CountedRoyals, Game, MOVER, MoveForm, MoveRule, Piece, PieceTypeId, SideId,
    single_piece_game, single_piece_game_from,
};
use crate::geometry::{Cell, CellSet};
use crate::notation::Betza;
use crate::rules::{Position, Reach, Rules};

use super::parts::neutral_piece;
use super::write_record::RecordWriter;

/// The number of custom pieces of the engine.
const CUSTOM_PIECES: usize = 25;

/// What the engine needs to know of the moves of one piece type.
#[derive(Default)]
struct EngineMoves {
    /// The notation of the engine.
    notation: String,
    /// Whether the piece captures en passant.
    en_passant: bool,
    /// Where it may be, for each side.
    areas: Vec<BTreeSet<RankFile>>,
    flying: bool,
    /// Where a soldier may move sideways.
    soldier_rank: Option<u8>,
}

/// Names the piece types and sets the keys about their moves.
pub(super) fn write_pieces(writer: &mut RecordWriter<'_>) -> Result<(), String> {
    let variant = writer.variant;
    let game = &variant.game;
    let royals = game.piece_type_ids().filter(|&it| game.piece_types[it].royal);
    let counted = game.check_royals != CountedRoyals::Each;
    let is_single = royals.count() == 1 && !counted && game.effects.is_empty();
    let mut letters: Vec<char> = Vec::new();
    let mut customs = 0;
    let mut passing: Vec<PieceTypeId> = Vec::new();
    let types = game.piece_type_ids().filter(|it| neutral_piece(variant) != Some(*it));
    let mut types: Vec<PieceTypeId> = types.collect();
    // Forms after the pieces that promote to them: these have the letters.
    types.sort_by_key(|it| variant.face(*it).letter.starts_with('+'));
    for piece_type in types {
        let moves = writer.moves_of(piece_type);
        let is_king = is_single && game.piece_types[piece_type].royal;
        let name =
            if is_king { Some("king".to_owned()) } else { writer.known_name(piece_type, &moves) };
        let name = match name {
            Some(name) => name,
            None => {
                customs += 1;
                if customs > CUSTOM_PIECES {
                    return Err(format!(
                        "the engine has at most {CUSTOM_PIECES} pieces of one's own"
                    ));
                }
                format!("customPiece{customs}")
            }
        };
        let wanted = variant.face(piece_type).letter.trim_start_matches('+').to_ascii_lowercase();
        let mut wanted: Vec<char> = wanted.chars().take(1).collect();
        wanted.extend('a'..='z');
        let letter = wanted.into_iter().find(|it| it.is_ascii_lowercase() && !letters.contains(it));
        let Some(letter) = letter else {
            return Err("the engine has at most 26 letters for pieces".to_owned());
        };
        letters.push(letter);
        let is_custom = name.starts_with("customPiece") || is_king && moves.notation != "K";
        let notation = is_custom.then(|| moves.notation.clone());
        writer.record.pieces.push(FsfPiece { name: name.clone(), letter, notation });
        writer.types.insert(piece_type, name.clone());
        let id = game.piece_types[piece_type].id.clone();
        writer.names.pieces.insert(name.clone(), id);
        if moves.en_passant {
            passing.push(piece_type);
        }
        if moves.flying {
            writer.set_flag("flyingGeneral", true);
        }
        if let Some(rank) = moves.soldier_rank {
            writer.set_number("soldierPromotionRank", rank);
        }
        for (colour, area) in COLOURS.into_iter().zip(&moves.areas) {
            writer.limit_area(colour, &name, area);
        }
        writer.steps(piece_type, &name);
    }
    writer.forms();
    for colour in COLOURS {
        writer.set_unusual_types(&colour.key("enPassantTypes"), &passing);
    }
    let has_steps =
        game.piece_types.iter().any(|it| it.double_step.iter().any(|cells| !cells.is_empty()));
    if !has_steps {
        writer.set_flag("doubleStep", false);
    }
    Ok(())
}

impl RecordWriter<'_> {
    /// Writes the names of promoted forms beside those of pieces.
    fn forms(&mut self) {
        let game = &self.variant.game;
        for promotion in &game.promotions {
            if let [form] = promotion.choices[..]
                && self.is_promoted_form(promotion.piece_type, form)
                && let Some(from) = self.types.get(&promotion.piece_type)
            {
                let id = game.piece_types[form].id.clone();
                self.names.promoted.insert(from.clone(), id);
            }
        }
    }

    fn limit_area(&mut self, colour: FsfColour, name: &str, area: &BTreeSet<RankFile>) {
        if *area == self.all() {
            return;
        }
        let (files, ranks) = (self.names.axes.files.len() as u8, self.names.axes.ranks.len() as u8);
        if let Some(pattern) = CellPattern::parse(&CellPattern::print(area, files, ranks)) {
            self.record.mobility.insert((colour, name.to_owned()), pattern);
        }
    }

    fn steps(&mut self, piece_type: PieceTypeId, name: &str) {
        let piece = &self.variant.game.piece_types[piece_type];
        if name != "pawn" {
            return;
        }
        for (colour, side) in COLOURS.into_iter().zip([SideId(0), SideId(1)]) {
            for (key, cells) in [
                ("doubleStepRegion", &piece.double_step[side]),
                ("tripleStepRegion", &piece.triple_step[side]),
            ] {
                let cells = self.cell_set(cells);
                self.set_cells(&colour.key(key), &cells);
            }
        }
    }

    /// The name of the engine for a piece type with such moves, if it is free.
    fn known_name(&self, piece_type: PieceTypeId, moves: &EngineMoves) -> Option<String> {
        let is_free = |name: &str| !self.types.values().any(|known| known == name);
        let piece = &self.variant.game.piece_types[piece_type];
        let has_steps = piece.double_step.iter().any(|cells| !cells.is_empty());
        if moves.notation == "fmWfcF" {
            return is_free("pawn").then(|| "pawn".to_owned());
        }
        if has_steps {
            return None;
        }
        if moves.soldier_rank.is_some() {
            return is_free("soldier").then(|| "soldier".to_owned());
        }
        let known = PIECE_TYPES.iter().filter(|known| !matches!(known.name, "king" | "pawn"));
        let found = known.filter(|known| is_free(known.name)).find(|known| {
            known.notation == moves.notation
                || moves.notation == "-" && known.notation == "-"
                || self.moves_alike(piece_type, known.notation)
        });
        found.map(|known| known.name.to_owned())
    }

    fn moves_of(&self, piece_type: PieceTypeId) -> EngineMoves {
        let game = &self.variant.game;
        let piece = &game.piece_types[piece_type];
        let mut written = EngineMoves::default();
        let rules = &piece.move_rules[SideId(0)];
        let mut texts = Vec::new();
        for rule in rules {
            let (text, passes) = engine_text(rule);
            let is_general = rule
                .may_capture
                .as_ref()
                .is_some_and(|set| piece.royal && set.iter().all(|it| it.piece_type == piece_type));
            if is_general && text == "cR" {
                written.flying = true;
            } else if rule.from.is_some() && text == "sW" && texts == ["fW"] {
                let from = self.cell_set(rule.from.as_ref().unwrap_or(&CellSet::new()));
                written.soldier_rank = from.first().map(|cell| cell.0 + 1);
                texts = vec!["fsW".to_owned()];
            } else {
                written.en_passant |= passes;
                if !texts.contains(&text) && text != "fcF"
                    || !texts.iter().any(|it| it.contains("fcF"))
                {
                    texts.push(text);
                }
            }
        }
        written.notation = texts.concat();
        if written.notation.is_empty() {
            written.notation = "-".to_owned();
        }
        let all = CellSet::all(game.layout.len());
        written.areas = [SideId(0), SideId(1)]
            .map(|side| {
                let mut area = CellSet::new();
                for rule in &piece.move_rules[side] {
                    if rule.may_capture.is_none() {
                        let within = rule.within.as_ref().or(rule.to.as_ref());
                        let passes = engine_text(rule).1 && rule.to.is_some();
                        area.extend_with(within.filter(|_| !passes).unwrap_or(&all));
                    }
                }
                if area.is_empty() { self.cell_set(&all) } else { self.cell_set(&area) }
            })
            .to_vec();
        written
    }

    /// Whether the engine's notation gives the moves of a piece type, with few or many pieces.
    pub fn moves_alike(&self, piece_type: PieceTypeId, notation: &str) -> bool {
        let game = &self.variant.game;
        let piece = &game.piece_types[piece_type];
        let has_limits = |rule: &MoveRule| {
            rule.may_capture.is_some() || rule.hurdles.is_some() || !rule.conditions.is_empty()
        };
        if piece.move_rules.iter().flatten().any(has_limits) || piece.move_unknown {
            return false;
        }
        let layout = game.layout.clone();
        let (betza, _) = parse_fsf(notation.trim_start_matches('-'));
        if !self.reaches_alike(piece_type, &betza) {
            return false;
        }
        let theirs = single_piece_game(layout.clone(), betza);
        let mut ours = theirs.clone();
        ours.piece_types[MOVER].move_rules = piece.move_rules.clone();
        for side in [SideId(0), SideId(1)] {
            for rule in &mut ours.piece_types[MOVER].move_rules[side] {
                // Areas are compared apart from the notation.
                (rule.within, rule.to) = (None, None);
            }
            ours.sides[side].frame = game.sides[side].frame;
        }
        let compiled = [ours, theirs].map(|game| Rules::compile(game).ok());
        let [Some(ours), Some(theirs)] = compiled else { return false };
        reach_alike(&ours, &theirs, layout.cells().step_by(3), &[0, 2, 3, 5])
    }

    /// Whether a notation leads to the same cells from the middle of an empty board: a quick test.
    fn reaches_alike(&self, piece_type: PieceTypeId, betza: &Betza) -> bool {
        let game = &self.variant.game;
        let layout = game.layout.clone();
        let middle = layout.cells().nth(layout.len() / 2).unwrap_or(Cell(0));
        let side = SideId(0);
        let theirs = single_piece_game_from(layout.clone(), betza.clone(), side, middle);
        let mut ours = theirs.clone();
        let rules = game.piece_types[piece_type].move_rules[side].iter().map(|rule| MoveRule {
            from: Some(CellSet::from_iter([middle])),
            within: None,
            to: None,
            ..rule.clone()
        });
        ours.piece_types[MOVER].move_rules[side] = rules.collect();
        let reach = |game: Game| -> Option<Reach> {
            let rules = Rules::compile(game).ok()?;
            let mut position = Position::empty(&rules);
            position.set_piece(middle, Some(Piece { side, piece_type: MOVER }));
            Some(rules.reach(&position, middle))
        };
        reach(ours) == reach(theirs)
    }
}

/// The notation of a rule without `e`, and whether it had one.
fn engine_text(rule: &MoveRule) -> (String, bool) {
    let MoveForm::Betza(betza) = &rule.form else { return (String::new(), false) };
    if rule.effect != ArrivalEffect::None {
        return (String::new(), false);
    }
    let text = betza.to_string().replace(' ', "");
    let plain: String = text.chars().filter(|letter| *letter != 'e').collect();
    let engine = if plain == "ffN" { "fN".to_owned() } else { plain };
    (engine, text.contains('e'))
}
