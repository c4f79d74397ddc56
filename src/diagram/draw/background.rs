//! Draws a board view without its pieces, once for all figures that share it.

use std::sync::Arc;

use crate::diagram::BoardView;
use crate::diagram::plan::DrawingPlan;
use crate::diagram::scene::SceneNode;

/// The plan of a view, and the drawing of everything that is not a piece, mark or line.
#[derive(Debug)]
pub(in crate::diagram) struct Background {
    pub plan: DrawingPlan,
    pub nodes: Arc<[SceneNode]>,
}

impl Background {
    pub fn new(view: &BoardView) -> Background {
        let plan = DrawingPlan::new(view);
        let mut builder = BackgroundBuilder { view, plan: &plan, nodes: Vec::new() };
        builder.overview();
        builder.boards();
        builder.board_arrows();
        let nodes = builder.nodes.into();
        Background { plan, nodes }
    }
}

/// Collects the nodes of a background.
pub(in crate::diagram) struct BackgroundBuilder<'a> {
    pub view: &'a BoardView,
    pub plan: &'a DrawingPlan,
    pub nodes: Vec<SceneNode>,
}

impl BackgroundBuilder<'_> {
    pub fn add(&mut self, nodes: impl IntoIterator<Item = SceneNode>) {
        self.nodes.extend(nodes);
    }
}
