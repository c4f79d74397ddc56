//! How much a statement of a claim denies.

use super::functions::FunctionName;
use super::resolved::{Argument, Expr, Node};
use super::tree::Relation;
use super::value::Number;

/// How much a statement denies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Denial {
    /// It says that something is so.
    None,
    /// It also says that nothing else is so.
    Part,
    /// It says that something is not so.
    Whole,
}

impl Denial {
    pub fn of_relation(relation: Relation, left: &Expr<'_>, right: &Expr<'_>) -> Denial {
        let is_none = match &right.node {
            Node::Cells(_, written) => written == "none",
            Node::Number(number) => matches!(number, Number::None | Number::Whole(0)),
            _ => false,
        };
        match relation {
            Relation::IsNot | Relation::HasNot => Denial::Whole,
            Relation::Is if is_none => Denial::Whole,
            Relation::Has => Denial::None,
            // There are no other cells.
            Relation::Is if matches!(&right.node, Node::Cells(_, all) if all == "any") => {
                Denial::None
            }
            Relation::Is if matches!(right.node, Node::Number(_)) => {
                // Several parts mean that no move leads from one to another.
                let says_more = bound_of(left).is_some() || left.calls(FunctionName::Components);
                if says_more { Denial::Part } else { Denial::None }
            }
            _ => Denial::Part,
        }
    }

    pub fn of_truth(left: &Expr<'_>) -> Denial {
        use FunctionName as Name;
        let Node::Call(known, arguments) = &left.node else { return Denial::None };
        let is_unpromoted =
            |it: &Argument| matches!(it, Argument::Move(text, _) if text.ends_with('='));
        match known.name {
            Name::Legal if arguments.iter().any(is_unpromoted) => Denial::Part,
            Name::Checkmate | Name::Stalemate | Name::Eliminated => Denial::Part,
            Name::Loses | Name::Drawn => Denial::Part,
            _ => Denial::None,
        }
    }
}

/// What `max(...) is N` says of each cell: at most N.
pub(super) fn bound_of(value: &Expr<'_>) -> Option<Relation> {
    match value.called()?.name {
        FunctionName::Max => Some(Relation::AtMost),
        FunctionName::Min => Some(Relation::AtLeast),
        _ => None,
    }
}
