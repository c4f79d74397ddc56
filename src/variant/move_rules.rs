//! Reads how piece types move: `move`, `within` and `moves` of `[pieces.ID]`.

use crate::geometry::CellSet;
use crate::notation::Betza;
use crate::rules::{ArrivalEffect, MoveForm, MoveRule, PieceSet, ShotTarget, SideId};
use crate::source::{Code, Diagnostics, Location, SourceText, TomlTable};

use super::border_sides::{border_sides, check_leaps};
use super::cell_resolver::ResolvedCells;
use super::lowering::LoweringContext;
use super::notation;
use super::old_words::{new_word, suggestion};
use super::piece_sets::PieceExpr;
use super::piece_types::{RawPieceType, missing_move_error};
use super::rule_exprs::{EffectText, MoveRuleText};
use super::states::conditions;
use super::step_path;

/// The value of `shoot` for a shot as far as the piece has just moved.
const SAME_DISTANCE: &str = "same distance";

/// The move rules of one piece type, resolved and as texts.
pub(super) struct PieceMoves {
    /// For each side, its rules.
    pub rules: Vec<Vec<MoveRule>>,
    /// For each rule, the text that errors about it point at.
    pub sources: Vec<SourceText>,
    /// The rules that the definition gives this piece type, parsed; without those of boards.
    pub texts: Vec<MoveRuleText>,
    /// Whether the definition says `move = "unknown"`.
    pub unknown: bool,
}

/// Reads `move`, `within` and `moves` of a piece type.
pub(super) fn read(
    context: &LoweringContext<'_>,
    raw: &RawPieceType<'_>,
    diagnostics: &mut Diagnostics,
) -> PieceMoves {
    let sides = context.sides.len();
    let mut moves = PieceMoves {
        rules: vec![Vec::new(); sides],
        sources: Vec::new(),
        texts: Vec::new(),
        unknown: false,
    };
    let own = raw.table.text("move");
    let written = raw.table.get("moves").is_some();
    match (own.map(SourceText::as_str), raw.builtin) {
        (Some("unknown"), _) => moves.unknown = true,
        (Some("none"), _) => {}
        (Some(_), _) => {
            let text = own.expect("the match has found the text");
            let betza = diagnostics.keep(notation::parse(text));
            if let Some(betza) = &betza {
                notation::warn(text, betza, diagnostics);
            }
            add_plain(context, raw, (text, &text.value), betza, &mut moves, diagnostics);
        }
        (None, Some(builtin)) if !written => {
            let betza = diagnostics.keep(notation::parse_builtin(builtin, &raw.id));
            // The table of built-in pieces is no file of the author's: errors point at the id.
            let text = SourceText::new("", raw.id.location.clone());
            add_plain(context, raw, (&text, &builtin.notation), betza, &mut moves, diagnostics);
        }
        (None, _) if written => {}
        (None, _) => diagnostics.push(missing_move_error(raw)),
    }
    for (table, location) in raw.table.tables("moves") {
        if let Some((text, rules)) = diagnostics.keep(rule(context, table, location)) {
            moves.sources.push(rule_text(table, location));
            moves.texts.push(text);
            for (of_side, rule) in moves.rules.iter_mut().zip(rules) {
                of_side.push(rule);
            }
        }
    }
    restricted_to_boards(context, &mut moves, diagnostics);
    moves
}

/// Adds the rule of `move` and `within`.
fn add_plain(
    context: &LoweringContext<'_>,
    raw: &RawPieceType<'_>,
    (text, notation): (&SourceText, &str),
    betza: Option<Betza>,
    moves: &mut PieceMoves,
    diagnostics: &mut Diagnostics,
) {
    let Some(betza) = betza else { return };
    let within = raw.table.text("within").map(|text| context.cell_resolver.resolved(text));
    let within = match within.transpose() {
        Ok(within) => within,
        Err(error) => return diagnostics.push(error),
    };
    if let (Some(within), Some(text)) = (&within, raw.table.text("within"))
        && within.cells.iter().all(CellSet::is_empty)
    {
        diagnostics.push(
            text.error(Code::CellsEmpty, "`within` names no cell")
                .help("name cells that the piece may enter, or leave `within` out"),
        );
    }
    moves.sources.push(text.clone());
    for (side, rules) in moves.rules.iter_mut().enumerate() {
        let within = within.as_ref().map(|within| within.cells[side].clone());
        rules.push(MoveRule { within, ..MoveRule::from_betza(betza.clone()) });
    }
    let within = within.map(|within| within.expr);
    let rule = MoveRuleText::by(MoveForm::Betza(betza));
    moves.texts.push(MoveRuleText { notation: notation.to_owned(), within, ..rule });
}

/// Parses one item of `moves`, and resolves it for each side.
fn rule(
    context: &LoweringContext<'_>,
    table: &TomlTable,
    location: &Location,
) -> Result<(MoveRuleText, Vec<MoveRule>), Diagnostics> {
    let form = move_form(context, table, location)?;
    let conditions = match table.text("if") {
        Some(text) => conditions(context, text)?,
        None => Vec::new(),
    };
    let (from, to) = (cells(context, table, "from")?, cells(context, table, "to")?);
    let within = cells(context, table, "within")?;
    for (key, cells) in [("from", &from), ("to", &to), ("within", &within)] {
        if cells.as_ref().is_some_and(|cells| cells.cells.iter().all(CellSet::is_empty)) {
            let text = table.text(key).expect("cells come from a text");
            let help = format!(
                "name some cells, or leave `{key}` out; `,` joins the cells on both sides of it"
            );
            return Err(text
                .error(Code::CellsEmpty, "a rule without cells: never possible")
                .help(help)
                .into());
        }
    }
    let effect = effect(context, table)?;
    let (captures, hurdles) =
        (pieces(context, table, "captures")?, pieces(context, table, "over")?);
    let not_crossing = match table.text("not-crossing") {
        Some(text) => context.cell_resolver.border_names(text)?,
        None => Vec::new(),
    };
    let cells_of =
        |of: &Option<ResolvedCells>, side: usize| of.as_ref().map(|of| of.cells[side].clone());
    let pieces_of =
        |of: &Option<ResolvedPieces>, side: usize| of.as_ref().map(|of| of.sets[side].clone());
    let rules = (0..context.sides.len()).map(|side| {
        let barred_steps = context.cell_resolver.crossings(&not_crossing, side)?;
        let border_sides = match table.text("not-crossing") {
            Some(text) => {
                let sides = border_sides(&context.cell_resolver.layout, &barred_steps);
                if sides.is_none() {
                    check_leaps(text, &form)?;
                }
                sides
            }
            None => None,
        };
        Ok(MoveRule {
            form: form.clone(),
            effect: effect.of_side(context, side),
            from: cells_of(&from, side),
            to: cells_of(&to, side),
            within: cells_of(&within, side),
            may_capture: pieces_of(&captures, side),
            hurdles: pieces_of(&hurdles, side),
            barred_steps,
            border_sides,
            conditions: conditions.clone(),
        })
    });
    let rules = rules.collect::<Result<_, Diagnostics>>()?;
    let text = MoveRuleText {
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
    Ok((text, rules))
}

/// Returns the text that errors about a rule point at.
fn rule_text(table: &TomlTable, location: &Location) -> SourceText {
    let keys = ["move", "path", "links", "swap", "shoot"];
    let text = keys.iter().find_map(|key| table.text(key));
    text.cloned().unwrap_or_else(|| SourceText::new("", location.clone()))
}

fn cells(
    context: &LoweringContext<'_>,
    table: &TomlTable,
    key: &str,
) -> Result<Option<ResolvedCells>, Diagnostics> {
    Ok(table.text(key).map(|text| context.cell_resolver.resolved(text)).transpose()?)
}

/// A set of pieces as written, and the pieces that it means for each side.
struct ResolvedPieces {
    expr: PieceExpr,
    sets: Vec<PieceSet>,
}

fn pieces(
    context: &LoweringContext<'_>,
    table: &TomlTable,
    key: &str,
) -> Result<Option<ResolvedPieces>, Diagnostics> {
    let Some(text) = table.text(key) else { return Ok(None) };
    let expr = context.piece_expr(text)?;
    let sets = (0..context.sides.len()).map(|side| context.piece_set(&expr, text, Some(side)));
    Ok(Some(ResolvedPieces { sets: sets.collect::<Result<_, _>>()?, expr }))
}

/// Parses `move`, `path`, `links` or `swap`; with `shoot` alone, the piece stays.
fn move_form(
    context: &LoweringContext<'_>,
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
            .help("each is a rule of its own: `moves = [{ .. }, { .. }]`")
            .into());
    }
    let board = context.cell_resolver.layout.board(0);
    let path = step_path::read(table, board)?;
    if let Some(path) = path {
        return Ok(MoveForm::Path(path));
    }
    if let Some(text) = table.text("links") {
        return links(context, text);
    }
    if let Some(text) = table.text("move").or_else(|| table.text("swap")) {
        return notation::parse(text).map(MoveForm::Betza);
    }
    if table.get("shoot").is_some() {
        return Ok(MoveForm::Stay);
    }
    Err(location
        .error(Code::PieceMove, "a rule without a move")
        .help("it needs `move`, `path`, `links`, `swap` or `shoot`")
        .into())
}

/// Parses `a1-b3 b3-a1`: pairs of cells, the same for every side.
fn links(context: &LoweringContext<'_>, text: &SourceText) -> Result<MoveForm, Diagnostics> {
    let mut links = Vec::new();
    for word in text.words() {
        links.push(context.cell_resolver.vocabulary().link(&word)?);
    }
    Ok(MoveForm::Links(links))
}

/// The effect of a rule after the piece has moved.
enum Effect {
    None,
    Shoot(ShotTarget),
    Swap(Option<ResolvedPieces>),
}

impl Effect {
    fn of_side(&self, context: &LoweringContext<'_>, side: usize) -> ArrivalEffect {
        match self {
            Effect::None => ArrivalEffect::None,
            Effect::Shoot(shot) => ArrivalEffect::Shoot(shot.clone()),
            // Swaps are with pieces of the same side, even if `with` names others.
            Effect::Swap(with) => {
                let own = context.piece_resolver.all_of_side(SideId(side as u8));
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
fn effect(context: &LoweringContext<'_>, table: &TomlTable) -> Result<Effect, Diagnostics> {
    if let Some(with) = table.text("with")
        && table.get("swap").is_none()
    {
        let message = "`with` without `swap`";
        let help = "swap = \"K\", for instance";
        return Err(with.error(Code::PieceMove, message).help(help).into());
    }
    if table.get("swap").is_some() {
        return Ok(Effect::Swap(pieces(context, table, "with")?));
    }
    let Some(text) = table.text("shoot") else { return Ok(Effect::None) };
    if new_word(&text.value, [SAME_DISTANCE]).is_some() {
        let message = format!("no shot `{}`", text.value);
        let help = suggestion(&text.value, [SAME_DISTANCE]);
        return Err(text.error(Code::PieceMove, message).help(help).into());
    }
    if text.value == SAME_DISTANCE {
        if table.get("move").is_none() {
            let message = "`same distance` as what? the rule does not move";
            return Err(text
                .error(Code::PieceMove, message)
                .help("add a `move` to the rule")
                .into());
        }
        return Ok(Effect::Shoot(ShotTarget::SameDistanceAgain));
    }
    notation::parse(text).map(|betza| Effect::Shoot(ShotTarget::Betza(betza)))
}

/// Adds the common move of each board that has one, and limits all other rules to other boards.
fn restricted_to_boards(
    context: &LoweringContext<'_>,
    moves: &mut PieceMoves,
    diagnostics: &mut Diagnostics,
) {
    let layout = &context.cell_resolver.layout;
    let mut elsewhere = CellSet::all(layout.len());
    let mut rules = Vec::new();
    for (index, board) in context.boards.iter().enumerate() {
        let Some(text) = &board.all_pieces_move else { continue };
        let here: CellSet = layout.cells_of(index as u8).collect();
        elsewhere = elsewhere.difference(&here);
        if text.value == "none" {
            continue;
        }
        if let Some(betza) = diagnostics.keep(notation::parse(text)) {
            rules.push(MoveRule { from: Some(here), ..MoveRule::from_betza(betza) });
            moves.sources.push(text.clone());
        }
    }
    if elsewhere.len() == layout.len() {
        return;
    }
    for of_side in &mut moves.rules {
        for rule in of_side.iter_mut() {
            let from = rule.from.take();
            rule.from = Some(from.map_or(elsewhere.clone(), |from| from.intersection(&elsewhere)));
        }
        of_side.extend(rules.iter().cloned());
    }
}
