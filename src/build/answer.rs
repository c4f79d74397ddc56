use std::collections::BTreeSet;
use std::sync::Arc;

use crate::book::{
    Around, Block, Directive, Form, Page, PieceBlock, PiecesBlock, Place, SetupBlock, Templates,
    data::{
        ArmiesData, ArmyData, CardData, FigureData, GameData, HeadingData, LegendData, NoteData,
        PieceData, PieceHeadData, PiecesData, StandingData,
    },
    render_caption, slug,
};
use crate::diagram::{Figure, Flavour, draw_piece, legend, write_svg};
use crate::rules::{KindId, SideId};
use crate::source::{Code, Diagnostic, Spanned, closest};
use crate::variant::Variant;

use super::board;
use super::card;
use super::games::{Games, NoGame};
use super::picture::Picture;

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
    /// All pictures.
    pub pictures: Vec<Picture>,
    /// How many of them are diagrams of the page.
    pub diagrams: usize,
    /// What is wrong.
    pub complaints: Vec<Diagnostic>,
}

/// Answers what a page asks.
pub(super) fn answer(page: &Page, games: &Games, templates: &Templates) -> Answered {
    let mut answerer = Answerer {
        page,
        games,
        templates,
        names: BTreeSet::new(),
        loaded: Vec::new(),
        answered: Answered::default(),
    };
    answerer.card();
    for block in &page.blocks {
        let html = answerer.block(block);
        answerer.answered.blocks.push(html.unwrap_or_default());
    }
    answerer.answered
}

/// A variant that the page speaks of, by id and set-up.
type Loaded = ((String, Option<String>), Option<Arc<Variant>>);

struct Answerer<'a> {
    page: &'a Page,
    games: &'a Games,
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

    /// The variant that a block speaks of: its own, or the page's.
    fn variant(&mut self, block: Option<&Block>) -> Option<Arc<Variant>> {
        let head = &self.page.head;
        let own = block.and_then(|block| block.variant.as_ref());
        let setup = block.and_then(|block| block.setup.as_ref());
        // The page's set-up belongs to the page's variant only.
        let setup = setup.or(if own.is_none() { head.setup.as_ref() } else { None });
        let Some(id) = own.or(head.variant.as_ref()) else {
            let span = block?.span;
            let line = self.page.file.place(span.start).line;
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
        let found = match self.games.variant(&self.page.file, id, setup) {
            Ok(variant) => Some(variant),
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

    fn kind(&mut self, variant: &Variant, word: &Spanned<String>) -> Option<KindId> {
        let kind = variant.kind(&word.value);
        if kind.is_none() {
            let message = format!("`{}` has no piece `{}`", variant.id, word.value);
            let ids = variant.faces.iter().map(|face| face.id.as_str());
            let complaint = Diagnostic::error(Code::PieceUnknown, message);
            self.complain_at(with_nearest(complaint, &word.value, ids), word);
        }
        kind
    }

    fn side(&mut self, variant: &Variant, word: Option<&Spanned<String>>) -> Option<SideId> {
        let Some(word) = word else { return variant.players().next() };
        let side = variant.side(&word.value);
        if side.is_none() {
            let message = format!("`{}` has no side `{}`", variant.id, word.value);
            let ids = variant.sides.iter().map(|side| side.id.as_str());
            let complaint = Diagnostic::error(Code::Side, message);
            self.complain_at(with_nearest(complaint, &word.value, ids), word);
        }
        side
    }

    // -- the page's own game ---------------------------------------------------------------------

    fn card(&mut self) {
        if self.page.head.variant.is_none() {
            return;
        }
        let Some(variant) = self.variant(None) else { return };
        let figure = board::setup(&variant, None);
        self.names.extend(["start".to_owned(), "cover".to_owned()]);
        let picture = Picture::new(&self.page.address, "start", &figure);
        let mut cover = figure;
        cover.coordinates = false;
        let cover = Picture::new(&self.page.address, "cover", &cover).with_dark();
        let headings = self.page.headings.iter().filter(|heading| heading.level <= 3);
        let contents = headings.map(|heading| HeadingData {
            level: heading.level,
            id: heading.id.clone(),
            words: heading.words.clone(),
        });
        let data = CardData {
            picture: picture.data(),
            facts: card::facts(&variant),
            contents: contents.collect(),
        };
        self.answered.card = self.render("card.html", &data).unwrap_or_default();
        self.answered.game = Some(card::game(&variant, self.page, &cover));
        self.answered.pictures.extend([picture, cover]);
    }

    // -- blocks ----------------------------------------------------------------------------------

    fn block(&mut self, block: &Block) -> Option<String> {
        let variant = self.variant(Some(block))?;
        match &block.directive {
            Directive::Moves(_) | Directive::Position(_) => None,
            Directive::Setup(setup) => self.setup(block, setup, &variant),
            Directive::Pieces(pieces) => self.pieces(block, pieces, &variant),
            Directive::Piece(piece) => self.piece(block, piece, &variant),
            Directive::Armies => self.armies(block, &variant),
            Directive::Standing => self.standing(block, &variant),
        }
    }

    fn setup(&mut self, block: &Block, setup: &SetupBlock, variant: &Variant) -> Option<String> {
        let side = match &setup.side {
            Some(word) => Some(self.side(variant, Some(word))?),
            None => None,
        };
        let figure = board::setup(variant, side);
        let usual = match &block.setup {
            Some(name) => format!("setup-{}", name.value),
            None => "setup".to_owned(),
        };
        self.figure(block, &usual, &figure, "computed", "drawn by the engine")
    }

    fn figure(
        &mut self,
        block: &Block,
        usual: &str,
        figure: &Figure,
        verdict: &str,
        mark: &str,
    ) -> Option<String> {
        let id = self.name(block, usual);
        let picture = Picture::new(&self.page.address, &id, figure);
        let files = picture.data();
        let legend = legend(figure).into_iter().map(|entry| LegendData {
            swatch: write_svg(&entry.swatch, Flavour::Inline { id_prefix: &id }),
            words: entry.words,
        });
        let data = FigureData {
            id: id.clone(),
            place: place(block).to_owned(),
            drawing: files.drawing,
            caption: caption(block),
            legend: legend.collect(),
            verdict: verdict.to_owned(),
            mark: mark.to_owned(),
            words: figure.words.lines().map(str::to_owned).collect(),
            svg: files.svg,
            png: files.png,
        };
        self.answered.pictures.push(picture);
        self.answered.diagrams += 1;
        self.render("figure.html", &data)
    }

    fn pieces(
        &mut self,
        block: &Block,
        pieces: &PiecesBlock,
        variant: &Arc<Variant>,
    ) -> Option<String> {
        let mut variant = variant.clone();
        let kinds = match &pieces.army {
            Some(army) => {
                let (with_army, kinds) = self.army(&variant, army)?;
                variant = with_army;
                kinds
            }
            None if pieces.pieces.is_empty() => board::kinds(&variant, None),
            None => {
                let kinds: Vec<_> =
                    pieces.pieces.iter().map(|word| self.kind(&variant, word)).collect();
                kinds.into_iter().collect::<Option<Vec<_>>>()?
            }
        };
        let side = self.side(&variant, pieces.side.as_ref())?;
        let data = PiecesData {
            id: self.name(block, "pieces"),
            place: place(block).to_owned(),
            form: match pieces.form {
                Form::Row => "row".to_owned(),
                Form::Table => "table".to_owned(),
            },
            caption: caption(block),
            pieces: kinds.into_iter().map(|kind| piece_data(&variant, side, kind)).collect(),
        };
        self.render("pieces.html", &data)
    }

    /// The variant with that army on the first side, and what stands in the army's ranks.
    fn army(
        &mut self,
        variant: &Arc<Variant>,
        army: &Spanned<String>,
    ) -> Option<(Arc<Variant>, Vec<KindId>)> {
        let armies = board::armies(self.games, variant);
        let found = armies.iter().find(|(face, _)| face.id == army.value);
        if let Some((_, variant)) = found {
            return Some((variant.clone(), board::own_kinds(variant, &armies)));
        }
        let message = format!("`{}` has no army `{}`", variant.id, army.value);
        let ids = armies.iter().map(|(face, _)| face.id.as_str());
        let complaint = Diagnostic::error(Code::Army, message);
        self.complain_at(with_nearest(complaint, &army.value, ids), army);
        None
    }

    fn piece(&mut self, block: &Block, piece: &PieceBlock, variant: &Variant) -> Option<String> {
        let kind = self.kind(variant, &piece.piece)?;
        let side = self.side(variant, piece.side.as_ref())?;
        let id = self.name(block, &format!("piece-{}", piece.piece.value));
        self.render("piece.html", &PieceHeadData { id, piece: piece_data(variant, side, kind) })
    }

    fn armies(&mut self, block: &Block, variant: &Arc<Variant>) -> Option<String> {
        let armies = board::armies(self.games, variant);
        if armies.is_empty() {
            let message = format!("`{}` has no armies", variant.id);
            let line = self.page.file.place(block.span.start).line;
            let span = self.page.file.line_span(line);
            self.complain(Diagnostic::error(Code::Army, message).in_file(&self.page.file, span));
            return None;
        }
        let rows = armies.iter().map(|(face, variant)| ArmyData {
            name: face.name.clone(),
            pieces: board::own_kinds(variant, &armies)
                .into_iter()
                .map(|kind| piece_data(variant, SideId(0), kind))
                .collect(),
        });
        let data = ArmiesData {
            id: self.name(block, "armies"),
            caption: caption(block),
            roles: Vec::new(),
            armies: rows.collect(),
        };
        self.render("armies.html", &data)
    }

    fn standing(&mut self, block: &Block, variant: &Variant) -> Option<String> {
        let notes = variant.standings.all().map(|note| NoteData {
            of: note.of.clone(),
            is: note.is.word().to_owned(),
            why: note.why.clone(),
        });
        let data = StandingData {
            notes: notes.collect(),
            id: self.name(block, "standing"),
            caption: caption(block),
        };
        self.render("standing.html", &data)
    }
}

fn place(block: &Block) -> &'static str {
    match block.place {
        Place::Centre => "centre",
        Place::Beside => "beside",
        Place::Aside => "aside",
    }
}

fn caption(block: &Block) -> String {
    block.caption.as_ref().map_or_else(String::new, |caption| render_caption(&caption.value))
}

/// A piece in a list or table.
fn piece_data(variant: &Variant, side: SideId, kind: KindId) -> PieceData {
    let face = variant.face(kind);
    let (army, glyph) = (board::look(variant, side), board::glyph(face));
    let scene = draw_piece(army, &glyph, &face.shown);
    let notations: Vec<&str> = face.moves.iter().filter_map(|way| way.get("move")).collect();
    PieceData {
        glyph: write_svg(&scene, Flavour::Inline { id_prefix: "" }),
        name: face.name.clone(),
        letter: face.shown.clone(),
        notation: notations.join(", "),
        words: String::new(),
    }
}

fn with_nearest<'a>(
    complaint: Diagnostic,
    typed: &str,
    known: impl Iterator<Item = &'a str> + Clone,
) -> Diagnostic {
    match closest(typed, known.clone()) {
        Some(near) => complaint.help(format!("did you mean `{near}`?")),
        None => {
            let known: Vec<&str> = known.collect();
            complaint.help(format!("there are {}", crate::book::list_words(&known)))
        }
    }
}
