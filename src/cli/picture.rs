use std::io::{self, IsTerminal};
use std::path::Path;

use crate::diagram::{CELL_PX, Figure, SvgTarget, Theme, draw, write_svg};
use crate::raster::write_png;
use crate::source::{Code, Diagnostic, Diagnostics};
use crate::world::write_file;

use super::answer::{Answer, Outcome};
use super::arguments::{Arguments, Format};

/// What is to be printed: the format that was asked for, or the one that a file's name ends in.
pub fn format(arguments: &Arguments, out: Option<&Path>) -> Result<Format, Diagnostics> {
    let ending = out.and_then(Path::extension).map(|ending| ending.to_string_lossy());
    let ending = ending.map(|ending| ending.to_ascii_lowercase());
    match (arguments.format, ending.as_deref()) {
        (Format::Human, Some("svg")) => Ok(Format::Svg),
        (Format::Human, Some("png")) => Ok(Format::Png),
        (Format::Human, Some("json")) => Ok(Format::Json),
        (Format::Human, Some(other)) if other != "txt" => {
            let what = format!("nothing here is written as `.{other}`");
            let help = "let the file's name end in `.svg`, `.png`, `.json` or `.txt`, or say which \
                        of them it is to be with `--format`";
            Err(Diagnostic::error(Code::Usage, what).help(help).into())
        }
        (format, _) => Ok(format),
    }
}

/// A figure as a file of its own.
pub fn bytes(figure: &Figure, format: Format, theme: &Theme) -> Vec<u8> {
    let scene = draw(figure);
    match format {
        Format::Png => {
            // Twice as many dots as its size on a page: sharp on every screen.
            let width = scene.width * CELL_PX / 100.0 * 2.0;
            write_png(&scene, theme, width.ceil() as u32)
        }
        _ => write_svg(&scene, SvgTarget::StandAlone(theme)).into_bytes(),
    }
}

/// Hands over what was made: to a file, where one is named, else to standard output.
pub fn deliver(output: Vec<u8>, format: Format, out: Option<&Path>) -> Outcome {
    match out {
        Some(path) => {
            write_file(path, &output)?;
            Ok(Answer::default())
        }
        None if format == Format::Png && io::stdout().is_terminal() => {
            let what = "a terminal cannot show a PNG";
            let help = "name a file with `--out`";
            Err(Diagnostic::error(Code::Usage, what).help(help).into())
        }
        None => Ok(Answer::text(output)),
    }
}
