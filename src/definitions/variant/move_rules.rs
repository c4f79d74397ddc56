//! Reads how piece types move: `move`, `within` and `moves` of `[pieces.ID]`.

use crate::expression::parse_notation;
use crate::game::{
    ArrivalEffect, CaptureSeries, CellExpr, MoveForm, MoveRule, Said, SaidCells, ShotTarget, SideId,
};
use crate::geometry::CellSet;
use crate::notation::{Betza, lint};
use crate::source::{Code, Diagnostics, Location, SourceText};
use crate::toml_text::TomlTable;

use super::lowering::LoweringContext;
use super::piece_types::{RawPieceType, missing_move_error};
use super::rule_exprs::{EffectText, MoveRuleText};
use super::step_path;

/// The value of `shoot` for a shot as far as the piece has just moved.
const SAME_DISTANCE: &str = "same distance";

/// The move rules of one piece type, resolved and as texts.
#[derive(Default)]
pub(super) struct PieceMoves {
    /// For each side, its rules.
    pub rules: Vec<Vec<MoveRule>>,
    /// For each rule, the text that errors about it point at.
    pub sources: Vec<SourceText>,
    /// The rules that the definition gives this piece type, parsed; without those of boards.
    pub texts: Vec<MoveRuleText>,
    /// The same of sides that have their own.
    pub side_texts: Vec<(SideId, Vec<MoveRuleText>)>,
    /// For each side, the cells that it may not leave, and their text.
    pub within: Option<Vec<CellSet>>,
    pub within_text: Option<CellExpr>,
    /// Whether the definition says `move = "unknown"`.
    pub unknown: bool,
}

impl LoweringContext<'_> {
    /// Reads `move`, `within` and `moves` of a piece type.
    pub fn moves(&self, raw: &RawPieceType<'_>) -> PieceMoves {
        let rules = vec![Vec::new(); self.sides.len()];
        let within = self.within(raw);
        let (within, within_text) = within.map(|it| (it.by_side.to_vec(), it.expr)).unzip();
        let mut moves = PieceMoves { rules, within, within_text, ..PieceMoves::default() };
        let is_written = raw.table.get("moves").is_some();
        match (raw.table.text("move"), raw.builtin) {
            (Some(text), _) if text.value == "unknown" => moves.unknown = true,
            (Some(text), _) if text.value == "none" => {}
            (Some(text), _) => {
                if let Some(betza) = self.keep(parse_notation(text)) {
                    lint(&betza).into_iter().for_each(|warning| self.report(text.locate(warning)));
                    self.add_plain((text, &text.value), betza, &mut moves);
                }
            }
            (None, Some(builtin)) if !is_written => {
                let written = builtin.text("move").expect("every built-in piece has a move");
                let betza = parse_notation(written).expect("the built-in pieces can be read");
                // The built-in pieces are no file of the author's: errors point at the id.
                let text = SourceText::new("", raw.id.location.clone());
                self.add_plain((&text, &written.value), betza, &mut moves);
            }
            (None, _) if is_written => {}
            (None, _) => self.report(missing_move_error(raw)),
        }
        for (table, location) in raw.table.tables("moves") {
            if let Some((mut text, rules)) = self.keep(self.move_rule(table, location)) {
                moves.sources.push(rule_text(table, location));
                text.within = text.within.or_else(|| moves.within_text.clone());
                moves.texts.push(text);
                for (side, mut rule) in rules.into_iter().enumerate() {
                    let of_piece = of_side(&moves.within, side);
                    rule.within = match (rule.within, of_piece) {
                        (Some(own), Some(of_piece)) => Some(own.intersection(&of_piece)),
                        (own, of_piece) => own.or(of_piece),
                    };
                    moves.rules[side].push(rule);
                }
            }
        }
        self.restrict_to_boards(&mut moves);
        moves
    }

    /// Reads `within` of a piece type: the cells that it may not leave, for each side.
    fn within(&self, raw: &RawPieceType<'_>) -> Option<SaidCells> {
        let within = self.keep(self.cells(raw.table, "within")).flatten()?;
        if let Some(text) = raw.table.text("within")
            && within.iter().all(CellSet::is_empty)
        {
            let error = text.error(Code::CellsEmpty, "`within` names no cell");
            let help = "name cells that the piece may enter, or leave `within` out";
            self.report(error.help(help));
        }
        Some(within)
    }

    /// Adds the rule of `move`.
    fn add_plain(
        &self,
        (text, notation): (&SourceText, &str),
        betza: Betza,
        moves: &mut PieceMoves,
    ) {
        moves.sources.push(text.clone());
        for (side, rules) in moves.rules.iter_mut().enumerate() {
            let within = of_side(&moves.within, side);
            rules.push(MoveRule { within, ..MoveRule::from_betza(betza.clone()) });
        }
        moves.texts.push(MoveRuleText {
            form: MoveForm::Betza(betza),
            notation: notation.to_owned(),
            effect: EffectText::None,
            from: None,
            to: None,
            within: moves.within_text.clone(),
            captures: None,
            hurdles: None,
            jumps_over: None,
            again: None,
            not_crossing: Vec::new(),
            conditions: Vec::new(),
        });
    }

    /// Parses one item of `moves`, and resolves it for each side.
    fn move_rule(
        &self,
        table: &TomlTable,
        location: &Location,
    ) -> Result<(MoveRuleText, Vec<MoveRule>), Diagnostics> {
        let form = self.move_form(table, location)?;
        let conditions = table.text("if").map(|text| self.prerequisites(text)).transpose()?;
        let conditions = conditions.unwrap_or_default();
        let [from, to, within] = [
            self.rule_cells(table, "from")?,
            self.rule_cells(table, "to")?,
            self.rule_cells(table, "within")?,
        ];
        let (effect, effects) = self.effect(table)?;
        let [captures, hurdles, jumps_over] = [
            self.pieces(table, "captures")?,
            self.pieces(table, "over")?,
            self.pieces(table, "jumps-over")?,
        ];
        let again = table.text("again").map(|text| match text.value.as_str() {
            "may" => CaptureSeries::May,
            _ => CaptureSeries::Must,
        });
        let not_crossing = table.text("not-crossing");
        let not_crossing = not_crossing.map(|text| self.names.cells.border_names(text));
        let not_crossing = not_crossing.transpose()?.unwrap_or_default();
        let rules = effects.into_iter().enumerate().map(|(side, effect)| {
            let barred_steps = self.names.cells.crossings(&not_crossing, side)?;
            let form = self.seen_by(side, &form);
            Ok(MoveRule {
                border_sides: self.sides_of_borders(table, &form, &barred_steps)?,
                form,
                effect,
                from: meant_by(&from, side),
                to: meant_by(&to, side),
                within: meant_by(&within, side),
                may_capture: meant_by(&captures, side),
                hurdles: meant_by(&hurdles, side),
                jumps_over: meant_by(&jumps_over, side),
                again,
                barred_steps,
                conditions: conditions.clone(),
            })
        });
        let rules = rules.collect::<Result<_, Diagnostics>>()?;
        let text = MoveRuleText {
            form,
            notation: table.string("move").unwrap_or_default(),
            effect,
            from: from.map(|it| it.expr),
            to: to.map(|it| it.expr),
            within: within.map(|it| it.expr),
            captures: captures.map(|it| it.expr),
            hurdles: hurdles.map(|it| it.expr),
            jumps_over: jumps_over.map(|it| it.expr),
            again,
            not_crossing,
            conditions,
        };
        Ok((text, rules))
    }

    /// Reads `from`, `to` or `within` of a rule: cells, of which there must be some.
    fn rule_cells(&self, table: &TomlTable, key: &str) -> Result<Option<SaidCells>, Diagnostics> {
        let cells = self.cells(table, key)?;
        if let (Some(text), Some(cells)) = (table.text(key), &cells)
            && cells.iter().all(CellSet::is_empty)
        {
            let error = text.error(Code::CellsEmpty, "a rule without cells: never possible");
            let help = format!(
                "name some cells, or leave `{key}` out; `,` joins the cells on both sides of it"
            );
            return Err(error.help(help).into());
        }
        Ok(cells)
    }

    /// Turns the cells of links to the seat of a side. A link off the board is none.
    fn seen_by(&self, side: usize, form: &MoveForm) -> MoveForm {
        let MoveForm::Links(links) = form else { return form.clone() };
        let turned = |cell| self.sides[side].viewer.seat.cell(self.layout(), cell);
        let links = links.iter().filter_map(|&(from, to)| turned(from).zip(turned(to)));
        MoveForm::Links(links.collect())
    }

    /// Parses `move`, `path`, `links` or `swap`; with `shoot` alone, the piece stays.
    fn move_form(&self, table: &TomlTable, location: &Location) -> Result<MoveForm, Diagnostics> {
        let forms = ["move", "path", "links", "swap"];
        let mut given = forms.iter().filter_map(|key| table.get(key));
        if let (Some(first), Some(second)) = (given.next(), given.next()) {
            let message = format!("both `{}` and `{}`", first.key.value, second.key.value);
            let help = "each is a rule of its own: `moves = [{ .. }, { .. }]`";
            return Err(second.key.error(Code::PieceMove, message).help(help).into());
        }
        if let Some(path) = step_path::read(table, self.layout().board(0))? {
            return Ok(MoveForm::Path(path));
        }
        if let Some(text) = table.text("links") {
            let words = text.words();
            let links = words.iter().map(|word| self.names.cells.vocabulary.link(word));
            return Ok(MoveForm::Links(links.collect::<Result<_, _>>()?));
        }
        if let Some(text) = table.text("move").or_else(|| table.text("swap")) {
            return parse_notation(text).map(MoveForm::Betza);
        }
        if table.get("shoot").is_some() {
            return Ok(MoveForm::Stay);
        }
        let error = location.error(Code::PieceMove, "a rule without a move");
        Err(error.help("it needs `move`, `path`, `links`, `swap` or `shoot`").into())
    }

    /// Parses `swap` and `with`, or `shoot`: the effect as written, and for each side.
    fn effect(&self, table: &TomlTable) -> Result<(EffectText, Vec<ArrivalEffect>), Diagnostics> {
        let sides = self.sides.len();
        if table.get("swap").is_some() {
            let with = self.pieces(table, "with")?;
            // Swaps are with pieces of the same side, even if `with` names others.
            let of_side = |side: SideId| {
                let own = self.names.pieces.all_of_side(side);
                let is_meant =
                    |piece: &_| with.as_ref().is_none_or(|with| with[side].contains(*piece));
                ArrivalEffect::Swap(own.filter(is_meant).collect())
            };
            let effects = self.side_ids().map(of_side).collect();
            return Ok((EffectText::Swap(with.map(|it| it.expr)), effects));
        }
        if let Some(with) = table.text("with") {
            let error = with.error(Code::PieceMove, "`with` without `swap`");
            return Err(error.help("swap = \"K\", for instance").into());
        }
        let Some(text) = table.text("shoot") else {
            return Ok((EffectText::None, vec![ArrivalEffect::None; sides]));
        };
        let shot = shot(text, table)?;
        Ok((EffectText::Shoot(shot.clone()), vec![ArrivalEffect::Shoot(shot); sides]))
    }

    /// Adds the common move of each board that has one, and limits all other rules to other boards.
    fn restrict_to_boards(&self, moves: &mut PieceMoves) {
        let layout = self.layout();
        let mut elsewhere = CellSet::all(layout.len());
        let mut rules = Vec::new();
        for (index, (_, board)) in self.boards.iter().enumerate() {
            let Some(text) = board.text("all-pieces") else { continue };
            let here: CellSet = layout.cells_of(index as u8).collect();
            elsewhere = elsewhere.difference(&here);
            if text.value == "none" {
                continue;
            }
            if let Some(betza) = self.keep(parse_notation(text)) {
                rules.push(MoveRule { from: Some(here), ..MoveRule::from_betza(betza) });
                moves.sources.push(text.clone());
            }
        }
        if elsewhere.len() == layout.len() {
            return;
        }
        for of_side in &mut moves.rules {
            for MoveRule { from, .. } in of_side.iter_mut() {
                let allowed = from.take().map(|from| from.intersection(&elsewhere));
                *from = Some(allowed.unwrap_or_else(|| elsewhere.clone()));
            }
            of_side.extend(rules.iter().cloned());
        }
    }
}

/// What a text means for a side, if there is a text.
fn of_side<T: Clone>(sides: &Option<Vec<T>>, side: usize) -> Option<T> {
    sides.as_ref().map(|sides| sides[side].clone())
}

/// What a side means by a text, if there is a text.
fn meant_by<T: Clone, E>(said: &Option<Said<T, E>>, side: usize) -> Option<T> {
    said.as_ref().map(|said| said[SideId(side as u8)].clone())
}

/// Returns the text that errors about a rule point at.
fn rule_text(table: &TomlTable, location: &Location) -> SourceText {
    let keys = ["move", "path", "links", "swap", "shoot"];
    let text = keys.iter().find_map(|key| table.text(key));
    text.cloned().unwrap_or_else(|| SourceText::new("", location.clone()))
}

/// Parses `shoot`.
fn shot(text: &SourceText, rule: &TomlTable) -> Result<ShotTarget, Diagnostics> {
    if text.value != SAME_DISTANCE {
        return parse_notation(text).map(ShotTarget::Betza);
    }
    if rule.get("move").is_none() {
        let message = "`same distance` as what? the rule does not move";
        let error = text.error(Code::PieceMove, message);
        return Err(error.help("add a `move` to the rule").into());
    }
    Ok(ShotTarget::SameDistanceAgain)
}
