//! The rules of a record as a definition.

use std::collections::BTreeSet;

use crate::source::{Diagnostics, title_case};

use super::cell_pattern::{CellPattern, RankFile};
use super::draft::{Draft, DraftValue};
use super::names::DefinitionNames;
use super::record::{COLOURS, FsfColour, FsfRecord, PieceNames};
use super::start::FsfStart;

/// The tables of a definition, in the order of a file.
const ORDER: &str = "format name based-on without about dress board boards zones borders sides armies \
                     states pieces setup setup-hand castling promotion hands drops transfers \
                     turn-parts turn check restrictions effects ends end-conditions unmodelled";

/// A definition in the making, and what it cannot say.
#[derive(Debug, Clone)]
pub struct Translation {
    /// The whole definition, with nothing inherited.
    pub draft: Draft,
    /// The names of pieces, sides and cells.
    pub names: DefinitionNames,
    /// The keys that cannot be said, each with its value.
    pub reasons: Vec<String>,
}

/// Writes one record as a definition.
pub(super) struct Translator<'a> {
    pub record: &'a FsfRecord,
    pub names: &'a DefinitionNames,
    pub start: FsfStart,
    /// The piece types that a side may have in the game, by name.
    pub in_play: BTreeSet<(FsfColour, String)>,
    /// Keys that cannot be said, with a sentence and what it affects.
    pub unsaid: Vec<UnsaidKey>,
}

/// A key that a definition cannot say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnsaidKey {
    /// The key and its value: `countingRule = makruk`.
    pub line: String,
    /// The rule as a sentence.
    pub rule: String,
    /// What it affects: `ends`, `moves`, `play` or `setup`.
    pub affects: &'static str,
}

/// Writes a record as a definition with that name.
pub fn translate(
    record: &FsfRecord,
    names: &DefinitionNames,
    title: &str,
) -> Result<Translation, Diagnostics> {
    let start = FsfStart::read(record)?;
    let in_play = in_play(record, &start);
    let mut translator = Translator { record, names, start, in_play, unsaid: Vec::new() };
    let mut draft = Draft::default();
    draft.set(&["format"], 1);
    draft.set(&["name"], title);
    translator.board(&mut draft);
    translator.setup(&mut draft);
    let [white, black] = COLOURS.map(|colour| translator.side_tables(colour));
    translator.merge_sides(&mut draft, &white, &black);
    translator.common_tables(&mut draft);
    translator.turn_parts(&mut draft);
    translator.report_unsaid();
    let mut reasons = Vec::new();
    for unsaid in &translator.unsaid {
        reasons.push(unsaid.line.clone());
        let rule = format!("{} (Fairy-Stockfish: `{}`)", unsaid.rule, unsaid.line);
        let table = Draft::of([("rule", rule.into()), ("affects", unsaid.affects.into())]);
        draft.push("unmodelled", table);
    }
    // A table that is not in the list comes last, not first.
    let place = |key: &str| ORDER.split(' ').position(|known| known == key).unwrap_or(usize::MAX);
    draft.entries.sort_by_key(|(key, _)| place(key));
    Ok(Translation { draft, names: names.clone(), reasons })
}

/// The name of a game from the name of its section: `3check-crazyhouse` is `3check Crazyhouse`.
pub fn title_of(section: &str) -> String {
    let words: Vec<String> = section.split(['-', '_', ' ']).map(title_case).collect();
    words.join(" ")
}

/// The piece types of each side: on the board, in hand, after promotions and captures.
fn in_play(record: &FsfRecord, start: &FsfStart) -> BTreeSet<(FsfColour, String)> {
    let on_board = start.pieces.values().map(|(colour, name, _)| (*colour, name.clone()));
    let mut found: BTreeSet<(FsfColour, String)> = on_board.collect();
    found.extend(start.hands.keys().cloned());
    loop {
        let mut more = found.clone();
        for colour in COLOURS {
            let pawns = record.listed(&colour.key("promotionPawnTypes"));
            if pawns.iter().any(|pawn| found.contains(&(colour, pawn.clone()))) {
                let choices = record.listed(&colour.key("promotionPieceTypes"));
                more.extend(choices.into_iter().map(|choice| (colour, choice)));
            }
            let other =
                if colour == FsfColour::White { FsfColour::Black } else { FsfColour::White };
            if record.flag("capturesToHand") && record.flag("pieceDrops") {
                let captured = found.iter().filter(|(owner, _)| *owner == other);
                more.extend(captured.map(|(_, name)| (colour, name.clone())));
            }
        }
        if more.len() == found.len() {
            return found;
        }
        found = more;
    }
}

impl Translator<'_> {
    pub fn unsaid(&mut self, line: impl Into<String>, rule: &str, affects: &'static str) {
        let unsaid = UnsaidKey { line: line.into(), rule: rule.to_owned(), affects };
        if !self.unsaid.contains(&unsaid) {
            self.unsaid.push(unsaid);
        }
    }

    /// The id of a piece type.
    pub fn id<'n>(&'n self, name: &'n str) -> &'n str {
        self.names.piece(name)
    }

    /// Cells as a side sees them, as text.
    pub fn cells(&self, colour: FsfColour, cells: &BTreeSet<RankFile>) -> String {
        let seen = cells.iter().map(|&cell| self.names.seen_by(colour, cell)).collect();
        self.names.axes.print(&seen)
    }

    /// The same as a part of a condition, which a comma would end.
    pub fn cells_of_fact(&self, colour: FsfColour, cells: &BTreeSet<RankFile>) -> String {
        let text = self.cells(colour, cells);
        if !text.contains(',') {
            return text;
        }
        let seen: BTreeSet<RankFile> =
            cells.iter().map(|&cell| self.names.seen_by(colour, cell)).collect();
        seen.iter().map(|&cell| self.names.axes.cell(cell)).collect::<Vec<_>>().join(" ")
    }

    /// Cells that limit something, as a side sees them: also as all but some.
    pub fn limit(&self, colour: FsfColour, cells: &BTreeSet<RankFile>) -> String {
        let seen = cells.iter().map(|&cell| self.names.seen_by(colour, cell)).collect();
        self.names.axes.print_limit(&seen)
    }

    /// The cells of a key of one side.
    pub fn region(&self, key: &str, colour: FsfColour) -> BTreeSet<RankFile> {
        self.existing(&self.record.cells(&colour.key(key)))
    }

    /// The cells of a pattern that exist.
    pub fn existing(&self, pattern: &CellPattern) -> BTreeSet<RankFile> {
        let cells = pattern.cells(self.record.files(), self.record.ranks());
        cells.difference(&self.start.holes).copied().collect()
    }

    /// All cells of the board.
    pub fn all_cells(&self) -> BTreeSet<RankFile> {
        self.existing(&CellPattern::All)
    }

    /// Whether a side may have a piece of the type in the game.
    pub fn plays(&self, colour: FsfColour, name: &str) -> bool {
        self.in_play.contains(&(colour, name.to_owned()))
    }

    /// The piece types of a key that some side may have.
    pub fn known_pieces(&self, key: &str) -> Vec<String> {
        let listed = self.record.listed(key);
        listed.into_iter().filter(|name| self.is_known(name)).collect()
    }

    fn is_known(&self, name: &str) -> bool {
        COLOURS.iter().any(|&colour| self.plays(colour, name))
    }

    /// The ids of the pieces of a key: of the types themselves and of promoted forms of the type.
    pub fn ids_of(&self, key: &str) -> Vec<String> {
        let mut ids: Vec<String> = Vec::new();
        for name in self.record.listed(key) {
            let pairs = self.record.pairs("promotedPieceType").into_iter();
            let forms = pairs.filter(|(from, to)| *to == name && self.is_known(from));
            let forms = forms.filter_map(|(from, _)| self.names.promoted.get(&from).cloned());
            let own = self.is_known(&name).then(|| self.id(&name).to_owned());
            for id in own.into_iter().chain(forms) {
                if !ids.contains(&id) {
                    ids.push(id);
                }
            }
        }
        ids
    }

    /// The text of a set of pieces: `any`, or ids.
    pub fn pieces_text(&self, key: &str) -> Option<String> {
        match self.record.piece_names(key) {
            PieceNames::All => Some("any".to_owned()),
            PieceNames::Listed(_) => {
                let known = self.ids_of(key);
                (!known.is_empty()).then(|| known.join(" "))
            }
        }
    }

    fn board(&mut self, draft: &mut Draft) {
        let axis = |names: &[String]| match (names.first(), names.last()) {
            (Some(first), Some(last)) => format!("{first}-{last}"),
            _ => String::new(),
        };
        draft.set(&["board", "files"], axis(&self.names.axes.files));
        draft.set(&["board", "ranks"], axis(&self.names.axes.ranks));
        if !self.start.holes.is_empty() {
            let cells = self.all_cells();
            draft.set(&["board", "cells"], self.limit(FsfColour::White, &cells));
        }
        draft.set(&["sides", &self.names.sides[0]], Draft::default());
        let mut second = Draft::default();
        if let Some(seat) = self.names.seat.text() {
            second.set(&["seat"], seat);
        }
        draft.set(&["sides", &self.names.sides[1]], second);
        if self.start.black_begins {
            self.unsaid("startFen = .. b ..", "The second side moves first.", "play");
        }
    }

    /// Writes `[setup.each]`, or the setups of the sides where they differ.
    fn setup(&mut self, draft: &mut Draft) {
        for piece in &self.record.pieces {
            for promoted in [false, true] {
                let form = self.names.promoted.get(&piece.name).map(String::as_str);
                let id = if promoted { form } else { Some(self.id(&piece.name)) };
                let Some(id) = id else { continue };
                let [white, black] =
                    COLOURS.map(|colour| self.start.cells_of(colour, &piece.name, promoted));
                let seen: BTreeSet<RankFile> =
                    black.iter().map(|&cell| self.names.seen_by(FsfColour::Black, cell)).collect();
                let text = |cells: &BTreeSet<RankFile>| self.names.axes.print(cells);
                if seen == white && !white.is_empty() {
                    draft.set(&["setup", "each", id], text(&white));
                    continue;
                }
                for (side, cells) in self.names.sides.iter().zip([white, black]) {
                    if !cells.is_empty() {
                        draft.set(&["setup", side, id], text(&cells));
                    }
                }
            }
        }
        if !self.record.flag("pieceDrops") && self.gating_types().is_none() {
            return;
        }
        for piece in &self.record.pieces {
            let count = |colour| self.start.hands.get(&(colour, piece.name.clone())).copied();
            let (id, counts) = (self.id(&piece.name), COLOURS.map(count));
            match counts {
                [Some(white), Some(black)] if white == black => {
                    draft.set(&["setup-hand", "each", id], white);
                }
                _ => {
                    for (side, count) in self.names.sides.iter().zip(counts) {
                        if let Some(count) = count {
                            draft.set(&["setup-hand", side, id], count);
                        }
                    }
                }
            }
        }
    }

    /// The tables that a side may have of its own, as the side sees the board.
    fn side_tables(&mut self, colour: FsfColour) -> Draft {
        let mut draft = Draft::default();
        self.pieces(colour, &mut draft);
        self.castling(colour, &mut draft);
        self.promotion(colour, &mut draft);
        self.drops(colour, &mut draft);
        self.side_ends(colour, &mut draft);
        draft
    }

    /// Writes what both sides have in common once, and the rest for each side.
    fn merge_sides(&mut self, draft: &mut Draft, white: &Draft, black: &Draft) {
        let tables: Vec<&str> =
            ["pieces", "castling", "promotion", "drops", "ends", "end-conditions"]
                .into_iter()
                .filter(|table| white.get(table).is_some() || black.get(table).is_some())
                .collect();
        for table in tables {
            let empty = Draft::default();
            let both = [white, black].map(|side| side.table(table).unwrap_or(&empty));
            if table == "castling" {
                self.merge_castling(draft, both);
                continue;
            }
            let mut keys: Vec<&String> = both[0].entries.iter().map(|(key, _)| key).collect();
            keys.extend(both[1].entries.iter().map(|(key, _)| key));
            let mut seen = BTreeSet::new();
            keys.retain(|key| seen.insert(*key));
            for key in keys {
                match both.map(|side| side.get(key)) {
                    [Some(one), Some(other)] if one == other => {
                        draft.set(&[table, key], one.clone());
                    }
                    [Some(DraftValue::Table(one)), Some(DraftValue::Table(other))]
                        if table == "pieces" =>
                    {
                        self.merge_piece(draft, key, one, other);
                    }
                    [Some(one), Some(_)] if table == "drops" => {
                        draft.set(&[table, key], one.clone());
                        let rule = "The sides may drop pieces on different cells.";
                        self.unsaid("dropRegionWhite, dropRegionBlack", rule, "moves");
                    }
                    [Some(one), None] | [None, Some(one)] if !table.starts_with("end") => {
                        draft.set(&[table, key], one.clone());
                    }
                    values => {
                        for (side, value) in self.names.sides.iter().zip(values) {
                            if let Some(value) = value {
                                draft.set(&["sides", side, table, key], value.clone());
                            }
                        }
                    }
                }
            }
        }
    }

    fn merge_castling(&self, draft: &mut Draft, both: [&Draft; 2]) {
        let is_empty = both.map(|side| side.entries.is_empty());
        match is_empty {
            [false, false] if both[0] == both[1] => {
                draft.set(&["castling"], both[0].clone());
            }
            [false, true] | [true, false] => {
                let (own, other) = if is_empty[0] { (1, 0) } else { (0, 1) };
                draft.set(&["castling"], both[own].clone());
                draft.set(&["sides", &self.names.sides[other], "without"], "castling");
            }
            _ => {
                for (side, table) in self.names.sides.iter().zip(both) {
                    draft.set(&["sides", side, "castling"], table.clone());
                }
            }
        }
    }

    /// The keys of a piece that a side may have of its own go to the side where they differ.
    fn merge_piece(&self, draft: &mut Draft, id: &str, white: &Draft, black: &Draft) {
        const OWN: [&str; 5] = ["move", "moves", "within", "double-step", "triple-step"];
        let mut own = [Draft::default(), Draft::default()];
        let mut keys: Vec<&str> = white.entries.iter().map(|(key, _)| key.as_str()).collect();
        let others: BTreeSet<&str> = black.entries.iter().map(|(key, _)| key.as_str()).collect();
        keys.extend(others.into_iter().filter(|key| white.get(key).is_none()));
        // `move` and `moves` are one thing.
        let moves_differ = ["move", "moves"].iter().any(|key| white.get(key) != black.get(key));
        for key in keys {
            let [one, other] = [white.get(key), black.get(key)];
            let is_move = key == "move" || key == "moves";
            if OWN.contains(&key) && (one != other || is_move && moves_differ) {
                for (own, value) in own.iter_mut().zip([one, other]) {
                    if let Some(value) = value {
                        own.set(&[key], value.clone());
                    }
                }
            } else if let Some(value) = one.or(other) {
                draft.set(&["pieces", id, key], value.clone());
            }
        }
        for (side, own) in self.names.sides.iter().zip(own) {
            if !own.entries.is_empty() {
                draft.set(&["sides", side, "pieces", id], own);
            }
        }
    }
}
