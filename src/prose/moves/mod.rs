//! How a kind moves, in words: each way for itself, and what several ways share said once.

mod path;
mod told;
mod together;

use crate::geometry::Cells;
use crate::notation::{self, Betza};
use crate::rules::{Piece, PieceTypeId};
use crate::source::series;
use crate::variant::WayText;

use super::definition_phrases::Whom;
use super::notation::{Part, described_parts, described_place};
use super::vocabulary::Idiom;
use crate::query::Study;
use path::Path;
use together::{Way, together};
use told::{End, Goes, Shot, Told};

/// At most so many cells are named one by one.
const NAMED: usize = 4;

impl Study {
    /// How a kind moves, in words, as the end of a sentence that begins with its name.
    ///
    /// `slides diagonally, or leaps two cells orthogonally`. It is made from what the definition
    /// says, and from nothing else.
    pub fn describe_kind(&self, piece_type: PieceTypeId) -> String {
        let game = &self.rules().game().piece_types[piece_type];
        let idiom = self.idiom(piece_type);
        let ways = &self.variant().face(piece_type).moves;
        let ways: Vec<Way> = ways.iter().filter_map(|way| self.way(way, &idiom)).collect();
        let mut text = match (game.move_unknown, ways.is_empty()) {
            (true, _) => "moves in a way that the source does not give".to_owned(),
            (false, true) => "does not move".to_owned(),
            (false, false) => together(ways),
        };
        text += &self.long_steps(piece_type);
        if game.royal {
            text += "; it is royal";
        }
        text
    }

    /// One way of moving; `None` where the definition writes none.
    fn way(&self, way: &WayText, idiom: &Idiom) -> Option<Way> {
        let whole = self.told(way, idiom)?;
        let terms = match way.get("move").map(notation::parse) {
            Some(Ok(Betza { terms })) if terms.len() > 1 => terms,
            _ => Vec::new(),
        };
        let alone = |term| {
            let notation = Betza { terms: vec![term] }.to_string();
            let others = way.parts.iter().filter(|(key, _)| key != "move").cloned();
            let parts = std::iter::once(("move".to_owned(), notation)).chain(others).collect();
            self.told(&WayText { parts }, idiom)
        };
        Some(Way { whole, terms: terms.into_iter().filter_map(alone).collect() })
    }

    fn told(&self, way: &WayText, idiom: &Idiom) -> Option<Told> {
        let mut told = self.travel(way, idiom)?;
        let (from, to) = (way.get("from"), way.get("to"));
        match (from, to) {
            (Some(from), Some(to)) => told.ends.push(self.ends_of(from, to)),
            (Some(from), None) => told.starts.push(self.start_words(from)),
            (None, Some(to)) => told.tail += &format!(", but only to {}", self.end_words(to)),
            (None, None) => {}
        }
        if let Some(condition) = way.get("if") {
            told.when = format!("{}, ", condition_words(condition));
        }
        match way.get("within").map(|within| (within, within.strip_prefix("not "))) {
            Some((_, Some(outside))) => {
                told.tail += &format!(", but never enters {}", self.place_words(outside));
            }
            Some((inside, None)) => told.within.push(self.place_words(inside)),
            None => {}
        }
        if let Some(border) = way.get("not-crossing") {
            let crosses = format!("crosses the {}", border.replace('-', " "));
            match told.ends.is_empty() {
                true => told.bar = Some(crosses),
                false => told.tail += &format!(", but never {crosses}"),
            }
        }
        told.whom = self.hurdles(way);
        Some(told)
    }

    /// From where to where a way leads.
    fn ends_of(&self, from: &str, to: &str) -> End {
        let (from, to) = (from.trim(), to.trim());
        if from != to {
            let words = format!("from {} to {}", self.end_words(from), self.end_words(to));
            return End { place: None, cells: String::new(), between: words.clone(), words };
        }
        let cells = self.cells_words(to);
        End {
            place: Some(to.to_owned()),
            cells: self.end_words(to),
            words: format!("from and to {cells}"),
            between: format!("between {cells}"),
        }
    }

    fn travel(&self, way: &WayText, idiom: &Idiom) -> Option<Told> {
        let moves = way.get("move").filter(|notation| !matches!(*notation, "none" | "unknown"));
        let plain = |text: String| Some(Goes::Parts(vec![Part::plain(text)]));
        let mut goes = match (moves, way.get("path"), way.get("links")) {
            (Some(notation), _, _) => match notation::parse(notation) {
                Ok(betza) => Some(Goes::Parts(described_parts(&betza, idiom))),
                Err(_) => plain(format!("moves by the notation `{notation}`")),
            },
            (None, Some(path), _) => Some(Goes::Path(Path::of(path, way, idiom))),
            (None, None, Some(_)) => plain(format!("goes along links between {}s", idiom.cell())),
            (None, None, None) => None,
        };
        let place = |notation: &str| match notation::parse(notation) {
            Ok(betza) => described_place(&betza, idiom),
            Err(_) => format!("by the notation `{notation}`"),
        };
        if let Some(swap) = way.get("swap") {
            let with = |place: &str| match self.whom(way.get("with").unwrap_or("any")) {
                Whom::All => format!("any piece of its own {place}"),
                Whom::AllBut(whom) => format!("any piece of its own {place}, but not with {whom}"),
                Whom::Only(whom) => format!("{whom} of its own {place}"),
            };
            goes = plain(format!("changes places with {}", with(&place(swap))));
        }
        let shoots = way.get("shoot").map(|shot| match shot {
            "same distance" => "an enemy as far again in the same direction".to_owned(),
            notation => format!("an enemy {}", place(notation)),
        });
        let told = match (goes, shoots) {
            (None, None) => return None,
            (None, Some(victim)) => {
                Told::of(plain(format!("takes {victim} without moving"))?, None)
            }
            (Some(goes), victim) => Told::of(goes, victim.map(Shot::Always)),
        };
        Some(told)
    }

    /// Over whom it hops and whom it takes.
    fn hurdles(&self, way: &WayText) -> String {
        let over = way.get("over").map(|over| self.whom(over));
        let takes = way.get("captures").map(|takes| self.whom(takes));
        match (over, takes) {
            (Some(Whom::AllBut(over)), Some(Whom::AllBut(takes))) if over == takes => {
                format!("never over or onto {over}")
            }
            (over, takes) => {
                let over = over.and_then(|whom| match whom {
                    Whom::All => None,
                    Whom::AllBut(whom) => Some(format!("never over {whom}")),
                    Whom::Only(whom) => Some(format!("only over {whom}")),
                });
                let takes = takes.and_then(|whom| match whom {
                    Whom::All => None,
                    Whom::AllBut(whom) => Some(format!("never takes {whom}")),
                    Whom::Only(whom) => Some(format!("takes only {whom}")),
                });
                series(&over.into_iter().chain(takes).collect::<Vec<_>>(), "and")
            }
        }
    }

    /// Where a quiet step may be made twice or three times.
    fn long_steps(&self, piece_type: PieceTypeId) -> String {
        let side = self.first_side();
        let game = self.rules().game();
        let cells = |steps: &[Cells]| steps.get(side.index()).cloned().unwrap_or_default();
        let line = &game.piece_types[piece_type];
        let (twice, thrice) = (cells(&line.double_step), cells(&line.triple_step));
        let pieces =
            game.initial_pieces.iter().filter(|(_, piece)| *piece == Piece { side, piece_type });
        let start: Cells = pieces.map(|&(cell, _)| cell).collect();
        let from = |cells: &Cells| self.cells_of(cells, &start);
        match (twice.is_empty(), thrice.is_empty()) {
            (true, true) => String::new(),
            (false, true) => {
                format!("; from {}, it may step twice without capturing", from(&twice))
            }
            (true, false) => {
                format!("; from {}, it may step three times without capturing", from(&thrice))
            }
            (false, false) => format!(
                "; from {}, it may step twice without capturing, and from {} three times",
                from(&twice),
                from(&thrice)
            ),
        }
    }

    /// Cells from which something special is done, as seen from the array.
    fn cells_of(&self, cells: &Cells, start: &Cells) -> String {
        let others = start.without(cells);
        let name = &self.variant().sides[self.first_side().index()].name;
        let list = |cells: &Cells| series(&self.cell_names(cells), "and");
        let is_part = cells.without(start).is_empty();
        let likewise = match &self.variant().sides[..] {
            [_] => String::new(),
            [one, other] => {
                let other = if self.first_side().0 == 0 { other } else { one };
                format!(" ({}'s likewise)", other.name)
            }
            _ => " (the others' likewise)".to_owned(),
        };
        match (cells == start, cells.count(), others.count()) {
            (true, _, _) => "a starting cell".to_owned(),
            (false, _, left) if is_part && left <= NAMED && left < cells.count() => {
                format!("a starting cell, except {name}'s {}{likewise}", list(&others))
            }
            (false, count, _) if count <= NAMED => format!("{name}'s {}{likewise}", list(cells)),
            (false, _, _) if is_part => "most starting cells".to_owned(),
            (false, _, _) => "certain cells".to_owned(),
        }
    }
}

fn condition_words(condition: &str) -> String {
    match condition {
        "not in check" => "unless its side is in check".to_owned(),
        "unmoved" => "on its first move".to_owned(),
        "not unmoved" => "after its first move".to_owned(),
        other => match other.strip_prefix("not ") {
            Some(state) => format!("while it is not {}", state.replace('-', " ")),
            None => format!("while it is {}", other.replace('-', " ")),
        },
    }
}

#[cfg(test)]
mod tests {
    use crate::query::testing::study;

    #[track_caller]
    fn check(moves: &str, words: &str) {
        let text = format!(
            "format = 1\nname = \"Ways\"\nbased-on = \"chess\"\n\
             [zones]\nden = \"a1-d4\"\npit = \"e5-h8\"\nford = \"d1-e8\"\n\
             [borders]\nbrook = \"file d | file e\"\n\
             [pieces.duke]\nletter = \"U\"\nmoves = [{moves}]\n"
        );
        let study = study("ways", &text);
        let duke = study.kind("duke").expect("it is declared");
        assert_eq!(study.describe_kind(duke), words, "{moves}");
    }

    #[test]
    fn what_is_done_from_several_places_is_said_once() {
        check(
            "{ move = \"W\", from = \"den\" }, { move = \"W ifmnD\", from = \"pit\" }",
            "from its den or from its pit, steps one cell orthogonally; from its pit, also on its \
             first move, leaps two cells forward, if the cell between is empty, without capturing",
        );
    }

    #[test]
    fn ways_of_one_pace_are_a_list() {
        check(
            "{ move = \"fmW fcF\", from = \"den\" }, { move = \"bW\", from = \"pit\" }, \
             { move = \"sW\", from = \"not pit\" }",
            "steps one cell: from its den, forward, but captures diagonally forward; from its pit, \
             backward, capturing or not; from outside its pit, sideways, capturing or not",
        );
    }

    #[test]
    fn what_is_not_crossed_is_told_with_its_exceptions() {
        let inside = "{ move = \"N\", from = \"den\", to = \"den\" }";
        let outside = "{ move = \"N\", from = \"not den\", to = \"not den\" }";
        check(
            &format!("{inside}, {outside}"),
            "leaps like a knight, but never enters or leaves its den",
        );
        let dry = "{ move = \"RN\", from = \"not ford\", to = \"not ford\" }";
        let slide = "{ move = \"R\", not-crossing = \"brook\" }";
        check(slide, "slides orthogonally, but never crosses the brook");
        check(
            &format!("{slide}, {inside}, {outside}, {dry}"),
            "slides orthogonally, but crosses the brook only between cells outside the ford; leaps \
             like a knight, but enters or leaves its den only between cells outside the ford",
        );
        // Who slides may come out of the den and go on.
        check(
            "{ move = \"R\", from = \"den\", to = \"den\" }, \
             { move = \"R\", from = \"not den\", to = \"not den\" }",
            "slides orthogonally, from and to cells of its den or from and to cells outside its den",
        );
        check(
            "{ move = \"R\", from = \"den\", to = \"den\", not-crossing = \"brook\" }",
            "slides orthogonally, from and to cells of its den, but never crosses the brook",
        );
    }

    #[test]
    fn paths_that_differ_in_little_are_one() {
        check(
            "{ path = \"W F\", turn = 45 }, { path = \"F W\", turn = 45 }",
            "makes a step orthogonally, then a step diagonally, or a step diagonally, then a step \
             orthogonally, each turn of 45 degrees, over empty cells",
        );
        check(
            "{ path = \"W F W\" }, { path = \"W F W'\", in-line = \"B\" }",
            "makes a step orthogonally, then a step diagonally, then a step orthogonally in the \
             direction of the first or, if it ends diagonally in line, in another direction, over \
             empty cells",
        );
    }
}
