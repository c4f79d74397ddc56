//! Anchors of headings and other things that need a name in a page.

/// An anchor for a heading: small letters and digits, with `-` for everything between.
///
/// Letters of other scripts stay as they are; nothing readable is lost.
pub fn slug(words: &str) -> String {
    let mut slug = String::new();
    for c in words.chars() {
        if c.is_alphanumeric() {
            slug.extend(c.to_lowercase());
        } else if matches!(c, '\'' | '\u{2019}') {
            // An apostrophe does not split a word.
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    let slug = slug.trim_end_matches('-');
    if slug.is_empty() { "section".to_owned() } else { slug.to_owned() }
}

/// The slug, or the first of `slug-2`, `slug-3` ... that is not taken.
pub fn unique(slug: &str, taken: impl Fn(&str) -> bool) -> String {
    if !taken(slug) {
        return slug.to_owned();
    }
    let numbered = (2..).map(|number| format!("{slug}-{number}"));
    numbered.into_iter().find(|slug| !taken(slug)).expect("numbers do not run out")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_are_pinned() {
        assert_eq!(slug("The Colorbound Clobberers"), "the-colorbound-clobberers");
        assert_eq!(slug("Feather of Ma'at!"), "feather-of-maat");
        assert_eq!(slug("Größe & Maß"), "größe-maß");
        assert_eq!(slug("???"), "section");
        assert_eq!(unique("a", |slug| ["a", "a-2"].contains(&slug)), "a-3");
    }
}
