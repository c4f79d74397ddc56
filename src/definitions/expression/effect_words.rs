//! Reads the places and the changes of effects: `around K`, `becomes queen`.

use crate::game::{
    Destination, EffectChange, EffectPlace, PieceTypeId, RebirthCells, RelativeSide, Said,
    SaidOwner, SideId,
};
use crate::source::{Code, Diagnostic, Diagnostics, SourceText, WordCursor, closest, quoted_list};

use super::{NameResolver, in_words_of_the_format, parse_notation};

const PLAIN_PLACES: [(&str, EffectPlace); 7] = [
    ("landing", EffectPlace::Landing),
    ("start", EffectPlace::Start),
    ("partner", EffectPlace::Partner),
    ("passed", EffectPlace::Passed),
    ("captured", EffectPlace::Captured),
    ("beyond", EffectPlace::Beyond),
    ("behind", EffectPlace::Behind),
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

const CHANGES: [&str; 14] = [
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
    "moved to same cell of next board",
    "reborn",
];

impl NameResolver {
    /// Parses places with commas between.
    pub fn effect_places(&self, text: &SourceText) -> Result<Vec<EffectPlace>, Diagnostics> {
        read_list(text, "place", &PLACES, |words| self.effect_place(words))
    }

    /// Whether a text begins with the first word of a place.
    pub fn begins_place(&self, text: &SourceText) -> bool {
        let words = text.words();
        let first = words.first().map(SourceText::as_str).unwrap_or_default();
        PLACES.iter().any(|place| place.split(' ').next() == Some(first))
    }

    /// Parses changes with commas between.
    pub fn effect_changes(&self, text: &SourceText) -> Result<Vec<EffectChange>, Diagnostics> {
        read_list(text, "change", &CHANGES, |words| self.effect_change(words))
    }

    fn effect_place(&self, words: &mut WordCursor<'_>) -> Result<Option<EffectPlace>, Diagnostics> {
        if words.take(&["partner", "start"]) {
            return Ok(Some(EffectPlace::PartnerStart));
        }
        let plain = PLAIN_PLACES.into_iter().find(|(word, _)| words.take(&[*word]));
        if let Some((_, place)) = plain {
            return Ok(Some(place));
        }
        if words.take(&["around"]) {
            let text = words.until(&[], "around K")?;
            return Ok(Some(EffectPlace::Around(self.landings_of_each_side(&text)?)));
        }
        if words.take(&["between"]) {
            return self.between(words).map(Some);
        }
        if words.take(&["corners", "with"]) {
            let text = words.until(&[], "corners with king")?;
            return Ok(Some(EffectPlace::CornersWith(self.own_pieces_of_each_side(&text)?)));
        }
        Ok(None)
    }

    /// Parses `NOTATION PIECES` after `between`.
    fn between(&self, words: &mut WordCursor<'_>) -> Result<EffectPlace, Diagnostics> {
        const EXAMPLE: &str = "between Q own";
        let notation = words.required_word("between which pieces, on which lines?", EXAMPLE)?;
        let lines = self.lines_of_each_side(Some(&notation))?;
        let betza = parse_notation(&notation)?;
        let ranges = betza.terms.iter().flat_map(|term| &term.legs).map(|leg| leg.range);
        let most = if ranges.clone().any(|range| range == 0) { None } else { ranges.max() };
        let text = words.until(&[], EXAMPLE)?;
        let closing = self.pieces_of_each_side(&text)?;
        Ok(EffectPlace::Between { lines, most, closing })
    }

    fn effect_change(
        &self,
        words: &mut WordCursor<'_>,
    ) -> Result<Option<EffectChange>, Diagnostics> {
        use EffectChange::Moved;
        let plain: [(&[&str], EffectChange); 8] = [
            (&["captured"], EffectChange::Captured),
            (&["removed"], EffectChange::Removed),
            (&["becomes", "captured", "type"], EffectChange::BecomesCapturedType),
            (&["becomes", "unpromoted"], EffectChange::BecomesUnpromoted),
            (&["moved", "to", "start"], Moved(Destination::Start)),
            (&["moved", "one", "cell", "forward"], Moved(Destination::Forward)),
            (&["moved", "one", "cell", "onward"], Moved(Destination::Onward)),
            (
                &["moved", "to", "same", "cell", "of", "next", "board"],
                Moved(Destination::NextBoard),
            ),
        ];
        let plain = plain.into_iter().find(|(text, _)| words.take(text));
        if let Some((_, change)) = plain {
            return Ok(Some(change));
        }
        if words.take(&["becomes"]) {
            let kind = self.piece_type(words, "becomes queen")?;
            return Ok(Some(EffectChange::Becomes(kind)));
        }
        if words.take(&["joins"]) {
            return Ok(Some(EffectChange::Joins(self.side(words, "joins enemy")?)));
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
            return Ok(Some(EffectChange::Reborn(cells)));
        }
        let sets = words.take(&["set"]);
        if sets || words.take(&["clear"]) {
            let state = self.state(&words.until(&[], "set tired")?)?;
            let change = if sets { EffectChange::SetState } else { EffectChange::ClearState };
            return Ok(Some(change(state)));
        }
        if words.take(&["placed"]) {
            let kind = self.piece_type(words, "placed stone of mover")?;
            words.required(&["of"], "expected `of` and a side", "placed stone of mover")?;
            let side = self.side(words, "placed stone of mover")?;
            return Ok(Some(EffectChange::Placed(kind, side)));
        }
        if words.take(&["moved", "to", "same"]) || words.take(&["moved", "to", "the", "same"]) {
            let help = "write `moved to same cell of next board`";
            return Err(words.error("expected `cell of next board`", help).into());
        }
        if words.take(&["moved", "to"]) {
            let cells = words.until(&[], "moved to e4")?;
            return Ok(Some(Moved(Destination::Cells(self.cells_of_each_side(&cells)?))));
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
        let known = self.pieces.piece_types.iter().map(String::as_str);
        let found = self.pieces.find(&word.value);
        found.ok_or_else(|| word.unknown_name(Code::PieceUnknown, "piece", known))
    }

    /// Parses a side, and returns which one it is for each side that moves.
    pub fn side(&self, words: &mut WordCursor<'_>, example: &str) -> Result<SaidOwner, Diagnostic> {
        let word = words.required_word("a side is missing here", example)?;
        let sides = &self.pieces.sides;
        let side = match word.as_str() {
            "mover" => RelativeSide::Own,
            _ => sides.parse(&word)?,
        };
        // A side without turns never moves, so it stays as it is.
        let seen = |viewer: usize| sides.resolve(side, viewer).unwrap_or(viewer);
        let all = (0..sides.ids.len()).map(|viewer| SideId(seen(viewer) as u8));
        Ok(Said { by_side: all.collect(), expr: side })
    }
}

/// Parses items with commas between. `read` returns `None` for a word that begins none.
fn read_list<T>(
    text: &SourceText,
    thing: &str,
    known: &[&'static str],
    read: impl Fn(&mut WordCursor<'_>) -> Result<Option<T>, Diagnostics>,
) -> Result<Vec<T>, Diagnostics> {
    let mut all = Vec::new();
    let there_are = |forms: &[&str]| format!("there are {}", quoted_list(forms.to_vec()));
    let beginning = |start: &str| -> Vec<&str> {
        known.iter().copied().filter(|form| form.split(' ').next() == Some(start)).collect()
    };
    for part in text.split(&[',']) {
        let mut words = WordCursor::new(&part, Code::Effect);
        let Some(meant) = read(&mut words)? else {
            let first = part.words().first().map_or(String::new(), |word| word.value.clone());
            let everyday = in_words_of_the_format(&part.value);
            let is_meant = |it: &String| {
                known.iter().any(|form| it.split(' ').next() == form.split(' ').next())
            };
            let help = match (everyday.filter(is_meant), closest(&first, known.iter().copied())) {
                (Some(meant), _) => format!("write `{meant}`"),
                _ if !beginning(&first).is_empty() => there_are(&beginning(&first)),
                (_, Some(near)) => format!("did you mean `{near}`?"),
                (_, None) => there_are(known),
            };
            let message = format!("no {thing} `{}`", part.value);
            return Err(part.error(Code::Effect, message).help(help).into());
        };
        words.finish()?;
        all.push(meant);
    }
    if all.is_empty() {
        let error = text.error(Code::Effect, format!("no {thing} is named"));
        return Err(error.help(there_are(known)).into());
    }
    Ok(all)
}
