//! A new definition that begins as a copy of another.

use crate::source::{SourceFile, title_case};

/// Returns the text of a definition `id` that is a copy of `original`, with a name of its own.
///
/// The copy has no `[about]`: the inventor and the source of the original are not its own.
pub fn copy_of(original: &SourceFile, original_id: &str, id: &str) -> String {
    let title = title_case(id);
    let mut text = format!("# How {title} is played. It began as a copy of `{original_id}`.\n");
    let mut table = String::new();
    for line in original.text().lines() {
        if line.starts_with('[') {
            table = line.split(']').next().unwrap_or_default().trim_start_matches('[').to_owned();
        }
        let key = line.split('=').next().unwrap_or_default().trim();
        match (table.as_str(), key) {
            ("about", _) | ("", "about") => {}
            ("", "name") => text.push_str(&format!("name = \"{title}\"\n")),
            _ => {
                text.push_str(line);
                text.push('\n');
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::format::{WithShipped, shipped_definition};
    use crate::variant::load;

    #[test]
    fn a_copy_has_the_same_rules_and_another_name() {
        let none = BTreeMap::new();
        for id in ["chess", "crazyhouse", "different-armies", "xiangqi", "infantry-chess"] {
            let original = shipped_definition(id).unwrap();
            let copy = SourceFile::new("copy.toml", copy_of(&original, id, "my-game"));
            let (found, diagnostics) = load(&copy, "my-game", &WithShipped(&none));
            let copy = found.unwrap_or_else(|| panic!("{id}: {diagnostics:#?}"));
            let (found, _) = load(&original, id, &WithShipped(&none));
            let (copy, original) =
                (copy.variant(None).unwrap(), found.unwrap().variant(None).unwrap());
            assert_eq!((&*copy.name, &copy.about.inventor), ("My Game", &None), "{id}");
            let position =
                |variant: &crate::variant::Variant| variant.rules().unwrap().initial_position();
            assert_eq!(position(&copy), position(&original), "{id}");
        }
    }
}
