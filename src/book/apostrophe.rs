//! Typographic apostrophes.

/// Elements whose text stands as it was typed.
const VERBATIM: [&str; 5] = ["code", "pre", "script", "style", "svg"];

/// How an apostrophe may be written in HTML: plainly, or escaped by us or by a template.
const TYPED: [&str; 3] = ["'", "&#39;", "&#x27;"];

/// The same HTML with apostrophes as a printer sets them: `a Knight's move` gets a raised comma.
///
/// It is done to finished pages, so that an author's text, a caption and a sentence of ours look
/// alike. Only what follows a letter or digit is an apostrophe; tags and code stay untouched.
pub fn set_apostrophes(html: &str) -> String {
    let mut set = String::with_capacity(html.len());
    let mut rest = html;
    let mut after_letter = false;
    while let Some(first) = rest.chars().next() {
        let typed = TYPED.iter().find(|typed| rest.starts_with(**typed));
        let taken = match (first, typed) {
            ('<', _) => untouched(rest),
            (_, Some(typed)) => typed.len(),
            _ => first.len_utf8(),
        };
        if typed.is_some() && after_letter {
            set.push('\u{2019}');
        } else {
            set.push_str(&rest[..taken]);
        }
        // A tag between a word and its apostrophe does not part them.
        if first != '<' {
            after_letter = first.is_alphanumeric();
        }
        rest = &rest[taken..];
    }
    set
}

/// How many bytes a tag takes, together with an element that stands as it was typed.
fn untouched(html: &str) -> usize {
    let is_name = |name: &&&str| {
        html[1..].strip_prefix(**name).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    };
    let end = match VERBATIM.iter().find(is_name) {
        Some(name) => format!("</{name}>"),
        None => ">".to_owned(),
    };
    html.find(&end).map_or(html.len(), |at| at + end.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(html: &str, set: &str) {
        assert_eq!(set_apostrophes(html), set);
    }

    #[test]
    fn apostrophes_after_letters_are_raised_commas() {
        check("the Knight's move", "the Knight\u{2019}s move");
        check("<b>Nintu</b>&#39;s, players&#x27;", "<b>Nintu</b>\u{2019}s, players\u{2019}");
        check("'quoted'", "'quoted\u{2019}");
    }

    #[test]
    fn tags_and_code_stay_as_they_are() {
        check("<a title=\"it's\">x</a>", "<a title=\"it's\">x</a>");
        check("<pre><code>it's</code></pre>", "<pre><code>it's</code></pre>");
        check("<svg><desc>it's</desc></svg> it's", "<svg><desc>it's</desc></svg> it\u{2019}s");
        check("<colgroup>it's", "<colgroup>it\u{2019}s");
        check("<", "<");
    }
}
