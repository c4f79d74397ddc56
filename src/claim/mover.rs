use std::collections::BTreeSet;
use std::rc::Rc;

use crate::geometry::{Cell, Cells};
use crate::notation::{self, Betza};
use crate::query::{Show, Study};
use crate::rules::{
    ArrivalEffect, BLOCKER, Game, MOVER, MoveForm, MoveRule, Piece, PieceStatus, Position, Reach,
    Rules, SideId, single_piece_game,
};
use crate::source::Spanned;

use super::ground::{Found, Ground, Stop};
use super::tree::Expr;
use super::types::{is_on_a_cell, wrong};

/// A piece that is asked about: one of the variant's, or one made from a notation.
#[derive(Debug, Clone)]
pub(super) struct Mover<'a> {
    ground: Ground<'a>,
    pub piece: Piece,
    /// The cell that it was named by.
    pub stands: Option<Cell>,
    /// Rules for a piece made from a notation, and for men that only stand there.
    own_rules: Option<Rc<Rules>>,
    /// As it is called.
    pub name: String,
}

impl<'a> Mover<'a> {
    /// The piece that an expression names.
    pub(super) fn named(ground: &Ground<'a>, expr: &Spanned<Expr>) -> Found<Mover<'a>> {
        match &expr.value {
            Expr::Words(_) if is_on_a_cell(expr, ground.study) => Mover::standing(ground, expr),
            Expr::Words(words) => {
                let piece = ground.piece(&Spanned::new(words.clone(), expr.span))?;
                let name = ground.study.kind_name(piece.piece_type).to_owned();
                Ok(Mover { ground: ground.clone(), piece, stands: None, own_rules: None, name })
            }
            Expr::Text(text) => Mover::made(ground, text, expr),
            _ => Err(wrong(expr.span, "a piece is expected here").into()),
        }
    }

    fn standing(ground: &Ground<'a>, expr: &Spanned<Expr>) -> Found<Mover<'a>> {
        let Expr::Words(words) = &expr.value else {
            return Err(wrong(expr.span, "a cell is expected here").into());
        };
        let cell = ground.cell(&Spanned::new(words.clone(), expr.span))?;
        let position = ground.position_or_array();
        let Some(piece) = position.piece_at(cell) else {
            let complaint = wrong(expr.span, format!("nobody stands on `{words}`"));
            return Err(complaint.help("name the position: `in setup`, `in \"FEN\"`").into());
        };
        let name = ground.study.kind_name(piece.piece_type).to_owned();
        let ground = Ground { position: Some(position), ..ground.clone() };
        Ok(Mover { ground, piece, stands: Some(cell), own_rules: None, name })
    }

    /// A piece that moves by a notation and is the first side's.
    fn made(ground: &Ground<'a>, text: &str, expr: &Spanned<Expr>) -> Found<Mover<'a>> {
        let betza = notation::parse(text).map_err(|complaints| {
            let first = complaints.into_iter().next().expect("a refusal has a reason");
            let inner = first.span.unwrap_or_default().shifted(expr.span.start + 1);
            crate::source::Diagnostic { span: Some(inner), ..first }
        })?;
        let rules = Rules::compile(game_of(betza, ground.rules().game())).map_err(|errors| {
            let told = errors.first().map_or("it does not fit the board", |e| e.message.as_str());
            wrong(expr.span, told)
        })?;
        let piece = Piece { side: ground.study.first_side(), piece_type: MOVER };
        let own_rules = Some(Rc::new(rules));
        let name = format!("piece `{text}`");
        Ok(Mover { ground: ground.clone(), piece, stands: None, own_rules, name })
    }

    fn study(&self) -> &'a Study {
        self.ground.study
    }

    /// Somebody whom it may take.
    fn enemy(&self) -> Option<Piece> {
        let enemy = self.study().enemy_of(self.piece.side)?;
        Some(if self.own_rules.is_some() { Piece { piece_type: BLOCKER, ..enemy } } else { enemy })
    }

    fn rules(&self) -> &Rules {
        self.own_rules.as_deref().unwrap_or(self.ground.rules())
    }

    /// The position around it; an empty board where none is named.
    fn position(&self) -> Position {
        match (&self.ground.position, &self.own_rules) {
            (None, _) => Position::empty(self.rules()),
            (Some(position), None) => position.clone(),
            // To a piece that is made up, others only stand there.
            (Some(position), Some(rules)) => {
                let mut copy = Position::empty(rules);
                for (cell, piece) in position.pieces() {
                    copy.set_piece(cell, Some(Piece { piece_type: BLOCKER, ..piece }));
                }
                copy
            }
        }
    }

    /// The cells that it is asked about where none is named: those where it stands in the
    /// position, or, on an empty board, all.
    pub(super) fn domain(&self) -> Found<Cells> {
        let domain = self.ground.domain();
        let Some(position) = &self.ground.position else { return Ok(domain) };
        if self.own_rules.is_some() {
            return Ok(domain);
        }
        let there =
            position.pieces().filter(|&(_, piece)| piece == self.piece).map(|(cell, _)| cell);
        let there = there.collect::<Cells>().intersection(&domain);
        if there.is_empty() {
            let who = self.study().piece_name(self.piece);
            return Err(Stop::Undecided(format!("no {who} stands there")));
        }
        Ok(there)
    }

    /// Refuses a piece whose move nobody knows.
    fn known(&self, at: Cell) -> Found<()> {
        if self.own_rules.is_some() || self.study().knows_move(self.piece, at) {
            return Ok(());
        }
        Err(Stop::Undecided(format!("nobody knows how the {} moves", self.name)))
    }

    /// A piece that is made up has moved; others, unless they stand where the array has them.
    fn stand(&self, position: &mut Position, at: Cell) {
        if self.own_rules.is_none() {
            return self.study().stand(position, at, self.piece);
        }
        position.set_piece(at, Some(self.piece));
        position.set_status(at, PieceStatus { moved: true, ..PieceStatus::default() });
    }

    fn reach(&self, position: &mut Position, at: Cell) -> Found<Reach> {
        self.ground.effort.spend(1)?;
        self.known(at)?;
        self.stand(position, at);
        Ok(self.rules().reach(position, at))
    }

    /// Its cells from there.
    pub(super) fn cells(&self, at: Cell, show: Show) -> Found<Cells> {
        let mut position = self.position();
        Ok(show.of(&self.reach(&mut position, at)?))
    }

    /// The cells where it would take an enemy that stood there.
    pub(super) fn attacks(&self, at: Cell) -> Found<Cells> {
        let Some(enemy) = self.enemy() else { return Ok(Cells::new()) };
        self.known(at)?;
        let mut position = self.position();
        self.stand(&mut position, at);
        let mut attacks = Cells::new();
        for cell in self.rules().attack_mask(self.piece, at).iter().filter(|&cell| cell != at) {
            self.ground.effort.spend(1)?;
            let (was, tag) = (position.piece_at(cell), position.status(cell));
            position.set_piece(cell, Some(enemy));
            if self.rules().attacks(&position, at, cell) {
                attacks.add(cell);
            }
            position.set_piece(cell, was);
            position.set_status(cell, tag);
        }
        Ok(attacks)
    }

    pub(super) fn routes(&self, from: Cell, to: Cell) -> Found<usize> {
        let reaches = self.cells(from, Show::Moves)?.has(to);
        let routes = self.rules().routes(self.piece, from, to).len();
        Ok(if reaches { routes.max(1) } else { routes })
    }

    /// Where it may get in one move from there, on a board on which, if that helps it, one man of
    /// either side stands somewhere.
    pub(super) fn steps(&self, at: Cell) -> Found<Cells> {
        let mut position = Position::empty(self.rules());
        let mut steps = self.reach(&mut position, at)?.ends();
        if self.needs_company() {
            let enemy = self.enemy();
            for cell in self.study().layout().cells().filter(|&cell| cell != at) {
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

    /// Whether somebody else's presence may open moves to it: hops, captures that are no moves,
    /// shots and swaps.
    fn needs_company(&self) -> bool {
        let kind = &self.rules().game().piece_types[self.piece.piece_type];
        let alone = |way: &MoveRule| {
            let goes = match &way.form {
                MoveForm::Betza(betza) => {
                    betza.terms.iter().flat_map(|term| &term.legs).all(|leg| {
                        let modifiers = &leg.modifiers;
                        modifiers.purpose_is_usual()
                            && modifiers.hop.is_none()
                            && modifiers.jump == 0
                    })
                }
                MoveForm::Path(_) | MoveForm::Links(_) | MoveForm::Stay => true,
            };
            goes && matches!(way.effect, ArrivalEffect::None)
        };
        !kind.move_rules[self.piece.side].iter().all(alone)
    }

    /// The same, asked about all cells.
    pub(super) fn everywhere(&self) -> Mover<'a> {
        Mover { ground: Ground { on: None, ..self.ground.clone() }, ..self.clone() }
    }

    /// The cells among which ways over the board are looked for.
    pub(super) fn field(&self) -> Cells {
        self.ground.domain()
    }
}

/// A game with the boards and sides of another, and one kind that moves.
fn game_of(betza: Betza, like: &Game) -> Game {
    let mut game = single_piece_game(like.layout.clone(), betza);
    for piece_type in game.piece_types.iter_mut() {
        let ways = piece_type.move_rules[SideId(0)].clone();
        piece_type.move_rules = vec![ways; like.sides.len()].into();
        piece_type.double_step = vec![Cells::new(); like.sides.len()].into();
    }
    game.sides = like.sides.clone();
    for side in game.sides.iter_mut() {
        let whom: BTreeSet<SideId> = side.may_capture.iter().map(|piece| piece.side).collect();
        let pieces = whom
            .into_iter()
            .flat_map(|side| [MOVER, BLOCKER].map(|piece_type| Piece { side, piece_type }));
        side.may_capture = pieces.collect();
    }
    game
}
