//! Move notation and placements, from tables.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use arbtest::arbitrary::{Result, Unstructured};
use fairybook::fsf::parse_fsf;
use fairybook::geometry::{Board, Cell, Layout, Orientation};
use fairybook::notation::{Placement, RowEntry, RowLengths, lint, parse, print_placement};
use fairybook::source::{Diagnostic, SourceFile, Span, render};

use reference_mover::{MoveContext, Occupant, reach};

/// A file of the tables; `UPDATE=1` writes what is found into those that hold messages.
fn table(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

fn read(name: &str) -> String {
    fs::read_to_string(table(name)).expect("the table is there")
}

/// Compares, or with `UPDATE=1` replaces, a table that is written as a whole.
fn bless(name: &str, found: &str) {
    if std::env::var_os("UPDATE").is_some() {
        fs::write(table(name), found).expect("the table can be written");
    } else {
        assert_eq!(found, read(name), "{name} differs; `UPDATE=1 cargo test` writes it anew");
    }
}

fn drawn(text: &str, complaints: &[Diagnostic]) -> String {
    let file = SourceFile::new("notation", text);
    let place = |complaint: &Diagnostic| render(&complaint.clone().within(&file, 0), false);
    complaints.iter().map(place).collect::<Vec<_>>().join("\n")
}

#[test]
fn notations_are_printed_in_one_spelling() {
    for line in read("notation/accepted.txt").lines() {
        let Some((typed, expected)) = line.split_once("=>") else { continue };
        let (typed, expected) = (typed.trim_end(), expected.trim());
        let betza = parse(typed)
            .unwrap_or_else(|complaints| panic!("`{typed}`\n{}", drawn(typed, &complaints)));
        assert_eq!(betza.to_string(), expected, "`{typed}`");
        let again = parse(expected).expect("what is printed is read again");
        assert_eq!(again.without_spans(), betza.without_spans(), "`{typed}`");
    }
}

#[test]
fn what_has_no_settled_meaning_is_refused_with_its_place() {
    let old = read("notation/refused.txt");
    let typed = old.lines().filter_map(|line| line.strip_prefix('>')).map(str::trim_start);
    let mut found = String::from(REFUSED);
    for typed in typed {
        let complaints = match parse(typed) {
            Ok(betza) => panic!("`{typed}` is read as {betza}"),
            Err(complaints) => complaints,
        };
        let _ =
            writeln!(found, "\n{}\n{}", format!("> {typed}").trim_end(), drawn(typed, &complaints));
    }
    bless("notation/refused.txt", &found);
}

const REFUSED: &str = "\
# Notations that are refused, each behind `> `, and what is said about them.
# Add a line, then run the tests with UPDATE=1.
";

#[test]
fn every_confirmed_case_is_read() {
    for line in read("reach/betza_cases.tsv").lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        if columns[6] == "xbetza" {
            let typed = columns[0];
            let read = parse(typed);
            assert!(read.is_ok(), "{}", drawn(typed, &read.unwrap_err()));
        }
    }
}

#[test]
fn disputed_letters_are_warned_of() {
    let warned = |typed: &str| {
        let betza = parse(typed).expect("it is read");
        drawn(typed, &lint(&betza))
    };
    for quiet in ["nN", "nD", "nA", "Z", "n{2,4}"] {
        assert_eq!(warned(quiet), "", "`{quiet}`");
    }
    let expected = "\
warning[betza-modifier]: programs differ on the cell that blocks a lame `Z`
 --> notation:1:2
  |
1 | WfnZ
  |  ^^^
  here it is half of the leap, rounded towards the start: {1,1}
  hint: write the route leg by leg, as in `mafmafW`";
    assert_eq!(warned("WfnZ"), expected);
    for quiet in ["pafR", "mpafR", "cpR", "cafR"] {
        assert_eq!(warned(quiet), "", "`{quiet}`");
    }
    let expected = "\
warning[betza-modifier]: `d` has no effect with `g` on a leg that is not the last
 --> notation:1:2
  |
1 | WdgafR
  |  ^^
  the hurdle may belong to any side and is not captured
  hint: leave it out";
    assert_eq!(warned("WdgafR"), expected);
}

#[test]
fn what_fairy_stockfish_drops_is_said() {
    let old = read("notation/fsf.txt");
    let mut found = String::from(FSF);
    for typed in old.lines().filter_map(|line| line.strip_prefix('>')).map(str::trim_start) {
        let (betza, warnings) = parse_fsf(typed);
        let parts = [format!("> {typed}"), format!("= {betza}"), drawn(typed, &warnings)];
        let _ = writeln!(
            found,
            "\n{}",
            parts.map(|part| part.trim_end().to_owned()).join("\n").trim_end()
        );
    }
    bless("notation/fsf.txt", &found);
}

const FSF: &str = "\
# Notations as Fairy-Stockfish reads them, each behind `> `: the moves that it finds, directions
# resolved to steps, and what is said about the rest. Add a line, then run the tests with UPDATE=1.
";

/// What the slow mover makes of Fairy-Stockfish's reading of a line of the table.
fn fsf_cells(layout: &Layout, columns: &[&str]) -> [String; 2] {
    let [notation, from, fen, ..] = columns else { panic!("too few columns: {columns:?}") };
    let mut pieces = [None; 64];
    for (rank, row) in fen.split('/').rev().enumerate() {
        let mut file = 0;
        for sign in row.chars() {
            pieces[8 * rank + file] = match sign {
                'O' => Some(Occupant::Friend),
                'o' => Some(Occupant::Enemy),
                _ => None,
            };
            file += sign.to_digit(10).unwrap_or(1) as usize;
        }
    }
    let situation = MoveContext {
        layout,
        frame: Orientation::FIRST,
        from: layout.find(from).unwrap(),
        unmoved: columns[7] == "virgin",
        occupant: &|cell: Cell| {
            let at = layout.point(cell).at;
            pieces[(8 * at.y + at.x) as usize]
        },
        passed: &[],
    };
    let (betza, _) = parse_fsf(notation);
    let reach = reach(&betza, &situation)
        .unwrap_or_else(|complaint| panic!("{notation} is {betza}: {}", complaint.message));
    let names = |cells: &std::collections::BTreeSet<Cell>| {
        let mut names: Vec<&str> = cells.iter().map(|&cell| layout.name(cell)).collect();
        names.sort_unstable();
        if names.is_empty() { "-".to_owned() } else { names.join(" ") }
    };
    [names(&reach.quiet), names(&reach.captures)]
}

#[test]
fn fairy_stockfish_would_move_so() {
    let layout = Layout::new(vec![Board::rectangle(8, 8)]).unwrap();
    let mut wrong = Vec::new();
    let tables = read("reach/betza_cases.tsv") + &read("reach/fsf_cases.tsv");
    for line in tables.lines() {
        let columns: Vec<&str> = line.split('\t').collect();
        if columns.get(6) != Some(&"fsf") {
            continue;
        }
        let found = fsf_cells(&layout, &columns);
        if found != [columns[3], columns[4]] {
            let betza = parse_fsf(columns[0]).0;
            wrong.push(format!("{line}\n  {betza}\n  {found:?}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} lines differ:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(12)].join("\n")
    );
}

/// A notation of the right letters in about the right order; most are read.
fn notation(u: &mut Unstructured) -> Result<String> {
    let mut text = String::new();
    for _ in 0..u.int_in_range(1..=4)? {
        if u.ratio(1, 4)? {
            text += "[";
            text += &leg(u)?;
            for _ in 0..u.int_in_range(1..=3)? {
                text += *u.choose(&["?", "-"])?;
                text += &leg(u)?;
            }
            text += "]";
        } else {
            for _ in 0..u.choose(&[0, 0, 0, 1, 1, 2])?.to_owned() {
                text += &modifiers(u)?;
                text += "a";
            }
            text += &leg(u)?;
        }
    }
    Ok(text)
}

fn leg(u: &mut Unstructured) -> Result<String> {
    let atoms = [
        "W", "F", "D", "N", "A", "H", "C", "L", "J", "Z", "G", "T", "K", "Q", "R", "B", "WX", "NY",
        "{1,4}", "{1,2,2}", "(4,1)", "O2", "U",
    ];
    let ranges = ["", "", "", "", "0", "2", "17"];
    Ok(format!("{}{}{}", modifiers(u)?, u.choose(&atoms)?, u.choose(&ranges)?))
}

fn modifiers(u: &mut Unstructured) -> Result<String> {
    let letters = [
        "f", "b", "l", "r", "v", "s", "h", "fr", "^", "=", "@3,9", "m", "c", "d", "e", "t", "p",
        "g", "n", "j", "o", "y", "u", "i",
    ];
    let mut text = String::new();
    for _ in 0..u.choose(&[0, 0, 1, 1, 2, 3])?.to_owned() {
        text += *u.choose(&letters)?;
    }
    Ok(text)
}

#[test]
fn what_is_read_is_printed_so_that_it_is_read_again() {
    arbtest::arbtest(|u| {
        let typed = notation(u)?;
        if let Ok(betza) = parse(&typed) {
            let printed = betza.to_string();
            let again = parse(&printed).expect("what is printed is read");
            assert_eq!(again.without_spans(), betza.without_spans(), "`{typed}` as `{printed}`");
            assert_eq!(again.to_string(), printed, "`{typed}`");
            for term in &betza.terms {
                assert!(typed.get(term.span.range()).is_some(), "`{typed}`");
                for leg in &term.legs {
                    assert!(typed.get(leg.span.range()).is_some(), "`{typed}`");
                    assert!(typed.get(leg.modifiers.span.range()).is_some(), "`{typed}`");
                }
            }
        }
        Ok(())
    });
}

fn without_spans(mut placement: Placement) -> Placement {
    for row in placement.sections.iter_mut().flatten() {
        row.span = Span::default();
        for entry in &mut row.entries {
            if let RowEntry::Piece(token) = entry {
                token.span = Span::default();
            }
        }
    }
    placement.hands.iter_mut().flatten().for_each(|token| token.span = Span::default());
    placement.fields.iter_mut().for_each(|(_, span)| *span = Span::default());
    placement
}

/// Boards as `8x8,9x10`: rows of so many cells, so many times.
fn shape(text: &str) -> Option<RowLengths> {
    let number = |text: &str| text.parse::<usize>().expect("a number");
    let rows = |text: &str| {
        let (width, rows) = text.split_once('x').expect("a size");
        vec![number(width); number(rows)]
    };
    (!text.is_empty()).then(|| text.split(',').map(rows).collect())
}

#[test]
fn placements_are_read_and_written_again_or_refused() {
    let old = read("notation/placements.txt");
    let mut found = String::from(PLACEMENTS);
    for line in old.lines().filter_map(|line| line.strip_prefix('>')) {
        let (known, typed) = line.split_once(' ').unwrap_or((line, ""));
        let shape = shape(known);
        let said = match Placement::parse(typed, shape.as_ref()) {
            Ok(placement) => {
                let printed = print_placement(&placement);
                let again = Placement::parse(&printed, shape.as_ref()).expect("it is read again");
                let expected = Placement { fields: Vec::new(), ..placement.clone() };
                assert_eq!(without_spans(again), without_spans(expected), "{typed}");
                let sections = placement.sections.iter();
                let sizes =
                    sections.map(|rows| format!("{}x{}", rows[0].entries.len(), rows.len()));
                let sizes: Vec<String> = sizes.collect();
                let fields = placement.fields.iter().map(|(field, span)| {
                    assert_eq!(field, &typed[span.range()]);
                    format!(" {field}")
                });
                format!("= {}: {printed}{}", sizes.join(","), fields.collect::<String>())
            }
            Err(complaints) => drawn(typed, &complaints),
        };
        let _ = writeln!(found, "\n{}\n{said}", format!(">{line}").trim_end());
    }
    bless("notation/placements.txt", &found);
}

const PLACEMENTS: &str = "\
# Placements behind `>`, which may be followed by the sizes of the boards, and what is read: the
# sizes that were found and the text as it is printed, or what is wrong with it.
# Add a line, then run the tests with UPDATE=1.
";

#[test]
fn placements_are_written_so_that_they_are_read_again() {
    arbtest::arbtest(|u| {
        let signs: Vec<&str> =
            "K k P p +P +p Q~ * * 1 2 3 8 12 10 {red:K} {gray:+m~}".split(' ').collect();
        let mut text = String::new();
        for section in 0..u.int_in_range(1..=3)? {
            text += if section > 0 { "|" } else { "" };
            let width = u.int_in_range(1..=14)?;
            for row in 0..u.int_in_range(1..=4)? {
                text += if row > 0 { "/" } else { "" };
                let mut room = width;
                while room > 0 {
                    let sign = *u.choose(&signs)?;
                    let count = sign.parse().unwrap_or(1).min(room);
                    text += &if sign.starts_with(|c: char| c.is_ascii_digit()) {
                        count.to_string()
                    } else {
                        sign.to_owned()
                    };
                    room -= count;
                }
            }
        }
        if let Ok(placement) = Placement::parse(&text, None) {
            let printed = print_placement(&placement);
            let again = Placement::parse(&printed, None).expect("what is printed is read");
            let (again, placement) = (without_spans(again), without_spans(placement));
            assert_eq!(again, placement, "{text} as {printed}");
        }
        Ok(())
    });
}

#[test]
fn no_text_is_too_strange() {
    arbtest::arbtest(|u| {
        let strange: String = u.arbitrary()?;
        let near: String = {
            let letters: Vec<char> =
                "abfglmnrsuvyWFNKROU0123[]?-{},()@^=_|/+~:* ½".chars().collect();
            let length = u.int_in_range(0..=24)?;
            (0..length).map(|_| u.choose(&letters).copied()).collect::<Result<_>>()?
        };
        for typed in [strange, near] {
            let (betza, warnings) = parse_fsf(&typed);
            drawn(&typed, &warnings);
            for term in betza.terms {
                assert!(typed.get(term.span.range()).is_some(), "`{typed}`");
            }
            let read = [
                parse(&typed).err(),
                Placement::parse(&typed, None).err(),
                Placement::parse(&typed, Some(&vec![vec![3, 2], vec![1]])).err(),
            ];
            for complaints in read.into_iter().flatten() {
                assert!(!complaints.is_empty());
                drawn(&typed, &complaints);
                for complaint in complaints {
                    let span = complaint.span.expect("each has its place");
                    assert!(typed.get(span.range()).is_some(), "`{typed}`: {complaint:?}");
                    assert!(complaint.help.is_some(), "`{typed}`: {complaint:?}");
                }
            }
        }
        Ok(())
    });
}
