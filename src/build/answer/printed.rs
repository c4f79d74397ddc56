use crate::diagram::{Figure, Verdict};
use crate::geometry::{Cell, Cells};
use crate::rules::{Man, Position, SideId};
use crate::study::{self, Answer, Disagreement, MovesRequest, Study};

/// What somebody printed: the marks as they stand there, the wrong ones crossed out, and the
/// missing ones shown as missing.
pub(super) fn printed(study: &Study, answered: &Answer, marks: &Cells) -> Figure {
    let all = marks.union(&answered.cells);
    let mut figure = study.position_figure(&answered.position, &all);
    figure.focus.add(answered.at);
    for mark in &mut figure.marks {
        mark.verdict = match (marks.has(mark.cell), answered.cells.has(mark.cell)) {
            (true, true) => Verdict::None,
            (true, false) => Verdict::Wrong,
            (false, _) => Verdict::Missing,
        };
    }
    figure.title = format!("{}, as printed", study.title(answered));
    figure.words.push_str(&format!(" Marked: {}.", study.cell_names(marks).join(" ")));
    figure
}

/// A question that nobody can answer, with the marks that somebody drew.
pub(super) fn unanswered(study: &Study, request: &MovesRequest, marks: &Cells) -> Figure {
    let empty = || Position::empty(study.rules());
    let mut position = request.position.clone().unwrap_or_else(empty);
    let man = request.kinds.first().map(|&kind| Man { side: request.side, kind });
    position.put(request.at, man);
    let mut figure = study.position_figure(&position, marks);
    figure.focus.add(request.at);
    figure
}

/// Compares a drawn array with the game's, or with one side's part of it.
pub(super) fn compare_array(
    study: &Study,
    side: Option<SideId>,
    drawn: &Position,
) -> study::Verdict {
    let game = study.rules().game();
    let mut array: Vec<(Cell, Man)> = game.array.clone();
    array.retain(|(_, man)| side.is_none_or(|side| man.side == side));
    array.sort_unstable();
    let mut drawn: Vec<(Cell, Man)> = drawn.men().collect();
    drawn.sort_unstable();
    if array == drawn {
        return study::Verdict::Agree;
    }
    let names = |from: &[(Cell, Man)], without: &[(Cell, Man)]| -> Vec<String> {
        let only = from.iter().filter(|man| !without.contains(man));
        only.map(|&(cell, man)| format!("{} {}", study.man_name(man), study.cell_name(cell)))
            .collect()
    };
    study::Verdict::Disagree(Disagreement {
        message: "the drawn array is not that of the definition".to_owned(),
        missing: names(&array, &drawn),
        extra: names(&drawn, &array),
        ..Disagreement::default()
    })
}
