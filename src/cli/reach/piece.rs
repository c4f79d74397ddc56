//! A piece of a variant.

use crate::diagram::Theme;
use crate::illustrate::Illustrator;
use crate::query::{LoadedVariant, MovesAnswer, MovesRequest};
use crate::rules::Piece;
use crate::source::{Code, Diagnostic, Diagnostics};

use super::super::arguments::{Arguments, Format, ReachArgs};
use super::super::output::{CommandOutput, CommandResult};
use super::super::{picture, requested_variant};
use super::show;

/// Lists what a piece of a variant can do.
pub fn run(arguments: &Arguments, command: &ReachArgs) -> CommandResult {
    let requested =
        requested_variant::find(arguments, word(&command.variant), command.setup.as_deref())?;
    let (loaded, mut warnings) = (requested.loaded, requested.warnings);
    let request = request(&loaded, command, &mut warnings)?;
    let answer = loaded.answer(&request).map_err(|why| {
        Diagnostic::error(Code::PieceMove, why.0).note("the definition leaves it open")
    })?;
    let out = command.out.as_deref();
    let format = picture::format(arguments, out)?;
    let output = picture::write_output(show(loaded, &answer, format, command.theme), format, out)?;
    Ok(CommandOutput { warnings, ..output })
}

/// The request for the piece. Warns if another piece is on its cell.
fn request(
    loaded: &LoadedVariant,
    command: &ReachArgs,
    warnings: &mut Diagnostics,
) -> Result<MovesRequest, Diagnostics> {
    let piece_type = loaded.kind(word(&command.piece))?;
    let at = loaded.cell(command.at.trim())?;
    let position = match &command.fen {
        Some(fen) => Some(requested_variant::position(loaded, fen)?),
        None => None,
    };
    let found = position.as_ref().and_then(|position| position.piece_at(at));
    let side = match &command.side {
        Some(side) => loaded.side(side)?,
        None => found
            .filter(|piece| piece.piece_type == piece_type)
            .map_or(loaded.first_side(), |piece| piece.side),
    };
    let piece = Piece { side, piece_type };
    if let Some(other) = found.filter(|other| *other != piece) {
        let what = format!("`{}` is occupied by a {}", command.at, loaded.piece_name(other));
        let note = format!("the answer is for a {} on this cell", loaded.piece_name(piece));
        warnings.push(Diagnostic::warning(Code::Position, what).note(note));
    }
    Ok(MovesRequest { position, unmoved: command.unmoved, ..MovesRequest::new(piece, at) })
}

fn show(loaded: LoadedVariant, answer: &MovesAnswer, format: Format, theme: &Theme) -> Vec<u8> {
    let (layout, reach) = (loaded.layout(), &answer.reaches[0]);
    match format {
        Format::Svg | Format::Png => {
            picture::bytes(&Illustrator::new(loaded).illustrate(answer), format, theme)
        }
        Format::Json => show::as_json(layout, answer.at, reach).into_bytes(),
        Format::Human => {
            let title =
                format!("{} on {}", loaded.piece_name(answer.pieces[0]), layout.name(answer.at));
            let letter = |cell| {
                answer.position.piece_at(cell).map(|piece| loaded.variant().letter_of(piece))
            };
            show::as_text(layout, &title, reach, letter).into_bytes()
        }
    }
}

fn word(argument: &Option<String>) -> &str {
    argument.as_deref().unwrap_or_default()
}
