//! The two movers, asked the same thing.

use std::collections::BTreeSet;
use std::sync::Arc;

use fairybook::game::{BLOCKER, MOVER, Piece, SideId, single_piece_game};
use fairybook::geometry::{Cell, Layout, Orientation, Seat, SeatPart};
use fairybook::notation::Betza;
use fairybook::rules::{EnPassantTarget, PieceStatus, Position, Rules};
use fairybook::source::Code;

use reference_mover::{MoveContext, Occupant, reach};

/// A piece that is about to move. Of the pieces by cell, 0 is none, 1 one of the first side, 2 one
/// of the second side.
pub struct Scene {
    pub notation: String,
    pub betza: Betza,
    pub layout: Arc<Layout>,
    pub pieces: Vec<u8>,
    pub from: Cell,
    pub side: SideId,
    pub unmoved: bool,
    pub passed: Vec<(Cell, Cell)>,
    /// By how many turns of the smallest kind the side sits beside its usual seat.
    pub turns: u16,
}

impl Scene {
    fn seat(&self) -> Seat {
        let smallest = self.layout.board(0).tiling.smallest_turn();
        Seat { parts: vec![SeatPart::Turn(smallest * self.turns)] }
    }

    pub fn piece(&self, cell: Cell) -> Option<Piece> {
        let side = self.pieces[cell.index()].checked_sub(1)?;
        Some(Piece { side: SideId(side), piece_type: BLOCKER })
    }
}

/// What a mover says; the lists in the order of the contract.
#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    Refused(String),
    /// The move can go more ways than are followed.
    Endless,
    Reach {
        quiet: BTreeSet<Cell>,
        captures: BTreeSet<Cell>,
        friendly: BTreeSet<Cell>,
        shots: BTreeSet<(Cell, Vec<Cell>)>,
        swaps: BTreeSet<(Cell, Cell)>,
    },
}

fn by_reference_mover(scene: &Scene, frame: Orientation) -> Verdict {
    let occupant = |cell: Cell| {
        let piece = scene.piece(cell).filter(|_| cell != scene.from)?;
        Some(if piece.side == scene.side { Occupant::Friend } else { Occupant::Enemy })
    };
    let situation = MoveContext {
        layout: &scene.layout,
        frame,
        from: scene.from,
        unmoved: scene.unmoved,
        occupant: &occupant,
        passed: &scene.passed,
    };
    match reach(&scene.betza, &situation) {
        Err(error) if error.code == Code::BetzaLength => Verdict::Endless,
        Err(error) => Verdict::Refused(error.message),
        Ok(reach) => Verdict::Reach {
            quiet: reach.quiet,
            captures: reach.captures,
            friendly: reach.friendly_captures,
            shots: reach.shots,
            swaps: reach.swaps,
        },
    }
}

fn by_rules(scene: &Scene, rules: &Rules) -> Verdict {
    let mut position = Position::empty(rules);
    for cell in scene.layout.cells() {
        position.set_piece(cell, scene.piece(cell));
    }
    position.set_piece(scene.from, Some(Piece { side: scene.side, piece_type: MOVER }));
    position
        .set_status(scene.from, PieceStatus { moved: !scene.unmoved, ..PieceStatus::default() });
    position.turn.to_move = scene.side;
    for &(cell, victim) in &scene.passed {
        position.en_passant_targets.push(EnPassantTarget {
            cell,
            victim,
            side: SideId(1 - scene.side.0),
        });
    }
    let reach = rules.reach(&position, scene.from);
    Verdict::Reach {
        quiet: reach.quiet.iter().collect(),
        captures: reach.captures.iter().collect(),
        friendly: reach.friendly_captures.iter().collect(),
        shots: reach.shots.into_iter().collect(),
        swaps: reach.swaps.into_iter().collect(),
    }
}

/// What the two say of a scene: the slow mover, and the compiled one.
pub fn verdicts(scene: &Scene) -> (Verdict, Verdict) {
    let mut game = single_piece_game(scene.layout.clone(), scene.betza.clone());
    let side = &mut game.sides[scene.side];
    side.frame = side.frame.after_seat(&scene.seat(), scene.layout.boards()[0].tiling);
    let frame = side.frame;
    let second = match Rules::compile(game) {
        Err(errors) if errors[0].code == Code::BetzaLength => Verdict::Endless,
        Err(errors) => Verdict::Refused(errors[0].message.clone()),
        Ok(rules) => by_rules(scene, &rules),
    };
    (by_reference_mover(scene, frame), second)
}

/// A verdict in a line.
pub fn words(layout: &Layout, verdict: &Verdict) -> String {
    let (quiet, captures, friendly, shots, swaps) = match verdict {
        Verdict::Refused(reason) => return format!("refuses: {reason}"),
        Verdict::Endless => return "goes more ways than are followed".to_owned(),
        Verdict::Reach { quiet, captures, friendly, shots, swaps } => {
            (quiet, captures, friendly, shots, swaps)
        }
    };
    let list = |cells: &BTreeSet<Cell>| {
        let names: Vec<&str> = cells.iter().map(|&cell| layout.name(cell)).collect();
        names.join(" ")
    };
    let shots: Vec<String> = shots
        .iter()
        .map(|(to, takes)| {
            let takes: Vec<&str> = takes.iter().map(|&cell| layout.name(cell)).collect();
            format!("{}*{}", layout.name(*to), takes.join("*"))
        })
        .collect();
    let swaps: Vec<String> = swaps
        .iter()
        .map(|(to, with)| format!("{}~{}", layout.name(*to), layout.name(*with)))
        .collect();
    format!(
        "quiet {}; takes {}; takes friends {}; shots {}; swaps {}",
        list(quiet),
        list(captures),
        list(friendly),
        shots.join(" "),
        swaps.join(" ")
    )
}
