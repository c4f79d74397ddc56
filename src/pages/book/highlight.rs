//! Highlights code of definitions and of move notation, as HTML.

use super::raw_html::escape;

/// Returns a block of code as HTML with its parts marked; `None` for a language that is not known.
///
/// The classes are `head` (a table), `key`, `value` (a text), `number`, `atom` (a capital of a
/// notation) and `comment`.
pub(super) fn highlighted(language: &str, code: &str) -> Option<String> {
    let of_line = match language {
        "toml" => toml_line,
        "betza" => notation_line,
        _ => return None,
    };
    let lines: String = code.lines().map(|line| of_line(line) + "\n").collect();
    Some(format!("<pre><code class=\"language-{language}\">{lines}</code></pre>\n"))
}

fn part(class: &str, text: &str) -> String {
    match text {
        "" => String::new(),
        text => format!("<span class=\"{class}\">{}</span>", escape(text)),
    }
}

fn toml_line(line: &str) -> String {
    let trimmed = line.trim_start();
    let indent = &line[..line.len() - trimmed.len()];
    let (head, rest) = if trimmed.starts_with('[') && !trimmed.contains('=') {
        let end = trimmed.rfind(']').map_or(trimmed.len(), |end| end + 1);
        (part("head", &trimmed[..end]), &trimmed[end..])
    } else {
        let is_key = |sign: char| sign.is_alphanumeric() || "-_.\"' ".contains(sign);
        match trimmed.split_once('=') {
            Some((key, rest)) if !key.is_empty() && key.chars().all(is_key) => {
                (part("key", key.trim_end()) + &key[key.trim_end().len()..] + "=", rest)
            }
            _ => (String::new(), trimmed),
        }
    };
    format!("{indent}{head}{}", toml_value(rest))
}

/// A value with what follows it on the line: texts, numbers, words, and a comment.
fn toml_value(text: &str) -> String {
    let mut html = String::new();
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        let is_word = |sign: char| sign.is_alphanumeric() || "-_.:".contains(sign);
        let (class, length) = match sign {
            '#' => ("comment", rest.len()),
            '"' | '\'' => {
                let end = rest[1..].find(sign).map_or(rest.len(), |end| end + 2);
                ("value", end)
            }
            _ if is_word(sign) => {
                let end = rest.find(|sign| !is_word(sign)).unwrap_or(rest.len());
                // In a table on one line, a word before `=` is a key.
                let is_key = rest[end..].trim_start().starts_with('=');
                (if is_key { "key" } else { "number" }, end)
            }
            _ => {
                html += &escape(&rest[..sign.len_utf8()]);
                rest = &rest[sign.len_utf8()..];
                continue;
            }
        };
        html += &part(class, &rest[..length]);
        rest = &rest[length..];
    }
    html
}

fn notation_line(line: &str) -> String {
    let sign = |sign: char| match sign {
        'A'..='Z' => part("atom", &sign.to_string()),
        '0'..='9' => part("number", &sign.to_string()),
        _ => escape(&sign.to_string()),
    };
    line.chars().map(sign).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The marked parts of a line, as `class:text`.
    fn parts(language: &str, code: &str) -> Vec<String> {
        let html = highlighted(language, code).expect("the language is known");
        let parts = html.split("<span class=\"").skip(1);
        let part = |text: &str| {
            let (class, rest) = text.split_once("\">").expect("a class ends");
            format!("{class}:{}", rest.split("</span>").next().unwrap_or_default())
        };
        parts.map(part).collect()
    }

    #[test]
    fn parts_of_definitions_and_notation_are_marked() {
        for (code, expected) in [
            ("[pieces.knight] # a", "head:[pieces.knight] comment:# a"),
            ("move = \"N\" # b", "key:move value:&quot;N&quot; comment:# b"),
            ("a = { move = \"#\", n = -3 }", "key:a key:move value:&quot;#&quot; key:n number:-3"),
            ("  { from = \"a=b\" },", "key:from value:&quot;a=b&quot;"),
            ("places = [3, 0.5]", "key:places number:3 number:0.5"),
            ("[[pieces.a.moves]]", "head:[[pieces.a.moves]]"),
            ("<b> \"open", "number:b value:&quot;open"),
        ] {
            assert_eq!(parts("toml", code).join(" "), expected, "{code}");
        }
        assert_eq!(parts("betza", "fmW2N").join(" "), "atom:W number:2 atom:N");
        assert_eq!(highlighted("rust", "x"), None);
        let html = highlighted("toml", "a = \"<\" # é\n\nb = 1").expect("the language is known");
        assert!(html.contains("&lt;") && html.contains("# é</span>\n\n<span"), "{html}");
    }
}
