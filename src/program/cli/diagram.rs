//! `fairybook diagram`: a picture of a position.

use crate::diagram::Figure;
use crate::geometry::CellSet;
use crate::query::LoadedVariant;
use crate::rules::Position;
use crate::source::{Diagnostics, SourceFile};

use super::arguments::{Arguments, DiagramArgs, Format, PictureArgs};
use super::output::CommandResult;
use super::picture::{self, Answer};
use super::{json, requested_variant};

pub fn run(arguments: &Arguments, command: &DiagramArgs) -> CommandResult {
    let on = &command.position;
    let requested = requested_variant::find(arguments, &on.variant, &on.setup)?;
    let illustrator = picture::illustrator(requested.loaded, &command.output);
    let loaded = &*illustrator.variant;
    let marks = marks(loaded, command.marks.as_deref().unwrap_or_default())?;
    let position = match &on.fen {
        Some(fen) => requested_variant::position(loaded, fen)?,
        None => loaded.initial_pieces(None),
    };
    let figure = if on.fen.is_none() && marks.is_empty() {
        illustrator.setup_figure(None)
    } else {
        illustrator.position_figure(&position, &marks)
    };
    let frame_of = |side: &str| Ok(loaded.game().sides[loaded.side(side)?].frame);
    let figure = picture::changed(figure, &command.output, frame_of)?;
    let answer = Answer {
        warnings: requested.warnings,
        notes: requested.notes,
        text: &|| as_text(loaded, &position, &marks, &figure),
        json: &|| as_json(loaded, &figure, &command.output),
        figure: &|| figure.clone(),
    };
    answer.write(arguments, &command.output)
}

/// The cells of `--marks`.
fn marks(loaded: &LoadedVariant, text: &str) -> Result<CellSet, Diagnostics> {
    if text.trim().is_empty() {
        return Ok(CellSet::new());
    }
    let file = SourceFile::new("--marks", text);
    let cells = loaded.variant().cells(text, loaded.first_side());
    cells.map_err(|error| match error.span {
        Some(_) => error.within(&file, 0).into(),
        None => error.into(),
    })
}

fn as_text(
    loaded: &LoadedVariant,
    position: &Position,
    marks: &CellSet,
    figure: &Figure,
) -> String {
    let sketch = loaded.layout().text_board(|cell| {
        let piece = position.piece_at(cell).map(|piece| loaded.variant().sketch_letter(piece));
        match (piece, marks.contains(cell)) {
            (Some(letter), true) => format!("({letter})"),
            (Some(letter), false) => letter,
            (None, true) => "x".to_owned(),
            (None, false) => ".".to_owned(),
        }
    });
    let sides = loaded.variant().side_marks();
    let sides: Vec<String> = sides.iter().map(|(mark, name)| format!("{mark}: {name}")).collect();
    let sides = if sides.is_empty() { String::new() } else { format!("\n{}\n", sides.join(", ")) };
    format!("{}\n\n{sketch}\n{sides}", figure.title)
}

fn as_json(loaded: &LoadedVariant, figure: &Figure, to: &PictureArgs) -> String {
    let svg = String::from_utf8(picture::bytes(figure, Format::Svg, to)).expect("SVG is text");
    json::document([
        ("variant", loaded.variant().id.as_str().into()),
        ("title", figure.title.as_str().into()),
        ("words", figure.text_alternative.as_str().into()),
        ("svg", svg.into()),
    ])
}
