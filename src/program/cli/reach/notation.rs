//! A piece given by its notation, without a variant.

use std::sync::Arc;

use crate::diagram::{ArmyColour, BoardView, Figure, Glyph, Mark, PieceDrawing, PlacedPiece};
use crate::fsf::parse_fsf;
use crate::game::{BLOCKER, GameError, MOVER, Piece, SideId, single_piece_game_from};
use crate::geometry::{Cell, CellSet, Facing};
use crate::notation::{Betza, check_length, lint, parse};
use crate::query::with_piece_on_each;
use crate::rules::{PieceStatus, Position, Rules};
use crate::source::{Code, Diagnostic, Diagnostics, SourceFile};

use super::super::arguments::{Arguments, DialectName, ReachArgs};
use super::super::output::CommandResult;
use super::super::picture::{self, Answer};
use super::super::requested_variant::rules_error;
use super::placement_board::PlacementBoard;
use super::show::{self, ReachAnswer};

/// Lists what a piece with that notation can do among pieces that cannot move.
pub fn run(arguments: &Arguments, command: &ReachArgs, notation: &str) -> CommandResult {
    let file = SourceFile::new("--betza", notation);
    let placed = |diagnostics: Diagnostics| -> Diagnostics {
        diagnostics.into_iter().map(|it| it.within(&file, 0)).collect()
    };
    let (betza, warnings) = match command.dialect.unwrap_or(DialectName::Xbetza) {
        DialectName::Xbetza => {
            let betza = parse(notation).map_err(placed)?;
            let warnings = lint(&betza);
            (betza, warnings)
        }
        DialectName::Fsf => {
            check_length(notation).map_err(|error| placed(error.into()))?;
            parse_fsf(notation)
        }
    };
    let warnings = placed(warnings);
    let board = match &command.fen {
        Some(fen) => PlacementBoard::read(fen)?,
        None => PlacementBoard::with_one_piece(&command.at),
    };
    let at = board.find(&command.at)?;
    let reach = reach(&board, betza, at, command.unmoved)
        .map_err(|errors| placed(errors.into_iter().map(rules_error).collect()))?;
    let title = format!("`{notation}` on {}", board.layout.name(at));
    let frame_of = |_: &str| {
        let error = Diagnostic::error(Code::Usage, "a notation alone has no sides");
        Err(error.help("leave `--view` out; `--flip` turns the board"))
    };
    let figure = picture::changed(figure(&board, &title, at, &reach), &command.output, frame_of)?;
    let answer = Answer {
        warnings,
        notes: Vec::new(),
        text: &|| show::as_text(&board.layout, &title, &reach, |cell| board.letter(cell)),
        json: &|| show::as_json(&board.layout, at, &reach),
        figure: &|| figure.clone(),
    };
    answer.write(arguments, &command.output)
}

fn reach(
    board: &PlacementBoard,
    betza: Betza,
    at: Cell,
    unmoved: bool,
) -> Result<ReachAnswer, Vec<GameError>> {
    let side = SideId(u8::from(!board.is_first(at)));
    let rules = Rules::compile(single_piece_game_from(Arc::clone(&board.layout), betza, side, at))?;
    let mut position = Position::empty(&rules);
    for &cell in board.pieces.keys() {
        let piece_type = if cell == at { MOVER } else { BLOCKER };
        let side = SideId(u8::from(!board.is_first(cell)));
        position.set_piece(cell, Some(Piece { side, piece_type }));
    }
    position.set_status(at, PieceStatus { moved: !unmoved, ..position.status(at) });
    let reach = rules.reach(&position, at);
    let empty = board.layout.cells().filter(|cell| !board.pieces.contains_key(cell)).collect();
    let enemy = Piece { side: SideId(1 - side.0), piece_type: BLOCKER };
    let attacks = |position: &Position, cell| rules.attacks(position, at, cell);
    let could_capture = with_piece_on_each(enemy, &mut position, &empty, attacks);
    Ok(ReachAnswer { reach, could_capture })
}

/// The board with lettered pieces, and a mark on each cell that the piece can reach.
fn figure(board: &PlacementBoard, title: &str, at: Cell, reach: &ReachAnswer) -> Figure {
    let mut figure = Figure::new(BoardView::new(Arc::clone(&board.layout)).into());
    let placed_piece = |&cell: &Cell| {
        let army = if board.is_first(cell) { ArmyColour::White } else { ArmyColour::Black };
        let letter = board.letter(cell).unwrap_or_default();
        let piece =
            PieceDrawing::new(army, Glyph::lettered_disc(), &letter.to_uppercase(), &letter);
        PlacedPiece { cell, piece: piece.into(), facing: Facing::Forward }
    };
    figure.pieces = board.pieces.keys().map(placed_piece).collect();
    figure.focus = CellSet::from_iter([at]);
    let marks = show::text_marks(reach);
    let mark = |cell| {
        let mark = marks.iter().find(|mark| mark.cells.contains(cell))?;
        Some(Mark::new(cell, mark.kind))
    };
    // The cell of the piece has no mark, even if a move may end there.
    let others = board.layout.cells().filter(|&cell| cell != at);
    figure.marks = others.filter_map(mark).collect();
    figure.title = title.to_owned();
    figure.text_alternative = text_alternative(board, title, at, reach);
    figure
}

/// The content of the picture: the other pieces, and the cells for each kind of move.
fn text_alternative(board: &PlacementBoard, title: &str, at: Cell, reach: &ReachAnswer) -> String {
    let mut sentences = vec![format!("{title}.")];
    let others =
        [(true, "friendly"), (false, "enemy")].into_iter().filter_map(|(friendly, whose)| {
            let is_listed = |cell: &Cell| {
                *cell != at && (board.is_first(*cell) == board.is_first(at)) == friendly
            };
            let pieces = board.pieces.keys().copied().filter(is_listed).map(|cell| {
                format!("{} {}", board.letter(cell).unwrap_or_default(), board.layout.name(cell))
            });
            let pieces: Vec<String> = pieces.collect();
            (!pieces.is_empty()).then(|| format!("{whose}: {}", pieces.join(", ")))
        });
    let others: Vec<String> = others.collect();
    if !others.is_empty() {
        sentences.push(format!("Other pieces: {}.", others.join("; ")));
    }
    sentences.extend(show::sentences(&board.layout, at, reach));
    sentences.join(" ")
}
