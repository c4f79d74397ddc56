//! The legend of a rule sheet: one for the diagrams of all pieces.

use crate::book::data::LegendData;
use crate::diagram::{Figure, LegendEntry, SvgTarget, legend, write_svg};
use crate::source::join_words;

/// A sign of a legend with its drawing. Ids in the drawing begin with `id_prefix`.
pub fn legend_entry(entry: LegendEntry, id_prefix: &str) -> LegendData {
    LegendData {
        swatch: write_svg(&entry.swatch, SvgTarget::Inline { id_prefix }),
        words: entry.text,
    }
}

/// The signs of several diagrams, each once, and the pieces that capture as they move.
#[derive(Default)]
pub(super) struct SharedLegend {
    signs: Vec<LegendData>,
    capture_as_they_move: Vec<String>,
    others: Vec<String>,
}

impl SharedLegend {
    /// Adds the diagram of a piece. Afterwards the diagram marks captures like other moves, since
    /// the legend names the pieces that capture as they move.
    pub fn add(&mut self, piece_name: &str, figure: &mut Figure, id_prefix: &str) {
        let list = if figure.moves_also_capture {
            &mut self.capture_as_they_move
        } else {
            &mut self.others
        };
        if !list.iter().any(|known| known == piece_name) {
            list.push(piece_name.to_owned());
        }
        figure.moves_also_capture = false;
        for entry in legend(figure) {
            if !self.signs.iter().any(|known| known.words == entry.text) {
                self.signs.push(legend_entry(entry, id_prefix));
            }
        }
    }

    /// All signs, and last the sentence about captures.
    pub fn into_entries(mut self) -> Vec<LegendData> {
        let sentence = self.capture_sentence();
        self.signs.extend(sentence.map(|words| LegendData { swatch: String::new(), words }));
        self.signs
    }

    /// Names the pieces that capture as they move, or all others where these are fewer.
    fn capture_sentence(&self) -> Option<String> {
        let list = |names: &[String]| {
            let names: Vec<String> = names.iter().map(|name| format!("the {name}")).collect();
            join_words(&names, "and")
        };
        let (alike, others) = (&self.capture_as_they_move, &self.others);
        let sentence = match (alike.len(), others.len()) {
            (0, _) => return None,
            (_, 0) => "All pieces capture in the way they move.".to_owned(),
            (1, _) => format!("{} captures in the way it moves.", list(alike)),
            (some, few) if few < some => {
                format!("All but {} capture in the way they move.", list(others))
            }
            _ => format!("{} capture in the way they move.", list(alike)),
        };
        Some(match sentence.strip_prefix('t') {
            Some(rest) => format!("T{rest}"),
            None => sentence,
        })
    }
}
