//! The settings of a book.

use crate::diagram::missing_glyph_warning;
use crate::source::{Code, SourceFile};

use crate::source::{Diagnostics, KeyReader, SourceMap};

/// The file that holds the settings.
pub const SETTINGS: &str = "fairybook.toml";

/// The book's own settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// The title of the book.
    pub title: String,
    /// One sentence about it.
    pub description: String,
    /// The language that it is written in, as HTML names it.
    pub language: String,
    /// Who wrote it.
    pub author: String,
    /// Under which licence its pages stand.
    pub licence: String,
    /// Where the site will be found, with a slash at the end; only needed for a site map.
    pub base_url: Option<String>,
    /// How wide pictures for download are, in pixels.
    pub picture_width: u32,
    /// Whether games that no page is about get one, drawn from the definition.
    pub sheets: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            title: "A book of chess variants".to_owned(),
            description: String::new(),
            language: "en".to_owned(),
            author: String::new(),
            licence: String::new(),
            base_url: None,
            picture_width: 390,
            sheets: true,
        }
    }
}

impl Settings {
    /// Reads the settings. What cannot be read keeps its usual value.
    pub fn read(file: &SourceFile, diagnostics: &mut Diagnostics) -> Settings {
        let map = SourceMap::whole(file);
        let mut keys = KeyReader::parse(&map, "the settings", Code::Settings);
        let usual = Settings::default();
        let settings = Settings {
            title: title(&mut keys, usual.title),
            description: keys.text_or("description", usual.description),
            language: language(&mut keys, usual.language),
            author: keys.text_or("author", usual.author),
            licence: keys.text_or("licence", usual.licence),
            base_url: base_url(&mut keys),
            picture_width: picture_width(&mut keys, usual.picture_width),
            sheets: keys.flag_or("sheets", usual.sheets),
        };
        diagnostics.extend(keys.finish());
        settings
    }
}

/// The title is drawn at the foot of the pictures that stand for pages on other sites.
fn title(keys: &mut KeyReader, usual: String) -> String {
    let Some(text) = keys.text("title") else { return usual };
    if let Some(diagnostic) = missing_glyph_warning(&text.value, "write the title in these") {
        keys.push(text.locate(diagnostic));
    }
    text.value
}

fn language(keys: &mut KeyReader, usual: String) -> String {
    let Some(text) = keys.text("language") else { return usual };
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    if text.value.is_empty() || !text.value.chars().all(plain) {
        let error = text.error(Code::Settings, format!("`{}` is no language", text.value));
        keys.push(error.help("write it as `en` or `pt-BR`"));
        return usual;
    }
    text.value
}

fn base_url(keys: &mut KeyReader) -> Option<String> {
    let text = keys.text("base-url")?;
    let is_web = text.value.starts_with("https://") || text.value.starts_with("http://");
    let is_plain = text.value.chars().all(|c| c.is_ascii_graphic() && !"<>\"'&?#".contains(c));
    if !is_web || !is_plain {
        let error = text.error(Code::Settings, format!("`{}` is no address of a site", text.value));
        keys.push(error.help("write it as `https://example.org/book/`"));
        return None;
    }
    let slash = if text.value.ends_with('/') { "" } else { "/" };
    Some(format!("{}{slash}", text.value))
}

fn picture_width(keys: &mut KeyReader, usual: u32) -> u32 {
    let Some((number, location)) = keys.integer("picture-width") else { return usual };
    match u32::try_from(number) {
        Ok(width) if (64..=2000).contains(&width) => width,
        _ => {
            let message = format!("pictures that are {number} pixels wide are not drawn");
            let error = location.error(Code::Settings, message);
            keys.push(error.help("`picture-width` lies between 64 and 2000"));
            usual
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_have_usual_values_and_refuse_strange_ones() {
        let read = |text: &str| {
            let mut diagnostics = Diagnostics::default();
            let settings = Settings::read(&SourceFile::new(SETTINGS, text), &mut diagnostics);
            (settings, diagnostics)
        };
        assert_eq!(read(""), (Settings::default(), Diagnostics::default()));
        let (settings, complaints) = read("base-url = \"https://example.org/b\"\n");
        assert_eq!(settings.base_url.as_deref(), Some("https://example.org/b/"));
        assert!(complaints.is_empty());
        let (_, complaints) =
            read("base-url = \"b\"\ntitel = \"x\"\npicture-width = 9999\nlanguage = \"\"\n");
        assert_eq!(complaints.len(), 4, "{complaints:#?}");
    }
}
