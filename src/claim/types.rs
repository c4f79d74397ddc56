use crate::query::Study;
use crate::source::{Code, Diagnostic, Span, Spanned, suggestion};

use super::functions::{FUNCTIONS, Function, Parameter, Type, function};
use super::tree::{Claim, Expr, Relation, Statement};

/// Checks that every function is known and gets what it wants, and that only like is compared
/// with like. Whether names mean something is seen when they are used.
pub(super) fn check(claim: &Claim, study: &Study) -> Result<(), Diagnostic> {
    claim.statements.iter().try_for_each(|statement| check_statement(statement, study))
}

fn check_statement(statement: &Statement, study: &Study) -> Result<(), Diagnostic> {
    let left = type_of(&statement.left, study)?;
    let Some((relation, right)) = &statement.relation else {
        return match left {
            Type::Truth => Ok(()),
            _ => Err(wrong(
                statement.left.span,
                format!("this is {} and says nothing", left.words()),
            )
            .help("compare it: `... is 9`, `... is at most 9`, `... has d4`")),
        };
    };
    let right_type = type_of(right, study)?;
    let shared = shared(left, right_type).ok_or_else(|| {
        let message = format!("{} cannot be compared with {}", left.words(), right_type.words());
        wrong(statement.left.span.to(right.span), message)
    })?;
    let fits = match relation {
        Relation::Is | Relation::IsNot => shared != Type::Truth,
        Relation::AtMost | Relation::AtLeast | Relation::MoreThan | Relation::LessThan => {
            matches!(shared, Type::Number | Type::Numbers)
        }
        Relation::Has | Relation::HasNot | Relation::Inside => {
            matches!(shared, Type::Cells | Type::CellSets)
        }
    };
    if fits {
        return Ok(());
    }
    let message = format!("`{}` does not go with {}", relation.words(), shared.words());
    Err(wrong(statement.left.span, message))
}

/// What two sides of a comparison are, if they can be compared.
pub(super) fn shared(left: Type, right: Type) -> Option<Type> {
    match (left, right) {
        (Type::Open, Type::Open) => Some(Type::Cells),
        (Type::Open, known) | (known, Type::Open) => Some(known),
        (Type::Number, Type::Numbers) | (Type::Numbers, Type::Number) => Some(Type::Numbers),
        (Type::Cells, Type::CellSets) | (Type::CellSets, Type::Cells) => Some(Type::CellSets),
        (left, right) => (left == right).then_some(left),
    }
}

/// What an expression is.
pub(super) fn type_of(expr: &Spanned<Expr>, study: &Study) -> Result<Type, Diagnostic> {
    match &expr.value {
        Expr::Number(..) => Ok(Type::Number),
        Expr::Text(_) => Ok(Type::Open),
        Expr::Words(words) => Ok(bare(words, study).map_or(Type::Open, |known| known.gives)),
        Expr::Scoped(value, _) => type_of(value, study),
        Expr::Sum(left, _, right) => {
            for side in [left, right] {
                let found = type_of(side, study)?;
                if found != Type::Number {
                    return Err(wrong(side.span, format!("{} cannot be added up", found.words())));
                }
            }
            Ok(Type::Number)
        }
        Expr::Call(name, arguments) => call(name, arguments, expr.span, study),
    }
}

/// The function that a bare word calls: one that can do without anything, unless a zone or a piece
/// has that name.
pub(super) fn bare(words: &str, study: &Study) -> Option<&'static Function> {
    let known = function(words)?;
    let needs_nothing = known.takes.len() == known.optional;
    let taken = study.variant().zones.iter().any(|zone| zone.id == words);
    (needs_nothing && !taken).then_some(known)
}

fn call(
    name: &Spanned<String>,
    arguments: &[Spanned<Expr>],
    span: Span,
    study: &Study,
) -> Result<Type, Diagnostic> {
    let Some(known) = function(&name.value) else {
        let words = FUNCTIONS.iter().map(|function| function.word);
        let complaint = wrong(name.span, format!("`{}` is no function of claims", name.value));
        return Err(complaint.help(suggestion(&name.value, words)));
    };
    let least = known.takes.len() - known.optional;
    if !(least..=known.takes.len()).contains(&arguments.len()) {
        let wants: Vec<&str> = known.takes.iter().map(|parameter| parameter.words()).collect();
        let wants = if wants.is_empty() { "nothing".to_owned() } else { wants.join(", ") };
        let complaint = wrong(span, format!("`{}` wants {wants}", known.word));
        return Err(complaint.help(format!("for instance `{}`", known.example)));
    }
    for (argument, &parameter) in arguments.iter().zip(known.takes) {
        check_argument(argument, parameter, known, study)?;
    }
    let for_each = known.gives == Type::Cells
        && known.takes == [Parameter::Piece, Parameter::Cell]
        && arguments.len() == 1
        && !is_on_a_cell(&arguments[0], study);
    Ok(match known.gives {
        Type::Cells if for_each => Type::CellSets,
        Type::Number if known.takes == [Parameter::AnyCells] => {
            match type_of(&arguments[0], study)? {
                Type::CellSets => Type::Numbers,
                _ => Type::Number,
            }
        }
        gives => gives,
    })
}

/// Whether an expression names a piece by the cell that it stands on.
pub(super) fn is_on_a_cell(expr: &Spanned<Expr>, study: &Study) -> bool {
    match &expr.value {
        Expr::Words(words) => {
            !study.variant().faces.iter().any(|face| face.id == *words)
                && study.layout().find(words).is_some()
        }
        _ => false,
    }
}

fn check_argument(
    argument: &Spanned<Expr>,
    parameter: Parameter,
    known: &Function,
    study: &Study,
) -> Result<(), Diagnostic> {
    let found = type_of(argument, study)?;
    let fits = match parameter {
        Parameter::AnyCells => matches!(found, Type::Cells | Type::CellSets | Type::Open),
        Parameter::CellSets => found == Type::CellSets,
        Parameter::Numbers => found == Type::Numbers,
        Parameter::Number => found == Type::Number,
        Parameter::Piece
        | Parameter::Cell
        | Parameter::Tour
        | Parameter::Leap
        | Parameter::Board
        | Parameter::Men
        | Parameter::Side
        | Parameter::SideOrBoard
        | Parameter::Thing
        | Parameter::Seat
        | Parameter::Aspect
        | Parameter::Move => !matches!(argument.value, Expr::Call(..) | Expr::Sum(..)),
    };
    if fits {
        return Ok(());
    }
    let message =
        format!("`{}` wants {} here, and this is {}", known.word, parameter.words(), found.words());
    Err(wrong(argument.span, message).help(format!("for instance `{}`", known.example)))
}

pub(super) fn wrong(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::Claim, message).at_span(span)
}
