//! Compares the diagrams and games of a page from another site with a definition.

use crate::exchange::{GridCell, MarkGroup, PageCell, PageDiagram, PagePlacement, read_page};
use crate::game::Piece;
use crate::geometry::{AxisKind, Cell, CellSet, Lattice};
use crate::query::{LoadedVariant, MarkedCells, MoveFilter, MovesRequest, Verdict};
use crate::rules::Position;
use crate::source::{Code, Diagnostic, Diagnostics, Location, SourceFile, Span};

use super::page_rules::{compare_games, defined_game, grid_cell};
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
        if diagnostics.is_empty() {
            let error =
                Diagnostic::error(Code::DiagramEmpty, "this page has no diagrams that can be read");
            let formats = "diagrams are elements with `data-fen` and `data-mks`, elements with `class=\"idiagram\"`, \
                           addresses with `drawdiagram.php?code=`, and `{{Chess diagram}}` of Wikipedia";
            let help = "save the page's source, not its text; or type the marks, as in `fairybook help old-pages`";
            return Err(error.in_whole_file(file).note(formats).help(help).into());
        }
        return Err(diagnostics);
    }
    let unchecked = |span, why| {
        let verdict = Verdict::Unchecked(why);
        Comparison::new(Location::new(file, span), ComparisonKind::Diagram, verdict)
    };
    let mut comparisons: Vec<Comparison> = Vec::new();
    for error in diagnostics.iter() {
        comparisons.push(unchecked(error.span.unwrap_or_default(), error.message.clone()));
    }
    let mut own: Vec<(Span, Option<DefinedGame>)> = Vec::new();
    for game in &page.games {
        let with_castling = question.variant.is_none();
        let (defined, unread) = defined_game(file, game, "Page", with_castling);
        diagnostics.extend(unread);
        match (question.variant, defined) {
            (Some(variant), Some(defined)) => {
                comparisons.extend(compare_games(file, game, &defined, variant));
            }
            (None, defined) => own.push((game.span, defined)),
            (Some(_), None) => {}
        }
    }
    for diagram in &page.diagrams {
        let before = own.iter().rev().find(|(span, _)| span.start <= diagram.span.start);
        let own = before.or(own.first()).map(|(_, defined)| defined.as_ref());
        let given = question.variant.map(|variant| Some((variant, question.pieces.clone())));
        let said = || {
            own.map(|defined| {
                let defined = defined?;
                Some((&defined.rules, [&question.pieces[..], &defined.pieces].concat()))
            })
        };
        let Some(rules) = given.or_else(said) else {
            let error =
                Diagnostic::error(Code::Usage, "nothing says how the pieces of this page move");
            let help = "name the variant that it is about: `--variant chess`";
            return Err(error.in_file(file, diagram.span).help(help).into());
        };
        let compared = match rules {
            Some((variant, pieces)) => compare(file, variant, diagram, &pieces),
            None => Err("the Interactive Diagram of the page is no game".to_owned()),
        };
        comparisons.push(compared.unwrap_or_else(|why| unchecked(diagram.span, why)));
    }
    comparisons.sort_by_key(|comparison| comparison.location.span);
    Ok((Report { comparisons, ..Report::default() }, diagnostics))
}

/// Compares one diagram. An error says why nothing is compared.
fn compare(
    file: &SourceFile,
    variant: &LoadedVariant,
    diagram: &PageDiagram,
    signs: &[(String, String)],
) -> Result<Comparison, String> {
    let position = position(variant, &diagram.placement, signs)?;
    let marks = marks(variant, diagram)?;
    let all = MarkedCells {
        cells: marks.iter().fold(CellSet::new(), |all, group| all.union(&group.cells)),
        unknown_names: marks.iter().flat_map(|group| group.unknown_names.clone()).collect(),
    };
    if marks.is_empty() {
        return Err("it marks no cells".to_owned());
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
    let location = Location::new(file, diagram.span);
    // A template has one sign for each cell, so that a capture cannot be marked.
    let is_template = diagram.marks.iter().any(|group| group.sign.len() == 2);
    let show = if is_template { MoveFilter::Quiet } else { MoveFilter::Moves };
    let request = MovesRequest { show, ..request(&position, piece) };
    let comparison = Comparison::diagram(location, variant, &request, &all);
    match &marks[..] {
        [_] => Ok(comparison),
        groups => Ok(with_signs(variant, &request, groups, &all, comparison)),
    }
}

/// Compares the marks of a diagram with several signs: one may be for captures on empty cells.
fn with_signs(
    variant: &LoadedVariant,
    request: &MovesRequest,
    groups: &[MarkedCells],
    all: &MarkedCells,
    comparison: Comparison,
) -> Comparison {
    let all_moves = MovesRequest { show: MoveFilter::Moves, ..request.clone() };
    let Ok(mut answer) = variant.answer(&all_moves) else { return comparison };
    let captures = variant.potential_captures(&answer);
    let quiet = answer.quiet_targets(0);
    let taken = match request.show {
        MoveFilter::Moves => answer.reaches[0].victims(),
        _ => CellSet::new(),
    };
    let could_take =
        captures.on_moves.iter().fold(captures.attacked.union(&taken), |all, it| all.union(it));
    answer.cells = quiet.union(&could_take);
    let verdict = match variant.compare(all, &answer) {
        Verdict::Agree => {
            let only_quiet = quiet.difference(&could_take);
            let only_captures = could_take.difference(&quiet);
            let both = quiet.intersection(&could_take);
            let sets = [quiet, could_take, only_quiet, only_captures, both, answer.cells];
            let fits = groups.iter().all(|group| sets.contains(&group.cells));
            match fits {
                true => Verdict::Agree,
                false => Verdict::Unchecked(
                    "its signs are neither moves nor captures of the piece".to_owned(),
                ),
            }
        }
        verdict => verdict,
    };
    let Comparison { location, kind, piece, side, at, .. } = comparison;
    Comparison { piece, side, at, ..Comparison::new(location, kind, verdict) }
}

/// The cells of each sign.
fn marks(variant: &LoadedVariant, diagram: &PageDiagram) -> Result<Vec<MarkedCells>, String> {
    let of_group = |group: &MarkGroup| {
        let names = group.cells.iter().map(|cell| match (cell, &diagram.placement) {
            (PageCell::Index(index), PagePlacement::Grid { columns, cells }) => {
                let cell = board_cell(variant, *columns, cells.len(), *index)?;
                Ok(variant.cell_name(cell).to_owned())
            }
            (PageCell::Name(name), _) => Ok(name.clone()),
            (PageCell::Index(_), PagePlacement::Fen(_)) => {
                Err("its marks have no board".to_owned())
            }
        });
        Ok(variant.marks(names.collect::<Result<Vec<String>, String>>()?))
    };
    diagram.marks.iter().map(of_group).collect()
}

/// The cell of the board for one of a grid, which begins with the far row: on hexagons, columns and
/// rows are files and ranks.
fn board_cell(
    variant: &LoadedVariant,
    columns: usize,
    count: usize,
    index: usize,
) -> Result<Cell, String> {
    let (file, rank) = (index % columns, count / columns - 1 - index / columns);
    let layout = variant.layout();
    let is_there = |cell: &Cell| {
        let indices =
            [AxisKind::File, AxisKind::Rank].map(|axis| layout.index_on_axis(*cell, axis));
        indices == [file, rank]
    };
    let cell = match layout.lattice() {
        Lattice::Hexagons => layout.cells().find(is_there),
        _ => grid_cell(variant, file, rank),
    };
    let rows = count / columns;
    cell.ok_or_else(|| {
        format!(
            "it has {columns} columns and {rows} rows, and the board has no cell for one of them"
        )
    })
}

fn position(
    variant: &LoadedVariant,
    placement: &PagePlacement,
    signs: &[(String, String)],
) -> Result<Position, String> {
    let (columns, cells) = match placement {
        PagePlacement::Fen(fen) => {
            return variant.position(fen).map_err(|error| {
                let help = error.help.map_or(String::new(), |help| format!("; {help}"));
                format!("{}{help}", error.message)
            });
        }
        PagePlacement::Grid { columns, cells } => (*columns, cells),
    };
    let count = cells.iter().filter(|cell| **cell != GridCell::Hole).count();
    if count != variant.layout().len() {
        return Err(format!("it has {count} cells, and the board has {}", variant.layout().len()));
    }
    let sides: Vec<_> = variant.variant().players().take(2).collect();
    let mut position = Position::empty(variant.rules());
    for (index, cell) in cells.iter().enumerate() {
        let at = match cell {
            GridCell::Hole => continue,
            _ => board_cell(variant, columns, cells.len(), index)?,
        };
        if let GridCell::Piece { code, words, is_first } = cell {
            let named = signs.iter().find(|(sign, _)| sign == code).map(|(_, piece)| piece);
            let mut words =
                named.map_or_else(|| words.iter().collect(), |piece| vec![piece]).into_iter();
            let piece_type = words.find_map(|word| variant.kind(word).ok()).ok_or_else(|| {
                let example = variant.variant().faces.first().map_or("", |face| &face.id);
                format!("no piece is `{code}`; say which one it is: `--pieces {code}={example}`")
            })?;
            let side = if *is_first { sides.first() } else { sides.last() };
            let side = *side.ok_or("the game has no players")?;
            variant.place_piece(&mut position, at, Piece { side, piece_type });
        }
    }
    Ok(position)
}

fn request(position: &Position, (at, piece): (Cell, Piece)) -> MovesRequest {
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
    let mut distances: Vec<(usize, (Cell, Piece))> = Vec::new();
    for &piece in pieces {
        let Ok(answer) = variant.answer(&request(position, piece)) else { continue };
        let common = answer.cells.intersection(&marks.cells).len();
        if common > 0 {
            let different = answer.cells.len() + marks.cells.len() - 2 * common;
            distances.push((different, piece));
        }
    }
    distances.sort_by_key(|&(different, _)| different);
    match distances[..] {
        [(0, piece), ..] | [(_, piece)] => Some(piece),
        [(least, piece), (next, _), ..] if least < next => Some(piece),
        _ => None,
    }
}
