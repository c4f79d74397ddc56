//! The state of a session: the board, the game, the legal moves of the chosen piece.

use std::sync::Arc;

use crate::diagram::{BoardView, Figure};
use crate::game::{Piece, PieceTypeId, SideId};
use crate::games::read_move;
use crate::geometry::{Cell, CellSet};
use crate::illustrate::Illustrator;
use crate::prose::{answer_title, drop_refusal_words, end_words, refusal_words};
use crate::query::{LoadedVariant, MovesRequest};
use crate::rules::{GameEnd, Move, MoveKind, Position};
use crate::source::Diagnostic;

use super::choices::{MoveChoice, choices};
use super::figure_request::{OpenedFigure, ShownPieces};
use super::game_line::{GameLine, MAX_MOVES};

/// What clicks on the board do.
#[derive(Debug, Clone)]
pub(super) enum Manner {
    /// They show the moves of any piece and put it on other cells.
    Look(Option<ShownPieces>),
    /// They play legal moves.
    Play,
}

/// What a reader has chosen to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ChosenPiece {
    /// The piece on a cell.
    OnBoard(Cell),
    /// A piece in hand.
    InHand(Piece),
}

/// An open board.
#[derive(Debug)]
pub(super) struct OpenBoard {
    /// The variant with the view as the reader has turned it.
    pub drawn: Illustrator,
    /// The figure of the page in that view.
    pub page_figure: Figure,
    /// The view of the page.
    page_view: BoardView,
    pub only: Option<CellSet>,
    /// The ids in the pictures begin with it.
    pub id_prefix: String,
    pub manner: Manner,
    /// Whether the page's figure is shown: nothing was changed yet.
    pub is_fresh: bool,
    /// The first position as text if it is not that of the figure, so that a link must say it.
    pub own_start: Option<String>,
    pub line: GameLine,
    /// The legal moves, none at the end of the game.
    pub moves: Vec<Move>,
    pub end: Option<GameEnd>,
    pub chosen: Option<ChosenPiece>,
    pub choices: Vec<MoveChoice>,
    /// The sides from whose seats the board looks different.
    pub seats: Vec<SideId>,
    pub seat: usize,
    pub is_narrow: bool,
    most_across: Option<u16>,
    /// A line for the reader: why something cannot be done.
    pub note: String,
    /// Whether the line says why the chosen piece may not go to a cell.
    pub is_refused: bool,
    /// What is read aloud.
    pub announcement: String,
}

impl OpenBoard {
    pub fn new(drawn: &Illustrator, opened: OpenedFigure, id_prefix: String) -> OpenBoard {
        let OpenedFigure { figure, only, line, shown_pieces, is_game } = opened;
        let page_view = figure.view().clone();
        let variant = Arc::clone(&drawn.variant);
        let mut seats: Vec<SideId> = Vec::new();
        let frame = |side: SideId| variant.game().sides[side].frame;
        for side in variant.variant().players() {
            if seats.iter().all(|&seat| frame(seat) != frame(side)) {
                seats.push(side);
            }
        }
        let seat = seats.iter().position(|&seat| frame(seat) == page_view.orientation);
        let mut board = OpenBoard {
            drawn: drawn.with_view(page_view.clone()),
            page_figure: figure,
            page_view,
            only,
            id_prefix,
            manner: if is_game { Manner::Play } else { Manner::Look(shown_pieces) },
            is_fresh: true,
            own_start: None,
            line,
            moves: Vec::new(),
            end: None,
            chosen: None,
            choices: Vec::new(),
            seats,
            seat: seat.unwrap_or(0),
            is_narrow: false,
            most_across: None,
            note: String::new(),
            is_refused: false,
            announcement: String::new(),
        };
        if board.line.length() > 0 {
            board.own_start = Some(board.print_position(board.line.first()));
        }
        board.refresh();
        board
    }

    pub fn variant(&self) -> &LoadedVariant {
        &self.drawn.variant
    }

    pub fn position(&self) -> &Position {
        self.line.position()
    }

    pub fn is_play(&self) -> bool {
        matches!(self.manner, Manner::Play)
    }

    /// Plays from another position.
    pub fn play_from(&mut self, position: Position) {
        self.line = GameLine::from(position);
        self.own_start = Some(self.print_position(self.line.first()));
        self.is_fresh = false;
        self.manner = Manner::Play;
        self.refresh();
    }

    /// Plays moves as texts, up to the first that is not legal, which is reported.
    pub fn play_texts(&mut self, texts: &[String]) {
        for (index, text) in texts.iter().enumerate() {
            let variant = Arc::clone(&self.drawn.variant);
            let found = match read_move(&variant, self.position(), text) {
                Ok(Some(found)) if self.end.is_none() => found,
                _ => {
                    let plural = if index == 1 { "" } else { "s" };
                    self.note = format!(
                        "The link stops after {index} move{plural}: “{text}” is no legal move there."
                    );
                    self.announcement = self.note.clone();
                    return;
                }
            };
            if !self.line.play(&variant, found) {
                return;
            }
            self.is_fresh = false;
            self.refresh();
        }
    }

    /// Looks up the legal moves and the end of the game, and forgets what was chosen.
    fn refresh(&mut self) {
        (self.chosen, self.choices) = (None, Vec::new());
        (self.moves, self.end) = match self.manner {
            Manner::Look(_) => (Vec::new(), None),
            Manner::Play => {
                let end = self.line.end(self.variant());
                let moves = self.variant().rules().moves(self.position());
                (if end.is_some() { Vec::new() } else { moves }, end)
            }
        };
    }

    /// A click on a cell.
    pub fn press(&mut self, cell: Cell) {
        match self.manner.clone() {
            Manner::Look(shown) => self.look_at(cell, shown),
            Manner::Play if !self.choices.is_empty() => self.narrow_choices(cell),
            Manner::Play => self.press_in_game(cell),
        }
    }

    /// Shows the piece on the cell, or puts the shown piece there.
    fn look_at(&mut self, cell: Cell, shown: Option<ShownPieces>) {
        let mut position = self.position().clone();
        let shown = match (position.piece_at(cell), shown) {
            (Some(_), Some(shown)) if shown.at == cell => return,
            (Some(piece), shown) => {
                let show = shown.map(|shown| shown.show).unwrap_or_default();
                let piece_types = vec![piece.piece_type];
                ShownPieces { piece_types, side: piece.side, at: cell, show }
            }
            (None, Some(shown)) => {
                position.set_piece(shown.at, None);
                let piece = Piece { side: shown.side, piece_type: shown.piece_types[0] };
                self.variant().place_piece(&mut position, cell, piece);
                ShownPieces { at: cell, ..shown }
            }
            (None, None) => return,
        };
        position.turn.to_move = shown.side;
        self.line = GameLine::from(position);
        self.announcement = match self.variant().answer(&self.looked_at(&shown)) {
            Ok(answer) => answer_title(self.variant(), &answer) + ".",
            Err(why) => format!("There is no answer: {}.", why.0),
        };
        self.manner = Manner::Look(Some(shown));
        self.is_fresh = false;
    }

    /// The question whose answer a board shows that is only looked at.
    pub fn looked_at(&self, shown: &ShownPieces) -> MovesRequest {
        MovesRequest {
            piece_types: shown.piece_types.clone(),
            side: shown.side,
            at: shown.at,
            position: Some(self.position().clone()),
            show: shown.show,
            to: None,
            unmoved: false,
        }
    }

    fn press_in_game(&mut self, cell: Cell) {
        let Some(chosen) = self.chosen else { return self.choose(cell) };
        if chosen == ChosenPiece::OnBoard(cell) && self.moves_to(chosen, cell).is_empty() {
            self.chosen = None;
            self.announcement = "Nothing is chosen.".to_owned();
            return;
        }
        let found = self.moves_to(chosen, cell);
        match found[..] {
            [] if self.may_move(cell) || self.is_friendly(chosen, cell) => self.choose(cell),
            [] => self.refuse(chosen, cell),
            [only] => self.play(only),
            _ => self.offer(&found),
        }
    }

    /// The legal moves of what is chosen that a click on a cell can mean: those that end there;
    /// otherwise those that capture, or castle with, the piece there.
    pub fn moves_to(&self, chosen: ChosenPiece, cell: Cell) -> Vec<Move> {
        let of_chosen = || self.moves_of(chosen);
        let ending: Vec<Move> = of_chosen().filter(|found| found.to == cell).collect();
        let stays = |found: &Move| found.from == found.to && chosen == ChosenPiece::OnBoard(cell);
        let ending: Vec<Move> = ending.into_iter().filter(|found| !stays(found)).collect();
        if !ending.is_empty() {
            return ending;
        }
        let touches = |found: &Move| {
            found.captures.contains(cell) || found.displaced.is_some_and(|(from, _)| from == cell)
        };
        of_chosen().filter(|found| touches(found) && found.from != cell).collect()
    }

    /// The legal moves of what is chosen.
    pub fn moves_of(&self, chosen: ChosenPiece) -> impl Iterator<Item = Move> + '_ {
        self.moves.iter().copied().filter(move |found| match (chosen, found.kind) {
            (_, MoveKind::Pass) => false,
            (ChosenPiece::InHand(piece), MoveKind::Drop(dropped)) => {
                self.variant().game().dropped_from(dropped) == piece
            }
            (ChosenPiece::InHand(_), _) | (_, MoveKind::Drop(_)) => false,
            (ChosenPiece::OnBoard(cell), _) => found.from == cell,
        })
    }

    /// Whether the piece on a cell has a legal move.
    pub fn may_move(&self, cell: Cell) -> bool {
        self.moves_of(ChosenPiece::OnBoard(cell)).next().is_some()
    }

    /// Whether a cell has a piece that the side of the chosen piece does not want to capture.
    fn is_friendly(&self, chosen: ChosenPiece, cell: Cell) -> bool {
        let side = match chosen {
            ChosenPiece::InHand(piece) => Some(piece.side),
            ChosenPiece::OnBoard(from) => self.position().piece_at(from).map(|piece| piece.side),
        };
        self.position().piece_at(cell).is_some_and(|piece| Some(piece.side) == side)
    }

    /// Chooses the piece on a cell, and says why it cannot move, if it cannot.
    fn choose(&mut self, cell: Cell) {
        let Some(piece) = self.position().piece_at(cell) else {
            self.chosen = None;
            return;
        };
        self.chosen = Some(ChosenPiece::OnBoard(cell));
        let (name, at) = (self.variant().piece_name(piece), self.variant().cell_name(cell));
        let count = self.moves_of(ChosenPiece::OnBoard(cell)).count();
        let moved_by = &self.variant().game().sides[piece.side].moved_by;
        let to_move = self.position().turn.to_move;
        let why = match () {
            () if count > 0 => String::new(),
            () if self.end.is_some() => "The game is over.".to_owned(),
            () if !moved_by.contains(&to_move) => {
                format!("It is the turn of {}.", self.variant().side_title(to_move))
            }
            () => format!("The {name} on {at} has no legal move."),
        };
        self.announcement = match count {
            0 => format!("The {name} on {at}. {why}"),
            1 => format!("The {name} on {at}: one move."),
            _ => format!("The {name} on {at}: {count} moves."),
        };
        self.note = why;
    }

    /// Says why what is chosen may not go to a cell.
    fn refuse(&mut self, chosen: ChosenPiece, cell: Cell) {
        let variant = Arc::clone(&self.drawn.variant);
        let position = self.position();
        let words = match (chosen, &self.end) {
            (_, Some(_)) => Some("The game is over.".to_owned()),
            (ChosenPiece::OnBoard(from), None) => variant
                .refusal(position, from, cell)
                .map(|refusal| refusal_words(&variant, position, from, cell, &refusal)),
            (ChosenPiece::InHand(piece), None) => variant
                .drop_refusal(position, piece, cell)
                .map(|refusal| drop_refusal_words(&variant, position, piece, cell, &refusal)),
        };
        self.note = words.unwrap_or_default();
        self.is_refused = self.end.is_none();
        self.announcement = self.note.clone();
    }

    /// The type of the piece that is looked at or chosen.
    pub fn piece_in_question(&self) -> Option<PieceTypeId> {
        match (&self.manner, self.chosen) {
            (Manner::Look(shown), _) => shown.as_ref()?.piece_types.first().copied(),
            (Manner::Play, Some(ChosenPiece::InHand(piece))) => Some(piece.piece_type),
            (Manner::Play, Some(ChosenPiece::OnBoard(cell))) => {
                self.position().piece_at(cell).map(|piece| piece.piece_type)
            }
            (Manner::Play, None) => None,
        }
    }

    /// Chooses a piece in hand.
    pub fn choose_in_hand(&mut self, piece: Piece) {
        self.choices.clear();
        let chosen = ChosenPiece::InHand(piece);
        if self.chosen == Some(chosen) {
            self.chosen = None;
            return;
        }
        let count = self.moves_of(chosen).count();
        let name = self.variant().piece_name(piece);
        self.chosen = Some(chosen);
        self.announcement = format!("The {name} in hand: {count} drops.");
        if count == 0 {
            self.note = format!("The {name} in hand may not be dropped now.");
        }
    }

    /// Lets the player choose between moves.
    fn offer(&mut self, moves: &[Move]) {
        self.choices = choices(self.variant(), self.position(), moves);
        self.announcement = format!("Choose one of {} moves.", moves.len());
    }

    /// A click on a cell that only some of the moves have.
    fn narrow_choices(&mut self, cell: Cell) {
        let with_it = self.choices.iter().filter(|choice| choice.cells.contains(cell));
        let moves: Vec<Move> = with_it.map(|choice| choice.found).collect();
        match moves[..] {
            [] => {
                self.choices.clear();
                self.press_in_game(cell);
            }
            [only] => self.play(only),
            _ => self.offer(&moves),
        }
    }

    /// Plays the offered move with that index.
    pub fn take_choice(&mut self, index: usize) {
        if let Some(choice) = self.choices.get(index) {
            self.play(choice.found);
        }
    }

    /// Plays a legal move.
    fn play(&mut self, found: Move) {
        let variant = Arc::clone(&self.drawn.variant);
        if !self.line.play(&variant, found) {
            self.note = format!("A game on this board has at most {MAX_MOVES} moves.");
            return;
        }
        self.is_fresh = false;
        self.refresh();
        let mut words = self.line.last_words().unwrap_or_default().to_owned();
        if let Some(end) = self.end {
            words = format!("{words} {}", end_words(&variant, self.position(), &end));
        } else if variant.variant().players().count() > 2 {
            // Of more than two sides some are eliminated: readers may not know which is next.
            words = format!("{words} {}", self.turn_words());
        }
        self.announcement = words;
    }

    /// Passes, if that is legal.
    pub fn pass(&mut self) {
        if let Some(pass) = self.pass_move() {
            self.play(pass);
        }
    }

    pub fn pass_move(&self) -> Option<Move> {
        self.moves.iter().copied().find(|found| found.kind == MoveKind::Pass)
    }

    /// Plays the move that a text names.
    pub fn play_text(&mut self, text: &str) {
        if !self.is_play() {
            return;
        }
        let variant = Arc::clone(&self.drawn.variant);
        self.note = match read_move(&variant, self.position(), text.trim()) {
            _ if self.end.is_some() => "The game is over.".to_owned(),
            Ok(Some(found)) => return self.play(found),
            Ok(None) => self.why_not_typed(text),
            Err(error) => plain(&error),
        };
        self.announcement = self.note.clone();
    }

    /// Why a text that can be read is no legal move: by the two cells in it, if it has two.
    fn why_not_typed(&self, text: &str) -> String {
        let usual = format!("“{text}” is no legal move here.");
        let layout = self.variant().layout();
        let splits = (1..text.len()).filter(|&at| text.is_char_boundary(at));
        let mut ends = splits.filter_map(|at| {
            let (from, to) = text.split_at(at);
            let to = to.trim_start_matches(['-', 'x']);
            Some((layout.find(from)?, layout.find(to)?))
        });
        let Some((from, to)) = ends.next_back() else { return usual };
        let refusal = self.variant().refusal(self.position(), from, to);
        let words = |refusal| refusal_words(self.variant(), self.position(), from, to, &refusal);
        refusal.map_or(usual, words)
    }

    /// Shows the position after that number of moves.
    pub fn go_to(&mut self, shown: usize) {
        if !self.is_play() {
            return;
        }
        let before = self.line.shown();
        self.line.go_to(shown);
        self.is_fresh = false;
        self.refresh();
        let now = self.line.shown();
        let words = self.line.last_words().unwrap_or_default();
        self.announcement = match now.cmp(&before) {
            std::cmp::Ordering::Less if now == 0 => "Back at the start.".to_owned(),
            std::cmp::Ordering::Less => format!("Taken back. The last move is: {words}"),
            std::cmp::Ordering::Equal => "There is no further move.".to_owned(),
            std::cmp::Ordering::Greater => words.to_owned(),
        };
    }

    /// Forgets the offered moves, or else what is chosen.
    pub fn cancel(&mut self) {
        match self.choices.is_empty() {
            true => self.chosen = None,
            false => self.choices.clear(),
        }
        self.announcement = match self.chosen {
            None => "Nothing is chosen.".to_owned(),
            Some(_) => "No move is made.".to_owned(),
        };
    }

    /// Plays from the position that was looked at.
    pub fn start_play(&mut self) {
        if let Manner::Look(_) = self.manner {
            let position = self.position().clone();
            self.play_from(position);
            self.announcement = self.turn_words();
        }
    }

    /// Whether the side of the piece that is looked at has a legal move.
    pub fn can_start_play(&self) -> bool {
        let rules = self.variant().rules();
        matches!(self.manner, Manner::Look(_)) && !rules.moves(self.position()).is_empty()
    }

    /// `White to move.`
    pub fn turn_words(&self) -> String {
        format!("{} to move.", self.variant().side_title(self.position().turn.to_move))
    }

    /// Turns the board to the next seat.
    pub fn turn(&mut self) {
        self.seat = (self.seat + 1) % self.seats.len().max(1);
        self.change_view();
        let side = self.seats.get(self.seat).map(|&side| self.variant().side_title(side));
        self.announcement =
            side.map_or(String::new(), |side| format!("The board as {side} sees it."));
    }

    /// Puts boards and levels in rows of so many cells, or in one column.
    pub fn set_narrow(&mut self, most_across: Option<u16>) {
        (self.is_narrow, self.most_across) = (most_across.is_none(), most_across);
        self.change_view();
    }

    fn change_view(&mut self) {
        let mut view = self.page_view.clone();
        if let Some(&side) = self.seats.get(self.seat) {
            view.orientation = self.variant().game().sides[side].frame;
        }
        (view.in_one_column, view.most_across) = (self.is_narrow, self.most_across);
        let changed = self.page_figure.view_mut();
        changed.orientation = view.orientation;
        (changed.in_one_column, changed.most_across) = (view.in_one_column, view.most_across);
        self.drawn = self.drawn.with_view(view);
    }

    /// The pieces in hand of a side, with their numbers.
    pub fn hand(&self, side: SideId) -> Vec<(Piece, u16)> {
        let game = self.variant().game();
        let pieces = game.piece_type_ids().map(|piece_type| Piece { side, piece_type });
        let counted = pieces.map(|piece| (piece, self.position().in_hand(piece)));
        counted.filter(|&(_, count)| count > 0).collect()
    }
}

/// The message of a diagnostic as sentences for readers.
pub(super) fn plain(error: &Diagnostic) -> String {
    let mut quoted = false;
    let help = error.help.as_ref().map_or(String::new(), |help| format!(". {help}"));
    let text = format!("{}{help}.", error.message);
    let marks = text.chars().map(|letter| match letter {
        '`' => {
            quoted = !quoted;
            if quoted { '“' } else { '”' }
        }
        other => other,
    });
    marks.collect()
}
