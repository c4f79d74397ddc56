use crate::diagram::{Figure, Theme};
use crate::geometry::Cells;
use crate::illustrate::Illustrator;
use crate::query::Study;
use crate::rules::Position;
use crate::source::{Diagnostics, SourceFile};

use super::answer::{Answer, Outcome};
use super::arguments::{Arguments, Diagram, Format};
use super::picture;
use super::{game, json};

/// Draws a position of a game, or its array.
pub fn run(arguments: &Arguments, command: &Diagram) -> Outcome {
    let asked = game::find(arguments, &command.variant, command.setup.as_deref())?;
    let illustrator = Illustrator::new(asked.study);
    let study = &illustrator.variant;
    let marks = marks(study, command.marks.as_deref().unwrap_or_default())?;
    let array = command.fen.is_none() && marks.is_empty();
    let position = match &command.fen {
        Some(fen) => game::position(study, fen)?,
        None => study.initial_pieces(None),
    };
    let figure = match array {
        true => illustrator.setup_figure(None),
        false => illustrator.position_figure(&position, &marks),
    };
    let out = command.out.as_deref();
    let format = picture::format(arguments, out)?;
    let output = match format {
        Format::Human => as_text(study, &position, &marks, &figure).into_bytes(),
        Format::Json => as_json(study, &figure, command.theme).into_bytes(),
        Format::Svg | Format::Png => picture::bytes(&figure, format, command.theme),
    };
    let delivered = picture::deliver(output, format, out)?;
    Ok(Answer { remarks: asked.warnings, ..delivered })
}

/// The cells that are to be marked, in the language of definitions.
fn marks(study: &Study, text: &str) -> Result<Cells, Diagnostics> {
    if text.trim().is_empty() {
        return Ok(Cells::new());
    }
    let file = SourceFile::new("--marks", text);
    let cells = study.variant().cells(text, study.first_side());
    cells.map_err(|error| match error.span {
        Some(_) => error.within(&file, 0).into(),
        None => error.into(),
    })
}

fn as_text(study: &Study, position: &Position, marks: &Cells, figure: &Figure) -> String {
    let sketch = study.layout().sketch(|cell| {
        let who = position.piece_at(cell).map(|piece| study.variant().letter_of(piece));
        match (who, marks.has(cell)) {
            (Some(who), true) => format!("({who})"),
            (Some(who), false) => who,
            (None, true) => "x".to_owned(),
            (None, false) => ".".to_owned(),
        }
    });
    format!("{}\n\n{sketch}\n", figure.title)
}

fn as_json(study: &Study, figure: &Figure, theme: &Theme) -> String {
    let svg = String::from_utf8(picture::bytes(figure, Format::Svg, theme)).expect("SVG is text");
    json::document([
        ("variant", study.variant().id.as_str().into()),
        ("title", figure.title.as_str().into()),
        ("words", figure.text_alternative.as_str().into()),
        ("svg", svg.into()),
    ])
}
