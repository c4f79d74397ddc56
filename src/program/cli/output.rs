//! The result of a command.

use crate::source::Diagnostics;

/// The output of a command, or the errors because of which there is none (exit code 2).
pub type CommandResult = Result<CommandOutput, Diagnostics>;

/// The output of a command.
#[derive(Debug, Default)]
pub struct CommandOutput {
    /// For standard output.
    pub output: Vec<u8>,
    /// For standard error.
    pub warnings: Diagnostics,
    /// Lines for standard error, which are no diagnostics.
    pub notes: Vec<String>,
    /// Whether the book disagrees with the engine, or a part of a file is not imported (exit code 1).
    pub disagrees: bool,
    /// Whether a part of the book cannot be read (exit code 2); the output is about the other parts.
    pub is_partial: bool,
}

impl CommandOutput {
    /// Output without warnings.
    pub fn text(output: impl Into<Vec<u8>>) -> CommandOutput {
        CommandOutput { output: output.into(), ..CommandOutput::default() }
    }
}
