//! The templates and assets of a book: the built-in files and the book's own.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;
use tera::{Context, ErrorKind, Kwargs, State, Tera, Value};

use crate::source::{
    Code, Diagnostic, Diagnostics, SourceFile, Span, limits, suggestion, uncapitalised, work,
};

use super::counted_loops::{COUNT, COUNT_TEXT, CountedTemplate};
use super::phrases::Phrases;
use super::template_warnings::unclosed_tag;

/// The folder of a book's own templates and assets, which replace built-in ones of the same name.
pub const TEMPLATES: &str = "templates/";

macro_rules! built_in {
    ($include:ident: $($name:literal),* $(,)?) => {
        &[$(($name, $include!(concat!("../../../templates/", $name)))),*]
    };
}

/// The built-in templates, by name.
const HTML: &[(&str, &str)] = built_in![include_str:
    "base.html",
    "page.html",
    "board.html",
    "index.html",
    "404.html",
    "redirect.html",
    "figure.html",
    "game.html",
    "pieces.html",
    "piece.html",
    "armies.html",
    "certainty.html",
    "rules.html",
    "list.html",
    "checked.html",
    "gallery.html",
    "samples.html",
    "sheet.html",
    "rule-sheet.html",
    "playground.html",
];

/// The content of an asset. The engine of the playground needs only their names, for links.
#[cfg(not(feature = "site"))]
macro_rules! asset {
    ($path:expr) => {
        b""
    };
}
#[cfg(feature = "site")]
use include_bytes as asset;

/// The built-in assets, by name. They are copied into the site unchanged.
const ASSETS: &[(&str, &[u8])] = built_in![asset:
    "fairybook.css",
    "fairybook.js",
    "search.js",
    "icon.svg",
    "engine.js",
    "play.js",
    "play-board.js",
    "play-module.js",
    "licences.txt",
    "playground.css",
    "playground.js",
    "playground-frame.js",
    "playground-worker.js",
    "playground-module.js",
    "fonts/inter.woff2",
    "fonts/inter-semibold.woff2",
    "fonts/inter-OFL.txt",
    "fonts/literata.woff2",
    "fonts/literata-italic.woff2",
    "fonts/literata-OFL.txt",
];

/// The words of the frame of a site, by language.
const WORDS: &[(&str, &str)] = built_in![include_str: "words.en.toml", "words.de.toml"];

/// Whether a file in the folder of templates is a template. The other files are assets.
pub fn is_template(name: &str) -> bool {
    name.ends_with(".html")
}

/// Returns the names and texts of all built-in templates, and of the assets that are text.
pub fn built_in_files() -> impl Iterator<Item = (&'static str, &'static str)> + Clone {
    let text = |&(name, bytes): &(&'static str, &'static [u8])| {
        Some((name, std::str::from_utf8(bytes).ok()?))
    };
    HTML.iter().chain(WORDS).copied().chain(ASSETS.iter().filter_map(text))
}

/// The compiled templates of a book, and its own files.
#[derive(Debug)]
pub struct Templates {
    tera: Tera,
    /// The templates of the book.
    own: Vec<OwnTemplate>,
    /// The words of the frame; those of templates are their `phrase`.
    phrases: Phrases,
    phrase: Value,
}

/// A template of the book, by its name below `templates/`.
#[derive(Debug)]
struct OwnTemplate {
    name: String,
    /// For the places of errors.
    file: SourceFile,
    counted: CountedTemplate,
}

impl Templates {
    /// Compiles the templates. `own` are the templates of the book, by their names below `templates/`.
    pub fn new(own: Vec<(String, SourceFile)>, diagnostics: &mut Diagnostics) -> Templates {
        let mut tera = Tera::new();
        tera.autoescape_on([".html"]);
        tera.register_function("range", range);
        tera.register_function(COUNT, count_round);
        tera.register_function(COUNT_TEXT, count_text);
        tera.add_raw_templates(HTML.iter().copied()).expect("the built-in templates compile");
        let own = own.into_iter().map(|(name, file)| {
            let counted = CountedTemplate::new(file.text());
            OwnTemplate { name, file, counted }
        });
        let (phrases, phrase) = (Phrases::default(), Value::none());
        let templates = Templates { tera, own: own.collect(), phrases: phrases.clone(), phrase };
        let mut templates = templates.with_phrases(phrases);
        let texts = templates.own.iter();
        let own: Vec<(String, String)> =
            texts.map(|own| (own.name.clone(), own.counted.text.clone())).collect();
        if templates.tera.add_raw_templates(own.clone()).is_ok() {
            return templates;
        }
        // Adding the templates one by one reports every error.
        for (name, text) in own {
            if let Err(error) = templates.tera.add_raw_template(&name, &text) {
                diagnostics.push(templates.diagnostic(&name, &error));
            }
        }
        templates
    }

    /// The same templates with the words of another language.
    pub fn with_phrases(self, phrases: Phrases) -> Templates {
        let phrase = Value::from_serializable(phrases.of_templates());
        Templates { phrases, phrase, ..self }
    }

    /// The words of the frame.
    pub fn phrases(&self) -> &Phrases {
        &self.phrases
    }

    /// Renders a template. An error in a template of the book has its place.
    pub fn render(&self, name: &str, data: &impl Serialize) -> Result<String, Diagnostic> {
        STEPS.set(limits::TEMPLATE_STEPS);
        ROUNDS.set(limits::TEMPLATE_ROUNDS);
        let mut page = LimitedPage::default();
        let rendered = Context::from_serialize(data).and_then(|mut data| {
            data.insert_value("phrase", self.phrase.clone());
            self.tera.render_to(name, &data, &mut page)
        });
        if page.is_too_long {
            let most = limits::SITE_PAGE >> 20;
            let error = tera::Error::message(format!("a page may have {most} MiB"));
            return Err(self.diagnostic(name, &error));
        }
        rendered.map_err(|error| self.diagnostic(name, &error))?;
        work::spend(page.bytes.len());
        Ok(String::from_utf8(page.bytes).expect("templates and data are texts"))
    }

    fn diagnostic(&self, name: &str, error: &tera::Error) -> Diagnostic {
        let broken = self.own.iter().find(|own| own.name == name);
        let broken = broken.filter(|_| matches!(error.kind(), ErrorKind::SyntaxError(_)));
        if let Some((own, (tag, fault, right))) =
            broken.and_then(|own| Some((own, unclosed_tag(own.file.text())?)))
        {
            let message = format!("the template `{name}` does not work: {fault}");
            let error = Diagnostic::error(Code::Template, message).in_file(&own.file, tag);
            return error.help(format!("write {right}"));
        }
        let (name, message, span) = match error.kind() {
            ErrorKind::SyntaxError(report) | ErrorKind::RenderingError(report) => {
                let range = report.span().range.clone();
                (report.filename(), report.message().to_owned(), Some(Span::from(range)))
            }
            other => (name, other.to_string(), None),
        };
        if let Some(missing) = message.split("Unknown template `").nth(1) {
            return self.missing_template(missing.split('`').next().unwrap_or_default());
        }
        let (said, help) = advice(&message.replace('\n', "; "));
        let message = format!("the template `{name}` does not work: {said}");
        let error = Diagnostic::error(Code::Template, message).help(help);
        match (self.own.iter().find(|own| own.name == name), span) {
            (Some(own), Some(span)) => error.in_file(&own.file, own.counted.place(span)),
            (Some(own), None) => error.in_whole_file(&own.file),
            (None, _) => error,
        }
    }

    /// The error of a template that one of the book names and that is not there.
    fn missing_template(&self, missing: &str) -> Diagnostic {
        let message = format!("there is no template `{missing}`");
        let names = self.own.iter().map(|own| own.name.as_str());
        let names = names.chain(self.tera.get_template_names());
        let error = Diagnostic::error(Code::Template, message).help(suggestion(missing, names));
        let named = |own: &OwnTemplate| Some((own.file.clone(), own.file.text().find(missing)?));
        // One of the book that cannot be read has an error of its own.
        if let Some(own) = self.own.iter().find(|own| own.name == missing) {
            return error.in_whole_file(&own.file).follow_up();
        }
        match self.own.iter().find_map(named) {
            Some((file, at)) => error.in_file(&file, Span::new(at, at + missing.len())),
            None => error,
        }
    }
}

/// What an error of a template says, and how the template could work.
fn advice(message: &str) -> (String, String) {
    let unknown = message
        .split_once(" Available variables: ")
        .or_else(|| message.split_once(" Available fields: "));
    let named = unknown.and_then(|(said, known)| Some((said.split('`').nth(1)?, said, known)));
    match named {
        Some((name, said, known)) => {
            let known = match name {
                "name" if known.split(", ").any(|it| it == "title") => "write `title`".to_owned(),
                _ => suggestion(name, known.split(", ")),
            };
            (uncapitalised(said.trim_end_matches('.')), known)
        }
        None if message.contains("expected %}") => {
            (uncapitalised(message), "a tag ends with `%}`: write `%}`".to_owned())
        }
        None => {
            let help = "`fairybook help templates` says what a template may use; without your copy in \
                        `templates/` the built-in one works";
            (uncapitalised(message), help.to_owned())
        }
    }
}

/// Returns the names and contents of the files for `assets/` of the site: the built-in ones, but for
/// those that the book has itself, and `own`, the book's own.
pub fn assets<'a>(
    own: &'a BTreeMap<String, &'a [u8]>,
) -> impl Iterator<Item = (&'a str, &'a [u8])> {
    let built_in = ASSETS.iter().copied().filter(|(name, _)| !own.contains_key(*name));
    built_in.chain(own.iter().map(|(name, bytes)| (name.as_str(), *bytes)))
}

/// The units of work for one round of a loop, measured.
const UNITS_OF_A_ROUND: usize = 5;

thread_local! {
    /// The numbers that `range` may still give in the template that this thread renders.
    static STEPS: Cell<usize> = const { Cell::new(0) };
    /// The rounds that its loops may still make.
    static ROUNDS: Cell<usize> = const { Cell::new(0) };
}

/// Counts one round of a loop. It writes nothing.
fn count_round(_: Kwargs, _: &State) -> tera::TeraResult<String> {
    let left = ROUNDS.get().checked_sub(1).ok_or_else(|| {
        let most = limits::TEMPLATE_ROUNDS;
        tera::Error::message(format!("loops and components may make {most} rounds for one page"))
    })?;
    work::spend(UNITS_OF_A_ROUND);
    ROUNDS.set(left);
    Ok(String::new())
}

/// Refuses a variable whose text is too long. It writes nothing.
fn count_text(arguments: Kwargs, _: &State) -> tera::TeraResult<String> {
    let most = limits::TEMPLATE_TEXT;
    let length = arguments.get::<&Value>("of")?.map_or(0, |value| text_length(value, most));
    if length > most {
        let message = format!("a text in a variable may have {} kB", most >> 10);
        return Err(tera::Error::message(message));
    }
    Ok(String::new())
}

/// The length of a value as text, at least; more than `most` is not counted on.
fn text_length(value: &Value, most: usize) -> usize {
    let (items, fields) = (value.as_array(), value.as_map());
    let items = items.into_iter().flatten().chain(fields.into_iter().flat_map(|map| map.values()));
    let mut length = 1 + value.as_str().map_or(0, str::len);
    for item in items {
        if length > most {
            break;
        }
        length += text_length(item, most - length);
    }
    length
}

/// The function `range` of templates. Loops in loops need many numbers, so all calls are counted.
fn range(arguments: Kwargs, _: &State) -> tera::TeraResult<Vec<i64>> {
    let start = arguments.get::<i64>("start")?.unwrap_or_default();
    let end = arguments.must_get::<i64>("end")?;
    let step = arguments.get::<i64>("step_by")?.unwrap_or(1);
    let step = usize::try_from(step).ok().filter(|&step| step > 0);
    let step = step.ok_or_else(|| tera::Error::message("`step_by` must be at least 1"))?;
    let most = limits::TEMPLATE_STEPS;
    let numbers: Vec<i64> = (start..end).step_by(step).take(most + 1).collect();
    // The call itself is a step, so that a loop of empty ranges ends too.
    let left = STEPS.get().checked_sub(numbers.len() + 1).ok_or_else(|| {
        tera::Error::message(format!("`range` may give {most} numbers for one page"))
    })?;
    STEPS.set(left);
    Ok(numbers)
}

/// A page of the site while it is rendered.
#[derive(Default)]
struct LimitedPage {
    bytes: Vec<u8>,
    is_too_long: bool,
}

impl Write for LimitedPage {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + bytes.len() > limits::SITE_PAGE {
            self.is_too_long = true;
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::render;

    fn own(name: &str, text: &str) -> (String, SourceFile) {
        (name.to_owned(), SourceFile::new(format!("{TEMPLATES}{name}"), text))
    }

    #[test]
    fn a_template_of_the_book_replaces_the_built_in_one() {
        let mut diagnostics = Diagnostics::default();
        let own = vec![own("404.html", "gone: {{ x }}")];
        let templates = Templates::new(own, &mut diagnostics);
        assert!(diagnostics.is_empty());
        let data = serde_json::json!({ "x": "<&>" });
        assert_eq!(templates.render("404.html", &data).as_deref(), Ok("gone: &lt;&amp;&gt;"));
    }

    #[test]
    fn templates_have_no_styles_or_scripts_of_their_own() {
        for (name, text) in HTML {
            for tag in text.split('<').skip(1) {
                let words = tag.split('>').next().unwrap_or_default();
                let is_handler = |word: &str| word.starts_with("on") && word.contains('=');
                assert!(!words.split_whitespace().any(is_handler), "{name}: {tag}");
                assert!(!words.contains("style=") && !words.starts_with("style"), "{name}: {tag}");
                let data = ["type=\"application/json\"", "type=\"application/ld+json\""];
                let is_data = data.iter().any(|kind| words.contains(kind));
                let runs_inline =
                    words.starts_with("script") && !words.contains(" src=") && !is_data;
                assert!(!runs_inline, "{name}: {tag}");
            }
        }
    }

    #[test]
    fn loops_in_loops_end() {
        let range = "{% for a in range(end=90000) %}{% for b in range(end=90000) %}\
                     {% endfor %}{% endfor %}";
        let text = "{% set all = range(end=90000) %}{% for a in all %}{% for b in all %}\
                    {{ all }}{% endfor %}{% endfor %}";
        let silent = "{% set all = range(end=90000) %}{% for a in all %}{% for b in all %}\
                      {% endfor %}{% endfor %}";
        let again = "{{<c n={n - 1}/>}}".repeat(4);
        let components = format!(
            "{{% component c(n) %}}{{% if n > 0 %}}{again}{{% endif %}}{{% endcomponent c %}}\
             {{{{<c n={{15}}/>}}}}"
        );
        let doubled = format!("{{% set s = \"xx\" %}}{}", "{% set s = s ~ s %}".repeat(40));
        let block = "{% set s %}{{ s }}{{ s }}{% endset %}".repeat(40);
        let block = format!("{{% set s = \"xx\" %}}{block}");
        let lists = format!("{{% set s = [1] %}}{}{{{{ s }}}}", "{% set s = [s, s] %}".repeat(40));
        for (text, why) in [
            (&*doubled, "a text in a variable may have 1024 kB"),
            (&block, "a text in a variable may have 1024 kB"),
            (&lists, "a text in a variable may have 1024 kB"),
            (range, "`range` may give 100000 numbers"),
            (text, "may have 32 MiB"),
            (silent, "may make 1000000 rounds"),
            (&components, "may make 1000000 rounds"),
        ] {
            let mut diagnostics = Diagnostics::default();
            let templates = Templates::new(vec![own("404.html", text)], &mut diagnostics);
            let error = templates.render("404.html", &serde_json::json!({})).unwrap_err();
            assert!(error.message.contains(why), "{}", error.message);
        }
    }

    #[test]
    fn errors_in_templates_have_their_places() {
        let mut diagnostics = Diagnostics::default();
        let broken =
            vec![own("a.html", "fine"), own("b.html", "x\n{{ y"), own("c.html", "{% if %}")];
        Templates::new(broken, &mut diagnostics);
        let messages: Vec<String> = diagnostics.iter().map(|d| render(d, false)).collect();
        assert_eq!(messages.len(), 2, "{messages:#?}");
        assert!(messages[0].contains("templates/b.html:2"), "{}", messages[0]);
        let broken = vec![own("404.html", "\n {{ unknown }}")];
        let templates = Templates::new(broken, &mut diagnostics);
        let error = templates.render("404.html", &serde_json::json!({})).expect_err("unknown name");
        assert!(
            render(&error, false).contains("templates/404.html:2:5"),
            "{}",
            render(&error, false)
        );
    }
}
