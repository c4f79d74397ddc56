//! Drawn boards, one for each thing that the notation can say.
//!
//! ```text
//! o  the piece; O where it may also return to its own cell
//! x  it may end there and takes nothing
//! e  an enemy, E one that it takes by going there; f and F a friend
//! .  an empty cell that it does not reach, and # no cell at all
//! ```
//!
//! What it takes elsewhere stands below the board: `b3*c4` goes to b3 and takes c4, `d5~d5`
//! changes places with d5.

use std::collections::BTreeSet;

use fairybook_core::geometry::{
    Axis, AxisKind, Board, Cell, CellCoordinates, Facing, JoinedEdges, Layout, Orientation, Seat,
    SeatPart, Tiling, Vector,
};
use fairybook_core::notation::parse;
use fairybook_core::source::Code;

use super::{MoveContext, Occupant, ReferenceReach, reach};

/// A drawing, read.
struct DrawnBoard {
    layout: Layout,
    signs: Vec<(Cell, char)>,
    from: Cell,
}

impl DrawnBoard {
    fn read(text: &str, joined: JoinedEdges) -> DrawnBoard {
        let rows: Vec<Vec<char>> = text
            .lines()
            .map(|line| line.chars().filter(|sign| !sign.is_whitespace()).collect::<Vec<char>>())
            .filter(|row| !row.is_empty())
            .collect();
        let board = Board { joined, ..Board::rectangle(rows[0].len(), rows.len()) };
        let full = Layout::new(vec![board]).unwrap();
        let sign = |cell: Cell| {
            let at = full.point(cell).at;
            rows[rows.len() - 1 - at.y as usize][at.x as usize]
        };
        let signs: Vec<(Cell, char)> =
            full.cells().map(|cell| (cell, sign(cell))).filter(|&(_, sign)| sign != '#').collect();
        let layout = full.restricted_to(&signs.iter().map(|&(cell, _)| cell).collect()).unwrap();
        let signs: Vec<(Cell, char)> =
            layout.cells().zip(signs).map(|(c, (_, s))| (c, s)).collect();
        let from = signs.iter().find(|(_, sign)| "oO".contains(*sign)).unwrap().0;
        DrawnBoard { layout, signs, from }
    }

    fn occupant(&self, cell: Cell) -> Option<Occupant> {
        match self.signs[cell.index()].1 {
            'e' | 'E' => Some(Occupant::Enemy),
            'f' | 'F' => Some(Occupant::Friend),
            _ => None,
        }
    }

    /// The same board with what was found.
    fn redrawn(&self, reach: &ReferenceReach) -> String {
        let sign = |cell: Cell| match self.signs[cell.index()].1 {
            'e' | 'E' => {
                if reach.captures.contains(&cell) {
                    'E'
                } else {
                    'e'
                }
            }
            'f' | 'F' => {
                if reach.friendly_captures.contains(&cell) {
                    'F'
                } else {
                    'f'
                }
            }
            'o' | 'O' => {
                if reach.quiet.contains(&cell) {
                    'O'
                } else {
                    'o'
                }
            }
            _ => {
                if reach.quiet.contains(&cell) {
                    'x'
                } else {
                    '.'
                }
            }
        };
        let size = self.layout.board(0).size();
        let mut text = String::new();
        for y in (0..size.y).rev() {
            let row: Vec<String> = (0..size.x)
                .map(|x| {
                    let at = Vector::new(x, y, 0);
                    let cell = self.layout.at(CellCoordinates { board: 0, at });
                    cell.map_or('#', sign).to_string()
                })
                .collect();
            text += &(row.join(" ") + "\n");
        }
        text
    }

    fn elsewhere(&self, reach: &ReferenceReach) -> String {
        let name = |cell: &Cell| self.layout.name(*cell);
        let shots = reach.shots.iter().map(|(to, takes)| {
            takes.iter().fold(name(to).to_owned(), |text, cell| text + "*" + name(cell))
        });
        let swaps = reach.swaps.iter().map(|(to, with)| format!("{}~{}", name(to), name(with)));
        let all: Vec<String> = shots.chain(swaps).collect();
        all.join(" ")
    }
}

struct NotationCase<'a> {
    notation: &'a str,
    frame: Orientation,
    unmoved: bool,
    joined: JoinedEdges,
    passed: &'a [(&'a str, &'a str)],
}

impl Default for NotationCase<'_> {
    fn default() -> Self {
        let joined = JoinedEdges::NOTHING;
        NotationCase {
            notation: "",
            frame: Orientation::FIRST,
            unmoved: false,
            joined,
            passed: &[],
        }
    }
}

impl NotationCase<'_> {
    #[track_caller]
    fn check(&self, drawing: &str, elsewhere: &str) {
        let expected = DrawnBoard::read(drawing, self.joined);
        let find = |name: &str| expected.layout.find(name).unwrap();
        let passed: Vec<(Cell, Cell)> =
            self.passed.iter().map(|&(cell, by)| (find(cell), find(by))).collect();
        let context = MoveContext {
            layout: &expected.layout,
            frame: self.frame,
            from: expected.from,
            unmoved: self.unmoved,
            occupant: &|cell| expected.occupant(cell),
            passed: &passed,
        };
        let betza = parse(self.notation).unwrap();
        let found = reach(&betza, &context).unwrap();
        let as_drawn: Vec<String> = drawing
            .lines()
            .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
            .filter(|line| !line.is_empty())
            .collect();
        let drawn = as_drawn.join("\n") + "\n" + elsewhere;
        let found = expected.redrawn(&found) + &expected.elsewhere(&found);
        assert_eq!(found, drawn, "{}:\n{found}\n-- expected:\n{drawn}\n", self.notation);
    }
}

#[track_caller]
fn check(notation: &str, drawing: &str) {
    NotationCase { notation, ..NotationCase::default() }.check(drawing, "");
}

#[track_caller]
fn check_also(notation: &str, drawing: &str, elsewhere: &str) {
    NotationCase { notation, ..NotationCase::default() }.check(drawing, elsewhere);
}

#[test]
fn a_leaper_goes_to_all_cells_of_its_leap() {
    check(
        "N",
        "
        . x . x .
        x . . . x
        . . o . .
        x . . . x
        . x . x .
        ",
    );
    check(
        "FD",
        "
        . . x . .
        . x f E .
        x . o . x
        . x . x .
        . . f . .
        ",
    );
    check(
        "{1,3}",
        "
        . . x . x . .
        . . . . . . .
        x . . . . . x
        . . . o . . .
        x . . . . . x
        . . . . . . .
        . . x . x . .
        ",
    );
}

#[test]
fn a_rider_goes_on_until_it_meets_a_piece() {
    check(
        "R",
        "
        . . e . .
        . . E . .
        f . x . .
        . . x . .
        f x o x x
        ",
    );
}

#[test]
fn a_range_counts_leaps_and_only_landings_are_in_the_way() {
    check(
        "W2",
        "
        . . . . .
        . . x . .
        . . x . .
        x x o E e
        ",
    );
    check(
        "D0",
        "
        . . . . E .
        . . . . . .
        . . . . x .
        . . . . e .
        f e x e o f
        ",
    );
    check(
        "N0",
        "
        . x . . . x .
        . . . . . . .
        . . x . x . .
        . x . . . x .
        . . . o . . .
        ",
    );
}

#[test]
fn holes_end_a_slide_but_not_a_leap() {
    check(
        "RA",
        "
        x x o # .
        # # x . .
        x . x . x
        ",
    );
    check(
        "nD",
        "
        x . o # .
        . . . . .
        . . x . .
        ",
    );
}

#[test]
fn orthogonal_atoms_take_every_letter_by_itself() {
    check("fsW", ". x .\n x o x\n . . .");
    check("frW", ". x .\n . o x\n . . .");
    check("vW", ". x .\n . o .\n . x .");
}

#[test]
fn diagonal_atoms_have_two_cells_a_letter_and_one_a_pair() {
    check("fF", "x . x\n . o .\n . . .");
    check("rF", ". . x\n . o .\n . . x");
    check("frF", ". . x\n . o .\n . . .");
    check("flbrF", "x . .\n . o .\n . . x");
    check("fsF", "x . x\n . o .\n . . .");
}

#[test]
fn oblique_atoms_have_narrow_and_wide_letters() {
    let board = |row: [&str; 5]| row.join("\n");
    check("fN", &board([". x . x .", ". . . . .", ". . o . .", ". . . . .", ". . . . ."]));
    check("fhN", &board([". x . x .", "x . . . x", ". . o . .", ". . . . .", ". . . . ."]));
    check("rfN", &board([". . . x .", ". . . . .", ". . o . .", ". . . . .", ". . . . ."]));
    check("frN", &board([". . . . .", ". . . . x", ". . o . .", ". . . . .", ". . . . ."]));
    check("fsN", &board([". . . . .", "x . . . x", ". . o . .", ". . . . .", ". . . . ."]));
    check("rvN", &board([". . . x .", ". . . . .", ". . o . .", ". . . . .", ". . . x ."]));
    check("ffrrN", &board([". x . x .", ". . . . x", ". . o . .", ". . . . x", ". . . . ."]));
    check("hrN", &board([". . . x .", "x . . . .", ". . o . .", ". . . . x", ". x . . ."]));
    check("hlN", &board([". x . . .", ". . . . x", ". . o . .", "x . . . .", ". . . x ."]));
}

#[test]
fn kings_have_one_ray_a_letter() {
    check("fK", ". x .\n . o .\n . . .");
    check("frK", ". . x\n . o .\n . . .");
    check("fsK", "x . x\n . o .\n . . .");
    check("ffrrK", ". x .\n . o x\n . . .");
    check("fhK", "x x x\n . o .\n . . .");
}

#[test]
fn forward_is_away_from_the_owner() {
    let seat = |parts: &[SeatPart]| {
        Orientation::FIRST.after_seat(&Seat { parts: parts.to_vec() }, Tiling::Squares)
    };
    let opposite = NotationCase {
        notation: "fWfrFlfN",
        frame: seat(&[SeatPart::FlipRanks]),
        ..NotationCase::default()
    };
    opposite.check(
        "
        . . . . .
        . . . . .
        . . o . .
        . x x . .
        . . . x .
        ",
        "",
    );
    let from_the_left = NotationCase {
        notation: "fR",
        frame: Orientation::facing(Facing::Right),
        ..NotationCase::default()
    };
    from_the_left.check("o x x", "");
}

#[test]
fn letters_of_purpose_say_what_may_happen_at_the_end() {
    check("mW", ". x .\n f o e\n . x .");
    check("cW", ". . .\n f o E\n . . .");
    check("dW", ". . .\n F o e\n . . .");
    check("mcdW", ". x .\n F o E\n . x .");
}

#[test]
fn initial_moves_need_a_piece_that_has_not_moved() {
    let pawn = NotationCase { notation: "fmWifmnD", ..NotationCase::default() };
    pawn.check(". . .\n . x .\n . o .", "");
    NotationCase { unmoved: true, ..pawn }.check(". x .\n . x .\n . o .", "");
}

#[test]
fn en_passant_takes_the_piece_that_passed() {
    // The enemy on c2 has just made a double step over c3; b1 is empty by now.
    let pawn = NotationCase {
        notation: "fceF",
        passed: &[("c3", "c2"), ("a3", "b1")],
        ..NotationCase::default()
    };
    pawn.check(". . .\n . o e\n . . .", "c3*c2");
    pawn.check("E . .\n . o e\n . . .", "c3*c2");
}

#[test]
fn lame_leaps_need_the_cell_between_empty_and_jumps_need_it_occupied() {
    check(
        "nN",
        "
        . . . . .
        x . e . .
        . . o e .
        x e . . .
        . x . x .
        ",
    );
    check(
        "nZ",
        "
        . x . . . . .
        x . . . . . .
        . . . . e . .
        . . . o . . .
        ",
    );
    check(
        "jD",
        "
        . . x . .
        . . e . .
        . . o f E
        ",
    );
}

#[test]
fn ski_sliders_skip_the_first_cell() {
    check("jR", "E . o e x x E");
    check("jR", "f e o f x E .");
    check("jR2", "x . o . x . .");
}

#[test]
fn cannons_need_one_piece_and_then_go_on() {
    check("pR", "o . e x x E e");
    check("cpR", "o . f . . E .");
    check("pR3", "o . e x . . .");
    check("pR", "o e f . . . .");
}

#[test]
fn grasshoppers_land_right_behind() {
    check("gR", "o . e x . e e");
    check("gR", "o . e E . . .");
    check("gR", "o . e f . . .");
    check("gR", "o . . . . . .");
}

#[test]
fn chains_turn_relative_to_the_step_before() {
    check(
        "afsW",
        "
        . x . x .
        x . . . .
        . . o e .
        x . . . .
        . x . x .
        ",
    );
    check(
        "afsF",
        "
        . x . x .
        x . e . x
        . . o . .
        . e f . x
        . . . x .
        ",
    );
    check(
        "mafmF",
        "
        x . . . x
        . . . . .
        . . o . .
        . e . . .
        . . . . x
        ",
    );
}

#[test]
fn toggles_make_sliders_of_leapers() {
    check(
        "FyafsF",
        "
        . x . x .
        x x . x x
        . . o . .
        x x . E .
        . x . . .
        ",
    );
    check("yafR", "o . x x E");
    check("yafafW", "o . . x x");
}

#[test]
fn hit_and_run_takes_on_the_way() {
    check_also("fcafmF", ". . .\n . e .\n o . .", "c3*b2");
    check_also("mcabK", "e .\n O .", "a1*a2");
    check_also("caW", ". . .\n . e .\n . o .", "a2*b2 b3*b2 c2*b2");
    check_also("cafcW", "e\n e\n o", "a3*a2*a3");
    check_also("dafdW", "f\n f\n o", "a3*a2*a3");
}

#[test]
fn only_what_has_happened_toggles() {
    // `y` on an empty cell, `c` on an enemy: behind the enemy it still slides.
    check_also("cyafR", "o . E . . e", "d1*c1 e1*c1 f1*c1*f1");
    check_also("cyafR", "o . x E . .", "e1*d1 f1*d1");
    // Over a piece by `g`, and by `m` through empty cells without it.
    check("mgafW", "o . x .");
    check("mgafW", "o e x x");
}

#[test]
fn the_cell_it_came_from_is_empty() {
    check("mabmR", "x O x");
    check_also("cabmR", ". . . o e", "a1*e1 b1*e1 c1*e1 d1*e1");
    check("mabcR", ". E o . e");
}

#[test]
fn a_hop_in_the_middle_ends_on_the_hurdle() {
    check("pafR", "o . e x x E e");
    check("mpafW", "o e x . .");
    check("mpafW", "o . x . .");
    check("cpafmR", "o . e x x e e");
    check(
        "gafsF",
        "
        . . x . .
        . . x . .
        . e e x x
        . o . . .
        ",
    );
}

#[test]
fn same_length_repeats_the_slide() {
    check_also("caibR", "o . . e .", "a1*d1");
    check("mafiR", "o . x . x . x");
}

#[test]
fn brackets_go_on_outward() {
    check(
        "[F?R]",
        "
        . x . x .
        x x . x x
        . . o . .
        x x . E .
        . x . . .
        ",
    );
    check(
        "[W-B]",
        "
        x . . . x
        . x . x .
        x . . . x
        . . o . .
        ",
    );
    check(
        "[W?sR]",
        "
        x x x x x
        . x o x .
        ",
    );
    check("[F-F]", "x . . . x\n . . . . .\n . . o . .");
    check(
        "[N-fB]",
        "
        x . . . . . x
        . x . . . x .
        x . . . . . x
        . . . . . . .
        . . . o . . .
        ",
    );
}

#[test]
fn unloading_puts_back_what_was_taken() {
    check_also("ucR", "f . o . e", "e1~e1");
    check_also("udR", "f . o . e", "a1~a1");
    check_also("afudR", "o . . f", "d1~d1");
    check("mcaubW", "e\n O");
    // What was taken reappears where the leg with the letter began: here where it stood.
    check("caufmR", "o e x x");
    check_also("ucafmR", "o e . .", "c1~b1 d1~b1");
}

#[test]
fn cylinders_join_left_and_right() {
    check("oN", ". . .\n . x x\n . x x\n o . .");
    // Once around leads back to the start cell, which is no move.
    check("oR", "o x x x");
    check("oR", "o x E x");
    let ring =
        NotationCase { notation: "R", joined: JoinedEdges::RANKS, ..NotationCase::default() };
    ring.check("E\n x\n o\n x", "");
    let round =
        NotationCase { notation: "B", joined: JoinedEdges::FILES, ..NotationCase::default() };
    round.check(". . x .\n . x . x\n o . . .", "");
}

#[test]
fn the_universal_leaper_goes_anywhere_else() {
    check("mU", "x x x\n x o e\n f x x");
}

#[test]
fn castling_goes_towards_a_friend_at_the_edge() {
    let castle = |unmoved| NotationCase { notation: "isO2", unmoved, ..NotationCase::default() };
    castle(true).check("f . x . o . x f", "");
    castle(false).check("f . . . o . . f", "");
    castle(true).check("f e . . o . f .", "");
    check("sjO2", "e f x . o . . f");
}

/// Counts the cells that a piece reaches on an empty board.
fn count(layout: &Layout, from: &str, notation: &str) -> usize {
    let context = MoveContext {
        layout,
        frame: Orientation::FIRST,
        from: layout.find(from).unwrap(),
        unmoved: false,
        occupant: &|_| None,
        passed: &[],
    };
    reach(&parse(notation).unwrap(), &context).unwrap().quiet.len()
}

fn names(layout: &Layout, from: &str, notation: &str) -> String {
    let context = MoveContext {
        layout,
        frame: Orientation::FIRST,
        from: layout.find(from).unwrap(),
        unmoved: false,
        occupant: &|_| None,
        passed: &[],
    };
    let reach = reach(&parse(notation).unwrap(), &context).unwrap();
    let names: BTreeSet<&str> = reach.quiet.iter().map(|&cell| layout.name(cell)).collect();
    names.into_iter().collect::<Vec<_>>().join(" ")
}

fn cube() -> Layout {
    let board = Board {
        levels: Axis::new("ABCDE".chars()),
        has_levels: true,
        names: vec![AxisKind::Level, AxisKind::File, AxisKind::Rank],
        ..Board::rectangle(5, 5)
    };
    Layout::new(vec![board]).unwrap()
}

fn hexagon() -> Layout {
    Layout::new(vec![Board::hexagon(6, "abcdefghikl".chars())]).unwrap()
}

#[test]
fn three_dimensions_have_as_many_directions_as_they_should() {
    let cube = cube();
    let counts = [
        ("W", 6),
        ("W0", 12),
        ("F", 12),
        ("F0", 24),
        ("T", 8),
        ("T0", 16),
        ("N", 24),
        ("{1,1,2}", 24),
        ("{1,2,2}", 24),
        ("{2,2,2}", 8),
        ("R", 12),
        ("B", 24),
        ("Q", 52),
        ("K", 26),
        ("D", 6),
        ("A", 12),
        ("=N", 8),
        ("|W", 2),
        ("^K", 9),
        ("=K", 8),
    ];
    for (notation, cells) in counts {
        assert_eq!(count(&cube, "Cc3", notation), cells, "{notation}");
    }
    assert_eq!(names(&cube, "Bc2", "fmW^mW"), "Bc3 Cc2");
    assert_eq!(names(&cube, "Bc2", "=fF^fF^sF"), "Bb3 Bd3 Cb2 Cc3 Cd2");
    assert_eq!(names(&cube, "Aa1", "[T-fT]"), "Cc3");
    assert_eq!(names(&cube, "Aa1", "[{127,127,127}?f{127,127,127}]"), "", "no leap is too long");
    assert_eq!(names(&cube, "Cc3", "afT"), "Aa1 Aa5 Ae1 Ae5 Ea1 Ea5 Ee1 Ee5");
    assert_eq!(count(&cube, "Cc3", "[W-F]"), 24, "outward from a face: the knight's cells");
}

#[test]
fn hexagons_have_as_many_directions_as_they_should() {
    let board = hexagon();
    let counts = [
        ("W", 6),
        ("R", 30),
        ("F", 6),
        ("B", 12),
        ("N", 12),
        ("D", 6),
        ("D0", 12),
        ("A", 6),
        ("H", 6),
        ("C", 12),
        ("Z", 12),
        ("K", 12),
        ("Q", 42),
    ];
    for (notation, cells) in counts {
        assert_eq!(count(&board, "f6", notation), cells, "{notation}");
    }
}

#[test]
fn hexagons_have_directions_by_letter_and_by_clock() {
    let board = hexagon();
    let same = [
        ("fW", "@12W", "f7"),
        ("frW", "@2W", "g6"),
        ("rW", "@2,4W", "g5 g6"),
        ("fF", "@11,1F", "e7 g7"),
        ("sF", "@3,9F", "d5 h5"),
        ("frF", "@1F", "g7"),
        ("bW", "@6W", "f5"),
        ("vK", "@12,6K", "f5 f7"),
        ("fN", "fN", "e8 g8"),
    ];
    for (letters, clock, cells) in same {
        assert_eq!(names(&board, "f6", letters), cells, "{letters}");
        assert_eq!(names(&board, "f6", clock), cells, "{clock}");
    }
    assert_eq!(count(&board, "f6", "[F?R]"), 6 + 12 * 3);
    assert_eq!(names(&board, "f6", "[W-F]"), names(&board, "f6", "N"));
    assert_eq!(names(&board, "f6", "afW"), names(&board, "f6", "D"));
    // A step to the next cell has nothing between, whichever way it points.
    assert_eq!(count(&board, "f6", "jF2"), 6);
    assert_eq!(names(&board, "f6", "nC"), names(&board, "f6", "C"));
}

#[test]
fn what_a_board_cannot_do_is_refused() {
    let square = Layout::new(vec![Board::rectangle(8, 8)]).unwrap();
    let refused = |layout: &Layout, from: &str, notation: &str| {
        let context = MoveContext {
            layout,
            frame: Orientation::FIRST,
            from: layout.find(from).unwrap(),
            unmoved: false,
            occupant: &|_| None,
            passed: &[],
        };
        let error = reach(&parse(notation).unwrap(), &context).unwrap_err();
        (error.code, notation[error.span.unwrap().range()].to_owned())
    };
    assert_eq!(refused(&square, "d4", "WT"), (Code::BetzaAtom, "T".to_owned()));
    assert_eq!(refused(&square, "d4", "{1,2,2}"), (Code::BetzaAtom, "{1,2,2}".to_owned()));
    assert_eq!(refused(&square, "d4", "N@1F"), (Code::BetzaDirection, "@1".to_owned()));
    assert_eq!(refused(&square, "d4", "^W"), (Code::BetzaDirection, "^".to_owned()));
    assert_eq!(refused(&cube(), "Cc3", "{1,2}"), (Code::BetzaAtom, "{1,2}".to_owned()));
    assert_eq!(refused(&cube(), "Cc3", "asW"), (Code::BetzaDirection, "s".to_owned()));
    assert_eq!(refused(&hexagon(), "f6", "oR"), (Code::BetzaModifier, "o".to_owned()));
    assert_eq!(refused(&hexagon(), "f6", "T"), (Code::BetzaAtom, "T".to_owned()));
}

#[test]
fn moves_beyond_counting_are_refused() {
    let square = Layout::new(vec![Board::rectangle(40, 40)]).unwrap();
    let context = MoveContext {
        layout: &square,
        frame: Orientation::FIRST,
        from: square.find("t20").unwrap(),
        unmoved: false,
        occupant: &|_| Some(Occupant::Enemy),
        passed: &[],
    };
    let error = reach(&parse("cacacacacacacaK").unwrap(), &context).unwrap_err();
    assert_eq!(error.code, Code::BetzaLength);
}
