//! The conditions of a leg in words: lame, jumping, hopping and the like.

use crate::notation::{Hop, Modifiers};

use super::super::vocabulary::BoardVocabulary;
use super::family::LineFamily;

pub(super) fn conditions(
    modifiers: &Modifiers,
    family: &LineFamily,
    length: u16,
    idiom: &BoardVocabulary,
) -> String {
    let cell = idiom.cell();
    let mut text = String::new();
    let between = match family {
        LineFamily::Oblique(_) => "unless something stands next to it on its way".to_owned(),
        _ if length == 2 => format!("if the {cell} between is empty"),
        _ => "if nothing stands halfway".to_owned(),
    };
    if modifiers.lame {
        text += &format!(", {between}");
    }
    match (modifiers.jump, length) {
        (0, _) => {}
        (_, 1) => text += &format!(", skipping the first {cell}"),
        _ => text += " over a piece that must stand between",
    }
    match modifiers.hop {
        None => {}
        Some(Hop::Cannon) => text += " over exactly one piece",
        Some(Hop::Grasshopper) => {
            text += &format!(" over exactly one piece, to the {cell} right behind it");
        }
    }
    if modifiers.cylinder {
        text += ", the left and right edges being joined";
    }
    if modifiers.unload {
        text += ", and what it takes reappears where it started";
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::super::vocabulary::BoardVocabulary;
    use super::super::describe;
    use super::super::tests::check;
    use crate::notation::parse;

    #[test]
    fn what_stands_between() {
        check("nN", "leaps like a knight, unless something stands next to it on its way");
        check("nA", "leaps two cells diagonally, if the cell between is empty");
        check(
            "mjDmjA",
            "leaps two cells in any direction over a piece that must stand between, without capturing",
        );
        check("gQ", "slides in any direction over exactly one piece, to the cell right behind it");
        check("jB", "slides diagonally, skipping the first cell");
    }

    #[test]
    fn on_lines_one_stands_on_points() {
        let idiom = BoardVocabulary { points: true, ..BoardVocabulary::default() };
        let words = describe(&parse("nA").expect("right"), &idiom);
        assert_eq!(words, "leaps two points diagonally, if the point between is empty");
    }
}
