use super::draw::{lone_mark, lone_trail};
use super::{Figure, Manner, Mark, MarkKind, Scene, TrailKind, Verdict};
use crate::geometry::Cell;

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
    let mut entries = Vec::new();
    for &kind in MarkKind::ALL {
        if marks.iter().any(|mark| mark.kind == kind) {
            entries.push(entry(Mark::new(Cell(0), kind), kind_words(kind)));
        }
    }
    let plain = Mark::new(Cell(0), MarkKind::Move);
    let more = [
        (Mark { manner: Manner::Leap, ..plain }, "an arc: by a leap, whatever stands between"),
        (Mark { manner: Manner::Hop, ..plain }, "a green arc: by a hop over something"),
        (Mark { first: true, ..plain }, "a flag: only as the piece's first move"),
        (Mark { verdict: Verdict::Wrong, ..plain }, "crossed out: the rules contradict the mark"),
    ];
    for (sample, words) in more {
        let used = |mark: &&&Mark| {
            (sample.manner != Manner::Plain && mark.manner == sample.manner)
                || (sample.first && mark.first)
                || (sample.verdict == Verdict::Wrong && mark.verdict == Verdict::Wrong)
        };
        if marks.iter().find(used).is_some() {
            entries.push(entry(sample, words));
        }
    }
    if figure.marks.len() > marks.len() {
        let missing = Mark { verdict: Verdict::Missing, ..plain };
        entries.push(entry(missing, "dashed: the rules have it, the marks do not"));
    }
    entries.extend(trails(figure));
    entries
}

fn trails(figure: &Figure) -> Vec<LegendEntry> {
    let kinds = [
        (TrailKind::Slide, "slides along the line; an arrow head: as far as the board goes"),
        (TrailKind::Lame, "blocked by anything on the small square"),
        (TrailKind::Route, "any one free route is enough"),
        (TrailKind::Hop, "hops over what stands in the frame"),
        (TrailKind::Shot, "takes what stands at the end of the line, from where it begins"),
    ];
    let used = |kind: TrailKind| figure.trails.iter().any(|trail| trail.kind == kind);
    let entry = |(kind, words): (TrailKind, &str)| LegendEntry {
        swatch: lone_trail(kind),
        words: words.to_owned(),
    };
    kinds.into_iter().filter(|&(kind, _)| used(kind)).map(entry).collect()
}

fn entry(mark: Mark, words: &str) -> LegendEntry {
    LegendEntry { swatch: lone_mark(&mark), words: words.to_owned() }
}

fn kind_words(kind: MarkKind) -> &'static str {
    match kind {
        MarkKind::Move => "may move here",
        MarkKind::Capture => "may capture here",
        MarkKind::Either => "may move or capture here",
        MarkKind::Threat => "would capture an enemy here, and goes here only then",
        MarkKind::OwnCapture => "may capture a piece of its own here",
        MarkKind::Shot => "may capture what stands here from afar",
        MarkKind::Swap => "may change places with what stands here",
        MarkKind::Drop => "may be dropped here",
        MarkKind::Promotion => "may promote here",
    }
}
