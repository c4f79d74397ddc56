use std::collections::BTreeSet;
use std::sync::Arc;

use crate::geometry::{Cell, Cells};
use crate::notation::{Atom, Betza};
use crate::rules::{Game, MoveForm, Piece, PieceSet, PieceType, PieceTypeId, Side, SideId};
use crate::source::{Code, Diagnostics, Location, SourceText, TomlNode, TomlTable, suggestion};

use super::armies::Choice;
use super::array::Array;
use super::places::Places;
use super::resolved::{self, About, Score, Variant};
use super::stage::Stage;
use super::standing::{self, Standings};
use super::who::Cast;
use super::{array, boards, characters, ends, kinds, looks, sides, special, ways};

/// What a variant is made from.
pub(super) struct Plan<'a> {
    pub id: &'a str,
    /// The name of the set-up.
    pub setup: &'a str,
    /// Its own name, where it has one.
    pub title: Option<&'a str>,
    pub root: &'a Arc<TomlNode>,
    pub choice: &'a Choice,
}

/// Resolves every name of a definition: the game as the rules want it, and what pages show of it.
pub(super) fn lower(plan: &Plan<'_>, complaints: &mut Diagnostics) -> Option<Variant> {
    let root = plan.root.table()?;
    check_about(root, complaints);
    let standings = standing::read(plan.root, complaints);
    let boards = boards::read(root, complaints)?;
    let kinds = kinds::read(root, complaints)?;
    let sides = sides::read(root, &boards.layout, complaints)?;
    let ids: Vec<String> = sides.iter().map(|side| side.id.value.clone()).collect();
    check_names(root, &sides, &kinds, complaints)?;
    let viewers = sides.iter().map(|side| side.viewer.clone()).collect();
    let mut places = Places::new(&boards.layout, &boards.full, ids.clone(), viewers);
    places.read_zones(root.table("zones"), complaints);
    places.read_borders(root.table("borders"), complaints);
    let cast = Cast {
        kinds: kinds.iter().map(|kind| kind.id.value.clone()).collect(),
        armies: vec![Vec::new(); ids.len()],
        arrays: vec![Vec::new(); ids.len()],
        sides: ids,
    };
    let states = root.table("states").named().map(|(id, _)| id.value.clone()).collect();
    let mut stage = Stage {
        file: &plan.root.location.file,
        root,
        choice: plan.choice,
        places,
        cast,
        sides,
        kinds,
        boards: boards.sheets,
        states,
    };
    check_shown(&stage, complaints);
    looks::check(&stage.sides, complaints);
    characters::check(&stage, complaints);
    read_armies(&mut stage, complaints);
    let array = array::read(&stage, complaints);
    stage.places.set_starts(array::starts(&stage, &array.pieces));
    read_waiting_zones(&mut stage, complaints);
    set_arrays(&mut stage, &array.pieces);
    let unplaced = array.unplaced.clone();
    let (game, way_texts) = game(&stage, array, complaints);
    let score = ends::score(&stage, complaints);
    Some(Variant { unplaced, ..variant(plan, stage, game, way_texts, (standings, score)) })
}

fn check_about(root: &TomlTable, complaints: &mut Diagnostics) {
    let about = root.table("about");
    if let Some((year, location)) = about.integer("year")
        && !(1..=2999).contains(&year)
    {
        complaints.push(location.error(Code::TomlValue, format!("year {year} is not a year")));
    }
    if let Some(source) = about.text("source") {
        let web = source.value.starts_with("http://") || source.value.starts_with("https://");
        if !web || source.value.contains(char::is_whitespace) {
            complaints.push(
                source
                    .error(Code::TomlValue, "not an address")
                    .help("it begins with `https://` or `http://`"),
            );
        }
    }
}

/// One word means one thing: no side is called as a piece.
fn check_names(
    root: &TomlTable,
    sides: &[sides::SideSheet<'_>],
    kinds: &[kinds::KindSheet<'_>],
    complaints: &mut Diagnostics,
) -> Option<()> {
    for side in sides {
        if let Some(kind) = kinds.iter().find(|kind| kind.id.value == side.id.value) {
            let message = format!("`{}` is a side and a piece", side.id.value);
            let complaint = kind.id.error(Code::Side, message).help("give one another name");
            complaints.push(side.id.location.add_label(complaint, "the side"));
            return None;
        }
    }
    if let Some((id, _)) = root.table("borders").texts().nth(crate::source::limits::ZONES) {
        complaints.push(id.error(Code::Border, "too many borders"));
    }
    Some(())
}

/// `show` names zones and borders.
fn check_shown(stage: &Stage<'_>, complaints: &mut Diagnostics) {
    let known: Vec<&str> = stage
        .places
        .zone_ids()
        .iter()
        .chain(stage.places.border_ids())
        .map(String::as_str)
        .collect();
    for word in stage.boards.iter().flat_map(|board| &board.show) {
        if !known.contains(&word.as_str()) {
            complaints.push(
                word.error(Code::Zone, format!("no zone or border `{}`", word.value))
                    .help(suggestion(&word.value, known.iter().copied())),
            );
        }
    }
}

/// Says for each side what its army has instead of the array's pieces.
fn read_armies(stage: &mut Stage<'_>, complaints: &mut Diagnostics) {
    let in_array: Vec<&str> = stage
        .root
        .table("setup")
        .named()
        .flat_map(|(_, table)| table.texts().map(|(piece, _)| piece.as_str()))
        .collect();
    for (id, army) in stage.root.table("armies").named() {
        for word in army.text("not-against").map(SourceText::words).unwrap_or_default() {
            if stage.root.table("armies").get(&word.value).is_none() {
                let known = stage.root.table("armies").keys();
                complaints.push(
                    word.error(Code::Army, format!("no army `{}`", word.value))
                        .help(suggestion(&word.value, known)),
                );
            }
        }
        let _ = id;
        for (from, _) in army.table("pieces").texts() {
            if !in_array.contains(&from.as_str()) {
                complaints.push(
                    from.error(Code::Army, format!("the array has no `{}` to replace", from.value))
                        .help(suggestion(&from.value, in_array.iter().copied())),
                );
            }
        }
    }
    for side in 0..stage.sides.len() {
        let changes = stage.army(side).table("pieces").texts().filter_map(|(from, to)| {
            Some((stage.cast.kind(&from.value)?, stage.cast.kind(&to.value)?))
        });
        stage.cast.armies[side] = changes.collect();
    }
}

/// Zones that name the array can be read now; the others do not change.
fn read_waiting_zones(stage: &mut Stage<'_>, complaints: &mut Diagnostics) {
    let zones = stage.root.table("zones");
    let waiting = zones.texts().any(|(_, text)| text.value.contains("start"));
    if waiting {
        stage.places.read_zones(zones, complaints);
    }
}

fn set_arrays(stage: &mut Stage<'_>, array: &[(Cell, Piece)]) {
    for side in 0..stage.sides.len() {
        let own: BTreeSet<PieceTypeId> = array
            .iter()
            .filter(|(_, piece)| piece.side.index() == side)
            .map(|(_, piece)| piece.piece_type)
            .collect();
        let plain = |piece_type: &PieceTypeId| !royal(stage, *piece_type);
        let kinds: Vec<PieceTypeId> = own.into_iter().filter(plain).collect();
        stage.cast.arrays[side] = kinds;
    }
}

fn royal(stage: &Stage<'_>, piece_type: PieceTypeId) -> bool {
    let sheet = &stage.kinds[piece_type.index()];
    sheet.table.flag("royal").unwrap_or(sheet.stock.is_some_and(|stock| stock.royal))
}

fn game(
    stage: &Stage<'_>,
    array: Array,
    complaints: &mut Diagnostics,
) -> (Game, Vec<Vec<SourceText>>) {
    let hands = special::hands(stage, complaints);
    let kinds = stage.kinds.iter().map(|sheet| kind(stage, sheet, complaints));
    let (kinds, way_texts): (Vec<PieceType>, _) = kinds.unzip();
    let known = array.sound && array.unplaced.is_empty();
    let mut game = Game {
        layout: stage.places.layout.clone(),
        sides: stage.side_ids().map(|side| side_of(stage, side, complaints)).collect(),
        piece_types: kinds.into(),
        castlings: special::castlings(stage, known.then_some(&array.pieces[..]), complaints),
        promotions: special::promotions(stage, complaints),
        hands,
        drops: Vec::new(),
        states: special::states(stage, complaints),
        transfers: special::transfers(stage, complaints),
        passing: stage.root.table("turn").text("pass").is_some_and(|pass| pass.value != "never"),
        check_by: ends::check_by(stage.root),
        ends: ends::read(stage, complaints),
        elimination: ends::elimination(stage.root),
        initial_pieces: array.pieces,
    };
    if game.initial_pieces.is_empty() && array.unplaced.is_empty() && !complaints.has_error() {
        let location = stage.root.get("setup").map(|entry| entry.key.location.clone());
        let location = location.unwrap_or_else(|| stage.sides[0].id.location.clone());
        complaints.push(no_array(&location));
    }
    for id in game.piece_type_ids() {
        game.piece_types[id].unpromoted = array::unpromoted(&game, id);
    }
    if game.hands.is_some() {
        let kinds = &game.piece_types;
        let in_hand = |piece_type: PieceTypeId| {
            let piece_type = &kinds[piece_type];
            piece_type.unpromoted.is_none() && !piece_type.royal
        };
        game.drops = special::drops(stage, in_hand, complaints);
    }
    (game, way_texts)
}

fn no_array(location: &Location) -> crate::source::Diagnostic {
    location
        .error(Code::SetupPiece, "nobody stands on the board")
        .help("`[setup.each]`, and below it `king = \"e1\"`, for instance")
}

fn side_of(stage: &Stage<'_>, id: SideId, complaints: &mut Diagnostics) -> Side {
    let sheet = &stage.sides[id.index()];
    let side = id.index();
    let takes = match sheet.table.text("captures") {
        Some(text) => complaints.keep(stage.cast.pieces(text, &stage.places, Some(side))),
        None => Some(special::everybody(stage).iter().filter(|piece| piece.side != id).collect()),
    };
    let moved_by = match sheet.table.text("moved-by") {
        Some(text) => movers(stage, text, complaints),
        None => vec![id],
    };
    Side {
        id: sheet.id.value.clone(),
        frame: sheet.viewer.frame,
        may_capture: takes.unwrap_or_else(PieceSet::new),
        moved_by,
        has_turns: sheet.viewer.has_turns,
        points: ends::points(sheet.table, complaints),
    }
}

fn movers(stage: &Stage<'_>, text: &SourceText, complaints: &mut Diagnostics) -> Vec<SideId> {
    let mut movers = Vec::new();
    for word in text.words() {
        match stage.cast.sides.iter().position(|side| *side == word.value) {
            Some(side) => movers.push(SideId(side as u8)),
            None if word.value == "any" => {
                movers.extend(stage.players().into_iter().map(|side| SideId(side as u8)));
            }
            None => {
                let known = stage.cast.sides.iter().map(String::as_str);
                complaints.push(
                    word.error(Code::Side, format!("no side `{}`", word.value))
                        .help(suggestion(&word.value, known)),
                );
            }
        }
    }
    if movers.is_empty() {
        complaints.push(text.error(Code::Side, "a side without turns needs somebody to move it"));
    }
    movers
}

/// A kind, and for each of its ways the text that says where it goes.
fn kind(
    stage: &Stage<'_>,
    sheet: &kinds::KindSheet<'_>,
    complaints: &mut Diagnostics,
) -> (PieceType, Vec<SourceText>) {
    let moves = ways::read(stage, sheet, complaints);
    let mut long_step = |key: &str| long_step(stage, sheet, &moves, key, complaints);
    let (double_step, triple_step) = (long_step("double-step"), long_step("triple-step"));
    let kind = PieceType {
        id: sheet.id.value.clone(),
        move_rules: moves.ways.into(),
        royal: stage.cast.kind(&sheet.id.value).is_some_and(|kind| royal(stage, kind)),
        double_step: double_step.into(),
        triple_step: triple_step.into(),
        points: ends::points(sheet.table, complaints),
        unpromoted: None,
        move_unknown: moves.unknown,
    };
    (kind, moves.texts)
}

/// For each side, the cells from which a piece may make its single step several times.
fn long_step(
    stage: &Stage<'_>,
    sheet: &kinds::KindSheet<'_>,
    moves: &ways::Moves,
    key: &str,
    complaints: &mut Diagnostics,
) -> Vec<Cells> {
    let none = || vec![Cells::new(); stage.sides.len()];
    let Some(text) = sheet.table.text(key) else { return none() };
    if !moves.unknown && !moves.ways.iter().flatten().any(has_single_step) {
        complaints.push(
            text.error(Code::PieceMove, "this piece has no quiet single step to repeat")
                .help(format!("`{key}` repeats a step such as `fmW`")),
        );
    }
    complaints.keep(stage.places.cells_of_all(text)).unwrap_or_else(none)
}

/// Whether a way has a quiet step of one cell.
fn has_single_step(way: &crate::rules::MoveRule) -> bool {
    let MoveForm::Betza(Betza { terms, .. }) = &way.form else { return false };
    terms.iter().any(|term| {
        let [leg] = term.legs.as_slice() else { return false };
        let near = match leg.atom {
            Atom::Leap(leap) => leap.coordinates.iter().all(|&part| part <= 1),
            Atom::King => true,
            Atom::Queen | Atom::Rook | Atom::Bishop | Atom::Castle | Atom::Universal => false,
        };
        near && leg.range == 1 && (leg.modifiers.quiet || leg.modifiers.purpose_is_usual())
    })
}

fn variant(
    plan: &Plan<'_>,
    stage: Stage<'_>,
    game: Game,
    way_texts: Vec<Vec<SourceText>>,
    (standings, score): (Standings, Score),
) -> Variant {
    let root = stage.root;
    let name = root.text("name").map_or(String::new(), |name| name.value.clone());
    let faces = stage.kinds.iter().map(resolved::face).collect();
    let zones = resolved::zones(&stage);
    let borders = resolved::borders(&stage);
    let sides = resolved::side_faces(&stage);
    let boards = resolved::board_faces(&stage);
    let about = About::read(root.table("about"));
    Variant {
        unplaced: Vec::new(),
        id: plan.id.to_owned(),
        name,
        setup: plan.setup.to_owned(),
        setup_name: plan.title.map(str::to_owned),
        about,
        boards,
        sides,
        faces,
        zones,
        borders,
        score,
        standings,
        places: stage.places,
        cast: stage.cast,
        way_texts,
        compiled: None,
        game,
    }
}
