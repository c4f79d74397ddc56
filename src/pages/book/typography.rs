//! Typographic apostrophes in finished HTML.

/// The elements whose text is left unchanged.
const VERBATIM: [&str; 5] = ["code", "pre", "script", "style", "svg"];

/// The spellings of an apostrophe in HTML: plain, or escaped.
const TYPED: [&str; 3] = ["'", "&#39;", "&#x27;"];

/// Returns the HTML with typographic apostrophes after letters and digits: `a Knight’s move`.
///
/// Tags and code are left unchanged. Finished pages are the input, so that the texts of authors,
/// templates and this program get the same apostrophes.
pub fn typographic_apostrophes(html: &str) -> String {
    let mut set = String::with_capacity(html.len());
    let mut rest = html;
    let mut after_letter = false;
    loop {
        let (text, after) = rest.split_at(rest.find(['<', '\'', '&']).unwrap_or(rest.len()));
        set.push_str(text);
        // A tag may be between a word and its apostrophe.
        after_letter = text.chars().next_back().map_or(after_letter, char::is_alphanumeric);
        let typed = TYPED.iter().find(|typed| after.starts_with(**typed));
        let taken = match (after.chars().next(), typed) {
            (None, _) => break,
            (Some('<'), _) => unchanged_length(after),
            (_, Some(typed)) => typed.len(),
            (Some(first), None) => first.len_utf8(),
        };
        if typed.is_some() && after_letter {
            set.push('\u{2019}');
        } else {
            set.push_str(&after[..taken]);
        }
        after_letter &= after.starts_with('<');
        rest = &after[taken..];
    }
    set
}

/// The length of the tag at the start, with the whole element if it is one of [`VERBATIM`].
fn unchanged_length(html: &str) -> usize {
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
        assert_eq!(typographic_apostrophes(html), set);
    }

    #[test]
    fn apostrophes_after_letters_become_typographic() {
        check("the Knight's move", "the Knight\u{2019}s move");
        check("<b>Nintu</b>&#39;s, players&#x27;", "<b>Nintu</b>\u{2019}s, players\u{2019}");
        check("'quoted'", "'quoted\u{2019}");
    }

    #[test]
    fn tags_and_code_are_left_unchanged() {
        check("<a title=\"it's\">x</a>", "<a title=\"it's\">x</a>");
        check("<pre><code>it's</code></pre>", "<pre><code>it's</code></pre>");
        check("<svg><desc>it's</desc></svg> it's", "<svg><desc>it's</desc></svg> it\u{2019}s");
        check("<colgroup>it's", "<colgroup>it\u{2019}s");
        check("<", "<");
    }
}
