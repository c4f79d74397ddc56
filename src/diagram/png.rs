use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::{Flavour, Ink, Rgb, Scene, Theme, write_svg};

/// Sides of a picture beyond this are scaled down.
const LARGEST_PX: f64 = 8192.0;

/// The scene as PNG, so many pixels wide: the very SVG that [`write_svg`] gives, rasterised.
/// The same scene gives the same bytes.
pub fn write_png(scene: &Scene, theme: &Theme, width_px: u32) -> Vec<u8> {
    let largest = scene.width.max(scene.height);
    let scale = (f64::from(width_px) / scene.width).min(LARGEST_PX / largest);
    let side = |length: f64| ((length * scale).round() as u32).max(1);
    let (width, height) = (side(scene.width), side(scene.height));

    let svg = write_svg(scene, Flavour::StandAlone(theme));
    let tree = usvg::Tree::from_str(&svg, options()).expect("what we write is SVG");
    let mut pixels = resvg::tiny_skia::Pixmap::new(width, height).expect("the size is not nought");
    // The rim of a surface that ends between two pixels would let the void shine through.
    let Rgb(r, g, b) = theme.colour(Ink::Paper);
    pixels.fill(resvg::tiny_skia::Color::from_rgba8(r, g, b, 255));
    let size = tree.size();
    let fit = resvg::tiny_skia::Transform::from_scale(
        width as f32 / size.width(),
        height as f32 / size.height(),
    );
    resvg::render(&tree, fit, &mut pixels.as_mut());
    encode(width, height, pixels.data())
}

fn options() -> &'static usvg::Options<'static> {
    static OPTIONS: OnceLock<usvg::Options> = OnceLock::new();
    OPTIONS.get_or_init(usvg::Options::default)
}

/// Opaque pixels as PNG with a palette.
fn encode(width: u32, height: u32, rgba: &[u8]) -> Vec<u8> {
    let pixels: Vec<Rgb> = rgba.chunks_exact(4).map(|p| Rgb(p[0], p[1], p[2])).collect();
    let (palette, data) = indexed(&pixels);
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(png::Filter::NoFilter);
    encoder.set_palette(palette.iter().flat_map(|c| [c.0, c.1, c.2]).collect::<Vec<u8>>());
    let mut writer = encoder.write_header().expect("writing to memory does not fail");
    writer.write_image_data(&data).expect("the data are as long as the header says");
    writer.finish().expect("writing to memory does not fail");
    bytes
}

/// The colours, and for each pixel the place of its colour.
///
/// Exact where 256 colours are enough. Where they are not, colours that differ by a few 255ths
/// become the most frequent one of them: surfaces keep theirs, and of the soft rims of lines some
/// move by less than an eye sees.
fn indexed(pixels: &[Rgb]) -> (Vec<Rgb>, Vec<u8>) {
    let mut counts: BTreeMap<Rgb, usize> = BTreeMap::new();
    // Rows are long runs of one colour: count runs, not pixels.
    for run in pixels.chunk_by(|a, b| a == b) {
        *counts.entry(run[0]).or_default() += run.len();
    }
    let mut coarse = 0;
    let mut chosen = frequent(&counts, coarse);
    while chosen.len() > 256 {
        coarse += 1;
        chosen = frequent(&counts, coarse);
    }
    let palette: Vec<Rgb> = chosen.values().map(|&(_, colour)| colour).collect();
    let places: BTreeMap<Rgb, u8> = chosen.keys().copied().zip(0..=255).collect();
    let mut data = Vec::with_capacity(pixels.len());
    for run in pixels.chunk_by(|a, b| a == b) {
        data.extend(std::iter::repeat_n(places[&bucket(run[0], coarse)], run.len()));
    }
    (palette, data)
}

/// Of all colours that fall together, the most frequent.
fn frequent(counts: &BTreeMap<Rgb, usize>, coarse: u32) -> BTreeMap<Rgb, (usize, Rgb)> {
    let mut chosen: BTreeMap<Rgb, (usize, Rgb)> = BTreeMap::new();
    for (&colour, &count) in counts {
        let best = chosen.entry(bucket(colour, coarse)).or_insert((count, colour));
        if count > best.0 {
            *best = (count, colour);
        }
    }
    chosen
}

/// The colour without its lowest bits.
fn bucket(Rgb(r, g, b): Rgb, coarse: u32) -> Rgb {
    Rgb(r >> coarse, g >> coarse, b >> coarse)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_are_kept_as_they_are() {
        let pixels = [Rgb(1, 2, 3), Rgb(1, 2, 3), Rgb(1, 2, 4)];
        let (palette, data) = indexed(&pixels);
        let back: Vec<Rgb> = data.iter().map(|&place| palette[place as usize]).collect();
        assert_eq!(back, pixels);
    }

    #[test]
    fn many_colours_move_a_little_and_surfaces_not_at_all() {
        let mut pixels: Vec<Rgb> = (0..=255).map(|x| Rgb(x, 255 - x, 7)).collect();
        pixels.extend((0..=255).map(|x| Rgb(x, x, 200)));
        let surface = Rgb(101, 154, 7);
        pixels.extend([surface; 9]);
        let (palette, data) = indexed(&pixels);
        assert!(palette.len() <= 256);
        for (pixel, place) in pixels.iter().zip(data) {
            let shown = palette[place as usize];
            let far = |a: u8, b: u8| a.abs_diff(b);
            assert!(far(pixel.0, shown.0) < 8 && far(pixel.1, shown.1) < 8, "{pixel:?}");
            assert!(*pixel != surface || shown == surface);
        }
    }
}
