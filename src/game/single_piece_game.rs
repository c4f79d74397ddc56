//! A game to try one notation.

use std::sync::Arc;

use crate::geometry::{Cell, CellSet, Layout, Orientation, Seat, SeatPart, Tiling};
use crate::notation::Betza;

use super::{
    ByPieceType, CheckSource, CheckTest, CountedRoyals, Elimination, EndRules, Game, MoveRule,
    Piece, PieceSet, PieceType, PieceTypeId, Side, SideId,
};

/// Returns a game for one notation. It has two sides that sit opposite each other, a piece type that
/// moves by the notation and one that does not move. Each side may capture all enemy pieces.
pub fn single_piece_game(layout: Arc<Layout>, betza: Betza) -> Game {
    let opposite = Seat { parts: vec![SeatPart::FlipRanks] };
    let frames = [Orientation::FIRST, Orientation::FIRST.after_seat(&opposite, Tiling::Squares)];
    let piece_types = [MOVER, BLOCKER];
    let sides = (0..2u8).map(|side| Side {
        id: ["first", "second"][side as usize].to_owned(),
        frame: frames[side as usize],
        may_capture: piece_types
            .iter()
            .map(|&piece_type| Piece { side: SideId(1 - side), piece_type })
            .collect::<PieceSet>(),
        capture_words: None,
        moved_by: vec![SideId(side)],
        has_turns: true,
        points: 0,
    });
    let piece_type = |id: &str, rules: Vec<MoveRule>| PieceType {
        id: id.to_owned(),
        move_rules: vec![rules; 2].into(),
        within: None,
        royal: false,
        double_step: vec![CellSet::new(); 2].into(),
        double_step_words: None,
        triple_step: vec![CellSet::new(); 2].into(),
        triple_step_words: None,
        max_count: None,
        points: 0,
        unpromoted: None,
        move_unknown: false,
    };
    Game {
        layout,
        sides: sides.collect(),
        piece_types: ByPieceType::from(vec![
            piece_type("mover", vec![MoveRule::from_betza(betza)]),
            piece_type("blocker", Vec::new()),
        ]),
        initial_pieces: Vec::new(),
        castlings: Vec::new(),
        promotions: Vec::new(),
        hands: None,
        drops: Vec::new(),
        states: Vec::new(),
        transfers: Vec::new(),
        passing: false,
        check_by: CheckSource::None,
        check_royals: CountedRoyals::default(),
        check_test: CheckTest::default(),
        turn_parts: Vec::new(),
        restrictions: Vec::new(),
        effects: Vec::new(),
        auras: Vec::new(),
        ends: EndRules::default(),
        own_ends: Vec::new(),
        end_conditions: Vec::new(),
        elimination: Elimination::default(),
    }
}

/// Returns the same game for pieces of one side that start on one cell. It compiles faster.
pub fn single_piece_game_from(layout: Arc<Layout>, betza: Betza, side: SideId, from: Cell) -> Game {
    let mut game = single_piece_game(layout, Betza::default());
    let rule = MoveRule { from: Some(CellSet::from_iter([from])), ..MoveRule::from_betza(betza) };
    game.piece_types[MOVER].move_rules[side] = vec![rule];
    game
}

/// The piece type of a [`single_piece_game`] that moves by the notation.
pub const MOVER: PieceTypeId = PieceTypeId(0);

/// The piece type of a [`single_piece_game`] that does not move.
pub const BLOCKER: PieceTypeId = PieceTypeId(1);
