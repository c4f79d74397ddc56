//! What a page asks, answered: pictures, tables, verdicts.

mod claims;
mod colours;
mod figures;
mod gallery;
mod lists;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::book::{
    Around, Block, Directive, Page, Place, Settings, Templates, address,
    data::{CardData, GameData, HeadingData},
    render_caption, slug,
};
use crate::diagram::{SocialImage, missing_glyph_warning};
use crate::illustrate::Illustrator;
use crate::sheet::{facts, rule_sheet, rule_sheet_file, summary};
use crate::source::{Code, Diagnostic, Diagnostics, SourceText, Span, Spanned};
use crate::variant::Variant;

use super::games::{Games, NoGame};
use super::picture::Picture;
use crate::verify::Item;

use lists::piece_data;

/// What a page asked, answered.
#[derive(Debug, Default)]
pub(super) struct Answered {
    /// A piece of HTML for each block.
    pub blocks: Vec<String>,
    /// What stands around the words of each claim.
    pub claims: Vec<Around>,
    /// The card at the side, as HTML.
    pub card: String,
    /// What was checked, as HTML.
    pub checked: String,
    /// The page's place in the gallery.
    pub game: Option<GameData>,
    /// The rule sheet of the page's game, as HTML.
    pub rule_sheet: Option<String>,
    /// The file of the picture that stands for the page elsewhere.
    pub poster: Option<String>,
    /// All pictures.
    pub pictures: Vec<Picture>,
    /// How many of them are diagrams of the page.
    pub diagrams: usize,
    /// What was compared, and how it came out.
    pub checks: Vec<Item>,
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
    let own = page.head.variant.as_ref().and_then(|_| answerer.own_illustrator());
    if own.is_some() {
        answerer.names.extend(["start", "cover", "card"].map(str::to_owned));
    }
    for block in &page.blocks {
        let html = answerer.block(block);
        answerer.answered.blocks.push(html.unwrap_or_default());
    }
    answerer.claims();
    if let Some(illustrator) = own {
        answerer.card(&illustrator);
    }
    answerer.answered.checks.sort_by_key(|item| item.place.span);
    answerer.answered
}

/// A variant that the page speaks of, by id and set-up.
type Loaded = ((String, Option<String>), Option<Arc<Illustrator>>);

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
    fn own_illustrator(&mut self) -> Option<Arc<Illustrator>> {
        self.illustrator(None, None, None)
    }

    /// The variant that a block or a sentence at that place speaks of: its own, or the page's.
    fn illustrator(
        &mut self,
        own: Option<&SourceText>,
        setup: Option<&SourceText>,
        span: Option<Span>,
    ) -> Option<Arc<Illustrator>> {
        let head = &self.page.head;
        // The page's set-up belongs to the page's variant only.
        let setup = setup.or(if own.is_none() { head.setup.as_ref() } else { None });
        let Some(id) = own.or(head.variant.as_ref()) else {
            let line = self.page.file.place(span?.start).line;
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
        let found = match self.games.illustrator(&self.page.file, id, setup) {
            Ok(illustrator) => Some(illustrator),
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

    fn card(&mut self, illustrator: &Arc<Illustrator>) {
        let variant = illustrator.variant.variant();
        let figure = illustrator.setup_figure(None);
        let picture = Picture::new(&self.page.address, "start", &figure);
        let mut cover = figure;
        cover.view_mut().coordinates = false;
        let title = self.page.head.title.value.clone();
        let advice =
            "write the page's title in these, for the picture that stands for it elsewhere";
        if let Some(complaint) = missing_glyph_warning(&title, advice) {
            self.complain_in(complaint, &self.page.head.title);
        }
        let lines = summary(variant);
        let poster = SocialImage { title, lines, foot: self.settings.title.clone() };
        let poster = Picture::poster(&self.page.address, "card", &cover, &poster);
        let cover = Picture::cover(&self.page.address, "cover", &cover);
        let headings = self.page.headings.iter().filter(|heading| heading.level <= 3);
        let contents = headings.map(|heading| HeadingData {
            level: heading.level,
            id: heading.id.clone(),
            words: heading.words.clone(),
        });
        let data = CardData {
            picture: picture.data(),
            facts: facts(variant),
            contents: contents.collect(),
            checked: !self.answered.checked.is_empty(),
            sheet: address::link(&self.page.address, &rule_sheet_file(&self.page.address)),
        };
        self.answered.card = self.render("card.html", &data).unwrap_or_default();
        self.answered.game = Some(gallery_entry(variant, self.page, &cover));
        let armies = self.games.armies(&variant.id);
        let sheet = rule_sheet(illustrator, &armies, self.page, piece_data);
        self.answered.rule_sheet = self.render("rules.html", &sheet);
        self.answered.poster = Some(poster.file(".png"));
        self.answered.pictures.extend([picture, cover, poster]);
    }

    // -- blocks ----------------------------------------------------------------------------------

    fn block(&mut self, block: &Block) -> Option<String> {
        if let Directive::Gallery(of) = block.directive {
            return self.gallery(block, of);
        }
        let setup = block.setup.as_ref();
        let illustrator = self.illustrator(block.variant.as_ref(), setup, Some(block.span))?;
        match &block.directive {
            Directive::Gallery(_) => None,
            Directive::Moves(moves) => self.moves(block, moves, &illustrator),
            Directive::Position(position) => self.position(block, position, &illustrator),
            Directive::Setup(setup) => self.setup(block, setup, &illustrator),
            Directive::Pieces(pieces) => self.pieces(block, pieces, &illustrator),
            Directive::Piece(piece) => self.piece(block, piece, &illustrator),
            Directive::Armies => self.armies(block, &illustrator.variant),
            Directive::Standing => self.standing(block, illustrator.variant.variant()),
        }
    }
}

/// The entry of a variant in the gallery.
fn gallery_entry(variant: &Variant, page: &Page, cover: &Picture) -> GameData {
    let (width, height) = cover.size();
    let mut words: Vec<&str> = variant.faces.iter().map(|face| face.name.as_str()).collect();
    words.extend(variant.about.inventor.as_deref());
    words.extend(page.head.description.as_ref().map(|text| text.value.as_str()));
    GameData {
        title: page.head.title.value.clone(),
        href: address::file_of(&page.address),
        day: cover.file(".svg"),
        night: cover.file("-dark.svg"),
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
    match block.place {
        Place::Centre => "centre",
        Place::Beside => "beside",
        Place::Aside => "aside",
    }
}

pub(super) fn caption(block: &Block) -> String {
    block.caption.as_ref().map_or_else(String::new, |caption| render_caption(&caption.value))
}
