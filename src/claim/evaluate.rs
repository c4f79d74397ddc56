use std::collections::BTreeMap;

use crate::geometry::{Cell, Cells};
use crate::query::Show;
use crate::rules::{EndReason, GameEnd, Outcome, Piece, Position, SideId};
use crate::source::{Spanned, suggestion};

use super::functions::{Function, Name, Type, function};
use super::graph::Graph;
use super::ground::{Found, Ground, Stop};
use super::mover::Mover;
use super::shape;
use super::tree::{Expr, Sign};
use super::types::{bare, wrong};
use super::value::{Number, Truth, Value};

/// What an expression comes to, where a value of that type is wanted.
pub(super) fn evaluate(expr: &Spanned<Expr>, wanted: Type, ground: &Ground<'_>) -> Found<Value> {
    match &expr.value {
        Expr::Number(value, 0) => Ok(Value::Number(Number::Whole(*value))),
        Expr::Number(value, decimals) => Ok(Value::Number(Number::Decimal(*value, *decimals))),
        Expr::Text(text) => open(&Spanned::new(text.clone(), expr.span), wanted, ground),
        Expr::Words(words) => match bare(words, ground.study) {
            Some(known) => Call { known, arguments: &[], ground, expr }.value(),
            None => open(&Spanned::new(words.clone(), expr.span), wanted, ground),
        },
        Expr::Scoped(value, scope) => evaluate(value, wanted, &ground.scoped(scope)?),
        Expr::Sum(left, sign, right) => {
            let (left, right) = (whole(left, ground)?, whole(right, ground)?);
            let sum = match sign {
                Sign::Plus => left.checked_add(right),
                Sign::Minus => left.checked_sub(right),
                Sign::Times => left.checked_mul(right),
            };
            let sum = sum.ok_or_else(|| wrong(expr.span, "this number is too large"))?;
            Ok(Value::Number(Number::Whole(sum)))
        }
        Expr::Call(name, arguments) => {
            let known = function(&name.value).ok_or_else(|| wrong(name.span, "no function"))?;
            Call { known, arguments, ground, expr }.value()
        }
    }
}

/// What names or a text mean where a value of that type is wanted.
fn open(text: &Spanned<String>, wanted: Type, ground: &Ground<'_>) -> Found<Value> {
    match wanted {
        Type::Number | Type::Numbers if text.value == "none" => Ok(Value::Number(Number::Nothing)),
        Type::Number | Type::Numbers | Type::Truth => {
            Err(wrong(text.span, format!("`{}` is not {}", text.value, wanted.words())).into())
        }
        Type::Cells | Type::CellSets | Type::Open => Ok(Value::Cells(ground.cells(text)?)),
        Type::Men => {
            let position = ground.study.position(&text.value);
            let position = position.map_err(|c| super::ground::placed(c, text))?;
            Ok(Value::Men(pieces(&position, |_, _| true)))
        }
    }
}

fn pieces(position: &Position, keep: impl Fn(Cell, Piece) -> bool) -> BTreeMap<Cell, Piece> {
    position.pieces().filter(|&(cell, piece)| keep(cell, piece)).collect()
}

fn whole(expr: &Spanned<Expr>, ground: &Ground<'_>) -> Found<i64> {
    match evaluate(expr, Type::Number, ground)? {
        Value::Number(Number::Whole(value)) => Ok(value),
        _ => Err(wrong(expr.span, "a whole number is wanted here").into()),
    }
}

/// A call of a function, its arguments counted and of the right types.
struct Call<'a, 'g> {
    known: &'static Function,
    arguments: &'a [Spanned<Expr>],
    ground: &'a Ground<'g>,
    expr: &'a Spanned<Expr>,
}

impl<'g> Call<'_, 'g> {
    fn value(&self) -> Found<Value> {
        let number = |value: usize| Value::Number(Number::Whole(value as i64));
        Ok(match self.known.name {
            Name::Moves => self.for_cells(|mover, at| mover.cells(at, Show::Moves))?,
            Name::Quiet => self.for_cells(|mover, at| mover.cells(at, Show::Quiet))?,
            Name::Captures => self.for_cells(|mover, at| mover.cells(at, Show::Captures))?,
            Name::Victims => self.for_cells(|mover, at| mover.cells(at, Show::Victims))?,
            Name::Attacks => self.for_cells(Mover::attacks)?,
            Name::Reachable => {
                let at = self.cell(1)?;
                Value::Cells(self.graph()?.reachable(at))
            }
            Name::Component => {
                let at = self.cell(1)?;
                let parts = self.graph()?.components();
                let own = parts.into_iter().find(|part| part.has(at));
                Value::Cells(own.unwrap_or_else(|| Cells::from_iter([at])))
            }
            Name::Attackers => Value::Cells(self.attackers()?),
            Name::Guards => Value::Cells(self.guards()?),
            Name::Stands => {
                let who = self.ground.pieces(&self.text(0)?)?;
                let position = self.ground.position_or_array();
                Value::Cells(
                    pieces(&position, |_, piece| who.contains(piece)).into_keys().collect(),
                )
            }
            Name::All => Value::Cells(self.all()?),
            Name::Count => self.count()?,
            Name::Max => self.extreme(|best, value| value > best)?,
            Name::Min => self.extreme(|best, value| value < best)?,
            Name::Sum => Value::Number(Number::Whole(self.numbers()?.iter().sum())),
            Name::Components => number(self.graph()?.components().len()),
            Name::ShortestReturn => self.shortest_return(false)?,
            Name::ShortestOddReturn => self.shortest_return(true)?,
            Name::Distance => {
                let (from, to) = (self.cell(1)?, self.cell(2)?);
                some_number(self.graph()?.distance(from, to))
            }
            Name::Routes => number(self.mover()?.routes(self.cell(1)?, self.cell(2)?)?),
            Name::Length => Value::Number(shape::length(self.leap(0)?, self.lattice().tiling())),
            Name::Angle => {
                Value::Number(shape::angle(self.leap(0)?, self.leap(1)?, self.lattice().tiling()))
            }
            Name::Directions => number(shape::directions(self.leap(0)?, self.lattice())),
            Name::Root => match whole(&self.arguments[0], self.ground)? {
                square @ 0.. => Value::Number(Number::root_of(square)),
                _ => return Err(wrong(self.expr.span, "a number below 0 has no root").into()),
            },
            Name::Files => number(self.board()?.files.len()),
            Name::Ranks => number(self.board()?.ranks.len()),
            Name::Levels => number(self.board()?.levels.len()),
            Name::Boards => number(self.ground.study.layout().boards().len()),
            Name::Sides => number(self.ground.study.variant().players().count()),
            Name::Score => self.score()?,
            Name::Perft => self.perft()?,
            Name::Prime => {
                let value = whole(&self.arguments[0], self.ground)?;
                Value::Truth(shape::prime(value)?)
            }
            Name::Tour => Value::Truth(shape::tour(&self.mover()?, &self.text(1)?, self.ground)?),
            Name::Symmetric => {
                Value::Truth(shape::symmetric(self.ground, &self.text(0)?, &self.text(1)?)?)
            }
            Name::Keeps => Value::Truth(shape::keeps(&self.mover()?, &self.text(1)?, self.ground)?),
            Name::Changes => {
                Value::Truth(shape::changes(&self.mover()?, &self.text(1)?, self.ground)?)
            }
            Name::Legal => Value::Truth(self.legal()?),
            Name::Check | Name::Checkmate | Name::Stalemate => Value::Truth(self.state()),
            Name::Setup => self.setup()?,
            Name::Turn => Value::Truth(self.turn()?),
            Name::Out => Value::Truth(self.out()?),
            Name::Wins | Name::Loses => Value::Truth(self.result()?),
            Name::Drawn => Value::Truth(self.drawn()),
        })
    }

    // ---- arguments ----

    /// The argument as names or a text.
    fn text(&self, index: usize) -> Found<Spanned<String>> {
        let argument = &self.arguments[index];
        match &argument.value {
            Expr::Words(text) | Expr::Text(text) => Ok(Spanned::new(text.clone(), argument.span)),
            Expr::Number(value, 0) => Ok(Spanned::new(value.to_string(), argument.span)),
            _ => Err(wrong(
                argument.span,
                format!("{} is wanted here", self.known.takes[index].words()),
            )
            .into()),
        }
    }

    fn cell(&self, index: usize) -> Found<Cell> {
        self.ground.cell(&self.text(index)?)
    }

    fn mover(&self) -> Found<Mover<'g>> {
        Mover::named(self.ground, &self.arguments[0])
    }

    fn graph(&self) -> Found<Graph> {
        Graph::of(&self.mover()?)
    }

    fn leap(&self, index: usize) -> Found<[i64; 3]> {
        shape::leap(&self.text(index)?, self.ground)
    }

    /// The directions that leaps written as numbers refer to.
    fn lattice(&self) -> crate::geometry::Lattice {
        self.ground.study.layout().lattice()
    }

    fn board(&self) -> Found<&'g crate::geometry::Board> {
        let layout = self.ground.study.layout();
        if self.arguments.is_empty() {
            return Ok(layout.board(0));
        }
        let text = self.text(0)?;
        let found = layout.boards().iter().find(|board| board.id == text.value);
        let known = layout.boards().iter().map(|board| board.id.as_str());
        found.ok_or_else(|| {
            let complaint = wrong(text.span, format!("there is no board `{}`", text.value));
            complaint.help(suggestion(&text.value, known)).into()
        })
    }

    // ---- cells ----

    /// The cells of a piece from one cell, or from each.
    fn for_cells(&self, of: impl Fn(&Mover<'g>, Cell) -> Found<Cells>) -> Found<Value> {
        let mover = self.mover()?;
        let at = match (self.arguments.len(), mover.stands) {
            (2, _) => Some(self.cell(1)?),
            (_, stands) => stands,
        };
        if let Some(at) = at {
            return Ok(Value::Cells(of(&mover, at)?));
        }
        let cells = mover.domain()?;
        let each = cells.iter().map(|cell| Ok((cell, Value::Cells(of(&mover, cell)?))));
        Ok(Value::Each(each.collect::<Found<_>>()?))
    }

    /// Who stands on the first argument, in the position.
    fn stander(&self) -> Found<(Position, Cell, Piece)> {
        let position = self.ground.position_or_array();
        let text = self.text(0)?;
        let cell = self.ground.cell(&text)?;
        match position.piece_at(cell) {
            Some(piece) => Ok((position, cell, piece)),
            None => {
                let complaint = wrong(text.span, format!("nobody stands on `{}`", text.value));
                Err(complaint.help("name the position: `in setup`, `in \"FEN\"`").into())
            }
        }
    }

    fn attackers(&self) -> Found<Cells> {
        let named = match self.arguments.len() {
            2 => Some(self.ground.pieces(&self.text(1)?)?),
            _ => None,
        };
        let (position, cell, victim) = self.stander()?;
        let attackers = self.ground.rules().attackers(&position, cell);
        let counts = |from: &Cell| {
            let piece = position.piece_at(*from).expect("an attacker stands there");
            named.as_ref().map_or(piece.side != victim.side, |named| named.contains(piece))
        };
        Ok(attackers.iter().filter(counts).collect())
    }

    /// Who could take an enemy that took the man on the cell.
    fn guards(&self) -> Found<Cells> {
        let (mut position, cell, piece) = self.stander()?;
        let Some(enemy) = self.ground.study.enemy_of(piece.side) else { return Ok(Cells::new()) };
        position.set_piece(cell, Some(enemy));
        let attackers = self.ground.rules().attackers(&position, cell);
        let own =
            |from: &Cell| position.piece_at(*from).is_some_and(|other| other.side == piece.side);
        Ok(attackers.iter().filter(own).collect())
    }

    fn all(&self) -> Found<Cells> {
        match evaluate(&self.arguments[0], Type::CellSets, self.ground)? {
            Value::Each(each) => {
                Ok(each.iter().fold(Cells::new(), |all, (_, value)| match value {
                    Value::Cells(cells) => all.union(cells),
                    _ => all,
                }))
            }
            Value::Cells(cells) => Ok(cells),
            _ => Err(wrong(self.expr.span, "cells for each cell are wanted").into()),
        }
    }

    // ---- numbers ----

    fn count(&self) -> Found<Value> {
        let of = |value: Value| match value {
            Value::Cells(cells) => Value::Number(Number::Whole(cells.count() as i64)),
            other => other,
        };
        Ok(match evaluate(&self.arguments[0], Type::Cells, self.ground)? {
            Value::Each(each) => {
                Value::Each(each.into_iter().map(|(cell, value)| (cell, of(value))).collect())
            }
            single => of(single),
        })
    }

    fn numbers(&self) -> Found<Vec<i64>> {
        let Value::Each(each) = evaluate(&self.arguments[0], Type::Numbers, self.ground)? else {
            return Err(wrong(self.expr.span, "a number for each cell is wanted").into());
        };
        let number = |(_, value): (Cell, Value)| match value {
            Value::Number(Number::Whole(value)) => Some(value),
            _ => None,
        };
        Ok(each.into_iter().filter_map(number).collect())
    }

    fn extreme(&self, better: impl Fn(i64, i64) -> bool) -> Found<Value> {
        let numbers = self.numbers()?;
        let best = numbers
            .into_iter()
            .reduce(|best, value| if better(best, value) { value } else { best });
        let best =
            best.ok_or_else(|| Stop::Undecided("there is no cell to ask about".to_owned()))?;
        Ok(Value::Number(Number::Whole(best)))
    }

    fn shortest_return(&self, odd: bool) -> Found<Value> {
        let mover = self.mover()?;
        let graph = Graph::of(&mover.everywhere())?;
        if self.arguments.len() == 2 {
            return Ok(some_number(graph.shortest_return(self.cell(1)?, odd)));
        }
        let from = mover.field();
        Ok(some_number(from.iter().filter_map(|cell| graph.shortest_return(cell, odd)).min()))
    }

    fn score(&self) -> Found<Value> {
        let place = whole(&self.arguments[0], self.ground)?;
        let variant = self.ground.study.variant();
        let points = usize::try_from(place).ok().and_then(|place| variant.points_of_place(place));
        let points = points.ok_or_else(|| {
            let players = variant.players().count();
            wrong(self.expr.span, format!("{players} players have no place {place}"))
        })?;
        let thousandths = (points * 1000.0).round() as i64;
        Ok(Value::Number(match thousandths % 1000 {
            0 => Number::Whole(thousandths / 1000),
            _ => Number::Decimal(thousandths, 3),
        }))
    }

    fn perft(&self) -> Found<Value> {
        let depth = whole(&self.arguments[0], self.ground)?;
        let depth = u32::try_from(depth).map_err(|_| wrong(self.expr.span, "no such depth"))?;
        let position = self.ground.position_or_array();
        let rules = self.ground.rules();
        let (mut nodes, mut before) = (1u64, 1u64);
        for next in 1..=depth {
            let growth = nodes.div_ceil(before).max(rules.moves(&position).len() as u64);
            let looks = nodes.saturating_mul(growth);
            self.ground.effort.spend(usize::try_from(looks).unwrap_or(usize::MAX))?;
            before = nodes;
            nodes = rules.perft(&position, next);
            if nodes == 0 {
                break;
            }
        }
        Ok(Value::Number(Number::Whole(nodes as i64)))
    }

    // ---- positions ----

    fn legal(&self) -> Found<Truth> {
        let text = self.text(0)?;
        let position = self.ground.position_or_array();
        let found = self.ground.study.find_move(&position, &text.value).is_some();
        let not = if found { "" } else { "not " };
        Ok(Truth::new(found, format!("`{}` is {not}a legal move there", text.value)))
    }

    fn state(&self) -> Truth {
        let position = self.ground.position_or_array();
        let rules = self.ground.rules();
        let side = self.ground.study.side_name(position.to_move());
        let in_check = rules.in_check(&position, position.to_move());
        let reason = rules.game_end(&position, &[]).map(|finish| finish.reason);
        let stuck = matches!(reason, Some(EndReason::Checkmate | EndReason::Stalemate))
            || rules.moves(&position).is_empty();
        let (holds, what) = match self.known.name {
            Name::Checkmate => (stuck && in_check, "checkmated"),
            Name::Stalemate => (stuck && !in_check, "stalemated"),
            _ => (in_check, "in check"),
        };
        let not = if holds { "" } else { "not " };
        Truth::new(holds, format!("{side} is {not}{what} there"))
    }

    fn side(&self) -> Found<SideId> {
        let text = self.text(0)?;
        let side = self.ground.study.side(&text.value);
        Ok(side.map_err(|complaint| super::ground::placed(complaint, &text))?)
    }

    fn turn(&self) -> Found<Truth> {
        let to_move = self.ground.position_or_array().to_move();
        let told = format!("it is the turn of {}", self.ground.study.side_name(to_move));
        Ok(Truth::new(self.side()? == to_move, told))
    }

    fn out(&self) -> Found<Truth> {
        let side = self.side()?;
        let out = self.ground.position_or_array().is_eliminated(side);
        let not = if out { "" } else { "not " };
        Ok(Truth::new(out, format!("{} is {not}out", self.ground.study.side_name(side))))
    }

    /// Whether the game is over, and a side has won it, or lost it.
    fn result(&self) -> Found<Truth> {
        let side = self.side()?;
        let (finish, told) = self.finish();
        let outcome = finish.and_then(|finish| self.outcome_for(side, finish));
        let wanted = match self.known.name {
            Name::Wins => Outcome::Wins,
            _ => Outcome::Loses,
        };
        Ok(Truth::new(outcome == Some(wanted), told))
    }

    fn drawn(&self) -> Truth {
        let (finish, told) = self.finish();
        Truth::new(finish.is_some_and(|finish| finish.outcome == Outcome::Draw), told)
    }

    fn finish(&self) -> (Option<GameEnd>, String) {
        let position = self.ground.position_or_array();
        let finish = self.ground.rules().game_end(&position, &[]);
        let told = match finish {
            None => "the game is not over".to_owned(),
            Some(GameEnd { outcome: Outcome::Draw, .. }) => "the game is drawn".to_owned(),
            Some(finish) => {
                let does = if finish.outcome == Outcome::Wins { "wins" } else { "loses" };
                format!("{} {does}", self.ground.study.side_name(finish.side))
            }
        };
        (finish, told)
    }

    /// What the end of a game means for a side. One side's loss is another's win where there are
    /// two; one side's win is the loss of all others.
    fn outcome_for(&self, side: SideId, finish: GameEnd) -> Option<Outcome> {
        let two = self.ground.study.variant().players().count() == 2;
        match finish.outcome {
            outcome if side == finish.side => Some(outcome),
            Outcome::Wins => Some(Outcome::Loses),
            Outcome::Loses if two => Some(Outcome::Wins),
            // Points have been counted by now.
            Outcome::Loses
            | Outcome::Draw
            | Outcome::Passes
            | Outcome::Eliminated
            | Outcome::Points => None,
        }
    }

    fn setup(&self) -> Found<Value> {
        let position = self.ground.position_or_array();
        if self.arguments.is_empty() {
            return Ok(Value::Men(pieces(&position, |_, _| true)));
        }
        let text = self.text(0)?;
        let layout = self.ground.study.layout();
        if let Some(board) = layout.boards().iter().position(|board| board.id == text.value) {
            let on = |cell: Cell, _| layout.point(cell).board as usize == board;
            return Ok(Value::Men(pieces(&position, on)));
        }
        let side = self.side()?;
        Ok(Value::Men(pieces(&position, |_, piece| piece.side == side)))
    }
}

fn some_number(found: Option<u32>) -> Value {
    Value::Number(found.map_or(Number::Nothing, |number| Number::Whole(i64::from(number))))
}
