//! Drawings of pieces, put together from parts by a small language.
//!
//! A drawing of the author's own is `path:` and its paths.
//!
//! ```text
//! glyph   = word (["+"] word)* [":" letters]
//! word    = a part (horse, mitre, tower) | a piece (knight, bishop, chancellor)
//!         | "turned" | "turned-left" | "turned-right" | "promoted" | "small"
//!
//! rook + knight        disc: K
//!    /^\                .---.
//!   /_  |              ( K  )        a head on a body, a hat on a head, something behind;
//!  |_|~|_|              '---'        or letters or a figure on a disc, a tile, a token
//!  /_____\
//! ```

mod parts;
mod drawing;
mod compose;
mod tablet;
mod dress;

use fairybook_core::source::{Code, Diagnostic, Span, did_you_mean, sort, sort_by_key};

use parts::{PartRole, PartTable, part_table};
use tablet::{Tablet, TabletShape};

pub use dress::PieceDress;
pub(super) use tablet::tablet_style;

/// The drawing of a piece.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Glyph {
    /// Parts by name, those of the table only.
    parts: Vec<&'static str>,
    /// Quarter turns clockwise.
    turns: u8,
    promoted: bool,
    /// Two thirds as large, standing where others stand.
    small: bool,
    letters: Option<String>,
    /// In place of all that.
    tablet: Option<Tablet>,
    /// The paths of a drawing of the author's own, in place of all that.
    drawing: Option<String>,
}

/// A glyph has at most so many parts.
const PARTS: usize = 6;
/// And at most so many letters.
const LETTERS: usize = 4;

impl Glyph {
    /// A disc with the piece's letter, for pieces without a drawing.
    pub fn lettered_disc() -> Glyph {
        Glyph { parts: vec!["token"], ..Glyph::default() }
    }

    /// Parses a glyph. The span of an error is relative to `text`.
    ///
    /// ```
    /// use fairybook_diagram::Glyph;
    /// assert_eq!(Glyph::parse("cardinal"), Glyph::parse("bishop + knight"));
    /// assert!(Glyph::parse("rook + horm").is_err());
    /// ```
    pub fn parse(text: &str) -> Result<Glyph, Diagnostic> {
        if let Some(tablet) = Tablet::parse(text) {
            return tablet.map(|tablet| Glyph { tablet: Some(tablet), ..Glyph::default() });
        }
        if let Some(drawing) = drawing::parse(text) {
            return drawing.map(|paths| Glyph { drawing: Some(paths), ..Glyph::default() });
        }
        let begin = text.trim_start().get(..5).unwrap_or_default();
        if begin.eq_ignore_ascii_case("file:") || text.trim_end().ends_with(".svg") {
            let message = format!("the drawing `{}` cannot be read here", text.trim());
            let error = Diagnostic::error(Code::PieceGlyph, message);
            let error = error.at_span(Span::new(0, text.len()));
            return Err(error.help(
                "put the file beside the definition of a book, and write `glyph = \"file: otter.svg\"`",
            ));
        }
        let (figure, letters) = text.split_once(':').unwrap_or((text, ""));
        let (mut glyph, mut start) = (Glyph::default(), 0);
        for word in figure.split(['+', ' ', '\t']) {
            if !word.is_empty() {
                glyph.add(word, Span::new(start, start + word.len()))?;
            }
            start += word.len() + 1;
        }
        glyph.write(letters.trim(), text.len() - letters.trim_start().len())?;
        glyph.checked(Span::new(0, text.len()))
    }

    /// All words that a glyph can be made of, sorted.
    pub fn words() -> Vec<&'static str> {
        let PartTable { parts, names } = part_table();
        let words = parts.keys().chain(names.keys()).copied().chain(TabletShape::words());
        let mut words: Vec<&'static str> = words.chain(MODIFIERS).collect();
        sort(&mut words);
        words
    }

    /// A name that tells it from all other glyphs, for use in an id.
    pub(super) fn key(&self, letter: &str) -> String {
        let mut key = match (&self.tablet, &self.drawing) {
            (Some(tablet), _) => tablet.key(),
            (None, Some(paths)) => drawing::key(paths),
            (None, None) => self.parts.join("-"),
        };
        if self.turns > 0 {
            key += &format!("-t{}", self.turns);
        }
        key += if self.promoted { "-promoted" } else { "" };
        key += if self.small { "-small" } else { "" };
        if let Some(letters) = self.shown_letters(letter) {
            let in_id = |character: char| match character.is_ascii_alphanumeric() {
                true => character.to_string(),
                false => format!("_{:x}", u32::from(character)),
            };
            key += &format!("-{}", letters.chars().map(in_id).collect::<String>());
        }
        key
    }

    /// Whether the piece's letter is part of the drawing.
    pub fn is_lettered(&self) -> bool {
        match &self.tablet {
            Some(tablet) => tablet.is_lettered(),
            None => self.letters.is_none() && self.shown_letters("x").is_some(),
        }
    }

    /// Whether the glyph is a tile, which points in the direction that its side faces.
    pub(super) fn is_directional(&self) -> bool {
        self.parts.contains(&"tile") || self.tablet.as_ref().is_some_and(Tablet::is_directional)
    }

    /// The letters in the drawing: its own, or the piece's where a base holds nothing else.
    fn shown_letters<'a>(&'a self, letter: &'a str) -> Option<&'a str> {
        if let Some(tablet) = &self.tablet {
            return Some(tablet.text(letter));
        }
        let is_bare_base = self.parts.len() == 1 && is_base(self.parts[0]);
        self.letters.as_deref().or(is_bare_base.then_some(letter))
    }

    fn add(&mut self, word: &str, span: Span) -> Result<(), Diagnostic> {
        let folded = word.to_lowercase();
        match folded.as_str() {
            "turned" => self.turns = (self.turns + 2) % 4,
            "turned-right" => self.turns = (self.turns + 1) % 4,
            "turned-left" => self.turns = (self.turns + 3) % 4,
            "promoted" => self.promoted = true,
            "small" => self.small = true,
            folded => match (part_table().parts.get(folded), part_table().names.get(folded)) {
                (Some(part), _) => self.parts.push(part.name),
                (_, Some(parts)) => {
                    parts.split(" + ").try_for_each(|part| self.add(part, span))?;
                }
                (None, None) => return Err(unknown(word, span)),
            },
        }
        Ok(())
    }

    fn write(&mut self, letters: &str, start: usize) -> Result<(), Diagnostic> {
        if letters.chars().count() > LETTERS {
            let message = format!("`{letters}` is too long for a piece");
            return Err(Diagnostic::error(Code::PieceGlyph, message)
                .at_span(Span::new(start, start + letters.len()))
                .help(format!("a glyph has room for {LETTERS} letters")));
        }
        self.letters = (!letters.is_empty()).then(|| letters.to_owned());
        Ok(())
    }

    /// Checks that the parts go together, and puts them in the order of drawing.
    fn checked(mut self, span: Span) -> Result<Glyph, Diagnostic> {
        let fault = |message: &str, help: &str| {
            Err(Diagnostic::error(Code::PieceGlyph, message).at_span(span).help(help))
        };
        if self.parts.len() > PARTS {
            return fault("a glyph of too many parts", "six parts are enough to recognise a piece");
        }
        let heads = self.count(|role| matches!(role, PartRole::Head { .. }));
        let wholes = self.count(|role| matches!(role, PartRole::Whole));
        let bases = self.count(|role| matches!(role, PartRole::Base { .. }));
        if heads + wholes + bases == 0 {
            let help = "name a piece or a head first, for instance `knight`; or `token`";
            return fault("a glyph without a figure", help);
        }
        if bases > 1 || wholes > 1 || (wholes == 1 && self.parts.len() > 1 + bases) {
            let help = "a figure that fills its cell stands alone, or on one disc, tile or token";
            return fault("these parts do not go together", help);
        }
        self.arrange_parts();
        if self.count(|role| matches!(role, PartRole::Head { .. })) > 2
            || self.count(|role| matches!(role, PartRole::Hat)) > 1
            || self.count(|role| matches!(role, PartRole::Body)) > 1
        {
            let help = "a figure has one body, one hat, and at most two heads";
            return fault("these parts do not go together", help);
        }
        Ok(self)
    }

    fn count(&self, is: fn(PartRole) -> bool) -> usize {
        self.parts.iter().filter(|&part| is(part_table().parts[part].role)).count()
    }

    /// One head is the figure's; others that have a lesser form take it. Heads that have none come
    /// first, so that the order does not matter: bishop and knight, knight and bishop.
    fn arrange_parts(&mut self) {
        self.sort_parts();
        let mut main = false;
        for part in &mut self.parts {
            if let PartRole::Head { beside, .. } = part_table().parts[part].role {
                match beside {
                    Some(lesser) if main => *part = lesser,
                    _ => main = true,
                }
            }
        }
        self.sort_parts();
    }

    fn sort_parts(&mut self) {
        sort_by_key(&mut self.parts, |part| (layer(part_table().parts[part].role), *part));
        self.parts.dedup();
    }
}

const MODIFIERS: [&str; 5] = ["turned", "turned-left", "turned-right", "promoted", "small"];

/// The order in which parts are drawn, and in which heads claim to be the figure's own.
fn layer(role: PartRole) -> u8 {
    match role {
        PartRole::Base { .. } => 0,
        PartRole::Back => 1,
        PartRole::Behind => 2,
        PartRole::Whole => 3,
        PartRole::Head { beside: None, .. } => 4,
        PartRole::Head { beside: Some(lesser), .. } => match part_table().parts[lesser].role {
            PartRole::Body => 6,
            _ => 5,
        },
        PartRole::Hat => 7,
        PartRole::Body => 8,
        PartRole::Foot => 9,
    }
}

fn is_base(part: &str) -> bool {
    matches!(part_table().parts[part].role, PartRole::Base { .. })
}

fn unknown(word: &str, span: Span) -> Diagnostic {
    let fault =
        Diagnostic::error(Code::PieceGlyph, format!("no glyph part `{word}`")).at_span(span);
    let is_joint = matches!(word, "and" | "with" | "on" | "&");
    let help = match is_joint {
        true => Some("parts are joined by `+`: `rook + knight`".to_owned()),
        false => did_you_mean(word, Glyph::words()),
    };
    fault.help(help.unwrap_or_else(|| "for instance `knight`, `rook + knight`, `disc: K`".into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> String {
        Glyph::parse(text).map_or_else(|fault| fault.message, |glyph| glyph.parts.join(" "))
    }

    #[test]
    fn pieces_are_put_together_in_any_order() {
        assert_eq!(parts("knight"), "horse");
        assert_eq!(parts("bishop + knight"), "horse mitre");
        assert_eq!(parts("knight+bishop"), "horse mitre");
        assert_eq!(parts("knight bishop"), "horse mitre");
        assert_eq!(parts("rook + knight"), "horse tower");
        assert_eq!(parts("rook + bishop"), "bishop tower");
        assert_eq!(parts("king + bishop"), "bishop crown");
        assert_eq!(parts("charging-rook"), "couched-lance rook");
        assert_eq!(parts("disc + cannon"), "disc cannon");
        assert_eq!(parts("camel + horse"), "camel horse");
    }

    #[test]
    fn what_does_not_go_together_is_refused_with_its_place() {
        let fault = Glyph::parse("rook + horm").expect_err("there is no such part");
        assert_eq!(fault.message, "no glyph part `horm`");
        assert_eq!(fault.span, Some(Span::new(7, 11)));
        assert_eq!(fault.help.as_deref(), Some("did you mean `horn`?"));
        assert_eq!(parts("mitre"), "a glyph without a figure");
        assert_eq!(parts("tank + horn"), "these parts do not go together");
        assert_eq!(parts("knight + crown + mitre"), "these parts do not go together");
        assert_eq!(parts(""), "a glyph without a figure");
        assert_eq!(parts("disc: abcde"), "`abcde` is too long for a piece");
    }

    #[test]
    fn keys_tell_glyphs_apart() {
        let key = |text: &str| Glyph::parse(text).map_or(String::new(), |glyph| glyph.key("K"));
        assert_eq!(key("disc: 車"), "disc-_8eca");
        assert_eq!(key("token"), "token-K");
        assert_eq!(key("knight"), "horse");
        assert_eq!(key("knight + turned"), "horse-t2");
    }
}
