//! A piece of a variant.

use crate::game::Piece;
use crate::geometry::{Cell, CellSet};
use crate::query::{LoadedVariant, MovesRequest};
use crate::source::{Code, Diagnostic, Diagnostics};

use super::super::arguments::{Arguments, ReachArgs};
use super::super::output::CommandResult;
use super::super::picture::{self, Answer};
use super::super::requested_variant;
use super::show::{self, ReachAnswer};

pub fn run(arguments: &Arguments, command: &ReachArgs) -> CommandResult {
    let requested = requested_variant::find(arguments, word(&command.variant), &command.setup)?;
    let mut warnings = requested.warnings;
    let illustrator = picture::illustrator(requested.loaded, &command.output);
    let loaded = &*illustrator.variant;
    let request = request(loaded, command, &mut warnings)?;
    let answer = loaded.answer(&request).map_err(|why| {
        Diagnostic::error(Code::PieceMove, why.0).note("the definition leaves it open")
    })?;
    let potential = loaded.potential_captures(&answer);
    let shown = ReachAnswer {
        reach: answer.reaches[0].clone(),
        could_capture: potential.on_moves[0].union(&potential.attacked),
    };
    let layout = loaded.layout();
    let piece = loaded.piece_name(answer.pieces[0]);
    let title = format!("{piece} on {}", layout.name(answer.at));
    let letter =
        |cell| answer.position.piece_at(cell).map(|piece| loaded.variant().sketch_letter(piece));
    let frame_of = |side: &str| Ok(loaded.game().sides[loaded.side(side)?].frame);
    let figure = picture::changed(illustrator.illustrate(&answer), &command.output, frame_of)?;
    let answer = Answer {
        warnings,
        notes: requested.notes,
        text: &|| show::as_text(layout, &title, &shown, letter),
        json: &|| show::as_json(layout, answer.at, &shown),
        figure: &|| figure.clone(),
    };
    answer.write(arguments, &command.output)
}

/// The warning that no rule of the piece lets a move start on the cell.
fn excluded_start(loaded: &LoadedVariant, piece: Piece, at: Cell) -> Option<Diagnostic> {
    let rules = &loaded.game().piece_types[piece.piece_type].move_rules[piece.side];
    let excludes = |cells: &Option<CellSet>| cells.as_ref().is_some_and(|it| !it.contains(at));
    let excluded =
        !rules.is_empty() && rules.iter().all(|it| excludes(&it.from) || excludes(&it.within));
    let (name, cell) = (loaded.piece_name(piece), loaded.cell_name(at));
    let what = format!("no move of the {name} may start on {cell}");
    let note = "its rules name the cells, with `within` or `from`";
    excluded.then(|| Diagnostic::warning(Code::Position, what).note(note))
}

/// The request for the piece. Warns if another piece is on its cell.
fn request(
    loaded: &LoadedVariant,
    command: &ReachArgs,
    warnings: &mut Diagnostics,
) -> Result<MovesRequest, Diagnostics> {
    let piece_type = loaded.kind(word(&command.piece))?;
    let at = loaded.cell(command.at.trim())?;
    let fen = command.fen.as_deref();
    let position = fen.map(|fen| requested_variant::position(loaded, fen)).transpose()?;
    let found = position.as_ref().and_then(|position| position.piece_at(at));
    let side = match &command.side {
        Some(side) => loaded.side(side)?,
        None => found
            .filter(|piece| piece.piece_type == piece_type)
            .map_or(loaded.first_side(), |piece| piece.side),
    };
    let piece = Piece { side, piece_type };
    warnings.extend(excluded_start(loaded, piece, at));
    if let Some(other) = found.filter(|other| *other != piece) {
        let what = format!("`{}` is occupied by a {}", command.at, loaded.piece_name(other));
        let note = format!("the answer is for a {} on this cell", loaded.piece_name(piece));
        warnings.push(Diagnostic::warning(Code::Position, what).note(note));
    }
    Ok(MovesRequest { position, unmoved: command.unmoved, ..MovesRequest::new(piece, at) })
}

fn word(argument: &Option<String>) -> &str {
    argument.as_deref().unwrap_or_default()
}
