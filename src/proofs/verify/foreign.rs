//! Compares the diagrams and games of a page from another site with a definition.

use std::collections::{BTreeMap, BTreeSet};

use crate::exchange::{GridPiece, PageBoard, PageDiagram, read_page};
use crate::game::Piece;
use crate::geometry::{AxisKind, Cell};
use crate::query::{LoadedVariant, MarkedCells, MoveFilter, MovesRequest, Unanswerable, Verdict};
use crate::rules::Position;
use crate::source::{Code, Diagnostic, Diagnostics, Location, SourceFile, Span, join_words};

use super::page_rules::{compare_games, defined_game};
use super::{Comparison, ComparisonKind, ComparisonOutcome, DefinedGame, Report};

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
/// Otherwise the diagram is unchecked. One without marks agrees with the setup or is unchecked.
pub fn page(
    file: &SourceFile,
    question: &PageQuestion,
) -> Result<(Report, Diagnostics), Diagnostics> {
    let (page, mut diagnostics) = read_page(file);
    if page.diagrams.is_empty() && page.games.is_empty() {
        return Err(if diagnostics.is_empty() { nothing_found(file) } else { diagnostics });
    }
    let is_alone = page.games.is_empty() || page.diagrams.is_empty() && page.games.len() == 1;
    if is_alone && question.variant.is_none() {
        let span = page.diagrams.first().map_or_else(|| page.games[0].span, |first| first.span);
        let message = "nothing says with what this page can be compared";
        let error = Diagnostic::error(Code::Usage, message).in_file(file, span);
        diagnostics.push(error.help("name the variant that it is about: `--variant chess`"));
        return Err(diagnostics);
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
        let first = own.iter().find_map(|(_, defined): &(_, Option<DefinedGame>)| defined.as_ref());
        let other = question.variant.or(first.map(|first| &first.rules));
        if let (Some(defined), Some(other)) = (&defined, other) {
            let compared = compare_games(file, game, defined, other);
            let differs = |it: &Comparison| {
                it.kind != ComparisonKind::Piece && it.outcome == ComparisonOutcome::Disagree
            };
            match question.variant {
                None if compared.iter().any(differs) => {
                    let why = "it is another game than the first Interactive Diagram of the page";
                    comparisons.push(unchecked(game.span, why.to_owned()));
                }
                _ => comparisons.extend(compared),
            }
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
            (None, _) => Err("the Interactive Diagram of the page is no game".to_owned()),
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
        let verdict = compare_as_setup(variant, &position)?;
        let location = Location::new(file, diagram.span);
        return Ok(Comparison::new(location, ComparisonKind::Setup, verdict));
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

/// Compares a diagram without marks. It may be a position of a game, or the setup of another game, so that it
/// can only agree.
fn compare_as_setup(variant: &LoadedVariant, position: &Position) -> Result<Verdict, String> {
    let is_whole = variant.initial_pieces(None).pieces().count() == position.pieces().count();
    match variant.compare_setup(position, None) {
        Verdict::Disagree(wrong) if is_whole => {
            let pieces = join_words(wrong.extra, "and");
            Err(format!("it marks no cells; as a setup it would have {pieces} wrongly"))
        }
        Verdict::Disagree(_) => Err("it marks no cells".to_owned()),
        verdict => Ok(verdict),
    }
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
    let places = cells.iter().enumerate().filter_map(|(index, cell)| {
        Some(((index % columns, rows - 1 - index / columns), cell.as_ref()?))
    });
    let (there, cells) = (grid(variant), without_gaps(places));
    let mut position = Position::empty(variant.rules());
    for (place, cell) in cells {
        let at = *there.get(&place).ok_or_else(|| {
            let (column, row) = (place.0 + 1, place.1 + 1);
            format!("the board has no cell for column {column} in row {row} from below")
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
    let named = signs.iter().find(|(sign, _)| sign == code || piece.words.first() == Some(sign));
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

/// The cells of a variant with one board by file and rank, both from 0.
pub(super) fn grid(variant: &LoadedVariant) -> BTreeMap<(usize, usize), Cell> {
    let layout = variant.layout();
    let index = |cell, axis| layout.index_on_axis(cell, axis);
    let place = |cell| (index(cell, AxisKind::File), index(cell, AxisKind::Rank));
    without_gaps(layout.cells().map(|cell| (place(cell), cell)))
}

/// What is at files and ranks, with new numbers, so that none is left out.
fn without_gaps<T>(
    places: impl Iterator<Item = ((usize, usize), T)>,
) -> BTreeMap<(usize, usize), T> {
    let places: Vec<_> = places.collect();
    let files: BTreeSet<usize> = places.iter().map(|((file, _), _)| *file).collect();
    let ranks: BTreeSet<usize> = places.iter().map(|((_, rank), _)| *rank).collect();
    let number = |all: &BTreeSet<usize>, one| all.range(..one).count();
    let new = |((file, rank), it)| ((number(&files, file), number(&ranks, rank)), it);
    places.into_iter().map(new).collect()
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
