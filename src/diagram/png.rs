use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::{Flavour, Scene, Theme, write_svg};

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

/// Opaque pixels as PNG: with a palette if that is exact, else with three bytes a pixel.
fn encode(width: u32, height: u32, rgba: &[u8]) -> Vec<u8> {
    let colours: Vec<[u8; 3]> = rgba.chunks_exact(4).map(|p| [p[0], p[1], p[2]]).collect();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_compression(png::Compression::High);
    let data = match palette(&colours) {
        Some(palette) => {
            encoder.set_color(png::ColorType::Indexed);
            encoder.set_filter(png::Filter::NoFilter);
            encoder.set_palette(palette.keys().flatten().copied().collect::<Vec<u8>>());
            colours.iter().map(|colour| palette[colour]).collect()
        }
        None => {
            encoder.set_color(png::ColorType::Rgb);
            encoder.set_filter(png::Filter::Adaptive);
            colours.concat()
        }
    };
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().expect("writing to memory does not fail");
    writer.write_image_data(&data).expect("the data are as long as the header says");
    writer.finish().expect("writing to memory does not fail");
    bytes
}

/// The colours in order, with their places, if there are at most 256.
fn palette(colours: &[[u8; 3]]) -> Option<BTreeMap<[u8; 3], u8>> {
    let mut palette = BTreeMap::new();
    for colour in colours {
        palette.insert(*colour, 0);
        if palette.len() > 256 {
            return None;
        }
    }
    for (index, entry) in palette.values_mut().enumerate() {
        *entry = index as u8;
    }
    Some(palette)
}
