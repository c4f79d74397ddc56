use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use crate::diagram::Theme;
use crate::source::{Code, Diagnostic, Diagnostics};

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

impl Arguments {
    /// A path inside the book, as a person would write it.
    pub fn in_book(&self, inside: &str) -> PathBuf {
        let path = self.root.join(inside);
        path.strip_prefix(".").map(Path::to_owned).unwrap_or(path)
    }

    /// What the grammar of the command line cannot say.
    pub fn check(&self) -> Result<(), Diagnostics> {
        let draws = matches!(self.command, Command::Reach(_) | Command::Diagram(_));
        match self.format {
            Format::Svg | Format::Png if !draws => {
                let what = "this command draws nothing: there is no picture to print";
                let help = "use `--format human` or `--format json`";
                Err(Diagnostic::error(Code::Usage, what).help(help).into())
            }
            _ => Ok(()),
        }
    }
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
    Build(BuildSite),
    Verify(Verify),
    Serve(Serve),
    Reach(ReachOf),
    Diagram(Diagram),
    Moves(Moves),
    Perft(Perft),
    New(New),
    /// Print a JSON schema of definitions, for your editor
    ///
    /// Save it beside your definitions and begin each with `#:schema ./NAME.json`; editors that
    /// know taplo or Even Better TOML then complete keys and explain them.
    Schema,
    Completions(Completions),
}

/// Build the site of the book and prove it on the way
///
/// Definitions and pages are read, marked diagrams and claims compared with the rules, links
/// followed. A book that is wrong anywhere is told so with a line and a caret, exits with 1 (2
/// where it cannot be read) and leaves the site that was there as it was.
#[derive(Debug, Args)]
pub struct BuildSite {
    /// The folder to write to [default: `site` in the book].
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Pages that are marked as drafts, too.
    #[arg(long)]
    pub drafts: bool,
    /// Take warnings for errors.
    #[arg(long, value_enum, value_name = "WHAT")]
    pub deny: Option<Deny>,
    /// Say how long it took.
    #[arg(long)]
    pub timings: bool,
}

/// What is to be taken for an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Deny {
    /// All warnings.
    Warnings,
}

/// Say what the rules say to the book, or to a page that somebody else wrote
///
/// Every marked diagram and every claim is looked at, and drafts are too; nothing is written:
///
///   fairybook verify
///
/// On a page of HTML, positions and marks are read from `data-fen` and `data-mks`, however
/// damaged it is:
///
///   fairybook verify --page rules.html --variant different-armies
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
pub struct Verify {
    /// A page, as HTML.
    #[arg(long, value_name = "FILE", requires = "variant")]
    pub page: Option<PathBuf>,
    /// The game that the page is about.
    #[arg(long, value_name = "ID", requires = "page")]
    pub variant: Option<String>,
    /// The set-up of the game; without it, the first.
    #[arg(long, value_name = "NAME", requires = "page")]
    pub setup: Option<String>,
}

/// Show the book in a browser while you write it
///
/// Drafts are shown too. A page that is open follows every change, and says what is wrong.
#[derive(Debug, Args)]
pub struct Serve {
    /// Where to serve it; 0 takes any port that is free.
    #[arg(long, value_name = "N", default_value_t = 4747)]
    pub port: u16,
    /// Open it in a browser.
    #[arg(long)]
    pub open: bool,
}

/// Draw a position of a game, or its array
///
///   fairybook diagram chess --out array.svg
///   fairybook diagram chess --fen 8/8/8/3Q4/8/8/8/8 --marks "rank 5, d1-d8" --out queen.png
///   fairybook diagram glinski --theme safe --out glinski.svg
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
pub struct Diagram {
    /// A game of the book by its id, or a file with a definition.
    pub variant: String,
    /// The position; without it, the array.
    #[arg(long, value_name = "POSITION")]
    pub fen: Option<String>,
    /// Cells to mark, in the words of definitions.
    #[arg(long, value_name = "CELLS")]
    pub marks: Option<String>,
    /// The colours of the picture.
    #[arg(long, value_name = "NAME", default_value = "paper", value_parser = theme())]
    pub theme: &'static Theme,
    /// The set-up of the game; without it, the first.
    #[arg(long, value_name = "NAME")]
    pub setup: Option<String>,
    /// Write to a file instead of standard output; its ending may say the format.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// List all legal moves of a position
#[derive(Debug, Args)]
pub struct Moves {
    /// A game of the book by its id, or a file with a definition.
    pub variant: String,
    /// The position; without it, the start of the game.
    #[arg(long, value_name = "POSITION")]
    pub fen: Option<String>,
    /// The set-up of the game; without it, the first.
    #[arg(long, value_name = "NAME")]
    pub setup: Option<String>,
}

/// Count the positions after so many moves
#[derive(Debug, Args)]
pub struct Perft {
    /// A game of the book by its id, or a file with a definition.
    pub variant: String,
    /// How many moves.
    pub depth: u32,
    /// The position; without it, the start of the game.
    #[arg(long, value_name = "POSITION")]
    pub fen: Option<String>,
    /// Count for each first move by itself.
    #[arg(long)]
    pub divide: bool,
    /// The set-up of the game; without it, the first.
    #[arg(long, value_name = "NAME")]
    pub setup: Option<String>,
}

/// Say what a piece can reach
///
/// A piece of a game, on an empty board or in a position:
///
///   fairybook reach different-armies bede --at d5
///   fairybook reach my-game.toml guard --at c3 --fen 8/8/8/8/8/2G5/3p4/8 --side white
///
/// Or any notation, without a game. The piece on --at moves; capitals are the first side, small
/// letters the second; every other letter only stands in the way:
///
///   fairybook reach --betza mRcpR --at c3 --fen 5/2p2/2C1p/5/2P2
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
pub struct ReachOf {
    /// A game of the book by its id, or a file with a definition.
    #[arg(required_unless_present = "betza", conflicts_with = "betza")]
    pub variant: Option<String>,
    /// The piece: its id, name or letter.
    #[arg(required_unless_present = "betza")]
    pub piece: Option<String>,
    /// The cell on which it stands.
    #[arg(long, value_name = "CELL")]
    pub at: String,
    /// Who stands where; without it, the board is empty.
    #[arg(long, value_name = "PLACEMENT", allow_hyphen_values = true)]
    pub fen: Option<String>,
    /// Whose piece it is; without it, the first side's or that of the piece on --at.
    #[arg(long, value_name = "ID", conflicts_with = "betza")]
    pub side: Option<String>,
    /// The set-up of the game; without it, the first.
    #[arg(long, value_name = "NAME", conflicts_with = "betza")]
    pub setup: Option<String>,
    /// A move in Betza's notation instead of a game.
    #[arg(long, value_name = "NOTATION", allow_hyphen_values = true, requires = "fen")]
    pub betza: Option<String>,
    /// By whose rules the notation is read.
    #[arg(long, value_enum, default_value_t = DialectName::Xbetza, requires = "betza")]
    pub dialect: DialectName,
    /// The piece has not moved: what `i` asks for holds.
    #[arg(long)]
    pub unmoved: bool,
    /// The colours of the picture.
    #[arg(long, value_name = "NAME", default_value = "paper", value_parser = theme())]
    pub theme: &'static Theme,
    /// Write to a file instead of standard output; its ending may say the format.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// A theme by its name; help lists all of them.
fn theme() -> impl TypedValueParser<Value = &'static Theme> {
    let known =
        Theme::all().iter().map(|theme| PossibleValue::new(theme.name).help(theme.description));
    PossibleValuesParser::new(known)
        .map(|name| Theme::named(&name).expect("only known names are let through"))
}

/// By whose rules a notation is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DialectName {
    /// XBetza; what it does not define is refused.
    Xbetza,
    /// As Fairy-Stockfish does; nothing is refused, and what it drops is said.
    Fsf,
}

/// Begin a book, a definition or a page
#[derive(Debug, Args)]
pub struct New {
    /// What to begin.
    #[command(subcommand)]
    pub kind: NewKind,
}

/// What can be begun.
#[derive(Debug, Subcommand)]
pub enum NewKind {
    /// A book: settings, a small game and its page.
    Book {
        /// The new folder.
        dir: PathBuf,
    },
    /// A definition, in content/variants/.
    Variant {
        /// Its id, as in `my-game`.
        id: String,
    },
    /// A page, in content/.
    Page {
        /// Its name, the id of the game it is about.
        name: String,
    },
}

/// Print a script that completes commands in a shell
///
/// For bash: fairybook completions bash > ~/.local/share/bash-completion/completions/fairybook
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell.
    pub shell: Shell,
}
