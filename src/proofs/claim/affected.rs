//! The kinds of facts that a claim asks about: a rule that a definition gives in words only may affect them.

use crate::source::distinct;
use crate::variant::AffectedFact;

use super::context::EvalContext;
use super::functions::{Function, FunctionName, Parameter};
use super::resolved::{Argument, Expr, Node, ResolvedClaim};

/// Returns the facts that a claim asks about, and the pieces that it names.
pub(super) fn affected_facts(claim: &ResolvedClaim<'_>) -> Vec<AffectedFact> {
    let mut facts = Vec::new();
    for statement in &claim.statements {
        add_context(&statement.context, &mut facts);
        let right = statement.relation.as_ref().map(|(_, right)| right);
        for expr in [&statement.left].into_iter().chain(right) {
            add_expr(expr, &statement.context, &mut facts);
        }
    }
    facts
}

/// Adds the pieces of a position that the claim gives piece by piece.
fn add_context(context: &EvalContext<'_>, facts: &mut Vec<AffectedFact>) {
    facts.extend((!context.earlier.is_empty()).then_some(AffectedFact::Play));
    let given = context.given.iter().flat_map(|position| position.pieces());
    facts.extend(given.map(|(_, piece)| AffectedFact::Piece(piece.piece_type)));
}

fn add_expr(expr: &Expr<'_>, context: &EvalContext<'_>, facts: &mut Vec<AffectedFact>) {
    match &expr.node {
        Node::Number(_) | Node::Cells(..) => {}
        Node::Pieces(pieces, _) => {
            facts.extend(pieces.values().map(|piece| AffectedFact::Piece(piece.piece_type)));
        }
        Node::Sum(parts, _) => parts.iter().for_each(|part| add_expr(part, context, facts)),
        Node::Scoped(scoped) => {
            add_context(&scoped.1, facts);
            add_expr(&scoped.0, &scoped.1, facts);
        }
        Node::Call(known, arguments) => {
            for argument in arguments {
                match argument {
                    Argument::Value(value) => add_expr(value, context, facts),
                    Argument::Piece(piece) if !piece.is_foreign() => {
                        facts.push(AffectedFact::Piece(piece.piece.piece_type));
                    }
                    Argument::Pieces(pieces, _) => {
                        // All pieces, or all of a side, name none.
                        let types = distinct(pieces.iter().map(|piece| piece.piece_type));
                        if types.len() < context.variant.game().piece_types.len() {
                            facts.extend(types.into_iter().map(AffectedFact::Piece));
                        }
                    }
                    Argument::Cell(cell) => {
                        let piece = context.position_or_initial().piece_at(*cell);
                        facts.extend(piece.map(|it| AffectedFact::Piece(it.piece_type)));
                    }
                    Argument::Move(_, Some(found)) => {
                        let piece = context.position_or_initial().piece_at(found.from);
                        let types =
                            piece.map(|it| it.piece_type).into_iter().chain(found.promotion);
                        facts.extend(types.map(AffectedFact::Piece));
                    }
                    _ => {}
                }
            }
            facts.extend(fact_of(known));
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
