//! The content security policy of a page: what a browser may load and run for it.

use super::search_index::tag_length;

/// The policy of a page with its style sheet, script and pictures, all of them files of the site.
pub(super) const PAGE: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'";
/// The same for the playground: its engine runs beside the page, and fills a frame, which may load no font of
/// the site and so has them in its style sheet.
pub(super) const PLAYGROUND: &str = "default-src 'none'; \
    script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self'; \
    font-src 'self' data:; base-uri 'none'; form-action 'none'";
/// The same for a page with boards that answer: their engine is compiled from a script of the site.
pub(super) const PAGE_WITH_BOARDS: &str = "default-src 'none'; \
    script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; font-src 'self'; \
    base-uri 'none'; form-action 'none'";
/// The policy of a board in a frame of another site: nothing but its engine, its style and its fonts.
pub(super) const BOARD: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'";
/// The policy of a redirect, which has a style sheet only.
pub(super) const REDIRECT: &str =
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'";

/// Puts a policy into a page, before all that it is about.
///
/// It is always added: a template of the book can forbid more, but not less.
pub(super) fn with_policy(html: &str, policy: &str) -> String {
    let (before, after) = html.split_at(policy_start(html));
    [before, META, policy, "\">", after].concat()
}

/// What stands before the directives of the policy.
const META: &str = "\n<meta http-equiv=\"Content-Security-Policy\" content=\"";

/// Lets scripts of a page connect to the server that it came from.
pub fn with_connections(html: &str) -> String {
    let (before, after) = html.split_at(policy_start(html));
    match after.strip_prefix(META) {
        Some(directives) => [before, META, "connect-src 'self'; ", directives].concat(),
        None => html.to_owned(),
    }
}

/// Returns the end of what comes before a policy: the tags that begin a document, its encoding, and
/// comments between them. Browsers look for the encoding in the first 1024 bytes.
///
/// ```text
/// <!doctype html><html lang="en"><head><meta charset="utf-8">|<title>
/// ```
fn policy_start(html: &str) -> usize {
    let mut at = 0;
    loop {
        let rest = html[at..].trim_start();
        let length = match rest.strip_prefix("<!--") {
            Some(comment) => comment.find("-->").map(|end| "<!---->".len() + end),
            None => first_tag(rest),
        };
        let Some(length) = length else { return at };
        at = html.len() - rest.len() + length;
    }
}

/// Returns the length of a tag that comes before a policy.
fn first_tag(html: &str) -> Option<usize> {
    const TAGS: [&str; 4] = ["<!doctype", "<html", "<head", "<meta charset"];
    let is_first = |tag: &&&str| {
        let begins = html.get(..tag.len()).is_some_and(|it| it.eq_ignore_ascii_case(tag));
        // `<header` is another tag.
        begins && !html[tag.len()..].starts_with(|next: char| next.is_ascii_alphanumeric())
    };
    TAGS.iter().find(is_first)?;
    tag_length(html)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_policy_comes_before_what_it_is_about() {
        let meta = "\n<meta http-equiv=\"Content-Security-Policy\" content=\"x\">";
        for (before, after) in [
            ("<!DOCTYPE html><html><head><meta charset=\"utf-8\">", "<title>"),
            ("<!doctype html>\n<html lang=\"en\">\n<HEAD>", "\n<script src=\"a.js\">"),
            ("<!-- <meta charset> -->\n<!doctype html>", "\n<header>"),
            ("<!doctype html><html title='a>b' lang=\"'>\">", "<script>"),
            ("<!doctype html>", "<script src=\"a.js\">"),
            ("<head>", "<meta charset"),
            ("", "<!-- no end"),
            ("", "é"),
        ] {
            let html = with_policy(&format!("{before}{after}"), "x");
            assert_eq!(html, format!("{before}{meta}{after}"));
            let open = with_connections(&html);
            assert_eq!(open, html.replace("=\"x", "=\"connect-src 'self'; x"));
        }
    }

    /// Words of a page are no policy.
    #[test]
    fn a_page_that_names_a_policy_has_one() {
        let words = "<p>http-equiv=\"Content-Security-Policy\" content=\"\"</p>";
        assert_eq!(with_policy(words, "x").matches("<meta http-equiv").count(), 1);
        assert_eq!(with_connections(words), words);
    }
}
