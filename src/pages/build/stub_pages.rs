//! Pages for variants that no page of the book is about.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Arc;

use crate::book::{Page, address};
use crate::game::Piece;
use crate::illustrate::Illustrator;
use crate::sheet::initial_piece_types;
use crate::source::{Diagnostics, SourceFile};
use crate::toml_text::toml_string;

use super::memory::{Environment, StubPage};
use super::variants::BookVariants;

/// The greatest number of pieces that get a diagram of their own.
const MAX_DIAGRAMS: usize = 40;

/// Returns a page with setup, pieces and moves for each variant that no page is about.
pub(super) fn stub_pages(
    environment: &Arc<Environment>,
    variants: &BookVariants,
    pages: &[Arc<Page>],
    known: &mut BTreeMap<String, StubPage>,
) -> Vec<Arc<Page>> {
    let own: BTreeSet<&str> = pages.iter().flat_map(|page| names(page)).collect();
    let mut earlier = std::mem::take(known);
    for (id, definition) in variants.definitions() {
        if !address::is_plain(id) || own.contains(id) {
            continue;
        }
        let is_same = |stub: &StubPage| {
            Arc::ptr_eq(&stub.environment, environment) && Arc::ptr_eq(&stub.definition, definition)
        };
        let stub = earlier.remove(id).filter(is_same).unwrap_or_else(|| StubPage {
            environment: Arc::clone(environment),
            definition: Arc::clone(definition),
            page: stub_page(variants, id).map(Arc::new),
        });
        known.insert(id.to_owned(), stub);
    }
    known.values().filter_map(|stub| stub.page.clone()).collect()
}

/// The ids of variants that need no other page.
fn names(page: &Page) -> impl Iterator<Item = &str> {
    let about = page.front_matter.variant.as_ref().map(|id| id.value.as_str());
    [page.address.as_str()].into_iter().chain(about)
}

fn stub_page(variants: &BookVariants, id: &str) -> Option<Page> {
    let text = page_text(&*variants.by_id(id)?);
    let path = format!("{}{}{id}.md", address::CONTENT, address::VARIANTS);
    Page::read(&SourceFile::new(path, text), &mut Diagnostics::default())
}

fn page_text(loaded: &Illustrator) -> String {
    let variant = loaded.variant.variant();
    let mut text = format!(
        "+++\ntitle = {}\nvariant = {}\n+++\n\n\
         This page is drawn from the definition of the game alone.\n\n\
         ## Pieces\n\n```pieces\nform = \"table\"\n```\n\n## Moves\n",
        toml_string(&variant.name),
        toml_string(&variant.id)
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
            toml_string(&face.id),
            toml_string(&variant.sides[side.index()].id),
            toml_string(loaded.variant.cell_name(at)),
            toml_string(&face.name),
        );
    }
    text
}
