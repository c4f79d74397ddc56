//! Rule books of chess variants: sites whose marked diagrams and claims are checked by an engine.
//!
//! A *definition* in TOML says what a game is. A *page* in Markdown explains it, with diagrams and
//! claims. This crate reads both, computes where pieces can move, draws the answers, and refuses a
//! page that says otherwise. The program `fairybook` is a command line around it.
//!
//! # Define, ask, draw
//!
//! ```
//! use fairybook::diagram::{SvgTarget, Theme, draw, write_svg};
//! use fairybook::illustrate::Illustrator;
//! use fairybook::query::{MovesRequest, LoadedVariant};
//! use fairybook::game::Piece;
//! use fairybook::source::{Diagnostics, SourceFile};
//! use fairybook::variant::load;
//! use fairybook::world::VariantFolders;
//!
//! # fn main() -> Result<(), Diagnostics> {
//! // 1. Define a game: two kings and four prancers on a board of 25 squares.
//! let file = SourceFile::new("prancers.toml", r#"
//!     format = 1
//!     name = "Prancers"
//!     board = { files = "a-e", ranks = "1-5" }
//!     sides = { white = {}, black = { seat = "turn 180" } }
//!     pieces.prancer = { letter = "P", move = "fWN" }
//!     setup.each = { king = "c1", prancer = "b1 d1" }
//!     ends = { checkmate = "loses", stalemate = "draw" }
//! "#);
//! // It is based on no other definition, so there are no folders to search.
//! let (definition, diagnostics) = load(&file, "prancers", &VariantFolders::default());
//! let variant = definition.ok_or(diagnostics)?.variant(None)?;
//!
//! // 2. Ask where a piece may move.
//! let variant = LoadedVariant::new(variant)?;
//! let piece = Piece { side: variant.side("white")?, piece_type: variant.kind("prancer")? };
//! let request = MovesRequest::new(piece, variant.cell("c3")?);
//! let answer = variant.answer(&request).expect("the definition says how it moves");
//! let cells = variant.cell_names(&answer.cells).join(" ");
//! assert_eq!(cells, "a2 a4 b1 b5 c4 d1 d5 e2 e4");
//!
//! // 3. Draw it.
//! let scene = draw(&Illustrator::new(variant).illustrate(&answer));
//! let svg = write_svg(&scene, SvgTarget::StandAlone(Theme::paper()));
//! assert!(svg.starts_with("<svg"));
//! # Ok(())
//! # }
//! ```
//!
//! `examples/` has programs that count moves ([perft](rules::Rules::perft)), write a move diagram to
//! a file and [verify](verify::page) a page; [`build::build`] makes a whole site in memory.
//!
//! Two WebAssembly modules of a site contain a part of the library. Without the feature `site` and
//! with `book` it ends with the [`playground`], and with neither at a reader's board ([`play`]).
//!
//! Modules lie in folders by what they are for. Each imports only from the modules above it in this
//! file; `ARCHITECTURE.md` says why.

pub use fairybook_core::{directions, game, geometry, notation, rules, source};
pub use fairybook_diagram as diagram;

// What a game is: definitions in TOML, and variant files of another program.
#[path = "definitions/toml_text/mod.rs"]
pub mod toml_text;
#[path = "definitions/format/mod.rs"]
pub mod format;
#[path = "definitions/expression/mod.rs"]
pub mod expression;
#[path = "definitions/variant/mod.rs"]
pub mod variant;
#[path = "definitions/game_text/mod.rs"]
pub mod game_text;
#[cfg(feature = "book")]
#[path = "definitions/fsf/mod.rs"]
pub mod fsf;
#[cfg(feature = "book")]
#[path = "definitions/fsf_files/mod.rs"]
pub mod fsf_files;

// What the rules answer: cells, moves, words and figures.
#[path = "answers/query/mod.rs"]
pub mod query;
#[path = "answers/prose/mod.rs"]
pub mod prose;
#[path = "answers/games/mod.rs"]
pub mod games;
#[path = "answers/illustrate/mod.rs"]
pub mod illustrate;

// Whether what authors state is so.
#[cfg(feature = "book")]
#[path = "proofs/claim/mod.rs"]
pub mod claim;
#[cfg(feature = "book")]
#[path = "proofs/exchange/mod.rs"]
pub mod exchange;
#[cfg(feature = "book")]
#[path = "proofs/verify/mod.rs"]
pub mod verify;
#[cfg(feature = "book")]
#[path = "proofs/survey/mod.rs"]
pub mod survey;

// What readers get: pages, boards, rule sheets, the whole site in memory.
#[cfg(feature = "book")]
#[path = "pages/book/mod.rs"]
pub mod book;
#[path = "pages/play/mod.rs"]
pub mod play;
#[cfg(feature = "book")]
#[path = "pages/sheet/mod.rs"]
pub mod sheet;
#[cfg(feature = "book")]
#[path = "pages/build/mod.rs"]
pub mod build;
#[cfg(feature = "site")]
#[path = "pages/manual/mod.rs"]
pub mod manual;
#[cfg(feature = "book")]
#[path = "pages/playground/mod.rs"]
pub mod playground;
#[cfg(feature = "site")]
#[path = "pages/coverage/mod.rs"]
pub mod coverage;

// What touches the machine: files, servers, the command line.
#[cfg(feature = "site")]
#[path = "program/world/mod.rs"]
pub mod world;
#[cfg(feature = "site")]
#[path = "program/cli/mod.rs"]
pub mod cli;
