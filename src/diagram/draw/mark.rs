use std::sync::Arc;

use crate::diagram::scene::{Node, Stamp, Tag};
use crate::diagram::{Ink, Manner, Mark, MarkKind, Pen, Spot, Verdict};

use super::Canvas;

/// How wide the rim of paper around a mark's lines is, on each side.
const RIM: f64 = 2.5;
/// The ring around a piece that may be taken.
const AROUND: f64 = 45.5;
/// The ring on a cell where one may move or take.
const SMALL: f64 = 24.0;

/// How far above the top of a mark its arc is, and how far out one can be: the next cell begins.
const ABOVE: f64 = 13.0;
const OUT: f64 = 53.0;

/// The name of a cell, and where it is.
type Place = (String, Spot);

/// Marks that look alike, whichever cell they are on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Sign {
    kind: MarkKind,
    manner: Manner,
    first: bool,
    verdict: Verdict,
    /// Whether somebody stands there, who is not to be covered.
    occupied: bool,
}

/// Which part of a drawing: circles lie under who stands in them, all else over him.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layer {
    Under,
    Over,
}

impl Canvas<'_> {
    /// Rings around pieces, which stand in them.
    pub(super) fn rings(&mut self) {
        self.marks_on(Layer::Under);
    }

    /// All other marks, those that mean the same together.
    pub(super) fn marks(&mut self) {
        self.marks_on(Layer::Over);
    }

    /// What of the marks lies there. A mark that has both parts speaks by the upper one.
    fn marks_on(&mut self, layer: Layer) {
        let figure = self.figure;
        let mut alike: Vec<(Arc<Stamp>, Vec<Place>)> = Vec::new();
        for mark in &figure.marks {
            let Some(stamp) = self.stamp(mark, layer) else { continue };
            let place = (self.layout().name(mark.cell).to_owned(), self.plan.centre(mark.cell));
            match alike.iter_mut().find(|(known, _)| Arc::ptr_eq(known, &stamp)) {
                Some((_, places)) => places.push(place),
                None => alike.push((stamp, vec![place])),
            }
        }
        for (stamp, places) in alike {
            match stamp.words.is_empty() {
                false => self.add([Node::Marks(stamp, places)]),
                true => self.add(
                    places
                        .into_iter()
                        .map(|(_, at)| Node::Stamp(Tag::default(), Arc::clone(&stamp), at)),
                ),
            }
        }
    }

    /// The stamp of a mark's part, made if there is none of a mark that says the same; some marks
    /// lack a part.
    pub(super) fn stamp(&mut self, mark: &Mark, layer: Layer) -> Option<Arc<Stamp>> {
        let sign = self.sign(mark);
        let known = self.stamps.iter().find(|(known, on, _)| (*known, *on) == (sign, layer));
        if let Some((_, _, stamp)) = known {
            return stamp.clone();
        }
        let (under, over) = parts(&sign);
        let is_split = layer == Layer::Under && !over.is_empty();
        let nodes = if layer == Layer::Under { under } else { over };
        let words = words(mark);
        let mut name = words.replace(' ', "-");
        if sign.occupied && mark.kind == MarkKind::Move {
            name += "-around";
        }
        let (name, words) = if is_split { (name + "-under", String::new()) } else { (name, words) };
        let stamp = (!nodes.is_empty()).then(|| Arc::new(Stamp { name, words, nodes }));
        self.stamps.push((sign, layer, stamp.clone()));
        stamp
    }

    fn sign(&self, mark: &Mark) -> Sign {
        let occupied = self.figure.pieces.iter().any(|stander| stander.cell == mark.cell);
        Sign { occupied, ..Sign::of(mark) }
    }
}

impl Sign {
    /// As it is where nobody stands.
    fn of(mark: &Mark) -> Sign {
        let &Mark { kind, manner, first, verdict, .. } = mark;
        Sign { kind, manner, first, verdict, occupied: false }
    }
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
    let (under, over) = parts(&Sign::of(mark));
    [under, over].concat()
}

/// What of a mark lies under a piece, and what over it.
fn parts(sign: &Sign) -> (Vec<Node>, Vec<Node>) {
    if sign.verdict == Verdict::Missing {
        return (Vec::new(), missing());
    }
    let (mut under, mut over) = match sign.kind {
        MarkKind::Move if sign.occupied => (ring(Ink::Move, AROUND, 5.5), Vec::new()),
        MarkKind::Move if sign.first => (Vec::new(), hollow(12.0)),
        MarkKind::Move => (Vec::new(), vec![dot(15.0)]),
        MarkKind::Capture => (ring(Ink::Capture, AROUND, 5.5), Vec::new()),
        MarkKind::Either if sign.first => (Vec::new(), [small_ring(), hollow(9.5)].concat()),
        MarkKind::Either => (Vec::new(), [small_ring(), vec![dot(13.0)]].concat()),
        MarkKind::Threat => (Vec::new(), small_ring()),
        MarkKind::OwnCapture => {
            let rings = [ring(Ink::Capture, AROUND, 3.5), ring(Ink::Capture, AROUND - 8.5, 3.5)];
            (rings.concat(), Vec::new())
        }
        MarkKind::Shot => cross_hair(),
        MarkKind::Swap => (Vec::new(), swap()),
        MarkKind::Drop => {
            (Vec::new(), filled(Ink::Drop, &[(-21.0, -15.0), (21.0, -15.0), (0.0, 20.0)]))
        }
        MarkKind::Promotion => (Vec::new(), chevron()),
    };
    if sign.manner == Manner::Leap {
        let arc = arc((top(sign.kind) + ABOVE).min(OUT), ink(sign.kind));
        if sign.kind.is_ring() { &mut under } else { &mut over }.extend(arc);
    }
    if sign.first {
        over.extend(flag(top(sign.kind).min(33.0)));
    }
    if sign.verdict == Verdict::Wrong {
        over.extend(cross());
    }
    (under, over)
}

/// How far the drawing of a kind reaches above the middle.
fn top(kind: MarkKind) -> f64 {
    match kind {
        MarkKind::Move => 13.0,
        MarkKind::Either | MarkKind::Threat => SMALL + 2.0,
        MarkKind::Drop => 15.0,
        MarkKind::Promotion => 33.0,
        MarkKind::Capture | MarkKind::OwnCapture | MarkKind::Shot | MarkKind::Swap => 44.0,
    }
}

/// The ink of an arc over a mark.
fn ink(kind: MarkKind) -> Ink {
    match kind {
        MarkKind::Move | MarkKind::Either => Ink::Move,
        MarkKind::Capture | MarkKind::OwnCapture | MarkKind::Threat | MarkKind::Shot => {
            Ink::Capture
        }
        MarkKind::Swap => Ink::Swap,
        MarkKind::Drop => Ink::Drop,
        MarkKind::Promotion => Ink::Promotion,
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
fn ring(ink: Ink, radius: f64, width: f64) -> Vec<Node> {
    let circle = |ink, width| {
        Node::Circle(Tag::default().unfilled().stroke(ink, width), Spot::default(), radius)
    };
    vec![circle(Ink::Paper, width + 2.0 * RIM), circle(ink, width)]
}

fn small_ring() -> Vec<Node> {
    ring(Ink::Capture, SMALL, 5.0)
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
fn arc(radius: f64, ink: Ink) -> Vec<Node> {
    // 50 degrees to both sides of the top.
    let (side, up) = (radius * 0.76, radius * 0.65);
    let mut pen = Pen::new();
    pen.move_to(Spot::new(-side, -up)).arc_to(radius, true, Spot::new(side, -up));
    stroked(ink, 5.5, &pen)
}

fn flag(radius: f64) -> Vec<Node> {
    let (foot, top) = (1.0 - radius, -radius - 24.0);
    let pole = line(Ink::Move, 4.0, &[(0.0, foot), (0.0, top)]);
    let cloth = filled(Ink::Move, &[(0.0, top - 2.0), (21.0, top + 6.0), (0.0, top + 14.0)]);
    [pole, cloth].concat()
}

/// A circle around the victim, who is still to be recognised, and over him only ticks, on no paper.
fn cross_hair() -> (Vec<Node>, Vec<Node>) {
    let (mut circle, mut ticks) = (Pen::new(), Pen::new());
    circle.circle(Spot::default(), 38.0);
    for (x, y) in [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)] {
        ticks.polyline(&[Spot::new(x * 30.0, y * 30.0), Spot::new(x * 44.0, y * 44.0)]);
    }
    let over = Node::path(Tag::default().unfilled().stroke(Ink::Capture, 4.5), &ticks);
    (stroked(Ink::Capture, 4.5, &circle), over.into_iter().collect())
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
