//! Draws a figure as a scene, back to front: boards, zones, names, halos, lines, pieces, marks.

mod board;
mod board_arrow;
mod crossing;
mod hatch;
mod mark;
mod outline;
mod overview;
mod piece;
mod social_image;
mod tick;
mod move_line;

use std::sync::Arc;

use fairybook_core::geometry::{Board, Cell, CellSet, Layout};

use super::plan::{CELL, DrawingPlan, PanelColumn, Rect};
use super::scene::{NodeStyle, SceneNode, Symbol};
use super::{
    BoardView, ColourRole, Figure, Mark, MoveLine, PathWriter, PieceDrawing, Point, Scene,
};

use mark::{MarkAppearance, MarkLayer};

pub(super) use board::waves;
pub(super) use hatch::{HatchDirection, hatch_directions};
pub(super) use move_line::{START_GAP, TIP, arrow_head, to_frame};
pub(super) use outline::sides_of;
pub use social_image::{SOCIAL_IMAGE_PX, SocialImage, draw_social_image};

/// The scene of a figure.
pub fn draw(figure: &Figure) -> Scene {
    let Background { plan, column, nodes } = figure.view().background();
    let mut canvas = Canvas::new(figure, plan);
    canvas.nodes.push(SceneNode::Shared(Arc::clone(nodes)));
    canvas.overview_contents();
    canvas.halo();
    canvas.move_lines();
    canvas.crossing_letters();
    canvas.marks(MarkLayer::Under);
    canvas.pieces();
    canvas.marks(MarkLayer::Over);
    // A ring has no corner.
    let first = plan.panels.first().filter(|panel| plan.ring(panel.board).is_none());
    Scene {
        corner: first.map(|panel| panel.area.corners()[0]),
        column: column.clone(),
        ..canvas.into_scene()
    }
}

/// The scene of a figure that stands for a page elsewhere, and so is small: of a board with levels the
/// stack alone.
pub fn draw_cover(figure: &Figure) -> Scene {
    let view = figure.view();
    let Some(plan) = DrawingPlan::of_stack(view) else { return draw(figure) };
    let mut builder = BackgroundBuilder { view, plan: &plan, nodes: Vec::new() };
    builder.overview();
    let mut canvas = Canvas::new(figure, &plan);
    canvas.nodes = builder.nodes;
    canvas.overview_contents();
    canvas.into_scene()
}

/// The middle of a cell that is drawn alone.
const MIDDLE: Point = Point::new(CELL / 2.0, CELL / 2.0);

/// A mark alone, without a board, as large as a cell.
pub(super) fn mark_swatch(mark: &Mark) -> Scene {
    let (under, over) = mark::parts(mark, false);
    swatch(CELL, NodeStyle::default().at(MIDDLE), [under, over].concat())
}

/// A piece alone, without a board: for headings, lists and tables.
pub fn draw_piece(piece: &PieceDrawing) -> Scene {
    swatch(CELL, piece.style().at(MIDDLE), piece.symbol().nodes.clone())
}

/// A line over three cells alone, without a board.
pub(super) fn move_line_swatch(move_line: &MoveLine) -> Scene {
    let figure = Figure::new(row(3).into());
    let plan = DrawingPlan::new(figure.view());
    let node = Canvas::new(&figure, &plan).move_lines_of(move_line.kind, &[move_line]);
    let place = plan.centre(Cell(0)).step_to(Point::new(10.0, MIDDLE.y));
    let nodes = node.into_iter().map(SceneNode::without_symbols).collect();
    swatch(270.0, NodeStyle::default().at(place), nodes)
}

/// The hatch of a zone alone, as large as a cell.
pub(super) fn zone_swatch(direction: HatchDirection) -> Scene {
    let view = BoardView { coordinates: false, ..row(1) };
    let plan = DrawingPlan::new(&view);
    let mut builder = BackgroundBuilder { view: &view, plan: &plan, nodes: Vec::new() };
    plan.panels.iter().for_each(|panel| builder.zone(panel, &CellSet::all(1), direction));
    let place = plan.centre(Cell(0)).step_to(MIDDLE);
    swatch(CELL, NodeStyle::default().at(place), builder.nodes)
}

fn swatch(width: f64, style: NodeStyle, nodes: Vec<SceneNode>) -> Scene {
    // Inks are made for cells: on a dark page a backing takes the place of the cell. A line as wide
    // as its corners are round goes around it.
    let (mut backing, round) = (PathWriter::default(), CELL / 8.0);
    let (right, bottom) = (width - round, CELL - round);
    backing.polygon(&Rect { left: round, top: round, right, bottom }.corners());
    let style_of_it =
        NodeStyle::filled(ColourRole::Backing).stroke(ColourRole::Backing, 2.0 * round);
    let backing = SceneNode::path(style_of_it, &backing);
    let nodes = backing.into_iter().chain(SceneNode::group(style, nodes)).collect();
    Scene { width, height: CELL, nodes, ..Scene::default() }
}

/// A few cells in a row.
pub(super) fn row(cells: usize) -> BoardView {
    let layout = Layout::new(vec![Board::rectangle(cells, 1)]).expect("a row is a board");
    BoardView::new(layout.into())
}

/// The plan of a view, and the drawing of everything that is not a piece, mark or line: drawn once
/// for all figures that share the view.
#[derive(Debug)]
pub(super) struct Background {
    plan: DrawingPlan,
    column: Option<Arc<PanelColumn>>,
    nodes: Arc<[SceneNode]>,
}

impl Background {
    pub fn new(view: &BoardView) -> Background {
        let plan = DrawingPlan::new(view);
        let mut builder = BackgroundBuilder { view, plan: &plan, nodes: Vec::new() };
        builder.overview();
        builder.boards();
        builder.board_arrows();
        let nodes = builder.nodes.into();
        let column = plan.in_column(view).map(Arc::new);
        Background { plan, column, nodes }
    }

    /// The plan of the view.
    pub fn plan(&self) -> &DrawingPlan {
        &self.plan
    }
}

/// Collects the nodes of a background.
pub(super) struct BackgroundBuilder<'a> {
    pub view: &'a BoardView,
    pub plan: &'a DrawingPlan,
    nodes: Vec<SceneNode>,
}

/// Collects the nodes of one figure over its background.
pub(super) struct Canvas<'a> {
    pub figure: &'a Figure,
    plan: &'a DrawingPlan,
    nodes: Vec<SceneNode>,
    /// The symbols of marks so far.
    symbols: Vec<(MarkAppearance, Option<Arc<Symbol>>)>,
}

impl<'a> Canvas<'a> {
    fn new(figure: &'a Figure, plan: &'a DrawingPlan) -> Self {
        Canvas { figure, plan, nodes: Vec::new(), symbols: Vec::new() }
    }

    fn into_scene(self) -> Scene {
        Scene {
            width: self.plan.width,
            height: self.plan.height,
            title: self.figure.title.clone(),
            text_alternative: self.figure.text_alternative.clone(),
            nodes: self.nodes,
            ..Scene::default()
        }
    }

    fn layout(&self) -> &'a Layout {
        &self.figure.view().layout
    }
}
