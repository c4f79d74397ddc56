//! Draws the social image of a page: a title beside a board.

use crate::label::{self, Align, TextPath};
use crate::scene::{NodeStyle, SceneNode};
use crate::{ColourRole, Figure, PathWriter, Point, Scene};

use super::draw_cover;

/// What is written on a poster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SocialImage {
    /// Large.
    pub title: String,
    /// Below it, each in a line of its own.
    pub lines: Vec<String>,
    /// At the foot.
    pub foot: String,
}

/// As wide and high as pages elsewhere show the picture of a link.
pub const SOCIAL_IMAGE_PX: (u32, u32) = (1200, 630);
/// Around everything.
const RIM: f64 = 48.0;
/// Between words and board.
const GAP: f64 = 40.0;
const TITLE_EM: f64 = 66.0;
const LEAST_TITLE_EM: f64 = 30.0;
const LINES: usize = 4;
const LINE_EM: f64 = 32.0;
/// From line to line, in parts of an em.
const LEADING: (f64, f64) = (1.2, 1.4);

/// A title beside a board: the picture that stands for a page elsewhere.
pub fn draw_social_image(figure: &Figure, poster: &SocialImage) -> Scene {
    let (width, height) = (f64::from(SOCIAL_IMAGE_PX.0), f64::from(SOCIAL_IMAGE_PX.1));
    let board = draw_cover(figure);
    // Boards side by side get more room than one alone.
    let room = if board.width > 1.3 * board.height { 0.56 } else { 0.46 };
    let fit = ((width * room) / board.width).min((height - 2.0 * RIM) / board.height);
    let scale = (fit * 100.0).floor() / 100.0;
    let (wide, tall) = (board.width * scale, board.height * scale);
    let at = Point::new((width - RIM - wide).round(), ((height - tall) / 2.0).round());

    let column = at.x - RIM - GAP;
    let foot = broken(&poster.foot, LINE_EM, column);
    let lines: Vec<String> =
        poster.lines.iter().flat_map(|line| broken(line, LINE_EM, column)).collect();
    let small_lines = (lines.len() + foot.len()) as f64 + 1.0;
    let room = height - 2.0 * RIM - small_lines * LEADING.1 * LINE_EM;
    let (em, title_lines) = set(&poster.title, column, room);
    let mut title = TextPath::new(em);
    let top = RIM + em / 2.0;
    for (index, line) in title_lines.iter().enumerate() {
        title.write(line, Align::Start, Point::new(RIM, top + index as f64 * em * LEADING.0));
    }
    let below = top + title_lines.len() as f64 * em * LEADING.0;
    let mut rule = PathWriter::default();
    rule.polyline(&[Point::new(RIM, below), Point::new(RIM + 96.0, below)]);
    let mut small = TextPath::new(LINE_EM);
    for (index, line) in lines.iter().enumerate() {
        let y = below + LINE_EM * (1.6 + LEADING.1 * index as f64);
        small.write(line, Align::Start, Point::new(RIM, y));
    }
    for (index, line) in foot.iter().rev().enumerate() {
        let y = height - RIM - LINE_EM * (0.5 + LEADING.1 * index as f64);
        small.write(line, Align::Start, Point::new(RIM, y));
    }

    let nodes = [
        title.node(NodeStyle::filled(ColourRole::Text)),
        SceneNode::path(NodeStyle::line(ColourRole::Capture, 5.0), &rule),
        small.node(NodeStyle::filled(ColourRole::Quiet)),
        SceneNode::group(NodeStyle::default().scaled(at, scale), board.nodes),
    ];
    Scene {
        width,
        height,
        corner: None,
        column: None,
        nodes: nodes.into_iter().flatten().collect(),
        ..board
    }
}

/// The title in lines, as large as there is room for; in the least size words may be broken.
fn set(title: &str, column: f64, room: f64) -> (f64, Vec<String>) {
    let mut em = TITLE_EM;
    while em > LEAST_TITLE_EM {
        let lines = label::wrapped(title, em, column);
        let is_narrow = lines.iter().all(|line| label::width(line, em) <= column);
        let is_low = lines.len() <= LINES && lines.len() as f64 * em * LEADING.0 <= room;
        if is_narrow && is_low {
            return (em, lines);
        }
        em -= 4.0;
    }
    (LEAST_TITLE_EM, broken(title, LEAST_TITLE_EM, column))
}

/// Words in lines that are no wider than that; a word that alone is wider is broken.
fn broken(text: &str, em: f64, room: f64) -> Vec<String> {
    let mut pieces = Vec::new();
    for line in label::wrapped(text, em, room) {
        let mut piece = String::new();
        for character in line.chars() {
            if !piece.is_empty() && label::width(&format!("{piece}{character}-"), em) > room {
                pieces.push(format!("{piece}-"));
                piece.clear();
            }
            piece.push(character);
        }
        pieces.push(piece);
    }
    pieces
}
