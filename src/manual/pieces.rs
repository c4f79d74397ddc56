//! The built-in pieces.

use crate::format::{BuiltinPiece, builtin_pieces};
use crate::query::LoadedVariant;

use super::samples::game;
use super::{Topic, TopicEntry, TopicPart};

const INTRO: &str = "\
Every definition can use these pieces by their ids, without defining them: `knight = \"b1 g1\"` in \
`[setup.each]`. A key of `[pieces.knight]` changes one thing and leaves the others as they are.";

pub(super) fn topic() -> Topic {
    let entry = |piece: BuiltinPiece| TopicEntry {
        kind: format!("letter `{}`", piece.letter),
        gives: words(&piece.id),
        ..TopicEntry::new(&piece.id, &piece.name, &format!("move = \"{}\"", piece.notation))
    };
    let part = TopicPart {
        heading: "Built-in pieces".to_owned(),
        intro: "The example is the key that would define the same move.".to_owned(),
        entries: builtin_pieces().map(entry).collect(),
    };
    Topic { word: "pieces", title: "Built-in pieces", intro: INTRO, parts: vec![part] }
}

/// The moves of a piece in words.
fn words(id: &str) -> String {
    let Ok(game) = game_with(id) else { return String::new() };
    game.kind(id).map_or(String::new(), |kind| game.describe_kind(kind).sentences.join(" "))
}

/// A game in which each side has the piece.
fn game_with(id: &str) -> Result<LoadedVariant, crate::source::Diagnostics> {
    // The King has a letter that no other piece has.
    let (king, letter) = match id {
        "king" => ("", ""),
        _ => ("king = \"e1\"\n", "[pieces.king]\nletter = \"X\"\n"),
    };
    game(&format!(
        "format = 1\nname = \"Sample\"\n[board]\nfiles = \"a-h\"\nranks = \"1-8\"\n\
         [sides]\nwhite = {{}}\nblack = {{ seat = \"turn 180\" }}\n{letter}\
         [setup.each]\n{king}{id} = \"c2\"\n"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_can_be_used_and_is_described() {
        for entry in &topic().parts[0].entries {
            // Its move is one of three dimensions.
            let is_flat = !entry.example.contains('T');
            assert!(!is_flat || !entry.gives.is_empty(), "{entry:?}");
        }
    }
}
