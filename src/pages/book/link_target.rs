//! The meaning of link targets: claims, certainty, other sites, files of the book.

use crate::format::Certainty;
use crate::source::{Code, Diagnostic, SourceText, closest, quoted_list};

use super::address;
use super::page::Claim;

/// The meaning of the target of a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum LinkTarget {
    /// The words make a claim: `claim: count(moves(bede, a1)) is 9`. They and the title of the link
    /// are not yet in it.
    Claim(Box<Claim>),
    /// The words state a fact of this certainty: `derived: from the symmetry of the board`.
    Certainty { certainty: Certainty, why: String },
    /// A target on another site.
    Outside,
    /// A target in the book, as the HTML of the page has it.
    Inside(String),
}

/// Reads the target of a link in a file of the book.
pub(super) fn read_target(whole: &SourceText) -> Result<LinkTarget, Diagnostic> {
    let (file, target) = (whole.location.file.path(), whole.as_str());
    if let Some((start, rest)) = target.split_once(':') {
        let start = start.to_ascii_lowercase();
        if let Some(certainty) = Certainty::of_word(&start) {
            return Ok(LinkTarget::Certainty { certainty, why: rest.trim().to_owned() });
        }
        if let "claim" | "refuted" = start.split_whitespace().next().unwrap_or_default() {
            return claim(whole);
        }
    }
    let first = target.split_whitespace().next().unwrap_or_default();
    if matches!(first, "claim" | "refuted") && first.len() < target.len() {
        let rest = target[first.len()..].trim();
        let error = Diagnostic::error(Code::Claim, format!("a colon stands after `{first}`"));
        return Err(error.help(format!("write `[words](<{first}: {rest}>)`")));
    }
    let Some(scheme) = scheme(target) else { return inside(file, target) };
    let scheme = scheme.to_ascii_lowercase();
    match scheme.as_str() {
        "mailto" => return Ok(LinkTarget::Outside),
        "http" | "https" => {
            let host = target[scheme.len()..].strip_prefix("://").unwrap_or_default();
            if host.starts_with(|c: char| c.is_alphanumeric() || c == '[') {
                return Ok(LinkTarget::Outside);
            }
            let error =
                Diagnostic::error(Code::LinkBroken, format!("a link `{scheme}:` without a site"));
            return Err(error.help(format!("write `{scheme}://example.org/`")));
        }
        _ => {}
    }
    let error = Diagnostic::error(Code::LinkBroken, format!("no link begins with `{scheme}:`"));
    let certainties = Certainty::words();
    let kinds = || {
        let claims = ["claim", "refuted"].into_iter();
        claims.chain(certainties.clone()).chain(["https", "http", "mailto"])
    };
    Err(error.help(match closest(&scheme, kinds()) {
        Some(near) => format!("did you mean `{near}:`?"),
        None => format!("links begin with {} or name a file of the book", quoted_list(kinds())),
    }))
}

/// Reads a claim: `claim: ...`, or with a variant and a setup, each of which may be left out:
/// `claim of chess with endgame: ...`.
fn claim(target: &SourceText) -> Result<LinkTarget, Diagnostic> {
    let (head, text) = target.value.split_once(':').unwrap_or((&target.value, ""));
    let words: Vec<&str> = head.split_whitespace().collect();
    let about = head.trim_start().get(words[0].len()..).unwrap_or_default();
    let Some((variant, setup)) = named_variant(about, target) else {
        let message = format!("`{}` is not how a claim begins", head.trim());
        return Err(Diagnostic::error(Code::Claim, message).help(
            "write `claim: ...`, or for another game `claim of VARIANT: ...`, \
             `claim with SETUP: ...`, `claim of VARIANT with SETUP: ...`",
        ));
    };
    if text.trim().is_empty() {
        let error = Diagnostic::error(Code::Claim, "a link that claims nothing");
        return Err(error.help("write `[words](<claim: ...>)`"));
    }
    let refuted = words[0].eq_ignore_ascii_case("refuted");
    let claim = Claim::without_words(target.sliced(text.trim()), refuted, variant, setup);
    Ok(LinkTarget::Claim(Box::new(claim)))
}

/// A variant and a setup, each of which may be left out: `of chess with endgame`. The text is a slice
/// of `whole`.
pub(super) fn named_variant(
    text: &str,
    whole: &SourceText,
) -> Option<(Option<SourceText>, Option<SourceText>)> {
    let part = |word: &str| Some(whole.sliced(word));
    Some(match text.split_whitespace().collect::<Vec<_>>()[..] {
        [] => (None, None),
        ["of", variant] => (part(variant), None),
        ["with", setup] => (None, part(setup)),
        ["of", variant, "with", setup] => (part(variant), part(setup)),
        _ => return None,
    })
}

fn inside(file: &str, target: &str) -> Result<LinkTarget, Diagnostic> {
    if target.is_empty() {
        return Err(Diagnostic::error(Code::LinkBroken, "a link without a target")
            .help("name a page of the book, as `chess.md`, or an address, as `https://...`"));
    }
    if target.starts_with("//") {
        return Err(Diagnostic::error(Code::LinkBroken, "a link without its `https:`"));
    }
    address::rewrite(file, target).map(LinkTarget::Inside).ok_or_else(|| {
        Diagnostic::error(Code::LinkBroken, format!("`{target}` leaves the book"))
            .help("links go from the page's own file to others below `content`")
    })
}

/// The scheme of a target, by RFC 3986.
fn scheme(target: &str) -> Option<&str> {
    let (scheme, _) = target.split_once(':')?;
    let is_first = |c: char| c.is_ascii_alphabetic();
    let is_next = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    (scheme.starts_with(is_first) && scheme.chars().all(is_next)).then_some(scheme)
}

/// The width of a picture in pixels, from its title: `width 300`. `None` for another title.
pub(super) fn picture_width(title: &str) -> Option<Result<u32, Diagnostic>> {
    let number = title.strip_prefix("width")?;
    let number = number.strip_prefix([' ', '=', ':'])?.trim();
    if !title.starts_with("width ") && number.starts_with(|sign: char| sign.is_ascii_digit()) {
        let message = format!("`{title}` is no width of a picture");
        let help =
            format!("write `![words](picture.png \"width {}\")`", number.trim_end_matches("px"));
        return Some(Err(Diagnostic::error(Code::Text, message).help(help)));
    }
    let width = number.parse().ok().filter(|width| (1..=4000).contains(width));
    let error = || {
        let message = format!("`{number}` is no width of a picture");
        let help = "write its pixels, from 1 to 4000: `![words](picture.png \"width 300\")`";
        Diagnostic::error(Code::Text, message).help(help)
    };
    let is_number = number.starts_with(|sign: char| sign.is_ascii_digit()) || !number.contains(' ');
    (width.is_some() || is_number).then(|| width.ok_or_else(error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{Location, SourceFile, Span};

    fn text(text: &str, target: &str, at: usize) -> SourceText {
        let file = SourceFile::new("content/chess.md", target);
        SourceText::new(text, Location::new(&file, Span::new(at, at + text.len())))
    }

    fn read(target: &str) -> Result<LinkTarget, String> {
        read_target(&text(target, target, 0))
            .map_err(|d| d.message + "; " + &d.help.unwrap_or_default())
    }

    #[test]
    fn each_kind_of_target_is_read() {
        for (target, refuted, at, of, with) in [
            ("claim: x is 1", false, 7, None, None),
            ("claim of a-b: x is 1", false, 14, Some(("a-b", 9)), None),
            ("claim with s: x is 1", false, 14, None, Some(("s", 11))),
            ("claim of a with s: x is 1", false, 19, Some(("a", 9)), Some(("s", 16))),
            ("refuted:x is 1", true, 8, None, None),
        ] {
            let part = |(word, at): (&str, usize)| text(word, target, at);
            let (variant, setup) = (of.map(part), with.map(part));
            let claim = Claim::without_words(part(("x is 1", at)), refuted, variant, setup);
            assert_eq!(read(target), Ok(LinkTarget::Claim(claim.into())));
        }
        let why = "as in chess: a relative".to_owned();
        let by_analogy = LinkTarget::Certainty { certainty: Certainty::ByAnalogy, why };
        assert_eq!(read("By analogy: as in chess: a relative"), Ok(by_analogy));
        assert_eq!(read("https://example.org/"), Ok(LinkTarget::Outside));
        assert_eq!(
            read("aikou/gnu.md"),
            Ok(LinkTarget::Inside("../aikou/gnu/index.html".to_owned()))
        );
    }

    #[test]
    fn wrong_targets_are_errors() {
        for (target, message) in [
            ("clam: x", "did you mean `claim:`?"),
            ("javascript:alert(1)", "no link begins with `javascript:`"),
            ("JavaScript:alert(1)", "no link begins with `javascript:`"),
            ("data:text/html,x", "no link begins with `data:`"),
            ("claim:  ", "claims nothing"),
            ("claim of a:  ", "claims nothing"),
            ("claim about a: x", "is not how a claim begins"),
            ("refuted with: x", "is not how a claim begins"),
            ("../../etc/passwd", "leaves the book"),
            ("//example.org/x", "without its `https:`"),
            ("", "without a target"),
            ("https:evil", "a link `https:` without a site"),
            ("http:\\\\evil", "a link `http:` without a site"),
            ("https:///evil", "a link `https:` without a site"),
        ] {
            let error = read(target).expect_err(target);
            assert!(error.contains(message), "{target}: {error}");
        }
    }
}
