//! Words of everyday language that authors write as keys of a definition, each with what the format has.

use std::sync::LazyLock;

use crate::toml_text::bundled_toml;

/// A row of `everyday.toml`: the table, the words, and a line that would work.
static EVERYDAY_WORDS: LazyLock<Vec<[String; 3]>> = LazyLock::new(|| {
    let file = bundled_toml("everyday.toml", include_str!("everyday.toml"));
    let rows = file.items("words");
    rows.iter().map(|row| [0, 1, 2].map(|at| row.item_text(at).to_owned())).collect()
});

/// Returns the help for an unknown key of the table at `path`, if it is a word of everyday language.
pub(super) fn everyday_help(path: &str, key: &str, own: Option<&str>) -> Option<String> {
    if path.starts_with("sides.") && matches!(key, "color" | "colour") {
        let help =
            "the id of a side gives its colour: `white`, `black`, `red`, `orange`, `green`, `blue`";
        return Some(help.to_owned());
    }
    // What lies deeper than a pattern with `*` belongs to it, too.
    let is_table = |pattern: &str| match pattern.contains('*') {
        false => pattern == path,
        true => {
            let mut parts = path.split('.');
            pattern.split('.').all(|it| parts.next().is_some_and(|part| it == "*" || it == part))
        }
    };
    let fits = |row: &&[String; 3]| is_table(&row[0]) && row[1].split(' ').any(|it| it == key);
    let [pattern, _, line] = EVERYDAY_WORDS.iter().find(fits)?;
    // Headers name the author's own piece.
    let is_of_piece = ["pieces.", "promotion.", "drops."].iter().any(|it| pattern.starts_with(it));
    let line = match path.rsplit_once('.').filter(|_| is_of_piece) {
        Some((_, id)) => {
            line.replace(".pawn", &format!(".{id}")).replace("of pawn", &format!("of {id}"))
        }
        None => line.clone(),
    };
    let line = match line.split_once('<').zip(line.split_once('>')) {
        Some(((before, rest), (_, after))) => {
            let usual = rest.split('>').next().unwrap_or_default();
            format!("{before}{}{after}", own.unwrap_or(usual))
        }
        None => line,
    };
    Some(format!("write `{line}`"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::key_check;
    use crate::source::{Diagnostics, SourceFile, SourceMap};
    use crate::toml_text::parse_toml;

    #[test]
    fn every_line_that_is_suggested_is_one_of_the_format() {
        for [table, words, line] in EVERYDAY_WORDS.iter() {
            let lines = line.replace("` and below it `", "\n").replace("` and `", "\n");
            let lines = lines.replace(['<', '>'], "");
            let table = table.replace('*', "pawn");
            let is_own = lines.starts_with('[') || table.is_empty();
            let header = match table.ends_with(".moves") {
                true => format!("[[{table}]]"),
                false => format!("[{table}]"),
            };
            let text = if is_own { lines } else { format!("{header}\n{lines}") };
            let file = SourceFile::new("a.toml", text.clone() + "\n");
            let mut found = Diagnostics::default();
            let (root, is_sound) = parse_toml(&SourceMap::whole(&file), &mut found);
            key_check::check(&root, &mut found);
            assert!(is_sound && found.is_empty(), "{words:?}: {text}\n{found:#?}");
            for word in words.split(' ') {
                assert!(everyday_help(&table, word, None).is_some(), "{word}");
            }
        }
    }
}
