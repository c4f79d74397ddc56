//! Reads `[effects]`: what moves set off.

use crate::rules::{
    BySide, Castling, EffectChange, EffectPlace, MoveAct, MoveEffect, MoveEvents, PieceTypeId,
    SideCondition, SideFact, SideFactKind, SideId,
};
use crate::source::{
    Code, Diagnostic, Diagnostics, SourceText, Span, TomlTable, WordCursor, closest, quoted_list,
};

use super::cells::CellExpr;
use super::conditions::{ConditionExpr, ConditionReader};
use super::events::{ActExpr, ActNode, EventReader, EventsExpr};
use super::lowering::LoweringContext;
use super::move_rules::parse_notation;
use super::piece_sets::PieceExpr;
use super::relative_sides::RelativeSide;

/// The texts of an effect.
#[derive(Debug, Clone)]
pub struct MoveEffectText {
    /// The moves that set it off.
    pub events: EventsExpr,
    /// The pieces whose moves set it off; `None`: all.
    pub by: Option<PieceExpr>,
    /// The condition.
    pub condition: ConditionExpr,
    /// The cells concerned.
    pub places: Vec<EffectPlaceExpr>,
    /// The pieces concerned; `None`: any.
    pub pieces: Option<PieceExpr>,
    /// What happens to them.
    pub changes: Vec<EffectChangeExpr>,
}

/// A place of an effect, as written.
#[derive(Debug, Clone)]
pub enum EffectPlaceExpr {
    /// `landing`
    Landing,
    /// `start`
    Start,
    /// `partner`
    Partner,
    /// `passed`
    Passed,
    /// `captured`
    Captured,
    /// `beyond`
    Beyond,
    /// `behind`
    Behind,
    /// `around NOTATION`
    Around(String),
    /// `between NOTATION PIECES`
    Between(String, PieceExpr),
    /// `corners with PIECES`
    CornersWith(PieceExpr),
}

/// A change of an effect, as written.
#[derive(Debug, Clone)]
pub enum EffectChangeExpr {
    /// `captured`
    Captured,
    /// `removed`
    Removed,
    /// `becomes PIECE`
    Becomes(PieceTypeId),
    /// `becomes captured type`
    BecomesCapturedType,
    /// `becomes unpromoted`
    BecomesUnpromoted,
    /// `joins SIDE`
    Joins(RelativeSide),
    /// `set STATE`
    SetState(u8),
    /// `clear STATE`
    ClearState(u8),
    /// `placed PIECE of SIDE`
    Placed(PieceTypeId, RelativeSide),
    /// `moved to CELLS`
    MovedTo(CellExpr),
    /// `moved to start`
    MovedToStart,
    /// `moved one cell forward`
    MovedForward,
    /// `moved one cell onward`
    MovedOnward,
}

const PLAIN_PLACES: [(&str, EffectPlaceExpr, EffectPlace); 7] = [
    ("landing", EffectPlaceExpr::Landing, EffectPlace::Landing),
    ("start", EffectPlaceExpr::Start, EffectPlace::Start),
    ("partner", EffectPlaceExpr::Partner, EffectPlace::Partner),
    ("passed", EffectPlaceExpr::Passed, EffectPlace::Passed),
    ("captured", EffectPlaceExpr::Captured, EffectPlace::Captured),
    ("beyond", EffectPlaceExpr::Beyond, EffectPlace::Beyond),
    ("behind", EffectPlaceExpr::Behind, EffectPlace::Behind),
];

const PLACES: [&str; 10] = [
    "landing",
    "start",
    "partner",
    "passed",
    "captured",
    "beyond",
    "behind",
    "around",
    "between",
    "corners with",
];

const CHANGES: [&str; 8] =
    ["captured", "removed", "becomes", "joins", "set", "clear", "placed", "moved"];

impl LoweringContext<'_> {
    /// Returns the effects, each with its texts.
    pub fn effects(&self, castlings: &[Castling]) -> Vec<(MoveEffect, MoveEffectText)> {
        let conditions = ConditionReader { context: self, castlings };
        let reader = EffectReader { events: EventReader { conditions: &conditions } };
        let tables = self.tables_by_side("effects").into_iter();
        tables
            .filter_map(|(name, sides, table)| {
                self.keep(reader.effect(name, sides, table)).flatten()
            })
            .collect()
    }
}

struct EffectReader<'r, 'c, 'a> {
    events: EventReader<'r, 'c, 'a>,
}

impl<'c, 'a> EffectReader<'_, 'c, 'a> {
    fn context(&self) -> &'c LoweringContext<'a> {
        self.events.conditions.context
    }

    /// Returns an effect; `None` if a required key is missing, which was reported before.
    fn effect(
        &self,
        name: &SourceText,
        sides: BySide<bool>,
        table: &TomlTable,
    ) -> Result<Option<(MoveEffect, MoveEffectText)>, Diagnostics> {
        let (Some(at), Some(does)) = (table.text("at"), table.text("does")) else {
            return Ok(None);
        };
        let (events_expr, events) = match table.text("on") {
            Some(text) => self.events_of(text)?,
            None => moves_at_all(),
        };
        let (by, by_expr) = self.context().pieces(table, "by")?.unzip();
        let (condition_expr, condition) = match table.text("if") {
            Some(text) => self.condition(text)?,
            None => (ConditionExpr::default(), SideCondition::default()),
        };
        let (place_exprs, places) = self.list(at, "place", &PLACES, |it| self.place(it))?;
        let (pieces, pieces_expr) = self.context().pieces(table, "pieces")?.unzip();
        let (change_exprs, changes) = self.list(does, "change", &CHANGES, |it| self.change(it))?;
        let is_placed = |change: &EffectChange| matches!(change, EffectChange::Placed(..));
        if changes.iter().skip(1).any(is_placed) {
            let error = does.error(Code::Effect, "`placed` needs an empty cell");
            return Err(error.help("write it first, or in a table of its own").into());
        }
        if changes.contains(&EffectChange::BecomesUnpromoted) && !self.context().keeps_unpromoted()
        {
            let message = "this game does not remember what a piece was before its promotion";
            let help =
                "`as = \"unpromoted\"` in `[hands]` does so; or name a piece: `becomes pawn`";
            return Err(does.error(Code::Effect, message).help(help).into());
        }
        let effect = MoveEffect {
            name: name.value.clone(),
            sides,
            events,
            by: by.map(Into::into),
            condition,
            places,
            pieces: pieces.map(Into::into),
            changes,
            removed_when_full: table.text("full").is_some_and(|full| full.value == "removed"),
        };
        let text = MoveEffectText {
            events: events_expr,
            by: by_expr,
            condition: condition_expr,
            places: place_exprs,
            pieces: pieces_expr,
            changes: change_exprs,
        };
        Ok(Some((effect, text)))
    }

    /// Parses events that are decided by the move alone.
    fn events_of(&self, text: &SourceText) -> Result<(EventsExpr, MoveEvents), Diagnostics> {
        let (expr, events) = self.events.read(text)?;
        let depends = |act: &MoveAct| {
            matches!(
                act,
                MoveAct::GivesCheck(_) | MoveAct::GivesCheckmate(_) | MoveAct::CapturesMost
            )
        };
        if events.0.iter().flatten().any(depends) {
            let message = "an effect depends on its own move, not on checks or on other moves";
            let help = "for instance `captures`; restrictions know `gives check`";
            return Err(text.error(Code::Effect, message).help(help).into());
        }
        Ok((expr, events))
    }

    /// Parses a condition that asks for no attack, because attacks depend on effects.
    fn condition(&self, text: &SourceText) -> Result<(ConditionExpr, SideCondition), Diagnostics> {
        let read = self.events.conditions.read(text)?;
        let asks_for_attacks = |fact: &SideFact| match &fact.kind {
            SideFactKind::InCheck => true,
            SideFactKind::Count(count) => count.unattacked,
            _ => false,
        };
        match read.condition.facts.iter().position(asks_for_attacks) {
            None => Ok((read.expr, read.condition)),
            Some(index) => {
                let message = "an effect cannot ask for attacks: they depend on the effects";
                let error = read.texts[index].error(Code::Effect, message);
                Err(error.help("ask for pieces and cells, for instance `no own on rank 8`").into())
            }
        }
    }

    /// Parses items with commas between. `read` returns `None` for a word that begins none.
    fn list<A, B>(
        &self,
        text: &SourceText,
        thing: &str,
        known: &[&'static str],
        read: impl Fn(&mut WordCursor<'_>) -> Result<Option<(A, B)>, Diagnostics>,
    ) -> Result<(Vec<A>, Vec<B>), Diagnostics> {
        let mut all = (Vec::new(), Vec::new());
        let there_are = || format!("there are {}", quoted_list(known.iter().copied()));
        for part in text.split(&[',']) {
            let mut words = WordCursor::new(&part, Code::Effect);
            let Some((expr, meant)) = read(&mut words)? else {
                let first = part.words().first().map_or(String::new(), |word| word.value.clone());
                let help = match closest(&first, known.iter().copied()) {
                    Some(near) if near != first => format!("did you mean `{near}`?"),
                    _ => there_are(),
                };
                let message = format!("no {thing} `{}`", part.value);
                return Err(part.error(Code::Effect, message).help(help).into());
            };
            words.finish()?;
            all.0.push(expr);
            all.1.push(meant);
        }
        if all.0.is_empty() {
            let error = text.error(Code::Effect, format!("no {thing} is named"));
            return Err(error.help(there_are()).into());
        }
        Ok(all)
    }

    fn place(
        &self,
        words: &mut WordCursor<'_>,
    ) -> Result<Option<(EffectPlaceExpr, EffectPlace)>, Diagnostics> {
        let plain = PLAIN_PLACES.into_iter().find(|(word, ..)| words.take(&[*word]));
        if let Some((_, expr, place)) = plain {
            return Ok(Some((expr, place)));
        }
        if words.take(&["around"]) {
            let text = words.until(&[], "around K")?;
            let cells = self.context().landings_of_each_side(&text)?;
            let place = EffectPlace::Around(cells.by_side);
            return Ok(Some((EffectPlaceExpr::Around(cells.text), place)));
        }
        if words.take(&["between"]) {
            return self.between(words).map(Some);
        }
        if words.take(&["corners", "with"]) {
            let text = words.until(&[], "corners with king")?;
            let (expr, pieces) = self.context().own_pieces_of_each_side(&text)?;
            let place = EffectPlace::CornersWith(pieces);
            return Ok(Some((EffectPlaceExpr::CornersWith(expr), place)));
        }
        Ok(None)
    }

    /// Parses `NOTATION PIECES` after `between`.
    fn between(
        &self,
        words: &mut WordCursor<'_>,
    ) -> Result<(EffectPlaceExpr, EffectPlace), Diagnostics> {
        const EXAMPLE: &str = "between Q own";
        let notation = words.required_word("between which pieces, on which lines?", EXAMPLE)?;
        let lines = self.context().lines_of_each_side(Some(&notation))?;
        let betza = parse_notation(&notation)?;
        let ranges = betza.terms.iter().flat_map(|term| &term.legs).map(|leg| leg.range);
        let most = if ranges.clone().any(|range| range == 0) { None } else { ranges.max() };
        let text = words.until(&[], EXAMPLE)?;
        let (expr, closing) = self.context().pieces_of_each_side(&text)?;
        let place = EffectPlace::Between { lines: lines.by_side, most, closing };
        Ok((EffectPlaceExpr::Between(notation.value, expr), place))
    }

    fn change(
        &self,
        words: &mut WordCursor<'_>,
    ) -> Result<Option<(EffectChangeExpr, EffectChange)>, Diagnostics> {
        use EffectChangeExpr as Expr;
        let plain: [(&[&str], Expr, EffectChange); 7] = [
            (&["captured"], Expr::Captured, EffectChange::Captured),
            (&["removed"], Expr::Removed, EffectChange::Removed),
            (
                &["becomes", "captured", "type"],
                Expr::BecomesCapturedType,
                EffectChange::BecomesCapturedType,
            ),
            (&["becomes", "unpromoted"], Expr::BecomesUnpromoted, EffectChange::BecomesUnpromoted),
            (&["moved", "to", "start"], Expr::MovedToStart, EffectChange::MovedToStart),
            (&["moved", "one", "cell", "forward"], Expr::MovedForward, EffectChange::MovedForward),
            (&["moved", "one", "cell", "onward"], Expr::MovedOnward, EffectChange::MovedOnward),
        ];
        let plain = plain.into_iter().find(|(text, ..)| words.take(text));
        if let Some((_, expr, change)) = plain {
            return Ok(Some((expr, change)));
        }
        if words.take(&["becomes"]) {
            let kind = self.piece_type(words, "becomes queen")?;
            return Ok(Some((Expr::Becomes(kind), EffectChange::Becomes(kind))));
        }
        if words.take(&["joins"]) {
            let (side, sides) = self.side(words, "joins enemy")?;
            return Ok(Some((Expr::Joins(side), EffectChange::Joins(sides))));
        }
        for (word, sets) in [("set", true), ("clear", false)] {
            if words.take(&[word]) {
                let state = self.context().state(&words.until(&[], "set tired")?)?;
                return Ok(Some(match sets {
                    true => (Expr::SetState(state), EffectChange::SetState(state)),
                    false => (Expr::ClearState(state), EffectChange::ClearState(state)),
                }));
            }
        }
        if words.take(&["placed"]) {
            let kind = self.piece_type(words, "placed stone of mover")?;
            if !words.take(&["of"]) {
                return Err(words
                    .error("expected `of` and a side", "placed stone of mover")
                    .into());
            }
            let (side, sides) = self.side(words, "placed stone of mover")?;
            return Ok(Some((Expr::Placed(kind, side), EffectChange::Placed(kind, sides))));
        }
        if words.take(&["moved", "to"]) {
            let cells = self.context().cells_of_each_side(&words.until(&[], "moved to e4")?)?;
            return Ok(Some((Expr::MovedTo(cells.expr), EffectChange::MovedTo(cells.cells))));
        }
        Ok(None)
    }

    fn piece_type(
        &self,
        words: &mut WordCursor<'_>,
        example: &str,
    ) -> Result<PieceTypeId, Diagnostic> {
        let word = words.required_word("a piece is missing here", example)?;
        let known = self.context().piece_types.iter().map(|known| known.id.as_str());
        let found = self.context().piece_resolver.find(&word.value);
        found.ok_or_else(|| word.unknown_name(Code::PieceUnknown, "piece", known))
    }

    /// Parses a side, and returns which one it is for each side that moves.
    fn side(
        &self,
        words: &mut WordCursor<'_>,
        example: &str,
    ) -> Result<(RelativeSide, BySide<SideId>), Diagnostic> {
        let word = words.required_word("a side is missing here", example)?;
        let sides = &self.context().piece_resolver.sides;
        let side = match word.as_str() {
            "mover" => RelativeSide::Own,
            _ => sides.parse(&word)?,
        };
        // A side without turns never moves, so it stays as it is.
        let seen = |viewer: usize| sides.resolve(side, viewer).unwrap_or(viewer);
        let all = (0..sides.ids.len()).map(|viewer| SideId(seen(viewer) as u8));
        Ok((side, all.collect()))
    }
}

/// Any move of a piece, if an effect does not say what sets it off.
fn moves_at_all() -> (EventsExpr, MoveEvents) {
    let act = ActExpr { span: Span::default(), node: ActNode::Moves(None) };
    (EventsExpr { events: vec![vec![act]] }, MoveEvents(vec![vec![MoveAct::Moves(None)]]))
}
