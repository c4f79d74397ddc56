//! Computes the value of an expression.

use std::collections::BTreeMap;

use crate::game::{Outcome, Piece, SideId};
use crate::games::{IllegalMove, illegal_move};
use crate::geometry::{Board, Cell, CellSet, Lattice};
use crate::query::MoveFilter;
use crate::rules::{EndReason, GameEnd, Position};
use crate::source::{Diagnostic, Span};

use super::context::{EvalContext, EvalError, EvalResult, wrong};
use super::functions::{Function, FunctionName};
use super::graph::Graph;
use super::piece::QueriedPiece;
use super::resolved::{Argument, Expr, Node};
use super::shape;
use super::tree::ArithmeticOp;
use super::value::{ClaimValue, Number, Truth};

/// Up to this value all whole numbers are exact as floating-point numbers.
const MAX_EXACT: f64 = (1u64 << 53) as f64;

/// Returns the value of an expression.
pub(super) fn evaluate(expr: &Expr<'_>, context: &EvalContext<'_>) -> EvalResult<ClaimValue> {
    match &expr.node {
        Node::Number(number) => Ok((*number).into()),
        Node::Cells(cells, _) => Ok(cells.clone().into()),
        Node::Pieces(pieces, _) => Ok(ClaimValue::Pieces(pieces.clone())),
        Node::Scoped(scoped) => evaluate(&scoped.0, &scoped.1),
        Node::Sum(parts, op) => {
            let [left, right] = [whole(&parts[0], context)?, whole(&parts[1], context)?];
            let result = match op {
                ArithmeticOp::Plus => left.checked_add(right),
                ArithmeticOp::Minus => left.checked_sub(right),
                ArithmeticOp::Times => left.checked_mul(right),
            };
            let result = result.ok_or_else(|| too_large(expr.span))?;
            Ok(Number::Whole(result).into())
        }
        Node::Call(known, arguments) => Call { known, arguments, context, span: expr.span }.value(),
    }
}

fn pieces(position: &Position, keep: impl Fn(Cell, Piece) -> bool) -> BTreeMap<Cell, Piece> {
    position.pieces().filter(|&(cell, piece)| keep(cell, piece)).collect()
}

fn too_large(span: Span) -> Diagnostic {
    wrong(span, "this number is too large").help(format!("numbers go up to {}", i64::MAX))
}

fn whole(expr: &Expr<'_>, context: &EvalContext<'_>) -> EvalResult<i64> {
    match evaluate(expr, context)? {
        ClaimValue::Number(Number::Whole(value)) => Ok(value),
        _ => Err(wrong(expr.span, "a whole number is expected here").into()),
    }
}

/// A call of a function.
struct Call<'c, 'a> {
    known: &'static Function,
    arguments: &'c [Argument<'a>],
    context: &'c EvalContext<'a>,
    span: Span,
}

/// An argument of the kind that its parameter has.
macro_rules! argument {
    ($call:ident, $index:expr, $kind:ident) => {
        match &$call.arguments[$index] {
            Argument::$kind(argument, ..) => argument,
            _ => unreachable!("each argument is resolved for its parameter"),
        }
    };
}

impl<'a> Call<'_, 'a> {
    fn value(&self) -> EvalResult<ClaimValue> {
        let layout = self.context.variant.layout();
        Ok(match self.known.name {
            FunctionName::Moves => self.moves(MoveFilter::Moves)?,
            FunctionName::Quiet => self.moves(MoveFilter::Quiet)?,
            FunctionName::Captures => self.moves(MoveFilter::Captures)?,
            FunctionName::Victims => self.moves(MoveFilter::Victims)?,
            FunctionName::Attacks => self.over_cells(QueriedPiece::attacks)?,
            FunctionName::Reachable => self.graph()?.reachable(self.cell(1)).into(),
            FunctionName::Component => {
                let at = self.cell(1);
                let mut parts = self.graph()?.components().into_iter();
                parts
                    .find(|part| part.contains(at))
                    .unwrap_or_else(|| CellSet::from_iter([at]))
                    .into()
            }
            FunctionName::Attackers => self.attackers()?.into(),
            FunctionName::Protectors => self.protectors()?.into(),
            FunctionName::Stands => self.stands()?.into(),
            FunctionName::All => self.all()?.into(),
            FunctionName::Count => self.count()?,
            FunctionName::Max => self.extreme(|best, value| value > best)?,
            FunctionName::Min => self.extreme(|best, value| value < best)?,
            FunctionName::Sum => self.sum()?,
            FunctionName::Components => self.graph()?.components().len().into(),
            FunctionName::ShortestReturn => self.shortest_return(false)?,
            FunctionName::ShortestOddReturn => self.shortest_return(true)?,
            FunctionName::Distance => self.distance()?,
            FunctionName::Routes => self.piece().routes(self.cell(1), self.cell(2))?.into(),
            FunctionName::Length => shape::length(self.leap(0), self.lattice().tiling()).into(),
            FunctionName::Angle => {
                shape::angle(self.leap(0), self.leap(1), self.lattice().tiling()).into()
            }
            FunctionName::Directions => shape::directions(self.leap(0), self.lattice()).into(),
            FunctionName::Root => match self.whole()? {
                square @ 0.. => Number::root_of(square).into(),
                _ => return Err(wrong(self.span, "a number below 0 has no root").into()),
            },
            FunctionName::Files => self.board().files.len().into(),
            FunctionName::Ranks => self.board().ranks.len().into(),
            FunctionName::Levels => self.board().levels.len().into(),
            FunctionName::Boards => layout.boards().len().into(),
            FunctionName::Sides => self.context.variant.variant().players().count().into(),
            FunctionName::Score => self.score()?,
            FunctionName::Perft => self.perft()?,
            FunctionName::Prime => shape::prime(self.whole()?, self.context.budget)?.into(),
            FunctionName::Tour => shape::tour(self.piece(), argument!(self, 1, Tour))?.into(),
            FunctionName::Symmetric => self.symmetric().into(),
            FunctionName::Keeps => shape::keeps(self.piece(), *argument!(self, 1, Aspect))?.into(),
            FunctionName::Changes => {
                shape::changes(self.piece(), *argument!(self, 1, Aspect))?.into()
            }
            FunctionName::Legal => self.legal().into(),
            FunctionName::Check | FunctionName::Checkmate | FunctionName::Stalemate => {
                self.check_status().into()
            }
            FunctionName::Setup => self.setup()?,
            FunctionName::Turn => self.turn()?.into(),
            FunctionName::Eliminated => self.eliminated().into(),
            FunctionName::Wins => self.has_result(Outcome::Wins).into(),
            FunctionName::Loses => self.has_result(Outcome::Loses).into(),
            FunctionName::Drawn => self.drawn().into(),
        })
    }

    // ---- arguments ----

    /// Returns the value of the first argument.
    fn first(&self) -> EvalResult<ClaimValue> {
        evaluate(argument!(self, 0, Value), self.context)
    }

    /// Returns the first argument as a whole number.
    fn whole(&self) -> EvalResult<i64> {
        whole(argument!(self, 0, Value), self.context)
    }

    fn cell(&self, index: usize) -> Cell {
        *argument!(self, index, Cell)
    }

    fn piece(&self) -> &QueriedPiece<'a> {
        argument!(self, 0, Piece)
    }

    fn graph(&self) -> EvalResult<Graph> {
        Graph::of(self.piece())
    }

    fn leap(&self, index: usize) -> [i64; 3] {
        *argument!(self, index, Leap)
    }

    fn side(&self) -> SideId {
        *argument!(self, 0, Side)
    }

    /// Returns the directions to which leaps that are written as numbers refer.
    fn lattice(&self) -> Lattice {
        self.context.variant.layout().lattice()
    }

    fn board(&self) -> &'a Board {
        let index = if self.arguments.is_empty() { 0 } else { *argument!(self, 0, Board) };
        &self.context.variant.layout().boards()[index]
    }

    // ---- cells ----

    fn moves(&self, show: MoveFilter) -> EvalResult<ClaimValue> {
        self.over_cells(|piece, at| piece.cells(at, show))
    }

    /// Returns the cells of a piece from one cell, or from each of its start cells.
    fn over_cells(
        &self,
        of: impl Fn(&QueriedPiece<'a>, Cell) -> EvalResult<CellSet>,
    ) -> EvalResult<ClaimValue> {
        let piece = self.piece();
        let at = if self.arguments.len() == 2 { Some(self.cell(1)) } else { piece.named_by };
        if let Some(at) = at {
            return Ok(of(piece, at)?.into());
        }
        let cells = piece.start_cells()?;
        let each = cells.iter().map(|cell| Ok((cell, of(piece, cell)?.into())));
        Ok(ClaimValue::Each(each.collect::<EvalResult<_>>()?))
    }

    fn stands(&self) -> EvalResult<CellSet> {
        let wanted = argument!(self, 0, Pieces);
        let position = self.context.position_to_describe(self.span)?;
        Ok(pieces(&position, |_, piece| wanted.contains(piece)).into_keys().collect())
    }

    fn attackers(&self) -> EvalResult<CellSet> {
        let named = (self.arguments.len() == 2).then(|| argument!(self, 1, Pieces));
        let cell = self.cell(0);
        let (position, victim) = self.context.piece_on(cell, self.span)?;
        let attackers = self.context.rules().attackers(&position, cell);
        let counts = |from: &Cell| {
            let piece = position.piece_at(*from).expect("the cell of an attacker has a piece");
            named.map_or(piece.side != victim.side, |named| named.contains(piece))
        };
        Ok(attackers.iter().filter(counts).collect())
    }

    /// Returns the cells of friendly pieces that could capture an enemy in place of the piece.
    fn protectors(&self) -> EvalResult<CellSet> {
        let cell = self.cell(0);
        let (mut position, piece) = self.context.piece_on(cell, self.span)?;
        let Some(enemy) = self.context.variant.enemy_of(piece.side) else {
            return Ok(CellSet::new());
        };
        position.set_piece(cell, Some(enemy));
        let attackers = self.context.rules().attackers(&position, cell);
        let own =
            |from: &Cell| position.piece_at(*from).is_some_and(|other| other.side == piece.side);
        Ok(attackers.iter().filter(own).collect())
    }

    fn all(&self) -> EvalResult<CellSet> {
        match self.first()? {
            ClaimValue::Each(each) => {
                Ok(each.iter().fold(CellSet::new(), |all, (_, value)| match value {
                    ClaimValue::Cells(cells) => all.union(cells),
                    _ => all,
                }))
            }
            ClaimValue::Cells(cells) => Ok(cells),
            _ => Err(wrong(self.span, "cells for each cell are expected").into()),
        }
    }

    // ---- numbers ----

    fn count(&self) -> EvalResult<ClaimValue> {
        let of = |value: ClaimValue| match value {
            ClaimValue::Cells(cells) => cells.len().into(),
            other => other,
        };
        Ok(match self.first()? {
            ClaimValue::Each(each) => {
                ClaimValue::Each(each.into_iter().map(|(cell, value)| (cell, of(value))).collect())
            }
            single => of(single),
        })
    }

    fn numbers(&self) -> EvalResult<Vec<i64>> {
        let ClaimValue::Each(each) = self.first()? else {
            return Err(wrong(self.span, "a number for each cell is expected").into());
        };
        let number = |(_, value): (Cell, ClaimValue)| match value {
            ClaimValue::Number(Number::Whole(value)) => Some(value),
            _ => None,
        };
        Ok(each.into_iter().filter_map(number).collect())
    }

    fn sum(&self) -> EvalResult<ClaimValue> {
        let sum = self.numbers()?.into_iter().try_fold(0i64, i64::checked_add);
        Ok(Number::Whole(sum.ok_or_else(|| too_large(self.span))?).into())
    }

    fn distance(&self) -> EvalResult<ClaimValue> {
        let (from, to) = (self.cell(1), self.cell(2));
        if from == to {
            let error = wrong(self.span, "a cell is at no distance from itself");
            return Err(error.help("for the way back write `shortest-return`").into());
        }
        Ok(self.graph()?.distance(from, to).into())
    }

    fn extreme(&self, is_better: impl Fn(i64, i64) -> bool) -> EvalResult<ClaimValue> {
        let numbers = self.numbers()?.into_iter();
        let best = numbers.reduce(|best, value| if is_better(best, value) { value } else { best });
        let best = best.ok_or_else(EvalError::no_cell)?;
        Ok(Number::Whole(best).into())
    }

    fn shortest_return(&self, odd: bool) -> EvalResult<ClaimValue> {
        let graph = Graph::of(&self.piece().on_all_cells())?;
        if self.arguments.len() == 2 {
            return Ok(graph.shortest_return(self.cell(1), odd).into());
        }
        let start_cells = self.context.domain();
        Ok(start_cells.iter().filter_map(|cell| graph.shortest_return(cell, odd)).min().into())
    }

    fn score(&self) -> EvalResult<ClaimValue> {
        let place = self.whole()?;
        let variant = self.context.variant.variant();
        let points = usize::try_from(place).ok().and_then(|place| variant.points_of_place(place));
        let points = points.ok_or_else(|| {
            let players = variant.players().count();
            wrong(self.span, format!("{players} players have no place {place}"))
        })?;
        let thousandths = (points * 1000.0).round();
        if thousandths.abs() > MAX_EXACT {
            return Err(too_large(self.span).into());
        }
        let thousandths = thousandths as i64;
        Ok(match thousandths % 1000 {
            0 => Number::Whole(thousandths / 1000).into(),
            _ => Number::Decimal(thousandths, 3).into(),
        })
    }

    /// Counts sequences of moves; each depth is tried only if the budget allows its likely size.
    fn perft(&self) -> EvalResult<ClaimValue> {
        let depth = self.whole()?;
        let depth = u32::try_from(depth).ok().filter(|&depth| depth > 0).ok_or_else(|| {
            wrong(self.span, "moves are counted from one move on").help("write `perft(1)`")
        })?;
        let position = self.context.position_or_initial();
        let rules = self.context.rules();
        let (mut nodes, mut before) = (1u64, 1u64);
        for next in 1..=depth {
            let growth = nodes.div_ceil(before).max(rules.moves(&position).len() as u64);
            let lookups = nodes.saturating_mul(growth);
            self.context.budget.spend(usize::try_from(lookups).unwrap_or(usize::MAX))?;
            before = nodes;
            nodes = rules.perft(&position, next);
            if nodes == 0 {
                break;
            }
        }
        let nodes = i64::try_from(nodes).map_err(|_| too_large(self.span))?;
        Ok(Number::Whole(nodes).into())
    }

    // ---- positions ----

    fn legal(&self) -> Truth {
        let Argument::Move(text, found) = &self.arguments[0] else {
            unreachable!("each argument is resolved for its parameter");
        };
        let place =
            if self.context.position.is_some() { "there" } else { "in the initial position" };
        if found.is_some() {
            return Truth::new(true, format!("`{text}` is a legal move {place}"));
        }
        let position = self.context.position_or_initial();
        let IllegalMove { words, table } = illegal_move(self.context.variant, &position, text);
        let hint = table.map(|it| format!("if the page is right, mend `[{it}]` of the definition"));
        let explanation = format!("`{text}` is not a legal move {place}: {words}");
        Truth { hint, ..Truth::new(false, explanation) }
    }

    fn symmetric(&self) -> Truth {
        let Argument::Seat(seat, written) = &self.arguments[1] else {
            unreachable!("each argument is resolved for its parameter");
        };
        match argument!(self, 0, IsSetup) {
            true => shape::symmetric_pieces(self.context, seat, written),
            false => shape::symmetric_board(self.context, seat, written),
        }
    }

    /// Returns whether the side to move is in check, checkmated or stalemated.
    fn check_status(&self) -> Truth {
        let position = self.context.position_or_initial();
        let rules = self.context.rules();
        let side = self.context.variant.side_name(position.turn.to_move);
        let status = |position: &Position| {
            let in_check = rules.in_check(position, position.turn.to_move);
            let reason = rules.game_end(position, &[]).map(|end| end.reason);
            let has_no_move = || {
                matches!(reason, Some(EndReason::Checkmate | EndReason::Stalemate))
                    || rules.moves(position).is_empty()
            };
            match self.known.name {
                FunctionName::Checkmate => (in_check && has_no_move(), "checkmated"),
                FunctionName::Stalemate => (!in_check && has_no_move(), "stalemated"),
                _ => (in_check, "in check"),
            }
        };
        let (holds, what) = status(&position);
        let not = if holds { "" } else { "not " };
        // Which side is to move may be forgotten in a position.
        let variant = self.context.variant.variant();
        let is_of = |other: &SideId| {
            let mut turned = position.clone();
            turned.turn.to_move = *other;
            *other != position.turn.to_move && status(&turned).0
        };
        let is_given = !holds && self.context.given.is_some() && self.context.earlier.is_empty();
        let other = variant.players().find(|other| is_given && is_of(other));
        let hint = other.map(|other| {
            let other = &variant.sides[other.index()].id;
            format!(
                "if it is the turn of {other}, write `; {other} to move` at the end of the position"
            )
        });
        Truth { hint, ..Truth::new(holds, format!("{side} is {not}{what} there")) }
    }

    fn turn(&self) -> EvalResult<Truth> {
        let to_move = self.context.position_to_describe(self.span)?.turn.to_move;
        let explanation = format!("{} is to move", self.context.variant.side_name(to_move));
        Ok(Truth::new(self.side() == to_move, explanation))
    }

    fn eliminated(&self) -> Truth {
        let side = self.side();
        let holds = self.context.position_or_initial().is_eliminated(side);
        let not = if holds { "" } else { "not " };
        let name = self.context.variant.side_name(side);
        Truth::new(holds, format!("{name} is {not}eliminated"))
    }

    /// Returns whether a side has won or lost the game. A side that is eliminated has lost, also while
    /// others play on.
    fn has_result(&self, outcome: Outcome) -> Truth {
        let side = self.side();
        if self.context.position_or_initial().is_eliminated(side) {
            return Truth::new(outcome == Outcome::Loses, self.eliminated().explanation);
        }
        let (end, explanation) = self.game_end();
        let found = end.and_then(|end| self.outcome_for(side, end));
        let holds = found == Some(outcome);
        let hint = if holds { None } else { self.other_result(side, end, found) };
        Truth { hint, ..Truth::new(holds, explanation) }
    }

    /// The advice for a claim about the end of the game that does not hold: `found` is what the end means for
    /// the side.
    fn other_result(
        &self,
        side: SideId,
        end: Option<GameEnd>,
        found: Option<Outcome>,
    ) -> Option<String> {
        let id = &self.context.variant.variant().sides[side.index()].id;
        let name = self.context.variant.side_title(side);
        let (claim, words) = match (end, found) {
            (_, Some(Outcome::Wins)) => (format!("wins({id})"), format!("{name} wins")),
            (_, Some(Outcome::Loses)) => (format!("loses({id})"), format!("{name} loses")),
            (Some(GameEnd { outcome: Outcome::Draw, .. }), _) => {
                ("drawn".to_owned(), "a draw".to_owned())
            }
            (Some(_), _) => return None,
            (None, _) => {
                let advice = "if the rules are right, leave the claim out; if the page is right, \
                              `[ends]` of the definition lacks how the game ends here";
                return Some(advice.to_owned());
            }
        };
        Some(format!("if the rules are right, write `{claim}`, and in the brackets `{words}`"))
    }

    fn drawn(&self) -> Truth {
        let (end, explanation) = self.game_end();
        Truth::new(end.is_some_and(|end| end.outcome == Outcome::Draw), explanation)
    }

    fn game_end(&self) -> (Option<GameEnd>, String) {
        let end = self
            .context
            .rules()
            .game_end(&self.context.position_or_initial(), &self.context.earlier);
        let explanation = match end {
            None => "the game is not over".to_owned(),
            Some(GameEnd { outcome: Outcome::Draw, .. }) => "the game is drawn".to_owned(),
            Some(end) => {
                let verb = if end.outcome == Outcome::Wins { "wins" } else { "loses" };
                format!("{} {verb}", self.context.variant.side_name(end.side))
            }
        };
        (end, explanation)
    }

    /// Returns what the end of a game means for a side.
    ///
    /// If one side wins, all others lose. If one of two sides loses, the other one wins.
    fn outcome_for(&self, side: SideId, end: GameEnd) -> Option<Outcome> {
        let two = self.context.variant.variant().players().count() == 2;
        match end.outcome {
            outcome if side == end.side => Some(outcome),
            Outcome::Wins => Some(Outcome::Loses),
            Outcome::Loses if two => Some(Outcome::Wins),
            _ => None,
        }
    }

    fn setup(&self) -> EvalResult<ClaimValue> {
        let position = self.context.position_to_describe(self.span)?;
        let layout = self.context.variant.layout();
        let is_meant = |cell: Cell, piece: Piece| match self.arguments.first() {
            Some(Argument::Board(board)) => layout.point(cell).board as usize == *board,
            Some(Argument::Side(side)) => piece.side == *side,
            _ => true,
        };
        Ok(ClaimValue::Pieces(pieces(&position, is_meant)))
    }
}
