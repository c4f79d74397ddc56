//! The facts of a game: board, players, pieces, origin.

use std::collections::BTreeSet;
use std::fmt::Display;

use crate::book::{Phrases, data::FactData};
use crate::diagram::{BoardShape, Surface};
use crate::format::Certainty;
use crate::geometry::{Board, EdgeJoin, Tiling, Vector};
use crate::variant::{SideInfo, Variant};

use super::certainty_table::certainty_rows;
use super::terms::date_words;

/// The facts in one line below the title: `8 × 8, 64 squares`, `2 players`, `32 pieces of 6 types`, `1984`.
pub fn facts_in_line(variant: &Variant, phrases: &Phrases) -> Vec<String> {
    let about = &variant.about;
    let when = summary(variant, phrases).into_iter().nth(2);
    let origin: Vec<String> = about.inventor.clone().into_iter().chain(when).collect();
    let mut facts = vec![
        board_words(variant, phrases),
        players_count(variant, phrases),
        pieces_words(variant, phrases, true),
    ];
    facts.extend(Some(origin.join(", ")).filter(|words| !words.is_empty()));
    facts
}

/// All facts of a variant, from top to bottom.
pub fn facts(variant: &Variant, phrases: &Phrases) -> Vec<FactData> {
    let about = &variant.about;
    let published = about.published.as_deref().map(date_words);
    let when = published.or(about.year.map(|year| year.to_string()));
    // A year without a date or place may be the year of the invention.
    let is_published = about.published.is_some() || about.published_in.is_some();
    let published = if is_published { "Published" } else { "Year" };
    let source = about.source.as_deref();
    let known = [
        ("Board", Some(board_words(variant, phrases)), "board"),
        ("Players", Some(players_words(variant, phrases)), "sides"),
        ("Pieces", Some(pieces_words(variant, phrases, false)), "pieces"),
        ("Inventor", about.inventor.clone(), "about.inventor"),
        (published, when, "about.year"),
        ("Published in", about.published_in.clone(), "about.published-in"),
        ("Source", source.map(|source| host(source).to_owned()), "about.source"),
    ];
    let fact = |(term, words, path): (&str, Option<String>, &str)| {
        let href = source.filter(|source| path == "about.source" && is_web(source));
        Some(FactData {
            term: phrases.of(term).to_owned(),
            words: words?,
            href: href.unwrap_or_default().to_owned(),
            badge: variant.certainty_notes.of(path).badge(),
        })
    };
    let mut facts: Vec<FactData> = known.into_iter().filter_map(fact).collect();
    facts.extend(certainty_fact(variant, phrases));
    facts
}

/// The lowest certainty of a fact, unless the source states all.
///
/// A number of facts would not fit the marks that a page has: a page may mark a fact twice, or
/// several at once.
fn certainty_fact(variant: &Variant, phrases: &Phrases) -> Option<FactData> {
    let rows = certainty_rows(variant);
    let least = rows.iter().map(|row| row.is).max().filter(|is| *is != Certainty::Stated)?;
    let is_setup = variant.certainty_notes.of("setup.each") == least;
    let is_alone = rows.iter().filter(|row| row.is == least).count() == 1;
    let words = match (is_setup, is_alone) {
        (true, true) => "setup",
        (true, false) => "setup and other facts",
        (false, _) => "partly",
    };
    Some(FactData {
        term: phrases.of("Certainty").to_owned(),
        words: phrases.of(words).to_owned(),
        href: String::new(),
        badge: least.badge(),
    })
}

/// `8 × 8, 64 squares`; `43 squares on a 9 × 9 grid`; `4 boards, 42 squares`; `hexagon of edge 6, 91
/// cells`.
fn board_words(variant: &Variant, phrases: &Phrases) -> String {
    let (shape, count) = (board_shape(variant, phrases), cell_count(variant, phrases));
    if shape.starts_with(&count) { shape } else { format!("{shape}, {count}") }
}

/// `64 squares`; `90 points` if pieces are placed on the crossings of lines.
fn cell_count(variant: &Variant, phrases: &Phrases) -> String {
    let on_lines = variant.boards.iter().all(|board| board.surface == Surface::Lines);
    let layout = &variant.game.layout;
    let noun = layout.lattice().cell_noun(on_lines);
    phrases.fill(&format!("{{n}}\u{a0}{noun}s"), &[("n", &layout.len())])
}

/// The shape without the number of cells, unless cells are left out: `8 × 8`.
fn board_shape(variant: &Variant, phrases: &Phrases) -> String {
    let layout = &variant.game.layout;
    match layout.boards() {
        [only] if layout.len() < only.full_size() => {
            let cells = cell_count(variant, phrases);
            let parts: [(&str, &dyn Display); 2] =
                [("cells", &cells), ("shape", &shape(variant, only, phrases))];
            phrases.fill("{cells} on a {shape} grid", &parts)
        }
        [only] => shape(variant, only, phrases),
        several => phrases.fill("{n} boards", &[("n", &several.len())]),
    }
}

fn shape(variant: &Variant, board: &Board, phrases: &Phrases) -> String {
    let layout = &variant.game.layout;
    // A name of a file or rank may be on no cell.
    let used = |part: fn(Vector) -> i16| {
        layout.cells().map(|cell| part(layout.point(cell).at)).collect::<BTreeSet<_>>().len()
    };
    let (files, ranks, levels) = (used(|at| at.x), used(|at| at.y), board.levels.len());
    let (edge, upright) = (board.edge, board.upright_edge);
    match board.tiling {
        Tiling::Hexagons if edge != upright => {
            phrases.fill("hexagon of edges {n} and {m}", &[("n", &edge), ("m", &upright)])
        }
        Tiling::Hexagons => phrases.fill("hexagon of edge {n}", &[("n", &edge)]),
        Tiling::Squares if levels > 1 => format!("{files} × {ranks} × {levels}"),
        Tiling::Squares if variant.boards.iter().any(|face| face.shape == BoardShape::Ring) => {
            phrases.fill("ring of {shape}", &[("shape", &format!("{files} × {ranks}"))])
        }
        Tiling::Squares => format!("{files} × {ranks}{}", phrases.of(joined_words(board))),
    }
}

/// Which edges are joined: `, opposite edges joined`.
fn joined_words(board: &Board) -> &'static str {
    match (board.joined.files, board.joined.ranks) {
        (EdgeJoin::Open, EdgeJoin::Open) => "",
        (EdgeJoin::Straight, EdgeJoin::Open) => ", left and right edges joined",
        (EdgeJoin::Open, EdgeJoin::Straight) => ", upper and lower edges joined",
        (EdgeJoin::Straight, EdgeJoin::Straight) => ", opposite edges joined",
    }
}

fn players_words(variant: &Variant, phrases: &Phrases) -> String {
    let names: Vec<&str> =
        variant.players().map(|side| variant.sides[side.index()].name.as_str()).collect();
    let is_neutral = |side: &&SideInfo| !names.contains(&side.name.as_str());
    let neutral = variant.sides.iter().filter(is_neutral).map(|side| side.name.as_str());
    let neutral: Vec<&str> = neutral.collect();
    let others = match neutral.is_empty() {
        true => String::new(),
        false => phrases.fill(" and neutral pieces ({names})", &[("names", &neutral.join(", "))]),
    };
    format!("{} ({}){others}", names.len(), names.join(", "))
}

fn players_count(variant: &Variant, phrases: &Phrases) -> String {
    phrases.fill("{n} players", &[("n", &variant.players().count())])
}

/// The number of pieces and piece types in the initial position, and of further piece types; with
/// `is_alone`, the words say that they are pieces.
fn pieces_words(variant: &Variant, phrases: &Phrases, is_alone: bool) -> String {
    let initial = &variant.game.initial_pieces;
    let hands = variant.game.hands.iter().flat_map(|hands| &hands.initial);
    let in_hand = hands.clone().map(|(piece, _)| piece.piece_type);
    let on_boards = initial.iter().map(|(_, piece)| piece.piece_type);
    let piece_types: BTreeSet<_> = on_boards.chain(in_hand).collect();
    let promoted = variant.faces.iter().filter(|face| face.letter.starts_with('+')).count();
    let more = variant.faces.len() > piece_types.len() + promoted;
    let held: usize = hands.map(|&(_, count)| usize::from(count)).sum();
    let (pieces, types) = (initial.len() + held, piece_types.len());
    let (words, types, all) = match promoted {
        // How many types are in play depends on the armies that the players choose.
        0 if more && variant.sides.iter().any(|side| side.army.is_some()) => (
            [
                "{n}; all armies together have {types} types",
                "{n} pieces; all armies together have {types} types",
            ],
            variant.faces.len(),
            0,
        ),
        0 if types == 1 => (["{n} of 1 type", "{n} pieces of 1 type"], 1, 0),
        0 => (["{n} of {types} types", "{n} pieces of {types} types"], types, 0),
        promoted => (
            [
                "{n} of {types} types ({all} with promoted ones)",
                "{n} pieces of {types} types ({all} with promoted ones)",
            ],
            types,
            types + promoted,
        ),
    };
    let parts: [(&str, &dyn Display); 3] = [("n", &pieces), ("types", &types), ("all", &all)];
    phrases.fill(words[usize::from(is_alone)], &parts)
}

fn is_web(address: &str) -> bool {
    address.starts_with("https://") || address.starts_with("http://")
}

fn host(address: &str) -> &str {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    rest.split('/').next().unwrap_or(rest).trim_start_matches("www.")
}

/// A variant in a few words: `8 × 8`, `2 players`, `1984`.
pub fn summary(variant: &Variant, phrases: &Phrases) -> Vec<String> {
    let when = variant.about.published.as_deref().map(|day| day.chars().take(4).collect());
    let when = when.or(variant.about.year.map(|year| year.to_string()));
    let mut facts = vec![board_shape(variant, phrases), players_count(variant, phrases)];
    facts.extend(when);
    facts
}
