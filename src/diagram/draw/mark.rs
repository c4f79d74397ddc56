use std::sync::Arc;

use crate::diagram::scene::{Node, Stamp, Tag};
use crate::diagram::{Ink, Manner, Mark, MarkKind, Pen, Spot, Verdict};

use super::Canvas;

/// How wide the rim of paper around a mark's lines is, on each side.
const RIM: f64 = 2.5;
/// The ring around a piece that may be taken.
const AROUND: f64 = 44.0;
/// The ring on a cell where one may move or take.
const SMALL: f64 = 24.0;

/// The name of a cell, and where it is.
type Place = (String, Spot);

impl Canvas<'_> {
    /// Rings around pieces, which stand in them.
    pub(super) fn rings(&mut self) {
        self.marks_that(lies_under);
    }

    /// All other marks, those that mean the same together.
    pub(super) fn marks(&mut self) {
        self.marks_that(|mark| !lies_under(mark));
    }

    fn marks_that(&mut self, chosen: impl Fn(&Mark) -> bool) {
        let figure = self.figure;
        let mut alike: Vec<(Arc<Stamp>, Vec<Place>)> = Vec::new();
        for mark in figure.marks.iter().filter(|mark| chosen(mark)) {
            let sign = self.sign(mark);
            let place = (self.layout().name(mark.cell).to_owned(), self.plan.centre(mark.cell));
            match alike.iter_mut().find(|(known, _)| Arc::ptr_eq(known, &sign)) {
                Some((_, places)) => places.push(place),
                None => alike.push((sign, vec![place])),
            }
        }
        self.add(alike.into_iter().map(|(sign, places)| Node::Marks(sign, places)));
    }

    /// The stamp of a mark, made if there is none of a mark that says the same.
    pub(super) fn sign(&mut self, mark: &Mark) -> Arc<Stamp> {
        let alike = |known: &Mark| Mark { cell: mark.cell, ..*known } == *mark;
        if let Some((_, stamp)) = self.signs.iter().find(|(known, _)| alike(known)) {
            return Arc::clone(stamp);
        }
        let words = words(mark);
        let stamp = Stamp { name: words.replace(' ', "-"), words, nodes: shape(mark) };
        let stamp = Arc::new(stamp);
        self.signs.push((*mark, Arc::clone(&stamp)));
        stamp
    }
}

pub(in crate::diagram) fn lies_under(mark: &Mark) -> bool {
    let ring = matches!(mark.kind, MarkKind::Capture | MarkKind::OwnCapture);
    ring && mark.manner == Manner::Plain && !mark.first && mark.verdict == Verdict::None
}

/// What a mark says, word by word: the kind first.
fn words(mark: &Mark) -> String {
    let mut words = vec![mark.kind.word()];
    match mark.manner {
        Manner::Plain => {}
        Manner::Leap => words.push("leap"),
    }
    if mark.first {
        words.push("first");
    }
    match mark.verdict {
        Verdict::None => {}
        Verdict::Wrong => words.push("wrong"),
        Verdict::Missing => words.push("missing"),
    }
    words.join(" ")
}

/// The drawing of a mark around the middle of its cell.
pub(in crate::diagram) fn shape(mark: &Mark) -> Vec<Node> {
    if mark.verdict == Verdict::Missing {
        return missing();
    }
    let mut nodes = match mark.kind {
        MarkKind::Move if mark.first => hollow(12.0),
        MarkKind::Move => vec![dot(15.0)],
        MarkKind::Capture => ring(AROUND, 6.0),
        MarkKind::Either if mark.first => [ring(SMALL, 5.0), hollow(9.5)].concat(),
        MarkKind::Either => [ring(SMALL, 5.0), vec![dot(13.0)]].concat(),
        MarkKind::Threat => ring(SMALL, 5.0),
        MarkKind::OwnCapture => [ring(AROUND + 1.0, 3.5), ring(AROUND - 8.0, 3.5)].concat(),
        MarkKind::Shot => cross_hair(),
        MarkKind::Swap => swap(),
        MarkKind::Drop => filled(Ink::Drop, &[(-21.0, -15.0), (21.0, -15.0), (0.0, 20.0)]),
        MarkKind::Promotion => chevron(),
    };
    let radius = radius(mark.kind);
    if mark.manner == Manner::Leap {
        nodes.extend(arc(radius));
    }
    if mark.first {
        nodes.extend(flag(radius));
    }
    if mark.verdict == Verdict::Wrong {
        nodes.extend(cross());
    }
    nodes
}

/// How far the drawing of a kind reaches above the middle.
fn radius(kind: MarkKind) -> f64 {
    match kind {
        MarkKind::Move => 13.0,
        MarkKind::Either | MarkKind::Threat => SMALL + 2.0,
        MarkKind::Drop => 15.0,
        MarkKind::Swap => 44.0,
        MarkKind::Capture | MarkKind::OwnCapture | MarkKind::Shot | MarkKind::Promotion => 33.0,
    }
}

fn dot(radius: f64) -> Node {
    let tag = Tag::default().fill(Ink::Move).stroke(Ink::Paper, 2.0 * RIM);
    Node::Circle(tag, Spot::default(), radius)
}

fn hollow(radius: f64) -> Vec<Node> {
    let rim = Tag::default().fill(Ink::Paper);
    let line = Tag::default().unfilled().stroke(Ink::Move, 5.0);
    vec![
        Node::Circle(rim, Spot::default(), radius + 2.5 + RIM),
        Node::Circle(line, Spot::default(), radius),
    ]
}

/// A ring with a rim of paper on both sides; nothing inside.
fn ring(radius: f64, width: f64) -> Vec<Node> {
    let circle = |ink, width| {
        Node::Circle(Tag::default().unfilled().stroke(ink, width), Spot::default(), radius)
    };
    vec![circle(Ink::Paper, width + 2.0 * RIM), circle(Ink::Capture, width)]
}

/// Lines with a rim of paper.
fn stroked(ink: Ink, width: f64, pen: &Pen) -> Vec<Node> {
    let path = |ink, width| Node::path(Tag::default().unfilled().stroke(ink, width), pen);
    [path(Ink::Paper, width + 2.0 * RIM), path(ink, width)].into_iter().flatten().collect()
}

/// A surface with a rim of paper.
fn filled(ink: Ink, corners: &[(f64, f64)]) -> Vec<Node> {
    let mut pen = Pen::new();
    pen.polygon(&corners.iter().map(|&(x, y)| Spot::new(x, y)).collect::<Vec<_>>());
    let rim = Node::path(Tag::default().unfilled().stroke(Ink::Paper, 2.0 * RIM), &pen);
    [rim, Node::path(Tag::default().fill(ink), &pen)].into_iter().flatten().collect()
}

fn line(ink: Ink, width: f64, places: &[(f64, f64)]) -> Vec<Node> {
    let mut pen = Pen::new();
    pen.polyline(&places.iter().map(|&(x, y)| Spot::new(x, y)).collect::<Vec<_>>());
    stroked(ink, width, &pen)
}

/// Part of a circle around the mark.
fn arc(radius: f64) -> Vec<Node> {
    // Half as wide as it is far, 60 degrees to both sides of the top.
    let radius = radius + 9.0;
    let (side, up) = (radius * 0.76, radius * 0.65);
    let mut pen = Pen::new();
    pen.move_to(Spot::new(-side, -up)).arc_to(radius, true, Spot::new(side, -up));
    stroked(Ink::Move, 4.5, &pen)
}

fn flag(radius: f64) -> Vec<Node> {
    let (foot, top) = (1.0 - radius, -radius - 24.0);
    let pole = line(Ink::Move, 4.0, &[(0.0, foot), (0.0, top)]);
    let cloth = filled(Ink::Move, &[(0.0, top - 2.0), (21.0, top + 6.0), (0.0, top + 14.0)]);
    [pole, cloth].concat()
}

fn cross_hair() -> Vec<Node> {
    // Around the victim, which is still to be recognised.
    let mut pen = Pen::new();
    pen.circle(Spot::default(), 39.0);
    for (x, y) in [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)] {
        pen.polyline(&[Spot::new(x * 30.0, y * 30.0), Spot::new(x * 47.0, y * 47.0)]);
    }
    stroked(Ink::Capture, 4.5, &pen)
}

fn swap() -> Vec<Node> {
    let mut pen = Pen::new();
    for side in [-1.0, 1.0] {
        let spot = |x: f64, y: f64| Spot::new(side * x, side * y);
        pen.polyline(&[spot(-24.0, 39.0), spot(24.0, 39.0)]);
        pen.polyline(&[spot(15.0, 31.0), spot(24.0, 39.0), spot(15.0, 47.0)]);
    }
    stroked(Ink::Swap, 5.0, &pen)
}

fn chevron() -> Vec<Node> {
    line(Ink::Promotion, 6.0, &[(-24.0, -31.0), (0.0, -43.0), (24.0, -31.0)])
}

/// Four arms, so that what is crossed out can still be seen.
fn cross() -> Vec<Node> {
    let mut pen = Pen::new();
    for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
        pen.polyline(&[Spot::new(x * 15.0, y * 15.0), Spot::new(x * 35.0, y * 35.0)]);
    }
    stroked(Ink::Capture, 7.0, &pen)
}

fn missing() -> Vec<Node> {
    // Eight dashes and eight gaps make a whole round.
    let (radius, eighth) = (30.0, 30.0 * std::f64::consts::TAU / 8.0);
    let circle = |tag: Tag| Node::Circle(tag.unfilled(), Spot::default(), radius);
    let dashes = Tag::default().stroke(Ink::Capture, 6.0).dashed(eighth * 0.45, eighth * 0.55);
    vec![circle(Tag::default().stroke(Ink::Paper, 6.0 + 2.0 * RIM)), circle(dashes)]
}
