//! What a page asks, answered: pictures, tables, verdicts.

mod claims;
mod colours;
mod figures;
mod gallery;
mod lists;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::book::{
    Block, ClaimMarkup, Directive, FigurePlacement, Page, Settings, Templates, address,
    data::{GalleryEntryData, InfoboxData},
    render_caption, slug,
};
use crate::diagram::{SocialImage, missing_glyph_warning};
use crate::query::Study;
use crate::sheet::{facts, rule_sheet, rule_sheet_file, summary};
use crate::source::{Code, Diagnostic, Diagnostics, SourceText, Span, Spanned};
use crate::variant::Variant;

use super::games::{Games, NoGame};
use super::picture::Picture;
use crate::verify::Comparison;

use lists::piece_data;

/// What a page asked, answered.
#[derive(Debug, Default)]
pub(super) struct Answered {
    /// A piece of HTML for each block.
    pub blocks: Vec<String>,
    /// What stands around the words of each claim.
    pub claims: Vec<ClaimMarkup>,
    /// The infobox, as HTML.
    pub infobox: String,
    /// What was checked, as HTML.
    pub checked: String,
    /// The page's place in the gallery.
    pub game: Option<GalleryEntryData>,
    /// The rule sheet of the page's game, as HTML.
    pub rule_sheet: Option<String>,
    /// The file of the picture that stands for the page elsewhere.
    pub poster: Option<String>,
    /// All pictures.
    pub pictures: Vec<Picture>,
    /// How many of them are diagrams of the page.
    pub diagrams: usize,
    /// What was compared, and how it came out.
    pub checks: Vec<Comparison>,
    /// What is wrong.
    pub complaints: Diagnostics,
}

/// Answers what a page asks.
pub(super) fn answer(
    page: &Page,
    games: &Games,
    settings: &Settings,
    templates: &Templates,
) -> Answered {
    let mut answerer = Answerer {
        page,
        games,
        settings,
        templates,
        names: BTreeSet::new(),
        loaded: Vec::new(),
        answered: Answered::default(),
    };
    let own = page.front_matter.variant.as_ref().and_then(|_| answerer.own_study());
    if own.is_some() {
        answerer.names.extend(["start", "cover", "card"].map(str::to_owned));
    }
    for block in &page.blocks {
        let html = answerer.block(block);
        answerer.answered.blocks.push(html.unwrap_or_default());
    }
    answerer.claims();
    if let Some(study) = own {
        answerer.card(&study);
    }
    answerer.answered.checks.sort_by_key(|item| item.location.span);
    answerer.answered
}

/// A variant that the page speaks of, by id and set-up.
type Loaded = ((String, Option<String>), Option<Arc<Study>>);

struct Answerer<'a> {
    page: &'a Page,
    games: &'a Games,
    settings: &'a Settings,
    templates: &'a Templates,
    /// Names of pictures and anchors that are taken.
    names: BTreeSet<String>,
    loaded: Vec<Loaded>,
    answered: Answered,
}

impl Answerer<'_> {
    fn complain(&mut self, complaint: Diagnostic) {
        self.answered.complaints.push(complaint);
    }

    fn complain_at<T>(&mut self, complaint: Diagnostic, at: &Spanned<T>) {
        self.complain(complaint.in_file(&self.page.file, at.span));
    }

    fn render(&mut self, name: &str, data: &impl serde::Serialize) -> Option<String> {
        match self.templates.render(name, data) {
            Ok(html) => Some(html),
            Err(complaint) => {
                self.complain(complaint);
                None
            }
        }
    }

    /// The variant that the page is about.
    fn own_study(&mut self) -> Option<Arc<Study>> {
        self.study(None, None, None)
    }

    /// The variant that a block or a sentence at that place speaks of: its own, or the page's.
    fn study(
        &mut self,
        own: Option<&SourceText>,
        setup: Option<&SourceText>,
        span: Option<Span>,
    ) -> Option<Arc<Study>> {
        let head = &self.page.front_matter;
        // The page's set-up belongs to the page's variant only.
        let setup = setup.or(if own.is_none() { head.setup.as_ref() } else { None });
        let Some(id) = own.or(head.variant.as_ref()) else {
            let line = self.page.file.line_column(span?.start).line;
            let complaint = Diagnostic::error(Code::PageVariant, "the page names no variant")
                .in_file(&self.page.file, self.page.file.line_span(line))
                .help("put `variant = \"...\"` into the head of the page, or into the block");
            self.complain(complaint);
            return None;
        };
        let key = (id.value.clone(), setup.map(|setup| setup.value.clone()));
        if let Some((_, known)) = self.loaded.iter().find(|(known, _)| *known == key) {
            return known.clone();
        }
        let found = match self.games.study(&self.page.file, id, setup) {
            Ok(study) => Some(study),
            Err(NoGame::Unsound) => None,
            Err(NoGame::Unknown(complaint)) => {
                self.complain(complaint);
                None
            }
        };
        self.loaded.push((key, found.clone()));
        found
    }

    /// A name that no other picture or anchor of the page has.
    fn name(&mut self, block: &Block, usual: &str) -> String {
        let wanted = block.name.as_ref().map_or(usual, |name| name.value.as_str());
        let headings = &self.page.headings;
        let taken = |name: &str| {
            self.names.contains(name) || headings.iter().any(|heading| heading.id == name)
        };
        let name = slug::unique(&slug::slug(wanted), taken);
        self.names.insert(name.clone());
        name
    }

    /// What the study says to a word of the page; its complaint is placed at the word.
    fn ask<T>(&mut self, found: Result<T, Diagnostic>, word: &Spanned<String>) -> Option<T> {
        found.map_err(|complaint| self.complain_at(complaint, word)).ok()
    }

    // -- the page's own game ---------------------------------------------------------------------

    fn card(&mut self, study: &Arc<Study>) {
        let variant = study.variant();
        let figure = study.setup_figure(None);
        let picture = Picture::new(&self.page.address, "start", &figure);
        let mut cover = figure;
        cover.view_mut().coordinates = false;
        let title = self.page.front_matter.title.value.clone();
        let advice =
            "write the page's title in these, for the picture that stands for it elsewhere";
        if let Some(complaint) = missing_glyph_warning(&title, advice) {
            self.complain_in(complaint, &self.page.front_matter.title);
        }
        let lines = summary(variant);
        let poster = SocialImage { title, lines, foot: self.settings.title.clone() };
        let poster = Picture::poster(&self.page.address, "card", &cover, &poster);
        let cover = Picture::cover(&self.page.address, "cover", &cover);
        let headings = self.page.headings.iter().filter(|heading| heading.level <= 3);
        let data = InfoboxData {
            picture: picture.data(),
            facts: facts(variant),
            contents: headings.cloned().collect(),
            checked: !self.answered.checked.is_empty(),
            sheet: address::link(&self.page.address, &rule_sheet_file(&self.page.address)),
        };
        self.answered.infobox = self.render("infobox.html", &data).unwrap_or_default();
        self.answered.game = Some(gallery_entry(variant, self.page, &cover));
        let armies = self.games.armies(&variant.id);
        let sheet = rule_sheet(study, &armies, self.page, piece_data);
        self.answered.rule_sheet = self.render("rule-sheet.html", &sheet);
        self.answered.poster = Some(poster.file(".png"));
        self.answered.pictures.extend([picture, cover, poster]);
    }

    // -- blocks ----------------------------------------------------------------------------------

    fn block(&mut self, block: &Block) -> Option<String> {
        if let Directive::Gallery(of) = block.directive {
            return self.gallery(block, of);
        }
        let study = self.study(block.variant.as_ref(), block.setup.as_ref(), Some(block.span))?;
        match &block.directive {
            Directive::Gallery(_) => None,
            Directive::Moves(moves) => self.moves(block, moves, &study),
            Directive::Position(position) => self.position(block, position, &study),
            Directive::Setup(setup) => self.setup(block, setup, &study),
            Directive::Pieces(pieces) => self.pieces(block, pieces, &study),
            Directive::Piece(piece) => self.piece(block, piece, &study),
            Directive::Armies => self.armies(block, &study),
            Directive::Certainty => self.standing(block, study.variant()),
        }
    }
}

/// The entry of a variant in the gallery.
fn gallery_entry(variant: &Variant, page: &Page, cover: &Picture) -> GalleryEntryData {
    let (width, height) = cover.size();
    let mut words: Vec<&str> = variant.faces.iter().map(|face| face.name.as_str()).collect();
    words.extend(variant.about.inventor.as_deref());
    words.extend(page.front_matter.description.as_ref().map(|text| text.value.as_str()));
    GalleryEntryData {
        title: page.front_matter.title.value.clone(),
        href: address::file_of(&page.address),
        light: cover.file(".svg"),
        dark: cover.file("-dark.svg"),
        width,
        height,
        alt: format!("The set-up of {}", variant.name),
        facts: summary(variant),
        words: words.join(" "),
        players: variant.players().count(),
        cells: variant.game.layout.len(),
    }
}

/// A remark as a sentence of its own.
fn sentence(remark: &str) -> String {
    let mut letters = remark.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{first}{}.", letters.as_str())
}

pub(super) fn place(block: &Block) -> &'static str {
    match block.placement {
        FigurePlacement::Centre => "centre",
        FigurePlacement::SideBySide => "beside",
        FigurePlacement::Floating => "aside",
    }
}

pub(super) fn caption(block: &Block) -> String {
    block.caption.as_ref().map_or_else(String::new, |caption| render_caption(&caption.value))
}
