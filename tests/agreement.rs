//! Two movers that share no code say the same of the same piece.
//!
//! Notations, boards and positions are drawn by a small generator of our own, from a seed that
//! each failure names. A draw that the notation's reader refuses is drawn again.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use fairybook::game::SideId;
use fairybook::geometry::{
    Axis, AxisKind, Board, Cell, CellSet, JoinedEdges, Layout, Tiling, Vector,
};
use fairybook::notation::{Atom, Betza, Leg, TermSyntax, parse};

use crate::dice::Dice;
use crate::two_movers::{Scene, Verdict, verdicts, words};

// ---- what is drawn ----

/// What kind of board a notation is drawn for; now and then it is read on another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BoardKind {
    Squares,
    Levels,
    Hexagons,
}

const DIRECTIONS: &str = "f b l r v s fr rf fl lf br rb bl lb fs bs rv lv ff bb ll rr ffrr frbl fh \
                          bh lh rh hr hl fb lr vv ssf frl fbs vr ffs lrf";
const DIRECTIONS_ON_LEVELS: &str = "f b l r v s fr lf fs ^ _ = | ^f =fr _s |fh ^b =b |l _v";
const DIRECTIONS_ON_HEXAGONS: &str = "f b l r v s fr rf fl lf br rb fs bs rv ff fh bh @12 @1,11 \
                                      @2,3,4 @7,8,9,10 @1 @6,5 @3 @12,2,4,6,8,10";
const ATOMS: &str = "W F D N A H C Z G K Q R B W F K R B Q FX DY {1,4} {0,4} {4,4}";
const ATOMS_ON_LEVELS: &str = "W F D N A H C T K Q R B W F T K R B {1,1,2} {1,2,2} {0,1,2} {2,2,2}";
/// Atoms that chains may have.
const STRAIGHT: &str = "W F K W F K R B Q D A H G {0,4} {4,4}";
const STRAIGHT_ON_LEVELS: &str = "W F K W F K R B Q D A T T {0,1,1}";
const RANGES: &str = "- - - - - 0 2 3 4 10";
/// Small letters of the how, and what stands for none.
const LETTERS: &str = "- - - - - p p g g n j o u t y y";

impl BoardKind {
    fn directions(self) -> &'static str {
        match self {
            BoardKind::Squares => DIRECTIONS,
            BoardKind::Levels => DIRECTIONS_ON_LEVELS,
            BoardKind::Hexagons => DIRECTIONS_ON_HEXAGONS,
        }
    }

    /// Those of a leg that goes on from another.
    fn turns(self) -> &'static str {
        match self {
            BoardKind::Squares => DIRECTIONS,
            BoardKind::Levels | BoardKind::Hexagons => "f f f f f f f f f f f f f f f fs",
        }
    }

    fn atoms(self) -> &'static str {
        match self {
            BoardKind::Squares | BoardKind::Hexagons => ATOMS,
            BoardKind::Levels => ATOMS_ON_LEVELS,
        }
    }

    fn straight(self) -> &'static str {
        match self {
            BoardKind::Squares | BoardKind::Hexagons => STRAIGHT,
            BoardKind::Levels => STRAIGHT_ON_LEVELS,
        }
    }
}

/// The small letters of a leg, which is the last or not.
fn modifiers(
    dice: &mut Dice,
    board_kind: BoardKind,
    is_chain: bool,
    place: usize,
    is_last: bool,
) -> String {
    let mut text = String::new();
    if dice.once_in(if place == 0 { 20 } else { 8 }) {
        text += "i";
    }
    let often = match board_kind {
        BoardKind::Squares => 2,
        // Straight on is one direction of many there, and in chains on hexagons the only one.
        BoardKind::Levels if place > 0 => 4,
        BoardKind::Hexagons if place > 0 && is_chain => 1,
        BoardKind::Levels | BoardKind::Hexagons => 3,
    };
    if dice.once_in(often) {
        text += dice.word(if place == 0 { board_kind.directions() } else { board_kind.turns() });
    }
    // Most legs have the usual purpose; those that only take end most moves before they begin.
    if dice.once_in(3) {
        let likely =
            if is_last { "m m c cd d e mc ce me" } else { "m mc mc c c mcd cd d mde e me" };
        text += dice.word(likely);
    }
    for _ in 0..2 {
        let letter = dice.word(LETTERS);
        let fits = letter != "o" || board_kind != BoardKind::Hexagons || dice.once_in(10);
        if letter != "-" && fits && dice.once_in(2) {
            text += letter;
        }
    }
    text
}

fn ranged(dice: &mut Dice, atoms: &'static str) -> String {
    let range = dice.word(RANGES).replace('-', "");
    dice.word(atoms).to_owned() + &range
}

fn term(dice: &mut Dice, board_kind: BoardKind) -> String {
    let legs = 2 + dice.below(4) / 3 + dice.below(12) / 11;
    match dice.below(40) {
        0..8 => modifiers(dice, board_kind, true, 0, true) + &ranged(dice, board_kind.atoms()),
        8..22 => {
            let chain: Vec<String> = (0..legs)
                .map(|leg| modifiers(dice, board_kind, true, leg, leg + 1 == legs))
                .collect();
            chain.join("a") + &ranged(dice, board_kind.straight())
        }
        22..37 => {
            let mut text = "[".to_owned();
            for leg in 0..legs {
                text += if leg == 0 { "" } else { dice.word("? -") };
                text += &modifiers(dice, board_kind, false, leg, leg + 1 == legs);
                text += &ranged(dice, board_kind.atoms());
            }
            text + "]"
        }
        37 => {
            let letters = dice.word("- i j jj l ir s isj jl").replace('-', "");
            format!("{letters}O{}", 1 + dice.below(4))
        }
        38 => modifiers(dice, board_kind, true, 0, true) + "U",
        _ => modifiers(dice, board_kind, true, 0, true) + "U" + &term(dice, board_kind),
    }
}

fn notation(dice: &mut Dice, board_kind: BoardKind) -> (String, Betza) {
    let mut text = String::new();
    loop {
        let term = term(dice, board_kind);
        if parse(&term).is_ok() {
            text += &term;
            if !dice.once_in(4) {
                // Two terms that are read may be another side by side: `W` and `W3`, `A` and `X`.
                match parse(&text) {
                    Ok(betza) => return (text, betza),
                    Err(_) => text.clear(),
                }
            }
        }
    }
}

/// Boards, and whether they have holes.
fn layout(dice: &mut Dice, board_kind: BoardKind) -> (Layout, bool) {
    let flat = Board::rectangle(3 + dice.below(8), 3 + dice.below(8));
    let levels = |count| Board {
        levels: Axis::new("ABCDE".chars().take(count)),
        has_levels: true,
        names: vec![AxisKind::Level, AxisKind::File, AxisKind::Rank],
        ..Board::rectangle(5, 5)
    };
    let boards = match (board_kind, dice.below(9)) {
        (BoardKind::Levels, _) => vec![levels(2 + dice.below(4))],
        (BoardKind::Hexagons, _) => {
            let edge = 3 + dice.below(3);
            vec![Board::hexagon(edge, "abcdefghi".chars().take(2 * edge - 1).map(String::from))]
        }
        (BoardKind::Squares, 0..2) => vec![Board::rectangle(8, 8)],
        (BoardKind::Squares, 2) => vec![flat],
        (BoardKind::Squares, 3) => {
            vec![Board { id: "other".to_owned(), ..flat }, Board::rectangle(4, 5)]
        }
        (BoardKind::Squares, 4..6) => vec![Board { joined: JoinedEdges::FILES, ..flat }],
        (BoardKind::Squares, 6 | 7) => vec![Board { joined: JoinedEdges::BOTH, ..flat }],
        (BoardKind::Squares, _) => vec![Board { joined: JoinedEdges::RANKS, ..flat }],
    };
    let full = Layout::new(boards).unwrap();
    if !dice.once_in(3) {
        return (full, false);
    }
    let kept: CellSet = full.cells().filter(|cell| cell.0 == 0 || !dice.once_in(8)).collect();
    (full.restricted_to(&kept).unwrap(), kept.len() < full.len())
}

fn board_kind(dice: &mut Dice) -> BoardKind {
    match dice.below(20) {
        0..12 => BoardKind::Squares,
        12..15 => BoardKind::Levels,
        _ => BoardKind::Hexagons,
    }
}

/// A scene that was drawn.
struct Draw {
    seed: u64,
    scene: Scene,
    has_holes: bool,
}

impl Draw {
    fn by(seed: u64) -> Draw {
        let mut dice = Dice(seed);
        let spoken = board_kind(&mut dice);
        let (notation, betza) = notation(&mut dice, spoken);
        let lies_there = if dice.once_in(12) { board_kind(&mut dice) } else { spoken };
        let (layout, has_holes) = layout(&mut dice, lies_there);
        let layout = Arc::new(layout);
        let crowd = [0, 4, 6, 7, 8][dice.below(5)];
        let cells = layout.len();
        let pieces = (0..cells).map(|_| {
            if crowd > 0 && dice.once_in(10 - crowd) { 1 + dice.below(2) as u8 } else { 0 }
        });
        let pieces: Vec<u8> = pieces.collect();
        let cell = |dice: &mut Dice| Cell(dice.below(cells) as u16);
        // A piece in a corner of a small board has little to say.
        let room = |&cell: &Cell| {
            let steps = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
            let leads = |&(x, y): &(i16, i16)| layout.step(cell, Vector::new(x, y, 0)).is_some();
            steps.iter().filter(|step| leads(step)).count()
        };
        let from = [(); 3].map(|()| cell(&mut dice)).into_iter().max_by_key(room).unwrap();
        let side = SideId(dice.below(2) as u8);
        // Half of those that passed are not there any more, or never were.
        let of_enemies = |cell: Cell| pieces[cell.index()] == 2 - side.0;
        let enemy = |dice: &mut Dice| {
            let drawn = [(); 4].map(|()| cell(dice));
            drawn.into_iter().find(|&cell| of_enemies(cell)).unwrap_or(drawn[0])
        };
        let passed =
            (0..dice.below(3) * dice.below(5)).map(|_| (cell(&mut dice), enemy(&mut dice)));
        let passed = passed.collect();
        let unmoved = dice.once_in(2);
        let turns = if dice.once_in(3) { dice.below(6) as u16 } else { 0 };
        let scene = Scene { notation, betza, layout, pieces, from, side, unmoved, passed, turns };
        Draw { seed, scene, has_holes }
    }
}

fn report(draw: &Draw, first: &Verdict, second: &Verdict) -> String {
    let scene = &draw.scene;
    let letter = |cell: Cell| {
        let sign = match scene.piece(cell) {
            _ if cell == scene.from => "X",
            None => ".",
            Some(piece) if piece.side == scene.side => "f",
            Some(_) => "e",
        };
        sign.to_owned()
    };
    let name = |cell: Cell| scene.layout.name(cell);
    let board = scene.layout.board(scene.layout.point(scene.from).board);
    let passed: Vec<String> = scene
        .passed
        .iter()
        .map(|&(cell, victim)| format!("{}<{}", name(cell), name(victim)))
        .collect();
    format!(
        "seed {}: {} on {} of side {} turned {} times, {}moved, {:?}; passed {}\n{}\nreference {}\n\
         rules     {}\n",
        draw.seed,
        scene.notation,
        name(scene.from),
        scene.side.0,
        scene.turns,
        if scene.unmoved { "un" } else { "" },
        board.joined,
        passed.join(" "),
        scene.layout.text_board(letter),
        words(&scene.layout, first),
        words(&scene.layout, second),
    )
}

// ---- what a scene is about ----

/// What a draw has to have often enough that the comparison means something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Trait {
    Answered,
    Taking,
    Shots,
    Swaps,
    Refused,
    Hexagons,
    Levels,
    Cylinder,
    Ring,
    Torus,
    Holes,
    Seated,
    SeveralLegs,
    ThreeLegsAndMore,
    Brackets,
    Hops,
    Unloads,
    InPassing,
    Toggles,
    SameLength,
    Castles,
}

impl Trait {
    /// In how many of a thousand scenes it is met, at the least.
    const EXPECTED: [(Trait, usize); 21] = [
        (Trait::Answered, 450),
        (Trait::Taking, 190),
        (Trait::Shots, 25),
        (Trait::Swaps, 20),
        (Trait::Refused, 50),
        (Trait::Hexagons, 200),
        (Trait::Levels, 120),
        (Trait::Cylinder, 120),
        (Trait::Ring, 60),
        (Trait::Torus, 100),
        (Trait::Holes, 250),
        (Trait::Seated, 220),
        (Trait::SeveralLegs, 600),
        (Trait::ThreeLegsAndMore, 150),
        (Trait::Brackets, 250),
        (Trait::Hops, 200),
        (Trait::Unloads, 100),
        (Trait::InPassing, 150),
        (Trait::Toggles, 50),
        (Trait::SameLength, 60),
        (Trait::Castles, 40),
    ];
}

/// What a scene has of that, with the answer that both give.
fn traits(draw: &Draw, verdict: &Verdict) -> BTreeSet<Trait> {
    let scene = &draw.scene;
    let board = &scene.layout.boards()[0];
    let terms = || scene.betza.terms.iter();
    let some_leg = |is: fn(&Leg) -> bool| terms().any(|term| term.legs.iter().any(is));
    let mut found = vec![
        (Trait::Hexagons, board.tiling == Tiling::Hexagons),
        (Trait::Levels, board.has_levels),
        (Trait::Cylinder, board.joined == JoinedEdges::FILES),
        (Trait::Ring, board.joined == JoinedEdges::RANKS),
        (Trait::Torus, board.joined == JoinedEdges::BOTH),
        (Trait::Holes, draw.has_holes),
        (Trait::Seated, scene.turns > 0),
        (Trait::SeveralLegs, terms().any(|term| term.legs.len() > 1)),
        (Trait::ThreeLegsAndMore, terms().any(|term| term.legs.len() > 2)),
        (Trait::Brackets, terms().any(|term| term.form == TermSyntax::Brackets)),
        (Trait::Hops, some_leg(|leg| leg.modifiers.hop.is_some())),
        (Trait::Unloads, some_leg(|leg| leg.modifiers.unload)),
        (Trait::InPassing, some_leg(|leg| leg.modifiers.en_passant)),
        (Trait::Toggles, some_leg(|leg| leg.modifiers.toggle)),
        (Trait::SameLength, some_leg(|leg| leg.modifiers.same_length)),
        (Trait::Castles, some_leg(|leg| leg.atom == Atom::Castle)),
    ];
    match verdict {
        Verdict::Refused(_) => found.push((Trait::Refused, true)),
        Verdict::Endless => {}
        Verdict::Reach { quiet, captures, friendly, shots, swaps } => {
            let takes = !(captures.is_empty() && friendly.is_empty() && shots.is_empty());
            let goes = !(quiet.is_empty() && swaps.is_empty());
            found.extend([
                (Trait::Answered, takes || goes),
                (Trait::Taking, takes),
                (Trait::Shots, !shots.is_empty()),
                (Trait::Swaps, !swaps.is_empty()),
            ]);
        }
    }
    found.into_iter().filter(|&(_, has)| has).map(|(which, _)| which).collect()
}

// ---- the tests ----

/// Compares the movers on every scene; no draw is left out.
fn agree(seeds: Range<u64>) {
    let scenes = seeds.end - seeds.start;
    let mut met: BTreeMap<Trait, usize> = BTreeMap::new();
    let mut found = Vec::new();
    let mut unfollowed = 0;
    for draw in seeds.map(Draw::by) {
        let (first, second) = verdicts(&draw.scene);
        let both_refuse = matches!((&first, &second), (Verdict::Refused(_), Verdict::Refused(_)));
        // How far each follows a move is its own affair: it is no reading of the notation.
        let endless = [&first, &second].contains(&&Verdict::Endless);
        unfollowed += usize::from(endless);
        if first != second && !both_refuse && !endless {
            found.push(report(&draw, &first, &second));
        }
        for which in traits(&draw, &first) {
            *met.entry(which).or_default() += 1;
        }
    }
    let shown: Vec<&str> = found.iter().map(String::as_str).take(20).collect();
    assert!(found.is_empty(), "{} of {scenes} differ:\n{}", found.len(), shown.join("\n"));
    assert!(unfollowed as u64 * 10_000 <= scenes, "{unfollowed} of {scenes} are not followed");
    let share = |which: Trait| met.get(&which).copied().unwrap_or(0) * 1000 / scenes as usize;
    let shares: Vec<String> = Trait::EXPECTED
        .iter()
        .map(|&(which, least)| format!("{which:?}: {} of 1000, at least {least}", share(which)))
        .collect();
    let enough = Trait::EXPECTED.iter().all(|&(which, least)| share(which) >= least);
    assert!(enough, "the scenes are not varied enough:\n{}", shares.join("\n"));
}

#[test]
fn two_movers_agree() {
    agree(0..12_000);
}

/// `cargo test --test suite -- --ignored two_movers`
#[test]
#[ignore = "takes a minute"]
fn two_movers_agree_for_long() {
    agree(12_000..250_000);
}
