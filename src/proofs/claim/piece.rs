//! A piece that a claim names, and its moves.

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::game::{
    ArrivalEffect, BLOCKER, Game, MOVER, MoveRule, Piece, SideId, single_piece_game,
};
use crate::geometry::{Cell, CellSet};
use crate::notation::{self, Betza, Leg};
use crate::query::{LoadedVariant, MoveFilter, with_piece_on_each};
use crate::rules::{PieceStatus, Position, Reach, Rules};
use crate::source::{Diagnostic, Spanned};

use super::context::{EvalContext, EvalError, EvalResult, wrong};

/// A piece that a claim names: one of the variant's, or one with a notation.
#[derive(Debug, Clone)]
pub(super) struct QueriedPiece<'a> {
    pub context: EvalContext<'a>,
    pub piece: Piece,
    /// The cell by which the claim names the piece.
    pub named_by: Option<Cell>,
    /// The rules of a piece with a notation; the other pieces of these rules cannot move.
    own_rules: Option<Rc<Rules>>,
    /// How far a piece with a notation moves, as far as that says: `W` one square, `R4` four.
    pub lengths: Vec<u16>,
    /// The name of the piece in messages.
    pub name: String,
    /// The words or the notation of the claim.
    pub written: String,
}

impl<'a> QueriedPiece<'a> {
    /// Returns the piece that words name.
    pub(super) fn named(
        context: &EvalContext<'a>,
        text: Spanned<String>,
    ) -> Result<QueriedPiece<'a>, Diagnostic> {
        let mut context = context.clone();
        let is_piece = context.variant.variant().faces.iter().any(|face| face.id == text.value);
        let named_by = context.variant.layout().find(&text.value).filter(|_| !is_piece);
        let piece = match named_by {
            Some(cell) => {
                let (position, piece) = context.piece_on(cell, text.span)?;
                context.position = Some(position);
                piece
            }
            None => context.piece(&text)?,
        };
        let name = context.variant.piece_type_name(piece.piece_type).to_owned();
        Ok(QueriedPiece {
            context,
            piece,
            named_by,
            own_rules: None,
            lengths: Vec::new(),
            name,
            written: text.value,
        })
    }

    /// Returns a piece of the first side that moves by a notation.
    pub(super) fn with_notation(
        context: &EvalContext<'a>,
        text: Spanned<String>,
    ) -> Result<QueriedPiece<'a>, Diagnostic> {
        let betza = notation::parse(&text.value).map_err(|errors| {
            let first = errors.into_iter().next().expect("a failure has an error");
            let inner = first.span.unwrap_or_default().shifted(text.span.start + 1);
            Diagnostic { span: Some(inner), ..first }
        })?;
        let legs = || betza.terms.iter().flat_map(|term| &term.legs);
        // A piece that also slides without limit goes no certain number of cells.
        let has_limits = legs().all(|leg| leg.lengths().next().is_some());
        let lengths = legs().filter(|_| has_limits).flat_map(Leg::lengths).collect();
        let rules = Rules::compile(game_of(betza, context.rules().game())).map_err(|errors| {
            let first = errors.first().map_or("it does not fit the board", |e| e.message.as_str());
            wrong(text.span, first)
        })?;
        Ok(QueriedPiece {
            context: context.clone(),
            piece: Piece { side: context.variant.first_side(), piece_type: MOVER },
            named_by: None,
            own_rules: Some(Rc::new(rules)),
            lengths,
            name: format!("piece `{}`", text.value),
            written: text.value,
        })
    }

    /// Whether it has a notation and is none of the variant's pieces.
    pub(super) fn is_foreign(&self) -> bool {
        self.own_rules.is_some()
    }

    fn variant(&self) -> &'a LoadedVariant {
        self.context.variant
    }

    /// Returns a piece that it may capture.
    fn enemy(&self) -> Option<Piece> {
        let enemy = self.variant().enemy_of(self.piece.side)?;
        Some(if self.own_rules.is_some() { Piece { piece_type: BLOCKER, ..enemy } } else { enemy })
    }

    pub(super) fn rules(&self) -> &Rules {
        self.own_rules.as_deref().unwrap_or(self.context.rules())
    }

    /// Returns the named position, or an empty board.
    fn position(&self) -> Position {
        match (&self.context.position, &self.own_rules) {
            (None, _) => Position::empty(self.rules()),
            (Some(position), None) => position.clone(),
            (Some(position), Some(rules)) => {
                let mut copy = Position::empty(rules);
                for (cell, piece) in position.pieces() {
                    copy.set_piece(cell, Some(Piece { piece_type: BLOCKER, ..piece }));
                }
                copy
            }
        }
    }

    /// Returns the cells from which it moves if the claim names none.
    ///
    /// In a named position these are the cells that have the piece; otherwise all cells.
    pub(super) fn start_cells(&self) -> EvalResult<CellSet> {
        let domain = self.context.domain();
        let Some(position) = &self.context.position else { return Ok(domain) };
        if self.own_rules.is_some() {
            return Ok(domain);
        }
        let same = position.pieces().filter(|&(_, piece)| piece == self.piece);
        let cells = same.map(|(cell, _)| cell).collect::<CellSet>().intersection(&domain);
        if cells.is_empty() {
            let name = self.variant().piece_name(self.piece);
            return Err(EvalError::Undecided(format!("there is no {name} on these cells")));
        }
        Ok(cells)
    }

    /// Fails if the definition does not say how the piece moves from a cell.
    fn require_known_move(&self, at: Cell) -> EvalResult<()> {
        if self.own_rules.is_some() || self.variant().has_known_move(self.piece, at) {
            return Ok(());
        }
        let name = &self.name;
        Err(EvalError::Undecided(format!("the definition does not say how the {name} moves")))
    }

    /// Puts the piece on a cell; a piece with a notation has always moved.
    fn place(&self, position: &mut Position, at: Cell) {
        if self.own_rules.is_none() {
            return self.variant().place_piece(position, at, self.piece);
        }
        position.set_piece(at, Some(self.piece));
        position.set_status(at, PieceStatus { moved: true, ..PieceStatus::default() });
    }

    fn reach(&self, position: &mut Position, at: Cell) -> EvalResult<Reach> {
        self.context.budget.spend(1)?;
        self.require_known_move(at)?;
        self.place(position, at);
        Ok(self.rules().reach(position, at))
    }

    /// Returns the cells of its moves from a cell.
    pub(super) fn cells(&self, at: Cell, show: MoveFilter) -> EvalResult<CellSet> {
        let mut position = self.position();
        Ok(show.of(&self.reach(&mut position, at)?))
    }

    /// Returns the cells on which it would capture an enemy.
    pub(super) fn attacks(&self, at: Cell) -> EvalResult<CellSet> {
        let Some(enemy) = self.enemy() else { return Ok(CellSet::new()) };
        self.require_known_move(at)?;
        let mut position = self.position();
        self.place(&mut position, at);
        let mut cells = self.rules().attack_mask(self.piece, at);
        cells.remove(at);
        self.context.budget.spend(cells.len())?;
        let attacks = |position: &Position, cell| self.rules().attacks(position, at, cell);
        // Which piece an enemy is decides, so one that stands there stays.
        let is_enemy =
            |cell: &Cell| position.piece_at(*cell).is_some_and(|it| it.side != self.piece.side);
        let enemies: CellSet = cells.iter().filter(is_enemy).collect();
        let attacked: CellSet = enemies.iter().filter(|&cell| attacks(&position, cell)).collect();
        let others = cells.difference(&enemies);
        Ok(attacked.union(&with_piece_on_each(enemy, &mut position, &others, attacks)))
    }

    /// Returns the number of routes by which one move leads from one cell to another.
    pub(super) fn routes(&self, from: Cell, to: Cell) -> EvalResult<usize> {
        let reaches = self.cells(from, MoveFilter::Moves)?.contains(to);
        let routes = self.rules().routes(self.piece, from, to).len();
        Ok(if reaches { routes.max(1) } else { routes })
    }

    /// Returns the cells of its moves from a cell, with at most one other piece on the board.
    pub(super) fn steps(&self, at: Cell) -> EvalResult<CellSet> {
        let mut position = Position::empty(self.rules());
        let mut steps = self.reach(&mut position, at)?.ends();
        if self.depends_on_others() {
            let enemy = self.enemy();
            let mut relevant = self.rules().relevant_cells(&position, at);
            relevant.remove(at);
            for cell in relevant.iter() {
                for other in [Some(self.piece), enemy] {
                    position.set_piece(cell, other);
                    steps = steps.union(&self.reach(&mut position, at)?.ends());
                }
                position.set_piece(cell, None);
            }
        }
        steps.remove(at);
        Ok(steps)
    }

    /// Whether other pieces can open moves: hops, moves that only capture, shots and swaps.
    fn depends_on_others(&self) -> bool {
        let piece_type = &self.rules().game().piece_types[self.piece.piece_type];
        let is_independent = |rule: &MoveRule| {
            let mut legs = rule.form.legs();
            let legs_are = legs.all(|Leg { modifiers, .. }| {
                modifiers.purpose_is_usual() && !modifiers.needs_hurdle()
            });
            legs_are && matches!(rule.effect, ArrivalEffect::None)
        };
        !piece_type.move_rules[self.piece.side].iter().all(is_independent)
    }

    /// Returns the same piece without the limit of `on`.
    pub(super) fn on_all_cells(&self) -> QueriedPiece<'a> {
        QueriedPiece { context: EvalContext { on: None, ..self.context.clone() }, ..self.clone() }
    }
}

/// Returns a game with the boards and sides of another game and one piece type that moves.
fn game_of(betza: Betza, like: &Game) -> Game {
    let mut game = single_piece_game(like.layout.clone(), betza);
    for piece_type in game.piece_types.iter_mut() {
        let rules = piece_type.move_rules[SideId(0)].clone();
        piece_type.move_rules = vec![rules; like.sides.len()].into();
        piece_type.double_step = vec![CellSet::new(); like.sides.len()].into();
    }
    game.sides = like.sides.clone();
    for side in game.sides.iter_mut() {
        let enemies: BTreeSet<SideId> = side.may_capture.iter().map(|piece| piece.side).collect();
        let pieces = enemies
            .into_iter()
            .flat_map(|side| [MOVER, BLOCKER].map(|piece_type| Piece { side, piece_type }));
        side.may_capture = pieces.collect();
    }
    game
}
