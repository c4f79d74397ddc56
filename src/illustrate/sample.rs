use std::collections::{BTreeMap, BTreeSet};

use crate::diagram::{Figure, MarkKind};
use crate::geometry::{Cell, Cells, Vector};
use crate::notation::{Betza, Term};
use crate::rules::{
    ArrivalEffect, Condition, MoveForm, MoveRule, Piece, PieceTypeId, Position, Reach, SideId,
};

use crate::query::{Answer, MovesRequest, Study};

/// One picture shows a piece on at most so many cells.
const STANDS: usize = 6;

impl Study {
    /// One picture of what a man can do, for lists in which each kind has one; nothing where
    /// nobody knows.
    ///
    /// Where he moves differently in different places he stands on one cell of each, as far as
    /// they do not get into each other's way. Who hops has something to hop over and somebody to
    /// take behind it; who changes places has somebody to change with. Of several boards only his
    /// own is shown.
    pub fn showcase(&self, piece: Piece) -> Option<Figure> {
        let stands = self.stands(piece);
        let mut figures: Vec<Figure> =
            stands.iter().map(|answer| self.illustrate(answer)).collect();
        // A dot must not say more of one man than of another.
        if !figures.iter().all(|figure| figure.moves_also_capture) {
            for figure in figures.iter_mut().filter(|figure| figure.moves_also_capture) {
                let moves = figure.marks.iter_mut().filter(|mark| mark.kind == MarkKind::Move);
                moves.for_each(|mark| mark.kind = MarkKind::MoveOrCapture);
                figure.moves_also_capture = false;
            }
        }
        let mut figures = figures.into_iter();
        let mut figure = figures.next()?;
        for other in figures {
            figure.pieces.extend(other.pieces);
            figure.focus = figure.focus.union(&other.focus);
            figure.marks.extend(other.marks);
            figure.move_lines.extend(other.move_lines);
            figure.text_alternative =
                format!("{} {}", figure.text_alternative, other.text_alternative);
        }
        if self.layout().boards().len() > 1 {
            let board = self.layout().point(stands[0].at).board;
            let cells: Cells = self.layout().cells_of(board).collect();
            figure = figure.cropped_to(&cells).unwrap_or(figure);
        }
        Some(figure)
    }

    /// Where a man shows best what he can do on an empty board.
    pub fn best_cell(&self, piece: Piece) -> Option<Cell> {
        let groups = self.groups(piece);
        let reach = |group: &Group| group.cells.iter().map(|&(_, count)| count).max();
        // Of equals the first: where he starts, or most of the board.
        let best = groups.iter().rev().max_by_key(|group| reach(group))?;
        self.central(&best.widest())
    }

    /// The answers that the picture consists of.
    fn stands(&self, piece: Piece) -> Vec<Answer> {
        let Some(best) = self.best_cell(piece) else { return Vec::new() };
        if let Some(answer) = self.with_company(piece, best) {
            return vec![answer];
        }
        let several = self.several(piece);
        match several.len() {
            0 | 1 => self.answer(&MovesRequest::new(piece, best)).into_iter().collect(),
            _ => several,
        }
    }

    // -- different moves in different places -----------------------------------------------------

    /// A stand for each group of cells, none of which touches another's cells.
    fn several(&self, piece: Piece) -> Vec<Answer> {
        let mut used = Cells::new();
        let mut stands: Vec<Answer> = Vec::new();
        for group in self.groups(piece) {
            if stands.len() == STANDS {
                break;
            }
            let mut free = group.widest();
            let answers: BTreeMap<Cell, Answer> = free
                .iter()
                .filter_map(|&at| Some((at, self.answer(&MovesRequest::new(piece, at)).ok()?)))
                .collect();
            let ground = |answer: &Answer| {
                let mut cells = answer.drawn().union(&self.prospects(answer).threats);
                cells.add(answer.at);
                cells
            };
            free.retain(|at| answers.get(at).is_some_and(|it| ground(it).is_disjoint(&used)));
            let room = |at: &Cell| {
                let far = stands.iter().map(|other| self.apart(*at, other.at)).min();
                far.unwrap_or(0).min(3)
            };
            let most = free.iter().map(room).max();
            free.retain(|at| Some(room(at)) == most);
            let Some(at) = self.central(&free) else { continue };
            let answer = answers[&at].clone();
            used = used.union(&ground(&answer));
            stands.push(answer);
        }
        stands
    }

    /// How many steps of a king lie between two cells.
    fn apart(&self, a: Cell, b: Cell) -> i16 {
        let way = self.layout().point(a).at - self.layout().point(b).at;
        way.x.abs().max(way.y.abs()).max(way.z.abs())
    }

    /// Cells by what a man can do from them; first those where he starts, then by their number.
    fn groups(&self, piece: Piece) -> Vec<Group> {
        let home = self.home(piece);
        let boards: BTreeSet<u8> =
            home.iter().map(|cell| self.layout().point(cell).board).collect();
        let mut groups: BTreeMap<BTreeSet<String>, Group> = BTreeMap::new();
        for at in self.layout().cells() {
            if !boards.is_empty() && !boards.contains(&self.layout().point(at).board) {
                continue;
            }
            let Ok(answer) = self.answer(&MovesRequest::new(piece, at)) else { continue };
            let group = groups.entry(self.traits(piece, at)).or_default();
            group.cells.push((at, answer.cells.count()));
            group.starts += usize::from(home.has(at));
        }
        let mut groups: Vec<Group> = groups.into_values().collect();
        let most = |group: &Group| group.cells.iter().map(|&(_, count)| count).max();
        if groups.iter().any(|group| most(group) > Some(0)) {
            groups.retain(|group| most(group) > Some(0));
        }
        groups.sort_by_key(|group| std::cmp::Reverse((group.starts, group.cells.len())));
        groups
    }

    /// Where the array has such a man, or, if nowhere, one of the kind.
    fn home(&self, piece: Piece) -> Cells {
        let array = &self.rules().game().initial_pieces;
        let own = || array.iter().filter(|(_, it)| *it == piece).map(|&(cell, _)| cell);
        let any =
            array.iter().filter(|(_, it)| it.piece_type == piece.piece_type).map(|&(cell, _)| cell);
        if own().next().is_some() { own().collect() } else { any.collect() }
    }

    /// What the definition lets a man do from a cell: two cells with the same differ only by what
    /// surrounds them.
    fn traits(&self, piece: Piece, at: Cell) -> BTreeSet<String> {
        let kind = &self.rules().game().piece_types[piece.piece_type];
        let mut traits = BTreeSet::new();
        let begins = |cells: &Option<Cells>| cells.as_ref().is_none_or(|cells| cells.has(at));
        let at_home = self.home(piece).has(at);
        for way in kind.move_rules[piece.side]
            .iter()
            .filter(|way| begins(&way.from) && begins(&way.within))
        {
            let then = format!("{:?}", way.effect);
            if at_home && is_initial(way) {
                traits.insert("first".to_owned());
            }
            match &way.form {
                MoveForm::Betza(betza) => {
                    let one = |term: &Term| Betza { terms: vec![term.clone()] }.to_string();
                    traits.extend(betza.terms.iter().map(|term| one(term) + &then));
                }
                other => {
                    traits.insert(format!("{other:?}{then}"));
                }
            }
        }
        for (word, cells) in [("double", &kind.double_step), ("triple", &kind.triple_step)] {
            if cells.get(piece.side.index()).is_some_and(|cells| cells.has(at)) {
                traits.insert(word.to_owned());
            }
        }
        traits
    }

    /// The cell nearest to the middle of these.
    fn central(&self, cells: &[Cell]) -> Option<Cell> {
        let points: Vec<(Cell, Vector)> =
            cells.iter().map(|&at| (at, self.layout().point(at).at)).collect();
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

    // -- company ---------------------------------------------------------------------------------

    /// The man with those around him without whom he would not show what he can do; `None` where
    /// he needs nobody.
    fn with_company(&self, piece: Piece, at: Cell) -> Option<Answer> {
        let kind = &self.rules().game().piece_types[piece.piece_type];
        let ways = &kind.move_rules[piece.side];
        let mut position = Position::empty(self.rules());
        self.stand(&mut position, at, piece);
        if ways.iter().any(hops) {
            self.add_hurdles(&mut position, piece, at);
        }
        if ways.iter().any(|way| matches!(way.effect, ArrivalEffect::Swap(_))) {
            self.add_partners(&mut position, piece, at);
        }
        if position.pieces().count() == 1 {
            return None;
        }
        let request = MovesRequest { position: Some(position), ..MovesRequest::new(piece, at) };
        self.answer(&request).ok()
    }

    /// On some of the lines on which he hops, something to hop over and somebody behind it.
    fn add_hurdles(&self, position: &mut Position, piece: Piece, at: Cell) {
        let scenes: Vec<Vec<(Cell, Piece)>> = self
            .lines_from(at)
            .iter()
            .filter_map(|line| self.scene(position, piece, at, line))
            .collect();
        // The other lines show what he does where nobody stands.
        let every = if scenes.len() > 4 { 3 } else { 2 };
        for (cell, piece) in scenes.into_iter().step_by(every).flatten() {
            position.set_piece(cell, Some(piece));
        }
    }

    /// Who must stand on a line for a hop: a hurdle and, if he then takes him, a victim.
    fn scene(
        &self,
        position: &Position,
        piece: Piece,
        at: Cell,
        line: &[Cell],
    ) -> Option<Vec<(Cell, Piece)>> {
        let with = |pieces: &[(Cell, Piece)]| {
            let mut position = position.clone();
            pieces.iter().for_each(|&(cell, piece)| position.set_piece(cell, Some(piece)));
            self.rules().reach(&position, at)
        };
        let hurdles: Vec<Piece> = self.company(piece.side, piece);
        let enemies = self.enemies(piece.side);
        for near in [1, 0, 2] {
            for far in [near + 2, near + 1, near + 3] {
                let (Some(&hurdle), Some(&victim)) = (line.get(near), line.get(far)) else {
                    continue;
                };
                for &own in &hurdles {
                    for &enemy in &enemies {
                        let without = with(&[(victim, enemy)]);
                        let scene = vec![(hurdle, own), (victim, enemy)];
                        let takes = |reach: &Reach| reach.victims().has(victim);
                        if takes(&with(&scene)) && !takes(&without) {
                            return Some(scene);
                        }
                    }
                }
            }
        }
        let before = with(&[]).ends();
        let near = [1, 0, 2].into_iter().filter_map(|near| line.get(near));
        let mut pairs = near.flat_map(|&cell| hurdles.iter().map(move |&own| (cell, own)));
        pairs
            .find(|&pair| line.iter().any(|&to| with(&[pair]).ends().has(to) && !before.has(to)))
            .map(|pair| vec![pair])
    }

    /// Two men beside him with whom he changes places.
    fn add_partners(&self, position: &mut Position, piece: Piece, at: Cell) {
        let partners = self.company(piece.side, piece);
        let mut found: Vec<(Cell, Piece)> = Vec::new();
        for line in self.lines_from(at).iter().step_by(3) {
            let Some(&beside) = line.first() else { continue };
            let is_new = |own: &&Piece| found.iter().all(|(_, known)| known != *own);
            let fits = |own: &&Piece| {
                let mut trial = position.clone();
                trial.set_piece(beside, Some(**own));
                self.rules().reach(&trial, at).swaps.iter().any(|&(_, with)| with == beside)
            };
            let own = partners.iter().filter(is_new).find(fits);
            found.extend(own.map(|&own| (beside, own)));
            if found.len() == 2 {
                break;
            }
        }
        for (cell, piece) in found {
            position.set_piece(cell, Some(piece));
        }
    }

    /// Men of a side that may stand beside a man: of other kinds, plain ones and the most common
    /// first.
    fn company(&self, side: SideId, but: Piece) -> Vec<Piece> {
        let game = self.rules().game();
        let mut counts: BTreeMap<Piece, usize> = BTreeMap::new();
        for (_, piece) in &game.initial_pieces {
            let is_plain =
                !game.piece_types[piece.piece_type].royal && piece.piece_type != but.piece_type;
            if piece.side == side && is_plain {
                *counts.entry(*piece).or_default() += 1;
            }
        }
        let mut pieces: Vec<(Piece, usize)> = counts.into_iter().collect();
        pieces.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        pieces.into_iter().map(|(piece, _)| piece).collect()
    }

    /// Enemies whom a side may take, plain ones and the most common first.
    fn enemies(&self, side: SideId) -> Vec<Piece> {
        let game = self.rules().game();
        let takes = &game.sides[side].may_capture;
        let Some(other) = self.variant().players().find(|&other| other != side) else {
            return Vec::new();
        };
        let nobody = Piece { side, piece_type: PieceTypeId(u8::MAX) };
        self.company(other, nobody).into_iter().filter(|&piece| takes.contains(piece)).collect()
    }

    /// The lines from a cell, clockwise from straight ahead.
    fn lines_from(&self, at: Cell) -> Vec<Vec<Cell>> {
        let tiling = self.layout().board(self.layout().point(at).board).tiling;
        let steps = match tiling.touches_at_corners() {
            true => tiling.directions(),
            false => tiling.edge_steps(),
        };
        let line = |&step: &Vector| {
            let next = |&cell: &Cell| self.layout().step(cell, step).filter(|&cell| cell != at);
            let longest = self.layout().len();
            std::iter::successors(next(&at), next).take(longest).collect::<Vec<Cell>>()
        };
        steps.iter().map(line).filter(|line| !line.is_empty()).collect()
    }
}

/// Cells from which a man may do the same.
#[derive(Debug, Default)]
struct Group {
    /// Each with the number of cells to which he goes from there.
    cells: Vec<(Cell, usize)>,
    /// On how many of them he starts.
    starts: usize,
}

impl Group {
    /// Those from which he goes to most.
    fn widest(&self) -> Vec<Cell> {
        let most = self.cells.iter().map(|&(_, count)| count).max();
        let widest = self.cells.iter().filter(|&&(_, count)| Some(count) == most);
        widest.map(|&(at, _)| at).collect()
    }
}

fn terms(way: &MoveRule) -> &[Term] {
    match &way.form {
        MoveForm::Betza(betza) => &betza.terms,
        MoveForm::Path(_) | MoveForm::Links(_) | MoveForm::Stay => &[],
    }
}

/// Whether only a first move may go that way.
fn is_initial(way: &MoveRule) -> bool {
    let initial = |term: &Term| term.legs.iter().any(|leg| leg.modifiers.initial);
    way.conditions.contains(&Condition::Unmoved) || terms(way).iter().any(initial)
}

/// Whether it needs somebody to hop over.
fn hops(way: &MoveRule) -> bool {
    let hop = |term: &Term| {
        term.legs.iter().any(|leg| leg.modifiers.hop.is_some() || leg.modifiers.jump > 0)
    };
    terms(way).iter().any(hop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::testing::study;

    const FIELD: &str = "format = 1\nname = \"Field\"\n[board]\nfiles = \"a-i\"\n\
                         ranks = \"1-9\"\n[sides]\nwhite = {}\n\
                         black = { seat = \"turn 180\" }\n";

    fn shown(pieces: &str, setup: &str, piece: &str) -> (Study, Figure) {
        let study = study("field", &format!("{FIELD}{pieces}\n[setup.each]\n{setup}"));
        let board_piece =
            Piece { side: study.first_side(), piece_type: study.kind(piece).unwrap() };
        let figure = study.showcase(board_piece).unwrap();
        (study, figure)
    }

    fn placed_pieces(study: &Study, figure: &Figure) -> Vec<String> {
        figure.pieces.iter().map(|it| study.cell_name(it.cell).to_owned()).collect()
    }

    #[test]
    fn who_moves_alike_everywhere_stands_in_the_middle() {
        let (study, figure) = shown("", "king = \"e1\"", "king");
        assert_eq!(placed_pieces(&study, &figure), ["e5"]);
        assert_eq!(figure.marks.len(), 8);
    }

    #[test]
    fn who_moves_differently_here_and_there_stands_here_and_there() {
        let pieces = "[pieces.pawn]\nmoves = [{ from = \"ranks 1-4\", move = \"fW\" }, \
                      { from = \"ranks 5-9\", move = \"W\" }]";
        let (study, figure) = shown(pieces, "king = \"e1\"\npawn = \"rank 2\"", "pawn");
        assert_eq!(figure.focus.count(), 2);
        let ranks: Vec<bool> =
            placed_pieces(&study, &figure).iter().map(|name| name.as_str() > "e4").collect();
        assert_eq!(ranks.len(), 2);
        assert_eq!(figure.marks.len(), 1 + 4);
    }

    #[test]
    fn a_hopper_gets_a_hurdle_and_a_victim() {
        let pieces = "[pieces.cannon]\nmove = \"mRcpR\"";
        let setup = "king = \"e1\"\ncannon = \"a1\"\npawn = \"rank 2\"";
        let (study, figure) = shown(pieces, setup, "cannon");
        assert!(figure.pieces.len() >= 3, "{:?}", placed_pieces(&study, &figure));
        assert!(
            figure.move_lines.iter().any(|trail| trail.kind == crate::diagram::MoveLineKind::Hop)
        );
        assert!(figure.text_alternative.contains("capture"), "{}", figure.text_alternative);
    }

    #[test]
    fn who_changes_places_has_somebody_to_change_with() {
        let pieces = "[pieces.king]\nmoves = [{ move = \"K\" }, \
                      { swap = \"K\", with = \"any but king\" }]";
        let (study, figure) = shown(pieces, "king = \"e1\"\nrook = \"a1\"", "king");
        assert_eq!(figure.pieces.len(), 2, "{:?}", placed_pieces(&study, &figure));
        assert!(figure.marks.iter().any(|mark| mark.kind == crate::diagram::MarkKind::Swap));
    }
}
