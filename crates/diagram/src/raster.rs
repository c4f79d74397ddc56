//! Writes a scene as a PNG with a palette.

use std::collections::{HashMap, VecDeque};
use std::io::Write;
use std::sync::{Arc, Mutex};

use flate2::{Compression, write::ZlibEncoder};
use foldhash::fast::FixedState;
use resvg::tiny_skia::{Color, Pixmap, Transform};

use crate::{CELL, ColourRole, Point, Rgb, Scene, Theme, write_layers};

/// The longest side of a PNG; larger ones are scaled down.
const LARGEST_PX: f64 = 8192.0;

/// The greatest height of a PNG, as a multiple of the requested width.
const MAX_ASPECT: f64 = 3.0;

/// Returns the scene as a PNG: the SVG of [`write_svg`](crate::write_svg), rasterised.
///
/// It is `width_px` wide, or less if it would be more than three times as high. The same scene
/// gives the same bytes.
pub fn write_png(scene: &Scene, theme: &Theme, width_px: u32) -> Vec<u8> {
    PngSource::new(scene, theme, width_px).draw(&DrawnBackgrounds::default())
}

/// All that decides the pixels of a PNG.
#[derive(Debug, Clone)]
pub struct PngSource {
    background: PngBackground,
    /// What lies on the background, as SVG.
    above: String,
    /// The colours that stay exact. The first is that of the paper.
    inks: Vec<Rgb>,
}

impl PngSource {
    /// What [`write_png`] makes a PNG from.
    pub fn new(scene: &Scene, theme: &Theme, width_px: u32) -> PngSource {
        let [svg, above] = write_layers(scene, theme);
        let (fit, paper) = (PixelFit::new(scene, width_px), theme.colour(ColourRole::Paper));
        let roles = [ColourRole::Paper].into_iter().chain(ColourRole::all());
        let inks = roles.map(|role| theme.colour(role)).collect();
        PngSource { background: PngBackground { svg, fit, paper }, above, inks }
    }

    /// All of it: sources with the same parts give the same PNG. These are the two drawings as SVG, and
    /// the sizes and colours.
    pub fn parts(&self) -> ([&str; 2], Vec<u8>) {
        let PngBackground { svg, fit: PixelFit { width, height, scale, shift }, .. } =
            &self.background;
        let inks = self.inks.iter().flat_map(|&Rgb(r, g, b)| [r, g, b]).collect::<Vec<u8>>();
        let numbers = [f64::from(*width), f64::from(*height), *scale, shift.x, shift.y];
        ([svg, &self.above], [numbers.map(f64::to_le_bytes).concat(), inks].concat())
    }

    /// Draws the PNG. Its background is drawn only if it is not among the known ones.
    pub fn draw(&self, known: &DrawnBackgrounds) -> Vec<u8> {
        let mut pixels = Pixmap::clone(&known.pixels(&self.background));
        self.background.fit.render(&self.above, &mut pixels);
        encode(pixels.width(), pixels.height(), pixels.data(), &self.inks)
    }
}

/// What a PNG shares with others, and its size.
#[derive(Debug, Clone, PartialEq)]
struct PngBackground {
    svg: String,
    fit: PixelFit,
    paper: Rgb,
}

impl PngBackground {
    fn draw(&self) -> Pixmap {
        let mut pixels =
            Pixmap::new(self.fit.width, self.fit.height).expect("the size is not zero");
        // Opaque from edge to edge.
        let Rgb(r, g, b) = self.paper;
        pixels.fill(Color::from_rgba8(r, g, b, 255));
        self.fit.render(&self.svg, &mut pixels);
        pixels
    }
}

/// The last backgrounds that were drawn. Pictures beside each other often show the same board.
#[derive(Debug, Default)]
pub struct DrawnBackgrounds(Mutex<VecDeque<(PngBackground, Arc<Pixmap>)>>);

/// How many backgrounds are kept, each of about half a mebibyte.
const KEPT_BACKGROUNDS: usize = 16;

impl DrawnBackgrounds {
    fn pixels(&self, background: &PngBackground) -> Arc<Pixmap> {
        let known = || self.0.lock().expect("no thread panics while it holds the lock");
        if let Some((_, pixels)) = known().iter().find(|(other, _)| other == background) {
            return Arc::clone(pixels);
        }
        let pixels = Arc::new(background.draw());
        let mut known = known();
        known.push_front((background.clone(), Arc::clone(&pixels)));
        known.truncate(KEPT_BACKGROUNDS);
        pixels
    }
}

/// The size of a PNG, and the scale and offset of the scene in it.
#[derive(Debug, Clone, Copy, PartialEq)]
struct PixelFit {
    width: u32,
    height: u32,
    /// Pixels for each unit of length.
    scale: f64,
    shift: Point,
}

/// The greatest part of its size by which a PNG shrinks so that cells are whole pixels.
const SHRUNK: f64 = 0.04;

impl PixelFit {
    /// Fits the scene to a width, or to less if the height would be too large.
    ///
    /// If the PNG shrinks little, cells are whole pixels and begin at whole pixels. Then edges are
    /// sharp, and equal drawings on different cells have equal pixels, which compress well.
    fn new(scene: &Scene, width_px: u32) -> PixelFit {
        let largest = scene.width.max(scene.height);
        let width_px = f64::from(width_px);
        let fit = (width_px / scene.width).min(MAX_ASPECT * width_px / scene.height);
        let scale = fit.min(LARGEST_PX / largest);
        let side = |length: f64| ((length * scale).round() as u32).max(1);
        let (width, height) = (side(scene.width), side(scene.height));
        let whole = (scale * CELL).floor() / CELL;
        match scene.corner {
            Some(corner) if whole > scale * (1.0 - SHRUNK) => {
                let begin = |length: u32, extent: f64, corner: f64| {
                    let middle = (f64::from(length) - extent * whole) / 2.0;
                    (corner * whole + middle).round() - corner * whole
                };
                let shift = Point::new(
                    begin(width, scene.width, corner.x),
                    begin(height, scene.height, corner.y),
                );
                PixelFit { width, height, scale: whole, shift }
            }
            _ => PixelFit { width, height, scale, shift: Point::default() },
        }
    }

    /// Draws an SVG of the scene over what is there.
    fn render(&self, svg: &str, pixels: &mut Pixmap) {
        let tree = usvg::Tree::from_str(svg, &usvg::Options::default())
            .expect("`write_layers` writes valid SVG");
        let transform = Transform::from_scale(self.scale as f32, self.scale as f32)
            .post_translate(self.shift.x as f32, self.shift.y as f32);
        resvg::render(&tree, transform, &mut pixels.as_mut());
    }
}

/// Level 5 takes 40 % less time for files that are larger by 5 %, level 9 four times as long for files
/// that are smaller by 6 %.
const DEFLATE_LEVEL: u32 = 6;
/// A palette of at most this size takes half a byte for each pixel.
const HALF_BYTE: usize = 16;
/// The greatest size of a palette.
const BYTE: usize = 256;
/// The greatest average [`distance`] of a pixel's colour from its palette entry.
///
/// It is far less than an eye sees, because only the soft edges of lines change.
const MAX_ERROR: u64 = 64;

/// The greatest average distance if one more colour would double the size of a pixel.
const TOLERATED_ERROR: u64 = 3 * MAX_ERROR;

/// Encodes opaque pixels as a PNG with a palette. The colours of `inks` stay exact.
fn encode(width: u32, height: u32, rgba: &[u8], inks: &[Rgb]) -> Vec<u8> {
    let (pixels, _) = rgba.as_chunks::<4>();
    let (palette, indices) = indexed(pixels, inks);
    let width_px = width as usize;
    let (depth, data) = match palette.len() {
        0..=HALF_BYTE => (png::BitDepth::Four, png_rows(indices.chunks(width_px).map(half_bytes))),
        _ => (png::BitDepth::Eight, png_rows(indices.chunks(width_px))),
    };
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(depth);
    encoder.set_palette(palette.iter().flat_map(|c| [c.0, c.1, c.2]).collect::<Vec<u8>>());
    let mut writer = encoder.write_header().expect("writing to memory does not fail");
    // In one piece: the crate compresses row by row, which takes twice as long.
    let mut deflated = ZlibEncoder::new(Vec::new(), Compression::new(DEFLATE_LEVEL));
    deflated.write_all(&data).expect("writing to memory does not fail");
    let deflated = deflated.finish().expect("writing to memory does not fail");
    writer.write_chunk(png::chunk::IDAT, &deflated).expect("a picture is not too large");
    // Writes the last chunk.
    drop(writer);
    bytes
}

/// The rows as PNG compresses them: before each stands that it is not filtered.
fn png_rows<R: AsRef<[u8]>>(rows: impl Iterator<Item = R>) -> Vec<u8> {
    let mut all = Vec::new();
    for row in rows {
        all.push(0);
        all.extend_from_slice(row.as_ref());
    }
    all
}

/// Packs two pixels into a byte.
fn half_bytes(row: &[u8]) -> Vec<u8> {
    let (pairs, last) = row.as_chunks::<2>();
    // Not in one chain, which packs byte by byte.
    let mut packed: Vec<u8> = pairs.iter().map(|[left, right]| left << 4 | right).collect();
    packed.extend(last.iter().map(|left| left << 4));
    packed
}

/// A pixel: red, green, blue, alpha.
type Rgba = [u8; 4];

/// Returns a palette, and for each pixel the index of its colour.
///
/// The palette has all inks that occur. Then the colour with the largest error is added again and
/// again, until the total error is small.
fn indexed(pixels: &[Rgba], inks: &[Rgb]) -> (Vec<Rgb>, Vec<u8>) {
    let (runs, mut found) = colour_runs(pixels);
    let mut palette = Vec::new();
    let add = |palette: &mut Vec<Rgb>, found: &mut [FoundColour], colour: Rgb| {
        let index = palette.len() as u8;
        palette.push(colour);
        for found in found {
            let distance = distance(found.colour, colour);
            if distance < found.distance {
                (found.index, found.distance) = (index, distance);
            }
        }
    };
    let few = found.len() <= HALF_BYTE;
    let exact = found.iter().map(|found| found.colour);
    let exact: Vec<Rgb> = exact.filter(|colour| few || inks.contains(colour)).take(BYTE).collect();
    for colour in exact {
        add(&mut palette, &mut found, colour);
    }
    while palette.len() < BYTE {
        // More than 16 colours double the size.
        let allowed = if palette.len() < HALF_BYTE { MAX_ERROR } else { TOLERATED_ERROR };
        let error = |found: &FoundColour| found.count * found.distance;
        let all: u64 = found.iter().map(error).sum();
        let worst = found.iter().max_by_key(|found| (error(found), found.colour));
        let worst = worst.map(|found| found.colour);
        match worst.filter(|_| all > allowed * pixels.len() as u64) {
            Some(colour) => add(&mut palette, &mut found, colour),
            None => break,
        }
    }
    let mut data = Vec::with_capacity(pixels.len());
    for (length, colour) in runs {
        data.resize(data.len() + length, found[colour].index);
    }
    (palette, data)
}

/// What is known of a colour of the PNG.
struct FoundColour {
    colour: Rgb,
    /// The number of its pixels.
    count: u64,
    /// The index of the nearest palette entry, and its distance.
    index: u8,
    distance: u64,
}

/// Returns runs of one colour as a length and an index of the colours, and the colours in order.
fn colour_runs(pixels: &[Rgba]) -> (Vec<(usize, usize)>, Vec<FoundColour>) {
    // Counting runs of one colour is faster than counting pixels.
    let mut rest = pixels;
    let runs = std::iter::from_fn(|| {
        let (&[r, g, b, _], length) = (rest.first()?, run_length(rest));
        rest = &rest[length..];
        Some((length, Rgb(r, g, b)))
    });
    let mut indices: HashMap<Rgb, usize, FixedState> = HashMap::default();
    let mut counts: Vec<(Rgb, u64)> = Vec::new();
    let mut runs: Vec<(usize, usize)> = runs
        .map(|(length, colour)| {
            let index = *indices.entry(colour).or_insert_with(|| {
                counts.push((colour, 0));
                counts.len() - 1
            });
            counts[index].1 += length as u64;
            (length, index)
        })
        .collect();
    let mut order: Vec<usize> = (0..counts.len()).collect();
    order.sort_unstable_by_key(|&index| counts[index].0);
    let mut places = vec![0; order.len()];
    for (place, &index) in order.iter().enumerate() {
        places[index] = place;
    }
    runs.iter_mut().for_each(|(_, index)| *index = places[*index]);
    let unknown = u64::from(u32::MAX);
    let colour = |index: usize| {
        let (colour, count) = counts[index];
        FoundColour { colour, count, index: 0, distance: unknown }
    };
    (runs, order.into_iter().map(colour).collect())
}

/// The number of pixels at the beginning that are the same.
fn run_length(pixels: &[Rgba]) -> usize {
    let first = pixels[0];
    // Eight pixels are compared at once.
    let is_same = |block: &&[Rgba; 8]| **block == [first; 8];
    let whole = 8 * pixels.as_chunks().0.iter().take_while(is_same).count();
    whole + pixels[whole..].iter().take_while(|pixel| **pixel == first).count()
}

/// The squared distance of two colours. Green counts most, red least.
fn distance(a: Rgb, b: Rgb) -> u64 {
    let part = |a: u8, b: u8| u64::from(a.abs_diff(b)).pow(2);
    2 * part(a.0, b.0) + 4 * part(a.1, b.1) + 3 * part(a.2, b.2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_are_kept_as_they_are() {
        let pixels = [[1, 2, 3, 255], [1, 2, 3, 255], [1, 2, 4, 255]];
        let (palette, data) = indexed(&pixels, &[]);
        let back: Vec<Rgb> = data.iter().map(|&place| palette[place as usize]).collect();
        assert_eq!(back, [Rgb(1, 2, 3), Rgb(1, 2, 3), Rgb(1, 2, 4)]);
        let rows = [[1, 2, 3], [4, 5, 6]];
        assert_eq!(
            png_rows(rows.iter().map(|row| half_bytes(row))),
            [0, 0x12, 0x30, 0, 0x45, 0x60]
        );
    }

    #[test]
    fn many_colours_move_a_little_and_inks_not_at_all() {
        let mut pixels: Vec<Rgb> = (0..=255).map(|x| Rgb(x, 255 - x, 7)).collect();
        pixels.extend((0..=255).map(|x| Rgb(x, x, 200)));
        let ink = Rgb(101, 154, 7);
        pixels.extend([ink; 9]);
        let rgba: Vec<Rgba> = pixels.iter().map(|&Rgb(r, g, b)| [r, g, b, 255]).collect();
        let (palette, data) = indexed(&rgba, &[ink]);
        assert!(palette.len() <= BYTE);
        let off = |(pixel, &place): (&Rgb, &u8)| distance(*pixel, palette[place as usize]);
        let all: u64 = pixels.iter().zip(&data).map(off).sum();
        assert!(all <= TOLERATED_ERROR * pixels.len() as u64, "{all}");
        for (pixel, &place) in pixels.iter().zip(&data).filter(|(pixel, _)| **pixel == ink) {
            assert_eq!(*pixel, palette[place as usize]);
        }
    }
}
