//! The built-in pieces.

use crate::format::{BuiltinPiece, builtin_pieces};
use crate::prose::describe_piece_type;
use crate::query::LoadedVariant;

use super::samples::game;
use super::{Topic, TopicEntry};

pub(super) fn topic() -> Topic {
    let entry = |piece: BuiltinPiece| TopicEntry {
        kind: format!("letter `{}`", piece.letter),
        gives: words(&piece.id, "", &piece.notation),
        ..TopicEntry::new(&piece.id, &piece.name, &format!("move = \"{}\"", piece.notation))
    };
    let mut topic = Topic::written("pieces");
    topic.parts[0].entries = builtin_pieces().map(entry).collect();
    topic
}

/// The moves of a piece in words. `definition` defines it, if it is not built in.
fn words(id: &str, definition: &str, notation: &str) -> String {
    let Ok(game) = game_with(id, definition, notation) else {
        return String::new();
    };
    game.kind(id).map_or(String::new(), |kind| describe_piece_type(&game, kind).sentences.join(" "))
}

/// A game in which each side has the piece, on a board with levels if its move needs them.
fn game_with(
    id: &str,
    definition: &str,
    notation: &str,
) -> Result<LoadedVariant, crate::source::Diagnostics> {
    let (board, level) = match notation.contains('T') {
        true => {
            ("files = \"a-e\"\nranks = \"1-5\"\nlevels = \"A-E\"\nnames = \"level file rank\"", "A")
        }
        false => ("files = \"a-h\"\nranks = \"1-8\"", ""),
    };
    // The King has a letter that no other piece has.
    let (king, letter) = match id {
        "king" => (String::new(), ""),
        _ => (format!("king = \"{level}e1\"\n"), "[pieces.king]\nletter = \"X\"\n"),
    };
    // Nothing is captured en passant where no piece makes a double step.
    let (stepper, steppers) = match notation.contains("ce") {
        true => (
            "[pieces.stepper]\nmove = \"fmW\"\nletter = \"S\"\ndouble-step = \"rank 2\"\n",
            "stepper = \"a2\"\n",
        ),
        false => ("", ""),
    };
    game(&format!(
        "format = 1\nname = \"Sample\"\n[board]\n{board}\n\
         [sides]\nwhite = {{}}\nblack = {{ seat = \"turn 180\" }}\n{letter}{stepper}{definition}\
         [setup.each]\n{king}{steppers}{id} = \"{level}c2\"\n"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_can_be_used_and_its_example_defines_the_same_move() {
        for entry in &topic().parts[0].entries {
            assert!(!entry.gives.is_empty(), "{entry:?}");
            let own = format!("[pieces.sample]\nletter = \"Y\"\n{}\n", entry.example);
            let same = words("sample", &own, &entry.example);
            assert_eq!(entry.gives.trim_end_matches(" It is royal."), same, "{entry:?}");
        }
    }
}
