use std::sync::Arc;

use crate::geometry::{Cell, Cells, Frame, Layout, Seat, SeatPart, Tiling};
use crate::notation::Betza;

use super::{CheckBy, Elimination, Ends, Game, Kind, KindId, Man, Men, Side, SideId, Way};

/// A game to try a notation in: two sides that sit opposite each other, one kind that moves by the
/// notation and one that never moves. Each side may take all men of the other.
///
/// ```text
/// . . o .      X  the piece on trial (kind 0)
/// . X . .      o  men that only stand there (kind 1)
/// ```
pub fn trial(layout: Arc<Layout>, betza: Betza) -> Game {
    let opposite = Seat { parts: vec![SeatPart::FlipRanks] };
    let frames = [Frame::FIRST, Frame::FIRST.seated(&opposite, Tiling::Squares)];
    let kinds = [TRIED, STANDING];
    let sides = (0..2u8).map(|side| Side {
        id: ["first", "second"][side as usize].to_owned(),
        frame: frames[side as usize],
        takes: kinds.iter().map(|&kind| Man { side: SideId(1 - side), kind }).collect::<Men>(),
        moved_by: vec![SideId(side)],
        has_turns: true,
        points: 0,
    });
    let kind = |id: &str, ways: Vec<Way>| Kind {
        id: id.to_owned(),
        ways: vec![ways; 2],
        royal: false,
        double_step: vec![Cells::new(); 2],
        triple_step: vec![Cells::new(); 2],
        points: 0,
        unpromoted: None,
        move_unknown: false,
    };
    Game {
        layout,
        sides: sides.collect(),
        kinds: vec![kind("tried", vec![Way::by(betza)]), kind("standing", Vec::new())],
        array: Vec::new(),
        castlings: Vec::new(),
        promotions: Vec::new(),
        hands: None,
        drops: Vec::new(),
        states: Vec::new(),
        transfers: Vec::new(),
        passing: false,
        check_by: CheckBy::Nobody,
        ends: Ends::default(),
        elimination: Elimination::default(),
    }
}

/// The same for a piece of one side on one cell, and for no other: much less to compile.
pub fn trial_from(layout: Arc<Layout>, betza: Betza, side: SideId, from: Cell) -> Game {
    let mut game = trial(layout, Betza::default());
    let way = Way { from: Some(Cells::from_iter([from])), ..Way::by(betza) };
    game.kinds[TRIED.0 as usize].ways[side.0 as usize] = vec![way];
    game
}

/// The kind that moves by the notation, in a [`trial`].
pub const TRIED: KindId = KindId(0);

/// The kind that only stands there, in a [`trial`].
pub const STANDING: KindId = KindId(1);
