use std::sync::Arc;

use crate::diagram::Ground;
use crate::diagram::plan::Plan;
use crate::diagram::scene::Node;

/// A ground as it is drawn: where everything lies, and all that is there without a piece.
#[derive(Debug)]
pub(in crate::diagram) struct Backdrop {
    pub plan: Plan,
    pub nodes: Arc<[Node]>,
}

impl Backdrop {
    pub fn new(ground: &Ground) -> Backdrop {
        let plan = Plan::new(ground);
        let mut primer = Primer { ground, plan: &plan, nodes: Vec::new() };
        primer.overview();
        primer.boards();
        primer.flows();
        let nodes = primer.nodes.into();
        Backdrop { plan, nodes }
    }
}

/// What is being painted before any picture.
pub(super) struct Primer<'a> {
    pub ground: &'a Ground,
    pub plan: &'a Plan,
    pub nodes: Vec<Node>,
}

impl Primer<'_> {
    pub fn add(&mut self, nodes: impl IntoIterator<Item = Node>) {
        self.nodes.extend(nodes);
    }
}
