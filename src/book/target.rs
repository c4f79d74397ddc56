//! What the target of a link means.

use crate::source::{Code, Diagnostic, closest, quoted_list};
use crate::variant::Sureness;

use super::address;

/// What the target of a link means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Target {
    /// The words are a claim: `claim: count(moves(bede, a1)) is 9`.
    Claim {
        text: String,
        /// Where the claim begins in the target.
        at: usize,
        refuted: bool,
        /// `claim of chess: ...`: of another variant than the page's, and where it is named.
        of: Option<(String, usize)>,
        /// `claim with endgame: ...`: with another set-up than the page's.
        with: Option<(String, usize)>,
    },
    /// The words state a fact of this standing: `derived: from the symmetry of the board`.
    Standing { sureness: Sureness, why: String },
    /// Somewhere in the world.
    Outside,
    /// Somewhere in the book, as it is written in the page's HTML.
    Inside(String),
}

const KINDS: &[&str] = &[
    "claim",
    "refuted",
    "stated",
    "derived",
    "by analogy",
    "reconstructed",
    "https",
    "http",
    "mailto",
];

/// Reads the target of a link in that file.
pub(super) fn read_target(file: &str, target: &str) -> Result<Target, Diagnostic> {
    if let Some(claim) = claim_elsewhere(target) {
        return claim;
    }
    if let Some((word, why)) = target.split_once(':')
        && let Some(sureness) = Sureness::of_word(&word.to_ascii_lowercase())
    {
        return Ok(Target::Standing { sureness, why: why.trim().to_owned() });
    }
    let Some((scheme, rest)) = scheme(target) else {
        return inside(file, target);
    };
    match scheme.to_ascii_lowercase().as_str() {
        "http" | "https" | "mailto" => Ok(Target::Outside),
        kind @ ("claim" | "refuted") => {
            let refuted = kind == "refuted";
            claim(target, rest).map(|(text, at)| Target::Claim {
                text,
                at,
                refuted,
                of: None,
                with: None,
            })
        }
        other => {
            let complaint =
                Diagnostic::error(Code::LinkBroken, format!("no link begins with `{other}:`"));
            Err(complaint.help(match closest(other, KINDS.iter().copied()) {
                Some(near) => format!("did you mean `{near}:`?"),
                None => {
                    format!(
                        "links begin with {} or name a file of the book",
                        quoted_list(KINDS.iter().copied())
                    )
                }
            }))
        }
    }
}

/// The text of a claim and where it begins, of what follows the colon.
fn claim(target: &str, rest: &str) -> Result<(String, usize), Diagnostic> {
    if rest.trim().is_empty() {
        let complaint = Diagnostic::error(Code::Claim, "a link that claims nothing");
        return Err(complaint.help("write `[words](<claim: ...>)`"));
    }
    Ok((rest.trim().to_owned(), target.len() - rest.trim_start().len()))
}

/// A claim about another game than the page's, or with another set-up:
/// `claim of chess with endgame: ...`, either part alone too.
fn claim_elsewhere(target: &str) -> Option<Result<Target, Diagnostic>> {
    let (head, rest) = target.split_once(':')?;
    let words: Vec<&str> = head.split_whitespace().collect();
    let refuted = match words.first()?.to_ascii_lowercase().as_str() {
        "claim" if words.len() > 1 => false,
        "refuted" if words.len() > 1 => true,
        _ => return None,
    };
    let place = |word: &str| word.as_ptr() as usize - target.as_ptr() as usize;
    let named = |word: &str| Some((word.to_owned(), place(word)));
    let (of, with) = match words[1..] {
        ["of", variant] => (named(variant), None),
        ["with", setup] => (None, named(setup)),
        ["of", variant, "with", setup] => (named(variant), named(setup)),
        _ => {
            let message = format!("`{}` is not how a claim begins", head.trim());
            let complaint = Diagnostic::error(Code::Claim, message);
            return Some(Err(complaint.help(
                "write `claim: ...`, or for another game `claim of VARIANT: ...`, \
                 `claim with SETUP: ...`, `claim of VARIANT with SETUP: ...`",
            )));
        }
    };
    let found = claim(target, rest);
    Some(found.map(|(text, at)| Target::Claim { text, at, refuted, of, with }))
}

fn inside(file: &str, target: &str) -> Result<Target, Diagnostic> {
    if target.is_empty() {
        return Err(Diagnostic::error(Code::LinkBroken, "a link without a target")
            .help("name a page of the book, as `chess.md`, or an address, as `https://...`"));
    }
    if target.starts_with("//") {
        return Err(Diagnostic::error(Code::LinkBroken, "a link without its `https:`"));
    }
    address::rewrite(file, target).map(Target::Inside).ok_or_else(|| {
        Diagnostic::error(Code::LinkBroken, format!("`{target}` leaves the book"))
            .help("links go from the page's own file to others below `content`")
    })
}

/// The scheme of a target and what follows the colon, as RFC 3986 has it.
fn scheme(target: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = target.split_once(':')?;
    let begins = scheme.starts_with(|c: char| c.is_ascii_alphabetic());
    let goes_on = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    (begins && scheme.chars().all(goes_on)).then_some((scheme, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(target: &str) -> Result<Target, String> {
        read_target("content/chess.md", target)
            .map_err(|d| d.message + "; " + &d.help.unwrap_or_default())
    }

    #[test]
    fn targets_are_told_apart() {
        let claim = |at, of: Option<(&str, usize)>, with: Option<(&str, usize)>| Target::Claim {
            text: "x is 1".to_owned(),
            at,
            refuted: false,
            of: of.map(|(word, at)| (word.to_owned(), at)),
            with: with.map(|(word, at)| (word.to_owned(), at)),
        };
        assert_eq!(read("claim: x is 1"), Ok(claim(7, None, None)));
        assert_eq!(read("claim of a-b: x is 1"), Ok(claim(14, Some(("a-b", 9)), None)));
        assert_eq!(read("claim with s: x is 1"), Ok(claim(14, None, Some(("s", 11)))));
        let both = claim(19, Some(("a", 9)), Some(("s", 16)));
        assert_eq!(read("claim of a with s: x is 1"), Ok(both));
        assert!(matches!(read("refuted:x is 1"), Ok(Target::Claim { at: 8, refuted: true, .. })));
        let why = "as in chess: a relative".to_owned();
        let by_analogy = Target::Standing { sureness: Sureness::ByAnalogy, why };
        assert_eq!(read("By analogy: as in chess: a relative"), Ok(by_analogy));
        assert_eq!(read("https://example.org/"), Ok(Target::Outside));
        assert_eq!(read("aikou/gnu.md"), Ok(Target::Inside("../aikou/gnu/index.html".to_owned())));
    }

    #[test]
    fn targets_that_cannot_be_are_refused() {
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
        ] {
            let told = read(target).expect_err(target);
            assert!(told.contains(message), "{target}: {told}");
        }
    }
}
