//! Move notation.

use crate::notation::forms::{ATOM_FORMS, MODIFIER_FORMS, NotationForm, SYNTAX_FORMS};

use super::{Topic, TopicEntry, TopicPart};

const INTRO: &str = "\
Moves are written in [XBetza notation](https://www.gnu.org/software/xboard/Betza.html): a capital \
says how far a piece moves, and small letters before it say in which directions and how. Try any \
notation with `fairybook reach --betza fmWfcF --at d4`.";

pub(super) fn topic() -> Topic {
    let part = |heading: &str, intro: &str, forms: &[NotationForm]| TopicPart {
        heading: heading.to_owned(),
        intro: intro.to_owned(),
        entries: forms.iter().map(|it| TopicEntry::new(it.form, it.meaning, it.example)).collect(),
        ..TopicPart::default()
    };
    Topic {
        word: "notation",
        title: "Move notation",
        intro: INTRO,
        parts: vec![
            part(
                "Capitals",
                "The atoms: one step, leap or slide, in all its directions.",
                ATOM_FORMS,
            ),
            part(
                "Small letters",
                "They stand before a capital, in any order, and belong to this capital only: `FfW` is a step in any diagonal direction, or one straight forward.",
                MODIFIER_FORMS,
            ),
            part("Numbers and several legs", "", SYNTAX_FORMS),
        ],
    }
}
