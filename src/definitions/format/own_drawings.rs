//! Drawings of pieces in files beside a definition: `glyph = "file: otter.svg"`.

#[cfg(feature = "site")]
use crate::diagram::glyph_of_svg;
use crate::source::{Code, Diagnostic, Diagnostics, SourceFile, Span, is_plain_name};

/// Returns a definition with its drawings in place of the names of their files, as `glyph = "path: ..."`,
/// so that its readers need one file only. `read` gives the file of that name in its folder.
///
/// A drawing that is missing, has another ending or is not in one colour is an error, and a disc takes its
/// place: all else can be read.
pub fn with_own_drawings(
    file: &SourceFile,
    read: impl Fn(&str) -> Option<Vec<u8>>,
) -> (SourceFile, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    let text = file.text();
    let mut whole = String::new();
    let mut done = 0;
    for (at, begin) in text.match_indices("file:") {
        let before = text[..at].trim_end();
        let Some(quote) = before.chars().last().filter(|sign| "\"'".contains(*sign)) else {
            continue;
        };
        let key = before[..before.len() - 1].trim_end().strip_suffix('=').map(str::trim_end);
        let Some(length) = text[at..].find([quote, '\n']) else { continue };
        if !key.is_some_and(|key| key.ends_with("glyph")) {
            continue;
        }
        let name = text[at + begin.len()..at + length].trim();
        let found = drawing(name, &read).unwrap_or_else(|(message, help)| {
            let error = Diagnostic::error(Code::PieceGlyph, message).help(help);
            diagnostics.push(error.in_file(file, Span::new(at, at + length)));
            "token".to_owned()
        });
        whole += &text[done..at];
        whole += &found;
        done = at + length;
    }
    if done == 0 {
        return (file.clone(), diagnostics);
    }
    (SourceFile::new(file.path(), whole + &text[done..]), diagnostics)
}

/// The text of the glyph in a file, or what is wrong with it and a remedy.
fn drawing(
    name: &str,
    read: impl Fn(&str) -> Option<Vec<u8>>,
) -> Result<String, (String, &'static str)> {
    let help = "put it beside the definition, as in `glyph = \"file: otter.svg\"`";
    if !name.strip_suffix(".svg").is_some_and(is_plain_name) {
        let help = "a drawing is an SVG file beside the definition, with small letters and `-` in its name: `glyph = \"file: otter.svg\"`";
        return Err((format!("`{name}` is no name of a drawing"), help));
    }
    let bytes = read(name).ok_or_else(|| (format!("there is no drawing `{name}`"), help))?;
    let text = String::from_utf8(bytes).map_err(|_| (format!("`{name}` is no SVG"), help))?;
    let help = "draw it with paths and shapes alone: in most programs, turn all objects into paths and save as plain SVG";
    glyph_of_svg(&text).map_err(|why| (format!("`{name}` is no drawing of a piece: {why}"), help))
}

/// What a browser shows has its drawings already.
#[cfg(not(feature = "site"))]
fn glyph_of_svg(_: &str) -> Result<String, String> {
    Err("drawings are read where the book is built".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_drawing_takes_the_place_of_its_file() {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><path d=\"M1 1h7v7z\"/></svg>";
        let read = |name: &str| (name == "otter.svg").then(|| svg.as_bytes().to_vec());
        let file = |text: &str| SourceFile::new("a.toml", text);
        let text = "# file: x\n[pieces.otter]\nglyph = \"file: otter.svg\"\nmove = 'W'\n";
        let (found, diagnostics) = with_own_drawings(&file(text), read);
        assert!(diagnostics.is_empty());
        assert!(found.text().starts_with("# file: x\n[pieces.otter]\nglyph = \"path: body M "));
        assert!(found.text().ends_with(" Z\"\nmove = 'W'\n"), "{}", found.text());
        for name in ["ottr.svg", "../otter.svg", "otter.png", ""] {
            let text = text.replace("otter.svg", name);
            let (found, diagnostics) = with_own_drawings(&file(&text), read);
            assert_eq!(diagnostics.len(), 1, "{name}");
            assert!(found.text().contains("glyph = \"token\""), "{name}");
        }
    }
}
