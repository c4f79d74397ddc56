use std::fmt::Write;

use crate::book::{Page, address};
use crate::illustrate::Illustrator;
use crate::rules::Piece;
use crate::sheet::initial_piece_types;
use crate::source::{Diagnostics, SourceFile};

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
            let illustrator = games.ready(games.definition(id)?, None).ok()?;
            let path = format!("{}{}{id}.md", address::CONTENT, address::VARIANTS);
            Page::read(&SourceFile::new(path, text(&illustrator)), &mut Diagnostics::default())
        })
        .collect()
}

/// The page as an author might begin it.
fn text(illustrator: &Illustrator) -> String {
    let study = &illustrator.variant;
    let variant = study.variant();
    let mut text = format!(
        "+++\ntitle = {}\nvariant = {}\n+++\n\n\
         This page is drawn from the definition of the game alone.\n\n\
         ## Pieces\n\n```pieces\nform = \"table\"\n```\n\n## Moves\n",
        quoted(&variant.name),
        quoted(&variant.id)
    );
    let side = study.first_side();
    let mut kinds = initial_piece_types(variant, None);
    kinds.retain(|&kind| !study.rules().game().piece_types[kind.index()].move_unknown);
    for (index, kind) in kinds.into_iter().take(DRAWN).enumerate() {
        let place = if index % 2 == 1 { "place = \"beside\"\n" } else { "" };
        let Some(at) = illustrator.best_cell(Piece { side, piece_type: kind }) else { continue };
        let face = variant.face(kind);
        let _ = write!(
            text,
            "\n```moves\npiece = {}\nside = {}\nat = {}\ncaption = {}\n{place}```\n",
            quoted(&face.id),
            quoted(&variant.sides[side.index()].id),
            quoted(study.cell_name(at)),
            quoted(&face.name),
        );
    }
    text
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
