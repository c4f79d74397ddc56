//! Resolves the names of a claim, and checks that its parts fit together.

use std::collections::BTreeMap;

use crate::game::Piece;
use crate::games::{meant_steps, read_move};
use crate::query::LoadedVariant;
use crate::source::{Diagnostic, Span, Spanned, did_you_mean, suggestion};

use super::context::{EvalContext, WorkBudget, in_claim, wrong};
use super::english_numbers::{SaidNumber, said_numbers};
use super::functions::{FUNCTIONS, Function, Parameter, Type, function};
use super::piece::QueriedPiece;
use super::resolved::{Argument, Expr, Node, ResolvedClaim, ResolvedStatement};
use super::shape;
use super::tree::{ClaimExpr, ParsedClaim, Relation, Statement};
use super::value::Number;

type Resolved<T> = Result<T, Diagnostic>;

/// Resolves a claim about a variant; the span of an error is a range of its text.
pub(super) fn resolve<'a>(
    text: &str,
    claim: &ParsedClaim,
    variant: &'a LoadedVariant,
    budget: &'a WorkBudget,
) -> Resolved<ResolvedClaim<'a>> {
    let context = EvalContext::new(variant, budget);
    let each = claim.statements.iter().enumerate().map(|(at, written)| {
        let before = at.checked_sub(1).map(|before| &claim.statements[before]);
        statement(written, before, &context)
            .map_err(|error| with_far_moves(error, text, written, claim))
    });
    Ok(ResolvedClaim { statements: each.collect::<Resolved<_>>()? })
}

/// Resolves an expression with a value on its own.
pub(super) fn resolve_value<'a>(
    written: &Spanned<ClaimExpr>,
    context: &EvalContext<'a>,
) -> Resolved<Expr<'a>> {
    expr(written, Type::Open, context)
}

/// Adds to an error in a statement without moves that moves belong only to the statement in which they
/// stand, if another statement has some: authors write `A and B after MOVES` and mean both.
fn with_far_moves(
    mut error: Diagnostic,
    text: &str,
    statement: &Statement,
    claim: &ParsedClaim,
) -> Diagnostic {
    let of_other = claim.statements.iter().find_map(|other| other.scope.after.as_ref());
    if let (None, Some(moves)) = (&statement.scope.after, of_other) {
        let moves = text.get(moves.span.range()).unwrap_or(&moves.value);
        error.notes.push(format!(
            "`after {moves}` belongs to one statement only: write it in each, before the `and`, too"
        ));
    }
    error
}

fn statement<'a>(
    written: &Statement,
    before: Option<&Statement>,
    context: &EvalContext<'a>,
) -> Resolved<ResolvedStatement<'a>> {
    let context = context.scoped(&written.scope)?;
    let (left, relation) = match &written.relation {
        None => (truth(&written.left, before, &context)?, None),
        Some((relation, right)) => {
            let [left, right] = compared(*relation, [&written.left, right], &context)?;
            (left, Some((*relation, right)))
        }
    };
    let (negated, span) = (written.negated, written.span);
    Ok(ResolvedStatement { negated, left, relation, context, span })
}

/// Resolves a value that must be true.
fn truth<'a>(
    written: &Spanned<ClaimExpr>,
    before: Option<&Statement>,
    context: &EvalContext<'a>,
) -> Resolved<Expr<'a>> {
    let nothing =
        |of: Type| wrong(written.span, format!("this is {} and claims nothing", of.words()));
    if is_names(written, context.variant) {
        let help = match &written.value {
            ClaimExpr::Words(words) => words_help(words, before, context.variant),
            _ => COMPARE_HELP.to_owned(),
        };
        return Err(nothing(Type::Open).help(help));
    }
    let found = expr(written, Type::Open, context)?;
    if found.result == Type::Truth {
        Ok(found)
    } else {
        Err(nothing(found.result).help(COMPARE_HELP))
    }
}

const COMPARE_HELP: &str = "compare it: `... is 9`, `... is at most 9`, `... has d4`";

/// Resolves two values that are compared; names mean what the other value asks for.
fn compared<'a>(
    relation: Relation,
    written: [&Spanned<ClaimExpr>; 2],
    context: &EvalContext<'a>,
) -> Resolved<[Expr<'a>; 2]> {
    let known = |side: &Spanned<ClaimExpr>| match is_names(side, context.variant) {
        true => Ok(None),
        false => expr(side, Type::Open, context).map(Some),
    };
    let [left, right] = [known(written[0])?, known(written[1])?];
    let [of_left, of_right] =
        [&left, &right].map(|side| side.as_ref().map_or(Type::Open, |it| it.result));
    let shared = shared(of_left, of_right).ok_or_else(|| {
        let message = format!("{} cannot be compared with {}", of_left.words(), of_right.words());
        let error = wrong(written[0].span.to(written[1].span), message);
        match (of_left, of_right) {
            (Type::Cells, Type::Number) => error.help("count the cells: `count(...) is 8`"),
            (Type::Number, Type::Cells) => error.help("leave `count(...)` out to compare cells"),
            _ => error,
        }
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
    if !fits {
        let message = format!("`{}` does not go with {}", relation.words(), shared.words());
        return Err(wrong(written[0].span, message));
    }
    let named = |side: Option<Expr<'a>>, written| match side {
        Some(known) => Ok(known),
        None => expr(written, shared, context),
    };
    Ok([named(left, written[0])?, named(right, written[1])?])
}

/// Returns the common type of two values, or `None` if they cannot be compared.
fn shared(left: Type, right: Type) -> Option<Type> {
    match (left, right) {
        (Type::Open, Type::Open) => Some(Type::Cells),
        (Type::Open, known) | (known, Type::Open) => Some(known),
        (Type::Number, Type::Numbers) | (Type::Numbers, Type::Number) => Some(Type::Numbers),
        (Type::Cells, Type::CellSets) | (Type::CellSets, Type::Cells) => Some(Type::CellSets),
        (left, right) => (left == right).then_some(left),
    }
}

/// Whether an expression is names or a text, whose meaning depends on what is expected.
fn is_names(written: &Spanned<ClaimExpr>, variant: &LoadedVariant) -> bool {
    match &written.value {
        ClaimExpr::Words(words) => bare(words, variant).is_none(),
        ClaimExpr::Text(_) => true,
        _ => false,
    }
}

/// Returns the function that a word without brackets calls.
///
/// Such a function needs no arguments, and no zone has its name.
fn bare(words: &str, variant: &LoadedVariant) -> Option<&'static Function> {
    let known = function(words)?;
    let is_zone = variant.variant().zones.iter().any(|zone| zone.id == words);
    (known.required() == 0 && !is_zone).then_some(known)
}

/// Resolves an expression; `expected` decides what names mean.
fn expr<'a>(
    written: &Spanned<ClaimExpr>,
    expected: Type,
    context: &EvalContext<'a>,
) -> Resolved<Expr<'a>> {
    let span = written.span;
    let (node, result) = match &written.value {
        ClaimExpr::Number(value, 0) => (Node::Number(Number::Whole(*value)), Type::Number),
        ClaimExpr::Number(value, decimals) => {
            (Node::Number(Number::Decimal(*value, *decimals)), Type::Number)
        }
        ClaimExpr::Text(text) => names(Spanned::new(text.clone(), span), expected, context)?,
        ClaimExpr::Words(words) => match bare(words, context.variant) {
            Some(known) => (Node::Call(known, Vec::new()), known.result),
            None => names(Spanned::new(words.clone(), span), expected, context)?,
        },
        ClaimExpr::Scoped(value, scope) => {
            let inner = context.scoped(scope)?;
            let value = expr(value, expected, &inner)?;
            let result = value.result;
            (Node::Scoped(Box::new((value, inner))), result)
        }
        ClaimExpr::Sum(left, op, right) => {
            let number = |part: &Spanned<ClaimExpr>| {
                let found = expr(part, Type::Number, context)?;
                let message = format!("{} cannot be added up", found.result.words());
                let error = || wrong(part.span, message);
                (found.result == Type::Number).then_some(found).ok_or_else(error)
            };
            (Node::Sum(Box::new([number(left)?, number(right)?]), *op), Type::Number)
        }
        ClaimExpr::Call(name, arguments) => call(name, arguments, span, context)?,
    };
    Ok(Expr { node, result, span })
}

/// Returns what names or a text mean as a value of this type.
fn names<'a>(
    text: Spanned<String>,
    expected: Type,
    context: &EvalContext<'a>,
) -> Resolved<(Node<'a>, Type)> {
    Ok(match expected {
        Type::Number | Type::Numbers if text.value == "none" => {
            (Node::Number(Number::None), Type::Number)
        }
        Type::Number | Type::Numbers | Type::Truth => {
            let error = wrong(text.span, format!("`{}` is not {}", text.value, expected.words()));
            return Err(error.help(functions_help(&text.value, expected)));
        }
        Type::Cells | Type::CellSets | Type::Open => {
            (Node::Cells(context.cells(&text)?, text.value), Type::Cells)
        }
        Type::Pieces => {
            if let Some(near) = did_you_mean(&text.value, ["column"]) {
                return Err(wrong(text.span, format!("`{}` is no position", text.value)).help(near));
            }
            let position = in_claim(context.variant.position(&text.value), &text).map_err(|error| {
                let is_word = text.value.chars().all(char::is_alphanumeric);
                let help = "write `column` for the table below the claim; or pieces and their cells, `king e1`";
                if is_word { error.help(help) } else { error }
            })?;
            (Node::Pieces(position.pieces().collect::<BTreeMap<_, _>>(), text.value), Type::Pieces)
        }
    })
}

fn call<'a>(
    name: &Spanned<String>,
    arguments: &[Spanned<ClaimExpr>],
    span: Span,
    context: &EvalContext<'a>,
) -> Resolved<(Node<'a>, Type)> {
    let Some(known) = function(&name.value) else {
        let words = FUNCTIONS.iter().map(|function| function.word);
        let error = wrong(name.span, format!("`{}` is no function of claims", name.value));
        let denials = ["not-", "not", "non", "il", "in", "un"];
        let denied = denials.iter().find_map(|denial| function(name.value.strip_prefix(denial)?));
        let denied = denied.map(|known| format!("write `not {}(...)`", known.word));
        let of_board = match arguments {
            [Spanned { value: ClaimExpr::Words(cells), .. }] if name.value.ends_with(':') => {
                Some(format!("brackets need quotation marks: `\"{}({cells})\"`", name.value))
            }
            _ => None,
        };
        let help = denied.or(of_board).unwrap_or_else(|| suggestion(&name.value, words));
        return Err(error.help(help));
    };
    if !(known.required()..=known.parameters.len()).contains(&arguments.len()) {
        let expected: Vec<&str> =
            known.parameters.iter().map(|parameter| parameter.words()).collect();
        let expected =
            if expected.is_empty() { "no argument".to_owned() } else { expected.join(", ") };
        let error = wrong(span, format!("`{}` expects {expected}", known.word));
        return Err(error.help(format!("for instance `{}`", known.words()[1])));
    }
    let each = arguments.iter().zip(known.parameters);
    let each = each.map(|(written, parameter)| argument(written, *parameter, known, context));
    let arguments = each.collect::<Resolved<Vec<Argument>>>()?;
    let result = match (&arguments[..], known.result) {
        // The cells from each cell, and a number for each of these sets.
        ([Argument::Piece(piece)], Type::Cells)
            if known.parameters.get(1) == Some(&Parameter::Cell) && piece.named_by.is_none() =>
        {
            Type::CellSets
        }
        ([Argument::Value(value)], Type::Number) if value.result == Type::CellSets => Type::Numbers,
        (_, result) => result,
    };
    Ok((Node::Call(known, arguments), result))
}

fn argument<'a>(
    written: &Spanned<ClaimExpr>,
    parameter: Parameter,
    known: &Function,
    context: &EvalContext<'a>,
) -> Resolved<Argument<'a>> {
    let variant = context.variant;
    let misfit = |found: Type| {
        let (word, wanted) = (known.word, parameter.words());
        let message = format!("`{word}` expects {wanted}, and this is {}", found.words());
        wrong(written.span, message).help(format!("for instance `{}`", known.words()[1]))
    };
    let wanted: &[Type] = match parameter {
        Parameter::AnyCells => &[Type::Cells, Type::CellSets],
        Parameter::CellSets => &[Type::CellSets],
        Parameter::Numbers => &[Type::Numbers],
        Parameter::Number => &[Type::Number],
        _ => &[],
    };
    if !wanted.is_empty() {
        if is_names(written, variant) && parameter != Parameter::AnyCells {
            return Err(misfit(Type::Open));
        }
        let value = expr(written, Type::Open, context)?;
        let fits = wanted.contains(&value.result);
        return if fits { Ok(Argument::Value(value)) } else { Err(misfit(value.result)) };
    }
    let text = match &written.value {
        ClaimExpr::Words(text) | ClaimExpr::Text(text) => text.clone(),
        ClaimExpr::Number(value, 0) => value.to_string(),
        ClaimExpr::Call(..) | ClaimExpr::Sum(..) => {
            return Err(misfit(expr(written, Type::Open, context)?.result));
        }
        _ => {
            return Err(wrong(written.span, format!("{} is expected here", parameter.words())));
        }
    };
    let text = Spanned::new(text, written.span);
    Ok(match parameter {
        Parameter::Piece => match &written.value {
            ClaimExpr::Text(_) => {
                Argument::Piece(Box::new(QueriedPiece::with_notation(context, text)?))
            }
            _ => named_piece(text, context)?,
        },
        Parameter::Pieces => Argument::Pieces(context.pieces(&text)?, text.value),
        Parameter::Cell => Argument::Cell(context.cell(&text)?),
        Parameter::Occupied => {
            let cell = context.cell(&text)?;
            context.piece_on(cell, text.span)?;
            Argument::Cell(cell)
        }
        Parameter::Board => Argument::Board(board(&text, variant)?),
        Parameter::SideOrBoard => match board(&text, variant) {
            Ok(board) => Argument::Board(board),
            Err(_) => Argument::Side(in_claim(variant.side(&text.value), &text)?),
        },
        Parameter::Side => Argument::Side(in_claim(variant.side(&text.value), &text)?),
        Parameter::Tour => Argument::Tour(shape::tour_cells(&text, context)?),
        Parameter::Leap => Argument::Leap(shape::leap(&text, context)?),
        Parameter::Thing => Argument::IsSetup(shape::is_setup(&text)?),
        Parameter::Seat => Argument::Seat(shape::seat(&text, variant.layout())?, text.value),
        Parameter::Aspect => Argument::Aspect(shape::aspect(&text, variant.layout())?),
        Parameter::Move => claimed_move(&text, context)?,
        Parameter::AnyCells | Parameter::CellSets | Parameter::Numbers | Parameter::Number => {
            unreachable!("values are resolved above")
        }
    })
}

fn named_piece<'a>(text: Spanned<String>, context: &EvalContext<'a>) -> Resolved<Argument<'a>> {
    let variant = context.variant;
    let is_both = |(piece, cell): &(&str, &str)| {
        variant.kind(piece).is_ok() && variant.layout().find(cell).is_some()
    };
    let both = text.value.split_once(' ').filter(is_both);
    let both = both.map(|(piece, cell)| format!("write `{piece}, {cell}`"));
    let named = QueriedPiece::named(context, text);
    let named = named.map_err(|error| match both {
        Some(both) => error.help(both),
        None => error,
    })?;
    Ok(Argument::Piece(Box::new(named)))
}

fn claimed_move<'a>(text: &Spanned<String>, context: &EvalContext<'a>) -> Resolved<Argument<'a>> {
    let found = read_move(context.variant, &context.position_or_initial(), &text.value);
    let found = in_claim(found, text)?;
    if found.is_none() {
        check_mover(text, context)?;
    }
    Ok(Argument::Move(text.value.clone(), found))
}

/// Refuses an illegal move of a piece that is not to move in a position that the claim gives: it would
/// be illegal in any case.
fn check_mover(text: &Spanned<String>, context: &EvalContext<'_>) -> Resolved<()> {
    let Some(position) = context.position.as_ref().filter(|_| context.earlier.is_empty()) else {
        return Ok(());
    };
    let variant = context.variant;
    let to_move = position.turn.to_move;
    // They are of the side to move if it has any.
    let step = meant_steps(variant, position, &text.value).into_iter().next();
    let is_of_another =
        |piece: &Piece| !variant.game().sides[piece.side].moved_by.contains(&to_move);
    let Some(piece) = step.map(|(piece, _, _)| piece).filter(is_of_another) else { return Ok(()) };
    let (of, mover) = (variant.side_title(piece.side), variant.side_title(to_move));
    let message = format!("`{}` is a move of {of}, and {mover} is to move", text.value);
    let side = variant.side_name(piece.side);
    // Its two cells may be exchanged.
    let turned = text.value.split_once('-').map(|(from, to)| format!("{to}-{from}"));
    let is_move = |turned: &String| {
        let steps = meant_steps(variant, position, turned).into_iter();
        { steps }.any(|(piece, from, _)| from.is_some() && !is_of_another(&piece))
    };
    let turned = turned.filter(is_move).map(|turned| format!(", or write `{turned}`"));
    Err(wrong(text.span, message)
        .help(format!("let the position end with `{side} to move`{}", turned.unwrap_or_default())))
}

fn board(text: &Spanned<String>, variant: &LoadedVariant) -> Resolved<usize> {
    let boards = variant.layout().boards();
    boards.iter().position(|board| board.id == text.value).ok_or_else(|| {
        let error = wrong(text.span, format!("there is no board `{}`", text.value));
        error.help(suggestion(&text.value, boards.iter().map(|board| board.id.as_str())))
    })
}

/// Returns a form of a claim that an author may have meant by words that claim nothing.
fn words_help(words: &str, before: Option<&Statement>, variant: &LoadedVariant) -> String {
    let is_of_cells = |before: &Statement| {
        use Relation::{Has, HasNot, Is, IsNot};
        matches!(&before.relation, Some((Has | HasNot | Is | IsNot, _)))
            && words.split(' ').all(|word| variant.layout().find(word).is_some())
    };
    if before.is_some_and(is_of_cells) {
        let is = before.is_some_and(|it| matches!(&it.relation, Some((Relation::Is, _))));
        let word = if is { "is" } else { "has" };
        return format!("`and` joins statements; cells have blanks between: `{word} d4 {words}`");
    }
    let (first, rest) = words.split_once(' ').unwrap_or((words, ""));
    if matches!(first, "mate" | "mated" | "checkmated") {
        return "write `checkmate`".to_owned();
    }
    match function(first) {
        Some(_) if !rest.is_empty() => format!("write `{first}({rest})`"),
        Some(known) => format!("for instance `{}`", known.words()[1]),
        None => {
            "for instance `moves(knight, d4) has e6`; `fairybook help claims` lists all functions"
                .to_owned()
        }
    }
}

/// Returns the functions with a value of this type that an author may have meant.
fn functions_help(word: &str, expected: Type) -> String {
    let is_number = expected != Type::Truth;
    if is_number && let [(SaidNumber::Count(value, 0), _)] = said_numbers(&[word])[..] {
        return format!("write `{value}`");
    }
    if is_number && word == "players" {
        return "write `sides`".to_owned();
    }
    if word.split(' ').any(|part| part == "or") {
        return "claims have no `or`: make a claim of each part".to_owned();
    }
    let fits = |known: &&Function| match known.result {
        Type::Truth => !is_number,
        Type::Number | Type::Numbers => is_number,
        _ => false,
    };
    let words = FUNCTIONS.iter().filter(fits).map(|known| known.word);
    let example = if is_number { "count(moves(knight, d4)) is 8" } else { "not check in setup" };
    did_you_mean(word, words).unwrap_or_else(|| {
        format!("for instance `{example}`; `fairybook help claims` lists all functions")
    })
}
