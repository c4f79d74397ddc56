//! Limits of size. Every reader of input refuses what exceeds them.

/// Cells of all boards of a game together: a board of 40 by 40.
pub const CELLS: usize = 1600;
/// Boards of one game.
pub const BOARDS: usize = 16;
/// Names on one axis of a board.
pub const AXIS: usize = 128;
/// Sides of a game, neutral ones included.
pub const SIDES: usize = 8;
/// Kinds of piece of a game, promoted forms included.
pub const PIECE_TYPES: usize = 250;
/// Zones of a game, and likewise borders, states, castlings, transfers.
pub const ZONES: usize = 256;
/// Set-ups of a game, pairs of armies included.
pub const SETUPS: usize = 256;
/// Bytes of one move notation.
pub const NOTATION: usize = 1024;
/// Legs of one term of a notation.
pub const LEGS: usize = 8;
/// The largest range or leap that a notation may name.
pub const LEAP_LENGTH: u16 = 127;
/// Pieces that one move may take.
pub const CAPTURES_PER_MOVE: usize = 12;
/// Pieces for which one move may choose where they are sent.
pub const TRANSFER_CHOICES: usize = 4;
/// Ways in which one term of a notation may be under way at once, in the slow mover.
pub const PARTIAL_MOVES: usize = 100_000;
/// Steps from cell to cell that the moves of one kind of piece may need from one cell, at the worst,
/// in terms of three legs and more; each way that must be remembered by itself, as one that has taken
/// something, counts for twenty.
pub const STEPS: u64 = 20_000_000;
/// Routes of one multi-path move to one cell.
pub const ROUTES: usize = 256;
/// How deep sets of cells may be nested, zones in zones included.
pub const NESTING: usize = 32;
/// Files of a book.
pub const FILES: usize = 20_000;
/// Bytes of one source file.
pub const FILE: usize = 4 << 20;
/// Bytes of one placement or position text.
pub const PLACEMENT: usize = 16 << 10;
/// Looks at the board that one claim or one hint may take.
pub const BOARD_LOOKUPS: usize = 2_000_000;
