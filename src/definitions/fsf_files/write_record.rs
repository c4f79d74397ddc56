//! Export: the record that says most of a variant, made from it, and what the engine cannot say.

use std::collections::{BTreeMap, BTreeSet};

use crate::fsf::{
    AxisNames, BlockingPiece, COLOURS, CellPattern, DefinitionNames, FsfColour, FsfKey, FsfRecord,
    FsfValue, OpposingSeat, PieceNames, RankFile,
};
use crate::game::{
    ActKind, Condition, CountedRoyals, EffectChange, EffectPlace, Game, Outcome, Piece,
    PieceTypeId, RestrictionKind, SideId,
};
use crate::geometry::{Cell, CellSet, JoinedEdges, Orientation, Seat, SeatPart, Tiling};
use crate::source::join_words;
use crate::variant::Variant;

use super::export::{named_key, with_named_keys};
use super::parts::{neutral_piece, placement_text, rights_text};
use super::write_ends::write_ends;
use super::write_pieces::write_pieces;

/// The largest board of the engine.
const MOST_FILES: usize = 12;
const MOST_RANKS: usize = 10;

/// A variant and the record that is being made of it.
pub(super) struct RecordWriter<'a> {
    pub variant: &'a Variant,
    pub record: FsfRecord,
    pub names: DefinitionNames,
    /// The names of piece types in variant files.
    pub types: BTreeMap<PieceTypeId, String>,
    /// What the record does not say.
    pub unsaid: Vec<String>,
}

/// The record of a variant, and what it does not say.
pub(super) struct WrittenRecord {
    pub record: FsfRecord,
    pub names: DefinitionNames,
    /// Paths of the definition and reasons.
    pub unsaid: Vec<String>,
    /// The letters of the engine for the piece types, small ones, after `+` for promoted forms.
    pub letters: BTreeMap<PieceTypeId, String>,
}

/// Returns the record that says most of a variant, and the names of the definition; or why the
/// engine cannot say anything of it.
pub(super) fn write_record(variant: &Variant) -> Result<WrittenRecord, String> {
    let names = names_of(variant)?;
    let record = FsfRecord::default();
    let mut writer =
        RecordWriter { variant, record, names, types: BTreeMap::new(), unsaid: Vec::new() };
    writer.set("maxFile", FsfValue::Number(writer.names.axes.files.len() as i64));
    writer.set("maxRank", FsfValue::Number(writer.names.axes.ranks.len() as i64));
    write_pieces(&mut writer)?;
    writer.castling();
    writer.promotions();
    writer.hands();
    writer.parts();
    writer.rules();
    write_ends(&mut writer);
    writer.start();
    let letters = variant.game.piece_type_ids().map(|it| (it, writer.letter_of(SideId(1), it)));
    let letters = letters.collect();
    let RecordWriter { record, names, mut unsaid, .. } = writer;
    let rules: Vec<String> = variant.unmodelled.iter().map(|it| it.rule.clone()).collect();
    let words = rules.iter().filter(|rule| named_key(rule).is_none());
    unsaid.extend(words.map(|rule| format!("`unmodelled`: {rule}")));
    let record = with_named_keys(record, &rules);
    Ok(WrittenRecord { record, names, unsaid, letters })
}

/// The names of cells and sides, if the board and the sides are such as the engine has.
fn names_of(variant: &Variant) -> Result<DefinitionNames, String> {
    let game = &variant.game;
    let [board] = game.layout.boards() else {
        return Err("the engine has one board".to_owned());
    };
    if board.tiling != Tiling::Squares || board.levels.len() > 1 {
        return Err("the engine has boards of squares".to_owned());
    }
    if board.joined != JoinedEdges::NOTHING {
        return Err("the engine has no boards with joined edges".to_owned());
    }
    let (files, ranks) = (board.files.len(), board.ranks.len());
    if files > MOST_FILES || ranks > MOST_RANKS {
        return Err(format!(
            "the engine has boards of at most {MOST_FILES} by {MOST_RANKS} squares"
        ));
    }
    let players: Vec<SideId> = variant.players().collect();
    let neutral = neutral_piece(variant);
    if players.len() != 2 || game.sides.len() != 2 && neutral.is_none() {
        let names: Vec<&str> = variant.sides.iter().map(|side| side.name.as_str()).collect();
        return Err(format!("the engine has two sides, not {}", join_words(names, "and")));
    }
    let seat = seat_of(variant, files as u8, ranks as u8)
        .ok_or_else(|| "the engine has sides that sit opposite each other".to_owned())?;
    Ok(DefinitionNames {
        pieces: BTreeMap::new(),
        promoted: BTreeMap::new(),
        sides: [0, 1].map(|side| variant.sides[side].id.clone()),
        seat,
        axes: AxisNames { files: board.files.names.clone(), ranks: board.ranks.names.clone() },
        blocking: neutral.map(|piece| BlockingPiece {
            side: variant.sides[2].id.clone(),
            piece: game.piece_types[piece].id.clone(),
            name: Some(variant.sides[2].name.clone()),
            letter: variant.face(piece).letter.clone(),
        }),
    })
}

/// The seat of the second side, found by the cells that it calls as the first calls two others.
fn seat_of(variant: &Variant, files: u8, ranks: u8) -> Option<OpposingSeat> {
    let layout = &variant.game.layout;
    let at = |cell: Cell| {
        let at = layout.point(cell).at;
        (at.y as u8, at.x as u8)
    };
    if variant.game.sides[SideId(0)].frame != Orientation::FIRST {
        return None;
    }
    let seats = [
        OpposingSeat::FlipRanks,
        OpposingSeat::Turn180,
        OpposingSeat::FlipFiles,
        OpposingSeat::Same,
    ];
    // The cell nearest to a corner tells all seats apart, if the board has more than one file.
    let cell = layout.cells().next()?;
    let name = layout.name(cell);
    let turned = variant.cells(name, SideId(1)).ok()?.iter().next()?;
    let found = seats.into_iter().find(|seat| seat.cell(at(cell), files, ranks) == at(turned))?;
    let faces_back = matches!(found, OpposingSeat::FlipRanks | OpposingSeat::Turn180);
    let opposite = Seat { parts: vec![SeatPart::FlipRanks] };
    let frame = Orientation::FIRST.after_seat(&opposite, Tiling::Squares);
    let expected = if faces_back { frame } else { Orientation::FIRST };
    (variant.game.sides[SideId(1)].frame == expected).then_some(found)
}

impl RecordWriter<'_> {
    pub fn set(&mut self, key: &str, value: FsfValue) {
        if let Some(key) = FsfKey::find(key) {
            self.record.keys.insert(key.name, value);
        }
    }

    pub fn set_number(&mut self, key: &str, number: impl Into<i64>) {
        self.set(key, FsfValue::Number(number.into()));
    }

    pub fn set_flag(&mut self, key: &str, flag: bool) {
        self.set(key, FsfValue::Flag(flag));
    }

    pub fn set_text(&mut self, key: &str, text: &str) {
        self.set(key, FsfValue::Text(text.to_owned()));
    }

    pub fn set_types(&mut self, key: &str, types: &[PieceTypeId]) {
        let names = types.iter().filter_map(|it| self.types.get(it)).cloned().collect();
        self.set(key, FsfValue::Pieces(PieceNames::Listed(names)));
    }

    /// Sets the piece types of a key, unless they are the usual ones.
    pub fn set_unusual_types(&mut self, key: &str, types: &[PieceTypeId]) {
        let usual = self.record.listed(key);
        if types.iter().filter_map(|it| self.types.get(it)).ne(usual.iter()) {
            self.set_types(key, types);
        }
    }

    /// Sets the cells of a key, unless they are the usual ones.
    pub fn set_cells(&mut self, key: &str, cells: &BTreeSet<RankFile>) {
        let (files, ranks) = (self.names.axes.files.len() as u8, self.names.axes.ranks.len() as u8);
        let usual = self.record.cells(key).cells(files, ranks);
        if usual != *cells {
            let text = CellPattern::print(cells, files, ranks);
            if let Some(pattern) = CellPattern::parse(&text) {
                self.set(key, FsfValue::Cells(pattern));
            }
        }
    }

    /// A cell as the engine counts.
    pub fn cell(&self, cell: Cell) -> RankFile {
        let at = self.variant.game.layout.point(cell).at;
        (at.y as u8, at.x as u8)
    }

    pub fn cell_set(&self, cells: &CellSet) -> BTreeSet<RankFile> {
        cells.iter().map(|cell| self.cell(cell)).collect()
    }

    pub fn all(&self) -> BTreeSet<RankFile> {
        self.variant.game.layout.cells().map(|cell| self.cell(cell)).collect()
    }

    fn castling(&mut self) {
        let castlings = &self.variant.game.castlings;
        if castlings.is_empty() {
            self.set_flag("castling", false);
            return;
        }
        let mut keys: Vec<(&str, i64)> = Vec::new();
        let mut types: Vec<(String, PieceTypeId)> = Vec::new();
        for castling in castlings {
            let [to, from, partner] =
                [castling.royal_to, castling.royal_from, castling.partner_from]
                    .map(|cell| self.cell(cell));
            let is_short = partner.1 > from.1;
            keys.push((
                if is_short { "castlingKingsideFile" } else { "castlingQueensideFile" },
                i64::from(to.1) + 1,
            ));
            let key =
                if is_short { "castlingRookKingsideFile" } else { "castlingRookQueensideFile" };
            let edge = if is_short { self.names.axes.files.len() as u8 - 1 } else { 0 };
            if partner.1 != edge {
                keys.push((key, i64::from(partner.1) + 1));
            }
            let near = if castling.side == SideId(0) {
                from.0
            } else {
                self.names.axes.ranks.len() as u8 - 1 - from.0
            };
            keys.push(("castlingRank", i64::from(near) + 1));
            let colour = COLOURS[castling.side.index()].word();
            types.push((format!("castlingKingPiece{colour}"), castling.royal));
            types.push((format!("castlingRookPieces{colour}"), castling.partner));
        }
        for (key, number) in keys {
            if self.record.number(key) != number {
                self.set(key, FsfValue::Number(number));
            }
        }
        for (key, piece_type) in types {
            self.set_unusual_types(&key, &[piece_type]);
        }
    }

    fn promotions(&mut self) {
        let game = &self.variant.game;
        if game.promotions.is_empty() {
            for colour in COLOURS {
                self.set_types(&colour.key("promotionPieceTypes"), &[]);
            }
            return;
        }
        let mut pairs: Vec<(String, String)> = Vec::new();
        for (colour, side) in COLOURS.into_iter().zip([SideId(0), SideId(1)]) {
            let (mut pawns, mut choices) = (Vec::new(), Vec::new());
            let mut zone = BTreeSet::new();
            let own = game.promotions.iter().filter(|it| it.side == side);
            for promotion in own.filter(|it| may_have(game, side, it.piece_type)) {
                zone.extend(self.cell_set(&promotion.compulsory_zone));
                zone.extend(self.cell_set(&promotion.optional_zone));
                let is_optional = !promotion.optional_zone.is_empty();
                if let [first] = promotion.choices[..]
                    && self.is_promoted_form(first, promotion.piece_type)
                {
                    self.set_flag("pieceDemotion", true);
                    continue;
                }
                if is_optional && !promotion.compulsory_zone.is_empty() {
                    self.set_flag("immobilityIllegal", true);
                }
                if let [form] = promotion.choices[..]
                    && self.is_promoted_form(promotion.piece_type, form)
                {
                    let name = |it: &PieceTypeId| self.types.get(it).cloned();
                    let pair = name(&promotion.piece_type).zip(name(&form));
                    pairs.extend(pair.filter(|pair| !pairs.contains(pair)));
                    if !is_optional {
                        self.set_flag("mandatoryPiecePromotion", true);
                    }
                    continue;
                }
                pawns.push(promotion.piece_type);
                choices.clone_from(&promotion.choices);
                if is_optional {
                    self.set_flag("mandatoryPawnPromotion", false);
                }
                if promotion.initial_limit {
                    self.limit_to_initial(&promotion.choices, side);
                }
            }
            self.set_cells(&colour.key("promotionRegion"), &zone);
            self.set_unusual_types(&colour.key("promotionPawnTypes"), &pawns);
            self.set_types(&colour.key("promotionPieceTypes"), &choices);
        }
        if !pairs.is_empty() {
            self.set("promotedPieceType", FsfValue::Pairs(pairs));
        }
        self.max_counts();
    }

    fn limit_to_initial(&mut self, choices: &[PieceTypeId], side: SideId) {
        let game = &self.variant.game;
        let limits = choices.iter().filter_map(|&piece_type| {
            let count = game.initial_cells(Piece { side, piece_type }).len();
            Some((self.types.get(&piece_type)?.clone(), count as i64))
        });
        let limits = limits.collect();
        self.set("promotionLimit", FsfValue::Limits(limits));
    }

    fn max_counts(&mut self) {
        let game = &self.variant.game;
        let limits: Vec<(String, i64)> = game
            .piece_type_ids()
            .filter_map(|it| {
                Some((self.types.get(&it)?.clone(), i64::from(game.piece_types[it].max_count?)))
            })
            .collect();
        if !limits.is_empty() {
            self.set("promotionLimit", FsfValue::Limits(limits));
        }
    }

    /// Whether a piece type is the promoted form of another: it reverts to it in hand, or has its
    /// letter.
    pub fn is_promoted_form(&self, from: PieceTypeId, to: PieceTypeId) -> bool {
        let letter = |it: PieceTypeId| self.variant.face(it).letter.clone();
        letter(to) == format!("+{}", letter(from))
    }

    fn hands(&mut self) {
        let game = &self.variant.game;
        let Some(hands) = game.hands.as_ref().filter(|_| game.turn_parts.is_empty()) else {
            return;
        };
        self.set_flag("pieceDrops", true);
        if hands.captures_to_hand {
            self.set_flag("capturesToHand", true);
            if !hands.unpromoted {
                self.set_flag("dropLoop", true);
            }
        }
        let all = self.all();
        for (colour, side) in COLOURS.into_iter().zip([SideId(0), SideId(1)]) {
            let mut region = BTreeSet::new();
            for rule in game.drops.iter().filter(|rule| rule.side == side) {
                let to = self.cell_set(&rule.to);
                let Some(name) = self.types.get(&rule.piece_type).cloned() else { continue };
                if name == "pawn" {
                    self.pawn_drops(colour, &to);
                }
                if !self.record.mobility.contains_key(&(colour, name.clone())) {
                    region.extend(to.iter().copied());
                }
                if rule.dropped_as.iter().any(|(form, _)| *form != rule.piece_type) {
                    self.set_flag("dropPromoted", true);
                }
                let is_file = |line: &CellSet| {
                    let files = line.iter().map(|cell| self.cell(cell).1);
                    files.collect::<BTreeSet<_>>().len() == 1
                };
                if rule.one_per.iter().all(is_file) && !rule.one_per.is_empty() {
                    self.set_types("dropNoDoubled", &[rule.piece_type]);
                    self.set("dropNoDoubledCount", FsfValue::Number(rule.max_count.into()));
                } else if !rule.one_per.is_empty() && name == "bishop" {
                    self.set_flag("dropOppositeColoredBishop", true);
                }
                if !rule.may_give_checkmate {
                    self.set_flag("shogiPawnDropMateIllegal", true);
                }
            }
            if !region.is_empty() && region != all {
                self.set_cells(&colour.key("dropRegion"), &region);
            }
        }
    }

    fn pawn_drops(&mut self, colour: FsfColour, to: &BTreeSet<RankFile>) {
        let near =
            if colour == FsfColour::White { 0 } else { self.names.axes.ranks.len() as u8 - 1 };
        if to.iter().any(|cell| cell.0 == near) {
            self.set_flag("firstRankPawnDrops", true);
        }
        let (files, ranks) = (self.names.axes.files.len() as u8, self.names.axes.ranks.len() as u8);
        let zone = self.record.cells(&colour.key("promotionRegion"));
        if zone.cells(files, ranks).iter().any(|cell| to.contains(cell)) {
            self.set_flag("promotionZonePawnDrops", true);
        }
    }

    /// Passing, restrictions, effects and royal pieces that are counted.
    fn rules(&mut self) {
        let game = &self.variant.game;
        if game.passing {
            for colour in COLOURS {
                self.set_flag(&colour.key("pass"), true);
            }
        }
        let act = Condition::act;
        let captures = act(ActKind::Captures { pieces: None, on: None });
        let checks = act(ActKind::GivesCheck(None));
        let drops = act(ActKind::Drops(None));
        let known = [
            (RestrictionKind::Must, captures, "mustCapture", true),
            (RestrictionKind::Must, drops.clone(), "mustDrop", true),
            (RestrictionKind::Never, checks.clone(), "checking", false),
            (RestrictionKind::Never, Condition::All(vec![drops, checks]), "dropChecks", false),
        ];
        for restriction in &game.restrictions {
            let is_for_all = restriction.sides.iter().all(|concerned| *concerned);
            let known = known.iter().find(|(kind, condition, ..)| {
                *kind == restriction.kind && *condition == restriction.condition && is_for_all
            });
            match known {
                Some((_, _, key, value)) => self.set_flag(key, *value),
                None => self.unsaid.push(format!("`restrictions.{}`", restriction.name)),
            }
        }
        let is_blast = game.effects.iter().any(|effect| {
            matches!(effect.places[..], [EffectPlace::Around(_)])
                && effect.changes == [EffectChange::Captured]
        });
        if is_blast {
            self.set_flag("blastOnCapture", true);
        }
        for effect in &game.effects {
            let is_captor = effect.places == [EffectPlace::Landing]
                && effect.changes == [EffectChange::Captured];
            if !is_blast || !is_captor && !matches!(effect.places[..], [EffectPlace::Around(_)]) {
                self.unsaid.push(format!("`effects.{}`", effect.name));
            }
        }
        for aura in &game.auras {
            self.unsaid.push(format!("`auras.{}`", aura.name));
        }
        match game.check_royals {
            CountedRoyals::Each => {}
            CountedRoyals::All => self.set_flag("dupleCheck", true),
            CountedRoyals::Last(most) => {
                let most = i64::from(most) - 1;
                self.set("extinctionPieceCount", FsfValue::Number(most));
            }
        }
        // Royal pieces other than one King a side are pseudo-royal.
        let royals: Vec<PieceTypeId> = game
            .piece_type_ids()
            .filter(|&it| game.piece_types[it].royal)
            .filter(|it| self.types.get(it).is_some_and(|name| name != "king"))
            .collect();
        if !royals.is_empty() {
            self.set_flag("extinctionPseudoRoyal", true);
            self.set_types("extinctionPieceTypes", &royals);
            self.set_text("extinctionValue", "loss");
        }
    }

    /// The initial position.
    fn start(&mut self) {
        let game = &self.variant.game;
        let mut text = placement_text(&game.layout, |cell| {
            let found = game.initial_pieces.iter().find(|(known, _)| *known == cell);
            found.map(|(_, piece)| self.letter_of(piece.side, piece.piece_type))
        });
        if let Some(hands) = game.hands.as_ref().filter(|_| has_hands(game)) {
            text.push('[');
            let of_players = |(piece, _): &&(Piece, u16)| game.sides[piece.side].has_turns;
            for (piece, count) in hands.initial.iter().filter(of_players) {
                let letter = self.letter_of(piece.side, piece.piece_type);
                text += &letter.repeat(usize::from(*count));
            }
            text.push(']');
        }
        let in_hand =
            |side| game.hands.iter().flat_map(|it| &it.initial).any(|(it, _)| it.side == side);
        let rights = rights_text(self.variant, |_| true, in_hand, |_, _| true);
        let checks = match self.record.flag("checkCounting") {
            true => format!(" {}", super::write_ends::checks(self)),
            false => String::new(),
        };
        self.set_text("startFen", &format!("{text} w {rights} -{checks} 0 1"));
    }

    /// The letter of a piece in the words of the engine, after `+` for promoted forms.
    pub fn letter_of(&self, side: SideId, piece_type: PieceTypeId) -> String {
        if side == SideId(2) || neutral_piece(self.variant) == Some(piece_type) {
            return "*".to_owned();
        }
        let base = self.variant.game.promotions.iter().find(|promotion| {
            promotion.choices.contains(&piece_type)
                && self.is_promoted_form(promotion.piece_type, piece_type)
        });
        let (plus, named) = match base {
            Some(promotion) => ("+", promotion.piece_type),
            None => ("", piece_type),
        };
        let name = self.types.get(&named).map_or("", String::as_str);
        let letter = self.record.piece(name).map_or('?', |piece| piece.letter);
        let letter = if side == SideId(0) { letter.to_ascii_uppercase() } else { letter };
        format!("{plus}{letter}")
    }
}

/// Whether a player may ever have something in hand.
pub(super) fn has_hands(game: &Game) -> bool {
    game.hands.as_ref().is_some_and(|hands| {
        hands.captures_to_hand || hands.initial.iter().any(|(it, _)| game.sides[it.side].has_turns)
    })
}

/// Whether a side may ever have pieces of a type that promotes: from the start, or in hand.
pub(super) fn may_have(game: &Game, side: SideId, piece_type: PieceTypeId) -> bool {
    let piece = Piece { side, piece_type };
    let in_hand = game.hands.as_ref().is_some_and(|hands| {
        hands.captures_to_hand || hands.initial.iter().any(|(known, _)| *known == piece)
    });
    in_hand || game.initial_pieces.iter().any(|(_, known)| *known == piece)
}

/// The word of the engine for a result.
pub(super) fn value_of(outcome: Outcome) -> Option<&'static str> {
    match outcome {
        Outcome::Wins => Some("win"),
        Outcome::Loses => Some("loss"),
        Outcome::Draw => Some("draw"),
        Outcome::Passes | Outcome::Eliminated | Outcome::Points | Outcome::FewerPoints => None,
    }
}
