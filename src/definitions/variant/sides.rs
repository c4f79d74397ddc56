//! Reads the sides of a definition and their seats.

use crate::expression::{RESERVED_WORDS, Viewer};
use crate::geometry::{Facing, Layout, Orientation, Seat, SeatPart, Tiling};
use crate::source::{Code, Diagnostic, Diagnostics, SourceText, limits};
use crate::toml_text::{TomlEntry, TomlTable};

/// One side, as `[sides]` has it.
#[derive(Debug, Clone)]
pub(super) struct RawSide<'a> {
    pub id: &'a SourceText,
    pub table: &'a TomlTable,
    pub viewer: Viewer,
    pub has_turns: bool,
}

/// Reads `[sides]`.
pub(super) fn read<'a>(
    root: &'a TomlTable,
    layout: &Layout,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<RawSide<'a>>> {
    let tables: Vec<_> = root.table("sides").named().collect();
    let Some((first, first_table)) = tables.first() else {
        diagnostics.push(no_sides(root));
        return None;
    };
    if tables.len() > limits::SIDES {
        let message = format!("{} sides; at most {}", tables.len(), limits::SIDES);
        diagnostics.push(first.error(Code::Side, message));
        return None;
    }
    let first_faces = first_table.choice("faces", &FACINGS).unwrap_or_default();
    let tiling = layout.board(0).tiling;
    let mut sides = Vec::new();
    for &(id, table) in &tables {
        if RESERVED_WORDS.contains(&id.as_str()) {
            diagnostics.push(reserved_id(Code::Side, "side", id));
        }
        if table.get("seat").is_some_and(|seat| seat.node.value.text().is_none()) {
            return None; // That it is no text is reported.
        }
        let seat = table.text("seat").map(|text| seat(text, layout));
        let seat = seat.map_or(Some(Seat::default()), |seat| diagnostics.keep(seat))?;
        let faces = table.choice("faces", &FACINGS).unwrap_or(first_faces);
        let frame = Orientation::facing(faces).after_seat(&seat, tiling);
        // Without turns: a side that does not move its own pieces.
        let moved_by = table.text("moved-by").map(SourceText::words);
        let has_turns =
            moved_by.is_none_or(|words| words.iter().any(|word| word.value == id.value));
        sides.push(RawSide { id, table, viewer: Viewer { seat, frame }, has_turns });
    }
    if sides.iter().all(|side| !side.has_turns) {
        diagnostics.push(first.error(Code::Side, "no side has turns").help("leave out `moved-by`"));
        return None;
    }
    Some(sides)
}

/// The error about a side or piece with an id that expressions use as a keyword.
pub(super) fn reserved_id(code: Code, thing: &str, id: &SourceText) -> Diagnostic {
    let message = format!("a {thing} may not be called `{}`: that word has a meaning", id.value);
    id.error(code, message)
}

fn no_sides(root: &TomlTable) -> Diagnostic {
    let help = "`[sides]`, and below it `white = {}` and `black = { seat = \"flip ranks\" }`";
    let error = Diagnostic::error(Code::Side, "a game needs sides").help(help);
    match root.get("sides") {
        Some(TomlEntry { key, .. }) => error.in_file(&key.location.file, key.span()),
        None => root.place(error),
    }
}

const FACINGS: [(&str, Facing); 4] = [
    ("forward", Facing::Forward),
    ("right", Facing::Right),
    ("back", Facing::Backward),
    ("left", Facing::Left),
];

/// Reads a seat, such as `turn 180, flip levels`.
fn seat(text: &SourceText, layout: &Layout) -> Result<Seat, Diagnostic> {
    let mut parts = Vec::new();
    for part in text.split(&[',']) {
        parts.push(match part.words().as_slice() {
            [turn, degrees] if turn.value == "turn" => SeatPart::Turn(degrees_of(degrees, layout)?),
            [flip, axis] if flip.value == "flip" => match axis.as_str() {
                "ranks" => SeatPart::FlipRanks,
                "files" => SeatPart::FlipFiles,
                "levels" if layout.boards().iter().any(|board| board.has_levels) => {
                    SeatPart::FlipLevels
                }
                "levels" => {
                    let error = axis.error(Code::Seat, "no board of this game has levels");
                    return Err(error.help("`flip ranks` or `turn 180` seat a side opposite"));
                }
                _ => {
                    let known = ["ranks", "files", "levels"];
                    return Err(axis.unknown_name(Code::Seat, "axis", known));
                }
            },
            _ => {
                let error = part.error(Code::Seat, format!("`{}` is not a seat", part.value));
                let degrees = part.value.trim_end_matches(['°', ' ']);
                let degrees = degrees.strip_suffix("degrees").unwrap_or(degrees).trim_end();
                let number = degrees.rsplit(' ').next().unwrap_or(degrees);
                return Err(error.help(match number.parse::<u16>() {
                    Ok(_) => format!("write `turn {number}`"),
                    Err(_) => {
                        "a side opposite the first has `flip ranks`, or `turn 180` if the array is \
                               rotated; the others are `turn 90`, `turn 270`, `flip files` and \
                               `flip levels`, or some of these with commas between"
                            .to_owned()
                    }
                }));
            }
        });
    }
    Ok(Seat { parts })
}

fn degrees_of(text: &SourceText, layout: &Layout) -> Result<u16, Diagnostic> {
    let hexagons = layout.board(0).tiling == Tiling::Hexagons;
    let (unit, all) =
        if hexagons { (60, "60, 120, 180, 240 and 300") } else { (90, "90, 180 and 270") };
    let degrees = text.value.parse::<u16>().ok().filter(|&number| number < 360);
    let Some(degrees) = degrees.filter(|&number| number > 0 && number % unit == 0) else {
        let message = format!("a board cannot be rotated by `{}`", text.value);
        let help = format!("rotations are by {all} degrees");
        return Err(text.error(Code::Seat, message).help(help));
    };
    for board in layout.boards() {
        let (files, ranks) = (board.files.len(), board.ranks.len());
        let fits = match board.tiling {
            _ if degrees == 180 => true,
            Tiling::Squares => files == ranks,
            Tiling::Hexagons => board.edge == board.upright_edge,
        };
        if !fits {
            let message = format!(
                "a board of {files} files and {ranks} ranks does not fit itself when rotated by {degrees}°"
            );
            let help = "`turn 180` and `flip` fit any board";
            return Err(text.error(Code::Seat, message).help(help));
        }
    }
    Ok(degrees)
}
