//! Text alternatives of diagrams: the pieces, and the cells of a move diagram by what may be done there.

use std::collections::BTreeMap;

use crate::geometry::{Cell, CellSet};
use crate::query::{LoadedVariant, MoveFilter, MovesAnswer, PotentialCaptures};
use crate::rules::{Piece, PieceTypeId, Position, SideId};
use crate::source::{article, without_repeats};

impl LoadedVariant {
    /// The title of a diagram of the answer: `Moves of a white Bede on d5`.
    pub fn title(&self, answer: &MovesAnswer) -> String {
        let what = match answer.show {
            MoveFilter::Moves => "Moves of",
            MoveFilter::Quiet => "Moves without capture of",
            MoveFilter::Captures => "Captures of",
            MoveFilter::Victims => "What may be taken by",
        };
        format!("{what} {} on {}", self.pieces_words(answer), self.cell_name(answer.at))
    }

    /// The text alternative of a move diagram: the other pieces, and the cells by what may be done
    /// there.
    pub fn words(&self, answer: &MovesAnswer, potential_captures: &PotentialCaptures) -> String {
        let mut sentences = vec![format!("{}.", self.title(answer))];
        let others = answer.position.pieces().filter(|&(cell, _)| cell != answer.at);
        let others = self.list_pieces(others);
        if !others.is_empty() {
            sentences.push(format!("On the board besides: {others}."));
        }
        let before = sentences.len();
        for (index, piece) in answer.pieces.iter().enumerate() {
            let subject = match answer.pieces.len() {
                1 => "It",
                _ => &format!("The {}", self.kind_name(piece.piece_type)),
            };
            let takes = &potential_captures.on_moves[index];
            sentences.extend(self.action_sentences(answer, index, subject, takes));
        }
        if !potential_captures.attacked.is_empty() {
            let list = self.layout().names_of(&potential_captures.attacked);
            sentences.push(format!("It would capture an enemy that stood on {list}."));
        }
        if sentences.len() == before {
            sentences.push("There is no such move.".to_owned());
        }
        sentences.join(" ")
    }

    /// The initial position in words, with the piece types whose cells are unknown.
    pub fn array_words(&self, array: &Position, side: Option<SideId>) -> String {
        let words = self.position_words(array);
        let pieces = self.variant().pieces_without_cell.iter();
        let of_side = pieces.filter(|piece| side.is_none_or(|side| side == piece.side));
        let kinds = without_repeats(of_side.map(|piece| self.kind_name(piece.piece_type)));
        match kinds.is_empty() {
            true => words,
            false => {
                let kinds = kinds.join(", ");
                format!("{words} The source does not say where these stand: {kinds}.")
            }
        }
    }

    /// The pieces on the boards, in words.
    pub fn position_words(&self, position: &Position) -> String {
        match self.list_pieces(position.pieces()) {
            none if none.is_empty() => "The board is empty.".to_owned(),
            pieces => pieces + ".",
        }
    }

    fn pieces_words(&self, answer: &MovesAnswer) -> String {
        let side = answer.pieces.first().map_or(String::new(), |piece| self.side_name(piece.side));
        let kinds: Vec<&str> =
            answer.pieces.iter().map(|piece| self.kind_name(piece.piece_type)).collect();
        format!("{} {side} {}", article(&side), kinds.join(" and "))
    }

    /// `white: King e1, Rook a1 h1; black: King e8`
    fn list_pieces(&self, pieces: impl Iterator<Item = (Cell, Piece)>) -> String {
        let mut sides: BTreeMap<SideId, BTreeMap<PieceTypeId, CellSet>> = BTreeMap::new();
        for (cell, piece) in pieces {
            sides.entry(piece.side).or_default().entry(piece.piece_type).or_default().insert(cell);
        }
        let kind = |(&kind, cells): (&PieceTypeId, &CellSet)| {
            format!("{} {}", self.kind_name(kind), self.layout().names_of(cells))
        };
        let side = |(&side, kinds): (&SideId, &BTreeMap<PieceTypeId, CellSet>)| {
            let kinds: Vec<String> = kinds.iter().map(kind).collect();
            format!("{}: {}", self.side_name(side), kinds.join(", "))
        };
        sides.iter().map(side).collect::<Vec<_>>().join("; ")
    }

    /// Whether a move without capture could capture there, as the end of the sentence about it.
    fn besides(&self, answer: &MovesAnswer, index: usize, takes: &CellSet) -> String {
        if answer.show != MoveFilter::Moves || self.enemy_of(answer.pieces[index].side).is_none() {
            return String::new();
        }
        match takes.is_empty() {
            true => ", and captures nothing there".to_owned(),
            false if *takes == answer.quiet_targets(index) => ", or take an enemy there".to_owned(),
            false => {
                format!("; of these, it would take an enemy on {}", self.layout().names_of(takes))
            }
        }
    }

    /// One sentence for each kind of action of a piece.
    fn action_sentences(
        &self,
        answer: &MovesAnswer,
        index: usize,
        subject: &str,
        takes: &CellSet,
    ) -> Vec<String> {
        let reach = &answer.reaches[index];
        let list = |cells: &CellSet| self.layout().names_of(cells);
        let mut sentences = Vec::new();
        if matches!(answer.show, MoveFilter::Moves | MoveFilter::Quiet) && !reach.quiet.is_empty() {
            let besides = self.besides(answer, index, takes);
            sentences.push(format!("{subject} may move to {}{besides}.", list(&reach.quiet)));
        }
        let mut say = |cells: &CellSet, what: &str| {
            if !cells.is_empty() {
                sentences.push(format!("{subject} may {what} {}.", list(cells)));
            }
        };
        if answer.show != MoveFilter::Quiet {
            say(&reach.captures, "capture on");
            say(&reach.friendly_captures, "take its own side's piece on");
        }
        if answer.show == MoveFilter::Moves {
            say(&reach.swaps.iter().map(|&(_, with)| with).collect(), "change places with");
        }
        if matches!(answer.show, MoveFilter::Moves | MoveFilter::Victims) {
            for (to, takes) in &reach.shots {
                let takes = list(&takes.iter().copied().collect());
                let goes = match *to == answer.at {
                    true => "stay".to_owned(),
                    false => format!("go to {}", self.cell_name(*to)),
                };
                sentences.push(format!("{subject} may {goes} and take what stands on {takes}."));
            }
        }
        sentences
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::{MovesRequest, testing::armies};

    #[test]
    fn pieces_on_unknown_cells_are_named() {
        let game = "format = 1\nname = \"Lost\"\nbased-on = \"chess\"\nwithout = \"castling\"\n\
                    [setup.each]\nking = \"unknown\"\nqueen = \"d1\"\nrook = \"unknown\"\n\
                    bishop = \"unknown\"\nknight = \"unknown\"\npawn = \"unknown\"\n";
        let study = crate::query::testing::study("lost", game);
        assert_eq!(
            study.array_words(&study.initial_pieces(None), None),
            "white: Queen d1; black: Queen d8. The source does not say where these stand: King, Rook, \
             Bishop, Knight, Pawn."
        );
        assert_eq!(study.variant().pieces_without_cell.len(), 10);
    }

    #[test]
    fn an_answer_has_a_text_alternative() {
        let study = armies();
        let piece = Piece { side: study.first_side(), piece_type: study.kind("waffle").unwrap() };
        let position = Some(study.position("8/8/8/8/8/2p5/8/R7").unwrap());
        let request =
            MovesRequest { position, ..MovesRequest::new(piece, study.cell("a1").unwrap()) };
        let answer = study.answer(&request).unwrap();
        assert_eq!(
            study.words(&answer, &study.potential_captures(&answer)),
            "Moves of a white Waffle on a1. On the board besides: black: Pawn c3. \
             It may move to a2 b1, or take an enemy there. It may capture on c3."
        );
    }
}
