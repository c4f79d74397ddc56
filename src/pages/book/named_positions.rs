//! Positions to which the head of a page gives names, for its claims and diagrams.

use std::collections::BTreeSet;

use crate::source::{Code, Diagnostic, SourceText};

use super::page::PageBody;

/// A name with its position.
pub type NamedPosition = (SourceText, SourceText);

/// Puts the positions in the place of their names. Returns an error for each that nothing uses.
pub(super) fn name_positions(positions: &[NamedPosition], body: &mut PageBody) -> Vec<Diagnostic> {
    let mut used = BTreeSet::new();
    for block in &mut body.blocks {
        if let Some(text) = &mut block.position
            && let Some((name, position)) = positions.iter().find(|(it, _)| it.value == text.value)
        {
            used.insert(&name.value);
            *text = position.clone();
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
    }
    let unused = positions.iter().filter(|(name, _)| !used.contains(&name.value));
    let error = |(name, _): &NamedPosition| {
        let message = format!("no claim and no diagram uses the position `{}`", name.value);
        let help =
            "write its name in a claim, `check in NAME`, or in a block, `position = \"NAME\"`";
        name.error(Code::FrontMatter, message).help(help)
    };
    unused.map(error).collect()
}

/// Returns the claim with the position in quotation marks after each `in` that has its name; `None`
/// if there is none.
fn with_position(claim: &str, name: &str, position: &str) -> Option<String> {
    let mut found = String::new();
    let (mut in_quotes, mut is_changed) = (false, false);
    for part in claim.split_inclusive([' ', ')', '"']) {
        let word = part.trim_end_matches([' ', ')', '"']);
        if word == name && !in_quotes && found.trim_end().ends_with(" in") {
            found += &format!("\"{position}\"{}", &part[word.len()..]);
            is_changed = true;
        } else {
            found += part;
        }
        in_quotes ^= part.ends_with('"');
    }
    is_changed.then_some(found)
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
            ("moves(a1) in mates is b2", None),
            ("moves(mate, a1) is b2", None),
            ("stands(\"king in mate\") is b2", None),
        ] {
            assert_eq!(with_position(claim, "mate", "k").as_deref(), expected, "{claim}");
        }
    }
}
