//! A page as a book of its own can have it, and the files that a page tells its readers to save.

use std::collections::BTreeMap;
use std::ops::Range;

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use crate::source::SourceFile;

use super::front_matter;
use super::markdown::options;

/// Returns the text of a page in which links to other pages, and pictures of the book, are only their
/// words. Claims, links within the page and links to other sites stay.
pub fn without_page_links(file: &SourceFile) -> String {
    let (start, mut text) = (front_matter::body_start(file), file.text().to_owned());
    let events: Vec<(Event, Range<usize>)> =
        Parser::new_ext(&file.text()[start..], options()).into_offset_iter().collect();
    let mut links: Vec<(Range<usize>, Range<usize>)> = Vec::new();
    for (at, (event, range)) in events.iter().enumerate() {
        let Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) = event else {
            continue;
        };
        let is_end = |event: &Event| matches!(event, Event::End(TagEnd::Link | TagEnd::Image));
        let inside = events[at + 1..].iter().take_while(|(event, _)| !is_end(event));
        let words = inside.fold(None, |words: Option<Range<usize>>, (_, it)| {
            Some(words.map_or(it.start, |words| words.start)..it.end)
        });
        if is_of_the_book(dest_url) {
            links.push((range.clone(), words.unwrap_or(range.end..range.end)));
        }
    }
    for (whole, words) in links.into_iter().rev() {
        let words = text[start + words.start..start + words.end].to_owned();
        text.replace_range(start + whole.start..start + whole.end, &words);
    }
    text
}

/// Whether a target is another file of the book: claims and addresses have a colon.
fn is_of_the_book(target: &str) -> bool {
    !target.is_empty() && !target.contains(':') && !target.starts_with('#')
}

/// A file that a page tells its readers to save or to change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedFile {
    /// Its path in the book.
    pub path: String,
    /// Whether the file was there before.
    pub is_change: bool,
    /// All files of the page so far, with this one, by their paths.
    pub files: BTreeMap<String, String>,
}

/// Returns the files that a page tells its readers to save, in order.
///
/// A block of code after ``Save as `PATH`:`` is a file. One after ``Change in `PATH`:`` has two lines:
/// the second replaces the first.
pub fn saved_files(file: &SourceFile) -> Vec<SavedFile> {
    let body = &file.text()[front_matter::body_start(file)..];
    let mut saved = Vec::new();
    let mut files = BTreeMap::new();
    let (mut paragraph, mut code) = (Vec::new(), String::new());
    for event in Parser::new_ext(body, options()) {
        match event {
            Event::Start(Tag::Paragraph) => paragraph.clear(),
            Event::Start(Tag::CodeBlock(_)) => code.clear(),
            Event::Text(text) => {
                code.push_str(&text);
                paragraph.push(text);
            }
            Event::Code(text) => paragraph.push(text),
            Event::End(TagEnd::CodeBlock) => {
                let words: Vec<&str> = paragraph.iter().take(3).map(|part| &**part).collect();
                match words[..] {
                    ["Save as ", path, ":"] => {
                        files.insert(path.to_owned(), code.clone());
                        let (path, files) = (path.to_owned(), files.clone());
                        saved.push(SavedFile { path, is_change: false, files });
                    }
                    ["Change in ", path, ":"] => {
                        let Some((before, after)) = code.split_once('\n') else { continue };
                        let Some(text) = files.get_mut(path) else { continue };
                        *text = text.replace(before, after.trim_end());
                        let (path, files) = (path.to_owned(), files.clone());
                        saved.push(SavedFile { path, is_change: true, files });
                    }
                    _ => {}
                }
                paragraph.clear();
            }
            _ => {}
        }
    }
    saved
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(body: &str) -> SourceFile {
        SourceFile::new("content/a.md", format!("+++\ntitle = \"[A](b.md)\"\n+++\n{body}"))
    }

    #[test]
    fn links_to_other_pages_become_their_words() {
        for (body, expected) in [
            (
                "As in [*Chess*](chess.md#x), [it](<claim: a is 1>).",
                "As in *Chess*, [it](<claim: a is 1>).",
            ),
            (
                "[a](#b) [c](https://d.e/f) [g](<by analogy: h i>)",
                "[a](#b) [c](https://d.e/f) [g](<by analogy: h i>)",
            ),
            ("é ![a *b*](c.png) [d][e]\n\n[e]: f.md", "é a *b* d\n\n[e]: f.md"),
            ("| a |\n| - |\n| [b](c.md \"d\") [e](f.md) |", "| a |\n| - |\n| b e |"),
            ("`[a](b.md)` [](c.md)", "`[a](b.md)` "),
        ] {
            let text = without_page_links(&page(body));
            assert_eq!(text, page(expected).text(), "{body}");
        }
    }

    #[test]
    fn a_page_tells_which_files_to_save() {
        let found = saved_files(&page(
            "Save as `a.toml`:\n\n```toml\nb = 1\nc = 2\n```\n\n```\nother\n```\n\n\
             Change in `a.toml`:\n\n```text\nb = 1\nb = 3\n```\n",
        ));
        let texts: Vec<(bool, &str)> =
            found.iter().map(|it| (it.is_change, it.files[&it.path].as_str())).collect();
        assert_eq!(texts, [(false, "b = 1\nc = 2\n"), (true, "b = 3\nc = 2\n")]);
    }
}
