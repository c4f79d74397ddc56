//! Answers that can be text, JSON or a picture.

use std::io::{self, IsTerminal};
use std::path::Path;

use crate::diagram::{
    CELL, CELL_PX, Figure, MoveLine, MoveLineKind, SvgTarget, draw, write_png, write_sized_svg,
};
use crate::geometry::{Cell, Layout, Orientation, Seat, SeatPart};
use crate::illustrate::Illustrator;
use crate::query::LoadedVariant;
use crate::source::{Code, Diagnostic, Diagnostics, limits};
use crate::world::write_file;

use super::arguments::{Arguments, Format, PictureArgs};
use super::output::{CommandOutput, CommandResult};

/// An answer in each of the formats, of which one is made.
pub struct Answer<'a> {
    pub warnings: Diagnostics,
    pub notes: Vec<String>,
    pub text: &'a dyn Fn() -> String,
    pub json: &'a dyn Fn() -> String,
    pub figure: &'a dyn Fn() -> Figure,
}

impl Answer<'_> {
    /// Writes the answer to the file of the arguments, or returns it for standard output.
    pub fn write(self, arguments: &Arguments, to: &PictureArgs) -> CommandResult {
        let out = to.out.as_deref();
        let format = format(arguments, out)?;
        let output = match format {
            Format::Human | Format::Markdown | Format::Github => (self.text)().into_bytes(),
            Format::Json => (self.json)().into_bytes(),
            Format::Svg | Format::Png => {
                let figure = (self.figure)();
                check_size(&figure, format, to)?;
                bytes(&figure, format, to)
            }
        };
        if let Some(path) = out {
            write_file(path, &output)?;
            return Ok(CommandOutput {
                warnings: self.warnings,
                notes: self.notes,
                ..CommandOutput::default()
            });
        }
        if format == Format::Png && io::stdout().is_terminal() {
            let error = Diagnostic::error(Code::Usage, "a terminal cannot show a PNG");
            return Err(error.help("name a file with `--out`").into());
        }
        let Answer { warnings, notes, .. } = self;
        Ok(CommandOutput { warnings, notes, ..CommandOutput::text(output) })
    }
}

/// The format of the output: the one of `--format`, or the ending of the file.
fn format(arguments: &Arguments, out: Option<&Path>) -> Result<Format, Diagnostics> {
    let ending = out.and_then(Path::extension).map(|ending| ending.to_string_lossy());
    let ending = ending.map(|ending| ending.to_ascii_lowercase());
    match (arguments.format, ending.as_deref()) {
        (Format::Human, Some("svg")) => Ok(Format::Svg),
        (Format::Human, Some("png")) => Ok(Format::Png),
        (Format::Human, Some("json")) => Ok(Format::Json),
        (Format::Human, Some(other)) if other != "txt" => {
            let what = format!("the output cannot be a `.{other}` file");
            let help = "end the file name in `.svg`, `.png`, `.json` or `.txt`, or choose a format \
                        with `--format`";
            Err(Diagnostic::error(Code::Usage, what).help(help).into())
        }
        (format, _) => Ok(format),
    }
}

/// The diagrams of a variant, with the pieces in the form of the arguments.
pub fn illustrator(loaded: LoadedVariant, to: &PictureArgs) -> Illustrator {
    match to.pieces {
        Some(dress) => Illustrator::dressed(loaded, dress),
        None => Illustrator::new(loaded),
    }
}

/// Changes a figure as the arguments say. `frame_of` returns the orientation of a side.
pub fn changed(
    mut figure: Figure,
    to: &PictureArgs,
    frame_of: impl Fn(&str) -> Result<Orientation, Diagnostic>,
) -> Result<Figure, Diagnostics> {
    if let Some(side) = &to.view {
        figure.view_mut().orientation = frame_of(side)?;
    }
    if to.flip {
        let view = figure.view_mut();
        let half_turn = Seat { parts: vec![SeatPart::Turn(180)] };
        let tiling = view.layout.board(0).tiling;
        view.orientation = view.orientation.after_seat(&half_turn, tiling);
    }
    if to.no_coordinates {
        figure.view_mut().coordinates = false;
    }
    let words = |text: &Option<String>| -> Vec<String> {
        let text = text.as_deref().unwrap_or_default();
        text.split([' ', ',']).filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    for word in words(&to.highlight) {
        let at = cell(&figure.view().layout, &word, "--highlight")?;
        figure.focus.insert(at);
    }
    for word in words(&to.arrows) {
        let line = arrow(&figure.view().layout, &word)?;
        figure.move_lines.push(line);
    }
    if let Some(title) = &to.title {
        figure.title.clone_from(title);
    }
    Ok(figure)
}

fn cell(layout: &Layout, name: &str, option: &str) -> Result<Cell, Diagnostic> {
    layout.find(name).ok_or_else(|| {
        let first = layout.name(Cell(0));
        Diagnostic::error(Code::CellUnknown, format!("there is no cell `{name}`"))
            .note(format!("`{option}` has it"))
            .help(format!("write names of cells as on the board: `{first}`"))
    })
}

/// The arrow that `e2-e4` means.
fn arrow(layout: &Layout, text: &str) -> Result<MoveLine, Diagnostic> {
    let option = "--arrows";
    // Names of cells may have a hyphen, too.
    let mut splits = text.match_indices('-').map(|(at, _)| (&text[..at], &text[at + 1..]));
    let known = splits.clone().find_map(|(from, to)| Some((layout.find(from)?, layout.find(to)?)));
    let (from, to) = match (known, splits.next()) {
        (Some(cells), _) => cells,
        (None, Some((from, to))) => (cell(layout, from, option)?, cell(layout, to, option)?),
        (None, None) => {
            let error = Diagnostic::error(Code::Usage, format!("`{text}` is no arrow"));
            let help = "write two cells with a hyphen between them: `--arrows \"e2-e4 g8-f6\"`";
            return Err(error.help(help));
        }
    };
    Ok(MoveLine { open: true, ..MoveLine::new(MoveLineKind::Slide, [from, to]) })
}

/// Refuses a PNG of too many pixels.
fn check_size(figure: &Figure, format: Format, to: &PictureArgs) -> Result<(), Diagnostic> {
    let width = to.width.map(f64::from).filter(|_| format == Format::Png);
    let Some(width) = width else { return Ok(()) };
    let scene = draw(figure);
    let ratio = scene.height / scene.width;
    let most = (limits::PICTURE_AREA / ratio).sqrt();
    if width <= most {
        return Ok(());
    }
    let height = (width * ratio).ceil();
    let message = format!("a PNG of {width} × {height} pixels is too large");
    let error = Diagnostic::error(Code::Usage, message);
    Err(error.help(format!("write `--width {}` or less, or take SVG", most.floor())))
}

/// The picture in a format that is one, in the colours and the width of the arguments.
pub fn bytes(figure: &Figure, format: Format, to: &PictureArgs) -> Vec<u8> {
    let scene = draw(figure);
    // A PNG has twice the size on a page, for screens with small pixels.
    let scale = if format == Format::Png { 2.0 } else { 1.0 };
    let usual = scene.width * CELL_PX / CELL * scale;
    let width = to.width.map_or(usual, f64::from);
    if format == Format::Png {
        return write_png(&scene, to.theme, width.ceil() as u32);
    }
    let target = SvgTarget::StandAlone(to.theme);
    write_sized_svg(&scene, target, width / scene.width).into_bytes()
}
