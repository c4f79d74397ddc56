//! Pieces differ by their silhouettes, at the size of a small diagram on a phone.

use std::collections::BTreeMap;

use fairybook::diagram::{
    ArmyColour, Glyph, PieceDrawing, SvgTarget, Theme, draw_piece, write_sized_svg,
};
use fairybook::format::DefinitionSource;
use fairybook::game::PieceTypeId;

use crate::shipped::{Shipped, definition};

/// The side of a cell in pixels.
const CELL_PX: usize = 24;

/// How much of each pixel a piece covers, row by row.
type Silhouette = Vec<f64>;

fn silhouette(army: ArmyColour, glyph: &str) -> Silhouette {
    let drawing = Glyph::parse(glyph).unwrap_or_else(|fault| panic!("{glyph}: {}", fault.message));
    let scene = draw_piece(&PieceDrawing::new(army, drawing, "", ""));
    let svg = write_sized_svg(&scene, SvgTarget::StandAlone(Theme::paper()), 1.0);
    // Without the paper and the backing.
    let group = format!("<g class=\"{}\"", army.word());
    let (start, figure) = (svg.find("<path").unwrap(), svg.find(&group).unwrap());
    let svg = format!("{}{}", &svg[..start], &svg[figure..]);
    let tree = usvg::Tree::from_str(&svg, &usvg::Options::default()).expect(glyph);
    let mut pixels = resvg::tiny_skia::Pixmap::new(CELL_PX as u32, CELL_PX as u32).unwrap();
    let scale = CELL_PX as f32 / tree.size().width();
    let transform = resvg::tiny_skia::Transform::from_scale(scale, scale);
    resvg::render(&tree, transform, &mut pixels.as_mut());
    pixels.pixels().iter().map(|pixel| f64::from(pixel.alpha()) / 255.0).collect()
}

/// The part of the surface of two silhouettes that both have: from 0 to 1.
fn overlap(a: &[f64], b: &[f64]) -> f64 {
    let sum = |of: fn(f64, f64) -> f64| a.iter().zip(b).map(|(&a, &b)| of(a, b)).sum::<f64>();
    sum(f64::min) / sum(f64::max)
}

/// The overlaps of all pairs of drawings, the largest first.
fn overlaps(army: ArmyColour, glyphs: &[String]) -> Vec<(f64, String)> {
    let drawn: Vec<Silhouette> = glyphs.iter().map(|glyph| silhouette(army, glyph)).collect();
    let mut found = Vec::new();
    for (index, one) in drawn.iter().enumerate() {
        for (other, two) in drawn[..index].iter().enumerate() {
            let pair = format!("{} and {}", glyphs[index], glyphs[other]);
            found.push((overlap(one, two), pair));
        }
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found
}

#[test]
fn the_six_pieces_of_chess_differ_in_silhouette() {
    let six = ["king", "queen", "rook", "bishop", "knight", "pawn"].map(str::to_owned);
    for army in [ArmyColour::White, ArmyColour::Black] {
        let found = overlaps(army, &six);
        let mean = found.iter().map(|(overlap, _)| overlap).sum::<f64>() / found.len() as f64;
        assert!(mean <= 0.60, "{army:?}: {mean:.3} {found:.2?}");
        assert!(found[0].0 <= 0.70, "{army:?}: {:?}", found[0]);
    }
}

/// The drawings of each shipped game that differ by their shape: tiles and discs have
/// letters.
fn figures_of_games() -> BTreeMap<String, Vec<String>> {
    let mut games = BTreeMap::new();
    for id in Shipped.ids() {
        let definition = definition(&id);
        for setup in definition.setups() {
            let variant = definition.variant(Some(&setup)).expect("a shipped setup");
            let types = (0..variant.game.piece_types.len() as u8).map(PieceTypeId);
            let mut glyphs: Vec<String> =
                types.map(|piece_type| variant.face(piece_type).glyph.clone()).collect();
            glyphs.retain(|glyph| {
                let has_base = ["tile", "disc", "token"].iter().any(|base| glyph.contains(base));
                !has_base && Glyph::parse(glyph).is_ok()
            });
            glyphs.sort();
            glyphs.dedup_by_key(|glyph| Glyph::parse(glyph).ok());
            games.insert(format!("{id} {setup}"), glyphs);
        }
    }
    games
}

#[test]
fn the_pieces_of_every_game_differ_in_silhouette() {
    let mut wrong = Vec::new();
    for (game, glyphs) in figures_of_games() {
        for army in [ArmyColour::White, ArmyColour::Black] {
            let alike = overlaps(army, &glyphs).into_iter().filter(|(overlap, _)| *overlap > 0.80);
            wrong.extend(alike.map(|(overlap, pair)| format!("{game}: {pair} {overlap:.2}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Where hues are not seen, the foot tells the player.
#[test]
fn the_feet_of_four_armies_differ_in_silhouette() {
    let four = [ArmyColour::Red, ArmyColour::Orange, ArmyColour::Green, ArmyColour::Blue];
    for glyph in ["king", "queen", "rook", "bishop", "knight", "pawn", "cannon", "elephant"] {
        // From 79 hundredths of the cell on.
        let foot = |army| silhouette(army, glyph).split_off(19 * CELL_PX);
        let feet = four.map(foot);
        for (index, one) in feet.iter().enumerate() {
            for (other, two) in feet[..index].iter().enumerate() {
                let alike = overlap(one, two);
                assert!(alike <= 0.75, "{glyph}: {:?}, {:?} {alike:.2}", four[index], four[other]);
            }
        }
    }
}
