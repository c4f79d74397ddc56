//! Golden pictures, and what must hold of every picture.
//!
//! Each `tests/data/pictures/NAME.figure` says in a few lines what is shown, `NAME.svg` how it
//! comes out. `UPDATE=1 cargo test` writes the latter anew: then look at them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fairybook::diagram::{
    ArmyColour, BoardArrow, BoardShape, BoardStyle, BoardView, BorderStyle, Figure, Glyph,
    LegendSample, Mark, MarkKind, MarkStatus, MoveLine, MoveLineKind, PieceDrawing, PlacedPiece,
    SocialImage, Surface, SvgTarget, Theme, ZoneStyle, draw, draw_piece, draw_social_image, legend,
    legend_samples, write_png, write_svg,
};
use fairybook::geometry::{
    Axis, AxisKind, Board, Cell, CellSet, Facing, JoinedEdges, Layout, Orientation, Seat, SeatPart,
    Tiling, Vector,
};

use crate::svg_marks::{marks_in, marks_of, read_marks};

// ---------------------------------------------------------------------------------------------
// The language of `.figure` files
// ---------------------------------------------------------------------------------------------

/// A figure, and how it is to be written.
struct Case {
    figure: Figure,
    theme: &'static Theme,
    inline: Option<String>,
}

impl Case {
    fn read(text: &str) -> Case {
        let lines: Vec<Vec<&str>> = text
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .map(|line| line.split('|').map(str::trim).collect())
            .collect();
        let mut case = Case { figure: boards(&lines), theme: Theme::paper(), inline: None };
        for line in lines {
            case.add(&line);
        }
        case
    }

    fn svg(&self) -> String {
        let scene = draw(&self.figure);
        match &self.inline {
            Some(id_prefix) => write_svg(&scene, SvgTarget::Inline { id_prefix }),
            None => write_svg(&scene, SvgTarget::StandAlone(self.theme)),
        }
    }

    fn cells(&self, names: &str) -> Vec<Cell> {
        let find =
            |name: &str| self.figure.view().layout.find(name).unwrap_or_else(|| panic!("{name}"));
        names.split_whitespace().map(find).collect()
    }

    fn pairs(&self, names: &str) -> Vec<(Cell, Cell)> {
        self.cells(names).chunks(2).map(|pair| (pair[0], pair[1])).collect()
    }

    fn add(&mut self, line: &[&str]) {
        let rest = |place: usize| line.get(place).copied().unwrap_or("");
        match line[0] {
            "board" | "hexagon" | "holes" => {}
            "title" => self.figure.title = rest(1).to_owned(),
            "words" => self.figure.text_alternative = rest(1).to_owned(),
            "theme" => self.theme = Theme::named(rest(1)).expect("a theme"),
            "inline" => self.inline = Some(rest(1).to_owned()),
            "overview" => self.figure.view_mut().overview = true,
            "in one row" => self.figure.view_mut().in_one_row = true,
            "bare" => self.figure.view_mut().coordinates = false,
            "view" => self.figure.view_mut().orientation = view(&self.figure, rest(1)),
            "focus" => self.figure.focus = self.cells(rest(1)).into_iter().collect(),
            "mark" => self.add_marks(rest(1), rest(2)),
            "trail" => self.add_trail(rest(1), rest(2), rest(3)),
            "zone" => {
                let cells: CellSet = self.cells(rest(2)).into_iter().collect();
                self.figure.view_mut().zones.push(ZoneStyle { cells, label: rest(1).to_owned() });
            }
            "river" | "border" => {
                let style = BorderStyle {
                    pairs: self.pairs(rest(2)),
                    label: rest(1).to_owned(),
                    wave: line[0] == "river",
                };
                self.figure.view_mut().borders.push(style);
            }
            "diagonal" => {
                let pairs = self.pairs(rest(1));
                self.figure.view_mut().diagonals.extend(pairs);
            }
            "flow" => {
                let ends: Vec<u8> =
                    rest(1).split_whitespace().map(|n| n.parse().expect("a board")).collect();
                let label = rest(2).to_owned();
                self.figure.view_mut().arrows.push(BoardArrow {
                    from: ends[0],
                    to: ends[1],
                    label,
                });
            }
            army => self.add_pieces(army, rest(1), rest(2)),
        }
    }

    fn add_pieces(&mut self, army: &str, glyph: &str, cells: &str) {
        let (army, facing) = match army.split_once(' ') {
            Some((army, "back")) => (army, Facing::Backward),
            Some((army, "right")) => (army, Facing::Right),
            _ => (army, Facing::Forward),
        };
        let army = ArmyColour::named(army).unwrap_or_else(|| panic!("no army `{army}`"));
        let drawing = Glyph::parse(glyph).unwrap_or_else(|fault| panic!("{}", fault.message));
        let piece = Arc::new(PieceDrawing::new(army, drawing, &glyph[..1].to_uppercase(), glyph));
        for cell in self.cells(cells) {
            self.figure.pieces.push(PlacedPiece { cell, piece: Arc::clone(&piece), facing });
        }
    }

    fn add_marks(&mut self, words: &str, cells: &str) {
        let has = |word: &str| words.split(' ').any(|other| other == word);
        let kind = MarkKind::ALL.iter().copied().find(|kind| has(kind.word())).expect("a kind");
        for cell in self.cells(cells) {
            let mut mark = Mark::new(cell, kind);
            mark.first_move_only = has("first");
            if has("wrong") {
                mark.status = MarkStatus::Wrong;
            }
            if has("missing") {
                mark.status = MarkStatus::Missing;
            }
            self.figure.marks.push(mark);
        }
    }

    fn add_trail(&mut self, words: &str, cells: &str, over: &str) {
        let kind = words.split(' ').next().expect("a kind");
        let kind = MoveLineKind::ALL.iter().copied().find(|other| other.word() == kind);
        let trail = MoveLine {
            open: words.ends_with("open"),
            obstacles: self.cells(over),
            ..MoveLine::new(kind.expect("a kind of trail"), self.cells(cells))
        };
        self.figure.move_lines.push(trail);
    }
}

fn boards(lines: &[Vec<&str>]) -> Figure {
    let (mut boards, mut styles) = (Vec::new(), Vec::new());
    for line in lines {
        let words: Vec<&str> = line.get(1).map_or(Vec::new(), |text| text.split(' ').collect());
        let board = match line[0] {
            "board" => board(&words),
            "hexagon" => {
                let edge: usize = words[0].parse().expect("a number");
                Board::hexagon(edge, Axis::letters(2 * edge - 1).names)
            }
            _ => continue,
        };
        let surface = match words.last() {
            Some(&"lines") => Surface::Lines,
            Some(&"plain") => Surface::Plain,
            _ => Surface::Checkered,
        };
        let id = format!("b{}", boards.len());
        boards.push(Board { id, ..board });
        let shape = if words.contains(&"ring") { BoardShape::Ring } else { BoardShape::Flat };
        styles.push(BoardStyle { surface, shape, title: line.get(2).unwrap_or(&"").to_string() });
    }
    let mut layout = Layout::new(boards).expect("boards");
    for line in lines.iter().filter(|line| line[0] == "holes") {
        let is_hole = |cell: &Cell| line[1].split(' ').any(|name| name == layout.name(*cell));
        let kept = layout.cells().filter(|cell| !is_hole(cell)).collect();
        layout = layout.restricted_to(&kept).expect("some cells are left");
    }
    let mut ground = BoardView::new(Arc::new(layout));
    ground.boards = styles;
    Figure::new(ground.into())
}

/// `8x8`, `5x5x2`, `4x4 joined`, `4x4 torus`, `4x16 ring`; files may be named, with commas: `alpha,beta,gammax3`.
fn board(words: &[&str]) -> Board {
    let sizes: Vec<&str> = words[0].split('x').collect();
    let number = |text: &str| text.parse::<usize>();
    let mut board = match number(sizes[0]) {
        Ok(files) => Board::rectangle(files, number(sizes[1]).expect("ranks")),
        Err(_) => Board {
            files: Axis::new(sizes[0].split(',')),
            ..Board::rectangle(1, number(sizes[1]).expect("ranks"))
        },
    };
    if let Some(levels) = sizes.get(2) {
        board.levels = Axis::numbers(number(levels).expect("levels"));
        board.has_levels = true;
        board.names.push(AxisKind::Level);
    }
    if words.contains(&"joined") {
        board.joined = JoinedEdges::FILES;
    }
    if words.contains(&"torus") {
        board.joined = JoinedEdges::BOTH;
    }
    if words.contains(&"ring") {
        board.joined = JoinedEdges::RANKS;
    }
    board
}

fn view(figure: &Figure, degrees: &str) -> Orientation {
    let turn = SeatPart::Turn(degrees.parse().expect("degrees"));
    let tiling = figure.view().layout.boards()[0].tiling;
    Orientation::FIRST.after_seat(&Seat { parts: vec![turn] }, tiling)
}

// ---------------------------------------------------------------------------------------------
// Golden pictures
// ---------------------------------------------------------------------------------------------

fn figures() -> Vec<(PathBuf, Case)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/pictures");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the folder of pictures")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|end| end == "figure"))
        .collect();
    paths.sort();
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a figure");
        (path, Case::read(&text))
    };
    paths.into_iter().map(read).collect()
}

/// Compares drawings with the files that hold them, by path below the folder of pictures.
fn check_golden(drawings: impl Iterator<Item = (String, String)>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/pictures");
    let mut wrong = Vec::new();
    for (name, svg) in drawings {
        let (golden, found) = (folder.join(&name), svg.replace("><", ">\n<") + "\n");
        if std::env::var_os("UPDATE").is_some() {
            fs::create_dir_all(golden.parent().expect("a folder")).expect("a folder");
            fs::write(&golden, &found).expect("a golden picture");
        } else if fs::read_to_string(&golden).unwrap_or_default() != found {
            wrong.push(name);
        }
    }
    assert!(wrong.is_empty(), "{}\ndiffer; UPDATE=1 writes them anew", wrong.join("\n"));
}

#[test]
fn pictures_are_as_they_were() {
    let name = |path: &Path| path.with_extension("svg").file_name().unwrap().to_owned();
    let drawn = |(path, case): (PathBuf, Case)| {
        (name(&path).into_string().expect("a plain name"), case.svg())
    };
    check_golden(figures().into_iter().map(drawn));
}

/// Each sign by itself, in a file that is called as the sign is.
#[test]
fn signs_are_as_they_were() {
    let mut names = Vec::new();
    let drawn = |sign: LegendSample| {
        let svg = write_svg(&draw(&sign.figure), SvgTarget::StandAlone(Theme::paper()));
        let name = match &sign.figure.move_lines[..] {
            [] => {
                let mark = read_marks(&svg).swap_remove(0);
                [vec![mark.kind], mark.more].concat().join("-")
            }
            [trail, ..] if trail.open => format!("trail-{}-open", trail.kind.word()),
            [trail, ..] => format!("trail-{}", trail.kind.word()),
        };
        names.push(name.clone());
        (format!("signs/{name}.svg"), svg)
    };
    check_golden(legend_samples().into_iter().map(drawn));
    for kind in MarkKind::ALL {
        assert!(names.iter().any(|name| name == kind.word()), "no sign for {kind:?}");
    }
    for kind in MoveLineKind::ALL {
        let name = format!("trail-{}", kind.word());
        assert!(names.contains(&name), "no sign for {kind:?}");
    }
    for more in ["move-first", "move-wrong", "move-missing"] {
        assert!(names.iter().any(|name| name == more), "no sign for {more}");
    }
}

/// Each glyph by itself; of several words for one drawing, the first.
#[test]
fn glyphs_are_as_they_were() {
    let mut seen = Vec::new();
    let drawn = |word: &str| {
        let alone = Glyph::parse(word);
        let glyph = alone.or_else(|_| Glyph::parse(&format!("knight + {word}"))).expect(word);
        let scene = draw_piece(&PieceDrawing::new(ArmyColour::White, glyph, "K", word));
        let svg = write_svg(&scene, SvgTarget::StandAlone(Theme::paper()));
        if seen.contains(&svg) {
            return None;
        }
        seen.push(svg.clone());
        Some((format!("glyphs/{word}.svg"), svg))
    };
    check_golden(Glyph::words().into_iter().filter_map(drawn));
}

/// What stands beside the board of a poster stays inside, however long the title is.
#[test]
fn social_images_hold_their_titles() {
    let board = Case::read("board | 8x8\nwhite | king | e1").figure;
    for title in ["Chess", "A Very Long Name of a Game That No Player Has Ever Played to the End"] {
        let (title, lines) = (title.to_owned(), vec!["8 × 8".to_owned(), "2 players".to_owned()]);
        let poster = SocialImage { title, lines, foot: "The book".to_owned() };
        let scene = draw_social_image(&board, &poster);
        assert_eq!((scene.width, scene.height), (1200.0, 630.0));
        let svg = write_svg(&scene, SvgTarget::StandAlone(Theme::paper()));
        let tree = usvg::Tree::from_str(&svg, &usvg::Options::default()).expect("SVG");
        let (around, size) = (tree.root().abs_bounding_box(), tree.size());
        assert!(around.left() >= 0.0 && around.right() <= size.width(), "{around:?}");
        assert!(around.top() >= 0.0 && around.bottom() <= size.height(), "{around:?}");
    }
}

#[test]
fn pictures_say_what_their_figures_say() {
    for (path, case) in figures() {
        assert_eq!(marks_in(&case.svg()), marks_of(&case.figure), "{}", path.display());
    }
}

#[test]
fn every_picture_is_well_formed_and_always_the_same() {
    for (path, case) in figures() {
        let scene = draw(&case.figure);
        for theme in Theme::all() {
            let svg = write_svg(&scene, SvgTarget::StandAlone(theme));
            assert!(usvg::Tree::from_str(&svg, &usvg::Options::default()).is_ok(), "{path:?}");
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{path:?}");
        }
        assert_eq!(case.svg(), case.svg());
        let png = write_png(&scene, case.theme, 390);
        assert_eq!(png, write_png(&draw(&case.figure), case.theme, 390), "{path:?}");
        assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    }
}

// ---------------------------------------------------------------------------------------------
// What must hold of every picture
// ---------------------------------------------------------------------------------------------

/// Where the marks of a finished SVG are drawn, in the order of the text.
fn drawn_at(svg: &str) -> Vec<(String, f64, f64)> {
    let value = |tag: &str, key: &str| {
        let start = tag.find(&format!(" {key}=\"")).map(|at| at + key.len() + 3)?;
        tag[start..].split('"').next().map(str::to_owned)
    };
    let place = |tag: &str| match (value(tag, "x"), value(tag, "y")) {
        (Some(x), Some(y)) => Some((x.parse().ok()?, y.parse().ok()?)),
        _ => {
            let transform = value(tag, "transform")?;
            let (x, y) =
                transform.strip_prefix("translate(")?.split_once(')')?.0.split_once(' ')?;
            Some((x.parse().ok()?, y.parse().ok()?))
        }
    };
    let marks = svg.split('<').filter(|tag| tag.contains(" data-cell="));
    let read = |tag: &str| {
        let (x, y) = place(tag).expect("a mark has a place");
        (value(tag, "data-cell").expect("a mark has a cell"), x, y)
    };
    marks.map(read).collect()
}

#[test]
fn marks_lie_where_their_cells_are_from_every_seat() {
    // Where the corners of a board of 3 by 4 cells are for a seat that is rotated by so many degrees: right, up.
    let seats = [
        ("0", "a1 0 0, c1 2 0, a4 0 3, c4 2 3"),
        ("90", "a1 0 2, c1 0 0, a4 3 2, c4 3 0"),
        ("180", "a1 2 3, c1 0 3, a4 2 0, c4 0 0"),
        ("270", "a1 3 0, c1 3 2, a4 0 0, c4 0 2"),
    ];
    for (degrees, places) in seats {
        let text = format!("board | 3x4\nbare\nview | {degrees}\nmark | move | a1 c1 a4 c4");
        let svg = Case::read(&text).svg();
        let height = if degrees == "0" || degrees == "180" { 4.0 } else { 3.0 };
        for (cell, x, y) in drawn_at(&svg) {
            let (right, up) = ((x - 64.0) / 100.0, height - 1.0 - (y - 64.0) / 100.0);
            let place = format!("{cell} {right} {up}");
            assert!(places.split(", ").any(|p| p == place), "{degrees}: {place} not in {places}");
        }
    }
}

#[test]
fn hexagons_lie_around_each_other_from_every_seat() {
    for degrees in ["0", "60", "120", "180", "240", "300"] {
        let text =
            format!("hexagon | 2\nbare\nview | {degrees}\nmark | move | b2 a1 a2 b1 b3 c1 c2");
        let places = drawn_at(&Case::read(&text).svg());
        let (_, x, y) = places[0];
        for (cell, other_x, other_y) in &places[1..] {
            let apart = ((other_x - x).powi(2) + (other_y - y).powi(2)).sqrt();
            assert!((apart - 104.0).abs() < 0.2, "{degrees}: {cell} is {apart} from the middle");
        }
    }
    // The first file begins at 8 o'clock of the middle, and ends at 10 o'clock.
    let places = drawn_at(&Case::read("hexagon | 2\nbare\nmark | move | b2 a1 a2").svg());
    let [(_, x, y), (_, x1, y1), (_, x2, y2)] = &places[..] else { panic!("three marks") };
    assert!(x1 < x && y1 > y && x2 < x && y2 < y);
}

#[test]
fn a_ring_is_round_from_every_seat() {
    for degrees in ["0", "90", "180", "270"] {
        let text =
            format!("board | 2x8 ring\nbare\nview | {degrees}\nmark | move | a1 a3 a5 a7 b1");
        let places = drawn_at(&Case::read(&text).svg());
        let (x, y): (Vec<f64>, Vec<f64>) = places[..4].iter().map(|(_, x, y)| (x, y)).unzip();
        let middle = (x.iter().sum::<f64>() / 4.0, y.iter().sum::<f64>() / 4.0);
        let far = |(_, x, y): &(String, f64, f64)| (x - middle.0).hypot(y - middle.1);
        let radius = far(&places[0]);
        assert!(places[..4].iter().all(|place| (far(place) - radius).abs() < 1.0), "{places:?}");
        assert!((far(&places[4]) - radius - 100.0).abs() < 1.0, "{places:?}");
        // The first ray is the first one below the seam, which is at the left of the first chair.
        let (right, down) = (places[0].1 > middle.0, places[0].2 > middle.1);
        let wanted = match degrees {
            "0" => (false, true),
            "90" => (false, false),
            "180" => (true, false),
            _ => (true, true),
        };
        assert_eq!((right, down), wanted, "{degrees}");
    }
}

/// On a ring too, which is larger than a board of as many cells.
#[test]
fn a_diagram_of_a_ring_is_not_far_larger() {
    let text = "board | 4x16 ring\nwhite | queen | b8\nfocus | b8\n\
        mark | move | b9 b10 b11 b12 b13 b14 b15 b16 b1 b2 b3 b4 b5 b6 b7 a7 a8 a9 c7 c8 c9 d6 d8 d10\n\
        trail | slide | b8 b9 b10 b11 b12 b13 b14 b15 b16 b1 b2 b3 b4 b5 b6 b7 b8\n\
        trail | slide open | b8 c8 d8\ntrail | slide open | b8 c9 d10\n\
        trail | slide open | b8 c7 d6\ntrail | slide open | b8 a8";
    let svg = Case::read(text).svg();
    assert!(svg.len() <= 8192, "{}", svg.len());
}

#[test]
fn every_mark_can_be_read_back() {
    let layout = Arc::new(Layout::new(vec![Board::rectangle(3, 3)]).unwrap());
    for &kind in MarkKind::ALL {
        for first in [false, true] {
            for verdict in [MarkStatus::None, MarkStatus::Wrong, MarkStatus::Missing] {
                let mut figure = Figure::new(BoardView::new(layout.clone()).into());
                figure.marks =
                    vec![Mark { cell: Cell(4), kind, first_move_only: first, status: verdict }];
                let scene = draw(&figure);
                for flavour in [
                    SvgTarget::Inline { id_prefix: "x-" },
                    SvgTarget::StandAlone(Theme::named("safe").unwrap()),
                ] {
                    let read = read_marks(&write_svg(&scene, flavour));
                    assert_eq!(read.len(), 1);
                    assert_eq!((&*read[0].cell, &*read[0].kind), ("b2", kind.word()));
                    let has = |word: &str| read[0].more.iter().any(|other| other == word);
                    assert_eq!(has("first"), first);
                    assert_eq!(has("wrong"), verdict == MarkStatus::Wrong);
                    assert_eq!(has("missing"), verdict == MarkStatus::Missing);
                }
            }
        }
    }
}

#[test]
fn names_of_cells_and_words_survive_xml() {
    let board = Board { files: Axis::new(["<&>", "\"q\""]), ..Board::rectangle(1, 1) };
    let layout = Arc::new(Layout::new(vec![board]).unwrap());
    let mut figure = Figure::new(BoardView::new(layout.clone()).into());
    figure.title = "a < b & c".to_owned();
    figure.text_alternative = "\u{1}line\nbreak \"quoted\"".to_owned();
    figure.marks = layout.cells().map(|cell| Mark::new(cell, MarkKind::Move)).collect();
    let svg = write_svg(&draw(&figure), SvgTarget::StandAlone(Theme::paper()));
    assert!(usvg::Tree::from_str(&svg, &usvg::Options::default()).is_ok(), "{svg}");
    assert!(svg.contains("<title id=\"t\">a &lt; b &amp; c</title>"), "{svg}");
    let cells: Vec<String> = read_marks(&svg).into_iter().map(|mark| mark.cell).collect();
    assert_eq!(cells, ["<&>1", "\"q\"1"]);
}

#[test]
fn pictures_inside_a_page_do_not_disturb_it() {
    let text = "board | 8x8\ntitle | t\nwords | w\nwhite | knight | b1 g1\nmark | move | a3 c3";
    let scene = draw(&Case::read(text).figure);
    let svg = write_svg(&scene, SvgTarget::Inline { id_prefix: "fig7-" });
    assert_eq!(svg.matches(" id=\"").count(), svg.matches(" id=\"fig7-").count());
    assert_eq!(svg.matches("href=\"#").count(), svg.matches("href=\"#fig7-").count());
    assert!(svg.contains("aria-labelledby=\"fig7-t fig7-d\""));
    assert!(svg.contains("fill=\"var(--fb-dark,#c4a470)\""), "{svg}");
    assert!(!svg.contains("<style"), "a style sheet would be the whole page's");
}

#[test]
fn a_usual_diagram_is_small() {
    let text = "board | 8x8\nwhite | queen | d4\nblack | pawn | d7 f6\nfocus | d4\n\
        mark | move | d5 d6 e4 f4 g4 h4 d3 d2 d1 c4 b4 a4 e5 c5 b6 a7 e3 f2 g1 c3 b2 a1\n\
        mark | capture | d7 f6\ntrail | slide | d4 d5 d6 d7\ntrail | slide | d4 e5 f6\n\
        trail | slide open | d4 e4 f4 g4 h4\ntrail | slide open | d4 d3 d2 d1\n\
        trail | slide open | d4 c4 b4 a4\ntrail | slide open | d4 c5 b6 a7\n\
        trail | slide open | d4 e3 f2 g1\ntrail | slide open | d4 c3 b2 a1";
    let queen = Case::read(text);
    assert!(queen.svg().len() <= 8192, "{}", queen.svg().len());
    let text =
        "board | 8x8\nwhite | knight | d4\nfocus | d4\nmark | move | e6 f5 f3 e2 c2 b3 b5 c6";
    let knight = Case::read(text);
    assert!(knight.svg().len() <= 6000, "{}", knight.svg().len());
    // Inside a page, colours are those of its light or dark theme: both are in it.
    let inside = |figure: &Figure| write_svg(&draw(figure), SvgTarget::Inline { id_prefix: "a-" });
    assert!(inside(&knight.figure).len() <= 8192, "{}", inside(&knight.figure).len());
    let setup = Case::read(
        "board | 8x8\nwhite | rook | a1 h1\nwhite | knight | b1 g1\nwhite | bishop | c1 f1\n\
         white | queen | d1\nwhite | king | e1\nwhite | pawn | a2 b2 c2 d2 e2 f2 g2 h2\n\
         black | rook | a8 h8\nblack | knight | b8 g8\nblack | bishop | c8 f8\n\
         black | queen | d8\nblack | king | e8\nblack | pawn | a7 b7 c7 d7 e7 f7 g7 h7",
    );
    assert!(inside(&setup.figure).len() <= 13 * 1024, "{}", inside(&setup.figure).len());
    for figure in [&knight.figure, &queen.figure] {
        let png = || write_png(&draw(figure), Theme::paper(), 390);
        assert!(png().len() <= 7000, "{}", png().len());
        assert!(png() == png(), "the same picture is the same bytes");
    }
}

#[test]
fn a_legend_lists_what_is_used_and_nothing_else() {
    let words = |text: &str| -> Vec<String> {
        legend(&Case::read(text).figure).into_iter().map(|entry| entry.text).collect()
    };
    assert!(words("board | 3x3\nwhite | rook | a1").is_empty());
    let text = "board | 3x3\nmark | move | a1\nmark | move missing | a2\ntrail | lame | a1 a2 a3";
    let found = words(text);
    assert_eq!(found, ["move", "legal, but not marked", "blocked if occupied"]);
    for entry in legend(&Case::read(text).figure) {
        let svg = write_svg(&entry.swatch, SvgTarget::StandAlone(Theme::paper()));
        assert!(usvg::Tree::from_str(&svg, &usvg::Options::default()).is_ok());
        assert!(read_marks(&svg).is_empty(), "a legend marks no cell");
    }
}

#[test]
fn every_word_of_the_glyphs_has_a_drawing() {
    for word in Glyph::words() {
        // Parts that are no figure go with one that is.
        let alone = Glyph::parse(word);
        let glyph = alone.or_else(|_| Glyph::parse(&format!("knight + {word}"))).expect(word);
        for &army in ArmyColour::ALL {
            let svg = drawn_alone(army, glyph.clone(), "K");
            assert!(usvg::Tree::from_str(&svg, &usvg::Options::default()).is_ok(), "{word}");
        }
    }
}

fn drawn_alone(army: ArmyColour, glyph: Glyph, letter: &str) -> String {
    let scene = draw_piece(&PieceDrawing::new(army, glyph, letter, ""));
    write_svg(&scene, SvgTarget::StandAlone(Theme::paper()))
}

#[test]
fn pieces_with_one_name_look_alike_and_others_do_not() {
    let army = "bede waffle fad cardinal charging-rook fibnif charging-knight colonel short-rook \
        woody-rook half-duck chancellor king queen rook bishop knight pawn";
    let draw = |name: &str| {
        let glyph = Glyph::parse(name).unwrap();
        drawn_alone(ArmyColour::White, glyph, "")
    };
    let names: Vec<&str> = army.split_whitespace().collect();
    for (index, name) in names.iter().enumerate() {
        for other in &names[..index] {
            assert_ne!(draw(name), draw(other), "{name} and {other}");
        }
    }
    assert_eq!(draw("cardinal"), draw("archbishop"));
}

/// Whatever a figure claims, it is drawn: no panic, and SVG that can be read.
#[test]
fn any_figure_can_be_drawn() {
    arbtest::arbtest(|u| {
        let (files, ranks) = (u.int_in_range(1..=5)?, u.int_in_range(1..=5)?);
        let first = match u.int_in_range(0..=4)? {
            0 => Board::hexagon(u.int_in_range(1..=4)?, Axis::letters(7).names),
            1 => Board { joined: JoinedEdges::FILES, ..Board::rectangle(files, ranks) },
            3 => Board { joined: JoinedEdges::BOTH, ..Board::rectangle(files, ranks) },
            2 => Board {
                levels: Axis::numbers(3),
                has_levels: true,
                names: vec![AxisKind::File, AxisKind::Rank, AxisKind::Level],
                ..Board::rectangle(files, ranks)
            },
            _ => Board::rectangle(files, ranks),
        };
        let tiling = first.tiling;
        let second = Board { id: "other".to_owned(), ..Board::rectangle(2, 2) };
        let Ok(layout) = Layout::new(vec![first, second]) else { return Ok(()) };
        let count = layout.len() as u16;
        let layout = Arc::new(layout);
        let cell = |u: &mut arbtest::arbitrary::Unstructured| {
            Ok::<Cell, arbtest::arbitrary::Error>(Cell(u.int_in_range(0..=count - 1)?))
        };
        let mut figure = Figure::new(BoardView::new(layout).into());
        let turn = if tiling == Tiling::Hexagons { 60 } else { 90 };
        let parts = vec![SeatPart::Turn(turn * u.int_in_range(0..=3)?)];
        figure.view_mut().orientation = Orientation::FIRST.after_seat(&Seat { parts }, tiling);
        figure.view_mut().overview = u.arbitrary()?;
        for _ in 0..u.int_in_range(0..=4)? {
            let kind = *u.choose(MoveLineKind::ALL)?;
            let mut trail = MoveLine::new(kind, []);
            for _ in 0..u.int_in_range(0..=4)? {
                trail.cells.push(cell(u)?);
            }
            trail.open = u.arbitrary()?;
            trail.obstacles.push(cell(u)?);
            figure.move_lines.push(trail);
            figure.marks.push(Mark::new(cell(u)?, *u.choose(MarkKind::ALL)?));
            figure.view_mut().diagonals.push((cell(u)?, cell(u)?));
            let pairs = vec![(cell(u)?, cell(u)?)];
            figure.view_mut().borders.push(BorderStyle {
                pairs,
                label: "x".into(),
                wave: u.arbitrary()?,
            });
            figure.view_mut().arrows.push(BoardArrow {
                from: u.int_in_range(0..=3)?,
                to: 1,
                label: String::new(),
            });
            let cells = [cell(u)?].into_iter().collect();
            figure.view_mut().zones.push(ZoneStyle { cells, label: "z".into() });
        }
        let surface = *u.choose(&[Surface::Checkered, Surface::Plain, Surface::Lines])?;
        let shape = *u.choose(&[BoardShape::Flat, BoardShape::Ring])?;
        let title = "車 title".to_owned();
        figure.view_mut().boards = vec![BoardStyle { surface, shape, title }];
        let svg = write_svg(&draw(&figure), SvgTarget::StandAlone(Theme::paper()));
        assert!(usvg::Tree::from_str(&svg, &usvg::Options::default()).is_ok(), "{svg}");
        assert!(!svg.contains("NaN"), "{svg}");
        assert_eq!(read_marks(&svg).len(), figure.marks.len());
        Ok(())
    });
}

/// Whatever is typed as a glyph, it is drawn or refused at a place of the text.
#[test]
fn any_text_is_a_glyph_or_refused() {
    let words = Glyph::words();
    arbtest::arbtest(|u| {
        let mut text = String::new();
        for _ in 0..u.int_in_range(0..=5)? {
            match u.int_in_range(0..=3)? {
                0 => text.push_str(u.arbitrary()?),
                1 => text.push_str(" + "),
                2 => text.push_str(": Ä"),
                _ => text.push_str(u.choose(&words)?),
            }
            text.push(' ');
        }
        match Glyph::parse(&text) {
            Ok(glyph) => {
                let svg = drawn_alone(ArmyColour::Blue, glyph, "K");
                assert!(usvg::Tree::from_str(&svg, &usvg::Options::default()).is_ok(), "{svg}");
            }
            Err(fault) => {
                let span = fault.span.expect("a place");
                assert!(text.get(span.range()).is_some(), "{text:?} {span:?}");
            }
        }
        Ok(())
    });
}

#[test]
fn a_frame_turns_as_a_person_does() {
    // Kept beside the pictures: if this breaks, every turned picture is wrong.
    let turned = Orientation::facing(Facing::Right).to_board_step(Vector::new(0, 1, 0));
    assert_eq!(turned, Vector::new(1, 0, 0));
}
