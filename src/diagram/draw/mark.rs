//! Draws the marks of a figure.

use std::sync::Arc;

use crate::diagram::scene::{NodeStyle, SceneNode, Symbol};
use crate::diagram::{Arrival, ColourRole, Mark, MarkKind, MarkStatus, PathWriter, Point};

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
type NamedPoint = (String, Point);

/// Everything that decides how a mark is drawn, apart from its cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct MarkAppearance {
    kind: MarkKind,
    arrival: Arrival,
    first_move_only: bool,
    status: MarkStatus,
    /// Whether the cell is occupied: the mark must not cover the piece.
    occupied: bool,
}

/// The layer of a part of a mark: rings are drawn below pieces, everything else above.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MarkLayer {
    Under,
    Over,
}

impl Canvas<'_> {
    /// Rings around pieces, which stand in them.
    pub(super) fn rings(&mut self) {
        self.marks_on(MarkLayer::Under);
    }

    /// All other marks, those that mean the same together.
    pub(super) fn marks(&mut self) {
        self.marks_on(MarkLayer::Over);
    }

    /// Draws one layer of all marks. If a mark has parts on both layers, the upper part has its
    /// class.
    fn marks_on(&mut self, layer: MarkLayer) {
        let figure = self.figure;
        let mut alike: Vec<(Arc<Symbol>, Vec<NamedPoint>)> = Vec::new();
        for mark in &figure.marks {
            let Some(symbol) = self.symbol(mark, layer) else { continue };
            let place = (self.layout().name(mark.cell).to_owned(), self.plan.centre(mark.cell));
            match alike.iter_mut().find(|(known, _)| Arc::ptr_eq(known, &symbol)) {
                Some((_, places)) => places.push(place),
                None => alike.push((symbol, vec![place])),
            }
        }
        for (symbol, places) in alike {
            match symbol.mark_words.is_empty() {
                false => self.add([SceneNode::Marks(symbol, places)]),
                true => self.add(places.into_iter().map(|(_, at)| {
                    SceneNode::Symbol(NodeStyle::default(), Arc::clone(&symbol), at)
                })),
            }
        }
    }

    /// Returns the symbol of a mark on one layer. Marks of the same appearance share it; `None` if
    /// the mark has nothing on this layer.
    pub(super) fn symbol(&mut self, mark: &Mark, layer: MarkLayer) -> Option<Arc<Symbol>> {
        let appearance = self.appearance(mark);
        let known = self.symbols.iter().find(|(known, on, _)| (*known, *on) == (appearance, layer));
        if let Some((_, _, symbol)) = known {
            return symbol.clone();
        }
        let (under, over) = parts(&appearance);
        let is_split = layer == MarkLayer::Under && !over.is_empty();
        let nodes = if layer == MarkLayer::Under { under } else { over };
        let mark_words = mark_words(mark);
        let mut name = mark_words.replace(' ', "-");
        if appearance.occupied && mark.kind == MarkKind::Move {
            name += "-around";
        }
        let (name, mark_words) =
            if is_split { (name + "-under", String::new()) } else { (name, mark_words) };
        let symbol = (!nodes.is_empty()).then(|| Arc::new(Symbol { name, mark_words, nodes }));
        self.symbols.push((appearance, layer, symbol.clone()));
        symbol
    }

    fn appearance(&self, mark: &Mark) -> MarkAppearance {
        let occupied = self.figure.pieces.iter().any(|placed| placed.cell == mark.cell);
        MarkAppearance { occupied, ..MarkAppearance::of(mark) }
    }
}

impl MarkAppearance {
    /// The appearance on an empty cell.
    fn of(mark: &Mark) -> MarkAppearance {
        let &Mark { kind, arrival, first_move_only, status, .. } = mark;
        MarkAppearance { kind, arrival, first_move_only, status, occupied: false }
    }
}

/// The classes of a mark: the word of its kind, then the others.
fn mark_words(mark: &Mark) -> String {
    let mut mark_words = vec![mark.kind.word()];
    match mark.arrival {
        Arrival::Plain => {}
        Arrival::Leap => mark_words.push("leap"),
    }
    if mark.first_move_only {
        mark_words.push("first");
    }
    match mark.status {
        MarkStatus::None => {}
        MarkStatus::Wrong => mark_words.push("wrong"),
        MarkStatus::Missing => mark_words.push("missing"),
    }
    mark_words.join(" ")
}

/// The drawing of a mark around the middle of its cell.
pub(in crate::diagram) fn shape(mark: &Mark) -> Vec<SceneNode> {
    let (under, over) = parts(&MarkAppearance::of(mark));
    [under, over].concat()
}

/// Returns the parts of a mark below and above the piece on its cell.
fn parts(appearance: &MarkAppearance) -> (Vec<SceneNode>, Vec<SceneNode>) {
    if appearance.status == MarkStatus::Missing {
        return (Vec::new(), missing());
    }
    let (mut under, mut over) = match appearance.kind {
        MarkKind::Move if appearance.occupied => (ring(ColourRole::Move, AROUND, 5.5), Vec::new()),
        MarkKind::Move if appearance.first_move_only => (Vec::new(), hollow(12.0)),
        MarkKind::Move => (Vec::new(), vec![dot(15.0)]),
        MarkKind::Capture => (ring(ColourRole::Capture, AROUND, 5.5), Vec::new()),
        MarkKind::MoveOrCapture if appearance.first_move_only => {
            (Vec::new(), [small_ring(), hollow(9.5)].concat())
        }
        MarkKind::MoveOrCapture => (Vec::new(), [small_ring(), vec![dot(13.0)]].concat()),
        MarkKind::Attack => (Vec::new(), small_ring()),
        MarkKind::FriendlyCapture => {
            let rings = [
                ring(ColourRole::Capture, AROUND, 3.5),
                ring(ColourRole::Capture, AROUND - 8.5, 3.5),
            ];
            (rings.concat(), Vec::new())
        }
        MarkKind::Shot => cross_hair(),
        MarkKind::Swap => (Vec::new(), swap()),
        MarkKind::Drop => {
            (Vec::new(), filled(ColourRole::Drop, &[(-21.0, -15.0), (21.0, -15.0), (0.0, 20.0)]))
        }
        MarkKind::Promotion => (Vec::new(), chevron()),
    };
    if appearance.arrival == Arrival::Leap {
        let arc = arc((top(appearance.kind) + ABOVE).min(OUT), ink(appearance.kind));
        if appearance.kind.is_ring() { &mut under } else { &mut over }.extend(arc);
    }
    if appearance.first_move_only {
        over.extend(flag(top(appearance.kind).min(33.0)));
    }
    if appearance.status == MarkStatus::Wrong {
        over.extend(cross());
    }
    (under, over)
}

/// How far the drawing of a kind reaches above the middle.
fn top(kind: MarkKind) -> f64 {
    match kind {
        MarkKind::Move => 13.0,
        MarkKind::MoveOrCapture | MarkKind::Attack => SMALL + 2.0,
        MarkKind::Drop => 15.0,
        MarkKind::Promotion => 33.0,
        MarkKind::Capture | MarkKind::FriendlyCapture | MarkKind::Shot | MarkKind::Swap => 44.0,
    }
}

/// The ink of an arc over a mark.
fn ink(kind: MarkKind) -> ColourRole {
    match kind {
        MarkKind::Move | MarkKind::MoveOrCapture => ColourRole::Move,
        MarkKind::Capture | MarkKind::FriendlyCapture | MarkKind::Attack | MarkKind::Shot => {
            ColourRole::Capture
        }
        MarkKind::Swap => ColourRole::Swap,
        MarkKind::Drop => ColourRole::Drop,
        MarkKind::Promotion => ColourRole::Promotion,
    }
}

fn dot(radius: f64) -> SceneNode {
    let style = NodeStyle::default().fill(ColourRole::Move).stroke(ColourRole::Paper, 2.0 * RIM);
    SceneNode::Circle(style, Point::default(), radius)
}

fn hollow(radius: f64) -> Vec<SceneNode> {
    let rim = NodeStyle::default().fill(ColourRole::Paper);
    let line = NodeStyle::default().unfilled().stroke(ColourRole::Move, 5.0);
    vec![
        SceneNode::Circle(rim, Point::default(), radius + 2.5 + RIM),
        SceneNode::Circle(line, Point::default(), radius),
    ]
}

/// A ring with a rim of paper on both sides; nothing inside.
fn ring(ink: ColourRole, radius: f64, width: f64) -> Vec<SceneNode> {
    let circle = |ink, width| {
        SceneNode::Circle(
            NodeStyle::default().unfilled().stroke(ink, width),
            Point::default(),
            radius,
        )
    };
    vec![circle(ColourRole::Paper, width + 2.0 * RIM), circle(ink, width)]
}

fn small_ring() -> Vec<SceneNode> {
    ring(ColourRole::Capture, SMALL, 5.0)
}

/// Lines with a rim of paper.
fn stroked(ink: ColourRole, width: f64, path: &PathWriter) -> Vec<SceneNode> {
    let path =
        |ink, width| SceneNode::path(NodeStyle::default().unfilled().stroke(ink, width), path);
    [path(ColourRole::Paper, width + 2.0 * RIM), path(ink, width)].into_iter().flatten().collect()
}

/// A surface with a rim of paper.
fn filled(ink: ColourRole, corners: &[(f64, f64)]) -> Vec<SceneNode> {
    let mut path = PathWriter::new();
    path.polygon(&corners.iter().map(|&(x, y)| Point::new(x, y)).collect::<Vec<_>>());
    let rim = SceneNode::path(
        NodeStyle::default().unfilled().stroke(ColourRole::Paper, 2.0 * RIM),
        &path,
    );
    [rim, SceneNode::path(NodeStyle::default().fill(ink), &path)].into_iter().flatten().collect()
}

fn line(ink: ColourRole, width: f64, places: &[(f64, f64)]) -> Vec<SceneNode> {
    let mut path = PathWriter::new();
    path.polyline(&places.iter().map(|&(x, y)| Point::new(x, y)).collect::<Vec<_>>());
    stroked(ink, width, &path)
}

/// Part of a circle around the mark.
fn arc(radius: f64, ink: ColourRole) -> Vec<SceneNode> {
    // 50 degrees to both sides of the top.
    let (side, up) = (radius * 0.76, radius * 0.65);
    let mut path = PathWriter::new();
    path.move_to(Point::new(-side, -up)).arc_to(radius, true, Point::new(side, -up));
    stroked(ink, 5.5, &path)
}

fn flag(radius: f64) -> Vec<SceneNode> {
    let (foot, top) = (1.0 - radius, -radius - 24.0);
    let pole = line(ColourRole::Move, 4.0, &[(0.0, foot), (0.0, top)]);
    let cloth = filled(ColourRole::Move, &[(0.0, top - 2.0), (21.0, top + 6.0), (0.0, top + 14.0)]);
    [pole, cloth].concat()
}

/// A circle around the captured piece, and ticks over it without a rim, so that it stays visible.
fn cross_hair() -> (Vec<SceneNode>, Vec<SceneNode>) {
    let (mut circle, mut ticks) = (PathWriter::new(), PathWriter::new());
    circle.circle(Point::default(), 38.0);
    for (x, y) in [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)] {
        ticks.polyline(&[Point::new(x * 30.0, y * 30.0), Point::new(x * 44.0, y * 44.0)]);
    }
    let over =
        SceneNode::path(NodeStyle::default().unfilled().stroke(ColourRole::Capture, 4.5), &ticks);
    (stroked(ColourRole::Capture, 4.5, &circle), over.into_iter().collect())
}

fn swap() -> Vec<SceneNode> {
    let mut path = PathWriter::new();
    for side in [-1.0, 1.0] {
        let point = |x: f64, y: f64| Point::new(side * x, side * y);
        path.polyline(&[point(-24.0, 39.0), point(24.0, 39.0)]);
        path.polyline(&[point(15.0, 31.0), point(24.0, 39.0), point(15.0, 47.0)]);
    }
    stroked(ColourRole::Swap, 5.0, &path)
}

fn chevron() -> Vec<SceneNode> {
    line(ColourRole::Promotion, 6.0, &[(-24.0, -31.0), (0.0, -43.0), (24.0, -31.0)])
}

/// Four arms, so that what is crossed out can still be seen.
fn cross() -> Vec<SceneNode> {
    let mut path = PathWriter::new();
    for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
        path.polyline(&[Point::new(x * 15.0, y * 15.0), Point::new(x * 35.0, y * 35.0)]);
    }
    stroked(ColourRole::Capture, 7.0, &path)
}

fn missing() -> Vec<SceneNode> {
    // Eight dashes and eight gaps make a whole round.
    let (radius, eighth) = (30.0, 30.0 * std::f64::consts::TAU / 8.0);
    let circle = |style: NodeStyle| SceneNode::Circle(style.unfilled(), Point::default(), radius);
    let dashes =
        NodeStyle::default().stroke(ColourRole::Capture, 6.0).dashed(eighth * 0.45, eighth * 0.55);
    vec![circle(NodeStyle::default().stroke(ColourRole::Paper, 6.0 + 2.0 * RIM)), circle(dashes)]
}
