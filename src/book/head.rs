use crate::source::{Code, Diagnostic, SourceFile, Span, Spanned, limits};

use super::ground::Ground;
use super::table::{Table, Text};

/// The head of a page: what stands between its `+++` lines.
#[derive(Debug, Clone)]
pub struct Head {
    /// The title.
    pub title: Text,
    /// The variant that the page is about, by its id.
    pub variant: Option<Text>,
    /// The set-up that the page shows where nothing else is said.
    pub setup: Option<Text>,
    /// One sentence: what makes the game different.
    pub description: Option<Text>,
    /// Whether the page is left out unless drafts are asked for.
    pub draft: bool,
    /// The place of a page without a variant in the menu; pages without a number are not there.
    pub order: Option<i64>,
    /// What the menu calls the page, where its title is long.
    pub menu: Option<Text>,
    /// Addresses under which the page was known before.
    pub aliases: Vec<Spanned<String>>,
}

/// Splits a page into its head, as text with its place, and the place where its body begins.
fn split(file: &SourceFile) -> Result<(Span, usize), Diagnostic> {
    let text = file.text();
    let mut at = text.len() - text.trim_start_matches('\u{feff}').len();
    let mut lines = text[at..].split_inclusive('\n');
    let open = lines.next().filter(|line| line.trim_end() == "+++");
    let Some(open) = open else {
        return Err(Diagnostic::error(Code::FrontMatter, "the page has no head")
            .in_file(file, file.line_span(1))
            .help("begin it with `+++`, `title = \"...\"` and `+++`, a line each"));
    };
    at += open.len();
    let start = at;
    for line in lines {
        if line.trim_end() == "+++" {
            return Ok((Span::new(start, at), at + line.len()));
        }
        at += line.len();
    }
    Err(Diagnostic::error(Code::FrontMatter, "the head of the page does not end")
        .in_file(file, file.line_span(1))
        .help("close it with a second line `+++`"))
}

/// Reads the head of a page: the head, as far as it can be read, where the body begins, and
/// every complaint.
pub fn read(file: &SourceFile) -> (Option<Head>, usize, Vec<Diagnostic>) {
    if file.text().len() > limits::FILE {
        let message = format!("the page has more than {} bytes", limits::FILE);
        let complaint = Diagnostic::error(Code::FileSize, message).in_whole_file(file);
        return (None, file.text().len(), vec![complaint]);
    }
    let (span, body) = match split(file) {
        Ok(parts) => parts,
        Err(complaint) => return (None, 0, vec![complaint]),
    };
    let ground = Ground::stretch(file, span);
    let table = Table::parse(&ground, "the head of a page", Code::FrontMatter);
    let title = table.required_text("title", "\"The name of the game\"");
    let variant = table.text("variant");
    let setup = table.text("setup");
    if let (Some(setup), None) = (&setup, &variant) {
        let complaint = Diagnostic::error(Code::FrontMatter, "a set-up without a variant")
            .in_file(file, setup.span)
            .help("add `variant = \"...\"`");
        table.push(complaint);
    }
    let description = table.text("description");
    let draft = table.switch("draft");
    let order = table.number("order").map(|order| order.value);
    let menu = table.text("menu");
    if let (Some(menu), None) = (&menu, order) {
        let complaint = Diagnostic::error(Code::FrontMatter, "`menu` for a page that is not in it")
            .in_file(file, menu.span)
            .help("add `order = 1`, its place in the menu");
        table.push(complaint);
    }
    let aliases = table.text("aliases").map(|text| text.words()).unwrap_or_default();
    let head =
        title.map(|title| Head { title, variant, setup, description, draft, order, menu, aliases });
    (head, body, table.finish())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::draw;

    fn complaints(text: &str) -> Vec<String> {
        let (_, _, complaints) = read(&SourceFile::new("a.md", text));
        complaints.iter().map(|complaint| draw(complaint, false)).collect()
    }

    #[test]
    fn a_head_is_read_and_the_body_begins_after_it() {
        let file = SourceFile::new("a.md", "+++\ntitle = \"Chess\"\norder = 2\n+++\n\nText.\n");
        let (head, body, complaints) = read(&file);
        assert!(complaints.is_empty());
        let head = head.expect("the head can be read");
        assert_eq!((head.title.value.as_str(), head.order, head.draft), ("Chess", Some(2), false));
        assert_eq!(&file.text()[body..], "\nText.\n");
    }

    #[test]
    fn a_head_with_mistakes_says_all_of_them() {
        assert!(complaints("# Chess\n")[0].contains("the page has no head"));
        assert!(complaints("+++\ntitle = \"x\"\n")[0].contains("does not end"));
        let told = complaints("+++\ntitel = \"x\"\ndraft = 1\n+++\n");
        assert_eq!(told.len(), 3, "{told:#?}");
        assert!(told[0].contains("needs `title`"));
        assert!(told[1].contains("`draft` must be `true` or `false`"));
        assert!(told[2].contains("did you mean `title`?"));
        let told = complaints("+++\ntitle = \"x\"\nmenu = \"y\"\n+++\n");
        assert!(told[0].contains("add `order = 1`"), "{told:#?}");
        assert!(complaints("+++\ntitle = \"x\"\nsetup = \"y\"\n+++\n")[0].contains("a set-up"));
    }
}
