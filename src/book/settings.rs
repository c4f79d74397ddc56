use crate::diagram::missing_glyph_warning;
use crate::source::{Code, Diagnostic, SourceFile, Span};

use super::ground::Ground;
use super::table::Table;

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
    /// Reads the settings; what cannot be read keeps its usual value.
    pub fn read(file: &SourceFile) -> (Settings, Vec<Diagnostic>) {
        let ground = Ground::stretch(file, Span::new(0, file.text().len()));
        let table = Table::parse(&ground, "the settings", Code::Settings);
        let usual = Settings::default();
        let text = |key, usual: String| table.text(key).map_or(usual, |text| text.value);
        let settings = Settings {
            title: title(&table, usual.title),
            description: text("description", usual.description),
            language: language(&table, usual.language),
            author: text("author", usual.author),
            licence: text("licence", usual.licence),
            base_url: base_url(&table),
            picture_width: picture_width(&table, usual.picture_width),
            sheets: table.switch_or("sheets", usual.sheets),
        };
        (settings, table.finish())
    }
}

/// It stands at the foot of the pictures that stand for pages elsewhere.
fn title(table: &Table, usual: String) -> String {
    let Some(text) = table.text("title") else { return usual };
    if let Some(complaint) = missing_glyph_warning(&text.value, "write the title in these") {
        let span = complaint.span.map_or(text.span, |span| text.part(span.start, span.end));
        table.complain(complaint, span, None);
    }
    text.value
}

fn language(table: &Table, usual: String) -> String {
    let Some(text) = table.text("language") else { return usual };
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    if text.value.is_empty() || !text.value.chars().all(plain) {
        let message = format!("`{}` is no language", text.value);
        let complaint = Diagnostic::error(Code::Settings, message);
        table.complain(complaint, text.span, Some("write it as `en` or `pt-BR`".to_owned()));
        return usual;
    }
    text.value
}

fn base_url(table: &Table) -> Option<String> {
    let text = table.text("base-url")?;
    let is_web = text.value.starts_with("https://") || text.value.starts_with("http://");
    let is_plain = text.value.chars().all(|c| c.is_ascii_graphic() && !"<>\"'&?#".contains(c));
    if !is_web || !is_plain {
        let message = format!("`{}` is no address of a site", text.value);
        let complaint = Diagnostic::error(Code::Settings, message);
        let help = "write it as `https://example.org/book/`".to_owned();
        table.complain(complaint, text.span, Some(help));
        return None;
    }
    let slash = if text.value.ends_with('/') { "" } else { "/" };
    Some(format!("{}{slash}", text.value))
}

fn picture_width(table: &Table, usual: u32) -> u32 {
    let Some(number) = table.number("picture-width") else { return usual };
    match u32::try_from(number.value) {
        Ok(width) if (64..=2000).contains(&width) => width,
        _ => {
            let message = format!("pictures that are {} pixels wide are not drawn", number.value);
            let complaint = Diagnostic::error(Code::Settings, message);
            let help = "`picture-width` lies between 64 and 2000".to_owned();
            table.complain(complaint, number.span, Some(help));
            usual
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_have_usual_values_and_refuse_strange_ones() {
        let read = |text: &str| Settings::read(&SourceFile::new(SETTINGS, text));
        assert_eq!(read(""), (Settings::default(), Vec::new()));
        let (settings, complaints) = read("base-url = \"https://example.org/b\"\n");
        assert_eq!(settings.base_url.as_deref(), Some("https://example.org/b/"));
        assert!(complaints.is_empty());
        let (_, complaints) =
            read("base-url = \"b\"\ntitel = \"x\"\npicture-width = 9999\nlanguage = \"\"\n");
        assert_eq!(complaints.len(), 4, "{complaints:#?}");
    }
}
