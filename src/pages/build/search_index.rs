//! The index of the full-text search: the text of all pages by sections, as a script.
//!
//! Phrases and beginnings of words are found in the text itself, so the index is the text without
//! pictures, text alternatives and lists of checks. Compressed it is a third of the text.

use serde_json::{Value, json};

/// The name of the index among the assets.
pub(super) const SEARCH_INDEX: &str = "search-index.js";

/// Elements whose content is not searched.
const SKIPPED: [&str; 4] = ["svg", "script", "style", "template"];
/// Classes of elements whose content is not searched: proofs of diagrams, and addresses.
const SKIPPED_CLASSES: [&str; 2] = ["proof", "addresses"];
/// Elements within a line. All others end a word.
const INLINE: [&str; 12] =
    ["a", "b", "code", "em", "i", "kbd", "mark", "small", "span", "strong", "sub", "sup"];

/// A part of a page from one heading to the next.
#[derive(Debug, Default, PartialEq)]
struct PageSection {
    /// The id of the heading; empty before the first one.
    anchor: String,
    heading: String,
    text: String,
}

/// Returns the entry of a page as JSON: its title, its file, its sections, and the names of the pieces of
/// its game.
pub(super) fn page_entry(
    title: &str,
    file: &str,
    description: &str,
    names: &str,
    html: &str,
) -> String {
    let mut sections = sections(html);
    sections[0].text = format!("{description} {}", sections[0].text).trim().to_owned();
    let sections = sections.into_iter().filter(|it| !it.text.is_empty() || !it.heading.is_empty());
    let sections: Vec<Value> = sections.map(|it| json!([it.anchor, it.heading, it.text])).collect();
    json!([title, file, sections, names]).to_string()
}

/// Returns the script: one call of a function that the search has defined.
pub(super) fn script(pages: &[&str]) -> String {
    format!("fairybookIndex([{}]);\n", pages.join(","))
}

/// The text of HTML by its headings. The first section is that before the first heading.
fn sections(html: &str) -> Vec<PageSection> {
    let mut reader =
        SectionReader { sections: vec![PageSection::default()], skipping: None, in_heading: false };
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        reader.text(&rest[..start]);
        let tag = &rest[start..];
        let (tag, after) = tag.split_at(tag_length(tag).unwrap_or(tag.len()));
        reader.tag(tag);
        rest = after;
    }
    reader.text(rest);
    for section in &mut reader.sections {
        for text in [&mut section.text, &mut section.heading] {
            *text = text.split_whitespace().collect::<Vec<&str>>().join(" ");
        }
    }
    reader.sections
}

struct SectionReader {
    sections: Vec<PageSection>,
    /// The name of the element that is skipped, and how deep others of the name are within it.
    skipping: Option<(String, usize)>,
    in_heading: bool,
}

impl SectionReader {
    fn text(&mut self, text: &str) {
        if self.skipping.is_some() {
            return;
        }
        let section = self.sections.last_mut().expect("there is a first section");
        let into = if self.in_heading { &mut section.heading } else { &mut section.text };
        // Most texts have no entity.
        match text.contains('&') {
            true => into.push_str(&decoded(text)),
            false => into.push_str(text),
        }
    }

    fn tag(&mut self, tag: &str) {
        let inner = tag.trim_start_matches('<').trim_end_matches('>');
        let is_end = inner.starts_with('/');
        let inner = inner.trim_start_matches('/');
        let end = inner.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(inner.len());
        let name = inner[..end].to_ascii_lowercase();
        let is_alone = inner.ends_with('/');
        if let Some((skipped, depth)) = &mut self.skipping {
            if *skipped != name || is_alone {
                return;
            }
            match (is_end, *depth) {
                (false, _) => *depth += 1,
                (true, 0) => self.skipping = None,
                (true, _) => *depth -= 1,
            }
            return;
        }
        let classes = attribute(tag, "class").unwrap_or_default();
        let mut classes = classes.split(' ');
        let is_skipped = SKIPPED.contains(&name.as_str())
            || classes.any(|class| SKIPPED_CLASSES.contains(&class));
        if !is_end && !is_alone && is_skipped {
            self.skipping = Some((name, 0));
            return;
        }
        let is_heading = matches!(name.as_str(), "h2" | "h3" | "h4");
        if is_heading && !is_end {
            let anchor = attribute(tag, "id").unwrap_or_default().to_owned();
            self.sections.push(PageSection { anchor, ..PageSection::default() });
        }
        if is_heading {
            self.in_heading = !is_end;
        }
        if !INLINE.contains(&name.as_str()) {
            self.text(" ");
        }
    }
}

/// The length of the tag at the start of a text; `None` if it does not end. A `>` in quotation
/// marks does not end it.
pub(super) fn tag_length(text: &str) -> Option<usize> {
    let mut quote = None;
    for (at, sign) in text.bytes().enumerate() {
        match (quote, sign) {
            (None, b'>') => return Some(at + 1),
            (None, b'"' | b'\'') => quote = Some(sign),
            (Some(open), _) if open == sign => quote = None,
            _ => {}
        }
    }
    None
}

/// The value of an attribute in quotation marks.
fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    rest.split_once('"').map(|(value, _)| value)
}

/// The text with the entities that HTML of this program has as characters.
fn decoded(text: &str) -> String {
    const ENTITIES: [(&str, &str); 7] = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#x27;", "'"),
        ("&#39;", "'"),
        ("&nbsp;", " "),
        ("&amp;", "&"),
    ];
    ENTITIES.iter().fold(text.to_owned(), |text, (entity, sign)| text.replace(entity, sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_a_page_is_sorted_by_headings() {
        let html = "<p>A <em>Be</em>de &amp; a &lt;Rook&gt;.</p><h2 id=\"x\">The <b>move</b></h2>\
            <ul><li>one</li><li>two</li></ul>\
            <svg><path d=\"1 > 2\"/><title>no</title><svg></svg></svg>\
            <details class=\"proof agree\"><p>no</p><details>no</details></details>end\
            <h3 id=\"y\">Last</h3>";
        let found = sections(html);
        let section = |anchor: &str, heading: &str, text: &str| PageSection {
            anchor: anchor.to_owned(),
            heading: heading.to_owned(),
            text: text.to_owned(),
        };
        assert_eq!(
            found,
            [
                section("", "", "A Bede & a <Rook>."),
                section("x", "The move", "one two end"),
                section("y", "Last", "")
            ]
        );
    }

    #[test]
    fn the_index_is_a_script_without_line_ends() {
        let entry =
            page_entry("A", "a/index.html", "About \"a\".", "King", "<p>Text.\u{2028}\nMore.</p>");
        let script = script(&[&entry]);
        assert_eq!(
            script,
            "fairybookIndex([[\"A\",\"a/index.html\",[[\"\",\"\",\"About \\\"a\\\". Text. More.\"]],\"King\"]]);\n"
        );
    }
}
