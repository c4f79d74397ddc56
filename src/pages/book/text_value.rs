//! Values that the text of a page prints: code that begins with `=`.

use crate::claim::ValueForm;
use crate::source::{Code, Diagnostic, SourceText};

use super::link_target::named_variant;

/// A value that a page prints: `` `= count(moves(knight, d4))` ``.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextValue {
    /// The expression, in the language of claims.
    pub text: SourceText,
    /// How it is written.
    pub form: ValueForm,
    /// The variant; `None` for that of the page.
    pub variant: Option<SourceText>,
    /// The setup; `None` for that of the page.
    pub setup: Option<SourceText>,
}

/// Whether code prints a value. `==` and `=>` are signs of other languages.
pub(super) fn is_value(code: &str) -> bool {
    code.starts_with('=') && !code.starts_with("==") && !code.starts_with("=>")
}

/// Reads code for which [`is_value`] holds: `= EXPRESSION`, with `words` or `Words` and with another game
/// `= words of chess with endgame: EXPRESSION`.
pub(super) fn read(code: &SourceText) -> Result<TextValue, Diagnostic> {
    let mut rest = code.value.trim_start_matches('=').trim();
    let mut form = ValueForm::Figures;
    for (word, wanted) in [("words ", ValueForm::Words), ("Words ", ValueForm::CapitalWords)] {
        if let Some(after) = rest.strip_prefix(word) {
            (rest, form) = (after.trim_start(), wanted);
        }
    }
    let (first, after) = rest.split_once(' ').unwrap_or_default();
    let help = match first {
        "word" | "Word" => Some(format!("write `= {first}s {after}`")),
        "not" => Some(format!("a sentence can be true or false: `[words](<claim: {rest}>)`")),
        _ => None,
    };
    if let Some(help) = help {
        let message = format!("`{first}` does not begin a value, which is a number or cells");
        return Err(code.error(Code::Claim, message).help(help));
    }
    let head = rest
        .split_once(':')
        .filter(|(head, _)| matches!(head.split_whitespace().next(), Some("of" | "with")));
    // `harbour-chess: count(any)`, `words` behind the game
    let (game, expression) = head.or(rest.split_once(": ")).unwrap_or_default();
    let expression = expression.trim_start();
    let (words, inner) = expression.split_once(' ').unwrap_or_default();
    let lacks_of = head.is_none() && game.split(['(', ' ']).count() == 1 && !game.is_empty();
    if lacks_of || words == "words" {
        let of = if lacks_of { format!("of {game}") } else { game.to_owned() };
        let (message, meant) = match (words, form) {
            ("words", _) => ("`words` stands before the game", format!("words {of}: {inner}")),
            (_, ValueForm::Words) => ("`of` is missing", format!("words {of}: {expression}")),
            (_, _) => ("`of` is missing", format!("{of}: {expression}")),
        };
        return Err(code.error(Code::Claim, message).help(format!("write `= {meant}`")));
    }
    let (variant, setup) = match head {
        Some((head, expression)) => {
            rest = expression.trim();
            named_variant(head, code).ok_or_else(|| {
                let message = format!("`{}` is not how a value begins", head.trim());
                code.error(Code::Claim, message).help(
                    "write `= ...`, or for another game `= of VARIANT: ...`, `= with SETUP: ...`, \
                     `= of VARIANT with SETUP: ...`",
                )
            })?
        }
        None => (None, None),
    };
    Ok(TextValue { text: code.sliced(rest), form, variant, setup })
}
