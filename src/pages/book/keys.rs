//! The keys of blocks, of heads of pages and of settings, read from `keys.toml`.

use std::sync::LazyLock;

use crate::diagram::PieceDress;
use crate::query::MoveFilter;
use crate::toml_text::{KeyInfo, KeyInfoValue, TomlTable, bundled_toml};

use super::directive::{FORMS, FigurePlacement, GalleryKind, ListOrder};

/// A kind of block.
#[derive(Debug)]
pub struct BlockInfo {
    /// The word after the fence.
    pub word: String,
    /// What the block shows.
    pub meaning: String,
    /// The lines that every example of the block needs.
    pub example: String,
    /// The keys that it may have, its own ones first.
    pub keys: Vec<KeyInfo>,
}

/// All kinds of blocks.
pub static BLOCKS: LazyLock<Vec<BlockInfo>> = LazyLock::new(|| {
    let file = file();
    let words = ["shared", "page", "settings"];
    let blocks = file.entries.iter().filter(|entry| !words.contains(&entry.key.as_str()));
    blocks.map(|entry| block(&file, entry.key.as_str())).collect()
});

/// The keys of the head of a page.
pub static PAGE_KEYS: LazyLock<Vec<KeyInfo>> =
    LazyLock::new(|| keys(file().table("page").table("keys")));

/// The keys of the settings.
pub static SETTINGS_KEYS: LazyLock<Vec<KeyInfo>> =
    LazyLock::new(|| keys(file().table("settings").table("keys")));

/// Returns the keys of the block with that word; none if there is no such block.
pub(super) fn block_keys(word: &str) -> &'static [KeyInfo] {
    BLOCKS.iter().find(|block| block.word == word).map_or(&[], |block| &block.keys)
}

fn file() -> TomlTable {
    bundled_toml("keys.toml", include_str!("keys.toml"))
}

fn block(file: &TomlTable, word: &str) -> BlockInfo {
    let table = file.table(word);
    let mut all = keys(table.table("keys"));
    for shared in table.words("also") {
        all.extend(keys(file.table("shared").table(shared.as_str())));
    }
    BlockInfo {
        word: word.to_owned(),
        meaning: table.string("meaning").unwrap_or_default(),
        example: table.string("example").unwrap_or_default(),
        keys: all,
    }
}

fn keys(table: &TomlTable) -> Vec<KeyInfo> {
    let key = |entry: &crate::toml_text::TomlEntry| {
        let text = |index: usize| entry.node.item_text(index).trim();
        let value = text(0);
        KeyInfo {
            name: entry.key.value.clone(),
            required: value.starts_with("required "),
            value: key_value(value.trim_start_matches("required ")),
            meaning: text(1).to_owned(),
            example: text(2).to_owned(),
            mistaken: text(3).split_whitespace().map(str::to_owned).collect(),
        }
    };
    table.entries.iter().map(key).collect()
}

fn key_value(value: &str) -> KeyInfoValue {
    let words: Vec<&str> = match value.strip_prefix("one of ") {
        None if value == "flag" => return KeyInfoValue::Flag,
        None => return KeyInfoValue::Text(value.to_owned()),
        Some("placements") => FigurePlacement::words().collect(),
        Some("galleries") => GalleryKind::words().collect(),
        Some("filters") => MoveFilter::ALL.map(MoveFilter::word).to_vec(),
        Some("dresses") => PieceDress::words().collect(),
        Some("orders") => ListOrder::words().collect(),
        Some("forms") => FORMS.map(|(word, _)| word).to_vec(),
        Some(other) => unreachable!("`{other}` is no list of words"),
    };
    KeyInfoValue::OneOf(words)
}
