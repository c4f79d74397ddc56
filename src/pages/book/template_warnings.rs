//! Warnings about templates and the style sheet of a book that work, but not as their author meant.

use crate::source::{Code, Diagnostic, SourceFile, Span, did_you_mean, suggestion};

use super::template_variables::template_infos;
use super::templates::{built_in_files, is_template};

/// Returns the warnings about the templates of a book, which have their names below `templates/`.
pub fn template_warnings(own: &[(String, SourceFile)]) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    for (name, file) in own {
        warnings.extend(unused(name, file, own));
        warnings.extend(unknown_variable(name, file));
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

/// A variable that a template prints, which is none but nearly one: with a filter it is silently empty.
fn unknown_variable(name: &str, file: &SourceFile) -> Option<Diagnostic> {
    let infos = template_infos();
    let info = infos.iter().find(|info| info.templates.iter().any(|it| it == name))?;
    let known = || info.variables.iter().map(|(variable, _)| variable.as_str());
    let is_of_name = |sign: char| sign.is_alphanumeric() || sign == '_';
    let text = file.text();
    // What the template names itself, in a loop or a `set`, stands in its tags.
    let own = |word: &str| {
        let mut named =
            tags(text).filter(|(_, _, begin)| matches!(*begin, "for" | "set" | "macro"));
        named.any(|(_, tag, _)| tag.split(|sign| !is_of_name(sign)).any(|it| it == word))
    };
    text.match_indices("{{").find_map(|(at, sign)| {
        let begin =
            at + sign.len() + text[at + sign.len()..].find(|it: char| !it.is_whitespace())?;
        let word = text[begin..].split(|sign| !is_of_name(sign)).next()?;
        let near = did_you_mean(word, known())?;
        let is_known = known().any(|it| it == word) || own(word);
        let warning = Diagnostic::warning(Code::Template, format!("there is no variable `{word}`"));
        let span = Span::new(begin, begin + word.len());
        (!is_known).then(|| warning.in_file(file, span).help(near))
    })
}

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
    open.into_iter().chain(lost).chain(unused_properties(file)).collect()
}

/// The own values of a style sheet that no style uses, and whose names are nearly those of the built-in one.
fn unused_properties(file: &SourceFile) -> impl Iterator<Item = Diagnostic> {
    let built_in = built_in_files().find(|(name, _)| *name == "fairybook.css");
    let built_in = built_in.map_or("", |(_, text)| text);
    let known: Vec<&str> = properties(built_in).map(|(_, name)| name).collect();
    properties(file.text()).filter_map(move |(at, name)| {
        let is_used = [file.text(), built_in].iter().any(|it| it.contains(&format!("var({name}")));
        let help = did_you_mean(name, known.iter().copied()).filter(|_| !is_used)?;
        let warning = Diagnostic::warning(Code::Template, format!("no style uses `{name}`"));
        Some(warning.in_file(file, Span::new(at, at + name.len())).help(help))
    })
}

/// The values that a style sheet declares, `--accent`, with their places.
fn properties(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.match_indices("--").filter_map(|(at, _)| {
        let is_of_name = |sign: char| sign.is_alphanumeric() || sign == '-';
        let end = text[at..].find(|sign| !is_of_name(sign))?;
        let is_first = !text[..at].ends_with(is_of_name);
        (is_first && text[at + end..].starts_with(':')).then(|| (at, &text[at..at + end]))
    })
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

/// The tags of a template, `{% for x in y %}`: where each begins, its text and its first word.
fn tags(text: &str) -> impl Iterator<Item = (usize, &str, &str)> {
    text.match_indices("{%").map(|(at, _)| {
        let tag = &text[at..text[at..].find("%}").map_or(text.len(), |end| at + end + 2)];
        let words = tag.trim_start_matches(['{', '%', '-']);
        (at, tag, words.split_whitespace().next().unwrap_or_default())
    })
}

/// The first tag of a template that needs an end and has none, with what is wrong and what to write; or the
/// end of one that is written as two words.
pub(super) fn unclosed_tag(text: &str) -> Option<(Span, String, String)> {
    let mut open: Vec<(Span, &str)> = Vec::new();
    for (at, tag, word) in tags(text) {
        // A `set` without `=` takes all up to its end.
        let takes_text = word == "set" && !tag.contains('=');
        if takes_text || ["if", "for", "block", "filter"].contains(&word) {
            open.push((Span::new(at, at + tag.len()), word));
        } else if word == "end" {
            let words = tag.trim_matches(['{', '%', '-', '}']).trim();
            let joined = words.split_whitespace().collect::<String>();
            let span = Span::new(at, at + tag.len());
            return Some((
                span,
                format!("`{words}` is no tag"),
                format!("`{}`", tag.replace(words, &joined)),
            ));
        } else if let Some(ended) = word.strip_prefix("end")
            && open.pop_if(|(_, word)| *word == ended).is_none()
        {
            break;
        }
    }
    let (span, word) = open.pop()?;
    Some((span, "this tag has no end".to_owned(), format!("`{{% end{word} %}}` where it ends")))
}
