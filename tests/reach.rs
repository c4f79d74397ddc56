//! The compiled mover against the table of confirmed cases.

use std::sync::Arc;

use fairybook::game::{BLOCKER, MOVER, Piece, SideId, single_piece_game};
use fairybook::geometry::{Board, Cell, CellSet, Layout};
use fairybook::notation::parse;
use fairybook::rules::{PieceStatus, Position, Rules};

struct Case {
    line: usize,
    fields: Vec<String>,
}

impl Case {
    fn all() -> Vec<Case> {
        let table = include_str!("data/reach/betza_cases.tsv");
        let rows = table.lines().enumerate().skip(1);
        rows.map(|(line, row)| Case {
            line: line + 1,
            fields: row.split('\t').map(str::to_owned).collect(),
        })
        .collect()
    }

    fn field(&self, index: usize) -> &str {
        &self.fields[index]
    }
}

#[test]
fn every_confirmed_case_holds_for_the_compiled_mover() {
    let mut failures = Vec::new();
    for case in Case::all().iter().filter(|case| case.field(6) == "xbetza") {
        if let Err(failure) = run(case) {
            failures.push(format!("line {}: {}: {failure}", case.line, case.field(0)));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn run(case: &Case) -> Result<(), String> {
    let betza = parse(case.field(0)).map_err(|errors| errors[0].message.clone())?;
    let layout = Arc::new(Layout::new(vec![Board::rectangle(8, 8)]).unwrap());
    let rules = Rules::compile(single_piece_game(layout.clone(), betza))
        .map_err(|errors| errors[0].message.clone())?;
    let from = layout.find(case.field(1)).unwrap();
    let mut position = stand(&rules, case.field(2));
    position.set_status(
        from,
        PieceStatus { moved: case.field(7) != "virgin", ..PieceStatus::default() },
    );
    let reach = rules.reach(&position, from);
    let friends: Vec<String> = names(&layout, &reach.friendly_captures);
    let mut shots: Vec<String> = Vec::new();
    for (to, takes) in &reach.shots {
        let others = takes.iter().filter(|&victim| victim != to);
        shots.extend(others.map(|victim| format!("{}x{}", layout.name(*to), layout.name(*victim))));
    }
    shots.sort();
    compare("quiet", case.field(3), &names(&layout, &reach.quiet), ' ')?;
    compare("captures", case.field(4), &names(&layout, &reach.captures), ' ')?;
    compare("friendly captures", case.field(8), &friends, ' ')?;
    compare("locust", case.field(9), &shots, ';')
}

fn compare(what: &str, expected: &str, found: &[String], between: char) -> Result<(), String> {
    let mut expected: Vec<&str> = expected.split(between).filter(|word| *word != "-").collect();
    expected.sort();
    if expected == found {
        Ok(())
    } else {
        Err(format!("{what}: {found:?}, expected {expected:?}"))
    }
}

fn names(layout: &Layout, cells: &CellSet) -> Vec<String> {
    let mut names: Vec<String> = cells.iter().map(|cell| layout.name(cell).to_owned()).collect();
    names.sort();
    names
}

fn stand(rules: &Rules, fen: &str) -> Position {
    let mut position = Position::empty(rules);
    for (row, text) in fen.split('/').enumerate() {
        let mut file = 0;
        for letter in text.chars() {
            match letter.to_digit(10) {
                Some(skip) => file += skip as u16,
                None => {
                    let piece_type = if letter == 'X' { MOVER } else { BLOCKER };
                    let side = SideId(u8::from(letter == 'o'));
                    position.set_piece(
                        Cell(file * 8 + 7 - row as u16),
                        Some(Piece { side, piece_type }),
                    );
                    file += 1;
                }
            }
        }
    }
    position
}
