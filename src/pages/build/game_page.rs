//! A new page about a game, made from its definition.

use std::fmt::Write;

use crate::format::is_builtin_piece;
use crate::game::{Piece, PieceTypeId};
use crate::illustrate::Illustrator;
use crate::prose::cell_word;
use crate::query::{LoadedVariant, MovesRequest, count_with_noun};
use crate::sheet::initial_piece_types;
use crate::source::{article, number_word, title_case};
use crate::toml_text::toml_string;

/// The id of the game with which a new book begins.
pub const STARTER_ID: &str = "my-game";

/// The most sections about pieces with which a page begins.
const MAX_SECTIONS: usize = 12;

/// Returns the definition with which a game can begin, with a name from its id.
pub fn starter_definition(id: &str) -> String {
    include_str!("starter.toml").replace("THE-TITLE", &title_case(id))
}

/// Returns a page with the pieces, verified moves of its own pieces, and its rules in words. Its first board shows the setup.
pub fn game_page(loaded: LoadedVariant) -> String {
    let illustrator = Illustrator::new(loaded);
    let variant = illustrator.variant.variant();
    let mut page = format!(
        "+++\ntitle = {}\nvariant = {}\n+++\n\n\
         {}\n\n\
         ## Pieces\n\n```pieces\nform = \"table\"\n```\n",
        toml_string(&variant.name),
        toml_string(&variant.id),
        first_sentence(&illustrator.variant),
    );
    page.extend(sample_pieces(&illustrator));
    page += "\n## Rules\n\n```rules\n```\n";
    page
}

/// The first sentence, with a claim about what an author seldom changes.
fn first_sentence(loaded: &LoadedVariant) -> String {
    let sides = loaded.variant().players().count();
    let noun = if sides == 1 { "side" } else { "sides" };
    format!(
        "{} is a game for [{} {noun}](<claim: sides is {sides}>).",
        loaded.variant().name,
        number_word(sides),
    )
}

/// Returns the sections about the pieces that the definition defines itself, or else about the first
/// piece; pieces that cannot move have none.
fn sample_pieces(illustrator: &Illustrator) -> Vec<String> {
    let variant = illustrator.variant.variant();
    let (others, own): (Vec<PieceTypeId>, Vec<PieceTypeId>) = initial_piece_types(variant)
        .into_iter()
        .partition(|it| is_builtin_piece(&variant.face(*it).id));
    let sections = |piece_types: Vec<PieceTypeId>| {
        piece_types.into_iter().filter_map(|piece_type| sample_piece(illustrator, piece_type))
    };
    let own: Vec<String> = sections(own).take(MAX_SECTIONS).collect();
    if own.is_empty() { sections(others).take(1).collect() } else { own }
}

/// Returns the section about a piece; `None` if it cannot move.
fn sample_piece(illustrator: &Illustrator, piece_type: PieceTypeId) -> Option<String> {
    let loaded = &*illustrator.variant;
    let variant = loaded.variant();
    if loaded.game().piece_types[piece_type].move_unknown {
        return None;
    }
    let piece = Piece { side: loaded.owning_side(piece_type), piece_type };
    let at = illustrator.best_cell(piece)?;
    let answer = loaded.answer(&MovesRequest::new(piece, at)).ok()?;
    if answer.cells.is_empty() {
        return None;
    }
    let (name, id) = (loaded.piece_type_name(piece.piece_type), &variant.face(piece.piece_type).id);
    let (at, count) = (loaded.cell_name(at), answer.cells.len());
    let side = &variant.sides[piece.side.index()].id;
    let is_first = piece.side == loaded.first_side();
    let (of, side) = match is_first {
        true => (String::new(), String::new()),
        false => (format!("{side} "), format!("side = \"{side}\"\n")),
    };
    let mut text = format!("\n### {name}\n\n");
    // A claim speaks of the pieces of the first side.
    let _ = match is_first {
        true => writeln!(
            text,
            "On an empty board, {} {name} on {at} can move to \
             [{}](<claim: count(moves({id}, {at})) is {count}>).\n",
            article(name),
            count_with_noun(count, cell_word(loaded)),
        ),
        false => writeln!(text, "The moves of {} {of}{name} on {at}:\n", article(&of)),
    };
    let marks = loaded.cell_names(&answer.cells).join(" ");
    let _ =
        writeln!(text, "```moves\npiece = \"{id}\"\n{side}at = \"{at}\"\nmarks = \"{marks}\"\n```");
    Some(text)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::format::{WithShipped, shipped_definition};
    use crate::source::{SourceFile, render};
    use crate::variant::load;

    use super::super::{Options, build};

    #[test]
    fn the_new_page_about_a_game_of_any_kind_holds() {
        let ids =
            ["infantry-chess", "xiangqi", "shogi", "raumschach", "mccooey", "afterlife-chess"];
        for id in ids {
            let none = BTreeMap::<String, SourceFile>::new();
            let (found, _) = load(&shipped_definition(id).unwrap(), id, &WithShipped(&none));
            let page =
                game_page(LoadedVariant::new(found.unwrap().variant(None).unwrap()).unwrap());
            let files = [(format!("content/variants/{id}.md"), page.clone().into_bytes())];
            let output = build(&files.into(), Options { proof_only: true, ..Options::default() });
            let messages: Vec<String> =
                output.diagnostics.iter().map(|error| render(error, false)).collect();
            assert!(messages.is_empty(), "{id}:\n{page}\n{}", messages.join("\n"));
            assert!(!output.report.comparisons.is_empty(), "{id}:\n{page}");
        }
    }
}
