//! How each side sees the board, and where it sits.

use super::{Board, Cell, CellCoordinates, Layout, Tiling, Vector};

/// The direction in which a side's pieces go forward, as seen by the first side: anticlockwise in
/// quarter turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Facing {
    /// Towards the last rank.
    #[default]
    Forward,
    /// Towards the first file.
    Left,
    /// Towards the first rank.
    Backward,
    /// Towards the last file.
    Right,
}

/// The directions of one side: its right, forward and up as steps of the board.
///
/// ```text
/// first side        a side that sits opposite
///     ^ forward         right <- o
///     o -> right                 v forward
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Orientation {
    right: Vector,
    forward: Vector,
    up: Vector,
}

impl Orientation {
    /// The orientation of the first side, from which the board is described.
    pub const FIRST: Orientation = Orientation {
        right: Vector::new(1, 0, 0),
        forward: Vector::new(0, 1, 0),
        up: Vector::new(0, 0, 1),
    };

    /// Returns the orientation of a side that faces this direction, on squares.
    pub fn facing(facing: Facing) -> Orientation {
        Orientation::FIRST.turned(facing as u16, Tiling::Squares)
    }

    /// Returns the step of the board for `local`, the step (right, forward, up) of this side.
    pub fn to_board_step(&self, local: Vector) -> Vector {
        self.right * local.x + self.forward * local.y + self.up * local.z
    }

    /// Returns the orientation after the changes of a seat. Pieces are not mirrored: a flip of ranks
    /// is a rotation by 180°, and a flip of files has no effect.
    pub fn after_seat(self, seat: &Seat, tiling: Tiling) -> Orientation {
        seat.parts.iter().fold(self, |frame, part| match part {
            SeatPart::Turn(degrees) => frame.turned(degrees / tiling.smallest_turn(), tiling),
            SeatPart::FlipRanks => {
                Orientation { right: -frame.right, forward: -frame.forward, ..frame }
            }
            SeatPart::FlipFiles => frame,
            SeatPart::FlipLevels => Orientation { up: -frame.up, ..frame },
        })
    }

    /// Returns the orientation after this number of smallest turns.
    fn turned(self, turns: u16, tiling: Tiling) -> Orientation {
        (0..turns).fold(self, |frame, _| Orientation {
            right: tiling.turned(frame.right),
            forward: tiling.turned(frame.forward),
            up: frame.up,
        })
    }
}

/// The seat of a side: the changes that turn cells of the first side into its own.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Seat {
    /// The changes in order.
    pub parts: Vec<SeatPart>,
}

/// One change of a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeatPart {
    /// The board is rotated anticlockwise, as seen from above, by a multiple of 90 degrees; on
    /// hexagons by a multiple of 60.
    Turn(u16),
    /// The first rank becomes the last; on hexagons each file is reversed.
    FlipRanks,
    /// The first file becomes the last.
    FlipFiles,
    /// The lowest level becomes the highest.
    FlipLevels,
}

impl Seat {
    /// Returns the cell of this seat that corresponds to a cell of the first side, if the rotated
    /// board has one.
    pub fn cell(&self, layout: &Layout, cell: Cell) -> Option<Cell> {
        let point = layout.point(cell);
        let board = layout.board(point.board);
        let at = self.parts.iter().try_fold(point.at, |at, &part| moved(board, at, part))?;
        layout.at(CellCoordinates { board: point.board, at })
    }
}

/// Returns the coordinates after one change of a seat, or `None` if they are between cells.
fn moved(board: &Board, at: Vector, part: SeatPart) -> Option<Vector> {
    let size = board.size();
    Some(match part {
        SeatPart::Turn(degrees) => {
            let (middle, turns) = (board.twice_middle(), degrees / board.tiling.smallest_turn());
            let from_middle = (0..turns).fold(at * 2 - middle, |from, _| board.tiling.turned(from));
            let Vector { x, y, .. } = from_middle + middle;
            return (x % 2 == 0 && y % 2 == 0).then(|| Vector::new(x / 2, y / 2, at.z));
        }
        SeatPart::FlipRanks => {
            let (start, length) = (board.file_start(at.x), board.file_length(at.x));
            Vector { y: 2 * start + length - 1 - at.y, ..at }
        }
        SeatPart::FlipFiles => {
            let x = size.x - 1 - at.x;
            Vector { x, y: at.y - board.file_start(at.x) + board.file_start(x), ..at }
        }
        SeatPart::FlipLevels => Vector { z: size.z - 1 - at.z, ..at },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(parts: &[SeatPart]) -> Seat {
        Seat { parts: parts.to_vec() }
    }

    fn named(layout: &Layout, seat: &Seat, cell: &str) -> String {
        let cell = layout.find(cell).expect("the cell is on the board");
        seat.cell(layout, cell).map_or("-".to_owned(), |cell| layout.name(cell).to_owned())
    }

    #[test]
    fn seats_turn_and_flip_places() {
        let board = Layout::new(vec![Board::rectangle(8, 8)]).unwrap();
        assert_eq!(named(&board, &seat(&[SeatPart::FlipRanks]), "e1"), "e8");
        assert_eq!(named(&board, &seat(&[SeatPart::FlipFiles]), "e1"), "d1");
        assert_eq!(named(&board, &seat(&[SeatPart::Turn(180)]), "e1"), "d8");
        assert_eq!(named(&board, &seat(&[SeatPart::Turn(90)]), "b1"), "h2");
        assert_eq!(named(&board, &seat(&[SeatPart::Turn(270)]), "b1"), "a7");
        let tall = Layout::new(vec![Board::rectangle(9, 10)]).unwrap();
        assert_eq!(named(&tall, &seat(&[SeatPart::Turn(90)]), "a1"), "-");
        assert_eq!(named(&tall, &seat(&[SeatPart::Turn(180)]), "a10"), "i1");
    }

    #[test]
    fn hexagons_turn_and_flip() {
        let board = Layout::new(vec![Board::hexagon(6, "abcdefghikl".chars())]).unwrap();
        assert_eq!(named(&board, &seat(&[SeatPart::FlipRanks]), "g1"), "g10");
        assert_eq!(named(&board, &seat(&[SeatPart::FlipFiles]), "g1"), "e1");
        assert_eq!(named(&board, &seat(&[SeatPart::Turn(180)]), "g1"), "e10");
        assert_eq!(named(&board, &seat(&[SeatPart::Turn(60)]), "f1"), "l1");
        assert_eq!(named(&board, &seat(&[SeatPart::Turn(120)]), "f1"), "l6");
    }

    #[test]
    fn hexagons_with_longer_upright_edges_turn_by_half() {
        let board = Board {
            upright_edge: 6,
            ranks: super::super::Axis::numbers(10),
            ..Board::hexagon(5, "abcdefghi".chars())
        };
        let board = Layout::new(vec![board]).unwrap();
        assert_eq!(board.len(), 70);
        assert_eq!(named(&board, &seat(&[SeatPart::Turn(180)]), "a1"), "i6");
        assert_eq!(named(&board, &seat(&[SeatPart::Turn(180)]), "e4"), "e7");
        assert_eq!(named(&board, &seat(&[SeatPart::FlipRanks]), "d1"), "d9");
        let falling = Board { ranks_bend: false, ..board.board(0).clone() };
        let board = Layout::new(vec![falling]).unwrap();
        assert_eq!(named(&board, &seat(&[SeatPart::Turn(180)]), "a1"), "i10");
        assert_eq!(named(&board, &seat(&[SeatPart::FlipRanks]), "i5"), "i10");
    }

    #[test]
    fn frames_turn_steps() {
        let forward = Vector::new(0, 1, 0);
        let black = Orientation::FIRST.after_seat(&seat(&[SeatPart::FlipRanks]), Tiling::Squares);
        assert_eq!(black.to_board_step(Vector::new(1, 2, 0)), Vector::new(-1, -2, 0));
        let orange = Orientation::FIRST.after_seat(&seat(&[SeatPart::Turn(90)]), Tiling::Squares);
        assert_eq!(orange.to_board_step(forward), Vector::new(-1, 0, 0));
        assert_eq!(Orientation::facing(Facing::Right).to_board_step(forward), Vector::new(1, 0, 0));
        let third = Orientation::FIRST.after_seat(&seat(&[SeatPart::Turn(60)]), Tiling::Hexagons);
        assert_eq!(
            third.to_board_step(forward),
            Vector::new(-1, 1, 0),
            "12 o'clock becomes 10 o'clock"
        );
    }
}
