//! Legends: the signs of diagrams, the colours of sides, and one legend for a whole rule sheet.

use std::sync::Arc;

use crate::book::data::LegendData;
use crate::diagram::{Figure, LegendEntry, PieceDrawing, SvgTarget, draw_piece, legend, write_svg};
use crate::game::{Piece, SideId};
use crate::illustrate::Illustrator;
use crate::source::{capitalised, join_words};

/// A sign of a legend with its drawing. Ids in the drawing begin with `id_prefix`.
pub fn legend_entry(entry: LegendEntry, id_prefix: &str) -> LegendData {
    LegendData {
        swatch: write_svg(&entry.swatch, SvgTarget::Inline { id_prefix }),
        words: entry.text,
    }
}

/// With fewer sides than this, one is light and one is dark: no legend is needed.
const MIN_SIDES: usize = 3;

/// A piece and the name of each side that a figure shows; empty if the variant has fewer than
/// three sides or the figure shows only one.
pub fn side_legend(figure: &Figure, loaded: &Illustrator) -> Vec<LegendData> {
    let game = loaded.variant.game();
    let shown = game.side_ids().filter_map(|side| {
        let swatch = inline_drawing(commonest_piece(figure, loaded, side)?);
        Some(LegendData { swatch, words: loaded.variant.side_title(side).to_owned() })
    });
    let shown: Vec<LegendData> = shown.collect();
    if game.sides.len() < MIN_SIDES || shown.len() < 2 { Vec::new() } else { shown }
}

/// The drawing of a piece, for the inside of a page.
pub(super) fn inline_drawing(piece: &PieceDrawing) -> String {
    write_svg(&draw_piece(piece), SvgTarget::Inline { id_prefix: "" })
}

/// The piece of which a side has most in the figure; of several, the first of the definition.
fn commonest_piece<'a>(
    figure: &Figure,
    loaded: &'a Illustrator,
    side: SideId,
) -> Option<&'a Arc<PieceDrawing>> {
    let piece_types = loaded.variant.game().piece_type_ids();
    let counted = piece_types.map(|piece_type| {
        let piece = loaded.piece_drawing(Piece { side, piece_type });
        (figure.pieces.iter().filter(|placed| Arc::ptr_eq(&placed.piece, piece)).count(), piece)
    });
    let counted: Vec<_> = counted.filter(|(count, _)| *count > 0).collect();
    Some(counted.into_iter().rev().max_by_key(|(count, _)| *count)?.1)
}

/// The signs of several diagrams, each once, and the pieces that capture as they move.
#[derive(Default)]
pub(super) struct SharedLegend {
    /// The signs, each with the pieces whose diagrams show it.
    signs: Vec<(LegendData, Vec<String>)>,
    capture_as_they_move: Vec<String>,
    others: Vec<String>,
    /// Those of the pieces that capture as they move and have one more way to capture.
    with_more: Vec<String>,
}

impl SharedLegend {
    /// Adds the diagram of a piece. Afterwards the diagram marks captures like other moves, since
    /// the legend names the pieces that capture as they move.
    pub fn add(&mut self, piece_name: &str, figure: &mut Figure, id_prefix: &str) {
        let list = match figure.moves_also_capture {
            true => &mut self.capture_as_they_move,
            false => &mut self.others,
        };
        if !list.iter().any(|known| known == piece_name) {
            list.push(piece_name.to_owned());
        }
        figure.moves_also_capture = false;
        for entry in legend(figure) {
            match self.signs.iter_mut().find(|(known, _)| known.words == entry.text) {
                Some((_, names)) if names.iter().any(|name| name == piece_name) => {}
                Some((_, names)) => names.push(piece_name.to_owned()),
                None => {
                    self.signs.push((legend_entry(entry, id_prefix), vec![piece_name.to_owned()]));
                }
            }
        }
    }

    /// Adds a piece that attacks some pieces in a way of its own besides its moves.
    pub fn add_other_capture(&mut self, piece_name: &str) {
        if !self.with_more.iter().any(|known| known == piece_name) {
            self.with_more.push(piece_name.to_owned());
        }
    }

    /// All signs, and last the sentence about captures.
    pub fn into_entries(self) -> Vec<LegendData> {
        let sentence = self.capture_sentence();
        let swatches: Vec<String> =
            self.signs.iter().map(|(entry, _)| entry.swatch.clone()).collect();
        let is_shared =
            |swatch: &str| swatches.iter().filter(|known| known.as_str() == swatch).count() > 1;
        // A sign with two meanings names the pieces of each.
        let entries = self.signs.into_iter().map(|(entry, names)| match is_shared(&entry.swatch) {
            true => {
                let words = format!("{} ({})", entry.words, join_words(names, "and"));
                LegendData { words, ..entry }
            }
            false => entry,
        });
        let sentence = sentence.map(|words| LegendData { swatch: String::new(), words });
        entries.chain(sentence).collect()
    }

    /// Names the pieces that capture as they move, or all others where these are fewer.
    fn capture_sentence(&self) -> Option<String> {
        let list =
            |names: &[String]| join_words(names.iter().map(|name| format!("the {name}")), "and");
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
        let more: Vec<String> =
            self.with_more.iter().filter(|name| alike.contains(name)).cloned().collect();
        let more = match more.len() {
            0 => String::new(),
            1 => format!(
                " {} also attacks in the other way that its text names.",
                capitalised(&list(&more))
            ),
            _ => format!(
                " {} also attack in the other ways that their texts name.",
                capitalised(&list(&more))
            ),
        };
        Some(capitalised(&sentence) + &more)
    }
}
