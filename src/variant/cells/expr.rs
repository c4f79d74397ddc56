//! The tree of a set of cells, as a definition writes it.

use crate::geometry::{AxisKind, Cell, Cells, Facing};
use crate::rules::SideId;
use crate::source::Span;

/// A set of cells as written. Which cells it holds depends on the side that looks at the board.
#[derive(Debug, Clone)]
pub struct CellExpr {
    /// Where it is written, within its text.
    pub span: Span,
    /// What is written.
    pub node: CellNode,
}

/// Two expressions are equal if they say the same, wherever they are written.
impl PartialEq for CellExpr {
    fn eq(&self, other: &CellExpr) -> bool {
        self.node == other.node
    }
}

/// One form of a [`CellExpr`].
#[derive(Debug, Clone, PartialEq)]
pub enum CellNode {
    /// `any`: all cells of one board, or of all boards.
    All(Option<u8>),
    /// A whole board, the same for every side.
    Board(u8),
    /// Cells as the first side names them; the seats of the other sides turn them.
    Named(NamedCells, Cells),
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
    /// `right of CELLS`: the cells on lines from these, in a direction of the viewing side.
    InDirection(Facing, Box<CellExpr>),
    /// `CELLS of SIDE`: the cells that another side means by it.
    OfSide(Box<CellExpr>, RelativeSide),
}

/// How cells are named.
#[derive(Debug, Clone, PartialEq)]
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

/// A side, as seen by the side that reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RelativeSide {
    /// The reading side.
    Own,
    /// The side that plays after it.
    Next,
    /// The side that plays before it.
    Previous,
    /// The side half a round away.
    Opposite,
    /// The only enemy.
    Enemy,
    /// The same side for all readers.
    Named(SideId),
}

impl CellExpr {
    /// The zones that the expression names.
    pub(in crate::variant) fn zones(&self) -> Vec<usize> {
        let mut zones = Vec::new();
        self.visit(&mut |node| {
            if let CellNode::Zone(zone) = node {
                zones.push(*zone);
            }
        });
        zones
    }

    /// Whether the expression depends on the initial position.
    pub(in crate::variant) fn has_start_cells(&self) -> bool {
        let mut found = false;
        self.visit(&mut |node| found |= matches!(node, CellNode::StartCells(_)));
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
