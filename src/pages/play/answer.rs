//! The answer to a request as JSON.

use serde_json::{Value, json};

use crate::diagram::{CellShape, SvgTarget, draw, draw_piece, legend, write_svg};
use crate::game::{Piece, SideId};
use crate::game_text::print_position;
use crate::games::{has_pgn, pgn};
use crate::geometry::{Cell, CellSet, Layout};
use crate::prose::end_words;
use crate::rules::{MoveKind, Position};
use crate::source::sort;

use super::choices::MoveChoice;
use super::open_board::{ChosenPiece, Manner, OpenBoard};

impl OpenBoard {
    /// Returns the picture and everything beside it. With `shapes` also the outlines of cells, which
    /// change only with the view.
    pub fn answer(&mut self, shapes: bool) -> Value {
        let figure = self.figure();
        let scene = draw(&figure);
        let id_prefix = format!("{}-", self.id_prefix);
        let svg = write_svg(&scene, SvgTarget::Inline { id_prefix: &id_prefix });
        let signs = legend(&figure).into_iter().filter(|entry| !entry.is_usual).map(|entry| {
            let target = SvgTarget::Inline { id_prefix: &id_prefix };
            json!({ "svg": write_svg(&entry.swatch, target), "words": entry.text })
        });
        let view = figure.view();
        let order: Vec<Cell> = self.cells_in_order(&view.layout);
        let barred = self.barred_cells();
        let place = |cell: Cell| order.iter().position(|&it| it == cell);
        let mut answer = json!({
            "svg": svg,
            "signs": signs.collect::<Vec<_>>(),
            "labels": order.iter().map(|&cell| self.label(cell, &barred)).collect::<Vec<_>>(),
            "movable": order.iter().map(|&cell| u8::from(self.may_move(cell))).collect::<Vec<_>>(),
            "barred": barred.iter().filter_map(place).collect::<Vec<_>>(),
            "chosen": match self.chosen {
                Some(ChosenPiece::OnBoard(cell)) => order.iter().position(|&it| it == cell),
                _ => None,
            },
            "manner": match self.manner { Manner::Look(_) => "look", Manner::Play => "play" },
            "turn": self.status_words(),
            "end": self.end.is_some(),
            "note": std::mem::take(&mut self.note),
            "refused": std::mem::take(&mut self.is_refused),
            "piece": self.piece_in_question().map(|it| &*self.variant().variant().face(it).id),
            "announcement": std::mem::take(&mut self.announcement),
            "choices": self.choice_data(),
            "hands": self.hand_data(),
            "sides": self.side_data(),
            "moves": self.line.texts(),
            "listed": self.line.listed(),
            "shown": self.line.shown(),
            "can": {
                "pass": self.pass_move().is_some(),
                "play": self.can_start_play(),
                "turn": self.seats.len() > 1,
                "pgn": self.is_play() && has_pgn(self.variant()),
            },
        });
        if let Some(from) = &self.own_start {
            answer["from"] = from.as_str().into();
        }
        if shapes {
            let shape = |it: CellShape| {
                let (x, y) = (it.centre.x.round(), it.centre.y.round());
                json!([view.layout.name(it.cell), x, y, it.panel, it.outline, it.in_stack])
            };
            let cells: Vec<Value> = view.cell_shapes().into_iter().map(shape).collect();
            answer["cells"] = cells.into();
            answer["size"] = json!([scene.width, scene.height]);
        }
        answer
    }

    /// The game as PGN, up to the position on the board; empty where the game has none.
    pub fn pgn(&self) -> String {
        match has_pgn(self.variant()) {
            true => pgn(self.variant(), self.line.first(), &self.line.moves()),
            false => String::new(),
        }
    }

    /// A position as text.
    pub fn print_position(&self, position: &Position) -> String {
        let variant = self.variant();
        print_position(variant.variant(), variant.rules(), position)
    }

    /// The cells of the picture, panel by panel, as cells of the game.
    fn cells_in_order(&self, shown: &Layout) -> Vec<Cell> {
        let layout = self.variant().layout();
        let mut shapes: Vec<(u8, i16, Cell)> = shown
            .cells()
            .map(|cell| {
                let point = shown.point(cell);
                (point.board, point.at.z, cell)
            })
            .collect();
        sort(&mut shapes);
        let same = |(_, _, cell): (u8, i16, Cell)| layout.find(shown.name(cell));
        shapes.into_iter().filter_map(same).collect()
    }

    /// `e4, white Pawn, may be captured`
    fn label(&self, cell: Cell, barred: &CellSet) -> String {
        let name = self.variant().cell_name(cell);
        let piece = match self.position().piece_at(cell) {
            Some(piece) => format!(", {}", self.variant().piece_name(piece)),
            None => String::new(),
        };
        format!("{name}{piece}{}", self.action_words(cell, barred))
    }

    /// What may be done on a cell: `, may move here`.
    fn action_words(&self, cell: Cell, barred: &CellSet) -> &'static str {
        if let Manner::Look(Some(shown)) = &self.manner
            && shown.at == cell
        {
            return ", chosen";
        }
        let Some(chosen) = self.chosen else { return "" };
        if chosen == ChosenPiece::OnBoard(cell) {
            return ", chosen";
        }
        if !self.choices.is_empty() {
            let is_offered = self.choices.iter().any(|choice| choice.cells.contains(cell));
            return if is_offered { ", may be chosen" } else { "" };
        }
        let moves = self.moves_to(chosen, cell);
        let ends_here = moves.iter().any(|found| found.to == cell);
        match () {
            () if moves.is_empty() && barred.contains(cell) => ", not allowed now",
            () if moves.is_empty() => "",
            () if moves.iter().any(|found| matches!(found.kind, MoveKind::Drop(_))) => {
                ", may be dropped here"
            }
            () if moves.iter().any(|found| found.captures.contains(cell)) => ", may be captured",
            () if moves.iter().any(|found| matches!(found.kind, MoveKind::Castle(_))) => {
                ", castling"
            }
            () if ends_here => ", may move here",
            () => ", may be swapped",
        }
    }

    /// Whose turn it is, or the result.
    fn status_words(&self) -> String {
        let variant = self.variant();
        if let Some(end) = self.end {
            return end_words(variant, self.position(), &end);
        }
        match self.manner {
            Manner::Look(_) => String::new(),
            Manner::Play if self.moves.is_empty() => {
                format!("{} There is no legal move.", self.turn_words())
            }
            Manner::Play => {
                let to_move = self.position().turn.to_move;
                let in_check = variant.rules().in_check(self.position(), to_move);
                format!("{}{}", self.turn_words(), if in_check { " Check." } else { "" })
            }
        }
    }

    fn choice_data(&self) -> Vec<Value> {
        let mover = match self.chosen {
            Some(ChosenPiece::OnBoard(cell)) => self.position().piece_at(cell),
            _ => None,
        };
        let data = |choice: &MoveChoice| {
            let piece = choice.promotion.or(mover.map(|piece| piece.piece_type)).zip(mover);
            let svg = piece.map(|(piece_type, mover)| self.small(Piece { piece_type, ..mover }));
            json!({ "label": choice.label, "svg": svg })
        };
        self.choices.iter().map(data).collect()
    }

    /// The pieces in hand of each side, neutral ones included; empty if the game has no hands.
    fn hand_data(&self) -> Vec<Value> {
        if self.variant().game().hands.is_none() || !matches!(self.manner, Manner::Play) {
            return Vec::new();
        }
        let side_data = |side: SideId| {
            let piece_data = |(piece, count): (Piece, u16)| {
                let chosen = ChosenPiece::InHand(piece);
                json!({
                    "id": self.variant().variant().face(piece.piece_type).id,
                    "name": self.variant().piece_type_name(piece.piece_type),
                    "count": count,
                    "svg": self.small(piece),
                    "may": self.moves_of(chosen).next().is_some(),
                    "chosen": self.chosen == Some(chosen),
                })
            };
            let pieces: Vec<Value> = self.hand(side).into_iter().map(piece_data).collect();
            let info = &self.variant().variant().sides[side.index()];
            json!({ "side": info.id, "name": info.name, "pieces": pieces })
        };
        self.variant().game().side_ids().map(side_data).collect()
    }

    /// The players, if there are more than two: names, and which are eliminated.
    fn side_data(&self) -> Vec<Value> {
        let variant = self.variant();
        let players: Vec<_> = variant.variant().players().collect();
        if players.len() < 3 || !self.is_play() {
            return Vec::new();
        }
        let data = |side: SideId| {
            let info = &variant.variant().sides[side.index()];
            json!({
                "name": info.name,
                "colour": info.colour.word(),
                "out": self.position().is_eliminated(side),
                "moves": self.position().turn.to_move == side && self.end.is_none(),
            })
        };
        players.into_iter().map(data).collect()
    }

    /// The drawing of a piece alone.
    fn small(&self, piece: Piece) -> String {
        let scene = draw_piece(self.drawn.piece_drawing(piece));
        write_svg(&scene, SvgTarget::Inline { id_prefix: "" })
    }
}
