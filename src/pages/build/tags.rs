//! Tags of pages, and the pages that list them.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::book::{
    Page, address,
    data::{MenuItem, PageData, TaggedData},
    slug::slug,
};
use crate::source::{Code, Diagnostic, SourceText};

use super::site_builder::SiteBuilder;

/// Returns the address of the page that lists all pages with a tag. Signs that cannot be in an
/// address become their numbers.
fn tag_address(tag: &str) -> String {
    let plain = |sign: char| match sign.is_ascii() {
        true => sign.to_string(),
        false => format!("{:x}", u32::from(sign)),
    };
    format!("tags/{}", slug(tag).chars().map(plain).collect::<String>())
}

/// Returns the tags of a page with the files that list their pages.
pub(super) fn tag_links(page: &Page) -> Vec<MenuItem> {
    let link = |tag: &SourceText| MenuItem {
        title: tag.value.clone(),
        file: address::file_of(&tag_address(&tag.value)),
    };
    page.front_matter.tags.iter().map(link).collect()
}

/// The pages with one tag, by title.
struct TaggedPages<'a> {
    tag: &'a SourceText,
    pages: Vec<&'a Page>,
}

/// Returns the pages with each tag by the address of its list, and a warning for each tag that is
/// written in two ways.
fn tagged_pages(pages: &[Arc<Page>]) -> (BTreeMap<String, TaggedPages<'_>>, Vec<Diagnostic>) {
    let mut found: BTreeMap<String, TaggedPages> = BTreeMap::new();
    let mut warnings = Vec::new();
    for page in pages {
        for tag in &page.front_matter.tags {
            let known = found
                .entry(tag_address(&tag.value))
                .or_insert_with(|| TaggedPages { tag, pages: Vec::new() });
            if known.tag.value != tag.value {
                let other = &known.tag.value;
                let message = format!("the tag `{}` is also written `{other}`", tag.value);
                let warning = tag.warning(Code::FrontMatter, message);
                warnings.push(warning.help(format!("write `tags = \"{other}\"` on both pages")));
            }
            if !known.pages.iter().any(|it| it.address == page.address) {
                known.pages.push(page);
            }
        }
    }
    let title = |page: &&Page| page.front_matter.title.value.to_lowercase();
    found.values_mut().for_each(|tagged| tagged.pages.sort_by_key(title));
    (found, warnings)
}

impl SiteBuilder<'_> {
    /// Adds a page for each tag.
    pub(super) fn put_tags(&mut self) {
        let (found, warnings) = tagged_pages(self.pages);
        self.diagnostics.extend(warnings);
        for (at, TaggedPages { tag, pages }) in found {
            let tagged = |page: &Page| TaggedData {
                title: page.front_matter.title.value.clone(),
                file: address::file_of(&page.address),
                description: page.front_matter.description_text().to_owned(),
            };
            let data = PageData {
                tagged: pages.into_iter().map(tagged).collect(),
                ..self.empty_page(&at, &tag.value)
            };
            self.render(data.file.clone(), "page.html", &data);
        }
    }
}

/// Returns the addresses of the lists of all tags.
pub(super) fn tag_addresses(pages: &[Arc<Page>]) -> impl Iterator<Item = String> {
    tagged_pages(pages).0.into_keys()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{Diagnostics, SourceFile};

    #[test]
    fn pages_are_listed_by_tag_and_title() {
        let page = |id: &str, tags: &str| {
            let text = format!("+++\ntitle = \"{id}\"\ntags = \"{tags}\"\n+++\n\nText.\n");
            let file = SourceFile::new(format!("content/{id}.md"), text);
            let page = Page::read(&file, &mut Diagnostics::default());
            Arc::new(page.expect("the page can be read"))
        };
        let pages = [page("b", "Short games, été"), page("a", "short games, short games")];
        let (found, warnings) = tagged_pages(&pages);
        let drawn: Vec<String> = found
            .iter()
            .map(|(at, tagged)| {
                let titles = tagged.pages.iter().map(|page| page.address.as_str());
                format!("{at} {}: {}", tagged.tag.value, titles.collect::<Vec<_>>().join(" "))
            })
            .collect();
        assert_eq!(drawn, ["tags/e9te9 été: b", "tags/short-games Short games: a b"]);
        assert_eq!(warnings.len(), 2);
        assert_eq!(warnings[0].message, "the tag `short games` is also written `Short games`");
    }
}
