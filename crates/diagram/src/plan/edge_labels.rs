//! Names of zones and borders along the edges of a board.

use crate::{BoardView, Point, label};
use fairybook_core::source::sort_by;

use super::{CELL, DrawingPlan, Panel, Rect};

/// The name of a zone or a border, at the rim of the board. Beside the board it runs along the rim,
/// so that the board keeps its room.
#[derive(Debug)]
pub(crate) struct EdgeLabel {
    pub text: String,
    /// Where its middle is.
    pub at: Point,
    /// By how many degrees clockwise it is turned.
    pub degrees: u16,
}

/// On which side of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PanelEdge {
    Left,
    Top,
    Right,
}

impl EdgeLabel {
    /// The box around it.
    pub fn area(&self, em: f64) -> Rect {
        let (long, tall) = (label::width(&self.text, em) / 2.0, 0.5 * em);
        let (x, y) = match self.degrees {
            0 => (long, tall),
            90 | 270 => (tall, long),
            degrees => {
                let (sin, cos) = f64::from(degrees).to_radians().sin_cos();
                (long * cos.abs() + tall * sin.abs(), long * sin.abs() + tall * cos.abs())
            }
        };
        Rect::around([self.at.plus(-x, -y), self.at.plus(x, y)])
    }
}

/// A name to be written, and its place along its edge.
type LabelRequest = (String, f64);

impl DrawingPlan {
    /// The names of all zones and borders of a panel: a zone's on the side where it touches the
    /// edge, a border's where it ends.
    pub(super) fn edge_labels(&self, view: &BoardView, panel: &Panel) -> Vec<EdgeLabel> {
        if !view.edge_labels {
            return Vec::new();
        }
        if let Some(ring) = self.ring(panel.board) {
            return self.edge_labels_of_ring(view, panel, ring);
        }
        let requests = [self.zones(view, panel), self.borders(view, panel)].concat();
        let em = self.coordinate_em();
        let around =
            panel.coordinates.iter().fold(panel.rim, |area, name| area.union(&name.area()));
        let out = 0.5 * em + 8.0;
        let mut names = Vec::new();
        for side in [PanelEdge::Left, PanelEdge::Top, PanelEdge::Right] {
            let of_side = requests.iter().filter(|(edge, _)| *edge == side);
            let of_side = of_side.map(|(_, request)| request.clone());
            let (from, to) = match side {
                PanelEdge::Left | PanelEdge::Right => (panel.area.top, panel.area.bottom),
                PanelEdge::Top => (panel.area.left, panel.area.right),
            };
            for (text, along) in spread_labels(of_side, em, from, to) {
                let (at, degrees) = match side {
                    PanelEdge::Left => (Point::new(around.left - out, along), 270),
                    PanelEdge::Top => (Point::new(along, around.top - out), 0),
                    PanelEdge::Right => (Point::new(around.right + out, along), 90),
                };
                names.push(EdgeLabel { text, at, degrees });
            }
        }
        names
    }

    fn zones(&self, view: &BoardView, panel: &Panel) -> Vec<(PanelEdge, LabelRequest)> {
        let mut requests = Vec::new();
        for zone in view.zones.iter().filter(|zone| !zone.label.is_empty()) {
            let cells = panel.cells.iter().filter(|&&cell| zone.cells.contains(cell));
            let area = Rect::around(cells.flat_map(|&cell| self.corners(view, cell)));
            if area.width() > 0.0 {
                let is_left = area.left < panel.area.left + 1.0;
                let is_right = area.right > panel.area.right - 1.0;
                let side = if is_left && !is_right { PanelEdge::Left } else { PanelEdge::Right };
                requests.push((side, (zone.label.clone(), area.middle().y)));
            }
        }
        requests
    }

    /// A border that runs up to the rim has its name above, others have it at the right; one that
    /// does both has it twice.
    fn borders(&self, view: &BoardView, panel: &Panel) -> Vec<(PanelEdge, LabelRequest)> {
        let mut requests = Vec::new();
        for border in view.borders.iter().filter(|border| !border.label.is_empty()) {
            if self.in_river(view, panel, border).is_some() {
                continue;
            }
            let here = border.pairs.iter().filter(|(a, _)| panel.cells.contains(a));
            let pairs = here.map(|&(a, b)| (self.centre(a), self.centre(b)));
            let (up, across): (Vec<_>, Vec<_>) =
                pairs.partition(|(a, b)| (a.x - b.x).abs() > (a.y - b.y).abs());
            let around = |pairs: &[(Point, Point)]| {
                Rect::around(pairs.iter().map(|(a, b)| a.interpolate(*b, 0.5)))
            };
            let (columns, rows) = (around(&up), around(&across));
            let ends_above = columns.top < panel.area.top + 0.6 * CELL;
            let is_straight = columns.width() < 1.0 && (across.is_empty() || rows.height() < 1.0);
            let mut add = |side, along| requests.push((side, (border.label.clone(), along)));
            match (up.is_empty(), is_straight && ends_above) {
                (false, true) => add(PanelEdge::Top, columns.middle().x),
                (false, false) if across.is_empty() => add(PanelEdge::Right, columns.middle().y),
                _ => {}
            }
            if !across.is_empty() {
                add(PanelEdge::Right, rows.middle().y);
            }
        }
        requests
    }
}

/// Names along a side from here to there, each as near to its place as the others let it be; the
/// same name at the same place is written once.
pub(crate) fn spread_labels(
    requests: impl Iterator<Item = LabelRequest>,
    em: f64,
    from: f64,
    to: f64,
) -> Vec<(String, f64)> {
    let mut names: Vec<(String, f64)> = Vec::new();
    for (text, along) in requests {
        if !names.iter().any(|(other, at)| *other == text && (at - along).abs() < 1.0) {
            names.push((text, along));
        }
    }
    sort_by(&mut names, |a, b| a.1.total_cmp(&b.1));
    let long = |text: &str| label::width(text, em) + 0.8 * em;
    let mut free = from;
    for (text, along) in &mut names {
        *along = along.max(free + long(text) / 2.0);
        free = *along + long(text) / 2.0;
    }
    let mut free = to;
    for (text, along) in names.iter_mut().rev() {
        *along = along.min(free - long(text) / 2.0);
        free = *along - long(text) / 2.0;
    }
    names
}
