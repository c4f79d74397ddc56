//! Values that a page prints: `` `= count(moves(knight, d4))` `` prints 8.

use crate::query::LoadedVariant;
use crate::source::{Diagnostic, capitalised, join_words, number_word};

use super::context::{EvalContext, EvalError, WorkBudget, wrong};
use super::evaluate::evaluate;
use super::functions::Type;
use super::parse::parse_value;
use super::resolve::resolve_value;
use super::value::{ClaimValue, Number};

/// How a page writes a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueForm {
    /// `8`; `d3, d5 and d7`
    Figures,
    /// `eight`; numbers above twelve are figures.
    Words,
    /// `Eight`, at the beginning of a sentence.
    CapitalWords,
    /// `8`; `d3, d5, d7`: without a word of English.
    Plain,
}

/// Returns the value of an expression of the language of claims, as an author would write it.
///
/// The span of an error is a range of `text`.
///
/// ```
/// use fairybook::claim::{ValueForm, print_value};
/// # mod shared { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/doctest_chess.rs")); }
/// # let chess = shared::chess();
/// let print = |text, form| print_value(text, form, &chess).unwrap();
/// assert_eq!(print("max(count(moves(knight)))", ValueForm::Figures), "8");
/// assert_eq!(print("max(count(moves(knight)))", ValueForm::CapitalWords), "Eight");
/// assert_eq!(print("moves(knight, a1)", ValueForm::Figures), "b3 and c2");
/// assert_eq!(print("perft(3)", ValueForm::Words), "8,902");
/// ```
pub fn print_value(
    text: &str,
    form: ValueForm,
    variant: &LoadedVariant,
) -> Result<String, Diagnostic> {
    let budget = WorkBudget::default();
    let context = EvalContext::new(variant, &budget);
    let expr = resolve_value(&parse_value(text)?, &context)?;
    if expr.is_literal() {
        let error = wrong(expr.span, format!("`{text}` asks the rules nothing"));
        return Err(error.help("a value has a function: `= count(moves(knight, d4))`"));
    }
    let value = evaluate(&expr, &context).map_err(|error| match error {
        EvalError::Wrong(error) => error,
        EvalError::Undecided(why) => {
            wrong(expr.span, format!("the rules do not decide this value: {why}"))
        }
    })?;
    match value {
        ClaimValue::Number(Number::Whole(number @ 0..)) => Ok(whole(number, form)),
        ClaimValue::Number(Number::Root(square)) => Ok(format!("√{square}")),
        ClaimValue::Number(Number::Real(value)) => Ok(format!("{value:.1}")),
        ClaimValue::Number(Number::None) => Err(wrong(expr.span, "there is no number to print")
            .help("say in words that there is none, with a claim: `... is none`")),
        ClaimValue::Number(number) => Ok(number.to_string()),
        ClaimValue::Cells(cells) => match variant.cell_names(&cells) {
            none if none.is_empty() => Err(wrong(expr.span, "there are no cells to print")
                .help("say in words that there are none, with a claim: `... is none`")),
            names if form == ValueForm::Plain => Ok(names.join(", ")),
            names => Ok(join_words(names, "and")),
        },
        ClaimValue::Truth(_) => Err(wrong(expr.span, "true or false is no value to print")
            .help("write a sentence with a claim: `[words](<claim: ...>)`")),
        ClaimValue::Pieces(_) => Err(wrong(expr.span, "pieces on cells cannot be printed")
            .help("print the cells of one piece: `= stands(king of white)`")),
        ClaimValue::Each(_) => {
            let number =
                if expr.result == Type::Numbers { text } else { &format!("count({text})") };
            let help = format!("one number of all is `= max({number})` or `= min({number})`");
            Err(wrong(expr.span, "a value for each cell cannot be printed").help(help))
        }
    }
}

fn whole(number: i64, form: ValueForm) -> String {
    let small = usize::try_from(number).unwrap_or(usize::MAX);
    let word = number_word(small);
    let is_word = word.starts_with(char::is_alphabetic);
    match form {
        ValueForm::Words if is_word => word,
        ValueForm::CapitalWords if is_word => capitalised(&word),
        ValueForm::Plain => number.to_string(),
        _ => with_commas(number),
    }
}

/// `197,281`
fn with_commas(number: i64) -> String {
    let digits = number.to_string();
    let comma = |at: usize| if at > 0 && (digits.len() - at).is_multiple_of(3) { "," } else { "" };
    digits.char_indices().map(|(at, digit)| format!("{}{digit}", comma(at))).collect()
}
