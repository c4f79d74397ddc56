//! The moves of a piece type in words: one clause a rule, then merged and joined.

mod merge;
mod move_clause;
mod path_phrase;

use crate::geometry::CellSet;
use crate::notation::{Betza, Term};
use crate::query::LoadedVariant;
use crate::rules::{Condition, MoveForm, Piece, PieceTypeId, ShotTarget};
use crate::variant::{CellExpr, CellNode, EffectText, MoveRuleText, PieceExpr};

use super::notation::{described_clauses, described_place};
use super::piece_filter::PieceFilter;
use super::vocabulary::{BoardVocabulary, of_side};
use merge::{DescribedRule, join_clauses};
use move_clause::{EndCells, MoveClause, PieceConditions, ShotClause};
use path_phrase::PathPhrase;

/// The greatest number of cells that are named one by one.
const NAMED: usize = 4;

impl LoadedVariant {
    /// The moves of a piece type in words, as the end of a sentence that begins with its name.
    ///
    /// An example: `slides diagonally, or leaps two cells orthogonally`.
    pub fn describe_kind(&self, kind: PieceTypeId) -> String {
        let game = &self.game().piece_types[kind];
        let idiom = self.idiom(kind);
        let rules = &self.variant().face(kind).moves;
        let rules: Vec<DescribedRule> =
            rules.iter().map(|rule| self.described_rule(rule, &idiom)).collect();
        let mut text = match (game.move_unknown, rules.is_empty()) {
            (true, _) => "moves in a way that the source does not give".to_owned(),
            (false, true) => "does not move".to_owned(),
            (false, false) => join_clauses(rules),
        };
        for (side, rules) in &self.variant().face(kind).side_moves {
            let rules: Vec<DescribedRule> =
                rules.iter().map(|rule| self.described_rule(rule, &idiom)).collect();
            let name = &self.variant().sides[side.index()].name;
            text += &format!("; that of {name} {}", join_clauses(rules));
        }
        text += &self.double_step_text(kind);
        if game.royal {
            text += "; it is royal";
        }
        text
    }

    /// The clause of a rule, and the clause of each term of its notation.
    fn described_rule(&self, rule: &MoveRuleText, idiom: &BoardVocabulary) -> DescribedRule {
        let terms = match rule.effect {
            EffectText::None | EffectText::Shoot(_) => rule.form.terms(),
            EffectText::Swap(_) => &[],
        };
        let alone = |term: &Term| {
            let form = MoveForm::Betza(Betza { terms: vec![term.clone()] });
            self.move_clause(&MoveRuleText { form, ..rule.clone() }, idiom)
        };
        DescribedRule {
            whole: self.move_clause(rule, idiom),
            terms: terms.iter().map(alone).collect(),
        }
    }

    fn move_clause(&self, rule: &MoveRuleText, idiom: &BoardVocabulary) -> MoveClause {
        let cell = idiom.cell();
        let mut clause = self.body(rule, idiom);
        match (&rule.from, &rule.to) {
            (Some(from), Some(to)) => clause.ends.push(self.ends_of(from, to)),
            (Some(from), None) => clause.starts.push(self.cell_phrase(from).from()),
            (None, Some(to)) => {
                clause.tail += &format!(", but only to {}", self.cell_phrase(to).noun(cell));
            }
            (None, None) => {}
        }
        for condition in &rule.conditions {
            clause.when += &format!("{}, ", self.condition_words(condition));
        }
        match &rule.within {
            Some(CellExpr { node: CellNode::Not(_, outside), .. }) => {
                let outside = self.cell_phrase(outside).noun(cell);
                clause.tail += &format!(", but never enters {outside}");
            }
            Some(inside) => clause.within.push(self.cell_phrase(inside).noun(cell)),
            None => {}
        }
        if !rule.not_crossing.is_empty() {
            let crosses = format!("crosses {}", self.border_words(&rule.not_crossing));
            match clause.ends.is_empty() {
                true => clause.forbidden = Some(crosses),
                false => clause.tail += &format!(", but never {crosses}"),
            }
        }
        let filter = |expr: &Option<PieceExpr>| {
            let filter = expr.as_ref().map(|expr| self.piece_filter(expr));
            filter.filter(|filter| *filter != PieceFilter::All)
        };
        let (hurdles, captures) = (filter(&rule.hurdles), filter(&rule.captures));
        clause.pieces = PieceConditions { hurdles, captures };
        clause
    }

    /// The cells where the moves of a rule start and end.
    fn ends_of(&self, from: &CellExpr, to: &CellExpr) -> EndCells {
        let (from_words, to_words) = (self.cell_phrase(from), self.cell_phrase(to));
        let end = to_words.noun(self.cell_word());
        let (place, cells) = match from == to {
            true => (Some(to.clone()), format!("{}s {}", self.cell_word(), to_words.of_place())),
            false => (None, format!("from {} to {end}", from_words.noun(self.cell_word()))),
        };
        EndCells { place, end, cells }
    }

    /// The clause of a rule, without its conditions.
    fn body(&self, rule: &MoveRuleText, idiom: &BoardVocabulary) -> MoveClause {
        let of_form = match &rule.form {
            MoveForm::Betza(betza) => MoveClause {
                purposes: described_clauses(&betza.terms, idiom),
                ..MoveClause::default()
            },
            MoveForm::Path(path) => {
                MoveClause { path: Some(PathPhrase::of(path, idiom)), ..MoveClause::default() }
            }
            MoveForm::Links(_) => {
                MoveClause::plain(format!("goes along links between {}s", idiom.cell()))
            }
            MoveForm::Stay => MoveClause::plain("stays".to_owned()),
        };
        match &rule.effect {
            EffectText::None => of_form,
            EffectText::Swap(with) => {
                let place = described_place(rule.form.terms(), idiom);
                MoveClause::plain(self.swap_words(with.as_ref(), &place))
            }
            EffectText::Shoot(shot) => {
                let target = shot_words(shot, idiom);
                match rule.form {
                    MoveForm::Stay => MoveClause::plain(format!("takes {target} without moving")),
                    _ => MoveClause { shoots: Some(ShotClause::Always(target)), ..of_form },
                }
            }
        }
    }

    fn swap_words(&self, with: Option<&PieceExpr>, place: &str) -> String {
        let with = match with.map_or(PieceFilter::All, |with| self.piece_filter(with)) {
            PieceFilter::All => format!("any piece of its own {place}"),
            PieceFilter::AllBut(pieces) => {
                format!("any piece of its own {place}, but not with {pieces}")
            }
            PieceFilter::Only(pieces) => format!("{pieces} of its own {place}"),
        };
        format!("changes places with {with}")
    }

    /// A condition of a rule: `on its first move`.
    fn condition_words(&self, condition: &Condition) -> String {
        match condition {
            Condition::NotInCheck => "unless its side is in check".to_owned(),
            Condition::Unmoved => "on its first move".to_owned(),
            Condition::Moved => "after its first move".to_owned(),
            Condition::HasState(state) => format!("if it has {}", self.state_words(*state)),
            Condition::LacksState(state) => format!("unless it has {}", self.state_words(*state)),
        }
    }

    /// The cells from which a step without capture may be made twice or three times.
    fn double_step_text(&self, piece_type: PieceTypeId) -> String {
        let (side, line) = (self.first_side(), &self.game().piece_types[piece_type]);
        let start = self.game().initial_cells(Piece { side, piece_type });
        let from = |cells: &[CellSet], exprs: &[Option<CellExpr>]| {
            let cells = of_side(cells, side);
            let expr = exprs.get(piece_type.index()).and_then(Option::as_ref);
            (!cells.is_empty()).then(|| self.cells_of(&cells, &start, expr))
        };
        let texts = &self.variant().texts;
        let twice = from(&line.double_step, &texts.double_steps);
        let thrice = from(&line.triple_step, &texts.triple_steps);
        match (twice, thrice) {
            (None, None) => String::new(),
            (Some(twice), None) => format!("; from {twice}, it may step twice without capturing"),
            (None, Some(thrice)) => {
                format!("; from {thrice}, it may step three times without capturing")
            }
            (Some(twice), Some(thrice)) => format!(
                "; from {twice}, it may step twice without capturing, and from {thrice} three times"
            ),
        }
    }

    /// Cells in words, by their relation to the starting cells of the piece type.
    fn cells_of(&self, cells: &CellSet, start: &CellSet, expr: Option<&CellExpr>) -> String {
        let others = start.difference(cells);
        let first = self.first_side();
        let name = self.side_title(first);
        let list = |cells: &CellSet| self.names_with_board(cells, "and");
        let is_part = cells.difference(start).is_empty();
        let mut other_sides = self.game().side_ids().filter(|&side| side != first);
        let likewise = match (other_sides.next(), other_sides.next()) {
            (None, _) => "",
            (Some(other), None) => &format!(" ({}'s likewise)", self.side_title(other)),
            _ => " (the others' likewise)",
        };
        match (cells == start, cells.len(), others.len()) {
            (true, _, _) => "a starting cell".to_owned(),
            (false, _, left) if is_part && left <= NAMED && left < cells.len() => {
                format!("a starting cell, except {name}'s {}{likewise}", list(&others))
            }
            (false, count, _) if count <= NAMED => format!("{name}'s {}{likewise}", list(cells)),
            (false, _, _) => expr
                .map_or_else(|| list(cells), |expr| self.cell_phrase(expr).noun(self.cell_word())),
        }
    }
}

/// The target of a shot: `an enemy one cell away orthogonally`.
fn shot_words(shot: &ShotTarget, idiom: &BoardVocabulary) -> String {
    match shot {
        ShotTarget::SameDistanceAgain => "an enemy as far again in the same direction".to_owned(),
        ShotTarget::Betza(betza) => format!("an enemy {}", described_place(&betza.terms, idiom)),
    }
}

#[cfg(test)]
mod tests {
    use crate::query::testing::study;

    #[track_caller]
    fn check(moves: &str, words: &str) {
        let text = format!(
            "format = 1\nname = \"Moves\"\nbased-on = \"chess\"\n\
             [zones]\nden = \"a1-d4\"\npit = \"e5-h8\"\nford = \"d1-e8\"\n\
             [borders]\nbrook = \"file d | file e\"\n\
             [pieces.duke]\nletter = \"U\"\nmoves = [{moves}]\n"
        );
        let study = study("moves", &text);
        let duke = study.kind("duke").expect("it is declared");
        assert_eq!(study.describe_kind(duke), words, "{moves}");
    }

    #[test]
    fn moves_from_several_starts_are_described_once() {
        check(
            "{ move = \"W\", from = \"den\" }, { move = \"W ifmnD\", from = \"pit\" }",
            "from its den or from its pit, steps one cell orthogonally; from its pit, also on its \
             first move, leaps two cells forward, if the cell between is empty, without capturing",
        );
    }

    #[test]
    fn moves_of_one_distance_are_listed() {
        check(
            "{ move = \"fmW fcF\", from = \"den\" }, { move = \"bW\", from = \"pit\" }, \
             { move = \"sW\", from = \"not pit\" }",
            "steps one cell: from its den, forward, but captures diagonally forward; from its pit, \
             backward, capturing or not; from outside its pit, sideways, capturing or not",
        );
    }

    #[test]
    fn forbidden_crossings_name_their_exceptions() {
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
        // A piece that slides may leave the den and go on.
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
    fn similar_paths_are_merged() {
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
