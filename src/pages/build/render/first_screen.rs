//! Renders what stands before the text of a page about a game, and its rule sheet and gallery entry.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::book::{address, data::PieceData, slug};
use crate::diagram::{
    CELL, Figure, Scene, SocialImage, SvgTarget, draw, draw_cover, draw_social_image,
    missing_glyph_warning, write_svg,
};
use crate::game::{Piece, PieceTypeId};
use crate::game_text::print_position;
use crate::illustrate::Illustrator;
use crate::play::{FigureContent, FigureRequest, MovesContent};
use crate::query::MovesAnswer;
use crate::sheet::{
    SheetPiece, facts, facts_in_line, piece_data, rule_sheet, rule_sheet_file, sheet_pieces,
    summary,
};
use crate::source::{Code, suggestion, work};
use crate::survey::SurveyRecord;
use crate::variant::Variant;
use crate::verify::{ComparisonOutcome, EngineRecord};

use super::super::memory::Environment;
use super::super::picture::{Picture, PicturePurpose};
use super::{PageRenderer, gallery_entry};

/// The units of work for what each page about a game shows, measured.
const UNITS_OF_A_GAME: usize = 200_000;

/// The name of the first board of a page about a game, and of its picture.
const START: &str = "start";

/// The names of pictures and anchors that every page about a game has.
pub(super) const NAMES: [&str; 3] = [START, "cover", "card"];

impl PageRenderer<'_> {
    /// Adds the first screen, the rule sheet, the gallery entry and their pictures.
    pub(super) fn first_screen(&mut self, loaded: &Arc<Illustrator>, environment: &Environment) {
        work::spend(UNITS_OF_A_GAME);
        let variant = loaded.variant.variant();
        let page = self.page;
        let figure = loaded.setup_figure(None);
        let picture = |name, scene, purpose| Picture::new(&page.address, name, scene, purpose);
        let start = picture(START, draw(&figure), PicturePurpose::Page);
        let opening = opening_scene(&figure).map(|scene| {
            let drawing = write_svg(&scene, SvgTarget::Inline { id_prefix: "opening-" });
            let is_flat = figure.view().layout.boards().len() > 1;
            let across = is_flat.then(|| (scene.width / CELL).ceil());
            let more = if is_flat { "All boards" } else { "Level by level" };
            let more = self.templates.phrases().of(more);
            json!({ "drawing": drawing, "across": across, "more": more })
        });
        let cover = self.cover(figure);
        let title = &page.front_matter.title;
        let advice = "use these letters in the title, so that the image for links can show it";
        if let Some(warning) = missing_glyph_warning(&title.value, advice) {
            self.report(title.locate(warning));
        }
        let phrases = self.templates.phrases();
        let (lines, foot) = (summary(variant, phrases), self.settings.title.clone());
        let image = SocialImage { title: title.value.clone(), lines, foot };
        let image = draw_social_image(&cover, &image);
        let image = picture("card", image, PicturePurpose::SocialImage);
        let alt = cover.title.clone();
        let cover = picture("cover", draw_cover(&cover), PicturePurpose::Cover);
        self.add_board(START, variant, FigureContent::Setup { side: None, flows: false });
        let first = Piece { side: loaded.variant.first_side(), piece_type: PieceTypeId(0) };
        self.rendered.has_figurines = loaded.figurine(first).is_some();
        let engines = self.engines(variant, &environment.engines);
        if let Some(checked) = &mut self.rendered.checked {
            checked["engines"] = json!(engines);
        }
        let agree = |outcome| outcome == ComparisonOutcome::Agree;
        let checks = self.rendered.checks.iter().filter(|check| agree(check.outcome)).count();
        let armies = self.variants.about(&variant.id).armies(&variant.id);
        let data = json!({
            "board": START,
            "across": start.across(),
            "picture": self.publish(start),
            "opening": opening,
            "line": facts_in_line(variant, phrases),
            "checks": checks,
            "pieces": self.pieces_of_game(sheet_pieces(loaded, &armies)),
            "facts": facts(variant, phrases),
            "survey": self.survey(variant, &environment.survey),
            "sheet": address::link(&page.address, &rule_sheet_file(&page.address)),
        });
        self.rendered.first_screen = Some(data);
        self.rendered.game = Some(gallery_entry(variant, (page, phrases), &cover, alt));
        let sheet = rule_sheet(loaded, &armies, (page, self.settings, phrases));
        self.rendered.sheet_size = Some((sheet.columns, sheet.rows));
        self.rendered.rule_sheet = self.render("rule-sheet.html", &sheet);
        self.rendered.social_image = Some(image.file(".png"));
        self.pictures.extend([cover, image]);
    }

    /// The pieces in a row. A choice of one shows its moves on the first board.
    fn pieces_of_game(&mut self, pieces: Vec<SheetPiece>) -> Vec<Value> {
        let entry = |SheetPiece { loaded, piece, .. }: SheetPiece| {
            let variant = loaded.variant.variant();
            let id = &variant.face(piece.piece_type).id;
            let data = piece_data(&loaded, piece.side, piece.piece_type);
            let shows = loaded.sample_answer(piece).map(|answer| {
                let name = format!("{START}-{id}");
                self.add_board(&name, variant, moves_content(&loaded, &answer));
                name
            });
            self.rendered.moves_in_words.insert(id.clone(), words(&data));
            json!({
                "name": data.name,
                "glyph": data.glyph,
                "shows": shows,
                "href": self.place_of_piece(id, &data.name),
            })
        };
        pieces.into_iter().map(entry).collect()
    }

    /// Where the page speaks of a piece: below a heading with its name, at its first diagram, or else
    /// the rule sheet.
    fn place_of_piece(&self, id: &str, name: &str) -> String {
        let name = slug::slug(name);
        let is_of_piece = |it: &str| it == name || it == id || it == format!("{name}s");
        let mut headings = self.page.body.headings.iter().map(|heading| heading.id.as_str());
        let heading = headings.find(|it| is_of_piece(it));
        let is_diagram =
            |it: &&String| it.strip_prefix(id).is_some_and(|rest| rest.starts_with('-'));
        let diagram = || self.rendered.boards.keys().find(is_diagram).map(String::as_str);
        match heading.or_else(diagram) {
            Some(anchor) => format!("#{anchor}"),
            None => address::link(&self.page.address, &rule_sheet_file(&self.page.address)),
        }
    }

    /// Adds what a board of the page shows, in the setup of the page.
    fn add_board(&mut self, name: &str, variant: &Variant, shows: FigureContent) {
        let setup = self.page.front_matter.setup.as_ref().map(|setup| setup.value.clone());
        let variant = variant.id.clone();
        let request = FigureRequest { variant, setup, dress: None, view: None, only: None, shows };
        self.rendered.boards.insert(name.to_owned(), request);
    }

    /// The figure that stands for the page elsewhere: the one that its head names, or the setup.
    fn cover(&mut self, setup: Figure) -> Figure {
        let wanted = self.page.front_matter.cover.as_ref().filter(|_| self.cover.is_none());
        if let Some(name) = wanted {
            let help = suggestion(&name.value, self.rendered.boards.keys().map(String::as_str));
            let error = format!("no figure of the page has the name `{}`", name.value);
            self.report(name.error(Code::FrontMatter, error).help(help).follow_up());
        }
        let mut cover = self.cover.take().unwrap_or(setup);
        cover.view_mut().coordinates = false;
        cover
    }

    /// What engines say about the definition as it is; nothing for other setups than the
    /// first.
    fn engines(&self, variant: &Variant, record: &EngineRecord) -> Vec<String> {
        match self.is_about_usual_setup() && record.entries.contains_key(&variant.id) {
            true => record.sentences(&variant.id, &self.fingerprint(variant)),
            false => Vec::new(),
        }
    }

    fn fingerprint(&self, variant: &Variant) -> String {
        self.variants.about(&variant.id).fingerprint(&variant.id)
    }

    fn is_about_usual_setup(&self) -> bool {
        self.page.front_matter.setup.is_none()
    }

    /// The figures of a variant, if they are those of its definition as it is; `None` for other
    /// setups than the first.
    fn survey(&self, variant: &Variant, record: &SurveyRecord) -> Option<Value> {
        let (of, survey) = record.entries.get(&variant.id)?;
        if !self.is_about_usual_setup() || *of != self.fingerprint(variant) {
            return None;
        }
        let facts = survey.facts().into_iter();
        let facts = facts.map(|(term, words)| json!({ "term": term, "words": words }));
        let name = |id: &str| variant.faces.iter().find(|face| face.id == id);
        let pieces = survey.mobility.iter().filter_map(|it| {
            let empty = format!("{:.2}", it.empty);
            let empty = empty.trim_end_matches('0').trim_end_matches('.');
            let crowded = format!("{:.1}", it.crowded);
            Some(json!({ "name": name(&it.piece)?.name, "empty": empty, "crowded": crowded }))
        });
        Some(json!({
            "summary": survey.summary(),
            "facts": facts.collect::<Vec<Value>>(),
            "pieces": pieces.collect::<Vec<Value>>(),
            "note": survey.note(),
        }))
    }
}

/// What is seen of several boards at first: the first one; of a board with levels the stack. `None` for a
/// single flat board.
fn opening_scene(figure: &Figure) -> Option<Scene> {
    let layout = &figure.view().layout;
    match layout.boards() {
        [board] => board.has_levels.then(|| draw_cover(figure)),
        _ => figure.cropped_to(&layout.cells_of(0).collect()).ok().map(|first| draw(&first)),
    }
}

/// An answer as the content of a figure.
fn moves_content(loaded: &Illustrator, answer: &MovesAnswer) -> FigureContent {
    let variant = loaded.variant.variant();
    let piece = answer.pieces[0];
    let others = answer.position.pieces().count() > 1;
    let print = || print_position(variant, loaded.variant.rules(), &answer.position);
    let side = (piece.side != loaded.variant.first_side())
        .then(|| variant.sides[piece.side.index()].id.clone());
    FigureContent::Moves(MovesContent {
        pieces: vec![variant.face(piece.piece_type).id.clone()],
        side,
        at: loaded.variant.cell_name(answer.at).to_owned(),
        position: others.then(print),
        ..MovesContent::default()
    })
}

/// The moves of a piece in one paragraph: `Knight: Leaps two squares orthogonally …`
fn words(piece: &PieceData) -> String {
    let zones = piece.zones.iter().map(|zone| {
        let captures = if zone.captures.is_empty() { "" } else { "; captures " };
        format!("{}: {}{captures}{}. ", zone.place, zone.moves, zone.captures)
    });
    format!("{}: {}{}", piece.name, zones.collect::<String>(), piece.words)
}
