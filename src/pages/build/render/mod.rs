//! Renders the blocks, the claims and the first screen of one page.

mod claims;
mod column_claims;
mod figures;
mod first_screen;
mod games;
mod lists;
mod samples;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::book::{
    Block, Directive, Page, Phrases, RenderedText, Settings, Templates, address, data::PictureData,
    slug, slug::UniqueNames,
};
use crate::diagram::{BoardSheet, Figure, LegendEntry};
use crate::game::Piece;
use crate::geometry::{Cell, Tiling};
use crate::illustrate::Illustrator;
use crate::play::FigureRequest;
use crate::sheet::summary;
use crate::source::{Code, Diagnostic, Diagnostics, SourceText, Span, work};
use crate::variant::Variant;
use crate::verify::{Comparison, StatedNumbers};

use super::drawn_pictures::DrawnPictures;
use super::memory::{Environment, ListedPages};
use super::picture::Picture;
use super::site_file::SiteFile;
use super::variants::{BookVariants, NotedVariants, UsedVariants};

/// The units of work for the templates of one block, measured.
const UNITS_OF_A_BLOCK: usize = 10_000;

/// The rendered parts of a page.
#[derive(Debug, Default)]
pub(super) struct RenderedPage {
    /// The HTML of each block.
    pub blocks: Vec<String>,
    /// The tags of claims, and the values.
    pub text: RenderedText,
    /// What the list of checks says of each of them, with their places.
    pub listed: Vec<(Span, Value)>,
    /// What stands before the text of a page about a game, for its template.
    pub first_screen: Option<Value>,
    /// The list of comparisons, for its template; `None` if nothing was compared.
    pub checked: Option<Value>,
    /// The gallery entry of the variant that the page is about.
    pub game: Option<Value>,
    /// The rule sheet of that variant as HTML.
    pub rule_sheet: Option<String>,
    /// The columns and rows of the pieces on it.
    pub sheet_size: Option<(usize, usize)>,
    /// The file of the image for links to the page.
    pub social_image: Option<String>,
    /// The files of the pictures, by their paths in the site.
    pub files: Vec<(String, SiteFile)>,
    /// The boards of the pictures, to stand once on the page, as SVG.
    pub board_sheet: String,
    /// What its figures show, by their ids, for readers who play from them.
    pub boards: BTreeMap<String, FigureRequest>,
    /// The moves of the pieces of the game in words, by the ids of their types.
    pub moves_in_words: BTreeMap<String, String>,
    /// Whether the pieces of the game are known as characters, and as figurines elsewhere.
    pub has_figurines: bool,
    /// The number of pictures that are diagrams of blocks.
    pub diagrams: usize,
    /// The comparisons with the rules.
    pub checks: Vec<Comparison>,
    /// The number of claims whose words are not compared with them: examples, and those that are not English.
    pub uncompared: usize,
    /// What stands behind the numbers and cells of its sentences.
    pub numbers: StatedNumbers,
    pub diagnostics: Diagnostics,
}

/// Renders the parts of a page, and returns the variants on which they depend.
///
/// They depend on nothing else but the arguments. What is drawn does not depend on `drawn`.
pub(super) fn render_page(
    page: &Page,
    variants: &BookVariants,
    environment: &Environment,
    (drawn, listed): (&Arc<DrawnPictures>, &ListedPages),
) -> (RenderedPage, UsedVariants) {
    let Environment { settings, templates, .. } = environment;
    let mut renderer = PageRenderer::new(page, variants, settings, templates);
    renderer.listed = Arc::clone(listed);
    renderer.names.extend(page.body.headings.iter().map(|heading| heading.id.as_str()));
    let own = page.front_matter.variant.as_ref().and_then(|_| renderer.variant(None, None, None));
    if own.is_some() {
        renderer.names.extend(first_screen::NAMES);
    }
    let proofs = renderer.claims();
    renderer.values();
    for block in &page.body.blocks {
        let has_work = work::spend(UNITS_OF_A_BLOCK);
        let html = if has_work { renderer.block(block) } else { None };
        renderer.rendered.blocks.push(html.unwrap_or_default());
        renderer.shown.push(Vec::new());
    }
    renderer.numbers(proofs);
    renderer.list_checks();
    if let Some(loaded) = own {
        renderer.first_screen(&loaded, environment);
    }
    let PageRenderer { mut rendered, pictures, variants, board_sheet, .. } = renderer;
    rendered.board_sheet = board_sheet.boards_svg();
    rendered.checks.sort_by_key(|item| item.location.span);
    let files = pictures.iter().flat_map(|picture| picture.files(settings.picture_width, drawn));
    rendered.files = files.collect();
    (rendered, variants.into_used())
}

/// The same page with the values in the title and the description.
pub(super) fn with_plain_head(
    page: &Page,
    variants: &BookVariants,
    environment: &Environment,
) -> Page {
    let Environment { settings, templates, .. } = environment;
    let mut renderer = PageRenderer::new(page, variants, settings, templates);
    renderer.values();
    page.with_plain_head(&renderer.rendered.text)
}

pub(super) struct PageRenderer<'a> {
    page: &'a Page,
    variants: NotedVariants<'a>,
    settings: &'a Settings,
    templates: &'a Templates,
    /// All pages of the book.
    listed: ListedPages,
    /// What the anchors of its claims and values begin with; empty but for reasons of certainties.
    anchor: String,
    /// The names of pictures and anchors so far.
    names: UniqueNames,
    /// The variants that the page has named, by id and setup; `None` after an error, which is
    /// reported once.
    known: BTreeMap<(String, Option<String>), Option<Arc<Illustrator>>>,
    rendered: RenderedPage,
    pictures: Vec<Picture>,
    /// The pieces that each block shows, before and after its moves; the last is the block in work.
    shown: Vec<Vec<(Cell, Piece)>>,
    /// The boards of the pictures.
    board_sheet: BoardSheet,
    /// The figure that the head of the page names as its cover.
    cover: Option<Figure>,
    /// The words of the usual signs that a legend of the page has.
    explained_signs: Vec<String>,
}

/// Renders one block about a variant.
struct BlockRenderer<'r, 'a> {
    page: &'r mut PageRenderer<'a>,
    block: &'r Block,
    loaded: &'r Illustrator,
}

impl<'a> PageRenderer<'a> {
    /// A renderer that has rendered nothing yet.
    pub fn new(
        page: &'a Page,
        variants: &'a BookVariants,
        settings: &'a Settings,
        templates: &'a Templates,
    ) -> PageRenderer<'a> {
        PageRenderer {
            page,
            variants: NotedVariants::new(variants),
            settings,
            templates,
            listed: ListedPages::default(),
            anchor: String::new(),
            names: UniqueNames::default(),
            known: BTreeMap::new(),
            rendered: RenderedPage::default(),
            pictures: Vec::new(),
            shown: vec![Vec::new()],
            board_sheet: BoardSheet::default(),
            cover: None,
            explained_signs: Vec::new(),
        }
    }

    /// Whether a legend must have the entry: usual signs are explained once on a page.
    fn needs_words(&mut self, entry: &LegendEntry) -> bool {
        if !entry.is_usual {
            return true;
        }
        // A text may say more than another one: what an arrow head on the line means.
        let is_new = !self.explained_signs.iter().any(|known| known.starts_with(&entry.text));
        if is_new {
            self.explained_signs.push(entry.text.clone());
        }
        is_new
    }

    /// Publishes a picture, and returns its drawing with the links to its files: those of an earlier
    /// picture of the page if that is the same.
    fn publish(&mut self, picture: Picture) -> PictureData {
        work::spend(picture.work());
        let data = picture.data(&mut self.board_sheet);
        match self.pictures.iter().find(|known| known.has_same_files(&picture)) {
            Some(known) => {
                let [svg, png] = known.links();
                PictureData { svg, png, ..data }
            }
            None => {
                work::spend(picture.work());
                self.pictures.push(picture);
                data
            }
        }
    }

    /// Compares what a block states with the rules, without drawing; `None` if it states nothing
    /// or has an error.
    pub fn statement(&mut self, block: &'a Block) -> Option<Comparison> {
        let loaded =
            &*self.variant(block.variant.as_ref(), block.setup.as_ref(), Some(block.span))?;
        let mut renderer = BlockRenderer { page: self, block, loaded };
        match &block.directive {
            Directive::Moves(moves) => renderer.compared_moves(moves)?.item,
            Directive::Setup(setup) => renderer.compared_setup(setup)?.map(|(item, _)| item),
            Directive::Game(game) => Some(renderer.compared_game(game)?.into_comparison()),
            _ => None,
        }
    }

    /// Notes pieces that the block in work shows.
    fn show(&mut self, pieces: impl IntoIterator<Item = (Cell, Piece)>) {
        if let Some(last) = self.shown.last_mut() {
            last.extend(pieces);
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.rendered.diagnostics.push(diagnostic);
    }

    /// Reports a diagnostic at the line where a block or claim begins.
    fn report_at_line(&mut self, diagnostic: Diagnostic, span: Span) {
        let file = &self.page.file;
        self.report(diagnostic.in_file(file, file.line_span(file.line_column(span.start).line)));
    }

    fn render(&mut self, name: &str, data: &impl serde::Serialize) -> Option<String> {
        self.rendered.diagnostics.keep(self.templates.render(name, data))
    }

    /// Renders the template of a block with its data, and with the keys that all blocks have.
    fn render_block(
        &mut self,
        template: &str,
        block: &Block,
        id: String,
        mut data: Value,
    ) -> Option<String> {
        data["id"] = id.into();
        data["place"] = block.placement.word().into();
        data["caption"] = block.caption.render(&self.rendered.text).into();
        self.render(template, &data)
    }

    /// Adds a comparison to those of the page, and its diagnostic if it does not agree.
    fn add_comparison(&mut self, item: Option<Comparison>) {
        let Some(item) = item else { return };
        self.rendered.diagnostics.extend(item.diagnostic());
        self.rendered.checks.push(item);
    }

    /// Returns the variant with that id and setup, or the variant of the page if `id` is `None`.
    ///
    /// `span` is the block or claim that needs it. Without `span` nothing is reported if the page
    /// has no variant.
    fn variant(
        &mut self,
        id: Option<&SourceText>,
        setup: Option<&SourceText>,
        span: Option<Span>,
    ) -> Option<Arc<Illustrator>> {
        let head = &self.page.front_matter;
        // The setup of the page belongs to the variant of the page only.
        let setup = setup.or(if id.is_none() { head.setup.as_ref() } else { None });
        let Some(id) = id.or(head.variant.as_ref()) else {
            let error =
                Diagnostic::error(Code::PageVariant, "the page names no variant").follow_up();
            let (file, span) = (&self.page.file, span?);
            let is_block = self
                .page
                .body
                .blocks
                .iter()
                .any(|block| block.span.start <= span.start && span.end <= block.span.end);
            match is_block {
                true => self.report_at_line(
                    error.help(
                        "put `variant = \"...\"` into the head of the page, or into the block",
                    ),
                    span,
                ),
                false => {
                    let mut ids = self.variants.ids();
                    let game = ids.next().filter(|_| ids.next().is_none()).unwrap_or("GAME");
                    self.report(error.in_file(file, span).help(format!(
                        "name the game in the claim or value, `claim of {game}: ...` or `= of {game}: ...`; \
                         the page of a game has `variant = \"...\"` in its head"
                    )));
                }
            }
            return None;
        };
        let key = (id.value.clone(), setup.map(|setup| setup.value.clone()));
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let found = self.variants.named(id, setup);
        let found = found.map_err(|error| self.rendered.diagnostics.extend(error)).ok();
        self.known.insert(key, found.clone());
        found
    }

    /// Returns a name that no other picture or anchor of the page has.
    fn name(&mut self, block: &Block, default: &str) -> String {
        let wanted = block.name.as_ref().map_or(default, |name| name.value.as_str());
        self.names.take(&slug::slug(wanted))
    }

    /// Returns what a text of the page means, or reports the error at its part of the text.
    fn look_up<T>(&mut self, found: Result<T, Diagnostic>, text: &SourceText) -> Option<T> {
        found.map_err(|error| self.report(text.locate(error))).ok()
    }

    fn block(&mut self, block: &'a Block) -> Option<String> {
        if let Directive::Gallery(of) = block.directive {
            return self.samples(block, of);
        }
        if let Directive::List(list) = &block.directive {
            return self.list_of_pages(block, list);
        }
        let mut loaded =
            self.variant(block.variant.as_ref(), block.setup.as_ref(), Some(block.span))?;
        if let Some(dress) = block.dress {
            loaded = Illustrator::dressed(Arc::clone(&loaded.variant), dress).into();
        }
        let loaded = &*loaded;
        let mut renderer = BlockRenderer { page: self, block, loaded };
        match &block.directive {
            Directive::Gallery(_) | Directive::List(_) => None,
            Directive::Moves(moves) => renderer.moves(moves),
            Directive::Position(position) => renderer.position(position),
            Directive::Setup(setup) => renderer.setup(setup),
            Directive::Game(game) => renderer.game(game),
            Directive::Pieces(pieces) => renderer.pieces(pieces),
            Directive::Piece(piece) => renderer.piece(piece),
            Directive::Armies => renderer.armies(),
            Directive::Rules(rules) => renderer.rules(rules),
            Directive::Certainty => renderer.certainty(),
        }
    }
}

impl BlockRenderer<'_, '_> {
    /// Renders a template with the name of the block, or a usual one, as its anchor.
    fn render(&mut self, template: &str, usual_name: &str, data: Value) -> Option<String> {
        let id = self.page.name(self.block, usual_name);
        self.page.render_block(template, self.block, id, data)
    }
}

/// The kind of board, by which readers choose a game.
fn board_class(variant: &Variant) -> &'static str {
    let layout = &variant.game.layout;
    let levels = layout.boards().iter().any(|board| board.levels.len() > 1);
    match layout.boards() {
        [_, _, ..] => "several boards",
        _ if levels => "three dimensions",
        [board] if board.tiling == Tiling::Hexagons => "hexagons",
        [board] if (board.files.len(), board.ranks.len()) == (8, 8) => "8 × 8 squares",
        _ => "other squares",
    }
}

fn gallery_entry(
    variant: &Variant,
    (page, phrases): (&Page, &Phrases),
    cover: &Picture,
    alt: String,
) -> Value {
    let (width, height) = cover.size();
    let mut words: Vec<&str> = variant.faces.iter().map(|face| face.name.as_str()).collect();
    words.extend(variant.about.inventor.as_deref());
    json!({
        "title": page.front_matter.title.value,
        "href": address::file_of(&page.address),
        "light": cover.file(".svg"),
        "dark": cover.file("-dark.svg"),
        "width": width,
        "height": height,
        "alt": alt,
        "description": page.front_matter.description.as_ref().map(|text| &text.value),
        "facts": summary(variant, phrases),
        "words": words.join(" "),
        "players": variant.players().count(),
        "board": phrases.of(board_class(variant)),
        "year": variant.about.first_year(),
        "inventor": variant.about.inventor,
        "cells": variant.game.layout.len(),
    })
}
