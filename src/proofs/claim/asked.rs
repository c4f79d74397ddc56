//! What one statement of a claim asks about: what its words may name.

use std::collections::BTreeSet;

use crate::game::{Piece, PieceTypeId, SideId};
use crate::geometry::CellSet;
use crate::query::LoadedVariant;
use crate::rules::Position;
use crate::source::join_words;
use crate::variant::PieceTypeInfo;

use super::asked_move::AskedMove;
use super::context::EvalContext;
use super::families::{gives_moves, is_of_setup, number_family, scoped};
use super::forms::Slot;
use super::functions::FunctionName;
use super::piece::QueriedPiece;
use super::resolved::{Argument, Expr, Node, ResolvedStatement};
use super::said_words::{parts_of, words_of};
use super::standing::StandingPieces;
use super::tree::Relation;
use super::value::{ClaimValue, Number};

/// What a statement asks about.
#[derive(Debug, Default)]
pub(super) struct AskedStatement {
    /// Its function, and the positions up to the one that it is about; none for empty boards.
    pub function: &'static str,
    pub line: Vec<u64>,
    /// The families of forms that may say it.
    pub families: Vec<String>,
    pub denies: bool,
    /// Whether it asks only for some pieces of those that attack.
    pub is_of_some: bool,
    /// Whether it lists all that there is: `moves(knight, a1) is b3 c2`.
    pub is_list: bool,
    /// Whether it speaks of the initial position.
    pub is_at_start: bool,
    /// Whether it speaks of all cells from which a piece can move.
    pub is_of_all: bool,
    /// What its number is compared with, and how.
    pub number: Option<(Relation, Number)>,
    /// Whether the claim itself sets a bound to the number.
    pub is_bound: bool,
    /// Whether its piece hops over others.
    pub hops: bool,
    /// How far its piece moves.
    pub lengths: BTreeSet<i64>,
    /// Whether it moves up to so far.
    pub is_range: bool,
    /// Its cells: as they are written, and what they mean.
    pub cells: Vec<CellSet>,
    /// Whether there are more than these.
    pub is_partial: bool,
    /// Whether they are written as a span: `a1-a8`.
    pub is_span: bool,
    /// How many cells a list has.
    pub size: Option<usize>,
    /// Its cells as they are written, word by word.
    pub named: Vec<String>,
    pub pieces: BTreeSet<PieceTypeId>,
    /// The side of these pieces, and the side that it asks about.
    pub piece_side: Option<SideId>,
    pub side: Option<SideId>,
    /// The side that moved last.
    pub mover: Option<SideId>,
    /// The cells from which they move.
    pub from: CellSet,
    /// Whether other moves of this piece and kind are legal.
    pub is_one_of_several: bool,
    /// Where pieces stand, if it asks for that.
    pub standing: StandingPieces,
    /// Pieces that it compares with these, or to which one promotes.
    pub others: BTreeSet<PieceTypeId>,
    /// The pieces that a move captures, and those on the cells that a function gives.
    pub victims: BTreeSet<PieceTypeId>,
    /// The side of them all.
    pub victim_side: Option<SideId>,
}

impl AskedStatement {
    /// Reads a statement. `values` are those that it compares, if they are known.
    pub fn of(
        statement: &ResolvedStatement<'_>,
        values: Option<&[ClaimValue; 2]>,
    ) -> AskedStatement {
        let (left, context) = scoped(&statement.left, &statement.context);
        let position = context.position_or_initial();
        let to_move = position.turn.to_move;
        let mut others = context.variant.variant().players().filter(|side| *side != to_move);
        let mover = others.next().filter(|_| others.next().is_none() && !position.is_within_turn());
        let mut asked = AskedStatement {
            function: left.called().map_or("", |known| known.word),
            line: match context.position.is_some() || is_of_setup(left) {
                true => context.line(),
                false => Vec::new(),
            },
            denies: statement.negated,
            side: Some(to_move),
            mover,
            is_at_start: context.position.is_none(),
            ..AskedStatement::default()
        };
        asked.read(left, context);
        // On an empty board nothing is captured, and no piece hops.
        let is_vacuous = match number_family(left).rsplit(' ').next() {
            Some("captures" | "victims") => true,
            Some("moves" | "attacks") => asked.hops,
            _ => false,
        };
        if asked.is_at_start && is_vacuous {
            return asked;
        }
        match (&statement.relation, values) {
            (Some((relation, right)), Some(values)) => {
                asked.denies ^= matches!(relation, Relation::IsNot | Relation::HasNot);
                // That cells are others says nothing of each of them.
                let is_one = matches!(&right.node, Node::Cells(cells, _) if cells.len() == 1);
                let denies_all = *relation == Relation::IsNot
                    || statement.negated && !(*relation == Relation::Has && is_one);
                if !(denies_all && matches!(right.node, Node::Cells(..))) {
                    asked.compare(left, *relation, right, values, context);
                }
            }
            (Some(_), None) => {}
            (None, _) => asked.add_truth(left, context),
        }
        asked
    }

    /// Whether both may be about one position. A legal move and what comes after it are.
    pub fn is_of_position(&self, other: &AskedStatement) -> bool {
        let [one, two] = [&self.line, &other.line];
        let leads = |from: &AskedStatement, to: &AskedStatement| {
            let is_before =
                from.function == "legal" || from.function == "turn" && to.function == "turn";
            is_before && to.line.starts_with(&from.line)
        };
        one.is_empty() || two.is_empty() || one == two || leads(self, other) || leads(other, self)
    }

    /// Whether a word in the names of its families is meant: `count` and `moves` of `count moves`.
    pub fn has_family_word(&self, is_meant: impl Fn(&str) -> bool) -> bool {
        self.families.iter().flat_map(|it| it.split(' ')).any(is_meant)
    }

    /// The part of the definition that decides it, if it is of one piece, of the board or of the setup.
    pub fn place_in_definition(&self, variant: &LoadedVariant) -> Option<String> {
        let has = |words: &[&str]| self.has_family_word(|word| words.contains(&word));
        match self.pieces.first() {
            Some(piece) if has(&["moves", "quiet", "captures", "attacks", "reachable"]) => {
                Some(format!("`[pieces.{}]` of the definition", variant.variant().face(*piece).id))
            }
            None if has(&["files", "ranks", "levels"]) => {
                Some("`[board]` of the definition".to_owned())
            }
            _ if self.is_at_start && has(&["stands", "pieces"]) => {
                Some("the setup of the definition".to_owned())
            }
            _ if has(&["stands"]) => {
                let effects = variant.game().effects.iter();
                let effects = effects.map(|effect| format!("`[effects.{}]`", effect.name));
                let effects: Vec<String> = effects.collect();
                let words = format!("{} of the definition", join_words(&effects, "or"));
                let words = words + if self.is_at_start { "" } else { ", or the position" };
                (!effects.is_empty()).then_some(words)
            }
            _ => None,
        }
    }

    /// The side of which it speaks.
    pub fn subject_side(&self) -> Option<SideId> {
        self.piece_side.or(self.side)
    }

    /// Whether a condition of a form holds; `None` for the other slots.
    pub fn holds(&self, condition: Slot) -> Option<bool> {
        let cells = self.cells.last().map_or(0, CellSet::len);
        match condition {
            Slot::All => Some(self.is_of_all),
            Slot::List => Some(self.is_list),
            Slot::AtStart => Some(self.is_at_start),
            Slot::Sole => Some(!self.is_one_of_several),
            Slot::One => Some(cells == 1),
            Slot::Many => Some(cells > 1 && !self.is_partial),
            _ => None,
        }
    }

    fn add_family(&mut self, name: impl Into<String>) {
        self.families.push(name.into());
    }

    /// Reads the function of an expression and what it is asked about.
    fn read(&mut self, expr: &Expr<'_>, context: &EvalContext<'_>) {
        let Node::Call(known, arguments) = &expr.node else { return };
        let is_everywhere = context.on.is_none() && context.position.is_none();
        self.is_of_some |= known.name == FunctionName::Attackers && arguments.len() > 1;
        self.is_of_all |= gives_moves(known) && arguments.len() == 1 && is_everywhere;
        for argument in arguments {
            match argument {
                Argument::Value(value) => {
                    let (value, context) = scoped(value, context);
                    self.read(value, context);
                }
                Argument::Piece(piece) => self.add_piece(piece),
                Argument::Pieces(pieces, written) => {
                    self.standing = StandingPieces::of(pieces, context);
                    // A name can mean other pieces of other armies.
                    let name = written.split(" of ").next().unwrap_or(written);
                    let position = context.position_or_initial();
                    let there: BTreeSet<PieceTypeId> = position
                        .pieces()
                        .filter(|(_, piece)| pieces.contains(*piece))
                        .map(|(_, piece)| piece.piece_type)
                        .collect();
                    match context.variant.variant().kind(name) {
                        Some(named) if there.is_empty() || there.contains(&named) => {
                            self.pieces.extend([named]);
                        }
                        Some(_) => self.pieces.extend(there),
                        None => self.pieces.extend(pieces.iter().map(|piece| piece.piece_type)),
                    }
                    let sides: BTreeSet<SideId> = pieces.iter().map(|piece| piece.side).collect();
                    self.piece_side = { &sides }.first().copied().filter(|_| sides.len() == 1);
                    let named = context.variant.variant().side(written);
                    self.side = named.or(self.piece_side);
                }
                Argument::Cell(cell) => {
                    let piece = context.position_or_initial().piece_at(*cell);
                    if let Some(piece) = piece.filter(|_| self.pieces.is_empty()) {
                        self.pieces.insert(piece.piece_type);
                        self.piece_side = Some(piece.side);
                    }
                    match self.from.is_empty() {
                        true => self.from.extend([*cell]),
                        false => self.cells.push(CellSet::from_iter([*cell])),
                    }
                }
                Argument::Side(side) => self.side = Some(*side),
                Argument::Tour(cells) => self.cells.push(cells.iter().copied().collect()),
                Argument::Move(text, found) => {
                    let position = context.position_or_initial();
                    let asked = AskedMove::of(text, found.as_ref(), &position, context);
                    self.add_move(asked, &position);
                }
                _ => {}
            }
        }
    }

    fn add_piece(&mut self, piece: &QueriedPiece<'_>) {
        let Piece { side, piece_type } = piece.piece;
        let mut moves = piece.rules().game().piece_types[piece_type].move_rules[side].iter();
        self.hops = moves.any(|rule| rule.form.legs().any(|leg| leg.modifiers.hop.is_some()));
        if let Some(cell) = piece.named_by {
            self.from.insert(cell);
            self.is_of_all = false;
        }
        if piece.is_foreign() {
            self.pieces.extend(named_by_letters(&piece.written, piece.context.variant));
            self.add_lengths(piece);
        } else {
            self.pieces.insert(piece.piece.piece_type);
            self.piece_side = Some(piece.piece.side);
        }
    }

    fn add_lengths(&mut self, piece: &QueriedPiece<'_>) {
        self.lengths.extend(piece.lengths.iter().copied().map(i64::from));
        self.is_range |= piece.written.contains(|sign: char| sign.is_ascii_digit());
    }

    fn add_move(&mut self, asked: AskedMove, position: &Position) {
        if let Some((piece, from)) = asked.mover {
            self.from.insert(from);
            self.pieces.insert(piece.piece_type);
            self.piece_side = Some(piece.side);
        }
        self.cells.extend(asked.to.map(|to| CellSet::from_iter([to])));
        self.others.extend(asked.becomes);
        if let Some(captured) = asked.captured {
            self.add_victims(&captured, position);
        }
        self.is_one_of_several = asked.is_one_of_several;
        self.families.extend(asked.kinds.iter().map(|kind| format!("legal {kind}")));
    }

    fn add_victims(&mut self, cells: &CellSet, position: &Position) {
        let there: Vec<Piece> = cells.iter().filter_map(|cell| position.piece_at(cell)).collect();
        if there.len() == cells.len() {
            self.victims.extend(there.iter().map(|piece| piece.piece_type));
        }
        let side = there.first().map(|piece| piece.side);
        self.victim_side = side.filter(|side| there.iter().all(|piece| piece.side == *side));
    }

    fn add_truth(&mut self, left: &Expr<'_>, context: &EvalContext<'_>) {
        let Node::Call(known, arguments) = &left.node else { return };
        if let Some(Argument::Seat(_, written)) = arguments.get(1) {
            let degrees = written.strip_prefix("turn ").and_then(|it| it.parse().ok());
            self.number = degrees.map(|it| (Relation::Is, Number::Whole(it)));
            let of = if matches!(arguments[0], Argument::IsSetup(true)) { "setup " } else { "" };
            self.add_family(format!("{} {of}{}", known.word, written.replace(' ', "-")));
            return self.add_family(format!("{} {}", known.word, written.replace(' ', "-")));
        }
        if let Some(Argument::Aspect(aspect)) = arguments.get(1) {
            self.named = vec![aspect.word().to_owned()];
            self.add_family(format!("{} {}", known.word, aspect.word()));
        }
        if known.name == FunctionName::Turn && context.earlier.is_empty() && context.given.is_none()
        {
            self.add_family("turn first");
        }
        if known.name == FunctionName::Turn && context.position_or_initial().is_within_turn() {
            self.add_family("turn again");
        }
        // That a piece may not promote to another is no ban of the move.
        if !(self.denies && known.name == FunctionName::Legal && !self.others.is_empty()) {
            self.add_family(known.word);
        }
    }

    /// Whether a rule keeps the piece of the position from moves that the claim counts or names: it is
    /// pinned, or the cells are attacked.
    fn is_hindered(&self, moves: &ClaimValue, context: &EvalContext<'_>) -> bool {
        let (Some(mut position), Some(from)) = (context.position.clone(), self.from.iter().next())
        else {
            return false;
        };
        if !matches!(
            self.function,
            "moves" | "quiet" | "captures" | "attacks" | "victims" | "count"
        ) {
            return false;
        }
        let Some(piece) = position.piece_at(from) else { return false };
        position.turn.to_move = piece.side;
        let legal = context.rules().moves(&position);
        let of_it = legal.iter().filter(|it| it.from == from);
        let legal: CellSet = of_it.flat_map(|it| it.captures.iter().chain([it.to])).collect();
        match moves {
            ClaimValue::Cells(cells) => cells.iter().any(|cell| !legal.contains(cell)),
            ClaimValue::Number(Number::Whole(count)) => *count > legal.len() as i64,
            _ => false,
        }
    }

    /// Adds what the right side of a comparison says.
    fn compare(
        &mut self,
        left: &Expr<'_>,
        relation: Relation,
        right: &Expr<'_>,
        values: &[ClaimValue; 2],
        context: &EvalContext<'_>,
    ) {
        let variant = context.variant;
        if let ClaimValue::Cells(some) = &values[1] {
            self.add_victims(some, &context.position_or_initial());
            self.is_partial =
                matches!(&values[0], ClaimValue::Cells(all) if some.len() < all.len());
        }
        let function = left.called();
        let word = function.map_or("cells", |known| known.word);
        match (&values[1], &right.node) {
            (_, Node::Call(known, arguments)) if function.is_some_and(gives_moves) => {
                if let Some(Argument::Piece(other)) = arguments.first() {
                    let is_whole = word == "moves" && known.word == word;
                    self.add_other(other, relation, is_whole);
                }
            }
            (ClaimValue::Number(Number::None), _) => self.add_family(format!("{word} none")),
            (ClaimValue::Number(number), _) => {
                self.compare_number(left, relation, *number, variant)
            }
            (ClaimValue::Cells(cells), Node::Cells(_, written)) => {
                self.compare_cells(left, relation, (cells, written), variant);
            }
            (ClaimValue::Pieces(_), _) => self.add_family(word),
            _ => {}
        }
        if self.is_hindered(&values[0], context) {
            self.families.retain(|family| matches!(&**family, "cells" | "number"));
        }
    }

    fn compare_number(
        &mut self,
        left: &Expr<'_>,
        relation: Relation,
        number: Number,
        variant: &LoadedVariant,
    ) {
        let bound = match left.called().map(|known| known.name) {
            Some(FunctionName::Max) => Relation::AtMost,
            Some(FunctionName::Min) => Relation::AtLeast,
            _ => Relation::Is,
        };
        let is_equal = matches!(relation, Relation::Is | Relation::IsNot);
        let said = if is_equal { bound } else { relation };
        // That the greatest of all numbers is at least eight says nothing of the others.
        let is_beyond = match bound {
            Relation::AtMost => matches!(said, Relation::AtLeast | Relation::MoreThan),
            Relation::AtLeast => matches!(said, Relation::AtMost | Relation::LessThan),
            _ => false,
        };
        if is_beyond {
            return;
        }
        self.is_bound = !is_equal;
        self.number = Some((said, number));
        self.add_family("number");
        let family = number_family(left);
        if family == "perft 1" {
            // With parts a turn is more than a move.
            let of = if variant.game().turn_parts.is_empty() { " of moves" } else { "" };
            let first = self.is_at_start.then(|| format!("perft first{of}"));
            self.families.extend([format!("{family}{of}")].into_iter().chain(first));
        }
        self.add_family(family);
    }

    fn compare_cells(
        &mut self,
        left: &Expr<'_>,
        relation: Relation,
        (cells, written): (&CellSet, &str),
        variant: &LoadedVariant,
    ) {
        let word = left.called().map_or("cells", |known| known.word);
        self.is_list = relation == Relation::Is && !self.denies;
        match &left.node {
            Node::Cells(inner, _) if relation == Relation::Inside => {
                self.named = words_of(written);
                self.cells.push(inner.clone());
                self.add_family("inside");
            }
            Node::Cells(..) => {
                self.add_cells(cells, written, variant);
                self.add_family("cells named");
            }
            _ if relation == Relation::Inside => {
                self.named = words_of(written);
                self.add_family("inside");
                if word == "stands" {
                    self.add_family("inside stands");
                }
            }
            _ if matches!(written, "none" | "any") => {
                if written == "none" && self.standing.is_fewer && variant.game().hands.is_none() {
                    self.add_family("stands gone");
                }
                if !self.is_of_some && !self.standing.in_hand {
                    self.add_family(format!("{word} {written}"));
                }
                if !self.standing.has_twins {
                    self.add_family(format!("{word} {written} of all"));
                }
            }
            _ => {
                self.add_cells(cells, written, variant);
                if word == "stands" && self.standing.are_all {
                    self.add_family("stands any");
                }
                self.add_family("cells");
                self.add_family(word);
                // What moves without a capture may capture elsewhere, and other pieces attack.
                self.is_list &= word != "quiet" && !self.is_of_some;
            }
        }
    }

    fn add_length_families(&mut self) {
        self.add_family("lengths");
        if matches!(self.function, "moves" | "quiet") {
            self.add_family("lengths moves");
        }
    }

    /// Adds another piece, with whose moves it compares those of its piece.
    fn add_other(&mut self, other: &QueriedPiece<'_>, relation: Relation, is_whole: bool) {
        self.add_lengths(other);
        match other.is_foreign() {
            true => self.others.extend(named_by_letters(&other.written, other.context.variant)),
            false => self.others.extend([other.piece.piece_type]),
        }
        if matches!(relation, Relation::Is | Relation::IsNot) && is_whole {
            self.add_family(if self.from.is_empty() { "like" } else { "like there" });
        }
        if relation == Relation::Is || relation == Relation::Inside && !self.is_range {
            self.add_length_families();
        }
    }

    /// Adds the cells that a claim writes, for what it asks of pieces or names.
    fn add_cells(&mut self, cells: &CellSet, written: &str, variant: &LoadedVariant) {
        self.cells.push(parts_of(written).filter_map(|part| variant.layout().find(part)).collect());
        self.is_span = written.contains('-');
        self.cells.push(cells.clone());
        self.named = words_of(written);
        self.size = self.is_list.then_some(cells.len());
        let came = self.standing.families(cells);
        self.families.extend(came.into_iter().map(str::to_owned));
        if !self.lengths.is_empty() {
            self.add_length_families();
        }
    }
}

/// Returns the pieces that a notation names by their letters, if it has nothing else: Bishop and Knight
/// for `BN`.
fn named_by_letters(notation: &str, variant: &LoadedVariant) -> Vec<PieceTypeId> {
    let letters = notation.chars().filter(|sign| *sign != '"');
    let named: Option<Vec<PieceTypeId>> = letters
        .map(|letter| {
            let moves_so = |face: &_| is_only_move(face, letter);
            let index = variant.variant().faces.iter().position(moves_so)?;
            Some(PieceTypeId(index as u8))
        })
        .collect();
    named.unwrap_or_default()
}

fn is_only_move(face: &PieceTypeInfo, letter: char) -> bool {
    matches!(&face.moves[..], [rule] if rule.notation.chars().eq([letter]))
}
