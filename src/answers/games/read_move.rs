//! Reads moves as authors type them: as they are printed, or in algebraic notation.
//!
//! ```text
//! move   = "O-O" | "O-O-O" | LETTER "@" CELL | LETTER? start? ("-" | "x")? CELL suffix*
//! start  = CELL | FILE | RANK              without a letter and a cell: of the Pawn, letter P
//! suffix = "*" CELL | "~" CELL | ">" CELL  captured elsewhere, swapped with, transferred to
//!        | "="? LETTER | "=" NAME | "="    promotes to; does not promote
//! ```

use crate::game::PieceTypeId;
use crate::game_text::{find_among, print_move};
use crate::geometry::{AxisKind, Cell, CellSet};
use crate::query::LoadedVariant;
use crate::rules::{Move, MoveKind, Position};
use crate::source::{Code, Diagnostic, capitalised, join_words, limits, sort};

use super::algebraic::algebraic;

/// The greatest number of moves among which a message looks for the one that is meant.
const MOST_READ: usize = 300;
/// The greatest number of moves that a message lists.
pub(super) const MAX_LISTED: usize = 8;

/// One meaning of a text; several moves may fit it.
#[derive(Debug, Clone)]
pub(super) struct MoveReading {
    pub kind: ReadKind,
    /// The piece type that a letter names.
    pub piece: Option<PieceTypeId>,
    pub to: Cell,
    /// Whether it says that the move captures.
    pub captures: bool,
    suffixes: Suffixes,
}

#[derive(Debug, Clone)]
pub(super) enum ReadKind {
    /// From one of these cells.
    Step(CellSet),
    Castle(u8),
    Drop,
}

/// What a text says after the cell on which the move ends.
#[derive(Debug, Clone, Default)]
struct Suffixes {
    captured: Vec<Cell>,
    swapped: Option<Cell>,
    transfers: Vec<Cell>,
    /// The letter of the promoted piece in lower case; empty if it says that there is none.
    promotion: Option<String>,
}

/// Returns the legal move that a text names, or `None` if the move that it names is not legal.
///
/// It is an error if the text names no move, several legal ones, or a piece that is not there,
/// and if it leaves out the promotion or the dropped piece.
pub fn read_move(
    variant: &LoadedVariant,
    position: &Position,
    text: &str,
) -> Result<Option<Move>, Diagnostic> {
    let moves = variant.rules().moves(position);
    if let Some(printed) = find_among(variant.variant(), &moves, variant.rules(), position, text) {
        return Ok(Some(printed));
    }
    let readings = match castling_reading(variant, position, text) {
        Some(castling) => vec![castling?],
        None => readings(variant, text),
    };
    if readings.is_empty() {
        return Err(unreadable(variant, position, text, &moves));
    }
    if !readings.iter().any(|reading| has_piece(variant, position, reading)) {
        let message = missing_piece(variant, position, text, &readings);
        let is_move = |meant: &String| {
            let readings = self::readings(variant, meant);
            let is_meant = |found| readings.iter().any(|it| fits(variant, position, it, found));
            moves.iter().any(is_meant)
        };
        let error = with_forms(variant, message, position, &moves);
        return Err(match other_spellings(variant, text).into_iter().find(is_move) {
            Some(meant) => error.help(format!("write `{meant}`")),
            None => error,
        });
    }
    let fits =
        |found: &&Move| readings.iter().any(|reading| fits(variant, position, reading, found));
    let mut fitting: Vec<Move> = moves.iter().filter(fits).copied().collect();
    let says_promotion = readings.iter().all(|reading| reading.suffixes.promotion.is_some());
    if !says_promotion && fitting.iter().any(|found| found.promotion.is_none()) {
        fitting.retain(|found| found.promotion.is_none());
    }
    let message = match fitting[..] {
        [] => return Ok(None),
        [only] if says_promotion || only.promotion.is_none() => return Ok(Some(only)),
        _ if !says_promotion && fitting.iter().all(|found| found.promotion.is_some()) => {
            format!("`{text}` does not say what the piece promotes to")
        }
        _ => format!("`{text}` can be {} moves", fitting.len()),
    };
    let mut forms: Vec<String> = printed(variant, position, &fitting);
    if fitting.iter().any(|found| found.promotion.is_some()) {
        forms.push(format!("`{text}=` for a move without promotion"));
    }
    Err(Diagnostic::error(Code::Move, message).help(format!("write {}", join_words(&forms, "or"))))
}

/// The error about a text that can mean no move.
fn unreadable(
    variant: &LoadedVariant,
    position: &Position,
    text: &str,
    moves: &[Move],
) -> Diagnostic {
    let message = match text.strip_prefix('@') {
        Some(_) => format!("`{text}` does not say which piece is dropped"),
        None => match (unknown_letter(variant, text), unknown_cell(variant, text)) {
            (Some(letter), _) => format!("`{text}`: no piece has the letter `{letter}`"),
            (None, Some(cell)) => format!("`{text}`: there is no cell `{cell}`"),
            (None, None) => format!("`{text}` is no move that can be read"),
        },
    };
    // Another piece that can move there: `Hd3` for `Nd3`.
    if moves.len() <= MOST_READ
        && unknown_letter(variant, text).is_some()
        && let meant = moves.iter().map(|found| algebraic(variant, position, found))
        && let meant = { meant }.filter(|it| it.get(1..) == text.get(1..))
        && let meant = { meant }.map(|it| format!("`{it}`")).collect::<Vec<_>>()
        && let Some(first) = meant.first()
    {
        let letter = &text[..1];
        let mut faces = variant.variant().faces.iter().filter(|face| !face.is_builtin);
        let own = faces.find(|face| first[1..].starts_with(&*face.letter));
        let own = own.map_or(String::new(), |face| {
            format!(", or `letter = \"{letter}\"` in `[pieces.{}]` of the definition", face.id)
        });
        let help = format!("write {}{own}", join_words(meant, "or"));
        return Diagnostic::error(Code::Move, message).help(help);
    }
    // Another cell for one that the board does not have: `f5xe7` for `f5xe8`.
    if let Some(cell) = unknown_cell(variant, text) {
        let letters = cell.trim_end_matches(|sign: char| sign.is_ascii_digit());
        let is_like = |found: &&Move| {
            moves.len() <= MOST_READ && variant.cell_name(found.to).starts_with(letters)
        };
        let meant = moves.iter().filter(is_like).find_map(|found| {
            let [from, to] = [found.from, found.to].map(|cell| variant.cell_name(cell));
            let meant = text.replacen(cell, to, 1);
            let plain = meant.trim_end_matches(['+', '#']);
            let usual = algebraic(variant, position, found);
            let signs = if usual.contains('x') { ["", "x"] } else { ["", "-"] };
            let is_it = plain == usual.trim_end_matches(['+', '#'])
                || signs.iter().any(|sign| plain == format!("{from}{sign}{to}"));
            is_it.then_some(meant)
        });
        if let Some(meant) = meant {
            return Diagnostic::error(Code::Move, message).help(format!("write `{meant}`"));
        }
    }
    let capital = capitalised(text);
    if capital != text && !self::readings(variant, &capital).is_empty() {
        let error = Diagnostic::error(Code::Move, message);
        return error.help(format!("letters of pieces are capitals: write `{capital}`"));
    }
    let error = with_forms(variant, message, position, moves);
    let is_drop = |it: &&str| variant.rules().game().hands.is_some() && it.len() == 1;
    match text.split_once('*').filter(|(piece, _)| is_drop(piece)) {
        Some((piece, cell)) => error.help(format!("write `{piece}@{cell}`")),
        None => error,
    }
}

fn printed(variant: &LoadedVariant, position: &Position, moves: &[Move]) -> Vec<String> {
    let printed =
        |found| format!("`{}`", print_move(variant.variant(), variant.rules(), position, found));
    moves.iter().take(MAX_LISTED).map(printed).collect()
}

/// Returns the error for a text that names no move, with examples of moves that can be read.
fn with_forms(
    variant: &LoadedVariant,
    message: String,
    position: &Position,
    moves: &[Move],
) -> Diagnostic {
    let examples: Vec<Move> =
        moves.iter().step_by(moves.len().div_ceil(3).max(1)).copied().collect();
    let mut forms = printed(variant, position, &examples);
    let step = moves.iter().find(|found| found.is_of_piece());
    forms.extend(step.map(|found| {
        format!("`{}-{}`", variant.cell_name(found.from), variant.cell_name(found.to))
    }));
    let forms = join_words(&forms, "or");
    let own = examples.iter().map(|found| format!("`{}`", algebraic(variant, position, found)));
    let own = join_words(own.collect::<Vec<String>>(), "or");
    let own = if own.is_empty() { own } else { format!(", or as {own}") };
    Diagnostic::error(Code::Move, message).help(format!(
        "moves are written as {forms}{own}; `x` captures, `O-O` castles, `=Q` promotes, `=` does \
         not, `@` drops"
    ))
}

/// Returns the capital with which a text begins, if it is the letter of no piece.
fn unknown_letter<'a>(variant: &LoadedVariant, text: &'a str) -> Option<&'a str> {
    let letter =
        text.get(..1).filter(|it| it.starts_with(|sign: char| sign.is_ascii_uppercase()))?;
    let is_known = variant.variant().faces.iter().any(|face| text.starts_with(&*face.letter));
    (!is_known && text.len() > 2).then_some(letter)
}

/// Returns the first part of a text that is written like a cell, and is none.
fn unknown_cell<'a>(variant: &LoadedVariant, text: &'a str) -> Option<&'a str> {
    let has_x = variant.layout().boards().iter().any(|board| board.files.find("x").is_some());
    let parts = text.split(|sign: char| !sign.is_ascii_alphanumeric() || sign == 'x' && !has_x);
    let without_letter = parts.map(|part| part.trim_start_matches(|it: char| it.is_uppercase()));
    let mut cells = without_letter.filter(|part| {
        let number = part.trim_start_matches(|it: char| it.is_ascii_lowercase());
        let has_both = number.len() < part.len() && !number.is_empty();
        has_both && number.bytes().all(|digit| digit.is_ascii_digit())
    });
    cells.find(|cell| variant.layout().find(cell).is_none())
}

/// What may be meant by a move of a piece that is not there: the way back, another letter, another board.
fn other_spellings(variant: &LoadedVariant, text: &str) -> Vec<String> {
    let Some((from, to)) = text.split_once('-') else { return Vec::new() };
    let cells = text.trim_start_matches(|sign: char| sign.is_uppercase());
    let letters = variant.variant().faces.iter().map(|face| &*face.letter).chain([""]);
    let boards = variant.layout().boards().iter().map(|board| &board.id);
    [format!("{to}-{from}")]
        .into_iter()
        .chain(letters.map(|letter| format!("{letter}{cells}")))
        .chain(boards.map(|id| format!("{id}:{from}-{id}:{to}")))
        .collect()
}

/// Says that no piece stands where a move starts, or another piece than the named one.
fn missing_piece(
    variant: &LoadedVariant,
    position: &Position,
    text: &str,
    readings: &[MoveReading],
) -> String {
    let start = |reading: &MoveReading| match &reading.kind {
        ReadKind::Step(cells) if cells.len() == 1 => Some((cells.iter().next()?, reading.piece)),
        _ => None,
    };
    let Some((from, asked)) = readings.iter().find_map(start) else {
        return format!("`{text}` is a move of a piece that is not there");
    };
    let (cell, asked) =
        (variant.cell_name(from), asked.map_or("piece", |it| variant.piece_type_name(it)));
    match position.piece_at(from) {
        Some(piece) => {
            let letter = variant.variant().letter_of(piece);
            let there = variant.piece_name(piece);
            format!("`{text}`: no {asked} stands on {cell}, but the {there} (`{letter}`)")
        }
        None => format!("`{text}`: no {asked} stands on {cell}"),
    }
}

/// Whether the piece that is to move, or may be dropped, can be there at all.
fn has_piece(variant: &LoadedVariant, position: &Position, reading: &MoveReading) -> bool {
    let is_asked = |cell| {
        let piece = position.piece_at(cell);
        piece.is_some_and(|piece| reading.piece.is_none_or(|asked| piece.piece_type == asked))
    };
    match &reading.kind {
        ReadKind::Step(cells) => cells.iter().any(is_asked),
        ReadKind::Castle(_) => true,
        ReadKind::Drop => !variant.rules().game().drops.is_empty(),
    }
}

fn fits(variant: &LoadedVariant, position: &Position, reading: &MoveReading, found: &Move) -> bool {
    let Suffixes { captured, swapped, transfers, promotion } = &reading.suffixes;
    let letter = found.promotion.map(|piece| variant.variant().face(piece).letter.to_lowercase());
    let promotes = match (promotion.as_deref(), letter.as_deref()) {
        (None, _) | (Some(""), None) => true,
        (Some("+"), Some(letter)) => letter.starts_with('+'),
        (said, letter) => said == letter,
    };
    let piece = position.piece_at(found.from).map(|piece| piece.piece_type);
    let is_named = match (&reading.kind, found.kind) {
        (ReadKind::Drop, MoveKind::Drop(piece)) => reading.piece == Some(piece.piece_type),
        (ReadKind::Castle(asked), MoveKind::Castle(castling)) => *asked == castling,
        (ReadKind::Step(_), MoveKind::Castle(_)) if reading.piece.is_some() => false,
        (ReadKind::Step(cells), kind) => {
            !matches!(kind, MoveKind::Drop(_))
                && cells.contains(found.from)
                && (reading.piece.is_none() || reading.piece == piece)
        }
        _ => false,
    };
    is_named
        && promotes
        && found.to == reading.to
        && (!reading.captures || !found.captures.is_empty())
        && captured.iter().all(|&cell| found.captures.contains(cell))
        && swapped.is_none_or(|cell| found.displaced.is_some_and(|(with, _)| with == cell))
        && (transfers.is_empty() || found.transfers.iter().eq(transfers.iter().copied()))
}

/// Returns the meaning of `O-O` or `O-O-O`: the castling with the nearer or farther partner.
pub(super) fn castling_reading(
    variant: &LoadedVariant,
    position: &Position,
    text: &str,
) -> Option<Result<MoveReading, Diagnostic>> {
    let is_long = match text {
        "O-O" | "0-0" => false,
        "O-O-O" | "0-0-0" => true,
        _ => return None,
    };
    let castlings = variant.rules().game().castlings.iter().enumerate();
    let mut own: Vec<(u16, usize)> = castlings
        .filter(|(_, castling)| castling.side == position.turn.to_move)
        .filter_map(|(index, castling)| {
            let distance = variant.layout().distance(castling.royal_from, castling.partner_from);
            Some((distance?.0, index))
        })
        .collect();
    sort(&mut own);
    let distinct = match own[..] {
        [(one, _), (other, _)] => one < other,
        _ => own.len() == 1 && !is_long,
    };
    let index = if is_long { own.last() } else { own.first() };
    Some(match index.filter(|_| distinct) {
        Some(&(_, index)) => Ok(MoveReading {
            kind: ReadKind::Castle(index as u8),
            piece: None,
            to: variant.rules().game().castlings[index].royal_to,
            captures: false,
            suffixes: Suffixes::default(),
        }),
        None => Err(unclear_castling(variant, text, &own)),
    })
}

/// The error about `O-O` for a side with these castlings: none, another one, or several that are alike.
fn unclear_castling(variant: &LoadedVariant, text: &str, own: &[(u16, usize)]) -> Diagnostic {
    let message = match own.len() {
        0 => {
            let message = format!("`{text}`: this side has no castling");
            let help = "a castling is a line of `[castling]` in the definition";
            return Diagnostic::error(Code::Move, message).help(help);
        }
        1 => format!("`{text}` names no castling of this side"),
        _ => format!("`{text}` could be more than one castling of this side"),
    };
    let cells = |(_, index): &(u16, usize)| {
        let castling = &variant.rules().game().castlings[*index];
        let [from, to] = [castling.royal_from, castling.royal_to];
        format!("`{}-{}`", variant.cell_name(from), variant.cell_name(to))
    };
    let cells = join_words(own.iter().take(4).map(cells).collect::<Vec<String>>(), "or");
    let help = format!("write castling with the cells of the royal piece, as {cells}");
    Diagnostic::error(Code::Move, message).help(help)
}

/// Returns all meanings of a text that is not `O-O`.
pub(super) fn readings(variant: &LoadedVariant, text: &str) -> Vec<MoveReading> {
    if text.len() > limits::NOTATION {
        return Vec::new();
    }
    if let Some((letter, to)) = text.split_once('@') {
        let piece = variant.variant().kind(letter).filter(|_| !letter.is_empty());
        let to = variant.layout().find(to);
        return piece.zip(to).map(|(piece, to)| drop_reading(piece, to)).into_iter().collect();
    }
    let of_letter = variant.variant().faces.iter().enumerate().filter_map(|(index, face)| {
        let rest = text.strip_prefix(&*face.letter)?;
        Some((Some(PieceTypeId(index as u8)), rest))
    });
    let mut readings = Vec::new();
    for (piece, rest) in of_letter.chain([(None, text)]) {
        for (at, _) in rest.char_indices() {
            let (start, end) = rest.split_at(at);
            let (start, separator) = match start.strip_suffix(['-', 'x']) {
                Some(plain) => (plain, start.chars().last()),
                None => (start, None),
            };
            let Some((from, piece)) = start_cells(variant, start, piece) else { continue };
            let is_whole = variant.layout().find(start).is_some();
            if separator == Some('-') && !is_whole {
                continue;
            }
            for (to, suffixes) in ends(variant, end) {
                readings.push(MoveReading {
                    kind: ReadKind::Step(from.clone()),
                    piece,
                    to,
                    captures: separator == Some('x'),
                    suffixes,
                });
            }
        }
    }
    readings
}

fn drop_reading(piece: PieceTypeId, to: Cell) -> MoveReading {
    let suffixes = Suffixes::default();
    MoveReading { kind: ReadKind::Drop, piece: Some(piece), to, captures: false, suffixes }
}

/// Returns the cells that the text before the last cell allows, and the piece that it means.
fn start_cells(
    variant: &LoadedVariant,
    text: &str,
    piece: Option<PieceTypeId>,
) -> Option<(CellSet, Option<PieceTypeId>)> {
    if let Some(cell) = variant.layout().find(text) {
        return Some((CellSet::from_iter([cell]), piece));
    }
    let piece = piece.or_else(|| variant.variant().kind("P"))?;
    let has_name = |cell: &Cell| {
        let board = variant.layout().board(variant.layout().point(*cell).board);
        [AxisKind::File, AxisKind::Rank]
            .into_iter()
            .any(|axis| board.axis(axis).names[variant.layout().index_on_axis(*cell, axis)] == text)
    };
    let cells: CellSet =
        variant.layout().cells().filter(|cell| text.is_empty() || has_name(cell)).collect();
    (!cells.is_empty()).then_some((cells, Some(piece)))
}

/// Returns each way to read a cell and what follows it.
fn ends(variant: &LoadedVariant, text: &str) -> Vec<(Cell, Suffixes)> {
    let splits = text.char_indices().map(|(at, _)| at).skip(1).chain([text.len()]);
    splits
        .filter_map(|at| {
            Some((variant.layout().find(&text[..at])?, suffixes(variant, &text[at..])?))
        })
        .collect()
}

fn suffixes(variant: &LoadedVariant, text: &str) -> Option<Suffixes> {
    let mut suffixes = Suffixes::default();
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        let is_sign = "*~>=".contains(sign);
        let after = if is_sign { &rest[1..] } else { rest };
        let length = after.find(['*', '~', '>', '=']).unwrap_or(after.len());
        let (word, next) = after.split_at(length);
        let cell = || variant.layout().find(word);
        match sign {
            '*' => suffixes.captured.push(cell()?),
            '>' => suffixes.transfers.push(cell()?),
            '~' if suffixes.swapped.is_none() => suffixes.swapped = Some(cell()?),
            '~' => return None,
            _ if suffixes.promotion.is_some() => return None,
            _ => suffixes.promotion = Some(promotion_text(variant, word, is_sign)?),
        }
        rest = next;
    }
    Some(suffixes)
}

/// Returns the letter of a promotion in lower case; `=` alone says that there is none.
fn promotion_text(variant: &LoadedVariant, word: &str, has_sign: bool) -> Option<String> {
    let word = word.to_lowercase();
    let faces = &variant.variant().faces;
    let is_known = match word.as_str() {
        "" => has_sign,
        "+" => faces.iter().any(|face| face.letter.starts_with('+')),
        letter => faces.iter().any(|face| face.letter.to_lowercase() == letter),
    };
    let mut named = faces.iter().filter(|face| has_sign && face.id == word);
    is_known.then(|| word.clone()).or_else(|| Some(named.next()?.letter.to_lowercase()))
}
