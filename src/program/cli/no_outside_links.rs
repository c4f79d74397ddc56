//! What stands for the check of links to other sites in a program that is built without it.

use crate::source::{Code, Diagnostic, Diagnostics, SourceText};

use super::terminal::Progress;

/// Says how to get a program that can ask other sites.
pub fn check_outside_links(
    _links: &[SourceText],
    _progress: &Progress,
) -> Result<(String, Diagnostics), Diagnostic> {
    let error = Diagnostic::error(Code::Usage, "this program is built without `--check-links`");
    Err(error.help("install it with `cargo install --path . --features check-links`"))
}
