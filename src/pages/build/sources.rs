//! Sorts the files of a book by purpose.

use std::collections::BTreeMap;

use crate::book::{SETTINGS, TEMPLATES, address, has_words, is_template};
use crate::format::with_own_drawings;
use crate::source::{Code, Diagnostic, Diagnostics, SourceFile, is_id, nearest_id};
use crate::survey::SURVEY_RECORD;
use crate::verify::ENGINE_RECORD;

use super::coverage_record::COVERAGE_RECORD;

/// The style sheet of a book in `templates/`, which is loaded after the built-in one.
pub(super) const OWN_STYLE: &str = "own.css";

/// The files of a book, sorted by purpose.
#[derive(Debug, Default)]
pub(super) struct Sources<'a> {
    /// What every page depends on.
    pub shared: SharedFiles,
    /// The definitions, by id.
    pub variants: BTreeMap<String, SourceFile>,
    /// `content/coverage.toml`.
    pub coverage: Option<SourceFile>,
    /// The pages, sorted by path.
    pub pages: Vec<SourceFile>,
    /// The files of `templates/` that are no templates, by their names in it: assets of the site.
    pub assets: BTreeMap<String, &'a [u8]>,
    /// Files that are copied into the site, by their paths there.
    pub others: BTreeMap<String, &'a [u8]>,
}

/// The files of a book on which every page depends.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct SharedFiles {
    /// `fairybook.toml`.
    pub settings: Option<SourceFile>,
    /// The templates of the book, with their names below `templates/`.
    pub templates: Vec<(String, SourceFile)>,
    /// Words of the frame in other languages, by their names there.
    pub phrases: Vec<(String, SourceFile)>,
    /// `content/survey.toml`.
    pub survey: Option<SourceFile>,
    /// `content/engines.toml`.
    pub engines: Option<SourceFile>,
    /// Whether the book has a style sheet beside the built-in one.
    pub own_style: bool,
}

impl<'a> Sources<'a> {
    /// Sorts the files of a book. Pages and definitions that are not UTF-8 are reported.
    pub fn sort(files: &'a BTreeMap<String, Vec<u8>>) -> (Self, Diagnostics) {
        let mut sources = Sources::default();
        let mut diagnostics = Diagnostics::default();
        for path in files.keys() {
            let found = sources.add(path, files, &mut diagnostics);
            diagnostics.keep(found);
        }
        diagnostics.extend(sources.unused_templates());
        (sources, diagnostics)
    }

    /// The warnings about styles and templates that no template names: no page uses them.
    fn unused_templates(&self) -> Vec<Diagnostic> {
        let is_named = |name: &str| {
            self.shared.templates.iter().any(|(_, template)| template.text().contains(name))
        };
        let warning = |(name, bytes): (&String, &&[u8])| {
            let meant = match name.rsplit_once('.')? {
                (_, "css") if name != OWN_STYLE => OWN_STYLE.to_owned(),
                (stem, "htm" | "tera" | "j2" | "hbs") => format!("{stem}.html"),
                _ => return None,
            };
            let path = format!("{TEMPLATES}{name}");
            let file =
                SourceFile::decode(&path, bytes.to_vec()).ok().filter(|_| !is_named(name))?;
            let help = format!("call it `{TEMPLATES}{meant}`");
            let warning = Diagnostic::warning(Code::FilePath, format!("no page uses `{path}`"));
            Some(warning.help(help).in_file(&file, file.line_span(1)))
        };
        self.assets.iter().filter_map(warning).collect()
    }

    fn add(
        &mut self,
        path: &str,
        files: &'a BTreeMap<String, Vec<u8>>,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Diagnostic> {
        let bytes = files[path].as_slice();
        let text = || SourceFile::decode(path, bytes.to_vec());
        if path == SETTINGS {
            self.shared.settings = Some(text()?);
        } else if path == SURVEY_RECORD {
            self.shared.survey = Some(text()?);
        } else if path == ENGINE_RECORD {
            self.shared.engines = Some(text()?);
        } else if path == COVERAGE_RECORD {
            self.coverage = Some(text()?);
            // It lists the facts that no statement tests, for readers to see.
            self.others.insert("coverage.toml".to_owned(), bytes);
        } else if let Some(name) = path.strip_prefix(TEMPLATES) {
            if is_template(name) {
                self.shared.templates.push((name.to_owned(), text()?));
            } else if has_words(name) {
                self.shared.phrases.push((name.to_owned(), text()?));
            } else {
                self.shared.own_style |= name == OWN_STYLE;
                self.assets.insert(name.to_owned(), bytes);
            }
        } else if let Some(id) = definition_id(path) {
            check_id(path, id)?;
            let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
            let beside = |name: &str| files.get(&format!("{folder}/{name}")).cloned();
            let (file, faults) = with_own_drawings(&text()?, beside);
            self.variants.insert(id.to_owned(), file);
            diagnostics.extend(faults);
        } else if let Some(inside) = path.strip_prefix(address::CONTENT) {
            if path.ends_with(".md") {
                self.pages.push(text()?);
            } else {
                // A page with a wrong name is not published as it is.
                if let Some(warning) = misplaced(path, bytes) {
                    return Err(warning);
                }
                if inside == OWN_STYLE {
                    let message = format!("no page loads `{path}`");
                    let help = format!("move it to `{TEMPLATES}{OWN_STYLE}`");
                    let (warning, file) = (Diagnostic::warning(Code::FilePath, message), text()?);
                    diagnostics.push(warning.in_file(&file, file.line_span(1)).help(help));
                }
                self.others.insert(inside.to_owned(), bytes);
            }
        } else {
            return misplaced(path, bytes).map_or(Ok(()), Err);
        }
        Ok(())
    }
}

/// The warning about a page or definition that is not read because of its name or folder.
fn misplaced(path: &str, bytes: &[u8]) -> Option<Diagnostic> {
    // Some editors save `page.md` as `page.md.txt` and show it as `page.md`.
    let meant = path.strip_suffix(".txt").unwrap_or(path);
    let (stem, ending) = meant.rsplit_once('.')?;
    let name = stem.rsplit('/').next().unwrap_or(stem);
    let text = std::str::from_utf8(bytes).ok()?;
    let is_inside = path.starts_with(address::CONTENT);
    let (what, place) = match ending.to_lowercase().as_str() {
        "md" | "markdown" | "mdown" | "mkd" if text.starts_with("+++") || is_inside => {
            let stem =
                if is_inside { stem.to_owned() } else { format!("{}{name}", address::CONTENT) };
            ("page", format!("{stem}.md"))
        }
        "toml" if text.lines().any(|line| line.starts_with("format")) => {
            ("definition", format!("{}{}{name}.toml", address::CONTENT, address::VARIANTS))
        }
        _ => return None,
    };
    let message = format!("`{path}` is not read as a {what}");
    let warning = Diagnostic::warning(Code::FilePath, message);
    Some(warning.help(format!("a {what} is read at `{place}`: move or rename the file")))
}

/// The name of a definition is the address of its game.
fn check_id(path: &str, id: &str) -> Result<(), Diagnostic> {
    if is_id(id) {
        return Ok(());
    }
    let message = format!("`{path}` is not read as a definition: `{id}` cannot be an id");
    let nearest = nearest_id(id).unwrap_or_else(|| "my-game".to_owned());
    let help = "an id has only small letters, digits, `-` and `_`: rename the file, for instance";
    Err(Diagnostic::error(Code::FilePath, message).help(format!("{help} to `{nearest}.toml`")))
}

fn definition_id(path: &str) -> Option<&str> {
    let path = path.strip_prefix(address::CONTENT)?.strip_prefix(address::VARIANTS)?;
    path.strip_suffix(".toml").filter(|id| !id.contains('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_an_editor_saved_as_plain_text_is_named() {
        let files = ["content/chess.md.txt", "content/variants/game.toml.txt", "notes.txt"]
            .map(|path| (path.to_owned(), b"format = 1".to_vec()));
        let (_, diagnostics) = Sources::sort(&files.into());
        let messages: Vec<&str> = diagnostics.iter().map(|it| it.message.as_str()).collect();
        assert_eq!(
            messages,
            [
                "`content/chess.md.txt` is not read as a page",
                "`content/variants/game.toml.txt` is not read as a definition",
            ]
        );
    }

    #[test]
    fn a_definition_whose_name_is_no_id_is_an_error() {
        for (name, id) in [("My Game", "my-game"), ("MyGame", "mygame"), ("con", "my-game")] {
            let path = format!("content/variants/{name}.toml");
            let files = BTreeMap::from([(path, b"format = 1".to_vec())]);
            let (sources, diagnostics) = Sources::sort(&files);
            assert!(sources.variants.is_empty() && diagnostics.has_error());
            let help = diagnostics[0].help.as_deref().unwrap();
            assert!(help.ends_with(&format!("for instance to `{id}.toml`")), "{help}");
        }
    }

    #[test]
    fn files_are_sorted_by_purpose() {
        let files: BTreeMap<String, Vec<u8>> = [
            "README.md",
            "content/chess.md",
            "content/photo.png",
            "content/variants/chess.md",
            "content/variants/chess.toml",
            "fairybook.toml",
            "templates/fonts/own.woff2",
            "templates/page.html",
        ]
        .into_iter()
        .map(|path| (path.to_owned(), b"x".to_vec()))
        .collect();
        let (sources, diagnostics) = Sources::sort(&files);
        assert!(diagnostics.is_empty() && sources.shared.settings.is_some());
        assert_eq!(sources.pages.len(), 2);
        assert_eq!(sources.variants.keys().collect::<Vec<_>>(), ["chess"]);
        assert_eq!(sources.shared.templates[0].0, "page.html");
        assert_eq!(sources.assets.keys().collect::<Vec<_>>(), ["fonts/own.woff2"]);
        assert_eq!(sources.others.keys().collect::<Vec<_>>(), ["photo.png"]);
        let bad = BTreeMap::from([("content/a.md".to_owned(), b"a\n\xff".to_vec())]);
        let (_, diagnostics) = Sources::sort(&bad);
        assert!(diagnostics[0].message.contains("not UTF-8 text"));
        assert_eq!(diagnostics[0].line_column().map(|place| place.line), Some(2));
    }
}
