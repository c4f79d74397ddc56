use std::sync::Arc;

use super::draw::{lone_mark, lone_trail, lone_zone, slants};
use super::{
    Army, Figure, Glyph, Ground, Manner, Mark, MarkKind, Piece, Scene, Stander, Trail, TrailKind,
    Verdict,
};
use crate::geometry::{Board, Cell, Facing, Layout};

/// One line of a legend.
#[derive(Debug, Clone, PartialEq)]
pub struct LegendEntry {
    /// The sign, alone, on no ground; to be written with [`write_svg`](super::write_svg).
    pub swatch: Scene,
    /// What it says.
    pub words: String,
}

/// What the signs of a figure say: those that it uses, each once, in a fixed order.
///
/// Signs that are put together are explained one by one: the shape of a mark, the arc over it,
/// the flag on it.
pub fn legend(figure: &Figure) -> Vec<LegendEntry> {
    let shown = |mark: &&Mark| mark.verdict != Verdict::Missing;
    let marks: Vec<&Mark> = figure.marks.iter().filter(shown).collect();
    // A dot in a ring, whichever of the two came first.
    let is_either = |cell: Cell| {
        let is = |kind| marks.iter().any(|mark| mark.cell == cell && mark.kind == kind);
        is(MarkKind::Move) && is(MarkKind::Threat)
    };
    // As which kind a mark is seen; the flag of a move tells all of it.
    let seen = |mark: &Mark| match mark.kind {
        MarkKind::Move | MarkKind::Threat if is_either(mark.cell) => Some(MarkKind::Either),
        MarkKind::Move if mark.first => None,
        kind => Some(kind),
    };
    let seen: Vec<MarkKind> = marks.iter().filter_map(|mark| seen(mark)).collect();
    let mut entries = Vec::new();
    for &kind in MarkKind::ALL {
        if seen.contains(&kind) {
            let words = match kind {
                MarkKind::Move if figure.moves_take => MOVES_AND_TAKES,
                kind => kind_words(kind),
            };
            entries.push(entry(Mark::new(Cell(0), kind), words));
        }
    }
    for (sample, words) in additions() {
        let used = |mark: &&&Mark| {
            (sample.manner != Manner::Plain && mark.manner == sample.manner)
                || (sample.first && mark.first)
                || (sample.verdict == Verdict::Wrong && mark.verdict == Verdict::Wrong)
        };
        if let Some(mark) = marks.iter().find(used) {
            // What it is added to looks as it does in the picture.
            let kind = if sample.first { sample.kind } else { mark.kind };
            entries.push(entry(Mark { kind, ..sample }, words));
        }
    }
    if figure.marks.len() > marks.len() {
        let (missing, words) = missing();
        entries.push(entry(missing, words));
    }
    entries.extend(trails(figure));
    entries.extend(zones(figure.ground()));
    entries
}

/// A dot always says the same; of a piece that takes as it moves, this is said besides.
const MOVES_AND_TAKES: &str = "may move here, and captures in the same way";

/// The zones whose names do not stand at the rim, each name once.
fn zones(ground: &Ground) -> Vec<LegendEntry> {
    let mut entries: Vec<LegendEntry> = Vec::new();
    for (zone, slant) in ground.zones.iter().zip(slants(ground)) {
        let is_new = entries.iter().all(|known| known.words != zone.label);
        if !ground.rim_names && !zone.label.is_empty() && is_new {
            entries.push(LegendEntry { swatch: lone_zone(slant), words: zone.label.clone() });
        }
    }
    entries
}

/// What may be added to a mark, on a plain one, and what it says.
fn additions() -> [(Mark, &'static str); 3] {
    let plain = Mark::new(Cell(0), MarkKind::Move);
    [
        (Mark { manner: Manner::Leap, ..plain }, "an arc: by a leap, whatever stands between"),
        (Mark { first: true, ..plain }, "a flag: may move here, only as the piece's first move"),
        (Mark { verdict: Verdict::Wrong, ..plain }, "crossed out: the rules contradict the mark"),
    ]
}

fn missing() -> (Mark, &'static str) {
    let mark = Mark::new(Cell(0), MarkKind::Move);
    let words = "dashed: the rules have it, the marks do not";
    (Mark { verdict: Verdict::Missing, ..mark }, words)
}

/// A slide's line is open if any of them is: an arrow head is then explained. One that ends at
/// somebody's ring has none.
fn trails(figure: &Figure) -> Vec<LegendEntry> {
    let used = |(kind, open): &(TrailKind, bool)| {
        let mut alike = figure.trails.iter().filter(|trail| trail.kind == *kind).peekable();
        let layout = &figure.ground().layout;
        // From level to level it is a single cell that shows of a line.
        let is_seen = |trail: &Trail| match trail.cells[..] {
            [.., before, last] => {
                let (before, last) = (layout.point(before), layout.point(last));
                (before.board, before.at.z) == (last.board, last.at.z)
            }
            _ => false,
        };
        let has_head = |trail: &Trail| trail.open && is_seen(trail) && !figure.ends_in_ring(trail);
        alike.peek().is_some() && alike.any(has_head) == *open
    };
    let entry = |(kind, open)| {
        let words = trail_words(kind, open).to_owned();
        LegendEntry { swatch: lone_trail(kind, open), words }
    };
    WRITTEN.into_iter().filter(used).map(entry).collect()
}

/// The order of trails in a legend; a slide's may be open.
const WRITTEN: [(TrailKind, bool); 6] = [
    (TrailKind::Slide, false),
    (TrailKind::Slide, true),
    (TrailKind::Lame, false),
    (TrailKind::Route, false),
    (TrailKind::Hop, false),
    (TrailKind::Shot, false),
];

fn trail_words(kind: TrailKind, open: bool) -> &'static str {
    match kind {
        TrailKind::Slide if open => {
            "slides along the line; an arrow head: as far as the board goes"
        }
        TrailKind::Slide => "along the line, as long as nothing stands on it",
        TrailKind::Lame => "blocked by anything on a small square",
        TrailKind::Route => "any one free route is enough",
        TrailKind::Hop => "hops over what stands in the frame",
        TrailKind::Shot => "takes what stands at the end of the line, from where it begins",
    }
}

/// One sign of the language of diagrams: on cells, as it is used, and what it says.
#[derive(Debug, Clone)]
pub struct Sign {
    /// A few cells with the sign on them.
    pub figure: Figure,
    /// What it says, as in legends.
    pub words: &'static str,
}

/// All signs that a legend can list, in its order.
pub fn signs() -> Vec<Sign> {
    let kinds = MarkKind::ALL.iter().map(|&kind| (Mark::new(Cell(0), kind), kind_words(kind)));
    let marks = kinds.chain(additions()).chain([missing()]);
    let marks = marks.map(|(mark, words)| Sign { figure: marked(mark), words });
    let trails = WRITTEN.map(|(kind, open)| {
        let words = trail_words(kind, open);
        Sign { figure: trailed(kind, open), words }
    });
    marks.chain(trails).collect()
}

/// A few cells in a row.
fn row(cells: usize) -> Figure {
    let layout = Layout::new(vec![Board::rectangle(cells, 1)]).expect("a row is a board");
    let mut ground = Ground::new(layout.into());
    ground.coordinates = false;
    Figure::new(ground.into())
}

fn pawn(cell: Cell, army: Army) -> Stander {
    let glyph = Glyph::parse("pawn").expect("there is such a piece");
    let piece = Arc::new(Piece::new(army, glyph, "", "Pawn"));
    Stander { cell, piece, facing: Facing::Ahead }
}

/// The mark on a dark and on a light cell, with what must stand there.
fn marked(mark: Mark) -> Figure {
    let mut figure = row(2);
    let cells = [Cell(0), Cell(1)];
    let army = match mark.kind {
        MarkKind::Capture | MarkKind::Shot => Some(Army::Black),
        MarkKind::OwnCapture | MarkKind::Swap => Some(Army::White),
        MarkKind::Move
        | MarkKind::Either
        | MarkKind::Threat
        | MarkKind::Drop
        | MarkKind::Promotion => None,
    };
    figure.pieces = cells.iter().filter_map(|&cell| Some(pawn(cell, army?))).collect();
    figure.marks = cells.map(|cell| Mark { cell, ..mark }).to_vec();
    figure
}

/// The trail from a piece over the next cell, with what must stand there.
fn trailed(kind: TrailKind, open: bool) -> Figure {
    let mut figure = row(3);
    let mut trail = Trail::new(kind, [Cell(0), Cell(1), Cell(2)]);
    trail.open = open;
    figure.pieces = vec![pawn(Cell(0), Army::White)];
    match kind {
        TrailKind::Slide | TrailKind::Route => {}
        TrailKind::Lame => trail.over = vec![Cell(1)],
        TrailKind::Hop => {
            trail.over = vec![Cell(1)];
            figure.pieces.push(pawn(Cell(1), Army::Black));
        }
        TrailKind::Shot => figure.pieces.push(pawn(Cell(2), Army::Black)),
    }
    let end = if kind == TrailKind::Shot { MarkKind::Shot } else { MarkKind::Move };
    figure.marks = vec![Mark::new(Cell(2), end)];
    figure.trails = vec![trail];
    figure
}

fn entry(mark: Mark, words: &str) -> LegendEntry {
    LegendEntry { swatch: lone_mark(&mark), words: words.to_owned() }
}

fn kind_words(kind: MarkKind) -> &'static str {
    match kind {
        MarkKind::Move => "may move here",
        MarkKind::Capture => "may capture here",
        MarkKind::Either => "may move or capture here",
        MarkKind::Threat => "would capture an enemy that stood here",
        MarkKind::OwnCapture => "may capture a piece of its own here",
        MarkKind::Shot => "may capture what stands here without moving there",
        MarkKind::Swap => "may change places with what stands here",
        MarkKind::Drop => "may be dropped here",
        MarkKind::Promotion => "may promote here",
    }
}
