//! Reads an SVG file as the drawing of a piece.

use usvg::tiny_skia_path::PathSegment;
use usvg::{ImageHrefResolver, Node, Options, Paint, Path, Transform, Tree};

/// An SVG file for a drawing has at most so many bytes.
const BYTES: usize = 64 << 10;
/// The part of the box of a drawing that the picture fills, and its margin.
const INSIDE: f32 = 92.0;
const MARGIN: f32 = 4.0;
/// What draws nothing in one colour, loads something, or makes a small file large.
const REFUSED: [&str; 8] =
    ["<!doctype", "<!entity", "<use", "<image", "<script", "<style", "<text", "<foreignobject"];

/// Returns the paths of an SVG file as the text of a [`Glyph`](crate::Glyph): `path: body M 20 90 ...`.
///
/// Surfaces get the army's colour and an outline; dark ones, where others are light, and lines get
/// the colour of inner lines. The picture is as large as its view box, which fills a cell.
///
/// # Errors
///
/// What the file has that is no path in one colour, or that it is no SVG.
pub fn glyph_of_svg(svg: &str) -> Result<String, String> {
    let lower = svg.to_ascii_lowercase();
    if let Some(found) = REFUSED.iter().find(|it| lower.contains(*it)) {
        return Err(format!(
            "`{found}` cannot be in the drawing of a piece: it has paths and shapes only"
        ));
    }
    if svg.len() > BYTES {
        return Err(format!("the drawing of a piece has at most {BYTES} bytes"));
    }
    let nothing = ImageHrefResolver {
        resolve_data: Box::new(|_, _, _| None),
        resolve_string: Box::new(|_, _| None),
    };
    let options = Options { image_href_resolver: nothing, ..Options::default() };
    let tree = Tree::from_str(svg, &options).map_err(|error| format!("this is no SVG: {error}"))?;
    let mut paths = Vec::new();
    collect(tree.root().children(), &mut paths);
    let is_dark = |path: &&Path| path.fill().is_some_and(|fill| is_dark(fill.paint()));
    let has_light = paths.iter().any(|path| path.fill().is_some() && !is_dark(path));
    let size = tree.size();
    let scale = INSIDE / size.width().max(size.height());
    let left = MARGIN + (INSIDE - size.width() * scale) / 2.0;
    let top = MARGIN + (INSIDE - size.height() * scale) / 2.0;
    let fit = Transform::from_row(scale, 0.0, 0.0, scale, left, top);
    let strokes = paths.iter().filter_map(|path| {
        let style = match (path.fill(), path.stroke()) {
            (Some(_), _) if has_light && is_dark(path) => "solid",
            (Some(_), _) => "body",
            (None, Some(_)) => "line",
            (None, None) => return None,
        };
        Some(format!("{style}{}", steps(path, fit)?))
    });
    let strokes: Vec<String> = strokes.collect();
    if strokes.is_empty() {
        return Err("the file draws no path".to_owned());
    }
    Ok(format!("path: {}", strokes.join("; ")))
}

/// All paths below some nodes, in the order of drawing.
fn collect<'a>(nodes: &'a [Node], paths: &mut Vec<&'a Path>) {
    for node in nodes {
        match node {
            Node::Group(group) => collect(group.children(), paths),
            Node::Path(path) if path.is_visible() => paths.push(path),
            _ => {}
        }
    }
}

fn is_dark(paint: &Paint) -> bool {
    match paint {
        Paint::Color(colour) => {
            u16::from(colour.red) + u16::from(colour.green) + u16::from(colour.blue) < 3 * 96
        }
        _ => false,
    }
}

/// The steps of a path, in tenths of the box.
fn steps(path: &Path, fit: Transform) -> Option<String> {
    let data = path.data().clone().transform(path.abs_transform().post_concat(fit))?;
    let mut text = String::new();
    let mut last = (0.0, 0.0);
    for step in data.segments() {
        let points = match step {
            PathSegment::MoveTo(to) => vec![('M', to.x, to.y)],
            PathSegment::LineTo(to) => vec![('L', to.x, to.y)],
            // The same curve with two handles.
            PathSegment::QuadTo(by, to) => {
                let near = |a: f32, b: f32| a + (b - a) * 2.0 / 3.0;
                vec![
                    ('C', near(last.0, by.x), near(last.1, by.y)),
                    (' ', near(to.x, by.x), near(to.y, by.y)),
                    (' ', to.x, to.y),
                ]
            }
            PathSegment::CubicTo(a, b, to) => {
                vec![('C', a.x, a.y), (' ', b.x, b.y), (' ', to.x, to.y)]
            }
            PathSegment::Close => {
                text += " Z";
                continue;
            }
        };
        for (command, x, y) in points {
            let command = if command == ' ' { String::new() } else { format!(" {command}") };
            text += &format!("{command} {:.1} {:.1}", x, y);
            last = (x, y);
        }
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::glyph_of_svg;
    use crate::Glyph;

    #[test]
    fn shapes_become_paths() {
        let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45"><g transform="translate(5 0)">
            <path d="M10 40h20l-10-30z" fill="#fff" stroke="#000"/><circle cx="20" cy="20" r="3"/>
            <path d="M12 36q8 4 16 0" fill="none" stroke="black"/></g></svg>"##;
        let text = glyph_of_svg(svg).unwrap();
        assert!(
            text.starts_with("path: body M 34.7 85.8 L 75.6 85.8 L 55.1 24.4 Z; solid M"),
            "{text}"
        );
        assert!(text.contains("; line M"), "{text}");
        assert!(Glyph::parse(&text).is_ok(), "{text}");
    }

    #[test]
    fn a_black_silhouette_takes_the_colour_of_the_army() {
        let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M1 9h8l-4-8z"/></svg>"#;
        assert!(glyph_of_svg(svg).unwrap().starts_with("path: body "));
    }

    #[test]
    fn what_is_no_path_is_refused() {
        let within = |inside: &str| {
            format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\">{inside}</svg>")
        };
        for svg in [
            "not a drawing".to_owned(),
            within(""),
            within("<script>alert(1)</script><path d=\"M1 1h3v3z\"/>"),
            within("<image href=\"https://a.example/x.png\" width=\"9\" height=\"9\"/>"),
            within("<Use href=\"#a\"/>"),
            format!("<!DOCTYPE svg [<!ENTITY a \"b\">]>{}", within("<path d=\"M1 1h3v3z\"/>")),
            within(&format!("<path d=\"M1 1{}\"/>", " h1".repeat(1 << 15))),
        ] {
            assert!(glyph_of_svg(&svg).is_err(), "{svg:.80}");
        }
    }
}
