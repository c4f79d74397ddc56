//! A figure becomes a scene, back to front: boards, zones, names, halo, trails, pieces, marks.

mod board;
mod flow;
mod mark;
mod outline;
mod overview;
mod piece;
mod poster;
mod trail;

use std::collections::BTreeMap;

use crate::geometry::{Board, Cell, Layout};

use super::plan::Plan;
use super::scene::{Node, Tag};
use super::{Army, Figure, Glyph, Mark, Scene, Spot, Trail, TrailKind};

pub(super) use mark::shape;
pub use poster::{POSTER_PX, Poster, draw_poster};

/// The scene of a figure.
pub fn draw(figure: &Figure) -> Scene {
    let plan = Plan::new(figure);
    let mut canvas = Canvas { figure, plan: &plan, stamps: BTreeMap::new(), nodes: Vec::new() };
    canvas.overview();
    canvas.boards();
    canvas.flows();
    canvas.halo();
    canvas.trails();
    canvas.rings();
    canvas.pieces();
    canvas.marks();
    let Canvas { stamps, nodes, .. } = canvas;
    Scene {
        width: plan.width,
        height: plan.height,
        title: figure.title.clone(),
        words: figure.words.clone(),
        stamps,
        nodes,
    }
}

/// A mark alone, on no ground, as large as a cell.
pub(super) fn lone_mark(mark: &Mark) -> Scene {
    let middle = Tag::default().at(Spot::new(50.0, 50.0));
    lone(100.0, 100.0, Node::group(middle, shape(mark)))
}

/// A piece alone, on no ground: for headings, lists and tables.
pub fn draw_piece(army: Army, glyph: &Glyph, letter: &str) -> Scene {
    let tag = piece::army_tag(army).at(Spot::new(50.0, 50.0));
    lone(100.0, 100.0, Node::group(tag, glyph.draw(army, letter)))
}

/// A trail alone, on no ground, over three cells.
pub(super) fn lone_trail(kind: TrailKind) -> Scene {
    let layout = Layout::new(vec![Board::rectangle(3, 1)]).expect("three cells are a board");
    let figure = Figure::new(layout.into());
    let plan = Plan::new(&figure);
    let canvas =
        Canvas { figure: &figure, plan: &plan, stamps: BTreeMap::new(), nodes: Vec::new() };
    let mut trail = Trail::new(kind, [Cell(0), Cell(1), Cell(2)]);
    trail.open = kind == TrailKind::Slide;
    trail.over = match kind {
        TrailKind::Lame | TrailKind::Hop => vec![Cell(1)],
        TrailKind::Slide | TrailKind::Route | TrailKind::Shot => Vec::new(),
    };
    let first = plan.centre(Cell(0));
    let place = Tag::default().at(Spot::new(10.0 - first.x, 50.0 - first.y));
    let node = canvas.trails_of(kind, &[&trail]);
    lone(250.0, 100.0, node.and_then(|node| Node::group(place, vec![node])))
}

fn lone(width: f64, height: f64, node: Option<Node>) -> Scene {
    Scene {
        width,
        height,
        title: String::new(),
        words: String::new(),
        stamps: BTreeMap::new(),
        nodes: node.into_iter().collect(),
    }
}

/// What is being drawn upon.
struct Canvas<'a> {
    figure: &'a Figure,
    plan: &'a Plan,
    stamps: BTreeMap<String, Vec<Node>>,
    nodes: Vec<Node>,
}

impl Canvas<'_> {
    fn add(&mut self, nodes: impl IntoIterator<Item = Node>) {
        self.nodes.extend(nodes);
    }
}
