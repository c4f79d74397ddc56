//! Reads the boards of a definition.

use std::sync::Arc;

use crate::diagram::MIN_RAYS;
use crate::expression::{CellResolver, CellVocabulary, Viewer};
use crate::format::usual_axis_names;
use crate::geometry::{
    Axis, AxisKind, Board, CellSet, EdgeJoin, Facing, JoinedEdges, Layout, LayoutError,
    Orientation, Seat, Tiling,
};
use crate::source::{Code, Diagnostic, Diagnostics, Location, SourceText, limits, with_hyphen};
use crate::toml_text::TomlTable;

/// The boards of a definition.
#[derive(Debug)]
pub(super) struct Boards<'a> {
    /// The cells that exist.
    pub layout: Arc<Layout>,
    /// The same boards without holes; steps are counted on it.
    pub full: Arc<Layout>,
    /// The key and the table of each board, in the order of the layout.
    pub tables: Vec<(&'a SourceText, &'a TomlTable)>,
}

/// Reads `[board]` or `[boards.ID]`.
pub(super) fn read<'a>(root: &'a TomlTable, diagnostics: &mut Diagnostics) -> Option<Boards<'a>> {
    let tables = diagnostics.keep(tables(root))?;
    // Collected first, so that the errors of all boards are reported.
    let boards: Vec<Option<Board>> =
        tables.iter().map(|(key, table)| board(key, table, diagnostics)).collect();
    let boards: Vec<Board> = boards.into_iter().collect::<Option<_>>()?;
    let first = &tables.first()?.0.location;
    let full = Layout::new(boards).map_err(|error| layout_error(&error, first));
    let full = Arc::new(diagnostics.keep(full)?);
    let layout = Arc::new(with_holes(&full, &tables, root, diagnostics)?);
    Some(Boards { layout, full, tables })
}

/// The tables of all boards, with their keys.
fn tables(root: &TomlTable) -> Result<Vec<(&SourceText, &TomlTable)>, Diagnostic> {
    match (root.get("board"), root.get("boards")) {
        (Some(one), Some(several)) => {
            let error = several.key.error(Code::BoardName, "both `[board]` and `[boards]`");
            let error = one.key.location.add_label(error, "the other");
            Err(error.help(
                "one board is `[board]`; several are `[boards.ID]`; `without = \"board\"` \
                 leaves out the inherited one",
            ))
        }
        (Some(one), None) => {
            Ok(one.node.table().map(|table| (&one.key, table)).into_iter().collect())
        }
        (None, Some(several)) => {
            let tables: Vec<_> = root.table("boards").named().collect();
            if tables.len() > limits::BOARDS {
                let message = format!("{} boards; at most {}", tables.len(), limits::BOARDS);
                return Err(several.key.error(Code::BoardSize, message));
            }
            Ok(tables)
        }
        (None, None) => {
            let error = Diagnostic::error(Code::TomlKey, "a game needs a board")
                .help("`[board]`, and below it `files = \"a-h\"` and `ranks = \"1-8\"`");
            Err(root.place(error))
        }
    }
}

fn board(key: &SourceText, table: &TomlTable, diagnostics: &mut Diagnostics) -> Option<Board> {
    let hexagons = table.text("tiling").is_some_and(|tiling| tiling.value == "hexagons");
    let files = table.text("files").and_then(|text| diagnostics.keep(axis(text, "file")));
    let ranks = table.text("ranks").map(|text| diagnostics.keep(axis(text, "rank")));
    let levels = table.text("levels").map(|text| diagnostics.keep(axis(text, "level")));
    let names = table.text("names").map(|text| diagnostics.keep(order_of_axes(text)));
    let has_levels = levels.is_some();
    let count = if has_levels { 3 } else { 2 };
    let plain = || AXES[..count].iter().map(|&(_, axis)| axis).collect();
    let (files, names) = (files?, names.unwrap_or_else(|| Some(plain()))?);
    let levels = levels.unwrap_or_else(|| Some(Axis::new(["1"])))?;
    let ranks = ranks.map_or(Some(None), |ranks| ranks.map(Some))?;
    if names.len() != count {
        let text = table.text("names").unwrap_or(key);
        let message = format!("cell names are made of {count} axes, {} are listed", names.len());
        diagnostics.push(text.error(Code::BoardName, message));
        return None;
    }
    let joined = table.text("joined").map(|text| diagnostics.keep(joined_edges(text)));
    let joined = joined.unwrap_or(Some(JoinedEdges::NOTHING))?;
    if let Some(text) = table.text("joined").filter(|_| hexagons && joined.is_surface()) {
        let message = "only one axis of a board of hexagons can be joined";
        let error = text.error(Code::BoardAxis, message);
        diagnostics.push(error.help("joined = \"files\""));
    }
    let shape = if hexagons {
        diagnostics.keep(hexagon(key, table, files.len(), ranks))?
    } else {
        rectangle(key, table, ranks, diagnostics)?
    };
    let board = Board { id: key.value.clone(), files, levels, has_levels, names, joined, ..shape };
    if let Some(drawn) = table.text("drawn").filter(|drawn| drawn.value == "ring") {
        check_ring(drawn, &board, diagnostics);
    }
    Some(board)
}

/// Reports why a board cannot be drawn as a ring.
fn check_ring(drawn: &SourceText, board: &Board, diagnostics: &mut Diagnostics) {
    let Some(around) = board.joined.ring_axis() else {
        let message = "only a board with one joined axis can be drawn as a ring";
        let help = "`joined = \"ranks\"` if the last rank is adjacent to the first, or \"files\"";
        return diagnostics.push(drawn.error(Code::BoardAxis, message).help(help));
    };
    let rays = board.axis(around);
    if board.tiling == Tiling::Hexagons || board.has_levels {
        let what = if board.has_levels { "levels" } else { "hexagons" };
        let message = format!("a board of {what} cannot be drawn as a ring");
        let help = "leave out `drawn`: a flat diagram repeats the cells beyond the joined edges";
        diagnostics.push(drawn.error(Code::BoardAxis, message).help(help));
    } else if rays.len() < MIN_RAYS {
        let message = format!("a ring has at least {MIN_RAYS} rays; {} are joined", rays.len());
        let help = "leave out `drawn`, or join the other axis";
        diagnostics.push(drawn.error(Code::BoardSize, message).help(help));
    }
}

fn rectangle(
    key: &SourceText,
    table: &TomlTable,
    ranks: Option<Axis>,
    diagnostics: &mut Diagnostics,
) -> Option<Board> {
    for name in ["edge", "upright-edge", "ranks-bend"] {
        if let Some(entry) = table.get(name) {
            let message = format!("`{name}` belongs to a board of hexagons");
            let error = entry.key.error(Code::BoardAxis, message);
            diagnostics.push(error.help("tiling = \"hexagons\""));
        }
    }
    let Some(ranks) = ranks else {
        if table.get("ranks").is_some() {
            return None; // Its value has a wrong type, which is reported.
        }
        let message = format!("`{}` needs `ranks`", key.value);
        diagnostics.push(key.error(Code::TomlKey, message).help("names from near to far: `1-8`"));
        return None;
    };
    Some(Board { ranks, ..Board::rectangle(1, 1) })
}

fn hexagon(
    key: &SourceText,
    table: &TomlTable,
    files: usize,
    ranks: Option<Axis>,
) -> Result<Board, Diagnostic> {
    let Some((edge, location)) = table.integer("edge") else {
        let error = key.error(Code::BoardAxis, format!("`{}` needs `edge`", key.value));
        return Err(error.help("how many cells an edge of the board has"));
    };
    let (upright, upright_location) = table.integer("upright-edge").unwrap_or((edge, location));
    for (edge, location) in [(edge, location), (upright, upright_location)] {
        if !(1..=limits::AXIS as i64 / 2).contains(&edge) {
            let message = format!("a hexagon cannot have an edge of {edge} cells");
            let help = format!("edges have 1 to {} cells", limits::AXIS / 2);
            return Err(location.error(Code::BoardSize, message).help(help));
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
            let edge = if named % 2 == 1 {
                format!("write `edge = {}`", named.div_ceil(2))
            } else {
                "change `edge`".to_owned()
            };
            let help = format!(
                "name {wanted} {name}, or {edge}: a board with edge e has 2e-1 files, and as many ranks \
                 unless `upright-edge` differs"
            );
            return Err(location.error(Code::BoardAxis, message).help(help));
        }
    }
    Ok(Board {
        ranks_bend: table.flag("ranks-bend").unwrap_or(true),
        first_is_light: false,
        tiling: Tiling::Hexagons,
        edge,
        upright_edge: upright,
        ranks,
        ..Board::rectangle(1, 1)
    })
}

/// Reads the names on an axis: single names, and ranges of letters or numbers.
fn axis(text: &SourceText, what: &str) -> Result<Axis, Diagnostic> {
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
                let error = word.error(Code::BoardAxis, message);
                let meant = with_hyphen(&name).filter(|range_text| {
                    range_text.split_once('-').is_some_and(|(a, b)| range(a, b).is_some())
                });
                return Err(error.help(match meant {
                    Some(meant) => format!("write `{what}s = \"{meant}\"`"),
                    None => "names are made of letters and digits: `a-h`, `1-8`".to_owned(),
                }));
            }
            if let Some((_, before)) = names.iter().find(|(known, _)| *known == name) {
                let message = format!("{what} `{name}` is named twice");
                let error = word.error(Code::BoardAxis, message);
                return Err(before.location.add_label(error, "the first time"));
            }
            names.push((name, word.clone()));
            if names.len() > limits::AXIS {
                let message = format!("more than {} names on one axis", limits::AXIS);
                return Err(word.error(Code::BoardSize, message));
            }
        }
    }
    if let [(name, word)] = names.as_slice()
        && let Some(all) = names_up_to(name, what).filter(|_| word.value == *name)
    {
        let message = format!("the board has only one {what}, and it is called `{name}`");
        let help =
            format!("write `{what}s = \"{all}\"` for all of them, `{name}-{name}` for this one");
        return Err(word.error(Code::BoardAxis, message).help(help));
    }
    if names.is_empty() {
        let message = format!("no {what} is named");
        return Err(text.error(Code::BoardAxis, message).help("for instance `a-h` or `1-8`"));
    }
    Ok(Axis::new(names.into_iter().map(|(name, _)| name)))
}

/// The range that is meant by its last name alone, or by the number of names.
fn names_up_to(last: &str, what: &str) -> Option<String> {
    match last.parse::<usize>() {
        Ok(count) => usual_axis_names(&format!("{what}s"), count).filter(|_| count > 1),
        Err(_) => (last.len() == 1 && range("a", last)?.len() > 1).then(|| format!("a-{last}")),
    }
}

/// The names from `first` to `last`, up or down: letters of one case, or numbers.
fn range(first: &str, last: &str) -> Option<Vec<String>> {
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic();
    let (from, to, is_number) = match (first.as_bytes(), last.as_bytes()) {
        ([a], [b]) if is_letter(a) && is_letter(b) => (a.is_ascii_lowercase()
            == b.is_ascii_lowercase())
        .then_some((*a as u16, *b as u16, false)),
        _ => {
            let number = |text: &str| text.parse::<u16>().ok().filter(|number| *number <= 9999);
            Some((number(first)?, number(last)?, true))
        }
    }?;
    if from.abs_diff(to) as usize > limits::AXIS {
        return None;
    }
    let name = |index: u16| {
        if is_number { index.to_string() } else { char::from(index as u8).to_string() }
    };
    let mut names: Vec<String> = (from.min(to)..=from.max(to)).map(name).collect();
    if from > to {
        names.reverse();
    }
    Some(names)
}

/// The axes by the words for them, in the usual order in a cell's name.
const AXES: [(&str, AxisKind); 3] =
    [("file", AxisKind::File), ("rank", AxisKind::Rank), ("level", AxisKind::Level)];

fn joined_edges(text: &SourceText) -> Result<JoinedEdges, Diagnostic> {
    let mut joined = JoinedEdges::NOTHING;
    for word in text.words() {
        let join = match word.value.as_str() {
            "files" => &mut joined.files,
            "ranks" => &mut joined.ranks,
            _ => return Err(word.unknown_name(Code::BoardAxis, "axis", ["files", "ranks"])),
        };
        if *join != EdgeJoin::Open {
            let message = format!("`{}` is listed twice", word.value);
            let help = "`joined = \"files ranks\"` joins all four edges";
            return Err(word.error(Code::BoardAxis, message).help(help));
        }
        *join = EdgeJoin::Straight;
    }
    Ok(joined)
}

fn order_of_axes(text: &SourceText) -> Result<Vec<AxisKind>, Diagnostic> {
    let mut order = Vec::new();
    for word in text.words() {
        let Some(&(_, axis)) = AXES.iter().find(|(name, _)| word.value == *name) else {
            return Err(word.unknown_name(Code::BoardName, "axis", AXES.map(|(name, _)| name)));
        };
        if order.contains(&axis) {
            let message = format!("`{}` is listed twice", word.value);
            return Err(word.error(Code::BoardName, message));
        }
        order.push(axis);
    }
    Ok(order)
}

fn layout_error(error: &LayoutError, location: &Location) -> Diagnostic {
    let (code, help) = match error {
        LayoutError::SameName(_) => {
            (Code::BoardName, "give one axis letters and the other numbers, or other names")
        }
        _ => (Code::BoardSize, "fewer files, ranks or levels"),
    };
    location.error(code, error.to_string()).help(help)
}

/// The layout with only those cells that `cells` of each board names.
fn with_holes(
    full: &Arc<Layout>,
    tables: &[(&SourceText, &TomlTable)],
    root: &TomlTable,
    diagnostics: &mut Diagnostics,
) -> Option<Layout> {
    let zones = root.table("zones").keys().map(str::to_owned).collect();
    let (layout, sides) = (full.clone(), Arc::default());
    let viewer = Viewer { seat: Seat::default(), frame: Orientation::facing(Facing::default()) };
    let vocabulary = CellVocabulary { layout, full: full.clone(), zones, sides };
    let resolver = CellResolver::new(vocabulary, vec![viewer]);
    let mut kept = Some(CellSet::new());
    for (index, (_, table)) in tables.iter().enumerate() {
        let here: CellSet = full.cells_of(index as u8).collect();
        let exist = match table.text("cells") {
            Some(text) => diagnostics.keep(resolver.cells_of_board(text, index as u8)),
            None => Some(here.clone()),
        };
        kept = kept.zip(exist).map(|(kept, exist)| kept.union(&exist.intersection(&here)));
    }
    let first = &tables.first()?.0.location;
    diagnostics.keep(full.restricted_to(&kept?).map_err(|error| layout_error(&error, first)))
}
