//! Drawings that an author brings: paths in the box of all drawings, a hundred wide and high.
//!
//! ```text
//! path: body M 20 90 L 80 90 L 50 10 Z; line M 50 30 L 50 60
//!        |    |                         |
//!        |    steps M, L, C, Z          the next path
//!        body: in the army's colour, outlined; line: an inner line; solid: an inner surface
//! ```

use std::sync::OnceLock;

use fairybook_core::source::{Code, Diagnostic, Span};

use super::parts::{GlyphPart, PartRole, PathSegment, Stroke, StrokeStyle, read_path};

/// A drawing has at most so many steps.
pub(super) const STEPS: usize = 2000;

/// Reads a text that begins with `path:`; `None` for others.
pub(super) fn parse(text: &str) -> Option<Result<String, Diagnostic>> {
    let strokes = text.trim_start().strip_prefix("path:")?;
    Some(match read(strokes) {
        Ok(_) => Ok(strokes.trim().to_owned()),
        Err(message) => Err(Diagnostic::error(Code::PieceGlyph, message)
            .at_span(Span::new(0, text.len()))
            .help(
                "write paths such as `path: body M 20 90 L 80 90 L 50 10 Z; line M 50 30 L 50 60`",
            )),
    })
}

/// The drawing as a part that fills its cell. Its text was read before.
pub(super) fn part(strokes: &str) -> GlyphPart {
    let strokes = read(strokes).unwrap_or_default();
    GlyphPart {
        name: "path",
        role: PartRole::Whole,
        lines: Vec::new(),
        strokes: OnceLock::from(strokes),
    }
}

/// A name that tells a drawing from others.
pub(super) fn key(strokes: &str) -> String {
    // FNV-1a: the names are in files of sites, so they may not change with a library.
    let hash = strokes.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("path-{hash:016x}")
}

fn read(strokes: &str) -> Result<Vec<Stroke>, String> {
    let stroke = |text: &str| {
        let text = text.trim();
        let (style, path) = text.split_once(' ').unwrap_or((text, ""));
        let style = StrokeStyle::of_word(style).ok_or_else(|| {
            format!("a path begins with `body`, `edge`, `line` or `solid`, not `{style}`")
        })?;
        let steps = read_path(path)
            .ok_or("the steps of a path are `M X Y`, `L X Y`, `C X Y X Y X Y` and `Z`")?;
        if !matches!(steps.first(), Some(PathSegment::Move(_))) {
            return Err("a path begins with a step `M X Y`".to_owned());
        }
        Ok(Stroke { style, steps })
    };
    let strokes: Vec<Stroke> = strokes.split(';').map(stroke).collect::<Result<_, String>>()?;
    let steps = || strokes.iter().flat_map(|stroke| &stroke.steps);
    if steps().count() > STEPS {
        return Err(format!("a drawing has at most {STEPS} steps"));
    }
    let mut is_inside = true;
    for step in steps() {
        step.map(|point| {
            is_inside &= [point.x, point.y].iter().all(|it| (-10.0..=110.0).contains(it));
            point
        });
    }
    if is_inside { Ok(strokes) } else { Err("a drawing lies between 0 and 100".to_owned()) }
}

#[cfg(test)]
mod tests {
    use crate::{ArmyColour, Glyph, PieceDrawing, SvgTarget, draw_piece, write_svg};

    #[test]
    fn a_path_is_drawn_in_the_colour_of_each_army() {
        let text = "path: body M 20 90 L 80 90 L 50 10 Z; line M 50 30 L 50 60";
        let glyph = Glyph::parse(text).unwrap();
        let other = Glyph::parse(&text.replace("50 60", "50 70")).unwrap();
        let svg = |army, glyph: &Glyph| {
            let piece = PieceDrawing::new(army, glyph.clone(), "O", "Otter");
            write_svg(&draw_piece(&piece), SvgTarget::Inline { id_prefix: "" })
        };
        let white = svg(ArmyColour::White, &glyph);
        assert!(white.contains("M-30 40L30 40L0-40Z") || white.contains("-30 40"), "{white}");
        assert_ne!(white, svg(ArmyColour::Black, &glyph));
        assert_ne!(white, svg(ArmyColour::White, &other));
    }

    #[test]
    fn what_is_no_path_is_an_error() {
        for text in [
            "path:",
            "path: M 1 1 L 2 2",
            "path: body",
            "path: body L 1 1",
            "path: body M 1",
            "path: body M 1 1 Q 2 2 3 3",
            "path: body M 1e999 0",
            "path: body M 500 0 L 1 1",
            "path: body M NaN 0",
        ] {
            assert!(Glyph::parse(text).is_err(), "{text}");
        }
        let long = format!("path: body M 1 1{}", " L 2 2".repeat(super::STEPS));
        assert!(Glyph::parse(&long).is_err());
    }
}
