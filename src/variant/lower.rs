//! Lowers a definition: every name resolved, into a game and what pages show of it.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::geometry::{Cell, Cells};
use crate::notation::{Atom, Betza};
use crate::rules::{Game, MoveForm, Piece, PieceSet, PieceType, PieceTypeId, Side, SideId};
use crate::source::{Code, Diagnostics, Location, SourceText, TomlNode, TomlTable, suggestion};

use super::armies::Choice;
use super::array::Array;
use super::cell_resolver::{CellResolver, ResolvedCells};
use super::piece_sets::PieceResolver;
use super::resolved::{self, About, Score, Variant};
use super::rule_exprs::{MoveRuleText, RuleTexts};
use super::stage::Stage;
use super::standing::{self, Standings};
use super::{
    array, boards, castling, characters, drops, ends, kinds, looks, promotion, sides, states,
    transfers, ways,
};

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
    let mut places = CellResolver::new(&boards.layout, &boards.full, ids.clone(), viewers);
    places.read_zones(root.table("zones"), complaints);
    places.read_borders(root.table("borders"), complaints);
    let cast = PieceResolver {
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
    let game = game(&stage, array, complaints);
    let score = ends::score(&stage, complaints);
    Some(Variant { unplaced, ..variant(plan, stage, game, (standings, score)) })
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
        .map(String::as_str)
        .chain(stage.places.border_ids())
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
            .filter(|(_, man)| man.side.index() == side)
            .map(|(_, man)| man.piece_type)
            .collect();
        let plain = |kind: &PieceTypeId| !royal(stage, *kind);
        let kinds: Vec<PieceTypeId> = own.into_iter().filter(plain).collect();
        stage.cast.arrays[side] = kinds;
    }
}

fn royal(stage: &Stage<'_>, kind: PieceTypeId) -> bool {
    let sheet = &stage.kinds[kind.index()];
    sheet.table.flag("royal").unwrap_or(sheet.stock.is_some_and(|stock| stock.royal))
}

/// A game, and the texts that it was made from.
struct Lowered {
    game: Game,
    /// For each piece type and each of its ways, the text that errors point at.
    way_texts: Vec<Vec<SourceText>>,
    /// For each piece type, its rules.
    move_rules: Vec<Vec<MoveRuleText>>,
    texts: RuleTexts,
}

fn game(stage: &Stage<'_>, array: Array, complaints: &mut Diagnostics) -> Lowered {
    let mut texts = RuleTexts::default();
    let hands = drops::hands(stage, complaints);
    let (mut kinds, mut way_texts, mut move_rules) = (Vec::new(), Vec::new(), Vec::new());
    for sheet in &stage.kinds {
        let moves = ways::read(stage, sheet, complaints);
        kinds.push(kind(stage, sheet, &moves, &mut texts, complaints));
        way_texts.push(moves.texts);
        move_rules.push(moves.rules);
    }
    let known = array.sound && array.unplaced.is_empty();
    let sides = stage.side_ids().map(|side| side_of(stage, side, &mut texts, complaints)).collect();
    let castlings = castling::read(stage, known.then_some(&array.pieces[..]), complaints);
    let (promotions, promotion_texts) = promotion::read(stage, complaints).into_iter().unzip();
    let (states, state_texts) = states::read(stage, complaints).into_iter().unzip();
    let (transfers, transfer_texts) = transfers::read(stage, complaints).into_iter().unzip();
    let ends = ends::read(stage, &mut texts, complaints);
    texts = RuleTexts {
        promotions: promotion_texts,
        states: state_texts,
        transfers: transfer_texts,
        ..texts
    };
    let mut game = Game {
        layout: stage.places.layout.clone(),
        sides,
        piece_types: kinds.into(),
        castlings,
        promotions,
        hands,
        drops: Vec::new(),
        states,
        transfers,
        passing: stage.root.table("turn").text("pass").is_some_and(|pass| pass.value != "never"),
        check_by: ends::check_by(stage.root),
        ends,
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
        let in_hand = |kind: PieceTypeId| {
            let kind = &kinds[kind];
            kind.unpromoted.is_none() && !kind.royal
        };
        (game.drops, texts.drops) = drops::drops(stage, in_hand, complaints);
    }
    Lowered { game, way_texts, move_rules, texts }
}

fn no_array(location: &Location) -> crate::source::Diagnostic {
    location
        .error(Code::SetupPiece, "nobody stands on the board")
        .help("`[setup.each]`, and below it `king = \"e1\"`, for instance")
}

fn side_of(
    stage: &Stage<'_>,
    id: SideId,
    texts: &mut RuleTexts,
    complaints: &mut Diagnostics,
) -> Side {
    let sheet = &stage.sides[id.0 as usize];
    let side = id.0 as usize;
    let (takes, expr) = match sheet.table.text("captures") {
        Some(text) => {
            let expr = complaints.keep(stage.piece_expr(text));
            let takes = expr.as_ref().map(|expr| stage.piece_set(expr, text, Some(side)));
            (takes.and_then(|takes| complaints.keep(takes)), expr)
        }
        None => {
            let all = stage.cast.all_pieces();
            (Some(all.iter().filter(|piece| piece.side != id).collect()), None)
        }
    };
    texts.captures.push(expr);
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

/// A piece type; the texts of its double step go into `texts`.
fn kind(
    stage: &Stage<'_>,
    sheet: &kinds::KindSheet<'_>,
    moves: &ways::PieceMoves,
    texts: &mut RuleTexts,
    complaints: &mut Diagnostics,
) -> PieceType {
    let none = || vec![Cells::new(); stage.sides.len()];
    let mut long_step = |key: &str| match long_step(stage, sheet, moves, key, complaints) {
        Some(ResolvedCells { expr, cells }) => (cells, Some(expr)),
        None => (none(), None),
    };
    let (double_step, double_text) = long_step("double-step");
    let (triple_step, triple_text) = long_step("triple-step");
    texts.double_steps.push(double_text);
    texts.triple_steps.push(triple_text);
    PieceType {
        id: sheet.id.value.clone(),
        move_rules: moves.ways.clone().into(),
        royal: stage.cast.kind(&sheet.id.value).is_some_and(|kind| royal(stage, kind)),
        double_step: double_step.into(),
        triple_step: triple_step.into(),
        points: ends::points(sheet.table, complaints),
        unpromoted: None,
        move_unknown: moves.unknown,
    }
}

/// The cells from which a piece may make its single step several times.
fn long_step(
    stage: &Stage<'_>,
    sheet: &kinds::KindSheet<'_>,
    moves: &ways::PieceMoves,
    key: &str,
    complaints: &mut Diagnostics,
) -> Option<ResolvedCells> {
    let text = sheet.table.text(key)?;
    if !moves.unknown && !moves.ways.iter().flatten().any(has_single_step) {
        complaints.push(
            text.error(Code::PieceMove, "this piece has no quiet single step to repeat")
                .help(format!("`{key}` repeats a step such as `fmW`")),
        );
    }
    complaints.keep(stage.places.resolved(text))
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
    lowered: Lowered,
    (standings, score): (Standings, Score),
) -> Variant {
    let Lowered { game, way_texts, move_rules, texts } = lowered;
    let root = stage.root;
    let name = root.text("name").map_or(String::new(), |name| name.value.clone());
    let faces =
        stage.kinds.iter().zip(move_rules).map(|(sheet, rules)| resolved::face(sheet, rules));
    let faces = faces.collect();
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
        texts,
        compiled: None,
        game,
    }
}
