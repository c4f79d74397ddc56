//! Anchors and names of files from words.

use std::collections::{BTreeMap, BTreeSet};

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

/// Names that are each used once.
#[derive(Debug, Clone, Default)]
pub struct UniqueNames {
    taken: BTreeSet<String>,
    /// For each name that was wanted again, the number to try next. Lower ones are taken.
    next: BTreeMap<String, usize>,
}

impl UniqueNames {
    /// Whether a name is taken.
    pub fn contains(&self, name: &str) -> bool {
        self.taken.contains(name)
    }

    /// Returns the first of `slug`, `slug-2`, `slug-3` … that is not taken, and takes it.
    pub fn take(&mut self, slug: &str) -> String {
        let mut name = slug.to_owned();
        if self.taken.contains(slug) {
            let number = self.next.entry(slug.to_owned()).or_insert(2);
            while self.taken.contains(&name) {
                name = format!("{slug}-{number}");
                *number += 1;
            }
        }
        self.taken.insert(name.clone());
        name
    }
}

impl<S: Into<String>> Extend<S> for UniqueNames {
    fn extend<I: IntoIterator<Item = S>>(&mut self, names: I) {
        self.taken.extend(names.into_iter().map(Into::into));
    }
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
        let mut names = UniqueNames::default();
        names.extend(["a", "a-2"]);
        assert_eq!(
            ["a", "a", "b", "a-3"].map(|slug| names.take(slug)),
            ["a-3", "a-4", "b", "a-3-2"]
        );
    }
}
