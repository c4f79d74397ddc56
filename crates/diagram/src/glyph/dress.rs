//! The forms in which the same piece can be drawn.

use fairybook_core::source::{Diagnostic, with_words};

use super::Glyph;
use super::tablet::Tablet;

with_words! {
    /// How pieces are drawn.
    #[derive(Default)]
    pub enum PieceDress {
        /// As the players of the game know them; figurines where a piece has no such form.
        #[default]
        Native = "native",
        /// The same, with two characters where that is usual.
        NativeTwo = "native-two",
        /// Figurines, as in chess.
        Figurine = "figurine",
        /// Letters.
        Letter = "letter",
    }
}

impl Glyph {
    /// Parses the native form of a piece: a glyph, in which `|` parts the texts of the sides in
    /// order of play, and `/` one character from two. The span of an error is relative to `text`.
    pub fn native(text: &str, side: usize, two: bool) -> Result<Glyph, Diagnostic> {
        let Some((head, texts)) = text.split_once(':') else { return Glyph::parse(text) };
        let of_sides: Vec<&str> = texts.split('|').collect();
        let mut forms = of_sides[side % of_sides.len()].split('/');
        let one = forms.next().unwrap_or_default();
        let chosen = forms.next().filter(|_| two).unwrap_or(one);
        Glyph::parse(&format!("{head}:{chosen}"))
    }

    /// Checks the native form of a piece for all sides.
    pub fn check_native(text: &str) -> Result<(), Diagnostic> {
        let sides = text.matches('|').count() + 1;
        for (side, two) in (0..sides).flat_map(|side| [(side, false), (side, true)]) {
            // The places in a part are not those in the whole.
            Glyph::native(text, side, two).map_err(|error| Diagnostic { span: None, ..error })?;
        }
        Ok(())
    }

    /// The same piece with its letter: on its own tablet, tile or disc if it has one.
    pub fn lettered(&self) -> Glyph {
        match &self.tablet {
            Some(tablet) => Glyph { tablet: Some(tablet.lettered()), ..Glyph::default() },
            None if self.is_lettered() => self.clone(),
            None => Glyph::lettered_disc(),
        }
    }

    /// What a piece is, if it is a tablet, and how readers know its side.
    pub fn tablet_words(&self) -> Option<String> {
        let tablet = self.tablet.as_ref()?;
        let signs = if tablet.is_lettered() { "letters" } else { "characters" };
        Some(match tablet.is_directional() {
            true => format!(
                "The pieces are flat tiles of one colour with {signs}. A tile points away from its player."
            ),
            false => format!("The pieces are flat discs with {signs} in the colour of their side."),
        })
    }

    /// The tablet, if the piece is one.
    pub(crate) fn tablet_direction(&self) -> Option<bool> {
        self.tablet.as_ref().map(Tablet::is_directional)
    }
}
