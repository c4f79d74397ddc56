use crate::diagram::Theme;
use crate::rules::Man;
use crate::source::{Code, Diagnostic, Diagnostics};
use crate::study::{Answer as Reply, MovesRequest, Study};

use super::super::answer::{Answer, Outcome};
use super::super::arguments::{Arguments, Format, ReachOf};
use super::super::{game, picture};
use super::cell::find_cell;
use super::show;

/// What a piece of a game can do.
pub fn run(arguments: &Arguments, command: &ReachOf) -> Outcome {
    let asked = game::find(arguments, word(&command.variant), command.setup.as_deref())?;
    let (study, mut remarks) = (&asked.study, asked.warnings);
    let request = request(study, command, &mut remarks)?;
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
    let kind = study.kind(word(&command.piece))?;
    let at = find_cell(study.layout(), &command.at)?;
    let position = match &command.fen {
        Some(fen) => Some(game::position(study, fen)?),
        None => None,
    };
    let there = position.as_ref().and_then(|position| position.at(at));
    let side = match &command.side {
        Some(side) => study.side(side)?,
        None => there.filter(|man| man.kind == kind).map_or(study.first_side(), |man| man.side),
    };
    let man = Man { side, kind };
    if let Some(other) = there.filter(|other| *other != man) {
        let what = format!("on `{}` stands a {}", command.at, study.man_name(other));
        let note = format!("the answer is for a {} in its place", study.man_name(man));
        remarks.push(Diagnostic::warning(Code::Position, what).note(note));
    }
    Ok(MovesRequest { position, unmoved: command.unmoved, ..MovesRequest::new(man, at) })
}

fn show(study: &Study, reply: &Reply, format: Format, theme: &Theme) -> Vec<u8> {
    let (layout, reach) = (study.layout(), &reply.reaches[0]);
    match format {
        Format::Svg | Format::Png => picture::bytes(&study.illustrate(reply), format, theme),
        Format::Json => show::as_json(layout, reply.at, reach).into_bytes(),
        Format::Human => {
            let title = format!("{} on {}", study.man_name(reply.men[0]), layout.name(reply.at));
            let letter = |cell| reply.position.at(cell).map(|man| study.variant().letter_of(man));
            show::as_text(layout, &title, reach, letter).into_bytes()
        }
    }
}

fn word(argument: &Option<String>) -> &str {
    argument.as_deref().unwrap_or_default()
}
