//! Compares the diagrams and games of a page from another site with a definition.

use std::collections::BTreeMap;

use crate::exchange::{GridPiece, PageBoard, PageDiagram, read_page};
use crate::game::Piece;
use crate::geometry::{AxisKind, Cell, CellCoordinates, Lattice, Vector};
use crate::query::{LoadedVariant, MarkedCells, MoveFilter, MovesRequest, Unanswerable, Verdict};
use crate::rules::Position;
use crate::source::{Code, Diagnostic, Diagnostics, Location, SourceFile, Span};

use super::page_rules::{compare_games, defined_game};
use super::{Comparison, ComparisonKind, DefinedGame, Report};

/// With what a page is compared.
#[derive(Debug, Default)]
pub struct PageQuestion<'a> {
    /// The variant that the page is about; `None` if the page says its game itself.
    pub variant: Option<&'a LoadedVariant>,
    /// The pieces that signs of the page mean: `N` and `nightrider`.
    pub pieces: Vec<(String, String)>,
}

/// Compares the diagrams of a page, one comparison for each, in order, and each game that the page says itself.
///
/// Returns also the errors of unreadable diagrams, each of which is an unchecked comparison too, and warnings
/// about what is not read. A diagram is compared with the variant, or else with the game of the page before it.
///
/// A diagram with one piece shows the moves of that piece. With several pieces it shows the moves
/// of the piece whose targets are the marks, or else of the single piece whose targets are closest.
/// Otherwise the diagram is unchecked, as is one without marks.
pub fn page(
    file: &SourceFile,
    question: &PageQuestion,
) -> Result<(Report, Diagnostics), Diagnostics> {
    let (page, mut diagnostics) = read_page(file);
    if page.diagrams.is_empty() && page.games.is_empty() {
        return Err(if diagnostics.is_empty() { nothing_found(file) } else { diagnostics });
    }
    let unchecked = |span, why| {
        let verdict = Verdict::Unchecked(why);
        Comparison::new(Location::new(file, span), ComparisonKind::Diagram, verdict)
    };
    let unread = diagnostics.iter();
    let unread = unread.map(|it| unchecked(it.span.unwrap_or_default(), it.message.clone()));
    let mut comparisons: Vec<Comparison> = unread.collect();
    let mut own: Vec<(Span, Option<DefinedGame>)> = Vec::new();
    for game in &page.games {
        let (defined, unread) = defined_game(file, game, "Page");
        diagnostics.extend(unread);
        if let (Some(defined), Some(variant)) = (&defined, question.variant) {
            comparisons.extend(compare_games(file, game, defined, variant));
        }
        own.push((game.span, defined));
    }
    for diagram in &page.diagrams {
        let before = own.iter().rfind(|(span, _)| span.start <= diagram.span.start);
        let compared = match (question.variant, before.or(own.first())) {
            (Some(variant), _) => compare(file, variant, diagram, &question.pieces),
            (None, Some((_, Some(own)))) => {
                let signs = [&question.pieces[..], &own.pieces].concat();
                compare(file, &own.rules, diagram, &signs)
            }
            (None, Some((_, None))) => {
                Err("the Interactive Diagram of the page is no game".to_owned())
            }
            (None, None) => {
                let message = "nothing says how the pieces of this page move";
                let error = Diagnostic::error(Code::Usage, message).in_file(file, diagram.span);
                return Err(error
                    .help("name the variant that it is about: `--variant chess`")
                    .into());
            }
        };
        comparisons.push(compared.unwrap_or_else(|why| unchecked(diagram.span, why)));
    }
    comparisons.sort_by_key(|comparison| comparison.location.span);
    Ok((Report { comparisons, ..Report::default() }, diagnostics))
}

fn nothing_found(file: &SourceFile) -> Diagnostics {
    let message = "this page has no diagrams that can be read";
    let formats = "diagrams are elements with `data-fen` and `data-mks`, elements with `class=\"idiagram\"`, \
                   addresses with `drawdiagram.php?code=`, and `{{Chess diagram}}` of Wikipedia";
    let help =
        "save the page's source, not its text; or type the marks, as in `fairybook help old-pages`";
    let error = Diagnostic::error(Code::DiagramEmpty, message).in_whole_file(file);
    if file.text().starts_with("+++") {
        let name = file.path().rsplit('/').next().and_then(|name| name.strip_suffix(".md"));
        let name = name.unwrap_or_default();
        return error.help(format!("a page of the book: write `fairybook verify {name}`")).into();
    }
    error.note(formats).help(help).into()
}

/// Compares one diagram. An error says why nothing is compared.
fn compare(
    file: &SourceFile,
    variant: &LoadedVariant,
    diagram: &PageDiagram,
    signs: &[(String, String)],
) -> Result<Comparison, String> {
    let (position, marks) = read_board(variant, &diagram.board, signs)?;
    if marks.is_empty() {
        return Err("it marks no cells".to_owned());
    }
    let mut all = MarkedCells::default();
    for group in marks.values() {
        all.cells.extend_with(&group.cells);
        all.unknown_names.extend(group.unknown_names.clone());
    }
    let pieces: Vec<(Cell, Piece)> = position.pieces().collect();
    let piece = match pieces[..] {
        [] => return Err("its board is empty".to_owned()),
        [piece] => piece,
        _ => closest_piece(variant, &position, &pieces, &all).ok_or_else(|| {
            let count = pieces.len();
            format!("its board has {count} pieces, and the marks fit no single one of them")
        })?,
    };
    // A template has one sign for each cell, so that a capture cannot be marked.
    let is_template = marks.keys().any(|sign| sign.len() == 2);
    let show = if is_template { MoveFilter::Quiet } else { MoveFilter::Moves };
    let request = MovesRequest { show, ..request(&position, piece) };
    let verdict = verdict(variant, &request, &marks, &all);
    let verdict = verdict.unwrap_or_else(|why| Verdict::Unchecked(why.0));
    Ok(Comparison::diagram(Location::new(file, diagram.span), variant, &request, verdict))
}

/// Compares the marks of a diagram. If it has several signs, one may be for captures on empty cells.
fn verdict(
    variant: &LoadedVariant,
    request: &MovesRequest,
    marks: &MarksBySign,
    all: &MarkedCells,
) -> Result<Verdict, Unanswerable> {
    if marks.len() == 1 {
        return Ok(variant.compare(all, &variant.answer(request)?));
    }
    let all_moves = MovesRequest { show: MoveFilter::Moves, ..request.clone() };
    let mut answer = variant.answer(&all_moves)?;
    let quiet = answer.quiet_targets(0);
    let possible = variant.potential_captures(&answer);
    let mut captures = possible.attacked.union(&possible.on_moves[0]);
    if request.show == MoveFilter::Moves {
        captures.extend_with(&answer.reaches[0].victims());
    }
    answer.cells = quiet.union(&captures);
    let verdict = variant.compare(all, &answer);
    let both = quiet.intersection(&captures);
    let only = [quiet.difference(&captures), captures.difference(&quiet)];
    let fits = |group: &MarkedCells| {
        only.contains(&group.cells) || [&quiet, &captures, &both].contains(&&group.cells)
    };
    if verdict == Verdict::Agree && !marks.values().all(fits) {
        let why = "its signs are neither moves nor captures of the piece";
        return Ok(Verdict::Unchecked(why.to_owned()));
    }
    Ok(verdict)
}

/// The marked cells of each sign.
type MarksBySign = BTreeMap<String, MarkedCells>;

/// Places the pieces and marks of a diagram on the board of a variant.
fn read_board(
    variant: &LoadedVariant,
    board: &PageBoard,
    signs: &[(String, String)],
) -> Result<(Position, MarksBySign), String> {
    let mut groups = MarksBySign::new();
    let (columns, cells) = match board {
        PageBoard::Grid { columns, cells } => (columns, cells),
        PageBoard::Fen { placement, marks } => {
            let position = variant.position(placement).map_err(|error| {
                let help = error.help.map_or(String::new(), |help| format!("; {help}"));
                format!("{}{help}", error.message)
            })?;
            if !marks.is_empty() {
                groups.insert(String::new(), variant.marks(marks));
            }
            return Ok((position, groups));
        }
    };
    let (count, board) = (cells.iter().flatten().count(), variant.layout().len());
    if count != board {
        return Err(format!("it has {count} cells, and the board has {board}"));
    }
    let rows = cells.len() / columns;
    let mut position = Position::empty(variant.rules());
    for (index, cell) in cells.iter().enumerate() {
        let Some(cell) = cell else { continue };
        let at = grid_cell(variant, index % columns, rows - 1 - index / columns);
        let at = at.ok_or_else(|| {
            format!("it has {columns} columns and {rows} rows, and the board has no cell for one of them")
        })?;
        if !cell.sign.is_empty() {
            groups.entry(cell.sign.clone()).or_default().cells.insert(at);
        }
        if let Some(piece) = &cell.piece {
            variant.place_piece(&mut position, at, named_piece(variant, piece, signs)?);
        }
    }
    Ok((position, groups))
}

fn named_piece(
    variant: &LoadedVariant,
    piece: &GridPiece,
    signs: &[(String, String)],
) -> Result<Piece, String> {
    let code = &piece.code;
    let named = signs.iter().find(|(sign, _)| sign == code);
    let words = named.map_or(&piece.words[..], |(_, word)| std::slice::from_ref(word));
    let piece_type = words.iter().find_map(|word| variant.kind(word).ok()).ok_or_else(|| {
        if let Some(Err(error)) = named.map(|(_, word)| variant.kind(word)) {
            return format!("{}; {}", error.message, error.help.unwrap_or_default());
        }
        let example = variant.variant().faces.first().map_or("", |face| &face.id);
        format!("no piece is `{code}`; say which one it is: `--pieces {code}={example}`")
    })?;
    let mut sides = variant.variant().players().take(2);
    let side = if piece.is_first { sides.next() } else { sides.last() };
    Ok(Piece { side: side.ok_or("the game has no players")?, piece_type })
}

/// The cell of a variant with one board at a file and rank, both from 0.
pub(super) fn grid_cell(variant: &LoadedVariant, file: usize, rank: usize) -> Option<Cell> {
    let layout = variant.layout();
    let index = |cell, axis| layout.index_on_axis(cell, axis);
    if layout.lattice() == Lattice::Hexagons {
        let is_there = |&cell: &Cell| {
            index(cell, AxisKind::File) == file && index(cell, AxisKind::Rank) == rank
        };
        return layout.cells().find(is_there);
    }
    let at = Vector { x: i16::try_from(file).ok()?, y: i16::try_from(rank).ok()?, z: 0 };
    layout.at(CellCoordinates { board: 0, at })
}

pub(super) fn request(position: &Position, (at, piece): (Cell, Piece)) -> MovesRequest {
    MovesRequest { position: Some(position.clone()), ..MovesRequest::new(piece, at) }
}

/// The piece whose targets differ least from the marks.
///
/// `None` if no piece has a marked cell as a target, or if several pieces are equally close
/// without an exact match.
fn closest_piece(
    variant: &LoadedVariant,
    position: &Position,
    pieces: &[(Cell, Piece)],
    marks: &MarkedCells,
) -> Option<(Cell, Piece)> {
    let distance = |&piece: &(Cell, Piece)| {
        let answer = variant.answer(&request(position, piece)).ok()?;
        let common = answer.cells.intersection(&marks.cells).len();
        let different = answer.cells.len() + marks.cells.len() - 2 * common;
        (common > 0).then_some((different, piece))
    };
    let mut distances: Vec<(usize, (Cell, Piece))> = pieces.iter().filter_map(distance).collect();
    distances.sort_by_key(|&(different, _)| different);
    match distances[..] {
        [(0, piece), ..] | [(_, piece)] => Some(piece),
        [(least, piece), (next, _), ..] if least < next => Some(piece),
        _ => None,
    }
}
