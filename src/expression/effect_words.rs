//! Reads the places and the changes of effects: `around K`, `becomes queen`.

use crate::game::{BySide, EffectChange, EffectPlace, PieceTypeId, RebirthCells, SideId};
use crate::source::{Code, Diagnostic, Diagnostics, SourceText, WordCursor, closest, quoted_list};

use super::{CellExpr, NameResolver, PieceExpr, RelativeSide, parse_notation};

/// A place of an effect, as written.
#[derive(Debug, Clone)]
pub enum EffectPlaceExpr {
    /// `landing`
    Landing,
    /// `start`
    Start,
    /// `partner`
    Partner,
    /// `partner start`
    PartnerStart,
    /// `passed`
    Passed,
    /// `captured`
    Captured,
    /// `beyond`
    Beyond,
    /// `behind`
    Behind,
    /// `around NOTATION`
    Around(String),
    /// `between NOTATION PIECES`
    Between(String, PieceExpr),
    /// `corners with PIECES`
    CornersWith(PieceExpr),
}

/// A change of an effect, as written.
#[derive(Debug, Clone)]
pub enum EffectChangeExpr {
    /// `captured`
    Captured,
    /// `removed`
    Removed,
    /// `becomes PIECE`
    Becomes(PieceTypeId),
    /// `becomes captured type`
    BecomesCapturedType,
    /// `becomes unpromoted`
    BecomesUnpromoted,
    /// `joins SIDE`
    Joins(RelativeSide),
    /// `set STATE`
    SetState(u8),
    /// `clear STATE`
    ClearState(u8),
    /// `placed PIECE of SIDE`
    Placed(PieceTypeId, RelativeSide),
    /// `moved to CELLS`
    MovedTo(CellExpr),
    /// `moved to start`
    MovedToStart,
    /// `moved one cell forward`
    MovedForward,
    /// `moved one cell onward`
    MovedOnward,
    /// `reborn`, `reborn on same file`, `reborn on same colour`
    Reborn(RebirthCells),
}

const PLAIN_PLACES: [(&str, EffectPlaceExpr, EffectPlace); 7] = [
    ("landing", EffectPlaceExpr::Landing, EffectPlace::Landing),
    ("start", EffectPlaceExpr::Start, EffectPlace::Start),
    ("partner", EffectPlaceExpr::Partner, EffectPlace::Partner),
    ("passed", EffectPlaceExpr::Passed, EffectPlace::Passed),
    ("captured", EffectPlaceExpr::Captured, EffectPlace::Captured),
    ("beyond", EffectPlaceExpr::Beyond, EffectPlace::Beyond),
    ("behind", EffectPlaceExpr::Behind, EffectPlace::Behind),
];

const PLACES: [&str; 11] = [
    "landing",
    "start",
    "partner",
    "partner start",
    "passed",
    "captured",
    "beyond",
    "behind",
    "around",
    "between",
    "corners with",
];

const CHANGES: [&str; 13] = [
    "captured",
    "removed",
    "becomes queen",
    "becomes unpromoted",
    "joins enemy",
    "set tired",
    "clear tired",
    "placed stone of mover",
    "moved to start",
    "moved to e4",
    "moved one cell forward",
    "moved one cell onward",
    "reborn",
];

/// Reads the places and the changes of effects with all names resolved.
#[derive(Clone, Copy)]
pub struct EffectWordReader<'n> {
    pub names: &'n NameResolver,
}

impl EffectWordReader<'_> {
    /// Parses places with commas between.
    pub fn places(
        &self,
        text: &SourceText,
    ) -> Result<(Vec<EffectPlaceExpr>, Vec<EffectPlace>), Diagnostics> {
        self.list(text, "place", &PLACES, |words| self.place(words))
    }

    /// Whether a text begins with the first word of a place.
    pub fn begins_place(&self, text: &SourceText) -> bool {
        let words = text.words();
        let first = words.first().map(SourceText::as_str).unwrap_or_default();
        PLACES.iter().any(|place| place.split(' ').next() == Some(first))
    }

    /// Parses changes with commas between.
    pub fn changes(
        &self,
        text: &SourceText,
    ) -> Result<(Vec<EffectChangeExpr>, Vec<EffectChange>), Diagnostics> {
        self.list(text, "change", &CHANGES, |words| self.change(words))
    }

    /// Parses items with commas between. `read` returns `None` for a word that begins none.
    fn list<A, B>(
        &self,
        text: &SourceText,
        thing: &str,
        known: &[&'static str],
        read: impl Fn(&mut WordCursor<'_>) -> Result<Option<(A, B)>, Diagnostics>,
    ) -> Result<(Vec<A>, Vec<B>), Diagnostics> {
        let mut all = (Vec::new(), Vec::new());
        let there_are = |forms: &[&str]| format!("there are {}", quoted_list(forms.to_vec()));
        let beginning = |start: &str| -> Vec<&str> {
            known.iter().copied().filter(|form| form.split(' ').next() == Some(start)).collect()
        };
        for part in text.split(&[',']) {
            let mut words = WordCursor::new(&part, Code::Effect);
            let Some((expr, meant)) = read(&mut words)? else {
                let first = part.words().first().map_or(String::new(), |word| word.value.clone());
                let help = match closest(&first, known.iter().copied()) {
                    _ if !beginning(&first).is_empty() => there_are(&beginning(&first)),
                    Some(near) => format!("did you mean `{near}`?"),
                    None => there_are(known),
                };
                let message = format!("no {thing} `{}`", part.value);
                return Err(part.error(Code::Effect, message).help(help).into());
            };
            words.finish()?;
            all.0.push(expr);
            all.1.push(meant);
        }
        if all.0.is_empty() {
            let error = text.error(Code::Effect, format!("no {thing} is named"));
            return Err(error.help(there_are(known)).into());
        }
        Ok(all)
    }

    fn place(
        &self,
        words: &mut WordCursor<'_>,
    ) -> Result<Option<(EffectPlaceExpr, EffectPlace)>, Diagnostics> {
        if words.take(&["partner", "start"]) {
            return Ok(Some((EffectPlaceExpr::PartnerStart, EffectPlace::PartnerStart)));
        }
        let plain = PLAIN_PLACES.into_iter().find(|(word, ..)| words.take(&[*word]));
        if let Some((_, expr, place)) = plain {
            return Ok(Some((expr, place)));
        }
        if words.take(&["around"]) {
            let text = words.until(&[], "around K")?;
            let cells = self.names.landings_of_each_side(&text)?;
            let place = EffectPlace::Around(cells.by_side);
            return Ok(Some((EffectPlaceExpr::Around(cells.text), place)));
        }
        if words.take(&["between"]) {
            return self.between(words).map(Some);
        }
        if words.take(&["corners", "with"]) {
            let text = words.until(&[], "corners with king")?;
            let (expr, pieces) = self.names.own_pieces_of_each_side(&text)?;
            let place = EffectPlace::CornersWith(pieces);
            return Ok(Some((EffectPlaceExpr::CornersWith(expr), place)));
        }
        Ok(None)
    }

    /// Parses `NOTATION PIECES` after `between`.
    fn between(
        &self,
        words: &mut WordCursor<'_>,
    ) -> Result<(EffectPlaceExpr, EffectPlace), Diagnostics> {
        const EXAMPLE: &str = "between Q own";
        let notation = words.required_word("between which pieces, on which lines?", EXAMPLE)?;
        let lines = self.names.lines_of_each_side(Some(&notation))?;
        let betza = parse_notation(&notation)?;
        let ranges = betza.terms.iter().flat_map(|term| &term.legs).map(|leg| leg.range);
        let most = if ranges.clone().any(|range| range == 0) { None } else { ranges.max() };
        let text = words.until(&[], EXAMPLE)?;
        let (expr, closing) = self.names.pieces_of_each_side(&text)?;
        let place = EffectPlace::Between { lines: lines.by_side, most, closing };
        Ok((EffectPlaceExpr::Between(notation.value, expr), place))
    }

    fn change(
        &self,
        words: &mut WordCursor<'_>,
    ) -> Result<Option<(EffectChangeExpr, EffectChange)>, Diagnostics> {
        use EffectChangeExpr as Expr;
        let plain: [(&[&str], Expr, EffectChange); 7] = [
            (&["captured"], Expr::Captured, EffectChange::Captured),
            (&["removed"], Expr::Removed, EffectChange::Removed),
            (
                &["becomes", "captured", "type"],
                Expr::BecomesCapturedType,
                EffectChange::BecomesCapturedType,
            ),
            (&["becomes", "unpromoted"], Expr::BecomesUnpromoted, EffectChange::BecomesUnpromoted),
            (&["moved", "to", "start"], Expr::MovedToStart, EffectChange::MovedToStart),
            (&["moved", "one", "cell", "forward"], Expr::MovedForward, EffectChange::MovedForward),
            (&["moved", "one", "cell", "onward"], Expr::MovedOnward, EffectChange::MovedOnward),
        ];
        let plain = plain.into_iter().find(|(text, ..)| words.take(text));
        if let Some((_, expr, change)) = plain {
            return Ok(Some((expr, change)));
        }
        if words.take(&["becomes"]) {
            let kind = self.piece_type(words, "becomes queen")?;
            return Ok(Some((Expr::Becomes(kind), EffectChange::Becomes(kind))));
        }
        if words.take(&["joins"]) {
            let (side, sides) = self.side(words, "joins enemy")?;
            return Ok(Some((Expr::Joins(side), EffectChange::Joins(sides))));
        }
        if words.take(&["reborn"]) {
            let cells = match () {
                () if words.take(&["on", "same", "file"]) => RebirthCells::SameFile,
                () if words.take(&["on", "same", "colour"]) => RebirthCells::SameColour,
                () if words.take(&["on"]) => {
                    let message = "expected `same file` or `same colour`";
                    return Err(words.error(message, "for instance `reborn on same file`").into());
                }
                () => RebirthCells::Any,
            };
            return Ok(Some((Expr::Reborn(cells), EffectChange::Reborn(cells))));
        }
        for (word, sets) in [("set", true), ("clear", false)] {
            if words.take(&[word]) {
                let state = self.names.state(&words.until(&[], "set tired")?)?;
                return Ok(Some(match sets {
                    true => (Expr::SetState(state), EffectChange::SetState(state)),
                    false => (Expr::ClearState(state), EffectChange::ClearState(state)),
                }));
            }
        }
        if words.take(&["placed"]) {
            let kind = self.piece_type(words, "placed stone of mover")?;
            if !words.take(&["of"]) {
                return Err(words
                    .error("expected `of` and a side", "placed stone of mover")
                    .into());
            }
            let (side, sides) = self.side(words, "placed stone of mover")?;
            return Ok(Some((Expr::Placed(kind, side), EffectChange::Placed(kind, sides))));
        }
        if words.take(&["moved", "to"]) {
            let cells = self.names.cells_of_each_side(&words.until(&[], "moved to e4")?)?;
            return Ok(Some((Expr::MovedTo(cells.expr), EffectChange::MovedTo(cells.cells))));
        }
        Ok(None)
    }

    /// Parses a piece type.
    pub fn piece_type(
        &self,
        words: &mut WordCursor<'_>,
        example: &str,
    ) -> Result<PieceTypeId, Diagnostic> {
        let word = words.required_word("a piece is missing here", example)?;
        let known = self.names.pieces.piece_types.iter().map(String::as_str);
        let found = self.names.pieces.find(&word.value);
        found.ok_or_else(|| word.unknown_name(Code::PieceUnknown, "piece", known))
    }

    /// Parses a side, and returns which one it is for each side that moves.
    pub fn side(
        &self,
        words: &mut WordCursor<'_>,
        example: &str,
    ) -> Result<(RelativeSide, BySide<SideId>), Diagnostic> {
        let word = words.required_word("a side is missing here", example)?;
        let sides = &self.names.pieces.sides;
        let side = match word.as_str() {
            "mover" => RelativeSide::Own,
            _ => sides.parse(&word)?,
        };
        // A side without turns never moves, so it stays as it is.
        let seen = |viewer: usize| sides.resolve(side, viewer).unwrap_or(viewer);
        let all = (0..sides.ids.len()).map(|viewer| SideId(seen(viewer) as u8));
        Ok((side, all.collect()))
    }
}
