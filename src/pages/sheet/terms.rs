//! The terms that a rule sheet defines: its zones, its borders, directions and words of movement.

use crate::book::data::TermData;
use crate::game::{CheckSource, SideId};
use crate::geometry::{AxisKind, Board, Cell, CellCoordinates, CellSet, EdgeJoin, Lattice, Vector};
use crate::prose::{board_name, cell_word};
use crate::query::LoadedVariant;
use crate::source::{capitalised, grouped, join_words};
use crate::variant::Border;

/// More boxes of cells than this are named for one side only.
const BOXES: usize = 3;

/// The zones, borders and words of a sheet's texts that they do not explain themselves.
pub(super) fn terms(loaded: &LoadedVariant, texts: &str, badges: &[String]) -> Vec<TermData> {
    let texts = texts.to_lowercase();
    let mut terms = Vec::new();
    let mut add = |term: &str, words: String| {
        terms.push(TermData { term: capitalised(term), words });
    };
    let mut block = None;
    for zone in &loaded.variant().zones {
        let name = zone.id.replace('-', " ");
        if has_word(&texts, &name) {
            let words = zone_words(loaded, &zone.cells);
            let is_block = |word: &&str| word.contains('–');
            block = block.or(words.split([' ', ',', ';']).find(is_block).map(str::to_owned));
            add(&name, words);
        }
    }
    for border in &loaded.variant().borders {
        let name = border.id.replace('-', " ");
        if has_word(&texts, &name) {
            add(&name, border_words(loaded, border));
        }
    }
    if let Some(block) = block {
        let cell = cell_word(loaded);
        add("block", format!("{block} means all {cell}s of the block with these two corners"));
    }
    for board in loaded.layout().boards() {
        if let Some(words) = joined_words(board) {
            let place = if loaded.layout().boards().len() > 1 { &*board.id } else { "" };
            add(format!("joined edges {place}").trim_end(), words);
        }
    }
    if let Some(words) = cell_name_words(loaded) {
        add(&format!("names of {}s", cell_word(loaded)), words);
    }
    add("boxed letter", "the piece in written moves".to_owned());
    for (term, forms, words) in general_terms(loaded, &texts) {
        if forms.iter().any(|form| has_word(&texts, form)) {
            add(term, words);
        }
    }
    let certainties = [
        ("derived", "follows from the text of the source"),
        ("by analogy", "taken from a related game, which the web page names"),
        ("reconstructed", "not in the source; our choice"),
    ];
    for (badge, words) in certainties {
        if badges.iter().any(|known| known.ends_with(badge)) {
            add(badge, words.to_owned());
        }
    }
    terms
}

/// Which lines of a board are adjacent across joined edges: `file a is adjacent to file h, and rank
/// 1 to rank 8; moves continue across these edges`.
fn joined_words(board: &Board) -> Option<String> {
    let ends = |kind: AxisKind| {
        let names = &board.axis(kind).names;
        let word = if kind == AxisKind::File { "file" } else { "rank" };
        Some((word, names.first()?, names.last()?))
    };
    let kinds = [(board.joined.files, AxisKind::File), (board.joined.ranks, AxisKind::Rank)];
    let joined = kinds.into_iter().filter(|(join, _)| *join != EdgeJoin::Open);
    let pairs: Vec<String> = joined
        .filter_map(|(_, kind)| ends(kind))
        .enumerate()
        .map(|(index, (word, first, last))| match index {
            0 => format!("{word} {first} is adjacent to {word} {last}"),
            _ => format!("and {word} {first} to {word} {last}"),
        })
        .collect();
    let all = pairs.join(", ");
    (!all.is_empty()).then(|| format!("{all}; a move continues at the opposite edge"))
}

/// A term, the forms in which it occurs, and its meaning on the boards of the variant.
type GeneralTerm = (&'static str, &'static [&'static str], String);

fn general_terms(loaded: &LoadedVariant, texts: &str) -> Vec<GeneralTerm> {
    let mut terms = terms_of_direction(loaded);
    terms.extend(terms_of_movement(loaded, texts));
    terms.extend(terms_of_attack(loaded, texts));
    terms
}

fn terms_of_direction(loaded: &LoadedVariant) -> Vec<GeneralTerm> {
    let cell = cell_word(loaded);
    let (straight, diagonal) = match loaded.layout().lattice() {
        Lattice::Squares => ("along a rank or file", "at 45° to the ranks and files"),
        Lattice::Levels => {
            ("along one axis: in a rank, in a file, or up and down", "along two axes at once")
        }
        Lattice::Hexagons => {
            ("through the edges of cells", "through the corners, to the next cell of its colour")
        }
    };
    vec![
        ("orthogonally", &["orthogonally", "orthogonal"], straight.to_owned()),
        ("diagonally", &["diagonally", "diagonal", "diagonals"], diagonal.to_owned()),
        ("triagonally", &["triagonally", "triagonal"], "along three axes at once".to_owned()),
        ("forward", &["forward"], directions(loaded, Vector::new(0, 1, 0))),
        ("backward", &["backward"], "the opposite of forward".to_owned()),
        ("right", &["to the right", "right of"], directions(loaded, Vector::new(1, 0, 0))),
        ("opposite side", &["opposite side"], opposites(loaded)),
        ("sideways", &["sideways"], "to the left or right of forward".to_owned()),
        ("outward", &["outward"], format!("away from the {cell} where the move started")),
    ]
}

fn terms_of_movement(loaded: &LoadedVariant, texts: &str) -> Vec<GeneralTerm> {
    let cell = cell_word(loaded);
    let entered = match texts.contains("may not enter") {
        true => format!("; it enters each {cell} on its way"),
        false => String::new(),
    };
    vec![
        (
            "slide",
            &["slide", "slides", "sliding"],
            format!("move in one direction over empty {cell}s{entered}"),
        ),
        (
            "leap",
            &["leap", "leaps", "leaping"],
            "move directly: pieces between do not block it".to_owned(),
        ),
        (
            "cross",
            if loaded.variant().borders.is_empty() { &[] } else { &["cross"] },
            "a step or leap crosses a line if it starts on one side and ends on the other; a slide \
             crosses it if one of its steps does"
                .to_owned(),
        ),
        (
            "jump over",
            &["jump", "jumping over"],
            format!("pass a piece on the way; the other {cell}s between must be empty"),
        ),
        (
            "shoot",
            &["shoot", "shoots"],
            format!("capture without moving to that place; in written moves * and the {cell}"),
        ),
        ("swap", &["swap", "swaps"], format!("exchange places with; in written moves ~ and the {cell} of the other piece")),
    ]
}

fn terms_of_attack(loaded: &LoadedVariant, texts: &str) -> Vec<GeneralTerm> {
    let cell = cell_word(loaded);
    let check_by = loaded.game().check_by;
    let check = match check_by {
        CheckSource::NextSide => {
            "a royal piece is attacked by the player who moves next after its owner"
        }
        CheckSource::AnyEnemy | CheckSource::None => "a royal piece is attacked",
    };
    let pinned = match (check_by, texts.contains("in check")) {
        (CheckSource::None, _) | (_, false) => "",
        _ => ", even if the capture would leave the player's own royal piece in check",
    };
    let other_attacks = other_attacks(loaded, texts);
    vec![
        (
            "attack",
            &["attack", "attacks", "attacked"],
            format!("be able to capture there{pinned}{other_attacks}"),
        ),
        ("royal", &["royal"], "to be kept from capture".to_owned()),
        ("check", &["in check", "give check"], check.to_owned()),
        ("friendly", &["friendly"], "of the same side".to_owned()),
        ("enemy", &["enemy"], "of another side".to_owned()),
        ("column", &["column", "columns"], format!("the {cell}s above each other on all levels")),
    ]
}

/// What an attack is besides a possible capture, if a piece attacks a royal piece in a way of its own,
/// such as facing Generals.
fn other_attacks(loaded: &LoadedVariant, texts: &str) -> &'static str {
    let game = loaded.game();
    let mut royals = game.piece_type_ids().filter(|&it| game.piece_types[it].royal);
    let attacked =
        |it| texts.contains(&format!("attacks a {}", loaded.piece_type_name(it).to_lowercase()));
    if royals.any(attacked) { ", or as the rule of the piece says" } else { "" }
}

/// The pairs of opposite sides, if there are more than two players: `Red and Green; Orange and
/// Blue`.
fn opposites(loaded: &LoadedVariant) -> String {
    let players: Vec<SideId> = loaded.variant().players().collect();
    let (first, second) = players.split_at(players.len() / 2);
    let pair = |(&one, &other): (&SideId, &SideId)| {
        format!("{} and {}", loaded.side_title(one), loaded.side_title(other))
    };
    first.iter().zip(second).map(pair).collect::<Vec<_>>().join("; ")
}

/// Whether the text has the words, not as parts of other words.
fn has_word(text: &str, words: &str) -> bool {
    let is_inside = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '-');
    text.match_indices(words).any(|(start, _)| {
        let end = start + words.len();
        !is_inside(text[..start].chars().next_back()) && !is_inside(text[end..].chars().next())
    })
}

/// Where a direction of each player leads on the diagram: `up for White, down for Black`. On a board
/// with levels, where up may be the next level: `towards rank 8 for White, towards rank 1 for Black`.
fn directions(loaded: &LoadedVariant, local: Vector) -> String {
    let game = loaded.game();
    let board = &loaded.layout().boards()[0];
    if board.has_levels {
        let end = |names: &[String], is_last: bool| match is_last {
            true => names[names.len() - 1].clone(),
            false => names[0].clone(),
        };
        let word = |side: SideId| {
            let step = game.sides[side].frame.to_board_step(local);
            match step.y {
                0 => format!("file {}", end(&board.files.names, step.x > 0)),
                _ => format!("rank {}", end(&board.ranks.names, step.y > 0)),
            }
        };
        let words = loaded.variant().players();
        let words = words.map(|side| format!("{} for {}", word(side), loaded.side_title(side)));
        return format!("towards {}", words.collect::<Vec<_>>().join(", "));
    }
    let word = |side: SideId| {
        let step = game.sides[side].frame.to_board_step(local);
        match (step.x.signum(), step.y.signum()) {
            (0, 1) => "up",
            (0, _) => "down",
            (1, 0) => "right",
            (_, 0) => "left",
            (1, 1) => "up and right",
            (1, _) => "down and right",
            (_, 1) => "up and left",
            _ => "down and left",
        }
    };
    let words = loaded.variant().players();
    let words = words.map(|side| format!("{} for {}", word(side), loaded.side_title(side)));
    format!("{} (on the diagram)", words.collect::<Vec<_>>().join(", "))
}

/// How the names of cells are made, if not of a file and a rank: `rank, file and level: ra2 is on
/// rank r, file a and level 2`; or if two boards have cells of one name: `a1 without a board is a1 of
/// the World; a1 of Limbo is limbo:a1`.
fn cell_name_words(loaded: &LoadedVariant) -> Option<String> {
    let layout = loaded.layout();
    let board = &layout.boards()[0];
    let alike = layout.cells().find_map(|cell| {
        let other = layout.find(layout.name_on_board(cell)).filter(|&other| other != cell);
        other.map(|other| (other, cell))
    });
    if let Some((other, cell)) = alike {
        let board = |cell: Cell| board_name(loaded, layout.point(cell).board);
        let (short, long) = (layout.name_on_board(other), layout.name(cell));
        return Some(format!(
            "{short} without a board is {short} of {}; {short} of {} is {long}",
            board(other),
            board(cell)
        ));
    }
    if board.names == [AxisKind::File, AxisKind::Rank] {
        return None;
    }
    let cell = layout.cells_of(0).next()?;
    let axis = |kind: AxisKind| match kind {
        AxisKind::File => "file",
        AxisKind::Rank => "rank",
        AxisKind::Level => "level",
    };
    let line = |&kind: &AxisKind| {
        format!("{} {}", axis(kind), board.axis(kind).names[layout.index_on_axis(cell, kind)])
    };
    let order = join_words(board.names.iter().map(|&kind| axis(kind)), "and");
    let lines = join_words(board.names.iter().map(line), "and");
    Some(format!("{order}: {} is on {lines}", layout.name(cell)))
}

/// The cells of a zone, for each side if they differ.
fn zone_words(loaded: &LoadedVariant, cells: &[CellSet]) -> String {
    let players: Vec<SideId> = loaded.variant().players().collect();
    let own = |side: SideId| &cells[side.index()];
    let boxes = |side: SideId| boxes(loaded, own(side));
    let first = loaded.first_side();
    let name =
        |side: SideId| format!("{} ({})", join_words(boxes(side), "and"), loaded.side_title(side));
    if players.iter().all(|&side| own(side) == own(first)) {
        return join_words(boxes(first), "and");
    }
    match players.len() > 2 && boxes(first).len() > BOXES {
        true => format!("{}; rotated for the others", name(first)),
        false => players.into_iter().map(name).collect::<Vec<_>>().join("; "),
    }
}

/// The cells on both sides of a border, as the first side sees it.
fn border_words(loaded: &LoadedVariant, border: &Border) -> String {
    let at = |cell: Cell| loaded.layout().point(cell).at;
    let by_step =
        grouped(border.pairs.iter().map(|&(one, other)| (at(other) - at(one), (one, other))));
    let mut words: Vec<String> = Vec::new();
    for (_, pairs) in by_step {
        let set = |of: fn(&(Cell, Cell)) -> Cell| pairs.iter().map(of).collect::<CellSet>();
        let (one, other) = (set(|pair| pair.0), set(|pair| pair.1));
        let ends = (boxes(loaded, &one), boxes(loaded, &other));
        words.push(format!(
            "between {} and {}",
            join_words(ends.0, "and"),
            join_words(ends.1, "and")
        ));
    }
    let players = loaded.variant().players().count();
    let whose = match players > 2 {
        true if !border.is_shared => {
            format!(" ({}; rotated for the others)", loaded.side_title(loaded.first_side()))
        }
        _ => String::new(),
    };
    match around(loaded, border).filter(|_| words.len() > 1) {
        Some(box_words) => format!("the line around {box_words}{whose}"),
        None => format!("the line {}{whose}", join_words(words, "and")),
    }
}

/// The box of cells that a border cuts off from all others: `f6–j10`; `None` if it has not just two
/// sides, or if the smaller one is no box.
fn around(loaded: &LoadedVariant, border: &Border) -> Option<String> {
    let &(one, other) = border.pairs.first()?;
    let (one, other) = (side_of(loaded, border, one), side_of(loaded, border, other));
    if one == other || one.union(&other).len() < loaded.layout().len() {
        return None;
    }
    let boxes = boxes(loaded, if one.len() < other.len() { &one } else { &other });
    (boxes.len() == 1).then(|| boxes.concat())
}

/// The cells that can be reached from a cell by steps to neighbours that do not cross a border.
fn side_of(loaded: &LoadedVariant, border: &Border, start: Cell) -> CellSet {
    let is_open = |one: Cell, other: Cell| {
        !border.pairs.contains(&(one, other)) && !border.pairs.contains(&(other, one))
    };
    let mut reached: CellSet = [start].into_iter().collect();
    let mut next = vec![start];
    while let Some(cell) = next.pop() {
        for other in loaded.layout().touching(cell, false) {
            if is_open(cell, other) && reached.insert(other) {
                next.push(other);
            }
        }
    }
    reached
}

/// Sets of cells as boxes by their corners: `a1–c3`; single cells by their names. Boxes may overlap;
/// each is the one that adds most cells. On hexagons the boxes are parts of files.
fn boxes(loaded: &LoadedVariant, cells: &CellSet) -> Vec<String> {
    let layout = loaded.layout();
    let is_flat = layout.lattice() != Lattice::Hexagons;
    let mut left = cells.clone();
    let mut names = Vec::new();
    while !left.is_empty() {
        let gain = |found: &[Cell]| found.iter().filter(|&&cell| left.contains(cell)).count();
        // Of boxes that add the same cells the smallest, and of these the first.
        let value = |found: &[Cell]| (gain(found), usize::MAX - found.len());
        let found = cells.iter().map(|start| largest_box(loaded, cells, start, is_flat, &value));
        let best = found.reduce(|best, next| if value(&next) > value(&best) { next } else { best });
        let Some(found) = best else { break };
        left = left.difference(&found.iter().copied().collect());
        let name = |cell: Cell| match layout.boards().len() {
            1 => layout.name(cell).to_owned(),
            _ => layout.name_on_board(cell).to_owned(),
        };
        names.push(match found[..] {
            [first, .., last] if found.len() > 2 => format!("{}–{}", name(first), name(last)),
            _ => join_words(found.iter().map(|&cell| name(cell)), "and"),
        });
    }
    names
}

/// The box of greatest value that has its first corner on a cell; its cells are in order.
fn largest_box(
    loaded: &LoadedVariant,
    cells: &CellSet,
    start: Cell,
    is_flat: bool,
    value: &dyn Fn(&[Cell]) -> (usize, usize),
) -> Vec<Cell> {
    let layout = loaded.layout();
    let CellCoordinates { board, at } = layout.point(start);
    let cell = |x: i16, y: i16, z: i16| {
        let at = at + Vector::new(x, y, z);
        layout.at(CellCoordinates { board, at }).filter(|&cell| cells.contains(cell))
    };
    let size = |step: Vector| -> i16 {
        (0..).take_while(|&i| cell(step.x * i, step.y * i, step.z * i).is_some()).count() as i16
    };
    let widest = if is_flat { size(Vector::new(1, 0, 0)) } else { 1 };
    let (highest, deepest) = (size(Vector::new(0, 1, 0)), size(Vector::new(0, 0, 1)));
    let mut best = vec![start];
    for (width, height, depth) in (1..=widest).flat_map(|width| {
        (1..=highest).flat_map(move |height| (1..=deepest).map(move |depth| (width, height, depth)))
    }) {
        let all: Option<Vec<Cell>> = (0..depth)
            .flat_map(|z| (0..height).flat_map(move |y| (0..width).map(move |x| (x, y, z))))
            .map(|(x, y, z)| cell(x, y, z))
            .collect();
        if let Some(all) = all.filter(|all| value(all) > value(&best)) {
            best = all;
        }
    }
    best
}

/// The day in words: `4 May 2006` for `2006-05-04`; what is no day stays as it is.
pub(super) fn date_words(date: &str) -> String {
    const MONTHS: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let parts: Vec<&str> = date.split('-').collect();
    let number = |text: &str| text.parse::<usize>().ok();
    let words = match parts[..] {
        [year, month, day] => number(month)
            .and_then(|month| MONTHS.get(month.wrapping_sub(1)))
            .zip(number(day))
            .map(|(month, day)| format!("{day} {month} {year}")),
        _ => None,
    };
    words.unwrap_or_else(|| date.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::testing::loaded_variant;

    #[test]
    fn a_day_is_written_in_words() {
        assert_eq!(date_words("2006-05-04"), "4 May 2006");
        assert_eq!(date_words("2006"), "2006");
    }

    #[test]
    fn bent_borders_and_crossing_zones_are_few_blocks() {
        let text = "format = 1\nname = \"Terms\"\nbased-on = \"chess\"\n\
                    [zones]\ncamp = \"a1-c3\"\nbank = \"c4-d8 d3-h4\"\n\
                    [borders]\nmoat = \"camp | not camp\"\ncross = \"file d | file e, rank 4 | rank 5\"\n";
        let loaded = loaded_variant("terms", text);
        let found = terms(&loaded, "The bank of the moat. The cross.", &[]);
        let words =
            |term: &str| found.iter().find(|it| it.term == term).map(|it| it.words.as_str());
        assert_eq!(words("Bank"), Some("c4–d8 and d3–h4 (White); c1–d5 and d5–h6 (Black)"));
        assert_eq!(words("Moat"), Some("the line around a1–c3"));
        assert_eq!(
            words("Cross"),
            Some("the line between a4–h4 and a5–h5 and between d1–d8 and e1–e8")
        );
    }

    #[test]
    fn words_are_found_whole() {
        assert!(has_word("it may not leave its den.", "den"));
        assert!(!has_word("an identity", "den"));
    }

    #[test]
    fn joined_edges_are_named_by_their_lines() {
        let words = |joined: &str| {
            let text = format!(
                "format = 1\nname = \"Edges\"\nbased-on = \"chess\"\nwithout = \"castling\"\n\
                 [board]\njoined = \"{joined}\"\n"
            );
            let found = terms(&loaded_variant("edges", &text), "", &[]);
            let edges = found.into_iter().find(|it| it.term == "Joined edges");
            edges.map_or(String::new(), |it| it.words)
        };
        let end = "; a move continues at the opposite edge";
        assert_eq!(words("files"), format!("file a is adjacent to file h{end}"));
        let both = "file a is adjacent to file h, and rank 1 to rank 8";
        assert_eq!(words("files ranks"), format!("{both}{end}"));
    }

    #[test]
    fn zones_borders_and_directions_are_explained_if_they_occur() {
        let text = "format = 1\nname = \"Terms\"\nbased-on = \"chess\"\n\
                    [zones]\nden = \"a1-c3\"\nford = \"d4 d5 e4 e5 h8\"\npit = \"rank 2\"\n\
                    [borders]\nbrook = \"file d | file e\"\n";
        let loaded = loaded_variant("terms", text);
        let texts = "It may not leave its den. It may cross the brook on the ford. Slides forward.";
        let found = terms(&loaded, texts, &["derived".to_owned()]);
        let lines: Vec<String> =
            found.iter().map(|it| format!("{}: {}", it.term, it.words)).collect();
        assert_eq!(
            lines,
            [
                "Den: a1–c3 (White); a6–c8 (Black)",
                "Ford: d4–e5 and h8 (White); d4–e5 and h1 (Black)",
                "Brook: the line between d1–d8 and e1–e8",
                "Block: a1–c3 means all squares of the block with these two corners",
                "Boxed letter: the piece in written moves",
                "Forward: up for White, down for Black (on the diagram)",
                "Slide: move in one direction over empty squares",
                "Cross: a step or leap crosses a line if it starts on one side and ends on the other; a \
                 slide crosses it if one of its steps does",
                "Derived: follows from the text of the source",
            ]
        );
    }
}
