use std::sync::Arc;

use crate::diagram::{Army, BoardStyle, Figure, Glyph, Mark, MarkKind, Stander, Verdict};
use crate::geometry::{Cell, Cells, Facing};
use crate::rules::{KindId, Man, Position, SideId};
use crate::study::{self, Answer, Disagreement, MovesRequest, Study};
use crate::variant::{ArmyFace, Face, Variant};

use super::games::Games;

/// The array of a game, or of one side only.
pub(super) fn setup(variant: &Variant, side: Option<SideId>) -> Figure {
    let men = variant.game.array.iter().copied();
    let men = men.filter(|(_, man)| side.is_none_or(|side| man.side == side));
    let mut figure = position(variant, men);
    figure.title = format!("{}: the set-up", variant.name);
    figure
}

/// Some men on the boards of a game.
pub(super) fn position(variant: &Variant, men: impl Iterator<Item = (Cell, Man)>) -> Figure {
    let mut figure = Figure::new(variant.game.layout.clone());
    let several = variant.boards.len() > 1;
    let boards = variant.boards.iter().map(|board| {
        let name = board.name.clone().unwrap_or_else(|| board.id.clone());
        BoardStyle { surface: board.surface, title: if several { name } else { String::new() } }
    });
    figure.boards = boards.collect();
    let standers = men.map(|(cell, man)| {
        let face = variant.face(man.kind);
        Stander {
            cell,
            army: look(variant, man.side),
            glyph: glyph(face),
            letter: face.shown.clone(),
            name: face.name.clone(),
            facing: Facing::Ahead,
        }
    });
    figure.pieces = standers.collect();
    figure
}

/// What the rules answer, as a picture.
pub(super) fn answer(study: &Study, answer: &Answer) -> Figure {
    let mut figure = position(study.variant(), answer.position.men());
    figure.focus.add(answer.at);
    for cell in answer.cells.iter() {
        let has = |test: &dyn Fn(&crate::rules::Reach) -> bool| answer.reaches.iter().any(test);
        let quiet = has(&|reach| reach.quiet.has(cell));
        let takes = has(&|reach| reach.captures.has(cell));
        let kind = match (quiet, takes) {
            (_, true) => MarkKind::Capture,
            (true, false) => MarkKind::Move,
            (false, false) => MarkKind::OwnCapture,
        };
        figure.marks.push(Mark::new(cell, kind));
    }
    let men: Vec<String> = answer.men.iter().map(|&man| study.man_name(man)).collect();
    figure.title = format!("{} on {}", men.join(" and "), study.cell_name(answer.at));
    figure.words =
        format!("The {} goes to {}.", figure.title, study.cell_names(&answer.cells).join(" "));
    figure
}

/// What somebody printed: the marks as they stand there, the wrong ones crossed out, and the
/// missing ones shown as missing.
pub(super) fn printed(study: &Study, answered: &Answer, marks: &Cells) -> Figure {
    let mut figure = position(study.variant(), answered.position.men());
    let all = marks.union(&answered.cells);
    figure.focus.add(answered.at);
    for cell in all.iter() {
        let verdict = match (marks.has(cell), answered.cells.has(cell)) {
            (true, true) => Verdict::None,
            (true, false) => Verdict::Wrong,
            (false, _) => Verdict::Missing,
        };
        figure.marks.push(Mark { verdict, ..Mark::new(cell, MarkKind::Move) });
    }
    let at = study.cell_name(answered.at);
    let men: Vec<String> = answered.men.iter().map(|&man| study.man_name(man)).collect();
    figure.title = format!("{} on {at}, as printed", men.join(" and "));
    figure.words = format!("Marked: {}.", study.cell_names(marks).join(" "));
    figure
}

/// A question that nobody can answer, with the marks that somebody drew.
pub(super) fn unanswered(study: &Study, request: &MovesRequest, marks: &Cells) -> Figure {
    let others = request.position.iter().flat_map(|position| position.men());
    let others = others.filter(|&(cell, _)| cell != request.at);
    let men = request.kinds.first().map(|&kind| Man { side: request.side, kind });
    let men = men.map(|man| (request.at, man));
    let mut figure = position(study.variant(), others.chain(men));
    figure.focus.add(request.at);
    mark(&mut figure, marks);
    figure.title = format!("{}: a piece whose move is not known", study.variant().name);
    figure
}

/// Marks cells, without saying more of them.
pub(super) fn mark(figure: &mut Figure, cells: &Cells) {
    figure.marks.extend(cells.iter().map(|cell| Mark::new(cell, MarkKind::Move)));
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

/// The look of a side.
pub(super) fn look(variant: &Variant, side: SideId) -> Army {
    let face = &variant.sides[side.0 as usize];
    let word = face.id.to_lowercase();
    Army::named(&word).unwrap_or_else(|| Army::of(side.0 as usize))
}

/// The drawing of a piece.
pub(super) fn glyph(face: &Face) -> Glyph {
    let texts = [face.glyph.replace(' ', "+"), face.id.clone()];
    let known =
        texts.iter().filter(|text| !text.is_empty()).find_map(|text| Glyph::parse(text).ok());
    known.unwrap_or_else(Glyph::token)
}

/// The kinds of the array, in the order of its cells.
pub(super) fn kinds(variant: &Variant, side: Option<SideId>) -> Vec<KindId> {
    let mut kinds = Vec::new();
    let mut men: Vec<_> = variant.game.array.clone();
    men.sort_by_key(|&(cell, _)| cell);
    for (_, man) in men {
        if side.is_none_or(|side| man.side == side) && !kinds.contains(&man.kind) {
            kinds.push(man.kind);
        }
    }
    kinds
}

/// A game in which the first side has a certain army.
#[derive(Debug, Clone)]
pub(super) struct WithArmy {
    pub army: ArmyFace,
    pub study: Arc<Study>,
    /// The kinds that the army does not share with all others, in the order of their cells.
    pub kinds: Vec<KindId>,
}

/// The armies of a game.
pub(super) fn armies(games: &Games, variant: &Variant) -> Vec<WithArmy> {
    let mut armies: Vec<WithArmy> = Vec::new();
    let Some(definition) = games.definition(&variant.id) else { return armies };
    for setup in definition.setups() {
        let Ok(variant) = definition.variant(Some(&setup)) else { continue };
        let Some(army) = variant.sides.first().and_then(|side| side.army.clone()) else { continue };
        if armies.iter().any(|known| known.army.id == army.id) {
            continue;
        }
        let kinds = kinds(&variant, Some(SideId(0)));
        let Ok(study) = Study::new(variant) else { continue };
        armies.push(WithArmy { army, study: Arc::new(study), kinds });
    }
    let ids = |army: &WithArmy| -> Vec<String> {
        let variant = army.study.variant();
        army.kinds.iter().map(|&kind| variant.face(kind).id.clone()).collect()
    };
    let all: Vec<Vec<String>> = armies.iter().map(ids).collect();
    for army in armies.iter_mut().filter(|_| all.len() > 1) {
        let study = army.study.clone();
        let shared = |kind: &KindId| {
            let id = &study.variant().face(*kind).id;
            all.iter().all(|ids| ids.contains(id))
        };
        army.kinds.retain(|kind| !shared(kind));
    }
    armies
}

/// Where the pieces of all armies stand, column by column: `a1 h1`. Nothing where the armies
/// differ in that.
pub(super) fn roles(armies: &[WithArmy]) -> Vec<String> {
    let cells = |army: &WithArmy| -> Vec<String> {
        let variant = army.study.variant();
        let of = |&kind: &KindId| {
            let first = Man { side: SideId(0), kind };
            let men = variant.game.array.iter().filter(|(_, man)| *man == first);
            let cells: Cells = men.map(|&(cell, _)| cell).collect();
            variant.game.layout.list(&cells)
        };
        army.kinds.iter().map(of).collect()
    };
    let mut all = armies.iter().map(cells);
    let first = all.next().unwrap_or_default();
    if all.all(|other| other == first) { first } else { Vec::new() }
}
