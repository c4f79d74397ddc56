use crate::diagram::scene::{Node, Tag, Tint};
use crate::diagram::{Ink, Manner, Mark, MarkKind, Pen, Spot, Verdict};

use super::Canvas;

/// How wide the rim of paper around a mark's lines is, on each side.
const RIM: f64 = 2.5;

impl Canvas<'_> {
    /// All marks, in the figure's order.
    pub(super) fn marks(&mut self) {
        let nodes: Vec<Node> = self.figure.marks.iter().map(|mark| self.mark(mark)).collect();
        self.add(Node::group(Tag::class("marks").round(), nodes));
    }

    fn mark(&mut self, mark: &Mark) -> Node {
        let words = words(mark);
        let key = words.replace(' ', "-");
        self.stamps.entry(key.clone()).or_insert_with(|| shape(mark));
        let tag = Tag::class(format!("mark {words}")).cell(self.figure.layout.name(mark.cell));
        Node::Stamp(tag, key, self.plan.centre(mark.cell))
    }
}

/// What a mark says, word by word: the kind first.
pub(in crate::diagram) fn words(mark: &Mark) -> String {
    let mut words = vec![mark.kind.word()];
    match mark.manner {
        Manner::Plain => {}
        Manner::Leap => words.push("leap"),
        Manner::Hop => words.push("hop"),
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
        MarkKind::Move if mark.first => ring(Ink::Move, 11.0, 5.0),
        MarkKind::Move => vec![dot(Ink::Move, 15.0)],
        MarkKind::Capture => ring(Ink::Capture, 41.0, 6.0),
        MarkKind::Either if mark.first => either(ring(Ink::Move, 9.0, 4.5)),
        MarkKind::Either => either(vec![dot(Ink::Move, 13.0)]),
        MarkKind::OwnCapture => {
            [ring(Ink::Capture, 42.0, 3.5), ring(Ink::Capture, 34.0, 3.5)].concat()
        }
        MarkKind::Shot => cross_hair(),
        MarkKind::Swap => swap(),
        MarkKind::Drop => drop(),
        MarkKind::Promotion => {
            line(Ink::Promotion, 6.0, &[(-22.0, -31.0), (0.0, -43.0), (22.0, -31.0)])
        }
    };
    let top = top(mark.kind);
    match mark.manner {
        Manner::Plain => {}
        Manner::Leap => nodes.extend(arc(Ink::Move, top)),
        Manner::Hop => nodes.extend(arc(Ink::Hop, top)),
    }
    if mark.first {
        nodes.extend(flag(top));
    }
    if mark.verdict == Verdict::Wrong {
        nodes.extend(cross());
    }
    nodes
}

/// Where the drawing of a kind ends above the middle.
fn top(kind: MarkKind) -> f64 {
    match kind {
        MarkKind::Move => -15.0,
        MarkKind::Either | MarkKind::Shot => -26.0,
        MarkKind::Drop => -16.0,
        MarkKind::Capture | MarkKind::OwnCapture | MarkKind::Swap | MarkKind::Promotion => -36.0,
    }
}

fn dot(ink: Ink, radius: f64) -> Node {
    Node::Circle(Tag::default().fill(ink).stroke(Ink::Paper, 2.0 * RIM), Spot::default(), radius)
}

fn either(inside: Vec<Node>) -> Vec<Node> {
    [ring(Ink::Capture, 25.0, 5.0), inside].concat()
}

/// A ring with a rim of paper on both sides; nothing inside.
fn ring(ink: Ink, radius: f64, width: f64) -> Vec<Node> {
    let circle = |ink, width| {
        Node::Circle(Tag::default().unfilled().stroke(ink, width), Spot::default(), radius)
    };
    vec![circle(Ink::Paper, width + 2.0 * RIM), circle(ink, width)]
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
    let tag = Tag::default().fill(ink).stroke(Ink::Paper, 2.0 * RIM);
    Node::path(tag, &pen).into_iter().collect()
}

fn line(ink: Ink, width: f64, places: &[(f64, f64)]) -> Vec<Node> {
    let mut pen = Pen::new();
    pen.polyline(&places.iter().map(|&(x, y)| Spot::new(x, y)).collect::<Vec<_>>());
    stroked(ink, width, &pen)
}

fn arc(ink: Ink, top: f64) -> Vec<Node> {
    let mut pen = Pen::new();
    pen.move_to(Spot::new(-17.0, top));
    pen.quad_to(Spot::new(0.0, top - 20.0), Spot::new(17.0, top));
    stroked(ink, 4.5, &pen)
}

fn flag(top: f64) -> Vec<Node> {
    let pole = line(Ink::Move, 4.0, &[(0.0, top + 2.0), (0.0, top - 24.0)]);
    let cloth = filled(Ink::Move, &[(0.0, top - 26.0), (20.0, top - 18.0), (0.0, top - 10.0)]);
    [cloth, pole].concat()
}

fn cross_hair() -> Vec<Node> {
    let mut pen = Pen::new();
    pen.circle(Spot::default(), 25.0);
    for (x, y) in [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)] {
        pen.polyline(&[Spot::new(x * 14.0, y * 14.0), Spot::new(x * 38.0, y * 38.0)]);
    }
    stroked(Ink::Capture, 5.0, &pen)
}

fn swap() -> Vec<Node> {
    let mut pen = Pen::new();
    for side in [-1.0, 1.0] {
        let spot = |x: f64, y: f64| Spot::new(side * x, side * y);
        pen.polyline(&[spot(-26.0, 40.0), spot(26.0, 40.0)]);
        pen.polyline(&[spot(14.0, 32.0), spot(26.0, 40.0), spot(14.0, 48.0)]);
    }
    stroked(Ink::Swap, 5.0, &pen)
}

fn drop() -> Vec<Node> {
    filled(Ink::Drop, &[(-19.0, -14.0), (19.0, -14.0), (0.0, 18.0)])
}

fn cross() -> Vec<Node> {
    let mut pen = Pen::new();
    for side in [-1.0, 1.0] {
        pen.polyline(&[Spot::new(-30.0 * side, -30.0), Spot::new(30.0 * side, 30.0)]);
    }
    stroked(Ink::Capture, 6.0, &pen)
}

fn missing() -> Vec<Node> {
    let circle = |tag: Tag| Node::Circle(tag.unfilled(), Spot::default(), 30.0);
    let paper = circle(Tag::default().stroke(Ink::Paper, 6.0 + 2.0 * RIM));
    let mut dashes = Tag::default().stroke(Ink::Capture, 6.0).dashed(12.0, 11.56);
    dashes.paint.fill = Some(Tint::None);
    vec![paper, circle(dashes)]
}
