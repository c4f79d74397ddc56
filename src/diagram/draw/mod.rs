//! Draws a figure as a scene, back to front: boards, zones, names, halos, lines, pieces, marks.

mod background;
mod board;
mod stack_contents;
mod board_arrow;
mod hatch;
mod mark;
mod outline;
mod overview;
mod piece;
mod social_image;
mod hatch_direction;
mod move_line;

use std::sync::Arc;

use crate::geometry::{Board, Cell, Layout};

use super::plan::DrawingPlan;
use super::scene::{NodeStyle, SceneNode, Symbol};
use super::{
    BoardView, Figure, Mark, MoveLine, MoveLineKind, PieceDrawing, Point, Scene, ZoneStyle,
};

use mark::{MarkAppearance, MarkLayer};

pub(super) use background::{Background, BackgroundBuilder};
pub(super) use board::{LANES, WAVE};
pub(super) use hatch_direction::{HatchDirection, hatch_directions};
pub(super) use mark::shape;
pub(super) use move_line::{START_GAP, TIP, arrow_head, to_frame};
pub(super) use outline::sides_of;
pub use social_image::{SOCIAL_IMAGE_PX, SocialImage, draw_social_image};

/// The scene of a figure.
pub fn draw(figure: &Figure) -> Scene {
    let background = figure.view().background();
    let mut canvas = Canvas::new(figure, &background.plan);
    canvas.add([SceneNode::Shared(Arc::clone(&background.nodes))]);
    canvas.draw_stack_contents();
    canvas.halo();
    canvas.move_lines();
    canvas.rings();
    canvas.pieces();
    canvas.marks();
    Scene {
        width: background.plan.width,
        height: background.plan.height,
        title: figure.title.clone(),
        text_alternative: figure.text_alternative.clone(),
        corner: corner(&background.plan),
        nodes: canvas.nodes,
    }
}

/// A corner of the first cells; a ring has none.
fn corner(plan: &DrawingPlan) -> Option<Point> {
    let panel = plan.panels.first()?;
    let is_flat = plan.ring(panel.board).is_none();
    is_flat.then(|| Point::new(panel.area.left, panel.area.top))
}

/// A mark alone, without a board, as large as a cell.
pub(super) fn mark_swatch(mark: &Mark) -> Scene {
    let middle = NodeStyle::default().at(Point::new(50.0, 50.0));
    swatch(100.0, 100.0, SceneNode::group(middle, shape(mark)))
}

/// A piece alone, without a board: for headings, lists and tables.
pub fn draw_piece(piece: &PieceDrawing) -> Scene {
    let style = piece::army_style(piece.army()).at(Point::new(50.0, 50.0));
    swatch(100.0, 100.0, SceneNode::group(style, piece.symbol().nodes.clone()))
}

/// A line alone, without a board, over three cells.
pub(super) fn move_line_swatch(kind: MoveLineKind, open: bool) -> Scene {
    let layout = Layout::new(vec![Board::rectangle(3, 1)]).expect("three cells are a board");
    let figure = Figure::new(BoardView::new(layout.into()).into());
    let plan = DrawingPlan::new(figure.view());
    let canvas = Canvas::new(&figure, &plan);
    let mut move_line = MoveLine::new(kind, [Cell(0), Cell(1), Cell(2)]);
    move_line.open = open;
    move_line.obstacles = match kind {
        MoveLineKind::Lame | MoveLineKind::Hop => vec![Cell(1)],
        MoveLineKind::Slide | MoveLineKind::Route | MoveLineKind::Shot => Vec::new(),
    };
    let first = plan.centre(Cell(0));
    let place = NodeStyle::default().at(Point::new(10.0 - first.x, 50.0 - first.y));
    let node = canvas.move_lines_of(kind, &[&move_line]);
    swatch(
        270.0,
        100.0,
        node.and_then(|node| SceneNode::group(place, vec![node.without_symbols()])),
    )
}

/// The hatch of a zone alone, as large as a cell.
pub(super) fn zone_swatch(direction: HatchDirection) -> Scene {
    let layout = Layout::new(vec![Board::rectangle(1, 1)]).expect("a cell is a board");
    let mut view = BoardView::new(layout.into());
    view.coordinates = false;
    let plan = DrawingPlan::new(&view);
    let mut builder = BackgroundBuilder { view: &view, plan: &plan, nodes: Vec::new() };
    let zone = ZoneStyle { cells: [Cell(0)].into_iter().collect(), label: String::new() };
    plan.panels.iter().for_each(|panel| builder.zone(panel, &zone, direction));
    let middle = plan.centre(Cell(0));
    let place = NodeStyle::default().at(Point::new(50.0 - middle.x, 50.0 - middle.y));
    swatch(100.0, 100.0, SceneNode::group(place, builder.nodes))
}

fn swatch(width: f64, height: f64, node: Option<SceneNode>) -> Scene {
    Scene {
        width,
        height,
        title: String::new(),
        text_alternative: String::new(),
        corner: None,
        nodes: node.into_iter().collect(),
    }
}

/// Collects the nodes of one figure over its background.
pub(super) struct Canvas<'a> {
    pub figure: &'a Figure,
    plan: &'a DrawingPlan,
    nodes: Vec<SceneNode>,
    /// The symbols of marks so far, with appearance and layer.
    symbols: Vec<(MarkAppearance, MarkLayer, Option<Arc<Symbol>>)>,
}

impl<'a> Canvas<'a> {
    fn new(figure: &'a Figure, plan: &'a DrawingPlan) -> Self {
        Canvas { figure, plan, nodes: Vec::new(), symbols: Vec::new() }
    }

    fn layout(&self) -> &'a Layout {
        &self.figure.view().layout
    }

    fn add(&mut self, nodes: impl IntoIterator<Item = SceneNode>) {
        self.nodes.extend(nodes);
    }
}
