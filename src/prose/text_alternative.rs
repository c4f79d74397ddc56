//! Text alternatives of diagrams: the pieces, and the cells of a move diagram by what may be done there.

use std::collections::BTreeMap;

use crate::geometry::{Cell, CellSet};
use crate::rules::{Piece, PieceTypeId, Position, SideId};

use crate::query::{LoadedVariant, MoveFilter, MovesAnswer, PotentialCaptures};
use crate::source::article;

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
        let others: Vec<(Cell, Piece)> = others.collect();
        if !others.is_empty() {
            sentences.push(format!("On the board besides: {}.", self.list_pieces(&others)));
        }
        let before = sentences.len();
        for (index, piece) in answer.pieces.iter().enumerate() {
            let subject = match answer.pieces.len() {
                1 => "It".to_owned(),
                _ => format!("The {}", self.kind_name(piece.piece_type)),
            };
            sentences.extend(self.action_sentences(
                answer,
                index,
                &subject,
                &potential_captures.on_moves[index],
            ));
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
        let mut words = self.position_words(array);
        let mut kinds: Vec<&str> = Vec::new();
        for piece in &self.variant().pieces_without_cell {
            let name = self.kind_name(piece.piece_type);
            if side.is_none_or(|side| side == piece.side) && !kinds.contains(&name) {
                kinds.push(name);
            }
        }
        if !kinds.is_empty() {
            words += &format!(" The source does not say where these stand: {}.", kinds.join(", "));
        }
        words
    }

    /// The pieces on the boards, in words.
    pub fn position_words(&self, position: &Position) -> String {
        let pieces: Vec<(Cell, Piece)> = position.pieces().collect();
        match pieces[..] {
            [] => "The board is empty.".to_owned(),
            _ => format!("{}.", self.list_pieces(&pieces)),
        }
    }

    fn pieces_words(&self, answer: &MovesAnswer) -> String {
        let side = answer.pieces.first().map_or(String::new(), |piece| self.side_name(piece.side));
        let kinds: Vec<&str> =
            answer.pieces.iter().map(|piece| self.kind_name(piece.piece_type)).collect();
        format!("{} {side} {}", article(&side), kinds.join(" and "))
    }

    /// `white: King e1, Rook a1 h1; black: King e8`
    fn list_pieces(&self, pieces: &[(Cell, Piece)]) -> String {
        let mut sides: BTreeMap<SideId, BTreeMap<PieceTypeId, CellSet>> = BTreeMap::new();
        for &(cell, piece) in pieces {
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
        match takes {
            none if none.is_empty() => ", and captures nothing there".to_owned(),
            all if *all == answer.quiet_targets(index) => ", or take an enemy there".to_owned(),
            some => {
                format!("; of these, it would take an enemy on {}", self.layout().names_of(some))
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
        let (moves, captures) = match answer.show {
            MoveFilter::Moves => (true, true),
            MoveFilter::Quiet => (true, false),
            MoveFilter::Captures | MoveFilter::Victims => (false, true),
        };
        if moves && !reach.quiet.is_empty() {
            let besides = self.besides(answer, index, takes);
            sentences.push(format!("{subject} may move to {}{besides}.", list(&reach.quiet)));
        }
        let mut say = |cells: &CellSet, what: &str| {
            if !cells.is_empty() {
                sentences.push(format!("{subject} may {what} {}.", list(cells)));
            }
        };
        if captures {
            say(&reach.captures, "capture on");
            say(&reach.friendly_captures, "take its own side's piece on");
        }
        if answer.show == MoveFilter::Moves {
            say(&reach.swaps.iter().map(|&(_, with)| with).collect(), "change places with");
        }
        if matches!(answer.show, MoveFilter::Moves | MoveFilter::Victims) {
            for (to, takes) in &reach.shots {
                let takes = list(&takes.iter().copied().collect());
                sentences.push(match *to == answer.at {
                    true => format!("{subject} may stay and take what stands on {takes}."),
                    false => format!(
                        "{subject} may go to {} and take what stands on {takes}.",
                        self.cell_name(*to)
                    ),
                });
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
