use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::plan::CELL;
use super::{Ink, Pen, Spot};

/// A picture as dull as it can be: paths and circles in their order, each with the inks it needs.
/// All difficulty is spent on getting here; the writers are short.
///
/// Strokes have round caps and joins. Lengths are in hundredths of a cell's side.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene {
    /// From left to right.
    pub width: f64,
    /// From top to bottom.
    pub height: f64,
    /// What the picture is.
    pub title: String,
    /// What it shows, in words.
    pub words: String,
    /// A corner of its cells, if those are as large as usual: there lines should fall on pixels.
    pub(super) corner: Option<Spot>,
    /// Back to front.
    pub(super) nodes: Vec<Node>,
}

/// One thing in a scene.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Node {
    /// Several things with something in common.
    Group(Tag, Vec<Node>),
    /// A path.
    Path(Tag, String),
    /// A circle.
    Circle(Tag, Spot, f64),
    /// A stamp, its origin put there.
    Stamp(Tag, Arc<Stamp>, Spot),
    /// Marks that mean the same, each with the cell of which it speaks.
    Marks(Arc<Stamp>, Vec<(String, Spot)>),
    /// Things that other scenes have as well.
    Shared(Arc<[Node]>),
}

/// A drawing that may be used many times.
#[derive(Debug, PartialEq)]
pub(super) struct Stamp {
    /// Stamps of one name are alike.
    pub name: String,
    /// What it means, if it is a mark.
    pub words: String,
    /// The drawing around nought.
    pub nodes: Vec<Node>,
}

/// What a node says besides its shape.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Tag {
    /// Classes, blanks between; empty: none.
    pub class: Cow<'static, str>,
    /// How it is coloured; what is not said is inherited.
    pub paint: Paint,
    /// Where its own origin lies, and how much larger it is than drawn.
    pub place: Option<Placing>,
    /// By how many degrees a stamp is turned clockwise.
    pub turn: u16,
}

/// Where a node's own origin lies, and how much larger it is than drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Placing {
    pub at: Spot,
    pub scale: f64,
}

/// Inks and strokes; what is `None` is inherited.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Paint {
    pub fill: Option<Tint>,
    pub stroke: Option<Tint>,
    pub width: Option<f64>,
    /// Lengths of dashes and gaps.
    pub dash: Option<[f64; 2]>,
    /// Between 0 and 1.
    pub opacity: Option<f64>,
    /// The ink meant by [`Tint::Current`] from here on.
    pub current: Option<Ink>,
}

/// A colour, as far as a scene knows it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Tint {
    /// Not painted.
    None,
    /// The current ink of the group.
    Current,
    /// This ink.
    Of(Ink),
}

impl Tag {
    pub fn class(class: impl Into<Cow<'static, str>>) -> Tag {
        Tag { class: class.into(), ..Tag::default() }
    }

    pub fn fill(mut self, ink: Ink) -> Tag {
        self.paint.fill = Some(Tint::Of(ink));
        self
    }

    pub fn unfilled(mut self) -> Tag {
        self.paint.fill = Some(Tint::None);
        self
    }

    pub fn stroke(mut self, ink: Ink, width: f64) -> Tag {
        self.paint.stroke = Some(Tint::Of(ink));
        self.paint.width = Some(width);
        self
    }

    pub fn unstroked(mut self) -> Tag {
        self.paint.stroke = Some(Tint::None);
        self
    }

    pub fn dashed(mut self, dash: f64, gap: f64) -> Tag {
        self.paint.dash = Some([dash, gap]);
        self
    }

    pub fn faint(mut self, opacity: f64) -> Tag {
        self.paint.opacity = Some(opacity);
        self
    }

    pub fn at(self, at: Spot) -> Tag {
        self.scaled(at, 1.0)
    }

    pub fn scaled(mut self, at: Spot, scale: f64) -> Tag {
        self.place = Some(Placing { at, scale });
        self
    }
}

impl Node {
    /// A path, or nothing if the pen has drawn nothing.
    pub fn path(tag: Tag, pen: &Pen) -> Option<Node> {
        (!pen.is_empty()).then(|| Node::Path(tag, pen.data().to_owned()))
    }

    /// A group, or nothing if it is empty.
    pub fn group(tag: Tag, nodes: Vec<Node>) -> Option<Node> {
        (!nodes.is_empty()).then_some(Node::Group(tag, nodes))
    }

    /// The same with its stamps drawn out: without a name that another picture could have too.
    pub fn unstamped(self) -> Node {
        match self {
            Node::Group(tag, nodes) => {
                Node::Group(tag, nodes.into_iter().map(Node::unstamped).collect())
            }
            Node::Stamp(tag, stamp, at) => Node::Group(tag.at(at), stamp.nodes.clone()),
            other => other,
        }
    }

    fn walk<'a>(&'a self, see: &mut impl FnMut(&'a Node)) {
        see(self);
        let inside: &[Node] = match self {
            Node::Group(_, nodes) => nodes,
            Node::Shared(nodes) => nodes,
            _ => &[],
        };
        inside.iter().for_each(|node| node.walk(see));
    }
}

impl Scene {
    /// So many squares of its boards would stand side by side in it.
    pub fn across(&self) -> f64 {
        self.width / CELL
    }

    /// All stamps by name, and how often each is used.
    pub(super) fn stamps(&self) -> BTreeMap<&str, (&Stamp, usize)> {
        let mut stamps: BTreeMap<&str, (&Stamp, usize)> = BTreeMap::new();
        for node in &self.nodes {
            node.walk(&mut |node| {
                let (stamp, times) = match node {
                    Node::Stamp(_, stamp, _) => (stamp, 1),
                    Node::Marks(stamp, cells) => (stamp, cells.len()),
                    Node::Group(..) | Node::Path(..) | Node::Circle(..) | Node::Shared(_) => return,
                };
                stamps.entry(&stamp.name).or_insert((stamp, 0)).1 += times;
            });
        }
        stamps
    }
}
