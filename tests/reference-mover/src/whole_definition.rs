//! A definition with the one that it is based on, one of its setups and the usual pieces in it.

use std::collections::BTreeSet;

use toml::{Table, Value};

use super::game_words::{lay_over, table_at, text, without};

/// The pieces that a definition need not describe, as a table of the format.
const USUAL_PIECES: &str = include_str!("../../../src/definitions/format/builtin_pieces.toml");

/// The keys that [`super::WordGame`] follows, with `*` for a name and `**` for all that is below.
const KEYS: &str = "
    format name about.** unmodelled.** certainty.** score.** based-on without
    board.** borders.* setup.** setup-hand.** castling.* restrictions.*.* turn-parts.*.*
    sides.*.name sides.*.colour sides.*.seat sides.*.captures sides.*.moved-by
    pieces.*.letter pieces.*.also pieces.*.glyph pieces.*.name pieces.*.plural pieces.*.move pieces.*.royal pieces.*.double-step pieces.*.within pieces.*.max-count
    pieces.*.moves.move pieces.*.moves.again pieces.*.moves.jumps-over pieces.*.moves.shoot
    pieces.*.moves.swap pieces.*.moves.links pieces.*.moves.captures pieces.*.moves.not-crossing
    promotion.*.must promotion.*.may promotion.*.becomes
    hands.gain hands.as drops.*.to drops.*.as drops.*.one-per drops.*.max-count drops.*.mates
    check.by check.royals check.tested turn.pass elimination.army elimination.next
    transfers.when transfers.from transfers.to transfers.pieces
    effects.*.on effects.*.if effects.*.at effects.*.pieces effects.*.does effects.*.full
    effects.*.attacks auras.*.of auras.*.range auras.*.pieces auras.*.does auras.*.to
    ends.checkmate ends.stalemate ends.last-survivor ends.extinction.* ends.goal.*
    ends.repetition.times ends.repetition.result ends.no-progress.**
    end-conditions.*.if end-conditions.*.result end-conditions.*.when end-conditions.*.tie";

/// What an effect or an aura can do that the reference mover does not follow.
const UNREAD: [&str; 2] = ["reborn on", "stops slides"];

/// Returns a definition in one piece. `read` finds another definition by its id.
pub fn whole_definition(id: &str, setup: Option<&str>, read: &dyn Fn(&str) -> String) -> Table {
    let mut whole = with_its_base(id, read);
    let setups = whole.remove("setups").unwrap_or(Table::new().into());
    if let Some(setup) = setup {
        lay_over(&mut whole, table_at(setups.as_table().expect("a table"), setup));
    }
    let mut pieces: Table = USUAL_PIECES.parse().expect("it is TOML");
    let words = whole.to_string();
    let is_part_of_word = |it: char| it.is_alphanumeric() || it == '-';
    let words: BTreeSet<&str> = words.split(|it: char| !is_part_of_word(it)).collect();
    pieces.retain(|id, _| words.contains(id));
    for (id, words) in table_at(&whole, "pieces") {
        let usual = pieces.get_mut(id).and_then(Value::as_table_mut);
        if words.get("moves").is_some() {
            usual.and_then(|usual| usual.remove("move"));
        }
    }
    lay_over(&mut pieces, table_at(&whole, "pieces"));
    whole.insert("pieces".to_owned(), pieces.into());
    whole
}

fn with_its_base(id: &str, read: &dyn Fn(&str) -> String) -> Table {
    let own: Table = read(id).parse().expect("the definition is TOML");
    let mut whole = match text(&own, "based-on") {
        "" => Table::new(),
        base => with_its_base(base, read),
    };
    whole.remove("setups");
    text(&own, "without").split_whitespace().for_each(|path| without(&mut whole, path));
    lay_over(&mut whole, &own);
    whole
}

/// Returns the first path in a definition that the reference mover does not follow.
pub fn unread_path(definition: &Table) -> Option<String> {
    let mut paths = Vec::new();
    add_paths(&definition.clone().into(), "", &mut paths);
    let is_read = |(path, value): &(String, String)| {
        let is_known = |key: &str| {
            let mut parts = path.split('.');
            let fits = key.split('.').all(|word| match (word, parts.next()) {
                ("**", _) => {
                    parts.by_ref().for_each(drop);
                    true
                }
                (_, None) => false,
                (word, Some(part)) => word == "*" || word == part,
            });
            fits && parts.next().is_none()
        };
        KEYS.split_whitespace().any(is_known)
            && !(path.ends_with(".does") && UNREAD.iter().any(|word| value.contains(word)))
            && !(path == "transfers.to" && definition.to_string().contains("owner moved"))
    };
    paths.into_iter().find(|path| !is_read(path)).map(|(path, _)| path)
}

/// Adds the path of each value, without the places in lists.
fn add_paths(value: &Value, path: &str, paths: &mut Vec<(String, String)>) {
    match value {
        Value::Table(table) if !table.is_empty() => {
            for (key, value) in table {
                let below = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                add_paths(value, &below, paths);
            }
        }
        Value::Table(_) => {}
        Value::Array(items) => items.iter().for_each(|item| add_paths(item, path, paths)),
        other => {
            paths.push((path.to_owned(), other.as_str().unwrap_or_default().to_owned()));
        }
    }
}
