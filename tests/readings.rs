//! How the two movers read what the specification of the notation says briefly, or not at all:
//! each decision as a drawn case, said by both.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use fairybook::game::SideId;
use fairybook::geometry::{Axis, AxisKind, Board, Cell, JoinedEdges, Layout};
use fairybook::notation::parse;

use crate::two_movers::{Scene, Verdict, verdicts, words};

/// `cabmR on c1 of 5x1 files joined; enemies e1; passed c2<c3; unmoved`
fn scene(line: &str) -> Scene {
    let mut parts = line.split("; ");
    let first = parts.next().expect("a case has a notation");
    let (notation, place) = first.rsplit_once(" on ").expect("`on` and a cell");
    let (from, board) = place.split_once(" of ").expect("`of` and a board");
    let layout = Arc::new(Layout::new(vec![board_of(board)]).expect("a board"));
    let cell = |name: &str| layout.find(name).unwrap_or_else(|| panic!("no cell {name}: {line}"));
    let mut scene = Scene {
        notation: notation.to_owned(),
        betza: parse(notation).unwrap_or_else(|errors| panic!("{notation}: {errors:?}")),
        layout: layout.clone(),
        pieces: vec![0; layout.len()],
        from: cell(from),
        side: SideId(0),
        unmoved: false,
        passed: Vec::new(),
        turns: 0,
    };
    for part in parts {
        let (what, names) = part.split_once(' ').unwrap_or((part, ""));
        for name in names.split_whitespace() {
            match what {
                "friends" => scene.pieces[cell(name).index()] = 1,
                "enemies" => scene.pieces[cell(name).index()] = 2,
                "passed" => {
                    let (passed, victim) = name.split_once('<').expect("`passed c2<c3`");
                    scene.passed.push((cell(passed), cell(victim)));
                }
                _ => panic!("`{what}` is nothing a case says: {line}"),
            }
        }
        scene.unmoved |= what == "unmoved";
    }
    scene
}

/// `5x3`, `5x3 files joined`, `5x3 files ranks joined`, `4x3 levels 2`, `hexagon 3`
fn board_of(text: &str) -> Board {
    let words: Vec<&str> = text.split(' ').collect();
    let number = |text: &str| text.parse::<usize>().expect("a number");
    if let ["hexagon", edge] = words[..] {
        let files = "abcdefghijklm".chars().take(2 * number(edge) - 1);
        return Board::hexagon(number(edge), files.map(String::from));
    }
    let (files, ranks) = words[0].split_once('x').expect("a size");
    let board = Board::rectangle(number(files), number(ranks));
    match words[1..] {
        [] => board,
        ["files", "joined"] => Board { joined: JoinedEdges::FILES, ..board },
        ["ranks", "joined"] => Board { joined: JoinedEdges::RANKS, ..board },
        ["files", "ranks", "joined"] => Board { joined: JoinedEdges::BOTH, ..board },
        ["levels", count] => Board {
            levels: Axis::new("ABCDE".chars().take(number(count))),
            has_levels: true,
            names: vec![AxisKind::Level, AxisKind::File, AxisKind::Rank],
            ..board
        },
        _ => panic!("no such board: {text}"),
    }
}

/// The board with what the piece may do: `x` it may end there, a capital is taken there.
fn drawn(scene: &Scene, verdict: &Verdict) -> String {
    let Verdict::Reach { quiet, captures, friendly, shots, swaps } = verdict else {
        return words(&scene.layout, verdict);
    };
    let letter = |cell: Cell| {
        let sign = match scene.piece(cell).map(|piece| piece.side == scene.side) {
            _ if cell == scene.from && quiet.contains(&cell) => "O",
            _ if cell == scene.from => "o",
            _ if quiet.contains(&cell) => "x",
            None => ".",
            Some(true) if friendly.contains(&cell) => "F",
            Some(true) => "f",
            Some(false) if captures.contains(&cell) => "E",
            Some(false) => "e",
        };
        sign.to_owned()
    };
    let name = |cell: &Cell| scene.layout.name(*cell);
    let mut text = scene.layout.text_board(letter);
    if !shots.is_empty() {
        text += "\n\ntakes elsewhere:";
        for (to, takes) in shots {
            let takes: Vec<&str> = takes.iter().map(name).collect();
            let _ = write!(text, " {}*{}", name(to), takes.join("*"));
        }
    }
    if !swaps.is_empty() {
        text += "\n\nputs elsewhere:";
        for (to, with) in swaps {
            let _ = write!(text, " {}~{}", name(to), name(with));
        }
    }
    text
}

#[test]
fn readings_are_those_of_both_movers() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/reach/readings.txt");
    let old = fs::read_to_string(&path).expect("the cases are there");
    let mut found = String::new();
    let mut cases = 0;
    for (place, block) in old.split("\n\n> ").enumerate() {
        if place == 0 {
            found += block;
            continue;
        }
        // What stands behind the last drawn line and begins with `#` introduces the next case.
        let case = block.lines().next().unwrap_or_default();
        let introduces = block.find("\n# ").map(|at| block[at..].trim()).unwrap_or_default();
        let scene = scene(case);
        let (first, second) = verdicts(&scene);
        let both = match (&first, &second) {
            (Verdict::Refused(one), Verdict::Refused(other)) => {
                format!("refused: {one}\nrefused: {other}")
            }
            _ if first == second => drawn(&scene, &first),
            _ => panic!(
                "{case}\nreference {}\nrules     {}",
                words(&scene.layout, &first),
                words(&scene.layout, &second)
            ),
        };
        let _ = write!(found, "\n\n> {case}\n{both}");
        if !introduces.is_empty() {
            let _ = write!(found, "\n\n{introduces}");
        }
        cases += 1;
    }
    assert!(cases >= 40, "most cases are gone");
    found = found.trim_end().to_owned() + "\n";
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, found).expect("the cases can be written");
    } else {
        assert_eq!(found, old, "`UPDATE=1 cargo test` writes the cases anew");
    }
}
