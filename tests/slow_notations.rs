//! Notations that are written to be slow: the rules answer soon, or refuse them and say why.

use std::sync::Arc;
use std::time::{Duration, Instant};

use fairybook::game::{BLOCKER, MOVER, Piece, SideId, single_piece_game_from};
use fairybook::geometry::{Axis, Board, Cell, JoinedEdges, Layout};
use fairybook::notation::{lint, parse};
use fairybook::rules::{Position, Rules};
use fairybook::source::limits;

use crate::dice::Dice;

/// As long as an answer may take on a machine that is busy with much else, in the build that is not
/// the fast one; what is not bounded takes minutes, or for ever.
const PATIENCE: Duration = Duration::from_secs(30);
/// As long as it may take on a machine that does nothing else.
const ALONE: Duration = Duration::from_secs(2);

/// What became of a notation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    Unread,
    Refused,
    Answered,
}

/// Asks what a piece can do with a piece on every cell whose number is a multiple of `crowd`.
fn ask(text: &str, layout: &Arc<Layout>, from: Cell, crowd: usize) -> Fate {
    let Ok(betza) = parse(text) else { return Fate::Unread };
    let _ = lint(&betza);
    let side = SideId(0);
    let rules = match Rules::compile(single_piece_game_from(layout.clone(), betza, side, from)) {
        Ok(rules) => rules,
        Err(errors) => {
            for error in errors {
                let span = error.span.unwrap_or_else(|| panic!("no location: {text}"));
                assert!(text.get(span.range()).is_some(), "{text}: {span:?}");
                assert!(error.help.is_some(), "{text}: no help for {}", error.message);
            }
            return Fate::Refused;
        }
    };
    let mut position = Position::empty(&rules);
    for cell in layout.cells().filter(|cell| crowd > 0 && cell.index() % crowd == 0) {
        let side = SideId(u8::from(cell.index() % (3 * crowd) != 0));
        position.set_piece(cell, Some(Piece { side, piece_type: BLOCKER }));
    }
    position.set_piece(from, Some(Piece { side, piece_type: MOVER }));
    let _ = rules.reach(&position, from);
    Fate::Answered
}

fn boards(dice: &mut Dice) -> Layout {
    let side = |dice: &mut Dice| 1 + dice.below(40);
    let square = Board::rectangle(40, 40);
    let board = match dice.below(7) {
        0..2 => square,
        2 => Board { joined: JoinedEdges::FILES, ..square },
        3 => Board { joined: JoinedEdges::RANKS, ..Board::rectangle(side(dice), side(dice)) },
        4 => Board { joined: JoinedEdges::BOTH, ..square },
        5 => Board { levels: Axis::numbers(10), has_levels: true, ..Board::rectangle(12, 13) },
        _ => Board::hexagon(20, Axis::letters(39).names),
    };
    let named = vec![
        fairybook::geometry::AxisKind::Level,
        fairybook::geometry::AxisKind::File,
        fairybook::geometry::AxisKind::Rank,
    ];
    let board = if board.has_levels { Board { names: named, ..board } } else { board };
    Layout::new(vec![board]).unwrap()
}

/// Long chains of everything that multiplies ways, up to a notation's limit.
fn slow_notation(dice: &mut Dice) -> String {
    let most = [20, 100, limits::NOTATION][dice.below(3)];
    let mut text = String::new();
    while text.is_empty() || text.len() < most && !dice.once_in(8) {
        let term = term(dice);
        if text.len() + term.len() > limits::NOTATION {
            break;
        }
        if parse(&term).is_ok() {
            text += &term;
        }
    }
    text
}

fn term(dice: &mut Dice) -> String {
    let legs = 1 + dice.below(limits::LEGS);
    let letters = |dice: &mut Dice| {
        let chosen = (0..dice.below(4)).map(|_| {
            dice.word("m m m c c d e y y mc mc mcd my p g u n j o f fs s fh b fr vl i ^ |")
        });
        chosen.collect::<String>()
    };
    let atom = |dice: &mut Dice| {
        dice.word("K Q K Q R B W F N C {1,4} {2,7} T D0 N0 K3 Q9 W2 U O3 K10").to_owned()
    };
    if dice.once_in(2) {
        let legs: Vec<String> = (0..legs).map(|_| letters(dice)).collect();
        return legs.join("a") + &atom(dice);
    }
    let legs: Vec<String> = (0..legs.max(2)).map(|_| letters(dice) + &atom(dice)).collect();
    format!("[{}]", legs.join(dice.word("? -")))
}

fn all_within(patience: Duration, calls: u64, first: u64) {
    let mut fates = [0; 3];
    let mut slowest = (Duration::ZERO, String::new());
    for seed in first..first + calls {
        let mut dice = Dice(seed);
        let layout = Arc::new(boards(&mut dice));
        let text = slow_notation(&mut dice);
        let from = Cell(dice.below(layout.len()) as u16);
        let crowd = [0, 1, 2, 3, 7, 50][dice.below(6)];
        let start = Instant::now();
        let fate = ask(&text, &layout, from, crowd);
        let time = start.elapsed();
        fates[fate as usize] += 1;
        if time > slowest.0 {
            slowest = (time, format!("seed {seed}, crowd {crowd}: {text}"));
        }
    }
    assert!(slowest.0 < patience, "{slowest:?}");
    assert!(fates[Fate::Answered as usize] * 4 > calls as usize, "most are refused: {fates:?}");
}

#[test]
fn long_chains_are_answered_where_nothing_is_taken_on_the_way() {
    let layout = Arc::new(Layout::new(vec![Board::rectangle(40, 40)]).unwrap());
    let from = layout.find("t20").unwrap();
    let fate = |text: &str, crowd| {
        let start = Instant::now();
        let fate = ask(text, &layout, from, crowd);
        assert!(start.elapsed() < PATIENCE, "{text}");
        fate
    };
    for text in ["[Q?Q?Q?Q?Q]", "mayamayamayamK", "aaaaQ", "[K?K?K?K?K?K?K?K]", "mcamcamcaK"] {
        assert_eq!(fate(text, 0), Fate::Answered, "{text}");
        assert_eq!(fate(text, 5), Fate::Answered, "{text}");
    }
    // The captures of seven legs are too many to be listed.
    assert_eq!(fate("cacacacacacacaK", 1), Fate::Refused);
}

#[test]
fn slow_notations_are_answered_or_refused_soon() {
    all_within(PATIENCE, 200, 0);
}

/// `cargo test --test suite -- --ignored nasty`
#[test]
#[ignore = "takes minutes"]
fn thousands_of_slow_notations_are_answered_or_refused_soon() {
    all_within(ALONE, 5000, 200);
}
