//! The settings of a book: title, language, author, address.

use serde::Serialize;

use crate::diagram::{PieceDress, missing_glyph_warning};
use crate::source::{Code, Diagnostics, SourceFile, SourceMap, SourceText};
use crate::toml_text::KeyReader;

use super::keys::SETTINGS_KEYS;

/// The file of the settings.
pub const SETTINGS: &str = "fairybook.toml";

/// The settings of a book.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Settings {
    /// The title of the book.
    pub title: String,
    /// One sentence about the book.
    pub description: String,
    /// The language of the book, as HTML names it.
    pub language: String,
    /// The author.
    pub author: String,
    /// The licence of the pages.
    pub licence: String,
    /// The groups of games, in their order on the landing page and in the menu.
    #[serde(skip)]
    pub groups: Vec<SourceText>,
    /// The drawing beside the title in the head of each page: a file in `content/`.
    #[serde(skip)]
    pub logo: Option<SourceText>,
    /// The addresses on other sites in the menu, with their words.
    pub links: Vec<SiteLink>,
    /// The address of the site, with a slash at the end. A site map and full addresses need it.
    #[serde(skip)]
    pub base_url: Option<String>,
    /// The address under which the files of the book can be edited, with a slash at the end.
    #[serde(skip)]
    pub edit: Option<String>,
    /// The width of PNG files, in pixels.
    #[serde(skip)]
    pub picture_width: u32,
    /// How diagrams draw pieces, unless a definition or a block says otherwise.
    #[serde(skip)]
    pub pieces: PieceDress,
    /// Whether a variant without a page gets one, made from its definition.
    #[serde(skip)]
    pub sheets: bool,
    /// Whether the site has a playground.
    #[serde(skip)]
    pub playground: bool,
}

/// An address on another site in the menu.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SiteLink {
    /// Its words.
    pub title: String,
    /// The address.
    pub href: String,
}

impl Default for Settings {
    fn default() -> Self {
        Settings::read(&SourceFile::new(SETTINGS, ""), &mut Diagnostics::default())
    }
}

impl Settings {
    /// Reads the settings. A value with an error is replaced by the default.
    pub fn read(file: &SourceFile, diagnostics: &mut Diagnostics) -> Settings {
        let map = SourceMap::whole(file);
        let mut keys =
            KeyReader::parse(&map, "the file of settings", Code::Settings, &SETTINGS_KEYS);
        let settings = Settings {
            title: title(&mut keys).unwrap_or_else(|| "A book of chess variants".to_owned()),
            description: keys.text_or("description", String::new()),
            language: language(&mut keys).unwrap_or_else(|| "en".to_owned()),
            author: keys.text_or("author", String::new()),
            licence: keys.text_or("licence", String::new()),
            groups: keys.names("groups"),
            logo: keys.text("logo"),
            links: links(&mut keys),
            base_url: address(&mut keys, "base-url"),
            edit: address(&mut keys, "edit"),
            picture_width: picture_width(&mut keys).unwrap_or(390),
            pieces: keys.choice("pieces", PieceDress::CHOICES),
            sheets: keys.flag_or("sheets", true),
            playground: keys.flag_or("playground", false),
        };
        for word in ["theme", "style", "css", "colors", "colours"] {
            keys.replaces(
                word,
                "colours and fonts stand in `templates/own.css`: `fairybook help theme`",
            );
        }
        diagnostics.extend(keys.finish());
        settings
    }

    /// The file of the logo, from the top of the site; empty if there is none.
    pub fn logo_file(&self) -> &str {
        self.logo.as_ref().map_or("", |logo| logo.value.trim_start_matches("content/"))
    }

    /// The path of the site on its server, with slashes at both ends; empty without an address.
    pub fn base_path(&self) -> String {
        let base = self.base_url.as_deref().and_then(|base| base.split_once("://"));
        let path = base.and_then(|(_, rest)| rest.find('/').map(|at| rest[at..].to_owned()));
        path.unwrap_or_default()
    }
}

/// The title is drawn on the pictures for links on other sites, so its letters need glyphs.
fn title(keys: &mut KeyReader) -> Option<String> {
    let text = keys.text("title")?;
    if let Some(diagnostic) = missing_glyph_warning(&text.value, "write the title in these") {
        keys.push(text.locate(diagnostic));
    }
    Some(text.value)
}

fn language(keys: &mut KeyReader) -> Option<String> {
    let text = keys.text("language")?;
    // A language has two or three letters, a region or script after it has more.
    let mut parts = text.value.split('-');
    let is_language = |it: &str| it.len() < 4 && it.bytes().all(|b| b.is_ascii_alphabetic());
    let is_part = |it: &str| it.bytes().all(|b| b.is_ascii_alphanumeric()) && it.len() < 9;
    let is_first = parts.next().is_some_and(|it| it.len() > 1 && is_language(it));
    if !is_first || !parts.all(|it| it.len() > 1 && is_part(it)) {
        let error = text.error(Code::Settings, format!("`{}` is no language", text.value));
        keys.push(error.help("write its two letters, as in `en`, `de` or `pt-BR`"));
        return None;
    }
    Some(text.value)
}

fn links(keys: &mut KeyReader) -> Vec<SiteLink> {
    let mut links = Vec::new();
    for (title, address) in keys.texts("links") {
        if !["https://", "http://", "mailto:"].iter().any(|it| address.value.starts_with(it)) {
            let message = format!("`{}` is no address of another site", address.value);
            let whole = format!("https://{}", address.value.trim_start_matches('/'));
            let line = format!("`{} = \"{}\"`", title.value, address.value);
            let help = match () {
                () if keys.allows(&title.value) => {
                    format!("all lines below `[links]` are links: write {line} above it")
                }
                () if title.value.contains("://") => {
                    let (words, href) = (&address.value, &title.value);
                    format!("the words stand first: `\"{words}\" = \"{href}\"`")
                }
                () => format!(
                    "write it as `{whole}`; a page of the book gets `order = 1` in its head"
                ),
            };
            keys.push(address.error(Code::Settings, message).help(help));
        }
        links.push(SiteLink { title: title.value, href: address.value });
    }
    links
}

/// The address of a folder on a server, with a slash at the end.
fn address(keys: &mut KeyReader, key: &'static str) -> Option<String> {
    let text = keys.text(key)?;
    let is_web = text.value.starts_with("https://") || text.value.starts_with("http://");
    let is_plain = text.value.chars().all(|c| c.is_ascii_graphic() && !"<>\"'&?#".contains(c));
    if !is_web || !is_plain {
        let error = text.error(Code::Settings, format!("`{}` is no address of a site", text.value));
        let address = if is_plain { text.as_str() } else { "example.org/book/" };
        let address = address.split_once("//").map_or(address, |(_, rest)| rest);
        keys.push(error.help(format!("write `https://{address}`")));
        return None;
    }
    let slash = if text.value.ends_with('/') { "" } else { "/" };
    Some(format!("{}{slash}", text.value))
}

fn picture_width(keys: &mut KeyReader) -> Option<u32> {
    let (number, location) = keys.integer("picture-width")?;
    if let Ok(width @ 64..=2000) = u32::try_from(number) {
        return Some(width);
    }
    let message = format!("pictures that are {number} pixels wide are not drawn");
    let error = location.error(Code::Settings, message);
    keys.push(error.help("`picture-width` lies between 64 and 2000"));
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_and_wrong_settings_have_default_values() {
        let read = |text: &str| {
            let mut diagnostics = Diagnostics::default();
            let settings = Settings::read(&SourceFile::new(SETTINGS, text), &mut diagnostics);
            (settings, diagnostics)
        };
        assert_eq!(read(""), (Settings::default(), Diagnostics::default()));
        let (settings, diagnostics) = read("base-url = \"https://example.org/b\"\n");
        assert_eq!(settings.base_url.as_deref(), Some("https://example.org/b/"));
        assert!(diagnostics.is_empty());
        assert_eq!(read("pieces = \"letter\"\n").0.pieces, PieceDress::Letter);
        assert_eq!(read("pieces = \"runes\"\n").1.len(), 1);
        let (_, diagnostics) =
            read("base-url = \"b\"\ntitel = \"x\"\npicture-width = 9999\nlanguage = \"\"\n");
        assert_eq!(diagnostics.len(), 4, "{diagnostics:#?}");
    }
}
