//! Answers that can be text, JSON or a picture.

use std::io::{self, IsTerminal};
use std::path::Path;

use crate::diagram::{CELL, CELL_PX, Figure, SvgTarget, Theme, draw, write_svg};
use crate::illustrate::Illustrator;
use crate::query::LoadedVariant;
use crate::raster::write_png;
use crate::source::{Code, Diagnostic, Diagnostics};
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
            Format::Human | Format::Markdown => (self.text)().into_bytes(),
            Format::Json => (self.json)().into_bytes(),
            Format::Svg | Format::Png => bytes(&(self.figure)(), format, to.theme),
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

pub fn bytes(figure: &Figure, format: Format, theme: &Theme) -> Vec<u8> {
    let scene = draw(figure);
    if format == Format::Png {
        // Twice the size on a page, for screens with small pixels.
        let width = scene.width * CELL_PX / CELL * 2.0;
        return write_png(&scene, theme, width.ceil() as u32);
    }
    write_svg(&scene, SvgTarget::StandAlone(theme)).into_bytes()
}
