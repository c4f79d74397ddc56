//! A game as plain data: boards, sides, pieces and the rules of play, with every name resolved.
//!
//! A set of cells or pieces stands beside its words ([`Said`]), so that a rule is one value for the
//! engine and for sentences.
//!
//! The `variant` module builds a [`Game`] from a definition, and a test can write it by hand.
//!
//! Not here: which moves are possible or legal (`rules`), how words are read (`expression`), files.

mod piece;
mod relative_side;
mod cell_expr;
mod piece_expr;
mod border_name;
mod said;
mod move_rule;
mod end_rules;
mod act;
mod game_fact;
mod condition;
mod end_condition;
mod restriction;
mod move_effect;
mod counted_royals;
mod turn_part;
mod aura;
mod game_data;
mod single_piece_game;

pub use act::{Act, ActKind};
pub use aura::{Aura, AuraPower, AuraRange, AuraTargets};
pub use border_name::BorderName;
pub use cell_expr::{CellExpr, CellNode, NamedCells};
pub use condition::{Condition, ConditionAtom};
pub use counted_royals::CountedRoyals;
pub use end_condition::{EndCondition, EndTiming};
pub use end_rules::{
    CheckSource, Elimination, EndRules, GoalRule, NextTurn, NoProgress, Outcome, Repetition,
};
pub use game_data::{
    Castling, DropRule, Game, GameError, Hands, OccupantRule, PieceType, Promotion, Side, Transfer,
    TransferWhen,
};
pub use game_fact::{CountPlace, CountRange, GameFact, PieceCount, PieceLine};
pub use move_effect::{Destination, EffectChange, EffectPlace, MoveEffect, RebirthCells, WhenFull};
pub use move_rule::{
    ArrivalEffect, CaptureSeries, LineKind, MoveForm, MoveRule, PathStep, Prerequisite, ShotTarget,
    StepKind, StepPath,
};
pub use piece::{ByPieceType, BySide, IdTable, Piece, PieceSet, PieceTypeId, SideId};
pub use piece_expr::{GroupMember, GroupOwner, PieceExpr, PieceGroup};
pub use relative_side::RelativeSide;
pub use restriction::{Restriction, RestrictionKind};
pub use said::{
    Said, SaidBorders, SaidCastlings, SaidCells, SaidLandings, SaidLines, SaidOwner, SaidPieces,
    SaidSet,
};
pub use single_piece_game::{BLOCKER, MOVER, single_piece_game, single_piece_game_from};
pub use turn_part::{CheckTest, PartTarget, PartTimes, TurnPart};
