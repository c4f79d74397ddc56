//! Pictures as output of a command.

use std::io::{self, IsTerminal};
use std::path::Path;

use crate::diagram::{CELL, CELL_PX, Figure, SvgTarget, Theme, draw, write_svg};
use crate::raster::write_png;
use crate::source::{Code, Diagnostic, Diagnostics};
use crate::world::write_file;

use super::arguments::{Arguments, Format};
use super::output::{CommandOutput, CommandResult};

/// The format of the output: the one of `--format`, or the ending of the file.
pub fn format(arguments: &Arguments, out: Option<&Path>) -> Result<Format, Diagnostics> {
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

/// The bytes of a figure as SVG or PNG.
pub fn bytes(figure: &Figure, format: Format, theme: &Theme) -> Vec<u8> {
    let scene = draw(figure);
    match format {
        Format::Png => {
            // Twice the size on a page, for screens with small pixels.
            let width = scene.width * CELL_PX / CELL * 2.0;
            write_png(&scene, theme, width.ceil() as u32)
        }
        _ => write_svg(&scene, SvgTarget::StandAlone(theme)).into_bytes(),
    }
}

/// Writes the output to a file, or returns it for standard output if `out` is `None`.
pub fn write_output(output: Vec<u8>, format: Format, out: Option<&Path>) -> CommandResult {
    match out {
        Some(path) => {
            write_file(path, &output)?;
            Ok(CommandOutput::default())
        }
        None if format == Format::Png && io::stdout().is_terminal() => {
            let what = "a terminal cannot show a PNG";
            let help = "name a file with `--out`";
            Err(Diagnostic::error(Code::Usage, what).help(help).into())
        }
        None => Ok(CommandOutput::text(output)),
    }
}
