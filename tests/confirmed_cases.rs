//! The table of confirmed cases, answered by the reference mover.

use std::collections::BTreeSet;

use fairybook::fsf::parse_fsf;
use fairybook::geometry::{Board, Cell, Layout, Orientation};
use fairybook::notation::{Betza, parse};

use reference_mover::{MoveContext, Occupant, reach};

/// One line of the table.
struct NotationCase<'a> {
    notation: &'a str,
    from: &'a str,
    rows: Vec<&'a str>,
    unmoved: bool,
    quiet: &'a str,
    captures: &'a str,
    friendly_captures: &'a str,
    locusts: &'a str,
}

impl<'a> NotationCase<'a> {
    /// Of the dialect, or nothing.
    fn read(line: &'a str, dialect: &str) -> Option<Self> {
        let columns: Vec<&str> = line.split('\t').collect();
        let [notation, from, fen, quiet, captures, _, spoken, state, friends, locusts, ..] =
            columns[..]
        else {
            panic!("a line with too few columns: {line}");
        };
        (spoken == dialect).then(|| NotationCase {
            notation,
            from,
            rows: fen.split('/').collect(),
            unmoved: state == "virgin",
            quiet,
            captures,
            friendly_captures: friends,
            locusts,
        })
    }

    /// The piece on a cell; the table's boards have 8 by 8 cells and single digits.
    fn occupant(&self, layout: &Layout, cell: Cell) -> Option<Occupant> {
        let at = layout.point(cell).at;
        let row = self.rows[7 - at.y as usize];
        let sign = row
            .chars()
            .flat_map(|sign| match sign.to_digit(10) {
                Some(empty) => vec!['.'; empty as usize],
                None => vec![sign],
            })
            .nth(at.x as usize);
        match sign {
            Some('O') => Some(Occupant::Friend),
            Some('o') => Some(Occupant::Enemy),
            _ => None,
        }
    }

    /// The four columns as the reference mover would fill them in, and as they are.
    fn found_and_expected(&self, betza: &Betza) -> ([String; 4], [String; 4]) {
        let layout = Layout::new(vec![Board::rectangle(8, 8)]).unwrap();
        let context = MoveContext {
            layout: &layout,
            frame: Orientation::FIRST,
            from: layout.find(self.from).unwrap(),
            unmoved: self.unmoved,
            occupant: &|cell| self.occupant(&layout, cell),
            passed: &[],
        };
        let reach = reach(betza, &context).unwrap();
        let name = |cell: &Cell| layout.name(*cell).to_owned();
        let list = |cells: &BTreeSet<Cell>| or_none(cells.iter().map(name).collect(), " ");
        // The table names each victim elsewhere by itself.
        let locusts: BTreeSet<String> = reach
            .shots
            .iter()
            .flat_map(|(to, takes)| {
                let elsewhere = takes.iter().filter(move |victim| *victim != to);
                elsewhere.map(move |victim| format!("{}x{}", name(to), name(victim)))
            })
            .collect();
        let locusts = or_none(locusts.into_iter().collect(), ";");
        let found =
            [list(&reach.quiet), list(&reach.captures), list(&reach.friendly_captures), locusts];
        let expected = [self.quiet, self.captures, self.friendly_captures, self.locusts];
        (found, expected.map(str::to_owned))
    }
}

fn or_none(mut words: Vec<String>, between: &str) -> String {
    words.sort();
    if words.is_empty() { "-".to_owned() } else { words.join(between) }
}

fn check(dialect: &str, at_least: usize, read: impl Fn(&str) -> Betza) {
    let table = include_str!("data/reach/betza_cases.tsv");
    let cases: Vec<NotationCase> =
        table.lines().filter_map(|line| NotationCase::read(line, dialect)).collect();
    assert!(cases.len() >= at_least, "the table has lost most of its lines");
    let mut wrong = String::new();
    for case in cases {
        let (found, expected) = case.found_and_expected(&read(case.notation));
        if found != expected {
            wrong += &format!("{} on {}\n  {found:?}\n  {expected:?}\n", case.notation, case.from);
        }
    }
    assert!(wrong.is_empty(), "found, and expected:\n{wrong}");
}

#[test]
fn the_table_of_confirmed_cases_holds() {
    check("xbetza", 80, |notation| parse(notation).unwrap());
}

#[test]
fn the_table_of_fairy_stockfish_holds() {
    check("fsf", 16, |notation| parse_fsf(notation).0);
}
