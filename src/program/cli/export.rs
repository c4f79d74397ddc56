//! `fairybook export`: variants as other programs read them.

use crate::fsf_files::export;
use crate::source::{Code, Diagnostic};
use crate::world::write_file;

use super::arguments::{Arguments, ExportArgs, ExportTarget, Format};
use super::json;
use super::output::{CommandOutput, CommandResult};
use super::requested_variant;

pub fn run(arguments: &Arguments, command: &ExportArgs) -> CommandResult {
    let ExportTarget::FairyStockfish = command.to;
    let requested = requested_variant::find(arguments, &command.variant, &command.setup)?;
    let variant = requested.loaded.variant();
    let exported = export(variant).map_err(|reasons| {
        let message = format!("Fairy-Stockfish cannot play `{}`", variant.id);
        let error = Diagnostic::error(Code::VariantFile, message);
        reasons.iter().fold(error, |error, reason| error.note(reason.as_str()))
    })?;
    let mut warnings = requested.warnings;
    for unsaid in &exported.unsaid {
        let message = format!("Fairy-Stockfish cannot express {unsaid}");
        warnings.push(Diagnostic::warning(Code::VariantFile, message));
    }
    if let Some(path) = &command.out {
        write_file(path, exported.text.as_bytes())?;
    }
    let output = match (arguments.format, &command.out) {
        (Format::Json, _) => json::document([
            ("variant", variant.id.as_str().into()),
            ("text", exported.text.into()),
            ("unsaid", exported.unsaid.into()),
        ]),
        (_, Some(path)) => format!("wrote {}\n", path.display()),
        (_, None) => exported.text,
    };
    Ok(CommandOutput { warnings, ..CommandOutput::text(output) })
}
