//! Limits of size. Every reader of input reports what exceeds them.

/// Cells of all boards of a game together: a board of 40 by 40.
pub const CELLS: usize = 1600;
/// Boards of one game.
pub const BOARDS: usize = 16;
/// Names on one axis of a board.
pub const AXIS: usize = 128;
/// Sides of a game, neutral ones included.
pub const SIDES: usize = 8;
/// Piece types of a game, promoted forms included.
pub const PIECE_TYPES: usize = 250;
/// Zones of a game; also borders, states, castlings and transfers.
pub const ZONES: usize = 256;
/// Setups of a game, pairs of armies included.
pub const SETUPS: usize = 256;
/// Parts of a turn.
pub const TURN_PARTS: usize = 16;
/// How often a part of a turn is made in one turn.
pub const PART_TIMES: u16 = 100;
/// Bytes of one move notation.
pub const NOTATION: usize = 1024;
/// Moves that `perft` counts to.
pub const PERFT_DEPTH: u32 = 100;
/// Legs of one term of a notation.
pub const LEGS: usize = 8;
/// The largest range or coordinate of a leap in a notation.
pub const LEAP_LENGTH: u16 = 127;
/// Pieces that one move can capture.
pub const CAPTURES_PER_MOVE: usize = 12;
/// States of one series of captures: where the piece stands, and what it has captured so far.
pub const SERIES_STATES: usize = 4096;
/// Pieces of one move whose transfer target is chosen.
pub const TRANSFER_CHOICES: usize = 4;
/// Partial moves of one term of a notation at one time, in the reference mover.
pub const PARTIAL_MOVES: usize = 100_000;
/// Steps between cells that the moves of one piece type can need from one cell, in terms of three
/// legs or more. A state that must be stored, such as one after a capture, counts as twenty steps.
pub const STEPS: u64 = 20_000_000;
/// Routes of one multi-path move to one cell.
pub const ROUTES: usize = 256;
/// The depth of nested sets of cells, zones in zones included.
pub const NESTING: usize = 32;
/// Pixels of the width of a picture that is asked for.
pub const PICTURE_PX: u32 = 8000;
/// Pixels of a PNG that is asked for.
pub const PICTURE_AREA: f64 = 25e6;
/// Files of a book.
pub const FILES: usize = 20_000;
/// Bytes of one source file.
pub const FILE: usize = 4 << 20;
/// Bytes of one page. Some marks of Markdown become many times as long in HTML.
pub const PAGE: usize = 1 << 20;
/// Columns of one table of a page.
pub const COLUMNS: usize = 64;
/// Numbers that all calls of `range` in a template may give for one page.
pub const TEMPLATE_STEPS: usize = 100_000;
/// Rounds that all loops and components of a template may make for one page.
pub const TEMPLATE_ROUNDS: usize = 1_000_000;
/// Bytes of the text of one variable of a template.
pub const TEMPLATE_TEXT: usize = 1 << 20;
/// Bytes of one page of the site.
pub const SITE_PAGE: usize = 32 << 20;
/// The most games that every page lists. With more, pages would grow with the book.
pub const LISTED_GAMES: usize = 200;
/// Diagnostics of one code that are printed.
pub const DIAGNOSTICS_OF_A_KIND: usize = 50;
/// Bytes of one placement or position text.
pub const PLACEMENT: usize = 16 << 10;
/// Board lookups of one claim or one hint.
pub const BOARD_LOOKUPS: usize = 2_000_000;
/// Work for one answer of a board in a browser, where nothing else can stop it. A unit is one direction
/// or one list of cells into which a piece looks.
pub const BOARD_WORK: u64 = 20_000_000;
/// Work for one command about a game, and for a book of 100 kB.
pub const WORK: u64 = 100_000_000;

/// Work for a book whose texts have so many bytes.
pub fn book_work(bytes: usize) -> u64 {
    WORK + 400 * bytes.saturating_sub(100_000) as u64
}
