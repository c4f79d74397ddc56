//! Composes the parts of a glyph into one drawing.

use crate::label;
use crate::scene::{NodeStyle, PaintColour, SceneNode};
use crate::{ArmyColour, PathWriter, Point};

use super::parts::{GlyphPart, PartRole, PathSegment, Stroke, StrokeStyle, part_table};
use super::{Glyph, drawing};

/// Where figures stand: the top of the foot.
const BASE_POINT: Point = Point::new(50.0, 81.0);
/// Where feet end, and how large a small figure is.
const FOOT_END: Point = Point::new(50.0, 90.0);
const SMALL: f64 = 0.66;
/// How large a head is under a hat, on a body, before something, as one of two.
const UNDER_HAT: f64 = 0.82;
const ON_BODY: f64 = 0.74;
const BEFORE: f64 = 0.84;
const OF_TWO: f64 = 0.68;
/// How far a body lifts its head.
const LIFT: f64 = 16.0;
/// The width of inner lines.
const LINE: f64 = 3.1;
/// How far below the top of a foot the base of a head without one ends.
const OWN_BASE: f64 = 9.0;

/// A move and a change of size: `x` becomes `x * scale + shift.x`.
#[derive(Debug, Clone, Copy)]
struct PartTransform {
    scale: f64,
    shift: Point,
}

impl PartTransform {
    /// So much larger, `still` staying where it is.
    fn about(still: Point, scale: f64) -> PartTransform {
        PartTransform { scale, shift: Point::default().along(still, 1.0 - scale) }
    }

    fn moved(self, x: f64, y: f64) -> PartTransform {
        PartTransform { shift: self.shift.plus(x, y), ..self }
    }

    fn place(self, point: Point) -> Point {
        self.shift.along(point, self.scale)
    }
}

impl Glyph {
    /// The drawing around nought, a cell being a hundred wide. What belongs to an army as a whole
    /// (its body's and its outline's ink, the width of lines) is left to the group around it.
    pub(crate) fn draw(&self, army: ArmyColour, letter: &str) -> Vec<SceneNode> {
        if let Some(tablet) = &self.tablet {
            return tablet.draw(letter);
        }
        let drawing = self.drawing.as_deref().map(drawing::part);
        let parts = self.parts.iter().map(|name| &part_table().parts[name]).chain(&drawing);
        let (bases, figure): (Vec<&GlyphPart>, Vec<&GlyphPart>) =
            parts.partition(|part| matches!(part.role, PartRole::Base { .. }));
        let base = bases.first().copied();
        let foot = army_foot(army).filter(|_| base.is_none());
        let small = PartTransform::about(FOOT_END, if self.small { SMALL } else { 1.0 });
        let turned = quarter_turns(self.turns);
        let figure = mapped(compose(&figure, foot), |point| small.place(turned(point)));
        let mut nodes = match base {
            Some(part @ GlyphPart { role: PartRole::Base { middle, size }, .. }) => {
                let usual = Point::new(50.0, 49.0);
                let Point { x, y } = usual.step_to(*middle);
                let inside = PartTransform::about(usual, size / 84.0).moved(x, y);
                let figure = mapped(figure, |point| inside.place(point));
                // A figure on a base has the base's colour: its outline is an inner line there.
                let style = NodeStyle { fill: None, ..node_style(StrokeStyle::Line) };
                let mut nodes = paint(part.strokes());
                nodes.extend(SceneNode::group(style, paint(&figure)));
                nodes
            }
            _ => paint(&figure),
        };
        if base.is_some() || army == ArmyColour::Neutral {
            nodes.extend(army_mark(army, Point::new(50.0, 86.0)));
        }
        match self.shown_letters(letter) {
            Some(letters) => nodes.extend(lettered(letters, base)),
            None if self.promoted => nodes.extend(plus()),
            None => {}
        }
        nodes
    }
}

/// Letters on a base, or on a small disc at the shoulder of a figure.
fn lettered(text: &str, base: Option<&GlyphPart>) -> Vec<SceneNode> {
    let style = node_style(StrokeStyle::Solid);
    if let Some(GlyphPart { role: PartRole::Base { middle, size }, .. }) = base {
        let middle = middle.plus(-50.0, -50.0);
        return label::centred(style, text, *size, middle, *size).into_iter().collect();
    }
    let middle = Point::new(31.0, 24.0);
    let disc = SceneNode::Circle(NodeStyle::default(), middle, 16.0);
    [disc].into_iter().chain(label::centred(style, text, 26.0, middle, 24.0)).collect()
}

/// The parts of a figure, in the order of drawing, each where it belongs, on the foot of its army
/// if that has one.
fn compose(parts: &[&GlyphPart], army_foot: Option<&str>) -> Vec<Stroke> {
    let has = |role: fn(&PartRole) -> bool| parts.iter().any(|part| role(&part.role));
    let on_body = has(|role| matches!(role, PartRole::Body));
    let heads: Vec<&&GlyphPart> =
        parts.iter().filter(|part| matches!(part.role, PartRole::Head { .. })).collect();

    let smaller = [
        (has(|role| matches!(role, PartRole::Hat)), UNDER_HAT),
        (has(|role| matches!(role, PartRole::Behind | PartRole::Back)), BEFORE),
        (on_body, ON_BODY),
        (heads.len() > 1, OF_TWO),
    ];
    let scale = smaller.iter().filter(|(used, _)| *used).map(|(_, scale)| scale).product();
    let head =
        PartTransform::about(BASE_POINT, scale).moved(0.0, if on_body { -LIFT } else { 0.0 });
    let own_foot = match heads.first() {
        Some(_) if on_body || heads.len() > 1 => Some("foot"),
        Some(GlyphPart { role: PartRole::Head { foot, .. }, .. }) => *foot,
        _ => None,
    };
    let foot = army_foot.or(own_foot);
    let mut strokes = Vec::new();
    let mut beside = 0.0;
    for part in parts {
        match part.role {
            PartRole::Back | PartRole::Body => strokes.extend_from_slice(part.strokes()),
            PartRole::Whole if army_foot.is_some() => strokes.extend(fitted(part, standing(part))),
            PartRole::Whole => strokes.extend_from_slice(part.strokes()),
            PartRole::Behind => strokes.extend(fitted(part, head)),
            PartRole::Head { .. } => {
                let aside = if heads.len() > 1 { 18.0 * (2.0 * beside - 1.0) } else { 0.0 };
                strokes.extend(fitted(part, on_foot(part, foot, head).moved(aside, 0.0)));
                beside += 1.0;
            }
            PartRole::Hat => {
                let fit = |first: &&&GlyphPart| hat(part, first, on_foot(first, foot, head));
                strokes.extend(heads.first().map(fit).unwrap_or_default());
            }
            PartRole::Foot | PartRole::Base { .. } => {}
        }
    }
    let foot = foot.map(|foot| part_table().parts[foot].strokes());
    strokes.extend(foot.into_iter().flatten().cloned());
    strokes
}

/// Lifts a head with a base of its own, if a foot is drawn under it.
fn on_foot(head: &GlyphPart, foot: Option<&str>, fit: PartTransform) -> PartTransform {
    match head.role {
        PartRole::Head { foot: None, .. } if foot.is_some() => {
            fit.moved(0.0, -OWN_BASE * fit.scale)
        }
        _ => fit,
    }
}

/// Makes room for a foot below a drawing that needs none.
fn standing(whole: &GlyphPart) -> PartTransform {
    let mut lowest = BASE_POINT.y;
    for step in whole.strokes().iter().flat_map(|stroke| &stroke.steps) {
        step.map(|point| {
            lowest = lowest.max(point.y);
            point
        });
    }
    PartTransform::about(Point::new(BASE_POINT.x, 0.0), BASE_POINT.y / lowest)
}

/// The foot of each army that has its own, so that figures differ where hues do not.
fn army_foot(army: ArmyColour) -> Option<&'static str> {
    match army {
        ArmyColour::White | ArmyColour::Black | ArmyColour::Yellow | ArmyColour::Neutral => None,
        ArmyColour::Red => Some("slab-foot"),
        ArmyColour::Orange => Some("split-foot"),
        ArmyColour::Green => Some("keel-foot"),
        ArmyColour::Blue => Some("plinth-foot"),
    }
}

/// A hat where the head wears it.
fn hat(hat: &GlyphPart, head: &GlyphPart, fit: PartTransform) -> Vec<Stroke> {
    let PartRole::Head { hat: at, size, .. } = &head.role else {
        return Vec::new();
    };
    let (at, scale) = (fit.place(*at), size * fit.scale / UNDER_HAT);
    let shift = at.along(Point::new(50.0, 38.0), -scale);
    fitted(hat, PartTransform { scale, shift })
}

fn fitted(part: &GlyphPart, fit: PartTransform) -> Vec<Stroke> {
    mapped(part.strokes().to_vec(), |point| fit.place(point))
}

/// So many quarters clockwise about the middle of the box.
fn quarter_turns(turns: u8) -> impl Fn(Point) -> Point {
    move |point| (0..turns).fold(point, |point, _| Point::new(100.0 - point.y, point.x))
}

fn mapped(strokes: Vec<Stroke>, to: impl Fn(Point) -> Point) -> Vec<Stroke> {
    let stroke = |stroke: Stroke| Stroke {
        style: stroke.style,
        steps: stroke.steps.into_iter().map(|step| step.map(&to)).collect(),
    };
    strokes.into_iter().map(stroke).collect()
}

fn paint(strokes: &[Stroke]) -> Vec<SceneNode> {
    let mut nodes = Vec::new();
    for same in strokes.chunk_by(|a, b| a.style == b.style && a.style != StrokeStyle::Body) {
        let mut path = PathWriter::default();
        same.iter().flat_map(|stroke| &stroke.steps).for_each(|&step| trace(&mut path, step));
        nodes.extend(SceneNode::path(node_style(same[0].style), &path));
    }
    nodes
}

fn node_style(stroke: StrokeStyle) -> NodeStyle {
    let (none, current) = (Some(PaintColour::None), Some(PaintColour::Current));
    let usual = NodeStyle::default();
    match stroke {
        StrokeStyle::Body => usual,
        StrokeStyle::Edge => NodeStyle { fill: none, ..usual },
        StrokeStyle::Line => NodeStyle { fill: none, stroke: current, width: Some(LINE), ..usual },
        StrokeStyle::Solid => NodeStyle { fill: current, stroke: none, ..usual },
    }
}

fn trace(path: &mut PathWriter, step: PathSegment) {
    // A tenth of a hundredth of a cell is finer than any screen.
    let coarse = |value: f64| (value * 10.0).round() / 10.0;
    match step.map(|point| Point::new(coarse(point.x - 50.0), coarse(point.y - 50.0))) {
        PathSegment::Move(to) => path.move_to(to),
        PathSegment::Line(to) => path.line_to(to),
        PathSegment::Curve(a, b, to) => path.curve_to(a, b, to),
        PathSegment::Close => path.close(),
    };
}

/// The mark of a promoted figure, a plus at its shoulder; letters say it themselves.
fn plus() -> Vec<SceneNode> {
    let at = Point::new(32.0, -30.0);
    let mut path = PathWriter::default();
    path.polyline(&[at.plus(-8.0, 0.0), at.plus(8.0, 0.0)]);
    path.polyline(&[at.plus(0.0, -8.0), at.plus(0.0, 8.0)]);
    let disc = SceneNode::Circle(NodeStyle::default(), at, 15.0);
    [disc].into_iter().chain(SceneNode::path(node_style(StrokeStyle::Line), &path)).collect()
}

/// What tells armies apart on a base.
fn army_mark(army: ArmyColour, at: Point) -> Vec<SceneNode> {
    let at = at.plus(-50.0, -50.0);
    let solid = || node_style(StrokeStyle::Solid);
    let dot = |x: f64| SceneNode::Circle(solid(), at.plus(x, 0.0), 3.2);
    let shape = |corners: &[(f64, f64)]| {
        let mut path = PathWriter::default();
        path.polygon(&corners.iter().map(|&(x, y)| at.plus(x, y)).collect::<Vec<_>>());
        SceneNode::path(solid(), &path).into_iter().collect()
    };
    match army {
        ArmyColour::White | ArmyColour::Black => Vec::new(),
        ArmyColour::Red => {
            let ring = NodeStyle { width: None, ..node_style(StrokeStyle::Line) };
            vec![SceneNode::Circle(ring, at, 5.5)]
        }
        ArmyColour::Orange => shape(&[(-14.0, -2.4), (14.0, -2.4), (14.0, 2.4), (-14.0, 2.4)]),
        ArmyColour::Green => shape(&[(-7.0, 4.5), (0.0, -5.0), (7.0, 4.5)]),
        ArmyColour::Blue => vec![dot(-9.0), dot(9.0)],
        ArmyColour::Yellow => vec![dot(-21.0), dot(-7.0), dot(7.0), dot(21.0)],
        ArmyColour::Neutral => vec![dot(-14.0), dot(0.0), dot(14.0)],
    }
}
