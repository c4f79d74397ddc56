//! The grammar of the command line.

use std::net::IpAddr;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use crate::diagram::{PieceDress, Theme};
use crate::source::{Code, Diagnostic, Diagnostics, limits};
use crate::world::nearest_book;

use super::terminal::Progress;

/// Rule books of chess variants, generated from definitions and verified against an engine.
#[derive(Debug, Parser)]
#[command(
    name = "fairybook",
    version,
    arg_required_else_help = true,
    disable_help_subcommand = true
)]
pub struct Arguments {
    /// The command.
    #[command(subcommand)]
    pub command: Command,
    /// The folder of the book [default: the nearest one upward with `fairybook.toml`].
    #[arg(long = "root", global = true, value_name = "DIR")]
    pub given_root: Option<PathBuf>,
    /// The folder of the book, found by [`Arguments::find_root`].
    #[arg(skip)]
    pub root: PathBuf,
    /// The format of the output.
    #[arg(long, global = true, value_enum, default_value_t = Format::Human)]
    pub format: Format,
    /// Print answers and errors only.
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Print more, such as each statement that agrees.
    #[arg(short, long, global = true)]
    pub verbose: bool,
    /// Whether messages have colours.
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = Colour::Auto)]
    pub color: Colour,
}

impl Arguments {
    /// Finds the folder of the book, if it was not given.
    pub fn find_root(&mut self) {
        self.root = self.given_root.clone().unwrap_or_else(nearest_book);
    }

    /// Shows on a terminal what the program is doing, until the value is dropped.
    pub fn progress(&self, what: &str) -> Progress {
        Progress::begin(what, self.quiet)
    }

    /// Returns a path in the book, without `./` at its start.
    pub fn in_book(&self, inside: &str) -> PathBuf {
        let path = self.root.join(inside);
        path.strip_prefix(".").map(Path::to_owned).unwrap_or(path)
    }

    /// Checks combinations of arguments that the parser allows.
    pub fn check(&self) -> Result<(), Diagnostics> {
        if let Command::Reach(ReachArgs { dialect: Some(_), betza: None, .. }) = &self.command {
            let error = Diagnostic::error(Code::Usage, "`--dialect` without `--betza`");
            return Err(error
                .help("a definition is written in XBetza; leave `--dialect` out")
                .into());
        }
        let error = match (self.format, &self.command) {
            (Format::Human | Format::Json | Format::Github, _)
            | (Format::Svg | Format::Png, Command::Reach(_) | Command::Diagram(_))
            | (Format::Markdown, Command::Help { .. }) => return Ok(()),
            (Format::Markdown, _) => Diagnostic::error(Code::Usage, "this command has no page"),
            _ => Diagnostic::error(Code::Usage, "this command has no picture"),
        };
        Err(error.help("use `--format human` or `--format json`").into())
    }
}

/// The format of the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Text for people.
    Human,
    /// One JSON document.
    Json,
    /// A picture (`reach` and `diagram`).
    Svg,
    /// A picture (`reach` and `diagram`).
    Png,
    /// A page of a book (`help` and a topic).
    Markdown,
    /// Text, and errors as annotations of a GitHub workflow.
    Github,
}

/// When messages have colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    /// On a terminal, unless the environment says otherwise.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    Build(BuildArgs),
    Verify(VerifyArgs),
    Serve(ServeArgs),
    Reach(ReachArgs),
    Diagram(DiagramArgs),
    /// List all legal moves of a position
    ///
    ///   fairybook moves chess
    ///   fairybook moves chess --fen "8/8/8/3k4/8/8/4P3/4K3 w"
    #[command(verbatim_doc_comment)]
    Moves(PositionArgs),
    Perft(PerftArgs),
    Survey(SurveyArgs),
    /// Create a book, a definition, a page or a template
    #[command(subcommand)]
    New(NewKind),
    /// Make definitions and pages from the files of another program
    #[command(subcommand)]
    Import(ImportKind),
    Export(ExportArgs),
    /// Print the help of a command, or a part of the reference
    Help {
        /// A command, or one of `definitions`, `zones`, `notation`, `pieces`, `blocks`, `claims`,
        /// `settings`, `templates` and `commands`.
        topic: Vec<String>,
    },
    /// Print a JSON schema of definitions, for your editor
    ///
    /// Save it in the folder of the book, as in `fairybook schema > schema.json`, and begin each
    /// definition with `#:schema ../../schema.json`. Editors with taplo or Even Better TOML then
    /// complete and explain keys.
    Schema,
    /// Print a script that completes commands in a shell
    ///
    /// For bash: fairybook completions bash > ~/.local/share/bash-completion/completions/fairybook
    Completions {
        /// The shell.
        shell: Shell,
    },
}

/// Build the site of the book and verify it
///
/// Marked diagrams and claims are compared with the rules, and links are checked. If the book is
/// wrong, the site is not written and the exit code is 1 (2 if the book cannot be read). Each
/// error shows its line with a caret.
#[derive(Debug, Args)]
pub struct BuildArgs {
    /// The folder to write to [default: `site` in the book].
    #[arg(long, short_alias = 'o', aliases = ["output", "destination"], value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Include pages that are marked as drafts.
    #[arg(long)]
    pub drafts: bool,
    /// Treat warnings as errors.
    #[arg(long, value_enum, value_name = "WHAT")]
    pub deny: Option<Deny>,
    /// Ask other sites whether the addresses to which the book links exist (needs the feature `check-links`).
    #[arg(long)]
    pub check_links: bool,
    /// Print how long each part took.
    #[arg(long)]
    pub timings: bool,
}

/// Diagnostics that count as errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Deny {
    /// All warnings.
    Warnings,
}

/// Compare the book, or a page from another site, with the rules
///
/// All marked diagrams and claims are checked, also those of drafts, or only those of the pages
/// about a game, or of one page. Nothing is written:
///
///   fairybook verify
///   fairybook verify different-armies
///   fairybook verify content/armies.md
///
/// On a page from another site, marked diagrams are read from `data-fen` and `data-mks`, from addresses
/// of the Diagram Designer and from `{{Chess diagram}}` of Wikipedia, even if the HTML is damaged. An
/// Interactive Diagram is compared with the variant, or, without `--variant`, the other diagrams with it:
///
///   fairybook verify --page rules.html --variant different-armies
#[derive(Debug, Args)]
#[command(verbatim_doc_comment, alias = "check")]
pub struct VerifyArgs {
    /// The ids of games, or files of pages [default: the whole book].
    #[arg(value_name = "GAME OR PAGE", conflicts_with = "page")]
    pub only: Vec<String>,
    /// The page, HTML or wikitext.
    #[arg(long, value_name = "FILE", group = "subject")]
    pub page: Option<PathBuf>,
    /// The piece that a sign of the page means, as in `N=nightrider`; may be repeated.
    #[arg(long, value_name = "SIGN=PIECE", requires = "page")]
    pub pieces: Vec<String>,
    /// The variant that the page is about; with `--coverage`, only this one, or several.
    #[arg(long, value_name = "ID", requires = "subject")]
    pub variant: Vec<String>,
    /// List the facts of each definition, or of those of `--variant`, that no statement tests.
    ///
    /// Each word and number of a definition is changed, with those that it inherits; a fact is
    /// tested if a verdict changes.
    #[arg(long, group = "subject")]
    pub coverage: bool,
    /// List the numbers and names of cells in sentences that nothing checks.
    ///
    /// Neither a claim nor a value has them, and no part of their sentence says how certain it is.
    #[arg(long, group = "subject")]
    pub bare: bool,
    /// Write the result to content/coverage.toml or content/engines.toml, from which pages show it.
    #[arg(long, requires = "subject", conflicts_with_all = ["page", "setup"])]
    pub write: bool,
    /// The setup of the variant [default: the first].
    #[arg(long, value_name = "NAME", requires = "variant")]
    pub setup: Option<String>,
    /// Treat warnings as disagreements.
    #[arg(long, value_name = "WHAT", conflicts_with = "subject")]
    pub deny: Option<Deny>,
    /// Verify again after each change, until Ctrl-C.
    #[arg(long, conflicts_with = "subject")]
    pub watch: bool,
    /// Compare all games, or one with `--variant`, with an engine that speaks UCI.
    ///
    /// The engine gets the text of `fairybook export`. Legal moves are compared in the initial
    /// position, in those of diagrams, and in positions of random games.
    #[arg(long, value_name = "PROGRAM", group = "subject")]
    pub engine: Option<PathBuf>,
    /// The number of positions of each game that the engine is asked about.
    #[arg(long, value_name = "N", default_value_t = 100, requires = "engine", value_parser = whole::<usize>(1..=1_000_000))]
    pub positions: usize,
    /// The time that the engine has for each answer.
    #[arg(long, value_name = "SECONDS", default_value_t = 10, requires = "engine", value_parser = whole::<u64>(1..=86_400))]
    pub seconds: u64,
}

impl VerifyArgs {
    /// All that is named, with `--variant` or without.
    pub fn named(&self) -> Vec<String> {
        [&self.only[..], &self.variant[..]].concat()
    }
}

/// Play random games, and measure the pieces
///
/// Prints the legal moves at the start and per turn, the length and results of random games, and the
/// mobility of each piece on the empty board and on a crowded one; and warnings about the design:
///
///   fairybook survey chess
///   fairybook survey --write
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
pub struct SurveyArgs {
    /// The ids of variants, or files with definitions [default: all of the book].
    pub variant: Vec<String>,
    /// The number of random games of each variant.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = whole::<u32>(1..=100_000))]
    pub games: u32,
    /// Where chance begins: the same seed gives the same games.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>(0..=u64::MAX))]
    pub seed: u64,
    /// Write the figures to content/survey.toml, from which pages show them.
    #[arg(long)]
    pub write: bool,
}

/// Show the book in a browser while you write it
///
/// Drafts are shown too. An open page reloads after every change, and shows errors.
#[derive(Debug, Args)]
pub struct ServeArgs {
    /// The address to serve at. One that is not of this machine alone lets others in its network read the book.
    #[arg(long, aliases = ["bind", "address"], value_name = "ADDRESS", default_value_t = IpAddr::from([127, 0, 0, 1]), value_parser = ip_address)]
    pub host: IpAddr,
    /// The port; 0 takes any free port.
    #[arg(long, value_name = "N", default_value_t = 4747, value_parser = whole::<u16>(0..=65_535))]
    pub port: u16,
    /// Open it in a browser.
    #[arg(long)]
    pub open: bool,
}

// A doc comment would become the help of the commands that have these arguments.
#[derive(Debug, Args)]
pub struct PositionArgs {
    /// The id of a variant, or a file with a definition.
    pub variant: String,
    /// The position [default: the initial position].
    #[arg(long, value_name = "POSITION", alias = "position")]
    pub fen: Option<String>,
    /// The setup of the variant [default: the first].
    #[arg(long, value_name = "NAME")]
    pub setup: Option<String>,
}

// The same holds here.
#[derive(Debug, Args)]
pub struct PictureArgs {
    /// The colours of the picture.
    #[arg(long, value_name = "NAME", default_value = "paper", value_parser = theme())]
    pub theme: &'static Theme,
    /// The form of the pieces [default: as the definition says].
    #[arg(long, value_name = "FORM", value_parser = piece_dress())]
    pub pieces: Option<PieceDress>,
    /// The width of the picture in pixels [default: 90 for a cell in a PNG, 45 in an SVG].
    #[arg(long, value_name = "PIXELS", alias = "size", value_parser = whole::<u32>(16..=limits::PICTURE_PX.into()))]
    pub width: Option<u32>,
    /// The side at the bottom of the board [default: the first].
    #[arg(long, value_name = "SIDE")]
    pub view: Option<String>,
    /// Turn the board by 180 degrees.
    #[arg(long, conflicts_with = "view")]
    pub flip: bool,
    /// Leave out the names of files and ranks.
    #[arg(long)]
    pub no_coordinates: bool,
    /// Arrows from cell to cell: `"e2-e4 g8-f6"`.
    #[arg(long, value_name = "CELLS")]
    pub arrows: Option<String>,
    /// Cells that get a halo: `"e4 f6"`.
    #[arg(long, value_name = "CELLS")]
    pub highlight: Option<String>,
    /// The title of the picture for readers who do not see it.
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
    /// Write to a file; its ending may choose the format.
    #[arg(long, short_alias = 'o', alias = "output", value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// Draw a position of a variant
///
///   fairybook diagram chess --out array.svg
///   fairybook diagram chess --fen 8/8/8/3Q4/8/8/8/8 --marks "rank 5, d1-d8" --out queen.png
///   fairybook diagram glinski --theme safe --out glinski.svg
///   fairybook diagram chess --view black --arrows e7-e5 --width 600 --out defence.png
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
pub struct DiagramArgs {
    #[command(flatten)]
    pub position: PositionArgs,
    /// Cells to mark, as definitions write them.
    #[arg(long, value_name = "CELLS")]
    pub marks: Option<String>,
    #[command(flatten)]
    pub output: PictureArgs,
}

/// Count the positions after a number of moves
///
///   fairybook perft chess 4
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
pub struct PerftArgs {
    #[command(flatten)]
    pub position: PositionArgs,
    /// The number of moves.
    #[arg(value_parser = depth)]
    pub depth: u32,
    /// Count for each first move.
    #[arg(long)]
    pub divide: bool,
}

/// List the cells that a piece can reach
///
/// A piece of a variant, on an empty board or in a position:
///
///   fairybook reach different-armies bede --at d5
///   fairybook reach my-game.toml guard --at c3 --fen 8/8/8/8/8/2G5/3p4/8 --side white
///
/// Or any notation, without a variant. The piece on --at moves and the other pieces do not. Capitals
/// are pieces of the first side, small letters of the second:
///
///   fairybook reach --betza mRcpR --at c3 --fen 5/2p2/2C1p/5/2P2
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
pub struct ReachArgs {
    /// The id of a variant, or a file with a definition.
    #[arg(required_unless_present = "betza", conflicts_with = "betza")]
    pub variant: Option<String>,
    /// The piece: its id, name or letter.
    #[arg(required_unless_present = "betza")]
    pub piece: Option<String>,
    /// The cell of the piece.
    #[arg(long, value_name = "CELL")]
    pub at: String,
    /// The position [default: an empty board].
    #[arg(long, alias = "position", value_name = "PLACEMENT", allow_hyphen_values = true)]
    pub fen: Option<String>,
    /// The side of the piece [default: that of the piece on --at, or the first side].
    #[arg(long, value_name = "ID", conflicts_with = "betza")]
    pub side: Option<String>,
    /// The setup of the variant [default: the first].
    #[arg(long, value_name = "NAME", conflicts_with = "betza")]
    pub setup: Option<String>,
    /// A move in Betza's notation instead of a variant.
    #[arg(long, value_name = "NOTATION", allow_hyphen_values = true)]
    pub betza: Option<String>,
    /// The dialect of the notation [default: xbetza].
    #[arg(long, value_enum)]
    pub dialect: Option<DialectName>,
    /// The piece has not moved yet, so moves with `i` are allowed.
    #[arg(long)]
    pub unmoved: bool,
    #[command(flatten)]
    pub output: PictureArgs,
}

/// Parses an address of a machine, in numbers.
fn ip_address(text: &str) -> Result<IpAddr, String> {
    let text = if text == "localhost" { "127.0.0.1" } else { text };
    text.parse().map_err(|_| {
        "write numbers, as in `192.168.1.5`, or `0.0.0.0` for all addresses of this machine"
            .to_owned()
    })
}

/// Parses the depth of `perft`.
fn depth(text: &str) -> Result<u32, String> {
    let number = whole(0..=limits::PERFT_DEPTH.into())(text);
    number.map_err(|error| format!("{error}, after the game: `perft chess 3`"))
}

/// Parses a whole number.
fn whole<T: TryFrom<u64> + Clone + Send + Sync + 'static>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let number = number.and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| {
            format!("write a whole number from {} to {}", range.start(), range.end())
        })
    }
}

/// Parses the name of a theme. The help lists all names.
fn theme() -> impl TypedValueParser<Value = &'static Theme> {
    let known =
        Theme::all().iter().map(|theme| PossibleValue::new(theme.name).help(theme.description));
    PossibleValuesParser::new(known)
        .map(|name| Theme::named(&name).expect("the parser accepts known names only"))
}

/// Parses the name of a form of pieces.
fn piece_dress() -> impl TypedValueParser<Value = PieceDress> {
    let known = PieceDress::words().map(PossibleValue::new);
    PossibleValuesParser::new(known)
        .map(|name| PieceDress::of_word(&name).expect("the parser accepts known names only"))
}

/// A dialect of the notation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DialectName {
    /// XBetza; anything it does not define is an error.
    Xbetza,
    /// As Fairy-Stockfish reads it; ignored parts are warnings.
    Fsf,
}

/// Write a variant as another program reads it
///
/// What the program cannot express is listed on standard error and in comments of the text:
///
///   fairybook export capablanca --to fairy-stockfish --out capablanca.ini
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
pub struct ExportArgs {
    /// The id of a variant of the book, or a file with a definition.
    pub variant: String,
    /// The program.
    #[arg(long, value_enum, value_name = "PROGRAM")]
    pub to: ExportTarget,
    /// Write to a file [default: standard output].
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// The setup of the variant [default: the first].
    #[arg(long, value_name = "NAME")]
    pub setup: Option<String>,
}

/// A program for which variants can be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ExportTarget {
    /// Fairy-Stockfish: a section of a variant file.
    FairyStockfish,
}

/// What can be imported.
#[derive(Debug, Subcommand)]
pub enum ImportKind {
    FairyStockfish(ImportFairyStockfishArgs),
    InteractiveDiagram(ImportInteractiveDiagramArgs),
}

/// Make a definition and a page of each variant in a variant file of Fairy-Stockfish
///
/// A rule that no definition can say is listed, and is `[[unmodelled]]` in the definition:
///
///   fairybook import fairy-stockfish variants.ini --out content/variants
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
pub struct ImportFairyStockfishArgs {
    /// The variant file.
    pub file: PathBuf,
    /// The folder to write to.
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Only this section and its parents in the file.
    #[arg(long, value_name = "NAME")]
    pub only: Option<String>,
}

/// Make a definition and a page of each Interactive Diagram of an HTML page
///
/// What is not read is listed, and is `[[unmodelled]]` in the definition:
///
///   fairybook import interactive-diagram old-game.html --out content/variants
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
pub struct ImportInteractiveDiagramArgs {
    /// The HTML page.
    pub file: PathBuf,
    /// The folder to write to.
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
}

/// What can be created.
#[derive(Debug, Subcommand)]
pub enum NewKind {
    /// A book: settings, a small variant and its page.
    Book {
        /// The new folder.
        dir: PathBuf,
    },
    /// A definition, in content/variants/: a small game, or a copy of another.
    Variant {
        /// Its id, as in `my-game`.
        id: String,
        /// The id of the variant to copy.
        #[arg(long, value_name = "ID")]
        like: Option<String>,
    },
    /// A page: about the variant of that id if there is one, else about nothing in particular.
    Page {
        /// The id of a variant, or any other name.
        name: String,
    },
    /// A built-in template to change, in templates/.
    Template {
        /// Its name, as in `page.html`.
        name: String,
    },
}
