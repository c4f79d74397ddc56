//! Castling, promotion, drops and restrictions of a record.

use std::collections::BTreeSet;

use super::cell_pattern::RankFile;
use super::draft::Draft;
use super::record::{COLOURS, FsfColour, PieceNames};
use super::translate::Translator;

impl Translator<'_> {
    /// Writes the castlings for which the initial position gives a right.
    pub fn castling(&mut self, colour: FsfColour, draft: &mut Draft) {
        if !self.record.flag("castling") {
            return;
        }
        for (letter, name) in [('K', "short"), ('Q', "long")] {
            let is_white = colour == FsfColour::White;
            let letter = if is_white { letter } else { letter.to_ascii_lowercase() };
            if !self.start.castling.contains(letter) {
                continue;
            }
            if let Some(text) = self.castling_text(colour, name == "short") {
                draft.set(&["castling", name], text);
            }
        }
    }

    fn castling_text(&self, colour: FsfColour, is_short: bool) -> Option<String> {
        let (files, ranks) = (self.record.files(), self.record.ranks());
        let rank = self.record.number("castlingRank") as u8 - 1;
        let rank = if colour == FsfColour::White { rank } else { ranks.checked_sub(rank + 1)? };
        let king = self.record.listed(&colour.key("castlingKingPiece")).into_iter().next()?;
        let rooks = self.record.listed(&colour.key("castlingRookPieces"));
        let kings = self.start.cells_of(colour, &king, false);
        let on_rank: Vec<u8> =
            kings.iter().filter(|cell| cell.0 == rank).map(|cell| cell.1).collect();
        let usual_file = self.record.number("castlingKingFile") as u8 - 1;
        let king_file = match on_rank[..] {
            [only] => only,
            _ if on_rank.contains(&usual_file) => usual_file,
            _ => return None,
        };
        let is_rook = |file: &u8| match self.start.pieces.get(&(rank, *file)) {
            Some((owner, name, _)) => *owner == colour && rooks.contains(name),
            None => false,
        };
        let (to, rook_to, rook_file) = if is_short {
            let from = (self.record.number("castlingRookKingsideFile") as u8 - 1).min(files - 1);
            let to = self.record.number("castlingKingsideFile") as u8 - 1;
            (to, to.checked_sub(1)?, (king_file + 1..=from).rev().find(is_rook)?)
        } else {
            let from = self.record.number("castlingRookQueensideFile") as u8 - 1;
            let to = self.record.number("castlingQueensideFile") as u8 - 1;
            (to, to + 1, (from..king_file).find(is_rook)?)
        };
        // A castling over a hole is never possible.
        let cells = [king_file, to, rook_to, rook_file];
        let (first, last) = (cells.iter().min()?, cells.iter().max()?);
        if (*first..=*last).any(|file| self.start.holes.contains(&(rank, file))) {
            return None;
        }
        let name = |file: u8| self.names.axes.cell(self.names.seen_by(colour, (rank, file)));
        let rook = self.start.pieces.get(&(rank, rook_file)).map(|(_, name, _)| name.clone())?;
        Some(format!(
            "{} {}-{}, {} {}-{}",
            self.id(&king),
            name(king_file),
            name(to),
            self.id(&rook),
            name(rook_file),
            name(rook_to)
        ))
    }

    /// Writes what the pieces of a side promote to.
    pub fn promotion(&mut self, colour: FsfColour, draft: &mut Draft) {
        let zone = self.region("promotionRegion", colour);
        let pairs = self.record.pairs("promotedPieceType");
        let on_capture = self.record.flag("piecePromotionOnCapture");
        if zone.is_empty() {
            return;
        }
        let pawns = self.record.listed(&colour.key("promotionPawnTypes"));
        let choices = self.record.listed(&colour.key("promotionPieceTypes"));
        for name in pawns.iter().filter(|name| self.plays(colour, name)) {
            let mut ids: Vec<String> = choices.iter().map(|it| self.id(it).to_owned()).collect();
            let own = pairs.iter().any(|(from, _)| from == name);
            if let Some(form) = self.names.promoted.get(name).filter(|_| own && !on_capture) {
                ids.push(form.clone());
            }
            ids.retain(|id| id != self.id(name));
            if ids.is_empty() {
                continue;
            }
            let must = self.record.flag("mandatoryPawnPromotion");
            let must = must && (name == "pawn" || !choices.is_empty());
            let word = if must { "must" } else { "may" };
            let mut table = Draft::default();
            table.set(&[word], self.cells(colour, &zone));
            if own && name != "pawn" {
                table.set(&["leaving"], true);
            }
            if !must {
                self.must_where_stuck(colour, name, &zone, &mut table);
            }
            table.set(&["becomes"], ids.join(" "));
            draft.set(&["promotion", self.names.piece(name)], table);
        }
        for (from, _) in &pairs {
            let Some(form) = self.names.promoted.get(from).cloned() else { continue };
            if !self.plays(colour, from)
                || pawns.contains(from) && !choices.is_empty()
                || pawns.contains(from) && from == "pawn"
            {
                continue;
            }
            let mut table = Draft::default();
            let is_compulsory = self.record.flag("mandatoryPiecePromotion");
            table.set(&[if is_compulsory { "must" } else { "may" }], self.cells(colour, &zone));
            if zone != self.all_cells() {
                table.set(&["leaving"], true);
            }
            let mut back = table.clone();
            if !is_compulsory {
                self.must_where_stuck(colour, from, &zone, &mut table);
            }
            table.set(&["becomes"], form.clone());
            draft.set(&["promotion", self.names.piece(from)], table);
            if self.record.flag("pieceDemotion") && !on_capture {
                back.set(&["becomes"], self.names.piece(from));
                draft.set(&["promotion", &form], back);
            }
        }
    }

    /// A piece must promote where it could not move again, in games that ask for it.
    fn must_where_stuck(
        &self,
        colour: FsfColour,
        name: &str,
        zone: &BTreeSet<RankFile>,
        table: &mut Draft,
    ) {
        if !self.record.flag("immobilityIllegal") {
            return;
        }
        let stuck = self.immobile_cells(colour, name);
        let stuck: BTreeSet<RankFile> = stuck.intersection(zone).copied().collect();
        if !stuck.is_empty() {
            table.set(&["must"], self.cells(colour, &stuck));
        }
    }

    /// Writes the cells on which a side may drop pieces.
    pub fn drops(&mut self, colour: FsfColour, draft: &mut Draft) {
        if !self.record.flag("pieceDrops") {
            return;
        }
        let region = self.region("dropRegion", colour);
        let all = self.all_cells();
        let is_promoted_form =
            |name: &str| self.names.promoted.values().any(|id| id == self.id(name));
        let names = self.record.pieces.iter().map(|piece| piece.name.clone());
        let names = names.filter(|name| !is_promoted_form(name));
        for name in names.filter(|name| self.comes_in_hand(colour, name)) {
            let mut to = region.clone();
            if let Some(area) = self.mobility(colour, &name) {
                to.retain(|cell| area.contains(cell));
            }
            if name == "pawn" {
                let zone = self.region("promotionRegion", colour);
                let back = |cell: &RankFile| match colour {
                    FsfColour::White => cell.0 == 0,
                    FsfColour::Black => cell.0 + 1 == self.record.ranks(),
                };
                to.retain(|cell| {
                    (self.record.flag("promotionZonePawnDrops") || !zone.contains(cell))
                        && (self.record.flag("firstRankPawnDrops") || !back(cell))
                });
            }
            if name == "rook" && self.record.flag("sittuyinRookDrop") {
                let near = if colour == FsfColour::White { 0 } else { self.record.ranks() - 1 };
                to.retain(|cell| cell.0 == near);
            }
            if self.record.flag("immobilityIllegal") {
                let stuck = self.immobile_cells(colour, &name);
                to.retain(|cell| !stuck.contains(cell));
            }
            let id = self.id(&name).to_owned();
            if to != all && !to.is_empty() {
                draft.set(&["drops", &id, "to"], self.limit(colour, &to));
            }
            let count = self.record.number("dropNoDoubledCount");
            if self.drops_few_on_a_file(&name) && count > 0 {
                draft.set(&["drops", &id, "one-per"], "file");
                if count > 1 {
                    draft.set(&["drops", &id, "max-count"], count);
                }
            }
            let both_colours = self.record.flag("dropOppositeColoredBishop");
            if name == "bishop" && both_colours && !self.record.flag("capturesToHand") {
                draft.set(&["drops", &id, "one-per"], "colour");
            }
            if let Some(form) = self.names.promoted.get(&name)
                && self.record.flag("dropPromoted")
            {
                draft.set(&["drops", &id, "as"], format!("{id} {form}"));
                if region != all && !region.is_empty() {
                    draft.set(&["drops", form, "to"], self.limit(colour, &region));
                }
            }
            if name == "shogiPawn" && self.record.flag("shogiPawnDropMateIllegal") {
                draft.set(&["drops", &id, "mates"], false);
            }
        }
    }

    /// Whether only so many of a piece may be on a file when it is dropped there.
    fn drops_few_on_a_file(&self, name: &str) -> bool {
        self.record.listed("dropNoDoubled").iter().any(|known| known == name)
            && !matches!(self.record.piece_names("dropNoDoubled"), PieceNames::All)
    }

    fn comes_in_hand(&self, colour: FsfColour, name: &str) -> bool {
        let other = COLOURS[1 - colour.index()];
        let captured = self.record.flag("capturesToHand") && name != "king";
        self.start.hands.contains_key(&(colour, name.to_owned()))
            || captured && (self.plays(other, name) || self.plays(colour, name))
    }

    /// Writes restrictions and effects.
    pub fn restrictions(&mut self, draft: &mut Draft) {
        let record = self.record;
        let mut restrict = |name: &str, key: &str, condition: String| {
            draft.set(&["restrictions", name, key], condition);
        };
        for piece in &record.pieces {
            let [white, black] = COLOURS.map(|colour| {
                let zone = self.barred_zone(colour, piece);
                (self.plays(colour, &piece.name) && !zone.is_empty())
                    .then(|| format!("arrives on {}", self.cells_of_fact(colour, &zone)))
            });
            if let Some(event) = white.or(black) {
                let id = self.id(&piece.name);
                restrict(&format!("no-promotion-of-{id}"), "never", format!("{event} by {id}"));
            }
        }
        // At most none on a file: the piece is never dropped.
        if record.flag("pieceDrops") && record.number("dropNoDoubledCount") == 0 {
            for piece in record.pieces.iter().filter(|it| self.drops_few_on_a_file(&it.name)) {
                let id = self.id(&piece.name);
                restrict(&format!("no-drops-of-{id}"), "never", format!("drops {id}"));
            }
        }
        // For the engine only an attack on a King is a check that these rules ask for.
        let has_king = COLOURS.iter().any(|&colour| self.plays(colour, "king"));
        if !record.flag("checking") && has_king {
            restrict("no-checks", "never", "gives check".to_owned());
        }
        if !record.flag("dropChecks") && record.flag("pieceDrops") && has_king {
            restrict("no-checks-by-drops", "never", "drops and gives check".to_owned());
        }
        if record.flag("makpongRule") {
            let king = self.names.piece("king");
            let flight = format!("in check and moves by {king} and not captures");
            restrict("makpong", "never", flight);
        }
        if record.flag("oppositeCastling") {
            for castling in ["short", "long"] {
                let condition = format!("castles {castling} and enemy castled {castling}");
                restrict(&format!("not-{castling}-like-the-enemy"), "never", condition);
            }
        }
        if record.flag("mustDrop") && record.flag("pieceDrops") {
            let pieces = match record.piece_names("mustDropType") {
                PieceNames::All => "drops".to_owned(),
                PieceNames::Listed(names) => format!("drops {}", self.names.piece_list(&names)),
            };
            restrict("drops-first", "must", pieces);
        }
        if record.flag("mustCapture") {
            restrict("compulsory-capture", "must", "captures".to_owned());
        }
        self.effects(draft);
    }

    /// A capture blasts the cells around and the capturing piece.
    fn effects(&mut self, draft: &mut Draft) {
        if !self.record.flag("blastOnCapture") {
            return;
        }
        let immune = self.known_pieces("blastImmuneTypes");
        let has_pawns = COLOURS.iter().any(|&colour| self.plays(colour, "pawn"));
        let mut spared: Vec<String> = if has_pawns { vec!["pawn".to_owned()] } else { Vec::new() };
        spared.extend(immune.iter().cloned());
        let but = |names: &[String]| {
            (!names.is_empty()).then(|| format!("any but {}", self.names.piece_list(names)))
        };
        for (name, at, spared) in [("blast", "around K", &spared), ("captor", "landing", &immune)] {
            draft.set(&["effects", name, "on"], "captures");
            draft.set(&["effects", name, "at"], at);
            if let Some(pieces) = but(spared) {
                draft.set(&["effects", name, "pieces"], pieces);
            }
            draft.set(&["effects", name, "does"], "captured");
        }
    }
}
