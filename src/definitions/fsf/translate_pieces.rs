//! The pieces of a record: letters, moves, royal pieces.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::format::builtin_piece;
use crate::game::{BLOCKER, MOVER, Piece, PieceTypeId, SideId, single_piece_game};
use crate::geometry::{Board, Cell, Layout};
use crate::notation::{self, Betza};
use crate::rules::{Position, Reach, Rules};

use super::cell_pattern::RankFile;
use super::draft::{Draft, DraftValue};
use super::keys::FsfPieceType;
use super::notation::parse_fsf;
use super::record::{FsfColour, FsfPiece};
use super::translate::Translator;

impl Translator<'_> {
    /// Writes the pieces that a side may have, where they are not as built in.
    pub fn pieces(&mut self, colour: FsfColour, draft: &mut Draft) {
        let pieces = self.record.pieces.clone();
        let promoted = self.names.promoted.clone();
        for piece in &pieces {
            let is_promoted_form = promoted.values().any(|id| id == self.id(&piece.name));
            let letter = piece.letter.to_ascii_uppercase().to_string();
            if self.plays(colour, &piece.name) && !is_promoted_form {
                let id = self.id(&piece.name).to_owned();
                self.piece(colour, piece, &id, &letter, draft);
            }
            let form = self
                .record
                .pairs("promotedPieceType")
                .into_iter()
                .find(|(from, _)| *from == piece.name);
            let form = form.and_then(|(_, to)| self.record.piece(&to).cloned());
            if let (Some(form), Some(id)) = (form, promoted.get(&piece.name))
                && self.plays(colour, &piece.name)
            {
                self.piece(colour, &form, id, &format!("+{letter}"), draft);
            }
        }
    }

    fn piece(
        &mut self,
        colour: FsfColour,
        piece: &FsfPiece,
        id: &str,
        letter: &str,
        draft: &mut Draft,
    ) {
        let mut table = Draft::default();
        let builtin = builtin_piece(id);
        let known = |key: &str| builtin.and_then(|table| table.string(key));
        if known("letter").as_deref() != Some(letter) {
            table.set(&["letter"], letter);
        }
        let (mut text, mut moves) = self.moves_of(colour, piece);
        let mut area = self.mobility(colour, &piece.name);
        // Where a General sees another one, it leaves its palace.
        if self.flies(piece)
            && let (Some(own), Some(area)) = (&text, area.take())
        {
            let within = self.limit(colour, &area);
            moves.insert(0, Draft::of([("move", own.clone().into()), ("within", within.into())]));
            text = None;
        }
        if (known("move"), moves.is_empty()) != (text.clone(), true)
            && let Some(text) = text
        {
            table.set(&["move"], text);
        }
        if !moves.is_empty() {
            table.set(&["moves"], DraftValue::List(moves));
        }
        if let Some(area) = &area {
            table.set(&["within"], self.limit(colour, area));
        }
        self.steps(colour, piece, &mut table);
        let royal = self.is_royal(&piece.name);
        if royal != builtin.and_then(|table| table.flag("royal")).unwrap_or(false) {
            table.set(&["royal"], royal);
        }
        let limits = self.record.limits("promotionLimit");
        if let Some((_, most)) = limits.iter().find(|(name, _)| *name == piece.name) {
            table.set(&["max-count"], *most);
        }
        if self.record.flag("stalematePieceCount") {
            table.set(&["points"], 1);
        }
        if !table.entries.is_empty() || builtin.is_none() {
            draft.set(&["pieces", id], table);
        }
    }

    /// Whether a piece captures a royal of its type along an open line.
    fn flies(&self, piece: &FsfPiece) -> bool {
        self.record.flag("flyingGeneral") && piece.name == "king"
    }

    /// Whether pieces of a type are subject to check.
    pub fn is_royal(&self, name: &str) -> bool {
        let pseudo = self.record.flag("extinctionPseudoRoyal")
            && self.record.listed("extinctionPieceTypes").iter().any(|known| known == name);
        name == "king" || pseudo
    }

    /// The cells that a piece may not leave, if it may not go everywhere.
    pub fn mobility(&self, colour: FsfColour, name: &str) -> Option<BTreeSet<RankFile>> {
        let pattern = self.record.mobility.get(&(colour, name.to_owned()))?;
        let cells = self.existing(pattern);
        (cells != self.all_cells()).then_some(cells)
    }

    /// The cells on which a Pawn must promote and has nothing to promote to: it may not move there.
    pub fn barred_zone(&self, colour: FsfColour, piece: &FsfPiece) -> BTreeSet<RankFile> {
        let is_pawn = self.record.listed(&colour.key("promotionPawnTypes")).contains(&piece.name);
        let has_form =
            self.record.pairs("promotedPieceType").iter().any(|(from, _)| *from == piece.name);
        let has_choice =
            !self.record.listed(&colour.key("promotionPieceTypes")).is_empty() || has_form;
        match is_pawn && !has_choice && self.record.flag("mandatoryPawnPromotion") {
            true => self.region("promotionRegion", colour),
            false => BTreeSet::new(),
        }
    }

    /// Writes double and triple steps of Pawns.
    fn steps(&self, colour: FsfColour, piece: &FsfPiece, table: &mut Draft) {
        let is_pawn = piece.name == "pawn" && self.record.flag("doubleStep");
        let region = self.region("doubleStepRegion", colour);
        if !region.is_empty() && is_pawn {
            table.set(&["double-step"], self.cells(colour, &region));
        }
        let region = self.region("tripleStepRegion", colour);
        if is_pawn && !region.is_empty() {
            table.set(&["triple-step"], self.cells(colour, &region));
        }
    }

    /// The notation of a piece in a definition, and further move rules.
    fn moves_of(&mut self, colour: FsfColour, piece: &FsfPiece) -> (Option<String>, Vec<Draft>) {
        let en_passant = self.record.listed(&colour.key("enPassantTypes"));
        let passes = en_passant.contains(&piece.name);
        let own_id = self.id(&piece.name).to_owned();
        let known = FsfPieceType::find(&piece.name).filter(|_| piece.notation.is_none());
        let mut moves = Vec::new();
        let mut text = match known {
            Some(known) => known.own_notation.to_owned(),
            None => {
                let (initial, rest) = initial_terms(piece.notation.as_deref().unwrap_or(""));
                let text = self.converted(piece, &rest.concat(), passes);
                for term in initial {
                    // A piece that passes the cell between can be captured there en passant.
                    let term = self.converted(piece, &term, false);
                    let term = if passes { term.replace('n', "nn") } else { term };
                    let from = self.cells(colour, &self.region("doubleStepRegion", colour));
                    moves.push(Draft::of([("from", from.into()), ("move", term.into())]));
                }
                text
            }
        };
        if piece.name == "pawn" && piece.notation.is_none() {
            let region = self.region("enPassantRegion", colour);
            if !passes || region != self.all_cells() {
                text = "fmWfcF".to_owned();
            }
            if passes && !region.is_empty() && region != self.all_cells() {
                let to = self.cells(colour, &region);
                moves.push(Draft::of([("move", "fceF".into()), ("to", to.into())]));
            }
        }
        let rank = self.record.number("soldierPromotionRank") as u8;
        if piece.name == "soldier" && rank > 1 {
            let beyond = self
                .all_cells()
                .into_iter()
                .filter(|&cell| self.names.seen_by(colour, cell).0 + 1 >= rank);
            let from = self.cells(colour, &beyond.collect());
            text = "fW".to_owned();
            moves.push(Draft::of([("from", from.into()), ("move", "sW".into())]));
        }
        if piece.name == "janggiCannon" && piece.notation.is_none() {
            // It neither jumps over another cannon nor captures one.
            let others = format!("any but {own_id}");
            let rule = [("move", text.into()), ("over", others.clone().into())];
            let mut rule = Draft::of(rule);
            rule.set(&["captures"], others);
            return (None, vec![rule]);
        }
        let immune = self.record.listed("mutuallyImmuneTypes").contains(&piece.name);
        if immune {
            let captures = format!("any but {own_id}");
            moves.insert(0, Draft::of([("move", text.into()), ("captures", captures.into())]));
            return (None, moves);
        }
        if self.flies(piece) {
            moves.push(Draft::of([("move", "cR".into()), ("captures", own_id.into())]));
        }
        (Some(text), moves)
    }

    /// A notation of the engine as definitions write it.
    fn converted(&mut self, piece: &FsfPiece, notation: &str, passes: bool) -> String {
        let plain: String = notation.chars().filter(|letter| *letter != 'e').collect();
        if plain.is_empty() {
            return "none".to_owned();
        }
        let text = own_notation(&plain).unwrap_or_else(|| {
            let line = format!("{} = {}:{notation}", piece.name, piece.letter);
            let rule = "The engine reads this notation in a way that no notation here says.";
            self.unsaid(line, rule, "moves");
            plain.clone()
        });
        match (passes, text == plain) {
            (true, true) if notation.contains('e') => notation.to_owned(),
            (true, _) if text.contains('c') => text.replacen('c', "ce", 1),
            _ => text,
        }
    }

    /// The cells on which a piece of the type could never move again.
    pub fn immobile_cells(&self, colour: FsfColour, name: &str) -> BTreeSet<RankFile> {
        let Some(piece) = self.record.piece(name) else { return BTreeSet::new() };
        let known = FsfPieceType::find(name).filter(|_| piece.notation.is_none());
        let notation = known.map_or(piece.notation.as_deref().unwrap_or(""), |it| it.notation);
        let (files, ranks) = (self.record.files(), self.record.ranks());
        let area = self.mobility(colour, name).unwrap_or_else(|| self.all_cells());
        let board = Board::rectangle(usize::from(files), usize::from(ranks));
        let Ok(layout) = Layout::new(vec![board]) else { return BTreeSet::new() };
        let layout = Arc::new(layout);
        let Ok(rules) = Rules::compile(single_piece_game(layout.clone(), parse_fsf(notation).0))
        else {
            return BTreeSet::new();
        };
        let at = |cell: Cell| {
            let at = layout.point(cell).at;
            (at.y as u8, at.x as u8)
        };
        let is_stuck = |cell: Cell| {
            let mut position = Position::empty(&rules);
            let side = SideId(colour.index() as u8);
            position.set_piece(cell, Some(Piece { side, piece_type: MOVER }));
            !rules.reach(&position, cell).quiet.iter().any(|to| area.contains(&at(to)))
        };
        layout.cells().filter(|&cell| is_stuck(cell)).map(at).collect()
    }
}

/// The terms of first moves without their `i`, and the other terms.
fn initial_terms(notation: &str) -> (Vec<String>, Vec<String>) {
    let mut terms: Vec<String> = Vec::new();
    let mut term = String::new();
    let mut has_atom = false;
    for letter in notation.chars() {
        let begins = letter.is_ascii_lowercase()
            || letter.is_ascii_uppercase() && has_atom && !term.ends_with(letter);
        if has_atom && begins {
            terms.push(std::mem::take(&mut term));
            has_atom = false;
        }
        has_atom |= letter.is_ascii_uppercase();
        term.push(letter);
    }
    if !term.is_empty() {
        terms.push(term);
    }
    let (initial, rest): (Vec<String>, Vec<String>) =
        terms.into_iter().partition(|term| term.contains('i'));
    (initial.into_iter().map(|term| term.replace('i', "")).collect(), rest)
}

/// The notation with which a definition says what the engine reads.
///
/// Both are tried on a board, empty and with other pieces, because their languages differ.
pub fn own_notation(notation: &str) -> Option<String> {
    thread_local! {
        /// Trying notations takes time, and the variants of a file share them.
        static KNOWN: RefCell<BTreeMap<String, Option<String>>> = const { RefCell::new(BTreeMap::new()) };
    }
    if let Some(known) = KNOWN.with_borrow(|known| known.get(notation).cloned()) {
        return known;
    }
    let (betza, _) = parse_fsf(notation);
    let usual = match notation {
        "fN" => "ffN",
        other => other,
    };
    let printed = betza.to_string();
    let found = [usual, printed.as_str()]
        .into_iter()
        .find(|text| notation::parse(text).is_ok_and(|own| are_alike(own, betza.clone())))
        .map(str::to_owned);
    KNOWN.with_borrow_mut(|known| known.insert(notation.to_owned(), found.clone()));
    found
}

/// Whether two notations give the same moves, on a board of 9 by 9 with few or many pieces.
pub fn are_alike(one: Betza, other: Betza) -> bool {
    let Ok(layout) = Layout::new(vec![Board::rectangle(9, 9)]) else { return false };
    let layout = Arc::new(layout);
    let compiled =
        [one, other].map(|betza| Rules::compile(single_piece_game(layout.clone(), betza)).ok());
    let [Some(one), Some(other)] = compiled else { return false };
    reach_alike(&one, &other, layout.cells(), &[0, 2, 3, 5, 11])
}

/// Whether the piece [`MOVER`] of both rules reaches the same from these cells, with few or many pieces.
pub fn reach_alike(
    one: &Rules,
    other: &Rules,
    mut cells: impl Iterator<Item = Cell>,
    steps: &[usize],
) -> bool {
    let reach = |rules: &Rules, from: Cell, side: SideId, step: usize| -> Reach {
        let mover = Piece { side, piece_type: MOVER };
        rules.reach(&pattern_position(rules, (from, mover), step, |_| BLOCKER), from)
    };
    let is_alike =
        |from, side, step| reach(one, from, side, step) == reach(other, from, side, step);
    cells.all(|from| {
        [SideId(0), SideId(1)]
            .into_iter()
            .all(|side| steps.iter().all(|&step| is_alike(from, side, step)))
    })
}

/// A position with a piece and others of both sides, in a pattern without symmetry: about one on
/// `step` cells, none if that is 0.
pub fn pattern_position(
    rules: &Rules,
    (from, piece): (Cell, Piece),
    step: usize,
    other: impl Fn(Cell) -> PieceTypeId,
) -> Position {
    let mut position = Position::empty(rules);
    for cell in rules.layout().cells().filter(|_| step > 0) {
        let index = cell.index();
        if (index * 7 + index / 5).is_multiple_of(step) && cell != from {
            let side = SideId(u8::from((index + step).is_multiple_of(3)));
            position.set_piece(cell, Some(Piece { side, piece_type: other(cell) }));
        }
    }
    position.set_piece(from, Some(piece));
    position
}
