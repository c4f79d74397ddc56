//! Questions, claims and foreign pages, with the definitions of the book.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use fairybook::claim::{check_claim, claim_functions};
use fairybook::diagram::{MoveLine, SvgTarget, Theme, draw, write_png, write_svg};
use fairybook::format::DefinitionSource;
use fairybook::game::Piece;
use fairybook::illustrate::Illustrator;
use fairybook::query::{LoadedVariant, MoveFilter, MovesRequest, Verdict};
use fairybook::source::{Diagnostics, Location, SourceFile, Span};
use fairybook::variant::load;
use fairybook::verify::{
    self, Comparison, ComparisonKind, ComparisonOutcome, PageQuestion, Report,
};

use crate::svg_marks::shows;
use fairybook::prose::{answer_words, describe_piece_type};

/// The definitions of the book, and those that only tests have.
struct Shelf;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

impl Shelf {
    fn path(id: &str) -> Option<PathBuf> {
        let folders = ["content/variants", "tests/data/facts/games"];
        let paths = folders.map(|folder| root().join(folder).join(format!("{id}.toml")));
        paths.into_iter().find(|path| path.is_file())
    }
}

impl DefinitionSource for Shelf {
    fn get(&self, id: &str) -> Option<SourceFile> {
        let text = fs::read_to_string(Shelf::path(id)?).expect("the definition can be read");
        Some(SourceFile::new(format!("{id}.toml"), text))
    }

    fn ids(&self) -> Vec<String> {
        Vec::new()
    }
}

/// The rules of a variant: `armies`, or `armies/nutty-rookies` with a set-up.
fn loaded(name: &str) -> LoadedVariant {
    let (id, setup) = name.split_once('/').map_or((name, None), |(id, setup)| (id, Some(setup)));
    let file = Shelf.get(id).unwrap_or_else(|| panic!("there is no variant {id}"));
    let (definition, complaints) = load(&file, id, &Shelf);
    let definition = definition.unwrap_or_else(|| panic!("{id}: {complaints:?}"));
    let variant = definition.variant(setup).unwrap_or_else(|complaints| panic!("{complaints:?}"));
    LoadedVariant::new(variant).unwrap_or_else(|complaints| panic!("{complaints:?}"))
}

fn page(name: &str) -> SourceFile {
    let path = root().join("tests/data/pages").join(name);
    SourceFile::new(name, fs::read_to_string(path).expect("the page can be read"))
}

/// The report about a page of the Different Armies.
fn foreign(name: &str) -> (Report, Diagnostics) {
    let variant = loaded("different-armies");
    let question = PageQuestion { variant: Some(&variant), ..PageQuestion::default() };
    verify::page(&page(name), &question).expect("the page has diagrams")
}

#[test]
fn a_damaged_page_is_checked() {
    let (report, diagnostics) = foreign("damaged.html");
    assert_eq!(report.summary(), "9 checked: 8 agree, 1 disagrees");
    assert!(diagnostics.is_empty());
    let pieces: Vec<&str> = report.comparisons.iter().map(|item| item.piece.as_str()).collect();
    let expected = [
        "bede",
        "waffle",
        "fad",
        "charging-rook",
        "fibnif",
        "charging-knight",
        "cardinal",
        "woody-rook",
        "half-duck",
    ];
    assert_eq!(pieces, expected);
    let wrong = &report.comparisons[6];
    assert_eq!(wrong.outcome, ComparisonOutcome::Disagree);
    assert_eq!(wrong.difference.missing.join(" "), "a8 b1 b7 c2 c3 c6 d2 f2 g2 g3 g6 h1 h7");
    assert_eq!(wrong.difference.extra.join(" "), "a4 b4 c4 d4 e3 e5 e6 e7 e8 f4 g4 h4");
    let hint = "the marks are exactly those of a white Colonel (letter `L`) on e4";
    assert_eq!(wrong.difference.hint.as_deref(), Some(hint));
}

#[test]
fn a_diagram_that_cannot_be_decided_is_unchecked_and_says_why() {
    let (report, _) = foreign("several.html");
    let told: Vec<String> = report
        .comparisons
        .iter()
        .map(|item| {
            let hint = item.difference.hint.as_deref().unwrap_or_default();
            format!("{} {:?} {} {hint}", item.line(), item.outcome, item.piece)
        })
        .collect();
    let expected = [
        "5 Agree knight ",
        "7 Disagree knight ",
        "9 Unchecked  its board has 2 pieces, and the marks fit no single one of them",
        "11 Unchecked  it marks no cells",
        "13 Unchecked  no piece of Chess with Different Armies is written `J`; the letters are K King",
        "14 Unchecked  ",
        "15 Unchecked  its board is empty",
        "17 Unchecked  this diagram cannot be read: it has no placement",
    ];
    assert_eq!(told.len(), expected.len(), "{told:#?}");
    for (told, expected) in told.iter().zip(expected) {
        assert!(told.starts_with(expected), "{told}");
    }
    assert_eq!(report.comparisons[1].difference.missing, ["f6"]);
}

#[test]
fn what_is_drawn_is_what_was_computed() {
    for (name, piece, at, position) in [
        ("different-armies", "bede", "d5", None),
        ("different-armies", "colonel", "a1", Some("8/8/8/8/8/8/p7/1n6")),
        ("different-armies", "pawn", "e4", Some("8/8/8/5p2/8/8/8/8")),
    ] {
        let illustrator = Illustrator::new(loaded(name));
        let variant = &illustrator.variant;
        let board_piece =
            Piece { side: variant.first_side(), piece_type: variant.kind(piece).expect(piece) };
        let position = position.map(|text| variant.position(text).expect(text));
        let at = variant.cell(at).expect(at);
        for show in MoveFilter::ALL {
            let position = position.clone();
            let request = MovesRequest { position, show, ..MovesRequest::new(board_piece, at) };
            let answer = variant.answer(&request).expect("its moves are known");
            let scene = draw(&illustrator.illustrate(&answer));
            let svg = write_svg(&scene, SvgTarget::StandAlone(Theme::paper()));
            assert!(shows(variant, &answer, &svg));
            let broken = svg.replacen("data-cell=", "data-sell=", 1);
            assert_eq!(shows(variant, &answer, &broken), answer.marked_cells().is_empty());
        }
    }
}

/// Leapers that go everywhere, riders of all kinds, ways in several legs: what makes pictures large.
#[test]
fn a_move_diagram_of_eight_by_eight_cells_is_small_whatever_the_piece() {
    let moves = [
        "Q", "QN", "QNC", "QNCZADHG", "QN0", "RmBcN", "mQcN", "mBcdR", "[R?sR]", "[N?fB]", "[W?B]",
        "NN", "U", "nN", "mRcpR",
    ];
    let mut game = "format = 1\nname = \"Sizes\"\n[board]\nfiles = \"a-h\"\nranks = \"1-8\"\n\
        [sides]\nwhite = {}\nblack = { seat = \"flip ranks\" }\n[setup.each]\np0 = \"d1\"\n[pieces]\n\
        bent = { letter = \"Z\", moves = [{ path = \"R B\" }] }\n"
        .to_owned();
    for (index, (notation, letter)) in moves.iter().zip('A'..).enumerate() {
        game += &format!("p{index} = {{ letter = \"{letter}\", move = \"{notation}\" }}\n");
    }
    let (definition, complaints) = load(&SourceFile::new("sizes.toml", game), "sizes", &Shelf);
    let variant = definition.unwrap_or_else(|| panic!("{complaints:?}")).variant(None).unwrap();
    let illustrator = Illustrator::new(LoadedVariant::new(variant).unwrap());
    let variant = &illustrator.variant;
    let at = variant.cell("d4").unwrap();
    for face in &variant.variant().faces {
        let piece =
            Piece { side: variant.first_side(), piece_type: variant.kind(&face.id).unwrap() };
        let answer = variant.answer(&MovesRequest::new(piece, at)).unwrap();
        let scene = draw(&illustrator.illustrate(&answer));
        let svg = write_svg(&scene, SvgTarget::StandAlone(Theme::paper()));
        let png = write_png(&scene, Theme::paper(), 390);
        assert!(svg.len() <= 8192, "{}: SVG of {} bytes", face.id, svg.len());
        assert!(png.len() <= 7000, "{}: PNG of {} bytes", face.id, png.len());
    }
}

/// On a board that is drawn as a ring a line leads all around, unless a piece is in the way.
#[test]
fn a_line_around_a_ring_is_drawn_as_one() {
    let illustrator = Illustrator::new(loaded("circular-chess"));
    let variant = &illustrator.variant;
    let piece = Piece { side: variant.first_side(), piece_type: variant.kind("rook").unwrap() };
    let at = variant.cell("b8").unwrap();
    let rounds = |placement: &str| {
        let position = Some(variant.position(placement).unwrap());
        let answer =
            variant.answer(&MovesRequest { position, ..MovesRequest::new(piece, at) }).unwrap();
        let figure = illustrator.illustrate(&answer);
        let is_round = |trail: &&MoveLine| trail.cells.first() == trail.cells.last();
        let lengths = figure.move_lines.iter().filter(is_round).map(|trail| trail.cells.len());
        lengths.collect::<Vec<_>>()
    };
    assert_eq!(rounds("white rook b8"), [17]);
    assert!(rounds("white rook b8; black rook b16").is_empty());
}

#[test]
fn what_a_pawn_attacks_is_drawn_and_compared() {
    let illustrator = Illustrator::new(loaded("different-armies"));
    let variant = &illustrator.variant;
    let piece = Piece { side: variant.first_side(), piece_type: variant.kind("pawn").unwrap() };
    let position = Some(variant.position("8/8/8/3p4/4P3/8/8/8").unwrap());
    let at = variant.cell("e4").unwrap();
    let answer =
        variant.answer(&MovesRequest { position, ..MovesRequest::new(piece, at) }).unwrap();
    assert_eq!(variant.layout().names_of(&variant.potential_captures(&answer).attacked), "f5");
    assert!(
        answer_words(variant, &answer, &variant.potential_captures(&answer))
            .ends_with("It also attacks the empty square f5.")
    );
    let svg =
        write_svg(&draw(&illustrator.illustrate(&answer)), SvgTarget::StandAlone(Theme::paper()));
    assert!(shows(variant, &answer, &svg));
    let elsewhere = svg.replace("data-cell=\"f5\"", "data-cell=\"g5\"");
    assert!(!shows(variant, &answer, &elsewhere));
    let to = Some([variant.cell("e5").unwrap()].into_iter().collect());
    let request = MovesRequest { to, ..MovesRequest::new(piece, at) };
    let asked = variant.answer(&request).unwrap();
    assert!(
        variant.potential_captures(&asked).attacked.is_empty(),
        "d5 and f5 were not asked about"
    );
    let none = svg.replace("mark threat\"", "threat\"");
    assert!(!shows(variant, &answer, &none));
}

/// A line of a table of claims: the claim, a variant, and the verdict, in as many words as are of
/// interest.
fn check_line(line: &str, variants: &mut BTreeMap<String, LoadedVariant>) -> Option<String> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [claim, name, expected] = fields[..] else {
        return Some(format!("{line}: not three fields"));
    };
    let variant = variants.entry(name.to_owned()).or_insert_with(|| loaded(name));
    let told = match check_claim(claim, variant) {
        Ok(Verdict::Agree) => "agree".to_owned(),
        Ok(Verdict::Disagree(wrong)) => format!("disagree: {}", wrong.message),
        Ok(Verdict::Unchecked(why)) => format!("unchecked: {why}"),
        Err(complaint) => format!("error: {}", complaint.message),
    };
    let fits = if expected.contains(':') { told == expected } else { told.starts_with(expected) };
    (!fits).then(|| format!("{claim}\t{name}\n    expected {expected}\n    told     {told}"))
}

#[test]
fn claims_are_decided() {
    let mut tables: Vec<PathBuf> = fs::read_dir(root().join("tests/data/claims"))
        .expect("the tables are there")
        .map(|entry| entry.expect("the table can be read").path())
        .collect();
    tables.sort();
    let mut variants = BTreeMap::new();
    let mut wrong = Vec::new();
    let mut contradicted: BTreeSet<String> = BTreeSet::new();
    for table in tables {
        let text = fs::read_to_string(table).expect("the table can be read");
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        for line in lines {
            wrong.extend(check_line(line, &mut variants));
            if let Some((claim, _)) = line.split_once('\t').filter(|_| line.contains("\tdisagree"))
            {
                let words = claim.split(|sign: char| !sign.is_alphabetic() && sign != '-');
                contradicted.extend(words.map(str::to_owned));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    // A claim that cannot fail proves nothing: every function is in one that does.
    let forms = claim_functions().into_iter().map(|function| function.form);
    let words = forms.map(|form| form.split('(').next().unwrap_or_default().to_owned());
    let never: Vec<String> = words.filter(|word| !contradicted.contains(word)).collect();
    assert!(never.is_empty(), "no wrong claim of {never:?}");
}

#[test]
fn examples_of_the_language_hold_in_chess() {
    let chess = loaded("chess");
    for function in claim_functions() {
        let verdict = check_claim(function.example, &chess);
        assert!(matches!(verdict, Ok(Verdict::Agree)), "{}: {verdict:?}", function.example);
    }
}

#[test]
fn drawn_setups_and_claims_are_compared() {
    let chess = loaded("chess");
    let file = SourceFile::new("page.md", "one\nmoves(knight, a9) is b3\n");
    let place = || Location::new(&file, Span::new(4, 29));
    let setup = |text: &str| {
        let drawn = chess.position(text).expect("the placement can be read");
        let verdict = chess.compare_setup(&drawn, None);
        Comparison::new(place(), ComparisonKind::Setup, verdict)
    };
    let item = setup("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
    assert_eq!((item.outcome, item.line()), (ComparisonOutcome::Agree, 2));
    let item = setup("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR");
    assert_eq!(item.difference.message, "the drawn setup differs from the definition on 2 cells");
    assert_eq!(item.difference.missing, ["white Queen d1", "white King e1"]);
    let item = item.refuted();
    assert_eq!((item.outcome, item.refuted), (ComparisonOutcome::Agree, true));
    assert!(item.diagnostic().is_none());
    let verdict = check_claim("sides is 2", &chess).expect("the claim can be read");
    let item = Comparison::new(place(), ComparisonKind::Claim, verdict).refuted();
    let error = item.diagnostic().expect("the claim is true");
    assert_eq!(error.code.word(), "refuted-holds");
}

const PAWN_BY_ZONE: [&str; 6] = [
    "Red's quarter on Red's long diagonal | one square forward or to the right | one square diagonally forward to the right",
    "Red's quarter right of Red's long diagonal | one square to the right | one square diagonally to the right (forward or backward)",
    "Red's quarter left of Red's long diagonal | one square forward | one square diagonally forward",
    "Orange's quarter | one square forward, backward or to the right | one square forward, backward or diagonally to the right (forward or backward)",
    "Blue's quarter | one square forward or sideways | one square sideways or diagonally forward",
    "The opposite quarter | one square orthogonally | one square orthogonally",
];

#[test]
fn pieces_are_described_from_their_definitions() {
    let check = |variant: &str, piece: &str, words: &str| {
        let variant = loaded(variant);
        let kind = variant.kind(piece).expect(piece);
        assert_eq!(describe_piece_type(&variant, kind).words(), words, "{piece}");
    };
    check(
        "different-armies",
        "bede",
        "Slides any number of squares diagonally, or leaps two squares orthogonally.",
    );
    check(
        "infantry-chess",
        "tank",
        "Slides up to two squares orthogonally without capturing. Then it may shoot an enemy piece the same distance farther in that direction. All squares between it and that piece must be empty.",
    );
    check(
        "infantry-chess",
        "assassin",
        "Moves exactly two squares in any direction, jumping over a piece on the square between, without capturing. Then it may shoot an enemy piece one square away orthogonally. May shoot an enemy piece one square away orthogonally without moving.",
    );
    check(
        "infantry-chess",
        "alfil",
        "Leaps two squares diagonally between squares of its net. Leaps two squares orthogonally from its net to its middle or from its middle to its net.",
    );
    check(
        "armies-of-faith-1",
        "falcon",
        "Makes two orthogonal steps and one diagonal step, or one orthogonal step and two diagonal steps, in any order, with turns of 45°. Steps of one kind have the same direction. On at least one route all cells before the last must be empty.",
    );
    check(
        "armies-of-faith-1",
        "jackal",
        "Makes one triagonal step, then optionally one orthogonal slide, then one triagonal step, with a turn of 54.7° before and after the slide. The last step has the direction of the first, or another direction if the move ends orthogonally in line with its start. On at least one route all cells before the last must be empty.",
    );
    check("armies-of-faith-1", "king", "Moves one cell orthogonally or diagonally. It is royal.");
    check(
        "armies-of-faith-1",
        "pawn",
        "Moves one cell forward or to the right without capturing. Captures one cell diagonally: forward to the right, up and forward, up and to the right, down and forward or down and to the right. It may capture en passant. From a starting cell it may make a double step.",
    );
    check(
        "xiangqi",
        "soldier",
        "Moves one point forward. From outside its half it may also move one point sideways.",
    );
    check(
        "xiangqi",
        "general",
        "Moves one point orthogonally within its palace. Attacks a General by sliding any number of points orthogonally. It is royal.",
    );
    check(
        "xiangqi",
        "elephant",
        "Moves exactly two points diagonally. It is blocked if the point between is occupied. It may not leave its half.",
    );
    check(
        "janggi",
        "cannon",
        "Slides any number of points orthogonally, jumping over exactly one piece. Slides any number of points diagonally, jumping over exactly one piece. This move stays within its palace diagonals or the enemy's palace diagonals. It may not jump over or capture a Cannon.",
    );
    check(
        "yang-aikou",
        "king",
        "Moves one square in any direction. If its side is not in check, it may swap with any friendly piece except a Pawn, one square away in any direction. It is royal.",
    );
    check(
        "chess",
        "pawn",
        "Moves one square forward without capturing. Captures one square diagonally forward. It may capture en passant. From a starting square it may make a double step.",
    );
    check(
        "shafran",
        "pawn",
        "Moves one cell forward without capturing. Captures one cell diagonally forward (through a corner). It may capture en passant. From a starting cell other than a2 and i6 (Black: a5 and i9) it may make a double step. From d2, e2 or f3 (Black: d8, e9 or f9) it may make a triple step.",
    );
    check(
        "circular-chess",
        "pawn",
        "From ranks 5–12 it moves one square forward without capturing and captures one square diagonally forward. From ranks 1–4 and 13–16 it moves one square backward without capturing and captures one square diagonally backward. From a starting square it may make a double step.",
    );
    check(
        "janggi",
        "elephant",
        "Makes one orthogonal step, then two diagonal steps, with a turn of 45°. Every point before the last must be empty.",
    );
    check(
        "caliph-aikou",
        "caliph",
        "Slides any number of squares diagonally, or leaps three squares orthogonally and one square at a right angle. It may cross the far river only if the move starts and ends outside the far bank.",
    );
    check("lost", "mercenary", "The source does not give this piece's move.");
    let anglis = loaded("anglis-aikou");
    let rows = describe_piece_type(&anglis, anglis.kind("pawn").unwrap()).zones.into_iter();
    let rows: Vec<String> =
        rows.map(|row| format!("{} | {} | {}", row.place, row.moves, row.captures)).collect();
    assert_eq!(rows, PAWN_BY_ZONE);
}

#[test]
fn a_wrong_tour_is_corrected_if_one_cell_suffices() {
    let variant = loaded("armies-of-faith-1");
    let hint = |claim: &str| match check_claim(claim, &variant) {
        Ok(Verdict::Disagree(wrong)) => wrong.hint.unwrap_or_default(),
        other => panic!("{claim}: {other:?}"),
    };
    assert_eq!(
        hint("tour(camel, tb1-wc1-td1-wd1-wb2-tb1)"),
        "it would be right with we1 for wd1, or ta2 for wd1"
    );
    assert_eq!(hint("tour(camel, tb1-wc1-ra1-ra2)"), "");
}

/// Words of which claims are made, right and wrong ones.
const WORDS: &[&str] = &[
    "moves",
    "count",
    "max",
    "sum",
    "all",
    "tour",
    "keeps",
    "setup",
    "stands",
    "attackers",
    "guards",
    "distance",
    "symmetric",
    "length",
    "angle",
    "root",
    "perft",
    "prime",
    "legal",
    "reachable",
    "components",
    "shortest-odd-return",
    "quiet",
    "attacks",
    "knight",
    "pawn of black",
    "e4",
    "a1-b3",
    "2:1",
    "\"turn 90\"",
    "\"N\"",
    "colour",
    "rank 2",
    "dark",
    "none",
    "board",
    "3",
    "0.5",
    "(",
    ")",
    "(",
    ")",
    ",",
    "+",
    "-",
    "*",
    "is",
    "not",
    "and",
    "at most",
    "has",
    "inside",
    "on",
    "in",
    "after",
    "e2-e4",
    "\"8/8/8/8/8/8/8/8\"",
    "'",
    "é",
    "[",
    "x",
];

#[test]
fn no_claim_makes_it_panic() {
    let chess = loaded("chess");
    arbtest::arbtest(|u| {
        let mut claim = String::new();
        for _ in 0..u.int_in_range(1..=14)? {
            claim += u.choose(WORDS)?;
            claim += u.choose(&["", " ", " "])?;
        }
        let _ = check_claim(&claim, &chess);
        Ok(())
    })
    .budget_ms(400);
}

#[test]
fn no_page_makes_it_panic() {
    let variant = loaded("different-armies");
    let old = "cli/books/old-pages";
    let names =
        ["pages/damaged.html".to_owned(), format!("{old}/odd.html"), format!("{old}/odd.txt")];
    let read = |name: &String| fs::read_to_string(root().join("tests/data").join(name));
    let pages = names.each_ref().map(|name| read(name).expect("there"));
    arbtest::arbtest(|u| {
        let whole = u.choose(&pages)?;
        let mut text: Vec<char> = whole.chars().take(700).collect();
        for _ in 0..u.int_in_range(1..=12)? {
            let at = u.choose_index(text.len())?;
            match u.int_in_range(0..=2)? {
                0 => {
                    text.remove(at);
                }
                1 => text.insert(at, *u.choose(&['\'', '"', '<', '>', '/', 'é', '9', '{', '&'])?),
                _ => text.truncate(at.max(20)),
            }
        }
        let file = SourceFile::new("page.html", text.into_iter().collect::<String>());
        let question = PageQuestion { variant: Some(&variant), ..PageQuestion::default() };
        let Ok((report, _)) = verify::page(&file, &question) else { return Ok(()) };
        for item in &report.comparisons {
            let _ = (item.line(), item.diagnostic());
        }
        Ok(())
    })
    .budget_ms(400);
}
