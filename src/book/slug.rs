//! Anchors and names of files from words.

/// Returns the anchor for words: small letters and digits of any script, with `-` between them.
pub fn slug(words: &str) -> String {
    let mut slug = String::new();
    for c in words.chars() {
        if c.is_alphanumeric() {
            slug.extend(c.to_lowercase());
        } else if matches!(c, '\'' | '\u{2019}') {
            // An apostrophe is left out, without `-`.
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    let slug = slug.trim_end_matches('-');
    if slug.is_empty() { "section".to_owned() } else { slug.to_owned() }
}

/// Returns the first of `slug`, `slug-2`, `slug-3` … that is not taken.
pub fn unique(slug: &str, taken: impl Fn(&str) -> bool) -> String {
    let numbered = (2..).map(|number| format!("{slug}-{number}"));
    let mut names = std::iter::once(slug.to_owned()).chain(numbered);
    names.find(|name| !taken(name)).expect("numbers do not run out")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_have_letters_digits_and_hyphens() {
        assert_eq!(slug("The Colorbound Clobberers"), "the-colorbound-clobberers");
        assert_eq!(slug("Feather of Ma'at!"), "feather-of-maat");
        assert_eq!(slug("Größe & Maß"), "größe-maß");
        assert_eq!(slug("???"), "section");
        assert_eq!(unique("a", |slug| ["a", "a-2"].contains(&slug)), "a-3");
    }
}
