//! The front matter of a page, between its `+++` lines.

use crate::source::{
    Code, Diagnostic, Diagnostics, Location, SourceFile, SourceMap, SourceText, Span, limits,
};
use crate::toml_text::{KeyReader, iso_day};

use super::keys::PAGE_KEYS;
use super::named_positions::NamedPosition;

/// The keys between the `+++` lines of a page.
#[derive(Debug, Clone)]
pub struct FrontMatter {
    /// The title.
    pub title: SourceText,
    /// The id of the variant that the page is about.
    pub variant: Option<SourceText>,
    /// The setup of the page; `None` for the default of the variant.
    pub setup: Option<SourceText>,
    /// One sentence about the page.
    pub description: Option<SourceText>,
    /// Whether only a build with drafts has the page.
    pub draft: bool,
    /// The place of the page in the menu; `None` if the menu lacks it.
    pub order: Option<i64>,
    /// The title of the page in the menu, if it is another.
    pub menu: Option<SourceText>,
    /// The group of games to which the game of the page belongs.
    pub group: Option<SourceText>,
    /// The name of the figure that stands for the page elsewhere; `None` for its setup.
    pub cover: Option<SourceText>,
    /// The most numbers and cells in its sentences that nothing may check, and the place of the key.
    pub bare: Option<(usize, Location)>,
    /// The positions that claims and diagrams of the page call by name.
    pub positions: Vec<NamedPosition>,
    /// Whether its code shows how pages are written: claims and blocks in it are examples.
    pub manual: bool,
    /// The day of the last change, as `2026-11-22`.
    pub changed: Option<SourceText>,
    /// The former addresses of the page.
    pub aliases: Vec<SourceText>,
    /// What the page is about: each tag has a page that lists all pages with it.
    pub tags: Vec<SourceText>,
}

impl FrontMatter {
    /// The sentence about the page; empty if it has none.
    pub fn description_text(&self) -> &str {
        self.description.as_ref().map_or("", |text| &text.value)
    }
}

/// Returns the place of the front matter and the offset where the text of the page begins.
fn split(file: &SourceFile) -> Result<(Span, usize), Diagnostic> {
    let text = file.text();
    let error = |message, help| {
        let error = Diagnostic::error(Code::FrontMatter, message);
        Err(error.in_file(file, file.line_span(1)).help(help))
    };
    let mut at = text.len() - text.trim_start_matches('\u{feff}').len();
    let mut lines = text[at..].split_inclusive('\n');
    let Some(open) = lines.next().filter(|line| line.trim_end() == "+++") else {
        let help = match text[at..].starts_with("---") {
            true => "write `+++` in place of both lines `---`, and `title = \"...\"` between",
            false => "begin it with `+++`, `title = \"...\"` and `+++`, a line each",
        };
        return error("the page has no head", help);
    };
    at += open.len();
    let start = at;
    let mut text = "";
    for line in lines {
        if line.trim_end() == "+++" {
            return Ok((Span::new(start, at), at + line.len()));
        }
        // A key and its value, or a line of a longer value.
        let is_key_sign = |sign: char| sign.is_alphanumeric() || "-_.\" ".contains(sign);
        let is_key = line.split_once('=').is_some_and(|(key, _)| key.chars().all(is_key_sign));
        let is_value = line.starts_with(['#', '[', ']', ' ', '"']) && !line.contains("](");
        let is_toml = is_key || is_value;
        if text.is_empty() && !is_toml {
            text = line.trim();
        }
        at += line.len();
    }
    let help = match text {
        "" => "close it with a second line `+++`".to_owned(),
        "---" => "write `+++` in place of the line `---`".to_owned(),
        text => format!(
            "close it with a second line `+++`, above the line that begins with `{}`",
            first_words(text)
        ),
    };
    error("the head of the page does not end", &help)
}

/// The words by which an author finds a line.
pub(super) fn first_words(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().take(4).collect();
    words.join(" ")
}

/// Returns the offset where the text of a page begins; 0 if it has no front matter.
pub fn body_start(file: &SourceFile) -> usize {
    split(file).map_or(0, |(_, start)| start)
}

/// Reads the front matter, and returns also the offset where the text of the page begins.
pub fn read(file: &SourceFile, diagnostics: &mut Diagnostics) -> (Option<FrontMatter>, usize) {
    if file.text().len() > limits::FILE {
        let message = format!("the page has more than {} bytes", limits::FILE);
        diagnostics.push(Diagnostic::error(Code::FileSize, message).in_whole_file(file));
        return (None, file.text().len());
    }
    let Some((span, body)) = diagnostics.keep(split(file)) else { return (None, 0) };
    (read_keys(file, span, diagnostics), body)
}

fn read_keys(file: &SourceFile, span: Span, diagnostics: &mut Diagnostics) -> Option<FrontMatter> {
    let map = SourceMap::stretch(file, span);
    let mut keys = KeyReader::parse(&map, "the head of a page", Code::FrontMatter, &PAGE_KEYS);
    let title = keys.required_text("title");
    let (variant, setup) = (keys.text("variant"), keys.text("setup"));
    if let (Some(setup), None) = (&setup, &variant) {
        let error = setup.error(Code::FrontMatter, "a setup without a variant");
        keys.push(error.help("add `variant = \"...\"`"));
    }
    let description = keys.text("description");
    let draft = keys.flag_or("draft", false);
    let manual = keys.flag_or("manual", false);
    let order = keys.integer("order").map(|(order, _)| order);
    let menu = keys.text("menu");
    if let (Some(menu), None) = (&menu, order) {
        let error = menu.error(Code::FrontMatter, "`menu` for a page that is not in it");
        keys.push(error.help("add `order = 1`, its place in the menu"));
    }
    let (group, cover) = (keys.text("group"), keys.text("cover"));
    for (key, text) in [("group", &group), ("cover", &cover)] {
        if let (Some(text), None) = (text, &variant) {
            let error = format!("a {key} for a page without a game");
            let error = text.error(Code::FrontMatter, error);
            keys.push(error.help(format!("add `variant = \"...\"`, or remove `{key}`")));
        }
    }
    let bare = bare(&mut keys);
    let changed = changed(&mut keys);
    let positions = keys.texts("positions");
    let aliases = keys.words("aliases");
    let tags = keys.names("tags");
    for tag in tags.iter().filter(|tag| tag.value.contains(';')) {
        let error = tag.error(Code::FrontMatter, "tags have commas between");
        keys.push(error.help(format!("write `{}`", tag.value.replace(';', ","))));
    }
    diagnostics.extend(keys.finish());
    let title = title?;
    Some(FrontMatter {
        title,
        variant,
        setup,
        description,
        draft,
        order,
        menu,
        group,
        cover,
        bare,
        positions,
        manual,
        changed,
        aliases,
        tags,
    })
}

/// The most numbers and cells that nothing may check.
fn bare(keys: &mut KeyReader) -> Option<(usize, Location)> {
    let (number, place) = keys.integer("bare")?;
    let most = usize::try_from(number).ok();
    if most.is_none() {
        let error = Diagnostic::error(Code::FrontMatter, "`bare` is less than zero");
        keys.push(error.in_file(&place.file, place.span).help("write a number such as `bare = 0`"));
    }
    most.map(|most| (most, place))
}

/// The day of the last change. No clock, disk or history is asked for it.
fn changed(keys: &mut KeyReader) -> Option<SourceText> {
    let text = keys.text("changed")?;
    let parts: Vec<&str> = text.value.split('-').collect();
    let number = |part: &str, length: usize| {
        let is_plain = part.len() == length && part.bytes().all(|it| it.is_ascii_digit());
        part.parse::<u32>().ok().filter(|_| is_plain)
    };
    let numbers = match parts[..] {
        [year, month, day] => [number(year, 4), number(month, 2), number(day, 2)],
        _ => [None; 3],
    };
    let is_day = match numbers {
        [Some(year), Some(month), Some(day)] => {
            let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            let days = match month {
                2 => 28 + u32::from(is_leap),
                4 | 6 | 9 | 11 => 30,
                _ => 31,
            };
            (1..=12).contains(&month) && (1..=days).contains(&day)
        }
        _ => false,
    };
    if !is_day {
        let error = text.error(Code::FrontMatter, format!("`{}` is no day", text.value));
        let day = iso_day(&text.value).unwrap_or_else(|| "2026-11-22".to_owned());
        keys.push(error.help(format!("write year, month and day: `changed = \"{day}\"`")));
    }
    is_day.then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::render;

    fn errors(text: &str) -> Vec<String> {
        let mut diagnostics = Diagnostics::default();
        read(&SourceFile::new("a.md", text), &mut diagnostics);
        diagnostics.iter().map(|error| render(error, false)).collect()
    }

    #[test]
    fn front_matter_is_read_and_the_text_begins_after_it() {
        let file = SourceFile::new("a.md", "+++\ntitle = \"Chess\"\norder = 2\n+++\n\nText.\n");
        let mut diagnostics = Diagnostics::default();
        let (front_matter, body) = read(&file, &mut diagnostics);
        assert!(diagnostics.is_empty());
        let found = front_matter.expect("the front matter can be read");
        assert_eq!((found.title.as_str(), found.order, found.draft), ("Chess", Some(2), false));
        assert_eq!(&file.text()[body..], "\nText.\n");
    }

    #[test]
    fn all_errors_of_the_front_matter_are_reported() {
        assert!(errors("# Chess\n")[0].contains("the page has no head"));
        assert!(errors("+++\ntitle = \"x\"\n")[0].contains("does not end"));
        let found = errors("+++\ntitel = \"x\"\ndraft = 1\n+++\n");
        assert_eq!(found.len(), 2, "{found:#?}");
        assert!(found[0].contains("`draft` is a number; it must be `true` or `false`"));
        assert!(found[1].contains("did you mean `title`?"));
        let found = errors("+++\ntitle = \"x\"\nmenu = \"y\"\n+++\n");
        assert!(found[0].contains("add `order = 1`"), "{found:#?}");
        assert!(errors("+++\ntitle = \"x\"\nsetup = \"y\"\n+++\n")[0].contains("a setup"));
        for day in ["22.11.2026", "2026-13-01", "2026-1-1", "2026-11-31", "2026-02-29", "yesterday"]
        {
            let found = errors(&format!("+++\ntitle = \"x\"\nchanged = \"{day}\"\n+++\n"));
            assert!(
                found[0].contains("is no day") && found[0].contains("`changed = \"2026-"),
                "{found:#?}"
            );
        }
        assert!(errors("+++\ntitle = \"x\"\nchanged = \"2026-02-28\"\n+++\n").is_empty());
    }
}
