use std::collections::BTreeMap;

use crate::book::{
    Block, GalleryOf,
    data::{SpecimenData, SpecimensData},
};
use crate::diagram::{
    ArmyColour, Glyph, PieceDrawing, Scene, SvgTarget, Theme, draw, draw_piece, legend_samples,
    write_svg,
};
use crate::rules::{Piece, PieceTypeId};

use crate::build::picture::Picture;

use super::{Answerer, caption};

/// The letter on what wants one.
const LETTER: &str = "A";

impl Answerer<'_> {
    /// What drawings are made of, for whoever judges them.
    pub(super) fn gallery(&mut self, block: &Block, of: GalleryOf) -> Option<String> {
        let id = self.name(block, &format!("gallery-{}", of.word()));
        let specimens = match of {
            GalleryOf::Signs => all_signs(&id),
            GalleryOf::Pieces => self.all_pieces(),
            GalleryOf::Parts => all_parts(),
            GalleryOf::Armies => all_armies(),
            GalleryOf::Themes => self.all_themes(block, &id)?,
        };
        let of = of.word().to_owned();
        self.render("specimens.html", &SpecimensData { id, of, caption: caption(block), specimens })
    }

    /// Every drawing of a piece that the book has, once, and the games in which it stands.
    fn all_pieces(&self) -> Vec<SpecimenData> {
        let mut found: BTreeMap<(String, Glyph, String), Vec<String>> = BTreeMap::new();
        for id in self.games.ids() {
            let definition = self.games.definition(id);
            let illustrator = definition.and_then(|it| self.games.ready(it, None).ok());
            let Some(illustrator) = illustrator else { continue };
            let study = &illustrator.variant;
            for piece_type in
                (0..study.variant().faces.len()).map(|piece_type| PieceTypeId(piece_type as u8))
            {
                let board_piece = Piece { side: study.first_side(), piece_type };
                let piece = illustrator.piece_drawing(board_piece);
                let letter = if piece.glyph().is_lettered() { piece.letter() } else { "" };
                let drawing = (piece.name().to_owned(), piece.glyph().clone(), letter.to_owned());
                let games = found.entry(drawing).or_default();
                if !games.contains(&study.variant().name) {
                    games.push(study.variant().name.clone());
                }
            }
        }
        let one = |((name, glyph, letter), games): ((String, Glyph, String), Vec<String>)| {
            let scene = draw_piece(&PieceDrawing::new(ArmyColour::White, glyph, &letter, &name));
            let words = match &games[..] {
                several if several.len() > 2 => format!("{} games", several.len()),
                few => few.join(", "),
            };
            let drawing = sign(&scene);
            SpecimenData { small: drawing.clone(), drawing, name, words, ..SpecimenData::default() }
        };
        found.into_iter().map(one).collect()
    }

    fn all_themes(&mut self, block: &Block, id: &str) -> Option<Vec<SpecimenData>> {
        let setup = block.setup.as_ref();
        let illustrator = self.illustrator(block.variant.as_ref(), setup, Some(block.span))?;
        let figure = illustrator.setup_figure(None);
        let mut specimens = Vec::new();
        for theme in Theme::all() {
            let name = format!("{id}-{}", theme.name);
            let picture = Picture::themed(&self.page.address, &name, &figure, theme);
            let (width, height) = picture.size();
            specimens.push(SpecimenData {
                file: format!("{name}.svg"),
                width,
                height,
                name: theme.name.to_owned(),
                words: theme.description.to_owned(),
                ..SpecimenData::default()
            });
            self.answered.pictures.push(picture);
        }
        Some(specimens)
    }
}

/// Each sign on cells.
fn all_signs(id: &str) -> Vec<SpecimenData> {
    let one = |(index, sign): (usize, crate::diagram::LegendSample)| {
        let id_prefix = format!("{id}-{index}-");
        SpecimenData {
            drawing: write_svg(&draw(&sign.figure), SvgTarget::Inline { id_prefix: &id_prefix }),
            words: sign.text.to_owned(),
            ..SpecimenData::default()
        }
    };
    legend_samples().into_iter().enumerate().map(one).collect()
}

/// Each word of glyphs; those that are no figure, on a knight.
fn all_parts() -> Vec<SpecimenData> {
    let one = |word: &'static str| {
        let on_knight = || Glyph::parse(&format!("knight + {word}"));
        let glyph = Glyph::parse(word).or_else(|_| on_knight()).ok()?;
        let drawing = sign(&draw_piece(&PieceDrawing::new(ArmyColour::White, glyph, LETTER, word)));
        Some(SpecimenData { drawing, name: word.to_owned(), ..SpecimenData::default() })
    };
    Glyph::words().into_iter().filter_map(one).collect()
}

fn all_armies() -> Vec<SpecimenData> {
    let glyph = Glyph::parse("knight").expect("there is such a piece");
    let one = |&army: &ArmyColour| {
        let name = army.word().to_owned();
        let drawing = sign(&draw_piece(&PieceDrawing::new(army, glyph.clone(), LETTER, &name)));
        SpecimenData { small: drawing.clone(), drawing, name, ..SpecimenData::default() }
    };
    ArmyColour::ALL.iter().map(one).collect()
}

fn sign(scene: &Scene) -> String {
    write_svg(scene, SvgTarget::Inline { id_prefix: "" })
}
