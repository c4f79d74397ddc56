//! Gives each side a colour in diagrams.

use crate::diagram::ArmyColour;
use crate::source::{Code, quoted_list};

use super::lowering::LoweringContext;
use super::sides::RawSide;

/// The colour of each side, in order of play.
///
/// A side whose id is a colour has that colour. Of the others, a side without turns is neutral,
/// and each player has the first colour that no other side has.
pub(super) fn side_colours(sides: &[RawSide<'_>]) -> Vec<ArmyColour> {
    let claimed = |side: &RawSide<'_>| match ArmyColour::named(&side.id.value.to_lowercase()) {
        None if !side.has_turns => Some(ArmyColour::Neutral),
        named => named,
    };
    let mut colours: Vec<Option<ArmyColour>> = sides.iter().map(claimed).collect();
    for index in 0..colours.len() {
        if colours[index].is_none() {
            let all = (0..ArmyColour::ALL.len()).map(ArmyColour::of).chain([ArmyColour::Neutral]);
            let free = all.into_iter().find(|colour| !colours.contains(&Some(*colour)));
            colours[index] = Some(free.unwrap_or(ArmyColour::of(index)));
        }
    }
    colours.into_iter().flatten().collect()
}

/// Warns about two players whose pieces have the same colour.
pub(super) fn check(context: &LoweringContext<'_>) {
    let colours = side_colours(&context.sides);
    let players = context.players();
    for (index, &side) in players.iter().enumerate() {
        let is_same = |other: &&usize| colours[**other] == colours[side];
        let Some(&other) = players[..index].iter().find(is_same) else { continue };
        let (id, other) = (context.sides[side].id, context.sides[other].id);
        let message = format!("pieces of `{}` look like those of `{}`", id.value, other.value);
        let words = quoted_list(ArmyColour::words());
        let help = format!(
            "there are {} colours: {words}; a side with such a name has that colour, and others \
             take what is left",
            ArmyColour::ALL.len()
        );
        let warning = id.warning(Code::Side, message).help(help);
        context.report(other.location.add_label(warning, "the other"));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use crate::source::SourceFile;
    use crate::variant::load;

    #[track_caller]
    fn check(sides: &[&str], colours: &str) {
        let lines: Vec<String> = sides
            .iter()
            .map(|side| match side.strip_prefix('-') {
                Some(neutral) => format!("{neutral} = {{ moved-by = \"{}\" }}", sides[0]),
                None => format!("{side} = {{}}"),
            })
            .collect();
        let board = "format = 1\nname = \"Looks\"\n[board]\nfiles = \"a-h\"\nranks = \"1-8\"\n";
        let setup = format!("[setup.{}]\nking = \"a1\"\n", sides[0]);
        let text = format!("{board}[sides]\n{}\n{setup}", lines.join("\n"));
        let (definition, diagnostics) =
            load(&SourceFile::new("colours.toml", text), "colours", &BTreeMap::new());
        let definition = definition.unwrap_or_else(|| panic!("{diagnostics:#?}"));
        let variant = definition.variant(None).unwrap_or_else(|c| panic!("{c:#?}"));
        let found: Vec<&str> = variant.sides.iter().map(|side| side.colour.word()).collect();
        assert_eq!(found.join(" "), colours);
        let alike = diagnostics.iter().filter(|one| one.code == crate::source::Code::Side).count();
        assert_eq!(alike, sides.len().saturating_sub(7), "{diagnostics:#?}");
    }

    #[test]
    fn a_side_is_coloured_as_it_is_called_and_others_differ() {
        check(&["white", "black"], "white black");
        check(&["south", "north"], "white black");
        check(&["black", "tiger"], "black white");
        check(&["goat", "tiger", "white"], "black red white");
        check(
            &["red", "orange", "green", "blue", "ivory", "teal"],
            "red orange green blue white black",
        );
        check(&["white", "black", "-ghost"], "white black neutral");
        check(&["a", "b", "c", "d", "e", "f", "g"], "white black red blue green orange neutral");
        check(
            &["a", "b", "c", "d", "e", "f", "g", "h"],
            "white black red blue green orange neutral black",
        );
    }
}
