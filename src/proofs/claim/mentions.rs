//! What a claim speaks of: its numbers, cells, pieces and sides, and whether it denies something.

use std::collections::BTreeSet;

use crate::game::{Piece, PieceTypeId, SideId};
use crate::geometry::{Cell, CellSet};
use crate::query::LoadedVariant;
use crate::rules::Position;
use crate::variant::AffectedFact;

use super::context::EvalContext;
use super::denial::{Denial, bound_of};
use super::functions::{Function, FunctionName, Parameter};
use super::piece::QueriedPiece;
use super::resolved::{Argument, Expr, Node, ResolvedClaim, ResolvedStatement};
use super::statement_parts::StatementParts;
use super::tree::Relation;
use super::value::{ClaimValue, Number};

/// What a claim speaks of.
#[derive(Debug, Default)]
pub(super) struct Mentions {
    /// The numbers of the claim, the sizes of its lists, and the values that it compares.
    pub numbers: Vec<Number>,
    /// How many pieces its positions have: of a side, and of a kind.
    pub piece_counts: BTreeSet<usize>,
    /// The notations of its pieces, as in `moves("R")`.
    pub notations: Vec<String>,
    pub cells: CellSet,
    pub pieces: BTreeSet<PieceTypeId>,
    /// The sides that may be meant: those of its pieces and positions.
    pub sides: BTreeSet<SideId>,
    /// The pieces that it asks about and those of its positions, with their cells if it gives them.
    pub placed: Vec<(Option<Cell>, Piece)>,
    /// Whether it speaks of a position other than the initial one.
    pub is_of_position: bool,
    /// Whether it gives a position of few pieces, which words can list.
    pub gives_position: bool,
    /// The sides that it asks about, with the function that asks.
    pub results: Vec<(FunctionName, SideId)>,
    /// The sides that it asks about by name; if there are any, no other is meant.
    pub named_sides: BTreeSet<SideId>,
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
    /// Whether it says that these are all cells: `moves(knight, a1) is b3 c2`.
    pub is_list: bool,
    /// Whether it says that cells are among others: `a1 inside dark`.
    pub says_inside: bool,
    /// Whether it says that two pieces move alike: `moves(fox) is moves(king)`.
    pub equates: bool,
    /// Whether a side is in check in one of its positions.
    pub has_check: bool,
    /// Whether a piece of its moves captures elsewhere than it lands.
    pub shoots: bool,
    /// Whether it says something of all cells: `is any`.
    pub says_all: bool,
    /// The moves that it says to be so: the side that moves, and the two cells.
    pub ways: Vec<(SideId, Cell, Cell)>,
    /// The cells from which it asks for moves.
    pub starts: CellSet,
    /// The pieces that it asks to attack or capture, and those that they may attack.
    pub agents: Vec<Piece>,
    pub patients: Vec<Piece>,
    /// The types that its moves name: those of drops and promotions.
    pub named_by_moves: BTreeSet<PieceTypeId>,
    /// The relations of its comparisons of numbers, each with the number on its right.
    pub comparisons: Vec<(Relation, Number)>,
    /// What each statement asks about.
    pub statements: Vec<StatementParts>,
    /// Whether it compares the value for each of several cells: `count(moves(rook)) is 14`.
    pub speaks_of_cells: bool,
    /// Whether a part of it denies or limits something.
    pub denies: bool,
    /// Whether a statement of it denies all that it says.
    pub denies_some: bool,
    /// Whether all of it denies something.
    pub only_denies: bool,
}

impl Mentions {
    /// Collects what a claim speaks of. `values` has the values that each statement compares, if they
    /// are known.
    pub(super) fn of(
        text: &str,
        claim: &ResolvedClaim<'_>,
        values: &[Option<[ClaimValue; 2]>],
        variant: &LoadedVariant,
    ) -> Mentions {
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
            mentions.named_by_moves.insert(piece_type);
            let piece = |side| (cell, Piece { side, piece_type });
            mentions
                .placed
                .extend(variant.variant().players().map(piece).filter(|_| cell.is_some()));
        }
        let is_leap = |sign: char| sign.is_ascii_digit() || sign == ':' || sign == ',';
        mentions.leaps.extend(text.split(|sign| !is_leap(sign)).map(leap_lengths));
        for (statement, values) in claim.statements.iter().zip(values) {
            mentions.add_statement(statement, values.as_ref());
            mentions.statements.extend(StatementParts::of(statement, values.as_ref()));
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
            mentions.sides.extend(mentions.results.iter().map(|(_, side)| *side));
            mentions.sides.extend(asked.into_iter().map(|piece| piece.side));
        }
        mentions
    }

    /// Whether one of its numbers is this one.
    pub(super) fn has_number(&self, said: Number) -> bool {
        self.numbers.iter().any(|number| number.compare(said).is_some_and(|order| order.is_eq()))
    }

    pub(super) fn add_statement(
        &mut self,
        statement: &ResolvedStatement<'_>,
        values: Option<&[ClaimValue; 2]>,
    ) {
        let (left, context) = (&statement.left, &statement.context);
        self.speaks_of_cells |= matches!(values, Some([ClaimValue::Each(_), _]));
        self.add_context(context);
        self.add_expr(left, context);
        let denial = match &statement.relation {
            None => Denial::of_truth(left),
            Some((relation, right)) => {
                self.add_expr(right, context);
                if let (false, Relation::Is | Relation::Has, Node::Cells(cells, written)) =
                    (statement.negated, relation, &right.node)
                {
                    let words = written.split(|sign: char| !sign.is_alphanumeric());
                    self.granted.extend(words.filter_map(|it| context.variant.layout().find(it)));
                    self.says_all |= *relation == Relation::Is && written == "any";
                    if let (Some(from), Some(side)) = (start_cell(left), mover(left, context)) {
                        self.ways.extend(cells.iter().map(|to| (side, from, to)));
                    }
                }
                let is_call = matches!(right.node, Node::Call(..));
                self.says_inside |= *relation == Relation::Inside;
                let is_cells = matches!(right.node, Node::Cells(..));
                self.is_list |= *relation == Relation::Is && is_cells && !statement.negated;
                self.equates |= *relation == Relation::Is && is_call && !statement.negated;
                for (side, value) in [left, right].into_iter().zip(values.into_iter().flatten()) {
                    self.add_value(side, value);
                }
                self.add_comparison(*relation, left, values, context);
                Denial::of_relation(*relation, left, right)
            }
        };
        let denial = if statement.negated { Denial::Whole } else { denial };
        self.denies |= denial != Denial::None;
        self.denies_some |= denial == Denial::Whole;
        self.only_denies &= denial == Denial::Whole;
    }

    /// Adds the positions of a scope, before and after its moves.
    fn add_context(&mut self, context: &EvalContext<'_>) {
        let moves = context.earlier.len();
        if moves > 0 {
            self.facts.insert(AffectedFact::Play);
            self.add_count(moves);
            self.add_count(moves.div_ceil(context.variant.variant().players().count()));
        }
        if let Some(position) = &context.position {
            let in_check = |side| context.rules().in_check(position, side);
            self.has_check |= context.variant.variant().players().any(in_check);
            self.add_position(position, context.given.is_some());
            let initial = || context.rules().initial_position();
            let before = context.given.clone().unwrap_or_else(initial);
            self.add_position(&before, context.given.is_some());
        }
    }

    /// Adds the number on the right of a comparison, or how far its cells are from the piece on the left.
    fn add_comparison(
        &mut self,
        relation: Relation,
        left: &Expr<'_>,
        values: Option<&[ClaimValue; 2]>,
        context: &EvalContext<'_>,
    ) {
        match values {
            Some([_, ClaimValue::Number(number)]) => {
                let bound = bound_of(left).filter(|_| relation == Relation::Is);
                self.comparisons.push((bound.unwrap_or(relation), *number));
            }
            Some([_, ClaimValue::Cells(cells)]) => {
                let Some(from) = start_cell(left) else { return };
                self.add_roles(left, from, cells, context);
                self.add_distances(from, cells, context.variant);
                let others = context.position.iter().flat_map(Position::pieces);
                let others: CellSet = others.map(|(cell, _)| cell).collect();
                self.add_distances(from, &others, context.variant);
            }
            _ => {}
        }
    }

    /// Adds which pieces may attack which, by the cells that a function gives.
    fn add_roles(
        &mut self,
        left: &Expr<'_>,
        from: Cell,
        cells: &CellSet,
        context: &EvalContext<'_>,
    ) {
        use FunctionName as Name;
        let position = context.position_or_initial();
        let others = cells.iter().filter_map(|cell| position.piece_at(cell));
        let asked = innermost(left).into_iter().flat_map(|(_, arguments)| arguments);
        let asked = { asked }.find_map(|argument| match argument {
            Argument::Piece(piece) => Some(piece.piece),
            _ => None,
        });
        let own = || asked.or_else(|| position.piece_at(from));
        match left.called().map(|known| known.name) {
            Some(Name::Attackers | Name::Protectors) => {
                self.agents.extend(others);
                self.patients.extend(own());
            }
            Some(name) if gives_moves(name) => {
                self.starts.insert(from);
                self.agents.extend(own());
                self.patients.extend(others);
            }
            _ => {}
        }
    }

    /// Adds a value that is compared, or its size.
    fn add_value(&mut self, expr: &Expr<'_>, value: &ClaimValue) {
        match value {
            ClaimValue::Number(number) => {
                self.compares_numbers = true;
                self.numbers.push(*number);
            }
            ClaimValue::Cells(cells) => {
                self.add_count(cells.len());
                if let Node::Cells(cells, _) = &expr.node {
                    self.cells = self.cells.union(cells);
                }
            }
            ClaimValue::Pieces(pieces) => {
                self.add_count(pieces.len());
                let kinds: BTreeSet<Piece> = pieces.values().copied().collect();
                for piece in kinds {
                    self.add_piece(piece);
                    self.add_count(pieces.values().filter(|&&other| other == piece).count());
                }
            }
            ClaimValue::Truth(_) | ClaimValue::Each(_) => {}
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
        self.is_of_position |= is_named;
        if is_named && position.pieces().count() < 16 {
            self.gives_position = true;
            let pieces: Vec<(Cell, Piece)> = position.pieces().collect();
            for &(cell, piece) in &pieces {
                self.cells.insert(cell);
                self.add_piece(piece);
                let same_side = |other: &&(Cell, Piece)| other.1.side == piece.side;
                let of_side = pieces.iter().filter(same_side);
                self.piece_counts.insert(of_side.clone().count());
                self.piece_counts.insert(of_side.filter(|other| other.1 == piece).count());
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

    /// Adds the sides and cells that names ask about.
    fn add_names(&mut self, text: &str, variant: &LoadedVariant) {
        let words = text.split(|sign: char| !sign.is_alphanumeric() && sign != '-');
        for word in words.flat_map(with_parts) {
            self.named_sides.extend(variant.variant().side(word));
            self.asked_cells.extend(variant.layout().find(word));
        }
    }

    /// Adds what a function is asked about.
    fn add_argument(&mut self, argument: &Argument<'_>, context: &EvalContext<'_>) {
        let variant = context.variant;
        match argument {
            Argument::Value(value) => self.add_expr(value, context),
            Argument::Piece(piece) => self.add_queried(piece),
            Argument::Pieces(pieces, written) => {
                self.add_names(written, variant);
                // All pieces: none of them is named.
                let named = pieces.iter().filter(|_| written != "any");
                named.for_each(|piece| self.add_piece(piece));
            }
            Argument::Cell(cell) => self.asked_cells.extend([*cell]),
            Argument::Side(side) => self.named_sides.extend([*side]),
            Argument::Tour(cells) => self.asked_cells.extend(cells.iter().copied()),
            Argument::Leap(_, written) => self.add_names(written, variant),
            // A turn of a symmetric board, and how often it makes a full one.
            Argument::Seat(_, written) => {
                let degrees = written.strip_prefix("turn ").and_then(|word| word.parse().ok());
                let times = degrees.and_then(|degrees| 360i64.checked_div(degrees));
                self.numbers.extend(times.into_iter().chain(degrees).map(Number::Whole));
            }
            Argument::Move(written, found) => {
                self.add_names(written, variant);
                let position = context.position_or_initial();
                let mut cells =
                    written.split(['-', 'x']).filter_map(|it| variant.layout().find(it));
                self.agents.extend(cells.next().and_then(|cell| position.piece_at(cell)));
                if let Some(found) = found {
                    self.cells.extend([found.from, found.to]);
                    self.starts.insert(found.from);
                    self.shoots |= found.captures.iter().any(|cell| cell != found.to);
                    self.granted.insert(found.to);
                    self.agents.extend(position.piece_at(found.from));
                    self.named_by_moves.extend(found.promotion);
                    let captured = found.captures.iter();
                    self.patients.extend(captured.filter_map(|cell| position.piece_at(cell)));
                    self.ways.push((position.turn.to_move, found.from, found.to));
                    self.add_distances(found.from, &CellSet::from_iter([found.to]), variant);
                }
            }
            Argument::Board(_) | Argument::IsSetup(_) | Argument::Aspect(_) => {}
        }
    }

    fn add_queried(&mut self, piece: &QueriedPiece<'_>) {
        let variant = piece.context.variant;
        self.add_names(&piece.written, variant);
        if piece.is_foreign() {
            self.add_notation(&piece.written, variant);
            self.notations.push(piece.written.clone());
            self.lengths.extend(piece.lengths.iter().copied().map(i64::from));
        } else if let Ok(pieces) = variant.variant().pieces(&piece.written, None) {
            pieces.iter().for_each(|piece| self.add_piece(piece));
        } else {
            self.add_piece(piece.piece);
        }
    }

    /// Adds the numbers of steps from the cell of a piece to the nearest and the farthest of these.
    fn add_distances(&mut self, from: Cell, cells: &CellSet, variant: &LoadedVariant) {
        let distance =
            |to| variant.layout().distance(from, to).map(|(steps, _)| usize::from(steps));
        let others = || cells.iter().filter(|&to| to != from).filter_map(distance);
        others().min().into_iter().chain(others().max()).for_each(|steps| self.add_count(steps));
    }

    /// Adds what an expression names.
    pub(super) fn add_expr(&mut self, expr: &Expr<'_>, context: &EvalContext<'_>) {
        match &expr.node {
            Node::Number(Number::None) => {}
            Node::Number(number) => self.numbers.push(*number),
            Node::Cells(_, written) | Node::Pieces(_, written) => {
                self.add_names(written, context.variant);
                self.words.insert(written.to_lowercase());
            }
            Node::Call(known, arguments) => {
                self.facts.extend(fact_of(known));
                let side = match &arguments[..] {
                    [] | [Argument::Value(_)] => Some(context.position_or_initial().turn.to_move),
                    [Argument::Side(side)] => Some(*side),
                    [Argument::Move(..)] => Some(context.position_or_initial().turn.to_move),
                    _ => None,
                };
                self.results.extend(side.map(|side| (known.name, side)));
                let of_play =
                    matches!(fact_of(known), Some(AffectedFact::Play | AffectedFact::Ends));
                if let Some(side) = side.filter(|_| of_play) {
                    self.sides.insert(side);
                    let types = context.rules().game().piece_types.iter().enumerate();
                    let royals = types.filter(|(_, piece_type)| piece_type.royal);
                    self.pieces.extend(royals.map(|(index, _)| PieceTypeId(index as u8)));
                }
                if let [Argument::Piece(piece), Argument::Cell(cell)] = &arguments[..]
                    && !piece.is_foreign()
                {
                    self.placed.push((Some(*cell), piece.piece));
                }
                if let [_, Argument::Cell(from), Argument::Cell(to)] = &arguments[..] {
                    self.starts.insert(*from);
                    self.granted.insert(*to);
                }
                arguments.iter().for_each(|argument| self.add_argument(argument, context));
            }
            Node::Sum(parts, _) => parts.iter().for_each(|part| self.add_expr(part, context)),
            Node::Scoped(scoped) => {
                self.add_context(&scoped.1);
                self.add_expr(&scoped.0, &scoped.1);
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

/// A word, and the parts that hyphens and colons make of it.
fn with_parts(word: &str) -> impl Iterator<Item = &str> {
    word.split(['-', ':']).chain(word.contains(['-', ':']).then_some(word))
}

/// Returns the numbers of a text such as `2:1:0`, sorted and without zeros.
pub(super) fn leap_lengths(text: &str) -> Vec<u32> {
    let mut lengths: Vec<u32> =
        text.split([':', ',']).filter_map(|part| part.parse().ok()).filter(|it| *it > 0).collect();
    lengths.sort_unstable();
    lengths
}

/// Returns the call whose cells a function counts, or the call itself.
fn innermost<'e, 'a>(expr: &'e Expr<'a>) -> Option<(&'static Function, &'e [Argument<'a>])> {
    match &expr.node {
        Node::Scoped(scoped) => innermost(&scoped.0),
        Node::Call(known, arguments) => match &arguments[..] {
            [Argument::Value(value)] => innermost(value),
            _ => Some((known, arguments)),
        },
        _ => None,
    }
}

/// Returns the cell from which the piece of a function moves.
fn start_cell(expr: &Expr<'_>) -> Option<Cell> {
    match &expr.node {
        Node::Scoped(scoped) => start_cell(&scoped.0),
        Node::Call(_, arguments) => arguments.iter().find_map(asked_cell),
        _ => None,
    }
}

/// Returns the cell that a function is asked about, or on which its piece stands.
fn asked_cell(argument: &Argument<'_>) -> Option<Cell> {
    match argument {
        Argument::Cell(cell) => Some(*cell),
        Argument::Piece(piece) => piece.named_by,
        _ => None,
    }
}

/// Returns the side of the piece whose moves a function gives.
fn mover(expr: &Expr<'_>, context: &EvalContext<'_>) -> Option<SideId> {
    match &expr.node {
        Node::Scoped(scoped) => mover(&scoped.0, &scoped.1),
        Node::Call(known, arguments) if gives_moves(known.name) => match arguments.first()? {
            Argument::Piece(piece) => Some(piece.piece.side),
            Argument::Cell(cell) => {
                context.position_or_initial().piece_at(*cell).map(|piece| piece.side)
            }
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

/// Whether a function gives the moves of a piece.
fn gives_moves(name: FunctionName) -> bool {
    use FunctionName as Name;
    matches!(name, Name::Moves | Name::Quiet | Name::Captures | Name::Victims | Name::Attacks)
}
