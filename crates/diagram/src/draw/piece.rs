//! Draws pieces, and the halo of the piece that a figure is about.

use std::sync::Arc;

use crate::glyph::tablet_style;
use crate::scene::{NodeStyle, SceneNode};
use crate::{ArmyColour, ColourRole, PathWriter, PieceDrawing, PlacedPiece, Point};

use super::Canvas;

/// How wide the lines of pieces are: a 26th of a cell.
const LINE: f64 = 3.8;

impl Canvas<'_> {
    /// All pieces, army by army: what an army's pieces have in common is said once.
    pub(super) fn pieces(&mut self) {
        for &army in ArmyColour::ALL {
            // Tablets have other colours than figures.
            for tablet in [None, Some(false), Some(true)] {
                let of_army = self.figure.pieces.iter().filter(|placed| {
                    placed.piece.army == army && placed.piece.glyph.tablet_direction() == tablet
                });
                let nodes = of_army.map(|placed| self.piece(placed)).collect();
                let style = tablet.map_or(army_style(army), |points| tablet_style(army, points));
                self.nodes.extend(SceneNode::group(style, nodes));
            }
        }
    }

    fn piece(&self, placed: &PlacedPiece) -> SceneNode {
        let turn = match placed.piece.glyph.is_directional() {
            true => self.plan.degrees(self.figure.view(), placed.cell, placed.facing),
            false => 0,
        };
        let style = NodeStyle { turn, ..NodeStyle::default() };
        let symbol = Arc::clone(placed.piece.symbol());
        SceneNode::Symbol(style, symbol, self.plan.centre(placed.cell))
    }

    /// Draws the halo of each cell in `focus`: a disc, or a square under a tile, which would cover
    /// a disc.
    pub(super) fn halo(&mut self) {
        for cell in self.figure.focus.iter() {
            let centre = self.plan.centre(cell);
            let soft = NodeStyle::class("halo").fill(ColourRole::Halo).opacity(0.6);
            let styles = [soft, NodeStyle::line(ColourRole::CellText, 2.0)];
            let mut standing = self.figure.pieces.iter().filter(|placed| placed.cell == cell);
            if standing.any(|placed| placed.piece.glyph.is_directional()) {
                let square = rounded(centre, 47.0, 12.0);
                self.nodes.extend(styles.into_iter().flat_map(|it| SceneNode::path(it, &square)));
            } else {
                self.nodes.extend(styles.map(|style| SceneNode::Circle(style, centre, 47.0)));
            }
        }
    }
}

/// A square around a place with round corners.
fn rounded(centre: Point, half: f64, radius: f64) -> PathWriter {
    let (mut path, flat) = (PathWriter::default(), half - radius);
    path.move_to(centre.plus(-flat, -half));
    for (x, y) in [(1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0)] {
        // Clockwise: a corner is come to along one side and left along the next.
        let (beside, beyond) = ((x * flat, y * half), (x * half, y * flat));
        let (from, to) = if x * y < 0.0 { (beside, beyond) } else { (beyond, beside) };
        path.line_to(centre.plus(from.0, from.1));
        path.arc_to(radius, true, centre.plus(to.0, to.1));
    }
    path.close();
    path
}

impl PieceDrawing {
    /// What the pieces that look like this one have in common.
    pub(super) fn style(&self) -> NodeStyle {
        let tablet = self.glyph.tablet_direction();
        tablet.map_or(army_style(self.army), |points| tablet_style(self.army, points))
    }
}

/// What the figures of an army have in common.
pub(super) fn army_style(army: ArmyColour) -> NodeStyle {
    let style =
        NodeStyle { current: Some(ColourRole::Inner(army)), ..NodeStyle::class(army.word()) };
    style.fill(ColourRole::Body(army)).stroke(ColourRole::Edge(army), LINE)
}
