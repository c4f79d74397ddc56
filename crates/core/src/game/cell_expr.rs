//! A set of cells as a definition writes it.

use crate::geometry::{AxisKind, Cell, CellSet, Facing};
use crate::source::Span;

use super::RelativeSide;

/// A set of cells as written. Which cells it means depends on the side that reads it.
#[derive(Debug, Clone)]
pub struct CellExpr {
    /// The span of the expression within its text.
    pub span: Span,
    /// The form of the expression.
    pub node: CellNode,
}

/// Two expressions are equal if they say the same, whatever their spans.
impl PartialEq for CellExpr {
    fn eq(&self, other: &CellExpr) -> bool {
        self.node == other.node
    }
}

impl Eq for CellExpr {}

/// One form of a [`CellExpr`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CellNode {
    /// `any`: all cells of one board, or of all boards.
    All(Option<u8>),
    /// A whole board, the same for every side.
    Board(u8),
    /// Cells by name. The first side means these cells; other sides turn them by their seats.
    Named(NamedCells, CellSet),
    /// A zone, by its index.
    Zone(usize),
    /// `far edge`: cells of that board with no cell straight in front of them.
    FarEdge(u8),
    /// `start of PIECE`: the starting cells of that piece type, by its id.
    StartCells(String),
    /// All cells, of one board or of all, except these.
    Not(Option<u8>, Box<CellExpr>),
    /// The cells of any of these.
    Union(Vec<CellExpr>),
    /// `and`: the cells of both.
    Intersection(Box<CellExpr>, Box<CellExpr>),
    /// `but`: the cells of the first and not of the second.
    Difference(Box<CellExpr>, Box<CellExpr>),
    /// `right of CELLS`: the cells on lines from these, in a direction of the reading side.
    InDirection(Facing, Box<CellExpr>),
    /// `CELLS of SIDE`: the cells that another side means by this expression.
    OfSide(Box<CellExpr>, RelativeSide),
}

/// Cells as a definition names them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NamedCells {
    /// One cell.
    Cell(Cell),
    /// `a1-c3`: the box between two cells; on hexagons the line.
    Between(Cell, Cell),
    /// `diagonal a1-h8`.
    Diagonal(Cell, Cell),
    /// `ranks 1-4 13`: runs of lines of a board, by the indexes of the first and the last name.
    Lines(u8, AxisKind, Vec<(usize, usize)>),
    /// `columns a1 b2`: columns of a board with levels, by their names.
    Columns(u8, Vec<String>),
    /// `within 4 steps of e5`.
    Within(u16, Cell),
}

impl CellExpr {
    /// Returns the zones that the expression names.
    pub fn zones(&self) -> Vec<usize> {
        let mut zones = Vec::new();
        self.visit(&mut |node| {
            if let CellNode::Zone(zone) = node {
                zones.push(*zone);
            }
        });
        zones
    }

    /// Whether the expression depends on the initial position.
    pub fn has_start_cells(&self) -> bool {
        self.any(|node| matches!(node, CellNode::StartCells(_)))
    }

    /// Whether the expression names cells that each side turns by its own seat.
    pub fn names_cells(&self) -> bool {
        match &self.node {
            CellNode::Named(..) => true,
            CellNode::OfSide(inner, side) => *side == RelativeSide::Own && inner.names_cells(),
            CellNode::Not(_, inner) | CellNode::InDirection(_, inner) => inner.names_cells(),
            CellNode::Union(parts) => parts.iter().any(CellExpr::names_cells),
            CellNode::Intersection(one, other) | CellNode::Difference(one, other) => {
                one.names_cells() || other.names_cells()
            }
            CellNode::All(_)
            | CellNode::Board(_)
            | CellNode::Zone(_)
            | CellNode::FarEdge(_)
            | CellNode::StartCells(_) => false,
        }
    }

    /// Whether the cells may differ between sides, or depend on more than the boards.
    pub fn is_relative(&self) -> bool {
        use CellNode::{FarEdge, InDirection, OfSide, StartCells, Zone};
        self.any(|node| {
            matches!(node, Zone(_) | FarEdge(_) | StartCells(_) | InDirection(..) | OfSide(..))
        })
    }

    fn any(&self, test: impl Fn(&CellNode) -> bool) -> bool {
        let mut found = false;
        self.visit(&mut |node| found |= test(node));
        found
    }

    /// Calls `visitor` with each node of the tree.
    fn visit(&self, visitor: &mut impl FnMut(&CellNode)) {
        visitor(&self.node);
        match &self.node {
            CellNode::All(_)
            | CellNode::Board(_)
            | CellNode::Named(..)
            | CellNode::Zone(_)
            | CellNode::FarEdge(_)
            | CellNode::StartCells(_) => {}
            CellNode::Not(_, inner)
            | CellNode::InDirection(_, inner)
            | CellNode::OfSide(inner, _) => inner.visit(visitor),
            CellNode::Union(parts) => parts.iter().for_each(|part| part.visit(visitor)),
            CellNode::Intersection(one, other) | CellNode::Difference(one, other) => {
                one.visit(visitor);
                other.visit(visitor);
            }
        }
    }
}
