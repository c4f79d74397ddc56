//! The head of a page, between its `+++` lines.

use crate::source::{
    Code, Diagnostic, Diagnostics, KeyReader, SourceFile, SourceMap, SourceText, Span, Spanned,
    limits,
};

/// The head of a page: what stands between its `+++` lines.
#[derive(Debug, Clone)]
pub struct Head {
    /// The title.
    pub title: SourceText,
    /// The variant that the page is about, by its id.
    pub variant: Option<SourceText>,
    /// The set-up that the page shows where nothing else is said.
    pub setup: Option<SourceText>,
    /// One sentence: what makes the game different.
    pub description: Option<SourceText>,
    /// Whether the page is left out unless drafts are asked for.
    pub draft: bool,
    /// The place of a page without a variant in the menu; pages without a number are not there.
    pub order: Option<i64>,
    /// What the menu calls the page, where its title is long.
    pub menu: Option<SourceText>,
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

/// Reads the head of a page, and returns also where the body begins.
pub fn read(file: &SourceFile, diagnostics: &mut Diagnostics) -> (Option<Head>, usize) {
    if file.text().len() > limits::FILE {
        let message = format!("the page has more than {} bytes", limits::FILE);
        diagnostics.push(Diagnostic::error(Code::FileSize, message).in_whole_file(file));
        return (None, file.text().len());
    }
    let Some((span, body)) = diagnostics.keep(split(file)) else { return (None, 0) };
    let map = SourceMap::stretch(file, span);
    let mut keys = KeyReader::parse(&map, "the head of a page", Code::FrontMatter);
    let title = keys.required_text("title", "\"The name of the game\"");
    let variant = keys.text("variant");
    let setup = keys.text("setup");
    if let (Some(setup), None) = (&setup, &variant) {
        let error = setup.error(Code::FrontMatter, "a set-up without a variant");
        keys.push(error.help("add `variant = \"...\"`"));
    }
    let description = keys.text("description");
    let draft = keys.flag_or("draft", false);
    let order = keys.integer("order").map(|(order, _)| order);
    let menu = keys.text("menu");
    if let (Some(menu), None) = (&menu, order) {
        let error = menu.error(Code::FrontMatter, "`menu` for a page that is not in it");
        keys.push(error.help("add `order = 1`, its place in the menu"));
    }
    let aliases = keys.words("aliases");
    diagnostics.extend(keys.finish());
    let head =
        title.map(|title| Head { title, variant, setup, description, draft, order, menu, aliases });
    (head, body)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::render;

    fn complaints(text: &str) -> Vec<String> {
        let mut complaints = Diagnostics::default();
        read(&SourceFile::new("a.md", text), &mut complaints);
        complaints.iter().map(|complaint| render(complaint, false)).collect()
    }

    #[test]
    fn a_head_is_read_and_the_body_begins_after_it() {
        let file = SourceFile::new("a.md", "+++\ntitle = \"Chess\"\norder = 2\n+++\n\nText.\n");
        let mut complaints = Diagnostics::default();
        let (head, body) = read(&file, &mut complaints);
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
        assert!(told[1].contains("`draft` must be `true` or `false`, not a number"));
        assert!(told[2].contains("did you mean `title`?"));
        let told = complaints("+++\ntitle = \"x\"\nmenu = \"y\"\n+++\n");
        assert!(told[0].contains("add `order = 1`"), "{told:#?}");
        assert!(complaints("+++\ntitle = \"x\"\nsetup = \"y\"\n+++\n")[0].contains("a set-up"));
    }
}
