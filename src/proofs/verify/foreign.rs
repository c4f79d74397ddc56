//! Compares the diagrams of a page from another site with a definition.

use crate::exchange::{PageDiagram, read_page};
use crate::game::Piece;
use crate::geometry::Cell;
use crate::query::{LoadedVariant, MarkedCells, MovesRequest, Verdict};
use crate::rules::Position;
use crate::source::{Diagnostics, Location, SourceFile};

use super::{Comparison, ComparisonKind, Report};

/// Compares the diagrams of an HTML page with a variant, one comparison for each, in order. Returns also
/// the errors of unreadable diagrams, each of which is an unchecked comparison too.
///
/// A diagram with one piece shows the moves of that piece. With several pieces it shows the moves
/// of the piece whose targets are the marks, or else of the single piece whose targets are closest.
/// Otherwise the diagram is unchecked, as is one without marks.
pub fn page(file: &SourceFile, variant: &LoadedVariant) -> (Report, Diagnostics) {
    let (diagrams, diagnostics) = read_page(file);
    let unchecked = |span, why| {
        let verdict = Verdict::Unchecked(why);
        Comparison::new(Location::new(file, span), ComparisonKind::Diagram, verdict)
    };
    let mut comparisons: Vec<Comparison> = Vec::new();
    for diagram in &diagrams {
        let compared = compare(file, variant, diagram);
        comparisons.push(compared.unwrap_or_else(|why| unchecked(diagram.span, why)));
    }
    for error in diagnostics.iter() {
        comparisons.push(unchecked(error.span.unwrap_or_default(), error.message.clone()));
    }
    comparisons.sort_by_key(|comparison| comparison.location.span);
    (Report { comparisons, ..Report::default() }, diagnostics)
}

/// Compares one diagram. An error says why nothing is compared.
fn compare(
    file: &SourceFile,
    variant: &LoadedVariant,
    diagram: &PageDiagram,
) -> Result<Comparison, String> {
    let position = variant.position(&diagram.placement).map_err(|error| {
        let help = error.help.map_or(String::new(), |help| format!("; {help}"));
        format!("{}{help}", error.message)
    })?;
    let marks = diagram.marks.as_ref().ok_or("it marks no cells")?;
    let marks = variant.marks(marks);
    let pieces: Vec<(Cell, Piece)> = position.pieces().collect();
    let piece = match pieces[..] {
        [] => return Err("its board is empty".to_owned()),
        [piece] => piece,
        _ => closest_piece(variant, &position, &pieces, &marks).ok_or_else(|| {
            let count = pieces.len();
            format!("its board has {count} pieces, and the marks fit no single one of them")
        })?,
    };
    let location = Location::new(file, diagram.span);
    Ok(Comparison::diagram(location, variant, &request(&position, piece), &marks))
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
