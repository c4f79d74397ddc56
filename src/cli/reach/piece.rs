use crate::diagram::Theme;
use crate::illustrate::Illustrator;
use crate::query::{Answer as Reply, MovesRequest, Study};
use crate::rules::Piece;
use crate::source::{Code, Diagnostic, Diagnostics};

use super::super::answer::{Answer, Outcome};
use super::super::arguments::{Arguments, Format, ReachOf};
use super::super::{game, picture};
use super::cell::find_cell;
use super::show;

/// What a piece of a game can do.
pub fn run(arguments: &Arguments, command: &ReachOf) -> Outcome {
    let asked = game::find(arguments, word(&command.variant), command.setup.as_deref())?;
    let (study, mut remarks) = (asked.study, asked.warnings);
    let request = request(&study, command, &mut remarks)?;
    let reply = study.answer(&request).map_err(|why| {
        Diagnostic::error(Code::PieceMove, why.0).note("the definition leaves it open")
    })?;
    let out = command.out.as_deref();
    let format = picture::format(arguments, out)?;
    let delivered = picture::deliver(show(study, &reply, format, command.theme), format, out)?;
    Ok(Answer { remarks, ..delivered })
}

/// What is asked, in the terms of the game.
fn request(
    study: &Study,
    command: &ReachOf,
    remarks: &mut Diagnostics,
) -> Result<MovesRequest, Diagnostics> {
    let piece_type = study.kind(word(&command.piece))?;
    let at = find_cell(study.layout(), &command.at)?;
    let position = match &command.fen {
        Some(fen) => Some(game::position(study, fen)?),
        None => None,
    };
    let there = position.as_ref().and_then(|position| position.piece_at(at));
    let side = match &command.side {
        Some(side) => study.side(side)?,
        None => there
            .filter(|piece| piece.piece_type == piece_type)
            .map_or(study.first_side(), |piece| piece.side),
    };
    let piece = Piece { side, piece_type };
    if let Some(other) = there.filter(|other| *other != piece) {
        let what = format!("on `{}` stands a {}", command.at, study.piece_name(other));
        let note = format!("the answer is for a {} in its place", study.piece_name(piece));
        remarks.push(Diagnostic::warning(Code::Position, what).note(note));
    }
    Ok(MovesRequest { position, unmoved: command.unmoved, ..MovesRequest::new(piece, at) })
}

fn show(study: Study, reply: &Reply, format: Format, theme: &Theme) -> Vec<u8> {
    let (layout, reach) = (study.layout(), &reply.reaches[0]);
    match format {
        Format::Svg | Format::Png => {
            picture::bytes(&Illustrator::new(study).illustrate(reply), format, theme)
        }
        Format::Json => show::as_json(layout, reply.at, reach).into_bytes(),
        Format::Human => {
            let title =
                format!("{} on {}", study.piece_name(reply.pieces[0]), layout.name(reply.at));
            let letter =
                |cell| reply.position.piece_at(cell).map(|piece| study.variant().letter_of(piece));
            show::as_text(layout, &title, reach, letter).into_bytes()
        }
    }
}

fn word(argument: &Option<String>) -> &str {
    argument.as_deref().unwrap_or_default()
}
