//! Warnings about templates and the style sheet of a book that work, but not as their author meant.

use crate::source::{Code, Diagnostic, SourceFile, Span, suggestion};

use super::templates::{built_in_files, is_template};

/// Returns the warnings about the templates of a book, which have their names below `templates/`.
pub fn template_warnings(own: &[(String, SourceFile)]) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    for (name, file) in own {
        warnings.extend(unused(name, file, own));
        warnings.extend(without_body(name, file, own));
        for (sign, message, help) in FAULTS {
            let at = file.text().find(sign);
            let place = at.map(|at| Span::new(at, at + sign.len()));
            let warning = || Diagnostic::warning(Code::Template, message).help(help);
            warnings.extend(place.map(|place| warning().in_file(file, place)));
        }
    }
    warnings
}

/// What a template may not have, what is wrong with it, and what to write.
const FAULTS: [(&str, &str, &str); 3] = [
    ("{{ body }}", "readers would see the HTML of the page as text", "write `{{ body | safe }}`"),
    ("{{body}}", "readers would see the HTML of the page as text", "write `{{ body | safe }}`"),
    ("<style", "browsers do not use styles of a page", "write them into `templates/own.css`"),
];

fn unused(name: &str, file: &SourceFile, own: &[(String, SourceFile)]) -> Option<Diagnostic> {
    let built_in = built_in_files().map(|(name, _)| name).filter(|name| is_template(name));
    let quoted = [format!("\"{name}\""), format!("'{name}'")];
    let is_used =
        |(_, file): &(String, SourceFile)| quoted.iter().any(|it| file.text().contains(it));
    if built_in.clone().any(|known| known == name) || own.iter().any(is_used) {
        return None;
    }
    let message = format!("no template includes `{name}`: it is not used");
    let help = suggestion(name, built_in);
    Some(Diagnostic::warning(Code::Template, message).in_file(file, file.line_span(1)).help(help))
}

/// A template that takes the place of one with the text of a page, and never prints it.
fn without_body(name: &str, file: &SourceFile, own: &[(String, SourceFile)]) -> Option<Diagnostic> {
    let mut built_in = built_in_files().filter(|(known, _)| *known == name);
    let prints = built_in.any(|(_, text)| text.contains("{{ body"));
    if !prints || own.iter().any(|(_, file)| file.text().contains("body")) {
        return None;
    }
    let message = format!("`{name}` never prints `body`: all its pages are empty");
    let warning = Diagnostic::warning(Code::Template, message).in_file(file, file.line_span(1));
    Some(warning.help("write `{{ body | safe }}` where the text of a page belongs"))
}

/// Returns the warnings about a style sheet in `assets/`. `exists` says whether the site has a file.
pub fn style_warnings(file: &SourceFile, exists: impl Fn(&str) -> bool) -> Vec<Diagnostic> {
    let text = file.text();
    let warning = |message: String, at: usize, length: usize| {
        Diagnostic::warning(Code::Template, message).in_file(file, Span::new(at, at + length))
    };
    let open = unclosed_brace(text).map(|at| {
        warning("this `{` has no `}`".to_owned(), at, 1)
            .help("write `}` behind the last line of its rule")
    });
    let lost = text.match_indices("url(").filter_map(|(at, begin)| {
        let (url, _) = text[at + begin.len()..].split_once(')')?;
        let name = url.trim().trim_matches(['"', '\'']);
        let path = name.split(['?', '#']).next().unwrap_or_default();
        let path = path.strip_prefix("../").map_or_else(|| format!("assets/{path}"), str::to_owned);
        let is_lost = !name.contains(':') && !name.starts_with(['/', '#']) && !exists(&path);
        is_lost.then(|| {
            warning(format!("`{name}` leads nowhere"), at, begin.len() + url.len() + 1)
                .help(format!("put the file at `templates/{name}`"))
        })
    });
    open.into_iter().chain(lost).collect()
}

/// The last `{` that nothing closes; comments and texts may have any.
fn unclosed_brace(text: &str) -> Option<usize> {
    let (mut open, mut rest) = (Vec::new(), 0);
    while let Some(at) = text[rest..].find(['{', '}', '"', '/']).map(|at| rest + at) {
        rest = at + 1;
        match text.as_bytes()[at] {
            b'{' => open.push(at),
            b'}' => drop(open.pop()),
            b'"' => rest += text[rest..].find(['"', '\n']).map_or(0, |end| end + 1),
            _ if text[rest..].starts_with('*') => {
                rest = text[rest..].find("*/").map_or(text.len(), |end| rest + end + 2);
            }
            _ => {}
        }
    }
    open.pop()
}

/// The first tag of a template that needs an end and has none, and the word of the end.
pub(super) fn unclosed_tag(text: &str) -> Option<(Span, String)> {
    let mut open: Vec<(Span, &str)> = Vec::new();
    for (at, _) in text.match_indices("{%") {
        let tag = &text[at..text[at..].find("%}").map_or(text.len(), |end| at + end + 2)];
        let word =
            tag.trim_start_matches(['{', '%', '-']).split_whitespace().next().unwrap_or_default();
        // A `set` without `=` takes all up to its end.
        let takes_text = word == "set" && !tag.contains('=');
        if takes_text || ["if", "for", "block", "filter"].contains(&word) {
            open.push((Span::new(at, at + tag.len()), word));
        } else if let Some(ended) = word.strip_prefix("end")
            && open.pop_if(|(_, word)| *word == ended).is_none()
        {
            break;
        }
    }
    open.pop().map(|(span, word)| (span, format!("end{word}")))
}
