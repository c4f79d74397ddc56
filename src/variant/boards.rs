use std::sync::Arc;

use crate::geometry::{Axis, AxisKind, Board, Joined, Layout, LayoutError, Tiling};
use crate::source::{
    Code, Diagnostics, Location, SourceText, TomlTable, limits, quoted_list, suggestion,
};

use super::cells::CellVocabulary;
use crate::diagram::{BoardShape, MIN_RAYS, Surface};

/// The boards of a definition.
#[derive(Debug, Clone)]
pub(super) struct Boards {
    /// The cells that exist.
    pub layout: Arc<Layout>,
    /// The same boards without holes, to count steps on.
    pub full: Arc<Layout>,
    /// What the definition says besides, board by board.
    pub sheets: Vec<BoardSheet>,
}

/// What a definition says of a board besides its cells.
#[derive(Debug, Clone)]
pub(super) struct BoardSheet {
    pub id: String,
    pub name: Option<SourceText>,
    /// The texts that name files, ranks and levels.
    pub axes: Vec<SourceText>,
    pub surface: Surface,
    pub shape: BoardShape,
    pub show: Vec<SourceText>,
    pub anybody: Option<SourceText>,
}

/// Reads `[board]` or `[boards.ID]`.
pub(super) fn read(root: &TomlTable, complaints: &mut Diagnostics) -> Option<Boards> {
    let tables = tables(root, complaints)?;
    let mut boards = Vec::new();
    let mut whole = true;
    for (key, table) in &tables {
        match board(key, table, complaints) {
            Some(board) => boards.push(board),
            None => whole = false,
        }
    }
    if !whole {
        return None;
    }
    let first = &tables.first()?.0.location;
    let full = complaints.keep(Layout::new(boards).map_err(|error| layout_error(&error, first)))?;
    let zones: Vec<String> = root.table("zones").keys().map(str::to_owned).collect();
    let layout = with_holes(&full, &tables, &zones, complaints)?;
    let sheets = tables.iter().map(|(key, table)| sheet(key, table)).collect();
    Some(Boards { layout: Arc::new(layout), full: Arc::new(full), sheets })
}

fn tables<'a>(
    root: &'a TomlTable,
    complaints: &mut Diagnostics,
) -> Option<Vec<(&'a SourceText, &'a TomlTable)>> {
    match (root.get("board"), root.get("boards")) {
        (Some(one), Some(several)) => {
            let complaint = several.key.error(Code::BoardName, "both `[board]` and `[boards]`");
            let complaint = one.key.location.add_label(complaint, "the other");
            complaints.push(complaint.help(
                "one board is `[board]`; several are `[boards.ID]`, and a relative leaves the \
                 inherited one out by `without = \"board\"`",
            ));
            None
        }
        (Some(one), None) => Some(vec![(&one.key, one.node.table()?)]),
        (None, Some(several)) => {
            let tables: Vec<_> = several.node.table()?.named().collect();
            if tables.len() > limits::BOARDS {
                let message = format!("{} boards; at most {}", tables.len(), limits::BOARDS);
                complaints.push(several.key.error(Code::BoardSize, message));
                return None;
            }
            Some(tables)
        }
        (None, None) => {
            let complaint = crate::source::Diagnostic::error(Code::TomlKey, "a game needs a board");
            let help = "`[board]`, and below it `files = \"a-h\"` and `ranks = \"1-8\"`";
            complaints.push(match root.entries.first() {
                Some(entry) => complaint.in_whole_file(&entry.key.location.file).help(help),
                None => complaint.help(help),
            });
            None
        }
    }
}

fn sheet(key: &SourceText, table: &TomlTable) -> BoardSheet {
    let surface = match table.text("style").map(SourceText::as_str) {
        Some("plain") => Surface::Plain,
        Some("lines") => Surface::Lines,
        _ => Surface::Checkered,
    };
    let shape = match table.text("drawn").map(SourceText::as_str) {
        Some("ring") => BoardShape::Ring,
        _ => BoardShape::Flat,
    };
    BoardSheet {
        id: key.value.clone(),
        name: table.text("name").cloned(),
        axes: ["files", "ranks", "levels"]
            .iter()
            .filter_map(|axis| table.text(axis))
            .cloned()
            .collect(),
        surface,
        shape,
        show: table.text("show").map(SourceText::words).unwrap_or_default(),
        anybody: table.text("all-pieces").cloned(),
    }
}

fn board(key: &SourceText, table: &TomlTable, complaints: &mut Diagnostics) -> Option<Board> {
    let hexagons = table.text("tiling").is_some_and(|tiling| tiling.value == "hexagons");
    let files = table.text("files").and_then(|text| complaints.keep(axis(text, "file")));
    let ranks = table.text("ranks").map(|text| complaints.keep(axis(text, "rank")));
    let levels = table.text("levels").map(|text| complaints.keep(axis(text, "level")));
    let names = table.text("names").map(|text| complaints.keep(order_of_axes(text)));
    let (files, names) = (files?, names.map_or(Some(None), |names| names.map(Some))?);
    let has_levels = levels.is_some();
    let levels = levels.unwrap_or_else(|| Some(Axis::new(["1"])))?;
    let ranks = ranks.map_or(Some(None), |ranks| ranks.map(Some))?;
    let plain = [AxisKind::File, AxisKind::Rank, AxisKind::Level];
    let count = if has_levels { 3 } else { 2 };
    let names = names.unwrap_or_else(|| plain[..count].to_vec());
    if names.len() != count {
        let text = table.text("names").unwrap_or(key);
        let message = format!("cell names are made of {count} axes, {} are listed", names.len());
        complaints.push(text.error(Code::BoardName, message));
        return None;
    }
    let joined = match table.text("joined").map(SourceText::as_str) {
        Some("files") => Joined::Files,
        Some("ranks") => Joined::Ranks,
        _ => Joined::Nothing,
    };
    let shape = if hexagons {
        hexagon(key, table, files.len(), ranks, complaints)?
    } else {
        rectangle(key, table, ranks, complaints)?
    };
    let board = Board { id: key.value.clone(), files, levels, has_levels, names, joined, ..shape };
    if let Some(drawn) = table.text("drawn").filter(|drawn| drawn.value == "ring") {
        check_ring(drawn, &board, complaints);
    }
    Some(board)
}

/// Whether a board can be bent to a ring.
fn check_ring(drawn: &SourceText, board: &Board, complaints: &mut Diagnostics) {
    let rays = match board.joined {
        Joined::Nothing => {
            let message = "only a board with joined edges can be drawn as a ring";
            let help = "`joined = \"ranks\"` if the last rank lies beside the first, or \"files\"";
            return complaints.push(drawn.error(Code::BoardAxis, message).help(help));
        }
        Joined::Files => &board.files,
        Joined::Ranks => &board.ranks,
    };
    if board.tiling == Tiling::Hexagons || board.has_levels {
        let what = if board.has_levels { "levels" } else { "hexagons" };
        let message = format!("a board of {what} cannot be drawn as a ring");
        let help = "leave `drawn` out: beyond joined edges, pictures show the cells that lie there";
        complaints.push(drawn.error(Code::BoardAxis, message).help(help));
    } else if rays.len() < MIN_RAYS {
        let message = format!("a ring has at least {MIN_RAYS} rays; {} are joined", rays.len());
        let help = "leave `drawn` out, or join the other axis";
        complaints.push(drawn.error(Code::BoardSize, message).help(help));
    }
}

fn rectangle(
    key: &SourceText,
    table: &TomlTable,
    ranks: Option<Axis>,
    complaints: &mut Diagnostics,
) -> Option<Board> {
    for name in ["edge", "upright-edge", "ranks-bend"] {
        if let Some(entry) = table.get(name) {
            let message = format!("`{name}` belongs to a board of hexagons");
            complaints
                .push(entry.key.error(Code::BoardAxis, message).help("tiling = \"hexagons\""));
        }
    }
    let Some(ranks) = ranks else {
        let message = format!("`{}` needs `ranks`", key.value);
        complaints.push(key.error(Code::TomlKey, message).help("names from near to far: `1-8`"));
        return None;
    };
    Some(Board { ranks, ..Board::rectangle(1, 1) })
}

fn hexagon(
    key: &SourceText,
    table: &TomlTable,
    files: usize,
    ranks: Option<Axis>,
    complaints: &mut Diagnostics,
) -> Option<Board> {
    let Some((edge, location)) = table.integer("edge") else {
        let message = format!("`{}` needs `edge`", key.value);
        let help = "how many cells an edge of the board has";
        complaints.push(key.error(Code::BoardAxis, message).help(help));
        return None;
    };
    let (upright, upright_spot) = table.integer("upright-edge").unwrap_or((edge, location));
    for (edge, location) in [(edge, location), (upright, upright_spot)] {
        if !(1..=limits::AXIS as i64 / 2).contains(&edge) {
            let message = format!("a hexagon with edge {edge} is not drawn");
            complaints.push(
                location
                    .error(Code::BoardSize, message)
                    .help(format!("edges have 1 to {} cells", limits::AXIS / 2)),
            );
            return None;
        }
    }
    let (edge, upright) = (edge as usize, upright as usize);
    let (wanted_files, wanted_ranks) = (2 * edge - 1, upright + edge - 1);
    let ranks = ranks.unwrap_or_else(|| Axis::numbers(wanted_ranks));
    for (name, wanted, named) in
        [("files", wanted_files, files), ("ranks", wanted_ranks, ranks.len())]
    {
        if wanted != named {
            let message =
                format!("a hexagon with edge {edge} has {wanted} {name}; {named} are named");
            let location = table.text(name).map_or(location, |text| &text.location);
            let help = format!(
                "name {wanted} {name}, or change `edge`: a board with edge e has 2e-1 files, and as \
                 many ranks unless `upright-edge` differs"
            );
            complaints.push(location.error(Code::BoardAxis, message).help(help));
            return None;
        }
    }
    Some(Board {
        ranks_bend: table.flag("ranks-bend").unwrap_or(true),
        first_is_light: false,
        tiling: Tiling::Hexagons,
        edge,
        upright_edge: upright,
        ranks,
        ..Board::rectangle(1, 1)
    })
}

/// The names of an axis: words, and ranges of letters or numbers.
fn axis(text: &SourceText, what: &str) -> Result<Axis, crate::source::Diagnostic> {
    let mut names: Vec<(String, SourceText)> = Vec::new();
    for word in text.words() {
        let more = match word.value.split_once('-') {
            Some((first, last)) => range(first, last).ok_or_else(|| {
                word.error(Code::BoardAxis, "a range needs two letters or two numbers")
                    .help("for instance `a-h` or `1-8`")
            })?,
            None => vec![word.value.clone()],
        };
        for name in more {
            if !name.chars().all(char::is_alphanumeric) {
                let message = format!("`{name}` cannot name a {what}");
                return Err(word
                    .error(Code::BoardAxis, message)
                    .help("names are made of letters and digits"));
            }
            if let Some((_, before)) = names.iter().find(|(known, _)| *known == name) {
                let message = format!("{what} `{name}` is named twice");
                return Err(before
                    .location
                    .add_label(word.error(Code::BoardAxis, message), "the first time"));
            }
            names.push((name, word.clone()));
            if names.len() > limits::AXIS {
                let message = format!("more than {} names on one axis", limits::AXIS);
                return Err(word.error(Code::BoardSize, message));
            }
        }
    }
    if names.is_empty() {
        let message = format!("no {what} is named");
        return Err(text.error(Code::BoardAxis, message).help("for instance `a-h` or `1-8`"));
    }
    Ok(Axis::new(names.into_iter().map(|(name, _)| name)))
}

fn range(first: &str, last: &str) -> Option<Vec<String>> {
    if let (Some(first), Some(last)) = (single(first), single(last)) {
        let same_case = first.is_ascii_lowercase() == last.is_ascii_lowercase();
        let letters = first.is_ascii_alphabetic() && last.is_ascii_alphabetic() && same_case;
        if letters {
            let up = (first..=last).map(String::from);
            let down = (last..=first).rev().map(String::from);
            return Some(if first <= last { up.collect() } else { down.collect() });
        }
    }
    let number = |text: &str| text.parse::<u16>().ok().filter(|number| *number <= 9999);
    let (first, last) = (number(first)?, number(last)?);
    if first.abs_diff(last) as usize > limits::AXIS {
        return None;
    }
    let name = |number: u16| number.to_string();
    Some(if first <= last {
        (first..=last).map(name).collect()
    } else {
        (last..=first).rev().map(name).collect()
    })
}

fn single(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none())
}

fn order_of_axes(text: &SourceText) -> Result<Vec<AxisKind>, crate::source::Diagnostic> {
    let mut order = Vec::new();
    for word in text.words() {
        let axis = match word.as_str() {
            "file" => AxisKind::File,
            "rank" => AxisKind::Rank,
            "level" => AxisKind::Level,
            other => {
                let help = suggestion(other, ["file", "rank", "level"]);
                return Err(word.error(Code::BoardName, format!("no axis `{other}`")).help(help));
            }
        };
        if order.contains(&axis) {
            let message = format!("`{}` is listed twice", word.value);
            return Err(word.error(Code::BoardName, message));
        }
        order.push(axis);
    }
    Ok(order)
}

fn layout_error(error: &LayoutError, location: &Location) -> crate::source::Diagnostic {
    let (code, help) = match error {
        LayoutError::SameName(_) => {
            (Code::BoardName, "give one axis letters and the other numbers, or other names")
        }
        _ => (Code::BoardSize, "fewer files, ranks or levels"),
    };
    location.error(code, error.to_string()).help(help)
}

/// Keeps the cells that each board's `cells` name.
fn with_holes(
    full: &Layout,
    tables: &[(&SourceText, &TomlTable)],
    zones: &[String],
    complaints: &mut Diagnostics,
) -> Option<Layout> {
    let mut kept = crate::geometry::Cells::new();
    let mut sound = true;
    for (index, (_, table)) in tables.iter().enumerate() {
        let board = index as u8;
        let here: crate::geometry::Cells = full.cells_of(board).collect();
        let Some(text) = table.text("cells") else {
            kept = kept.union(&here);
            continue;
        };
        match complaints.keep(CellVocabulary::without_zones(full, zones).board_cells(text, board)) {
            Some(cells) => kept = kept.union(&cells.intersection(&here)),
            None => sound = false,
        }
    }
    if !sound {
        return None;
    }
    let first = &tables.first()?.0.location;
    complaints.keep(full.restricted_to(&kept).map_err(|error| layout_error(&error, first)))
}

/// The ids of the boards, for messages.
pub(super) fn ids(layout: &Layout) -> String {
    quoted_list(layout.boards().iter().map(|board| board.id.as_str()))
}
