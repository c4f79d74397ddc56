use std::sync::Arc;

use crate::geometry::Cell;
use crate::notation::{Betza, lint, parse, parse_fsf};
use crate::rules::{GameError, Man, Position, Reach, Rules, STANDING, SideId, TRIED, Tag, trial};
use crate::source::{Diagnostic, SourceFile};

use super::super::answer::{Answer, Outcome};
use super::super::arguments::{Arguments, DialectName, Format, ReachOf};
use super::super::game;
use super::show;
use super::stand::Stand;

/// What a piece of that notation can do among men that cannot move.
pub fn run(arguments: &Arguments, command: &ReachOf, notation: &str) -> Outcome {
    let file = SourceFile::new("--betza", notation);
    let placed = |complaints: Vec<Diagnostic>| -> Vec<Diagnostic> {
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
    let output = match arguments.format {
        Format::Json => show::as_json(&stand.layout, at, &reach),
        _ => {
            let title = format!("`{notation}` on {}", stand.layout.name(at));
            show::as_text(&stand.layout, &title, &reach, |cell| stand.letter(cell))
        }
    };
    Ok(Answer { remarks, ..Answer::text(output) })
}

fn reach(stand: &Stand, betza: Betza, at: Cell, unmoved: bool) -> Result<Reach, Vec<GameError>> {
    let rules = Rules::compile(trial(Arc::clone(&stand.layout), betza))?;
    let mut position = Position::empty(&rules);
    for &cell in stand.men.keys() {
        let kind = if cell == at { TRIED } else { STANDING };
        position.put(cell, Some(Man { side: SideId(u8::from(!stand.is_first(cell))), kind }));
    }
    position.set_tag(at, Tag { moved: !unmoved, ..position.tag(at) });
    Ok(rules.reach(&position, at))
}
