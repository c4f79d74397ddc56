//! Lowers a definition: resolves all names and makes the variant.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::geometry::{Cell, CellSet};
use crate::notation::{Atom, Betza};
use crate::rules::{
    EndRules, Game, MoveForm, MoveRule, Piece, PieceSet, PieceType, PieceTypeId, Side, SideId,
};
use crate::source::{
    Code, Diagnostic, Diagnostics, SourceText, TomlNode, TomlTable, limits, suggestion,
    unknown_name,
};

use super::armies::{self, ArmyChoice};
use super::cell_resolver::{CellResolver, ResolvedCells};
use super::certainty::{self, CertaintyNotes};
use super::initial_position::InitialPosition;
use super::lowering::LoweringContext;
use super::piece_sets::PieceResolver;
use super::piece_types::RawPieceType;
use super::royal_rules::{RoyalSources, counted_royals, max_count};
use super::rule_exprs::{MoveRuleText, RuleTexts};
use super::sides::RawSide;
use super::variant_model::{self, About, PieceTypeInfo, Score, Variant};
use super::{
    boards, castling, drawable_text, drops, end_conditions, end_rules, initial_position,
    move_rules, piece_types, promotion, restrictions, side_colours, side_pieces, side_rules, sides,
    states, transfers,
};

/// One setup of a definition, to be lowered.
#[derive(Debug, Clone)]
pub(super) struct LoweringRequest {
    pub id: String,
    /// The id of the setup.
    pub setup: String,
    /// The name of the setup, if it has one.
    pub title: Option<String>,
    pub root: Arc<TomlNode>,
    pub choice: ArmyChoice,
}

/// Resolves all names of a definition and returns the variant.
///
/// Returns `None` if its boards, sides or piece types cannot be read.
pub(super) fn lower(request: &LoweringRequest, diagnostics: &mut Diagnostics) -> Option<Variant> {
    let root = request.root.table()?;
    check_about(root, diagnostics);
    let standings = certainty::read(&request.root, diagnostics);
    let side_rules = side_rules::read(&request.root, diagnostics);
    let boards = boards::read(root, diagnostics)?;
    let piece_types = piece_types::read(root, diagnostics)?;
    let sides = sides::read(root, &boards.layout, diagnostics)?;
    let ids: Vec<String> = sides.iter().map(|side| side.id.value.clone()).collect();
    check_names(root, &sides, &piece_types, diagnostics)?;
    let viewers = sides.iter().map(|side| side.viewer.clone()).collect();
    let mut cell_resolver = CellResolver::new(&boards.layout, &boards.full, ids.clone(), viewers);
    cell_resolver.read_zones(root.table("zones"), diagnostics);
    cell_resolver.read_borders(root.table("borders"), diagnostics);
    let piece_resolver = PieceResolver {
        piece_types: piece_types.iter().map(|piece_type| piece_type.id.value.clone()).collect(),
        royals: piece_types
            .iter()
            .zip(0..)
            .filter(|(raw, _)| is_royal(raw))
            .map(|(_, index)| PieceTypeId(index))
            .collect(),
        armies: vec![Vec::new(); ids.len()],
        initial_types: vec![Vec::new(); ids.len()],
        sides: ids,
    };
    let mut context = LoweringContext {
        file: &request.root.location.file,
        root,
        side_rules: &side_rules,
        choice: &request.choice,
        cell_resolver,
        piece_resolver,
        sides,
        piece_types,
        boards: boards.raw,
        states: root.table("states").keys().map(str::to_owned).collect(),
    };
    check_shown(&context, diagnostics);
    side_colours::check(&context.sides, diagnostics);
    drawable_text::check(&context, diagnostics);
    read_armies(&mut context, diagnostics);
    let initial = initial_position::read(&context, diagnostics);
    context.cell_resolver.set_starts(initial_position::start_cells(&context, &initial.pieces));
    read_waiting_zones(&mut context, diagnostics);
    set_initial_positions(&mut context, &initial.pieces);
    let lowered = game(&context, initial, diagnostics);
    Some(variant(request, context, lowered, standings))
}

fn check_about(root: &TomlTable, diagnostics: &mut Diagnostics) {
    let about = root.table("about");
    if let Some((year, location)) = about.integer("year")
        && !(1..=2999).contains(&year)
    {
        diagnostics.push(location.error(Code::TomlValue, format!("year {year} is not a year")));
    }
    if let Some(source) = about.text("source") {
        let web = source.value.starts_with("http://") || source.value.starts_with("https://");
        if !web || source.value.contains(char::is_whitespace) {
            let error = source.error(Code::TomlValue, "not an address");
            diagnostics.push(error.help("it begins with `https://` or `http://`"));
        }
    }
}

/// Reports an id that is both a side and a piece, and more borders than the limit.
fn check_names(
    root: &TomlTable,
    sides: &[RawSide<'_>],
    piece_types: &[RawPieceType<'_>],
    diagnostics: &mut Diagnostics,
) -> Option<()> {
    for side in sides {
        if let Some(piece) = piece_types.iter().find(|piece| piece.id.value == side.id.value) {
            let message = format!("`{}` is a side and a piece", side.id.value);
            let error = piece.id.error(Code::Side, message).help("give one another name");
            diagnostics.push(side.id.location.add_label(error, "the side"));
            return None;
        }
    }
    if let Some((id, _)) = root.table("borders").texts().nth(limits::ZONES) {
        diagnostics.push(id.error(Code::Border, "too many borders"));
    }
    Some(())
}

/// Reports words of `show` that are no zones or borders.
fn check_shown(context: &LoweringContext<'_>, diagnostics: &mut Diagnostics) {
    let zones = context.cell_resolver.zone_ids().iter().map(String::as_str);
    let known: Vec<&str> = zones.chain(context.cell_resolver.border_ids()).collect();
    for word in context.boards.iter().flat_map(|board| &board.show) {
        if !known.contains(&word.as_str()) {
            let known = known.iter().copied();
            diagnostics.push(unknown_name(Code::Zone, "zone or border", word, known));
        }
    }
}

/// Reads for each side which piece types of the setup its army replaces.
fn read_armies(context: &mut LoweringContext<'_>, diagnostics: &mut Diagnostics) {
    let root = context.root;
    let setup = root.table("setup").named().flat_map(|(_, table)| table.texts());
    let in_setup: Vec<&str> = setup.map(|(piece, _)| piece.as_str()).collect();
    for (_, army) in root.table("armies").named() {
        for word in army.text("not-against").map(SourceText::words).unwrap_or_default() {
            armies::check_known(root, &word, diagnostics);
        }
        for (from, _) in army.table("pieces").texts() {
            if !in_setup.contains(&from.as_str()) {
                let message = format!("the setup has no `{}` to replace", from.value);
                let help = suggestion(&from.value, in_setup.iter().copied());
                diagnostics.push(from.error(Code::Army, message).help(help));
            }
        }
    }
    let piece_type = |id: &SourceText| piece_types::find(&context.piece_types, &id.value);
    for side in 0..context.sides.len() {
        let replaced = context.army(side).table("pieces").texts();
        let replaced = replaced.filter_map(|(from, to)| piece_type(from).zip(piece_type(to)));
        context.piece_resolver.armies[side] = replaced.collect();
    }
}

/// Reads the zones again, now that zones of start cells can be resolved.
fn read_waiting_zones(context: &mut LoweringContext<'_>, diagnostics: &mut Diagnostics) {
    let zones = context.root.table("zones");
    if zones.texts().any(|(_, text)| text.value.contains("start")) {
        context.cell_resolver.read_zones(zones, diagnostics);
    }
}

/// Sets for each side the types of its initial pieces, without royal pieces.
fn set_initial_positions(context: &mut LoweringContext<'_>, initial: &[(Cell, Piece)]) {
    for side in context.side_ids() {
        let own = initial.iter().filter(|(_, piece)| piece.side == side);
        let own: BTreeSet<PieceTypeId> = own.map(|(_, piece)| piece.piece_type).collect();
        let is_common = |id: &PieceTypeId| !is_royal(&context.piece_types[id.index()]);
        context.piece_resolver.initial_types[side.index()] =
            own.into_iter().filter(is_common).collect();
    }
}

fn is_royal(raw: &RawPieceType<'_>) -> bool {
    raw.table.flag("royal").unwrap_or(raw.builtin.is_some_and(|builtin| builtin.royal))
}

/// A game, and what pages say about it.
struct Lowered {
    game: Game,
    pieces_without_cell: Vec<Piece>,
    score: Score,
    own_scores: Vec<Option<Score>>,
    /// For each move rule of each piece type, the text that errors point at.
    rule_sources: Vec<Vec<SourceText>>,
    /// The move rules of each piece type.
    rule_texts: Vec<Vec<MoveRuleText>>,
    /// For each piece type, the move rules of sides that have their own.
    side_moves: Vec<Vec<(SideId, Vec<MoveRuleText>)>>,
    texts: RuleTexts,
}

fn game(
    context: &LoweringContext<'_>,
    initial: InitialPosition,
    diagnostics: &mut Diagnostics,
) -> Lowered {
    let mut texts = RuleTexts::default();
    let hands = drops::hands(context, diagnostics);
    let (mut piece_types, mut rule_sources, mut rule_texts) = (Vec::new(), Vec::new(), Vec::new());
    let mut side_moves = Vec::new();
    for raw in &context.piece_types {
        let mut moves = move_rules::read(context, raw, diagnostics);
        side_moves.push(side_pieces::read_moves(context, raw, &mut moves, diagnostics));
        piece_types.push(piece_type(context, raw, &moves, &mut texts, diagnostics));
        rule_sources.push(moves.sources);
        rule_texts.push(moves.texts);
    }
    let is_known = initial.is_complete && initial.pieces_without_cell.is_empty();
    let sides =
        context.side_ids().map(|side| side_of(context, side, &mut texts, diagnostics)).collect();
    let castlings = castling::read(context, is_known.then_some(&initial.pieces[..]), diagnostics);
    let (promotions, promotion_texts): (Vec<_>, Vec<_>) =
        promotion::read(context, diagnostics).into_iter().unzip();
    let (states, state_texts) = states::read(context, diagnostics).into_iter().unzip();
    let (transfers, transfer_texts) = transfers::read(context, diagnostics).into_iter().unzip();
    let ends = end_rules::read(context, context.root.table("ends"), &mut texts, diagnostics);
    let own_ends = own_ends(context, &mut texts, diagnostics);
    let (end_conditions, end_texts) =
        end_conditions::read(context, &castlings, diagnostics).into_iter().unzip();
    let (restrictions, restriction_texts) =
        restrictions::read(context, &castlings, diagnostics).into_iter().unzip();
    (texts.end_conditions, texts.restrictions) = (end_texts, restriction_texts);
    (texts.promotions, texts.states, texts.transfers) =
        (promotion_texts, state_texts, transfer_texts);
    let sources = RoyalSources {
        piece_types: &piece_types,
        initial_pieces: &initial.pieces,
        promotions: &promotions,
    };
    let check_royals = counted_royals(context, &sources, diagnostics);
    let mut game = Game {
        layout: context.cell_resolver.layout.clone(),
        sides,
        piece_types: piece_types.into(),
        castlings,
        promotions,
        hands,
        drops: Vec::new(),
        states,
        transfers,
        passing: context.root.table("turn").text("pass").is_some_and(|pass| pass.value != "never"),
        check_by: end_rules::check_by(context.root),
        check_royals,
        restrictions,
        ends,
        own_ends,
        end_conditions,
        elimination: end_rules::elimination(context.root),
        initial_pieces: initial.pieces,
    };
    let is_empty = game.initial_pieces.is_empty() && initial.pieces_without_cell.is_empty();
    if is_empty && !diagnostics.has_error() {
        diagnostics.push(no_pieces(context));
    }
    for index in 0..game.piece_types.len() {
        game.piece_types[PieceTypeId(index as u8)].unpromoted =
            initial_position::unpromoted(&game, PieceTypeId(index as u8));
    }
    if game.hands.is_some() {
        let piece_types = &game.piece_types;
        let in_hand = |piece_type: PieceTypeId| {
            let piece_type = &piece_types[piece_type];
            piece_type.unpromoted.is_none() && !piece_type.royal
        };
        (game.drops, texts.drops) = drops::drops(context, in_hand, diagnostics);
    }
    let score = end_rules::score(context, context.root.table("score"), diagnostics);
    let own_scores = context.side_ids().map(|side| own_score(context, side, diagnostics)).collect();
    let pieces_without_cell = initial.pieces_without_cell;
    Lowered {
        game,
        pieces_without_cell,
        score,
        own_scores,
        rule_sources,
        rule_texts,
        side_moves,
        texts,
    }
}

fn own_score(
    context: &LoweringContext<'_>,
    side: SideId,
    diagnostics: &mut Diagnostics,
) -> Option<Score> {
    let table = || context.rules_of(side.index()).table("score");
    let has_own = context.has_own(side.index(), "score");
    has_own.then(|| end_rules::score(context, table(), diagnostics))
}

/// Reads the ends of sides that have their own; returns nothing if none has.
fn own_ends(
    context: &LoweringContext<'_>,
    texts: &mut RuleTexts,
    diagnostics: &mut Diagnostics,
) -> Vec<Option<EndRules>> {
    let sides = 0..context.sides.len();
    if !sides.clone().any(|side| context.has_own(side, "ends")) {
        return Vec::new();
    }
    let own = sides.map(|side| {
        let mut own_texts = RuleTexts::default();
        let ends = context.has_own(side, "ends").then(|| {
            let table = context.rules_of(side).table("ends");
            end_rules::read(context, table, &mut own_texts, diagnostics)
        });
        (ends.clone(), ends.map(|_| Box::new(own_texts)))
    });
    let (ends, own_texts) = own.unzip();
    texts.own_ends = own_texts;
    ends
}

fn no_pieces(context: &LoweringContext<'_>) -> Diagnostic {
    let key = context.root.get("setup").map_or(context.sides[0].id, |entry| &entry.key);
    let error = key.error(Code::SetupPiece, "the initial position has no pieces");
    error.help("`[setup.each]`, and below it `king = \"e1\"`, for instance")
}

fn side_of(
    context: &LoweringContext<'_>,
    id: SideId,
    texts: &mut RuleTexts,
    diagnostics: &mut Diagnostics,
) -> Side {
    let raw = &context.sides[id.index()];
    let (captures, expr) = match raw.table.text("captures") {
        Some(text) => {
            let expr = diagnostics.keep(context.piece_expr(text));
            let pieces = expr.as_ref().map(|expr| context.piece_set(expr, text, Some(id.index())));
            (pieces.and_then(|pieces| diagnostics.keep(pieces)), expr)
        }
        None => {
            let all = context.piece_resolver.all_pieces();
            (Some(all.iter().filter(|piece| piece.side != id).collect()), None)
        }
    };
    texts.captures.push(expr);
    let moved_by = match raw.table.text("moved-by") {
        Some(text) => moving_sides(context, text, diagnostics),
        None => vec![id],
    };
    Side {
        id: raw.id.value.clone(),
        frame: raw.viewer.frame,
        may_capture: captures.unwrap_or_else(PieceSet::new),
        moved_by,
        has_turns: raw.viewer.has_turns,
        points: end_rules::points(raw.table, diagnostics),
    }
}

/// The sides that move the pieces of a side with `moved-by`.
fn moving_sides(
    context: &LoweringContext<'_>,
    text: &SourceText,
    diagnostics: &mut Diagnostics,
) -> Vec<SideId> {
    let mut found = Vec::new();
    for word in text.words() {
        let sides = &context.piece_resolver.sides;
        if let Some(side) = sides.iter().position(|side| *side == word.value) {
            found.push(SideId(side as u8));
        } else if word.value == "any" {
            found.extend(context.players().into_iter().map(|side| SideId(side as u8)));
        } else {
            let known = sides.iter().map(String::as_str);
            diagnostics.push(unknown_name(Code::Side, "side", &word, known));
        }
    }
    if found.is_empty() {
        let message = "no player moves the pieces of this side";
        diagnostics.push(text.error(Code::Side, message));
    }
    found
}

/// Returns a piece type and adds the texts of its double and triple step to `texts`.
fn piece_type(
    context: &LoweringContext<'_>,
    raw: &RawPieceType<'_>,
    moves: &move_rules::PieceMoves,
    texts: &mut RuleTexts,
    diagnostics: &mut Diagnostics,
) -> PieceType {
    let mut long_step = |key: &str| match long_step(context, raw, moves, key, diagnostics) {
        Some(ResolvedCells { expr, cells }) => (cells, Some(expr)),
        None => (vec![CellSet::new(); context.sides.len()], None),
    };
    let (double_step, double_text) = long_step("double-step");
    let (triple_step, triple_text) = long_step("triple-step");
    texts.double_steps.push(double_text);
    texts.triple_steps.push(triple_text);
    PieceType {
        id: raw.id.value.clone(),
        move_rules: moves.rules.clone().into(),
        royal: is_royal(raw),
        double_step: double_step.into(),
        triple_step: triple_step.into(),
        max_count: diagnostics.keep(max_count(raw.table)).flatten(),
        points: end_rules::points(raw.table, diagnostics),
        unpromoted: None,
        move_unknown: moves.unknown,
    }
}

/// The cells on which `key` lets a piece make its single step two or three times.
fn long_step(
    context: &LoweringContext<'_>,
    raw: &RawPieceType<'_>,
    moves: &move_rules::PieceMoves,
    key: &str,
    diagnostics: &mut Diagnostics,
) -> Option<ResolvedCells> {
    let common = raw.table.text(key);
    if common.is_none() && !side_pieces::has_own(context, raw, key) {
        return None;
    }
    let resolved = side_pieces::long_step(context, raw, key, diagnostics);
    if let Some(text) = common
        && !moves.unknown
        && !moves.rules.iter().flatten().any(has_single_step)
    {
        let message = "this piece has no single step without capture that it could repeat";
        let help = format!("`{key}` repeats a step such as `fmW`");
        diagnostics.push(text.error(Code::PieceMove, message).help(help));
    }
    resolved
}

/// Whether the rule has a move of one step that captures nothing.
fn has_single_step(rule: &MoveRule) -> bool {
    let MoveForm::Betza(Betza { terms, .. }) = &rule.form else { return false };
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
    request: &LoweringRequest,
    context: LoweringContext<'_>,
    lowered: Lowered,
    standings: CertaintyNotes,
) -> Variant {
    let raw = context.piece_types.iter().zip(lowered.rule_texts).zip(lowered.side_moves);
    Variant {
        pieces_without_cell: lowered.pieces_without_cell,
        id: request.id.clone(),
        name: context.root.text("name").map_or(String::new(), |name| name.value.clone()),
        setup: request.setup.clone(),
        setup_name: request.title.clone(),
        about: About::read(context.root.table("about")),
        boards: variant_model::board_faces(&context),
        sides: variant_model::side_faces(&context),
        faces: raw
            .map(|((raw, rules), side_moves)| PieceTypeInfo {
                side_moves,
                ..variant_model::face(raw, rules)
            })
            .collect(),
        zones: variant_model::zones(&context),
        borders: variant_model::borders(&context),
        score: lowered.score,
        own_scores: lowered.own_scores,
        standings,
        cell_resolver: context.cell_resolver,
        piece_resolver: context.piece_resolver,
        rule_sources: lowered.rule_sources,
        texts: lowered.texts,
        compiled: None,
        game: lowered.game,
    }
}
