//! The templates of a book.

use serde::Serialize;
use tera::{Context, ErrorKind, Tera};

use crate::source::{Code, Diagnostic, Diagnostics, SourceFile, Span};

/// The folder of a book whose files take the place of the built-in templates.
pub const TEMPLATES: &str = "templates/";

macro_rules! built_in {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../templates/", $name)))),*]
    };
}

/// The templates that come with the tool, by name.
const HTML: &[(&str, &str)] = built_in![
    "base.html",
    "page.html",
    "index.html",
    "404.html",
    "moved.html",
    "card.html",
    "figure.html",
    "pieces.html",
    "piece.html",
    "armies.html",
    "standing.html",
    "checked.html",
    "gallery.html",
    "specimens.html",
    "sheet.html",
    "rules.html",
];

/// The files that go into the site as they are, by name.
const ASSETS: &[(&str, &str)] = built_in!["fairybook.css", "fairybook.js", "icon.svg"];

/// The templates of a book: the built-in ones, with the book's own in their places.
#[derive(Debug)]
pub struct Templates {
    tera: Tera,
    own: Vec<(String, SourceFile)>,
}

impl Templates {
    /// Compiles the templates. `own` are files of the book, by their names below `templates/`.
    pub fn new(own: Vec<(String, SourceFile)>, diagnostics: &mut Diagnostics) -> Templates {
        let mut tera = Tera::new();
        tera.autoescape_on([".html"]);
        tera.add_raw_templates(HTML.iter().copied()).expect("the built-in templates compile");
        let mut templates = Templates { tera, own };
        let own: Vec<(String, String)> = templates
            .own
            .iter()
            .filter(|(name, _)| name.ends_with(".html"))
            .map(|(name, file)| (name.clone(), file.text().to_owned()))
            .collect();
        if templates.tera.add_raw_templates(own.clone()).is_ok() {
            return templates;
        }
        // One by one, so that every one that is wrong says so.
        for (name, text) in own {
            if let Err(error) = templates.tera.add_raw_template(&name, &text) {
                diagnostics.push(templates.complain(&name, &error));
            }
        }
        templates
    }

    /// Fills in a template.
    pub fn render(&self, name: &str, data: &impl Serialize) -> Result<String, Diagnostic> {
        let rendered = Context::from_serialize(data).and_then(|data| self.tera.render(name, &data));
        rendered.map_err(|error| self.complain(name, &error))
    }

    /// The files that go into the site's `assets/` as they are.
    pub fn assets(&self) -> impl Iterator<Item = (&str, &str)> {
        let is_own = |name: &str| self.own.iter().any(|(own, _)| own == name);
        let built_in = ASSETS.iter().copied().filter(move |(name, _)| !is_own(name));
        let own = self.own.iter().filter(|(name, _)| !name.ends_with(".html"));
        built_in.chain(own.map(|(name, file)| (name.as_str(), file.text())))
    }

    fn complain(&self, name: &str, error: &tera::Error) -> Diagnostic {
        let (name, message, span) = match error.kind() {
            ErrorKind::SyntaxError(report) | ErrorKind::RenderingError(report) => {
                let range = report.span().range.clone();
                (report.filename(), report.message().to_owned(), Some(Span::from(range)))
            }
            other => (name, other.to_string(), None),
        };
        let message =
            format!("the template `{name}` does not work: {}", message.replace('\n', "; "));
        let complaint = Diagnostic::error(Code::Template, message);
        match (self.own.iter().find(|(own, _)| own == name), span) {
            (Some((_, file)), Some(span)) => complaint.in_file(file, span),
            (Some((_, file)), None) => complaint.in_whole_file(file),
            (None, _) => complaint,
        }
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
    fn a_books_own_template_takes_the_place_of_the_built_in_one() {
        let mut complaints = Diagnostics::default();
        let own = vec![own("404.html", "gone: {{ x }}")];
        let templates = Templates::new(own, &mut complaints);
        assert!(complaints.is_empty());
        let data = serde_json::json!({ "x": "<&>" });
        assert_eq!(templates.render("404.html", &data).as_deref(), Ok("gone: &lt;&amp;&gt;"));
    }

    #[test]
    fn templates_that_do_not_work_say_where() {
        let mut complaints = Diagnostics::default();
        let broken =
            vec![own("a.html", "fine"), own("b.html", "x\n{{ y"), own("c.html", "{% if %}")];
        Templates::new(broken, &mut complaints);
        let told: Vec<String> = complaints.iter().map(|d| render(d, false)).collect();
        assert_eq!(told.len(), 2, "{told:#?}");
        assert!(told[0].contains("templates/b.html:2"), "{}", told[0]);
        let broken = vec![own("404.html", "\n {{ nobody }}")];
        let templates = Templates::new(broken, &mut complaints);
        let told = templates.render("404.html", &serde_json::json!({})).expect_err("unknown name");
        assert!(
            render(&told, false).contains("templates/404.html:2:5"),
            "{}",
            render(&told, false)
        );
    }
}
