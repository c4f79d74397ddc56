//! Reads `[turn-parts]`: turns of several parts.

use crate::expression::{
    CellExpr, ConditionExpr, ConditionReader, EffectPlaceExpr, EffectWordReader, EventReader,
    EventsExpr, PieceExpr, RelativeSide, parse_notation,
};
use crate::game::{
    BySide, Castling, EndCondition, Game, MoveAct, MoveEvents, PartTarget, PartTimes, PieceSet,
    PieceTypeId, SideCondition, SideFactKind, SideId, TurnPart,
};
use crate::notation::Betza;
use crate::source::{Code, Diagnostic, Diagnostics, SourceText, TomlTable, WordCursor, limits};

use super::lowering::LoweringContext;

/// The texts of a part of a turn.
#[derive(Debug, Clone)]
pub struct TurnPartText {
    /// The pieces of which one is moved.
    pub moves: Option<PieceExpr>,
    /// The pieces of which one is dropped.
    pub drops: Option<PieceExpr>,
    /// The new piece, and its side as seen by the player.
    pub places: Option<(PieceTypeId, RelativeSide)>,
    /// Where the part ends.
    pub to: Option<PartTargetExpr>,
    /// The notation of `from-landing`.
    pub from_landing: Option<String>,
    /// What ends the turn.
    pub until: EventsExpr,
    /// The pieces of the part before.
    pub by: Option<PieceExpr>,
    /// The condition.
    pub condition: ConditionExpr,
}

/// Where a part of a turn may end, as written.
#[derive(Debug, Clone)]
pub enum PartTargetExpr {
    /// On these cells.
    Cells(CellExpr),
    /// On these cells of the part before.
    Places(Vec<EffectPlaceExpr>),
}

/// A new piece: as the rules and as sentences have it.
type NewPiece = ((PieceTypeId, BySide<SideId>), (PieceTypeId, RelativeSide));

impl LoweringContext<'_> {
    /// Returns the parts of turns, each with its texts.
    pub fn turn_parts(&self, castlings: &[Castling]) -> Vec<(TurnPart, TurnPartText)> {
        let conditions = ConditionReader { names: &self.names, castlings };
        let reader =
            TurnPartReader { context: self, events: EventReader { conditions, effects: &[] } };
        let tables = self.tables_by_side("turn-parts");
        if let Some((name, ..)) = tables.get(limits::TURN_PARTS) {
            let message = format!("more than {} parts of a turn", limits::TURN_PARTS);
            self.report(name.error(Code::TurnPart, message));
            return Vec::new();
        }
        if let Some((name, ..)) = tables.first()
            && self.root.get("transfers").is_some()
        {
            let message = "a game with transfers has turns of one move";
            let help = "`[[transfers]]` and `[turn-parts]` do not go together: use `[effects]`";
            self.report(name.error(Code::TurnPart, message).help(help));
        }
        let count = tables.len();
        let parts = tables.into_iter().enumerate();
        parts
            .filter_map(|(index, (name, sides, table))| {
                self.keep(reader.part(name, sides, table, (index, index + 1 == count)))
            })
            .collect()
    }
}

impl LoweringContext<'_> {
    /// Reports facts about the last move of a game whose turns have several.
    pub fn check_facts_of_turns(&self, game: &Game) {
        let asks_for_move = |end: &EndCondition| {
            let mut facts = end.condition.facts.iter();
            facts.any(|fact| matches!(fact.kind, SideFactKind::MovedFrom(_)))
        };
        let table = self.root.get("turn-parts").filter(|_| !game.turn_parts.is_empty());
        if let Some(table) = table
            && game.end_conditions.iter().any(asks_for_move)
        {
            let message = "`moved from` is about turns of one move";
            let help = "in `[end-conditions]`, ask for pieces and cells instead: `no king on e1`";
            self.report(table.key.error(Code::TurnPart, message).help(help));
        }
    }
}

struct TurnPartReader<'c, 'a> {
    context: &'c LoweringContext<'a>,
    events: EventReader<'c>,
}

impl TurnPartReader<'_, '_> {
    /// Returns a part and its texts. `place` is its index, and whether no other part follows.
    fn part(
        &self,
        name: &SourceText,
        sides: BySide<bool>,
        table: &TomlTable,
        place: (usize, bool),
    ) -> Result<(TurnPart, TurnPartText), Diagnostics> {
        let (moves, moves_expr) = self.context.pieces(table, "moves")?.unzip();
        let (drops, drops_expr) = self.context.pieces(table, "drops")?.unzip();
        let (places, places_expr) = self.new_piece(table)?.unzip();
        self.check_kind(name, table, place)?;
        let (to, to_expr) = self.target(table)?.unzip();
        let notations = [self.notation(table, "from-landing")?, self.notation(table, "notation")?];
        let [(from_landing, from_landing_text), (notation, _)] = notations.map(Option::unzip);
        let (until_expr, until) = self.until(table, place.1)?;
        let (by, by_expr) = self.context.pieces(table, "by")?.unzip();
        let (condition_expr, condition) = self.condition(table)?;
        let by_side = |sets: Vec<PieceSet>| -> BySide<PieceSet> { sets.into() };
        let part = TurnPart {
            name: name.value.clone(),
            sides,
            moves: moves.map(by_side),
            drops: drops.map(by_side),
            places,
            to,
            from_landing,
            notation,
            times: times(table)?,
            first_turn: first_turn(table)?,
            same_piece: table.flag("same-piece").unwrap_or(true),
            until,
            by: by.map(by_side),
            condition,
            optional: table.flag("optional").unwrap_or(false),
        };
        let text = TurnPartText {
            moves: moves_expr,
            drops: drops_expr,
            places: places_expr,
            to: to_expr,
            from_landing: from_landing_text,
            until: until_expr,
            by: by_expr,
            condition: condition_expr,
        };
        Ok((part, text))
    }

    /// Refuses a part without anything to do, and keys that look at a part before the first.
    fn check_kind(
        &self,
        name: &SourceText,
        table: &TomlTable,
        (index, _): (usize, bool),
    ) -> Result<(), Diagnostic> {
        let has = |key: &str| table.text(key);
        let acts = [has("moves"), has("drops"), has("places")];
        if acts.iter().all(Option::is_none) {
            let error = name.error(Code::TurnPart, "nothing is done in this part of a turn");
            return Err(
                error.help("write `moves = \"own\"`, `drops = PIECES` or `places = PIECE of SIDE`")
            );
        }
        if let (Some(places), true) = (acts[2], acts[0].is_some() || acts[1].is_some()) {
            let message = "a part with `places` has neither `moves` nor `drops`";
            return Err(places.error(Code::TurnPart, message).help("write a part of its own"));
        }
        if let (Some(notation), None) = (has("notation"), acts[0]) {
            let message = "`notation` says how a piece moves, and this part moves none";
            return Err(notation.error(Code::TurnPart, message).help("add `moves = \"own\"`"));
        }
        let earlier = ["from-landing", "by"].into_iter().find_map(has);
        if let (Some(text), 0) = (earlier, index) {
            let message = "the first part of a turn has no part before it";
            return Err(text.error(Code::TurnPart, message).help("remove it"));
        }
        Ok(())
    }

    /// Parses `PIECE of SIDE`.
    fn new_piece(&self, table: &TomlTable) -> Result<Option<NewPiece>, Diagnostics> {
        const EXAMPLE: &str = "places = \"wall of pond\"";
        let Some(text) = table.text("places") else { return Ok(None) };
        let words = EffectWordReader { names: &self.context.names };
        let mut cursor = WordCursor::new(text, Code::TurnPart);
        let piece_type = words.piece_type(&mut cursor, EXAMPLE)?;
        if !cursor.take(&["of"]) {
            return Err(cursor.error("expected `of` and a side", EXAMPLE).into());
        }
        let (side, sides) = words.side(&mut cursor, EXAMPLE)?;
        cursor.finish()?;
        Ok(Some(((piece_type, sides), (piece_type, side))))
    }

    /// Parses cells, or places of the part before.
    fn target(
        &self,
        table: &TomlTable,
    ) -> Result<Option<(PartTarget, PartTargetExpr)>, Diagnostics> {
        let Some(text) = table.text("to") else { return Ok(None) };
        let words = EffectWordReader { names: &self.context.names };
        if words.begins_place(text) {
            let (exprs, places) = words.places(text)?;
            return Ok(Some((PartTarget::Places(places), PartTargetExpr::Places(exprs))));
        }
        let cells = self.context.names.cells_of_each_side(text)?;
        Ok(Some((PartTarget::Cells(cells.cells), PartTargetExpr::Cells(cells.expr))))
    }

    /// Parses a notation that each side can follow on these boards.
    fn notation(
        &self,
        table: &TomlTable,
        key: &str,
    ) -> Result<Option<(Betza, String)>, Diagnostics> {
        let Some(text) = table.text(key) else { return Ok(None) };
        let betza = parse_notation(text)?;
        self.context.names.landings_of_each_side(text)?;
        Ok(Some((betza, text.value.clone())))
    }

    /// Parses the events that end the turn.
    fn until(
        &self,
        table: &TomlTable,
        is_last: bool,
    ) -> Result<(EventsExpr, MoveEvents), Diagnostics> {
        let Some(text) = table.text("until") else { return Ok(Default::default()) };
        if is_last && times(table)? == PartTimes::Number(1) {
            let error = text.error(Code::TurnPart, "nothing follows this part; remove `until`");
            return Err(error.help("`until` ends a turn in which something follows").into());
        }
        let (expr, events) = self.events.read(text)?;
        if events.0.iter().flatten().any(|act| *act == MoveAct::CapturesMost) {
            let error = text.error(Code::TurnPart, "`captures most` compares moves");
            return Err(error.help("for instance `until = \"captures\"`").into());
        }
        Ok((expr, events))
    }

    fn condition(&self, table: &TomlTable) -> Result<(ConditionExpr, SideCondition), Diagnostics> {
        let Some(text) = table.text("if") else { return Ok(Default::default()) };
        let read = self.events.conditions.read(text)?;
        Ok((read.expr, read.condition))
    }
}

/// Reads `times` and `growing`.
fn times(table: &TomlTable) -> Result<PartTimes, Diagnostic> {
    let times = match table.integer("times") {
        None => 1,
        Some((number, location)) => match u16::try_from(number) {
            Ok(number @ 1..=limits::PART_TIMES) => number,
            _ => {
                let message = match number {
                    ..1 => "`times` must be at least 1".to_owned(),
                    _ => format!("`times` must be at most {}", limits::PART_TIMES),
                };
                return Err(location.error(Code::TurnPart, message).help("write `times = 2`"));
            }
        },
    };
    Ok(match table.flag("growing") {
        Some(true) => PartTimes::Growing(times),
        _ => PartTimes::Number(times),
    })
}

/// Reads `first-turn`; 0 leaves the part out.
fn first_turn(table: &TomlTable) -> Result<Option<u16>, Diagnostic> {
    let Some((number, location)) = table.integer("first-turn") else { return Ok(None) };
    match u16::try_from(number) {
        Ok(number @ 0..=limits::PART_TIMES) => Ok(Some(number)),
        _ => {
            let message = format!("`first-turn` must be 0 to {}", limits::PART_TIMES);
            Err(location.error(Code::TurnPart, message).help("for instance `first-turn = 1`"))
        }
    }
}
