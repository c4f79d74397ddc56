//! Reads `[turn-parts]`: turns of several parts.

use crate::expression::{Asked, ConditionReader, parse_notation};
use crate::game::{
    BySide, Castling, Condition, EndCondition, Game, GameFact, PartTarget, PartTimes, PieceTypeId,
    SaidOwner, TurnPart,
};
use crate::notation::Betza;
use crate::source::{Code, Diagnostic, Diagnostics, SourceText, WordCursor, limits};
use crate::toml_text::TomlTable;

use super::lowering::LoweringContext;

impl LoweringContext<'_> {
    /// Returns the parts of turns.
    pub fn turn_parts(&self, castlings: &[Castling]) -> Vec<TurnPart> {
        let conditions = ConditionReader { names: &self.names, castlings, effects: &[] };
        let reader = TurnPartReader { context: self, conditions };
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
            end.condition.facts().any(|fact| matches!(fact, GameFact::MovedFrom(_)))
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
    conditions: ConditionReader<'c>,
}

impl TurnPartReader<'_, '_> {
    /// Returns a part. `place` is its index, and whether no other part follows.
    fn part(
        &self,
        name: &SourceText,
        sides: BySide<bool>,
        table: &TomlTable,
        place: (usize, bool),
    ) -> Result<TurnPart, Diagnostics> {
        let pieces = |key: &str| self.context.pieces(table, key);
        let (moves, drops, places) = (pieces("moves")?, pieces("drops")?, self.new_piece(table)?);
        self.check_kind(name, table, place)?;
        Ok(TurnPart {
            name: name.value.clone(),
            sides,
            moves,
            drops,
            places,
            to: self.target(table)?,
            from_landing: self.notation(table, "from-landing")?,
            notation: self.notation(table, "notation")?,
            times: times(table)?,
            first_turn: first_turn(table)?,
            same_piece: table.flag("same-piece").unwrap_or(true),
            until: self.until(table, place.1)?,
            by: pieces("by")?,
            condition: self.condition(table)?,
            optional: table.flag("optional").unwrap_or(false),
        })
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
    fn new_piece(
        &self,
        table: &TomlTable,
    ) -> Result<Option<(PieceTypeId, SaidOwner)>, Diagnostics> {
        const EXAMPLE: &str = "places = \"wall of pond\"";
        let Some(text) = table.text("places") else { return Ok(None) };
        let names = &self.context.names;
        let mut cursor = WordCursor::new(text, Code::TurnPart);
        let piece_type = names.piece_type(&mut cursor, EXAMPLE)?;
        cursor.required(&["of"], "expected `of` and a side", EXAMPLE)?;
        let side = names.side(&mut cursor, EXAMPLE)?;
        cursor.finish()?;
        Ok(Some((piece_type, side)))
    }

    /// Parses cells, or places of the part before.
    fn target(&self, table: &TomlTable) -> Result<Option<PartTarget>, Diagnostics> {
        let Some(text) = table.text("to") else { return Ok(None) };
        let names = &self.context.names;
        if names.begins_place(text) {
            return Ok(Some(PartTarget::Places(names.effect_places(text)?)));
        }
        Ok(Some(PartTarget::Cells(names.cells_of_each_side(text)?)))
    }

    /// Parses a notation that each side can follow on these boards.
    fn notation(&self, table: &TomlTable, key: &str) -> Result<Option<Betza>, Diagnostics> {
        let Some(text) = table.text(key) else { return Ok(None) };
        let betza = parse_notation(text)?;
        self.context.names.landings_of_each_side(text)?;
        Ok(Some(betza))
    }

    /// Parses the events that end the turn.
    fn until(&self, table: &TomlTable, is_last: bool) -> Result<Condition, Diagnostics> {
        let Some(text) = table.text("until") else { return Ok(Default::default()) };
        if is_last && times(table)? == PartTimes::Number(1) {
            let error = text.error(Code::TurnPart, "nothing follows this part; remove `until`");
            return Err(error.help("`until` ends a turn in which something follows").into());
        }
        self.conditions.read(text, Asked::Until)
    }

    fn condition(&self, table: &TomlTable) -> Result<Condition, Diagnostics> {
        let Some(text) = table.text("if") else { return Ok(Default::default()) };
        self.conditions.read(text, Asked::BeforePart)
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
