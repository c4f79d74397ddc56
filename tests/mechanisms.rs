//! Random definitions that combine two mechanisms, played by both movers.

use std::ops::Range;

use fairybook::geometry::Lattice;
use fairybook::rules::Position;
use toml::{Table, Value};

use crate::dice::Dice;
use crate::shipped::root;
use crate::word_games::BothMovers;
use fairybook::game_text::parse_position;
use reference_mover::{GameState, GameStep, GameStepKind};

const TYPES: [&str; 6] = ["king", "rook", "knight", "pawn", "ferz", "cannon"];
const PIECES: [&str; 14] = [
    "any",
    "own",
    "enemy",
    "rook",
    "knight",
    "pawn",
    "any but pawn",
    "any but king",
    "pawn of enemy",
    "rook knight",
    "own but king",
    "royal",
    "rook of own",
    "ferz, cannon",
];
const CELLS: [&str; 8] =
    ["rank 1", "rank 3", "rank 4", "file a", "file b", "a1 b2", "rank 2, file c", "c3 c4 b3"];
const WAYS: [&str; 7] = ["K", "N", "W", "F", "R", "B2", "Q"];
const RESULTS: [&str; 3] = ["wins", "loses", "draw"];

/// The words of a definition as they are drawn.
struct Draft {
    dice: Dice,
    /// How many named tables there are, so that each has a name, and the names are in order.
    tables: usize,
    castles: bool,
    states: bool,
}

impl Draft {
    fn name(&mut self) -> String {
        self.tables += 1;
        format!("t{}", self.tables)
    }

    fn one(&mut self, words: &[&str]) -> String {
        words[self.dice.below(words.len())].to_owned()
    }

    fn pieces(&mut self) -> String {
        self.one(&PIECES)
    }

    fn cells(&mut self) -> String {
        self.one(&CELLS)
    }

    fn way(&mut self) -> String {
        self.one(&WAYS)
    }

    /// A fact about a side.
    fn side_fact(&mut self) -> String {
        let count = self.one(&["", "no ", "2 ", "at least 2 ", "at most 1 ", "all ", "1 "]);
        let unattacked = self.one(&["", "", "unattacked "]);
        let number = 1 + self.dice.below(3);
        let fact = match self.dice.below(13) {
            0 => "in check".to_owned(),
            1 => format!("{count}{unattacked}{}", self.pieces()),
            2 => format!("{count}{unattacked}{} on {}", self.pieces(), self.cells()),
            3 => format!("{count}empty on {}", self.cells()),
            4 => format!("{}{} in hand", self.one(&["", "no ", "at least 2 "]), self.pieces()),
            5 => format!("given {number} checks{}", self.one(&["", " in succession"])),
            6 => format!("captured {number} {}", self.pieces()),
            7 if self.castles => {
                let what = self.one(&["castled", "enemy castled", "castling right"]);
                format!("{what}{}", self.one(&["", " short", " long"]))
            }
            8 => format!("a type of {} extinct", self.pieces()),
            9 => {
                let line = self.one(&["in a row", "on one line"]);
                let by = self.one(&["", " by K", " by W", " by F"]);
                format!("{} {} {line}{by}", 1 + number, self.pieces())
            }
            10 => format!("4 {} in a block", self.pieces()),
            11 => {
                let by = self.one(&["", " by W", " by N"]);
                let (from, to) = (self.cells(), self.cells());
                let (from, to) = (from.replace(", ", " , "), to.replace(", ", " , "));
                match (from.contains(','), to.contains(',')) {
                    (false, false) => {
                        format!("{} connected from {from} to {to}{by}", self.pieces())
                    }
                    _ => format!("{} connected from rank 1 to rank 4{by}", self.pieces()),
                }
            }
            _ => format!("{count}{}", self.one(&TYPES)),
        };
        let fact = fact.replace("rank 2, file c", "file c").replace("ferz, cannon", "ferz cannon");
        if self.dice.once_in(5) { format!("not {fact}") } else { fact }
    }

    fn side_condition(&mut self) -> String {
        let second = self.dice.once_in(3);
        let first = self.side_fact();
        if second {
            format!("{first} {} {}", self.one(&["and", "or"]), self.side_fact())
        } else {
            first
        }
    }

    /// A condition about a piece.
    fn condition(&mut self) -> String {
        let count = self.one(&["", "no ", "at least 2 ", "at most 1 "]);
        match self.dice.below(6) {
            0 => "unmoved".to_owned(),
            1 if self.states => "not marked".to_owned(),
            2 => {
                let pieces = self.pieces().replace(", ", " ");
                format!("{count}{pieces} around {}", self.way())
            }
            3 => format!("{count}other {}", self.pieces().replace(", ", " ")),
            _ => self.side_condition(),
        }
    }

    fn event(&mut self) -> String {
        let pieces = self.pieces().replace(", ", " ");
        let cells = self.cells().replace("rank 2, file c", "file c");
        match self.dice.below(14) {
            0 => "moves".to_owned(),
            1 => format!("moves as {}", self.way()),
            2 => "captures".to_owned(),
            3 => format!("captures {pieces}"),
            4 => format!("captures {pieces} on {cells}"),
            5 => format!("captures on {cells}"),
            6 => format!("arrives on {cells}"),
            7 => format!("leaves {cells}"),
            8 => "promotes".to_owned(),
            9 => "gives check".to_owned(),
            10 => format!("gives check by {pieces}"),
            11 => format!("drops{}", self.one(&["", " knight", " pawn"])),
            12 if self.castles => format!("castles{}", self.one(&["", " short"])),
            _ => "captures any".to_owned(),
        }
    }

    fn events(&mut self) -> String {
        match self.dice.below(6) {
            0 => format!("{} or {}", self.event(), self.event()),
            1 => format!("{} and {}", self.event(), self.event()),
            2 => format!("{} and not ({} or {})", self.event(), self.event(), self.event()),
            3 => format!("{} by {}", self.one(&["moves", "captures"]), self.pieces()),
            _ => self.event(),
        }
    }

    fn place(&mut self) -> String {
        match self.dice.below(12) {
            0 | 1 => "landing".to_owned(),
            2 => "start".to_owned(),
            3 => "captured".to_owned(),
            4 => "passed".to_owned(),
            5 => "beyond".to_owned(),
            6 => "behind".to_owned(),
            7 => format!("between {} {}", self.one(&["W", "Q", "R2", "K"]), self.between_pieces()),
            8 => format!("corners with {}", self.between_pieces()),
            9 => self.one(&["partner", "partner start"]),
            _ => format!("around {}", self.way()),
        }
    }

    fn between_pieces(&mut self) -> String {
        self.one(&["own", "enemy", "rook", "any but pawn"])
    }

    fn restriction(&mut self, path: &str) -> String {
        let name = self.name();
        let kind = self.one(&["must", "never"]);
        let events = match (kind.as_str(), self.dice.below(6)) {
            ("must", 0) => "captures most".to_owned(),
            (_, 1) => "gives checkmate".to_owned(),
            _ => self.events(),
        };
        let events = match self.dice.once_in(3) {
            true => format!("({events}) and ({})", self.condition()),
            false => events,
        };
        format!("[{path}restrictions.{name}]\n{kind} = \"{events}\"\n")
    }

    fn effect(&mut self, path: &str) -> String {
        let name = self.name();
        let mut places = self.place();
        if self.dice.once_in(3) {
            places += &format!(", {}", self.place());
        }
        let on = if self.dice.once_in(4) { "moves".to_owned() } else { self.events() };
        let mut table = format!("[{path}effects.{name}]\non = \"{on}\"\nat = \"{places}\"\n");
        if self.dice.once_in(3) {
            table += &format!("if = \"{}\"\n", self.condition());
        }
        let verb = match self.dice.below(14) {
            0 | 1 => "captured".to_owned(),
            2 => "removed".to_owned(),
            3 => format!("becomes {}", self.one(&["rook", "knight", "pawn", "ferz"])),
            4 => "becomes captured type".to_owned(),
            5 => "becomes unpromoted".to_owned(),
            6 => format!("joins {}", self.one(&["enemy", "mover", "white"])),
            7 if self.states => self.one(&["set marked", "clear marked"]),
            8 => return table + "does = \"placed ferz of mover\"\n",
            9 => format!("moved to {}", self.cells()).replace(", ", " "),
            10 => "moved to start".to_owned(),
            11 => "moved one cell forward".to_owned(),
            12 => "moved one cell onward".to_owned(),
            _ => "joins enemy, moved one cell forward".to_owned(),
        };
        let verb = verb.replace("rank 2 file c", "file c");
        if verb == "captured" && self.dice.once_in(2) {
            table += "attacks = true\n";
        }
        if self.dice.once_in(2) {
            table += &format!("pieces = \"{}\"\n", self.pieces());
        }
        if self.dice.once_in(3) {
            table += &format!("full = \"{}\"\n", self.one(&["removed", "illegal"]));
        }
        format!("{table}does = \"{verb}\"\n")
    }

    fn end(&mut self, path: &str) -> String {
        let name = self.name();
        let when = self.one(&["immediately", "immediately", "next own turn", "end of round"]);
        let tie = if when == "end of round" { "tie = \"draw\"\n" } else { "" };
        let condition = match self.dice.below(5) {
            0 => format!("moved from {}", self.cells().replace("rank 2, file c", "file c")),
            _ => self.side_condition(),
        };
        let when = if condition.starts_with("moved") { "immediately".to_owned() } else { when };
        let tie = if when == "end of round" { tie } else { "" };
        let result = self.one(&RESULTS);
        format!(
            "[{path}end-conditions.{name}]\nif = \"{condition}\"\nresult = \"{result}\"\n\
             when = \"{when}\"\n{tie}"
        )
    }

    fn parts(&mut self, path: &str) -> String {
        let mut tables = String::new();
        let count = 1 + self.dice.below(2);
        for index in 0..count {
            let name = self.name();
            let mut table = format!("[{path}turn-parts.{name}]\n");
            let kind = self.dice.below(6);
            table += &match (index, kind) {
                (1, 0) => "places = \"ferz of own\"\n".to_owned(),
                (1, 1) => "drops = \"own\"\n".to_owned(),
                (_, 2) => "moves = \"own\"\ndrops = \"own\"\n".to_owned(),
                (1, 3) => "moves = \"pawn\"\n".to_owned(),
                (1, 4) => format!(
                    "moves = \"any but king\"\nnotation = \"{}\"\n",
                    self.one(&["mK", "N", "mW"])
                ),
                _ => "moves = \"own\"\n".to_owned(),
            };
            if index == 1 {
                match self.dice.below(5) {
                    0 => {
                        table += &format!(
                            "to = \"{}\"\n",
                            self.one(&["start", "around K", "captured, start", "rank 3"])
                        )
                    }
                    1 => table += &format!("from-landing = \"{}\"\n", self.one(&["K", "Q", "N"])),
                    _ => {}
                }
                if self.dice.once_in(4) {
                    table += &format!("by = \"{}\"\n", self.pieces());
                }
                if self.dice.once_in(2) {
                    table += "optional = true\n";
                }
            }
            if self.dice.once_in(4) {
                table += &format!(
                    "if = \"{}\"\n",
                    if index == 1 { self.condition() } else { self.side_condition() }
                );
            }
            if self.dice.once_in(3) {
                table += "times = 2\n";
                if self.dice.once_in(2) {
                    table += "same-piece = false\n";
                }
                if self.dice.once_in(2) {
                    table += "first-turn = 1\n";
                }
            }
            if index + 1 < count && self.dice.once_in(3) {
                table += &format!("until = \"{}\"\n", self.event());
            }
            tables += &table;
        }
        tables
    }

    /// Tables of one mechanism, and the line of `[check]` if it is about royals.
    fn mechanism(&mut self, number: usize, path: &str) -> String {
        match number {
            0 => self.restriction(path),
            1 => self.effect(path),
            2 => self.end(path),
            3 => self.parts(path),
            4 => {
                let choices = self.one(&["rook", "rook knight", "king rook"]);
                let zone = self.one(&[
                    "must = \"rank 4\"",
                    "may = \"rank 4\"",
                    "must = \"rank 5\"",
                    "may = \"file a\"",
                ]);
                format!("[{path}promotion.pawn]\n{zone}\nbecomes = \"{choices}\"\n")
            }
            5 => {
                let mates = self.dice.once_in(3);
                let mates = if mates { "mates = false\n" } else { "" };
                let id = self.one(&["knight", "any"]);
                let line = self.one(&["file", "rank", "colour", "board"]);
                let limit = match self.dice.below(3) {
                    0 => String::new(),
                    most => format!("one-per = \"{line}\"\nmax-count = {most}\n"),
                };
                format!("[drops.{id}]\nto = \"{}\"\n{limit}{mates}", self.cells())
            }
            6 => {
                let most = 1 + self.dice.below(2);
                format!(
                    "[pieces.rook]\nletter = \"R\"\nmove = \"R\"\nmax-count = {most}\n\
                     [promotion.ferz]\nmust = \"rank 4\"\nbecomes = \"rook knight\"\n"
                )
            }
            _ => format!(
                "[ends.extinction]\npieces = \"{}\"\nresult = \"{}\"\n",
                self.one(&["rook", "knight pawn", "royal", "king", "any"]),
                self.one(&RESULTS)
            ),
        }
    }
}

/// The mechanisms that are drawn in pairs: restrictions, effects, end conditions, parts of turns,
/// promotion, drops, forms of a piece and extinction; each also as the rule of one side.
const MECHANISMS: usize = 8;

/// Further ways of moving of a piece, now and then.
fn drawn_ways(dice: &mut Dice) -> String {
    const CAPTURES: [&str; 8] =
        ["[cF-mF]", "[cW-fmW]", "[mB-fcF-fmB]", "K", "cN", "[cN-mK]", "mWcF", "R2"];
    if !dice.once_in(8) {
        return String::new();
    }
    let ways = (0..1 + dice.below(2)).map(|_| match dice.below(3) {
        0 => {
            let slide = ["mQ", "R", "B3", "mRcB", "cQ"][dice.below(5)];
            let over = PIECES[dice.below(PIECES.len())];
            let again = ["", "", ", again = \"may\""][dice.below(3)];
            let again = if slide.starts_with("mQ") { "" } else { again };
            format!("{{ move = \"{slide}\", jumps-over = \"{over}\"{again} }}")
        }
        _ => {
            let again = ["may", "must", "must"][dice.below(3)];
            format!("{{ move = \"{}\", again = \"{again}\" }}", CAPTURES[dice.below(8)])
        }
    });
    format!("moves = [{}]\n", ways.collect::<Vec<_>>().join(", "))
}

/// Words about the ferz, and tables: where it may stand, shots, swaps, auras, passes and transfers, now
/// and then.
fn drawn_extras(dice: &mut Dice, has_parts: bool) -> (String, String) {
    let aura = |dice: &mut Dice| {
        let range = ["K", "N", "R2", "its attacks", "Q"][dice.below(5)];
        let pieces = ["enemy", "own", "any but king", "rook of own", "knight pawn", "own but king"];
        let does = [
            "frozen",
            "may not capture",
            "may not be captured",
            "also moves like knight",
            "also moves like rook",
            "also moves like pawn",
            "moves only like king",
        ];
        format!(
            "[auras.{}]\nof = \"{}\"\nrange = \"{range}\"\npieces = \"{}\"\ndoes = \"{}\"\n",
            ["t", "u"][dice.below(2)],
            TYPES[dice.below(TYPES.len())],
            pieces[dice.below(pieces.len())],
            does[dice.below(does.len())],
        )
    };
    let way = |dice: &mut Dice| {
        let shot = ["K", "cKdK", "dF", "W"][dice.below(4)];
        let swap = ["K", "N", "Q"][dice.below(3)];
        let travel = ["mK", "mW", "mB2"][dice.below(3)];
        match dice.below(4) {
            0 => format!("moves = [{{ move = \"{travel}\", shoot = \"{shot}\" }}]\n"),
            1 => format!("moves = [{{ swap = \"{swap}\" }}]\n"),
            2 => "moves = [{ move = \"cKdK\" }]\n".to_owned(),
            _ => "moves = [{ move = \"R\", captures = \"pawn knight\" }]\n".to_owned(),
        }
    };
    let mut ferz = String::new();
    if dice.once_in(4) {
        ferz +=
            &format!("within = \"{}\"\n", ["ranks 1-3", "any but b2", "files a-c"][dice.below(3)]);
    }
    if dice.once_in(3) {
        ferz += &way(dice);
    }
    let when = ["turn", "owner moved"][dice.below(2)];
    let from = CELLS[dice.below(CELLS.len())];
    let to = if when == "turn" && dice.once_in(2) { "to = \"rank 3\"\n" } else { "" };
    let tables = match dice.below(9) {
        0 | 1 => aura(dice),
        2 if !has_parts => "[turn]\npass = \"not in check\"\n".to_owned(),
        3 if !has_parts => format!(
            "[[transfers]]\nwhen = \"{when}\"\nfrom = \"{from}\"\npieces = \"rook ferz\"\n{to}"
        ),
        _ => String::new(),
    };
    (ferz, tables)
}

fn drawn(seed: u64) -> String {
    let pair = seed as usize % (MECHANISMS * MECHANISMS);
    let mut draft = Draft { dice: Dice(seed), tables: 0, castles: false, states: false };
    draft.castles = draft.dice.once_in(3);
    draft.states = draft.dice.once_in(3);
    let (files, ranks) = (["a-d", "a-e"][draft.dice.below(2)], 5 + draft.dice.below(2));
    let mut tables = String::new();
    let mut numbers = vec![pair % MECHANISMS, pair / MECHANISMS];
    if numbers[0] == numbers[1] && numbers[0] > 3 {
        numbers.pop();
    }
    for &number in &numbers {
        // A side with rules of its own, if the mechanism may be one.
        let is_own = number <= 3 && draft.dice.once_in(4);
        let path =
            if is_own { draft.one(&["sides.white.", "sides.black."]) } else { String::new() };
        tables += &draft.mechanism(number, &path);
    }
    let kings = 1 + draft.dice.below(2);
    let royals = draft.one(&["each", "each", "all", "last", "last 2"]);
    let tested = draft.one(&["each part", "each stage", "end of turn"]);
    let mut setup = format!("king = \"{}\"\n", if kings == 2 { "b1 d1" } else { "c1" });
    setup += match (draft.castles, files, kings) {
        (true, "a-e", 1) => "rook = \"a1 e1\"\n",
        _ => "rook = \"a1\"\n",
    };
    setup +=
        draft.dice.word("pawn=\"rank_2\" pawn=\"a2_b2\" pawn=\"c2\"").replace('_', " ").as_str();
    setup += "\n";
    let free = if kings == 2 { "c1" } else { "b1" };
    setup += &format!("{} = \"{free}\"\n", draft.one(&["knight", "ferz", "cannon"]));
    let castling = match (draft.castles, kings) {
        (true, 1) if files == "a-e" => {
            "[castling]\nlong = \"king c1-b1, rook a1-c1\"\nshort = \"king c1-d1, rook e1-c1\"\n"
        }
        (true, 1) => {
            "[castling]\nlong = \"king c1-b1, rook a1-c1\"\nshort = \"king c1-a1, rook a1-b1\"\n"
        }
        (true, _) => {
            "[castling]\nlong = \"king b1-a1, rook a1-b1\"\nshort = \"king b1-a1, rook a1-c1\"\n"
        }
        _ => "",
    };
    let has_hands = draft.dice.once_in(3) || numbers.contains(&5);
    let joined = draft.one(&["", "", "", "files", "files", "files ranks"]);
    let joined = match joined.as_str() {
        "" => joined,
        _ => format!("joined = \"{joined}\"\n"),
    };
    let hands = match has_hands {
        true => {
            "[hands]\ngain = \"captures\"\nas = \"unpromoted\"\n[setup-hand.each]\nknight = 1\n"
        }
        false => "",
    };
    let ways = drawn_ways(&mut Dice(seed + 1_000_000));
    let (ferz, extras) = drawn_extras(&mut Dice(seed + 2_000_000), numbers.contains(&3));
    let states = if draft.states {
        "[effects.marked]\non = \"captures\"\nat = \"landing\"\ndoes = \"set marked\"\n"
    } else {
        ""
    };
    let rook = if tables.contains("[pieces.rook]") {
        ""
    } else {
        "[pieces.rook]\nletter = \"R\"\nmove = \"R\"\n"
    };
    format!(
        "format = 1\nname = \"Drawn\"\n[board]\nfiles = \"{files}\"\nranks = \"1-{ranks}\"\n{joined}\
         [sides.white]\n[sides.black]\nseat = \"flip ranks\"\n\
         [pieces.king]\nletter = \"K\"\nmove = \"K\"\nroyal = true\n{rook}\
         [pieces.knight]\nletter = \"N\"\nmove = \"N\"\n{ways}\
         [pieces.pawn]\nletter = \"P\"\nmove = \"fmWfceF\"\ndouble-step = \"rank 2\"\n\
         [pieces.ferz]\nletter = \"F\"\nmove = \"F\"\n{ferz}[pieces.cannon]\nletter = \"C\"\nmove = \"mRcpR\"\n\
         [setup.each]\n{setup}{castling}{hands}{states}{tables}{extras}\
         [check]\nroyals = \"{royals}\"\ntested = \"{tested}\"\n\
         [ends]\ncheckmate = \"loses\"\nstalemate = \"draw\"\n"
    )
}

/// What random games of some definitions showed.
#[derive(Default)]
struct Comparison {
    /// Compared positions.
    positions: usize,
    /// The definitions that were refused, each with its errors.
    refused: Vec<String>,
    differences: Vec<String>,
}

impl Comparison {
    /// Plays a random game of a random definition.
    fn play(&mut self, seed: u64, plies: usize) {
        let both = match BothMovers::read(&drawn(seed)) {
            Ok(both) => both,
            Err(errors) => return self.refused.extend(errors),
        };
        let mut dice = Dice(seed);
        let mut position = both.rules.initial_position();
        let mut state = both.state(&position);
        for _ in 0..plies {
            self.positions += 1;
            if let Err(difference) = both.compare(&position, &state) {
                return self.differences.push(format!("seed {seed}: {difference}"));
            }
            let moves = both.rules.moves(&position);
            if moves.is_empty() {
                return;
            }
            let found = moves[dice.below(moves.len())];
            match both.compare_after(&position, &state, &found) {
                Ok(after) => (position, state) = after,
                Err(difference) => {
                    return self.differences.push(format!("seed {seed}: {difference}"));
                }
            }
        }
    }
}

/// Plays one random game of each of some definitions, in two threads.
fn compare(seeds: Range<u64>, plies: usize) -> Comparison {
    let half = |remainder: u64| {
        let seeds = seeds.clone();
        move || {
            let mut comparison = Comparison::default();
            let own = seeds.filter(|seed| seed % 2 == remainder);
            own.for_each(|seed| comparison.play(seed, plies));
            comparison
        }
    };
    let (even, odd) = std::thread::scope(|scope| {
        let threads = (scope.spawn(half(0)), scope.spawn(half(1)));
        (threads.0.join().expect("no panic"), threads.1.join().expect("no panic"))
    });
    Comparison {
        positions: even.positions + odd.positions,
        refused: [even.refused, odd.refused].concat(),
        differences: [even.differences, odd.differences].concat(),
    }
}

fn check(seeds: Range<u64>, plies: usize, least: usize) {
    let definitions = (seeds.end - seeds.start) as usize;
    let Comparison { positions, refused, differences } = compare(seeds, plies);
    eprintln!("{positions} positions of {definitions} games, {} errors", refused.len());
    let first: Vec<&str> = differences.iter().take(3).map(String::as_str).collect();
    assert!(differences.is_empty(), "{} differences:\n{}", differences.len(), first.join("\n\n"));
    assert!(positions >= least, "{positions} positions are too few");
    assert!(refused.len() * 5 < definitions, "too many refused: {}", refused[0]);
}

#[test]
fn both_movers_play_games_of_two_mechanisms() {
    check(0..150, 16, 1_500);
}

#[test]
#[ignore = "takes some minutes"]
fn both_movers_play_many_games_of_two_mechanisms() {
    check(150..55_000, 16, 600_000);
}

// ---- the matrix ----

/// Returns the definition of a feature with the tables of a mechanism, if one is given.
fn matrix_definition(matrix: &Table, feature: &Table, mechanism: Option<&Table>) -> String {
    let words = |key: &str| mechanism.and_then(|it| it.get(key)).and_then(Value::as_str);
    let base = feature["base"].as_str().expect("a base");
    let base = matrix["bases"][base].as_str().expect("a text");
    let ranks = "\nranks = ";
    let board = format!("\n{}{ranks}", words("board").unwrap_or(""));
    let base = base.replacen(ranks, &board, 1);
    let pieces = "[pieces.king]\nletter = \"K\"\nmove = \"K\"\nroyal = true\n\
                  [pieces.stone]\nletter = \"S\"\nmove = \"none\"\n\
                  [pieces.rook]\nletter = \"R\"\nmove = \"R\"\n";
    format!(
        "format = 1\nname = \"Matrix\"\n{pieces}{}\n\
         [pieces.knight]\nletter = \"N\"\nmove = \"N\"\n{}\n{base}{}\n[check]\n{}\n\
         [ends]\ncheckmate = \"{}\"\nstalemate = \"draw\"\n",
        words("rook").unwrap_or(""),
        words("knight").unwrap_or(""),
        words("tables").unwrap_or(""),
        words("check").unwrap_or(""),
        words("checkmate").unwrap_or("loses"),
    )
}

/// Whether a feature shows in a position or in one of its moves.
fn shows(feature: &str, both: &BothMovers, state: &GameState, steps: &[GameStep]) -> bool {
    let any = |is_meant: &dyn Fn(&GameStep) -> bool| steps.iter().any(is_meant);
    match feature {
        "promotion" => any(&|step| step.promotion.is_some()),
        "en-passant" => any(&|step| !step.captures.is_empty() && !step.captures.contains(&step.to)),
        "castling" => any(&|step| matches!(step.kind, GameStepKind::Castles(_))),
        "check" => both.words.in_check(state, state.to_move),
        "hands" => any(&|step| matches!(step.kind, GameStepKind::Drops(..))),
        "three-sides" => both.words.sides.len() == 3,
        "boards" => both.words.layout.boards().len() == 2,
        "hexagons" => both.words.layout.lattice() == Lattice::Hexagons,
        _ => panic!("no feature {feature}"),
    }
}

fn matrix_position(both: &BothMovers, feature: &Table) -> Position {
    match feature.get("position").and_then(Value::as_str) {
        None => both.rules.initial_position(),
        Some(text) => parse_position(&both.variant, &both.rules, text)
            .unwrap_or_else(|errors| panic!("{text}: {errors:?}")),
    }
}

/// Plays some games of a pair, beside the same game without the mechanism. Returns whether the
/// feature showed, and whether the mechanism changed anything.
fn play_pair(
    name: &str,
    feature: &Table,
    pair: &BothMovers,
    plain: &BothMovers,
    games: u64,
) -> Result<(bool, bool), String> {
    let (mut has_shown, mut has_changed) = (false, false);
    // Some features show only in a later game.
    for seed in 0..games.max(24) {
        if seed >= games && has_shown && has_changed {
            break;
        }
        let mut dice = Dice(seed);
        let mut position = matrix_position(pair, feature);
        let mut state = pair.state(&position);
        for _ in 0..8 {
            pair.compare(&position, &state)?;
            let moves = pair.rules.moves(&position);
            let steps: Vec<GameStep> = moves.iter().map(|found| pair.step(found)).collect();
            has_shown |= shows(name, pair, &state, &steps);
            let without = GameState { progress: None, ..state.clone() };
            let plain_steps = plain.words.legal(&without);
            has_changed |= plain_steps != steps.iter().cloned().collect();
            has_changed |= state.progress.is_some();
            has_changed |= pair.words.end(&state) != plain.words.end(&without);
            if moves.is_empty() {
                break;
            }
            let found = moves[dice.below(moves.len())];
            let step = pair.step(&found);
            let plainly = plain.words.changed(&state, &step).pieces;
            has_changed |= pair.words.changed(&state, &step).pieces != plainly;
            (position, state) = pair.compare_after(&position, &state, &found)?;
            has_changed |= state.pieces != plainly;
        }
    }
    Ok((has_shown, has_changed))
}

/// Every mechanism with every feature: both movers agree, the feature shows and the mechanism
/// changes something; or the pair is refused with the message of the table.
fn check_matrix(games: u64) {
    let path = root().join("tests/data/mechanisms.toml");
    let matrix: Table = std::fs::read_to_string(path).unwrap().parse().unwrap();
    let table = |value: &Value| value.as_table().expect("a table").clone();
    let mut faults = Vec::new();
    for (feature, words) in table(&matrix["features"]) {
        let words = table(&words);
        let plain = BothMovers::read(&matrix_definition(&matrix, &words, None));
        let plain = plain.unwrap_or_else(|errors| panic!("{feature}: {}", errors.join("\n")));
        for (mechanism, tables) in table(&matrix["mechanisms"]) {
            let refusals = matrix["refused"].as_array().expect("a list").iter();
            let mut refusals = refusals.map(table);
            let refused = refusals.find(|it| {
                it["mechanism"].as_str() == Some(&mechanism)
                    && it["feature"].as_str() == Some(&feature)
            });
            let definition = matrix_definition(&matrix, &words, Some(&table(&tables)));
            match (BothMovers::read(&definition), refused) {
                (Err(errors), Some(refused)) => {
                    let message = refused["message"].as_str().expect("a text");
                    if !errors.iter().any(|error| error.contains(message)) {
                        faults.push(format!("{mechanism}, {feature}: {}", errors.join("\n")));
                    }
                }
                (Err(errors), None) => {
                    faults
                        .push(format!("{mechanism}, {feature} is refused: {}", errors.join("\n")));
                }
                (Ok(_), Some(_)) => faults.push(format!("{mechanism}, {feature} is not refused")),
                (Ok(pair), None) => {
                    let what = match play_pair(&feature, &words, &pair, &plain, games) {
                        Ok((true, true)) => continue,
                        Ok((false, _)) => "does not show it".to_owned(),
                        Ok((true, false)) => "changes nothing".to_owned(),
                        Err(difference) => difference,
                    };
                    faults.push(format!("{mechanism}, {feature}: {what}"));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn each_mechanism_goes_with_each_feature() {
    check_matrix(1);
}

#[test]
#[ignore = "takes some minutes"]
fn each_mechanism_goes_with_each_feature_in_many_games() {
    check_matrix(16);
}
