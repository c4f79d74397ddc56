//! Compares the diagrams of a page from another site with a definition.

use crate::exchange::{PageDiagram, read_page};
use crate::geometry::Cell;
use crate::query::{Marks, MovesRequest, Show, Study, Verdict};
use crate::rules::{Piece, Position};
use crate::source::{Diagnostics, Location, SourceFile};

use super::{Item, ItemKind, Report};

/// What the rules say to a page of somebody else's.
#[derive(Debug, Clone)]
pub struct PageReport {
    /// One item for each diagram, in order.
    pub report: Report,
    /// Diagrams that could not even be read; each is an unchecked item too.
    pub complaints: Diagnostics,
}

/// Checks the diagrams of an HTML page against a variant.
///
/// A diagram whose position holds one man is about that man. Where several stand there, it is
/// about the one whose cells are marked; if they are nobody's, about the one whose cells come
/// nearest, if only one does. Otherwise it stays unchecked, as does a diagram without marks.
pub fn page(file: &SourceFile, study: &Study) -> PageReport {
    let (diagrams, complaints) = read_page(file);
    let mut items: Vec<Item> = diagrams.iter().map(|diagram| check(file, study, diagram)).collect();
    items.extend(complaints.iter().map(|complaint| {
        let place = Location::new(file, complaint.span.unwrap_or_default());
        Item::new(place, ItemKind::Diagram, Verdict::Unchecked(complaint.message.clone()))
    }));
    items.sort_by_key(|item| item.place.span);
    PageReport { report: Report { items }, complaints }
}

fn check(file: &SourceFile, study: &Study, diagram: &PageDiagram) -> Item {
    let place = Location::new(file, diagram.span);
    let unchecked =
        |why: String| Item::new(place.clone(), ItemKind::Diagram, Verdict::Unchecked(why));
    let position = match study.position(&diagram.placement) {
        Ok(position) => position,
        Err(complaint) => {
            let help = complaint.help.map_or(String::new(), |help| format!("; {help}"));
            return unchecked(format!("{}{help}", complaint.message));
        }
    };
    let Some(names) = &diagram.marks else {
        return unchecked("it marks no cells".to_owned());
    };
    let marks = study.marks(names);
    let pieces: Vec<(Cell, Piece)> = position.pieces().collect();
    match pieces[..] {
        [] => unchecked("nobody stands on its board".to_owned()),
        [(at, piece)] => about(&place, study, &position, (at, piece), &marks),
        _ => match nearest(study, &position, &pieces, &marks) {
            Some(piece) => about(&place, study, &position, piece, &marks),
            None => unchecked(format!(
                "{} pieces stand on its board, and the marks tell none of them from the others",
                pieces.len()
            )),
        },
    }
}

fn about(
    place: &Location,
    study: &Study,
    position: &Position,
    piece: (Cell, Piece),
    marks: &Marks,
) -> Item {
    Item::diagram(place.clone(), study, &request(position, piece), marks)
}

fn request(position: &Position, (at, piece): (Cell, Piece)) -> MovesRequest {
    let position = Some(position.clone());
    MovesRequest { position, show: Show::Moves, ..MovesRequest::new(piece, at) }
}

/// The man whose cells differ least from the marks, if there is only one such and they have a
/// cell in common.
fn nearest(
    study: &Study,
    position: &Position,
    pieces: &[(Cell, Piece)],
    marks: &Marks,
) -> Option<(Cell, Piece)> {
    let distances = pieces.iter().filter_map(|&piece| {
        let answer = study.answer(&request(position, piece)).ok()?;
        let common = answer.cells.intersection(&marks.cells).count();
        let apart = answer.cells.count() + marks.cells.count() - 2 * common;
        (common > 0).then_some((apart, piece))
    });
    let distances: Vec<(usize, (Cell, Piece))> = distances.collect();
    let least = distances.iter().map(|&(apart, _)| apart).min()?;
    let mut nearest = distances.into_iter().filter(|&(apart, _)| apart == least);
    let (_, piece) = nearest.next()?;
    (least == 0 || nearest.next().is_none()).then_some(piece)
}
