//! Random definitions with two auras each: all legal moves in random games, beside a naive reading of
//! the same words that knows only squares and letters.

use std::collections::{BTreeMap, BTreeSet};

use fairybook::game::Piece;
use fairybook::query::{LoadedVariant, Refusal};
use fairybook::rules::{PlayedGame, Position, Rules};
use fairybook::source::{SourceFile, render};
use fairybook::variant::load;

use crate::dice::Dice;
use crate::shipped::{Shipped, variant};
use fairybook::game_text::{parse_position, print_position};
use fairybook::prose::refusal_words;

type Square = (i16, i16);
/// A side and the id of a piece type.
type Unit = (u8, String);
type Squares = BTreeMap<Square, Unit>;

const EDGE: i16 = 6;
const OF: [&str; 5] = ["any", "any but king", "knight", "rook queen", "pawn"];
const RANGES: [&str; 6] = ["", "K", "N", "R", "fF", "its attacks"];
const PIECES: [&str; 7] = [
    "any",
    "enemy",
    "own",
    "own but king knight",
    "enemy but king",
    "pawn rook",
    "same type of enemy",
];
const DOES: [&str; 7] = [
    "frozen",
    "may not capture",
    "may not be captured",
    "also moves like knight",
    "also moves like rook",
    "moves only like king",
    "stops slides",
];

/// The words of one aura.
struct AuraWords {
    of: &'static str,
    range: &'static str,
    pieces: &'static str,
    does: &'static str,
    to: &'static str,
}

impl AuraWords {
    fn drawn(dice: &mut Dice) -> AuraWords {
        let mut aura = AuraWords {
            of: dice.one_of(&OF),
            range: dice.one_of(&RANGES),
            pieces: dice.one_of(&PIECES),
            does: dice.one_of(&DOES),
            to: "",
        };
        if aura.does.contains("like") && dice.below(3) == 0 {
            aura.to = "ranks 2-5";
        }
        if aura.does == "stops slides" && ["", "its attacks"].contains(&aura.range) {
            aura.range = "K";
        }
        if aura.range.is_empty() && aura.pieces != "same type of enemy" && dice.below(2) == 0 {
            aura.of = "";
        }
        aura
    }

    fn table(&self, name: &str) -> String {
        let mut table =
            format!("[auras.{name}]\npieces = \"{}\"\ndoes = \"{}\"\n", self.pieces, self.does);
        for (key, value) in [("of", self.of), ("range", self.range), ("to", self.to)] {
            if !value.is_empty() {
                table += &format!("{key} = \"{value}\"\n");
            }
        }
        table
    }
}

fn definition(auras: &[AuraWords; 2]) -> String {
    format!(
        "format = 1\nname = \"Drawn\"\n[board]\nfiles = \"a-f\"\nranks = \"1-6\"\n[sides]\n\
         white = {{}}\nblack = {{ seat = \"flip ranks\" }}\n[pieces.pawn]\nmove = \"fmWfcF\"\n\
         [setup.each]\nrook = \"a1\"\nknight = \"b1 e1\"\nqueen = \"c1\"\nking = \"d1\"\n\
         bishop = \"f1\"\npawn = \"a2 b2 d2 f2\"\n{}{}[ends]\nstalemate = \"draw\"\n\
         checkmate = \"loses\"\n",
        auras[0].table("first"),
        auras[1].table("second")
    )
}

// ---- the naive reading ----

fn is_on_board((x, y): Square) -> bool {
    (0..EDGE).contains(&x) && (0..EDGE).contains(&y)
}

fn leaps(kind: &str) -> Vec<Square> {
    let all = (-2..=2).flat_map(|x: i16| (-2..=2).map(move |y: i16| (x, y)));
    let fits = |&(x, y): &Square| match kind {
        "king" | "queen" => (x, y) != (0, 0) && x.abs() < 2 && y.abs() < 2,
        "rook" => x.abs() + y.abs() == 1,
        "bishop" => x.abs() == 1 && y.abs() == 1,
        _ => x.abs() + y.abs() == 3 && x != 0 && y != 0,
    };
    all.filter(fits).collect()
}

/// The squares to which a piece of a kind moves, with what auras say of its slides alone.
fn steps(
    board: &Squares,
    at: Square,
    side: u8,
    kind: &str,
    stops: &BTreeSet<Square>,
) -> Vec<Square> {
    let forward = if side == 0 { 1 } else { -1 };
    let unit = |to: Square| board.get(&to);
    if kind == "pawn" {
        let ahead = (at.0, at.1 + forward);
        let mut ends: Vec<Square> = [ahead].into_iter().filter(|&to| unit(to).is_none()).collect();
        let captures = [-1, 1].map(|x| (at.0 + x, at.1 + forward));
        ends.extend(captures.into_iter().filter(|&to| unit(to).is_some_and(|it| it.0 != side)));
        return ends.into_iter().filter(|&to| is_on_board(to)).collect();
    }
    let slides = ["rook", "bishop", "queen"].contains(&kind);
    let mut ends = Vec::new();
    for (x, y) in leaps(kind) {
        let mut to = (at.0 + x, at.1 + y);
        while is_on_board(to) {
            if unit(to).is_none_or(|it| it.0 != side) {
                ends.push(to);
            }
            if !slides || unit(to).is_some() || stops.contains(&to) {
                break;
            }
            to = (to.0 + x, to.1 + y);
        }
    }
    ends
}

/// Where a range leads from a piece: on an empty board, or what the piece attacks without auras.
fn in_range(board: &Squares, at: Square, unit: &Unit, range: &str) -> BTreeSet<Square> {
    let forward = if unit.0 == 0 { 1 } else { -1 };
    let empty = Squares::new();
    let none = BTreeSet::new();
    match range {
        "" => (0..EDGE).flat_map(|x| (0..EDGE).map(move |y| (x, y))).collect(),
        "K" => steps(&empty, at, unit.0, "king", &none).into_iter().collect(),
        "N" => steps(&empty, at, unit.0, "knight", &none).into_iter().collect(),
        "R" => steps(&empty, at, unit.0, "rook", &none).into_iter().collect(),
        "fF" => [-1, 1].map(|x| (at.0 + x, at.1 + forward)).into_iter().collect(),
        _ => {
            // An enemy on each square shows whether the piece attacks it.
            let all = (0..EDGE).flat_map(|x| (0..EDGE).map(move |y| (x, y)));
            let attacks = |to: &Square| {
                let mut board = board.clone();
                if *to == at {
                    return false;
                }
                board.insert(*to, (1 - unit.0, "pawn".to_owned()));
                steps(&board, at, unit.0, &unit.1, &BTreeSet::new()).contains(to)
            };
            all.filter(attacks).collect()
        }
    }
}

fn is_target(words: &str, owner: u8, source: Option<&Unit>, target: &Unit) -> bool {
    match words {
        "any" => true,
        "enemy" => target.0 != owner,
        "own" => target.0 == owner,
        "own but king knight" => target.0 == owner && !["king", "knight"].contains(&&*target.1),
        "enemy but king" => target.0 != owner && target.1 != "king",
        "pawn rook" => ["pawn", "rook"].contains(&&*target.1),
        _ => source.is_some_and(|source| source.0 != target.0 && source.1 == target.1),
    }
}

fn has_aura(words: &str, unit: &Unit) -> bool {
    match words {
        "any" => true,
        "any but king" => unit.1 != "king",
        kinds => kinds.split(' ').any(|kind| kind == unit.1),
    }
}

/// The squares on which an aura works for a piece; all, for an aura that needs no piece.
fn squares_of_aura(board: &Squares, aura: &AuraWords, target: &Unit) -> BTreeSet<Square> {
    if aura.of.is_empty() {
        let concerned = [0, 1].iter().any(|&side| is_target(aura.pieces, side, None, target));
        let all = (0..EDGE).flat_map(|x| (0..EDGE).map(move |y| (x, y)));
        return all.filter(|_| concerned).collect();
    }
    let sources = board.iter().filter(|(_, source)| {
        has_aura(aura.of, source) && is_target(aura.pieces, source.0, Some(source), target)
    });
    sources.flat_map(|(&at, source)| in_range(board, at, source, aura.range)).collect()
}

fn is_under(board: &Squares, auras: &[AuraWords; 2], at: Square, does: &str) -> bool {
    auras
        .iter()
        .any(|aura| aura.does == does && squares_of_aura(board, aura, &board[&at]).contains(&at))
}

/// The squares to which the piece on a square moves, without regard to check.
fn moves_of(board: &Squares, auras: &[AuraWords; 2], at: Square) -> BTreeSet<Square> {
    let (side, kind) = board[&at].clone();
    if is_under(board, auras, at, "frozen") {
        return BTreeSet::new();
    }
    let works = |aura: &&AuraWords| squares_of_aura(board, aura, &board[&at]).contains(&at);
    let stopping = auras.iter().filter(|aura| aura.does == "stops slides");
    let stops: BTreeSet<Square> =
        stopping.flat_map(|aura| squares_of_aura(board, aura, &board[&at])).collect();
    let ends = |kind: &str, to: &str| {
        let mut ends = steps(board, at, side, kind, &stops);
        ends.retain(|&(_, y)| to.is_empty() || (1..5).contains(&y));
        ends
    };
    let is_replaced = is_under(board, auras, at, "moves only like king");
    let mut all = if is_replaced { Vec::new() } else { ends(&kind, "") };
    for aura in auras.iter().filter(works) {
        let like = aura.does.rsplit(' ').next().expect("a word");
        if aura.does.contains("like") {
            all.extend(ends(like, aura.to));
        }
    }
    let peaceful = is_under(board, auras, at, "may not capture");
    all.retain(|to| {
        !board.contains_key(to) || !peaceful && !is_under(board, auras, *to, "may not be captured")
    });
    all.into_iter().collect()
}

fn in_check(board: &Squares, auras: &[AuraWords; 2], side: u8) -> bool {
    let (&king, _) =
        board.iter().find(|(_, it)| **it == (side, "king".to_owned())).expect("a King");
    let mut enemies = board.iter().filter(|(_, it)| it.0 != side);
    enemies.any(|(&at, _)| moves_of(board, auras, at).contains(&king))
}

/// All legal moves of a side.
fn naive_moves(board: &Squares, auras: &[AuraWords; 2], side: u8) -> BTreeSet<(Square, Square)> {
    let own = board.iter().filter(|(_, unit)| unit.0 == side);
    let all = own
        .flat_map(|(&from, _)| moves_of(board, auras, from).into_iter().map(move |to| (from, to)));
    all.filter(|&(from, to)| {
        let mut after = board.clone();
        let unit = after.remove(&from).expect("a piece");
        after.insert(to, unit);
        !in_check(&after, auras, side)
    })
    .collect()
}

// ---- the comparison ----

fn squares(rules: &Rules, position: &Position) -> Squares {
    let unit = |(cell, piece): (_, Piece)| {
        let at = rules.layout().point(cell).at;
        ((at.x, at.y), (piece.side.0, rules.game().piece_types[piece.piece_type].id.clone()))
    };
    position.pieces().map(unit).collect()
}

/// Plays random games of random definitions, and compares the legal moves of each position.
fn compare(seeds: std::ops::Range<u64>, plies: usize) -> usize {
    let mut compared = 0;
    for seed in seeds {
        let mut dice = Dice(seed);
        let auras = [AuraWords::drawn(&mut dice), AuraWords::drawn(&mut dice)];
        let text = definition(&auras);
        let (read, errors) = load(&SourceFile::new("drawn.toml", text.as_str()), "drawn", &Shipped);
        let errors: Vec<String> = errors.iter().map(|error| render(error, false)).collect();
        let read = read.unwrap_or_else(|| panic!("{text}\n{}", errors.join("\n")));
        let variant = read.variant(None).unwrap_or_else(|errors| {
            let errors: Vec<String> = errors.iter().map(|error| render(error, false)).collect();
            panic!("{text}\n{}", errors.join("\n"))
        });
        let rules = Rules::compile(variant.game.clone()).expect("the game compiles");
        let mut line = PlayedGame::from(&rules, rules.initial_position());
        for _ in 0..plies {
            let position = line.position().clone();
            if line.game_end().is_some() {
                break;
            }
            let moves = line.moves();
            let square = |cell| {
                let at = rules.layout().point(cell).at;
                (at.x, at.y)
            };
            let found: BTreeSet<(Square, Square)> =
                moves.iter().map(|it| (square(it.from), square(it.to))).collect();
            let side = position.turn.to_move.0;
            let wanted = naive_moves(&squares(&rules, &position), &auras, side);
            let shown = print_position(&variant, &rules, &position);
            let only: Vec<_> = found.symmetric_difference(&wanted).collect();
            assert!(only.is_empty(), "seed {seed}: {only:?} in {shown}\n{text}");
            assert_eq!(found.len(), moves.len(), "seed {seed}: a move twice in {shown}\n{text}");
            compared += 1;
            if moves.is_empty() {
                break;
            }
            let read = parse_position(&variant, &rules, &shown).expect("it was printed");
            assert_eq!(rules.moves(&read), moves, "seed {seed}: {shown} is read back");
            let chosen = moves[dice.below(moves.len())];
            line.play(&chosen);
            assert!(line.take_back(), "a move was made");
            assert_eq!(*line.position(), position, "seed {seed}: undone in {shown}");
            line.play(&chosen);
        }
    }
    compared
}

#[test]
fn auras_allow_the_moves_of_a_naive_reading() {
    let compared = compare(0..6, 20);
    assert!(compared > 50, "{compared} positions are too few");
}

#[test]
#[ignore = "takes some minutes"]
fn auras_allow_the_moves_of_a_naive_reading_in_many_games() {
    let compared = compare(6..3_000, 60);
    eprintln!("{compared} positions, no difference");
}

/// What forbids a move is named: the aura, and not a piece in the way.
#[test]
fn a_refusal_names_the_aura_that_forbids_a_move() {
    for (id, position, from, to, expected) in [
        (
            "madrasi",
            "4k3/8/8/2R3r1/8/8/8/4K3 w - - 0 1",
            "c5",
            "c6",
            "The Rook may not move from c5 to c6. Every piece other than a King that an enemy piece \
             of the same kind attacks is frozen. A frozen piece may not move or castle, and it \
             attacks nothing.",
        ),
        (
            "knight-relay",
            "4k3/8/8/3n4/8/8/8/3QK3 w - - 0 1",
            "d1",
            "d5",
            "The Queen may not move from d1 to d5. No Knight may be captured.",
        ),
        (
            "knight-relay",
            "4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1",
            "e3",
            "d5",
            "The Knight may not move from e3 to d5. No Knight may capture.",
        ),
    ] {
        let loaded = LoadedVariant::new(variant(id)).expect("the game compiles");
        let read = parse_position(loaded.variant(), loaded.rules(), position).expect("a position");
        let cell = |name: &str| loaded.layout().find(name).expect("a cell");
        let (from, to) = (cell(from), cell(to));
        let refusal = loaded.refusal(&read, from, to).expect("the move is illegal");
        assert!(matches!(refusal, Refusal::UnderAura(_)), "{id}: {refusal:?}");
        assert_eq!(refusal_words(&loaded, &read, from, to, &refusal), expected);
    }
}
