use std::fmt::Write;

use crate::book::{Page, address};
use crate::geometry::{Cell, Cells};
use crate::rules::{KindId, Man, SideId};
use crate::source::SourceFile;
use crate::study::{MovesRequest, Study};

use super::armies;
use super::games::Games;

/// At most so many pieces are drawn one by one.
const DRAWN: usize = 40;

/// Pages for the games that nobody has written about: their set-up, their pieces and how these
/// move, as far as the definition tells.
pub(super) fn sheets(games: &Games, pages: &[Page]) -> Vec<Page> {
    let written = |id: &str| {
        let about = |page: &Page| page.head.variant.as_ref().is_some_and(|known| known.value == id);
        pages.iter().any(|page| page.address == id || about(page))
    };
    games
        .ids()
        .filter(|id| address::is_plain(id) && !written(id))
        .filter_map(|id| {
            let study = games.ready(games.definition(id)?, None).ok()?;
            let path = format!("{}{}{id}.md", address::CONTENT, address::VARIANTS);
            Page::read(&SourceFile::new(path, text(&study))).0
        })
        .collect()
}

/// The page as an author might begin it.
fn text(study: &Study) -> String {
    let variant = study.variant();
    let mut text = format!(
        "+++\ntitle = {}\nvariant = {}\n+++\n\n\
         This page is drawn from the definition of the game alone.\n\n\
         ## Pieces\n\n```pieces\nform = \"table\"\n```\n\n## Moves\n",
        quoted(&variant.name),
        quoted(&variant.id)
    );
    let side = study.first_side();
    let mut kinds = armies::kinds(variant, None);
    kinds.retain(|&kind| !study.rules().game().kinds[kind.0 as usize].move_unknown);
    for (index, kind) in kinds.into_iter().take(DRAWN).enumerate() {
        let place = if index % 2 == 1 { "place = \"beside\"\n" } else { "" };
        let Some(at) = best_cell(study, side, kind) else { continue };
        let face = variant.face(kind);
        let _ = write!(
            text,
            "\n```moves\npiece = {}\nside = {}\nat = {}\ncaption = {}\n{place}```\n",
            quoted(&face.id),
            quoted(&variant.sides[side.0 as usize].id),
            quoted(study.cell_name(at)),
            quoted(&face.name),
        );
    }
    text
}

/// Where a piece shows most of what it can do: among the cells from which it goes to most, the
/// one nearest to the middle of them.
pub(super) fn best_cell(study: &Study, side: SideId, kind: KindId) -> Option<Cell> {
    let count = |at: Cell| {
        let request = MovesRequest::new(Man { side, kind }, at);
        study.answer(&request).map_or(0, |answer| answer.cells.count())
    };
    let counts: Vec<(Cell, usize)> = study.layout().cells().map(|at| (at, count(at))).collect();
    let most = counts.iter().map(|&(_, count)| count).max()?;
    let best: Cells =
        counts.iter().filter(|&&(_, count)| count == most).map(|&(at, _)| at).collect();
    let points: Vec<_> = best.iter().map(|at| (at, study.layout().point(at).at)).collect();
    let total = points.len() as i64;
    let sum = points.iter().fold([0, 0, 0], |[x, y, z], (_, at)| {
        [x + i64::from(at.x), y + i64::from(at.y), z + i64::from(at.z)]
    });
    let distance = |at: &crate::geometry::Vector| {
        let off = |part: i16, sum: i64| (i64::from(part) * total - sum).pow(2);
        off(at.x, sum[0]) + off(at.y, sum[1]) + off(at.z, sum[2])
    };
    points.iter().min_by_key(|(at, point)| (distance(point), *at)).map(|&(at, _)| at)
}

/// A text as TOML has it.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted.push(' '),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}
