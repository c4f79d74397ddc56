//! Templates whose loops and components count their rounds, so that each template ends.

use crate::source::Span;

/// The name of the function that counts one round.
pub(super) const COUNT: &str = "count_round";

/// The name of the function that counts the text of a variable.
pub(super) const COUNT_TEXT: &str = "count_text";

/// A template that calls [`COUNT_TEXT`] after each variable that is set, and [`COUNT`] at the beginning of each round of a loop and of each component.
///
/// A component that uses itself twice would not end either, though it may not go deep.
#[derive(Debug)]
pub(super) struct CountedTemplate {
    pub text: String,
    /// The calls: their places in `text`.
    calls: Vec<Span>,
}

impl CountedTemplate {
    /// Adds the calls. A text that is no template stays as broken as it is.
    pub fn new(template: &str) -> CountedTemplate {
        let (mut text, mut calls) = (String::with_capacity(template.len()), Vec::new());
        let mut rest = template;
        // The variables whose texts are not complete yet.
        let mut open = Vec::new();
        while let Some(start) =
            rest.find("{%").into_iter().chain(rest.find("{#")).chain(rest.find("{{")).min()
        {
            let length = tag_length(&rest[start..]);
            let tag = &rest[start..start + length];
            let (before, after) = rest.split_at(start + length);
            text.push_str(before);
            rest = after;
            let inside = tag.trim_matches(['{', '%', '-', '}']);
            let (word, others) =
                inside.trim().split_once(char::is_whitespace).unwrap_or((inside.trim(), ""));
            let mut call = |call: String| {
                let begin = text.len();
                // The sign that removes the blanks after a tag must still be before them.
                let end = if tag.ends_with("-%}") { "-}}" } else { "}}" };
                text.push_str(&format!("{{{{{call}{end}"));
                calls.push(Span::new(begin, text.len()));
            };
            match Some(word).filter(|_| tag.starts_with("{%")) {
                Some("for" | "component") => call(format!("{COUNT}()")),
                Some("set" | "set_global") => match others.split_once('=') {
                    Some((name, _)) => call(format!("{COUNT_TEXT}(of={})", name.trim())),
                    None => open.push(others.split(['|', ' ']).next().unwrap_or_default()),
                },
                Some("endset") => {
                    let name = open.pop().unwrap_or("\"\"");
                    call(format!("{COUNT_TEXT}(of={name})"));
                }
                Some("raw") => {
                    let end = rest.find("endraw").unwrap_or(rest.len());
                    text.push_str(&rest[..end]);
                    rest = &rest[end..];
                }
                _ => {}
            }
        }
        text.push_str(rest);
        CountedTemplate { text, calls }
    }

    /// The place in the author's text of a place in `text`.
    pub fn place(&self, span: Span) -> Span {
        let place = |at: usize| {
            let before = self.calls.iter().take_while(|call| call.start < at);
            at - before.map(|call| at.min(call.end) - call.start).sum::<usize>()
        };
        Span::new(place(span.start), place(span.end))
    }
}

/// The length of the tag or comment at the beginning of a text.
fn tag_length(text: &str) -> usize {
    let end = match &text[..2] {
        "{#" => return text.find("#}").map_or(text.len(), |at| at + 2),
        "{%" => "%}",
        _ => "}}",
    };
    let mut quote = None;
    for (at, character) in text.char_indices().skip(2) {
        match quote {
            Some(open) if open == character => quote = None,
            Some(_) => {}
            None if matches!(character, '"' | '\'' | '`') => quote = Some(character),
            None if text[at..].starts_with(end) => return at + 2,
            None => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_loops_get_a_call() {
        let call = format!("{{{{{COUNT}()}}}}");
        for (template, counted) in [
            ("a{% for x in y %}b{% endfor %}", format!("a{{% for x in y %}}{call}b{{% endfor %}}")),
            ("{%- for x in \"%}\" %}b", format!("{{%- for x in \"%}}\" %}}{call}b")),
            ("{% component c() %}b", format!("{{% component c() %}}{call}b")),
            ("{% raw %}{% for x in y %}{% endraw %}{{ z }}", String::new()),
            ("{# {% for x in y %} #}{% if x %}é", String::new()),
            ("{{ \"{% for x in y %}\" }}{% forest %}{% for", String::new()),
        ] {
            let expected = if counted.is_empty() { template } else { &counted };
            // The last one has a loop that never ends its tag.
            let found = CountedTemplate::new(template);
            if template.ends_with("for") {
                assert!(found.text.starts_with(template));
            } else {
                assert_eq!(found.text, expected);
            }
        }
        let trimmed = CountedTemplate::new("{% for x in y -%}  b");
        assert_eq!(trimmed.text, format!("{{% for x in y -%}}{{{{{COUNT}()-}}}}  b"));
    }

    #[test]
    fn places_are_those_of_the_author() {
        let template = "a{% for x in y %}b{{ z }}{% for v in w %}c";
        let counted = CountedTemplate::new(template);
        for word in ["b{{", "{{ z", "for v", "c"] {
            let at = template.find(word).expect("it is there");
            let here = counted.text.rfind(word).expect("it is there");
            let span = counted.place(Span::new(here, here + word.len()));
            assert_eq!(span, Span::new(at, at + word.len()), "{word}");
        }
    }
}
