//! Finds signs of Markdown in the text of a page that readers would see as they are.

use crate::source::{Code, Diagnostic, SourceFile, Span};

/// Signs that stand in a text only by mistake, and what the author meant to write.
const SIGNS: [(&str, &str); 13] = [
    (
        "**",
        "bold words are `**words**`, with no blank inside and in one paragraph; `\\*\\*` shows the signs",
    ),
    ("[[", "a link is written `[words](address)`"),
    ("[]", "an open task is written `- [ ] words`, with a blank between the brackets"),
    ("](", "a link is written `[words](address)`, on one line"),
    ("] (", "a link is written `[words](address)`, with no blank between"),
    (")[", "a link is written `[words](address)`"),
    ("`=", "a value ends with a grave accent: `` `= count(moves(knight, d4))` ``"),
    (
        "{{",
        "a page has no commands of templates: a link is `[words](../page.md)`, a picture `![words](picture.png)`",
    ),
    ("{width", "a width stands in the title of a picture: `![words](picture.png \"width 200\")`"),
    ("{%", "a page has no commands of templates: a box begins with `> [!NOTE]`"),
    ("[TOC]", "each page has a list of its headings: leave `[TOC]` out"),
    ("[NOTE]", "a box begins with `> [!NOTE]`"),
    ("[!", "a box begins with a line of its own: `> [!NOTE]`, TIP, IMPORTANT, WARNING or CAUTION"),
];

/// Returns a warning if a text has signs of Markdown that were not read; `span` is its place.
///
/// What an author writes with a backslash, as in `\*\*`, is meant so.
pub(super) fn raw_sign(text: &str, file: &SourceFile, span: Span) -> Option<Diagnostic> {
    let source = &file.text()[span.range()];
    let is_meant = |sign: &str, rest: &str| match sign {
        "] (" => !rest.contains(".md)") && !rest.contains("://"),
        // A claim that is no link is an error.
        "](" => {
            ["](<claim", "](claim", "](<refuted", "](refuted"].iter().any(|it| rest.starts_with(it))
        }
        _ => false,
    };
    let found = SIGNS.iter().find_map(|(sign, help)| {
        let at = source.find(sign).filter(|at| !is_meant(sign, &source[*at..]))?;
        text.contains(sign).then_some((at, *sign, (*help).to_owned()))
    });
    let (at, sign, help) = found.or_else(|| {
        let is_first = file.text()[..span.start].ends_with('\n');
        let rest = source.trim_start_matches('#');
        let is_letter = rest.starts_with(char::is_alphabetic);
        let item = source.strip_prefix('-').is_some_and(|it| it.starts_with(char::is_alphabetic));
        if is_first && source.starts_with('|') && source.trim_end().ends_with('|') {
            // Of a table without its second line the first one is enough.
            let before = file.text()[..span.start].lines().next_back();
            if before.is_some_and(|line| line.starts_with('|')) {
                return None;
            }
            let help = "a table has a line such as `|---|---|` below its first one";
            return Some((0, "|", help.to_owned()));
        }
        match rest.len() < source.len() && is_letter {
            true => {
                let signs = source.len() - rest.len();
                let heading = source.lines().next().unwrap_or_default();
                let heading = format!("{} {}", &source[..signs], heading[signs..].trim());
                Some((0, "#", format!("a heading has a blank behind its signs: write `{heading}`")))
            }
            false => {
                let help = "an item of a list has a blank behind its sign: `- A`";
                item.then_some((0, "-", help.to_owned()))
            }
        }
        .filter(|_| is_first)
    })?;
    let message = format!("readers see the signs “{sign}” as they are");
    let place = Span::new(span.start + at, span.start + at + sign.len());
    Some(Diagnostic::warning(Code::Text, message).in_file(file, place).help(help))
}
