//! Reads acts: `captures`, `drops pawn`, `gives check by knight`.

use crate::game::{Act, ActKind, SaidCells, SaidPieces};
use crate::source::{
    Code, Diagnostic, Diagnostics, Location, SourceFile, SourceText, Span, WordCursor, closest,
    quoted_list,
};

use super::super::in_words_of_the_format;
use super::Asked;
use super::parse::ConditionReader;

/// The first words of all acts.
const VERBS: [&str; 10] = [
    "moves", "captures", "starts", "arrives", "leaves", "crosses", "drops", "castles", "passes",
    "promotes",
];

const STEP: u8 = 1;
const CASTLING: u8 = 2;
const DROP: u8 = 4;
const PASS: u8 = 8;

/// The kinds of move that can do an act: by the rules of a piece, by castling, a drop, a pass.
fn kinds_of_moves(act: &ActKind) -> u8 {
    match act {
        ActKind::Captures { .. } | ActKind::CapturesMost | ActKind::Promotes(_) => STEP,
        ActKind::Moves(_)
        | ActKind::StartsOn(_)
        | ActKind::Arrives(_)
        | ActKind::Leaves(_)
        | ActKind::Crosses(_) => STEP | CASTLING,
        ActKind::Castles(_) => CASTLING,
        ActKind::Drops(_) => DROP,
        ActKind::Passes => PASS,
        ActKind::SetsOff(_) | ActKind::GivesCheck(_) | ActKind::GivesCheckmate(_) => {
            STEP | CASTLING | DROP | PASS
        }
    }
}

/// Whether no move does both acts.
pub fn excludes(one: &ActKind, other: &ActKind) -> bool {
    let same_cells = match (one, other) {
        // Both come from elsewhere, or go elsewhere.
        (ActKind::Arrives(one), ActKind::Leaves(other))
        | (ActKind::Leaves(one), ActKind::Arrives(other)) => one == other,
        _ => false,
    };
    same_cells || kinds_of_moves(one) & kinds_of_moves(other) == 0
}

impl ConditionReader<'_> {
    /// Reads an act with the pieces that do it; `None` if the words begin none.
    pub(super) fn act(&self, words: &mut WordCursor<'_>) -> Result<Option<Act>, Diagnostics> {
        let Some(kind) = self.act_kind(words)? else { return Ok(None) };
        let by = match words.take(&["by"]) {
            true if kinds_of_moves(&kind) & STEP == 0 => {
                return Err(words.error("no piece does this", "leave out `by`").into());
            }
            true => Some(self.pieces(words, "captures by pawn")?),
            false => None,
        };
        Ok(Some(Act { kind, by }))
    }

    fn act_kind(&self, words: &mut WordCursor<'_>) -> Result<Option<ActKind>, Diagnostics> {
        let is_state =
            words.peek().is_some_and(|word| self.names.states.iter().any(|it| it == word));
        if !is_state && let Some(effect) = self.effects.iter().position(|name| words.take(&[name]))
        {
            return Ok(Some(ActKind::SetsOff(effect)));
        }
        if words.take(&["starts", "on"]) {
            return Ok(Some(ActKind::StartsOn(self.cells(words, "starts on rank 1")?)));
        }
        if words.take(&["arrives"]) {
            let help = match words.peek() {
                Some("in" | "at" | "to" | "into") => "write `arrives on`, and behind it the cells",
                _ => "it is `arrives on CELLS`, as in `arrives on rank 8`",
            };
            words.required(&["on"], "expected `on` and cells", help)?;
            return Ok(Some(ActKind::Arrives(self.cells(words, "arrives on rank 8")?)));
        }
        let is_check = words.take(&["gives", "check"]);
        if is_check || words.take(&["gives", "checkmate"]) {
            let by = words.take(&["by"]).then(|| self.pieces(words, "gives check by knight"));
            let gives = if is_check { ActKind::GivesCheck } else { ActKind::GivesCheckmate };
            return Ok(Some(gives(by.transpose()?)));
        }
        let Some(verb) = VERBS.into_iter().find(|verb| words.take(&[verb])) else {
            return Ok(None);
        };
        Ok(Some(match verb {
            "moves" if words.take(&["as"]) => {
                let text = words.until(&[&["by"]], "moves as R")?;
                ActKind::Moves(Some(self.names.landings_of_each_side(&text)?))
            }
            "moves" => ActKind::Moves(None),
            "captures" => self.captures(words)?,
            "leaves" => ActKind::Leaves(self.cells(words, "leaves rank 1")?),
            "crosses" => {
                let text = words.until(&[&["by"]], "crosses river")?;
                ActKind::Crosses(self.names.borders_of_each_side(&text)?)
            }
            "drops" if words.peek().is_none() => ActKind::Drops(None),
            "drops" => ActKind::Drops(Some(self.pieces(words, "drops pawn")?)),
            "castles" => ActKind::Castles(self.castling_named(words)?),
            "passes" => ActKind::Passes,
            "promotes" if words.take(&["to"]) => {
                ActKind::Promotes(Some(self.pieces(words, "promotes to queen")?))
            }
            _ => ActKind::Promotes(None),
        }))
    }

    fn captures(&self, words: &mut WordCursor<'_>) -> Result<ActKind, Diagnostics> {
        if words.take(&["most"]) {
            return Ok(ActKind::CapturesMost);
        }
        let pieces = match words.peek() {
            None | Some("on" | "by") => None,
            Some(_) => {
                let text = words.until(&[&["on"], &["by"]], "captures pawn on rank 4")?;
                Some(self.names.pieces_of_each_side(&text)?)
            }
        };
        let on = words.take(&["on"]).then(|| self.cells(words, "captures on rank 4"));
        Ok(ActKind::Captures { pieces, on: on.transpose()? })
    }

    /// Parses the words up to `by` as cells.
    fn cells(&self, words: &mut WordCursor<'_>, example: &str) -> Result<SaidCells, Diagnostics> {
        self.names.cells_of_each_side(&words.until(&[&["by"]], example)?).map_err(Diagnostics::from)
    }

    /// Parses the words up to `by` as pieces.
    fn pieces(&self, words: &mut WordCursor<'_>, example: &str) -> Result<SaidPieces, Diagnostic> {
        let text = words.until(&[&["by"]], example)?;
        let stray = text.words().into_iter().find(|word| word.value == "on");
        match stray.filter(|_| !text.value.contains('(')) {
            Some(on) => Err(on.error(Code::Condition, "no cells can stand here").help(
                "cells are an act of their own, as in `captures by pawn and starts on rank 4`; where a piece \
                 may be dropped is said by `to` in `[drops.NAME]`",
            )),
            None => self.names.pieces_of_each_side(&text),
        }
    }

    /// The act with its pieces behind it, as conditions have them, if they stand before it: `pawn captures`.
    fn act_first(&self, text: &SourceText, asked: Asked) -> Option<String> {
        let words = text.words();
        let is_verb = |word: &SourceText| word.value == "gives" || VERBS.contains(&word.as_str());
        let at = words.iter().skip(1).position(is_verb)? + 1;
        let join = |words: &[SourceText]| {
            let words: Vec<&str> = words.iter().map(SourceText::as_str).collect();
            words.join(" ")
        };
        let meant = format!("{} by {}", join(&words[at..]), join(&words[..at]));
        self.is_read(&meant, asked).then_some(meant)
    }

    fn is_read(&self, text: &str, asked: Asked) -> bool {
        let file = SourceFile::new("", text);
        let whole = Location::new(&file, Span::new(0, text.len()));
        self.read(&SourceText::new(text, whole), asked).is_ok()
    }

    /// The error about words that are neither an act nor a fact, if they are not a fact about pieces
    /// that is misspelt.
    pub(super) fn unknown(&self, text: &SourceText, asked: Asked) -> Option<Diagnostic> {
        // The engine of boards reads definitions that were checked when their page was built.
        if !cfg!(feature = "book") {
            return None;
        }
        let words = text.words();
        let first = words.first().map_or("", SourceText::as_str);
        let names = self.names.states.iter().chain(self.effects).map(String::as_str);
        let names = names.chain(["unmoved"]);
        let verbs = VERBS.into_iter().chain(["gives check", "gives checkmate"]);
        // `washes` for the effect `wash`.
        let begun = self.effects.iter().map(String::as_str).find(|name| first.starts_with(*name));
        let near = match asked.knows_acts() {
            true if begun.is_some() => begun,
            // `capturing` for `captures`
            true => closest(first, names.chain(VERBS)).or_else(|| {
                let stem = first.strip_suffix("ing").filter(|stem| stem.len() > 2)?;
                VERBS.into_iter().find(|verb| verb.starts_with(stem))
            }),
            false if words.len() == 1 => closest(first, names),
            false => None,
        };
        let error = text.error(Code::Condition, format!("no act or fact `{}`", text.value));
        let everyday = in_words_of_the_format(&text.value).filter(|it| self.is_read(it, asked));
        if let Some(meant) = everyday.or_else(|| self.act_first(text, asked)) {
            return Some(error.help(format!("write `{meant}`")));
        }
        match near {
            Some(near) if near != first && VERBS.contains(&near) => {
                let message = format!("no act or fact `{}`", text.value);
                let place = words.first().unwrap_or(text);
                Some(place.error(Code::Condition, message).help(format!("did you mean `{near}`?")))
            }
            Some(near) if near != first => Some(error.help(format!("did you mean `{near}`?"))),
            _ if asked.knows_acts() => {
                Some(error.help(format!("there are the acts {}, and facts", quoted_list(verbs))))
            }
            _ => None,
        }
    }
}
