use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

/// Rule books of chess variants, generated from definitions and proved against an engine.
#[derive(Debug, Parser)]
#[command(name = "fairybook", version, arg_required_else_help = true)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// The folder of the book.
    #[arg(long, global = true, value_name = "DIR", default_value = ".")]
    pub root: PathBuf,
    /// How to print what was found.
    #[arg(long, global = true, value_enum, default_value_t = Format::Human)]
    pub format: Format,
}

/// How to print what was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For a person.
    Human,
    /// One JSON document and nothing else.
    Json,
    /// A picture (`reach` and `diagram`).
    Svg,
    /// A picture (`reach` and `diagram`).
    Png,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    Completions(Completions),
}

/// Print a script that completes commands in a shell.
///
/// For bash: fairybook completions bash > ~/.local/share/bash-completion/completions/fairybook
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell.
    pub shell: Shell,
}
