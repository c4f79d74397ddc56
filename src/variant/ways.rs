//! Reads how pieces move: `move`, `within` and `moves` of `[pieces.ID]`.

use crate::geometry::Cells;
use crate::notation::Betza;
use crate::rules::{ArrivalEffect, MoveForm, MoveRule, PieceSet, ShotTarget, SideId};
use crate::source::{Code, Diagnostics, Location, SourceText, TomlTable};

use super::cell_resolver::ResolvedCells;
use super::lowering::LoweringContext;
use super::notation;
use super::old_words::{new_word, suggestion};
use super::path;
use super::piece_sets::PieceExpr;
use super::piece_types::{RawPieceType, missing_move_error};
use super::rule_exprs::{EffectText, MoveRuleText};
use super::states::conditions;

/// What `shoot` says for a shot as far as the move before it went.
const SAME_DISTANCE: &str = "same distance";

/// How one piece type moves, for each side.
pub(super) struct PieceMoves {
    pub ways: Vec<Vec<MoveRule>>,
    /// For each way, the text that says where it goes.
    pub texts: Vec<SourceText>,
    /// The rules that the definition gives this piece type, parsed.
    pub rules: Vec<MoveRuleText>,
    pub unknown: bool,
}

/// Reads `move`, `within` and `moves` of a kind.
pub(super) fn read(
    stage: &LoweringContext<'_>,
    kind: &RawPieceType<'_>,
    complaints: &mut Diagnostics,
) -> PieceMoves {
    let sides = stage.sides.len();
    let mut moves = PieceMoves {
        ways: vec![Vec::new(); sides],
        texts: Vec::new(),
        rules: Vec::new(),
        unknown: false,
    };
    let own = kind.table.text("move");
    let written = kind.table.get("moves").is_some();
    match (own.map(SourceText::as_str), kind.builtin) {
        (Some("unknown"), _) => moves.unknown = true,
        (Some("none"), _) => {}
        (Some(_), _) => {
            let text = own.expect("the text was there just now");
            let betza = complaints.keep(notation::parse(text));
            if let Some(betza) = &betza {
                notation::warn(text, betza, complaints);
            }
            add_plain(stage, kind, (text, &text.value), betza, &mut moves, complaints);
        }
        (None, Some(stock)) if !written => {
            let betza = complaints.keep(notation::parse_builtin(stock, &kind.id));
            // The stock is no file of the author's: complaints point at the piece as a whole.
            let text = SourceText::new("", kind.id.location.clone());
            add_plain(stage, kind, (&text, &stock.notation), betza, &mut moves, complaints);
        }
        (None, _) if written => {}
        (None, _) => complaints.push(missing_move_error(kind)),
    }
    for (table, location) in kind.table.tables("moves") {
        if let Some((rule, ways)) = complaints.keep(rule(stage, table, location)) {
            moves.texts.push(rule_text(table, location));
            moves.rules.push(rule);
            for (side, way) in ways.into_iter().enumerate() {
                moves.ways[side].push(way);
            }
        }
    }
    restricted_to_boards(stage, &mut moves, complaints);
    moves
}

/// The way that `move` and `within` say.
fn add_plain(
    stage: &LoweringContext<'_>,
    kind: &RawPieceType<'_>,
    (text, notation): (&SourceText, &str),
    betza: Option<Betza>,
    moves: &mut PieceMoves,
    complaints: &mut Diagnostics,
) {
    let Some(betza) = betza else { return };
    let within = kind.table.text("within").map(|text| stage.cell_resolver.resolved(text));
    let within = match within.transpose() {
        Ok(within) => within,
        Err(complaint) => return complaints.push(complaint),
    };
    if let (Some(within), Some(text)) = (&within, kind.table.text("within"))
        && within.cells.iter().all(Cells::is_empty)
    {
        complaints.push(
            text.error(Code::CellsEmpty, "no cell is left to stand on")
                .help("name cells that the piece may enter, or leave `within` out"),
        );
    }
    moves.texts.push(text.clone());
    for (side, ways) in moves.ways.iter_mut().enumerate() {
        let within = within.as_ref().map(|within| within.cells[side].clone());
        ways.push(MoveRule { within, ..MoveRule::from_betza(betza.clone()) });
    }
    let within = within.map(|within| within.expr);
    let rule = MoveRuleText::by(MoveForm::Betza(betza));
    moves.rules.push(MoveRuleText { notation: notation.to_owned(), within, ..rule });
}

/// Parses one item of `moves`, and resolves it for each side.
fn rule(
    stage: &LoweringContext<'_>,
    table: &TomlTable,
    location: &Location,
) -> Result<(MoveRuleText, Vec<MoveRule>), Diagnostics> {
    let form = move_form(stage, table, location)?;
    let conditions = match table.text("if") {
        Some(text) => conditions(stage, text)?,
        None => Vec::new(),
    };
    let (from, to) = (cells(stage, table, "from")?, cells(stage, table, "to")?);
    let within = cells(stage, table, "within")?;
    for (key, cells) in [("from", &from), ("to", &to), ("within", &within)] {
        if cells.as_ref().is_some_and(|cells| cells.cells.iter().all(Cells::is_empty)) {
            let text = table.text(key).expect("cells come from a text");
            let help = format!(
                "name some cells, or leave `{key}` out; `,` takes what either side of it names"
            );
            return Err(text
                .error(Code::CellsEmpty, "a way without cells: never possible")
                .help(help)
                .into());
        }
    }
    let effect = effect(stage, table)?;
    let (captures, hurdles) = (pieces(stage, table, "captures")?, pieces(stage, table, "over")?);
    let not_crossing = match table.text("not-crossing") {
        Some(text) => stage.cell_resolver.border_names(text)?,
        None => Vec::new(),
    };
    let cells_of =
        |of: &Option<ResolvedCells>, side: usize| of.as_ref().map(|of| of.cells[side].clone());
    let pieces_of =
        |of: &Option<ResolvedPieces>, side: usize| of.as_ref().map(|of| of.sets[side].clone());
    let ways = (0..stage.sides.len()).map(|side| {
        Ok(MoveRule {
            form: form.clone(),
            effect: effect.of_side(stage, side),
            from: cells_of(&from, side),
            to: cells_of(&to, side),
            within: cells_of(&within, side),
            may_capture: pieces_of(&captures, side),
            hurdles: pieces_of(&hurdles, side),
            barred_steps: stage.cell_resolver.crossings(&not_crossing, side)?,
            conditions: conditions.clone(),
        })
    });
    let ways = ways.collect::<Result<_, Diagnostics>>()?;
    let rule = MoveRuleText {
        form,
        notation: table.text("move").map_or(String::new(), |text| text.value.clone()),
        effect: effect.text(),
        from: from.map(|of| of.expr),
        to: to.map(|of| of.expr),
        within: within.map(|of| of.expr),
        captures: captures.map(|of| of.expr),
        hurdles: hurdles.map(|of| of.expr),
        not_crossing,
        conditions,
    };
    Ok((rule, ways))
}

/// The text of a rule that an error about it points at.
fn rule_text(table: &TomlTable, location: &Location) -> SourceText {
    let keys = ["move", "path", "links", "swap", "shoot"];
    let text = keys.iter().find_map(|key| table.text(key));
    text.cloned().unwrap_or_else(|| SourceText::new("", location.clone()))
}

fn cells(
    stage: &LoweringContext<'_>,
    table: &TomlTable,
    key: &str,
) -> Result<Option<ResolvedCells>, Diagnostics> {
    Ok(table.text(key).map(|text| stage.cell_resolver.resolved(text)).transpose()?)
}

/// A set of pieces as written, and what it is for each side.
struct ResolvedPieces {
    expr: PieceExpr,
    sets: Vec<PieceSet>,
}

fn pieces(
    stage: &LoweringContext<'_>,
    table: &TomlTable,
    key: &str,
) -> Result<Option<ResolvedPieces>, Diagnostics> {
    let Some(text) = table.text(key) else { return Ok(None) };
    let expr = stage.piece_expr(text)?;
    let sets = (0..stage.sides.len()).map(|side| stage.piece_set(&expr, text, Some(side)));
    Ok(Some(ResolvedPieces { sets: sets.collect::<Result<_, _>>()?, expr }))
}

/// Parses `move`, `path`, `links` or `swap`; with `shoot` alone, the piece stays.
fn move_form(
    stage: &LoweringContext<'_>,
    table: &TomlTable,
    location: &Location,
) -> Result<MoveForm, Diagnostics> {
    let mut given = ["move", "path", "links", "swap"].iter().filter_map(|key| table.get(key));
    let first = given.next();
    if let (Some(first), Some(second)) = (first, given.next()) {
        let message = format!("both `{}` and `{}`", first.key.value, second.key.value);
        return Err(second
            .key
            .error(Code::PieceMove, message)
            .help("each is a way of its own: `moves = [{ .. }, { .. }]`")
            .into());
    }
    let board = stage.cell_resolver.layout.board(0);
    let path = path::read(table, board)?;
    if let Some(path) = path {
        return Ok(MoveForm::Path(path));
    }
    if let Some(text) = table.text("links") {
        return links(stage, text);
    }
    if let Some(text) = table.text("move").or_else(|| table.text("swap")) {
        return notation::parse(text).map(MoveForm::Betza);
    }
    if table.get("shoot").is_some() {
        return Ok(MoveForm::Stay);
    }
    Err(location
        .error(Code::PieceMove, "a way that goes nowhere")
        .help("it needs `move`, `path`, `links`, `swap` or `shoot`")
        .into())
}

/// `a1-b3 b3-a1`: pairs of cells, which every side reads alike.
fn links(stage: &LoweringContext<'_>, text: &SourceText) -> Result<MoveForm, Diagnostics> {
    let mut links = Vec::new();
    for word in text.words() {
        links.push(stage.cell_resolver.vocabulary().link(&word)?);
    }
    Ok(MoveForm::Links(links))
}

/// What a piece does where it arrives.
enum Effect {
    None,
    Shoot(ShotTarget),
    Swap(Option<ResolvedPieces>),
}

impl Effect {
    fn of_side(&self, stage: &LoweringContext<'_>, side: usize) -> ArrivalEffect {
        match self {
            Effect::None => ArrivalEffect::None,
            Effect::Shoot(shot) => ArrivalEffect::Shoot(shot.clone()),
            // Only pieces of its own side, even if `with` names others.
            Effect::Swap(with) => {
                let own = stage.piece_resolver.all_of_side(SideId(side as u8));
                let is_meant =
                    |piece: &_| with.as_ref().is_none_or(|with| with.sets[side].contains(*piece));
                ArrivalEffect::Swap(own.filter(is_meant).collect())
            }
        }
    }

    fn text(self) -> EffectText {
        match self {
            Effect::None => EffectText::None,
            Effect::Shoot(shot) => EffectText::Shoot(shot),
            Effect::Swap(with) => EffectText::Swap(with.map(|with| with.expr)),
        }
    }
}

/// Parses `swap` and `with`, or `shoot`.
fn effect(stage: &LoweringContext<'_>, table: &TomlTable) -> Result<Effect, Diagnostics> {
    if let Some(with) = table.text("with")
        && table.get("swap").is_none()
    {
        let message = "`with` without `swap`";
        let help = "swap = \"K\", for instance";
        return Err(with.error(Code::PieceMove, message).help(help).into());
    }
    if table.get("swap").is_some() {
        return Ok(Effect::Swap(pieces(stage, table, "with")?));
    }
    let Some(text) = table.text("shoot") else { return Ok(Effect::None) };
    if new_word(&text.value, [SAME_DISTANCE]).is_some() {
        let message = format!("no shot `{}`", text.value);
        let help = suggestion(&text.value, [SAME_DISTANCE]);
        return Err(text.error(Code::PieceMove, message).help(help).into());
    }
    if text.value == SAME_DISTANCE {
        if table.get("move").is_none() {
            let message = "`same distance` as what? the way does not move";
            return Err(text
                .error(Code::PieceMove, message)
                .help("add a `move` to the way")
                .into());
        }
        return Ok(Effect::Shoot(ShotTarget::SameDistanceAgain));
    }
    notation::parse(text).map(|betza| Effect::Shoot(ShotTarget::Betza(betza)))
}

/// On boards with a move of their own, every piece moves alike; its own ways begin elsewhere.
fn restricted_to_boards(
    stage: &LoweringContext<'_>,
    moves: &mut PieceMoves,
    complaints: &mut Diagnostics,
) {
    let layout = &stage.cell_resolver.layout;
    let mut elsewhere = Cells::all(layout.len());
    let (mut ways, mut texts) = (Vec::new(), Vec::new());
    for (index, board) in stage.boards.iter().enumerate() {
        let Some(text) = &board.all_pieces_move else { continue };
        let here: Cells = layout.cells_of(index as u8).collect();
        elsewhere = elsewhere.without(&here);
        if text.value == "none" {
            continue;
        }
        if let Some(betza) = complaints.keep(notation::parse(text)) {
            ways.push(MoveRule { from: Some(here), ..MoveRule::from_betza(betza) });
            texts.push(text.clone());
        }
    }
    if elsewhere.count() == layout.len() {
        return;
    }
    for of_side in &mut moves.ways {
        for way in of_side.iter_mut() {
            let from = way.from.take();
            way.from = Some(from.map_or(elsewhere.clone(), |from| from.intersection(&elsewhere)));
        }
        of_side.extend(ways.iter().cloned());
    }
    moves.texts.extend(texts);
}
