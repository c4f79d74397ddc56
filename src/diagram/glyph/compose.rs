use crate::diagram::label;
use crate::diagram::scene::{Node, Tag, Tint};
use crate::diagram::{Army, Pen, Spot};

use super::Glyph;
use super::art::{Part, Role, Step, Stroke, Style, art};

/// Where figures stand: the top of the foot.
const GROUND: Spot = Spot::new(50.0, 81.0);
/// How large a head is beside nothing, under a hat, on a body, before something tall, as one of
/// two.
const UNDER_HAT: f64 = 0.82;
const ON_BODY: f64 = 0.74;
const BEFORE: f64 = 0.9;
const OF_TWO: f64 = 0.68;
/// How far a body lifts its head.
const LIFT: f64 = 16.0;
/// The width of inner lines.
const LINE: f64 = 3.5;

/// A move and a change of size: `x` becomes `x * scale + shift.x`.
#[derive(Debug, Clone, Copy)]
struct Fit {
    scale: f64,
    shift: Spot,
}

impl Fit {
    const NONE: Fit = Fit { scale: 1.0, shift: Spot::new(0.0, 0.0) };

    /// So much larger, `still` staying where it is.
    fn about(still: Spot, scale: f64) -> Fit {
        Fit { scale, shift: Spot::new(still.x * (1.0 - scale), still.y * (1.0 - scale)) }
    }

    fn moved(self, x: f64, y: f64) -> Fit {
        Fit { shift: self.shift.plus(x, y), ..self }
    }

    fn place(self, spot: Spot) -> Spot {
        Spot::new(spot.x * self.scale + self.shift.x, spot.y * self.scale + self.shift.y)
    }
}

impl Glyph {
    /// The drawing around nought, a cell being a hundred wide. What belongs to an army as a whole
    /// (its body's and its outline's ink, the width of lines) is left to the group around it.
    pub(in crate::diagram) fn draw(&self, army: Army, letter: &str) -> Vec<Node> {
        let parts: Vec<&Part> = self.parts.iter().map(|name| &art().parts[name]).collect();
        let (bases, figure): (Vec<&Part>, Vec<&Part>) =
            parts.iter().partition(|part| matches!(part.role, Role::Base { .. }));
        let mark = match figure.first() {
            Some(Part { role: Role::Whole { mark }, .. }) if bases.is_empty() => *mark,
            _ => Spot::new(50.0, 86.0),
        };
        let turned = quarter_turns(self.turns);
        let mut nodes = match bases.first() {
            None => paint(&mapped(compose(&figure), turned)),
            Some(base) => {
                let inside = inside(base);
                let figure = mapped(compose(&figure), |spot| inside.place(turned(spot)));
                let mut nodes = paint(&base.strokes);
                nodes.extend(Node::group(inner_figure(), paint(&figure)));
                nodes
            }
        };
        nodes.extend(army_mark(army, mark));
        nodes.extend(self.letters(letter, &bases));
        if self.promoted && self.shown_letters(letter).is_none() {
            nodes.extend(plus());
        }
        nodes
    }

    fn letters(&self, letter: &str, bases: &[&Part]) -> Vec<Node> {
        let Some(text) = self.shown_letters(letter) else { return Vec::new() };
        let (mut nodes, middle, em, room) = match bases.first() {
            Some(Part { role: Role::Base { middle, size }, .. }) => {
                (Vec::new(), middle.plus(-50.0, -50.0), *size, *size)
            }
            _ => {
                let middle = Spot::new(31.0, 24.0);
                (vec![Node::Circle(Tag::default(), middle, 16.0)], middle, 26.0, 24.0)
            }
        };
        let mut tag = Tag::default().unstroked();
        tag.paint.fill = Some(Tint::Current);
        nodes.extend(label::centred(tag, text, em, middle, room));
        nodes
    }
}

/// The parts of a figure, in the order of drawing, each where it belongs.
fn compose(parts: &[&Part]) -> Vec<Stroke> {
    let has = |role: fn(&Role) -> bool| parts.iter().any(|part| role(&part.role));
    let on_body = has(|role| matches!(role, Role::Body));
    let heads: Vec<&&Part> =
        parts.iter().filter(|part| matches!(part.role, Role::Head { .. })).collect();

    let mut scale = 1.0;
    for (used, smaller) in [
        (has(|role| matches!(role, Role::Hat)), UNDER_HAT),
        (has(|role| matches!(role, Role::Behind)), BEFORE),
        (on_body, ON_BODY),
        (heads.len() > 1, OF_TWO),
    ] {
        if used {
            scale *= smaller;
        }
    }
    let head = Fit::about(GROUND, scale).moved(0.0, if on_body { -LIFT } else { 0.0 });
    let mut strokes = Vec::new();
    let mut beside = 0.0;
    for part in parts {
        match part.role {
            Role::Back | Role::Whole { .. } | Role::Body => strokes.extend(fitted(part, Fit::NONE)),
            Role::Behind => strokes.extend(fitted(part, head)),
            Role::Head { .. } => {
                let aside = if heads.len() > 1 { 18.0 * (2.0 * beside - 1.0) } else { 0.0 };
                strokes.extend(fitted(part, head.moved(aside, 0.0)));
                beside += 1.0;
            }
            Role::Hat => strokes.extend(hat(part, heads.first(), head)),
            Role::Foot | Role::Base { .. } => {}
        }
    }
    if let Some(Part { role: Role::Head { foot, .. }, .. }) = heads.first() {
        let foot = if on_body || heads.len() > 1 { "foot" } else { foot };
        strokes.extend(fitted(&art().parts[foot], Fit::NONE));
    }
    strokes
}

/// A hat where the head wears it.
fn hat(hat: &Part, head: Option<&&&Part>, fit: Fit) -> Vec<Stroke> {
    let Some(Part { role: Role::Head { hat: at, size, .. }, .. }) = head else {
        return Vec::new();
    };
    let (at, scale) = (fit.place(*at), size * fit.scale / UNDER_HAT);
    let sits = Spot::new(50.0, 38.0);
    let fit = Fit { scale, shift: Spot::new(at.x - sits.x * scale, at.y - sits.y * scale) };
    fitted(hat, fit)
}

fn fitted(part: &Part, fit: Fit) -> Vec<Stroke> {
    mapped(part.strokes.clone(), |spot| fit.place(spot))
}

/// So many quarters clockwise about the middle of the box.
fn quarter_turns(turns: u8) -> impl Fn(Spot) -> Spot {
    move |spot| (0..turns).fold(spot, |spot, _| Spot::new(100.0 - spot.y, spot.x))
}

/// How a figure is fitted into a base.
fn inside(base: &Part) -> Fit {
    let Role::Base { middle, size } = base.role else { return Fit::NONE };
    let figure = Spot::new(50.0, 49.0);
    Fit::about(figure, size / 84.0).moved(middle.x - figure.x, middle.y - figure.y)
}

/// A figure on a base has the base's colour: its outline is an inner line there.
fn inner_figure() -> Tag {
    let mut tag = Tag::default();
    tag.paint.stroke = Some(Tint::Current);
    tag.paint.width = Some(LINE);
    tag
}

fn mapped(strokes: Vec<Stroke>, to: impl Fn(Spot) -> Spot) -> Vec<Stroke> {
    let stroke = |stroke: Stroke| Stroke {
        style: stroke.style,
        steps: stroke.steps.into_iter().map(|step| step.map(&to)).collect(),
    };
    strokes.into_iter().map(stroke).collect()
}

fn paint(strokes: &[Stroke]) -> Vec<Node> {
    let mut nodes = Vec::new();
    for same in strokes.chunk_by(|a, b| a.style == b.style && a.style != Style::Body) {
        let mut pen = Pen::new();
        same.iter().flat_map(|stroke| &stroke.steps).for_each(|&step| trace(&mut pen, step));
        nodes.extend(Node::path(tag(same[0].style), &pen));
    }
    nodes
}

fn tag(style: Style) -> Tag {
    let mut tag = Tag::default();
    match style {
        Style::Body => {}
        Style::Edge => tag.paint.fill = Some(Tint::None),
        Style::Line => {
            tag.paint.fill = Some(Tint::None);
            tag.paint.stroke = Some(Tint::Current);
            tag.paint.width = Some(LINE);
        }
        Style::Solid => {
            tag.paint.fill = Some(Tint::Current);
            tag.paint.stroke = Some(Tint::None);
        }
    }
    tag
}

fn trace(pen: &mut Pen, step: Step) {
    // A tenth of a hundredth of a cell is finer than any screen.
    let coarse = |value: f64| (value * 10.0).round() / 10.0;
    match step.map(|spot| Spot::new(coarse(spot.x - 50.0), coarse(spot.y - 50.0))) {
        Step::Move(to) => pen.move_to(to),
        Step::Line(to) => pen.line_to(to),
        Step::Curve(a, b, to) => pen.curve_to(a, b, to),
        Step::Close => pen.close(),
    };
}

/// The mark of a promoted figure, a plus at its shoulder; letters say it themselves.
fn plus() -> Vec<Node> {
    let at = Spot::new(32.0, -30.0);
    let mut pen = Pen::new();
    pen.polyline(&[at.plus(-8.0, 0.0), at.plus(8.0, 0.0)]);
    pen.polyline(&[at.plus(0.0, -8.0), at.plus(0.0, 8.0)]);
    let disc = Node::Circle(Tag::default(), at, 15.0);
    [Some(disc), Node::path(tag(Style::Line), &pen)].into_iter().flatten().collect()
}

/// What tells armies apart where hues do not.
fn army_mark(army: Army, at: Spot) -> Vec<Node> {
    let at = at.plus(-50.0, -50.0);
    let solid = || tag(Style::Solid);
    let dot = |x: f64| Node::Circle(solid(), at.plus(x, 0.0), 3.2);
    let shape = |corners: &[(f64, f64)]| {
        let mut pen = Pen::new();
        pen.polygon(&corners.iter().map(|&(x, y)| at.plus(x, y)).collect::<Vec<_>>());
        Node::path(solid(), &pen).into_iter().collect()
    };
    match army {
        Army::White | Army::Black => Vec::new(),
        Army::Red => {
            let mut ring = tag(Style::Edge);
            ring.paint.stroke = Some(Tint::Current);
            vec![Node::Circle(ring, at, 5.5)]
        }
        Army::Orange => shape(&[(-14.0, -2.4), (14.0, -2.4), (14.0, 2.4), (-14.0, 2.4)]),
        Army::Green => shape(&[(-7.0, 4.5), (0.0, -5.0), (7.0, 4.5)]),
        Army::Blue => vec![dot(-9.0), dot(9.0)],
        Army::Neutral => vec![dot(-14.0), dot(0.0), dot(14.0)],
    }
}
