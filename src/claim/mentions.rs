//! What a claim speaks of: its numbers, cells, pieces and sides, and whether it denies something.

use std::collections::BTreeSet;

use crate::game::{Piece, PieceTypeId, SideId};
use crate::geometry::{Cell, CellSet};
use crate::notation::{self, Leg};
use crate::query::LoadedVariant;
use crate::rules::Position;
use crate::source::Spanned;
use crate::variant::AffectedFact;

use super::context::{EvalContext, EvalResult, WorkBudget};
use super::evaluate::evaluate;
use super::functions::{Function, FunctionName, Parameter, Type, function};
use super::judge::KnownStatement;
use super::tree::{ClaimExpr, ClaimScope, ParsedClaim, Relation, Statement};
use super::types::{bare, called, shared, type_of};
use super::value::{ClaimValue, Number};

/// What a claim speaks of.
#[derive(Debug, Default)]
pub(super) struct Mentions {
    /// The numbers of the claim, the sizes of its lists, and the values that it compares.
    pub numbers: Vec<Number>,
    pub cells: CellSet,
    pub pieces: BTreeSet<PieceTypeId>,
    /// The sides that may be meant: those of its pieces and positions.
    pub sides: BTreeSet<SideId>,
    /// The pieces that it asks about and those of its positions, with their cells if it gives them.
    pub placed: Vec<(Option<Cell>, Piece)>,
    /// Whether it gives a position with its pieces.
    pub gives_position: bool,
    /// Whether it says that cells are occupied: `e4 is not empty`.
    pub says_occupied: bool,
    /// The sides that it asks about, with the function that asks.
    pub results: Vec<(FunctionName, SideId)>,
    /// The sides that it asks about by name; if there are any, no other is meant.
    named_sides: BTreeSet<SideId>,
    /// The cells that it asks about, those of positions and moves left out.
    pub asked_cells: CellSet,
    /// The positions that it asks about.
    positions: Vec<Position>,
    /// The kinds of facts that it asks about.
    pub facts: BTreeSet<AffectedFact>,
    /// The lengths of its leaps along the axes, sorted and without zeros: `2:1:0` and `{0,1,2}`.
    pub leaps: BTreeSet<Vec<u32>>,
    /// How far the pieces move that its notations describe, as far as they say: `W` one square, `R4` four.
    pub lengths: BTreeSet<i64>,
    /// The words and numbers of its text, in lower case.
    pub words: BTreeSet<String>,
    /// Whether it compares numbers.
    pub compares_numbers: bool,
    /// The cells that it says to be so, as in `moves(knight, a1) is b3 c2`.
    pub granted: CellSet,
    /// The relations of its comparisons of numbers, each with the number on its right.
    pub comparisons: Vec<(Relation, Number)>,
    /// Whether a part of it denies or limits something.
    pub denies: bool,
    /// Whether all of it denies something.
    pub only_denies: bool,
}

impl Mentions {
    /// Collects what a claim speaks of. Parts that have no value add nothing.
    ///
    /// What is known of its statements is not computed again.
    pub(super) fn of(
        text: &str,
        claim: &ParsedClaim,
        variant: &LoadedVariant,
        known: &[Option<KnownStatement<'_>>],
    ) -> Mentions {
        let budget = WorkBudget::default();
        let mut mentions = Mentions { only_denies: true, ..Mentions::default() };
        let is_sign = |sign: char| !sign.is_alphanumeric() && sign != ':' && sign != '-';
        for word in text.split(is_sign).flat_map(with_parts) {
            mentions.words.insert(word.to_lowercase());
            mentions.cells.extend(
                variant.layout().find(word).into_iter().chain(cells_of_move(word, variant)),
            );
            let names = word.chars().count() > 1;
            mentions.pieces.extend(variant.variant().kind(word).filter(|_| names));
        }
        for (piece_type, cell) in pieces_of_moves(text, variant) {
            mentions.pieces.insert(piece_type);
            let piece = |side| (cell, Piece { side, piece_type });
            mentions
                .placed
                .extend(variant.variant().players().map(piece).filter(|_| cell.is_some()));
        }
        let is_leap = |sign: char| sign.is_ascii_digit() || sign == ':' || sign == ',';
        mentions.leaps.extend(text.split(|sign| !is_leap(sign)).map(leap_lengths));
        for (index, statement) in claim.statements.iter().enumerate() {
            let context = EvalContext::new(variant, &budget);
            mentions.add_statement(statement, &context, known.get(index).and_then(Option::as_ref));
        }
        let initial = variant.rules().initial_position();
        if mentions.positions.is_empty() {
            mentions.place_pieces(&initial);
        }
        mentions.positions.push(initial);
        let positions = std::mem::take(&mut mentions.positions);
        let pieces_on = |cells: &CellSet| -> Vec<Piece> {
            let on = |position: &Position| {
                cells.iter().filter_map(|cell| position.piece_at(cell)).collect::<Vec<_>>()
            };
            positions.iter().flat_map(on).collect()
        };
        pieces_on(&mentions.cells).into_iter().for_each(|piece| mentions.add_piece(piece));
        if !mentions.named_sides.is_empty() {
            let asked = pieces_on(&mentions.asked_cells);
            mentions.sides = mentions.named_sides.clone();
            mentions.sides.extend(asked.into_iter().map(|piece| piece.side));
        }
        mentions
    }

    fn add_statement(
        &mut self,
        statement: &Statement,
        context: &EvalContext<'_>,
        known: Option<&KnownStatement<'_>>,
    ) {
        self.facts.extend(statement.scope.after.as_ref().map(|_| AffectedFact::Play));
        let scoped = match known {
            Some(known) => EvalContext { budget: context.budget, ..known.context.clone() },
            None => match context.scoped(&statement.scope) {
                Ok(scoped) => scoped,
                Err(_) => return,
            },
        };
        if let Some(position) = &scoped.position {
            let from = context.scoped(&ClaimScope { after: None, ..statement.scope.clone() });
            self.add_position(position, statement.scope.position.is_some());
            let before = from.ok().and_then(|from| from.position);
            let before = before.unwrap_or_else(|| context.rules().initial_position());
            self.add_position(&before, statement.scope.position.is_some());
        }
        self.add_expr(&statement.left, &scoped);
        let denial = match &statement.relation {
            None => {
                self.add_move(&statement.left, &scoped);
                Denial::of_truth(&statement.left, &scoped)
            }
            Some((relation, right)) => {
                self.add_expr(right, &scoped);
                let is_granted = matches!(relation, Relation::Is | Relation::Has);
                if let ClaimExpr::Words(words) | ClaimExpr::Text(words) = &right.value
                    && is_granted
                    && !statement.negated
                {
                    let words = words.split(|sign: char| !sign.is_alphanumeric());
                    self.granted.extend(words.filter_map(|it| context.variant.layout().find(it)));
                }
                self.says_occupied |= !statement.negated
                    && *relation == Relation::Has
                    && is_call_of_any(&statement.left.value);
                let value = |side: usize, expected: Type| match known
                    .and_then(|known| known.compared.as_ref())
                {
                    Some((as_type, values)) if *as_type == expected => Ok(values[side].clone()),
                    _ => evaluate([&statement.left, right][side], expected, &scoped),
                };
                self.add_values([&statement.left, right], value, &scoped);
                if let Ok(ClaimValue::Number(number)) = value(1, Type::Number) {
                    self.comparisons.push((*relation, number));
                    let bound = Relation::Is.eq(relation).then(|| bound_of(&statement.left.value));
                    self.comparisons.extend(bound.flatten().map(|bound| (bound, number)));
                }
                Denial::of_relation(*relation, &statement.left, right)
            }
        };
        let denial = if statement.negated { Denial::Whole } else { denial };
        self.denies |= denial != Denial::None;
        self.only_denies &= denial == Denial::Whole;
    }

    /// Adds the two values of a comparison, and the sizes of sets.
    ///
    /// `value` gives the value of a side as a type.
    fn add_values(
        &mut self,
        sides: [&Spanned<ClaimExpr>; 2],
        value: impl Fn(usize, Type) -> EvalResult<ClaimValue>,
        context: &EvalContext<'_>,
    ) {
        if let Some(from) = start_cell(sides[0], context)
            && let Ok(ClaimValue::Cells(cells)) = value(1, Type::Cells)
        {
            self.add_distances(from, &cells, context.variant);
            let others = context.position.iter().flat_map(Position::pieces);
            let others: CellSet = others.map(|(cell, _)| cell).collect();
            self.add_distances(from, &others, context.variant);
        }
        let [Ok(left_type), Ok(right_type)] = sides.map(|side| type_of(side, context.variant))
        else {
            return;
        };
        let expected = shared(left_type, right_type).unwrap_or(Type::Open);
        for (index, side) in sides.into_iter().enumerate() {
            match value(index, expected) {
                Ok(ClaimValue::Number(number)) => {
                    self.compares_numbers = true;
                    self.numbers.push(number);
                }
                Ok(ClaimValue::Cells(cells)) => self.add_cells(&cells, side, context),
                Ok(ClaimValue::Pieces(pieces)) => {
                    self.add_count(pieces.len());
                    let kinds: BTreeSet<Piece> = pieces.values().copied().collect();
                    for piece in kinds {
                        self.add_piece(piece);
                        self.add_count(pieces.values().filter(|&&other| other == piece).count());
                    }
                }
                _ => {}
            }
        }
    }

    fn add_cells(&mut self, cells: &CellSet, expr: &Spanned<ClaimExpr>, context: &EvalContext<'_>) {
        self.add_count(cells.len());
        let is_list = match &expr.value {
            ClaimExpr::Words(words) => bare(words, context.variant).is_none(),
            ClaimExpr::Text(_) => true,
            _ => false,
        };
        if is_list {
            self.cells = self.cells.union(cells);
        }
    }

    fn add_count(&mut self, count: usize) {
        self.numbers.extend(i64::try_from(count).ok().map(Number::Whole));
    }

    fn add_piece(&mut self, piece: Piece) {
        self.placed.push((None, piece));
        self.pieces.insert(piece.piece_type);
        self.sides.insert(piece.side);
    }

    /// Adds the side to move, and if the claim gives the position, its pieces and their cells.
    fn add_position(&mut self, position: &Position, is_named: bool) {
        self.sides.insert(position.turn.to_move);
        if is_named && position.pieces().count() < 16 {
            self.gives_position = true;
            let pieces: Vec<(Cell, Piece)> = position.pieces().collect();
            for &(cell, piece) in &pieces {
                self.cells.insert(cell);
                self.add_piece(piece);
                let same_side = |other: &&(Cell, Piece)| other.1.side == piece.side;
                let of_side = pieces.iter().filter(same_side);
                self.add_count(of_side.clone().count());
                self.add_count(of_side.filter(|other| other.1 == piece).count());
            }
        }
        self.place_pieces(position);
        self.positions.push(position.clone());
    }

    fn place_pieces(&mut self, position: &Position) {
        self.placed.extend(position.pieces().map(|(cell, piece)| (Some(cell), piece)));
    }

    /// Adds the pieces that move by a single letter of a notation: the Knight for `N`.
    fn add_notation(&mut self, text: &str, variant: &LoadedVariant) {
        for (index, face) in variant.variant().faces.iter().enumerate() {
            if let [rule] = &face.moves[..]
                && rule.notation.len() == 1
                && text.contains(&*rule.notation)
            {
                self.pieces.insert(PieceTypeId(index as u8));
            }
        }
    }

    /// Adds the sides and cells that a part of an expression asks about.
    fn add_sides(&mut self, text: &str, variant: &LoadedVariant) {
        let words = text.split(|sign: char| !sign.is_alphanumeric() && sign != '-');
        for word in words.flat_map(with_parts) {
            self.named_sides.extend(variant.variant().side(word));
            self.asked_cells.extend(variant.layout().find(word));
        }
    }

    /// Adds a legal move that is asked about, and the number of its steps.
    fn add_move(&mut self, expr: &Spanned<ClaimExpr>, context: &EvalContext<'_>) {
        if let ClaimExpr::Call(_, arguments) = &expr.value
            && let [argument] = &arguments[..]
            && let ClaimExpr::Words(text) | ClaimExpr::Text(text) = &argument.value
            && let Ok(Some(found)) = context.variant.read_move(&context.position_or_initial(), text)
        {
            self.cells.extend([found.from, found.to]);
            self.add_distances(found.from, &CellSet::from_iter([found.to]), context.variant);
        }
    }

    /// Adds the degrees of a turn of a symmetric board, and how often it makes a full one.
    fn add_turn(&mut self, name: &Spanned<String>, arguments: &[Spanned<ClaimExpr>]) {
        if let [_, Spanned { value: ClaimExpr::Text(turn), .. }] = arguments
            && name.value == "symmetric"
            && let Some(degrees) = turn.strip_prefix("turn ").and_then(|word| word.parse().ok())
        {
            let times = 360i64.checked_div(degrees);
            self.numbers.extend(times.into_iter().chain([degrees]).map(Number::Whole));
        }
    }

    /// Adds how far the piece of a function moves that a notation describes.
    fn add_lengths(&mut self, name: &Spanned<String>, arguments: &[Spanned<ClaimExpr>]) {
        let moves_a_piece = |known: &Function| known.parameters.first() == Some(&Parameter::Piece);
        if let Some(Spanned { value: ClaimExpr::Text(notation), .. }) = arguments.first()
            && function(&name.value).is_some_and(moves_a_piece)
            && let Ok(betza) = notation::parse(notation)
        {
            let legs = betza.terms.iter().flat_map(|term| &term.legs);
            self.lengths.extend(legs.flat_map(Leg::lengths).map(i64::from));
        }
    }

    /// Adds the piece and its cell in `moves(rook, a1)`, and the side in `wins(white)`.
    fn add_placed(
        &mut self,
        name: &Spanned<String>,
        arguments: &[Spanned<ClaimExpr>],
        context: &EvalContext<'_>,
    ) {
        let words = |argument: &Spanned<ClaimExpr>| match &argument.value {
            ClaimExpr::Words(words) | ClaimExpr::Text(words) => {
                Some(Spanned::new(words.clone(), argument.span))
            }
            _ => None,
        };
        if let [piece, cell] = arguments
            && let (Some(piece), Some(cell)) = (words(piece), words(cell))
            && let Ok(piece) = context.piece(&piece)
        {
            self.placed.push((context.variant.layout().find(&cell.value), piece));
        }
        let Some(known) = function(&name.value) else { return };
        let named = arguments.first().and_then(words);
        let side = match &named {
            Some(named) => context.variant.variant().side(&named.value),
            None => Some(context.position_or_initial().turn.to_move),
        };
        self.results.extend(side.map(|side| (known.name, side)));
    }

    /// Adds the numbers of steps from the cell of a piece to the nearest and the farthest of these.
    fn add_distances(&mut self, from: Cell, cells: &CellSet, variant: &LoadedVariant) {
        let distance =
            |to| variant.layout().distance(from, to).map(|(steps, _)| usize::from(steps));
        let others = || cells.iter().filter(|&to| to != from).filter_map(distance);
        others().min().into_iter().chain(others().max()).for_each(|steps| self.add_count(steps));
    }

    /// Adds the numbers and pieces that an expression names.
    fn add_expr(&mut self, expr: &Spanned<ClaimExpr>, context: &EvalContext<'_>) {
        match &expr.value {
            ClaimExpr::Number(value, 0) => self.numbers.push(Number::Whole(*value)),
            ClaimExpr::Number(value, decimals) => {
                self.numbers.push(Number::Decimal(*value, *decimals));
            }
            ClaimExpr::Text(text) => {
                self.add_notation(text, context.variant);
                self.add_sides(text, context.variant);
            }
            ClaimExpr::Words(words) => {
                self.add_sides(words, context.variant);
                let known = bare(words, context.variant);
                self.facts.extend(known.and_then(fact_of));
                let to_move = context.position_or_initial().turn.to_move;
                self.results.extend(known.map(|known| (known.name, to_move)));
                let words = Spanned::new(words.clone(), expr.span);
                if words.value == "any" {
                    // All cells or all pieces: none of them is named.
                } else if let Ok(pieces) = context.pieces(&words) {
                    for piece in pieces.iter() {
                        self.add_piece(piece);
                    }
                } else if let Ok(piece) = context.piece(&words) {
                    self.add_piece(piece);
                }
            }
            ClaimExpr::Call(name, arguments) => {
                arguments.iter().for_each(|argument| self.add_expr(argument, context));
                self.add_turn(name, arguments);
                self.add_placed(name, arguments, context);
                self.add_lengths(name, arguments);
                self.facts.extend(function(&name.value).and_then(fact_of));
            }
            ClaimExpr::Sum(left, _, right) => {
                self.add_expr(left, context);
                self.add_expr(right, context);
            }
            ClaimExpr::Scoped(value, scope) => {
                if let Ok(scoped) = context.scoped(scope) {
                    if let Some(position) = &scoped.position {
                        self.add_position(position, scope.position.is_some());
                    }
                    self.add_expr(value, &scoped);
                }
            }
        }
    }
}

/// Returns the kind of fact that a function asks about; `None` for boards and arithmetic.
fn fact_of(known: &Function) -> Option<AffectedFact> {
    use FunctionName as Name;
    match known.name {
        Name::Legal | Name::Perft | Name::Check | Name::Turn => Some(AffectedFact::Play),
        Name::Checkmate | Name::Stalemate | Name::Eliminated | Name::Wins | Name::Loses => {
            Some(AffectedFact::Ends)
        }
        Name::Drawn | Name::Score => Some(AffectedFact::Ends),
        Name::Setup | Name::Stands | Name::Symmetric => Some(AffectedFact::Setup),
        Name::Attackers | Name::Protectors => Some(AffectedFact::Moves),
        _ => (known.parameters.first() == Some(&Parameter::Piece)).then_some(AffectedFact::Moves),
    }
}

/// A word, and the parts that hyphens make of it.
fn with_parts(word: &str) -> impl Iterator<Item = &str> {
    word.split('-').chain(word.contains('-').then_some(word))
}

/// Returns the numbers of a text such as `2:1:0`, sorted and without zeros.
pub(super) fn leap_lengths(text: &str) -> Vec<u32> {
    let mut lengths: Vec<u32> =
        text.split([':', ',']).filter_map(|part| part.parse().ok()).filter(|it| *it > 0).collect();
    lengths.sort_unstable();
    lengths
}

/// Returns the cell from which the piece of a function moves.
fn start_cell(expr: &Spanned<ClaimExpr>, context: &EvalContext<'_>) -> Option<Cell> {
    match &expr.value {
        ClaimExpr::Scoped(value, _) => start_cell(value, context),
        ClaimExpr::Call(_, arguments) => match &arguments.last()?.value {
            ClaimExpr::Words(words) => context.variant.layout().find(words),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the two cells of a printed move such as `e9e10c`.
fn cells_of_move(word: &str, variant: &LoadedVariant) -> Vec<Cell> {
    let cell = |text: &str| {
        let mut ends = text.char_indices().map(|(at, sign)| at + sign.len_utf8()).rev();
        ends.find_map(|end| Some((end, variant.layout().find(&text[..end])?)))
    };
    let Some((end, from)) = cell(word) else { return Vec::new() };
    cell(&word[end..]).map_or(Vec::new(), |(_, to)| vec![from, to])
}

/// Returns the pieces that moves name by a letter, as in `Nf3`, `e7-e8=Q` and `P@e4`. A piece that is
/// dropped, or to which a piece promotes, has a cell.
fn pieces_of_moves(text: &str, variant: &LoadedVariant) -> Vec<(PieceTypeId, Option<Cell>)> {
    let letter_of = |letter: &str| {
        let mut faces = variant.variant().faces.iter();
        let index = faces.position(|face| face.letter.eq_ignore_ascii_case(letter))?;
        Some(PieceTypeId(index as u8))
    };
    let is_between = |sign: char| sign.is_whitespace() || "\"(),<>".contains(sign);
    let moves = text.split(is_between).filter(|word| word.chars().any(|it| it.is_ascii_digit()));
    let named = moves.flat_map(|word| {
        let last_cell = |text: &str| text.rsplit(['-', 'x']).next().map(|name| name.to_owned());
        let promoted = word.split_once('=').map(|(before, letter)| (letter, last_cell(before)));
        let dropped = word.split_once('@').map(|(letter, cell)| (letter, Some(cell.to_owned())));
        let lower = word.find(|sign: char| !sign.is_uppercase());
        [promoted, dropped, lower.map(|at| (&word[..at], None))]
    });
    let found = named.flatten().filter_map(|(letter, cell)| {
        let cell = cell.and_then(|cell| variant.layout().find(&cell));
        Some((letter_of(letter).filter(|_| !letter.is_empty())?, cell))
    });
    found.collect()
}

/// What `max(...) is N` says of each cell: at most N.
fn bound_of(value: &ClaimExpr) -> Option<Relation> {
    match called(value)?.name {
        FunctionName::Max => Some(Relation::AtMost),
        FunctionName::Min => Some(Relation::AtLeast),
        _ => None,
    }
}

/// Whether a value is `stands(any)`: all occupied cells.
fn is_call_of_any(value: &ClaimExpr) -> bool {
    let is_any = |argument: &Spanned<ClaimExpr>| matches!(&argument.value, ClaimExpr::Words(words) if words == "any");
    matches!(value, ClaimExpr::Call(name, arguments)
        if name.value == "stands" && arguments.iter().all(is_any))
}

/// How much a statement denies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Denial {
    /// It says that something is so.
    None,
    /// It also says that nothing else is so.
    Part,
    /// It says that something is not so.
    Whole,
}

impl Denial {
    fn of_relation(
        relation: Relation,
        left: &Spanned<ClaimExpr>,
        right: &Spanned<ClaimExpr>,
    ) -> Denial {
        let is_none = match &right.value {
            ClaimExpr::Words(words) => words == "none",
            ClaimExpr::Number(0, _) => true,
            _ => false,
        };
        match relation {
            Relation::IsNot | Relation::HasNot => Denial::Whole,
            Relation::Is if is_none => Denial::Whole,
            Relation::Has => Denial::None,
            Relation::Is if matches!(right.value, ClaimExpr::Number(..)) => match &left.value {
                // Several parts mean that no move leads from one to another.
                ClaimExpr::Call(name, _) if name.value == "components" => Denial::Part,
                value if bound_of(value).is_some() => Denial::Part,
                _ => Denial::None,
            },
            _ => Denial::Part,
        }
    }

    fn of_truth(left: &Spanned<ClaimExpr>, context: &EvalContext<'_>) -> Denial {
        let known = match &left.value {
            ClaimExpr::Call(name, _) => function(&name.value),
            ClaimExpr::Words(words) => bare(words, context.variant),
            _ => None,
        };
        let is_unpromoted = |argument: &Spanned<ClaimExpr>| match &argument.value {
            ClaimExpr::Text(text) => text.ends_with('='),
            _ => false,
        };
        match known.map(|known| known.name) {
            Some(FunctionName::Legal) => match &left.value {
                ClaimExpr::Call(_, arguments) if arguments.iter().any(is_unpromoted) => {
                    Denial::Part
                }
                _ => Denial::None,
            },
            Some(
                FunctionName::Keeps
                | FunctionName::Changes
                | FunctionName::Checkmate
                | FunctionName::Stalemate
                | FunctionName::Eliminated
                | FunctionName::Loses
                | FunctionName::Drawn,
            ) => Denial::Part,
            _ => Denial::None,
        }
    }
}
