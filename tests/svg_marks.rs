//! Reads marks back from finished SVG: a diagram shows what was computed, on every variant and in the site.

use std::collections::BTreeMap;
use std::fs;

use fairybook::diagram::{Figure, MarkKind, SvgTarget, draw, write_svg};
use fairybook::game::Piece;
use fairybook::geometry::CellSet;
use fairybook::illustrate::Illustrator;
use fairybook::query::{LoadedVariant, MovesAnswer, MovesRequest};

use crate::shipped::{Shipped, root, variant};

/// One mark in a finished SVG.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReadMark {
    /// The name of the marked cell.
    pub cell: String,
    /// The [word](MarkKind::word) of its kind.
    pub kind: String,
    /// Further classes: `leap`, `first`, `wrong`, `missing`.
    pub more: Vec<String>,
}

/// Returns the marks of a finished SVG in drawing order.
///
/// Reads only what a browser gets: groups whose first class is `mark`, and the cells that the
/// elements in them name.
pub fn read_marks(svg: &str) -> Vec<ReadMark> {
    let (mut marks, mut meaning) = (Vec::new(), Vec::new());
    let tags = svg.split('<').filter_map(|text| Some(&text[..text.find('>')?]));
    for style in tags {
        if let Some(class) = attribute(style, "class") {
            let mut words = class.split(' ').map(str::to_owned);
            let is_mark = words.next().is_some_and(|word| word == "mark");
            meaning = if is_mark { words.collect() } else { Vec::new() };
        }
        if let (Some(cell), [kind, more @ ..]) = (attribute(style, "data-cell"), &meaning[..]) {
            let (cell, kind, more) = (unescape(cell), kind.clone(), more.to_vec());
            marks.push(ReadMark { cell, kind, more });
        }
    }
    marks
}

fn attribute<'a>(style: &'a str, name: &str) -> Option<&'a str> {
    let start = style.find(&format!(" {name}=\""))? + name.len() + 3;
    let length = style[start..].find('"')?;
    Some(&style[start..start + length])
}

fn unescape(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

/// Whether the marks in `svg` are the targets of `answer`, and the attacked cells those that would
/// be captures.
pub fn shows(variant: &LoadedVariant, answer: &MovesAnswer, svg: &str) -> bool {
    let (attacked, marked): (Vec<ReadMark>, Vec<ReadMark>) =
        read_marks(svg).into_iter().partition(|mark| mark.kind == MarkKind::Attack.word());
    let is = |read: &[ReadMark], expected: &CellSet| {
        let found = variant.marks(read.iter().map(|mark| mark.cell.as_str()));
        found.unknown_names.is_empty() && found.cells == *expected
    };
    is(&marked, &answer.marked_cells())
        && is(&attacked, &variant.potential_captures(answer).attacked)
}

/// The cells and kinds of the marks of a figure, sorted.
pub fn marks_of(figure: &Figure) -> Vec<(String, String)> {
    let name = |cell| figure.view().layout.name(cell).to_owned();
    let marks = figure.marks.iter().map(|mark| (name(mark.cell), mark.kind.word().to_owned()));
    let mut marks: Vec<_> = marks.collect();
    marks.sort();
    marks
}

/// The cells and kinds of the marks in an SVG, sorted.
pub fn marks_in(svg: &str) -> Vec<(String, String)> {
    let mut marks: Vec<_> =
        read_marks(svg).into_iter().map(|mark| (mark.cell, mark.kind)).collect();
    marks.sort();
    marks
}

/// Every piece of every shipped variant, on a cell in the middle of its list of cells.
#[test]
fn marks_read_back_are_those_of_the_figure_and_of_the_answer() {
    let mut marked = 0;
    for id in fairybook::format::DefinitionSource::ids(&Shipped) {
        let variant =
            LoadedVariant::new(variant(&id)).unwrap_or_else(|fault| panic!("{id}: {fault:?}"));
        let illustrator = Illustrator::new(variant);
        let variant = &illustrator.variant;
        let at = variant.layout().cells().nth(variant.layout().len() / 2).unwrap();
        for face in &variant.variant().faces {
            let piece =
                Piece { side: variant.first_side(), piece_type: variant.kind(&face.id).unwrap() };
            let Ok(answer) = variant.answer(&MovesRequest::new(piece, at)) else { continue };
            let figure = illustrator.illustrate(&answer);
            let svg = write_svg(&draw(&figure), SvgTarget::Inline { id_prefix: "" });
            assert_eq!(marks_in(&svg), marks_of(&figure), "{id}: {}", face.id);
            assert!(shows(variant, &answer, &svg), "{id}: {}", face.id);
            marked += usize::from(!figure.marks.is_empty());
        }
    }
    assert!(marked > 150, "only {marked} diagrams have marks");
}

/// Each SVG file of the site has the marks of a diagram on a page of its folder.
#[test]
fn files_of_the_site_have_the_marks_of_their_pages() {
    let mut folders = vec![root().join("site")];
    let mut compared = 0;
    while let Some(folder) = folders.pop() {
        let (mut files, mut pages) = (BTreeMap::new(), Vec::new());
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let ending = path.extension().map(|it| it.to_string_lossy().into_owned());
            match ending.as_deref() {
                _ if path.is_dir() => folders.push(path),
                Some("svg") => {
                    let marks = marks_in(&fs::read_to_string(&path).unwrap());
                    files.extend((!marks.is_empty()).then_some((path, marks)));
                }
                Some("html") => {
                    let page = fs::read_to_string(&path).unwrap();
                    pages.extend(page.split("<svg ").skip(1).map(marks_in));
                }
                _ => {}
            }
        }
        for (path, marks) in files {
            assert!(pages.contains(&marks), "{}", path.display());
            compared += 1;
        }
    }
    assert!(compared > 250, "only {compared} files have marks");
}
