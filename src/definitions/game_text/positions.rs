//! Prints and reads positions as text: FEN, extended to any board, any number of sides and states.
//!
//! ```text
//! rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
//! PLACEMENT                                   SIDE RIGHTS TARGETS PLIES MOVE [KEY=CELLS ...]
//! ```
//!
//! - Placement: each row has all cells of a rank, and `*` for a hole. On hexagons, a row has the
//!   cells with one number, from left to right.
//! - Side to move: `w` and `b` if there are two players, otherwise the id of the side.
//! - Castling rights: `KQkq` if there are two players, `K` to the right and `Q` to the left.
//!   Otherwise `SIDE.NAME`, with commas.
//! - En passant targets, followed by `*CELL` for the victim if it is not the piece that made the
//!   double step over the target.
//! - Plies without progress.
//! - `moved` and `unmoved`: pieces for which this is not what their cell suggests: a piece on one
//!   of its start cells counts as unmoved.
//! - `out`: eliminated sides. `passes`: consecutive passes. `plies`: half-moves since the start.
//! - The id of a state: the pieces that have it.
//! - What is remembered of earlier moves: see `record_text`.

use super::record_text::{print_record, read_record_field};
use crate::game::{Castling, Game, Piece, PieceTypeId, SideId};
use crate::geometry::{Cell, CellCoordinates, CellSet, Layout, Vector};
use crate::notation::{PieceToken, Placement, Row, RowEntry, RowLengths, print_placement};
use crate::rules::{EnPassantTarget, Position, Rules};
use crate::source::{Code, Diagnostic, Diagnostics, Span, did_you_mean};
use crate::variant::Variant;

/// Reads a position; missing fields are as in the initial position.
///
/// The spans of diagnostics refer to `text`.
pub fn parse_position(
    variant: &Variant,
    rules: &Rules,
    text: &str,
) -> Result<Position, Diagnostics> {
    let rows = board_rows(&variant.game.layout);
    let shape: RowLengths =
        rows.iter().map(|section| section.iter().map(Vec::len).collect()).collect();
    let placement = Placement::parse(text, Some(&shape))?;
    let errors = Diagnostics::default();
    let mut parser = PositionParser { variant, rules, errors, is_within_turn: false };
    let position = parser.position(&placement, &rows);
    if parser.errors.is_empty() { Ok(position) } else { Err(parser.errors) }
}

/// The text of a position, which [`parse_position`] reads.
pub fn print_position(variant: &Variant, rules: &Rules, position: &Position) -> String {
    let mut fields =
        vec![placement_field(variant, position), print_side(variant, position.turn.to_move)];
    fields.push(print_rights(variant, position));
    fields.push(print_targets(rules, position));
    let (players, _) = turn_of(variant, position.turn.to_move);
    fields.push(position.turn.plies_without_progress.to_string());
    fields.push((position.turn.plies / players + 1).to_string());
    fields.extend(print_states(variant, position));
    fields.extend(print_record(variant, rules, position));
    fields.join(" ")
}

/// The first field of a position: the pieces on the board and in hand.
fn placement_field(variant: &Variant, position: &Position) -> String {
    let entry = |cell: &Option<Cell>| match cell {
        None => RowEntry::Hole,
        Some(cell) => position.piece_at(*cell).map_or(RowEntry::Empty, |piece| {
            RowEntry::Piece(token(variant, piece, position.status(*cell).promoted_from.is_some()))
        }),
    };
    let row = |cells: &Vec<Option<Cell>>| Row {
        entries: cells.iter().map(entry).collect(),
        span: Span::default(),
    };
    let sections = board_rows(&variant.game.layout)
        .iter()
        .map(|section| section.iter().map(row).collect())
        .collect();
    let hands = variant.game.hands.as_ref().map(|_| hand_tokens(variant, position));
    print_placement(&Placement { sections, hands, fields: Vec::new() })
}

/// Adds every castling right whose two pieces are on their start cells.
pub fn add_castling_rights(variant: &Variant, position: &mut Position) {
    for (index, line) in variant.game.castlings.iter().enumerate() {
        let home = |cell: Cell, piece_type: PieceTypeId| {
            position.piece_at(cell) == Some(Piece { side: line.side, piece_type })
        };
        let may = home(line.royal_from, line.royal) && home(line.partner_from, line.partner);
        position.set_can_castle(index, may);
    }
}

fn hand_tokens(variant: &Variant, position: &Position) -> Vec<PieceToken> {
    let of_side = |side| variant.game.piece_type_ids().map(move |kind| (side, kind));
    let pieces = variant.game.side_ids().flat_map(of_side);
    let tokens = pieces.map(|(side, piece_type)| {
        let piece = Piece { side, piece_type };
        std::iter::repeat_n(token(variant, piece, false), position.in_hand(piece) as usize)
    });
    tokens.flatten().collect()
}

/// The letter of a piece, with its side if the letter alone does not tell it.
fn token(variant: &Variant, piece: Piece, tilde: bool) -> PieceToken {
    let letter = &variant.face(piece.piece_type).letter;
    let (plus, letter) = match letter.strip_prefix('+') {
        Some(rest) => (true, rest),
        None => (false, letter.as_str()),
    };
    let letter = letter.chars().next().unwrap_or('?');
    let lower = letter.to_ascii_lowercase();
    let as_read = |shown: char| {
        let text = if plus { format!("+{shown}") } else { shown.to_string() };
        variant.piece_by_letter(&text) == Some(piece)
    };
    // Small letters first, so that neutral pieces have them if no other piece does.
    let known = [lower, letter].into_iter().find(|&shown| as_read(shown));
    let side = known.is_none().then(|| variant.sides[piece.side.index()].id.clone());
    PieceToken { side, letter: known.unwrap_or(letter), plus, tilde, span: Span::default() }
}

fn print_side(variant: &Variant, side: SideId) -> String {
    let two = variant.players().count() == 2;
    match variant.players().position(|player| player == side) {
        Some(0) if two => "w".to_owned(),
        Some(1) if two => "b".to_owned(),
        _ => variant.sides[side.index()].id.clone(),
    }
}

fn print_rights(variant: &Variant, position: &Position) -> String {
    let lines = variant.game.castlings.iter().enumerate();
    let held = lines.filter(|(index, _)| position.can_castle(*index)).map(|(_, line)| line);
    let names: Vec<String> = held.map(|line| right_name(variant, line)).collect();
    if names.is_empty() {
        "-".to_owned()
    } else {
        names.join(if has_castling_letters(variant) { "" } else { "," })
    }
}

/// Whether there are two players and all castlings of a side have different letters.
fn has_castling_letters(variant: &Variant) -> bool {
    let lines = &variant.game.castlings;
    let letter = |line: &Castling| (line.side, castling_letter(&variant.game, line));
    let shared =
        |index: usize| lines[..index].iter().any(|other| letter(other) == letter(&lines[index]));
    variant.players().count() == 2 && !(0..lines.len()).any(shared)
}

/// The name of a castling right: `K` and `q` if letters are enough, otherwise `red.short`.
fn right_name(variant: &Variant, line: &Castling) -> String {
    if !has_castling_letters(variant) {
        return format!("{}.{}", variant.sides[line.side.index()].id, line.name);
    }
    let first = variant.players().next() == Some(line.side);
    let letter = castling_letter(&variant.game, line);
    if first { letter.to_string() } else { letter.to_ascii_lowercase().to_string() }
}

/// The number of players, and the index of `side` among them.
fn turn_of(variant: &Variant, side: SideId) -> (u32, u32) {
    let turn = variant.players().position(|player| player == side).unwrap_or(0);
    (variant.players().count().max(1) as u32, turn as u32)
}

/// The fields with keys: states of pieces, eliminated sides, plies and passes.
fn print_states(variant: &Variant, position: &Position) -> Vec<String> {
    let names = |is_meant: &dyn Fn(Cell, Piece) -> bool| -> Vec<&str> {
        let pieces = position.pieces().filter(|&(cell, piece)| is_meant(cell, piece));
        let cells: CellSet = pieces.map(|(cell, _)| cell).collect();
        cells.iter().map(|cell| variant.game.layout.name(cell)).collect()
    };
    let differ = |moved: bool| {
        let is_at_start = |cell, piece| is_on_start_cell(&variant.game, cell, piece);
        names(&|cell, piece| {
            position.status(cell).moved == moved && is_at_start(cell, piece) == moved
        })
    };
    let mut lists = vec![("moved", differ(true)), ("unmoved", differ(false))];
    for (index, state) in variant.game.states.iter().enumerate() {
        let has = |cell, _| position.status(cell).states >> index & 1 == 1;
        lists.push((state, names(&has)));
    }
    let out = variant.game.side_ids().filter(|&side| position.is_eliminated(side));
    lists.push(("out", out.map(|side| variant.sides[side.index()].id.as_str()).collect()));
    let lists = lists.into_iter().filter(|(_, names)| !names.is_empty());
    let list = |(key, names): (&str, Vec<&str>)| format!("{key}={}", names.join(","));
    let mut fields: Vec<String> = lists.map(list).collect();
    // The move number gives the number of plies only while all players have turns.
    let (players, turn) = turn_of(variant, position.turn.to_move);
    if position.turn.plies % players != turn {
        fields.push(format!("plies={}", position.turn.plies));
    }
    if position.turn.consecutive_passes > 0 {
        fields.push(format!("passes={}", position.turn.consecutive_passes));
    }
    fields
}

/// The cells of each board and level, row by row, the farthest row first; `None` is a hole.
fn board_rows(layout: &Layout) -> Vec<Vec<Vec<Option<Cell>>>> {
    let mut sections = Vec::new();
    for (index, board) in layout.boards().iter().enumerate() {
        for z in 0..board.levels.len() as i16 {
            let cell = |x: i16, y: i16| {
                layout.at(CellCoordinates { board: index as u8, at: Vector::new(x, y, z) })
            };
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

/// Whether the cell has the same piece in the initial position.
fn is_on_start_cell(game: &Game, cell: Cell, piece: Piece) -> bool {
    game.initial_pieces.contains(&(cell, piece))
}

/// The letter of a castling: `K` if its partner starts farthest right, `Q` if farthest left,
/// otherwise the first letter of its name.
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

fn print_targets(rules: &Rules, position: &Position) -> String {
    let layout = rules.layout();
    let text = |target: &EnPassantTarget| {
        let name = layout.name(target.cell);
        match rules.double_stepper(position, target.cell) {
            Some(known) if known == *target => name.to_owned(),
            _ => format!("{name}*{}", layout.name(target.victim)),
        }
    };
    match &position.en_passant_targets[..] {
        [] => "-".to_owned(),
        all => all.iter().map(text).collect::<Vec<_>>().join(","),
    }
}

struct PositionParser<'a> {
    variant: &'a Variant,
    rules: &'a Rules,
    errors: Diagnostics,
    /// Whether the side to move has made a part of its turn.
    is_within_turn: bool,
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
                (_, RowEntry::Empty) | (None, RowEntry::Hole) => {}
                (Some(cell), RowEntry::Piece(token)) => {
                    self.place_piece(&mut position, cell, token)
                }
                (None, RowEntry::Piece(token)) => {
                    let message = "this piece is on a hole of the board".to_owned();
                    self.fail(token.span, message, "holes are written `*`");
                }
                (Some(cell), RowEntry::Hole) => {
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

    fn place_piece(&mut self, position: &mut Position, cell: Cell, token: &PieceToken) {
        let Some(piece) = self.piece(token) else { return };
        position.set_piece(cell, Some(piece));
        let mut status = position.status(cell);
        status.moved = !is_on_start_cell(&self.variant.game, cell, piece);
        if token.tilde {
            status.promoted_from = self.unpromoted_type(piece);
        }
        position.set_status(cell, status);
    }

    /// The piece type that promotes to a promoted piece.
    fn unpromoted_type(&self, piece: Piece) -> Option<PieceTypeId> {
        let promotions = self.variant.game.promotions.iter();
        let mut own = promotions.filter(|promotion| promotion.side == piece.side);
        own.find(|promotion| promotion.choices.contains(&piece.piece_type))
            .map(|promotion| promotion.piece_type)
    }

    fn piece(&mut self, token: &PieceToken) -> Option<Piece> {
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
        let (keyed, plain): (Vec<_>, Vec<_>) =
            fields.iter().partition(|(field, _)| field.contains('=') || field.starts_with('+'));
        self.is_within_turn = keyed.iter().any(|(field, _)| field.starts_with("part="));
        let mut plain = plain.into_iter();
        if let Some((field, span)) = plain.next() {
            self.side(position, field, *span);
        }
        match plain.next() {
            Some((field, span)) => self.rights(position, field, *span),
            // Without the field, all pieces on their start cells can castle.
            None => add_castling_rights(self.variant, position),
        }
        if let Some((field, span)) = plain.next() {
            self.en_passant_targets(position, field, *span);
        }
        let mut numbers: Vec<Option<u32>> = Vec::new();
        for (field, span) in plain {
            let number = field.parse().ok();
            if number.is_none() && field != "-" {
                let message = format!("`{field}` is not a number");
                self.fail(*span, message, "the last fields count moves");
            }
            numbers.push(number);
        }
        let number = |index: usize| numbers.get(index).copied().flatten();
        let (players, turn) = turn_of(self.variant, position.turn.to_move);
        position.turn.plies_without_progress = number(0).unwrap_or(0) as u16;
        let move_number = number(1).unwrap_or(1);
        position.turn.plies = move_number.saturating_sub(1).min(1 << 24) * players + turn;
        for (field, span) in keyed {
            match read_record_field(self.variant, self.rules, position, field) {
                Some(Ok(())) => {}
                Some(Err((message, help))) => self.fail(*span, message, help),
                None => self.keyed_field(position, field, *span),
            }
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
            Some(side) if players.contains(&side) => position.turn.to_move = side,
            _ => {
                let sides = players.iter().map(|side| &self.variant.sides[side.index()]);
                let known: Vec<&str> = sides.map(|side| side.id.as_str()).collect();
                let message = format!("`{field}` is not a side with turns");
                self.fail(span, message, format!("sides are {}", known.join(", ")));
            }
        }
    }

    fn rights(&mut self, position: &mut Position, field: &str, span: Span) {
        if field == "-" {
            return;
        }
        let words: Vec<String> = if has_castling_letters(self.variant) {
            field.chars().map(String::from).collect()
        } else {
            field.split(',').map(str::to_owned).collect()
        };
        for word in words {
            let named = |line: &Castling| right_name(self.variant, line) == word;
            match self.variant.game.castlings.iter().position(named) {
                Some(index) => position.set_can_castle(index, true),
                None => {
                    let lines = self.variant.game.castlings.iter();
                    let known: Vec<String> =
                        lines.map(|line| right_name(self.variant, line)).collect();
                    let known = if known.is_empty() { "-".to_owned() } else { known.join(" ") };
                    let message = format!("`{word}` is not a castling of {}", self.variant.name);
                    self.fail(span, message, format!("possible here: {known}"));
                }
            }
        }
    }

    fn en_passant_targets(&mut self, position: &mut Position, field: &str, span: Span) {
        if field == "-" {
            return;
        }
        for word in field.split(',') {
            let (cell, victim) = match word.split_once('*') {
                Some((cell, victim)) => (cell, Some(victim)),
                None => (word, None),
            };
            let Some(cell) = self.cell(cell, span) else { continue };
            let target = match victim {
                None => self.rules.double_stepper(position, cell),
                Some(victim) => self.cell(victim, span).and_then(|victim| {
                    let side = position.piece_at(victim)?.side;
                    let target = EnPassantTarget { cell, victim, side };
                    (side != position.turn.to_move || self.is_within_turn).then_some(target)
                }),
            };
            match target {
                Some(target) => position.en_passant_targets.push(target),
                None => {
                    let message = format!("no piece can have just skipped `{word}`");
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

    fn keyed_field(&mut self, position: &mut Position, field: &str, span: Span) {
        let (key, list) = field.split_once('=').expect("only fields with `=` are passed");
        let words: Vec<&str> = list.split(',').filter(|word| !word.is_empty()).collect();
        if key == "passes" || key == "plies" {
            match list.parse::<u32>() {
                Ok(count) if key == "plies" => position.turn.plies = count,
                Ok(count) if count <= 255 => position.turn.consecutive_passes = count as u8,
                _ => self.fail(span, format!("`{list}` is not such a number"), "write `passes=1`"),
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
        let state = self.variant.game.states.iter().position(|state| state == key);
        for word in words {
            let Some(cell) = self.cell(word, span) else { continue };
            let mut status = position.status(cell);
            match (key, state) {
                ("moved", _) => status.moved = true,
                ("unmoved", _) => status.moved = false,
                (_, Some(state)) => status.states |= 1 << state,
                _ => {
                    let message = format!("`{key}` is not a state of this game");
                    return self.fail(span, message, "keys are moved, unmoved, out and states");
                }
            }
            position.set_status(cell, status);
        }
    }
}
