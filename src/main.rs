//! The `fairybook` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    fairybook::cli::main()
}
