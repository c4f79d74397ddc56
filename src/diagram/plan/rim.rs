use std::f64::consts::PI;

use crate::diagram::{Ground, Spot, label};
use crate::geometry::Cell;

use super::{Area, CELL, Plan, Plate, Ring};

/// The name of a zone or a border, at the rim of the board. Beside the board it runs along the rim,
/// so that the board keeps its room.
#[derive(Debug)]
pub(in crate::diagram) struct RimName {
    pub text: String,
    /// Where its middle is.
    pub at: Spot,
    /// By how many degrees clockwise it is turned.
    pub degrees: u16,
}

/// On which side of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Top,
    Right,
}

impl Side {
    /// By how many degrees clockwise words are turned there.
    fn degrees(self) -> u16 {
        match self {
            Side::Left => 270,
            Side::Top => 0,
            Side::Right => 90,
        }
    }
}

impl RimName {
    /// The box around it.
    pub fn area(&self, em: f64) -> Area {
        let (long, tall) = (label::width(&self.text, em) / 2.0, 0.5 * em);
        let (x, y) = match self.degrees {
            0 => (long, tall),
            90 | 270 => (tall, long),
            degrees => {
                let (sin, cos) = f64::from(degrees).to_radians().sin_cos();
                (long * cos.abs() + tall * sin.abs(), long * sin.abs() + tall * cos.abs())
            }
        };
        Area::around([self.at.plus(-x, -y), self.at.plus(x, y)])
    }
}

/// A name that is to be written, and where along its side.
struct Wish {
    text: String,
    side: Side,
    along: f64,
}

impl Plan {
    /// The names of all zones and borders of a plate: a zone's on the side where it touches the rim,
    /// a border's where it ends.
    pub(super) fn rim_names(&self, ground: &Ground, plate: &Plate) -> Vec<RimName> {
        if !ground.rim_names {
            return Vec::new();
        }
        if let Some(ring) = self.ring(plate.board) {
            return self.names_around(ground, plate, ring);
        }
        let mut wishes = self.zones(ground, plate);
        wishes.extend(self.borders(ground, plate));
        let em = self.coordinate_em();
        let around =
            plate.coordinates.iter().fold(plate.rim, |area, name| area.joined(&name.area()));
        let out = 0.5 * em + 8.0;
        let mut names = Vec::new();
        for side in [Side::Left, Side::Top, Side::Right] {
            let of_side = wishes.iter().filter(|wish| wish.side == side);
            let (from, to) = match side {
                Side::Left | Side::Right => (plate.area.top, plate.area.bottom),
                Side::Top => (plate.area.left, plate.area.right),
            };
            for (text, along) in spread(of_side, em, from, to) {
                let at = match side {
                    Side::Left => Spot::new(around.left - out, along),
                    Side::Top => Spot::new(along, around.top - out),
                    Side::Right => Spot::new(around.right + out, along),
                };
                names.push(RimName { text, at, degrees: side.degrees() });
            }
        }
        names
    }

    /// Around a ring, each as near as can be to the middle of what it names, along the rim. What
    /// lies all around has its name above.
    fn names_around(&self, ground: &Ground, plate: &Plate, ring: &Ring) -> Vec<RimName> {
        let mut wishes = Vec::new();
        let mut add = |label: &str, spots: &[Spot]| {
            let sum = spots.iter().fold(Spot::default(), |sum, spot| {
                let out = Spot::default().direction(*spot);
                sum.plus(out.x, out.y)
            });
            let is_around = sum.distance(Spot::default()) < 0.1 * spots.len() as f64;
            let angle = if is_around { 0.0 } else { sum.x.atan2(-sum.y) };
            let wish = Wish { text: label.to_owned(), side: Side::Top, along: angle };
            wishes.extend((!label.is_empty() && !spots.is_empty()).then_some(wish));
        };
        for zone in &ground.zones {
            let cells = plate.cells.iter().filter(|&&cell| zone.cells.has(cell));
            add(&zone.label, &cells.map(|&cell| self.centre(cell)).collect::<Vec<_>>());
        }
        for border in &ground.borders {
            let here = border.pairs.iter().filter(|(a, _)| plate.cells.contains(a));
            let middle = |&(a, b): &(Cell, Cell)| self.centre(a).towards(self.centre(b), 0.5);
            add(&border.label, &here.map(middle).collect::<Vec<_>>());
        }
        let em = self.coordinate_em();
        let widest = plate.coordinates.iter().map(|name| {
            let area = name.area();
            area.corners().iter().map(|spot| spot.distance(Spot::default())).fold(0.0, f64::max)
        });
        let far = widest.fold(ring.area().right, f64::max) + 0.5 * em + 8.0;
        wishes.iter_mut().for_each(|wish| wish.along *= far);
        let placed = spread(wishes.iter(), em, -PI * far, PI * far).into_iter();
        let name = |(text, along): (String, f64)| {
            let angle = along / far;
            // Below, words stand upright rather than on their heads.
            let turn = if angle.cos() < -0.01 { angle + PI } else { angle };
            RimName {
                text,
                at: Spot::new(angle.sin() * far, -angle.cos() * far),
                degrees: (turn.to_degrees().round() as i32).rem_euclid(360) as u16,
            }
        };
        placed.map(name).collect()
    }

    fn zones(&self, ground: &Ground, plate: &Plate) -> Vec<Wish> {
        let mut wishes = Vec::new();
        for zone in ground.zones.iter().filter(|zone| !zone.label.is_empty()) {
            let cells = plate.cells.iter().filter(|&&cell| zone.cells.has(cell));
            let area = Area::around(cells.flat_map(|&cell| self.corners(ground, cell)));
            if area.width() > 0.0 {
                let is_left = area.left < plate.area.left + 1.0;
                let is_right = area.right > plate.area.right - 1.0;
                let side = if is_left && !is_right { Side::Left } else { Side::Right };
                wishes.push(Wish { text: zone.label.clone(), side, along: area.middle().y });
            }
        }
        wishes
    }

    /// A border that runs up to the rim has its name above, others have it at the right; one that
    /// does both has it twice.
    fn borders(&self, ground: &Ground, plate: &Plate) -> Vec<Wish> {
        let mut wishes = Vec::new();
        for border in ground.borders.iter().filter(|border| !border.label.is_empty()) {
            if self.in_river(ground, plate, border).is_some() {
                continue;
            }
            let here = border.pairs.iter().filter(|(a, _)| plate.cells.contains(a));
            let is_up = |&(a, b): &(Cell, Cell)| {
                let (a, b) = (self.centre(a), self.centre(b));
                (a.x - b.x).abs() > (a.y - b.y).abs()
            };
            let (up, across): (Vec<_>, Vec<_>) = here.partition(|pair| is_up(pair));
            let around = |pairs: &[&(Cell, Cell)]| {
                let middle =
                    |pair: &&(Cell, Cell)| self.centre(pair.0).towards(self.centre(pair.1), 0.5);
                Area::around(pairs.iter().map(middle))
            };
            let (columns, rows) = (around(&up), around(&across));
            let ends_above = columns.top < plate.area.top + 0.6 * CELL;
            let is_straight = columns.width() < 1.0 && (across.is_empty() || rows.height() < 1.0);
            let mut add = |side, along| {
                wishes.push(Wish { text: border.label.clone(), side, along });
            };
            match (up.is_empty(), is_straight && ends_above) {
                (false, true) => add(Side::Top, columns.middle().x),
                (false, false) if across.is_empty() => add(Side::Right, columns.middle().y),
                _ => {}
            }
            if !across.is_empty() {
                add(Side::Right, rows.middle().y);
            }
        }
        wishes
    }
}

/// Names along a side from here to there, each as near to its place as the others let it be; the
/// same name at the same place is written once.
fn spread<'a>(
    wishes: impl Iterator<Item = &'a Wish>,
    em: f64,
    from: f64,
    to: f64,
) -> Vec<(String, f64)> {
    let mut names: Vec<(String, f64)> = Vec::new();
    for wish in wishes {
        let is_known =
            |(text, along): &(String, f64)| *text == wish.text && (along - wish.along).abs() < 1.0;
        if !names.iter().any(is_known) {
            names.push((wish.text.clone(), wish.along));
        }
    }
    names.sort_by(|a, b| a.1.total_cmp(&b.1));
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
