//! Renders samples of all signs, pieces, glyphs, armies and themes.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::book::{Block, GalleryKind};
use crate::diagram::{
    ArmyColour, Glyph, PieceDrawing, Scene, SvgTarget, Theme, draw, draw_piece, legend_samples,
    write_svg,
};
use crate::format::{BuiltinPiece, builtin_pieces};
use crate::game::{Piece, PieceTypeId};

use super::super::picture::{Picture, PicturePurpose};
use super::PageRenderer;

/// The letter on a piece that shows one.
const LETTER: &str = "A";

impl PageRenderer<'_> {
    pub(super) fn samples(&mut self, block: &Block, of: GalleryKind) -> Option<String> {
        let id = self.name(block, &format!("gallery-{}", of.word()));
        let samples = match of {
            GalleryKind::Signs => all_signs(&id),
            GalleryKind::Pieces => self.all_pieces(),
            GalleryKind::BuiltIn => built_in_pieces(),
            GalleryKind::Parts => all_parts(),
            GalleryKind::Armies => all_armies(),
            GalleryKind::Themes => self.all_themes(block, &id)?,
        };
        let data = json!({ "of": of.word(), "samples": samples });
        self.render_block("samples.html", block, id, data)
    }

    /// Each different drawing of a piece in the book, with the names of its variants.
    fn all_pieces(&self) -> Vec<Value> {
        type Drawing = (String, Glyph, String);
        let mut found: BTreeMap<Drawing, Vec<String>> = BTreeMap::new();
        for id in self.variants.ids() {
            let Some(loaded) = self.variants.about(id).by_id(id) else { continue };
            let (variant, side) = (loaded.variant.variant(), loaded.variant.first_side());
            for index in 0..variant.faces.len() {
                let piece_type = PieceTypeId(index as u8);
                let piece = loaded.piece_drawing(Piece { side, piece_type });
                let letter = if piece.glyph.is_lettered() { piece.letter.as_str() } else { "" };
                let drawing = (piece.name.clone(), piece.glyph.clone(), letter.to_owned());
                let names = found.entry(drawing).or_default();
                if !names.contains(&variant.name) {
                    names.push(variant.name.clone());
                }
            }
        }
        let sample = |(number, (drawing, variants)): (usize, (Drawing, Vec<String>))| {
            let (name, glyph, letter) = drawing;
            let scene = draw_piece(&PieceDrawing::new(ArmyColour::White, glyph, &letter, &name));
            let words = match &variants[..] {
                several if several.len() > 2 => format!("{} games", several.len()),
                few => few.join(", "),
            };
            let (drawing, small) = twice(&scene, number);
            json!({ "drawing": drawing, "small": small, "name": name, "words": words })
        };
        found.into_iter().enumerate().map(sample).collect()
    }

    fn all_themes(&mut self, block: &Block, id: &str) -> Option<Vec<Value>> {
        let loaded =
            self.variant(block.variant.as_ref(), block.setup.as_ref(), Some(block.span))?;
        let figure = loaded.setup_figure(None);
        let mut samples = Vec::new();
        for theme in Theme::all() {
            let name = format!("{id}-{}", theme.name);
            let purpose = PicturePurpose::Themed(theme);
            let picture = Picture::new(&self.page.address, &name, draw(&figure), purpose);
            let (width, height) = picture.size();
            samples.push(json!({
                "file": format!("{name}.svg"),
                "width": width,
                "height": height,
                "name": theme.name,
                "words": theme.description,
            }));
            self.pictures.push(picture);
        }
        Some(samples)
    }
}

fn all_signs(id: &str) -> Vec<Value> {
    let sample = |(index, sign): (usize, crate::diagram::LegendSample)| {
        let id_prefix = format!("{id}-{index}-");
        let target = SvgTarget::Inline { id_prefix: &id_prefix };
        json!({ "drawing": write_svg(&draw(&sign.figure), target), "words": sign.text })
    };
    legend_samples().into_iter().enumerate().map(sample).collect()
}

/// Each built-in piece, with its id and its letter.
fn built_in_pieces() -> Vec<Value> {
    let sample = |piece: BuiltinPiece| {
        let glyph = Glyph::parse(&piece.glyph).unwrap_or_else(|_| Glyph::lettered_disc());
        let drawing = PieceDrawing::new(ArmyColour::White, glyph, &piece.letter, &piece.name);
        json!({ "drawing": inline(&draw_piece(&drawing)), "name": piece.id, "words": piece.letter })
    };
    builtin_pieces().map(sample).collect()
}

/// Each word of the glyph language; a word that is no figure of its own is added to a knight.
fn all_parts() -> Vec<Value> {
    let sample = |word: &'static str| {
        let on_knight = || Glyph::parse(&format!("knight + {word}"));
        let glyph = Glyph::parse(word).or_else(|_| on_knight()).ok()?;
        let drawing =
            inline(&draw_piece(&PieceDrawing::new(ArmyColour::White, glyph, LETTER, word)));
        Some(json!({ "drawing": drawing, "name": word }))
    };
    Glyph::words().into_iter().filter_map(sample).collect()
}

/// A knight in the colours of each army.
fn all_armies() -> Vec<Value> {
    let glyph = Glyph::parse("knight").expect("`knight` is a glyph");
    let sample = |&army: &ArmyColour| {
        let name = army.word();
        let drawing = inline(&draw_piece(&PieceDrawing::new(army, glyph.clone(), LETTER, name)));
        json!({ "drawing": drawing, "small": drawing, "name": name })
    };
    ArmyColour::ALL.iter().map(sample).collect()
}

/// A piece alone, and the same again at another size, which is not written twice.
fn twice(scene: &Scene, number: usize) -> (String, String) {
    let drawing = inline(scene).replacen("<svg", &format!("<svg id=\"piece-{number}\""), 1);
    let again = format!(
        "<svg viewBox=\"0 0 {0} {0}\" aria-hidden=\"true\"><use href=\"#piece-{number}\" width=\"{0}\" height=\"{0}\"/></svg>",
        scene.width
    );
    (drawing, again)
}

fn inline(scene: &Scene) -> String {
    write_svg(scene, SvgTarget::Inline { id_prefix: "" })
}
