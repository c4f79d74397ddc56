//! Positions as text: a FEN, widened for any board, any number of sides and all that men remember.
//!
//! ```text
//! rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
//! PLACEMENT                                   SIDE RIGHTS PASSED QUIET MOVE [KEY=CELLS ...]
//! ```
//!
//! Rows of squares are as long as the board, holes are `*`. On hexagons a row holds the cells of
//! one number, from left to right. `w` and `b` are the first and the second side of two; else the
//! side stands by its id. Rights are `KQkq` for the castlings of two sides to the right and to the
//! left, else `SIDE.NAME`, with commas. `PASSED` are cells on which a man may be taken in passing,
//! with `*CELL` for the man where it is not plain. Keys: `moved` and `unmoved`, the men that are
//! not what standing (or not standing) on their cell of the array makes believe; `out`, sides;
//! `passes`, how many sides just passed; `plies`, half-moves since the start; and the id of a state,
//! the men that have it.

use crate::geometry::{Cell, Cells, Layout, Point, Vector};
use crate::notation::{Entry, Placement, Row, Shape, Token, print_placement};
use crate::rules::{Castling, EnPassantTarget, Game, Piece, PieceTypeId, Position, Rules, SideId};
use crate::source::{Code, Diagnostic, Diagnostics, Span, did_you_mean};

use super::Variant;

impl Variant {
    /// Reads a position; missing fields are as at the start of the game. Spans of complaints are
    /// places in the text.
    pub fn parse_position(&self, rules: &Rules, text: &str) -> Result<Position, Diagnostics> {
        let rows = board_rows(&self.game.layout);
        let shape: Shape =
            rows.iter().map(|section| section.iter().map(Vec::len).collect()).collect();
        let placement = Placement::parse(text, Some(&shape))?;
        let mut reader = PositionParser { variant: self, rules, errors: Diagnostics::default() };
        let position = reader.position(&placement, &rows);
        if reader.errors.is_empty() { Ok(position) } else { Err(reader.errors) }
    }

    /// Writes a position; [`parse_position`](Self::parse_position) gives it back.
    pub fn print_position(&self, rules: &Rules, position: &Position) -> String {
        let mut fields = vec![self.print_placement(position), self.print_side(position.to_move())];
        fields.push(self.print_rights(position));
        fields.push(print_passed(rules, position));
        let (players, _) = self.turn_of(position.to_move());
        fields.push(position.plies_without_progress().to_string());
        fields.push((position.plies() / players + 1).to_string());
        fields.extend(self.print_states(position));
        fields.join(" ")
    }

    /// The placement of a position: men and hands, without the other fields.
    pub fn print_placement(&self, position: &Position) -> String {
        let entry = |cell: &Option<Cell>| match cell {
            None => Entry::Hole,
            Some(cell) => position.piece_at(*cell).map_or(Entry::Empty, |piece| {
                Entry::Piece(self.token(piece, position.status(*cell).promoted_from.is_some()))
            }),
        };
        let row = |cells: &Vec<Option<Cell>>| Row {
            entries: cells.iter().map(entry).collect(),
            span: Span::default(),
        };
        let sections = board_rows(&self.game.layout)
            .iter()
            .map(|section| section.iter().map(row).collect())
            .collect();
        let hands = self.game.hands.as_ref().map(|_| self.hand_tokens(position));
        print_placement(&Placement { sections, hands, fields: Vec::new() })
    }

    /// Makes every castling possible of which both men stand at home.
    pub fn add_castling_rights(&self, position: &mut Position) {
        for (index, line) in self.game.castlings.iter().enumerate() {
            let home = |cell: Cell, piece_type: PieceTypeId| {
                position.piece_at(cell) == Some(Piece { side: line.side, piece_type })
            };
            let may = home(line.royal_from, line.royal) && home(line.partner_from, line.partner);
            position.set_can_castle(index, may);
        }
    }

    fn hand_tokens(&self, position: &Position) -> Vec<Token> {
        let mut tokens = Vec::new();
        for side in self.game.side_ids() {
            for piece_type in self.game.piece_type_ids() {
                let piece = Piece { side, piece_type };
                let count = position.in_hand(piece) as usize;
                tokens.extend(std::iter::repeat_n(self.token(piece, false), count));
            }
        }
        tokens
    }

    /// How a man is written.
    fn token(&self, piece: Piece, tilde: bool) -> Token {
        let letter = &self.face(piece.piece_type).letter;
        let (plus, letter) = match letter.strip_prefix('+') {
            Some(rest) => (true, rest),
            None => (false, letter.as_str()),
        };
        let letter = letter.chars().next().unwrap_or('?');
        let lower = letter.to_ascii_lowercase();
        let as_read = |shown: char| {
            let text = if plus { format!("+{shown}") } else { shown.to_string() };
            self.piece_by_letter(&text) == Some(piece)
        };
        // A neutral side's men are written small where that is not mistaken for another side's.
        let plain = [lower, letter].into_iter().find(|&shown| as_read(shown));
        let side = plain.is_none().then(|| self.sides[piece.side.index()].id.clone());
        Token { side, letter: plain.unwrap_or(letter), plus, tilde, span: Span::default() }
    }

    fn print_side(&self, side: SideId) -> String {
        let two = self.players().count() == 2;
        match self.players().position(|player| player == side) {
            Some(0) if two => "w".to_owned(),
            Some(1) if two => "b".to_owned(),
            _ => self.sides[side.index()].id.clone(),
        }
    }

    fn print_rights(&self, position: &Position) -> String {
        let lines = self.game.castlings.iter().enumerate();
        let held = lines.filter(|(index, _)| position.can_castle(*index)).map(|(_, line)| line);
        let names: Vec<String> = held.map(|line| self.right_name(line)).collect();
        match names.is_empty() {
            true => "-".to_owned(),
            false if self.letters_tell_castlings() => names.concat(),
            false => names.join(","),
        }
    }

    /// Whether there are two sides and no two castlings of one share a letter.
    fn letters_tell_castlings(&self) -> bool {
        let lines = &self.game.castlings;
        let letter = |line: &Castling| (line.side, castling_letter(&self.game, line));
        let shared = |index: usize| {
            lines[..index].iter().any(|other| letter(other) == letter(&lines[index]))
        };
        self.players().count() == 2 && !(0..lines.len()).any(shared)
    }

    /// `K` and `Q` where letters tell castlings apart, else `red.short`.
    fn right_name(&self, line: &Castling) -> String {
        if !self.letters_tell_castlings() {
            return format!("{}.{}", self.sides[line.side.index()].id, line.name);
        }
        let first = self.players().next() == Some(line.side);
        let letter = castling_letter(&self.game, line);
        if first { letter.to_string() } else { letter.to_ascii_lowercase().to_string() }
    }

    /// How many players there are, and whose turn it is among them, from 0.
    fn turn_of(&self, side: SideId) -> (u32, u32) {
        let turn = self.players().position(|player| player == side).unwrap_or(0);
        (self.players().count().max(1) as u32, turn as u32)
    }

    /// What men remember that the board does not show.
    fn print_states(&self, position: &Position) -> Vec<String> {
        let mut fields = Vec::new();
        let layout = &self.game.layout;
        let mut list = |key: &str, cells: Cells| {
            if !cells.is_empty() {
                let names: Vec<&str> = cells.iter().map(|cell| layout.name(cell)).collect();
                fields.push(format!("{key}={}", names.join(",")));
            }
        };
        let differs = |moved: bool| {
            let pieces = position.pieces().filter(|&(cell, piece)| {
                position.status(cell).moved == moved
                    && is_on_start_cell(&self.game, cell, piece) == moved
            });
            pieces.map(|(cell, _)| cell).collect::<Cells>()
        };
        list("moved", differs(true));
        list("unmoved", differs(false));
        for (index, state) in self.game.states.iter().enumerate() {
            let has = |cell: Cell| position.status(cell).states >> index & 1 == 1;
            list(
                &state.id,
                position.pieces().map(|(cell, _)| cell).filter(|&cell| has(cell)).collect(),
            );
        }
        let out: Vec<&str> = (0..self.game.sides.len() as u8)
            .filter(|&side| position.is_eliminated(SideId(side)))
            .map(|side| self.sides[side as usize].id.as_str())
            .collect();
        if !out.is_empty() {
            fields.push(format!("out={}", out.join(",")));
        }
        // The number of the move tells the half-moves only as long as everybody plays.
        let (players, turn) = self.turn_of(position.to_move());
        if position.plies() % players != turn {
            fields.push(format!("plies={}", position.plies()));
        }
        if position.consecutive_passes() > 0 {
            fields.push(format!("passes={}", position.consecutive_passes()));
        }
        fields
    }
}

/// The cells of each board and level, row by row, far row first.
fn board_rows(layout: &Layout) -> Vec<Vec<Vec<Option<Cell>>>> {
    let mut sections = Vec::new();
    for (index, board) in layout.boards().iter().enumerate() {
        for z in 0..board.levels.len() as i16 {
            let cell =
                |x: i16, y: i16| layout.at(Point { board: index as u8, at: Vector::new(x, y, z) });
            let files = 0..board.files.len() as i16;
            let row = |place: i16| -> Vec<Option<Cell>> {
                files
                    .clone()
                    .filter(|&x| place < board.file_length(x))
                    .map(|x| cell(x, board.file_start(x) + place))
                    .collect()
            };
            let rows: Vec<_> = (0..board.ranks.len() as i16).rev().map(row).collect();
            sections.push(rows.into_iter().filter(|row| !row.is_empty()).collect());
        }
    }
    sections
}

/// Whether the man stands where the array has such a man.
fn is_on_start_cell(game: &Game, cell: Cell, piece: Piece) -> bool {
    game.initial_pieces.contains(&(cell, piece))
}

/// `K` for the castling whose partner starts furthest right, `Q` for the one furthest left; another
/// by its name.
fn castling_letter(game: &Game, line: &Castling) -> char {
    let file = |other: &Castling| game.layout.point(other.partner_from).at.x;
    let own = || game.castlings.iter().filter(|other| other.side == line.side);
    let right = own().map(file).max();
    let left = own().map(file).min();
    let towards_right = file(line) >= game.layout.point(line.royal_from).at.x;
    match (Some(file(line)) == right && towards_right, Some(file(line)) == left) {
        (true, _) => 'K',
        (false, true) => 'Q',
        _ => line.name.chars().next().unwrap_or('C').to_ascii_uppercase(),
    }
}

fn print_passed(rules: &Rules, position: &Position) -> String {
    let layout = rules.layout();
    let text = |passed: &EnPassantTarget| {
        let name = layout.name(passed.cell);
        match rules.double_stepper(position, passed.cell) {
            Some(known) if known == *passed => name.to_owned(),
            _ => format!("{name}*{}", layout.name(passed.victim)),
        }
    };
    match position.en_passant_targets() {
        [] => "-".to_owned(),
        all => all.iter().map(text).collect::<Vec<_>>().join(","),
    }
}

struct PositionParser<'a> {
    variant: &'a Variant,
    rules: &'a Rules,
    errors: Diagnostics,
}

impl PositionParser<'_> {
    fn fail(&mut self, span: Span, message: String, help: impl Into<String>) {
        self.errors.push(Diagnostic::error(Code::Position, message).at_span(span).help(help));
    }

    fn position(&mut self, placement: &Placement, rows: &[Vec<Vec<Option<Cell>>>]) -> Position {
        let mut position = Position::empty(self.rules);
        let cells = rows.iter().flatten().flatten();
        let entries = placement.sections.iter().flatten();
        let entries = entries.flat_map(|row| row.entries.iter().map(|entry| (entry, row.span)));
        for (&cell, (entry, row)) in cells.zip(entries) {
            match (cell, entry) {
                (_, Entry::Empty) | (None, Entry::Hole) => {}
                (Some(cell), Entry::Piece(token)) => self.stand(&mut position, cell, token),
                (None, Entry::Piece(token)) => {
                    let message = "there is no cell under this piece".to_owned();
                    self.fail(token.span, message, "holes are written `*`");
                }
                (Some(cell), Entry::Hole) => {
                    let name = self.rules.layout().name(cell);
                    let message = format!("`*` is a hole, and `{name}` is a cell of the board");
                    self.fail(row, message, "an empty cell is written `1`");
                }
            }
        }
        for token in placement.hands.iter().flatten() {
            if let Some(piece) = self.piece(token) {
                position.set_in_hand(piece, position.in_hand(piece) + 1);
            }
        }
        self.fields(&mut position, &placement.fields);
        position
    }

    fn stand(&mut self, position: &mut Position, cell: Cell, token: &Token) {
        let Some(piece) = self.piece(token) else { return };
        position.set_piece(cell, Some(piece));
        let mut tag = position.status(cell);
        tag.moved = !is_on_start_cell(&self.variant.game, cell, piece);
        if token.tilde {
            tag.promoted_from = self.unpromoted_type(piece);
        }
        position.set_status(cell, tag);
    }

    /// What a promoted man was: the kind that may become it.
    fn unpromoted_type(&self, piece: Piece) -> Option<PieceTypeId> {
        let mut lines = self.variant.game.promotions.iter();
        lines
            .find(|line| line.side == piece.side && line.choices.contains(&piece.piece_type))
            .map(|line| line.piece_type)
    }

    fn piece(&mut self, token: &Token) -> Option<Piece> {
        let letter =
            if token.plus { format!("+{}", token.letter) } else { token.letter.to_string() };
        let piece = match &token.side {
            None => self.variant.piece_by_letter(&letter),
            Some(side) => {
                let side = self.variant.side(side);
                side.zip(self.variant.kind(&letter))
                    .map(|(side, piece_type)| Piece { side, piece_type })
            }
        };
        if piece.is_none() {
            let message = format!("no piece of {} is written `{letter}`", self.variant.name);
            let faces = self.variant.faces.iter();
            let known: Vec<String> =
                faces.map(|face| format!("{} {}", face.letter, face.name)).collect();
            let error = Diagnostic::error(Code::PlacementPiece, message)
                .at_span(token.span)
                .at("unknown piece")
                .help(format!("the letters are {}", known.join(", ")));
            self.errors.push(error);
        }
        piece
    }

    fn fields(&mut self, position: &mut Position, fields: &[(String, Span)]) {
        let (memory, plain): (Vec<_>, Vec<_>) =
            fields.iter().partition(|(field, _)| field.contains('='));
        let mut plain = plain.into_iter();
        if let Some((field, span)) = plain.next() {
            self.side(position, field, *span);
        }
        match plain.next() {
            Some((field, span)) => self.rights(position, field, *span),
            // Without a field, whoever stands at home may castle.
            None => self.variant.add_castling_rights(position),
        }
        if let Some((field, span)) = plain.next() {
            self.passed(position, field, *span);
        }
        let number =
            |field: Option<&(String, Span)>| field.and_then(|(field, _)| field.parse().ok());
        let rest: Vec<&(String, Span)> = plain.collect();
        for (field, span) in
            rest.iter().filter(|(field, _)| field.parse::<u32>().is_err() && field != "-")
        {
            self.fail(*span, format!("`{field}` is no number"), "the last fields count moves");
        }
        let (players, turn) = self.variant.turn_of(position.to_move());
        position.set_plies_without_progress(number(rest.first().copied()).unwrap_or(0) as u16);
        let move_number: u32 = number(rest.get(1).copied()).unwrap_or(1);
        position.set_plies(move_number.saturating_sub(1).min(1 << 24) * players + turn);
        for (field, span) in memory {
            self.memory(position, field, *span);
        }
    }

    fn side(&mut self, position: &mut Position, field: &str, span: Span) {
        let players: Vec<SideId> = self.variant.players().collect();
        let by_letter = match (field, &players[..]) {
            ("w", [first, _]) => Some(*first),
            ("b", [_, second]) => Some(*second),
            _ => None,
        };
        let by_initial = || {
            let starts = |side: &&SideId| self.variant.sides[side.index()].id.starts_with(field);
            let mut found = players.iter().filter(starts);
            found.next().copied().filter(|_| found.next().is_none())
        };
        match by_letter.or_else(|| self.variant.side(field)).or_else(by_initial) {
            Some(side) if players.contains(&side) => position.set_to_move(side),
            _ => {
                let names: Vec<&str> = players
                    .iter()
                    .map(|side| self.variant.sides[side.index()].id.as_str())
                    .collect();
                let known = names.join(", ");
                self.fail(
                    span,
                    format!("`{field}` is no side that moves"),
                    format!("sides are {known}"),
                );
            }
        }
    }

    fn rights(&mut self, position: &mut Position, field: &str, span: Span) {
        if field == "-" {
            return;
        }
        let words: Vec<String> = match self.variant.letters_tell_castlings() {
            true => field.chars().map(String::from).collect(),
            false => field.split(',').map(str::to_owned).collect(),
        };
        for word in words {
            let named = |line: &Castling| self.variant.right_name(line) == word;
            match self.variant.game.castlings.iter().position(named) {
                Some(index) => position.set_can_castle(index, true),
                None => {
                    let lines = self.variant.game.castlings.iter();
                    let known: Vec<String> =
                        lines.map(|line| self.variant.right_name(line)).collect();
                    let known = if known.is_empty() { "-".to_owned() } else { known.join(" ") };
                    let message = format!("`{word}` is no castling of {}", self.variant.name);
                    self.fail(span, message, format!("possible here: {known}"));
                }
            }
        }
    }

    fn passed(&mut self, position: &mut Position, field: &str, span: Span) {
        if field == "-" {
            return;
        }
        for word in field.split(',') {
            let (cell, victim) = match word.split_once('*') {
                Some((cell, victim)) => (cell, Some(victim)),
                None => (word, None),
            };
            let Some(cell) = self.cell(cell, span) else { continue };
            let passed = match victim {
                None => self.rules.double_stepper(position, cell),
                Some(victim) => self.cell(victim, span).and_then(|victim| {
                    let side = position.piece_at(victim)?.side;
                    Some(EnPassantTarget { cell, victim, side })
                }),
            };
            match passed {
                Some(passed) => position.add_en_passant_target(passed),
                None => {
                    let message = format!("nobody can have just passed `{word}`");
                    self.fail(span, message, "name the cell that a double step skipped, or `-`");
                }
            }
        }
    }

    fn cell(&mut self, name: &str, span: Span) -> Option<Cell> {
        let layout = self.rules.layout();
        let found = layout.find(name);
        if found.is_none() {
            let help = did_you_mean(name, layout.cells().map(|cell| layout.name(cell)))
                .unwrap_or_else(|| "cells are named as on the board".to_owned());
            self.fail(span, format!("no cell `{name}`"), help);
        }
        found
    }

    fn memory(&mut self, position: &mut Position, field: &str, span: Span) {
        let (key, list) = field.split_once('=').expect("memory fields have a sign of equality");
        let words: Vec<&str> = list.split(',').filter(|word| !word.is_empty()).collect();
        if key == "passes" || key == "plies" {
            match list.parse::<u32>() {
                Ok(count) if key == "plies" => position.set_plies(count),
                Ok(count) if count <= 255 => position.set_consecutive_passes(count as u8),
                _ => self.fail(span, format!("`{list}` is no such number"), "write `passes=1`"),
            }
            return;
        }
        if key == "out" {
            for word in words {
                match self.variant.side(word) {
                    Some(side) => position.set_eliminated(side, true),
                    None => self.fail(span, format!("no side `{word}`"), "write its id"),
                }
            }
            return;
        }
        let state = self.variant.game.states.iter().position(|state| state.id == key);
        for word in words {
            let Some(cell) = self.cell(word, span) else { continue };
            let mut tag = position.status(cell);
            match (key, state) {
                ("moved", _) => tag.moved = true,
                ("unmoved", _) => tag.moved = false,
                (_, Some(state)) => tag.states |= 1 << state,
                _ => {
                    let message = format!("`{key}` is nothing that a piece remembers here");
                    return self.fail(span, message, "keys are moved, unmoved, out and states");
                }
            }
            position.set_status(cell, tag);
        }
    }
}
