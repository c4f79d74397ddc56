use std::sync::Arc;

use crate::diagram::BoardView;
use crate::diagram::plan::DrawingPlan;
use crate::diagram::scene::SceneNode;

/// A ground as it is drawn: where everything lies, and all that is there without a piece.
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

/// What is being painted before any picture.
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
