//! Draws the marks of a figure.

use std::f64::consts::TAU;
use std::sync::Arc;

use crate::path_writer::points;
use crate::scene::{NodeStyle, SceneNode, Symbol};
use crate::{ColourRole, Mark, MarkKind, MarkStatus, PathWriter, Point};
use fairybook_core::geometry::Cell;

use super::Canvas;

/// How wide the rim around a mark's lines is, on each side.
const RIM: f64 = 2.5;
/// The ring around a piece that may be taken, and how wide it is: outside of the piece.
const AROUND: f64 = 44.5;
const STRONG: f64 = 8.0;
/// The ring on a cell where one may move or take.
const SMALL: f64 = 24.0;

/// The name of a cell, and where it is.
type NamedPoint = (String, Point);

/// What decides how a mark is drawn: the mark on the first cell, whether it is occupied, the layer.
pub(super) type MarkAppearance = (Mark, bool, MarkLayer);

/// The layer of a part of a mark: rings are drawn below pieces, everything else above.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MarkLayer {
    Under,
    Over,
}

impl Canvas<'_> {
    /// Draws one layer of all marks, those that mean the same together. If a mark has parts on both
    /// layers, the upper part has its class.
    pub(super) fn marks(&mut self, layer: MarkLayer) {
        let mut alike: Vec<(Arc<Symbol>, Vec<NamedPoint>)> = Vec::new();
        for mark in &self.figure.marks {
            let Some(symbol) = self.symbol(mark, layer) else { continue };
            let place = (self.layout().name(mark.cell).to_owned(), self.plan.centre(mark.cell));
            match alike.iter_mut().find(|(known, _)| Arc::ptr_eq(known, &symbol)) {
                Some((_, places)) => places.push(place),
                None => alike.push((symbol, vec![place])),
            }
        }
        for (symbol, places) in alike {
            match symbol.mark_words.is_empty() {
                false => self.nodes.push(SceneNode::Marks(symbol, places)),
                true => self.nodes.extend(places.into_iter().map(|(_, at)| {
                    SceneNode::Symbol(NodeStyle::default(), Arc::clone(&symbol), at)
                })),
            }
        }
    }

    /// Returns the symbol of a mark on one layer. Marks of the same appearance share it; `None` if
    /// the mark has nothing on this layer.
    pub(super) fn symbol(&mut self, mark: &Mark, layer: MarkLayer) -> Option<Arc<Symbol>> {
        let occupied = self.figure.pieces.iter().any(|placed| placed.cell == mark.cell);
        let appearance: MarkAppearance = (Mark { cell: Cell(0), ..*mark }, occupied, layer);
        if let Some((_, symbol)) = self.symbols.iter().find(|(known, _)| *known == appearance) {
            return symbol.clone();
        }
        let (under, over) = parts(mark, occupied);
        let is_split = layer == MarkLayer::Under && !over.is_empty();
        let nodes = if layer == MarkLayer::Under { under } else { over };
        let mut mark_words = mark_words(mark);
        let mut name = mark_words.replace(' ', "-");
        if occupied && mark.kind == MarkKind::Move {
            name += "-around";
        }
        if is_split {
            name += "-under";
            mark_words.clear();
        }
        let symbol = (!nodes.is_empty()).then(|| Arc::new(Symbol { name, mark_words, nodes }));
        self.symbols.push((appearance, symbol.clone()));
        symbol
    }
}

/// The classes of a mark: the word of its kind, then the others.
fn mark_words(mark: &Mark) -> String {
    let mut words = mark.kind.word().to_owned();
    for (word, is_used) in [
        (" first", mark.first_move_only),
        (" wrong", mark.status == MarkStatus::Wrong),
        (" missing", mark.status == MarkStatus::Missing),
    ] {
        words += if is_used { word } else { "" };
    }
    words
}

/// Returns the drawing of a mark around the middle of its cell: below and above a piece, which it
/// must not cover if the cell is occupied.
pub(super) fn parts(mark: &Mark, occupied: bool) -> (Vec<SceneNode>, Vec<SceneNode>) {
    let (mut under, mut over) = (Vec::new(), Vec::new());
    if mark.status == MarkStatus::Missing {
        return (under, missing());
    }
    match mark.kind {
        MarkKind::Move if occupied => under = ring(ColourRole::Move, AROUND, STRONG),
        MarkKind::Move if mark.first_move_only => over = hollow(12.0),
        MarkKind::Move => over = dot(15.0),
        MarkKind::Capture => under = ring(ColourRole::Capture, AROUND, STRONG),
        MarkKind::MoveOrCapture => {
            let inside = if mark.first_move_only { hollow(9.5) } else { dot(13.0) };
            over = [ring(ColourRole::Capture, SMALL, 5.0), inside].concat();
        }
        // Dashed: there is nothing to capture yet.
        MarkKind::Attack => over = dashed(SMALL, 5.0),
        MarkKind::FriendlyCapture => {
            let rings = [AROUND, AROUND - 8.5].map(|radius| ring(ColourRole::Capture, radius, 3.5));
            under = rings.concat();
        }
        MarkKind::Shot => {
            // Ticks over the captured piece, without a rim, so that it stays visible.
            let mut around = PathWriter::default();
            around.circle(Point::default(), 38.0, true);
            under = stroked(ColourRole::Capture, 4.5, &around);
            let ticks = arms([(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)], 30.0, 44.0);
            over.extend(SceneNode::path(NodeStyle::line(ColourRole::Capture, 4.5), &ticks));
        }
        MarkKind::Swap => over = swap(),
        MarkKind::Drop => {
            over = filled(ColourRole::Drop, [(-21.0, -15.0), (21.0, -15.0), (0.0, 20.0)])
        }
        MarkKind::Promotion => {
            over = line(ColourRole::Promotion, 6.0, [(-24.0, -31.0), (0.0, -43.0), (24.0, -31.0)])
        }
    };
    if mark.first_move_only {
        over.extend(flag(top(mark.kind).min(33.0)));
    }
    if mark.status == MarkStatus::Wrong {
        // Four arms, so that what is crossed out can still be seen.
        let cross = arms([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)], 15.0, 35.0);
        over.extend(stroked(ColourRole::Capture, 7.0, &cross));
    }
    (under, over)
}

/// How far the drawing of a kind reaches above the middle.
fn top(kind: MarkKind) -> f64 {
    match kind {
        MarkKind::Move => 13.0,
        MarkKind::MoveOrCapture | MarkKind::Attack => SMALL + 2.0,
        MarkKind::Drop => 15.0,
        MarkKind::Capture
        | MarkKind::FriendlyCapture
        | MarkKind::Shot
        | MarkKind::Swap
        | MarkKind::Promotion => 33.0,
    }
}

fn circle(style: NodeStyle, radius: f64) -> SceneNode {
    SceneNode::Circle(style, Point::default(), radius)
}

fn dot(radius: f64) -> Vec<SceneNode> {
    let style = NodeStyle::filled(ColourRole::Move).stroke(ColourRole::Rim, 2.0 * RIM);
    vec![circle(style, radius)]
}

fn hollow(radius: f64) -> Vec<SceneNode> {
    let rim = circle(NodeStyle::filled(ColourRole::Rim), radius + 2.5 + RIM);
    vec![rim, circle(NodeStyle::line(ColourRole::Move, 5.0), radius)]
}

/// The styles of a line and, below it, of its rim on both sides.
fn rimmed(role: ColourRole, width: f64) -> [NodeStyle; 2] {
    [NodeStyle::line(ColourRole::Rim, width + 2.0 * RIM), NodeStyle::line(role, width)]
}

/// A ring; nothing inside.
fn ring(role: ColourRole, radius: f64, width: f64) -> Vec<SceneNode> {
    rimmed(role, width).map(|style| circle(style, radius)).to_vec()
}

fn stroked(role: ColourRole, width: f64, path: &PathWriter) -> Vec<SceneNode> {
    rimmed(role, width).into_iter().filter_map(|style| SceneNode::path(style, path)).collect()
}

/// A surface with a rim.
fn filled<const N: usize>(role: ColourRole, corners: [(f64, f64); N]) -> Vec<SceneNode> {
    let mut path = PathWriter::default();
    path.polygon(&points(corners));
    let styles = [NodeStyle::line(ColourRole::Rim, 2.0 * RIM), NodeStyle::filled(role)];
    styles.into_iter().filter_map(|style| SceneNode::path(style, &path)).collect()
}

fn line<const N: usize>(role: ColourRole, width: f64, places: [(f64, f64); N]) -> Vec<SceneNode> {
    let mut path = PathWriter::default();
    path.polyline(&points(places));
    stroked(role, width, &path)
}

/// Lines that lead away from the middle, from one distance to another.
fn arms(ways: [(f64, f64); 4], from: f64, to: f64) -> PathWriter {
    let mut path = PathWriter::default();
    for way in points(ways) {
        path.polyline(&[from, to].map(|length| Point::default().along(way, length)));
    }
    path
}

fn flag(radius: f64) -> Vec<SceneNode> {
    let (foot, top) = (1.0 - radius, -radius - 24.0);
    let pole = line(ColourRole::Move, 4.0, [(0.0, foot), (0.0, top)]);
    let cloth = filled(ColourRole::Move, [(0.0, top - 2.0), (21.0, top + 6.0), (0.0, top + 14.0)]);
    [pole, cloth].concat()
}

/// An arrow up at one side of the piece, and one down at the other.
fn swap() -> Vec<SceneNode> {
    let mut path = PathWriter::default();
    for side in [-1.0, 1.0] {
        let point = |x: f64, y: f64| Point::new(side * x, side * y);
        path.polyline(&[point(41.0, -24.0), point(41.0, 24.0)]);
        path.polyline(&[point(33.0, 15.0), point(41.0, 24.0), point(49.0, 15.0)]);
    }
    stroked(ColourRole::Swap, 5.0, &path)
}

fn missing() -> Vec<SceneNode> {
    dashed(30.0, 6.0)
}

/// A ring of eight dashes and eight gaps.
fn dashed(radius: f64, width: f64) -> Vec<SceneNode> {
    let eighth = radius * TAU / 8.0;
    let [rim, line] = rimmed(ColourRole::Capture, width);
    vec![circle(rim, radius), circle(line.dashed(eighth * 0.55, eighth * 0.45), radius)]
}
