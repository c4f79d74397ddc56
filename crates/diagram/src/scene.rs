//! A diagram as paths, circles and symbols with colour roles.

use std::borrow::Cow;
use std::sync::Arc;

use super::plan::PanelColumn;
use super::{ColourRole, PathWriter, Point};

/// A diagram as paths and circles in drawing order, each with its colour roles.
///
/// Strokes have round caps and joins. Lengths are in hundredths of a cell's side.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Scene {
    /// From left to right.
    pub width: f64,
    /// From top to bottom.
    pub height: f64,
    /// What the picture is.
    pub title: String,
    /// What it shows, in words.
    pub text_alternative: String,
    /// A corner of its cells, if those are as large as usual: there lines should fall on pixels.
    pub corner: Option<Point>,
    /// Its boards or levels one under the other, if that is narrower.
    pub(super) column: Option<Arc<PanelColumn>>,
    /// Back to front.
    pub(super) nodes: Vec<SceneNode>,
}

/// One thing in a scene.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum SceneNode {
    /// Several things with something in common.
    Group(NodeStyle, Vec<SceneNode>),
    Path(NodeStyle, String),
    Circle(NodeStyle, Point, f64),
    /// A symbol with its origin at a point.
    Symbol(NodeStyle, Arc<Symbol>, Point),
    /// Marks of one meaning, each with the name of its cell.
    Marks(Arc<Symbol>, Vec<(String, Point)>),
    /// Nodes shared with other scenes.
    Shared(Arc<[SceneNode]>),
}

/// A drawing that may be used many times.
#[derive(Debug, PartialEq, Default)]
pub(super) struct Symbol {
    /// Symbols of one name are equal.
    pub name: String,
    /// What it means, if it is a mark.
    pub mark_words: String,
    /// The drawing around nought.
    pub nodes: Vec<SceneNode>,
}

/// What a node says besides its shape; what is `None` is inherited.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct NodeStyle {
    /// Classes, blanks between; empty: none.
    pub class: Cow<'static, str>,
    pub fill: Option<PaintColour>,
    pub stroke: Option<PaintColour>,
    pub width: Option<f64>,
    /// Lengths of dashes and gaps.
    pub dash: Option<[f64; 2]>,
    /// Between 0 and 1.
    pub opacity: Option<f64>,
    /// The colour meant by [`PaintColour::Current`] from here on.
    pub current: Option<ColourRole>,
    /// Where its own origin lies, and how much larger it is than drawn.
    pub place: Option<(Point, f64)>,
    /// The clockwise rotation of a symbol in degrees.
    pub turn: u16,
}

/// A colour, as far as a scene knows it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum PaintColour {
    /// Not painted.
    None,
    /// The current colour of the group.
    Current,
    Of(ColourRole),
}

impl NodeStyle {
    pub fn class(class: impl Into<Cow<'static, str>>) -> NodeStyle {
        NodeStyle { class: class.into(), ..NodeStyle::default() }
    }

    /// A surface.
    pub fn filled(role: ColourRole) -> NodeStyle {
        NodeStyle::default().fill(role)
    }

    /// A line with nothing inside.
    pub fn line(role: ColourRole, width: f64) -> NodeStyle {
        NodeStyle::default().unfilled().stroke(role, width)
    }

    pub fn fill(self, role: ColourRole) -> NodeStyle {
        NodeStyle { fill: Some(PaintColour::Of(role)), ..self }
    }

    pub fn unfilled(self) -> NodeStyle {
        NodeStyle { fill: Some(PaintColour::None), ..self }
    }

    pub fn stroke(self, role: ColourRole, width: f64) -> NodeStyle {
        NodeStyle { stroke: Some(PaintColour::Of(role)), width: Some(width), ..self }
    }

    pub fn dashed(self, dash: f64, gap: f64) -> NodeStyle {
        NodeStyle { dash: Some([dash, gap]), ..self }
    }

    pub fn opacity(self, opacity: f64) -> NodeStyle {
        NodeStyle { opacity: Some(opacity), ..self }
    }

    pub fn at(self, at: Point) -> NodeStyle {
        self.scaled(at, 1.0)
    }

    pub fn scaled(self, at: Point, scale: f64) -> NodeStyle {
        NodeStyle { place: Some((at, scale)), ..self }
    }
}

impl SceneNode {
    /// A path, or `None` if it is empty.
    pub fn path(style: NodeStyle, path: &PathWriter) -> Option<SceneNode> {
        let data = path.data();
        (!data.is_empty()).then(|| SceneNode::Path(style, data.to_owned()))
    }

    /// A group, or nothing if it is empty.
    pub fn group(style: NodeStyle, nodes: Vec<SceneNode>) -> Option<SceneNode> {
        (!nodes.is_empty()).then_some(SceneNode::Group(style, nodes))
    }

    /// The same node with the contents of its symbols instead of their names.
    pub fn without_symbols(self) -> SceneNode {
        match self {
            SceneNode::Group(style, nodes) => {
                SceneNode::Group(style, nodes.into_iter().map(SceneNode::without_symbols).collect())
            }
            SceneNode::Symbol(style, symbol, at) => {
                SceneNode::Group(style.at(at), symbol.nodes.clone())
            }
            other => other,
        }
    }
}
