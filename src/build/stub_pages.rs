//! Pages for variants that no page of the book is about.

use std::fmt::Write;

use crate::book::{Page, address};
use crate::illustrate::Illustrator;
use crate::rules::Piece;
use crate::sheet::initial_piece_types;
use crate::source::{Diagnostics, SourceFile};

use super::variants::BookVariants;

/// The greatest number of pieces that get a diagram of their own.
const MAX_DIAGRAMS: usize = 40;

/// Returns a page with setup, pieces and moves for each variant that no page is about.
pub(super) fn stub_pages(variants: &BookVariants, pages: &[Page]) -> Vec<Page> {
    let has_page = |id: &str| {
        let is_about =
            |page: &Page| page.front_matter.variant.as_ref().is_some_and(|it| it.value == id);
        pages.iter().any(|page| page.address == id || is_about(page))
    };
    variants
        .ids()
        .filter(|id| address::is_plain(id) && !has_page(id))
        .filter_map(|id| {
            let text = page_text(&*variants.by_id(id)?);
            let path = format!("{}{}{id}.md", address::CONTENT, address::VARIANTS);
            Page::read(&SourceFile::new(path, text), &mut Diagnostics::default())
        })
        .collect()
}

fn page_text(loaded: &Illustrator) -> String {
    let variant = loaded.variant.variant();
    let mut text = format!(
        "+++\ntitle = {}\nvariant = {}\n+++\n\n\
         This page is drawn from the definition of the game alone.\n\n\
         ## Pieces\n\n```pieces\nform = \"table\"\n```\n\n## MovesBlock\n",
        quoted(&variant.name),
        quoted(&variant.id)
    );
    let side = loaded.variant.first_side();
    let mut piece_types = initial_piece_types(variant);
    piece_types.retain(|it| !loaded.variant.rules().game().piece_types[*it].move_unknown);
    for (index, piece_type) in piece_types.into_iter().take(MAX_DIAGRAMS).enumerate() {
        let place = if index % 2 == 1 { "place = \"beside\"\n" } else { "" };
        let Some(at) = loaded.best_cell(Piece { side, piece_type }) else { continue };
        let face = variant.face(piece_type);
        let _ = write!(
            text,
            "\n```moves\npiece = {}\nside = {}\nat = {}\ncaption = {}\n{place}```\n",
            quoted(&face.id),
            quoted(&variant.sides[side.index()].id),
            quoted(loaded.variant.cell_name(at)),
            quoted(&face.name),
        );
    }
    text
}

/// The text as a TOML string.
fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}
