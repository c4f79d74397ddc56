//! Sample diagrams: for lists of pieces, one diagram that shows what a piece can do.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagram::{Figure, MarkKind};
use crate::game::{
    ArrivalEffect, MoveForm, MoveRule, Piece, PieceType, PieceTypeId, Prerequisite, SideId,
};
use crate::geometry::{Cell, CellSet, Vector};
use crate::notation::{Atom, Betza, Term};
use crate::query::{MovesAnswer, MovesRequest};
use crate::rules::Position;
use crate::source::sort_by_key;

use super::Illustrator;

/// The greatest number of cells on which one diagram shows the piece.
const MAX_SAMPLES: usize = 6;

impl Illustrator {
    /// Returns one diagram of what a piece can do; `None` if its move is unknown.
    ///
    /// If the piece moves differently in different places, it is on one cell of each, as far as
    /// their marks do not overlap. A hopper has hurdles and pieces to capture behind them, and a
    /// piece with a swap has pieces to swap with. Of several boards only one is shown.
    pub fn sample_diagram(&self, piece: Piece) -> Option<Figure> {
        let samples = self.sample_positions(piece);
        let mut figures: Vec<Figure> =
            samples.iter().map(|answer| self.illustrate(answer)).collect();
        // A mark must mean the same for all samples.
        if !figures.iter().all(|figure| figure.moves_also_capture) {
            for figure in figures.iter_mut().filter(|figure| figure.moves_also_capture) {
                let moves = figure.marks.iter_mut().filter(|mark| mark.kind == MarkKind::Move);
                moves.for_each(|mark| mark.kind = MarkKind::MoveOrCapture);
                figure.moves_also_capture = false;
            }
        }
        let mut figure = figures.into_iter().reduce(|mut figure, other| {
            figure.pieces.extend(other.pieces);
            figure.focus = figure.focus.union(&other.focus);
            figure.attacks_are_shots &= other.attacks_are_shots;
            figure.shots_are_en_passant &= other.shots_are_en_passant;
            figure.marks.extend(other.marks);
            figure.move_lines.extend(other.move_lines);
            figure.text_alternative += &format!(" {}", other.text_alternative);
            figure
        })?;
        let layout = self.variant.layout();
        if layout.boards().len() > 1 {
            let cells = layout.cells_of(layout.point(samples[0].at).board).collect();
            figure = figure.cropped_to(&cells).unwrap_or(figure);
        }
        Some(figure)
    }

    /// Returns the first of the answers that make up the sample diagram; `None` if the move is unknown.
    pub fn sample_answer(&self, piece: Piece) -> Option<MovesAnswer> {
        self.sample_positions(piece).into_iter().next()
    }

    /// Returns the cell of an empty board from which a piece can do most.
    ///
    /// Of equal cells it prefers those like the start cells, and the one closest to the middle.
    pub fn best_cell(&self, piece: Piece) -> Option<Cell> {
        self.best_of(&self.similar_cells(piece))
    }

    fn best_of(&self, groups: &[SimilarCells]) -> Option<Cell> {
        // `max_by_key` returns the last of equals, and the groups are in order of preference.
        let best = groups.iter().rev().max_by_key(|group| group.most)?;
        self.central(&best.widest)
    }

    /// Returns the answers that make up the sample diagram.
    fn sample_positions(&self, piece: Piece) -> Vec<MovesAnswer> {
        let groups = self.similar_cells(piece);
        let Some(best) = self.best_of(&groups) else { return Vec::new() };
        if let Some(answer) = self.with_needed_pieces(piece, best) {
            return vec![answer];
        }
        let several = match groups.len() {
            // It would be the best cell, found once more.
            1 => Vec::new(),
            _ => self.one_of_each_group(piece, groups),
        };
        match several.len() {
            0 | 1 => self.variant.answer(&MovesRequest::new(piece, best)).into_iter().collect(),
            _ => several,
        }
    }

    // ---- different moves in different places ----

    /// Returns an answer for each group of similar cells, as far as their marks do not overlap.
    fn one_of_each_group(&self, piece: Piece, groups: Vec<SimilarCells>) -> Vec<MovesAnswer> {
        let layout = self.variant.layout();
        let mut used = CellSet::new();
        let mut samples: Vec<MovesAnswer> = Vec::new();
        for group in groups {
            if samples.len() == MAX_SAMPLES {
                break;
            }
            let answer = |at: Cell| self.variant.answer(&MovesRequest::new(piece, at)).ok();
            let shown = |answer: &MovesAnswer| {
                let attacked = self.variant.potential_captures(answer).attacked;
                let mut cells = answer.marked_cells().union(&attacked);
                cells.insert(answer.at);
                cells
            };
            let mut free = group.widest;
            free.retain(|&at| answer(at).is_some_and(|it| shown(&it).is_disjoint(&used)));
            let king_steps = |a: Cell, b: Cell| {
                let offset = layout.point(a).at - layout.point(b).at;
                offset.x.abs().max(offset.y.abs()).max(offset.z.abs())
            };
            let distance = |at: Cell| {
                let nearest = samples.iter().map(|other| king_steps(at, other.at)).min();
                nearest.unwrap_or(0).min(3)
            };
            let greatest = free.iter().map(|&at| distance(at)).max();
            free.retain(|&at| Some(distance(at)) == greatest);
            if let Some(answer) = self.central(&free).and_then(answer) {
                used = used.union(&shown(&answer));
                samples.push(answer);
            }
        }
        samples
    }

    /// Returns what a piece can do from each cell to which its moves lead from its start cells; from
    /// each cell if it has none, or may be dropped.
    fn answers(&self, piece: Piece, start_cells: &CellSet) -> BTreeMap<Cell, MovesAnswer> {
        let answer = |at: Cell| self.variant.answer(&MovesRequest::new(piece, at)).ok();
        let of_all = |cells: &mut dyn Iterator<Item = Cell>| -> BTreeMap<Cell, MovesAnswer> {
            cells.filter_map(|at| Some((at, answer(at)?))).collect()
        };
        if start_cells.is_empty() || self.variant.game().hands.is_some() {
            return of_all(&mut self.variant.layout().cells());
        }
        let mut answers = of_all(&mut start_cells.iter());
        let mut waiting: Vec<Cell> = answers.keys().copied().collect();
        while let Some(at) = waiting.pop() {
            for to in answers[&at].cells.clone().iter() {
                if !answers.contains_key(&to)
                    && let Some(found) = answer(to)
                {
                    answers.insert(to, found);
                    waiting.push(to);
                }
            }
        }
        answers
    }

    /// Groups the cells that it can reach by what a piece can do from them.
    ///
    /// Groups with more start cells come first, then those with more cells.
    fn similar_cells(&self, piece: Piece) -> Vec<SimilarCells> {
        let layout = self.variant.layout();
        let start_cells = self.start_cells(piece);
        let board = |cell: Cell| layout.point(cell).board;
        let boards: BTreeSet<u8> = start_cells.iter().map(board).collect();
        let is_shown = |&at: &Cell| boards.is_empty() || boards.contains(&board(at));
        let texts = self.rule_texts(piece);
        let has_limit = self.piece_type(piece).move_rules[piece.side].iter().any(has_limited_slide);
        let mut groups: BTreeMap<BTreeSet<&str>, SimilarCells> = BTreeMap::new();
        let answers = self.answers(piece, &start_cells).into_iter();
        for (at, answer) in answers.filter(|(at, _)| is_shown(at)) {
            let is_start = start_cells.contains(at);
            let group = groups.entry(self.possibilities(piece, at, is_start, &texts)).or_default();
            group.count += 1;
            group.starts += usize::from(is_start);
            if answer.cells.len() > group.most {
                (group.most, group.widest) = (answer.cells.len(), Vec::new());
            }
            if answer.cells.len() == group.most {
                group.widest.push(at);
            }
            if has_limit {
                group.limits.push((self.limited_lines(&answer), answer.cells.len(), at));
            }
        }
        let mut groups: Vec<SimilarCells> = groups.into_values().collect();
        groups.iter_mut().for_each(SimilarCells::show_limit);
        if groups.iter().any(|group| group.most > 0) {
            groups.retain(|group| group.most > 0);
        }
        sort_by_key(&mut groups, |group| std::cmp::Reverse((group.starts, group.count)));
        groups
    }

    /// Returns the number of lines on which the moves of an answer stop before the edge.
    fn limited_lines(&self, answer: &MovesAnswer) -> usize {
        let stops = |line: &Vec<Cell>| {
            let steps = line.iter().take_while(|&&to| answer.cells.contains(to)).count();
            steps > 1 && steps < line.len()
        };
        self.lines_from(answer.at).iter().filter(|line| stops(line)).count()
    }

    /// Returns the cells on which the initial position has this piece, or else one of its type.
    fn start_cells(&self, piece: Piece) -> CellSet {
        let game = self.variant.game();
        match game.initial_cells(piece) {
            none if none.is_empty() => {
                let of_type = |side| game.initial_cells(Piece { side, ..piece });
                game.side_ids().map(of_type).fold(none, |all, cells| all.union(&cells))
            }
            own => own,
        }
    }

    /// Returns, for each move rule of a piece, what it allows as comparable texts.
    fn rule_texts(&self, piece: Piece) -> Vec<Vec<String>> {
        let texts = |rule: &MoveRule| {
            let effect = format!("{:?}", rule.effect);
            let one = |term: &Term| Betza { terms: vec![term.clone()] }.to_string() + &effect;
            match &rule.form {
                MoveForm::Betza(betza) => betza.terms.iter().map(one).collect(),
                other => vec![format!("{other:?}{effect}")],
            }
        };
        self.piece_type(piece).move_rules[piece.side].iter().map(texts).collect()
    }

    /// Returns what the definition allows a piece on a cell, from the texts of its rules.
    ///
    /// From two cells with the same result, moves differ only because of the surrounding cells.
    fn possibilities<'t>(
        &self,
        piece: Piece,
        at: Cell,
        is_start: bool,
        texts: &'t [Vec<String>],
    ) -> BTreeSet<&'t str> {
        let (piece_type, side) = (self.piece_type(piece), piece.side);
        let holds = |cells: &Option<CellSet>| cells.as_ref().is_none_or(|cells| cells.contains(at));
        let mut found = BTreeSet::new();
        let rules = piece_type.move_rules[side].iter().zip(texts);
        for (rule, texts) in rules.filter(|(rule, _)| holds(&rule.from) && holds(&rule.within)) {
            if is_start && is_initial(rule) {
                found.insert("first");
            }
            found.extend(texts.iter().map(String::as_str));
        }
        let steps = [("double", &piece_type.double_step), ("triple", &piece_type.triple_step)];
        for (word, cells) in steps {
            if cells.get(side.index()).is_some_and(|cells| cells.contains(at)) {
                found.insert(word);
            }
        }
        found
    }

    pub(super) fn piece_type(&self, piece: Piece) -> &PieceType {
        &self.variant.game().piece_types[piece.piece_type]
    }

    /// Returns the cell closest to the middle of these cells.
    fn central(&self, cells: &[Cell]) -> Option<Cell> {
        let points: Vec<(Cell, Vector)> =
            cells.iter().map(|&at| (at, self.variant.layout().point(at).at)).collect();
        let total = points.len() as i64;
        let sum = points.iter().fold([0, 0, 0], |[x, y, z], (_, at)| {
            [x + i64::from(at.x), y + i64::from(at.y), z + i64::from(at.z)]
        });
        let distance = |at: &Vector| {
            let off = |part: i16, sum: i64| (i64::from(part) * total - sum).pow(2);
            off(at.x, sum[0]) + off(at.y, sum[1]) + off(at.z, sum[2])
        };
        points.iter().min_by_key(|(at, point)| (distance(point), *at)).map(|&(at, _)| at)
    }

    // ---- other pieces on the board ----

    /// Returns the moves of a piece among the other pieces that its hops and swaps need.
    ///
    /// `None` if it needs none.
    fn with_needed_pieces(&self, piece: Piece, at: Cell) -> Option<MovesAnswer> {
        let rules = &self.piece_type(piece).move_rules[piece.side];
        let mut position = Position::empty(self.variant.rules());
        self.variant.place_piece(&mut position, at, piece);
        if rules.iter().any(hops) {
            self.add_hop_pieces(&mut position, piece, at);
        }
        if rules.iter().any(|rule| matches!(rule.effect, ArrivalEffect::Swap(_))) {
            self.add_swap_partners(&mut position, piece, at);
        }
        if position.pieces().count() == 1 {
            return None;
        }
        let request = MovesRequest { position: Some(position), ..MovesRequest::new(piece, at) };
        self.variant.answer(&request).ok()
    }

    /// Puts pieces for hops on some of the lines; the others show the moves without hurdle.
    fn add_hop_pieces(&self, position: &mut Position, piece: Piece, at: Cell) {
        let lines: Vec<Vec<(Cell, Piece)>> = self
            .lines_from(at)
            .iter()
            .filter_map(|line| self.hop_pieces(position, piece, at, line))
            .collect();
        let every = if lines.len() > 4 { 3 } else { 2 };
        for (cell, piece) in lines.into_iter().step_by(every).flatten() {
            position.set_piece(cell, Some(piece));
        }
    }

    /// Returns the pieces that a hop on a line needs: a hurdle and, if possible, a piece to capture.
    fn hop_pieces(
        &self,
        position: &Position,
        piece: Piece,
        at: Cell,
        line: &[Cell],
    ) -> Option<Vec<(Cell, Piece)>> {
        let with = |pieces: &[(Cell, Piece)]| {
            let mut position = position.clone();
            pieces.iter().for_each(|&(cell, piece)| position.set_piece(cell, Some(piece)));
            self.variant.rules().reach(&position, at)
        };
        let hurdles: Vec<Piece> = self.companions(piece.side, Some(piece.piece_type));
        let enemies = self.enemies(piece.side);
        let distances =
            [1, 0, 2].into_iter().flat_map(|near| [2, 1, 3].map(|far| (near, near + far)));
        for (near, far) in distances {
            let (Some(&hurdle), Some(&victim)) = (line.get(near), line.get(far)) else { continue };
            let captures = |pieces: &[(Cell, Piece)]| with(pieces).victims().contains(victim);
            let mut pairs = hurdles.iter().flat_map(|&own| {
                enemies.iter().map(move |&enemy| [(hurdle, own), (victim, enemy)])
            });
            let needs_both = |pieces: &[_; 2]| captures(pieces) && !captures(&pieces[1..]);
            if let Some(pieces) = pairs.find(needs_both) {
                return Some(pieces.to_vec());
            }
        }
        let before = with(&[]).ends();
        let near = [1, 0, 2].into_iter().filter_map(|near| line.get(near));
        let mut pairs = near.flat_map(|&cell| hurdles.iter().map(move |&own| (cell, own)));
        let opens = |&pair: &(Cell, Piece)| {
            let ends = with(&[pair]).ends();
            line.iter().any(|&to| ends.contains(to) && !before.contains(to))
        };
        pairs.find(opens).map(|pair| vec![pair])
    }

    /// Puts up to two pieces with which the piece can swap on adjacent cells.
    fn add_swap_partners(&self, position: &mut Position, piece: Piece, at: Cell) {
        let partners = self.companions(piece.side, Some(piece.piece_type));
        let mut found: Vec<(Cell, Piece)> = Vec::new();
        for line in self.lines_from(at).iter().step_by(3) {
            let Some(&beside) = line.first() else { continue };
            let is_new = |own: &&Piece| found.iter().all(|(_, known)| known != *own);
            let can_swap = |own: &&Piece| {
                let mut trial = position.clone();
                trial.set_piece(beside, Some(**own));
                let swaps = self.variant.rules().reach(&trial, at).swaps;
                swaps.iter().any(|&(_, with)| with == beside)
            };
            let own = partners.iter().filter(is_new).find(can_swap);
            found.extend(own.map(|&own| (beside, own)));
            if found.len() == 2 {
                break;
            }
        }
        for (cell, piece) in found {
            position.set_piece(cell, Some(piece));
        }
    }

    /// Returns the pieces of a side that are not royal, except those of one type.
    ///
    /// The most common in the initial position come first.
    fn companions(&self, side: SideId, except: Option<PieceTypeId>) -> Vec<Piece> {
        let is_plain =
            |piece: &Piece| !self.piece_type(*piece).royal && Some(piece.piece_type) != except;
        let game = self.variant.game();
        let pieces = game.piece_type_ids().map(|piece_type| Piece { side, piece_type });
        let count = |piece: &Piece| game.initial_cells(*piece).len();
        let mut pieces: Vec<Piece> =
            pieces.filter(|piece| is_plain(piece) && count(piece) > 0).collect();
        sort_by_key(&mut pieces, |piece| std::cmp::Reverse(count(piece)));
        pieces
    }

    /// Returns the enemies that a side may capture and that are not royal, most common first.
    fn enemies(&self, side: SideId) -> Vec<Piece> {
        let may_capture = &self.variant.game().sides[side].may_capture;
        let other = self.variant.variant().players().find(|&other| other != side);
        let mut enemies = other.map_or(Vec::new(), |other| self.companions(other, None));
        enemies.retain(|&piece| may_capture.contains(piece));
        enemies
    }

    /// Returns the lines from a cell, clockwise from straight forward.
    fn lines_from(&self, at: Cell) -> Vec<Vec<Cell>> {
        let layout = self.variant.layout();
        let tiling = layout.board(layout.point(at).board).tiling;
        let steps =
            if tiling.touches_at_corners() { tiling.directions() } else { tiling.edge_steps() };
        let line = |&step: &Vector| {
            let next = |&cell: &Cell| layout.step(cell, step).filter(|&cell| cell != at);
            std::iter::successors(next(&at), next).take(layout.len()).collect::<Vec<Cell>>()
        };
        steps.iter().map(line).filter(|line| !line.is_empty()).collect()
    }
}

/// Cells from which a piece can do the same.
#[derive(Debug, Default)]
struct SimilarCells {
    count: usize,
    /// The number of these cells on which the piece starts.
    starts: usize,
    /// The greatest number of cells that the piece reaches from one of these cells.
    most: usize,
    /// The cells from which it reaches so many.
    widest: Vec<Cell>,
    /// Of a piece with a limited slide: for each cell the number of lines on which the slide stops
    /// before the edge, and the number of cells that the piece reaches.
    limits: Vec<(usize, usize, Cell)>,
}

impl SimilarCells {
    /// Takes the cells that show the limit of a slide best, if the widest cells do not show it.
    fn show_limit(&mut self) {
        let is_shown =
            |(lines, _, at): &(usize, usize, Cell)| *lines > 0 && self.widest.contains(at);
        let best = self.limits.iter().map(|&(lines, cells, _)| (lines, cells)).max();
        let Some(best @ (1.., _)) = best else { return };
        if !self.limits.iter().any(is_shown) {
            let limits = self.limits.iter();
            let found = limits.filter(|&&(lines, cells, _)| (lines, cells) == best);
            self.widest = found.map(|&(_, _, at)| at).collect();
        }
    }
}

/// Whether a rule slides, at most some number of steps.
fn has_limited_slide(rule: &MoveRule) -> bool {
    let mut legs = rule.form.terms().iter().filter(|term| term.legs.len() == 1);
    legs.any(|term| term.legs[0].range > 1 && term.legs[0].atom != Atom::Castle)
}

/// Whether a rule holds only for a piece that has not moved.
fn is_initial(rule: &MoveRule) -> bool {
    let initial = |term: &Term| term.legs.iter().any(|leg| leg.modifiers.initial);
    rule.conditions.contains(&Prerequisite::Unmoved) || rule.form.terms().iter().any(initial)
}

/// Whether a move by the rule may need a hurdle.
pub(super) fn hops(rule: &MoveRule) -> bool {
    rule.form.legs().any(|leg| leg.modifiers.needs_hurdle())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::query::{LoadedVariant, testing::loaded_variant};

    const FIELD: &str = "format = 1\nname = \"Field\"\n[board]\nfiles = \"a-i\"\n\
                         ranks = \"1-9\"\n[sides]\nwhite = {}\n\
                         black = { seat = \"turn 180\" }\n";

    fn shown(pieces: &str, setup: &str, piece: &str) -> (Arc<LoadedVariant>, Figure) {
        let variant = loaded_variant("field", &format!("{FIELD}{pieces}\n[setup.each]\n{setup}"));
        let piece = Piece { side: variant.first_side(), piece_type: variant.kind(piece).unwrap() };
        let illustrator = Illustrator::new(variant);
        let figure = illustrator.sample_diagram(piece).unwrap();
        (illustrator.variant, figure)
    }

    fn placed_pieces(variant: &LoadedVariant, figure: &Figure) -> Vec<String> {
        figure.pieces.iter().map(|it| variant.cell_name(it.cell).to_owned()).collect()
    }

    #[test]
    fn a_piece_with_the_same_move_everywhere_is_in_the_middle() {
        let (variant, figure) = shown("", "king = \"e1\"", "king");
        assert_eq!(placed_pieces(&variant, &figure), ["e5"]);
        assert_eq!(figure.marks.len(), 8);
    }

    #[test]
    fn a_piece_with_different_moves_is_shown_once_for_each() {
        let pieces = "[pieces.pawn]\nmoves = [{ from = \"ranks 1-4\", move = \"fW\" }, \
                      { from = \"ranks 5-9\", move = \"W\" }]";
        let (variant, figure) = shown(pieces, "king = \"e1\"\npawn = \"rank 2\"", "pawn");
        assert_eq!(figure.focus.len(), 2);
        let ranks: Vec<bool> =
            placed_pieces(&variant, &figure).iter().map(|name| name.as_str() > "e4").collect();
        assert_eq!(ranks.len(), 2);
        assert_eq!(figure.marks.len(), 1 + 4);
    }

    #[test]
    fn a_hopper_gets_a_hurdle_and_a_victim() {
        let pieces = "[pieces.cannon]\nmove = \"mRcpR\"";
        let setup = "king = \"e1\"\ncannon = \"a1\"\npawn = \"rank 2\"";
        let (variant, figure) = shown(pieces, setup, "cannon");
        assert!(figure.pieces.len() >= 3, "{:?}", placed_pieces(&variant, &figure));
        assert!(
            figure.move_lines.iter().any(|line| line.kind == crate::diagram::MoveLineKind::Hop)
        );
        assert!(figure.text_alternative.contains("capture"), "{}", figure.text_alternative);
    }

    #[test]
    fn a_swap_is_shown_with_a_piece_to_swap_with() {
        let pieces = "[pieces.king]\nmoves = [{ move = \"K\" }, \
                      { swap = \"K\", with = \"any but king\" }]";
        let (variant, figure) = shown(pieces, "king = \"e1\"\nrook = \"a1\"", "king");
        assert_eq!(figure.pieces.len(), 2, "{:?}", placed_pieces(&variant, &figure));
        assert!(figure.marks.iter().any(|mark| mark.kind == crate::diagram::MarkKind::Swap));
    }
}
