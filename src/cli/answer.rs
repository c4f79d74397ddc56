use crate::source::Diagnostics;

/// What a command found, or the complaints for which it could find nothing (exit code 2).
pub type Outcome = Result<Answer, Diagnostics>;

/// What a command found.
#[derive(Debug, Default)]
pub struct Answer {
    /// For standard output.
    pub output: Vec<u8>,
    /// For standard error.
    pub remarks: Diagnostics,
    /// Whether the book and the engine disagree (exit code 1).
    pub disagrees: bool,
}

impl Answer {
    /// All is well, and this is to be printed.
    pub fn text(output: impl Into<Vec<u8>>) -> Answer {
        Answer { output: output.into(), ..Answer::default() }
    }
}
