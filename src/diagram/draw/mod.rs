//! A figure becomes a scene, back to front: boards, zones, names, halo, trails, pieces, marks.

mod backdrop;
mod board;
mod echo;
mod flow;
mod hatch;
mod mark;
mod outline;
mod overview;
mod piece;
mod poster;
mod slant;
mod trail;

use std::sync::Arc;

use crate::geometry::{Board, Cell, Layout};

use super::plan::Plan;
use super::scene::{Node, Stamp, Tag};
use super::{Figure, Ground, Mark, Piece, Scene, Spot, Trail, TrailKind, ZoneStyle};

use backdrop::Primer;
use mark::{Layer, Sign};

pub(super) use backdrop::Backdrop;
pub(super) use mark::shape;
pub use poster::{POSTER_PX, Poster, draw_poster};
pub(super) use slant::{Slant, slants};

/// The scene of a figure.
pub fn draw(figure: &Figure) -> Scene {
    let backdrop = figure.ground().backdrop();
    let mut canvas = Canvas::new(figure, &backdrop.plan);
    canvas.add([Node::Shared(Arc::clone(&backdrop.nodes))]);
    canvas.echo();
    canvas.halo();
    canvas.trails();
    canvas.rings();
    canvas.pieces();
    canvas.marks();
    Scene {
        width: backdrop.plan.width,
        height: backdrop.plan.height,
        title: figure.title.clone(),
        words: figure.words.clone(),
        corner: corner(&backdrop.plan),
        nodes: canvas.nodes,
    }
}

/// A corner of the first cells; a ring has none.
fn corner(plan: &Plan) -> Option<Spot> {
    let plate = plan.plates.first()?;
    let is_flat = plan.ring(plate.board).is_none();
    is_flat.then(|| Spot::new(plate.area.left, plate.area.top))
}

/// A mark alone, on no ground, as large as a cell.
pub(super) fn lone_mark(mark: &Mark) -> Scene {
    let middle = Tag::default().at(Spot::new(50.0, 50.0));
    lone(100.0, 100.0, Node::group(middle, shape(mark)))
}

/// A piece alone, on no ground: for headings, lists and tables.
pub fn draw_piece(piece: &Piece) -> Scene {
    let tag = piece::army_tag(piece.army()).at(Spot::new(50.0, 50.0));
    lone(100.0, 100.0, Node::group(tag, piece.stamp().nodes.clone()))
}

/// A trail alone, on no ground, over three cells.
pub(super) fn lone_trail(kind: TrailKind, open: bool) -> Scene {
    let layout = Layout::new(vec![Board::rectangle(3, 1)]).expect("three cells are a board");
    let figure = Figure::new(Ground::new(layout.into()).into());
    let plan = Plan::new(figure.ground());
    let canvas = Canvas::new(&figure, &plan);
    let mut trail = Trail::new(kind, [Cell(0), Cell(1), Cell(2)]);
    trail.open = open;
    trail.over = match kind {
        TrailKind::Lame | TrailKind::Hop => vec![Cell(1)],
        TrailKind::Slide | TrailKind::Route | TrailKind::Shot => Vec::new(),
    };
    let first = plan.centre(Cell(0));
    let place = Tag::default().at(Spot::new(10.0 - first.x, 50.0 - first.y));
    let node = canvas.trails_of(kind, &[&trail]);
    lone(270.0, 100.0, node.and_then(|node| Node::group(place, vec![node.unstamped()])))
}

/// The hatch of a zone alone, as large as a cell.
pub(super) fn lone_zone(slant: Slant) -> Scene {
    let layout = Layout::new(vec![Board::rectangle(1, 1)]).expect("a cell is a board");
    let mut ground = Ground::new(layout.into());
    ground.coordinates = false;
    let plan = Plan::new(&ground);
    let mut primer = Primer { ground: &ground, plan: &plan, nodes: Vec::new() };
    let zone = ZoneStyle { cells: [Cell(0)].into_iter().collect(), label: String::new() };
    plan.plates.iter().for_each(|plate| primer.zone(plate, &zone, slant));
    let middle = plan.centre(Cell(0));
    let place = Tag::default().at(Spot::new(50.0 - middle.x, 50.0 - middle.y));
    lone(100.0, 100.0, Node::group(place, primer.nodes))
}

fn lone(width: f64, height: f64, node: Option<Node>) -> Scene {
    Scene {
        width,
        height,
        title: String::new(),
        words: String::new(),
        corner: None,
        nodes: node.into_iter().collect(),
    }
}

/// What is being drawn upon.
struct Canvas<'a> {
    figure: &'a Figure,
    plan: &'a Plan,
    nodes: Vec<Node>,
    /// The stamps of marks so far: what they were made for, and where they lie.
    stamps: Vec<(Sign, Layer, Option<Arc<Stamp>>)>,
}

impl<'a> Canvas<'a> {
    fn new(figure: &'a Figure, plan: &'a Plan) -> Self {
        Canvas { figure, plan, nodes: Vec::new(), stamps: Vec::new() }
    }

    fn layout(&self) -> &'a Layout {
        &self.figure.ground().layout
    }

    fn add(&mut self, nodes: impl IntoIterator<Item = Node>) {
        self.nodes.extend(nodes);
    }
}
