//! Checks that the parts of a claim fit together, before anything is computed.

use crate::query::LoadedVariant;
use crate::source::{Code, Diagnostic, Span, Spanned, suggestion};

use super::functions::{FUNCTIONS, Function, Parameter, Type, function};
use super::tree::{ClaimExpr, ParsedClaim, Relation, Statement};

/// Checks that every function is known and has fitting arguments, and that values can be compared.
///
/// Whether names mean something is known only when they are used.
pub(super) fn check(claim: &ParsedClaim, variant: &LoadedVariant) -> Result<(), Diagnostic> {
    claim.statements.iter().enumerate().try_for_each(|(at, statement)| {
        let before = at.checked_sub(1).map(|before| &claim.statements[before]);
        check_statement(statement, before, variant)
    })
}

/// Whether a statement compares the value of a function, or has one that is true or false.
pub(super) fn has_function(statement: &Statement) -> bool {
    match &statement.relation {
        Some((_, right)) => {
            called(&statement.left.value).or_else(|| called(&right.value)).is_some()
        }
        None => {
            let is_word = matches!(statement.left.value, ClaimExpr::Words(_));
            (!is_word || statement.negated || !statement.scope.is_empty())
                && called(&statement.left.value).is_some_and(|known| known.result == Type::Truth)
        }
    }
}

/// Returns the first function that an expression calls.
pub(super) fn called(expr: &ClaimExpr) -> Option<&'static Function> {
    match expr {
        ClaimExpr::Call(name, _) => function(&name.value),
        ClaimExpr::Words(words) => function(words).filter(|known| known.required() == 0),
        ClaimExpr::Scoped(value, _) => called(&value.value),
        ClaimExpr::Sum(left, _, right) => called(&left.value).or_else(|| called(&right.value)),
        ClaimExpr::Number(..) | ClaimExpr::Text(_) => None,
    }
}

/// Returns a form of a claim that an author may have meant by words that claim nothing.
fn words_help(words: &str, before: Option<&Statement>, variant: &LoadedVariant) -> String {
    let is_of_cells = |before: &Statement| {
        matches!(&before.relation, Some((Relation::Has | Relation::HasNot, _)))
            && words.split(' ').all(|word| variant.layout().find(word).is_some())
    };
    if before.is_some_and(is_of_cells) {
        return format!("`and` joins statements; cells have blanks between them: `has d4 {words}`");
    }
    let (first, rest) = words.split_once(' ').unwrap_or((words, ""));
    if matches!(first, "mate" | "mated" | "checkmated") {
        return "write `checkmate`".to_owned();
    }
    match function(first) {
        Some(_) if !rest.is_empty() => format!("write `{first}({rest})`"),
        Some(known) => format!("for instance `{}`", known.example),
        None => {
            "for instance `moves(knight, d4) has e6`; `fairybook help claims` lists all functions"
                .to_owned()
        }
    }
}

fn check_statement(
    statement: &Statement,
    before: Option<&Statement>,
    variant: &LoadedVariant,
) -> Result<(), Diagnostic> {
    let left = type_of(&statement.left, variant)?;
    let Some((relation, right)) = &statement.relation else {
        return match left {
            Type::Truth => Ok(()),
            _ => Err(wrong(
                statement.left.span,
                format!("this is {} and claims nothing", left.words()),
            )
            .help(match &statement.left.value {
                ClaimExpr::Words(words) if left == Type::Open => words_help(words, before, variant),
                _ => "compare it: `... is 9`, `... is at most 9`, `... has d4`".to_owned(),
            })),
        };
    };
    let right_type = type_of(right, variant)?;
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

/// Returns the common type of two values, or `None` if they cannot be compared.
pub(super) fn shared(left: Type, right: Type) -> Option<Type> {
    match (left, right) {
        (Type::Open, Type::Open) => Some(Type::Cells),
        (Type::Open, known) | (known, Type::Open) => Some(known),
        (Type::Number, Type::Numbers) | (Type::Numbers, Type::Number) => Some(Type::Numbers),
        (Type::Cells, Type::CellSets) | (Type::CellSets, Type::Cells) => Some(Type::CellSets),
        (left, right) => (left == right).then_some(left),
    }
}

/// Returns the type of an expression.
pub(super) fn type_of(
    expr: &Spanned<ClaimExpr>,
    variant: &LoadedVariant,
) -> Result<Type, Diagnostic> {
    match &expr.value {
        ClaimExpr::Number(..) => Ok(Type::Number),
        ClaimExpr::Text(_) => Ok(Type::Open),
        ClaimExpr::Words(words) => {
            Ok(bare(words, variant).map_or(Type::Open, |known| known.result))
        }
        ClaimExpr::Scoped(value, _) => type_of(value, variant),
        ClaimExpr::Sum(left, _, right) => {
            for side in [left, right] {
                let found = type_of(side, variant)?;
                if found != Type::Number {
                    return Err(wrong(side.span, format!("{} cannot be added up", found.words())));
                }
            }
            Ok(Type::Number)
        }
        ClaimExpr::Call(name, arguments) => call(name, arguments, expr.span, variant),
    }
}

/// Returns the function that a word without brackets calls.
///
/// Such a function needs no arguments, and no zone has its name.
pub(super) fn bare(words: &str, variant: &LoadedVariant) -> Option<&'static Function> {
    let known = function(words)?;
    let is_zone = variant.variant().zones.iter().any(|zone| zone.id == words);
    (known.required() == 0 && !is_zone).then_some(known)
}

fn call(
    name: &Spanned<String>,
    arguments: &[Spanned<ClaimExpr>],
    span: Span,
    variant: &LoadedVariant,
) -> Result<Type, Diagnostic> {
    let Some(known) = function(&name.value) else {
        let words = FUNCTIONS.iter().map(|function| function.word);
        let error = wrong(name.span, format!("`{}` is no function of claims", name.value));
        return Err(error.help(suggestion(&name.value, words)));
    };
    if !(known.required()..=known.parameters.len()).contains(&arguments.len()) {
        let expected: Vec<&str> =
            known.parameters.iter().map(|parameter| parameter.words()).collect();
        let expected =
            if expected.is_empty() { "no argument".to_owned() } else { expected.join(", ") };
        let error = wrong(span, format!("`{}` expects {expected}", known.word));
        return Err(error.help(format!("for instance `{}`", known.example)));
    }
    for (argument, &parameter) in arguments.iter().zip(known.parameters) {
        check_argument(argument, parameter, known, variant)?;
    }
    let for_each = known.result == Type::Cells
        && known.parameters == [Parameter::Piece, Parameter::Cell]
        && arguments.len() == 1
        && !is_on_a_cell(&arguments[0], variant);
    Ok(match known.result {
        Type::Cells if for_each => Type::CellSets,
        Type::Number if known.parameters == [Parameter::AnyCells] => {
            match type_of(&arguments[0], variant)? {
                Type::CellSets => Type::Numbers,
                _ => Type::Number,
            }
        }
        gives => gives,
    })
}

/// Whether an expression names a piece by the cell on which it is.
pub(super) fn is_on_a_cell(expr: &Spanned<ClaimExpr>, variant: &LoadedVariant) -> bool {
    match &expr.value {
        ClaimExpr::Words(words) => {
            !variant.variant().faces.iter().any(|face| face.id == *words)
                && variant.layout().find(words).is_some()
        }
        _ => false,
    }
}

fn check_argument(
    argument: &Spanned<ClaimExpr>,
    parameter: Parameter,
    known: &Function,
    variant: &LoadedVariant,
) -> Result<(), Diagnostic> {
    let found = type_of(argument, variant)?;
    let fits = match parameter {
        Parameter::AnyCells => matches!(found, Type::Cells | Type::CellSets | Type::Open),
        Parameter::CellSets => found == Type::CellSets,
        Parameter::Numbers => found == Type::Numbers,
        Parameter::Number => found == Type::Number,
        _ => !matches!(argument.value, ClaimExpr::Call(..) | ClaimExpr::Sum(..)),
    };
    if fits {
        return Ok(());
    }
    let message =
        format!("`{}` expects {}, and this is {}", known.word, parameter.words(), found.words());
    Err(wrong(argument.span, message).help(format!("for instance `{}`", known.example)))
}

/// Returns an error in a claim.
pub(super) fn wrong(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::Claim, message).at_span(span)
}
