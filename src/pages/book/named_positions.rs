//! Positions to which the head of a page gives names, for its claims and diagrams.

use std::collections::BTreeSet;

use crate::source::{Code, Diagnostic, SourceText, did_you_mean, suggestion};

use super::keys::PAGE_KEYS;
use super::page::PageBody;

/// A name with its position.
pub type NamedPosition = (SourceText, SourceText);

/// Puts the positions in the place of their names. Returns an error for each that nothing uses, and
/// for each name that is nearly one of theirs.
pub(super) fn name_positions(positions: &[NamedPosition], body: &mut PageBody) -> Vec<Diagnostic> {
    let mut used = BTreeSet::new();
    let mut errors = Vec::new();
    for block in &mut body.blocks {
        let Some(text) = &mut block.position else { continue };
        let names = positions.iter().map(|(name, _)| name.value.as_str());
        if let Some((name, position)) = positions.iter().find(|(it, _)| it.value == text.value) {
            used.insert(&name.value);
            *text = position.clone();
        } else if is_name(text) && !positions.is_empty() && !is_usual(text) {
            errors.push(unknown(text, &text.value, suggestion(&text.value, names)));
            block.position = None;
        }
    }
    let claims = body.claims.iter_mut().map(|claim| &mut claim.text);
    for text in claims.chain(body.values.iter_mut().map(|value| &mut value.text)) {
        for (name, position) in positions {
            if let Some(whole) = with_position(&text.value, &name.value, &position.value) {
                used.insert(&name.value);
                *text = SourceText::new(whole, text.location.clone());
            }
        }
        for word in words_after_in(&text.value) {
            let at = word.as_ptr() as usize - text.value.as_ptr() as usize;
            let mut words = text.value[at..].split([' ', '(', ')', '"']).take(MOST_BEFORE_NAME);
            let is_named = |word: &&str| positions.iter().any(|(name, _)| name.value == *word);
            // `in the fog` for `in fog`
            if let Some(name) = words.find(is_named).filter(|name| *name != word) {
                let help = format!("the position is called `{name}`: write `in {name}`");
                errors.push(unknown(text, word, help));
                continue;
            }
            let near = did_you_mean(word, positions.iter().map(|(name, _)| name.value.as_str()));
            errors.extend(near.map(|near| unknown(text, word, near)));
        }
    }
    let unused = positions.iter().filter(|(name, _)| !used.contains(&name.value));
    let error = |(name, _): &NamedPosition| {
        let message = format!("no claim and no diagram uses the position `{}`", name.value);
        let help = match PAGE_KEYS.iter().any(|key| key.name == name.value) {
            true => "lines below `[positions]` are positions: write this line above it",
            false => {
                "write its name in a claim, `check in NAME`, or in a block, `position = \"NAME\"`"
            }
        };
        name.error(Code::FrontMatter, message).help(help).follow_up()
    };
    // A name that is misspelt is why another one seems unused.
    if errors.is_empty() { unused.map(error).collect() } else { errors }
}

fn unknown(text: &SourceText, name: &str, near: String) -> Diagnostic {
    let message = format!("the head of this page has no position `{name}`");
    text.error(Code::FrontMatter, message).help(near)
}

/// How many words of an author's can stand before the name of a position.
const MOST_BEFORE_NAME: usize = 3;

/// Whether the text of a block can be the name of a position: a placement has digits or slashes.
fn is_usual(text: &SourceText) -> bool {
    matches!(&*text.value, "setup" | "start")
}

fn is_name(text: &SourceText) -> bool {
    !text.value.contains(|c: char| c == '/' || c.is_ascii_digit() || c.is_whitespace())
}

/// Returns the claim with the position in quotation marks after each `in` that has its name; `None`
/// if there is none.
fn with_position(claim: &str, name: &str, position: &str) -> Option<String> {
    // A name in quotation marks is one, too.
    let plain = claim.replace(&format!(" in \"{name}\""), &format!(" in {name}"));
    let words = words_after_in(&plain).into_iter().filter(|word| *word == name);
    let mut found = plain.clone();
    // From the last to the first, so that the places of those before stay.
    for word in words.collect::<Vec<&str>>().into_iter().rev() {
        let at = word.as_ptr() as usize - plain.as_ptr() as usize;
        found.replace_range(at..at + word.len(), &format!("\"{position}\""));
    }
    (found != claim).then_some(found)
}

/// The words after each `in` of a claim, outside of quotation marks.
fn words_after_in(claim: &str) -> Vec<&str> {
    let (mut in_quotes, mut is_after_in) = (false, false);
    let mut words = Vec::new();
    for part in claim.split_inclusive([' ', '(', ')', '"']) {
        let word = part.trim_end_matches([' ', '(', ')', '"']);
        if is_after_in && !in_quotes && !word.is_empty() {
            words.push(word);
        }
        is_after_in = word == "in" && part.ends_with(' ') || word.is_empty() && is_after_in;
        in_quotes ^= part.ends_with('"');
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_position_is_read_only_after_in() {
        for (claim, expected) in [
            ("check in mate", Some("check in \"k\"")),
            ("not check in mate and check in mate", Some("not check in \"k\" and check in \"k\"")),
            ("(count(moves(a1)) in mate) is 2", Some("(count(moves(a1)) in \"k\") is 2")),
            ("not check in \"mate\"", Some("not check in \"k\"")),
            ("moves(a1) in mates is b2", None),
            ("moves(mate, a1) is b2", None),
            ("stands(\"king in mate\") is b2", None),
        ] {
            assert_eq!(with_position(claim, "mate", "k").as_deref(), expected, "{claim}");
        }
    }
}
