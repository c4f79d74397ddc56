//! Turns of two parts: a neutral piece that each turn moves, and drops where a piece left its cell.

use std::collections::BTreeSet;

use super::cell_pattern::RankFile;
use super::draft::Draft;
use super::keys::blocking_rule;
use super::names::BlockingPiece;
use super::record::{COLOURS, FsfColour};
use super::translate::Translator;

impl Translator<'_> {
    /// Whether each turn also moves one piece that blocks, to any empty cell.
    ///
    /// With royal pieces a definition cannot say it: for the engine, the old place of the piece still
    /// shields a King from check.
    pub fn has_blocking_piece(&self) -> bool {
        let is_everywhere =
            |colour: FsfColour| self.region("wallingRegion", colour) == self.all_cells();
        self.record.text("wallingRule") == blocking_rule()
            && !["wallOrMove", "gating", "pieceDrops"].iter().any(|key| self.record.flag(key))
            && self.start.holes.is_empty()
            && !self.record.pieces.iter().any(|piece| self.is_royal(&piece.name))
            && COLOURS.into_iter().all(is_everywhere)
    }

    /// The piece types by which drops are possible where they start, by name: those of the first
    /// rank whose files the initial position names. `None` if a definition cannot say it.
    pub fn gating_types(&self) -> Option<Vec<String>> {
        let record = self.record;
        let is_plain = record.flag("gating")
            && record.flag("seirawanGating")
            && !["pieceDrops", "cambodianMoves"].iter().any(|key| record.flag(key))
            && record.text("wallingRule") == "none"
            && !self.start.hands.is_empty();
        if !is_plain {
            return None;
        }
        let [white, black] = COLOURS.map(|colour| self.gating_types_of(colour));
        let (white, black) = (white?, black?);
        (white == black).then(|| white.into_iter().collect())
    }

    fn gating_types_of(&self, colour: FsfColour) -> Option<BTreeSet<String>> {
        let cells = self.gates(colour);
        let own = self.start.pieces.iter().filter(|(_, (owner, ..))| *owner == colour);
        let at_gates = own.clone().filter(|(cell, _)| cells.contains(cell));
        let types: BTreeSet<String> = at_gates.map(|(_, (_, name, _))| name.clone()).collect();
        let mut others = own.filter(|(cell, _)| !cells.contains(cell));
        others.all(|(_, (_, name, _))| !types.contains(name)).then_some(types)
    }

    /// The cells of the first rank at which a drop is possible, by the field of rights.
    fn gates(&self, colour: FsfColour) -> BTreeSet<RankFile> {
        let near = if colour == FsfColour::White { 0 } else { self.record.ranks() - 1 };
        let edge = self.record.files() - 1;
        let is_royal = |file: u8| {
            let piece = self.start.pieces.get(&(near, file));
            piece.is_some_and(|(_, name, _)| name == "king")
        };
        let mut files: BTreeSet<u8> = BTreeSet::new();
        let own = |it: &char| it.is_ascii_uppercase() == (colour == FsfColour::White);
        for letter in self.start.castling.chars().filter(|it| it.is_ascii_alphabetic()).filter(own)
        {
            let letter = letter.to_ascii_lowercase();
            match letter {
                'k' | 'q' => {
                    files.insert(if letter == 'k' { edge } else { 0 });
                    files.extend((0..=edge).find(|&file| is_royal(file)));
                }
                letter => {
                    files.insert(letter as u8 - b'a');
                }
            }
        }
        files.into_iter().map(|file| (near, file)).collect()
    }

    /// Writes the parts of turns.
    pub fn turn_parts(&self, draft: &mut Draft) {
        if self.has_blocking_piece() {
            let BlockingPiece { side, piece, name, letter } =
                self.names.blocking_piece(self.record);
            let [white, black] = &self.names.sides;
            draft.set(&["sides", white, "captures"], black.as_str());
            draft.set(&["sides", black, "captures"], white.as_str());
            if let Some(name) = name {
                draft.set(&["sides", &side, "name"], name);
            }
            draft.set(&["sides", &side, "moved-by"], format!("{white} {black}"));
            draft.set(&["pieces", &piece, "letter"], letter);
            draft.set(&["pieces", &piece, "move"], "mU");
            draft.set(&["setup-hand", &side, &piece], 1);
            draft.set(&["turn-parts", "move", "moves"], "own");
            draft.set(&["turn-parts", &piece, "moves"], piece.as_str());
            draft.set(&["turn-parts", &piece, "drops"], piece.as_str());
        }
        if let Some(types) = self.gating_types() {
            let pieces: BTreeSet<&String> = self.start.hands.keys().map(|(_, name)| name).collect();
            let pieces: Vec<String> = pieces.into_iter().cloned().collect();
            draft.set(&["turn-parts", "move", "moves"], "own");
            draft.set(&["turn-parts", "gate", "drops"], self.names.piece_list(&pieces));
            draft.set(&["turn-parts", "gate", "to"], "start, partner start");
            draft.set(&["turn-parts", "gate", "by"], self.all_but(&types, &pieces));
            draft.set(&["turn-parts", "gate", "if"], "unmoved");
            draft.set(&["turn-parts", "gate", "optional"], true);
        }
    }

    /// Some of the types on the board as text: `any but pawn` where that is short.
    fn all_but(&self, types: &[String], in_hand: &[String]) -> String {
        let names = self.record.pieces.iter().map(|piece| &piece.name);
        let others: Vec<String> = names
            .filter(|name| !types.contains(name) && !in_hand.contains(name))
            .cloned()
            .collect();
        match &others[..] {
            [] => "any".to_owned(),
            [_] => format!("any but {}", self.names.piece_list(&others)),
            _ => self.names.piece_list(types),
        }
    }
}
