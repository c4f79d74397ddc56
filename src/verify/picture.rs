//! Compares a drawn picture with the marks that it should show.

use crate::diagram::{MarkKind, ReadMark, read_marks};
use crate::geometry::Cells;
use crate::source::{Code, Diagnostic};
use crate::study::{Answer, Study};

/// Compares the marks that stand in a finished drawing, read back from its text, with the answer
/// that it was made from; says what differs.
///
/// A picture that differs is a fault of ours, not of the page's author.
pub fn check_picture(study: &Study, answer: &Answer, svg: &str) -> Option<Diagnostic> {
    let (threats, marks): (Vec<ReadMark>, Vec<ReadMark>) =
        read_marks(svg).into_iter().partition(|mark| mark.kind == MarkKind::Threat.word());
    differs(study, answer, &marks, &answer.drawn())
        .or_else(|| differs(study, answer, &threats, &study.prospects(answer).threats))
}

fn differs(
    study: &Study,
    answer: &Answer,
    read: &[ReadMark],
    expected: &Cells,
) -> Option<Diagnostic> {
    let drawn = study.marks(read.iter().map(|mark| mark.cell.as_str()));
    if drawn.cells == *expected && drawn.strangers.is_empty() {
        return None;
    }
    let list = |cells: &Cells| study.cell_names(cells).join(" ");
    let title = study.title(answer);
    let message = format!("the picture `{title}` does not show what was computed");
    Some(
        Diagnostic::error(Code::DiagramWrong, message)
            .note(format!("missing from the picture: {}", list(&expected.without(&drawn.cells))))
            .note(format!("wrongly in the picture: {}", list(&drawn.cells.without(expected))))
            .help("this is a fault of the program, not of the page: please report it"),
    )
}
