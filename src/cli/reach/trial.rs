use std::sync::Arc;

use crate::diagram::{
    ArmyColour, BoardView, Figure, Glyph, Mark, MarkKind, PieceDrawing, PlacedPiece,
};
use crate::geometry::{Cell, Cells, Facing};
use crate::notation::{Betza, lint, parse, parse_fsf};
use crate::rules::{
    BLOCKER, GameError, MOVER, Piece, PieceStatus, Position, Reach, Rules, SideId,
    single_piece_game_from,
};
use crate::source::{Diagnostics, SourceFile};

use super::super::answer::{Answer, Outcome};
use super::super::arguments::{Arguments, DialectName, Format, ReachOf};
use super::super::{game, picture};
use super::show;
use super::stand::Stand;

/// What a piece of that notation can do among men that cannot move.
pub fn run(arguments: &Arguments, command: &ReachOf, notation: &str) -> Outcome {
    let file = SourceFile::new("--betza", notation);
    let placed = |complaints: Diagnostics| -> Diagnostics {
        complaints.into_iter().map(|complaint| complaint.within(&file, 0)).collect()
    };
    let (betza, remarks) = match command.dialect {
        DialectName::Xbetza => {
            let betza = parse(notation).map_err(placed)?;
            let remarks = lint(&betza);
            (betza, remarks)
        }
        DialectName::Fsf => parse_fsf(notation),
    };
    let remarks = placed(remarks);
    let stand = Stand::read(command.fen.as_deref().unwrap_or_default())?;
    let at = stand.find(&command.at)?;
    let reach = reach(&stand, betza, at, command.unmoved)
        .map_err(|errors| placed(errors.into_iter().map(game::fault).collect()))?;
    let out = command.out.as_deref();
    let format = picture::format(arguments, out)?;
    let title = format!("`{notation}` on {}", stand.layout.name(at));
    let output = match format {
        Format::Svg | Format::Png => {
            picture::bytes(&figure(&stand, &title, at, &reach), format, command.theme)
        }
        Format::Json => show::as_json(&stand.layout, at, &reach).into_bytes(),
        Format::Human => {
            show::as_text(&stand.layout, &title, &reach, |cell| stand.letter(cell)).into_bytes()
        }
    };
    Ok(Answer { remarks, ..picture::deliver(output, format, out)? })
}

fn reach(stand: &Stand, betza: Betza, at: Cell, unmoved: bool) -> Result<Reach, Vec<GameError>> {
    let side = SideId(u8::from(!stand.is_first(at)));
    let rules = Rules::compile(single_piece_game_from(Arc::clone(&stand.layout), betza, side, at))?;
    let mut position = Position::empty(&rules);
    for &cell in stand.pieces.keys() {
        let piece_type = if cell == at { MOVER } else { BLOCKER };
        position.set_piece(
            cell,
            Some(Piece { side: SideId(u8::from(!stand.is_first(cell))), piece_type }),
        );
    }
    position.set_status(at, PieceStatus { moved: !unmoved, ..position.status(at) });
    Ok(rules.reach(&position, at))
}

/// The board with the men as lettered tokens, and a mark on every cell that matters.
fn figure(stand: &Stand, title: &str, at: Cell, reach: &Reach) -> Figure {
    let mut figure = Figure::new(BoardView::new(Arc::clone(&stand.layout)).into());
    let stander = |&cell: &Cell| {
        let army = if stand.is_first(cell) { ArmyColour::White } else { ArmyColour::Black };
        let letter = stand.letter(cell).unwrap_or_default();
        let piece =
            PieceDrawing::new(army, Glyph::lettered_disc(), &letter.to_uppercase(), &letter);
        PlacedPiece { cell, piece: piece.into(), facing: Facing::Forward }
    };
    figure.pieces = stand.pieces.keys().map(stander).collect();
    figure.focus = Cells::from_iter([at]);
    let marked = Marked::of(reach);
    // A piece that may stay or come back keeps its letter free of a mark.
    let others = stand.layout.cells().filter(|&cell| cell != at);
    figure.marks = others.filter_map(|cell| marked.mark(cell, reach)).collect();
    figure.title = title.to_owned();
    figure.text_alternative = words(stand, title, at, reach);
    figure
}

/// Everything that the picture shows: who stands where, and the cells by what may be done there.
fn words(stand: &Stand, title: &str, at: Cell, reach: &Reach) -> String {
    let mut sentences = vec![format!("{title}.")];
    let others: Vec<String> = [(true, "its own side"), (false, "the other side")]
        .into_iter()
        .filter_map(|(friendly, whose)| {
            let is_meant = |cell: &Cell| {
                *cell != at && (stand.is_first(*cell) == stand.is_first(at)) == friendly
            };
            let pieces = stand.pieces.keys().copied().filter(is_meant);
            let piece = |cell| {
                let letter = stand.letter(cell).unwrap_or_default();
                format!("{letter} {}", stand.layout.name(cell))
            };
            let pieces: Vec<String> = pieces.map(piece).collect();
            (!pieces.is_empty()).then(|| format!("{whose}: {}", pieces.join(", ")))
        })
        .collect();
    if !others.is_empty() {
        sentences.push(format!("On the board besides: {}.", others.join("; ")));
    }
    sentences.extend(show::sentences(&stand.layout, at, reach));
    sentences.join(" ")
}

/// Cells that are met in lists which can be long.
struct Marked {
    victims: Cells,
    swapped: Cells,
    ends: Cells,
}

impl Marked {
    fn of(reach: &Reach) -> Marked {
        Marked {
            victims: reach.victims(),
            swapped: reach.swaps.iter().map(|&(_, with)| with).collect(),
            ends: reach.ends(),
        }
    }

    fn mark(&self, cell: Cell, reach: &Reach) -> Option<Mark> {
        let kind = if reach.captures.has(cell) {
            MarkKind::Capture
        } else if reach.friendly_captures.has(cell) {
            MarkKind::FriendlyCapture
        } else if self.victims.has(cell) {
            MarkKind::Shot
        } else if self.swapped.has(cell) {
            MarkKind::Swap
        } else if self.ends.has(cell) {
            MarkKind::Move
        } else {
            return None;
        };
        Some(Mark::new(cell, kind))
    }
}
