//! The content security policy of a page: what a browser may load and run for it.

/// The policy of a page with its style sheet, script and pictures, all of them files of the site.
pub(super) const PAGE: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'";
/// The same for a page with boards that answer: their engine is compiled from a script of the site.
pub(super) const PAGE_WITH_BOARDS: &str = "default-src 'none'; \
    script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; font-src 'self'; \
    base-uri 'none'; form-action 'none'";
/// The policy of a redirect, which has a style sheet only.
pub(super) const REDIRECT: &str =
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'";

/// Puts a policy into a page whose template has none of its own, before all that it is about.
pub(super) fn with_policy(html: &str, policy: &str) -> String {
    if html.contains("http-equiv=\"Content-Security-Policy\"") {
        return html.to_owned();
    }
    // Characters outside of ASCII stay as long as they are.
    let folded = html.to_ascii_lowercase();
    let after_tag = |tag: &str| {
        let start = folded.find(tag)?;
        Some(start + folded[start..].find('>')? + 1)
    };
    // The encoding comes first: browsers look for it in the first 1024 bytes.
    let tags = ["<meta charset", "<head>", "<html", "<!doctype"];
    let at = tags.into_iter().find_map(after_tag).unwrap_or(0);
    let meta = format!("\n<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">");
    [&html[..at], &meta, &html[at..]].concat()
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
            ("<!doctype html>", "<script src=\"a.js\">"),
            ("", "é"),
        ] {
            let html = with_policy(&format!("{before}{after}"), "x");
            assert_eq!(html, format!("{before}{meta}{after}"));
            assert_eq!(with_policy(&html, "y"), html, "an own policy stays");
        }
    }
}
